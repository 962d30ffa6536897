//! Fits what strong players do: Adam on small batches, the same bits for any number of threads.

mod pass;
mod samples;

use crate::train::adam::{Descent, Fill};
use crate::train::lots::Lots;
use nanikiru::dense::is;
use nanikiru::params::{Params, ParamsError, Section};
use nanikiru::policy::LABEL;
use nanikiru::policy::net::{Block, Net, Places, Scope};
use rayon::prelude::*;
use samples::{Sample, samples};
use std::ops::Range;
use std::path::PathBuf;

/// How a net is fitted.
struct Course {
    /// Games whose decisions are in memory together: some 130,000 decisions, or all where riichi is possible.
    games: usize,
    /// Times that the decisions of a lot are gone through.
    times: usize,
    /// The largest step.
    step: f64,
}

impl Course {
    const fn of(scope: Scope) -> Course {
        match scope {
            Scope::Any => Course { games: 512, times: 2, step: 2e-3 },
            // few decisions, and weights that are good to begin with: their course is that of all of them again and again
            Scope::Riichi => Course { games: usize::MAX, times: 5, step: 1e-3 },
            Scope::Offer => Course { games: 2_048, times: 4, step: 2e-3 },
        }
    }
}

/// Games that the net is judged by at a time.
const JUDGED: usize = 512;

/// A net of one decision in `share` of the games of these archives.
/// That of riichi begins with the weights of the net of every discard, which `there` has.
pub fn fit(
    paths: &[PathBuf],
    limit: usize,
    (scope, share): (Scope, u64),
    there: Option<&Params>,
) -> Result<Params, String> {
    let lots = Lots::read(paths, limit)?;
    let start = match there {
        Some(params) if scope == Scope::Riichi => of_discards(params).map_err(|error| error.to_string())?,
        _ => start(scope),
    };
    let (places, course) = (Places::of(scope), Course::of(scope));
    let of_game = |name: &str, record: &[u8]| Some(samples(name, record, scope, share));
    let mut descent = Descent::new(start, course.step);
    let gone = lots.train(course.games, of_game, |lot, span| {
        let done = 100.0 * span.end;
        let costs = train(&mut descent, &places, &lot, course.times, span);
        println!("{done:.1} %, {} decisions: cost {costs:.4?}", lot.len());
    });
    let provenance = gone.provenance();
    println!("{} games, {} decisions", provenance.games, provenance.decisions);
    let sections = sections(&descent.into_weights(), gone.decisions(), scope);
    let bytes = Params::new(LABEL, provenance, sections).write();
    let params = Params::read(LABEL, &bytes).map_err(|error| error.to_string())?;
    let net = Net::new(&params, scope).map_err(|error| error.to_string())?;
    let mut judged = Vec::new();
    lots.judge(JUDGED, of_game, |lot| judged.extend(judge(&net, &lot)));
    println!("{}", summary(&judged));
    Ok(params)
}

/// The weights of the net of every discard.
fn of_discards(params: &Params) -> Result<Vec<f32>, ParamsError> {
    let places = Places::of(Scope::Any);
    let mut weights = Vec::with_capacity(places.weights);
    for block in Block::ALL {
        let (section, layout) = (block.section(Scope::Any), block.layout(Scope::Any));
        weights.extend(params.numbers(&section, layout, places.range(block).len())?);
    }
    Ok(weights)
}

/// Goes through the decisions of a lot; the mean costs of each time.
fn train(descent: &mut Descent, places: &Places, lot: &[Sample], times: usize, span: Range<f64>) -> Vec<f64> {
    let backward = |weights: &[f32], sample: &Sample, gradient: &mut [f32]| {
        pass::backward(places, weights, sample, gradient)
    };
    descent.lot(lot, times, span, backward)
}

/// Weights to begin with.
fn start(scope: Scope) -> Vec<f32> {
    let places = Places::of(scope);
    let (mut weights, mut fill) = (vec![0.0; places.weights], Fill::default());
    for block in Block::ALL {
        // so that units vary about as much as what they are made of
        let most = match block {
            Block::Choice | Block::Table => 0.2,
            Block::Second => 0.2,
            Block::Weight => 0.1,
            Block::First | Block::Constants => 0.0,
        };
        fill.up_to(most, &mut weights[places.range(block)]);
    }
    weights
}

/// A net's sections, as they stand in the file.
pub fn sections(weights: &[f32], samples: u64, scope: Scope) -> Vec<Section> {
    let places = Places::of(scope);
    let section = |block: Block| Section {
        name: block.section(scope),
        layout: block.layout(scope),
        format: block.format(scope),
        numbers: weights[places.range(block)].to_vec(),
        samples,
    };
    Block::ALL.into_iter().map(section).collect()
}

/// How a net judges one decision that it has not seen.
struct Judgement {
    /// Its cost.
    cost: f64,
    /// How many choices it leans to more than to the one that was made.
    place: usize,
    /// The share that it gives to the marked ones, and whether one of them was made; none where nothing is marked.
    marked: Option<(f64, bool)>,
}

impl Judgement {
    fn of(net: &Net, sample: &Sample) -> Judgement {
        let weights = net.weights(&sample.inputs());
        let made = weights[sample.made()];
        let share = |weight: f32| f64::from(weight - made).exp();
        let all: f64 = weights.iter().map(|&weight| share(weight)).sum();
        let mut marked = weights.iter().enumerate().filter(|&(i, _)| sample.is_marked(i));
        let predicted = marked.clone().map(|(_, &weight)| share(weight)).sum::<f64>() / all;
        Judgement {
            cost: all.ln(),
            place: weights.iter().filter(|&&weight| weight > made).count(),
            marked: marked.next().is_some().then(|| (predicted, sample.is_marked(sample.made()))),
        }
    }
}

/// What the net makes of decisions that it has not seen.
fn judge(net: &Net, unseen: &[Sample]) -> Vec<Judgement> {
    unseen.par_iter().map(|sample| Judgement::of(net, sample)).collect()
}

/// How good the net is. Whether one of the marked choices is made, those with riichi or calls, is judged by itself.
fn summary(judged: &[Judgement]) -> String {
    let n = judged.len().max(1) as f64;
    let cost: f64 = judged.iter().map(|one| one.cost).sum();
    let within = |places: usize| judged.iter().filter(|one| one.place < places).count() as f64 / n;
    let marked: Vec<(f64, bool)> = judged.iter().filter_map(|one| one.marked).collect();
    let share = |of: &dyn Fn(&(f64, bool)) -> f64| {
        100.0 * marked.iter().map(of).sum::<f64>() / marked.len().max(1) as f64
    };
    format!(
        "{} unseen decisions: cost {:.4}, first {:.2} %, in three {:.2} %; riichi or not, call or not of {}: {:.2} % right; \
         done in {:.2} %, predicted {:.2} %",
        judged.len(),
        cost / n,
        100.0 * within(1),
        100.0 * within(3),
        marked.len(),
        share(&|&(predicted, done)| is((predicted > 0.5) == done)),
        share(&|&(_, done)| is(done)),
        share(&|&(predicted, _)| predicted)
    )
}

#[cfg(test)]
mod tests;
