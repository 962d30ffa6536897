//! The data suite: requests with their reports and errors, the same for the native build and, in
//! tests/node, for both WebAssembly builds.
//!
//! tests/data/suite.json holds one case a line; the answers are written anew by
//! `UPDATE_SUITE=1 cargo test --test it suite::`, to be read before they are committed.

use nanikiru::api::{Watch, analyze_json, danger_json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/suite.json");

#[derive(Deserialize)]
struct Suite {
    cases: Vec<Spot>,
}

#[derive(Deserialize)]
struct Spot {
    name: String,
    /// What is asked: `analyze` when left out.
    ask: Option<Ask>,
    /// As it was written.
    request: Box<RawValue>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    Danger,
}

#[derive(Serialize)]
struct Answered<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ask: Option<Ask>,
    request: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Box<RawValue>>,
}

#[test]
fn every_report_to_the_bit_and_every_error_to_the_word() {
    let committed = std::fs::read_to_string(PATH).unwrap();
    let suite: Suite = serde_json::from_str(&committed).unwrap();
    let answers = suite.cases.iter().map(|case| {
        let progress = Default::default();
        let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
        let answer = match case.ask {
            None => analyze_json(case.request.get(), &mut watch),
            Some(Ask::Danger) => danger_json(case.request.get()),
        };
        let raw = |text: String| Some(RawValue::from_string(text).unwrap());
        let (report, error) = match answer {
            Ok(report) => (raw(report), None),
            Err(error) => (None, raw(error)),
        };
        let answered = Answered { name: &case.name, ask: case.ask, request: &case.request, report, error };
        serde_json::to_string(&answered).unwrap()
    });
    let answers: Vec<String> = answers.collect();
    let text = format!("{{\"cases\":[\n{}\n]}}\n", answers.join(",\n"));
    if std::env::var_os("UPDATE_SUITE").is_some() {
        std::fs::write(PATH, &text).unwrap();
        return;
    }
    for (line, (ours, theirs)) in text.lines().zip(committed.lines()).enumerate() {
        if ours != theirs {
            let at = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
            let near = |text: &str| text[at.saturating_sub(120)..(at + 80).min(text.len())].to_owned();
            panic!("case {line} differs at byte {at}:\n{}\n{}", near(ours), near(theirs));
        }
    }
    assert_eq!(text.len(), committed.len());
}

#[test]
fn the_suite_has_reports_and_errors() {
    let suite: Value = serde_json::from_str(&std::fs::read_to_string(PATH).unwrap()).unwrap();
    let cases = suite["cases"].as_array().unwrap();
    assert!(cases.iter().filter(|case| case.get("report").is_some()).count() >= 12);
    assert!(cases.iter().filter(|case| case.get("error").is_some()).count() >= 12);
}
