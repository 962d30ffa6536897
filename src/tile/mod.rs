//! The vocabulary: kinds, tiles, suits, winds, seats, counts and their notations.

mod counts;
mod kind;
pub mod notation;
mod players;
mod seat;

pub use counts::{Counts, CountsError, KindSet};
pub use kind::{Kind, Reds, Suit, Tile};
pub use players::Players;
pub use seat::{BySeat, Seat, Wind};
