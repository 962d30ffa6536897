//! Fits the parameters of `nanikiru::danger` on recorded games and writes `data/danger.params`; or those of
//! `nanikiru::placement`, `nanikiru::policy`, `nanikiru::ends` or `nanikiru::analyze::value`.

mod adam;
mod choice;
mod class;
mod ends;
mod forecast;
mod gather;
mod lbfgs;
mod logistic;
mod lots;
mod net;
mod paper;
mod placement;
mod policy;
mod samples;
mod scale;
mod split;
pub mod three;
mod value;

use gather::{Gatherer, SampleSets, Stage};
use lbfgs::Cost;
use logistic::Regression;
use nanikiru::danger::{self, Cause, DangerModel, DangerSection, Standing, price};
use nanikiru::params::{Format, Params, Provenance, Section};
use nanikiru::policy::net::Scope;
use nanikiru::tile::Players;
use nanikiru_tools::decisions::{self, Purpose};
use nanikiru_tools::games::{archives_unless, each_game};
use nanikiru_tools::progress::Progress;
use nanikiru_tools::project;
use samples::Samples;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What the parameters are learned from.
const CORPUS: &str = "Tenhou houou, four players, hanchan and tonpuu; 9 games in 10 by a hash of their names: \
                      8 for waits, 1 for how they are put together, all 9 for tenpai and prices";

/// Steps of L-BFGS for the final places: small and convex, they are at the least before.
const PLACEMENT_STEPS: u64 = 300;

/// Fits parameters to recorded games and writes them into data/
///
/// One game in ten, by a hash of its name, is left out for validation. The same games give the same bytes.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// What is fitted
    #[arg(value_enum)]
    target: Target,
    /// Archives (`.tar.zst`), folders or records; default: the archives of `../shared/data`
    paths: Vec<PathBuf>,
    /// Of the decisions one in N is looked at; default: all, but one in 20 for forecast,
    /// coming and three-ends, 5 for three-forecast
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    share: Option<u64>,
    /// At most so many games of each path
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Steps of L-BFGS
    #[arg(long, value_name = "N", default_value_t = 45)]
    steps: u64,
    /// How strongly weights are drawn to 0
    #[arg(long, value_name = "N", default_value_t = 120.0)]
    ridge: f64,
    /// value: where the decisions with their searches go, and come from where they are there
    #[arg(long, value_name = "PATH")]
    table: Option<PathBuf>,
    /// Where the parameters go in the place of the file that the crate carries
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

/// What can be fitted, and the file that it goes into. Those that are a part of a file leave its rest as it is.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Target {
    /// All of danger: data/danger.params
    Danger,
    /// A part: the net of danger and what follows it
    Net,
    /// A part: what deal-ins cost
    Prices,
    /// A part: the paper's estimator (Kurita and Hoki)
    Paper,
    /// How often tiles are waits of a riichi, by class and turn: data/class.params
    Class,
    /// The probabilities of the final places: data/placement.params
    Placement,
    /// What the others do from a decision on: data/forecast.params
    Forecast,
    /// A part of the same file: when a riichi comes, and what changes with it
    Coming,
    /// What strong players discard, whether they declare riichi, and what they call: data/policy.params
    Policy,
    /// A part: what they discard, where riichi is possible and elsewhere
    Discards,
    /// A part: what they discard where riichi is possible
    Riichi,
    /// A part: what they do with tiles on offer
    Offers,
    /// How rounds end for hands at their tables, without a search: data/ends.params
    Ends,
    /// What values are beside what the search says: data/value.params
    Value,
    /// What games of three players change in danger, policy, ends and places: data/three.params
    Three,
    /// A part of the same file, after it: what they change in the forecast
    ThreeForecast,
    /// A part of the same file, after both: how analyses of three players say that rounds end, and what that pays
    ThreeEnds,
}

impl Target {
    fn file(self) -> PathBuf {
        project::file(match self {
            Target::Danger | Target::Net | Target::Prices | Target::Paper => "data/danger.params",
            Target::Placement => "data/placement.params",
            Target::Policy | Target::Discards | Target::Riichi | Target::Offers => "data/policy.params",
            Target::Ends => "data/ends.params",
            Target::Value => "data/value.params",
            Target::Forecast | Target::Coming => "data/forecast.params",
            Target::Class => "data/class.params",
            Target::Three | Target::ThreeForecast | Target::ThreeEnds => "data/three.params",
        })
    }
}

impl Arguments {
    /// One decision in how many, for what needs no more than one in `most`.
    fn share(&self, most: u64) -> u64 {
        self.share.unwrap_or(most)
    }
}

/// Fits, and writes what was fitted.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let target = arguments.target;
    let players = match target {
        Target::Three | Target::ThreeForecast | Target::ThreeEnds => Players::Three,
        _ => Players::Four,
    };
    let paths = archives_unless(arguments.paths.clone(), players)?;
    let began = Instant::now();
    let seen = || ();
    let out = arguments.out.clone().unwrap_or_else(|| target.file());
    match target {
        Target::Danger => {}
        Target::Class => return write(&out, &class::fit(&paths, arguments.limit)?),
        Target::Three | Target::ThreeForecast | Target::ThreeEnds => {
            let there = read(nanikiru::params::THREE, &target.file())?;
            let bytes = match target {
                Target::Three => three::fit(&there, &paths, arguments.limit)?,
                Target::ThreeForecast => {
                    three::forecast::fit(there, &paths, arguments.limit, arguments.share(5))?
                }
                _ => three::analyses::fit(there, &paths, arguments.limit, arguments.share(20))?,
            };
            return write(&out, &bytes);
        }
        Target::Forecast | Target::Coming => {
            let mut params = read(nanikiru::danger::forecast::LABEL, &target.file())?;
            let fit = if target == Target::Coming { forecast::coming::fit } else { forecast::fit };
            let (section, provenance) = fit(&paths, arguments.limit, arguments.share(20))?;
            params.put(section);
            params.provenance = provenance;
            println!("{:.0} s", began.elapsed().as_secs_f64());
            return write(&out, &params.write());
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
        Target::Paper => {
            let mut params = read(danger::LABEL, &Target::Paper.file())?;
            params.put(paper::fit(&paths, arguments.limit, &seen)?);
            return write(&out, &params.write());
        }
        Target::Policy | Target::Discards | Target::Riichi | Target::Offers => {
            let net = |scope, there: Option<&Params>| {
                policy::fit(&paths, arguments.limit, (scope, arguments.share(1)), there)
            };
            let there = || read(nanikiru::policy::LABEL, &Target::Policy.file());
            let put = |mut params: Params, scopes: &[Scope]| {
                for &scope in scopes {
                    net(scope, Some(&params))?
                        .sections()
                        .iter()
                        .for_each(|section| params.put(section.clone()));
                }
                Ok::<Vec<u8>, String>(params.write())
            };
            let bytes = match target {
                Target::Policy => put(net(Scope::Any, None)?, &[Scope::Riichi, Scope::Offer])?,
                Target::Discards => put(there()?, &[Scope::Any, Scope::Riichi])?,
                Target::Riichi => put(there()?, &[Scope::Riichi])?,
                _ => put(there()?, &[Scope::Offer])?,
            };
            println!("{:.0} s: {} bytes", began.elapsed().as_secs_f64(), bytes.len());
            return write(&out, &bytes);
        }
        Target::Ends => {
            return write(&out, &ends::fit(&paths, arguments.limit, arguments.share(1))?);
        }
        Target::Value => {
            let table = arguments.table.clone().ok_or("value needs --table: where the decisions go")?;
            return write(&out, &value::fit(&paths, arguments.limit, arguments.share(1), &table)?);
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
        let mut fit = |part: DangerSection, samples: [&Samples; 2]| {
            fit(arguments, &mut params, standing, part, samples)
        };
        if standing != Standing::Riichi {
            fit(DangerSection::Tenpai, [&training.tenpai, &validation.tenpai])?;
        }
        fit(DangerSection::Shapes, [&training.shapes, &validation.shapes])?;
        for part in [DangerSection::Waits, DangerSection::Usual] {
            params.put(section(part, standing, vec![0.0; part.layout().0], 0));
        }
        println!("{:.0} s: {}", began.elapsed().as_secs_f64(), standing.name());
    }
    prices(arguments, &mut params, &[training, validation])?;
    without_net(&mut params);
    let model = DangerModel::new(&params).map_err(|error| error.to_string())?;
    let [training, validation] = gather(arguments, &paths, Stage::Kinds(&model))?;
    for standing in Standing::ALL {
        let (training, validation) =
            (&training.hands[standing as usize], &validation.hands[standing as usize]);
        let samples = [&training.waits, &validation.waits];
        let weights = fit(arguments, &mut params, standing, DangerSection::Waits, samples)?;
        let usual = usual(&training.waits, &weights, &training.causes);
        params.put(section(DangerSection::Usual, standing, usual, training.waits.len()));
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
    [training, validation]: &[SampleSets; 2],
) -> Result<(), String> {
    for standing in Standing::ALL {
        let samples = [training, validation].map(|all| &all.hands[standing as usize].prices);
        fit(arguments, params, standing, DangerSection::Prices, samples)?;
    }
    Ok(())
}

/// What is left without the net, and before the last steps.
fn without_net(params: &mut Params) {
    net::none().into_iter().for_each(|section| params.put(section));
    for standing in Standing::ALL {
        params.put(section(DangerSection::Scale, standing, vec![0.0, 1.0, 0.0], 0));
        params.put(section(DangerSection::Made, standing, vec![0.0; DangerSection::Made.layout().0], 0));
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
    let log = |text: &str| println!("{:.0} s: net {text}", began.elapsed().as_secs_f64());
    net::fit(&samples.net, &log).into_iter().for_each(|section| params.put(section));
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
        println!("{}: {blend:.4?} on {}", DangerSection::Scale.section(standing), samples.len());
        let beyond: f64 = samples.iter().map(|([odds, net], _)| blend[2] * (net - odds)).sum();
        let usual = DangerSection::Usual.section(standing);
        let (_, layout) = DangerSection::Usual.layout();
        let mut numbers = params.section(&usual, layout).map_err(|error| error.to_string())?.to_vec();
        numbers[Cause::Whole as usize] = (beyond / samples.len().max(1) as f64) as f32;
        params.put(section(DangerSection::Usual, standing, numbers, samples.len()));
        params.put(section(DangerSection::Scale, standing, blend.map(|n| n as f32).to_vec(), samples.len()));
    }
    let model = rounded(params)?;
    let [made, _] = gather(arguments, paths, Stage::Made(&model))?;
    for standing in Standing::ALL {
        let samples = &made.hands[standing as usize].made;
        let shifts = scale::curve(samples);
        println!("{}: {shifts:.3?} on {}", DangerSection::Made.section(standing), samples.len());
        params.put(section(DangerSection::Made, standing, shifts.map(|n| n as f32).to_vec(), samples.len()));
    }
    Ok(())
}

/// The model as it will be read: what is written is rounded, and what follows is to be right for that, and the same
/// whether it follows in one run or is fitted again from the file.
fn rounded(params: &Params) -> Result<DangerModel, String> {
    let params = Params::read(danger::LABEL, &params.write());
    params.and_then(|params| DangerModel::new(&params)).map_err(|error| error.to_string())
}

/// Samples of the training games and of the others; in the last stages those of the games kept for them.
fn gather(arguments: &Arguments, paths: &[PathBuf], stage: Stage) -> Result<[SampleSets; 2], String> {
    let look = |mut all: [SampleSets; 2], name: &str, xml: &[u8]| {
        let part = match (Purpose::of(name), stage) {
            (Purpose::Training | Purpose::Scaling, Stage::Shapes | Stage::Prices) => &mut all[0],
            (Purpose::Training, Stage::Kinds(_) | Stage::Net(_)) => &mut all[0],
            (Purpose::Scaling, Stage::Scale(_) | Stage::Made(_)) => &mut all[0],
            (Purpose::Validation, Stage::Shapes | Stage::Prices | Stage::Kinds(_)) => &mut all[1],
            _ => return all,
        };
        let stage = if Purpose::of(name) == Purpose::Scaling { stage.without_shapes() } else { stage };
        let mut gatherer = Gatherer::new(part, arguments.share(1), stage);
        let games = u64::from(decisions::look(name, xml, &mut gatherer));
        part.seen(name, games);
        all
    };
    let merge = |[a, b]: [SampleSets; 2], [c, d]: [SampleSets; 2]| [a.merge(c), b.merge(d)];
    let all = each_game(paths, arguments.limit, look, merge)?;
    Ok(all)
}

/// Fits a part, and puts it into the parameters.
fn fit(
    arguments: &Arguments,
    params: &mut Params,
    standing: Standing,
    part: DangerSection,
    [samples, unseen]: [&Samples; 2],
) -> Result<Vec<f32>, String> {
    let (len, _) = part.layout();
    let (classes, ridge) = match part {
        DangerSection::Prices => (price::PRICES.len(), 2.0),
        DangerSection::Tenpai => (2, 8.0),
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

fn section(part: DangerSection, standing: Standing, numbers: Vec<f32>, samples: usize) -> Section {
    let format = match part {
        DangerSection::Usual | DangerSection::Scale | DangerSection::Made => Format::F32,
        DangerSection::Tenpai | DangerSection::Prices => Format::I16,
        // a step is below 0.03: some fifty of them together move the log-odds by less than 0.1
        DangerSection::Shapes | DangerSection::Waits => Format::I8,
    };
    let (_, layout) = part.layout();
    Section { name: part.section(standing), layout, format, numbers, samples: samples as u64 }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// A parameter file.
fn read(label: &'static str, path: &Path) -> Result<Params, String> {
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    Params::read(label, &std::fs::read(path).map_err(|e| fail(&e))?).map_err(|e| fail(&e))
}

fn fit_one(name: &str, regression: &Regression, unseen: &Samples) -> Result<Vec<f32>, String> {
    let progress = Progress::of(regression.steps);
    let weights = regression.fit(None, &|cost: f64| progress.step_and_say(format!("{name}: {cost:.6}")))?;
    drop(progress);
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
