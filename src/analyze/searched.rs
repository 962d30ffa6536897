//! A search whose rows may have to tell more.

use crate::hand::{DrawnHand, Meld, Unseen, WaitingHand};
use crate::search::{self, Chance, Declared, Payoffs, Play, Playable, Progress, Root, SearchError, Start};
use crate::tile::KindSet;

/// A hand that was searched from.
#[derive(PartialEq)]
pub(super) enum Held {
    Drawn { hand: DrawnHand, forbidden: KindSet },
    Waiting { hand: WaitingHand, from: Start },
    InRiichi { hand: WaitingHand, from: Start, declared: Declared },
}

impl Held {
    pub(super) fn of(root: Root<'_>) -> Held {
        match root {
            Root::Drawn { hand, forbidden } => Held::Drawn { hand: hand.clone(), forbidden },
            Root::Waiting { hand, from } => Held::Waiting { hand: hand.clone(), from },
            Root::InRiichi { hand, from, declared } => Held::InRiichi { hand: hand.clone(), from, declared },
        }
    }

    /// The melds that lie before the player.
    pub(super) fn melds(&self) -> &[Meld] {
        match self {
            Held::Drawn { hand, .. } => hand.melds(),
            Held::Waiting { hand, .. } | Held::InRiichi { hand, .. } => hand.melds(),
        }
    }

    fn root(&self) -> Root<'_> {
        match *self {
            Held::Drawn { ref hand, forbidden } => Root::Drawn { hand, forbidden },
            Held::Waiting { ref hand, from } => Root::Waiting { hand, from },
            Held::InRiichi { ref hand, from, declared } => Root::InRiichi { hand, from, declared },
        }
    }
}

/// A search of a report, whose rows can be played.
pub(super) struct Searched<'p> {
    pub(super) held: Held,
    pub(super) chance: Chance,
    pub(super) payoffs: &'p dyn Payoffs,
    pub(super) options: search::Options,
    pub(super) hands: usize,
    /// None where the memory had no room for it beside those after it: then it is searched again.
    pub(super) kept: Option<Playable<'p>>,
}

impl Searched<'_> {
    pub(super) fn play(
        &mut self,
        rows: &[usize],
        unseen: &Unseen,
        progress: &Progress,
    ) -> Result<Vec<Play>, SearchError> {
        if let Some(kept) = &mut self.kept {
            return kept.play(rows, progress);
        }
        let root = self.held.root();
        search::playable(root, unseen, &self.chance, self.payoffs, &self.options, progress)?
            .play(rows, progress)
    }
}
