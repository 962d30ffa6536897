//! A step in riichi of one hand, the same for every action that has led to it.

use crate::search::float::Float;
use crate::search::riichi::step::RiichiChances;
use crate::search::values::model::ValuedGraph;
use crate::search::values::tenpai::Luck;

/// Shares of the probability of being in riichi with a hand at the beginning of a step.
#[derive(Clone, Copy)]
pub(crate) struct RiichiStep<R> {
    /// The tenpai hand's place among those of all layers, and its number.
    pub(crate) place: u32,
    pub(crate) number: u32,
    /// Whether it is the turn of the declaration.
    pub(crate) first: bool,
    /// Whether something else than a plain win can happen: then it says no more.
    pub(crate) special: bool,
    /// Goes on.
    pub(crate) rest: R,
    /// Draws one tile among those left.
    pub(crate) tile: R,
    /// Wins, and what that pays.
    pub(crate) won: R,
    pub(crate) paid: R,
    /// Where its rons begin.
    rons: u32,
}

/// Steps in riichi, one after the other.
pub(crate) struct RiichiSteps<R> {
    pub(crate) list: Vec<RiichiStep<R>>,
    /// By step and wait: share of the discards that are won with, whether or not that counts.
    rons: Vec<R>,
}

impl<R> Default for RiichiSteps<R> {
    fn default() -> RiichiSteps<R> {
        RiichiSteps { list: Vec::new(), rons: Vec::new() }
    }
}

impl<R: Float> RiichiSteps<R> {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.rons.clear();
    }

    /// The rons of the first so many waits of a step.
    pub(crate) fn rons(&self, riichi_step: &RiichiStep<R>, waits: usize) -> &[R] {
        &self.rons[riichi_step.rons as usize..][..waits]
    }

    /// Appends step `j` of a hand in riichi that is no double one; `before` are the tenpai hands of the layers
    /// before the model's.
    pub(crate) fn push(
        &mut self,
        model: &ValuedGraph<'_, R>,
        before: usize,
        number: usize,
        j: usize,
        first: bool,
    ) {
        let tenpai = &model.goals.tenpai[number];
        let chances = RiichiChances::new(model, number, j);
        let (zero, start) = (R::ZERO, self.rons.len());
        let special = model.draw_luck(j) != Some(Luck::Plain) || !tenpai.kans.is_empty();
        let mut riichi_step = RiichiStep {
            place: (before + number) as u32,
            number: number as u32,
            first,
            special,
            rest: zero,
            tile: zero,
            won: zero,
            paid: zero,
            rons: start as u32,
        };
        if special {
            self.list.push(riichi_step);
            return;
        }
        let goes_on = model.step_table(j).met[2].goes_on();
        self.rons.extend(tenpai.waits.iter().map(|_| zero));
        let rons = &mut self.rons[start..];
        let mut of_waits = rons.iter_mut();
        let passes = chances.each_ron(3, |_, share, _| {
            *of_waits.next().expect("one of each wait") = goes_on * share;
        });
        let mass = goes_on * passes;
        riichi_step.rest = mass;
        riichi_step.tile = mass / chances.left;
        // not by a visitor: ron and tsumo of each wait are added in turn, which a walk would reorder
        for (wait, &ron) in tenpai.waits.iter().zip(&*rons) {
            if let Some(gain) = wait.riichi(false, usize::from(first)) {
                riichi_step.won += ron;
                riichi_step.paid += ron * model.points(gain);
            }
            if let Some(gain) = wait.riichi(true, usize::from(first)) {
                let share = mass * R::of_count(u32::from(wait.weight)) / chances.left;
                riichi_step.rest -= share;
                riichi_step.won += share;
                riichi_step.paid += share * model.points(gain);
            }
        }
        self.list.push(riichi_step);
    }
}
