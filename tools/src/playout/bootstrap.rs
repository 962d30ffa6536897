//! Standard errors by bootstrap (Efron 1979): figures of samples drawn with replacement from the units.

use nanikiru_tools::wall::Random;

/// Samples drawn.
const SAMPLES: u64 = 400;

/// A figure with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// Figures of independent units, and their standard errors. A figure that is not a number in some samples has
/// no error.
pub fn estimates<T>(
    units: &[T],
    seed: u64,
    figures: impl Fn(&mut dyn Iterator<Item = &T>) -> Vec<f64>,
) -> Vec<Estimate> {
    let means = figures(&mut units.iter());
    let mut random = Random::of(&[seed, units.len() as u64]);
    let samples: Vec<Vec<f64>> = (0..SAMPLES)
        .map(|_| {
            let drawn: Vec<usize> = (0..units.len()).map(|_| random.below(units.len())).collect();
            figures(&mut drawn.iter().map(|&at| &units[at]))
        })
        .collect();
    let estimate = |(at, mean): (usize, f64)| {
        let n = SAMPLES as f64;
        let average = samples.iter().map(|sample| sample[at]).sum::<f64>() / n;
        let squares: f64 = samples.iter().map(|sample| (sample[at] - average).powi(2)).sum();
        Estimate { mean, error: (squares / (n - 1.0)).sqrt() }
    };
    means.into_iter().enumerate().map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_mean_is_that_of_the_formula() {
        let mut random = Random::of(&[5]);
        let numbers: Vec<f64> = (0..2_000).map(|_| random.below(1_001) as f64).collect();
        let mean = |units: &mut dyn Iterator<Item = &f64>| {
            let (n, sum) = units.fold((0.0, 0.0), |(n, sum), one| (n + 1.0, sum + one));
            vec![sum / n]
        };
        let found = estimates(&numbers, 1, mean)[0];
        assert!((found.mean - numbers.iter().sum::<f64>() / 2_000.0).abs() < 1e-9);
        // the standard deviation of 0..=1000 is 289; an error by 400 samples is right to 3.5 %
        let expected = 289.0 / 2_000f64.sqrt();
        assert!((found.error / expected - 1.0).abs() < 0.15, "{found:?} {expected}");
        assert_eq!(found, estimates(&numbers, 1, mean)[0]);
    }
}
