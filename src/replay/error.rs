//! Why a record cannot be read, and where.

use super::house_rule::HouseRule;
use super::{LIMIT, MOST_ROUNDS};
use crate::hand::MeldError;
use crate::legal::WorthError;
use crate::round::Illegal;
use crate::tile::{Players, Seat};

/// A part of a record, or why it cannot be read.
pub(super) type Reading<T> = Result<T, Problem>;

/// Why a record cannot be read, or not any further, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {byte} (line {line}), after {}: {problem}", whole_rounds(*rounds))]
pub struct ReadError {
    /// Where the offending part begins, in bytes from the start of the unpacked text.
    pub byte: usize,
    /// Its line, counted from 1.
    pub line: usize,
    /// How many whole rounds come before it.
    pub rounds: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// `1 whole round`, `2 whole rounds`.
pub(crate) fn whole_rounds(rounds: usize) -> String {
    format!("{rounds} whole round{}", if rounds == 1 { "" } else { "s" })
}

impl ReadError {
    pub(super) fn new(text: &[u8], byte: usize, rounds: usize, problem: Problem) -> ReadError {
        let before = &text[..byte.min(text.len())];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        ReadError { byte, line, rounds, problem }
    }
}

/// What was given in the place of a game record.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum NoRecord {
    /// Nothing but spaces.
    #[error("no game record: the text is empty")]
    Empty,
    /// The address of a record at Tenhou, which is not in it.
    #[error(
        "this is an address of Tenhou's, and the record is not in it. To save it: 1. open https://tenhou.net/0/log/?{log} in a \
         browser; 2. save what it shows as a file (Ctrl+S); 3. give that file instead of the address"
    )]
    TenhouAddress {
        /// The record's number.
        log: String,
    },
    /// The address of a record of Mahjong Soul, which is not in it.
    #[error(
        "this is an address of Mahjong Soul's, and the record is not in it. To save it: 1. open the developer tools (F12) of a \
         browser at Network, and there the address; 2. when the record plays, save all as HAR with content; \
         3. give that file instead of the address"
    )]
    MahjongSoulAddress,
    /// The address of anything else.
    #[error(
        "this is an address, and no record is in it. To save it: 1. open the address in a browser; 2. save the record that it \
         shows as a file; 3. give that file instead of the address"
    )]
    Address,
    /// HTML, mostly what a server says instead of a record.
    #[error("this is a web page, not a game record: the server may have answered with an error")]
    WebPage,
    /// Files packed together.
    #[error("this is an archive, not a game record: unpack it, and give the files in it")]
    Archive,
    /// A whole JSON object that is neither an event of mjai nor a record of tenhou.net/6.
    #[error("no game record: a JSON object without the `log` of tenhou.net/6 and without an event of mjai")]
    NoLog,
    /// Anything else.
    #[error(
        "no game record: neither mjlog XML nor JSON of tenhou.net/6, mjai, Mahjong Soul or majiang begins like this"
    )]
    Other,
}

/// What is wrong with a part of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// None of the formats begins like this.
    #[error(transparent)]
    Unknown(NoRecord),
    /// The packed data is broken.
    #[error("broken gzip: {0}")]
    Gzip(String),
    /// It is larger than any record, unpacked or as it is.
    #[error("more than {LIMIT} bytes unpacked are no game record")]
    TooLarge,
    /// The game goes on and on.
    #[error("more than {MOST_ROUNDS} rounds are no game: the rounds after that are left out")]
    TooManyRounds,
    /// One record follows another.
    #[error("the game is over, and a second one begins here: `game: 1` reads it")]
    SecondGame,
    /// The input has fewer games.
    #[error("there is no game {game}: the last of {games} is game {}", games - 1)]
    NoGame {
        /// Which was asked for, from 0.
        game: usize,
        /// How many there are.
        games: usize,
    },
    /// A part is longer than any of a real record: it is not even looked at.
    #[error("{count} {what} are more than any round has")]
    TooLong {
        /// Bytes, entries or events.
        what: &'static str,
        /// How many.
        count: usize,
    },
    /// The XML itself is broken.
    #[error("broken XML: {0}")]
    Xml(String),
    /// The JSON itself is broken.
    #[error("broken JSON: {0}")]
    Json(String),
    /// The record ends inside a round or before its end.
    #[error("the record ends here, unfinished")]
    Unfinished,
    /// An element or event that the format does not have.
    #[error("the format has no `{0}`")]
    Element(String),
    /// An element where it cannot be.
    #[error("{0} is out of place here")]
    Misplaced(String),
    /// A needed attribute is not there.
    #[error("{element} needs `{attribute}`")]
    Missing {
        /// The element.
        element: String,
        /// The attribute.
        attribute: &'static str,
    },
    /// An attribute's value makes no sense.
    #[error("{attribute} cannot be `{value}`")]
    Value {
        /// The attribute; for mjlog's draws and discards the element's letter, in tenhou.net/6 the path.
        attribute: String,
        /// Its value.
        value: String,
    },
    /// A field's value makes no sense; it is not quoted, because it can stand in a capture.
    #[error("{element} has an impossible `{attribute}`")]
    Field {
        /// The message.
        element: &'static str,
        /// The field.
        attribute: &'static str,
    },
    /// The bytes are no message of Protocol Buffers.
    #[error("broken Protocol Buffers")]
    Protobuf,
    /// The game is not played by rules that the program has.
    #[error("games with this rule are not read: {0}")]
    HouseRule(HouseRule),
    /// The call is no meld.
    #[error("the call {call} is no meld: {error}")]
    Meld {
        /// The call as it is written.
        call: String,
        /// Why not.
        error: MeldError,
    },
    /// The caller's rules are for other players.
    #[error("a game of {record}, and the rules given are for {rules}")]
    Players {
        /// Those of the record.
        record: Players,
        /// Those of the rules.
        rules: Players,
    },
    /// Only records that show all four hands are read, not what one player saw of a game.
    #[error("the tiles of seat {} are not shown", seat.index())]
    Hidden {
        /// Whose.
        seat: Seat,
    },
    /// No order of the players' draws, calls and discards is legal; this is how far the longest came.
    #[error("in no order legal, the longest ends with {0}")]
    Order(Illegal),
    /// No order of the players' draws, calls and discards uses them all up.
    #[error("in no order is there a place for {path}: {value}, after {events} events of the round")]
    LeftOver {
        /// The first entry that the longest order leaves over.
        path: String,
        /// The entry.
        value: String,
        /// How many events the longest order has.
        events: usize,
    },
    /// So many calls could be made at so many moments that looking for the order was given up.
    #[error("given up after trying {steps} events to find the order of play")]
    Tangled {
        /// Events tried.
        steps: usize,
    },
    /// The round cannot be drawn at this point, or what comes before is not legal.
    #[error("the round cannot be drawn here: {0}")]
    Drawn(Illegal),
    /// What a win pays is left out, and the win is none.
    #[error("what the win pays is left out and cannot be computed: {0}")]
    Worth(WorthError),
    /// The record is whole and has no round.
    #[error("the record has no round")]
    NoRounds,
}
