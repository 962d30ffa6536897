//! What an action is worth: how often each of the five ends of its round comes, and what each pays.
//!
//! A search says how often an end comes, `s`, and so does a net of all recorded discards, `q` ([`crate::ends`]): the one knows tiles, the
//! other what players make of them. With `a` of [`NET`] and the figures `x` of [`RATES`] and `y` of [`PAYS`], an end comes, once the coming
//! discard has passed, at the rate
//!
//! ```text
//! r = s^(1 - a) q^a exp(w x) / (sum of the same over all five ends)
//! ```
//!
//! and pays what the search says times `exp(v y)`; to a draw, which pays about nothing, `v y` points are added. `w` and `v` are weights of
//! each end. That a draw finds the hand tenpai, and that a hand was tenpai which neither wins nor is so at a draw, have odds that are
//! multiplied by `exp(w x)`, too. What the discard risks at once stays as the model of danger says.
//!
//! Fitted by `cargo tools train value` to what strong players did and how their rounds ended, also where that was not what is
//! recommended here.

use super::facts::Facts;
use super::figures::{Figure, PAYS, PAYS_OF_THREE, RATES, RATES_OF_THREE};
use crate::dense::softmax;
use crate::ends::ENDS;
use crate::params::{Format, Params, ParamsError, Section, layout_hash};
use crate::search::{Part, Parts, Play, TurnFigures};
use crate::tile::Players;
use std::sync::OnceLock;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru value";

/// The file that the crate carries.
const BUILTIN: &[u8] = include_bytes!("../../data/value.params");

/// How much the net counts, `a`. Fitted, it would be 0.7 to 0.9: of two hands that differ in much the net knows better which wins. Of the
/// actions of one decision the search does. By `cargo tools train value` with 76,000 decisions of hanchan, on rounds that
/// the fit had left out:
///
/// | a | log-loss of the end, validation | of the variance of points | discards whose value is most are what was done |
/// |---|---|---|---|
/// | 0 | 1.447 | 8.98 % | 56.2 % |
/// | 0.15 | 1.444 | 9.04 % | 57.2 % |
/// | 0.3 | 1.442 | 9.06 % | 57.1 % |
/// | 0.4 | 1.441 | 9.06 % | 56.7 % |
/// | 0.5 | 1.440 | 9.03 % | 56.2 % |
/// | 0.7 | 1.440 | 8.94 % | 54.6 % |
/// | 1 | 1.442 | 8.68 % | 50.3 % |
/// | fitted, by end | 1.439 | 8.97 % | 53.5 % |
pub const NET: f64 = 0.4;
/// What is added to a win rate of the search: of hands that it gives up for good one in a thousand wins.
pub const TAKEN_UP: f64 = 0.001;
/// What such a win pays, in points: about the mean of all.
const USUAL_WIN: f64 = 6_000.0;

/// Rates that have weights: the ends in the order of [`Parts`], the share of draws with the hand tenpai, and that of having been tenpai
/// where the hand neither won nor was tenpai at a draw.
pub const BENT: usize = ENDS + 2;
/// Ends whose payments have weights: win, deal-in, others' tsumo, draw.
pub const PAYING: usize = 4;

/// Sums of weighted figures, for each of `N` numbers.
#[derive(Clone, Debug)]
pub struct Weights<const N: usize> {
    /// What they are for, in order.
    pub figures: &'static [Figure],
    /// Of each figure, for each number.
    pub weights: Vec<[f64; N]>,
}

impl<const N: usize> Weights<N> {
    /// None of the figures counts.
    pub fn none(figures: &'static [Figure]) -> Weights<N> {
        Weights { figures, weights: vec![[0.0; N]; figures.len()] }
    }

    /// A hash of what the weights mean.
    pub fn layout(&self) -> u64 {
        let names: Vec<&str> = self.figures.iter().map(|figure| figure.name).collect();
        layout_hash(&format!("of {N}: {}", names.join("; ")))
    }

    /// How many numbers there are.
    fn len(&self) -> usize {
        self.figures.len() * N
    }

    /// As a section of a parameter file, fitted to so many decisions.
    pub fn section(&self, name: &str, samples: u64) -> Section {
        let numbers = self.weights.as_flattened().iter().map(|weight| *weight as f32).collect();
        Section { name: name.into(), layout: self.layout(), format: Format::F32, numbers, samples }
    }

    /// Those of a section of a parameter file.
    fn read(params: &Params, section: &str, figures: &'static [Figure]) -> Result<Weights<N>, ParamsError> {
        let mut weights = Weights::none(figures);
        let numbers = params.numbers(section, weights.layout(), weights.len())?;
        let to = weights.weights.as_flattened_mut().iter_mut();
        to.zip(numbers).for_each(|(weight, number)| *weight = f64::from(*number));
        Ok(weights)
    }

    /// The sums of an action.
    pub fn of(&self, facts: &Facts) -> [f64; N] {
        let mut sums = [0.0; N];
        for (figure, weights) in self.figures.iter().zip(&self.weights) {
            let figure = figure.of(facts);
            if figure != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight * figure);
            }
        }
        sums
    }
}

/// What a search says of an action whose discard passes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Passed {
    /// How often each end comes; they add up to 1.
    pub rates: [f64; ENDS],
    /// What each pays.
    pub each: [f64; ENDS],
    /// The share of draws with the hand tenpai.
    pub at_draw: f64,
    /// The share of draws for which it is paid.
    pub paid: f64,
    /// The share of having been tenpai, where the hand neither won nor was tenpai at a draw.
    pub tenpai: f64,
}

fn share(part: f64, of: f64) -> f64 {
    if of > 0.0 { part / of } else { 0.0 }
}

impl Passed {
    /// Of what is known of an action.
    pub fn of(facts: &Facts) -> Passed {
        let Facts { searched, risk, point, .. } = facts;
        let Parts { win, mut deal_in, tsumo, draw, rest } = *searched;
        // rounding may leave less than nothing
        deal_in.rate = (deal_in.rate - risk.rate).max(0.0);
        deal_in.value -= risk.rate * risk.value;
        let passes = 1.0 - risk.rate;
        let shown = (win.rate + facts.at_draw) / passes;
        let tenpai = share(facts.tenpai / passes - shown, 1.0 - shown);
        let taken_up = passes * TAKEN_UP;
        let win = Part { rate: win.rate + taken_up, value: win.value + taken_up * USUAL_WIN * point };
        let parts = [win, deal_in, tsumo, draw, rest];
        let all: f64 = parts.iter().map(|part| part.rate).sum();
        Passed {
            rates: parts.map(|part| part.rate / all),
            each: parts.map(|part| if part.rate > 0.0 { part.value / part.rate } else { 0.0 }),
            at_draw: share(facts.at_draw, draw.rate),
            paid: share(facts.paid, draw.rate),
            tenpai,
        }
    }
}

/// What three players change.
#[derive(Clone, Debug)]
pub struct OfThree {
    /// In the logarithms of the rates.
    pub rates: Weights<ENDS>,
    /// In those of the payments, and in points of a draw.
    pub pays: Weights<PAYING>,
}

impl OfThree {
    /// The sections' names in the file of three players.
    pub const SECTIONS: [&str; 2] = ["analysis ends", "analysis pays"];

    /// Changes nothing.
    pub fn none() -> OfThree {
        OfThree { rates: Weights::none(RATES_OF_THREE), pays: Weights::none(PAYS_OF_THREE) }
    }

    /// The sections of a parameter file, fitted to so many decisions and payments.
    pub fn sections(&self, [decisions, payments]: [u64; 2]) -> [Section; 2] {
        let [rates, pays] = OfThree::SECTIONS;
        [self.rates.section(rates, decisions), self.pays.section(pays, payments)]
    }

    /// Those of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other figures.
    pub fn read(params: &Params) -> Result<OfThree, ParamsError> {
        let [rates, pays] = OfThree::SECTIONS;
        Ok(OfThree {
            rates: Weights::read(params, rates, RATES_OF_THREE)?,
            pays: Weights::read(params, pays, PAYS_OF_THREE)?,
        })
    }
}

/// The learned model.
#[derive(Clone, Debug)]
pub struct ValueModel {
    /// What is added to the logarithms of the rates.
    pub rates: Weights<BENT>,
    /// The same of the payments; of a draw points.
    pub pays: Weights<PAYING>,
    /// At tables of three players.
    pub three: Option<OfThree>,
}

impl ValueModel {
    /// The sections' names in the parameter file.
    pub const SECTIONS: [&str; 2] = ["rates", "pays"];

    /// Nothing but search and net counts.
    pub fn none() -> ValueModel {
        ValueModel { rates: Weights::none(RATES), pays: Weights::none(PAYS), three: None }
    }

    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other figures.
    pub fn new(params: &Params) -> Result<ValueModel, ParamsError> {
        let [rates, pays] = ValueModel::SECTIONS;
        Ok(ValueModel {
            rates: Weights::read(params, rates, RATES)?,
            pays: Weights::read(params, pays, PAYS)?,
            three: None,
        })
    }

    /// The sections of a parameter file, fitted to so many decisions.
    pub fn sections(&self, samples: u64) -> [Section; 2] {
        let [rates, pays] = ValueModel::SECTIONS;
        [self.rates.section(rates, samples), self.pays.section(pays, samples)]
    }

    /// The model that the crate carries.
    pub fn at(players: Players) -> &'static ValueModel {
        static FOUR: OnceLock<ValueModel> = OnceLock::new();
        static THREE: OnceLock<ValueModel> = OnceLock::new();
        let four = || FOUR.get_or_init(|| carried(ValueModel::new));
        match players {
            Players::Four => four(),
            Players::Three => THREE.get_or_init(|| {
                let three = Some(Params::carried_of_three(OfThree::read));
                ValueModel { three, ..four().clone() }
            }),
        }
    }

    /// The logarithms of the odds of the ends, and of what those of being tenpai are multiplied by.
    pub fn log_odds(&self, facts: &Facts, passed: &Passed) -> [f64; BENT] {
        let mut odds = self.rates.of(facts);
        for (i, &rate) in passed.rates.iter().enumerate() {
            // what cannot come does not come
            odds[i] += match rate > 0.0 {
                true => (1.0 - NET) * libm::log(rate) + NET * libm::log(facts.recorded[i]),
                false => f64::NEG_INFINITY,
            };
        }
        if let Some(three) = &self.three {
            odds.iter_mut().zip(three.rates.of(facts)).for_each(|(odds, more)| *odds += more);
        }
        odds
    }

    /// The sums of the payments' weights: logarithms of factors, and for a draw what is added in points.
    pub fn paying(&self, facts: &Facts) -> [f64; PAYING] {
        let mut pays = self.pays.of(facts);
        if let Some(three) = &self.three {
            pays.iter_mut().zip(three.pays.of(facts)).for_each(|(pays, more)| *pays += more);
        }
        pays
    }

    /// What becomes of an action whose discard passes.
    pub fn valued(&self, facts: &Facts) -> Passed {
        let passed = Passed::of(facts);
        let mut odds = self.log_odds(facts, &passed);
        let [.., at_draw, tenpai] = odds;
        let becomes = |share: f64, log: f64| {
            let yes = share * libm::exp(log);
            yes / (yes + 1.0 - share)
        };
        let (at_draw, tenpai) = (becomes(passed.at_draw, at_draw), becomes(passed.tenpai, tenpai));
        let ends = &mut odds[..ENDS];
        softmax(ends);
        let rates = std::array::from_fn(|i| ends[i]);
        let pays = self.paying(facts);
        let mut each = passed.each;
        each.iter_mut().zip(pays).take(PAYING - 1).for_each(|(each, pays)| *each *= libm::exp(pays));
        each[3] += (at_draw - passed.paid) * facts.noten + pays[3] * facts.point;
        Passed { rates, each, at_draw, paid: at_draw, tenpai }
    }

    /// The ends of an action, what its discard risks at once among them.
    pub fn ends(&self, facts: &Facts) -> Parts {
        let mut parts = self.valued(facts).parts();
        parts.deal_in = Part {
            rate: parts.deal_in.rate * (1.0 - facts.risk.rate) + facts.risk.rate,
            value: parts.deal_in.value * (1.0 - facts.risk.rate) + facts.risk.rate * facts.risk.value,
        };
        for part in [&mut parts.win, &mut parts.tsumo, &mut parts.draw, &mut parts.rest] {
            part.rate *= 1.0 - facts.risk.rate;
            part.value *= 1.0 - facts.risk.rate;
        }
        parts
    }

    /// What becomes of a play.
    pub(super) fn corrected(&self, play: &Play, facts: &Facts) -> Play {
        let valued = self.valued(facts);
        let parts = valued.parts();
        let tenpai_at_draw = parts.draw.rate * valued.at_draw;
        let shown = parts.win.rate + tenpai_at_draw;
        let tenpai_rate = shown + (1.0 - shown) * valued.tenpai;
        with_ends(&play.clone().before(facts.risk), parts, [tenpai_rate, tenpai_at_draw]).after(facts.risk)
    }
}

impl Passed {
    fn parts(&self) -> Parts {
        let part = |i: usize| Part { rate: self.rates[i], value: self.rates[i] * self.each[i] };
        Parts { win: part(0), deal_in: part(1), tsumo: part(2), draw: part(3), rest: part(4) }
    }
}

/// A play whose ends come as often, and pay as much, as these say, and that is tenpai so often: ever, and at a draw.
pub(super) fn with_ends(play: &Play, parts: Parts, [tenpai_rate, tenpai_at_draw]: [f64; 2]) -> Play {
    let ratio = |now: f64, before: f64| if before == 0.0 { 1.0 } else { now / before };
    let win = parts.win;
    let wins = ratio(win.rate, play.parts.win.rate);
    let paid = ratio(win.value, wins * play.parts.win.value);
    let tenpai = ratio(tenpai_rate, play.tenpai_rate);
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

/// What a reader makes of the file that the crate carries.
pub(super) fn carried<T>(read: impl FnOnce(&Params) -> Result<T, ParamsError>) -> T {
    Params::carried(LABEL, BUILTIN, read)
}

/// The weights of a conditional logit that the crate carries.
pub(super) fn logit_weights<const N: usize>(section: &str, layout: u64) -> [f64; N] {
    carried(|params| {
        let numbers = params.numbers(section, layout, N)?;
        Ok(std::array::from_fn(|i| f64::from(numbers[i])))
    })
}

/// The probabilities that strong players choose actions with these figures: in proportion to `exp(w x)`.
pub fn shares<const N: usize>(weights: &[f64; N], figures: &[[f64; N]]) -> Vec<f64> {
    let log_weight = |row: &[f64; N]| weights.iter().zip(row).map(|(weight, figure)| weight * figure).sum();
    let mut shares: Vec<f64> = figures.iter().map(log_weight).collect();
    softmax(&mut shares);
    shares
}

#[cfg(test)]
mod tests {
    use super::super::facts::tests::{FACTS, part};
    use super::*;
    use crate::params::Provenance;
    use crate::search::{Details, End, WinKinds};

    fn play() -> Play {
        Play {
            tenpai_rate: FACTS.tenpai,
            tenpai_at_draw: FACTS.at_draw,
            others_rate: 0.5,
            call_rate: 0.3,
            fold_rate: FACTS.folds,
            wins: WinKinds::NONE,
            parts: FACTS.searched,
            details: Some(Details {
                by_turn: vec![TurnFigures { win_rate: 0.2, tenpai_rate: 0.5, value: 1_200.0 }; 4],
                ..Details::NONE
            }),
        }
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    fn worth(parts: &Parts) -> f64 {
        parts.all().iter().map(|part| part.value).sum()
    }

    /// The weights of a figure.
    fn of<'a, const N: usize>(weights: &'a mut Weights<N>, name: &str) -> &'a mut [f64; N] {
        let place = weights.figures.iter().position(|figure| figure.name == name).expect("a figure");
        &mut weights.weights[place]
    }

    #[test]
    fn the_file_that_the_crate_carries_is_one_of_these_figures() {
        let params = Params::read(LABEL, BUILTIN).unwrap();
        assert_eq!(params.write(), BUILTIN);
        let model = ValueModel::at(Players::Four);
        assert!(model.three.is_none());
        assert!(model.rates.weights.as_flattened().iter().all(|weight| weight.abs() < 3.0));
    }

    #[test]
    fn sections_of_other_figures_are_refused() {
        let file = |change: &dyn Fn(&mut Section)| {
            let mut sections = OfThree::none().sections([0, 0]);
            change(&mut sections[0]);
            OfThree::read(&Params::new("a test", Provenance::default(), sections))
        };
        assert!(file(&|_| ()).is_ok());
        assert!(matches!(file(&|section| section.layout ^= 1), Err(ParamsError::Layout { .. })));
        assert!(matches!(file(&|section| section.numbers.push(0.0)), Err(ParamsError::Length { .. })));
        assert!(matches!(file(&|section| section.name.clear()), Err(ParamsError::Missing(_))));
        let mut one = OfThree::none();
        one.rates.weights[2][1] = 3.0;
        let read =
            OfThree::read(&Params::new("a test", Provenance::default(), one.sections([7, 8]))).unwrap();
        assert_eq!((read.rates.weights, read.pays.weights), (one.rates.weights, one.pays.weights));
    }

    #[test]
    fn without_weights_rates_are_geometric_means_and_ends_pay_what_the_search_says() {
        let (before, after) = (play().before(FACTS.risk), ValueModel::none().valued(&FACTS));
        let [win, others @ ..] = before.parts.all();
        let all = 1.0 + TAKEN_UP;
        let searched = [win.rate + TAKEN_UP, others[0].rate, others[1].rate, others[2].rate, others[3].rate];
        let odds: [f64; ENDS] =
            std::array::from_fn(|i| (searched[i] / all).powf(1.0 - NET) * FACTS.recorded[i].powf(NET));
        (0..ENDS).for_each(|i| near(after.rates[i], odds[i] / odds.iter().sum::<f64>()));
        // but for wins that no search knows
        near(after.each[0] * searched[0], win.value + TAKEN_UP * 1.5 * USUAL_WIN);
        (1..ENDS).for_each(|i| near(after.each[i], others[i - 1].value / others[i - 1].rate));
        near(after.rates.iter().sum(), 1.0);
        near(after.at_draw, FACTS.at_draw / FACTS.searched.draw.rate);
    }

    #[test]
    fn rates_and_payments_have_the_factors_of_the_equations() {
        let base = ValueModel::none();
        let mut model = base.clone();
        of(&mut model.rates, "dealer")[0] = 2f64.ln();
        of(&mut model.rates, "one riichi")[5] = 3f64.ln();
        of(&mut model.pays, "dealer")[0] = 1.5f64.ln();
        of(&mut model.pays, "1")[3] = 100.0;
        let (before, after) = (base.valued(&FACTS), model.valued(&FACTS));
        let all = 1.0 + before.rates[0];
        near(after.rates[0], 2.0 * before.rates[0] / all);
        (1..ENDS).for_each(|i| near(after.rates[i], before.rates[i] / all));
        near(after.each[0], 1.5 * before.each[0]);
        near(after.each[1], before.each[1]);
        let odds = 3.0 * before.at_draw / (1.0 - before.at_draw);
        near(after.at_draw, odds / (1.0 + odds));
        near(after.each[3] - before.each[3], 150.0 + (after.at_draw - before.at_draw) * FACTS.noten);
        // nobody who is no dealer
        let other = Facts { dealer: false, ..FACTS };
        near(model.valued(&other).rates[0], base.valued(&other).rates[0]);
    }

    #[test]
    fn three_players_have_weights_of_their_own() {
        let mut three = OfThree::none();
        of(&mut three.rates, "dealer")[0] = 2f64.ln();
        of(&mut three.pays, "1")[1] = 0.5f64.ln();
        let base = ValueModel::none();
        let of_three = ValueModel { three: Some(three), ..base.clone() };
        let (four, three) = (base.valued(&FACTS), of_three.valued(&FACTS));
        near(three.rates[0], 2.0 * four.rates[0] / (1.0 + four.rates[0]));
        near(three.each[1], four.each[1] / 2.0);
        assert!(ValueModel::at(Players::Three).three.is_some());
    }

    #[test]
    fn what_cannot_come_does_not_come() {
        let draw = Part::default();
        let facts = Facts { searched: Parts { draw, ..FACTS.searched }, at_draw: 0.0, ..FACTS };
        let valued = ValueModel::at(Players::Four).valued(&facts);
        assert_eq!((valued.rates[3], valued.at_draw), (0.0, 0.0));
        near(valued.rates.iter().sum(), 1.0);
    }

    #[test]
    fn the_risk_of_the_discard_stays_as_it_is() {
        let model = ValueModel::at(Players::Four);
        let there = model.ends(&FACTS);
        let safe = End { rate: 0.0, value: 0.0 };
        let play = play().before(FACTS.risk);
        let facts = Facts {
            risk: safe,
            searched: play.parts,
            tenpai: play.tenpai_rate,
            at_draw: play.tenpai_at_draw,
            paid: FACTS.paid / (1.0 - FACTS.risk.rate),
            ..FACTS
        };
        let passes = 1.0 - FACTS.risk.rate;
        let dealt = FACTS.risk.rate * FACTS.risk.value;
        near(worth(&there), passes * worth(&model.ends(&facts)) + dealt);
        near(there.win.rate, passes * model.ends(&facts).win.rate);
    }

    #[test]
    fn a_play_is_its_ends_and_is_tenpai_at_least_when_it_wins() {
        let model = ValueModel::at(Players::Four);
        let after = model.corrected(&play(), &FACTS);
        for (play, ends) in after.parts.all().into_iter().zip(model.ends(&FACTS).all()) {
            near(play.rate, ends.rate);
            near(play.value, ends.value);
        }
        near(after.others_rate, after.parts.deal_in.rate + after.parts.tsumo.rate + after.parts.rest.rate);
        assert!(after.tenpai_rate >= after.win_rate() + after.tenpai_at_draw);
        let last = *after.details.unwrap().by_turn.last().unwrap();
        near(last.win_rate, after.parts.win.rate);
        near(last.value, after.parts.win.value);
        near(last.tenpai_rate, after.tenpai_rate);
        // a hand that the search gives up wins now and then, nobody knows when
        let none = Part::default();
        let parts = Parts { win: none, rest: part(0.35, -40.0), ..FACTS.searched };
        let facts = Facts { searched: parts, ..FACTS };
        let after = model.corrected(&Play { parts, ..play() }, &facts);
        assert!(after.win_rate() > 0.0005 && after.win_rate() < 0.1, "{}", after.win_rate());
        let turns = after.details.unwrap().by_turn;
        near(turns[0].win_rate, after.parts.win.rate / 4.0);
        near(turns[3].value, after.parts.win.value);
        assert!(turns.iter().all(|turn| turn.tenpai_rate >= turn.win_rate));
    }
}
