//! The others' part of the round as the search needs it: how often they act until the end.

use super::{Position, Situation, habits};
use crate::search::{Chance, Step};
use crate::tile::Wind;

/// The chance model after an own discard, `tiles_left` being left in the wall then.
pub(super) fn after_discard(situation: &Situation, others: bool) -> Chance {
    let left = situation.tiles_left();
    chance(situation, others, left / 4, left % 4, situation.turn().number())
}

/// After an own kan: its replacement draw, then the discard. The live wall is one tile shorter.
pub(super) fn after_kan(situation: &Situation, others: bool) -> Chance {
    let left = situation.tiles_left() - 1;
    let mut chance = chance(situation, others, left / 4, left % 4, situation.turn().number());
    chance.draws += 1;
    chance.steps.insert(0, Step::ALONE);
    chance
}

/// While others are to discard: `players` of them before the own draw.
pub(super) fn before_draw(position: &Position<'_>, situation: &Situation, others: bool) -> (Chance, usize) {
    let players = match position {
        Position::Waiting { offered: Some(offered), .. } => 2 - offered.from.place(),
        _ => 3,
    };
    // the others draw first
    let left = situation.tiles_left();
    let (draws, tail) = match left.checked_sub(players + 1) {
        Some(after) => (1 + after / 4, after % 4),
        // no own draw is left; what the others still discard is left out
        None => (0, 0),
    };
    let made = situation.turn().number() - 1;
    (chance(situation, others, draws, tail, made), players)
}

fn chance(situation: &Situation, others: bool, draws: usize, tail: usize, made: usize) -> Chance {
    let dealer = situation.seat_wind() == Wind::East;
    let steps = (0..=draws).map(|j| match (others, j == draws) {
        (false, _) => Step::ALONE,
        (true, false) => habits::step(made + j, dealer),
        (true, true) => habits::last_step(tail, dealer),
    });
    Chance { draws, tail, steps: steps.collect() }
}
