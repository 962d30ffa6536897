//! Retrograde values (seed 000, Algorithm 3 without calls): from the last draw back to the root.
//!
//! `A(q, j)` is the value of having just discarded into hand `q` after `j` further draws: the
//! better of riichi and dama where both are possible. Then the others discard (ron), then the
//! player draws: each tile is worth the best of winning, every discard that leads to a searched
//! hand, and throwing it away again.

use super::chance::Odds;
use super::graph::{Edge, Graph};
use super::payoff::{Payoffs, RiichiLines, WinLines};
use super::{Progress, SearchError};
use crate::shape;
use crate::tile::{KindSet, Tile};
use rayon::prelude::*;

/// No index.
pub(super) const NONE: u32 = u32::MAX;

/// A tile that completes a tenpai hand.
#[derive(Clone, Copy)]
pub(super) struct Wait {
    pub(super) tile: Tile,
    /// Unseen copies.
    pub(super) weight: f64,
    /// What winning pays.
    pub(super) lines: WinLines,
    /// The 14-tile hand for not winning with it; `NONE` if nothing else can come of it.
    pub(super) drawn: u32,
    /// Weight as other players' discards: copies times rate, without and with riichi; 0 in furiten.
    pub(super) ron_weight: [f64; 2],
}

/// A tenpai hand of the graph.
pub(super) struct Tenpai {
    pub(super) waits: Vec<Wait>,
    /// Value of declaring riichi after `j` draws; empty where it cannot be declared.
    pub(super) riichi: Vec<f64>,
}

/// The graph with its ends.
pub(super) struct Model<'a> {
    pub(super) graph: &'a Graph,
    pub(super) odds: &'a Odds,
    pub(super) payoffs: &'a dyn Payoffs,
    /// Per hand its number in `tenpai`, or `NONE`.
    tenpai_of: Vec<u32>,
    pub(super) tenpai: Vec<Tenpai>,
}

impl<'a> Model<'a> {
    pub(super) fn new(
        graph: &'a Graph,
        odds: &'a Odds,
        payoffs: &'a dyn Payoffs,
        progress: &Progress,
    ) -> Result<Model<'a>, SearchError> {
        let found: Vec<Option<Tenpai>> = (0..graph.len())
            .into_par_iter()
            .map(|node| progress.check().map(|()| tenpai(graph, odds, payoffs, node)))
            .collect::<Result<_, _>>()?;
        let mut tenpai_of = vec![NONE; graph.len()];
        let mut list = Vec::new();
        for (node, tenpai) in found.into_iter().enumerate() {
            if let Some(tenpai) = tenpai {
                tenpai_of[node] = list.len() as u32;
                list.push(tenpai);
            }
        }
        Ok(Model { graph, odds, payoffs, tenpai_of, tenpai: list })
    }

    pub(super) fn tenpai_number(&self, node: usize) -> Option<usize> {
        let number = self.tenpai_of[node];
        (number != NONE).then_some(number as usize)
    }

    /// `A(q, j)` for `j = 0..=draws`.
    pub(super) fn values(&self, progress: &Progress) -> Result<Vec<Vec<f64>>, SearchError> {
        let draws = self.odds.draws;
        let (tenpai, noten) = (self.payoffs.exhaustive_draw(true), self.payoffs.exhaustive_draw(false));
        let ends = self.tenpai_of.iter().map(|&t| if t == NONE { noten } else { tenpai }).collect();
        let mut values: Vec<Vec<f64>> = vec![ends];
        for j in (0..draws).rev() {
            let next = &values[values.len() - 1];
            let best = self.best_discards(next);
            progress.check()?;
            let now = (0..self.graph.len())
                .into_par_iter()
                .with_min_len(256)
                .map(|node| {
                    let dama = self.dama(node, j, next[node], |edge| best[edge.drawn as usize]).value;
                    match self.riichi(node, j) {
                        Some(riichi) if riichi > dama => riichi,
                        _ => dama,
                    }
                })
                .collect();
            values.push(now);
            progress.advance();
            progress.check()?;
        }
        values.reverse();
        Ok(values)
    }

    fn best_discards(&self, next: &[f64]) -> Vec<f64> {
        (0..self.graph.drawn_len())
            .into_par_iter()
            .with_min_len(256)
            .map(|drawn| {
                let children = self.graph.children(drawn).iter();
                children.map(|&child| next[child as usize]).fold(f64::NEG_INFINITY, f64::max)
            })
            .collect()
    }

    /// Value of declaring riichi with this hand after `j` draws, where that is possible.
    pub(super) fn riichi(&self, node: usize, j: usize) -> Option<f64> {
        self.tenpai[self.tenpai_number(node)?].riichi.get(j).copied()
    }

    /// The value of going on without riichi after `j` draws, `stay` being that of the same hand one
    /// draw later and `best` that of a 14-tile hand one draw later.
    pub(super) fn dama(&self, node: usize, j: usize, stay: f64, best: impl Fn(&Edge) -> f64) -> Dama {
        let tenpai = self.tenpai_number(node).map(|number| &self.tenpai[number]);
        let waits = tenpai.map_or(&[][..], |tenpai| &tenpai.waits);
        let options = || {
            let waits = waits.iter().map(|wait| (wait.weight, wait.draw_value(&best).unwrap_or(stay)));
            let edges = self.exchanges(node).map(|edge| (f64::from(edge.weight), best(edge)));
            waits.chain(edges).map(|(weight, value)| (weight, value - stay))
        };
        let (mut wanted, mut gains) = (0.0, 0.0);
        for (weight, gain) in options().filter(|(_, gain)| *gain > 0.0) {
            wanted += weight;
            gains += weight * gain;
        }
        let left = self.odds.tiles_left(j);
        let mut cut = Cut::NONE;
        if wanted > left {
            (cut, gains) = Cut::new(options().collect(), left);
        }
        let draw = stay + gains / left;
        let (mut weight, mut all, mut income) = (0.0, 0.0, 0.0);
        for wait in waits {
            all += wait.ron_weight[0];
            if let Some(value) = wait.ron_value(draw) {
                weight += wait.ron_weight[0];
                income += wait.ron_weight[0] * value;
            }
        }
        let (once, factor) = self.odds.ron(j, weight, all);
        Dama { value: (1.0 - once) * draw + factor * income, draw, left, cut, once, factor }
    }

    /// The draws of a hand that do not complete it.
    pub(super) fn exchanges(&self, node: usize) -> impl Iterator<Item = &Edge> {
        let tenpai = self.tenpai_number(node).map(|number| &self.tenpai[number]);
        let waits = tenpai.map_or(&[][..], |tenpai| &tenpai.waits);
        let edges = self.graph.edges(node).iter();
        edges.filter(move |edge| waits.iter().all(|wait| wait.tile != edge.tile))
    }
}

/// Which draws count when more tiles are wanted than are left: those that gain most.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// More gain than this counts in full.
    gain: f64,
    /// Share of the tiles that gain just this.
    share: f64,
}

impl Cut {
    const NONE: Cut = Cut { gain: 0.0, share: 0.0 };

    /// From weights and gains; also the sum of what counts.
    fn new(mut options: Vec<(f64, f64)>, left: f64) -> (Cut, f64) {
        options.sort_by(|a, b| b.1.total_cmp(&a.1));
        let (mut room, mut sum) = (left, 0.0);
        for group in options.chunk_by(|a, b| a.1 == b.1) {
            let (gain, weight) = (group[0].1, group.iter().map(|option| option.0).sum::<f64>());
            if weight >= room {
                return (Cut { gain, share: room / weight }, sum + room * gain);
            }
            room -= weight;
            sum += weight * gain;
        }
        (Cut::NONE, sum)
    }

    /// Share of the tiles with this gain that count.
    pub(super) fn share(self, gain: f64) -> f64 {
        match gain.total_cmp(&self.gain) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => self.share,
            std::cmp::Ordering::Less => 0.0,
        }
    }
}

/// One turn without riichi.
pub(super) struct Dama {
    /// Before the others' discards.
    pub(super) value: f64,
    /// Before the own draw.
    pub(super) draw: f64,
    /// Denominator of the draw's probabilities.
    pub(super) left: f64,
    /// Which draws count.
    pub(super) cut: Cut,
    /// Probability of ron before the draw.
    pub(super) once: f64,
    /// Probability of ron with a tile: this times its ron weight.
    pub(super) factor: f64,
}

impl Wait {
    /// What drawing the tile is worth: winning, or the best discard if that is more.
    pub(super) fn draw_value(&self, best: &impl Fn(&Edge) -> f64) -> Option<f64> {
        let other = self.edge().map(|edge| best(&edge));
        match (self.lines.tsumo.map(|line| line.value), other) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        }
    }

    pub(super) fn edge(&self) -> Option<Edge> {
        (self.drawn != NONE).then_some(Edge { drawn: self.drawn, weight: self.weight as u8, tile: self.tile })
    }

    /// What winning with the tile when it is drawn pays, where no discard is worth more.
    pub(super) fn wins_at_best(&self, best: &impl Fn(&Edge) -> f64) -> Option<f64> {
        let other = self.edge().map(|edge| best(&edge));
        self.lines.tsumo.map(|line| line.value).filter(|&value| other.is_none_or(|other| value >= other))
    }

    /// What ron pays where it is possible and worth more than going on.
    pub(super) fn ron_value(&self, go_on: f64) -> Option<f64> {
        let line = self.lines.ron?;
        (self.ron_weight[0] > 0.0 && line.value > go_on).then_some(line.value)
    }
}

fn tenpai(graph: &Graph, odds: &Odds, payoffs: &dyn Payoffs, node: usize) -> Option<Tenpai> {
    let hand = graph.hand(node);
    let kinds: KindSet = shape::waits(&hand);
    if kinds.is_empty() {
        return None;
    }
    let unseen = graph.unseen(node);
    let furiten = kinds.iter().any(|kind| graph.has_discarded(node, kind));
    let mut waits = Vec::new();
    for kind in kinds.iter() {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        for tile in [Some(Tile::plain(kind)), red].into_iter().flatten() {
            let weight = f64::from(graph.weight(node, tile));
            if weight > 0.0 {
                let drawn = graph.edges(node).iter().find(|edge| edge.tile == tile);
                let lines = payoffs.win(&hand, tile, &unseen);
                let ron = |rate, possible: bool| if possible && !furiten { weight * rate } else { 0.0 };
                waits.push(Wait {
                    tile,
                    weight,
                    drawn: drawn.map_or(NONE, |edge| edge.drawn),
                    ron_weight: [
                        ron(odds.dama.of(kind), lines.ron.is_some()),
                        ron(odds.riichi.of(kind), lines.riichi.is_some()),
                    ],
                    lines,
                });
            }
        }
    }
    let riichi = payoffs
        .riichi_stick()
        .filter(|_| hand.is_closed())
        .map_or(Vec::new(), |stick| riichi_values(&waits, odds, payoffs.exhaustive_draw(true) + stick));
    Some(Tenpai { waits, riichi })
}

/// After riichi every winning tile wins: the turns in closed form.
pub(super) struct RiichiTurn {
    /// Denominator of the draw.
    pub(super) left: f64,
    pub(super) once: f64,
    pub(super) factor: f64,
}

impl RiichiTurn {
    pub(super) fn new(waits: &[Wait], odds: &Odds, j: usize) -> RiichiTurn {
        let left = odds.tiles_left(j).max(waits.iter().map(|wait| wait.weight).sum());
        let rons = waits.iter().map(|wait| wait.ron_weight[1]).sum();
        let (once, factor) = odds.ron(j, rons, rons);
        RiichiTurn { left, once, factor }
    }
}

/// Tsumo and ron of a riichi, in its first turn and later.
pub(super) fn riichi_lines(lines: &RiichiLines, first: bool) -> (&super::Line, &super::Line) {
    if first { (&lines.ippatsu_tsumo, &lines.ippatsu_ron) } else { (&lines.tsumo, &lines.ron) }
}

/// Value of declaring riichi after `j` draws, for every `j` that leaves a draw.
fn riichi_values(waits: &[Wait], odds: &Odds, unwon: f64) -> Vec<f64> {
    let turn = |j: usize, then: f64, first: bool| {
        let turn = RiichiTurn::new(waits, odds, j);
        let (mut draw, mut income) = (then, 0.0);
        for wait in waits {
            if let Some(lines) = &wait.lines.riichi {
                let (tsumo, ron) = riichi_lines(lines, first);
                draw += wait.weight * (tsumo.value - then) / turn.left;
                income += wait.ron_weight[1] * ron.value;
            }
        }
        (1.0 - turn.once) * draw + turn.factor * income
    };
    let mut then = unwon;
    let mut values = vec![0.0; odds.draws];
    for j in (0..odds.draws).rev() {
        values[j] = turn(j, then, true);
        then = turn(j, then, false);
    }
    values
}
