//! What a journal shows, as Markdown.

use super::bootstrap::{Estimate, estimates};
use super::differences;
use super::fit::{CONSTANT, Sums, pairs};
use super::journal::{Head, Line, Measure, PlayoutDecision, Reason, Threat, Witness};
use super::kind::{Kind, Side};
use nanikiru::dense::is;
use nanikiru_tools::outcome::RoundEnd;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Witnesses that are fitted alone and together.
const TOGETHER: [&[Witness]; 9] = [
    &[Witness::Value],
    &[Witness::SearchValue],
    &[Witness::Outcome],
    &[Witness::LogProbability],
    &[Witness::Value, Witness::LogProbability],
    &[Witness::SearchValue, Witness::LogProbability],
    &[Witness::Outcome, Witness::LogProbability],
    &[Witness::Value, Witness::Outcome],
    &Witness::ALL,
];

/// Where differences of points are cut, and differences of log-probability.
const POINTS: [f64; 6] = [25.0, 50.0, 100.0, 200.0, 400.0, 800.0];
const LOGARITHMS: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 3.0, 4.0];

/// Fewer decisions than this have no table of cuts: their errors would be larger than any figure.
const FEWEST: usize = 30;

/// All tables of a journal.
pub fn tables(head: &Head, lines: &[Line]) -> String {
    let mut text = String::new();
    let three = if head.three_players { " of three players" } else { "" };
    let _ = writeln!(
        text,
        "{:?} games{three}, seed {}, {} plays of each action on the same walls, analyses at depth {}. Errors are standard \
         errors by bootstrap over decisions. Explained: the share of the variance of play-outs' differences that is \
         left without their noise.\n",
        head.games, head.seed, head.plays, head.depth
    );
    if head.measure == Measure::Placement {
        text.push_str("Decisions of the last planned round and extra ones; points are placement points.\n\n");
    }
    left(&mut text, lines);
    for kind in Kind::ALL {
        let of_kind = lines.iter().filter_map(|line| match line {
            Line::Compared(compared) if compared.kind == kind => Some(compared),
            _ => None,
        });
        let decisions: Vec<&PlayoutDecision> = of_kind.collect();
        if decisions.len() > 1 {
            of(&mut text, kind, &decisions, head);
        }
    }
    text
}

fn left(text: &mut String, lines: &[Line]) {
    let mut counts: BTreeMap<(Kind, Reason), usize> = BTreeMap::new();
    for line in lines {
        if let Line::Left { kind, reason, .. } = line {
            *counts.entry((*kind, *reason)).or_default() += 1;
        }
    }
    let parts: Vec<String> =
        counts.iter().map(|((kind, reason), n)| format!("{n} {} ({})", reason.name(), kind.name())).collect();
    if !parts.is_empty() {
        let _ = writeln!(text, "Left out: {}.\n", parts.join("; "));
    }
}

fn of(text: &mut String, kind: Kind, decisions: &[&PlayoutDecision], head: &Head) {
    let seed = head.seed;
    let pairs: usize = decisions.iter().map(|one| pairs(one).len()).sum();
    let plays: usize = decisions.iter().flat_map(|one| &one.actions).map(|one| one.changes.len()).sum();
    let title = kind.name();
    let _ = writeln!(text, "### {title}: {} decisions, {pairs} pairs, {plays} plays\n", decisions.len());
    deviations(text, decisions, seed);
    fits(text, kind, decisions, seed);
    if head.measure == Measure::Points {
        differences::tables(text, decisions, head);
    }
    firsts(text, decisions, seed);
    ends(text, kind, decisions, seed);
    for witness in Witness::ALL {
        sizes(text, witness, decisions, seed);
    }
    cuts(text, kind, decisions, seed);
}

fn sums(units: &mut dyn Iterator<Item = &Sums>) -> Sums {
    let mut all = Sums::default();
    units.for_each(|one| all += one);
    all
}

fn each(decisions: &[&PlayoutDecision]) -> Vec<Sums> {
    decisions.iter().map(|one| Sums::of(one)).collect()
}

fn deviations(text: &mut String, decisions: &[&PlayoutDecision], seed: u64) {
    let figures = |units: &mut dyn Iterator<Item = &Sums>| sums(units).deviations().to_vec();
    let found = estimates(&each(decisions), seed, figures);
    let _ = writeln!(
        text,
        "Standard deviation of play-outs' differences {}, of their noise {}, without it {} points.\n",
        number(found[0], 0),
        number(found[1], 0),
        number(found[2], 0)
    );
}

/// The columns of some witnesses; with a constant where there are sides.
fn columns(kind: Kind, witnesses: &[Witness]) -> Vec<usize> {
    let constant = kind.has_sides().then_some(CONSTANT);
    witnesses.iter().map(|&witness| witness as usize).chain(constant).collect()
}

fn fits(text: &mut String, kind: Kind, decisions: &[&PlayoutDecision], seed: u64) {
    let units = each(decisions);
    text.push_str("| witnesses | slope of play-outs |");
    text.push_str(if kind.has_sides() {
        " constant | explained |\n|---|---|---|---|\n"
    } else {
        " explained |\n|---|---|---|\n"
    });
    for witnesses in TOGETHER {
        let columns = columns(kind, witnesses);
        let figures = |units: &mut dyn Iterator<Item = &Sums>| {
            let (mut slopes, explained) = sums(units).fit(&columns);
            slopes.push(explained);
            slopes
        };
        let found = estimates(&units, seed, figures);
        let names: Vec<&str> = witnesses.iter().map(|witness| witness.name()).collect();
        let slope = |(witness, slope): (&Witness, &Estimate)| match witness {
            Witness::LogProbability => format!("{} points a unit", number(*slope, 0)),
            _ => number(*slope, 2),
        };
        let slopes: Vec<String> = witnesses.iter().zip(&found).map(slope).collect();
        let _ = write!(text, "| {} | {} |", names.join(", "), slopes.join("; "));
        if kind.has_sides() {
            let _ = write!(text, " {} |", number(found[witnesses.len()], 0));
        }
        let _ = writeln!(text, " {} |", number(found[columns.len()], 2));
    }
    let figures = |units: &mut dyn Iterator<Item = &Sums>| {
        let (sure, right) = sums(units).signs();
        [&[sure], &right[..]].concat()
    };
    let found = estimates(&units, seed, figures);
    let right = Witness::ALL.iter().zip(&found[1..]);
    let right: Vec<String> =
        right.map(|(witness, &right)| format!("{} {}", witness.name(), percent(right))).collect();
    let _ = writeln!(
        text,
        "\nWhere play-outs are sure (more than two standard errors: {} of pairs), these order right: {}.\n",
        percent(found[0]),
        right.join(", ")
    );
}

/// What the first action of each witness has more than the mean of those compared.
fn firsts(text: &mut String, decisions: &[&PlayoutDecision], seed: u64) {
    let advantage = |decision: &PlayoutDecision, best: &dyn Fn(usize) -> f64| {
        let means: Vec<f64> = decision.actions.iter().map(|action| action.mean()).collect();
        let most = (0..means.len()).map(best).fold(f64::NEG_INFINITY, f64::max);
        // equals share the first place
        let first: Vec<f64> = (0..means.len()).filter(|&at| best(at) == most).map(|at| means[at]).collect();
        mean(&first) - mean(&means)
    };
    let units: Vec<Vec<f64>> = decisions
        .iter()
        .map(|decision| {
            let of = |witness: &Witness| {
                advantage(decision, &|at| decision.actions[at].witnesses[*witness as usize])
            };
            let mut all: Vec<f64> = Witness::ALL.iter().map(of).collect();
            all.push(advantage(decision, &|at| is(decision.actions[at].recorded)));
            all.push(all[Witness::Outcome as usize] - all[Witness::Value as usize]);
            all
        })
        .collect();
    let figures = |units: &mut dyn Iterator<Item = &Vec<f64>>| {
        let all: Vec<&Vec<f64>> = units.collect();
        (0..all[0].len()).map(|at| all.iter().map(|one| one[at]).sum::<f64>() / all.len() as f64).collect()
    };
    let found = estimates(&units, seed, figures);
    text.push_str("| first of those compared, by | points above their mean |\n|---|---|\n");
    let names = Witness::ALL.iter().map(|witness| witness.name());
    let names = names.chain(["what the player did", "outcomes less `value`"]);
    for (name, &points) in names.zip(&found) {
        let _ = writeln!(text, "| {name} | {} |", number(points, 0));
    }
    text.push('\n');
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// How plays of the two sides end; of discards what was recorded beside the others.
fn ends(text: &mut String, kind: Kind, decisions: &[&PlayoutDecision], seed: u64) {
    let sides: &[(&str, Option<Side>)] = match kind.has_sides() {
        true => &[("act", Some(Side::Act)), ("leave", Some(Side::Leave))],
        false => &[("all", None)],
    };
    text.push_str("| how plays end |");
    RoundEnd::ALL.iter().for_each(|end| {
        let _ = write!(text, " {} |", end.name());
    });
    let _ = writeln!(text, " points |\n|---|{}", "---|".repeat(RoundEnd::ALL.len() + 1));
    for &(name, side) in sides {
        let figures = |units: &mut dyn Iterator<Item = &&PlayoutDecision>| {
            let (mut plays, mut points) = (0.0, 0.0);
            let mut ends = [0.0; RoundEnd::ALL.len()];
            for action in units
                .flat_map(|one| &one.actions)
                .filter(|action| side.is_none_or(|side| action.side == side))
            {
                plays += action.changes.len() as f64;
                points += action.changes.iter().map(|&change| f64::from(change)).sum::<f64>();
                ends.iter_mut().zip(action.ends).for_each(|(sum, n)| *sum += f64::from(n));
            }
            ends.iter().chain([&points]).map(|sum| sum / plays).collect()
        };
        let found = estimates(decisions, seed, figures);
        let (points, ends) = found.split_last().expect("points are the last");
        let ends: Vec<String> = ends.iter().map(|&end| percent(end)).collect();
        let _ = writeln!(text, "| {name} | {} | {} |", ends.join(" | "), number(*points, 0));
    }
    text.push('\n');
}

/// What play-outs find by how much a witness says that two actions differ.
fn sizes(text: &mut String, witness: Witness, decisions: &[&PlayoutDecision], seed: u64) {
    let edges = if witness == Witness::LogProbability { LOGARITHMS } else { POINTS };
    const BINS: usize = POINTS.len() + 1;
    let bins = |decision: &&PlayoutDecision| {
        let mut bins = [[0.0; 3]; BINS];
        for pair in pairs(decision) {
            let x = pair.columns[witness as usize];
            let bin = &mut bins[edges.iter().filter(|&&edge| x.abs() >= edge).count()];
            // without a difference there is no better one
            let sign = if x == 0.0 { 0.0 } else { x.signum() };
            [1.0, x.abs(), sign * pair.played].iter().zip(bin).for_each(|(one, sum)| *sum += one);
        }
        bins
    };
    let units: Vec<[[f64; 3]; BINS]> = decisions.iter().map(bins).collect();
    let figures = |units: &mut dyn Iterator<Item = &[[f64; 3]; BINS]>| {
        let mut all = [[0.0; 3]; BINS];
        for one in units {
            all.iter_mut().flatten().zip(one.iter().flatten()).for_each(|(sum, n)| *sum += n);
        }
        all.iter().flat_map(|[n, x, played]| [*n, x / n, played / n]).collect()
    };
    let found = estimates(&units, seed, figures);
    let digits = if witness == Witness::LogProbability { 2 } else { 0 };
    let _ = writeln!(text, "| {} differ by | pairs | play-outs |\n|---|---|---|", witness.name());
    for bin in found.chunks(3).filter(|bin| bin[0].mean > 0.0) {
        let _ = writeln!(text, "| {:.digits$} | {} | {} |", bin[1].mean, bin[0].mean, number(bin[2], 0));
    }
    text.push('\n');
}

/// A part of the decisions.
struct Cut {
    name: &'static str,
    is: fn(&PlayoutDecision) -> bool,
}

const CUTS: [Cut; 14] = [
    Cut { name: "quiet", is: |one| one.threat == Threat::Quiet },
    Cut { name: "a riichi or more", is: |one| one.threat == Threat::Riichi },
    Cut { name: "two open melds", is: |one| one.threat == Threat::Open },
    Cut { name: "turns 1 to 6", is: |one| one.turn <= 6 },
    Cut { name: "turns 7 to 12", is: |one| (7..=12).contains(&one.turn) },
    Cut { name: "turns 13 and later", is: |one| one.turn > 12 },
    Cut { name: "quiet, turns 1 to 6", is: |one| one.threat == Threat::Quiet && one.turn <= 6 },
    Cut { name: "quiet, later", is: |one| one.threat == Threat::Quiet && one.turn > 6 },
    Cut { name: "tenpai", is: |one| one.shanten <= 0 },
    Cut { name: "1-shanten", is: |one| one.shanten == 1 },
    Cut { name: "2-shanten", is: |one| one.shanten == 2 },
    Cut { name: "3-shanten and farther", is: |one| one.shanten >= 3 },
    Cut { name: "hanchan", is: |one| !one.tonpuu },
    Cut { name: "tonpuu", is: |one| one.tonpuu },
];

fn cuts(text: &mut String, kind: Kind, decisions: &[&PlayoutDecision], seed: u64) {
    let parts: Vec<(&str, Vec<&PlayoutDecision>)> = CUTS
        .iter()
        .map(|cut| (cut.name, decisions.iter().copied().filter(|one| (cut.is)(one)).collect()))
        .filter(|(_, part): &(_, Vec<&PlayoutDecision>)| part.len() >= FEWEST && part.len() < decisions.len())
        .collect();
    if parts.is_empty() {
        return;
    }
    text.push_str("| slopes, alone | decisions |");
    Witness::ALL.iter().for_each(|witness| {
        let _ = write!(text, " {} |", witness.name());
    });
    let _ = writeln!(text, " explained by outcomes |\n|---|---|{}", "---|".repeat(Witness::ALL.len() + 1));
    for (name, part) in parts {
        let figures = |units: &mut dyn Iterator<Item = &Sums>| {
            let sums = sums(units);
            let alone = |witness: Witness| sums.fit(&columns(kind, &[witness]));
            let mut all: Vec<f64> = Witness::ALL.iter().map(|&witness| alone(witness).0[0]).collect();
            all.push(alone(Witness::Outcome).1);
            all
        };
        let found = estimates(&each(&part), seed, figures);
        let _ = write!(text, "| {name} | {} |", part.len());
        for (witness, &slope) in Witness::ALL.iter().zip(&found) {
            let digits = if *witness == Witness::LogProbability { 0 } else { 2 };
            let _ = write!(text, " {} |", number(slope, digits));
        }
        let _ = writeln!(text, " {} |", number(found[Witness::ALL.len()], 2));
    }
    text.push('\n');
}

fn number(Estimate { mean, error }: Estimate, digits: usize) -> String {
    match (mean.is_finite(), error.is_finite()) {
        (false, _) => "-".into(),
        (true, false) => format!("{mean:.digits$}"),
        (true, true) => format!("{mean:.digits$} +- {error:.digits$}"),
    }
}

fn percent(Estimate { mean, error }: Estimate) -> String {
    match (mean.is_finite(), error.is_finite()) {
        (false, _) => "-".into(),
        (true, false) => format!("{:.1} %", 100.0 * mean),
        (true, true) => format!("{:.1} % +- {:.1}", 100.0 * mean, 100.0 * error),
    }
}
