//! The wins that a position has: whether the tile completes the hand with a yaku, and how.

use super::position::{OfferedBy, Position, TileOffer};
use crate::hand::{DrawnHand, WaitingHand};
use crate::round::{Permit, Riichi};
use crate::score::{self, Draw, Indicators, Ready, Table, Win, score};
use crate::shape;
use crate::tile::Tile;

/// A win that is there to be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct WinOption {
    /// The hand without the tile.
    pub hand: WaitingHand,
    /// The tile.
    pub tile: Tile,
    /// How it comes about.
    pub win: Win,
}

/// A riichi for `score`; ura-dora lie face down.
pub fn declared(riichi: Riichi) -> score::Riichi {
    score::Riichi { double: riichi.double, ..score::Riichi::PLAIN }
}

/// The wins of a position: of several, one is a special reading of the same win. None without a yaku, and none by ron
/// where the hand is furiten.
pub fn wins(position: &Position, permit: &Permit<'_>) -> Vec<WinOption> {
    let found = match *position {
        Position::Drawn { ref hand, drawn: Some(drawn) } => tsumo(hand, drawn, permit),
        Position::Waiting { ref hand, offered: Some(offered) } => ron(hand, offered, permit),
        _ => Vec::new(),
    };
    // dora make no yaku
    let table = Table { round: permit.round_wind, seat: permit.seat_wind, dora: Indicators::NONE };
    let whole = |won: &WinOption| score(&won.hand, won.tile, &won.win, &table, permit.rules).is_ok();
    found.into_iter().filter(whole).collect()
}

/// How a player who may act as the permit says wins with the tile drawn; ura-dora count for riichi.
pub fn by_tsumo(permit: &Permit<'_>, no_melds: bool, ura: Indicators) -> Win {
    let draw = if permit.tiles_left == 0 { Draw::Haitei } else { Draw::Wall };
    match (permit.first_turn && no_melds, permit.replacement) {
        (true, _) => Win::FirstDraw,
        (false, true) => Win::Rinshan { riichi: permit.riichi.map(|riichi| with_ura(riichi, ura)) },
        (false, false) => Win::Tsumo { ready: ready(permit, ura), draw },
    }
}

/// How such a player wins with a tile of another: the plain reading, and the special one that a discard before the
/// player's first draw has.
pub fn by_ron(permit: &Permit<'_>, no_melds: bool, by: OfferedBy, ura: Indicators) -> (Win, Option<Win>) {
    let first = by == OfferedBy::Discard && permit.first_turn && no_melds;
    let plain = Win::Ron { ready: ready(permit, ura), claim: by.claim(permit.tiles_left) };
    (plain, first.then_some(Win::FirstDiscard))
}

fn with_ura(riichi: Riichi, ura: Indicators) -> score::Riichi {
    score::Riichi { ura, ..declared(riichi) }
}

fn ready(permit: &Permit<'_>, ura: Indicators) -> Ready {
    match permit.riichi {
        Some(riichi) => Ready::Riichi { riichi: with_ura(riichi, ura), ippatsu: riichi.ippatsu },
        None => Ready::Dama,
    }
}

fn tsumo(hand: &DrawnHand, tile: Tile, permit: &Permit<'_>) -> Vec<WinOption> {
    let Some(waiting) = hand.discard(tile) else { return Vec::new() };
    let win = by_tsumo(permit, hand.melds().is_empty(), Indicators::NONE);
    vec![WinOption { hand: waiting, tile, win }]
}

fn ron(hand: &WaitingHand, offered: TileOffer, permit: &Permit<'_>) -> Vec<WinOption> {
    let furiten = |kind| permit.discarded.contains(kind) || permit.passed.contains(kind);
    if !offered.is_for(hand) || shape::waits(hand).iter().any(furiten) {
        return Vec::new();
    }
    let (plain, special) = by_ron(permit, hand.melds().is_empty(), offered.by, Indicators::NONE);
    let wins = [Some(plain), special].into_iter().flatten();
    wins.map(|win| WinOption { hand: hand.clone(), tile: offered.tile, win }).collect()
}
