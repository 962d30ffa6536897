//! Hands that were counted, to find how deep an analysis can go, and are kept to be searched.

use super::searched::Held;
use crate::hand::Unseen;
use crate::search::{self, CountedSet, KnownSuits, Root, SearchError};

/// What was counted of stages, with what it was counted for.
#[derive(Default)]
pub(super) struct CountedHands {
    /// Of the stage that is being counted.
    now: Vec<(Held, search::Options, CountedSet)>,
    /// Of the deepest stage that fits.
    kept: Vec<(Held, search::Options, CountedSet)>,
    /// What the next stage need not find again.
    known: Vec<(Held, KnownSuits)>,
}

impl CountedHands {
    pub(super) fn count(
        &mut self,
        root: Root<'_>,
        unseen: &Unseen,
        options: &search::Options,
    ) -> Result<(), SearchError> {
        let held = Held::of(root);
        let place = self.known.iter().position(|(known, _)| *known == held).unwrap_or_else(|| {
            self.known.push((Held::of(root), KnownSuits::default()));
            self.known.len() - 1
        });
        let counted = CountedSet::of(root, unseen, options, &mut self.known[place].1)?;
        self.now.push((held, options.clone(), counted));
        Ok(())
    }

    /// The stage fits: it is kept in the place of the one before.
    pub(super) fn keep(&mut self) {
        self.kept = std::mem::take(&mut self.now);
    }

    /// The stage is too large.
    pub(super) fn forget(&mut self) {
        self.now.clear();
    }

    /// No other stage is counted.
    pub(super) fn end(&mut self) {
        *self = CountedHands { kept: std::mem::take(&mut self.kept), ..Default::default() };
    }

    /// What was counted for just this search.
    pub(super) fn take(&mut self, root: Root<'_>, options: &search::Options) -> Option<CountedSet> {
        let held = Held::of(root);
        let place = self.kept.iter().position(|(known, with, _)| *known == held && with == options)?;
        Some(self.kept.swap_remove(place).2)
    }
}
