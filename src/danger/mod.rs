//! What the table can do to me: how likely each tile is to deal in, to whom, and what it costs.

mod threat;

pub use threat::{Danger, Payment, Risk, Threat};
