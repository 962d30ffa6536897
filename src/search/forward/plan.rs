//! What the player does in a step, by the values: where the probability of each hand goes.

use crate::search::Start;
use crate::search::float::Float;
use crate::search::forward::win::{Circumstances, DAMA, GraphWin};
use crate::search::graph::{Destination, code_of_tile};
use crate::search::riichi::step::RiichiSteps;
use crate::search::values::model::ValuedGraph;
use crate::search::values::offers::{Use, Uses};
use crate::search::values::risk::{Discarded, Weighed};
use crate::search::values::step_context::{Comes, StepContext};
use crate::search::values::successors::Successors;
use crate::search::values::tenpai::Luck;
use crate::search::values::{Cut, Dama};
use crate::tile::Tile;

/// One action's start: a hand, whether riichi is declared with it, and where in a step it stands.
#[derive(Clone, Copy)]
pub(crate) struct RowRoot<R> {
    pub(crate) node: usize,
    pub(crate) riichi: bool,
    pub(crate) start: Start,
    /// What the discard risks that leads to it.
    pub(crate) discarded: Discarded<R>,
}

/// Where the probability of a hand goes in a step.
#[derive(Clone, Copy)]
pub(crate) struct Transition<R> {
    /// The hand's place among those of all layers.
    pub(crate) place: u32,
    /// Where riichi is declared, which all goes to: its number among the riichi_steps.
    pub(crate) riichi_step: Option<u32>,
    /// Whether it is folded.
    pub(crate) folds: bool,
    /// Whether the others can end the round before anything else.
    pub(crate) met: bool,
    /// To a call, where it is the first.
    pub(crate) called: R,
    /// To wins, and what they pay.
    pub(crate) won: R,
    pub(crate) paid: R,
    /// To own deal-ins, and what they pay.
    pub(crate) dealt: R,
    pub(crate) dealt_paid: R,
    /// To hands that are tenpai.
    pub(crate) tenpai: R,
    /// To the own draw, and to it after a coming riichi, where draws are not followed.
    pub(crate) drawn: R,
    pub(crate) drawn_after: R,
    /// Where its moves and wins end.
    pub(crate) moves: u32,
    pub(crate) wins: u32,
}

/// The transitions of some hands, one after the other.
pub(crate) struct Transitions<R> {
    pub(crate) list: Vec<Transition<R>>,
    /// To a hand at the next step.
    pub(crate) moves: Vec<(u32, R)>,
    pub(crate) wins: Vec<GraphWin<R>>,
    pub(crate) riichi_steps: RiichiSteps<R>,
}

impl<R: Float> Transition<R> {
    /// From a hand to nowhere yet.
    fn from(place: u32) -> Transition<R> {
        let zero = R::ZERO;
        Transition {
            place,
            riichi_step: None,
            folds: false,
            met: false,
            called: zero,
            won: zero,
            paid: zero,
            dealt: zero,
            dealt_paid: zero,
            tenpai: zero,
            drawn: zero,
            drawn_after: zero,
            moves: 0,
            wins: 0,
        }
    }
}

impl<R: Float> Transitions<R> {
    /// Room for others.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.moves.clear();
        self.wins.clear();
        self.riichi_steps.clear();
    }
}

impl<R> Default for Transitions<R> {
    fn default() -> Transitions<R> {
        Transitions {
            list: Vec::new(),
            moves: Vec::new(),
            wins: Vec::new(),
            riichi_steps: RiichiSteps::default(),
        }
    }
}

/// The plan of one step.
pub(crate) struct Plan<'a, 'b, R> {
    pub(crate) model: &'a ValuedGraph<'b, R>,
    pub(crate) successors: &'a Successors<R>,
    pub(crate) j: usize,
    /// By tenpai hand; empty before the first own discard, which is given.
    pub(crate) declares: &'a [bool],
    /// What every hand is worth; empty before the first own discard.
    pub(crate) hands: &'a [R],
    /// The place of the first hand among those of all layers.
    pub(crate) first: u32,
    /// Before a coming riichi, where one can come before the own draw.
    pub(crate) coming_riichi: Option<AfterRiichiPlan<'a, 'b, R>>,
}

/// The plan after a coming riichi.
#[derive(Clone, Copy)]
pub(crate) struct AfterRiichiPlan<'a, 'b, R> {
    pub(crate) comes: Comes<'a, R>,
    /// None where draws are not followed.
    pub(crate) plan: Option<&'a Plan<'a, 'b, R>>,
}

impl<R: Float> Plan<'_, '_, R> {
    pub(crate) fn now(&self) -> StepContext<'_, R> {
        let coming_riichi = self.coming_riichi.map(|coming_riichi| coming_riichi.comes);
        StepContext { coming_riichi, ..self.model.now(self.j, &self.successors.worth) }
    }

    /// The transitions of some hands of this layer.
    pub(crate) fn transitions(&self, places: &[u32], transitions: &mut Transitions<R>) {
        for &place in places {
            let node = (place - self.first) as usize;
            let riichi = self.model.tenpai_number(node).is_some_and(|number| self.declares[number]);
            self.transition(transitions, node, riichi, Start::Offers(3));
        }
    }

    pub(crate) fn transition(
        &self,
        transitions: &mut Transitions<R>,
        node: usize,
        riichi: bool,
        start: Start,
    ) {
        let zero = R::ZERO;
        let mut transition = Transition::from(self.first + node as u32);
        let first = transitions.wins.len();
        match start {
            _ if riichi => {
                let number = self.model.tenpai_number(node).expect("riichi needs tenpai");
                transition.riichi_step = Some(transitions.riichi_steps.list.len() as u32);
                let first = self.layer() * self.model.goals.tenpai.len();
                transitions.riichi_steps.push(self.model, (first, number), self.j, true);
            }
            Start::Replacement => {
                self.draw(transitions, &mut transition, (node, Luck::Rinshan), R::ONE, None)
            }
            Start::Offers(3) if self.folds(node) => transition.folds = true,
            Start::Offers(players) => self.step(transitions, &mut transition, node, players),
        }
        if self.model.goals.has_called(node) {
            transition.called = zero;
        }
        for win in &transitions.wins[first..] {
            transition.won += win.share;
            transition.paid += win.share * self.model.points(win.gain);
        }
        (transition.moves, transition.wins) = (transitions.moves.len() as u32, transitions.wins.len() as u32);
        transitions.list.push(transition);
    }

    /// 0 before a coming riichi, 1 after it.
    fn layer(&self) -> usize {
        self.first as usize / self.model.graph.len().max(1)
    }

    pub(crate) fn folds(&self, node: usize) -> bool {
        let Some(folds) = &self.model.folds else { return false };
        match self.hands.get(node) {
            Some(&value) => value == folds.value(node, self.j),
            None => {
                let now = self.now();
                let going_on = self.model.dama_value(node, &now, self.model.passed(node, &now));
                self.model.folded(node, self.j, going_on).is_some()
            }
        }
    }

    fn step(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        node: usize,
        players: usize,
    ) {
        let model = self.model;
        let mass = self.met(transition, node, players);
        if model.is_tenpai(node) || !model.graph.calls(node).is_empty() {
            self.offers(transitions, transition, node, (players, mass));
        } else {
            self.after_offers(transitions, transition, node, mass, None);
        }
    }

    /// What the others' discards lead to in a hand that uses some of them, given what it is worth to let them all pass; its
    /// draws are not followed.
    pub(crate) fn offers_apart(
        &self,
        transitions: &mut Transitions<R>,
        node: usize,
        (players, passed): (usize, R),
    ) -> Transition<R> {
        let mut transition = Transition::from(node as u32);
        let mass = self.met(&mut transition, node, players);
        let mut offers = Uses::new();
        let stages = self.model.offered_stages(node, &self.now(), (players, passed), &mut offers);
        let mass = self.take_offers(transitions, &mut transition, node, (players, mass), (&offers, stages));
        self.drawn_apart(transition, node, mass)
    }

    /// The same of a hand that uses none.
    pub(crate) fn nothing_offered(&self, node: usize, players: usize) -> Transition<R> {
        let mut transition = Transition::from(node as u32);
        let mass = self.met(&mut transition, node, players);
        self.drawn_apart(transition, node, mass)
    }

    /// An own draw alone, from the wall or after a kan.
    pub(crate) fn drawn_alone(
        &self,
        transitions: &mut Transitions<R>,
        node: usize,
        luck: Luck,
    ) -> Transition<R> {
        let mut transition = Transition::from(node as u32);
        self.draw(transitions, &mut transition, (node, luck), R::ONE, None);
        transition
    }

    fn drawn_apart(&self, transition: Transition<R>, node: usize, mass: R) -> Transition<R> {
        let comes = self.coming_riichi.as_ref().map_or(R::ZERO, |coming_riichi| coming_riichi.comes.rate);
        let drawn_after = mass * comes;
        let called = if self.model.goals.has_called(node) { R::ZERO } else { transition.called };
        Transition { drawn: mass - drawn_after, drawn_after, called, ..transition }
    }

    /// The others may end the round first where all three are to act; what is left is returned.
    fn met(&self, transition: &mut Transition<R>, node: usize, players: usize) -> R {
        transition.met = players == 3;
        if transition.met { self.model.met(node, self.j).goes_on() } else { R::ONE }
    }

    fn offers(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        node: usize,
        (players, mass): (usize, R),
    ) {
        let mut offers = Uses::new();
        let Dama { stages, offer_left, drawing } = self.model.dama(node, &self.now(), players, &mut offers);
        let offered = (&offers, (stages, offer_left));
        let mass = self.take_offers(transitions, transition, node, (players, mass), offered);
        self.after_offers(transitions, transition, node, mass, drawing.map(|drawing| drawing.cut));
    }

    /// What is left when all of the others have discarded.
    fn take_offers(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        node: usize,
        (players, mut mass): (usize, R),
        (offers, (stages, offer_left)): (&Uses<R>, ([R; 4], [R; 3])),
    ) -> R {
        let (model, j) = (self.model, self.j);
        for k in (0..3).filter(|&k| model.discards(k, players, j)) {
            let mut used = R::ZERO;
            for offer in offers.list.iter().filter(|offer| offer.worth(k) > stages[k + 1]) {
                if let Some((_, what)) = model.used(node, offer, k, j) {
                    let share = offer.weight(k) / offer_left[k];
                    used += share;
                    match what {
                        Use::Ron(gain) => {
                            let how = Circumstances { luck: model.ron_luck(k, j), ..DAMA };
                            transitions.wins.push(GraphWin { share: mass * share, gain, how });
                        }
                        Use::Call(successor, claim) => {
                            let to = model.graph.target(self.successors.lead(successor as usize));
                            if let Destination::Hand(_) = to {
                                transition.called += mass * share;
                            }
                            let before = self.now().risk.map(|risk| {
                                let held = risk.weighed(model.graph.key(node));
                                risk.without_called(held, offer.tile, claim)
                            });
                            self.reach(transitions, transition, to, mass * share, before);
                        }
                    }
                }
            }
            mass = mass * (R::ONE - used).larger(R::ZERO);
        }
        mass
    }

    fn after_offers(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        node: usize,
        mass: R,
        cut: Option<Cut<R>>,
    ) {
        let (odds, j) = (self.model.odds, self.j);
        if j < odds.draws() {
            let luck = if odds.is_haitei(j) { Luck::Last } else { Luck::Plain };
            let mut before_riichi = mass;
            if let Some(AfterRiichiPlan { comes, plan: Some(plan) }) = self.coming_riichi {
                let after_riichi = mass * comes.rate;
                before_riichi -= after_riichi;
                plan.draw(transitions, transition, (node, luck), after_riichi, None);
            }
            self.draw(transitions, transition, (node, luck), before_riichi, cut);
        } else {
            self.go(transitions, transition, node, mass, None);
        }
    }

    /// Holds a hand after a discard from what was held `before`; none is made at the end of the round.
    fn go(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        node: usize,
        mass: R,
        before: Option<Weighed<R>>,
    ) {
        let risk = self.now().risk.zip(before);
        let discarded = risk.map(|(risk, before)| risk.discarded(before, self.model.graph.key(node)));
        self.hold(transitions, transition, node, mass, discarded);
    }

    fn hold(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        node: usize,
        mut mass: R,
        discarded: Option<Discarded<R>>,
    ) {
        if let Some(discarded) = discarded {
            transition.dealt += mass * discarded.rate();
            transition.dealt_paid += mass * discarded.cost;
            mass = mass * discarded.pass;
        }
        if self.model.is_tenpai(node) {
            transition.tenpai += mass;
        }
        transitions.moves.push((self.first + node as u32, mass));
    }

    fn reach(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        to: Destination,
        mass: R,
        before: Option<Weighed<R>>,
    ) {
        match to {
            Destination::Hand(node) => self.go(transitions, transition, node, mass, before),
            Destination::Kan(place) => {
                let called = transition.called + mass;
                let node = self.model.graph.kan_node(place);
                if self.model.replacement {
                    self.draw(transitions, transition, (node, Luck::Rinshan), mass, None);
                } else {
                    // the kan takes the place of a discard
                    self.go(transitions, transition, node, mass, None);
                }
                // a second kan right after it is no first call
                transition.called = called;
            }
            Destination::Drawn(_) => unreachable!("a discard makes a hand of it"),
        }
    }

    /// The best discard or kan with a drawn tile.
    fn discard(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        successor: usize,
        mass: R,
        before: Option<Weighed<R>>,
    ) {
        let to = self.successors.lead(successor);
        if (to as usize) < self.model.graph.len() {
            self.go(transitions, transition, to as usize, mass, before);
        } else {
            self.reach(transitions, transition, self.model.graph.target(to), mass, before);
        }
    }

    /// An own draw, from the wall or after a kan; `cut` if it is known.
    fn draw(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        (node, luck): (usize, Luck),
        mass: R,
        cut: Option<Cut<R>>,
    ) {
        let (model, now) = (self.model, self.now());
        let left = model.left(node, self.j);
        let (each, stay) = (mass / left, now.successors[node]);
        let tenpai = model.tenpai_at(node);
        let (edges, codes) = (model.graph.edges(node), model.graph.edge_codes(node));
        // whether a draw gains is a coin's throw: without a branch the processor need not guess
        let (mut gaining, mut len) = ([0u8; Tile::COUNT], 0);
        let waits = tenpai.map_or(0, |tenpai| tenpai.wait_edges);
        for (i, edge) in edges.iter().enumerate() {
            gaining[len] = i as u8;
            len += usize::from(now.successors[edge.successor()] > stay && waits >> i & 1 == 0);
        }
        let cut = cut.unwrap_or_else(|| {
            let gaining = gaining[..len].iter().map(|&i| edges[usize::from(i)].weight());
            let waits =
                tenpai.into_iter().flat_map(|tenpai| &tenpai.waits).map(|wait| u32::from(wait.weight));
            // the tiles that a hand wants are nearly always fewer than those left
            let ample = R::of_count(gaining.chain(waits).sum()) <= left;
            if ample { Cut::NONE } else { model.draw(node, &now, luck).cut }
        });
        let held = now.risk.map(|risk| risk.weighed(model.graph.key(node)));
        let before = |code: u8| now.risk.zip(held).map(|(risk, held)| risk.with_drawn(held, code));
        let mut rest = mass;
        let mut thrown = now.risk.map(|risk| risk.tiles().unseen());
        // every draw that is kept, with the copies that count
        let mut kept = |code: u8, copies: R| {
            thrown = now.risk.zip(thrown).map(|(risk, thrown)| risk.tiles().keeping(thrown, code, copies));
        };
        for wait in tenpai.map_or(&[][..], |tenpai| &tenpai.waits) {
            let won = model.tsumo(node, wait, &now, luck);
            let Some(value) = won.map(|(value, _)| value).or_else(|| model.other(wait, &now)) else {
                continue;
            };
            if value > stay {
                let copies =
                    R::of_count(u32::from(wait.weight)) * cut.share(now.gain(wait.tile, value - stay));
                let code = code_of_tile(wait.tile);
                kept(code, copies);
                let share = copies * each;
                rest -= share;
                match won {
                    Some((_, gain)) => {
                        let how = Circumstances { tsumo: true, luck, ..DAMA };
                        transitions.wins.push(GraphWin { share, gain, how });
                    }
                    None => {
                        self.discard(transitions, transition, wait.successor as usize, share, before(code))
                    }
                }
            }
        }
        for &i in &gaining[..len] {
            let (edge, code) = (edges[usize::from(i)], codes[usize::from(i)]);
            let mut copies = R::of_count(edge.weight());
            if cut.is_some() {
                copies = copies * cut.share(now.gain_by_code(code, now.successors[edge.successor()] - stay));
            }
            let share = copies * each;
            rest -= share;
            if now.risk.is_some() {
                kept(code, copies);
            }
            self.discard(transitions, transition, edge.successor(), share, before(code));
        }
        // rounding can leave less than nothing where every tile is wanted
        self.hold(transitions, transition, node, rest.larger(R::ZERO), thrown.map(|thrown| thrown.one()));
    }
}
