//! From checked values back to what crosses the boundary.

use super::danger::Risks;
use super::fault::to_json;
use super::{
    Action, ApiError, ByTurn, Candidate, Correction, Ended, HanShare, Outcome, Outcomes, Report, Request,
    SearchInfo, Target, Ukeire, Wins, YakuShare, request_from_json,
};
use crate::analyze;
use crate::legal;
use crate::score::Yaku;
use crate::search::{self, Details, Part, Parts, Play, Progress};
use crate::tile::{Kind, KindSet};

/// Whoever asks, while the search runs.
pub struct Watch<'a> {
    /// Shared with whoever stops the search.
    pub progress: &'a Progress,
    /// Is given every report before the last, from shallow to deep; each is complete. Where nobody is, and no time is set,
    /// only the last is searched for.
    pub report: Option<&'a mut dyn FnMut(Report)>,
    /// Milliseconds since any moment: what a time budget is held against.
    pub clock: fn() -> f64,
    /// Bytes that a search can have at most, whatever the request allows.
    pub memory: usize,
}

/// Checks a request and answers it.
///
/// Errors: every code but those that start with `request.json`; see [`super::ErrorCode`].
pub fn analyze(request: &Request, watch: &mut Watch<'_>) -> Result<Report, ApiError> {
    let question = request.check()?;
    let risks = Risks::of(&question);
    let position = question.position;
    let memory = question.options.memory.min(watch.memory);
    let options = analyze::Options { memory, ..question.options.clone() };
    let memory_mb = (options.memory >> 20) as u32;
    if let Some(action) = &question.action {
        let permit = question.situation.permit(&position);
        legal::check(&position, &permit, action).map_err(|error| request.action_error(&error))?;
    }
    if let analyze::Detailed::Of(action) = &options.detailed {
        let permit = question.situation.permit(&position);
        legal::check(&position, &permit, action).map_err(|error| request.details_error(&error))?;
    }
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
    let outcome = analyze::analyze(&position, &question.situation, &options, &mut inner);
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
            analyze::Ended::Deeper => (Ended::Deeper, None),
            analyze::Ended::Depth => (Ended::Depth, None),
            analyze::Ended::Memory { hands } => (Ended::Memory, Some(hands)),
            analyze::Ended::Hands { hands } => (Ended::Hands, Some(hands)),
            analyze::Ended::Time { hands } => (Ended::Time, Some(hands)),
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
                depth: report.depth as u32,
                ended,
                next_hands,
                memory_mb,
            },
        }
    }
}

impl Candidate {
    pub(super) fn new(candidate: &analyze::Candidate, risks: Option<&Risks>) -> Candidate {
        let play = &candidate.play;
        let by_turn = |Details { by_turn, .. }: &Details| ByTurn {
            win_rate: by_turn.iter().map(|turn| turn.win_rate).collect(),
            tenpai_rate: by_turn.iter().map(|turn| turn.tenpai_rate).collect(),
            value: by_turn.iter().map(|turn| turn.value).collect(),
        };
        let risk = risks.zip(candidate.action.discard()).map(|(risks, tile)| risks.tile(tile));
        Candidate {
            action: Action::from(&candidate.action),
            value: candidate.value,
            value_error: candidate.value_error,
            search_value: candidate.searched,
            correction: Correction::from(candidate),
            win_rate: play.win_rate,
            tenpai_rate: play.tenpai_rate,
            tenpai_at_draw: play.tenpai_at_draw,
            others_rate: play.others_rate,
            call_rate: play.call_rate,
            fold_rate: play.fold_rate,
            shanten: candidate.shanten.get(),
            ukeire: Ukeire { kinds: kinds(candidate.ukeire.kinds), tiles: candidate.ukeire.tiles },
            by_turn: play.details.as_ref().map(by_turn),
            wins: wins(play),
            targets: play.details.as_ref().map(|details| targets(play, details)),
            outcomes: Outcomes::from(&play.parts),
            deal_in_rate: risk.as_ref().map(|risk| risk.deal_in_rate),
            expected_loss: risk.as_ref().map(|risk| risk.expected_loss),
            risks: risk.map(|risk| risk.risks),
            policy: candidate.policy,
            practice: candidate.policy,
            estimated: candidate.estimated,
            worth: candidate.ranked,
        }
    }
}

impl From<&Parts> for Outcomes {
    fn from(parts: &Parts) -> Outcomes {
        let outcome =
            |Part { rate, value }| Outcome { rate, mean: if rate > 0.0 { value / rate } else { 0.0 } };
        Outcomes {
            win: outcome(parts.win),
            deal_in: outcome(parts.deal_in),
            tsumo: outcome(parts.tsumo),
            draw: outcome(parts.draw),
            rest: outcome(parts.rest),
        }
    }
}

/// Each kind once, suit after suit: `36m1z`.
fn kinds(set: KindSet) -> String {
    let kinds: Vec<Kind> = set.iter().collect();
    let suits = kinds.chunk_by(|a, b| a.suit() == b.suit());
    suits
        .map(|suit| {
            let digits: String = suit.iter().map(|kind| kind.number().to_string()).collect();
            format!("{digits}{}", suit[0].suit().letter())
        })
        .collect()
}

/// The finished hands, with their shares of all wins.
fn targets(play: &Play, details: &Details) -> Vec<Target> {
    let target = |target: &search::Target| Target {
        hand: target.hand.to_string(),
        tile: target.tile.to_string(),
        share: target.rate / play.win_rate,
        mean_points: target.value / target.rate,
        han: target.han.into(),
        yaku: target.yaku.iter().map(|yaku| yaku.name().into()).collect(),
    };
    details.targets.iter().filter(|target| target.rate > 0.0).map(target).collect()
}

fn wins(play: &Play) -> Wins {
    let share = |probability: f64| if play.win_rate > 0.0 { probability / play.win_rate } else { 0.0 };
    let yaku = |details: &Details| {
        let yaku = Yaku::ALL.into_iter().map(|yaku| (yaku, share(details.yaku[yaku as usize])));
        let mut yaku: Vec<YakuShare> = yaku
            .filter(|&(_, share)| share > 0.0)
            .map(|(yaku, share)| YakuShare { name: yaku.name().into(), share })
            .collect();
        yaku.sort_by(|a, b| b.share.total_cmp(&a.share));
        yaku
    };
    let han = |details: &Details| {
        let han = details.han.iter().enumerate().map(|(han, &p)| (han as u32, share(p)));
        han.filter(|&(_, share)| share > 0.0).map(|(han, share)| HanShare { han, share }).collect()
    };
    Wins {
        mean_points: share(play.wins.value),
        tsumo: share(play.wins.tsumo),
        riichi: share(play.wins.riichi),
        yaku: play.details.as_ref().map(yaku),
        han: play.details.as_ref().map(han),
    }
}
