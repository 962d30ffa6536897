//! A checked hand of either size.

use crate::analyze::{Offered, Position};
use crate::hand::{DrawnHand, WaitingHand};
use crate::tile::Tile;

/// A hand of either size and the tile that it is about.
#[derive(Clone, PartialEq, Debug)]
pub enum Hand {
    /// 14 tiles.
    Drawn {
        /// The hand.
        hand: DrawnHand,
        /// The tile drawn last: the last of the concealed tiles as they were written.
        drawn: Option<Tile>,
    },
    /// 13 tiles.
    Waiting {
        /// The hand.
        hand: WaitingHand,
        /// The discard on offer.
        offered: Option<Offered>,
    },
}

impl Hand {
    /// As the analysis takes it.
    pub const fn position(&self) -> Position<'_> {
        match self {
            Hand::Drawn { hand, drawn } => Position::Drawn { hand, drawn: *drawn },
            Hand::Waiting { hand, offered } => Position::Waiting { hand, offered: *offered },
        }
    }
}
