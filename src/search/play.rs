//! What happens when the policy of the values is played: every figure of an action describes this.
//!
//! All actions at the root lead into the same graph and the same policy from the next own discard
//! on, so that the policy is found once a step for the hands that can be held then, and the
//! probabilities of several actions move along it side by side.

use super::Start;
use super::graph::{Spot, Target};
use super::model::{Gain, InRiichi, Luck, Model, NONE, RiichiStep, StoredLine, Tenpai};
use super::real::Real;
use super::value::{Dama, Drawing, Now, Use};
use super::{Progress, SearchError};
use crate::score::{Yaku, YakuSet};
use arrayvec::ArrayVec;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// What following one action and then the best policy leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Play {
    /// Expected payoff.
    pub value: f64,
    /// Probability of winning.
    pub win_rate: f64,
    /// Probability of being tenpai at any time.
    pub tenpai_rate: f64,
    /// Probability that the round ends in an exhaustive draw with the hand tenpai.
    pub tenpai_at_draw: f64,
    /// Probability that the others end the round.
    pub others_rate: f64,
    /// Probability of calling at least once, kans included.
    pub call_rate: f64,
    /// Entry `i`: figures after `i + 1` more draws; the last also counts what comes after its discard.
    pub by_turn: Vec<Turn>,
    /// What the wins are.
    pub wins: Mix,
}

impl Play {
    /// A win before any of the coming draws.
    pub(crate) fn won(value: f64, wins: Mix, draws: usize) -> Play {
        let turn = Turn { win_rate: 1.0, tenpai_rate: 1.0, value };
        Play {
            value,
            win_rate: 1.0,
            tenpai_rate: 1.0,
            tenpai_at_draw: 0.0,
            others_rate: 0.0,
            call_rate: 0.0,
            by_turn: vec![turn; draws],
            wins,
        }
    }
}

/// Figures up to one of the coming draws.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Turn {
    /// Probability of having won.
    pub win_rate: f64,
    /// Probability of having been tenpai.
    pub tenpai_rate: f64,
    /// Payoff of the wins so far.
    pub value: f64,
}

/// Probabilities of wins of a sort, within all that can happen.
#[derive(Clone, PartialEq, Debug)]
pub struct Mix {
    /// Payoff of all wins, weighted with their probabilities.
    pub value: f64,
    /// Probability of winning by tsumo.
    pub tsumo: f64,
    /// Probability of winning after riichi.
    pub riichi: f64,
    /// Probability of winning with each yaku, by bit of the yaku set.
    pub yaku: [f64; 64],
    /// Probability of winning with so many han, ura-dora included; entry 13 is for 13 and more.
    pub han: [f64; 14],
}

impl Mix {
    /// One sure win.
    pub(crate) fn of(value: f64, yaku: YakuSet, han: u8, more: &[f64; 5]) -> Mix {
        let mut mix = Mix { value, tsumo: 1.0, ..Mix::NONE };
        yaku.iter().for_each(|yaku| mix.yaku[bit(yaku)] = 1.0);
        for (more, share) in more.iter().enumerate() {
            mix.han[(usize::from(han) + more).min(13)] += share;
        }
        mix
    }

    /// Wins of which nothing is known but what they pay.
    pub(crate) const fn unknown(value: f64) -> Mix {
        Mix { value, ..Mix::NONE }
    }

    const NONE: Mix = Mix { value: 0.0, tsumo: 0.0, riichi: 0.0, yaku: [0.0; 64], han: [0.0; 14] };
}

fn bit(yaku: Yaku) -> usize {
    YakuSet::from_iter([yaku]).bits().trailing_zeros() as usize
}

/// Actions whose probabilities move side by side.
const LANES: usize = 8;

/// A probability for each of them.
type Lanes<R> = [R; LANES];

fn add<R: Real>(to: &mut Lanes<R>, from: &Lanes<R>, share: R) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += from * share;
    }
}

/// What has come together for each of them: sums of many small probabilities, in double precision.
type Sums = [f64; LANES];

fn tally<R: Real>(to: &mut Sums, from: &Lanes<R>, share: R) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += (from * share).to_f64();
    }
}

fn is_zero<R: Real>(lanes: &Lanes<R>) -> bool {
    lanes.iter().all(|&lane| lane == R::ZERO)
}

/// How a win came about.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Circumstances {
    tsumo: bool,
    riichi: bool,
    ippatsu: bool,
    double: bool,
    luck: Luck,
}

const DAMA: Circumstances =
    Circumstances { tsumo: false, riichi: false, ippatsu: false, double: false, luck: Luck::Plain };

/// A win out of a hand.
#[derive(Clone, Copy)]
struct Win<R> {
    share: R,
    gain: Gain,
    how: Circumstances,
}

/// Where the probability of a hand goes in a step.
#[derive(Clone, Copy)]
struct Fate<R> {
    node: u32,
    /// Riichi is declared: all goes there.
    declares: bool,
    /// To the end of the round by others.
    ends: R,
    /// To a call, where it is the first.
    called: R,
    /// Where its moves and wins end.
    moves: u32,
    wins: u32,
}

/// The fates of some hands, one after the other.
struct Fates<R> {
    list: Vec<Fate<R>>,
    /// To a hand at the next step: bit 31 says that it is tenpai.
    moves: Vec<(u32, R)>,
    wins: Vec<Win<R>>,
}

const TENPAI: u32 = 1 << 31;

/// The policy of one step.
struct Policy<'a, 'b, R> {
    model: &'a Model<'b, R>,
    now: Now<'a, R>,
}

impl<R: Real> Policy<'_, '_, R> {
    fn fates(&self, nodes: &[u32]) -> Fates<R> {
        let mut fates = Fates { list: Vec::with_capacity(nodes.len()), moves: vec![], wins: vec![] };
        for &node in nodes {
            let node = node as usize;
            let riichi = self.model.riichi(node, self.now.j);
            let dama = riichi.map(|riichi| (riichi, self.model.dama(node, &self.now, 3)));
            let riichi = dama.as_ref().is_some_and(|(riichi, dama)| {
                *riichi > self.model.met(node, self.now.j).ended(dama.stages[0])
            });
            let root = Root { node, riichi, start: Start::Offers(3) };
            self.fate(&mut fates, root, dama.as_ref().map(|(_, dama)| dama));
        }
        fates
    }

    /// `dama`: the step without riichi, if it is known.
    fn fate(&self, fates: &mut Fates<R>, Root { node, riichi, start }: Root, dama: Option<&Dama<R>>) {
        let mut fate =
            Fate { node: node as u32, declares: riichi, ends: R::ZERO, called: R::ZERO, moves: 0, wins: 0 };
        match start {
            _ if riichi => {}
            Start::Replacement => self.draw(fates, &mut fate, (node, Luck::Rinshan), R::ONE, None),
            Start::Offers(players) => self.step(fates, &mut fate, node, players, dama),
        }
        if self.model.has_called(node) {
            fate.called = R::ZERO;
        }
        (fate.moves, fate.wins) = (fates.moves.len() as u32, fates.wins.len() as u32);
        fates.list.push(fate);
    }

    fn step(
        &self,
        fates: &mut Fates<R>,
        fate: &mut Fate<R>,
        node: usize,
        players: usize,
        dama: Option<&Dama<R>>,
    ) {
        let (model, j) = (self.model, self.now.j);
        if players == 3 {
            fate.ends = R::of(model.standing(node, j).ends.rate);
        }
        let mass = R::ONE - fate.ends;
        if model.tenpai_number(node).is_none() && model.graph.calls(node).is_empty() {
            self.after_offers(fates, fate, node, mass, None);
        } else if let Some(dama) = dama {
            self.offers(fates, fate, node, players, dama);
        } else {
            self.offers(fates, fate, node, players, &model.dama(node, &self.now, players));
        }
    }

    fn offers(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, node: usize, players: usize, dama: &Dama<R>) {
        let (model, j) = (self.model, self.now.j);
        let mut mass = R::ONE - fate.ends;
        for k in (0..3).filter(|&k| model.discards(k, players, j)) {
            let mut used = R::ZERO;
            for offer in &dama.offers {
                let Some((value, what)) = model.used(node, offer, k, j) else { continue };
                if value > dama.stages[k + 1] {
                    let share = offer.weight(k) / dama.offer_left[k];
                    used += share;
                    match what {
                        Use::Ron(gain) => {
                            let how = Circumstances { luck: model.ron_luck(k, j), ..DAMA };
                            fates.wins.push(Win { share: mass * share, gain, how });
                        }
                        Use::Call(spot) => {
                            let to = model.choice(spot as usize, self.now.spots);
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
        self.after_offers(fates, fate, node, mass, dama.drawing);
    }

    fn after_offers(
        &self,
        fates: &mut Fates<R>,
        fate: &mut Fate<R>,
        node: usize,
        mass: R,
        drawing: Option<Drawing<R>>,
    ) {
        let (odds, j) = (self.model.odds, self.now.j);
        if j < odds.draws() {
            let luck = if odds.chance.is_haitei(j) { Luck::Last } else { Luck::Plain };
            self.draw(fates, fate, (node, luck), mass, drawing);
        } else {
            self.go(fates, node, mass);
        }
    }

    fn go(&self, fates: &mut Fates<R>, node: usize, mass: R) {
        let tenpai = if self.model.tenpai_number(node).is_some() { TENPAI } else { 0 };
        fates.moves.push((node as u32 | tenpai, mass));
    }

    fn kan(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, place: usize, mass: R) {
        fate.called += mass;
        let node = self.model.graph.kan_node(place);
        if self.model.replacement {
            self.draw(fates, fate, (node, Luck::Rinshan), mass, None);
        } else {
            self.go(fates, node, mass);
        }
    }

    /// The best discard or kan with a drawn tile.
    fn discard(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, spot: Spot, mass: R) {
        self.reach(fates, fate, self.model.choice(spot as usize, self.now.spots), mass);
    }

    fn reach(&self, fates: &mut Fates<R>, fate: &mut Fate<R>, to: Target, mass: R) {
        match to {
            Target::Hand(node) => self.go(fates, node, mass),
            Target::Kan(place) => self.kan(fates, fate, place, mass),
            Target::Drawn(_) => unreachable!("a discard makes a hand of it"),
        }
    }

    /// An own draw, from the wall or after a kan.
    fn draw(
        &self,
        fates: &mut Fates<R>,
        fate: &mut Fate<R>,
        (node, luck): (usize, Luck),
        mass: R,
        drawing: Option<Drawing<R>>,
    ) {
        let (model, now) = (self.model, &self.now);
        let (left, cut) = match drawing {
            Some(drawing) => (drawing.left, drawing.cut),
            None => model.cut(node, now, luck),
        };
        let each = mass / left;
        let stay = now.spots[node];
        let mut rest = mass;
        let tenpai = model.tenpai_at(node);
        for wait in tenpai.map_or(&[][..], |tenpai| &tenpai.waits) {
            let won = model.tsumo(wait, now, luck);
            let value = match won {
                Some((value, _)) => value,
                None if wait.spot != NONE => now.spots[wait.spot as usize],
                None => continue,
            };
            if value > stay {
                let share = R::of_count(u32::from(wait.weight)) * each * cut.share(value - stay);
                rest -= share;
                match won {
                    Some((_, gain)) => {
                        let how = Circumstances { tsumo: true, luck, ..DAMA };
                        fates.wins.push(Win { share, gain, how });
                    }
                    None => self.discard(fates, fate, wait.spot, share),
                }
            }
        }
        let waits = tenpai.map_or(0, |tenpai| tenpai.wait_edges);
        for (i, edge) in model.graph.edges(node).iter().enumerate() {
            let gain = now.spots[edge.spot()] - stay;
            if gain > R::ZERO && waits >> i & 1 == 0 {
                let share = R::of_count(edge.weight()) * each * cut.share(gain);
                rest -= share;
                self.discard(fates, fate, edge.spot() as Spot, share);
            }
        }
        // rounding can leave less than nothing where every tile is wanted
        self.go(fates, node, rest.larger(R::ZERO));
    }
}

/// One action's start: a hand, whether riichi is declared with it, and where in a step it stands.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub(super) node: usize,
    pub(super) riichi: bool,
    pub(super) start: Start,
}

/// What has happened so far after some actions.
struct Ledger<'a, 'b, R> {
    model: &'a Model<'b, R>,
    /// Probability of holding each hand: of one that is not tenpai, without having been so before.
    now: Vec<Lanes<R>>,
    next: Vec<Lanes<R>>,
    /// Of holding one that is not tenpai, having been so before: the few hands that give tenpai up.
    fallen: FxHashMap<u32, Lanes<R>>,
    next_fallen: FxHashMap<u32, Lanes<R>>,
    /// By tenpai hand: of being in riichi with it, past the first turn.
    riichi: Vec<Lanes<R>>,
    /// Of winning after riichi where nothing but ippatsu is added: by tenpai hand, from the place
    /// that `riichi_start` names, without and with ippatsu: once the tsumo of one tile among those
    /// left, then the ron of each wait.
    riichi_wins: Vec<Lanes<R>>,
    riichi_start: Vec<u32>,
    /// Whether it is held at the next step.
    is_held: Vec<bool>,
    win: Vec<Sums>,
    value: Vec<Sums>,
    tenpai: Vec<Sums>,
    ends: Sums,
    others: Sums,
    called: Sums,
    tenpai_at_draw: Sums,
    tsumo: Sums,
    in_riichi: Sums,
    han: [Sums; 14],
    /// By the yaku of a line, as a number, and by what circumstances can add.
    yaku: Vec<Sums>,
}

impl<'a, 'b, R: Real> Ledger<'a, 'b, R> {
    fn new(model: &'a Model<'b, R>) -> Ledger<'a, 'b, R> {
        let (zero, none) = ([R::ZERO; LANES], [0.0; LANES]);
        let draws = model.odds.draws();
        let mut sum = 0;
        let riichi_start = model.tenpai.iter().map(|tenpai| {
            let before = sum;
            sum += if tenpai.riichi.is_some() { 2 * (tenpai.waits.len() as u32 + 1) } else { 0 };
            before
        });
        let riichi_start = riichi_start.collect();
        Ledger {
            riichi_wins: vec![zero; sum as usize],
            riichi_start,
            model,
            now: vec![zero; model.graph.len()],
            next: vec![zero; model.graph.len()],
            fallen: FxHashMap::default(),
            next_fallen: FxHashMap::default(),
            riichi: vec![zero; model.tenpai.len()],
            is_held: vec![false; model.graph.len()],
            win: vec![none; draws + 1],
            value: vec![none; draws + 1],
            tenpai: vec![none; draws + 2],
            ends: none,
            others: none,
            called: none,
            tenpai_at_draw: none,
            tsumo: none,
            in_riichi: none,
            han: [none; 14],
            yaku: vec![none; model.yaku_sets.len() * Circumstances::SORTS],
        }
    }

    /// The first step, which is each action's own.
    fn begin(&mut self, roots: &[Root], policy: &Policy<'_, '_, R>, double: bool) {
        for (lane, &root) in roots.iter().enumerate() {
            let mut lanes = [R::ZERO; LANES];
            lanes[lane] = R::ONE;
            if self.model.tenpai_number(root.node).is_some() {
                tally(&mut self.tenpai[0], &lanes, R::ONE);
            }
            if root.riichi {
                self.riichi_to_the_end(root.node, lanes, double);
                continue;
            }
            let mut fates = Fates { list: vec![], moves: vec![], wins: vec![] };
            policy.fate(&mut fates, root, None);
            self.now[root.node] = lanes;
            self.step(&[fates], policy.now.j);
            self.now[root.node] = [R::ZERO; LANES];
        }
        self.turn_over();
    }

    fn win(&mut self, lanes: &Lanes<R>, win: &Win<R>, j: usize) {
        tally(&mut self.win[j], lanes, win.share);
        tally(&mut self.value[j], lanes, win.share * self.model.points(win.gain));
        self.win_sort(lanes, win);
    }

    /// What a win is, whenever it comes.
    fn win_sort(&mut self, lanes: &Lanes<R>, win: &Win<R>) {
        let share = win.share;
        let StoredLine { more, yaku: set, han, .. } = self.model.lines[win.gain.line as usize];
        let yaku = self.model.yaku_sets[usize::from(set)];
        if win.how.tsumo {
            tally(&mut self.tsumo, lanes, share);
        }
        if win.how.riichi {
            tally(&mut self.in_riichi, lanes, share);
        }
        let yakuman = yaku & YakuSet::YAKUMAN.bits() != 0;
        let extra = if yakuman { 0 } else { win.gain.extra };
        for (more, &probability) in more.iter().enumerate() {
            if probability > R::ZERO {
                let han = (usize::from(han + extra) + more).min(13);
                tally(&mut self.han[han], lanes, share * probability);
            }
        }
        tally(&mut self.yaku[usize::from(set) * Circumstances::SORTS + win.how.sort()], lanes, share);
    }

    /// Every hand's probability goes where the policy sends it.
    fn step(&mut self, fates: &[Fates<R>], j: usize) {
        let model = self.model;
        let last = j == model.odds.draws();
        for fates in fates {
            let (mut moved, mut won) = (0, 0);
            for fate in &fates.list {
                let node = fate.node as usize;
                let moves = &fates.moves[moved..fate.moves as usize];
                let wins = &fates.wins[won..fate.wins as usize];
                (moved, won) = (fate.moves as usize, fate.wins as usize);
                let lanes = std::mem::replace(&mut self.now[node], [R::ZERO; LANES]);
                let fallen = if self.fallen.is_empty() { None } else { self.fallen.remove(&fate.node) };
                let number = model.tenpai_number(node);
                if let (true, Some(number)) = (fate.declares, number) {
                    self.declare(number, lanes, j);
                    continue;
                }
                let mut all = lanes;
                if let Some(fallen) = &fallen {
                    add(&mut all, fallen, R::ONE);
                }
                let ends = model.standing(node, j).ends.value;
                tally(&mut self.others, &all, fate.ends);
                tally(&mut self.ends, &all, fate.ends * R::of(ends));
                tally(&mut self.called, &all, fate.called);
                for win in wins {
                    self.win(&all, win, j);
                    if number.is_none() {
                        tally(&mut self.tenpai[j + 1], &lanes, win.share);
                    }
                }
                for &(to, share) in moves {
                    let (to, tenpai) = (to & !TENPAI, to & TENPAI != 0);
                    if last {
                        let payoff = R::of(model.payoffs.exhaustive_draw(tenpai));
                        tally(&mut self.ends, &all, share * payoff);
                        if tenpai {
                            tally(&mut self.tenpai_at_draw, &all, share);
                        }
                        continue;
                    }
                    self.is_held[to as usize] = true;
                    if number.is_some() && !tenpai {
                        add(self.next_fallen.entry(to).or_insert([R::ZERO; LANES]), &lanes, share);
                        continue;
                    }
                    add(&mut self.next[to as usize], &lanes, share);
                    if number.is_none() && tenpai {
                        tally(&mut self.tenpai[j + 1], &lanes, share);
                    }
                    if let Some(fallen) = &fallen {
                        if tenpai {
                            add(&mut self.next[to as usize], fallen, share);
                        } else {
                            add(self.next_fallen.entry(to).or_insert([R::ZERO; LANES]), fallen, share);
                        }
                    }
                }
            }
        }
    }

    fn turn_over(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.fallen, &mut self.next_fallen);
    }

    /// Riichi is declared in step `j`: its first turn.
    fn declare(&mut self, number: usize, lanes: Lanes<R>, j: usize) {
        let later_of = later_of(self.model);
        let riichi = InRiichi { double: 0, later_of: &later_of };
        let mut after = Vec::new();
        self.riichi_step(number, &lanes, j, &riichi, true, &mut after);
        for (to, lanes) in after {
            add(&mut self.riichi[to], &lanes, R::ONE);
        }
    }

    /// Everything in riichi goes one step on.
    fn riichi_on(&mut self, j: usize) {
        let later_of = later_of(self.model);
        let riichi = InRiichi { double: 0, later_of: &later_of };
        let (mut elsewhere, mut after) = (Vec::new(), Vec::new());
        for number in 0..self.riichi.len() {
            if is_zero(&self.riichi[number]) {
                continue;
            }
            let lanes = std::mem::replace(&mut self.riichi[number], [R::ZERO; LANES]);
            self.riichi_step(number, &lanes, j, &riichi, false, &mut after);
            for (to, lanes) in after.drain(..) {
                if to == number { self.riichi[number] = lanes } else { elsewhere.push((to, lanes)) }
            }
        }
        for (to, lanes) in elsewhere {
            add(&mut self.riichi[to], &lanes, R::ONE);
        }
    }

    /// All that follows from a riichi at the root.
    fn riichi_to_the_end(&mut self, node: usize, lanes: Lanes<R>, double: bool) {
        let model = self.model;
        let number = model.tenpai_number(node).expect("riichi needs tenpai");
        let double = usize::from(double);
        let later = model.riichi_family(number, double);
        let later_of = |number: usize| &later[&number][..];
        let riichi = InRiichi { double, later_of: &later_of };
        let mut now = vec![(number, lanes)];
        for j in 0..=model.odds.draws() {
            let mut next: Vec<(usize, Lanes<R>)> = Vec::new();
            for (number, lanes) in now {
                let mut after = Vec::new();
                self.riichi_step(number, &lanes, j, &riichi, j == 0, &mut after);
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

    /// One step in riichi; appends where it is afterwards.
    fn riichi_step(
        &mut self,
        number: usize,
        lanes: &Lanes<R>,
        j: usize,
        riichi: &InRiichi<'_, '_, R>,
        first: bool,
        out: &mut Vec<(usize, Lanes<R>)>,
    ) {
        let model = self.model;
        let tenpai = &model.tenpai[number];
        let step = RiichiStep::new(model, tenpai, j);
        let ends = &model.odds.chance.steps[j].riichi.ends;
        let (rate, stick) = (R::of(ends.rate), model.stick());
        tally(&mut self.others, lanes, rate);
        tally(&mut self.ends, lanes, rate * R::of(ends.value + stick));
        let how = Circumstances { riichi: true, ippatsu: first, double: riichi.double > 0, ..DAMA };
        let han = usize::from(first) + riichi.double;
        let mut mass = R::ONE - rate;
        let last = j == model.odds.draws();
        if !last && !step.haitei && riichi.double == 0 && tenpai.kans.is_empty() {
            let rest = self.plain_riichi_step(number, lanes, j, (first, &step), mass);
            out.push((number, lanes.map(|lane| lane * rest)));
            return;
        }
        for k in 0..step.players {
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
            tally(&mut self.ends, lanes, mass * R::of(model.payoffs.exhaustive_draw(true) + stick));
            tally(&mut self.tenpai_at_draw, lanes, mass);
            return;
        }
        let luck = if step.haitei { Luck::Last } else { Luck::Plain };
        let how = Circumstances { tsumo: true, luck, ..how };
        self.riichi_draw(number, (lanes, mass), j, riichi, how, out);
    }

    /// One step in riichi, with ippatsu in its first turn, in which nothing but a win can happen:
    /// the share of those that go on.
    fn plain_riichi_step(
        &mut self,
        number: usize,
        lanes: &Lanes<R>,
        j: usize,
        (first, step): (bool, &RiichiStep<'_, R>),
        mut mass: R,
    ) -> R {
        let model = self.model;
        let waits = &model.tenpai[number].waits;
        let from = self.riichi_start[number] as usize + if first { waits.len() + 1 } else { 0 };
        let wins = &mut self.riichi_wins[from..=from + waits.len()];
        let (mut won, mut paid) = (R::ZERO, R::ZERO);
        let mut rons: ArrayVec<R, 37> = waits.iter().map(|_| R::ZERO).collect();
        for k in 0..step.players {
            let mut used = R::ZERO;
            for (ron, wait) in rons.iter_mut().zip(waits) {
                let share = step.ron_rate(wait, k);
                *ron += mass * share;
                used += share;
            }
            mass = mass * (R::ONE - used).larger(R::ZERO);
        }
        let mut rest = mass;
        for (i, (wait, &ron)) in waits.iter().zip(&rons).enumerate() {
            if let Some(gain) = wait.riichi(false, usize::from(first)) {
                add(&mut wins[1 + i], lanes, ron);
                won += ron;
                paid += ron * model.points(gain);
            }
            if let Some(gain) = wait.riichi(true, usize::from(first)) {
                let share = mass * R::of_count(u32::from(wait.weight)) / step.left;
                rest -= share;
                won += share;
                paid += share * model.points(gain);
            }
        }
        add(&mut wins[0], lanes, mass / step.left);
        tally(&mut self.win[j], lanes, won);
        tally(&mut self.value[j], lanes, paid);
        rest
    }

    /// Adds up what the wins after riichi are.
    fn settle(&mut self) {
        let model = self.model;
        let wins = std::mem::take(&mut self.riichi_wins);
        for (tenpai, &from) in model.tenpai.iter().zip(&self.riichi_start.clone()) {
            if tenpai.riichi.is_none() {
                continue;
            }
            for ippatsu in [false, true] {
                let from = from as usize + if ippatsu { tenpai.waits.len() + 1 } else { 0 };
                let how = Circumstances { riichi: true, ippatsu, ..DAMA };
                for (i, wait) in tenpai.waits.iter().enumerate() {
                    if let Some(gain) = wait.riichi(false, usize::from(ippatsu)) {
                        self.win_sort(&wins[from + 1 + i], &Win { share: R::ONE, gain, how });
                    }
                    if let Some(gain) = wait.riichi(true, usize::from(ippatsu)) {
                        let share = R::of_count(u32::from(wait.weight));
                        let how = Circumstances { tsumo: true, ..how };
                        self.win_sort(&wins[from], &Win { share, gain, how });
                    }
                }
            }
        }
    }

    fn riichi_draw(
        &mut self,
        number: usize,
        (lanes, mass): (&Lanes<R>, R),
        j: usize,
        riichi: &InRiichi<'_, '_, R>,
        how: Circumstances,
        out: &mut Vec<(usize, Lanes<R>)>,
    ) {
        let model = self.model;
        let tenpai: &Tenpai<R> = &model.tenpai[number];
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
        let then = (riichi.later_of)(number)[j + 1];
        for kan in &tenpai.kans {
            if model.riichi_kan(kan, riichi, j).is_some_and(|after| after > then) {
                let weight = model.graph.weight(tenpai.node as usize, kan.tile);
                let share = mass * R::of_count(weight.into()) / left;
                rest -= share;
                let to = kan.to as usize;
                if model.replacement {
                    let how = Circumstances { luck: Luck::Rinshan, ippatsu: false, ..how };
                    self.riichi_draw(to, (lanes, share), j, riichi, how, out);
                } else {
                    out.push((to, lanes.map(|lane| lane * share)));
                }
            }
        }
        let rest = rest.larger(R::ZERO);
        out.push((number, lanes.map(|lane| lane * rest)));
    }

    fn finish(&self, lane: usize) -> Play {
        let of = |sums: &Sums| sums[lane];
        let mut sum = Turn { tenpai_rate: of(&self.tenpai[0]), ..Turn::default() };
        let draws = self.model.odds.draws();
        let mut by_turn = Vec::with_capacity(draws);
        for j in 0..=draws {
            sum.win_rate += of(&self.win[j]);
            sum.value += of(&self.value[j]);
            sum.tenpai_rate += of(&self.tenpai[j + 1]);
            if j < draws {
                by_turn.push(sum);
            }
        }
        if let Some(last) = by_turn.last_mut() {
            *last = sum;
        }
        let mut wins =
            Mix { value: sum.value, tsumo: of(&self.tsumo), riichi: of(&self.in_riichi), ..Mix::NONE };
        for (i, lanes) in self.yaku.iter().enumerate().filter(|(_, sums)| sums[lane] != 0.0) {
            let yaku = self.model.yaku_sets[i / Circumstances::SORTS];
            let yakuman = yaku & YakuSet::YAKUMAN.bits() != 0;
            let how = Circumstances::of_sort(i % Circumstances::SORTS);
            let mut set = if yakuman { yaku } else { how.with_luck(yaku) };
            while set != 0 {
                wins.yaku[set.trailing_zeros() as usize] += of(lanes);
                set &= set - 1;
            }
        }
        for (han, lanes) in wins.han.iter_mut().zip(&self.han) {
            *han = of(lanes);
        }
        Play {
            value: sum.value + of(&self.ends),
            win_rate: sum.win_rate,
            tenpai_rate: sum.tenpai_rate,
            tenpai_at_draw: of(&self.tenpai_at_draw),
            others_rate: of(&self.others),
            call_rate: of(&self.called),
            by_turn,
            wins,
        }
    }
}

impl Circumstances {
    /// Sorts of circumstances as far as they add yaku.
    const SORTS: usize = 24;

    fn sort(self) -> usize {
        let bits = [self.tsumo, self.ippatsu, self.double].map(usize::from);
        (self.luck as usize * 2 + bits[0]) * 4 + bits[1] * 2 + bits[2]
    }

    fn of_sort(sort: usize) -> Circumstances {
        let luck = [Luck::Plain, Luck::Last, Luck::Rinshan][sort / 8];
        let [tsumo, ippatsu, double] = [4, 2, 1].map(|bit| sort & bit != 0);
        Circumstances { tsumo, ippatsu, double, luck, riichi: false }
    }

    /// A line's yaku with those of ippatsu, double riichi and the tile.
    fn with_luck(self, yaku: u64) -> u64 {
        let mut set = YakuSet::EMPTY;
        if self.ippatsu {
            set = set.with(Yaku::Ippatsu);
        }
        set = match (self.luck, self.tsumo) {
            (Luck::Plain, _) => set,
            (Luck::Last, true) => set.with(Yaku::Haitei),
            (Luck::Last, false) => set.with(Yaku::Houtei),
            (Luck::Rinshan, _) => set.with(Yaku::Rinshan),
        };
        let riichi = YakuSet::EMPTY.with(Yaku::Riichi).bits();
        if self.double { yaku & !riichi | set.with(Yaku::DoubleRiichi).bits() } else { yaku | set.bits() }
    }
}

pub(super) fn later_of<'m, R: Real>(model: &'m Model<'_, R>) -> impl Fn(usize) -> &'m [R] + Sync + 'm {
    |number| match &model.tenpai[number].riichi {
        Some(riichi) => &riichi.later[..],
        None => &[],
    }
}

/// Plays the policy of `values` after each action at the root.
pub(super) fn play<R: Real>(
    model: &Model<'_, R>,
    values: &[Vec<R>],
    roots: &[Root],
    double: bool,
    progress: &Progress,
) -> Result<Vec<Play>, SearchError> {
    let draws = model.odds.draws();
    let groups: Vec<&[Root]> = roots.chunks(LANES).collect();
    let mut ledgers: Vec<Ledger<'_, '_, R>> = groups.iter().map(|_| Ledger::new(model)).collect();
    let mut spots = Vec::new();
    for j in 0..=draws {
        if let Some(next) = values.get(j) {
            model.spots(next, j, &mut spots);
        }
        let policy = Policy { model, now: Now { j, spots: &spots } };
        progress.check()?;
        if j == 0 {
            ledgers
                .par_iter_mut()
                .zip(&groups)
                .for_each(|(ledger, roots)| ledger.begin(roots, &policy, double));
        } else {
            let held: Vec<u32> = (0..model.graph.len())
                .filter(|&node| ledgers.iter().any(|ledger| ledger.is_held[node]))
                .map(|node| node as u32)
                .collect();
            for ledger in &mut ledgers {
                ledger.is_held.fill(false);
            }
            let fates: Vec<Fates<R>> = held.par_chunks(512).map(|nodes| policy.fates(nodes)).collect();
            progress.check()?;
            ledgers.par_iter_mut().for_each(|ledger| {
                ledger.riichi_on(j);
                ledger.step(&fates, j);
                ledger.turn_over();
            });
        }
        progress.advance();
        progress.check()?;
    }
    ledgers.par_iter_mut().for_each(Ledger::settle);
    let plays = roots.iter().enumerate();
    Ok(plays.map(|(i, _)| ledgers[i / LANES].finish(i % LANES)).collect())
}
