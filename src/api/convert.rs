//! A game record in another format.

use super::ApiError;
use super::log::{LogBreak, LogOptions, read_log};
use crate::review::KitaWord;
use serde::{Deserialize, Serialize};

/// The formats that records are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum WrittenFormat {
    /// mjai: one JSON object a line.
    Mjai,
    /// The JSON of tenhou.net/6, for its viewer.
    Tenhou6,
}

/// How `convertLog` writes.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConvertRequest {
    /// The format.
    pub format: WrittenFormat,
    /// Name of the rule set of the game, where the record does not name one; `tenhou` when left out.
    #[serde(default)]
    pub rules: Option<String>,
    /// Which game of an input with several, from 0.
    #[serde(default)]
    pub game: Option<u32>,
    /// Whether mjai says `nukidora` for kita, as some hosts of three players do; `kita` when left out.
    #[serde(default)]
    pub nukidora: Option<bool>,
}

/// What `convertLog` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConvertedLog {
    /// The record.
    pub text: String,
    /// How many rounds it has: those that are whole and legal.
    pub rounds: u32,
    /// Why there are no more, where the record is cut, damaged or refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub broken: Option<LogBreak>,
}

/// Writes a record in another format.
///
/// Errors: as [`super::parse_log`].
pub fn convert_log(bytes: &[u8], request: ConvertRequest) -> Result<ConvertedLog, ApiError> {
    let options = LogOptions { rules: request.rules, game: request.game };
    let game = read_log(bytes, options.check()?)?;
    let kita = if request.nukidora == Some(true) { KitaWord::Nukidora } else { KitaWord::Kita };
    let text = match request.format {
        WrittenFormat::Mjai => game.to_mjai(kita),
        WrittenFormat::Tenhou6 => game.to_tenhou6(),
    };
    Ok(ConvertedLog {
        text,
        rounds: game.rounds.len() as u32,
        broken: game.broken.as_ref().map(LogBreak::from),
    })
}
