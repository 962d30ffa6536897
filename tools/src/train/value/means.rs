//! What the figures are on average: the usual hand, from which reasons count.

use super::fit::{LEAST, counts, facts_of_done};
use super::table::Sample;
use nanikiru::analyze::because::Means;
use nanikiru::analyze::figures::{PAYS, RATES};
use nanikiru::analyze::offer::Weights;
use nanikiru::analyze::value::{NET, Passed};

/// Of what was done in decisions that are searched as far as `fast` does.
pub fn means(samples: &[&Sample], offers: &Weights) -> Means {
    let mut means = Means::NONE;
    let here = || samples.iter().filter(|sample| sample.fast && counts(sample));
    let all: f64 = here().map(|sample| sample.weight).sum();
    for sample in here() {
        let share = sample.weight / all;
        let facts = facts_of_done(sample, offers);
        for (figures, means) in [(RATES, &mut means.rates[..]), (PAYS, &mut means.pays)] {
            means.iter_mut().zip(figures).for_each(|(mean, figure)| *mean += share * figure.of(&facts));
        }
        let searched = Passed::of(&facts).rates;
        for (i, mean) in means.net.iter_mut().enumerate() {
            *mean += share * NET * (facts.recorded[i] / (searched[i] + LEAST)).ln();
        }
    }
    means
}
