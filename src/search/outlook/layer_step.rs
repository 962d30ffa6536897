//! A step of one layer, before a coming riichi or after it: what its hands lead to.

use super::{Lane, Outlook, Won};
use crate::search::Start;
use crate::search::figures::{Part, Parts};
use crate::search::float::Float;
use crate::search::forward::plan::{Plan, Transition, Transitions};
use crate::search::values::risk::Weighed;
use crate::search::values::tenpai::Luck;
use rayon::prelude::*;

/// Hands that a thread weighs at a time.
const GRAIN: usize = 1024;

/// What the player does before the others discard.
#[derive(Clone, Copy)]
pub(super) enum Choice {
    /// Declares riichi with a tenpai hand, by its number.
    Declare(usize),
    Fold,
    GoOn,
}

/// A step of one layer.
pub(super) struct LayerStep<'s, 'b, R> {
    /// What is done in it; its hands' places are their numbers.
    pub(super) plan: Plan<'s, 'b, R>,
    /// By hand what letting all discards pass is worth.
    pub(super) passed: &'s [R],
    /// By hand at the next step; none after the last draw.
    pub(super) next: &'s [Outlook<R>],
    /// By tenpai hand: being in riichi with it at the next step, not a double one.
    pub(super) later: &'s [Outlook<R>],
    /// How the others end the round: against a closed and an open hand, and after riichi.
    pub(super) ended: [Outlook<R>; 3],
    /// By hand its tiles, where the next discard risks anything.
    weighed: Vec<Weighed<R>>,
}

impl<'s, 'b, R: Float> LayerStep<'s, 'b, R> {
    pub(super) fn new(
        plan: Plan<'s, 'b, R>,
        passed: &'s [R],
        (next, later): (&'s [Outlook<R>], &'s [Outlook<R>]),
    ) -> LayerStep<'s, 'b, R> {
        let step = &plan.model.odds.steps[plan.j];
        let ended = [(&step.closed, 0.0), (&step.open, 0.0), (&step.riichi, plan.model.stick())];
        let ended = ended.map(|(standing, lost)| {
            let [tsumo, rest, deal_in] =
                standing.ends.all().map(|end| Part { rate: end.rate, value: end.rate * (end.value + lost) });
            Outlook::of_ends(&Parts { deal_in, tsumo, rest, ..Parts::default() })
        });
        let weighed = plan.now().risk.map_or(Vec::new(), |risk| {
            let nodes = (0..plan.model.graph.len()).into_par_iter().with_min_len(GRAIN);
            nodes.map(|node| risk.weighed(plan.model.graph.key(node))).collect()
        });
        LayerStep { plan, passed, next, later, ended, weighed }
    }

    /// By hand its tiles, where the next discard risks anything.
    pub(super) fn weighed(&self) -> &[Weighed<R>] {
        &self.weighed
    }

    /// What is done with a hand with which the step begins.
    pub(super) fn choice(&self, node: usize) -> Choice {
        match self.plan.model.tenpai_number(node) {
            Some(number) if self.plan.declares[number] => Choice::Declare(number),
            _ if self.plan.folds(node) => Choice::Fold,
            _ => Choice::GoOn,
        }
    }

    /// A hand with which the step begins, given what its draw leads to, if that is known, and what it does after a coming
    /// riichi.
    pub(super) fn of_hand(
        &self,
        (node, choice): (usize, Choice),
        drawn: Option<Outlook<R>>,
        drawn_after: Option<&Outlook<R>>,
        scratch: &mut Transitions<R>,
    ) -> Outlook<R> {
        let outlook = match choice {
            Choice::Declare(number) => self.declared(number),
            Choice::Fold => self.folded(node),
            Choice::GoOn => {
                let drawn = drawn.unwrap_or_else(|| self.drawn_now(node, scratch));
                self.going_on((node, 3), &drawn, drawn_after, scratch)
            }
        };
        self.held(node, outlook)
    }

    /// A hand that is folded.
    fn folded(&self, node: usize) -> Outlook<R> {
        let folds = self.plan.model.folds.as_ref();
        let mut outlook = folds.map_or(Outlook::NOTHING, |folds| folds.outlook(node, self.plan.j));
        outlook.set(Lane::Fold, R::ONE);
        outlook
    }

    /// A hand in which `players` of the others are still to discard, neither declared nor folded.
    pub(super) fn going_on(
        &self,
        (node, players): (usize, usize),
        drawn: &Outlook<R>,
        drawn_after: Option<&Outlook<R>>,
        scratch: &mut Transitions<R>,
    ) -> Outlook<R> {
        let (model, j) = (self.plan.model, self.plan.j);
        scratch.clear();
        let transition = match model.uses_offers(node, &self.plan.now(), self.passed[node]) {
            true => self.plan.offers_apart(scratch, node, (players, self.passed[node])),
            false => self.plan.nothing_offered(node, players),
        };
        let mut outlook = match transition.met {
            true => self.ended[usize::from(!model.is_closed(node))],
            false => Outlook::NOTHING,
        };
        self.follow(&mut outlook, &transition, scratch);
        match j == model.odds.draws() {
            true => self.exhausted(&mut outlook, node, transition.drawn),
            false => outlook.add(drawn, transition.drawn),
        }
        if let Some(after) = drawn_after {
            outlook.add(after, transition.drawn_after);
        }
        outlook
    }

    fn exhausted(&self, outlook: &mut Outlook<R>, node: usize, mass: R) {
        let tenpai = self.plan.model.is_tenpai(node);
        outlook.exhausted(mass, tenpai, self.plan.model.payoffs.exhaustive_draw(tenpai));
    }

    /// What is known of a hand because it is held.
    fn held(&self, node: usize, mut outlook: Outlook<R>) -> Outlook<R> {
        if self.plan.model.is_tenpai(node) {
            outlook.set(Lane::Tenpai, R::ONE);
        }
        if self.plan.model.goals.has_called(node) {
            outlook.set(Lane::Call, R::ZERO);
        }
        outlook
    }

    /// What an own draw leads to, from the wall or after a kan.
    fn drawn(&self, node: usize, luck: Luck, scratch: &mut Transitions<R>) -> Outlook<R> {
        let plainly = match self.plan.model.is_tenpai(node) {
            true => None,
            false => self.drawn_plainly(node),
        };
        if let Some(outlook) = plainly.or_else(|| self.drawn_in_order((node, luck), scratch)) {
            return outlook;
        }
        scratch.clear();
        let transition = self.plan.drawn_alone(scratch, node, luck);
        let mut outlook = Outlook::NOTHING;
        self.follow(&mut outlook, &transition, scratch);
        outlook
    }

    /// The same of a hand that waits for nothing and wants fewer tiles than are left, where no kan follows: most do.
    fn drawn_plainly(&self, node: usize) -> Option<Outlook<R>> {
        let (model, successors) = (self.plan.model, self.plan.successors);
        let (graph, left) = (model.graph, model.left(node, self.plan.j));
        if R::of_count(graph.wanted(node)) > left {
            return None;
        }
        let (worth, stay) = (&successors.worth, successors.worth[node]);
        let mut sum = Outlook::NOTHING;
        let mut rest = left;
        match self.plan.now().risk {
            None => {
                for &edge in graph.edges(node) {
                    if worth[edge.successor()] > stay {
                        let copies = R::of_count(edge.weight());
                        // a kan is none of the hands
                        sum.add(self.next.get(successors.lead(edge.successor()) as usize)?, copies);
                        rest -= copies;
                    }
                }
                sum.add(&self.next[node], rest);
            }
            Some(risk) => {
                let held = self.weighed[node];
                let mut thrown = risk.tiles().unseen();
                let (mut dealt, mut paid) = (R::ZERO, R::ZERO);
                for (&edge, &code) in graph.edges(node).iter().zip(graph.edge_codes(node)) {
                    if worth[edge.successor()] > stay {
                        let copies = R::of_count(edge.weight());
                        let to = successors.lead(edge.successor()) as usize;
                        let next = self.next.get(to)?;
                        let discarded = risk.with_drawn(held, code).leaving(self.weighed[to]);
                        dealt += copies * discarded.rate();
                        paid += copies * discarded.cost;
                        sum.add(next, copies * discarded.pass);
                        thrown = risk.tiles().keeping(thrown, code, copies);
                        rest -= copies;
                    }
                }
                let thrown = thrown.one();
                sum.end(Lane::DealIn, dealt + rest * thrown.rate(), paid + rest * thrown.cost);
                sum.add(&self.next[node], rest * thrown.pass);
            }
        }
        Some(sum.times(R::ONE / left))
    }

    /// The draw of the step from the wall; none after the last one.
    pub(super) fn drawn_now(&self, node: usize, scratch: &mut Transitions<R>) -> Outlook<R> {
        let (odds, j) = (self.plan.model.odds, self.plan.j);
        let luck = if odds.is_haitei(j) { Luck::Last } else { Luck::Plain };
        match j < odds.draws() {
            true => self.drawn(node, luck, scratch),
            false => Outlook::NOTHING,
        }
    }

    /// Where a transition's probability goes.
    fn follow(&self, outlook: &mut Outlook<R>, transition: &Transition<R>, scratch: &Transitions<R>) {
        outlook.end(Lane::DealIn, transition.dealt, transition.dealt_paid);
        outlook.gain(Lane::Call, transition.called);
        for win in &scratch.wins {
            let won = Won { tsumo: win.how.tsumo, riichi: false };
            outlook.win(win.share, self.plan.model.points(win.gain), won);
        }
        let mut sum = *outlook;
        for &(to, share) in &scratch.moves {
            sum.add(&self.next[to as usize], share);
        }
        *outlook = sum;
    }

    /// A row that does not begin with riichi.
    pub(super) fn of_root(
        &self,
        node: usize,
        start: Start,
        drawn_after: Option<&Outlook<R>>,
        scratch: &mut Transitions<R>,
    ) -> Outlook<R> {
        let outlook = match start {
            Start::Replacement => self.drawn(node, Luck::Rinshan, scratch),
            Start::Offers(3) if self.plan.folds(node) => self.folded(node),
            Start::Offers(players) => {
                let drawn = self.drawn_now(node, scratch);
                self.going_on((node, players), &drawn, drawn_after, scratch)
            }
        };
        self.held(node, outlook)
    }
}
