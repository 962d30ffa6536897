//! What is wrong with a situation.

use crate::tile::{Kind, Players, Tile, Wind};

/// Far above any that occurred.
pub(super) const MOST_COUNTERS: u32 = 99;
/// Of a player, or that a player owes.
pub(super) const MOST_POINTS: i32 = 1_000_000;

/// Where a tile lies that cannot be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the player's hand or melds.
    Hand,
    /// The discard that the player may take.
    Offered,
    /// Among the dora indicators.
    Indicators,
    /// Among the tiles seen elsewhere.
    Visible,
}

/// What can belong to the seat that three players leave empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty {
    /// The player.
    Player,
    /// Points.
    Points,
    /// The tile on offer.
    Offered,
}

/// Why a situation cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SituationError {
    /// A round has 18 turns at most, 19 with three players.
    #[error("there is no turn {turn}: a round has turns 1 to {}", players.turns())]
    Turn {
        /// As given.
        turn: u32,
        /// How many play.
        players: Players,
    },
    /// The live wall has 70 tiles when the round begins, 55 with three players.
    #[error("{tiles} tiles are left: the live wall has {} at the most now", players.wall())]
    TilesLeft {
        /// As given.
        tiles: u32,
        /// How many play.
        players: Players,
    },
    /// A wind has as many rounds as there are players.
    #[error("there is no round {number}: a wind has rounds 1 to {}", players.count())]
    RoundNumber {
        /// As given.
        number: u32,
        /// How many play.
        players: Players,
    },
    /// The player, a tile on offer or points of the seat that three players leave empty.
    #[error("three play: nobody is North")]
    EmptySeat {
        /// What belongs to it.
        what: Empty,
    },
    /// The hand is of another deck than the rules.
    #[error("the hand is one of {hand}, the rules are those of {rules}")]
    Deck {
        /// Of the hand.
        hand: Players,
        /// Of the rules.
        rules: Players,
    },
    /// More honba counters than are counted.
    #[error("{honba} honba are more than the {} that are counted", MOST_COUNTERS)]
    Honba {
        /// As given.
        honba: u32,
    },
    /// More riichi sticks than are counted.
    #[error("{sticks} riichi sticks are more than the {} that are counted", MOST_COUNTERS)]
    RiichiSticks {
        /// As given.
        sticks: u32,
    },
    /// There are five indicators: one, and one more for each of four kans.
    #[error("{count} dora indicators: there are five at most")]
    Indicators {
        /// How many were given.
        count: usize,
    },
    /// More points than a game has, or a greater debt.
    #[error("{wind:?} has {points} points: at most {} are counted, owned or owed", MOST_POINTS)]
    Score {
        /// Whose.
        wind: Wind,
        /// As given.
        points: i32,
    },
    /// A tile of a concealed kan, where the rules let nobody rob it, or that thirteen orphans do not need.
    #[error("{tile} is said to be in a concealed kan, but these rules let nobody win with it")]
    NotRobbable {
        /// The tile.
        tile: Tile,
    },
    /// In riichi the tile drawn is the only one that can go, and it is not known.
    #[error("the player is in riichi: the tile drawn has to be known, it is the last one of the hand")]
    RiichiDrawn,
    /// In riichi with a hand that does not wait for anything, or that is open.
    #[error(
        "the player is in riichi, and the hand without the tile drawn, the last of 14, is no closed tenpai"
    )]
    RiichiNoten,
    /// A tile that three players do not have.
    #[error("{kind} does not exist with three players: 2m to 8m are left out")]
    NotInDeck {
        /// Where it was found.
        place: Place,
        /// The kind.
        kind: Kind,
    },
    /// More than four of a kind, all places taken together.
    #[error("{kind} is seen {count} times; there are four")]
    TooManyCopies {
        /// Where the fifth was found.
        place: Place,
        /// The kind.
        kind: Kind,
        /// How often it is seen.
        count: usize,
    },
    /// The same red five twice.
    #[error("the red five {tile} is seen {count} times; there is one")]
    RedFive {
        /// Where the second was found.
        place: Place,
        /// The red five.
        tile: Tile,
        /// How often it is seen.
        count: usize,
    },
    /// A red five under rules that have none in this suit.
    #[error("these rules have no red five {tile}: write it as 5")]
    NoRedFives {
        /// Where it was found.
        place: Place,
        /// The red five.
        tile: Tile,
    },
    /// All four fives of a suit, none of them red, under rules that have a red one.
    #[error("all four {kind} are seen, so that one of them is the red one: write it as 0")]
    MissingRed {
        /// Where the last of them was found.
        place: Place,
        /// The five.
        kind: Kind,
    },
}
