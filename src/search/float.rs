//! The precision of a search: single in the product, double where a test compares with a definition.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Sub, SubAssign};

/// A number of the search. Single precision halves what a turn reads and writes; against double
/// precision it errs by less than 1e-4 (`tests/it/search_oracle`).
pub(crate) trait Float:
    Copy
    + Default
    + PartialEq
    + PartialOrd
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + SubAssign
    + 'static
{
    const ZERO: Self;
    const ONE: Self;
    /// Less than any payoff.
    const LEAST: Self;

    fn of(n: f64) -> Self;
    fn of_count(n: u32) -> Self;
    fn to_f64(self) -> f64;

    fn larger(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

macro_rules! real {
    ($float:ty) => {
        impl Float for $float {
            const ZERO: $float = 0.0;
            const ONE: $float = 1.0;
            const LEAST: $float = <$float>::NEG_INFINITY;

            fn of(n: f64) -> $float {
                n as $float
            }

            fn of_count(n: u32) -> $float {
                // a signed conversion is one instruction
                n as i32 as $float
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        }
    };
}
real!(f32);
real!(f64);
