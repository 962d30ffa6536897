//! The directed acyclic graph of hands: 13-tile hands, the 14-tile hands between them, and the
//! single exchanges (seed 000, eq. 15 to 18) as draws or calls to a 14-tile hand and discards or
//! kans from it.
//!
//! An exchange "draw a, discard b" is split at the 14-tile hand in the middle. All hands that can
//! come to be from it share the best of them, so that the number of steps per turn is the number of
//! (hand, tile) pairs and not the number of (hand, draw, discard) triples. A call leads to the
//! 14-tile hands of the melds after it.
//!
//! The 14-tile hands are found by hashing: every searched hand names those that it comes from, and
//! two that name the same one meet there. Hands are sorted by their parts of the last two suits, so
//! that those which can meet in a 14-tile hand with given parts of these suits lie in a few stretches:
//! such a 14-tile hand is looked up among its own kind only, in a table that fits into the nearest
//! cache, and nobody needs a list of all the mentions. Numbers are by these two parts and then by
//! first mention, whatever the number of threads.
//!
//! Most 14-tile hands are between two hands only. They have no place of their own: a draw in the one
//! leads to the other straight away, for not drawing it is always possible too.

use super::exchange::{Exchanges, part, root_key, with_part};
use super::origin::{RED, count, local_of, position, tile_of};
use super::suit::{Add, Claim, Made, PartCall};
use super::{Progress, SearchError};
use crate::hand::WaitingHand;
use crate::tile::{Counts, Kind, Reds, Suit, Tile};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Leads nowhere.
const NONE: u32 = u32::MAX;

/// Mentions that a thread takes at a time, at least.
const BATCH: usize = 8192;

/// Where a draw, discard, call or kan leads, as a number: hands first, then hands right after a kan
/// by their place among those with kans, then the 14-tile hands.
pub(super) type Spot = u32;

/// A tile drawn in a hand: where the best that it can be used for leads, and how many copies are unseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge(u32);

impl Edge {
    const MOST_SPOTS: usize = 1 << 29;

    /// No hand has as many: there are 37 tiles to draw.
    pub(super) const MOST: usize = 64;

    /// No tile.
    pub(super) const NONE: Edge = Edge(0);

    const fn new(spot: Spot, weight: u8) -> Edge {
        Edge(spot << 3 | weight as u32)
    }

    pub(super) const fn spot(self) -> usize {
        (self.0 >> 3) as usize
    }

    pub(super) const fn weight(self) -> u32 {
        self.0 & 7
    }
}

/// A discard of another player that can be called. Those of one tile follow each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// Where it leads: a hand where there is one discard only.
    pub(super) spot: Spot,
    pub(super) tile: Tile,
    pub(super) weight: u8,
    /// From the left only.
    pub(super) chi: bool,
}

/// What a spot is.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// A 13-tile hand.
    Hand(usize),
    /// A hand right after a kan, by its place among those with kans.
    Kan(usize),
    /// The 14-tile hand from which a discard or kan follows.
    Drawn(usize),
}

/// By suit and part: unseen tiles of each kind of the suit.
pub(super) struct UnseenByPart([Vec<[u8; 9]>; 4]);

/// Hands, 14-tile hands and the steps between them.
pub(super) struct Graph {
    pub(super) exchanges: Exchanges,
    /// Per hand the draws that can lead to another hand; ranges in `edges`.
    edge_start: Vec<u32>,
    edges: Vec<Edge>,
    edge_tiles: Vec<u8>,
    /// Per hand the calls; ranges in `calls`.
    call_start: Vec<u32>,
    calls: Vec<Call>,
    /// Per 14-tile hand the spots that a discard or a kan can make of it; ranges in `children`.
    child_start: Vec<u32>,
    children: Vec<Spot>,
    /// Per hand a number of steps before which it cannot be held.
    soonest: Vec<u8>,
    /// Per 14-tile hand a number of steps before which it cannot be made.
    drawn_soonest: Vec<u8>,
    /// The 14-tile hands by their number of kans, and those after a call.
    drawn_by_kans: Vec<Range<usize>>,
    /// Hands with kans that the root does not have, fewest kans first, and where each number of them begins.
    kan_nodes: Vec<u32>,
    kan_start: Vec<usize>,
}

/// A discard's tile as a byte: suit and local; `KAN` for a kan.
const KAN: u8 = u8::MAX;

fn tile_code(s: usize, local: u8) -> u8 {
    (s * 10) as u8 + local
}

/// Hands with the same parts of the last two suits.
struct Span {
    parts: u32,
    first: usize,
    len: usize,
}

/// What the hands of a span mention: additions or calls.
#[derive(Clone, Copy)]
enum What {
    /// All in the first two suits.
    OwnAdds,
    Add(Add, usize),
    OwnCalls,
    Call(PartCall, usize),
}

/// Mentions of 14-tile hands with these parts of the last two suits.
#[derive(Clone, Copy)]
struct Segment {
    parts: u32,
    span: u32,
    what: What,
    /// How many.
    len: u32,
}

/// Some of the 14-tile hands.
#[derive(Default)]
struct Batch {
    /// What the mentions lead to: a spot, or one of these 14-tile hands.
    adds: Vec<u32>,
    calls: Vec<u32>,
    /// Class, soonest, and number of children.
    drawn: Vec<(u8, u8, u8)>,
    children: Vec<Spot>,
    /// Hands in each class.
    sizes: [u32; CLASSES],
}

/// Numbers of kans, 0..=4, and the hands after a call.
const CLASSES: usize = 6;
const AFTER_CALL: usize = CLASSES - 1;

/// Bits of a batch's own number for a 14-tile hand: the marker, the class, the position.
const DRAWN: u32 = 1 << 31;
const CLASS_SHIFT: u32 = 27;

impl Batch {
    fn push(&mut self, class: usize, soonest: u8, children: impl Iterator<Item = Spot>) -> u32 {
        let before = self.children.len();
        self.children.extend(children);
        self.drawn.push((class as u8, soonest, (self.children.len() - before) as u8));
        self.sizes[class] += 1;
        DRAWN | (class as u32) << CLASS_SHIFT | (self.sizes[class] - 1)
    }
}

/// What is found once for a set of 14-tile hands and then used again.
#[derive(Default)]
struct Scratch {
    table: Vec<(u32, u32)>,
    counts: Vec<u32>,
    classes: Vec<u8>,
    start: Vec<u32>,
    at: Vec<u32>,
    children: Vec<Spot>,
    tiles: Vec<u8>,
    codes: Vec<u32>,
    variants: FxHashMap<(u32, u8, u16), u32>,
}

/// The hands and what is known of them before the 14-tile hands are.
struct Builder<'a> {
    exchanges: &'a Exchanges,
    spans: Vec<Span>,
    soonest: Vec<u8>,
    kans: Vec<u8>,
    /// Per hand its place among those with kans; empty without any.
    kan_places: Vec<u32>,
    kan_nodes: Vec<u32>,
}

impl Builder<'_> {
    fn low(&self, node: usize) -> u32 {
        self.exchanges.hands[node] as u32
    }

    fn kans(&self, node: usize) -> u8 {
        self.kans.get(node).copied().unwrap_or(0)
    }

    fn soonest(&self, spot: Spot) -> u8 {
        let hands = self.exchanges.hands.len();
        match (spot as usize).checked_sub(hands) {
            None => self.soonest[spot as usize],
            Some(place) => self.soonest[self.kan_nodes[place] as usize],
        }
    }

    /// What the hands of a span mention, in a fixed order.
    fn segments(&self) -> (Vec<Segment>, Vec<u32>) {
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
    fn meet(&self, segments: &[Segment], scratch: &mut Scratch, batch: &mut Batch) {
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

/// Part of the hands with their draws and calls.
#[derive(Default)]
struct Linked {
    edge_counts: Vec<u8>,
    edges: Vec<Edge>,
    tiles: Vec<u8>,
    call_counts: Vec<u16>,
    calls: Vec<Call>,
}

impl Graph {
    pub(super) fn new(exchanges: Exchanges, progress: &Progress) -> Result<Graph, SearchError> {
        let (hands, suits) = (&exchanges.hands, &exchanges.suits);
        let too_large = || SearchError::TooLarge { hands: hands.len() };
        if hands.len() >= Edge::MOST_SPOTS {
            return Err(too_large());
        }
        let steps: Vec<Vec<Made>> = suits.iter().map(|suit| suit.parts_made()).collect();
        let made =
            |key: u64| (0..4).map(|s| steps[s][usize::from(part(key, s))]).fold(Made::default(), Made::plus);
        let soonest: Vec<u8> = hands.par_iter().with_min_len(1024).map(|&key| made(key).soonest()).collect();
        let some_kans = suits.iter().any(|suit| suit.melds.iter().any(|melds| melds.kans > 0));
        let kans: Vec<u8> = match some_kans {
            true => hands.par_iter().with_min_len(1024).map(|&key| made(key).kans).collect(),
            false => Vec::new(),
        };
        let most = kans.iter().copied().max().unwrap_or(0);
        let (mut kan_nodes, mut kan_start) = (Vec::new(), vec![0]);
        for count in 0..=most {
            if count > 0 {
                let nodes = (0..kans.len()).filter(|&node| kans[node] == count);
                kan_nodes.extend(nodes.map(|node| node as u32));
            }
            kan_start.push(kan_nodes.len());
        }
        let mut kan_places = vec![NONE; kans.len()];
        for (place, &node) in kan_nodes.iter().enumerate() {
            kan_places[node as usize] = place as u32;
        }
        progress.check()?;

        let mut first = 0;
        let spans = hands.chunk_by(|a, b| a >> 32 == b >> 32).map(|chunk| {
            first += chunk.len();
            Span { parts: (chunk[0] >> 32) as u32, first: first - chunk.len(), len: chunk.len() }
        });
        let spans = spans.collect();
        let builder = Builder { exchanges: &exchanges, spans, soonest, kans, kan_places, kan_nodes };
        let (segments, segment_start) = builder.segments();
        let mut order: Vec<u32> = (0..segments.len() as u32).collect();
        order.par_sort_by_key(|&i| (segments[i as usize].parts, i));
        progress.check()?;

        // batches of sets with the same parts of the last two suits
        let mut bounds = vec![0];
        let mut size = 0;
        for i in 0..order.len() {
            let segment = &segments[order[i] as usize];
            if size >= BATCH && segment.parts != segments[order[i - 1] as usize].parts {
                bounds.push(i);
                size = 0;
            }
            size += segment.len as usize;
        }
        bounds.push(order.len());
        let batches: Vec<Batch> = bounds
            .par_windows(2)
            .map_init(Scratch::default, |scratch, window| {
                progress.check()?;
                let mut batch = Batch::default();
                let list: Vec<Segment> =
                    order[window[0]..window[1]].iter().map(|&i| segments[i as usize]).collect();
                for set in list.chunk_by(|a, b| a.parts == b.parts) {
                    builder.meet(set, scratch, &mut batch);
                }
                Ok(batch)
            })
            .collect::<Result<_, SearchError>>()?;
        // where each segment's results lie
        let mut found_at = vec![(0u32, 0u32); segments.len()];
        for (number, window) in bounds.windows(2).enumerate() {
            let (mut adds, mut calls) = (0, 0);
            for &i in &order[window[0]..window[1]] {
                let segment = &segments[i as usize];
                let at = match segment.what {
                    What::OwnAdds | What::Add(..) => &mut adds,
                    What::OwnCalls | What::Call(..) => &mut calls,
                };
                found_at[i as usize] = (number as u32, *at);
                *at += segment.len;
            }
        }
        drop(order);

        // 14-tile hands are numbered by class, then by batch
        let kan_len = builder.kan_nodes.len();
        let mut bases = vec![[0u32; CLASSES]; batches.len()];
        let mut drawn_by_kans = Vec::new();
        let mut next = 0;
        for class in (0..=usize::from(most)).chain([AFTER_CALL]) {
            let first = next;
            for (base, batch) in bases.iter_mut().zip(&batches) {
                base[class] = next as u32;
                next += batch.sizes[class] as usize;
            }
            drawn_by_kans.push(first..next);
        }
        let spots = hands.len() + kan_len;
        if spots + next >= Edge::MOST_SPOTS {
            return Err(too_large());
        }
        let (mut child_start, mut drawn_soonest) = (Vec::with_capacity(next + 1), Vec::with_capacity(next));
        let mut children = Vec::with_capacity(batches.iter().map(|batch| batch.children.len()).sum());
        child_start.push(0);
        for class in (0..=usize::from(most)).chain([AFTER_CALL]) {
            for batch in &batches {
                let mut at = 0;
                for &(of, soonest, len) in &batch.drawn {
                    let end = at + usize::from(len);
                    if usize::from(of) == class {
                        children.extend_from_slice(&batch.children[at..end]);
                        child_start.push(children.len() as u32);
                        drawn_soonest.push(soonest);
                    }
                    at = end;
                }
            }
        }
        progress.check()?;

        let spot = |batch: usize, code: u32| {
            if code == NONE || code & DRAWN == 0 {
                return code;
            }
            let class = (code >> CLASS_SHIFT & 15) as usize;
            spots as u32 + bases[batch][class] + (code & ((1 << CLASS_SHIFT) - 1))
        };
        let kan_keys: FxHashMap<u64, u32> = builder
            .kan_nodes
            .iter()
            .enumerate()
            .map(|(place, &node)| (hands[node as usize], (hands.len() + place) as u32))
            .collect();
        let link = |span: usize, out: &mut Linked| {
            let Span { parts, first, len } = builder.spans[span];
            let here = segment_start[span] as usize..segment_start[span + 1] as usize;
            let (mut adds, mut calls) = (Vec::new(), Vec::new());
            let (mut own_adds, mut own_calls) = ((0, &[][..]), (0, &[][..]));
            for i in here {
                let (batch, at) = (found_at[i].0 as usize, found_at[i].1 as usize);
                let end = at + segments[i].len as usize;
                match &segments[i].what {
                    What::OwnAdds => own_adds = (batch, &batches[batch].adds[at..end]),
                    What::OwnCalls => own_calls = (batch, &batches[batch].calls[at..end]),
                    What::Add(add, s) => {
                        if let (Some(local), true) = (add.local, add.weight > 0) {
                            let results = &batches[batch].adds[at..end];
                            adds.push((batch, results, tile_code(*s, local), add.weight));
                        }
                    }
                    What::Call(..) => calls.push((batch, &batches[batch].calls[at..end])),
                }
            }
            let (mut add_at, mut call_at) = (0, 0);
            for i in 0..len {
                let key = hands[first + i];
                let before = out.edges.len();
                for (s, suit) in suits.iter().enumerate().take(2) {
                    for add in suit.adds(part(key, s)) {
                        let code = own_adds.1[add_at];
                        add_at += 1;
                        if let (Some(local), true) = (add.local, add.weight > 0 && code != NONE) {
                            out.edges.push(Edge::new(spot(own_adds.0, code), add.weight));
                            out.tiles.push(tile_code(s, local));
                        }
                    }
                }
                for &(batch, results, tile, weight) in &adds {
                    if results[i] != NONE {
                        out.edges.push(Edge::new(spot(batch, results[i]), weight));
                        out.tiles.push(tile);
                    }
                }
                out.edge_counts.push((out.edges.len() - before) as u8);
                let before = out.calls.len();
                let mut other = calls.iter();
                for (s, suit) in suits.iter().enumerate() {
                    let from = if s < 2 { part(key, s) } else { part(u64::from(parts) << 32, s) };
                    for call in suit.calls(from) {
                        let spot = match call.claim {
                            Claim::Kan => {
                                call_at += usize::from(s < 2);
                                kan_keys.get(&with_part(key, s, call.to)).copied().unwrap_or(NONE)
                            }
                            _ if s < 2 => {
                                call_at += 1;
                                spot(own_calls.0, own_calls.1[call_at - 1])
                            }
                            _ => {
                                let &(batch, results) = other.next().expect("as many as before");
                                spot(batch, results[i])
                            }
                        };
                        if spot != NONE {
                            let tile = tile_of(Suit::ALL[s], usize::from(call.local));
                            let tile = tile.expect("a call names a tile");
                            let chi = call.claim == Claim::Chi;
                            out.calls.push(Call { spot, tile, weight: call.weight, chi });
                        }
                    }
                }
                out.call_counts.push((out.calls.len() - before) as u16);
            }
        };
        let linked: Vec<Linked> = (0..builder.spans.len())
            .into_par_iter()
            .with_min_len(16)
            .fold(Linked::default, |mut out, span| {
                link(span, &mut out);
                out
            })
            .collect();
        drop(batches);
        progress.check()?;

        let mut edge_start = Vec::with_capacity(hands.len() + 1);
        let mut call_start = Vec::with_capacity(hands.len() + 1);
        let (mut edges, mut edge_tiles, mut calls) = (Vec::new(), Vec::new(), Vec::new());
        edges.reserve_exact(linked.iter().map(|l| l.edges.len()).sum());
        edge_tiles.reserve_exact(edges.capacity());
        calls.reserve_exact(linked.iter().map(|l| l.calls.len()).sum());
        edge_start.push(0);
        call_start.push(0);
        let (mut edges_before, mut calls_before) = (0, 0);
        for part in linked {
            edge_start.extend(part.edge_counts.iter().map(|&count| {
                edges_before += u32::from(count);
                edges_before
            }));
            call_start.extend(part.call_counts.iter().map(|&count| {
                calls_before += u32::from(count);
                calls_before
            }));
            edges.extend(part.edges);
            edge_tiles.extend(part.tiles);
            calls.extend(part.calls);
        }
        let Builder { soonest, kan_nodes, .. } = builder;
        Ok(Graph {
            exchanges,
            edge_start,
            edges,
            edge_tiles,
            call_start,
            calls,
            child_start,
            children,
            soonest,
            drawn_soonest,
            drawn_by_kans,
            kan_nodes,
            kan_start,
        })
    }

    /// Number of 13-tile hands.
    pub(super) fn len(&self) -> usize {
        self.exchanges.hands.len()
    }

    /// Number of hands with kans.
    pub(super) fn kan_len(&self) -> usize {
        self.kan_nodes.len()
    }

    pub(super) fn drawn_len(&self) -> usize {
        self.child_start.len() - 1
    }

    /// The number of spots before those of the 14-tile hands.
    pub(super) fn before_drawn(&self) -> usize {
        self.len() + self.kan_len()
    }

    pub(super) fn target(&self, spot: Spot) -> Target {
        let spot = spot as usize;
        match (spot.checked_sub(self.len()), spot.checked_sub(self.before_drawn())) {
            (None, _) => Target::Hand(spot),
            (Some(place), None) => Target::Kan(place),
            (_, Some(drawn)) => Target::Drawn(drawn),
        }
    }

    pub(super) fn is_kan(&self, spot: Spot) -> bool {
        (self.len()..self.before_drawn()).contains(&(spot as usize))
    }

    /// The hands that a draw can be made into, but for throwing it away, as spots.
    pub(super) fn outcomes(&self, spot: usize) -> impl Iterator<Item = Spot> + '_ {
        let (one, many) = match self.target(spot as Spot) {
            Target::Drawn(drawn) => (None, self.children(drawn)),
            _ => (Some(spot as Spot), &[][..]),
        };
        one.into_iter().chain(many.iter().copied())
    }

    /// A number of steps before which a hand cannot be held.
    pub(super) fn soonest(&self, node: usize) -> usize {
        usize::from(self.soonest[node])
    }

    /// A number of steps before which a 14-tile hand cannot be made.
    pub(super) fn drawn_soonest(&self, drawn: usize) -> usize {
        usize::from(self.drawn_soonest[drawn])
    }

    /// The 14-tile hands with so many kans.
    pub(super) fn drawn_with_kans(&self, kans: usize) -> Range<usize> {
        self.drawn_by_kans[kans].clone()
    }

    /// The 14-tile hands that a call has made and that may not discard everything.
    pub(super) fn drawn_by_call(&self) -> Range<usize> {
        self.drawn_by_kans[self.drawn_by_kans.len() - 1].clone()
    }

    pub(super) fn edges(&self, node: usize) -> &[Edge] {
        &self.edges[self.edge_start[node] as usize..self.edge_start[node + 1] as usize]
    }

    /// The tile of each of the edges.
    pub(super) fn edge_tiles(&self, node: usize) -> impl Iterator<Item = Tile> + '_ {
        let codes = &self.edge_tiles[self.edge_start[node] as usize..self.edge_start[node + 1] as usize];
        codes.iter().map(|&code| {
            tile_of(Suit::ALL[usize::from(code / 10)], usize::from(code % 10)).expect("a draw names a tile")
        })
    }

    /// The position of the edge that draws a tile.
    pub(super) fn edge_with(&self, node: usize, tile: Tile) -> Option<usize> {
        let code = tile_code(tile.kind().suit().index(), local_of(tile) as u8);
        let codes = &self.edge_tiles[self.edge_start[node] as usize..self.edge_start[node + 1] as usize];
        codes.iter().position(|&other| other == code)
    }

    pub(super) fn calls(&self, node: usize) -> &[Call] {
        &self.calls[self.call_start[node] as usize..self.call_start[node + 1] as usize]
    }

    pub(super) fn children(&self, drawn: usize) -> &[u32] {
        &self.children[self.child_start[drawn] as usize..self.child_start[drawn + 1] as usize]
    }

    /// The hands with so many kans, by place.
    pub(super) fn kan_places(&self, kans: usize) -> Range<usize> {
        self.kan_start[kans]..self.kan_start[kans + 1]
    }

    /// Most kans of a hand, beside those of the root.
    pub(super) fn most_kans(&self) -> usize {
        self.kan_start.len() - 2
    }

    /// The hand that a child or call by kan names.
    pub(super) fn kan_node(&self, place: usize) -> usize {
        self.kan_nodes[place] as usize
    }

    /// The number of the root, or of the hand that discarding this tile from it makes.
    pub(super) fn root(&self, discard: Option<Tile>) -> usize {
        let key = root_key(&self.exchanges.suits, discard);
        self.exchanges.hands.binary_search(&key).expect("the root is searched")
    }

    fn part(&self, node: usize, s: usize) -> u16 {
        part(self.exchanges.hands[node], s)
    }

    /// The hand itself.
    pub(super) fn hand(&self, node: usize) -> WaitingHand {
        let mut counts = [0; 34];
        let mut reds = Reds::NONE;
        let mut melds = crate::hand::Melds::new();
        for (s, suit) in Suit::ALL.into_iter().enumerate() {
            let parts = &self.exchanges.suits[s];
            let pattern = parts.parts[usize::from(self.part(node, s))];
            for i in 0..suit.size() {
                counts[suit.first() + i] = count(pattern.packed, i);
            }
            if pattern.packed & RED != 0 {
                reds = reds.with(suit);
            }
            melds.extend(parts.meld_set(self.part(node, s)).set.melds(suit));
        }
        let counts = Counts::new(counts).expect("at most four of a kind are enumerated");
        WaitingHand::new(counts, reds, melds).expect("an exchange keeps 13 tiles")
    }

    /// Kans that the root does not have.
    pub(super) fn kans(&self, node: usize) -> usize {
        (0..4).map(|s| self.exchanges.suits[s].meld_set(self.part(node, s)).kans).sum()
    }

    /// Unseen copies of a tile when this hand is held.
    pub(super) fn weight(&self, node: usize, tile: Tile) -> u8 {
        let s = tile.kind().suit().index();
        self.exchanges.suits[s].weight(self.part(node, s), local_of(tile))
    }

    /// Unseen tiles of every kind while each part is held.
    pub(super) fn unseen_by_part(&self) -> UnseenByPart {
        UnseenByPart(std::array::from_fn(|s| self.exchanges.suits[s].unseen_of_parts()))
    }

    /// Unseen tiles of every kind when this hand is held.
    pub(super) fn unseen(&self, node: usize, by_part: &UnseenByPart) -> Counts {
        let mut counts = [0; 34];
        for (s, suit) in Suit::ALL.into_iter().enumerate() {
            let here = &by_part.0[s][usize::from(self.part(node, s))];
            counts[suit.first()..][..suit.size()].copy_from_slice(&here[..suit.size()]);
        }
        Counts::new(counts).expect("no more than were unseen at the root")
    }

    /// Whether a kind was discarded on the way from the root to this hand.
    pub(super) fn has_discarded(&self, node: usize, kind: Kind) -> bool {
        let s = kind.suit().index();
        let suit = &self.exchanges.suits[s];
        let i = kind.number() - 1;
        suit.total(self.part(node, s), i) < suit.root.counts[i]
    }
}
