//! Which tiles help.

use super::distances::{join, replacement};
use super::limits::Limits;
use super::lookup::SuitKey;
use super::special::{ORPHANS, Special};
use super::{Shanten, shanten};
use crate::hand::{DrawnHand, Unseen, WaitingHand};
use crate::tile::{Kind, KindSet, Suit, Tile};

/// The tiles that lower a hand's shanten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ukeire {
    /// Kinds that lower it and of which a tile is unseen.
    pub kinds: KindSet,
    /// Unseen tiles of those kinds.
    pub tiles: u32,
    /// Kinds that would lower it, but all of their tiles can be seen. A kind of which the player's own
    /// concealed tiles and melds hold all four lowers nothing and is not here either.
    pub dead: KindSet,
}

/// The tiles that lower the shanten of a hand.
pub fn ukeire(hand: &WaitingHand, unseen: &Unseen) -> Ukeire {
    count(helpful(hand), unseen)
}

/// One way to discard, and what is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discard {
    /// What is discarded.
    pub tile: Tile,
    /// The shanten afterwards.
    pub shanten: Shanten,
    /// The ukeire afterwards.
    pub ukeire: Ukeire,
}

/// Every discard in the order of tiles, with the shanten and ukeire after it.
///
/// `unseen` is what the player does not see now: the discard leaves it as it is.
pub fn discards(hand: &DrawnHand, unseen: &Unseen) -> Vec<Discard> {
    hand.discards()
        .filter_map(|tile| {
            let after = hand.discard(tile)?;
            Some(Discard { tile, shanten: shanten(&after), ukeire: ukeire(&after, unseen) })
        })
        .collect()
}

fn count(helpful: KindSet, unseen: &Unseen) -> Ukeire {
    let mut ukeire = Ukeire::default();
    for kind in helpful.iter() {
        match unseen.counts()[kind] {
            0 => ukeire.dead.insert(kind),
            n => {
                ukeire.kinds.insert(kind);
                ukeire.tiles += u32::from(n);
            }
        }
    }
    ukeire
}

/// Kinds that lower the shanten and of which the player does not own all four.
pub(super) fn helpful(hand: &WaitingHand) -> KindSet {
    let bits = if hand.melds().is_empty() { closed(hand.concealed().as_array()) } else { beside_melds(hand) };
    KindSet::from_bits(bits).unwrap_or_default()
}

fn closed(counts: &[u8; 34]) -> u64 {
    let keys = SuitKey::of_hand(counts);
    let [m, p, s, z] = keys.map(SuitKey::class);
    let (mp, sz) = (m.join(p), s.join(z));
    let standard = mp.replacement(sz, 4);
    let special = Special::of(counts);
    let (pairs, orphans) = (special.seven_pairs(), special.thirteen_orphans());
    let now = standard.min(pairs).min(orphans);
    let mut bits = 0;
    if standard == now {
        let rest = [sz.join(p), sz.join(m), mp.join(z), mp.join(s)];
        for (suit, (key, rest)) in keys.into_iter().zip(rest).enumerate() {
            let kinds = if suit == 3 { 7 } else { 9 };
            for i in 0..kinds {
                let lower = key.plus(i).class().replacement(rest, 4) < now;
                bits |= u64::from(lower) << (suit * 9 + i);
            }
        }
        bits &= !special.full; // a fifth copy: its key means another hand
    }
    if pairs == now {
        bits |= special.single() | if special.kinds() < 7 { special.absent() } else { 0 };
    }
    if orphans == now {
        let pair = special.two & ORPHANS != 0;
        bits |= ORPHANS & (special.absent() | if pair { 0 } else { special.single() });
    }
    bits
}

fn beside_melds(hand: &WaitingHand) -> u64 {
    let limits = Limits::beside(hand.melds());
    let groups = 4 - hand.melds().len();
    let counts = hand.concealed();
    let suits = Suit::ALL.map(|suit| limits.distances(counts, suit));
    let [m, p, s, z] = &suits;
    let (mp, sz) = (join(m, p), join(s, z));
    let now = replacement(&mp, &sz, groups);
    let rest = [join(&sz, p), join(&sz, m), join(&mp, z), join(&mp, s)];
    let mut bits = 0;
    for (i, kind) in Kind::ALL.into_iter().enumerate() {
        let Some(more) = counts.plus(kind).ok().filter(|more| more[kind] <= limits.of(kind)) else {
            continue;
        };
        let suit = kind.suit();
        let lower = replacement(&limits.distances(&more, suit), &rest[suit.index()], groups) < now;
        bits |= u64::from(lower) << i;
    }
    bits
}
