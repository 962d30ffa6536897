//! Writes the output of any command into docs/results.md.

use nanikiru_tools::{document, project};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Runs a command in the project's folder and writes its output into docs/results.md, with machine, day and commit
#[derive(clap::Args)]
#[command(
    after_help = "Example: cargo tools print danger --tables 5 -- cargo tools measure danger --sample 10"
)]
pub struct Arguments {
    /// The place: between <!-- begin NAME --> and <!-- end NAME -->
    name: String,
    /// Of the tables that the command prints only these, counted from 1
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    tables: Vec<usize>,
    /// The command and what it is given
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

/// Runs the command; the document stays as it is where that fails.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { name, tables, command } = arguments;
    document::check(name)?;
    let [program, rest @ ..] = &command[..] else { return Err("which command?".into()) };
    let fail = |error: std::io::Error| format!("{program}: {error}");
    let mut child = Command::new(program)
        .args(rest)
        .current_dir(project::file(""))
        .stdout(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let mut printed = String::new();
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let line = line.map_err(fail)?;
        println!("{line}");
        printed += &line;
        printed.push('\n');
    }
    let ended = child.wait().map_err(fail)?;
    if !ended.success() {
        return Err(format!("{program} failed ({ended}): {name} is as it was"));
    }
    let printed = if tables.is_empty() { printed } else { document::tables(&printed, tables)? };
    document::write(&command.join(" "), &[(&name[..], document::as_markdown(&printed))])
}
