//! How many of each kind, never more than four; and sets of kinds.

use super::Kind;
use std::ops::Index;

/// How many tiles of each of the 34 kinds: 0..=4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Counts([u8; 34]);

/// A fifth copy, or one below zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountsError {
    /// A kind has only four tiles.
    #[error("there are only four {kind}, not {count}")]
    TooMany {
        /// The kind.
        kind: Kind,
        /// How many were asked for.
        count: usize,
    },
    /// There is none to take away.
    #[error("there is no {kind} to take away")]
    None {
        /// The kind.
        kind: Kind,
    },
}

impl Counts {
    /// No tiles.
    pub const EMPTY: Counts = Counts([0; 34]);
    /// All 136 tiles.
    pub const FULL: Counts = Counts([4; 34]);

    /// Counts from an array in the order of kinds.
    pub fn new(counts: [u8; 34]) -> Result<Counts, CountsError> {
        match counts.iter().position(|&n| n > 4) {
            None => Ok(Counts(counts)),
            Some(i) => Err(CountsError::TooMany { kind: Kind::ALL[i], count: counts[i].into() }),
        }
    }

    /// The array in the order of kinds.
    pub const fn as_array(&self) -> &[u8; 34] {
        &self.0
    }

    /// The nine (honours: seven) counts of one suit.
    pub fn suit(&self, suit: super::Suit) -> &[u8] {
        &self.0[suit.first()..suit.first() + suit.size()]
    }

    /// One tile more.
    pub fn add(&mut self, kind: Kind) -> Result<(), CountsError> {
        let n = &mut self.0[kind.index()];
        if *n == 4 {
            return Err(CountsError::TooMany { kind, count: 5 });
        }
        *n += 1;
        Ok(())
    }

    /// One tile less.
    pub fn remove(&mut self, kind: Kind) -> Result<(), CountsError> {
        let n = &mut self.0[kind.index()];
        if *n == 0 {
            return Err(CountsError::None { kind });
        }
        *n -= 1;
        Ok(())
    }

    /// These counts with one tile more.
    pub fn plus(mut self, kind: Kind) -> Result<Counts, CountsError> {
        self.add(kind)?;
        Ok(self)
    }

    /// These counts with one tile less.
    pub fn minus(mut self, kind: Kind) -> Result<Counts, CountsError> {
        self.remove(kind)?;
        Ok(self)
    }

    /// Number of tiles.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// The kinds that occur, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, usize)> + '_ {
        Kind::ALL.into_iter().zip(&self.0).filter(|(_, n)| **n > 0).map(|(k, &n)| (k, n.into()))
    }
}

impl Index<Kind> for Counts {
    type Output = u8;
    fn index(&self, kind: Kind) -> &u8 {
        &self.0[kind.index()]
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct KindSet(u64);

impl KindSet {
    /// No kind.
    pub const EMPTY: KindSet = KindSet(0);

    /// The set whose bit `i` is the kind with index `i`; bits above 33 are refused.
    pub const fn from_bits(bits: u64) -> Option<KindSet> {
        if bits >> 34 == 0 { Some(KindSet(bits)) } else { None }
    }

    /// Bit `i` is the kind with index `i`.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the kind is in the set.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// Adds a kind.
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind.index();
    }

    /// How many kinds.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let kind = Kind::new(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(kind)
        })
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        let mut set = KindSet::EMPTY;
        kinds.into_iter().for_each(|k| set.insert(k));
        set
    }
}
