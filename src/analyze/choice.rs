//! What strong players do with a tile on offer: the share that passes, and that makes each call.
//!
//! A conditional logit over the actions on a tile: the log-weight of an action is the sum of its figures times their weights.
//! Fitted by `cargo tools train --value`. Discards have a policy of their own (`policy`).

use super::logit;
use crate::params::layout_hash;
use std::sync::OnceLock;

/// The section's name in the parameter file.
pub const SECTION: &str = "offers";
/// How many figures an action has.
pub const FIGURES: usize = 10;

/// What the weights are for, in order.
const MEANING: &str = "value / 1000; of calls: 1, shanten that it gains, opening the hand, farther from a yaku, folding, chi, \
    win rate that it gains, tenpai, somebody in riichi";

/// A hash of what the weights mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// What is known of an action on a tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Taking {
    /// Whether it takes the tile; everything else is about those that do.
    pub call: bool,
    /// A chi.
    pub chi: bool,
    /// Shanten after it.
    pub shanten: i32,
    /// Shanten with a yaku.
    pub yaku: i32,
    /// Share of plays in which the hand is given up.
    pub folds: f64,
    /// Probability of winning.
    pub win: f64,
    /// In points.
    pub value: f64,
    /// Whether the hand was open before.
    pub open: bool,
    /// Whether somebody else is in riichi.
    pub riichi: bool,
}

impl Taking {
    /// The figures, beside leaving the tile.
    pub fn figures(&self, pass: &Taking) -> [f64; FIGURES] {
        let is = |holds: bool| f64::from(u8::from(holds));
        let mut figures = [
            self.value / 1_000.0,
            1.0,
            f64::from(pass.shanten - self.shanten),
            is(!self.open),
            f64::from((self.yaku - self.shanten).min(3)),
            self.folds,
            is(self.chi),
            10.0 * (self.win - pass.win),
            is(self.shanten <= 0),
            is(self.riichi),
        ];
        if !self.call {
            figures[1..].fill(0.0);
        }
        figures
    }
}

/// The weights of the figures.
pub type Weights = [f64; FIGURES];

/// Those that the crate carries.
pub fn builtin() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| logit::builtin(SECTION, layout()))
}

/// What each shanten beyond two takes from the log-odds of a call: a far hand has many discards after it that are alike, and each adds to the share of
/// those who call. Fitted by likelihood behind the weights, not with them, on 12,000 offers of games that are not for validation: -0.49 +- 0.08. Of 1,557 with
/// three shanten or more after the call players called 10.2 %, and the weights alone said 15.6 %. `docs/MEASUREMENTS.md` says how, and what it was chosen among.
const FAR: f64 = -0.5;

/// The share of strong players that does each of these, of which one leaves the tile; none where none does.
pub fn shares(weights: &Weights, all: &[Taking]) -> Option<Vec<f64>> {
    let pass = all.iter().find(|taking| !taking.call)?;
    let figures: Vec<[f64; FIGURES]> = all.iter().map(|taking| taking.figures(pass)).collect();
    let mut shares = logit::shares(weights, &figures);
    for (share, taking) in shares.iter_mut().zip(all).filter(|(_, taking)| taking.call) {
        *share *= libm::exp(FAR * f64::from((taking.shanten - 2).max(0)));
    }
    let sum: f64 = shares.iter().sum();
    Some(shares.into_iter().map(|share| share / sum).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASS: Taking = Taking {
        call: false,
        chi: false,
        shanten: 2,
        yaku: 2,
        folds: 0.0,
        win: 0.2,
        value: 100.0,
        open: false,
        riichi: false,
    };

    #[test]
    fn shares_add_up_and_follow_the_weights() {
        let call = Taking { call: true, chi: true, shanten: 1, ..PASS };
        let mut weights = [0.0; FIGURES];
        assert_eq!(shares(&weights, &[PASS, call]), Some(vec![0.5, 0.5]));
        weights[2] = 3f64.ln();
        let found = shares(&weights, &[call, PASS]).unwrap();
        assert!((found[0] - 0.75).abs() < 1e-12 && (found[1] - 0.25).abs() < 1e-12, "{found:?}");
        assert_eq!(shares(&weights, &[call]), None);
    }

    #[test]
    fn players_call_less_the_farther_they_are() {
        let share = |shanten| {
            let call = Taking { call: true, shanten, yaku: shanten, ..PASS };
            shares(&[0.0; FIGURES], &[PASS, call]).unwrap()[1]
        };
        assert_eq!((share(0), share(2)), (0.5, 0.5));
        assert!(share(3) < share(2) && share(4) < share(3), "{} {}", share(3), share(4));
    }

    #[test]
    fn players_seldom_call_without_a_yaku() {
        let call = Taking { call: true, shanten: 1, yaku: 1, ..PASS };
        let bare = Taking { yaku: 4, ..call };
        let share = |taking| shares(builtin(), &[PASS, taking]).unwrap()[1];
        assert!(share(bare) < share(call) / 2.0, "{} {}", share(bare), share(call));
    }
}
