//! The order of actions before values were corrected by outcomes and by what players choose, for a player that goes by it.
//!
//! A discard was worth what its calibrated search said, less a price for what strong players seldom do; everything else what its search said.
//! With `q` the share of strong players who declare riichi (or who do not), `t` the share of those who discard the tile so, and `m`
//! the largest such share:
//!
//! ```text
//! value + RIICHI ln((q + e) / (max(q, 1 - q) + e)) + TILE ln((t + e) / (m + e))
//! ```

use nanikiru::analyze::{Action, Candidate};

/// What a tile loses where it is e times less usual than the most usual one, in the unit of the values.
const TILE: f64 = 100.0;
/// The same for riichi and for dama.
const RIICHI: f64 = 2_500.0;
/// A share that is as good as none.
const LEAST: f64 = 0.005;

/// The candidates, best first, with the share of strong players that takes each; equals stay in the order in which they are given.
pub fn ordered<'a>(candidates: &'a [Candidate], shares: &[Option<f64>]) -> Vec<&'a Candidate> {
    let shared: Vec<Option<PolicyDiscard>> = candidates.iter().zip(shares).map(PolicyDiscard::of).collect();
    let all: Vec<PolicyDiscard> = shared.iter().copied().flatten().collect();
    let worth = |(candidate, shared): (&Candidate, &Option<PolicyDiscard>)| {
        let calibrated = candidate.facts.map_or(candidate.play.parts, |facts| facts.by_situation);
        let value: f64 = calibrated.all().iter().map(|part| part.value).sum();
        value + shared.map_or(0.0, |shared| shared.price(&all))
    };
    let mut ordered: Vec<(f64, &Candidate)> =
        candidates.iter().zip(&shared).map(|one| (worth(one), one.0)).collect();
    ordered.sort_by(|a, b| b.0.total_cmp(&a.0));
    ordered.into_iter().map(|(_, candidate)| candidate).collect()
}

/// A discard and how many strong players take it.
#[derive(Clone, Copy)]
struct PolicyDiscard {
    riichi: bool,
    share: f64,
}

impl PolicyDiscard {
    fn of((candidate, share): (&Candidate, &Option<f64>)) -> Option<PolicyDiscard> {
        match candidate.action {
            Action::Discard { riichi, .. } => Some(PolicyDiscard { riichi, share: (*share)? }),
            _ => None,
        }
    }

    /// What it is worth less than its value, 0 or less, among all discards.
    fn price(self, all: &[PolicyDiscard]) -> f64 {
        let times = |share: f64, most: f64| ((share + LEAST) / (most + LEAST)).ln();
        let declare: f64 = all.iter().filter(|one| one.riichi).map(|one| one.share).sum();
        let alike = if self.riichi { declare } else { 1.0 - declare };
        let within = |one: &PolicyDiscard| if alike > 0.0 { one.share / alike } else { 0.0 };
        let most = all.iter().filter(|one| one.riichi == self.riichi).map(within).fold(0.0, f64::max);
        TILE * times(within(&self), most) + RIICHI * times(alike, declare.max(1.0 - declare))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(shares: &[(f64, bool)]) -> Vec<f64> {
        let all: Vec<PolicyDiscard> =
            shares.iter().map(|&(share, riichi)| PolicyDiscard { riichi, share }).collect();
        all.iter().map(|one| one.price(&all)).collect()
    }

    #[test]
    fn the_most_usual_discard_loses_nothing_and_rare_ones_as_the_equation_says() {
        let ln = |a: f64, b: f64| ((a + 0.005) / (b + 0.005)).ln();
        // 0.6 stay silent, two in three of them with the first tile; of the rest nine in ten declare with the last
        let found = prices(&[(0.4, false), (0.04, true), (0.2, false), (0.36, true)]);
        let expected = [
            0.0,
            2_500.0 * ln(0.4, 0.6) + 100.0 * ln(0.1, 0.9),
            100.0 * ln(1.0 / 3.0, 2.0 / 3.0),
            2_500.0 * ln(0.4, 0.6),
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn where_nobody_declares_only_tiles_have_a_price() {
        let found = prices(&[(0.75, false), (0.25, false)]);
        assert_eq!(found[0], 0.0);
        assert!((found[1] - 100.0 * (0.255f64 / 0.755).ln()).abs() < 1e-9, "{found:?}");
    }
}
