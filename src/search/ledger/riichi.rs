//! Hands in riichi, step by step.

use super::super::lanes::{LANES, Lanes, add, is_zero, tally};
use super::super::model::Model;
use super::super::real::Real;
use super::super::ride::{Ride, Rides};
use super::super::riichi::{InRiichi, RiichiStep, later_of};
use super::super::tenpai::{Luck, Tenpai};
use super::super::win::{Circumstances, DAMA, Win};
use super::super::{Declared, Start};
use super::{DRAW, Ledger};
use std::ops::Range;

/// Wins in riichi by ron.
fn circumstances(ippatsu: bool, double: usize) -> Circumstances {
    Circumstances { riichi: true, ippatsu, double: double > 0, ..DAMA }
}

impl<R: Real> Ledger<'_, '_, R> {
    /// A hand in riichi goes one step on.
    pub(super) fn ride(&mut self, ride: &Ride<R>, rides: &Rides<R>, lanes: &Lanes<R>, j: usize) {
        let (number, before) = (ride.number as usize, (ride.place - ride.number) as usize);
        let layer = usize::from(before > 0);
        let model = self.layers[layer];
        if ride.special {
            let later_of = later_of(model);
            let riichi = InRiichi { double: 0, later_of: &later_of };
            let mut after = Vec::new();
            self.riichi_step((model, number), lanes, j, &riichi, (ride.first, 0..3), &mut after);
            for (to, lanes) in after {
                self.in_riichi.insert(before + to);
                add(&mut self.riichi[before + to], &lanes, R::ONE);
            }
            return;
        }
        tally(&mut self.met[layer][2], lanes, R::ONE);
        tally(&mut self.win[j], lanes, ride.won);
        tally(&mut self.value[j], lanes, ride.paid);
        let waits = model.goals.tenpai[number].waits.len();
        let from = self.riichi_start[number] as usize + if ride.first { waits + 1 } else { 0 };
        let (drawn, rons) =
            self.riichi_wins[from..=from + waits].split_first_mut().expect("one more than waits");
        add(drawn, lanes, ride.tile);
        for (sum, &ron) in rons.iter_mut().zip(rides.rons(ride, waits)) {
            add(sum, lanes, ron);
        }
        let mut rest = ride.rest;
        if let Some(thrown) = model.thrown_in_riichi(&model.goals.tenpai[number], j) {
            self.discarded(lanes, rest, thrown, model.stick());
            rest = rest * thrown.pass;
        }
        self.in_riichi.insert(before + number);
        add(&mut self.riichi[before + number], lanes, rest);
    }

    /// Everything that was in riichi before step `j` goes one step on.
    pub(in super::super) fn ride_on(&mut self, rides: &[Rides<R>], j: usize) {
        // a kan leads to another hand: nothing may go two steps
        let all = rides.iter().flat_map(|rides| rides.list.iter().map(move |ride| (ride, rides)));
        let take =
            |ride: &Ride<R>| std::mem::replace(&mut self.riichi[ride.place as usize], [R::ZERO; LANES]);
        let before: Vec<Lanes<R>> = all.clone().map(|(ride, _)| ride).map(take).collect();
        for ((ride, rides), lanes) in all.zip(&before).filter(|(_, lanes)| !is_zero(lanes)) {
            self.ride(ride, rides, lanes, j);
        }
    }

    /// All that follows from a riichi at the root, declared with it or before.
    pub(super) fn riichi_to_the_end(
        &mut self,
        node: usize,
        lanes: Lanes<R>,
        start: Start,
        declared: Declared,
    ) {
        let model = self.model;
        let number = model.tenpai_number(node).expect("riichi needs tenpai");
        let double = usize::from(declared.double);
        let later = model.riichi_family(number, double);
        let later_of = |number: usize| &later[&number][..];
        let riichi = InRiichi { double, later_of: &later_of };
        let mut now = vec![(number, lanes)];
        for j in 0..=model.odds.draws() {
            let mut next: Vec<(usize, Lanes<R>)> = Vec::new();
            for (number, lanes) in now {
                let mut after = Vec::new();
                let first = j == 0 && declared.ippatsu;
                match start {
                    Start::Replacement if j == 0 => {
                        let how = Circumstances {
                            tsumo: true,
                            luck: Luck::Rinshan,
                            ..circumstances(false, double)
                        };
                        let all = (&lanes, R::ONE);
                        self.riichi_draw((model, number), all, j, &riichi, how, &mut after);
                    }
                    Start::Offers(players) if j == 0 && players < 3 => {
                        let among = (first, 3 - players..3);
                        self.riichi_step((model, number), &lanes, j, &riichi, among, &mut after);
                    }
                    _ => self.riichi_step((model, number), &lanes, j, &riichi, (first, 0..3), &mut after),
                }
                for (to, lanes) in after {
                    match next.iter_mut().find(|(other, _)| *other == to) {
                        Some((_, sum)) => add(sum, &lanes, R::ONE),
                        None => next.push((to, lanes)),
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
        (model, number): (&Model<'_, R>, usize),
        lanes: &Lanes<R>,
        j: usize,
        riichi: &InRiichi<'_, '_, R>,
        (first, others): (bool, Range<usize>),
        out: &mut Vec<(usize, Lanes<R>)>,
    ) {
        let tenpai = &model.goals.tenpai[number];
        let step = RiichiStep::new(model, tenpai, j);
        let stick = model.stick();
        let mut mass = R::ONE;
        if others.len() == 3 {
            for (gone, end) in self.ends.iter_mut().zip(model.odds.steps[j].riichi.ends.all()) {
                gone.add(lanes, R::of(end.rate), end.value + stick);
            }
            mass = model.step_table(j).met[2].goes_on();
        }
        let how = circumstances(first, riichi.double);
        let han = usize::from(first) + riichi.double;
        let last = j == model.odds.draws();
        for k in others.filter(|&k| k < step.players) {
            let houtei = last && k + 1 == step.players;
            let luck = if houtei { Luck::Last } else { Luck::Plain };
            let mut used = R::ZERO;
            for wait in &tenpai.waits {
                let share = step.ron_rate(wait, k);
                if let Some(gain) = wait.riichi(false, han + usize::from(houtei)) {
                    self.win(
                        lanes,
                        &Win { share: mass * share, gain, how: Circumstances { luck, ..how } },
                        j,
                    );
                    used += share;
                }
            }
            mass = mass * (R::ONE - used).larger(R::ZERO);
        }
        if last {
            self.ends[DRAW].add(lanes, mass, model.payoffs.exhaustive_draw(true) + stick);
            tally(&mut self.tenpai_at_draw, lanes, mass);
            return;
        }
        let luck = if step.haitei { Luck::Last } else { Luck::Plain };
        let how = Circumstances { tsumo: true, luck, ..how };
        self.riichi_draw((model, number), (lanes, mass), j, riichi, how, out);
    }

    fn riichi_draw(
        &mut self,
        (model, number): (&Model<'_, R>, usize),
        (lanes, mass): (&Lanes<R>, R),
        j: usize,
        riichi: &InRiichi<'_, '_, R>,
        how: Circumstances,
        out: &mut Vec<(usize, Lanes<R>)>,
    ) {
        let tenpai: &Tenpai = &model.goals.tenpai[number];
        let left = RiichiStep::new(model, tenpai, j).left;
        let mut rest = mass;
        let han = usize::from(how.ippatsu) + riichi.double + usize::from(how.luck != Luck::Plain);
        for wait in &tenpai.waits {
            if let Some(gain) = wait.riichi(true, han) {
                let share = mass * R::of(f64::from(wait.weight)) / left;
                self.win(lanes, &Win { share, gain, how }, j);
                rest -= share;
            }
        }
        let then = model.after_thrown(tenpai, (riichi.later_of)(number)[j + 1], j);
        for kan in &tenpai.kans {
            if model.riichi_kan(kan, riichi, j).is_some_and(|after| after > then) {
                let weight = model.graph.weight(tenpai.node as usize, kan.tile);
                let share = mass * R::of_count(weight.into()) / left;
                rest -= share;
                let to = kan.to as usize;
                if model.replacement {
                    let how = Circumstances { luck: Luck::Rinshan, ippatsu: false, ..how };
                    self.riichi_draw((model, to), (lanes, share), j, riichi, how, out);
                } else {
                    out.push((to, lanes.map(|lane| lane * share)));
                }
            }
        }
        let mut rest = rest.larger(R::ZERO);
        if let Some(thrown) = model.thrown_in_riichi(tenpai, j) {
            self.discarded(lanes, rest, thrown, model.stick());
            rest = rest * thrown.pass;
        }
        out.push((number, lanes.map(|lane| lane * rest)));
    }
}
