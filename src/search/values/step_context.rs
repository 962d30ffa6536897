//! What is known when a step is valued or played.

use crate::search::float::Float;
use crate::search::values::risk::StepRisk;
use crate::tile::Tile;

/// What is known when step `j` is valued.
pub(crate) struct StepContext<'a, R> {
    pub(crate) j: usize,
    /// By successor: `A(q, j + 1)`, what a hand with kans is worth right after its kan, and what each
    /// 14-tile hand is worth by its best discard or kan. After the last draw nothing is drawn or called, and nobody reads them.
    /// All of that as `StepRisk` compares it.
    pub(crate) successors: &'a [R],
    /// What the next discard risks.
    pub(crate) risk: Option<&'a StepRisk<R>>,
    /// Before a coming riichi, where one can come in this step.
    pub(crate) coming_riichi: Option<RiichiChance<'a, R>>,
}

/// A coming riichi that can come before the own draw.
#[derive(Clone, Copy)]
pub(crate) struct RiichiChance<'a, R> {
    /// Its probability.
    pub(crate) rate: R,
    /// By hand what the draw is worth after it.
    pub(crate) drawn: &'a [R],
}

impl<R: Float> StepContext<'_, R> {
    /// What a draw is worth that a coming riichi can come before.
    pub(crate) fn with_coming_riichi(&self, node: usize, drawn: R) -> R {
        self.coming_riichi
            .map_or(drawn, |coming_riichi| drawn + coming_riichi.rate * (coming_riichi.drawn[node] - drawn))
    }

    /// What something that is compared is worth to a hand.
    pub(crate) fn denormalised(&self, normalised: R, key: u64) -> R {
        self.risk.map_or(normalised, |risk| risk.denormalised(normalised, key))
    }

    /// What a win with a tile drawn is worth, as it is compared.
    pub(crate) fn normalised_win(&self, value: R, key: u64, tile: Tile) -> R {
        self.risk.map_or(value, |risk| risk.normalised_win(value, key, tile))
    }

    /// What drawing a tile gains, of which so much is to be gained if its discard were safe.
    pub(crate) fn gain(&self, tile: Tile, gain: R) -> R {
        self.risk.map_or(gain, |risk| risk.compared_tile(tile) * gain)
    }

    /// The same by the tile's code.
    pub(crate) fn gain_by_code(&self, code: u8, gain: R) -> R {
        self.risk.map_or(gain, |risk| risk.compared(code) * gain)
    }
}
