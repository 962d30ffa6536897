//! `data/value.params`, and the conditional logits that some of its weights are for: the probability that strong players
//! choose each of several actions.

use crate::dense::softmax;
use crate::params::{Params, ParamsError};

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru value";

/// The file that the crate carries.
pub(super) const BUILTIN: &[u8] = include_bytes!("../../data/value.params");

/// What a reader makes of it.
pub(super) fn carried<T>(read: impl FnOnce(&Params) -> Result<T, ParamsError>) -> T {
    Params::carried(LABEL, BUILTIN, read)
}

/// The weights of a section that the crate carries.
pub(super) fn weights<const N: usize>(section: &str, layout: u64) -> [f64; N] {
    carried(|params| {
        let numbers = params.numbers(section, layout, N)?;
        Ok(std::array::from_fn(|i| f64::from(numbers[i])))
    })
}

/// The probabilities of actions with these figures: in proportion to `exp(w x)`.
pub fn shares<const N: usize>(weights: &[f64; N], figures: &[[f64; N]]) -> Vec<f64> {
    let log_weight = |row: &[f64; N]| weights.iter().zip(row).map(|(weight, figure)| weight * figure).sum();
    let mut shares: Vec<f64> = figures.iter().map(log_weight).collect();
    softmax(&mut shares);
    shares
}
