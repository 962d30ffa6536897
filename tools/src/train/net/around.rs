//! Forwards and backwards through what each number sees around itself.

use super::cost::{Costs, asked, dot, loss, shown, turned};
use super::samples::{BESIDE_NUMBER, Places, Sample};
use nanikiru::danger::net::{Block, FAR, FIRST, NEAR, NEXT, NUMBERS, around};
use nanikiru::dense::{add, add_times, relu};
use nanikiru_tools::decisions::mix;
use std::ops::Range;

/// A unit's layer for each number of each suit.
type Layer = [[[f32; NEAR]; NUMBERS]; 3];

/// Where the weights begin of what is asked beside waits, the same for every number; a constant each behind them.
#[derive(Clone, Copy)]
pub struct Heads {
    pub at: usize,
}

impl Heads {
    /// How many weights they are.
    pub const LEN: usize = BESIDE_NUMBER * (NEAR + 1);

    /// All but the constants.
    pub const fn rows(self) -> Range<usize> {
        self.at..self.at + BESIDE_NUMBER * NEAR
    }

    fn row(self, i: usize) -> Range<usize> {
        self.at + i * NEAR..self.at + (i + 1) * NEAR
    }

    fn constant(self, i: usize) -> usize {
        self.rows().end + i
    }
}

/// Units that are left out of a pass, so that none relies on another: one in ten, and the rest count for them.
#[derive(Clone, Copy)]
pub struct Dropout {
    pub seed: u64,
}

impl Dropout {
    /// Of 256.
    const OUT: u8 = 26;
    const TIMES: f32 = 256.0 / (256.0 - Self::OUT as f32);

    fn apply(self, salt: u64, units: &mut [f32; NEAR]) {
        for (i, units) in units.chunks_exact_mut(8).enumerate() {
            let bytes = mix(self.seed ^ mix(salt << 8 | i as u64)).to_le_bytes();
            for (unit, byte) in units.iter_mut().zip(bytes) {
                *unit = if byte < Self::OUT { 0.0 } else { *unit * Self::TIMES };
            }
        }
    }
}

/// The units of one sample.
pub struct Around {
    first: Layer,
    second: Layer,
    /// What a unit counts that is not left out.
    times: f32,
}

impl Around {
    pub fn new() -> Around {
        Around { first: [[[0.0; NEAR]; NUMBERS]; 3], second: [[[0.0; NEAR]; NUMBERS]; 3], times: 1.0 }
    }

    /// Finds all units, given the suits' first layers and their sum.
    pub fn forward(
        &mut self,
        weights: &[f32],
        sample: &Sample,
        mirrored: [bool; 3],
        (suits, sum): (&[[f32; FIRST]; 3], &[f32; FIRST]),
        dropout: Option<Dropout>,
    ) {
        let row = |block: Block, i: usize| &weights[block.row(i)];
        self.times = if dropout.is_some() { Dropout::TIMES } else { 1.0 };
        let mut table = [0.0; NEAR];
        sample.table.iter().for_each(|&f| add(row(Block::AroundTable, f.into()), &mut table));
        self.first = [[table; NUMBERS]; 3];
        for (suit, place, feature) in numbers(sample, mirrored) {
            for (at, step) in around::<FAR>(place) {
                add(row(Block::Around, feature * (2 * FAR + 1) + step), &mut self.first[suit][at]);
            }
        }
        let mut all = [0.0; NEAR];
        for (i, &sum) in sum.iter().enumerate().filter(|(_, sum)| **sum != 0.0) {
            add_times(sum, row(Block::NextSum, i), &mut all);
        }
        for (suit, units) in suits.iter().enumerate() {
            let mut own = all;
            for (i, &unit) in units.iter().enumerate().filter(|(_, unit)| **unit != 0.0) {
                add_times(unit, row(Block::NextOwn, i), &mut own);
            }
            self.second[suit] = [own; NUMBERS];
            for at in 0..NUMBERS {
                let first = &mut self.first[suit][at];
                add(row(Block::AroundPlace, at), first);
                relu(first);
                if let Some(dropout) = dropout {
                    dropout.apply((suit * NUMBERS + at) as u64, first);
                }
                for (unit, &seen) in first.iter().enumerate().filter(|(_, seen)| **seen != 0.0) {
                    for (place, step) in around::<NEXT>(at) {
                        let row = row(Block::Next, unit * (2 * NEXT + 1) + step);
                        add_times(seen, row, &mut self.second[suit][place]);
                    }
                }
            }
            for (at, second) in self.second[suit].iter_mut().enumerate() {
                add(row(Block::NextPlace, at), second);
                relu(second);
                if let Some(dropout) = dropout {
                    dropout.apply((64 + suit * NUMBERS + at) as u64, second);
                }
            }
        }
    }

    /// What it adds to the log-odds of a suit's number.
    pub fn odds(&self, weights: &[f32], suit: usize, number: usize) -> f32 {
        dot(&weights[Block::NextWaits.row(number)], &self.second[suit][number])
    }

    /// The cost of what is asked beside waits; what the cost, that of waits included, changes by with each weight is
    /// added to `gradient`, what it changes by with the suits' first layers to `suits` and `sum`.
    pub fn backward(
        &self,
        weights: &[f32],
        (sample, mirrored, odds): (&Sample, [bool; 3], &[f32; 34]),
        (places, costs, heads): (&Places, Costs, Heads),
        (units, all_units): (&[[f32; FIRST]; 3], &[f32; FIRST]),
        gradient: &mut [f32],
        (suits, sum): (&mut [[f32; FIRST]; 3], &mut [f32; FIRST]),
    ) -> f64 {
        let mut cost = 0.0;
        let mut first: Layer = [[[0.0; NEAR]; NUMBERS]; 3];
        let (mut all, mut table) = ([0.0; NEAR], [0.0; NEAR]);
        for suit in 0..3 {
            let mut own = [0.0; NEAR];
            for number in 0..NUMBERS {
                let second = &self.second[suit][number];
                let mut back = [0.0; NEAR];
                let kind = suit * NUMBERS + turned(number, mirrored[suit]);
                if asked(sample, kind, costs.soft) {
                    let (_, error) = loss(odds[kind], sample.target(kind, costs.soft));
                    add_times(error, second, &mut gradient[Block::NextWaits.row(number)]);
                    add_times(error, &weights[Block::NextWaits.row(number)], &mut back);
                }
                for i in 0..BESIDE_NUMBER {
                    let weight = if i < 2 { costs.held } else { costs.shapes };
                    let yes = places.number(sample, (suit, mirrored[suit]), number, i);
                    let Some(yes) = yes.filter(|_| weight > 0.0) else { continue };
                    let asked = weights[heads.constant(i)] + dot(&weights[heads.row(i)], second);
                    let (loss, error) = loss(asked, f32::from(u8::from(yes)));
                    cost += loss * f64::from(weight);
                    gradient[heads.constant(i)] += weight * error;
                    add_times(weight * error, second, &mut gradient[heads.row(i)]);
                    add_times(weight * error, &weights[heads.row(i)], &mut back);
                }
                self.bend(second, &mut back);
                add(&back, &mut gradient[Block::NextPlace.row(number)]);
                add(&back, &mut own);
                for (from, step) in steps(number) {
                    let seen = &self.first[suit][from];
                    for (unit, &seen) in seen.iter().enumerate().filter(|(_, seen)| **seen != 0.0) {
                        let row = Block::Next.row(unit * (2 * NEXT + 1) + step);
                        add_times(seen, &back, &mut gradient[row.clone()]);
                        first[suit][from][unit] += dot(&weights[row], &back);
                    }
                }
            }
            add(&own, &mut all);
            for (i, &unit) in units[suit].iter().enumerate().filter(|(_, unit)| **unit != 0.0) {
                add_times(unit, &own, &mut gradient[Block::NextOwn.row(i)]);
                suits[suit][i] += dot(&weights[Block::NextOwn.row(i)], &own);
            }
            for (at, back) in first[suit].iter_mut().enumerate() {
                self.bend(&self.first[suit][at], back);
                add(back, &mut gradient[Block::AroundPlace.row(at)]);
                add(back, &mut table);
            }
        }
        for (i, &unit) in all_units.iter().enumerate().filter(|(_, unit)| **unit != 0.0) {
            add_times(unit, &all, &mut gradient[Block::NextSum.row(i)]);
            sum[i] += dot(&weights[Block::NextSum.row(i)], &all);
        }
        sample.table.iter().for_each(|&f| add(&table, &mut gradient[Block::AroundTable.row(f.into())]));
        for (suit, place, feature) in numbers(sample, mirrored) {
            for (at, step) in around::<FAR>(place) {
                let row = Block::Around.row(feature * (2 * FAR + 1) + step);
                add(&first[suit][at], &mut gradient[row]);
            }
        }
        cost
    }

    /// What the cost changes by before units were bent, and some left out.
    fn bend(&self, units: &[f32; NEAR], back: &mut [f32; NEAR]) {
        for (back, unit) in back.iter_mut().zip(units) {
            *back = if *unit > 0.0 { *back * self.times } else { 0.0 };
        }
    }
}

/// The features of numbers: suit, place and feature.
fn numbers(sample: &Sample, mirrored: [bool; 3]) -> impl Iterator<Item = (usize, usize, usize)> {
    sample.kinds.iter().filter_map(move |&(kind, feature)| {
        let (suit, place) = shown(kind, mirrored)?;
        Some((suit, place, feature.into()))
    })
}

/// The places that a number's second layer sees, and by which step.
fn steps(number: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=2 * NEXT).filter_map(move |step| {
        let from = (number + step).checked_sub(NEXT).filter(|&from| from < NUMBERS)?;
        Some((from, step))
    })
}
