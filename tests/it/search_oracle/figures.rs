//! What a way of playing leads to.

use nanikiru::search::Criterion;

/// How a round ends for the player.
#[derive(Clone, Copy)]
pub enum Ending {
    Win,
    Draw { tenpai: bool },
    Others,
}

/// Expected payoff, and probabilities of a win, of being tenpai at any time, of an exhaustive draw
/// with a tenpai hand, of others ending the round, and of any end at all.
pub const FIGURES: usize = 6;
pub const NAMES: [&str; FIGURES] = ["value", "win rate", "tenpai rate", "tenpai at draw", "others", "all"];
const TENPAI: usize = 2;

/// How near two choices must be, relative to what is at stake, to count as equally good: for double
/// and for single precision.
const TIES: [f64; 2] = [1e-11, 1e-5];

/// The utility of the best play and, for each of `TIES`, least and greatest figures among all plays
/// that are as good as that.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    pub utility: f64,
    pub least: [[f64; FIGURES]; 2],
    pub most: [[f64; FIGURES]; 2],
}

impl Figures {
    pub const NOTHING: Figures =
        Figures { utility: 0.0, least: [[0.0; FIGURES]; 2], most: [[0.0; FIGURES]; 2] };

    pub fn end(ending: Ending, value: f64, objective: Criterion) -> Figures {
        let (win, tenpai, draw, others) = match ending {
            Ending::Win => (1.0, 1.0, 0.0, 0.0),
            Ending::Draw { tenpai: true } => (0.0, 1.0, 1.0, 0.0),
            Ending::Draw { tenpai: false } => (0.0, 0.0, 0.0, 0.0),
            Ending::Others => (0.0, 0.0, 0.0, 1.0),
        };
        let utility = match objective {
            Criterion::Value => value,
            Criterion::WinRate => win,
            Criterion::Tenpai => win + draw,
        };
        let figures = [value, win, tenpai, draw, others, 1.0];
        Figures { utility, least: [figures; 2], most: [figures; 2] }
    }

    /// The hand is tenpai, whatever comes.
    pub fn tenpai(mut self) -> Figures {
        for tie in 0..2 {
            self.least[tie][TENPAI] = 1.0;
            self.most[tie][TENPAI] = 1.0;
        }
        self
    }

    /// With `more` of probability `p`.
    pub fn plus(mut self, p: f64, more: &Figures) -> Figures {
        self.utility += p * more.utility;
        for tie in 0..2 {
            for i in 0..FIGURES {
                self.least[tie][i] += p * more.least[tie][i];
                self.most[tie][i] += p * more.most[tie][i];
            }
        }
        self
    }

    /// The best choice.
    pub fn best(choices: &[Figures], objective: Criterion) -> Figures {
        let utility = choices.iter().map(|c| c.utility).fold(f64::NEG_INFINITY, f64::max);
        let stake = if objective == Criterion::Value { 10_000.0 } else { 1.0 };
        let mut best = Figures {
            utility,
            least: [[f64::INFINITY; FIGURES]; 2],
            most: [[f64::NEG_INFINITY; FIGURES]; 2],
        };
        for (tie, margin) in TIES.iter().enumerate() {
            for choice in choices.iter().filter(|c| c.utility >= utility - margin * stake) {
                for i in 0..FIGURES {
                    best.least[tie][i] = best.least[tie][i].min(choice.least[tie][i]);
                    best.most[tie][i] = best.most[tie][i].max(choice.most[tie][i]);
                }
            }
        }
        best
    }
}
