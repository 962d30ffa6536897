//! Bad input at the boundary: every kind of it is an error with code, field and offending value.

use nanikiru::api::{ApiError, ErrorCode, Question, request_from, request_from_json};
use nanikiru::hand::notation::RawHand;
use proptest::prelude::*;
use serde_json::{Value, json};

const HAND: &str = "123m406p789s1122z5z";

fn ask(request: &Value) -> Result<Question, ApiError> {
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
    let parts = json!({"tiles": "123m406p11z5z7z", "melds": ["m12-3", "m122-"]});
    let table = [
        // too few and too many tiles, copies, red fives
        (hand("123m"), C::HandSize, "hand", json!("123m")),
        (hand(""), C::HandSize, "hand", json!("")),
        (hand("123m406p789s1122z55z"), C::HandSize, "hand", json!("123m406p789s1122z55z")),
        (hand("123m406p789s1122z"), C::HandNotDrawn, "hand", json!("123m406p789s1122z")),
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
            context(json!({"scores": [1, 2, 3, -100]})),
            C::ContextScoreNegative,
            "context.scores[3]",
            json!(-100),
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
        (
            json!({"hand": HAND, "options": {"exchanges": -1}}),
            C::RequestOutOfRange,
            "options.exchanges",
            json!(-1),
        ),
        (
            json!({"hand": HAND, "options": {"exchange": 1}}),
            C::RequestUnknownField,
            "options.exchange",
            json!(1),
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
        let error = request_from(request).unwrap_err();
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
    let whole = "[1-3]{3}m[4-6]{3}p[7-9]{3}s[1-7]{5}z".prop_map(String::from);
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
        prop::collection::vec(("[a-z]{1,6}", Just(json!(1))), 0..=1),
    )
        .prop_map(|(rules, round, seat, honba, scores, dora, visible, turn, more)| {
            let mut fields = json!({
                "rules": rules, "roundWind": round, "seat": seat, "honba": honba, "scores": scores,
                "doraIndicators": dora, "visible": visible, "turn": turn,
            });
            more.into_iter().filter(|(k, _)| k.len() < 3).for_each(|(k, v)| fields[k] = v);
            fields
        });
    (any_field(hand), any_field(context))
        .prop_map(|(hand, context)| json!({"hand": hand, "context": context}))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_request_is_checked_or_refused_with_its_field(request in any_request()) {
        match ask(&request) {
            Ok(question) => {
                let seen = question.hand.owned().total() + question.situation.dora_indicators().len();
                let raw: RawHand = question.hand.to_string().parse().unwrap();
                prop_assert_eq!(raw.drawn().unwrap(), question.hand);
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
