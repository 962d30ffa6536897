//! Retrograde values (seed 000, Algorithm 3): from the last draw back to the root.
//!
//! `A(q, j)` is the value of having just discarded into hand `q` after `j` steps: the better of
//! riichi and dama where both are possible. Then the others discard, right, across, left, and the
//! player may win or call; then the player draws: each tile is worth the best of winning, every
//! discard or kan that leads to a searched hand, and throwing it away again.

use super::graph::{Edge, Target};
use super::model::{Gain, Luck, Model, NONE, Tenpai, Wait};
use super::real::Real;
use super::{Progress, SearchError};
use crate::tile::Tile;
use arrayvec::ArrayVec;
use rayon::prelude::*;

/// Nodes that a thread takes at a time.
const GRAIN: usize = 256;

/// What is known when step `j` is valued.
pub(super) struct Now<'a, R> {
    pub(super) j: usize,
    /// `A(q, j + 1)`, and behind it, by place, what a hand with kans is worth right after its kan;
    /// empty after the last draw.
    pub(super) next: &'a [R],
    /// What each 14-tile hand is worth by its best discard or kan.
    pub(super) best: &'a [R],
    /// What that makes of it; not known to the values, which need no choice.
    pub(super) chosen: &'a [u32],
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
    Call(Target),
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
    /// `A(q, j)` for `j = 1..=draws`, the first entry for `j = 1`, each followed by the values right
    /// after a kan of step `j - 1`.
    pub(super) fn values(&self, progress: &Progress) -> Result<Vec<Vec<R>>, SearchError> {
        let draws = self.odds.draws();
        let mut values: Vec<Vec<R>> = Vec::with_capacity(draws);
        let mut best = Vec::new();
        for j in (1..=draws).rev() {
            let next = values.last().map_or(&[][..], |next| next);
            let now = Now { j, next, best: &best, chosen: &[] };
            let mut value: Vec<R> = (0..self.graph.len())
                .into_par_iter()
                .with_min_len(GRAIN)
                .map(|node| {
                    let dama = self.dama_value(node, &now);
                    match self.riichi(node, j) {
                        Some(riichi) if riichi > dama => riichi,
                        _ => dama,
                    }
                })
                .collect();
            progress.check()?;
            // what a 14-tile hand of step j - 1 is worth
            best = self.best(&mut value, j - 1);
            values.push(value);
            progress.advance();
            progress.check()?;
        }
        values.reverse();
        Ok(values)
    }

    /// The best discard or kan of every 14-tile hand of step `j`, given `A(q, j + 1)`, which it
    /// completes with the values after kans; and which one it is, the first of equals.
    pub(super) fn choices(&self, next: &mut Vec<R>, j: usize) -> (Vec<R>, Vec<u32>) {
        let mut chosen = vec![NONE; self.graph.drawn_len()];
        let best = self.best_and(
            next,
            j,
            |children, next, chosen: &mut u32| {
                let mut best = R::LEAST;
                for &child in children {
                    if next[child as usize] > best {
                        (best, *chosen) = (next[child as usize], child);
                    }
                }
                best
            },
            &mut chosen,
        );
        (best, chosen)
    }

    /// The same without the choice.
    pub(super) fn best(&self, next: &mut Vec<R>, j: usize) -> Vec<R> {
        // nothing is kept of a choice
        let mut nothing = vec![(); self.graph.drawn_len()];
        self.best_and(
            next,
            j,
            |children, next, (): &mut ()| {
                children.iter().fold(R::LEAST, |best, &child| best.larger(next[child as usize]))
            },
            &mut nothing,
        )
    }

    fn best_and<T: Send>(
        &self,
        next: &mut Vec<R>,
        j: usize,
        of: impl Fn(&[u32], &[R], &mut T) -> R + Sync,
        beside: &mut [T],
    ) -> Vec<R> {
        let (graph, hands) = (self.graph, self.graph.len());
        let mut best = vec![R::LEAST; graph.drawn_len()];
        next.truncate(hands);
        next.resize(hands + graph.kan_len(), R::LEAST);
        let of_children = |next: &[R], best: &mut [R], beside: &mut [T], first: usize| {
            let pairs = best.par_iter_mut().with_min_len(GRAIN).zip(beside.par_iter_mut());
            pairs.enumerate().for_each(|(i, (best, beside))| {
                *best = of(graph.children(first + i), next, beside);
            });
        };
        for kans in (0..=graph.most_kans()).rev() {
            let range = graph.drawn_with_kans(kans);
            of_children(next, &mut best[range.clone()], &mut beside[range.clone()], range.start);
            if kans == 0 || !self.kan_possible(j) {
                continue;
            }
            let after: Vec<R> = graph
                .kan_places(kans)
                .into_par_iter()
                .with_min_len(GRAIN)
                .map(|place| {
                    let node = graph.kan_node(place);
                    let now = Now { j, next, best: &best, chosen: &[] };
                    if self.replacement { self.draw(node, &now, Luck::Rinshan).value } else { next[node] }
                })
                .collect();
            let places = graph.kan_places(kans);
            next[hands + places.start..hands + places.end].copy_from_slice(&after);
        }
        let range = graph.drawn_by_call();
        of_children(next, &mut best[range.clone()], &mut beside[range.clone()], range.start);
        best
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
        self.graph.calls(node).iter().any(|call| match call.target() {
            Target::Drawn(drawn) => now.best[drawn] > pass,
            Target::Kan(place) => now.next[self.graph.len() + place] > pass,
        })
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
        let (stay, tenpai) = (now.next[node], self.tenpai_at(node));
        if tenpai.is_none() && R::of(f64::from(self.weight(node))) <= left {
            let gains = self.graph.edges(node).iter().fold(R::ZERO, |gains, edge| {
                let gain = now.best[edge.drawn()] - stay;
                gains + if gain > R::ZERO { R::of_small(edge.weight()) * gain } else { R::ZERO }
            });
            return Drawing { value: stay + gains / left, left, cut: Cut::NONE };
        }
        let (mut wanted, mut gains) = (0, R::ZERO);
        let mut add = |weight: u32, gain: R| {
            if gain > R::ZERO {
                wanted += weight;
                gains += R::of(f64::from(weight)) * gain;
            }
        };
        match tenpai {
            None => {
                for edge in self.graph.edges(node) {
                    add(edge.weight(), now.best[edge.drawn()] - stay);
                }
            }
            Some(tenpai) => {
                for (weight, value) in self.options(node, tenpai, now, luck) {
                    add(weight, value - stay);
                }
            }
        }
        let mut cut = Cut::NONE;
        if R::of(f64::from(wanted)) > left {
            let weight = |weight: u32| R::of(f64::from(weight));
            let options = match tenpai {
                None => {
                    let edges = self.graph.edges(node).iter();
                    edges.map(|edge| (weight(edge.weight()), now.best[edge.drawn()] - stay)).collect()
                }
                Some(tenpai) => {
                    let options = self.options(node, tenpai, now, luck);
                    options.map(|(w, value)| (weight(w), value - stay)).collect()
                }
            };
            (cut, gains) = Cut::new(options, left);
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
        let stay = now.next[node];
        let waits = tenpai.waits.iter().map(move |wait| {
            let value = match (self.tsumo(wait, now, luck), self.other(wait, now)) {
                (Some((value, _)), _) => value,
                (None, Some(other)) => other,
                (None, None) => stay,
            };
            (u32::from(wait.weight), value)
        });
        let edges = self.exchanges(node, tenpai).map(|edge| (edge.weight(), now.best[edge.drawn()]));
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
        (wait.drawn != NONE).then(|| now.best[wait.drawn as usize])
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
            let value = match call.target() {
                Target::Drawn(drawn) => now.best[drawn],
                Target::Kan(place) if kans => now.next[self.graph.len() + place],
                Target::Kan(_) => continue,
            };
            let offer = match offers.iter().position(|offer| offer.tile == call.tile) {
                Some(at) => &mut offers[at],
                None => {
                    offers.push(blank(call.tile, call.weight, &step.calls));
                    offers.last_mut().expect("just pushed")
                }
            };
            let better = |place: &mut Option<(R, Use)>| {
                if place.is_none_or(|(known, _)| value > known) {
                    *place = Some((value, Use::Call(call.target())));
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
