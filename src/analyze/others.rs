//! The others' part of the round as the search needs it: how often they act until the end, and what
//! discards risk.

use super::opponents::Opponents;
use super::stakes::Stakes;
use super::{Options, Position, Situation, habits};
use crate::danger::Payment;
use crate::danger::forecast::Stance;
use crate::search::{Chance, End, Ends, Risks, Standing, Step};
use crate::tile::{Tile, Wind};

/// What is left of the risk of later discards. The search plays on by what it knows now; players see a riichi come and
/// fold then. With 1 it deals in 13.1 % from the decisions of strong players that it agrees with, and they 10.6 %
/// (`measure -- decisions --fast`, 840 own turns of hanchan); with 0.75 it says 10.3 % and they have 10.9 (571 of them).
const EASED: f64 = 0.75;

/// What a win of an opponent is worth to the player, by tsumo and from another.
struct Worth {
    place: usize,
    tsumo: f64,
    ron: f64,
}

/// How they end the round in step `j` among themselves.
fn ends(table: &Opponents, j: usize, stance: Stance, worth: &[Worth]) -> Ends {
    let (mut tsumo, mut ron) = ([0.0; 2], [0.0; 2]);
    for ((place, _, other), worth) in table.opponents().zip(worth) {
        debug_assert_eq!(place, worth.place);
        let Some(step) = other.step(j, stance) else { continue };
        tsumo[0] += step.tsumo;
        tsumo[1] += step.tsumo * worth.tsumo;
        ron[0] += step.ron;
        ron[1] += step.ron * worth.ron;
    }
    Ends { tsumo: mean(tsumo), rest: mean(ron), deal_in: End::NEVER }
}

/// What the discards risk with which step `j` begins.
fn risks(table: &Opponents, j: usize, stakes: &Stakes) -> Risks {
    Risks::from_fn(|tile| {
        let (mut passes, mut sum, mut lost) = (1.0, 0.0, 0.0);
        for (place, threat, other) in table.opponents() {
            let rate = match j.checked_sub(1) {
                None => {
                    let risk = threat.risk(tile);
                    let paid = |p: &Payment| p.rate * stakes.deal_in(place, f64::from(p.points));
                    lost += risk.rate * risk.payments.iter().map(paid).sum::<f64>();
                    risk.rate
                }
                Some(step) => {
                    let rate = EASED * other.deal_in(step, Stance::Free, tile);
                    lost += rate * stakes.deal_in(place, other.price(tile));
                    rate
                }
            };
            passes *= 1.0 - rate;
            sum += rate;
        }
        // two at a time are rare: what they win is that of one after the other
        End { rate: 1.0 - passes, value: if sum > 0.0 { lost / (1.0 - passes) } else { 0.0 } }
    })
}

/// The chance model at this table.
fn at_the_table(table: &Opponents, chance: Chance, stakes: &Stakes) -> Chance {
    let worth = table.opponents().map(|(place, _, other)| Worth {
        place,
        tsumo: stakes.tsumo(place, other.tsumo_pays),
        ron: stakes.ron(place, other.ron_pays),
    });
    let worth: Vec<Worth> = worth.collect();
    let steps = chance.steps.into_iter().enumerate().map(|(j, step)| {
        let [closed, open, riichi] = habits::by_riichi(table.riichi, j);
        let with = |standing: Standing, stance, waits| Standing {
            ron: standing.ron.times(waits),
            ends: ends(table, j, stance, &worth),
        };
        Step {
            closed: with(step.closed, Stance::Free, closed),
            open: with(step.open, Stance::Free, open),
            riichi: with(step.riichi, Stance::Riichi, riichi),
            risks: risks(table, j, stakes),
            calls: step.calls,
        }
    });
    Chance { steps: steps.collect(), ..chance }
}

/// A rate and a sum as a rate and a mean.
fn mean([rate, sum]: [f64; 2]) -> End {
    End { rate, value: if rate > 0.0 { sum / rate } else { 0.0 } }
}

/// The chance model after an own discard, `tiles_left` being left in the wall then.
pub(super) fn after_discard(situation: &Situation, options: &Options, stakes: &Stakes) -> Chance {
    let left = situation.tiles_left();
    chance(situation, options, stakes, (left / 4, left % 4, situation.turn().number()))
}

/// What an own kan's indicator adds to the others' wins: it shows 4 of 136 tiles to each of 14, 0.41 han, and a han
/// more costs about 1.6 times as much.
const KAN_DORA: f64 = 1.25;

fn dearer(step: &mut Step) {
    let dearer = |end: End| End { value: KAN_DORA * end.value, ..end };
    for standing in [&mut step.closed, &mut step.open, &mut step.riichi] {
        let Ends { tsumo, rest, deal_in } = standing.ends;
        standing.ends = Ends { tsumo: dearer(tsumo), rest: dearer(rest), deal_in: dearer(deal_in) };
    }
    let risks = step.risks.clone();
    step.risks = Risks::from_fn(|tile| dearer(risks.of(tile)));
}

/// After an own kan: its replacement draw, then the discard. The live wall is one tile shorter.
pub(super) fn after_kan(situation: &Situation, options: &Options, stakes: &Stakes) -> Chance {
    let left = situation.tiles_left() - 1;
    let mut chance = chance(situation, options, stakes, (left / 4, left % 4, situation.turn().number()));
    chance.steps.iter_mut().for_each(dearer);
    chance.draws += 1;
    chance.steps.insert(0, Step::ALONE);
    chance
}

/// While others are to discard: `players` of them before the own draw.
pub(super) fn before_draw(
    position: &Position<'_>,
    situation: &Situation,
    options: &Options,
    stakes: &Stakes,
) -> (Chance, usize) {
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
    (chance(situation, options, stakes, (draws, tail, made)), players)
}

fn chance(
    situation: &Situation,
    options: &Options,
    stakes: &Stakes,
    (draws, tail, made): (usize, usize, usize),
) -> Chance {
    let dealer = situation.seat_wind() == Wind::East;
    let steps = (0..=draws).map(|j| match (options.others, j == draws) {
        (false, _) => Step::ALONE,
        (true, false) => habits::step(made + j, dealer),
        (true, true) => habits::last_step(tail, dealer),
    });
    let chance = Chance { draws, tail, steps: steps.collect() };
    match situation.opponents().filter(|_| options.others && options.danger) {
        Some(table) => at_the_table(table, chance, stakes),
        None => chance,
    }
}

/// What a discard now risks at this table; `chance` is one of it.
pub(super) fn risk(chance: &Chance, tile: Tile) -> End {
    chance.steps.first().map_or(End::NEVER, |step| step.risks.of(tile))
}

/// The same with the others of an average game, own deal-ins included, but for the coming discard.
pub(super) fn on_average(situation: &Situation, chance: Chance) -> Chance {
    if chance.steps.iter().all(|step| step.risks.is_none()) {
        return chance;
    }
    let Chance { draws, tail, steps } = chance;
    let made = situation.turn().number();
    let dealer = situation.seat_wind() == Wind::East;
    let steps = steps.into_iter().enumerate().map(|(j, step)| {
        let average =
            if j == draws { habits::last_step(tail, dealer) } else { habits::step(made + j, dealer) };
        Step { risks: step.risks, ..average }
    });
    Chance { draws, tail, steps: steps.collect() }
}
