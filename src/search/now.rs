//! What is known when a step is valued or played.

use super::real::Real;
use super::risk::StepRisk;
use crate::tile::Tile;

/// What is known when step `j` is valued.
pub(super) struct Now<'a, R> {
    pub(super) j: usize,
    /// By spot: `A(q, j + 1)`, what a hand with kans is worth right after its kan, and what each
    /// 14-tile hand is worth by its best discard or kan. After the last draw nothing is drawn or called, and nobody reads them.
    /// All of that as `StepRisk` compares it.
    pub(super) spots: &'a [R],
    /// What the next discard risks.
    pub(super) risk: Option<&'a StepRisk<R>>,
    /// Before an alarm, where one can come in this step.
    pub(super) alarm: Option<Comes<'a, R>>,
}

/// An alarm that can come before the own draw.
#[derive(Clone, Copy)]
pub(super) struct Comes<'a, R> {
    /// Its probability.
    pub(super) rate: R,
    /// By hand what the draw is worth after it.
    pub(super) drawn: &'a [R],
}

impl<R: Real> Now<'_, R> {
    /// What a draw is worth that an alarm can come before.
    pub(super) fn after_alarm(&self, node: usize, drawn: R) -> R {
        self.alarm.map_or(drawn, |alarm| drawn + alarm.rate * (alarm.drawn[node] - drawn))
    }

    /// What something that is compared is worth to a hand.
    pub(super) fn lowered(&self, lifted: R, key: u64) -> R {
        self.risk.map_or(lifted, |risk| risk.lowered(lifted, key))
    }

    /// What a win with a tile drawn is worth, as it is compared.
    pub(super) fn lifted_win(&self, value: R, key: u64, tile: Tile) -> R {
        self.risk.map_or(value, |risk| risk.lifted_win(value, key, tile))
    }

    /// What drawing a tile gains, of which so much is to be gained if its discard were safe.
    pub(super) fn gain(&self, tile: Tile, gain: R) -> R {
        self.risk.map_or(gain, |risk| risk.compared_tile(tile) * gain)
    }

    /// The same by the tile's code.
    pub(super) fn gain_by_code(&self, code: u8, gain: R) -> R {
        self.risk.map_or(gain, |risk| risk.compared(code) * gain)
    }
}
