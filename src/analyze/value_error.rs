//! How far values are to be believed.
//!
//! For rows of one sort the mean of values less that of what happened, and its standard error by rounds, added in squares, in points:
//! so far can the mean of such values be off, as far as records tell. Measured on 15,481 decisions of strong players (those of
//! `cargo tools train --value`, at depth `fast`), each a fifth of them by the model that was fitted to the other four. It says nothing of luck, and
//! most of it is common to the rows of a decision: which of two rows is better is known more closely.
//!
//! Of two discards that differ by less the safer one is not put first: within 50 points that lowers the agreement of first rows from 73.8 to
//! 72.8 %, within 100 to 71.5, within 200 to 68.1 (12,940 discards).

use super::{Facts, TableThreat};

/// By shanten after the action, 0 to 3 and more, by whether anybody threatens, and by whether fewer than [`EARLY`] tiles are left.
const SEARCHED: [[[f64; 2]; 2]; 4] = [
    [[380.0, 220.0], [750.0, 150.0]],
    [[350.0, 140.0], [440.0, 210.0]],
    [[120.0, 130.0], [290.0, 120.0]],
    [[110.0, 270.0], [330.0, 100.0]],
];

/// Of averages in the place of searches: 430 decisions, most of them of four shanten and more.
const ESTIMATED: f64 = 350.0;

/// Tiles left in the first six turns.
const EARLY: usize = 46;

/// Points by which the value of an action is off.
pub(super) fn value_error(facts: &Facts, estimated: bool) -> f64 {
    if estimated {
        return ESTIMATED;
    }
    let far = facts.shanten.clamp(0, 3) as usize;
    let threat = usize::from(facts.case.threat != TableThreat::None);
    SEARCHED[far][threat][usize::from(facts.case.tiles_left < EARLY)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::calibration::{Act, Case};
    use crate::search::{End, Part, Parts};

    #[test]
    fn every_sort_of_row_has_its_own() {
        let nothing = Part::default();
        let parts = Parts { win: nothing, deal_in: nothing, tsumo: nothing, draw: nothing, rest: nothing };
        let facts = |shanten, threat, tiles_left| Facts {
            case: Case { threat, shanten, tiles_left, open: false, act: Act::Silent },
            shanten,
            groups: shanten,
            pairs: 6,
            open: false,
            yaku: shanten,
            kan: false,
            riichi_share: None,
            call_share: None,
            depth: 0,
            beyond: 0,
            large: false,
            hanchan: false,
            dealer: false,
            risk: End::NEVER,
            searched: parts,
            calibrated: parts,
            folds: 0.0,
        };
        let error = |shanten, threat, left| value_error(&facts(shanten, threat, left), false);
        assert_eq!(error(0, TableThreat::None, 46), 380.0);
        assert_eq!(error(1, TableThreat::OneRiichi, 45), 210.0);
        assert_eq!(error(6, TableThreat::Open, 70), 330.0);
        assert_eq!(value_error(&facts(4, TableThreat::None, 60), true), 350.0);
    }
}
