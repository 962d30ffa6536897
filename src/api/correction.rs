//! What records of strong players add to a search, and why.

use crate::analyze;
use serde::Serialize;

/// What records of strong players add to what a search says, in points or placement points; 0 without `players`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// How rounds really ended in such situations: `value` less `searchValue`.
    pub outcome: f64,
    /// The reasons for it, the largest first: they add up to `outcome`. Only where anything is corrected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Because>>"))]
    pub because: Vec<Because>,
}

/// A reason for a correction, and what it adds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Because {
    /// The fact.
    pub reason: Reason,
    /// What it adds, in the unit of `value`.
    pub adds: f64,
}

/// A fact that a correction goes by. It counts from what is usual in decisions of strong players: a hand that is not in riichi has its
/// share of `riichi`, too.
///
/// | word | what counts |
/// |---|---|
/// | `usual` | what holds of hands on average |
/// | `tilesLeft` | tiles left in the live wall |
/// | `shanten` | shanten |
/// | `threat` | whether another player is in riichi, or has two open melds |
/// | `open` | whether the hand is open |
/// | `riichi` | riichi, dama, or neither; whether it can be declared, and who declares here |
/// | `call` | a tile on offer, called or left, and who calls here |
/// | `dealer` | whether the player is the dealer |
/// | `length` | hanchan or tonpuu |
/// | `sevenPairs` | whether the hand is nearer to seven pairs than to four groups |
/// | `folding` | how often the search gives the hand up |
/// | `yaku` | how much farther from a yaku than from tenpai an open hand is |
/// | `winRate` | the win rate that the search says |
/// | `estimated` | whether it is an average and no search |
/// | `kan` | whether it is a kan |
/// | `depth` | whether the search is larger than `fast` takes on |
/// | `hand` | how rounds ended after all recorded discards that left such a hand at such a table |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// What holds of hands on average.
    Usual,
    /// Tiles left in the live wall.
    TilesLeft,
    /// Shanten.
    Shanten,
    /// Riichi and open hands of other players.
    Threat,
    /// An open hand.
    Open,
    /// Riichi, dama, or neither.
    Riichi,
    /// A tile on offer.
    Call,
    /// The deal.
    Dealer,
    /// Of the game.
    Length,
    /// Nearer to seven pairs.
    SevenPairs,
    /// Giving the hand up.
    Folding,
    /// An open hand's way to a yaku.
    Yaku,
    /// The search's own.
    WinRate,
    /// No search.
    Estimated,
    /// A kan.
    Kan,
    /// Of the search.
    Depth,
    /// By all recorded discards.
    Hand,
}

impl From<&analyze::Candidate> for Correction {
    fn from(candidate: &analyze::Candidate) -> Correction {
        let because = candidate.because.most().into_iter();
        Correction {
            outcome: candidate.play.value - candidate.searched,
            because: because.map(|(reason, adds)| Because { reason: reason.into(), adds }).collect(),
        }
    }
}

impl From<analyze::Reason> for Reason {
    fn from(reason: analyze::Reason) -> Reason {
        match reason {
            analyze::Reason::Usual => Reason::Usual,
            analyze::Reason::TilesLeft => Reason::TilesLeft,
            analyze::Reason::Shanten => Reason::Shanten,
            analyze::Reason::Threat => Reason::Threat,
            analyze::Reason::Open => Reason::Open,
            analyze::Reason::Riichi => Reason::Riichi,
            analyze::Reason::Call => Reason::Call,
            analyze::Reason::Dealer => Reason::Dealer,
            analyze::Reason::Length => Reason::Length,
            analyze::Reason::SevenPairs => Reason::SevenPairs,
            analyze::Reason::Folding => Reason::Folding,
            analyze::Reason::Yaku => Reason::Yaku,
            analyze::Reason::WinRate => Reason::WinRate,
            analyze::Reason::Estimated => Reason::Estimated,
            analyze::Reason::Kan => Reason::Kan,
            analyze::Reason::Depth => Reason::Depth,
            analyze::Reason::Hand => Reason::Hand,
        }
    }
}
