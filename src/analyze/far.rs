//! Hands that are too far from a win to be searched: an estimate, from the average of searched ones.
//!
//! An estimate scales the win rate of [`FarAverages`] with the tiles that lower the shanten and, beyond them, from one shanten to
//! the next by the ratio of two means. It separates near from far and wide from narrow, and knows an open hand's way to a yaku,
//! but not what a hand could score.

use super::far_averages::{DRAWS, FarAverages, FarHands};
use super::others;
use super::situation::Situation;
use crate::hand::WaitingHand;
use crate::reach;
use crate::search::{
    Chance, Details, Move, Part, Parts, Payoffs, Play, Points, Root, Row as SearchRow, TurnFigures, WinKinds,
};
use crate::shape::{self, Discard};

/// What a win is worth.
fn win_value(averages: &FarAverages, open: bool, points: &Points) -> f64 {
    let usual = averages.win[usize::from(open)];
    points.utility.as_ref().map_or(usual, |utility| utility.win(usual as i32, false))
}

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

/// What estimates of the hands of a question go by.
pub(super) struct Estimate<'e> {
    situation: &'e Situation,
    averages: &'static FarAverages,
    /// With the others of an average game.
    chance: Chance,
    points: &'e Points,
    scale: Scale,
}

/// How far a hand is from a win, and how wide.
struct FarHand {
    shanten: i32,
    /// Tiles that lower it.
    tiles: u32,
    open: bool,
}

impl<'e> Estimate<'e> {
    /// By the averages as they are.
    pub(super) fn of(situation: &'e Situation, chance: &Chance, points: &'e Points) -> Estimate<'e> {
        Estimate {
            situation,
            averages: FarAverages::of(situation.rules().players),
            chance: others::on_average(situation, chance.clone()),
            points,
            scale: Scale::NONE,
        }
    }

    /// By so much of the averages.
    pub(super) fn scaled(self, scale: Scale) -> Estimate<'e> {
        Estimate { scale, ..self }
    }

    /// What is left of the averages beside a hand that was searched.
    pub(super) fn scale(&self, searched: &Play, root: Root<'_>) -> Scale {
        self.rows(root).first().map_or(Scale::NONE, |row| Scale::of(searched, &row.play))
    }

    /// The rows that a search would have.
    pub(super) fn rows(&self, root: Root<'_>) -> Vec<SearchRow> {
        let Estimate { situation, chance, points, .. } = self;
        let unseen = situation.unseen();
        let (table, rules) = (situation.table(), situation.rules());
        // an open hand is as far from a win as from one with a yaku, and as wide as what brings that nearer
        let play = |hand: &WaitingHand| {
            self.play(&FarHand {
                shanten: reach::with_yaku(hand, unseen.counts(), &table, rules),
                tiles: reach::width(hand, unseen, &table, rules),
                open: !hand.is_closed(),
            })
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
    fn play(&self, hand: &FarHand) -> Play {
        let Estimate { averages, chance, points, scale, .. } = self;
        let FarHand { shanten, tiles, open } = *hand;
        let group = chance.draws / DRAWS;
        let (near, next, from) = match shanten {
            ..=3 => (&averages.three_shanten[group], &averages.four_shanten[group], 3),
            _ => (&averages.four_shanten[group], &averages.five_shanten[group], 4),
        };
        let further = f64::from(shanten - from);
        let usual = (near.ukeire + further * (next.ukeire - near.ukeire)).max(1.0);
        let width = f64::from(tiles) / usual;
        let of = |figure: fn(&FarHands) -> f64| {
            let (a, b) = (figure(near), figure(next));
            // nobody gets so far where the rows are empty
            if a == 0.0 { 0.0 } else { (a * libm::pow(b / a, further) * width).min(1.0) }
        };
        let tenpai_rate = scale.tenpai * of(|row| row.tenpai_rate);
        let win_rate = (scale.win * of(|row| row.win_rate)).min(tenpai_rate);
        let points_each = win_value(averages, open, points);
        let standings = || chance.steps.iter().map(|step| if open { &step.open } else { &step.closed });
        // nobody else ends the round
        let goes_on = standings().rev().fold(1.0, |left, standing| left * (1.0 - standing.ends.any().rate));
        // the same rates for any payments: seen from the start
        let mut ended = [Part::default(); 3];
        let mut here = 1.0 - win_rate;
        for standing in standings() {
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
        let [tsumo, rest, deal_in] = ended;
        let win = Part { rate: win_rate, value: win_rate * points_each };
        let draw = Part {
            rate: drawn_rate,
            value: drawn_rate * points.exhaustive_draw(false) + tenpai_at_draw * drawn,
        };
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
            tenpai_rate,
            tenpai_at_draw,
            others_rate: (1.0 - goes_on) * (1.0 - win_rate),
            call_rate: 0.0,
            fold_rate: 0.0,
            wins: WinKinds::NONE,
            parts: Parts { win, deal_in, tsumo, draw, rest },
            details: Some(Details { by_turn: by_turn.collect(), ..Details::NONE }),
        }
    }
}
