//! Hands that are too far from a win to be searched: an estimate, from the average of searched ones.
//!
//! Means of the best discard of 3- to 5-shanten hands of recorded games at n = shanten, printed by
//! `cargo tools measure far` (3-shanten: `--sample 4000`), of three players with `--players 3`. An estimate scales the win
//! rate with the tiles that lower the shanten and, beyond them, from one shanten to the next by the ratio of two rows. It
//! separates near from far and wide from narrow, and knows an open hand's way to a yaku, but not what a hand could score.

use super::others;
use super::situation::Situation;
use crate::hand::WaitingHand;
use crate::reach;
use crate::search::{
    Chance, Details, End, Mix, Move, Part, Parts, Payoffs, Play, Points, Root, Row as SearchRow, TurnFigures,
};
use crate::shape::{self, Discard};
use crate::tile::Players;

/// Means over hands of one shanten and a number of own draws left.
#[derive(Clone, Copy)]
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

/// Averages of so many players.
struct Averages {
    /// By own draws left: 0 to 3, 4 to 7, 8 to 11, 12 to 15, 16 and more. Fewer than 4 draws: none wins, as for those that are farther.
    three_shanten: [Row; 5],
    four_shanten: [Row; 5],
    five_shanten: [Row; 5],
    /// What a win pays, of closed hands and of open ones.
    win: [i32; 2],
}

impl Averages {
    fn of(players: Players) -> &'static Averages {
        match players {
            Players::Three => &OF_THREE,
            Players::Four => &OF_FOUR,
        }
    }

    /// What a win is worth.
    fn win_value(&self, open: bool, points: &Points) -> f64 {
        let usual = self.win[usize::from(open)];
        points.utility.as_ref().map_or(f64::from(usual), |utility| utility.win(usual, false))
    }
}

/// 3-shanten 1, 26, 81, 424 and 279 hands, 4-shanten 3, 27, 70, 648 and 949, with calls; 5-shanten 0, 2, 2, 17 and 87, without. A
/// win pays 5,990 points on average for 4-shanten hands at the first turns; of open hands 4,269 in 14,202 recorded wins (the first
/// 30,920 of the hanchan archive).
const OF_FOUR: Averages = Averages {
    three_shanten: [
        row(33.0, 0.0, 0.0, 0.0),
        row(39.5, 0.0153, 0.1780, 0.1199),
        row(39.7, 0.0502, 0.2661, 0.1183),
        row(45.5, 0.1006, 0.3776, 0.1203),
        row(43.7, 0.1373, 0.4273, 0.1122),
    ],
    four_shanten: [
        row(32.7, 0.0, 0.0, 0.0),
        row(45.5, 0.0032, 0.0624, 0.0479),
        row(54.8, 0.0233, 0.1746, 0.0937),
        row(63.3, 0.0659, 0.2882, 0.1052),
        row(63.1, 0.0863, 0.3272, 0.1053),
    ],
    five_shanten: [
        row(32.7, 0.0, 0.0, 0.0),
        row(49.5, 0.0002, 0.0074, 0.0061),
        row(57.5, 0.0013, 0.0204, 0.0147),
        row(81.2, 0.0243, 0.1215, 0.0523),
        row(72.2, 0.0348, 0.1425, 0.0551),
    ],
    win: [6_000, 4_300],
};

/// 3-shanten 0, 4, 9, 35 and 63 hands, 4-shanten 0, 2, 5, 30 and 171; 5-shanten 3 hands with 16 draws and more, and with fewer what
/// 4-shanten hands have by the ratios of four players. A win is the mean of 7,060 closed and 3,801 open
/// ones in 1,422 games, honba and sticks apart.
const OF_THREE: Averages = Averages {
    three_shanten: [
        row(39.0, 0.0, 0.0, 0.0),
        row(39.0, 0.0207, 0.1844, 0.1158),
        row(40.4, 0.0980, 0.3318, 0.1202),
        row(40.9, 0.1608, 0.4406, 0.1058),
        row(39.8, 0.2031, 0.4968, 0.0982),
    ],
    four_shanten: [
        row(41.0, 0.0, 0.0, 0.0),
        row(41.0, 0.0019, 0.0270, 0.0217),
        row(43.4, 0.0259, 0.1633, 0.0954),
        row(50.9, 0.1082, 0.3354, 0.1019),
        row(53.4, 0.1412, 0.3894, 0.0941),
    ],
    five_shanten: [
        row(44.6, 0.0, 0.0, 0.0),
        row(44.6, 0.0001, 0.0032, 0.0028),
        row(45.5, 0.0014, 0.0191, 0.0150),
        row(65.3, 0.0399, 0.1414, 0.0506),
        row(64.0, 0.0547, 0.1868, 0.0607),
    ],
    win: [8_900, 6_700],
};

/// What is left of averages beside a search, which holds fewer ways to a win than those that they are of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    pub(super) win: f64,
    pub(super) tenpai: f64,
}

impl Scale {
    /// They stay as they are.
    pub(super) const NONE: Scale = Scale { win: 1.0, tenpai: 1.0 };

    /// What a search says of a hand beside what the averages say of it, and never more than they do.
    pub(super) fn of(searched: &Play, usual: &Play) -> Scale {
        let share = |found: f64, usual: f64| if usual > 0.0 { (found / usual).min(1.0) } else { 1.0 };
        Scale {
            win: share(searched.win_rate(), usual.win_rate()),
            tenpai: share(searched.tenpai_rate, usual.tenpai_rate),
        }
    }
}

/// What is left of the averages beside a hand that was searched.
pub(super) fn scale(
    searched: &Play,
    root: Root<'_>,
    situation: &Situation,
    chance: &Chance,
    points: &Points,
) -> Scale {
    let rows = rows(root, situation, chance, points, Scale::NONE);
    rows.first().map_or(Scale::NONE, |row| Scale::of(searched, &row.play))
}

/// The rows that a search would have.
pub(super) fn rows(
    root: Root<'_>,
    situation: &Situation,
    chance: &Chance,
    points: &Points,
    scale: Scale,
) -> Vec<SearchRow> {
    let unseen = situation.unseen();
    let chance = &others::on_average(situation, chance.clone());
    let (table, rules) = (situation.table(), situation.rules());
    let averages = Averages::of(rules.players);
    // an open hand is as far from a win as from one with a yaku, and as wide as what brings that nearer
    let play = |hand: &WaitingHand| {
        let away = reach::with_yaku(hand, unseen.counts(), &table, rules);
        let tiles = reach::width(hand, unseen, &table, rules);
        play(averages, away, tiles, !hand.is_closed(), chance, points, scale)
    };
    match root {
        Root::Drawn { hand, forbidden } => shape::discards(hand, unseen)
            .into_iter()
            .filter(|discard| !forbidden.contains(discard.tile.kind()))
            .flat_map(|Discard { tile, shanten, .. }| {
                let after = hand.discard(tile).expect("a discard of the hand");
                let play = play(&after).after(others::risk(chance, tile));
                // the averages are those of hands that declare and that do not
                let can_declare = shanten.is_tenpai()
                    && after.is_closed()
                    && chance.draws > 0
                    && points.riichi_stick().is_some();
                let declares = [false, true].into_iter().filter(move |&riichi| !riichi || can_declare);
                declares.map(move |riichi| SearchRow {
                    action: Move::Discard { tile, riichi },
                    play: play.clone(),
                })
            })
            .collect(),
        Root::Waiting { hand, .. } | Root::InRiichi { hand, .. } => {
            let play = play(hand);
            vec![SearchRow { action: Move::Wait, play }]
        }
    }
}

/// What going on with a hand of this shanten and ukeire is worth, about.
fn play(
    averages: &Averages,
    shanten: i32,
    tiles: u32,
    open: bool,
    chance: &Chance,
    points: &Points,
    scale: Scale,
) -> Play {
    let group = chance.draws / 4;
    let (near, next, from) = match shanten {
        ..=3 => (&averages.three_shanten[group], &averages.four_shanten[group], 3),
        _ => (&averages.four_shanten[group], &averages.five_shanten[group], 4),
    };
    let further = f64::from(shanten - from);
    let usual = (near.ukeire + further * (next.ukeire - near.ukeire)).max(1.0);
    let width = f64::from(tiles) / usual;
    let of = |figure: fn(&Row) -> f64| {
        let (a, b) = (figure(near), figure(next));
        // nobody gets so far where the rows are empty
        if a == 0.0 { 0.0 } else { (a * libm::pow(b / a, further) * width).min(1.0) }
    };
    let tenpai_rate = scale.tenpai * of(|row| row.tenpai_rate);
    let win_rate = (scale.win * of(|row| row.win_rate)).min(tenpai_rate);
    let points_each = averages.win_value(open, points);
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
    let drawn_rate = goes_on * (1.0 - win_rate);
    let tenpai_at_draw =
        (scale.tenpai * of(|row| row.tenpai_at_draw)).min(tenpai_rate - win_rate).min(drawn_rate);
    let drawn = points.exhaustive_draw(true) - points.exhaustive_draw(false);
    let value = alone + win_rate * (points_each - alone) + tenpai_at_draw * drawn;
    let [tsumo, rest, deal_in] = ended;
    let win = Part { rate: win_rate, value: win_rate * points_each };
    let draw =
        Part { rate: drawn_rate, value: drawn_rate * points.exhaustive_draw(false) + tenpai_at_draw * drawn };
    // late wins are more likely: as if by the square of the time
    let by_turn = (1..=chance.draws).map(|turn| {
        let share = (turn as f64 / chance.draws as f64).powi(2);
        TurnFigures {
            win_rate: share * win_rate,
            tenpai_rate: share * tenpai_rate,
            value: share * win_rate * points_each,
        }
    });
    Play {
        value,
        tenpai_rate,
        tenpai_at_draw,
        others_rate: (1.0 - goes_on) * (1.0 - win_rate),
        call_rate: 0.0,
        fold_rate: 0.0,
        wins: Mix::unknown(win_rate * points_each),
        parts: Parts { win, deal_in, tsumo, draw, rest },
        details: Some(Details { by_turn: by_turn.collect(), ..Details::NONE }),
    }
}
