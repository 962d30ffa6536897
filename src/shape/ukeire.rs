//! Which tiles help.

use super::{Shanten, shanten, shanten_by_form};
use crate::hand::{DrawnHand, Unseen, WaitingHand};
use crate::tile::{Kind, KindSet, Tile};

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

/// The tiles that lower the shanten of a hand.
pub fn ukeire(hand: &WaitingHand, unseen: &Unseen) -> Ukeire {
    count(helpful(hand), unseen)
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
    hand.discards()
        .filter_map(|tile| {
            let after = hand.discard(tile)?;
            Some(Discard { tile, shanten: shanten(&after), ukeire: ukeire(&after, unseen) })
        })
        .collect()
}

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

/// Kinds that lower the shanten and of which the player does not own all four.
pub(super) fn helpful(hand: &WaitingHand) -> KindSet {
    let now = shanten_by_form(hand).least();
    let owned = hand.owned();
    Kind::ALL
        .into_iter()
        .filter(|&k| owned[k] < 4 && hand.draw(Tile::plain(k)).is_ok_and(|drawn| shanten(&drawn) < now))
        .collect()
}
