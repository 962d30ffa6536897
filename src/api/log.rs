//! Game records, decision by decision.

use super::fault::fault;
use super::{
    Action, ApiError, Context, Decision, ErrorCode, GameLog, LogBreak, LogFormat, OfferedTile, RoundOfLog,
    WindName,
};
use crate::analyze;
use crate::hand::{Call, From as Claimed, Meld};
use crate::review::{self, Break, Choice, Claims, Done, Format, Problem, ReadError};
use crate::round::{Event, Round};
use crate::tile::notation::{tiles, to_mpsz};
use crate::tile::{Seat, Tile};
use serde_json::json;

/// Reads a record: mjlog, tenhou.net/6 JSON or mjai, plain or gzip'd, and gives every decision of every seat.
/// A cut or damaged record gives the rounds that are whole, and `broken` says where it broke.
///
/// Errors: the codes that start with `log.`, when it is no record that can be read at all; `value` has the place.
pub fn parse_log(bytes: &[u8]) -> Result<GameLog, ApiError> {
    let game = review::read(bytes).map_err(|error| {
        let value = json!({"byte": error.byte, "line": error.line});
        fault(code(&error.problem), "log", value, error)
    })?;
    let mut rounds = Vec::new();
    for log in &game.rounds {
        let opening = &log.raw.opening;
        let mut decisions = Vec::new();
        for decision in review::decisions(log, &game.rules) {
            // read() has judged the events
            let Ok(decision) = decision else { break };
            decisions.extend(Decision::of(&decision, &log.events[decision.events..]));
        }
        rounds.push(RoundOfLog {
            round_wind: WindName::of_wind(opening.wind),
            number: opening.dealer.index() as u32 + 1,
            honba: opening.honba,
            decisions,
        });
    }
    let format = match game.format {
        Format::Mjlog => LogFormat::Mjlog,
        Format::Tenhou6 => LogFormat::Tenhou6,
        Format::Mjai => LogFormat::Mjai,
    };
    let broken = game.broken.as_ref().map(LogBreak::from);
    Ok(GameLog { format, names: game.names.map(|names| names.0), rounds, broken })
}

/// Reads a record and answers with JSON text: the game, or the error.
///
/// ```
/// let error = nanikiru::api::parse_log_json(b"123m406p").unwrap_err();
/// assert!(error.contains(r#""code":"log.unknown""#));
/// ```
pub fn parse_log_json(bytes: &[u8]) -> Result<String, String> {
    parse_log(bytes)
        .map(|game| serde_json::to_string(&game).expect("a game is plain data"))
        .map_err(|error| serde_json::to_string(&error).expect("an error is plain data"))
}

impl Decision {
    /// `None` where there is nothing to choose after riichi, and about an added kan, which no context can tell.
    fn of(decision: &review::Decision, rest: &[Event]) -> Option<Decision> {
        let (round, seat) = (&decision.round, decision.seat);
        let table = round.table();
        if let Choice::Turn(turn) = &decision.choice
            && table.player(seat).riichi().is_some()
            && turn.kans.is_empty()
            && !turn.tsumo
        {
            return None;
        }
        Some(Decision {
            seat: WindName::of_wind(seat.wind(table.dealer())),
            turn: table.turn(seat) as u32,
            hand: hand(round, seat),
            // it follows from the table, but whoever shows a decision wants to say it
            context: Context { offered: offered(&decision.choice, seat), ..Context::of(table, seat)? },
            done: done(&decision.done, rest).as_ref().map(Action::from),
        })
    }
}

fn offered(choice: &Choice, seat: Seat) -> Option<OfferedTile> {
    let Choice::Offer(Claims { from, tile, .. }) = choice else { return None };
    Some(OfferedTile { tile: tile.to_string(), from: Claimed::of(*from, seat)?.into() })
}

/// What a seat did, as `analyze` values it; `rest` is what happens next.
fn done(done: &Done, rest: &[Event]) -> Option<analyze::Action> {
    match done {
        Done::Discard { tile, riichi, .. } => Some(analyze::Action::Discard { tile: *tile, riichi: *riichi }),
        Done::Call(meld) => called(meld, rest),
        Done::Tsumo => Some(analyze::Action::Tsumo),
        Done::Ron => Some(analyze::Action::Ron),
        Done::Pass => Some(analyze::Action::Pass),
        Done::NineTerminals | Done::Overridden { .. } => None,
    }
}

/// A call with the discard that follows it.
fn called(meld: &Meld, rest: &[Event]) -> Option<analyze::Action> {
    let pair = || {
        let (_, claimed) = meld.claimed()?;
        let mut own: Vec<Tile> = meld.tiles().collect();
        own.remove(own.iter().position(|&tile| tile == claimed)?);
        <[Tile; 2]>::try_from(own).ok()
    };
    let discard = || {
        rest.iter().find_map(|event| match event {
            Event::Discard { tile, .. } => Some(*tile),
            _ => None,
        })
    };
    Some(match meld.call() {
        Call::Chi { .. } => analyze::Action::Chi { own: pair()?, discard: discard()? },
        Call::Pon { .. } => analyze::Action::Pon { own: pair()?, discard: discard()? },
        Call::Ankan => analyze::Action::Ankan { kind: meld.kind() },
        Call::Kakan { added, .. } => analyze::Action::Kakan { tile: added },
        Call::Daiminkan { .. } => analyze::Action::Daiminkan,
    })
}

/// A seat's hand as text, the tile drawn last.
fn hand(round: &Round, seat: Seat) -> String {
    let mut concealed: Vec<Tile> = tiles(&round.concealed(seat), round.reds(seat)).collect();
    if let Some(drawn) = round.drawn().filter(|_| round.acting() == Some(seat)) {
        if let Some(at) = concealed.iter().position(|&tile| tile == drawn) {
            concealed.remove(at);
            concealed.push(drawn);
        }
    }
    let melds = round.table().player(seat).melds().iter().map(|meld| format!(",{meld}"));
    to_mpsz(concealed) + &melds.collect::<String>()
}

const fn code(problem: &Problem) -> ErrorCode {
    match problem {
        Problem::Unknown => ErrorCode::LogUnknown,
        Problem::Gzip(_) | Problem::Xml(_) | Problem::Json(_) => ErrorCode::LogSyntax,
        Problem::TooLarge | Problem::TooLong { .. } => ErrorCode::LogTooLarge,
        Problem::Unfinished => ErrorCode::LogUnfinished,
        Problem::Element(_) | Problem::Misplaced(_) => ErrorCode::LogUnknownElement,
        Problem::Missing { .. } | Problem::Value { .. } | Problem::Meld { .. } => ErrorCode::LogValue,
        Problem::ThreePlayers => ErrorCode::LogThreePlayers,
        Problem::Hidden { .. } => ErrorCode::LogHidden,
        Problem::Order(_) | Problem::LeftOver { .. } | Problem::Tangled { .. } | Problem::Drawn(_) => {
            ErrorCode::LogOrder
        }
    }
}

impl From<&Break> for LogBreak {
    fn from(broken: &Break) -> LogBreak {
        match broken {
            Break::Read(error @ ReadError { byte, line, rounds, problem }) => LogBreak {
                code: code(problem),
                rounds: *rounds as u32,
                byte: Some(*byte as u32),
                line: Some(*line as u32),
                message: error.to_string(),
            },
            Break::Illegal { rounds, illegal } => LogBreak {
                code: ErrorCode::LogIllegal,
                rounds: *rounds as u32,
                byte: None,
                line: None,
                message: illegal.to_string(),
            },
        }
    }
}
