//! What the player does in a step, by the values: where the probability of each hand goes.

use crate::search::Start;
use crate::search::float::Float;
use crate::search::forward::riichi_steps::RiichiSteps;
use crate::search::forward::win::{Circumstances, DAMA, GraphWin};
use crate::search::graph::Destination;
use crate::search::set::suit::CalledTile;
use crate::search::values::draw::Draws;
use crate::search::values::model::ValuedGraph;
use crate::search::values::offers::{HandAtOffers, OfferVisitor, Uses};
use crate::search::values::risk::{DiscardRisk, RiskFactor, StepRisk, TsumogiriRisk};
use crate::search::values::step_context::{RiichiChance, StepContext};
use crate::search::values::successors::Successors;
use crate::search::values::tenpai::{Gain, Luck};

/// One action's start: a hand, whether riichi is declared with it, and where in a step it stands.
#[derive(Clone, Copy)]
pub(crate) struct RowRoot<R> {
    pub(crate) node: usize,
    pub(crate) riichi: bool,
    pub(crate) start: Start,
    /// What the discard risks that leads to it.
    pub(crate) discarded: DiscardRisk<R>,
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
    pub(crate) comes: RiichiChance<'a, R>,
    pub(crate) plan: &'a Plan<'a, 'b, R>,
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
                transitions.riichi_steps.push(self.model, first, number, self.j, true);
            }
            Start::Replacement => self.draw(transitions, &mut transition, node, Luck::Rinshan, R::ONE),
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
        let (model, now, j) = (self.model, self.now(), self.j);
        // the others may end the round first where all three are to act
        transition.met = players == 3;
        let mut mass = if transition.met { model.met(node, j).goes_on() } else { R::ONE };
        if model.is_tenpai(node) || !model.graph.calls(node).is_empty() {
            let mut offers = Uses::new();
            let dama = model.dama(node, &now, players, &mut offers);
            let mut visitor = PlanOffers { plan: self, transitions, transition, node };
            mass = model.take_offers(HandAtOffers { node, players }, j, mass, &offers, &dama, &mut visitor);
        }
        let Some(luck) = model.draw_luck(j) else {
            return self.go(transitions, transition, node, mass, None);
        };
        if let Some(AfterRiichiPlan { comes, plan }) = self.coming_riichi {
            let after_riichi = mass * comes.rate;
            mass -= after_riichi;
            plan.draw(transitions, transition, node, luck, after_riichi);
        }
        self.draw(transitions, transition, node, luck, mass);
    }

    /// Holds a hand after a discard from what was held `before`; none is made at the end of the round.
    fn go(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        node: usize,
        mass: R,
        before: Option<RiskFactor<R>>,
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
        discarded: Option<DiscardRisk<R>>,
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
        before: Option<RiskFactor<R>>,
    ) {
        match to {
            Destination::Hand(node) => self.go(transitions, transition, node, mass, before),
            Destination::Kan(place) => {
                let node = self.model.graph.kan_node(place);
                // a second kan right after a kan is no first call; a north set aside is none
                let called = self.model.goals.has_called(node).then_some(transition.called + mass);
                if self.model.replacement {
                    self.draw(transitions, transition, node, Luck::Rinshan, mass);
                } else {
                    // the kan takes the place of a discard
                    self.go(transitions, transition, node, mass, None);
                }
                if let Some(called) = called {
                    transition.called = called;
                }
            }
            Destination::Drawn(_) => unreachable!("a discard makes a hand of it"),
        }
    }

    /// An own draw, from the wall or after a kan.
    fn draw(
        &self,
        transitions: &mut Transitions<R>,
        transition: &mut Transition<R>,
        node: usize,
        luck: Luck,
        mass: R,
    ) {
        let (model, now) = (self.model, self.now());
        let each = mass / model.left(node, self.j);
        let risk = now.risk.map(|risk| (risk, risk.weighed(model.graph.key(node)), risk.tiles().unseen()));
        let visitor = PlanOffers { plan: self, transitions, transition, node };
        let mut drawn = PlanDraws { visitor, luck, each, rest: mass, risk };
        model.draw(node, &now, luck, &mut drawn);
        let PlanDraws { rest, risk, .. } = drawn;
        // rounding can leave less than nothing where every tile is wanted
        let rest = rest.larger(R::ZERO);
        self.hold(transitions, transition, node, rest, risk.map(|(.., thrown)| thrown.one()));
    }
}

/// Follows what is done with a hand.
struct PlanOffers<'t, 'p, 'a, 'b, R> {
    plan: &'p Plan<'a, 'b, R>,
    transitions: &'t mut Transitions<R>,
    transition: &'t mut Transition<R>,
    node: usize,
}

impl<R: Float> OfferVisitor<R> for PlanOffers<'_, '_, '_, '_, R> {
    fn ron(&mut self, share: R, gain: Gain, luck: Luck) {
        self.transitions.wins.push(GraphWin { share, gain, how: Circumstances { luck, ..DAMA } });
    }

    fn call(&mut self, share: R, called: CalledTile, successor: usize) {
        let plan = self.plan;
        let to = plan.model.graph.target(plan.successors.lead(successor));
        if let Destination::Hand(_) = to {
            self.transition.called += share;
        }
        let before = plan
            .now()
            .risk
            .map(|risk| risk.without_called(risk.weighed(plan.model.graph.key(self.node)), called));
        plan.reach(self.transitions, self.transition, to, share, before);
    }
}

/// Follows a draw of it.
struct PlanDraws<'t, 'p, 'a, 'b, R> {
    visitor: PlanOffers<'t, 'p, 'a, 'b, R>,
    luck: Luck,
    /// The probability of one copy, and of what is thrown away.
    each: R,
    rest: R,
    /// What the next discard risks, of the tiles that the hand holds, and of those that it throws away.
    risk: Option<(&'p StepRisk<R>, RiskFactor<R>, TsumogiriRisk<R>)>,
}

impl<R: Float> PlanDraws<'_, '_, '_, '_, R> {
    /// The probability of so many copies, which are not thrown away.
    fn kept(&mut self, code: u8, copies: R) -> R {
        if let Some((risk, _, thrown)) = &mut self.risk {
            *thrown = risk.tiles().keeping(*thrown, code, copies);
        }
        let share = copies * self.each;
        self.rest -= share;
        share
    }
}

impl<R: Float> Draws<R> for PlanDraws<'_, '_, '_, '_, R> {
    fn win(&mut self, code: u8, copies: R, gain: Gain) {
        let share = self.kept(code, copies);
        let how = Circumstances { tsumo: true, luck: self.luck, ..DAMA };
        self.visitor.transitions.wins.push(GraphWin { share, gain, how });
    }

    fn keep(&mut self, code: u8, copies: R, successor: usize) {
        let share = self.kept(code, copies);
        let before = self.risk.map(|(risk, held, _)| risk.with_drawn(held, code));
        let PlanOffers { plan, transitions, transition, .. } = &mut self.visitor;
        let to = plan.model.graph.target(plan.successors.lead(successor));
        plan.reach(transitions, transition, to, share, before);
    }
}
