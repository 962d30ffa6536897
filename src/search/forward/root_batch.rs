//! Probabilities of several actions at the root, side by side.

use crate::search::float::Float;

/// Actions whose probabilities move side by side.
pub(crate) const BATCH_SIZE: usize = 8;

/// A probability for each of them.
pub(crate) type RootBatch<R> = [R; BATCH_SIZE];

/// What has come together for each of them: sums of many small probabilities, in double precision.
pub(crate) type Sums = [f64; BATCH_SIZE];

pub(crate) fn add<R: Float>(to: &mut RootBatch<R>, from: &RootBatch<R>, share: R) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += from * share;
    }
}

pub(crate) fn tally<R: Float>(to: &mut Sums, from: &RootBatch<R>, share: R) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += (from * share).to_f64();
    }
}

pub(crate) fn is_zero<R: Float>(batch: &RootBatch<R>) -> bool {
    batch.iter().all(|&lane| lane == R::ZERO)
}
