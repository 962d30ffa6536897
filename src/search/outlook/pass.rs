//! One pass from the last draw back: the values of every step, and the outlooks that their plan has.

use super::Outlook;
use super::layer_step::{AheadInRiichi, HandOutlook, LayerStep, OwnDraws};
use crate::search::float::Float;
use crate::search::forward::plan::RowRoot;
use crate::search::riichi::later_of;
use crate::search::riichi::step::{InRiichi, RiichiStart};
use crate::search::values::Values;
use crate::search::values::model::{Layers, ValuedGraph};
use crate::search::values::offers::Uses;
use crate::search::values::risk::RiskFactor;
use crate::search::values::successors::Successors;
use crate::search::{DeclaredRiichi, Progress, SearchError, Start};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Hands that a thread takes at a time.
const GRAIN: usize = 32;

/// Hands whose tiles a thread weighs at a time.
const WEIGHED: usize = 256;

/// Tenpai hands that a thread takes at a time.
const TENPAI_GRAIN: usize = 8;

/// The outlooks of one layer at one step.
struct Tier<R> {
    /// By hand, and behind them right after the kans of the step before.
    hands: Vec<Outlook<R>>,
    /// By sort of tenpai hand: being in riichi with it, not a double one.
    riichi: Vec<Outlook<R>>,
}

/// A layer between two steps.
struct Layer<'l, 'b, R> {
    model: &'l ValuedGraph<'b, R>,
    /// What is known of the later step.
    successors: Successors<R>,
    next: Tier<R>,
    /// Room for the earlier one.
    now: Tier<R>,
    /// By sort of tenpai hand: declaring riichi with it in the step that is being found, not a double one.
    declared: Vec<Outlook<R>>,
    /// By hand its tiles, where the next discard risks anything.
    weighed: Vec<RiskFactor<R>>,
    /// What hands and their draws are worth, and whether by riichi: of the step that was found last.
    found: Worths<R>,
}

/// By hand.
struct Worths<R> {
    values: Vec<R>,
    drawn: Vec<R>,
    declares: Vec<bool>,
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
            hands: vec![Outlook::NOTHING; model.graph.before_drawn()],
            riichi: vec![Outlook::NOTHING; model.goals.classes.len()],
        }
    }
}

impl<R: Float> Double<R> {
    fn new(model: &ValuedGraph<'_, R>, roots: &[RowRoot<R>], declared: DeclaredRiichi) -> Double<R> {
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
        let from = RiichiStart { start: Start::Offers(3), ippatsu: false };
        let now = self.values.keys().map(|&number| (number, step.riichi(number, &riichi, &later, from)));
        self.next = now.collect();
    }

    /// After the last draw there is none.
    fn later(&self, number: usize) -> Outlook<R> {
        self.next.get(&number).copied().unwrap_or(Outlook::NOTHING)
    }
}

impl<'l, 'b, R: Float> Layer<'l, 'b, R> {
    /// After the last draw.
    fn new(model: &'l ValuedGraph<'b, R>) -> Layer<'l, 'b, R> {
        Layer {
            model,
            successors: Successors::of_play(model.graph),
            next: Tier::none(model),
            now: Tier::none(model),
            declared: vec![Outlook::NOTHING; model.goals.classes.len()],
            weighed: Vec::new(),
            found: Worths::none(model.graph.len()),
        }
    }

    fn step(&self, j: usize, comes: Option<R>) -> LayerStep<'_, 'b, R> {
        let riichi = AheadInRiichi { declared: &self.declared, later: &self.next.riichi };
        LayerStep::new(self.model, j, &self.successors, &self.next.hands, riichi, &self.weighed, comes)
    }

    /// What was found is what follows step `j`.
    fn turn_over(&mut self, j: usize) {
        std::mem::swap(&mut self.now, &mut self.next);
        let (model, hands) = (self.model, self.model.graph.len());
        self.weighed.clear();
        if let Some(risk) = model.risks.get(j + 1).and_then(Option::as_ref) {
            let nodes = (0..hands).into_par_iter().with_min_len(WEIGHED);
            self.weighed.par_extend(nodes.map(|node| risk.weighed(model.graph.key(node))));
        }
        let (next, values, weighed) = (&mut self.next, &self.found.values, &self.weighed);
        model.successors_after_kans(values, j, &mut self.successors, |places, successors| {
            let riichi = AheadInRiichi { declared: &[], later: &next.riichi };
            let step = LayerStep::new(model, j, successors, &next.hands, riichi, weighed, None);
            let after = places.clone().into_par_iter().with_min_len(GRAIN);
            let (worth, outlooks): (Vec<R>, Vec<Outlook<R>>) =
                after.map(|place| step.after_kan(place, values)).unzip();
            next.hands[hands + places.start..hands + places.end].copy_from_slice(&outlooks);
            worth
        });
    }

    /// What was found, by tenpai hand whether it declares.
    fn take_found(&mut self) -> Worths<R> {
        let found = std::mem::replace(&mut self.found, Worths::none(self.model.graph.len()));
        let tenpai = self.model.goals.tenpai.iter();
        let declares = tenpai.map(|tenpai| found.declares[tenpai.node as usize]).collect();
        Worths { declares, ..found }
    }
}

impl<R: Float> Worths<R> {
    fn none(hands: usize) -> Worths<R> {
        let none = || vec![R::ZERO; hands];
        Worths { values: none(), drawn: none(), declares: vec![false; hands] }
    }
}

/// The outlook of every row. By layer `A(q, j)` for `j = 1..=draws` goes to `kept`, for who plays the plan.
pub(crate) fn outlooks<R: Float>(
    layers: &Layers<'_, R>,
    roots: &[RowRoot<R>],
    declared: DeclaredRiichi,
    mut kept: Option<&mut Vec<Values<R>>>,
    progress: &Progress,
) -> Result<Vec<Outlook<R>>, SearchError> {
    let draws = layers.before_riichi.odds.draws();
    if let Some(kept) = &mut kept {
        **kept = layers.all().map(|_| Values::none(draws)).collect();
    }
    let mut double = Double::new(&layers.before_riichi, roots, declared);
    let mut states: Vec<Layer<'_, '_, R>> = layers.all().map(Layer::new).collect();
    for j in (1..=draws).rev() {
        in_riichi(&mut states, j);
        double.turn_over(&states[0].step(j, None));
        progress.check()?;
        hands(&mut states, j, layers.comes(j));
        progress.check()?;
        states.par_iter_mut().for_each(|layer| layer.turn_over(j - 1));
        let kept = kept.iter_mut().flat_map(|kept| kept.iter_mut());
        for ((kept, layer), number) in kept.zip(&mut states).zip(0..) {
            let Worths { values, drawn, declares } = layer.take_found();
            // before a coming riichi nobody asks what draws are worth
            kept.push(values, declares, if number == 0 { Vec::new() } else { drawn });
        }
        progress.advance();
        progress.check()?;
    }
    kept.into_iter().flatten().for_each(Values::reverse);
    let steps: Vec<_> =
        states.iter().zip([layers.comes(0), None]).map(|(l, comes)| l.step(0, comes)).collect();
    let rows = Rows { steps: &steps, comes: layers.comes(0).is_some(), double: &double, declared };
    let outlooks = roots.par_iter().map(|root| rows.of(root)).collect();
    progress.advance();
    progress.check()?;
    Ok(outlooks)
}

/// Finds what declaring riichi leads to, and being in it past the first turn.
fn in_riichi<R: Float>(layers: &mut [Layer<'_, '_, R>], j: usize) {
    for layer in layers {
        let mut riichi = std::mem::take(&mut layer.now.riichi);
        let mut declared = std::mem::take(&mut layer.declared);
        let (step, classes) = (layer.step(j, None), &layer.model.goals.classes);
        let chunks = riichi.par_chunks_mut(TENPAI_GRAIN).zip(declared.par_chunks_mut(TENPAI_GRAIN));
        chunks.enumerate().for_each(|(chunk, (riichi, declared))| {
            for (sort, (riichi, declared)) in (chunk * TENPAI_GRAIN..).zip(riichi.iter_mut().zip(declared)) {
                let number = classes.first(sort);
                (*riichi, *declared) = (step.in_riichi(number, false), step.in_riichi(number, true));
            }
        });
        (layer.now.riichi, layer.declared) = (riichi, declared);
    }
}

/// What is found of some hands of a layer.
struct Chunk<'c, R> {
    values: &'c mut [R],
    drawn: &'c mut [R],
    declares: &'c mut [bool],
    outlooks: &'c mut [Outlook<R>],
}

impl<R: Float> Chunk<'_, R> {
    /// Finds the `i`-th hand, given its draws.
    #[inline(always)]
    fn find(
        &mut self,
        i: usize,
        node: usize,
        step: &LayerStep<'_, '_, R>,
        draws: OwnDraws<'_, R>,
        offers: &mut Uses<R>,
    ) {
        let HandOutlook { value, declares, outlook } = step.hand(node, draws, offers);
        self.drawn[i] = draws.drawn.value;
        self.values[i] = value;
        self.declares[i] = declares;
        self.outlooks[i] = outlook;
        step.holding(node, &mut self.outlooks[i]);
    }
}

/// A step of a layer, with room for what is found of its hands.
fn with_room<'s, 'b, R: Float>(
    layer: &'s mut Layer<'_, 'b, R>,
    j: usize,
    comes: Option<R>,
) -> (LayerStep<'s, 'b, R>, impl IndexedParallelIterator<Item = Chunk<'s, R>>) {
    let Layer { model, successors, next, now, declared, weighed, found } = layer;
    let riichi = AheadInRiichi { declared, later: &next.riichi };
    let step = LayerStep::new(model, j, successors, &next.hands, riichi, weighed, comes);
    let hands = model.graph.len();
    let values = found.values.par_chunks_mut(GRAIN).zip(found.drawn.par_chunks_mut(GRAIN));
    let outlooks = now.hands[..hands].par_chunks_mut(GRAIN);
    let chunks = values.zip(found.declares.par_chunks_mut(GRAIN).zip(outlooks));
    let chunk = |((values, drawn), (declares, outlooks))| Chunk { values, drawn, declares, outlooks };
    (step, chunks.map(chunk))
}

/// Finds what all hands that can be held are worth and lead to.
fn hands<R: Float>(layers: &mut [Layer<'_, '_, R>], j: usize, comes: Option<R>) {
    let [before, after @ ..] = layers else { unreachable!("there is a layer before a coming riichi") };
    let (step, chunks) = with_room(before, j, comes);
    let soonest = &step.model.graph.soonest;
    let held = |chunk: usize, len: usize| {
        let first = chunk * GRAIN;
        (0..len).map(move |i| (i, first + i)).filter(|&(_, node)| usize::from(soonest[node]) <= j)
    };
    let Some(after) = after.first_mut() else {
        chunks.enumerate().for_each_init(Uses::new, |offers, (number, mut chunk)| {
            for (i, node) in held(number, chunk.values.len()) {
                chunk.find(i, node, &step, OwnDraws { drawn: &step.drawn(node), after: None }, offers);
            }
        });
        return;
    };
    let (step_after, chunks_after) = with_room(after, j, None);
    let both = chunks.zip(chunks_after).enumerate();
    both.for_each_init(Uses::new, |offers, (number, (mut chunk, mut chunk_after))| {
        for (i, node) in held(number, chunk.values.len()) {
            let after = step_after.drawn(node);
            chunk_after.find(i, node, &step_after, OwnDraws { drawn: &after, after: None }, offers);
            let draws = OwnDraws { drawn: &step.drawn(node), after: comes.is_some().then_some(&after) };
            chunk.find(i, node, &step, draws, offers);
        }
    });
}

/// The first step, which is each row's own.
struct Rows<'s, 'b, R> {
    steps: &'s [LayerStep<'s, 'b, R>],
    /// Whether a riichi can come before the own draw.
    comes: bool,
    double: &'s Double<R>,
    declared: DeclaredRiichi,
}

impl<R: Float> Rows<'_, '_, R> {
    fn of(&self, root: &RowRoot<R>) -> Outlook<R> {
        let outlook = match root.riichi {
            true => self.in_riichi(root),
            false => {
                let after = self.steps.get(1).filter(|_| self.comes).map(|step| step.drawn(root.node));
                self.steps[0].of_root(root.node, root.start, after.as_ref())
            }
        };
        outlook.after(root.discarded)
    }

    fn in_riichi(&self, root: &RowRoot<R>) -> Outlook<R> {
        let step = &self.steps[0];
        let number = step.model.tenpai_number(root.node).expect("riichi needs tenpai");
        let DeclaredRiichi { double, ippatsu } = self.declared;
        let single_values = later_of(step.model);
        let double_values = |number: usize| &self.double.values[&number][..];
        let single = |number: usize| step.later(number);
        let twice = |number: usize| self.double.later(number);
        let (riichi, later): (InRiichi<'_, '_, R>, super::riichi::RiichiOutlooks<'_, R>) = match double {
            true => (InRiichi { double: 1, later_of: &double_values }, &twice),
            false => (InRiichi { double: 0, later_of: &single_values }, &single),
        };
        step.riichi(number, &riichi, later, RiichiStart { start: root.start, ippatsu })
    }
}
