//! The packed lookup: a suit's tiles -> key -> class -> replacement number, a few loads and no arithmetic
//! on distances.
//!
//! - A [`SuitKey`] holds the counts of one suit in base 5, kinds 1 to 4 in one half and the rest in the
//!   other, so that one tile more is one addition.
//! - The upper half selects a row, the lower half a column, and there stands the [`Class`]: one of 180
//!   vectors of partial replacement numbers (tomohxx, eq. 10) that parts of hands of at most 14 tiles have.
//! - Two classes of disjoint parts join to the class of both together (eq. 13 and 14); the last two give
//!   the replacement number itself (eq. 16).
//!
//! `build.rs` makes the tables: 0.5 MB, of which 0.2 MB are ever read.

use super::distances::Distances;
use crate::tile::{Counts, Players, Suit};

mod tables {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
use tables::{BASE, COLUMN, DISTANCES, JOIN, REPLACEMENT, ROWS};

const _: () = {
    let suits = size_of_val(&BASE) + size_of_val(&COLUMN) + size_of_val(&ROWS) + size_of_val(&DISTANCES);
    assert!(suits + size_of_val(&JOIN) + size_of_val(&REPLACEMENT) <= 1 << 20, "at most 1 MB in memory");
};

/// Honours have their own rows, after the 5^5 of the number suits.
const HONOURS: u32 = 3125 << 16;

/// The tiles of one suit: at most 4 of a kind and 14 in all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SuitKey(u32);

/// What one kind adds to its half.
const STEPS: [u32; 9] = [1, 5, 25, 125, 1 << 16, 5 << 16, 25 << 16, 125 << 16, 625 << 16];

impl SuitKey {
    /// The tiles that `counts` has in a suit; `None` if they are more than 14.
    pub fn new(counts: &Counts, suit: Suit) -> Option<SuitKey> {
        let kinds = counts.suit(suit);
        (kinds.iter().sum::<u8>() <= 14).then(|| {
            let empty = if suit == Suit::Honour { HONOURS } else { 0 };
            SuitKey(kinds.iter().zip(STEPS).fold(empty, |key, (&n, step)| key + u32::from(n) * step))
        })
    }

    /// The four suits of a hand of at most 14 tiles. Where 2m to 8m are missing, 1m and 9m stand like the first two honours:
    /// they make no runs either, and nobody builds a group of an honour that could not be built elsewhere for as many draws.
    #[inline]
    pub(super) fn of_hand(counts: &[u8; 34], players: Players) -> [SuitKey; 4] {
        let [man, pin, sou, honours] = SuitKey::of_all(counts);
        match players {
            Players::Four => [man, pin, sou, honours],
            Players::Three => {
                let two = u32::from(counts[0]) * STEPS[0] + u32::from(counts[8]) * STEPS[1];
                [SuitKey(HONOURS + two), pin, sou, honours]
            }
        }
    }

    /// The place of a suit's kind `i` (0..9) in the keys of [`SuitKey::of_hand`]; none for a kind that is missing.
    #[inline]
    pub(super) fn place(players: Players, suit: Suit, i: usize) -> Option<usize> {
        match (players, suit, i) {
            (Players::Three, Suit::Man, 1..=7) => None,
            (Players::Three, Suit::Man, 8) => Some(1),
            _ => Some(i),
        }
    }

    #[inline]
    fn of_all(counts: &[u8; 34]) -> [SuitKey; 4] {
        let word = |at: usize| u64::from_le_bytes(*counts[at..].first_chunk().expect("at most 34 - 8"));
        let number = |suit: usize| {
            let halves = base_five(word(suit * 9));
            let ninth = u32::from(counts[suit * 9 + 8]) * STEPS[8];
            SuitKey(((halves >> 16) as u32 | halves as u32) + ninth)
        };
        let halves = base_five(word(26) >> 8);
        let honours = SuitKey(((halves >> 16) as u32 | halves as u32) + HONOURS);
        [number(0), number(1), number(2), honours]
    }

    /// With one tile more of the suit's kind `i` (0..9), of which there are less than 4; at most 14 in all.
    #[inline]
    #[must_use]
    pub(crate) fn plus(self, i: usize) -> SuitKey {
        SuitKey(self.0 + STEPS[i])
    }

    /// With one tile less of the suit's kind `i` (0..9), of which there is one.
    #[inline]
    #[must_use]
    pub(crate) fn minus(self, i: usize) -> SuitKey {
        SuitKey(self.0 - STEPS[i])
    }

    /// A number of its own for each.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0.into()
    }

    /// Its class.
    #[inline]
    pub fn class(self) -> Class {
        let row = BASE[(self.0 >> 16) as usize & 4095];
        let column = COLUMN[self.0 as usize & 1023];
        Class(ROWS[row as usize + column as usize])
    }
}

/// Eight digits, one a byte, to two numbers of four base-5 digits in the low 16 bits of each half.
#[inline]
fn base_five(digits: u64) -> u64 {
    let pairs = (digits + (digits >> 8) * 5) & 0x00ff_00ff_00ff_00ff;
    (pairs + (pairs >> 16) * 25) & 0x0000_ffff_0000_ffff
}

/// What a part of a hand is worth towards four groups and a pair; equal classes are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(u8);

impl Class {
    /// How many there are.
    pub const COUNT: usize = DISTANCES.len();

    /// None that a part of a hand of at most 14 tiles has: what joins it is none either.
    pub(super) const NONE: Class = Class(u8::MAX);

    /// The first of these distances.
    pub(super) fn find(is_so: impl Fn(&Distances) -> bool) -> Option<Class> {
        DISTANCES.iter().position(is_so).map(|index| Class(index as u8))
    }

    /// 0..[`Class::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// u_0..u_4, then t_0..t_4 (tomohxx, eq. 10): tiles to draw until the part holds 0 to 4 groups,
    /// without and with a pair.
    pub fn distances(self) -> &'static Distances {
        &DISTANCES[self.index()]
    }

    /// The class of two disjoint parts that are at most 14 tiles together.
    #[inline]
    #[must_use]
    pub fn join(self, other: Class) -> Class {
        Class(JOIN[self.index() << 8 | other.index()])
    }

    /// Tiles to draw until two disjoint parts, at most 14 tiles together, hold this many groups (0 to 4)
    /// and a pair (tomohxx, eq. 16).
    #[inline]
    pub fn replacement(self, other: Class, groups: usize) -> u8 {
        REPLACEMENT[groups][self.index() << 8 | other.index()]
    }
}
