//! Exchange sets: which 13-tile hands a search looks at (Kurita & Hoki, DAG, eq. 7 to 14).
//!
//! A hand is searched when it lies between the root `q0` and some winning hand `w` that has at most
//! `n + 1` tiles which `q0` has not: for every kind the count in the hand, melds included, is between
//! those in `q0` and `w` (a partial exchange), it has at most `n` tiles more than `q0`, and its melds
//! are groups of `w`. "Between" and the distance (tomohxx, eq. 4) are both sums and bounds per kind,
//! so that the cheapest `w` for a given hand is a min-plus sum over the suits of the cheapest suit
//! part with so many groups and pairs. No winning hand is ever listed: each suit is walked once for
//! each set of melds, kind by kind, with the runs that are still open as the state, and the four
//! suits are joined by their distance vectors.
//!
//! Deviations from the letter of the definition, none of which changes a value: a hand that needs
//! more copies of a kind than are unseen can never be held and is left out, and so is one whose
//! melds are part of no winning hand within reach; a red five makes its own copy of a hand for each
//! place that it can have, because it scores differently.

pub(crate) mod class;
pub(crate) mod listings;
pub(crate) mod melds;
pub(crate) mod needs;
pub(crate) mod origin;
pub(crate) mod suit;

use crate::hand::{Deck, Unseen};
use crate::search::set::class::{CallLimits, Class, TooManyParts};
use crate::search::set::listings::Listings;
use crate::search::set::needs::{Base, Goal, NO_NEED, Needs, Walk};
use crate::search::set::origin::{OwnTiles, SuitRoot, local_of};
use crate::search::set::suit::SuitParts;
use crate::tile::{KindSet, Suit, Tile};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The searched hands: each names its four suit parts, 16 bits a suit.
pub(crate) struct SearchSet {
    pub(crate) suits: [SuitParts; 4],
    /// Sorted, without repetition.
    pub(crate) hands: Vec<u64>,
    /// What the hands are dealt from.
    pub(crate) deck: Deck,
}

/// The position of the part of suit `s` in a hand's key.
pub(crate) const fn part(key: u64, s: usize) -> u16 {
    (key >> (16 * s)) as u16
}

/// A key with another part of suit `s`.
pub(crate) const fn with_part(key: u64, s: usize, part: u16) -> u64 {
    key & !(0xffff << (16 * s)) | (part as u64) << (16 * s)
}

/// More hands than the caller allows.
#[derive(Debug)]
pub(crate) struct TooMany {
    pub(crate) hands: usize,
}

impl From<TooManyParts> for TooMany {
    fn from(_: TooManyParts) -> TooMany {
        TooMany { hands: usize::from(u16::MAX) }
    }
}

/// The root of a search.
pub(crate) struct SetRoot<'a> {
    /// What the player owns.
    pub(crate) owned: OwnTiles<'a>,
    /// Tiles more than 13: 1 for a drawn hand, 0 for a waiting one.
    pub(crate) surplus: u8,
    /// The tiles that may be discarded from a drawn hand.
    pub(crate) discards: Vec<Tile>,
}

/// What searches of one root have listed of its suits, for the next one.
#[derive(Default)]
pub(crate) struct KnownSuits([Listings; 4]);

/// Q_S(n, m_f) with a copy for every place of the red fives (eq. 10 and 14). `known` is of the same root, unseen and wanted tiles.
pub(crate) fn exchanges(
    start: &SetRoot<'_>,
    unseen: &Unseen,
    wanted: KindSet,
    n: usize,
    calling: CallLimits,
    max_hands: usize,
    known: &mut KnownSuits,
) -> Result<SearchSet, TooMany> {
    let goal = Goal { special: start.owned.melds.is_empty(), reach: n as u8 + 1 };
    let roots = Suit::ALL.map(|suit| SuitRoot::new(&start.owned, unseen, wanted, suit));
    let free: Vec<Needs> =
        roots.iter().map(|root| Walk::free(root, &Base { cap: root.cap, ..Base::NONE }, goal)).collect();
    let suits: Vec<SuitParts> = roots
        .into_par_iter()
        .zip(&mut known.0)
        .enumerate()
        .map(|(s, (root, known))| {
            let others = (0..4).filter(|&o| o != s).fold(NO_NEED, |sum, o| goal.join(&sum, &free[o]));
            let here = start.discards.iter().filter(|tile| tile.kind().suit() == root.suit);
            let discards: Vec<usize> = here.map(|&tile| local_of(tile)).collect();
            SuitParts::new(root, &others, goal, calling, &discards, known)
        })
        .collect::<Result<_, TooManyParts>>()?;
    let Ok(mut suits) = <[SuitParts; 4]>::try_from(suits) else { unreachable!("four suits") };

    let halves = Halves::new(&suits, &free, goal, calling, max_hands)?;
    let fits = |a: &Class, b: &Class| {
        let calls = a.calls + b.calls;
        let reach = calling.goal(goal, calls).reach;
        a.gained + b.gained < reach
            && usize::from(calls) <= calling.calls
            && goal.distance(&a.needs, &b.needs) <= reach
    };
    let matches = halves.matches(start.surplus, fits, max_hands)?;
    suits.par_iter_mut().try_for_each(|suit| suit.link(calling))?;
    let mut hands = halves.hands(&matches);
    if start.surplus == 0 {
        hands.push(root_key(&suits, None));
    }
    hands.extend(start.discards.iter().map(|&tile| root_key(&suits, Some(tile))));
    hands.par_sort_unstable();
    hands.dedup();
    Ok(SearchSet { suits, hands, deck: start.owned.deck })
}

/// The key of the root, or of the drawn root without one of its tiles.
pub(crate) fn root_key(suits: &[SuitParts; 4], discard: Option<Tile>) -> u64 {
    suits.iter().enumerate().fold(0, |key, (s, parts)| {
        let here = discard.filter(|tile| tile.kind().suit() == parts.root.suit);
        let part = parts.root_part(here.map(local_of)).expect("the root is among the patterns");
        with_part(key, s, part)
    })
}

/// Pairs of suit parts for each hand that is allowed, beyond which a search does not fit: those that fit and have more than a
/// hundred hands have fewer pairs than hands. A pair takes four bytes, a hand some hundreds.
const PAIRS_PER_HAND: usize = 32;

/// Small searches have more pairs than hands.
const LEAST_PAIRS: usize = 1 << 16;

/// Man and pin together, and sou and honours: a hand is one of each.
struct Halves {
    front: Pairing,
    back: Pairing,
}

/// By class of the front half the classes of the back half, by their places, that are hands with it.
struct Matches(Vec<Vec<usize>>);

impl Halves {
    /// `free` are the least needs of each suit.
    fn new(
        suits: &[SuitParts; 4],
        free: &[Needs],
        goal: Goal,
        calling: CallLimits,
        max_hands: usize,
    ) -> Result<Halves, TooMany> {
        let most = max_hands.max(LEAST_PAIRS).saturating_mul(PAIRS_PER_HAND);
        let pair = |a: usize, b: usize, rest| {
            Pairing::new([&suits[a], &suits[b]], goal, calling, &rest, most)
                .ok_or(TooMany { hands: max_hands.saturating_add(1) })
        };
        let (front, back) = rayon::join(
            || pair(0, 1, goal.join(&free[2], &free[3])),
            || pair(2, 3, goal.join(&free[0], &free[1])),
        );
        Ok(Halves { front: front?, back: back? })
    }

    /// Which classes fit together when the root has so many tiles more than 13.
    fn matches(
        &self,
        surplus: u8,
        fits: impl Fn(&Class, &Class) -> bool + Sync,
        max_hands: usize,
    ) -> Result<Matches, TooMany> {
        let Halves { front, back } = self;
        // the hand has as many tiles as it must: what one half has lost, the other has gained
        let mut by_balance: FxHashMap<i8, Vec<usize>> = FxHashMap::default();
        for (j, (class, _)) in back.classes.iter().enumerate() {
            by_balance.entry(class.lost as i8 - class.gained as i8).or_default().push(j);
        }
        let matches_of = |a: &Class| {
            let balance = surplus as i8 - (a.lost as i8 - a.gained as i8);
            let there = by_balance.get(&balance).into_iter().flatten().copied();
            there.filter(|&j| fits(a, &back.classes[j].0)).collect::<Vec<usize>>()
        };
        // counted first: the lists themselves can be too long to keep
        let (so_far, kept) = (AtomicU64::new(0), AtomicUsize::new(0));
        let matches = front.classes.par_iter().map(|(a, members)| {
            let list = matches_of(a);
            let there: usize = list.iter().map(|&j| back.classes[j].1.len()).sum();
            let hands = members.len() as u64 * there as u64;
            so_far.fetch_add(hands, Ordering::Relaxed);
            // each match is a hand at least
            match kept.fetch_add(list.len(), Ordering::Relaxed) > max_hands {
                true => Vec::new(),
                false => list,
            }
        });
        let matches = matches.collect();
        match usize::try_from(so_far.into_inner()).unwrap_or(usize::MAX) {
            hands if hands > max_hands => Err(TooMany { hands }),
            _ => Ok(Matches(matches)),
        }
    }

    /// The keys of the hands that match, in no order.
    fn hands(&self, Matches(matches): &Matches) -> Vec<u64> {
        let Halves { front, back } = self;
        let hands = matches.par_iter().zip(&front.classes).flat_map_iter(|(list, (_, members))| {
            members.iter().flat_map(move |&low| {
                list.iter().flat_map(move |&j| {
                    back.classes[j].1.iter().map(move |&high| u64::from(low) | u64::from(high) << 32)
                })
            })
        });
        hands.collect()
    }
}

/// Two suits together, again by class; members are two 16-bit part numbers.
struct Pairing {
    classes: Vec<(Class, Vec<u32>)>,
}

impl Pairing {
    /// None where there are more than `most` of them.
    fn new(
        [a, b]: [&SuitParts; 2],
        goal: Goal,
        calling: CallLimits,
        rest: &Needs,
        most: usize,
    ) -> Option<Pairing> {
        let mut room = most;
        let mut found: FxHashMap<Class, Vec<u32>> = FxHashMap::default();
        for (low, low_members) in &a.classes {
            for (high, high_members) in &b.classes {
                if low.gained + high.gained >= goal.reach
                    || low.lost + high.lost > goal.reach
                    || usize::from(low.calls + high.calls) > calling.calls
                {
                    continue;
                }
                let class = low.join(high, goal);
                if goal.distance(&class.needs, rest) > goal.reach {
                    continue;
                }
                room = room.checked_sub(low_members.len() * high_members.len())?;
                let members = found.entry(class).or_default();
                for i in low_members.clone() {
                    members.extend(high_members.clone().map(|j| (j as u32) << 16 | i as u32));
                }
            }
        }
        let mut classes: Vec<_> = found.into_iter().collect();
        classes.sort_unstable();
        Some(Pairing { classes })
    }
}
