//! Why a value was corrected: what each fact adds.
//!
//! The model of [`super::value`] is log-linear: with `r` an end's rate in the search, `m` its mean payment, and `u` the sum of what the
//! net and all weights say of it, its rate becomes `r' = r exp(u) / Z`. With `g(x) = (exp(x) - 1) / x`
//! an end adds
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

use super::facts::{Facts, Reason};
use super::figures::{Figure, PAYS, RATES};
use super::value::{NET, PAYING, Passed, ValueModel, Weights, carried};
use crate::ends::ENDS;
use crate::params::{Params, ParamsError, layout_hash};
use crate::sort;
use std::sync::OnceLock;

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

/// The section's name in the parameter file.
pub const SECTION: &str = "means";
/// How many means there are.
pub const MEANS: usize = RATES.len() + PAYS.len() + ENDS;

/// A hash of what the means are of.
pub fn layout() -> u64 {
    let names = |figures: &[Figure]| figures.iter().map(|figure| figure.name).collect::<Vec<_>>().join("; ");
    layout_hash(&format!("means: {}; {}; the net's", names(RATES), names(PAYS)))
}

/// What figures are on average.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Means {
    /// Those of the rates.
    pub rates: [f64; RATES.len()],
    /// Those of the payments.
    pub pays: [f64; PAYS.len()],
    /// What the net adds to the logarithms of the rates of the search.
    pub net: [f64; ENDS],
}

impl Means {
    /// Of a hand of which nothing is usual.
    pub const NONE: Means = Means { rates: [0.0; _], pays: [0.0; _], net: [0.0; ENDS] };

    /// Those of a parameter file.
    ///
    /// # Errors
    /// When the file lacks the section, or has it for other figures.
    pub fn read(params: &Params) -> Result<Means, ParamsError> {
        let numbers = params.numbers(SECTION, layout(), MEANS)?;
        let mut numbers = numbers.iter().map(|&number| f64::from(number));
        let mut next = || numbers.next().expect("as many as were asked for");
        Ok(Means {
            rates: std::array::from_fn(|_| next()),
            pays: std::array::from_fn(|_| next()),
            net: std::array::from_fn(|_| next()),
        })
    }

    /// In the order of the file.
    pub fn numbers(&self) -> Vec<f64> {
        [&self.rates[..], &self.pays, &self.net].concat()
    }

    /// Those that the crate carries.
    fn builtin() -> &'static Means {
        static MEANS: OnceLock<Means> = OnceLock::new();
        MEANS.get_or_init(|| carried(Means::read))
    }
}

/// What sums of weighted figures are made of, by reason.
#[derive(Clone, Copy)]
struct Sums<const N: usize>([[f64; N]; REASONS]);

impl<const N: usize> Sums<N> {
    const NONE: Sums<N> = Sums([[0.0; N]; REASONS]);

    /// Takes a number so many times.
    fn add(&mut self, reason: Reason, times: f64, weights: &[f64; N]) {
        self.0[reason as usize].iter_mut().zip(weights).for_each(|(sum, weight)| *sum += times * weight);
    }

    fn whole(&self) -> [f64; N] {
        std::array::from_fn(|i| self.0.iter().map(|sums| sums[i]).sum())
    }
}

/// What the figures of an action say of its ends and of what they pay.
struct ReasonSums {
    /// The logarithms of what rates are multiplied by.
    ends: Sums<ENDS>,
    /// The log-odds of being tenpai at a draw.
    at_draw: Sums<1>,
    /// Of win, deal-in and tsumo logarithms of factors, of a draw points.
    pays: Sums<PAYING>,
}

/// What every figure of an action says, with its weights: first what is usual of it, then what is above that.
fn each_said<const N: usize>(
    weights: &Weights<N>,
    means: Option<&[f64]>,
    facts: &Facts,
    mut say: impl FnMut(Reason, f64, &[f64; N]),
) {
    for (i, (figure, weights)) in weights.figures.iter().zip(&weights.weights).enumerate() {
        let mean = means.map_or(0.0, |means| means[i]);
        say(Reason::Usual, mean, weights);
        say(figure.reason, figure.of(facts) - mean, weights);
    }
}

impl ReasonSums {
    fn of(model: &ValueModel, means: &Means, facts: &Facts, passed: &Passed) -> ReasonSums {
        let mut says = ReasonSums { ends: Sums::NONE, at_draw: Sums::NONE, pays: Sums::NONE };
        each_said(&model.rates, Some(&means.rates), facts, |reason, times, weights| {
            let [ends @ .., at_draw, _] = weights;
            says.ends.add(reason, times, ends);
            says.at_draw.add(reason, times, &[*at_draw]);
        });
        each_said(&model.pays, Some(&means.pays), facts, |reason, times, weights| {
            says.pays.add(reason, times, weights);
        });
        if let Some(three) = &model.three {
            each_said(&three.rates, None, facts, |reason, times, weights| {
                says.ends.add(reason, times, weights);
            });
            each_said(&three.pays, None, facts, |reason, times, weights| {
                says.pays.add(reason, times, weights);
            });
        }
        for i in (0..ENDS).filter(|&i| passed.rates[i] > 0.0) {
            let says_more = NET * libm::log(facts.recorded[i] / passed.rates[i]);
            says.ends.0[Reason::Usual as usize][i] += means.net[i];
            says.ends.0[Reason::Hand as usize][i] += says_more - means.net[i];
        }
        says
    }
}

/// `(exp(x) - 1) / x`
fn growth(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { libm::expm1(x) / x }
}

/// What the model adds to a search's value.
pub(super) fn of(model: &ValueModel, facts: &Facts) -> Because {
    because(model, Means::builtin(), facts)
}

fn because(model: &ValueModel, means: &Means, facts: &Facts) -> Because {
    let (passed, valued) = (Passed::of(facts), model.valued(facts));
    let says = ReasonSums::of(model, means, facts, &passed);
    let Facts { risk, searched, point, noten, .. } = facts;
    let passes = 1.0 - risk.rate;
    let (rates, after) = (passed.rates, valued.rates);
    let (means, later_means) = (passed.each, valued.each);
    let bent = says.ends.whole();
    let log_all = libm::log(rates.iter().zip(bent).map(|(rate, bent)| rate * libm::exp(bent)).sum());
    // what an end's rate changes by, to what its logarithm does
    let slopes: [f64; ENDS] = std::array::from_fn(|i| rates[i] * growth(bent[i] - log_all));
    let slope: f64 = slopes.iter().sum();
    let paid = says.pays.whole();
    let [bent] = says.at_draw.whole();
    // the same of the share of draws with the hand tenpai
    let at_draw = match bent {
        0.0 => passed.at_draw * (1.0 - passed.at_draw),
        _ => (valued.at_draw - passed.at_draw) / bent,
    };
    let draws = (rates[3] + after[3]) / 2.0;
    let mut because = Because::NOTHING;
    for (reason, adds) in because.0.iter_mut().enumerate() {
        let ends = &says.ends.0[reason];
        let mean: f64 = ends.iter().zip(slopes).map(|(end, slope)| slope * end).sum::<f64>() / slope;
        for i in 0..ENDS {
            *adds += slopes[i] * (ends[i] - mean) * (means[i] + later_means[i]) / 2.0;
        }
        let pays = &says.pays.0[reason];
        for i in 0..PAYING - 1 {
            *adds += means[i] * growth(paid[i]) * pays[i] * (rates[i] + after[i]) / 2.0;
        }
        *adds += (pays[3] * point + noten * at_draw * says.at_draw.0[reason][0]) * draws;
    }
    // the search counts that hands are given up before the draw, and nobody gives one up in riichi
    because.add(Reason::Riichi, noten * (passed.at_draw - passed.paid) * draws);
    // wins that no search knows
    let known: f64 = searched.all().iter().map(|part| part.value).sum();
    let with_taken_up: f64 = rates.iter().zip(means).map(|(rate, mean)| rate * mean).sum();
    because.add(Reason::Hand, with_taken_up - (known - risk.rate * risk.value) / passes);
    because.0.iter_mut().for_each(|adds| *adds *= passes);
    because
}

#[cfg(test)]
mod tests {
    use super::super::facts::tests::FACTS;
    use super::super::facts::{Act, Case};
    use super::super::opponents::TableThreat;
    use super::super::value::OfThree;
    use super::*;
    use crate::tile::Players;

    /// What the model makes of the search of an action, and what it says why.
    fn corrected(model: &ValueModel, means: &Means, act: Act) -> (f64, Because) {
        let facts = Facts { case: Case { act, ..FACTS.case }, ..FACTS };
        let worth = |parts: crate::search::Parts| parts.all().iter().map(|part| part.value).sum::<f64>();
        (worth(model.ends(&facts)) - worth(facts.searched), because(model, means, &facts))
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-8, "{a} {b}");
    }

    #[test]
    fn the_shares_of_all_reasons_are_the_correction() {
        for players in [Players::Four, Players::Three] {
            for act in Act::ALL {
                let (added, because) = corrected(ValueModel::at(players), Means::builtin(), act);
                assert!(added.abs() > 10.0, "{added}");
                near(added, because.sum());
            }
        }
    }

    /// The model that changes one weight of a figure.
    fn with(change: impl Fn(&mut ValueModel)) -> ValueModel {
        let mut model = ValueModel::none();
        change(&mut model);
        model
    }

    fn at(figures: &[Figure], name: &str) -> usize {
        figures.iter().position(|figure| figure.name == name).expect("a figure")
    }

    #[test]
    fn a_reason_alone_has_all_of_it() {
        let (by_net, because) = corrected(&ValueModel::none(), &Means::NONE, Act::Silent);
        assert!(by_net.abs() > 10.0, "{by_net}");
        near(because.adds(Reason::Hand), by_net);
        let alone = |model: &ValueModel, reason: Reason, act: Act| {
            let (added, because) = corrected(model, &Means::NONE, act);
            // beside what the net says
            let hand = because.adds(Reason::Hand);
            assert!((added - hand).abs() > 10.0, "{added}");
            near(because.adds(reason) + hand, added);
            near(because.sum(), added);
        };
        // a dealer wins more often, and dearer
        let dealer = |model: &mut ValueModel| {
            model.rates.weights[at(RATES, "dealer")][0] = 0.4;
            model.pays.weights[at(PAYS, "dealer")][0] = 0.2;
        };
        alone(&with(dealer), Reason::Dealer, Act::Silent);
        // the same of three players
        let mut three = OfThree::none();
        three.rates.weights[at(three.rates.figures, "dealer")][0] = 0.4;
        let of_three = with(|model| model.three = Some(three.clone()));
        alone(&of_three, Reason::Dealer, Act::Silent);
        // a hand that is tenpai at a draw more often, with somebody in riichi
        let tenpai = |model: &mut ValueModel| model.rates.weights[at(RATES, "one riichi")][ENDS] = 0.7;
        assert_eq!(FACTS.case.threat, TableThreat::OneRiichi);
        alone(&with(tenpai), Reason::Threat, Act::Silent);
    }

    #[test]
    fn nobody_gives_a_hand_up_in_riichi() {
        let facts =
            Facts { case: Case { act: Act::Riichi, ..FACTS.case }, paid: 0.65 * FACTS.at_draw, ..FACTS };
        let because = because(&ValueModel::none(), &Means::NONE, &facts);
        assert!(because.adds(Reason::Riichi) > 10.0, "{because:?}");
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
    fn every_figure_has_a_mean() {
        let Means { rates, pays, net } = Means::builtin();
        assert_eq!((rates[0], pays[0]), (1.0, 1.0));
        assert!(net.iter().all(|log| log.abs() < 0.5), "{net:?}");
        let left = "tiles left / 70 - 1/2";
        assert!((rates[at(RATES, left)] - pays[at(PAYS, left)]).abs() < 1e-6);
    }
}
