//! Hands in riichi: nothing but wins, concealed kans and kita is left to decide.

use super::layer_step::LayerStep;
use super::{Lane, Outlook, WinKind};
use crate::search::Start;
use crate::search::float::Float;
use crate::search::riichi::later_of;
use crate::search::riichi::step::{InRiichi, RiichiChances, RiichiEvent, RiichiStart};

/// By tenpai hand what being in riichi with it leads to from the next step on.
pub(super) type RiichiOutlooks<'t, R> = &'t dyn Fn(usize) -> Outlook<R>;

impl<R: Float> LayerStep<'_, '_, R> {
    /// Being in riichi with a hand, not a double one: with ippatsu in the turn of the declaration.
    pub(super) fn in_riichi(&self, number: usize, ippatsu: bool) -> Outlook<R> {
        let later_of = later_of(self.model);
        let riichi = InRiichi { double: 0, later_of: &later_of };
        self.riichi(
            number,
            &riichi,
            &|number| self.later(number),
            RiichiStart { start: Start::Offers(3), ippatsu },
        )
    }

    /// A step in riichi from some start on.
    pub(super) fn riichi(
        &self,
        number: usize,
        riichi: &InRiichi<'_, '_, R>,
        later: RiichiOutlooks<'_, R>,
        from: RiichiStart,
    ) -> Outlook<R> {
        let (model, mut outlook) = (self.model, Outlook::NOTHING);
        RiichiChances::new(model, number, self.j).follow(riichi, from, &mut |share, event| match event {
            RiichiEvent::Met => outlook = self.ended[2],
            RiichiEvent::Win { gain, tsumo, .. } => {
                outlook.win(share, model.points(gain), WinKind { tsumo, riichi: true });
            }
            RiichiEvent::ExhaustiveDraw => {
                outlook.exhausted(share, true, model.payoffs.exhaustive_draw(true) + model.stick());
            }
            RiichiEvent::Discard(thrown) => {
                let rate = share * thrown.rate();
                outlook.end(Lane::DealIn, rate, share * thrown.cost + rate * R::of(model.stick()));
            }
            RiichiEvent::Hold(number) => outlook.add(&later(number), share),
        });
        outlook.set(Lane::Tenpai, R::ONE);
        outlook
    }
}
