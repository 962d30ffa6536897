//! Logistic regressions on a few small integers: eq. 8, by L-BFGS.

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use nanikiru::danger::paper::tenpai::{DISCARDS, Regressions};
use std::collections::BTreeMap;

/// Fewest samples of a regression; the seed has about 4,000. With fewer, those of neighbouring numbers of
/// discards are taken in.
const ENOUGH: u64 = 4_000;
/// Keeps weights finite where a feature decides alone.
const RIDGE: f64 = 0.5;

/// How often features came, and how often with the label.
type Cell<const N: usize> = BTreeMap<[u8; N], [u64; 2]>;

/// Samples by calls and discards.
pub struct Table<const N: usize> {
    cells: BTreeMap<(usize, usize), Cell<N>>,
}

impl<const N: usize> Default for Table<N> {
    fn default() -> Table<N> {
        Table { cells: BTreeMap::new() }
    }
}

impl<const N: usize> Table<N> {
    /// Adds a sample.
    pub fn push(&mut self, calls: usize, discards: usize, features: [u8; N], label: bool) {
        let cell = self.cells.entry((calls, discards.min(DISCARDS - 1))).or_default();
        cell.entry(features).or_default()[usize::from(label)] += 1;
    }

    /// Adds others.
    pub fn append(&mut self, later: Table<N>) {
        for (key, cell) in later.cells {
            let mine = self.cells.entry(key).or_default();
            for (features, [no, yes]) in cell {
                let counts = mine.entry(features).or_default();
                *counts = [counts[0] + no, counts[1] + yes];
            }
        }
    }

    /// How many samples.
    pub fn len(&self) -> u64 {
        self.cells.values().map(size).sum()
    }

    /// Fits each number of calls from `first` on, and each number of discards.
    pub fn fit(&self, first: usize, calls: usize) -> Result<Regressions<N>, String> {
        let weights = (first..first + calls).map(|calls| {
            let mut row = [[0.0; N]; DISCARDS];
            for (discards, weights) in row.iter_mut().enumerate() {
                *weights = fit(&self.window(calls, discards))?;
            }
            Ok(row)
        });
        Ok(Regressions { weights: weights.collect::<Result<_, String>>()? })
    }

    /// The samples of so many discards, and of as many neighbours on both sides as make them enough.
    fn window(&self, calls: usize, discards: usize) -> Cell<N> {
        let mut window = Cell::new();
        for reach in 0..DISCARDS {
            let near = discards.saturating_sub(reach)..=(discards + reach).min(DISCARDS - 1);
            window = Cell::new();
            for cell in near.filter_map(|d| self.cells.get(&(calls, d))) {
                for (features, [no, yes]) in cell {
                    let counts = window.entry(*features).or_default();
                    *counts = [counts[0] + no, counts[1] + yes];
                }
            }
            if size(&window) >= ENOUGH {
                break;
            }
        }
        window
    }
}

fn size<const N: usize>(cell: &Cell<N>) -> u64 {
    cell.values().flatten().sum()
}

struct Problem<'a, const N: usize>(&'a Cell<N>);

impl<const N: usize> Problem<'_, N> {
    fn at(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let mut cost = RIDGE * weights.iter().map(|w| w * w).sum::<f64>();
        let mut gradient: Vec<f64> = weights.iter().map(|w| 2.0 * RIDGE * w).collect();
        for (features, &[no, yes]) in self.0 {
            let odds: f64 = features.iter().zip(weights).map(|(&x, w)| f64::from(x) * w).sum();
            let (no, yes) = (no as f64, yes as f64);
            // ln(1 + e^x) without overflow
            cost += (no + yes) * (odds.max(0.0) + (-odds.abs()).exp().ln_1p()) - yes * odds;
            let error = (no + yes) / (1.0 + (-odds).exp()) - yes;
            gradient.iter_mut().zip(features).for_each(|(g, &x)| *g += error * f64::from(x));
        }
        (cost, gradient)
    }
}

impl<const N: usize> CostFunction for Problem<'_, N> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, param: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.at(param).0)
    }
}

impl<const N: usize> Gradient for Problem<'_, N> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, param: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.at(param).1)
    }
}

fn fit<const N: usize>(cell: &Cell<N>) -> Result<[f64; N], String> {
    let mut weights = [0.0; N];
    let samples = size(cell);
    if samples == 0 {
        return Ok(weights);
    }
    let text = |error: Error| error.to_string();
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 8)
        .with_tolerance_cost(1e-9 * samples as f64)
        .and_then(|solver| solver.with_tolerance_grad(1e-6 * samples as f64))
        .map_err(text)?;
    let result = Executor::new(Problem(cell), solver)
        .configure(|state| state.param(vec![0.0; N]).max_iters(200))
        .run()
        .map_err(text)?;
    let best = result.state().get_best_param().ok_or("no step was made")?;
    weights.copy_from_slice(best);
    Ok(weights)
}
