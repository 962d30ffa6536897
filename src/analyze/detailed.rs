//! How rows come to tell when what happens and by which yaku.

use super::found::Found;
use super::searched::{Held, Searched};
use super::{Action, Analysis};
use crate::hand::{Meld, Melds, WaitingHand};
use crate::search::{self, Chance, Details, Payoffs, Root, SearchError};

impl Analysis<'_> {
    /// A search whose rows may have to tell more, kept beside those before it as far as all of them fit the memory.
    pub(super) fn keep<'p>(
        &self,
        (root, chance, payoffs): (Root<'_>, &Chance, &'p dyn Payoffs),
        options: &search::Options,
        found: &mut Found<'p>,
    ) -> Result<Vec<search::Row>, SearchError> {
        let mut counted = self.counted.borrow_mut().take(root, options);
        let mut playable = |options: &search::Options| {
            let question = (root, self.situation.unseen(), chance, payoffs);
            search::playable_counted(question, options, &mut counted, self.progress)
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
                let mut details = Details::shown(played, &candidate.play);
                for target in details.iter_mut().flat_map(|details| &mut details.targets) {
                    target.hand = with_known(&target.hand, searched.held.melds());
                }
                candidate.play.details = details.map(|details| details.of_turns(*draws));
            }
        }
        Ok(())
    }
}

/// The same hand with its melds as they lie before the player, those first: a search does not know whose tiles they took.
fn with_known(hand: &WaitingHand, known: &[Meld]) -> WaitingHand {
    let mut rest = hand.melds().to_vec();
    let mut melds = Melds::new();
    let of = |meld: &Meld| (meld.group(), meld.is_open(), meld.has_red());
    for meld in known {
        if let Some(at) = rest.iter().position(|other| of(other) == of(meld)) {
            rest.remove(at);
            melds.push(*meld);
        }
    }
    melds.extend(rest);
    WaitingHand::new(*hand.concealed(), hand.reds(), melds).expect("the same tiles")
}
