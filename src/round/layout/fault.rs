//! Why a layout is none that a round comes to.

use crate::round::Fault;
use crate::round::state::MOST_DISCARDS;
use crate::tile::{Kind, Players, Seat, Tile, Wind};

/// Why a layout is none that a round comes to, and where.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{fault}")]
pub struct LayoutError {
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub fault: LayoutFault,
}

/// A place in a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A river.
    River {
        /// Whose.
        seat: Seat,
        /// The number of the discard, from 1.
        turn: usize,
    },
    /// A meld.
    Meld {
        /// Whose.
        seat: Seat,
        /// Which one, from 0.
        index: usize,
    },
    /// The dora indicators.
    Indicators,
    /// The riichi sticks.
    Sticks,
    /// The points.
    Scores,
    /// Who is to discard.
    Holding,
    /// The tile of a kan that can be robbed.
    Robbed,
}

/// What is wrong with a layout.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LayoutFault {
    /// Something lies before a seat that nobody has.
    #[error("{players} play: nobody is {wind:?}")]
    EmptySeat {
        /// The wind of the seat.
        wind: Wind,
        /// How many play.
        players: Players,
    },
    /// There was no draw after which a north could have been set aside.
    #[error("there was no turn to set a north aside in")]
    NoTurnForKita,
    /// No north has just been set aside.
    #[error("a north is said to be set aside, but that is not the last that has happened")]
    NotSetAside,
    /// More discards than any river has.
    #[error("{count} discards: no river has more than {MOST_DISCARDS}")]
    RiverLength {
        /// As given.
        count: usize,
    },
    /// More than four melds.
    #[error("{count} melds: a hand has four at the most")]
    Melds {
        /// As given.
        count: usize,
    },
    /// A call of a tile that is not in the river that it names.
    #[error("{tile} was claimed from {from:?}, who never discarded it")]
    NeverDiscarded {
        /// The tile claimed.
        tile: Tile,
        /// From whom.
        from: Wind,
    },
    /// A call that no order of turns allows, though the tile was discarded.
    #[error(
        "{tile} was claimed from {from:?}, but every such discard is claimed already or comes at another time"
    )]
    Unclaimed {
        /// The tile claimed.
        tile: Tile,
        /// From whom.
        from: Wind,
    },
    /// A discard is marked as called, and no meld has it.
    #[error("{tile} is marked as called by {by:?}, who has no meld with it from here")]
    NotCalled {
        /// The tile.
        tile: Tile,
        /// Who is said to have called it.
        by: Wind,
    },
    /// A discard that comes later than what the other rivers hold.
    #[error("this discard cannot have been made yet: before it comes discard {turn} of {due:?}, whose river has {}", turn - 1)]
    TooEarly {
        /// Who is to discard first.
        due: Wind,
        /// Which discard that is.
        turn: usize,
    },
    /// Somebody else is to discard.
    #[error("{holding:?} holds 14 tiles, but after these discards and calls {due:?} is to act")]
    NotDue {
        /// Who holds 14 tiles.
        holding: Wind,
        /// Whose turn it is.
        due: Wind,
    },
    /// A call that fits two discards.
    #[error("{by:?} can have called this {tile} or another one: mark the one that was called with ^{}", letter(*by))]
    Ambiguous {
        /// The tile.
        tile: Tile,
        /// Who called it.
        by: Wind,
    },
    /// A river names a kan that is no meld.
    #[error("a kan of {kind} is marked, but among the melds is none, or not so many")]
    NoKan {
        /// Its kind.
        kind: Kind,
    },
    /// There was no draw after which the kan could have been declared.
    #[error("there was no turn to declare the kan of {kind} in")]
    NoTurn {
        /// Its kind.
        kind: Kind,
    },
    /// No kan has just been made with the tile that can be robbed.
    #[error("{tile} is said to be added to a pon, but the last that has happened is no such kan")]
    NotAdded {
        /// The tile.
        tile: Tile,
    },
    /// No kan has just been declared that thirteen orphans can rob.
    #[error(
        "{kind} is said to be in a concealed kan that thirteen orphans can rob, but the last that has happened is no such \
         kan, or the rules do not let them"
    )]
    NotConcealed {
        /// Its kind.
        kind: Kind,
    },
    /// As many dora indicators as no number of kans asks for.
    #[error("{given} dora indicators, and {kans} in the melds so far: there is one, and one more for each kan", kans = kans_of(*kans))]
    Indicators {
        /// As given.
        given: usize,
        /// How many kans there are.
        kans: usize,
    },
    /// Fewer sticks than riichis.
    #[error("{given} on the table are fewer than the {riichis} of this round")]
    Sticks {
        /// As given.
        given: u32,
        /// Riichis of this round whose stick is on the table.
        riichis: u32,
    },
    /// The stick of a riichi whose tile can still be won lies on the table already.
    #[error(
        "{given} on the table count one of the riichi whose tile can still be won: a stick moves when nobody wins with it"
    )]
    StickEarly {
        /// As given.
        given: u32,
    },
    /// The points of a riichi whose tile can still be won are gone already.
    #[error(
        "1,000 are missing: the points of a riichi are the player's until nobody wins with the tile, and then lie on the \
         table as a stick"
    )]
    PointsEarly,
    /// Something that the rules do not allow at that moment.
    #[error(transparent)]
    Illegal(#[from] Fault),
}

fn kans_of(count: usize) -> String {
    if count == 1 { "1 kan".into() } else { format!("{count} kans") }
}

fn letter(wind: Wind) -> char {
    ['E', 'S', 'W', 'N'][wind.index()]
}

/// The wind of a seat when seat 0 deals.
pub(super) fn wind(seat: Seat) -> Wind {
    Wind::ALL[seat.index()]
}
