//! Game records, decision by decision.

use super::fault::{fault, rules_of, to_json};
use super::{Action, ApiError, Context, ErrorCode, OfferedBy, OfferedTile, RoundResult};
use crate::hand::{From as Claimed, Meld};
use crate::placement::Places;
use crate::review::{
    self, Break, Choice, Claims, Format, Game, HouseRule, NoRecord, Problem, ReadError, ReadOptions,
    RecordRules, RulesSource,
};
use crate::round::{Phase, Robbable, Round, by_wind, melds_by_wind};
use crate::rules::{Length, RedFives, Rules, TableRule};
use crate::tile::notation::{tiles, to_mpsz};
use crate::tile::{Counts, Reds, Seat, Tile, Wind};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What the caller says about a record.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(test, ts(optional_fields))]
pub struct LogOptions {
    /// Name of the rule set of the game, where the record does not name one; `tenhou` when left out. A game of another number of
    /// players than these rules is refused.
    #[cfg_attr(test, ts(optional, type = "RulesName | ThreePlayerRulesName"))]
    pub rules: Option<String>,
    /// Which game of an input with several, from 0, as they stand in `games`. Without it the first is read, and `broken`
    /// says that a second one follows.
    #[cfg_attr(test, ts(optional))]
    pub game: Option<u32>,
}

impl LogOptions {
    pub(super) fn check(&self) -> Result<ReadOptions, ApiError> {
        let rules = self.rules.as_ref().map(|name| rules_of("rules", name));
        Ok(ReadOptions { game: self.game.map(|game| game as usize), rules: rules.transpose()? })
    }
}

/// What `parseLog` answers: a game, decision by decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameLog {
    /// How it was written.
    pub format: Format,
    /// The rules of the game, which every decision's context has.
    pub rules: LogRules,
    /// The games of the input, in order: what each record says of itself.
    pub games: Vec<GameOfInput>,
    /// Which of them this is, from 0.
    pub game: u32,
    /// The players by seat, from the one who deals first; where the record names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub names: Option<[String; 4]>,
    /// The rounds that are whole and legal, in order.
    pub rounds: Vec<RoundOfLog>,
    /// The players' points after these rounds; at the end of a whole game as the record has them, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub points: Option<[i32; 4]>,
    /// The chances of the final places after these rounds; 1 and 0 where the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub places: Option<FinalPlaces>,
    /// Why there are no more, where the record is cut, damaged or refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub broken: Option<LogBreak>,
}

/// One of the games of an input, as far as its record has it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameOfInput {
    /// Its number at the site, or its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
    /// When it was played: `2021-08-15`, `2021-08-15T12:24:05Z`, or as the record writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub date: Option<String>,
    /// The room as records of Tenhou's viewer write it: `鳳南喰赤`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub room: Option<String>,
    /// The players by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub names: Option<[String; 4]>,
}

impl From<review::GameOfInput> for GameOfInput {
    fn from(game: review::GameOfInput) -> GameOfInput {
        let review::Heading { name, date, room } = game.heading;
        GameOfInput { name, date, room, names: game.names.map(|names| names.0) }
    }
}

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LogRules {
    /// The rule set.
    #[cfg_attr(test, ts(type = "RulesName | ThreePlayerRulesName"))]
    pub name: String,
    /// Where it comes from.
    pub source: RulesSource,
    /// Whether there are red fives.
    pub red_fives: bool,
    /// Whether an open hand can win by tanyao.
    pub kuitan: bool,
    /// What the record says otherwise than the caller, `name`, `redFives` or `kuitan`: the record's word holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub contradictions: Vec<RulesField>,
    /// What the table has otherwise than the rule set, beside red fives and open tanyao; the values are in `tableRules` of every
    /// decision's context.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub differences: Vec<TableRule>,
    /// What the record says of the table's rules that is not known here, as it writes it: `csrule 1: 0C000000`. Decisions are judged
    /// without it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub unknown: Vec<String>,
}

/// A part of a game's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RulesField {
    /// The rule set.
    Name,
    /// Red fives.
    RedFives,
    /// Open tanyao.
    Kuitan,
}

impl LogRules {
    fn of(rules: &Rules, stated: &RecordRules, caller: Option<&Rules>) -> LogRules {
        let (set, differences) = rules.nearest();
        let contradictions = stated.usable(caller).map_or(Vec::new(), |caller| {
            let otherwise = [
                (
                    RulesField::Name,
                    stated.rules.as_ref().is_some_and(|own| !own.differences(caller).is_empty()),
                ),
                (RulesField::RedFives, stated.red_fives.is_some() && rules.red_fives != caller.red_fives),
                (RulesField::Kuitan, stated.kuitan.is_some_and(|own| own != caller.kuitan)),
            ];
            otherwise.into_iter().filter(|&(_, differs)| differs).map(|(field, _)| field).collect()
        });
        LogRules {
            name: set.name.into(),
            source: stated.source(caller),
            red_fives: rules.red_fives != RedFives::NONE,
            kuitan: rules.kuitan,
            contradictions,
            differences,
            unknown: stated.unknown.clone(),
        }
    }
}

/// One round of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RoundOfLog {
    /// The wind of the round.
    pub round_wind: Wind,
    /// Its number within the wind, 1 to 4, with three players to 3: the seat that deals, from 1.
    pub number: u32,
    /// Honba counters.
    pub honba: u32,
    /// The players' points before it, from the one who deals first in the game; 0 for the seat that three players leave empty.
    pub scores: [i32; 4],
    /// The chances of the final places before it, from the points, the dealer, the sticks and the rounds left.
    pub places: FinalPlaces,
    /// How it ended.
    pub result: RoundResult,
    /// Every decision of every seat in order: after each draw, after each chi and pon, and about each discard that a seat
    /// can win, chi, pon or kan with. A seat in riichi has one only where it can win, declare a kan or set a north aside;
    /// wins on an added kan are left out.
    pub decisions: Vec<Decision>,
}

/// The chances (0..1) to end the game first, second, third and fourth; by player, from the one who deals first in the game. Of three
/// players the seat that is empty is fourth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FinalPlaces(pub [[f64; 4]; 4]);

impl From<&Places> for FinalPlaces {
    fn from(places: &Places) -> FinalPlaces {
        FinalPlaces(Seat::ALL.map(|seat| places.of(seat)))
    }
}

/// A moment at which a seat chooses; `hand` and `context` are as `analyze` and `danger` take them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// Who chooses, by this round's wind.
    pub seat: Wind,
    /// Its turn: own discards so far, plus one.
    pub turn: u32,
    /// Its hand, the tile drawn last.
    pub hand: String,
    /// The table as it sees it, with `offered` where the decision is about another player's tile.
    pub context: Context,
    /// What it did. Left out where that does not show: another seat's call or win went first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub done: Option<Action>,
}

/// Where a record breaks, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LogBreak {
    /// Stable, begins with `log.`
    pub code: ErrorCode,
    /// Whether the game is refused: it has a mode or a rule that is not read, or the rules are for another number of players. Nothing
    /// is missing from such a record.
    pub refused: bool,
    /// How many whole rounds come before.
    pub rounds: u32,
    /// The place in bytes from the start of the record, unpacked; left out where the record is well written but not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub byte: Option<u32>,
    /// The line of that place, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub line: Option<u32>,
    /// Of `log.house_rule`: the mode or the rule that the program does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub house_rule: Option<HouseRule>,
    /// What is wrong, in English, with seat and turn where something is not legal.
    pub problem: String,
    /// The same with its place, where the record has one.
    pub message: String,
}

/// The most bytes of a record, packed or not.
pub const MOST_RECORD_BYTES: usize = review::LIMIT;

/// The error of a record that is larger, for those who do not even want to copy it.
pub fn record_too_large(bytes: usize) -> ApiError {
    let message = format!("a record of {bytes} bytes: {MOST_RECORD_BYTES} are the most");
    fault(ErrorCode::LogTooLarge, "log", json!({"byte": MOST_RECORD_BYTES, "line": 1}), message)
}

/// Reads a record: mjlog, tenhou.net/6 JSON, mjai, Mahjong Soul or majiang, plain or gzip'd, in UTF-8 or UTF-16, and gives every decision of
/// every seat. A cut or damaged record gives the rounds that are whole, and `broken` says where it broke; so it is with one
/// of more than 100 rounds. Of several games in one input `game` chooses which is read. At most 64 MiB unpacked are read.
///
/// Errors: the codes that start with `log.`, when it is no record that can be read at all; `value` has the place.
pub fn parse_log(bytes: &[u8]) -> Result<GameLog, ApiError> {
    parse_log_with(bytes, &LogOptions::default())
}

/// The same, with what the caller says about the record.
///
/// Errors: as [`parse_log`]; `context.unknown_rules`.
pub fn parse_log_with(bytes: &[u8], options: &LogOptions) -> Result<GameLog, ApiError> {
    let options = options.check()?;
    let game = read_log(bytes, options.clone())?;
    let mut rounds = Vec::new();
    for (log, places) in game.rounds.iter().zip(&game.places) {
        let opening = &log.raw.opening;
        let mut decisions = Vec::new();
        for decision in review::decisions(log, &game.room.rules) {
            // read() has judged the events
            let Ok(decision) = decision else { break };
            decisions.extend(Decision::of(&decision, game.room.length));
        }
        rounds.push(RoundOfLog {
            round_wind: opening.wind,
            number: opening.dealer.index() as u32 + 1,
            honba: opening.honba,
            scores: opening.scores.0,
            places: FinalPlaces::from(places),
            result: RoundResult::of(&log.events),
            decisions,
        });
    }
    let broken = game.broken.as_ref().map(LogBreak::from);
    let rules = LogRules::of(&game.room.rules, &game.stated, options.rules.as_ref());
    let (format, names, points) =
        (game.format, game.names.map(|names| names.0), game.points.map(|points| points.0));
    let places = game.end.as_ref().map(FinalPlaces::from);
    let games = game.games.into_iter().map(GameOfInput::from).collect();
    let game = options.game.unwrap_or(0) as u32;
    Ok(GameLog { format, rules, games, game, names, rounds, points, places, broken })
}

/// Reads and judges a record.
pub(super) fn read_log(bytes: &[u8], options: ReadOptions) -> Result<Game, ApiError> {
    review::read_with(bytes, options).map_err(api_error)
}

fn api_error(error: ReadError) -> ApiError {
    let ReadError { byte, line, .. } = error;
    let value = json!({"byte": byte, "line": line});
    let code = code(&error.problem);
    match error.problem {
        Problem::NoGame { game, .. } => fault(code, "game", game, error.problem.to_string()),
        Problem::HouseRule(rule) => {
            fault(code, "log", json!({"byte": byte, "line": line, "houseRule": rule}), message(&error))
        }
        _ => fault(code, "log", value, message(&error)),
    }
}

/// Whether it is the game's rules that are not read: no place of the record is at fault then, and nothing is missing.
fn refuses(problem: &Problem) -> bool {
    matches!(problem, Problem::HouseRule(_) | Problem::Players { .. })
}

/// What is wrong and where, unless the place is no news.
fn message(error: &ReadError) -> String {
    match &error.problem {
        Problem::Unknown(what) => what.to_string(),
        problem if refuses(problem) => problem.to_string(),
        _ => error.to_string(),
    }
}

/// Reads a record and answers with JSON text: the game, or the error.
///
/// ```
/// let error = nanikiru::api::parse_log_json(b"123m406p").unwrap_err();
/// assert!(error.contains(r#""code":"log.unknown""#));
/// ```
pub fn parse_log_json(bytes: &[u8]) -> Result<String, String> {
    to_json(parse_log(bytes))
}

impl Decision {
    /// `None` where there is nothing to choose after riichi.
    fn of(decision: &review::Decision, length: Length) -> Option<Decision> {
        let (round, seat) = (&decision.round, decision.seat);
        let table = round.table();
        if let Choice::Turn(turn) = &decision.choice
            && table.player(seat).riichi().is_some()
            && turn.kans.is_empty()
            && !turn.kita
            && !turn.tsumo
        {
            return None;
        }
        Some(Decision {
            seat: table.seat_wind(seat),
            turn: table.turn(seat) as u32,
            hand: hand(round, seat),
            // it follows from the table, but a page that shows a decision wants to say it
            context: Context {
                offered: offered(decision),
                length: Some(length),
                ..Context::of(table, seat)?
            },
            done: decision.action.as_ref().map(Action::from),
        })
    }
}

fn offered(decision: &review::Decision) -> Option<OfferedTile> {
    let Choice::Offer(Claims { from, tile, .. }) = &decision.choice else { return None };
    let table = decision.round.table();
    Some(offered_tile(*tile, by_wind(table, *from, decision.seat), table.phase()))
}

/// A tile on offer, as the table's phase says how it came.
pub(super) fn offered_tile(tile: Tile, from: Claimed, phase: Phase) -> OfferedTile {
    let by = match phase {
        Phase::Kan { robbable: Some(Robbable::Kakan(_)), .. } => Some(OfferedBy::Kakan),
        Phase::Kan { robbable: Some(Robbable::Ankan(_)), .. } => Some(OfferedBy::Ankan),
        Phase::Kan { robbable: Some(Robbable::Kita), .. } => Some(OfferedBy::Kita),
        _ => None,
    };
    OfferedTile { tile: tile.to_string(), from, by }
}

/// A seat's hand as text, the tile drawn last.
fn hand(round: &Round, seat: Seat) -> String {
    let drawn = round.drawn().filter(|_| round.acting() == Some(seat));
    hand_text(&round.concealed(seat), round.reds(seat), &melds_by_wind(round.table(), seat), drawn)
}

/// A hand as text, the tile drawn last.
pub(super) fn hand_text(counts: &Counts, reds: Reds, melds: &[Meld], drawn: Option<Tile>) -> String {
    let mut concealed: Vec<Tile> = tiles(counts, reds).collect();
    if let Some(at) = drawn.and_then(|drawn| concealed.iter().position(|&tile| tile == drawn)) {
        let drawn = concealed.remove(at);
        concealed.push(drawn);
    }
    let melds = melds.iter().map(|meld| format!(",{meld}"));
    to_mpsz(concealed) + &melds.collect::<String>()
}

const fn code(problem: &Problem) -> ErrorCode {
    match problem {
        Problem::Unknown(
            NoRecord::TenhouAddress { .. } | NoRecord::MahjongSoulAddress | NoRecord::Address,
        ) => ErrorCode::LogAddress,
        Problem::Unknown(_) => ErrorCode::LogUnknown,
        Problem::NoRounds => ErrorCode::LogEmpty,
        Problem::NoGame { .. } => ErrorCode::RequestOutOfRange,
        Problem::Gzip(_) | Problem::Xml(_) | Problem::Json(_) | Problem::Protobuf => ErrorCode::LogSyntax,
        Problem::TooLarge | Problem::TooLong { .. } | Problem::TooManyRounds => ErrorCode::LogTooLarge,
        Problem::Unfinished => ErrorCode::LogUnfinished,
        Problem::Element(_) | Problem::Misplaced(_) | Problem::SecondGame => ErrorCode::LogUnknownElement,
        Problem::Missing { .. }
        | Problem::Value { .. }
        | Problem::Field { .. }
        | Problem::Meld { .. }
        | Problem::Worth(_) => ErrorCode::LogValue,
        Problem::Players { .. } => ErrorCode::LogPlayers,
        Problem::HouseRule(_) => ErrorCode::LogHouseRule,
        Problem::Hidden { .. } => ErrorCode::LogHidden,
        Problem::Order(_) | Problem::LeftOver { .. } | Problem::Tangled { .. } | Problem::Drawn(_) => {
            ErrorCode::LogOrder
        }
    }
}

impl From<&Break> for LogBreak {
    fn from(broken: &Break) -> LogBreak {
        let problem = broken.problem();
        let illegal = |rounds: usize, message: String| LogBreak {
            code: ErrorCode::LogIllegal,
            refused: false,
            rounds: rounds as u32,
            byte: None,
            line: None,
            house_rule: None,
            problem: problem.clone(),
            message,
        };
        match broken {
            Break::Read(error) => LogBreak {
                code: code(&error.problem),
                refused: refuses(&error.problem),
                byte: Some(error.byte as u32),
                line: Some(error.line as u32),
                house_rule: match error.problem {
                    Problem::HouseRule(rule) => Some(rule),
                    _ => None,
                },
                ..illegal(error.rounds, message(error))
            },
            Break::ThreeWins { rounds } => illegal(*rounds, broken.to_string()),
            Break::Illegal { rounds, .. } => illegal(*rounds, problem.clone()),
        }
    }
}
