//! Fits how rounds end after recorded discards: Adam on small batches, the same bits for any number of threads.

mod pass;
mod samples;

use crate::train::adam::{Descent, Fill};
use crate::train::lots::Lots;
use nanikiru::ends::net::{Block, Net, WEIGHTS};
use nanikiru::ends::{ENDS, LABEL};
use nanikiru::params::{Params, Section};
use nanikiru_tools::outcome::RoundEnd;
use rayon::prelude::*;
use samples::{Sample, samples};
use std::path::PathBuf;

/// Games whose discards are in memory together: some 300,000 discards.
const GAMES: usize = 1_024;
/// Times that the discards of a lot are gone through.
const TIMES: usize = 1;
/// The largest step.
const STEP: f64 = 2e-3;
/// Turns that are judged by themselves.
const EARLY: usize = 8;

/// The net of one discard in `share` of the games of these archives.
pub fn fit(paths: &[PathBuf], limit: usize, share: u64) -> Result<Vec<u8>, String> {
    let lots = Lots::read(paths, limit)?;
    let of_game = |name: &str, record: &[u8]| Some(samples(name, record, share));
    let mut descent = Descent::new(start(), STEP);
    let gone = lots.train(GAMES, of_game, |lot, span| {
        let done = 100.0 * span.end;
        let costs = descent.lot(&lot, TIMES, span, pass::backward);
        println!("{done:.1} %, {} discards: cost {costs:.4?}", lot.len());
    });
    let provenance = gone.provenance();
    println!("{} games, {} discards", provenance.games, provenance.decisions);
    let bytes = Params::new(LABEL, provenance, sections(&descent.into_weights(), gone.decisions())).write();
    let net = net(&bytes)?;
    let mut judged = Vec::new();
    lots.judge(GAMES, of_game, |lot| judged.extend(judge(&net, &lot)));
    println!(
        "\n| information over a constant | unseen discards | {} |\n|---|---|---|---|---|---|---|",
        names()
    );
    println!("{}", summary(&judged, &format!("turns 1 to {EARLY}"), |turn| turn <= EARLY));
    println!("{}", summary(&judged, "later turns", |turn| turn > EARLY));
    Ok(bytes)
}

/// The net as it is read again.
fn net(bytes: &[u8]) -> Result<Net, String> {
    Params::read(LABEL, bytes).and_then(|params| Net::new(&params)).map_err(|error| error.to_string())
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
fn sections(weights: &[f32], samples: u64) -> Vec<Section> {
    let section = |block: Block| Section {
        name: block.section(),
        layout: block.layout(),
        format: block.format(),
        numbers: weights[block.range()].to_vec(),
        samples,
    };
    Block::ALL.into_iter().map(section).collect()
}

fn names() -> String {
    RoundEnd::ALL.map(RoundEnd::name).join(" | ")
}

/// What the net predicts of a discard that it has not seen.
struct Prediction {
    rates: [f64; ENDS],
    /// How the round ended.
    end: usize,
    turn: usize,
}

fn judge(net: &Net, unseen: &[Sample]) -> Vec<Prediction> {
    let one = |sample: &Sample| {
        let odds = net.odds(&sample.inputs).map(|odds| f64::from(odds).exp());
        let all: f64 = odds.iter().sum();
        Prediction { rates: odds.map(|odds| odds / all), end: sample.end, turn: sample.turn }
    };
    unseen.par_iter().map(one).collect()
}

/// How much less surprising each end is by the net than by the mean.
fn summary(judged: &[Prediction], name: &str, turns: impl Fn(usize) -> bool) -> String {
    let here: Vec<&Prediction> = judged.iter().filter(|one| turns(one.turn)).collect();
    let n = here.len().max(1) as f64;
    let known = (0..ENDS).map(|end| {
        let usual = here.iter().filter(|one| one.end == end).count() as f64 / n;
        let surprise = |predicted: f64, came: bool| -(if came { predicted } else { 1.0 - predicted }).ln();
        let mean = |predicted: &dyn Fn(&Prediction) -> f64| -> f64 {
            here.iter().map(|one| surprise(predicted(one), one.end == end)).sum::<f64>() / n
        };
        let constant = mean(&|_| usual);
        format!("{:.2} %", 100.0 * (constant - mean(&|one| one.rates[end])) / constant)
    });
    format!("| {name} | {} | {} |", here.len(), known.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests;
