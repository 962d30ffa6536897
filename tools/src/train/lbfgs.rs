//! The least of a convex cost, by L-BFGS.

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;

/// Steps that L-BFGS remembers.
const MEMORY: usize = 10;

/// A cost that is a sum over samples.
pub trait Cost: Sync {
    /// How many samples there are.
    fn samples(&self) -> usize;
    /// The cost at these weights, and its gradient.
    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>);
}

/// Parts whose gradients are added up in order.
const PARTS: usize = 32;

/// A cost over so many samples and its gradient, `ridge` times the squared weights included, the same bits for any number
/// of threads; `part` gives both for some of the samples.
pub fn ridged(
    samples: usize,
    ridge: f64,
    weights: &[f64],
    part: impl Fn(Range<usize>) -> (f64, Vec<f64>) + Sync,
) -> (f64, Vec<f64>) {
    let part = |p: usize| part(samples * p / PARTS..samples * (p + 1) / PARTS);
    let parts: Vec<(f64, Vec<f64>)> = (0..PARTS).into_par_iter().map(part).collect();
    let mut cost = ridge * weights.iter().map(|w| w * w).sum::<f64>();
    let mut gradient: Vec<f64> = weights.iter().map(|w| 2.0 * ridge * w).collect();
    for (part_cost, part) in parts {
        cost += part_cost;
        gradient.iter_mut().zip(part).for_each(|(sum, g)| *sum += g);
    }
    (cost, gradient)
}

/// The weights with the least cost. Weights are numbers times `scale`, which makes about one curvature of all;
/// `tick` gets the cost of a sample after every evaluation.
pub fn least(
    cost: &impl Cost,
    scale: Vec<f64>,
    start: Option<Vec<f64>>,
    steps: u64,
    tick: &(dyn Fn(f64) + Sync),
) -> Result<Vec<f64>, String> {
    let from = match start {
        Some(weights) => weights.iter().zip(&scale).map(|(w, s)| w / s).collect(),
        None => vec![0.0; scale.len()],
    };
    let problem = Problem { cost, scale: &scale, last: Mutex::new(None), tick };
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY)
        .with_tolerance_cost(1e-7 * cost.samples() as f64 * 1e-2)
        .and_then(|s| s.with_tolerance_grad(1e-3));
    let solver = solver.map_err(|error| error.to_string())?;
    let result = Executor::new(problem, solver)
        .configure(|state| state.param(from).max_iters(steps))
        .run()
        .map_err(|error| error.to_string())?;
    let best = result.state().get_best_param().ok_or("no step was made")?;
    Ok(best.iter().zip(&scale).map(|(x, s)| x * s).collect())
}

/// Where the cost was asked for, the cost, and its gradient.
type Point = (Vec<f64>, f64, Vec<f64>);

struct Problem<'a, C> {
    cost: &'a C,
    scale: &'a [f64],
    /// The last point with its gradient.
    last: Mutex<Option<Point>>,
    tick: &'a (dyn Fn(f64) + Sync),
}

impl<C: Cost> Problem<'_, C> {
    fn at(&self, param: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        let mut last = self.last.lock().expect("no panic holds it");
        if let Some((point, cost, gradient)) = last.as_ref()
            && point == param
        {
            return Ok((*cost, gradient.clone()));
        }
        let weights: Vec<f64> = param.iter().zip(self.scale).map(|(x, s)| x * s).collect();
        let (cost, mut gradient) = self.cost.evaluate(&weights);
        if !cost.is_finite() {
            // a line search would go on for ever
            return Err(Error::msg(format!("the cost is {cost}: a sample has figures that are no rates")));
        }
        gradient.iter_mut().zip(self.scale).for_each(|(g, s)| *g *= s);
        (self.tick)(cost / self.cost.samples().max(1) as f64);
        *last = Some((param.to_vec(), cost, gradient.clone()));
        Ok((cost, gradient))
    }
}

impl<C: Cost> CostFunction for Problem<'_, C> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, param: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.at(param)?.0)
    }
}

impl<C: Cost> Gradient for Problem<'_, C> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, param: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.at(param)?.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cost of nothing that can be computed.
    struct Nowhere;

    impl Cost for Nowhere {
        fn samples(&self) -> usize {
            1
        }

        fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
            (f64::NAN, vec![f64::NAN; weights.len()])
        }
    }

    /// Once a sample with a share above 1 kept a fit going for ever.
    #[test]
    fn a_cost_that_is_no_number_is_an_error() {
        let error = least(&Nowhere, vec![1.0; 3], None, 100, &|_| ()).unwrap_err();
        assert!(error.contains("the cost is NaN"), "{error}");
    }
}
