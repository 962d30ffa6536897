//! One pass from the last draw back: the values of every step, and the outlooks that their plan has.

use super::layer_step::{Choice, LayerStep};
use super::{Lane, Outlook};
use crate::search::float::Float;
use crate::search::forward::plan::{AfterRiichiPlan, Plan, RowRoot, Transitions};
use crate::search::riichi::{InRiichi, later_of};
use crate::search::values::Values;
use crate::search::values::model::{Layers, ValuedGraph};
use crate::search::values::successors::Successors;
use crate::search::values::tenpai::Luck;
use crate::search::{Declared, Progress, SearchError, Start};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Hands that a thread takes at a time.
const GRAIN: usize = 256;

/// Tenpai hands that a thread takes at a time.
const TENPAI_GRAIN: usize = 64;

/// The outlooks of one layer at one step.
struct Tier<R> {
    /// By hand.
    hands: Vec<Outlook<R>>,
    /// By tenpai hand: being in riichi with it, not a double one.
    riichi: Vec<Outlook<R>>,
}

/// Double riichi, which is declared at the root alone.
struct Double<R> {
    /// By tenpai hand that the rows lead to, what being in riichi with it is worth.
    values: FxHashMap<usize, Vec<R>>,
    /// The same as outlooks at the next step.
    next: FxHashMap<usize, Outlook<R>>,
}

impl<R: Float> Tier<R> {
    fn none(model: &ValuedGraph<'_, R>) -> Tier<R> {
        Tier {
            hands: vec![Outlook::NOTHING; model.graph.len()],
            riichi: vec![Outlook::NOTHING; model.goals.tenpai.len()],
        }
    }
}

impl<R: Float> Double<R> {
    fn new(model: &ValuedGraph<'_, R>, roots: &[RowRoot<R>], declared: Declared) -> Double<R> {
        let mut values = FxHashMap::default();
        for root in roots.iter().filter(|root| declared.double && root.riichi) {
            let number = model.tenpai_number(root.node).expect("riichi needs tenpai");
            values.extend(model.riichi_family(number, 1));
        }
        Double { values, next: FxHashMap::default() }
    }

    fn turn_over(&mut self, step: &LayerStep<'_, '_, R>) {
        let later_of = |number: usize| &self.values[&number][..];
        let riichi = InRiichi { double: 1, later_of: &later_of };
        let later = |number: usize| self.later(number);
        let now =
            self.values.keys().map(|&number| (number, step.riichi(number, &riichi, &later, (false, 0..3))));
        self.next = now.collect();
    }

    /// After the last draw there is none.
    fn later(&self, number: usize) -> Outlook<R> {
        self.next.get(&number).copied().unwrap_or(Outlook::NOTHING)
    }
}

/// The outlook of every row. By layer `A(q, j)` for `j = 1..=draws` goes to `kept`, for who plays the plan.
pub(crate) fn outlooks<R: Float>(
    layers: &Layers<'_, R>,
    roots: &[RowRoot<R>],
    declared: Declared,
    mut kept: Option<&mut Vec<Values<R>>>,
    progress: &Progress,
) -> Result<Vec<Outlook<R>>, SearchError> {
    if let Some(kept) = &mut kept {
        let draws = layers.before_riichi.odds.draws();
        **kept = layers.all().map(|_| Values::none(draws)).collect();
    }
    let keep = |mut passed: Vec<Vec<R>>, found: Found<R>| {
        // before a coming riichi nobody asks what draws are worth
        passed[0] = Vec::new();
        for ((kept, found), passed) in kept.iter_mut().flat_map(|kept| kept.iter_mut()).zip(found).zip(passed)
        {
            kept.push(found, passed);
        }
    };
    let mut next: Vec<Tier<R>> = layers.all().map(Tier::none).collect();
    let mut now: Vec<Tier<R>> = layers.all().map(Tier::none).collect();
    let mut double = Double::new(&layers.before_riichi, roots, declared);
    let look = |j: usize, successors: &[Successors<R>], passed: &[Vec<R>], found: &Found<R>| {
        let steps = steps(layers, successors, j, passed, found, &next);
        for (tier, step) in now.iter_mut().zip(&steps) {
            in_riichi(&mut tier.riichi, step);
        }
        double.turn_over(&steps[0]);
        hands(&mut now, &steps);
        drop(steps);
        std::mem::swap(&mut now, &mut next);
    };
    let successors = layers.all().map(|model| Successors::of_play(model.graph)).collect();
    let successors = each_step(layers, successors, progress, look, keep)?;
    kept.into_iter().flatten().for_each(Values::reverse);
    let passed = passed(layers, &successors, 0);
    let steps = steps(layers, &successors, 0, &passed, &[], &next);
    let rows = Rows { steps: &steps, double: &double, declared };
    let outlooks = roots.par_iter().map(|root| rows.of(root)).collect();
    progress.advance();
    progress.check()?;
    Ok(outlooks)
}

/// By layer what every hand is worth in a step, and whether a tenpai hand is worth that by riichi.
type Found<R> = Vec<(Vec<R>, Vec<bool>)>;

/// Finds values from the last step to the first one after the root's. Each is shown with its successors and with what draws
/// are worth, and then given away. The successors of step 0 are returned.
fn each_step<R: Float>(
    layers: &Layers<'_, R>,
    mut successors: Vec<Successors<R>>,
    progress: &Progress,
    mut show: impl FnMut(usize, &[Successors<R>], &[Vec<R>], &Found<R>),
    mut give: impl FnMut(Vec<Vec<R>>, Found<R>),
) -> Result<Vec<Successors<R>>, SearchError> {
    let models: Vec<&ValuedGraph<'_, R>> = layers.all().collect();
    for j in (1..=models[0].odds.draws()).rev() {
        let passed = passed(layers, &successors, j);
        let after = passed.last().map_or(&[][..], |passed| &passed[..]);
        let value = |(layer, model): (usize, &&ValuedGraph<'_, R>)| {
            let now = layers.now(layer, j, &successors[layer].worth, after);
            model.step_values(&now, |node| passed[layer][node])
        };
        let found: Found<R> = models.iter().enumerate().map(value).collect();
        progress.check()?;
        show(j, &successors, &passed, &found);
        progress.check()?;
        for ((model, (hands, _)), successors) in models.iter().zip(&found).zip(&mut successors) {
            model.successors(hands, j - 1, successors);
        }
        give(passed, found);
        progress.advance();
        progress.check()?;
    }
    Ok(successors)
}

/// By layer and hand what letting all discards pass is worth.
fn passed<R: Float>(layers: &Layers<'_, R>, successors: &[Successors<R>], j: usize) -> Vec<Vec<R>> {
    let after_riichi = layers.after_riichi.as_ref();
    let after = after_riichi.map(|after| after.model.drawn(&after.model.now(j, &successors[1].worth)));
    let now = layers.now(0, j, &successors[0].worth, after.as_deref().unwrap_or(&[]));
    let before = layers.before_riichi.drawn(&now);
    std::iter::once(before).chain(after).collect()
}

/// Step `j` of each layer, given what its hands are worth; of step 0 the rows alone are asked for.
fn steps<'s, 'b, R: Float>(
    layers: &'s Layers<'b, R>,
    successors: &'s [Successors<R>],
    j: usize,
    passed: &'s [Vec<R>],
    found: &'s [(Vec<R>, Vec<bool>)],
    next: &'s [Tier<R>],
) -> Vec<LayerStep<'s, 'b, R>> {
    let step = |(layer, model): (usize, &'s ValuedGraph<'b, R>)| {
        let (hands, declares) = found.get(layer).map_or((&[][..], &[][..]), |(h, d)| (&h[..], &d[..]));
        let after = passed.last().map_or(&[][..], |passed| &passed[..]);
        let coming_riichi = layers.now(layer, j, &[], after).coming_riichi;
        let coming_riichi = coming_riichi.map(|comes| AfterRiichiPlan { comes, plan: None });
        let successors = &successors[layer];
        let plan = Plan { model, successors, j, declares, hands, first: 0, coming_riichi };
        LayerStep::new(plan, &passed[layer], (&next[layer].hands, &next[layer].riichi))
    };
    layers.all().enumerate().map(step).collect()
}

/// Finds what being in riichi leads to, past the first turn.
fn in_riichi<R: Float>(riichi: &mut [Outlook<R>], step: &LayerStep<'_, '_, R>) {
    let model = step.plan.model;
    riichi.par_chunks_mut(TENPAI_GRAIN).enumerate().for_each(|(chunk, riichi)| {
        for (number, outlook) in (chunk * TENPAI_GRAIN..).zip(riichi) {
            if model.riichi[number].is_some() {
                *outlook = step.in_riichi(number);
            }
        }
    });
}

/// Finds the outlooks of all hands that can be held.
fn hands<R: Float>(now: &mut [Tier<R>], steps: &[LayerStep<'_, '_, R>]) {
    let (before, after) = now.split_at_mut(1);
    let before = before[0].hands.par_chunks_mut(GRAIN).enumerate();
    let [step, steps_after @ ..] = steps else { unreachable!("there is a layer before a coming riichi") };
    let held = |node: usize| step.plan.model.graph.soonest(node) <= step.plan.j;
    let Some((after, step_after)) = after.first_mut().zip(steps_after.first()) else {
        before.for_each_init(Transitions::default, |scratch, (chunk, before)| {
            for (node, before) in (chunk * GRAIN..).zip(before).filter(|&(node, _)| held(node)) {
                *before = step.of_hand((node, step.choice(node)), None, None, scratch);
            }
        });
        return;
    };
    let both = before.zip(after.hands.par_chunks_mut(GRAIN));
    both.for_each_init(Transitions::default, |scratch, ((chunk, before), after)| {
        let hands = (chunk * GRAIN..).zip(before.iter_mut().zip(after));
        for (node, (before, after)) in hands.filter(|&(node, _)| held(node)) {
            let (choice, choice_after) = (step.choice(node), step_after.choice(node));
            let comes = step.plan.coming_riichi.is_some() && matches!(choice, Choice::GoOn);
            let drawn_after = match comes || matches!(choice_after, Choice::GoOn) {
                true => step_after.drawn_now(node, scratch),
                false => Outlook::NOTHING,
            };
            *after = step_after.of_hand((node, choice_after), Some(drawn_after), None, scratch);
            *before = step.of_hand((node, choice), None, Some(&drawn_after), scratch);
        }
    });
}

/// The first step, which is each row's own.
struct Rows<'s, 'b, R> {
    steps: &'s [LayerStep<'s, 'b, R>],
    double: &'s Double<R>,
    declared: Declared,
}

impl<R: Float> Rows<'_, '_, R> {
    fn of(&self, root: &RowRoot<R>) -> Outlook<R> {
        let outlook = match root.riichi {
            true => self.in_riichi(root),
            false => {
                let scratch = &mut Transitions::default();
                let after = self.steps.get(1).map(|step| step.drawn_now(root.node, scratch));
                self.steps[0].of_root(root.node, root.start, after.as_ref(), scratch)
            }
        };
        outlook.after(root.discarded)
    }

    fn in_riichi(&self, root: &RowRoot<R>) -> Outlook<R> {
        let step = &self.steps[0];
        let number = step.plan.model.tenpai_number(root.node).expect("riichi needs tenpai");
        let Declared { double, ippatsu } = self.declared;
        let single_values = later_of(step.plan.model);
        let double_values = |number: usize| &self.double.values[&number][..];
        let single = |number: usize| step.later[number];
        let twice = |number: usize| self.double.later(number);
        let (riichi, later): (InRiichi<'_, '_, R>, super::riichi::Later<'_, R>) = match double {
            true => (InRiichi { double: 1, later_of: &double_values }, &twice),
            false => (InRiichi { double: 0, later_of: &single_values }, &single),
        };
        match root.start {
            Start::Offers(players) => step.riichi(number, &riichi, later, (ippatsu, 3 - players..3)),
            Start::Replacement => {
                let mut outlook = Outlook::NOTHING;
                step.riichi_draw(&mut outlook, number, &riichi, later, (false, Luck::Rinshan), R::ONE);
                outlook.set(Lane::Tenpai, R::ONE);
                outlook
            }
        }
    }
}
