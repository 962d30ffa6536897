//! Assembles the graph of the searched hands.

use crate::search::graph::drawn_hands::{
    AFTER_CALL, Batch, Builder, CLASS_SHIFT, CLASSES, DRAWN, Scratch, Segment, Span, What,
};
use crate::search::graph::{Call, Edge, Graph, tile_code};
use crate::search::set::origin::tile_of;
use crate::search::set::suit::{Claim, Made};
use crate::search::set::{SearchSet, part, with_part};
use crate::search::values::tenpai::NONE;
use crate::search::{Progress, SearchError};
use crate::tile::{KindSet, Suit};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Mentions that a thread takes at a time, at least.
const BATCH: usize = 1024;

/// Part of the hands with their draws and calls.
#[derive(Default)]
struct Linked {
    edge_counts: Vec<u8>,
    wanted: Vec<u8>,
    edges: Vec<Edge>,
    tiles: Vec<u8>,
    call_counts: Vec<u16>,
    calls: Vec<Call>,
}

impl Graph {
    /// Finds all steps between the searched hands.
    pub(crate) fn new(exchanges: SearchSet, progress: &Progress) -> Result<Graph, SearchError> {
        let (hands, suits) = (&exchanges.hands, &exchanges.suits);
        let too_large = || SearchError::TooLarge { hands: hands.len() };
        if hands.len() >= Edge::MOST_SUCCESSORS {
            return Err(too_large());
        }
        let steps: Vec<Vec<Made>> = suits.iter().map(|suit| suit.parts_made()).collect();
        let made =
            |key: u64| (0..4).map(|s| steps[s][usize::from(part(key, s))]).fold(Made::default(), Made::plus);
        let soonest: Vec<u8> = hands.par_iter().with_min_len(256).map(|&key| made(key).soonest()).collect();
        let some_kans = suits.iter().any(|suit| suit.melds.iter().any(|melds| melds.kans > 0));
        let kans: Vec<u8> = match some_kans {
            true => hands.par_iter().with_min_len(256).map(|&key| made(key).kans).collect(),
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
        let mut batches: Vec<Batch> = bounds
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
        let successors = hands.len() + kan_len;
        if successors + next >= Edge::MOST_SUCCESSORS {
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
        // only what the mentions lead to is still asked for
        for batch in &mut batches {
            (batch.children, batch.drawn) = (Vec::new(), Vec::new());
        }
        progress.check()?;

        let successor = |batch: usize, code: u32| {
            if code == NONE || code & DRAWN == 0 {
                return code;
            }
            let class = (code >> CLASS_SHIFT & 15) as usize;
            successors as u32 + bases[batch][class] + (code & ((1 << CLASS_SHIFT) - 1))
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
                            out.edges.push(Edge::new(successor(own_adds.0, code), add.weight));
                            out.tiles.push(tile_code(s, local));
                        }
                    }
                }
                for &(batch, results, tile, weight) in &adds {
                    if results[i] != NONE {
                        out.edges.push(Edge::new(successor(batch, results[i]), weight));
                        out.tiles.push(tile);
                    }
                }
                out.edge_counts.push((out.edges.len() - before) as u8);
                // at most the 136 tiles of a set
                out.wanted.push(out.edges[before..].iter().map(|edge| edge.weight() as u8).sum());
                let before = out.calls.len();
                let mut other = calls.iter();
                for (s, suit) in suits.iter().enumerate() {
                    let from = if s < 2 { part(key, s) } else { part(u64::from(parts) << 32, s) };
                    for call in suit.calls(from) {
                        let successor = match call.claim {
                            Claim::Kan => {
                                call_at += usize::from(s < 2);
                                kan_keys.get(&with_part(key, s, call.to)).copied().unwrap_or(NONE)
                            }
                            _ if s < 2 => {
                                call_at += 1;
                                successor(own_calls.0, own_calls.1[call_at - 1])
                            }
                            _ => {
                                let &(batch, results) = other.next().expect("as many as before");
                                successor(batch, results[i])
                            }
                        };
                        if successor != NONE {
                            let tile = tile_of(Suit::ALL[s], usize::from(call.local));
                            let tile = tile.expect("a call names a tile");
                            out.calls.push(Call { successor, tile, weight: call.weight, claim: call.claim });
                        }
                    }
                }
                out.call_counts.push((out.calls.len() - before) as u16);
            }
        };
        let linked: Vec<Linked> = (0..builder.spans.len())
            .into_par_iter()
            .with_min_len(4)
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
        let mut wanted = Vec::with_capacity(hands.len());
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
            wanted.extend(part.wanted);
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
            wanted,
            call_start,
            calls,
            child_start,
            children,
            soonest,
            drawn_soonest,
            drawn_by_kans,
            kan_nodes,
            kan_start,
            discarded: KindSet::EMPTY,
        })
    }
}
