//! Assembles the graph of the searched hands.

use crate::search::graph::drawn_hands::{AFTER_CALL, Batch, CLASS_SHIFT, CLASSES, DRAWN, Scratch};
use crate::search::graph::links::split_off;
use crate::search::graph::mentions::{Hands, MentionTargets, Segment};
use crate::search::graph::{Edge, Graph, Links, Successor};
use crate::search::set::SearchSet;
use crate::search::values::tenpai::NONE;
use crate::search::{Progress, SearchError};
use crate::tile::KindSet;
use rayon::prelude::*;
use std::ops::Range;

/// Mentions that a thread takes at a time, at least, and how many parts there are at most, about: small ones cost memory.
const BATCH: usize = 1024;
const BATCHES: usize = 256;

/// The 14-tile hands, as the graph has them.
struct DrawnHands {
    child_start: Vec<u32>,
    children: Vec<Successor>,
    soonest: Vec<u8>,
    by_kans: Vec<Range<usize>>,
}

/// Some of the segments, in order of their parts, and how many additions and calls they mention.
struct Share {
    segments: Range<usize>,
    adds: usize,
    calls: usize,
}

impl Graph {
    /// Finds all steps between the searched hands.
    pub(crate) fn new(exchanges: SearchSet, progress: &Progress) -> Result<Graph, SearchError> {
        let too_large = || SearchError::TooLarge { hands: exchanges.hands.len() };
        if exchanges.hands.len() >= Edge::MOST_SUCCESSORS {
            return Err(too_large());
        }
        let hands = Hands::new(&exchanges);
        progress.check()?;
        let segments = hands.segments();
        progress.check()?;
        let (led, drawn) = meet(&hands, &segments, progress)?.ok_or_else(too_large)?;
        let links = Links::new(&hands, &segments, &led);
        drop((led, segments));
        progress.check()?;
        let Hands { soonest, kan_nodes, kan_start, .. } = hands;
        Ok(Graph {
            exchanges,
            links,
            child_start: drawn.child_start,
            children: drawn.children,
            soonest,
            drawn_soonest: drawn.soonest,
            drawn_by_kans: drawn.by_kans,
            kan_nodes,
            kan_start,
            discarded: KindSet::EMPTY,
        })
    }
}

/// Finds where the hands meet; none where that is too much to be numbered.
fn meet(
    hands: &Hands<'_>,
    segments: &[Segment],
    progress: &Progress,
) -> Result<Option<(MentionTargets, DrawnHands)>, SearchError> {
    let mut order: Vec<u32> = (0..segments.len() as u32).collect();
    order.par_sort_by_key(|&i| (segments[i as usize].parts, i));
    progress.check()?;
    let (begin, shares) = shares(segments, &order);
    let all = |of: fn(&Share) -> usize| shares.iter().map(of).sum::<usize>();
    let (all_adds, all_calls) = (all(|share| share.adds), all(|share| share.calls));
    if u32::try_from(all_adds.max(all_calls)).is_err() {
        return Ok(None);
    }
    let (mut adds, mut calls) = (vec![0; all_adds], vec![0; all_calls]);
    let mentions = each_share(&shares, &mut adds, &mut calls).into_par_iter().zip(&shares);
    let batches: Vec<Batch> = mentions
        .map_init(Scratch::default, |scratch, ((mut adds, mut calls), share)| {
            progress.check()?;
            let mut batch = Batch::default();
            let list: Vec<Segment> =
                order[share.segments.clone()].iter().map(|&i| segments[i as usize]).collect();
            for set in list.chunk_by(|a, b| a.parts == b.parts) {
                let mentioned = |adds| {
                    let these = set.iter().filter(|segment| segment.what.is_adds() == adds);
                    these.map(|segment| segment.len as usize).sum::<usize>()
                };
                let (these_adds, these_calls) = (mentioned(true), mentioned(false));
                let mentions = (split_off(&mut adds, these_adds), split_off(&mut calls, these_calls));
                hands.meet(set, mentions, scratch, &mut batch);
            }
            batch.fit();
            Ok(batch)
        })
        .collect::<Result<_, SearchError>>()?;
    drop(order);
    let (first, by_kans) = numbered(&batches, hands.most_kans());
    let (before, drawn) =
        (hands.exchanges.hands.len() + hands.kan_nodes.len(), by_kans[by_kans.len() - 1].end);
    if before + drawn >= Edge::MOST_SUCCESSORS {
        return Ok(None);
    }
    let resolve = each_share(&shares, &mut adds, &mut calls).into_par_iter().zip(&first);
    resolve.for_each(|((adds, calls), first)| {
        for code in adds.iter_mut().chain(calls) {
            if *code != NONE && *code & DRAWN != 0 {
                let class = (*code >> CLASS_SHIFT & 15) as usize;
                *code = before as u32 + first[class] + (*code & ((1 << CLASS_SHIFT) - 1));
            }
        }
    });
    Ok(Some((MentionTargets { adds, calls, begin }, DrawnHands::new(&batches, by_kans))))
}

/// By segment where what it mentions begins among all of its sort, and shares of all segments with as many mentions.
fn shares(segments: &[Segment], order: &[u32]) -> (Vec<u32>, Vec<Share>) {
    let all: usize = segments.iter().map(|segment| segment.len as usize).sum();
    let least = BATCH.max(all / BATCHES);
    let mut begin = vec![0; segments.len()];
    let (mut adds, mut calls) = (0, 0);
    let mut shares = Vec::new();
    let mut share = Share { segments: 0..0, adds: 0, calls: 0 };
    for (at, &i) in order.iter().enumerate() {
        let segment = &segments[i as usize];
        let another = at > 0 && segment.parts != segments[order[at - 1] as usize].parts;
        if another && share.adds + share.calls >= least {
            let next = Share { segments: at..at, adds: 0, calls: 0 };
            shares.push(std::mem::replace(&mut share, next));
        }
        share.segments.end = at + 1;
        let (sum, own) = if segment.what.is_adds() {
            (&mut adds, &mut share.adds)
        } else {
            (&mut calls, &mut share.calls)
        };
        begin[i as usize] = *sum;
        *sum += segment.len;
        *own += segment.len as usize;
    }
    shares.push(share);
    (begin, shares)
}

/// The part of each share in all mentions.
fn each_share<'a>(
    shares: &[Share],
    mut adds: &'a mut [u32],
    mut calls: &'a mut [u32],
) -> Vec<(&'a mut [u32], &'a mut [u32])> {
    let part = |share: &Share| (split_off(&mut adds, share.adds), split_off(&mut calls, share.calls));
    shares.iter().map(part).collect()
}

/// The number of the first 14-tile hand of each batch, by class, and those of each class: numbers go by class, then by batch.
fn numbered(batches: &[Batch], most_kans: usize) -> (Vec<[u32; CLASSES]>, Vec<Range<usize>>) {
    let mut first = vec![[0; CLASSES]; batches.len()];
    let mut next = 0;
    let by_class = classes(most_kans).map(|class| {
        let begin = next;
        for (first, batch) in first.iter_mut().zip(batches) {
            first[class] = next as u32;
            next += batch.sizes[class] as usize;
        }
        begin..next
    });
    let by_class = by_class.collect();
    (first, by_class)
}

fn classes(most_kans: usize) -> impl Iterator<Item = usize> {
    (0..=most_kans).chain([AFTER_CALL])
}

impl DrawnHands {
    fn new(batches: &[Batch], by_kans: Vec<Range<usize>>) -> DrawnHands {
        let all = by_kans[by_kans.len() - 1].end;
        let (mut child_start, mut soonest) = (Vec::with_capacity(all + 1), Vec::with_capacity(all));
        let mut children = Vec::with_capacity(batches.iter().map(|batch| batch.children.len()).sum());
        child_start.push(0);
        for class in classes(by_kans.len() - 2) {
            for batch in batches {
                let mut at = 0;
                for &(of, soon, len) in &batch.drawn {
                    let end = at + usize::from(len);
                    if usize::from(of) == class {
                        children.extend_from_slice(&batch.children[at..end]);
                        child_start.push(children.len() as u32);
                        soonest.push(soon);
                    }
                    at = end;
                }
            }
        }
        DrawnHands { child_start, children, soonest, by_kans }
    }
}
