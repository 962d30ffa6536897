//! Decisions judged: made-up games, whose every choice is held against the best; by the crate and by the API alike.

use crate::records;

use nanikiru::analyze::Objective;
use nanikiru::analyze::{Action, Depth, DetailScope, Options};
use nanikiru::api::{ErrorCode, JudgeRequest, Progress, Watch, judge, judge_all, parse_log};
use nanikiru::hand::Meld;
use nanikiru::replay::{Room, RoundLog};
use nanikiru::review::{Choice, Decision, RecordedAction, Unjudged, Verdict, decisions};
use nanikiru::rules::Length;
use nanikiru::rules::Rules;
use nanikiru::tile::{BySeat, Seat, Wind};
use records::mjai::{self, Style};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

/// The first answer to every question: these tests are not about the search.
fn quick(objective: Objective) -> Options {
    Options { depth: Depth::First, objective, ..Options::default() }
}

fn every(logs: &[RoundLog]) -> impl Iterator<Item = Decision> {
    logs.iter().flat_map(|log| decisions(log, &Rules::TENHOU)).map(|decision| decision.expect("it is legal"))
}

fn in_riichi(decision: &Decision) -> bool {
    decision.round.table().player(decision.seat).riichi().is_some()
}

/// The first rounds in which each sort of action was chosen outside of riichi.
fn rounds() -> Vec<RoundLog> {
    let mut wanted: BTreeSet<&str> = WANTED.into_iter().collect();
    let mut chosen = Vec::new();
    for seed in 0..500 {
        for log in records::game(seed, 1, &Rules::TENHOU) {
            let own = decisions(&log, &Rules::TENHOU).map(Result::unwrap).filter(|own| !in_riichi(own));
            let done: Vec<&str> = own.filter_map(|own| own.action).map(|action| name(&action)).collect();
            let before = wanted.len();
            wanted.retain(|sort| !done.contains(sort));
            if wanted.len() < before {
                chosen.push(log);
            }
        }
        if wanted.is_empty() {
            break;
        }
    }
    chosen
}

const WANTED: [&str; 10] =
    ["discard", "riichi", "tsumo", "ankan", "kakan", "pass", "ron", "chi", "pon", "nine terminals"];

fn name(action: &Action) -> &'static str {
    match action {
        Action::Discard { riichi: false, .. } => "discard",
        Action::Discard { riichi: true, .. } => "riichi",
        Action::Tsumo => "tsumo",
        Action::Ankan { .. } => "ankan",
        Action::Kakan { .. } => "kakan",
        Action::Pass => "pass",
        Action::Ron => "ron",
        Action::Chi { .. } => "chi",
        Action::Pon { .. } => "pon",
        Action::Daiminkan => "daiminkan",
        Action::NineTerminals => "nine terminals",
        Action::Kita => "kita",
    }
}

#[test]
fn every_choice_is_a_row_and_loses_what_the_best_is_worth_more() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut in_riichi_too, mut equals) = (0, 0);
    for decision in every(&rounds()) {
        let riichi = in_riichi(&decision);
        match nanikiru::review::judge(&decision, Length::Hanchan, &quick(Objective::Points)).unwrap() {
            Verdict::Judged(judged) => {
                let best = &judged.report.candidates[0];
                let done = &judged.report.candidates[judged.done];
                assert_eq!(Some(done.action), decision.action);
                let equal = best.group == done.group;
                assert_eq!(judged.loss, if equal { 0.0 } else { best.value - done.value });
                assert!(judged.loss >= 0.0 && (judged.done > 0 || judged.loss == 0.0), "{decision:?}");
                equals += usize::from(equal && judged.done > 0);
                assert!(!matches!(decision.choice, Choice::AfterCall { .. }));
                assert!(!riichi || judged.report.candidates.len() > 1, "{decision:?}");
                in_riichi_too += usize::from(riichi);
                *seen.entry(name(&done.action)).or_default() += 1;
            }
            Verdict::Unjudged(why) => {
                let right = match why {
                    Unjudged::InRiichi => riichi && !wins_or_declares(&decision.choice),
                    Unjudged::AfterCall => matches!(decision.choice, Choice::AfterCall { .. }),
                    Unjudged::Hidden => matches!(decision.done, RecordedAction::Overridden { .. }),
                    Unjudged::NotValued => false,
                };
                assert!(right, "{why:?}: {:?} {:?}", decision.choice, decision.done);
            }
        }
    }
    for action in WANTED {
        assert!(seen.get(action).is_some_and(|&n| n > 0), "no {action} was judged: {seen:?}");
    }
    assert!(in_riichi_too > 0, "no win in riichi");
    assert!(equals > 0, "nothing was about equal to the best");
}

/// Whether there is a win or a kan to choose.
fn wins_or_declares(choice: &Choice) -> bool {
    match choice {
        Choice::Turn(turn) => turn.tsumo || !turn.kans.is_empty(),
        Choice::AfterCall { .. } => false,
        Choice::Offer(claims) => claims.ron,
    }
}

#[test]
fn a_call_is_named_with_its_tiles_and_the_discard_that_followed() {
    let mut calls = 0;
    for log in (0..20).flat_map(|seed| records::game(seed, 1, &Rules::TENHOU)) {
        for decision in decisions(&log, &Rules::TENHOU) {
            let decision = decision.unwrap();
            let RecordedAction::Call(meld) = decision.done else { continue };
            let claimed = meld.claimed().map(|(_, tile)| tile);
            let (own, discard) = match decision.action.unwrap() {
                Action::Chi { own, discard } | Action::Pon { own, discard } => (own, discard),
                _ => continue,
            };
            let mut tiles: Vec<_> = own.into_iter().chain(claimed).collect();
            let mut whole: Vec<_> = Meld::tiles(&meld).collect();
            tiles.sort();
            whole.sort();
            assert_eq!(tiles, whole);
            // the next decision of this seat is that discard
            let next = decisions(&log, &Rules::TENHOU).map(Result::unwrap);
            let next =
                next.skip_while(|next| next.events <= decision.events).find(|n| n.seat == decision.seat);
            assert_eq!(next.unwrap().action, Some(Action::Discard { tile: discard, riichi: false }));
            calls += 1;
        }
    }
    assert!(calls > 10, "only {calls} calls");
}

#[test]
fn the_loss_is_in_the_unit_of_the_objective() {
    let mut judged = 0;
    for decision in every(&records::game(8, 1, &Rules::TENHOU)).take(40) {
        let verdict =
            nanikiru::review::judge(&decision, Length::Hanchan, &quick(Objective::WinRate)).unwrap();
        let Verdict::Judged(found) = verdict else { continue };
        let [best, done] = [0, found.done].map(|i| found.report.candidates[i].play.win_rate());
        assert_eq!(found.loss, best - done);
        assert!((0.0..=1.0).contains(&found.loss));
        judged += 1;
    }
    assert!(judged > 10, "only {judged}");
}

/// What crosses the boundary is what the crate says, decision by decision.
#[test]
fn the_api_judges_as_the_crate_does() {
    judged_alike(&records::game(8, 1, &Rules::TENHOU));
}

/// The last deal of a hanchan, which seat 3 of the game has: players and nets know that it is the last.
#[test]
fn the_api_judges_as_the_crate_does_in_the_last_deal() {
    judged_alike(&records::game_from(12, 1, (Wind::South, Seat::ALL[3]), &Rules::TENHOU));
}

fn judged_alike(logs: &[RoundLog]) {
    let names = BySeat(["A", "B", "C", "D"].map(str::to_string));
    let text = mjai::write(Style::Terse, &Room::USUAL, &names, logs);
    let game = parse_log(text.as_bytes()).unwrap();
    let by_crate: Vec<Decision> = every(logs).collect();
    let logged: Vec<&nanikiru::api::Decision> =
        game.rounds.iter().flat_map(|round| &round.decisions).collect();
    let (mut at, mut judged, mut mistakes) = (0, 0, 0);
    for decision in logged {
        let request = serde_json::json!({
            "hand": decision.hand, "context": decision.context, "options": {"depth": "first"},
            "done": decision.done, "rows": 2,
        });
        let request: JudgeRequest = serde_json::from_value(request).unwrap();
        let progress = Default::default();
        let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
        let found = judge(&request, &mut watch).unwrap();
        // parseLog leaves out what no context can tell
        let same = |own: &Decision| {
            let action = own.action.as_ref().map(nanikiru::api::Action::from);
            let table = own.round.table();
            let offered = matches!(own.choice, Choice::Offer(_));
            action == decision.done
                && table.turn(own.seat) as u32 == decision.turn
                && offered == decision.context.offered.is_some()
                && serde_json::to_value(decision.seat).unwrap()
                    == ["east", "south", "west", "north"][own.seat.wind(table.dealer()).index()]
        };
        at += by_crate[at..].iter().position(same).expect("the crate has it, too");
        let options = Options { detailed: DetailScope::None, ..quick(Objective::Points) };
        match nanikiru::review::judge(&by_crate[at], Length::Hanchan, &options).unwrap() {
            Verdict::Unjudged(why) => {
                assert_eq!((found.unjudged, found.loss, found.mistake), (Some(why), None, false));
                assert!(found.candidates.is_empty() && found.best.is_none());
            }
            Verdict::Judged(own) => {
                assert_eq!(found.loss.map(f64::to_bits), Some(own.loss.to_bits()), "{request:?}");
                assert_eq!(found.rank, Some(own.done as u32 + 1));
                assert_eq!(found.actions as usize, own.report.candidates.len());
                assert_eq!(found.mistake, own.loss >= 500.0);
                let best = nanikiru::api::Action::from(&own.report.candidates[0].action);
                assert_eq!(found.best.as_ref(), Some(&best));
                assert_eq!(found.candidates[0].action, best);
                assert_eq!(
                    found.candidates.len(),
                    own.report.candidates.len().min(2) + usize::from(own.done > 1)
                );
                assert!(found.candidates.iter().any(|row| Some(&row.action) == decision.done.as_ref()));
                judged += 1;
                mistakes += usize::from(found.mistake);
            }
        }
        at += 1;
    }
    assert!(judged > 30 && mistakes > 0, "{judged} judged, {mistakes} mistakes");
}

/// Side by side, in any number of threads, with requests between them that are refused.
#[test]
fn decisions_judged_together_are_judged_as_each_alone() {
    let names = BySeat(["A", "B", "C", "D"].map(str::to_string));
    let text = mjai::write(Style::Terse, &Room::USUAL, &names, &records::game(8, 1, &Rules::TENHOU));
    let game = parse_log(text.as_bytes()).unwrap();
    let requests = game.rounds.iter().flat_map(|round| &round.decisions).take(40).enumerate();
    let requests = requests.map(|(i, decision)| {
        let (depth, rows) = (["fast", "full", "first"][i % 3], if i % 10 == 7 { 0 } else { 2 });
        let request = serde_json::json!({
            "hand": decision.hand, "context": decision.context, "options": {"depth": depth},
            "done": decision.done, "rows": rows,
        });
        serde_json::from_value::<JudgeRequest>(request).unwrap()
    });
    let requests: Vec<JudgeRequest> = requests.collect();
    let progress = Default::default();
    let watch = || Watch { progress: &progress, report: None, clock: || 0.0, memory: 256 << 20 };
    let text = |judged: Result<nanikiru::api::Verdict, nanikiru::api::ApiError>| match judged {
        Ok(verdict) => serde_json::to_string(&verdict).unwrap(),
        Err(error) => serde_json::to_string(&error).unwrap(),
    };
    let alone: Vec<String> = requests.iter().map(|request| text(judge(request, &mut watch()))).collect();
    assert_eq!(alone.iter().filter(|text| text.contains("request.out_of_range")).count(), 4);
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        // all of them, and those alone that have room beside each other
        for step in [1, 3] {
            let some = || requests.iter().step_by(step).cloned().map(Ok).collect();
            let together = pool.install(|| judge_all(some(), &watch()));
            let together: Vec<String> = together.into_iter().map(text).collect();
            let expected: Vec<&String> = alone.iter().step_by(step).collect();
            assert_eq!(together.iter().collect::<Vec<_>>(), expected, "{threads} threads");
        }
    }
}

#[test]
fn as_many_are_judged_together_as_the_memory_has_room_for() {
    let at_once = |depth, mib: usize, budget_ms| {
        let detailed = DetailScope::None;
        Options { depth, budget_ms, detailed, memory: mib << 20, ..Options::default() }.side_by_side()
    };
    assert_eq!([16, 64, 256].map(|mib| at_once(Depth::First, mib, None)), [5, 22, 89]);
    assert_eq!([16, 64, 256].map(|mib| at_once(Depth::Fast, mib, None)), [1, 5, 22]);
    assert_eq!([16, 64, 256].map(|mib| at_once(Depth::Full, mib, None)), [1, 1, 7]);
    // these take all the memory that there is
    for depth in [Depth::Deepest, Depth::Exactly { exchanges: 3 }] {
        assert_eq!(at_once(depth, 256, None), 1, "{depth:?}");
    }
    assert_eq!(at_once(Depth::Full, 256, Some(100.0)), 1);
}

#[test]
fn a_stop_ends_all_that_are_judged_together() {
    let request =
        serde_json::json!({"hand": "123m406p789s1122z1p", "done": {"type": "discard", "tile": "1p"}});
    let request: JudgeRequest = serde_json::from_value(request).unwrap();
    let progress = Progress::default();
    progress.cancel.store(true, Ordering::Relaxed);
    let watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: 256 << 20 };
    let judged = judge_all(vec![Ok(request); 5], &watch);
    assert_eq!(judged.len(), 5);
    assert!(
        judged.iter().all(|one| one.as_ref().is_err_and(|error| error.code == ErrorCode::SearchCancelled))
    );
}

#[test]
fn what_is_asked_wrongly() {
    let ask = |more: &str| {
        let request = format!(r#"{{"hand": "123m406p789s1122z1p", "context": {{"turn": 12}}, {more}}}"#);
        let progress = Default::default();
        let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
        nanikiru::api::judge_json(&request, &mut watch).unwrap_err()
    };
    for (more, code, field) in [
        (r#""rows": 0"#, "request.out_of_range", "rows"),
        (r#""threshold": 0"#, "request.out_of_range", "threshold"),
        (r#""threshold": -3"#, "request.out_of_range", "threshold"),
        (r#""done": {"type": "discard"}"#, "request.missing_field", "done.tile"),
        (r#""done": {"type": "discard", "tile": "8z"}"#, "notation.no_such_tile", "done.tile"),
        (r#""done": {"type": "pass", "tile": "1z"}"#, "request.unknown_field", "done.tile"),
        (r#""seats": 1"#, "request.unknown_field", "seats"),
        (r#""options": {"calls": 5}"#, "request.out_of_range", "options.calls"),
    ] {
        let error = ask(more);
        assert!(error.contains(&format!(r#""code":"{code}","field":"{field}""#)), "{more}: {error}");
    }
}

/// A round that begins with a player below zero.
fn in_debt(seed: u64, rules: &Rules) -> RoundLog {
    let scores =
        [[-4_200, 61_000, 25_000, 18_200], [25_000, -300, 50_000, 25_300], [30_000, 40_000, 31_000, -1_000]];
    let rounds = (seed..).flat_map(|seed| records::game(seed, 1, rules));
    let mut owing = rounds.flat_map(|log| {
        scores.map(|scores| {
            let mut log = log.clone();
            log.raw.opening.scores = BySeat(scores);
            log
        })
    });
    // where the rules ask for the stick, nobody below zero has declared riichi
    let legal =
        |log: &RoundLog| log.events.len() > 60 && decisions(log, rules).all(|decision| decision.is_ok());
    owing.find(legal).unwrap()
}

#[test]
fn rounds_below_zero_are_judged_to_the_end() {
    for objective in [Objective::Points, Objective::Placement] {
        for rules in [Rules::TENHOU, Rules::M_LEAGUE] {
            let log = in_debt(3, &rules);
            let mut judged = 0;
            for decision in decisions(&log, &rules).map(Result::unwrap).take(25) {
                assert!(decision.round.table().scores().0.iter().any(|&points| points < 0));
                let verdict = nanikiru::review::judge(&decision, Length::Hanchan, &quick(objective)).unwrap();
                judged += usize::from(matches!(verdict, Verdict::Judged(_)));
            }
            assert!(judged > 5, "{judged}");
        }
    }
}

#[test]
fn a_record_with_points_below_zero_is_read_and_judged_to_the_end() {
    let logs = [in_debt(40, &Rules::TENHOU)];
    let names = BySeat(["A", "B", "C", "D"].map(str::to_string));
    let text = mjai::write(Style::Wordy, &Room::USUAL, &names, &logs);
    let game = parse_log(text.as_bytes()).unwrap();
    assert!(game.broken.is_none(), "{:?}", game.broken);
    let logged: Vec<&nanikiru::api::Decision> =
        game.rounds.iter().flat_map(|round| &round.decisions).collect();
    assert!(logged.len() > 15, "{}", logged.len());
    for decision in logged {
        assert!(decision.context.scores.unwrap().iter().any(|&points| points < 0));
        let request = serde_json::json!({
            "hand": decision.hand, "context": decision.context, "done": decision.done,
            "options": {"depth": "first", "objective": "placement"},
        });
        let request: JudgeRequest = serde_json::from_value(request).unwrap();
        let progress = Default::default();
        let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
        judge(&request, &mut watch).unwrap_or_else(|error| panic!("{error}"));
    }
}
