//! How much of what play-outs find between two actions the witnesses say: least squares over pairs of actions, with
//! the noise of play-outs taken off what can be explained.

use super::journal::{Action, PlayoutDecision, Witness};
use super::kind::Side;
use nanikiru::dense::is;
use std::ops::AddAssign;

/// The witnesses, and last whether the actions are of different sides: a constant in the place of a witness.
pub const COLUMNS: usize = Witness::ALL.len() + 1;
/// The column of the constant.
pub const CONSTANT: usize = Witness::ALL.len();

/// Sums over the pairs of some decisions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sums {
    /// Decisions.
    pub decisions: f64,
    /// Pairs of actions.
    pub pairs: f64,
    /// Of the witnesses' differences.
    squares: [[f64; COLUMNS]; COLUMNS],
    products: [f64; COLUMNS],
    /// Of the differences of play-outs, and of the squares of their standard errors.
    played: f64,
    noise: f64,
    /// Pairs that differ by more than two standard errors, and those that each witness orders so; half where it sees
    /// no difference.
    sure: f64,
    right: [f64; Witness::ALL.len()],
}

/// A pair of actions: the first less the second.
pub struct Pair {
    /// What the witnesses say, then the constant.
    pub columns: [f64; COLUMNS],
    /// The mean of play-outs.
    pub played: f64,
    /// The square of its standard error; each play is one wall for both.
    pub noise: f64,
}

impl Pair {
    fn of(a: &Action, b: &Action) -> Pair {
        let side = |one: &Action| is(one.side == Side::Act);
        let column = |at: usize| match at {
            CONSTANT => side(a) - side(b),
            at => a.witnesses[at] - b.witnesses[at],
        };
        let differences: Vec<f64> =
            a.changes.iter().zip(&b.changes).map(|(&a, &b)| f64::from(a) - f64::from(b)).collect();
        let n = differences.len() as f64;
        let played = differences.iter().sum::<f64>() / n;
        let squares: f64 = differences.iter().map(|one| (one - played).powi(2)).sum();
        Pair { columns: std::array::from_fn(column), played, noise: squares / (n - 1.0) / n }
    }
}

/// The pairs that are compared: of different sides where there are sides.
pub fn pairs(decision: &PlayoutDecision) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (i, a) in decision.actions.iter().enumerate() {
        for b in &decision.actions[i + 1..] {
            match (a.side, b.side) {
                (Side::Leave, Side::Act) => pairs.push(Pair::of(b, a)),
                (a, b) if decision.kind.has_sides() && a == b => {}
                _ => pairs.push(Pair::of(a, b)),
            }
        }
    }
    pairs
}

impl Sums {
    /// Of one decision.
    pub fn of(decision: &PlayoutDecision) -> Sums {
        let mut sums = Sums { decisions: 1.0, ..Sums::default() };
        pairs(decision).iter().for_each(|pair| sums.add(pair));
        sums
    }

    fn add(&mut self, pair: &Pair) {
        let Pair { columns, played, noise } = pair;
        self.pairs += 1.0;
        for (i, x) in columns.iter().enumerate() {
            self.products[i] += x * played;
            columns.iter().enumerate().for_each(|(j, y)| self.squares[i][j] += x * y);
        }
        self.played += played * played;
        self.noise += noise;
        if played.abs() > 2.0 * noise.sqrt() {
            self.sure += 1.0;
            for (right, x) in self.right.iter_mut().zip(columns) {
                *right += match x * played {
                    product if product > 0.0 => 1.0,
                    product if product < 0.0 => 0.0,
                    _ => 0.5,
                };
            }
        }
    }

    /// The standard deviation of what play-outs find, of their noise, and of what is left without it.
    pub fn deviations(&self) -> [f64; 3] {
        let root = |sum: f64| if sum > 0.0 { (sum / self.pairs).sqrt() } else { f64::NAN };
        [root(self.played), root(self.noise), root(self.played - self.noise)]
    }

    /// The share of sure pairs, and how many of them each witness orders right.
    pub fn signs(&self) -> (f64, [f64; Witness::ALL.len()]) {
        (self.sure / self.pairs, self.right.map(|right| right / self.sure))
    }

    /// The slopes of some columns together, and the share that they explain of what play-outs find beside their noise.
    /// Not numbers where the columns do not differ enough.
    pub fn fit(&self, columns: &[usize]) -> (Vec<f64>, f64) {
        let matrix = columns.iter().map(|&i| columns.iter().map(|&j| self.squares[i][j]).collect()).collect();
        let products: Vec<f64> = columns.iter().map(|&i| self.products[i]).collect();
        let Some(slopes) = solve(matrix, products.clone()) else {
            return (vec![f64::NAN; columns.len()], f64::NAN);
        };
        // of least squares: what is explained is the slopes times the products
        let explained: f64 = slopes.iter().zip(&products).map(|(slope, product)| slope * product).sum();
        let all = self.played - self.noise;
        (slopes, if all > 0.0 { explained / all } else { f64::NAN })
    }
}

impl AddAssign<&Sums> for Sums {
    fn add_assign(&mut self, other: &Sums) {
        self.decisions += other.decisions;
        self.pairs += other.pairs;
        for (row, others) in self.squares.iter_mut().zip(&other.squares) {
            row.iter_mut().zip(others).for_each(|(a, b)| *a += b);
        }
        self.products.iter_mut().zip(other.products).for_each(|(a, b)| *a += b);
        self.played += other.played;
        self.noise += other.noise;
        self.sure += other.sure;
        self.right.iter_mut().zip(other.right).for_each(|(a, b)| *a += b);
    }
}

/// Gaussian elimination with the largest pivot; none where a column is made up of others.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    // columns have different units: scaled by their own sizes
    let scale: Vec<f64> = (0..n).map(|i| matrix[i][i].sqrt()).collect();
    if scale.iter().any(|&one| one.is_nan() || one == 0.0) {
        return None;
    }
    for i in 0..n {
        right[i] /= scale[i];
        (0..n).for_each(|j| matrix[i][j] /= scale[i] * scale[j]);
    }
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs()))?;
        if matrix[pivot][i].abs() < 1e-9 {
            return None;
        }
        matrix.swap(i, pivot);
        right.swap(i, pivot);
        let row = matrix[i].clone();
        for below in i + 1..n {
            let factor = matrix[below][i] / row[i];
            for (number, above) in matrix[below][i..n].iter_mut().zip(&row[i..n]) {
                *number -= factor * above;
            }
            right[below] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    Some(right.into_iter().zip(scale).map(|(slope, scale)| slope / scale).collect())
}
