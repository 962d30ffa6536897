//! What the player does in a step, by the values: where the probability of each hand goes.

use super::Start;
use super::graph::{Target, code_of_tile};
use super::model::Model;
use super::now::{Comes, Now};
use super::real::Real;
use super::ride::Rides;
use super::risk::{Discarded, Weighed};
use super::spots::Spots;
use super::tenpai::Luck;
use super::value::{Cut, Dama, Offers, Use};
use super::win::{Circumstances, DAMA, Win};
use crate::tile::Tile;

/// One action's start: a hand, whether riichi is declared with it, and where in a step it stands.
#[derive(Clone, Copy)]
pub(super) struct Root<R> {
    pub(super) node: usize,
    pub(super) riichi: bool,
    pub(super) start: Start,
    /// What the discard risks that leads to it.
    pub(super) discarded: Discarded<R>,
}

/// Where the probability of a hand goes in a step.
#[derive(Clone, Copy)]
pub(super) struct Fate<R> {
    /// The hand's place among those of all layers.
    pub(super) place: u32,
    /// Where riichi is declared, which all goes to: its number among the rides.
    pub(super) ride: Option<u32>,
    /// Whether it is folded.
    pub(super) folds: bool,
    /// Whether the others can end the round before anything else.
    pub(super) met: bool,
    /// To a call, where it is the first.
    pub(super) called: R,
    /// To wins, and what they pay.
    pub(super) won: R,
    pub(super) paid: R,
    /// To own deal-ins, and what they pay.
    pub(super) dealt: R,
    pub(super) dealt_paid: R,
    /// To hands that are tenpai.
    pub(super) tenpai: R,
    /// Where its moves and wins end.
    pub(super) moves: u32,
    pub(super) wins: u32,
}

/// The fates of some hands, one after the other.
pub(super) struct Fates<R> {
    pub(super) list: Vec<Fate<R>>,
    /// To a hand at the next step.
    pub(super) moves: Vec<(u32, R)>,
    pub(super) wins: Vec<Win<R>>,
    pub(super) rides: Rides<R>,
}

impl<R: Real> Fates<R> {
    /// Room for others.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.moves.clear();
        self.wins.clear();
        self.rides.clear();
    }
}

impl<R> Default for Fates<R> {
    fn default() -> Fates<R> {
        Fates { list: Vec::new(), moves: Vec::new(), wins: Vec::new(), rides: Rides::default() }
    }
}

/// The policy of one step.
pub(super) struct Policy<'a, 'b, R> {
    pub(super) model: &'a Model<'b, R>,
    pub(super) spots: &'a Spots<R>,
    pub(super) j: usize,
    /// By tenpai hand; empty before the first own discard, which is given.
    pub(super) declares: &'a [bool],
    /// What every hand is worth; empty before the first own discard.
    pub(super) hands: &'a [R],
    /// The place of the first hand among those of all layers.
    pub(super) first: u32,
    /// Before an alarm, where one can come before the own draw.
    pub(super) alarm: Option<AlarmedPolicy<'a, 'b, R>>,
}

/// The policy after an alarm.
#[derive(Clone, Copy)]
pub(super) struct AlarmedPolicy<'a, 'b, R> {
    pub(super) comes: Comes<'a, R>,
    pub(super) policy: &'a Policy<'a, 'b, R>,
}

impl<R: Real> Policy<'_, '_, R> {
    fn now(&self) -> Now<'_, R> {
        let alarm = self.alarm.map(|alarm| alarm.comes);
        Now { alarm, ..self.model.now(self.j, &self.spots.worth) }
    }

    /// The fates of some hands of this layer.
    pub(super) fn fates(&self, places: &[u32], fates: &mut Fates<R>) {
        for &place in places {
            let node = (place - self.first) as usize;
            let riichi = self.model.tenpai_number(node).is_some_and(|number| self.declares[number]);
            self.fate(fates, node, riichi, Start::Offers(3));
        }
    }

    pub(super) fn fate(&self, fates: &mut Fates<R>, node: usize, riichi: bool, start: Start) {
        let zero = R::ZERO;
        let mut fate = Fate {
            place: self.first + node as u32,
            ride: None,
            folds: false,
            met: false,
            called: zero,
            won: zero,
            paid: zero,
            dealt: zero,
            dealt_paid: zero,
            tenpai: zero,
            moves: 0,
            wins: 0,
        };
        let first = fates.wins.len();
        match start {
            _ if riichi => {
                let number = self.model.tenpai_number(node).expect("riichi needs tenpai");
                fate.ride = Some(fates.rides.list.len() as u32);
                let first = self.layer() * self.model.goals.tenpai.len();
                fates.rides.push(self.model, (first, number), self.j, true);
            }
            Start::Replacement => self.draw(fates, &mut fate, (node, Luck::Rinshan), R::ONE, None),
            Start::Offers(3) if self.folds(node) => fate.folds = true,
            Start::Offers(players) => self.step(fates, &mut fate, node, players),
        }
        if self.model.goals.has_called(node) {
            fate.called = zero;
        }
        for win in &fates.wins[first..] {
            fate.won += win.share;
            fate.paid += win.share * self.model.points(win.gain);
        }
        (fate.moves, fate.wins) = (fates.moves.len() as u32, fates.wins.len() as u32);
        fates.list.push(fate);
    }

    /// 0 before an alarm, 1 after it.
    fn layer(&self) -> usize {
        self.first as usize / self.model.graph.len().max(1)
    }

    fn folds(&self, node: usize) -> bool {
        let Some(folds) = &self.model.folds else { return false };
        match self.hands.get(node) {
            Some(&value) => value == folds.value(node, self.j),
            None => {
                let now = self.now();
                let going_on = self.model.dama_value(node, &now, self.model.passed(node, &now));
                self.model.folded(node, self.j, going_on).is_some()
            }
        }
    }

    fn step(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, node: usize, players: usize) {
        let (model, j) = (self.model, self.j);
        fate.met = players == 3;
        let mass = if fate.met { model.met(node, j).goes_on() } else { R::ONE };
        if model.is_tenpai(node) || !model.graph.calls(node).is_empty() {
            self.offers(fates, fate, node, (players, mass));
        } else {
            self.after_offers(fates, fate, node, mass, None);
        }
    }

    fn offers(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, node: usize, (players, mut mass): (usize, R)) {
        let (model, j) = (self.model, self.j);
        let mut offers = Offers::new();
        let Dama { stages, offer_left, drawing } = model.dama(node, &self.now(), players, &mut offers);
        for k in (0..3).filter(|&k| model.discards(k, players, j)) {
            let mut used = R::ZERO;
            for offer in &offers {
                let Some((value, what)) = model.used(node, offer, k, j) else { continue };
                if value > stages[k + 1] {
                    let share = offer.weight(k) / offer_left[k];
                    used += share;
                    match what {
                        Use::Ron(gain) => {
                            let how = Circumstances { luck: model.ron_luck(k, j), ..DAMA };
                            fates.wins.push(Win { share: mass * share, gain, how });
                        }
                        Use::Call(spot, claim) => {
                            let to = model.graph.target(self.spots.lead(spot as usize));
                            if let Target::Hand(_) = to {
                                fate.called += mass * share;
                            }
                            let before = self.now().risk.map(|risk| {
                                let held = risk.weighed(model.graph.key(node));
                                risk.without_called(held, offer.tile, claim)
                            });
                            self.reach(fates, fate, to, mass * share, before);
                        }
                    }
                }
            }
            mass = mass * (R::ONE - used).larger(R::ZERO);
        }
        self.after_offers(fates, fate, node, mass, drawing.map(|drawing| drawing.cut));
    }

    fn after_offers(
        &self,
        fates: &mut Fates<R>,
        fate: &mut Fate<R>,
        node: usize,
        mass: R,
        cut: Option<Cut<R>>,
    ) {
        let (odds, j) = (self.model.odds, self.j);
        if j < odds.draws() {
            let luck = if odds.is_haitei(j) { Luck::Last } else { Luck::Plain };
            let mut quiet = mass;
            if let Some(AlarmedPolicy { comes, policy }) = self.alarm {
                let alarmed = mass * comes.rate;
                quiet -= alarmed;
                policy.draw(fates, fate, (node, luck), alarmed, None);
            }
            self.draw(fates, fate, (node, luck), quiet, cut);
        } else {
            self.go(fates, fate, node, mass, None);
        }
    }

    /// Holds a hand after a discard from what was held `before`; none is made at the end of the round.
    fn go(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, node: usize, mass: R, before: Option<Weighed<R>>) {
        let risk = self.now().risk.zip(before);
        let discarded = risk.map(|(risk, before)| risk.discarded(before, self.model.graph.key(node)));
        self.hold(fates, fate, node, mass, discarded);
    }

    fn hold(
        &self,
        fates: &mut Fates<R>,
        fate: &mut Fate<R>,
        node: usize,
        mut mass: R,
        discarded: Option<Discarded<R>>,
    ) {
        if let Some(discarded) = discarded {
            fate.dealt += mass * discarded.rate();
            fate.dealt_paid += mass * discarded.cost;
            mass = mass * discarded.pass;
        }
        if self.model.is_tenpai(node) {
            fate.tenpai += mass;
        }
        fates.moves.push((self.first + node as u32, mass));
    }

    fn reach(
        &self,
        fates: &mut Fates<R>,
        fate: &mut Fate<R>,
        to: Target,
        mass: R,
        before: Option<Weighed<R>>,
    ) {
        match to {
            Target::Hand(node) => self.go(fates, fate, node, mass, before),
            Target::Kan(place) => {
                fate.called += mass;
                let node = self.model.graph.kan_node(place);
                if self.model.replacement {
                    self.draw(fates, fate, (node, Luck::Rinshan), mass, None);
                } else {
                    // the kan takes the place of a discard
                    self.go(fates, fate, node, mass, None);
                }
            }
            Target::Drawn(_) => unreachable!("a discard makes a hand of it"),
        }
    }

    /// The best discard or kan with a drawn tile.
    fn discard(
        &self,
        fates: &mut Fates<R>,
        fate: &mut Fate<R>,
        spot: usize,
        mass: R,
        before: Option<Weighed<R>>,
    ) {
        let to = self.spots.lead(spot);
        if (to as usize) < self.model.graph.len() {
            self.go(fates, fate, to as usize, mass, before);
        } else {
            self.reach(fates, fate, self.model.graph.target(to), mass, before);
        }
    }

    /// An own draw, from the wall or after a kan; `cut` if it is known.
    fn draw(
        &self,
        fates: &mut Fates<R>,
        fate: &mut Fate<R>,
        (node, luck): (usize, Luck),
        mass: R,
        cut: Option<Cut<R>>,
    ) {
        let (model, now) = (self.model, self.now());
        let left = model.left(node, self.j);
        let (each, stay) = (mass / left, now.spots[node]);
        let tenpai = model.tenpai_at(node);
        let (edges, codes) = (model.graph.edges(node), model.graph.edge_codes(node));
        // whether a draw gains is a coin's throw: without a branch the processor need not guess
        let (mut gaining, mut len) = ([0u8; Tile::COUNT], 0);
        let waits = tenpai.map_or(0, |tenpai| tenpai.wait_edges);
        for (i, edge) in edges.iter().enumerate() {
            gaining[len] = i as u8;
            len += usize::from(now.spots[edge.spot()] > stay && waits >> i & 1 == 0);
        }
        let cut = cut.unwrap_or_else(|| {
            let gaining = gaining[..len].iter().map(|&i| edges[usize::from(i)].weight());
            let waits =
                tenpai.into_iter().flat_map(|tenpai| &tenpai.waits).map(|wait| u32::from(wait.weight));
            // the tiles that a hand wants are nearly always fewer than those left
            let ample = R::of_count(gaining.chain(waits).sum()) <= left;
            if ample { Cut::NONE } else { model.draw(node, &now, luck).cut }
        });
        let held = now.risk.map(|risk| risk.weighed(model.graph.key(node)));
        let before = |code: u8| now.risk.zip(held).map(|(risk, held)| risk.with_drawn(held, code));
        let mut rest = mass;
        let mut thrown = now.risk.map(|risk| risk.tiles().unseen());
        // every draw that is kept, with the copies that count
        let mut kept = |code: u8, copies: R| {
            thrown = now.risk.zip(thrown).map(|(risk, thrown)| risk.tiles().keeping(thrown, code, copies));
        };
        for wait in tenpai.map_or(&[][..], |tenpai| &tenpai.waits) {
            let won = model.tsumo(node, wait, &now, luck);
            let Some(value) = won.map(|(value, _)| value).or_else(|| model.other(wait, &now)) else {
                continue;
            };
            if value > stay {
                let copies =
                    R::of_count(u32::from(wait.weight)) * cut.share(now.gain(wait.tile, value - stay));
                let code = code_of_tile(wait.tile);
                kept(code, copies);
                let share = copies * each;
                rest -= share;
                match won {
                    Some((_, gain)) => {
                        let how = Circumstances { tsumo: true, luck, ..DAMA };
                        fates.wins.push(Win { share, gain, how });
                    }
                    None => self.discard(fates, fate, wait.spot as usize, share, before(code)),
                }
            }
        }
        for &i in &gaining[..len] {
            let (edge, code) = (edges[usize::from(i)], codes[usize::from(i)]);
            let mut copies = R::of_count(edge.weight());
            if cut.is_some() {
                copies = copies * cut.share(now.gain_by_code(code, now.spots[edge.spot()] - stay));
            }
            let share = copies * each;
            rest -= share;
            if now.risk.is_some() {
                kept(code, copies);
            }
            self.discard(fates, fate, edge.spot(), share, before(code));
        }
        // rounding can leave less than nothing where every tile is wanted
        self.hold(fates, fate, node, rest.larger(R::ZERO), thrown.map(|thrown| thrown.one()));
    }
}
