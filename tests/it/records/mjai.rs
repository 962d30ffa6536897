//! mjai lines as other programs write them.

use nanikiru::replay::{Room, RoundLog, mjai};
use nanikiru::tile::BySeat;
use serde_json::Value;

/// How programs that write mjai differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Only points tell why a round was drawn, and a win does not name its tile; indicators as soon as they are turned.
    Terse,
    /// The reason and who was tenpai are named; indicators after the discard.
    Wordy,
}

/// A game in this style.
pub fn write(style: Style, room: &Room, names: &BySeat<String>, logs: &[RoundLog]) -> String {
    let text = mjai::write(room, Some(names), logs);
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = match style {
        Style::Terse => lines.map(terse).collect(),
        Style::Wordy => with_late_indicators(lines),
    };
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn terse(mut line: Value) -> Value {
    let unsaid: &[&str] = match line["type"].as_str() {
        Some("ryukyoku") => &["reason", "tenpais"],
        Some("hora") => &["pai"],
        _ => &[],
    };
    for field in unsaid {
        line.as_object_mut().unwrap().remove(*field);
    }
    line
}

/// The indicator of a kan after the discard that follows it, and before the next call or the end at the latest.
fn with_late_indicators(lines: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut all = Vec::new();
    let mut late = Vec::new();
    for line in lines {
        match line["type"].as_str().unwrap() {
            "dora" => late.push(line),
            "dahai" => {
                all.push(line);
                all.append(&mut late);
            }
            "tsumo" | "reach" | "reach_accepted" => all.push(line),
            _ => {
                all.append(&mut late);
                all.push(line);
            }
        }
    }
    all
}
