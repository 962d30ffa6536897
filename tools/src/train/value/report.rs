//! What is found of the values on decisions: their order, and what became of the points.

use super::ValueModels;
use super::errors::{ValuedSample, values};
use super::table::{At, Row, Sample};

/// One decision.
struct Line<'a> {
    sample: &'a Sample,
    /// Of what was done: the search's own, the outcomes', and the value.
    says: [f64; 3],
    /// The row that stands first.
    first: usize,
    /// How many rows stand above what was done.
    above: usize,
}

impl<'a> Line<'a> {
    fn of(sample: &'a Sample, values: &[[f64; 2]]) -> Line<'a> {
        let done = sample.done;
        let first = (0..values.len()).rev().max_by(|&a, &b| values[a][1].total_cmp(&values[b][1]));
        let above = values.iter().filter(|value| value[1] > values[done][1]).count();
        let searched = sample.theirs().five(At::Values).iter().sum();
        let [outcome, value] = values[done];
        Line { sample, says: [searched, outcome, value], first: first.unwrap_or(done), above }
    }

    fn sort(&self, row: usize) -> i32 {
        self.sample.rows[row].at(At::Action) as i32
    }
}

/// Prints the tables.
pub fn print(name: &str, samples: &[&Sample], learned: &ValueModels) {
    let fast = samples.iter().filter(|sample| sample.fast);
    let lines: Vec<Line> = fast.map(|sample| Line::of(sample, &values(sample, learned))).collect();
    tables(name, &lines);
}

/// Prints the same of what models say that have not seen the rounds.
pub fn print_crossed(judged: &[ValuedSample]) {
    let lines: Vec<Line> = judged.iter().map(|one| Line::of(one.sample, &one.values)).collect();
    tables("each fifth of the rounds by the model of the others", &lines);
}

fn tables(name: &str, lines: &[Line]) {
    println!("\n#### {name}: {} decisions\n", lines.len());
    agreement(lines);
    points(lines);
}

type Is<'a> = &'a dyn Fn(&Line) -> bool;

fn share(lines: &[Line], among: Is, holds: Is) -> (f64, usize) {
    let (mut yes, mut all, mut n) = (0.0, 0.0, 0);
    for line in lines.iter().filter(|line| among(line)) {
        all += line.sample.weight;
        yes += if holds(line) { line.sample.weight } else { 0.0 };
        n += 1;
    }
    (100.0 * yes / f64::max(all, 1e-9), n)
}

fn agreement(lines: &[Line]) {
    let discard = |line: &Line| line.sort(line.sample.done) < 2;
    let first = |line: &Line| line.above == 0;
    println!("| order by value | decisions | agree |\n|---|---|---|");
    let row = |name: &str, among: Is, holds: Is| {
        let (share, n) = share(lines, among, holds);
        println!(
            "| {name} | {n} | {share:.1} +- {:.1} % |",
            1.96 * (share * (100.0 - share) / n.max(1) as f64).sqrt()
        );
    };
    row("discards, first", &discard, &first);
    row("discards, in three", &discard, &|line| line.above < 3);
    for (threat, name) in ["quiet", "one riichi", "more riichi", "open threat"].into_iter().enumerate() {
        row(
            &format!("discards, first, {name}"),
            &|line| discard(line) && line.sample.threat == threat,
            &first,
        );
    }
    let possible =
        |line: &Line| discard(line) && line.sample.rows.iter().any(|row| row.at(At::Action) == 1.0);
    row("riichi or not", &possible, &|line| {
        (line.sort(line.first) == 1) == (line.sort(line.sample.done) == 1)
    });
    let offered = |line: &Line| {
        let has = |is: &dyn Fn(f64) -> bool| line.sample.rows.iter().any(|row| is(row.at(At::Action)));
        has(&|sort| sort == 2.0) && has(&|sort| (3.0..6.0).contains(&sort)) && line.sort(line.sample.done) < 6
    };
    row("calls", &offered, &|line| (line.sort(line.first) > 2) == (line.sort(line.sample.done) > 2));
    row("who always passes", &offered, &|line| line.sort(line.sample.done) == 2);
    let kans = |line: &Line| line.sample.rows.iter().any(|row| [6.0, 7.0].contains(&row.at(At::Action)));
    let kan = |sort: i32| sort == 6 || sort == 7;
    row("own kans", &kans, &|line| kan(line.sort(line.first)) == kan(line.sort(line.sample.done)));
    println!("\n| how often | comes first | is done |\n|---|---|---|");
    let often = |name: &str, among: Is, is: &dyn Fn(i32) -> bool| {
        let (first, _) = share(lines, among, &|line| is(line.sort(line.first)));
        let (done, _) = share(lines, among, &|line| is(line.sort(line.sample.done)));
        println!("| {name} | {first:.1} % | {done:.1} % |");
    };
    often("riichi, where it is possible", &possible, &|sort| sort == 1);
    often("a call, of tiles that can be called", &offered, &|sort| sort > 2);
    often("an own kan, where there is one", &kans, &kan);
    println!();
}

/// Groups by what is known before.
type Group = (String, Box<dyn Fn(&Line) -> bool>);

/// The predicted probability that a strong player declares riichi, where it is possible.
fn declared(line: &Line) -> Option<f64> {
    let riichi = line.sample.rows.iter().filter(|row| row.at(At::Action) == 1.0);
    riichi.map(|row| row.at(At::Policy)).reduce(|a, b| a + b)
}

fn groups() -> Vec<Group> {
    fn theirs<'a>(line: &'a Line) -> &'a Row {
        line.sample.theirs()
    }
    let mut groups: Vec<Group> = vec![("all".into(), Box::new(|_| true))];
    for (name, from, to) in [
        ("turns 1 to 4", 1, 4),
        ("turns 5 to 8", 5, 8),
        ("turns 9 to 12", 9, 12),
        ("turn 13 and later", 13, 99),
    ] {
        groups.push((name.into(), Box::new(move |line| (from..=to).contains(&line.sample.turn))));
    }
    for shanten in 0..=5 {
        groups.push((format!("shanten {shanten}"), Box::new(move |line| line.sample.shanten == shanten)));
    }
    groups.push((
        "nearer to seven pairs".into(),
        Box::new(|line| {
            theirs(line).at(At::Pairs) < theirs(line).at(At::Groups) && theirs(line).at(At::Shanten) >= 2.0
        }),
    ));
    groups.push(("nearest to thirteen orphans".into(), Box::new(|line| theirs(line).at(At::Orphans) > 0.0)));
    groups.push(("open".into(), Box::new(|line| theirs(line).at(At::Open) > 0.0)));
    groups.push(("threatened".into(), Box::new(|line| line.sample.threat > 0)));
    groups.push(("riichi".into(), Box::new(|line| theirs(line).at(At::Act) == 1.0)));
    groups.push(("dama".into(), Box::new(|line| theirs(line).at(At::Act) == 2.0)));
    for (act, done) in [(1.0, "riichi"), (2.0, "dama")] {
        for (from, to) in [(0, 20), (20, 50), (50, 80), (80, 101)] {
            let is = move |line: &Line| {
                let declared = declared(line).map(|share| (100.0 * share) as u32);
                theirs(line).at(At::Act) == act && declared.is_some_and(|share| (from..to).contains(&share))
            };
            let name = format!("{done} where {from} to {} % are predicted to declare", to.min(100));
            groups.push((name, Box::new(is)));
        }
    }
    groups.push(("passed".into(), Box::new(|line| theirs(line).at(At::Action) == 2.0)));
    groups.push(("called".into(), Box::new(|line| (3.0..6.0).contains(&theirs(line).at(At::Action)))));
    groups.push(("hanchan".into(), Box::new(|line| line.sample.hanchan)));
    groups.push((
        "folding in quiet".into(),
        Box::new(|line| line.sample.threat == 0 && theirs(line).at(At::Folds) > 0.5),
    ));
    groups
}

fn points(lines: &[Line]) {
    println!(
        "| points, of what was done | decisions | search | value | happened | value less happened |\n|---|---|---|---|---|---|"
    );
    for (name, is) in groups() {
        let here: Vec<&Line> = lines.iter().filter(|line| is(line)).collect();
        if here.is_empty() {
            continue;
        }
        let all: f64 = here.iter().map(|line| line.sample.weight).sum();
        let mean = |of: &dyn Fn(&Line) -> f64| {
            here.iter().map(|line| line.sample.weight * of(line)).sum::<f64>() / all
        };
        let off = mean(&|line| line.says[2] - line.sample.change);
        // decisions of one round are not independent
        let of = |line: &&&Line| line.sample.weight * (line.says[2] - line.sample.change - off);
        let by_round = here.chunk_by(|a, b| a.sample.round == b.sample.round);
        let squares: f64 =
            by_round.map(|round| round.iter().map(|line| of(&line)).sum::<f64>().powi(2)).sum();
        println!(
            "| {name} | {} | {:.0} | {:.0} | {:.0} | {off:+.0} +- {:.0} |",
            here.len(),
            mean(&|line| line.says[0]),
            mean(&|line| line.says[2]),
            mean(&|line| line.sample.change),
            squares.sqrt() / all,
        );
    }
    println!("\n| of what was done | slope of the change | of its variance |\n|---|---|---|");
    for (i, name) in ["search", "outcomes", "value"].into_iter().enumerate() {
        let all: f64 = lines.iter().map(|line| line.sample.weight).sum();
        let mean = |of: &dyn Fn(&Line) -> f64| {
            lines.iter().map(|line| line.sample.weight * of(line)).sum::<f64>() / all
        };
        let (x, y) = (mean(&|line| line.says[i]), mean(&|line| line.sample.change));
        let xx = mean(&|line| (line.says[i] - x).powi(2));
        let xy = mean(&|line| (line.says[i] - x) * (line.sample.change - y));
        let yy = mean(&|line| (line.sample.change - y).powi(2));
        let left = mean(&|line| (line.sample.change - line.says[i]).powi(2));
        println!("| {name} | {:.3} | {:.2} % |", xy / xx, 100.0 * (1.0 - left / yy));
    }
    println!();
}
