//! Who pays how much to whom.

use super::Score;
use super::points::Pot;
use crate::hand::From;
use crate::rules::Rules;
use crate::score::yaku::Yaku;
use crate::tile::{BySeat, Seat};

/// Whose tile won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The winner's own draw.
    Tsumo,
    /// Another player's tile, as the winner sees that player.
    Ron(From),
}

/// A player who is liable for a yakuman (pao).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Liable {
    /// The yakuman.
    pub yaku: Yaku,
    /// Who fed its last group, as the winner sees that player.
    pub from: From,
}

/// Changes of points for a win; they add up to the riichi sticks on the table.
///
/// With several wins on one discard, only the first winner after the discarder has a pot.
pub fn payments(
    score: &Score,
    winner: Seat,
    dealer: Seat,
    source: Source,
    pot: Pot,
    rules: &Rules,
) -> BySeat<i32> {
    todo!()
}

/// Changes of points for an exhaustive draw: 3,000 from those who are not tenpai to those who are.
pub fn draw_payments(tenpai: BySeat<bool>) -> BySeat<i32> {
    todo!()
}

/// Changes of points for nagashi mangan: each of these players is paid like a mangan by tsumo.
pub fn nagashi_payments(nagashi: BySeat<bool>, dealer: Seat) -> BySeat<i32> {
    todo!()
}
