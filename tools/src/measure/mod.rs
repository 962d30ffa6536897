//! The figures that the documents print, measured on recorded games.

mod averages;
mod class;
mod danger;
mod decided;
mod depth;
mod draws;
mod far;
mod far_wins;
mod forecast;
mod kans;
mod lot;
mod markdown;
mod norths;
mod paper;
mod placement;
mod position;
mod sample;
mod speed;
mod table1;
mod tabu;
mod three;
mod value;

use nanikiru::analyze::{Depth, Objective, Options};
use nanikiru_tools::workers;
use std::path::PathBuf;

/// Measures how good the answers are and how long they take, on the archives of `../shared/data`
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// What is measured
    #[command(subcommand)]
    part: Part,
}

#[derive(clap::Subcommand)]
enum Part {
    /// How many hands a search holds: table 1 of Kurita and Hoki
    #[command(name = "table1")]
    Table1(table1::Arguments),
    /// How strong players play, counted: the JSON of js/averages.json
    Averages(Scope),
    /// Time and memory by shanten and depth
    Speed(speed::Arguments),
    /// All sorts of decisions: whether players do what we recommend, and whether what we predict happens
    Decisions(decided::Arguments),
    /// What hands are worth that are too far to be searched
    Far(far::Arguments),
    /// How often strong players win from far hands, counted: the JSON of www/far-wins.json
    FarWins(Scope),
    /// What the others do in later steps, predicted and real
    Forecast(forecast::Arguments),
    /// Deal-in rates and prices, with tables 2 and 3 of Kurita and Hoki
    Danger(danger::Arguments),
    /// The chances of the final places
    Placement(placement::Arguments),
    /// Tabu search on openings: experiment 1 of Yoshimura et al.
    Tabu(tabu::Arguments),
    /// The same by turn: experiment 2
    TabuTurns(Scope),
    /// Agreement, calibration and bias of values
    Value(value::Arguments),
    /// Cost and benefit of searching all kans instead of likely ones
    Kans(Scope),
    /// How often rounds end by abortive draws and nagashi mangan
    Draws(Scope),
    /// Danger, policy, ends and places at tables of three players
    Three(three::Arguments),
    /// Norths of three players: how often one is won on, and what a search is worth by how many it sets aside
    Norths(Scope),
}

/// How much is looked at, and by how many threads.
#[derive(clap::Args)]
pub struct Scope {
    /// How many positions, decisions or games
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Another seed is another choice of games and positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Searches at a time, where times are not measured; default: as many as there are processors
    #[arg(long, value_name = "N", default_value_t = workers::threads(None), hide_default_value = true)]
    pub threads: usize,
}

impl Scope {
    /// How many are looked at, when nothing else is asked for.
    pub fn sample_or(&self, number: usize) -> usize {
        self.sample.unwrap_or(number)
    }
}

/// A trial of models on validation games, without a search.
#[derive(clap::Args)]
pub struct Trial {
    /// One decision in so many is looked at
    #[arg(long = "sample", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    one_in: u64,
    /// Of another parameter file than the one that the crate carries
    #[arg(long, value_name = "PATH")]
    params: Option<PathBuf>,
}

/// How decisions are analysed.
#[derive(clap::Args)]
pub struct Analysis {
    /// How deep: first, fast, full, deepest, or a number of exchanges
    #[arg(long, value_name = "DEPTH", value_parser = depth_of)]
    depth: Option<Depth>,
    /// Without the danger of the table
    #[arg(long)]
    no_danger: bool,
    /// By value alone, without what strong players discard
    #[arg(long)]
    no_policy: bool,
    /// For placement points
    #[arg(long)]
    placement: bool,
}

impl Analysis {
    /// As is asked for; this deep where nothing is said of it.
    pub fn options(&self, depth: Depth) -> Options {
        Options {
            depth: self.depth.unwrap_or(depth),
            danger: !self.no_danger,
            policy: !self.no_policy,
            objective: if self.placement { Objective::Placement } else { Objective::Points },
            ..Options::default()
        }
    }
}

fn depth_of(word: &str) -> Result<Depth, String> {
    match word {
        "first" => Ok(Depth::First),
        "fast" => Ok(Depth::Fast),
        "full" => Ok(Depth::Full),
        "deepest" => Ok(Depth::Deepest),
        number => {
            let exchanges = number.parse().map_err(|_| format!("there is no depth {number:?}"))?;
            Ok(Depth::Exactly { exchanges })
        }
    }
}

/// Measures, and prints tables.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    match &arguments.part {
        Part::Table1(arguments) => table1::print(arguments),
        Part::Averages(scope) => averages::print(scope),
        Part::Speed(arguments) => speed::print(arguments),
        Part::Danger(arguments) => danger::print(arguments),
        Part::Tabu(arguments) => tabu::print(arguments),
        Part::TabuTurns(scope) => tabu::print_by_turn(scope),
        Part::Forecast(arguments) => forecast::print(arguments),
        Part::Decisions(arguments) => decided::print(arguments),
        Part::Placement(arguments) => placement::print(arguments),
        Part::Far(arguments) => far::print(arguments),
        Part::FarWins(scope) => far_wins::print(scope),
        Part::Value(arguments) => value::print(arguments),
        Part::Kans(scope) => kans::print(scope),
        Part::Draws(scope) => draws::print(scope),
        Part::Norths(scope) => norths::print(scope),
        Part::Three(arguments) => three::print(arguments),
    }
}

/// One search whose memory another process of this program wants to know.
pub fn child() -> Result<(), String> {
    speed::child()
}
