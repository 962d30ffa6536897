//! What lies before the players, and what the table is waiting for.

use super::event::{Manner, Opening};
use crate::hand::{Meld, Melds};
use crate::tile::{BySeat, Kind, KindSet, Seat, Tile, Wind};
use arrayvec::ArrayVec;

/// A tile in a river.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RiverTile {
    /// The tile.
    pub tile: Tile,
    /// From the hand or as drawn.
    pub manner: Manner,
    /// Whether riichi was declared with it.
    pub riichi: bool,
    /// Who called it.
    pub called_by: Option<Seat>,
    /// How many discards all players had made before it.
    pub order: usize,
}

/// A declared riichi whose stick is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Riichi {
    /// The place of the riichi discard in the player's river.
    pub discard: usize,
    /// Declared with the first discard, before any call.
    pub double: bool,
    /// No call and no own discard since.
    pub ippatsu: bool,
}

/// No river is longer: at most 4 own calls, 12 of others that skip to it, and (70 - 12) / 4 plain turns.
pub(super) const MOST_DISCARDS: usize = 40;

/// What everybody sees of one player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Player {
    pub(super) river: ArrayVec<RiverTile, MOST_DISCARDS>,
    pub(super) melds: Melds,
    pub(super) melded: ArrayVec<usize, 4>,
    pub(super) own_kans: ArrayVec<(Kind, usize), 4>,
    pub(super) kita: ArrayVec<usize, 4>,
    /// For each own kan how many norths had been set aside before it.
    pub(super) kita_before_kan: ArrayVec<usize, 4>,
    pub(super) riichi: Option<Riichi>,
    pub(super) discarded: KindSet,
    pub(super) passed: KindSet,
}

impl Player {
    /// Its discards in order, called ones included.
    pub fn river(&self) -> &[RiverTile] {
        &self.river
    }

    /// Its melds in order.
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// For each meld how many discards all players had made before it; an added tile changes nothing.
    pub fn melded(&self) -> &[usize] {
        &self.melded
    }

    /// Its concealed and added kans in order, and how many discards all players had made before each.
    pub fn own_kans(&self) -> &[(Kind, usize)] {
        &self.own_kans
    }

    /// For each of its concealed and added kans how many norths it had set aside before.
    pub fn kita_before_kan(&self) -> &[usize] {
        &self.kita_before_kan
    }

    /// For each north that it has set aside how many discards all players had made before it.
    pub fn kita(&self) -> &[usize] {
        &self.kita
    }

    /// Its riichi.
    pub fn riichi(&self) -> Option<Riichi> {
        self.riichi
    }

    /// The kinds that it has discarded itself.
    pub fn discarded(&self) -> KindSet {
        self.discarded
    }

    /// The kinds that others have discarded since its hand last changed, in riichi since the riichi.
    pub fn passed(&self) -> KindSet {
        self.passed
    }

    /// Whether no meld opens the hand.
    pub fn is_closed(&self) -> bool {
        !self.melds.iter().any(Meld::is_open)
    }

    /// The player cannot ron with a wait on any of these kinds: it discarded them, or let them pass
    /// since its hand last changed, in riichi for good.
    pub fn furiten(&self) -> KindSet {
        union(self.discarded, self.passed)
    }
}

fn union(a: KindSet, b: KindSet) -> KindSet {
    KindSet::from_bits(a.bits() | b.bits()).unwrap_or_default()
}

/// A discard that others can still claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who discarded.
    pub from: Seat,
    /// The tile.
    pub tile: Tile,
    /// The riichi declared with it, until it is accepted.
    pub riichi: Option<Riichi>,
}

/// A tile of a kan that others can win with (chankan), or one set aside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Robbable {
    /// Added to a pon: by every hand that it completes.
    Kakan(Tile),
    /// In a concealed kan of a terminal or honour, where the rules let thirteen orphans rob it: by them alone.
    Ankan(Kind),
    /// A north set aside: by every hand that it completes, and without a yaku for it.
    Kita,
}

impl Robbable {
    /// The tile that is won with.
    pub fn tile(self) -> Tile {
        match self {
            Robbable::Kakan(tile) => tile,
            Robbable::Ankan(kind) => kind.into(),
            Robbable::Kita => Kind::wind(Wind::North).into(),
        }
    }

    /// Whether only thirteen orphans may win with it.
    pub fn is_for_orphans(self) -> bool {
        matches!(self, Robbable::Ankan(_))
    }
}

/// What the table is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The seat's draw, or a claim of the discard before.
    Draw {
        /// Who draws.
        seat: Seat,
        /// The discard before; none at the start of the round.
        offer: Option<Offer>,
    },
    /// The seat has drawn: a discard, riichi, concealed or added kan, a win.
    Act {
        /// Who acts.
        seat: Seat,
        /// Whether it drew a replacement after a kan or kita.
        replacement: bool,
    },
    /// The seat has called: a discard.
    Called {
        /// Who called.
        seat: Seat,
        /// Kinds that it may not discard (kuikae).
        forbidden: KindSet,
    },
    /// The seat has declared riichi: the discard.
    Declared {
        /// Who declared.
        seat: Seat,
    },
    /// The seat has declared a kan or set a north aside: the replacement draw, or a win with what can be robbed.
    Kan {
        /// Who declared.
        seat: Seat,
        /// What can be robbed.
        robbable: Option<Robbable>,
    },
    /// A ron, and perhaps another one on the same tile.
    Won {
        /// Who paid.
        from: Seat,
        /// The tile.
        tile: Tile,
        /// Who won last, in the order of claims.
        last: Seat,
        /// How many have won.
        wins: usize,
    },
    /// Nothing: the round is over.
    Over,
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// With a win or more.
    Won,
    /// At the end of the wall.
    Exhausted,
    /// Broken off.
    Aborted,
}

/// How the next round begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carry {
    /// Who deals.
    pub dealer: Seat,
    /// The wind of the round.
    pub wind: Wind,
    /// Honba counters.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// Points.
    pub scores: BySeat<i32>,
}

impl Opening {
    /// The same without the indicator: what is settled between two rounds.
    pub fn carry(&self) -> Carry {
        let Opening { wind, dealer, honba, sticks, scores, indicator: _ } = *self;
        Carry { dealer, wind, honba, sticks, scores }
    }
}
