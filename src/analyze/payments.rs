//! What the ends of a round pay a search.

use super::utility::{Paid, RonFrom};
use super::{Analysis, Offered, Position, habits};
use crate::score::Pot;
use crate::search::{Points, Utility};
use std::sync::Arc;

/// What ends pay, without a kan that is declared with the action and with one.
pub(super) struct Payments<'p> {
    pub(super) points: [Points; 2],
    /// For a hand in riichi.
    pub(super) paid: [Paid<'p>; 2],
}

impl Analysis<'_> {
    /// What the ends pay; `kans` are declared with the action.
    pub(super) fn points(&self, kans: usize) -> Points {
        let situation = self.situation;
        Points {
            rules: situation.rules().clone(),
            table: situation.table(),
            pot: Pot { honba: situation.honba() as u16, sticks: situation.riichi_sticks() as u16 },
            riichi: self.permit().has_stick(),
            others: habits::OTHERS_TENPAI,
            kans,
            utility: Some(Arc::clone(&self.utility) as Arc<dyn Utility>),
        }
    }

    /// What a win at once pays: the player whose tile it is won on is known.
    pub(super) fn winning_points(&self) -> Points {
        let points = self.points(0);
        match *self.position {
            Position::Waiting { offered: Some(Offered { from, .. }), .. } => {
                let ron = RonFrom { utility: Arc::clone(&self.utility), from };
                Points { utility: Some(Arc::new(ron)), ..points }
            }
            _ => points,
        }
    }

    /// What the searches of a report pay.
    pub(super) fn payments(&self) -> Payments<'_> {
        let points = [0, 1].map(|kans| self.points(kans));
        let paid = [0, 1].map(|kans| Paid { points: self.points(kans), utility: &self.utility });
        Payments { points, paid }
    }
}
