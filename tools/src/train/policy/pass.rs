//! Forwards and backwards through the net.

use super::samples::Sample;
use nanikiru::dense::{add, add_times, dot, relu};
use nanikiru::policy::net::{Block, FIRST, SECOND};

/// Adds the change of a sample's cost by every weight to `gradient`; the cost, in nats, is the log of the share that the
/// discard which was made does not have.
pub fn backward(weights: &[f32], sample: &Sample, gradient: &mut [f32]) -> f64 {
    let row = |block: Block, i: usize| &weights[block.row(i)];
    let mut table = [0.0; FIRST];
    add(row(Block::First, 0), &mut table);
    on(&sample.inputs.table).for_each(|(i, number)| add_times(number, row(Block::Table, i), &mut table));
    let mut units = Vec::with_capacity(sample.inputs.discards.len());
    let mut odds = Vec::with_capacity(sample.inputs.discards.len());
    for discard in &sample.inputs.discards {
        let mut first = table;
        on(discard).for_each(|(i, number)| add_times(number, row(Block::Discard, i), &mut first));
        relu(&mut first);
        let mut second = [0.0; SECOND];
        add(row(Block::Constants, 0), &mut second);
        on(&first).for_each(|(i, number)| add_times(number, row(Block::Second, i), &mut second));
        relu(&mut second);
        odds.push(dot(row(Block::Weight, 0), &second));
        units.push((first, second));
    }
    let most = odds.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    odds.iter_mut().for_each(|odds| *odds = (*odds - most).exp());
    let all: f32 = odds.iter().sum();
    let cost = -f64::from((odds[sample.made] / all).max(f32::MIN_POSITIVE)).ln();
    let mut of_table = [0.0; FIRST];
    for (i, (discard, (first, second))) in sample.inputs.discards.iter().zip(&units).enumerate() {
        let error = odds[i] / all - f32::from(u8::from(i == sample.made));
        add_times(error, second, &mut gradient[Block::Weight.row(0)]);
        let mut back = [0.0; SECOND];
        add_times(error, row(Block::Weight, 0), &mut back);
        back.iter_mut().zip(second).filter(|(_, unit)| **unit <= 0.0).for_each(|(back, _)| *back = 0.0);
        add(&back, &mut gradient[Block::Constants.row(0)]);
        let mut of_first = [0.0; FIRST];
        for (i, number) in on(first) {
            add_times(number, &back, &mut gradient[Block::Second.row(i)]);
            of_first[i] = dot(row(Block::Second, i), &back);
        }
        on(discard)
            .for_each(|(i, number)| add_times(number, &of_first, &mut gradient[Block::Discard.row(i)]));
        add(&of_first, &mut of_table);
    }
    add(&of_table, &mut gradient[Block::First.row(0)]);
    on(&sample.inputs.table)
        .for_each(|(i, number)| add_times(number, &of_table, &mut gradient[Block::Table.row(i)]));
    cost
}

/// The numbers that are something, with their places.
fn on(numbers: &[f32]) -> impl Iterator<Item = (usize, f32)> {
    numbers.iter().copied().enumerate().filter(|(_, number)| *number != 0.0)
}
