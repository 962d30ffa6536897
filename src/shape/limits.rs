//! Shanten of hands with melds: a kind that melds use has fewer copies left for the concealed part.

use super::automaton;
use super::distances::SuitReading;
use super::lanes::Lanes;
use super::lookup::SuitKey;
use super::{Hand, Shanten};
use crate::hand::Meld;
use crate::tile::{Counts, Kind, KindSet, Players, Suit};
use arrayvec::ArrayVec;

/// Copies of each kind that the melds of one hand leave for its concealed part, and groups still to build.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Limits {
    left: [u8; 34],
    groups: usize,
    players: Players,
}

impl Limits {
    /// What these melds leave of the tiles of four players.
    pub(crate) fn beside(melds: &[Meld]) -> Limits {
        Limits::among(Players::Four, melds)
    }

    /// The same of the tiles that so many players have.
    pub(super) fn among(players: Players, melds: &[Meld]) -> Limits {
        let mut left = Kind::ALL.map(|kind| players.copies(kind));
        for (kind, tiles) in melds.iter().flat_map(|m| m.kinds()) {
            left[kind.index()] = left[kind.index()].saturating_sub(tiles as u8);
        }
        Limits { left, groups: 4usize.saturating_sub(melds.len()), players }
    }

    /// Copies of the kind that the melds leave.
    pub(super) fn left(&self, kind: Kind) -> u8 {
        self.left[kind.index()]
    }

    /// Whether the suit has all its copies, so that its class is exact.
    pub(crate) fn is_free(&self, suit: Suit) -> bool {
        self.suit(suit).iter().all(|&n| n == 4)
    }

    /// Partial replacement numbers of a suit under these limits (tomohxx, eq. 10 with w_i at most the limit).
    pub(super) fn lanes(&self, counts: &Counts, suit: Suit) -> Lanes {
        match SuitKey::new(counts, suit).filter(|_| self.is_free(suit)) {
            Some(key) => Lanes::of(key.class().distances()),
            None => automaton::read(self.kinds(counts, suit), self.reading(suit)),
        }
    }

    /// A suit's tiles of each kind, and its limits.
    fn kinds(&self, counts: &Counts, suit: Suit) -> impl Iterator<Item = (u8, u8)> + Clone {
        counts.suit(suit).iter().copied().zip(self.suit(suit).iter().copied())
    }

    fn reading(&self, suit: Suit) -> SuitReading {
        let runs = suit != Suit::Honour && (self.players, suit) != (Players::Three, Suit::Man);
        SuitReading { runs, groups: self.groups as u8 }
    }

    fn suit(&self, suit: Suit) -> &[u8] {
        &self.left[suit.first()..suit.first() + suit.size()]
    }
}

/// Shanten of four groups, melds included, and a pair.
pub(super) fn shanten(hand: &impl Hand) -> Shanten {
    let limits = Limits::among(hand.players(), hand.melds());
    let [man, pin, sou, honours] = Suit::ALL.map(|suit| limits.lanes(hand.concealed(), suit));
    let rest = sou.join(honours).complement(limits.groups);
    Shanten::from_replacement(man.join(pin).replacement(rest))
}

/// A hand beside melds, suit by suit.
pub(super) struct LimitedHand {
    limits: Limits,
    counts: Counts,
    suits: [SuitAndMore; 4],
}

/// What a suit is worth, and with one tile more of each kind; [`Lanes::NONE`] where the limits leave none.
#[derive(Clone, Copy)]
struct SuitAndMore {
    now: Lanes,
    more: [Lanes; 9],
}

impl LimitedHand {
    pub(super) fn of(hand: &impl Hand) -> LimitedHand {
        let limits = Limits::among(hand.players(), hand.melds());
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
        let [man, pin, sou, honours] = self.suits.each_ref().map(|suit| suit.now);
        let (left, right) = (man.join(pin), sou.join(honours));
        let rest = [right.join(pin), right.join(man), left.join(honours), left.join(sou)];
        let now = left.replacement(right.complement(self.limits.groups));
        let mut bits = 0;
        for ((suit, SuitAndMore { more, .. }), rest) in Suit::ALL.into_iter().zip(&self.suits).zip(rest) {
            let rest = rest.complement(self.limits.groups);
            for (i, more) in more[..suit.size()].iter().enumerate() {
                bits |= u64::from(more.is_nearer(rest, now)) << (suit.first() + i);
            }
        }
        (Shanten::from_replacement(now), KindSet::from_bits(bits).unwrap_or_default())
    }
}

impl SuitAndMore {
    fn of(limits: &Limits, counts: &Counts, suit: Suit) -> SuitAndMore {
        match SuitKey::new(counts, suit).filter(|_| limits.is_free(suit)) {
            Some(key) => {
                let mut more = [Lanes::NONE; 9];
                for (i, (more, &have)) in more.iter_mut().zip(counts.suit(suit)).enumerate() {
                    if have < 4 {
                        *more = Lanes::of(key.plus(i).class().distances());
                    }
                }
                SuitAndMore { now: Lanes::of(key.class().distances()), more }
            }
            None => {
                let kinds: ArrayVec<_, 9> = limits.kinds(counts, suit).collect();
                let (now, more) = automaton::read_more(&kinds, limits.reading(suit));
                SuitAndMore { now, more }
            }
        }
    }
}
