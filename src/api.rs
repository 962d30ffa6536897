//! What crosses the boundary: serde types with one name for one thing in Rust, JSON and TypeScript.

mod answer;
mod door;
mod error;
mod raw;
#[cfg(test)]
mod typescript;

pub use crate::search::Progress;
pub use answer::{analyze, analyze_json};
pub use door::{Question, request_from, request_from_json};
pub use error::{ApiError, ErrorCode, Span};

use serde::{Deserialize, Deserializer, Serialize};

/// What `analyze` is asked.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Request {
    /// The hand after the draw: 14 tiles, a meld counted as three.
    pub hand: HandInput,
    /// The table as the player sees it.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub context: Context,
    /// How to search.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: Options,
}

/// A field that is left out, null or undefined takes its default.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(d: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(d).map(Option::unwrap_or_default)
}

/// A hand in mpsz, melds after commas or in brackets, or its parts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum HandInput {
    /// `123m406p789s11z` or `123m456p11z,m12-3`.
    Text(String),
    /// The parts apart.
    Parts(HandParts),
}

/// A hand in parts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HandParts {
    /// The concealed tiles in mpsz.
    pub tiles: String,
    /// The melds, one string each.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub melds: Vec<String>,
}

/// East, south, west or north.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum WindName {
    East,
    South,
    West,
    North,
}

/// The table as the player sees it. Everything is optional; unknown fields are errors.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Context {
    /// Name of a rule set: `tenhou` (default), `mahjong-soul`, `m-league`, `wrc`, `ema`.
    pub rules: Option<String>,
    /// The wind of the round; east when left out.
    pub round_wind: Option<WindName>,
    /// The player's own wind; east (the dealer) when left out.
    pub seat: Option<WindName>,
    /// Honba counters on the table, 0 to 99.
    pub honba: Option<u32>,
    /// Riichi sticks on the table, 1,000 points each, 0 to 99.
    pub riichi_sticks: Option<u32>,
    /// Points of the four players in the order east, south, west, north of this round; none is negative.
    pub scores: Option<[i32; 4]>,
    /// Dora indicators in mpsz, at most 5 tiles; left out when they are not known: then none counts.
    pub dora_indicators: Option<String>,
    /// Tiles seen elsewhere, in mpsz: rivers and other players' melds, without own tiles and indicators.
    pub visible: Option<String>,
    /// Own discards made so far, plus one: 1 (the default) to 18.
    pub turn: Option<u32>,
}

/// How to search.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Options {
    /// Exchange number n (seed 000): how many tiles may be exchanged, `full` when left out.
    pub exchanges: Option<Exchanges>,
    /// Largest number of hands the search may hold; 600,000 when left out.
    pub max_hands: Option<u32>,
}

/// An exchange number: a number of at least the hand's shanten, or a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Exchanges {
    /// This many.
    Number(u32),
    /// As the hand's shanten asks.
    Word(Depth),
}

/// An exchange number by the hand's shanten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// The shanten number: the shortest ways only, a quick first answer.
    First,
    /// One more; the shanten number again where that would be more than `maxHands` (200,000 when left out).
    Full,
}

/// What `analyze` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Best first, by value.
    pub candidates: Vec<Candidate>,
    /// Shanten of the drawn hand: -1 complete, 0 tenpai.
    pub shanten: i32,
    /// Tiles that the player cannot see.
    pub unseen: u32,
    /// Own draws left after this discard.
    pub draws_left: u32,
    /// What the search looked at.
    pub search: SearchInfo,
}

/// What the search looked at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchInfo {
    /// Hands searched: |Q_S0| with riichi and red five copies.
    pub hands: u32,
    /// Exchange number n.
    pub exchanges: u32,
    /// Calls allowed; 0 until calls are searched.
    pub calls: u32,
    /// Whether n is shanten + 1 or more.
    pub complete: bool,
}

/// One action and what it is worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// What to do.
    pub action: Action,
    /// Expected change of the player's points in this round.
    pub value: f64,
    /// Probability 0..1 of winning the round.
    pub win_rate: f64,
    /// Probability 0..1 of being tenpai at any time.
    pub tenpai_rate: f64,
    /// Shanten after the action.
    pub shanten: i32,
    /// Tiles that lower shanten after the action.
    pub ukeire: Ukeire,
    /// The same figures by turn: entry i is after i + 1 more draws.
    pub by_turn: ByTurn,
    /// What the wins look like.
    pub wins: Wins,
}

/// What to do.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Action {
    /// Discard a tile, declaring riichi or not.
    Discard {
        /// The tile in mpsz, `0p` for a red five.
        tile: String,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// Win with the tile drawn.
    Tsumo,
}

/// Kinds that lower shanten and how many of them are unseen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Ukeire {
    /// The kinds in mpsz, each once.
    pub kinds: String,
    /// Unseen tiles of these kinds.
    pub tiles: u32,
}

/// Figures up to each of the coming own draws.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ByTurn {
    /// Probability of having won by then.
    pub win_rate: Vec<f64>,
    /// Probability of having been tenpai by then.
    pub tenpai_rate: Vec<f64>,
    /// Points from wins by then; the draw at the end is only in the candidate's value.
    pub value: Vec<f64>,
}

/// What the wins of a candidate look like; shares are of all its wins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Wins {
    /// Mean points of a win, honba and sticks included; 0 when it never wins.
    pub mean_points: f64,
    /// Share of wins by tsumo.
    pub tsumo: f64,
    /// Share of wins after riichi.
    pub riichi: f64,
    /// Share of wins with each yaku, largest first.
    pub yaku: Vec<YakuShare>,
    /// Share of wins by han, dora included; 13 stands for 13 and more, yakuman included.
    pub han: Vec<HanShare>,
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
