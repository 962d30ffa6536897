//! What leaving out kans of kinds of which the root has few tiles costs, and what it saves.

use crate::measure::position::Position;
use crate::measure::{Scope, sample};
use nanikiru::analyze::{self, Action, Depth, DetailScope, Report, analyze_at_once};
use nanikiru::search::{Kans, SearchError};
use nanikiru::tile::Players;
use nanikiru_tools::games::archives;
use nanikiru_tools::{thousands, workers};
use std::collections::BTreeMap;
use std::time::Instant;

/// Hands of a search with all kans beyond which a position is not looked at one exchange deeper.
const MOST_HANDS: usize = 150_000;

/// The same, for the shortest ways: those of five tiles have more.
const MOST_LEAST: usize = 400_000;

/// The kans that are compared with all.
const FEWER: [(Kans, &str); 2] = [(Kans::Held, "near"), (Kans::None, "none")];

/// One position, searched so many exchanges beyond its shanten.
struct KanComparison {
    shanten: i32,
    beyond: usize,
    hands: usize,
    ms: f64,
    fewer: [Fewer; FEWER.len()],
}

/// The same with fewer kans.
struct Fewer {
    hands: usize,
    ms: f64,
    /// By row what it is worth less.
    less: Vec<f64>,
    same_first: bool,
}

/// Prints the table.
pub fn print(scope: &Scope) -> Result<(), String> {
    let positions =
        sample::positions(&archives(Players::Four)?, scope.sample_or(200), scope.seed, searched_later)?;
    let compared = workers::each(&positions, scope.threads, compare);
    let compared: Vec<KanComparison> =
        compared.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    println!(
        "{} positions of recorded games, any turn, two calls, the others as on average; points by the search itself.\n",
        positions.len()
    );
    println!(
        "| shanten, n | kans | positions | hands, mean | ms, mean | rows | less points a row, mean | 99 % | most | rows off by more than 5 | same action first |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut groups: BTreeMap<(i32, usize), Vec<&KanComparison>> = BTreeMap::new();
    for one in &compared {
        groups.entry((one.shanten, one.beyond)).or_default().push(one);
    }
    let all = compared.iter().collect();
    for ((shanten, beyond), of) in &groups {
        rows(&format!("{shanten}, {}", *shanten as usize + beyond), of);
    }
    rows("all", &all);
    Ok(())
}

/// After calls of others a player can have more turns than a situation without a table knows.
fn searched_later(decision: &sample::Decision<'_>) -> bool {
    !decision.fixed() && decision.turn() <= 18
}

fn rows(name: &str, of: &Vec<&KanComparison>) {
    let mean = |sum: f64| sum / of.len() as f64;
    let (hands, ms) = (of.iter().map(|c| c.hands as f64), of.iter().map(|c| c.ms));
    let whole = |number: f64| thousands(number.round() as u64);
    let first = format!("| {name} | all | {} ", of.len());
    println!("{first}| {} | {:.1} | | | | | | |", whole(mean(hands.sum())), mean(ms.sum()));
    for (i, (_, kans)) in FEWER.iter().enumerate() {
        let fewer = || of.iter().map(|c| &c.fewer[i]);
        let mut less: Vec<f64> = fewer().flat_map(|f| &f.less).map(|less| less.abs()).collect();
        less.sort_by(f64::total_cmp);
        let (hands, ms) = (fewer().map(|f| f.hands as f64), fewer().map(|f| f.ms));
        println!(
            "| {name} | {kans} | {} | {} | {:.1} | {} | {:.2} | {:.1} | {:.1} | {:.1} % | {:.1} % |",
            of.len(),
            whole(mean(hands.sum())),
            mean(ms.sum()),
            less.len(),
            less.iter().sum::<f64>() / less.len() as f64,
            less[(less.len() - 1) * 99 / 100],
            less[less.len() - 1],
            100.0 * less.iter().filter(|&&less| less > 5.0).count() as f64 / less.len() as f64,
            100.0 * mean(fewer().filter(|f| f.same_first).count() as f64),
        );
    }
}

/// As deep as all kans allow; nothing where not even the shortest ways fit, or the hand is complete.
fn compare(position: &Position) -> Result<Option<KanComparison>, String> {
    let shanten = position.shanten().get();
    let Ok(least) = usize::try_from(shanten) else { return Ok(None) };
    for (beyond, most) in [(1, MOST_HANDS), (0, MOST_LEAST)] {
        let Some((report, ms)) = searched(position, least + beyond, Kans::Replacement, most)? else {
            continue;
        };
        let fewer = FEWER.map(|(kans, _)| {
            let (found, ms) = searched(position, least + beyond, kans, most)?.ok_or("fewer hands fit")?;
            let less = report.candidates.iter().filter_map(|row| {
                let same = found.candidates.iter().find(|other| other.action == row.action)?;
                (!matches!(row.action, Action::Ankan { .. } | Action::Kakan { .. }))
                    .then_some(row.searched - same.searched)
            });
            let less = less.collect();
            let same_first = first(&report) == first(&found);
            Ok::<_, String>(Fewer { hands: found.hands, ms, less, same_first })
        });
        let [held, none] = fewer;
        return Ok(Some(KanComparison { shanten, beyond, hands: report.hands, ms, fewer: [held?, none?] }));
    }
    Ok(None)
}

/// The discard that its search finds best.
fn first(report: &Report) -> Option<Action> {
    let best = report.candidates.iter().max_by(|a, b| a.searched.total_cmp(&b.searched));
    best.map(|row| row.action)
}

fn searched(
    position: &Position,
    exchanges: usize,
    kans: Kans,
    max_hands: usize,
) -> Result<Option<(Report, f64)>, String> {
    let options = analyze::Options {
        depth: Depth::Exactly { exchanges },
        kans,
        detailed: DetailScope::None,
        max_hands,
        memory: usize::MAX,
        ..analyze::Options::default()
    };
    let begin = Instant::now();
    let report = match analyze_at_once(&position.asked(), &position.situation()?, &options) {
        Err(SearchError::TooLarge { .. }) => return Ok(None),
        report => report.map_err(|error| error.to_string())?,
    };
    let ms = begin.elapsed().as_secs_f64() * 1e3;
    Ok((!report.estimated && report.candidates.iter().all(|row| !row.estimated)).then_some((report, ms)))
}
