//! Game records to events; streams, and judges nothing.
//!
//! A reader turns a record into whole rounds: how each began, its events in order, and what the
//! record claims about each win. Whether all that is legal is for `round` to say, whether the claims
//! are right for `score`. A damaged record gives the rounds before the damage, and then the error.
//!
//! [`open`] recognises the format by the content: mjlog, tenhou.net/6 JSON, mjai, Mahjong Soul or majiang, plain or gzip'd. Two
//! of them leave out what the rules and the tiles decide, and their readers ask `round`, `shape` and `legal` for it:
//! tenhou.net/6 the order in which the players drew and called, mjai what a win or a draw pays, and both why a
//! round was drawn and whose hand was tenpai.

mod call;
mod contained;
mod day;
mod draw;
mod end;
mod error;
mod format;
mod games;
mod house_rule;
mod indicators;
pub mod majiang;
pub mod majsoul;
pub mod mjai;
pub mod mjlog;
mod open;
mod outline;
mod stated;
pub mod tenhou6;
mod tenpai;
mod unpack;
mod written;

use error::Reading;
pub(crate) use error::whole_rounds;
pub use error::{NoRecord, Problem, ReadError};
pub use format::Format;
pub use house_rule::HouseRule;
pub use open::{Reader, open, open_with};
pub use stated::{GameOfInput, Heading, ReadOptions, RecordRules, RulesSource};

use crate::hand::Meld;
use crate::round::{Event, RawRound};
pub use crate::rules::Length;
use crate::rules::Rules;
use crate::score::Limit;
pub use crate::tile::Players;
use crate::tile::{BySeat, Seat, Tile};

/// The most bytes that a record may have unpacked. A game of mjai's, the wordiest, has about 0.1 MB, but the capture of a
/// browser some ten; the limit keeps some kB of packed zeros from filling the memory.
pub const LIMIT: usize = 64 << 20;

/// The most rounds that a record may have. A hanchan has about ten, and some more where the dealer keeps winning; what
/// [`crate::api::parse_log`] makes of a round takes about a megabyte.
pub const MOST_ROUNDS: usize = 100;

/// The most bytes of one round of tenhou.net/6 or one line of mjai: both have about 1 kB. What is parsed at
/// once takes some twenty times its size.
const PART: usize = 1 << 16;

/// The rules and the room that a game was played in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Room {
    /// How many rounds of winds are planned.
    pub length: Length,
    /// Short times for thinking.
    pub fast: bool,
    /// What the table plays by.
    pub rules: Rules,
}

impl Room {
    /// Four players, hanchan, Tenhou's rules: what holds where neither the record nor the caller says more.
    pub const USUAL: Room = Room { length: Length::Hanchan, fast: false, rules: Rules::TENHOU };
}

/// One round of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundLog {
    /// How it began.
    pub raw: RawRound,
    /// What happened.
    pub events: Vec<Event>,
    /// What the record says about each win, in the order of the win events.
    pub claims: Vec<WinClaim>,
    /// Who lost the connection or came back, and before which event.
    pub absences: Vec<(usize, Seat, Absence)>,
}

/// A change of a player's connection; a player who is gone discards what it draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Absence {
    /// Gone.
    Left,
    /// There again.
    Back,
}

/// What a record says about a win; `None` where it says nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WinClaim {
    /// The concealed tiles, the winning tile among them.
    pub concealed: Option<Vec<Tile>>,
    /// The melds in the order they were made.
    pub melds: Option<Vec<Meld>>,
    /// The dora indicators that count.
    pub indicators: Option<Vec<Tile>>,
    /// Fu; what a record says of a yakuman's fu means nothing.
    pub fu: Option<u32>,
    /// Points of the hand without honba and sticks.
    pub points: Option<u32>,
    /// Which limit the record names.
    pub limit: Option<ClaimedLimit>,
    /// Yaku by Tenhou's numbers.
    pub yaku: Option<ClaimedYaku>,
    /// Who has to pay because of a call (pao); never somebody who pays anyway.
    pub pao: Option<Seat>,
    /// Honba and riichi sticks that the winner takes.
    pub table: Option<(u32, u32)>,
    /// Points before the win.
    pub before: Option<BySeat<i32>>,
}

/// The limits as records name them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum ClaimedLimit {
    None,
    Mangan,
    Haneman,
    Baiman,
    Sanbaiman,
    Yakuman,
}

impl From<Option<Limit>> for ClaimedLimit {
    fn from(limit: Option<Limit>) -> ClaimedLimit {
        match limit {
            None => ClaimedLimit::None,
            Some(Limit::Mangan) => ClaimedLimit::Mangan,
            Some(Limit::Haneman) => ClaimedLimit::Haneman,
            Some(Limit::Baiman) => ClaimedLimit::Baiman,
            Some(Limit::Sanbaiman) => ClaimedLimit::Sanbaiman,
            Some(Limit::KazoeYakuman | Limit::Yakuman(_)) => ClaimedLimit::Yakuman,
        }
    }
}

/// Yaku of a win as a record gives them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimedYaku {
    /// Yaku and dora with their han.
    Han(Vec<(u8, u8)>),
    /// Yakuman, each once.
    Yakuman(Vec<u8>),
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Final points; sticks left on the table go to the winner.
    pub points: BySeat<i32>,
    /// Points after uma and oka, in thousands, as recorded.
    pub standing: BySeat<f64>,
}
