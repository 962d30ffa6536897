//! Replays recorded games, checks every event against the rules and every win against its record.

mod bench;
mod forms;
mod judge;
mod statistics;

use judge::{Findings, Judge};
use nanikiru::analyze::habits;
use nanikiru::params::Params;
use nanikiru::tile::Players;
use nanikiru_tools::games::{archives, archives_unless, each_game};
use nanikiru_tools::months::Months;
use nanikiru_tools::{play, project};
use statistics::{Counter, Statistics};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Replays recorded games, checks every event against the rules and every win against its record
///
/// Ends with 1 when anything differs.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Archives (`.tar.zst`), folders or records; default: those of `../shared/data`, those of four players for counts and `--bench`
    paths: Vec<PathBuf>,
    #[command(flatten)]
    mode: Flags,
    /// At most so many games of each path
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// At most so many differences are shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
}

/// What is done in the place of the checks: one of these.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Flags {
    /// Prints tables of the figures that the search's model of the other players needs
    #[arg(long)]
    statistics: bool,
    /// Writes what the search takes of them to `data/habits.params`
    #[arg(long)]
    habits: bool,
    /// Compares them with `data/habits.params`
    #[arg(long)]
    check_habits: bool,
    /// Also scores all wins once more on one thread, and prints the time that a score takes
    #[arg(long)]
    bench: bool,
    /// Prints the table of the forms of records in `../shared/data/fixtures`: what is read of each, and differences
    #[arg(long)]
    forms: bool,
}

/// Replays and checks, or counts.
pub fn run(arguments: Arguments) -> Result<ExitCode, String> {
    let Arguments { paths, mode, limit, show } = arguments;
    if mode.forms {
        return forms::run();
    }
    let all = paths.is_empty();
    let mut paths = archives_unless(paths, Players::Four)?;
    if mode.statistics || mode.habits || mode.check_habits {
        return count(&mode, &paths, limit);
    }
    // `bench` scores by the rules of four
    if all && !mode.bench {
        paths.extend(archives(Players::Three)?);
    }
    let began = Instant::now();
    let judge = |found: Findings, name: &str, xml: &[u8]| {
        let mut judge = Judge::new(name, mode.bench);
        play::play(xml, &mut judge);
        found.merge(judge.findings())
    };
    let found = each_game(&paths, limit, judge, Findings::merge)?;
    report(&found, show, began);
    if mode.bench {
        bench::score_again(&found.scored)?;
    }
    Ok(if found.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Counts what others do, and prints it, writes it or compares it with what is written.
fn count(mode: &Flags, paths: &[PathBuf], limit: usize) -> Result<ExitCode, String> {
    let merge = |(a, mut months): (Statistics, Months), (b, later): (Statistics, Months)| {
        months.append(later);
        (a.merge(b), months)
    };
    let counted = |paths: &[PathBuf], players: Players| {
        let look = |(mut all, mut months): (Statistics, Months), name: &str, xml: &[u8]| {
            play::play(xml, &mut Counter::new(players, name, &mut all));
            months.see(name);
            (all, months)
        };
        each_game(paths, limit, look, merge)
    };
    let (all, months) = counted(paths, Players::Four)?;
    if mode.statistics {
        let names: Vec<_> = paths.iter().filter_map(|p| p.file_name()).map(|n| n.to_string_lossy()).collect();
        println!("Counted by nanikiru-tools validate --statistics from {}", names.join(", "));
        println!("{all}");
        return Ok(ExitCode::SUCCESS);
    }
    let file = project::file("data/habits.params");
    let fail = |error| format!("{}: {error}", file.display());
    let ours = all.habits(&months, &counted(&archives(Players::Three)?, Players::Three)?.0);
    if mode.habits {
        fs::write(&file, ours.write()).map_err(fail)?;
        return Ok(ExitCode::SUCCESS);
    }
    let theirs = Params::read(habits::LABEL, &fs::read(&file).map_err(fail)?).map_err(|e| e.to_string())?;
    let numbers = |params: &Params| -> Vec<f32> {
        params.sections().iter().flat_map(|section| section.numbers.clone()).collect()
    };
    Ok(match numbers(&theirs).iter().zip(numbers(&ours)).position(|(a, b)| *a != b) {
        None => {
            println!("habits.params is what --habits writes");
            ExitCode::SUCCESS
        }
        Some(number) => {
            println!("habits.params differs from what --habits writes from number {} on", number + 1);
            ExitCode::FAILURE
        }
    })
}

fn report(found: &Findings, show: usize, began: Instant) {
    for difference in found.differences.iter().take(show) {
        println!("{} {}: {}", difference.game, difference.round, difference.what);
    }
    for cut in &found.cut {
        println!("cut short: {} {}: {}", cut.game, cut.round, cut.what);
    }
    println!(
        "{} games, {} rounds, {} events, {} wins: {} differences ({:.1} s on {} threads)",
        found.games,
        found.rounds,
        found.events,
        found.wins,
        found.differences.len(),
        began.elapsed().as_secs_f64(),
        rayon::current_num_threads(),
    );
}
