//! Every winning form of a hand, by backtracking (kobalab), with every place of the winning tile.

use super::wait::Wait;
use crate::hand::{Group, WaitingHand};
use crate::tile::{Kind, KindSet, Suit};
use arrayvec::ArrayVec;

/// The most forms that one hand and winning tile have; a test walks all hands of one suit, which have the most.
pub const MOST_FORMS: usize = 16;

/// All winning forms of a hand.
pub type Forms = ArrayVec<Form, MOST_FORMS>;

/// A way to read 14 tiles as a complete hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// Four groups, melds included, and a pair.
    Standard(Standard),
    /// Seven different pairs.
    SevenPairs,
    /// All thirteen terminals and honours, one of them twice.
    ThirteenOrphans {
        /// The pair; with the winning tile in it the hand waited on all thirteen.
        pair: Kind,
    },
}

/// Groups and a pair. The concealed groups come first, melds are not repeated here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Standard {
    groups: [Group; 4],
    len: u8,
    /// The pair.
    pub pair: Kind,
    /// Where the winning tile lies.
    pub won: Place,
}

/// Where the winning tile lies in a standard form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// It completes the pair.
    Pair,
    /// It completes the concealed group with this index in [`Standard::groups`].
    Group(u8),
}

/// Whether the three tiles of a kind are a triplet in every winning form of a hand with these waits.
pub fn is_always_triplet(hand: &WaitingHand, waits: KindSet, kind: Kind) -> bool {
    let triplet = |form: &Form| match form {
        Form::Standard(standard) => standard.groups().contains(&Group::Triplet(kind)),
        Form::SevenPairs | Form::ThirteenOrphans { .. } => false,
    };
    waits.iter().all(|wait| forms(hand, wait).iter().all(triplet))
}

impl Form {
    /// What the hand waited for, as it is read here, when `tile` completed it.
    pub fn wait(&self, tile: Kind) -> Wait {
        match self {
            Form::SevenPairs => Wait::SevenPairs,
            Form::ThirteenOrphans { pair } if *pair == tile => Wait::ThirteenSided,
            Form::ThirteenOrphans { .. } => Wait::ThirteenOrphans,
            Form::Standard(Standard { won: Place::Pair, .. }) => Wait::Tanki,
            Form::Standard(standard @ Standard { won: Place::Group(index), .. }) => {
                match standard.groups[usize::from(*index)] {
                    Group::Run(low) => run_wait(low, tile),
                    Group::Triplet(_) | Group::Quad(_) => Wait::Shanpon,
                }
            }
        }
    }
}

/// What the run from `low` lacks without `tile`, one of its three.
fn run_wait(low: Kind, tile: Kind) -> Wait {
    match (tile.index() - low.index(), low.number()) {
        (1, _) => Wait::Kanchan,
        (0, 7) | (2, 1) => Wait::Penchan,
        _ => Wait::Ryanmen,
    }
}

impl Standard {
    /// Concealed groups, at most four, and a pair; `won` says where the winning tile lies.
    ///
    /// ```
    /// use nanikiru::{hand::Group, shape::forms::{Place, Standard}, tile::Kind};
    ///
    /// let run = Group::Run(Kind::ALL[0]);
    /// assert!(Standard::new(&[run], Kind::ALL[9], Place::Group(0)).is_some());
    /// assert!(Standard::new(&[run; 5], Kind::ALL[9], Place::Pair).is_none());
    /// assert!(Standard::new(&[run], Kind::ALL[9], Place::Group(1)).is_none());
    /// ```
    pub fn new(groups: &[Group], pair: Kind, won: Place) -> Option<Standard> {
        let inside =
            matches!(won, Place::Pair) || matches!(won, Place::Group(i) if usize::from(i) < groups.len());
        let mut padded = [Group::Triplet(pair); 4];
        padded.get_mut(..groups.len())?.copy_from_slice(groups);
        inside.then_some(Standard { groups: padded, len: groups.len() as u8, pair, won })
    }

    /// The concealed groups in order: runs and triplets.
    pub fn groups(&self) -> &[Group] {
        &self.groups[..self.len.into()]
    }
}

/// Every winning form of `hand` with `tile` as the winning tile; empty when the tile does not complete it.
///
/// Forms differ in their pair, their concealed groups, or the place of the winning tile. Whether a
/// fifth copy of the tile exists is not asked here.
///
/// ```
/// use nanikiru::{hand::{Melds, WaitingHand}, shape::forms::forms, tile::{Counts, Kind, Reds}};
///
/// // 111222333m 8999p and 7p: three triplets, or three equal runs
/// let mut counts = [0; 34];
/// counts[0..3].fill(3);
/// counts[16] = 1;
/// counts[17] = 3;
/// let hand = WaitingHand::new(Counts::new(counts).unwrap(), Reds::NONE, Melds::new()).unwrap();
/// assert_eq!(forms(&hand, Kind::new(15).unwrap()).len(), 2);
/// ```
pub fn forms(hand: &WaitingHand, tile: Kind) -> Forms {
    let mut found = Forms::new();
    each_form(hand, tile, |form| found.push(form));
    found
}

/// Calls `found` with every winning form, in the order of [`forms`].
pub fn each_form(hand: &WaitingHand, tile: Kind, mut found: impl FnMut(Form)) {
    let mut counts = *hand.concealed().as_array();
    counts[tile.index()] += 1;
    if hand.melds().is_empty() {
        irregular(&counts, &mut found);
    }
    let of = |suit: Suit| &counts[suit.first()..suit.first() + suit.size()];
    // groups are threes: the pair lies in the one suit that has two tiles over
    let over = Suit::ALL.map(|suit| of(suit).iter().sum::<u8>() % 3);
    let mut with_pair = Suit::ALL.into_iter().filter(|s| over[s.index()] == 2);
    let (Some(suit), None) = (with_pair.next(), with_pair.next()) else { return };
    if over.contains(&1) {
        return;
    }
    // three bits a kind: a winning tile that is a fifth copy still fits
    let pack = |suit| of(suit).iter().rev().fold(0, |packed, &n| packed << 3 | u32::from(n));
    let packed = Suit::ALL.map(pack);
    for (number, _) in of(suit).iter().enumerate().filter(|(_, n)| **n >= 2) {
        let mut rest = packed;
        rest[suit.index()] -= 2 << (3 * number);
        let pair = Kind::ALL[suit.first() + number];
        divide(rest, 0, &mut ArrayVec::new(), &mut |groups| places(groups, pair, tile, &mut found));
    }
}

/// Seven pairs and thirteen orphans.
fn irregular(counts: &[u8; 34], found: &mut impl FnMut(Form)) {
    if counts.iter().all(|n| matches!(n, 0 | 2)) {
        found(Form::SevenPairs);
    }
    let orphans = Kind::ALL.iter().all(|k| (counts[k.index()] > 0) == k.is_yaochu());
    if let Some(&pair) = Kind::ALL.iter().find(|k| orphans && counts[k.index()] == 2) {
        found(Form::ThirteenOrphans { pair });
    }
}

/// Backtracks over the groups of the lowest kind left: first its runs, a triplet when three are left.
///
/// Taking triplets only from exactly three (kobalab) finds each set of groups once.
fn divide(
    mut rest: [u32; 4],
    mut suit: usize,
    groups: &mut ArrayVec<Group, 4>,
    found: &mut impl FnMut(&[Group]),
) {
    while rest[suit] == 0 {
        suit += 1;
        if suit == rest.len() {
            return found(groups);
        }
    }
    let before = rest[suit];
    let number = before.trailing_zeros() as usize / 3;
    let kind = Kind::ALL[9 * suit + number];
    let next_two = before >> (3 * number + 3);
    if suit < Suit::Honour.index() && next_two & 0o7 != 0 && next_two & 0o70 != 0 {
        rest[suit] = before - (0o111 << (3 * number));
        groups.push(Group::Run(kind));
        divide(rest, suit, groups, found);
        groups.pop();
    }
    if before >> (3 * number) & 7 == 3 {
        rest[suit] = before - (3 << (3 * number));
        groups.push(Group::Triplet(kind));
        divide(rest, suit, groups, found);
        groups.pop();
    }
}

/// A form for each different place of the winning tile.
fn places(groups: &[Group], pair: Kind, tile: Kind, found: &mut impl FnMut(Form)) {
    let mut padded = [Group::Triplet(pair); 4];
    padded[..groups.len()].copy_from_slice(groups);
    let mut form = |won| {
        found(Form::Standard(Standard { groups: padded, len: groups.len() as u8, pair, won }));
    };
    if pair == tile {
        form(Place::Pair);
    }
    for (i, group) in groups.iter().enumerate() {
        // equal runs lie side by side: the lowest kind's runs are taken one after the other
        if i > 0 && groups[i - 1] == *group {
            continue;
        }
        let holds = match *group {
            Group::Run(low) => (0..3).contains(&tile.index().wrapping_sub(low.index())),
            Group::Triplet(kind) | Group::Quad(kind) => kind == tile,
        };
        if holds {
            form(Place::Group(i as u8));
        }
    }
}
