//! The memory of one search, seen by the operating system: a fresh process at its largest, less what it
//! had before.

use super::case::Case;
use crate::measure::depth::Depth;
use nanikiru::analyze::analyze_at_once;
use nanikiru_tools::workers;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// What another process of this tool is asked.
#[derive(Serialize, Deserialize)]
struct Errand {
    case: Case,
    depth: Depth,
    threads: usize,
}

/// Peak of a search in MiB; `None` where the system does not say (Linux does).
pub fn peak(case: &Case, depth: Depth, threads: usize) -> Result<Option<f64>, String> {
    if resident("VmHWM").is_none() {
        return Ok(None);
    }
    let fail = |error: std::io::Error| format!("a process for its memory: {error}");
    let program = std::env::current_exe().map_err(fail)?;
    let mut child = Command::new(program)
        .arg("child")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let errand = Errand { case: case.clone(), depth, threads };
    let text = serde_json::to_string(&errand).map_err(|error| error.to_string())?;
    let mut input = child.stdin.take().ok_or("a child without input")?;
    input.write_all(text.as_bytes()).map_err(fail)?;
    drop(input);
    let output = child.wait_with_output().map_err(fail)?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let kib: f64 = answer.trim().parse().map_err(|_| format!("no number of KiB: {answer}"))?;
    Ok(Some(kib / 1024.0))
}

/// What the fresh process does: reads an errand, searches, prints KiB.
pub fn child() -> Result<(), String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| error.to_string())?;
    let errand: Errand = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let question = errand.case.question()?;
    let pool = workers::pool(errand.threads);
    let options = errand.depth.analysis();
    let before = resident("VmRSS").ok_or("the system does not say")?;
    let report = pool.install(|| analyze_at_once(&question.position(), &question.situation, &options));
    report.map_err(|error| error.to_string())?;
    let peak = resident("VmHWM").ok_or("the system does not say")?;
    println!("{}", peak.saturating_sub(before));
    Ok(())
}

/// A figure of this process in KiB.
fn resident(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim_start_matches(':').split_whitespace().next()?.parse().ok()
}
