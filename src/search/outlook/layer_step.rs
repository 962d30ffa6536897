//! A step of one layer, before a coming riichi or after it: what its hands are worth, and what they lead to.

use super::sums::{Ahead, OfferSum, RiskyDraw, SafeDraw};
use super::{Lane, Outlook};
use crate::search::Start;
use crate::search::figures::{Part, Parts};
use crate::search::float::Float;
use crate::search::values::draw::DrawTerms;
use crate::search::values::model::ValuedGraph;
use crate::search::values::offers::{Dama, HandAtOffers, Uses};
use crate::search::values::risk::RiskFactor;
use crate::search::values::step_context::StepContext;
use crate::search::values::successors::Successors;
use crate::search::values::tenpai::Luck;

/// A step of one layer.
pub(super) struct LayerStep<'s, 'b, R> {
    pub(super) model: &'s ValuedGraph<'b, R>,
    pub(super) j: usize,
    now: StepContext<'s, R>,
    ahead: Ahead<'s, 'b, R>,
    ahead_in_riichi: AheadInRiichi<'s, R>,
    /// The probability that a riichi comes before the own draw.
    comes: R,
    /// How the others end the round: against a closed and an open hand, and after riichi.
    pub(super) ended: [Outlook<R>; 3],
}

/// By sort of tenpai hand what riichi with it leads to, not a double one.
#[derive(Clone, Copy)]
pub(super) struct AheadInRiichi<'s, R> {
    /// When it is declared in the step; nothing where nobody asks.
    pub(super) declared: &'s [Outlook<R>],
    /// Being in it at the next step.
    pub(super) later: &'s [Outlook<R>],
}

/// An own draw, or the end.
pub(super) struct DrawOutlook<R> {
    pub(super) value: R,
    pub(super) outlook: Outlook<R>,
}

/// The own draw of a step, and the one after a riichi of another player that can come before it.
#[derive(Clone, Copy)]
pub(super) struct OwnDraws<'d, R> {
    pub(super) drawn: &'d DrawOutlook<R>,
    pub(super) after: Option<&'d DrawOutlook<R>>,
}

/// A hand with which a step begins.
pub(super) struct HandOutlook<R> {
    pub(super) value: R,
    /// Whether riichi is what it is worth.
    pub(super) declares: bool,
    pub(super) outlook: Outlook<R>,
}

/// How the others end the round: against a closed and an open hand, and after riichi.
fn ended<R: Float>(model: &ValuedGraph<'_, R>, j: usize) -> [Outlook<R>; 3] {
    let step = &model.odds.steps[j];
    let ended = [(&step.closed, 0.0), (&step.open, 0.0), (&step.riichi, model.stick())];
    ended.map(|(standing, lost)| {
        let [tsumo, rest, deal_in] =
            standing.ends.all().map(|end| Part { rate: end.rate, value: end.rate * (end.value + lost) });
        Outlook::of_ends(&Parts { deal_in, tsumo, rest, ..Parts::default() })
    })
}

impl<'s, 'b, R: Float> LayerStep<'s, 'b, R> {
    /// Given the next step by hand.
    pub(super) fn new(
        model: &'s ValuedGraph<'b, R>,
        j: usize,
        successors: &'s Successors<R>,
        next: &'s [Outlook<R>],
        ahead_in_riichi: AheadInRiichi<'s, R>,
        weighed: &'s [RiskFactor<R>],
        comes: Option<R>,
    ) -> LayerStep<'s, 'b, R> {
        let (now, ended) = (model.now(j, &successors.worth), ended(model, j));
        let comes = comes.unwrap_or(R::ZERO);
        let ahead = Ahead { model, successors, next, risk: now.risk, weighed };
        LayerStep { model, j, now, ahead, ahead_in_riichi, comes, ended }
    }
}

impl<R: Float> LayerStep<'_, '_, R> {
    /// The draw that ends the step, or the end of the round.
    pub(super) fn drawn(&self, node: usize) -> DrawOutlook<R> {
        match self.model.draw_luck(self.j) {
            Some(luck) => self.drawn_by(node, luck),
            None => {
                let tenpai = self.model.is_tenpai(node);
                let mut outlook = Outlook::NOTHING;
                outlook.exhausted(R::ONE, tenpai, self.model.payoffs.exhaustive_draw(tenpai));
                DrawOutlook { value: self.model.draw_worth(tenpai), outlook }
            }
        }
    }

    /// An own draw, from the wall or after a kan.
    #[inline(always)]
    pub(super) fn drawn_by(&self, node: usize, luck: Luck) -> DrawOutlook<R> {
        self.drawn_counting(node, DrawTerms { luck, cut: None }).unwrap_or_else(|| self.drawn_cut(node, luck))
    }

    /// The same where more tiles gain something than are left: that is seldom.
    #[inline(never)]
    fn drawn_cut(&self, node: usize, luck: Luck) -> DrawOutlook<R> {
        let cut = self.model.cut(node, &self.now, luck);
        self.drawn_counting(node, DrawTerms { luck, cut }).expect("no more than are left count")
    }

    /// The same where it is known which draws count; none where more do than are left.
    #[inline(always)]
    fn drawn_counting(&self, node: usize, terms: DrawTerms<R>) -> Option<DrawOutlook<R>> {
        let (model, now, left) = (self.model, &self.now, self.model.left(node, self.j));
        let mut safe = SafeDraw { ahead: self.ahead, sum: Outlook::NOTHING, rest: left };
        let Some(risk) = now.risk else {
            let value = model.draw_counting(node, now, terms, &mut safe);
            if terms.cut.is_none() && safe.rest < R::ZERO {
                return None;
            }
            // with a cut, rounding can leave less than nothing
            safe.sum.add(&self.ahead.next[node], safe.rest.larger(R::ZERO));
            return Some(DrawOutlook { value, outlook: safe.sum.times(R::ONE / left) });
        };
        let (held, thrown) = (self.ahead.weighed[node], risk.tiles().unseen());
        let mut risky = RiskyDraw { safe, risk, held, thrown, dealt: R::ZERO, paid: R::ZERO };
        let value = model.draw_counting(node, now, terms, &mut risky);
        let RiskyDraw { safe: SafeDraw { mut sum, rest, .. }, thrown, dealt, paid, .. } = risky;
        if terms.cut.is_none() && rest < R::ZERO {
            return None;
        }
        let (rest, thrown) = (rest.larger(R::ZERO), thrown.one());
        sum.end(Lane::DealIn, dealt + rest * thrown.rate(), paid + rest * thrown.cost);
        sum.add(&self.ahead.next[node], rest * thrown.pass);
        Some(DrawOutlook { value, outlook: sum.times(R::ONE / left) })
    }

    /// Right after a kan: its worth as successors are compared, and what it leads to.
    pub(super) fn after_kan(&self, place: usize, next: &[R]) -> (R, Outlook<R>) {
        let node = self.model.graph.kan_node(place);
        if self.model.graph.soonest(node) > self.j {
            return (R::LEAST, Outlook::NOTHING);
        }
        let DrawOutlook { value, mut outlook } = match self.model.replacement {
            true => self.drawn_by(node, Luck::Rinshan),
            // the kan takes the place of a discard
            false => DrawOutlook { value: next[node], outlook: self.ahead.next[node] },
        };
        // a second kan right after it is no first call; a north set aside is none
        if self.model.goals.has_called(node) {
            outlook.set(Lane::Call, R::ONE);
        }
        (self.model.normalised_kan(value, place, &self.now), outlook)
    }

    /// A hand with which the step begins, given its draws; not yet [`Self::holding`] it.
    #[inline(always)]
    pub(super) fn hand(&self, node: usize, draws: OwnDraws<'_, R>, offers: &mut Uses<R>) -> HandOutlook<R> {
        let (model, j) = (self.model, self.j);
        let at_offers = HandAtOffers { node, players: 3 };
        let dama = self.offered(at_offers, draws, offers);
        let passed = || self.passed(draws);
        let going_on = model.met(node, j).ended(dama.as_ref().map_or_else(passed, |dama| dama.stages[0]));
        let folded = model.folded(node, j, going_on);
        let without = folded.unwrap_or(going_on);
        let riichi = model.riichi(node, j).filter(|&riichi| riichi > without);
        let outlook = match (riichi.and(model.tenpai_number(node)), folded) {
            (Some(number), _) => self.ahead_in_riichi.declared[self.sort(number)],
            (None, Some(_)) => self.folded(node),
            (None, None) => self.going_on(at_offers, draws, offers, dama.as_ref()),
        };
        HandOutlook { value: riichi.unwrap_or(without), declares: riichi.is_some(), outlook }
    }

    /// What letting all discards pass is worth.
    #[inline(always)]
    fn passed(&self, OwnDraws { drawn, after }: OwnDraws<'_, R>) -> R {
        after.map_or(drawn.value, |after| drawn.value + self.comes * (after.value - drawn.value))
    }

    #[inline(always)]
    fn offered(&self, hand: HandAtOffers, draws: OwnDraws<'_, R>, offers: &mut Uses<R>) -> Option<Dama<R>> {
        offers.clear();
        self.model.offered(hand, &self.now, self.passed(draws), offers)
    }

    /// What sort of hand in riichi a tenpai hand is.
    fn sort(&self, number: usize) -> usize {
        self.model.goals.classes.of(number).expect("there is riichi with it")
    }

    /// Being in riichi with a tenpai hand at the next step, not a double one.
    pub(super) fn later(&self, number: usize) -> Outlook<R> {
        self.ahead_in_riichi.later[self.sort(number)]
    }

    /// A hand that is folded.
    fn folded(&self, node: usize) -> Outlook<R> {
        let folds = self.model.folds.as_ref();
        let mut outlook = folds.map_or(Outlook::NOTHING, |folds| folds.outlook(node, self.j));
        outlook.set(Lane::Fold, R::ONE);
        outlook
    }

    /// A hand that neither declares riichi nor folds, given what the others offer.
    #[inline(always)]
    fn going_on(
        &self,
        hand: HandAtOffers,
        OwnDraws { drawn, after }: OwnDraws<'_, R>,
        offers: &Uses<R>,
        dama: Option<&Dama<R>>,
    ) -> Outlook<R> {
        let (model, j) = (self.model, self.j);
        // the others may end the round first where all three are to act
        let (mut sum, mut mass) = match hand.players {
            3 => (self.ended[usize::from(!model.is_closed(hand.node))], model.met(hand.node, j).goes_on()),
            _ => (Outlook::NOTHING, R::ONE),
        };
        if let Some(dama) = dama {
            mass = self.take_offers(hand, mass, offers, dama, &mut sum);
        }
        if let Some(after) = after {
            sum.add(&after.outlook, mass * self.comes);
            mass -= mass * self.comes;
        }
        sum.add(&drawn.outlook, mass);
        sum
    }

    /// Adds what is made of offers to `sum`; returns what is left of `mass` then.
    #[inline(never)]
    fn take_offers(
        &self,
        hand: HandAtOffers,
        mass: R,
        offers: &Uses<R>,
        dama: &Dama<R>,
        sum: &mut Outlook<R>,
    ) -> R {
        let mut visitor = OfferSum { ahead: self.ahead, node: hand.node, sum: *sum };
        let left = self.model.take_offers(hand, self.j, mass, offers, dama, &mut visitor);
        *sum = visitor.sum;
        left
    }

    /// Adds what is known of a hand because it is held: in its place, where single lanes are written best.
    #[inline(always)]
    pub(super) fn holding(&self, node: usize, outlook: &mut Outlook<R>) {
        if self.model.is_tenpai(node) {
            outlook.set(Lane::Tenpai, R::ONE);
        }
        if self.model.goals.has_called(node) {
            outlook.set(Lane::Call, R::ZERO);
        }
    }

    /// A row that does not begin with riichi, given the draw after a coming riichi.
    pub(super) fn of_root(&self, node: usize, start: Start, after: Option<&DrawOutlook<R>>) -> Outlook<R> {
        let mut outlook = match start {
            Start::Replacement => self.drawn_by(node, Luck::Rinshan).outlook,
            Start::Offers(players) => {
                let (drawn, mut offers) = (self.drawn(node), Uses::new());
                let (hand, draws) = (HandAtOffers { node, players }, OwnDraws { drawn: &drawn, after });
                let dama = self.offered(hand, draws, &mut offers);
                let passed = || self.passed(draws);
                let going_on = dama.as_ref().map_or_else(passed, |dama| dama.stages[0]);
                let going_on = self.model.met(node, self.j).ended(going_on);
                match players == 3 && self.model.folded(node, self.j, going_on).is_some() {
                    true => self.folded(node),
                    false => self.going_on(hand, draws, &offers, dama.as_ref()),
                }
            }
        };
        self.holding(node, &mut outlook);
        outlook
    }
}
