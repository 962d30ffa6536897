//! What a journal shows of values in one table: for docs/results.md.

use super::bootstrap::{Estimate, estimates};
use super::differences::Summary;
use super::fit::{CONSTANT, Sums};
use super::journal::{Head, Line, PlayoutDecision, Witness};
use super::kind::Kind;
use std::fmt::Write;

/// Those beside `value`.
const OTHERS: [Witness; 3] = [Witness::SearchValue, Witness::Outcome, Witness::LogProbability];

/// The table: of each kind what play-outs say of `value`, and of what comes first.
pub fn summary(head: &Head, lines: &[Line]) -> String {
    let mut text = String::from(
        "| play-outs | decisions | slope of `value` | explained by `value`; `searchValue`; outcomes; log-probability | points \
         of the first by `value`; of its group; by policy |\n|---|---|---|---|---|\n",
    );
    for kind in Kind::ALL {
        let of_kind = lines.iter().filter_map(|line| match line {
            Line::Compared(compared) if compared.kind == kind => Some(compared),
            _ => None,
        });
        let decisions: Vec<&PlayoutDecision> = of_kind.collect();
        let Some(Summary { slope, explained, points }) = Summary::of(&decisions, head) else {
            continue;
        };
        let others =
            OTHERS.map(|witness| format!("{:.2}", explained_by(witness, kind, &decisions, head.seed).mean));
        let above = match kind {
            Kind::Discard => "the mean of those compared",
            Kind::Riichi => "dama",
            Kind::Call => "passing",
            Kind::Kan | Kind::Push => "leaving the act",
        };
        let points = points.map(|Estimate { mean, error }| format!("{mean:.0} +- {error:.0}"));
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} +- {:.2} | {:.2}; {} | {} above {above} |",
            kind.name(),
            decisions.len(),
            slope.mean,
            slope.error,
            explained.mean,
            others.join("; "),
            points.join("; ")
        );
    }
    text
}

/// The explained share by one witness, with a constant between the sides.
fn explained_by(witness: Witness, kind: Kind, decisions: &[&PlayoutDecision], seed: u64) -> Estimate {
    let units: Vec<Sums> = decisions.iter().map(|one| Sums::of(one)).collect();
    let constant = kind.has_sides().then_some(CONSTANT);
    let columns: Vec<usize> = [witness as usize].into_iter().chain(constant).collect();
    estimates(&units, seed, |units: &mut dyn Iterator<Item = &Sums>| {
        let mut all = Sums::default();
        units.for_each(|one| all += one);
        vec![all.fit(&columns).1]
    })[0]
}
