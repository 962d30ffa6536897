//! The tools keep apart: what they share is in the library, commands do not import each other, nothing is left unused.

use std::fs;
use std::path::{Path, PathBuf};

/// The commands, each a folder beside main.rs.
const COMMANDS: [&str; 5] = ["arena", "measure", "playout", "train", "validate"];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// What is wrong with a source file of this command, or of what all share.
fn faults(command: Option<&str>, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for word in ["#[path", "allow(dead_code)"] {
        if text.contains(word) {
            faults.push(word.to_string());
        }
    }
    for other in COMMANDS.into_iter().filter(|&other| Some(other) != command) {
        if text.contains(&format!("crate::{other}::")) {
            faults.push(format!("imports {other}"));
        }
    }
    if text.lines().count() > 600 {
        faults.push("is past 600 lines".into());
    }
    faults
}

#[test]
fn commands_keep_apart() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 80, "only {} files", files.len());
    let mut seen = 0;
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let first = inside.iter().next().unwrap().to_str().unwrap();
        let command = COMMANDS.into_iter().find(|&command| command == first);
        seen += usize::from(command.is_some());
        assert_eq!(faults(command, &fs::read_to_string(&file).unwrap()), [""; 0], "{}", inside.display());
    }
    assert!(seen > 70, "only {seen} files of commands");
}

#[test]
fn planted_faults_are_found() {
    assert_eq!(faults(Some("train"), "use crate::train::adam;"), [""; 0]);
    assert_eq!(faults(Some("train"), "use crate::measure::sample;"), ["imports measure"]);
    assert_eq!(faults(None, "use crate::arena::wall;"), ["imports arena"]);
    assert_eq!(faults(None, "#[path = \"x.rs\"]"), ["#[path"]);
    assert_eq!(faults(None, "#![allow(dead_code)]"), ["allow(dead_code)"]);
    assert_eq!(faults(None, &"\n".repeat(601)), ["is past 600 lines"]);
}
