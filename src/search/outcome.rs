//! The answer of a search: its actions, best first.

use super::Play;
use crate::tile::Tile;

/// What the player does at the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Discards a tile of a drawn hand.
    Discard {
        /// The tile.
        tile: Tile,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// Goes on with a waiting hand.
    Wait,
}

/// One action at the root and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What the player does.
    pub action: Move,
    /// What follows.
    pub play: Play,
}

/// All actions, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Every discard, with and without riichi where both are possible; a waiting hand has one row, in riichi too.
    pub rows: Vec<Row>,
    /// |Q_S|: number of 13-tile hands in the graph, those with a red five in another place counted apart.
    pub hands: usize,
    /// Exchange number n.
    pub exchanges: usize,
    /// Call limit m_f.
    pub calls: usize,
    /// Whether n is more than the shanten number.
    pub complete: bool,
}
