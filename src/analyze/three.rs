//! How rounds of three players end, beside what the corrections of four players make of them, and what the ends pay.
//!
//! With `r` the rate of an end when the coming discard passes, and `x` figures of the action and its table, the rate becomes
//! `r exp(w x)` over the sum of that of all ends. What an end pays is multiplied by `exp(b y)`; of a draw `b y` is added. Wins are
//! dearer than searches and averages of four say, because norths that are drawn later are set aside, too. It is the last correction
//! of rates, fitted on top of all others by `cargo tools train three-ends`.

use super::facts::{Act, Facts};
use super::opponents::TableThreat;
use super::outcome::{PAYING, reweighted, with_parts};
use crate::dense::is;
use crate::params::{Params, ParamsError, layout_hash};
use crate::search::{Part, Parts, Play};
use crate::tile::Players;
use std::sync::OnceLock;

/// The names of the sections in the file of three players: of rates, of payments.
pub const SECTIONS: [&str; 2] = ["analysis ends", "analysis pays"];
/// How many figures the rates go by.
pub const FIGURES: usize = 13;
/// How many figures the payments go by.
pub const PAY_FIGURES: usize = 2;
/// Tiles of the live wall after the deal.
const WALL: f64 = 55.0;

/// What the weights are for, in order.
const MEANING: &str = "one, more riichi, open threat; tiles left / 55 less a half, under a threat; tenpai, 1-shanten; open; riichi, \
    pass, call; dealer; 1";

/// What those of the payments are for.
const PAY_MEANING: &str = "a threat; 1; of win, deal-in, tsumo, draw";

/// How many numbers each section has, and hashes of what they mean.
pub fn layouts() -> [(usize, u64); 2] {
    let hash = |meaning| layout_hash(&format!("three 1, by end {meaning}"));
    [(5 * FIGURES, hash(MEANING)), (PAYING * PAY_FIGURES, hash(PAY_MEANING))]
}

/// The figures of an action, in the order of the weights; the constant is the last.
pub fn figures(facts: &Facts) -> [f64; FIGURES] {
    let case = facts.case;
    let threat = |threat| is(case.threat == threat);
    let left = case.tiles_left as f64 / WALL - 0.5;
    [
        threat(TableThreat::OneRiichi),
        threat(TableThreat::MoreRiichi),
        threat(TableThreat::Open),
        left,
        left * is(case.threat != TableThreat::None),
        is(facts.shanten <= 0),
        is(facts.shanten == 1),
        is(facts.open),
        is(case.act == Act::Riichi),
        is(case.act == Act::Pass),
        is(case.act == Act::Call),
        is(facts.dealer),
        1.0,
    ]
}

/// The figures of the payments.
pub fn pay_figures(facts: &Facts) -> [f64; PAY_FIGURES] {
    [is(facts.case.threat != TableThreat::None), 1.0]
}

/// The learned weights of each end.
#[derive(Clone, PartialEq, Debug)]
pub struct OfThree {
    /// Those of its rate, in the order of [`Parts`].
    pub ends: [[f64; FIGURES]; 5],
    /// Those of what it pays.
    pub pays: [[f64; PAY_FIGURES]; PAYING],
}

impl OfThree {
    /// Changes nothing.
    pub const NONE: OfThree = OfThree { ends: [[0.0; FIGURES]; 5], pays: [[0.0; PAY_FIGURES]; PAYING] };

    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other figures.
    pub fn new(params: &Params) -> Result<OfThree, ParamsError> {
        let [(ends, of_ends), (pays, of_pays)] = layouts();
        let ends = params.numbers(SECTIONS[0], of_ends, ends)?;
        let pays = params.numbers(SECTIONS[1], of_pays, pays)?;
        let mut model = OfThree::NONE;
        model.ends.as_flattened_mut().iter_mut().zip(ends).for_each(|(to, number)| *to = f64::from(*number));
        model.pays.as_flattened_mut().iter_mut().zip(pays).for_each(|(to, number)| *to = f64::from(*number));
        Ok(model)
    }

    /// The model that the crate carries, at tables of three players alone.
    pub fn at(players: Players) -> Option<&'static OfThree> {
        static OF_THREE: OnceLock<OfThree> = OnceLock::new();
        let read = || Params::carried_of_three(OfThree::new);
        (players == Players::Three).then(|| OF_THREE.get_or_init(read))
    }

    /// What the rates of the ends become.
    pub fn rates(&self, rates: &[f64; 5], figures: &[f64; FIGURES]) -> [f64; 5] {
        reweighted(rates, &self.ends, figures)
    }

    /// The sums of the payments' weights: logarithms of factors, and for a draw what is added in points.
    pub fn paying(&self, figures: &[f64; PAY_FIGURES]) -> [f64; PAYING] {
        self.pays.map(|weights| weights.iter().zip(figures).map(|(weight, figure)| weight * figure).sum())
    }

    /// What becomes of a play whose first discard passes; a point is worth `point` in the unit of its value.
    pub(super) fn corrected(&self, play: &Play, facts: &Facts, point: f64) -> Play {
        let before = play.parts.all().map(|part| part.rate);
        let rates = self.rates(&before, &figures(facts));
        let [win_pays, deal_in_pays, tsumo_pays, drawn] = self.paying(&pay_figures(facts));
        let times = |i: usize| if before[i] > 0.0 { rates[i] / before[i] } else { 1.0 };
        let part = |part: Part, i: usize, pays: f64| Part {
            rate: rates[i],
            value: part.value * times(i) * libm::exp(pays),
        };
        let Parts { win, deal_in, tsumo, draw, rest } = play.parts;
        let mut draw = part(draw, 3, 0.0);
        draw.value += draw.rate * drawn * point;
        let parts = Parts {
            win: part(win, 0, win_pays),
            deal_in: part(deal_in, 1, deal_in_pays),
            tsumo: part(tsumo, 2, tsumo_pays),
            draw,
            rest: part(rest, 4, 0.0),
        };
        with_parts(play, parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Format, Provenance, Section};

    fn file(change: impl Fn(&mut Section)) -> Params {
        let section = |(name, (len, layout)): (&str, (usize, u64))| {
            let numbers = (0..len).map(|i| i as f32).collect();
            Section { name: name.into(), layout, format: Format::F32, numbers, samples: 0 }
        };
        let mut sections: Vec<Section> = SECTIONS.into_iter().zip(layouts()).map(section).collect();
        sections.iter_mut().for_each(change);
        Params::new("a test", Provenance::default(), sections)
    }

    #[test]
    fn sections_of_other_figures_are_refused() {
        let model = OfThree::new(&file(|_| ())).unwrap();
        assert_eq!((model.ends[0][1], model.ends[4][FIGURES - 1]), (1.0, 5.0 * FIGURES as f64 - 1.0));
        assert_eq!((model.pays[0][1], model.pays[3][0]), (1.0, 6.0));
        for name in SECTIONS {
            let of = |section: &&mut Section| section.name == name;
            let error = |change: &dyn Fn(&mut Section)| {
                OfThree::new(&file(|section| Some(section).filter(of).into_iter().for_each(change)))
                    .unwrap_err()
            };
            assert!(matches!(error(&|section| section.layout ^= 1), ParamsError::Layout { .. }));
            assert!(matches!(error(&|section| section.numbers.push(0.0)), ParamsError::Length { .. }));
            assert!(matches!(error(&|section| section.name.clear()), ParamsError::Missing(_)));
        }
    }

    #[test]
    fn only_tables_of_three_have_it() {
        assert_eq!(OfThree::at(Players::Four), None);
        let carried = OfThree::at(Players::Three).unwrap();
        assert!(carried.ends.as_flattened().iter().any(|weight| *weight != 0.0));
        assert!(carried.ends.as_flattened().iter().all(|weight| weight.abs() < 2.0));
        // what a draw pays is added
        assert!(carried.pays[..3].as_flattened().iter().all(|weight| weight.abs() < 0.5));
    }

    #[test]
    fn rates_have_the_factors_of_the_equation_and_add_up_to_1() {
        let before = [0.2, 0.1, 0.25, 0.3, 0.15];
        let mut figures = [0.0; FIGURES];
        (figures[0], figures[FIGURES - 1]) = (1.0, 1.0);
        let mut model = OfThree::NONE;
        let same = model.rates(&before, &figures);
        assert!(same.iter().zip(before).all(|(a, b)| (a - b).abs() < 1e-15));
        model.ends[2][0] = 2f64.ln();
        model.ends[4][FIGURES - 1] = 0.5f64.ln();
        let all = 0.2 + 0.1 + 0.5 + 0.3 + 0.075;
        let after = model.rates(&before, &figures);
        for (rate, odds) in after.into_iter().zip([0.2, 0.1, 0.5, 0.3, 0.075]) {
            assert!((rate - odds / all).abs() < 1e-15);
        }
        for act in 0..FIGURES {
            let mut figures = [0.0; FIGURES];
            (figures[act], figures[FIGURES - 1]) = (1.0, 1.0);
            let rates = OfThree::at(Players::Three).unwrap().rates(&before, &figures);
            assert!((rates.iter().sum::<f64>() - 1.0).abs() < 1e-15 && rates.iter().all(|rate| *rate > 0.0));
        }
    }
}
