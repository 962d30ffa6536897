//! docs/results.md: the command that measures a table writes it between two comments there.

use crate::{project, stamp};
use std::fs;

/// The document.
const FILE: &str = "docs/results.md";

/// Writes texts in the places that they have by name, each with the command it comes from, the machine, the day and the
/// commit.
///
/// # Errors
/// When the document has no such place, or cannot be read or written.
pub fn write(command: &str, texts: &[(&str, String)]) -> Result<(), String> {
    let mut text = read()?;
    let stamp = stamp::stamp(command)?;
    for (name, content) in texts {
        text = rewritten(&text, name, &format!("{content}\n\n{stamp}\n")).ok_or_else(|| no_place(name))?;
    }
    fs::write(project::file(FILE), text).map_err(|error| format!("{FILE}: {error}"))?;
    println!("{FILE}: {}", texts.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "));
    Ok(())
}

/// Whether the document has a place of this name.
///
/// # Errors
/// When it has none, or cannot be read.
pub fn check(name: &str) -> Result<(), String> {
    rewritten(&read()?, name, "").map(|_| ()).ok_or_else(|| no_place(name))
}

/// What a program printed, as Markdown: where it has tables as it is, with its headings as bold lines, for the document has its
/// own, and an empty line before each table; anything else word for word.
pub fn as_markdown(printed: &str) -> String {
    let printed = printed.trim();
    if !["|---", "| ---"].iter().any(|rule| printed.lines().any(|line| line.starts_with(rule))) {
        return format!("```text\n{printed}\n```");
    }
    let line = |line: &str| match line.trim_start_matches('#') {
        title if title.len() < line.len() => format!("**{}**", title.trim()),
        _ => line.to_string(),
    };
    let mut text = String::new();
    let mut before = "";
    for now in printed.lines() {
        if now.starts_with('|') && !before.is_empty() && !before.starts_with('|') {
            text.push('\n');
        }
        text += &line(now);
        text.push('\n');
        before = now;
    }
    text.trim_end().to_string()
}

/// The tables of a Markdown text with these numbers, counted from 1, each with an empty line before the next.
///
/// # Errors
/// The number that the text has no table for.
pub fn tables(text: &str, numbers: &[usize]) -> Result<String, String> {
    let mut all: Vec<Vec<&str>> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (line.starts_with('|'), all.last_mut()) {
            (true, Some(table)) if inside => table.push(line),
            (true, _) => all.push(vec![line]),
            (false, _) => {}
        }
        inside = line.starts_with('|');
    }
    let table = |&number: &usize| {
        let found = number.checked_sub(1).and_then(|place| all.get(place));
        found
            .map(|lines| lines.join("\n"))
            .ok_or_else(|| format!("there are {} tables, and no table {number}", all.len()))
    };
    Ok(numbers.iter().map(table).collect::<Result<Vec<_>, _>>()?.join("\n\n"))
}

fn read() -> Result<String, String> {
    fs::read_to_string(project::file(FILE)).map_err(|error| format!("{FILE}: {error}"))
}

fn no_place(name: &str) -> String {
    format!(
        "{FILE} has no place for {name}: it would stand between <!-- begin {name} --> and <!-- end {name} -->"
    )
}

/// The text with this between the comments of that name; none where it has no such two comments.
fn rewritten(text: &str, name: &str, content: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
    let (before, rest) = text.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}{content}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_the_place_of_the_one_before() {
        let text =
            "A\n<!-- begin one -->\n| old |\n<!-- end one -->\nB\n<!-- begin two -->\n<!-- end two -->\n";
        let written = rewritten(text, "one", "| new |\n").unwrap();
        assert_eq!(written, text.replace("| old |", "| new |"));
        assert_eq!(rewritten(&written, "one", "| new |\n").unwrap(), written);
        assert_eq!(rewritten(text, "three", ""), None);
        assert_eq!(rewritten("<!-- begin one -->\n", "one", ""), None);
    }

    #[test]
    fn some_of_the_tables_are_chosen_by_number() {
        let printed = "One\n| a |\n|---|\n| 1 |\n\n**Two**\n\n| b |\n|---|\n| 2 |\nend\n| c |\n|---|\n";
        assert_eq!(tables(printed, &[2]).unwrap(), "| b |\n|---|\n| 2 |");
        assert_eq!(tables(printed, &[3, 1]).unwrap(), "| c |\n|---|\n\n| a |\n|---|\n| 1 |");
        assert_eq!(tables(printed, &[4]).unwrap_err(), "there are 3 tables, and no table 4");
        assert_eq!(tables(printed, &[0]).unwrap_err(), "there are 3 tables, and no table 0");
    }

    #[test]
    fn tables_stay_tables() {
        assert_eq!(as_markdown("| a |\n|---|\n\n| 1 |\n"), "| a |\n|---|\n\n| 1 |");
        assert_eq!(as_markdown("| a |\n| --- |\n| 1 |\n"), "| a |\n| --- |\n| 1 |");
        assert_eq!(as_markdown("two hands: 3 ms\n"), "```text\ntwo hands: 3 ms\n```");
        assert_eq!(as_markdown("## Two\n\nOf 3.\n| a |\n|---|\n"), "**Two**\n\nOf 3.\n\n| a |\n|---|");
    }
}
