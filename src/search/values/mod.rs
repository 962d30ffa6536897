//! Retrograde values (Kurita & Hoki, DAG, Algorithm 3): from the last draw back to the root.
//!
//! `A(q, j)` is the value of having just discarded into hand `q` after `j` steps: the better of
//! riichi and dama where both are possible. Then the others discard, right, across, left, and the
//! player may win or call; then the player draws: each tile is worth the best of winning, every
//! discard or kan that leads to a searched hand, and throwing it away again.

pub(crate) mod draw;
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
use crate::search::values::model::ValuedGraph;
use crate::search::values::offers::{Dama, HandAtOffers, Uses};
use crate::search::values::step_context::StepContext;
use rayon::prelude::*;

/// Nodes that a thread takes at a time.
const GRAIN: usize = 32;

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

    pub(crate) fn push(&mut self, hands: Vec<R>, declares: Vec<bool>, drawn: Vec<R>) {
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

    /// Value of declaring riichi with this hand after `j` steps, where that is possible.
    pub(crate) fn riichi(&self, node: usize, j: usize) -> Option<R> {
        self.riichi_of(self.tenpai_number(node)?)?.declared.get(j).copied()
    }

    /// Whether it is a closed tenpai hand, and there is such a thing as riichi.
    pub(crate) fn can_be_in_riichi(&self, node: usize) -> bool {
        self.tenpai_number(node).is_some_and(|number| self.goals.classes.of(number).is_some())
    }

    /// What letting all discards pass is worth: the own draw, or the end.
    pub(crate) fn passed(&self, node: usize, now: &StepContext<'_, R>) -> R {
        match self.draw_luck(now.j) {
            Some(luck) => now.with_coming_riichi(node, self.draw(node, now, luck, &mut ())),
            None => self.draw_worth(self.is_tenpai(node)),
        }
    }

    /// The value of going on without riichi, given what letting all discards pass is worth.
    pub(crate) fn dama_value(&self, node: usize, now: &StepContext<'_, R>, passed: R) -> R {
        let offered = self.offered(HandAtOffers { node, players: 3 }, now, passed, &mut Uses::new());
        self.met(node, now.j).ended(offered.map_or(passed, |dama| dama.stages[0]))
    }

    /// A step without riichi in which the last `players` of the others discard; what they offer is added to `offers`.
    pub(crate) fn dama(
        &self,
        node: usize,
        now: &StepContext<'_, R>,
        players: usize,
        offers: &mut Uses<R>,
    ) -> Dama<R> {
        let passed = self.passed(node, now);
        let nothing = || Dama { stages: [passed; 4], offer_left: [self.left(node, now.j); 3] };
        self.offered(HandAtOffers { node, players }, now, passed, offers).unwrap_or_else(nothing)
    }
}
