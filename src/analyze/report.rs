//! The answer of an analysis: every action with what it is worth.

use super::because::Because;
use super::depth::SearchEnd;
use super::facts::{self, Facts};
use crate::legal::Action;
use crate::round::Reason;
use crate::search::Play;
use crate::shape::{Shanten, Ukeire};

/// What a nagashi mangan has to do with an action.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Nagashi {
    /// Nothing.
    None,
    /// The river lasts to this share of the exhaustive draws, which then pay so much more than others.
    Paid {
        /// The share, 0..1.
        share: f64,
        /// In the unit of the values.
        more: f64,
    },
    /// A play that goes for it is better than what the search finds.
    Planned(Box<Play>),
}

/// An action and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// What to do.
    pub action: Action,
    /// Shanten after it.
    pub shanten: Shanten,
    /// Tiles that lower shanten after it.
    pub ukeire: Ukeire,
    /// What follows when the best is done from then on.
    pub play: Play,
    /// How likely a strong player is to discard so, 0..1, of all discards here; none where that is not known: for
    /// other actions, and where the table is not.
    pub policy: Option<f64>,
    /// Whether it is an average of hands as far and as wide after it, since the search of this action does not fit.
    pub estimated: bool,
    /// Why the round ends with it unless somebody wins on its tile, or the player on a kan's replacement tile; none where play goes on.
    pub ends: Option<Reason>,
    /// What it is worth, in points or placement points: the sum of what the five ends of `play` add.
    pub value: f64,
    /// Estimated bias of the values of such candidates, in points or placement points; none where records do not correct
    /// them.
    pub value_error: Option<f64>,
    /// What it is ranked by: its value, or the rate that is striven for.
    pub ranked: f64,
    /// What its search says itself, before anything that records tell: points, or placement points.
    pub searched: f64,
    /// 1 for the best candidate by value and for those that are about equal to it; every other has a group of its own, in the order of value.
    pub group: u32,
    /// What each reason adds to `searched`: all of it to `value`, to within rounding; nothing where nothing is corrected.
    pub because: Because,
    /// The share of strong players that do so, 0..1: `policy`, less what kans take of it, and that of a kan or of an action on a tile on
    /// offer.
    pub share: Option<f64>,
    /// The search that it comes from, and its place there; none where nothing was searched, or nobody asks.
    pub(super) origin: Option<(usize, usize)>,
    /// What a nagashi mangan has to do with it.
    pub(super) nagashi: Nagashi,
    /// What its figures are corrected by; none where they are not: of wins, in riichi, at a table that is not known.
    pub facts: Option<Facts>,
}

impl Candidate {
    /// Whether its figures are known without records, because the round ends with it.
    pub(super) fn is_known(&self) -> bool {
        self.ends.is_some()
    }

    /// Adds what a nagashi mangan pays to a value that is complete but for it.
    pub(super) fn pay_nagashi(&mut self) {
        let Nagashi::Paid { share, more } = self.nagashi else { return };
        let searched = self.facts.map_or(self.play.parts.draw.rate, |facts| facts.searched.draw.rate);
        let (predicted, paid) = (searched * share * more, self.play.parts.draw.rate * share * more);
        let corrected = self.value != self.searched;
        self.searched += predicted;
        self.play.parts.draw.value += paid;
        self.value = self.play.value();
        if self.facts.is_some() {
            self.because.add(facts::Reason::Usual, paid - predicted);
        } else if !corrected {
            // the two sums are rounded in different orders
            self.searched = self.value;
        }
    }
}

/// Every action with its value, at one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Best first, by [`Candidate::ranked`]; those of group 1 by the probability that strong players choose them.
    pub candidates: Vec<Candidate>,
    /// Shanten of the hand.
    pub shanten: Shanten,
    /// Number of tiles that the player cannot see.
    pub unseen: usize,
    /// Tiles left in the live wall.
    pub tiles_left: usize,
    /// Own draws left.
    pub draws_left: usize,
    /// Whether nothing was searched, since not even the shortest ways to a win fit: figures are averages
    /// of hands as far and as wide.
    pub estimated: bool,
    /// Hands in the graphs.
    pub hands: usize,
    /// Exchange number n.
    pub exchanges: usize,
    /// Call limit m_f.
    pub calls: usize,
    /// Whether n is more than the shanten number.
    pub complete: bool,
    /// How many of the depths that are looked at are shallower.
    pub depth: usize,
    /// Whether and why it is the last one.
    pub ended: SearchEnd,
}
