//! What strong players do with the tile on offer: which call they make of it, and what they discard then.

use super::{Action, Position};
use crate::danger::Danger;
use crate::ends::inputs::Scene;
use crate::legal::{self, Called};
use crate::policy::discard::Question;
use crate::policy::offer::OfferQuestion;
use crate::policy::{Discard, PolicyModel};
use crate::round::{Permit, Schedule, View};

/// The share of players that take an action on a tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Taken {
    /// Which of the calls it belongs to, from 1; 0 is passing.
    pub call: usize,
    /// The share that makes that call, or passes, 0..1.
    pub share: f64,
    /// The share of those who discard so then, 0..1; 1 where no discard follows.
    pub discard: f64,
}

/// The same of every action.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TakenShares(Vec<(Action, Taken)>);

impl TakenShares {
    /// None where there is nothing to call.
    pub(super) fn of(
        view: &View<'_>,
        position: &Position,
        permit: &Permit<'_>,
        (danger, scene): (&Danger, &Scene),
        schedule: Schedule,
    ) -> Option<TakenShares> {
        let Position::Waiting { hand, offered: Some(offered) } = position else { return None };
        let calls = legal::offered_calls(hand, *offered, permit);
        if calls.is_empty() {
            return None;
        }
        let model = PolicyModel::builtin();
        let question = OfferQuestion { view, hand, offered: *offered, danger, scene };
        let shares = model.offered(&question, &calls);
        let mut actions = vec![(Action::Pass, Taken { call: 0, share: shares[0], discard: 1.0 })];
        for ((called, call), &share) in calls.iter().zip(1..).zip(&shares[1..]) {
            match called {
                Called::Kan { .. } => actions.push((Action::Daiminkan, Taken { call, share, discard: 1.0 })),
                Called::Open { hand, own, forbidden } => {
                    let question = Question { view, hand, drawn: None, danger, schedule };
                    let allowed = hand.discards().filter(|tile| !forbidden.contains(tile.kind()));
                    let among: Vec<Discard> = allowed.map(|tile| Discard { tile, riichi: false }).collect();
                    let discards = model.policy(question, among.clone()).shares(&among);
                    actions.extend(among.into_iter().zip(discards).map(|(Discard { tile, .. }, discard)| {
                        let discard = discard.expect("it was asked for");
                        (called.with(*own, tile), Taken { call, share, discard })
                    }));
                }
            }
        }
        Some(TakenShares(actions))
    }

    /// Of one action; none of a win.
    pub(super) fn of_action(&self, action: &Action) -> Option<Taken> {
        self.0.iter().find(|(known, _)| known == action).map(|&(_, taken)| taken)
    }
}
