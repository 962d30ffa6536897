//! How long searches take and how much memory they need, by shanten and depth.

mod case;
mod memory;

use crate::measure::Scope;
use crate::measure::depth::Depth;
use case::{Case, Question, Source, TimedCase};
pub use memory::child;
use nanikiru::analyze::{self, Action, Position, Report, Watch, analyze};
use nanikiru::api::request_from_json;
use nanikiru::search::{Progress, SearchError};
use nanikiru::tile::Tile;
use nanikiru_tools::workers;
use rayon::ThreadPool;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A search that is fast is repeated so often, and the best time counts.
const RUNS: usize = 3;
/// One that takes longer is not.
const LONG: Duration = Duration::from_millis(300);
/// Processor times below this many milliseconds are not shown.
const TICKS: f64 = 20.0;
/// Threads that are measured.
const THREADS: [usize; 2] = [1, 2];

/// A row of the table: hands of some shanten, searched to some depth.
#[derive(Clone, Copy)]
struct Row {
    least: i32,
    most: i32,
    depth: Depth,
}

const fn exact(shanten: i32, exchanges: usize, calls: usize) -> Row {
    Row { least: shanten, most: shanten, depth: Depth::Exact { exchanges, calls } }
}

const fn default(least: i32, most: i32) -> Row {
    Row { least, most, depth: Depth::Default }
}

const ROWS: [Row; 12] = [
    exact(3, 3, 0),
    exact(3, 4, 0),
    exact(3, 4, 2),
    exact(4, 4, 0),
    exact(4, 4, 2),
    exact(4, 5, 0),
    default(0, 0),
    default(1, 1),
    default(2, 2),
    default(3, 3),
    default(4, 4),
    default(5, 8),
];

impl Row {
    fn holds(&self, timed: &TimedCase) -> bool {
        (self.least..=self.most).contains(&timed.shanten)
    }

    fn shanten(&self) -> String {
        if self.least == self.most { self.least.to_string() } else { format!("{} and more", self.least) }
    }
}

impl Question {
    fn position(&self) -> Position {
        Position::Drawn { hand: self.hand.clone(), drawn: self.drawn }
    }
}

/// A search on a number of threads.
#[derive(Clone, Copy)]
struct Run {
    /// Milliseconds to the first report.
    first: f64,
    /// Milliseconds in all.
    time: f64,
    /// MiB at the most.
    memory: Option<f64>,
}

/// One hand that had an answer.
struct HandRuns {
    runs: [Run; THREADS.len()],
    hands: f64,
    /// Processor time on one thread: what the time would be on a machine with nothing else to do.
    processor: Option<f64>,
}

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    scope: Scope,
    /// The hands are written there and not measured, for `benches/search.mjs`, which measures in WebAssembly
    #[arg(long, value_name = "PATH")]
    cases: Option<PathBuf>,
}

/// Prints the table; a path gets the cases as JSON, for `benches/search.mjs`.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let cases = case::all(&arguments.scope)?;
    if let Some(path) = &arguments.cases {
        let fail = |error| format!("{}: {error}", path.display());
        return std::fs::write(path, to_json(&cases)).map_err(fail);
    }
    println!("## Time and memory of a search\n");
    println!(
        "`analyze`, best of {RUNS} (one where it takes {} ms). Default: from shallow to deep in 256 MiB; first: to the\n\
         first report. Hands: |Q_S| of the last report. Memory: how much larger a fresh process gets at its\n\
         largest. Every answer has a finite value for every discard. Load of the machine before: {}.\n",
        LONG.as_millis(),
        load().unwrap_or_else(|| "unknown".into())
    );
    print!(
        "| shanten | search | of | hands | no answer | Q_S mean | max | processor ms mean, 1 thread | p95 | max "
    );
    for threads in THREADS {
        print!(
            "| first ms mean, {threads} thread(s) | max | ms mean, {threads} thread(s) | p95 | max | MiB mean | max "
        );
    }
    println!("|\n|{}", "---|".repeat(10 + 7 * THREADS.len()));
    let pools = THREADS.map(workers::pool);
    for row in ROWS {
        for source in [Source::Reference, Source::Logs] {
            let of: Vec<&TimedCase> = cases.iter().filter(|c| c.source == source && row.holds(c)).collect();
            if of.is_empty() {
                continue;
            }
            let measured: Vec<Option<HandRuns>> =
                of.iter().map(|timed| measure(&timed.case, row.depth, &pools)).collect::<Result<_, _>>()?;
            let measured: Vec<HandRuns> = measured.into_iter().flatten().collect();
            let (shanten, without) = (row.shanten(), of.len() - measured.len());
            print!("| {shanten} | {} | {} | {} | {without} ", row.depth, source.name(), measured.len());
            print_row(&measured);
        }
    }
    println!();
    Ok(())
}

fn print_row(measured: &[HandRuns]) {
    let hands = Spread::of(measured.iter().map(|m| m.hands));
    let processor = Spread::of(measured.iter().filter_map(|m| m.processor));
    print!("| {:.0} | {:.0} ", hands.mean, hands.max);
    print!("| {} | {} | {} ", short(processor.mean), short(processor.p95), short(processor.max));
    for at in 0..THREADS.len() {
        let runs = || measured.iter().map(|m| m.runs[at]);
        let first = Spread::of(runs().map(|run| run.first));
        let time = Spread::of(runs().map(|run| run.time));
        let memory = Spread::of(runs().filter_map(|run| run.memory));
        print!("| {} | {} ", short(first.mean), short(first.max));
        print!("| {} | {} | {} ", short(time.mean), short(time.p95), short(time.max));
        print!("| {:.1} | {:.1} ", memory.mean, memory.max);
    }
    println!("|");
}

/// `None` if the hand is too large for an answer.
fn measure(
    case: &Case,
    depth: Depth,
    pools: &[ThreadPool; THREADS.len()],
) -> Result<Option<HandRuns>, String> {
    let question = case.question()?;
    let options = depth.analysis();
    let mut hands = 0.0;
    let mut processors = Vec::new();
    let mut runs = [Run { first: 0.0, time: 0.0, memory: None }; THREADS.len()];
    for (pool, run) in pools.iter().zip(&mut runs) {
        let threads = pool.current_num_threads();
        let mut best = Duration::MAX;
        for _ in 0..RUNS {
            let (report, first, time, processor) = pool.install(|| timed(&question, &options));
            let report = match report {
                Err(SearchError::TooLarge { .. }) => return Ok(None),
                report => report.map_err(|error| format!("{depth}: {error}"))?,
            };
            check(&report, depth, &question)?;
            hands = report.hands as f64;
            if time < best {
                best = time;
                *run = Run { first: ms(first), time: ms(time), memory: None };
            }
            if threads == 1 {
                processors.extend(processor);
            }
            if best > LONG {
                break;
            }
        }
        run.memory = memory::peak(case, depth, threads)?;
    }
    // the system counts in ticks of some milliseconds: only long times mean something
    let processor = ms(processors.iter().sum::<Duration>()) / processors.len().max(1) as f64;
    Ok(Some(HandRuns { runs, hands, processor: (processor > TICKS).then_some(processor) }))
}

/// The last report; times to the first and to the last one, and the processor's.
fn timed(
    question: &Question,
    options: &analyze::Options,
) -> (Result<Report, SearchError>, Duration, Duration, Option<Duration>) {
    let before = processor_time();
    let begin = Instant::now();
    let mut first = None;
    let mut look = |_: &Report| {
        first.get_or_insert_with(|| begin.elapsed());
    };
    let mut watch = Watch { progress: &Progress::default(), report: Some(&mut look), clock: || 0.0 };
    let report = analyze(&question.position(), &question.situation, options, &mut watch);
    let time = begin.elapsed();
    let processor = processor_time().zip(before).map(|(after, before)| after - before);
    (report, first.unwrap_or(time), time, processor)
}

/// Whether a report answers what was asked.
fn check(report: &Report, depth: Depth, question: &Question) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{depth}: {what}: {report:?}"));
    if let Depth::Exact { exchanges, calls } = depth
        && (report.exchanges, report.calls) != (exchanges, calls)
    {
        return wrong("not the depth that was asked for");
    }
    if report.complete != (report.exchanges as i32 > report.shanten.get()) {
        return wrong("complete means n > shanten");
    }
    let discarded = |wanted: Tile| {
        report.candidates.iter().any(|c| matches!(c.action, Action::Discard { tile, .. } if tile == wanted))
    };
    if !question.hand.discards().all(discarded) {
        return wrong("a discard is missing");
    }
    let rate = |p: f64| (-1e-6..=1.0 + 1e-6).contains(&p);
    let sound = |play: &nanikiru::search::Play| {
        play.value().is_finite() && rate(play.win_rate()) && rate(play.tenpai_rate)
    };
    if !report.candidates.iter().all(|candidate| sound(&candidate.play)) {
        return wrong("a figure cannot be");
    }
    Ok(())
}

/// The rows with their requests; those that the public door refuses are named.
fn to_json(cases: &[TimedCase]) -> String {
    let mut lines = Vec::new();
    let mut refused: Vec<String> = Vec::new();
    for row in ROWS {
        for timed in cases.iter().filter(|timed| row.holds(timed)) {
            let Case { hand, context } = &timed.case;
            let request = serde_json::json!({
                "hand": hand,
                "context": context,
                "options": row.depth.request(),
            });
            let checked = request_from_json(&request.to_string()).and_then(|request| request.check());
            if let Err(error) = checked {
                refused.push(format!("{}: {}", error.field, error.message));
                continue;
            }
            let line = serde_json::json!({
                "shanten": row.shanten(),
                "search": row.depth.to_string(),
                "source": timed.source.name(),
                "request": request,
            });
            lines.push(line.to_string());
        }
    }
    let number = refused.len();
    refused.sort();
    refused.dedup();
    println!("{} requests, {number} more are refused {}", lines.len(), refused.join("; "));
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// Mean, 95th percentile and maximum.
struct Spread {
    mean: f64,
    p95: f64,
    max: f64,
}

impl Spread {
    fn of(numbers: impl Iterator<Item = f64>) -> Spread {
        let mut numbers: Vec<f64> = numbers.collect();
        numbers.sort_by(f64::total_cmp);
        let Some(&max) = numbers.last() else {
            return Spread { mean: f64::NAN, p95: f64::NAN, max: f64::NAN };
        };
        let rank = (0.95 * numbers.len() as f64).ceil() as usize;
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        Spread { mean, p95: numbers[rank.max(1) - 1], max }
    }
}

/// Processor time of this thread so far, on Linux.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// How many processes wanted to run in the last minute, on Linux.
fn load() -> Option<String> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next().map(str::to_owned)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn short(ms: f64) -> String {
    match ms {
        _ if ms.is_nan() => "-".into(),
        ..10.0 => format!("{ms:.2}"),
        _ => format!("{ms:.0}"),
    }
}
