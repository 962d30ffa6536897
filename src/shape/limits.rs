//! Shanten of hands with melds: a kind that melds use has fewer copies left for the concealed part.

use super::Hand;
use super::distances::{Distances, Partial, join, replacement};
use super::lookup::SuitKey;
use crate::hand::Meld;
use crate::tile::{Counts, Kind, Suit};

/// Copies of each kind that melds leave for the concealed part: 4 less what they hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Limits([u8; 34]);

impl Limits {
    /// What these melds leave, if they are melds of one hand.
    pub(crate) fn beside(melds: &[Meld]) -> Limits {
        let mut limits = [4u8; 34];
        for (kind, tiles) in melds.iter().flat_map(|m| m.kinds()) {
            limits[kind.index()] = limits[kind.index()].saturating_sub(tiles as u8);
        }
        Limits(limits)
    }

    /// Copies that are left of a kind, 0..=4.
    pub(crate) fn of(&self, kind: Kind) -> u8 {
        self.0[kind.index()]
    }

    /// Whether the suit has all its copies, so that its class tells the whole truth.
    pub(crate) fn is_free(&self, suit: Suit) -> bool {
        self.suit(suit).iter().all(|&n| n == 4)
    }

    /// Partial replacement numbers of a suit under these limits (seed 001, eq. 10 with w_i at most the limit).
    pub(crate) fn distances(&self, counts: &Counts, suit: Suit) -> Distances {
        match SuitKey::new(counts, suit).filter(|_| self.is_free(suit)) {
            Some(key) => *key.class().distances(),
            None => (counts.suit(suit).iter().zip(self.suit(suit)))
                .fold(Partial::START, |partial, (&have, &limit)| {
                    partial.feed(have, limit, suit != Suit::Honour)
                })
                .finish(),
        }
    }

    fn suit(&self, suit: Suit) -> &[u8] {
        &self.0[suit.first()..suit.first() + suit.size()]
    }
}

/// Replacement number for four groups, melds included, and a pair.
pub(super) fn standard(hand: &impl Hand) -> u8 {
    let limits = Limits::beside(hand.melds());
    let [man, pin, sou, honours] = Suit::ALL.map(|suit| limits.distances(hand.concealed(), suit));
    replacement(&join(&man, &pin), &join(&sou, &honours), 4 - hand.melds().len())
}
