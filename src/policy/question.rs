//! What is asked of the nets where a discard is due.

use crate::danger::Danger;
use crate::hand::DrawnHand;
use crate::round::{Schedule, View};
use crate::tile::Tile;

/// A discard is due.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What the player sees, with 14 tiles in hand.
    pub view: &'a View<'a>,
    /// The hand.
    pub hand: &'a DrawnHand,
    /// The tile drawn last; none after a call.
    pub drawn: Option<Tile>,
    /// What the others can do.
    pub danger: &'a Danger,
    /// Where the round stands in its game.
    pub schedule: Schedule,
}
