//! What values are worth: whether rows are in their order, whether players do what comes first, and whether what they say happens.

mod line;
mod tables;

use crate::measure::Setup;
use line::{Line, Row};
use nanikiru::analyze::{Asked, Depth, Detailed, Objective, Options, analyze_at_once};
use nanikiru::replay::Length;
use nanikiru::review::{Choice, Decision};
use nanikiru_tools::decisions::{hash, is_validation, mix};
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::moment::Question;
use nanikiru_tools::recorded::{Recorded, each_decision, is_done};
use nanikiru_tools::{thousands, workers};

/// Decisions that are looked at when nothing else is asked for: ten minutes on two busy cores.
const SAMPLE: usize = 5_000;
/// Where riichi or a kan is possible, so many times as many are, and count so much less.
const SELDOM: f64 = 10.0;
/// The sorts of decisions that are looked at.
const WANTED: [Question; 3] = [Question::Discard, Question::Call, Question::Kan];

/// Prints all tables.
pub fn print(setup: &Setup) -> Result<(), String> {
    let options = options(setup);
    let wanted = setup.check_order.unwrap_or_else(|| setup.sample_or(SAMPLE));
    let found = workers::pool(setup.threads).install(|| look(wanted, setup.seed, &options))?;
    println!("{}", found.said(&options));
    if let Some(below) = found.lines.iter().find(|line| !line.is_in_order()) {
        return Err(format!("a row stands below one of less value: {below:?}"));
    }
    println!("| reports with rows out of the order of their values | 0 |");
    if setup.check_order.is_none() {
        tables::print(&found.lines);
    }
    Ok(())
}

fn options(setup: &Setup) -> Options {
    Options {
        depth: setup.depth.unwrap_or(Depth::Fast),
        danger: !setup.no_danger,
        policy: !setup.no_policy,
        objective: if setup.placement { Objective::Placement } else { Objective::Points },
        detailed: Detailed::None,
        ..Options::default()
    }
}

/// How many decisions there are: common ones, and those where riichi or a kan is possible.
#[derive(Clone, Copy, Default)]
struct Counts([u64; 2]);

/// What was found.
#[derive(Default)]
struct Found {
    games: usize,
    lines: Vec<Line>,
    /// Tables that cannot be asked about, or rounds without an end.
    unanswered: usize,
}

impl Found {
    fn said(&self, options: &Options) -> String {
        let [hanchan, tonpuu] =
            [true, false].map(|is| self.lines.iter().filter(|line| line.hanchan == is).count());
        format!(
            "| decisions of validation games, {:?}, {:?} | {} of {} games: {} of hanchan, {} of tonpuu |\n|---|---|\n| not answered | {} |",
            options.depth,
            options.objective,
            thousands(self.lines.len() as u64),
            thousands(self.games as u64),
            thousands(hanchan as u64),
            thousands(tonpuu as u64),
            self.unanswered,
        )
    }
}

/// Whether it is one of those that are seldom.
fn is_seldom(decision: &Decision) -> bool {
    matches!(&decision.choice, Choice::Turn(turn) if !turn.riichi.is_empty() || !turn.kans.is_empty())
}

fn is_wanted(decision: &Decision) -> bool {
    WANTED.iter().any(|question| question.is_answered_by(decision))
}

/// About so many decisions of validation games, in the order of rounds.
fn look(wanted: usize, seed: u64, options: &Options) -> Result<Found, String> {
    let paths = archives()?;
    let count = |mut all: Counts, name: &str, record: &[u8]| {
        if is_validation(name) {
            each_decision(name, record, seed, &mut |seen| {
                if is_wanted(seen.decision) {
                    all.0[usize::from(is_seldom(seen.decision))] += 1;
                }
            });
        }
        all
    };
    let both = |a: Counts, b: Counts| Counts([a.0[0] + b.0[0], a.0[1] + b.0[1]]);
    let Counts([common, seldom]) = each_game(&paths, usize::MAX, count, both)?;
    let rate = wanted as f64 / (common as f64 + SELDOM * seldom as f64);
    let rates = [rate.min(1.0), (SELDOM * rate).min(1.0)];
    let judge = |mut found: Found, name: &str, record: &[u8]| {
        if is_validation(name) {
            let before = found.lines.len();
            each_decision(name, record, seed, &mut |seen| {
                let rate = rates[usize::from(is_seldom(seen.decision))];
                let lot = (mix(seen.key ^ 0x0a1e) >> 11) as f64 / (1u64 << 53) as f64;
                if is_wanted(seen.decision) && lot < rate {
                    match line(seen, name, rates[1] / rate, options) {
                        Some(line) => found.lines.push(line),
                        None => found.unanswered += 1,
                    }
                }
            });
            found.games += usize::from(found.lines.len() > before);
        }
        found
    };
    let merge = |mut a: Found, mut b: Found| {
        a.lines.append(&mut b.lines);
        Found { games: a.games + b.games, lines: a.lines, unanswered: a.unanswered + b.unanswered }
    };
    let mut found = each_game(&paths, usize::MAX, judge, merge)?;
    found.lines.sort_by_key(|line| (line.round, line.key));
    Ok(found)
}

/// What we say about a decision, and what came of it.
fn line(seen: &Recorded, name: &str, weight: f64, options: &Options) -> Option<Line> {
    let decision = seen.decision;
    let asked = Asked::of(&decision.round, decision.seat, seen.length).ok()?;
    let outcome = seen.outcome()?;
    let report = analyze_at_once(&asked.position, &asked.situation, options).ok()?;
    let discard = seen.discard();
    let done = report.candidates.iter().position(|row| is_done(&decision.done, discard, &row.action))?;
    let theirs = &report.candidates[done];
    let table = decision.round.table();
    Some(Line {
        key: seen.key,
        round: mix(hash(name) ^ mix(seen.at as u64)),
        weight,
        rows: report.candidates.iter().map(Row::of).collect(),
        done,
        threat: nanikiru::analyze::TableThreat::of(table, decision.seat),
        turn: table.turn(decision.seat),
        shanten: report.shanten.get(),
        hanchan: seen.length == Length::Hanchan,
        facts: theirs.facts,
        error: theirs.value_error,
        estimated: theirs.estimated,
        rates: [theirs.play.parts.win.rate, theirs.play.parts.deal_in.rate],
        end: outcome.round_end,
        change: f64::from(outcome.change),
    })
}
