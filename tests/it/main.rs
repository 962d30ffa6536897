//! The tests of the library by its public items: one program, because each more is linked for as long as all of them.
//!
//! `cargo test --test it score::` runs those of one file. `tests/limits.rs` stands apart: its allocator counts memory.
//! The slow oracles try fewer cases unless `NANIKIRU_TESTS=full` asks for all (`size`).

mod analyze;
mod danger;
mod decision;
mod door;
mod ends;
mod examples;
mod far;
mod far_calls;
mod follow;
mod forms;
mod fuzz_smoke;
mod games;
mod golden;
mod hands;
mod in_riichi;
mod layering;
mod legal;
mod majsoul;
mod methods;
mod monotone;
mod order;
mod paper;
mod parse_log;
mod payers;
mod peers;
mod placement;
mod policy;
mod random;
mod records;
mod replay;
mod review;
mod sanma;
mod score;
mod score_examples;
mod search_oracle;
mod shape_deals;
mod shape_hands;
mod shape_oracle;
mod shared;
mod size;
mod suite;
mod table;
mod three;
mod three_models;
mod written;
