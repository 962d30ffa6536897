//! Ends of a round without a winner: abortive draws and nagashi mangan.

use nanikiru::analyze::{History, Options, Position, RawSituation, Situation, analyze_at_once};
use nanikiru::api::{Watch, analyze, request_from_json};
use nanikiru::round::{Brink, Reason};
use nanikiru::tile::KindSet;
use serde_json::{Value, json};

/// The report on a question, as JSON.
fn report(hand: &str, context: &Value, options: &Value) -> Value {
    let request = json!({"hand": hand, "context": context, "options": options});
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    let question = request_from_json(&request.to_string()).expect(&request.to_string());
    let report = analyze(&question, &mut watch).unwrap_or_else(|error| panic!("{request}: {error}"));
    serde_json::to_value(report).unwrap()
}

fn candidates(report: &Value) -> &[Value] {
    report["candidates"].as_array().unwrap()
}

fn discard<'r>(report: &'r Value, tile: &str, riichi: bool) -> &'r Value {
    let action = json!({"type": "discard", "tile": tile, "riichi": riichi});
    row(report, &action)
}

fn row<'r>(report: &'r Value, action: &Value) -> &'r Value {
    let is = |candidate: &&Value| {
        action.as_object().unwrap().iter().all(|(name, value)| candidate["action"][name] == *value)
    };
    candidates(report).iter().find(is).unwrap_or_else(|| panic!("{action} in {report}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn rate(candidate: &Value, end: &str) -> f64 {
    number(&candidate["outcomes"][end]["rate"])
}

fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found} is not {expected}");
}

/// Somebody wins on the tile, or nothing is paid but a stick; nothing else happens.
fn ends_the_round(candidate: &Value, paid: f64) {
    let dealt = &candidate["outcomes"]["dealIn"];
    let [rate_of, mean] = ["rate", "mean"].map(|of| number(&dealt[of]));
    let rest = &candidate["outcomes"]["rest"];
    near(number(&rest["rate"]), 1.0 - rate_of, 1e-9);
    near(number(&rest["mean"]), paid, 1e-6);
    near(number(&candidate["winRate"]), 0.0, 0.0);
    let value = rate_of * mean + (1.0 - rate_of) * paid;
    near(number(&candidate["value"]), value, 1e-6);
    near(number(&candidate["searchValue"]), value, 1e-6);
}

/// By preset: whether four winds, four riichi and four kans break a round off.
const PRESETS: [(&str, bool); 5] =
    [("tenhou", true), ("mahjong-soul", true), ("m-league", false), ("wrc", false), ("ema", false)];

fn three_riichi(rules: &str) -> Value {
    json!({
        "rules": rules, "seat": "south", "doraIndicators": "1p",
        "players": {
            "east": {"river": "1z9m1s*2z-"}, "south": {"river": "4z9s1m"},
            "west": {"river": "3z9s8p*"}, "north": {"river": "9m1p9p*"},
        },
    })
}

#[test]
fn a_fourth_riichi_ends_the_round_where_the_rules_have_it() {
    for (rules, breaks_off) in PRESETS {
        let report = report("234m345p22s67s777z9p", &three_riichi(rules), &json!({"depth": "first"}));
        let riichi = discard(&report, "9p", true);
        if breaks_off {
            ends_the_round(riichi, -1_000.0);
            near(rate(riichi, "dealIn"), 0.0, 0.0);
            near(number(&riichi["tenpaiRate"]), 1.0, 1e-9);
        } else {
            assert!(number(&riichi["winRate"]) > 0.1, "{rules}: {riichi}");
        }
        let silent = discard(&report, "9p", false);
        assert!(number(&silent["winRate"]) > 0.1, "{rules}: {silent}");
    }
}

#[test]
fn a_fourth_equal_wind_ends_the_round_where_the_rules_have_it() {
    let context = |rules: &str, winds: [&str; 3]| {
        json!({
            "rules": rules, "seat": "north", "doraIndicators": "1p",
            "players": {
                "east": {"river": winds[0]}, "south": {"river": winds[1]},
                "west": {"river": winds[2]}, "north": {"river": ""},
            },
        })
    };
    let hand = "19m258p369s223471z";
    let first = json!({"depth": "first"});
    for (rules, breaks_off) in PRESETS {
        let report = report(hand, &context(rules, ["1z", "1z", "1z"]), &first);
        let wind = discard(&report, "1z", false);
        if breaks_off {
            ends_the_round(wind, 0.0);
            assert_eq!(&candidates(&report)[0], wind, "{rules}");
        } else {
            assert!(number(&wind["winRate"]) > 0.0 && number(&wind["value"]) < -500.0, "{rules}: {wind}");
        }
        assert!(number(&discard(&report, "2z", false)["winRate"]) > 0.0);
    }
    // two of them and another one: play goes on
    let report = report(hand, &context("tenhou", ["1z", "1z", "2z"]), &first);
    assert!(number(&discard(&report, "1z", false)["winRate"]) > 0.0);
}

/// The hand is thrown in, or the fourth wind discarded: the same end, for placement points, too.
#[test]
fn a_broken_off_round_has_one_worth() {
    for objective in ["points", "placement"] {
        let context = json!({
            "seat": "north", "doraIndicators": "1p", "roundWind": "south", "roundNumber": 4, "honba": 1,
            "scores": [31_000, 27_000, 24_000, 18_000],
            "players": {
                "east": {"river": "1z"}, "south": {"river": "1z"}, "west": {"river": "1z"}, "north": {"river": ""},
            },
        });
        let options = json!({"depth": "first", "objective": objective});
        let report = report("19m28p19s2234671z", &context, &options);
        let thrown_in = number(&row(&report, &json!({"type": "nineTerminals"}))["value"]);
        let wind = discard(&report, "1z", false);
        near(number(&wind["outcomes"]["rest"]["mean"]), thrown_in, 1e-9);
        near(number(&wind["value"]), thrown_in, 100.0);
    }
}

/// A hand with four tiles of a kind, after one kan of each of the others.
fn three_kans(rules: &str) -> Value {
    let river = "2z3z8m9m1p";
    json!({
        "rules": rules, "seat": "east", "doraIndicators": "1z1z3z6z",
        "players": {
            "east": {"river": "1s1s2z6z7z"},
            "south": {"river": river, "melds": ["z5555"]},
            "west": {"river": river, "melds": ["s9999"]},
            "north": {"river": river, "melds": ["z4444"]},
        },
    })
}

#[test]
fn a_fourth_kan_leaves_one_draw_and_one_discard_where_the_rules_have_it() {
    for (rules, breaks_off) in PRESETS {
        let report = report("1111m234567p2234s", &three_kans(rules), &json!({"depth": "first", "details": "all"}));
        let kan = row(&report, &json!({"type": "ankan"}));
        // 2s and 5s of a hand that waits with 22s34s
        let unseen = number(&report["unseen"]);
        if breaks_off {
            near(number(&kan["winRate"]), (2.0 + 4.0) / unseen, 1e-9);
            near(rate(kan, "win") + rate(kan, "rest") + rate(kan, "dealIn"), 1.0, 1e-9);
            let yaku = kan["wins"]["yaku"].as_array().unwrap();
            let rinshan = yaku.iter().find(|yaku| yaku["name"].as_str().unwrap().starts_with("Rinshan"));
            near(number(&rinshan.expect("a win on a replacement tile")["share"]), 1.0, 1e-9);
        } else {
            assert!(number(&kan["winRate"]) > 0.2 && rate(kan, "draw") > 0.0, "{rules}: {kan}");
        }
    }
}

/// After the fourth kan every discard ends the round: the search has nothing to look at.
#[test]
fn any_discard_after_four_kans_ends_the_round() {
    let hand = "234m345p22s67s777z9p".parse().unwrap();
    let position = Position::Drawn { hand, drawn: None };
    for discards_end in [true, false] {
        let history = History {
            discards: 5,
            discarded: KindSet::EMPTY,
            passed: KindSet::EMPTY,
            called: None,
            replacement: true,
            riichi: None,
            kans: 4,
            broken_off: None,
            brink: Brink { discard: discards_end, ..Brink::default() },
            nagashi: [false; 4],
        };
        let raw = RawSituation { turn: 6, history: Some(history), ..RawSituation::default() };
        let situation = Situation::new(&position, raw).unwrap();
        let report = analyze_at_once(&position, &situation, &Options::default()).unwrap();
        for candidate in &report.candidates {
            assert_eq!(candidate.ends, discards_end.then_some(Reason::FourKans));
            let stick = if candidate.action.declared().is_some() { -1_000.0 } else { 0.0 };
            assert_eq!(candidate.value == stick && candidate.play.win_rate == 0.0, discards_end);
        }
    }
}
