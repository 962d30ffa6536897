//! The number of players: three or four.

use super::{Kind, KindSet, Seat, Suit, Wind};
use std::fmt;

/// How many play. Which seats and tiles there are follows from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Players {
    /// Sanma: without 2m to 8m, and seat 3 is empty for the whole game.
    Three,
    /// The usual game.
    #[default]
    Four,
}

impl Players {
    /// 3 or 4.
    pub const fn count(self) -> usize {
        match self {
            Players::Three => 3,
            Players::Four => 4,
        }
    }

    /// The seats in playing order.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::ALL.into_iter().take(self.count())
    }

    /// The others, in the order in which they play after a seat.
    pub fn others(self, seat: Seat) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (1..self.count()).map(move |steps| self.after(seat, steps))
    }

    /// The same as three places, the last of which is nobody's with three players.
    pub fn places(self, seat: Seat) -> [Option<Seat>; 3] {
        std::array::from_fn(|i| (i + 1 < self.count()).then(|| self.after(seat, i + 1)))
    }

    /// Whether somebody sits there.
    pub const fn has_seat(self, seat: Seat) -> bool {
        seat.index() < self.count()
    }

    /// Who deals last in a round of winds.
    pub const fn last_seat(self) -> Seat {
        Seat::ALL[self.count() - 1]
    }

    /// The seat that plays `steps` after another.
    pub const fn after(self, seat: Seat, steps: usize) -> Seat {
        Seat::ALL[(seat.index() + steps) % self.count()]
    }

    /// A seat's wind when `dealer` deals.
    pub const fn wind(self, seat: Seat, dealer: Seat) -> Wind {
        Wind::ALL[(self.count() + seat.index() - dealer.index()) % self.count()]
    }

    /// Whether the tile exists.
    pub const fn has(self, kind: Kind) -> bool {
        matches!(self, Players::Four) || kind.index() >= Suit::Man.size() || kind.is_terminal()
    }

    /// The kinds that exist.
    pub fn kinds(self) -> KindSet {
        Kind::ALL.into_iter().filter(|&kind| self.has(kind)).collect()
    }

    /// How many tiles of a kind exist.
    pub const fn copies(self, kind: Kind) -> u8 {
        if self.has(kind) { 4 } else { 0 }
    }

    /// Tiles that can be drawn in a round: all but 13 for each player and the 14 of the dead wall.
    pub const fn wall(self) -> usize {
        let tiles = match self {
            Players::Three => 108,
            Players::Four => 136,
        };
        tiles - 13 * self.count() - 14
    }

    /// Most turns of a player in a round without calls, the first one to draw having one more than the last.
    pub const fn turns(self) -> usize {
        self.wall().div_ceil(self.count())
    }

    /// The dora that an indicator shows: with three players 9m follows 1m.
    pub const fn dora(self, indicator: Kind) -> Kind {
        match (self, indicator.index()) {
            (Players::Three, 0) => Kind::ALL[8],
            _ => indicator.dora(),
        }
    }
}

impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Players::Three => "three players",
            Players::Four => "four players",
        })
    }
}
