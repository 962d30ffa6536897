//! Every sort of decision in validation games: what players did beside what we recommend, and what we predict
//! beside what happened.

mod calibration;
mod chances;
mod dump;
mod sample;
mod summary;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use crate::measure::{Analysis, Scope};
use nanikiru::analyze::{Objective, Options};
use nanikiru::replay::Length;
use nanikiru_tools::moment::Question;
use nanikiru_tools::workers;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use verdict::{NoVerdict, Verdict, judge};

/// Discards of each length of game, when nothing else is asked for.
const SAMPLE: usize = 1_000;

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    analysis: Analysis,
    /// The call limit m_f of the search
    #[arg(long, value_name = "N")]
    calls: Option<usize>,
    /// All tables, by turn, shanten, sort of tile and so on
    #[arg(long)]
    all: bool,
    /// Of one sort only: discard, riichi, call, kan or win
    #[arg(long, value_name = "SORT", value_parser = Question::named)]
    only: Option<Question>,
    /// Where every decision goes as a line of a table
    #[arg(long, value_name = "PATH")]
    dump: Option<PathBuf>,
}

/// Prints all tables, hanchan and tonpuu apart.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let Arguments { scope, analysis, calls, all, only, dump } = arguments;
    let default = Options::default();
    let options = Options { calls: calls.unwrap_or(default.calls), ..analysis.options(default.depth) };
    println!("## Decisions of strong players\n");
    println!(
        "Decisions in validation games (one game in ten, by a hash of its name), each as likely as any other of its sort; nobody's after\n\
         its own riichi. {:?}, {:?}, m_f = {}, {} danger, {} policy, {} analyses at a time.\n",
        options.objective,
        options.depth,
        options.calls,
        if options.danger { "with" } else { "without" },
        if options.policy { "with" } else { "without" },
        scope.threads
    );
    let fail = |error: std::io::Error| format!("the dump: {error}");
    let mut out = match dump {
        None => None,
        Some(path) => {
            let file = File::create(path).map_err(|e| format!("{}: {e}", path.display()))?;
            let mut out = BufWriter::new(file);
            dump::head(&mut out).map_err(fail)?;
            Some(out)
        }
    };
    let mut samples = Vec::new();
    for (name, length) in [("hanchan", Length::Hanchan), ("tonpuu", Length::Tonpuu)] {
        samples.push((name, sample::sample(length, scope.sample_or(SAMPLE), *only, scope.seed)?));
    }
    let in_points = options.objective == Objective::Points;
    let mut lengths = Vec::new();
    for (name, (taken, counts)) in &samples {
        let judged = workers::each(taken, scope.threads, |taken| judge(taken, &options));
        let without = |why: NoVerdict| judged.iter().filter(|j| j.as_ref().err() == Some(&why)).count();
        let reasons = [NoVerdict::NotAsked, NoVerdict::Refused, NoVerdict::Unknown].map(without);
        println!("### {name}: {} decisions\n", taken.len());
        let of = Question::ALL.iter().zip(counts);
        let of: Vec<String> = of.map(|(question, count)| format!("{question:?} {count}")).collect();
        println!("There are: {}.", of.join(", "));
        println!(
            "Not answered: {} ({:.2} %): {} tables that cannot be asked about, {} refused, {} where what was done is no candidate.\n",
            reasons.iter().sum::<usize>(),
            100.0 * reasons.iter().sum::<usize>() as f64 / taken.len().max(1) as f64,
            reasons[0],
            reasons[1],
            reasons[2],
        );
        let judged: Vec<Verdict> = judged.into_iter().filter_map(Result::ok).collect();
        if *all {
            tables::print(&judged);
            calibration::print(&judged.iter().collect::<Vec<_>>(), in_points, true);
        }
        if let Some(out) = &mut out {
            judged.iter().try_for_each(|verdict| dump::line(out, verdict)).map_err(fail)?;
            out.flush().map_err(fail)?;
        }
        lengths.push((*name, judged));
    }
    println!("### both lengths\n");
    summary::print(&lengths);
    let together: Vec<&Verdict> = lengths.iter().flat_map(|(_, judged)| judged).collect();
    calibration::print(&together, in_points, *all);
    Ok(())
}
