//! What we predict beside what happened, where the player did what we recommend.

use super::tables::TURNS;
use super::verdict::{Kind, Row, Verdict};
use nanikiru::analyze::TableThreat;
use nanikiru_tools::moment::{Question, threat_name};
use nanikiru_tools::outcome::RoundEnd;

/// Rates, in the order of columns: the parts of a value, then tenpai at any time and at the end of the wall.
const RATES: usize = 7;

/// A play that folds at least this often is one of folding.
const FOLDS: f64 = 0.5;

/// Smallest group that the goal is about.
const LARGE: usize = 2_000;

/// One decision.
#[derive(Clone, Copy, Debug)]
struct Point {
    /// The same for the decisions of a round.
    round: u64,
    predicted: [f64; RATES],
    happened: [f64; RATES],
    value: f64,
    change: f64,
    /// Values of the parts: predicted, and what happened by its part.
    parts: [[f64; 2]; 5],
}

impl Point {
    fn of(verdict: &Verdict, row: &Row) -> Point {
        let outcome = &verdict.taken.outcome;
        let mut predicted = [0.0; RATES];
        let mut happened = [0.0; RATES];
        let mut parts = [[0.0; 2]; 5];
        for (i, (round_end, part)) in RoundEnd::ALL.into_iter().zip(row.parts.all()).enumerate() {
            let is = outcome.round_end == round_end;
            (predicted[i], happened[i]) = (part.rate, f64::from(u8::from(is)));
            parts[i] = [part.value, if is { f64::from(outcome.change) } else { 0.0 }];
        }
        // a hand whose discard deals in is not tenpai after it
        let passes = row.action.discard().is_none() || !outcome.at_once;
        (predicted[5], happened[5]) = (row.tenpai, f64::from(u8::from(outcome.tenpai && passes)));
        (predicted[6], happened[6]) = (row.tenpai_at_draw, f64::from(u8::from(outcome.tenpai_at_draw)));
        Point {
            round: verdict.taken.round,
            predicted,
            happened,
            value: row.value,
            change: f64::from(outcome.change),
            parts,
        }
    }
}

/// The mean of a difference and its standard error, by rounds: the decisions of one are not independent.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Difference {
    mean: f64,
    error: f64,
}

/// `points` in the order of rounds.
fn difference(points: &[&Point], of: impl Fn(&Point) -> f64) -> Difference {
    let n = points.len() as f64;
    let mean = points.iter().map(|p| of(p)).sum::<f64>() / n;
    let by_round = points.chunk_by(|a, b| a.round == b.round);
    let squares: f64 = by_round.map(|round| round.iter().map(|p| of(p) - mean).sum::<f64>().powi(2)).sum();
    Difference { mean, error: squares.sqrt() / n }
}

/// Prints the table of own turns, and where every one is wanted those where riichi is possible and offers; the points only where
/// the values are points.
pub fn print(all: &[&Verdict], in_points: bool, every: bool) {
    println!("#### Calibration, where the player did what we recommend\n");
    println!(
        "Predicted / happened (difference +- standard error); rates in %, points of this round from the decision on. Groups of {LARGE}\n\
         decisions or more are to be within 2 points of percent, all together within 1, and within 100 points.\n"
    );
    let questions =
        [("own turns", Question::Discard), ("riichi possible", Question::Riichi), ("offers", Question::Call)];
    for (name, question) in questions.into_iter().take(if every { 3 } else { 1 }) {
        let here: Vec<&Verdict> = all.iter().copied().filter(|v| v.answers(question)).collect();
        let followed: Vec<&Verdict> = here.iter().copied().filter(|v| v.done == 0).collect();
        println!("##### {name}: {} of {} decisions\n", followed.len(), here.len());
        tables(&here, &followed, in_points);
    }
}

fn tables(all: &[&Verdict], followed: &[&Verdict], in_points: bool) {
    let row = |name: &str, verdicts: &[&Verdict], theirs: bool| row(name, verdicts, theirs, in_points);
    println!(
        "| | decisions | win | deal-in | others' tsumo | draw | rest | tenpai | tenpai at draw | points |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    row("all", followed, false);
    row("all actions", all, true);
    let group = |name: String, is: &dyn Fn(&Verdict) -> bool| {
        let here: Vec<&Verdict> = followed.iter().copied().filter(|v| is(v)).collect();
        row(&name, &here, false);
    };
    for (name, turns) in TURNS {
        group(name.to_string(), &|v| turns.contains(&v.turn));
    }
    for shanten in 0..=5 {
        let name = format!("shanten {shanten}{}", if shanten == 5 { "+" } else { "" });
        group(name, &|v| v.shanten.clamp(0, 5) == shanten);
    }
    for threat in TableThreat::ALL {
        group(threat_name(threat).to_string(), &|v| v.taken.threat == threat);
    }
    for threat in TableThreat::ALL {
        let name = format!("folding now or soon, {}", threat_name(threat));
        group(name, &|v| v.taken.threat == threat && v.ours().folds >= FOLDS);
    }
    group("with riichi".to_string(), &|v| Kind::of(&v.ours().action) == Kind::Riichi);
    group("tenpai, without riichi".to_string(), &|v| {
        Kind::of(&v.ours().action) != Kind::Riichi && v.ours().shanten == 0
    });
    group("open hands".to_string(), &|v| {
        !v.taken.decision.round.table().player(v.taken.decision.seat).is_closed()
    });
    group("last round".to_string(), &|v| v.taken.last);
    println!();
    if in_points {
        parts(followed);
    }
}

/// By what they did or by what we would do.
fn points(verdicts: &[&Verdict], theirs: bool) -> Vec<Point> {
    let point = |v: &&Verdict| Point::of(v, if theirs { v.theirs() } else { v.ours() });
    let mut points: Vec<Point> = verdicts.iter().map(point).collect();
    points.sort_by_key(|point| point.round);
    points
}

fn row(name: &str, verdicts: &[&Verdict], theirs: bool, in_points: bool) {
    let points = points(verdicts, theirs);
    let points: Vec<&Point> = points.iter().collect();
    if points.is_empty() {
        return;
    }
    print!("| {name} | {}", points.len());
    let n = points.len() as f64;
    for i in 0..RATES {
        let mean = |of: &dyn Fn(&Point) -> f64| 100.0 * points.iter().map(|p| of(p)).sum::<f64>() / n;
        let off = difference(&points, |p| 100.0 * (p.happened[i] - p.predicted[i]));
        let (predicted, happened) = (mean(&|p| p.predicted[i]), mean(&|p| p.happened[i]));
        print!(" | {predicted:.1} / {happened:.1} ({:+.1} +- {:.1})", off.mean, off.error);
    }
    if !in_points {
        return println!(" | |");
    }
    let predicted = points.iter().map(|p| p.value).sum::<f64>() / n;
    let off = difference(&points, |p| p.change - p.value);
    println!(" | {predicted:.0} / {:.0} ({:+.0} +- {:.0}) |", predicted + off.mean, off.mean, off.error);
}

/// Where the points come from.
fn parts(followed: &[&Verdict]) {
    let points = points(followed, false);
    let points: Vec<&Point> = points.iter().collect();
    if points.is_empty() {
        return;
    }
    println!("| part of the value, points | predicted | happened | predicted each | happened each |");
    println!("|---|---|---|---|---|");
    let sum = |of: &dyn Fn(&Point) -> f64| points.iter().map(|p| of(p)).sum::<f64>();
    for (i, round_end) in RoundEnd::ALL.into_iter().enumerate() {
        let off = difference(&points, |p| p.parts[i][1] - p.parts[i][0]);
        let predicted = sum(&|p| p.parts[i][0]);
        let happened = sum(&|p| p.parts[i][1]);
        println!(
            "| {} | {:.0} | {:.0} ({:+.0} +- {:.0}) | {:.0} | {:.0} |",
            round_end.name(),
            predicted / points.len() as f64,
            happened / points.len() as f64,
            off.mean,
            off.error,
            predicted / sum(&|p| p.predicted[i]),
            happened / sum(&|p| p.happened[i]),
        );
    }
    println!();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(round: u64, change: f64) -> Point {
        Point {
            round,
            predicted: [0.0; RATES],
            happened: [0.0; RATES],
            value: 0.0,
            change,
            parts: [[0.0; 2]; 5],
        }
    }

    #[test]
    fn decisions_of_one_round_count_as_one_observation() {
        let apart: Vec<Point> = (0..8).map(|i| point(i, if i < 4 { 1.0 } else { -1.0 })).collect();
        let apart = difference(&apart.iter().collect::<Vec<_>>(), |p| p.change);
        assert_eq!(apart, Difference { mean: 0.0, error: 8f64.sqrt() / 8.0 });
        // the same numbers, two by two in one round: as if there were half as many
        let together: Vec<Point> = (0..8).map(|i| point(i / 2, if i < 4 { 1.0 } else { -1.0 })).collect();
        let together = difference(&together.iter().collect::<Vec<_>>(), |p| p.change);
        assert_eq!(together, Difference { mean: 0.0, error: 4.0 / 8.0 });
    }
}
