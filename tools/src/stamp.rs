//! Where and when a figure was measured.

use crate::project;
use jiff::{Timestamp, tz::TimeZone};
use std::process::Command;

/// `By COMMAND; MACHINE; DAY, commit HASH.`
///
/// # Errors
/// When git does not know the commit.
pub fn stamp(command: &str) -> Result<String, String> {
    let day = Timestamp::now().to_zoned(TimeZone::UTC).date();
    Ok(format!("By `{command}`; {}; {day}, commit {}.", machine(), commit()?))
}

/// The processor, how many of it are there, and the compiler.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or("unknown processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = said("rustc", &["--version"]).unwrap_or_else(|| "rustc".into());
    let version: Vec<&str> = rustc.split(' ').take(2).collect();
    format!("{model}, {cores} cores, {}", version.join(" "))
}

/// The commit that the sources are of, and whether they have changed since.
fn commit() -> Result<String, String> {
    let hash = said("git", &["rev-parse", "--short", "HEAD"]).ok_or("git does not know the commit")?;
    let sources = ["src", "tools/src", "data", "Cargo.lock"];
    let changed = said("git", &[&["status", "--porcelain", "--"], &sources[..]].concat())
        .is_none_or(|text| !text.is_empty());
    Ok(format!("`{hash}`{}", if changed { " with changes" } else { "" }))
}

/// What a program prints, run in the project's folder.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).current_dir(project::file("")).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
