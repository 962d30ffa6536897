//! `cargo +nightly fuzz run ask fuzz/corpus/ask tests/fuzz/seeds/ask` (cargo install cargo-fuzz).
#![no_main]

#[path = "../../tests/fuzz/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::ask(data));
