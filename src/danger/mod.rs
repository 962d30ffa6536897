//! What the table can do to me: how likely each tile is to deal in, to whom, and what it costs.

pub mod class;
// hidden: what a model is made of, public for the tools that fit it
#[doc(hidden)]
pub mod curve;
pub mod forecast;
#[doc(hidden)]
pub mod inputs;
mod model;
#[doc(hidden)]
pub mod net;
mod odds;
mod opponent_view;
pub mod paper;
#[doc(hidden)]
pub mod price;
mod safe;
mod section;
#[doc(hidden)]
pub mod shapes;
mod slots;
#[doc(hidden)]
pub mod tenpai;
mod threat;
#[doc(hidden)]
pub mod three;
mod tile_class;
#[doc(hidden)]
pub mod waits;

/// What is left of a discard's risk where a north is set aside: most who could wait on norths set theirs aside. In 1,271
/// games of three players 10 norths were won on, a fifth of what their risks as discards add up to
/// (`cargo tools measure norths`).
pub const OF_NORTH: f64 = 0.2;

pub use class::ClassTable;
pub use forecast::Forecast;
pub use model::{DangerModel, LABEL, assess};
pub use opponent_view::{OpponentView, Standing};
pub use safe::possible;
pub use section::DangerSection;
#[doc(hidden)]
pub use slots::Slots;
pub use threat::{Cause, Danger, Estimator, Fact, Payment, Risk, Threat};
