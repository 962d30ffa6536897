//! From checked values back to what crosses the boundary.

use super::danger::Risks;
use super::fault::to_json;
use super::{ApiError, Candidate, Report, Request, SearchEnd, SearchInfo, request_from_json};
use crate::analyze;
use crate::legal;
use crate::search::Progress;

/// What the caller hears of a search while it runs, and how it stops it.
pub struct Watch<'a> {
    /// Shared with the caller, who may stop the search.
    pub progress: &'a Progress,
    /// Is given every report before the last, from shallow to deep; each is complete. Where nobody is, and no time is set,
    /// only the last is searched for.
    pub report: Option<&'a mut dyn FnMut(Report)>,
    /// Milliseconds since any moment: what a time budget is held against.
    pub clock: fn() -> f64,
    /// Bytes that a search can have at most, if the request allows more.
    pub memory: usize,
}

/// Checks a request and answers it.
///
/// Errors: every code but those that start with `request.json`; see [`super::ErrorCode`].
pub fn analyze(request: &Request, watch: &mut Watch<'_>) -> Result<Report, ApiError> {
    let question = request.check()?;
    let position = &question.position;
    let memory = question.options.memory.min(watch.memory);
    let options = analyze::Options { memory, ..question.options.clone() };
    let memory_mb = (options.memory >> 20) as u32;
    if let Some(action) = &question.action {
        let permit = question.situation.permit(position);
        legal::check(position, &permit, action).map_err(|error| request.action_error(&error))?;
    }
    if let analyze::DetailScope::Of(action) = &options.detailed {
        let permit = question.situation.permit(position);
        legal::check(position, &permit, action).map_err(|error| request.details_error(&error))?;
    }
    let risks = Risks::of(&question);
    let asked = |report: analyze::Report| match &question.action {
        None => report,
        Some(action) => analyze::only(report, action),
    };
    let watched = watch.report.is_some();
    let mut pass_on = |report: &analyze::Report| {
        if let Some(report_to) = &mut watch.report {
            report_to(Report::new(&asked(report.clone()), memory_mb, risks.as_ref()));
        }
    };
    let pass_on: Option<analyze::Watcher<'_>> = if watched { Some(&mut pass_on) } else { None };
    let mut inner = analyze::Watch { progress: watch.progress, report: pass_on, clock: watch.clock };
    let outcome = analyze::analyze(position, &question.situation, &options, &mut inner);
    let report = outcome.map_err(|error| request.search_error(&error))?;
    Ok(Report::new(&asked(report), memory_mb, risks.as_ref()))
}

/// Answers JSON text: the report, or the error, as JSON text. `report` is given the reports before the last.
///
/// ```
/// use nanikiru::api::{Watch, analyze_json};
/// let answer = |request: &str| {
///     let progress = Default::default();
///     let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
///     analyze_json(request, &mut watch)
/// };
/// let report = answer(r#"{"hand": "123m406p789s1122z1p", "context": {"turn": 12}}"#).unwrap();
/// assert!(report.starts_with(r#"{"candidates":[{"action":{"type":"discard","tile":"1p","riichi":true}"#));
///
/// let error = answer(r#"{"hand": "123m"}"#).unwrap_err();
/// assert!(error.contains(r#""code":"hand.size""#));
/// ```
pub fn analyze_json(request: &str, watch: &mut Watch<'_>) -> Result<String, String> {
    to_json(request_from_json(request).and_then(|request| analyze(&request, watch)))
}

impl Report {
    /// As JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a report is plain data")
    }

    fn new(report: &analyze::Report, memory_mb: u32, risks: Option<&Risks>) -> Report {
        let (ended, next_hands) = match report.ended {
            analyze::SearchEnd::Deeper => (SearchEnd::Deeper, None),
            analyze::SearchEnd::Depth => (SearchEnd::Depth, None),
            analyze::SearchEnd::Memory { hands } => (SearchEnd::Memory, Some(hands)),
            analyze::SearchEnd::Hands { hands } => (SearchEnd::Hands, Some(hands)),
            analyze::SearchEnd::Time { hands } => (SearchEnd::Time, Some(hands)),
        };
        let next_hands = next_hands.map(|hands| u32::try_from(hands).unwrap_or(u32::MAX));
        Report {
            candidates: report.candidates.iter().map(|candidate| Candidate::new(candidate, risks)).collect(),
            shanten: report.shanten.get(),
            unseen: report.unseen as u32,
            tiles_left: report.tiles_left as u32,
            draws_left: report.draws_left as u32,
            opponents: risks.map(Risks::opponents),
            search: SearchInfo {
                hands: report.hands as u32,
                exchanges: report.exchanges as u32,
                calls: report.calls as u32,
                complete: report.complete,
                estimated: report.estimated,
                stage: report.depth as u32,
                ended,
                next_hands,
                memory_mb,
            },
        }
    }
}
