//! Choices whose log-odds are known but for a straight line: its weights, by L-BFGS.

use crate::train::choice;
use crate::train::lbfgs::{Cost, least, ridged};
use std::ops::Range;

/// Steps of L-BFGS at most.
const STEPS: u64 = 60;
/// About the variance of a choice, for the scale of the weights.
const VARIANCE: f64 = 0.1;

/// Choices, each with an offset and a row of numbers.
#[derive(Default)]
pub struct Logit {
    width: usize,
    /// Where the choices of each sample end.
    ends: Vec<u32>,
    taken: Vec<u8>,
    offsets: Vec<f32>,
    rows: Vec<f32>,
}

impl Logit {
    /// A sample: log-odds of its choices, one row of numbers for each, and which was taken.
    pub fn push(&mut self, offsets: &[f32], rows: &[Vec<f32>], taken: usize) {
        self.offsets.extend(offsets);
        for row in rows {
            self.width = row.len();
            self.rows.extend(row);
        }
        self.ends.push(self.offsets.len() as u32);
        self.taken.push(taken as u8);
    }

    /// A sample of yes or no: the log-odds of yes, and its numbers.
    pub fn push_if(&mut self, odds: f64, row: &[f32], yes: bool) {
        self.width = row.len();
        self.offsets.push(odds as f32);
        self.rows.extend(row);
        self.ends.push(self.offsets.len() as u32);
        self.taken.push(u8::from(!yes));
    }

    /// Adds all of `later`.
    pub fn append(&mut self, later: Logit) {
        if later.ends.is_empty() {
            return;
        }
        let shift = self.offsets.len() as u32;
        self.width = later.width;
        self.ends.extend(later.ends.iter().map(|end| end + shift));
        self.taken.extend(later.taken);
        self.offsets.extend(later.offsets);
        self.rows.extend(later.rows);
    }

    /// How many samples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn part(&self, few: Range<usize>, weights: &[f64]) -> (f64, Vec<f64>) {
        let (mut cost, mut gradient) = (0.0, vec![0.0; weights.len()]);
        for i in few {
            let begin = if i == 0 { 0 } else { self.ends[i - 1] as usize };
            let choices = begin..self.ends[i] as usize;
            let rows = &self.rows[choices.start * self.width..choices.end * self.width];
            let mut odds: Vec<f64> = rows
                .chunks_exact(self.width)
                .zip(&self.offsets[choices])
                .map(|(row, &offset)| {
                    f64::from(offset) + row.iter().zip(weights).map(|(&x, w)| f64::from(x) * w).sum::<f64>()
                })
                .collect();
            // of yes or no, no has no numbers
            if odds.len() == 1 {
                odds.push(0.0);
            }
            cost += choice::errors(&mut odds, usize::from(self.taken[i]));
            for (error, row) in odds.iter().zip(rows.chunks_exact(self.width)) {
                gradient.iter_mut().zip(row).for_each(|(sum, &x)| *sum += error * f64::from(x));
            }
        }
        (cost, gradient)
    }

    /// The weights with the least cost, drawn to 0 by `ridge`; says what they gain.
    pub fn fit(&self, name: &str, ridge: f64) -> Result<Vec<f32>, String> {
        let mut squares = vec![0.0; self.width];
        for row in self.rows.chunks_exact(self.width.max(1)) {
            squares.iter_mut().zip(row).for_each(|(sum, &x)| *sum += VARIANCE * f64::from(x * x));
        }
        let scale = squares.iter().map(|square| 1.0 / (square + 2.0 * ridge).sqrt()).collect();
        let cost = RidgedLogit { logit: self, ridge };
        let loss = |weights: &[f64]| self.part(0..self.len(), weights).0 / self.len().max(1) as f64;
        let before = loss(&vec![0.0; self.width]);
        let weights = least(&cost, scale, None, STEPS, &|_| ())?;
        println!("{name}: {} samples, log-loss {before:.4} to {:.4}", self.len(), loss(&weights));
        Ok(weights.into_iter().map(|weight| weight as f32).collect())
    }
}

/// Choices that have one row of numbers together, and a line each.
#[derive(Default)]
pub struct ChoiceSamples {
    samples: Vec<(Vec<f32>, Box<[f32]>, usize)>,
}

impl ChoiceSamples {
    /// A sample: log-odds of its choices, the numbers, and which was taken.
    pub fn push(&mut self, offsets: &[f32], row: &[f32], taken: usize) {
        let row = row.iter().copied().chain([1.0]).collect();
        self.samples.push((offsets.to_vec(), row, taken));
    }

    /// How many samples.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    fn part(&self, few: Range<usize>, weights: &[f64]) -> (f64, Vec<f64>) {
        let (mut cost, mut gradient) = (0.0, vec![0.0; weights.len()]);
        for (offsets, row, taken) in &self.samples[few] {
            let lines = weights.chunks_exact(row.len()).zip(offsets);
            let mut odds: Vec<f64> = lines
                .map(|(line, &offset)| {
                    f64::from(offset) + row.iter().zip(line).map(|(&x, w)| f64::from(x) * w).sum::<f64>()
                })
                .collect();
            cost += choice::errors(&mut odds, *taken);
            for (error, line) in odds.iter().zip(gradient.chunks_exact_mut(row.len())) {
                let on = line.iter_mut().zip(row).filter(|(_, x)| **x != 0.0);
                on.for_each(|(sum, &x)| *sum += error * f64::from(x));
            }
        }
        (cost, gradient)
    }

    /// The weights with the least cost, choice by choice.
    pub fn fit(&self, name: &str, ridge: f64) -> Result<Vec<f32>, String> {
        let Some((offsets, row, _)) = self.samples.first() else {
            return Err(format!("{name}: nothing to fit"));
        };
        let mut squares = vec![0.0; row.len()];
        for (_, row, _) in &self.samples {
            squares.iter_mut().zip(row).for_each(|(sum, &x)| *sum += VARIANCE * f64::from(x * x));
        }
        let scale: Vec<f64> = squares.iter().map(|square| 1.0 / (square + 2.0 * ridge).sqrt()).collect();
        let scale = scale.repeat(offsets.len());
        let loss = |weights: &[f64]| self.part(0..self.len(), weights).0 / self.len() as f64;
        let before = loss(&vec![0.0; scale.len()]);
        let weights = least(&RidgedChoices { shared: self, ridge }, scale, None, STEPS, &|_| ())?;
        println!("{name}: {} samples, log-loss {before:.4} to {:.4}", self.len(), loss(&weights));
        Ok(weights.into_iter().map(|weight| weight as f32).collect())
    }
}

struct RidgedChoices<'a> {
    shared: &'a ChoiceSamples,
    ridge: f64,
}

impl Cost for RidgedChoices<'_> {
    fn samples(&self) -> usize {
        self.shared.len()
    }

    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        ridged(self.shared.len(), self.ridge, weights, |few| self.shared.part(few, weights))
    }
}

struct RidgedLogit<'a> {
    logit: &'a Logit,
    ridge: f64,
}

impl Cost for RidgedLogit<'_> {
    fn samples(&self) -> usize {
        self.logit.len()
    }

    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        ridged(self.logit.len(), self.ridge, weights, |few| self.logit.part(few, weights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanikiru_tools::decisions::mix;

    fn share(n: u64) -> f64 {
        (mix(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 11) as f64 / (1u64 << 53) as f64
    }

    #[test]
    fn the_line_that_was_drawn_from_is_found() {
        let mut logit = Logit::default();
        for i in 0..40_000 {
            let x = 4.0 * share(3 * i) - 2.0;
            let offset = 2.0 * share(3 * i + 1) - 1.0;
            let rate = 1.0 / (1.0 + (-(offset + 0.5 - 0.8 * x)).exp());
            logit.push_if(offset, &[1.0, x as f32], share(3 * i + 2) < rate);
        }
        let weights = logit.fit("a test", 0.01).unwrap();
        assert!((weights[0] - 0.5).abs() < 0.05 && (weights[1] + 0.8).abs() < 0.05, "{weights:?}");
    }

    #[test]
    fn what_is_right_already_is_left_alone() {
        let mut logit = Logit::default();
        for i in 0..20_000u64 {
            let odds = [0.0, 1.0, -1.0].map(f32::exp);
            let mut at = share(i) as f32 * odds.iter().sum::<f32>();
            let taken = odds
                .iter()
                .position(|odds| {
                    at -= odds;
                    at < 0.0
                })
                .unwrap_or(2);
            logit.push(&[0.0, 1.0, -1.0], &[vec![1.0, 0.0], vec![0.0, 1.0], vec![0.0, 0.0]], taken);
        }
        assert!(logit.fit("a test", 0.01).unwrap().iter().all(|weight| weight.abs() < 0.05));
    }
}
