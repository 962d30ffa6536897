//! What the table can do to me: how likely each tile is to deal in, to whom, and what it costs.

pub mod curve;
pub mod forecast;
pub mod inputs;
mod model;
pub mod net;
mod odds;
mod opponent_view;
pub mod paper;
pub mod price;
mod safe;
pub mod shapes;
mod slots;
pub mod tenpai;
mod threat;
pub mod waits;

pub use forecast::Forecast;
pub use model::{LABEL, Model, Part, assess};
pub use opponent_view::{OpponentView, Standing};
pub use safe::possible;
pub use slots::Slots;
pub use threat::{Cause, Danger, Estimator, Fact, Payment, Risk, Threat};
