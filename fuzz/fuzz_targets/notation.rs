//! `cargo +nightly fuzz run notation fuzz/corpus/notation tests/fuzz/seeds/notation` (cargo install cargo-fuzz).
#![no_main]

#[path = "../../tests/fuzz/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::notation(data));
