//! One decision of a record, judged: what `review` says of each.

use super::danger::Risks;
use super::door::from_json;
use super::fault::{fault, to_json};
use super::{
    Action, ActionInput, ApiError, Candidate, CheckedRequest, Context, Correction, ErrorCode, HandInput,
    Options, Outcomes, Progress, Request, Ukeire, Watch, or_default,
};
use crate::analyze;
use crate::analyze::Objective;
pub use crate::review::Unjudged;
use crate::review::{Judgement, Verdict as Found};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What one decision of a record is judged by.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JudgeRequest {
    /// The hand, as `parseLog` gives it.
    pub hand: HandInput,
    /// The table, as `parseLog` gives it.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub context: Context,
    /// How to search.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: Options,
    /// What was done; left out where that does not show.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<Action>"))]
    pub done: Option<ActionInput>,
    /// How many of the best actions to give, 1 to 100; 5 when left out. What was done is always among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rows: Option<u32>,
    /// The loss from which on a decision is a mistake, more than 0, in the unit of the objective; 500 points,
    /// 667 placement points or 0.033 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub threshold: Option<f64>,
}

/// What was done in a decision, against the best that could have been done.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// The best actions, best first, and what was done; none where nothing was judged.
    pub candidates: Vec<JudgedAction>,
    /// How many actions there were to choose from.
    pub actions: u32,
    /// The best of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub best: Option<Action>,
    /// The place of what was done among all actions, 1 for the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rank: Option<u32>,
    /// How much less it is worth than the best, in the unit of the objective; 0 where it was the best or about equal to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub loss: Option<f64>,
    /// Whether the loss reaches the threshold.
    pub mistake: bool,
    /// Why nothing was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unjudged: Option<Unjudged>,
}

/// The figures of one action; those of the same names as in `analyze`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JudgedAction {
    /// What to do.
    pub action: Action,
    /// What the action is worth, in points or placement points.
    pub value: f64,
    /// 1 for the best action and for those that are about equal to it.
    pub group: u32,
    /// What the search alone says, in points or placement points.
    pub search_value: f64,
    /// What records of strong players add to it.
    pub correction: Correction,
    /// Probability 0..1 of winning the round.
    pub win_rate: f64,
    /// Probability 0..1 of being tenpai at any time.
    pub tenpai_rate: f64,
    /// Shanten after the action.
    pub shanten: i32,
    /// Tiles that lower shanten after the action.
    pub ukeire: Ukeire,
    /// How the round ends after the action.
    pub outcomes: Outcomes,
    /// Probability 0..1 that the action's discard, or the north that it sets aside, deals in at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub deal_in_rate: Option<f64>,
    /// Probability 0..1 that a strong player does so, of all that can be done here but wins and abortive draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub policy: Option<f64>,
}

/// Judges one decision.
///
/// Errors: as [`super::analyze`]; fields of what was done begin with `done.`
pub fn judge(request: &JudgeRequest, watch: &mut Watch<'_>) -> Result<Verdict, ApiError> {
    CheckedDecision::of(request, watch.memory)?.judge(watch.progress, watch.clock)
}

/// Judges decisions side by side, as many at a time as the memory of `watch` has room for. Each gets what [`judge`] gives it,
/// for any number of threads. Reports before the last, and the steps of single searches, are not reported: several run
/// at once.
pub fn judge_all(
    requests: Vec<Result<JudgeRequest, ApiError>>,
    watch: &Watch<'_>,
) -> Vec<Result<Verdict, ApiError>> {
    let &Watch { progress, report: _, clock, memory } = watch;
    // danger and nets of every decision, too
    let asked = requests
        .into_par_iter()
        .map(|request| request.and_then(|request| CheckedDecision::of(&request, memory)));
    let asked: Vec<Result<CheckedDecision, ApiError>> = asked.collect();
    let at_once = asked.iter().flatten().map(|asked| asked.options.side_by_side()).min().unwrap_or(1);
    let judged = |asked: &Result<CheckedDecision, ApiError>| match asked {
        Ok(asked) => asked.judge(progress, clock),
        Err(error) => Err(error.clone()),
    };
    let next = AtomicUsize::new(0);
    // not a parallel loop over decisions: a thread that waits for a part of one would begin another on top of it, and its stack and the
    // memory would have to hold them all
    let found = rayon::broadcast(|thread| {
        let mut own = Vec::new();
        while thread.index() < at_once {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(asked) = asked.get(place) else { break };
            own.push((place, judged(asked)));
        }
        own
    });
    let mut in_order: Vec<_> = asked.iter().map(|_| None).collect();
    for (place, judged) in found.into_iter().flatten() {
        in_order[place] = Some(judged);
    }
    in_order.into_iter().map(|judged| judged.expect("some thread has taken it")).collect()
}

/// A decision whose request has been checked.
struct CheckedDecision {
    request: Request,
    question: CheckedRequest,
    options: analyze::Options,
    done: Option<analyze::Action>,
    rows: usize,
    threshold: f64,
}

impl CheckedDecision {
    /// `memory`: bytes that a search can have at most.
    fn of(request: &JudgeRequest, memory: usize) -> Result<CheckedDecision, ApiError> {
        let JudgeRequest { hand, context, options, .. } = request.clone();
        let asked = Request { hand, context, options, action: None };
        let question = asked.check()?;
        if let Some(details) = &asked.options.details {
            let message = "a decision tells no details: ask analyze for them";
            return Err(fault(ErrorCode::RequestUnknownField, "options.details", details.value(), message));
        }
        let done = request.done.as_ref().map(|done| done.check("done")).transpose()?;
        let (rows, threshold) = (request.rows()?, request.threshold(question.options.objective)?);
        let memory = question.options.memory.min(memory);
        let detailed = analyze::DetailScope::None;
        let options = analyze::Options { memory, detailed, ..question.options.clone() };
        Ok(CheckedDecision { request: asked, question, options, done, rows, threshold })
    }

    fn judge(&self, progress: &Progress, clock: fn() -> f64) -> Result<Verdict, ApiError> {
        let CheckedRequest { position, situation, seated, .. } = &self.question;
        let riichi = seated.as_ref().is_some_and(super::PlayerTable::in_riichi);
        let called = situation.history().is_some_and(|history| history.called.is_some());
        let done = match Unjudged::beforehand(called, self.done) {
            Err(why) => return Ok(Verdict::none(why)),
            Ok(done) => done,
        };
        let mut watch = analyze::Watch { progress, report: None, clock };
        let report = analyze::analyze(position, situation, &self.options, &mut watch);
        let report = report.map_err(|error| self.request.search_error(&error))?;
        Ok(match Found::of(report, &done, riichi) {
            Found::Unjudged(why) => Verdict::none(why),
            Found::Judged(judged) => {
                Verdict::new(&judged, self.rows, self.threshold, Risks::of(&self.question).as_ref())
            }
        })
    }
}

/// Judges one decision, asked and answered in JSON text.
///
/// ```
/// use nanikiru::api::{Watch, judge_json};
/// let progress = Default::default();
/// let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
/// let request = r#"{"hand": "123m406p789s1122z1p", "context": {"turn": 12}, "done": {"type": "tsumo"}}"#;
/// let verdict = judge_json(request, &mut watch).unwrap();
/// assert!(verdict.ends_with(r#""mistake":false,"unjudged":"notValued"}"#));
/// ```
pub fn judge_json(request: &str, watch: &mut Watch<'_>) -> Result<String, String> {
    to_json(from_json(request).and_then(|request: JudgeRequest| judge(&request, watch)))
}

impl JudgeRequest {
    fn rows(&self) -> Result<usize, ApiError> {
        match self.rows {
            None => Ok(5),
            Some(rows @ 1..=100) => Ok(rows as usize),
            Some(rows) => Err(fault(ErrorCode::RequestOutOfRange, "rows", rows, "rows are 1 to 100")),
        }
    }

    fn threshold(&self, objective: Objective) -> Result<f64, ApiError> {
        let usual = match objective {
            Objective::Points => 500.0,
            // 5/3 of a hundredth of what lies between the first and the last place by usual uma
            Objective::Placement => 667.0,
            Objective::WinRate | Objective::Tenpai => 0.033,
        };
        match self.threshold {
            None => Ok(usual),
            Some(threshold) if threshold.is_finite() && threshold > 0.0 => Ok(threshold),
            Some(threshold) => {
                let message = "a mistake loses more than 0";
                Err(fault(ErrorCode::RequestOutOfRange, "threshold", threshold, message))
            }
        }
    }
}

impl Verdict {
    fn none(why: Unjudged) -> Verdict {
        let unjudged = Some(why);
        let (candidates, actions) = (Vec::new(), 0);
        Verdict { candidates, actions, best: None, rank: None, loss: None, mistake: false, unjudged }
    }

    fn new(judged: &Judgement, rows: usize, threshold: f64, risks: Option<&Risks>) -> Verdict {
        let Judgement { report, done, loss } = judged;
        let all = report.candidates.iter().enumerate();
        let given = all.filter(|(i, _)| *i < rows || i == done);
        Verdict {
            candidates: given.map(|(_, candidate)| Candidate::new(candidate, risks).into()).collect(),
            actions: report.candidates.len() as u32,
            best: report.candidates.first().map(|best| Action::from(&best.action)),
            rank: Some(*done as u32 + 1),
            loss: Some(*loss),
            mistake: *loss >= threshold,
            unjudged: None,
        }
    }
}

impl From<Candidate> for JudgedAction {
    fn from(candidate: Candidate) -> JudgedAction {
        let Candidate { action, value, group, win_rate, tenpai_rate, shanten, ukeire, outcomes, .. } =
            candidate;
        let Candidate { deal_in_rate, policy, search_value, correction, .. } = candidate;
        JudgedAction {
            action,
            value,
            group,
            search_value,
            correction,
            win_rate,
            tenpai_rate,
            shanten,
            ukeire,
            outcomes,
            deal_in_rate,
            policy,
        }
    }
}
