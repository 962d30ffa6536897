//! What tabu search would do.

use super::door::{CheckedRequest, check_budget};
use super::fault::fault;
use super::{Action, ApiError, Context, ErrorCode, HandInput, Options, Request, Watch, or_default};
use crate::hand::DrawnHand;
use crate::legal::{self, HandAfterCall, Position};
use crate::score::Table;
use crate::search::tabu::{self, PricedWin, Recommendation, TargetHand};
use crate::tile::{Kind, KindSet, Players, Tile};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::num::NonZeroU32;

/// What tabu search is asked.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TabuRequest {
    /// The hand, as `analyze` takes it.
    pub hand: HandInput,
    /// The table as the player sees it.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub context: Context,
    /// How much is searched.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: TabuOptions,
}

/// How much tabu search looks at. The same numbers give the same answer, unless `budgetMs` ends it.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(test, ts(optional_fields))]
pub struct TabuOptions {
    /// How often it begins anew, 1 to 1,000,000; 10,000 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u32>,
    /// Milliseconds, more than 0: no run begins after them but the first one. No limit when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_ms: Option<f64>,
    /// Exchanges of a run, 1 to 100; 6 when left out. The k of Yoshimura et al.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// Hands looked at for each exchange, 1 to 1,000; 10 when left out. The g of Yoshimura et al.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbours: Option<u32>,
    /// Exchanges that are not undone, 0 to 100; 6 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<u32>,
    /// Another seed is another choice of exchanges, 0 to 4,294,967,295; 1 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
}

/// What tabu search found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TabuReport {
    /// What may lead to the best hand, best first: a win where there is one, else the discards that the hand aimed at lacks, all of
    /// them where no better hand was found; of a tile on offer the call that leads to a win, or to pass.
    pub candidates: Vec<TabuCandidate>,
    /// The best hand that was found; none where nothing was searched, and where a call leads to no win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub target: Option<TabuTarget>,
    /// Runs that were made.
    pub runs: u32,
    /// Runs that came to a complete hand.
    pub complete: u32,
}

/// An action, with how the runs took it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TabuCandidate {
    /// The action.
    pub action: Action,
    /// Runs that gave its tile away first.
    pub runs: u32,
    /// Points that these runs found on average; 0 for a run without a win.
    pub points: f64,
    /// The winning hands that these runs ended on most often, up to five; those without a yaku left out.
    pub targets: Vec<TabuWin>,
}

/// A winning hand that runs ended on: all with the same kinds of tiles, red fives or not.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TabuWin {
    /// The hand before its last tile in mpsz, its melds after it.
    pub hand: String,
    /// The tile that completes it: of those that the hand held lacks the one by which it pays most.
    pub tile: String,
    /// Share of the candidate's runs, 0..1.
    pub share: f64,
    /// What it pays by ron, in riichi with a closed hand.
    pub points: u32,
    /// Its han, dora and red fives included; 13 stands for 13 and more, yakuman included.
    pub han: u32,
    /// The romanised names of its yaku.
    pub yaku: Vec<String>,
}

/// A hand to aim at.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TabuTarget {
    /// The hand in mpsz, its melds after it.
    pub hand: String,
    /// Its shanten; -1 is a win.
    pub shanten: i32,
    /// The chance of drawing the tiles that it needs, in any order of draws (Yoshimura et al., eq. 8).
    pub similarity: f64,
    /// What it pays by ron; 0 where it is no win or has no yaku.
    pub points: u32,
}

impl TabuOptions {
    fn check(&self) -> Result<tabu::Options, ApiError> {
        check_budget(self.budget_ms)?;
        let usual = tabu::Options::default();
        let above_0 = |field, given: Option<u32>, most, usual: NonZeroU32| match given {
            None => Ok(usual),
            Some(number) => NonZeroU32::new(number)
                .filter(|number| number.get() <= most)
                .ok_or_else(|| out_of_range(field, number, 1, most)),
        };
        let list = match self.list {
            Some(number) if number > MOST_LISTED => {
                return Err(out_of_range("list", number, 0, MOST_LISTED));
            }
            Some(number) => number as usize,
            None => usual.list,
        };
        Ok(tabu::Options {
            runs: above_0("runs", self.runs, 1_000_000, usual.runs)?,
            moves: above_0("moves", self.moves, 100, usual.moves)?,
            neighbours: above_0("neighbours", self.neighbours, 1_000, usual.neighbours)?,
            list,
            seed: self.seed.map_or(usual.seed, u64::from),
        })
    }
}

const MOST_LISTED: u32 = 100;

fn out_of_range(field: &str, number: u32, least: u32, most: u32) -> ApiError {
    let message = format!("{field} is a whole number from {least} to {most}");
    fault(ErrorCode::RequestOutOfRange, format!("options.{field}"), number, message)
}

/// Checks a request and answers it by tabu search (Yoshimura et al.): hands that are like the one held, found by exchanging a tile at
/// a time. It knows no chances and no opponents, declares riichi always and folds never: a baseline beside [`super::analyze`].
///
/// Errors: every code that a request of [`super::analyze`] has for hand and context, `request.out_of_range` for the options, and
/// `search.cancelled`.
pub fn tabu(request: &TabuRequest, watch: &Watch<'_>) -> Result<TabuReport, ApiError> {
    let asked = Request {
        hand: request.hand.clone(),
        context: request.context.clone(),
        options: Options::default(),
        action: None,
    };
    let question = asked.check()?;
    let rules = question.situation.rules();
    if rules.players == Players::Three {
        let name = rules.nearest().0.name;
        let message = format!("tabu search is for four players only: {name} is for three");
        return Err(fault(ErrorCode::ContextThreePlayers, "context.rules", name, message));
    }
    let options = request.options.check()?;
    let progress = watch.progress;
    progress.expect(options.runs.get() as usize);
    let end = request.options.budget_ms.map(|budget| (watch.clock)() + budget);
    let mut go_on = |_| {
        progress.advance();
        progress.check().is_ok() && end.is_none_or(|end| (watch.clock)() < end)
    };
    let table = question.situation.table();
    let report =
        Search { question: &question, table, value: request.hand.value(), options }.answer(&mut go_on)?;
    progress.check().map_err(|error| asked.search_error(&error))?;
    Ok(report)
}

struct Search<'a> {
    question: &'a CheckedRequest,
    table: Table,
    /// The hand as it was given, for errors.
    value: Value,
    options: tabu::Options,
}

impl Search<'_> {
    fn answer(&self, go_on: &mut dyn FnMut(u32) -> bool) -> Result<TabuReport, ApiError> {
        let CheckedRequest { position, situation, .. } = self.question;
        let permit = situation.permit(position);
        if !legal::wins(position, &permit).is_empty() {
            let won = if matches!(position, Position::Drawn { .. }) { Action::Tsumo } else { Action::Ron };
            return Ok(TabuReport::without_search(won));
        }
        match position {
            Position::Drawn { hand, drawn } => {
                // in riichi no other tile than the one drawn
                let forbidden = match (permit.riichi, drawn) {
                    (Some(_), Some(drawn)) => {
                        Kind::ALL.into_iter().filter(|&kind| kind != drawn.kind()).collect()
                    }
                    _ => permit.called.unwrap_or_default(),
                };
                let discard = |tile: Tile| Action::Discard { tile: tile.to_string(), riichi: false };
                let asked = self.ask(hand, forbidden);
                let found =
                    tabu::search(&asked, &self.options, go_on).map_err(|error| self.refused(&error))?;
                Ok(TabuReport::new(&found, &asked, discard))
            }
            Position::Waiting { hand, offered } => {
                let called = offered.map_or_else(Vec::new, |offered| legal::calls(hand, offered, &permit));
                let open: Vec<(&HandAfterCall, tabu::Task<'_>, [Tile; 2])> = called
                    .iter()
                    .filter_map(|called| match called {
                        HandAfterCall::Open { hand, own, forbidden } if !called.actions().is_empty() => {
                            Some((called, self.ask(hand, *forbidden), *own))
                        }
                        _ => None,
                    })
                    .collect();
                let questions: Vec<tabu::Task<'_>> = open.iter().map(|(_, question, _)| *question).collect();
                let made = tabu::search_calls(position.shanten(), &questions, &self.options, go_on);
                let made = made.map_err(|error| self.refused(&error))?;
                Ok(made.and_then(|(at, found)| Some((open.get(at)?, found))).map_or_else(
                    || TabuReport::without_search(Action::Pass),
                    |((called, asked, own), found)| {
                        TabuReport::new(&found, asked, |tile| Action::from(&called.with(*own, tile)))
                    },
                ))
            }
        }
    }

    fn ask<'b>(&'b self, hand: &'b DrawnHand, forbidden: KindSet) -> tabu::Task<'b> {
        let situation = &self.question.situation;
        let (unseen, rules) = (situation.unseen(), situation.rules());
        tabu::Task { hand, forbidden, unseen, table: &self.table, rules }
    }

    fn refused(&self, error: &tabu::TabuError) -> ApiError {
        fault(ErrorCode::ContextKuikae, "hand", self.value.clone(), error)
    }
}

impl TabuReport {
    fn new(found: &Recommendation, asked: &tabu::Task<'_>, action: impl Fn(Tile) -> Action) -> TabuReport {
        let candidate = |ranked: &tabu::FirstDiscard| TabuCandidate {
            action: action(ranked.tile),
            runs: ranked.times,
            points: ranked.points,
            targets: (found.targets(asked, ranked.tile).iter())
                .map(|(times, paid)| TabuWin::new(f64::from(*times) / f64::from(ranked.times), paid))
                .collect(),
        };
        TabuReport {
            candidates: found.discards.iter().map(candidate).collect(),
            target: Some(TabuTarget::new(&found.best)),
            runs: found.runs,
            complete: found.complete,
        }
    }

    fn without_search(action: Action) -> TabuReport {
        let only = TabuCandidate { action, runs: 0, points: 0.0, targets: Vec::new() };
        TabuReport { candidates: vec![only], target: None, runs: 0, complete: 0 }
    }
}

impl TabuWin {
    fn new(share: f64, paid: &PricedWin) -> TabuWin {
        TabuWin {
            hand: paid.hand.to_string(),
            tile: paid.tile.to_string(),
            share,
            points: paid.points,
            han: paid.han.into(),
            yaku: paid.yaku.iter().map(|yaku| yaku.name().into()).collect(),
        }
    }
}

impl TabuTarget {
    fn new(target: &TargetHand) -> TabuTarget {
        TabuTarget {
            hand: target.hand.to_string(),
            shanten: target.shanten.get(),
            similarity: target.similarity,
            points: target.points,
        }
    }
}
