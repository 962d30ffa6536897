//! How often strong players discard what the search would, beside a player who only counts ukeire.

pub mod judgement;
mod table;

use crate::measure::{Scope, sample};
use judgement::{Judgement, judge};
use nanikiru::analyze::Options;
use nanikiru::replay::Length;
use nanikiru_tools::games::archive;
use nanikiru_tools::workers;

/// Turns that are compared: later on others' hands decide.
const LAST_TURN: usize = 6;

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    scope: Scope,
    /// The call limit m_f of the search
    #[arg(long, value_name = "N")]
    calls: Option<usize>,
    /// All tables, by turn, shanten, sort of tile and so on
    #[arg(long)]
    all: bool,
}

/// Prints the tables, hanchan and tonpuu apart.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let scope = &arguments.scope;
    let default = Options::default();
    let options = Options { calls: arguments.calls.unwrap_or(default.calls), ..default };
    println!("## Agreement with strong players\n");
    println!(
        "Discards of turns 1 to {LAST_TURN} after a draw, nobody in riichi, no melds of the player; one of a game.\n\
         The search is the default one, with m_f = {}; the plain player keeps shanten least, then ukeire largest. A red five is\n\
         another tile than a plain one. Of tiles that are equally good to the plain player each has the same\n\
         chance to be its first, and to be among its first three.\n",
        options.calls
    );
    for (name, length) in [("hanchan", Length::Hanchan), ("tonpuu", Length::Tonpuu)] {
        let wanted = |d: &sample::Decision| d.turn() <= LAST_TURN && d.no_riichi() && d.no_melds();
        let positions = sample::positions(&[archive(length)?], scope.sample_or(2_000), scope.seed, wanted)?;
        let judged = workers::each(&positions, scope.threads, |position| judge(position, &options));
        let judged: Vec<Option<Judgement>> = judged.into_iter().collect::<Result<_, _>>()?;
        let judged: Vec<Judgement> = judged.into_iter().flatten().collect();
        let without = positions.len() - judged.len();
        println!("### {name}: {} positions; {without} more are too large for an answer\n", judged.len());
        table::print(&judged, arguments.all);
    }
    Ok(())
}
