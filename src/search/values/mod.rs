//! Retrograde values (Kurita & Hoki, DAG, Algorithm 3): from the last draw back to the root.
//!
//! `A(q, j)` is the value of having just discarded into hand `q` after `j` steps: the better of
//! riichi and dama where both are possible. Then the others discard, right, across, left, and the
//! player may win or call; then the player draws: each tile is worth the best of winning, every
//! discard or kan that leads to a searched hand, and throwing it away again.

pub(crate) mod fold;
pub(crate) mod goals;
pub(crate) mod model;
pub(crate) mod offers;
pub(crate) mod risk;
pub(crate) mod step_context;
pub(crate) mod successors;
pub(crate) mod tenpai;
pub(crate) mod tenpai_filter;

use crate::search::float::Float;
use crate::search::graph::Edge;
use crate::search::values::model::ValuedGraph;
use crate::search::values::offers::Uses;
use crate::search::values::step_context::StepContext;
use crate::search::values::tenpai::{Gain, Luck, NONE, Wait};
use rayon::prelude::*;

/// Nodes that a thread takes at a time.
const GRAIN: usize = 256;

/// Draws that are added up side by side: as many as a vector of WebAssembly has numbers.
const WIDE: usize = 4;

/// What draws gain in all, each times its copies, where it gains anything.
fn gained<R: Float>(edges: &[Edge], gain: impl Fn(usize, Edge) -> R) -> R {
    let mut sums = [R::ZERO; WIDE];
    let of = |i, edge: Edge| R::of_count(edge.weight()) * gain(i, edge).larger(R::ZERO);
    let (wide, rest) = edges.as_chunks::<WIDE>();
    for (i, edges) in wide.iter().enumerate() {
        let four: [R; WIDE] = std::array::from_fn(|k| of(WIDE * i + k, edges[k]));
        sums.iter_mut().zip(four).for_each(|(sum, of)| *sum += of);
    }
    let rest = rest.iter().enumerate().map(|(k, &edge)| of(WIDE * wide.len() + k, edge));
    let [a, b, c, d] = sums;
    rest.fold((a + b) + (c + d), |sum, of| sum + of)
}

/// Which draws count when more tiles are wanted than are left: those that gain most.
#[derive(Clone, Copy)]
pub(crate) struct Cut<R> {
    /// More gain than this counts in full.
    gain: R,
    /// Share of the tiles that gain just this.
    share: R,
}

impl<R: Float> Cut<R> {
    pub(crate) const NONE: Cut<R> = Cut { gain: R::ZERO, share: R::ZERO };

    /// From weights and gains; also the sum of what counts.
    fn new(mut options: Vec<(R, R)>, left: R) -> (Cut<R>, R) {
        let order = |a: &(R, R), b: &(R, R)| b.1.to_f64().total_cmp(&a.1.to_f64());
        options.sort_by(order);
        let (mut room, mut sum) = (left, R::ZERO);
        for group in options.chunk_by(|a, b| a.1 == b.1) {
            let gain = group[0].1;
            let weight = group.iter().fold(R::ZERO, |sum, option| sum + option.0);
            if weight >= room {
                return (Cut { gain, share: room / weight }, sum + room * gain);
            }
            room -= weight;
            sum += weight * gain;
        }
        (Cut::NONE, sum)
    }

    /// Whether some draws count less than others.
    pub(crate) fn is_some(self) -> bool {
        self.gain > R::ZERO
    }

    /// Share of the tiles with this gain that count.
    pub(crate) fn share(self, gain: R) -> R {
        if gain > self.gain {
            R::ONE
        } else if gain == self.gain {
            self.share
        } else {
            R::ZERO
        }
    }
}

/// A draw of one's own, from the wall or after a kan.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<R> {
    pub(crate) value: R,
    pub(crate) cut: Cut<R>,
}

/// A step without riichi.
pub(crate) struct Dama<R> {
    /// Before the discards of right, across, left, and after them.
    pub(crate) stages: [R; 4],
    /// Denominators of the three players' discards.
    pub(crate) offer_left: [R; 3],
    /// The own draw; none after the last discard.
    pub(crate) drawing: Option<Drawing<R>>,
}

/// `A(q, j)` of every hand and step, where they are kept.
pub(crate) struct Values<R> {
    /// By step and hand, the first entry for `j = 1`. What cannot be held so soon has no value.
    pub(crate) hands: Vec<Vec<R>>,
    /// By step and tenpai hand: whether riichi is what it is worth.
    pub(crate) declares: Vec<Vec<bool>>,
    /// After a coming riichi, by step and hand: what a draw is worth. Before it nobody asks.
    pub(crate) drawn: Vec<Vec<R>>,
}

impl<R: Float> Values<R> {
    pub(crate) fn none(draws: usize) -> Values<R> {
        Values {
            hands: Vec::with_capacity(draws),
            declares: Vec::with_capacity(draws),
            drawn: Vec::with_capacity(draws),
        }
    }

    pub(crate) fn push(&mut self, (hands, declares): (Vec<R>, Vec<bool>), drawn: Vec<R>) {
        self.hands.push(hands);
        self.declares.push(declares);
        self.drawn.push(drawn);
    }

    /// They were found from the last step on.
    pub(crate) fn reverse(&mut self) {
        self.hands.reverse();
        self.declares.reverse();
        self.drawn.reverse();
    }
}

impl<R: Float> ValuedGraph<'_, R> {
    /// What every hand's draw in a step is worth, or what the end is after the last one.
    pub(crate) fn drawn(&self, now: &StepContext<'_, R>) -> Vec<R> {
        let nodes = (0..self.graph.len()).into_par_iter().with_min_len(GRAIN);
        let drawn = nodes.map(|node| match self.graph.soonest(node) > now.j {
            true => R::ZERO,
            false => self.passed(node, now),
        });
        drawn.collect()
    }

    /// `A(q, j)` of every hand, given what letting all discards pass is worth; and whether a tenpai hand is worth
    /// that by riichi.
    pub(crate) fn step_values(
        &self,
        now: &StepContext<'_, R>,
        passed: impl Fn(usize) -> R + Sync,
    ) -> (Vec<R>, Vec<bool>) {
        let j = now.j;
        let tenpai: Vec<(R, bool)> = self
            .goals
            .tenpai
            .par_iter()
            .with_min_len(GRAIN / 8)
            .map(|tenpai| {
                let node = tenpai.node as usize;
                if self.graph.soonest(node) > j {
                    return (R::ZERO, false);
                }
                let dama = self.value_of(node, now, passed(node));
                match self.riichi(node, j) {
                    Some(riichi) if riichi > dama => (riichi, true),
                    _ => (dama, false),
                }
            })
            .collect();
        let hands: Vec<R> = (0..self.graph.len())
            .into_par_iter()
            .with_min_len(GRAIN)
            .map(|node| match self.tenpai_number(node) {
                Some(number) => tenpai[number].0,
                None if self.graph.soonest(node) > j => R::ZERO,
                None => self.value_of(node, now, passed(node)),
            })
            .collect();
        (hands, tenpai.into_iter().map(|(_, declares)| declares).collect())
    }

    /// Value of declaring riichi with this hand after `j` steps, where that is possible.
    pub(crate) fn riichi(&self, node: usize, j: usize) -> Option<R> {
        self.riichi[self.tenpai_number(node)?].as_ref()?.declared.get(j).copied()
    }

    /// Whether it is a closed tenpai hand, and there is such a thing as riichi.
    pub(crate) fn can_be_in_riichi(&self, node: usize) -> bool {
        self.tenpai_number(node).is_some_and(|number| self.riichi[number].is_some())
    }

    /// The value of going on without riichi, or folding, given what letting all discards pass is worth.
    fn value_of(&self, node: usize, now: &StepContext<'_, R>, passed: R) -> R {
        let value = self.dama_value(node, now, passed);
        self.folded(node, now.j, value).unwrap_or(value)
    }

    /// What letting all discards pass is worth: the own draw, or the end.
    pub(crate) fn passed(&self, node: usize, now: &StepContext<'_, R>) -> R {
        match self.drawing(node, now) {
            Some(drawing) => now.with_coming_riichi(node, drawing.value),
            None => self.draw_worth(self.is_tenpai(node)),
        }
    }

    /// The value of going on without riichi, given what letting all discards pass is worth.
    pub(crate) fn dama_value(&self, node: usize, now: &StepContext<'_, R>, passed: R) -> R {
        let value = match self.uses_offers(node, now, passed) {
            true => self.offered_value(node, now, passed),
            false => passed,
        };
        self.met(node, now.j).ended(value)
    }

    pub(crate) fn drawing(&self, node: usize, now: &StepContext<'_, R>) -> Option<Drawing<R>> {
        let luck = if self.odds.is_haitei(now.j) { Luck::Last } else { Luck::Plain };
        (now.j < self.odds.draws()).then(|| self.draw(node, now, luck))
    }

    /// An own draw in step `j`, from the wall or after a kan.
    pub(crate) fn draw(&self, node: usize, now: &StepContext<'_, R>, luck: Luck) -> Drawing<R> {
        let left = self.left(node, now.j);
        let (stay, tenpai) = (now.successors[node], self.tenpai_at(node));
        let (edges, codes) = (self.graph.edges(node), self.graph.edge_codes(node));
        let raw = |edge: Edge| now.successors[edge.successor()] - stay;
        let of_wait = |wait: &Wait| {
            let value = self.drawn_wait(node, wait, now, luck).unwrap_or(stay);
            (u32::from(wait.weight), now.gain(wait.tile, value - stay))
        };
        let waits = tenpai.map_or(0, |tenpai| tenpai.wait_edges);
        let others = |i: usize, gain: R| if waits >> i & 1 == 0 { gain } else { R::ZERO };
        let mut gains = match (tenpai, now.risk) {
            (None, None) => gained(edges, |_, edge| raw(edge)),
            (Some(_), None) => gained(edges, |i, edge| others(i, raw(edge))),
            (_, Some(risk)) => gained(edges, |i, edge| others(i, risk.compared(codes[i]) * raw(edge))),
        };
        let mut alone = 0;
        for wait in tenpai.into_iter().flat_map(|tenpai| &tenpai.waits) {
            let (copies, gain) = of_wait(wait);
            gains += R::of_count(copies) * gain.larger(R::ZERO);
            alone += if wait.successor == NONE { copies } else { 0 };
        }
        let mut cut = Cut::NONE;
        if R::of_count(self.graph.wanted(node) + alone) > left {
            // not all of them need to gain anything
            let gaining = edges.iter().enumerate().filter(|&(i, &edge)| others(i, raw(edge)) > R::ZERO);
            let gaining: u32 = gaining.map(|(_, edge)| edge.weight()).sum();
            let waits = tenpai.into_iter().flat_map(|tenpai| &tenpai.waits).map(of_wait);
            let waits: u32 = waits.filter(|wait| wait.1 > R::ZERO).map(|wait| wait.0).sum();
            if R::of_count(gaining + waits) > left {
                (cut, gains) = Cut::new(self.options(node, now, luck).collect(), left);
            }
        }
        let thrown = now.risk.map_or(stay, |risk| risk.thrown_compared * stay);
        Drawing { value: now.denormalised(thrown + gains / left, self.graph.key(node)), cut }
    }

    /// How many of each tile that a hand can draw, and what that gains.
    fn options<'b>(
        &'b self,
        node: usize,
        now: &'b StepContext<'_, R>,
        luck: Luck,
    ) -> impl Iterator<Item = (R, R)> + 'b {
        let stay = now.successors[node];
        let waits = self.tenpai_at(node).into_iter().flat_map(|tenpai| &tenpai.waits).map(move |wait| {
            let value = self.drawn_wait(node, wait, now, luck).unwrap_or(stay);
            (R::of_count(u32::from(wait.weight)), now.gain(wait.tile, value - stay))
        });
        let edges = self.exchanges(node).map(move |(edge, code)| {
            let gain = now.gain_by_code(code, now.successors[edge.successor()] - stay);
            (R::of_count(edge.weight()), gain)
        });
        waits.chain(edges)
    }

    /// The draws of a hand that do not complete it.
    fn exchanges<'b>(&'b self, node: usize) -> impl Iterator<Item = (Edge, u8)> + 'b {
        let waits = self.tenpai_at(node).map_or(0, |tenpai| tenpai.wait_edges);
        let edges = self.graph.edges(node).iter().zip(self.graph.edge_codes(node)).enumerate();
        edges.filter(move |(i, _)| waits >> i & 1 == 0).map(|(_, (&edge, &code))| (edge, code))
    }

    /// What drawing a wait is worth by a discard.
    pub(crate) fn other(&self, wait: &Wait, now: &StepContext<'_, R>) -> Option<R> {
        (wait.successor != NONE).then(|| now.successors[wait.successor as usize])
    }

    /// What drawing a wait is worth, if anything can come of it.
    fn drawn_wait(&self, node: usize, wait: &Wait, now: &StepContext<'_, R>, luck: Luck) -> Option<R> {
        self.tsumo(node, wait, now, luck).map(|(value, _)| value).or_else(|| self.other(wait, now))
    }

    /// What winning with a wait when it is drawn is worth, where no discard is worth more.
    pub(crate) fn tsumo(
        &self,
        node: usize,
        wait: &Wait,
        now: &StepContext<'_, R>,
        luck: Luck,
    ) -> Option<(R, Gain)> {
        let gain = wait.tsumo(luck)?;
        let value = now.normalised_win(self.worth(gain), self.graph.key(node), wait.tile);
        self.other(wait, now).is_none_or(|other| value >= other).then_some((value, gain))
    }

    /// A step without riichi in which the last `players` of the others discard; what they offer is added to `offers`.
    pub(crate) fn dama(
        &self,
        node: usize,
        now: &StepContext<'_, R>,
        players: usize,
        offers: &mut Uses<R>,
    ) -> Dama<R> {
        let drawing = self.drawing(node, now);
        let tenpai = self.is_tenpai(node);
        let after = drawing
            .map_or_else(|| self.draw_worth(tenpai), |drawing| now.with_coming_riichi(node, drawing.value));
        let (stages, offer_left) = match self.uses_offers(node, now, after) {
            true => self.offered_stages(node, now, (players, after), offers),
            false => ([after; 4], [self.left(node, now.j); 3]),
        };
        Dama { stages, offer_left, drawing }
    }
}
