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
//! two that name the same one meet there. Hashes are cut into shards, so that a table fits into a
//! cache and threads do not meet; numbers are by shard and then by first mention, whatever the
//! number of threads.

use super::exchange::{Exchanges, part, root_key, with_part};
use super::suit::{Add, Claim, RED, count, local_of, position, tile_of};
use super::{Progress, SearchError};
use crate::hand::WaitingHand;
use crate::tile::{Counts, Kind, Reds, Suit, Tile};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// No 14-tile hand.
const NONE: u32 = u32::MAX;

/// Shards of the hash of each number of kans.
const SHARDS: usize = 16;

/// Hands that are worked on together.
const CHUNK: usize = 2048;

/// Bits of a mention that hold the suit and the position among the part's additions.
const MENTION_BITS: u32 = 7;

/// A tile drawn in a hand: to which 14-tile hand, and how many copies are unseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge(u32);

impl Edge {
    const fn new(drawn: u32, weight: u8) -> Edge {
        Edge(drawn << 3 | weight as u32)
    }

    pub(super) const fn drawn(self) -> usize {
        (self.0 >> 3) as usize
    }

    pub(super) const fn weight(self) -> u32 {
        self.0 & 7
    }
}

/// A discard of another player that can be called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    target: u32,
    pub(super) tile: Tile,
    pub(super) weight: u8,
    /// From the left only.
    pub(super) chi: bool,
}

/// What a call leads to.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// The 14-tile hand from which a discard follows.
    Drawn(usize),
    /// An open kan: its hand's place among the hands with kans.
    Kan(usize),
}

impl Call {
    const KAN: u32 = 1 << 31;

    pub(super) const fn target(&self) -> Target {
        if self.target & Call::KAN == 0 {
            Target::Drawn(self.target as usize)
        } else {
            Target::Kan((self.target & !Call::KAN) as usize)
        }
    }
}

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
    /// Per 14-tile hand what a discard or a kan can make of it; ranges in `children`. A kan's hand
    /// is named by the number of hands plus its place among those with kans.
    child_start: Vec<u32>,
    children: Vec<u32>,
    /// The 14-tile hands by their number of kans, and those after a call.
    drawn_by_kans: Vec<Range<usize>>,
    /// Hands with kans that the root does not have, fewest kans first, and where each number of them begins.
    kan_nodes: Vec<u32>,
    kan_start: Vec<usize>,
    kan_index: FxHashMap<u32, u32>,
}

/// The hands that mention 14-tile hands of one shard, chunk by chunk.
struct Mentions {
    steps: Vec<u32>,
    calls: Vec<u64>,
}

/// One shard's 14-tile hands.
struct Shard {
    /// Per chunk and mention the number in the shard, or `NONE`.
    steps: Vec<Vec<u32>>,
    calls: Vec<Vec<u32>>,
    child_start: Vec<u32>,
    children: Vec<u32>,
    child_tiles: Vec<u8>,
}

/// A discard's tile as a byte: suit and local; `KAN` for a kan.
const KAN: u8 = u8::MAX;

fn tile_code(s: usize, local: u8) -> u8 {
    (s * 10) as u8 + local
}

fn shard_of(key: u64, kans: usize) -> usize {
    let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    kans * SHARDS + ((hash ^ hash << 21) >> 60) as usize
}

impl Graph {
    pub(super) fn new(exchanges: Exchanges, progress: &Progress) -> Result<Graph, SearchError> {
        let (hands, suits) = (&exchanges.hands, &exchanges.suits);
        if hands.len() >= 1 << (32 - MENTION_BITS) {
            return Err(SearchError::TooLarge { hands: hands.len() });
        }
        let kans = |key: u64| (0..4).map(|s| suits[s].meld_set(part(key, s)).kans).sum::<usize>();
        let most_kans: usize =
            suits.iter().map(|suit| suit.melds.iter().map(|m| m.kans).max().unwrap_or(0)).sum();
        let with_kans = |key: u64| if most_kans > 0 { kans(key) } else { 0 };
        let mut found: Vec<(usize, u32)> =
            (0..hands.len()).map(|node| (with_kans(hands[node]), node as u32)).filter(|f| f.0 > 0).collect();
        found.sort_unstable();
        let classes = found.last().map_or(0, |f| f.0) + 1;
        let kan_start = (0..=classes).map(|kans| found.partition_point(|f| f.0 < kans)).collect();
        let kan_nodes: Vec<u32> = found.into_iter().map(|(_, node)| node).collect();
        let kan_index: FxHashMap<u32, u32> =
            kan_nodes.iter().enumerate().map(|(place, &node)| (node, place as u32)).collect();
        progress.check()?;

        let mentions: Vec<Vec<Mentions>> = hands
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(c, chunk)| {
                let mut shards: Vec<Mentions> =
                    (0..SHARDS * classes).map(|_| Mentions { steps: vec![], calls: vec![] }).collect();
                for (i, &key) in chunk.iter().enumerate() {
                    let node = c * CHUNK + i;
                    let kans = with_kans(key);
                    for (s, suit) in suits.iter().enumerate() {
                        for (at, add) in suit.adds(part(key, s)).iter().enumerate() {
                            let before = kans - usize::from(add.local.is_none());
                            let shard = shard_of(with_part(key, s, add.to), before);
                            let mention = (node << MENTION_BITS | s << 5 | at) as u32;
                            shards[shard].steps.push(mention);
                        }
                        for (at, call) in suit.calls(part(key, s)).iter().enumerate() {
                            if call.claim != Claim::Kan {
                                let shard = shard_of(with_part(key, s, call.to), kans);
                                shards[shard].calls.push((node as u64) << 16 | (s << 8 | at) as u64);
                            }
                        }
                    }
                }
                shards
            })
            .collect();
        progress.check()?;
        let add_of = |mention: u32| -> (usize, usize, Add) {
            let (node, s) = ((mention >> MENTION_BITS) as usize, (mention >> 5 & 3) as usize);
            (node, s, suits[s].adds(part(hands[node], s))[(mention & 31) as usize])
        };
        let call_of = |mention: u64| {
            let (node, s) = ((mention >> 16) as usize, (mention >> 8 & 3) as usize);
            (node, s, suits[s].calls(part(hands[node], s))[(mention & 255) as usize])
        };
        let child = |node: usize, add: &Add| match add.local {
            Some(_) => node as u32,
            None => hands.len() as u32 + kan_index[&(node as u32)],
        };
        let mut shards: Vec<Shard> = (0..SHARDS * classes)
            .into_par_iter()
            .map(|shard| {
                progress.check()?;
                let all: usize = mentions.iter().map(|chunk| chunk[shard].steps.len()).sum();
                let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
                numbers.reserve(all / 3);
                let mut counts: Vec<u32> = Vec::with_capacity(all / 3);
                let number = |&mention: &u32| {
                    let (node, s, add) = add_of(mention);
                    let next = counts.len() as u32;
                    let number = *numbers.entry(with_part(hands[node], s, add.to)).or_insert(next);
                    if number == next {
                        counts.push(0);
                    }
                    counts[number as usize] += 1;
                    number
                };
                let mut number = number;
                let mut steps: Vec<Vec<u32>> = mentions
                    .iter()
                    .map(|chunk| chunk[shard].steps.iter().map(&mut number).collect())
                    .collect();
                let mut called = vec![false; counts.len()];
                let mut calls: Vec<Vec<u32>> = mentions
                    .iter()
                    .map(|chunk| {
                        let found = chunk[shard].calls.iter().map(|&mention| {
                            let (node, s, call) = call_of(mention);
                            numbers.get(&with_part(hands[node], s, call.to)).copied().unwrap_or(NONE)
                        });
                        found.collect()
                    })
                    .collect();
                for &number in calls.iter().flatten().filter(|&&number| number != NONE) {
                    called[number as usize] = true;
                }
                drop(numbers);
                // where nothing but taking the tile back can be done there is no choice
                let mut child_start = vec![0u32];
                let mut kept = Vec::with_capacity(counts.len());
                for (&count, &called) in counts.iter().zip(&called) {
                    if count > 1 || called {
                        kept.push(child_start.len() as u32 - 1);
                        child_start.push(child_start[child_start.len() - 1] + count);
                    } else {
                        kept.push(NONE);
                    }
                }
                let last = child_start[child_start.len() - 1] as usize;
                let (mut children, mut child_tiles) = (vec![0; last], vec![0; last]);
                let mut at = child_start.clone();
                for (chunk, numbers) in mentions.iter().zip(&mut steps) {
                    for (&mention, number) in chunk[shard].steps.iter().zip(numbers) {
                        *number = kept[*number as usize];
                        if *number != NONE {
                            let (node, s, add) = add_of(mention);
                            let place = &mut at[*number as usize];
                            children[*place as usize] = child(node, &add);
                            child_tiles[*place as usize] = add.local.map_or(KAN, |l| tile_code(s, l));
                            *place += 1;
                        }
                    }
                }
                for number in calls.iter_mut().flatten().filter(|number| **number != NONE) {
                    *number = kept[*number as usize];
                }
                Ok(Shard { steps, calls, child_start, children, child_tiles })
            })
            .collect::<Result<_, SearchError>>()?;
        progress.check()?;

        let offsets: Vec<u32> = shards
            .iter()
            .scan(0, |sum, shard| {
                let before = *sum;
                *sum += shard.child_start.len() as u32 - 1;
                Some(before)
            })
            .collect();
        let number = |shard: usize, local: u32| if local == NONE { NONE } else { offsets[shard] + local };
        type Linked = (Vec<u32>, Vec<Edge>, Vec<u8>, Vec<u32>, Vec<Call>, Vec<(u32, u8, u16)>);
        let linked: Vec<Linked> = mentions
            .par_iter()
            .enumerate()
            .map(|(c, chunk)| {
                let first = c * CHUNK;
                let len = CHUNK.min(hands.len() - first);
                let (mut edge_start, mut call_start) = (vec![0u32; len + 1], vec![0u32; len + 1]);
                let steps = || {
                    chunk.iter().zip(&shards).enumerate().flat_map(move |(shard, (mentions, found))| {
                        let numbers = found.steps[c].iter().map(move |&local| number(shard, local));
                        mentions.steps.iter().zip(numbers).filter(|(_, number)| *number != NONE)
                    })
                };
                for (&mention, _) in steps() {
                    let (node, _, add) = add_of(mention);
                    edge_start[node - first + 1] += u32::from(add.weight > 0);
                }
                let claims = || {
                    let called =
                        chunk.iter().zip(&shards).enumerate().flat_map(move |(shard, (mentions, found))| {
                            let numbers = found.calls[c].iter().map(move |&local| number(shard, local));
                            mentions.calls.iter().zip(numbers).filter(|(_, number)| *number != NONE)
                        });
                    called.map(|(&mention, number)| {
                        let (node, s, call) = call_of(mention);
                        (node, s, call, number)
                    })
                };
                let kans = || {
                    (first..first + len).flat_map(|node| {
                        let key = hands[node];
                        (0..4).flat_map(move |s| {
                            let calls = suits[s].calls(part(key, s)).iter();
                            let kans = calls.filter(|call| call.claim == Claim::Kan);
                            kans.map(move |&call| (node, s, call, with_part(key, s, call.to)))
                        })
                    })
                };
                let kans: Vec<_> = kans()
                    .filter_map(|(node, s, call, key)| {
                        let found = hands.binary_search(&key).ok()? as u32;
                        Some((node, s, call, Call::KAN | kan_index[&found]))
                    })
                    .collect();
                for (node, ..) in claims().chain(kans.iter().copied()) {
                    call_start[node - first + 1] += 1;
                }
                for i in 0..len {
                    edge_start[i + 1] += edge_start[i];
                    call_start[i + 1] += call_start[i];
                }
                let mut edges = vec![Edge(0); edge_start[len] as usize];
                let mut tiles = vec![0; edges.len()];
                let mut at = edge_start.clone();
                for (&mention, number) in steps() {
                    let (node, s, add) = add_of(mention);
                    if let (Some(local), true) = (add.local, add.weight > 0) {
                        let place = &mut at[node - first];
                        edges[*place as usize] = Edge::new(number, add.weight);
                        tiles[*place as usize] = tile_code(s, local);
                        *place += 1;
                    }
                }
                let blank = Call { target: 0, tile: Tile::plain(Kind::ALL[0]), weight: 0, chi: false };
                let mut calls = vec![blank; call_start[len] as usize];
                let mut forbidden = vec![(0, 0u8, 0u16); calls.len()];
                let mut at = call_start.clone();
                for (node, s, call, target) in claims().chain(kans) {
                    let place = &mut at[node - first];
                    let tile = tile_of(Suit::ALL[s], usize::from(call.local)).expect("a call names a tile");
                    let chi = call.claim == Claim::Chi;
                    calls[*place as usize] = Call { target, tile, weight: call.weight, chi };
                    forbidden[*place as usize] = (target, s as u8, call.forbidden);
                    *place += 1;
                }
                (edge_start, edges, tiles, call_start, calls, forbidden)
            })
            .collect();
        drop(mentions);
        progress.check()?;

        let mut graph = Graph {
            edge_start: Vec::with_capacity(hands.len() + 1),
            edges: Vec::with_capacity(linked.iter().map(|l| l.1.len()).sum()),
            edge_tiles: Vec::with_capacity(linked.iter().map(|l| l.1.len()).sum()),
            call_start: Vec::with_capacity(hands.len() + 1),
            calls: Vec::with_capacity(linked.iter().map(|l| l.4.len()).sum()),
            child_start: Vec::new(),
            children: Vec::with_capacity(shards.iter().map(|shard| shard.children.len()).sum()),
            drawn_by_kans: Vec::new(),
            kan_nodes,
            kan_start,
            kan_index,
            exchanges,
        };
        let mut forbidden = Vec::with_capacity(graph.calls.capacity());
        for (edge_start, edges, tiles, call_start, calls, forbids) in linked {
            let (edges_before, calls_before) = (graph.edges.len() as u32, graph.calls.len() as u32);
            let all = edge_start.len() - 1;
            graph.edge_start.extend(edge_start[..all].iter().map(|&at| edges_before + at));
            graph.call_start.extend(call_start[..all].iter().map(|&at| calls_before + at));
            graph.edges.extend(edges);
            graph.edge_tiles.extend(tiles);
            graph.calls.extend(calls);
            forbidden.extend(forbids);
        }
        graph.edge_start.push(graph.edges.len() as u32);
        graph.call_start.push(graph.calls.len() as u32);
        let mut child_tiles = Vec::with_capacity(graph.children.capacity());
        graph.child_start.push(0);
        for (shard, found) in shards.iter_mut().enumerate() {
            let before = graph.children.len() as u32;
            graph.child_start.extend(found.child_start[1..].iter().map(|&at| before + at));
            graph.children.append(&mut found.children);
            child_tiles.append(&mut found.child_tiles);
            if (shard + 1) % SHARDS == 0 {
                let from = graph.drawn_by_kans.last().map_or(0, |range: &Range<usize>| range.end);
                graph.drawn_by_kans.push(from..graph.child_start.len() - 1);
            }
        }
        graph.forbid(&forbidden, &child_tiles);
        progress.check()?;
        Ok(graph)
    }

    /// Gives calls that forbid some discards 14-tile hands of their own, without those discards and
    /// without kans.
    fn forbid(&mut self, forbidden: &[(u32, u8, u16)], child_tiles: &[u8]) {
        let before = self.child_start.len() - 1;
        let mut made: FxHashMap<(u32, u8, u16), u32> = FxHashMap::default();
        let mut kept = Vec::with_capacity(self.calls.len());
        let mut start = vec![0u32];
        for node in 0..self.len() {
            for at in self.call_start[node] as usize..self.call_start[node + 1] as usize {
                let (drawn, s, kinds) = forbidden[at];
                let mut call = self.calls[at];
                if let Target::Drawn(from) = call.target() {
                    let range = self.child_start[from] as usize..self.child_start[from + 1] as usize;
                    let barred = |code: u8| {
                        let local = usize::from(code % 10);
                        code == KAN || (code / 10 == s && kinds >> position(local) & 1 == 1)
                    };
                    if child_tiles[range.clone()].iter().any(|&code| barred(code)) {
                        call.target = *made.entry((drawn, s, kinds)).or_insert_with(|| {
                            let first = self.children.len();
                            for at in range.clone().filter(|&at| !barred(child_tiles[at])) {
                                self.children.push(self.children[at]);
                            }
                            if self.children.len() == first {
                                return NONE;
                            }
                            self.child_start.push(self.children.len() as u32);
                            self.child_start.len() as u32 - 2
                        });
                    }
                }
                if call.target != NONE {
                    kept.push(call);
                }
            }
            start.push(kept.len() as u32);
        }
        self.call_start = start;
        self.calls = kept;
        self.drawn_by_kans.push(before..self.child_start.len() - 1);
    }

    /// Number of 13-tile hands.
    pub(super) fn len(&self) -> usize {
        self.exchanges.hands.len()
    }

    /// Number of hands with kans.
    pub(super) fn kan_len(&self) -> usize {
        self.kan_index.len()
    }

    pub(super) fn drawn_len(&self) -> usize {
        self.child_start.len() - 1
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

    /// Whether it has melds that the root has not.
    pub(super) fn has_called(&self, node: usize) -> bool {
        let suits = &self.exchanges.suits;
        (0..4).any(|s| suits[s].meld_set(self.part(node, s)).set.list != suits[s].root.melds.list)
    }

    pub(super) fn is_open(&self, node: usize) -> bool {
        (0..4).any(|s| self.exchanges.suits[s].meld_set(self.part(node, s)).open)
    }

    /// Unseen copies of a tile when this hand is held.
    pub(super) fn weight(&self, node: usize, tile: Tile) -> u8 {
        let s = tile.kind().suit().index();
        self.exchanges.suits[s].weight(self.part(node, s), local_of(tile))
    }

    /// Unseen tiles of every kind when this hand is held.
    pub(super) fn unseen(&self, node: usize) -> Counts {
        let mut counts = [0; 34];
        for kind in Kind::ALL {
            let plain = self.weight(node, Tile::plain(kind));
            let red = if kind.is_five() {
                Tile::red_five(kind.suit()).map_or(0, |tile| self.weight(node, tile))
            } else {
                0
            };
            counts[kind.index()] = plain + red;
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
