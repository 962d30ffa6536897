//! What other players do on average: counted in 36,361 four-player games (222,801 rounds) of
//! Tenhou's top room, 3,446 hanchan and 32,915 tonpuu of 2018 to 2024.
//!
//! Written by `cargo run --release --bin validate_logs -- --statistics`, rows "together": for every
//! discard of another player while a seat is tenpai and not furiten, the share that hits the wait,
//! over the share that blind discards from the unseen tiles would have.

use crate::search::{OthersTenpai, Rates};

/// While the player is tenpai behind a closed hand without riichi: 573,349 discards.
pub(super) const DISCARDS_DAMA: Rates = Rates { honour: 1.178, number: [1.234, 0.832, 0.623, 0.537, 0.507] };

/// While the player is tenpai with an open hand: 2,069,253 discards.
pub(super) const DISCARDS_OPEN: Rates = Rates { honour: 0.776, number: [0.974, 0.615, 0.471, 0.400, 0.355] };

/// While the player is in riichi: 1,955,653 discards.
pub(super) const DISCARDS_RIICHI: Rates =
    Rates { honour: 0.903, number: [0.498, 0.328, 0.248, 0.179, 0.162] };

/// Shares of exhaustive draws in which 0, 1, 2, 3 of the others are tenpai: 54,961 seats that are
/// tenpai themselves, 64,635 that are not.
pub(super) const OTHERS_TENPAI: OthersTenpai =
    OthersTenpai { tenpai: [0.1914, 0.4702, 0.2806, 0.0578], noten: [0.0323, 0.4884, 0.3998, 0.0795] };
