//! What crosses the boundary: serde types with one name for one thing in Rust, JSON and TypeScript.

mod action;
mod answer;
mod candidate;
mod convert;
mod correction;
mod danger;
mod details;
mod door;
mod error;
mod fault;
mod follow;
mod log;
mod outcome;
mod raw;
mod review;
mod table;
mod tabu;
#[cfg(test)]
mod typescript;

pub use crate::analyze::{Objective, OfferedBy};
pub use crate::hand::From as Claimed;
pub use crate::legal::Position;
pub use crate::review::{Format, RulesSource};
pub use crate::rules::{Length, TableRules};
pub use crate::search::Progress;
pub use crate::tile::Wind;
pub use action::{Action, ActionInput, ActionWord};
pub use answer::{Watch, analyze, analyze_json};
pub use candidate::Candidate;
pub use convert::{ConvertRequest, ConvertedLog, WrittenFormat, convert_log};
pub use correction::{Because, Correction, Reason};
pub use danger::{
    Cause, DangerReport, DangerRequest, EstimatorName, Fact, Opponent, OpponentRisk, PaymentShare, TileRisk,
    danger, danger_json,
};
pub use details::{Details, DetailsWord, HanShare, Target, YakuShare};
pub use door::{CheckedRequest, read_from, request_from_json};
pub use error::{ApiError, ErrorCode, Span};
pub use follow::{FollowedTable, Moment, TableOptions};
pub use log::{
    Decision, FinalPlaces, GameLog, GameOfInput, LogBreak, LogOptions, LogRules, MOST_RECORD_BYTES,
    RoundOfLog, RulesField, parse_log, parse_log_json, parse_log_with, record_too_large,
};
pub use outcome::{DrawWord, RoundResult, RoundWin};
pub use review::{JudgeRequest, JudgedAction, Unjudged, Verdict, judge, judge_all, judge_json};
pub use table::PlayerTable;
pub use tabu::{TabuCandidate, TabuOptions, TabuReport, TabuRequest, TabuTarget, TabuWin, tabu};

use raw::or_default;
use serde::{Deserialize, Serialize};

/// What `analyze` is asked.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Request {
    /// The hand: 14 tiles after a draw, 13 while others are to act; a meld counted as three. Of 14 tiles that are given as
    /// one text the last is the tile drawn, which matters in riichi: no other tile can be discarded.
    pub hand: HandInput,
    /// The table as the player sees it.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub context: Context,
    /// How to search.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: Options,
    /// The one action to value; every possible one when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<Action>"))]
    pub action: Option<ActionInput>,
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

/// The table as the player sees it. Everything is optional; unknown fields are errors.
///
/// With `players` it is the whole table. `turn`, `tilesLeft`, `visible`, `interrupted` and `offered` follow from that and
/// can be left out; one that says otherwise is an error. Only a tile of a kan that can be robbed has to be offered.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Context {
    /// Name of a rule set; `tenhou` when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "RulesName | ThreePlayerRulesName"))]
    pub rules: Option<String>,
    /// What the table has otherwise than the rule set, beside red fives and open tanyao. What is learned from records is learned
    /// from tables that play by the rule sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_rules: Option<TableRules>,
    /// Whether there is a red five in each number suit; as in the rule set when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub red_fives: Option<bool>,
    /// Whether an open hand can win by tanyao; as in the rule set when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kuitan: Option<bool>,
    /// The wind of the round; east when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_wind: Option<Wind>,
    /// The number of the round within its wind, 1 to 4, with three players to 3; 1 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_number: Option<u32>,
    /// How many winds the game is planned for; `hanchan` when left out. Deal-ins cost a little more there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// The player's own wind; east (the dealer) when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Wind>,
    /// Honba counters on the table, 0 to 99.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub honba: Option<u32>,
    /// Riichi sticks on the table, 1,000 points each, 0 to 99; with `players` those of this round's riichis when left out. A
    /// stick moves when nobody wins with the declaring discard: while that tile can still be won or called, it is not among
    /// these sticks, and its points are still the player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub riichi_sticks: Option<u32>,
    /// Points of the players now, in the order east, south, west, north of this round, 0 for north with three players; below
    /// zero, too, and at most 1,000,000 owned or owed. The 1,000 of a riichi are gone once nobody has won with the declaring discard, as with
    /// `riichiSticks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<[i32; 4]>,
    /// Dora indicators in mpsz, at most 5 tiles; left out when they are not known: then none counts. With `players` all that
    /// are turned, the first one first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dora_indicators: Option<String>,
    /// Tiles seen elsewhere, in mpsz: rivers and other players' melds, without own tiles, indicators and `offered`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visible: Option<String>,
    /// Own discards made so far, plus one: 1 (the default) to 18, with three players to 19.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Tiles left in the live wall now, 0 to 70, with three players to 55; from turn and seat, as if nobody had called, when
    /// left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles_left: Option<u32>,
    /// Whether a call was made before the own first discard, so that riichi is no double riichi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<bool>,
    /// The discard that is on offer to a hand of 13 tiles. When it is left out there is none, and the one candidate is to pass: what it is
    /// worth to wait. With `players` it is the last discard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offered: Option<OfferedTile>,
    /// Norths that the player has set aside (kita), 0 to 4, with three players; with `players` those of the own river.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kita: Option<u32>,
    /// What lies before the players: the whole table. The dealer, `east`, begins; after a discard comes whoever
    /// called it, else the next player; so rivers and melds tell the order of everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Players>,
}

/// What lies before each player; a player who is left out has neither discards nor melds.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Players {
    /// The dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub east: Option<Player>,
    /// The player after the dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub south: Option<Player>,
    /// The player opposite the dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub west: Option<Player>,
    /// The player before the dealer; nobody with three players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub north: Option<Player>,
}

/// What lies before one player.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Player {
    /// All discards in order, called ones too, in mpsz with marks behind a tile: `1z9m-4p*7s^W2p`.
    ///
    /// | mark | meaning |
    /// |---|---|
    /// | `9m` | out of the hand (tedashi) |
    /// | `9m-` | as it was drawn (tsumogiri) |
    /// | `9m*` | riichi was declared with it |
    /// | `9m^W` | called by West (`E`, `S`, `W`, `N`); needed only where the others' melds fit two discards |
    /// | `+8s` | no discard: a kan of 8s, concealed or added, was declared here; when left out as late as it can have been |
    /// | `f4z` | no discard: a north was set aside here (kita), with three players |
    #[serde(skip_serializing_if = "Option::is_none")]
    pub river: Option<String>,
    /// The melds in the order they were made, one string each, as in a hand: `m12-3`, `p555+`, `s8888`, `z111=1`. The sign
    /// after the claimed tile says whose it was: `-` left, `=` across, `+` right; with three players North's place is empty, so that
    /// East is across from West. An added kan takes the place of its pon as
    /// soon as it is declared, also while its tile can be robbed. The player's own are those of the hand when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub melds: Option<Vec<String>>,
}

/// Another player's tile, to be called, won with or passed.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferedTile {
    /// The tile in mpsz.
    pub tile: String,
    /// Whose it is.
    pub from: Claimed,
    /// How it came on offer: a `discard` when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub by: Option<OfferedBy>,
}

/// How to search.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Options {
    /// How deep the search goes, in a word or as the exchange number n (Kurita & Hoki, DAG), how many tiles may be
    /// exchanged; `full` when left out.
    pub depth: Option<Depth>,
    /// Call limit m_f, 0 to 4: chi, pon and kans on the way; 2 when left out.
    pub calls: Option<u32>,
    /// Whether kans are declared on the way, with their replacement draws: true any, false none. When left out, those that the hand is
    /// near to: concealed ones of kinds of which it has three tiles now, open ones of those of which it has two, melds included.
    pub kans: Option<bool>,
    /// What the player strives for; `points` when left out.
    pub objective: Option<Objective>,
    /// Whether the others discard, win and end the round as in real games (true when left out); false is the
    /// single-player game.
    pub others: Option<bool>,
    /// Whether discards can deal in and the others' wins are forecast from this table, where the context has `players`
    /// (true when left out); false leaves them as in an average game.
    pub danger: Option<bool>,
    /// Whether actions that are about equal stand in the order of what strong players do, where the context has `players` and the
    /// objective is points or placement. False orders all by value. True when left out.
    pub policy: Option<bool>,
    /// Milliseconds, more than 0: no deeper search begins that is likely to take longer. The first report comes
    /// whatever it takes. No limit when left out.
    pub budget_ms: Option<f64>,
    /// Most memory for the search in MiB, 16 to 65,536, and never more than the engine has; 256 when left out.
    pub memory_mb: Option<u32>,
    /// Largest number of hands the search may hold; what the memory has room for when left out.
    pub max_hands: Option<u32>,
    /// The candidates with details: what happens when, and by which yaku (`byTurn`, `targets`, `wins.yaku`, `wins.han`): in a word,
    /// or that of one action; `first` when left out. All other figures are the same bits whichever these are. Only of `analyze`.
    #[cfg_attr(test, ts(optional, type = "DetailsWord | Action"))]
    pub details: Option<Details>,
}

/// How deep a search goes: an exchange number of at least the hand's shanten, or a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Depth {
    /// This many.
    Number(u32),
    /// As the hand's shanten asks.
    Word(DepthWord),
}

/// How deep a search goes, by the hand's shanten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DepthWord {
    /// As many exchanges as the shanten number, no calls: the shortest ways only, a quick first answer. Questions of more
    /// than 1,000 hands are estimated.
    First,
    /// As `full`, but for searches of more than 5,500 hands (the first of 11,000): for whole games.
    Fast,
    /// One more, with all calls that are allowed; without `budgetMs` no search of more than 25,000 hands (the first of
    /// 40,000).
    Full,
    /// Two more and on, while time and memory allow.
    Deepest,
}

/// What `analyze` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Best first, by `value`; with the objectives `winRate` and `tenpai` by that probability.
    pub candidates: Vec<Candidate>,
    /// Shanten of the hand: -1 complete, 0 tenpai.
    pub shanten: i32,
    /// Tiles that the player cannot see.
    pub unseen: u32,
    /// Tiles left in the live wall.
    pub tiles_left: u32,
    /// Own draws left after this action.
    pub draws_left: u32,
    /// How likely each opponent is to be tenpai; when the context has `players`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub opponents: Option<Vec<Opponent>>,
    /// What the search looked at.
    pub search: SearchInfo,
}

/// What the search looked at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchInfo {
    /// Hands searched: |Q_S|, those with a red five in another place counted apart; of a call or kan its own search, too.
    pub hands: u32,
    /// Exchange number n.
    pub exchanges: u32,
    /// Call limit m_f.
    pub calls: u32,
    /// Whether n is shanten + 1 or more.
    pub complete: bool,
    /// Whether nothing was searched, since not even the shortest ways to a win fit: the figures are averages of
    /// hands as far and as wide, and the wins have no yaku.
    pub estimated: bool,
    /// How many reports came before this one.
    pub stage: u32,
    /// Why it is not deeper.
    pub ended: SearchEnd,
    /// Hands that the next depth would have needed at least; only where `memory`, `hands` or `time` ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next_hands: Option<u32>,
    /// Memory that the search could take, in MiB: what was asked for, or what the device gave.
    pub memory_mb: u32,
}

/// Why a report is not deeper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SearchEnd {
    /// A deeper report follows.
    Deeper,
    /// It is as deep as was asked for.
    Depth,
    /// The next depth does not fit the memory.
    Memory,
    /// The next depth has more hands than `maxHands`, or than `fast` and, without `budgetMs`, `full` take on.
    Hands,
    /// The time budget is spent.
    Time,
}

/// The ways in which the round can end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Outcomes {
    /// The player wins.
    pub win: Outcome,
    /// The player deals in, now or later.
    pub deal_in: Outcome,
    /// Another player wins by tsumo.
    pub tsumo: Outcome,
    /// Exhaustive draw.
    pub draw: Outcome,
    /// Others win from one another, and whatever else ends a round.
    pub rest: Outcome,
}

/// One way in which the round can end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Probability 0..1.
    pub rate: f64,
    /// What it changes on average, in the unit of `value`, a lost riichi stick included; 0 when it cannot be.
    pub mean: f64,
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
    /// What wins by then are worth, in the unit of the candidate's value; the draw at the end is only in that.
    pub value: Vec<f64>,
}

/// What the wins of a candidate look like; shares are of all its wins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Wins {
    /// Mean of what a win is worth, in the unit of the candidate's value, honba and sticks included; 0 when it never wins.
    pub mean_points: f64,
    /// Share of wins by tsumo.
    pub tsumo: f64,
    /// Share of wins in riichi: declared with this action or, where this action is silent, with a later discard.
    pub riichi: f64,
    /// Share of wins with each yaku, largest first. Where `options.details` asks for this candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub yaku: Option<Vec<YakuShare>>,
    /// Share of wins by han, dora included; 13 stands for 13 and more, yakuman included. Where `options.details` asks for this
    /// candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub han: Option<Vec<HanShare>>,
}
