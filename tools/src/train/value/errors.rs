//! How far values are off, by sort of row, on rounds that their model has not seen.

use super::ValueModels;
use super::fit::{self, worth};
use super::table::{At, Sample};
use nanikiru::analyze::value_error::{Errors, RowSort, SORTS};

/// Models that each leave out so much of the rounds.
const PARTS: u64 = 5;
/// Errors are rounded to so many points.
const STEP: f64 = 10.0;

/// A sample with what is said of what was done, and of its rows what stands in which order.
pub struct ValuedSample<'a> {
    /// The decision.
    pub sample: &'a Sample,
    /// What outcomes say of its rows, and their values.
    pub values: Vec<[f64; 2]>,
}

/// The values of a sample's rows: what outcomes say, and with what play-outs say of differences.
pub fn values(sample: &Sample, learned: &ValueModels) -> Vec<[f64; 2]> {
    let outcomes = fit::outcomes(&learned.model, &learned.offers, sample);
    let values = fit::values(&outcomes, &learned.offers, sample);
    outcomes.iter().zip(values).map(|(outcome, value)| [worth(outcome), value]).collect()
}

/// What is said of the decisions by models that have not seen their rounds; in the order of the samples.
pub fn crossed<'a>(samples: &[&'a Sample]) -> Result<Vec<ValuedSample<'a>>, String> {
    let part = |sample: &Sample| sample.round % PARTS;
    let models: Vec<ValueModels> = (0..PARTS)
        .map(|left_out| {
            let others: Vec<&Sample> =
                samples.iter().copied().filter(|sample| part(sample) != left_out).collect();
            ValueModels::of(&others, fit::ends)
        })
        .collect::<Result<_, String>>()?;
    let fast = samples.iter().copied().filter(|sample| sample.fast);
    let valued = |sample| ValuedSample { sample, values: values(sample, &models[part(sample) as usize]) };
    Ok(fast.map(valued).collect())
}

/// Mean and standard error, by rounds, of what the values of a sort say less what happened.
fn off(of: &[&ValuedSample]) -> [f64; 2] {
    let all: f64 = of.iter().map(|one| one.sample.weight).sum();
    let off = |one: &ValuedSample| one.values[one.sample.done][1] - one.sample.change;
    let mean = of.iter().map(|one| one.sample.weight * off(one)).sum::<f64>() / all;
    let by_round = of.chunk_by(|a, b| a.sample.round == b.sample.round);
    let squares: f64 = by_round
        .map(|round| round.iter().map(|one| one.sample.weight * (off(one) - mean)).sum::<f64>().powi(2))
        .sum();
    [mean, squares.sqrt() / all]
}

/// The errors of all sorts, and a table of them.
pub fn errors(judged: &[ValuedSample]) -> Result<Errors, String> {
    let sort = |judged: &ValuedSample| {
        let (sample, row) = (judged.sample, judged.sample.theirs());
        let sort = RowSort {
            shanten: row.at(At::Shanten) as i32,
            threat: sample.threat > 0,
            tiles_left: sample.left,
            estimated: row.at(At::Estimated) > 0.0,
        };
        (row.at(At::Act) >= 0.0).then(|| sort.place())
    };
    println!("| sort of row | decisions | value less what happened | valueError |\n|---|---|---|---|");
    let mut errors = [0.0; SORTS];
    let mut squares = 0.0;
    for (place, error) in errors.iter_mut().enumerate() {
        let here: Vec<&ValuedSample> = judged.iter().filter(|one| sort(one) == Some(place)).collect();
        if here.is_empty() {
            return Err(format!("no decision of sort {place}: too few for the errors of values"));
        }
        let [mean, deviation] = off(&here);
        *error = (mean.hypot(deviation) / STEP).round().max(1.0) * STEP;
        squares += (mean / deviation).powi(2);
        println!("| {place} | {} | {mean:+.0} +- {deviation:.0} | {error:.0} |", here.len());
    }
    println!("squares of the means over their errors: {squares:.1} of {SORTS}\n");
    Ok(errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::value::table::{NUMBERS, Row};

    fn judged(sample: &Sample, value: f64) -> ValuedSample<'_> {
        ValuedSample { sample, values: vec![[0.0, value]] }
    }

    fn sample(round: u64, change: f64) -> Sample {
        Sample {
            key: round,
            round,
            validation: false,
            weight: 1.0,
            fast: true,
            end: 0,
            change,
            at_once: false,
            tenpai: false,
            tenpai_at_draw: false,
            shanten: 1,
            turn: 1,
            left: 60,
            threat: 0,
            open: false,
            hanchan: true,
            dealer: false,
            done: 0,
            rows: vec![Row([0.0; NUMBERS])],
        }
    }

    #[test]
    fn decisions_of_one_round_are_one() {
        let samples = [sample(1, 0.0), sample(1, 0.0), sample(2, 0.0), sample(2, 0.0)];
        let says = [300.0, 300.0, 100.0, 100.0];
        let all: Vec<ValuedSample> = samples.iter().zip(says).map(|(one, says)| judged(one, says)).collect();
        let [mean, error] = off(&all.iter().collect::<Vec<_>>());
        // two rounds, each 200 from the mean in sum
        assert_eq!((mean, error), (200.0, (2.0 * 200.0f64.powi(2)).sqrt() / 4.0));
    }

    #[test]
    fn a_sort_without_a_decision_is_an_error() {
        let one = sample(1, 0.0);
        let error = errors(&[judged(&one, 0.0)]).unwrap_err();
        assert!(error.contains("sort"), "{error}");
    }
}
