//! What lies before one player.

use crate::hand::Meld;
use crate::round::river::River;

/// What lies before one player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Side {
    /// Discards, called ones included, and own kans.
    pub river: River,
    /// The melds; of several orders that fit, the given one counts.
    pub melds: Vec<Meld>,
}
