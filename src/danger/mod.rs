//! What the table can do to me: how likely each tile is to deal in, to whom, and what it costs.

pub mod params;
mod threat;

pub use threat::{Danger, Estimator, Payment, Risk, Threat};
