//! What the ends of a round pay (Kurita & Hoki, DAG, 4.5).

use crate::hand::WaitingHand;
use crate::rules::RiichiKans;
use crate::tile::{Counts, Tile};

/// What one way to win pays, in the payoffs' unit, and what it is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Expected payoff with 0, 1, 2, 3 han more: ippatsu, the last or a replacement tile, double riichi.
    pub values: [f64; 4],
    /// Yaku as a bit set of `score::YakuSet`.
    pub yaku: u64,
    /// Han with dora and red fives as far as they are known; 13 stands for more and for yakuman.
    pub han: u8,
    /// Probabilities of 0, 1, 2, ... han more by indicators that are turned over later (ura-dora, kan
    /// dora); the last entry is for that many and more.
    pub more: [f64; 5],
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
    /// Wins that have a yaku only by the tile that they are won with.
    pub bare: BareLines,
}

/// Wins whose only yaku is that of the last or the replacement tile, counted in `values[0]`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BareLines {
    /// Haitei, where there is no other tsumo.
    pub last_tsumo: Option<Line>,
    /// Houtei, where there is no other ron.
    pub last_ron: Option<Line>,
    /// Rinshan, where there is no other tsumo.
    pub rinshan: Option<Line>,
}

/// Wins after riichi; ippatsu, last tile and double riichi are han more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RiichiLines {
    /// By tsumo.
    pub tsumo: Line,
    /// By ron.
    pub ron: Line,
}

/// The payoffs of a search: points now, anything a caller likes later.
pub trait Payoffs: Sync {
    /// What winning with `tile` pays. `unseen` are the unseen tiles while the hand is held (the
    /// winning tile among them), for indicators that are still to be turned; `kans` of them by kans
    /// that the player has declared since the root.
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts, kans: usize) -> WinLines;

    /// What an exhaustive draw pays on average when the player is tenpai or not; the stick of an
    /// own riichi is not part of it.
    fn exhaustive_draw(&self, tenpai: bool) -> f64;

    /// What the stick of an own riichi is worth when it is lost; `None` if riichi is not possible
    /// (too few points under these rules).
    fn riichi_stick(&self) -> Option<f64>;

    /// Which kans a hand in riichi may declare.
    fn riichi_kans(&self) -> RiichiKans;
}

/// What a search strives for; all figures describe the play that does so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Criterion {
    /// The most expected payoff.
    #[default]
    Value,
    /// The most wins.
    WinRate,
    /// To win or be tenpai at the exhaustive draw.
    Tenpai,
}
