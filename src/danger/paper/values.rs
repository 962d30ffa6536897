//! What the hands of one opponent are worth, asked of `score` once for all hands that are worth the same.
//!
//! Beside the melds, han and fu depend on each group's suit, on whether it is a run or a triplet, inside or
//! outside, on which honour it is, and, of the numbers, on no more than whether runs or triplets make a
//! pattern together. A test compares every hand with its own score.

use super::parts::{Id, Manner, NONE, group_of};
use super::prices::Price;
use crate::hand::{Group, Meld};
use crate::rules::Rules;
use crate::score::{self, Circumstances, Claim, Place, Ready, Standard, Win, score_form};
use crate::tile::{Kind, Suit};

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
    pairs: [u8; 34],
    /// By two groups, the completed one first: a number for all that are worth the same.
    class: Vec<u16>,
    /// By class: two groups of it.
    examples: Vec<[Id; 2]>,
    /// By class, pair and manner; 0 is not known yet.
    known: Vec<u16>,
}

/// All of the sou suit that green hands have.
const GREEN: [bool; 9] = [false, true, true, true, false, true, false, true, false];

/// Whether a group of green tiles only can be made of the kind, or of the run from it.
fn green(group: Group) -> bool {
    match group {
        Group::Run(low) => low.suit() == Suit::Sou && low.number() == 2,
        Group::Triplet(kind) | Group::Quad(kind) if kind.is_honour() => kind.number() == 6,
        Group::Triplet(kind) | Group::Quad(kind) => kind.suit() == Suit::Sou && GREEN[kind.number() - 1],
    }
}

/// Which kinds and groups are worth the same beside the melds.
struct Classes {
    /// By kind, below [`PAIRS`]: 2 for each number suit, green bamboos, honours.
    pairs: [u8; 34],
    /// All melds are green.
    green: bool,
}

impl Classes {
    /// Winds differ by their han alone, and dragons not at all, where no meld has any: two groups
    /// and a pair make none of the patterns of four winds or three dragons, and small dragons are two
    /// dragons and a third one alike.
    fn new(setting: &Setting) -> Classes {
        let melds = || setting.melds.iter().map(|meld| meld.group());
        let has = |of: fn(Kind) -> bool| melds().any(|group| of(group.kind()));
        let (winds, dragons) = (has(Kind::is_wind), has(Kind::is_dragon));
        let green = melds().all(green);
        let own = [setting.table.round, setting.table.seat].map(Kind::wind);
        let han = |kind: Kind| own.into_iter().filter(|&wind| wind == kind).count();
        let same = |kind: Kind| {
            let one_of = |other: &Kind| match (kind.is_wind(), winds, dragons || green) {
                _ if *other == kind => true,
                (true, false, _) => other.is_wind() && han(*other) == han(kind),
                (false, _, false) => other.is_dragon(),
                _ => false,
            };
            Kind::ALL.into_iter().find(one_of).unwrap_or(kind)
        };
        let class = |kind: Kind| match kind.suit() {
            Suit::Honour => 7 + same(kind).number() as u8 - 1,
            Suit::Sou if green && GREEN[kind.number() - 1] => 6,
            suit => 2 * suit.index() as u8 + u8::from(kind.is_terminal()),
        };
        Classes { pairs: Kind::ALL.map(class), green }
    }

    /// The class of a group by itself, below 22; the last one is no group.
    fn group(&self, id: Id) -> u16 {
        match group_of(id) {
            None => 21,
            Some(run @ Group::Run(_)) if self.green && green(run) => 6,
            Some(Group::Run(low)) => {
                (2 * low.suit().index() + usize::from(matches!(low.number(), 1 | 7))) as u16
            }
            Some(Group::Triplet(kind) | Group::Quad(kind)) => 7 + u16::from(self.pairs[kind.index()]),
        }
    }
}

/// Runs by suit, and triplets of numbers, as bits.
#[derive(Clone, Copy, Default)]
struct MeldNumbers {
    runs: [u16; 3],
    triplets: [u16; 3],
}

impl MeldNumbers {
    fn add(mut self, group: Group) -> MeldNumbers {
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
        let melds = setting.melds.iter().fold(MeldNumbers::default(), |all, meld| all.add(meld.group()));
        let mut numbers = vec![u16::MAX; 22 * 22 * 8];
        let (mut class, mut classes) = (vec![u16::MAX; IDS * IDS], 0);
        let mut examples = Vec::new();
        let classes_of = Classes::new(setting);
        let alone: [u16; IDS] = std::array::from_fn(|id| classes_of.group(id as Id));
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
                    examples.push([first as Id, second as Id]);
                }
                class[first * IDS + second] = *number;
            }
        }
        let known = vec![0; usize::from(classes) * PAIRS * MANNERS];
        Values { setting, win, pairs: classes_of.pairs, class, examples, known }
    }

    /// The class of a pair of the kind, below [`PAIRS`].
    pub fn pair_class(&self, kind: Kind) -> u8 {
        self.pairs[kind.index()]
    }

    /// Two groups that are worth the same as these to a hand that waits for its pair.
    pub fn like(&self, groups: [Id; 2]) -> [Id; 2] {
        let [a, b] = [groups[0].min(groups[1]), groups[0].max(groups[1])].map(usize::from);
        self.examples[usize::from(self.class[a * IDS + b])]
    }

    /// The price of two groups beside the melds, the completed one first, a pair and the way of waiting,
    /// dora left out; `None` without a yaku.
    #[inline]
    pub fn price(&mut self, mut groups: [Id; 2], pair: usize, manner: Manner) -> Option<Price> {
        if manner == Manner::Tanki && groups[0] > groups[1] {
            groups.swap(0, 1);
        }
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
        let class = |kind: &&Kind| usize::from(self.pairs[kind.index()]) == pair;
        let pair = *Kind::ALL.iter().find(class)?;
        let (tile, place) = match (manner, concealed.first()) {
            (Manner::Tanki, _) | (_, None) => (pair, Place::Pair),
            (_, Some(first)) => (Kind::ALL[first.kind().index() + winning(manner, *first)], Place::Group(0)),
        };
        let form = Standard::new(&concealed, pair, place)?;
        let Setting { melds, table, rules, .. } = self.setting;
        score_form(melds, form, tile, Circumstances { win: &self.win, table, rules }).map(Price::of)
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
