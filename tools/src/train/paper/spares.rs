//! The factors of eq. 29, in a second pass: they need the other factors of eq. 34.

use super::odds::Choices;
use super::truth::closed_waits;
use nanikiru::danger::paper::{Paper, WaitForm};
use nanikiru::tile::Seat;
use nanikiru_tools::decisions::{DealIn, Decision, Look, mix};

/// One decision before an opponent in riichi in so many is looked at.
const ONE_IN: u64 = 2;

/// By form: which of the waits it was, sorted by how many tiles have to be seen until they cannot be.
#[derive(Default)]
pub struct Spares([Choices<3>; WaitForm::COUNT]);

impl Spares {
    /// Both together.
    pub fn append(&mut self, later: Spares) {
        self.0.iter_mut().zip(later.0).for_each(|(mine, theirs)| mine.append(theirs));
    }

    /// Puts the factors in their place.
    pub fn fit(&self, paper: &mut Paper) {
        for (place, choices) in paper.waits.spare.iter_mut().zip(&self.0) {
            let [one, two, _] = choices.factors();
            *place = [one, two];
        }
    }
}

/// Takes samples while a game is looked at; the paper's factors of eq. 29 are 1.
pub struct Sampler<'a> {
    all: &'a mut Spares,
    paper: &'a Paper,
}

impl<'a> Sampler<'a> {
    pub fn new(all: &'a mut Spares, paper: &'a Paper) -> Sampler<'a> {
        Sampler { all, paper }
    }
}

impl Look for Sampler<'_> {
    fn decision(&mut self, decision: &Decision) {
        let table = decision.round.table();
        let view = decision.round.view(decision.seat);
        let looked_at = |seat: Seat| {
            let one = mix(decision.id ^ mix(seat.index() as u64 + 30)).is_multiple_of(ONE_IN);
            one && seat != decision.seat && table.player(seat).riichi().is_some()
        };
        for seat in Seat::ALL.into_iter().filter(|&seat| looked_at(seat)) {
            let Ok(hand) = decision.round.waiting_hand(seat) else { continue };
            let factors = self.paper.waits.factors(table, seat, view.unseen());
            let mut sums = [[0.0; 3]; WaitForm::COUNT];
            for (wait, factor) in &factors {
                sums[wait.form() as usize][wait.spare(view.unseen()) - 1] += factor;
            }
            for wait in closed_waits(&hand) {
                if factors.iter().any(|(possible, _)| *possible == wait) {
                    let form = wait.form() as usize;
                    self.all.0[form].push(sums[form], wait.spare(view.unseen()) - 1);
                }
            }
        }
    }

    fn deal_in(&mut self, _: &DealIn) {}
}
