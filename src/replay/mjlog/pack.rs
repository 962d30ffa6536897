//! Tiles and calls as numbers.

use super::{Problem, bad};
use crate::hand::{Call, From, Meld};
use crate::replay::Reading;
use crate::tile::{Kind, Tile, Wind};

/// What a player calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PackedCall {
    Meld(Meld),
    /// A north set aside, with three players.
    Kita,
}

/// A call from its 16 bits: 4 chi, 8 pon, 16 kakan, 32 the kita of three players, else a whole kan;
/// the lowest two bits say from whom.
pub(super) fn called(code: u16, red_fives: bool) -> Reading<PackedCall> {
    if code & 60 != 32 {
        return meld(code, red_fives).map(PackedCall::Meld);
    }
    let north = u8::try_from(code >> 8).ok().and_then(|id| sort(id, red_fives));
    match north.map(Tile::kind) == Some(Kind::wind(Wind::North)) {
        true => Ok(PackedCall::Kita),
        false => Err(bad("m", code.to_string().as_bytes())),
    }
}

pub(super) fn meld(code: u16, red_fives: bool) -> Reading<Meld> {
    let value = || bad("m", code.to_string().as_bytes());
    let from = match code & 3 {
        1 => Some(From::Right),
        2 => Some(From::Across),
        3 => Some(From::Left),
        _ => None,
    };
    let tile = |id: u16| u8::try_from(id).ok().and_then(|id| sort(id, red_fives)).ok_or_else(value);
    let make = |call, kind, red| {
        Meld::new(call, kind, red).map_err(|error| Problem::Meld { call: code.to_string(), error })
    };
    if code & 4 != 0 {
        let packed = code >> 10;
        let (run, claimed) = (packed / 3, packed % 3);
        // seven runs start in each number suit
        let low = run / 7 * 9 + run % 7;
        let ids =
            [low * 4 + (code >> 3 & 3), (low + 1) * 4 + (code >> 5 & 3), (low + 2) * 4 + (code >> 7 & 3)];
        let tiles = [tile(ids[0])?, tile(ids[1])?, tile(ids[2])?];
        if from != Some(From::Left) {
            return Err(value());
        }
        let call = Call::Chi { claimed: tiles[usize::from(claimed)] };
        make(call, tiles[0].kind(), tiles.iter().any(|t| t.is_red()))
    } else if code & 24 != 0 {
        let packed = code >> 9;
        let (kind, claimed) = (packed / 3, packed % 3);
        let fourth = code >> 5 & 3;
        let mut three = (0..4).filter(|&i| i != fourth).map(|i| tile(kind * 4 + i));
        let mut tiles = [tile(kind * 4)?; 3];
        for (slot, tile) in tiles.iter_mut().zip(&mut three) {
            *slot = tile?;
        }
        let from = from.ok_or_else(value)?;
        let claimed = tiles[usize::from(claimed)];
        let red = tiles.iter().any(|t| t.is_red());
        if code & 8 != 0 {
            make(Call::Pon { from, claimed }, claimed.kind(), red)
        } else {
            let added = tile(kind * 4 + fourth)?;
            make(Call::Kakan { from, claimed, added }, claimed.kind(), red || added.is_red())
        }
    } else {
        let claimed = tile(code >> 8)?;
        let kind = claimed.kind();
        let call = from.map_or(Call::Ankan, |from| Call::Daiminkan { from, claimed });
        make(call, kind, red_fives && kind.is_five())
    }
}

/// The sort of a physical tile.
pub(super) fn sort(id: u8, red_fives: bool) -> Option<Tile> {
    let kind = Kind::new(usize::from(id) / 4)?;
    let red = red_fives && id.is_multiple_of(4) && kind.is_five();
    if red { Tile::red_five(kind.suit()) } else { Some(kind.into()) }
}
