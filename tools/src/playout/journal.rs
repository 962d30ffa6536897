//! What a journal of play-outs has: its head, and a line for each decision.

use super::kind::{Kind, Side};
use nanikiru::analyze::{Candidate, Objective, TableThreat};
use nanikiru::tile::Players;
use nanikiru_tools::outcome::RoundEnd;
use serde::{Deserialize, Serialize};

/// What the play-outs are of. The number of decisions is not part of it, so that a journal can grow.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Head {
    /// Changes when lines mean something else.
    pub playouts: u32,
    /// The kinds of decisions.
    pub kinds: Vec<Kind>,
    /// Plays of each action.
    pub plays: usize,
    /// Actions of each decision at most; by kind where it is not there.
    pub actions: Option<usize>,
    /// How deep decisions are analysed.
    pub depth: String,
    /// Games of which purpose.
    pub games: Games,
    /// Whether they are games of three players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub three_players: bool,
    /// What plays are counted in.
    #[serde(default, skip_serializing_if = "Measure::is_points")]
    pub measure: Measure,
    /// Another seed is another choice of decisions, and other walls.
    pub seed: u64,
}

/// What plays and values are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "camelCase")]
pub enum Measure {
    /// Points of the round
    #[default]
    Points,
    /// Placement points: exact where the game ends, else as the model expects; of decisions in the last planned round and extra ones
    Placement,
}

impl Measure {
    const fn is_points(&self) -> bool {
        matches!(self, Measure::Points)
    }

    /// What analyses strive for.
    pub const fn objective(self) -> Objective {
        match self {
            Measure::Points => Objective::Points,
            Measure::Placement => Objective::Placement,
        }
    }
}

impl Head {
    /// Who play.
    pub const fn players(&self) -> Players {
        if self.three_players { Players::Three } else { Players::Four }
    }
}

/// The version that [`Head::playouts`] has.
pub const VERSION: u32 = 1;

/// Which games the decisions come from: never both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Games {
    /// Those on which nothing is fitted.
    Validation,
    /// Those on which weights are fitted.
    Training,
}

/// A decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    /// Its actions were played out.
    Compared(PlayoutDecision),
    /// They were not.
    Left {
        /// Which decision.
        key: u64,
        /// What it decides.
        kind: Kind,
        /// Why it was left out.
        reason: Reason,
    },
}

/// Why a decision was left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// The table is none that the analysis knows.
    Table,
    /// The analysis gave up.
    Refused,
    /// There are no two actions to compare.
    NoChoice,
    /// The record has other tiles than its rules, or an action that its table does not allow.
    Record,
}

impl Reason {
    /// What it says in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Table => "tables that cannot be analysed",
            Reason::Refused => "analyses that gave up",
            Reason::NoChoice => "without two actions to compare",
            Reason::Record => "records that cannot be played on",
        }
    }
}

/// A decision whose actions were played out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlayoutDecision {
    /// Which decision: the same number in every run of a seed.
    pub key: u64,
    /// What it decides.
    pub kind: Kind,
    /// The file of its game.
    pub game: String,
    /// The decision's place in the game, from 1.
    pub number: u64,
    /// Whether the game is a tonpuu.
    pub tonpuu: bool,
    /// Own discards before it, plus one.
    pub turn: usize,
    /// Shanten before it.
    pub shanten: i32,
    /// What the others threaten with.
    pub threat: Threat,
    /// The actions, at least two.
    pub actions: Vec<Action>,
}

/// What the others threaten with, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Threat {
    /// Nothing that is seen.
    Quiet,
    /// A riichi or more.
    Riichi,
    /// Two open melds or more.
    Open,
}

impl From<TableThreat> for Threat {
    fn from(threat: TableThreat) -> Threat {
        match threat {
            TableThreat::None => Threat::Quiet,
            TableThreat::OneRiichi | TableThreat::MoreRiichi => Threat::Riichi,
            TableThreat::Open => Threat::Open,
        }
    }
}

/// An action with what is said of it, and what came of it in each play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Action {
    /// The action in words.
    pub action: String,
    /// Its side.
    pub side: Side,
    /// Whether the player did it.
    pub recorded: bool,
    /// What each witness says, in the order of [`Witness::ALL`].
    pub witnesses: [f64; Witness::ALL.len()],
    /// Its place among the candidates of the analysis.
    pub candidate: usize,
    /// What the seat won or lost from the decision to the end of the round, by play: points, or placement points.
    pub changes: Vec<i32>,
    /// Plays by how they ended, in the order of [`RoundEnd::ALL`].
    pub ends: [u32; RoundEnd::ALL.len()],
}

impl Action {
    /// The mean of its plays.
    pub fn mean(&self) -> f64 {
        self.changes.iter().map(|&change| f64::from(change)).sum::<f64>() / self.changes.len() as f64
    }
}

/// What says what an action is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Witness {
    /// `value`, in points or placement points.
    Value,
    /// `searchValue`, in the same.
    SearchValue,
    /// What records make of the search, before play-outs correct differences, in the same.
    Outcome,
    /// The logarithm of the probability that a strong player does it.
    LogProbability,
}

impl Witness {
    /// All of them.
    pub const ALL: [Witness; 4] =
        [Witness::Value, Witness::SearchValue, Witness::Outcome, Witness::LogProbability];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Witness::Value => "`value`",
            Witness::SearchValue => "`searchValue`",
            Witness::Outcome => "outcomes",
            Witness::LogProbability => "log-probability",
        }
    }

    /// What all of them say of a candidate; none where the probability is not known.
    pub fn of(candidate: &Candidate) -> Option<[f64; Witness::ALL.len()]> {
        let probability = candidate.share.filter(|&share| share > 0.0)?;
        Some(Witness::ALL.map(|witness| {
            match witness {
                Witness::Value => candidate.value,
                Witness::SearchValue => candidate.searched,
                Witness::Outcome => candidate
                    .facts
                    .map_or(candidate.play.parts, |facts| facts.by_table)
                    .all()
                    .iter()
                    .map(|part| part.value)
                    .sum(),
                Witness::LogProbability => libm::log(probability),
            }
        }))
    }
}
