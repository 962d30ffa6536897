//! The one door: whatever comes in becomes checked values or an [`ApiError`].

use super::raw::{Misfit, Raw};
use super::{
    ApiError, Context, Depth, ErrorCode, Exchanges, HandInput, HandParts, Options, Request, Span, WindName,
};
use crate::analyze::{Place, RawSituation, Situation, SituationError};
use crate::hand::notation::{HandTextError, MeldProblem, MeldTextError, RawHand};
use crate::hand::{DrawnHand, HandError, WaitingHand};
use crate::rules::Rules;
use crate::search::SearchError;
use crate::tile::notation::{NotationError, Problem, parse_tiles, utf16};
use crate::tile::{Tile, Wind};
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use serde_path_to_error::Track;
use std::fmt::{self, Display};
use std::ops::Range;

/// A request whose every part has been checked: what the analysis needs.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// The hand to discard from.
    pub hand: DrawnHand,
    /// The tile drawn last: the last of the concealed tiles as they were written.
    pub drawn: Option<Tile>,
    /// The table.
    pub situation: Situation,
    /// How to search.
    pub options: crate::analyze::Options,
}

/// Reads a request from any input that names its own types: JSON, JavaScript values.
///
/// Errors: the codes that start with `request.`
pub fn request_from<'de, D: Deserializer<'de>>(input: D) -> Result<Request, ApiError> {
    let mut track = Track::new();
    let raw = Raw::capture(serde_path_to_error::Deserializer::new(input, &mut track));
    let raw = raw.map_err(|e| ApiError {
        code: ErrorCode::RequestType,
        field: field(&track.path()),
        value: Value::Null,
        message: e.to_string(),
        span: None,
    })?;
    let mut track = Track::new();
    Request::deserialize(serde_path_to_error::Deserializer::new(raw.clone(), &mut track)).map_err(|misfit| {
        let path = track.path();
        let at = raw.at(&path);
        let value = at.map_or(Value::Null, Raw::to_value);
        let child = |name: &str| {
            let parent = field(&path);
            let field = if parent.is_empty() { name.into() } else { format!("{parent}.{name}") };
            (field, at.and_then(|raw| raw.field(name)).map_or(Value::Null, Raw::to_value))
        };
        let (code, (field, value)) = match misfit {
            Misfit::Type(..) => (ErrorCode::RequestType, (field(&path), value)),
            Misfit::Range(_) => (ErrorCode::RequestOutOfRange, (field(&path), value)),
            Misfit::Word(_) => (ErrorCode::RequestUnknownValue, (field(&path), value)),
            Misfit::UnknownField(..) => (ErrorCode::RequestUnknownField, (field(&path), value)),
            // serde notices these two at the object that the field belongs to
            Misfit::MissingField(name) => (ErrorCode::RequestMissingField, child(name)),
            Misfit::DuplicateField(name) => (ErrorCode::RequestDuplicateField, child(name)),
        };
        ApiError { code, field, value, message: misfit.to_string(), span: None }
    })
}

/// Reads a request from JSON text.
///
/// ```
/// use nanikiru::api::{ErrorCode, request_from_json};
/// let request = request_from_json(r#"{"hand": "123m406p789s1122z5z", "context": {"turn": 5}}"#).unwrap();
/// assert_eq!(request.check().unwrap().situation.turn().draws_left(), 13);
///
/// let error = request_from_json(r#"{"hand": "123m", "context": {"turns": 5}}"#).unwrap_err();
/// assert_eq!(error.code, ErrorCode::RequestUnknownField);
/// assert_eq!(error.field, "context.turns");
/// assert_eq!(error.message, "there is no field `turns`: did you mean `turn`?");
/// ```
pub fn request_from_json(text: &str) -> Result<Request, ApiError> {
    // syntax first: whether the text is JSON does not depend on what a request is
    let whole: Result<de::IgnoredAny, _> = serde_json::from_str(text);
    whole.map_err(|e| ApiError {
        code: ErrorCode::RequestJson,
        field: String::new(),
        value: text.into(),
        message: format!("no JSON: {e}"),
        span: None,
    })?;
    request_from(&mut serde_json::Deserializer::from_str(text))
}

/// serde_path_to_error writes `.` for the whole and `?` for what has no name.
fn field(path: &serde_path_to_error::Path) -> String {
    match path.to_string() {
        whole if whole == "." => String::new(),
        field => field,
    }
}

impl Request {
    /// Checks every part, in the order hand, context.
    pub fn check(&self) -> Result<Question, ApiError> {
        let raw = self.hand.raw()?;
        let hand = raw.drawn().map_err(|e| self.hand.fault(&e))?;
        let situation = self.context.situation(&hand, &self.hand)?;
        Ok(Question { hand, drawn: raw.tiles.last().copied(), situation, options: self.options.search() })
    }

    fn exchanges(&self) -> Value {
        serde_json::to_value(self.options.exchanges).unwrap_or(Value::Null)
    }

    /// The error that an answer to this request failed with.
    pub fn search_error(&self, error: &SearchError) -> ApiError {
        let (code, field, value) = match error {
            SearchError::TooLarge { .. } => {
                (ErrorCode::SearchTooLarge, "options.maxHands", self.options.max_hands.into())
            }
            SearchError::ExchangesTooFew { .. } => {
                (ErrorCode::SearchExchangesTooSmall, "options.exchanges", self.exchanges())
            }
            SearchError::ExchangesTooMany { .. } => {
                (ErrorCode::RequestOutOfRange, "options.exchanges", self.exchanges())
            }
            SearchError::WallTooShort { .. } => {
                (ErrorCode::ContextTooFewUnseen, "context.visible", self.context.visible.as_deref().into())
            }
            SearchError::CallsTooMany { .. } | SearchError::Steps { .. } => {
                (ErrorCode::RequestOutOfRange, "options", Value::Null)
            }
            SearchError::Cancelled => (ErrorCode::SearchCancelled, "", Value::Null),
        };
        fault(code, field, value, error)
    }
}

fn fault(
    code: ErrorCode,
    field: impl Into<String>,
    value: impl Into<Value>,
    message: impl Display,
) -> ApiError {
    ApiError { code, field: field.into(), value: value.into(), message: message.to_string(), span: None }
}

/// An error in a text, with its place in it.
fn text_fault(
    code: ErrorCode,
    field: impl Into<String>,
    text: &str,
    at: Range<usize>,
    message: impl Display,
) -> ApiError {
    let span = utf16(text, at).map(|at| Span { start: at.start as u32, end: at.end as u32 });
    ApiError { span, ..fault(code, field, text, message) }
}

const fn problem_code(problem: Problem) -> ErrorCode {
    match problem {
        Problem::Unexpected => ErrorCode::NotationUnexpected,
        Problem::NoSuit | Problem::NoDigits => ErrorCode::NotationIncomplete,
        Problem::NoSuchTile | Problem::NotAFive => ErrorCode::NotationNoSuchTile,
        Problem::NotOne => ErrorCode::NotationUnexpected,
    }
}

fn notation_fault(field: &str, text: &str, error: &NotationError) -> ApiError {
    text_fault(problem_code(error.problem), field, text, error.at.clone(), error)
}

fn meld_fault(field: String, text: &str, error: &MeldTextError) -> ApiError {
    let code = match error.problem {
        MeldProblem::Notation(problem) => problem_code(problem),
        _ => ErrorCode::MeldInvalid,
    };
    text_fault(code, field, text, error.at.clone(), error)
}

impl<'de> Deserialize<'de> for HandInput {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<HandInput, D::Error> {
        struct Either;
        impl<'de> de::Visitor<'de> for Either {
            type Value = HandInput;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a hand as text or as an object with tiles and melds")
            }

            fn visit_str<E>(self, text: &str) -> Result<HandInput, E> {
                Ok(HandInput::Text(text.into()))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<HandInput, A::Error> {
                HandParts::deserialize(de::value::MapAccessDeserializer::new(map)).map(HandInput::Parts)
            }
        }
        input.deserialize_any(Either)
    }
}

impl<'de> Deserialize<'de> for Exchanges {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Exchanges, D::Error> {
        struct Either;
        impl<'de> de::Visitor<'de> for Either {
            type Value = Exchanges;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, `first` or `full`")
            }

            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Exchanges, E> {
                u32::deserialize(de::value::U64Deserializer::new(n)).map(Exchanges::Number)
            }

            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Exchanges, E> {
                u32::deserialize(de::value::I64Deserializer::new(n)).map(Exchanges::Number)
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Exchanges, E> {
                Depth::deserialize(de::value::StrDeserializer::new(word)).map(Exchanges::Word)
            }
        }
        input.deserialize_any(Either)
    }
}

impl HandInput {
    /// The hand after the draw.
    pub fn drawn(&self) -> Result<DrawnHand, ApiError> {
        let raw = self.raw()?;
        raw.drawn().map_err(|e| self.fault(&e))
    }

    /// The hand between turns.
    pub fn waiting(&self) -> Result<WaitingHand, ApiError> {
        let raw = self.raw()?;
        raw.waiting().map_err(|e| self.fault(&e))
    }

    fn raw(&self) -> Result<RawHand, ApiError> {
        match self {
            HandInput::Text(text) => text.parse().map_err(|e| match e {
                HandTextError::Tiles(e) => notation_fault("hand", text, &e),
                HandTextError::Meld(e) => meld_fault("hand".into(), text, &e),
                HandTextError::Hand(e) => self.fault(&e),
            }),
            HandInput::Parts(HandParts { tiles, melds }) => {
                let tiles = parse_tiles(tiles).map_err(|e| notation_fault("hand.tiles", tiles, &e))?;
                let meld = |(i, text): (usize, &String)| {
                    text.parse().map_err(|e| meld_fault(format!("hand.melds[{i}]"), text, &e))
                };
                let melds = melds.iter().enumerate().map(meld).collect::<Result<_, _>>()?;
                Ok(RawHand { tiles, melds })
            }
        }
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }

    fn fault(&self, error: &HandError) -> ApiError {
        let (code, message) = match *error {
            HandError::Size { concealed, melds, expected } => match (concealed + 3 * melds, expected) {
                (WaitingHand::SIZE, DrawnHand::SIZE) => {
                    (ErrorCode::HandNotDrawn, format!("{error}: draw one first"))
                }
                (DrawnHand::SIZE, WaitingHand::SIZE) => {
                    (ErrorCode::HandNotWaiting, format!("{error}: discard one first"))
                }
                _ => (ErrorCode::HandSize, error.to_string()),
            },
            HandError::TooManyCopies { .. } => (ErrorCode::HandTooManyCopies, error.to_string()),
            HandError::RedFive { .. } | HandError::MissingRed { .. } => {
                (ErrorCode::HandRedFive, error.to_string())
            }
        };
        fault(code, "hand", self.value(), message)
    }
}

impl From<WindName> for Wind {
    fn from(name: WindName) -> Wind {
        match name {
            WindName::East => Wind::East,
            WindName::South => Wind::South,
            WindName::West => Wind::West,
            WindName::North => Wind::North,
        }
    }
}

fn tiles(field: &str, text: &Option<String>) -> Result<Vec<Tile>, ApiError> {
    let text = text.as_deref().unwrap_or_default();
    parse_tiles(text).map_err(|e| notation_fault(field, text, &e))
}

impl Context {
    /// The table, checked against the hand.
    fn situation(&self, hand: &DrawnHand, given: &HandInput) -> Result<Situation, ApiError> {
        let default = RawSituation::default();
        let rules = match &self.rules {
            None => default.rules,
            Some(name) => Rules::preset(name)
                .map_err(|e| fault(ErrorCode::ContextUnknownRules, "context.rules", name.as_str(), e))?,
        };
        let raw = RawSituation {
            rules,
            round_wind: self.round_wind.map_or(default.round_wind, Wind::from),
            seat_wind: self.seat.map_or(default.seat_wind, Wind::from),
            honba: self.honba.unwrap_or(default.honba),
            riichi_sticks: self.riichi_sticks.unwrap_or(default.riichi_sticks),
            dora_indicators: tiles("context.doraIndicators", &self.dora_indicators)?,
            visible: tiles("context.visible", &self.visible)?,
            turn: self.turn.unwrap_or(default.turn),
            scores: self.scores,
            ..default
        };
        Situation::new(&crate::analyze::Position::Drawn { hand, drawn: None }, raw)
            .map_err(|e| self.fault(given, &e))
    }

    fn fault(&self, hand: &HandInput, error: &SituationError) -> ApiError {
        let at = |place: Place| match place {
            Place::Hand | Place::Offered => ("hand".into(), hand.value()),
            Place::Indicators => ("context.doraIndicators".into(), self.dora_indicators.as_deref().into()),
            Place::Visible => ("context.visible".into(), self.visible.as_deref().into()),
        };
        let range = ErrorCode::RequestOutOfRange;
        let (code, (field, value)): (_, (String, Value)) = match *error {
            SituationError::TilesLeft { tiles } => (range, ("context.tilesLeft".into(), tiles.into())),
            SituationError::Turn { turn } => (range, ("context.turn".into(), turn.into())),
            SituationError::Honba { honba } => (range, ("context.honba".into(), honba.into())),
            SituationError::RiichiSticks { sticks } => {
                (range, ("context.riichiSticks".into(), sticks.into()))
            }
            SituationError::Indicators { .. } => (ErrorCode::ContextTooManyIndicators, at(Place::Indicators)),
            SituationError::NegativeScore { wind, points } => (
                ErrorCode::ContextScoreNegative,
                (format!("context.scores[{}]", wind.index()), points.into()),
            ),
            SituationError::Score { wind, points } => {
                (range, (format!("context.scores[{}]", wind.index()), points.into()))
            }
            SituationError::TooManyCopies { place, .. } => (ErrorCode::ContextTooManyCopies, at(place)),
            SituationError::RedFive { place, .. }
            | SituationError::NoRedFives { place, .. }
            | SituationError::MissingRed { place, .. } => match place {
                Place::Hand => (ErrorCode::HandRedFive, at(place)),
                _ => (ErrorCode::ContextRedFive, at(place)),
            },
        };
        fault(code, field, value, error)
    }
}

impl Options {
    fn search(&self) -> crate::analyze::Options {
        use crate::analyze::Depth as D;
        crate::analyze::Options {
            depth: match self.exchanges {
                None => D::Full,
                Some(Exchanges::Word(Depth::First)) => D::First,
                Some(Exchanges::Word(Depth::Full)) => D::Full,
                Some(Exchanges::Number(n)) => D::Exactly { exchanges: n as usize },
            },
            max_hands: self.max_hands.map_or(usize::MAX, |n| n as usize),
            ..Default::default()
        }
    }
}
