//! What the others threaten with.

use crate::hand::Meld;
use crate::round::{Phase, Table};
use crate::tile::Seat;

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
        let others = || Seat::ALL.into_iter().filter(|&other| other != seat).map(|other| table.player(other));
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
