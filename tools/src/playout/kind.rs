//! Kinds of decisions, and the sides of their actions.

use nanikiru::analyze::TableThreat;
use nanikiru::review::{Choice, Decision};
use nanikiru_tools::moment::Question;
use serde::{Deserialize, Serialize};

/// What is decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// Which tile goes, where riichi is not possible
    Discard,
    /// Riichi or dama
    Riichi,
    /// Call or pass
    Call,
    /// An own kan or a discard
    Kan,
    /// A discard under a threat: one that keeps shanten, or the safest
    Push,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [Kind::Discard, Kind::Riichi, Kind::Call, Kind::Kan, Kind::Push];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Discard => "discards",
            Kind::Riichi => "riichi or dama",
            Kind::Call => "call or pass",
            Kind::Kan => "own kan or discard",
            Kind::Push => "push or fold",
        }
    }

    /// Whether its actions are of two sides: only actions of different sides are compared.
    pub const fn has_sides(self) -> bool {
        !matches!(self, Kind::Discard)
    }

    /// How many actions are compared unless asked for otherwise.
    pub const fn actions(self) -> usize {
        if self.has_sides() { 2 } else { 3 }
    }

    /// Whether a decision is of this kind, as far as that is seen before it is analysed.
    pub fn is_of(self, decision: &Decision) -> bool {
        let riichi = matches!(&decision.choice, Choice::Turn(turn) if !turn.riichi.is_empty());
        match self {
            Kind::Discard => Question::Discard.is_answered_by(decision) && !riichi,
            Kind::Riichi => Question::Riichi.is_answered_by(decision),
            Kind::Call => Question::Call.is_answered_by(decision),
            Kind::Kan => Question::Kan.is_answered_by(decision),
            Kind::Push => {
                let threat = TableThreat::of(decision.round.table(), decision.seat);
                Kind::Discard.is_of(decision) && threat != TableThreat::None
            }
        }
    }
}

/// Which side of a decision an action is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// Riichi, a call, a kan, a push.
    Act,
    /// Dama, passing, a discard in the place of a kan, folding; every discard where there are no sides.
    Leave,
}
