//! Where a game ends: from the points between two rounds to the chances of each place, and to placement points.
//!
//! The payoff by placement that Kurita & Hoki (DAG) leave to "machine learning on scores alone". A [`PlacementModel`], learned
//! from recorded games, knows a game that goes on: who ends it first, who of the others second, and who of the
//! last two third, each a choice with odds `exp(strength)`; a strength is linear in a seat's [`figures`], with
//! weights of their own for every number of rounds left. A game that is over is not estimated: its places are
//! its places ([`Places::at_the_end`]). [`Prospects`] joins both for one decision: what each end of this round
//! would be worth, whether or not the game ends with it.
//!
//! [`figures`]: Standings::figures

mod model;
mod places;
mod prospects;
mod rounds_left;
mod standings;

pub use model::{LABEL, PlaceChoice, PlacementModel};
pub use places::Places;
pub use prospects::{Finish, Prospects};
pub use rounds_left::RoundsLeft;
pub use standings::Standings;
