//! How rounds end, beside what calibrated searches and all recorded discards say, and what the ends pay.
//!
//! With `r` the rate of an end when the coming discard passes, and `x` figures of the action and its table, the rate becomes
//! `r exp(w x)` over the sum of that of all ends, and what an end pays is multiplied by `exp(b y)`; of a draw, which pays about nothing, `b y`
//! is added. Fitted by `cargo tools train value` to what strong players did and how their rounds ended,
//! also where that was not what is recommended here.

use super::facts::{Act, Facts};
use super::opponents::TableThreat;
use super::value_params;
use crate::dense::is;
use crate::params::{Params, ParamsError, layout_hash};
use crate::search::{Part, Parts, Play, TurnFigures};
use std::sync::OnceLock;

/// How many figures the rates go by.
pub const FIGURES: usize = 26;
/// How many figures the payments go by.
pub const PAY_FIGURES: usize = 14;
/// Ends whose payments are corrected: win, deal-in, others' tsumo, draw.
pub const PAYING: usize = 4;

/// What the weights of the rates are for, in order.
const MEANING: &str = "1; hanchan; dealer; riichi possible, its share less a half; tile on offer, share of calls; 4-shanten and \
    farther; tenpai; a threat; tiles left / 70; nearer to seven pairs; folding in quiet, under a threat; open and farther from a yaku; log of the win rate, of far hands; estimated; kan; open; \
    riichi, dama, call, call to tenpai; beyond fast, far";

/// What those of the payments are for.
const PAY_MEANING: &str = "1; open; riichi; dealer; dama; call; tiles left / 70 less a half; hanchan; estimated; \
    nearer to seven pairs; a threat; 2-shanten and farther, 4-shanten and farther; pass; of win, deal-in, tsumo, draw";

/// A hash of what the weights of the rates mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// A hash of what the weights of the payments mean.
pub fn pay_layout() -> u64 {
    layout_hash(PAY_MEANING)
}

/// What the figures are made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Features {
    /// Hanchan.
    pub hanchan: bool,
    /// The player deals.
    pub dealer: bool,
    /// The probability that a strong player declares riichi, where it is possible.
    pub riichi_share: Option<f64>,
    /// The share of them that call, where a tile is on offer.
    pub call_share: Option<f64>,
    /// Tiles left in the live wall.
    pub tiles_left: usize,
    /// What is done.
    pub act: Act,
    /// Whether it is a kan.
    pub kan: bool,
    /// Shanten after it, of four groups alone, of seven pairs alone and with a yaku.
    pub shanten: [i32; 4],
    /// Whether the hand is open after it.
    pub open: bool,
    /// Share of plays in which the search gives the hand up.
    pub folds: f64,
    /// Whether anybody threatens.
    pub threat: bool,
    /// Whether it is an average and no search.
    pub estimated: bool,
    /// Whether the search is larger than `fast` allows.
    pub large: bool,
    /// The win rate as it is reported.
    pub win: f64,
}

impl Features {
    /// Of an action whose facts are known.
    pub fn of(facts: &Facts, play: &Play, estimated: bool) -> Features {
        Features {
            hanchan: facts.hanchan,
            dealer: facts.dealer,
            riichi_share: facts.riichi_share,
            call_share: facts.call_share,
            tiles_left: facts.case.tiles_left,
            act: facts.case.act,
            kan: facts.kan,
            shanten: [facts.shanten, facts.groups, facts.pairs, facts.yaku],
            open: facts.open,
            folds: facts.folds,
            threat: facts.case.threat != TableThreat::None,
            estimated,
            large: facts.large,
            win: play.win_rate(),
        }
    }

    /// The figures of the rates.
    pub fn figures(&self) -> [f64; FIGURES] {
        let [shanten, _, _, yaku] = self.shanten;
        // about the mean of the logarithm
        let win = libm::log(self.win + 0.01) + 2.3;
        [
            1.0,
            is(self.hanchan),
            is(self.dealer),
            is(self.riichi_share.is_some()),
            self.riichi_share.map_or(0.0, |share| share - 0.5),
            is(self.call_share.is_some()),
            self.call_share.unwrap_or(0.0),
            is(shanten >= 4),
            is(shanten <= 0),
            is(self.threat),
            self.tiles_left as f64 / 70.0,
            is(self.nearer_to_pairs()),
            self.folds * is(!self.threat),
            self.folds * is(self.threat),
            is(self.open) * f64::from((yaku - shanten).min(3)),
            win,
            win * is(shanten >= 3),
            is(self.estimated),
            is(self.kan),
            is(self.open),
            is(self.act == Act::Riichi),
            is(self.act == Act::Dama),
            is(self.act == Act::Call),
            is(self.act == Act::Call && shanten <= 0),
            is(self.large),
            is(self.large && shanten >= 2),
        ]
    }

    /// The figures of the payments.
    pub fn pay_figures(&self) -> [f64; PAY_FIGURES] {
        [
            1.0,
            is(self.open),
            is(self.act == Act::Riichi),
            is(self.dealer),
            is(self.act == Act::Dama),
            is(self.act == Act::Call),
            self.tiles_left as f64 / 70.0 - 0.5,
            is(self.hanchan),
            is(self.estimated),
            is(self.nearer_to_pairs()),
            is(self.threat),
            is(self.shanten[0] >= 2),
            is(self.shanten[0] >= 4),
            is(self.act == Act::Pass),
        ]
    }

    /// Whether it is nearer to seven pairs than to four groups.
    fn nearer_to_pairs(&self) -> bool {
        let [shanten, groups, pairs, _] = self.shanten;
        pairs < groups && shanten >= 2
    }
}

/// The learned model.
#[derive(Clone, PartialEq, Debug)]
pub struct OutcomeModel {
    /// Weights of the figures of every end.
    pub ends: [[f64; FIGURES]; 5],
    /// Weights of the figures of what they pay.
    pub pays: [[f64; PAY_FIGURES]; PAYING],
}

/// Rates of the ends times `exp(w x)`, with weights `w` of each end and figures `x`, over their sum.
pub(super) fn reweighted<const N: usize>(
    rates: &[f64; 5],
    ends: &[[f64; N]; 5],
    figures: &[f64; N],
) -> [f64; 5] {
    let times = |weights: &[f64; N]| {
        libm::exp(weights.iter().zip(figures).map(|(weight, figure)| weight * figure).sum())
    };
    let mut odds = *rates;
    odds.iter_mut().zip(ends).for_each(|(odds, weights)| *odds *= times(weights));
    let all: f64 = odds.iter().sum();
    odds.map(|odds| odds / all)
}

impl OutcomeModel {
    /// The sections' names in the parameter file.
    pub const SECTIONS: [&str; 2] = ["ends", "pays"];

    /// Changes nothing.
    pub const NONE: OutcomeModel =
        OutcomeModel { ends: [[0.0; FIGURES]; 5], pays: [[0.0; PAY_FIGURES]; PAYING] };

    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other figures.
    pub fn new(params: &Params) -> Result<OutcomeModel, ParamsError> {
        let [ends, pays] = OutcomeModel::SECTIONS;
        let mut model = OutcomeModel::NONE;
        let numbers = params.numbers(ends, layout(), FIGURES * 5)?;
        model
            .ends
            .iter_mut()
            .flatten()
            .zip(numbers)
            .for_each(|(weight, number)| *weight = f64::from(*number));
        let numbers = params.numbers(pays, pay_layout(), PAY_FIGURES * PAYING)?;
        model
            .pays
            .iter_mut()
            .flatten()
            .zip(numbers)
            .for_each(|(weight, number)| *weight = f64::from(*number));
        Ok(model)
    }

    /// The model that the crate carries.
    pub fn builtin() -> &'static OutcomeModel {
        static MODEL: OnceLock<OutcomeModel> = OnceLock::new();
        MODEL.get_or_init(|| value_params::carried(OutcomeModel::new))
    }

    /// What the rates of the ends become.
    pub fn rates(&self, rates: &[f64; 5], features: &Features) -> [f64; 5] {
        reweighted(rates, &self.ends, &features.figures())
    }

    /// The sums of the payments' weights: logarithms of factors, and for a draw what is added in points.
    pub fn paying(&self, features: &Features) -> [f64; PAYING] {
        let figures = features.pay_figures();
        self.pays.map(|weights| weights.iter().zip(figures).map(|(weight, figure)| weight * figure).sum())
    }

    /// What becomes of a play whose first discard passes; a point is worth `point` in the unit of its value.
    pub(super) fn corrected(&self, play: &Play, features: &Features, point: f64) -> Play {
        let before = play.parts.all().map(|part| part.rate);
        let rates = self.rates(&before, features);
        let [win_pays, deal_in_pays, tsumo_pays, drawn] = self.paying(features);
        let times = |i: usize| if before[i] > 0.0 { rates[i] / before[i] } else { 1.0 };
        let part = |part: Part, i: usize, pays: f64| Part {
            rate: rates[i],
            value: part.value * times(i) * libm::exp(pays),
        };
        let Parts { win, deal_in, tsumo, draw, rest } = play.parts;
        let win = part(win, 0, win_pays);
        let deal_in = part(deal_in, 1, deal_in_pays);
        let tsumo = part(tsumo, 2, tsumo_pays);
        let mut draw = part(draw, 3, 0.0);
        draw.value += draw.rate * drawn * point;
        let rest = part(rest, 4, 0.0);
        with_parts(play, Parts { win, deal_in, tsumo, draw, rest })
    }
}

/// A play whose ends come as often, and pay as much, as these say.
pub(super) fn with_parts(play: &Play, parts: Parts) -> Play {
    let ratio = |now: f64, before: f64| if before == 0.0 { 1.0 } else { now / before };
    let Parts { win, draw, .. } = parts;
    let wins = ratio(win.rate, play.parts.win.rate);
    let draws = ratio(draw.rate, play.parts.draw.rate);
    let paid = ratio(win.value, wins * play.parts.win.value);
    let shown = play.win_rate() + play.tenpai_at_draw;
    // hands that were tenpai and neither won nor were so at the end
    let share = if shown < 1.0 { (play.tenpai_rate - shown) / (1.0 - shown) } else { 0.0 };
    let tenpai_at_draw = draws * play.tenpai_at_draw;
    let now = win.rate + tenpai_at_draw;
    let tenpai_rate = now + (1.0 - now).max(0.0) * share;
    let tenpai = if play.tenpai_rate > 0.0 { tenpai_rate / play.tenpai_rate } else { 1.0 };
    let mut details = play.details.clone().map(|details| details.times(wins, tenpai));
    let turns = details.iter_mut().flat_map(|details| &mut details.by_turn);
    if play.parts.win.rate > 0.0 {
        turns.for_each(|turn| turn.value *= paid);
    } else {
        // nothing says when
        let turns: Vec<&mut TurnFigures> = turns.collect();
        let n = turns.len() as f64;
        for (turn, i) in turns.into_iter().zip(1..) {
            let share = f64::from(i) / n;
            (turn.win_rate, turn.value) = (share * win.rate, share * win.value);
            turn.tenpai_rate = turn.tenpai_rate.max(turn.win_rate);
        }
    }
    play.with_ends(parts, play.wins.times(wins), [tenpai_rate, tenpai_at_draw], details)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Details, WinKinds};

    const FEATURES: Features = Features {
        hanchan: true,
        dealer: true,
        riichi_share: None,
        call_share: None,
        tiles_left: 40,
        act: Act::Silent,
        kan: false,
        shanten: [2, 2, 4, 2],
        open: false,
        folds: 0.0,
        threat: false,
        estimated: false,
        large: false,
        win: 0.2,
    };

    fn play() -> Play {
        let part = |rate: f64, each: f64| Part { rate, value: rate * each };
        let parts = Parts {
            win: part(0.2, 6_000.0),
            deal_in: part(0.1, -5_000.0),
            tsumo: part(0.25, -2_400.0),
            draw: part(0.3, 0.0),
            rest: part(0.15, 0.0),
        };
        Play {
            tenpai_rate: 0.5,
            tenpai_at_draw: 0.15,
            others_rate: 0.5,
            call_rate: 0.3,
            fold_rate: 0.1,
            wins: WinKinds::NONE,
            parts,
            details: Some(Details {
                by_turn: vec![TurnFigures { win_rate: 0.2, tenpai_rate: 0.5, value: 1_200.0 }],
                ..Details::NONE
            }),
        }
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    #[test]
    fn the_file_that_the_crate_carries_is_one_of_these_figures() {
        let model = OutcomeModel::builtin();
        let params = Params::read(value_params::LABEL, value_params::BUILTIN).unwrap();
        assert_eq!(params.write(), value_params::BUILTIN);
        assert!(model.ends.iter().flatten().any(|weight| *weight != 0.0));
        assert!(model.ends.iter().flatten().all(|weight| weight.abs() < 3.0));
    }

    #[test]
    fn without_weights_nothing_changes() {
        let (before, after) = (play(), OutcomeModel::NONE.corrected(&play(), &FEATURES, 1.0));
        for (a, b) in before.parts.all().into_iter().zip(after.parts.all()) {
            near(a.rate, b.rate);
            near(a.value, b.value);
        }
        near(before.value(), after.value());
        near(before.tenpai_rate, after.tenpai_rate);
        near(before.parts.win.value, after.parts.win.value);
    }

    #[test]
    fn rates_and_payments_have_the_factors_of_the_equations() {
        let mut model = OutcomeModel::NONE;
        model.ends[0][2] = 2f64.ln();
        model.pays[0][3] = 1.5f64.ln();
        model.pays[3][0] = 100.0;
        let after = model.corrected(&play(), &FEATURES, 2.0);
        let all = 0.4 + 0.1 + 0.25 + 0.3 + 0.15;
        for (part, odds) in after.parts.all().into_iter().zip([0.4, 0.1, 0.25, 0.3, 0.15]) {
            near(part.rate, odds / all);
        }
        near(after.parts.win.value / after.win_rate(), 9_000.0);
        near(after.parts.draw.value / after.parts.draw.rate, 200.0);
        near(after.parts.deal_in.value / after.parts.deal_in.rate, -5_000.0);
        let first = after.details.as_ref().unwrap().by_turn[0];
        near(first.win_rate, after.win_rate());
        near(first.tenpai_rate, after.tenpai_rate);
        // nobody who is no dealer
        let other = Features { dealer: false, ..FEATURES };
        near(model.corrected(&play(), &other, 2.0).win_rate(), 0.2);
    }
}
