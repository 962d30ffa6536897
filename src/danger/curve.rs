//! A last bend of the log-odds of a deal-in: what players discard is safer, or less safe, than what they hold.

use super::odds::logistic;
use crate::params::ParamsError;
use std::sync::LazyLock;

/// Raised when the numbers change their meaning and not their count.
pub(super) const MEANING: &str = "curve 1";

/// The rates between which shifts are straight lines, over log-odds.
pub const KNOTS: [f64; 10] = [0.003, 0.01, 0.02, 0.035, 0.05, 0.07, 0.09, 0.12, 0.16, 0.25];

/// How far log-odds are moved at each knot; as far as at the last one beyond it. It rises everywhere.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Curve {
    shifts: [f64; KNOTS.len()],
}

fn odds(rate: f64) -> f64 {
    libm::log(rate / (1.0 - rate))
}

/// The log-odds of the knots.
static ODDS: LazyLock<[f64; KNOTS.len()]> = LazyLock::new(|| KNOTS.map(odds));

/// The knots on both sides of log-odds, and the share of the upper one.
pub fn between(at: f64) -> (usize, f64) {
    let last = KNOTS.len() - 1;
    let upper = ODDS.iter().position(|&knot| at < knot).unwrap_or(last);
    let Some(lower) = upper.checked_sub(1) else { return (0, 0.0) };
    let [from, to] = [lower, upper].map(|i| ODDS[i]);
    (lower, ((at - from) / (to - from)).min(1.0))
}

impl Curve {
    /// A curve with these shifts.
    ///
    /// # Errors
    /// When a smaller rate would become a larger one.
    pub fn new(section: &str, shifts: &[f32; KNOTS.len()]) -> Result<Curve, ParamsError> {
        let shifts = shifts.map(f64::from);
        let moved: [f64; KNOTS.len()] = std::array::from_fn(|i| odds(KNOTS[i]) + shifts[i]);
        match moved.windows(2).position(|two| two[0] >= two[1]) {
            None => Ok(Curve { shifts }),
            Some(i) => Err(ParamsError::Absurd {
                section: section.into(),
                index: i + 1,
                value: shifts[i + 1] as f32,
            }),
        }
    }

    /// The rate that is meant by an estimated one.
    pub fn bend(&self, rate: f64) -> f64 {
        if rate <= 0.0 || rate >= 1.0 {
            return rate;
        }
        let at = odds(rate);
        let (lower, share) = between(at);
        let upper = (lower + 1).min(KNOTS.len() - 1);
        logistic(at + self.shifts[lower] * (1.0 - share) + self.shifts[upper] * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_shift_is_no_bend_and_a_knot_is_moved_by_its_own() {
        let none = Curve::new("none", &[0.0; KNOTS.len()]).unwrap();
        let mut shifts = [0.0; KNOTS.len()];
        shifts[3] = 0.25;
        let one = Curve::new("one", &shifts).unwrap();
        for rate in [1e-6, 0.003, 0.02, 0.03, 0.05, 0.3, 0.99] {
            assert!((none.bend(rate) - rate).abs() < 1e-12, "{rate}");
        }
        assert!((odds(one.bend(KNOTS[3])) - odds(KNOTS[3]) - 0.25).abs() < 1e-9);
        assert!((one.bend(KNOTS[2]) - KNOTS[2]).abs() < 1e-12);
        assert!((one.bend(KNOTS[4]) - KNOTS[4]).abs() < 1e-12);
        assert_eq!([0.0, 1.0].map(|rate| one.bend(rate)), [0.0, 1.0]);
    }

    #[test]
    fn a_curve_rises_or_is_refused() {
        let mut shifts = [0.0; KNOTS.len()];
        shifts[5] = -2.0;
        let falls = Curve::new("riichi made", &shifts);
        let error = ParamsError::Absurd { section: "riichi made".into(), index: 5, value: -2.0 };
        assert_eq!(falls, Err(error));
    }
}
