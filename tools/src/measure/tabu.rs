//! Tabu search on recorded openings: experiments 1 and 2 of Yoshimura et al.

use crate::measure::position::Position;
use crate::measure::{Scope, sample};
use nanikiru::score::{Indicators, Table};
use nanikiru::search::tabu::{self, Options, Recommendation, Task};
use nanikiru::tile::{KindSet, Players, Seat, Wind};
use nanikiru_tools::games::archives;
use nanikiru_tools::workers;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// Searches of a position in experiment 1, as in the paper.
const SEARCHES: u64 = 50;
/// Runs of a search in experiments 1 and 2; the paper's searches took 4 s, and it does not say how many runs these were.
const RUNS: [u32; 2] = [100, 1_000];
/// Positions, and positions a turn, by default.
const POSITIONS: [usize; 2] = [1_000, 300];
/// Ranks that the paper prints.
const RANKS: usize = 6;
/// The last turn of experiment 1.
const LAST_TURN: usize = 6;
/// The last row of experiment 2.
const LATEST: usize = 17;

/// What the paper has for moves and neighbours: the percentages of six ranks, none where it prints none.
struct PaperSetting {
    moves: u32,
    neighbours: u32,
    percent: [Option<f64>; RANKS],
}

const fn printed(moves: u32, neighbours: u32, percent: [f64; 4], last: Option<[f64; 2]>) -> PaperSetting {
    let [a, b, c, d] = percent;
    let (e, f) = match last {
        Some([e, f]) => (Some(e), Some(f)),
        None => (None, None),
    };
    PaperSetting { moves, neighbours, percent: [Some(a), Some(b), Some(c), Some(d), e, f] }
}

/// Tables 1 and 2. The captions stand over the right tables; the text that announces them has their numbers the wrong way round.
const PRINTED: [PaperSetting; 5] = [
    printed(4, 10, [41.7, 65.0, 76.7, 76.7], None),
    printed(6, 10, [43.3, 60.0, 73.3, 76.7], Some([81.7, 83.3])),
    printed(8, 10, [45.0, 65.0, 76.7, 80.0], Some([83.3, 85.0])),
    printed(6, 5, [41.7, 63.3, 76.7, 83.3], Some([85.0, 85.0])),
    printed(6, 15, [40.0, 65.0, 78.3, 78.3], Some([81.7, 85.0])),
];

/// The row of the numbers that the paper settles on.
const CHOSEN: usize = 1;

/// Table 3: positions of each turn, those with the discard first, and those with it among the candidates, in percent.
const BY_TURN: [(u32, f64, f64); LATEST] = [
    (10, 30.0, 90.0),
    (10, 30.0, 90.0),
    (10, 40.0, 80.0),
    (10, 20.0, 80.0),
    (10, 40.0, 80.0),
    (10, 50.0, 70.0),
    (10, 70.0, 90.0),
    (10, 80.0, 80.0),
    (10, 90.0, 90.0),
    (8, 50.0, 50.0),
    (6, 50.0, 50.0),
    (6, 50.0, 100.0),
    (4, 75.0, 75.0),
    (3, 100.0, 100.0),
    (3, 66.67, 66.67),
    (3, 100.0, 100.0),
    (2, 100.0, 100.0),
];

/// The first round of a game, in which nobody's score asks for anything yet, without riichi and melds of the player.
fn first_round(decision: &sample::Decision) -> bool {
    let table = decision.round.table();
    let opening = table.wind() == Wind::East && table.dealer() == Seat::ALL[0] && table.honba() == 0;
    opening && decision.no_riichi() && decision.no_melds()
}

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    scope: Scope,
    /// Only with the paper's moves and neighbours, once for each of these numbers of runs
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    runs: Vec<u32>,
}

/// Prints experiment 1.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let Arguments { scope, runs } = arguments;
    let early = |d: &sample::Decision| first_round(d) && d.turn() <= LAST_TURN;
    let positions =
        sample::positions(&archives(Players::Four)?, scope.sample_or(POSITIONS[0]), scope.seed, early)?;
    let positions: Vec<Position> =
        positions.iter().map(Position::without_reds).collect::<Result<_, String>>()?;
    println!(
        "| moves k | neighbours g | runs | positions | first | first 2 | 3 | 4 | 5 | 6 | first in a search | runs that win | the paper's 60 positions | runs a second |"
    );
    println!("|{}", "---|".repeat(14));
    if !runs.is_empty() {
        return runs
            .iter()
            .try_for_each(|&runs| experiment_1(&positions, scope.threads, &PRINTED[CHOSEN], runs));
    }
    PRINTED.iter().try_for_each(|row| experiment_1(&positions, scope.threads, row, RUNS[0]))
}

/// A row of experiment 1: besides the paper's ranks how often a search has the discard first, with or without a majority, how
/// many runs came to a complete hand, and how many are made in a second of one thread.
fn experiment_1(positions: &[Position], threads: usize, row: &PaperSetting, runs: u32) -> Result<(), String> {
    let options = options(row.moves, row.neighbours, runs);
    let found = workers::each(positions, threads, |position| searches(position, &options));
    let found: Vec<Searches> = found.into_iter().collect::<Result<_, String>>()?;
    let searches = (positions.len() as u64 * SEARCHES).max(1) as f64;
    // of each position the fastest search counts: the machine may do other things
    let time: f64 = found.iter().map(|found| found.fastest.as_secs_f64()).sum();
    // a rank agrees where more than half of the searches have the discard there or before
    let agree = |rank: usize| {
        let agrees = |found: &&Searches| u64::from(found.ranks[..=rank].iter().sum::<u32>()) * 2 > SEARCHES;
        found.iter().filter(agrees).count()
    };
    let cells: Vec<String> = (0..RANKS).map(|rank| percent(agree(rank), found.len())).collect();
    let first: u32 = found.iter().map(|found| found.ranks[0]).sum();
    let complete: u64 = found.iter().map(|found| found.complete).sum();
    let paper: Vec<String> =
        row.percent.iter().map(|cell| cell.map_or("-".into(), |cell| format!("{cell:.1}"))).collect();
    println!(
        "| {} | {} | {} | {} | {} | {:.1} % | {:.1} % | {} | {:.0} |",
        row.moves,
        row.neighbours,
        runs,
        found.len(),
        cells.join(" | "),
        100.0 * f64::from(first) / searches,
        100.0 * complete as f64 / searches / f64::from(runs),
        paper.join(", "),
        found.len() as f64 * f64::from(runs) / time
    );
    Ok(())
}

/// Prints experiment 2: one search a position, by turn.
pub fn print_by_turn(scope: &Scope) -> Result<(), String> {
    println!("| turn | positions | first | among the candidates | the paper: positions, first, among |");
    println!("|{}", "---|".repeat(5));
    let options = options(6, 10, RUNS[1]);
    for turn in 1..=LATEST {
        let of_turn = |d: &sample::Decision| first_round(d) && d.turn() == turn;
        let positions =
            sample::positions(&archives(Players::Four)?, scope.sample_or(POSITIONS[1]), scope.seed, of_turn)?;
        let found = workers::each(&positions, scope.threads, |position| {
            let position = position.without_reds()?;
            search(&position, &options).map(|(found, _)| place(&position, &found))
        });
        let places: Vec<Option<usize>> = found.into_iter().collect::<Result<_, String>>()?;
        let first = places.iter().filter(|place| **place == Some(0)).count();
        let among = places.iter().filter(|place| place.is_some()).count();
        let (count, theirs, all) = BY_TURN[turn - 1];
        println!(
            "| {turn} | {} | {} | {} | {count}, {theirs:.0}, {all:.0} |",
            places.len(),
            percent(first, places.len()),
            percent(among, places.len())
        );
    }
    Ok(())
}

fn options(moves: u32, neighbours: u32, runs: u32) -> Options {
    let of = |number| NonZeroU32::new(number).expect("rows of tables are above 0");
    Options { moves: of(moves), neighbours: of(neighbours), runs: of(runs), ..Options::default() }
}

/// What came of the searches of a position.
struct Searches {
    /// How often the real discard had each rank.
    ranks: [u32; RANKS],
    /// Runs that came to a complete hand.
    complete: u64,
    /// The time of the fastest search.
    fastest: Duration,
}

fn searches(position: &Position, options: &Options) -> Result<Searches, String> {
    let mut all = Searches { ranks: [0; RANKS], complete: 0, fastest: Duration::MAX };
    for seed in 0..SEARCHES {
        let (found, time) = search(position, &Options { seed, ..*options })?;
        all.complete += u64::from(found.complete);
        all.fastest = all.fastest.min(time);
        if let Some(times) = place(position, &found).and_then(|rank| all.ranks.get_mut(rank)) {
            *times += 1;
        }
    }
    Ok(all)
}

/// One search of a position, and its time.
fn search(position: &Position, options: &Options) -> Result<(Recommendation, Duration), String> {
    let timed = |question: &Task<'_>| {
        let begin = Instant::now();
        tabu::search(question, options, &mut |_| true).map(|found| (found, begin.elapsed()))
    };
    asked(position, timed)?.map_err(|error| error.to_string())
}

/// What tabu search is asked about a position.
fn asked<T>(position: &Position, of: impl FnOnce(&Task<'_>) -> T) -> Result<T, String> {
    let situation = position.situation()?;
    let kinds: Vec<_> = position.raw.dora_indicators.iter().map(|tile| tile.kind()).collect();
    let dora = Indicators::new(&kinds).map_err(|error| error.to_string())?;
    let table = Table { round: position.raw.round_wind, seat: position.raw.seat_wind, dora };
    Ok(of(&Task {
        hand: &position.hand,
        forbidden: KindSet::EMPTY,
        unseen: situation.unseen(),
        table: &table,
        rules: situation.rules(),
    }))
}

/// The place of the real discard among the candidates, from 0.
fn place(position: &Position, found: &Recommendation) -> Option<usize> {
    found.discards.iter().position(|ranked| ranked.tile == position.discard)
}

/// A share with its 95 % interval.
fn percent(count: usize, of: usize) -> String {
    if of == 0 {
        return "-".into();
    }
    let share = count as f64 / of as f64;
    let error = 1.96 * (share * (1.0 - share) / of as f64).sqrt();
    format!("{:.1} % (+- {:.1})", 100.0 * share, 100.0 * error)
}
