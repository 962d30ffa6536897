//! A small net from a hand and its table to the odds of the ends.
//!
//! With `x` the inputs: `a = relu(F x + b)`, `h = relu(S a + c)`, and the log-odds of end `k` are `E_k h + d_k`; rates are
//! their softmax.

use super::ENDS;
use super::inputs::{INPUTS, MEANING};
use crate::dense::{add, add_times, dot, matrices, relu};
use crate::params::{Format, Params, ParamsError, layout_hash};

/// Units of the first layer.
pub const FIRST: usize = 48;
/// Of the second.
pub const SECOND: usize = 24;

/// One matrix of weights, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Block {
    /// From the inputs to the first layer.
    Inputs,
    /// The first layer's constants.
    First,
    /// From the first layer to the second.
    Second,
    /// The second layer's constants.
    Constants,
    /// From the second layer to the log-odds, a row an end.
    Ends,
    /// Constants of the log-odds.
    Odds,
}

matrices!(Block);

impl Block {
    /// All of them, in the order of the weights.
    pub const ALL: [Block; 6] =
        [Block::Inputs, Block::First, Block::Second, Block::Constants, Block::Ends, Block::Odds];

    /// Rows, and how long each is.
    pub const fn size(self) -> (usize, usize) {
        match self {
            Block::Inputs => (INPUTS, FIRST),
            Block::First => (1, FIRST),
            Block::Second => (FIRST, SECOND),
            Block::Constants => (1, SECOND),
            Block::Ends => (ENDS, SECOND),
            Block::Odds => (1, ENDS),
        }
    }

    /// The name of its section in a parameter file.
    pub fn section(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The hash of what its numbers mean.
    pub fn layout(self) -> u64 {
        layout_hash(&format!("{MEANING} {self:?} {:?}", self.size()))
    }

    /// How it is written: a byte each, where there are many.
    pub const fn format(self) -> Format {
        if self.len() > 1000 { Format::I8 } else { Format::I16 }
    }
}

/// How many weights there are.
pub const WEIGHTS: usize = Block::Odds.range().end;

/// The net with its weights.
#[derive(Clone, Debug)]
pub struct Net {
    weights: Vec<f32>,
}

/// What a net makes of inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Units {
    /// The first layer.
    pub first: [f32; FIRST],
    /// The second.
    pub second: [f32; SECOND],
    /// Log-odds of the ends.
    pub odds: [f32; ENDS],
}

impl Units {
    /// By these weights.
    pub fn of(weights: &[f32], inputs: &[f32]) -> Units {
        let row = |block: Block, i: usize| &weights[block.row(i)];
        let (mut first, mut second) = ([0.0; FIRST], [0.0; SECOND]);
        add(row(Block::First, 0), &mut first);
        for (i, &number) in inputs.iter().enumerate().filter(|(_, number)| **number != 0.0) {
            add_times(number, row(Block::Inputs, i), &mut first);
        }
        relu(&mut first);
        add(row(Block::Constants, 0), &mut second);
        for (i, &number) in first.iter().enumerate().filter(|(_, number)| **number != 0.0) {
            add_times(number, row(Block::Second, i), &mut second);
        }
        relu(&mut second);
        let odds = std::array::from_fn(|end| dot(row(Block::Ends, end), &second) + row(Block::Odds, 0)[end]);
        Units { first, second, odds }
    }
}

impl Net {
    /// A net of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it of another size or for other inputs.
    pub fn new(params: &Params) -> Result<Net, ParamsError> {
        let mut weights = Vec::with_capacity(WEIGHTS);
        for block in Block::ALL {
            weights.extend(params.numbers(&block.section(), block.layout(), block.len())?);
        }
        Ok(Net { weights })
    }

    /// The log-odds of the ends.
    pub fn odds(&self, inputs: &[f32]) -> [f32; ENDS] {
        Units::of(&self.weights, inputs).odds
    }
}
