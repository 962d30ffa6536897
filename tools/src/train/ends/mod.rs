//! Fits how rounds end after recorded discards: Adam on small batches, the same bits for any number of threads.

mod pass;
mod samples;

use crate::train::adam::{Fill, descend};
use crate::train::split::Split;
use nanikiru::ends::net::{Block, Net, WEIGHTS};
use nanikiru::ends::{ENDS, LABEL};
use nanikiru::params::{Params, Section};
use nanikiru_tools::outcome::RoundEnd;
use rayon::prelude::*;
use samples::{Sample, samples};
use std::path::PathBuf;

/// Times that all samples are gone through.
const EPOCHS: usize = 4;
/// The largest step.
const STEP: f64 = 2e-3;
/// Turns that are judged by themselves.
const EARLY: usize = 8;

/// The net of one discard in `share` of the games of these archives.
pub fn fit(paths: &[PathBuf], limit: usize, share: u64) -> Result<Vec<u8>, String> {
    let all = Split::gather(paths, limit, |name, record| Some(samples(name, record, share)))?;
    let provenance = all.provenance();
    println!("{} games, {} discards", provenance.games, provenance.decisions);
    let weights = train(&all.training, EPOCHS, &|text| println!("{text}"));
    let bytes = Params::new(LABEL, provenance, sections(&weights, all.training.len())).write();
    let net = net(&bytes)?;
    println!(
        "\n| information over a constant | unseen discards | {} |\n|---|---|---|---|---|---|---|",
        names()
    );
    println!("{}", judge(&net, &all.unseen, &format!("turns 1 to {EARLY}"), |turn| turn <= EARLY));
    println!("{}", judge(&net, &all.unseen, "later turns", |turn| turn > EARLY));
    Ok(bytes)
}

/// The net as it is read again.
fn net(bytes: &[u8]) -> Result<Net, String> {
    Params::read(LABEL, bytes).and_then(|params| Net::new(&params)).map_err(|error| error.to_string())
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
            Block::Inputs => 0.15,
            Block::Second => 0.2,
            Block::Ends => 0.1,
            Block::First | Block::Constants | Block::Odds => 0.0,
        };
        fill.up_to(most, &mut weights[block.range()]);
    }
    weights
}

/// A net's sections, as they stand in the file.
fn sections(weights: &[f32], samples: usize) -> Vec<Section> {
    let section = |block: Block| Section {
        name: block.section(),
        layout: block.layout(),
        format: block.format(),
        numbers: weights[block.range()].to_vec(),
        samples: samples as u64,
    };
    Block::ALL.into_iter().map(section).collect()
}

fn names() -> String {
    RoundEnd::ALL.map(RoundEnd::name).join(" | ")
}

/// How much less surprising each end is, on games that it has not seen, to whoever knows the net than to whoever knows the mean.
fn judge(net: &Net, unseen: &[Sample], name: &str, turns: impl Fn(usize) -> bool + Sync) -> String {
    let here: Vec<&Sample> = unseen.iter().filter(|sample| turns(sample.turn)).collect();
    let rates = |sample: &&Sample| {
        let odds = net.odds(&sample.inputs).map(|odds| f64::from(odds).exp());
        let all: f64 = odds.iter().sum();
        odds.map(|odds| odds / all)
    };
    let rates: Vec<[f64; ENDS]> = here.par_iter().map(rates).collect();
    let n = here.len().max(1) as f64;
    let known = (0..ENDS).map(|end| {
        let usual = here.iter().filter(|sample| sample.end == end).count() as f64 / n;
        let surprise = |told: f64, came: bool| -(if came { told } else { 1.0 - told }).ln();
        let mean = |told: &dyn Fn(usize) -> f64| -> f64 {
            here.iter().enumerate().map(|(i, sample)| surprise(told(i), sample.end == end)).sum::<f64>() / n
        };
        let constant = mean(&|_| usual);
        format!("{:.2} %", 100.0 * (constant - mean(&|i| rates[i][end])) / constant)
    });
    format!("| {name} | {} | {} |", here.len(), known.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests;
