//! Where hand and table meet: what each action is worth in a situation.
//!
//! [`analyze`] runs the stages; [`Situation`] is the table, [`Options`] what is asked for, [`Report`] the answer.

// hidden modules are not part of the interface: the crate's own tools fit what they read and write
mod actions;
mod analysis;
#[doc(hidden)]
pub mod because;
mod broken_off;
mod correction;
mod depth;
#[doc(hidden)]
pub mod differences;
#[doc(hidden)]
pub mod facts;
mod far;
#[doc(hidden)]
pub mod far_averages;
#[doc(hidden)]
pub mod figures;
#[doc(hidden)]
pub mod habits;
mod nagashi;
#[doc(hidden)]
pub mod offer;
mod opponents;
mod options;
mod others;
#[doc(hidden)]
pub mod own_kan;
mod ranking;
mod report;
mod searches;
mod situation;
mod spot;
mod stages;
mod utility;
#[doc(hidden)]
pub mod value;
#[doc(hidden)]
pub mod value_error;

pub use crate::legal::{Action, ActionError, OfferedBy, Position, TileOffer};
pub use because::Because;
pub use depth::SearchEnd;
#[cfg(test)]
pub(crate) use depth::{FAST_HANDS, FIRST_HANDS, UNTIMED_HANDS};
pub use facts::{Act, Case, Facts, Reason};
pub use opponents::TableThreat;
pub use options::{Depth, DetailScope, Objective, Options};
pub use report::{Candidate, Report};
pub use situation::{Empty, History, Place, RawSituation, Situation, SituationError, Turn};
pub use spot::{Spot, SpotError, Viewpoint};
pub use stages::{Watch, Watcher, analyze, analyze_at_once, only};
