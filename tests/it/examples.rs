//! The programs in examples/: each ends without an error, as a reader would run it.

#[path = "../../examples/danger.rs"]
mod danger;
#[path = "../../examples/review_record.rs"]
mod review_record;
#[path = "../../examples/score_win.rs"]
mod score_win;
#[path = "../../examples/shanten.rs"]
mod shanten;
#[path = "../../examples/value_hand.rs"]
mod value_hand;

use std::error::Error;

#[test]
fn examples_run() {
    type Run = fn() -> Result<(), Box<dyn Error>>;
    let runs: [(&str, Run); 5] = [
        ("danger", danger::main),
        ("review_record", review_record::main),
        ("score_win", score_win::main),
        ("shanten", shanten::main),
        ("value_hand", value_hand::main),
    ];
    for (name, run) in runs {
        run().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).unwrap();
    let rust = files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "rs"));
    assert_eq!(rust.count(), runs.len(), "every example is run");
}

/// Short enough to read at a glance, and with a line that says what it shows.
#[test]
fn examples_are_short_and_say_what_they_show() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("//! "), "{}", path.display());
            assert!((15..=40).contains(&text.lines().count()), "{}", path.display());
            assert!(!text.contains("doc(hidden)") && !text.contains("::params"), "{}", path.display());
        }
    }
}
