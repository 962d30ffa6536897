//! Backwards through the net.

use super::samples::Sample;
use crate::train::choice;
use nanikiru::dense::{add, add_times, dot};
use nanikiru::ends::net::{Block, FIRST, SECOND, Units};

/// Adds the change of a sample's cost by every weight to `gradient`; the cost, in nats, is the log of the rate that the end
/// which came does not have.
pub fn backward(weights: &[f32], sample: &Sample, gradient: &mut [f32]) -> f64 {
    let row = |block: Block, i: usize| &weights[block.row(i)];
    let Units { first, second, mut odds } = Units::of(weights, &sample.inputs);
    let cost = choice::errors_of_net(&mut odds, sample.end);
    let mut back = [0.0; SECOND];
    for (end, &error) in odds.iter().enumerate() {
        add_times(error, &second, &mut gradient[Block::Ends.row(end)]);
        add_times(error, row(Block::Ends, end), &mut back);
        gradient[Block::Odds.row(0)][end] += error;
    }
    back.iter_mut().zip(second).filter(|(_, unit)| *unit <= 0.0).for_each(|(back, _)| *back = 0.0);
    add(&back, &mut gradient[Block::Constants.row(0)]);
    let mut of_first = [0.0; FIRST];
    for (i, number) in on(&first) {
        add_times(number, &back, &mut gradient[Block::Second.row(i)]);
        of_first[i] = dot(row(Block::Second, i), &back);
    }
    add(&of_first, &mut gradient[Block::First.row(0)]);
    on(&sample.inputs)
        .for_each(|(i, number)| add_times(number, &of_first, &mut gradient[Block::Inputs.row(i)]));
    cost
}

/// The numbers that are something, with their places.
fn on(numbers: &[f32]) -> impl Iterator<Item = (usize, f32)> {
    numbers.iter().copied().enumerate().filter(|(_, number)| *number != 0.0)
}
