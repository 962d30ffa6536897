//! Steps down a gradient: Adam with decaying weights.

use nanikiru_tools::decisions::mix;
use rayon::prelude::*;
use std::ops::Range;

/// How much of the mean gradient and of its mean square is new with each step.
const NEW: [f32; 2] = [0.1, 0.001];
/// How fast weights that nothing supports decay, in steps.
const DECAY: f32 = 0.1;
/// How much of the weights that are kept is new with each step: a mean over the last few hundred.
const KEPT: f32 = 0.002;

/// Weights on their way.
pub struct Adam {
    /// Where they are.
    pub weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The mean of the last weights.
    pub kept: Vec<f32>,
    step: usize,
    largest: f64,
}

impl Adam {
    /// Steps of which one of the first is the largest; they fall to nothing in a straight line.
    pub fn new(weights: Vec<f32>, largest: f64) -> Adam {
        let zeros = vec![0.0; weights.len()];
        Adam { kept: weights.clone(), weights, mean: zeros.clone(), square: zeros, step: 0, largest }
    }

    /// A step by the gradients of a batch's parts, added up in order; with it, this share of all is done.
    pub fn step(&mut self, parts: &[(f64, Vec<f32>)], batch: usize, done: f64) {
        self.step += 1;
        let step = (self.largest * (1.0 - done).max(0.02) * (self.step as f64 / 200.0).min(1.0)) as f32;
        let unbiased = NEW.map(|new| 1.0 - (1.0 - f64::from(new)).powi(self.step as i32) as f32);
        for i in 0..self.weights.len() {
            let gradient = parts.iter().map(|(_, part)| part[i]).sum::<f32>() / batch as f32;
            self.mean[i] += NEW[0] * (gradient - self.mean[i]);
            self.square[i] += NEW[1] * (gradient * gradient - self.square[i]);
            let by = self.mean[i] / unbiased[0] / ((self.square[i] / unbiased[1]).sqrt() + 1e-8);
            self.weights[i] -= step * (by + DECAY * self.weights[i]);
            self.kept[i] += KEPT * (self.weights[i] - self.kept[i]);
        }
    }
}

/// Samples between two steps.
const BATCH: usize = 256;
/// Parts of a batch whose gradients are added up in order, so that any number of threads finds the same bits.
const PARTS: usize = 4;

/// A descent that is shown its samples a lot at a time.
pub struct Descent {
    adam: Adam,
    /// Times that a lot was gone through so far.
    times: u64,
}

impl Descent {
    /// From these weights on.
    pub fn new(start: Vec<f32>, largest: f64) -> Descent {
        Descent { adam: Adam::new(start, largest), times: 0 }
    }

    /// Goes through a lot so many times, in another order each; `span` is the share of all that is done before it and after.
    /// `backward` adds a sample's gradient to what it is given and says its cost; the mean costs of each time.
    pub fn lot<S: Sync>(
        &mut self,
        samples: &[S],
        times: usize,
        span: Range<f64>,
        backward: impl Fn(&[f32], &S, &mut [f32]) -> f64 + Sync,
    ) -> Vec<f64> {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        let steps = samples.len() / BATCH * times;
        let mut step = 0;
        let mut once = || {
            self.times += 1;
            for i in (1..order.len()).rev() {
                order.swap(i, (mix(self.times << 40 ^ i as u64) % (i as u64 + 1)) as usize);
            }
            let (adam, mut cost) = (&mut self.adam, 0.0);
            for batch in order.chunks_exact(BATCH) {
                let part = |few: &[u32]| {
                    let mut gradient = vec![0.0; adam.weights.len()];
                    let costs =
                        few.iter().map(|&i| backward(&adam.weights, &samples[i as usize], &mut gradient));
                    (costs.sum(), gradient)
                };
                let parts: Vec<(f64, Vec<f32>)> = batch.par_chunks(BATCH / PARTS).map(part).collect();
                cost += parts.iter().map(|(cost, _)| cost).sum::<f64>();
                step += 1;
                let done = span.start + (span.end - span.start) * (f64::from(step) / steps as f64);
                adam.step(&parts, BATCH, done);
            }
            cost / (order.len() / BATCH * BATCH).max(1) as f64
        };
        (0..times).map(|_| once()).collect()
    }

    /// The weights that it came to.
    pub fn into_weights(self) -> Vec<f32> {
        self.adam.kept
    }
}

/// Compares the gradients of some samples with what the cost changes by, of one weight in so many.
#[cfg(test)]
pub fn check_gradients<S>(
    mut weights: Vec<f32>,
    samples: &[S],
    one_in: usize,
    backward: impl Fn(&[f32], &S, &mut [f32]) -> f64,
) {
    let (mut checked, mut bent) = (0, 0);
    for sample in samples {
        let mut gradient = vec![0.0; weights.len()];
        backward(&weights, sample, &mut gradient);
        let cost = |weights: &[f32]| backward(weights, sample, &mut vec![0.0; weights.len()]);
        for i in (0..weights.len()).step_by(one_in) {
            let (kept, step) = (weights[i], 5e-4f32);
            weights[i] = kept + step;
            let more = cost(&weights);
            weights[i] = kept - step;
            let less = cost(&weights);
            weights[i] = kept;
            let by = (more - less) / f64::from(2.0 * step);
            let off = (by - f64::from(gradient[i])).abs() / by.abs().max(0.1);
            // a unit that begins or stops within the step
            bent += usize::from(off > 0.05);
            checked += usize::from(by.abs() > 0.01);
        }
    }
    assert!(checked > 300, "only {checked} of the weights matter");
    assert!(bent * 20 < checked, "{bent} of {checked}");
}

/// Numbers to begin with, the same in every run.
#[derive(Default)]
pub struct Fill {
    n: u64,
}

impl Fill {
    /// Evenly between `-most` and `most`.
    pub fn up_to(&mut self, most: f32, weights: &mut [f32]) {
        for weight in weights {
            self.n += 1;
            let share = (mix(self.n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 40) as f32 / (1u64 << 24) as f32;
            *weight = most * (2.0 * share - 1.0);
        }
    }
}
