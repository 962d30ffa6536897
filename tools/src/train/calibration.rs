//! Fits what becomes of hands beside what the search says of them: decisions of strong players who did what is
//! recommended, and how their rounds ended.

use crate::train::choice;
use crate::train::lbfgs::{Cost, least, ridged};
use crate::train::split::Split;
use nanikiru::analyze::calibration::{CalibrationModel, EndRates, FIGURES, LABEL, Rate, Weights, layout};
use nanikiru::analyze::{self, Case, Depth, Spot, analyze_at_once};
use nanikiru::params::{Format, Params, Section};
use nanikiru::review::Choice;
use nanikiru::tile::Tile;
use nanikiru_tools::decisions::mix;
use nanikiru_tools::moment::Question;
use nanikiru_tools::outcome::{Outcome, RoundEnd};
use nanikiru_tools::recorded::{RecordedDecision, each_decision, is_done};
use std::ops::Range;
use std::path::PathBuf;

/// The weight of the squared weights in the cost: 1 / (2 variance). A third more or less changes no rate by a tenth of a point.
const RIDGE: f64 = 2.5;
/// Where riichi is possible, which is seldom, so many times as many decisions are looked at, and count so much less.
const RIICHI: u64 = 6;
/// A rate that is as good as none: the cost stays finite where what was ruled out happened.
const LEAST: f64 = 1e-4;
/// At most so many steps; it is at the least before.
const STEPS: u64 = 300;
/// A decision with its end.
pub struct Sample {
    figures: [f64; FIGURES],
    rates: EndRates,
    outcome: Outcome,
    /// For how many decisions it stands.
    weight: f64,
}

/// The parameter file of one decision in `share` of the games of these archives.
pub fn fit(paths: &[PathBuf], limit: usize, share: u64) -> Result<Vec<u8>, String> {
    let all = Split::gather(paths, limit, |name, record| {
        let mut samples = Vec::new();
        each_decision(name, record, 0, &mut |recorded| {
            let choice = &recorded.decision.choice;
            let riichi = matches!(choice, Choice::Turn(turn) if !turn.riichi.is_empty());
            let one_in = if riichi { share.div_ceil(RIICHI) } else { share };
            if mix(recorded.key ^ 0xca1b).is_multiple_of(one_in) {
                samples.extend(Sample::of(recorded, one_in as f64 / share as f64));
            }
        });
        Some(samples)
    })?;
    let provenance = all.provenance();
    println!("{} games, {} decisions", provenance.games, provenance.decisions);
    let numbers = weights(&all.training)?;
    let section = Section {
        name: CalibrationModel::SECTION.into(),
        layout: layout(),
        format: Format::F32,
        numbers: numbers.into_iter().flatten().map(|weight| weight as f32).collect(),
        samples: all.training.len() as u64,
    };
    let bytes = Params::new(LABEL, provenance, [section]).write();
    let params = Params::read(LABEL, &bytes).map_err(|error| error.to_string())?;
    let model = CalibrationModel::new(&params).map_err(|error| error.to_string())?;
    for (name, samples) in [("training", &all.training), ("validation", &all.unseen)] {
        let [before, after] = [None, Some(&model)].map(|model| log_loss(samples, model));
        println!("{name}: log-loss of the end {before:.4} -> {after:.4} on {}", samples.len());
    }
    Ok(bytes)
}

impl Sample {
    /// None where the player did not do what is recommended, or nothing was left to happen.
    fn of(recorded: &RecordedDecision, weight: f64) -> Option<Sample> {
        let decision = recorded.decision;
        let asked_for = [Question::Discard, Question::Call];
        if !asked_for.iter().any(|question| question.is_answered_by(decision)) {
            return None;
        }
        let asked = Spot::of(&decision.round, decision.seat, recorded.length).ok()?;
        // what is recommended may not hang on what is fitted, or a second run would fit something else
        let options =
            analyze::Options { depth: Depth::Fast, calibration: false, ..analyze::Options::default() };
        let position = asked.position;
        let report = analyze_at_once(&position, &asked.situation, &options).ok()?;
        let recommended = report.candidates.first()?;
        if !is_done(&decision.done, recorded.discard(), &recommended.action) {
            return None;
        }
        let declared: Vec<Tile> = report.candidates.iter().filter_map(|row| row.action.declared()).collect();
        let case = Case::of(&position, &asked.situation, &recommended.action, &declared)?
            .with_folding(recommended.play.fold_rate);
        let outcome = recorded.outcome()?;
        let discard = recommended.action.discard();
        let risk = discard.and_then(|tile| Some(asked.situation.danger()?.rate(tile)));
        // the discard did not pass
        if discard.is_some() && outcome.at_once {
            return None;
        }
        let rates = EndRates::of(&recommended.play, risk.unwrap_or(0.0));
        Some(Sample { figures: case.figures(), rates, outcome, weight })
    }
}

/// One of several things happened, each of which had a probability before.
struct Observation {
    figures: [f64; FIGURES],
    /// Their logarithms.
    before: [f64; 5],
    /// Which one.
    which: usize,
    weight: f64,
}

/// Weights that make what happened likely: those of each class after the first `fixed` ones.
struct Factors<'a> {
    happened: &'a [Observation],
    classes: usize,
    fixed: usize,
}

impl Factors<'_> {
    fn fit(&self) -> Result<Vec<f64>, String> {
        let mut squares = [0.0; FIGURES];
        for Observation { figures, weight, .. } in self.happened {
            squares.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += weight * figure * figure);
        }
        let curvature = 1.0 / self.classes as f64;
        let scale = (self.fixed..self.classes)
            .flat_map(|_| squares.map(|square| 1.0 / (square * curvature + 2.0 * RIDGE).sqrt()));
        least(self, scale.collect(), None, STEPS, &|_| ())
    }

    fn add(&self, weights: &[f64], happened: &Observation, gradient: &mut [f64]) -> f64 {
        let Observation { figures, before, which, weight } = happened;
        let of = |class: usize| class.checked_sub(self.fixed).map(|at| FIGURES * at);
        let mut odds = *before;
        for (class, odds) in odds[..self.classes].iter_mut().enumerate() {
            if let Some(at) = of(class) {
                *odds +=
                    weights[at..].iter().zip(figures).map(|(weight, figure)| weight * figure).sum::<f64>();
            }
        }
        let odds = &mut odds[..self.classes];
        let cost = choice::errors(odds, *which);
        for (class, error) in odds.iter().enumerate() {
            let Some(at) = of(class) else { continue };
            let error = weight * error;
            gradient[at..].iter_mut().zip(figures).for_each(|(sum, figure)| *sum += error * figure);
        }
        weight * cost
    }
}

impl Cost for Factors<'_> {
    fn samples(&self) -> usize {
        self.happened.len()
    }

    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let part = |few: Range<usize>| {
            let mut gradient = vec![0.0; weights.len()];
            let few = self.happened[few].iter();
            let cost: f64 = few.map(|one| self.add(weights, one, &mut gradient)).sum();
            (cost, gradient)
        };
        ridged(self.happened.len(), RIDGE, weights, part)
    }
}

/// The weights of all rates.
fn weights(samples: &[Sample]) -> Result<Weights, String> {
    let ends: Vec<Observation> = samples.iter().map(Sample::ends).collect();
    let at_draw: Vec<Observation> = samples.iter().filter_map(Sample::at_draw).collect();
    let tenpai: Vec<Observation> = samples.iter().filter_map(Sample::tenpai).collect();
    let mut numbers = Factors { happened: &ends, classes: 5, fixed: 0 }.fit()?;
    for happened in [&at_draw, &tenpai] {
        numbers.extend(Factors { happened, classes: 2, fixed: 1 }.fit()?);
    }
    let mut weights = [[0.0; FIGURES]; Rate::ALL.len()];
    weights.iter_mut().flatten().zip(numbers).for_each(|(weight, number)| *weight = number);
    Ok(weights)
}

impl Sample {
    fn ends(&self) -> Observation {
        let which = self.outcome.round_end as usize;
        let before = self.rates.ends.map(|end| (end + LEAST).ln());
        Observation { figures: self.figures, before, which, weight: self.weight }
    }

    /// Where the wall was used up.
    fn at_draw(&self) -> Option<Observation> {
        let Outcome { round_end, tenpai_at_draw, .. } = self.outcome;
        (round_end == RoundEnd::Draw).then(|| self.share(self.rates.at_draw, tenpai_at_draw))
    }

    /// Where the hand neither won nor was tenpai at a draw.
    fn tenpai(&self) -> Option<Observation> {
        let Outcome { round_end, tenpai, tenpai_at_draw, .. } = self.outcome;
        (round_end != RoundEnd::Win && !tenpai_at_draw).then(|| self.share(self.rates.tenpai, tenpai))
    }

    fn share(&self, rate: f64, happened: bool) -> Observation {
        let before = [(1.0 - rate + LEAST).ln(), (rate + LEAST).ln(), 0.0, 0.0, 0.0];
        Observation { figures: self.figures, before, which: usize::from(happened), weight: self.weight }
    }
}

fn log_loss(samples: &[Sample], model: Option<&CalibrationModel>) -> f64 {
    let cost = |sample: &Sample| {
        let rates = model.map_or(sample.rates, |model| model.becomes(&sample.rates, &sample.figures));
        -sample.weight * (rates.ends[sample.outcome.round_end as usize] + LEAST).ln()
    };
    let all: f64 = samples.iter().map(|sample| sample.weight).sum();
    samples.iter().map(cost).sum::<f64>() / all.max(1.0)
}

#[cfg(test)]
mod tests;
