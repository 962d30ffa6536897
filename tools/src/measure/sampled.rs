//! Hands that are too far to be searched in the usual room: averages, and searches of only the kinds that targets of tabu search
//! need, beside the exact answer that more memory gives.

use crate::measure::position::Position;
use crate::measure::{Setup, sample, tabu};
use nanikiru::analyze::{self, Action, Depth, Report, Situation, analyze_at_once};
use nanikiru::search::tabu::Options;
use nanikiru::search::{self, Exchanges, Kans, Root, SearchError, count_hands};
use nanikiru::tile::{Kind, KindSet, Players};
use nanikiru_tools::games::archives;
use nanikiru_tools::workers;
use std::num::NonZeroU32;

/// Hands of the exact answer at most: 3 GB.
const MOST_HANDS: usize = 4_000_000;
/// Hands that a search of some kinds may hold: what `fast` and `full` take on.
const ROOMS: [usize; 2] = [11_000, 40_000];
/// Runs of the search for targets. A win is up to seven exchanges away, and a run can err on the way.
const RUNS: u32 = 2_000;
const MOVES: u32 = 14;
/// Targets that are tried, those most like the hand first.
const TARGETS: usize = 300;

/// How the same rows are found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Averages,
    /// The targets that are tried first are those most like the hand (eq. 8), or those that also pay much.
    Sampled {
        room: usize,
        points: bool,
    },
    /// The averages of the hand as a whole, the differences between its discards as the sampled search has them.
    Both {
        room: usize,
    },
}

const WAYS: [Way; 7] = [
    Way::Averages,
    Way::Sampled { room: ROOMS[0], points: false },
    Way::Sampled { room: ROOMS[0], points: true },
    Way::Both { room: ROOMS[0] },
    Way::Sampled { room: ROOMS[1], points: false },
    Way::Sampled { room: ROOMS[1], points: true },
    Way::Both { room: ROOMS[1] },
];

/// Rows of one way beside the exact ones.
struct Beside {
    kinds: usize,
    hands: usize,
    /// By row: win rate and value, exact and found.
    rows: Vec<[[f64; 2]; 2]>,
}

/// Prints the table.
pub fn print(setup: &Setup) -> Result<(), String> {
    println!(
        "| shanten | positions | exact hands, median | found by | kinds | hands | win rate, exact | error | on average | value, error | on average | win rate, error after one factor | pairs in order | first row loses |"
    );
    println!("|{}", "---|".repeat(14));
    // the exact search of a 6-shanten hand holds some twenty times as many hands
    for (shanten, part) in [(5, 1), (6, 10)] {
        let first = |d: &sample::Decision| {
            let far = |hand: nanikiru::hand::DrawnHand| nanikiru::shape::shanten(&hand).get() == shanten;
            d.turn() == 1 && !d.fixed() && d.no_melds() && d.round.drawn_hand(d.seat).is_ok_and(far)
        };
        let positions =
            sample::positions(&archives(Players::Four)?, setup.sample_or(60) / part, setup.seed, first)?;
        let found = workers::each(&positions, setup.threads, look);
        let found: Vec<Option<(usize, Vec<Beside>)>> = found.into_iter().collect::<Result<_, String>>()?;
        let held: Vec<(usize, Vec<Beside>)> = found.into_iter().flatten().collect();
        let mut sizes: Vec<usize> = held.iter().map(|(hands, _)| *hands).collect();
        sizes.sort_unstable();
        let median = sizes.get(sizes.len() / 2).copied().unwrap_or(0);
        for (at, way) in WAYS.into_iter().enumerate() {
            let of: Vec<&Beside> = held.iter().map(|(_, ways)| &ways[at]).collect();
            println!(
                "| {shanten} | {} of {} | {median} | {way} | {} |",
                of.len(),
                positions.len(),
                line(&of)
            );
        }
    }
    Ok(())
}

fn look(position: &Position) -> Result<Option<(usize, Vec<Beside>)>, String> {
    let situation = position.situation()?;
    let least = usize::try_from(position.shanten().get()).unwrap_or(0);
    let options = analyze::Options {
        depth: Depth::Exactly { exchanges: least },
        calls: 0,
        policy: false,
        calibration: false,
        detailed: analyze::Detailed::None,
        max_hands: MOST_HANDS,
        memory: MOST_HANDS * search::BYTES_PER_HAND,
        ..analyze::Options::default()
    };
    let exact = match analyze_at_once(&position.asked(), &situation, &options) {
        Ok(report) => report,
        Err(SearchError::TooLarge { .. }) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let targets = targets(position, &situation)?;
    let mut all: Vec<Beside> = Vec::new();
    for way in WAYS {
        let (kinds, options) = match way {
            Way::Averages => (0, analyze::Options { depth: Depth::Fast, max_hands: 0, ..options.clone() }),
            Way::Sampled { room, points } => {
                let wanted = wanted(position, &situation, &targets, least, room, points)?;
                (wanted.iter().count(), analyze::Options { wanted, ..options.clone() })
            }
            Way::Both { room } => {
                let sampled = WAYS.iter().position(|&way| way == Way::Sampled { room, points: false });
                let sampled = sampled.and_then(|at| all.get(at)).ok_or("no search of this room")?;
                let both = both(&all[0], sampled);
                all.push(both);
                continue;
            }
        };
        let found = analyze_at_once(&position.asked(), &situation, &options).map_err(|e| e.to_string())?;
        if found.estimated != (way == Way::Averages) {
            return Err("the wrong way".to_string());
        }
        all.push(Beside { kinds, hands: found.hands, rows: rows(&exact, &found)? });
    }
    Ok(Some((exact.hands, all)))
}

/// The win rates of the averages, shared among the rows as the sampled search has them, and values to match.
fn both(averages: &Beside, sampled: &Beside) -> Beside {
    let mean = |of: &Beside, figure: usize| {
        of.rows.iter().map(|row| row[1][figure]).sum::<f64>() / of.rows.len().max(1) as f64
    };
    let wins = mean(sampled, 0);
    // one that never wins says nothing of the rows
    let factor = if wins > 0.0 { mean(averages, 0) / wins } else { 0.0 };
    let value = |found: f64| mean(averages, 1) + factor * (found - mean(sampled, 1));
    let row = |&[exact, found]: &[[f64; 2]; 2]| {
        let win = if wins > 0.0 { factor * found[0] } else { mean(averages, 0) };
        [exact, [win, value(found[1])]]
    };
    Beside { kinds: sampled.kinds, hands: sampled.hands, rows: sampled.rows.iter().map(row).collect() }
}

/// A winning hand: the kinds that it needs, how like the hand it is, and what it pays.
struct Target {
    needs: KindSet,
    similarity: f64,
    points: f64,
}

fn targets(position: &Position, situation: &Situation) -> Result<Vec<Target>, String> {
    let of = |number| NonZeroU32::new(number).expect("above 0");
    let options = Options { moves: of(MOVES), runs: of(RUNS), ..Options::default() };
    let (found, _) = tabu::search(position, &options)?;
    let (held, unseen) = (position.hand.concealed(), situation.unseen());
    let target = |won: &search::tabu::Ending| {
        let new = |kind: &Kind| won.hand.concealed()[*kind].saturating_sub(held[*kind]);
        let needs: KindSet = Kind::ALL.into_iter().filter(|kind| new(kind) > 0).collect();
        let chance = |kind: Kind| f64::from(unseen.counts()[kind]) / unseen.total() as f64;
        let similarity = needs.iter().map(|kind| chance(kind).powi(i32::from(new(&kind)))).product();
        let points = f64::from(tabu::paid(position, won)?);
        Ok(Target { needs, similarity, points })
    };
    found.won.iter().map(target).collect()
}

/// The kinds of as many targets as the room holds hands for, the best targets first.
fn wanted(
    position: &Position,
    situation: &Situation,
    targets: &[Target],
    least: usize,
    room: usize,
    points: bool,
) -> Result<KindSet, String> {
    let worth = |target: &Target| target.similarity * if points { target.points } else { 1.0 };
    let mut order: Vec<&Target> = targets.iter().collect();
    order.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    let root = Root::Drawn { hand: &position.hand, forbidden: KindSet::EMPTY };
    let mut wanted = KindSet::EMPTY;
    for target in order.into_iter().take(TARGETS) {
        let more: KindSet = Kind::ALL
            .into_iter()
            .filter(|&kind| wanted.contains(kind) || target.needs.contains(kind))
            .collect();
        if more == wanted {
            continue;
        }
        let options = search::Options {
            exchanges: Exchanges::Exactly(least),
            calls: 0,
            kans: Kans::None,
            kuikae: situation.rules().kuikae,
            wanted: more,
            max_hands: room,
            ..search::Options::default()
        };
        match count_hands(root, situation.unseen(), &options) {
            Ok(hands) if hands <= room => wanted = more,
            // another target may add fewer kinds
            Ok(_) | Err(SearchError::TooLarge { .. }) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(wanted)
}

fn rows(exact: &Report, found: &Report) -> Result<Vec<[[f64; 2]; 2]>, String> {
    let discards = exact.candidates.iter().filter(|row| matches!(row.action, Action::Discard { .. }));
    discards
        .map(|row| {
            let other = found.candidates.iter().find(|other| other.action == row.action);
            let other = other.ok_or("another row")?;
            Ok([&row.play, &other.play].map(|play| [play.win_rate, play.value]))
        })
        .collect()
}

fn line(of: &[&Beside]) -> String {
    // means over positions, of the mean over a position's rows
    let mean_row = |figure: &dyn Fn([[f64; 2]; 2]) -> f64| {
        let each =
            of.iter().map(|one| one.rows.iter().map(|&row| figure(row)).sum::<f64>() / one.rows.len() as f64);
        each.collect::<Vec<f64>>()
    };
    let sum = |at: usize| of.iter().flat_map(|one| &one.rows).map(|row| row[at][0]).sum::<f64>();
    let factor = sum(0) / sum(1);
    let pairs: Vec<f64> = of.iter().map(|one| in_order(&one.rows)).collect();
    let losses: Vec<f64> = of.iter().map(|one| loss(&one.rows)).collect();
    let count = of.len().max(1);
    [
        format!("{}", of.iter().map(|one| one.kinds).sum::<usize>() / count),
        format!("{}", of.iter().map(|one| one.hands).sum::<usize>() / count),
        percent(&mean_row(&|[exact, _]| exact[0])),
        percent(&mean_row(&|[exact, found]| (found[0] - exact[0]).abs())),
        percent(&mean_row(&|[exact, found]| found[0] - exact[0])),
        interval(&mean_row(&|[exact, found]| (found[1] - exact[1]).abs()), 1.0, 0),
        interval(&mean_row(&|[exact, found]| found[1] - exact[1]), 1.0, 0),
        percent(&mean_row(&|[exact, found]| (factor * found[0] - exact[0]).abs())),
        interval(&pairs, 100.0, 1) + " %",
        interval(&losses, 1.0, 1),
    ]
    .join(" | ")
}

/// Share of the pairs of rows, whose exact values are a point apart or more, that stand in the right order; equal ones count half.
fn in_order(rows: &[[[f64; 2]; 2]]) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    for (i, [exact, found]) in rows.iter().enumerate() {
        for [other_exact, other_found] in &rows[..i] {
            let (by, difference) = (exact[1] - other_exact[1], found[1] - other_found[1]);
            if by.abs() >= 1.0 {
                all += 1.0;
                right += if difference == 0.0 {
                    0.5
                } else {
                    f64::from(u8::from((difference > 0.0) == (by > 0.0)))
                };
            }
        }
    }
    if all == 0.0 { 1.0 } else { right / all }
}

/// What the row that would stand first is worth less than the best one, exactly.
fn loss(rows: &[[[f64; 2]; 2]]) -> f64 {
    let best = rows.iter().map(|[exact, _]| exact[1]).fold(f64::MIN, f64::max);
    let first = rows.iter().reduce(|first, row| if row[1][1] > first[1][1] { row } else { first });
    first.map_or(0.0, |[exact, _]| best - exact[1])
}

fn percent(of: &[f64]) -> String {
    interval(of, 100.0, 2) + " %"
}

/// A mean with its 95 % interval.
fn interval(of: &[f64], times: f64, digits: usize) -> String {
    let n = of.len().max(1) as f64;
    let mean = of.iter().sum::<f64>() / n;
    let variance = of.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    format!("{:.digits$} +- {:.digits$}", times * mean, times * 1.96 * (variance / n).sqrt())
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Way::Averages => f.write_str("averages"),
            Way::Sampled { room, points } => {
                write!(f, "{room} hands, by similarity{}", if *points { " and points" } else { "" })
            }
            Way::Both { room } => write!(f, "averages, with the differences of {room} hands"),
        }
    }
}
