//! Differences between the actions of one decision, as play-outs find them.
//!
//! Records say how rounds of those ended who declared riichi or called, and of those who did not. Each chose by
//! what no model sees, so what records find between the two is partly who chooses. Play-outs of one hand both
//! ways (`cargo tools playout`) do not depend on that, and a [`Line`] on the difference of the two searches
//! predicts them best. The mean over what players do stays that of records. How often each end comes stays,
//! too: gains and losses change by one share.
//!
//! What is left between play-outs and values is the error of a difference. Actions that differ from the
//! best by less than [`WIDTHS`] of it are about equal.

use super::facts::Reason;
use super::opponents::TableThreat;
use super::report::Candidate;
use super::value::with_ends;
use crate::legal::Action;
use crate::params::{Format, Params, ParamsError, Section, layout_hash};
use crate::search::{Part, Parts, Play};
use crate::tile::Players;
use std::sync::OnceLock;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru differences";
/// The section's name in it.
pub const SECTION: &str = "differences";
/// How many numbers it has.
pub const NUMBERS: usize = 2 * LINES + ERRORS;
/// Kinds of decisions that have a [`Line`].
const LINES: usize = 2;
/// Kinds of decisions, near and far, quiet and threatened.
pub const ERRORS: usize = 4 * DecisionKind::ALL.len();

const BUILTIN: &[u8] = include_bytes!("../../data/differences.params");

/// What the numbers are, in order.
const MEANING: &str = "riichi or dama, a call or passing: slope of what searches find, and points; standard deviation of the \
    error of a difference, points: discards, riichi or not, calls, each of 1-shanten and nearer and of farther hands, in quiet and \
    threatened";

/// Shanten from which on a hand is far.
pub const FAR: i32 = 2;
/// How much of the error of a difference makes two actions about equal, in the order of [`DecisionKind::ALL`]:
/// for discards enough that what players did is in the group 90 times of 100, of three players 88 +- 2; for riichi or dama and for
/// calls the least at which the first is what players do 84 and 90 times of 100. `docs/results.md` (Value)
/// has the table of other widths.
pub const WIDTHS: [f64; DecisionKind::ALL.len()] = [0.35, 0.85, 0.75];

/// The section of the file of three players: errors of differences between discards.
pub const SECTION_OF_THREE: &str = "differences of discards";
/// How many numbers it has.
pub const NUMBERS_OF_THREE: usize = 4;
/// What they are, in order.
const MEANING_OF_THREE: &str = "three 1; standard deviation of the error of a difference between discards, points: of 1-shanten \
    and nearer and of farther hands, in quiet and threatened";

/// A hash of what the numbers mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// The same of those of three players.
fn layout_of_three() -> u64 {
    layout_hash(MEANING_OF_THREE)
}

/// The section of three players with these [`NUMBERS_OF_THREE`] errors, fitted to so many decisions.
pub fn section_of_three(errors: Vec<f32>, samples: u64) -> Section {
    Section {
        name: SECTION_OF_THREE.into(),
        layout: layout_of_three(),
        format: Format::F32,
        numbers: errors,
        samples,
    }
}

/// What is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// Which tile goes, where riichi is not possible; or an own kan.
    Discard,
    /// Riichi or not, and which tile goes.
    Riichi,
    /// A tile on offer.
    Call,
}

impl DecisionKind {
    /// All of them.
    pub const ALL: [DecisionKind; 3] = [DecisionKind::Discard, DecisionKind::Riichi, DecisionKind::Call];

    /// Between these actions.
    pub fn between(actions: impl IntoIterator<Item = Action>) -> DecisionKind {
        let mut decided = DecisionKind::Discard;
        for action in actions {
            match action {
                Action::Pass => decided = DecisionKind::Call,
                Action::Discard { riichi: true, .. } => decided = DecisionKind::Riichi,
                _ => {}
            }
        }
        decided
    }
}

/// What play-outs find between an act and leaving it: riichi and dama with the same tile, a call and passing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// How much of the difference of their searches.
    pub slope: f64,
    /// What the act has beside that, in points.
    pub constant: f64,
}

/// An action that a [`Line`] compares with others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Alternative {
    /// Whether it is riichi or a call.
    pub acts: bool,
    /// The probability that strong players choose it.
    pub probability: f64,
    /// What its search says.
    pub searched: f64,
    /// What records make of it.
    pub value: f64,
}

impl Line {
    /// What these are worth, in their order: they differ as the line says, and have the same mean over what players do as by records.
    /// A point is worth `point` in the unit of the values.
    pub fn values(&self, among: &[Alternative], point: f64) -> Vec<f64> {
        let predicted = |one: &Alternative| {
            self.slope * one.searched + if one.acts { self.constant * point } else { 0.0 }
        };
        let all: f64 = among.iter().map(|one| one.probability).sum();
        let level: f64 = among.iter().map(|one| one.probability * (one.value - predicted(one))).sum();
        among.iter().map(|one| predicted(one) + level / all).collect()
    }
}

/// What play-outs find.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Differences {
    /// Between riichi and dama.
    pub riichi: Line,
    /// Between a call and passing.
    pub call: Line,
    /// The standard deviation of the error of a difference in points, by what is decided, of near and
    /// far hands, in quiet and threatened.
    pub errors: [[[f64; 2]; 2]; DecisionKind::ALL.len()],
}

impl Differences {
    /// Those of a parameter file.
    ///
    /// # Errors When the file lacks the section, or has it for other numbers.
    pub fn read(params: &Params) -> Result<Differences, ParamsError> {
        let numbers = params.numbers(SECTION, layout(), NUMBERS)?;
        let number = |at: usize| f64::from(numbers[at]);
        let line = |at: usize| Line { slope: number(at), constant: number(at + 1) };
        let errors = std::array::from_fn(|kind| {
            [0, 1].map(|far| [0, 1].map(|threat| number(2 * LINES + 4 * kind + 2 * far + threat)))
        });
        Ok(Differences { riichi: line(0), call: line(2), errors })
    }

    /// With what play-outs of three players find, by their file; everything else is the same.
    ///
    /// # Errors
    /// When the file lacks the section, or has it for other numbers.
    pub fn with_three(&self, params: &Params) -> Result<Differences, ParamsError> {
        let numbers = params.numbers(SECTION_OF_THREE, layout_of_three(), NUMBERS_OF_THREE)?;
        let mut errors = self.errors;
        let discards = errors[DecisionKind::Discard as usize].as_flattened_mut();
        discards.iter_mut().zip(numbers).for_each(|(error, number)| *error = f64::from(*number));
        Ok(Differences { errors, ..*self })
    }

    /// Those of tables of so many players.
    pub fn at(players: Players) -> &'static Differences {
        static OF_THREE: OnceLock<Differences> = OnceLock::new();
        let read = || Params::carried_of_three(|params| Differences::builtin().with_three(params));
        match players {
            Players::Four => Differences::builtin(),
            Players::Three => OF_THREE.get_or_init(read),
        }
    }

    /// In the order of the file.
    pub fn numbers(&self) -> [f64; NUMBERS] {
        let lines = [self.riichi, self.call].into_iter().flat_map(|line| [line.slope, line.constant]);
        let errors = self.errors.as_flattened().as_flattened().iter().copied();
        let mut numbers = [0.0; NUMBERS];
        numbers.iter_mut().zip(lines.chain(errors)).for_each(|(to, number)| *to = number);
        numbers
    }

    /// Those of four players that the crate carries.
    pub fn builtin() -> &'static Differences {
        static DIFFERENCES: OnceLock<Differences> = OnceLock::new();
        DIFFERENCES.get_or_init(|| Params::carried(LABEL, BUILTIN, Differences::read))
    }

    /// The error of a difference, in points; shanten is that before the action.
    pub fn error(&self, decided: DecisionKind, shanten: i32, threat: TableThreat) -> f64 {
        self.errors[decided as usize][usize::from(shanten >= FAR)][usize::from(threat != TableThreat::None)]
    }

    /// The line between the actions of such a decision; none between discards, which differ as records say.
    pub fn line(&self, decided: DecisionKind) -> Option<&Line> {
        match decided {
            DecisionKind::Discard => None,
            DecisionKind::Riichi => Some(&self.riichi),
            DecisionKind::Call => Some(&self.call),
        }
    }
}

/// The same ends, as often, that are worth so much together: what is won and what is lost change by the same share, one up and the
/// other down. Where no end pays anything, nothing changes.
fn worth(parts: &Parts, value: f64) -> Parts {
    let of = |part: fn(Part) -> f64| parts.all().into_iter().map(part).sum::<f64>();
    let (now, paid) = (of(|part| part.value), of(|part| part.value.abs()));
    if paid == 0.0 {
        return *parts;
    }
    let share = (value - now) / paid;
    let with = |part: Part| Part { rate: part.rate, value: part.value + share * part.value.abs() };
    let [win, deal_in, tsumo, draw, rest] = parts.all().map(with);
    Parts { win, deal_in, tsumo, draw, rest }
}

/// The same play worth so much.
fn with_value(play: &Play, value: f64) -> Play {
    with_ends(play, worth(&play.parts, value), [play.tenpai_rate, play.tenpai_at_draw])
}

/// The same play worth so much more.
pub(super) fn with_more(play: &Play, more: f64) -> Play {
    if more == 0.0 { play.clone() } else { with_value(play, play.value() + more) }
}

/// Makes differences those of play-outs, where the ends are corrected by records; a point is worth `point` in the unit of the values.
pub(super) fn correct(candidates: &mut [Candidate], point: f64) {
    let Differences { riichi, call, .. } = Differences::builtin();
    for at in 0..candidates.len() {
        let Some(tile) = candidates[at].action.declared() else { continue };
        let silent = Action::Discard { tile, riichi: false };
        let Some(dama) = candidates.iter().position(|candidate| candidate.action == silent) else { continue };
        let Some(share) = candidates[at].facts.and_then(|facts| facts.riichi_share) else { continue };
        follow(candidates, &[(at, share), (dama, 1.0 - share)], riichi, Reason::Riichi, point);
    }
    if DecisionKind::between(candidates.iter().map(|candidate| candidate.action)) == DecisionKind::Call {
        let all = candidates.iter().enumerate();
        let among: Vec<(usize, f64)> =
            all.filter_map(|(at, candidate)| Some((at, candidate.share?))).collect();
        follow(candidates, &among, call, Reason::Call, point);
    }
}

/// Makes some candidates, with the probability of each, differ as a line says; nothing where one of them is not corrected by records, or
/// none leaves the act.
fn follow(candidates: &mut [Candidate], among: &[(usize, f64)], line: &Line, reason: Reason, point: f64) {
    let alternative = |&(at, probability): &(usize, f64)| {
        let Candidate { action, play, facts, .. } = &candidates[at];
        let searched = facts.as_ref()?.searched.all().iter().map(|part| part.value).sum();
        let acts = !matches!(action, Action::Pass | Action::Discard { riichi: false, .. });
        Some(Alternative { acts, probability, searched, value: play.value() })
    };
    let Some(alternatives) = among.iter().map(alternative).collect::<Option<Vec<Alternative>>>() else {
        return;
    };
    if alternatives.iter().all(|one| one.acts) {
        return;
    }
    for (&(at, _), value) in among.iter().zip(line.values(&alternatives, point)) {
        let candidate = &mut candidates[at];
        let play = with_value(&candidate.play, value);
        candidate.because.add(reason, play.value() - candidate.play.value());
        candidate.play = play;
    }
}

/// How much less than the best an action of these can be worth and be about equal to it; a point is worth
/// `point` in the unit of the values. None where nothing is corrected by records.
pub(super) fn width(candidates: &[Candidate], players: Players, point: f64) -> Option<f64> {
    let case = candidates.iter().find_map(|candidate| candidate.facts)?.case;
    if point == 0.0 {
        // no place can change: what values differ by is rounding
        return Some(f64::INFINITY);
    }
    let decided = DecisionKind::between(candidates.iter().map(|candidate| candidate.action));
    let error = Differences::at(players).error(decided, case.shanten, case.threat);
    Some(WIDTHS[decided as usize] * error * point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Format, Provenance, Section};
    use crate::search::Part;

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
        for line in [found.riichi, found.call] {
            assert!((0.0..1.5).contains(&line.slope), "{found:?}");
            assert!((-2_000.0..2_000.0).contains(&line.constant), "{found:?}");
        }
        assert_eq!(
            found.numbers().map(|number| number as f32).to_vec(),
            params.numbers(SECTION, layout(), NUMBERS).unwrap()
        );
        assert!(
            found.errors.as_flattened().as_flattened().iter().all(|error| (50.0..3_000.0).contains(error)),
            "{found:?}"
        );
        assert!(params.numbers(SECTION, layout() ^ 1, NUMBERS).is_err());
        assert!(params.numbers(SECTION, layout(), NUMBERS + 1).is_err());
    }

    #[test]
    fn three_players_have_errors_of_discards_and_another_layout_is_refused() {
        let [three, four] = [Players::Three, Players::Four].map(Differences::at);
        assert_eq!(four, Differences::builtin());
        let [discards, others] = [&three.errors[..1], &three.errors[1..]];
        assert!(discards.as_flattened().as_flattened().iter().all(|error| (50.0..3_000.0).contains(error)));
        assert_ne!(discards, &four.errors[..1]);
        assert_eq!((three.riichi, three.call, others), (four.riichi, four.call, &four.errors[1..]));
        let file = |name: &str, layout: u64, count: usize| {
            let numbers = (0..count).map(|i| 100.0 + i as f32).collect();
            let section = Section { name: name.into(), layout, format: Format::F32, numbers, samples: 0 };
            Params::new("a test", Provenance::default(), [section])
        };
        let read = |params: Params| four.with_three(&params);
        let (name, layout, count) = (SECTION_OF_THREE, layout_of_three(), NUMBERS_OF_THREE);
        let errors = read(file(name, layout, count)).unwrap().errors;
        assert_eq!(errors[0], [[100.0, 101.0], [102.0, 103.0]]);
        assert!(matches!(read(file(name, layout ^ 1, count)), Err(ParamsError::Layout { .. })));
        assert!(matches!(read(file(name, layout, count + 1)), Err(ParamsError::Length { .. })));
        assert!(matches!(read(file("another", layout, count)), Err(ParamsError::Missing(_))));
    }

    #[test]
    fn actions_differ_as_the_line_says_and_their_mean_over_what_players_do_stays() {
        let line = Line { slope: 0.8, constant: 700.0 };
        let one = |acts, probability, searched, value| Alternative { acts, probability, searched, value };
        for share in [0.0, 0.1, 0.6, 1.0] {
            let among = [
                one(true, 0.75 * share, 400.0, 900.0),
                one(false, 1.0 - share, 500.0, -200.0),
                one(true, 0.25 * share, -300.0, 0.0),
            ];
            let values = line.values(&among, 2.0);
            near(values[0] - values[1], 0.8 * -100.0 + 1_400.0);
            near(values[0] - values[2], 0.8 * 700.0);
            let mean =
                |of: &dyn Fn(usize) -> f64| (0..3).map(|at| among[at].probability * of(at)).sum::<f64>();
            near(mean(&|at| values[at]), mean(&|at| among[at].value));
        }
        // who is sure to pass has what records say
        let sure = [one(false, 1.0, 500.0, -200.0), one(true, 0.0, 400.0, 900.0)];
        near(line.values(&sure, 1.0)[0], -200.0);
    }

    #[test]
    fn ends_come_as_often_and_add_up_to_a_value() {
        let before = parts(0.2);
        for more in [-400.0, 0.0, 300.0] {
            let after = worth(&before, value(&before) + more);
            near(value(&after), value(&before) + more);
            for (after, before) in after.all().into_iter().zip(before.all()) {
                assert_eq!(after.rate, before.rate);
                assert!(after.value * before.value > 0.0 && (after.value - before.value) * more >= 0.0);
            }
        }
        let nothing = Parts { win: Part { rate: 1.0, value: 0.0 }, ..Parts::default() };
        assert_eq!(worth(&nothing, 100.0), nothing);
    }

    #[test]
    fn what_is_decided_is_seen_from_the_actions() {
        let tile = "1m".parse().unwrap();
        let discard = |riichi| Action::Discard { tile, riichi };
        assert_eq!(DecisionKind::between([discard(false)]), DecisionKind::Discard);
        assert_eq!(DecisionKind::between([discard(false), discard(true)]), DecisionKind::Riichi);
        assert_eq!(DecisionKind::between([Action::Pass, Action::Daiminkan]), DecisionKind::Call);
    }
}
