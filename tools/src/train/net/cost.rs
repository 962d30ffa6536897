//! What a pass costs: which kinds are asked about, as which place they are shown, and by how much odds are wrong.

use super::samples::Sample;
use nanikiru::danger::net::NUMBERS;

/// What counts in the cost.
#[derive(Clone, Copy)]
pub struct Costs {
    /// How far what is taught takes the place of what was true, 0..1.
    pub soft: f32,
    /// The weight of tiles held beside waits.
    pub held: f32,
    /// The weight of shapes.
    pub shapes: f32,
}

/// Eight sums side by side, added in their order: not the order of `nanikiru::dense::dot`, and the weights that the crate
/// carries were fitted with this one. Rows have a multiple of eight numbers.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum()
}

fn rate(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// What a yes that is this likely costs, and by how much log-odds are too high.
pub fn loss(odds: f32, yes: f32) -> (f64, f32) {
    // ln(1 + e^x) without overflow
    ((odds.max(0.0) + (-odds.abs()).exp().ln_1p() - yes * odds).into(), rate(odds) - yes)
}

/// Whether a kind's odds count: it may deal in, and something is known of it.
pub fn asked(sample: &Sample, kind: usize, soft: f32) -> bool {
    sample.possible >> kind & 1 == 1 && (sample.tenpai || soft > 0.0)
}

/// The place of a number that is shown mirrored or not, and the number of such a place.
pub fn turned(number: usize, mirrored: bool) -> usize {
    if mirrored { NUMBERS - 1 - number } else { number }
}

/// The suit and the place of a number as it is shown; none for an honour.
pub fn shown(kind: u8, mirrored: [bool; 3]) -> Option<(usize, usize)> {
    let (suit, number) = (usize::from(kind) / NUMBERS, usize::from(kind) % NUMBERS);
    (suit < 3).then(|| (suit, turned(number, mirrored[suit])))
}
