//! The program as it is called: help, completions, and what it does not understand.

use std::process::{Command, Output};

fn tools(arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nanikiru-tools")).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

#[test]
fn every_command_has_help() {
    let (_, all) = tools(&["--help"]);
    for (command, option) in [
        ("validate", "--check-habits"),
        ("measure", "tabu-turns"),
        ("train", "--share"),
        ("arena", "--players"),
        ("playout", "decisions"),
    ] {
        assert!(all.contains(command), "{all}");
        let (output, text) = tools(&[command, "--help"]);
        assert!(output.status.success() && text.contains(option), "{command}: {text}");
    }
    assert!(!all.contains("child"), "it is asked for by the program itself only: {all}");
}

#[test]
fn shells_complete_commands_and_options() {
    for shell in ["bash", "fish", "zsh"] {
        let (output, text) = tools(&["completions", shell]);
        assert!(output.status.success(), "{shell}");
        assert!(text.contains("validate") && text.contains("check-habits"), "{shell}: {text}");
    }
}

#[test]
fn what_it_does_not_understand_ends_with_2() {
    for arguments in [
        &["dance"][..],
        &["validate", "--habits", "--statistics"],
        &["measure", "weather"],
        &["measure", "decisions", "--only", "dora"],
        &["measure", "decisions", "--depth", "fast", "--fast"],
        &["measure", "far", "--markdown"],
        &["measure", "table1", "--markdown", "--sample", "3"],
        &["train"],
        &["train", "weather"],
        &["train", "danger", "--share", "0"],
        &["arena", "--games", "6"],
        &["playout", "decisions", "--kinds", "win"],
        &["playout", "decisions", "--plays", "1"],
    ] {
        let (output, _) = tools(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
