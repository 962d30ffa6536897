//! How the rounds of a record ended.

use crate::round::{DrawReason, Event, Source, WinEvent};
use crate::tile::BySeat;
use serde::Serialize;

/// How a round ended. Players are numbered from the one who deals first in the game, 0 to 3.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RoundResult {
    /// Points won and lost by player, honba and sticks included. The 1,000 of an own riichi are not among them.
    pub gains: [i32; 4],
    /// Who won; none where nobody did, several where one discard was won more than once.
    pub wins: Vec<RoundWin>,
    /// Why nobody won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub draw: Option<DrawWord>,
    /// By player, whose hand was shown as tenpai, where the wall was used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub tenpai: Option<[bool; 4]>,
}

/// A win of a record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RoundWin {
    /// Who won.
    pub player: u32,
    /// Whose tile it was; left out of a tsumo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<u32>,
    /// The tile, in mpsz.
    pub tile: String,
    /// Points won and lost by this win, by player.
    pub gains: [i32; 4],
}

/// Why a round ended without a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum DrawWord {
    Exhausted,
    NagashiMangan,
    NineTerminals,
    FourWinds,
    FourRiichi,
    FourKans,
    TripleRon,
}

impl RoundResult {
    /// What the events of a whole round came to.
    pub(super) fn of(events: &[Event]) -> RoundResult {
        let mut result = RoundResult { gains: [0; 4], wins: Vec::new(), draw: None, tenpai: None };
        for event in events {
            let gains = match event {
                Event::Win(win) => {
                    result.wins.push(RoundWin::of(win));
                    win.gains
                }
                Event::Drawn { how, gains } => {
                    result.draw = Some(DrawWord::of(how));
                    if let DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai } = how {
                        result.tenpai = Some(tenpai.0);
                    }
                    *gains
                }
                _ => BySeat::default(),
            };
            for (sum, gain) in result.gains.iter_mut().zip(gains.0) {
                *sum += gain;
            }
        }
        result
    }
}

impl RoundWin {
    fn of(win: &WinEvent) -> RoundWin {
        let from = match win.source {
            Source::Tsumo => None,
            Source::Ron { from } => Some(from.index() as u32),
        };
        let (player, tile) = (win.seat.index() as u32, win.tile.to_string());
        RoundWin { player, from, tile, gains: win.gains.0 }
    }
}

impl DrawWord {
    fn of(how: &DrawReason) -> DrawWord {
        match how {
            DrawReason::Exhausted { .. } => DrawWord::Exhausted,
            DrawReason::NagashiMangan { .. } => DrawWord::NagashiMangan,
            DrawReason::NineTerminals { .. } => DrawWord::NineTerminals,
            DrawReason::FourWinds => DrawWord::FourWinds,
            DrawReason::FourRiichi => DrawWord::FourRiichi,
            DrawReason::FourKans => DrawWord::FourKans,
            DrawReason::TripleRon => DrawWord::TripleRon,
        }
    }
}
