//! How long searches take and how much memory they need, by shanten and depth.

mod case;
mod memory;

use crate::depth::Depth;
use crate::{Setup, workers};
use case::{Case, Source};
pub use memory::child;
use nanikiru::api::{self, Action, ErrorCode};
use std::path::Path;
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

const ROWS: [Row; 10] = [
    Row { least: 0, most: 0, depth: Depth::Default },
    Row { least: 1, most: 1, depth: Depth::Default },
    Row { least: 2, most: 2, depth: Depth::Default },
    exact(3, 3, 0),
    exact(3, 4, 0),
    exact(3, 4, 2),
    exact(4, 4, 0),
    exact(4, 4, 2),
    exact(4, 5, 0),
    Row { least: 5, most: 8, depth: Depth::Default },
];

impl Row {
    fn holds(&self, case: &Case) -> bool {
        (self.least..=self.most).contains(&case.shanten)
    }

    fn shanten(&self) -> String {
        if self.least == self.most { self.least.to_string() } else { format!("{} and more", self.least) }
    }
}

/// One search that had an answer: its times by number of threads, its size and its memory.
struct Measured {
    times: [f64; THREADS.len()],
    hands: f64,
    memory: [Option<f64>; THREADS.len()],
    /// Processor time on one thread: what the time would be on a machine with nothing else to do.
    processor: Option<f64>,
}

/// Prints the table; a path gets the cases as JSON, for `benches/search.mjs`.
pub fn print(setup: &Setup, cases_to: Option<&Path>) -> Result<(), String> {
    let Some(cases) = case::all(setup)? else {
        println!("skipped: no ../shared");
        return Ok(());
    };
    if let Some(path) = cases_to {
        std::fs::write(path, to_json(&cases)?).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{} hands written for benches/search.mjs", cases.len());
        return Ok(());
    }
    println!("## Time and memory of a search\n");
    println!(
        "`api::analyze`, best of {RUNS} (one where it takes {} ms); hands: |Q_S|; memory: how much larger a fresh\n\
         process gets at its largest. Every answer has a finite value for every discard. Load of\n\
         the machine before: {}.\n",
        LONG.as_millis(),
        load().unwrap_or_else(|| "unknown".into())
    );
    println!(
        "| shanten | search | of | hands | no answer | Q_S mean | max | processor ms mean, 1 thread | p95 | max | ms mean, 1 thread | p95 | max | MiB mean | max | ms mean, 2 threads | p95 | max | MiB mean | max |"
    );
    println!("|{}", "---|".repeat(20));
    let pools = THREADS.map(workers::pool);
    for row in ROWS {
        for source in [Source::Reference, Source::Logs] {
            let of: Vec<&Case> = cases.iter().filter(|c| c.source == source && row.holds(c)).collect();
            if of.is_empty() {
                continue;
            }
            let name = format!("| {} | {} | {} | {} ", row.shanten(), row.depth, source.name(), of.len());
            let Some(options) = row.depth.api() else {
                println!("{name}| not yet |");
                continue;
            };
            let measured: Vec<Option<Measured>> =
                of.iter().map(|case| measure(case, row, &options, &pools)).collect::<Result<_, _>>()?;
            let measured: Vec<Measured> = measured.into_iter().flatten().collect();
            let name = format!("{name}| {} ", of.len() - measured.len());
            let hands = Spread::of(measured.iter().map(|m| m.hands));
            let mut line = format!("{name}| {:.0} | {:.0} ", hands.mean, hands.max);
            let processor = Spread::of(measured.iter().filter_map(|m| m.processor));
            line += &format!("| {} | {} | {} ", ms(processor.mean), ms(processor.p95), ms(processor.max));
            for threads in 0..THREADS.len() {
                let times = Spread::of(measured.iter().map(|m| m.times[threads]));
                let memory = Spread::of(measured.iter().filter_map(|m| m.memory[threads]));
                line += &format!("| {} | {} | {} ", ms(times.mean), ms(times.p95), ms(times.max));
                line += &format!("| {:.1} | {:.1} ", memory.mean, memory.max);
            }
            println!("{line}|");
        }
    }
    println!();
    Ok(())
}

fn measure(
    case: &Case,
    row: Row,
    options: &api::Options,
    pools: &[rayon::ThreadPool; THREADS.len()],
) -> Result<Option<Measured>, String> {
    let request = api::Request { options: options.clone(), ..case.request.clone() };
    let mut hands = 0.0;
    let mut times = [0.0; THREADS.len()];
    let mut processors = Vec::new();
    for (pool, time) in pools.iter().zip(&mut times) {
        let mut best = Duration::MAX;
        for _ in 0..RUNS {
            let begin = Instant::now();
            let (report, used) = pool.install(|| {
                let before = processor_time();
                let report = api::analyze(&request, &Default::default());
                (report, processor_time().zip(before).map(|(after, before)| after - before))
            });
            best = best.min(begin.elapsed());
            if pool.current_num_threads() == 1 {
                processors.extend(used);
            }
            let report = match report {
                Err(error) if error.code == ErrorCode::SearchTooLarge => return Ok(None),
                report => report.map_err(|error| format!("{}: {}", row.depth, error.message))?,
            };
            check(&report, row.depth, &request)?;
            hands = f64::from(report.search.hands);
            if best > LONG {
                break;
            }
        }
        *time = best.as_secs_f64() * 1e3;
    }
    let mut memory = [None; THREADS.len()];
    for (peak, threads) in memory.iter_mut().zip(THREADS) {
        *peak = memory::peak(&request, threads)?;
    }
    // the system counts in ticks of some milliseconds: only long times mean something
    let processor = processors.iter().sum::<Duration>().as_secs_f64() * 1e3 / processors.len().max(1) as f64;
    let processor = (processor > TICKS).then_some(processor);
    Ok(Some(Measured { times, hands, memory, processor }))
}

/// Whether a report answers what was asked.
fn check(report: &api::Report, depth: Depth, request: &api::Request) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{depth}: {what}: {report:?}"));
    if let Depth::Exact { exchanges, calls } = depth
        && (report.search.exchanges, report.search.calls) != (exchanges as u32, calls as u32)
    {
        return wrong("not the depth that was asked for");
    }
    if report.search.complete != (report.search.exchanges as i32 > report.shanten) {
        return wrong("complete means n > shanten");
    }
    let question = request.check().map_err(|error| error.message)?;
    let discarded = |text: &str| {
        report.candidates.iter().any(|c| matches!(&c.action, Action::Discard { tile, .. } if tile == text))
    };
    if !question.hand.discards().all(|tile| discarded(&tile.to_string())) {
        return wrong("a discard is missing");
    }
    let rate = |p: f64| (-1e-6..=1.0 + 1e-6).contains(&p);
    let sound = |c: &api::Candidate| c.value.is_finite() && rate(c.win_rate) && rate(c.tenpai_rate);
    if !report.candidates.iter().all(sound) {
        return wrong("a figure cannot be");
    }
    Ok(())
}

/// The rows with their requests.
fn to_json(cases: &[Case]) -> Result<String, String> {
    let mut lines = Vec::new();
    for row in ROWS {
        let Some(options) = row.depth.api() else { continue };
        for case in cases.iter().filter(|case| row.holds(case)) {
            let request = api::Request { options: options.clone(), ..case.request.clone() };
            let line = serde_json::json!({
                "shanten": row.shanten(),
                "search": row.depth.to_string(),
                "source": case.source.name(),
                "request": request,
            });
            lines.push(line.to_string());
        }
    }
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
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

/// Processor time of this thread so far; Linux tells.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// How many processes wanted to run in the last minute; Linux tells.
fn load() -> Option<String> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next().map(str::to_owned)
}

fn ms(time: f64) -> String {
    if time.is_nan() {
        return "-".into();
    }
    if time < 10.0 { format!("{time:.2}") } else { format!("{time:.0}") }
}
