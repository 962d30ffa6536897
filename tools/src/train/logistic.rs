//! Logistic and multinomial regression on sparse categories, by L-BFGS; the same bits for any number of threads.

use crate::train::choice;
use crate::train::lbfgs::{Cost, least, ridged};
use crate::train::samples::Samples;
use std::ops::Range;

/// A regression: one weight for each class and feature; the first class of two has none.
#[derive(Clone, Copy)]
pub struct Regression<'a> {
    /// What is fitted.
    pub samples: &'a Samples,
    /// How many features.
    pub features: usize,
    /// How many classes: 2 is logistic.
    pub classes: usize,
    /// The weight of the squared weights in the cost: 1 / (2 variance).
    pub ridge: f64,
    /// At most so many steps.
    pub steps: u64,
}

impl Regression<'_> {
    fn weights(&self) -> usize {
        if self.classes == 2 { self.features } else { self.features * self.classes }
    }

    /// The weights with the least cost, class by class.
    pub fn fit(&self, start: Option<Vec<f64>>, tick: &(dyn Fn(f64) + Sync)) -> Result<Vec<f64>, String> {
        let mut counts = vec![0.0; self.features];
        for i in 0..self.samples.len() {
            self.samples.get(i).0.iter().for_each(|&f| counts[usize::from(f)] += 1.0);
        }
        let curvature = if self.classes == 2 {
            let rate = self.samples.rate(1);
            rate * (1.0 - rate)
        } else {
            1.0 / self.classes as f64
        };
        let scale = (0..self.weights())
            .map(|i| 1.0 / (counts[i % self.features] * curvature + 2.0 * self.ridge).sqrt())
            .collect::<Vec<f64>>();
        least(self, scale, start, self.steps, tick)
    }

    fn two(&self, weights: &[f64], active: &[u16], offset: f64, label: u8, gradient: &mut [f64]) -> f64 {
        let odds: f64 = offset + active.iter().map(|&f| weights[usize::from(f)]).sum::<f64>();
        let rate = 1.0 / (1.0 + (-odds).exp());
        let error = rate - f64::from(label);
        active.iter().for_each(|&f| gradient[usize::from(f)] += error);
        // ln(1 + e^x) without overflow
        odds.max(0.0) + (-odds.abs()).exp().ln_1p() - f64::from(label) * odds
    }

    fn many(
        &self,
        weights: &[f64],
        active: &[u16],
        label: u8,
        odds: &mut [f64],
        gradient: &mut [f64],
    ) -> f64 {
        for (class, odds) in odds.iter_mut().enumerate() {
            let weights = &weights[class * self.features..];
            *odds = active.iter().map(|&f| weights[usize::from(f)]).sum();
        }
        let cost = choice::errors(odds, usize::from(label));
        for (class, error) in odds.iter().enumerate() {
            let gradient = &mut gradient[class * self.features..];
            active.iter().for_each(|&f| gradient[usize::from(f)] += error);
        }
        cost
    }
}

impl Cost for Regression<'_> {
    fn samples(&self) -> usize {
        self.samples.len()
    }

    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let part = |few: Range<usize>| {
            let mut gradient = vec![0.0; weights.len()];
            let mut cost = 0.0;
            let mut odds = vec![0.0; self.classes];
            for i in few {
                let (active, label) = self.samples.get(i);
                cost += if self.classes == 2 {
                    self.two(weights, active, self.samples.offset(i), label, &mut gradient)
                } else {
                    self.many(weights, active, label, &mut odds, &mut gradient)
                };
            }
            (cost, gradient)
        };
        ridged(self.samples.len(), self.ridge, weights, part)
    }
}
