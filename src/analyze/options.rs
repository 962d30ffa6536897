//! What an analysis is asked for: what the player strives for, and how deep it goes.

use crate::legal::Action;
use crate::search::{self, Kans, Play};
use crate::tile::{Kind, KindSet};
use serde::{Deserialize, Serialize};

/// What the player strives for; all figures describe the play that does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ObjectiveWord"))]
#[serde(rename_all = "camelCase")]
pub enum Objective {
    /// The most points in this round.
    #[default]
    Points,
    /// The most placement points (uma and oka of the rules) at the end of the game: needs the points of all players,
    /// and takes the round's number and the length into account. With `mahjong-soul`, `wrc` and `ema` each place is
    /// worth as much more than the next one, so that they are linear in the mean rank; with `tenhou` and `m-league`
    /// they are not.
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
            Objective::Points | Objective::Placement => play.value(),
            Objective::WinRate => play.win_rate(),
            Objective::Tenpai => play.win_rate() + play.tenpai_at_draw,
        }
    }
}

/// How deep the last search of an analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// Only the shortest ways to a win, without calls, as far as they take some milliseconds: one report.
    First,
    /// The calls, and one exchange more, as far as they take no more than a blink: for whole games.
    Fast,
    /// One exchange more than the shanten number, then the calls too, as far as they take no more than a moment.
    #[default]
    Full,
    /// On to two and more exchanges more, while time and memory allow.
    Deepest,
    /// This exchange number at once: one report.
    Exactly {
        /// n.
        exchanges: usize,
    },
}

/// The candidates with details: curves by turn, and yaku. All other figures are the same bits whichever these are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DetailScope {
    /// None: the fastest.
    None,
    /// The candidate that stands first.
    #[default]
    First,
    /// All: nearly twice the time.
    All,
    /// The candidate of one action, if there is one.
    Of(Action),
}

impl DetailScope {
    /// Whether the candidate of an action in this place is one of them.
    pub(super) fn has(self, place: usize, action: &Action) -> bool {
        match self {
            DetailScope::None => false,
            DetailScope::First => place == 0,
            DetailScope::All => true,
            DetailScope::Of(one) => one == *action,
        }
    }
}

/// What an analysis may do and what it strives for.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How deep it goes.
    pub depth: Depth,
    /// The call limit m_f, 0..=4.
    pub calls: usize,
    /// Kans on the way.
    pub kans: Kans,
    /// What the player strives for.
    pub objective: Objective,
    /// Whether the others offer tiles and end the round as in real games; else the pure single-player
    /// game: nobody else wins, and wins are by tsumo only.
    pub others: bool,
    /// Whether discards can deal in, and the others' wins are forecast from this table, where the whole
    /// table is known; else the others are those of an average game.
    pub danger: bool,
    /// Whether candidates that are about equal stand in the order of what strong players choose; only where danger counts, and
    /// only for points and placement points.
    pub policy: bool,
    /// Whether rates are those that hold in recorded games, where danger counts and for points and placement points; else
    /// they are those of the search alone.
    pub calibration: bool,
    /// The candidates with details: what happens when, and by which yaku.
    pub detailed: DetailScope,
    /// Kinds that may come into the hand, as in [`search::Options::wanted`].
    pub wanted: KindSet,
    /// Largest number of hands to hold.
    pub max_hands: usize,
    /// Memory that a search may take, in bytes.
    pub memory: usize,
    /// Time for the whole analysis, in milliseconds; the first report comes in any case.
    pub budget_ms: Option<f64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            depth: Depth::Full,
            calls: 2,
            kans: Kans::Held,
            objective: Objective::Points,
            others: true,
            danger: true,
            policy: true,
            calibration: true,
            detailed: DetailScope::First,
            wanted: Kind::ALL.into_iter().collect(),
            max_hands: usize::MAX,
            memory: 256 << 20,
            budget_ms: None,
        }
    }
}

impl Depth {
    /// Whether it searches as far as fits.
    pub(super) const fn is_free(self) -> bool {
        !matches!(self, Depth::Exactly { .. })
    }

    /// Most norths that its searches set aside after the root: each multiplies the hands
    /// (`cargo tools measure norths`).
    pub(super) const fn kita(self) -> u8 {
        match self {
            Depth::First | Depth::Fast => 1,
            Depth::Full | Depth::Deepest | Depth::Exactly { .. } => 2,
        }
    }
}

impl Options {
    /// Whether rates are those that hold in recorded games.
    pub(super) const fn is_calibrated(&self) -> bool {
        let known = matches!(self.objective, Objective::Points | Objective::Placement);
        known && self.calibration && self.danger && self.others
    }
}
