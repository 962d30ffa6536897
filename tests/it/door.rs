//! Bad input at the boundary: every kind of it is an error with code, field and offending value.

use crate::size::size;
use nanikiru::api::{
    ApiError, CheckedRequest, ErrorCode, Position, Report, Request, Watch, analyze, read_from,
    request_from_json,
};
use nanikiru::hand::notation::RawHand;
use nanikiru::search::Progress;
use proptest::prelude::*;
use serde_json::{Value, json};

const HAND: &str = "123m406p789s1122z5z";
const WAITING: &str = "123m406p789s1122z";

fn ask(request: &Value) -> Result<CheckedRequest, ApiError> {
    request_from_json(&request.to_string())?.check()
}

fn refused(request: Value) -> ApiError {
    match ask(&request) {
        Err(error) => error,
        Ok(question) => panic!("{request} was accepted as {question:?}"),
    }
}

#[test]
fn every_kind_of_bad_input_has_its_code_field_and_value() {
    use ErrorCode as C;
    let context = |fields: Value| json!({"hand": HAND, "context": fields});
    let hand = |hand: &str| json!({ "hand": hand });
    let options = |fields: Value| json!({"hand": HAND, "options": fields});
    let action = |fields: Value| json!({"hand": HAND, "action": fields});
    let waiting = |fields: Value| json!({"hand": WAITING, "context": fields});
    let east = json!({"tile": "1z", "from": "left"});
    let parts = json!({"tiles": "123m406p11z5z7z", "melds": ["m12-3", "m122-"]});
    let table = [
        // too few and too many tiles, copies, red fives
        (hand("123m"), C::HandSize, "hand", json!("123m")),
        (hand(""), C::HandSize, "hand", json!("")),
        (hand("123m406p789s1122z55z"), C::HandSize, "hand", json!("123m406p789s1122z55z")),
        (hand("123m406p789s112z"), C::HandSize, "hand", json!("123m406p789s112z")),
        (hand("11111m406p789s122z"), C::HandTooManyCopies, "hand", json!("11111m406p789s122z")),
        (hand("1m406p789s11222z5z,m111-"), C::HandSize, "hand", json!("1m406p789s11222z5z,m111-")),
        (hand("11m406p789s122z,m111-"), C::HandTooManyCopies, "hand", json!("11m406p789s122z,m111-")),
        (hand("123m400p789s1122z5z"), C::HandRedFive, "hand", json!("123m400p789s1122z5z")),
        (hand("5555m406p789s1122z"), C::HandRedFive, "hand", json!("5555m406p789s1122z")),
        // notation
        (hand("123m4x6p"), C::NotationUnexpected, "hand", json!("123m4x6p")),
        (hand("123"), C::NotationIncomplete, "hand", json!("123")),
        (hand("189z"), C::NotationNoSuchTile, "hand", json!("189z")),
        (hand("123m406p11z5z7z,m122-"), C::MeldInvalid, "hand", json!("123m406p11z5z7z,m122-")),
        (json!({ "hand": parts }), C::MeldInvalid, "hand.melds[1]", json!("m122-")),
        (json!({"hand": {"tiles": "12"}}), C::NotationIncomplete, "hand.tiles", json!("12")),
        (json!({"hand": {"tiles": "12m"}}), C::HandSize, "hand", json!({"tiles": "12m", "melds": []})),
        // types and fields
        (json!({}), C::RequestMissingField, "hand", json!(null)),
        (json!([HAND]), C::RequestType, "", json!([HAND])),
        (json!({"hand": {"melds": []}}), C::RequestMissingField, "hand.tiles", json!(null)),
        (json!({ "hand": null }), C::RequestType, "hand", json!(null)),
        (json!({ "hand": 5 }), C::RequestType, "hand", json!(5)),
        (json!({"hand": HAND, "depth": 2}), C::RequestUnknownField, "depth", json!(2)),
        (json!({"hand": {"tiles": HAND, "meld": []}}), C::RequestUnknownField, "hand.meld", json!([])),
        (context(json!({"turns": 3})), C::RequestUnknownField, "context.turns", json!(3)),
        (context(json!({"turns": null})), C::RequestUnknownField, "context.turns", json!(null)),
        (context(json!([])), C::RequestType, "context", json!([])),
        (context(json!({"seat": "up"})), C::RequestUnknownValue, "context.seat", json!("up")),
        (context(json!({"seat": 1})), C::RequestType, "context.seat", json!(1)),
        (context(json!({"turn": "5"})), C::RequestType, "context.turn", json!("5")),
        (context(json!({"turn": 2.5})), C::RequestType, "context.turn", json!(2.5)),
        (context(json!({"turn": true})), C::RequestType, "context.turn", json!(true)),
        (context(json!({"rules": 7})), C::RequestType, "context.rules", json!(7)),
        (context(json!({"scores": [1, 2, 3]})), C::RequestType, "context.scores", json!([1, 2, 3])),
        (
            context(json!({"scores": [0, 0, 0, 0, 0]})),
            C::RequestType,
            "context.scores",
            json!([0, 0, 0, 0, 0]),
        ),
        (context(json!({"scores": [0, "x", 0, 0]})), C::RequestType, "context.scores[1]", json!("x")),
        // ranges
        (context(json!({"turn": 0})), C::RequestOutOfRange, "context.turn", json!(0)),
        (context(json!({"turn": 19})), C::RequestOutOfRange, "context.turn", json!(19)),
        (context(json!({"turn": -1})), C::RequestOutOfRange, "context.turn", json!(-1)),
        (context(json!({"turn": 1u64 << 40})), C::RequestOutOfRange, "context.turn", json!(1u64 << 40)),
        (context(json!({"turn": u64::MAX})), C::RequestOutOfRange, "context.turn", json!(u64::MAX)),
        (context(json!({"honba": 100})), C::RequestOutOfRange, "context.honba", json!(100)),
        (context(json!({"riichiSticks": -2})), C::RequestOutOfRange, "context.riichiSticks", json!(-2)),
        (
            context(json!({"scores": [0, 0, 2_000_000, 0]})),
            C::RequestOutOfRange,
            "context.scores[2]",
            json!(2_000_000),
        ),
        (
            context(json!({"scores": [1, 2, 3, -2_000_000]})),
            C::RequestOutOfRange,
            "context.scores[3]",
            json!(-2_000_000),
        ),
        // the table
        (context(json!({"rules": "house"})), C::ContextUnknownRules, "context.rules", json!("house")),
        (
            context(json!({"doraIndicators": "123456m"})),
            C::ContextTooManyIndicators,
            "context.doraIndicators",
            json!("123456m"),
        ),
        (
            context(json!({"doraIndicators": "111z"})),
            C::ContextTooManyCopies,
            "context.doraIndicators",
            json!("111z"),
        ),
        (context(json!({"visible": "111z"})), C::ContextTooManyCopies, "context.visible", json!("111z")),
        (context(json!({"visible": "0p"})), C::ContextRedFive, "context.visible", json!("0p")),
        (context(json!({"visible": "5555m"})), C::ContextRedFive, "context.visible", json!("5555m")),
        (context(json!({"rules": "wrc"})), C::HandRedFive, "hand", json!(HAND)),
        (context(json!({"visible": "1x"})), C::NotationUnexpected, "context.visible", json!("1x")),
        (
            context(json!({"doraIndicators": "E1"})),
            C::NotationIncomplete,
            "context.doraIndicators",
            json!("E1"),
        ),
        (json!({"hand": HAND, "options": {"depth": -1}}), C::RequestOutOfRange, "options.depth", json!(-1)),
        (
            json!({"hand": HAND, "options": {"exchange": 1}}),
            C::RequestUnknownField,
            "options.exchange",
            json!(1),
        ),
        // how to search
        (options(json!({"depth": 14})), C::RequestOutOfRange, "options.depth", json!(14)),
        (options(json!({"depth": "deep"})), C::RequestUnknownValue, "options.depth", json!("deep")),
        (options(json!({"details": "best"})), C::RequestUnknownValue, "options.details", json!("best")),
        (options(json!({"details": true})), C::RequestType, "options.details", json!(true)),
        (
            options(json!({"details": {"type": "discard"}})),
            C::RequestMissingField,
            "options.details.tile",
            Value::Null,
        ),
        (
            options(json!({"details": {"type": "discard", "tile": "9z"}})),
            C::NotationNoSuchTile,
            "options.details.tile",
            json!("9z"),
        ),
        (
            json!({"hand": HAND, "action": {"type": "discard", "tile": "1m"},
                "options": {"details": {"type": "discard", "tile": "2m"}}}),
            C::RequestUnknownValue,
            "options.details",
            json!({"type": "discard", "tile": "2m"}),
        ),
        (options(json!({"calls": 5})), C::RequestOutOfRange, "options.calls", json!(5)),
        (options(json!({"kans": 1})), C::RequestType, "options.kans", json!(1)),
        (options(json!({"others": "no"})), C::RequestType, "options.others", json!("no")),
        (options(json!({"objective": "win"})), C::RequestUnknownValue, "options.objective", json!("win")),
        (options(json!({"budgetMs": 0})), C::RequestOutOfRange, "options.budgetMs", json!(0.0)),
        (options(json!({"budgetMs": -2.5})), C::RequestOutOfRange, "options.budgetMs", json!(-2.5)),
        (options(json!({"budgetMs": "1"})), C::RequestType, "options.budgetMs", json!("1")),
        (options(json!({"memoryMb": 15})), C::RequestOutOfRange, "options.memoryMb", json!(15)),
        (options(json!({"memoryMb": 65_537})), C::RequestOutOfRange, "options.memoryMb", json!(65_537)),
        (options(json!({"memoryMb": 64.5})), C::RequestType, "options.memoryMb", json!(64.5)),
        // waiting hands
        (context(json!({"offered": east})), C::ContextOfferedToDrawn, "context.offered", east.clone()),
        (
            waiting(json!({"offered": {"tile": "1z"}})),
            C::RequestMissingField,
            "context.offered.from",
            json!(null),
        ),
        (
            waiting(json!({"offered": {"tile": "1z", "from": "up"}})),
            C::RequestUnknownValue,
            "context.offered.from",
            json!("up"),
        ),
        (
            waiting(json!({"offered": {"tile": "1z", "from": "left", "by": "daiminkan"}})),
            C::RequestUnknownValue,
            "context.offered.by",
            json!("daiminkan"),
        ),
        (
            waiting(json!({"offered": {"tile": "1z", "from": "left", "by": "ankan"}})),
            C::ContextContradiction,
            "context.offered.tile",
            json!("1z"),
        ),
        (
            waiting(json!({"offered": {"tile": "11z", "from": "left"}})),
            C::NotationUnexpected,
            "context.offered.tile",
            json!("11z"),
        ),
        (
            waiting(json!({"offered": {"tile": "8z", "from": "left"}})),
            C::NotationNoSuchTile,
            "context.offered.tile",
            json!("8z"),
        ),
        (
            waiting(json!({"offered": {"tile": "0p", "from": "left"}})),
            C::ContextRedFive,
            "context.offered.tile",
            json!("0p"),
        ),
        (
            json!({"hand": "1111m456p789s222z", "context": {"offered": {"tile": "1m", "from": "left"}}}),
            C::ContextTooManyCopies,
            "context.offered.tile",
            json!("1m"),
        ),
        (
            waiting(json!({"offered": east, "visible": "11z"})),
            C::ContextTooManyCopies,
            "context.visible",
            json!("11z"),
        ),
        (context(json!({"tilesLeft": 71})), C::ContextTilesLeft, "context.tilesLeft", json!(71)),
        (context(json!({"tilesLeft": -1})), C::RequestOutOfRange, "context.tilesLeft", json!(-1)),
        (context(json!({"interrupted": 0})), C::RequestType, "context.interrupted", json!(0)),
        // actions that are none
        (action(json!({"tile": "1m"})), C::RequestMissingField, "action.type", json!(null)),
        (action(json!({"type": "kan"})), C::RequestUnknownValue, "action.type", json!("kan")),
        (action(json!({"type": "discard"})), C::RequestMissingField, "action.tile", json!(null)),
        (
            action(json!({"type": "chi", "tiles": "12m"})),
            C::RequestMissingField,
            "action.discard",
            json!(null),
        ),
        (
            action(json!({"type": "chi", "tiles": "123m", "discard": "5z"})),
            C::NotationUnexpected,
            "action.tiles",
            json!("123m"),
        ),
        (
            action(json!({"type": "pon", "tiles": "1m", "discard": "5z"})),
            C::NotationIncomplete,
            "action.tiles",
            json!("1m"),
        ),
        (
            action(json!({"type": "discard", "tile": "12m"})),
            C::NotationUnexpected,
            "action.tile",
            json!("12m"),
        ),
        (action(json!({"type": "pass", "tile": "1m"})), C::RequestUnknownField, "action.tile", json!("1m")),
        (
            action(json!({"type": "ankan", "tile": "1m", "riichi": false})),
            C::RequestUnknownField,
            "action.riichi",
            json!(false),
        ),
    ];
    for (request, code, field, value) in table {
        let error = refused(request.clone());
        let found = (error.code, error.field.as_str(), &error.value);
        assert_eq!(found, (code, field, &value), "{request}: {error:?}");
        assert!(!error.message.is_empty(), "{request}");
    }
}

#[test]
fn numbers_that_json_has_not() {
    use serde::de::value::{Error, F64Deserializer, MapDeserializer};
    for (number, word) in [(f64::NAN, "NaN"), (f64::INFINITY, "Infinity"), (-f64::INFINITY, "-Infinity")] {
        let fields: [(&str, F64Deserializer<Error>); 1] = [("turn", F64Deserializer::new(number))];
        let context = MapDeserializer::new(fields.into_iter());
        let request = MapDeserializer::<_, Error>::new([("context", Nested(context))].into_iter());
        let error = read_from::<_, Request>(request).unwrap_err();
        let found = (error.code, error.field.as_str(), error.value);
        assert_eq!(found, (ErrorCode::RequestType, "context.turn", json!(word)));
    }
}

/// A map as a value of a map, which serde's own deserializers do not nest.
struct Nested<D>(D);

impl<'de, D: serde::Deserializer<'de>> serde::de::IntoDeserializer<'de, D::Error> for Nested<D> {
    type Deserializer = D;

    fn into_deserializer(self) -> D {
        self.0
    }
}

#[test]
fn texts_that_are_no_request() {
    let code = |text: &str| request_from_json(text).unwrap_err().code;
    for text in ["", "{", "{'hand': 1}", "{\"hand\": NaN}", "{}x", "\u{0}"] {
        assert_eq!(code(text), ErrorCode::RequestJson, "{text}");
    }
    let twice = request_from_json(r#"{"hand": "1m", "hand": "2m"}"#).unwrap_err();
    assert_eq!((twice.code, twice.field.as_str()), (ErrorCode::RequestDuplicateField, "hand"));
    assert_eq!(twice.value, json!("2m"));
    let deep = format!("{{\"hand\": {}1{}}}", "[".repeat(100), "]".repeat(100));
    let deep = request_from_json(&deep).unwrap_err();
    assert_eq!(deep.code, ErrorCode::RequestType);
    assert!(deep.field.starts_with("hand[0]"), "{}", deep.field);
}

#[test]
fn a_typo_is_marked_where_javascript_counts_it() {
    for (hand, slice) in [
        ("123m4x6p", "x"),
        ("😀23m", "😀"),
        ("１２３ｍ 45", "45"),
        ("１２３ｍ８９z", "８"),
        ("123m,m122-", "m122-"),
        ("123m, 😀", "😀"),
    ] {
        let span = refused(json!({ "hand": hand })).span.unwrap();
        let units: Vec<u16> = hand.encode_utf16().collect();
        let marked = String::from_utf16(&units[span.start as usize..span.end as usize]).unwrap();
        assert_eq!(marked, slice, "{hand}");
    }
    assert_eq!(refused(json!({ "hand": "123m" })).span, None);
}

#[test]
fn what_is_left_out_takes_its_default() {
    let least = ask(&json!({ "hand": HAND })).unwrap();
    let nothing = json!({"hand": HAND, "context": null, "options": null});
    assert_eq!(ask(&nothing).unwrap(), least);
    let spelled = json!({"hand": {"tiles": "123m 406p 789s 2211z 5z", "melds": null}, "context": {
        "rules": "tenhou", "roundWind": "east", "seat": "east", "honba": 0, "riichiSticks": 0,
        "scores": null, "doraIndicators": "", "visible": "", "turn": 1.0,
    }});
    assert_eq!(ask(&spelled).unwrap(), least);
    assert_eq!(least.situation.unseen().total(), 136 - 14);
}

#[test]
fn codes_are_written_once_and_as_they_print() {
    let mut codes: Vec<&str> = ErrorCode::ALL.iter().map(|c| c.as_str()).collect();
    for code in ErrorCode::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), json!(code.as_str()));
    }
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), ErrorCode::ALL.len());
}

fn answer(request: &Value, partial: &mut dyn FnMut(Report)) -> Result<Report, ApiError> {
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: Some(partial), clock: || 0.0, memory: usize::MAX };
    analyze(&request_from_json(&request.to_string())?, &mut watch)
}

#[test]
fn an_action_that_is_not_possible_says_why() {
    use ErrorCode as C;
    let open = "234m406p789s1z5z,z777=";
    let chi = |tiles: &str, discard: &str| json!({"type": "chi", "tiles": tiles, "discard": discard});
    let pon = |tiles: &str, discard: &str| json!({"type": "pon", "tiles": tiles, "discard": discard});
    let discard = |tile: &str, riichi: bool| json!({"type": "discard", "tile": tile, "riichi": riichi});
    let of = |word: &str| json!({ "type": word });
    let late = |fields: Value| {
        let mut context = json!({"turn": 16});
        fields.as_object().unwrap().iter().for_each(|(k, v)| context[k] = v.clone());
        context
    };
    let offered = |tile: &str, from: &str| late(json!({"offered": {"tile": tile, "from": from}}));
    let tenpai = "123m406p789s11225z";
    let table = [
        (HAND, late(json!({})), of("pass"), C::ActionNotWaiting),
        (HAND, late(json!({})), of("ron"), C::ActionNotWaiting),
        (WAITING, late(json!({})), discard("1z", false), C::ActionNotDrawn),
        (WAITING, late(json!({})), of("tsumo"), C::ActionNotDrawn),
        (WAITING, late(json!({})), pon("11z", "2z"), C::ActionNoOffer),
        (WAITING, late(json!({})), of("daiminkan"), C::ActionNoOffer),
        (HAND, late(json!({})), discard("3z", false), C::ActionNotHeld),
        (HAND, late(json!({})), discard("5p", false), C::ActionNotHeld),
        (WAITING, offered("3z", "left"), pon("33z", "1z"), C::ActionNotHeld),
        (
            WAITING,
            late(json!({"offered": {"tile": "1z", "from": "left", "by": "kakan"}})),
            pon("11z", "2z"),
            C::ActionOnlyRon,
        ),
        (WAITING, offered("1m", "across"), chi("23m", "1z"), C::ActionNoChi),
        (WAITING, offered("9m", "left"), chi("23m", "1z"), C::ActionNoChi),
        (WAITING, offered("2z", "left"), pon("11z", "2z"), C::ActionNoPon),
        (WAITING, offered("1z", "left"), of("daiminkan"), C::ActionNoKan),
        (HAND, late(json!({})), json!({"type": "ankan", "tile": "1z"}), C::ActionNoKan),
        (open, late(json!({})), json!({"type": "kakan", "tile": "7z"}), C::ActionNoKan),
        (
            "1111z406p789s2225z",
            late(json!({"tilesLeft": 0})),
            json!({"type": "ankan", "tile": "1z"}),
            C::ActionWallEmpty,
        ),
        (WAITING, offered("4m", "left"), chi("23m", "1m"), C::ActionKuikae),
        (open, late(json!({})), discard("5z", true), C::ActionRiichiOpen),
        (HAND, late(json!({})), discard("1m", true), C::ActionRiichiNoten),
        (
            tenpai,
            late(json!({"scores": [900, 30000, 30000, 39100]})),
            discard("5z", true),
            C::ActionRiichiPoints,
        ),
        (tenpai, late(json!({"tilesLeft": 2})), discard("5z", true), C::ActionRiichiTooLate),
        (HAND, late(json!({})), of("tsumo"), C::ActionNoWin),
        (WAITING, offered("5z", "left"), of("ron"), C::ActionNoWin),
    ];
    for (hand, context, action, code) in table {
        let request = json!({"hand": hand, "context": context, "action": action});
        let error = answer(&request, &mut |_| {}).expect_err(&request.to_string());
        assert_eq!((error.code, error.field.as_str()), (code, "action"), "{request}: {error}");
        assert_eq!(error.value["type"], action["type"]);
        // the same question without the action has an answer
        let whole = json!({"hand": hand, "context": context, "options": {"depth": "first"}});
        assert!(answer(&whole, &mut |_| {}).is_ok(), "{whole}");
    }
}

#[test]
fn every_candidate_can_be_asked_for_alone() {
    let questions = [
        json!({"hand": "1111z406p789s22s56m", "context": {"turn": 14}}),
        json!({"hand": "234m406p99s11z5z7z,z777=".replace("7z,", ","), "context": {"turn": 15}}),
        json!({"hand": "2340555m789p11z22s", "context": {"turn": 15}}),
        json!({"hand": "23405m789p11z222s", "context": {"turn": 15, "offered": {"tile": "5m", "from": "left"}}}),
        json!({"hand": "23m406p789s11122z", "context": {"turn": 15, "offered": {"tile": "1z", "from": "across"}}}),
        json!({"hand": "23m406p789s11122z", "context": {"turn": 15, "offered": {"tile": "1m", "from": "right"}}}),
        json!({"hand": "23m406p789s11122z", "context": {"turn": 15}}),
    ];
    let mut types = std::collections::BTreeSet::new();
    for question in questions {
        let mut question = question;
        question["options"] = json!({"depth": "first"});
        let Ok(whole) = answer(&question, &mut |_| {}) else { panic!("{question}") };
        for candidate in &whole.candidates {
            question["action"] = serde_json::to_value(&candidate.action).unwrap();
            types.insert(question["action"]["type"].to_string());
            let alone = answer(&question, &mut |_| {}).unwrap();
            assert_eq!(alone.candidates.len(), 1, "{question}");
            let value = alone.candidates[0].value;
            assert_eq!((&alone.candidates[0].action, value), (&candidate.action, candidate.value));
        }
    }
    let types: Vec<&str> = types.iter().map(|t| t.trim_matches('"')).collect();
    assert_eq!(types, ["ankan", "chi", "daiminkan", "discard", "pass", "pon", "ron"]);
}

#[test]
fn reports_come_from_shallow_to_deep_and_the_last_is_the_answer() {
    let mut partial = Vec::new();
    let request = json!({"hand": "34m406p3467s22358p", "context": {"turn": 13, "doraIndicators": "7s"}, "options": {"budgetMs": 60_000}});
    let last = answer(&request, &mut |report| partial.push(report)).unwrap();
    let depths: Vec<u32> = partial.iter().map(|report| report.search.stage).collect();
    assert!(depths.len() >= 2 && depths.iter().zip(0..).all(|(&depth, i)| depth == i), "{depths:?}");
    assert!(partial.iter().all(|report| report.search.ended == nanikiru::api::SearchEnd::Deeper));
    assert!(partial.iter().all(|report| !report.candidates.is_empty()));
    assert_eq!(
        (last.search.stage as usize, last.search.ended),
        (depths.len(), nanikiru::api::SearchEnd::Depth)
    );
    let hands: Vec<u32> = partial.iter().chain([&last]).map(|report| report.search.hands).collect();
    assert!(hands.is_sorted() && hands[0] < last.search.hands, "{hands:?}");

    let little =
        json!({"hand": request["hand"], "context": request["context"], "options": {"maxHands": 600}});
    let mut partial = Vec::new();
    let last = answer(&little, &mut |report| partial.push(report)).unwrap();
    assert_eq!(partial.len() as u32, last.search.stage + 1, "the last report is there already");
    assert_eq!(last.search.ended, nanikiru::api::SearchEnd::Hands, "not the memory: it holds more");
    assert!(last.search.next_hands.unwrap() > 600);
}

/// An action that is not possible ends the search with the first report, and the cancel flag is as it was.
#[test]
fn an_impossible_action_takes_no_deep_search() {
    let progress = Default::default();
    let (mut partial, mut count) = (Vec::new(), 0);
    let mut report = |report| partial.push(report);
    let mut watch =
        Watch { progress: &progress, report: Some(&mut report), clock: || 0.0, memory: usize::MAX };
    let action = json!({"type": "discard", "tile": "1m", "riichi": true});
    let request = json!({"hand": HAND, "context": {"turn": 12}, "action": action});
    for _ in 0..2 {
        let error = analyze(&request_from_json(&request.to_string()).unwrap(), &mut watch).unwrap_err();
        assert_eq!(error.code, ErrorCode::ActionRiichiNoten);
        count += 1;
    }
    assert_eq!((partial.len(), count), (0, 2));
    assert!(!progress.cancel.load(std::sync::atomic::Ordering::Relaxed));
}

/// Whoever stops a search is not unheard because the question was impossible, too.
#[test]
fn a_cancel_by_the_caller_stays() {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    static PROGRESS: Progress = Progress {
        cancel: AtomicBool::new(false),
        done: AtomicU32::new(0),
        total: AtomicU32::new(0),
        watcher: None,
    };
    // the caller gives up while the first depth is searched
    let clock = || {
        PROGRESS.cancel.store(PROGRESS.total.load(Ordering::Relaxed) > 0, Ordering::Relaxed);
        0.0
    };
    let mut stop = |_: Report| {};
    let mut watch = Watch { progress: &PROGRESS, report: Some(&mut stop), clock, memory: usize::MAX };
    let action = json!({"type": "discard", "tile": "1m", "riichi": true});
    let request = json!({"hand": HAND, "context": {"turn": 12}, "action": action});
    let error = analyze(&request_from_json(&request.to_string()).unwrap(), &mut watch).unwrap_err();
    assert_eq!(error.code, ErrorCode::ActionRiichiNoten);
    PROGRESS.cancel.store(true, Ordering::Relaxed);
    // what is not possible is refused before anything is searched or stopped
    for (action, code) in [(json!(null), ErrorCode::SearchCancelled), (action, ErrorCode::ActionRiichiNoten)]
    {
        let request = json!({"hand": HAND, "context": {"turn": 12}, "action": action});
        let mut watch = Watch { progress: &PROGRESS, report: None, clock: || 0.0, memory: usize::MAX };
        let error = analyze(&request_from_json(&request.to_string()).unwrap(), &mut watch).unwrap_err();
        assert_eq!(error.code, code);
        assert!(PROGRESS.cancel.load(Ordering::Relaxed), "the caller's cancel was wiped out");
    }
}

/// The message names every word that is read.
#[test]
fn the_error_of_a_wrong_depth_lists_all_words() {
    let words: Vec<&str> = ["first", "fast", "full", "deepest"]
        .into_iter()
        .filter(|word| ask(&json!({"hand": HAND, "options": {"depth": word}})).is_ok())
        .collect();
    assert_eq!(words.len(), 4);
    let message = refused(json!({"hand": HAND, "options": {"depth": true}})).message;
    assert!(words.iter().all(|word| message.contains(&format!("`{word}`"))), "{message}");
    let message = refused(json!({"hand": HAND, "options": {"depth": "deep"}})).message;
    assert!(words.iter().all(|word| message.contains(word)), "{message}");
}

/// Unicode's pictures of tiles, with and without what makes them emoji.
#[test]
fn pictures_of_tiles_are_read() {
    let pictured =
        json!({"hand": "🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀁🀁🀆", "context": {"doraIndicators": "🀄\u{fe0f}", "visible": "🀟🀟"}});
    let written =
        json!({"hand": "123m456p789s1122z5z", "context": {"doraIndicators": "7z", "visible": "77p"}});
    assert_eq!(ask(&pictured).unwrap(), ask(&written).unwrap());
    let error = refused(json!({"hand": "🀇🀪"}));
    assert_eq!(
        (error.code, error.span.map(|s| (s.start, s.end))),
        (ErrorCode::NotationUnexpected, Some((2, 4)))
    );
}

/// The stick of a riichi moves when nobody wins with its tile, and a table that moved it before says so.
#[test]
fn a_riichi_stick_moved_too_early_is_an_error() {
    // East has declared riichi with 9m, which South can still take
    let context = |more: Value| {
        let mut context = json!({
            "doraIndicators": "3s", "seat": "south", "players": {"east": {"river": "1p9m*"}, "south": {"river": "1p"},
            "west": {"river": "1z"}, "north": {"river": "4z"}},
        });
        more.as_object().unwrap().iter().for_each(|(k, v)| context[k] = v.clone());
        json!({"hand": "123m456p789s1122z", "context": context})
    };
    let even = [25_000; 4];
    let paid = [24_000, 25_000, 25_000, 25_000];
    let before = [25_000, 24_000, 25_000, 25_000];
    for fine in [
        json!({}),
        json!({"scores": even}),
        json!({"scores": even, "riichiSticks": 0}),
        json!({"scores": before, "riichiSticks": 1, "honba": 1}),
        json!({"riichiSticks": 1, "honba": 1}),
        // points that nobody started with say nothing
        json!({"scores": [1_000, 2_000, 3_000, 4_000], "riichiSticks": 1, "honba": 2}),
    ] {
        ask(&context(fine.clone())).unwrap_or_else(|error| panic!("{fine}: {error}"));
    }
    for (early, field) in [
        (json!({"scores": paid, "riichiSticks": 1}), "context.riichiSticks"),
        (json!({"riichiSticks": 1}), "context.riichiSticks"),
        (json!({"scores": even, "riichiSticks": 1}), "context.riichiSticks"),
        (
            json!({"scores": [26_000, 24_000, 24_000, 26_000], "riichiSticks": 1, "honba": 1}),
            "context.riichiSticks",
        ),
        (json!({"scores": paid}), "context.scores"),
        (
            json!({"scores": [23_000, 25_000, 25_000, 25_000], "riichiSticks": 1, "honba": 1}),
            "context.scores",
        ),
    ] {
        let error = refused(context(early.clone()));
        assert_eq!(
            (error.code, &error.field[..]),
            (ErrorCode::ContextRiichiSticks, field),
            "{early}: {error}"
        );
        assert!(
            error.message.contains("until nobody wins") || error.message.contains("when nobody wins"),
            "{error}"
        );
    }
}

/// In riichi only the tile drawn can go: which one it is, the message says.
#[test]
fn in_riichi_the_error_says_that_the_tile_drawn_comes_last() {
    let players = json!({"east": {"river": "9s*"}, "south": {"river": "9m"}, "west": {"river": "9p"}, "north": {"river": "1z"}});
    let context = json!({"doraIndicators": "3s", "players": players});
    assert!(ask(&json!({"hand": "123m406p789s11222z", "context": context})).is_ok());
    let error = refused(json!({"hand": "7z123m406p789s1122z", "context": context}));
    assert_eq!(error.code, ErrorCode::ContextInRiichi);
    assert!(error.message.contains("the tile drawn, the last of 14"), "{}", error.message);
}

/// Mostly right values, some wrong ones, for every field.
fn any_field(right: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Value> {
    let wrong = prop_oneof![
        any::<i64>().prop_map(Value::from),
        // quarters, which decimal text holds exactly
        (-999..999i32).prop_map(|n| Value::from(f64::from(n) / 4.0)),
        any::<bool>().prop_map(Value::from),
        "[0-9mpszEr,()+= -]{0,20}".prop_map(Value::from),
        Just(json!(null)),
        Just(json!([])),
        Just(json!({"tiles": "1m"})),
    ];
    prop_oneof![8 => right, 1 => wrong]
}

fn any_request() -> impl Strategy<Value = Value> {
    let tiles = || "[1-9]{1,2}[mps]|[0-9][mps]|[1-7]z|[0-9x]{1,3}".prop_map(String::from);
    let row = move |n| prop::collection::vec(tiles(), 0..n).prop_map(|t| t.concat());
    let meld = "[mps][1-3]-?[2-4]-?[3-5]|[mpsz]([1-7])[+=-]?|m222=|z1111|s055\\+5".prop_map(String::from);
    let melds = prop::collection::vec(meld, 0..3);
    let whole = "[1-3]{3}m[4-6]{3}p[7-9]{3}s[1-7]{4,5}z".prop_map(String::from);
    let hand = prop_oneof![
        whole.prop_map(Value::from),
        row(10).prop_map(Value::from),
        (row(10), melds).prop_map(|(tiles, melds)| json!({"tiles": tiles, "melds": melds})),
    ];
    let wind = || prop::sample::select(vec!["east", "south", "west", "north", "up"]).prop_map(Value::from);
    let context = (
        any_field(prop::sample::select(vec!["tenhou", "wrc", "ema", "x"]).prop_map(Value::from)),
        any_field(wind()),
        any_field(wind()),
        any_field((0..120u32).prop_map(Value::from)),
        any_field(prop::array::uniform4(-100..50_000i32).prop_map(|s| json!(s))),
        any_field(row(3).prop_map(Value::from)),
        any_field(row(12).prop_map(Value::from)),
        any_field((0..21u32).prop_map(Value::from)),
        prop::option::weighted(0.3, any_field(offered())),
        prop::option::weighted(0.5, any_field(players())),
        prop::collection::vec(("[a-z]{1,6}", Just(json!(1))), 0..=1),
    )
        .prop_map(|(rules, round, seat, honba, scores, dora, visible, turn, offered, players, more)| {
            let mut fields = json!({
                "rules": rules, "roundWind": round, "seat": seat, "honba": honba, "scores": scores,
                "doraIndicators": dora, "visible": visible, "turn": turn,
            });
            offered.into_iter().for_each(|offered| fields["offered"] = offered);
            players.into_iter().for_each(|players| fields["players"] = players);
            more.into_iter().filter(|(k, _)| k.len() < 3).for_each(|(k, v)| fields[k] = v);
            fields
        });
    let options = (
        any_field(prop::sample::select(vec![json!("first"), json!("deepest"), json!(3), json!(15)])),
        any_field((0..6u32).prop_map(Value::from)),
        any_field(any::<bool>().prop_map(Value::from)),
        any_field(prop::sample::select(vec!["value", "winRate", "tenpai"]).prop_map(Value::from)),
        any_field((-1..40i32).prop_map(|n| Value::from(f64::from(n) / 4.0))),
        any_field((0..900u32).prop_map(Value::from)),
    )
        .prop_map(|(exchanges, calls, flag, objective, budget, memory)| {
            json!({
                "depth": exchanges, "calls": calls, "kans": flag, "others": flag,
                "objective": objective, "budgetMs": budget, "memoryMb": memory,
            })
        });
    (any_field(hand), any_field(context), any_field(options), prop::option::of(any_field(any_action())))
        .prop_map(|(hand, context, options, action)| {
            json!({"hand": hand, "context": context, "options": options, "action": action})
        })
}

/// Short rivers, which often fit together when nobody has called.
fn players() -> impl Strategy<Value = Value> {
    let player = || {
        let river = any_field("([1-9][mps][-*]?){1,2}|([1-9]m){2}\\^[ESWN]|\\+8s1p".prop_map(Value::from));
        let meld = any_field("[mps](11[+=-]1|12-3|8888)".prop_map(Value::from));
        let melds = prop::option::weighted(0.2, prop::collection::vec(meld, 0..3));
        (river, melds).prop_map(|(river, melds)| json!({"river": river, "melds": melds}))
    };
    (player(), player(), player(), player()).prop_map(
        |(east, south, west, north)| json!({"east": east, "south": south, "west": west, "north": north}),
    )
}

fn offered() -> impl Strategy<Value = Value> {
    let tile = any_field("[0-9][mps]|[1-8]z".prop_map(Value::from));
    let from = any_field(prop::sample::select(vec!["left", "across", "right"]).prop_map(Value::from));
    (tile, from).prop_map(|(tile, from)| json!({"tile": tile, "from": from}))
}

fn any_action() -> impl Strategy<Value = Value> {
    let types = vec!["discard", "tsumo", "ankan", "kakan", "pass", "ron", "chi", "pon", "daiminkan", "kan"];
    let tiles = |pattern: &'static str| prop::option::of(any_field(pattern.prop_map(Value::from)));
    (prop::sample::select(types), tiles("[0-9][mps]"), tiles("[0-9]{2}[mps]"), tiles("[1-7]z")).prop_map(
        |(word, tile, tiles, discard)| {
            let mut action = json!({ "type": word });
            let fields = [("tile", tile), ("tiles", tiles), ("discard", discard)];
            fields.into_iter().for_each(|(name, text)| text.into_iter().for_each(|text| action[name] = text));
            action
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(500, 2_000)))]

    #[test]
    fn any_request_is_checked_or_refused_with_its_field(request in any_request()) {
        match ask(&request) {
            Ok(question) => {
                let owned = match &question.position {
                    Position::Drawn { hand, .. } => {
                        let raw: RawHand = hand.to_string().parse().unwrap();
                        prop_assert_eq!(&raw.drawn().unwrap(), hand);
                        hand.owned()
                    }
                    Position::Waiting { hand, .. } => {
                        let raw: RawHand = hand.to_string().parse().unwrap();
                        prop_assert_eq!(&raw.waiting().unwrap(), hand);
                        hand.owned()
                    }
                };
                let seen = owned.total() + question.situation.dora_indicators().len();
                prop_assert!(question.situation.unseen().total() + seen <= 136);
            }
            Err(error) if error.code == ErrorCode::RequestMissingField => {}
            Err(error) => {
                // the field is a path in the request, and the value is what stands there
                let path = format!("/{}", error.field.replace(['.', '['], "/").replace(']', ""));
                let given = request.pointer(&path).cloned().unwrap_or_default();
                let parts = error.field == "hand" && given.is_object();
                let number = given.is_number() && given.as_f64() == error.value.as_f64();
                prop_assert!(parts || number || given == error.value, "{:?} at {}", error, path);
            }
        }
    }

    #[test]
    fn accepted_requests_round_trip(request in any_request()) {
        if let Ok(read) = request_from_json(&request.to_string()) {
            let written = serde_json::to_string(&read).unwrap();
            let again = request_from_json(&written).unwrap();
            prop_assert_eq!(serde_json::to_string(&again).unwrap(), written);
            prop_assert_eq!(again.check(), read.check());
        }
    }

    #[test]
    fn any_text_is_a_request_or_an_error(text in "[{}\\[\\]\":,a-z0-9.\\\\ -]{0,40}") {
        let _ = request_from_json(&text).map(|request| request.check());
    }
}
