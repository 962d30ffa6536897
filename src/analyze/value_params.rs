//! Conditional logits: the share of strong players that takes each of several actions.

use crate::params::{Params, ParamsError};

/// The shares of actions with these figures: in proportion to `exp(w x)`.
pub fn shares<const N: usize>(weights: &[f64; N], figures: &[[f64; N]]) -> Vec<f64> {
    let leaning = |row: &[f64; N]| weights.iter().zip(row).map(|(weight, figure)| weight * figure).sum();
    let leanings: Vec<f64> = figures.iter().map(leaning).collect();
    let most = leanings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = leanings.iter().map(|leaning| libm::exp(leaning - most)).collect();
    let sum: f64 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / sum).collect()
}

/// The weights of a section of a parameter file.
///
/// # Errors
/// When the file lacks the section, or has it for other figures.
pub(super) fn read<const N: usize>(
    params: &Params,
    section: &str,
    layout: u64,
) -> Result<[f64; N], ParamsError> {
    let numbers = params.numbers(section, layout, N)?;
    Ok(std::array::from_fn(|i| f64::from(numbers[i])))
}

/// Those that the crate carries.
pub(super) fn builtin<const N: usize>(section: &str, layout: u64) -> [f64; N] {
    let params = super::outcome::params().and_then(|params| read(&params, section, layout));
    params.expect("a test reads the file that the crate carries")
}
