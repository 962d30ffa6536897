//! An own draw: which tiles gain anything, what that is worth, and where each of them goes.

use crate::search::float::Float;
use crate::search::graph::{Edge, code_of_tile};
use crate::search::values::model::ValuedGraph;
use crate::search::values::step_context::StepContext;
use crate::search::values::tenpai::{Gain, Luck, NONE, Tenpai, Wait};
use crate::tile::Tile;
use arrayvec::ArrayVec;

/// Receives where the copies of a draw go. What it does not receive is thrown away.
pub(crate) trait Draws<R> {
    /// So many copies of a tile, by its code, win.
    fn win(&mut self, code: u8, copies: R, gain: Gain);

    /// So many copies are kept for the best discard or kan of a successor.
    fn keep(&mut self, code: u8, copies: R, successor: usize);
}

/// Asks for the value alone.
impl<R> Draws<R> for () {
    fn win(&mut self, _: u8, _: R, _: Gain) {}

    fn keep(&mut self, _: u8, _: R, _: usize) {}
}

/// Which draws count when more tiles are wanted than are left: those that gain most.
#[derive(Clone, Copy)]
pub(crate) struct Cut<R> {
    /// More gain than this counts in full.
    gain: R,
    /// Share of the tiles that gain just this.
    share: R,
}

impl<R: Float> Cut<R> {
    /// From weights and gains of more than nothing, which are more than are left.
    fn new(mut options: ArrayVec<(R, R), { Tile::COUNT }>, left: R) -> Option<Cut<R>> {
        let order = |a: &(R, R), b: &(R, R)| b.1.to_f64().total_cmp(&a.1.to_f64());
        options.sort_unstable_by(order);
        let mut room = left;
        for group in options.chunk_by(|a, b| a.1 == b.1) {
            let gain = group[0].1;
            let weight = group.iter().fold(R::ZERO, |sum, option| sum + option.0);
            if weight >= room {
                return Some(Cut { gain, share: room / weight });
            }
            room -= weight;
        }
        None
    }

    /// Share of the tiles with this gain that count.
    fn share(self, gain: R) -> R {
        if gain > self.gain {
            R::ONE
        } else if gain == self.gain {
            self.share
        } else {
            R::ZERO
        }
    }
}

/// How the tiles of a draw count: whether a win has luck, and the cut where more gain something than are left.
#[derive(Clone, Copy)]
pub(crate) struct DrawTerms<R> {
    pub(crate) luck: Luck,
    pub(crate) cut: Option<Cut<R>>,
}

impl<R: Float> ValuedGraph<'_, R> {
    /// The draw that ends step `j`: its luck, if there is one.
    pub(crate) fn draw_luck(&self, j: usize) -> Option<Luck> {
        let luck = if self.odds.is_haitei(j) { Luck::Last } else { Luck::Plain };
        (j < self.odds.draws()).then_some(luck)
    }

    /// What an own draw is worth in step `j`, from the wall or after a kan.
    pub(crate) fn draw(
        &self,
        node: usize,
        now: &StepContext<'_, R>,
        luck: Luck,
        visitor: &mut impl Draws<R>,
    ) -> R {
        self.draw_counting(node, now, DrawTerms { luck, cut: self.cut(node, now, luck) }, visitor)
    }

    /// The same where it is known which draws count.
    #[inline(always)]
    pub(crate) fn draw_counting(
        &self,
        node: usize,
        now: &StepContext<'_, R>,
        terms: DrawTerms<R>,
        visitor: &mut impl Draws<R>,
    ) -> R {
        let (left, tenpai) = (self.left(node, now.j), self.tenpai_at(node));
        let stay = now.successors[node];
        let gains = match (tenpai, terms.cut, now.risk) {
            (None, None, None) => {
                let mut gains = R::ZERO;
                for (&edge, &code) in self.graph.edges(node).iter().zip(self.graph.edge_codes(node)) {
                    let worth = now.successors[edge.successor()];
                    if worth > stay {
                        let copies = R::of_count(edge.weight());
                        gains += copies * (worth - stay);
                        visitor.keep(code, copies, edge.successor());
                    }
                }
                gains
            }
            _ => self.gains(node, tenpai, now, terms, visitor),
        };
        let thrown = now.risk.map_or(stay, |risk| risk.thrown_compared * stay);
        now.denormalised(thrown + gains / left, self.graph.key(node))
    }

    /// What the tiles of a draw gain, each times its copies that count.
    #[inline(always)]
    fn gains(
        &self,
        node: usize,
        tenpai: Option<&Tenpai>,
        now: &StepContext<'_, R>,
        DrawTerms { luck, cut }: DrawTerms<R>,
        visitor: &mut impl Draws<R>,
    ) -> R {
        let stay = now.successors[node];
        let counted = |copies: u32, gain: R| match cut {
            None => R::of_count(copies),
            Some(cut) => R::of_count(copies) * cut.share(gain),
        };
        let mut gains = R::ZERO;
        for wait in waits(tenpai) {
            let won = self.tsumo(node, wait, now, luck);
            let value = won.map(|(value, _)| value).or_else(|| self.other(wait, now));
            if let Some(value) = value.filter(|&value| value > stay) {
                let (code, gain) = (code_of_tile(wait.tile), now.gain(wait.tile, value - stay));
                let copies = counted(wait.weight.into(), gain);
                gains += copies * gain;
                match won {
                    Some((_, gain)) => visitor.win(code, copies, gain),
                    None => visitor.keep(code, copies, wait.successor as usize),
                }
            }
        }
        let wait_edges = tenpai.map_or(0, |tenpai| tenpai.wait_edges);
        let edges = self.graph.edges(node).iter().zip(self.graph.edge_codes(node));
        for (i, (&edge, &code)) in edges.enumerate() {
            let worth = now.successors[edge.successor()];
            if worth > stay && wait_edges >> i & 1 == 0 {
                let gain = now.gain_by_code(code, worth - stay);
                let copies = counted(edge.weight(), gain);
                gains += copies * gain;
                visitor.keep(code, copies, edge.successor());
            }
        }
        gains
    }

    /// Which draws count, where fewer tiles are left than gain anything; that is rare.
    pub(crate) fn cut(&self, node: usize, now: &StepContext<'_, R>, luck: Luck) -> Option<Cut<R>> {
        let (left, stay, tenpai) = (self.left(node, now.j), now.successors[node], self.tenpai_at(node));
        let alone = waits(tenpai).iter().filter(|wait| wait.successor == NONE);
        let alone: u32 = alone.map(|wait| u32::from(wait.weight)).sum();
        if R::of_count(self.graph.wanted(node) + alone) <= left {
            return None;
        }
        let wait_edges = tenpai.map_or(0, |tenpai| tenpai.wait_edges);
        let edges = || {
            let edges = self.graph.edges(node).iter().zip(self.graph.edge_codes(node)).enumerate();
            let edges = edges.filter(move |(i, _)| wait_edges >> i & 1 == 0).map(|(_, edge)| edge);
            edges.filter(|(edge, _)| now.successors[edge.successor()] > stay)
        };
        let weights = waits(tenpai).iter().map(|wait| u32::from(wait.weight));
        if R::of_count(weights.chain(edges().map(|(edge, _)| edge.weight())).sum()) <= left {
            return None;
        }
        let of_wait = |wait: &Wait| {
            let won = self.tsumo(node, wait, now, luck).map(|(value, _)| value);
            let value = won.or_else(|| self.other(wait, now)).filter(|&value| value > stay)?;
            Some((R::of_count(u32::from(wait.weight)), now.gain(wait.tile, value - stay)))
        };
        let of_edge = |(edge, &code): (&Edge, &u8)| {
            let gain = now.gain_by_code(code, now.successors[edge.successor()] - stay);
            (R::of_count(edge.weight()), gain)
        };
        Cut::new(waits(tenpai).iter().filter_map(of_wait).chain(edges().map(of_edge)).collect(), left)
    }

    /// What drawing a wait is worth by a discard.
    #[inline(always)]
    fn other(&self, wait: &Wait, now: &StepContext<'_, R>) -> Option<R> {
        (wait.successor != NONE).then(|| now.successors[wait.successor as usize])
    }

    /// What winning with a wait when it is drawn is worth, where no discard is worth more.
    pub(crate) fn tsumo(
        &self,
        node: usize,
        wait: &Wait,
        now: &StepContext<'_, R>,
        luck: Luck,
    ) -> Option<(R, Gain)> {
        let gain = wait.tsumo(luck)?;
        let value = now.normalised_win(self.worth(gain), self.graph.key(node), wait.tile);
        self.other(wait, now).is_none_or(|other| value >= other).then_some((value, gain))
    }
}

fn waits(tenpai: Option<&Tenpai>) -> &[Wait] {
    tenpai.map_or(&[], |tenpai| &tenpai.waits)
}
