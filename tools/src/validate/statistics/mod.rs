//! Figures of real games that the search's model of the other players takes as constants.

mod checks;
mod discards;
mod ends;
mod habits;
mod smooth;
mod standing;

use discards::{Discards, RIICHI, Trials, class, kinds};
use ends::{ByTurn, Place};
use nanikiru::params::Params;
use nanikiru::replay::{Length, Room, RoundLog};
use nanikiru::round::{Carry, DrawReason, Event, Round, Source};
use nanikiru::shape::{shanten_of, waits};
use nanikiru::tile::{BySeat, Kind, KindSet, Players, Seat, Wind};
use nanikiru_tools::months::Months;
use nanikiru_tools::play::Watch;
use standing::{Standing, table_row};
use std::fmt;
use std::ops::AddAssign;

const LENGTHS: [&str; 2] = ["hanchan", "tonpuu"];
/// Parts of the games, by name: what is fitted to some of them is judged by the others.
pub const PARTS: usize = 5;

/// The figures of one length of game.
#[derive(Clone, Default)]
pub struct Figures {
    games: u64,
    rounds: u64,
    /// Exhausted rounds: [seat was tenpai][how many of the other three were].
    exhausted: [[u64; 4]; 2],
    discards: Discards,
    intervals: ByTurn,
}

impl AddAssign<&Figures> for Figures {
    fn add_assign(&mut self, other: &Figures) {
        self.games += other.games;
        self.rounds += other.rounds;
        for (a, b) in self.exhausted.as_flattened_mut().iter_mut().zip(other.exhausted.as_flattened()) {
            *a += b;
        }
        self.discards += &other.discards;
        self.intervals += &other.intervals;
    }
}

/// The figures of both lengths of game, by part.
#[derive(Clone, Default)]
pub struct Statistics(Box<[[Figures; PARTS]; 2]>);

impl Statistics {
    /// Both together, `later` after `self`: sums of fractions have one order.
    pub fn merge(mut self, later: Statistics) -> Statistics {
        for (mine, theirs) in self.0.as_flattened_mut().iter_mut().zip(later.0.as_flattened()) {
            *mine += theirs;
        }
        self
    }

    /// `data/habits.params` as these figures, of games of these months, and those of three players give it.
    pub fn habits(&self, months: &Months, of_three: &Statistics) -> Params {
        habits::params(self, months, of_three)
    }

    fn of_length(&self, length: usize) -> Figures {
        sum(&self.0[length])
    }
}

fn sum<'a>(figures: impl IntoIterator<Item = &'a Figures>) -> Figures {
    figures.into_iter().fold(Figures::default(), |mut sum, part| {
        sum += part;
        sum
    })
}

/// The part that a game belongs to: FNV-1a of its name.
fn part(name: &str) -> usize {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    (name.bytes().fold(0xcbf2_9ce4_8422_2325, hash) % PARTS as u64) as usize
}

/// A seat between two of its discards.
#[derive(Clone, Copy)]
struct SeatState {
    place: Place,
    waits: KindSet,
    /// Its concealed tiles by kind and by class, and all of them.
    own: [u8; 34],
    own_classes: [u8; 6],
    own_total: usize,
    /// It has called or declared a kan since.
    called: bool,
}

/// Looks on and counts.
pub struct Counter<'a> {
    players: Players,
    statistics: &'a mut Statistics,
    part: usize,
    length: usize,
    /// Tiles that everybody sees: rivers, melds, indicators.
    visible: [u8; 34],
    visible_classes: [u8; 6],
    visible_total: usize,
    seated: BySeat<Option<SeatState>>,
    wins: Vec<(Seat, Source)>,
    gains: BySeat<i32>,
    counted: bool,
}

impl<'a> Counter<'a> {
    /// A counter for one game of so many players.
    pub fn new(players: Players, name: &str, statistics: &'a mut Statistics) -> Counter<'a> {
        Counter {
            players,
            statistics,
            part: part(name),
            length: 0,
            visible: [0; 34],
            visible_classes: [0; 6],
            visible_total: 0,
            seated: BySeat::default(),
            wins: Vec::new(),
            gains: BySeat::default(),
            counted: false,
        }
    }

    fn figures(&mut self) -> &mut Figures {
        &mut self.statistics.0[self.length][self.part]
    }

    fn show(&mut self, kind: Kind) {
        self.visible[kind.index()] += 1;
        self.visible_classes[class(kind)] += 1;
        self.visible_total += 1;
    }

    /// Somebody discards: one trial for each other seat.
    fn trial(&mut self, round: &Round, discarder: Seat, discard: Kind) {
        let discards = &mut self.statistics.0[self.length][self.part].discards;
        let players = self.players;
        let tiles: usize = players.kinds().iter().map(|kind| usize::from(players.copies(kind))).sum();
        let kinds = kinds(players);
        for (seat, seated) in self.seated.iter() {
            let Some(seated) = seated else { continue };
            // right, across, left
            let Some(other) = players.others(seat).position(|other| other == discarder) else { continue };
            let Place { standing, turn, .. } = seated.place;
            let turn = turn.clamp(1, standing::TURNS) - 1;
            let in_riichi = |&other: &Seat| round.table().player(other).riichi().is_some();
            let riichi = players.others(seat).filter(in_riichi).count();
            let riichi = riichi.min(RIICHI - 1);
            let tile = 1.0 / (tiles - self.visible_total - seated.own_total) as f64;
            let mut unseen: [u8; 6] =
                std::array::from_fn(|c| 4 * kinds[c] - self.visible_classes[c] - seated.own_classes[c]);
            if !seated.waits.is_empty() {
                let passed = round.table().player(seat).furiten().bits();
                let furiten = usize::from(seated.waits.bits() & passed != 0);
                let all = &mut discards.waited[table_row(standing)][furiten];
                all.discards += 1;
                let met = &mut discards.waits_met[table_row(standing)][turn][riichi];
                let mut unmet = Trials::default();
                let met = if furiten == 0 { met } else { &mut unmet };
                let rows = &mut discards.waits[table_row(standing)][furiten][turn];
                for kind in seated.waits.iter() {
                    let copies = 4 - self.visible[kind.index()] - seated.own[kind.index()];
                    unseen[class(kind)] -= copies;
                    for row in [&mut rows[class(kind)], all, met] {
                        row.expected += f64::from(copies) * tile;
                        row.observed += u64::from(kind == discard);
                    }
                    rows[class(kind)].discards += 1;
                }
            }
            if standing != Standing::Riichi {
                let rows = &mut discards.callable[turn][other];
                for (row, unseen) in rows.iter_mut().zip(unseen) {
                    row.discards += 1;
                    row.expected += f64::from(unseen) * tile;
                }
                rows[class(discard)].observed += u64::from(!seated.waits.contains(discard));
            }
        }
    }

    /// A seat has discarded.
    fn seat(&mut self, round: &Round, seat: Seat) {
        let player = round.table().player(seat);
        let concealed = round.concealed(seat);
        let waits = match &self.seated[seat] {
            Some(before) if before.own == *concealed.as_array() && !before.called => before.waits,
            _ => {
                // a quick look that rules out most hands
                let near = shanten_of(&concealed, player.melds().len());
                let near = near.is_ok_and(|by| by.least().is_tenpai());
                let hand = near.then(|| round.waiting_hand(seat).ok()).flatten();
                hand.map_or(KindSet::EMPTY, |hand| waits(&hand))
            }
        };
        let declared = player.riichi().is_some() || player.river().last().is_some_and(|r| r.riichi);
        let standing = match (declared, player.is_closed()) {
            (true, _) => Standing::Riichi,
            (_, true) => Standing::Closed,
            _ => Standing::Open,
        };
        let place = Place {
            standing,
            tenpai: !waits.is_empty(),
            dealer: round.table().dealer() == seat,
            turn: player.river().len(),
            draws_left: round.table().tiles_left(),
            players: self.players,
        };
        let mut own_classes = [0; 6];
        concealed.iter().for_each(|(kind, n)| own_classes[class(kind)] += n as u8);
        let own = *concealed.as_array();
        self.figures().intervals.count(place, |interval| interval.all += 1);
        let own_total = concealed.total();
        self.seated[seat] = Some(SeatState { place, waits, own, own_classes, own_total, called: false });
    }
}

impl Watch for Counter<'_> {
    fn wants(&self, players: Players) -> bool {
        players == self.players
    }

    fn begin(&mut self, room: Room, log: &RoundLog, _: Option<&Carry>) {
        self.length = usize::from(room.length == Length::Tonpuu);
        let first = !std::mem::replace(&mut self.counted, true);
        let figures = self.figures();
        figures.games += u64::from(first);
        figures.rounds += 1;
        self.visible = [0; 34];
        self.visible_classes = [0; 6];
        self.visible_total = 0;
        self.seated = BySeat::default();
        self.wins.clear();
        self.gains = BySeat::default();
        self.show(log.raw.opening.indicator.kind());
    }

    fn before(&mut self, round: &Round, event: &Event) {
        match event {
            Event::Discard { seat, tile, .. } => self.trial(round, *seat, tile.kind()),
            Event::Drawn {
                how: DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai },
                ..
            } => {
                let all = tenpai.0.iter().filter(|&&t| t).count();
                for own in self.players.seats().map(|seat| tenpai[seat]) {
                    let others = all - usize::from(own);
                    self.figures().exhausted[usize::from(own)][others] += 1;
                }
            }
            _ => {}
        }
    }

    fn after(&mut self, round: &Round, event: &Event) {
        match event {
            Event::Discard { seat, tile, .. } => {
                self.show(tile.kind());
                self.seat(round, *seat);
            }
            Event::Call { seat, meld } => {
                if let Some(seated) = &mut self.seated[*seat] {
                    seated.called = true;
                }
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
            Event::Kita { seat } => {
                if let Some(seated) = &mut self.seated[*seat] {
                    seated.called = true;
                }
                self.show(Kind::wind(Wind::North));
            }
            Event::Dora { indicator } => self.show(indicator.kind()),
            Event::Win(win) => {
                self.wins.push((win.seat, win.source));
                self.gains = BySeat::from_fn(|seat| self.gains[seat] + win.gains[seat]);
            }
            _ => {}
        }
    }

    fn end(&mut self, round: &Round) {
        let wins = std::mem::take(&mut self.wins);
        for seat in self.players.seats() {
            let Some(SeatState { place, .. }) = self.seated[seat] else { continue };
            let points = self.gains[seat];
            let win = wins.iter().find(|(winner, _)| *winner == seat).or(wins.first());
            self.figures().intervals.count(place, |interval| match win {
                None if round.table().ending() == Some(nanikiru::round::Ending::Exhausted) => {
                    interval.exhausted += 1;
                }
                None => interval.aborted += 1,
                Some((winner, Source::Tsumo)) if *winner == seat => interval.own_tsumo += 1,
                Some((winner, _)) if *winner == seat => interval.own_ron += 1,
                Some((_, Source::Tsumo)) => interval.other_tsumo.add(points),
                Some((_, Source::Ron { from })) if *from == seat => interval.deal_in.add(points),
                Some(_) => interval.other_ron.add(points),
            });
        }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths = [self.of_length(0), self.of_length(1)];
        let together = sum(&lengths);
        let rooms = [(LENGTHS[0], &lengths[0]), (LENGTHS[1], &lengths[1]), ("together", &together)];
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
        let discards = rooms.map(|(name, figures)| (name, &figures.discards));
        discards::print_waits(f, &discards)?;
        discards::print_turns(f, &discards)?;
        ends::print(f, &rooms.map(|(name, figures)| (name, &figures.intervals)))?;
        checks::print(f, self, &together)
    }
}

fn exhausted_row(f: &mut fmt::Formatter<'_>, name: &str, label: &str, counts: &[u64; 4]) -> fmt::Result {
    let seats: u64 = counts.iter().sum();
    let mean: u64 = counts.iter().zip(0..).map(|(n, others)| n * others).sum();
    let share = |n: u64| n as f64 / seats as f64;
    let [a, b, c, d] = counts.map(share);
    writeln!(f, "| {name} | {label} | {seats} | {a:.4} | {b:.4} | {c:.4} | {d:.4} | {:.4} |", share(mean))
}
