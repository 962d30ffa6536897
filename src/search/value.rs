//! Retrograde values (seed 000, Algorithm 3): from the last draw back to the root.
//!
//! `A(q, j)` is the value of having just discarded into hand `q` after `j` steps: the better of
//! riichi and dama where both are possible. Then the others discard, right, across, left, and the
//! player may win or call; then the player draws: each tile is worth the best of winning, every
//! discard or kan that leads to a searched hand, and throwing it away again.

use super::graph::{Edge, Spot, Target};
use super::model::{Gain, Luck, Model, NONE, Tenpai, Wait};
use super::real::Real;
use super::{Progress, SearchError};
use crate::tile::Tile;
use arrayvec::ArrayVec;
use rayon::prelude::*;
use std::ops::Range;

/// Nodes that a thread takes at a time.
const GRAIN: usize = 256;

/// What is known when step `j` is valued.
pub(super) struct Now<'a, R> {
    pub(super) j: usize,
    /// By spot: `A(q, j + 1)`, what a hand with kans is worth right after its kan, and what each
    /// 14-tile hand is worth by its best discard or kan. Empty after the last draw.
    pub(super) spots: &'a [R],
}

/// Which draws count when more tiles are wanted than are left: those that gain most.
#[derive(Clone, Copy)]
pub(super) struct Cut<R> {
    /// More gain than this counts in full.
    gain: R,
    /// Share of the tiles that gain just this.
    share: R,
}

impl<R: Real> Cut<R> {
    const NONE: Cut<R> = Cut { gain: R::ZERO, share: R::ZERO };

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

    /// Share of the tiles with this gain that count.
    pub(super) fn share(self, gain: R) -> R {
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
pub(super) struct Drawing<R> {
    pub(super) value: R,
    /// Denominator of the probabilities.
    pub(super) left: R,
    pub(super) cut: Cut<R>,
}

/// What the player makes of a discard.
#[derive(Clone, Copy)]
pub(super) enum Use {
    Ron(Gain),
    Call(Spot),
}

/// A tile that others can discard and the player can use.
#[derive(Clone, Copy)]
pub(super) struct Offer<R> {
    pub(super) tile: Tile,
    /// Unseen copies times rate, by player.
    weight: [R; 3],
    /// The best use of it from anybody.
    any: Option<(R, Use)>,
    /// The best use of it from the player that has more to give: left, who alone offers a chi, or in
    /// the last step the one whose discard is the last.
    more: Option<(R, Use)>,
}

pub(super) type Offers<R> = ArrayVec<Offer<R>, 37>;

/// A step without riichi.
pub(super) struct Dama<R> {
    /// Before anything happens.
    pub(super) value: R,
    /// Before the discards of right, across, left, and after them.
    pub(super) stages: [R; 4],
    /// Denominators of the three players' discards.
    pub(super) offer_left: [R; 3],
    /// The own draw; none after the last discard.
    pub(super) drawing: Option<Drawing<R>>,
}

impl<R: Real> Model<'_, R> {
    /// `A(q, j)` for `j = 1..=draws`, the first entry for `j = 1`. What cannot be held so soon has no
    /// value.
    pub(super) fn values(&self, progress: &Progress) -> Result<Vec<Vec<R>>, SearchError> {
        let draws = self.odds.draws();
        let mut values: Vec<Vec<R>> = Vec::with_capacity(draws);
        let mut spots = Vec::new();
        for j in (1..=draws).rev() {
            let now = Now { j, spots: &spots };
            let value: Vec<R> = (0..self.graph.len())
                .into_par_iter()
                .with_min_len(GRAIN)
                .map(|node| {
                    if self.graph.soonest(node) > j {
                        return R::ZERO;
                    }
                    let dama = self.dama_value(node, &now);
                    match self.riichi(node, j) {
                        Some(riichi) if riichi > dama => riichi,
                        _ => dama,
                    }
                })
                .collect();
            progress.check()?;
            if j > 1 {
                self.spots(&value, j - 1, &mut spots);
            }
            values.push(value);
            progress.advance();
            progress.check()?;
        }
        values.reverse();
        Ok(values)
    }

    /// What every spot of step `j` is worth, given `A(q, j + 1)`.
    pub(super) fn spots(&self, next: &[R], j: usize, spots: &mut Vec<R>) {
        let (graph, hands) = (self.graph, self.graph.len());
        let before = graph.before_drawn();
        spots.clear();
        spots.reserve_exact(before + graph.drawn_len());
        spots.extend_from_slice(next);
        spots.resize(before + graph.drawn_len(), R::LEAST);
        let of_children = |spots: &mut [R], range: Range<usize>| {
            let (known, best) = spots.split_at_mut(before);
            let best = best[range.clone()].par_iter_mut().with_min_len(GRAIN).enumerate();
            best.for_each(|(i, best)| {
                let drawn = range.start + i;
                if graph.drawn_soonest(drawn) <= j {
                    let children = graph.children(drawn).iter();
                    *best = children.fold(R::LEAST, |best, &child| best.larger(known[child as usize]));
                }
            });
        };
        for kans in (0..=graph.most_kans()).rev() {
            of_children(spots, graph.drawn_with_kans(kans));
            if kans == 0 || !self.kan_possible(j) {
                continue;
            }
            let now = Now { j, spots };
            let after: Vec<R> = graph
                .kan_places(kans)
                .into_par_iter()
                .with_min_len(GRAIN)
                .map(|place| {
                    let node = graph.kan_node(place);
                    if graph.soonest(node) > j {
                        return R::LEAST;
                    }
                    if self.replacement {
                        self.draw(node, &now, Luck::Rinshan).value
                    } else {
                        now.spots[node]
                    }
                })
                .collect();
            let places = graph.kan_places(kans);
            spots[hands + places.start..hands + places.end].copy_from_slice(&after);
        }
        of_children(spots, graph.drawn_by_call());
    }

    /// The hand or kan that a spot leads to.
    pub(super) fn choice(&self, spot: usize, spots: &[R]) -> Target {
        let graph = self.graph;
        match graph.target(spot as Spot) {
            Target::Drawn(drawn) => {
                let first = (R::LEAST, u32::MAX);
                let (_, child) = graph.children(drawn).iter().fold(first, |(best, at), &child| {
                    let value = spots[child as usize];
                    if value > best { (value, child) } else { (best, at) }
                });
                graph.target(child)
            }
            target => target,
        }
    }

    /// Value of declaring riichi with this hand after `j` steps, where that is possible.
    pub(super) fn riichi(&self, node: usize, j: usize) -> Option<R> {
        self.tenpai_at(node)?.riichi.as_ref()?.declared.get(j).copied()
    }

    /// The value of going on without riichi.
    fn dama_value(&self, node: usize, now: &Now<'_, R>) -> R {
        if self.tenpai_number(node).is_some() {
            return self.dama(node, now, 3, &mut Offers::new()).value;
        }
        let value = match self.drawing(node, now) {
            Some(drawing) if self.calls_gain(node, now, drawing.value) => {
                return self.dama(node, now, 3, &mut Offers::new()).value;
            }
            Some(drawing) => drawing.value,
            None => self.draw_worth(false),
        };
        self.ended(node, now.j, value)
    }

    /// Whether some call of a hand is worth more than to go on.
    fn calls_gain(&self, node: usize, now: &Now<'_, R>, pass: R) -> bool {
        self.graph.calls(node).iter().any(|call| now.spots[call.spot as usize] > pass)
    }

    /// With the chance that the others end the round first.
    fn ended(&self, node: usize, j: usize, value: R) -> R {
        let ends = &self.standing(node, j).ends;
        value + R::of(ends.rate) * (self.end_worth(ends.value) - value)
    }

    fn drawing(&self, node: usize, now: &Now<'_, R>) -> Option<Drawing<R>> {
        let luck = if self.odds.chance.is_haitei(now.j) { Luck::Last } else { Luck::Plain };
        (now.j < self.odds.draws()).then(|| self.draw(node, now, luck))
    }

    /// An own draw in step `j`, from the wall or after a kan.
    pub(super) fn draw(&self, node: usize, now: &Now<'_, R>, luck: Luck) -> Drawing<R> {
        let left = self.left(node, now.j);
        let (stay, tenpai) = (now.spots[node], self.tenpai_at(node));
        if tenpai.is_none() && R::of_count(self.weight(node).into()) <= left {
            let gains = self.graph.edges(node).iter().fold(R::ZERO, |gains, edge| {
                let gain = (now.spots[edge.spot()] - stay).larger(R::ZERO);
                gains + R::of_count(edge.weight()) * gain
            });
            return Drawing { value: stay + gains / left, left, cut: Cut::NONE };
        }
        let (mut wanted, mut gains) = (0, R::ZERO);
        let mut add = |weight: u32, value: R| {
            wanted += weight;
            gains += R::of_count(weight) * (value - stay).larger(R::ZERO);
        };
        match tenpai {
            None => {
                for edge in self.graph.edges(node) {
                    add(edge.weight(), now.spots[edge.spot()]);
                }
            }
            Some(tenpai) => self.options(node, tenpai, now, luck).for_each(|(w, value)| add(w, value)),
        }
        let mut cut = Cut::NONE;
        if R::of_count(wanted) > left {
            // not all of them need to gain anything
            let gain = |(weight, value): (u32, R)| (R::of_count(weight), value - stay);
            let options: Vec<(R, R)> = match tenpai {
                None => {
                    let edges = self.graph.edges(node).iter();
                    edges.map(|edge| gain((edge.weight(), now.spots[edge.spot()]))).collect()
                }
                Some(tenpai) => self.options(node, tenpai, now, luck).map(gain).collect(),
            };
            if options.iter().filter(|o| o.1 > R::ZERO).fold(R::ZERO, |sum, o| sum + o.0) > left {
                (cut, gains) = Cut::new(options, left);
            }
        }
        Drawing { value: stay + gains / left, left, cut }
    }

    /// What each tile that a tenpai hand can draw is worth.
    fn options<'b>(
        &'b self,
        node: usize,
        tenpai: &'b Tenpai<R>,
        now: &'b Now<'_, R>,
        luck: Luck,
    ) -> impl Iterator<Item = (u32, R)> + 'b {
        let stay = now.spots[node];
        let waits = tenpai.waits.iter().map(move |wait| {
            let value = match (self.tsumo(wait, now, luck), self.other(wait, now)) {
                (Some((value, _)), _) => value,
                (None, Some(other)) => other,
                (None, None) => stay,
            };
            (u32::from(wait.weight), value)
        });
        let edges = self.exchanges(node, tenpai).map(|edge| (edge.weight(), now.spots[edge.spot()]));
        waits.chain(edges)
    }

    /// The draws of a tenpai hand that do not complete it.
    pub(super) fn exchanges<'b>(
        &'b self,
        node: usize,
        tenpai: &'b Tenpai<R>,
    ) -> impl Iterator<Item = Edge> + 'b {
        let edges = self.graph.edges(node).iter().enumerate();
        edges.filter(|(i, _)| tenpai.wait_edges >> i & 1 == 0).map(|(_, &edge)| edge)
    }

    /// What drawing a wait is worth by a discard.
    fn other(&self, wait: &Wait, now: &Now<'_, R>) -> Option<R> {
        (wait.spot != NONE).then(|| now.spots[wait.spot as usize])
    }

    /// What winning with a wait when it is drawn is worth, where no discard is worth more.
    pub(super) fn tsumo(&self, wait: &Wait, now: &Now<'_, R>, luck: Luck) -> Option<(R, Gain)> {
        let gain = wait.tsumo(luck)?;
        let value = self.worth(gain);
        self.other(wait, now).is_none_or(|other| value >= other).then_some((value, gain))
    }

    /// The discards that this hand can use in step `j`.
    fn offers(&self, node: usize, tenpai: Option<&Tenpai<R>>, now: &Now<'_, R>, offers: &mut Offers<R>) {
        let step = &self.odds.chance.steps[now.j];
        let last = now.j == self.odds.draws();
        offers.clear();
        let blank = |tile: Tile, weight: u8, rates: &super::Offers| {
            let rate = |k: usize| rates.0[k][tile.kind().index()];
            let weight = std::array::from_fn(|k| R::of(f64::from(weight) * rate(k)));
            Offer { tile, weight, any: None, more: None }
        };
        if let Some(tenpai) = tenpai.filter(|tenpai| !tenpai.furiten) {
            let rates = &self.standing(node, now.j).ron;
            for wait in &tenpai.waits {
                let ron = |luck| wait.ron(luck).map(|gain| (self.worth(gain), Use::Ron(gain)));
                let any = ron(Luck::Plain);
                let more = if last { ron(Luck::Last) } else { any };
                if any.is_some() || more.is_some() {
                    offers.push(Offer { any, more, ..blank(wait.tile, wait.weight, rates) });
                }
            }
        }
        if last {
            return;
        }
        let kans = self.kan_possible(now.j);
        for call in self.graph.calls(node) {
            if !kans && matches!(self.graph.target(call.spot), Target::Kan(_)) {
                continue;
            }
            let value = now.spots[call.spot as usize];
            let offer = match offers.iter().position(|offer| offer.tile == call.tile) {
                Some(at) => &mut offers[at],
                None => {
                    offers.push(blank(call.tile, call.weight, &step.calls));
                    offers.last_mut().expect("just pushed")
                }
            };
            let better = |place: &mut Option<(R, Use)>| {
                if place.is_none_or(|(known, _)| value > known) {
                    *place = Some((value, Use::Call(call.spot)));
                }
            };
            better(&mut offer.more);
            if !call.chi {
                better(&mut offer.any);
            }
        }
    }

    /// Whether player `k` (right, across, left) discards in step `j`, when the last `players` are still to.
    pub(super) fn discards(&self, k: usize, players: usize, j: usize) -> bool {
        if j == self.odds.draws() { k < self.odds.chance.tail } else { k + players >= 3 }
    }

    /// What player `k`'s discard adds to a ron: the last one of the round is houtei.
    pub(super) fn ron_luck(&self, k: usize, j: usize) -> Luck {
        let last = j == self.odds.draws() && k + 1 == self.odds.chance.tail;
        if last { Luck::Last } else { Luck::Plain }
    }

    /// Whether the hand declares riichi in step `j`.
    pub(super) fn declares(&self, node: usize, now: &Now<'_, R>) -> bool {
        let riichi = self.riichi(node, now.j);
        riichi.is_some_and(|riichi| riichi > self.dama_value(node, now))
    }

    /// The best use of an offer by player `k` (right, across, left).
    pub(super) fn used(&self, offer: &Offer<R>, k: usize, j: usize) -> Option<(R, Use)> {
        let most = if j == self.odds.draws() { self.odds.chance.tail.checked_sub(1) } else { Some(2) };
        if most == Some(k) { offer.more } else { offer.any }
    }

    /// A step without riichi in which the last `players` of the others discard.
    pub(super) fn dama(
        &self,
        node: usize,
        now: &Now<'_, R>,
        players: usize,
        offers: &mut Offers<R>,
    ) -> Dama<R> {
        let tenpai = self.tenpai_at(node);
        let drawing = self.drawing(node, now);
        let after = drawing.map_or_else(|| self.draw_worth(tenpai.is_some()), |drawing| drawing.value);
        let left = self.left(node, now.j);
        let (mut stages, mut offer_left) = ([after; 4], [left; 3]);
        self.offers(node, tenpai, now, offers);
        for k in (0..3).rev() {
            let pass = stages[k + 1];
            stages[k] = pass;
            if !self.discards(k, players, now.j) {
                continue;
            }
            let (mut wanted, mut gained) = (R::ZERO, R::ZERO);
            for offer in &*offers {
                if let Some((value, _)) = self.used(offer, k, now.j) {
                    wanted += offer.weight[k];
                    if value > pass {
                        gained += offer.weight[k] * (value - pass);
                    }
                }
            }
            if wanted > R::ZERO {
                offer_left[k] = left.larger(wanted);
                stages[k] = pass + gained / offer_left[k];
            }
        }
        let value = if players == 3 { self.ended(node, now.j, stages[0]) } else { stages[0] };
        Dama { value, stages, offer_left, drawing }
    }
}

impl<R: Real> Offer<R> {
    pub(super) fn weight(&self, player: usize) -> R {
        self.weight[player]
    }
}
