//! A small net that leans to one discard more than to another.
//!
//! With `t` the inputs of the table and `x` those of a discard: `a = relu(D x + T t + b)`, `h = relu(S a + c)`, and the
//! discard's log-weight is `w h`; shares are the softmax over the discards that are possible.

use super::inputs::{Inputs, MEANING, OF_DISCARD, OF_TABLE};
use crate::dense::{add, add_times, dot, matrices, relu};
use crate::params::{Format, Params, ParamsError, layout_hash};

/// Units of the first layer.
pub const FIRST: usize = 96;
/// Of the second.
pub const SECOND: usize = 32;

/// What a net was fitted on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Every discard.
    Any,
    /// Those where riichi was possible.
    Riichi,
}

/// One matrix of weights, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Block {
    /// From a discard's inputs to the first layer.
    Discard,
    /// From the table's inputs.
    Table,
    /// The first layer's constants.
    First,
    /// From the first layer to the second.
    Second,
    /// The second layer's constants.
    Constants,
    /// From the second layer to the log-weight.
    Weight,
}

matrices!(Block);

impl Block {
    /// All of them, in the order of the weights.
    pub const ALL: [Block; 6] =
        [Block::Discard, Block::Table, Block::First, Block::Second, Block::Constants, Block::Weight];

    /// Rows, and how long each is.
    pub const fn size(self) -> (usize, usize) {
        match self {
            Block::Discard => (OF_DISCARD, FIRST),
            Block::Table => (OF_TABLE, FIRST),
            Block::First => (1, FIRST),
            Block::Second => (FIRST, SECOND),
            Block::Constants | Block::Weight => (1, SECOND),
        }
    }

    /// The name of its section in a parameter file.
    pub fn section(self, scope: Scope) -> String {
        let name = format!("{self:?}").to_lowercase();
        match scope {
            Scope::Any => name,
            Scope::Riichi => format!("riichi {name}"),
        }
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
pub const WEIGHTS: usize = Block::Weight.range().end;

/// The net with its weights.
#[derive(Clone, Debug)]
pub struct Net {
    weights: Vec<f32>,
}

impl Net {
    /// A net of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it of another size or for other inputs.
    pub fn new(params: &Params, scope: Scope) -> Result<Net, ParamsError> {
        let mut weights = Vec::with_capacity(WEIGHTS);
        for block in Block::ALL {
            weights.extend(params.numbers(&block.section(scope), block.layout(), block.len())?);
        }
        Ok(Net { weights })
    }

    fn row(&self, block: Block, i: usize) -> &[f32] {
        &self.weights[block.row(i)]
    }

    /// Adds a matrix times numbers.
    fn apply(&self, block: Block, numbers: &[f32], to: &mut [f32]) {
        for (i, &number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0.0) {
            add_times(number, self.row(block, i), to);
        }
    }

    /// The log-weight of every discard.
    pub fn weights(&self, inputs: &Inputs) -> Vec<f32> {
        let mut table = [0.0; FIRST];
        add(self.row(Block::First, 0), &mut table);
        self.apply(Block::Table, &inputs.table, &mut table);
        let weight = |discard: &Vec<f32>| {
            let mut first = table;
            self.apply(Block::Discard, discard, &mut first);
            relu(&mut first);
            let mut second = [0.0; SECOND];
            add(self.row(Block::Constants, 0), &mut second);
            self.apply(Block::Second, &first, &mut second);
            relu(&mut second);
            dot(self.row(Block::Weight, 0), &second)
        };
        inputs.discards.iter().map(weight).collect()
    }
}
