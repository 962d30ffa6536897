//! What strong players do with a kan of their own: the share that declares each that is possible.
//!
//! A conditional logit over the kans of a turn, beside going on without one: the log-weight of a kan is the sum of its figures
//! times their weights. Fitted by `cargo tools train value`. Discards share what is left as their policy says.

use super::value;
use crate::dense::is;
use crate::params::layout_hash;
use std::sync::OnceLock;

/// The section's name in the parameter file.
pub const SECTION: &str = "kans";
/// How many figures a kan has.
pub const FIGURES: usize = 11;

/// What the weights are for, in order.
const MEANING: &str = "1; kakan; of what it adds to the mean of the discards: value / 1000, win rate; shanten that it costs, tenpai, open before, \
    tiles left / 70, somebody in riichi, an open threat, folding";

/// A hash of what the weights mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// What is known of a kan beside the discards of the same turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OwnKan {
    /// Whether it is added to a pon.
    pub kakan: bool,
    /// Its value, less the mean of the discards, in points.
    pub value: f64,
    /// Its win rate, less the mean of theirs.
    pub win: f64,
    /// Shanten after it, less the least of theirs.
    pub shanten_lost: i32,
    /// Whether the hand is tenpai after it.
    pub tenpai: bool,
    /// Whether the hand was open before.
    pub open: bool,
    /// Tiles left in the live wall.
    pub tiles_left: usize,
    /// Whether another player is in riichi.
    pub riichi: bool,
    /// Whether another player threatens without one.
    pub open_threat: bool,
    /// Share of plays after it in which the hand is given up.
    pub folds: f64,
}

impl OwnKan {
    /// The figures, beside going on without a kan, which has none.
    pub fn figures(&self) -> [f64; FIGURES] {
        [
            1.0,
            is(self.kakan),
            self.value / 1_000.0,
            10.0 * self.win,
            f64::from(self.shanten_lost),
            is(self.tenpai),
            is(self.open),
            self.tiles_left as f64 / 70.0,
            is(self.riichi),
            is(self.open_threat),
            self.folds,
        ]
    }
}

/// The weights of the figures.
pub type Weights = [f64; FIGURES];

/// Those that the crate carries.
pub fn builtin() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| value::logit_weights(SECTION, layout()))
}

/// The probability that a strong player declares each of the kans of one turn; the rest is none of them.
pub fn shares(weights: &Weights, kans: &[OwnKan]) -> Vec<f64> {
    let figures: Vec<[f64; FIGURES]> = kans.iter().map(OwnKan::figures).chain([[0.0; FIGURES]]).collect();
    let mut shares = value::shares(weights, &figures);
    shares.pop();
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    const KAN: OwnKan = OwnKan {
        kakan: false,
        value: 0.0,
        win: 0.0,
        shanten_lost: 0,
        tenpai: false,
        open: false,
        tiles_left: 40,
        riichi: false,
        open_threat: false,
        folds: 0.0,
    };

    #[test]
    fn shares_and_what_is_left_follow_the_weights() {
        let mut weights = [0.0; FIGURES];
        assert_eq!(shares(&weights, &[]), Vec::<f64>::new());
        assert_eq!(shares(&weights, &[KAN]), vec![0.5]);
        weights[1] = 2f64.ln();
        let found = shares(&weights, &[KAN, OwnKan { kakan: true, ..KAN }]);
        assert!((found[0] - 0.25).abs() < 1e-12 && (found[1] - 0.5).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn players_seldom_break_a_hand_for_a_kan() {
        let broken = OwnKan { shanten_lost: 1, value: -500.0, win: -0.05, ..KAN };
        let share = |kan| shares(builtin(), &[kan])[0];
        assert!(share(broken) < share(KAN) / 2.0, "{} {}", share(broken), share(KAN));
    }
}
