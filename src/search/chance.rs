//! What the player does not decide: draws and other players' discards.

use super::SearchError;
use crate::tile::Kind;

/// The chance model of a search.
///
/// Own draws are without replacement from the tiles that the player cannot see: after `j` further
/// draws a kind with `c` unseen copies comes with probability `c / (N - j)`, where `N` is the number
/// of unseen tiles at the root. Copies that were drawn and kept are not unseen any more; what was
/// drawn and thrown away at once lowers only `N`. The draws that the player would keep are therefore
/// exact; a tile that was thrown away and is wanted later is counted as if it were still unseen.
/// Should the tiles that the player wants thereby be more than `N - j`, the next draw is certainly
/// one of them, and those with the least to gain are dropped.
///
/// Each of the three other players discards once between two own draws. A discard of a kind with
/// `c` unseen copies has probability `r c / (N - j)`, with a rate `r` that depends on the kind and
/// on whether the player has declared riichi: 1 would mean that they discard blindly.
#[derive(Clone, Debug)]
pub struct Chance {
    /// Own draws left.
    pub draws: usize,
    /// Discard rate of a kind while the player is not in riichi.
    pub dama: Rates,
    /// Discard rate of a kind while the player is in riichi.
    pub riichi: Rates,
}

/// How often the others discard a kind, relative to blind discards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// Winds and dragons.
    pub honour: f64,
    /// By number: entry 0 is for 1 and 9, entry 1 for 2 and 8, and so on to the five.
    pub number: [f64; 5],
}

impl Rates {
    /// Blind discards.
    pub const BLIND: Rates = Rates { honour: 1.0, number: [1.0; 5] };
    /// Nobody ever discards a tile that the player waits for: wins are by tsumo only.
    pub const NEVER: Rates = Rates { honour: 0.0, number: [0.0; 5] };

    /// The rate of one kind.
    pub const fn of(&self, kind: Kind) -> f64 {
        if kind.is_honour() {
            return self.honour;
        }
        let n = kind.number();
        self.number[if n <= 5 { n - 1 } else { 9 - n }]
    }
}

/// The chance model over a number of unseen tiles, more than there are draws.
pub(super) struct Odds {
    pub(super) draws: usize,
    pub(super) dama: Rates,
    pub(super) riichi: Rates,
    unseen: usize,
}

impl Odds {
    pub(super) fn new(chance: &Chance, unseen: usize) -> Result<Odds, SearchError> {
        let Chance { draws, dama, riichi } = *chance;
        if unseen <= draws {
            return Err(SearchError::WallTooShort { unseen, draws });
        }
        Ok(Odds { draws, dama, riichi, unseen })
    }

    /// Denominator of the probabilities after `j` draws: `N - j`.
    pub(super) fn tiles_left(&self, j: usize) -> f64 {
        self.unseen as f64 - j as f64
    }

    /// Probability that one of the three others discards a winning tile before the next own draw,
    /// and the factor that turns `sum of r c u` into the expected payoff of that.
    ///
    /// One player does so with `p = sum of r c / (N - j)`; that it happens at least once is
    /// `1 - (1 - p)^3`. (Seed 000 takes `3 p`, which exceeds 1 for wide waits.)
    ///
    /// `weight` is the sum over the tiles that are claimed, `all` over those that could be.
    pub(super) fn ron(&self, j: usize, weight: f64, all: f64) -> (f64, f64) {
        if weight == 0.0 {
            return (0.0, 0.0);
        }
        let p = weight / self.tiles_left(j).max(all);
        let once = 1.0 - (1.0 - p) * (1.0 - p) * (1.0 - p);
        (once, once / weight)
    }
}
