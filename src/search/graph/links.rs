//! The draws and calls of every searched hand, once it is known where hands meet.
//!
//! They are counted first, so that each has its place: memory would else be taken twice.

use crate::search::graph::mentions::{Hands, MentionTargets, Segment, Span, What};
use crate::search::graph::{Call, Edge, Links, Successor, tile_code};
use crate::search::set::origin::tile_of;
use crate::search::set::suit::CallKind;
use crate::search::set::{part, with_part};
use crate::search::values::tenpai::NONE;
use crate::tile::Suit;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Hands that a thread takes at a time, at least.
const GRAIN: usize = 512;

/// What is asked to find the links of a span.
struct Linker<'a> {
    hands: &'a Hands<'a>,
    segments: &'a [Segment],
    led: &'a MentionTargets,
    /// By hand with a kan its successor right after it.
    kans: FxHashMap<u64, Successor>,
    /// By span where its segments begin.
    segment_start: Vec<usize>,
}

/// Receives links, hand by hand: draws first.
trait EachLink {
    fn edge(&mut self, edge: Edge, tile: u8);

    fn call(&mut self, call: Call);

    /// The hand has no more.
    fn next_hand(&mut self);
}

/// Counts them.
struct LinkCounts<'a> {
    edges: &'a mut [u32],
    calls: &'a mut [u32],
    wanted: &'a mut [u8],
    hand: usize,
}

/// Puts them into their places.
struct LinkWriter<'a> {
    edges: std::slice::IterMut<'a, Edge>,
    tiles: std::slice::IterMut<'a, u8>,
    calls: std::slice::IterMut<'a, Call>,
}

impl EachLink for LinkCounts<'_> {
    #[inline(always)]
    fn edge(&mut self, edge: Edge, _: u8) {
        self.edges[self.hand] += 1;
        // at most the 136 tiles of a set
        self.wanted[self.hand] += edge.weight() as u8;
    }

    #[inline(always)]
    fn call(&mut self, _: Call) {
        self.calls[self.hand] += 1;
    }

    fn next_hand(&mut self) {
        self.hand += 1;
    }
}

impl EachLink for LinkWriter<'_> {
    #[inline(always)]
    fn edge(&mut self, edge: Edge, tile: u8) {
        *self.edges.next().expect("it was counted") = edge;
        *self.tiles.next().expect("it was counted") = tile;
    }

    #[inline(always)]
    fn call(&mut self, call: Call) {
        *self.calls.next().expect("it was counted") = call;
    }

    fn next_hand(&mut self) {}
}

impl Links {
    pub(super) fn new(hands: &Hands<'_>, segments: &[Segment], led: &MentionTargets) -> Links {
        let linker = Linker::new(hands, segments, led);
        let shares = shares(&hands.spans);
        let len = hands.exchanges.hands.len();
        let (mut edge_start, mut call_start) = (vec![0; len + 1], vec![0; len + 1]);
        let mut wanted = vec![0; len];
        let mut rest = (&mut edge_start[1..], &mut call_start[1..], &mut wanted[..]);
        let counted = shares.iter().map(|share| {
            let hands = hands_of(&hands.spans, share).len();
            let (edges, calls) = (split_off(&mut rest.0, hands), split_off(&mut rest.1, hands));
            (share, LinkCounts { edges, calls, wanted: split_off(&mut rest.2, hands), hand: 0 })
        });
        let counted: Vec<_> = counted.collect();
        counted.into_par_iter().for_each(|(share, mut counted)| linker.visit(share.clone(), &mut counted));
        for starts in [&mut edge_start, &mut call_start] {
            let mut sum = 0;
            for start in starts {
                sum += *start;
                *start = sum;
            }
        }
        let all = |starts: &[u32]| starts[len] as usize;
        let mut edges = vec![Edge::new(0, 0); all(&edge_start)];
        let mut edge_tiles = vec![0; edges.len()];
        let mut calls = vec![Call::NOTHING; all(&call_start)];
        let mut rest = (&mut edges[..], &mut edge_tiles[..], &mut calls[..]);
        let placed = shares.iter().map(|share| {
            let Range { start, end } = hands_of(&hands.spans, share);
            let len = |starts: &[u32]| (starts[end] - starts[start]) as usize;
            let placed = LinkWriter {
                edges: split_off(&mut rest.0, len(&edge_start)).iter_mut(),
                tiles: split_off(&mut rest.1, len(&edge_start)).iter_mut(),
                calls: split_off(&mut rest.2, len(&call_start)).iter_mut(),
            };
            (share, placed)
        });
        let placed: Vec<_> = placed.collect();
        placed.into_par_iter().for_each(|(share, mut placed)| linker.visit(share.clone(), &mut placed));
        Links { edge_start, edges, edge_tiles, wanted, call_start, calls }
    }
}

/// The first so many, which are left out of the rest.
pub(super) fn split_off<'a, T>(from: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    from.split_off_mut(..len).expect("as many as were counted")
}

/// Spans one after the other that have enough hands together.
fn shares(spans: &[Span]) -> Vec<Range<usize>> {
    let (mut shares, mut first, mut hands) = (Vec::new(), 0, 0);
    for (number, span) in spans.iter().enumerate() {
        hands += span.len;
        if hands >= GRAIN || number + 1 == spans.len() {
            shares.push(first..number + 1);
            (first, hands) = (number + 1, 0);
        }
    }
    shares
}

fn hands_of(spans: &[Span], share: &Range<usize>) -> Range<usize> {
    let last = &spans[share.end - 1];
    spans[share.start].first..last.first + last.len
}

impl<'a> Linker<'a> {
    fn new(hands: &'a Hands<'a>, segments: &'a [Segment], led: &'a MentionTargets) -> Linker<'a> {
        let list = &hands.exchanges.hands;
        let after = |(place, &node): (usize, &u32)| (list[node as usize], (list.len() + place) as u32);
        let kans = hands.kan_nodes.iter().enumerate().map(after).collect();
        let mut segment_start = Vec::with_capacity(hands.spans.len() + 1);
        for (at, segment) in segments.iter().enumerate() {
            // every span has a segment
            if segment_start.len() == segment.span as usize {
                segment_start.push(at);
            }
        }
        segment_start.push(segments.len());
        Linker { hands, segments, led, kans, segment_start }
    }

    /// What the mentions of a segment lead to.
    fn led(&self, number: usize) -> &'a [u32] {
        let (segment, begin) = (&self.segments[number], self.led.begin[number] as usize);
        let all = if segment.what.is_adds() { &self.led.adds } else { &self.led.calls };
        &all[begin..begin + segment.len as usize]
    }

    /// Passes on the links of all hands of some spans.
    fn visit(&self, spans: Range<usize>, visitor: &mut impl EachLink) {
        spans.for_each(|span| self.visit_span(span, visitor));
    }

    fn visit_span(&self, number: usize, visitor: &mut impl EachLink) {
        let Span { parts, first, len } = self.hands.spans[number];
        let suits = &self.hands.exchanges.suits;
        let (mut adds, mut calls) = (Vec::new(), Vec::new());
        let (mut own_adds, mut own_calls) = ([].iter(), [].iter());
        for i in self.segment_start[number]..self.segment_start[number + 1] {
            let led = self.led(i);
            match self.segments[i].what {
                What::OwnAdds => own_adds = led.iter(),
                What::OwnCalls => own_calls = led.iter(),
                What::Add { suit, number } => {
                    let add = self.hands.add(parts, suit, number);
                    if let (Some(local), true) = (add.local, add.weight > 0) {
                        adds.push((led, tile_code(suit.into(), local), add.weight));
                    }
                }
                What::Call { .. } => calls.push(led),
            }
        }
        let mut own_add = || *own_adds.next().expect("one of each mention");
        let mut own_call = || *own_calls.next().expect("one of each mention");
        for i in 0..len {
            let key = self.hands.exchanges.hands[first + i];
            for (s, suit) in suits.iter().enumerate().take(2) {
                for add in suit.adds(part(key, s)) {
                    let successor = own_add();
                    if let (Some(local), true) = (add.local, add.weight > 0 && successor != NONE) {
                        visitor.edge(Edge::new(successor, add.weight), tile_code(s, local));
                    }
                }
            }
            for &(led, tile, weight) in &adds {
                if led[i] != NONE {
                    visitor.edge(Edge::new(led[i], weight), tile);
                }
            }
            let mut other = calls.iter();
            for (s, suit) in suits.iter().enumerate() {
                for call in suit.calls(part(key, s)) {
                    let successor = match call.claim {
                        CallKind::Kan => {
                            if s < 2 {
                                own_call();
                            }
                            self.kans.get(&with_part(key, s, call.to)).copied().unwrap_or(NONE)
                        }
                        _ if s < 2 => own_call(),
                        _ => other.next().expect("one of each mention")[i],
                    };
                    if successor != NONE {
                        let tile = tile_of(Suit::ALL[s], usize::from(call.local));
                        let tile = tile.expect("a call names a tile");
                        visitor.call(Call { successor, tile, weight: call.weight, claim: call.claim });
                    }
                }
            }
            visitor.next_hand();
        }
    }
}
