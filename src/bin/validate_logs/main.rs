//! Replays recorded games, checks every event against the rules and every win against its record.
//!
//! `validate_logs [--limit N] [--show N] [--statistics | --habits | --check-habits | --bench] [PATH...]`:
//! archives (`.tar.zst`), folders or XML files; without a path the four-player archives of
//! `../shared/data`. At most N games of each path are read, at most N differences are shown. Ends with 1
//! when anything differs.
//!
//! `--statistics` prints tables of the figures that the search's model of the other players needs;
//! `--habits` writes what it takes of them to `src/analyze/habits.rs`, `--check-habits` compares;
//! `--bench` scores all wins once more on one thread and prints the time that a score takes.

mod bench;
mod judge;
#[path = "../shared/mod.rs"]
mod shared;
mod statistics;

use judge::{Findings, Judge};
use shared::{archives, each_game, play};
use statistics::{Counter, Statistics};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    match Arguments::parse(std::env::args().skip(1)).and_then(run) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("validate_logs: {message}");
            ExitCode::from(2)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Validate,
    Statistics,
    Habits,
    CheckHabits,
    Bench,
}

struct Arguments {
    paths: Vec<PathBuf>,
    mode: Mode,
    limit: usize,
    show: usize,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments =
            Arguments { paths: Vec::new(), mode: Mode::Validate, limit: usize::MAX, show: 20 };
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
                value.parse().map_err(|_| format!("{word} needs a number, not {value:?}"))
            };
            match word.as_str() {
                "--limit" => arguments.limit = number()?,
                "--show" => arguments.show = number()?,
                "--statistics" => arguments.mode = Mode::Statistics,
                "--habits" => arguments.mode = Mode::Habits,
                "--check-habits" => arguments.mode = Mode::CheckHabits,
                "--bench" => arguments.mode = Mode::Bench,
                option if option.starts_with('-') => return Err(format!("unknown option {option}")),
                path => arguments.paths.push(path.into()),
            }
        }
        Ok(arguments)
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, String> {
    let Arguments { mut paths, mode, limit, show } = arguments;
    if paths.is_empty() {
        paths = archives().to_vec();
        if !paths.iter().all(|path| path.exists()) {
            println!("skipped: no ../shared");
            return Ok(ExitCode::SUCCESS);
        }
    }
    if matches!(mode, Mode::Statistics | Mode::Habits | Mode::CheckHabits) {
        return count(mode, &paths, limit);
    }
    let began = Instant::now();
    let judge = |found: Findings, name: &str, xml: &[u8]| {
        let mut judge = Judge::new(name, mode == Mode::Bench);
        let played = play::play(xml, &mut judge);
        found.merge(judge.findings(played))
    };
    let found = each_game(&paths, limit, judge, Findings::merge)?;
    report(&found, show, began);
    if mode == Mode::Bench {
        bench::score_again(&found.scored)?;
    }
    Ok(if found.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Counts what others do, and prints it, writes it or compares it with what is written.
fn count(mode: Mode, paths: &[PathBuf], limit: usize) -> Result<ExitCode, String> {
    let look = |mut all: Statistics, name: &str, xml: &[u8]| {
        play::play(xml, &mut Counter::new(name, &mut all));
        all
    };
    let all = each_game(paths, limit, look, Statistics::merge)?;
    if mode == Mode::Statistics {
        let names: Vec<_> = paths.iter().filter_map(|p| p.file_name()).map(|n| n.to_string_lossy()).collect();
        println!("Counted by validate_logs --statistics from {}", names.join(", "));
        println!("{all}");
        return Ok(ExitCode::SUCCESS);
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/analyze/habits.rs");
    let fail = |error| format!("{}: {error}", file.display());
    if mode == Mode::Habits {
        fs::write(&file, all.habits()).map_err(fail)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (text, ours) = (fs::read_to_string(&file).map_err(fail)?, all.habits());
    let first = text.lines().zip(ours.lines()).position(|(a, b)| a != b);
    let first = first.or_else(|| (text != ours).then(|| text.lines().count().min(ours.lines().count())));
    Ok(match first {
        None => {
            println!("habits.rs is what --habits writes");
            ExitCode::SUCCESS
        }
        Some(line) => {
            println!("habits.rs differs from what --habits writes from line {} on", line + 1);
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
    if found.skipped > 0 {
        println!("{} games of three players left out", found.skipped);
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
