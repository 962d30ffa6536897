//! The weights of what rounds end in and what the ends pay, from a table of decisions.

use super::logit::solved;
use super::offers::{self, call_share};
use super::table::{At, Row, Sample};
use nanikiru::analyze::Act;
use nanikiru::analyze::differences::{Alternative, Differences, Line};
use nanikiru::analyze::offer::Weights;
use nanikiru::analyze::outcome::{FIGURES, Features, OutcomeModel, PAY_FIGURES, PAYING};
use nanikiru::search::{Part, Parts};
use nanikiru_tools::outcome::RoundEnd;
use std::collections::HashMap;

/// The weight of the squared weights of the rates in the cost.
const RIDGE: f64 = 5.0;
/// The same of the payments, in decisions.
const PAY_RIDGE: f64 = 20.0;
/// A rate that is as good as none: the cost stays finite where what was ruled out happened.
const LEAST: f64 = 1e-4;
/// Steps of Newton: it is at the least before.
const STEPS: usize = 12;
/// Figures that differ in large searches alone; they are fitted to what small ones say of the same decisions.
const LARGE: [usize; 2] = [FIGURES - 2, FIGURES - 1];
/// Ends.
const ENDS: usize = RoundEnd::ALL.len();

/// What the model knows of a row.
pub fn seen(sample: &Sample, row: &Row, large: bool, call_share: Option<f64>) -> Features {
    let riichi: Vec<&Row> = sample.rows.iter().filter(|row| row.at(At::Action) == 1.0).collect();
    let share = riichi.iter().map(|row| row.at(At::Policy).max(0.0)).sum();
    let at = |at: At| row.at(at) as i32;
    Features {
        hanchan: sample.hanchan,
        dealer: sample.dealer,
        riichi_share: (!riichi.is_empty()).then_some(share),
        call_share,
        tiles_left: sample.left,
        // a win has none, and nothing is made of its figures
        act: Act::ALL.get(at(At::Act) as usize).copied().unwrap_or(Act::Silent),
        kan: at(At::Action) >= 5,
        shanten: [at(At::Shanten), at(At::Groups), at(At::Pairs), at(At::Yaku)],
        open: row.at(At::Open) > 0.0,
        folds: row.at(At::Folds),
        threat: sample.threat > 0,
        estimated: row.at(At::Estimated) > 0.0,
        large,
        win: row.at(At::Rates),
    }
}

/// The rates, if the discard passes.
pub fn passed(row: &Row) -> [f64; ENDS] {
    let (rates, risk) = (row.five(At::Rates), row.at(At::Risk));
    let mut passed = rates.map(|rate| rate / (1.0 - risk));
    passed[1] = ((rates[1] - risk) / (1.0 - risk)).max(0.0);
    passed
}

/// The values, if it passes.
fn passed_values(row: &Row) -> [f64; ENDS] {
    let (values, risk) = (row.five(At::Values), row.at(At::Risk));
    let mut passed = values.map(|value| value / (1.0 - risk));
    passed[1] = (values[1] - risk * row.at(At::RiskValue)) / (1.0 - risk);
    passed
}

/// Ends with these rates and values.
fn parts([win, deal_in, tsumo, draw, rest]: [Part; ENDS]) -> Parts {
    Parts { win, deal_in, tsumo, draw, rest }
}

/// The ends of a row as the model corrects them.
fn corrected(
    model: &OutcomeModel,
    sample: &Sample,
    row: &Row,
    large: bool,
    call_share: Option<f64>,
) -> Parts {
    if row.at(At::Act) < 0.0 {
        let (rates, values) = (row.five(At::Rates), row.five(At::Values));
        return parts(std::array::from_fn(|i| Part { rate: rates[i], value: values[i] }));
    }
    let seen = seen(sample, row, large, call_share);
    let (before, values) = (passed(row), passed_values(row));
    let (rates, pays) = (model.rates(&before, &seen), model.paying(&seen));
    let passes = 1.0 - row.at(At::Risk);
    let part = |i: usize| {
        let each = if before[i] > 0.0 { values[i] / before[i] } else { 0.0 };
        let pays = match i {
            0..3 => each * pays[i].exp(),
            3 => each + pays[3],
            _ => each,
        };
        Part { rate: passes * rates[i], value: passes * rates[i] * pays }
    };
    let mut parts = parts(std::array::from_fn(part));
    parts.deal_in.rate += row.at(At::Risk);
    parts.deal_in.value += row.at(At::Risk) * row.at(At::RiskValue);
    parts
}

/// The ends of all rows of a decision as the model corrects them.
pub fn outcomes(model: &OutcomeModel, offers: &Weights, sample: &Sample) -> Vec<Parts> {
    let large = !sample.fast && sample.theirs().at(At::Depth) > 1.0;
    let call_share = call_share(offers, sample);
    sample.rows.iter().map(|row| corrected(model, sample, row, large, call_share)).collect()
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
            searched: sample.rows[at].five(At::SearchedValues).iter().sum(),
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
    let offered = offers::shares(offers, sample);
    let offered: Vec<(usize, bool, f64)> =
        offered.into_iter().map(|(at, share)| (at, sample.rows[at].at(At::Call) > 0.0, share)).collect();
    if !offered.is_empty() {
        follow(call, &offered);
    }
    after
}

/// One of several things happened, or each so much of the time.
struct EndSample {
    figures: [f64; FIGURES],
    before: [f64; ENDS],
    shares: [f64; ENDS],
    weight: f64,
}

/// The model of these samples, as far as searches are no larger than `fast` takes on.
pub fn ends(samples: &[&Sample], offers: &Weights) -> OutcomeModel {
    let mut model = OutcomeModel::NONE;
    let fast: Vec<&Sample> = samples.iter().copied().filter(|sample| sample.fast && counts(sample)).collect();
    let ends: Vec<EndSample> = fast.iter().map(|sample| happened(sample, offers)).collect();
    newton(&mut model, &ends, &(0..FIGURES - LARGE.len()).collect::<Vec<_>>());
    model.pays = pays(&fast);
    model
}

/// The model of these samples.
pub fn fit(samples: &[&Sample], offers: &Weights) -> OutcomeModel {
    let mut model = ends(samples, offers);
    // what a larger search says is to be what the smaller one says after this
    let smaller: HashMap<u64, &Sample> =
        samples.iter().filter(|sample| sample.fast).map(|sample| (sample.key, *sample)).collect();
    let larger = samples.iter().filter(|sample| !sample.fast && counts(sample)).filter_map(|sample| {
        let small = smaller.get(&sample.key)?;
        let deeper = |of: &Sample| of.theirs().at(At::Depth);
        if deeper(sample) <= deeper(small) {
            return None;
        }
        let shares = model
            .rates(&passed(small.theirs()), &seen(small, small.theirs(), false, call_share(offers, small)));
        let row = sample.theirs();
        Some(EndSample {
            figures: seen(sample, row, true, call_share(offers, sample)).figures(),
            before: passed(row),
            shares,
            weight: sample.weight,
        })
    });
    let larger: Vec<EndSample> = larger.collect();
    println!("{} larger searches beside smaller ones", larger.len());
    newton(&mut model, &larger, &LARGE);
    model
}

/// Whether something was left to happen after what was done.
pub fn counts(sample: &Sample) -> bool {
    sample.theirs().at(At::Act) >= 0.0 && !sample.at_once
}

fn happened(sample: &Sample, offers: &Weights) -> EndSample {
    let row = sample.theirs();
    let shares = std::array::from_fn(|i| f64::from(u8::from(i == sample.end)));
    EndSample {
        figures: seen(sample, row, false, call_share(offers, sample)).figures(),
        before: passed(row),
        shares,
        weight: sample.weight,
    }
}

fn odds(model: &OutcomeModel, one: &EndSample) -> [f64; ENDS] {
    let mut odds = [0.0; ENDS];
    for (i, weights) in model.ends.iter().enumerate() {
        let sum: f64 = weights.iter().zip(&one.figures).map(|(weight, figure)| weight * figure).sum();
        odds[i] = (one.before[i] + LEAST) * sum.exp();
    }
    let all: f64 = odds.iter().sum();
    odds.map(|odds| odds / all)
}

/// Minus the mean log-likelihood of what happened.
pub fn log_loss(model: &OutcomeModel, samples: &[&Sample], offers: &Weights) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for sample in samples.iter().filter(|sample| sample.fast && counts(sample)) {
        let one = happened(sample, offers);
        sum -= one.weight * odds(model, &one)[sample.end].ln();
        all += one.weight;
    }
    sum / all.max(1.0)
}

/// Fits the weights of some figures, the others as they are.
fn newton(model: &mut OutcomeModel, all: &[EndSample], free: &[usize]) {
    let k = free.len();
    let n = ENDS * k;
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; n];
        let mut curve = vec![vec![0.0; n]; n];
        for one in all {
            let odds = odds(model, one);
            for (a, odds_a) in odds.iter().enumerate() {
                let error = one.weight * (odds_a - one.shares[a]);
                for (i, &figure) in free.iter().enumerate() {
                    let x = one.figures[figure];
                    if x == 0.0 {
                        continue;
                    }
                    gradient[a * k + i] += error * x;
                    for (b, odds_b) in odds.iter().enumerate() {
                        let same = f64::from(u8::from(a == b));
                        let c = one.weight * odds_a * (same - odds_b) * x;
                        for (j, &figure) in free.iter().enumerate() {
                            curve[a * k + i][b * k + j] += c * one.figures[figure];
                        }
                    }
                }
            }
        }
        for (a, weights) in model.ends.iter().enumerate() {
            for (i, &figure) in free.iter().enumerate() {
                gradient[a * k + i] += 2.0 * RIDGE * weights[figure];
                curve[a * k + i][a * k + i] += 2.0 * RIDGE;
            }
        }
        let step = solved(curve, gradient);
        for (a, weights) in model.ends.iter_mut().enumerate() {
            free.iter().enumerate().for_each(|(i, &figure)| weights[figure] -= step[a * k + i]);
        }
    }
}

/// What ends pay beside what is said, near the factor 1. Told payments add up to those that were made, in all and wherever a
/// figure is 1: the likeliest factors if what is paid varies as much as it is on average (quasi-Poisson), while least squares
/// would go by the dearest hands. What is added to a draw is found by least squares, which do the same.
fn pays(fast: &[&Sample]) -> [[f64; PAY_FIGURES]; PAYING] {
    std::array::from_fn(|end| {
        let here: Vec<(&Sample, f64)> = fast
            .iter()
            .filter(|sample| sample.end == end)
            .filter_map(|sample| {
                let (rates, values) = (passed(sample.theirs()), passed_values(sample.theirs()));
                (rates[end] > 0.0).then(|| (*sample, values[end] / rates[end]))
            })
            .collect();
        let drawn = RoundEnd::ALL[end] == RoundEnd::Draw;
        // a typical payment, which makes the ridge a number of decisions
        let all: f64 = here.iter().map(|(sample, _)| sample.weight).sum();
        let paid: f64 = here.iter().map(|(sample, predicted)| sample.weight * predicted.abs()).sum();
        let typical = if drawn { 1.0 } else { paid / all.max(1.0) };
        let mut weights = [0.0; PAY_FIGURES];
        for _ in 0..STEPS {
            let mut gradient = vec![0.0; PAY_FIGURES];
            let mut curve = vec![vec![0.0; PAY_FIGURES]; PAY_FIGURES];
            for (sample, predicted) in &here {
                let figures = seen(sample, sample.theirs(), false, None).pay_figures();
                let sum: f64 = figures.iter().zip(weights).map(|(figure, weight)| figure * weight).sum();
                let (says, slope) = if drawn {
                    (predicted + sum, 1.0)
                } else {
                    (predicted * sum.exp(), predicted * sum.exp())
                };
                for i in 0..PAY_FIGURES {
                    gradient[i] += sample.weight * (says - sample.change) * slope.signum() * figures[i];
                    for j in 0..PAY_FIGURES {
                        curve[i][j] += sample.weight * slope.abs() * figures[i] * figures[j];
                    }
                }
            }
            for i in 0..PAY_FIGURES {
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

    /// Wins came twice as often as predicted to dealers, and to nobody else.
    #[test]
    fn a_factor_that_there_is_is_found() {
        let before = [0.2; ENDS];
        let of = |dealer: bool| {
            let mut figures = [0.0; FIGURES];
            figures[0] = 1.0;
            figures[2] = f64::from(u8::from(dealer));
            let shares =
                if dealer { [1.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0] } else { before };
            EndSample { figures, before, shares, weight: 1e6 }
        };
        let mut model = OutcomeModel::NONE;
        newton(&mut model, &[of(true), of(false)], &[0, 2]);
        let rates = odds(&model, &of(true));
        assert!((rates[0] - 1.0 / 3.0).abs() < 1e-3, "{rates:?}");
        let rates = odds(&model, &of(false));
        assert!((rates[0] - 0.2).abs() < 1e-3, "{rates:?}");
    }
}
