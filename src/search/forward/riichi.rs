//! Hands in riichi, step by step.

use super::{DRAW, Forward};
use crate::search::float::Float;
use crate::search::forward::root_batch::{BATCH_SIZE, RootBatch, add, is_zero, tally};
use crate::search::forward::win::{Circumstances, DAMA, GraphWin};
use crate::search::riichi::step::{RiichiStep, RiichiSteps};
use crate::search::riichi::{InRiichi, RiichiChances, later_of};
use crate::search::values::model::ValuedGraph;
use crate::search::values::tenpai::{Luck, Tenpai};
use crate::search::{DeclaredRiichi, Start};
use std::ops::Range;

/// Wins in riichi by ron.
fn circumstances(ippatsu: bool, double: usize) -> Circumstances {
    Circumstances { riichi: true, ippatsu, double: double > 0, ..DAMA }
}

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
            let mut after = Vec::new();
            self.riichi_step((model, number), batch, j, &riichi, (riichi_step.first, 0..3), &mut after);
            for (to, batch) in after {
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
            let mut next: Vec<(usize, RootBatch<R>)> = Vec::new();
            for (number, batch) in now {
                let mut after = Vec::new();
                let first = j == 0 && declared.ippatsu;
                match start {
                    Start::Replacement if j == 0 => {
                        let how = Circumstances {
                            tsumo: true,
                            luck: Luck::Rinshan,
                            ..circumstances(false, double)
                        };
                        let all = (&batch, R::ONE);
                        self.riichi_draw((model, number), all, j, &riichi, how, &mut after);
                    }
                    Start::Offers(players) if j == 0 && players < 3 => {
                        let among = (first, 3 - players..3);
                        self.riichi_step((model, number), &batch, j, &riichi, among, &mut after);
                    }
                    _ => self.riichi_step((model, number), &batch, j, &riichi, (first, 0..3), &mut after),
                }
                for (to, batch) in after {
                    match next.iter_mut().find(|(other, _)| *other == to) {
                        Some((_, sum)) => add(sum, &batch, R::ONE),
                        None => next.push((to, batch)),
                    }
                }
            }
            now = next;
        }
    }

    /// One step in riichi, in which these of the others discard, whether a win is ippatsu then; appends where it is
    /// afterwards. Only where all three act can they end the round.
    fn riichi_step(
        &mut self,
        (model, number): (&ValuedGraph<'_, R>, usize),
        batch: &RootBatch<R>,
        j: usize,
        riichi: &InRiichi<'_, '_, R>,
        (first, others): (bool, Range<usize>),
        out: &mut Vec<(usize, RootBatch<R>)>,
    ) {
        let tenpai = &model.goals.tenpai[number];
        let step = RiichiChances::new(model, tenpai, j);
        let stick = model.stick();
        let mut mass = R::ONE;
        if others.len() == 3 {
            for (gone, end) in self.ends.iter_mut().zip(model.odds.steps[j].riichi.ends.all()) {
                gone.add(batch, R::of(end.rate), end.value + stick);
            }
            mass = model.step_table(j).met[2].goes_on();
        }
        let how = circumstances(first, riichi.double);
        let han = usize::from(first) + riichi.double;
        let last = j == model.odds.draws();
        let passes = step.each_ron(&tenpai.waits, others, last, |wait, share, houtei| {
            if let Some(gain) = wait.riichi(false, han + houtei) {
                let luck = if houtei > 0 { Luck::Last } else { Luck::Plain };
                self.win(
                    batch,
                    &GraphWin { share: mass * share, gain, how: Circumstances { luck, ..how } },
                    j,
                );
            }
        });
        let mass = mass * passes;
        if last {
            self.ends[DRAW].add(batch, mass, model.payoffs.exhaustive_draw(true) + stick);
            tally(&mut self.tenpai_at_draw, batch, mass);
            return;
        }
        let luck = if step.haitei { Luck::Last } else { Luck::Plain };
        let how = Circumstances { tsumo: true, luck, ..how };
        self.riichi_draw((model, number), (batch, mass), j, riichi, how, out);
    }

    fn riichi_draw(
        &mut self,
        (model, number): (&ValuedGraph<'_, R>, usize),
        (batch, mass): (&RootBatch<R>, R),
        j: usize,
        riichi: &InRiichi<'_, '_, R>,
        how: Circumstances,
        out: &mut Vec<(usize, RootBatch<R>)>,
    ) {
        let tenpai: &Tenpai = &model.goals.tenpai[number];
        let left = RiichiChances::new(model, tenpai, j).left;
        let mut rest = mass;
        let han = usize::from(how.ippatsu) + riichi.double + usize::from(how.luck != Luck::Plain);
        for wait in &tenpai.waits {
            if let Some(gain) = wait.riichi(true, han) {
                let share = mass * R::of(f64::from(wait.weight)) / left;
                self.win(batch, &GraphWin { share, gain, how }, j);
                rest -= share;
            }
        }
        let then = model.after_thrown(tenpai, (riichi.later_of)(number)[j + 1], j);
        for (kan, copies) in tenpai.kans_among(left) {
            if model.riichi_kan(kan, riichi, j).is_some_and(|after| after > then) {
                let share = mass * copies / left;
                rest -= share;
                let to = kan.to as usize;
                if model.replacement {
                    let how = Circumstances { luck: Luck::Rinshan, ippatsu: false, ..how };
                    self.riichi_draw((model, to), (batch, share), j, riichi, how, out);
                } else {
                    out.push((to, batch.map(|lane| lane * share)));
                }
            }
        }
        let mut rest = rest.larger(R::ZERO);
        if let Some(thrown) = model.thrown_in_riichi(tenpai, j) {
            self.discarded(batch, rest, thrown, model.stick());
            rest = rest * thrown.pass;
        }
        out.push((number, batch.map(|lane| lane * rest)));
    }
}
