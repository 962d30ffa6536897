//! Classes of tiles by which players know danger by heart.

use crate::round::Table;
use crate::tile::{Kind, Players, Seat, Suit};

/// Classes of tiles: without suji 5, 4 and 6, 3 and 7, 2 and 8, 1 and 9; with half of it 5, 4 and 6; with suji 3 and 7, 2 and 8,
/// 1 and 9; with both 5, 4 and 6; yakuhai with none, 1, 2, 3 unseen; the other winds so.
pub const CLASSES: usize = 20;

/// The class of a kind of which so many are unseen. With three players 1m and 9m have no neighbours: they count as winds.
pub(super) fn class(table: &Table, opponent: Seat, kind: Kind, copies: usize) -> usize {
    if kind.is_honour() || table.rules().players == Players::Three && kind.suit() == Suit::Man {
        let value = table.yakuhai(opponent, kind) > 0;
        return if value { 12 } else { 16 } + copies.min(3);
    }
    let furiten = table.player(opponent).furiten();
    let number = kind.number();
    let suji =
        |n: Option<usize>| n.and_then(|n| Kind::of(kind.suit(), n)).is_some_and(|k| furiten.contains(k));
    let both = usize::from(suji(Some(number + 3))) + usize::from(suji(number.checked_sub(3)));
    let mirrored = number.min(10 - number);
    match (mirrored, both) {
        (5, 0) => 0,
        (4, 0) => 1,
        (m, 0) => 5 - m,
        (5, 1) => 5,
        (4, 1) => 6,
        (5, _) => 10,
        (4, _) => 11,
        (m, _) => 10 - m,
    }
}
