//! Every sort of decision in validation games: what players did beside what we recommend, and what we predict
//! beside what happened.

mod calibration;
mod dump;
mod sample;
mod summary;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use crate::measure::Setup;
use nanikiru::analyze::{Depth, Objective, Options};
use nanikiru::replay::Length;
use nanikiru_tools::moment::Question;
use nanikiru_tools::workers;
use std::fs::File;
use std::io::{BufWriter, Write};
use verdict::{NoVerdict, Verdict, judge};

/// Discards of each length of game, when nothing else is asked for.
const SAMPLE: usize = 1_000;

/// Prints all tables, hanchan and tonpuu apart.
pub fn print(setup: &Setup) -> Result<(), String> {
    let default = Options::default();
    let options = Options {
        calls: setup.calls.unwrap_or(default.calls),
        depth: if setup.fast { Depth::Fast } else { setup.depth.unwrap_or(default.depth) },
        danger: !setup.no_danger,
        policy: !setup.no_policy,
        objective: if setup.placement { Objective::Placement } else { Objective::Points },
        ..default
    };
    println!("## Decisions of strong players\n");
    println!(
        "Decisions in validation games (one game in ten, by a hash of its name), each as likely as any other of its sort; nobody's after\n\
         its own riichi. {:?}, {:?}, m_f = {}, {} danger, {} policy, {} analyses at a time.\n",
        options.objective,
        options.depth,
        options.calls,
        if options.danger { "with" } else { "without" },
        if options.policy { "with" } else { "without" },
        setup.threads
    );
    let fail = |error: std::io::Error| format!("the dump: {error}");
    let mut out = match &setup.dump {
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
        samples.push((name, sample::sample(length, setup.sample_or(SAMPLE), setup.only, setup.seed)?));
    }
    let in_points = options.objective == Objective::Points;
    let mut lengths = Vec::new();
    for (name, (taken, counts)) in &samples {
        let judged = workers::each(taken, setup.threads, |taken| judge(taken, &options));
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
        if setup.all {
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
    calibration::print(&together, in_points, setup.all);
    Ok(())
}
