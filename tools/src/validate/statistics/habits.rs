//! The figures as the search takes them: smoothed, and written as Rust.

use super::ends::{Ends, Intervals, TAILS};
use super::smooth::{self, Rates, pooled};
use super::standing::{STANDINGS, Standing, TURNS, table_row};
use super::{Figures, Statistics, sum};
use nanikiru_tools::thousands;
use std::fmt::{self, Write};

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

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [deal_in, tsumo] =
            [self.deal_in, self.tsumo].map(|(share, points)| format!("({share:.4}, {points:.1})"));
        write!(f, "ends({:.5}, {deal_in}, {tsumo})", self.rate)
    }
}

/// Ends that a rate needs, and a mean: with fewer, the turns around are counted, too.
const ENOUGH: (u64, u64) = (10, 300);
/// The degree of the polynomial that turns callable rates into rates of waits.
pub const DEGREE: usize = 2;

impl Habits {
    /// The figures, smoothed.
    pub fn of(figures: &Figures) -> Habits {
        let discards = &figures.discards;
        let callable = smooth::alone(&discards.called());
        let intervals = &figures.intervals;
        let seats = |standing| [false, true].map(|dealer| (standing, dealer));
        let rows = STANDINGS.map(seats);
        Habits {
            callable: std::array::from_fn(|o| smooth::alone(&discards.callable.map(|others| others[o]))),
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

/// The whole of `src/analyze/habits.rs`.
pub fn source(statistics: &Statistics) -> Result<String, fmt::Error> {
    let lengths = [statistics.of_length(0), statistics.of_length(1)];
    let together = sum(&lengths);
    let habits = Habits::of(&together);
    let mut text = String::new();
    let [games, rounds] = [together.games, together.rounds].map(thousands);
    let [hanchan, tonpuu] = lengths.each_ref().map(|figures| thousands(figures.games));
    write!(
        text,
        "//! What other players do on average: counted in {games} four-player games ({rounds} rounds) of
//! Tenhou's top room, {hanchan} hanchan and {tonpuu} tonpuu of 2018 to 2024.
//!
//! Written by `cargo tools validate --habits`, not by hand; `--statistics`
//! prints the counts behind it and how the smoothing was chosen. Entry `turn - 1` of a table is for the
//! interval between a seat's own discard number `turn`, 1 to {TURNS} (all later ones are counted with the
//! last), and its next discard or the end of the round. Rates by class: honours, 1 and 9, 2 and 8, 3 and
//! 7, 4 and 6, 5. A discard of another player in that interval is one trial; a rate is the share that hits
//! a kind over the share that blind discards from the tiles that the seat does not see would have.
#![allow(clippy::approx_constant)] // a rate of 0.318 is counted, not 1 / pi

use crate::search::{{ChanceStep, End, Ends, HandChance, Offers, OthersTenpai, Rates, Risks}};
use crate::tile::Kind;

const TURNS: usize = {TURNS};
type ByTurn = [[f64; 6]; TURNS];
"
    )?;
    let discards = &together.discards;
    let called = discards.called();
    let all: u64 = called.iter().map(|row| row[0].discards).sum();
    write!(
        text,
        "
/// Kinds that a seat does not wait for, while it is not in riichi, discarded by the player to the right,
/// across, and to the left: {} trials. Turn and kind as they are, nothing smoothed.
const CALLABLE: [ByTurn; 3] = [
",
        thousands(all)
    )?;
    for other in &habits.callable {
        writeln!(text, "    [")?;
        rows(&mut text, other, "        ")?;
        writeln!(text, "    ],")?;
    }
    writeln!(text, "];")?;
    for (standing, name, doc) in [
        (Standing::Closed, "WAITS_CLOSED", "behind a closed hand without riichi"),
        (Standing::Open, "WAITS_OPEN", "with an open hand"),
        (Standing::Riichi, "WAITS_RIICHI", "in riichi"),
    ] {
        let trials = discards.waited[table_row(standing)][0];
        let [discards, hits] = [trials.discards, trials.observed].map(thousands);
        write!(
            text,
            "
/// Kinds that a seat {doc} waits for, not furiten:
/// {discards} discards, {hits} of them on the wait. For each class the rate of a callable kind times
/// a factor whose logarithm is a quadratic in the turn (Poisson regression).
const {name}: ByTurn = [
"
        )?;
        rows(&mut text, &habits.waits[table_row(standing)], "    ")?;
        writeln!(text, "];")?;
    }
    let met = discards.waits_by_riichi();
    write!(
        text,
        "
/// How often others discard what a seat waits for, by how many of them are in riichi (0, 1, 2 and 3), relative
/// to how often they do at that turn: a seat with a closed hand, with an open one, in riichi.
const WAITS_BY_RIICHI: [[f64; 3]; 3] = "
    )?;
    let row = |standing: Standing| {
        format!("[{}]", met[table_row(standing)].map(|rate| format!("{rate:.3}")).join(", "))
    };
    let rows_of = [Standing::Closed, Standing::Open, Standing::Riichi].map(row);
    writeln!(text, "[{}];", rows_of.join(", "))?;
    for (standing, name, doc) in [
        (Standing::Closed, "CLOSED", "behind a closed hand without riichi, tenpai or not"),
        (Standing::Open, "OPEN", "with an open hand, tenpai or not"),
        (Standing::Riichi, "RIICHI", "in riichi, from its discard on"),
    ] {
        let counts = |cells: &[Intervals]| {
            let all = Intervals::sum(cells);
            [all.all, all.ends().rounds].map(thousands)
        };
        let seats = [false, true];
        let [all, ends] = counts(seats.map(|dealer| together.intervals.of(standing, dealer)).as_flattened());
        let (few, fewer) = ENOUGH;
        write!(
            text,
            "
/// Others end the round while a seat is {doc}: how
/// often they would if it could not win by ron, its own draw being the last that happens, and the
/// share and the mean points, honba included, its own riichi stick apart, of its deal-ins and of the
/// others' tsumo; the rest is rons among them. [not dealer, dealer]: {all} intervals, {ends} ends, those
/// after the last discard included. Rates of fewer than {few} ends and the rest of fewer than {fewer} are those
/// of the turns around.
const ENDS_{name}: [[Ends; TURNS]; 2] = [
"
        )?;
        for seat in &habits.ends[table_row(standing)] {
            writeln!(text, "    [")?;
            seat.iter().try_for_each(|end| writeln!(text, "        {end},"))?;
            writeln!(text, "    ],")?;
        }
        writeln!(text, "];")?;
        let [all, ends] =
            counts(seats.map(|dealer| together.intervals.last(standing, dealer)).as_flattened());
        write!(
            text,
            "
/// The same after the seat's last discard only, by how many of the others draw once more, 0 to 3:
/// {all} intervals, {ends} ends, nothing smoothed.
const LAST_{name}: [[Ends; 4]; 2] = [
"
        )?;
        for seat in &habits.last[table_row(standing)] {
            writeln!(text, "    [")?;
            seat.iter().try_for_each(|end| writeln!(text, "        {end},"))?;
            writeln!(text, "    ],")?;
        }
        writeln!(text, "];")?;
    }
    let [noten, tenpai] = together.exhausted;
    let [tenpai_seats, noten_seats] = [tenpai, noten].map(|row| thousands(row.iter().sum()));
    let shares = |row: [u64; 4]| {
        let all: u64 = row.iter().sum();
        row.map(|n| format!("{:.4}", n as f64 / all as f64)).join(", ")
    };
    write!(
        text,
        "
/// Shares of exhaustive draws in which 0, 1, 2, 3 of the others are tenpai: {tenpai_seats} seats that are
/// tenpai themselves, {noten_seats} that are not.
pub(super) const OTHERS_TENPAI: OthersTenpai =
    OthersTenpai {{ tenpai: [{}], noten: [{}] }};
",
        shares(tenpai),
        shares(noten)
    )?;
    text.push_str(FUNCTIONS);
    Ok(text)
}

const FUNCTIONS: &str = "
/// What the others do between the seat's discard of a turn (1 to 18) and its next one.
pub(super) fn step(turn: usize, dealer: bool) -> ChanceStep {
    let at = turn.clamp(1, TURNS) - 1;
    let seat = usize::from(dealer);
    let standing = |waits: &ByTurn, ends: &[[Ends; TURNS]; 2]| HandChance {
        ron: Offers::even(&rates(&waits[at])),
        ends: ends[seat][at],
    };
    ChanceStep {
        calls: Offers(CALLABLE.map(|other| Kind::ALL.map(|kind| rates(&other[at]).of(kind)))),
        closed: standing(&WAITS_CLOSED, &ENDS_CLOSED),
        open: standing(&WAITS_OPEN, &ENDS_OPEN),
        riichi: standing(&WAITS_RIICHI, &ENDS_RIICHI),
        risks: Risks::NONE,
        thrown: Risks::NONE,
    }
}

/// What the others do after the seat's last discard, when 0 to 3 of them draw and discard once more.
pub(super) fn last_step(tail: usize, dealer: bool) -> ChanceStep {
    let mut step = step(TURNS, dealer);
    let [tail, seat] = [tail.min(3), usize::from(dealer)];
    step.closed.ends = LAST_CLOSED[seat][tail];
    step.open.ends = LAST_OPEN[seat][tail];
    step.riichi.ends = LAST_RIICHI[seat][tail];
    step
}

/// What the waits of a step are multiplied with when so many others are in riichi now: closed, open, in riichi.
/// Where nobody is, somebody may be `ahead` steps later.
pub(super) fn by_riichi(riichi: usize, ahead: usize) -> [f64; 3] {
    let fades = if riichi == 0 { libm::pow(LASTS, ahead as f64) } else { 1.0 };
    WAITS_BY_RIICHI.map(|row| 1.0 + (row[riichi.min(2)] - 1.0) * fades)
}

/// Share of the rounds without a riichi in which there is still none one step later, about.
const LASTS: f64 = 0.85;

fn rates(row: &[f64; 6]) -> Rates {
    let [honour, number @ ..] = *row;
    Rates { honour, number }
}

/// A rate, and shares and points of own deal-ins and the others' tsumo.
const fn ends(rate: f64, deal_in: (f64, f64), tsumo: (f64, f64)) -> Ends {
    Ends {
        tsumo: End { rate: rate * tsumo.0, value: tsumo.1 },
        rest: End { rate: rate * (1.0 - deal_in.0 - tsumo.0), value: 0.0 },
        deal_in: End { rate: rate * deal_in.0, value: deal_in.1 },
    }
}
";

fn rows(text: &mut String, table: &[Rates; TURNS], indent: &str) -> fmt::Result {
    table.iter().try_for_each(|row| {
        let rates = row.map(|rate| format!("{rate:.3}")).join(", ");
        writeln!(text, "{indent}[{rates}],")
    })
}
