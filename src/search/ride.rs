//! A step in riichi of one hand, the same for every action that has led to it.

use super::model::Model;
use super::real::Real;
use super::riichi::RiichiStep;

/// Shares of the probability of being in riichi with a hand at the beginning of a step.
#[derive(Clone, Copy)]
pub(super) struct Ride<R> {
    /// The tenpai hand's place among those of all layers, and its number.
    pub(super) place: u32,
    pub(super) number: u32,
    /// Whether it is the turn of the declaration.
    pub(super) first: bool,
    /// Whether something else than a plain win can happen: then it says no more.
    pub(super) special: bool,
    /// Goes on.
    pub(super) rest: R,
    /// Draws one tile among those left.
    pub(super) tile: R,
    /// Wins, and what that pays.
    pub(super) won: R,
    pub(super) paid: R,
    /// Where its rons begin.
    rons: u32,
}

/// Rides one after the other.
pub(super) struct Rides<R> {
    pub(super) list: Vec<Ride<R>>,
    /// By ride and wait: share of the discards that are won with, whether or not that counts.
    rons: Vec<R>,
}

impl<R> Default for Rides<R> {
    fn default() -> Rides<R> {
        Rides { list: Vec::new(), rons: Vec::new() }
    }
}

impl<R: Real> Rides<R> {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.rons.clear();
    }

    /// The rons of a ride's first so many waits.
    pub(super) fn rons(&self, ride: &Ride<R>, waits: usize) -> &[R] {
        &self.rons[ride.rons as usize..][..waits]
    }

    /// Appends step `j` of a hand in riichi that is no double one; `before` are the tenpai hands of the layers
    /// before the model's.
    pub(super) fn push(
        &mut self,
        model: &Model<'_, R>,
        (before, number): (usize, usize),
        j: usize,
        first: bool,
    ) {
        let tenpai = &model.goals.tenpai[number];
        let step = RiichiStep::new(model, tenpai, j);
        let (zero, start) = (R::ZERO, self.rons.len());
        let special = j == model.odds.draws() || step.haitei || !tenpai.kans.is_empty();
        let mut ride = Ride {
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
            self.list.push(ride);
            return;
        }
        let mut mass = model.step_table(j).met[2].goes_on();
        self.rons.extend(tenpai.waits.iter().map(|_| zero));
        let rons = &mut self.rons[start..];
        for k in 0..step.players {
            let mut used = zero;
            for (ron, wait) in rons.iter_mut().zip(&tenpai.waits) {
                let share = step.ron_rate(wait, k);
                *ron += mass * share;
                used += share;
            }
            mass = mass * (R::ONE - used).larger(zero);
        }
        ride.rest = mass;
        ride.tile = mass / step.left;
        for (wait, &ron) in tenpai.waits.iter().zip(&*rons) {
            if let Some(gain) = wait.riichi(false, usize::from(first)) {
                ride.won += ron;
                ride.paid += ron * model.points(gain);
            }
            if let Some(gain) = wait.riichi(true, usize::from(first)) {
                let share = mass * R::of_count(u32::from(wait.weight)) / step.left;
                ride.rest -= share;
                ride.won += share;
                ride.paid += share * model.points(gain);
            }
        }
        self.list.push(ride);
    }
}
