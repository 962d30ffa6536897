//! What values say of differences, fitted to play-outs.

use super::bootstrap::estimates;
use super::fit::pairs;
use super::journal::{Compared, Line, Threat, Witness};
use super::kind::{Kind, Side};
use nanikiru::analyze::differences::{Differences, FAR, LABEL, SECTION, layout};
use nanikiru::params::{Format, Params, Provenance, Section};
use std::fmt::Write;

/// The kinds of decisions that differences are fitted to, in the order of `Decided`.
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
    /// What outcomes say, what play-outs find, and the square of the standard error of that.
    says: f64,
    played: f64,
    noise: f64,
}

fn of(decision: &Compared) -> Vec<Pair> {
    let Some(kind) = KINDS.iter().position(|&kind| kind == decision.kind) else { return Vec::new() };
    let pair = |pair: super::fit::Pair| Pair {
        kind,
        far: decision.shanten >= FAR,
        threatened: decision.threat != Threat::Quiet,
        says: pair.columns[Witness::Outcome as usize],
        played: pair.played,
        noise: pair.noise,
    };
    pairs(decision).into_iter().map(pair).collect()
}

/// The numbers, and the standard deviations of errors by kind, in quiet and threatened.
fn fitted(all: &[&Pair]) -> Differences {
    let of = |kind: usize| all.iter().filter(move |pair| pair.kind == kind);
    let sum = |kind: usize, of_pair: &dyn Fn(&Pair) -> f64| of(kind).map(|pair| of_pair(pair)).sum::<f64>();
    let riichi = sum(1, &|pair| pair.says * pair.played) / sum(1, &|pair| pair.says * pair.says);
    let left = |pair: &Pair| {
        let says = if pair.kind == 1 { riichi * pair.says } else { pair.says };
        (pair.played - says, pair.noise)
    };
    let errors = std::array::from_fn(|kind| {
        let pooled = deviation(of(kind).map(|pair| left(pair)).collect());
        [false, true].map(|far| {
            [false, true].map(|threatened| {
                let here = of(kind).filter(|pair| (pair.far, pair.threatened) == (far, threatened));
                let here: Vec<(f64, f64)> = here.map(|pair| left(pair)).collect();
                let n = here.len() as f64;
                let own = if here.is_empty() { 0.0 } else { deviation(here) };
                ((n * own * own + PRIOR * pooled * pooled) / (n + PRIOR)).sqrt()
            })
        })
    });
    Differences { riichi, errors }
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

/// The parameter file, and a table of what is in it.
///
/// # Errors
/// When there are too few decisions of a kind.
pub fn fit(lines: &[Line], seed: u64) -> Result<(Vec<u8>, String), String> {
    let decisions: Vec<Vec<Pair>> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Compared(compared) => Some(of(compared)),
            Line::Left { .. } => None,
        })
        .filter(|pairs| !pairs.is_empty())
        .collect();
    let all = |units: &mut dyn Iterator<Item = &Vec<Pair>>| {
        let pairs: Vec<&Pair> = units.flatten().collect();
        fitted(&pairs).numbers().to_vec()
    };
    let found = estimates(&decisions, seed, all);
    if let Some(at) = found.iter().position(|number| !number.mean.is_finite()) {
        return Err(format!("number {at}: too few decisions, or their noise hides it"));
    }
    let mut text = String::from("| number | value |\n|---|---|\n");
    let names = ["riichi or dama: share of the outcomes' difference".to_string()];
    let errors = KINDS.iter().flat_map(|kind| {
        let parts = ["near, quiet", "near, threatened", "far, quiet", "far, threatened"];
        parts.map(|part| format!("error of a difference, points: {}, {part}", kind.name()))
    });
    for (name, number) in names.into_iter().chain(errors).zip(&found) {
        let _ = writeln!(text, "| {name} | {:.2} +- {:.2} |", number.mean, number.error);
    }
    let numbers: Vec<f64> = found.iter().map(|number| number.mean).collect();
    let all: Vec<&Pair> = decisions.iter().flatten().collect();
    widths(&mut text, lines, &fitted(&all), seed);
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

/// Shares of the error of a difference within which actions are about equal, to be compared.
const WIDTHS: [f64; 7] = [0.0, 0.25, 0.35, 0.5, 0.75, 1.0, f64::INFINITY];

/// What comes first by groups of these widths: points above the mean of those compared, whether it is what the player
/// did, and whether that is in the group.
fn first(decision: &Compared, differences: &Differences, width: f64) -> Option<[f64; 3]> {
    let kind = KINDS.iter().position(|&kind| kind == decision.kind)?;
    let say =
        |witness: Witness| decision.actions.iter().map(move |action| action.witnesses[witness as usize]);
    let mut values: Vec<f64> = say(Witness::Outcome).collect();
    let shares: Vec<f64> = say(Witness::LogProbability).map(libm::exp).collect();
    let side = |side: Side| decision.actions.iter().position(|action| action.side == side);
    if let (Kind::Riichi, Some(riichi), Some(dama)) = (decision.kind, side(Side::Act), side(Side::Leave)) {
        let other = (1.0 - differences.riichi) * (values[riichi] - values[dama]);
        let share = shares[riichi] / (shares[riichi] + shares[dama]);
        values[riichi] -= (1.0 - share) * other;
        values[dama] += share * other;
    }
    let [far, threatened] = [decision.shanten >= FAR, decision.threat != Threat::Quiet].map(usize::from);
    let width = if width == 0.0 { 0.0 } else { width * differences.errors[kind][far][threatened] };
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let group: Vec<usize> = (0..values.len()).filter(|&at| best - values[at] <= width).collect();
    let first = *group.iter().max_by(|&&a, &&b| shares[a].total_cmp(&shares[b]))?;
    let mean = decision.actions.iter().map(|action| action.mean()).sum::<f64>() / values.len() as f64;
    let is = |holds: bool| f64::from(u8::from(holds));
    let recorded = |at: usize| decision.actions[at].recorded;
    Some([
        decision.actions[first].mean() - mean,
        is(recorded(first)),
        is(group.iter().any(|&at| recorded(at))),
    ])
}

/// A table of widths, of decisions whose action is among those compared.
fn widths(text: &mut String, lines: &[Line], differences: &Differences, seed: u64) {
    text.push_str(
        "\n| kind | decisions | width, errors | first of the group: points above the mean of those compared | is what the player did | \
         what the player did is in the group |\n|---|---|---|---|---|---|\n",
    );
    for kind in KINDS {
        let decisions: Vec<&Compared> = lines
            .iter()
            .filter_map(|line| match line {
                Line::Compared(compared) if compared.kind == kind => Some(compared),
                _ => None,
            })
            .filter(|compared| compared.actions.iter().any(|action| action.recorded))
            .collect();
        for width in WIDTHS {
            let found: Vec<[f64; 3]> =
                decisions.iter().filter_map(|decision| first(decision, differences, width)).collect();
            if found.is_empty() {
                continue;
            }
            let figures = |units: &mut dyn Iterator<Item = &[f64; 3]>| {
                let all: Vec<&[f64; 3]> = units.collect();
                (0..3).map(|at| all.iter().map(|one| one[at]).sum::<f64>() / all.len() as f64).collect()
            };
            let of = estimates(&found, seed, figures);
            let _ = writeln!(
                text,
                "| {} | {} | {width} | {:.0} +- {:.0} | {:.1} +- {:.1} % | {:.1} +- {:.1} % |",
                kind.name(),
                found.len(),
                of[0].mean,
                of[0].error,
                100.0 * of[1].mean,
                100.0 * of[1].error,
                100.0 * of[2].mean,
                100.0 * of[2].error
            );
        }
    }
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
        let riichi = 0.7;
        let errors =
            [[[500.0, 700.0], [600.0; 2]], [[900.0, 600.0], [800.0; 2]], [[400.0, 800.0], [700.0; 2]]];
        let mut pair = |kind: usize, far: bool, threatened: bool| {
            let says = 600.0 * normal(&mut random);
            let (error, noise) = (errors[kind][usize::from(far)][usize::from(threatened)], 1_000.0);
            let truth = if kind == 1 { riichi * says } else { says };
            let played = truth + error * normal(&mut random) + noise * normal(&mut random);
            Pair { kind, far, threatened, says, played, noise: noise * noise }
        };
        let all: Vec<Pair> = (0..120_000).map(|i| pair(i % 3, i / 6 % 2 == 0, i % 2 == 0)).collect();
        let found = fitted(&all.iter().collect::<Vec<_>>());
        assert!((found.riichi - riichi).abs() < 0.05, "{found:?}");
        let flat = |of: &[[[f64; 2]; 2]; 3]| of.as_flattened().as_flattened().to_vec();
        for (found, expected) in flat(&found.errors).iter().zip(flat(&errors)) {
            assert!((found / expected - 1.0).abs() < 0.12, "{found} {expected}");
        }
    }
}
