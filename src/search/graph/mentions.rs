//! What every searched hand mentions: the 14-tile hands that it comes from, and those that its calls make.
//!
//! Hands are sorted by their parts of the last two suits. Those with the same ones are a span; what its hands mention by one step in one of
//! these suits has the same parts there, too, and is a segment.

use crate::search::graph::Successor;
use crate::search::set::suit::{Add, CallKind, ChangeCount, PartCall};
use crate::search::set::{SearchSet, part, with_part};
use crate::search::values::tenpai::NONE;
use rayon::prelude::*;

/// Hands, and spans, that a thread takes at a time.
const HANDS: usize = 256;
const SPANS: usize = 16;

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
    /// One of its part of a suit, by its number.
    Add {
        suit: u8,
        number: u16,
    },
    OwnCalls,
    Call {
        suit: u8,
        number: u16,
    },
}

/// Mentions of 14-tile hands with these parts of the last two suits.
#[derive(Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) parts: u32,
    pub(crate) span: u32,
    /// How many.
    pub(crate) len: u32,
    pub(crate) what: What,
}

/// What the mentions lead to: successors, or none. Those of a segment lie together.
pub(crate) struct MentionTargets {
    pub(crate) adds: Vec<u32>,
    pub(crate) calls: Vec<u32>,
    /// By segment where its own begin.
    pub(crate) begin: Vec<u32>,
}

/// The searched hands before anybody knows where they meet.
pub(crate) struct Hands<'a> {
    pub(crate) exchanges: &'a SearchSet,
    pub(crate) spans: Vec<Span>,
    /// Per hand a number of steps before which it cannot be held.
    pub(crate) soonest: Vec<u8>,
    /// Per hand its kans that the root has not and norths set aside; empty where nobody has any.
    kans: Vec<u8>,
    /// Per hand its place among those with kans; empty without any.
    pub(crate) kan_places: Vec<u32>,
    /// Hands with kans, fewest first, and where each number of them begins.
    pub(crate) kan_nodes: Vec<u32>,
    pub(crate) kan_start: Vec<usize>,
}

impl What {
    pub(crate) fn is_adds(self) -> bool {
        matches!(self, What::OwnAdds | What::Add { .. })
    }
}

impl<'a> Hands<'a> {
    pub(crate) fn new(exchanges: &'a SearchSet) -> Hands<'a> {
        let (hands, suits) = (&exchanges.hands, &exchanges.suits);
        let steps: Vec<Vec<ChangeCount>> = suits.iter().map(|suit| suit.parts_made()).collect();
        let made = |key: u64| {
            (0..4)
                .map(|s| steps[s][usize::from(part(key, s))])
                .fold(ChangeCount::default(), ChangeCount::plus)
        };
        let keys = || hands.par_iter().with_min_len(HANDS);
        let soonest = keys().map(|&key| made(key).soonest()).collect();
        let some_kans = suits.iter().any(|suit| suit.melds.iter().any(|melds| melds.replaced() > 0));
        let kans: Vec<u8> =
            if some_kans { keys().map(|&key| made(key).replaced).collect() } else { Vec::new() };
        let (mut kan_nodes, mut kan_start) = (Vec::new(), vec![0]);
        for count in 0..=kans.iter().copied().max().unwrap_or(0) {
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
        let mut first = 0;
        let spans = hands.chunk_by(|a, b| a >> 32 == b >> 32).map(|chunk| {
            first += chunk.len();
            Span { parts: (chunk[0] >> 32) as u32, first: first - chunk.len(), len: chunk.len() }
        });
        let spans = spans.collect();
        Hands { exchanges, spans, soonest, kans, kan_places, kan_nodes, kan_start }
    }

    pub(crate) fn kans(&self, node: usize) -> u8 {
        self.kans.get(node).copied().unwrap_or(0)
    }

    /// Most kans of a hand.
    pub(crate) fn most_kans(&self) -> usize {
        self.kan_start.len() - 2
    }

    pub(crate) fn soonest(&self, successor: Successor) -> u8 {
        match (successor as usize).checked_sub(self.exchanges.hands.len()) {
            None => self.soonest[successor as usize],
            Some(place) => self.soonest[self.kan_nodes[place] as usize],
        }
    }

    /// What the hands of all spans mention, in a fixed order.
    pub(crate) fn segments(&self) -> Vec<Segment> {
        let spans = self.spans.par_iter().enumerate().with_min_len(SPANS);
        spans.flat_map_iter(|(number, span)| self.segments_of(number as u32, span)).collect()
    }

    fn segments_of(&self, number: u32, span: &Span) -> Vec<Segment> {
        let (suits, key) = (&self.exchanges.suits, u64::from(span.parts) << 32);
        let nodes = || self.exchanges.hands[span.first..][..span.len].iter();
        let segment = |parts, what, len: usize| Segment { parts, span: number, len: len as u32, what };
        let to = |s: usize, to: u16| (with_part(key, s, to) >> 32) as u32;
        let own = nodes().map(|&k| suits[0].adds(part(k, 0)).len() + suits[1].adds(part(k, 1)).len());
        let mut list = vec![segment(span.parts, What::OwnAdds, own.sum())];
        for (s, suit) in suits.iter().enumerate().skip(2) {
            let adds = suit.adds(part(key, s)).iter().zip(0..);
            let what = |number| What::Add { suit: s as u8, number };
            list.extend(adds.map(|(add, number)| segment(to(s, add.to), what(number), span.len)));
        }
        let own = nodes().map(|&k| suits[0].calls(part(k, 0)).len() + suits[1].calls(part(k, 1)).len());
        let own = own.sum();
        if own > 0 {
            list.push(segment(span.parts, What::OwnCalls, own));
        }
        for (s, suit) in suits.iter().enumerate().skip(2) {
            let calls =
                suit.calls(part(key, s)).iter().zip(0..).filter(|(call, _)| call.claim != CallKind::Kan);
            let what = |number| What::Call { suit: s as u8, number };
            list.extend(calls.map(|(call, number)| segment(to(s, call.to), what(number), span.len)));
        }
        list
    }

    /// The addition that a segment of a span is of.
    pub(crate) fn add(&self, parts: u32, suit: u8, number: u16) -> &Add {
        let s = usize::from(suit);
        &self.exchanges.suits[s].adds(part(u64::from(parts) << 32, s))[usize::from(number)]
    }

    /// Visits the additions of a segment: the first two suits' parts of the 14-tile hand, the hand, the suit.
    pub(crate) fn each_add(&self, segment: &Segment, mut visit: impl FnMut(u32, usize, &Add, usize)) {
        let Span { parts, first, len } = self.spans[segment.span as usize];
        match segment.what {
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
            What::Add { suit, number } => {
                let add = self.add(parts, suit, number);
                for node in first..first + len {
                    visit(self.exchanges.hands[node] as u32, node, add, suit.into());
                }
            }
            What::OwnCalls | What::Call { .. } => {}
        }
    }

    /// Visits the calls of a segment.
    pub(crate) fn each_call(&self, segment: &Segment, mut visit: impl FnMut(u32, &PartCall, usize)) {
        let Span { parts, first, len } = self.spans[segment.span as usize];
        match segment.what {
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
            What::Call { suit, number } => {
                let s = usize::from(suit);
                let call =
                    &self.exchanges.suits[s].calls(part(u64::from(parts) << 32, s))[usize::from(number)];
                for node in first..first + len {
                    visit(self.exchanges.hands[node] as u32, call, s);
                }
            }
            What::OwnAdds | What::Add { .. } => {}
        }
    }
}
