//! The wins that a position has: whether the tile completes the hand with a yaku, and how.

use super::{Offered, OfferedBy, Position, Situation};
use crate::hand::{DrawnHand, WaitingHand};
use crate::round::Riichi;
use crate::score::{self, Draw, Indicators, Ready, Table, Win, score};
use crate::shape;
use crate::tile::{Kind, Tile};

/// A win that is there to be taken.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Winning {
    /// The hand without the tile.
    pub(super) hand: WaitingHand,
    pub(super) tile: Tile,
    /// How it comes about.
    pub(super) win: Win,
}

/// A riichi as `score` is told of it; ura-dora lie face down.
pub(super) fn declared(riichi: Riichi) -> score::Riichi {
    score::Riichi { double: riichi.double, ..score::Riichi::PLAIN }
}

/// The wins of a position: of several, one is a special reading of the same win. None without a yaku, and none by ron
/// where the hand is furiten.
pub(super) fn wins(position: &Position<'_>, situation: &Situation) -> Vec<Winning> {
    let found = match *position {
        Position::Drawn { hand, drawn: Some(drawn) } => tsumo(hand, drawn, situation),
        Position::Waiting { hand, offered: Some(offered) } => ron(hand, offered, situation),
        _ => Vec::new(),
    };
    let (table, rules) = (table(situation), situation.rules());
    found.into_iter().filter(|won| score(&won.hand, won.tile, &won.win, &table, rules).is_ok()).collect()
}

/// The table as `score` is told of it.
pub(super) fn table(situation: &Situation) -> Table {
    let kinds: Vec<Kind> = situation.dora_indicators().iter().map(|tile| tile.kind()).collect();
    Table {
        round: situation.round_wind(),
        seat: situation.seat_wind(),
        dora: Indicators::new(&kinds).expect("a situation has at most five indicators and four of a kind"),
    }
}

fn riichi(situation: &Situation) -> Option<Riichi> {
    situation.history().and_then(|history| history.riichi)
}

fn ready(situation: &Situation) -> Ready {
    match riichi(situation) {
        Some(riichi) => Ready::Riichi { riichi: declared(riichi), ippatsu: riichi.ippatsu },
        None => Ready::Dama,
    }
}

fn tsumo(hand: &DrawnHand, tile: Tile, situation: &Situation) -> Vec<Winning> {
    let Some(waiting) = hand.discard(tile) else { return Vec::new() };
    let first = situation.is_first_turn() && hand.melds().is_empty();
    let draw = if situation.tiles_left() == 0 { Draw::Haitei } else { Draw::Wall };
    let replacement = situation.history().is_some_and(|history| history.replacement);
    let win = match (first, replacement) {
        (true, _) => Win::FirstDraw,
        (false, true) => Win::Rinshan { riichi: riichi(situation).map(declared) },
        (false, false) => Win::Tsumo { ready: ready(situation), draw },
    };
    vec![Winning { hand: waiting, tile, win }]
}

fn ron(hand: &WaitingHand, offered: Offered, situation: &Situation) -> Vec<Winning> {
    let furiten = |kind| {
        let history = situation.history();
        history.is_some_and(|history| history.discarded.contains(kind) || history.passed.contains(kind))
    };
    if !offered.is_for(hand) || shape::waits(hand).iter().any(furiten) {
        return Vec::new();
    }
    let discard = offered.by == OfferedBy::Discard;
    let first = discard && situation.is_first_turn() && hand.melds().is_empty();
    let claim = offered.claim(situation.tiles_left());
    let wins = [Some(Win::Ron { ready: ready(situation), claim }), first.then_some(Win::FirstDiscard)];
    wins.into_iter().flatten().map(|win| Winning { hand: hand.clone(), tile: offered.tile, win }).collect()
}
