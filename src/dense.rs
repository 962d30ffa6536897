//! Rows of numbers added and multiplied in a fixed order: what small nets are made of, with the same bits on every
//! platform.

/// Adds a row to another.
pub fn add(row: &[f32], to: &mut [f32]) {
    to.iter_mut().zip(row).for_each(|(to, number)| *to += number);
}

/// Adds a row so many times.
pub fn add_times(times: f32, row: &[f32], to: &mut [f32]) {
    to.iter_mut().zip(row).for_each(|(to, number)| *to += times * number);
}

/// Nothing in the place of less than nothing.
pub fn relu(units: &mut [f32]) {
    units.iter_mut().for_each(|unit| *unit = unit.max(0.0));
}

/// Four sums side by side, always in this order; rows have a multiple of four numbers.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0f32; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
