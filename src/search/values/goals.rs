//! What hands can reach: which are tenpai, and what each win pays. It does not depend on the others.

use crate::hand::WaitingHand;
use crate::search::float::Float;
use crate::search::graph::{Graph, UnseenByPart};
use crate::search::payoff::{Line, Payoffs};
use crate::search::riichi::classes::RiichiClasses;
use crate::search::set::part;
use crate::search::values::tenpai::{Gain, NONE, Sort, StoredLine, Tenpai, Wait};
use crate::search::values::tenpai_filter::{Shape, near_tenpai};
use crate::search::{Progress, SearchError};
use crate::shape::KeyedHand;
use crate::tile::{KindSet, Suit, Tile};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Hands that a thread looks at at a time.
const GRAIN: usize = 32;

/// The bit of a hand's kind that says it is tenpai.
const TENPAI: u8 = 4;

/// Tenpai hands and the lines of their waits.
struct FoundGoals<R> {
    tenpai: Vec<Tenpai>,
    lines: Vec<RawLine<R>>,
}

/// A line in the search's precision.
struct RawLine<R> {
    values: [R; 4],
    more: [R; 5],
    yaku: u64,
    han: u8,
}

/// The tenpai hands of a graph and their wins.
pub(crate) struct Goals<R> {
    /// Per hand its number in `tenpai`, or `NONE`.
    tenpai_of: Vec<u32>,
    pub(crate) tenpai: Vec<Tenpai>,
    pub(crate) lines: Vec<StoredLine<R>>,
    pub(crate) sorts: Vec<Sort<R>>,
    /// Sets of yaku that a line can have.
    pub(crate) yaku_sets: Vec<u64>,
    /// Per hand 8 times the number of its kans and norths set aside, four for tenpai, two for melds that the root has not, one
    /// for an open hand.
    kinds: Vec<u8>,
    /// Which of the tenpai hands are the same in riichi; there are none of these where there is no riichi.
    pub(crate) classes: RiichiClasses,
}

impl<R: Float> Goals<R> {
    pub(crate) fn new(
        graph: &Graph,
        payoffs: &dyn Payoffs,
        progress: &Progress,
    ) -> Result<Goals<R>, SearchError> {
        let suits = &graph.exchanges.suits;
        let shapes: Vec<Vec<Shape>> = Suit::ALL
            .into_iter()
            .zip(suits)
            .map(|(suit, parts)| parts.parts.iter().map(|part| Shape::new(suit, part.packed)).collect())
            .collect();
        let unseen = graph.unseen_by_part();
        let starts: Vec<usize> = (0..graph.len()).step_by(GRAIN).collect();
        let found: Vec<FoundGoals<R>> = starts
            .into_par_iter()
            .map(|start| {
                progress.check()?;
                let mut found = FoundGoals { tenpai: Vec::new(), lines: Vec::new() };
                for node in start..graph.len().min(start + GRAIN) {
                    if near_tenpai(graph, &shapes, node) {
                        found.tenpai.extend(tenpai(graph, &unseen, payoffs, node, &mut found.lines));
                    }
                }
                Ok(found)
            })
            .collect::<Result<_, SearchError>>()?;
        let mut tenpai_of = vec![NONE; graph.len()];
        let mut list = Vec::with_capacity(found.iter().map(|found| found.tenpai.len()).sum());
        let mut lines = Vec::with_capacity(found.iter().map(|found| found.lines.len()).sum());
        let (mut yaku_sets, mut yaku_numbers) = (Vec::new(), FxHashMap::default());
        let (mut sorts, mut sort_numbers) = (Vec::new(), FxHashMap::default());
        let mut store = |line: RawLine<R>| {
            let RawLine { values, yaku, han, more } = line;
            let yaku = *yaku_numbers.entry(yaku).or_insert_with(|| {
                yaku_sets.push(yaku);
                yaku_sets.len() as u16 - 1
            });
            let sort =
                *sort_numbers.entry((more.map(|p| p.to_f64().to_bits()), yaku, han)).or_insert_with(|| {
                    sorts.push(Sort { more, yaku, han });
                    sorts.len() as u32 - 1
                });
            StoredLine { values, sort }
        };
        for FoundGoals { tenpai, lines: own } in found {
            let before = lines.len() as u32;
            for mut tenpai in tenpai {
                for line in tenpai.waits.iter_mut().flat_map(|wait| &mut wait.lines) {
                    *line = if *line == NONE { NONE } else { before + *line };
                }
                tenpai_of[tenpai.node as usize] = list.len() as u32;
                list.push(tenpai);
            }
            lines.extend(own.into_iter().map(&mut store));
        }
        let by_part: [Vec<u8>; 4] = std::array::from_fn(|s| suits[s].kinds_of_parts());
        let keys = graph.exchanges.hands.par_iter().with_min_len(GRAIN).zip(&tenpai_of);
        let kinds = keys.map(|(&key, &number)| {
            let of = |s: usize| by_part[s][usize::from(part(key, s))];
            let (kans, rest) = (0..4).map(of).fold((0, 0), |(kans, rest), b| (kans + (b & !7), rest | b & 7));
            kans | rest | if number == NONE { 0 } else { TENPAI }
        });
        let kinds = kinds.collect();
        let classes = RiichiClasses::default();
        let mut goals = Goals { tenpai_of, tenpai: list, lines, sorts, yaku_sets, kinds, classes };
        if payoffs.riichi_stick().is_some() {
            goals.find_riichi_kans(graph, payoffs.riichi_kans());
            goals.find_alike();
        }
        Ok(goals)
    }

    pub(crate) fn tenpai_number(&self, node: usize) -> Option<usize> {
        let number = self.tenpai_of[node];
        (number != NONE).then_some(number as usize)
    }

    /// Kans that the root has not, and norths set aside.
    pub(crate) fn kans(&self, node: usize) -> usize {
        usize::from(self.kinds[node] / 8)
    }

    /// Whether the hand has melds that the root has not.
    pub(crate) fn has_called(&self, node: usize) -> bool {
        self.kinds[node] & 2 != 0
    }

    pub(crate) fn is_tenpai(&self, node: usize) -> bool {
        self.kinds[node] & TENPAI != 0
    }

    pub(crate) fn is_closed(&self, node: usize) -> bool {
        self.kinds[node] & 1 == 0
    }

    /// What a win pays.
    pub(crate) fn points(&self, gain: Gain) -> R {
        self.lines[gain.line as usize].values[usize::from(gain.extra)]
    }
}

/// The kinds that complete a hand, of which the player does not own all four.
pub(crate) fn waits_of(hand: &WaitingHand) -> KindSet {
    let keyed = KeyedHand::new(hand.concealed(), hand.melds().len()).expect("a hand has 13 tiles");
    if !keyed.shanten().is_tenpai() {
        return KindSet::EMPTY;
    }
    // the tiles in hand exist: only the one that completes them could be a fifth
    let owned = hand.owned();
    keyed.helpful().iter().filter(|&kind| owned[kind] < 4).collect()
}

fn tenpai<R: Float>(
    graph: &Graph,
    unseen: &UnseenByPart,
    payoffs: &dyn Payoffs,
    node: usize,
    lines: &mut Vec<RawLine<R>>,
) -> Option<Tenpai> {
    let hand = graph.hand(node);
    let kinds = waits_of(&hand);
    if kinds.is_empty() {
        return None;
    }
    let unseen = graph.unseen(node, unseen);
    let kans = graph.kans(node);
    let furiten = kinds.iter().any(|kind| graph.has_discarded(node, kind));
    let (mut waits, mut wait_edges) = (Vec::new(), 0u64);
    for kind in kinds.iter() {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        for tile in [Some(Tile::plain(kind)), red].into_iter().flatten() {
            let weight = graph.weight(node, tile);
            if weight == 0 {
                continue;
            }
            let edge = graph.edge_with(node, tile);
            wait_edges |= edge.map_or(0, |edge| 1 << edge);
            let won = payoffs.win(&hand, tile, &unseen, kans);
            let mut keep = |line: Option<&Line>| {
                let Some(&Line { values, yaku, han, more }) = line else { return NONE };
                lines.push(RawLine { values: values.map(R::of), more: more.map(R::of), yaku, han });
                lines.len() as u32 - 1
            };
            let riichi = won.riichi.as_ref();
            waits.push(Wait {
                tile,
                weight,
                successor: edge.map_or(NONE, |edge| graph.edges(node)[edge].successor() as u32),
                lines: [
                    keep(won.tsumo.as_ref()),
                    keep(won.ron.as_ref()),
                    keep(won.bare.last_tsumo.as_ref()),
                    keep(won.bare.last_ron.as_ref()),
                    keep(won.bare.rinshan.as_ref()),
                    keep(riichi.map(|r| &r.tsumo)),
                    keep(riichi.map(|r| &r.ron)),
                ],
            });
        }
    }
    Some(Tenpai { node: node as u32, waits, furiten, wait_edges, kans: Vec::new() })
}
