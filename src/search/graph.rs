//! The directed acyclic graph of hands: 13-tile hands, the 14-tile hands between them, and the
//! single exchanges (seed 000, eq. 15) as draws to a 14-tile hand and discards from it.
//!
//! An exchange "draw a, discard b" is split at the 14-tile hand in the middle. All hands that can
//! come to be from it by a discard share the best of them, so that the number of steps per turn is
//! the number of (hand, tile) pairs and not the number of (hand, draw, discard) triples.

use super::exchange::{Exchanges, RED, SuitParts, count, minus, part, plus};
use super::{Progress, SearchError};
use crate::hand::{DrawnHand, WaitingHand};
use crate::tile::{Counts, Kind, Reds, Suit, Tile};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

const NONE: u16 = u16::MAX;

/// What adding one tile to a suit part means.
#[derive(Clone, Copy)]
struct Draw {
    /// Number of the larger pattern; `NONE` when no other searched hand can come of it.
    to: u16,
    /// Unseen copies of the tile when this part is held.
    weight: u8,
}

/// The ten tiles of a suit: nine kinds and the red five.
const TILES: usize = 10;

fn tile_of(suit: Suit, local: usize) -> Option<Tile> {
    match local {
        9 => Tile::red_five(suit),
        _ => Kind::of(suit, local + 1).map(Tile::plain),
    }
}

fn local_of(tile: Tile) -> usize {
    if tile.is_red() { 9 } else { tile.kind().number() - 1 }
}

const fn position(local: usize) -> usize {
    if local == 9 { 4 } else { local }
}

/// Unseen copies of a tile of this suit when the part is held: drawn copies that are still in the
/// hand are gone, everything else is where it was at the root.
fn weight(parts: &SuitParts, packed: u32, local: usize) -> u8 {
    let root = &parts.root;
    let i = position(local);
    let left = root.unseen[i] - count(packed, i).saturating_sub(root.counts[i]);
    let red = u8::from(i == 4 && root.red_unseen && packed & RED == 0).min(left);
    if local == 9 { red } else { left - red }
}

/// For each part of a suit its ten draws, with the larger patterns numbered.
fn draws(parts: &SuitParts) -> Option<Vec<[Draw; TILES]>> {
    let root = &parts.root;
    let mut numbers: FxHashMap<u32, u16> = FxHashMap::default();
    // parts are their own larger pattern when the tile is drawn into another suit
    for (i, &packed) in parts.packed.iter().enumerate() {
        numbers.insert(packed, i as u16);
    }
    let mut next = parts.packed.len();
    let mut rows = Vec::with_capacity(parts.packed.len());
    for &packed in &parts.packed {
        let mut row = [Draw { to: NONE, weight: 0 }; TILES];
        for (local, draw) in row.iter_mut().enumerate() {
            let Some(tile) = tile_of(root.suit, local) else { continue };
            let i = position(local);
            draw.weight = weight(parts, packed, local);
            if tile.is_red() && !root.red_held && !root.red_unseen {
                continue;
            }
            let Some(larger) = plus(packed, i, tile.is_red(), root.cap[i]) else { continue };
            let others = (0..TILES).filter(|&other| other != local);
            let leads_on = parts.index.contains_key(&larger)
                || others
                    .filter_map(|other| minus(larger, position(other), other == 9))
                    .any(|p| parts.index.contains_key(&p));
            if leads_on {
                draw.to = match numbers.get(&larger) {
                    Some(&number) => number,
                    None => {
                        let number = u16::try_from(next).ok().filter(|&number| number != NONE)?;
                        numbers.insert(larger, number);
                        next += 1;
                        number
                    }
                };
            }
        }
        rows.push(row);
    }
    Some(rows)
}

/// A tile drawn in a hand: to which 14-tile hand, and how many copies are unseen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) drawn: u32,
    pub(super) weight: u8,
    pub(super) tile: Tile,
}

/// Hands, 14-tile hands and the steps between them.
pub(super) struct Graph {
    pub(super) exchanges: Exchanges,
    /// Per hand the draws that can lead to another hand; ranges in `edges`.
    edge_start: Vec<u32>,
    edges: Vec<Edge>,
    /// Per 14-tile hand the hands that a discard can make of it; ranges in `children`.
    child_start: Vec<u32>,
    children: Vec<u32>,
    melds: crate::hand::Melds,
}

impl Graph {
    pub(super) fn new(
        exchanges: Exchanges,
        hand: &DrawnHand,
        progress: &Progress,
    ) -> Result<Graph, SearchError> {
        let hands = &exchanges.hands;
        let too_many = || SearchError::TooLarge { hands: hands.len() };
        let rows: Vec<Vec<[Draw; TILES]>> =
            exchanges.suits.par_iter().map(draws).collect::<Option<_>>().ok_or_else(too_many)?;
        progress.check()?;
        let mut steps: Vec<(u64, u32, u8)> = hands
            .par_iter()
            .enumerate()
            .flat_map_iter(|(node, &key)| {
                let rows = &rows;
                (0..4).flat_map(move |s| {
                    let row = &rows[s][usize::from(part(key, s))];
                    row.iter().enumerate().filter(|(_, draw)| draw.to != NONE).map(move |(local, draw)| {
                        let larger = key & !(0xffff << (16 * s)) | u64::from(draw.to) << (16 * s);
                        (larger, node as u32, (s * TILES + local) as u8)
                    })
                })
            })
            .collect();
        progress.check()?;
        steps.par_sort_unstable();
        progress.check()?;
        let mut child_start = vec![0];
        let mut children = Vec::new();
        let mut drawn_of = Vec::new();
        for group in steps.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            let drawn = child_start.len() as u32 - 1;
            for &(_, node, tile) in group {
                children.push(node);
                let (s, local) = (usize::from(tile) / TILES, usize::from(tile) % TILES);
                let weight = rows[s][usize::from(part(hands[node as usize], s))][local].weight;
                if weight > 0 {
                    let tile = tile_of(Suit::ALL[s], local).expect("a draw names a tile");
                    drawn_of.push((node, Edge { drawn, weight, tile }));
                }
            }
            child_start.push(children.len() as u32);
        }
        drop(steps);
        progress.check()?;
        let mut edge_start = vec![0u32; hands.len() + 1];
        for (node, _) in &drawn_of {
            edge_start[*node as usize + 1] += 1;
        }
        for i in 0..hands.len() {
            edge_start[i + 1] += edge_start[i];
        }
        let mut at = edge_start.clone();
        let blank = Edge { drawn: 0, weight: 0, tile: Tile::plain(Kind::ALL[0]) };
        let mut edges = vec![blank; drawn_of.len()];
        for (node, edge) in drawn_of {
            let place = &mut at[node as usize];
            edges[*place as usize] = edge;
            *place += 1;
        }
        let melds = hand.melds().iter().copied().collect();
        Ok(Graph { exchanges, edge_start, edges, child_start, children, melds })
    }

    /// Number of 13-tile hands.
    pub(super) fn len(&self) -> usize {
        self.exchanges.hands.len()
    }

    pub(super) fn drawn_len(&self) -> usize {
        self.child_start.len() - 1
    }

    pub(super) fn edges(&self, node: usize) -> &[Edge] {
        &self.edges[self.edge_start[node] as usize..self.edge_start[node + 1] as usize]
    }

    pub(super) fn children(&self, drawn: usize) -> &[u32] {
        &self.children[self.child_start[drawn] as usize..self.child_start[drawn + 1] as usize]
    }

    /// The number of the hand that discarding this tile from the root makes.
    pub(super) fn root_child(&self, discard: Tile) -> usize {
        let key = super::exchange::key_without(&self.exchanges.suits, discard);
        self.exchanges.hands.binary_search(&key).expect("every discard of the root is searched")
    }

    fn packed(&self, node: usize, s: usize) -> u32 {
        let suit = &self.exchanges.suits[s];
        suit.packed[usize::from(part(self.exchanges.hands[node], s))]
    }

    /// The hand itself.
    pub(super) fn hand(&self, node: usize) -> WaitingHand {
        let mut counts = [0; 34];
        let mut reds = Reds::NONE;
        for (s, suit) in Suit::ALL.into_iter().enumerate() {
            let packed = self.packed(node, s);
            for i in 0..suit.size() {
                counts[suit.first() + i] = count(packed, i);
            }
            if packed & RED != 0 {
                reds = reds.with(suit);
            }
        }
        let counts = Counts::new(counts).expect("at most four of a kind are enumerated");
        WaitingHand::new(counts, reds, self.melds.clone()).expect("an exchange keeps 13 tiles")
    }

    /// Unseen copies of a tile when this hand is held.
    pub(super) fn weight(&self, node: usize, tile: Tile) -> u8 {
        let s = tile.kind().suit().index();
        weight(&self.exchanges.suits[s], self.packed(node, s), local_of(tile))
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
        let i = kind.number() - 1;
        count(self.packed(node, s), i) < self.exchanges.suits[s].root.counts[i]
    }
}
