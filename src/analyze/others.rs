//! The others' part of the round as the search needs it: how often they act until the end, and what
//! discards risk.

use super::{Options, Position, Situation, habits};
use crate::danger::{Danger, Forecast, forecast::Stance};
use crate::round::View;
use crate::search::{Chance, End, Ends, Risks, Standing, Step};
use crate::tile::{Tile, Wind};

/// What the player pays for each honba when it deals in, and when another wins by tsumo.
const HONBA: [f64; 2] = [300.0, 100.0];

/// What the others can do at a table that is known.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Others {
    pub(super) danger: Danger,
    forecast: Forecast,
}

impl Others {
    /// As a seat sees them.
    pub(super) fn new(view: &View<'_>) -> Others {
        let danger = crate::danger::assess(view);
        let forecast = Forecast::new(view, &danger).expect("the danger is that of the same seat");
        Others { danger, forecast }
    }

    /// How they end the round in step `j` among themselves.
    fn ends(&self, j: usize, stance: Stance, honba: f64) -> Ends {
        let (mut tsumo, mut paid, mut ron) = (0.0, 0.0, 0.0);
        for other in self.forecast.others.0.iter().flatten() {
            if let Some(step) = other.step(j, stance) {
                tsumo += step.tsumo;
                paid += step.tsumo * (other.tsumo_pays + honba * HONBA[1]);
                ron += step.ron;
            }
        }
        let value = if tsumo > 0.0 { -paid / tsumo } else { 0.0 };
        Ends { tsumo: End { rate: tsumo, value }, rest: End { rate: ron, value: 0.0 }, deal_in: End::NEVER }
    }

    /// What the discards risk with which step `j` begins.
    fn risks(&self, j: usize, honba: f64) -> Risks {
        Risks::from_fn(|tile| {
            let (rate, paid) = match j.checked_sub(1) {
                None => (self.danger.rate(tile), self.danger.loss(tile)),
                Some(step) => {
                    let others = self.forecast.others.0.iter().flatten();
                    let paid = others.map(|o| o.deal_in(step, Stance::Free, tile) * o.price(tile)).sum();
                    (self.forecast.deal_in(step, Stance::Free, tile), paid)
                }
            };
            let value = if rate > 0.0 { -paid / rate - honba * HONBA[0] } else { 0.0 };
            End { rate, value }
        })
    }

    /// The chance model at this table.
    fn at_the_table(&self, chance: Chance, honba: f64) -> Chance {
        let steps = chance.steps.into_iter().enumerate().map(|(j, step)| {
            let with =
                |standing: Standing, stance| Standing { ends: self.ends(j, stance, honba), ..standing };
            Step {
                closed: with(step.closed, Stance::Free),
                open: with(step.open, Stance::Free),
                riichi: with(step.riichi, Stance::Riichi),
                risks: self.risks(j, honba),
                calls: step.calls,
            }
        });
        Chance { steps: steps.collect(), ..chance }
    }
}

/// The chance model after an own discard, `tiles_left` being left in the wall then.
pub(super) fn after_discard(situation: &Situation, options: &Options) -> Chance {
    let left = situation.tiles_left();
    chance(situation, options, left / 4, left % 4, situation.turn().number())
}

/// After an own kan: its replacement draw, then the discard. The live wall is one tile shorter.
pub(super) fn after_kan(situation: &Situation, options: &Options) -> Chance {
    let left = situation.tiles_left() - 1;
    let mut chance = chance(situation, options, left / 4, left % 4, situation.turn().number());
    chance.draws += 1;
    chance.steps.insert(0, Step::ALONE);
    chance
}

/// While others are to discard: `players` of them before the own draw.
pub(super) fn before_draw(
    position: &Position<'_>,
    situation: &Situation,
    options: &Options,
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
    (chance(situation, options, draws, tail, made), players)
}

fn chance(situation: &Situation, options: &Options, draws: usize, tail: usize, made: usize) -> Chance {
    let dealer = situation.seat_wind() == Wind::East;
    let steps = (0..=draws).map(|j| match (options.others, j == draws) {
        (false, _) => Step::ALONE,
        (true, false) => habits::step(made + j, dealer),
        (true, true) => habits::last_step(tail, dealer),
    });
    let chance = Chance { draws, tail, steps: steps.collect() };
    match situation.others().filter(|_| options.others && options.danger) {
        Some(others) => others.at_the_table(chance, f64::from(situation.honba())),
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
