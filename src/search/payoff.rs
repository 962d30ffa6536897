//! What the ends of a round pay (seed 000, 4.5).

use crate::hand::WaitingHand;
use crate::tile::{Counts, Tile};

/// What one way to win pays, in the objective's unit, and what it is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Expected payoff, ura-dora averaged.
    pub value: f64,
    /// Yaku as a bit set of `score::YakuSet`.
    pub yaku: u64,
    /// Han with dora and red fives, without ura-dora; 13 stands for more and for yakuman.
    pub han: u8,
    /// Probabilities of 0, 1, 2, ... han more by ura-dora; the last entry is for that many and more.
    pub ura: [f64; 5],
}

/// All ways to win with one tile; `None` where there is no yaku.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct WinLines {
    /// Tsumo without riichi.
    pub tsumo: Option<Line>,
    /// Ron without riichi.
    pub ron: Option<Line>,
    /// After riichi; `None` for an open hand.
    pub riichi: Option<RiichiLines>,
}

/// Wins after riichi.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RiichiLines {
    /// By tsumo.
    pub tsumo: Line,
    /// By ron.
    pub ron: Line,
    /// By tsumo with the first draw after riichi.
    pub ippatsu_tsumo: Line,
    /// By ron before the first draw after riichi.
    pub ippatsu_ron: Line,
}

/// The payoffs of a search: points now, anything a caller likes later.
pub trait Payoffs: Sync {
    /// What winning with `tile` pays. `unseen` are the unseen tiles while the hand is held (the
    /// winning tile among them), for ura-dora.
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts) -> WinLines;

    /// What an exhaustive draw pays on average when the player is tenpai or not; the stick of an
    /// own riichi is not part of it.
    fn exhaustive_draw(&self, tenpai: bool) -> f64;

    /// What the stick of an own riichi is worth when it is lost; `None` if riichi is not possible
    /// (too few points under these rules).
    fn riichi_stick(&self) -> Option<f64>;
}
