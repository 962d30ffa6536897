//! Fits the estimator of Kurita & Hoki (deal-in): one pass of counting, and one for the two factors that need the counts.

mod counts;
mod logistic;
mod odds;
mod spares;
mod truth;

use counts::{Counter, Counts};
use nanikiru::params::Section;
use nanikiru_tools::decisions::{self, Purpose};
use nanikiru_tools::games::each_game;
use spares::{Sampler, Spares};
use std::path::PathBuf;

/// One game in so many is looked at in the second pass.
const SECOND: u64 = 8;

/// What of a pass over the games is added up.
trait Gather: Default + Send {
    fn append(&mut self, later: Self);
}

impl Gather for Counts {
    fn append(&mut self, later: Counts) {
        Counts::append(self, later);
    }
}

impl Gather for Spares {
    fn append(&mut self, later: Spares) {
        Spares::append(self, later);
    }
}

/// Looks at all games but those kept for validation; `seen` is called for each.
fn pass<G: Gather>(
    paths: &[PathBuf],
    limit: usize,
    seen: &(dyn Fn() + Sync),
    look: impl Fn(&mut G, &str, &[u8]) + Sync,
) -> Result<G, String> {
    let one = |mut all: G, name: &str, xml: &[u8]| {
        seen();
        if Purpose::of(name) != Purpose::Validation {
            look(&mut all, name, xml);
        }
        all
    };
    each_game(paths, limit, one, |mut all, later| {
        all.append(later);
        all
    })
}

/// The estimator's section of the parameter file; `seen` is called twice for each game.
pub fn fit(paths: &[PathBuf], limit: usize, seen: &(dyn Fn() + Sync)) -> Result<Section, String> {
    let counts: Counts = pass(paths, limit, seen, |all: &mut Counts, name, xml| {
        decisions::look(name, xml, &mut Counter::new(all));
    })?;
    println!("paper: {}", counts.summary());
    let mut paper = counts.fit()?;
    let spares: Spares = pass(paths, limit, seen, |all: &mut Spares, name, xml| {
        if (decisions::hash(name) / 10).is_multiple_of(SECOND) {
            decisions::look(name, xml, &mut Sampler::new(all, &paper));
        }
    })?;
    spares.fit(&mut paper);
    println!(
        "paper: bad forms by calls {:.3?}, waits one or two tiles from impossible {:.3?}",
        paper.bad, paper.waits.spare
    );
    Ok(paper.section(counts.samples()))
}
