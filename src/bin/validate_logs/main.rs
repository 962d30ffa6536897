//! Replays recorded games, checks every event against the rules and every win against its record.
//!
//! `validate_logs [--limit N] [--show N] [PATH...]`: archives (`.tar.zst`), folders or XML files. Ends
//! with 1 when anything differs.

mod archive;
mod judge;
mod play;

use judge::{Findings, Judge};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Games that are judged in parallel before the next ones are read.
const BATCH: usize = 2048;

fn main() -> ExitCode {
    match Arguments::parse(std::env::args().skip(1)).and_then(run) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("validate_logs: {message}");
            ExitCode::from(2)
        }
    }
}

struct Arguments {
    paths: Vec<PathBuf>,
    limit: usize,
    show: usize,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments { paths: Vec::new(), limit: usize::MAX, show: 20 };
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
                value.parse().map_err(|_| format!("{word} needs a number, not {value:?}"))
            };
            match word.as_str() {
                "--limit" => arguments.limit = number()?,
                "--show" => arguments.show = number()?,
                option if option.starts_with('-') => return Err(format!("unknown option {option}")),
                path => arguments.paths.push(path.into()),
            }
        }
        Ok(arguments)
    }
}

/// The archives of four-player games beside the project.
fn default_paths() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    ["train_xml_hanchan.tar.zst", "train_xml_tonpuu.tar.zst"].map(|file| data.join(file)).to_vec()
}

fn run(arguments: Arguments) -> Result<ExitCode, String> {
    let mut paths = arguments.paths;
    if paths.is_empty() {
        paths = default_paths();
        if !paths.iter().all(|path| path.exists()) {
            println!("skipped: no ../shared");
            return Ok(ExitCode::SUCCESS);
        }
    }
    let began = Instant::now();
    let mut found = Findings::default();
    for path in &paths {
        let fail = |error| format!("{}: {error}", path.display());
        let mut games = archive::games(path).map_err(fail)?.take(arguments.limit);
        loop {
            let batch: Vec<_> = games.by_ref().take(BATCH).collect::<Result<_, _>>().map_err(fail)?;
            if batch.is_empty() {
                break;
            }
            let judged = batch.par_iter().map(|(name, xml)| {
                let mut judge = Judge::new(name, false);
                let played = play::play(xml, &mut judge);
                judge.findings(played)
            });
            found = judged.collect::<Vec<_>>().into_iter().fold(found, Findings::merge);
        }
    }
    for difference in found.differences.iter().take(arguments.show) {
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
    Ok(if found.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
