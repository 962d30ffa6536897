//! The weights of what rounds end in and what the ends pay, from a table of decisions.

use super::facts::facts;
use super::logit::solved;
use super::offers::call_share;
use super::table::{At, Row, Sample};
use crate::train::choice;
use crate::train::lbfgs::{Cost, least, ridged};
use nanikiru::analyze::differences::{Alternative, Differences, Line};
use nanikiru::analyze::figures::{PAYS, RATES};
use nanikiru::analyze::offer::Weights;
use nanikiru::analyze::value::{PAYING, Passed, ValueModel};
use nanikiru::analyze::{Act, Facts};
use nanikiru::ends::ENDS;
use nanikiru::search::Parts;
use nanikiru_tools::outcome::RoundEnd;
use std::collections::HashMap;
use std::ops::Range;

/// The weight of the squared weights of the rates in the cost.
const RIDGE: f64 = 5.0;
/// The same of the payments, in decisions.
const PAY_RIDGE: f64 = 20.0;
/// A rate that is as good as none: the cost stays finite where what was ruled out happened.
pub(super) const LEAST: f64 = 1e-4;
/// Steps of L-BFGS.
const STEPS: u64 = 400;
/// Steps of Newton: it is at the least before.
const PAY_STEPS: usize = 12;
/// How often a decision that leaves orphans nearest counts in the fit of what is said of these alone: all are looked at, so that each
/// stands for few, and a ridge would draw what is said to 0.
const ORPHANS: f64 = 80.0;

/// The facts of what was done, searched as `fast` does.
pub fn facts_of_done(sample: &Sample, offers: &Weights) -> Facts {
    facts(sample, sample.theirs(), false, call_share(offers, sample))
}

/// The ends of all rows of a decision as the model has them.
pub fn outcomes(model: &ValueModel, offers: &Weights, sample: &Sample) -> Vec<Parts> {
    let large = !sample.fast && sample.theirs().at(At::Depth) > 1.0;
    let call_share = call_share(offers, sample);
    let ends = |row: &Row| match row.at(At::Act) < 0.0 {
        true => row.parts(),
        false => model.ends(&facts(sample, row, large, call_share)),
    };
    sample.rows.iter().map(ends).collect()
}

/// What they add up to.
pub fn worth(parts: &Parts) -> f64 {
    parts.all().iter().map(|part| part.value).sum()
}

/// The values of the rows, with the differences of play-outs.
pub fn values(outcomes: &[Parts], offers: &Weights, sample: &Sample) -> Vec<f64> {
    let Differences { riichi, call, .. } = Differences::builtin();
    let mut after: Vec<f64> = outcomes.iter().map(worth).collect();
    let mut follow = |line: &Line, among: &[(usize, bool, f64)]| {
        let alternative = |&(at, acts, probability): &(usize, bool, f64)| Alternative {
            acts,
            probability,
            searched: worth(&sample.rows[at].parts()),
            value: after[at],
        };
        let alternatives: Vec<Alternative> = among.iter().map(alternative).collect();
        let values = line.values(&alternatives, 1.0);
        among.iter().zip(values).for_each(|(&(at, ..), value)| after[at] = value);
    };
    let is = |act: Act, row: &Row| row.at(At::Act) == f64::from(act as u8);
    let declared = || sample.rows.iter().enumerate().filter(|(_, row)| is(Act::Riichi, row));
    let share: f64 = declared().map(|(_, row)| row.at(At::Policy).max(0.0)).sum();
    for (at, row) in declared() {
        // the same discard leaves the same hand at the same risk
        let same = |other: &Row| {
            let of = |row: &Row| [At::Risk, At::RiskValue, At::Shanten, At::Ukeire].map(|at| row.at(at));
            is(Act::Dama, other) && of(other) == of(row)
        };
        if let Some(dama) = sample.rows.iter().position(same) {
            follow(riichi, &[(at, true, share), (dama, false, 1.0 - share)]);
        }
    }
    let offered = super::offers::shares(offers, sample);
    let offered: Vec<(usize, bool, f64)> =
        offered.into_iter().map(|(at, share)| (at, sample.rows[at].at(At::Call) > 0.0, share)).collect();
    if !offered.is_empty() {
        follow(call, &offered);
    }
    after
}

/// Figures of the rates.
const FIGURES: usize = RATES.len();

/// Ends came, each so much of the time.
struct EndSample {
    /// What the logarithm of each end's odds is with the weights that are not fitted.
    before: [f64; ENDS],
    figures: [f64; FIGURES],
    shares: [f64; ENDS],
    weight: f64,
}

impl EndSample {
    fn of(facts: &Facts, model: &ValueModel, shares: [f64; ENDS], weight: f64) -> EndSample {
        let mut passed = Passed::of(facts);
        passed.rates.iter_mut().for_each(|rate| *rate += LEAST);
        let odds = model.log_odds(facts, &passed);
        EndSample { before: std::array::from_fn(|end| odds[end]), figures: figures(facts), shares, weight }
    }
}

fn figures(facts: &Facts) -> [f64; FIGURES] {
    std::array::from_fn(|i| RATES[i].of(facts))
}

/// What is added to some of the weights, those of every end one after the other.
struct EndWeights<'a> {
    samples: &'a [EndSample],
    /// Which figures they are of.
    free: &'a [usize],
}

impl EndWeights<'_> {
    /// Adds what they find to the weights of the model.
    fn fit(&self, model: &mut ValueModel) -> Result<(), String> {
        let square = |&free: &usize| -> f64 {
            self.samples.iter().map(|one| one.weight * one.figures[free] * one.figures[free]).sum()
        };
        let squares: Vec<f64> = self.free.iter().map(square).collect();
        let scale = |square: &f64| 1.0 / (square / ENDS as f64 + 2.0 * RIDGE).sqrt();
        let scale = (0..ENDS).flat_map(|_| squares.iter().map(scale)).collect();
        let found = least(self, scale, None, STEPS, &|_| ())?;
        for (end, found) in found.chunks(self.free.len()).enumerate() {
            self.free.iter().zip(found).for_each(|(&free, found)| model.rates.weights[free][end] += found);
        }
        Ok(())
    }

    fn add(&self, weights: &[f64], sample: &EndSample, gradient: &mut [f64]) -> f64 {
        let k = self.free.len();
        let mut odds = sample.before;
        for (end, odds) in odds.iter_mut().enumerate() {
            let figures = self.free.iter().map(|&free| sample.figures[free]);
            *odds +=
                weights[end * k..].iter().zip(figures).map(|(weight, figure)| weight * figure).sum::<f64>();
        }
        let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let log_all = most + odds.iter().map(|odds| (odds - most).exp()).sum::<f64>().ln();
        let mut cost = 0.0;
        for (end, odds) in odds.into_iter().enumerate() {
            cost += sample.shares[end] * (log_all - odds);
            let error = sample.weight * ((odds - log_all).exp() - sample.shares[end]);
            for (i, &free) in self.free.iter().enumerate() {
                gradient[end * k + i] += error * sample.figures[free];
            }
        }
        sample.weight * cost
    }
}

impl Cost for EndWeights<'_> {
    fn samples(&self) -> usize {
        self.samples.len()
    }

    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        ridged(self.samples.len(), RIDGE, weights, |few: Range<usize>| {
            let mut gradient = vec![0.0; weights.len()];
            let cost = self.samples[few].iter().map(|one| self.add(weights, one, &mut gradient)).sum();
            (cost, gradient)
        })
    }
}

/// A share of two: it happened or not.
struct ShareSample {
    /// The log-odds without weights.
    before: f64,
    figures: [f64; FIGURES],
    happened: bool,
    weight: f64,
}

/// The weights of what its log-odds are more.
struct ShareWeights<'a>(&'a [ShareSample]);

impl ShareWeights<'_> {
    fn fit(&self) -> Result<Vec<f64>, String> {
        let squares = |i: usize| self.0.iter().map(|one| one.weight * one.figures[i] * one.figures[i]).sum();
        let scale = |square: f64| 1.0 / (square / 4.0 + 2.0 * RIDGE).sqrt();
        least(self, (0..FIGURES).map(squares).map(scale).collect(), None, STEPS, &|_| ())
    }
}

impl Cost for ShareWeights<'_> {
    fn samples(&self) -> usize {
        self.0.len()
    }

    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        ridged(self.0.len(), RIDGE, weights, |few: Range<usize>| {
            let mut gradient = vec![0.0; FIGURES];
            let mut cost = 0.0;
            for one in &self.0[few] {
                let sum: f64 = weights.iter().zip(&one.figures).map(|(weight, figure)| weight * figure).sum();
                let mut odds = [0.0, one.before + sum];
                cost += one.weight * choice::errors(&mut odds, usize::from(one.happened));
                let error = one.weight * odds[1];
                gradient.iter_mut().zip(&one.figures).for_each(|(sum, figure)| *sum += error * figure);
            }
            (cost, gradient)
        })
    }
}

/// Whether something was left to happen after what was done.
pub fn counts(sample: &Sample) -> bool {
    sample.theirs().at(At::Act) >= 0.0 && !sample.at_once
}

fn has_orphans(sample: &Sample) -> bool {
    sample.theirs().at(At::Orphans) > 0.0
}

/// For how many decisions a sample stands where it is fitted to what few decisions have.
fn weight(sample: &Sample) -> f64 {
    sample.weight * if has_orphans(sample) { ORPHANS } else { 1.0 }
}

/// Whether a figure says what large searches add: it is fitted to what small ones say of the same decisions.
fn is_of_large(figure: usize) -> bool {
    RATES[figure].name.starts_with("large")
}

/// Whether a figure is of hands that are nearest to thirteen orphans: it is fitted to these alone, after the others.
fn is_of_orphans(figure: usize) -> bool {
    RATES[figure].name.contains("orphans")
}

/// The model of these samples, as far as searches are no larger than `fast` takes on.
pub fn ends(samples: &[&Sample], offers: &Weights) -> Result<ValueModel, String> {
    let mut model = ValueModel::none();
    let fast: Vec<(&Sample, Facts)> = samples
        .iter()
        .filter(|sample| sample.fast && counts(sample))
        .map(|sample| (*sample, facts_of_done(sample, offers)))
        .collect();
    let mut fit = |of: &dyn Fn(usize) -> bool, weighed: &dyn Fn(&Sample) -> Option<f64>| {
        let happened = |(sample, facts): &(&Sample, Facts)| {
            let shares = std::array::from_fn(|i| f64::from(u8::from(i == sample.end)));
            Some(EndSample::of(facts, &model, shares, weighed(sample)?))
        };
        let ends: Vec<EndSample> = fast.iter().filter_map(happened).collect();
        let free: Vec<usize> = (0..FIGURES).filter(|&figure| of(figure)).collect();
        EndWeights { samples: &ends, free: &free }.fit(&mut model)
    };
    fit(&|figure| !is_of_large(figure) && !is_of_orphans(figure), &|sample| Some(sample.weight))?;
    fit(&is_of_orphans, &|sample| has_orphans(sample).then(|| weight(sample)))?;
    let share = |sample: &Sample, facts: &Facts, share: f64, happened: bool| ShareSample {
        before: ((share + LEAST) / (1.0 - share + LEAST)).ln(),
        figures: figures(facts),
        happened,
        weight: sample.weight,
    };
    let drawn = fast.iter().filter(|(sample, _)| sample.end == RoundEnd::Draw as usize);
    let drawn: Vec<ShareSample> = drawn
        .map(|(sample, facts)| share(sample, facts, Passed::of(facts).at_draw, sample.tenpai_at_draw))
        .collect();
    let others =
        fast.iter().filter(|(sample, _)| sample.end != RoundEnd::Win as usize && !sample.tenpai_at_draw);
    let others: Vec<ShareSample> =
        others.map(|(sample, facts)| share(sample, facts, Passed::of(facts).tenpai, sample.tenpai)).collect();
    for (place, samples) in [(ENDS, drawn), (ENDS + 1, others)] {
        let found = ShareWeights(&samples).fit()?;
        model.rates.weights.iter_mut().zip(found).for_each(|(weights, found)| weights[place] = found);
    }
    let pays = pays(&model, &fast);
    model.pays.weights.iter_mut().enumerate().for_each(|(i, to)| *to = pays.map(|of_end| of_end[i]));
    Ok(model)
}

/// The model of these samples.
pub fn fit(samples: &[&Sample], offers: &Weights) -> Result<ValueModel, String> {
    let mut model = ends(samples, offers)?;
    // what a larger search says is to be what the smaller one says after this
    let smaller: HashMap<u64, &Sample> =
        samples.iter().filter(|sample| sample.fast).map(|sample| (sample.key, *sample)).collect();
    let larger = samples.iter().filter(|sample| !sample.fast && counts(sample)).filter_map(|sample| {
        let small = smaller.get(&sample.key)?;
        let deeper = |of: &Sample| of.theirs().at(At::Depth);
        if deeper(sample) <= deeper(small) {
            return None;
        }
        let shares = model.valued(&facts_of_done(small, offers)).rates;
        let facts = facts(sample, sample.theirs(), true, call_share(offers, small));
        Some(EndSample::of(&facts, &model, shares, sample.weight))
    });
    let larger: Vec<EndSample> = larger.collect();
    println!("{} larger searches beside smaller ones", larger.len());
    let free: Vec<usize> = (0..FIGURES).filter(|&figure| is_of_large(figure)).collect();
    EndWeights { samples: &larger, free: &free }.fit(&mut model)?;
    Ok(model)
}

/// Minus the mean log-likelihood of what happened.
pub fn log_loss(model: &ValueModel, samples: &[&Sample], offers: &Weights) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for sample in samples.iter().filter(|sample| sample.fast && counts(sample)) {
        let rates = model.valued(&facts_of_done(sample, offers)).rates;
        sum -= sample.weight * (rates[sample.end] + LEAST).ln();
        all += sample.weight;
    }
    sum / all.max(1.0)
}

/// What ends pay beside what is said, near the factor 1. Told payments add up to those that were made, in all and wherever a
/// figure is 1: the likeliest factors if what is paid varies as much as it is on average (quasi-Poisson), while least squares
/// would go by the dearest hands. What is added to a draw is found by least squares, which do the same.
fn pays(model: &ValueModel, fast: &[(&Sample, Facts)]) -> [[f64; PAYS.len()]; PAYING] {
    std::array::from_fn(|end| {
        let here: Vec<(&Sample, [f64; PAYS.len()], f64)> = fast
            .iter()
            .filter(|(sample, facts)| sample.end == end && Passed::of(facts).rates[end] > 0.0)
            // no payment has a weight yet
            .map(|(sample, facts)| {
                (*sample, std::array::from_fn(|i| PAYS[i].of(facts)), model.valued(facts).each[end])
            })
            .collect();
        let drawn = RoundEnd::ALL[end] == RoundEnd::Draw;
        // a typical payment, which makes the ridge a number of decisions
        let all: f64 = here.iter().map(|(sample, ..)| weight(sample)).sum();
        let paid: f64 = here.iter().map(|(sample, _, predicted)| weight(sample) * predicted.abs()).sum();
        let typical = if drawn { 1.0 } else { paid / all.max(1.0) };
        let mut weights = [0.0; PAYS.len()];
        for _ in 0..PAY_STEPS {
            let mut gradient = vec![0.0; PAYS.len()];
            let mut curve = vec![vec![0.0; PAYS.len()]; PAYS.len()];
            for (sample, figures, predicted) in &here {
                let sum: f64 = figures.iter().zip(weights).map(|(figure, weight)| figure * weight).sum();
                let (says, slope) = if drawn {
                    (predicted + sum, 1.0)
                } else {
                    (predicted * sum.exp(), predicted * sum.exp())
                };
                let weight = weight(sample);
                for i in 0..PAYS.len() {
                    gradient[i] += weight * (says - sample.change) * slope.signum() * figures[i];
                    for j in 0..PAYS.len() {
                        curve[i][j] += weight * slope.abs() * figures[i] * figures[j];
                    }
                }
            }
            for i in 0..PAYS.len() {
                gradient[i] += PAY_RIDGE * typical * weights[i];
                curve[i][i] += PAY_RIDGE * typical;
            }
            let step = solved(curve, gradient);
            weights.iter_mut().zip(step).for_each(|(weight, step)| *weight -= step);
        }
        weights
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> usize {
        RATES.iter().position(|figure| figure.name == name).expect("a figure")
    }

    /// Wins came twice as often as predicted to dealers, and to nobody else.
    #[test]
    fn a_factor_that_there_is_is_found() {
        let free = [at("1"), at("dealer")];
        let of = |dealer: bool| {
            let mut figures = [0.0; FIGURES];
            (figures[free[0]], figures[free[1]]) = (1.0, f64::from(u8::from(dealer)));
            let shares = match dealer {
                true => [1.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0],
                false => [0.2; ENDS],
            };
            EndSample { before: [0.2f64.ln(); ENDS], figures, shares, weight: 1e6 }
        };
        let samples = [of(true), of(false)];
        let mut model = ValueModel::none();
        EndWeights { samples: &samples, free: &free }.fit(&mut model).unwrap();
        let weights = |figure: usize| model.rates.weights[figure];
        let dealer: [f64; ENDS] = std::array::from_fn(|end| weights(free[0])[end] + weights(free[1])[end]);
        let odds = dealer.map(f64::exp);
        assert!((odds[0] / odds.iter().sum::<f64>() - 1.0 / 3.0).abs() < 1e-3, "{odds:?}");
        let others: [f64; ENDS] = std::array::from_fn(|end| weights(free[0])[end].exp());
        assert!((others[0] / others.iter().sum::<f64>() - 0.2).abs() < 1e-3, "{others:?}");
    }

    #[test]
    fn large_searches_have_weights_of_their_own() {
        let large: Vec<usize> = (0..FIGURES).filter(|&figure| is_of_large(figure)).collect();
        assert_eq!(large, [at("large"), at("large, far")]);
    }
}
