//! What the player strives for.

use crate::search::{self, Play};

/// What the player strives for; every figure describes the play that does so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// The most points in this round.
    #[default]
    Points,
    /// The most placement points, uma and oka of the rules, at the end of the game.
    Placement,
    /// The most wins.
    WinRate,
    /// To win or be tenpai at the exhaustive draw.
    Tenpai,
}

impl Objective {
    /// As the search knows it.
    pub(super) const fn searched(self) -> search::Criterion {
        match self {
            Objective::Points | Objective::Placement => search::Criterion::Value,
            Objective::WinRate => search::Criterion::WinRate,
            Objective::Tenpai => search::Criterion::Tenpai,
        }
    }

    /// What a play is worth by it.
    pub fn worth(self, play: &Play) -> f64 {
        match self {
            Objective::Points | Objective::Placement => play.value,
            Objective::WinRate => play.win_rate,
            Objective::Tenpai => play.win_rate + play.tenpai_at_draw,
        }
    }
}
