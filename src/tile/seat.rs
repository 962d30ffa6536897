//! Who sits where: seats of the table, winds of the round.

use super::{Kind, KindSet, Suit};
use std::ops::{Index, IndexMut};

/// A wind: of the round, or of a seat in this round (East deals).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wind {
    /// 東, the dealer.
    East = 0,
    /// 南
    South = 1,
    /// 西
    West = 2,
    /// 北
    North = 3,
}

impl Wind {
    /// All four in playing order.
    pub const ALL: [Wind; 4] = [Wind::East, Wind::South, Wind::West, Wind::North];

    /// 0..4.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A player's place at the table, which stays for the whole game; seat 0 deals first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// All four in playing order.
    pub const ALL: [Seat; 4] = [Seat(0), Seat(1), Seat(2), Seat(3)];

    /// The seat with this index, 0..4.
    pub const fn new(index: usize) -> Option<Seat> {
        if index < 4 { Some(Seat(index as u8)) } else { None }
    }

    /// 0..4.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that plays `steps` after this one.
    #[must_use]
    pub const fn after(self, steps: usize) -> Seat {
        Seat((self.0 + (steps % 4) as u8) % 4)
    }

    /// The seat's wind when `dealer` deals.
    pub const fn wind(self, dealer: Seat) -> Wind {
        Wind::ALL[((4 + self.0 - dealer.0) % 4) as usize]
    }
}

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

    /// The dora that an indicator shows: with three players 9m follows 1m.
    pub const fn dora(self, indicator: Kind) -> Kind {
        match (self, indicator.index()) {
            (Players::Three, 0) => Kind::ALL[8],
            _ => indicator.dora(),
        }
    }
}

impl std::fmt::Display for Players {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Players::Three => "three players",
            Players::Four => "four players",
        })
    }
}

/// One value for each seat; with three players nothing reads that of seat 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BySeat<T>(pub [T; 4]);

impl<T> BySeat<T> {
    /// A value made for each seat.
    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(std::array::from_fn(|i| f(Seat::ALL[i])))
    }

    /// The seats with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
