//! What the hands of one opponent are worth, asked of `score` once for all hands that are worth the same.
//!
//! Beside the melds, han and fu depend on each group's suit, on whether it is a run or a triplet, inside or
//! outside, on which honour it is, and, of the numbers, on no more than whether runs or triplets make a
//! pattern together. A test compares every hand with its own score.

use super::parts::{LOCALS, Manner, group};
use super::prices::Price;
use crate::hand::{Group, Meld};
use crate::rules::Rules;
use crate::score::{self, Claim, Place, Ready, Standard, Win, score_form};
use crate::tile::{Kind, Suit};

/// A group by suit: [`LOCALS`] for each, and one place for no group.
pub(super) type Id = u8;
/// No group.
pub(super) const NONE: Id = 4 * LOCALS as Id;
const IDS: usize = NONE as usize + 1;

/// Classes of pairs.
pub(super) const PAIRS: usize = 14;
const MANNERS: usize = 4;

/// The open melds of an opponent, and the table that it would win at.
pub(super) struct Setting<'a> {
    pub melds: &'a [Meld],
    pub table: score::Table,
    pub rules: &'a Rules,
    /// The discard is the last one.
    pub last: bool,
}

/// Prices by what matters.
pub(super) struct Values<'a> {
    setting: &'a Setting<'a>,
    win: Win,
    /// By two groups, the completed one first: a number for all that are worth the same.
    class: Vec<u16>,
    /// By class, pair and manner; 0 is not known yet.
    known: Vec<u16>,
}

/// All of the sou suit that green hands have.
const GREEN: [bool; 9] = [false, true, true, true, false, true, false, true, false];

/// The group with an id; `None` for [`NONE`], and for runs of honours and numbers that they lack.
pub(super) fn group_of(id: Id) -> Option<Group> {
    let (suit, local) = (Suit::ALL.get(usize::from(id) / LOCALS)?, id % LOCALS as u8);
    let exists = *suit != Suit::Honour || (7..14).contains(&local);
    exists.then(|| group(*suit, local))
}

/// The class of a pair of this kind, below [`PAIRS`].
pub(super) fn pair_class(kind: Kind) -> usize {
    let suit = kind.suit();
    match suit {
        Suit::Honour => 7 + kind.number() - 1,
        Suit::Sou if GREEN[kind.number() - 1] => 6,
        _ => 2 * suit.index() + usize::from(kind.is_terminal()),
    }
}

/// A kind of a class.
fn pair_of(class: usize) -> Kind {
    *Kind::ALL.iter().find(|&&kind| pair_class(kind) == class).expect("each class has a kind")
}

/// The class of a group by itself.
fn alone(id: Id) -> u16 {
    match group_of(id) {
        None => 21,
        Some(Group::Run(low)) if low.suit() == Suit::Sou && low.number() == 2 => 6,
        Some(Group::Run(low)) => (2 * low.suit().index() + usize::from(matches!(low.number(), 1 | 7))) as u16,
        Some(Group::Triplet(kind) | Group::Quad(kind)) => 7 + pair_class(kind) as u16,
    }
}

/// Runs by suit, and triplets of numbers, as bits.
#[derive(Clone, Copy, Default)]
struct Numbers {
    runs: [u16; 3],
    triplets: [u16; 3],
}

impl Numbers {
    fn add(mut self, group: Group) -> Numbers {
        let suit = group.kind().suit().index();
        let bit = 1 << (group.kind().number() - 1);
        match group {
            Group::Run(_) => self.runs[suit] |= bit,
            Group::Triplet(kind) | Group::Quad(kind) if !kind.is_honour() => self.triplets[suit] |= bit,
            Group::Triplet(_) | Group::Quad(_) => {}
        }
        self
    }

    /// Which patterns of numbers there are: what may change the price of groups of the same classes.
    fn patterns(self) -> u16 {
        let same = |[m, p, s]: [u16; 3]| u16::from(m & p & s != 0);
        let straight = self.runs.iter().any(|runs| runs & 0b100_1001 == 0b100_1001);
        same(self.runs) | same(self.triplets) << 1 | u16::from(straight) << 2
    }
}

impl<'a> Values<'a> {
    pub fn new(setting: &'a Setting<'a>) -> Values<'a> {
        let claim = if setting.last { Claim::Houtei } else { Claim::Discard };
        let win = Win::Ron { ready: Ready::Dama, claim };
        let melds = setting.melds.iter().fold(Numbers::default(), |all, meld| all.add(meld.group()));
        let mut numbers = vec![u16::MAX; 22 * 22 * 8];
        let (mut class, mut classes) = (vec![u16::MAX; IDS * IDS], 0);
        let alone: [u16; IDS] = std::array::from_fn(|id| alone(id as Id));
        let groups: [Option<Group>; IDS] = std::array::from_fn(|id| group_of(id as Id));
        let real = |id: &usize| *id == usize::from(NONE) || groups[*id].is_some();
        for first in (0..IDS).filter(real) {
            let with_first = groups[first].map_or(melds, |group| melds.add(group));
            for second in (0..IDS).filter(real) {
                let both = groups[second].map_or(with_first, |group| with_first.add(group));
                let key = (alone[first] * 22 + alone[second]) * 8 + both.patterns();
                let number = &mut numbers[usize::from(key)];
                if *number == u16::MAX {
                    *number = classes;
                    classes += 1;
                }
                class[first * IDS + second] = *number;
            }
        }
        let known = vec![0; usize::from(classes) * PAIRS * MANNERS];
        Values { setting, win, class, known }
    }

    /// The price of two groups beside the melds, the completed one first, a pair and the way of waiting,
    /// dora left out; `None` without a yaku.
    #[inline]
    pub fn price(&mut self, groups: [Id; 2], pair: usize, manner: Manner) -> Option<Price> {
        let class = usize::from(self.class[usize::from(groups[0]) * IDS + usize::from(groups[1])]);
        let at = (class * PAIRS + pair) * MANNERS + manner as usize;
        if self.known[at] == 0 {
            self.known[at] = self.ask(groups, pair, manner).map_or(1, |price| 2 + price.cell() as u16);
        }
        match self.known[at] {
            1 => None,
            cell => Some(Price::at(usize::from(cell - 2))),
        }
    }

    #[cold]
    fn ask(&self, groups: [Id; 2], pair: usize, manner: Manner) -> Option<Price> {
        let concealed: arrayvec::ArrayVec<Group, 2> = groups.into_iter().filter_map(group_of).collect();
        let pair = pair_of(pair);
        let (tile, place) = match (manner, concealed.first()) {
            (Manner::Tanki, _) | (_, None) => (pair, Place::Pair),
            (_, Some(first)) => (Kind::ALL[first.kind().index() + winning(manner, *first)], Place::Group(0)),
        };
        let form = Standard::new(&concealed, pair, place)?;
        let Setting { melds, table, rules, .. } = self.setting;
        score_form(melds, form, tile, &self.win, table, rules).map(Price::of)
    }
}

/// Which tile of its group completes it in such a way.
fn winning(manner: Manner, group: Group) -> usize {
    match (manner, group) {
        (Manner::Closed, Group::Run(_)) => 1,
        (Manner::Ryanmen, Group::Run(low)) if low.number() == 7 => 2,
        _ => 0,
    }
}
