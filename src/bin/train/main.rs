//! Fits the parameters of `nanikiru::danger` on recorded games and writes `data/danger.params`.
//!
//! `train [--share N] [--limit N] [--steps N] [--out PATH] [PATH...]`: archives (`.tar.zst`), folders or XML
//! files of four-player games; without a path the archives of `../shared/data`. One game in ten, by a hash of its
//! name, is left out for validation. Of the decisions one in N of the share is looked at (1: all that are meant
//! to be), of each path at most `--limit` games. The same games give the same bytes.

#[path = "../shared/decisions.rs"]
mod decisions;
mod gather;
mod logistic;
mod samples;
#[path = "../shared/mod.rs"]
mod shared;

use gather::{Gathered, Gatherer};
use indicatif::{ProgressBar, ProgressStyle};
use logistic::Regression;
use nanikiru::danger::params::{Format, Params, Provenance, Section};
use nanikiru::danger::{Cause, Part, Standing, price};
use samples::Samples;
use shared::{archives, each_game};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    match Arguments::parse(std::env::args().skip(1)).and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("train: {message}");
            ExitCode::from(2)
        }
    }
}

struct Arguments {
    paths: Vec<PathBuf>,
    share: u64,
    limit: usize,
    steps: u64,
    ridge: f64,
    out: PathBuf,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let out = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/danger.params");
        let mut arguments =
            Arguments { paths: Vec::new(), share: 1, limit: usize::MAX, steps: 100, ridge: 4.0, out };
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
                value.parse().map_err(|_| format!("{word} needs a number, not {value:?}"))
            };
            match word.as_str() {
                "--share" => arguments.share = number()?,
                "--limit" => arguments.limit = number()? as usize,
                "--steps" => arguments.steps = number()?,
                "--ridge" => arguments.ridge = number()? as f64,
                "--out" => arguments.out = words.next().ok_or("--out needs a path")?.into(),
                option if option.starts_with('-') => return Err(format!("unknown option {option}")),
                path => arguments.paths.push(path.into()),
            }
        }
        if arguments.share == 0 {
            return Err("one decision in 0 cannot be looked at".into());
        }
        Ok(arguments)
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut paths = arguments.paths.clone();
    if paths.is_empty() {
        paths = archives().to_vec();
        if !paths.iter().all(|path| path.exists()) {
            println!("skipped: no ../shared");
            return Ok(());
        }
    }
    let began = Instant::now();
    let bar =
        ProgressBar::new_spinner().with_style(style("{spinner} {pos} games, {per_sec} [{elapsed}] {msg}")?);
    let look = |mut all: Gathered, name: &str, xml: &[u8]| {
        bar.inc(1);
        if !decisions::is_validation(name) {
            let mut gatherer = Gatherer::new(&mut all, arguments.share);
            let games = u64::from(decisions::look(name, xml, &mut gatherer));
            all.seen(name, games);
        }
        all
    };
    let gathered = each_game(&paths, arguments.limit, look, Gathered::merge)?;
    bar.finish();
    println!(
        "{:.0} s: {} games, {} rounds, {} decisions",
        began.elapsed().as_secs_f64(),
        gathered.games,
        gathered.rounds,
        gathered.decisions
    );
    let mut sections = Vec::new();
    for (standing, gathered) in Standing::ALL.into_iter().zip(&gathered.hands) {
        let mut fit =
            |part: Part, samples: &Samples, classes: usize, ridge: f64| -> Result<Vec<f32>, String> {
                let (len, layout) = part.layout();
                let features = if classes == 2 { len } else { len / classes };
                let name = part.section(standing);
                let regression = Regression { samples, features, classes, ridge, steps: arguments.steps };
                let numbers = fit_one(&name, &regression)?;
                println!("{:.0} s: {name}: {} samples", began.elapsed().as_secs_f64(), samples.len());
                let section =
                    Section { name, layout, format: Format::I16, numbers, samples: samples.len() as u64 };
                sections.push(section.clone());
                Ok(section.numbers)
            };
        if standing != Standing::Riichi {
            fit(Part::Tenpai, &gathered.tenpai, 2, arguments.ridge)?;
        }
        let weights = fit(Part::Waits, &gathered.waits, 2, arguments.ridge)?;
        fit(Part::Prices, &gathered.prices, price::PRICES.len(), 2.0)?;
        let mut plain = |part: Part, numbers: Vec<f32>, samples: u64| {
            let (_, layout) = part.layout();
            sections.push(Section {
                name: part.section(standing),
                layout,
                format: Format::F32,
                numbers,
                samples,
            });
        };
        let len = gathered.waits.len();
        plain(Part::Usual, usual(&gathered.waits, &weights, &gathered.causes), len as u64);
        plain(Part::Adjust, vec![0.0, 1.0, 0.0], 0);
    }
    let provenance = Provenance {
        corpus: "Tenhou houou, four players, hanchan and tonpuu; 9 games in 10 by a hash of their names"
            .into(),
        from: gathered.from.clone(),
        to: gathered.to.clone(),
        games: gathered.games,
        rounds: gathered.rounds,
        decisions: gathered.decisions,
    };
    let bytes = Params::new(provenance, sections).write();
    std::fs::write(&arguments.out, &bytes)
        .map_err(|error| format!("{}: {error}", arguments.out.display()))?;
    println!("{:.0} s: {} bytes", began.elapsed().as_secs_f64(), bytes.len());
    Ok(())
}

fn style(template: &str) -> Result<ProgressStyle, String> {
    ProgressStyle::with_template(template).map_err(|error| error.to_string())
}

fn fit_one(name: &str, regression: &Regression) -> Result<Vec<f32>, String> {
    let bar = ProgressBar::new(regression.steps).with_style(style("{bar:30} {pos}/{len} [{elapsed}] {msg}")?);
    bar.enable_steady_tick(Duration::from_secs(1));
    let tick = |cost: f64| {
        bar.inc(1);
        bar.set_message(format!("{name}: {cost:.6}"));
    };
    let weights = regression.fit(None, &tick)?;
    bar.finish_and_clear();
    let (cost, _) = regression.evaluate(&weights);
    println!("{name}: cost {:.6}", cost / regression.samples.len().max(1) as f64);
    Ok(weights.into_iter().map(|w| w as f32).collect())
}

/// What each cause adds to the log-odds on average.
fn usual(samples: &Samples, weights: &[f32], causes: &[Option<Cause>]) -> Vec<f32> {
    let mut sums = vec![0f64; Cause::ALL.len()];
    for i in 0..samples.len() {
        for &feature in samples.get(i).0 {
            let feature = usize::from(feature);
            if let Some(cause) = causes.get(feature).copied().flatten() {
                sums[cause as usize] += f64::from(weights[feature]);
            }
        }
    }
    sums.into_iter().map(|sum| (sum / samples.len().max(1) as f64) as f32).collect()
}
