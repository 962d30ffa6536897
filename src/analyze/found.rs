//! What has been found at one depth.

use super::payments::Payments;
use super::report::Nagashi;
use super::scale::Scale;
use super::searched::Searched;
use super::{Action, Because, Candidate, Situation};
use crate::hand::WaitingHand;
use crate::search::{self, Play};
use crate::shape::{self, Shanten, Ukeire};
use crate::tile::KindSet;

/// What has been found at one depth.
pub(super) struct Found<'p> {
    pub(super) payments: &'p Payments<'p>,
    pub(super) candidates: Vec<Candidate>,
    /// What each of them leaves in the hand; none after a win.
    pub(super) hands_after: Vec<Option<WaitingHand>>,
    pub(super) hands: usize,
    pub(super) draws: usize,
    /// Searches whose rows may have to tell more.
    pub(super) searches: Vec<Searched<'p>>,
    /// What is left of averages beside the search of passing.
    pub(super) scale: Scale,
}

/// Where a row comes from.
#[derive(Clone, Copy)]
pub(super) struct Source {
    estimated: bool,
    /// Its search, and its place there.
    origin: Option<(usize, usize)>,
}

/// The rows of one search.
pub(super) struct Rows {
    pub(super) rows: Vec<search::Row>,
    /// Whether they are averages.
    pub(super) estimated: bool,
    /// The number of the search, where its rows may have to tell more.
    pub(super) search: Option<usize>,
}

impl Rows {
    pub(super) fn sourced(self) -> impl Iterator<Item = (search::Row, Source)> {
        let Rows { rows, estimated, search } = self;
        let of = move |place| Source { estimated, origin: search.map(|search| (search, place)) };
        rows.into_iter().enumerate().map(move |(place, row)| (row, of(place)))
    }
}

impl Candidate {
    pub(super) fn come_from(&mut self, source: Source) {
        (self.estimated, self.origin) = (source.estimated, source.origin);
    }
}

impl<'p> Found<'p> {
    pub(super) fn new(payments: &'p Payments<'p>) -> Found<'p> {
        Found {
            payments,
            candidates: Vec::new(),
            hands_after: Vec::new(),
            hands: 0,
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
        self.push_known(action, (shape::shanten(hand), ukeire), Some(hand.clone()), play)
    }

    pub(super) fn push_known(
        &mut self,
        action: Action,
        (shanten, ukeire): (Shanten, Ukeire),
        after: Option<WaitingHand>,
        play: Play,
    ) -> &mut Candidate {
        // ranked when all are there
        let (policy, estimated, facts, origin) = (None, false, None, None);
        let (searched, value, ranked, group, share) = (play.value, 0.0, 0.0, 0, None);
        self.hands_after.push(after);
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
        let ukeire = Ukeire { kinds: KindSet::EMPTY, tiles: 0, dead: KindSet::EMPTY };
        self.push_known(action, (Shanten::COMPLETE, ukeire), None, play);
    }
}
