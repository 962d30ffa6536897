//! `cargo +nightly fuzz run request fuzz/corpus/request tests/fuzz/seeds/request` (cargo install cargo-fuzz).
#![no_main]

#[path = "../../tests/fuzz/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::request(data));
