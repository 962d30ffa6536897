//! Rows of numbers added and multiplied in a fixed order: what small nets are made of, with the same bits on every
//! platform.

/// Where each matrix of a net stands in one long row of weights: for an enum whose `ALL` has them in the order of the
/// weights and whose `size` says how many rows each has, and how long they are.
macro_rules! matrices {
    ($block:ident) => {
        impl $block {
            const fn len(self) -> usize {
                let (rows, length) = self.size();
                rows * length
            }

            /// Where each begins.
            const STARTS: [usize; $block::ALL.len()] = {
                let (mut starts, mut i) = ([0; $block::ALL.len()], 1);
                while i < starts.len() {
                    starts[i] = starts[i - 1] + $block::ALL[i - 1].len();
                    i += 1;
                }
                starts
            };

            /// Where it stands among all weights.
            pub const fn range(self) -> std::ops::Range<usize> {
                let start = $block::STARTS[self as usize];
                start..start + self.len()
            }

            /// Where one of its rows stands among all weights.
            pub const fn row(self, i: usize) -> std::ops::Range<usize> {
                let (start, length) = (self.range().start, self.size().1);
                start + i * length..start + (i + 1) * length
            }
        }
    };
}
pub(crate) use matrices;

/// 1 where it holds, 0 where not.
pub fn is(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// Makes log-weights probabilities.
pub(crate) fn softmax(weights: &mut [f64]) {
    let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    weights.iter_mut().for_each(|weight| *weight = libm::exp(*weight - most));
    let all: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= all);
}

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
    // `f32::max` is a call in WebAssembly
    units.iter_mut().for_each(|unit| *unit = if *unit > 0.0 { *unit } else { 0.0 });
}

/// Four sums side by side, always in this order; rows have a multiple of four numbers.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0f32; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// Numbers times their weights, added up one after the other: rows of any length.
pub fn line(weights: &[f32], numbers: &[f32]) -> f64 {
    debug_assert_eq!(weights.len(), numbers.len());
    weights.iter().zip(numbers).map(|(&weight, &number)| f64::from(weight) * f64::from(number)).sum()
}

/// The inputs of a net, number by number.
#[derive(Default)]
pub struct InputRow(pub Vec<f32>);

impl InputRow {
    /// Adds a number.
    pub fn put(&mut self, number: f32) {
        self.0.push(number);
    }

    /// Adds 1 for yes, 0 for no.
    pub fn yes(&mut self, is: bool) {
        self.put(f32::from(u8::from(is)));
    }

    /// Adds one number a threshold: whether the value reaches it.
    pub fn reaches<T: PartialOrd>(&mut self, value: T, thresholds: impl IntoIterator<Item = T>) {
        thresholds.into_iter().for_each(|threshold| self.yes(value >= threshold));
    }

    /// Adds one number a value: which it is.
    pub fn is<const N: usize>(&mut self, value: usize) {
        (0..N).for_each(|i| self.yes(value == i));
    }
}
