//! What riichi is worth: after it only wins, concealed kans and kita are left to decide.

pub(crate) mod classes;
pub(crate) mod step;

use crate::hand::{Group, WaitingHand};
use crate::rules::RiichiKans;
use crate::search::float::Float;
use crate::search::graph::{Graph, code_of_tile};
use crate::search::riichi::classes::RiichiClasses;
use crate::search::riichi::step::{InRiichi, RiichiChances};
use crate::search::values::goals::{Goals, waits_of};
use crate::search::values::model::ValuedGraph;
use crate::search::values::tenpai::{Luck, Riichi, RiichiKan, Tenpai, Wait};
use crate::search::{Progress, SearchError};
use crate::shape::forms::is_always_triplet;
use crate::tile::{Kind, Wind};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Tenpai hands that a thread takes at a time.
const GRAIN: usize = 8;

impl<R: Float> Goals<R> {
    /// The closed tenpai hands with so many kans, and whether there are some with more.
    fn closed_tenpai(&self, kans: usize) -> (Vec<usize>, bool) {
        let closed = |number: &usize| self.is_closed(self.tenpai[*number].node as usize);
        let kans_of = |number: &usize| self.kans(self.tenpai[*number].node as usize);
        let all = || (0..self.tenpai.len()).filter(closed);
        (
            all().filter(|number| kans_of(number) == kans).collect(),
            all().any(|number| kans_of(&number) > kans),
        )
    }

    /// Finds the kans that riichi leaves open, and the norths that can be set aside.
    pub(crate) fn find_riichi_kans(&mut self, graph: &Graph, rule: RiichiKans) {
        for kans in 0.. {
            let (with, further) = self.closed_tenpai(kans);
            if !further {
                return;
            }
            let found = |&number: &usize| self.riichi_kans(graph, number, rule);
            let options: Vec<Vec<RiichiKan>> = with.par_iter().with_min_len(GRAIN).map(found).collect();
            for (number, kans) in with.into_iter().zip(options) {
                self.tenpai[number].kans = kans;
            }
        }
    }

    /// Finds which tenpai hands are the same in riichi, once their kans are known.
    pub(crate) fn find_alike(&mut self) {
        let features = |tenpai: &Tenpai| {
            self.is_closed(tenpai.node as usize).then(|| {
                let mut features = Vec::new();
                self.describe_in_riichi(tenpai, &mut features);
                features
            })
        };
        self.classes = RiichiClasses::new(self.tenpai.par_iter().with_min_len(GRAIN).map(features).collect());
    }

    /// What makes a hand in riichi, and what its kans make of it, differ from others.
    fn describe_in_riichi(&self, tenpai: &Tenpai, features: &mut Vec<u64>) {
        let sizes = (tenpai.kans.len() as u64) << 24 | (tenpai.waits.len() as u64) << 16;
        features.push(sizes | (self.kans(tenpai.node as usize) as u64) << 1 | u64::from(tenpai.furiten));
        let drawn = |tile, weight| u64::from(code_of_tile(tile)) << 8 | u64::from(weight);
        for wait in &tenpai.waits {
            features.push(drawn(wait.tile, wait.weight));
            features.extend([false, true].into_iter().flat_map(|tsumo| self.pays(wait, tsumo)));
        }
        for kan in &tenpai.kans {
            features.push(drawn(kan.tile, kan.weight));
            self.describe_in_riichi(&self.tenpai[kan.to as usize], features);
        }
    }

    /// What winning in riichi with a wait pays, with each number of further han, as bits.
    fn pays(&self, wait: &Wait, tsumo: bool) -> [u64; 4] {
        let pays = |extra| wait.riichi(tsumo, extra).map_or(f64::NAN, |gain| self.points(gain).to_f64());
        std::array::from_fn(|extra| pays(extra).to_bits())
    }

    /// The concealed kans that the rules let the riichi hand declare, and the north that it can set aside when it draws one it does not
    /// wait for.
    fn riichi_kans(&self, graph: &Graph, number: usize, rule: RiichiKans) -> Vec<RiichiKan> {
        let node = self.tenpai[number].node as usize;
        let hand = graph.hand(node);
        let waits = waits_of(&hand);
        let quad = |hand: &WaitingHand, kind| hand.melds().iter().any(|m| m.group() == Group::Quad(kind));
        let mut kans = Vec::new();
        for (edge, tile) in graph.edges(node).iter().zip(graph.edge_tiles(node)) {
            let kind = tile.kind();
            let of_edge = |is: &dyn Fn(&WaitingHand) -> bool| {
                graph.outcomes(edge.successor()).find_map(|child| {
                    let child = graph.kan_node((child as usize).checked_sub(graph.len())?);
                    let to = self.tenpai_number(child)?;
                    is(&graph.hand(child)).then_some(to as u32)
                })
            };
            let mut declare = |to: u32| kans.push(RiichiKan { tile, weight: graph.weight(node, tile), to });
            let north = kind == Kind::wind(Wind::North) && !waits.contains(kind);
            let aside = hand.draw(tile).ok().filter(|_| north).and_then(|drawn| drawn.kita());
            if let Some(to) = aside.and_then(|aside| of_edge(&|after| *after == aside)) {
                // rather than a kan of norths
                declare(to);
                continue;
            }
            if hand.concealed()[kind] != 3 || rule == RiichiKans::Forbidden {
                continue;
            }
            if rule == RiichiKans::EveryReading && !is_always_triplet(&hand, waits, kind) {
                continue;
            }
            let same =
                |after: &WaitingHand| quad(after, kind) && after.is_closed() && waits_of(after) == waits;
            of_edge(&same).into_iter().for_each(declare);
        }
        kans
    }
}

impl<R: Float> ValuedGraph<'_, R> {
    /// Values of riichi for every sort of tenpai hand that can declare it, those with most kans first.
    pub(crate) fn with_riichi(mut self, progress: &Progress) -> Result<Self, SearchError> {
        let goals = self.goals;
        let kans_of = |sort: usize| goals.kans(goals.tenpai[goals.classes.first(sort)].node as usize);
        self.riichi = (0..goals.classes.len()).map(|_| Riichi::default()).collect();
        let most = (0..goals.classes.len()).map(kans_of).max().unwrap_or(0);
        for kans in (0..=most).rev() {
            let with: Vec<usize> = (0..goals.classes.len()).filter(|&sort| kans_of(sort) == kans).collect();
            let later_of = later_of(&self);
            let found: Vec<Riichi<R>> = with
                .par_iter()
                .with_min_len(GRAIN)
                .map(|&sort| {
                    progress.check()?;
                    let riichi = InRiichi { double: 0, later_of: &later_of };
                    Ok(self.riichi_values(goals.classes.first(sort), &riichi))
                })
                .collect::<Result<_, SearchError>>()?;
            drop(later_of);
            for (sort, riichi) in with.into_iter().zip(found) {
                self.riichi[sort] = riichi;
            }
        }
        Ok(self)
    }

    /// What riichi with a tenpai hand is worth, where it can be declared.
    pub(crate) fn riichi_of(&self, number: usize) -> Option<&Riichi<R>> {
        self.goals.classes.of(number).map(|sort| &self.riichi[sort])
    }

    /// Values of being in riichi with a hand and those that its kans lead to.
    pub(crate) fn riichi_family(&self, number: usize, double: usize) -> FxHashMap<usize, Vec<R>> {
        let mut family = FxHashMap::default();
        for kan in &self.goals.tenpai[number].kans {
            family.extend(self.riichi_family(kan.to as usize, double));
        }
        let later_of = |number: usize| &family[&number][..];
        let riichi = InRiichi { double, later_of: &later_of };
        family.insert(number, self.riichi_values(number, &riichi).later);
        family
    }

    /// What riichi with a hand is worth, now and later.
    fn riichi_values(&self, number: usize, riichi: &InRiichi<'_, '_, R>) -> Riichi<R> {
        let draws = self.odds.draws();
        let mut later = vec![R::ZERO; draws + 1];
        let mut declared = vec![R::ZERO; draws];
        for j in (0..=draws).rev() {
            let chances = RiichiChances::new(self, number, j);
            // past the first turn, and in it
            let mut values = [R::ZERO; 2];
            let passes = chances.each_ron(3, |wait, share, luck| {
                for (ippatsu, value) in values.iter_mut().enumerate() {
                    if let Some(gain) = wait.riichi(false, ippatsu + riichi.double + luck.han()) {
                        *value += share * self.worth(gain);
                    }
                }
            });
            for (ippatsu, value) in values.iter_mut().enumerate() {
                let passed = match self.draw_luck(j) {
                    Some(luck) => {
                        let extra = ippatsu + riichi.double + luck.han();
                        chances.draw(riichi, extra, later[j + 1], |_, _| ())
                    }
                    None => self.draw_worth(true) + self.end_worth(self.stick()),
                };
                *value = self.step_table(j).met[2].ended(*value + passes * passed);
            }
            later[j] = values[0];
            if j < draws {
                declared[j] = values[1];
            }
        }
        Riichi { later, declared }
    }

    /// What is left of a value when the tile that has been drawn in step `j` is thrown away in riichi.
    pub(crate) fn after_thrown(&self, tenpai: &Tenpai, then: R, j: usize) -> R {
        let Some(thrown) = self.thrown_in_riichi(tenpai, j) else { return then };
        let lost = self.end_worth(self.stick());
        thrown.pass * then + self.end_worth(thrown.cost.to_f64()) + thrown.rate() * lost
    }

    /// Value of a kan or kita in riichi after `j` steps, where it is possible.
    pub(crate) fn riichi_kan(&self, kan: &RiichiKan, riichi: &InRiichi<'_, '_, R>, j: usize) -> Option<R> {
        if !self.kan_possible(j) {
            return None;
        }
        let then = (riichi.later_of)(kan.to as usize)[j + 1];
        if !self.replacement {
            return Some(then);
        }
        let chances = RiichiChances::new(self, kan.to as usize, j);
        Some(chances.draw(riichi, Luck::Rinshan.han() + riichi.double, then, |_, _| ()))
    }
}

/// What being in riichi with a tenpai hand is worth after each step.
pub(crate) fn later_of<'m, R: Float>(model: &'m ValuedGraph<'_, R>) -> impl Fn(usize) -> &'m [R] + Sync + 'm {
    |number| model.riichi_of(number).map_or(&[][..], |riichi| &riichi.later)
}
