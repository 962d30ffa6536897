//! Whether the world of play-outs is real: whole rounds from recorded openings on new walls, beside what was recorded.

use super::bootstrap::{Estimate, estimates};
use super::sample::Corpus;
use nanikiru::dense::is;
use nanikiru::hand::Meld;
use nanikiru::replay::{self, RoundLog};
use nanikiru::round::{Carry, Ending, Event, Round, Source};
use nanikiru::rules::{Length, Rules};
use nanikiru::tile::{BySeat, Players};
use nanikiru_tools::deal;
use nanikiru_tools::decisions::{hash, mix};
use nanikiru_tools::games::each_game;
use nanikiru_tools::player::{Player, Thought};
use nanikiru_tools::policy_seat::PolicySeat;
use nanikiru_tools::wall::{Random, Wall};
use nanikiru_tools::workers;
use std::time::Duration;

/// A recorded round.
pub struct RecordedRound {
    key: u64,
    log: RoundLog,
    rules: Rules,
    length: Length,
}

/// Counts of a round, of all seats together.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Counts {
    /// Rounds: 1.
    pub rounds: f64,
    /// Seats with a player.
    pub seats: f64,
    /// Seats that won, and those that did by tsumo.
    pub wins: f64,
    pub tsumo: f64,
    /// Seats that dealt in; one that dealt in to two counts once.
    pub deal_ins: f64,
    /// Payments of deal-ins: one for each win by ron.
    pub payments: f64,
    /// Rounds that ended with the wall.
    pub draws: f64,
    /// Seats in riichi, and those that opened their hands.
    pub riichi: f64,
    pub open: f64,
    /// Calls of others' tiles.
    pub calls: f64,
    /// Norths set aside.
    pub norths: f64,
    pub discards: f64,
    /// Points that wins brought, with honba and sticks, and points that deal-ins cost, with honba.
    pub won: f64,
    pub paid: f64,
}

impl Counts {
    /// Of a round that is over.
    pub fn of(round: &Round, events: &[Event]) -> Counts {
        let table = round.table();
        let players = table.rules().players;
        let mut counts = Counts { rounds: 1.0, seats: players.count() as f64, ..Counts::default() };
        let mut dealt_in = BySeat([false; 4]);
        for event in events {
            let Event::Win(win) = event else { continue };
            counts.wins += 1.0;
            counts.won += f64::from(win.gains[win.seat]);
            match win.source {
                Source::Tsumo => counts.tsumo += 1.0,
                Source::Ron { from } => {
                    dealt_in[from] = true;
                    counts.payments += 1.0;
                    counts.paid -= f64::from(win.gains[from]);
                }
            }
        }
        counts.deal_ins = dealt_in.0.into_iter().filter(|&dealt_in| dealt_in).count() as f64;
        counts.draws = is(table.ending() == Some(Ending::Exhausted));
        for seat in players.seats() {
            let player = table.player(seat);
            let calls = player.melds().iter().filter(|meld| meld.is_open()).count();
            counts.riichi += is(player.riichi().is_some());
            counts.open += is(player.melds().iter().any(Meld::is_open));
            counts.calls += calls as f64;
            counts.norths += player.kita().len() as f64;
            counts.discards += player.river().len() as f64;
        }
        counts
    }

    fn add(&mut self, other: &Counts) {
        self.rounds += other.rounds;
        self.seats += other.seats;
        self.wins += other.wins;
        self.tsumo += other.tsumo;
        self.deal_ins += other.deal_ins;
        self.payments += other.payments;
        self.draws += other.draws;
        self.riichi += other.riichi;
        self.open += other.open;
        self.calls += other.calls;
        self.norths += other.norths;
        self.discards += other.discards;
        self.won += other.won;
        self.paid += other.paid;
    }
}

/// A figure of rounds: what it is called, how it is printed, and what it is.
struct Figure {
    name: &'static str,
    percent: bool,
    of: fn(&Counts) -> f64,
}

/// Those that have to be within a tenth of recorded ones.
const FIGURES: [Figure; 10] = [
    Figure { name: "seats that win", percent: true, of: |c| c.wins / c.seats },
    Figure { name: "wins by tsumo", percent: true, of: |c| c.tsumo / c.wins },
    Figure { name: "seats that deal in", percent: true, of: |c| c.deal_ins / c.seats },
    Figure { name: "rounds that end with the wall", percent: true, of: |c| c.draws / c.rounds },
    Figure { name: "seats in riichi", percent: true, of: |c| c.riichi / c.seats },
    Figure { name: "seats that open the hand", percent: true, of: |c| c.open / c.seats },
    Figure { name: "calls a round", percent: false, of: |c| c.calls / c.rounds },
    Figure { name: "points a win", percent: false, of: |c| c.won / c.wins },
    Figure { name: "points a deal-in", percent: false, of: |c| c.paid / c.payments },
    Figure { name: "norths set aside a round", percent: false, of: |c| c.norths / c.rounds },
];

/// Four players set no norths aside.
fn figures_of(players: Players) -> &'static [Figure] {
    match players {
        Players::Three => &FIGURES,
        Players::Four => &FIGURES[..FIGURES.len() - 1],
    }
}

/// How far a figure may be from the recorded one, as a share of it.
const TOLERANCE: f64 = 0.1;

/// A round as recorded and as played.
pub struct Both {
    recorded: Counts,
    played: Counts,
    thought: Thought,
}

/// The first `count` recorded rounds of each length in an order by a hash: those that nobody left and that end.
///
/// # Errors
/// When a path cannot be read.
pub fn rounds(corpus: &Corpus, count: usize) -> Result<Vec<RecordedRound>, String> {
    let Corpus { ref paths, games, .. } = *corpus;
    let look = |mut all: [Vec<RecordedRound>; 2], name: &str, record: &[u8]| {
        if games.include(name) {
            add_rounds(&mut all, name, record, corpus);
            all.iter_mut().for_each(|rounds| shrink(rounds, count));
        }
        all
    };
    let join = |mut a: [Vec<RecordedRound>; 2], b: [Vec<RecordedRound>; 2]| {
        for (a, mut b) in a.iter_mut().zip(b) {
            a.append(&mut b);
            shrink(a, count);
        }
        a
    };
    Ok(each_game(paths, usize::MAX, look, join)?.into_iter().flatten().collect())
}

fn shrink(rounds: &mut Vec<RecordedRound>, count: usize) {
    rounds.sort_by_key(|round| round.key);
    rounds.truncate(count);
}

fn add_rounds(all: &mut [Vec<RecordedRound>; 2], name: &str, record: &[u8], corpus: &Corpus) {
    let Corpus { players, seed, .. } = *corpus;
    let Ok(mut reader) = replay::open(record) else { return };
    let game = mix(hash(name) ^ mix(seed));
    let mut rules: Option<Rules> = None;
    let mut at = 0;
    while let (Some(Ok(log)), Some(room)) = (reader.next(), reader.room()) {
        let rules = rules.get_or_insert_with(|| room.rules.clone());
        at += 1;
        if log.absences.is_empty() && rules.players == players {
            let recorded =
                RecordedRound { key: mix(game ^ mix(at)), log, rules: rules.clone(), length: room.length };
            all[usize::from(room.length == Length::Tonpuu)].push(recorded);
        }
    }
}

/// Plays every round anew; those whose records do not lead to an end are left out.
///
/// # Errors
/// When a round of ours does what it cannot.
pub fn play(rounds: &[RecordedRound], seed: u64, threads: usize) -> Result<Vec<Both>, String> {
    let both = workers::each(rounds, threads, |recorded| both(recorded, seed));
    both.into_iter().filter_map(Result::transpose).collect()
}

fn both(recorded: &RecordedRound, seed: u64) -> Result<Option<Both>, String> {
    let RecordedRound { key, log, rules, length } = recorded;
    let Some(round) = replayed(log, rules) else { return Ok(None) };
    let opening = &log.raw.opening;
    let carry = Carry {
        dealer: opening.dealer,
        wind: opening.wind,
        honba: opening.honba,
        sticks: opening.sticks,
        scores: opening.scores,
    };
    let wall = Wall::shuffled(Random::of(&[seed, *key]), rules);
    let player = PolicySeat::new(mix(mix(seed) ^ key));
    let mut thoughts = BySeat::default();
    let players = BySeat([&player as &dyn Player; 4]);
    let played = deal::play(&carry, &wall, (rules, *length), players, &mut thoughts);
    let played = played.map_err(|wrong| wrong.to_string())?;
    let thought = thoughts.0.into_iter().reduce(Thought::merge).expect("there are seats");
    Ok(Some(Both {
        recorded: Counts::of(&round, &log.events),
        played: Counts::of(&played.round, &played.events),
        thought,
    }))
}

fn replayed(log: &RoundLog, rules: &Rules) -> Option<Round> {
    let mut round = Round::deal(log.raw.clone(), rules).ok()?;
    log.events.iter().try_for_each(|event| round.apply(event)).ok()?;
    round.table().ending().is_some().then_some(round)
}

/// The table of all figures, as Markdown.
pub fn table(all: &[Both], players: Players, seed: u64) -> String {
    let named = figures_of(players);
    let figures = |rounds: &mut dyn Iterator<Item = &Both>| {
        let (mut recorded, mut played) = (Counts::default(), Counts::default());
        for both in rounds {
            recorded.add(&both.recorded);
            played.add(&both.played);
        }
        let three = |figure: &Figure| {
            let (recorded, played) = ((figure.of)(&recorded), (figure.of)(&played));
            [recorded, played, played / recorded]
        };
        named.iter().flat_map(three).collect()
    };
    let estimates = estimates(all, seed, figures);
    let mut text = String::from("| | recorded | played | ratio | within a tenth |\n|---|---|---|---|---|\n");
    for (figure, three) in named.iter().zip(estimates.chunks(3)) {
        let number = |Estimate { mean, error }: Estimate| match figure.percent {
            true => format!("{:.1} % +- {:.1}", 100.0 * mean, 100.0 * error),
            false if mean < 100.0 => format!("{mean:.2} +- {error:.2}"),
            false => format!("{mean:.0} +- {error:.0}"),
        };
        let ratio = three[2];
        text += &format!(
            "| {} | {} | {} | {:.3} +- {:.3} | {} |\n",
            figure.name,
            number(three[0]),
            number(three[1]),
            ratio.mean,
            ratio.error,
            verdict(ratio)
        );
    }
    text
}

/// Whether a ratio is within the tolerance: decided where two standard errors lie on one side.
fn verdict(ratio: Estimate) -> &'static str {
    let off = (ratio.mean - 1.0).abs();
    match () {
        () if off + 2.0 * ratio.error <= TOLERANCE => "yes",
        () if off - 2.0 * ratio.error > TOLERANCE => "no",
        () if off <= TOLERANCE => "yes, within its error",
        () => "no, within its error",
    }
}

/// How many choices seats had, and how long one took.
pub fn time(all: &[Both]) -> (u64, Duration) {
    let thought = all.iter().map(|both| both.thought).reduce(Thought::merge).unwrap_or_default();
    (thought.asked, thought.time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_decided_by_its_error() {
        let decided = |mean, error| verdict(Estimate { mean, error });
        assert_eq!(decided(1.02, 0.03), "yes");
        assert_eq!(decided(0.95, 0.04), "yes, within its error");
        assert_eq!(decided(0.88, 0.04), "no, within its error");
        assert_eq!(decided(1.30, 0.05), "no");
    }
}
