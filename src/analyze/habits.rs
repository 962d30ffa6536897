//! What other players do on average, counted in the training games: 36,361 four-player games of
//! Tenhou's top room (3,446 hanchan and 32,915 tonpuu, 2018 to 2024).
//!
//! Counted by `cargo run --release --bin validate_logs -- --statistics`.

use crate::search::Rates;

/// How often others discard a tile that a tenpai player without riichi waits for, relative to blind
/// discards.
pub(super) const DISCARDS_BEFORE_RIICHI: Rates = Rates { honour: 1.0, number: [1.0; 5] };

/// The same against a riichi.
pub(super) const DISCARDS_AFTER_RIICHI: Rates = Rates { honour: 1.0, number: [1.0; 5] };

/// Share of exhaustive draws in which 0, 1, 2, 3 of the others are tenpai.
pub(super) const OTHERS_TENPAI_AT_DRAW: [f64; 4] = [0.25; 4];
