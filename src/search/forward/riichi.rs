//! Hands in riichi, step by step.

use super::{DRAW, Forward};
use crate::search::float::Float;
use crate::search::forward::riichi_steps::{RiichiStep, RiichiSteps};
use crate::search::forward::root_batch::{BATCH_SIZE, RootBatch, add, is_zero, tally};
use crate::search::forward::win::{Circumstances, GraphWin};
use crate::search::riichi::later_of;
use crate::search::riichi::step::{InRiichi, RiichiChances, RiichiEvent, RiichiStart};
use crate::search::values::model::ValuedGraph;
use crate::search::{DeclaredRiichi, Start};

impl<R: Float> Forward<'_, '_, R> {
    /// A hand in riichi goes one step on.
    pub(crate) fn take_riichi_step(
        &mut self,
        riichi_step: &RiichiStep<R>,
        riichi_steps: &RiichiSteps<R>,
        batch: &RootBatch<R>,
        j: usize,
    ) {
        let (number, before) =
            (riichi_step.number as usize, (riichi_step.place - riichi_step.number) as usize);
        let layer = usize::from(before > 0);
        let model = self.layers[layer];
        if riichi_step.special {
            let later_of = later_of(model);
            let riichi = InRiichi { double: 0, later_of: &later_of };
            let from = RiichiStart { start: Start::Offers(3), ippatsu: riichi_step.first };
            for (to, batch) in self.riichi_step(model, number, batch, j, &riichi, from) {
                self.in_riichi.insert(before + to);
                add(&mut self.riichi[before + to], &batch, R::ONE);
            }
            return;
        }
        tally(&mut self.met[layer][2], batch, R::ONE);
        tally(&mut self.win[j], batch, riichi_step.won);
        tally(&mut self.value[j], batch, riichi_step.paid);
        let waits = model.goals.tenpai[number].waits.len();
        let from = self.riichi_start[number] as usize + if riichi_step.first { waits + 1 } else { 0 };
        let (drawn, rons) =
            self.riichi_wins[from..=from + waits].split_first_mut().expect("one more than waits");
        add(drawn, batch, riichi_step.tile);
        for (sum, &ron) in rons.iter_mut().zip(riichi_steps.rons(riichi_step, waits)) {
            add(sum, batch, ron);
        }
        let mut rest = riichi_step.rest;
        if let Some(thrown) = model.thrown_in_riichi(&model.goals.tenpai[number], j) {
            self.discarded(batch, rest, thrown, model.stick());
            rest = rest * thrown.pass;
        }
        self.in_riichi.insert(before + number);
        add(&mut self.riichi[before + number], batch, rest);
    }

    /// Everything that was in riichi before step `j` goes one step on.
    pub(crate) fn riichi_steps_on(&mut self, riichi_steps: &[RiichiSteps<R>], j: usize) {
        // a kan leads to another hand: nothing may go two steps
        let all = riichi_steps.iter().flat_map(|riichi_steps| {
            riichi_steps.list.iter().map(move |riichi_step| (riichi_step, riichi_steps))
        });
        let take = |riichi_step: &RiichiStep<R>| {
            std::mem::replace(&mut self.riichi[riichi_step.place as usize], [R::ZERO; BATCH_SIZE])
        };
        let before: Vec<RootBatch<R>> = all.clone().map(|(riichi_step, _)| riichi_step).map(take).collect();
        for ((riichi_step, riichi_steps), batch) in all.zip(&before).filter(|(_, batch)| !is_zero(batch)) {
            self.take_riichi_step(riichi_step, riichi_steps, batch, j);
        }
    }

    /// All that follows from a riichi at the root, declared with it or before.
    pub(crate) fn riichi_to_the_end(
        &mut self,
        node: usize,
        batch: RootBatch<R>,
        start: Start,
        declared: DeclaredRiichi,
    ) {
        let model = self.model;
        let number = model.tenpai_number(node).expect("riichi needs tenpai");
        let double = usize::from(declared.double);
        let later = model.riichi_family(number, double);
        let later_of = |number: usize| &later[&number][..];
        let riichi = InRiichi { double, later_of: &later_of };
        let mut now = vec![(number, batch)];
        for j in 0..=model.odds.draws() {
            let from = match j {
                0 => RiichiStart { start, ippatsu: declared.ippatsu },
                _ => RiichiStart { start: Start::Offers(3), ippatsu: false },
            };
            let mut next: Vec<(usize, RootBatch<R>)> = Vec::new();
            for (number, batch) in now {
                for (to, batch) in self.riichi_step(model, number, &batch, j, &riichi, from) {
                    match next.iter_mut().find(|(other, _)| *other == to) {
                        Some((_, sum)) => add(sum, &batch, R::ONE),
                        None => next.push((to, batch)),
                    }
                }
            }
            now = next;
        }
    }

    /// A step in riichi from some start on. Returns the hands that it leads to.
    fn riichi_step(
        &mut self,
        model: &ValuedGraph<'_, R>,
        number: usize,
        batch: &RootBatch<R>,
        j: usize,
        riichi: &InRiichi<'_, '_, R>,
        from: RiichiStart,
    ) -> Vec<(usize, RootBatch<R>)> {
        let (stick, double, mut after) = (model.stick(), riichi.double > 0, Vec::new());
        RiichiChances::new(model, number, j).follow(riichi, from, &mut |share, event| match event {
            RiichiEvent::Met => {
                for (gone, end) in self.ends.iter_mut().zip(model.odds.steps[j].riichi.ends.all()) {
                    gone.add(batch, R::of(end.rate), end.value + stick);
                }
            }
            RiichiEvent::Win { gain, tsumo, ippatsu, luck } => {
                let how = Circumstances { tsumo, riichi: true, ippatsu, double, luck };
                self.win(batch, &GraphWin { share, gain, how }, j);
            }
            RiichiEvent::ExhaustiveDraw => {
                self.ends[DRAW].add(batch, share, model.payoffs.exhaustive_draw(true) + stick);
                tally(&mut self.tenpai_at_draw, batch, share);
            }
            RiichiEvent::Discard(thrown) => self.discarded(batch, share, thrown, stick),
            RiichiEvent::Hold(to) => after.push((to, batch.map(|lane| lane * share))),
        });
        after
    }
}
