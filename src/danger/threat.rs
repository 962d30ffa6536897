//! The answer: risks by opponent and tile.

use super::OF_NORTH;
use crate::round::{Robbable, View};
use crate::rules::{Length, MultipleRon};
use crate::tile::{BySeat, Seat, Tile};
use serde::Serialize;

/// A danger model: ours, the paper's, or the table of classes.
pub trait Estimator: Sync {
    /// The risks of every tile against every opponent, in a game of this length. What is safe by the rules has the rate 0.
    fn danger(&self, view: &View, length: Length) -> Danger;
}

/// What a part of a risk comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Cause {
    /// The class of the tile, and how many of it are unseen.
    Tile,
    /// Open-ended waits that furiten rules out, or leaves.
    Suji,
    /// How many shapes are left for the opponent to wait with, this tile's among them.
    Shapes,
    /// Unseen copies of the tiles beside it: walls, one-chance.
    Walls,
    /// What the opponent discarded near it, and when.
    River,
    /// The riichi tile, or the last tile out of the hand.
    LastTile,
    /// Discarded by others since the opponent's hand last changed.
    Passed,
    /// Dora and red fives.
    Dora,
    /// What the opponent discarded of this suit and of others.
    Suit,
    /// The opponent's melds and the yaku that they leave.
    Melds,
    /// The turn, tiles left, discards out of the hand and as drawn.
    Turn,
    /// Other riichi, who deals, and how the opponent plays against a riichi.
    Table,
    /// All of it together, beyond what the others add up to.
    Whole,
}

impl Cause {
    /// All of them.
    pub const ALL: [Cause; 13] = [
        Cause::Tile,
        Cause::Suji,
        Cause::Shapes,
        Cause::Walls,
        Cause::River,
        Cause::LastTile,
        Cause::Passed,
        Cause::Dora,
        Cause::Suit,
        Cause::Melds,
        Cause::Turn,
        Cause::Table,
        Cause::Whole,
    ];
}

/// What each opponent can do to one seat's discards.
#[derive(Clone, PartialEq, Debug)]
pub struct Danger {
    /// By seat; none for the viewer, and where nobody sits.
    pub threats: BySeat<Option<Threat>>,
    /// What the table does when several win on one discard.
    pub multiple_ron: MultipleRon,
}

/// What one opponent can do.
#[derive(Clone, PartialEq, Debug)]
pub struct Threat {
    /// The probability that the opponent is tenpai, 0..1; 1 after riichi.
    pub tenpai: f64,
    /// By tile, in the order of [`Tile::index`]; a red five costs more than a plain one.
    pub risks: Vec<Risk>,
}

/// What discarding one tile risks against one opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Risk {
    /// The probability that it deals in, 0..1.
    pub rate: f64,
    /// What is paid when it does, cheapest first; empty when the rate is 0.
    pub payments: Vec<Payment>,
    /// What the rate comes from, the strongest first; empty when the rate is 0.
    pub facts: Vec<Fact>,
}

/// What one cause does to a risk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fact {
    /// The cause.
    pub cause: Cause,
    /// What it adds to the log-odds of a wait, less what it adds to an average tile that may deal in.
    pub effect: f64,
}

/// One price of a deal-in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payment {
    /// Points, honba and riichi sticks left out.
    pub points: u32,
    /// Its probability given a deal-in; a risk's payments add up to 1.
    pub rate: f64,
}

impl Risk {
    /// No risk at all.
    pub const NONE: Risk = Risk { rate: 0.0, payments: Vec::new(), facts: Vec::new() };

    /// The mean of what is paid when the tile deals in, points; 0 when it cannot.
    pub fn mean(&self) -> f64 {
        self.payments.iter().map(|p| f64::from(p.points) * p.rate).sum()
    }

    /// The expected loss by this tile, points.
    pub fn loss(&self) -> f64 {
        self.rate * self.mean()
    }
}

impl Threat {
    /// What discarding the tile risks.
    pub fn risk(&self, tile: Tile) -> &Risk {
        &self.risks[tile.index()]
    }
}

impl Danger {
    /// The probability that the tile deals in to anybody, the opponents taken as independent.
    pub fn rate(&self, tile: Tile) -> f64 {
        let safe = self.against(tile).map(|(_, risk)| 1.0 - risk.rate);
        1.0 - safe.product::<f64>()
    }

    /// The expected loss by the tile, points: that of every opponent who wins and is paid, the opponents taken as
    /// independent.
    pub fn loss(&self, tile: Tile) -> f64 {
        let viewer = Seat::ALL.into_iter().find(|&seat| self.threats[seat].is_none());
        let risk =
            |place| viewer.and_then(|viewer| Some(self.threats[viewer.after(place)].as_ref()?.risk(tile)));
        let risks = [1, 2, 3].map(risk);
        let winners = self.multiple_ron.winners(risks.map(|risk| risk.map_or(0.0, |risk| risk.rate)));
        let paid = |i: usize| winners.first[i] + winners.later[i];
        (0..3).map(|i| paid(i) * risks[i].map_or(0.0, Risk::mean)).sum()
    }

    /// The same where norths are set aside, and not discarded.
    pub fn of_kita(&self) -> Danger {
        let mut danger = self.clone();
        for threat in danger.threats.0.iter_mut().flatten() {
            threat.risks[Robbable::Kita.tile().index()].rate *= OF_NORTH;
        }
        danger
    }

    fn against(&self, tile: Tile) -> impl Iterator<Item = (Seat, &Risk)> {
        Seat::ALL.into_iter().filter_map(move |seat| Some((seat, self.threats[seat].as_ref()?.risk(tile))))
    }
}
