//! A small net that leans to one choice more than to another.
//!
//! With `t` the inputs of the table and `x` those of a choice: `a = relu(D x + T t + b)`, `h = relu(S a + c)`, and the
//! choice's log-weight is `w h`; shares are the softmax over the choices that are possible.

use super::inputs::Inputs;
use super::{discard, offer};
use crate::dense::{add_times, dot, relu};
use crate::params::{Format, Params, ParamsError, layout_hash};
use std::ops::Range;

/// What a net was fitted on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Every discard.
    Any,
    /// Those where riichi was possible.
    Riichi,
    /// Letting a tile on offer go, and each call of it.
    Offer,
}

impl Scope {
    /// How many inputs the table has, and each choice.
    pub const fn inputs(self) -> (usize, usize) {
        match self {
            Scope::Any | Scope::Riichi => (discard::OF_TABLE, discard::OF_DISCARD),
            Scope::Offer => (offer::OF_TABLE, offer::OF_CHOICE),
        }
    }

    /// Units of the first layer, and of the second.
    pub const fn units(self) -> (usize, usize) {
        match self {
            Scope::Any | Scope::Riichi => (160, 48),
            Scope::Offer => (96, 32),
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Scope::Any | Scope::Riichi => discard::MEANING,
            Scope::Offer => offer::MEANING,
        }
    }
}

/// One matrix of weights, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Block {
    /// From a choice's inputs to the first layer.
    Choice,
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

impl Block {
    /// All of them, in the order of the weights.
    pub const ALL: [Block; 6] =
        [Block::Choice, Block::Table, Block::First, Block::Second, Block::Constants, Block::Weight];

    /// Rows, and how long each is.
    pub const fn size(self, scope: Scope) -> (usize, usize) {
        let ((table, choice), (first, second)) = (scope.inputs(), scope.units());
        match self {
            Block::Choice => (choice, first),
            Block::Table => (table, first),
            Block::First => (1, first),
            Block::Second => (first, second),
            Block::Constants | Block::Weight => (1, second),
        }
    }

    const fn len(self, scope: Scope) -> usize {
        let (rows, length) = self.size(scope);
        rows * length
    }

    /// The name of its section in a parameter file.
    pub fn section(self, scope: Scope) -> String {
        let name = self.name(scope).to_lowercase();
        match scope {
            Scope::Any => name,
            Scope::Riichi => format!("riichi {name}"),
            Scope::Offer => format!("offer {name}"),
        }
    }

    /// The hash of what its numbers mean.
    pub fn layout(self, scope: Scope) -> u64 {
        layout_hash(&format!("{} {} {:?}", scope.meaning(), self.name(scope), self.size(scope)))
    }

    /// The nets of discards are older: the sections of their choices are called so in the file.
    fn name(self, scope: Scope) -> &'static str {
        match (self, scope) {
            (Block::Choice, Scope::Any | Scope::Riichi) => "Discard",
            (Block::Choice, Scope::Offer) => "Choice",
            (Block::Table, _) => "Table",
            (Block::First, _) => "First",
            (Block::Second, _) => "Second",
            (Block::Constants, _) => "Constants",
            (Block::Weight, _) => "Weight",
        }
    }

    /// How it is written: a byte each, where there are many.
    pub const fn format(self, scope: Scope) -> Format {
        if self.len(scope) > 1000 { Format::I8 } else { Format::I16 }
    }
}

/// Where each matrix stands in one long row of weights.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// By block where it begins, and how long a row is.
    rows: [(usize, usize); Block::ALL.len()],
    /// How many weights there are.
    pub weights: usize,
}

impl Places {
    /// Of the net of this scope.
    pub fn of(scope: Scope) -> Places {
        let mut weights = 0;
        let rows = Block::ALL.map(|block| {
            let start = weights;
            weights += block.len(scope);
            (start, block.size(scope).1)
        });
        Places { rows, weights }
    }

    /// Where a block stands.
    pub fn range(&self, block: Block) -> Range<usize> {
        let end = self.rows.get(block as usize + 1).map_or(self.weights, |next| next.0);
        self.rows[block as usize].0..end
    }

    /// Where one of its rows stands.
    pub fn row(&self, block: Block, i: usize) -> Range<usize> {
        let (start, length) = self.rows[block as usize];
        start + i * length..start + (i + 1) * length
    }
}

/// The net with its weights.
#[derive(Clone, Debug)]
pub struct Net {
    places: Places,
    weights: Vec<f32>,
}

impl Net {
    /// A net of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it of another size or for other inputs.
    pub fn new(params: &Params, scope: Scope) -> Result<Net, ParamsError> {
        let places = Places::of(scope);
        let mut weights = Vec::with_capacity(places.weights);
        for block in Block::ALL {
            let (section, layout) = (block.section(scope), block.layout(scope));
            weights.extend(params.numbers(&section, layout, block.len(scope))?);
        }
        Ok(Net { places, weights })
    }

    fn row(&self, block: Block, i: usize) -> &[f32] {
        &self.weights[self.places.row(block, i)]
    }

    /// Adds a matrix times numbers.
    fn apply(&self, block: Block, numbers: &[f32], to: &mut [f32]) {
        for (i, &number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0.0) {
            add_times(number, self.row(block, i), to);
        }
    }

    /// The log-weight of every choice.
    pub fn weights(&self, inputs: &Inputs) -> Vec<f32> {
        let mut table = self.row(Block::First, 0).to_vec();
        self.apply(Block::Table, &inputs.table, &mut table);
        let weight = |choice: &Vec<f32>| {
            let mut first = table.clone();
            self.apply(Block::Choice, choice, &mut first);
            relu(&mut first);
            let mut second = self.row(Block::Constants, 0).to_vec();
            self.apply(Block::Second, &first, &mut second);
            relu(&mut second);
            dot(self.row(Block::Weight, 0), &second)
        };
        inputs.choices.iter().map(weight).collect()
    }
}
