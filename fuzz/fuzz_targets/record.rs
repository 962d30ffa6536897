//! `cargo +nightly fuzz run record fuzz/corpus/record fuzz/seeds/record` (cargo install cargo-fuzz).
#![no_main]

#[path = "../targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::record(data));
