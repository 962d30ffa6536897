//! Differences between the actions of one decision, as play-outs find them.
//!
//! Records say how rounds of those ended who declared, and of those who stayed dama: each chose by what no
//! model sees. So what records find between riichi and dama is partly who declares. Play-outs of one hand
//! both ways tell how much is not (`cargo tools playout`). With `p` the probability of riichi, and
//! [`Differences::riichi`] the share of the difference that play-outs find, riichi has `(1 - riichi) (1 -
//! p)` of the ends of dama with the same tile, and dama `(1 - riichi) p` of those of riichi. The mean over
//! what players do stays as it is.
//!
//! What is left between play-outs and values is the error of a difference. Actions that differ from the
//! best by less than [`WIDTHS`] of it are about equal.

use super::outcome::with_parts;
use super::{Action, Candidate, Reason, TableThreat};
use crate::params::{Params, ParamsError, layout_hash};
use crate::search::Parts;
use std::sync::OnceLock;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru differences";
/// The section's name in it.
pub const SECTION: &str = "differences";
/// How many numbers it has.
pub const NUMBERS: usize = 1 + ERRORS;
/// Kinds of decisions, near and far, quiet and threatened.
pub const ERRORS: usize = 4 * Decided::ALL.len();

const BUILTIN: &[u8] = include_bytes!("../../data/differences.params");

/// What the numbers are, in order.
const MEANING: &str = "share of what outcomes find between riichi and dama; standard deviation of the error of a \
    difference, points: discards, riichi or not, calls, each of 1-shanten and nearer and of farther hands, in quiet and threatened";

/// Shanten from which on a hand is far.
pub const FAR: i32 = 2;
/// How much of the error of a difference makes two actions about equal, in the order of [`Decided::ALL`].
/// `docs/results.md` has the tables of other widths. Discards: where the first of the group has most points
/// in play-outs. Riichi or dama, calls: the least at which it is what players do in 84 and in 90 of 100
/// decisions; narrower groups have more points where riichi is possible.
pub const WIDTHS: [f64; Decided::ALL.len()] = [0.35, 0.75, 0.75];

/// A hash of what the numbers mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// What is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided {
    /// Which tile goes, where riichi is not possible; or an own kan.
    Discard,
    /// Riichi or not, and which tile goes.
    Riichi,
    /// A tile on offer.
    Call,
}

impl Decided {
    /// All of them.
    pub const ALL: [Decided; 3] = [Decided::Discard, Decided::Riichi, Decided::Call];

    /// Between these actions.
    pub fn between(actions: impl IntoIterator<Item = Action>) -> Decided {
        let mut decided = Decided::Discard;
        for action in actions {
            match action {
                Action::Pass => decided = Decided::Call,
                Action::Discard { riichi: true, .. } => decided = Decided::Riichi,
                _ => {}
            }
        }
        decided
    }
}

/// What play-outs find.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Differences {
    /// The share of what outcomes find between riichi and dama that is not who declares.
    pub riichi: f64,
    /// The standard deviation of the error of a difference in points, by what is decided, of near and
    /// far hands, in quiet and threatened.
    pub errors: [[[f64; 2]; 2]; Decided::ALL.len()],
}

impl Differences {
    /// Those of a parameter file.
    ///
    /// # Errors When the file lacks the section, or has it for other numbers.
    pub fn read(params: &Params) -> Result<Differences, ParamsError> {
        let numbers = params.numbers(SECTION, layout(), NUMBERS)?;
        let number = |at: usize| f64::from(numbers[at]);
        let errors = std::array::from_fn(|kind| {
            [0, 1].map(|far| [0, 1].map(|threat| number(1 + 4 * kind + 2 * far + threat)))
        });
        Ok(Differences { riichi: number(0), errors })
    }

    /// In the order of the file.
    pub fn numbers(&self) -> [f64; NUMBERS] {
        let mut numbers = [0.0; NUMBERS];
        numbers[0] = self.riichi;
        numbers[1..]
            .iter_mut()
            .zip(self.errors.as_flattened().as_flattened())
            .for_each(|(to, error)| *to = *error);
        numbers
    }

    /// Those that the crate carries.
    pub fn builtin() -> &'static Differences {
        static DIFFERENCES: OnceLock<Differences> = OnceLock::new();
        DIFFERENCES.get_or_init(|| {
            let params = Params::read(LABEL, BUILTIN).and_then(|params| Differences::read(&params));
            params.expect("a test reads the file that the crate carries")
        })
    }

    /// The error of a difference, in points; shanten is that before the action.
    pub fn error(&self, decided: Decided, shanten: i32, threat: TableThreat) -> f64 {
        self.errors[decided as usize][usize::from(shanten >= FAR)][usize::from(threat != TableThreat::None)]
    }

    /// What becomes of the ends of riichi, and of those of dama with the same tile, where this share
    /// declares.
    pub fn declared(&self, [riichi, dama]: [Parts; 2], share: f64) -> [Parts; 2] {
        let other = 1.0 - self.riichi;
        [mixed(&riichi, &dama, other * (1.0 - share)), mixed(&dama, &riichi, other * share)]
    }
}

/// Ends of which so many are those of the other.
fn mixed(one: &Parts, other: &Parts, share: f64) -> Parts {
    let mut parts = Parts::default();
    parts.add(one, 1.0 - share);
    parts.add(other, share);
    parts
}

/// Makes differences those of play-outs, where the ends are corrected by records.
pub(super) fn correct(candidates: &mut [Candidate]) {
    for riichi in 0..candidates.len() {
        let Some(tile) = candidates[riichi].action.declared() else { continue };
        let silent = Action::Discard { tile, riichi: false };
        let dama = candidates.iter().position(|candidate| candidate.action == silent);
        let Some(dama) = dama.filter(|&dama| candidates[dama].facts.is_some()) else { continue };
        let Some(share) = candidates[riichi].facts.and_then(|facts| facts.riichi_share) else { continue };
        let parts = [riichi, dama].map(|at| candidates[at].play.parts);
        for (at, parts) in [riichi, dama].into_iter().zip(Differences::builtin().declared(parts, share)) {
            let candidate = &mut candidates[at];
            let play = with_parts(&candidate.play, parts);
            candidate.because.add(Reason::Riichi, play.value - candidate.play.value);
            candidate.play = play;
        }
    }
}

/// How much less than the best an action of these can be worth and be about equal to it; a point is worth
/// `point` in the unit of the values. None where nothing is corrected by records.
pub(super) fn width(candidates: &[Candidate], point: f64) -> Option<f64> {
    let case = candidates.iter().find_map(|candidate| candidate.facts)?.case;
    if point == 0.0 {
        // no place can change: what values differ by is rounding
        return Some(f64::INFINITY);
    }
    let decided = Decided::between(candidates.iter().map(|candidate| candidate.action));
    Some(WIDTHS[decided as usize] * Differences::builtin().error(decided, case.shanten, case.threat) * point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Part;

    const DIFFERENCES: Differences = Differences { riichi: 0.75, errors: [[[600.0; 2]; 2]; 3] };

    fn parts(win: f64) -> Parts {
        let part = |rate: f64, each: f64| Part { rate, value: rate * each };
        Parts {
            win: part(win, 6_000.0),
            deal_in: part(0.1, -5_000.0),
            tsumo: part(0.25, -2_400.0),
            draw: part(0.3, 100.0),
            rest: part(0.35 - win, -40.0),
        }
    }

    fn value(parts: &Parts) -> f64 {
        parts.all().iter().map(|part| part.value).sum()
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    #[test]
    fn the_file_that_the_crate_carries_has_these_numbers_and_another_layout_is_refused() {
        let params = Params::read(LABEL, BUILTIN).unwrap();
        assert_eq!(params.write(), BUILTIN);
        let found = Differences::builtin();
        assert!((0.0..1.5).contains(&found.riichi), "{found:?}");
        assert!(
            found.errors.as_flattened().as_flattened().iter().all(|error| (50.0..3_000.0).contains(error)),
            "{found:?}"
        );
        assert!(params.numbers(SECTION, layout() ^ 1, NUMBERS).is_err());
        assert!(params.numbers(SECTION, layout(), NUMBERS + 1).is_err());
    }

    #[test]
    fn riichi_and_dama_differ_by_the_share_and_their_mean_over_what_players_do_stays() {
        let before = [parts(0.3), parts(0.2)];
        let by = value(&before[0]) - value(&before[1]);
        for share in [0.0, 0.1, 0.6, 1.0] {
            let after = DIFFERENCES.declared(before, share);
            near(value(&after[0]) - value(&after[1]), 0.75 * by);
            let mean = |of: &[Parts; 2]| share * value(&of[0]) + (1.0 - share) * value(&of[1]);
            near(mean(&after), mean(&before));
            after.iter().for_each(|parts| near(parts.all().iter().map(|part| part.rate).sum(), 1.0));
        }
        // who always declares is as records say
        assert_eq!(DIFFERENCES.declared(before, 1.0)[0], before[0]);
    }

    #[test]
    fn what_is_decided_is_seen_from_the_actions() {
        let tile = "1m".parse().unwrap();
        let discard = |riichi| Action::Discard { tile, riichi };
        assert_eq!(Decided::between([discard(false)]), Decided::Discard);
        assert_eq!(Decided::between([discard(false), discard(true)]), Decided::Riichi);
        assert_eq!(Decided::between([Action::Pass, Action::Daiminkan]), Decided::Call);
    }
}
