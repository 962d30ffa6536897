//! Which tiles help.

use super::keyed::KeyedHand;
use super::limits::LimitedHand;
use super::{Hand, Shanten};
use crate::hand::{DrawnHand, Unseen, WaitingHand};
use crate::tile::{KindSet, Tile};

/// The tiles that lower a hand's shanten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ukeire {
    /// Kinds that lower it and of which a tile is unseen.
    pub kinds: KindSet,
    /// Unseen tiles of those kinds.
    pub tiles: u32,
    /// Kinds that would lower it, but all of their tiles can be seen. A kind of which the player's own
    /// concealed tiles and melds hold all four lowers nothing and is not here either.
    pub dead: KindSet,
}

impl Ukeire {
    fn count(helpful: KindSet, unseen: &Unseen) -> Ukeire {
        let mut ukeire = Ukeire::default();
        for kind in helpful.iter() {
            match unseen.counts()[kind] {
                0 => ukeire.dead.insert(kind),
                n => {
                    ukeire.kinds.insert(kind);
                    ukeire.tiles += u32::from(n);
                }
            }
        }
        ukeire
    }
}

/// The tiles that lower the shanten of a hand.
pub fn ukeire(hand: &WaitingHand, unseen: &Unseen) -> Ukeire {
    Ukeire::count(helpful(hand), unseen)
}

/// Kinds that lower the shanten and of which the player does not own all four.
pub(super) fn helpful(hand: &WaitingHand) -> KindSet {
    if hand.melds().is_empty() {
        keyed(hand).helpful()
    } else {
        LimitedHand::of(hand).shanten_and_helpful().1
    }
}

/// One way to discard, and what is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discard {
    /// What is discarded.
    pub tile: Tile,
    /// The shanten afterwards.
    pub shanten: Shanten,
    /// The ukeire afterwards.
    pub ukeire: Ukeire,
}

/// Every discard in the order of tiles, with the shanten and ukeire after it.
///
/// `unseen` is what the player does not see now: the discard leaves it as it is.
pub fn discards(hand: &DrawnHand, unseen: &Unseen) -> Vec<Discard> {
    discards_where(hand, unseen, |_| true)
}

/// Of [`discards`], those that leave a shanten which is asked for; ukeire is the dear part, and only they need it.
pub(crate) fn discards_where(
    hand: &DrawnHand,
    unseen: &Unseen,
    asked: impl Fn(Shanten) -> bool,
) -> Vec<Discard> {
    let without: &dyn Fn(Tile) -> Option<(Shanten, KindSet)> = if hand.melds().is_empty() {
        let keyed = keyed(hand);
        &move |tile| {
            let after = keyed.minus(tile.kind())?;
            let shanten = after.shanten();
            asked(shanten).then(|| (shanten, after.helpful()))
        }
    } else {
        let limited = LimitedHand::of(hand);
        &move |tile| {
            let after = limited.minus(tile.kind()).map(|after| after.shanten_and_helpful());
            after.filter(|&(shanten, _)| asked(shanten))
        }
    };
    let discard = |tile| {
        let (shanten, helpful) = without(tile)?;
        Some(Discard { tile, shanten, ukeire: Ukeire::count(helpful, unseen) })
    };
    hand.discards().filter_map(discard).collect()
}

fn keyed(hand: &impl Hand) -> KeyedHand {
    KeyedHand::of(hand.concealed(), hand.tiles(), 0, hand.players())
}
