//! Forwards and backwards through the net.

use super::around::{Around, Dropout, Heads};
use super::cost::{Costs, asked, dot, loss, shown, turned};
use super::samples::{BESIDE, HONOUR_BESIDE, Places, Sample};
use nanikiru::danger::inputs::OF_KIND;
use nanikiru::danger::net::{Block, FIRST, HONOUR, NUMBERS, SECOND, WEIGHTS};
use nanikiru::dense::{add, add_times, relu};
use std::ops::Range;

/// What is asked beside waits has its weights behind the net's own, and is forgotten when it is fitted: for a suit,
const BESIDE_AT: usize = WEIGHTS;
const BESIDE_CONSTANTS: usize = BESIDE_AT + BESIDE * SECOND;
/// and for an honour.
const HONOUR_AT: usize = BESIDE_CONSTANTS + BESIDE;
const HONOUR_CONSTANTS: usize = HONOUR_AT + HONOUR_BESIDE * HONOUR;
/// And for a number that looks around itself.
const HEADS: Heads = Heads { at: HONOUR_CONSTANTS + HONOUR_BESIDE };
/// All weights that are fitted.
pub const ALL: usize = HEADS.at + Heads::LEN;

/// The weights behind the net's own that are no constants.
pub const BESIDE_ROWS: [Range<usize>; 3] =
    [BESIDE_AT..BESIDE_CONSTANTS, HONOUR_AT..HONOUR_CONSTANTS, HEADS.rows()];

/// The units of one sample, and what the cost's change by them is.
pub struct Tape {
    first: [[f32; FIRST]; 3],
    sum: [f32; FIRST],
    second: [[f32; SECOND]; 3],
    honours: [[f32; HONOUR]; 7],
    around: Around,
    /// The log-odds of each kind.
    pub odds: [f32; 34],
}

impl Tape {
    pub fn new() -> Tape {
        Tape {
            first: [[0.0; FIRST]; 3],
            sum: [0.0; FIRST],
            second: [[0.0; SECOND]; 3],
            honours: [[0.0; HONOUR]; 7],
            around: Around::new(),
            odds: [0.0; 34],
        }
    }

    /// The log-odds of all kinds; `mirrored` says which suits are shown so.
    pub fn forward(
        &mut self,
        weights: &[f32],
        sample: &Sample,
        mirrored: [bool; 3],
        dropout: Option<Dropout>,
    ) {
        let row = |block: Block, i: usize| &weights[block.row(i)];
        let mut table = [0.0; FIRST];
        add(row(Block::First, 0), &mut table);
        sample.table.iter().for_each(|&f| add(row(Block::Table, f.into()), &mut table));
        self.first = [table; 3];
        let mut honour = [0.0; HONOUR];
        add(row(Block::HonourFirst, 0), &mut honour);
        sample.table.iter().for_each(|&f| add(row(Block::HonourTable, f.into()), &mut honour));
        self.honours = [honour; 7];
        for &(kind, feature) in &sample.kinds {
            match feature_row(kind, feature, mirrored) {
                (suit, Some(i)) => add(row(Block::Kinds, i), &mut self.first[suit]),
                (at, None) => add(row(Block::HonourKinds, feature.into()), &mut self.honours[at]),
            }
        }
        self.sum = [0.0; FIRST];
        for units in &mut self.first {
            relu(units);
            add(units, &mut self.sum);
        }
        let mut base = [0.0; SECOND];
        add(row(Block::Second, 0), &mut base);
        let mut honour = [0.0; HONOUR];
        for (i, &sum) in self.sum.iter().enumerate().filter(|(_, sum)| **sum != 0.0) {
            add_times(sum, row(Block::Sum, i), &mut base);
            add_times(sum, row(Block::HonourSum, i), &mut honour);
        }
        self.around.forward(weights, sample, mirrored, (&self.first, &self.sum), dropout);
        for (suit, hidden) in self.second.iter_mut().enumerate() {
            *hidden = base;
            for (i, &unit) in self.first[suit].iter().enumerate().filter(|(_, unit)| **unit != 0.0) {
                add_times(unit, row(Block::Own, i), hidden);
            }
            relu(hidden);
            for number in 0..NUMBERS {
                let constant = row(Block::Constants, 0)[number];
                let kind = suit * NUMBERS + turned(number, mirrored[suit]);
                let around = self.around.odds(weights, suit, number);
                self.odds[kind] = constant + dot(row(Block::Waits, number), hidden) + around;
            }
        }
        for (i, units) in self.honours.iter_mut().enumerate() {
            add(&honour, units);
            add(row(Block::HonourSorts, sample.sorts[i].into()), units);
            relu(units);
            self.odds[27 + i] = row(Block::HonourConstant, 0)[0] + dot(row(Block::HonourWaits, 0), units);
        }
    }

    /// The cost of a sample; what it changes by with each weight is added to `gradient`.
    pub fn backward(
        &mut self,
        weights: &[f32],
        sample: &Sample,
        (mirrored, dropout): ([bool; 3], Option<Dropout>),
        (places, costs): (&Places, Costs),
        gradient: &mut [f32],
    ) -> f64 {
        self.forward(weights, sample, mirrored, dropout);
        let mut cost = 0.0;
        let mut sum = [0.0; FIRST];
        self.honours_back(weights, sample, (places, costs), gradient, &mut sum, &mut cost);
        let mut first = [[0.0; FIRST]; 3];
        cost += self.around.backward(
            weights,
            (sample, mirrored, &self.odds),
            (places, costs, HEADS),
            (&self.first, &self.sum),
            gradient,
            (&mut first, &mut sum),
        );
        let mut all = [0.0; SECOND];
        for suit in 0..3 {
            let back = self.second_back(
                weights,
                sample,
                (suit, mirrored[suit]),
                (places, costs),
                gradient,
                &mut cost,
            );
            add(&back, &mut all);
            for (i, &unit) in self.first[suit].iter().enumerate().filter(|(_, unit)| **unit != 0.0) {
                add_times(unit, &back, &mut gradient[Block::Own.row(i)]);
                first[suit][i] += dot(&weights[Block::Own.row(i)], &back);
            }
        }
        add(&all, &mut gradient[Block::Second.row(0)]);
        for i in (0..FIRST).filter(|&i| self.sum[i] != 0.0) {
            add_times(self.sum[i], &all, &mut gradient[Block::Sum.row(i)]);
            sum[i] += dot(&weights[Block::Sum.row(i)], &all);
        }
        let mut table = [0.0; FIRST];
        for (units, back) in self.first.iter().zip(&mut first) {
            for ((unit, back), sum) in units.iter().zip(back.iter_mut()).zip(&sum) {
                *back = if *unit > 0.0 { *back + sum } else { 0.0 };
            }
            add(back, &mut table);
        }
        for &(kind, feature) in &sample.kinds {
            if let (suit, Some(i)) = feature_row(kind, feature, mirrored) {
                add(&first[suit], &mut gradient[Block::Kinds.row(i)]);
            }
        }
        add(&table, &mut gradient[Block::First.row(0)]);
        sample.table.iter().for_each(|&f| add(&table, &mut gradient[Block::Table.row(f.into())]));
        cost
    }

    /// A suit's log-odds and what is asked beside them; the change by the units of its second layer.
    fn second_back(
        &self,
        weights: &[f32],
        sample: &Sample,
        (suit, mirrored): (usize, bool),
        (places, costs): (&Places, Costs),
        gradient: &mut [f32],
        cost: &mut f64,
    ) -> [f32; SECOND] {
        let hidden = &self.second[suit];
        let mut back = [0.0; SECOND];
        for number in 0..NUMBERS {
            let kind = suit * NUMBERS + turned(number, mirrored);
            if !asked(sample, kind, costs.soft) {
                continue;
            }
            let (loss, error) = loss(self.odds[kind], sample.target(kind, costs.soft));
            *cost += loss;
            gradient[Block::Constants.row(0)][number] += error;
            add_times(error, hidden, &mut gradient[Block::Waits.row(number)]);
            add_times(error, &weights[Block::Waits.row(number)], &mut back);
        }
        for i in 0..BESIDE {
            let weight = if i < 18 { costs.held } else { costs.shapes };
            let Some(yes) = places.suit(sample, suit, mirrored, i).filter(|_| weight > 0.0) else { continue };
            let row = BESIDE_AT + i * SECOND..BESIDE_AT + (i + 1) * SECOND;
            let odds = weights[BESIDE_CONSTANTS + i] + dot(&weights[row.clone()], hidden);
            let (loss, error) = loss(odds, f32::from(u8::from(yes)));
            *cost += loss * f64::from(weight);
            gradient[BESIDE_CONSTANTS + i] += weight * error;
            add_times(weight * error, hidden, &mut gradient[row.clone()]);
            add_times(weight * error, &weights[row], &mut back);
        }
        back.iter_mut().zip(hidden).filter(|(_, unit)| **unit <= 0.0).for_each(|(back, _)| *back = 0.0);
        back
    }

    fn honours_back(
        &self,
        weights: &[f32],
        sample: &Sample,
        (places, costs): (&Places, Costs),
        gradient: &mut [f32],
        sum: &mut [f32; FIRST],
        cost: &mut f64,
    ) {
        let mut all = [0.0; HONOUR];
        let mut each = [[0.0; HONOUR]; 7];
        for (honour, (units, back)) in self.honours.iter().zip(&mut each).enumerate() {
            let kind = 27 + honour;
            if asked(sample, kind, costs.soft) {
                let (loss, error) = loss(self.odds[kind], sample.target(kind, costs.soft));
                *cost += loss;
                gradient[Block::HonourConstant.row(0)][0] += error;
                add_times(error, units, &mut gradient[Block::HonourWaits.row(0)]);
                add_times(error, &weights[Block::HonourWaits.row(0)], back);
            }
            for i in 0..HONOUR_BESIDE {
                let weight = if i < 2 { costs.held } else { costs.shapes };
                let Some(yes) = places.honour(sample, honour, i).filter(|_| weight > 0.0) else { continue };
                let row = HONOUR_AT + i * HONOUR..HONOUR_AT + (i + 1) * HONOUR;
                let odds = weights[HONOUR_CONSTANTS + i] + dot(&weights[row.clone()], units);
                let (loss, error) = loss(odds, f32::from(u8::from(yes)));
                *cost += loss * f64::from(weight);
                gradient[HONOUR_CONSTANTS + i] += weight * error;
                add_times(weight * error, units, &mut gradient[row.clone()]);
                add_times(weight * error, &weights[row], back);
            }
            back.iter_mut().zip(units).filter(|(_, unit)| **unit <= 0.0).for_each(|(back, _)| *back = 0.0);
            add(back, &mut all);
            add(back, &mut gradient[Block::HonourSorts.row(sample.sorts[honour].into())]);
        }
        for &(kind, feature) in sample.kinds.iter().filter(|(kind, _)| *kind >= 27) {
            add(&each[usize::from(kind) - 27], &mut gradient[Block::HonourKinds.row(feature.into())]);
        }
        add(&all, &mut gradient[Block::HonourFirst.row(0)]);
        sample.table.iter().for_each(|&f| add(&all, &mut gradient[Block::HonourTable.row(f.into())]));
        for (i, sum) in sum.iter_mut().enumerate().filter(|(i, _)| self.sum[*i] != 0.0) {
            add_times(self.sum[i], &all, &mut gradient[Block::HonourSum.row(i)]);
            *sum += dot(&weights[Block::HonourSum.row(i)], &all);
        }
    }
}

/// The suit and the row of a number's feature; or which honour it is.
fn feature_row(kind: u8, feature: u8, mirrored: [bool; 3]) -> (usize, Option<usize>) {
    match shown(kind, mirrored) {
        Some((suit, place)) => (suit, Some(place * OF_KIND + usize::from(feature))),
        None => (usize::from(kind) % NUMBERS, None),
    }
}
