//! The last steps, on games that nothing before has seen: what is left of the fitted games' good luck.

use nanikiru::danger::curve::{KNOTS, between};
use nanikiru::dense::is;

/// Newton steps; the costs are convex, and the starts near.
const STEPS: usize = 20;
/// Keeps weights near their start where data are few: a curvature of so much.
const RIDGE: f64 = 4.0;
/// What keeps neighbouring shifts near each other: some 400 discards at 5 %.
const STIFF: f64 = 20.0;
/// The least share of the way between two knots that is left between the bent ones: order is kept.
const LEAST: f64 = 0.05;

/// The constant, and how much each of two log-odds counts, that make `logistic` of their sum most likely.
pub fn blend(samples: &[([f64; 2], bool)]) -> [f64; 3] {
    newton([0.0, 0.6, 0.4], 0.0, |rates, weights: &[f64; 3]| {
        for &([a, b], yes) in samples {
            let factors = [1.0, a, b];
            rates(weights[0] + weights[1] * a + weights[2] * b, yes, &factors);
        }
    })
}

/// The shifts at the knots that make the bent rates most likely.
pub fn curve(samples: &[(f64, bool)]) -> [f64; KNOTS.len()] {
    const LEN: usize = KNOTS.len();
    let mut shifts = newton([0.0; LEN], STIFF, |rates, weights: &[f64; LEN]| {
        for &(rate, yes) in samples {
            let odds = (rate / (1.0 - rate)).ln();
            let (lower, share) = between(odds);
            let mut factors = [0.0; LEN];
            factors[lower] += 1.0 - share;
            factors[(lower + 1).min(LEN - 1)] += share;
            let shift: f64 = factors.iter().zip(weights).map(|(f, w)| f * w).sum();
            rates(odds + shift, yes, &factors);
        }
    });
    let odds = KNOTS.map(|rate| (rate / (1.0 - rate)).ln());
    for i in 1..LEN {
        let gap = odds[i] - odds[i - 1];
        shifts[i] = shifts[i].max(shifts[i - 1] - (1.0 - LEAST) * gap);
    }
    shifts
}

/// Adds one sample: its log-odds, whether it was so, and what multiplies each weight.
type Add<'a, const N: usize> = dyn FnMut(f64, bool, &[f64; N]) + 'a;

fn newton<const N: usize>(start: [f64; N], stiff: f64, all: impl Fn(&mut Add<N>, &[f64; N])) -> [f64; N] {
    let mut weights = start;
    for _ in 0..STEPS {
        // the equations' matrix with their right side
        let mut lines = vec![vec![0.0; N + 1]; N];
        all(
            &mut |odds, yes, factors| {
                let rate = 1.0 / (1.0 + (-odds).exp());
                let (error, curvature) = (is(yes) - rate, rate * (1.0 - rate));
                for i in (0..N).filter(|&i| factors[i] != 0.0) {
                    (0..N).for_each(|j| lines[i][j] += curvature * factors[i] * factors[j]);
                    lines[i][N] += error * factors[i];
                }
            },
            &weights,
        );
        for (i, line) in lines.iter_mut().enumerate() {
            line[i] += RIDGE;
            line[N] -= RIDGE * (weights[i] - start[i]);
        }
        for i in 1..N {
            for (a, b) in [(i, i - 1), (i - 1, i)] {
                lines[a][a] += stiff;
                lines[a][b] -= stiff;
                lines[a][N] -= stiff * (weights[a] - weights[b]);
            }
        }
        (0..N).for_each(|i| eliminate(&mut lines, i));
        weights.iter_mut().zip(&lines).for_each(|(weight, line)| *weight += line[N]);
    }
    weights
}

/// Leaves the unknown in its own equation only; the matrix is positive definite, so that none has to be swapped.
fn eliminate(lines: &mut [Vec<f64>], at: usize) {
    let pivot = lines[at][at];
    lines[at].iter_mut().for_each(|n| *n /= pivot);
    let own = lines[at].clone();
    for (_, line) in lines.iter_mut().enumerate().filter(|(i, _)| *i != at) {
        let times = line[at];
        line.iter_mut().zip(&own).for_each(|(n, own)| *n -= times * own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanikiru_tools::decisions::mix;

    fn share(n: u64) -> f64 {
        (mix(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn rate(odds: f64) -> f64 {
        1.0 / (1.0 + (-odds).exp())
    }

    #[test]
    fn the_mixture_that_was_drawn_from_is_found() {
        let sample = |i: u64| {
            let [a, b] = [1, 2].map(|salt| share(4 * i + salt) * 4.0 - 2.0);
            ([a, b], share(4 * i + 3) < rate(-0.5 + 0.7 * a + 0.2 * b))
        };
        let samples: Vec<_> = (0..100_000).map(sample).collect();
        let found = blend(&samples);
        found.iter().zip([-0.5, 0.7, 0.2]).for_each(|(a, b)| assert!((a - b).abs() < 0.03, "{a} {b}"));
    }

    #[test]
    fn rates_that_are_too_high_are_lowered_where_they_are() {
        let sample = |i: u64| {
            let estimated = 0.005 + 0.2 * share(2 * i);
            let real = if estimated > 0.06 { estimated * 0.8 } else { estimated };
            (estimated, share(2 * i + 1) < real)
        };
        let samples: Vec<_> = (0..400_000).map(sample).collect();
        let shifts = curve(&samples);
        let at = |rate: f64| shifts[KNOTS.iter().position(|&knot| knot == rate).unwrap()];
        assert!(at(0.02).abs() < 0.2, "{shifts:?}");
        assert!((-0.4..-0.15).contains(&at(0.12)), "{shifts:?}");
    }

    #[test]
    fn a_curve_keeps_the_order_whatever_it_is_fitted_on() {
        let samples: Vec<_> = (0..4_000).map(|i| (0.3 * share(i), i % 40 == 0 && share(i) < 0.2)).collect();
        let shifts = curve(&samples);
        let odds = |i: usize| (KNOTS[i] / (1.0 - KNOTS[i])).ln() + shifts[i];
        assert!((1..KNOTS.len()).all(|i| odds(i) > odds(i - 1)), "{shifts:?}");
    }
}
