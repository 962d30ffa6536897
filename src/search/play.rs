//! What happens when the policy of the values is played: every figure of an action describes this.

use super::graph::Edge;
use super::payoff::Line;
use super::value::{Model, RiichiTurn, riichi_lines};

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

struct Ledger<'a, 'b> {
    model: &'a Model<'b>,
    /// Where the waits of a tenpai hand begin in `ways`.
    offset: &'a [usize],
    ways: Vec<[f64; WAYS]>,
    turns: Vec<Turn>,
    ends: f64,
    tenpai_at_draw: f64,
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
        let chance = model.chance;
        let waits = &model.tenpai[tenpai].waits;
        for j in declared..chance.draws {
            let turn = RiichiTurn::new(waits, chance, j);
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

/// Plays the policy of `values` from the hand `root`, declaring riichi there or not.
pub(super) fn play(
    model: &Model<'_>,
    values: &[Vec<f64>],
    offset: &[usize],
    root: usize,
    riichi: bool,
) -> Play {
    let draws = model.chance.draws;
    let graph = model.graph;
    let waits = offset.last().copied().unwrap_or(0);
    let mut ledger = Ledger {
        model,
        offset,
        ways: vec![[0.0; WAYS]; waits],
        turns: vec![Turn::default(); draws],
        ends: 0.0,
        tenpai_at_draw: 0.0,
    };
    // probability of holding each hand, without and with having been tenpai before
    let mut now = vec![[0.0; 2]; graph.len()];
    let mut next = vec![[0.0; 2]; graph.len()];
    let mut tenpai_at_once = 0.0;
    let mut tenpai_by_turn = vec![0.0; draws + 1];
    now[root] = [1.0, 0.0];
    for j in 0..=draws {
        for node in 0..graph.len() {
            let [fresh, been] = now[node];
            if fresh + been == 0.0 {
                continue;
            }
            now[node] = [0.0; 2];
            let number = model.tenpai_number(node);
            let mass = if number.is_some() {
                tenpai_by_turn[j] += fresh;
                [0.0, fresh + been]
            } else {
                [fresh, been]
            };
            let all = mass[0] + mass[1];
            if j == draws {
                ledger.ends += all * model.payoffs.exhaustive_draw(number.is_some());
                if number.is_some() {
                    ledger.tenpai_at_draw += all;
                }
                continue;
            }
            let after = &values[j + 1];
            let best_child = |edge: &Edge| {
                let children = graph.children(edge.drawn as usize);
                children.iter().fold((f64::NEG_INFINITY, 0), |(best, at), &child| {
                    let value = after[child as usize];
                    if value > best { (value, child as usize) } else { (best, at) }
                })
            };
            let stay = after[node];
            let turn = model.dama(node, j, stay, |edge| best_child(edge).0);
            let declares =
                if j == 0 { riichi } else { model.riichi(node, j).is_some_and(|value| value > turn.value) };
            if let (true, Some(number)) = (declares, number) {
                ledger.riichi(number, j, all);
                continue;
            }
            let drawing = mass.map(|m| m * (1.0 - turn.once));
            let mut rest = drawing;
            let mut exchange = |next: &mut [[f64; 2]], edge: &Edge, weight: f64| {
                let (value, child) = best_child(edge);
                let share = weight * turn.cut.share(value - stay) / turn.left;
                for (lane, part) in drawing.iter().enumerate() {
                    next[child][lane] += part * share;
                    rest[lane] -= part * share;
                }
            };
            for edge in model.exchanges(node) {
                exchange(&mut next, edge, f64::from(edge.weight));
            }
            let waits = number.map_or(&[][..], |number| &model.tenpai[number].waits);
            let mut tsumo = 0.0;
            for (i, wait) in waits.iter().enumerate() {
                let number = number.expect("waits come from tenpai");
                if let Some(value) = wait.ron_value(turn.draw) {
                    ledger.win(number, i, RON, j, all * turn.factor * wait.ron_weight[0], value);
                }
                let other = wait.edge().map(|edge| best_child(&edge).0);
                match wait.lines.tsumo {
                    Some(line) if other.is_none_or(|value| line.value >= value) => {
                        let share = wait.weight * turn.cut.share(line.value - stay) / turn.left;
                        let won = (drawing[0] + drawing[1]) * share;
                        ledger.win(number, i, TSUMO, j, won, line.value);
                        tsumo += won;
                    }
                    _ => {
                        if let Some(edge) = wait.edge() {
                            exchange(&mut next, &edge, wait.weight);
                        }
                    }
                }
            }
            // only tenpai hands win, and those have been tenpai
            rest[1] -= tsumo;
            next[node][0] += rest[0];
            next[node][1] += rest[1];
        }
        if j == 0 {
            tenpai_at_once = tenpai_by_turn[0];
        }
        std::mem::swap(&mut now, &mut next);
    }
    finish(ledger, tenpai_at_once, &tenpai_by_turn)
}

fn finish(ledger: Ledger<'_, '_>, tenpai_at_once: f64, tenpai_by_turn: &[f64]) -> Play {
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
    let mut sum = Turn { tenpai_rate: tenpai_at_once, ..Turn::default() };
    let by_turn: Vec<Turn> = ledger
        .turns
        .iter()
        .zip(&tenpai_by_turn[1..])
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
