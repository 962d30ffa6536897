//! Fits the net: Adam on small batches, the same bits for any number of threads.
//!
//! Hands in riichi are few beside what a net has to learn, so that it is taught more than what they wait for: first
//! what any opponent holds, tenpai or not, which shapes a tenpai hand waits with, and what the regression says
//! of its waits; then, on tenpai hands, mostly the waits themselves.

mod around;
mod cost;
mod pass;
pub mod samples;

use crate::train::adam::{Adam, Fill};
use around::Dropout;
use cost::Costs;
use nanikiru::danger::net::{Block, WEIGHTS};
use nanikiru::params::Section;
use nanikiru_tools::decisions::mix;
use pass::{ALL, BESIDE_ROWS, Tape};
use rayon::prelude::*;
use samples::{Places, Sample};

/// Samples between two steps.
const BATCH: usize = 256;
/// Parts of a batch whose gradients are added up in order.
const PARTS: usize = 4;
/// Times that all samples are gone through, and after them those of tenpai hands alone.
const EPOCHS: [usize; 2] = [2, 3];
/// The costs of both.
const COSTS: [Costs; 2] =
    [Costs { soft: 0.7, held: 0.2, shapes: 0.3 }, Costs { soft: 0.5, held: 0.0, shapes: 0.1 }];
/// The largest step.
const STEP: f64 = 1e-3;

/// A net that says nothing.
pub fn none() -> Vec<Section> {
    sections(&[0.0; WEIGHTS], 0)
}

/// The weights with a small cost. `log` gets the mean cost after each time through.
pub fn fit(samples: &[Sample], log: &dyn Fn(&str)) -> Vec<Section> {
    let places = Places::new();
    let tenpai: Vec<u32> = (0..samples.len() as u32).filter(|&i| samples[i as usize].tenpai).collect();
    let every: Vec<u32> = (0..samples.len() as u32).collect();
    let steps: usize = [&every, &tenpai].iter().zip(EPOCHS).map(|(all, n)| all.len() / BATCH * n).sum();
    let (mut adam, mut step) = (Adam::new(start(), STEP), 0);
    let epochs = EPOCHS.into_iter().zip([every, tenpai]).zip(COSTS);
    let mut epoch = 0u64;
    for ((times, mut order), costs) in epochs {
        for _ in 0..times {
            epoch += 1;
            for i in (1..order.len()).rev() {
                order.swap(i, (mix(epoch << 40 ^ i as u64) % (i as u64 + 1)) as usize);
            }
            let mut cost = 0.0;
            for batch in order.chunks_exact(BATCH) {
                let part = |few: &[u32]| {
                    let (mut gradient, mut tape, mut cost) = (vec![0.0; ALL], Tape::new(), 0.0);
                    for &i in few {
                        let turned = mix(epoch << 40 ^ u64::from(i) << 8);
                        let mirrored = [1, 2, 4].map(|bit| turned & bit != 0);
                        let sample = &samples[i as usize];
                        let shown = (mirrored, Some(Dropout { seed: turned }));
                        cost += tape.backward(&adam.weights, sample, shown, (&places, costs), &mut gradient);
                    }
                    (cost, gradient)
                };
                let parts: Vec<(f64, Vec<f32>)> = batch.par_chunks(BATCH / PARTS).map(part).collect();
                cost += parts.iter().map(|(cost, _)| cost).sum::<f64>();
                step += 1;
                adam.step(&parts, BATCH, f64::from(step) / steps as f64);
            }
            log(&format!("{epoch}: cost {:.5}", cost / order.len().max(1) as f64));
        }
    }
    sections(&adam.kept, samples.len())
}

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

/// Weights to begin with.
fn start() -> Vec<f32> {
    let (mut weights, mut fill) = (vec![0.0; ALL], Fill::default());
    for block in Block::ALL {
        // so that units vary about as much as what they are made of: some 75 features are on
        let most = match block {
            Block::Kinds | Block::Table | Block::HonourKinds | Block::HonourTable => 0.2,
            Block::Around | Block::AroundTable => 0.2,
            Block::Own | Block::Next => (3.0 / block.size().0 as f32).sqrt(),
            Block::Sum | Block::HonourSum | Block::NextOwn | Block::NextSum => {
                (0.25 / block.size().0 as f32).sqrt()
            }
            Block::Waits | Block::HonourWaits | Block::NextWaits => 0.02,
            Block::HonourSorts => 0.2,
            Block::First | Block::Second | Block::HonourFirst => 0.0,
            Block::AroundPlace | Block::NextPlace => 0.0,
            Block::Constants | Block::HonourConstant => {
                weights[block.range()].fill(-3.0); // about the rate of a wait
                continue;
            }
        };
        fill.up_to(most, &mut weights[block.range()]);
    }
    BESIDE_ROWS.into_iter().for_each(|range| fill.up_to(0.02, &mut weights[range]));
    weights
}

#[cfg(test)]
mod tests;
