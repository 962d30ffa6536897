//! What strong players do with a tile on offer: the probability of passing, and of each call with each discard.
//!
//! Nets say which call is made of it, and which discard follows (`policy`); they know no search. A conditional logit over
//! passing and the calls puts that beside what the search says of each: the log-weight of a call is the sum of its figures
//! times their weights, with the discard that most players make of it. Fitted by `cargo tools train value`.

use super::facts::{Facts, OfferShare};
use super::opponents::{Opponents, TableThreat};
use super::value;
use crate::dense::is;
use crate::hand::From;
use crate::legal::{self, Action, HandAfterCall, Position, TileOffer};
use crate::params::layout_hash;
use crate::policy::discard::Question;
use crate::policy::offer::OfferQuestion;
use crate::policy::{Discard, PolicyModel};
use crate::round::{Permit, by_seat};
use std::sync::OnceLock;

/// The section's name in the parameter file.
pub const SECTION: &str = "offers";
/// How many figures an action has.
pub const FIGURES: usize = 11;

/// What the weights are for, in order.
const MEANING: &str = "ln(share of the net + 0.002); of calls: 1, shanten that it gains, opening the hand, farther from a \
    yaku, folding, chi, win rate that it gains, by search and by net, tenpai, somebody in riichi";

/// A share of the net that is as good as none.
const LEAST: f64 = 0.002;

/// A hash of what the weights mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// What is known of an action on a tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OfferAction {
    /// Which call it belongs to, and what the nets say of it.
    pub net: OfferShare,
    /// A chi.
    pub chi: bool,
    /// Shanten after it.
    pub shanten: i32,
    /// Shanten with a yaku.
    pub yaku: i32,
    /// Share of plays in which the hand is given up.
    pub folds: f64,
    /// Probability of winning, by the search.
    pub win: f64,
    /// The same by the net of all recorded discards.
    pub recorded: f64,
    /// Whether the hand was open before.
    pub open: bool,
    /// Whether somebody else is in riichi.
    pub riichi: bool,
}

impl OfferAction {
    /// Of an action whose facts are known; none where it is none on a tile on offer.
    pub fn of(facts: &Facts, chi: bool) -> Option<OfferAction> {
        Some(OfferAction {
            net: facts.offer?,
            chi,
            shanten: facts.shanten,
            yaku: facts.yaku,
            folds: facts.folds,
            win: facts.searched.win.rate,
            recorded: facts.recorded[0] * (1.0 - facts.risk.rate),
            open: facts.case.open,
            riichi: matches!(facts.case.threat, TableThreat::OneRiichi | TableThreat::MoreRiichi),
        })
    }

    /// Whether it takes the tile.
    pub fn is_call(&self) -> bool {
        self.net.call > 0
    }

    /// The figures, beside leaving the tile.
    pub fn figures(&self, pass: &OfferAction) -> [f64; FIGURES] {
        let mut figures = [
            libm::log(self.net.share + LEAST),
            1.0,
            f64::from(pass.shanten - self.shanten),
            is(!self.open),
            f64::from((self.yaku - self.shanten).min(3)),
            self.folds,
            is(self.chi),
            10.0 * (self.win - pass.win),
            10.0 * (self.recorded - pass.recorded),
            is(self.shanten <= 0),
            is(self.riichi),
        ];
        if !self.is_call() {
            figures[1..].fill(0.0);
        }
        figures
    }
}

/// The weights of the figures.
pub type Weights = [f64; FIGURES];

/// Those that the crate carries.
pub fn builtin() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| value::logit_weights(SECTION, layout()))
}

/// Passing and every call, each with the discard that most players make of it; passing comes first. None where there is no passing.
pub fn calls(all: &[OfferAction]) -> Option<Vec<OfferAction>> {
    let mut calls = vec![*all.iter().find(|action| !action.is_call())?];
    for action in all.iter().filter(|action| action.is_call()) {
        match calls.iter_mut().find(|call| call.net.call == action.net.call) {
            Some(call) if action.net.discard > call.net.discard => *call = *action,
            Some(_) => {}
            None => calls.push(*action),
        }
    }
    Some(calls)
}

/// The probability that a strong player does each of these, of which one leaves the tile; none where none does.
pub fn shares(weights: &Weights, all: &[OfferAction]) -> Option<Vec<f64>> {
    let calls = calls(all)?;
    let figures: Vec<[f64; FIGURES]> = calls.iter().map(|call| call.figures(&calls[0])).collect();
    let shares = value::shares(weights, &figures);
    let share = |action: &OfferAction| {
        let place = calls.iter().position(|call| call.net.call == action.net.call);
        shares[place.expect("every call is among them")] * action.net.discard
    };
    Some(all.iter().map(share).collect())
}

/// The share of every action on a tile.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OfferShares(Vec<(Action, OfferShare)>);

impl OfferShares {
    /// None where there is nothing to call.
    pub(super) fn of(opponents: &Opponents, position: &Position, permit: &Permit<'_>) -> Option<OfferShares> {
        let Position::Waiting { hand, offered: Some(offered) } = position else { return None };
        let calls = legal::offered_calls(hand, *offered, permit);
        if calls.is_empty() {
            return None;
        }
        let model = PolicyModel::builtin();
        let (view, schedule) = (&opponents.view(), opponents.schedule());
        let (danger, scene) = (opponents.danger(), opponents.scene());
        let from = by_seat(view.table(), offered.from, view.seat());
        let from = From::of(from, view.seat()).expect("the tile is another player's");
        let question = OfferQuestion { view, hand, offered: TileOffer { from, ..*offered }, danger, scene };
        let shares = model.offered(&question, &calls);
        let mut actions = vec![(Action::Pass, OfferShare { call: 0, share: shares[0], discard: 1.0 })];
        for ((called, call), &share) in calls.iter().zip(1..).zip(&shares[1..]) {
            match called {
                HandAfterCall::Kan { .. } => {
                    actions.push((Action::Daiminkan, OfferShare { call, share, discard: 1.0 }))
                }
                HandAfterCall::Open { hand, own, forbidden } => {
                    let question = Question { view, hand, drawn: None, danger, schedule };
                    let allowed = hand.discards().filter(|tile| !forbidden.contains(tile.kind()));
                    let among: Vec<Discard> = allowed.map(|tile| Discard { tile, riichi: false }).collect();
                    let discards = model.policy(question, among.clone()).shares(&among);
                    actions.extend(among.into_iter().zip(discards).map(|(Discard { tile, .. }, discard)| {
                        let discard = discard.expect("it was asked for");
                        (called.with(*own, tile), OfferShare { call, share, discard })
                    }));
                }
            }
        }
        Some(OfferShares(actions))
    }

    /// Of one action; none of a win.
    pub(super) fn of_action(&self, action: &Action) -> Option<OfferShare> {
        self.0.iter().find(|(known, _)| known == action).map(|&(_, share)| share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASS: OfferAction = OfferAction {
        net: OfferShare { call: 0, share: 0.6, discard: 1.0 },
        chi: false,
        shanten: 2,
        yaku: 2,
        folds: 0.0,
        win: 0.2,
        recorded: 0.2,
        open: false,
        riichi: false,
    };

    fn call(call: usize, share: f64, discard: f64) -> OfferAction {
        OfferAction { net: OfferShare { call, share, discard }, chi: true, shanten: 1, ..PASS }
    }

    #[test]
    fn shares_add_up_and_follow_the_weights() {
        let mut weights = [0.0; FIGURES];
        assert_eq!(shares(&weights, &[PASS, call(1, 0.4, 1.0)]), Some(vec![0.5, 0.5]));
        weights[2] = 3f64.ln();
        let found = shares(&weights, &[call(1, 0.4, 1.0), PASS]).unwrap();
        assert!((found[0] - 0.75).abs() < 1e-12 && (found[1] - 0.25).abs() < 1e-12, "{found:?}");
        assert_eq!(shares(&weights, &[call(1, 0.4, 1.0)]), None);
    }

    #[test]
    fn what_the_net_says_of_a_call_is_shared_by_its_discards() {
        let mut weights = [0.0; FIGURES];
        weights[0] = 1.0;
        let all = [PASS, call(1, 0.1, 0.25), call(1, 0.1, 0.75), call(2, 0.3, 1.0)];
        let found = shares(&weights, &all).unwrap();
        for (found, expected) in found.into_iter().zip([0.6, 0.025, 0.075, 0.3]) {
            assert!((found - expected).abs() < 2.0 * LEAST, "{found}, expected {expected}");
        }
    }

    /// A far hand has many discards after a call that are alike: they do not make the call likelier.
    #[test]
    fn ten_discards_make_a_call_no_likelier() {
        let shared: Vec<OfferAction> =
            std::iter::once(PASS).chain((0..10).map(|_| call(1, 0.4, 0.1))).collect();
        let found = shares(builtin(), &shared).unwrap();
        let alone = shares(builtin(), &[PASS, call(1, 0.4, 1.0)]).unwrap();
        assert!((found[0] - alone[0]).abs() < 1e-12, "{found:?} {alone:?}");
    }

    #[test]
    fn more_call_where_the_net_says_so() {
        let share = |share| {
            let pass = OfferAction { net: OfferShare { share: 1.0 - share, ..PASS.net }, ..PASS };
            shares(builtin(), &[pass, call(1, share, 1.0)]).unwrap()[1]
        };
        assert!(share(0.1) < share(0.4) && share(0.4) < share(0.9), "{} {}", share(0.1), share(0.9));
    }
}
