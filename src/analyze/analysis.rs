//! What the candidates of one analysis have in common, and how their hands are searched.

use super::depth::{Reach, Stage};
use super::far::{Estimate, Scale};
use super::offer::OfferShares;
use super::opponents::Opponents;
use super::options::{DetailScope, Options};
use super::others;
use super::searches::{CountCache, Draft, OwnedRoot, SearchQuestion, SearchRows, StoredSearch, with_known};
use super::situation::Situation;
use super::utility::{RoundUtility, nagashi_rivers};
use crate::ends::RecordedEnds;
use crate::legal::{self, Action, Position};
use crate::policy::discard::Question;
use crate::policy::{Discard, Policy, PolicyModel};
use crate::round::{Permit, Riichi};
use crate::search::{self, Chance, Details, End, Kans, Points, Progress, Search, SearchError};
use crate::tile::KindSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

/// One position with its table, options, payoffs, and what is computed once for all stages.
pub(super) struct Analysis<'a> {
    pub(super) position: &'a Position,
    pub(super) situation: &'a Situation,
    pub(super) options: &'a Options,
    pub(super) utility: Arc<RoundUtility>,
    pub(super) progress: &'a Progress,
    pub(super) way: Way,
    counted: Mutex<CountCache>,
    pub(super) net_ends: RecordedEnds,
    chances: Chances,
    policy: OnceLock<Policy>,
    calls: OnceLock<Option<OfferShares>>,
}

/// The chance models of an analysis, the same at every depth: each is made when it is first asked for.
#[derive(Default)]
struct Chances {
    after_discard: OnceLock<Chance>,
    after_kan: OnceLock<Chance>,
    after_kita: OnceLock<Chance>,
    before_draw: OnceLock<(Chance, usize)>,
}

/// How actions are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// By searches.
    Search,
    /// Searches are only counted: whether they fit.
    Count,
    /// By averages of searched hands: the hand is too far.
    Estimate,
}

impl<'a> Analysis<'a> {
    pub(super) fn new(
        position: &'a Position,
        situation: &'a Situation,
        options: &'a Options,
        progress: &'a Progress,
    ) -> Analysis<'a> {
        let forecast = options.others && options.danger;
        let forecast = situation.opponents().filter(|_| forecast).map(Opponents::forecast);
        let lasting = if options.others { nagashi_rivers(position, situation) } else { [0.0; 3] };
        let utility = RoundUtility::new(situation, position.melds(), options.objective, forecast, lasting);
        Analysis {
            position,
            situation,
            options,
            utility: Arc::new(utility),
            progress,
            way: Way::Search,
            counted: Default::default(),
            net_ends: Default::default(),
            chances: Default::default(),
            policy: OnceLock::new(),
            calls: OnceLock::new(),
        }
    }

    /// What strong players discard here; none where no discard is due.
    pub(super) fn policy(&self, opponents: &Opponents) -> Option<&Policy> {
        let Position::Drawn { ref hand, drawn } = *self.position else { return None };
        let policy = || {
            let view = &opponents.view();
            let (danger, schedule) = (opponents.danger(), opponents.schedule());
            let both = |tile| [false, true].map(|riichi| Discard { tile, riichi });
            let among = hand.discards().flat_map(both).collect();
            PolicyModel::builtin().policy(Question { view, hand, drawn, danger, schedule }, among)
        };
        Some(self.policy.get_or_init(policy))
    }

    /// The probability that they set a north aside; none where none can be.
    pub(super) fn kita_share(&self, opponents: &Opponents) -> Option<f64> {
        let Position::Drawn { ref hand, drawn } = *self.position else { return None };
        legal::kita(hand, drawn, &self.permit())?;
        let view = &opponents.view();
        let (danger, schedule) = (opponents.danger(), opponents.schedule());
        Some(PolicyModel::builtin().kita(&Question { view, hand, drawn, danger, schedule }))
    }

    /// What they do with the tile on offer; none where there is nothing to call.
    pub(super) fn calls(&self, opponents: &Opponents) -> Option<&OfferShares> {
        let calls = || OfferShares::of(opponents, self.position, &self.permit());
        self.calls.get_or_init(calls).as_ref()
    }

    pub(super) fn counted(&self) -> MutexGuard<'_, CountCache> {
        self.counted.lock().expect("a panic ends the analysis")
    }

    /// The own riichi, once it is declared.
    pub(super) fn riichi(&self) -> Option<Riichi> {
        self.situation.history().and_then(|history| history.riichi)
    }

    /// What the table lets the player do.
    pub(super) fn permit(&self) -> Permit<'_> {
        self.situation.permit(self.position)
    }

    /// The chance model after an own discard.
    pub(super) fn after_discard(&self) -> &Chance {
        let chance = || others::after_discard(self.situation, self.options, &self.utility);
        self.chances.after_discard.get_or_init(chance)
    }

    /// The chance model after an own kan.
    pub(super) fn after_kan(&self) -> &Chance {
        let chance = || others::after_kan(self.situation, self.options, &self.utility);
        self.chances.after_kan.get_or_init(chance)
    }

    /// The chance model after a north that is set aside.
    pub(super) fn after_kita(&self) -> &Chance {
        let chance = || others::after_kita(self.situation, self.options, &self.utility);
        self.chances.after_kita.get_or_init(chance)
    }

    /// The chance model while others are to discard, and how many of them are before the own draw.
    pub(super) fn before_draw(&self) -> (&Chance, usize) {
        let chance = || others::before_draw(self.position, self.situation, self.options, &self.utility);
        let (chance, players) = self.chances.before_draw.get_or_init(chance);
        (chance, *players)
    }

    /// What an action's discard, or the north that is set aside, risks at once.
    pub(super) fn risk(&self, action: &Action) -> End {
        let risk = |tile| {
            let table = self.situation.opponents()?;
            Some(match action {
                Action::Kita => others::risk_of_kita(table, &self.utility),
                _ => others::risk_of(table, &self.utility, tile),
            })
        };
        action.exposed().and_then(risk).unwrap_or(End::NEVER)
    }

    pub(super) fn options(&self, n: usize, stage: Stage, max_hands: usize) -> search::Options {
        search::Options {
            exchanges: search::Exchanges::Exactly(n),
            calls: stage.calls,
            kans: if stage.calls == 0 { Kans::None } else { self.options.kans },
            kita: self.options.depth.kita(),
            fewer_after_call: stage.fewer,
            kuikae: self.situation.rules().kuikae,
            criterion: self.options.objective.searched(),
            discarded: self.situation.history().map_or(KindSet::EMPTY, |history| history.discarded),
            first_turn: self.situation.is_first_turn(),
            wanted: self.options.wanted,
            max_hands,
        }
    }

    pub(super) fn search(
        &self,
        question: SearchQuestion<'_>,
        options: &search::Options,
        draft: &mut Draft<'_>,
    ) -> Result<SearchRows, SearchError> {
        let (before, room) = (draft.hands, draft.most_hands.saturating_sub(draft.hands));
        if room < options.max_hands {
            let options = search::Options { max_hands: room, ..options.clone() };
            let rows = self.search_or_count(question, &options, draft);
            return rows.map_err(|error| error.with_hands(before));
        }
        self.search_or_count(question, options, draft)
    }

    fn search_or_count(
        &self,
        question: SearchQuestion<'_>,
        options: &search::Options,
        draft: &mut Draft<'_>,
    ) -> Result<SearchRows, SearchError> {
        let SearchQuestion { root, chance, kans } = question;
        match self.way {
            Way::Search => {
                let unseen = self.situation.unseen();
                let search = Search { root, unseen, chance, payoffs: &draft.payments.points[kans] };
                self.searched(search, options, draft)
            }
            Way::Count => {
                self.progress.check()?;
                draft.hands += self.counted().count(root, self.situation.unseen(), options)?;
                Ok(SearchRows { rows: Vec::new(), estimated: false, search: None })
            }
            Way::Estimate => Ok(self.estimate(question, &draft.payments.points[kans], Scale::NONE)),
        }
    }

    /// The rows of a search, which is stored where details may be asked for.
    pub(super) fn searched<'p>(
        &self,
        search: Search<'_, 'p>,
        options: &search::Options,
        draft: &mut Draft<'p>,
    ) -> Result<SearchRows, SearchError> {
        let (rows, search) = match self.options.detailed {
            DetailScope::None => {
                let mut counted = self.counted().take(search.root, options);
                let outcome = search.run_counted(options, &mut counted, self.progress)?;
                draft.hands += outcome.hands;
                (outcome.rows, None)
            }
            DetailScope::First | DetailScope::All | DetailScope::Of(_) => {
                (self.store(search, options, draft)?, Some(draft.searches.len() - 1))
            }
        };
        Ok(SearchRows { rows, estimated: false, search })
    }

    /// A search after an action. One that leads away from a win, and does not fit, is estimated alone: it says nothing of how
    /// deep the others are searched.
    pub(super) fn search_after(
        &self,
        question: SearchQuestion<'_>,
        reach: &Reach,
        draft: &mut Draft<'_>,
    ) -> Result<SearchRows, SearchError> {
        match self.search(question, &reach.options, draft) {
            Err(SearchError::TooLarge { .. }) if reach.farther && self.may_estimate() => {
                Ok(self.estimate(question, &draft.payments.points[question.kans], draft.scale))
            }
            rows => rows,
        }
    }

    /// Whether a hand that is too far to be searched is estimated.
    pub(super) fn may_estimate(&self) -> bool {
        self.options.depth.is_free()
    }

    fn estimate(&self, question: SearchQuestion<'_>, points: &Points, scale: Scale) -> SearchRows {
        SearchRows {
            rows: Estimate::of(self.situation, question.chance, points).scaled(scale).rows(question.root),
            estimated: true,
            search: None,
        }
    }

    /// Stores a search beside those before it as far as all of them fit the memory.
    fn store<'p>(
        &self,
        search: Search<'_, 'p>,
        options: &search::Options,
        draft: &mut Draft<'p>,
    ) -> Result<Vec<search::Row>, SearchError> {
        let mut counted = self.counted().take(search.root, options);
        let mut playable =
            |options: &search::Options| search.playable_counted(options, &mut counted, self.progress);
        let held: usize = draft.searches.iter().filter(|one| one.kept.is_some()).map(|one| one.hands).sum();
        let room = self.options.room().saturating_sub(held);
        let beside = search::Options { max_hands: options.max_hands.min(room), ..options.clone() };
        let playable = match playable(&beside) {
            Err(SearchError::TooLarge { .. }) if beside.max_hands < options.max_hands => {
                draft.searches.iter_mut().for_each(|one| one.kept = None);
                playable(options)?
            }
            playable => playable?,
        };
        let rows = playable.outcome().rows.clone();
        let (root, hands) = (OwnedRoot::of(search.root), playable.outcome().hands);
        let (chance, payoffs, options) = (search.chance.clone(), search.payoffs, options.clone());
        draft.hands += hands;
        draft.searches.push(StoredSearch { root, chance, payoffs, options, hands, kept: Some(playable) });
        Ok(rows)
    }

    /// Adds details to the candidates that they are asked for, and removes those of the others.
    pub(super) fn add_details(&self, draft: &mut Draft<'_>) -> Result<(), SearchError> {
        let Draft { candidates, searches, draws, .. } = draft;
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
                    Action::Ankan { .. } | Action::Kakan { .. } | Action::Daiminkan | Action::Kita
                );
                let played = if kan { played.without_first_draw() } else { played };
                let mut details = Details::shown(played, &candidate.play);
                for target in details.iter_mut().flat_map(|details| &mut details.targets) {
                    target.hand = with_known(&target.hand, searched.root.melds());
                }
                candidate.play.details = details.map(|details| details.of_turns(*draws));
            }
        }
        Ok(())
    }
}
