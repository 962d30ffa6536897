//! How often rounds end by abortive draws and nagashi mangan, and how often our analysis expects it where they are near.

use super::Scope;
use nanikiru::analyze::{Candidate, Depth, DetailScope, Options};
use nanikiru::dense::is;
use nanikiru::replay::{self, RoundLog};
use nanikiru::review::{RecordedAction, Verdict, judge};
use nanikiru::round::{DrawReason, Event, Round};
use nanikiru::rules::Rules;
use nanikiru::tile::{Kind, Players, Seat};
use nanikiru_tools::decisions::is_validation;
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::outcome::RoundEnd;
use nanikiru_tools::recorded::{RecordedDecision, each_decision};

/// Ends without a winner, in the order of [`place`].
const ENDS: [&str; 7] =
    ["exhausted", "nagashi mangan", "nine terminals", "four winds", "four riichi", "four kans", "three wins"];
/// Moments at which an end is near.
const NEAR: [(&str, &str); 7] = [
    ("two equal winds first", "four winds"),
    ("three equal winds first", "four winds"),
    ("two riichi", "four riichi"),
    ("three riichi", "four riichi"),
    ("two kans", "four kans"),
    ("three kans, not all of one player", "four kans"),
    ("nobody has called before the second discard of the round", "nine terminals"),
];
/// Own discards to come after one, most; a river has few more than 18.
const TO_COME: usize = 18;

/// Which of [`ENDS`].
fn place(how: &DrawReason) -> usize {
    match how {
        DrawReason::Exhausted { .. } => 0,
        DrawReason::NagashiMangan { .. } => 1,
        DrawReason::NineTerminals { .. } => 2,
        DrawReason::FourWinds => 3,
        DrawReason::FourRiichi => 4,
        DrawReason::FourKans => 5,
        DrawReason::TripleRon => 6,
    }
}

/// Own draws to come, most, of discards whose values stand beside what happened.
const LATE: usize = 4;

/// The analysis of what was done.
fn analysed(recorded: &RecordedDecision) -> Option<(Candidate, bool)> {
    let options = Options { depth: Depth::Fast, detailed: DetailScope::None, ..Options::default() };
    let verdict = judge(recorded.decision, recorded.length, &options);
    let Ok(Verdict::Judged(judged)) = verdict else { return None };
    Some((judged.report.candidates[judged.done].clone(), judged.done == 0))
}

/// Terminals and honours discarded while the river can become a nagashi mangan, by own draws to come.
#[derive(Clone, Copy, Default)]
struct River {
    decisions: u64,
    /// Draws that were predicted and that came, and what they paid.
    drawn: [f64; 2],
    paid: [f64; 2],
    /// What the actions were worth, what they came to, and its squares.
    value: [f64; 2],
    squares: f64,
    /// How many came first.
    first: u64,
}

impl River {
    fn add(&mut self, other: &River) {
        self.decisions += other.decisions;
        self.squares += other.squares;
        self.first += other.first;
        let pairs =
            [(&mut self.drawn, other.drawn), (&mut self.paid, other.paid), (&mut self.value, other.value)];
        for (to, from) in pairs {
            (0..2).for_each(|i| to[i] += from[i]);
        }
    }

    fn of(recorded: &RecordedDecision) -> Option<(usize, River)> {
        let decision = recorded.decision;
        let table = decision.round.table();
        let RecordedAction::Discard { tile, .. } = decision.done else { return None };
        let to_come = table.tiles_left() / 4;
        if to_come > LATE || !tile.kind().is_yaochu() || !table.can_nagashi(decision.seat) {
            return None;
        }
        let (candidate, first) = analysed(recorded)?;
        let outcome = recorded.outcome()?;
        let (draw, change) = (candidate.play.parts.draw, f64::from(outcome.change));
        let came = is(outcome.round_end == RoundEnd::Draw);
        let river = River {
            decisions: 1,
            drawn: [draw.rate, came],
            paid: [draw.value, came * change],
            value: [candidate.value, change],
            squares: change * change,
            first: u64::from(first),
        };
        Some((to_come, river))
    }

    fn row(&self, to_come: usize) -> String {
        let all = self.decisions.max(1) as f64;
        let [drawn, paid, value] = [self.drawn, self.paid, self.value].map(|sum| sum.map(|sum| sum / all));
        let error = (self.squares / all - value[1] * value[1]).max(0.0).sqrt() / all.sqrt();
        format!(
            "| {to_come} | {} | {:.1} | {:.1} | {:.0} | {:.0} | {:.0} | {:.0} +- {error:.0} | {:.1} |",
            self.decisions,
            100.0 * drawn[0],
            100.0 * drawn[1],
            paid[0],
            paid[1],
            value[0],
            value[1],
            100.0 * self.first as f64 / all
        )
    }
}

/// Decisions at which an abortive draw is near; of those from [`FREQUENT`] on only validation games are analysed.
const MOMENTS: [&str; 8] = [
    "discards the fourth equal wind",
    "declares the fourth riichi",
    "discards the third equal wind",
    "discards after two kans of two players",
    "discards where three others are in riichi",
    "discards another tile than the third equal wind",
    "discards where two others are in riichi",
    "makes the first discard of the round",
];
/// The first of [`MOMENTS`] that is frequent.
const FREQUENT: usize = 6;
/// One first discard of a round in so many is analysed.
const FIRST_DISCARDS: u64 = 8;

/// What our analysis expects at one of [`MOMENTS`], and what came.
#[derive(Clone, Copy, Default)]
struct DrawForecast {
    decisions: u64,
    /// The probability of `rest`, summed up.
    predicted: f64,
    /// Rounds that ended so, and those among them that were broken off.
    rest: u64,
    broken_off: u64,
    /// Sizes of values.
    value: f64,
}

impl DrawForecast {
    fn add(&mut self, other: &DrawForecast) {
        self.decisions += other.decisions;
        self.predicted += other.predicted;
        self.rest += other.rest;
        self.broken_off += other.broken_off;
        self.value += other.value;
    }

    /// Where a decision stands in [`MOMENTS`] by what the table shows.
    fn moments(recorded: &RecordedDecision) -> Vec<usize> {
        let decision = recorded.decision;
        let (round, seat) = (&decision.round, decision.seat);
        let RecordedAction::Discard { tile, riichi, .. } = decision.done else { return Vec::new() };
        let table = round.table();
        let rivers: Vec<Option<Kind>> = Seat::ALL
            .iter()
            .map(|&seat| table.player(seat).river().first().map(|tile| tile.tile.kind()))
            .collect();
        let discards: usize = Seat::ALL.iter().map(|&seat| table.player(seat).river().len()).sum();
        let mut firsts = rivers.iter().flatten();
        let wind = firsts.next().filter(|wind| wind.is_wind() && firsts.all(|first| first == *wind));
        let equal = wind.filter(|_| table.untouched() && discards < 4).map(|wind| *wind == tile.kind());
        let others = Seat::ALL.into_iter().filter(|&other| other != seat);
        let in_riichi = others.filter(|&other| table.player(other).riichi().is_some()).count();
        let kans =
            Seat::ALL.map(|seat| table.player(seat).melds().iter().filter(|meld| meld.is_kan()).count());
        let own_end = in_riichi == 3 && riichi;
        let mut moments = Vec::new();
        let mut add = |whether: bool, moment: usize| moments.extend(whether.then_some(moment));
        add(equal == Some(true) && discards == 3, 0);
        add(own_end, 1);
        add(equal == Some(true) && discards == 2, 2);
        add(kans.iter().sum::<usize>() == 2 && kans.iter().all(|&kans| kans < 2), 3);
        add(in_riichi == 3 && !own_end, 4);
        add(equal == Some(false) && discards == 2, 5);
        add(in_riichi == 2, 6);
        add(discards == 0 && recorded.key.is_multiple_of(FIRST_DISCARDS), 7);
        moments
    }

    fn of(recorded: &RecordedDecision, validation: bool) -> Vec<(usize, DrawForecast)> {
        let mut moments = DrawForecast::moments(recorded);
        moments.retain(|&moment| validation || moment < FREQUENT);
        if moments.is_empty() {
            return Vec::new();
        }
        let (Some((candidate, _)), Some(outcome)) = (analysed(recorded), recorded.outcome()) else {
            return Vec::new();
        };
        let broken_off = recorded.drawn().is_some_and(|how| place(how) > 1);
        let expected = DrawForecast {
            decisions: 1,
            predicted: candidate.play.parts.rest.rate,
            rest: u64::from(outcome.round_end == RoundEnd::Rest),
            broken_off: u64::from(broken_off),
            value: candidate.value.abs(),
        };
        moments.into_iter().map(|moment| (moment, expected)).collect()
    }

    fn row(&self, moment: &str) -> String {
        let all = self.decisions.max(1) as f64;
        let [predicted, rest, broken_off] =
            [self.predicted, self.rest as f64, self.broken_off as f64].map(|sum| sum / all);
        let error = (rest * (1.0 - rest) / all).sqrt();
        let value = self.value / all;
        format!(
            "| {moment} | {} | {:.2} | {:.2} +- {:.2} | {:.2} | {value:.0} | {:.1} |",
            self.decisions,
            100.0 * predicted,
            100.0 * rest,
            100.0 * error,
            100.0 * broken_off,
            broken_off * value,
        )
    }
}

/// How many, and how many of them.
type Count = [u64; 2];

fn count(to: &mut Count, whether: bool) {
    to[0] += 1;
    to[1] += u64::from(whether);
}

#[derive(Clone, Copy, Default)]
struct Sums {
    rounds: u64,
    ends: [u64; ENDS.len()],
    near: [Count; NEAR.len()],
    /// By own discards to come: rivers that can become a nagashi mangan, of rounds that reach the draw.
    rivers: [Count; TO_COME],
    /// Terminals and honours discarded, and called: by tiles left (under 36, and more), honour, and copies that the player does
    /// not see.
    called: [[[Count; 4]; 2]; 2],
    lasting: [River; LATE + 1],
    expected: [DrawForecast; MOMENTS.len()],
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        let both = |to: &mut Count, from: &Count| (0..2).for_each(|i| to[i] += from[i]);
        self.rounds += other.rounds;
        self.lasting.iter_mut().zip(&other.lasting).for_each(|(to, from)| to.add(from));
        self.expected.iter_mut().zip(&other.expected).for_each(|(to, from)| to.add(from));
        self.ends.iter_mut().zip(&other.ends).for_each(|(to, from)| *to += from);
        self.near.iter_mut().zip(&other.near).for_each(|(to, from)| both(to, from));
        self.rivers.iter_mut().zip(&other.rivers).for_each(|(to, from)| both(to, from));
        let flat = self.called.iter_mut().flatten().flatten();
        flat.zip(other.called.iter().flatten().flatten()).for_each(|(to, from)| both(to, from));
    }

    fn round(&mut self, log: &RoundLog, rules: &Rules) {
        let Ok(mut round) = Round::deal(log.raw.clone(), rules) else { return };
        let mut near = [false; NEAR.len()];
        let mut rivers: Vec<(Seat, usize)> = Vec::new();
        let mut end = None;
        for (i, event) in log.events.iter().enumerate() {
            if let Event::Drawn { how, .. } = event {
                end = Some(how);
            }
            if round.apply(event).is_err() {
                return;
            }
            let now = Near::of(&round);
            near.iter_mut().zip(now.0).for_each(|(near, now)| *near |= now);
            if let Event::Discard { seat, tile, .. } = event {
                let (left, kind) = (round.table().tiles_left(), tile.kind());
                if round.table().can_nagashi(*seat) {
                    rivers.push((*seat, left / 4));
                }
                if kind.is_yaochu() && left > 0 {
                    let unseen = round.view(*seat).unseen()[kind].min(3);
                    let next =
                        log.events[i + 1..].iter().find(|e| !matches!(e, Event::RiichiAccepted { .. }));
                    let called = matches!(next, Some(Event::Call { .. }));
                    let honour = usize::from(kind.is_honour());
                    count(&mut self.called[usize::from(left >= 36)][honour][usize::from(unseen)], called);
                }
            }
        }
        self.rounds += 1;
        let end = end.map(place);
        if let Some(end) = end {
            self.ends[end] += 1;
        }
        for (i, _) in near.iter().enumerate().filter(|(_, near)| **near) {
            let happened = end.is_some_and(|end| ENDS[end] == NEAR[i].1);
            count(&mut self.near[i], happened);
        }
        if matches!(end, Some(0 | 1)) {
            for (seat, to_come) in rivers {
                count(&mut self.rivers[to_come.min(TO_COME - 1)], round.table().nagashi(seat));
            }
        }
    }
}

/// Which of [`NEAR`] hold.
struct Near([bool; NEAR.len()]);

impl Near {
    fn of(round: &Round) -> Near {
        let table = round.table();
        let discards: usize = Seat::ALL.iter().map(|&seat| table.player(seat).river().len()).sum();
        let first = |seat: Seat| table.player(seat).river().first().map(|tile| tile.tile.kind());
        let wind = first(table.dealer()).filter(|kind: &Kind| kind.is_wind());
        let equal = |count: usize| {
            let seats = (0..count).map(|i| table.dealer().after(i));
            table.untouched()
                && discards == count
                && wind.is_some()
                && seats.into_iter().all(|s| first(s) == wind)
        };
        let riichi = Seat::ALL.iter().filter(|&&seat| table.player(seat).riichi().is_some()).count();
        let kans =
            Seat::ALL.map(|seat| table.player(seat).melds().iter().filter(|meld| meld.is_kan()).count());
        let all: usize = kans.iter().sum();
        Near([
            equal(2),
            equal(3),
            riichi == 2,
            riichi == 3,
            all == 2,
            all == 3 && kans.iter().all(|&kans| kans < 3),
            table.untouched() && discards == 1,
        ])
    }
}

fn percent([all, some]: Count) -> String {
    format!("{:.3}", 100.0 * some as f64 / all.max(1) as f64)
}

/// Every round of the archives, or of so many games of each.
pub fn print(scope: &Scope) -> Result<(), String> {
    let look = |mut sums: Sums, name: &str, record: &[u8]| {
        if let Ok(mut reader) = replay::open(record) {
            while let (Some(Ok(log)), Some(room)) = (reader.next(), reader.room()) {
                sums.round(&log, &room.rules);
            }
        }
        each_decision(name, record, scope.seed, &mut |recorded| {
            if let Some((to_come, river)) = River::of(recorded) {
                sums.lasting[to_come].add(&river);
            }
            for (moment, expected) in DrawForecast::of(recorded, is_validation(name)) {
                sums.expected[moment].add(&expected);
            }
        });
        sums
    };
    let merge = |mut all: Sums, later: Sums| {
        all.add(&later);
        all
    };
    let sums = each_game(&archives(Players::Four)?, scope.sample_or(usize::MAX), look, merge)?;
    println!("| end of {} rounds | rounds | % |", sums.rounds);
    println!("|---|---|---|");
    for (name, &rounds) in ENDS.iter().zip(&sums.ends) {
        println!("| {name} | {rounds} | {} |", percent([sums.rounds, rounds]));
    }
    println!("\n| where | rounds | end | of them | % |");
    println!("|---|---|---|---|---|");
    for ((near, end), count) in NEAR.iter().zip(&sums.near) {
        println!("| {near} | {} | {end} | {} | {} |", count[0], count[1], percent(*count));
    }
    println!(
        "\n| own discards to come | rivers without a break, of rounds that reach the draw | nagashi mangan | % |"
    );
    println!("|---|---|---|---|");
    for (to_come, count) in sums.rivers.iter().enumerate() {
        println!("| {to_come} | {} | {} | {} |", count[0], count[1], percent(*count));
    }
    println!(
        "\n| own draws to come | discards of a lasting river | draws predicted, % | real, % | paid, predicted | real | value | real | first, % |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    sums.lasting.iter().enumerate().for_each(|(to_come, river)| println!("{}", river.row(to_come)));
    println!(
        "\n| decision | decisions | rest, predicted % | real % | broken off, real % | mean size of a value | of it by breaking off |"
    );
    println!("|---|---|---|---|---|---|---|");
    MOMENTS.iter().zip(&sums.expected).for_each(|(moment, expected)| println!("{}", expected.row(moment)));
    println!("\n| tiles left | tile | copies unseen | discards | called | % |");
    println!("|---|---|---|---|---|---|");
    for (left, by_tile) in ["1 to 35", "36 and more"].iter().zip(&sums.called) {
        for (tile, by_copies) in ["terminal", "honour"].iter().zip(by_tile) {
            for (copies, count) in by_copies.iter().enumerate() {
                println!(
                    "| {left} | {tile} | {copies} | {} | {} | {} |",
                    count[0],
                    count[1],
                    percent(*count)
                );
            }
        }
    }
    Ok(())
}
