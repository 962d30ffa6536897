//! Retrograde values (Kurita & Hoki, DAG, Algorithm 3): from the last draw back to the root.
//!
//! `A(q, j)` is the value of having just discarded into hand `q` after `j` steps: the better of
//! riichi and dama where both are possible. Then the others discard, right, across, left, and the
//! player may win or call; then the player draws: each tile is worth the best of winning, every
//! discard or kan that leads to a searched hand, and throwing it away again.

pub(crate) mod fold;
pub(crate) mod goals;
pub(crate) mod model;
pub(crate) mod risk;
pub(crate) mod step_context;
pub(crate) mod successors;
pub(crate) mod tenpai;
pub(crate) mod tenpai_filter;

use crate::search::float::Float;
use crate::search::graph::{Call, Edge, Successor};
use crate::search::set::suit::Claim;
use crate::search::values::model::ValuedGraph;
use crate::search::values::risk::StepRisk;
use crate::search::values::step_context::StepContext;
use crate::search::values::tenpai::{Gain, Luck, NONE, Tenpai, Wait};
use crate::tile::Tile;
use arrayvec::ArrayVec;
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

/// What the player makes of a discard.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    Ron(Gain),
    Call(Successor, Claim),
}

/// A tile that others can discard and the player can use.
#[derive(Clone, Copy)]
pub(crate) struct Offer<R> {
    pub(crate) tile: Tile,
    /// Unseen copies times rate, by player.
    weight: [R; 3],
    /// The wait that it completes, where ron is possible.
    pub(crate) wait: Option<u8>,
    /// The best pon or kan with it.
    any: Option<(R, Successor, Claim)>,
    /// The best chi with it.
    chi: Option<(R, Successor, Claim)>,
    /// What its best use is worth, by player.
    worth: [R; 3],
}

pub(crate) type Offers<R> = ArrayVec<Offer<R>, 37>;

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

    /// What a step is worth to a hand that can use a discard.
    fn offered_value(&self, node: usize, now: &StepContext<'_, R>, passed: R) -> R {
        let mut offers = Offers::new();
        self.offers(node, now, passed, &mut offers);
        let left = self.left(node, now.j);
        let players = (0..3).rev().filter(|&k| self.discards(k, 3, now.j));
        players.fold(passed, |value, k| self.offered(&offers, k, left, value).0)
    }

    /// Whether anything that others discard can be of use to a hand, given what it is worth to let it pass.
    pub(crate) fn uses_offers(&self, node: usize, now: &StepContext<'_, R>, pass: R) -> bool {
        self.is_tenpai(node) || self.call_gains(node, now, pass)
    }

    /// Whether a call is worth more than the draw that follows; most never are.
    fn call_gains(&self, node: usize, now: &StepContext<'_, R>, value: R) -> bool {
        let mut calls = self.graph.calls(node).iter();
        now.j < self.odds.draws() && calls.any(|call| self.called_worth(node, call, now) > value)
    }

    /// What a call is worth to the hand that makes it.
    fn called_worth(&self, node: usize, call: &Call, now: &StepContext<'_, R>) -> R {
        let normalised = now.successors[call.successor as usize];
        let denormalised = |risk: &StepRisk<R>| {
            risk.denormalised_call(normalised, self.graph.key(node), call.tile, call.claim)
        };
        now.risk.map_or(normalised, denormalised)
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

    /// Whether others' discards of everything that a hand can use are surely fewer than the tiles left.
    fn offers_are_few(&self, node: usize, tenpai: &Tenpai, j: usize) -> bool {
        let waits: u32 = tenpai.waits.iter().map(|wait| u32::from(wait.weight)).sum();
        let calls = self.graph.calls(node).chunk_by(|a, b| a.tile == b.tile);
        let calls: u32 = calls.map(|calls| u32::from(calls[0].weight)).sum();
        R::of_count(waits + calls + 1) * self.step_table(j).most <= self.left(node, j)
    }

    /// Adds the discards that this hand can use in step `j`, given what it is worth to let them all
    /// pass. Most calls are never worth it: where none is they are left out, unless there are so many
    /// that they count in what is wanted in all.
    fn offers(&self, node: usize, now: &StepContext<'_, R>, pass: R, offers: &mut Offers<R>) {
        let last = now.j == self.odds.draws();
        let tenpai = self.tenpai_at(node);
        if let Some(tenpai) = tenpai {
            self.rons(node, tenpai, now.j, offers);
        }
        let few = tenpai.is_none_or(|tenpai| self.offers_are_few(node, tenpai, now.j));
        if !last && (!few || self.call_gains(node, now, pass)) {
            self.called(node, now, offers);
        }
    }

    /// Adds those that it can win with.
    fn rons(&self, node: usize, tenpai: &Tenpai, j: usize, offers: &mut Offers<R>) {
        if tenpai.furiten {
            return;
        }
        let luck = if j == self.odds.draws() { Luck::Last } else { Luck::Plain };
        let rates = &self.met(node, j).ron;
        for (i, wait) in tenpai.waits.iter().enumerate() {
            if wait.ron(luck).is_some() {
                let worth = std::array::from_fn(|k| {
                    wait.ron(self.ron_luck(k, j)).map_or(R::LEAST, |gain| self.worth(gain))
                });
                let wait = (Some(i as u8), wait.tile, wait.weight);
                offers.push(Offer { worth, ..Offer::new(wait, rates) });
            }
        }
    }

    /// Adds those that it can call.
    fn called(&self, node: usize, now: &StepContext<'_, R>, offers: &mut Offers<R>) {
        let (kans, rons) = (self.kan_possible(now.j), offers.len());
        let mut calls = self.graph.calls(node);
        while let Some(&Call { tile, weight, .. }) = calls.first() {
            let (mut any, mut chi): (Option<(R, Successor, Claim)>, _) = (None, None);
            while let Some((call, rest)) = calls.split_first().filter(|(call, _)| call.tile == tile) {
                calls = rest;
                let value = self.called_worth(node, call, now);
                let place = if call.is_chi() { &mut chi } else { &mut any };
                if place.is_none_or(|(known, ..)| value > known)
                    && (kans || !self.graph.is_kan(call.successor))
                {
                    *place = Some((value, call.successor, call.claim));
                }
            }
            if any.is_none() && chi.is_none() {
                continue;
            }
            let offer = match offers[..rons].iter_mut().position(|offer| offer.tile == tile) {
                Some(at) => &mut offers[at],
                None => {
                    offers.push(Offer::new((None, tile, weight), &self.step_table(now.j).calls));
                    offers.last_mut().expect("just pushed")
                }
            };
            (offer.any, offer.chi) = (any, chi);
            let of = |call: Option<(R, Successor, Claim)>| call.map_or(R::LEAST, |(value, ..)| value);
            for worth in &mut offer.worth {
                *worth = worth.larger(of(any));
            }
            offer.worth[2] = offer.worth[2].larger(of(chi));
        }
    }

    /// Whether player `k` (right, across, left) discards in step `j`, when the last `players` are still to.
    pub(crate) fn discards(&self, k: usize, players: usize, j: usize) -> bool {
        if j == self.odds.draws() { k < self.odds.tail } else { k + players >= 3 }
    }

    /// What player `k`'s discard adds to a ron: the last one of the round is houtei.
    pub(crate) fn ron_luck(&self, k: usize, j: usize) -> Luck {
        let last = j == self.odds.draws() && k + 1 == self.odds.tail;
        if last { Luck::Last } else { Luck::Plain }
    }

    /// What a player's discard makes of the value of passing; also its denominator.
    fn offered(&self, offers: &Offers<R>, k: usize, left: R, pass: R) -> (R, R) {
        let (mut wanted, mut gained) = (R::ZERO, R::ZERO);
        for offer in offers {
            let value = offer.worth[k];
            if value > R::LEAST {
                wanted += offer.weight[k];
                gained += offer.weight[k] * (value - pass).larger(R::ZERO);
            }
        }
        let left = left.larger(wanted);
        (pass + gained / left, left)
    }

    /// The best use of an offer by player `k` (right, across, left).
    pub(crate) fn used(&self, node: usize, offer: &Offer<R>, k: usize, j: usize) -> Option<(R, Use)> {
        let luck = self.ron_luck(k, j);
        let ron = || {
            let wait = &self.tenpai_at(node)?.waits[usize::from(offer.wait?)];
            wait.ron(luck).map(|gain| (self.worth(gain), Use::Ron(gain)))
        };
        let call = |(value, successor, claim)| (value, Use::Call(successor, claim));
        let uses = [ron(), offer.any.map(call), offer.chi.filter(|_| k == 2).map(call)];
        uses.into_iter().flatten().reduce(|best, next| if next.0 > best.0 { next } else { best })
    }

    /// A step without riichi in which the last `players` of the others discard, and what they offer.
    pub(crate) fn dama(
        &self,
        node: usize,
        now: &StepContext<'_, R>,
        players: usize,
        offers: &mut Offers<R>,
    ) -> Dama<R> {
        let drawing = self.drawing(node, now);
        let tenpai = self.is_tenpai(node);
        let after = drawing
            .map_or_else(|| self.draw_worth(tenpai), |drawing| now.with_coming_riichi(node, drawing.value));
        let (stages, offer_left) = self.offered_stages(node, now, (players, after), offers);
        Dama { stages, offer_left, drawing }
    }

    /// The same given what letting all discards pass is worth: the stages, and the denominators of the discards.
    pub(crate) fn offered_stages(
        &self,
        node: usize,
        now: &StepContext<'_, R>,
        (players, after): (usize, R),
        offers: &mut Offers<R>,
    ) -> ([R; 4], [R; 3]) {
        let left = self.left(node, now.j);
        let (mut stages, mut offer_left) = ([after; 4], [left; 3]);
        offers.clear();
        if self.uses_offers(node, now, after) {
            self.offers(node, now, after, offers);
        }
        for k in (0..3).rev() {
            let pass = stages[k + 1];
            stages[k] = pass;
            if !self.discards(k, players, now.j) {
                continue;
            }
            (stages[k], offer_left[k]) = self.offered(offers, k, left, pass);
        }
        (stages, offer_left)
    }
}

impl<R: Float> Offer<R> {
    /// A tile, which of the waits it is, and its unseen copies; nothing is known to come of it yet.
    fn new((wait, tile, copies): (Option<u8>, Tile, u8), rates: &[[R; 34]; 3]) -> Offer<R> {
        let weight =
            rates.each_ref().map(|rates| R::of_count(u32::from(copies)) * rates[tile.kind().index()]);
        Offer { tile, weight, wait, any: None, chi: None, worth: [R::LEAST; 3] }
    }

    pub(crate) fn weight(&self, player: usize) -> R {
        self.weight[player]
    }
}
