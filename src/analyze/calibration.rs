//! What becomes of hands, beside what the search says of them.
//!
//! The search leaves things out: exchanges beyond its number n, so that far hands win more often than it says; riichi after
//! riichi; hands that players give up, or hold on to, before the end. What is left over shows by situation in
//! recorded games. With `r` the rate of one of the five ends of a round (`Parts`) and `x` the figures of the situation, an end's rate
//! becomes
//!
//! ```text
//! r exp(w x) / (sum of the same over all five ends)
//! ```
//!
//! with weights `w` for each end, and what an end pays stays as it is. The risk of a discard that is made now stands apart, by
//! the model of danger, and stays: all of this is about what follows when it passes. That a draw finds the hand tenpai, and that a hand was tenpai which
//! neither wins nor is at a draw, have odds that are multiplied by `exp(w x)`, too. The figures tell situations apart, and
//! riichi from dama, not tiles: of two discards that only differ in what the search says, the one that wins more often still does.
//! Fitted by `cargo tools train calibration` on decisions of strong players who did what is recommended.

use super::facts::{Act, Case};
use super::opponents::TableThreat;
use crate::dense::is;
use crate::params::{Params, ParamsError, layout_hash};
use crate::search::{End, Part, Parts, Play};
use std::sync::OnceLock;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru calibration";

const BUILTIN: &[u8] = include_bytes!("../../data/calibration.params");

/// What is corrected: the ends in the order of [`Parts`], then two that are part of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rate {
    /// The player wins.
    Win,
    /// The player deals in.
    DealIn,
    /// Another wins by tsumo.
    Tsumo,
    /// Nobody wins.
    Draw,
    /// Everything else.
    Rest,
    /// Being tenpai, at a draw.
    TenpaiAtDraw,
    /// Having been tenpai, where the hand neither wins nor is tenpai at a draw.
    Tenpai,
}

impl Rate {
    /// The ends of a round.
    pub const ENDS: [Rate; 5] = [Rate::Win, Rate::DealIn, Rate::Tsumo, Rate::Draw, Rate::Rest];
    /// All of them.
    pub const ALL: [Rate; 7] =
        [Rate::Win, Rate::DealIn, Rate::Tsumo, Rate::Draw, Rate::Rest, Rate::TenpaiAtDraw, Rate::Tenpai];
}

/// What the weights are for, in order.
const MEANING: &str = "1; shanten 0 to 5; tiles left / 70, squared; the same by shanten 0 to 4; one, more riichi, \
    open threat; one riichi by shanten 0, 1; riichi, pass, call; open; shanten 0 closed; dama; \
    one riichi by tiles left / 70; pass by one riichi, shanten 1, 2, 3";

/// How many figures a case has.
pub const FIGURES: usize = 30;

/// A hash of what the weights mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

impl Case {
    /// The figures, in the order of the weights.
    pub fn figures(&self) -> [f64; FIGURES] {
        let Case { threat, shanten, tiles_left, open, act } = *self;
        let far = shanten.clamp(0, 5);
        let left = tiles_left as f64 / 70.0;
        let by = |k: i32| is(far == k);
        let one = is(threat == TableThreat::OneRiichi);
        let pass = is(act == Act::Pass);
        [
            1.0,
            by(0),
            by(1),
            by(2),
            by(3),
            by(4),
            by(5),
            left,
            left * left,
            left * by(0),
            left * by(1),
            left * by(2),
            left * by(3),
            left * by(4),
            one,
            is(threat == TableThreat::MoreRiichi),
            is(threat == TableThreat::Open),
            one * by(0),
            one * by(1),
            is(act == Act::Riichi),
            pass,
            is(act == Act::Call),
            is(open),
            by(0) * is(!open),
            is(act == Act::Dama),
            one * left,
            pass * one,
            pass * by(1),
            pass * by(2),
            pass * by(3),
        ]
    }
}

/// The rates of an action: the five ends, and what is part of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EndRates {
    /// The ends in the order of [`Parts`]; they add up to 1.
    pub ends: [f64; 5],
    /// The share of draws with the hand tenpai.
    pub at_draw: f64,
    /// The share of having been tenpai, where the hand neither won nor was tenpai at a draw.
    pub tenpai: f64,
}

impl EndRates {
    /// What a play says, if its first discard passes, which deals in at this rate.
    pub fn of(play: &Play, risk: f64) -> EndRates {
        let play = play.clone().before(End { rate: risk, value: 0.0 });
        let ends = play.parts.all().map(|part| part.rate);
        let share = |part: f64, of: f64| if of > 0.0 { part / of } else { 0.0 };
        let shown = play.parts.win.rate + play.tenpai_at_draw;
        EndRates {
            ends,
            at_draw: share(play.tenpai_at_draw, play.parts.draw.rate),
            tenpai: share(play.tenpai_rate - shown, 1.0 - shown),
        }
    }
}

/// Weights of the figures of every rate.
pub type Weights = [[f64; FIGURES]; Rate::ALL.len()];

/// The learned model.
#[derive(Clone, PartialEq, Debug)]
pub struct CalibrationModel {
    weights: Weights,
}

impl CalibrationModel {
    /// The section's name in the parameter file.
    pub const SECTION: &str = "weights";

    /// With these weights.
    pub const fn with(weights: Weights) -> CalibrationModel {
        CalibrationModel { weights }
    }

    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks the section, or has it for other figures.
    pub fn new(params: &Params) -> Result<CalibrationModel, ParamsError> {
        let numbers = params.numbers(CalibrationModel::SECTION, layout(), FIGURES * Rate::ALL.len())?;
        let mut weights = [[0.0; FIGURES]; Rate::ALL.len()];
        weights.iter_mut().flatten().zip(numbers).for_each(|(weight, number)| *weight = f64::from(*number));
        Ok(CalibrationModel { weights })
    }

    /// The model that the crate carries.
    pub fn builtin() -> &'static CalibrationModel {
        static MODEL: OnceLock<CalibrationModel> = OnceLock::new();
        MODEL.get_or_init(|| Params::carried(LABEL, BUILTIN, CalibrationModel::new))
    }

    /// The weights.
    pub(super) const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What becomes of an action of a case with these figures and rates.
    pub fn becomes(&self, rates: &EndRates, figures: &[f64; FIGURES]) -> EndRates {
        let factor = |rate: Rate| {
            let terms = self.weights[rate as usize].iter().zip(figures);
            libm::exp(terms.map(|(weight, figure)| weight * figure).sum())
        };
        let mut ends = rates.ends;
        ends.iter_mut().zip(Rate::ENDS).for_each(|(end, rate)| *end *= factor(rate));
        let all: f64 = ends.iter().sum();
        let odds = |share: f64, rate: Rate| {
            let yes = share * factor(rate);
            yes / (yes + 1.0 - share)
        };
        EndRates {
            ends: ends.map(|end| end / all),
            at_draw: odds(rates.at_draw, Rate::TenpaiAtDraw),
            tenpai: odds(rates.tenpai, Rate::Tenpai),
        }
    }

    /// What becomes of a play whose first discard passes; `paid` is the tenpai rate at draws that its value counts, and
    /// `noten` what being tenpai there is worth more than not, in the unit of the value.
    pub(super) fn calibrated(&self, play: &Play, case: &Case, paid: f64, noten: f64) -> Play {
        let rates = EndRates::of(play, 0.0);
        let becomes = self.becomes(&rates, &case.figures());
        let times = |i: usize| if rates.ends[i] > 0.0 { becomes.ends[i] / rates.ends[i] } else { 1.0 };
        let part = |part: Part, i: usize| Part { rate: becomes.ends[i], value: part.value * times(i) };
        let Parts { win, deal_in, tsumo, draw, rest } = play.parts;
        let [win, deal_in, tsumo, mut draw, rest] =
            [part(win, 0), part(deal_in, 1), part(tsumo, 2), part(draw, 3), part(rest, 4)];
        let tenpai_at_draw = draw.rate * becomes.at_draw;
        draw.value += (tenpai_at_draw - paid * times(3)) * noten;
        let shown = win.rate + tenpai_at_draw;
        let tenpai_rate = shown + (1.0 - shown) * becomes.tenpai;
        let wins = times(0);
        let tenpai = if play.tenpai_rate > 0.0 { tenpai_rate / play.tenpai_rate } else { 1.0 };
        let details = play.details.clone().map(|details| details.times(wins, tenpai));
        let parts = Parts { win, deal_in, tsumo, draw, rest };
        play.with_ends(parts, play.wins.times(wins), [tenpai_rate, tenpai_at_draw], details)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Details, TurnFigures, WinKinds};

    fn play() -> Play {
        let part = |rate: f64, each: f64| Part { rate, value: rate * each };
        let parts = Parts {
            win: part(0.2, 6_000.0),
            deal_in: part(0.1, -5_000.0),
            tsumo: part(0.25, -2_400.0),
            draw: part(0.3, 0.0),
            rest: part(0.15, 0.0),
        };
        let by_turn = [(0.0, 0.2), (0.1, 0.4), (0.2, 0.5)].map(|(win_rate, tenpai_rate)| TurnFigures {
            win_rate,
            tenpai_rate,
            value: 6_000.0 * win_rate,
        });
        // half of the draws with the hand tenpai, for 1,000 or -1,000
        Play {
            tenpai_rate: 0.5,
            tenpai_at_draw: 0.15,
            others_rate: 0.5,
            call_rate: 0.3,
            fold_rate: 0.1,
            wins: WinKinds::NONE,
            parts,
            details: Some(Details { by_turn: by_turn.to_vec(), ..Details::NONE }),
        }
    }

    const CASE: Case =
        Case { threat: TableThreat::OneRiichi, shanten: 1, tiles_left: 35, open: false, act: Act::Silent };

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    fn same(a: &Play, b: &Play) {
        for (a, b) in a.parts.all().into_iter().zip(b.parts.all()) {
            near(a.rate, b.rate);
            near(a.value, b.value);
        }
        near(a.value(), b.value());
        near(a.tenpai_rate, b.tenpai_rate);
        near(a.tenpai_at_draw, b.tenpai_at_draw);
        near(a.others_rate, b.others_rate);
    }

    #[test]
    fn the_built_in_file_is_one_of_these_figures() {
        CalibrationModel::builtin();
        assert_eq!(CASE.figures().len(), MEANING_COUNT);
    }

    /// 1, six of shanten, two of the wall, five by shanten, three of threat, two by shanten, three acts, open, closed tenpai,
    /// dama, one riichi by the wall, four of pass.
    const MEANING_COUNT: usize = 1 + 6 + 2 + 5 + 3 + 2 + 3 + 1 + 1 + 1 + 1 + 4;

    #[test]
    fn a_call_in_order_to_fold_is_corrected_as_passing_is() {
        let call = Case { act: Act::Call, ..CASE };
        assert_eq!(call.with_folding(0.5), call);
        assert_eq!(call.with_folding(0.95), Case { act: Act::Pass, ..CASE });
        assert_eq!(CASE.with_folding(1.0), CASE);
    }

    #[test]
    fn without_weights_nothing_changes() {
        let (before, model) = (play(), CalibrationModel::with([[0.0; FIGURES]; Rate::ALL.len()]));
        let after = model.calibrated(&before, &CASE, before.tenpai_at_draw, 2_000.0);
        same(&before, &after);
    }

    #[test]
    fn rates_have_the_factors_of_the_equation_and_ends_pay_what_they_paid() {
        let mut weights = [[0.0; FIGURES]; Rate::ALL.len()];
        // wins of 1-shanten hands twice as likely, and half as many draws when one other is in riichi
        weights[Rate::Win as usize][2] = 2f64.ln();
        weights[Rate::Draw as usize][14] = 0.5f64.ln();
        weights[Rate::TenpaiAtDraw as usize][0] = 3f64.ln();
        let before = play();
        let after =
            CalibrationModel::with(weights).calibrated(&before, &CASE, before.tenpai_at_draw, 2_000.0);
        let all = 0.4 + 0.1 + 0.25 + 0.15 + 0.15;
        for (part, odds) in after.parts.all().into_iter().zip([0.4, 0.1, 0.25, 0.15, 0.15]) {
            near(part.rate, odds / all);
        }
        near(after.parts.all().iter().map(|part| part.rate).sum(), 1.0);
        near(after.parts.win.value / after.win_rate(), 6_000.0);
        near(after.parts.deal_in.value / after.parts.deal_in.rate, -5_000.0);
        // three quarters of the draws are tenpai now: 1,000 half of the time was 0, now it is 500
        near(after.tenpai_at_draw, 0.75 * after.parts.draw.rate);
        near(after.parts.draw.value, after.parts.draw.rate * 500.0);
        near(after.others_rate, after.parts.deal_in.rate + after.parts.tsumo.rate + after.parts.rest.rate);
        assert!(after.tenpai_rate >= after.win_rate() + after.tenpai_at_draw);
        let by_turn = &after.details.as_ref().unwrap().by_turn;
        let last = by_turn.last().unwrap();
        near(last.win_rate, after.win_rate());
        near(last.tenpai_rate, after.tenpai_rate);
        assert!(by_turn.iter().all(|turn| turn.tenpai_rate >= turn.win_rate));
        // another shanten, nobody in riichi: only the draws' tenpai is another
        let quiet = Case { threat: TableThreat::None, shanten: 2, ..CASE };
        let other =
            CalibrationModel::with(weights).calibrated(&before, &quiet, before.tenpai_at_draw, 2_000.0);
        near(other.win_rate(), before.win_rate());
        near(other.tenpai_at_draw, 0.75 * 0.3);
    }

    #[test]
    fn the_risk_of_the_discard_stays_as_it_is() {
        let risk = End { rate: 0.08, value: -7_000.0 };
        let play = play();
        let there = play.clone().after(risk);
        let back = there.clone().before(risk);
        same(&play, &back);
        let (rates, before) = (EndRates::of(&there, risk.rate), EndRates::of(&play, 0.0));
        rates.ends.into_iter().zip(before.ends).for_each(|(a, b)| near(a, b));
        near(rates.tenpai, before.tenpai);
    }

    #[test]
    fn what_the_value_did_not_count_is_counted() {
        // riichi: all that are tenpai at the draw are counted, of whom only half were paid
        let model = CalibrationModel::with([[0.0; FIGURES]; Rate::ALL.len()]);
        let before = play();
        let after = model.calibrated(&before, &CASE, 0.5 * before.tenpai_at_draw, 2_000.0);
        near(after.value() - before.value(), 0.5 * before.tenpai_at_draw * 2_000.0);
    }
}
