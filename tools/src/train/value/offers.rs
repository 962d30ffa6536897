//! The weights of what strong players do with a tile on offer.

use super::facts::facts;
use super::logit::{self, Choice};
use super::table::{At, Sample};
use nanikiru::analyze::offer::{self, FIGURES, OfferAction, Weights};

/// The weight of the squared weights in the cost.
const RIDGE: f64 = 0.5;

/// What is known of the actions on a tile, with their places among the rows.
pub fn takings(sample: &Sample) -> Vec<(usize, OfferAction)> {
    let action = |row| OfferAction::of(&facts(sample, row, false, None), row.at(At::Action) == 3.0);
    sample.rows.iter().enumerate().filter_map(|(i, row)| Some((i, action(row)?))).collect()
}

/// The share of strong players that does each, by its place among the rows.
pub fn shares(weights: &Weights, sample: &Sample) -> Vec<(usize, f64)> {
    let (places, all): (Vec<usize>, Vec<OfferAction>) = takings(sample).into_iter().unzip();
    let shares = offer::shares(weights, &all).unwrap_or_default();
    places.into_iter().zip(shares).collect()
}

/// The share that calls; none where there is nothing to call.
pub fn call_share(weights: &Weights, sample: &Sample) -> Option<f64> {
    let shares = shares(weights, sample);
    let calls = shares.iter().filter(|(i, _)| sample.rows[*i].at(At::Action) > 2.0);
    (!shares.is_empty()).then(|| calls.map(|(_, share)| share).sum())
}

/// The likeliest weights.
pub fn fit(samples: &[&Sample]) -> Weights {
    let chosen = |sample: &&Sample| -> Option<Choice<FIGURES>> {
        let all = takings(sample);
        let done = all.iter().find(|(i, _)| *i == sample.done)?.1.net.call;
        let calls = offer::calls(&all.iter().map(|&(_, taking)| taking).collect::<Vec<OfferAction>>())?;
        let done = calls.iter().position(|call| call.net.call == done)?;
        let figures = calls.iter().map(|call| call.figures(&calls[0])).collect();
        Some(Choice { figures, taken: done, weight: sample.weight })
    };
    let fast = samples.iter().copied().filter(|sample| sample.fast);
    let all: Vec<Choice<FIGURES>> = fast.filter_map(|sample| chosen(&sample)).collect();
    println!("{} decisions on a tile on offer", all.len());
    logit::fit(&all, RIDGE)
}
