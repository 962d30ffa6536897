//! What a hand lacks: shanten, ukeire, waits.
//!
//! A hand's replacement number is the least number of tiles to draw until it holds a winning form (seed
//! 001, eq. 5), and [`Shanten`] is one less. A winning form has no fifth copy of a kind, and the copies in
//! the hand's own melds count: four groups and a pair of which the concealed part w and the melds together
//! use at most four of each kind. So a hand whose only completing tiles are all in its own melds or among
//! its own concealed tiles is not tenpai. Tiles elsewhere (rivers, indicators) do not change the shanten;
//! they are what [`Unseen`] is for.

mod distances;
pub mod forms;
mod limits;
pub mod lookup;
mod special;
mod ukeire;
mod waits;

pub use ukeire::{Discard, Ukeire, discards, ukeire};
pub use waits::{Wait, WaitForms, wait_forms, waits};

use crate::hand::{DrawnHand, Meld, WaitingHand};
use crate::tile::Counts;
use lookup::SuitKey;
use special::Special;
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

    /// Seed 001, eq. 6.
    const fn from_replacement(tiles: u8) -> Shanten {
        Shanten(tiles as i8 - 1)
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
}

impl Hand for DrawnHand {
    fn concealed(&self) -> &Counts {
        self.concealed()
    }
    fn melds(&self) -> &[Meld] {
        self.melds()
    }
}

/// Tiles that are no part of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// There is nothing to measure.
    #[error("a hand has at least one concealed tile")]
    NoTiles,
    /// A hand has at most 14 tiles, a meld counted as three.
    #[error("{concealed} concealed tiles with {melds} melds are more than 14 tiles")]
    TooMany {
        /// Concealed tiles given.
        concealed: usize,
        /// Melds given.
        melds: usize,
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
pub fn shanten(hand: &impl Hand) -> Shanten {
    if hand.melds().is_empty() {
        let counts = hand.concealed().as_array();
        let special = Special::of(counts);
        let special = special.seven_pairs().min(special.thirteen_orphans());
        Shanten::from_replacement(standard(counts, 4).min(special))
    } else {
        Shanten::from_replacement(limits::standard(hand))
    }
}

/// The hand's shanten by winning form.
pub fn shanten_by_form(hand: &impl Hand) -> ByForm {
    if hand.melds().is_empty() {
        all_forms(hand.concealed().as_array())
    } else {
        let standard = Shanten::from_replacement(limits::standard(hand));
        ByForm { standard, seven_pairs: None, thirteen_orphans: None }
    }
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
    let tiles = concealed.total();
    if tiles == 0 {
        return Err(SizeError::NoTiles);
    }
    if melds > 4 || tiles + 3 * melds > DrawnHand::SIZE {
        return Err(SizeError::TooMany { concealed: tiles, melds });
    }
    let counts = concealed.as_array();
    if melds == 0 {
        return Ok(all_forms(counts));
    }
    let standard = Shanten::from_replacement(standard(counts, 4 - melds));
    Ok(ByForm { standard, seven_pairs: None, thirteen_orphans: None })
}

fn all_forms(counts: &[u8; 34]) -> ByForm {
    let special = Special::of(counts);
    ByForm {
        standard: Shanten::from_replacement(standard(counts, 4)),
        seven_pairs: Some(Shanten::from_replacement(special.seven_pairs())),
        thirteen_orphans: Some(Shanten::from_replacement(special.thirteen_orphans())),
    }
}

/// Replacement number for this many groups and a pair.
#[inline]
fn standard(counts: &[u8; 34], groups: usize) -> u8 {
    let [man, pin, sou, honours] = SuitKey::of_hand(counts).map(SuitKey::class);
    man.join(pin).replacement(sou.join(honours), groups)
}
