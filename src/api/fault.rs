//! From a fault in the input to the error that a caller sees.

use super::{ApiError, ErrorCode, Span};
use crate::analyze::ActionError;
use crate::hand::notation::{MeldProblem, MeldTextError};
use crate::rules::{Rules, TableRules};
use crate::tile::Tile;
use crate::tile::notation::{NotationError, Problem, parse_tiles, utf16};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;
use std::ops::Range;

pub(super) fn fault(
    code: ErrorCode,
    field: impl Into<String>,
    value: impl Into<Value>,
    message: impl Display,
) -> ApiError {
    ApiError { code, field: field.into(), value: value.into(), message: message.to_string(), span: None }
}

/// An error in a text, with its place in it.
pub(super) fn text_fault(
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

pub(super) fn notation_fault(field: &str, text: &str, error: &NotationError) -> ApiError {
    text_fault(problem_code(error.problem), field, text, error.at.clone(), error)
}

pub(super) fn meld_fault(field: String, text: &str, error: &MeldTextError) -> ApiError {
    let code = match error.problem {
        MeldProblem::Notation(problem) => problem_code(problem),
        _ => ErrorCode::MeldInvalid,
    };
    text_fault(code, field, text, error.at.clone(), error)
}

/// The rule set of this name.
pub(super) fn rules_of(field: &str, name: &str) -> Result<Rules, ApiError> {
    Rules::preset(name).map_err(|e| fault(ErrorCode::ContextUnknownRules, field, name, e))
}

/// The rule set as the table plays it.
pub(super) fn as_played(field: &str, set: Rules, own: Option<&TableRules>) -> Result<Rules, ApiError> {
    let Some(own) = own else { return Ok(set) };
    match own.check() {
        Ok(()) => Ok(set.with(own)),
        Err(error) => {
            let field = format!("{field}.{}", error.field);
            Err(fault(ErrorCode::RequestOutOfRange, field, error.found, error))
        }
    }
}

/// The one tile of a text.
pub(super) fn tile_of(field: &str, text: &str) -> Result<Tile, ApiError> {
    text.parse().map_err(|e| notation_fault(field, text, &e))
}

/// The tiles of a text.
pub(super) fn tiles_of(field: &str, text: &str) -> Result<Vec<Tile>, ApiError> {
    parse_tiles(text).map_err(|e| notation_fault(field, text, &e))
}

/// Why an action is not possible.
pub(super) fn action_fault(error: &ActionError, field: &str, action: Value) -> ApiError {
    let code = match error {
        ActionError::NotWaiting { .. } => ErrorCode::ActionNotWaiting,
        ActionError::NotDrawn { .. } => ErrorCode::ActionNotDrawn,
        ActionError::NoOffer => ErrorCode::ActionNoOffer,
        ActionError::OnlyRon { .. } => ErrorCode::ActionOnlyRon,
        ActionError::NotHeld { .. } => ErrorCode::ActionNotHeld,
        ActionError::NoKan { .. } => ErrorCode::ActionNoKan,
        ActionError::NoKita => ErrorCode::ActionNoKita,
        ActionError::FifthKan => ErrorCode::ActionFifthKan,
        ActionError::BrokenOff { .. } => ErrorCode::ActionBrokenOff,
        ActionError::NoChi { .. } | ActionError::NoChiOfThree => ErrorCode::ActionNoChi,
        ActionError::NoPon { .. } => ErrorCode::ActionNoPon,
        ActionError::WallEmpty => ErrorCode::ActionWallEmpty,
        ActionError::RiichiOpen => ErrorCode::ActionRiichiOpen,
        ActionError::NineTerminals { .. } => ErrorCode::ActionNineTerminals,
        ActionError::RiichiPoints { .. } => ErrorCode::ActionRiichiPoints,
        ActionError::RiichiNoten { .. } => ErrorCode::ActionRiichiNoten,
        ActionError::RiichiTooLate { .. } => ErrorCode::ActionRiichiTooLate,
        ActionError::SwapCalling { .. } => ErrorCode::ActionKuikae,
        ActionError::InRiichi => ErrorCode::ContextInRiichi,
        ActionError::NoWin => ErrorCode::ActionNoWin,
    };
    fault(code, field, action, error)
}

/// An answer, or the error, as JSON text.
pub(super) fn to_json<T: Serialize>(answer: Result<T, ApiError>) -> Result<String, String> {
    answer
        .map(|answer| serde_json::to_string(&answer).expect("an answer is plain data"))
        .map_err(|error| serde_json::to_string(&error).expect("an error is plain data"))
}
