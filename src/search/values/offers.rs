//! What the others' discards are worth to a hand: ron, pon, open kan, chi.

use crate::search::float::Float;
use crate::search::graph::{Call, Successor};
use crate::search::set::suit::{CallKind, CalledTile};
use crate::search::values::model::ValuedGraph;
use crate::search::values::step_context::StepContext;
use crate::search::values::tenpai::{Gain, Luck, Tenpai};
use crate::tile::Tile;
use arrayvec::ArrayVec;

/// What the player makes of a discard.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    Ron(Gain),
    Call(Successor, CallKind),
}

/// A step without riichi.
pub(crate) struct Dama<R> {
    /// Before the discards of right, across, left, and after them.
    pub(crate) stages: [R; 4],
    /// Denominators of the three players' discards.
    pub(crate) offer_left: [R; 3],
}

/// A hand with which so many of the others, the last of them, are still to discard.
#[derive(Clone, Copy)]
pub(crate) struct HandAtOffers {
    pub(crate) node: usize,
    pub(crate) players: usize,
}

/// Receives the uses of others' discards.
pub(crate) trait OfferVisitor<R> {
    fn ron(&mut self, share: R, gain: Gain, luck: Luck);

    /// A call of a tile, to the best discard of a successor.
    fn call(&mut self, share: R, called: CalledTile, successor: usize);
}

/// What a call is worth, and where it leads.
type CallOption<R> = (R, Successor, CallKind);

/// A tile that others can discard and the player can use.
#[derive(Clone, Copy)]
pub(crate) struct Offer<R> {
    pub(crate) tile: Tile,
    /// Unseen copies times rate, by player.
    weight: [R; 3],
    /// The wait that it completes, where ron is possible.
    pub(crate) wait: Option<u8>,
    /// The best pon or kan with it.
    any: Option<CallOption<R>>,
    /// The best chi with it.
    chi: Option<CallOption<R>>,
    /// What its best use is worth, by player.
    worth: [R; 3],
}

/// Tiles that others can discard and the player can use.
pub(crate) struct Uses<R> {
    /// Those that it wins with, and those that are worth more than to let all pass; most calls are not.
    pub(crate) list: ArrayVec<Offer<R>, 37>,
    /// Weights of all that it can use, by player.
    wanted: [R; 3],
}

impl<R: Float> Uses<R> {
    /// Nothing is offered yet.
    pub(crate) fn new() -> Uses<R> {
        Uses { list: ArrayVec::new(), wanted: [R::ZERO; 3] }
    }

    /// The same again.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.wanted = [R::ZERO; 3];
    }

    fn want(&mut self, weight: [R; 3], worth: [R; 3]) {
        for ((wanted, weight), worth) in self.wanted.iter_mut().zip(weight).zip(worth) {
            if worth > R::LEAST {
                *wanted += weight;
            }
        }
    }
}

impl<R: Float> Offer<R> {
    /// Weight by player and unseen copies.
    fn weights(tile: Tile, copies: u8, rates: &[[R; 34]; 3]) -> [R; 3] {
        rates.each_ref().map(|rates| R::of_count(u32::from(copies)) * rates[tile.kind().index()])
    }

    pub(crate) fn weight(&self, player: usize) -> R {
        self.weight[player]
    }

    /// What its best use is worth if this player discards it.
    pub(crate) fn worth(&self, player: usize) -> R {
        self.worth[player]
    }
}

impl<R: Float> ValuedGraph<'_, R> {
    /// Whether a call is worth more than the draw that follows; most never are.
    #[inline(always)]
    fn call_gains(&self, node: usize, now: &StepContext<'_, R>, value: R) -> bool {
        let calls = self.graph.calls(node);
        if calls.is_empty() || now.j >= self.odds.draws() {
            return false;
        }
        let held = self.held(node, now);
        calls.iter().any(|call| called_worth(call, held, now) > value)
    }

    /// What a hand holds, as its calls are compared; nobody asks where nothing is risked.
    #[inline(always)]
    fn held(&self, node: usize, now: &StepContext<'_, R>) -> R {
        now.risk.map_or(R::ONE, |risk| risk.held(self.graph.key(node)))
    }

    /// Whether others' discards of everything that a hand can use are surely fewer than the tiles left.
    fn offers_are_few(&self, node: usize, tenpai: &Tenpai, j: usize) -> bool {
        let waits: u32 = tenpai.waits.iter().map(|wait| u32::from(wait.weight)).sum();
        let calls = self.graph.calls(node).chunk_by(|a, b| a.tile == b.tile);
        let calls: u32 = calls.map(|calls| u32::from(calls[0].weight)).sum();
        R::of_count(waits + calls + 1) * self.step_table(j).most <= self.left(node, j)
    }

    /// Adds the discards that a hand which uses some can use in step `j`, given what it is worth to let
    /// them all pass. Where no call is worth it calls are left out, unless there are so many that they count in what is
    /// wanted in all.
    fn offers(&self, node: usize, now: &StepContext<'_, R>, pass: R, offers: &mut Uses<R>) {
        let called = match self.tenpai_at(node) {
            None => true,
            Some(tenpai) => {
                self.rons(node, tenpai, now.j, offers);
                !self.offers_are_few(node, tenpai, now.j) || self.call_gains(node, now, pass)
            }
        };
        if called && now.j < self.odds.draws() {
            self.called(node, now, pass, offers);
        }
    }

    /// Adds those that it can win with.
    fn rons(&self, node: usize, tenpai: &Tenpai, j: usize, offers: &mut Uses<R>) {
        if tenpai.furiten {
            return;
        }
        let luck = if j == self.odds.draws() { Luck::Last } else { Luck::Plain };
        let rates = &self.met(node, j).ron;
        for (i, wait) in tenpai.waits.iter().enumerate() {
            if wait.ron(luck).is_some() {
                let worth = std::array::from_fn(|k| {
                    wait.ron(self.ron_luck(k, j)).map_or(R::LEAST, |gain| self.worth(gain))
                });
                let weight = Offer::weights(wait.tile, wait.weight, rates);
                offers.want(weight, worth);
                let offer =
                    Offer { tile: wait.tile, weight, wait: Some(i as u8), any: None, chi: None, worth };
                offers.list.push(offer);
            }
        }
    }

    /// Adds those that it can call.
    fn called(&self, node: usize, now: &StepContext<'_, R>, pass: R, offers: &mut Uses<R>) {
        let (kans, rons) = (self.kan_possible(now.j), offers.list.len());
        let worth_of = |call: Option<CallOption<R>>| call.map_or(R::LEAST, |(value, ..)| value);
        let (mut calls, held) = (self.graph.calls(node), self.held(node, now));
        while let Some(&Call { tile, weight, .. }) = calls.first() {
            let (mut any, mut chi): (Option<CallOption<R>>, Option<CallOption<R>>) = (None, None);
            while let Some((call, rest)) = calls.split_first().filter(|(call, _)| call.tile == tile) {
                calls = rest;
                let value = called_worth(call, held, now);
                let place = if call.is_chi() { &mut chi } else { &mut any };
                if value > worth_of(*place) && (kans || !self.graph.is_kan(call.successor)) {
                    *place = Some((value, call.successor, call.claim));
                }
            }
            let called = worth_of(any);
            let worth = [called, called, called.larger(worth_of(chi))];
            match offers.list[..rons].iter_mut().find(|offer| offer.tile == tile) {
                // a tile that it can win with is wanted already
                Some(offer) => {
                    (offer.any, offer.chi) = (any, chi);
                    offer.worth.iter_mut().zip(worth).for_each(|(to, worth)| *to = to.larger(worth));
                }
                None => {
                    let weight = Offer::weights(tile, weight, &self.step_table(now.j).calls);
                    offers.want(weight, worth);
                    // the chi is worth the most to whom it is open
                    if worth[2] > pass {
                        offers.list.push(Offer { tile, weight, wait: None, any, chi, worth });
                    }
                }
            }
        }
    }

    /// Whether player `k` (right, across, left) discards in step `j`, when the last `players` are still to.
    pub(crate) fn discards(&self, k: usize, players: usize, j: usize) -> bool {
        if j == self.odds.draws() { k < self.odds.tail } else { k + players >= 3 }
    }

    /// What player `k`'s discard adds to a ron: the last one of the round is houtei.
    pub(crate) fn ron_luck(&self, k: usize, j: usize) -> Luck {
        let last = j == self.odds.draws() && k + 1 == self.odds.tail;
        if last { Luck::Last } else { Luck::Plain }
    }

    /// The best use of an offer by player `k` (right, across, left); it is what the offer's worth says.
    #[inline(always)]
    pub(crate) fn used(&self, node: usize, offer: &Offer<R>, k: usize, j: usize) -> Option<(R, Use)> {
        let call = match (offer.any, offer.chi.filter(|_| k == 2)) {
            (Some(any), Some(chi)) => Some(if chi.0 > any.0 { chi } else { any }),
            (any, chi) => any.or(chi),
        };
        let call = call.map(|(value, successor, claim)| (value, Use::Call(successor, claim)));
        let Some(wait) = offer.wait else { return call };
        let wait = &self.tenpai_at(node)?.waits[usize::from(wait)];
        let ron = wait.ron(self.ron_luck(k, j)).map(|gain| (self.worth(gain), Use::Ron(gain)));
        match (ron, call) {
            (Some(ron), Some(call)) => Some(if call.0 > ron.0 { call } else { ron }),
            (ron, call) => ron.or(call),
        }
    }

    /// A step in which the last `players` of the others discard, of a hand that can use anything of it, given what letting
    /// all of them pass is worth. What is offered is added to `offers`.
    #[inline(always)]
    pub(crate) fn offered(
        &self,
        hand: HandAtOffers,
        now: &StepContext<'_, R>,
        passed: R,
        offers: &mut Uses<R>,
    ) -> Option<Dama<R>> {
        match self.is_tenpai(hand.node) || self.call_gains(hand.node, now, passed) {
            true => Some(self.offered_stages(hand, now, passed, offers)),
            false => None,
        }
    }

    #[inline(never)]
    fn offered_stages(
        &self,
        HandAtOffers { node, players }: HandAtOffers,
        now: &StepContext<'_, R>,
        passed: R,
        offers: &mut Uses<R>,
    ) -> Dama<R> {
        let left = self.left(node, now.j);
        let (mut stages, mut offer_left) = ([passed; 4], [left; 3]);
        self.offers(node, now, passed, offers);
        for k in (0..3).rev() {
            let pass = stages[k + 1];
            stages[k] = pass;
            if self.discards(k, players, now.j) {
                (stages[k], offer_left[k]) = offered(offers, k, left, pass);
            }
        }
        Dama { stages, offer_left }
    }

    /// Tells what is made of the offers of the last `players`, of which `mass` is left at first; what is left of it
    /// when all of them have discarded.
    #[inline(always)]
    pub(crate) fn take_offers(
        &self,
        HandAtOffers { node, players }: HandAtOffers,
        j: usize,
        mut mass: R,
        offers: &Uses<R>,
        dama: &Dama<R>,
        visitor: &mut impl OfferVisitor<R>,
    ) -> R {
        for k in (0..3).filter(|&k| self.discards(k, players, j)) {
            let mut used = R::ZERO;
            for offer in offers.list.iter().filter(|offer| offer.worth(k) > dama.stages[k + 1]) {
                if let Some((_, what)) = self.used(node, offer, k, j) {
                    let share = offer.weight(k) / dama.offer_left[k];
                    used += share;
                    match what {
                        Use::Ron(gain) => visitor.ron(mass * share, gain, self.ron_luck(k, j)),
                        Use::Call(successor, claim) => {
                            let called = CalledTile { tile: offer.tile, claim };
                            visitor.call(mass * share, called, successor as usize);
                        }
                    }
                }
            }
            mass = mass * (R::ONE - used).larger(R::ZERO);
        }
        mass
    }
}

/// What a call is worth to the hand that makes it, which holds so much.
#[inline(always)]
fn called_worth<R: Float>(call: &Call, held: R, now: &StepContext<'_, R>) -> R {
    let normalised = now.successors[call.successor as usize];
    now.risk.map_or(normalised, |risk| {
        risk.denormalised_call(normalised, held, CalledTile { tile: call.tile, claim: call.claim })
    })
}

/// What player `k`'s discard makes of the value of passing; also its denominator.
fn offered<R: Float>(offers: &Uses<R>, k: usize, left: R, pass: R) -> (R, R) {
    let mut gained = R::ZERO;
    for offer in &offers.list {
        let value = offer.worth[k];
        if value > pass {
            gained += offer.weight[k] * (value - pass);
        }
    }
    let left = left.larger(offers.wanted[k]);
    (pass + gained / left, left)
}
