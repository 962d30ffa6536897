//! Shanten of hands with melds: a kind that melds use has fewer copies left for the concealed part.

use super::distances::{Distances, Partial, join, replacement};
use super::lookup::SuitKey;
use super::{Hand, Shanten};
use crate::hand::Meld;
use crate::tile::{Counts, Kind, KindSet, Suit};

/// Copies of each kind that the melds of one hand leave for its concealed part, and groups still to build.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Limits {
    left: [u8; 34],
    groups: usize,
}

impl Limits {
    /// What these melds leave.
    pub(crate) fn beside(melds: &[Meld]) -> Limits {
        let mut left = [4u8; 34];
        for (kind, tiles) in melds.iter().flat_map(|m| m.kinds()) {
            left[kind.index()] = left[kind.index()].saturating_sub(tiles as u8);
        }
        Limits { left, groups: 4usize.saturating_sub(melds.len()) }
    }

    /// Copies of the kind that the melds leave.
    pub(super) fn left(&self, kind: Kind) -> u8 {
        self.left[kind.index()]
    }

    /// Whether the suit has all its copies, so that its class tells the whole truth.
    pub(crate) fn is_free(&self, suit: Suit) -> bool {
        self.suit(suit).iter().all(|&n| n == 4)
    }

    /// Partial replacement numbers of a suit under these limits (tomohxx, eq. 10 with w_i at most the limit).
    ///
    /// A suit that is not free takes about 0.5 microseconds: who asks for the same tiles often keeps the answer.
    pub(crate) fn distances(&self, counts: &Counts, suit: Suit) -> Distances {
        if let Some(key) = SuitKey::new(counts, suit).filter(|_| self.is_free(suit)) {
            return *key.class().distances();
        }
        let kinds = counts.suit(suit).iter().zip(self.suit(suit));
        let runs = suit != Suit::Honour;
        kinds.fold(Partial::START, |read, (&have, &limit)| read.feed(have, limit, runs)).finish()
    }

    fn suit(&self, suit: Suit) -> &[u8] {
        &self.left[suit.first()..suit.first() + suit.size()]
    }
}

/// Shanten of four groups, melds included, and a pair.
pub(super) fn shanten(hand: &impl Hand) -> Shanten {
    let limits = Limits::beside(hand.melds());
    let [man, pin, sou, honours] = Suit::ALL.map(|suit| limits.distances(hand.concealed(), suit));
    Shanten::from_replacement(replacement(&join(&man, &pin), &join(&sou, &honours), limits.groups))
}

/// A hand beside melds, suit by suit.
pub(super) struct LimitedHand {
    limits: Limits,
    counts: Counts,
    suits: [SuitAndMore; 4],
}

/// The distances of a suit, and with one tile more of each kind that the limits leave.
#[derive(Clone, Copy)]
struct SuitAndMore {
    now: Distances,
    more: [Option<Distances>; 9],
}

impl LimitedHand {
    pub(super) fn of(hand: &impl Hand) -> LimitedHand {
        let limits = Limits::beside(hand.melds());
        let counts = *hand.concealed();
        let suits = Suit::ALL.map(|suit| SuitAndMore::of(&limits, &counts, suit));
        LimitedHand { limits, counts, suits }
    }

    /// With one tile less, if it has it.
    pub(super) fn minus(&self, kind: Kind) -> Option<LimitedHand> {
        let counts = self.counts.minus(kind).ok()?;
        let mut suits = self.suits;
        suits[kind.suit().index()] = SuitAndMore::of(&self.limits, &counts, kind.suit());
        Some(LimitedHand { limits: self.limits, counts, suits })
    }

    /// The shanten, and the kinds that lower it.
    pub(super) fn shanten_and_helpful(&self) -> (Shanten, KindSet) {
        let [man, pin, sou, honours] = self.suits.each_ref().map(|suit| &suit.now);
        let (left, right) = (join(man, pin), join(sou, honours));
        let now = replacement(&left, &right, self.limits.groups);
        let rest = [join(&right, pin), join(&right, man), join(&left, honours), join(&left, sou)];
        let lowers = |kind: &Kind| {
            let suit = kind.suit().index();
            self.suits[suit].more[kind.number() - 1]
                .is_some_and(|more| replacement(&more, &rest[suit], self.limits.groups) < now)
        };
        (Shanten::from_replacement(now), Kind::ALL.into_iter().filter(lowers).collect())
    }
}

impl SuitAndMore {
    fn of(limits: &Limits, counts: &Counts, suit: Suit) -> SuitAndMore {
        let more = |i| {
            let kind = Kind::of(suit, i + 1)?;
            let more = counts.plus(kind).ok()?;
            (more[kind] <= limits.left[kind.index()]).then(|| limits.distances(&more, suit))
        };
        SuitAndMore { now: limits.distances(counts, suit), more: std::array::from_fn(more) }
    }
}
