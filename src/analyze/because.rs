//! Why a value was corrected: what each fact adds.
//!
//! The bendings of the rates are log-linear, so they are one, and what the net of all discards makes of them is a last summand: with `r` an
//! end's rate in the search, `m` its mean payment, and `u` the sum of what all weights and the net say of it, its rate becomes `r' = r exp(u) / Z`. With `g(x) = (exp(x) - 1) / x` an end adds
//!
//! ```text
//! r' m' - r m = (r' - r) (m + m') / 2 + (m' - m) (r + r') / 2
//! r' - r = r g(u - ln Z) (u - ln Z)        ln Z = sum of r g(u - ln Z) u over the ends / sum of r g(u - ln Z)
//! m' - m = m g(b) b                        b the sum of the payments' weights; of a draw it is added
//! ```
//!
//! where `r g` and `m g` are logarithmic means of before and after. All of it is linear in `u` and `b`, which are sums over
//! figures, so each figure has its share and the shares add up to the whole, exactly (Ang's log-mean Divisia index). A figure counts
//! from its mean over the decisions that the value is fitted to: a share says what is unusual of this hand, and
//! [`Reason::Usual`] has what is so on average.

use super::calibration::{self, CalibrationModel, Rate};
use super::facts::Facts;
use super::outcome::{self, Features, OutcomeModel};
use super::three::{self, OfThree};
use super::value_params;
use crate::params::{Params, ParamsError, layout_hash};
use crate::search::{Part, Parts, Play};
use crate::sort;
use serde::Serialize;
use std::sync::OnceLock;

/// A fact that a correction goes by. It counts from what is usual in decisions of strong players: a hand that is not in riichi has its
/// share of `riichi`, too.
///
/// | word | what counts |
/// |---|---|
/// | `usual` | what holds of hands on average |
/// | `tilesLeft` | tiles left in the live wall |
/// | `shanten` | shanten |
/// | `threat` | whether another player is in riichi, or has two open melds |
/// | `open` | whether the hand is open |
/// | `riichi` | riichi, dama, or neither; whether it can be declared, and who declares here |
/// | `call` | a tile on offer, called or left, and who calls here |
/// | `dealer` | whether the player is the dealer |
/// | `length` | hanchan or tonpuu |
/// | `sevenPairs` | whether the hand is nearer to seven pairs than to four groups |
/// | `folding` | how often the search gives the hand up |
/// | `yaku` | how much farther from a yaku than from tenpai an open hand is |
/// | `winRate` | the win rate that the search says |
/// | `estimated` | whether it is an average and no search |
/// | `kan` | whether it is a kan |
/// | `depth` | whether the search is larger than `fast` takes on |
/// | `hand` | how rounds ended after all recorded discards that left such a hand at such a table |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// What holds of hands on average.
    Usual,
    /// Tiles left in the live wall.
    TilesLeft,
    /// Shanten.
    Shanten,
    /// Whether another player is in riichi, or has two open melds.
    Threat,
    /// Whether the hand is open.
    Open,
    /// Riichi, dama, or neither; what is declared here.
    Riichi,
    /// A tile on offer: called or left, and who calls here.
    Call,
    /// Whether the player is the dealer.
    Dealer,
    /// Hanchan or tonpuu.
    Length,
    /// Whether the hand is nearer to seven pairs than to four groups.
    SevenPairs,
    /// How often the search gives the hand up.
    Folding,
    /// How much farther from a yaku than from tenpai an open hand is.
    Yaku,
    /// The win rate that the search and its calibration say.
    WinRate,
    /// Whether it is an average and no search.
    Estimated,
    /// Whether it is a kan.
    Kan,
    /// Whether the search is larger than `fast` takes on.
    Depth,
    /// What all recorded discards say of such a hand at such a table.
    Hand,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 17] = [
        Reason::Usual,
        Reason::TilesLeft,
        Reason::Shanten,
        Reason::Threat,
        Reason::Open,
        Reason::Riichi,
        Reason::Call,
        Reason::Dealer,
        Reason::Length,
        Reason::SevenPairs,
        Reason::Folding,
        Reason::Yaku,
        Reason::WinRate,
        Reason::Estimated,
        Reason::Kan,
        Reason::Depth,
        Reason::Hand,
    ];
}

/// How many reasons there are.
const REASONS: usize = Reason::ALL.len();

/// What each reason adds to a value, in its unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Because([f64; REASONS]);

impl Because {
    /// Nothing is added.
    pub const NOTHING: Because = Because([0.0; REASONS]);

    /// What a reason adds.
    pub const fn adds(&self, reason: Reason) -> f64 {
        self.0[reason as usize]
    }

    /// What all of them add: the whole correction.
    pub fn sum(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The reasons that add anything, most first.
    pub fn most(&self) -> Vec<(Reason, f64)> {
        let mut most: Vec<(Reason, f64)> = Reason::ALL.into_iter().zip(self.0).collect();
        most.retain(|(_, adds)| *adds != 0.0);
        // stable: equals stay in the order of reasons
        sort::by(&mut most, |(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
        most
    }

    /// Counts something for a reason.
    pub(super) fn add(&mut self, reason: Reason, adds: f64) {
        self.0[reason as usize] += adds;
    }
}

/// The reasons of the calibration's figures, in their order.
const OF_CASE: [Reason; calibration::FIGURES] = {
    use Reason::{Call, Open, Riichi, Shanten, Threat, TilesLeft, Usual};
    [
        Usual, Shanten, Shanten, Shanten, Shanten, Shanten, Shanten, TilesLeft, TilesLeft, TilesLeft,
        TilesLeft, TilesLeft, TilesLeft, TilesLeft, Threat, Threat, Threat, Threat, Threat, Riichi, Call,
        Call, Open, Open, Riichi, Threat, Call, Call, Call, Call,
    ]
};

/// Where the tiles left are among them.
const LEFT: usize = 7;
/// The figures that are tiles left at one shanten, with the place of that shanten's own figure.
const LEFT_BY_SHANTEN: [(usize, usize); 5] = [(9, 1), (10, 2), (11, 3), (12, 4), (13, 5)];

/// Those of the rates' figures.
const OF_RATES: [Reason; outcome::FIGURES] = {
    use Reason::*;
    [
        Usual, Length, Dealer, Riichi, Riichi, Call, Call, Shanten, Shanten, Threat, TilesLeft, SevenPairs,
        Folding, Folding, Yaku, WinRate, WinRate, Estimated, Kan, Open, Riichi, Riichi, Call, Call, Depth,
        Depth,
    ]
};

/// Those of the payments' figures.
const OF_PAYS: [Reason; outcome::PAY_FIGURES] = {
    use Reason::*;
    [
        Usual, Open, Riichi, Dealer, Riichi, Call, TilesLeft, Length, Estimated, SevenPairs, Threat, Shanten,
        Shanten, Call,
    ]
};

/// Those of the figures of three players, of which nothing but the constants is usual.
const OF_THREE: [Reason; three::FIGURES] = {
    use Reason::{Call, Dealer, Open, Riichi, Shanten, Threat, TilesLeft, Usual};
    [Threat, Threat, Threat, TilesLeft, Threat, Shanten, Shanten, Open, Riichi, Call, Call, Dealer, Usual]
};

/// Those of their payments.
const OF_PAYS_OF_THREE: [Reason; three::PAY_FIGURES] = [Reason::Threat, Reason::Usual];

/// The section's name in the parameter file.
pub const SECTION: &str = "means";
/// How many means there are.
pub const MEANS: usize = calibration::FIGURES + outcome::FIGURES + outcome::PAY_FIGURES;

/// A hash of what the means are of.
pub fn layout() -> u64 {
    let of = [calibration::layout(), outcome::layout(), outcome::pay_layout()];
    layout_hash(&format!("means of the figures of {of:x?}"))
}

/// What figures are on average.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Means {
    /// Those of the calibration.
    pub case: [f64; calibration::FIGURES],
    /// Those of the rates.
    pub rates: [f64; outcome::FIGURES],
    /// Those of the payments.
    pub pays: [f64; outcome::PAY_FIGURES],
}

impl Means {
    /// Those of a parameter file.
    ///
    /// # Errors
    /// When the file lacks the section, or has it for other figures.
    pub fn read(params: &Params) -> Result<Means, ParamsError> {
        let numbers = params.numbers(SECTION, layout(), MEANS)?;
        let mut numbers = numbers.iter().map(|&number| f64::from(number));
        let mut next = || numbers.next().expect("as many as were asked for");
        Ok(Means {
            case: std::array::from_fn(|_| next()),
            rates: std::array::from_fn(|_| next()),
            pays: std::array::from_fn(|_| next()),
        })
    }

    /// In the order of the file.
    pub fn numbers(&self) -> Vec<f64> {
        [&self.case[..], &self.rates, &self.pays].concat()
    }

    /// Those that the crate carries.
    fn builtin() -> &'static Means {
        static MEANS: OnceLock<Means> = OnceLock::new();
        MEANS.get_or_init(|| value_params::carried(Means::read))
    }
}

/// What sums of weighted figures are made of, by reason.
#[derive(Clone, Copy)]
struct Sums<const N: usize>([[f64; N]; REASONS]);

impl<const N: usize> Sums<N> {
    const NONE: Sums<N> = Sums([[0.0; N]; REASONS]);

    /// Takes a figure that is so much above its mean.
    fn add(&mut self, reason: Reason, above: f64, weight: impl Fn(usize) -> f64) {
        if above != 0.0 {
            self.0[reason as usize].iter_mut().enumerate().for_each(|(i, sum)| *sum += weight(i) * above);
        }
    }

    fn whole(&self) -> [f64; N] {
        std::array::from_fn(|i| self.0.iter().map(|sums| sums[i]).sum())
    }
}

/// The models, and what is usual.
struct Models<'a> {
    calibration: &'a calibration::Weights,
    outcome: &'a OutcomeModel,
    means: &'a Means,
    /// At tables of three players.
    three: Option<&'a OfThree>,
}

/// What the figures of an action say of its ends and of what they pay.
struct ReasonSums {
    ends: Sums<5>,
    /// The log-odds of being tenpai at a draw.
    at_draw: Sums<1>,
    /// Of win, deal-in and tsumo logarithms of factors, of a draw points.
    pays: Sums<{ outcome::PAYING }>,
}

impl Models<'_> {
    fn says(&self, facts: &Facts, features: &Features) -> ReasonSums {
        let Means { case, rates, pays } = self.means;
        let mut says = ReasonSums { ends: Sums::NONE, at_draw: Sums::NONE, pays: Sums::NONE };
        let figures = facts.case.figures();
        for (i, (&figure, &mean)) in figures.iter().zip(case).enumerate() {
            let mut add = |reason, above| {
                says.ends.add(reason, above, |end| self.calibration[end][i]);
                says.at_draw.add(reason, above, |_| self.calibration[Rate::TenpaiAtDraw as usize][i]);
            };
            add(Reason::Usual, mean);
            match LEFT_BY_SHANTEN.iter().find(|(place, _)| *place == i) {
                // as many as usual at this shanten belong to it, and what is above that to the tiles left
                Some(&(_, shanten)) => {
                    let usual = case[LEFT] * figures[shanten];
                    add(Reason::Shanten, usual - mean);
                    add(Reason::TilesLeft, figure - usual);
                }
                None => add(OF_CASE[i], figure - mean),
            }
        }
        for (i, (figure, mean)) in features.figures().into_iter().zip(rates).enumerate() {
            let weight = |end: usize| self.outcome.ends[end][i];
            says.ends.add(Reason::Usual, *mean, weight);
            says.ends.add(OF_RATES[i], figure - mean, weight);
        }
        for (i, (figure, mean)) in features.pay_figures().into_iter().zip(pays).enumerate() {
            let weight = |end: usize| self.outcome.pays[end][i];
            says.pays.add(Reason::Usual, *mean, weight);
            says.pays.add(OF_PAYS[i], figure - mean, weight);
        }
        if let Some(three) = self.three {
            for (i, figure) in three::figures(facts).into_iter().enumerate() {
                says.ends.add(OF_THREE[i], figure, |end| three.ends[end][i]);
            }
            for (i, figure) in three::pay_figures(facts).into_iter().enumerate() {
                says.pays.add(OF_PAYS_OF_THREE[i], figure, |end| three.pays[end][i]);
            }
        }
        says
    }
}

/// `(exp(x) - 1) / x`
fn growth(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { libm::expm1(x) / x }
}

fn mean(part: Part) -> f64 {
    if part.rate > 0.0 { part.value / part.rate } else { 0.0 }
}

/// What the bendings of the rates and payments add to a search's value, which have made `play` of it. Being tenpai at a draw is worth `noten`
/// more than not, and a point `point`. `three` corrects tables of three players.
pub(super) fn outcome(
    facts: &Facts,
    features: &Features,
    three: Option<&OfThree>,
    play: &Play,
    noten: f64,
    point: f64,
) -> Because {
    let calibration = CalibrationModel::builtin().weights();
    let models = Models { calibration, outcome: OutcomeModel::builtin(), means: Means::builtin(), three };
    models.outcome(facts, features, play, noten, point)
}

impl Models<'_> {
    fn outcome(&self, facts: &Facts, features: &Features, play: &Play, noten: f64, point: f64) -> Because {
        let mut says = self.says(facts, features);
        let Facts { risk, searched, calibrated, .. } = facts;
        let mut because = Because::NOTHING;
        // what its discard risks at once stays
        let Parts { win, deal_in, tsumo, draw, rest } = *searched;
        let later =
            Part { rate: (deal_in.rate - risk.rate).max(0.0), value: deal_in.value - risk.rate * risk.value };
        let before = [win, later, tsumo, draw, rest];
        let mut rates = before.map(|part| part.rate);
        let all: f64 = rates.iter().sum();
        // a rate in the place of none, whose logarithm can be taken: only a win comes that no search knows
        rates[0] = rates[0].max(1e-12);
        // what all figures leave to the net, by what its rates became
        let bent = says.ends.whole();
        let passes = 1.0 - risk.rate;
        let reported = play.parts.all().map(|part| part.rate);
        let reported = [reported[0], reported[1] - risk.rate, reported[2], reported[3], reported[4]]
            .map(|rate| rate / passes);
        let net: [f64; 5] = std::array::from_fn(|i| match reported[i] > 0.0 && rates[i] > 0.0 {
            true => libm::log(reported[i] * all / rates[i]) - bent[i],
            false => 0.0,
        });
        says.ends.add(Reason::Hand, 1.0, |end| net[end]);
        let bent = says.ends.whole();
        let odds: f64 = rates.iter().zip(bent).map(|(rate, bent)| rate * libm::exp(bent)).sum();
        let log_all = libm::log(odds / all);
        // what an end's rate changes by, to what its logarithm does
        let slopes: [f64; 5] = std::array::from_fn(|i| rates[i] * growth(bent[i] - log_all));
        let slope: f64 = slopes.iter().sum();
        let after: [f64; 5] = std::array::from_fn(|i| rates[i] * libm::exp(bent[i] - log_all));
        let paid = says.pays.whole();
        let means = before.map(mean);
        let won = mean(play.parts.win) - means[0] * libm::exp(paid[0]);
        let drawn = mean(calibrated.draw) - mean(searched.draw);
        let mut later_means = means;
        (0..3).for_each(|i| later_means[i] *= libm::exp(paid[i]));
        later_means[0] += won;
        later_means[3] += drawn + paid[3] * point;
        for (reason, adds) in because.0.iter_mut().enumerate() {
            let ends = &says.ends.0[reason];
            let mean: f64 = ends.iter().zip(slopes).map(|(end, slope)| slope * end).sum::<f64>() / slope;
            for i in 0..5 {
                *adds += slopes[i] * (ends[i] - mean) * (means[i] + later_means[i]) / 2.0;
            }
            let pays = &says.pays.0[reason];
            for i in 0..3 {
                *adds += means[i] * growth(paid[i]) * pays[i] * (rates[i] + after[i]) / 2.0;
            }
            *adds += pays[3] * point * (rates[3] + after[3]) / 2.0;
        }
        because.0[Reason::Hand as usize] += won * (rates[0] + after[0]) / 2.0;
        let draws = (rates[3] + after[3]) / 2.0;
        self.drawn(&says.at_draw, play, drawn, noten).0.iter().zip(&mut because.0).for_each(
            |(each, adds)| {
                *adds += draws * each;
            },
        );
        because
    }

    /// What calibration adds to what a draw pays, by being tenpai at it more often, or less.
    fn drawn(&self, says: &Sums<1>, play: &Play, drawn: f64, noten: f64) -> Because {
        let mut because = Because::NOTHING;
        let draw = play.parts.draw.rate;
        if draw <= 0.0 {
            return because;
        }
        let [bent] = says.whole();
        let share = play.tenpai_at_draw / draw;
        // the odds before
        let was = share * libm::exp(-bent);
        let was = was / (was + 1.0 - share);
        let slope = if bent == 0.0 { share * (1.0 - share) } else { (share - was) / bent };
        for (adds, [says]) in because.0.iter_mut().zip(says.0) {
            *adds = noten * slope * says;
        }
        // the search counts that hands are given up before the draw, and nobody gives one up in riichi
        because.0[Reason::Riichi as usize] += drawn - noten * (share - was);
        because
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::{Act, Case};
    use super::super::opponents::TableThreat;
    use super::super::pooling;
    use super::*;
    use crate::search::{End, WinKinds};
    use crate::tile::Players;

    const RISK: End = End { rate: 0.03, value: -7_000.0 };
    const NOTEN: f64 = 2_000.0;
    const KEPT: f64 = 0.65;
    const RECORDED: [f64; 5] = [0.25, 0.1, 0.2, 0.2, 0.25];

    fn facts(act: Act) -> Facts {
        let part = |rate: f64, each: f64| Part { rate, value: rate * each };
        let searched = Parts {
            win: part(0.2, 6_000.0),
            deal_in: part(0.1, -5_000.0),
            tsumo: part(0.25, -2_400.0),
            draw: part(0.3, 150.0),
            rest: part(0.15, -40.0),
        };
        Facts {
            case: Case { threat: TableThreat::OneRiichi, shanten: 1, tiles_left: 33, open: false, act },
            shanten: 0,
            groups: 0,
            pairs: 3,
            orphans: false,
            open: false,
            yaku: 0,
            kan: false,
            riichi_share: Some(0.8),
            call_share: None,
            offer: None,
            depth: 1,
            beyond: 1,
            large: true,
            hanchan: true,
            dealer: true,
            risk: RISK,
            searched,
            calibrated: searched,
            by_table: searched,
            folds: 0.4,
        }
    }

    /// What the pipeline makes of the search of an action, and what it says why.
    fn corrected(models: &Models, act: Act) -> (f64, Because) {
        let mut facts = facts(act);
        let at_draw = 0.12;
        let paid = KEPT * at_draw;
        let play = Play {
            tenpai_rate: 0.5,
            tenpai_at_draw: if act == Act::Riichi { at_draw } else { paid },
            others_rate: 0.5,
            call_rate: 0.3,
            fold_rate: 0.4,
            wins: WinKinds::NONE,
            parts: facts.searched,
            details: None,
        };
        let calibration = CalibrationModel::with(*models.calibration);
        let passed = play.clone().before(RISK);
        let calibrated = calibration.calibrated(&passed, &facts.case, paid / (1.0 - RISK.rate), NOTEN);
        let calibrated = pooling::pooled(&calibrated, &RECORDED, 1.5).after(RISK);
        facts.calibrated = calibrated.parts;
        let features = Features::of(&facts, &calibrated, false);
        let passed = models.outcome.corrected(&calibrated.before(RISK), &features, 1.5);
        let after =
            models.three.map_or(passed.clone(), |three| three.corrected(&passed, &facts, 1.5)).after(RISK);
        (after.value() - play.value(), models.outcome(&facts, &features, &after, NOTEN, 1.5))
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-8, "{a} {b}");
    }

    #[test]
    fn the_shares_of_all_reasons_are_the_correction() {
        let calibration = CalibrationModel::builtin().weights();
        let (outcome, means) = (OutcomeModel::builtin(), Means::builtin());
        for three in [None, OfThree::at(Players::Three)] {
            let models = Models { calibration, outcome, means, three };
            for act in Act::ALL {
                let (added, because) = corrected(&models, act);
                assert!(added.abs() > 10.0, "{added}");
                near(added, because.sum());
            }
        }
    }

    #[test]
    fn a_reason_alone_has_all_of_it() {
        let means = Means {
            case: [0.0; calibration::FIGURES],
            rates: [0.0; outcome::FIGURES],
            pays: [0.0; outcome::PAY_FIGURES],
        };
        let mut calibration = [[0.0; calibration::FIGURES]; Rate::ALL.len()];
        let mut outcome = OutcomeModel::NONE;
        let models = Models { calibration: &calibration, outcome: &outcome, means: &means, three: None };
        // beside what the net says
        let beside = |models: &Models, act: Act| {
            let (added, because) = corrected(models, act);
            (added - because.adds(Reason::Hand), because)
        };
        let (added, because) = corrected(&models, Act::Silent);
        assert!(added.abs() > 10.0, "{added}");
        near(because.adds(Reason::Hand), added);
        // nobody gives a hand up in riichi
        let (added, because) = beside(&models, Act::Riichi);
        assert!(added > 10.0, "{added}");
        near(because.adds(Reason::Riichi), added);
        // a dealer wins more often, and dearer
        (outcome.ends[0][2], outcome.pays[0][3]) = (0.4, 0.2);
        let models = Models { calibration: &calibration, outcome: &outcome, means: &means, three: None };
        let (added, because) = beside(&models, Act::Silent);
        assert!(added > 100.0, "{added}");
        near(because.adds(Reason::Dealer), added);
        // the same of three players
        (outcome.ends[0][2], outcome.pays[0][3]) = (0.0, 0.0);
        let mut three = OfThree::NONE;
        three.ends[0][11] = 0.4;
        let models =
            Models { calibration: &calibration, outcome: &outcome, means: &means, three: Some(&three) };
        let (added, because) = beside(&models, Act::Silent);
        assert!(added > 100.0, "{added}");
        near(because.adds(Reason::Dealer), added);
        // a hand that is tenpai at a draw more often, with somebody in riichi
        calibration[Rate::TenpaiAtDraw as usize][14] = 0.7;
        let models =
            Models { calibration: &calibration, outcome: &OutcomeModel::NONE, means: &means, three: None };
        let (added, because) = beside(&models, Act::Silent);
        assert!(added > 10.0, "{added}");
        near(because.adds(Reason::Threat), added);
    }

    #[test]
    fn tiles_left_beyond_the_usual_belong_to_themselves_and_not_to_shanten() {
        let mut means = *Means::builtin();
        means.case[LEFT] = 33.0 / 70.0;
        let mut calibration = [[0.0; calibration::FIGURES]; Rate::ALL.len()];
        calibration[0][10] = 1.0;
        let models =
            Models { calibration: &calibration, outcome: &OutcomeModel::NONE, means: &means, three: None };
        let (added, because) = corrected(&models, Act::Silent);
        near(because.adds(Reason::TilesLeft), 0.0);
        let others = [Reason::Shanten, Reason::Usual, Reason::Hand];
        near(others.into_iter().map(|reason| because.adds(reason)).sum(), added);
        means.case[LEFT] = 0.7;
        let models =
            Models { calibration: &calibration, outcome: &OutcomeModel::NONE, means: &means, three: None };
        assert!(corrected(&models, Act::Silent).1.adds(Reason::TilesLeft) < -10.0);
    }

    #[test]
    fn the_largest_come_first_whatever_their_sign() {
        let mut because = Because::NOTHING;
        assert_eq!(because.most(), []);
        because.0[Reason::Threat as usize] = 20.0;
        because.0[Reason::Kan as usize] = -20.0;
        because.add(Reason::Riichi, -30.0);
        let expected = [(Reason::Riichi, -30.0), (Reason::Threat, 20.0), (Reason::Kan, -20.0)];
        assert_eq!(because.most(), expected);
        near(because.sum(), -30.0);
    }

    #[test]
    fn every_figure_has_a_mean_and_every_reason_its_place() {
        assert!(Reason::ALL.into_iter().enumerate().all(|(i, reason)| reason as usize == i));
        let Means { case, rates, pays } = Means::builtin();
        assert_eq!((case[0], rates[0], pays[0]), (1.0, 1.0, 1.0));
        for (figure, shanten) in LEFT_BY_SHANTEN {
            assert!(0.0 < case[figure] && case[figure] < case[shanten]);
            assert_eq!((OF_CASE[figure], OF_CASE[shanten]), (Reason::TilesLeft, Reason::Shanten));
        }
        // both models see the same tiles left
        assert!((rates[10] - case[LEFT]).abs() < 1e-6 && (pays[6] + 0.5 - case[LEFT]).abs() < 1e-6);
    }
}
