//! Which features of a position are active: each slot is a category, of which at most one is on.

use super::threat::Cause;

/// Active features in the order of their slots, or only the slots themselves.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    active: Vec<(u32, Cause)>,
    size: u32,
}

impl Slots {
    /// A slot of so many categories, of which this one is on.
    pub(super) fn put(&mut self, cause: Cause, value: usize, categories: usize) {
        debug_assert!(value < categories, "{cause:?} {value} of {categories}");
        self.active.push((self.size + value as u32, cause));
        self.size += categories as u32;
    }

    /// A slot of so many categories, none of which is on.
    pub(super) fn skip(&mut self, categories: usize) {
        self.size += categories as u32;
    }

    /// A slot of which a category is on, or none.
    pub(super) fn maybe(&mut self, cause: Cause, value: Option<usize>, categories: usize) {
        match value {
            Some(value) => self.put(cause, value, categories),
            None => self.skip(categories),
        }
    }

    /// Forgets everything, and keeps its memory.
    pub fn clear(&mut self) {
        self.active.clear();
        self.size = 0;
    }

    /// Forgets everything, and goes on from a slot in the middle.
    pub(super) fn begin(&mut self, offset: u32) {
        self.active.clear();
        self.size = offset;
    }

    /// The features that are on, with what they stand for.
    pub fn active(&self) -> &[(u32, Cause)] {
        &self.active
    }

    /// How many features all slots have.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The sum of the weights of what is on.
    pub(super) fn sum(&self, weights: &[f32]) -> f64 {
        self.active.iter().map(|&(i, _)| f64::from(weights[i as usize])).sum()
    }
}
