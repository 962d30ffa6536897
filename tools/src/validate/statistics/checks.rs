//! How good the smoothed figures are: for games that they were not taken from, and for whole rounds.

use super::discards::{ByClass, CLASSES};
use super::ends::{Ends, Intervals};
use super::habits::{DEGREE, End, Habits, end};
use super::smooth::{self, BLIND, Rates, pooled};
use super::standing::{STANDINGS, TURNS, table_row};
use super::{Figures, PARTS, Statistics, sum};
use nanikiru::tile::Players;
use std::fmt::{self, Formatter};

/// A way to smooth the rates of waits; it may look at those of callable kinds.
type Smooth = (&'static str, fn(&[ByClass; TURNS], &[Rates; TURNS]) -> [Rates; TURNS]);

const WAYS: [Smooth; 8] = [
    ("one rate for each class", |waits, _| smooth::log_polynomial(waits, &BLIND, 0)),
    ("class x turn", |waits, _| smooth::product(waits)),
    ("each cell, drawn to its class by 5", |waits, _| smooth::drawn(waits)),
    ("exp of a quadratic in the turn", |waits, _| smooth::log_polynomial(waits, &BLIND, 2)),
    ("exp of a cubic", |waits, _| smooth::log_polynomial(waits, &BLIND, 3)),
    ("callable x exp of a linear function", |waits, called| smooth::log_polynomial(waits, called, 1)),
    ("callable x exp of a quadratic (taken)", |waits, called| smooth::log_polynomial(waits, called, DEGREE)),
    ("callable x exp of a cubic", |waits, called| smooth::log_polynomial(waits, called, 3)),
];

/// The figures of one part of the games and of the others, for each part.
fn splits(statistics: &Statistics) -> Vec<(Figures, Figures)> {
    let part = |part: usize| sum(statistics.0.iter().map(|length| &length[part]));
    let parts: [Figures; PARTS] = std::array::from_fn(part);
    let others = |i| sum(parts.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, part)| part));
    (0..PARTS).map(|i| (parts[i].clone(), others(i))).collect()
}

/// Prints how well each way to smooth foretells games that it has not seen.
fn print_smoothing(f: &mut Formatter<'_>, statistics: &Statistics) -> fmt::Result {
    let splits = splits(statistics);
    writeln!(
        f,
        "\nSmoothing the rates of waits: log likelihood (Poisson) of each fifth of the games, by name,"
    )?;
    writeln!(f, "under what the other four fifths give; more than with one rate for each class")?;
    writeln!(f, "| way | closed | open | riichi |\n|---|---|---|---|")?;
    let judged = WAYS.map(|(name, way)| {
        let of = |s: usize| {
            let one = |(held, rest): &(Figures, Figures)| {
                let rates = way(&rest.discards.waits[s][0], &smooth::alone(&rest.discards.called()));
                smooth::likelihood(&held.discards.waits[s][0], &rates)
            };
            splits.iter().map(one).sum::<f64>()
        };
        (name, [of(0), of(1), of(2)])
    });
    for (name, all) in judged {
        let [closed, open, riichi] = std::array::from_fn(|s| all[s] - judged[0].1[s]);
        writeln!(f, "| {name} | {closed:.1} | {open:.1} | {riichi:.1} |")?;
    }
    writeln!(
        f,
        "\nPooling ends: the same of the rates (binomial, less than with single turns), by the ends that a"
    )?;
    writeln!(f, "window of turns needs; root mean square error of the ends' points")?;
    writeln!(f, "| ends | rates | points |\n|---|---|---|")?;
    let judge = |enough: u64| {
        let (mut likelihood, mut squares, mut rounds) = (0.0, 0.0, 0);
        for (held, rest) in &splits {
            for (standing, dealer) in STANDINGS.into_iter().flat_map(|s| [(s, false), (s, true)]) {
                let cells = rest.intervals.of(standing, dealer);
                for (turn, cell) in held.intervals.of(standing, dealer).iter().enumerate() {
                    let End { rate, points, .. } = end(pooled(&cells, turn, |c| c.ends().rounds >= enough));
                    let Ends { rounds: n, points: sum, squares: square } = cell.ends();
                    likelihood += n as f64 * rate.max(1e-9).ln();
                    likelihood += (cell.unwon() - n) as f64 * (1.0 - rate).ln();
                    squares += square - 2.0 * points * sum as f64 + points * points * n as f64;
                    rounds += n;
                }
            }
        }
        (likelihood, (squares / rounds as f64).sqrt())
    };
    let single = judge(1).0;
    for enough in [1, 3, 10, 30, 100, 300, 1_000, 3_000] {
        let (likelihood, error) = judge(enough);
        writeln!(f, "| {enough} | {:.1} | {error:.2} |", likelihood - single)?;
    }
    Ok(())
}

/// Prints what the tables make of a whole round, beside what happened.
///
/// Own wins that do not depend on others' ends: in a step of the search others end the round first; in a
/// game the seat deals in first, the others' wins lie on both sides of its ron, and its own draw is last.
fn print_consistency(f: &mut Formatter<'_>, figures: &Figures) -> fmt::Result {
    let habits = Habits::of(figures, Players::Four);
    writeln!(
        f,
        "\nA seat's round by the tables: % of all seats that make a discard, and whose round ends before"
    )?;
    writeln!(f, "the next one; which hands there are at a turn, and how often they win, is as in the games")?;
    writeln!(
        f,
        "| turn | make it | by the tables | others end | by the tables | own wins | by the tables |"
    )?;
    writeln!(f, "|---|---|---|---|---|---|---|")?;
    let seats = 4.0 * figures.rounds as f64;
    let share = |n: f64| 100.0 * n / seats;
    let cells = |turn: usize| {
        let of = move |standing| [false, true].map(|dealer| (standing, dealer));
        let all = STANDINGS.map(of).as_flattened().to_vec();
        all.into_iter().map(move |(standing, dealer)| {
            let end = habits.ends[table_row(standing)][usize::from(dealer)][turn];
            (figures.intervals.of(standing, dealer)[turn], end)
        })
    };
    let mut left = 0.0;
    let mut sums = [[0.0; 2]; 2];
    let (mut points, mut exhausted) = ([0.0; 2], 0);
    for turn in 0..TURNS {
        let all = Intervals::sum(cells(turn).map(|(cell, _)| cell).collect::<Vec<_>>().iter());
        if turn == 0 {
            left = all.all as f64;
        }
        let mut by_tables = [0.0; 2];
        for (cell, end) in cells(turn) {
            let mass = left * cell.all as f64 / all.all as f64;
            by_tables[0] += mass * end.rate;
            by_tables[1] += mass * (1.0 - end.rate) * own_wins(&cell);
            points[1] += cell.ends().rounds as f64 * end.points;
        }
        let counted = [all.ends().rounds, all.own_ron + all.own_tsumo].map(|n| n as f64);
        write!(f, "| {} | {:.3} | {:.3} ", turn + 1, share(all.all as f64), share(left))?;
        for (sum, (counted, by_tables)) in sums.iter_mut().zip(counted.into_iter().zip(by_tables)) {
            write!(f, "| {:.3} | {:.3} ", share(counted), share(by_tables))?;
            sum[0] += counted;
            sum[1] += by_tables;
        }
        writeln!(f, "|")?;
        left -= by_tables[0] + by_tables[1];
        points[0] += all.ends().points as f64;
        exhausted += all.exhausted;
    }
    let [[ends, ends_by], [wins, wins_by]] = sums.map(|sum| sum.map(share));
    let [points, points_by] = points.map(|sum| sum / seats);
    writeln!(f, "others end: {ends:.3}, by the tables {ends_by:.3}")?;
    writeln!(f, "own wins: {wins:.3}, by the tables {wins_by:.3}")?;
    writeln!(
        f,
        "exhausted: {:.3}, left after 18 turns by the tables {:.3}",
        share(exhausted as f64),
        share(left)
    )?;
    writeln!(
        f,
        "points of others' ends, a seat and round: {points:.2}, with the tables' means {points_by:.2}"
    )
}

/// Probability that the seat wins in an interval that others do not end.
fn own_wins(cell: &Intervals) -> f64 {
    let [all, deal_in, others, ron, tsumo] = [
        cell.all,
        cell.deal_in.rounds,
        cell.other_ron.rounds + cell.other_tsumo.rounds,
        cell.own_ron,
        cell.own_tsumo,
    ]
    .map(|n| n as f64);
    let ratio = |n: f64, of: f64| if of > 0.0 { n / of } else { 0.0 };
    let ron_alone = ratio(ron, all - deal_in - others / 2.0);
    1.0 - (1.0 - ron_alone) * (1.0 - ratio(tsumo, all - deal_in - others - ron))
}

/// Prints all of it.
pub fn print(f: &mut Formatter<'_>, statistics: &Statistics, together: &Figures) -> fmt::Result {
    let habits = Habits::of(together, Players::Four);
    writeln!(f, "\nKinds that a seat waits for, smoothed")?;
    writeln!(f, "| hand | turn | {} |\n|---|---|---|---|---|---|---|---|", CLASSES.join(" | "))?;
    for (standing, turns) in STANDINGS.into_iter().zip(&habits.waits) {
        for (turn, row) in turns.iter().enumerate() {
            let rates = row.map(|rate| format!("{rate:.3}")).join(" | ");
            writeln!(f, "| {} | {} | {rates} |", standing.name(), turn + 1)?;
        }
    }
    print_smoothing(f, statistics)?;
    print_consistency(f, together)
}
