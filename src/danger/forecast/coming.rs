//! A riichi that is still to come: who declares it when, and what the opponents do before and after it.
//!
//! [`super::Outlook::steps_of`] averages over all that the others may do until a step, riichi included. A player
//! sees a riichi come and decides again: for that the average is taken apart.

use super::factors::{AHEAD, Clock, ahead};
use super::{ForecastStep, Opponent, Outlook, STEPS, Stance};
use crate::danger::opponent_view::Standing;
use crate::params::table;
use arrayvec::ArrayVec;

/// Whose riichi has come since the coming discard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RiichiOrigin {
    /// Nobody's.
    BeforeRiichi,
    /// Another opponent's.
    Another,
    /// Its own.
    Own,
}

impl RiichiOrigin {
    /// All, in the order of the tables.
    pub const ALL: [RiichiOrigin; 3] = [RiichiOrigin::BeforeRiichi, RiichiOrigin::Another, RiichiOrigin::Own];
}

/// A rate in a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// By whether another opponent is in riichi, and by own draws left.
    pub cells: [[f64; Clock::COUNT]; 2],
    /// By steps ahead.
    pub ahead: [f64; AHEAD],
}

table!(Rate { cells: [[f64; Clock::COUNT]; 2], ahead: [f64; AHEAD] });
table!(Acts { tsumo: Rate, ron: Rate, later: [Rate; 2] });
table!(ComingModel {
    declares: Rate,
    before_riichi: Acts,
    declared: Acts,
    tsumo_pays: [f64; 3],
    ron_pays: [f64; 2]
});

impl Rate {
    /// The rate in a step, by whether another opponent is in riichi, and tiles left in step 0.
    pub fn at(&self, riichi: bool, left: usize, step: usize) -> f64 {
        self.cells[usize::from(riichi)][Clock::new(left, step).index()] * self.ahead[ahead(step)]
    }
}

/// What an opponent does in a step, whose hand was closed and not in riichi in step 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Acts {
    /// Wins by tsumo, where it draws.
    pub tsumo: Rate,
    /// Wins on one of the other two's discards, where both discard.
    pub ron: Rate,
    /// What a wait is multiplied by, to give the deal-in rate of a tile that the viewer holds: for tiles that might
    /// deal in in step 0, and for those that were safe then.
    pub later: [Rate; 2],
}

/// Everything that is learned of a riichi to come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ComingModel {
    /// That an opponent with a closed hand in step 0, still not in riichi, declares it within the step, given
    /// that the round goes on.
    pub declares: Rate,
    /// Before it has.
    pub before_riichi: Acts,
    /// After it has.
    pub declared: Acts,
    /// What the viewer pays then for its tsumo, points: neither deals, the opponent, the viewer.
    pub tsumo_pays: [f64; 3],
    /// What its ron costs the player who deals in, points: not the dealer, the dealer.
    pub ron_pays: [f64; 2],
}

/// What an opponent does in one step, given whose riichi has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpponentStep {
    /// As in [`ForecastStep`].
    pub tsumo: f64,
    /// As in [`ForecastStep`].
    pub ron: f64,
    pub(super) later: [f64; 2],
}

/// What one opponent does, by whose riichi has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct OpponentCourse {
    pub(super) declares: ArrayVec<f64, STEPS>,
    /// The last one is empty where it cannot declare riichi.
    pub(super) steps: [ArrayVec<OpponentStep, STEPS>; 3],
}

impl ComingModel {
    fn acts(&self, acts: &Acts, outlook: &Outlook, at: usize, step: usize, riichi: bool) -> OpponentStep {
        let (draws, discards) = outlook.acts(at, step);
        let rate = |rate: &Rate| rate.at(riichi, outlook.left, step);
        OpponentStep {
            tsumo: if draws { rate(&acts.tsumo) } else { 0.0 },
            ron: discards * rate(&acts.ron),
            later: acts.later.each_ref().map(|later| later.at(riichi, outlook.left, step + 1)),
        }
    }

    /// What the opponents do until the end of the round, by whose riichi has come. `free` is the forecast that
    /// averages over it, `threatened` the same with one riichi more.
    pub(super) fn apart(
        &self,
        outlook: &Outlook,
        free: &[[ForecastStep; 3]],
        threatened: &[[ForecastStep; 3]],
    ) -> [OpponentCourse; 3] {
        std::array::from_fn(|at| {
            if at >= outlook.opponents.len() {
                return OpponentCourse::default();
            }
            let before = outlook.other_riichi(at) > 0;
            let steps = |of: &dyn Fn(usize) -> OpponentStep| (0..outlook.steps()).map(of).collect();
            if outlook.opponents[at].standing != Standing::Closed {
                let kept = |steps: &[[ForecastStep; 3]]| {
                    steps.iter().map(|step| OpponentStep::of(&step[at])).collect()
                };
                return OpponentCourse {
                    declares: (0..outlook.steps()).map(|_| 0.0).collect(),
                    steps: [kept(free), kept(threatened), ArrayVec::new()],
                };
            }
            let declares = |step: usize, riichi: bool| self.declares.at(riichi, outlook.left, step);
            let own = |step: usize| self.acts(&self.declared, outlook, at, step, before);
            let another = |step: usize| {
                // a second riichi, some time after the first
                let passes: f64 = (step / 2..step).map(|step| 1.0 - declares(step, true)).product();
                let before_riichi = self.acts(&self.before_riichi, outlook, at, step, true);
                before_riichi.mixed(&self.acts(&self.declared, outlook, at, step, true), 1.0 - passes)
            };
            OpponentCourse {
                declares: (0..outlook.steps()).map(|step| declares(step, before)).collect(),
                steps: [
                    steps(&|step| self.acts(&self.before_riichi, outlook, at, step, before)),
                    steps(&another),
                    steps(&own),
                ],
            }
        })
    }

    /// What the viewer pays for a tsumo of an opponent that has declared riichi by then, points on average.
    pub(super) fn tsumo_pays(&self, opponent: &Opponent, viewer_deals: bool) -> f64 {
        self.tsumo_pays[opponent.relation(viewer_deals)]
    }

    /// What its ron costs, points on average.
    pub(super) fn ron_pays(&self, opponent: &Opponent) -> f64 {
        self.ron_pays[usize::from(opponent.dealer)]
    }
}

impl OpponentStep {
    /// What it does, for any declarer of riichi.
    pub fn of(step: &ForecastStep) -> OpponentStep {
        OpponentStep { tsumo: step.tsumo, ron: step.ron, later: step.later }
    }

    fn mixed(&self, other: &OpponentStep, share: f64) -> OpponentStep {
        let mix = |a: f64, b: f64| a + share * (b - a);
        OpponentStep {
            tsumo: mix(self.tsumo, other.tsumo),
            ron: mix(self.ron, other.ron),
            later: std::array::from_fn(|i| mix(self.later[i], other.later[i])),
        }
    }
}

impl Outlook {
    /// The same with one riichi more than there are.
    pub(super) fn threatened(&self, figures: &super::Figures) -> ArrayVec<[ForecastStep; 3], STEPS> {
        Outlook { more_riichi: 1, ..self.clone() }.steps_of(Stance::Free, figures)
    }
}
