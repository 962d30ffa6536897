//! The directed acyclic graph of hands: 13-tile hands, the 14-tile hands between them, and the
//! single exchanges (Kurita & Hoki, DAG, eq. 15 to 18) as draws or calls to a 14-tile hand and discards or
//! kans from it.
//!
//! An exchange "draw a, discard b" is split at the 14-tile hand in the middle. All hands that can
//! come to be from it share the best of them, so that the number of steps per turn is the number of
//! (hand, tile) pairs and not the number of (hand, draw, discard) triples. A call leads to the
//! 14-tile hands of the melds after it.
//!
//! Most 14-tile hands are between two hands only. They have no place of their own: a draw in the one
//! leads to the other straight away, for not drawing it is always possible too.

mod assembly;
mod drawn_hands;
mod links;
mod mentions;

use crate::hand::{Deck, Melds, WaitingHand};
use crate::search::set::melds::Local;
use crate::search::set::origin::{RED, count, local_of, tile_of};
use crate::search::set::suit::CallKind;
use crate::search::set::{SearchSet, part, root_key};
use crate::tile::{Counts, Kind, KindSet, Reds, Suit, Tile};
use std::ops::Range;

/// Where a draw, discard, call or kan leads, as a number: hands first, then hands right after a kan
/// by their place among those with kans, then the 14-tile hands. A north set aside is a kan here, and in all that counts
/// replacement draws: it is declared and replaced in the same way.
pub(crate) type Successor = u32;

/// A tile drawn in a hand: where the best that it can be used for leads, and how many copies are unseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge(u32);

impl Edge {
    pub(crate) const MOST_SUCCESSORS: usize = 1 << 29;

    pub(crate) const fn new(successor: Successor, weight: u8) -> Edge {
        Edge(successor << 3 | weight as u32)
    }

    pub(crate) const fn successor(self) -> usize {
        (self.0 >> 3) as usize
    }

    pub(crate) const fn weight(self) -> u32 {
        self.0 & 7
    }
}

/// A discard of another player that can be called. Those of one tile follow each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// Where it leads: a hand where there is one discard only.
    pub(crate) successor: Successor,
    pub(crate) tile: Tile,
    pub(crate) weight: u8,
    pub(crate) claim: CallKind,
}

impl Call {
    /// In a place that is to be filled.
    const NOTHING: Call =
        Call { successor: 0, tile: Tile::plain(Kind::ALL[0]), weight: 0, claim: CallKind::Kan };

    /// From the left only.
    pub(crate) const fn is_chi(&self) -> bool {
        matches!(self.claim, CallKind::Chi { .. })
    }
}

/// What a successor is.
#[derive(Clone, Copy)]
pub(crate) enum Destination {
    /// A 13-tile hand.
    Hand(usize),
    /// A hand right after a kan, by its place among those with kans.
    Kan(usize),
    /// The 14-tile hand from which a discard or kan follows.
    Drawn(usize),
}

/// By suit and part: unseen tiles of each kind of the suit.
pub(crate) struct UnseenByPart([Vec<[u8; 9]>; 4]);

/// The draws and calls of every hand.
struct Links {
    /// Per hand the draws that can lead to another hand; ranges in `edges`.
    edge_start: Vec<u32>,
    edges: Vec<Edge>,
    edge_tiles: Vec<u8>,
    /// Per hand how many unseen copies its edges draw in all.
    wanted: Vec<u8>,
    /// Per hand the calls; ranges in `calls`.
    call_start: Vec<u32>,
    calls: Vec<Call>,
}

/// Hands, 14-tile hands and the steps between them.
pub(crate) struct Graph {
    pub(crate) exchanges: SearchSet,
    links: Links,
    /// Per 14-tile hand the successors that a discard or a kan can make of it; ranges in `children`.
    pub(crate) child_start: Vec<u32>,
    pub(crate) children: Vec<Successor>,
    /// Per hand a number of steps before which it cannot be held.
    pub(crate) soonest: Vec<u8>,
    /// Per 14-tile hand a number of steps before which it cannot be made.
    pub(crate) drawn_soonest: Vec<u8>,
    /// The 14-tile hands by their number of kans, and those after a call.
    pub(crate) drawn_by_kans: Vec<Range<usize>>,
    /// Hands with kans that the root does not have, fewest kans first, and where each number of them begins.
    pub(crate) kan_nodes: Vec<u32>,
    pub(crate) kan_start: Vec<usize>,
    /// Kinds that the player has discarded before the root.
    pub(crate) discarded: KindSet,
}

/// A byte: suit and local.
pub(crate) fn tile_code(s: usize, local: u8) -> u8 {
    (s * 10) as u8 + local
}

/// A tile as a byte.
pub(crate) fn code_of_tile(tile: Tile) -> u8 {
    tile_code(tile.kind().suit().index(), local_of(tile) as u8)
}

/// The tile of a byte.
pub(crate) fn tile_of_code(code: u8) -> Tile {
    tile_of(Suit::ALL[usize::from(code / 10)], usize::from(code % 10)).expect("a draw names a tile")
}

impl Graph {
    /// The same graph when the player has discarded these kinds before the root.
    pub(crate) fn with_discarded(self, discarded: KindSet) -> Graph {
        Graph { discarded, ..self }
    }

    /// Number of 13-tile hands.
    pub(crate) fn len(&self) -> usize {
        self.exchanges.hands.len()
    }

    /// Number of hands with kans.
    pub(crate) fn kan_len(&self) -> usize {
        self.kan_nodes.len()
    }

    pub(crate) fn drawn_len(&self) -> usize {
        self.child_start.len() - 1
    }

    /// The number of successors before those of the 14-tile hands.
    pub(crate) fn before_drawn(&self) -> usize {
        self.len() + self.kan_len()
    }

    pub(crate) fn target(&self, successor: Successor) -> Destination {
        let successor = successor as usize;
        match (successor.checked_sub(self.len()), successor.checked_sub(self.before_drawn())) {
            (None, _) => Destination::Hand(successor),
            (Some(place), None) => Destination::Kan(place),
            (_, Some(drawn)) => Destination::Drawn(drawn),
        }
    }

    pub(crate) fn is_kan(&self, successor: Successor) -> bool {
        (self.len()..self.before_drawn()).contains(&(successor as usize))
    }

    /// The hands that a draw can be made into, but for throwing it away, as successors.
    pub(crate) fn outcomes(&self, successor: usize) -> impl Iterator<Item = Successor> + '_ {
        let (one, many) = match self.target(successor as Successor) {
            Destination::Drawn(drawn) => (None, self.children(drawn)),
            _ => (Some(successor as Successor), &[][..]),
        };
        one.into_iter().chain(many.iter().copied())
    }

    /// A number of steps before which a hand cannot be held.
    pub(crate) fn soonest(&self, node: usize) -> usize {
        usize::from(self.soonest[node])
    }

    /// The 14-tile hands with so many kans.
    pub(crate) fn drawn_with_kans(&self, kans: usize) -> Range<usize> {
        self.drawn_by_kans[kans].clone()
    }

    /// The 14-tile hands that a call has made and that may not discard everything.
    pub(crate) fn drawn_by_call(&self) -> Range<usize> {
        self.drawn_by_kans[self.drawn_by_kans.len() - 1].clone()
    }

    pub(crate) fn edges(&self, node: usize) -> &[Edge] {
        &self.links.edges[self.links.edge_start[node] as usize..self.links.edge_start[node + 1] as usize]
    }

    /// How many unseen copies a hand's edges draw in all.
    pub(crate) fn wanted(&self, node: usize) -> u32 {
        self.links.wanted[node].into()
    }

    /// The tile of each of the edges.
    pub(crate) fn edge_tiles(&self, node: usize) -> impl Iterator<Item = Tile> + '_ {
        self.edge_codes(node).iter().map(|&code| tile_of_code(code))
    }

    /// The same as codes.
    pub(crate) fn edge_codes(&self, node: usize) -> &[u8] {
        &self.links.edge_tiles[self.links.edge_start[node] as usize..self.links.edge_start[node + 1] as usize]
    }

    /// The hand's parts as one number.
    pub(crate) fn key(&self, node: usize) -> u64 {
        self.exchanges.hands[node]
    }

    /// The position of the edge that draws a tile.
    pub(crate) fn edge_with(&self, node: usize, tile: Tile) -> Option<usize> {
        let code = code_of_tile(tile);
        self.edge_codes(node).iter().position(|&other| other == code)
    }

    pub(crate) fn calls(&self, node: usize) -> &[Call] {
        &self.links.calls[self.links.call_start[node] as usize..self.links.call_start[node + 1] as usize]
    }

    pub(crate) fn children(&self, drawn: usize) -> &[u32] {
        &self.children[self.child_start[drawn] as usize..self.child_start[drawn + 1] as usize]
    }

    /// The hands with so many kans, by place.
    pub(crate) fn kan_places(&self, kans: usize) -> Range<usize> {
        self.kan_start[kans]..self.kan_start[kans + 1]
    }

    /// Most kans of a hand, beside those of the root.
    pub(crate) fn most_kans(&self) -> usize {
        self.kan_start.len() - 2
    }

    /// The hand that a child or call by kan names.
    pub(crate) fn kan_node(&self, place: usize) -> usize {
        self.kan_nodes[place] as usize
    }

    /// The number of the root, or of the hand that discarding this tile from it makes.
    pub(crate) fn root(&self, discard: Option<Tile>) -> usize {
        let key = root_key(&self.exchanges.suits, discard);
        self.exchanges.hands.binary_search(&key).expect("the root is searched")
    }

    fn part(&self, node: usize, s: usize) -> u16 {
        part(self.exchanges.hands[node], s)
    }

    /// The hand itself.
    pub(crate) fn hand(&self, node: usize) -> WaitingHand {
        let mut counts = [0; 34];
        let mut reds = Reds::NONE;
        let (mut melds, mut kita) = (Melds::new(), 0);
        for (s, suit) in Suit::ALL.into_iter().enumerate() {
            let parts = &self.exchanges.suits[s];
            let pattern = parts.parts[usize::from(self.part(node, s))];
            for i in 0..suit.size() {
                counts[suit.first() + i] = count(pattern.packed, i);
            }
            if pattern.packed & RED != 0 {
                reds = reds.with(suit);
            }
            let set = &parts.meld_set(self.part(node, s)).set;
            melds.extend(set.melds(suit));
            kita += set.kita;
        }
        let deck = match self.exchanges.deck {
            Deck::Four => Deck::Four,
            Deck::Three { kita: before } => Deck::Three { kita: before + kita },
        };
        let counts = Counts::new(counts).expect("at most four of a kind are enumerated");
        WaitingHand::of(deck, counts, reds, melds).expect("an exchange keeps 13 tiles")
    }

    /// The kan that makes a hand one with a kan more than the root, if it is the only one, and no north has been
    /// set aside: its kind, and how many of its tiles were concealed until then. A pon that was made on the way,
    /// too, counts as a kan of three concealed tiles.
    pub(crate) fn kan_made(&self, node: usize) -> Option<(Tile, u32)> {
        let aside = (0..4).any(|s| self.exchanges.suits[s].meld_set(self.part(node, s)).set.kita > 0);
        if self.kans(node) != 1 || aside {
            return None;
        }
        Suit::ALL.into_iter().enumerate().find_map(|(s, suit)| {
            let root = &self.exchanges.suits[s].root.melds.list;
            let melds = &self.exchanges.suits[s].meld_set(self.part(node, s)).set.list;
            let made = melds.iter().find(|&&meld| meld.is_kan() && !root.contains(&meld))?;
            let (i, concealed) = match *made {
                Local::Ankan(i) => (i, 4),
                Local::OpenKan(i) if root.contains(&Local::Pon(i)) => (i, 1),
                Local::OpenKan(i) | Local::Pon(i) | Local::Chi(i) => (i, 3),
            };
            Some((tile_of(suit, usize::from(i))?, concealed))
        })
    }

    /// Kans that the root does not have, each of which turns an indicator; norths set aside turn none.
    pub(crate) fn kans(&self, node: usize) -> usize {
        (0..4).map(|s| self.exchanges.suits[s].meld_set(self.part(node, s)).kans).sum()
    }

    /// Unseen copies of a tile when this hand is held.
    pub(crate) fn weight(&self, node: usize, tile: Tile) -> u8 {
        let s = tile.kind().suit().index();
        self.exchanges.suits[s].weight(self.part(node, s), local_of(tile))
    }

    /// Unseen tiles of every kind while each part is held.
    pub(crate) fn unseen_by_part(&self) -> UnseenByPart {
        UnseenByPart(std::array::from_fn(|s| self.exchanges.suits[s].unseen_of_parts()))
    }

    /// Unseen tiles of every kind when this hand is held.
    pub(crate) fn unseen(&self, node: usize, by_part: &UnseenByPart) -> Counts {
        let mut counts = [0; 34];
        for (s, suit) in Suit::ALL.into_iter().enumerate() {
            let here = &by_part.0[s][usize::from(self.part(node, s))];
            counts[suit.first()..][..suit.size()].copy_from_slice(&here[..suit.size()]);
        }
        Counts::new(counts).expect("no more than were unseen at the root")
    }

    /// Whether a kind was discarded before the root or on the way from there to this hand.
    pub(crate) fn has_discarded(&self, node: usize, kind: Kind) -> bool {
        let s = kind.suit().index();
        let suit = &self.exchanges.suits[s];
        let i = kind.number() - 1;
        self.discarded.contains(kind) || suit.total(self.part(node, s), i) < suit.root.counts[i]
    }
}
