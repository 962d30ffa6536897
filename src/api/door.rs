//! The one door: all input becomes checked values or an [`ApiError`].

use super::fault::{action_fault, as_played, fault, meld_fault, notation_fault, rules_of, tile_of, tiles_of};
use super::raw::{MOST_TEXT, Misfit, Raw, shortened};
use super::table::PlayerTable;
use super::{
    ActionInput, ApiError, Context, Depth, DepthWord, Details, ErrorCode, HandInput, HandParts, OfferedTile,
    Options, Request,
};
use crate::analyze::{
    self, ActionError, Empty, OfferedBy, Place, RawSituation, Situation, SituationError, TileOffer,
};
use crate::hand::notation::{HandTextError, RawHand};
use crate::hand::{Deck, DrawnHand, HandError, WaitingHand, counted};
use crate::legal::Position;
use crate::rules::{RedFives, Rules};
use crate::search::{Kans, SearchError};
use crate::tile::notation::parse_tiles;
use crate::tile::{Players, Tile};
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use serde_path_to_error::Track;
use std::fmt;

/// A request whose every part has been checked: what the analysis needs.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedRequest {
    /// The hand.
    pub position: Position,
    /// The table.
    pub situation: Situation,
    /// The whole table, where it is given: what the situation follows from.
    pub seated: Option<PlayerTable>,
    /// How to search.
    pub options: analyze::Options,
    /// The one action that is asked about.
    pub action: Option<analyze::Action>,
}

/// Reads a request of any kind from any input that names its own types: JSON, JavaScript values. The input is gone through
/// once, entry by entry, so that one that no request has is an error and not silence.
///
/// Errors: the codes that start with `request.`, and `hand.size` for a hand that is too long to be read.
pub fn read_from<'de, D: Deserializer<'de>, T: de::DeserializeOwned>(input: D) -> Result<T, ApiError> {
    let mut track = Track::new();
    let raw = Raw::capture(serde_path_to_error::Deserializer::new(input, &mut track));
    read(&raw.map_err(|e| no_data(track, &e))?)
}

/// What no tree can be made of, at the place that was reached.
fn no_data(track: Track, error: &dyn fmt::Display) -> ApiError {
    let message = error.to_string();
    // errors of JavaScript begin so
    let message = message.strip_prefix("Error: ").unwrap_or(&message);
    fault(ErrorCode::RequestType, field(&track.path()), Value::Null, message)
}

/// Reads anything from a tree.
fn read<T: de::DeserializeOwned>(raw: &Raw) -> Result<T, ApiError> {
    if let Some((field, begin, bytes)) = raw.too_long() {
        return Err(too_long(field, begin.to_value(), bytes));
    }
    let mut track = Track::new();
    T::deserialize(serde_path_to_error::Deserializer::new(raw, &mut track)).map_err(|misfit: Misfit| {
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
        fault(code, field, value, misfit)
    })
}

/// A text longer than any field's: a hand has 14 tiles, and nothing has so many.
fn too_long(field: String, value: Value, length: usize) -> ApiError {
    let of_hand = field == "hand" || field.starts_with("hand.");
    let code = if of_hand { ErrorCode::HandSize } else { ErrorCode::RequestOutOfRange };
    let what = if of_hand { "is no hand" } else { "says nothing" };
    fault(
        code,
        field,
        value,
        format!("a text of {length} characters {what}: {MOST_TEXT} are the most of any field"),
    )
}

/// Reads a request from JSON text.
///
/// ```
/// use nanikiru::api::{ErrorCode, request_from_json};
/// let request = request_from_json(r#"{"hand": "123m406p789s1122z5z", "context": {"turn": 5}}"#).unwrap();
/// assert_eq!(request.check().unwrap().situation.tiles_left(), 53);
///
/// let error = request_from_json(r#"{"hand": "123m", "context": {"turns": 5}}"#).unwrap_err();
/// assert_eq!(error.code, ErrorCode::RequestUnknownField);
/// assert_eq!(error.field, "context.turns");
/// assert_eq!(error.message, "there is no field `turns`: did you mean `turn`?");
/// ```
pub fn request_from_json(text: &str) -> Result<Request, ApiError> {
    from_json(text)
}

/// Reads anything from JSON text.
pub(super) fn from_json<T: de::DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    let mut track = Track::new();
    let mut json = serde_json::Deserializer::from_str(text);
    let raw = Raw::capture(serde_path_to_error::Deserializer::new(&mut json, &mut track));
    let raw = raw.and_then(|raw| json.end().map(|()| raw)).map_err(|e| match e.is_data() {
        true => no_data(track, &e),
        false => fault(ErrorCode::RequestJson, "", shortened(text), format!("no JSON: {e}")),
    })?;
    read(&raw)
}

/// serde_path_to_error writes `.` for the whole and `?` for what has no name.
fn field(path: &serde_path_to_error::Path) -> String {
    match path.to_string() {
        whole if whole == "." => String::new(),
        field => field,
    }
}

impl Request {
    /// Checks every part, in the order hand, context, options, action.
    pub fn check(&self) -> Result<CheckedRequest, ApiError> {
        let (position, situation, seated) = self.context.checked(&self.hand)?;
        let situation = match &seated {
            Some(seated) => situation.with_view(&seated.view(&position)),
            None => situation,
        };
        let mut options = self.options.check()?;
        let action = self.action.as_ref().map(|action| action.check("action")).transpose()?;
        options.detailed = self.detailed(options.detailed, action)?;
        Ok(CheckedRequest { position, situation, seated, options, action })
    }

    fn depth(&self) -> Value {
        serde_json::to_value(self.options.depth).unwrap_or(Value::Null)
    }

    /// The error that an answer to this request failed with.
    pub fn search_error(&self, error: &SearchError) -> ApiError {
        let (code, field, value) = match error {
            SearchError::TooLarge { .. } => {
                (ErrorCode::SearchTooLarge, "options.maxHands", self.options.max_hands.into())
            }
            SearchError::ExchangesTooFew { .. } => {
                (ErrorCode::SearchExchangesTooSmall, "options.depth", self.depth())
            }
            SearchError::ExchangesTooMany { .. } => {
                (ErrorCode::RequestOutOfRange, "options.depth", self.depth())
            }
            SearchError::WallTooShort { .. } => {
                (ErrorCode::ContextTooFewUnseen, "context.visible", self.context.visible.as_deref().into())
            }
            SearchError::CallsTooMany { .. } => {
                (ErrorCode::RequestOutOfRange, "options.calls", self.options.calls.into())
            }
            SearchError::Steps { .. } => (ErrorCode::RequestOutOfRange, "context", Value::Null),
            SearchError::NoRiichi => (ErrorCode::ContextInRiichi, "hand", self.hand.value()),
            SearchError::Cancelled => (ErrorCode::SearchCancelled, "", Value::Null),
        };
        fault(code, field, value, error)
    }

    /// Why the action that was asked for is not possible.
    pub fn action_error(&self, error: &ActionError) -> ApiError {
        action_fault(error, "action", self.action.as_ref().map_or(Value::Null, ActionInput::value))
    }
}

impl<'de> Deserialize<'de> for HandInput {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<HandInput, D::Error> {
        struct HandVisitor;
        impl<'de> de::Visitor<'de> for HandVisitor {
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
        input.deserialize_any(HandVisitor)
    }
}

impl<'de> Deserialize<'de> for Depth {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Depth, D::Error> {
        struct DepthVisitor;
        impl<'de> de::Visitor<'de> for DepthVisitor {
            type Value = Depth;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, `first`, `fast`, `full` or `deepest`")
            }

            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Depth, E> {
                u32::deserialize(de::value::U64Deserializer::new(n)).map(Depth::Number)
            }

            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Depth, E> {
                u32::deserialize(de::value::I64Deserializer::new(n)).map(Depth::Number)
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Depth, E> {
                DepthWord::deserialize(de::value::StrDeserializer::new(word)).map(Depth::Word)
            }
        }
        input.deserialize_any(DepthVisitor)
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

    pub(super) fn value(&self) -> Value {
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
                _ => (
                    ErrorCode::HandSize,
                    format!("{}: a hand has 13, or 14 after a draw", counted(concealed, melds)),
                ),
            },
            HandError::TooManyCopies { .. } => (ErrorCode::HandTooManyCopies, error.to_string()),
            HandError::NotInDeck { .. } | HandError::ChiOfThree { .. } => {
                (ErrorCode::HandNotInDeck, error.to_string())
            }
            HandError::RedFive { .. } | HandError::MissingRed { .. } => {
                (ErrorCode::HandRedFive, error.to_string())
            }
        };
        fault(code, "hand", self.value(), message)
    }
}

impl OfferedTile {
    fn check(&self) -> Result<TileOffer, ApiError> {
        let by = self.by.unwrap_or(OfferedBy::Discard);
        Ok(TileOffer { tile: tile_of("context.offered.tile", &self.tile)?, from: self.from, by })
    }
}

fn tiles(field: &str, text: &Option<String>) -> Result<Vec<Tile>, ApiError> {
    tiles_of(field, text.as_deref().unwrap_or_default())
}

impl Context {
    /// A hand and the table around it, each checked against the other; of the hand the whole table says what was drawn
    /// or is offered.
    pub(super) fn checked(
        &self,
        given: &HandInput,
    ) -> Result<(Position, Situation, Option<PlayerTable>), ApiError> {
        let rules = self.rules();
        let players = rules.as_ref().map_or(Players::Four, |rules| rules.players);
        let mut position = self.position(given, self.deck(players)?)?;
        let (situation, seated) = self.situation(rules?, &mut position, given)?;
        Ok((position, situation, seated))
    }

    /// The rule set as the table plays it.
    fn rules(&self) -> Result<Rules, ApiError> {
        let set = self.rules.as_ref().map_or(Ok(Rules::TENHOU), |name| rules_of("context.rules", name))?;
        as_played("context.tableRules", set, self.table_rules.as_ref())
    }

    /// What the hand is dealt from: the own river has the norths set aside where the whole table is given.
    fn deck(&self, players: Players) -> Result<Deck, ApiError> {
        let lying = self.players.as_ref().map(|players| players.kita(self.own_wind()));
        let given = self.kita.map(|kita| kita as usize);
        let refused = |code, message: String| Err(fault(code, "context.kita", self.kita, message));
        match (given, lying) {
            (Some(kita), _) if kita > 4 => {
                refused(ErrorCode::RequestOutOfRange, "there are four norths: 0 to 4 are set aside".into())
            }
            (Some(kita), _) if kita > 0 && players == Players::Four => {
                refused(ErrorCode::ContextPlayers, "four players set no norths aside".into())
            }
            (Some(given), Some(lying)) if given != lying => refused(
                ErrorCode::ContextContradiction,
                format!("the own river has {lying} norths set aside"),
            ),
            (given, lying) => {
                let kita = given.or(lying).unwrap_or(0).min(4) as u8;
                // what four players cannot have set aside is refused where it lies
                Ok(Deck::of(players, kita).unwrap_or(Deck::Four))
            }
        }
    }

    fn position(&self, given: &HandInput, deck: Deck) -> Result<Position, ApiError> {
        let raw = given.raw()?;
        let offered = self.offered.as_ref();
        if raw.tiles.len() + 3 * raw.melds.len() == WaitingHand::SIZE {
            let hand = raw.waiting_of(deck).map_err(|e| given.fault(&e))?;
            return Ok(Position::Waiting { hand, offered: offered.map(OfferedTile::check).transpose()? });
        }
        let hand = raw.drawn_of(deck).map_err(|e| given.fault(&e))?;
        if let Some(offered) = offered {
            let value = serde_json::to_value(offered).unwrap_or(Value::Null);
            let message = "a discard is offered to a hand of 13 tiles; this one has drawn its 14th";
            return Err(fault(ErrorCode::ContextOfferedToDrawn, "context.offered", value, message));
        }
        Ok(Position::Drawn { hand, drawn: raw.tiles.last().copied() })
    }

    fn situation(
        &self,
        mut rules: Rules,
        position: &mut Position,
        given: &HandInput,
    ) -> Result<(Situation, Option<PlayerTable>), ApiError> {
        let default = RawSituation::default();
        if let Some(red) = self.red_fives {
            rules.red_fives = match red {
                true => RedFives::of_each_suit(rules.players),
                false => RedFives::NONE,
            };
        }
        rules.kuitan = self.kuitan.unwrap_or(rules.kuitan);
        let mut raw = RawSituation {
            rules,
            round_wind: self.round_wind.unwrap_or(default.round_wind),
            seat_wind: self.seat.unwrap_or(default.seat_wind),
            honba: self.honba.unwrap_or(default.honba),
            riichi_sticks: self.riichi_sticks.unwrap_or(default.riichi_sticks),
            dora_indicators: tiles("context.doraIndicators", &self.dora_indicators)?,
            visible: tiles("context.visible", &self.visible)?,
            turn: self.turn.unwrap_or(default.turn),
            scores: self.scores,
            tiles_left: self.tiles_left,
            interrupted: self.interrupted.unwrap_or(default.interrupted),
            round_number: self.round_number,
            length: self.length.unwrap_or(default.length),
            history: None,
        };
        let seated = self.seated(position, given, &mut raw)?;
        let situation = Situation::new(position, raw).map_err(|e| {
            let found = seated.as_ref().and_then(|seated| self.too_many(seated, position, given, &e));
            found.unwrap_or_else(|| self.fault(given, &e))
        })?;
        Ok((situation, seated))
    }

    pub(super) fn fault(&self, hand: &HandInput, error: &SituationError) -> ApiError {
        let at = |place: Place| match place {
            Place::Hand => ("hand".into(), hand.value()),
            Place::Offered => {
                let tile = self.offered.as_ref().map(|offered| offered.tile.as_str());
                ("context.offered.tile".into(), tile.into())
            }
            Place::Indicators => ("context.doraIndicators".into(), self.dora_indicators.as_deref().into()),
            Place::Visible => ("context.visible".into(), self.visible.as_deref().into()),
        };
        let range = ErrorCode::RequestOutOfRange;
        let (code, (field, value)): (_, (String, Value)) = match *error {
            SituationError::Turn { turn, .. } => (range, ("context.turn".into(), turn.into())),
            SituationError::TilesLeft { tiles, .. } => {
                (ErrorCode::ContextTilesLeft, ("context.tilesLeft".into(), tiles.into()))
            }
            SituationError::RoundNumber { number, .. } => {
                (range, ("context.roundNumber".into(), number.into()))
            }
            SituationError::EmptySeat { what } => (ErrorCode::ContextPlayers, self.empty_seat(what)),
            SituationError::Deck { .. } => (ErrorCode::ContextPlayers, at(Place::Hand)),
            SituationError::NotInDeck { place, .. } => (ErrorCode::HandNotInDeck, at(place)),
            SituationError::Honba { honba } => (range, ("context.honba".into(), honba.into())),
            SituationError::RiichiSticks { sticks } => {
                (range, ("context.riichiSticks".into(), sticks.into()))
            }
            SituationError::Indicators { .. } => (ErrorCode::ContextTooManyIndicators, at(Place::Indicators)),
            SituationError::Score { wind, points } => {
                (range, (format!("context.scores[{}]", wind.index()), points.into()))
            }
            SituationError::NotRobbable { .. } => (ErrorCode::ContextContradiction, at(Place::Offered)),
            SituationError::RiichiDrawn | SituationError::RiichiNoten => {
                (ErrorCode::ContextInRiichi, at(Place::Hand))
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

impl Context {
    fn empty_seat(&self, what: Empty) -> (String, Value) {
        match what {
            Empty::Player => ("context.seat".into(), "north".into()),
            Empty::Points => {
                ("context.scores[3]".into(), self.scores.map_or(Value::Null, |scores| scores[3].into()))
            }
            Empty::Offered => {
                let value = serde_json::to_value(&self.offered).unwrap_or(Value::Null);
                ("context.offered".into(), value)
            }
        }
    }
}

/// Least and most of `memoryMb`.
const MEMORY_MB: std::ops::RangeInclusive<u32> = 16..=65_536;

impl Options {
    fn check(&self) -> Result<analyze::Options, ApiError> {
        let default = analyze::Options::default();
        let range = |field: &str, value: Value, message: &str| {
            Err(fault(ErrorCode::RequestOutOfRange, format!("options.{field}"), value, message))
        };
        check_budget(self.budget_ms)?;
        if let Some(mb) = self.memory_mb.filter(|mb| !MEMORY_MB.contains(mb)) {
            return range("memoryMb", mb.into(), "memory is 16 to 65,536 MiB");
        }
        if let Some(calls) = self.calls.filter(|&calls| calls > 4) {
            return range("calls", calls.into(), "a hand has four groups: 0 to 4 calls");
        }
        let depth = match self.depth {
            None => default.depth,
            Some(Depth::Word(DepthWord::First)) => analyze::Depth::First,
            Some(Depth::Word(DepthWord::Fast)) => analyze::Depth::Fast,
            Some(Depth::Word(DepthWord::Full)) => analyze::Depth::Full,
            Some(Depth::Word(DepthWord::Deepest)) => analyze::Depth::Deepest,
            Some(Depth::Number(n)) if n > 13 => {
                return range("depth", n.into(), "a hand has 13 tiles to exchange at the most");
            }
            Some(Depth::Number(n)) => analyze::Depth::Exactly { exchanges: n as usize },
        };
        let bytes = |mb: u32| usize::try_from(u64::from(mb) << 20).unwrap_or(usize::MAX);
        Ok(analyze::Options {
            depth,
            calls: self.calls.map_or(default.calls, |calls| calls as usize),
            kans: match self.kans {
                None => default.kans,
                Some(true) => Kans::Replacement,
                Some(false) => Kans::None,
            },
            objective: self.objective.unwrap_or(default.objective),
            others: self.others.unwrap_or(default.others),
            danger: self.danger.unwrap_or(default.danger),
            policy: self.policy.unwrap_or(default.policy),
            calibration: default.calibration,
            detailed: self.details.as_ref().map_or(Ok(default.detailed), Details::check)?,
            wanted: default.wanted,
            max_hands: self.max_hands.map_or(default.max_hands, |n| n as usize),
            memory: self.memory_mb.map_or(default.memory, bytes),
            budget_ms: self.budget_ms.or(default.budget_ms),
        })
    }
}

/// A time budget, if there is one.
pub(super) fn check_budget(budget_ms: Option<f64>) -> Result<(), ApiError> {
    match budget_ms.filter(|ms| !(ms.is_finite() && *ms > 0.0)) {
        None => Ok(()),
        Some(ms) => {
            let message = "a time budget is more than 0 milliseconds";
            Err(fault(ErrorCode::RequestOutOfRange, "options.budgetMs", ms, message))
        }
    }
}
