//! Fits the parameters of `nanikiru::danger` on recorded games and writes `data/danger.params`; or those of
//! `nanikiru::placement`, `nanikiru::practice` or `nanikiru::analyze::calibration`.
//!
//! `train [--share N] [--limit N] [--steps N] [--net | --prices | --paper | --placement | --practice | --riichi | --calibration | --forecast | --coming] [--out PATH] [PATH...]`:
//! archives (`.tar.zst`), folders or XML files of four-player games; without a path the archives of `../shared/data`. One
//! game in ten, by a hash of its name, is left out for validation. Of the decisions one in N of the share is looked at (1:
//! all that are meant to be), of each path at most `--limit` games. The same games give the same bytes.
//!
//! With `--forecast` only what the others do from a decision on is learned (`--share`: 20 unless told), and written
//! to `src/danger/forecast/figures.rs`; with `--coming` only when a riichi comes, to `coming_figures.rs`. With `--net` only
//! the net and what follows it are fitted, with `--prices` only what deal-ins cost, and with `--paper` only the estimator
//! of seed 004, and put into the file that is there. With `--placement` the chances of the final places are fitted, and written to `data/placement.params`; with
//! `--practice` what strong players discard, to `data/practice.params` (`--share`: 14 unless told, and 2 where riichi is possible; with
//! `--riichi` only these); with `--calibration` what
//! becomes of hands beside what the search says, to `data/calibration.params` (`--share`: 100 unless told).

mod adam;
mod calibration;
#[path = "../shared/claim.rs"]
mod claim;
#[path = "../shared/deal_in.rs"]
mod deal_in;
#[path = "../shared/decisions.rs"]
mod decisions;
mod forecast;
#[path = "../shared/futures.rs"]
mod futures;
mod gather;
mod lbfgs;
mod logistic;
#[path = "../shared/moment.rs"]
mod moment;
mod months;
mod net;
#[path = "../shared/openings.rs"]
mod openings;
#[path = "../shared/outcome.rs"]
mod outcome;
mod paper;
mod placement;
mod practice;
#[path = "../shared/recorded.rs"]
mod recorded;
mod samples;
mod scale;
#[path = "../shared/mod.rs"]
mod shared;
mod split;

use decisions::Purpose;
use gather::{Gathered, Gatherer, Stage};
use indicatif::{ProgressBar, ProgressStyle};
use lbfgs::Cost;
use logistic::Regression;
use nanikiru::danger::{self, Cause, Model, Part, Standing, price};
use nanikiru::params::{Format, Params, Provenance, Section};
use nanikiru::practice::net::Scope;
use samples::Samples;
use shared::{archives, each_game};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What the parameters are learned from.
const CORPUS: &str = "Tenhou houou, four players, hanchan and tonpuu; 9 games in 10 by a hash of their names: \
                      8 for waits, 1 for how they are put together, all 9 for tenpai and prices";

/// One discard in so many, and of those where riichi is possible, which are fewer.
const PRACTICE_SHARE: u64 = 14;
const RIICHI_SHARE: u64 = 2;

/// Steps of L-BFGS for the final places: small and convex, they are at the least before.
const PLACEMENT_STEPS: u64 = 300;

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
    /// Where the parameters go in the place of the file that the crate carries.
    out: Option<PathBuf>,
    target: Target,
}

/// What is fitted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// All of danger.
    Danger,
    /// Only the net and what follows it, which are put into the file that is there.
    Net,
    /// Only what deal-ins cost, which is put into the file that is there.
    Prices,
    /// Only the seed's estimator of danger, whose section is put into the file that is there.
    Paper,
    /// The final places.
    Placement,
    /// What strong players do.
    Practice,
    /// Only where riichi is possible, put into the file that is there.
    Riichi,
    /// What becomes of hands beside what the search says.
    Calibration,
    /// Only what the others do from a decision on.
    Forecast,
    /// Only when a riichi comes, and what changes with it.
    Coming,
}

impl Target {
    fn file(self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(match self {
            Target::Danger | Target::Net | Target::Prices | Target::Paper => "data/danger.params",
            Target::Placement => "data/placement.params",
            Target::Practice | Target::Riichi => "data/practice.params",
            Target::Calibration => "data/calibration.params",
            Target::Forecast => "src/danger/forecast/figures.rs",
            Target::Coming => "src/danger/forecast/coming_figures.rs",
        })
    }
}

impl Arguments {
    /// One decision in how many, for what needs no more than one in `most`.
    fn share(&self, most: u64) -> u64 {
        if self.share == 1 { most } else { self.share }
    }

    fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments {
            paths: Vec::new(),
            share: 1,
            limit: usize::MAX,
            steps: 45,
            ridge: 120.0,
            out: None,
            target: Target::Danger,
        };
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
                "--paper" => arguments.target = Target::Paper,
                "--net" => arguments.target = Target::Net,
                "--prices" => arguments.target = Target::Prices,
                "--forecast" => arguments.target = Target::Forecast,
                "--coming" => arguments.target = Target::Coming,
                "--placement" => arguments.target = Target::Placement,
                "--practice" => arguments.target = Target::Practice,
                "--riichi" => arguments.target = Target::Riichi,
                "--calibration" => arguments.target = Target::Calibration,
                "--out" => arguments.out = Some(words.next().ok_or("--out needs a path")?.into()),
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
    let seen = || ();
    let out = arguments.out.clone().unwrap_or_else(|| arguments.target.file());
    match arguments.target {
        Target::Danger => {}
        Target::Forecast | Target::Coming => {
            let share = arguments.share(20);
            let fit = if arguments.target == Target::Coming { forecast::coming::fit } else { forecast::fit };
            let source = fit(&paths, arguments.limit, share)?;
            std::fs::write(&out, source).map_err(|error| format!("{}: {error}", out.display()))?;
            println!("{:.0} s", began.elapsed().as_secs_f64());
            return Ok(());
        }
        Target::Net => {
            let mut params = read(danger::LABEL, &Target::Net.file())?;
            whole(arguments, &paths, &mut params, &began)?;
            return write(&out, &params.write());
        }
        Target::Prices => {
            let mut params = read(danger::LABEL, &Target::Prices.file())?;
            prices(arguments, &mut params, &gather(arguments, &paths, Stage::Prices)?)?;
            return write(&out, &params.write());
        }
        Target::Paper => return put(&out, paper::fit(&paths, arguments.limit, &seen)?),
        Target::Practice | Target::Riichi | Target::Calibration => {
            let net = |scope, share| {
                practice::fit(&paths, arguments.limit, (scope, arguments.share(share)), &spinner()?)
            };
            let put = |mut params: Params| {
                let riichi = net(Scope::Riichi, RIICHI_SHARE)?;
                riichi.sections().iter().for_each(|section| params.put(section.clone()));
                Ok::<Vec<u8>, String>(params.write())
            };
            let bytes = match arguments.target {
                Target::Practice => put(net(Scope::Any, PRACTICE_SHARE)?)?,
                Target::Riichi => put(read(nanikiru::practice::LABEL, &Target::Riichi.file())?)?,
                _ => calibration::fit(&paths, arguments.limit, arguments.share(100), &spinner()?)?,
            };
            println!("{:.0} s: {} bytes", began.elapsed().as_secs_f64(), bytes.len());
            return write(&out, &bytes);
        }
        Target::Placement => return write(&out, &placement::fit(&paths, arguments.limit, PLACEMENT_STEPS)?),
    }
    let mut params = Params::new(danger::LABEL, Provenance::default(), []);
    let [training, validation] = gather(arguments, &paths, Stage::Shapes)?;
    println!(
        "{:.0} s: {} games, {} rounds, {} decisions",
        began.elapsed().as_secs_f64(),
        training.games,
        training.rounds,
        training.decisions
    );
    params.provenance = Provenance {
        corpus: CORPUS.into(),
        from: training.months.from.clone(),
        to: training.months.to.clone(),
        games: training.games,
        rounds: training.rounds,
        decisions: training.decisions,
    };
    for standing in Standing::ALL {
        let (training, validation) =
            (&training.hands[standing as usize], &validation.hands[standing as usize]);
        let mut fit =
            |part: Part, samples: [&Samples; 2]| fit(arguments, &mut params, standing, part, samples);
        if standing != Standing::Riichi {
            fit(Part::Tenpai, [&training.tenpai, &validation.tenpai])?;
        }
        fit(Part::Shapes, [&training.shapes, &validation.shapes])?;
        for part in [Part::Waits, Part::Usual] {
            params.put(section(part, standing, vec![0.0; part.layout().0], 0));
        }
        println!("{:.0} s: {}", began.elapsed().as_secs_f64(), standing.name());
    }
    prices(arguments, &mut params, &[training, validation])?;
    without_net(&mut params);
    let model = Model::new(&params).map_err(|error| error.to_string())?;
    let [training, validation] = gather(arguments, &paths, Stage::Kinds(&model))?;
    for standing in Standing::ALL {
        let (training, validation) =
            (&training.hands[standing as usize], &validation.hands[standing as usize]);
        let samples = [&training.waits, &validation.waits];
        let weights = fit(arguments, &mut params, standing, Part::Waits, samples)?;
        let usual = usual(&training.waits, &weights, &training.causes);
        params.put(section(Part::Usual, standing, usual, training.waits.len()));
    }
    drop((training, validation));
    whole(arguments, &paths, &mut params, &began)?;
    params.put(paper::fit(&paths, arguments.limit, &seen)?);
    let bytes = params.write();
    write(&out, &bytes)?;
    println!("{:.0} s: {} bytes", began.elapsed().as_secs_f64(), bytes.len());
    Ok(())
}

/// What deal-ins cost.
fn prices(
    arguments: &Arguments,
    params: &mut Params,
    [training, validation]: &[Gathered; 2],
) -> Result<(), String> {
    for standing in Standing::ALL {
        let samples = [training, validation].map(|all| &all.hands[standing as usize].prices);
        fit(arguments, params, standing, Part::Prices, samples)?;
    }
    Ok(())
}

/// What is left without the net, and before the last steps.
fn without_net(params: &mut Params) {
    net::none().into_iter().for_each(|section| params.put(section));
    for standing in Standing::ALL {
        params.put(section(Part::Scale, standing, vec![0.0, 1.0, 0.0], 0));
        params.put(section(Part::Made, standing, vec![0.0; Part::Made.layout().0], 0));
    }
}

/// The net, and the last steps.
fn whole(
    arguments: &Arguments,
    paths: &[PathBuf],
    params: &mut Params,
    began: &Instant,
) -> Result<(), String> {
    without_net(params);
    let model = rounded(params)?;
    let [samples, _] = gather(arguments, paths, Stage::Net(&model))?;
    println!("{:.0} s: {} samples for the net", began.elapsed().as_secs_f64(), samples.net.len());
    let tell = |text: &str| println!("{:.0} s: net {text}", began.elapsed().as_secs_f64());
    net::fit(&samples.net, &tell).into_iter().for_each(|section| params.put(section));
    drop(samples);
    finish(arguments, paths, params)
}

/// The last steps, on games kept for them: how much the regression and the net count, and what was discarded.
fn finish(arguments: &Arguments, paths: &[PathBuf], params: &mut Params) -> Result<(), String> {
    let model = rounded(params)?;
    let [scaling, _] = gather(arguments, paths, Stage::Scale(&model))?;
    for standing in Standing::ALL {
        let samples = &scaling.hands[standing as usize].scale;
        let blend = scale::blend(samples);
        println!("{}: {blend:.4?} on {}", Part::Scale.section(standing), samples.len());
        let beyond: f64 = samples.iter().map(|([odds, net], _)| blend[2] * (net - odds)).sum();
        let usual = Part::Usual.section(standing);
        let (_, layout) = Part::Usual.layout();
        let mut numbers = params.section(&usual, layout).map_err(|error| error.to_string())?.to_vec();
        numbers[Cause::Whole as usize] = (beyond / samples.len().max(1) as f64) as f32;
        params.put(section(Part::Usual, standing, numbers, samples.len()));
        params.put(section(Part::Scale, standing, blend.map(|n| n as f32).to_vec(), samples.len()));
    }
    let model = rounded(params)?;
    let [made, _] = gather(arguments, paths, Stage::Made(&model))?;
    for standing in Standing::ALL {
        let samples = &made.hands[standing as usize].made;
        let shifts = scale::curve(samples);
        println!("{}: {shifts:.3?} on {}", Part::Made.section(standing), samples.len());
        params.put(section(Part::Made, standing, shifts.map(|n| n as f32).to_vec(), samples.len()));
    }
    Ok(())
}

/// The model as it will be read: what is written is rounded, and what follows is to be right for that, and the same
/// whether it follows in one run or is fitted again from the file.
fn rounded(params: &Params) -> Result<Model, String> {
    let params = Params::read(danger::LABEL, &params.write());
    params.and_then(|params| Model::new(&params)).map_err(|error| error.to_string())
}

fn spinner() -> Result<ProgressBar, String> {
    Ok(ProgressBar::new_spinner().with_style(style("{spinner} {pos} games, {per_sec} [{elapsed}] {msg}")?))
}

/// Samples of the training games and of the others; in the last stages those of the games kept for them.
fn gather(arguments: &Arguments, paths: &[PathBuf], stage: Stage) -> Result<[Gathered; 2], String> {
    let bar = spinner()?;
    let look = |mut all: [Gathered; 2], name: &str, xml: &[u8]| {
        bar.inc(1);
        let part = match (Purpose::of(name), stage) {
            (Purpose::Training | Purpose::Scaling, Stage::Shapes | Stage::Prices) => &mut all[0],
            (Purpose::Training, Stage::Kinds(_) | Stage::Net(_)) => &mut all[0],
            (Purpose::Scaling, Stage::Scale(_) | Stage::Made(_)) => &mut all[0],
            (Purpose::Validation, Stage::Shapes | Stage::Prices | Stage::Kinds(_)) => &mut all[1],
            _ => return all,
        };
        let stage = if Purpose::of(name) == Purpose::Scaling { stage.without_shapes() } else { stage };
        let mut gatherer = Gatherer::new(part, arguments.share, stage);
        let games = u64::from(decisions::look(name, xml, &mut gatherer));
        part.seen(name, games);
        all
    };
    let merge = |[a, b]: [Gathered; 2], [c, d]: [Gathered; 2]| [a.merge(c), b.merge(d)];
    let all = each_game(paths, arguments.limit, look, merge)?;
    bar.finish_and_clear();
    Ok(all)
}

/// Fits a part, and puts it into the parameters.
fn fit(
    arguments: &Arguments,
    params: &mut Params,
    standing: Standing,
    part: Part,
    [samples, unseen]: [&Samples; 2],
) -> Result<Vec<f32>, String> {
    let (len, _) = part.layout();
    let (classes, ridge) = match part {
        Part::Prices => (price::PRICES.len(), 2.0),
        Part::Tenpai => (2, 8.0),
        _ => (2, arguments.ridge),
    };
    let features = if classes == 2 { len } else { len / classes };
    let name = part.section(standing);
    let regression = Regression { samples, features, classes, ridge, steps: arguments.steps };
    let numbers = fit_one(&name, &regression, unseen)?;
    let section = section(part, standing, numbers, samples.len());
    params.put(section.clone());
    Ok(section.numbers)
}

fn section(part: Part, standing: Standing, numbers: Vec<f32>, samples: usize) -> Section {
    let format = match part {
        Part::Usual | Part::Scale | Part::Made => Format::F32,
        Part::Tenpai | Part::Prices => Format::I16,
        // a step is below 0.03: some fifty of them together move the log-odds by less than 0.1
        Part::Shapes | Part::Waits => Format::I8,
    };
    let (_, layout) = part.layout();
    Section { name: part.section(standing), layout, format, numbers, samples: samples as u64 }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Puts a section into a parameter file that is there.
fn put(path: &Path, section: Section) -> Result<(), String> {
    let mut params = read(danger::LABEL, path)?;
    params.put(section);
    write(path, &params.write())
}

/// A parameter file.
fn read(label: &'static str, path: &Path) -> Result<Params, String> {
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    Params::read(label, &std::fs::read(path).map_err(|e| fail(&e))?).map_err(|e| fail(&e))
}

fn style(template: &str) -> Result<ProgressStyle, String> {
    ProgressStyle::with_template(template).map_err(|error| error.to_string())
}

fn fit_one(name: &str, regression: &Regression, unseen: &Samples) -> Result<Vec<f32>, String> {
    let bar = ProgressBar::new(regression.steps).with_style(style("{bar:30} {pos}/{len} [{elapsed}] {msg}")?);
    bar.enable_steady_tick(Duration::from_secs(1));
    let tick = |cost: f64| {
        bar.inc(1);
        bar.set_message(format!("{name}: {cost:.6}"));
    };
    let weights = regression.fit(None, &tick)?;
    bar.finish_and_clear();
    let loss = |samples: &Samples| {
        let (cost, _) = Regression { samples, ridge: 0.0, ..*regression }.evaluate(&weights);
        let (loss, constant) = (cost / samples.len().max(1) as f64, samples.constant());
        format!(
            "log-loss {loss:.5} of {constant:.5} on {} ({:.2} %)",
            samples.len(),
            100.0 * (1.0 - loss / constant)
        )
    };
    println!("{name}: training {}; validation {}", loss(regression.samples), loss(unseen));
    Ok(weights.into_iter().map(|w| w as f32).collect())
}

/// What each cause adds to the log-odds on average.
fn usual(samples: &Samples, weights: &[f32], causes: &[Option<Cause>]) -> Vec<f32> {
    let mut sums = vec![0f64; Cause::ALL.len()];
    for i in 0..samples.len() {
        sums[Cause::Shapes as usize] += samples.offset(i);
        for &feature in samples.get(i).0 {
            let feature = usize::from(feature);
            if let Some(cause) = causes.get(feature).copied().flatten() {
                sums[cause as usize] += f64::from(weights[feature]);
            }
        }
    }
    sums.into_iter().map(|sum| (sum / samples.len().max(1) as f64) as f32).collect()
}
