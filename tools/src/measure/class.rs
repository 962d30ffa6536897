//! Sorts of tiles, as players speak of them.

use nanikiru::analyze::RawSituation;
use nanikiru::tile::{Kind, Tile};

/// What a tile is at a table; the first that fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// A red five.
    Red,
    /// Shown by a dora indicator.
    Dora,
    /// A dragon, the wind of the round or of the seat.
    Yakuhai,
    /// Another wind.
    GuestWind,
    /// 1 and 9.
    Terminal,
    /// 2 and 8.
    Edge,
    /// 3 to 7.
    Middle,
}

impl Class {
    /// All of them in order.
    pub const ALL: [Class; 7] = [
        Class::Red,
        Class::Dora,
        Class::Yakuhai,
        Class::GuestWind,
        Class::Terminal,
        Class::Edge,
        Class::Middle,
    ];

    /// What `tile` is at this table.
    pub fn of(tile: Tile, table: &RawSituation) -> Class {
        let kind = tile.kind();
        let winds = [table.round_wind, table.seat_wind].map(Kind::wind);
        if tile.is_red() {
            Class::Red
        } else if table.dora_indicators.iter().any(|indicator| indicator.kind().dora() == kind) {
            Class::Dora
        } else if kind.is_dragon() || winds.contains(&kind) {
            Class::Yakuhai
        } else if kind.is_wind() {
            Class::GuestWind
        } else {
            match kind.number() {
                1 | 9 => Class::Terminal,
                2 | 8 => Class::Edge,
                _ => Class::Middle,
            }
        }
    }

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Red => "red five",
            Class::Dora => "dora",
            Class::Yakuhai => "yakuhai",
            Class::GuestWind => "guest wind",
            Class::Terminal => "1 9",
            Class::Edge => "2 8",
            Class::Middle => "3 to 7",
        }
    }
}
