//! Why an action is not legal.

use super::action::{Action, ActionError};
use super::after::{HandAfterCall, calls, quads, without};
use super::position::{OfferedBy, Position, TileOffer};
use super::{riichi_refusal, terminals};
use crate::hand::{DrawnHand, WaitingHand};
use crate::round::{Forbidden, Permit, Robbable};
use crate::tile::{Players, Tile};

impl ActionError {
    /// What the table forbids every hand; `tile` is the one that it is about.
    pub(super) fn of(table: Forbidden, tile: Tile) -> ActionError {
        match table {
            Forbidden::WallEmpty => ActionError::WallEmpty,
            Forbidden::WallShort { left, .. } => ActionError::RiichiTooLate { tiles: left },
            Forbidden::KitaOfFour => ActionError::NoKita,
            Forbidden::FifthKan => ActionError::FifthKan,
            Forbidden::HandFixed => ActionError::InRiichi,
            Forbidden::RiichiOpen => ActionError::RiichiOpen,
            Forbidden::RiichiPoints { points } => ActionError::RiichiPoints { points },
            Forbidden::BrokenOff(_) => ActionError::BrokenOff { tile },
            Forbidden::NineTerminals => ActionError::NineTerminals { kinds: 0 },
        }
    }
}

/// Why there is no kan with this tile.
fn no_kan(tile: Tile, permit: &Permit<'_>) -> ActionError {
    match permit.kan() {
        Err(table) => ActionError::of(table, tile),
        Ok(()) => ActionError::NoKan { kind: tile.kind() },
    }
}

/// Why an action that is not legal is not.
pub(super) fn refusal(position: &Position, permit: &Permit<'_>, action: &Action) -> ActionError {
    let riichi = permit.riichi.is_some();
    match (position, *action) {
        (Position::Drawn { hand, .. }, Action::Discard { tile, .. })
            if riichi && hand.discard(tile).is_some() =>
        {
            ActionError::InRiichi
        }
        (Position::Drawn { hand, .. }, action)
            if riichi && quads(hand).iter().any(|(kan, _)| *kan == action) =>
        {
            ActionError::InRiichi
        }
        (Position::Drawn { hand, .. }, Action::Discard { tile, riichi }) => {
            drawn_refusal(hand, permit, tile, riichi)
        }
        (Position::Drawn { .. }, Action::Tsumo) => ActionError::NoWin,
        (Position::Drawn { hand, .. }, Action::NineTerminals) => {
            ActionError::NineTerminals { kinds: terminals(hand) }
        }
        (Position::Drawn { .. }, Action::Ankan { kind }) => no_kan(Tile::plain(kind), permit),
        (Position::Drawn { .. }, Action::Kakan { tile }) => no_kan(tile, permit),
        (Position::Drawn { .. }, Action::Kita) => match permit.kita() {
            Err(table) => ActionError::of(table, Robbable::Kita.tile()),
            Ok(()) => ActionError::NoKita,
        },
        (Position::Drawn { hand, .. }, _) => {
            ActionError::NotWaiting { tiles: hand.concealed().total() + 3 * hand.melds().len() }
        }
        (Position::Waiting { hand, offered: None }, action) => match action {
            Action::Discard { .. }
            | Action::Tsumo
            | Action::NineTerminals
            | Action::Ankan { .. }
            | Action::Kakan { .. }
            | Action::Kita => {
                ActionError::NotDrawn { tiles: hand.concealed().total() + 3 * hand.melds().len() }
            }
            _ => ActionError::NoOffer,
        },
        (Position::Waiting { hand, offered: Some(offered) }, action) => match action {
            Action::Ron => ActionError::NoWin,
            Action::Discard { .. }
            | Action::Tsumo
            | Action::NineTerminals
            | Action::Ankan { .. }
            | Action::Kakan { .. }
            | Action::Kita => {
                ActionError::NotDrawn { tiles: hand.concealed().total() + 3 * hand.melds().len() }
            }
            _ if offered.by != OfferedBy::Discard => ActionError::OnlyRon { tile: offered.tile },
            Action::Daiminkan | Action::Pass => match permit.call() {
                Err(table) => ActionError::of(table, offered.tile),
                Ok(()) => no_kan(offered.tile, permit),
            },
            Action::Chi { own, discard } | Action::Pon { own, discard } => match permit.call() {
                Err(table) => ActionError::of(table, offered.tile),
                Ok(()) => {
                    let chi = matches!(action, Action::Chi { .. });
                    call_refusal(hand, *offered, permit, own, discard, chi)
                }
            },
        },
    }
}

fn drawn_refusal(hand: &DrawnHand, permit: &Permit<'_>, tile: Tile, riichi: bool) -> ActionError {
    if hand.discard(tile).is_none() {
        return ActionError::NotHeld { tile };
    }
    if permit.called.is_some_and(|forbidden| forbidden.contains(tile.kind())) {
        return ActionError::SwapCalling { tile };
    }
    let refused = riichi.then(|| riichi_refusal(hand, tile, permit)).flatten();
    refused.unwrap_or(ActionError::NotHeld { tile })
}

fn call_refusal(
    hand: &WaitingHand,
    offered: TileOffer,
    permit: &Permit<'_>,
    own: [Tile; 2],
    discard: Tile,
    chi: bool,
) -> ActionError {
    if chi && hand.deck().players() == Players::Three {
        return ActionError::NoChiOfThree;
    }
    if let Some(&tile) = own.iter().find(|&&tile| without(hand, &[tile]).is_none()) {
        return ActionError::NotHeld { tile };
    }
    let same = |called: &HandAfterCall| match called {
        HandAfterCall::Open { own: theirs, .. } => {
            *theirs == own && matches!(called.with(own, discard), Action::Chi { .. }) == chi
        }
        HandAfterCall::Kan { .. } => false,
    };
    match calls(hand, offered, permit).iter().find(|called| same(called)) {
        Some(HandAfterCall::Open { hand, forbidden, .. }) if hand.discards().any(|tile| tile == discard) => {
            debug_assert!(forbidden.contains(discard.kind()));
            ActionError::SwapCalling { tile: discard }
        }
        Some(_) => ActionError::NotHeld { tile: discard },
        None if chi => ActionError::NoChi { tile: offered.tile, from: offered.from },
        None => ActionError::NoPon { tile: offered.tile },
    }
}
