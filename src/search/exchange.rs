//! Exchange sets: which 13-tile hands a search looks at (seed 000, eq. 7 to 10).
//!
//! A hand `q` is searched when it lies between the drawn hand `q0` and some winning hand `w` that is
//! at most `n + 1` tiles away: for every kind the count in `q` is between those in `q0` and `w` (a
//! partial exchange), and `q` is reached by at most `n` tiles in and one more out. "Between" and the
//! distance (seed 001, eq. 4) are both sums and bounds per kind, so that the cheapest `w` for a given
//! `q` is a min-plus sum over the suits of the cheapest suit part with so many groups and pairs.
//! No winning hand is ever listed: each suit is walked once, kind by kind, with the runs that are
//! still open as the state, and the four suits are joined by their distance vectors.
//!
//! Three deviations from the letter of the definition, none of which changes a value: a hand that
//! needs more copies of a kind than are unseen can never be held and is left out; a winning hand
//! may not use a copy that lies in the player's own melds; and a red five makes its own copy of a
//! hand, because it scores differently.

use crate::hand::{DrawnHand, Unseen};
use crate::tile::{Suit, Tile};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// "Out of reach" in a distance vector; sums of four stay below 256.
const FAR: u8 = 60;

/// Bit of a packed suit pattern that says the red five is among its fives (27 bits hold the counts).
pub(super) const RED: u32 = 1 << 27;

/// Cheapest ways to complete a suit: tiles to draw for `m` groups without (`m`) and with the pair
/// (`5 + m`), for `k` of the seven pairs (`10 + k`), for the suit's orphans without and with the
/// pair (18, 19).
type Needs = [u8; 20];

const NO_NEED: Needs = {
    let mut needs = [FAR; 20];
    needs[0] = 0;
    needs[10] = 0;
    needs[18] = 0;
    needs
};

/// What the winning hands are made of besides the melds.
#[derive(Clone, Copy)]
struct Goal {
    groups: usize,
    closed: bool,
    /// A winning hand may be this far from the drawn hand: n + 1.
    reach: u8,
}

impl Goal {
    /// Distance to the nearest winning hand when the tiles fall into two parts.
    fn distance(self, a: &Needs, b: &Needs) -> u8 {
        let mut best = FAR;
        for m in 0..=self.groups {
            let rest = self.groups - m;
            best = best.min(a[m] + b[5 + rest]).min(a[5 + m] + b[rest]);
        }
        if self.closed {
            for k in 0..=7 {
                best = best.min(a[10 + k] + b[17 - k]);
            }
            best = best.min(a[18] + b[19]).min(a[19] + b[18]);
        }
        best
    }

    /// Distance vector of two parts together; entries beyond the reach are all `FAR`.
    fn join(self, a: &Needs, b: &Needs) -> Needs {
        let mut sum = [FAR; 20];
        for i in 0..=self.groups {
            for j in 0..=self.groups - i {
                sum[i + j] = sum[i + j].min(a[i] + b[j]);
                sum[5 + i + j] = sum[5 + i + j].min(a[5 + i] + b[j]).min(a[i] + b[5 + j]);
            }
        }
        if self.closed {
            for i in 0..=7 {
                for j in 0..=7 - i {
                    sum[10 + i + j] = sum[10 + i + j].min(a[10 + i] + b[10 + j]);
                }
            }
            sum[18] = a[18] + b[18];
            sum[19] = (a[19] + b[18]).min(a[18] + b[19]);
        }
        self.cut(sum)
    }

    fn cut(self, needs: Needs) -> Needs {
        needs.map(|n| if n > self.reach { FAR } else { n })
    }
}

/// One suit of the drawn hand.
pub(super) struct SuitRoot {
    pub(super) suit: Suit,
    pub(super) counts: [u8; 9],
    /// Copies that own melds leave: 4 minus the copies in melds.
    pub(super) cap: [u8; 9],
    pub(super) unseen: [u8; 9],
    pub(super) red_held: bool,
    pub(super) red_unseen: bool,
}

impl SuitRoot {
    fn new(hand: &DrawnHand, unseen: &Unseen, suit: Suit) -> SuitRoot {
        let spread = |counts: &[u8]| std::array::from_fn(|i| counts.get(i).copied().unwrap_or(0));
        let counts: [u8; 9] = spread(hand.concealed().suit(suit));
        let owned: [u8; 9] = spread(hand.owned().suit(suit));
        SuitRoot {
            suit,
            counts,
            cap: std::array::from_fn(|i| 4 + counts[i] - owned[i]),
            unseen: spread(unseen.counts().suit(suit)),
            red_held: hand.reds().contains(suit),
            red_unseen: unseen.reds().contains(suit),
        }
    }

    fn size(&self) -> usize {
        self.suit.size()
    }

    fn runs(&self) -> bool {
        self.suit != Suit::Honour
    }

    fn is_orphan(&self, i: usize) -> bool {
        !self.runs() || i == 0 || i == 8
    }

    fn packed(&self) -> u32 {
        pack(&self.counts) | if self.red_held { RED } else { 0 }
    }
}

fn pack(counts: &[u8; 9]) -> u32 {
    counts.iter().rev().fold(0, |bits, &n| bits << 3 | u32::from(n))
}

/// Count of the `i`-th kind in a packed suit pattern.
pub(super) const fn count(packed: u32, i: usize) -> u8 {
    (packed >> (3 * i) & 7) as u8
}

/// Range that a winning hand's count of a kind may have, given the counts in the drawn hand and the
/// hand between them.
fn between(from: u8, via: u8, cap: u8) -> (u8, u8) {
    match via.cmp(&from) {
        std::cmp::Ordering::Greater => (via, cap),
        std::cmp::Ordering::Equal => (0, cap),
        std::cmp::Ordering::Less => (0, via),
    }
}

/// The walk along one suit: cheapest needs for every number of open runs.
/// State `3 * a + b`: `a` runs began two kinds ago, `b` one kind ago. Three equal runs are three
/// triplets, so that no more than two of them need to be tried.
#[derive(Clone)]
struct Walk {
    groups: [[u8; 10]; 9],
    pairs: [u8; 8],
    orphans: [u8; 2],
}

impl Walk {
    const FAR: Walk = Walk { groups: [[FAR; 10]; 9], pairs: [FAR; 8], orphans: [FAR; 2] };

    fn start() -> Walk {
        let mut walk = Walk::FAR;
        walk.groups[0][0] = 0;
        walk.pairs[0] = 0;
        walk.orphans[0] = 0;
        walk
    }

    /// One kind further: `have` tiles of it at the root, `low..=high` allowed in the winning hand.
    fn step(&self, root: &SuitRoot, i: usize, (low, high): (u8, u8), goal: Goal) -> Walk {
        let have = root.counts[i];
        let cost = |count: u8| count.saturating_sub(have);
        let mut next = Walk::FAR;
        let new_runs = if root.runs() && i < 7 { 2 } else { 0 };
        for (state, needs) in self.groups.iter().enumerate() {
            if needs.iter().all(|&n| n >= FAR) {
                continue;
            }
            let (a, b) = (state / 3, state % 3);
            for run in 0..=new_runs {
                for triplet in 0..=1 {
                    for pair in 0..=1 {
                        let count = (a + b + run + 3 * triplet + 2 * pair) as u8;
                        if count < low || count > high {
                            continue;
                        }
                        let (price, more) = (cost(count), run + triplet);
                        let out = &mut next.groups[3 * b + run];
                        for m in 0..5usize.saturating_sub(more) {
                            let to = m + more;
                            if pair == 0 {
                                out[to] = out[to].min(needs[m] + price);
                                out[5 + to] = out[5 + to].min(needs[5 + m] + price);
                            } else {
                                out[5 + to] = out[5 + to].min(needs[m] + price);
                            }
                        }
                    }
                }
            }
        }
        if goal.closed {
            let within = |count: u8| (low..=high).contains(&count);
            for k in 0..8 {
                if within(0) {
                    next.pairs[k] = next.pairs[k].min(self.pairs[k]);
                }
                if within(2) && k < 7 {
                    next.pairs[k + 1] = next.pairs[k + 1].min(self.pairs[k] + cost(2));
                }
            }
            let (plain, paired) = if root.is_orphan(i) { (1, 2) } else { (0, 255) };
            if within(plain) {
                next.orphans = self.orphans.map(|n| (n + cost(plain)).min(FAR));
            }
            if within(paired) {
                next.orphans[1] = next.orphans[1].min(self.orphans[0] + cost(paired));
            }
        }
        next
    }

    /// The needs of the whole suit: no run is left open.
    fn needs(&self) -> Needs {
        let mut needs = [FAR; 20];
        needs[..10].copy_from_slice(&self.groups[0]);
        needs[10..18].copy_from_slice(&self.pairs);
        needs[18..].copy_from_slice(&self.orphans);
        needs
    }

    /// The least that any winning hand through this state costs.
    fn bound(&self, rest: &Walk) -> u8 {
        let mut best = FAR;
        for (ours, theirs) in self.groups.iter().zip(&rest.groups) {
            for (a, b) in ours.iter().zip(theirs) {
                best = best.min(a + b);
            }
        }
        for (a, b) in self.pairs.iter().zip(&rest.pairs) {
            best = best.min(a + b);
        }
        for (a, b) in self.orphans.iter().zip(&rest.orphans) {
            best = best.min(a + b);
        }
        best
    }
}

/// For each kind the cost of all that follows it, other suits included: the walk backwards.
/// Entry `[m]` is the cost of the rest when `m` groups are made so far.
fn rests(root: &SuitRoot, others: &Needs, goal: Goal) -> Vec<Walk> {
    let mut rest = Walk::FAR;
    for m in 0..=goal.groups {
        rest.groups[0][m] = others[5 + goal.groups - m];
        rest.groups[0][5 + m] = others[goal.groups - m];
    }
    if goal.closed {
        for k in 0..=7 {
            rest.pairs[k] = others[17 - k];
        }
        rest.orphans = [others[19], others[18]];
    }
    let mut rests = vec![rest];
    for i in (0..root.size()).rev() {
        let after = rests.last().expect("starts with one");
        let cost = |count: u8| count.saturating_sub(root.counts[i]);
        let mut rest = Walk::FAR;
        let new_runs = if root.runs() && i < 7 { 2 } else { 0 };
        for (state, needs) in rest.groups.iter_mut().enumerate() {
            let (a, b) = (state / 3, state % 3);
            for run in 0..=new_runs {
                for triplet in 0..=1 {
                    for pair in 0..=1 {
                        let count = (a + b + run + 3 * triplet + 2 * pair) as u8;
                        if count > root.cap[i] {
                            continue;
                        }
                        let then = &after.groups[3 * b + run];
                        for m in 0..5usize.saturating_sub(run + triplet) {
                            let to = m + run + triplet;
                            if pair == 0 {
                                needs[m] = needs[m].min(then[to] + cost(count));
                                needs[5 + m] = needs[5 + m].min(then[5 + to] + cost(count));
                            } else {
                                needs[m] = needs[m].min(then[5 + to] + cost(count));
                            }
                        }
                    }
                }
            }
        }
        if goal.closed {
            for k in 0..8 {
                rest.pairs[k] = after.pairs[k];
                if k < 7 {
                    rest.pairs[k] = rest.pairs[k].min(after.pairs[k + 1] + cost(2));
                }
            }
            rest.orphans = after.orphans;
            if root.is_orphan(i) {
                rest.orphans = after.orphans.map(|n| (n + cost(1)).min(FAR));
                rest.orphans[0] = rest.orphans[0].min(after.orphans[1] + cost(2));
            }
        }
        rests.push(rest);
    }
    rests.reverse();
    rests
}

fn free_needs(root: &SuitRoot, goal: Goal) -> Needs {
    let mut walk = Walk::start();
    for i in 0..root.size() {
        walk = walk.step(root, i, (0, root.cap[i]), goal);
    }
    goal.cut(walk.needs())
}

/// A suit part of searched hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    gained: u8,
    lost: u8,
    needs: Needs,
    packed: u32,
}

struct Lister<'a> {
    root: &'a SuitRoot,
    goal: Goal,
    rests: Vec<Walk>,
    parts: Vec<Part>,
}

impl Lister<'_> {
    /// At most nine calls deep: one a kind.
    fn list(&mut self, i: usize, walk: &Walk, packed: u32, gained: u8, lost: u8) {
        let root = self.root;
        if i == root.size() {
            self.push(Part { gained, lost, needs: self.goal.cut(walk.needs()), packed });
            return;
        }
        let have = root.counts[i];
        for count in 0..=root.cap[i].min(have + root.unseen[i]) {
            let gained = gained + count.saturating_sub(have);
            let lost = lost + have.saturating_sub(count);
            if gained >= self.goal.reach || lost > self.goal.reach {
                continue;
            }
            let next = walk.step(root, i, between(have, count, root.cap[i]), self.goal);
            if next.bound(&self.rests[i + 1]) <= self.goal.reach {
                self.list(i + 1, &next, packed | u32::from(count) << (3 * i), gained, lost);
            }
        }
    }

    /// A copy for every state that the red five can be in.
    fn push(&mut self, part: Part) {
        let (had, has) = (self.root.counts[4], count(part.packed, 4));
        let plain = Part { ..part };
        let red = Part { packed: part.packed | RED, ..part };
        if self.root.red_held {
            if has > 0 {
                self.parts.push(red);
            }
            // the red five was discarded although a plain one was there, or was the last to go
            if has == 0 || has < had {
                self.parts.push(plain);
            }
        } else {
            self.parts.push(plain);
            if self.root.red_unseen && has > had {
                self.parts.push(red);
            }
        }
    }
}

/// Parts of the same gain, loss and needs: one class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Class {
    gained: u8,
    lost: u8,
    needs: Needs,
}

impl Class {
    fn join(&self, other: &Class, goal: Goal) -> Class {
        Class {
            gained: self.gained + other.gained,
            lost: self.lost + other.lost,
            needs: goal.join(&self.needs, &other.needs),
        }
    }
}

/// The suit parts in use, by class, and their numbers.
pub(super) struct SuitParts {
    pub(super) root: SuitRoot,
    /// Packed patterns; a hand names them by position.
    pub(super) packed: Vec<u32>,
    pub(super) index: FxHashMap<u32, u16>,
    classes: Vec<(Class, std::ops::Range<usize>)>,
}

impl SuitParts {
    fn new(root: SuitRoot, mut parts: Vec<Part>, discards: impl Iterator<Item = u32>) -> Option<SuitParts> {
        parts.sort_unstable();
        let mut packed: Vec<u32> = parts.iter().map(|p| p.packed).collect();
        let mut classes: Vec<(Class, std::ops::Range<usize>)> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let class = Class { gained: part.gained, lost: part.lost, needs: part.needs };
            match classes.last_mut() {
                Some((last, range)) if *last == class => range.end = i + 1,
                _ => classes.push((class, i..i + 1)),
            }
        }
        let mut index = FxHashMap::default();
        for (i, &p) in packed.iter().enumerate() {
            index.insert(p, u16::try_from(i).ok()?);
        }
        for p in discards {
            if let std::collections::hash_map::Entry::Vacant(entry) = index.entry(p) {
                entry.insert(u16::try_from(packed.len()).ok()?);
                packed.push(p);
            }
        }
        Some(SuitParts { root, packed, index, classes })
    }
}

/// The searched hands: each names its four suit parts, 16 bits a suit.
pub(super) struct Exchanges {
    pub(super) suits: [SuitParts; 4],
    /// Sorted, without repetition.
    pub(super) hands: Vec<u64>,
}

/// The position of the part of suit `s` in a hand's key.
pub(super) const fn part(key: u64, s: usize) -> u16 {
    (key >> (16 * s)) as u16
}

/// More hands than the caller allows.
#[derive(Debug)]
pub(super) struct TooMany {
    pub(super) hands: usize,
}

/// Q_S0(n) with a copy for every state of the red fives (eq. 10).
pub(super) fn exchanges(
    hand: &DrawnHand,
    unseen: &Unseen,
    n: usize,
    max_hands: usize,
) -> Result<Exchanges, TooMany> {
    let goal = Goal { groups: 4 - hand.melds().len(), closed: hand.melds().is_empty(), reach: n as u8 + 1 };
    let roots = Suit::ALL.map(|suit| SuitRoot::new(hand, unseen, suit));
    let free: Vec<Needs> = roots.iter().map(|root| free_needs(root, goal)).collect();
    let parts: Vec<Vec<Part>> = (0..4)
        .into_par_iter()
        .map(|s| {
            let others = (0..4).filter(|&o| o != s).fold(NO_NEED, |sum, o| goal.join(&sum, &free[o]));
            let mut lister =
                Lister { root: &roots[s], goal, rests: rests(&roots[s], &others, goal), parts: Vec::new() };
            lister.list(0, &Walk::start(), 0, 0, 0);
            lister.parts
        })
        .collect();
    let too_many = || TooMany { hands: usize::from(u16::MAX) };
    let mut suits = Vec::with_capacity(4);
    for (root, parts) in roots.into_iter().zip(parts) {
        let (suit, all) = (root.suit, root.packed());
        let without: Vec<u32> = hand
            .discards()
            .filter(|tile| tile.kind().suit() == suit)
            .filter_map(|tile| minus(all, tile.kind().index() - suit.first(), tile.is_red()))
            .chain([all])
            .collect();
        suits.push(SuitParts::new(root, parts, without.into_iter()).ok_or_else(too_many)?);
    }
    let Ok(suits) = <[SuitParts; 4]>::try_from(suits) else { unreachable!("four suits") };

    let front = Pairing::new(&suits[0], &suits[1], goal, &goal.join(&free[2], &free[3]));
    let back = Pairing::new(&suits[2], &suits[3], goal, &goal.join(&free[0], &free[1]));
    let fits = |a: &Class, b: &Class| {
        let (gained, lost) = (a.gained + b.gained, a.lost + b.lost);
        lost == gained + 1 && lost <= goal.reach && goal.distance(&a.needs, &b.needs) <= goal.reach
    };
    let matches: Vec<Vec<usize>> = front
        .classes
        .par_iter()
        .map(|(a, _)| (0..back.classes.len()).filter(|&j| fits(a, &back.classes[j].0)).collect())
        .collect();
    let total: usize = matches
        .iter()
        .zip(&front.classes)
        .map(|(list, (_, members))| {
            members.len() * list.iter().map(|&j| back.classes[j].1.len()).sum::<usize>()
        })
        .sum();
    if total > max_hands {
        return Err(TooMany { hands: total });
    }
    let mut hands: Vec<u64> = matches
        .par_iter()
        .zip(&front.classes)
        .flat_map_iter(|(list, (_, members))| {
            let back = &back;
            members.iter().flat_map(move |&low| {
                list.iter().flat_map(move |&j| {
                    back.classes[j].1.iter().map(move |&high| u64::from(low) | u64::from(high) << 32)
                })
            })
        })
        .collect();
    hands.extend(hand.discards().map(|tile| key_without(&suits, tile)));
    hands.par_sort_unstable();
    hands.dedup();
    Ok(Exchanges { suits, hands })
}

/// The key of the drawn hand without one of its tiles.
pub(super) fn key_without(suits: &[SuitParts; 4], discard: Tile) -> u64 {
    let mut key = 0;
    for (s, parts) in suits.iter().enumerate() {
        let all = parts.root.packed();
        let here = discard.kind().suit() == parts.root.suit;
        let packed = if here {
            minus(all, discard.kind().index() - parts.root.suit.first(), discard.is_red()).expect("held")
        } else {
            all
        };
        key |= u64::from(parts.index[&packed]) << (16 * s);
    }
    key
}

/// A suit pattern with one tile more: `None` past the cap or if the red five is there already.
pub(super) fn plus(packed: u32, i: usize, red: bool, cap: u8) -> Option<u32> {
    if count(packed, i) >= cap || (red && packed & RED != 0) {
        return None;
    }
    Some((packed + (1 << (3 * i))) | if red { RED } else { 0 })
}

/// A suit pattern with one tile less: `None` if that tile is not there.
pub(super) fn minus(packed: u32, i: usize, red: bool) -> Option<u32> {
    let held_red = i == 4 && packed & RED != 0;
    let there = if red { held_red } else { count(packed, i) > u8::from(held_red) };
    there.then(|| (packed - (1 << (3 * i))) & if red { !RED } else { !0 })
}

/// Two suits together, again by class; members are two 16-bit part numbers.
struct Pairing {
    classes: Vec<(Class, Vec<u32>)>,
}

impl Pairing {
    fn new(a: &SuitParts, b: &SuitParts, goal: Goal, rest: &Needs) -> Pairing {
        let mut found: FxHashMap<Class, Vec<u32>> = FxHashMap::default();
        for (low, low_members) in &a.classes {
            for (high, high_members) in &b.classes {
                let class = low.join(high, goal);
                if class.gained >= goal.reach
                    || class.lost > goal.reach
                    || goal.distance(&class.needs, rest) > goal.reach
                {
                    continue;
                }
                let members = found.entry(class).or_default();
                for i in low_members.clone() {
                    members.extend(high_members.clone().map(|j| (j as u32) << 16 | i as u32));
                }
            }
        }
        let mut classes: Vec<_> = found.into_iter().collect();
        classes.sort_unstable();
        Pairing { classes }
    }
}
