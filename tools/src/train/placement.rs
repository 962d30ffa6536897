//! Fits the parameters of `nanikiru::placement`: who of those that are left ends a game before the others.

use crate::train::choice;
use crate::train::lbfgs::{Cost, least, ridged};
use crate::train::split::Split;
use nanikiru::params::{Format, Params, Provenance, Section};
use nanikiru::placement::{LABEL, PlaceChoice, RoundsLeft, Standings};
use nanikiru::round::{Carry, last_wind};
use nanikiru::tile::{BySeat, Seat};
use nanikiru_tools::openings::Openings;
use std::ops::Range;
use std::path::PathBuf;

/// The weight of the squared weights in the cost. Where no game ends for a while, leads of a few hundred points say
/// nothing, and games too little of them; the last rounds are decided by them.
fn ridge(stage: RoundsLeft) -> f64 {
    if stage == RoundsLeft::LAST || stage == RoundsLeft::EXTRA { 4.0 } else { 60.0 }
}

/// A round before it begins, and where the game ended.
struct Sample {
    standings: Standings,
    /// The seat of each place.
    order: [Seat; 4],
}

impl Sample {
    fn new(carry: &Carry, game: &Openings) -> Sample {
        let standings = Standings::new(carry, last_wind(game.length), &game.rules);
        Sample { standings, order: order(&game.places) }
    }
}

fn order(places: &BySeat<usize>) -> [Seat; 4] {
    let mut order = [Seat::ALL[0]; 4];
    places.iter().for_each(|(seat, &place)| order[place] = seat);
    order
}

fn gather(paths: &[PathBuf], limit: usize) -> Result<Split<Sample>, String> {
    Split::gather(paths, limit, |_, record| {
        let game = Openings::read(record)?;
        Some(game.rounds.iter().map(|carry| Sample::new(carry, &game)).collect())
    })
}

/// Choices among as many seats each, with the figures of every seat; the first seat was chosen.
struct Choices {
    seats: usize,
    width: usize,
    figures: Vec<f64>,
    ridge: f64,
}

impl Choices {
    fn new<'a>(step: PlaceChoice, samples: impl Iterator<Item = &'a Sample>, ridge: f64) -> Choices {
        let (seats, width) = (step.seats(), step.figures());
        let mut figures = Vec::new();
        for sample in samples {
            // the seat that was chosen, then the others that could have been
            let left = &sample.order[4 - seats..];
            for i in 0..seats {
                let rivals: Vec<Seat> = left.iter().copied().filter(|&seat| seat != left[i]).collect();
                step.append(&sample.standings, left[i], &rivals, &mut figures);
            }
        }
        Choices { seats, width, figures, ridge }
    }

    /// The log-loss of a choice.
    fn loss(&self, weights: &[f64]) -> f64 {
        let (cost, _) = Choices { figures: Vec::new(), ridge: 0.0, ..*self }.part(&self.figures, weights);
        cost / self.samples().max(1) as f64
    }

    fn part(&self, figures: &[f64], weights: &[f64]) -> (f64, Vec<f64>) {
        let (mut cost, mut gradient) = (0.0, vec![0.0; self.width]);
        for seats in figures.chunks_exact(self.seats * self.width) {
            let strength = |figures: &[f64]| figures.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
            let mut strengths: Vec<f64> = seats.chunks_exact(self.width).map(strength).collect();
            cost += choice::errors(&mut strengths, 0);
            for (error, figures) in strengths.iter().zip(seats.chunks_exact(self.width)) {
                gradient.iter_mut().zip(figures).for_each(|(g, x)| *g += error * x);
            }
        }
        (cost, gradient)
    }

    fn fit(&self, steps: u64) -> Result<Vec<f64>, String> {
        let share = 1.0 / self.seats as f64;
        let mut squares = vec![0.0; self.width];
        for figures in self.figures.chunks_exact(self.width) {
            squares.iter_mut().zip(figures).for_each(|(sum, x)| *sum += x * x * share * (1.0 - share));
        }
        let scale = squares.iter().map(|square| 1.0 / (square + 2.0 * self.ridge).sqrt()).collect();
        least(self, scale, None, steps, &|_| ())
    }
}

impl Cost for Choices {
    fn samples(&self) -> usize {
        self.figures.len() / (self.seats * self.width)
    }

    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let size = self.seats * self.width;
        let part = |few: Range<usize>| self.part(&self.figures[few.start * size..few.end * size], weights);
        ridged(self.samples(), self.ridge, weights, part)
    }
}

/// Fits all of it: the bytes of the parameter file.
pub fn fit(paths: &[PathBuf], limit: usize, steps: u64) -> Result<Vec<u8>, String> {
    let gathered = gather(paths, limit)?;
    println!("{} games, {} rounds", gathered.games, gathered.training.len());
    let mut sections = Vec::new();
    for step in PlaceChoice::ALL {
        let mut numbers = Vec::new();
        for stage in RoundsLeft::all() {
            let of = |samples: &'_ [Sample], ridge: f64| {
                Choices::new(step, samples.iter().filter(|s| s.standings.stage() == stage), ridge)
            };
            let choices = of(&gathered.training, ridge(stage));
            let weights = choices.fit(steps)?;
            let unseen = of(&gathered.unseen, 0.0);
            println!(
                "{} of {}, {:?} rounds left: log-loss {:.4} on {}; validation {:.4} on {}",
                step.section(),
                step.seats(),
                stage.rounds_left(),
                choices.loss(&weights),
                choices.samples(),
                unseen.loss(&weights),
                unseen.samples(),
            );
            numbers.extend(weights.into_iter().map(|w| w as f32));
        }
        sections.push(Section {
            name: step.section().into(),
            layout: step.layout(),
            format: Format::F32,
            numbers,
            samples: gathered.training.len() as u64,
        });
    }
    let rounds = gathered.training.len() as u64;
    let provenance = Provenance { rounds, decisions: 0, ..gathered.provenance() };
    Ok(Params::new(LABEL, provenance, sections).write())
}
