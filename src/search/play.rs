//! What happens when the policy of the values is played: every figure of an action describes this.

use super::graph::Edge;
use super::payoff::Line;
use super::value::{Dama, Model, RiichiTurn, riichi_lines};
use super::{Progress, SearchError};
use rayon::prelude::*;

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
    /// Entry `i`: figures after `i + 1` more draws.
    pub by_turn: Vec<Turn>,
    /// What the wins are.
    pub wins: Mix,
}

impl Play {
    /// A win before any of the coming draws.
    pub(crate) fn won(value: f64, wins: Mix, draws: usize) -> Play {
        let turn = Turn { win_rate: 1.0, tenpai_rate: 1.0, value };
        let by_turn = vec![turn; draws];
        Play { value, win_rate: 1.0, tenpai_rate: 1.0, tenpai_at_draw: 0.0, by_turn, wins }
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
    pub(crate) fn of(line: &Line, tsumo: bool) -> Mix {
        let mut mix = Mix::NONE;
        mix.add(line, 1.0, tsumo, false);
        mix
    }

    const NONE: Mix = Mix { value: 0.0, tsumo: 0.0, riichi: 0.0, yaku: [0.0; 64], han: [0.0; 14] };

    fn add(&mut self, line: &Line, probability: f64, tsumo: bool, riichi: bool) {
        if probability == 0.0 {
            return;
        }
        self.value += probability * line.value;
        self.tsumo += if tsumo { probability } else { 0.0 };
        self.riichi += if riichi { probability } else { 0.0 };
        let mut yaku = line.yaku;
        while yaku != 0 {
            self.yaku[yaku.trailing_zeros() as usize] += probability;
            yaku &= yaku - 1;
        }
        for (more, share) in line.ura.iter().enumerate() {
            self.han[(usize::from(line.han) + more).min(13)] += probability * share;
        }
    }
}

/// Ways to win with one wait, as positions in the table of their probabilities.
const WAYS: usize = 6;
const TSUMO: usize = 0;
const RON: usize = 1;
const RIICHI_TSUMO: usize = 2;
const RIICHI_RON: usize = 3;
const IPPATSU_TSUMO: usize = 4;
const IPPATSU_RON: usize = 5;

/// What the policy does with one hand.
struct Choice {
    /// Going on without riichi.
    dama: Dama,
    /// Bit `i` says that a discard after the hand's `i`-th edge is worth more than to throw the tile
    /// away: a third of the edges on average, and only these move probability. A hand has at most
    /// 37 edges, one a tile.
    wanted: u64,
}

/// One turn of the policy: it is the same for every action at the root.
struct Policy<'a> {
    j: usize,
    /// `A(q, j + 1)`: empty at the last draw.
    after: &'a [f64],
    /// The best hand that a discard can make of each 14-tile hand, and its value.
    best: Vec<(f64, u32)>,
    /// For the hands that can be held now; most of the graph is off every action's way.
    choices: Vec<Option<Choice>>,
}

impl<'a> Policy<'a> {
    fn new(model: &Model<'_>, values: &'a [Vec<f64>], j: usize, ledgers: &[Ledger<'_, '_>]) -> Policy<'a> {
        let Some(after) = values.get(j + 1) else {
            return Policy { j, after: &[], best: Vec::new(), choices: Vec::new() };
        };
        let graph = model.graph;
        let best: Vec<(f64, u32)> = (0..graph.drawn_len())
            .into_par_iter()
            .with_min_len(256)
            .map(|drawn| {
                graph.children(drawn).iter().fold((f64::NEG_INFINITY, 0), |(best, at), &child| {
                    let value = after[child as usize];
                    if value > best { (value, child) } else { (best, at) }
                })
            })
            .collect();
        let value = |edge: &Edge| best[edge.drawn as usize].0;
        let choices = (0..graph.len())
            .into_par_iter()
            .with_min_len(256)
            .map(|node| {
                let held = ledgers.iter().any(|ledger| ledger.now[node] != [0.0; 2]);
                held.then(|| {
                    let edges = graph.edges(node).iter().enumerate();
                    let gains = edges.map(|(i, edge)| u64::from(value(edge) > after[node]) << i);
                    Choice { dama: model.dama(node, j, after[node], value), wanted: gains.sum() }
                })
            })
            .collect();
        Policy { j, after, best, choices }
    }
}

/// What has happened so far after one action at the root.
struct Ledger<'a, 'b> {
    model: &'a Model<'b>,
    /// Where the waits of a tenpai hand begin in `ways`.
    offset: &'a [usize],
    ways: Vec<[f64; WAYS]>,
    turns: Vec<Turn>,
    ends: f64,
    tenpai_at_draw: f64,
    /// Probability of becoming tenpai for the first time after `j` draws.
    tenpai: Vec<f64>,
    /// Probability of holding each hand, without and with having been tenpai before.
    now: Vec<[f64; 2]>,
    next: Vec<[f64; 2]>,
    riichi_at_root: bool,
}

impl Ledger<'_, '_> {
    fn win(&mut self, tenpai: usize, wait: usize, way: usize, turn: usize, probability: f64, value: f64) {
        self.ways[self.offset[tenpai] + wait][way] += probability;
        self.turns[turn].win_rate += probability;
        self.turns[turn].value += probability * value;
    }

    /// All that follows from riichi declared after `j` draws.
    fn riichi(&mut self, tenpai: usize, declared: usize, mut mass: f64) {
        let model = self.model;
        let odds = model.odds;
        let waits = &model.tenpai[tenpai].waits;
        for j in declared..odds.draws {
            let turn = RiichiTurn::new(waits, odds, j);
            let first = j == declared;
            let (tsumo_way, ron_way) =
                if first { (IPPATSU_TSUMO, IPPATSU_RON) } else { (RIICHI_TSUMO, RIICHI_RON) };
            let drawing = mass * (1.0 - turn.once);
            let mut rest = drawing;
            for (i, wait) in waits.iter().enumerate() {
                let Some(lines) = &wait.lines.riichi else { continue };
                let (tsumo, ron) = riichi_lines(lines, first);
                self.win(tenpai, i, ron_way, j, mass * turn.factor * wait.ron_weight[1], ron.value);
                let drawn = drawing * wait.weight / turn.left;
                self.win(tenpai, i, tsumo_way, j, drawn, tsumo.value);
                rest -= drawn;
            }
            mass = rest;
        }
        let stick = model.payoffs.riichi_stick().unwrap_or(0.0);
        self.ends += mass * (model.payoffs.exhaustive_draw(true) + stick);
        self.tenpai_at_draw += mass;
    }
}

impl<'a, 'b> Ledger<'a, 'b> {
    fn new(model: &'a Model<'b>, offset: &'a [usize], root: usize, riichi_at_root: bool) -> Ledger<'a, 'b> {
        let draws = model.odds.draws;
        let mut now = vec![[0.0; 2]; model.graph.len()];
        now[root] = [1.0, 0.0];
        Ledger {
            model,
            offset,
            ways: vec![[0.0; WAYS]; offset.last().copied().unwrap_or(0)],
            turns: vec![Turn::default(); draws],
            ends: 0.0,
            tenpai_at_draw: 0.0,
            tenpai: vec![0.0; draws + 1],
            next: vec![[0.0; 2]; now.len()],
            now,
            riichi_at_root,
        }
    }

    /// One turn on.
    fn step(&mut self, policy: &Policy<'_>) {
        for node in 0..self.now.len() {
            let [fresh, been] = std::mem::take(&mut self.now[node]);
            if fresh + been > 0.0 {
                let number = self.model.tenpai_number(node);
                match number {
                    Some(_) => {
                        self.tenpai[policy.j] += fresh;
                        self.turn(policy, node, number, [0.0, fresh + been]);
                    }
                    None => self.turn(policy, node, number, [fresh, been]),
                }
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    fn turn(&mut self, policy: &Policy<'_>, node: usize, number: Option<usize>, mass: [f64; 2]) {
        let (model, j) = (self.model, policy.j);
        let all = mass[0] + mass[1];
        if j == model.odds.draws {
            self.ends += all * model.payoffs.exhaustive_draw(number.is_some());
            self.tenpai_at_draw += if number.is_some() { all } else { 0.0 };
            return;
        }
        let stay = policy.after[node];
        let Choice { dama: turn, wanted } =
            policy.choices[node].as_ref().expect("hands with probability are held");
        let declares = match j {
            0 => self.riichi_at_root,
            _ => model.riichi(node, j).is_some_and(|value| value > turn.value),
        };
        if let (true, Some(number)) = (declares, number) {
            return self.riichi(number, j, all);
        }
        let drawing = mass.map(|m| m * (1.0 - turn.once));
        let mut rest = drawing;
        let next = &mut self.next;
        let waits = number.map_or(&[][..], |number| &model.tenpai[number].waits);
        let best = |edge: &Edge| policy.best[edge.drawn as usize].0;
        let edges = model.graph.edges(node);
        let mut wanted = *wanted;
        while wanted != 0 {
            let edge = &edges[wanted.trailing_zeros() as usize];
            wanted &= wanted - 1;
            if waits.iter().any(|wait| wait.tile == edge.tile && wait.wins_at_best(&best).is_some()) {
                continue;
            }
            let (value, child) = policy.best[edge.drawn as usize];
            let share = f64::from(edge.weight) * turn.cut.share(value - stay) / turn.left;
            for (lane, part) in drawing.iter().enumerate() {
                next[child as usize][lane] += part * share;
                rest[lane] -= part * share;
            }
        }
        let mut tsumo = 0.0;
        for (i, wait) in waits.iter().enumerate() {
            let number = number.expect("waits come from tenpai");
            if let Some(value) = wait.ron_value(turn.draw) {
                self.win(number, i, RON, j, all * turn.factor * wait.ron_weight[0], value);
            }
            if let Some(value) = wait.wins_at_best(&best) {
                let share = wait.weight * turn.cut.share(value - stay) / turn.left;
                let won = (drawing[0] + drawing[1]) * share;
                self.win(number, i, TSUMO, j, won, value);
                tsumo += won;
            }
        }
        // only tenpai hands win, and those have been tenpai
        rest[1] -= tsumo;
        self.next[node][0] += rest[0];
        self.next[node][1] += rest[1];
    }
}

/// Plays the policy of `values` after each action at the root: a hand, and whether riichi is
/// declared with it.
pub(super) fn play(
    model: &Model<'_>,
    values: &[Vec<f64>],
    roots: &[(usize, bool)],
    progress: &Progress,
) -> Result<Vec<Play>, SearchError> {
    let mut waits = 0;
    let mut offset = Vec::with_capacity(model.tenpai.len() + 1);
    for tenpai in &model.tenpai {
        offset.push(waits);
        waits += tenpai.waits.len();
    }
    offset.push(waits);
    let mut ledgers: Vec<Ledger> =
        roots.iter().map(|&(root, riichi)| Ledger::new(model, &offset, root, riichi)).collect();
    for j in 0..=model.odds.draws {
        let policy = Policy::new(model, values, j, &ledgers);
        progress.check()?;
        ledgers.par_iter_mut().try_for_each(|ledger| progress.check().map(|()| ledger.step(&policy)))?;
        progress.advance();
    }
    Ok(ledgers.into_par_iter().map(finish).collect())
}

fn finish(ledger: Ledger<'_, '_>) -> Play {
    let mut wins = Mix::NONE;
    for (number, tenpai) in ledger.model.tenpai.iter().enumerate() {
        let ways = &ledger.ways[ledger.offset[number]..];
        for (wait, ways) in tenpai.waits.iter().zip(ways) {
            let mut add = |line: Option<&Line>, way: usize, tsumo: bool, riichi: bool| {
                if let Some(line) = line {
                    wins.add(line, ways[way], tsumo, riichi);
                }
            };
            add(wait.lines.tsumo.as_ref(), TSUMO, true, false);
            add(wait.lines.ron.as_ref(), RON, false, false);
            let riichi = wait.lines.riichi.as_ref();
            add(riichi.map(|r| &r.tsumo), RIICHI_TSUMO, true, true);
            add(riichi.map(|r| &r.ron), RIICHI_RON, false, true);
            add(riichi.map(|r| &r.ippatsu_tsumo), IPPATSU_TSUMO, true, true);
            add(riichi.map(|r| &r.ippatsu_ron), IPPATSU_RON, false, true);
        }
    }
    let mut sum = Turn { tenpai_rate: ledger.tenpai[0], ..Turn::default() };
    let by_turn: Vec<Turn> = ledger
        .turns
        .iter()
        .zip(&ledger.tenpai[1..])
        .map(|(turn, tenpai)| {
            sum.win_rate += turn.win_rate;
            sum.value += turn.value;
            sum.tenpai_rate += tenpai;
            sum
        })
        .collect();
    Play {
        value: sum.value + ledger.ends,
        win_rate: sum.win_rate,
        tenpai_rate: sum.tenpai_rate,
        tenpai_at_draw: ledger.tenpai_at_draw,
        by_turn,
        wins,
    }
}
