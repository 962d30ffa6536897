//! The figures that the README and the issues ask for, measured on recorded games.
//!
//! `measure [PART...] [--sample N] [--seed N] [--threads N] [--calls N] [--depth DEPTH] [--cases PATH]`: all parts when none is named, over the
//! four-player archives of `../shared/data`.
//!
//! - `table1`: table 1 of seed 000, how many hands a search holds;
//! - `agreement`: how often strong players discard what the search would;
//! - `danger`: how good estimates of danger are on validation games, with tables 2 and 3 of seed 004 (not
//!   among all parts; `--sample N`:
//!   one decision in N; `--params PATH`: of another parameter file;
//!   `--plot PATH`: draws the calibration as SVG);
//! - `decisions`: every sort of decision (discard, riichi, call, kan, win) in validation games: how often players do
//!   what we recommend, and whether what we predict happens (not among all parts; `--sample N`: so many discards of each
//!   length of game, and fewer of the other sorts; `--depth first|fast|full|deepest|N`; `--fast`: as `--depth fast`;
//!   `--no-danger`: without the danger of the table; `--no-practice`: by value alone; `--placement`: for placement points; `--dump PATH`: every decision as a line of a table);
//! - `placement`: how good the chances of the final places are on validation games, and whether the ends of their
//!   rounds are what the records say (not among all parts);
//! - `far`: what hands are worth that are too far to be searched (not among all parts);
//! - `folding`: what players who fold really lose (not among all parts);
//! - `forecast`: what the others do in later steps, predicted and real, on validation games (not among all parts;
//!   `--sample N`: one decision in N);
//! - `speed`: time and memory by shanten and depth; with `--cases PATH` the hands are written there
//!   instead, for `benches/search.mjs`, which measures the same in WebAssembly.

mod agreement;
#[path = "../shared/claim.rs"]
mod claim;
mod class;
mod danger;
#[path = "../shared/deal_in.rs"]
mod deal_in;
mod decided;
#[path = "../shared/decisions.rs"]
mod decisions;
mod depth;
mod far;
mod folding;
mod forecast;
#[path = "../shared/futures.rs"]
mod futures;
#[path = "../shared/moment.rs"]
mod moment;
#[path = "../shared/openings.rs"]
mod openings;
#[path = "../shared/outcome.rs"]
mod outcome;
mod placement;
mod position;
#[path = "../shared/recorded.rs"]
mod recorded;
mod sample;
mod seed;
#[path = "../shared/mod.rs"]
mod shared;
mod speed;
mod table1;
#[path = "../shared/workers.rs"]
mod workers;

use nanikiru::analyze;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Setup::parse(std::env::args().skip(1)).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("measure: {message}");
            ExitCode::from(2)
        }
    }
}

/// What is measured, and on how much.
pub struct Setup {
    parts: Vec<Part>,
    sample: Option<usize>,
    /// Call limit m_f of the agreement's search.
    calls: Option<usize>,
    /// Where the hands go that WebAssembly is to be measured on.
    cases: Option<PathBuf>,
    /// Parameters of danger in the place of those that the crate carries.
    params: Option<PathBuf>,
    /// Where the calibration is drawn.
    plot: Option<PathBuf>,
    /// How deep the decisions are analysed.
    depth: Option<analyze::Depth>,
    /// Whether the decisions' analysis counts the danger of the table.
    danger: bool,
    /// Whether what strong players discard counts in the decisions' order.
    practice: bool,
    /// What the decisions' analysis strives for.
    objective: analyze::Objective,
    /// The only sort of decisions that is looked at.
    only: Option<String>,
    /// Where the decisions go.
    dump: Option<PathBuf>,
    /// Another seed is another choice of games and positions.
    pub seed: u64,
    /// Searches at a time, where times are not measured.
    pub threads: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Table1,
    Agreement,
    Speed,
    /// All sorts of decisions.
    Decisions,
    /// Means of far hands.
    Far,
    /// What folding costs.
    Folding,
    /// What the others do in later steps.
    Forecast,
    /// Deal-in rates and prices.
    Danger,
    /// Chances of the final places.
    Placement,
    /// One search whose memory another process of this tool wants to know.
    Child,
}

impl Setup {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Setup, String> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut setup = Setup {
            parts: Vec::new(),
            sample: None,
            calls: None,
            cases: None,
            params: None,
            plot: None,
            depth: None,
            danger: true,
            practice: true,
            objective: analyze::Objective::Points,
            only: None,
            dump: None,
            seed: 1,
            threads,
        };
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
                value.parse().map_err(|_| format!("{word} needs a number, not {value:?}"))
            };
            match word.as_str() {
                "--calls" => setup.calls = Some(number()?),
                "--sample" => setup.sample = Some(number()?),
                "--seed" => setup.seed = number()? as u64,
                "--threads" => setup.threads = number()?,
                "--cases" => setup.cases = Some(words.next().ok_or("--cases needs a path")?.into()),
                "--no-danger" => setup.danger = false,
                "--no-practice" => setup.practice = false,
                "--placement" => setup.objective = analyze::Objective::Placement,
                "--fast" => setup.depth = Some(analyze::Depth::Fast),
                "--depth" => setup.depth = Some(depth_of(&words.next().ok_or("--depth needs a depth")?)?),
                "--only" => setup.only = Some(words.next().ok_or("--only needs a sort of decision")?),
                "--dump" => setup.dump = Some(words.next().ok_or("--dump needs a path")?.into()),
                "--plot" => setup.plot = Some(words.next().ok_or("--plot needs a path")?.into()),
                "--params" => setup.params = Some(words.next().ok_or("--params needs a path")?.into()),
                "agreement" => setup.parts.push(Part::Agreement),
                "child" => setup.parts.push(Part::Child),
                "danger" => setup.parts.push(Part::Danger),
                "decisions" => setup.parts.push(Part::Decisions),
                "far" => setup.parts.push(Part::Far),
                "folding" => setup.parts.push(Part::Folding),
                "forecast" => setup.parts.push(Part::Forecast),
                "placement" => setup.parts.push(Part::Placement),
                "speed" => setup.parts.push(Part::Speed),
                "table1" => setup.parts.push(Part::Table1),
                other => return Err(format!("there is no part or option {other}")),
            }
        }
        if setup.parts.is_empty() {
            setup.parts = vec![Part::Table1, Part::Agreement, Part::Speed];
        }
        Ok(setup)
    }

    /// How many positions, when nothing else is asked for.
    pub fn sample_or(&self, number: usize) -> usize {
        self.sample.unwrap_or(number)
    }
}

fn depth_of(word: &str) -> Result<analyze::Depth, String> {
    match word {
        "first" => Ok(analyze::Depth::First),
        "fast" => Ok(analyze::Depth::Fast),
        "full" => Ok(analyze::Depth::Full),
        "deepest" => Ok(analyze::Depth::Deepest),
        number => {
            let exchanges = number.parse().map_err(|_| format!("there is no depth {number:?}"))?;
            Ok(analyze::Depth::Exactly { exchanges })
        }
    }
}

fn run(setup: Setup) -> Result<(), String> {
    for part in &setup.parts {
        match part {
            Part::Table1 => table1::print(&setup)?,
            Part::Agreement => agreement::print(&setup)?,
            Part::Speed => speed::print(&setup, setup.cases.as_deref())?,
            Part::Danger => danger::print(&setup)?,
            Part::Folding => folding::print(&setup)?,
            Part::Forecast => forecast::print(&setup)?,
            Part::Decisions => decided::print(&setup)?,
            Part::Placement => placement::print()?,
            Part::Far => far::print(&setup)?,
            Part::Child => speed::child()?,
        }
    }
    Ok(())
}
