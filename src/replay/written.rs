//! What the writers of records share.

use crate::hand::{Call, Meld};
use crate::tile::Tile;

/// The tile that was claimed, the one that was added to a pon, and the others.
pub(super) fn parts(meld: &Meld) -> (Option<Tile>, Option<Tile>, Vec<Tile>) {
    let mut tiles: Vec<Tile> = meld.tiles().collect();
    let mut take = |tile: Tile| {
        let at = tiles.iter().position(|&other| other == tile)?;
        Some(tiles.remove(at))
    };
    let (claimed, added) = match meld.call() {
        Call::Chi { claimed } | Call::Pon { claimed, .. } | Call::Daiminkan { claimed, .. } => {
            (take(claimed), None)
        }
        Call::Kakan { claimed, added, .. } => (take(claimed), take(added)),
        Call::Ankan => (None, None),
    };
    (claimed, added, tiles)
}
