//! The figures as the search takes them: smoothed.

use super::ends::{Ends, Intervals, TAILS};
use super::smooth::{self, Rates, pooled};
use super::standing::{STANDINGS, Standing, TURNS, table_row};
use super::{Figures, Statistics, sum};
use nanikiru::analyze::habits::{self, EndHabit, Habits as Learned};
use super::discards::ByClass;
use nanikiru::params::{Params, Provenance, Table};
use nanikiru::tile::Players;
use nanikiru_tools::digits::digits;
use nanikiru_tools::months::Months;

/// How often the others end the round, and what that pays the seat.
#[derive(Clone, Copy, Default)]
pub struct End {
    /// Per interval.
    pub rate: f64,
    /// On average.
    pub points: f64,
    /// Share of the own deal-ins, and what they pay on average.
    pub deal_in: (f64, f64),
    /// The same of the others' tsumo.
    pub tsumo: (f64, f64),
}

/// What the search takes.
pub struct Habits {
    /// Kinds that a seat does not wait for: right, across, left, by turn.
    pub callable: [[Rates; TURNS]; 3],
    /// Kinds that it waits for: by standing and turn.
    pub waits: [[Rates; TURNS]; 3],
    /// By standing, dealer and turn.
    pub ends: [[[End; TURNS]; 2]; 3],
    /// After the last discard: by standing, dealer and how many others draw once more.
    pub last: [[[End; TAILS]; 2]; 3],
}

/// Ends that a rate needs, and a mean: with fewer, the turns around are counted, too.
const ENOUGH: (u64, u64) = (10, 300);
/// The degree of the polynomial that turns callable rates into rates of waits.
pub const DEGREE: usize = 2;

impl Habits {
    /// The figures, smoothed: of three players, of whom there are few games, callable kinds, too.
    pub fn of(figures: &Figures, players: Players) -> Habits {
        let discards = &figures.discards;
        let smoothed = |cells: &[ByClass; TURNS]| match players {
            Players::Three => smooth::log_polynomial(cells, &smooth::BLIND, DEGREE),
            Players::Four => smooth::alone(cells),
        };
        let callable = smoothed(&discards.called());
        let intervals = &figures.intervals;
        let seats = |standing| [false, true].map(|dealer| (standing, dealer));
        let rows = STANDINGS.map(seats);
        Habits {
            callable: std::array::from_fn(|o| smoothed(&discards.callable.map(|others| others[o]))),
            waits: std::array::from_fn(|s| smooth::log_polynomial(&discards.waits[s][0], &callable, DEGREE)),
            ends: rows.map(|row| row.map(|(standing, dealer)| by_turn(&intervals.of(standing, dealer)))),
            last: rows.map(|row| row.map(|(standing, dealer)| intervals.last(standing, dealer).map(end))),
        }
    }
}

/// How the intervals of one cell end.
pub fn end(cell: Intervals) -> End {
    let all = cell.ends();
    let part = |ends: Ends| (ends.rounds as f64 / all.rounds.max(1) as f64, ends.mean());
    let (deal_in, tsumo) = (part(cell.deal_in), part(cell.other_tsumo));
    End { rate: cell.hazard(), points: all.mean(), deal_in, tsumo }
}

fn by_turn(cells: &[Intervals; TURNS]) -> [End; TURNS] {
    let at = |turn, enough| end(pooled(cells, turn, |cell| cell.ends().rounds >= enough));
    std::array::from_fn(|turn| End { rate: at(turn, ENOUGH.0).rate, ..at(turn, ENOUGH.1) })
}

/// `data/habits.params` as these figures give it.
pub fn params(statistics: &Statistics, months: &Months, of_three: &Statistics) -> Params {
    let [together, of_three] =
        [statistics, of_three].map(|all| sum(&[all.of_length(0), all.of_length(1)]));
    let provenance = Provenance {
        corpus: "Tenhou houou, four players, hanchan and tonpuu; three players".into(),
        from: months.from.clone(),
        to: months.to.clone(),
        games: together.games,
        rounds: together.rounds,
        decisions: 0,
    };
    let section = |figures: &Figures, players: Players| {
        learned(figures, players).section(habits::section(players), habits::layout(), figures.rounds)
    };
    let sections = [section(&together, Players::Four), section(&of_three, Players::Three)];
    Params::new(habits::LABEL, provenance, sections)
}

fn learned(together: &Figures, players: Players) -> Learned {
    let habits = Habits::of(together, players);
    let hands = [Standing::Closed, Standing::Open, Standing::Riichi].map(table_row);
    let rates = |table: &[Rates; TURNS]| table.map(|row| row.map(|rate| digits(rate, 3)));
    let end = |end: &End| {
        let part = |(share, points)| [digits(share, 4), digits(points, 1)];
        EndHabit { rate: digits(end.rate, 5), deal_in: part(end.deal_in), tsumo: part(end.tsumo) }
    };
    let met = together.discards.waits_by_riichi();
    let shares = |row: [u64; 4]| {
        let all: u64 = row.iter().sum();
        row.map(|n| digits(n as f64 / all as f64, 4))
    };
    let [noten, tenpai] = together.exhausted;
    Learned {
        callable: habits.callable.each_ref().map(rates),
        waits: hands.map(|hand| rates(&habits.waits[hand])),
        waits_by_riichi: hands.map(|hand| met[hand].map(|rate| digits(rate, 3))),
        ends: hands.map(|hand| habits.ends[hand].each_ref().map(|seat| seat.each_ref().map(end))),
        last: hands.map(|hand| habits.last[hand].each_ref().map(|seat| seat.each_ref().map(end))),
        others_tenpai: [shares(tenpai), shares(noten)],
    }
}
