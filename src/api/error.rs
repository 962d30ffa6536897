//! What can go wrong at the boundary, for programs and for people.

use serde::Serialize;
use serde_json::Value;

/// What went wrong, for programs (`code`, `field`, `value`, `span`) and for people (`message`).
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ApiError {
    /// Stable, like `hand.size`.
    pub code: ErrorCode,
    /// The field at fault, like `context.doraIndicators` or `hand.melds[1]`; empty for the request as a whole.
    pub field: String,
    /// The field's value as it was given; `null` when it is missing, the words `NaN`, `Infinity` and
    /// `-Infinity` for numbers that JSON has not.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub value: Value,
    /// What a user can do about it, in English.
    pub message: String,
    /// Where in the field's text, for notation: mark these characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub span: Option<Span>,
}

/// A range of UTF-16 code units, as JavaScript's `slice(start, end)` takes it; empty at the end of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Span {
    /// The first.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal,)+) => {
        /// The stable codes; the message may change, the code will not.
        ///
        /// | code | meaning |
        /// |---|---|
        $(#[doc = concat!(" | `", $code, "` |", $($doc),+, " |")])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ #[serde(rename = $code)] $name,)+
        }

        impl ErrorCode {
            /// All of them.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$name),+];

            /// As it is written, like `hand.size`.
            pub const fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$name => $code),+ }
            }
        }
    };
}

codes! {
    /// The request is no JSON.
    RequestJson = "request.json",
    /// A value of another type than the field's: text for a number, a fraction or NaN for an integer.
    RequestType = "request.type",
    /// A field that does not exist.
    RequestUnknownField = "request.unknown_field",
    /// A field that is needed and not there.
    RequestMissingField = "request.missing_field",
    /// A field given twice.
    RequestDuplicateField = "request.duplicate_field",
    /// A word that is none of the field's words, like a wind that does not exist.
    RequestUnknownValue = "request.unknown_value",
    /// A number outside the field's range.
    RequestOutOfRange = "request.out_of_range",
    /// A character that has no place in the notation.
    NotationUnexpected = "notation.unexpected",
    /// Digits without a suit letter, or a suit letter without digits.
    NotationIncomplete = "notation.incomplete",
    /// A tile that does not exist, like `8z`.
    NotationNoSuchTile = "notation.no_such_tile",
    /// Tiles or signs that make no meld, or more than four melds.
    MeldInvalid = "meld.invalid",
    /// Too few or too many tiles for any hand.
    HandSize = "hand.size",
    /// 13 tiles where 14 are due: draw one first.
    HandNotDrawn = "hand.not_drawn",
    /// 14 tiles where 13 are due: discard one first.
    HandNotWaiting = "hand.not_waiting",
    /// More than four of a kind.
    HandTooManyCopies = "hand.too_many_copies",
    /// A red five twice, where the rules have none, or four fives without it.
    HandRedFive = "hand.red_five",
    /// A tile that three players do not have, or a chi, which they do not call.
    HandNotInDeck = "hand.not_in_deck",
    /// Rules of that name do not exist.
    ContextUnknownRules = "context.unknown_rules",
    /// Rules of three players for tabu search, which is for four.
    ContextThreePlayers = "context.three_players",
    /// What a table of so many players does not have: a fourth player of three, norths set aside by four.
    ContextPlayers = "context.players",
    /// More than five dora indicators.
    ContextTooManyIndicators = "context.too_many_indicators",
    /// A tile more often in hand, indicators and visible tiles than it exists.
    ContextTooManyCopies = "context.too_many_copies",
    /// A red five seen twice, where the rules have none, or four fives seen without it.
    ContextRedFive = "context.red_five",
    /// A discard offered to a hand that has drawn.
    ContextOfferedToDrawn = "context.offered_to_drawn",
    /// More tiles left in the wall than there can be.
    ContextTilesLeft = "context.tiles_left",
    /// Not as many unseen tiles as draws are left: more is visible than the turn allows.
    ContextTooFewUnseen = "context.too_few_unseen",
    /// A field that says otherwise than the whole table, like a turn that is not the river's length plus one.
    ContextContradiction = "context.contradiction",
    /// A river that is longer than the turn allows.
    ContextRiverLength = "context.river_length",
    /// A call of a tile that was never discarded, or that another call has.
    ContextNeverDiscarded = "context.never_discarded",
    /// A call that fits two discards: the river has to mark the one that was called.
    ContextAmbiguousCall = "context.ambiguous_call",
    /// Somebody else than the player is to act, or the player with another number of tiles.
    ContextNotDue = "context.not_due",
    /// A kan in a river that is no meld, or that no turn was there for.
    ContextNoKan = "context.no_kan",
    /// Another number of dora indicators than the kans have turned.
    ContextIndicators = "context.indicators",
    /// Fewer riichi sticks than riichis in this round, or one that moved while its tile could still be won.
    ContextRiichiSticks = "context.riichi_sticks",
    /// Riichi with an open hand.
    ContextRiichiOpen = "context.riichi_open",
    /// A discard right after a call that the rules forbid (swap-calling).
    ContextKuikae = "context.kuikae",
    /// Something else in rivers or melds that the rules do not allow at that moment.
    ContextIllegal = "context.illegal",
    /// The player is in riichi: the hand without the tile drawn has to be a closed tenpai, and nothing else can be discarded.
    ContextInRiichi = "context.in_riichi",
    /// A call, a ron or a pass with 14 tiles.
    ActionNotWaiting = "action.not_waiting",
    /// A discard, a tsumo or an own kan with 13 tiles.
    ActionNotDrawn = "action.not_drawn",
    /// A call or a ron where no discard is offered.
    ActionNoOffer = "action.no_offer",
    /// A call of a tile of a kan: only a win can take it.
    ActionOnlyRon = "action.only_ron",
    /// A tile that the hand does not hold.
    ActionNotHeld = "action.not_held",
    /// A chi that makes no run, or not from the left player.
    ActionNoChi = "action.no_chi",
    /// A pon that makes no triplet with the tile offered.
    ActionNoPon = "action.no_pon",
    /// A kan without its four tiles.
    ActionNoKan = "action.no_kan",
    /// Setting a north aside without one, when it may not go, or with four players.
    ActionNoKita = "action.no_kita",
    /// A kan where there are four on the table.
    ActionFifthKan = "action.fifth_kan",
    /// A call of a discard with which the round is broken off: the fourth riichi, four kans, the same wind four times.
    ActionBrokenOff = "action.broken_off",
    /// A call or a kan when the wall is empty.
    ActionWallEmpty = "action.wall_empty",
    /// Riichi with an open hand.
    ActionRiichiOpen = "action.riichi_open",
    /// Throwing in a hand with fewer than nine kinds of terminals and honours, or too late.
    ActionNineTerminals = "action.nine_terminals",
    /// Riichi with fewer than 1,000 points, where the rules forbid it.
    ActionRiichiPoints = "action.riichi_points",
    /// Riichi with a discard that leaves no tenpai.
    ActionRiichiNoten = "action.riichi_noten",
    /// Riichi without another own draw.
    ActionRiichiTooLate = "action.riichi_too_late",
    /// A discard right after a call that the rules forbid (swap-calling).
    ActionKuikae = "action.kuikae",
    /// No winning hand, no yaku, or furiten.
    ActionNoWin = "action.no_win",
    /// The search would hold more hands than allowed.
    SearchTooLarge = "search.too_large",
    /// The exchange number is below the hand's shanten number.
    SearchExchangesTooSmall = "search.exchanges_too_small",
    /// The caller stopped the search.
    SearchCancelled = "search.cancelled",
    /// No format of game records begins like this.
    LogUnknown = "log.unknown",
    /// An address that points to a record, and has none in it: the message says how to save that record.
    LogAddress = "log.address",
    /// A whole record without a round.
    LogEmpty = "log.empty",
    /// The record ends before its end.
    LogUnfinished = "log.unfinished",
    /// Broken gzip, XML or JSON.
    LogSyntax = "log.syntax",
    /// Larger than any game record, or a part of it longer than any.
    LogTooLarge = "log.too_large",
    /// An element, tag or event that the format does not have, or not in this place.
    LogUnknownElement = "log.unknown_element",
    /// A value that is missing or makes no sense.
    LogValue = "log.value",
    /// Rules of three players for a record of four, or the reverse.
    LogPlayers = "log.players",
    /// A game of a special mode, or with a rule that the program does not have: `houseRule` beside the place names it.
    LogHouseRule = "log.house_rule",
    /// A record that does not show all four hands.
    LogHidden = "log.hidden",
    /// Draws, calls and discards that no order of play makes legal.
    LogOrder = "log.order",
    /// Something happens that the rules do not allow.
    LogIllegal = "log.illegal",
    /// An event that mjai does not have.
    EventUnknown = "event.unknown",
    /// An event without a value that it needs, or with one that makes no sense.
    EventValue = "event.value",
    /// An event that hides a tile of the player's own.
    EventHidden = "event.hidden",
    /// A round begins, and nobody has said whose game it is.
    EventNoSeat = "event.no_seat",
    /// An event that cannot happen now.
    EventIllegal = "event.illegal",
    /// A fault of ours: please report it with the request.
    EnginePanic = "engine.panic",
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for ApiError {}
