//! What a search of more hands says otherwise, and what it takes: how far the limits of `fast` and `full` are worth going.

use crate::measure::Setup;
use crate::measure::lot::{self, LotDecision};
use nanikiru::analyze::{Depth, Detailed, Options, Report, Spot, analyze_at_once};
use nanikiru::tile::Players;
use nanikiru_tools::moment::Question;
use nanikiru_tools::recorded::is_done;
use nanikiru_tools::{thousands, workers};
use std::time::Instant;

/// Most hands of a search: the limits of `fast` and `full` are among them ([`nanikiru::analyze::Depth`]).
const LIMITS: [usize; 6] = [1_500, 5_500, 11_000, 25_000, 50_000, 100_000];
/// Discards that are looked at when nothing else is asked for.
const SAMPLE: usize = 500;

/// A discard with searches of up to so many hands.
struct LimitComparison([LimitSearch; LIMITS.len()]);

/// One of them.
struct LimitSearch {
    hands: usize,
    ms: f64,
    /// How many discards come before that of the player.
    above: usize,
    report: Report,
}

/// Prints the table.
pub fn print(setup: &Setup) -> Result<(), String> {
    let is_wanted = |seen: &LotDecision| Question::Discard.is_answered_by(seen.recorded.decision);
    let wanted = setup.sample_or(SAMPLE);
    let lot = workers::pool(setup.threads)
        .install(|| lot::draw(Players::Four, (wanted, 1.0), setup.seed, is_wanted, compare))?;
    let all: Vec<LimitComparison> = lot.found;
    println!(
        "{} discards of {} validation games, points; searches of no more than so many hands from shallow to deep, one exchange beyond the shanten at most. {} more have no answer.\n",
        thousands(all.len() as u64),
        thousands(lot.games as u64),
        lot.unanswered
    );
    println!(
        "| hands at most | hands, mean | ms, mean | 99 % | first is what was done | in three | first as with most hands | value of a row beside that with most, mean | 99 % |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (i, limit) in LIMITS.into_iter().enumerate() {
        row(i, limit, &all);
    }
    Ok(())
}

fn row(i: usize, limit: usize, all: &[LimitComparison]) {
    let here = || all.iter().map(|one| &one.0[i]);
    let mean = |sum: f64| sum / all.len() as f64;
    let share = |yes: usize| 100.0 * mean(yes as f64);
    let mut ms: Vec<f64> = here().map(|one| one.ms).collect();
    let first = share(here().filter(|one| one.above == 0).count());
    let same = |one: &LimitComparison| {
        let [of, most] = [&one.0[i], &one.0[LIMITS.len() - 1]].map(|one| one.report.candidates[0].action);
        of == most
    };
    let beside = |one: &LimitComparison| {
        let most = &one.0[LIMITS.len() - 1].report.candidates;
        let of = one.0[i].report.candidates.iter().filter_map(|row| {
            let same = most.iter().find(|other| other.action == row.action)?;
            Some((row.value - same.value).abs())
        });
        of.collect::<Vec<f64>>()
    };
    let mut off: Vec<f64> = all.iter().flat_map(beside).collect();
    println!(
        "| {} | {} | {:.0} | {:.0} | {first:.1} +- {:.1} % | {:.1} % | {:.1} % | {:.0} | {:.0} |",
        thousands(limit as u64),
        thousands(mean(here().map(|one| one.hands as f64).sum()).round() as u64),
        mean(ms.iter().sum()),
        in_hundred(&mut ms, 99),
        1.96 * (first * (100.0 - first) / all.len() as f64).sqrt(),
        share(here().filter(|one| one.above < 3).count()),
        share(all.iter().filter(|one| same(one)).count()),
        off.iter().sum::<f64>() / off.len() as f64,
        in_hundred(&mut off, 99),
    );
}

/// The number that so many of a hundred do not exceed.
fn in_hundred(numbers: &mut [f64], of: usize) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[(numbers.len() - 1) * of / 100]
}

fn compare(seen: &LotDecision) -> Option<LimitComparison> {
    let decision = seen.recorded.decision;
    let asked = Spot::of(&decision.round, decision.seat, seen.recorded.length).ok()?;
    let limited = |max_hands: usize| {
        // with a budget that is never used up, `full` goes as far as hands allow
        let options = Options {
            depth: Depth::Full,
            budget_ms: Some(f64::MAX),
            max_hands,
            memory: usize::MAX,
            detailed: Detailed::None,
            ..Options::default()
        };
        let begin = Instant::now();
        let report = analyze_at_once(&asked.position, &asked.situation, &options).ok()?;
        let ms = begin.elapsed().as_secs_f64() * 1e3;
        let done = |action| is_done(&decision.done, None, action);
        let above = report.candidates.iter().position(|row| done(&row.action))?;
        Some(LimitSearch { hands: report.hands, ms, above, report })
    };
    let all: Option<Vec<LimitSearch>> = LIMITS.into_iter().map(limited).collect();
    all?.try_into().ok().map(LimitComparison)
}
