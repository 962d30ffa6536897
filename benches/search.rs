//! Time of a whole `analyze` by shanten and exchange number, on the requests of benches/search.json.
//!
//! `cargo bench --bench search`; threads by RAYON_NUM_THREADS. Each request runs until it has taken
//! two seconds (at least three times); the best time counts, with details of all actions, of the first and of none. The number of
//! hands and the best action are asserted. The same requests in WebAssembly: `node benches/search.mjs`.
//!
//! `cargo bench --bench search -- --memory` says instead how much larger a fresh process gets at its largest (Linux).
//! `npm run beside -- mahjong-cpp FOLDER` asks for the requests of benches/peer.json by `--alone N`, one a process.

use nanikiru::analyze::{Action, DetailScope, Options, Report, analyze_at_once};
use nanikiru::api::request_from_json;
use serde_json::Value;
use std::process::Command;
use std::time::{Duration, Instant};

const DETAILS: [DetailScope; 3] = [DetailScope::All, DetailScope::First, DetailScope::None];

fn main() {
    let cases = &read("search.json");
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => times(cases),
        ["--memory"] => memory(cases),
        ["--growth", case, details] => {
            let (case, details): (usize, usize) = (case.parse().unwrap(), details.parse().unwrap());
            println!("{}", growth(&cases[case], DETAILS[details]));
        }
        ["--alone", case] => alone(&read("peer.json")[case.parse::<usize>().unwrap()]),
        _ => panic!("--memory, --alone N or nothing, not {args:?}"),
    }
}

fn read(name: &str) -> Vec<Value> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn times(cases: &[Value]) {
    println!("native, {} threads; best of 3 or more", rayon::current_num_threads());
    println!("| shanten | n | m_f | hands | ms, all | first | none |\n|---|---|---|---|---|---|---|");
    for case in cases {
        let [all, first, none] = DETAILS.map(|detailed| best(case, detailed, Duration::from_secs(2)));
        println!("| {} | {all:.2} | {first:.2} | {none:.2} |", name(case));
    }
}

/// The best of three runs, or of as many as there are in this time, in milliseconds.
fn best(case: &Value, detailed: DetailScope, spend: Duration) -> f64 {
    let analyze = analysis(case, detailed);
    let (mut best, mut spent, mut runs) = (Duration::MAX, Duration::ZERO, 0);
    while runs < 3 || spent < spend {
        let begin = Instant::now();
        let report = analyze();
        let time = begin.elapsed();
        (best, spent, runs) = (best.min(time), spent + time, runs + 1);
        check(case, &report);
    }
    best.as_secs_f64() * 1e3
}

/// KiB by which this process grows at the first answer, and the best time of further ones without details.
fn alone(case: &Value) {
    println!(
        "{} {}",
        growth(case, DetailScope::None),
        best(case, DetailScope::None, Duration::from_millis(300))
    );
}

fn memory(cases: &[Value]) {
    println!("native, {} threads; growth of a fresh process, bytes a hand", rayon::current_num_threads());
    println!(
        "| shanten | n | m_f | hands | MiB, all | bytes a hand, all | first | none |\n|---|---|---|---|---|---|---|---|"
    );
    for (i, case) in cases.iter().enumerate() {
        let [all, first, none] = [0, 1, 2].map(|details| {
            let program = std::env::current_exe().unwrap();
            let child = Command::new(program)
                .args(["--growth", &i.to_string(), &details.to_string()])
                .output()
                .unwrap();
            assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
            let kib: f64 = String::from_utf8_lossy(&child.stdout).trim().parse().unwrap();
            kib * 1024.0
        });
        let hands = case["hands"].as_f64().unwrap();
        let [by_hand, first, none] = [all, first, none].map(|bytes| bytes / hands);
        println!(
            "| {} | {:.1} | {by_hand:.0} | {first:.0} | {none:.0} |",
            name(case),
            all / f64::from(1 << 20)
        );
    }
}

/// How many KiB a process that has answered the case is larger at its largest than before.
fn growth(case: &Value, detailed: DetailScope) -> u64 {
    // the threads are there before
    rayon::broadcast(|_| ());
    let analyze = analysis(case, detailed);
    let before = resident("VmRSS:");
    check(case, &analyze());
    resident("VmHWM:") - before
}

/// A figure of this process in KiB, on Linux.
fn resident(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("on Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect(name);
    line.split_whitespace().next().unwrap().parse().unwrap()
}

fn analysis(case: &Value, detailed: DetailScope) -> impl Fn() -> Report {
    let question = request_from_json(&case["request"].to_string()).unwrap().check().unwrap();
    let options = Options { detailed, ..question.options.clone() };
    move || analyze_at_once(&question.position, &question.situation, &options).unwrap()
}

fn check(case: &Value, report: &Report) {
    let Action::Discard { tile, .. } = report.candidates[0].action else { panic!("a discard is due") };
    assert_eq!(Value::from(report.hands), case["hands"], "{case}");
    assert_eq!(Value::from(tile.to_string()), case["best"], "{case}");
}

fn name(case: &Value) -> String {
    let calls = &case["request"]["options"]["calls"];
    format!("{} | {} | {calls} | {}", case["shanten"], case["exchanges"], case["hands"])
}
