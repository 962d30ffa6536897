//! What makes an event illegal, with the offending value.

use super::state::{Phase, Robbable};
use crate::hand::{From, HandError};
use crate::tile::{BySeat, Kind, Players, Seat, Tile};

/// An event that the rules do not allow, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {event}{}: {fault}", at(*seat, *turn))]
pub struct Illegal {
    /// How many events of the round came before it.
    pub event: usize,
    /// Who acted; `None` for what happens to the table as a whole.
    pub seat: Option<Seat>,
    /// The acting seat's turn: own discards made so far, plus one; 0 without a seat.
    pub turn: usize,
    /// What is wrong.
    pub fault: Fault,
}

fn at(seat: Option<Seat>, turn: usize) -> String {
    seat.map_or_else(String::new, |seat| format!(" by seat {}, turn {turn}", seat.index()))
}

/// What a table is waiting for, as a sentence.
fn due(phase: &Phase) -> String {
    match phase {
        Phase::Draw { seat, offer: None } => format!("seat {} draws", seat.index()),
        Phase::Draw { seat, offer: Some(_) } => {
            format!("seat {} draws, or somebody claims the last discard", seat.index())
        }
        Phase::Act { seat, .. } => format!("seat {} has drawn and acts", seat.index()),
        Phase::Called { seat, .. } => format!("seat {} has called and discards", seat.index()),
        Phase::Declared { seat } => format!("seat {} has declared riichi and discards", seat.index()),
        Phase::Kan { seat, robbable: None } => {
            format!("seat {} has declared a kan and draws", seat.index())
        }
        Phase::Kan { seat, robbable: Some(Robbable::Kita) } => {
            format!("seat {} has set a north aside and draws, or somebody wins with it", seat.index())
        }
        Phase::Kan { seat, robbable: Some(_) } => {
            format!("seat {} has declared a kan and draws, or somebody robs it", seat.index())
        }
        Phase::Won { tile, .. } => format!("{tile} is won, and others can win it too"),
        Phase::Over => "the round is over".into(),
    }
}

fn shown(tile: Option<Tile>) -> String {
    tile.map_or_else(|| "none".into(), |tile| tile.to_string())
}

/// What makes an event illegal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// Something else is due.
    #[error("not now: {}", due(phase))]
    Phase {
        /// What the table is waiting for.
        phase: Phase,
    },
    /// No tile is left to draw.
    #[error("the wall is empty")]
    WallEmpty,
    /// Too few tiles are left in the wall.
    #[error("{left} tiles left in the wall, {needed} are needed")]
    WallShort {
        /// Tiles that can still be drawn.
        left: usize,
        /// Tiles needed.
        needed: usize,
    },
    /// All copies of the tile are accounted for.
    #[error("every {tile} is already accounted for")]
    NoSuchTile {
        /// The tile.
        tile: Tile,
    },
    /// Nobody sits there.
    #[error("seat {} is empty: there are three players", seat.index())]
    EmptySeat {
        /// The seat.
        seat: Seat,
    },
    /// Hands are dealt for another number of players than the rules have.
    #[error("{given} hands are dealt, and the rules are for {players}")]
    Hands {
        /// How many hands.
        given: usize,
        /// How many the rules have.
        players: Players,
    },
    /// Four players set no norths aside.
    #[error("four players set no norths aside")]
    KitaOfFour,
    /// The seat does not hold the tile.
    #[error("{tile} is not in the hand")]
    NotInHand {
        /// The tile.
        tile: Tile,
    },
    /// A tile other than the one that was drawn, claimed or added.
    #[error("{tile} is given, {} was on the table", shown(*expected))]
    WrongTile {
        /// The tile of the event.
        tile: Tile,
        /// The tile that it has to be, if there is one.
        expected: Option<Tile>,
    },
    /// The claimed tile came from another seat.
    #[error("claimed from {}, but seat {} discarded", from.name(), discarder.index())]
    WrongSource {
        /// Whom the call names.
        from: From,
        /// Who discarded.
        discarder: Seat,
    },
    /// A discard that undoes the call (kuikae).
    #[error("discarding {tile} right after the call is swap-calling")]
    Kuikae {
        /// The discard.
        tile: Tile,
    },
    /// After riichi the hand is fixed.
    #[error("the hand is fixed after riichi")]
    HandFixed,
    /// Riichi with an open hand.
    #[error("riichi with an open hand")]
    RiichiOpen,
    /// Riichi without a stick to put down.
    #[error("riichi with {points} points")]
    RiichiPoints {
        /// The seat's points.
        points: i32,
    },
    /// A riichi discard passed and its stick is still to be put down.
    #[error("the riichi of seat {} is still to be accepted", seat.index())]
    RiichiPending {
        /// Who declared.
        seat: Seat,
    },
    /// A kakan without its pon.
    #[error("no pon of {kind} to add to")]
    NoPon {
        /// The kind.
        kind: Kind,
    },
    /// A fifth meld of one seat.
    #[error("the seat has four melds")]
    FifthMeld,
    /// A fifth kan.
    #[error("there are already four kans")]
    FifthKan,
    /// An indicator is turned too early or once too often.
    #[error("no dora indicator is due")]
    NoIndicatorDue,
    /// An indicator has not been turned in time.
    #[error("a dora indicator is due first")]
    IndicatorDue,
    /// Points or counters that no game reaches.
    #[error("{points} is no figure of a game")]
    Absurd {
        /// The figure; sticks at 1,000 points each.
        points: i64,
    },
    /// Points appear or vanish: they may only come from riichi sticks, and an abortive draw moves none.
    #[error("gains {:?} add up to {total}, with {expected} points of sticks on the table", gains.0)]
    Total {
        /// Points given.
        gains: BySeat<i32>,
        /// Their sum.
        total: i32,
        /// What it has to be: the riichi sticks.
        expected: i32,
    },
    /// Ura-dora without riichi, or of the wrong number.
    #[error("{given} ura-dora indicators, {expected} are due")]
    Ura {
        /// Indicators given.
        given: usize,
        /// Indicators due.
        expected: usize,
    },
    /// The round has to end here and goes on.
    #[error("the round ends here: {0}")]
    MustEnd(Reason),
    /// The reason for ending the round is not there.
    #[error("no reason to end the round: {0}")]
    NoReason(Reason),
    /// Too few kinds of terminals and honours to throw the hand in.
    #[error("{kinds} kinds of terminals and honours are no reason to throw the hand in")]
    NineTerminals {
        /// Kinds of terminals and honours.
        kinds: usize,
    },
    /// A player in riichi has to show the hand.
    #[error("seat {} is in riichi and shows no hand", seat.index())]
    RiichiNotShown {
        /// The seat.
        seat: Seat,
    },
    /// The tiles make no hand.
    #[error(transparent)]
    Hand(#[from] HandError),
}

/// Why a round can end without a win, without its details.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The wall is used up.
    Exhausted,
    /// The wall is used up and somebody has nagashi mangan.
    NagashiMangan,
    /// Nine terminals and honours in the first hand.
    NineTerminals,
    /// The same wind four times.
    FourWinds,
    /// Four riichi.
    FourRiichi,
    /// Four kans by more than one player.
    FourKans,
    /// Three wins on one discard.
    TripleRon,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Reason::Exhausted => "the wall is used up",
            Reason::NagashiMangan => "nagashi mangan",
            Reason::NineTerminals => "nine terminals and honours",
            Reason::FourWinds => "the same wind four times",
            Reason::FourRiichi => "four riichi",
            Reason::FourKans => "four kans",
            Reason::TripleRon => "three wins on one discard",
        })
    }
}
