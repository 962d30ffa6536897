//! The weights of what strong players do with a tile on offer.

use super::fit::solved;
use super::table::{At, Row, Sample};
use nanikiru::analyze::choice::{self, FIGURES, Taking, Weights};

/// The weight of the squared weights in the cost.
const RIDGE: f64 = 0.5;
/// Steps of Newton, each halved until the cost falls.
const STEPS: usize = 25;

/// What is known of the actions on a tile, with their places among the rows.
pub fn takings(sample: &Sample) -> Vec<(usize, Taking)> {
    let rows = sample.rows.iter().enumerate();
    let is_one = |row: &Row| (2.0..6.0).contains(&row.at(At::Action)) && row.at(At::Act) >= 0.0;
    let found: Vec<(usize, Taking)> =
        rows.filter(|(_, row)| is_one(row)).map(|(i, row)| (i, taking(sample, row))).collect();
    if found.len() < 2 { Vec::new() } else { found }
}

fn taking(sample: &Sample, row: &Row) -> Taking {
    Taking {
        call: row.at(At::Action) > 2.0,
        chi: row.at(At::Action) == 3.0,
        shanten: row.at(At::Shanten) as i32,
        yaku: row.at(At::Yaku) as i32,
        folds: row.at(At::Folds),
        win: row.at(At::Rates),
        value: row.five(At::Values).iter().sum(),
        open: sample.open,
        riichi: sample.threat == 1 || sample.threat == 2,
    }
}

/// The share of strong players that does each, by its place among the rows.
pub fn shares(weights: &Weights, sample: &Sample) -> Vec<(usize, f64)> {
    let (places, all): (Vec<usize>, Vec<Taking>) = takings(sample).into_iter().unzip();
    let shares = choice::shares(weights, &all).unwrap_or_default();
    places.into_iter().zip(shares).collect()
}

/// The share that calls; none where there is nothing to call.
pub fn call_share(weights: &Weights, sample: &Sample) -> Option<f64> {
    let shares = shares(weights, sample);
    let calls = shares.iter().filter(|(i, _)| sample.rows[*i].at(At::Action) > 2.0);
    (!shares.is_empty()).then(|| calls.map(|(_, share)| share).sum())
}

/// A choice: the figures of all, and which was taken.
type Chosen = (Vec<[f64; FIGURES]>, usize);

/// The likeliest weights.
pub fn fit(samples: &[&Sample]) -> Weights {
    let chosen = |sample: &&Sample| -> Option<Chosen> {
        let all = takings(sample);
        let done = all.iter().position(|(i, _)| *i == sample.done)?;
        let (_, pass) = *all.iter().find(|(_, taking)| !taking.call)?;
        Some((all.iter().map(|(_, taking)| taking.figures(&pass)).collect(), done))
    };
    let all: Vec<Chosen> =
        samples.iter().copied().filter(|sample| sample.fast).filter_map(|sample| chosen(&sample)).collect();
    println!("{} decisions on a tile on offer", all.len());
    let mut weights = [0.0; FIGURES];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| 2.0 * RIDGE * weight).collect();
        let mut curve = vec![vec![0.0; FIGURES]; FIGURES];
        (0..FIGURES).for_each(|i| curve[i][i] = 2.0 * RIDGE);
        for (figures, done) in &all {
            let shares = odds(&weights, figures);
            let mean: [f64; FIGURES] =
                std::array::from_fn(|i| figures.iter().zip(&shares).map(|(row, share)| row[i] * share).sum());
            for i in 0..FIGURES {
                gradient[i] += mean[i] - figures[*done][i];
                for (row, share) in figures.iter().zip(&shares) {
                    for j in 0..FIGURES {
                        curve[i][j] += share * (row[i] - mean[i]) * (row[j] - mean[j]);
                    }
                }
            }
        }
        let step = solved(curve, gradient);
        let (before, mut part) = (cost(&weights, &all), 1.0);
        while part > 1e-6 {
            let next: Weights = std::array::from_fn(|i| weights[i] - part * step[i]);
            if cost(&next, &all) <= before {
                weights = next;
                break;
            }
            part /= 2.0;
        }
    }
    weights
}

fn odds(weights: &Weights, figures: &[[f64; FIGURES]]) -> Vec<f64> {
    let leaning = |row: &[f64; FIGURES]| row.iter().zip(weights).map(|(a, b)| a * b).sum::<f64>();
    let leanings: Vec<f64> = figures.iter().map(leaning).collect();
    let most = leanings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = leanings.iter().map(|leaning| (leaning - most).exp()).collect();
    let sum: f64 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / sum).collect()
}

fn cost(weights: &Weights, all: &[Chosen]) -> f64 {
    let ridge: f64 = weights.iter().map(|weight| RIDGE * weight * weight).sum();
    all.iter().map(|(figures, done)| -(odds(weights, figures)[*done] + 1e-12).ln()).sum::<f64>() + ridge
}
