//! What happens when the plan of the values is played: every figure of an action describes this, where details are asked for.
//!
//! All actions at the root lead into the same graph and the same plan from the next own discard
//! on, so that the plan is found once a step for the hands that can be held then, and the
//! probabilities of several actions move along it side by side.

use crate::search::figures::Play;
use crate::search::float::Float;
use crate::search::forward::Forward;
use crate::search::forward::bit_set::BitSet;
use crate::search::forward::plan::{AfterRiichiPlan, Plan, RowRoot, Transitions};
use crate::search::forward::riichi_steps::RiichiSteps;
use crate::search::forward::root_batch::BATCH_SIZE;
use crate::search::values::Values;
use crate::search::values::model::{Layers, ValuedGraph};
use crate::search::values::successors::Successors;
use crate::search::{DeclaredRiichi, Progress, SearchError};
use rayon::prelude::*;

/// Hands whose transitions a thread finds at a time.
const GRAIN: usize = 64;

/// Hands whose transitions are known at a time: few enough for the caches.
const BLOCK: usize = 256 * GRAIN;

/// Plays the plan of `values` after each action at the root.
pub(crate) fn play<R: Float>(
    layers: &Layers<'_, R>,
    values: &[Values<R>],
    roots: &[RowRoot<R>],
    declared: DeclaredRiichi,
    progress: &Progress,
) -> Result<Vec<Play>, SearchError> {
    let models: Vec<&ValuedGraph<'_, R>> = layers.all().collect();
    let draws = layers.before_riichi.odds.draws();
    let (hands, tenpai) = (layers.before_riichi.graph.len(), layers.before_riichi.goals.tenpai.len());
    // as many forwards as needed, with as much to do each
    let together = roots.len().div_ceil(roots.len().div_ceil(BATCH_SIZE).max(1)).max(1);
    let groups: Vec<&[RowRoot<R>]> = roots.chunks(together).collect();
    let mut forwards: Vec<Forward<'_, '_, R>> =
        groups.par_iter().map(|roots| Forward::new(layers, roots.len())).collect();
    let mut successors: Vec<Successors<R>> =
        models.iter().map(|model| Successors::of_play(model.graph)).collect();
    let (mut held, mut in_riichi) = (Vec::new(), Vec::new());
    let mut transitions: Vec<Transitions<R>> = (0..BLOCK / GRAIN).map(|_| Transitions::default()).collect();
    for j in 0..=draws {
        for ((model, values), successors) in models.iter().zip(values).zip(&mut successors) {
            if let Some(next) = values.hands.get(j) {
                model.successors(next, j, successors);
            }
        }
        progress.check()?;
        // before the first own discard, which is given, nobody has asked yet
        let first_drawn = models.get(1).filter(|_| j == 0 && draws > 0);
        let first_drawn = first_drawn.map(|model| model.drawn(&model.now(0, &successors[1].worth)));
        let plan = |layer: usize| Plan {
            model: models[layer],
            successors: &successors[layer],
            j,
            declares: if j == 0 { &[] } else { &values[layer].declares[j - 1][..] },
            hands: if j == 0 { &[] } else { &values[layer].hands[j - 1][..] },
            first: (layer * hands) as u32,
            coming_riichi: None,
        };
        let after_riichi = models.get(1).map(|_| plan(1));
        let coming_riichi = after_riichi.as_ref().filter(|_| j < draws).and_then(|plan| {
            let drawn =
                first_drawn.as_deref().or_else(|| values[1].drawn.get(j.checked_sub(1)?).map(|d| &d[..]))?;
            let comes = layers.before_riichi_now(j, &[], drawn).coming_riichi?;
            Some(AfterRiichiPlan { comes, plan })
        });
        let before_riichi = Plan { coming_riichi, ..plan(0) };
        if j == 0 {
            let begin = |(forward, roots): (&mut Forward<'_, '_, R>, &&[RowRoot<R>])| {
                forward.begin(roots, &before_riichi, declared)
            };
            forwards.par_iter_mut().zip(&groups).for_each(begin);
        } else {
            BitSet::union(forwards.iter().map(|forward| forward.held().0), &mut held);
            BitSet::union(forwards.iter().map(|forward| forward.held().1), &mut in_riichi);
            let riichi_steps: Vec<RiichiSteps<R>> = in_riichi
                .par_chunks(GRAIN)
                .map(|places| {
                    let mut riichi_steps = RiichiSteps::default();
                    for &place in places {
                        let (layer, number) = (place as usize / tenpai, place as usize % tenpai);
                        riichi_steps.push(models[layer], layer * tenpai, number, j, false);
                    }
                    riichi_steps
                })
                .collect();
            forwards.par_iter_mut().for_each(|forward| {
                forward.forget_held();
                forward.riichi_steps_on(&riichi_steps, j);
            });
            for places in held.chunks(BLOCK) {
                let used = places.par_chunks(GRAIN).zip(&mut transitions);
                used.for_each(|(places, transitions)| {
                    transitions.clear();
                    let (before, after) = places.split_at(places.partition_point(|&p| (p as usize) < hands));
                    before_riichi.transitions(before, transitions);
                    if let Some(plan) = &after_riichi {
                        plan.transitions(after, transitions);
                    }
                });
                let used = &transitions[..places.len().div_ceil(GRAIN)];
                forwards
                    .par_iter_mut()
                    .for_each(|forward| used.iter().for_each(|transitions| forward.step(transitions, j)));
                progress.check()?;
            }
            forwards.iter_mut().for_each(|forward| forward.turn_over(j));
        }
        progress.advance();
        progress.check()?;
    }
    forwards.par_iter_mut().for_each(Forward::settle);
    let plays = (0..roots.len()).into_par_iter();
    Ok(plays.map(|i| forwards[i / together].finish(i % together)).collect())
}
