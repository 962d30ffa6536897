//! Hands in riichi: nothing but wins, concealed kans and kita is left to decide.

use super::layer_step::LayerStep;
use super::{Lane, Outlook, WinKind};
use crate::search::float::Float;
use crate::search::riichi::{InRiichi, RiichiChances, later_of};
use crate::search::values::tenpai::Luck;
use std::ops::Range;

/// By tenpai hand what being in riichi with it leads to from the next step on.
pub(super) type RiichiOutlooks<'t, R> = &'t dyn Fn(usize) -> Outlook<R>;

impl<R: Float> LayerStep<'_, '_, R> {
    /// Declaring riichi with a hand, not a double one.
    pub(super) fn declared(&self, number: usize) -> Outlook<R> {
        self.single(number, true)
    }

    /// Being in riichi with a hand, past the first turn, not a double one.
    pub(super) fn in_riichi(&self, number: usize) -> Outlook<R> {
        self.single(number, false)
    }

    fn single(&self, number: usize, ippatsu: bool) -> Outlook<R> {
        let later_of = later_of(self.model);
        let riichi = InRiichi { double: 0, later_of: &later_of };
        self.riichi(number, &riichi, &|number| self.later(number), (ippatsu, 0..3))
    }

    /// A step in riichi in which these of the others discard, whether a win is ippatsu then. Only where all three act can
    /// they end the round.
    pub(super) fn riichi(
        &self,
        number: usize,
        riichi: &InRiichi<'_, '_, R>,
        later: RiichiOutlooks<'_, R>,
        (ippatsu, others): (bool, Range<usize>),
    ) -> Outlook<R> {
        let (model, j) = (self.model, self.j);
        let tenpai = &model.goals.tenpai[number];
        let chances = RiichiChances::new(model, tenpai, j);
        let (mut outlook, mass) = match others.len() {
            3 => (self.ended[2], model.step_table(j).met[2].goes_on()),
            _ => (Outlook::NOTHING, R::ONE),
        };
        let han = usize::from(ippatsu) + riichi.double;
        let last = j == model.odds.draws();
        let passes = chances.each_ron(&tenpai.waits, others, last, |wait, share, houtei| {
            if let Some(gain) = wait.riichi(false, han + houtei) {
                outlook.win(mass * share, model.points(gain), WinKind { tsumo: false, riichi: true });
            }
        });
        let mass = mass * passes;
        if last {
            outlook.exhausted(mass, true, model.payoffs.exhaustive_draw(true) + model.stick());
        } else {
            let luck = if chances.haitei { Luck::Last } else { Luck::Plain };
            self.riichi_draw(&mut outlook, (number, chances.left), riichi, later, (ippatsu, luck), mass);
        }
        outlook.set(Lane::Tenpai, R::ONE);
        outlook
    }

    /// The tiles that a draw in riichi is one of.
    pub(super) fn riichi_left(&self, number: usize) -> R {
        RiichiChances::new(self.model, &self.model.goals.tenpai[number], self.j).left
    }

    /// A draw in riichi, of so many tiles.
    pub(super) fn riichi_draw(
        &self,
        outlook: &mut Outlook<R>,
        (number, left): (usize, R),
        riichi: &InRiichi<'_, '_, R>,
        later: RiichiOutlooks<'_, R>,
        (ippatsu, luck): (bool, Luck),
        mass: R,
    ) {
        let (model, j) = (self.model, self.j);
        let tenpai = &model.goals.tenpai[number];
        let mut rest = mass;
        let han = usize::from(ippatsu) + riichi.double + usize::from(luck != Luck::Plain);
        for wait in &tenpai.waits {
            if let Some(gain) = wait.riichi(true, han) {
                let share = mass * R::of_count(wait.weight.into()) / left;
                outlook.win(share, model.points(gain), WinKind { tsumo: true, riichi: true });
                rest -= share;
            }
        }
        if !tenpai.kans.is_empty() {
            let then = model.after_thrown(tenpai, (riichi.later_of)(number)[j + 1], j);
            for (kan, copies) in tenpai.kans_among(left) {
                if model.riichi_kan(kan, riichi, j).is_some_and(|after| after > then) {
                    let share = mass * copies / left;
                    rest -= share;
                    let to = kan.to as usize;
                    match model.replacement {
                        true => {
                            let left = self.riichi_left(to);
                            let luck = (false, Luck::Rinshan);
                            self.riichi_draw(outlook, (to, left), riichi, later, luck, share);
                        }
                        false => outlook.add(&later(to), share),
                    }
                }
            }
        }
        // rounding can leave less than nothing
        let mut rest = rest.larger(R::ZERO);
        if let Some(thrown) = model.thrown_in_riichi(tenpai, j) {
            let rate = rest * thrown.rate();
            outlook.end(Lane::DealIn, rate, rest * thrown.cost + rate * R::of(model.stick()));
            rest = rest * thrown.pass;
        }
        outlook.add(&later(number), rest);
    }
}
