//! Fits the net: Adam on small batches, the same bits for any number of threads.
//!
//! Hands in riichi are few beside what a net has to learn, so that it is taught more than what they wait for: first
//! what any opponent holds, tenpai or not, which shapes a tenpai hand waits with, and what the regression says
//! of its waits; then, on tenpai hands, mostly the waits themselves.

mod pass;
pub mod samples;

use crate::decisions::mix;
use nanikiru::danger::net::{Block, WEIGHTS};
use nanikiru::params::Section;
use pass::{ALL, BESIDE_ROWS, Costs, Tape};
use rayon::prelude::*;
use samples::{Places, Sample};

/// Samples between two steps.
const BATCH: usize = 256;
/// Parts of a batch whose gradients are added up in order.
const PARTS: usize = 4;
/// Times that all samples are gone through, and after them those of tenpai hands alone.
const EPOCHS: [usize; 2] = [4, 4];
/// The costs of both.
const COSTS: [Costs; 2] =
    [Costs { soft: 0.7, held: 0.2, shapes: 0.3 }, Costs { soft: 0.5, held: 0.0, shapes: 0.1 }];
/// The largest step; it falls to nothing in a straight line.
const STEP: f64 = 1e-3;
/// How much of the mean gradient and of its mean square is new with each step.
const NEW: [f32; 2] = [0.1, 0.001];
/// How fast weights that nothing supports decay, in steps.
const DECAY: f32 = 0.1;
/// How much of the weights that are kept is new with each step: a mean over the last few hundred.
const KEPT: f32 = 0.002;

/// A net that says nothing.
pub fn none() -> Vec<Section> {
    sections(&[0.0; WEIGHTS], 0)
}

/// The weights with a small cost. `tell` is told the mean cost after each time through.
pub fn fit(samples: &[Sample], tell: &dyn Fn(&str)) -> Vec<Section> {
    let places = Places::new();
    let tenpai: Vec<u32> = (0..samples.len() as u32).filter(|&i| samples[i as usize].tenpai).collect();
    let every: Vec<u32> = (0..samples.len() as u32).collect();
    let steps: usize = [&every, &tenpai].iter().zip(EPOCHS).map(|(all, n)| all.len() / BATCH * n).sum();
    let mut adam = Adam::new(steps);
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
                        cost +=
                            tape.backward(&adam.weights, sample, mirrored, (&places, costs), &mut gradient);
                    }
                    (cost, gradient)
                };
                let parts: Vec<(f64, Vec<f32>)> = batch.par_chunks(BATCH / PARTS).map(part).collect();
                cost += parts.iter().map(|(cost, _)| cost).sum::<f64>();
                adam.step(&parts);
            }
            tell(&format!("{epoch}: cost {:.5}", cost / order.len().max(1) as f64));
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

struct Adam {
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The mean of the last weights.
    kept: Vec<f32>,
    step: usize,
    steps: usize,
}

impl Adam {
    fn new(steps: usize) -> Adam {
        let mut weights = vec![0.0; ALL];
        let mut n = 0u64;
        let mut fill = |weights: &mut [f32], most: f32| {
            for weight in weights {
                n += 1;
                let share = (mix(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 40) as f32 / (1u64 << 24) as f32;
                *weight = most * (2.0 * share - 1.0);
            }
        };
        for block in Block::ALL {
            // so that units vary about as much as what they are made of: some 75 features are on
            let most = match block {
                Block::Kinds | Block::Table | Block::HonourKinds | Block::HonourTable => 0.2,
                Block::Own => (3.0 / block.size().0 as f32).sqrt(),
                Block::Sum | Block::HonourSum => (0.25 / block.size().0 as f32).sqrt(),
                Block::Waits | Block::HonourWaits => 0.02,
                Block::HonourSorts => 0.2,
                Block::First | Block::Second | Block::HonourFirst => 0.0,
                Block::Constants | Block::HonourConstant => {
                    weights[block.range()].fill(-3.0); // about the rate of a wait
                    continue;
                }
            };
            fill(&mut weights[block.range()], most);
        }
        BESIDE_ROWS.into_iter().for_each(|range| fill(&mut weights[range], 0.02));
        let zeros = vec![0.0; ALL];
        Adam { kept: weights.clone(), weights, mean: zeros.clone(), square: zeros, step: 0, steps }
    }

    fn step(&mut self, parts: &[(f64, Vec<f32>)]) {
        self.step += 1;
        let done = self.step as f64 / self.steps as f64;
        let step = (STEP * (1.0 - done).max(0.02) * (self.step as f64 / 200.0).min(1.0)) as f32;
        let unbiased = NEW.map(|new| 1.0 - (1.0 - f64::from(new)).powi(self.step as i32) as f32);
        for i in 0..ALL {
            let gradient = parts.iter().map(|(_, part)| part[i]).sum::<f32>() / BATCH as f32;
            self.mean[i] += NEW[0] * (gradient - self.mean[i]);
            self.square[i] += NEW[1] * (gradient * gradient - self.square[i]);
            let by = self.mean[i] / unbiased[0] / ((self.square[i] / unbiased[1]).sqrt() + 1e-8);
            self.weights[i] -= step * (by + DECAY * self.weights[i]);
            self.kept[i] += KEPT * (self.weights[i] - self.kept[i]);
        }
    }
}

#[cfg(test)]
mod tests;
