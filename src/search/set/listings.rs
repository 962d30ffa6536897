//! The tiles that one suit of a searched hand can hold beside its melds, listed kind by kind.

use crate::search::set::class::{CallLimits, Class, TooManyParts};
use crate::search::set::melds::{Local, SuitMelds};
use crate::search::set::needs::{Base, Goal, Needs, Walk, between};
use crate::search::set::origin::{RedFive, SuitRoot, count};
use arrayvec::ArrayVec;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// All that the concealed tiles of a suit depend on, for one root: what its melds take, and how far it goes. A concealed and an
/// open kan take the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ListingKey {
    base: Base,
    /// Melds that the root does not have; a pon made a kan is none.
    calls: u8,
    reach: u8,
}

impl ListingKey {
    pub(crate) fn of(
        list: &ArrayVec<Local, 4>,
        root: &SuitRoot,
        goal: Goal,
        calling: CallLimits,
    ) -> ListingKey {
        let set = SuitMelds::of_list(list);
        let calls = (list.len() - root.melds.list.len()) as u8;
        let quads = set.quads();
        let cap = std::array::from_fn(|i| if quads[i] { QUAD_CAP } else { root.cap[i] });
        let base = Base { tiles: set.tiles(), cap, melds: list.len() };
        ListingKey { base, calls, reach: calling.goal(goal, calls).reach }
    }

    /// Whether this kind is a quad.
    pub(crate) fn has_quad(&self, i: usize) -> bool {
        self.base.cap[i] == QUAD_CAP
    }
}

/// A kan counts three.
const QUAD_CAP: u8 = 3;

/// A suit's tiles beside its melds.
#[derive(Clone, Copy)]
pub(crate) struct SuitTiles {
    pub(crate) class: Class,
    /// Packed counts without the red five's place.
    pub(crate) packed: u32,
    /// Fives, those in melds too.
    pub(crate) fives: u8,
}

/// What has been listed of one suit of a root. A deeper search of the same root asks for much of it again: one exchange fewer after a
/// call makes the same hands of a call as no exchange more does without it.
#[derive(Default)]
pub(crate) struct Listings(FxHashMap<ListingKey, Vec<SuitTiles>>);

/// States of a suit beyond which nobody lists on: twice as many as there are numbers for parts.
const MOST_LISTED: usize = 2 << 16;

impl Listings {
    /// Lists what is not known of these, `others` being the least needs of the other suits. They may be cut at any reach that is
    /// not below those asked for: nothing above a reach counts.
    pub(crate) fn list(
        &mut self,
        asked: &[ListingKey],
        root: &SuitRoot,
        others: &Needs,
        special: bool,
    ) -> Result<(), TooManyParts> {
        let mut times: FxHashMap<ListingKey, usize> = FxHashMap::default();
        asked.iter().for_each(|&beside| *times.entry(beside).or_default() += 1);
        let known = |beside| self.0.get(beside).map_or(0, Vec::len);
        let all = AtomicUsize::new(times.iter().map(|(beside, times)| times * known(beside)).sum());
        let unknown: Vec<(ListingKey, usize)> =
            times.into_iter().filter(|(beside, _)| !self.0.contains_key(beside)).collect();
        let listed: Vec<(ListingKey, Vec<SuitTiles>)> = unknown
            .par_iter()
            .map(|&(beside, times)| {
                let base = beside.base;
                let rests = Walk::rests(root, &base, others, special);
                let goal = Goal { special, reach: beside.reach };
                let mut lister = Lister { root, beside, goal, rests, listed: Vec::new(), times, all: &all };
                let start = Walk::start(&base);
                if start.bound(&lister.rests[0]) <= goal.reach {
                    lister.list(0, &start, TilesSoFar::default());
                }
                (beside, lister.listed)
            })
            .collect();
        // the sum does not depend on the order of finding them
        if all.into_inner() > MOST_LISTED {
            return Err(TooManyParts);
        }
        self.0.extend(listed);
        Ok(())
    }

    /// What was listed.
    pub(crate) fn of(&self, beside: &ListingKey) -> &[SuitTiles] {
        &self.0[beside]
    }
}

struct Lister<'a> {
    root: &'a SuitRoot,
    beside: ListingKey,
    goal: Goal,
    rests: Vec<Walk>,
    listed: Vec<SuitTiles>,
    /// Lists of melds that have these tiles beside them.
    times: usize,
    /// How many all lists of melds have together.
    all: &'a AtomicUsize,
}

/// The tiles of the first kinds of a suit.
#[derive(Clone, Copy, Default)]
struct TilesSoFar {
    /// The concealed ones, three bits a kind.
    packed: u32,
    /// How many the root has not, and how many of the root's are gone.
    gained: u8,
    lost: u8,
    /// Fives, melds included.
    fives: u8,
}

impl Lister<'_> {
    /// Lists what begins with `so_far`, tiles of the kinds before `i`. At most nine calls deep: one a kind.
    fn list(&mut self, i: usize, walk: &Walk, so_far: TilesSoFar) {
        let root = self.root;
        if self.all.load(Ordering::Relaxed) > MOST_LISTED {
            return;
        }
        let TilesSoFar { packed, gained, lost, fives } = so_far;
        if i == root.size() {
            // of a hand's 13 tiles no suit has more
            if root.counts.iter().sum::<u8>() + gained - lost > 13 {
                return;
            }
            let needs = self.goal.cut(walk.needs());
            self.all.fetch_add(self.times, Ordering::Relaxed);
            let class = Class { gained, lost, calls: self.beside.calls, needs };
            self.listed.push(SuitTiles { class, packed, fives });
            return;
        }
        let base = self.beside.base;
        let (have, here, cap) = (root.counts[i], base.tiles[i], base.cap[i]);
        let most = if self.beside.has_quad(i) { here } else { root.copies(i).min(cap) };
        for total in here..=most {
            let gained = gained + total.saturating_sub(have);
            let lost = lost + have.saturating_sub(total);
            if gained >= self.goal.reach || lost > self.goal.reach {
                continue;
            }
            let (low, high) = between(have, total, cap);
            let next = walk.step(root, &base, i, low, high, self.goal.special);
            if next.bound(&self.rests[i + 1]) <= self.goal.reach {
                let packed = packed | u32::from(total - here) << (3 * i);
                let fives = if i == 4 { total } else { fives };
                self.list(i + 1, &next, TilesSoFar { packed, gained, lost, fives });
            }
        }
    }
}

/// The places that the red five can have: concealed, in a meld, neither. `quad`: the fives are a kan; `new_five`: a meld that the
/// root does not have has a five.
pub(crate) fn reds(root: &SuitRoot, quad: bool, new_five: bool, packed: u32, fives: u8) -> [bool; 3] {
    if !root.runs() {
        return [false, false, true];
    }
    if quad {
        // all four fives are here, the red one among them
        let there = root.red != RedFive::Gone;
        return [false, there, !there];
    }
    let (had, concealed) = (root.counts[4], count(packed, 4) > 0);
    match root.red {
        RedFive::Gone => [false, false, true],
        RedFive::InMeld => [false, true, false],
        RedFive::Concealed => [concealed, new_five, fives == 0 || fives < had],
        RedFive::Unseen => {
            let drawn = fives.saturating_sub(had);
            [concealed && drawn > 0, new_five && drawn > 0, drawn < root.unseen[4]]
        }
    }
}
