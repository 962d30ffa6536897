//! Forwards and backwards through the net.

use super::samples::Sample;
use crate::train::choice;
use nanikiru::dense::{add, add_times, dot, relu};
use nanikiru::policy::net::{Block, Places};

/// Adds the change of a sample's cost by every weight to `gradient`; the cost, in nats, is the log of the share that the
/// choice which was made does not have.
pub fn backward(places: &Places, weights: &[f32], sample: &Sample, gradient: &mut [f32]) -> f64 {
    let (inputs, made) = (sample.inputs(), sample.made());
    let row = |block: Block, i: usize| &weights[places.row(block, i)];
    let mut table = row(Block::First, 0).to_vec();
    on(&inputs.table).for_each(|(i, number)| add_times(number, row(Block::Table, i), &mut table));
    let mut units = Vec::with_capacity(inputs.choices.len());
    let mut odds = Vec::with_capacity(inputs.choices.len());
    for choice in &inputs.choices {
        let mut first = table.clone();
        on(choice).for_each(|(i, number)| add_times(number, row(Block::Choice, i), &mut first));
        relu(&mut first);
        let mut second = row(Block::Constants, 0).to_vec();
        on(&first).for_each(|(i, number)| add_times(number, row(Block::Second, i), &mut second));
        relu(&mut second);
        odds.push(dot(row(Block::Weight, 0), &second));
        units.push((first, second));
    }
    let cost = choice::errors_of_net(&mut odds, made);
    let mut of_table = vec![0.0; table.len()];
    for (i, (choice, (first, second))) in inputs.choices.iter().zip(&units).enumerate() {
        let error = odds[i];
        add_times(error, second, &mut gradient[places.row(Block::Weight, 0)]);
        let mut back = vec![0.0; second.len()];
        add_times(error, row(Block::Weight, 0), &mut back);
        back.iter_mut().zip(second).filter(|(_, unit)| **unit <= 0.0).for_each(|(back, _)| *back = 0.0);
        add(&back, &mut gradient[places.row(Block::Constants, 0)]);
        let mut of_first = vec![0.0; first.len()];
        for (i, number) in on(first) {
            add_times(number, &back, &mut gradient[places.row(Block::Second, i)]);
            of_first[i] = dot(row(Block::Second, i), &back);
        }
        on(choice).for_each(|(i, number)| {
            add_times(number, &of_first, &mut gradient[places.row(Block::Choice, i)])
        });
        add(&of_first, &mut of_table);
    }
    add(&of_table, &mut gradient[places.row(Block::First, 0)]);
    on(&inputs.table)
        .for_each(|(i, number)| add_times(number, &of_table, &mut gradient[places.row(Block::Table, i)]));
    cost
}

/// The numbers that are something, with their places.
fn on(numbers: &[f32]) -> impl Iterator<Item = (usize, f32)> {
    numbers.iter().copied().enumerate().filter(|(_, number)| *number != 0.0)
}
