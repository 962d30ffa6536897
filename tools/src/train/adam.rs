//! Steps down a gradient: Adam with decaying weights.

use nanikiru_tools::decisions::mix;

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
    steps: usize,
    largest: f64,
}

impl Adam {
    /// So many steps, of which one of the first is the largest; they fall to nothing in a straight line.
    pub fn new(weights: Vec<f32>, largest: f64, steps: usize) -> Adam {
        let zeros = vec![0.0; weights.len()];
        Adam { kept: weights.clone(), weights, mean: zeros.clone(), square: zeros, step: 0, steps, largest }
    }

    /// A step by the gradients of a batch's parts, added up in order.
    pub fn step(&mut self, parts: &[(f64, Vec<f32>)], batch: usize) {
        self.step += 1;
        let done = self.step as f64 / self.steps as f64;
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
