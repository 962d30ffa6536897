//! A decision with what is said of its actions and what came of it.

use nanikiru::analyze::differences::{DecisionKind, Differences};
use nanikiru::analyze::{Action, Candidate, Facts, TableThreat};
use nanikiru::tile::Players;
use nanikiru_tools::outcome::RoundEnd;

/// What sort of action it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Discard,
    Riichi,
    Pass,
    Call,
    Kan,
    Kita,
    Win,
}

impl Sort {
    fn of(action: &Action) -> Sort {
        match action {
            Action::Discard { riichi: false, .. } => Sort::Discard,
            Action::Discard { riichi: true, .. } => Sort::Riichi,
            Action::Pass => Sort::Pass,
            Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => Sort::Call,
            Action::Ankan { .. } | Action::Kakan { .. } => Sort::Kan,
            Action::Kita => Sort::Kita,
            Action::Tsumo | Action::Ron | Action::NineTerminals => Sort::Win,
        }
    }
}

/// The order of the report, beside the places of [`Row::says`].
pub const REPORT: usize = 2;

/// An action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// Its sort.
    pub sort: Sort,
    /// What its search says, and its value.
    pub says: [f64; 2],
    /// The group in which it stands.
    pub group: u32,
    /// The share of strong players that choose it, where that is known.
    pub share: Option<f64>,
}

impl Row {
    /// Of a candidate.
    pub fn of(candidate: &Candidate) -> Row {
        Row {
            sort: Sort::of(&candidate.action),
            says: [candidate.searched, candidate.value],
            group: candidate.group,
            share: candidate.share,
        }
    }
}

/// A decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Another number for each decision.
    pub key: u64,
    /// The same for decisions of one round.
    pub round: u64,
    /// For how many decisions it stands.
    pub weight: f64,
    /// Who play.
    pub players: Players,
    /// Every action, the first one first.
    pub rows: Vec<Row>,
    /// Which row was done.
    pub done: usize,
    /// What threatened.
    pub threat: TableThreat,
    /// Own discards made so far, plus one.
    pub turn: usize,
    /// Shanten before.
    pub shanten: i32,
    /// Hanchan.
    pub hanchan: bool,
    /// What is known of what was done.
    pub facts: Option<Facts>,
    /// How far its value is said to be off.
    pub error: Option<f64>,
    /// Whether it is an average.
    pub estimated: bool,
    /// Win and deal-in rate of what was done.
    pub rates: [f64; 2],
    /// How the round ended.
    pub end: RoundEnd,
    /// What the points changed by.
    pub change: f64,
}

impl Line {
    /// What was done.
    pub fn theirs(&self) -> &Row {
        &self.rows[self.done]
    }

    /// Whether groups stand in the order of their values.
    pub fn is_in_order(&self) -> bool {
        let in_order = |a: &Row, b: &Row| a.group == b.group || a.says[1] >= b.says[1];
        self.rows.is_sorted_by(in_order) && self.rows.is_sorted_by_key(|row| row.group)
    }

    /// The row that comes first: by the search, 0, by value, 1, or in the report, 2.
    pub fn first(&self, by: usize) -> &Row {
        if by == REPORT {
            return &self.rows[0];
        }
        let rows = self.rows.iter().rev();
        rows.max_by(|a, b| a.says[by].total_cmp(&b.says[by])).unwrap_or(self.theirs())
    }

    /// How many rows come before what was done.
    pub fn above(&self, by: usize) -> usize {
        if by == REPORT {
            return self.done;
        }
        self.rows.iter().filter(|row| row.says[by] > self.theirs().says[by]).count()
    }

    /// Whether what was done is about equal to the best.
    pub fn is_in_best_group(&self) -> bool {
        self.theirs().group == self.rows[0].group
    }

    /// What is decided.
    pub fn decided(&self) -> DecisionKind {
        if self.has(Sort::Pass) {
            DecisionKind::Call
        } else if self.has(Sort::Riichi) {
            DecisionKind::Riichi
        } else {
            DecisionKind::Discard
        }
    }

    /// The rows that differ from the best by at most so many errors of a difference, the likeliest first.
    pub fn equal(&self, width: f64) -> Vec<&Row> {
        let best = self.first(1);
        let error = Differences::at(self.players).error(self.decided(), self.shanten, self.threat);
        let width = if width == 0.0 { 0.0 } else { width * error };
        let is_equal = |row: &&Row| row.share.is_some() && best.says[1] - row.says[1] <= width;
        let mut equal: Vec<&Row> = self.rows.iter().filter(is_equal).collect();
        if best.share.is_none() || equal.is_empty() {
            return vec![best];
        }
        equal.sort_by(|a, b| b.share.partial_cmp(&a.share).expect("a share is a number"));
        equal
    }

    /// Whether there is an action of this sort.
    pub fn has(&self, sort: Sort) -> bool {
        self.rows.iter().any(|row| row.sort == sort)
    }
}
