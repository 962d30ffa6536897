//! Concealed tiles together with their place in the lookup.

use super::lookup::{Class, SuitKey};
use super::special::Special;
use super::{Shanten, SizeError};
use crate::tile::{Counts, Kind, KindSet, Players, Suit};

/// Concealed tiles with the keys and classes of their suits: one tile more or less changes one of each, and
/// the shanten is three loads from there.
///
/// It knows how many melds there are but not their kinds, so beside melds it does not rule out a fifth copy:
/// its shanten is then a lower bound. For a closed hand it is exact.
///
/// ```
/// use nanikiru::{shape::KeyedHand, tile::{Counts, Kind}};
///
/// let pair = Counts::EMPTY.plus(Kind::ALL[0]).unwrap().plus(Kind::ALL[0]).unwrap();
/// let hand = KeyedHand::new(&pair, 4).unwrap();
/// assert!(hand.shanten().is_complete());
/// assert!(hand.minus(Kind::ALL[0]).unwrap().shanten().is_tenpai());
/// assert!(hand.minus(Kind::ALL[1]).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyedHand {
    counts: [u8; 34],
    keys: [SuitKey; 4],
    classes: [Class; 4],
    tiles: u8,
    melds: u8,
    players: Players,
}

/// The replacement number of closed tiles, without making a [`KeyedHand`] of them.
#[inline]
pub(super) fn closed_replacement(counts: &[u8; 34], players: Players) -> u8 {
    let [man, pin, sou, honours] = SuitKey::of_hand(counts, players).map(SuitKey::class);
    man.join(pin).replacement(sou.join(honours), 4).min(Special::of(counts).replacement())
}

impl KeyedHand {
    /// 1 to 14 concealed tiles of four players, melds counted as three.
    pub fn new(concealed: &Counts, melds: usize) -> Result<KeyedHand, SizeError> {
        KeyedHand::among(Players::Four, concealed, melds)
    }

    /// The same of the tiles that so many players have.
    pub(super) fn among(players: Players, concealed: &Counts, melds: usize) -> Result<KeyedHand, SizeError> {
        let tiles = concealed.total();
        if tiles == 0 {
            return Err(SizeError::NoTiles);
        }
        if melds > 4 || tiles + 3 * melds > 14 {
            return Err(SizeError::TooMany { concealed: tiles, melds });
        }
        if let Some((kind, _)) = concealed.iter().find(|&(kind, _)| !players.has(kind)) {
            return Err(SizeError::NotInDeck { kind });
        }
        Ok(KeyedHand::of(concealed, tiles as u8, melds as u8, players))
    }

    /// A hand's closed tiles, whose number the caller has checked.
    #[inline]
    pub(super) fn of(concealed: &Counts, tiles: u8, melds: u8, players: Players) -> KeyedHand {
        let keys = SuitKey::of_hand(concealed.as_array(), players);
        let classes = keys.map(SuitKey::class);
        KeyedHand { counts: *concealed.as_array(), keys, classes, tiles, melds, players }
    }

    /// With one tile more; `None` for a fifth copy, a fifteenth tile, or one that does not exist.
    #[must_use]
    pub fn plus(mut self, kind: Kind) -> Option<KeyedHand> {
        let (i, suit) = (kind.index(), kind.suit().index());
        let place = SuitKey::place(self.players, kind.suit(), kind.number() - 1)?;
        if self.counts[i] == 4 || self.is_drawn() {
            return None;
        }
        self.counts[i] += 1;
        self.tiles += 1;
        self.keys[suit] = self.keys[suit].plus(place);
        self.classes[suit] = self.keys[suit].class();
        Some(self)
    }

    /// With one tile less; `None` if it does not hold that tile or no other.
    #[must_use]
    pub fn minus(mut self, kind: Kind) -> Option<KeyedHand> {
        let (i, suit) = (kind.index(), kind.suit().index());
        let place = SuitKey::place(self.players, kind.suit(), kind.number() - 1)?;
        if self.counts[i] == 0 || self.tiles == 1 {
            return None;
        }
        self.counts[i] -= 1;
        self.tiles -= 1;
        self.keys[suit] = self.keys[suit].minus(place);
        self.classes[suit] = self.keys[suit].class();
        Some(self)
    }

    /// Concealed tiles of each kind.
    pub fn count(&self, kind: Kind) -> u8 {
        self.counts[kind.index()]
    }

    /// The class of a suit.
    pub fn class(&self, suit: Suit) -> Class {
        self.classes[suit.index()]
    }

    /// The key of a suit.
    pub fn key(&self, suit: Suit) -> SuitKey {
        self.keys[suit.index()]
    }

    /// The shanten in the nearest form; the forms without melds only for hands without.
    #[inline]
    pub fn shanten(&self) -> Shanten {
        Shanten::from_replacement(match self.special() {
            None => self.standard(),
            Some(special) => self.standard().min(special.replacement()),
        })
    }

    /// Replacement number for four groups, melds included, and a pair.
    #[inline]
    pub(super) fn standard(&self) -> u8 {
        let [man, pin, sou, honours] = self.classes;
        man.join(pin).replacement(sou.join(honours), self.groups())
    }

    #[inline]
    fn groups(&self) -> usize {
        4 - usize::from(self.melds)
    }

    #[inline]
    pub(super) fn special(&self) -> Option<Special> {
        (self.melds == 0).then(|| Special::of(&self.counts))
    }

    /// 14 tiles, melds counted as three.
    #[inline]
    fn is_drawn(&self) -> bool {
        self.tiles + 3 * self.melds == 14
    }

    /// The kinds that lower the shanten, of which it does not hold all four; none if it has 14 tiles already.
    #[inline]
    pub fn helpful(&self) -> KindSet {
        if self.is_drawn() {
            return KindSet::EMPTY;
        }
        let [man, pin, sou, honours] = self.classes;
        let (left, right) = (man.join(pin), sou.join(honours));
        let standard = left.replacement(right, self.groups());
        let special = Special::of(&self.counts);
        let now = if self.melds == 0 { standard.min(special.replacement()) } else { standard };
        let mut bits = 0;
        if standard == now {
            let rest = [right.join(pin), right.join(man), left.join(honours), left.join(sou)];
            for ((suit, key), rest) in Suit::ALL.into_iter().zip(self.keys).zip(rest) {
                for i in 0..suit.size() {
                    let Some(place) = SuitKey::place(self.players, suit, i) else { continue };
                    let lower = key.plus(place).class().replacement(rest, self.groups()) < now;
                    bits |= u64::from(lower) << (suit.first() + i);
                }
            }
            bits &= !special.full; // a fifth copy: its key means another hand
        }
        if self.melds == 0 {
            bits |= special.lowering(now) & self.players.kinds().bits();
        }
        KindSet::from_bits(bits).unwrap_or_default()
    }
}
