//! The tables: agreement, points, groups, rates and information.

use super::line::{Line, REPORT, Row, Sort};
use nanikiru::analyze::differences::DecisionKind;
use nanikiru::analyze::{Act, TableThreat};
use nanikiru_tools::moment::threat_name;
use nanikiru_tools::outcome::RoundEnd;
use nanikiru_tools::thousands;

/// The search's own value and the value, by their places.
const BY: [(usize, &str); 2] = [(1, "value"), (0, "searchValue")];
/// A play that folds at least this often is one of folding.
const FOLDS: f64 = 0.5;
/// Turns in which the win rate's information is asked for.
const EARLY: usize = 8;

type Is<'a> = &'a dyn Fn(&Line) -> bool;

/// A weighted mean and its standard error, by rounds: the decisions of one are not independent.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Mean {
    mean: f64,
    error: f64,
}

/// Of lines in the order of rounds.
fn mean(lines: &[&Line], of: impl Fn(&Line) -> f64) -> Mean {
    let all: f64 = lines.iter().map(|line| line.weight).sum();
    let mean = lines.iter().map(|line| line.weight * of(line)).sum::<f64>() / all;
    let by_round = lines.chunk_by(|a, b| a.round == b.round);
    let squares: f64 = by_round
        .map(|round| round.iter().map(|line| line.weight * (of(line) - mean)).sum::<f64>().powi(2))
        .sum();
    Mean { mean, error: squares.sqrt() / all }
}

/// Prints all of them.
pub fn print(lines: &[Line]) {
    let all: Vec<&Line> = lines.iter().collect();
    agreement(&all);
    widths(&all);
    points(&all);
    groups(&all);
    errors(&all);
    for (rate, name) in ["win", "deal-in"].into_iter().enumerate() {
        reliability(&all, rate, name);
    }
    information(&all);
}

fn agreement(lines: &[&Line]) {
    println!(
        "\n| what comes first is what was done, +- 95 % | decisions | in the report | by value | by searchValue |\n|---|---|---|---|---|"
    );
    let row = |name: &str, among: Is, holds: &dyn Fn(&Line, usize) -> bool| {
        let here: Vec<&Line> = lines.iter().copied().filter(|line| among(line)).collect();
        if here.is_empty() {
            return;
        }
        let share = |by: usize| {
            let Mean { mean, error } = mean(&here, |line| f64::from(u8::from(holds(line, by))));
            format!("{:.1} +- {:.1} %", 100.0 * mean, 196.0 * error)
        };
        let [report, value, search] = [REPORT, 1, 0].map(share);
        println!("| {name} | {} | {report} | {value} | {search} |", thousands(here.len() as u64));
    };
    let discards = |line: &Line| matches!(line.theirs().sort, Sort::Discard | Sort::Riichi);
    let first = |line: &Line, by: usize| line.above(by) == 0;
    row("discards", &discards, &first);
    row("discards, in three", &discards, &|line, by| line.above(by) < 3);
    for threat in TableThreat::ALL {
        let name = format!("discards, {}", threat_name(threat));
        row(&name, &|line| discards(line) && line.threat == threat, &first);
    }
    let same = |sort: Sort| {
        move |line: &Line, by: usize| (line.first(by).sort == sort) == (line.theirs().sort == sort)
    };
    row("riichi or not", &|line| discards(line) && line.has(Sort::Riichi), &same(Sort::Riichi));
    let offered = |line: &Line| {
        line.has(Sort::Pass) && line.has(Sort::Call) && matches!(line.theirs().sort, Sort::Pass | Sort::Call)
    };
    row("call or pass", &offered, &same(Sort::Call));
    row("who always passes", &offered, &|line, _| line.theirs().sort == Sort::Pass);
    row("own kan or not", &|line| line.has(Sort::Kan), &same(Sort::Kan));
    println!(
        "\n| what was done is in the best group, +- 95 % | decisions | share | actions in the group |\n|---|---|---|---|"
    );
    for (name, among) in [
        ("discards", &discards as Is),
        ("call or pass", &offered),
        ("own kan or not", &|line| line.has(Sort::Kan)),
    ] {
        let here: Vec<&Line> = lines.iter().copied().filter(|line| among(line)).collect();
        if here.is_empty() {
            continue;
        }
        let Mean { mean: share, error } = mean(&here, |line| f64::from(u8::from(line.is_in_best_group())));
        let equal =
            |line: &Line| line.rows.iter().filter(|row| row.group == line.rows[0].group).count() as f64;
        let size = mean(&here, equal).mean;
        println!(
            "| {name} | {} | {:.1} +- {:.1} % | {size:.1} |",
            thousands(here.len() as u64),
            100.0 * share,
            196.0 * error
        );
    }
}

/// Errors of a difference within which actions are about equal, to be compared.
const WIDTHS: [f64; 8] = [0.0, 0.25, 0.35, 0.5, 0.75, 0.85, 1.0, f64::INFINITY];

/// What the group would be at other widths.
fn widths(lines: &[&Line]) {
    println!(
        "\n| decided | width, errors | what comes first is what was done, +- 95 % | of this sort | in the group | actions in the group |\n|---|---|---|---|---|---|"
    );
    for (name, decided, sort) in [
        ("discard", DecisionKind::Discard, Sort::Discard),
        ("riichi or dama", DecisionKind::Riichi, Sort::Riichi),
        ("call or pass", DecisionKind::Call, Sort::Call),
    ] {
        let is = |line: &Line| line.decided() == decided && line.theirs().sort != Sort::Win;
        let here: Vec<&Line> = lines.iter().copied().filter(|line| is(line)).collect();
        for width in WIDTHS.into_iter().filter(|_| !here.is_empty()) {
            let share = |holds: &dyn Fn(&Line, &[&Row]) -> bool| {
                let Mean { mean, error } =
                    mean(&here, |line| f64::from(u8::from(holds(line, &line.equal(width)))));
                format!("{:.1} +- {:.1} %", 100.0 * mean, 196.0 * error)
            };
            println!(
                "| {name} | {width} | {} | {} | {} | {:.1} |",
                share(&|line, equal| std::ptr::eq(equal[0], line.theirs())),
                share(&|line, equal| (equal[0].sort == sort) == (line.theirs().sort == sort)),
                share(&|line, equal| equal.iter().any(|row| std::ptr::eq(*row, line.theirs()))),
                mean(&here, |line| line.equal(width).len() as f64).mean,
            );
        }
    }
}

fn points(lines: &[&Line]) {
    println!("\n| of what was done | slope of the change of points | of its variance |\n|---|---|---|");
    let change = mean(lines, |line| line.change).mean;
    let spread = mean(lines, |line| (line.change - change).powi(2)).mean;
    for (by, name) in BY {
        let x = |line: &Line| line.theirs().says[by];
        let center = mean(lines, x).mean;
        let xx = mean(lines, |line| (x(line) - center).powi(2)).mean;
        let slope = mean(lines, |line| (x(line) - center) * (line.change - change)).mean / xx;
        let rest = |line: &Line| line.change - change - slope * (x(line) - center);
        let error = mean(lines, |line| (x(line) - center) * rest(line) / xx).error;
        let known =
            mean(lines, |line| ((line.change - change).powi(2) - (line.change - x(line)).powi(2)) / spread);
        println!(
            "| {name} | {slope:.3} +- {error:.3} | {:.2} +- {:.2} % |",
            100.0 * known.mean,
            100.0 * known.error
        );
    }
}

fn groups(lines: &[&Line]) {
    println!(
        "\n| points, of what was done | decisions | searchValue | value | happened | value less happened |\n|---|---|---|---|---|---|"
    );
    let row = |name: &str, is: Is| {
        let here: Vec<&Line> = lines.iter().copied().filter(|line| is(line)).collect();
        if here.is_empty() {
            return;
        }
        let off = mean(&here, |line| line.theirs().says[1] - line.change);
        println!(
            "| {name} | {} | {:.0} | {:.0} | {:.0} | {:+.0} +- {:.0} |",
            thousands(here.len() as u64),
            mean(&here, |line| line.theirs().says[0]).mean,
            mean(&here, |line| line.theirs().says[1]).mean,
            mean(&here, |line| line.change).mean,
            off.mean,
            off.error
        );
    };
    row("all", &|_| true);
    for (name, turns) in [
        ("turns 1 to 4", 1..=4),
        ("turns 5 to 8", 5..=8),
        ("turns 9 to 12", 9..=12),
        ("turn 13 and later", 13..=99),
    ] {
        row(name, &|line| turns.contains(&line.turn));
    }
    for shanten in 0..=5 {
        row(&format!("shanten {shanten}"), &|line| line.shanten == shanten);
    }
    let act = |line: &Line, act: Act| line.facts.is_some_and(|facts| facts.case.act == act);
    row("nearer to seven pairs than to groups", &|line| {
        line.facts.is_some_and(|facts| facts.pairs < facts.groups && facts.shanten >= 2)
    });
    row("open", &|line| line.facts.is_some_and(|facts| facts.open));
    row("threatened", &|line| line.threat != TableThreat::None);
    row("folding in quiet", &|line| {
        line.threat == TableThreat::None && line.facts.is_some_and(|facts| facts.folds >= FOLDS)
    });
    row("riichi", &|line| act(line, Act::Riichi));
    row("dama", &|line| act(line, Act::Dama));
    row("passed", &|line| line.theirs().sort == Sort::Pass);
    row("called", &|line| line.theirs().sort == Sort::Call);
    row("estimated", &|line| line.estimated);
    row("hanchan", &|line| line.hanchan);
    row("tonpuu", &|line| !line.hanchan);
}

/// The predicted error of values, beside the real one.
fn errors(lines: &[&Line]) {
    println!("\n| sort of row | decisions | valueError | value less happened |\n|---|---|---|---|");
    let row = |name: &str, is: Is| {
        let here: Vec<&Line> =
            lines.iter().copied().filter(|line| line.error.is_some() && is(line)).collect();
        let Some(predicted) = here.first().and_then(|line| line.error) else { return };
        let off = mean(&here, |line| line.theirs().says[1] - line.change);
        let count = thousands(here.len() as u64);
        println!("| {name} | {count} | {predicted:.0} | {:+.0} +- {:.0} |", off.mean, off.error);
    };
    for shanten in 0..=3 {
        for (threat, threatened) in ["quiet", "threatened"].into_iter().enumerate() {
            for (late, left) in ["46 tiles left or more", "less"].into_iter().enumerate() {
                row(&format!("shanten {shanten}, {threatened}, {left}"), &|line| {
                    let Some(facts) = line.facts.filter(|_| !line.estimated) else { return false };
                    facts.shanten.clamp(0, 3) == shanten
                        && usize::from(line.threat != TableThreat::None) == threat
                        && usize::from(facts.case.tiles_left < 46) == late
                });
            }
        }
    }
    row("estimated", &|line| line.estimated);
}

/// Whether it was the end that the rate is of.
fn came(line: &Line, rate: usize) -> f64 {
    f64::from(u8::from(line.end == [RoundEnd::Win, RoundEnd::DealIn][rate]))
}

/// A tenth of the decisions after the other, by the predicted rate.
fn reliability(lines: &[&Line], rate: usize, name: &str) {
    println!(
        "\n| {name} rate, tenths of the decisions | predicted | real, +- one standard error |\n|---|---|---|"
    );
    let mut by_rate = lines.to_vec();
    by_rate.sort_by(|a, b| a.rates[rate].total_cmp(&b.rates[rate]));
    let all: f64 = lines.iter().map(|line| line.weight).sum();
    let (mut before, mut tenths) = (0.0, vec![Vec::new(); 10]);
    for line in by_rate {
        tenths[((10.0 * before / all) as usize).min(9)].push(line);
        before += line.weight;
    }
    for (i, mut tenth) in tenths.into_iter().enumerate().filter(|(_, tenth)| !tenth.is_empty()) {
        tenth.sort_by_key(|line| (line.round, line.key));
        let predicted = mean(&tenth, |line| line.rates[rate]).mean;
        let Mean { mean, error } = mean(&tenth, |line| came(line, rate));
        println!(
            "| {} | {:.1} % | {:.1} +- {:.1} % |",
            i + 1,
            100.0 * predicted,
            100.0 * mean,
            100.0 * error
        );
    }
}

/// How much less surprising the end is by the rate than by the mean.
fn information(lines: &[&Line]) {
    println!(
        "\n| information over a constant, +- one standard error | decisions | win rate | deal-in rate |\n|---|---|---|---|"
    );
    let early = |is: bool| move |line: &Line| (line.turn <= EARLY) == is;
    for (name, is) in [("turns 1 to 8", early(true)), ("later turns", early(false))] {
        let here: Vec<&Line> = lines.iter().copied().filter(|line| is(line)).collect();
        if here.is_empty() {
            continue;
        }
        let of = |rate: usize| {
            let usual = mean(&here, |line| came(line, rate)).mean;
            let surprise = |predicted: f64, came: f64| {
                let predicted = predicted.clamp(1e-4, 1.0 - 1e-4);
                -came * predicted.ln() - (1.0 - came) * (1.0 - predicted).ln()
            };
            let constant = mean(&here, |line| surprise(usual, came(line, rate))).mean;
            let known = mean(&here, |line| {
                let came = came(line, rate);
                (surprise(usual, came) - surprise(line.rates[rate], came)) / constant
            });
            format!("{:.1} +- {:.1} %", 100.0 * known.mean, 100.0 * known.error)
        };
        println!("| {name} | {} | {} | {} |", thousands(here.len() as u64), of(0), of(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanikiru::tile::Players;

    fn line(round: u64, weight: f64, change: f64) -> Line {
        let row = |value: f64| Row { sort: Sort::Discard, says: [0.0, value], group: 1, share: None };
        Line {
            key: 0,
            round,
            weight,
            players: Players::Four,
            rows: vec![row(3.0), row(2.0), row(1.0)],
            done: 1,
            threat: TableThreat::None,
            turn: 1,
            shanten: 2,
            hanchan: false,
            facts: None,
            error: None,
            estimated: false,
            rates: [0.2, 0.1],
            end: RoundEnd::Win,
            change,
        }
    }

    #[test]
    fn decisions_of_one_round_count_as_one_observation() {
        let of = |rounds: [u64; 4]| {
            let lines: Vec<Line> = rounds
                .into_iter()
                .zip([1.0, 1.0, -1.0, -1.0])
                .map(|(round, change)| line(round, 1.0, change))
                .collect();
            mean(&lines.iter().collect::<Vec<_>>(), |line| line.change)
        };
        assert_eq!(of([0, 1, 2, 3]), Mean { mean: 0.0, error: 0.5 });
        assert_eq!(of([0, 0, 1, 1]).error, 8f64.sqrt() / 4.0);
    }

    #[test]
    fn a_decision_counts_for_as_many_as_it_stands_for() {
        let lines = [line(0, 3.0, 4.0), line(1, 1.0, 0.0)];
        assert_eq!(mean(&lines.iter().collect::<Vec<_>>(), |line| line.change).mean, 3.0);
    }

    #[test]
    fn order_is_that_of_values() {
        let mut line = line(0, 1.0, 0.0);
        // a group of its own each: within one, probability decides
        line.rows.iter_mut().zip(1..).for_each(|(row, group)| row.group = group);
        assert!(line.is_in_order());
        assert_eq!((line.above(1), line.above(0), line.first(1).says[1]), (1, 0, 3.0));
        line.rows[2].says[1] = 2.5;
        assert!(!line.is_in_order());
        line.rows[2].says[1] = f64::NAN;
        assert!(!line.is_in_order());
    }
}
