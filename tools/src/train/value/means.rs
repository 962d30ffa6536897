//! What the figures are on average: the usual hand, from which reasons count.

use super::fit::{counts, seen};
use super::offers::call_share;
use super::table::{At, Sample};
use nanikiru::analyze::because::Means;
use nanikiru::analyze::offer::Weights;
use nanikiru::analyze::{Act, Case, calibration};
use nanikiru::analyze::{TableThreat, outcome};

/// Of what was done in decisions that are searched as far as `fast` does.
pub fn means(samples: &[&Sample], offers: &Weights) -> Means {
    let mut means = Means {
        case: [0.0; calibration::FIGURES],
        rates: [0.0; outcome::FIGURES],
        pays: [0.0; outcome::PAY_FIGURES],
    };
    let here = || samples.iter().filter(|sample| sample.fast && counts(sample));
    let all: f64 = here().map(|sample| sample.weight).sum();
    for sample in here() {
        let share = sample.weight / all;
        let seen = seen(sample, sample.theirs(), false, call_share(offers, sample));
        let add = |means: &mut [f64], figures: &[f64]| {
            means.iter_mut().zip(figures).for_each(|(mean, figure)| *mean += share * figure);
        };
        add(&mut means.case, &case(sample).figures());
        add(&mut means.rates, &seen.figures());
        add(&mut means.pays, &seen.pay_figures());
    }
    means
}

/// The case of what was done.
fn case(sample: &Sample) -> Case {
    Case {
        threat: TableThreat::ALL[sample.threat],
        shanten: sample.shanten,
        tiles_left: sample.left,
        open: sample.open,
        act: Act::ALL[sample.theirs().at(At::Act) as usize],
    }
}
