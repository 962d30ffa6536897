//! The table that the documents show: how often players did what we recommend, in both lengths of game.

use super::tables::{calls, declares, half, kan, share, situations};
use super::verdict::Verdict;
use nanikiru_tools::moment::Question;

/// A line of the table: its name, and what stands in the column of some verdicts.
struct Line {
    name: String,
    cells: Vec<Option<String>>,
}

/// Prints it.
pub fn print(lengths: &[(&str, Vec<Verdict>)]) {
    let columns: Vec<Vec<(String, String)>> = lengths.iter().map(|(_, verdicts)| column(verdicts)).collect();
    let mut lines: Vec<Line> = Vec::new();
    for (at, column) in columns.into_iter().enumerate() {
        for (name, cell) in column {
            let known = lines.iter().position(|line| line.name == name);
            let place = known.unwrap_or_else(|| {
                lines.push(Line { name, cells: vec![None; lengths.len()] });
                lines.len() - 1
            });
            lines[place].cells[at] = Some(cell);
        }
    }
    let names: Vec<&str> = lengths.iter().map(|(name, _)| *name).collect();
    println!("| what players did is what we recommend, +- 95 % (decisions) | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(names.len()));
    for line in lines {
        let cells: Vec<&str> = line.cells.iter().map(|cell| cell.as_deref().unwrap_or("-")).collect();
        println!("| {} | {} |", line.name, cells.join(" | "));
    }
    println!();
}

/// Names and figures of one length of game.
fn column(all: &[Verdict]) -> Vec<(String, String)> {
    let of = |question| all.iter().filter(|verdict| verdict.answers(question)).collect::<Vec<_>>();
    let mut column = Vec::new();
    let mut push = |name: String, verdicts: &[&Verdict], is: &dyn Fn(&Verdict) -> bool, more: String| {
        if !verdicts.is_empty() {
            let agreed = share(verdicts, is);
            let off = half(agreed, verdicts.len());
            column.push((name, format!("{agreed:.1} +- {off:.1} %{more} ({})", verdicts.len())));
        }
    };
    let first = |v: &Verdict| v.place() == Some(0);
    let three = |group: &[&Verdict]| share(group, |v| v.place().is_some_and(|place| place < 3));
    let discards = of(Question::Discard);
    for (name, group) in situations(&discards) {
        push(
            format!("discards, {name}: first; in three"),
            &group,
            &first,
            format!("; {:.1} %", three(&group)),
        );
    }
    let early: Vec<&Verdict> = discards.iter().copied().filter(|v| v.is_early()).collect();
    let more = format!("; {:.1} %", three(&early));
    push("discards, turns 1 to 6, nobody in riichi, no own melds".to_string(), &early, &first, more);
    push(
        "riichi or not".to_string(),
        &of(Question::Riichi),
        &|v| declares(v.theirs()) == declares(v.ours()),
        String::new(),
    );
    push(
        "call or pass".to_string(),
        &of(Question::Call),
        &|v| calls(v.theirs()) == calls(v.ours()),
        String::new(),
    );
    push("who always passes".to_string(), &of(Question::Call), &|v| !calls(v.theirs()), String::new());
    push(
        "own kan or not".to_string(),
        &of(Question::Kan),
        &|v| kan(v.theirs()) == kan(v.ours()),
        String::new(),
    );
    column
}
