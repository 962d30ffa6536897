//! Writes tables into docs/MEASUREMENTS.md, each between its own two comments, so that the file cannot drift from what is
//! measured.

use nanikiru_tools::{project, stamp};
use std::fs;

/// The tables that are written so.
pub const TABLES: [&str; 4] = ["table1", "placement-loss", "placement-first", "placement-points"];

/// The document.
pub const FILE: &str = "docs/MEASUREMENTS.md";

/// A table, for the place of this name.
pub struct Block {
    /// What stands in its two comments.
    pub name: &'static str,
    /// Rows of Markdown, the head first.
    pub rows: Vec<String>,
}

impl Block {
    /// A table with this head.
    pub fn new(name: &'static str, head: &[String]) -> Block {
        debug_assert!(TABLES.contains(&name), "{name}");
        let rows = vec![row(head), format!("|{}", "---|".repeat(head.len()))];
        Block { name, rows }
    }

    /// Adds a row.
    pub fn push(&mut self, cells: &[String]) {
        self.rows.push(row(cells));
    }
}

fn row(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// Writes the tables in the places that they have, each with the command it comes from, the machine, the day and the
/// commit.
pub fn write(command: &str, blocks: &[Block]) -> Result<(), String> {
    let file = project::file(FILE);
    let fail = |error: std::io::Error| format!("{}: {error}", file.display());
    let mut text = fs::read_to_string(&file).map_err(fail)?;
    let stamp = stamp::stamp(command)?;
    for block in blocks {
        text = rewritten(&text, block.name, &format!("{}\n\n{stamp}\n", block.rows.join("\n")))
            .ok_or_else(|| format!("{FILE} has no place for the table {}", block.name))?;
    }
    fs::write(&file, text).map_err(fail)?;
    println!("{FILE}: {}", blocks.iter().map(|block| block.name).collect::<Vec<_>>().join(", "));
    Ok(())
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
    fn a_table_takes_the_place_of_the_one_before() {
        let text =
            "A\n<!-- begin one -->\n| old |\n<!-- end one -->\nB\n<!-- begin two -->\n<!-- end two -->\n";
        let written = rewritten(text, "one", "| new |\n").unwrap();
        assert_eq!(written, text.replace("| old |", "| new |"));
        assert_eq!(rewritten(&written, "one", "| new |\n").unwrap(), written);
        assert_eq!(rewritten(text, "three", ""), None);
        assert_eq!(rewritten("<!-- begin one -->\n", "one", ""), None);
    }

    #[test]
    fn every_table_has_its_place() {
        let text = fs::read_to_string(project::file(FILE)).unwrap();
        for name in TABLES {
            assert!(rewritten(&text, name, "").is_some(), "{name}");
        }
    }

    #[test]
    fn a_block_is_a_table() {
        let cells = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
        let mut block = Block::new("table1", &cells(&["a", "b"]));
        block.push(&cells(&["1", "2"]));
        assert_eq!(block.rows, ["| a | b |", "|---|---|", "| 1 | 2 |"]);
    }
}
