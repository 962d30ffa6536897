//! The fuzz targets on stable Rust: the seeds, and random changes of them.

#[path = "../fuzz/targets.rs"] // the fuzzer is a crate of its own
mod targets;

use crate::size::size;
use proptest::prelude::*;

/// A change of a text: replace, insert, remove or repeat at a place.
#[derive(Clone, Debug)]
enum Change {
    Replace(usize, char),
    Insert(usize, char),
    Remove(usize, usize),
    Repeat(usize, usize),
}

fn any_change(places: usize) -> impl Strategy<Value = Change> {
    let letter = || {
        prop::sample::select(
            "0123456789mpszrESWNPFC ,()[]+-=*^{}\":.eNa\\東ｍ😀<>/".chars().collect::<Vec<_>>(),
        )
    };
    prop_oneof![
        (0..places, letter()).prop_map(|(at, c)| Change::Replace(at, c)),
        (0..places, letter()).prop_map(|(at, c)| Change::Insert(at, c)),
        (0..places, 1..9usize).prop_map(|(at, n)| Change::Remove(at, n)),
        (0..places, 1..30usize).prop_map(|(at, n)| Change::Repeat(at, n)),
    ]
}

fn changed(seed: &str, changes: &[Change]) -> String {
    let mut text: Vec<char> = seed.chars().collect();
    for change in changes {
        let len = text.len();
        let place = |at: usize| at % (len + 1);
        let range = |at: usize, n: usize| place(at)..(place(at) + n).min(len);
        match *change {
            Change::Replace(at, c) => drop(text.splice(range(at, 1), [c])),
            Change::Insert(at, c) => text.insert(place(at), c),
            Change::Remove(at, n) => drop(text.drain(range(at, n))),
            Change::Repeat(at, n) => text.extend_from_within(range(at, n)),
        }
    }
    text.into_iter().collect()
}

/// The same changes of bytes.
fn changed_bytes(seed: &[u8], changes: &[Change]) -> Vec<u8> {
    let text: String = seed.iter().map(|&byte| char::from(byte)).collect();
    let mut bytes = Vec::new();
    for letter in changed(&text, changes).chars() {
        match u8::try_from(letter) {
            Ok(byte) => bytes.push(byte),
            Err(_) => bytes.extend_from_slice(letter.to_string().as_bytes()),
        }
    }
    bytes
}

/// Records of every format, made up.
const RECORDS: [&[u8]; 7] = [
    include_bytes!("../fuzz/seeds/record/mjlog"),
    include_bytes!("../fuzz/seeds/record/tenhou6"),
    include_bytes!("../fuzz/seeds/record/mjai"),
    include_bytes!("../fuzz/seeds/record/majiang"),
    include_bytes!("../fuzz/seeds/record/majsoul-bytes"),
    include_bytes!("../fuzz/seeds/record/majsoul-json"),
    include_bytes!("../fuzz/seeds/record/majsoul-capture"),
];

fn changed_record(seed: usize, changes: &[Change]) -> Vec<u8> {
    let seed = RECORDS[seed];
    match std::str::from_utf8(seed) {
        Ok(text) => changed(text, changes).into_bytes(),
        Err(_) => changed_bytes(seed, changes),
    }
}

/// Changes of whole lines: events are lost, come twice, or come one after the other.
#[derive(Clone, Copy, Debug)]
enum LineChange {
    Lose(usize),
    Double(usize),
    Swap(usize),
}

fn any_line_change() -> impl Strategy<Value = LineChange> {
    let at = 0..400usize;
    prop_oneof![
        at.clone().prop_map(LineChange::Lose),
        at.clone().prop_map(LineChange::Double),
        at.prop_map(LineChange::Swap),
    ]
}

fn relined(seed: &str, changes: &[LineChange]) -> String {
    let mut lines: Vec<&str> = seed.lines().collect();
    for change in changes {
        let place = |at: usize, of: usize| at % of.max(1);
        match *change {
            LineChange::Lose(at) => drop(lines.remove(place(at, lines.len()))),
            LineChange::Double(at) => {
                let at = place(at, lines.len());
                lines.insert(at, lines[at]);
            }
            LineChange::Swap(at) => {
                let at = place(at, lines.len() - 1);
                lines.swap(at, at + 1);
            }
        }
    }
    lines.join("\n")
}

const EVENTS: [&str; 2] =
    [include_str!("../fuzz/seeds/events/shown"), include_str!("../fuzz/seeds/events/hidden")];

#[test]
fn seeds_are_read_to_their_end() {
    for (i, seed) in RECORDS.iter().enumerate() {
        let read = nanikiru::api::parse_log(seed).unwrap_or_else(|error| panic!("{i}: {error:?}"));
        assert!(read.broken.is_none() && !read.rounds.is_empty(), "{i}: {:?}", read.broken);
        targets::record(seed);
        targets::convert(seed);
    }
}

#[test]
fn a_room_with_chips_keeps_its_rules_in_every_format() {
    let record = std::str::from_utf8(RECORDS[0]).unwrap().replace("type=\"169\"", "type=\"681\"");
    let read = nanikiru::api::parse_log(record.as_bytes()).unwrap_or_else(|error| panic!("{error:?}"));
    let round = serde_json::to_string(&read.rounds[0]).unwrap();
    assert!(round.contains(r#""tableRules":{"kanDora":"atOnce","kiriage":true}"#), "{round}");
    targets::convert(record.as_bytes());
}

#[test]
fn a_record_of_json_without_changes_is_read_to_its_end() {
    for seed in 0..targets::JSON_RECORDS.len() {
        let text = targets::changed_json(&[u8::try_from(seed).unwrap()]).unwrap();
        let read =
            nanikiru::api::parse_log(text.as_bytes()).unwrap_or_else(|error| panic!("{seed}: {error:?}"));
        assert!(read.broken.is_none() && !read.rounds.is_empty(), "{seed}: {:?}", read.broken);
    }
}

#[test]
fn seeds_are_followed_to_their_end() {
    for seed in EVENTS {
        targets::events(seed.as_bytes());
        let mut lines = seed.lines();
        let options = serde_json::from_str(lines.next().unwrap()).unwrap();
        let mut table = nanikiru::api::FollowedTable::new(&options).unwrap();
        for line in lines {
            let event: serde_json::Value = serde_json::from_str(line).unwrap();
            table.apply(&event).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        }
    }
}

proptest! {
    // every moment of a changed game is asked for: fewer games
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn events(
        seed in 0..2usize,
        lines in prop::collection::vec(any_line_change(), 0..3),
        changes in prop::collection::vec(any_change(7_000), 0..3),
    ) {
        targets::events(changed(&relined(EVENTS[seed], &lines), &changes).as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ask(seed in 0..2usize, changes in prop::collection::vec(any_change(400), 0..4)) {
        let seed = [include_str!("../fuzz/seeds/ask/table"), include_str!("../fuzz/seeds/ask/dragons")][seed];
        targets::ask(changed(seed, &changes).as_bytes());
    }

    #[test]
    fn convert(seed in 0..RECORDS.len(), changes in prop::collection::vec(any_change(20_000), 0..4)) {
        targets::convert(&changed_record(seed, &changes));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(1_000, 4_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn notation(seed in 0..2usize, changes in prop::collection::vec(any_change(400), 0..6)) {
        let seed = [include_str!("../fuzz/seeds/notation/hand"), include_str!("../fuzz/seeds/notation/lenient")][seed];
        targets::notation(changed(seed, &changes).as_bytes());
    }

    #[test]
    fn request(seed in 0..3usize, changes in prop::collection::vec(any_change(400), 0..6)) {
        let seed = [
            include_str!("../fuzz/seeds/request/parts"),
            include_str!("../fuzz/seeds/request/text"),
            include_str!("../fuzz/seeds/request/table"),
        ][seed];
        targets::request(changed(seed, &changes).as_bytes());
    }

    #[test]
    fn json(data in prop::collection::vec(any::<u8>(), 0..42)) {
        targets::json(&data);
    }

    #[test]
    fn record(seed in 0..RECORDS.len(), changes in prop::collection::vec(any_change(20_000), 0..6)) {
        targets::record(&changed_record(seed, &changes));
    }
}
