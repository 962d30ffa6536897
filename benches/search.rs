//! Time of a whole `analyze` by shanten and exchange number, on the requests of benches/search.json.
//!
//! `cargo bench --bench search`; threads by RAYON_NUM_THREADS. Each request runs until it has taken
//! two seconds (at least three times); the best time counts, with details of all actions, of the first and of none. The number of
//! hands and the best action are asserted. The same requests in WebAssembly: `node benches/search.mjs`.

use nanikiru::analyze::{Action, Detailed, Options, analyze_at_once};
use nanikiru::api::request_from_json;
use serde_json::Value;
use std::time::{Duration, Instant};

fn main() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/search.json")).unwrap();
    let cases: Value = serde_json::from_str(&text).unwrap();
    println!("native, {} threads; best of 3 or more", rayon::current_num_threads());
    println!("| shanten | n | m_f | hands | ms, all | first | none |\n|---|---|---|---|---|---|---|");
    for case in cases.as_array().unwrap() {
        let question = request_from_json(&case["request"].to_string()).unwrap().check().unwrap();
        let [all, first, none] = [Detailed::All, Detailed::First, Detailed::None].map(|detailed| {
            let options = Options { detailed, ..question.options.clone() };
            let (mut best, mut spent, mut runs) = (Duration::MAX, Duration::ZERO, 0);
            while runs < 3 || spent < Duration::from_secs(2) {
                let begin = Instant::now();
                let report = analyze_at_once(&question.position, &question.situation, &options).unwrap();
                let time = begin.elapsed();
                (best, spent, runs) = (best.min(time), spent + time, runs + 1);
                let Action::Discard { tile, .. } = report.candidates[0].action else {
                    panic!("a discard is due")
                };
                assert_eq!(Value::from(report.hands), case["hands"], "{case}");
                assert_eq!(Value::from(tile.to_string()), case["best"], "{case}");
            }
            best.as_secs_f64() * 1e3
        });
        let calls = &case["request"]["options"]["calls"];
        let (shanten, n, hands) = (&case["shanten"], &case["exchanges"], &case["hands"]);
        println!("| {shanten} | {n} | {calls} | {hands} | {all:.2} | {first:.2} | {none:.2} |");
    }
}
