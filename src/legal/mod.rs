//! What the rules let a player do: the one place that lists actions.
//!
//! `round` judges what happens, and knows no shapes; here a [`Permit`] of its table meets the hand, which can be tenpai,
//! complete and worth something. [`actions`] is the list, [`check`] says why an action is not in it, and [`calls`],
//! [`daiminkan`], [`kans`] and [`wins`] give the parts of the list with what follows from each. The analysis values exactly
//! these actions, a review chooses from them.
//!
//! [`Permit`]: crate::round::Permit

mod action;
mod after;
mod position;
mod refusal;
mod wins;
mod worth;

pub use action::{Action, ActionError};
pub use after::{HandAfterCall, calls, daiminkan, kans, kita, offered_calls};
pub use position::{OfferedBy, Position, TileOffer};
pub use wins::{WinOption, by_ron, by_tsumo, declared, wins};
pub use worth::{WorthError, circumstances, payments_of_draw, recorded_worths, triple_ron, worths};

use crate::hand::{DrawnHand, WaitingHand};
use crate::round::{Forbidden, NINE_TERMINALS, Permit, Reason};
use crate::shape;
use crate::tile::Tile;

/// Everything that the rules let the player do at a position, in the order of discards, kans or calls, kita, wins, and throwing
/// in the hand.
pub fn actions(position: &Position, permit: &Permit<'_>) -> Vec<Action> {
    let won = !wins(position, permit).is_empty();
    let mut found = Vec::new();
    match *position {
        Position::Drawn { ref hand, drawn } => {
            for tile in discards(hand, drawn, permit) {
                found.push(Action::Discard { tile, riichi: false });
                if riichi_refusal(hand, tile, permit).is_none() {
                    found.push(Action::Discard { tile, riichi: true });
                }
            }
            found.extend(kans(hand, drawn, permit).into_iter().map(|(action, _)| action));
            found.extend(kita(hand, drawn, permit).map(|_| Action::Kita));
            found.extend(won.then_some(Action::Tsumo));
            found.extend(nine_terminals(hand, permit).then_some(Action::NineTerminals));
        }
        Position::Waiting { ref hand, offered } => {
            found.push(Action::Pass);
            found.extend(won.then_some(Action::Ron));
            let Some(offered) = offered else { return found };
            for called in calls(hand, offered, permit) {
                found.extend(called.actions());
            }
            found.extend(daiminkan(hand, offered, permit).map(|_| Action::Daiminkan));
        }
    }
    found
}

/// Whether a player can do this at a position.
///
/// # Errors
/// When it cannot be done: why.
pub fn check(position: &Position, permit: &Permit<'_>, action: &Action) -> Result<(), ActionError> {
    if actions(position, permit).contains(action) {
        return Ok(());
    }
    Err(refusal::refusal(position, permit, action))
}

/// Why an action ends the round without a winner, unless somebody wins on its tile or, after a kan, the player does; none
/// where play goes on.
pub fn end_of(action: &Action, permit: &Permit<'_>) -> Option<Reason> {
    match *action {
        Action::Discard { tile, riichi } => permit.ends_with(tile.kind(), riichi),
        Action::Chi { discard, .. } | Action::Pon { discard, .. } => permit.ends_with(discard.kind(), false),
        Action::Ankan { .. } | Action::Kakan { .. } | Action::Daiminkan => {
            permit.brink.kan.then_some(Reason::FourKans)
        }
        Action::NineTerminals => Some(Reason::NineTerminals),
        Action::Pass => permit.broken_off,
        Action::Tsumo | Action::Ron | Action::Kita => None,
    }
}

/// How many kinds of terminals and honours a hand has.
pub(super) fn terminals(hand: &DrawnHand) -> usize {
    hand.concealed().iter().filter(|&(kind, count)| count > 0 && kind.is_yaochu()).count()
}

/// Whether a drawn hand can be thrown in for nine kinds of terminals and honours.
fn nine_terminals(hand: &DrawnHand, permit: &Permit<'_>) -> bool {
    permit.nine_terminals().is_ok() && hand.melds().is_empty() && terminals(hand) >= NINE_TERMINALS
}

/// The tiles that a drawn hand can discard: in riichi the one drawn, after a call none that undoes it.
fn discards(hand: &DrawnHand, drawn: Option<Tile>, permit: &Permit<'_>) -> Vec<Tile> {
    if permit.riichi.is_some() {
        return drawn.into_iter().collect();
    }
    let forbidden = permit.called.unwrap_or_default();
    hand.discards().filter(|tile| !forbidden.contains(tile.kind())).collect()
}

/// Why riichi cannot be declared with a discard of the hand; none where it can.
pub(super) fn riichi_refusal(hand: &DrawnHand, tile: Tile, permit: &Permit<'_>) -> Option<ActionError> {
    let table = permit.riichi(hand.is_closed()).err();
    let waits = |after: WaitingHand| !shape::waits(&after).is_empty();
    match table {
        Some(Forbidden::HandFixed | Forbidden::RiichiOpen) => {}
        _ if hand.discard(tile).is_some_and(waits) => {}
        _ => return Some(ActionError::RiichiNoten { tile }),
    }
    table.map(|table| ActionError::of(table, tile))
}
