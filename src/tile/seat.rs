//! Who sits where: seats of the table, winds of the round.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// East, south, west or north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "WindName"))]
#[serde(rename_all = "lowercase")]
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
