//! What the player does in a step, by the values: where the probability of each hand goes.

use super::Start;
use super::graph::{Edge, Target};
use super::model::Model;
use super::real::Real;
use super::ride::Rides;
use super::tenpai::Luck;
use super::value::{Cut, Dama, Now, Offers, Spots, Use};
use super::win::{Circumstances, DAMA, Win};

/// One action's start: a hand, whether riichi is declared with it, and where in a step it stands.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub(super) node: usize,
    pub(super) riichi: bool,
    pub(super) start: Start,
}

/// Where the probability of a hand goes in a step.
#[derive(Clone, Copy)]
pub(super) struct Fate<R> {
    pub(super) node: u32,
    /// Where riichi is declared, which all goes to: its number among the rides.
    pub(super) ride: Option<u32>,
    /// Whether the others can end the round before anything else.
    pub(super) met: bool,
    /// To a call, where it is the first.
    pub(super) called: R,
    /// To wins, and what they pay.
    pub(super) won: R,
    pub(super) paid: R,
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
}

impl<R: Real> Policy<'_, '_, R> {
    fn now(&self) -> Now<'_, R> {
        Now { j: self.j, spots: &self.spots.worth }
    }

    /// The fates of some hands in the place of what was there.
    pub(super) fn fates(&self, nodes: &[u32], fates: &mut Fates<R>) {
        fates.list.clear();
        fates.moves.clear();
        fates.wins.clear();
        fates.rides.clear();
        for &node in nodes {
            let node = node as usize;
            let riichi = self.model.tenpai_number(node).is_some_and(|number| self.declares[number]);
            self.fate(fates, Root { node, riichi, start: Start::Offers(3) });
        }
    }

    pub(super) fn fate(&self, fates: &mut Fates<R>, Root { node, riichi, start }: Root) {
        let zero = R::ZERO;
        let mut fate = Fate {
            node: node as u32,
            ride: None,
            met: false,
            called: zero,
            won: zero,
            paid: zero,
            tenpai: zero,
            moves: 0,
            wins: 0,
        };
        let first = fates.wins.len();
        match start {
            _ if riichi => {
                let number = self.model.tenpai_number(node).expect("riichi needs tenpai");
                fate.ride = Some(fates.rides.list.len() as u32);
                fates.rides.push(self.model, number as u32, self.j, true);
            }
            Start::Replacement => self.draw(fates, &mut fate, (node, Luck::Rinshan), R::ONE, None),
            Start::Offers(players) => self.step(fates, &mut fate, node, players),
        }
        if self.model.has_called(node) {
            fate.called = zero;
        }
        for win in &fates.wins[first..] {
            fate.won += win.share;
            fate.paid += win.share * self.model.points(win.gain);
        }
        (fate.moves, fate.wins) = (fates.moves.len() as u32, fates.wins.len() as u32);
        fates.list.push(fate);
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
                        Use::Call(spot) => {
                            let to = model.graph.target(self.spots.lead(spot as usize));
                            if let Target::Hand(_) = to {
                                fate.called += mass * share;
                            }
                            self.reach(fates, fate, to, mass * share);
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
            let luck = if odds.chance.is_haitei(j) { Luck::Last } else { Luck::Plain };
            self.draw(fates, fate, (node, luck), mass, cut);
        } else {
            self.go(fates, fate, node, mass);
        }
    }

    fn go(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, node: usize, mass: R) {
        if self.model.is_tenpai(node) {
            fate.tenpai += mass;
        }
        fates.moves.push((node as u32, mass));
    }

    fn reach(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, to: Target, mass: R) {
        match to {
            Target::Hand(node) => self.go(fates, fate, node, mass),
            Target::Kan(place) => {
                fate.called += mass;
                let node = self.model.graph.kan_node(place);
                if self.model.replacement {
                    self.draw(fates, fate, (node, Luck::Rinshan), mass, None);
                } else {
                    self.go(fates, fate, node, mass);
                }
            }
            Target::Drawn(_) => unreachable!("a discard makes a hand of it"),
        }
    }

    /// The best discard or kan with a drawn tile.
    fn discard(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, spot: usize, mass: R) {
        let to = self.spots.lead(spot);
        if (to as usize) < self.model.graph.len() {
            self.go(fates, fate, to as usize, mass);
        } else {
            self.reach(fates, fate, self.model.graph.target(to), mass);
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
        // the tiles of a hand that is not tenpai are nearly always fewer than those left
        let edges = model.graph.edges(node);
        let ample = || tenpai.is_none() && R::of_count(edges.iter().map(|edge| edge.weight()).sum()) <= left;
        let cut = cut.unwrap_or_else(|| if ample() { Cut::NONE } else { model.draw(node, &now, luck).cut });
        let mut rest = mass;
        for wait in tenpai.map_or(&[][..], |tenpai| &tenpai.waits) {
            let won = model.tsumo(wait, &now, luck);
            let Some(value) = won.map(|(value, _)| value).or_else(|| model.other(wait, &now)) else {
                continue;
            };
            if value > stay {
                let share = R::of_count(u32::from(wait.weight)) * each * cut.share(value - stay);
                rest -= share;
                match won {
                    Some((_, gain)) => {
                        let how = Circumstances { tsumo: true, luck, ..DAMA };
                        fates.wins.push(Win { share, gain, how });
                    }
                    None => self.discard(fates, fate, wait.spot as usize, share),
                }
            }
        }
        let waits = tenpai.map_or(0, |tenpai| tenpai.wait_edges);
        // whether a draw gains is a coin's throw: without a branch the processor need not guess
        let (mut wanted, mut len) = ([Edge::NONE; Edge::MOST], 0);
        for (i, &edge) in edges.iter().enumerate() {
            wanted[len % Edge::MOST] = edge;
            len += usize::from(now.spots[edge.spot()] > stay && waits >> i & 1 == 0);
        }
        for edge in &wanted[..len] {
            let mut share = R::of_count(edge.weight()) * each;
            if cut.is_some() {
                share = share * cut.share(now.spots[edge.spot()] - stay);
            }
            rest -= share;
            self.discard(fates, fate, edge.spot(), share);
        }
        // rounding can leave less than nothing where every tile is wanted
        self.go(fates, fate, node, rest.larger(R::ZERO));
    }
}
