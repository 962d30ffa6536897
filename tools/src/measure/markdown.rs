//! Writes tables into docs/results.md, each between its own two comments, so that the file cannot drift from the measurement.

use nanikiru_tools::document;

/// The tables that are written so.
pub const TABLES: [&str; 2] = ["table1", "placement-loss"];

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
    let texts: Vec<(&str, String)> = blocks.iter().map(|block| (block.name, block.rows.join("\n"))).collect();
    document::write(command, &texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_its_place() {
        for name in TABLES {
            document::check(name).unwrap();
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
