//! `cargo +nightly fuzz run events fuzz/corpus/events tests/fuzz/seeds/events` (cargo install cargo-fuzz).
#![no_main]

#[path = "../../tests/fuzz/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::events(data));
