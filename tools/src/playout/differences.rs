//! What values say of differences, fitted to play-outs.

use super::bootstrap::{Estimate, estimates};
use super::fit::pairs;
use super::journal::{Action, Head, Line, PlayoutDecision, Threat, Witness};
use super::kind::{Kind, Side};
use nanikiru::analyze::differences::{
    Alternative, DecisionKind, Differences, FAR, LABEL, Line as Between, SECTION, WIDTHS as GROUP_WIDTHS,
    layout, section_of_three,
};
use nanikiru::dense::is;
use nanikiru::params::{Format, Params, Provenance, Section};
use std::fmt::Write;

/// The kinds of decisions that differences are fitted to, in the order of [`DecisionKind::ALL`].
const KINDS: [Kind; 3] = [Kind::Discard, Kind::Riichi, Kind::Call];
/// The error of a kind counts as so many pairs beside that of one part of its decisions.
const PRIOR: f64 = 200.0;
/// The median of the square of a normal deviate.
const MEDIAN: f64 = 0.4549;

/// A pair of actions.
#[derive(Clone, Copy)]
struct Pair {
    kind: usize,
    far: bool,
    threatened: bool,
    /// What searches and outcomes say, what play-outs find, and the square of the standard error of that.
    searched: f64,
    outcome: f64,
    played: f64,
    noise: f64,
}

fn of(decision: &PlayoutDecision) -> Vec<Pair> {
    let Some(kind) = KINDS.iter().position(|&kind| kind == decision.kind) else { return Vec::new() };
    let pair = |pair: super::fit::Pair| Pair {
        kind,
        far: decision.shanten >= FAR,
        threatened: decision.threat != Threat::Quiet,
        searched: pair.columns[Witness::SearchValue as usize],
        outcome: pair.columns[Witness::Outcome as usize],
        played: pair.played,
        noise: pair.noise,
    };
    pairs(decision).into_iter().map(pair).collect()
}

/// Least squares of what play-outs find by what searches say.
fn line(pairs: &[&Pair]) -> Between {
    let mean =
        |of: &dyn Fn(&Pair) -> f64| pairs.iter().map(|pair| of(pair)).sum::<f64>() / pairs.len() as f64;
    let (searched, played) = (mean(&|pair| pair.searched), mean(&|pair| pair.played));
    let slope = mean(&|pair| (pair.searched - searched) * (pair.played - played))
        / mean(&|pair| (pair.searched - searched).powi(2));
    Between { slope, constant: played - slope * searched }
}

/// The numbers: lines, and the standard deviations of errors by kind, far and near, in quiet and threatened.
fn fitted(all: &[&Pair]) -> Differences {
    let of = |decided: DecisionKind| -> Vec<&Pair> {
        all.iter().copied().filter(|pair| pair.kind == decided as usize).collect()
    };
    let [riichi, call] = [DecisionKind::Riichi, DecisionKind::Call].map(|decided| line(&of(decided)));
    let found = Differences { riichi, call, errors: Default::default() };
    let errors = DecisionKind::ALL.map(|decided| errors(&of(decided), &found));
    Differences { errors, ..found }
}

/// The standard deviations of errors of one kind, far and near, in quiet and threatened.
fn errors(pairs: &[&Pair], found: &Differences) -> [[f64; 2]; 2] {
    let left = |pair: &&Pair| (pair.played - predicted(found, pair), pair.noise);
    let pooled = deviation(pairs.iter().map(left).collect());
    [false, true].map(|far| {
        [false, true].map(|threatened| {
            let here = pairs.iter().filter(|pair| (pair.far, pair.threatened) == (far, threatened));
            let here: Vec<(f64, f64)> = here.map(left).collect();
            let n = here.len() as f64;
            let own = if here.is_empty() { 0.0 } else { deviation(here) };
            ((n * own * own + PRIOR * pooled * pooled) / (n + PRIOR)).sqrt()
        })
    })
}

/// The standard deviation of errors that are seen with known noise, by their median: a few of
/// thousands of points, which all models miss, say nothing of the others.
fn deviation(errors: Vec<(f64, f64)>) -> f64 {
    let median = |deviation: f64| {
        let of = |&(error, noise): &(f64, f64)| error * error / (deviation * deviation + noise + 1.0);
        let mut squares: Vec<f64> = errors.iter().map(of).collect();
        squares.sort_by(f64::total_cmp);
        squares[squares.len() / 2]
    };
    let (mut low, mut high) = (0.0, 10_000.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if median(middle) > MEDIAN { low = middle } else { high = middle }
    }
    low
}

/// The pairs of each decision that has any.
fn decisions(lines: &[Line]) -> Vec<Vec<Pair>> {
    let of = |line: &Line| match line {
        Line::Compared(compared) => Some(of(compared)),
        Line::Left { .. } => None,
    };
    lines.iter().filter_map(of).filter(|pairs| !pairs.is_empty()).collect()
}

/// Parts of the decisions of a kind, in the order of its errors.
const PARTS: [&str; 4] = ["near, quiet", "near, threatened", "far, quiet", "far, threatened"];

/// The errors of differences between discards of three players, and a table of them.
///
/// # Errors
/// When there are too few discards.
pub fn fit_of_three(lines: &[Line], seed: u64) -> Result<(Section, String), String> {
    let mut decisions = decisions(lines);
    decisions.retain(|pairs| pairs.iter().all(|pair| pair.kind == DecisionKind::Discard as usize));
    if decisions.is_empty() {
        return Err("there are no discards".into());
    }
    let all = |units: &mut dyn Iterator<Item = &Vec<Pair>>| {
        let pairs: Vec<&Pair> = units.flatten().collect();
        errors(&pairs, Differences::builtin()).as_flattened().to_vec()
    };
    let found = estimates(&decisions, seed, all);
    let mut text = String::from("| number | value |\n|---|---|\n");
    for (part, number) in PARTS.iter().zip(&found) {
        let Estimate { mean, error } = number;
        let _ =
            writeln!(text, "| error of a difference, points: discards, {part} | {mean:.0} +- {error:.0} |");
    }
    let numbers = found.iter().map(|number| number.mean as f32).collect();
    Ok((section_of_three(numbers, decisions.len() as u64), text))
}

/// The parameter file, and a table of what is in it.
///
/// # Errors
/// When there are too few decisions of a kind.
pub fn fit(lines: &[Line], seed: u64) -> Result<(Vec<u8>, String), String> {
    let decisions = decisions(lines);
    let all = |units: &mut dyn Iterator<Item = &Vec<Pair>>| {
        let pairs: Vec<&Pair> = units.flatten().collect();
        fitted(&pairs).numbers().to_vec()
    };
    let found = estimates(&decisions, seed, all);
    if let Some(at) = found.iter().position(|number| !number.mean.is_finite()) {
        return Err(format!("number {at}: too few decisions, or their noise hides it"));
    }
    let mut text = String::from("| number | value |\n|---|---|\n");
    let names = KINDS[1..].iter().flat_map(|kind| {
        ["slope of the searches' difference", "constant, points"]
            .map(|part| format!("{}: {part}", kind.name()))
    });
    let errors = KINDS
        .iter()
        .flat_map(|kind| PARTS.map(|part| format!("error of a difference, points: {}, {part}", kind.name())));
    for (name, number) in names.into_iter().chain(errors).zip(&found) {
        let _ = writeln!(text, "| {name} | {:.2} +- {:.2} |", number.mean, number.error);
    }
    let numbers: Vec<f64> = found.iter().map(|number| number.mean).collect();
    let decisions = decisions.len() as u64;
    let section = Section {
        name: SECTION.into(),
        layout: layout(),
        format: Format::F32,
        numbers: numbers.iter().map(|&number| number as f32).collect(),
        samples: decisions,
    };
    let corpus = "play-outs of decisions of Tenhou houou training games, seats by the policy nets".into();
    let provenance = Provenance { corpus, decisions, ..Provenance::default() };
    Ok((Params::new(LABEL, provenance, [section]).write(), text))
}

/// What the fitted numbers predict of a pair.
fn predicted(differences: &Differences, pair: &Pair) -> f64 {
    let line = differences.line(DecisionKind::ALL[pair.kind]);
    line.map_or(pair.outcome, |line| line.slope * pair.searched + line.constant)
}

/// Shares of the error of a difference within which actions are about equal, to be compared.
const WIDTHS: [f64; 8] = [0.0, 0.25, 0.35, 0.5, 0.75, 0.85, 1.0, f64::INFINITY];

/// What comes first by groups of this width: points above the mean of those compared, and above what leaves the act; whether
/// it is what the player did, and whether that is in the group.
fn first(decision: &PlayoutDecision, kind: usize, differences: &Differences, width: f64) -> [f64; 4] {
    let alternative = |action: &Action| Alternative {
        acts: action.side == Side::Act,
        probability: libm::exp(action.witnesses[Witness::LogProbability as usize]),
        searched: action.witnesses[Witness::SearchValue as usize],
        value: action.witnesses[Witness::Outcome as usize],
    };
    let among: Vec<Alternative> = decision.actions.iter().map(alternative).collect();
    let values = match differences.line(DecisionKind::ALL[kind]) {
        Some(line) => line.values(&among, 1.0),
        None => among.iter().map(|one| one.value).collect(),
    };
    let [far, threatened] = [decision.shanten >= FAR, decision.threat != Threat::Quiet].map(usize::from);
    let width = if width == 0.0 { 0.0 } else { width * differences.errors[kind][far][threatened] };
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let group: Vec<usize> = (0..values.len()).filter(|&at| best - values[at] <= width).collect();
    let likelier = |&a: &usize, &b: &usize| among[a].probability.total_cmp(&among[b].probability);
    let first = group.iter().copied().max_by(likelier).expect("the best is in the group");
    let mean = |of: &dyn Fn(&&Action) -> bool| {
        let points: Vec<f64> = decision.actions.iter().filter(of).map(Action::mean).collect();
        points.iter().sum::<f64>() / points.len() as f64
    };
    let points = decision.actions[first].mean();
    let recorded = |at: usize| decision.actions[at].recorded;
    [
        points - mean(&|_| true),
        points - mean(&|action| action.side == Side::Leave),
        is(recorded(first)),
        is(group.iter().any(|&at| recorded(at))),
    ]
}

/// The slope of play-outs by what the numbers of this build predict of them, without a constant, and the explained share of their
/// variance.
fn slope_and_explained(units: &[Vec<Pair>], differences: &Differences, seed: u64) -> [Estimate; 2] {
    let figures = |units: &mut dyn Iterator<Item = &Vec<Pair>>| {
        let [mut square, mut product, mut left, mut all] = [0.0; 4];
        for pair in units.flatten() {
            let predicted = predicted(differences, pair);
            square += predicted * predicted;
            product += predicted * pair.played;
            left += (pair.played - predicted).powi(2) - pair.noise;
            all += pair.played.powi(2) - pair.noise;
        }
        vec![product / square, 1.0 - left / all]
    };
    let found = estimates(units, seed, figures);
    [found[0], found[1]]
}

/// The means of [`first`] over decisions.
fn firsts(points: &[[f64; 4]], seed: u64) -> [Estimate; 4] {
    let means = |units: &mut dyn Iterator<Item = &[f64; 4]>| {
        let all: Vec<&[f64; 4]> = units.collect();
        (0..4).map(|at| all.iter().map(|one| one[at]).sum::<f64>() / all.len() as f64).collect()
    };
    let found = estimates(points, seed, means);
    std::array::from_fn(|at| found[at])
}

/// What this build predicts of the decisions of a kind.
pub struct Summary {
    /// The slope of play-outs by it, without a constant.
    pub slope: Estimate,
    /// The explained share of their variance.
    pub explained: Estimate,
    /// Points of the first action by value alone, of its group, and of all actions: above the mean of those compared, or above
    /// leaving the act where there is one.
    pub points: [Estimate; 3],
}

impl Summary {
    /// Of decisions of one kind; none of kinds that differences are not fitted to.
    pub fn of(decisions: &[&PlayoutDecision], head: &Head) -> Option<Summary> {
        let (differences, seed) = (Differences::at(head.players()), head.seed);
        let units: Vec<Vec<Pair>> = decisions.iter().map(|decision| of(decision)).collect();
        let kind = units.iter().flatten().map(|pair| pair.kind).next()?;
        let [slope, explained] = slope_and_explained(&units, differences, seed);
        let above = usize::from(KINDS[kind].has_sides());
        let points = [0.0, GROUP_WIDTHS[kind], f64::INFINITY].map(|width| {
            let points: Vec<[f64; 4]> =
                decisions.iter().map(|decision| first(decision, kind, differences, width)).collect();
            firsts(&points, seed)[above]
        });
        Some(Summary { slope, explained, points })
    }
}

/// Tables of what the numbers of this build predict of a kind, and of what comes first by groups of several widths.
pub fn tables(text: &mut String, decisions: &[&PlayoutDecision], head: &Head) {
    let (differences, seed) = (Differences::at(head.players()), head.seed);
    let units: Vec<Vec<Pair>> = decisions.iter().map(|decision| of(decision)).collect();
    let Some(kind) = units.iter().flatten().map(|pair| pair.kind).next() else { return };
    let [slope, explained] = slope_and_explained(&units, differences, seed);
    let _ = writeln!(
        text,
        "What this build predicts, without a constant: slope {:.2} +- {:.2}, explained {:.2} +- {:.2}.\n",
        slope.mean, slope.error, explained.mean, explained.error
    );
    text.push_str(
        "| width, errors | first of the group: points above the mean of those compared | above leaving the act | is what \
         the player did | what the player did is in the group |\n|---|---|---|---|---|\n",
    );
    let recorded = |decision: &&&PlayoutDecision| decision.actions.iter().any(|action| action.recorded);
    for width in WIDTHS {
        let first = |decision: &&PlayoutDecision| first(decision, kind, differences, width);
        let points: Vec<[f64; 4]> = decisions.iter().map(first).collect();
        let done: Vec<[f64; 4]> = decisions.iter().filter(recorded).map(first).collect();
        let (points, done) = (firsts(&points, seed), firsts(&done, seed));
        let above = match KINDS[kind].has_sides() {
            true => format!("{:.0} +- {:.0}", points[1].mean, points[1].error),
            false => "-".into(),
        };
        let _ = writeln!(
            text,
            "| {width} | {:.0} +- {:.0} | {above} | {:.1} +- {:.1} % | {:.1} +- {:.1} % |",
            points[0].mean,
            points[0].error,
            100.0 * done[2].mean,
            100.0 * done[2].error,
            100.0 * done[3].mean,
            100.0 * done[3].error
        );
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanikiru_tools::wall::Random;

    /// About normal, with the standard deviation 1.
    fn normal(random: &mut Random) -> f64 {
        let sum: usize = (0..12).map(|_| random.below(1_001)).sum();
        sum as f64 / 1_000.0 - 6.0
    }

    #[test]
    fn known_differences_come_out_of_noise() {
        let mut random = Random::of(&[44]);
        let riichi = Between { slope: 0.7, constant: 600.0 };
        let call = Between { slope: 0.9, constant: -100.0 };
        let errors =
            [[[500.0, 700.0], [600.0; 2]], [[900.0, 600.0], [800.0; 2]], [[400.0, 800.0], [700.0; 2]]];
        let expected = Differences { riichi, call, errors };
        let mut pair = |kind: usize, far: bool, threatened: bool| {
            let [searched, outcome] = [0; 2].map(|_| 600.0 * normal(&mut random));
            let (error, noise) = (errors[kind][usize::from(far)][usize::from(threatened)], 1_000.0);
            let pair = Pair { kind, far, threatened, searched, outcome, played: 0.0, noise: noise * noise };
            let truth = predicted(&expected, &pair);
            Pair { played: truth + error * normal(&mut random) + noise * normal(&mut random), ..pair }
        };
        let all: Vec<Pair> = (0..120_000).map(|i| pair(i % 3, i / 6 % 2 == 0, i % 2 == 0)).collect();
        let found = fitted(&all.iter().collect::<Vec<_>>());
        for (found, expected) in [(found.riichi, riichi), (found.call, call)] {
            assert!((found.slope - expected.slope).abs() < 0.05, "{found:?}");
            assert!((found.constant - expected.constant).abs() < 30.0, "{found:?}");
        }
        let flat = |of: &[[[f64; 2]; 2]; 3]| of.as_flattened().as_flattened().to_vec();
        for (found, expected) in flat(&found.errors).iter().zip(flat(&errors)) {
            assert!((found / expected - 1.0).abs() < 0.12, "{found} {expected}");
        }
    }
}
