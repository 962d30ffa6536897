//! Whose details are asked for: when what happens and by which yaku.

use super::fault::{action_fault, fault};
use super::{ActionInput, ApiError, ErrorCode, Request};
use crate::analyze::{Action, ActionError, Detailed};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;
use std::fmt;

/// The candidates that tell when what happens and by which yaku.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// In a word.
    Word(DetailsWord),
    /// That of one action.
    Of(ActionInput),
}

/// The candidates that tell when what happens and by which yaku, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DetailsWord {
    /// None of them.
    None,
    /// The best; with `action` the one that is asked for.
    First,
    /// All of them, in nearly twice the time.
    All,
}

impl<'de> Deserialize<'de> for Details {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Details, D::Error> {
        struct Either;
        impl<'de> de::Visitor<'de> for Either {
            type Value = Details;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`none`, `first`, `all` or an action")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Details, E> {
                DetailsWord::deserialize(de::value::StrDeserializer::new(word)).map(Details::Word)
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Details, A::Error> {
                ActionInput::deserialize(de::value::MapAccessDeserializer::new(map)).map(Details::Of)
            }
        }
        input.deserialize_any(Either)
    }
}

impl Details {
    pub(super) fn check(&self) -> Result<Detailed, ApiError> {
        Ok(match self {
            Details::Word(DetailsWord::None) => Detailed::None,
            Details::Word(DetailsWord::First) => Detailed::First,
            Details::Word(DetailsWord::All) => Detailed::All,
            Details::Of(action) => Detailed::Of(action.check("options.details")?),
        })
    }

    pub(super) fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

impl Request {
    /// Of an action that is asked for alone its row, where any.
    pub(super) fn detailed(&self, given: Detailed, action: Option<Action>) -> Result<Detailed, ApiError> {
        let Some(action) = action else { return Ok(given) };
        match given {
            Detailed::None => Ok(given),
            Detailed::First | Detailed::All => Ok(Detailed::Of(action)),
            Detailed::Of(other) if other == action => Ok(given),
            Detailed::Of(_) => {
                let value = self.options.details.as_ref().map_or(Value::Null, Details::value);
                let message = "the details of another action than the one that is asked for";
                Err(fault(ErrorCode::RequestUnknownValue, "options.details", value, message))
            }
        }
    }

    /// Why the action that is to tell more, where that is the one asked for or one of `options.details`, is not possible.
    pub(super) fn details_error(&self, error: &ActionError) -> ApiError {
        match &self.options.details {
            Some(Details::Of(action)) => action_fault(error, "options.details", action.value()),
            _ => self.action_error(error),
        }
    }
}
