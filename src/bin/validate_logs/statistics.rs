//! Figures of real games that the search's model of the other players takes as constants.

use crate::shared::play::Watch;
use nanikiru::replay::{Length, Room, RoundLog};
use nanikiru::round::{Carry, Drawn, Event, Round, Source};
use nanikiru::shape::{shanten_of, waits};
use nanikiru::tile::{BySeat, Kind, KindSet, Seat};
use std::fmt::{self, Write};

const LENGTHS: [(&str, Length); 2] = [("hanchan", Length::Hanchan), ("tonpuu", Length::East)];
const CLASSES: [&str; 6] = ["honour", "1 9", "2 8", "3 7", "4 6", "5"];
const STATES: [&str; 4] = ["noten", "closed, no riichi", "open", "riichi"];
const TURNS: usize = 20;

/// What a waiting hand is, for these tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Noten,
    Dama,
    Open,
    Riichi,
}

/// Discards of others while a seat is tenpai.
#[derive(Clone, Copy, Default)]
struct Trials {
    discards: u64,
    observed: u64,
    expected: f64,
}

/// What happens between a seat's discard and its next one.
#[derive(Clone, Copy, Default)]
struct Intervals {
    all: u64,
    deal_in: u64,
    other_ron: u64,
    other_tsumo: u64,
    own_ron: u64,
    own_tsumo: u64,
    drawn: u64,
}

/// The figures of one length of game.
#[derive(Clone)]
struct Figures {
    games: u64,
    rounds: u64,
    /// Exhausted rounds: [seat was tenpai][how many of the other three were].
    exhausted: [[u64; 4]; 2],
    /// By state, furiten and class of the wait; the last class is all of them.
    trials: [[[Trials; 7]; 2]; 4],
    /// By state and turn.
    intervals: [[Intervals; TURNS + 1]; 4],
}

impl Default for Figures {
    fn default() -> Figures {
        Figures {
            games: 0,
            rounds: 0,
            exhausted: [[0; 4]; 2],
            trials: [[[Trials::default(); 7]; 2]; 4],
            intervals: [[Intervals::default(); TURNS + 1]; 4],
        }
    }
}

/// The figures of both lengths of game.
#[derive(Clone, Default)]
pub struct Statistics([Figures; 2]);

impl Statistics {
    /// Both together, `later` after `self`: sums of fractions have one order.
    pub fn merge(mut self, later: &Statistics) -> Statistics {
        for (mine, theirs) in self.0.iter_mut().zip(&later.0) {
            mine.add(theirs);
        }
        self
    }
}

impl Figures {
    fn add(&mut self, other: &Figures) {
        self.games += other.games;
        self.rounds += other.rounds;
        let sum = |a: &mut u64, b: &u64| *a += b;
        for (a, b) in self.exhausted.iter_mut().flatten().zip(other.exhausted.iter().flatten()) {
            sum(a, b);
        }
        let theirs = other.trials.iter().flatten().flatten();
        for (a, b) in self.trials.iter_mut().flatten().flatten().zip(theirs) {
            a.discards += b.discards;
            a.observed += b.observed;
            a.expected += b.expected;
        }
        let theirs = other.intervals.iter().flatten();
        for (a, b) in self.intervals.iter_mut().flatten().zip(theirs) {
            a.all += b.all;
            a.deal_in += b.deal_in;
            a.other_ron += b.other_ron;
            a.other_tsumo += b.other_tsumo;
            a.own_ron += b.own_ron;
            a.own_tsumo += b.own_tsumo;
            a.drawn += b.drawn;
        }
    }
}

fn class(kind: Kind) -> usize {
    match (kind.is_honour(), kind.number()) {
        (true, _) => 0,
        (_, 1 | 9) => 1,
        (_, 2 | 8) => 2,
        (_, 3 | 7) => 3,
        (_, 4 | 6) => 4,
        _ => 5,
    }
}

/// A seat between two of its discards.
#[derive(Clone, Copy)]
struct Waiting {
    state: State,
    waits: KindSet,
    turn: usize,
}

/// Looks on and counts.
pub struct Counter {
    statistics: Statistics,
    length: usize,
    /// Tiles that everybody sees: rivers, melds, indicators.
    visible: [u8; 34],
    waiting: BySeat<Option<Waiting>>,
    wins: Vec<(Seat, Source)>,
    counted: bool,
}

impl Counter {
    /// A counter for one game.
    pub fn new() -> Counter {
        Counter {
            statistics: Statistics::default(),
            length: 0,
            visible: [0; 34],
            waiting: BySeat::default(),
            wins: Vec::new(),
            counted: false,
        }
    }

    /// What it has counted.
    pub fn statistics(self) -> Statistics {
        self.statistics
    }

    fn show(&mut self, kind: Kind) {
        self.visible[kind.index()] += 1;
    }

    /// Somebody discards: one trial for each other seat that is tenpai.
    fn trial(&mut self, round: &Round, discarder: Seat, discard: Kind) {
        for (seat, waiting) in self.waiting.iter() {
            let Some(Waiting { state, waits, .. }) = *waiting else { continue };
            if seat == discarder || waits.is_empty() {
                continue;
            }
            let own = round.concealed(seat);
            let seen: usize = self.visible.iter().map(|&n| usize::from(n)).sum::<usize>() + own.total();
            let hidden = (136 - seen) as f64;
            let furiten = waits.bits() & round.table().player(seat).furiten().bits() != 0;
            let rows = &mut self.statistics.0[self.length].trials[state as usize][usize::from(furiten)];
            for kind in waits.iter() {
                let unseen = 4 - self.visible[kind.index()] - own[kind];
                for row in [class(kind), 6] {
                    rows[row].expected += f64::from(unseen) / hidden;
                    rows[row].observed += u64::from(kind == discard);
                }
                rows[class(kind)].discards += 1;
            }
            rows[6].discards += 1;
        }
    }

    fn interval(&mut self, seat: Seat) -> Option<&mut Intervals> {
        let Waiting { state, turn, .. } = self.waiting[seat]?;
        Some(&mut self.statistics.0[self.length].intervals[state as usize][turn.min(TURNS)])
    }
}

impl Watch for Counter {
    fn begin(&mut self, room: Room, log: &RoundLog, _: Option<&Carry>) {
        self.length = usize::from(room.length == Length::East);
        let figures = &mut self.statistics.0[self.length];
        figures.games += u64::from(!std::mem::replace(&mut self.counted, true));
        figures.rounds += 1;
        self.visible = [0; 34];
        self.waiting = BySeat::default();
        self.wins.clear();
        self.show(log.raw.opening.indicator.kind());
    }

    fn before(&mut self, round: &Round, event: &Event) {
        match event {
            Event::Discard { seat, tile, .. } => self.trial(round, *seat, tile.kind()),
            Event::Drawn { how: Drawn::Exhausted { tenpai } | Drawn::NagashiMangan { tenpai }, .. } => {
                let all = tenpai.0.iter().filter(|&&t| t).count();
                for (_, &own) in tenpai.iter() {
                    let others = all - usize::from(own);
                    self.statistics.0[self.length].exhausted[usize::from(own)][others] += 1;
                }
            }
            _ => {}
        }
    }

    fn after(&mut self, round: &Round, event: &Event) {
        match event {
            Event::Discard { seat, tile, .. } => {
                self.show(tile.kind());
                let player = round.table().player(*seat);
                // a quick look that rules out most hands
                let near = shanten_of(&round.concealed(*seat), player.melds().len());
                let hand = round.waiting_hand(*seat).ok();
                let hand = hand.filter(|_| near.is_ok_and(|by| by.least().is_tenpai()));
                let waits = hand.map_or(KindSet::EMPTY, |hand| waits(&hand));
                let declared = player.riichi().is_some() || player.river().last().is_some_and(|r| r.riichi);
                let state = match (waits.is_empty(), declared, player.is_closed()) {
                    (true, ..) => State::Noten,
                    (_, true, _) => State::Riichi,
                    (_, _, true) => State::Dama,
                    _ => State::Open,
                };
                self.waiting[*seat] = Some(Waiting { state, waits, turn: player.river().len() });
                if let Some(interval) = self.interval(*seat) {
                    interval.all += 1;
                }
            }
            Event::Call { meld, .. } => {
                for (kind, n) in meld.kinds() {
                    // a claimed tile lies in a river and has been counted there; of a kakan three have
                    use nanikiru::hand::Call;
                    let known = match meld.call() {
                        Call::Ankan => 0,
                        Call::Kakan { .. } => 3,
                        Call::Chi { claimed }
                        | Call::Pon { claimed, .. }
                        | Call::Daiminkan { claimed, .. } => usize::from(claimed.kind() == kind),
                    };
                    (known..n).for_each(|_| self.show(kind));
                }
            }
            Event::Dora { indicator } => self.show(indicator.kind()),
            Event::Win(win) => self.wins.push((win.seat, win.source)),
            _ => {}
        }
    }

    fn end(&mut self, _: &Round) {
        let wins = std::mem::take(&mut self.wins);
        for seat in Seat::ALL {
            let Some(interval) = self.interval(seat) else { continue };
            let count = match wins.iter().find(|(winner, _)| *winner == seat).or(wins.first()) {
                None => &mut interval.drawn,
                Some((winner, Source::Tsumo)) if *winner == seat => &mut interval.own_tsumo,
                Some((winner, _)) if *winner == seat => &mut interval.own_ron,
                Some((_, Source::Tsumo)) => &mut interval.other_tsumo,
                Some((_, Source::Ron { from })) if *from == seat => &mut interval.deal_in,
                Some(_) => &mut interval.other_ron,
            };
            *count += 1;
        }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut together = self.0[0].clone();
        together.add(&self.0[1]);
        let rooms = [(LENGTHS[0].0, &self.0[0]), (LENGTHS[1].0, &self.0[1]), ("together", &together)];
        for (name, figures) in rooms {
            writeln!(f, "{name}: {} games, {} rounds", figures.games, figures.rounds)?;
        }
        writeln!(f, "\nOther players' tenpai at an exhausted wall, per seat (nagashi mangan included)")?;
        writeln!(
            f,
            "| games | seat | seats | 0 others | 1 | 2 | 3 | mean |\n|---|---|---|---|---|---|---|---|"
        )?;
        for (name, figures) in rooms {
            for (own, label) in [(1, "tenpai"), (0, "noten")] {
                exhausted_row(f, name, label, &figures.exhausted[own])?;
            }
        }
        writeln!(
            f,
            "\nDischarge of waits: another player's discard is one trial; expected is unseen copies of the"
        )?;
        writeln!(f, "wait / unseen tiles, summed. Ratio with its 95 % interval (Poisson).")?;
        writeln!(f, "| games | hand | furiten | wait | trials | observed | expected | ratio | +- |")?;
        writeln!(f, "|---|---|---|---|---|---|---|---|---|")?;
        for (name, figures) in rooms {
            for state in [State::Riichi, State::Dama, State::Open] {
                for (furiten, label) in ["no", "yes", "any"].into_iter().enumerate() {
                    let rows = &figures.trials[state as usize];
                    for class in 0..7 {
                        let trials = match rows.get(furiten) {
                            Some(rows) => rows[class],
                            None => sum(rows[0][class], rows[1][class]),
                        };
                        trials_row(f, &[name, STATES[state as usize], label], class, trials)?;
                    }
                }
            }
        }
        writeln!(f, "\nFrom a discard to the same seat's next one, by its turn: % of all such intervals")?;
        writeln!(
            f,
            "| games | hand | turn | intervals | deals in | others ron | others tsumo | own ron | own tsumo | drawn |"
        )?;
        writeln!(f, "|---|---|---|---|---|---|---|---|---|---|")?;
        for (name, figures) in rooms {
            for (state, rows) in STATES.iter().zip(&figures.intervals) {
                for (turn, row) in rows.iter().enumerate().filter(|(_, row)| row.all > 0) {
                    interval_row(f, &[name, state, &turn.to_string()], row)?;
                }
            }
        }
        Ok(())
    }
}

fn exhausted_row(f: &mut fmt::Formatter<'_>, name: &str, label: &str, counts: &[u64; 4]) -> fmt::Result {
    let seats: u64 = counts.iter().sum();
    let mean: u64 = counts.iter().zip(0..).map(|(n, others)| n * others).sum();
    let share = |n: u64| n as f64 / seats as f64;
    let [a, b, c, d] = counts.map(share);
    writeln!(f, "| {name} | {label} | {seats} | {a:.4} | {b:.4} | {c:.4} | {d:.4} | {:.4} |", share(mean))
}

fn sum(a: Trials, b: Trials) -> Trials {
    Trials {
        discards: a.discards + b.discards,
        observed: a.observed + b.observed,
        expected: a.expected + b.expected,
    }
}

fn trials_row(f: &mut fmt::Formatter<'_>, names: &[&str], class: usize, trials: Trials) -> fmt::Result {
    let Trials { discards, observed, expected } = trials;
    let wait = CLASSES.get(class).unwrap_or(&"all");
    let ratio = observed as f64 / expected;
    let error = 1.96 * (observed as f64).sqrt() / expected;
    let mut line = String::new();
    names.iter().try_for_each(|name| write!(line, "| {name} "))?;
    writeln!(f, "{line}| {wait} | {discards} | {observed} | {expected:.1} | {ratio:.3} | {error:.3} |")
}

fn interval_row(f: &mut fmt::Formatter<'_>, names: &[&str], row: &Intervals) -> fmt::Result {
    let mut line = String::new();
    names.iter().try_for_each(|name| write!(line, "| {name} "))?;
    write!(line, "| {} ", row.all)?;
    for n in [row.deal_in, row.other_ron, row.other_tsumo, row.own_ron, row.own_tsumo, row.drawn] {
        write!(line, "| {:.3} ", 100.0 * n as f64 / row.all as f64)?;
    }
    writeln!(f, "{line}|")
}
