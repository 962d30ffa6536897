//! Rates out of counts that are small in places.

use super::discards::{ByClass, Trials};
use super::standing::TURNS;
use std::ops::AddAssign;

/// A rate for each class.
pub type Rates = [f64; 6];

/// The cell and as many neighbours on both sides, alike as far as there are any, as it takes to have enough.
pub fn pooled<T: Copy + AddAssign>(cells: &[T], at: usize, enough: impl Fn(&T) -> bool) -> T {
    let window = |width: usize| {
        let (first, after) = (at.saturating_sub(width), cells.len().min(at + width + 1));
        let mut sum = cells[first];
        cells[first + 1..after].iter().for_each(|&cell| sum += cell);
        sum
    };
    (0..cells.len()).map(window).find(enough).unwrap_or_else(|| window(cells.len()))
}

/// The rate of each cell alone.
pub fn alone(cells: &[ByClass; TURNS]) -> [Rates; TURNS] {
    cells.map(|row| row.map(|trials| trials.rate()))
}

/// The rate of each cell, drawn to its class's overall rate as if by five more discards.
pub fn drawn(cells: &[ByClass; TURNS]) -> [Rates; TURNS] {
    let overall = log_polynomial(cells, &BLIND, 0);
    let rate = |t: &Trials, overall: f64| (t.observed as f64 + 5.0) / (t.expected + 5.0 / overall);
    std::array::from_fn(|turn| std::array::from_fn(|c| rate(&cells[turn][c], overall[turn][c])))
}

/// A rate by class times a factor by turn, the likeliest ones.
pub fn product(cells: &[ByClass; TURNS]) -> [Rates; TURNS] {
    let mut classes = [1.0; 6];
    let mut turns = [1.0; TURNS];
    for _ in 0..100 {
        classes = std::array::from_fn(|c| {
            let observed: u64 = cells.iter().map(|row| row[c].observed).sum();
            let expected: f64 = cells.iter().zip(turns).map(|(row, turn)| row[c].expected * turn).sum();
            observed as f64 / expected
        });
        turns = cells.map(|row| {
            let observed: u64 = row.iter().map(|trials| trials.observed).sum();
            let expected: f64 = row.iter().zip(classes).map(|(trials, class)| trials.expected * class).sum();
            observed as f64 / expected
        });
    }
    turns.map(|turn| classes.map(|class| class * turn))
}

/// Blind discards.
pub const BLIND: [Rates; TURNS] = [[1.0; 6]; TURNS];

/// For each class `base` times a factor whose logarithm is a polynomial in the turn, the likeliest one:
/// Poisson regression by Newton's method.
pub fn log_polynomial(cells: &[ByClass; TURNS], base: &[Rates; TURNS], degree: usize) -> [Rates; TURNS] {
    let mut rates = *base;
    for class in 0..6 {
        let trials: [(f64, f64); TURNS] = std::array::from_fn(|turn| {
            let Trials { observed, expected, .. } = cells[turn][class];
            (observed as f64, expected * base[turn][class])
        });
        let factors = factors(&trials, degree);
        rates.iter_mut().zip(factors).for_each(|(row, factor)| row[class] *= factor);
    }
    rates
}

/// The factors by turn for pairs of observed and expected numbers.
fn factors(trials: &[(f64, f64); TURNS], degree: usize) -> [f64; TURNS] {
    // the turn from -1 to 1: its powers stay of one size
    let powers = |turn: usize| {
        let x = 2.0 * turn as f64 / (TURNS - 1) as f64 - 1.0;
        (0..=degree).map(move |power| x.powi(power as i32))
    };
    let value = |coefficients: &[f64], turn: usize| {
        powers(turn).zip(coefficients).map(|(x, c)| x * c).sum::<f64>().exp()
    };
    let sums = trials.iter().fold((0.0, 0.0), |(o, e), t| (o + t.0, e + t.1));
    let mut coefficients = vec![0.0; degree + 1];
    if sums.0 == 0.0 {
        return [0.0; TURNS];
    }
    coefficients[0] = f64::ln(sums.0 / sums.1);
    for _ in 0..50 {
        // gradient and curvature of the log likelihood, one row a coefficient
        let mut system = vec![vec![0.0; degree + 2]; degree + 1];
        for (turn, &(observed, expected)) in trials.iter().enumerate() {
            let fitted = expected * value(&coefficients, turn);
            for (row, a) in system.iter_mut().zip(powers(turn)) {
                row.iter_mut().zip(powers(turn)).for_each(|(cell, b)| *cell += fitted * a * b);
                row[degree + 1] += (observed - fitted) * a;
            }
        }
        let step = solve(system);
        let longest = step.iter().fold(1.0, |longest: f64, s| longest.max(s.abs()));
        coefficients.iter_mut().zip(step).for_each(|(c, s)| *c += s / longest);
    }
    std::array::from_fn(|turn| value(&coefficients, turn))
}

/// Gauss and Jordan on a positive definite system, its right side in the last column.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    for i in 0..rows.len() {
        let pivot = rows[i].clone();
        for (k, row) in rows.iter_mut().enumerate() {
            let factor = row[i] / pivot[i];
            let scaled = |cell: f64, by: f64| if k == i { cell / pivot[i] } else { cell - factor * by };
            row.iter_mut().zip(&pivot).for_each(|(cell, &by)| *cell = scaled(*cell, by));
        }
    }
    rows.iter().map(|row| row[row.len() - 1]).collect()
}

/// Log likelihood of the observed numbers (Poisson), less what no rate changes.
pub fn likelihood(cells: &[ByClass; TURNS], rates: &[Rates; TURNS]) -> f64 {
    let cells = cells.as_flattened().iter().zip(rates.as_flattened());
    cells.map(|(t, rate)| t.observed as f64 * rate.max(1e-9).ln() - t.expected * rate).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_grow_until_there_is_enough() {
        let cells = [1, 2, 3, 4, 5];
        let at = |at, enough: i32| pooled(&cells, at, |&sum| sum >= enough);
        assert_eq!([at(2, 3), at(2, 4), at(0, 2), at(4, 10), at(1, 99)], [3, 9, 3, 12, 15]);
    }

    /// Cells that follow a law exactly are fitted exactly.
    #[test]
    fn a_polynomial_is_found_again() {
        let law = |turn: usize, class: usize| {
            let x = turn as f64 / 10.0 - 1.0;
            (class as f64 / 4.0 - 1.0 + x - x * x).exp()
        };
        let base: [Rates; TURNS] = std::array::from_fn(|turn| [1.0 + turn as f64 / 9.0; 6]);
        let cells: [ByClass; TURNS] = std::array::from_fn(|turn| {
            std::array::from_fn(|class| {
                let observed = 1_000_000;
                let rate = base[turn][class] * law(turn, class);
                Trials { discards: 0, observed, expected: observed as f64 / rate }
            })
        });
        let exact = alone(&cells);
        let fitted = log_polynomial(&cells, &base, 2);
        for (exact, fitted) in exact.as_flattened().iter().zip(fitted.as_flattened()) {
            assert!((fitted / exact - 1.0).abs() < 1e-9, "{fitted} is not {exact}");
        }
        assert!(likelihood(&cells, &fitted) > likelihood(&cells, &log_polynomial(&cells, &base, 1)));
    }
}
