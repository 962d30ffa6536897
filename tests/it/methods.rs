//! The other systems by name: tabu search, and the estimators of danger beside the model.

use nanikiru::api::{
    Action, DangerReport, ErrorCode, Progress, TabuReport, TabuRequest, Watch, danger, read_from, tabu,
};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

const TENPAI: &str = "123m456p789s1122z3z";

fn ask(request: Value) -> Result<TabuReport, nanikiru::api::ApiError> {
    let progress = Progress::default();
    let watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    let request: TabuRequest = read_from(&request)?;
    tabu(&request, &watch)
}

#[test]
fn tabu_search_finds_the_discard_of_a_tenpai_hand() {
    let report =
        ask(json!({"hand": TENPAI, "context": {"doraIndicators": "4p"}, "options": {"runs": 500}})).unwrap();
    let first = &report.candidates[0];
    assert_eq!(first.action, Action::Discard { tile: "3z".into(), riichi: false });
    assert_eq!((report.runs, report.complete > 0), (500, true));
    let target = report.target.unwrap();
    assert_eq!(target.shanten, -1);
    assert!(target.points >= 1000 && (0.0..=1.0).contains(&target.similarity), "{target:?}");
    assert!(first.runs <= 500 && first.points > 0.0);
}

#[test]
fn a_candidate_names_the_winning_hands_that_its_runs_ended_on() {
    let report =
        ask(json!({"hand": TENPAI, "context": {"doraIndicators": "4p"}, "options": {"runs": 500}})).unwrap();
    for candidate in &report.candidates {
        let share: f64 = candidate.targets.iter().map(|target| target.share).sum();
        assert!(candidate.targets.len() <= 5 && share <= 1.0 + 1e-12, "{candidate:?}");
        assert!(candidate.targets.is_sorted_by(|a, b| a.share >= b.share));
    }
    let first = &report.candidates[0].targets[0];
    assert_eq!(first.yaku[0], "riichi");
    assert!(first.points >= 1000 && first.han >= 1 && first.share > 0.0);
    // the first report on a hand that waits for 1z and 2z
    assert!(["1z", "2z"].contains(&&first.tile[..]), "{first:?}");
    let won = ask(json!({"hand": "123456789m11p23s4s"})).unwrap();
    assert!(won.candidates[0].targets.is_empty());
}

#[test]
fn the_same_seed_is_the_same_answer_and_another_may_differ() {
    let hand = "13579m2468p159s12z";
    let of = |seed: u32| ask(json!({"hand": hand, "options": {"runs": 200, "seed": seed}})).unwrap();
    assert_eq!(of(7), of(7));
    assert!((8..20).any(|seed| of(seed) != of(7)));
}

#[test]
fn budgets_of_nothing_and_of_too_much_are_errors() {
    for (field, least, most) in
        [("runs", 1, 1_000_000), ("moves", 1, 100), ("neighbours", 1, 1_000), ("list", 0, 100)]
    {
        for wrong in [least - 1, most + 1] {
            let error = ask(json!({"hand": TENPAI, "options": {field: wrong}})).unwrap_err();
            // a number below 0 fits no count at all
            assert!(matches!(error.code, ErrorCode::RequestOutOfRange | ErrorCode::RequestType), "{error:?}");
            assert_eq!((error.field, error.value), (format!("options.{field}"), json!(wrong)));
        }
    }
    for wrong in [json!(0.0), json!(-1.5)] {
        let error = ask(json!({"hand": TENPAI, "options": {"budgetMs": wrong}})).unwrap_err();
        let named = (error.code, &error.field[..], &error.value);
        assert_eq!(named, (ErrorCode::RequestOutOfRange, "options.budgetMs", &wrong));
    }
    let error = ask(json!({"hand": TENPAI, "options": {"run": 5}})).unwrap_err();
    assert_eq!((error.code, &error.field[..]), (ErrorCode::RequestUnknownField, "options.run"));
    assert_eq!(ask(json!({"hand": "123m"})).unwrap_err().code, ErrorCode::HandSize);
}

#[test]
fn a_call_is_made_where_it_leads_to_a_win() {
    let asked = |hand: &str, tile: &str, options: Value| {
        let context = json!({"offered": {"tile": tile, "from": "left"}, "seat": "east"});
        ask(json!({"hand": hand, "context": context, "options": options})).unwrap()
    };
    let made = asked("234m456p23s88s557z", "7z", json!({"runs": 300}));
    assert_eq!(made.candidates[0].action, Action::Pass, "one 7z makes no triplet: {made:?}");
    let made = asked("234m456p23s88s577z", "7z", json!({"runs": 300}));
    let Action::Pon { tiles, discard } = &made.candidates[0].action else { panic!("{made:?}") };
    assert_eq!((&tiles[..], &discard[..]), ("77z", "5z"));
    assert_eq!(made.target.unwrap().shanten, -1);
    // a win is taken, and nothing is searched
    let won = asked("234m456p234s88s77z", "7z", json!({"runs": 300}));
    assert_eq!((&won.candidates[0].action, won.runs), (&Action::Ron, 0));
    assert_eq!(ask(json!({"hand": "123456789m11p23s4s"})).unwrap().candidates[0].action, Action::Tsumo);
}

#[test]
fn a_search_that_is_stopped_is_an_error() {
    let progress = Progress::default();
    progress.cancel.store(true, Ordering::Relaxed);
    let watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    let request: TabuRequest = read_from(json!({"hand": TENPAI})).unwrap();
    assert_eq!(tabu(&request, &watch).unwrap_err().code, ErrorCode::SearchCancelled);
    assert_eq!(progress.done.load(Ordering::Relaxed), 1);
}

#[test]
fn a_time_budget_ends_the_search_after_a_run() {
    // a clock that goes on by 10 ms whenever it is read
    static NOW: AtomicU32 = AtomicU32::new(0);
    let clock = || f64::from(NOW.fetch_add(10, Ordering::Relaxed));
    let progress = Progress::default();
    let watch = Watch { progress: &progress, report: None, clock, memory: usize::MAX };
    let of = |options: Value| {
        let request: TabuRequest = read_from(json!({"hand": TENPAI, "options": options})).unwrap();
        tabu(&request, &watch).unwrap()
    };
    assert_eq!(of(json!({"runs": 500, "budgetMs": 1})).runs, 1);
    // read once for the end, and after each run
    assert_eq!(of(json!({"runs": 500, "budgetMs": 75})), of(json!({"runs": 8})));
    assert_eq!(of(json!({"runs": 500, "budgetMs": 1e9})), of(json!({"runs": 500})));
}

#[test]
fn a_hand_without_a_legal_discard_is_refused() {
    // after chi of 1m with 23m neither 1m nor 4m may be discarded, and there is nothing else
    let context = json!({"seat": "south", "doraIndicators": "5p", "players": {
        "east": {"river": "1p1s1z1m"}, "south": {"river": "9p9s9m"},
        "west": {"river": "2z2z3z"}, "north": {"river": "3z4z4z"},
    }});
    let error = ask(json!({"hand": "44m,p111-,s111-,z111-,m1-23", "context": context})).unwrap_err();
    assert_eq!(error.code, ErrorCode::ContextKuikae, "{error:?}");
}

fn risks(estimator: Option<&str>) -> Result<DangerReport, nanikiru::api::ApiError> {
    let mut request = json!({"hand": "346m40678p34577s2p", "context": {"seat": "north", "doraIndicators": "3s", "players": {
        "east": {"river": "1z9m4p-2s7z-"}, "south": {"river": "9p1z4z-1m*8s-"},
        "west": {"river": "2z9s7z6m8m3p-", "melds": ["z555+"]}, "north": {"river": "3z9m1s-5z2m"},
    }}});
    if let Some(name) = estimator {
        request["estimator"] = name.into();
    }
    danger(&read_from(&request)?)
}

#[test]
fn each_estimator_of_danger_has_its_name() {
    let model = risks(None).unwrap();
    assert_eq!(risks(Some("model")).unwrap(), model);
    let paper = risks(Some("kurita-hoki")).unwrap();
    let class = risks(Some("class")).unwrap();
    let rate = |report: &DangerReport, tile: &str| {
        report.tiles.iter().find(|risk| risk.tile == tile).unwrap().deal_in_rate
    };
    for tile in ["6s", "4m", "5z"] {
        let all = [&model, &paper, &class].map(|report| rate(report, tile));
        assert!(all.iter().all(|rate| (0.0..0.6).contains(rate)), "{tile}: {all:?}");
    }
    assert!(rate(&paper, "4m") != rate(&model, "4m") && rate(&class, "4m") != rate(&model, "4m"));
    // what the player in riichi has discarded is safe against it for all of them
    for report in [&model, &paper, &class] {
        let tile = report.tiles.iter().find(|risk| risk.tile == "9p").unwrap();
        let south = tile.risks.iter().find(|risk| format!("{:?}", risk.seat) == "South").unwrap();
        assert_eq!(south.rate, 0.0);
    }
    // the class table speaks of the riichi only: no suji of 1m is left for 4m, 6s has none
    assert_eq!(class.opponents.iter().map(|other| other.tenpai_rate).sum::<f64>(), 1.0);
    assert!(rate(&class, "6s") > rate(&class, "4m"), "half suji");
    let error = risks(Some("guess")).unwrap_err();
    assert_eq!((error.code, &error.field[..]), (ErrorCode::RequestUnknownValue, "estimator"));
}
