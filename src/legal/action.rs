//! What a player can do, and why something cannot be done.

use crate::hand::From;
use crate::round::Robbable;
use crate::tile::{Kind, Tile};

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Discard a tile of a drawn hand, declaring riichi or not.
    Discard {
        /// The tile.
        tile: Tile,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// Win with the tile drawn.
    Tsumo,
    /// Declare a concealed kan.
    Ankan {
        /// Its kind.
        kind: Kind,
    },
    /// Set a north aside (kita), with three players.
    Kita,
    /// Throw in the hand for nine kinds of terminals and honours.
    NineTerminals,
    /// Add the fourth tile to a pon.
    Kakan {
        /// The tile.
        tile: Tile,
    },
    /// Go on with a waiting hand, leaving the tile that is offered.
    Pass,
    /// Win with the tile on offer.
    Ron,
    /// Complete a run with the discard.
    Chi {
        /// The two tiles from the hand, the lower one first.
        own: [Tile; 2],
        /// What is discarded next.
        discard: Tile,
    },
    /// Complete a triplet with the discard.
    Pon {
        /// The two tiles from the hand, a red five first.
        own: [Tile; 2],
        /// What is discarded next.
        discard: Tile,
    },
    /// Make a kan of three concealed tiles and the discard.
    Daiminkan,
}

impl Action {
    /// The tile that goes to the river with it.
    pub const fn discard(&self) -> Option<Tile> {
        match *self {
            Action::Discard { tile, .. } => Some(tile),
            Action::Chi { discard, .. } | Action::Pon { discard, .. } => Some(discard),
            _ => None,
        }
    }

    /// The tile that the others can win on at once, kans apart: the discard, or the north set aside.
    pub fn exposed(&self) -> Option<Tile> {
        match self {
            Action::Kita => Some(Robbable::Kita.tile()),
            _ => self.discard(),
        }
    }

    /// The kind of which a concealed or added kan is declared.
    pub const fn kan(&self) -> Option<Kind> {
        match *self {
            Action::Ankan { kind } => Some(kind),
            Action::Kakan { tile } => Some(tile.kind()),
            _ => None,
        }
    }

    /// The tile that riichi is declared with.
    pub const fn declared(&self) -> Option<Tile> {
        match *self {
            Action::Discard { tile, riichi: true } => Some(tile),
            _ => None,
        }
    }
}

/// Why an action is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActionError {
    /// Only a waiting hand passes, calls and wins by ron.
    #[error("this needs a hand of 13 tiles: {tiles} are given")]
    NotWaiting {
        /// How many the hand has.
        tiles: usize,
    },
    /// Only a drawn hand discards, declares its own kans and wins by tsumo.
    #[error("this needs a hand of 14 tiles: {tiles} are given")]
    NotDrawn {
        /// How many the hand has.
        tiles: usize,
    },
    /// Nobody offers a tile to call or win with.
    #[error("no discard is offered")]
    NoOffer,
    /// The tile is not in the hand.
    #[error("{tile} is not in the hand")]
    NotHeld {
        /// The tile.
        tile: Tile,
    },
    /// The tile is in a kan: only a win can take it.
    #[error("{tile} is in a kan: it can be won with, not called")]
    OnlyRon {
        /// The tile.
        tile: Tile,
    },
    /// These tiles and the discard are no run, or it does not come from the left.
    #[error("{tile} from {} cannot be called for a run with these tiles", from.name())]
    NoChi {
        /// The discard.
        tile: Tile,
        /// Who discarded it.
        from: From,
    },
    /// Three play, and chi is no action of theirs.
    #[error("three players call no chi")]
    NoChiOfThree,
    /// These tiles and the discard are no triplet.
    #[error("{tile} cannot be called for a triplet with these tiles")]
    NoPon {
        /// The discard.
        tile: Tile,
    },
    /// There are no four tiles of the kind, or no pon to add one to.
    #[error("there is no kan of {kind}: it needs four tiles")]
    NoKan {
        /// The kind.
        kind: Kind,
    },
    /// The hand has no north, it may not go, or four play.
    #[error(
        "there is no north to set aside: only three players set norths aside, one at a time from their hands"
    )]
    NoKita,
    /// A round has four kans at most.
    #[error("there are already four kans: nobody declares a fifth")]
    FifthKan,
    /// The round is broken off with the discard on offer: only a win can take it.
    #[error("the round is broken off with {tile}: it can be won with, not called")]
    BrokenOff {
        /// The discard.
        tile: Tile,
    },
    /// The wall has no tile left after which there could be another discard.
    #[error("no tile is left in the wall to call or declare for")]
    WallEmpty,
    /// The discard would undo the call.
    #[error("{tile} may not be discarded right after this call (kuikae)")]
    SwapCalling {
        /// The tile.
        tile: Tile,
    },
    /// An open hand declares no riichi.
    #[error("riichi needs a closed hand")]
    RiichiOpen,
    /// The hand is not tenpai after the discard.
    #[error("riichi needs tenpai: the hand is not after {tile}")]
    RiichiNoten {
        /// The discard.
        tile: Tile,
    },
    /// The rules ask for the points of the stick.
    #[error("riichi needs 1,000 points under these rules: the player has {points}")]
    RiichiPoints {
        /// What the player has.
        points: i32,
    },
    /// The first draw before any call, and nine kinds of terminals and honours.
    #[error(
        "throwing in the hand needs nine kinds of terminals and honours at the first draw, before any call: there are {kinds}"
    )]
    NineTerminals {
        /// How many kinds the hand has.
        kinds: usize,
    },
    /// No own draw is left.
    #[error("riichi needs another own draw: {tiles} tiles are left")]
    RiichiTooLate {
        /// Tiles left in the wall.
        tiles: usize,
    },
    /// The player is in riichi.
    #[error(
        "in riichi only the tile drawn can go, and only a kan that leaves the waits as they are can be declared"
    )]
    InRiichi,
    /// The hand is not complete, has no yaku or is furiten.
    #[error("the hand does not win with this tile")]
    NoWin,
}
