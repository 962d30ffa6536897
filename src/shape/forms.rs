//! Every winning form of a hand, by backtracking (seed 002), with every place of the winning tile.

use crate::hand::{Group, WaitingHand};
use crate::tile::{Counts, Kind};
use arrayvec::ArrayVec;

/// A way to read 14 tiles as a complete hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// Four groups, melds included, and a pair.
    Standard(Standard),
    /// Seven different pairs.
    SevenPairs,
    /// All thirteen terminals and honours, one of them twice.
    ThirteenOrphans {
        /// The pair; with the winning tile in it the hand waited on all thirteen.
        pair: Kind,
    },
}

/// Groups and a pair. The concealed groups come first, melds are not repeated here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Standard {
    groups: [Group; 4],
    len: u8,
    /// The pair.
    pub pair: Kind,
    /// Where the winning tile lies.
    pub won: Place,
}

/// Where the winning tile lies in a standard form, and so what it waited for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// It completes the pair.
    Pair,
    /// It completes a concealed group.
    Group {
        /// Index into [`Standard::groups`].
        index: u8,
        /// Which of the four waits on a group.
        wait: GroupWait,
    },
}

/// What a group lacked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroupWait {
    /// Either end of a run: 45 on 3 or 6.
    Ryanmen,
    /// The middle of a run: 46 on 5.
    Kanchan,
    /// The 3 of 123 or the 7 of 789.
    Penchan,
    /// The third of a triplet.
    Shanpon,
}

impl Standard {
    /// The concealed groups in order: runs and triplets.
    pub fn groups(&self) -> &[Group] {
        &self.groups[..self.len.into()]
    }
}
