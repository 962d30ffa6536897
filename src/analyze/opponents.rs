//! The opponents at a table that is known: what they threaten with, and what they can do.

use crate::danger::forecast::Other;
use crate::danger::{self, Danger, Forecast, Threat};
use crate::ends::inputs::Scene;
use crate::hand::{From, Meld};
use crate::round::{Phase, Schedule, Table, View};
use crate::score::SureYakuman;
use crate::tile::{Counts, Players, Reds, Seat};
use std::sync::OnceLock;

/// What the others threaten with, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TableThreat {
    /// Nothing that is seen.
    None,
    /// One of them has declared riichi.
    OneRiichi,
    /// Two or three have.
    MoreRiichi,
    /// None has, and one of them has two open melds or more.
    Open,
}

impl TableThreat {
    /// All of them.
    pub const ALL: [TableThreat; 4] =
        [TableThreat::None, TableThreat::OneRiichi, TableThreat::MoreRiichi, TableThreat::Open];

    /// What a seat sees.
    pub fn of(table: &Table, seat: Seat) -> TableThreat {
        let others = || table.rules().players.others(seat).map(|other| table.player(other));
        let pending = match table.phase() {
            Phase::Draw { offer: Some(offer), .. } => {
                usize::from(offer.riichi.is_some() && offer.from != seat)
            }
            _ => 0,
        };
        match others().filter(|player| player.riichi().is_some()).count() + pending {
            0 if others().any(|player| player.melds().iter().filter(|m| Meld::is_open(m)).count() > 1) => {
                TableThreat::Open
            }
            0 => TableThreat::None,
            1 => TableThreat::OneRiichi,
            _ => TableThreat::MoreRiichi,
        }
    }
}

/// The opponents at a table that is known. What models say of them is computed when it is asked for.
#[derive(Clone, Debug)]
pub(super) struct Opponents {
    table: Table,
    viewer: Seat,
    concealed: Counts,
    reds: Reds,
    schedule: Schedule,
    danger: OnceLock<Danger>,
    forecast: OnceLock<Forecast>,
    scene: OnceLock<Scene>,
}

impl PartialEq for Opponents {
    /// The models follow from the rest.
    fn eq(&self, other: &Opponents) -> bool {
        let inputs = |of: &Opponents| (of.viewer, of.concealed, of.reds, of.schedule);
        self.table == other.table && inputs(self) == inputs(other)
    }
}

impl Opponents {
    /// As a seat sees them.
    pub(super) fn new(view: &View<'_>, schedule: Schedule) -> Opponents {
        Opponents {
            table: view.table().clone(),
            viewer: view.seat(),
            concealed: *view.concealed(),
            reds: view.reds(),
            schedule,
            danger: OnceLock::new(),
            forecast: OnceLock::new(),
            scene: OnceLock::new(),
        }
    }

    /// What the seat sees.
    pub(super) fn view(&self) -> View<'_> {
        View::new(&self.table, self.viewer, self.concealed, self.reds).expect("the parts of a view")
    }

    /// How many play.
    pub(super) fn players(&self) -> Players {
        self.table.rules().players
    }

    /// Where the round stands in its game.
    pub(super) const fn schedule(&self) -> Schedule {
        self.schedule
    }

    pub(super) fn danger(&self) -> &Danger {
        self.danger.get_or_init(|| danger::assess(&self.view(), self.schedule.length))
    }

    pub(super) fn forecast(&self) -> &Forecast {
        let forecast = || Forecast::new(&self.view(), self.danger());
        self.forecast.get_or_init(|| forecast().expect("the danger is that of the same seat"))
    }

    /// What all hands of the seat have in common for how the round ends.
    pub(super) fn scene(&self) -> &Scene {
        self.scene.get_or_init(|| Scene::of(&self.view(), self.schedule))
    }

    /// What they threaten with.
    pub(super) fn threat(&self) -> TableThreat {
        TableThreat::of(&self.table, self.viewer)
    }

    /// How many of them are in riichi.
    pub(super) fn riichi(&self) -> usize {
        self.seats().filter(|&(_, seat)| self.table.player(seat).riichi().is_some()).count()
    }

    /// By place, less one: the yakuman that melds make sure, and who is liable when the viewer sits in `seat`.
    pub(super) fn sure_yakuman(&self, seat: Seat) -> [Option<SureYakuman>; 3] {
        let players = self.table.rules().players;
        let there = |seen: Seat| {
            players.after(seat, (players.count() + seen.index() - self.viewer.index()) % players.count())
        };
        let mut sure = [None, None, None];
        for (place, winner) in self.seats() {
            let found = SureYakuman::of(self.table.player(winner).melds(), self.table.rules());
            sure[place - 1] = found.map(|mut found| {
                for one in &mut found.liable {
                    let (liable, winner) = (there(one.from.seat(winner)), there(winner));
                    one.from = From::of(liable, winner).expect("nobody is liable to themselves");
                }
                found
            });
        }
        sure
    }

    /// The seats of the opponents by place: 1 is the next to play.
    fn seats(&self) -> impl Iterator<Item = (usize, Seat)> {
        (1..).zip(self.table.rules().players.others(self.viewer))
    }

    /// The opponents by place: 1 is the next to play.
    pub(super) fn opponents(&self) -> impl Iterator<Item = (usize, &Threat, &Other)> {
        let (danger, forecast) = (self.danger(), self.forecast());
        self.seats().filter_map(|(place, seat)| {
            Some((place, danger.threats[seat].as_ref()?, forecast.others[seat].as_ref()?))
        })
    }
}
