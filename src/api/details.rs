//! Details: whose are asked for, and the finished hands, yaku and han of wins among them.

use super::fault::{action_fault, fault};
use super::{ActionInput, ApiError, ErrorCode, Request};
use crate::analyze::{Action, ActionError, DetailScope};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;
use std::fmt;

/// The candidates with details: what happens when, and by which yaku.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// In a word.
    Word(DetailsWord),
    /// That of one action.
    Of(ActionInput),
}

/// The candidates with details: what happens when, and by which yaku, in a word.
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

/// A finished hand that a candidate wins with: all wins with the same 14 tiles, red fives or not, and the same melds, whichever tile
/// came last.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The likeliest hand before its last tile, in mpsz, its melds after it. Whose tile a meld takes that is still to be called is not
    /// known: it is written as called from across, a chi with its lowest tile.
    pub hand: String,
    /// The tile that completes it.
    pub tile: String,
    /// Share of the candidate's wins, 0..1.
    pub share: f64,
    /// Mean of what these wins pay, as `wins.meanPoints`, but as the rules have it: nothing that records add is in it.
    pub mean_points: f64,
    /// Han of the likeliest of these wins, ron or tsumo, in riichi or not: dora and red fives as far as they are known, no ura-dora;
    /// 13 stands for 13 and more, yakuman included.
    pub han: u32,
    /// The romanised names of its yaku, without ippatsu and those of the last or a replacement tile, where it has others.
    pub yaku: Vec<String>,
}

/// How often a yaku is part of a win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct YakuShare {
    /// The yaku's romanised name.
    pub name: String,
    /// 0..1.
    pub share: f64,
}

/// How often a win has this many han.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HanShare {
    /// 1..=13.
    pub han: u32,
    /// 0..1.
    pub share: f64,
}

impl<'de> Deserialize<'de> for Details {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Details, D::Error> {
        struct DetailsVisitor;
        impl<'de> de::Visitor<'de> for DetailsVisitor {
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
        input.deserialize_any(DetailsVisitor)
    }
}

impl Details {
    pub(super) fn check(&self) -> Result<DetailScope, ApiError> {
        Ok(match self {
            Details::Word(DetailsWord::None) => DetailScope::None,
            Details::Word(DetailsWord::First) => DetailScope::First,
            Details::Word(DetailsWord::All) => DetailScope::All,
            Details::Of(action) => DetailScope::Of(action.check("options.details")?),
        })
    }

    pub(super) fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

impl Request {
    /// Of an action that is asked for alone its row, where any.
    pub(super) fn detailed(
        &self,
        given: DetailScope,
        action: Option<Action>,
    ) -> Result<DetailScope, ApiError> {
        let Some(action) = action else { return Ok(given) };
        match given {
            DetailScope::None => Ok(given),
            DetailScope::First | DetailScope::All => Ok(DetailScope::Of(action)),
            DetailScope::Of(other) if other == action => Ok(given),
            DetailScope::Of(_) => {
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
