//! Where hands meet: the 14-tile hands between the searched ones.
//!
//! The 14-tile hands are found by hashing: every searched hand names those that it comes from, and
//! two that name the same one meet there. Hands are sorted by their parts of the last two suits, so
//! that those which can meet in a 14-tile hand with given parts of these suits lie in a few stretches:
//! such a 14-tile hand is looked up among its own kind only, in a table that fits into the nearest
//! cache, and nobody needs a list of all the mentions. Numbers are by these two parts and then by
//! first mention, whatever the number of threads.

use crate::search::graph::{Successor, tile_code};
use crate::search::set::origin::position;
use crate::search::set::suit::{Add, Claim, PartCall};
use crate::search::set::{SearchSet, part, with_part};
use crate::search::values::tenpai::NONE;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// In the place of a discard's tile: a kan.
const KAN: u8 = u8::MAX;

/// Hands with the same parts of the last two suits.
pub(crate) struct Span {
    pub(crate) parts: u32,
    pub(crate) first: usize,
    pub(crate) len: usize,
}

/// What the hands of a span mention: additions or calls.
#[derive(Clone, Copy)]
pub(crate) enum What {
    /// All in the first two suits.
    OwnAdds,
    Add(Add, usize),
    OwnCalls,
    Call(PartCall, usize),
}

/// Mentions of 14-tile hands with these parts of the last two suits.
#[derive(Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) parts: u32,
    pub(crate) span: u32,
    pub(crate) what: What,
    /// How many.
    pub(crate) len: u32,
}

/// Some of the 14-tile hands.
#[derive(Default)]
pub(crate) struct Batch {
    /// What the mentions lead to: a successor, or one of these 14-tile hands.
    pub(crate) adds: Vec<u32>,
    pub(crate) calls: Vec<u32>,
    /// Class, soonest, and number of children.
    pub(crate) drawn: Vec<(u8, u8, u8)>,
    pub(crate) children: Vec<Successor>,
    /// Hands in each class.
    pub(crate) sizes: [u32; CLASSES],
}

/// Numbers of kans, 0..=4, and the hands after a call.
pub(crate) const CLASSES: usize = 6;
pub(crate) const AFTER_CALL: usize = CLASSES - 1;

/// Bits of a batch's own number for a 14-tile hand: the marker, the class, the position.
pub(crate) const DRAWN: u32 = 1 << 31;
pub(crate) const CLASS_SHIFT: u32 = 27;

impl Batch {
    fn push(&mut self, class: usize, soonest: u8, children: impl Iterator<Item = Successor>) -> u32 {
        let before = self.children.len();
        self.children.extend(children);
        self.drawn.push((class as u8, soonest, (self.children.len() - before) as u8));
        self.sizes[class] += 1;
        DRAWN | (class as u32) << CLASS_SHIFT | (self.sizes[class] - 1)
    }
}

/// What is found once for a set of 14-tile hands and then used again.
#[derive(Default)]
pub(crate) struct Scratch {
    table: Vec<(u32, u32)>,
    counts: Vec<u32>,
    classes: Vec<u8>,
    start: Vec<u32>,
    at: Vec<u32>,
    children: Vec<Successor>,
    tiles: Vec<u8>,
    codes: Vec<u32>,
    variants: FxHashMap<(u32, u8, u16), u32>,
}

/// The hands and what is known of them before the 14-tile hands are.
pub(crate) struct Builder<'a> {
    pub(crate) exchanges: &'a SearchSet,
    pub(crate) spans: Vec<Span>,
    pub(crate) soonest: Vec<u8>,
    pub(crate) kans: Vec<u8>,
    /// Per hand its place among those with kans; empty without any.
    pub(crate) kan_places: Vec<u32>,
    pub(crate) kan_nodes: Vec<u32>,
}

impl Builder<'_> {
    fn low(&self, node: usize) -> u32 {
        self.exchanges.hands[node] as u32
    }

    fn kans(&self, node: usize) -> u8 {
        self.kans.get(node).copied().unwrap_or(0)
    }

    fn soonest(&self, successor: Successor) -> u8 {
        let hands = self.exchanges.hands.len();
        match (successor as usize).checked_sub(hands) {
            None => self.soonest[successor as usize],
            Some(place) => self.soonest[self.kan_nodes[place] as usize],
        }
    }

    /// What the hands of a span mention, in a fixed order.
    pub(crate) fn segments(&self) -> (Vec<Segment>, Vec<u32>) {
        let suits = &self.exchanges.suits;
        let found: Vec<Vec<Segment>> = self
            .spans
            .par_iter()
            .enumerate()
            .map(|(span, &Span { parts, first, len })| {
                let key = u64::from(parts) << 32;
                let segment =
                    |parts, what, len: usize| Segment { parts, span: span as u32, what, len: len as u32 };
                let nodes = || self.exchanges.hands[first..first + len].iter();
                let own = nodes().map(|&k| suits[0].adds(part(k, 0)).len() + suits[1].adds(part(k, 1)).len());
                let mut list = vec![segment(parts, What::OwnAdds, own.sum())];
                for (s, suit) in suits.iter().enumerate().skip(2) {
                    list.extend(suit.adds(part(key, s)).iter().map(|&add| {
                        segment((with_part(key, s, add.to) >> 32) as u32, What::Add(add, s), len)
                    }));
                }
                let own =
                    nodes().map(|&k| suits[0].calls(part(k, 0)).len() + suits[1].calls(part(k, 1)).len());
                let own = own.sum();
                if own > 0 {
                    list.push(segment(parts, What::OwnCalls, own));
                }
                for (s, suit) in suits.iter().enumerate().skip(2) {
                    let calls = suit.calls(part(key, s)).iter().filter(|c| c.claim != Claim::Kan);
                    list.extend(calls.map(|&call| {
                        segment((with_part(key, s, call.to) >> 32) as u32, What::Call(call, s), len)
                    }));
                }
                list
            })
            .collect();
        let mut first = vec![0];
        for list in &found {
            first.push(first[first.len() - 1] + list.len() as u32);
        }
        (found.into_iter().flatten().collect(), first)
    }

    /// Visits the additions of a segment: the first two suits' parts of the 14-tile hand, the hand, the suit.
    fn each_add(&self, segment: &Segment, mut visit: impl FnMut(u32, usize, &Add, usize)) {
        let Span { first, len, .. } = self.spans[segment.span as usize];
        match &segment.what {
            What::OwnAdds => {
                for node in first..first + len {
                    let key = self.exchanges.hands[node];
                    for s in 0..2 {
                        for add in self.exchanges.suits[s].adds(part(key, s)) {
                            visit(with_part(key, s, add.to) as u32, node, add, s);
                        }
                    }
                }
            }
            What::Add(add, s) => {
                for node in first..first + len {
                    visit(self.low(node), node, add, *s);
                }
            }
            What::OwnCalls | What::Call(..) => {}
        }
    }

    /// Visits the calls of a segment.
    fn each_call(&self, segment: &Segment, mut visit: impl FnMut(u32, &PartCall, usize)) {
        let Span { first, len, .. } = self.spans[segment.span as usize];
        match &segment.what {
            What::OwnCalls => {
                for node in first..first + len {
                    let key = self.exchanges.hands[node];
                    for s in 0..2 {
                        for call in self.exchanges.suits[s].calls(part(key, s)) {
                            visit(with_part(key, s, call.to) as u32, call, s);
                        }
                    }
                }
            }
            What::Call(call, s) => {
                for node in first..first + len {
                    visit(self.low(node), call, *s);
                }
            }
            What::OwnAdds | What::Add(..) => {}
        }
    }

    /// The 14-tile hands with the same parts of the last two suits.
    pub(crate) fn meet(&self, segments: &[Segment], scratch: &mut Scratch, batch: &mut Batch) {
        let Scratch { table, counts, classes, start, at, children, tiles, codes, variants } = scratch;
        let adds = segments.iter().filter(|seg| matches!(seg.what, What::OwnAdds | What::Add(..)));
        let all: usize = adds.clone().map(|segment| segment.len as usize).sum();
        let bits = (2 * all).next_power_of_two().trailing_zeros().max(1);
        table.clear();
        table.resize(1 << bits, (0, NONE));
        let place = |key: u32| (key.wrapping_mul(0x9e37_79b1) >> (32 - bits)) as usize;
        let mask = (1usize << bits) - 1;
        counts.clear();
        classes.clear();
        let before = batch.adds.len();
        for segment in adds.clone() {
            self.each_add(segment, |key, node, add, _| {
                let mut at = place(key);
                let number = loop {
                    let entry = &mut table[at & mask];
                    if entry.1 == NONE {
                        *entry = (key, counts.len() as u32);
                        counts.push(0);
                        classes.push(self.kans(node) - u8::from(add.local.is_none()));
                        break entry.1;
                    }
                    if entry.0 == key {
                        break entry.1;
                    }
                    at += 1;
                };
                counts[number as usize] += 1;
                batch.adds.push(number);
            });
        }
        let called = segments.iter().any(|seg| matches!(seg.what, What::OwnCalls | What::Call(..)));
        start.clear();
        let mut sum = 0;
        // where nothing but taking the tile back can be done there is no choice
        start.extend(counts.iter().map(|&count| {
            sum += if count > 1 || called { count } else { 0 };
            sum - if count > 1 || called { count } else { 0 }
        }));
        at.clone_from(start);
        children.clear();
        children.resize(sum as usize, 0);
        tiles.clear();
        tiles.resize(if called { sum as usize } else { 0 }, 0);
        let mut mentions = batch.adds[before..].iter();
        for segment in adds {
            self.each_add(segment, |_, node, add, s| {
                let number = *mentions.next().expect("as many as before") as usize;
                if counts[number] == 1 && !called {
                    return;
                }
                let place = at[number] as usize;
                at[number] += 1;
                children[place] = match add.local {
                    Some(_) => node as u32,
                    None => self.exchanges.hands.len() as u32 + self.kan_places[node],
                };
                if called {
                    tiles[place] = add.local.map_or(KAN, |local| tile_code(s, local));
                }
            });
        }
        let range = |number: usize| start[number] as usize..(start[number] + counts[number]) as usize;
        let soonest = |range: Range<usize>| {
            children[range].iter().map(|&child| self.soonest(child)).min().expect("a hand has made it")
        };
        codes.clear();
        codes.resize(counts.len(), NONE);
        variants.clear();
        for segment in segments {
            self.each_call(segment, |key, call, s| {
                let mut at = place(key);
                let number = loop {
                    let entry = table[at & mask];
                    if entry.1 == NONE || entry.0 == key {
                        break entry.1;
                    }
                    at += 1;
                };
                if number == NONE || call.claim == Claim::Kan {
                    batch.calls.push(NONE);
                    return;
                }
                let range = range(number as usize);
                let barred = |code: u8| {
                    let local = usize::from(code % 10);
                    code == KAN || (usize::from(code / 10) == s && call.forbidden >> position(local) & 1 == 1)
                };
                let left = tiles[range.clone()].iter().filter(|&&code| !barred(code)).count();
                let mut allowed = range.clone().filter(|&at| !barred(tiles[at])).map(|at| children[at]);
                let code = match left {
                    0 => NONE,
                    1 => allowed.next().expect("one is left"),
                    _ if left == range.len() => {
                        let code = &mut codes[number as usize];
                        if *code == NONE {
                            let class = usize::from(classes[number as usize]);
                            *code = batch.push(class, soonest(range.clone()).saturating_sub(1), allowed);
                        }
                        *code
                    }
                    _ => *variants.entry((number, s as u8, call.forbidden)).or_insert_with(|| {
                        batch.push(AFTER_CALL, soonest(range.clone()).saturating_sub(1), allowed)
                    }),
                };
                batch.calls.push(code);
            });
        }
        for number in 0..counts.len() {
            if counts[number] > 2 && codes[number] == NONE {
                let range = range(number);
                let kids = children[range.clone()].iter().copied();
                codes[number] = batch.push(usize::from(classes[number]), soonest(range), kids);
            }
        }
        for mention in &mut batch.adds[before..] {
            let number = *mention as usize;
            *mention = match counts[number] {
                1 => NONE,
                2 => {
                    // the first mention leads to the second hand, the second one to the first
                    let (first, end) = (start[number] as usize, start[number] + 2);
                    let again = at[number] != end;
                    at[number] = end + 1;
                    children[if again { first } else { first + 1 }]
                }
                _ => codes[number],
            };
        }
    }
}
