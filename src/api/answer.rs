//! From checked values back to what crosses the boundary.

use super::{
    Action, ApiError, ByTurn, Candidate, HanShare, Report, Request, SearchInfo, Ukeire, Wins, YakuShare,
    request_from_json,
};
use crate::analyze::{self, Action as Act};
use crate::score::Yaku;
use crate::search::{Play, Progress};
use crate::tile::{Kind, KindSet};

/// Checks a request and answers it.
///
/// Errors: every code but those that start with `request.json`; see [`super::ErrorCode`].
pub fn analyze(request: &Request, progress: &Progress) -> Result<Report, ApiError> {
    let question = request.check()?;
    let position = analyze::Position::Drawn { hand: &question.hand, drawn: question.drawn };
    let mut watch = analyze::Watch { progress, report: &mut |_| {}, clock: || 0.0 };
    let report = analyze::analyze(&position, &question.situation, &question.options, &mut watch);
    report.map(Report::from).map_err(|error| request.search_error(&error))
}

/// Answers JSON text: the report, or the error, as JSON text.
///
/// ```
/// use nanikiru::api::analyze_json;
/// let progress = Default::default();
/// let answer = analyze_json(r#"{"hand": "123m406p789s1122z1p", "context": {"turn": 12}}"#, &progress).unwrap();
/// assert!(answer.starts_with(r#"{"candidates":[{"action":{"type":"discard","tile":"1p","riichi":true}"#));
///
/// let error = analyze_json(r#"{"hand": "123m"}"#, &progress).unwrap_err();
/// assert!(error.contains(r#""code":"hand.size""#));
/// ```
pub fn analyze_json(request: &str, progress: &Progress) -> Result<String, String> {
    let json = |error: &ApiError| serde_json::to_string(error).expect("an error is plain data");
    let report = request_from_json(request).and_then(|request| analyze(&request, progress));
    report.map(|r| serde_json::to_string(&r).expect("a report is plain data")).map_err(|e| json(&e))
}

impl From<analyze::Report> for Report {
    fn from(report: analyze::Report) -> Report {
        Report {
            candidates: report
                .candidates
                .iter()
                .filter(|c| matches!(c.action, Act::Discard { .. } | Act::Tsumo))
                .map(Candidate::from)
                .collect(),
            shanten: report.shanten.get(),
            unseen: report.unseen as u32,
            draws_left: report.draws_left as u32,
            search: SearchInfo {
                hands: report.hands as u32,
                exchanges: report.exchanges as u32,
                calls: 0,
                complete: report.complete,
            },
        }
    }
}

impl From<&analyze::Candidate> for Candidate {
    fn from(candidate: &analyze::Candidate) -> Candidate {
        let play = &candidate.play;
        Candidate {
            action: match candidate.action {
                Act::Discard { tile, riichi } => Action::Discard { tile: tile.to_string(), riichi },
                _ => Action::Tsumo,
            },
            value: play.value,
            win_rate: play.win_rate,
            tenpai_rate: play.tenpai_rate,
            shanten: candidate.shanten.get(),
            ukeire: Ukeire { kinds: kinds(candidate.ukeire.kinds), tiles: candidate.ukeire.tiles },
            by_turn: ByTurn {
                win_rate: play.by_turn.iter().map(|turn| turn.win_rate).collect(),
                tenpai_rate: play.by_turn.iter().map(|turn| turn.tenpai_rate).collect(),
                value: play.by_turn.iter().map(|turn| turn.value).collect(),
            },
            wins: wins(play),
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

fn wins(play: &Play) -> Wins {
    if play.win_rate == 0.0 {
        return Wins { mean_points: 0.0, tsumo: 0.0, riichi: 0.0, yaku: vec![], han: vec![] };
    }
    let share = |probability: f64| probability / play.win_rate;
    let mut yaku: Vec<YakuShare> = Yaku::ALL
        .into_iter()
        .map(|yaku| YakuShare { name: yaku.name().into(), share: share(play.wins.yaku[yaku as usize]) })
        .filter(|yaku| yaku.share > 0.0)
        .collect();
    yaku.sort_by(|a, b| b.share.total_cmp(&a.share));
    let han = play.wins.han.iter().enumerate().filter(|(_, probability)| **probability > 0.0);
    Wins {
        mean_points: share(play.wins.value),
        tsumo: share(play.wins.tsumo),
        riichi: share(play.wins.riichi),
        yaku,
        han: han.map(|(han, &probability)| HanShare { han: han as u32, share: share(probability) }).collect(),
    }
}
