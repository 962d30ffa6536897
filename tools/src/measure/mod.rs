//! The figures that the documents print, measured on recorded games.

mod agreement;
mod averages;
mod class;
mod danger;
mod decided;
mod depth;
mod draws;
mod far;
mod faults;
mod folding;
mod forecast;
mod kans;
mod limits;
mod lot;
mod markdown;
mod norths;
mod orphans;
mod paper;
mod placement;
mod position;
mod sample;
mod sampled;
mod speed;
mod table1;
mod tabu;
mod three;
mod value;

use nanikiru::analyze;
use nanikiru::tile::Players;
use nanikiru_tools::games::players_of;
use nanikiru_tools::moment::Question;
use nanikiru_tools::workers;
use std::path::PathBuf;

/// Measures how good the answers are and how long they take, on the archives of `../shared/data`
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Setup {
    /// What is measured; table1, agreement and speed when nothing is named
    #[arg(value_enum, value_name = "PART")]
    parts: Vec<Part>,
    /// How many positions, games or decisions are looked at, or, for danger, forecast and three, one decision in so many
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Another seed is another choice of games and positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Searches at a time, where times are not measured; default: as many as there are processors
    #[arg(long, value_name = "N", default_value_t = workers::threads(None), hide_default_value = true)]
    pub threads: usize,
    /// table1, placement: writes their tables into docs/results.md, with machine, day and commit
    #[arg(long, conflicts_with_all = ["sample", "seed"])]
    markdown: bool,
    /// agreement, decisions: all tables, by turn, shanten, sort of tile and so on
    #[arg(long)]
    pub all: bool,
    /// agreement: the call limit m_f of the search
    #[arg(long, value_name = "N")]
    calls: Option<usize>,
    /// speed: the hands are written there and not measured, for `benches/search.mjs`, which measures in WebAssembly
    #[arg(long, value_name = "PATH")]
    cases: Option<PathBuf>,
    /// danger, three, value: of another parameter file than the one that the crate carries
    #[arg(long, value_name = "PATH")]
    params: Option<PathBuf>,
    /// danger: where the calibration is drawn as SVG
    #[arg(long, value_name = "PATH")]
    plot: Option<PathBuf>,
    /// decisions, value: how deep they are analysed (value: fast by default): first, fast, full, deepest, or a number of exchanges
    #[arg(long, value_name = "DEPTH", value_parser = depth_of)]
    depth: Option<analyze::Depth>,
    /// decisions: the same as --depth fast
    #[arg(long, conflicts_with = "depth")]
    fast: bool,
    /// decisions, value: without the danger of the table
    #[arg(long)]
    no_danger: bool,
    /// decisions, value: by value alone, without what strong players discard
    #[arg(long)]
    no_policy: bool,
    /// decisions, value: for placement points
    #[arg(long)]
    placement: bool,
    /// decisions: of one sort only: discard, riichi, call, kan or win
    #[arg(long, value_name = "SORT", value_parser = Question::named)]
    only: Option<Question>,
    /// value, far: games of so many players
    #[arg(long, value_name = "3|4", default_value = "4", hide_default_value = true, value_parser = players_of)]
    pub players: Players,
    /// far: averages, and searches of only the kinds that targets of tabu search need, beside the exact answer
    #[arg(long)]
    sampled: bool,
    /// tabu: only experiment 1 with the paper's moves and neighbours, once for each of these numbers of runs
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: Vec<u32>,
    /// value: only whether rows stand in the order of their values, in about so many decisions
    #[arg(long, value_name = "N", conflicts_with = "sample")]
    check_order: Option<usize>,
    /// decisions: where every decision goes as a line of a table
    #[arg(long, value_name = "PATH")]
    dump: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Part {
    /// How many hands a search holds: table 1 of Kurita and Hoki
    #[value(name = "table1")]
    Table1,
    /// How often strong players discard what the search would
    Agreement,
    /// How strong players play, counted: the JSON of js/averages.json
    Averages,
    /// Time and memory by shanten and depth
    Speed,
    /// All sorts of decisions: whether players do what we recommend, and whether what we predict happens
    Decisions,
    /// What hands are worth that are too far to be searched
    Far,
    /// What players who fold really lose
    Folding,
    /// What the others do in later steps, predicted and real
    Forecast,
    /// Deal-in rates and prices, with tables 2 and 3 of Kurita and Hoki
    Danger,
    /// The chances of the final places
    Placement,
    /// Tabu search on openings: experiment 1 of Yoshimura et al.
    Tabu,
    /// The same by turn: experiment 2
    TabuTurns,
    /// Agreement, calibration and bias of values
    Value,
    /// Cost and benefit of searching all kans instead of likely ones
    Kans,
    /// Answers and times of searches with more hands
    Limits,
    /// Regression check on 22 known bad recommendations, by searchValue and by value
    Faults,
    /// Predicted and real results of hands near thirteen orphans
    Orphans,
    /// How often rounds end by abortive draws and nagashi mangan
    Draws,
    /// Danger, policy, ends and places at tables of three players
    Three,
    /// Norths of three players: how often one is won on, and what a search is worth by how many it sets aside
    Norths,
}

impl Part {
    /// Whether it writes tables of docs/results.md.
    const fn writes_markdown(self) -> bool {
        matches!(self, Part::Table1 | Part::Placement)
    }
}

impl Setup {
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

/// Measures, and prints tables.
pub fn run(setup: &Setup) -> Result<(), String> {
    let usual = [Part::Table1, Part::Agreement, Part::Speed];
    let parts = if setup.parts.is_empty() { &usual } else { &setup.parts[..] };
    if let Some(part) = parts.iter().find(|part| setup.markdown && !part.writes_markdown()) {
        return Err(format!("{part:?} has no table that --markdown writes"));
    }
    for part in parts {
        match part {
            Part::Table1 => table1::print(setup)?,
            Part::Agreement => agreement::print(setup)?,
            Part::Averages => averages::print(setup)?,
            Part::Speed => speed::print(setup, setup.cases.as_deref())?,
            Part::Danger => danger::print(setup)?,
            Part::Tabu => tabu::print(setup)?,
            Part::TabuTurns => tabu::print_by_turn(setup)?,
            Part::Folding => folding::print(setup)?,
            Part::Forecast => forecast::print(setup)?,
            Part::Decisions => decided::print(setup)?,
            Part::Placement => placement::print(setup)?,
            Part::Far if setup.sampled => sampled::print(setup)?,
            Part::Far => far::print(setup)?,
            Part::Value => value::print(setup)?,
            Part::Kans => kans::print(setup)?,
            Part::Limits => limits::print(setup)?,
            Part::Faults => faults::print()?,
            Part::Orphans => orphans::print(setup)?,
            Part::Draws => draws::print(setup)?,
            Part::Norths => norths::print(setup)?,
            Part::Three => three::print(setup.sample.unwrap_or(1).max(1) as u64, setup.params.as_deref())?,
        }
    }
    Ok(())
}

/// One search whose memory another process of this program wants to know.
pub fn child() -> Result<(), String> {
    speed::child()
}
