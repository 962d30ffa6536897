//! What a hand lacks: shanten, ukeire, waits.
//!
//! A hand's replacement number is the least number of tiles to draw until it holds a winning form (tomohxx,
//! eq. 5), and [`Shanten`] is one less. A winning form has no fifth copy of a kind, and the copies in
//! the hand's own melds count: four groups and a pair of which the concealed part w and the melds together
//! use at most four of each kind. So a hand whose only completing tiles are all in its own melds or among
//! its own concealed tiles is not tenpai. Tiles elsewhere (rivers, indicators) do not change the shanten;
//! they are what [`Unseen`](crate::hand::Unseen) is for.

mod automaton;
mod distances;
pub mod forms;
mod keyed;
mod lanes;
mod limits;
pub mod lookup;
mod special;
mod ukeire;
mod wait;
mod waits;
mod widest;

pub use keyed::KeyedHand;
pub(crate) use ukeire::discards_where;
pub use ukeire::{Discard, Ukeire, discards, ukeire};
pub use wait::Wait;
pub use waits::{WaitForms, wait_forms, waits};
pub(crate) use widest::Widest;

use crate::hand::{DrawnHand, Meld, WaitingHand, counted};
use crate::tile::{Counts, Kind, Players};
use std::fmt;

/// Tiles from tenpai: 0 is tenpai, -1 complete.
///
/// At most 8 for a whole hand (13 or 14 tiles, a meld counted as three) in its nearest form; up to 13 for
/// one form alone or for fewer tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shanten(i8);

impl Shanten {
    /// A winning form.
    pub const COMPLETE: Shanten = Shanten(-1);
    /// One tile from a winning form.
    pub const TENPAI: Shanten = Shanten(0);

    /// tomohxx, eq. 6.
    const fn from_replacement(tiles: u8) -> Shanten {
        Shanten(tiles as i8 - 1)
    }

    /// One nearer.
    const fn less(self) -> Shanten {
        Shanten(self.0 - 1)
    }

    /// -1..=13.
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// One tile from a winning form.
    pub const fn is_tenpai(self) -> bool {
        self.0 == 0
    }

    /// A winning form.
    pub const fn is_complete(self) -> bool {
        self.0 == -1
    }
}

impl fmt::Display for Shanten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Shanten by winning form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ByForm {
    /// Four groups and a pair.
    pub standard: Shanten,
    /// Seven different pairs; not with melds.
    pub seven_pairs: Option<Shanten>,
    /// One of each terminal and honour, and one of them twice; not with melds.
    pub thirteen_orphans: Option<Shanten>,
}

impl ByForm {
    /// The nearest form's.
    pub fn least(&self) -> Shanten {
        let special = self.seven_pairs.into_iter().chain(self.thirteen_orphans);
        special.fold(self.standard, Shanten::min)
    }
}

/// A hand of either size.
pub trait Hand: sealed::Sealed {
    /// The tiles that are not in melds.
    fn concealed(&self) -> &Counts;
    /// The melds.
    fn melds(&self) -> &[Meld];
    /// How many tiles are not in melds.
    fn tiles(&self) -> u8;
    /// How many play: which tiles exist.
    fn players(&self) -> Players;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::hand::WaitingHand {}
    impl Sealed for crate::hand::DrawnHand {}
}

impl Hand for WaitingHand {
    fn concealed(&self) -> &Counts {
        self.concealed()
    }
    fn melds(&self) -> &[Meld] {
        self.melds()
    }
    fn tiles(&self) -> u8 {
        (WaitingHand::SIZE - 3 * self.melds().len()) as u8
    }
    fn players(&self) -> Players {
        self.deck().players()
    }
}

impl Hand for DrawnHand {
    fn concealed(&self) -> &Counts {
        self.concealed()
    }
    fn melds(&self) -> &[Meld] {
        self.melds()
    }
    fn tiles(&self) -> u8 {
        (DrawnHand::SIZE - 3 * self.melds().len()) as u8
    }
    fn players(&self) -> Players {
        self.deck().players()
    }
}

/// Tiles that are no part of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// There is nothing to measure.
    #[error("a hand has at least one concealed tile")]
    NoTiles,
    /// A hand has at most four melds, and 14 tiles, a meld counted as three.
    #[error("{}: a hand has at most 14, and four melds", counted(*concealed, *melds))]
    TooMany {
        /// Concealed tiles given.
        concealed: usize,
        /// Melds given.
        melds: usize,
    },
    /// A tile that three players do not have.
    #[error("{kind} does not exist with three players: 2m to 8m are left out")]
    NotInDeck {
        /// The kind.
        kind: Kind,
    },
}

/// The hand's shanten in its nearest form.
///
/// ```
/// use nanikiru::{hand::{Melds, WaitingHand}, shape::shanten, tile::{Counts, Kind, Reds}};
///
/// let mut tiles = Counts::EMPTY;
/// for i in [0, 1, 2, 12, 13, 14, 24, 25, 26, 27, 27, 28, 28] {
///     tiles.add(Kind::ALL[i]).unwrap();
/// }
/// let hand = WaitingHand::new(tiles, Reds::NONE, Melds::new()).unwrap();
/// assert!(shanten(&hand).is_tenpai());
/// ```
#[inline]
pub fn shanten(hand: &impl Hand) -> Shanten {
    if hand.melds().is_empty() {
        Shanten::from_replacement(keyed::closed_replacement(hand.concealed().as_array(), hand.players()))
    } else {
        limits::shanten(hand)
    }
}

/// The hand's shanten by winning form.
pub fn shanten_by_form(hand: &impl Hand) -> ByForm {
    if hand.melds().is_empty() {
        by_form(&KeyedHand::of(hand.concealed(), hand.tiles(), 0, hand.players()))
    } else {
        ByForm { standard: limits::shanten(hand), seven_pairs: None, thirteen_orphans: None }
    }
}

/// Whether the hand is tenpai as thirteen orphans.
pub fn is_thirteen_orphans_tenpai(hand: &WaitingHand) -> bool {
    shanten_by_form(hand).thirteen_orphans.is_some_and(|shanten| shanten.is_tenpai())
}

/// Shanten by winning form of 1 to 14 concealed tiles beside a number of melds.
///
/// Tiles that a whole hand would have and that are not given are still to be drawn. Which kinds the melds
/// hold is not asked, so a form that needs a fifth copy beside them is not ruled out: a hand type is exact.
///
/// ```
/// use nanikiru::{shape::shanten_of, tile::{Counts, Kind}};
///
/// let single = Counts::EMPTY.plus(Kind::ALL[0]).unwrap();
/// assert_eq!(shanten_of(&single, 4).unwrap().least().get(), 0);
/// assert_eq!(shanten_of(&single, 0).unwrap().standard.get(), 12);
/// assert!(shanten_of(&single, 5).is_err());
/// ```
pub fn shanten_of(concealed: &Counts, melds: usize) -> Result<ByForm, SizeError> {
    KeyedHand::new(concealed, melds).map(|hand| by_form(&hand))
}

/// The same of the tiles that so many players have.
///
/// # Errors
/// When they make no part of a hand, or one of them does not exist.
pub fn shanten_among(players: Players, concealed: &Counts, melds: usize) -> Result<ByForm, SizeError> {
    KeyedHand::among(players, concealed, melds).map(|hand| by_form(&hand))
}

fn by_form(hand: &KeyedHand) -> ByForm {
    let special = hand.special();
    ByForm {
        standard: Shanten::from_replacement(hand.standard()),
        seven_pairs: special.map(|s| Shanten::from_replacement(s.seven_pairs())),
        thirteen_orphans: special.map(|s| Shanten::from_replacement(s.thirteen_orphans())),
    }
}
