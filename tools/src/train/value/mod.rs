//! Fits what a value is beside what the search says of it: how rounds end, what the ends pay, what players do with a
//! tile on offer, and how far what comes of it is off.

mod errors;
mod facts;
mod fit;
mod kans;
mod logit;
pub use logit::solved;
mod means;
mod offers;
mod report;
pub mod table;

use crate::train::split::provenance;
use nanikiru::analyze::because;
use nanikiru::analyze::offer;
use nanikiru::analyze::own_kan;
use nanikiru::analyze::value::{LABEL, ValueModel};
use nanikiru::analyze::value_error;
use nanikiru::params::{Format, Params, Section};
use nanikiru_tools::decisions::is_validation;
use nanikiru_tools::games::each_game;
use nanikiru_tools::months::Months;
use std::path::{Path, PathBuf};
use table::Sample;

/// What is learned from decisions.
struct ValueModels {
    /// How rounds end, and what the ends pay.
    model: ValueModel,
    /// What players do with a tile on offer.
    offers: offer::Weights,
    /// What they do with a kan of their own.
    kans: own_kan::Weights,
}

impl ValueModels {
    /// From these, the ends by this fit.
    fn of(
        samples: &[&Sample],
        ends: impl Fn(&[&Sample], &offer::Weights) -> Result<ValueModel, String>,
    ) -> Result<ValueModels, String> {
        let offers = offers::fit(samples);
        let model = ends(samples, &offers)?;
        let kans = kans::fit(samples, |sample| fit::outcomes(&model, &offers, sample));
        Ok(ValueModels { model, offers, kans })
    }
}

/// The parameter file; decisions are gathered into the table unless it is there.
pub fn fit(paths: &[PathBuf], limit: usize, share: u64, table: &Path) -> Result<Vec<u8>, String> {
    if !table.exists() {
        table::gather(paths, limit, share, table)?;
    }
    let all = table::read(table)?;
    let (unseen, training): (Vec<&Sample>, Vec<&Sample>) = all.iter().partition(|sample| sample.validation);
    let decisions = training.iter().filter(|sample| sample.fast).count() as u64;
    println!("{} reports of {decisions} decisions to fit to", training.len());
    let learned = ValueModels::of(&training, fit::fit)?;
    let ValueModels { ref model, offers, kans } = learned;
    for (name, samples) in [("training", &training), ("validation", &unseen)] {
        let [before, after] =
            [&ValueModel::none(), model].map(|model| fit::log_loss(model, samples, &offers));
        println!("{name}: log-loss of the end {before:.4} -> {after:.4}");
        report::print(name, samples, &learned);
    }
    let crossed = errors::crossed(&training)?;
    report::print_crossed(&crossed);
    let errors = errors::errors(&crossed)?;
    let months = |mut all: (Months, u64), name: &str, _: &[u8]| {
        if !is_validation(name) {
            all.0.see(name);
            all.1 += 1;
        }
        all
    };
    let merge = |mut all: (Months, u64), later: (Months, u64)| {
        all.0.append(later.0);
        (all.0, all.1 + later.1)
    };
    let (months, games) = each_game(paths, limit, months, merge)?;
    let section = |name: &str, layout: u64, numbers: Vec<f64>| Section {
        name: name.into(),
        layout,
        format: Format::F32,
        numbers: numbers.into_iter().map(|number| number as f32).collect(),
        samples: decisions,
    };
    let sections = [
        section(offer::SECTION, offer::layout(), offers.to_vec()),
        section(own_kan::SECTION, own_kan::layout(), kans.to_vec()),
        section(value_error::SECTION, value_error::layout(), errors.to_vec()),
        section(because::SECTION, because::layout(), means::means(&training, &offers).numbers()),
    ];
    let weights = model.sections(decisions).into_iter();
    Ok(Params::new(LABEL, provenance(&months, games, decisions), weights.chain(sections)).write())
}
