//! An own draw without riichi, tile by tile: wins, what is kept, what is thrown away.

use super::layer_step::LayerStep;
use super::{Lane, Outlook, Won};
use crate::search::float::Float;
use crate::search::forward::plan::Transitions;
use crate::search::graph::code_of_tile;
use crate::search::values::risk::{StepRisk, Thrown, Weighed};
use crate::search::values::tenpai::{Luck, NONE};

/// What becomes of a draw, tile by tile.
struct Draw<'d, R> {
    /// The probability of one copy.
    each: R,
    /// Of throwing the tile away.
    rest: R,
    risk: Option<Risk<'d, R>>,
    /// Deal-ins, and what they pay.
    dealt: R,
    paid: R,
    /// To the hands of the next step.
    moves: &'d mut Vec<(u32, R)>,
}

/// What the discard after a draw risks.
struct Risk<'d, R> {
    step: &'d StepRisk<R>,
    /// By hand its tiles.
    weighed: &'d [Weighed<R>],
    /// The hand's own.
    held: Weighed<R>,
    /// The tiles that are thrown away.
    thrown: Thrown<R>,
}

impl<R: Float> Draw<'_, R> {
    /// Keeps so many copies of a tile, by its code; their probability.
    fn kept(&mut self, code: u8, copies: R) -> R {
        if let Some(risk) = &mut self.risk {
            risk.thrown = risk.step.tiles().keeping(risk.thrown, code, copies);
        }
        let share = copies * self.each;
        self.rest -= share;
        share
    }

    /// Keeps them and discards into a hand.
    fn exchanged(&mut self, code: u8, copies: R, to: u32) {
        let mut share = self.kept(code, copies);
        if let Some(risk) = &self.risk {
            let discarded = risk.step.with_drawn(risk.held, code).leaving(risk.weighed[to as usize]);
            self.dealt += share * discarded.rate();
            self.paid += share * discarded.cost;
            share = share * discarded.pass;
        }
        self.moves.push((to, share));
    }

    /// Throws away whatever else is drawn.
    fn thrown_away(&mut self, node: usize) {
        // rounding can leave less than nothing where every tile is wanted
        let mut share = self.rest.larger(R::ZERO);
        if let Some(risk) = &self.risk {
            let discarded = risk.thrown.one();
            self.dealt += share * discarded.rate();
            self.paid += share * discarded.cost;
            share = share * discarded.pass;
        }
        self.moves.push((node as u32, share));
    }
}

impl<R: Float> LayerStep<'_, '_, R> {
    /// What an own draw leads to where no kan follows, and fewer tiles gain anything than are left: the sums of
    /// [`Plan`](crate::search::forward::plan::Plan) in their order, without a list of what can be done.
    pub(super) fn drawn_in_order(
        &self,
        (node, luck): (usize, Luck),
        scratch: &mut Transitions<R>,
    ) -> Option<Outlook<R>> {
        let (model, successors, now) = (self.plan.model, self.plan.successors, self.plan.now());
        let (graph, left) = (model.graph, model.left(node, now.j));
        let (worth, stay) = (&successors.worth, successors.worth[node]);
        let tenpai = model.tenpai_at(node);
        let (waits, wait_edges) = tenpai.map_or((&[][..], 0), |tenpai| (&tenpai.waits, tenpai.wait_edges));
        let alone = waits.iter().filter(|wait| wait.successor == NONE);
        let wanted = graph.wanted(node) + alone.map(|wait| u32::from(wait.weight)).sum::<u32>();
        if R::of_count(wanted) > left {
            // not all of them need to gain anything
            let edges = graph.edges(node).iter().enumerate();
            let gaining =
                edges.filter(|&(i, &edge)| wait_edges >> i & 1 == 0 && worth[edge.successor()] > stay);
            let waits = waits.iter().map(|wait| u32::from(wait.weight));
            if R::of_count(gaining.map(|(_, edge)| edge.weight()).chain(waits).sum()) > left {
                return None;
            }
        }
        let hand = |successor: usize| {
            let to = successors.lead(successor);
            ((to as usize) < graph.len()).then_some(to)
        };
        scratch.clear();
        let risk = now.risk.map(|step| Risk {
            step,
            weighed: self.weighed(),
            held: self.weighed()[node],
            thrown: step.tiles().unseen(),
        });
        let mut outlook = Outlook::NOTHING;
        let mut draw = Draw {
            each: R::ONE / left,
            rest: R::ONE,
            risk,
            dealt: R::ZERO,
            paid: R::ZERO,
            moves: &mut scratch.moves,
        };
        for wait in waits {
            let (code, copies) = (code_of_tile(wait.tile), R::of_count(u32::from(wait.weight)));
            match model.tsumo(node, wait, &now, luck) {
                Some((value, gain)) if value > stay => {
                    let share = draw.kept(code, copies);
                    outlook.win(share, model.points(gain), Won { tsumo: true, riichi: false });
                }
                Some(_) => {}
                None => {
                    if model.other(wait, &now).is_some_and(|value| value > stay) {
                        draw.exchanged(code, copies, hand(wait.successor as usize)?);
                    }
                }
            }
        }
        for (i, (&edge, &code)) in graph.edges(node).iter().zip(graph.edge_codes(node)).enumerate() {
            if wait_edges >> i & 1 == 0 && worth[edge.successor()] > stay {
                draw.exchanged(code, R::of_count(edge.weight()), hand(edge.successor())?);
            }
        }
        draw.thrown_away(node);
        let Draw { dealt, paid, .. } = draw;
        outlook.end(Lane::DealIn, dealt, paid);
        for &(to, share) in &scratch.moves {
            outlook.add(&self.next[to as usize], share);
        }
        Some(outlook)
    }
}
