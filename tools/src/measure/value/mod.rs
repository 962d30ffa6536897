//! What values are worth: whether rows are in their order, whether players do what comes first, and whether what they say happens.

mod line;
mod tables;

use crate::measure::lot::{self, Lot, LotDecision};
use crate::measure::{Analysis, Scope, three};
use line::{Line, Row};
use nanikiru::analyze::{Depth, DetailScope, Options, Spot, analyze_at_once};
use nanikiru::replay::Length;
use nanikiru::tile::Players;
use nanikiru_tools::decisions::{hash, mix};
use nanikiru_tools::games::players_of;
use nanikiru_tools::moment::Question;
use nanikiru_tools::recorded::is_done;
use nanikiru_tools::{thousands, workers};
use std::path::PathBuf;

/// Decisions that are looked at when nothing else is asked for: ten minutes on two busy cores.
const SAMPLE: usize = 5_000;
/// Where riichi or a kan is possible, so many times as many are, and count so much less.
const SELDOM: f64 = 10.0;
/// The sorts of decisions that are looked at.
const WANTED: [Question; 3] = [Question::Discard, Question::Call, Question::Kan];

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    analysis: Analysis,
    /// Of another parameter file than the one that the crate carries
    #[arg(long, value_name = "PATH")]
    params: Option<PathBuf>,
    /// Games of so many players
    #[arg(long, value_name = "3|4", default_value = "4", hide_default_value = true, value_parser = players_of)]
    players: Players,
    /// Only whether rows stand in the order of their values, in about so many decisions
    #[arg(long, value_name = "N", conflicts_with = "sample")]
    check_order: Option<usize>,
}

/// Prints all tables.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    three::read_params(arguments.params.as_deref())?;
    let options = Options { detailed: DetailScope::None, ..arguments.analysis.options(Depth::Fast) };
    let wanted = arguments.check_order.unwrap_or_else(|| arguments.scope.sample_or(SAMPLE));
    let found = workers::pool(arguments.scope.threads).install(|| look(arguments, wanted, &options))?;
    println!("{}", found.said(&options));
    if let Some(below) = found.lines.iter().find(|line| !line.is_in_order()) {
        return Err(format!("a row stands below one of less value: {below:?}"));
    }
    println!("| reports with rows out of the order of their values | 0 |");
    if arguments.check_order.is_none() {
        tables::print(&found.lines);
    }
    Ok(())
}

/// What was found.
struct Findings {
    games: usize,
    lines: Vec<Line>,
    /// Tables that cannot be asked about, or rounds without an end.
    unanswered: usize,
}

impl Findings {
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

/// About so many decisions of validation games, in the order of rounds.
fn look(arguments: &Arguments, wanted: usize, options: &Options) -> Result<Findings, String> {
    let is_wanted =
        |seen: &LotDecision| WANTED.iter().any(|question| question.is_answered_by(seen.recorded.decision));
    let lot = lot::draw(arguments.players, (wanted, SELDOM), arguments.scope.seed, is_wanted, |seen| {
        line(seen, options)
    })?;
    let Lot { games, found: mut lines, unanswered } = lot;
    lines.sort_by_key(|line| (line.round, line.key));
    Ok(Findings { games, lines, unanswered })
}

/// What we say about a decision, and what came of it.
fn line(seen: &LotDecision, options: &Options) -> Option<Line> {
    let &LotDecision { recorded: seen, name, weight } = seen;
    let decision = seen.decision;
    let asked = Spot::of(&decision.round, decision.seat, seen.length).ok()?;
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
        players: table.rules().players,
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
