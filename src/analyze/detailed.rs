//! Which rows tell when what happens and by which yaku, and how they come to it.

use super::found::Found;
use super::{Action, Analysis};
use crate::hand::{DrawnHand, Unseen, WaitingHand};
use crate::search::{
    self, Chance, Declared, Details, Payoffs, Play, Playable, Progress, Root, SearchError, Start,
};
use crate::tile::KindSet;

/// The rows that tell when what happens and by which yaku. All other figures are the same bits whichever these are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detailed {
    /// No row: the fastest.
    None,
    /// The row that stands first.
    #[default]
    First,
    /// Every row: nearly twice the time.
    All,
    /// The row of one action, if there is one.
    Of(Action),
}

impl Detailed {
    /// Whether the row of an action in this place is one of them.
    fn has(self, place: usize, action: &Action) -> bool {
        match self {
            Detailed::None => false,
            Detailed::First => place == 0,
            Detailed::All => true,
            Detailed::Of(one) => one == *action,
        }
    }
}

/// A hand that was searched from.
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
    fn play(
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

impl Analysis<'_> {
    /// A search whose rows may have to tell more, kept beside those before it as far as all of them fit the memory.
    pub(super) fn keep<'p>(
        &self,
        (root, chance, payoffs): (Root<'_>, &Chance, &'p dyn Payoffs),
        options: &search::Options,
        found: &mut Found<'p>,
    ) -> Result<Vec<search::Row>, SearchError> {
        let unseen = self.situation.unseen();
        let playable = |options: &search::Options| {
            search::playable(root, unseen, chance, payoffs, options, self.progress)
        };
        let held: usize = found.searches.iter().filter(|one| one.kept.is_some()).map(|one| one.hands).sum();
        let room = self.options.room().saturating_sub(held);
        let beside = search::Options { max_hands: options.max_hands.min(room), ..options.clone() };
        let playable = match playable(&beside) {
            Err(SearchError::TooLarge { .. }) if beside.max_hands < options.max_hands => {
                found.searches.iter_mut().for_each(|one| one.kept = None);
                playable(options)?
            }
            playable => playable?,
        };
        let rows = playable.outcome().rows.clone();
        let (held, hands) = (Held::of(root), playable.outcome().hands);
        let (chance, options) = (chance.clone(), options.clone());
        found.hands += hands;
        found.searches.push(Searched { held, chance, payoffs, options, hands, kept: Some(playable) });
        Ok(rows)
    }

    /// Rows that are asked for tell when what happens and by which yaku, the others do not.
    pub(super) fn tell(&self, found: &mut Found<'_>) -> Result<(), SearchError> {
        let Found { candidates, searches, draws, .. } = found;
        // by search: the places of rows in it, and among the candidates
        let mut asked: Vec<Vec<(usize, usize)>> = vec![Vec::new(); searches.len()];
        for (i, candidate) in candidates.iter_mut().enumerate() {
            if !self.options.detailed.has(i, &candidate.action) {
                candidate.play.details = None;
            } else if let Some((search, row)) = candidate.origin {
                asked[search].push((row, i));
            }
        }
        for (searched, asked) in searches.iter_mut().zip(asked).filter(|(_, asked)| !asked.is_empty()) {
            let rows: Vec<usize> = asked.iter().map(|&(row, _)| row).collect();
            let plays = searched.play(&rows, self.situation.unseen(), self.progress)?;
            for (played, (_, i)) in plays.into_iter().zip(asked) {
                let candidate = &mut candidates[i];
                let kan = matches!(
                    candidate.action,
                    Action::Ankan { .. } | Action::Kakan { .. } | Action::Daiminkan
                );
                let played = if kan { played.without_first_draw() } else { played };
                let details = Details::shown(played, &candidate.play);
                candidate.play.details = details.map(|details| details.of_turns(*draws));
            }
        }
        Ok(())
    }
}
