//! Whose hand was tenpai at an exhausted wall, where a record does not say so.

use crate::round::Round;
use crate::shape::shanten_among;
use crate::tile::BySeat;

/// Whose hands are one tile from winning; a wait whose four tiles lie in the own melds counts, as it does
/// at Tenhou.
pub(super) fn shown(round: &Round) -> BySeat<bool> {
    let players = round.table().rules().players;
    BySeat::from_fn(|seat| {
        let melds = round.table().player(seat).melds().len();
        shanten_among(players, &round.concealed(seat), melds).is_ok_and(|by| by.least().is_tenpai())
    })
}
