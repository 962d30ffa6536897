//! What a seat did, against the best that it could have done.

use super::{Choice, Decision};
use crate::analyze::{Action, Options, Report, Spot, SpotError, analyze_at_once};
use crate::rules::Length;
use crate::search::SearchError;
use serde::Serialize;

/// A decision, judged.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// What was done and what could have been done are both valued.
    Judged(Judgement),
    /// There is nothing to hold against each other: why.
    Unjudged(Unjudged),
}

/// What was done beside everything that could have been done.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// Every action, best first.
    pub report: Report,
    /// Which of its candidates was done.
    pub done: usize,
    /// How much more the first one gains by the objective: points, placement points or a probability; 0 where what was done is the
    /// best or about equal to it.
    pub loss: f64,
}

/// Why a decision is not judged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "UnjudgedWord"))]
#[serde(rename_all = "camelCase")]
pub enum Unjudged {
    /// The hand is fixed, and there is no win and no kan to choose.
    #[error("the seat is in riichi: there is nothing to choose")]
    InRiichi,
    /// A chi or pon is judged together with its discard.
    #[error("this discard was judged with the call before it")]
    AfterCall,
    /// Another seat's claim went first, and a record does not have what it overrode.
    #[error("what the seat wanted to do does not show")]
    Hidden,
    /// The analysis has no such row.
    #[error("what the seat did is not valued")]
    NotValued,
}

/// Why no verdict was reached.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum JudgeError {
    /// The seat cannot be asked at this moment.
    #[error(transparent)]
    Ask(#[from] SpotError),
    /// The search failed or was stopped.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Holds a decision of a record against the best that the seat could have done.
///
/// # Errors
/// When the seat cannot be asked, or the search does not come to an end under these options.
pub fn judge(decision: &Decision, length: Length, options: &Options) -> Result<Verdict, JudgeError> {
    let riichi = decision.round.table().player(decision.seat).riichi().is_some();
    let called = matches!(decision.choice, Choice::AfterCall { .. });
    let done = match Unjudged::beforehand(called, decision.action) {
        Err(why) => return Ok(Verdict::Unjudged(why)),
        Ok(done) => done,
    };
    let asked = Spot::of(&decision.round, decision.seat, length)?;
    let report = analyze_at_once(&asked.position, &asked.situation, options)?;
    Ok(Verdict::of(report, &done, riichi))
}

impl Unjudged {
    /// What is known before anything is searched: the action to be judged, or why there is no verdict.
    ///
    /// # Errors
    /// Right after a call, and where what was done does not show.
    pub fn beforehand(called: bool, done: Option<Action>) -> Result<Action, Unjudged> {
        match done {
            _ if called => Err(Unjudged::AfterCall),
            done => done.ok_or(Unjudged::Hidden),
        }
    }
}

impl Verdict {
    /// What was done, found in the report on its position; `riichi` says whether the seat is in riichi.
    pub fn of(report: Report, done: &Action, riichi: bool) -> Verdict {
        if riichi && report.candidates.len() < 2 {
            return Verdict::Unjudged(Unjudged::InRiichi);
        }
        let place = report.candidates.iter().position(|candidate| candidate.action == *done);
        let Some(done) = place else { return Verdict::Unjudged(Unjudged::NotValued) };
        let [first, found] = [0, done].map(|i| &report.candidates[i]);
        let loss = if found.group == first.group { 0.0 } else { first.ranked - found.ranked };
        Verdict::Judged(Judgement { report, done, loss })
    }
}
