//! `cargo +nightly fuzz run json` (cargo install cargo-fuzz): it makes its inputs from the seeds of `record`.
#![no_main]

#[path = "../../tests/fuzz/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::json(data));
