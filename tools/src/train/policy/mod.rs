//! Fits what strong players do: Adam on small batches, the same bits for any number of threads.

mod pass;
mod samples;

use crate::train::adam::{Fill, descend};
use crate::train::split::Split;
use nanikiru::params::{Params, Section};
use nanikiru::policy::LABEL;
use nanikiru::policy::net::{Block, Net, Scope, WEIGHTS};
use rayon::prelude::*;
use samples::{Sample, samples};
use std::path::PathBuf;

/// Times that all samples are gone through.
const EPOCHS: usize = 12;
/// The largest step.
const STEP: f64 = 2e-3;

/// A net of one decision in `share` of the games of these archives.
pub fn fit(paths: &[PathBuf], limit: usize, (scope, share): (Scope, u64)) -> Result<Params, String> {
    let all = Split::gather(paths, limit, |name, record| Some(samples(name, record, scope, share)))?;
    let provenance = all.provenance();
    println!("{} games, {} decisions", provenance.games, provenance.decisions);
    let weights = train(&all.training, EPOCHS, &|text| println!("{text}"));
    let bytes = Params::new(LABEL, provenance, sections(&weights, all.training.len(), scope)).write();
    let params = Params::read(LABEL, &bytes).map_err(|error| error.to_string())?;
    let net = Net::new(&params, scope).map_err(|error| error.to_string())?;
    println!("{}", judge(&net, &all.unseen));
    Ok(params)
}

/// The weights with a small cost. `tell` is told the mean cost after each time through.
fn train(samples: &[Sample], epochs: usize, tell: &dyn Fn(&str)) -> Vec<f32> {
    descend(start(), STEP, samples, epochs, pass::backward, tell)
}

/// Weights to begin with.
fn start() -> Vec<f32> {
    let (mut weights, mut fill) = (vec![0.0; WEIGHTS], Fill::default());
    for block in Block::ALL {
        // so that units vary about as much as what they are made of
        let most = match block {
            Block::Discard | Block::Table => 0.2,
            Block::Second => 0.2,
            Block::Weight => 0.1,
            Block::First | Block::Constants => 0.0,
        };
        fill.up_to(most, &mut weights[block.range()]);
    }
    weights
}

/// A net's sections, as they stand in the file.
pub fn sections(weights: &[f32], samples: usize, scope: Scope) -> Vec<Section> {
    let section = |block: Block| Section {
        name: block.section(scope),
        layout: block.layout(),
        format: block.format(),
        numbers: weights[block.range()].to_vec(),
        samples: samples as u64,
    };
    Block::ALL.into_iter().map(section).collect()
}

/// How good the net is on games that it has not seen.
fn judge(net: &Net, unseen: &[Sample]) -> String {
    let one = |sample: &Sample| {
        let weights = net.weights(&sample.inputs);
        let made = weights[sample.made];
        let all: f64 = weights.iter().map(|&weight| f64::from(weight - made).exp()).sum();
        let declaring = weights.iter().zip(&sample.declares).filter(|(_, declares)| **declares);
        let riichi: f64 = declaring.map(|(&weight, _)| f64::from(weight - made).exp()).sum();
        let declares = riichi > 0.5 * all;
        let place = weights.iter().filter(|&&weight| weight > made).count();
        let asked = sample.declares.contains(&true);
        (all.ln(), place, asked.then_some(declares == sample.declares[sample.made]))
    };
    let judged: Vec<(f64, usize, Option<bool>)> = unseen.par_iter().map(one).collect();
    let n = judged.len().max(1) as f64;
    let cost: f64 = judged.iter().map(|(cost, ..)| cost).sum();
    let within = |places: usize| judged.iter().filter(|(_, place, _)| *place < places).count() as f64 / n;
    let riichi: Vec<bool> = judged.iter().filter_map(|&(.., riichi)| riichi).collect();
    format!(
        "{} unseen decisions: cost {:.4}, first {:.2} %, in three {:.2} %; riichi or not of {}: {:.2} %",
        judged.len(),
        cost / n,
        100.0 * within(1),
        100.0 * within(3),
        riichi.len(),
        100.0 * riichi.iter().filter(|&&right| right).count() as f64 / riichi.len().max(1) as f64
    )
}

#[cfg(test)]
mod tests;
