//! Hands that were counted, to find how deep an analysis can go, and are kept to be searched.

use super::searched::Held;
use crate::hand::Unseen;
use crate::search::{self, CountedSet, Root, SearchError};

/// What was counted of one stage, with what it was counted for.
#[derive(Default)]
pub(super) struct CountedHands(Vec<(Held, search::Options, CountedSet)>);

impl CountedHands {
    pub(super) fn count(
        &mut self,
        root: Root<'_>,
        unseen: &Unseen,
        options: &search::Options,
    ) -> Result<(), SearchError> {
        let counted = CountedSet::of(root, unseen, options)?;
        self.0.push((Held::of(root), options.clone(), counted));
        Ok(())
    }

    /// What was counted for just this search.
    pub(super) fn take(&mut self, root: Root<'_>, options: &search::Options) -> Option<CountedSet> {
        let held = Held::of(root);
        let place = self.0.iter().position(|(known, with, _)| *known == held && with == options)?;
        Some(self.0.swap_remove(place).2)
    }
}
