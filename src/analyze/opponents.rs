//! What the opponents can do at a table that is known.

use super::taken::TakenShares;
use super::{Position, TableThreat};
use crate::danger::forecast::Other;
use crate::danger::{Danger, Forecast, Threat};
use crate::ends::inputs::Scene;
use crate::policy::discard::Question;
use crate::policy::{self, Discard, Policy};
use crate::round::{Permit, Schedule, View};
use crate::score::SureYakuman;
use crate::tile::Seat;

/// The opponents at a table that is known.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Opponents {
    pub(super) danger: Danger,
    pub(super) forecast: Forecast,
    /// What strong players discard here; none where no discard is due.
    pub(super) policy: Option<Policy>,
    /// What they do with the tile on offer; none where there is nothing to call.
    pub(super) taken: Option<TakenShares>,
    /// What all hands of the seat have in common for how the round ends.
    pub(super) scene: Scene,
    viewer: Seat,
    /// By place, less one: the yakuman that melds make sure.
    pub(super) sure: [Option<SureYakuman>; 3],
    /// How many of them are in riichi.
    pub(super) riichi: usize,
    /// What they threaten with.
    pub(super) threat: TableThreat,
}

impl Opponents {
    /// As a seat sees them.
    pub(super) fn new(
        view: &View<'_>,
        position: &Position,
        permit: &Permit<'_>,
        schedule: Schedule,
    ) -> Opponents {
        let danger = crate::danger::assess(view, schedule.length);
        let forecast = Forecast::new(view, &danger).expect("the danger is that of the same seat");
        let viewer = view.seat();
        let in_riichi = |&place: &usize| view.table().player(viewer.after(place)).riichi().is_some();
        let policy = match *position {
            Position::Drawn { ref hand, drawn } => {
                let question = Question { view, hand, drawn, danger: &danger, schedule };
                let both = |tile| [false, true].map(|riichi| Discard { tile, riichi });
                let among = hand.discards().flat_map(both).collect();
                Some(policy::PolicyModel::builtin().policy(question, among))
            }
            Position::Waiting { .. } => None,
        };
        let scene = Scene::of(view, schedule);
        let taken = TakenShares::of(view, position, permit, (&danger, &scene), schedule);
        Opponents {
            danger,
            forecast,
            policy,
            taken,
            scene,
            viewer,
            sure: [1, 2, 3].map(|place| {
                SureYakuman::of(view.table().player(viewer.after(place)).melds(), view.table().rules())
            }),
            riichi: (1..4).filter(in_riichi).count(),
            threat: TableThreat::of(view.table(), viewer),
        }
    }

    /// The opponents by place: 1 right, 2 across, 3 left.
    pub(super) fn opponents(&self) -> impl Iterator<Item = (usize, &Threat, &Other)> {
        (1..4).filter_map(|place| {
            let seat = self.viewer.after(place);
            Some((place, self.danger.threats[seat].as_ref()?, self.forecast.others[seat].as_ref()?))
        })
    }
}
