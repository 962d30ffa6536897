//! One suit of the searched hands: every part that it can be, and what one draw, call or kan makes of it.

use crate::rules::Kuikae;
use crate::search::Kans;
use crate::search::set::class::{CallLimits, Class, TooManyParts};
use crate::search::set::listings::{ListingKey, Listings, SuitTiles, reds};
use crate::search::set::melds::{Local, MeldSet, NORTH, SuitMelds};
use crate::search::set::needs::{Goal, Needs};
use crate::search::set::origin::{RED, SuitRoot, TILES, count, minus, minus_any, plus, position, tile_of};
use crate::tile::Tile;
use arrayvec::ArrayVec;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// A state of the suit: concealed tiles, and melds by their number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Pattern {
    pub(crate) packed: u32,
    pub(crate) melds: u16,
}

/// A tile more, by draw, or a declared kan or a north set aside taken back: how a drawn hand comes to a
/// searched one by a discard, a kan or kita, seen from the searched one.
#[derive(Clone, Copy)]
pub(crate) struct Add {
    /// Number of the larger pattern.
    pub(crate) to: u16,
    /// One of the ten tiles, or none for a kan or kita.
    pub(crate) local: Option<u8>,
    /// Unseen copies of the tile; 0 for a kan or kita.
    pub(crate) weight: u8,
}

/// What a player makes of a discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CallKind {
    /// By the position of its lowest tile in the suit.
    Chi {
        low: u8,
    },
    Pon,
    Kan,
}

/// A tile that is called, and what it is called for.
#[derive(Clone, Copy)]
pub(crate) struct CalledTile {
    pub(crate) tile: Tile,
    pub(crate) claim: CallKind,
}

/// A call that this part can make.
#[derive(Clone, Copy)]
pub(crate) struct PartCall {
    /// The tile called, one of the ten.
    pub(crate) local: u8,
    pub(crate) claim: CallKind,
    /// Number of the pattern before the discard; after a kan, of the part.
    pub(crate) to: u16,
    /// Unseen copies of the tile.
    pub(crate) weight: u8,
    /// Kinds of the suit that may not be discarded next, a bit each.
    pub(crate) forbidden: u16,
}

/// The parts in use and the steps between them.
pub(crate) struct SuitParts {
    pub(crate) root: SuitRoot,
    pub(crate) melds: Vec<MeldSet>,
    /// A hand names its parts by position in this list.
    pub(crate) parts: Vec<Pattern>,
    pub(crate) index: FxHashMap<Pattern, u16>,
    pub(crate) classes: Vec<(Class, std::ops::Range<usize>)>,
    add_start: Vec<u32>,
    adds: Vec<Add>,
    call_start: Vec<u32>,
    calls: Vec<PartCall>,
    /// The numbers of the melds, until the steps are found.
    meld_numbers: FxHashMap<SuitMelds, u16>,
}

/// What the player has done to hold some tiles.
#[derive(Clone, Copy, Default)]
pub(crate) struct ChangeCount {
    /// Tiles that the root has not.
    pub(crate) gained: u8,
    /// Kans that the root has not, and norths set aside.
    pub(crate) replaced: u8,
    /// Chi and pon that the root has not.
    pub(crate) called: u8,
}

impl ChangeCount {
    pub(crate) fn plus(self, other: ChangeCount) -> ChangeCount {
        ChangeCount {
            gained: self.gained + other.gained,
            replaced: self.replaced + other.replaced,
            called: self.called + other.called,
        }
    }

    /// A number of steps before which it cannot be done: a step gains one tile, and one more by the
    /// replacement draw of each kan or kita; it has one chi or pon at most.
    pub(crate) fn soonest(self) -> u8 {
        self.gained.saturating_sub(self.replaced).max(self.called)
    }
}

struct SuitPart {
    class: Class,
    pattern: Pattern,
}

impl SuitParts {
    /// Every part of this suit that a searched hand can have, `others` being the least needs of the
    /// other suits; `discards` are the locals that a drawn root may discard. `known` is what was listed of the same suit of the
    /// same root, and gets what is listed now.
    pub(crate) fn new(
        root: SuitRoot,
        others: &Needs,
        goal: Goal,
        calling: CallLimits,
        discards: &[usize],
        known: &mut Listings,
    ) -> Result<SuitParts, TooManyParts> {
        let lists = root.meld_sets(calling.calls, calling.chi, calling.kans, goal.reach);
        let beside: Vec<ListingKey> =
            lists.iter().map(|list| ListingKey::of(list, &root, goal, calling)).collect();
        known.list(&beside, &root, others, goal.special)?;
        let mut melds = Vec::new();
        let mut meld_index: FxHashMap<SuitMelds, u16> = FxHashMap::default();
        let mut number = |list: &ArrayVec<Local, 4>, red: bool, kita: u8| {
            let set = SuitMelds { list: list.clone(), red, kita };
            if let Some(&number) = meld_index.get(&set) {
                return Ok(number);
            }
            let number = u16::try_from(melds.len()).map_err(|_| TooManyParts)?;
            melds.push(MeldSet {
                used: set.used(),
                kans: set.kans() - root.melds.kans(),
                open: set.is_open(),
                set: set.clone(),
            });
            meld_index.insert(set, number);
            Ok(number)
        };
        let root_melds = number(&root.melds.list, root.melds.red, 0)?;
        let mut parts: Vec<SuitPart> = Vec::new();
        for (list, beside) in lists.iter().zip(&beside) {
            let new_five = SuitMelds::more(list, &root.melds.list).any(Local::has_five);
            for &SuitTiles { class, packed, fives } in known.of(beside) {
                let [concealed, in_meld, neither] = reds(&root, beside.has_quad(4), new_five, packed, fives);
                if concealed {
                    let pattern = Pattern { packed: packed | RED, melds: number(list, false, 0)? };
                    parts.push(SuitPart { class, pattern });
                }
                if in_meld {
                    parts
                        .push(SuitPart { class, pattern: Pattern { packed, melds: number(list, true, 0)? } });
                }
                let most = root.kita_beside(packed, &SuitMelds::of_list(list), calling.kita);
                for kita in (0..=most).filter(|_| neither) {
                    let melds = number(list, false, kita)?;
                    parts.push(SuitPart { class, pattern: Pattern { packed, melds } });
                }
            }
        }
        parts.sort_unstable_by(|a, b| (&a.class, a.pattern).cmp(&(&b.class, b.pattern)));
        let mut classes: Vec<(Class, std::ops::Range<usize>)> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            match classes.last_mut() {
                Some((last, range)) if *last == part.class => range.end = i + 1,
                _ => classes.push((part.class, i..i + 1)),
            }
        }
        let mut patterns: Vec<Pattern> = parts.iter().map(|part| part.pattern).collect();
        let mut index = FxHashMap::default();
        for (i, &pattern) in patterns.iter().enumerate() {
            index.insert(pattern, u16::try_from(i).map_err(|_| TooManyParts)?);
        }
        let of_root = discards.iter().filter_map(|&local| minus(root.packed, local)).chain([root.packed]);
        for packed in of_root {
            let pattern = Pattern { packed, melds: root_melds };
            if let std::collections::hash_map::Entry::Vacant(entry) = index.entry(pattern) {
                entry.insert(u16::try_from(patterns.len()).map_err(|_| TooManyParts)?);
                patterns.push(pattern);
            }
        }
        Ok(SuitParts {
            root,
            melds,
            parts: patterns,
            index,
            classes,
            add_start: Vec::new(),
            adds: Vec::new(),
            call_start: Vec::new(),
            calls: Vec::new(),
            meld_numbers: meld_index,
        })
    }

    /// Finds the steps between parts: once, and not before it is known that their hands are searched.
    pub(crate) fn link(&mut self, calling: CallLimits) -> Result<(), TooManyParts> {
        let melds = &std::mem::take(&mut self.meld_numbers);
        let found: Vec<Vec<(PartCall, Pattern)>> =
            self.parts.par_iter().map(|&part| self.calls_of(part, melds, calling)).collect();
        let called: FxHashSet<Pattern> = found
            .iter()
            .flatten()
            .filter(|(call, _)| call.claim != CallKind::Kan)
            .map(|&(_, pattern)| pattern)
            .collect();
        // larger patterns, where something else than taking the tile back can be done with them
        let larger: Vec<ArrayVec<(u8, u8, Pattern), TILES>> = self
            .parts
            .par_iter()
            .map(|&part| {
                let locals = (0..TILES).filter(|&local| tile_of(self.root.suit, local).is_some());
                let row = locals.filter_map(|local| {
                    let weight = self.root.weight(part.packed, &self.melds[usize::from(part.melds)], local);
                    let larger = Pattern { packed: plus(part.packed, local)?, ..part };
                    let set = &self.melds[usize::from(part.melds)];
                    let i = position(local);
                    if count(larger.packed, i) + set.used[i] > 4 {
                        return None;
                    }
                    let leads_on = self.index.contains_key(&larger)
                        || called.contains(&larger)
                        || (0..TILES).filter(|&other| other != local).any(|other| {
                            minus(larger.packed, other)
                                .is_some_and(|packed| self.index.contains_key(&Pattern { packed, ..part }))
                        })
                        || self.kans_of(larger, melds).any(|kan| self.index.contains_key(&kan));
                    leads_on.then_some((local as u8, weight, larger))
                });
                row.collect()
            })
            .collect();
        let mut numbers: FxHashMap<Pattern, u16> = self.index.clone();
        let mut next = self.parts.len();
        for &(_, _, larger) in larger.iter().flatten() {
            if let std::collections::hash_map::Entry::Vacant(entry) = numbers.entry(larger) {
                entry.insert(u16::try_from(next).ok().filter(|&n| n != u16::MAX).ok_or(TooManyParts)?);
                next += 1;
            }
        }
        let (mut add_start, mut adds, mut call_start, mut calls) = (vec![0], vec![], vec![0], vec![]);
        for ((&part, larger), found) in self.parts.iter().zip(&larger).zip(found) {
            adds.extend(larger.iter().map(|&(local, weight, larger)| Add {
                to: numbers[&larger],
                local: Some(local),
                weight,
            }));
            let undone = self.undone(part, melds).into_iter().filter_map(|p| numbers.get(&p).copied());
            adds.extend(undone.map(|to| Add { to, local: None, weight: 0 }));
            calls.extend(found.into_iter().filter_map(|(call, pattern)| {
                let numbers = if call.claim == CallKind::Kan { &self.index } else { &numbers };
                Some(PartCall { to: *numbers.get(&pattern)?, ..call })
            }));
            add_start.push(adds.len() as u32);
            call_start.push(calls.len() as u32);
        }
        (self.add_start, self.adds, self.call_start, self.calls) = (add_start, adds, call_start, calls);
        Ok(())
    }

    /// What the kans that a drawn hand with this pattern can declare make of it, and a north that it can set aside.
    fn kans_of<'a>(
        &'a self,
        pattern: Pattern,
        melds: &'a FxHashMap<SuitMelds, u16>,
    ) -> impl Iterator<Item = Pattern> + 'a {
        let set = &self.melds[usize::from(pattern.melds)].set;
        let quads = (0..self.root.size()).filter(move |&i| count(pattern.packed, i) == 4);
        let concealed = quads.filter_map(move |i| {
            let held = i == 4 && pattern.packed & RED != 0;
            let list = set.plus(Local::Ankan(i as u8))?;
            let packed = (pattern.packed - (4 << (3 * i))) & if held { !RED } else { !0 };
            let red = set.red || held;
            Some(Pattern { packed, melds: *melds.get(&SuitMelds { list, red, ..*set })? })
        });
        let pons = set.list.iter().filter_map(move |&meld| match meld {
            Local::Pon(i) if count(pattern.packed, usize::from(i)) == 1 => Some((meld, i)),
            _ => None,
        });
        let added = pons.filter_map(move |(pon, i)| {
            let list = set.exchanged(pon, Local::OpenKan(i))?;
            let (packed, red) = minus_any(pattern.packed, usize::from(i))?;
            let red = set.red || red;
            Some(Pattern { packed, melds: *melds.get(&SuitMelds { list, red, ..*set })? })
        });
        let north = minus(pattern.packed, NORTH).filter(|_| !self.root.runs());
        let aside = north.and_then(|packed| {
            let melds = *melds.get(&SuitMelds { kita: set.kita + 1, ..set.clone() })?;
            Some(Pattern { packed, melds })
        });
        concealed.chain(added).chain(aside)
    }

    /// The drawn patterns that a kan, or a north set aside, makes into this part.
    fn undone(&self, part: Pattern, melds: &FxHashMap<SuitMelds, u16>) -> ArrayVec<Pattern, 8> {
        let set = &self.melds[usize::from(part.melds)].set;
        let mut undone = ArrayVec::new();
        for &meld in &set.list {
            let (i, list, tiles) = match meld {
                Local::Ankan(i) => (usize::from(i), set.minus(meld), 4),
                Local::OpenKan(i) => (usize::from(i), set.exchanged(meld, Local::Pon(i)), 1),
                Local::Chi(_) | Local::Pon(_) => continue,
            };
            let Some(list) = list else { continue };
            let packed = part.packed + (tiles << (3 * i));
            // the red five of a kan of fives was concealed, or in the pon
            let before: &[(bool, bool)] = match (i == 4 && set.red, tiles) {
                (true, 4) => &[(true, false)],
                (true, _) => &[(true, false), (false, true)],
                (false, _) if set.red => &[(false, true)],
                (false, _) => &[(false, false)],
            };
            for &(concealed, red) in before {
                let keep = part.packed & RED;
                let packed = packed | keep | if concealed { RED } else { 0 };
                let found = melds.get(&SuitMelds { list: list.clone(), red, ..*set });
                undone.extend(found.map(|&melds| Pattern { packed, melds }));
            }
        }
        let before = set.kita.checked_sub(1).zip(plus(part.packed, NORTH));
        undone.extend(before.and_then(|(kita, packed)| {
            let melds = *melds.get(&SuitMelds { kita, ..set.clone() })?;
            Some(Pattern { packed, melds })
        }));
        undone
    }

    /// The calls that this part can make, and what they lead to.
    fn calls_of(
        &self,
        part: Pattern,
        melds: &FxHashMap<SuitMelds, u16>,
        calling: CallLimits,
    ) -> Vec<(PartCall, Pattern)> {
        let set = &self.melds[usize::from(part.melds)];
        let mut calls = Vec::new();
        for local in (0..TILES).filter(|&local| tile_of(self.root.suit, local).is_some()) {
            let weight = self.root.weight(part.packed, set, local);
            if weight == 0 || calling.calls == 0 {
                continue;
            }
            let (i, red) = (position(local), local == 9);
            let mut call = |claim, own: &[usize], meld, forbidden: u16| {
                let mut left = (part.packed, set.set.red || red);
                for &tile in own {
                    let Some((packed, was_red)) = minus_any(left.0, tile) else { return };
                    left = (packed, left.1 || was_red);
                }
                let Some(list) = set.set.plus(meld) else { return };
                let Some(&melds) = melds.get(&SuitMelds { list, red: left.1, ..set.set }) else { return };
                let forbidden = if calling.kuikae == Kuikae::Forbidden { forbidden } else { 0 };
                let call = PartCall { local: local as u8, claim, to: 0, weight, forbidden };
                calls.push((call, Pattern { packed: left.0, melds }));
            };
            if self.root.runs() && calling.chi {
                for low in i.saturating_sub(2)..=i.min(6) {
                    let own: ArrayVec<usize, 3> = (low..low + 3).filter(|&k| k != i).collect();
                    let other_end = match i - low {
                        0 => 1u16.checked_shl(low as u32 + 3).unwrap_or(0),
                        2 if low > 0 => 1 << (low - 1),
                        _ => 0,
                    };
                    call(CallKind::Chi { low: low as u8 }, &own, Local::Chi(low as u8), 1 << i | other_end);
                }
            }
            call(CallKind::Pon, &[i; 2], Local::Pon(i as u8), 1 << i);
            if calling.kans != Kans::None {
                call(CallKind::Kan, &[i; 3], Local::OpenKan(i as u8), 0);
            }
        }
        calls
    }

    /// What a draw, or a kan or kita taken back, makes of a part.
    pub(crate) fn adds(&self, part: u16) -> &[Add] {
        let part = usize::from(part);
        &self.adds[self.add_start[part] as usize..self.add_start[part + 1] as usize]
    }

    pub(crate) fn calls(&self, part: u16) -> &[PartCall] {
        let part = usize::from(part);
        &self.calls[self.call_start[part] as usize..self.call_start[part + 1] as usize]
    }

    pub(crate) fn meld_set(&self, part: u16) -> &MeldSet {
        &self.melds[usize::from(self.parts[usize::from(part)].melds)]
    }

    /// Unseen copies of a tile while a part is held.
    pub(crate) fn weight(&self, part: u16, local: usize) -> u8 {
        self.root.weight(self.parts[usize::from(part)].packed, self.meld_set(part), local)
    }

    /// Unseen tiles of each kind while each part is held.
    pub(crate) fn unseen_of_parts(&self) -> Vec<[u8; 9]> {
        let of = |part: usize| {
            std::array::from_fn(|i| {
                let red = if i == 4 { self.weight(part as u16, 9) } else { 0 };
                if i < self.root.size() { self.weight(part as u16, i) + red } else { 0 }
            })
        };
        (0..self.parts.len()).map(of).collect()
    }

    /// Of each part 8 times the number of kans that the root has not and of norths set aside, two for melds
    /// that it has not, one for an open meld.
    pub(crate) fn kinds_of_parts(&self) -> Vec<u8> {
        let of = |part: usize| {
            let set = self.meld_set(part as u16);
            let called = set.set.list != self.root.melds.list;
            8 * set.replaced() + 2 * u8::from(called) + u8::from(set.open)
        };
        (0..self.parts.len()).map(of).collect()
    }

    /// What the player has done for each part.
    pub(crate) fn parts_made(&self) -> Vec<ChangeCount> {
        let made = |at: usize| {
            let set = self.meld_set(at as u16);
            let gained = (0..self.root.size())
                .map(|i| self.total(at as u16, i).saturating_sub(self.root.counts[i]))
                .sum();
            let called = SuitMelds::more(&set.set.list, &self.root.melds.list)
                .filter(|meld| matches!(meld, Local::Chi(_) | Local::Pon(_)));
            ChangeCount { gained, replaced: set.replaced(), called: called.count() as u8 }
        };
        (0..self.parts.len()).map(made).collect()
    }

    /// Tiles of a kind in a part, norths set aside too; a kan counts three.
    pub(crate) fn total(&self, part: u16, i: usize) -> u8 {
        let set = self.meld_set(part);
        let quad = u8::from(set.set.quads()[i]);
        count(self.parts[usize::from(part)].packed, i) + set.used[i] - quad
    }

    /// The number of the root without one of its tiles, or of the whole root.
    pub(crate) fn root_part(&self, without: Option<usize>) -> Option<u16> {
        let packed = match without {
            Some(local) => minus(self.root.packed, local)?,
            None => self.root.packed,
        };
        let melds = self.melds.iter().position(|set| set.set == self.root.melds)? as u16;
        self.index.get(&Pattern { packed, melds }).copied()
    }
}
