//! Where a round stands in its game.

use super::game::last_wind;
use super::table::Table;
use crate::rules::Length;
use crate::tile::{Seat, Wind};

/// What a [`Table`] need not know of its game: its seats can be the winds of the round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Schedule {
    /// How long the game is planned to be.
    pub length: Length,
    /// Who deals, the first dealer of the game being seat 0.
    pub dealer: Seat,
}

impl Schedule {
    /// Of a table that has the seats of its game.
    pub fn of(table: &Table, length: Length) -> Schedule {
        Schedule { length, dealer: table.dealer() }
    }

    /// Whether a round of this wind is one of the last planned wind, or an extra one.
    pub fn is_last_wind(self, wind: Wind) -> bool {
        wind >= last_wind(self.length)
    }

    /// Whether the table's round is the last deal of such a wind.
    pub fn is_last_deal(self, table: &Table) -> bool {
        self.is_last_wind(table.wind()) && self.dealer == table.rules().players.last_seat()
    }
}
