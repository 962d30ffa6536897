//! How far values are off on average.
//!
//! For candidates of one kind: the root of the summed squares of the mean of values less what happened and of its
//! standard error by rounds, in points. `cargo tools train value` measures it on the decisions that it fits to, each
//! fifth of their rounds by the model fitted to the other four, and writes it beside the model. It leaves out luck. Most
//! of it is common to the candidates of a decision: which of two is better is known more closely.

use super::facts::Facts;
use super::opponents::TableThreat;
use super::report::Candidate;
use super::value;
use crate::params::{Params, ParamsError, layout_hash};
use std::sync::OnceLock;

/// The section's name in the parameter file.
pub const SECTION: &str = "errors";
/// How many sorts of rows there are.
pub const SORTS: usize = 4 * 2 * 2 + 1;

/// What the figures are for, in order.
const MEANING: &str = "points; shanten after the action 0 to 3 and more, by nobody threatens and somebody, by 46 tiles left and more \
    and by fewer; estimated";

/// Tiles left in the first six turns.
const EARLY: usize = 46;

/// A hash of what the figures mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// Points by kind of candidate.
pub type Errors = [f64; SORTS];

/// What distinguishes a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowSort {
    /// Shanten after the action.
    pub shanten: i32,
    /// Whether anybody threatens.
    pub threat: bool,
    /// Tiles left in the live wall.
    pub tiles_left: usize,
    /// Whether it is an average and no search.
    pub estimated: bool,
}

impl RowSort {
    /// Its place among the figures.
    pub fn place(self) -> usize {
        if self.estimated {
            return SORTS - 1;
        }
        let far = self.shanten.clamp(0, 3) as usize;
        4 * far + 2 * usize::from(self.threat) + usize::from(self.tiles_left < EARLY)
    }
}

/// Those of a parameter file.
///
/// # Errors
/// When the file lacks the section, or has it for other figures.
pub fn read(params: &Params) -> Result<Errors, ParamsError> {
    let numbers = params.numbers(SECTION, layout(), SORTS)?;
    Ok(std::array::from_fn(|i| f64::from(numbers[i])))
}

/// Those that the crate carries.
fn builtin() -> &'static Errors {
    static ERRORS: OnceLock<Errors> = OnceLock::new();
    ERRORS.get_or_init(|| value::carried(read))
}

/// Gives every candidate the error of its value; a point is worth `point` in their unit.
pub(super) fn assign(candidates: &mut [Candidate], point: f64) {
    for candidate in candidates {
        let points = candidate.facts.map(|facts| value_error(&facts, candidate.estimated));
        candidate.value_error = points.map(|points| points * point);
    }
}

/// Points by which the value of an action is off.
fn value_error(facts: &Facts, estimated: bool) -> f64 {
    let sort = RowSort {
        shanten: facts.shanten,
        threat: facts.case.threat != TableThreat::None,
        tiles_left: facts.case.tiles_left,
        estimated,
    };
    builtin()[sort.place()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sort_of_row_has_its_own_figure() {
        let place =
            |shanten, threat, tiles_left| RowSort { shanten, threat, tiles_left, estimated: false }.place();
        let mut places = Vec::new();
        for shanten in 0..4 {
            for threat in [false, true] {
                places.extend([place(shanten, threat, 46), place(shanten, threat, 45)]);
            }
        }
        places.push(RowSort { shanten: 4, threat: false, tiles_left: 60, estimated: true }.place());
        assert!(places.into_iter().eq(0..SORTS));
        assert_eq!(place(6, true, 70), place(3, true, 46));
        assert_eq!(place(-1, false, 0), place(0, false, 45));
    }

    #[test]
    fn the_figures_that_the_crate_carries_are_points() {
        let errors = builtin();
        assert!(errors.iter().all(|points| (10.0..3_000.0).contains(points)), "{errors:?}");
    }
}
