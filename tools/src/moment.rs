//! When a decision was made: what threatened, and what sort of decision it was.

use nanikiru::analyze::TableThreat;
use nanikiru::replay::Length;
use nanikiru::review::{Choice, Decision, RecordedAction};
use nanikiru::round::{Phase, Schedule, Table, last_wind};

/// A threat's name in tables.
pub const fn threat_name(threat: TableThreat) -> &'static str {
    match threat {
        TableThreat::None => "quiet",
        TableThreat::OneRiichi => "one riichi",
        TableThreat::MoreRiichi => "two riichi or more",
        TableThreat::Open => "open threat",
    }
}

/// Whether a round is the last one planned, or comes after it.
pub fn is_last(table: &Table, length: Length) -> bool {
    table.wind() > last_wind(length) || Schedule::of(table, length).is_last_deal(table)
}

/// A question to which a decision is an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Question {
    /// Which tile goes, after a draw or a call.
    Discard,
    /// Riichi or not, where it is possible and the player discards.
    Riichi,
    /// Call or pass, and which call, where nobody wins.
    Call,
    /// An own kan or not.
    Kan,
    /// Win or not.
    Win,
}

impl Question {
    /// All of them.
    pub const ALL: [Question; 5] =
        [Question::Discard, Question::Riichi, Question::Call, Question::Kan, Question::Win];

    /// How many decisions of a sort are looked at when so many discards are.
    pub const fn sample(self, discards: usize) -> usize {
        match self {
            Question::Discard => discards,
            Question::Call => discards / 2,
            Question::Riichi => discards / 4,
            Question::Kan => discards / 10,
            Question::Win => discards / 20,
        }
    }

    /// The one of this name, as it is asked for.
    pub fn named(name: &str) -> Result<Question, String> {
        let called = |question: &Question| format!("{question:?}").eq_ignore_ascii_case(name);
        Question::ALL.into_iter().find(called).ok_or_else(|| format!("there is no sort of decision {name:?}"))
    }

    /// Whether a decision answers it. None does whose seat is in riichi, of a tile added to a pon, or of which
    /// is not known what the player wanted.
    pub fn is_answered_by(self, decision: &Decision) -> bool {
        let table = decision.round.table();
        let robbing = matches!(table.phase(), Phase::Kan { .. });
        let known =
            !matches!(decision.done, RecordedAction::Overridden { .. } | RecordedAction::NineTerminals);
        if table.player(decision.seat).riichi().is_some() || robbing || !known {
            return false;
        }
        let discards = matches!(decision.done, RecordedAction::Discard { .. });
        match (self, &decision.choice) {
            (Question::Discard, _) => discards,
            (Question::Riichi, Choice::Turn(turn)) => discards && !turn.riichi.is_empty(),
            (Question::Kan, Choice::Turn(turn)) => {
                !turn.kans.is_empty() && decision.done != RecordedAction::Tsumo
            }
            (Question::Win, Choice::Turn(turn)) => turn.tsumo,
            (Question::Win, Choice::Offer(claims)) => claims.ron,
            (Question::Call, Choice::Offer(claims)) => {
                !claims.calls.is_empty() && decision.done != RecordedAction::Ron
            }
            _ => false,
        }
    }
}
