//! What is known of an action beside the figures of its search.

use super::calibration::Case;
use super::taken::Taken;
use crate::ends::ENDS;
use crate::search::{End, Parts};

/// What is known of an action: what a correction of its figures can go by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Facts {
    /// The situation and the sort of action.
    pub case: Case,
    /// Shanten after it, and that of four groups and of seven pairs alone: 7 where there are melds.
    pub shanten: i32,
    /// Of four groups and a pair.
    pub groups: i32,
    /// Of seven pairs.
    pub pairs: i32,
    /// Whether it is 2-shanten or farther, and nearer to thirteen orphans than to any other form.
    pub orphans: bool,
    /// Whether the hand is open after it.
    pub open: bool,
    /// Shanten as a hand that wins with a yaku.
    pub yaku: i32,
    /// Whether it is a kan.
    pub kan: bool,
    /// The share of strong players that declare riichi here, where it is possible and known.
    pub riichi_share: Option<f64>,
    /// The share of them that call, where a tile is on offer.
    pub call_share: Option<f64>,
    /// What share of them takes it, where it is one of the actions on a tile on offer.
    pub taken: Option<Taken>,
    /// Which of the depths it was searched to.
    pub depth: usize,
    /// Exchanges beyond the hand's shanten.
    pub beyond: usize,
    /// Whether its report has more hands than `fast` searches.
    pub large: bool,
    /// Whether a hanchan is played.
    pub hanchan: bool,
    /// Whether the player is the dealer.
    pub dealer: bool,
    /// What its discard risks at once.
    pub risk: End,
    /// What its search says itself, uncorrected.
    pub searched: Parts,
    /// What becomes of it by the calibration of rates by situation.
    pub by_situation: Parts,
    /// What becomes of that by what all recorded discards say.
    pub calibrated: Parts,
    /// What becomes of that by action and table: what play-outs of differences correct.
    pub by_table: Parts,
    /// Share of plays in which the search gives the hand up.
    pub folds: f64,
    /// How often each end comes by what all recorded discards say, once its discard has passed.
    pub recorded: [f64; ENDS],
}
