//! Log-odds and probabilities, by `libm`: the platforms' own functions differ in the last bit, and the
//! same question has the same answer everywhere.

/// The probability that log-odds stand for.
pub(super) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}
