//! The likeliest weights of a conditional logit.

use nanikiru::analyze::value::shares;

/// Steps of Newton, each halved until the cost falls.
const STEPS: usize = 25;

/// A choice.
#[derive(Clone, Debug)]
pub struct Choice<const N: usize> {
    /// The figures of all that could be taken.
    pub figures: Vec<[f64; N]>,
    /// Which was.
    pub taken: usize,
    /// For how many choices it stands.
    pub weight: f64,
}

/// The weights, with this weight of their squares in the cost.
pub fn fit<const N: usize>(all: &[Choice<N>], ridge: f64) -> [f64; N] {
    let mut weights = [0.0; N];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| 2.0 * ridge * weight).collect();
        let mut curve = vec![vec![0.0; N]; N];
        (0..N).for_each(|i| curve[i][i] = 2.0 * ridge);
        for Choice { figures, taken, weight } in all {
            let taken_by = shares(&weights, figures);
            let mean: [f64; N] = std::array::from_fn(|i| {
                figures.iter().zip(&taken_by).map(|(row, share)| row[i] * share).sum()
            });
            for i in 0..N {
                gradient[i] += weight * (mean[i] - figures[*taken][i]);
                for (row, share) in figures.iter().zip(&taken_by) {
                    for j in 0..N {
                        curve[i][j] += weight * share * (row[i] - mean[i]) * (row[j] - mean[j]);
                    }
                }
            }
        }
        let step = solved(curve, gradient);
        let (before, mut part) = (cost(&weights, all, ridge), 1.0);
        while part > 1e-6 {
            let next: [f64; N] = std::array::from_fn(|i| weights[i] - part * step[i]);
            if cost(&next, all, ridge) <= before {
                weights = next;
                break;
            }
            part /= 2.0;
        }
    }
    weights
}

fn cost<const N: usize>(weights: &[f64; N], all: &[Choice<N>], ridge: f64) -> f64 {
    let squares: f64 = weights.iter().map(|weight| ridge * weight * weight).sum();
    let costs = all.iter().map(|one| -one.weight * (shares(weights, &one.figures)[one.taken] + 1e-12).ln());
    costs.sum::<f64>() + squares
}

/// The solution of linear equations whose matrix is positive definite, by elimination.
pub fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let (above, below) = matrix.split_at_mut(i + 1);
        let pivot = &above[i];
        for (k, row) in below.iter_mut().enumerate() {
            let factor = row[i] / pivot[i];
            if factor != 0.0 {
                row[i..].iter_mut().zip(&pivot[i..]).for_each(|(number, of)| *number -= factor * of);
                right[i + 1 + k] -= factor * right[i];
            }
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let x = solved(vec![vec![4.0, 1.0], vec![1.0, 3.0]], vec![1.0, 2.0]);
        assert!((x[0] - 1.0 / 11.0).abs() < 1e-12 && (x[1] - 7.0 / 11.0).abs() < 1e-12, "{x:?}");
    }

    fn weights(all: impl Iterator<Item = (usize, f64)>) -> [f64; 2] {
        let figures = vec![[1.0, 0.0], [0.0, 0.0]];
        let all: Vec<Choice<2>> =
            all.map(|(taken, weight)| Choice { figures: figures.clone(), taken, weight }).collect();
        fit(&all, 0.5)
    }

    #[test]
    fn what_is_taken_three_times_in_four_has_that_share() {
        let weights = weights((0..4000).map(|i| (usize::from(i % 4 == 0), 1.0)));
        assert!((weights[0] - 3f64.ln()).abs() < 1e-2 && weights[1] == 0.0, "{weights:?}");
    }

    #[test]
    fn a_choice_that_is_looked_at_three_times_as_often_weighs_a_third() {
        let once = weights((0..4000).map(|i| (usize::from(i % 4 == 0), 1.0)));
        let often = weights((0..6000).map(|i| if i % 2 == 0 { (0, 1.0) } else { (1, 1.0 / 3.0) }));
        assert!((often[0] - once[0]).abs() < 1e-9, "{often:?} {once:?}");
    }
}
