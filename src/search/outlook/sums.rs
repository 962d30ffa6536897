//! Where a hand's draw and the others' discards lead, added up as an outlook while the value is found.

use super::{Lane, Outlook, WinKind};
use crate::search::float::Float;
use crate::search::set::suit::CalledTile;
use crate::search::values::draw::Draws;
use crate::search::values::model::ValuedGraph;
use crate::search::values::offers::OfferVisitor;
use crate::search::values::risk::{RiskFactor, StepRisk, TsumogiriRisk};
use crate::search::values::successors::Successors;
use crate::search::values::tenpai::{Gain, Luck};

/// What lies ahead of a step's hands.
#[derive(Clone, Copy)]
pub(super) struct Ahead<'s, 'b, R> {
    pub(super) model: &'s ValuedGraph<'b, R>,
    pub(super) successors: &'s Successors<R>,
    /// By hand at the next step, and right after the kans of this one; nothing after the last draw.
    pub(super) next: &'s [Outlook<R>],
    /// What the next discard risks, and by hand its tiles then.
    pub(super) risk: Option<&'s StepRisk<R>>,
    pub(super) weighed: &'s [RiskFactor<R>],
}

/// A draw where no discard risks anything, in copies.
pub(super) struct SafeDraw<'s, 'b, R> {
    pub(super) ahead: Ahead<'s, 'b, R>,
    pub(super) sum: Outlook<R>,
    /// What is thrown away.
    pub(super) rest: R,
}

impl<R: Float> Draws<R> for SafeDraw<'_, '_, R> {
    #[inline(always)]
    fn win(&mut self, _: u8, copies: R, gain: Gain) {
        self.sum.win(copies, self.ahead.model.points(gain), WinKind { tsumo: true, riichi: false });
        self.rest -= copies;
    }

    #[inline(always)]
    fn keep(&mut self, _: u8, copies: R, successor: usize) {
        self.sum.add(&self.ahead.next[self.ahead.successors.lead(successor) as usize], copies);
        self.rest -= copies;
    }
}

/// A draw where the next discard risks something, in copies.
pub(super) struct RiskyDraw<'s, 'b, R> {
    pub(super) safe: SafeDraw<'s, 'b, R>,
    pub(super) risk: &'s StepRisk<R>,
    /// The tiles that the hand holds, and those that it throws away.
    pub(super) held: RiskFactor<R>,
    pub(super) thrown: TsumogiriRisk<R>,
    /// Deal-ins, and what they pay.
    pub(super) dealt: R,
    pub(super) paid: R,
}

impl<R: Float> Draws<R> for RiskyDraw<'_, '_, R> {
    #[inline(always)]
    fn win(&mut self, code: u8, copies: R, gain: Gain) {
        self.thrown = self.risk.tiles().keeping(self.thrown, code, copies);
        self.safe.win(code, copies, gain);
    }

    #[inline(always)]
    fn keep(&mut self, code: u8, copies: R, successor: usize) {
        self.thrown = self.risk.tiles().keeping(self.thrown, code, copies);
        let ahead = self.safe.ahead;
        let to = ahead.successors.lead(successor) as usize;
        let mut share = copies;
        // no discard follows a kan
        if let Some(&left) = ahead.weighed.get(to) {
            let discarded = self.risk.with_drawn(self.held, code).leaving(left);
            self.dealt += copies * discarded.rate();
            self.paid += copies * discarded.cost;
            share = copies * discarded.pass;
        }
        self.safe.sum.add(&ahead.next[to], share);
        self.safe.rest -= copies;
    }
}

/// What is made of others' discards.
pub(super) struct OfferSum<'s, 'b, R> {
    pub(super) ahead: Ahead<'s, 'b, R>,
    pub(super) node: usize,
    pub(super) sum: Outlook<R>,
}

impl<R: Float> OfferVisitor<R> for OfferSum<'_, '_, R> {
    #[inline(always)]
    fn ron(&mut self, share: R, gain: Gain, _: Luck) {
        self.sum.win(share, self.ahead.model.points(gain), WinKind { tsumo: false, riichi: false });
    }

    #[inline(always)]
    fn call(&mut self, mut share: R, called: CalledTile, successor: usize) {
        let to = self.ahead.successors.lead(successor) as usize;
        if to < self.ahead.model.graph.len() {
            // a kan says so itself
            self.sum.gain(Lane::Call, share);
        }
        if let Some((risk, &left)) = self.ahead.risk.zip(self.ahead.weighed.get(to)) {
            let before = risk.without_called(self.ahead.weighed[self.node], called);
            let discarded = before.leaving(left);
            self.sum.end(Lane::DealIn, share * discarded.rate(), share * discarded.cost);
            share = share * discarded.pass;
        }
        self.sum.add(&self.ahead.next[to], share);
    }
}
