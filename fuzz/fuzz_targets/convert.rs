//! `cargo +nightly fuzz run convert fuzz/corpus/convert tests/fuzz/seeds/record` (cargo install cargo-fuzz).
#![no_main]

#[path = "../../tests/fuzz/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::convert(data));
