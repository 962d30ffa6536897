//! Hands that are too far from a win to be searched: an estimate, from the average of searched ones.
//!
//! Means of the best discard of 4- and 5-shanten hands of recorded games at n = shanten, printed by
//! `cargo run --release --bin measure -- far`. An estimate scales the win rate with the tiles that lower
//! the shanten and, from one shanten to the next, by the ratio of the two rows. It tells near from far and
//! wide from narrow; it does not see what a hand could score.

use crate::search::{Chance, End, Mix, Part, Parts, Payoffs, Play, Points, Turn};
use crate::shape::{Shanten, Ukeire};

/// Means over hands of one shanten and a number of own draws left.
struct Row {
    /// Unseen tiles that lower the shanten.
    ukeire: f64,
    win_rate: f64,
    tenpai_rate: f64,
    tenpai_at_draw: f64,
}

const fn row(ukeire: f64, win_rate: f64, tenpai_rate: f64, tenpai_at_draw: f64) -> Row {
    Row { ukeire, win_rate, tenpai_rate, tenpai_at_draw }
}

/// Points of a win, on average: 5,990 for 4-shanten hands at the first turns.
const WIN: f64 = 6_000.0;

/// By own draws left: 0 to 3, 4 to 7, 8 to 11, 12 to 15, 16 and 17; 3, 27, 70, 648 and 949 hands, with calls.
const FOUR_SHANTEN: [Row; 5] = [
    row(32.7, 0.0, 0.0, 0.0),
    row(45.5, 0.0032, 0.0624, 0.0479),
    row(54.8, 0.0233, 0.1746, 0.0937),
    row(63.3, 0.0659, 0.2882, 0.1052),
    row(63.1, 0.0863, 0.3272, 0.1053),
];

/// The same of 5-shanten hands, without calls; 0, 2, 2, 17 and 87 hands.
const FIVE_SHANTEN: [Row; 5] = [
    row(32.7, 0.0, 0.0, 0.0),
    row(49.5, 0.0002, 0.0074, 0.0061),
    row(57.5, 0.0013, 0.0204, 0.0147),
    row(81.2, 0.0243, 0.1215, 0.0523),
    row(72.2, 0.0348, 0.1425, 0.0551),
];

/// What going on with a hand of this shanten and ukeire is worth, about.
pub(super) fn play(shanten: Shanten, ukeire: &Ukeire, open: bool, chance: &Chance, points: &Points) -> Play {
    let group = chance.draws / 4;
    let (four, five) = (&FOUR_SHANTEN[group], &FIVE_SHANTEN[group]);
    let further = f64::from(shanten.get() - 4);
    let width = f64::from(ukeire.tiles) / (four.ukeire + further * (five.ukeire - four.ukeire)).max(1.0);
    let of = |figure: fn(&Row) -> f64| {
        let (a, b) = (figure(four), figure(five));
        // nobody gets so far where the rows are empty
        if a == 0.0 { 0.0 } else { (a * libm::pow(b / a, further) * width).min(1.0) }
    };
    let tenpai_rate = of(|row| row.tenpai_rate);
    let win_rate = of(|row| row.win_rate).min(tenpai_rate);
    let tenpai_at_draw = of(|row| row.tenpai_at_draw).min(tenpai_rate - win_rate);
    // the round without any win of the own
    let (mut alone, mut goes_on) = (points.exhaustive_draw(false), 1.0);
    for step in chance.steps.iter().rev() {
        let standing = if open { &step.open } else { &step.closed };
        let End { rate, value } = standing.ends.any();
        alone += rate * (value - alone);
        goes_on *= 1.0 - rate;
    }
    // the same rates, whatever is paid: seen from the start
    let mut ended = [Part::default(); 3];
    let mut here = 1.0 - win_rate;
    for step in &chance.steps {
        let standing = if open { &step.open } else { &step.closed };
        for (part, end) in ended.iter_mut().zip(standing.ends.all()) {
            part.rate += here * end.rate;
            part.value += here * end.rate * end.value;
        }
        here *= 1.0 - standing.ends.any().rate;
    }
    let drawn = points.exhaustive_draw(true) - points.exhaustive_draw(false);
    let value = alone + win_rate * (WIN - alone) + tenpai_at_draw * drawn;
    let [tsumo, rest, deal_in] = ended;
    let win = Part { rate: win_rate, value: win_rate * WIN };
    let draw = Part {
        rate: goes_on * (1.0 - win_rate),
        value: goes_on * (1.0 - win_rate) * points.exhaustive_draw(false) + tenpai_at_draw * drawn,
    };
    // late wins are more likely: as if by the square of the time
    let by_turn = (1..=chance.draws).map(|turn| {
        let share = (turn as f64 / chance.draws as f64).powi(2);
        Turn { win_rate: share * win_rate, tenpai_rate: share * tenpai_rate, value: share * win_rate * WIN }
    });
    Play {
        value,
        win_rate,
        tenpai_rate,
        tenpai_at_draw,
        others_rate: (1.0 - goes_on) * (1.0 - win_rate),
        call_rate: 0.0,
        fold_rate: 0.0,
        by_turn: by_turn.collect(),
        wins: Mix::unknown(win_rate * WIN),
        parts: Parts { win, deal_in, tsumo, draw, rest },
    }
}
