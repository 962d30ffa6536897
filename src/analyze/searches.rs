//! The candidates of one stage, and the searches that they come from.

use super::because::Because;
use super::far::Scale;
use super::report::{Candidate, Nagashi};
use super::situation::Situation;
use super::utility::Payments;
use crate::hand::{DrawnHand, Meld, Melds, Unseen, WaitingHand};
use crate::legal::Action;
use crate::search::{
    self, Chance, CountedSet, DeclaredRiichi, KnownSuits, Payoffs, Play, Playable, Progress, Root, Search,
    SearchError, Start,
};
use crate::shape::{self, Shanten, Ukeire};
use crate::tile::KindSet;

/// The report of one stage while it is made.
pub(super) struct Draft<'p> {
    pub(super) payments: &'p Payments<'p>,
    pub(super) candidates: Vec<Candidate>,
    /// The hand after each; none after a win.
    pub(super) hands_after: Vec<Option<WaitingHand>>,
    pub(super) hands: usize,
    /// Most hands of all searches together.
    pub(super) most_hands: usize,
    pub(super) draws: usize,
    /// Searches that can be replayed for details.
    pub(super) searches: Vec<StoredSearch<'p>>,
    /// Factors of averages beside the search of passing.
    pub(super) scale: Scale,
}

/// What an action leaves of the hand.
pub(super) struct HandLeft {
    /// None after a win, and where the hand is thrown in.
    pub(super) hand: Option<WaitingHand>,
    pub(super) shanten: Shanten,
    pub(super) ukeire: Ukeire,
}

impl HandLeft {
    /// No hand waits any more.
    pub(super) fn none(shanten: Shanten) -> HandLeft {
        let ukeire = Ukeire { kinds: KindSet::EMPTY, tiles: 0, dead: KindSet::EMPTY };
        HandLeft { hand: None, shanten, ukeire }
    }
}

/// What is searched: from where, by which chances, and with how many kans declared with the action.
#[derive(Clone, Copy)]
pub(super) struct SearchQuestion<'q> {
    pub(super) root: Root<'q>,
    pub(super) chance: &'q Chance,
    pub(super) kans: usize,
}

/// Where a candidate comes from.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    estimated: bool,
    /// Its search, and its place there.
    place: Option<(usize, usize)>,
}

/// The rows of one search.
pub(super) struct SearchRows {
    pub(super) rows: Vec<search::Row>,
    /// Whether they are averages.
    pub(super) estimated: bool,
    /// The number of the search, where it can be replayed for details.
    pub(super) search: Option<usize>,
}

impl SearchRows {
    pub(super) fn with_origins(self) -> impl Iterator<Item = (search::Row, Origin)> {
        let SearchRows { rows, estimated, search } = self;
        let of = move |place| Origin { estimated, place: search.map(|search| (search, place)) };
        rows.into_iter().enumerate().map(move |(place, row)| (row, of(place)))
    }
}

impl Candidate {
    pub(super) fn come_from(&mut self, origin: Origin) {
        (self.estimated, self.origin) = (origin.estimated, origin.place);
    }
}

impl<'p> Draft<'p> {
    pub(super) fn new(payments: &'p Payments<'p>, most_hands: usize) -> Draft<'p> {
        Draft {
            payments,
            candidates: Vec::new(),
            hands_after: Vec::new(),
            hands: 0,
            most_hands,
            draws: 0,
            searches: Vec::new(),
            scale: Scale::NONE,
        }
    }

    pub(super) fn push(
        &mut self,
        action: Action,
        hand: &WaitingHand,
        situation: &Situation,
        play: Play,
    ) -> &mut Candidate {
        let ukeire = shape::ukeire(hand, situation.unseen());
        let left = HandLeft { hand: Some(hand.clone()), shanten: shape::shanten(hand), ukeire };
        self.push_known(action, left, play)
    }

    pub(super) fn push_known(&mut self, action: Action, left: HandLeft, play: Play) -> &mut Candidate {
        let HandLeft { hand, shanten, ukeire } = left;
        // ranked when all are there
        let (policy, estimated, facts, origin) = (None, false, None, None);
        let (searched, value, ranked, group, share) = (play.value(), 0.0, 0.0, 0, None);
        self.hands_after.push(hand);
        self.candidates.push_mut(Candidate {
            action,
            shanten,
            ukeire,
            play,
            policy,
            estimated,
            ends: None,
            nagashi: Nagashi::None,
            value,
            value_error: None,
            ranked,
            searched,
            group,
            because: Because::NOTHING,
            share,
            origin,
            facts,
        })
    }

    /// Whether there is a row for each of these actions, and for no other.
    pub(super) fn is_all_of(&self, legal: &[Action]) -> bool {
        let rows = || self.candidates.iter().map(|candidate| candidate.action);
        rows().count() == legal.len() && rows().all(|action| legal.contains(&action))
    }

    pub(super) fn won(&mut self, action: Action, play: Play) {
        self.push_known(action, HandLeft::none(Shanten::COMPLETE), play);
    }
}

/// The root of a search, with its hand.
#[derive(PartialEq)]
pub(super) enum OwnedRoot {
    Drawn { hand: DrawnHand, forbidden: KindSet },
    Waiting { hand: WaitingHand, from: Start },
    InRiichi { hand: WaitingHand, from: Start, declared: DeclaredRiichi },
}

impl OwnedRoot {
    pub(super) fn of(root: Root<'_>) -> OwnedRoot {
        match root {
            Root::Drawn { hand, forbidden } => OwnedRoot::Drawn { hand: hand.clone(), forbidden },
            Root::Waiting { hand, from } => OwnedRoot::Waiting { hand: hand.clone(), from },
            Root::InRiichi { hand, from, declared } => {
                OwnedRoot::InRiichi { hand: hand.clone(), from, declared }
            }
        }
    }

    /// The melds that lie before the player.
    pub(super) fn melds(&self) -> &[Meld] {
        match self {
            OwnedRoot::Drawn { hand, .. } => hand.melds(),
            OwnedRoot::Waiting { hand, .. } | OwnedRoot::InRiichi { hand, .. } => hand.melds(),
        }
    }

    fn as_root(&self) -> Root<'_> {
        match *self {
            OwnedRoot::Drawn { ref hand, forbidden } => Root::Drawn { hand, forbidden },
            OwnedRoot::Waiting { ref hand, from } => Root::Waiting { hand, from },
            OwnedRoot::InRiichi { ref hand, from, declared } => Root::InRiichi { hand, from, declared },
        }
    }
}

/// A search of a report that can be replayed for details.
pub(super) struct StoredSearch<'p> {
    pub(super) root: OwnedRoot,
    pub(super) chance: Chance,
    pub(super) payoffs: &'p dyn Payoffs,
    pub(super) options: search::Options,
    pub(super) hands: usize,
    /// None where the memory had no room for it beside those after it: then it is searched again.
    pub(super) kept: Option<Playable<'p>>,
}

impl StoredSearch<'_> {
    pub(super) fn play(
        &mut self,
        rows: &[usize],
        unseen: &Unseen,
        progress: &Progress,
    ) -> Result<Vec<Play>, SearchError> {
        if let Some(kept) = &mut self.kept {
            return kept.play(rows, progress);
        }
        let search =
            Search { root: self.root.as_root(), unseen, chance: &self.chance, payoffs: self.payoffs };
        search.playable(&self.options, progress)?.play(rows, progress)
    }
}

/// The same hand with its melds as they lie before the player, those first: a search does not know whose tiles they took.
pub(super) fn with_known(hand: &WaitingHand, known: &[Meld]) -> WaitingHand {
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
    WaitingHand::of(hand.deck(), *hand.concealed(), hand.reds(), melds).expect("the same tiles")
}

/// Sets of hands that were counted to choose the depth, for the searches that follow.
#[derive(Default)]
pub(super) struct CountCache {
    /// Of the present stage.
    now: Vec<(OwnedRoot, search::Options, CountedSet)>,
    /// Of the deepest stage that fits.
    kept: Vec<(OwnedRoot, search::Options, CountedSet)>,
    /// Suits that the next stage reuses.
    known: Vec<(OwnedRoot, KnownSuits)>,
}

impl CountCache {
    /// How many hands there are.
    pub(super) fn count(
        &mut self,
        root: Root<'_>,
        unseen: &Unseen,
        options: &search::Options,
    ) -> Result<usize, SearchError> {
        let root_of = OwnedRoot::of(root);
        let place = self.known.iter().position(|(known, _)| *known == root_of).unwrap_or_else(|| {
            self.known.push((OwnedRoot::of(root), KnownSuits::default()));
            self.known.len() - 1
        });
        let counted = CountedSet::of(root, unseen, options, &mut self.known[place].1)?;
        let hands = counted.hands();
        self.now.push((root_of, options.clone(), counted));
        Ok(hands)
    }

    /// The stage fits: it replaces the one before.
    pub(super) fn keep(&mut self) {
        self.kept = std::mem::take(&mut self.now);
    }

    /// The stage is too large.
    pub(super) fn forget(&mut self) {
        self.now.clear();
    }

    /// No other stage is counted.
    pub(super) fn end(&mut self) {
        *self = CountCache { kept: std::mem::take(&mut self.kept), ..Default::default() };
    }

    /// The set of this search, if it was counted.
    pub(super) fn take(&mut self, root: Root<'_>, options: &search::Options) -> Option<CountedSet> {
        let root_of = OwnedRoot::of(root);
        let place = self.kept.iter().position(|(known, with, _)| *known == root_of && with == options)?;
        Some(self.kept.swap_remove(place).2)
    }
}
