//! What the fuzzer calls; tests/it/fuzz_smoke.rs calls the same on stable Rust.

use nanikiru::api::{
    ActionInput, ConvertRequest, FollowedTable, GameLog, Position, TableOptions, WrittenFormat, convert_log,
    danger_json, parse_log, request_from_json,
};
use nanikiru::hand::notation::{HandTextError, RawHand};
use nanikiru::replay::{LIMIT, open};
use nanikiru::review::decisions;
use nanikiru::tile::notation::{parse_tiles, to_mpsz};
use serde_json::{Value, json};

/// Texts as tiles and as hands: read and round-tripped, or refused at a place in the text.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match parse_tiles(text) {
        Ok(tiles) => assert_eq!(parse_tiles(&to_mpsz(tiles.iter().copied())), Ok(tiles)),
        Err(e) => assert_eq!(text[e.at], e.text),
    }
    match text.parse::<RawHand>() {
        Ok(raw) => {
            for meld in &raw.melds {
                assert_eq!(meld.to_string().parse(), Ok(*meld));
            }
            if let Ok(hand) = raw.drawn() {
                assert_eq!(hand.to_string().parse(), Ok(hand));
            }
            if let Ok(hand) = raw.waiting() {
                assert_eq!(hand.to_string().parse(), Ok(hand));
            }
        }
        Err(HandTextError::Tiles(e)) => assert_eq!(text[e.at], e.text),
        Err(HandTextError::Meld(e)) => assert_eq!(text[e.at], e.text),
        Err(HandTextError::Hand(e)) => panic!("a raw hand is not checked: {e}"),
    }
}

/// Texts as requests: checked and round-tripped, or refused with code and field.
pub fn request(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let error = match request_from_json(text) {
        Err(error) => error,
        Ok(request) => {
            let written = serde_json::to_string(&request).expect("requests are plain data");
            let again = request_from_json(&written).expect("what was accepted is accepted again");
            assert_eq!(serde_json::to_string(&again).expect("as above"), written);
            match request.check() {
                Err(error) => error,
                Ok(question) => {
                    if let Some(seated) = &question.seated {
                        assert_eq!(
                            seated.view(&question.position).unseen(),
                            question.situation.unseen().counts()
                        );
                    }
                    let unseen = question.situation.unseen().total();
                    let owned = match &question.position {
                        Position::Drawn { hand, .. } => hand.owned(),
                        Position::Waiting { hand, .. } => hand.owned(),
                    };
                    assert!(unseen + owned.total() <= 136);
                    return;
                }
            }
        }
    };
    assert!(!error.message.is_empty());
    if let Some(span) = error.span {
        let given = error.value.as_str().expect("only text has places");
        assert!(span.start <= span.end && span.end as usize <= given.encode_utf16().count());
    }
}

/// Bytes as game records: rounds, then at most one error that has its place, and decisions that agree with
/// the rounds.
pub fn record(data: &[u8]) {
    let mut reader = match open(data) {
        Ok(reader) => reader,
        Err(error) => {
            assert!(error.byte <= LIMIT && !error.problem.to_string().is_empty());
            return;
        }
    };
    let mut rounds = 0;
    while let Some(round) = reader.next() {
        match round {
            Ok(log) => {
                rounds += 1;
                let rules = reader.room().expect("known before the first round").rules;
                let mut last = 0;
                for decision in decisions(&log, &rules).map_while(Result::ok) {
                    assert!(last <= decision.events && decision.events < log.events.len());
                    last = decision.events;
                }
                assert!(log.claims.len() <= log.events.len());
            }
            Err(error) => {
                assert_eq!(error.rounds, rounds);
                assert!(error.line >= 1 && !error.problem.to_string().is_empty());
                assert!(reader.next().is_none(), "nothing comes after an error");
            }
        }
    }
}

/// Records that are JSON, made up: what `json` changes.
pub const JSON_RECORDS: [&str; 5] = [
    include_str!("seeds/record/tenhou6"),
    include_str!("seeds/record/mjai"),
    include_str!("seeds/record/majiang"),
    include_str!("seeds/record/majsoul-json"),
    include_str!("seeds/record/majsoul-capture"),
];

/// The values of one line or of a whole text, in the order in which they are written.
fn values(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(values).sum(),
        _ => 0,
    }
}

/// The value at a place of [`values`].
fn value_at(value: &mut Value, at: usize) -> &mut Value {
    if at == 0 || !(value.is_array() || value.is_object()) {
        return value;
    }
    let mut left = at - 1;
    let inner: Box<dyn Iterator<Item = &mut Value>> = match value {
        Value::Array(items) => Box::new(items.iter_mut()),
        Value::Object(fields) => Box::new(fields.values_mut()),
        _ => unreachable!("only these have values in them"),
    };
    for item in inner {
        let size = values(item);
        if left < size {
            return value_at(item, left);
        }
        left -= size;
    }
    unreachable!("a place is below the number of values")
}

/// One change: another value, or one that its list or object loses, repeats or holds in another order.
fn change(value: &mut Value, how: u8, with: u8, other: &Value) {
    let number = i64::from(with.cast_signed());
    let place = usize::from(with);
    match (how % 12, value) {
        (0, value) => *value = Value::Null,
        (1, value) => *value = json!(with.is_multiple_of(2)),
        (2, value) => *value = json!(number),
        (3, value) => *value = json!(number.wrapping_mul(1 << 56)),
        (4, value) => *value = json!(f64::from(with) / 10.0),
        (5, value) => *value = json!(["", "5mr", "c123", "r2m", "\u{0}", "東"][place % 6]),
        (6, Value::String(text)) => *text = text.chars().rev().collect(),
        (7, Value::Number(n)) => *n = n.as_i64().unwrap_or(0).wrapping_add(number).into(),
        (8, Value::Array(items)) if !items.is_empty() => drop(items.remove(place % items.len())),
        (9, Value::Array(items)) if !items.is_empty() => items.push(items[place % items.len()].clone()),
        (10, Value::Array(items)) if !items.is_empty() => {
            let first = place % items.len();
            items.rotate_left(first);
        }
        (8.., Value::Object(fields)) if !fields.is_empty() => {
            let name = fields.keys().nth(place % fields.len()).expect("below their number").clone();
            fields.remove(&name);
        }
        (_, value) => *value = other.clone(),
    }
}

/// A record that is still JSON: the first byte chooses one of [`JSON_RECORDS`], each five more change one value of it.
pub fn changed_json(data: &[u8]) -> Option<String> {
    let (&seed, changes) = data.split_first()?;
    let text = JSON_RECORDS[usize::from(seed) % JSON_RECORDS.len()];
    let mut lines: Value = match serde_json::from_str::<Value>(text) {
        Ok(whole) => json!([whole]),
        Err(_) => {
            text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON")).collect()
        }
    };
    for chunk in changes.chunks_exact(5).take(8) {
        let [high, low, how, with, from] = chunk else { unreachable!("chunks of five") };
        let places = values(&lines);
        let at = usize::from(u16::from_be_bytes([*high, *low])) % places;
        let other = value_at(&mut lines, (at + usize::from(*from)) % places).clone();
        change(value_at(&mut lines, at), *how, *with, &other);
    }
    match &lines {
        Value::Array(lines) => Some(lines.iter().map(|line| format!("{line}\n")).collect()),
        whole => Some(whole.to_string()),
    }
}

/// Bytes as changes of a record's values: what is still JSON reaches the readers' checks, where changed bytes mostly end
/// at the parser.
pub fn json(data: &[u8]) {
    if let Some(text) = changed_json(data) {
        record(text.as_bytes());
    }
}

/// Texts as requests for danger: rates are probabilities and losses are numbers, or there is an error with a code.
pub fn ask(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match danger_json(text) {
        Ok(answer) => {
            let report: Value = serde_json::from_str(&answer).expect("an answer is JSON");
            for tile in report["tiles"].as_array().expect("a report has tiles") {
                let number = |field: &str| tile[field].as_f64().unwrap_or_else(|| panic!("{field}: {tile}"));
                assert!((0.0..=1.0).contains(&number("dealInRate")), "{tile}");
                assert!(number("expectedLoss") >= 0.0, "{tile}");
            }
        }
        Err(error) => {
            let error: Value = serde_json::from_str(&error).expect("an error is JSON");
            assert!(error["code"].as_str().is_some_and(|code| code.contains('.')), "{error}");
        }
    }
}

/// The rounds of a game as text.
fn rounds(game: &GameLog) -> Vec<String> {
    game.rounds.iter().map(|round| serde_json::to_string(round).expect("rounds are plain data")).collect()
}

/// Bytes as game records that are written in every format and read again: the same rounds and rules.
pub fn convert(data: &[u8]) {
    let Ok(game) = parse_log(data) else { return };
    for format in [WrittenFormat::Mjai, WrittenFormat::Tenhou6] {
        let written = convert_log(data, ConvertRequest { format, rules: None, game: None, nukidora: None })
            .expect("what is read is written");
        assert_eq!(written.rounds as usize, game.rounds.len());
        if written.rounds == 0 {
            continue;
        }
        let again = parse_log(written.text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(again.broken.is_none(), "{format:?}: {:?}", again.broken);
        assert_eq!(rounds(&again), rounds(&game), "{format:?}");
    }
}

/// A line of options and lines of events as a table that a seat follows: an error changes nothing, every action that
/// it may do can be said, and it can be asked at every moment.
pub fn events(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.lines();
    let Some(options) = lines.next().and_then(|line| serde_json::from_str::<TableOptions>(line).ok()) else {
        return;
    };
    let Ok(mut table) = FollowedTable::new(&options) else { return };
    for line in lines {
        let Ok(event) = serde_json::from_str::<Value>(line) else { continue };
        let before = table.clone();
        if table.apply(&event).is_err() {
            assert!(table == before, "changed by a refused event: {event}");
            continue;
        }
        let (moment, actions) = (table.moment(), table.actions());
        assert!(actions.is_empty() || moment.is_some(), "{event}");
        let Some(moment) = moment.filter(|_| !actions.is_empty()) else { continue };
        for action in &actions {
            let input = serde_json::to_value(action).and_then(serde_json::from_value::<ActionInput>);
            let said = input.map(|input| table.to_mjai(&input).map_err(|error| error.message));
            assert!(matches!(said, Ok(Ok(_))), "{action:?}: {said:?}");
        }
        let request = json!({ "hand": moment.hand, "context": moment.context }).to_string();
        let checked = request_from_json(&request).and_then(|request| request.check().map(drop));
        assert!(checked.is_ok(), "{checked:?}: {request}");
    }
}
