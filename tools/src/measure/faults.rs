//! Regression check on known bad recommendations in games against other programs: the first candidate by the search, and by value.

use nanikiru::api::{self, Report, Watch};
use nanikiru_tools::project;
use serde_json::Value;
use std::fs;

/// Where they are.
const FILE: &str = "reference/review-2/faults.json";

/// Prints them, a row each.
pub fn print() -> Result<(), String> {
    let path = project::shared(FILE)?;
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(|error| fail(&error))?;
    let cases: Vec<Value> = serde_json::from_str(&text).map_err(|error| fail(&error))?;
    println!(
        "| case | fault | was chosen | first by searchValue | first by value | its value | less that of what was chosen |\n|---|---|---|---|---|---|---|"
    );
    let (mut by_search, mut by_value) = (0, 0);
    for case in &cases {
        let said = |name: &str| case[name].as_str().unwrap_or_default();
        let request = serde_json::json!({ "hand": case["hand"], "context": case["context"], "options": case["options"] });
        let request = api::request_from_json(&request.to_string());
        let progress = Default::default();
        let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
        let report = request.and_then(|request| api::analyze(&request, &mut watch));
        let report = report.map_err(|error| format!("case {}: {}", said("id"), error.message))?;
        let rows = rows(&report)?;
        let best = |of: fn(&Row) -> f64| rows.iter().rev().max_by(|a, b| of(a).total_cmp(&of(b)));
        let (Some(searched), Some(valued)) = (best(|row| row.searched), best(|row| row.value)) else {
            return Err(format!("case {}: no actions", said("id")));
        };
        let chosen = rows.iter().find(|row| in_order(&row.name) == in_order(said("chosen")));
        let chosen = chosen.ok_or_else(|| format!("case {}: no {}", said("id"), said("chosen")))?;
        by_search += usize::from(searched.name == chosen.name);
        by_value += usize::from(valued.name == chosen.name);
        println!(
            "| {} | {} | {} | {} | {} | {:.0} | {:+.0} |",
            said("id"),
            said("fault"),
            chosen.name,
            searched.name,
            valued.name,
            valued.value,
            valued.value - chosen.value,
        );
    }
    println!("| all | {} | | as chosen: {by_search} | as chosen: {by_value} | | |", cases.len());
    Ok(())
}

struct Row {
    name: String,
    searched: f64,
    value: f64,
}

fn rows(report: &Report) -> Result<Vec<Row>, String> {
    let row = |candidate: &api::Candidate| {
        let action = serde_json::to_value(&candidate.action).map_err(|error| error.to_string())?;
        Ok(Row { name: name(&action), searched: candidate.search_value, value: candidate.value })
    };
    report.candidates.iter().map(row).collect()
}

/// As the cases name actions: what is done, with which own tiles, and the discard.
fn name(action: &Value) -> String {
    let what = match (action["type"].as_str(), action["riichi"].as_bool()) {
        (_, Some(true)) => "riichi",
        (what, _) => what.unwrap_or_default(),
    };
    let tiles = ["tiles", "tile", "discard"].into_iter().filter_map(|key| action[key].as_str());
    std::iter::once(what).chain(tiles).map(apart).collect::<Vec<_>>().join(" ")
}

/// `44z` as `4z4z`; other words as they are.
fn apart(word: &str) -> String {
    match word.strip_suffix(['m', 'p', 's', 'z']) {
        Some(numbers) if !numbers.is_empty() && numbers.bytes().all(|byte| byte.is_ascii_digit()) => {
            let suit = &word[numbers.len()..];
            numbers.chars().map(|number| format!("{number}{suit}")).collect()
        }
        _ => word.to_string(),
    }
}

/// With the tiles of each word in one order: a red five stands before or behind another five.
fn in_order(name: &str) -> Vec<Vec<char>> {
    let word = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    name.split(' ').map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_named_as_in_the_cases() {
        let of = |json| name(&serde_json::from_str(json).unwrap());
        assert_eq!(of(r#"{"type":"pon","tiles":"44z","discard":"3z"}"#), "pon 4z4z 3z");
        assert_eq!(of(r#"{"type":"discard","tile":"7m","riichi":true}"#), "riichi 7m");
        assert_eq!(of(r#"{"type":"pass"}"#), "pass");
        assert_eq!(in_order("chi 0p4p 5z"), in_order("chi 4p0p 5z"));
        assert_ne!(in_order("chi 0p4p 5z"), in_order("chi 4p5p 5z"));
    }
}
