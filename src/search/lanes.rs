//! Probabilities of several actions at the root, side by side.

use super::real::Real;

/// Actions whose probabilities move side by side.
pub(super) const LANES: usize = 8;

/// A probability for each of them.
pub(super) type Lanes<R> = [R; LANES];

/// What has come together for each of them: sums of many small probabilities, in double precision.
pub(super) type Sums = [f64; LANES];

pub(super) fn add<R: Real>(to: &mut Lanes<R>, from: &Lanes<R>, share: R) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += from * share;
    }
}

pub(super) fn tally<R: Real>(to: &mut Sums, from: &Lanes<R>, share: R) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += (from * share).to_f64();
    }
}

pub(super) fn is_zero<R: Real>(lanes: &Lanes<R>) -> bool {
    lanes.iter().all(|&lane| lane == R::ZERO)
}
