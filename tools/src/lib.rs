//! What the commands of `nanikiru-tools` share: recorded games out of archives, replayed, with the decisions in
//! them and what came of each; workers; progress.
#![forbid(unsafe_code)]

pub mod archive;
pub mod choice;
pub mod claim;
pub mod deal;
pub mod deal_in;
pub mod decisions;
pub mod digits;
pub mod document;
pub mod futures;
pub mod games;
pub mod journal;
pub mod moment;
pub mod months;
pub mod openings;
pub mod outcome;
pub mod play;
pub mod player;
pub mod policy_seat;
pub mod progress;
pub mod project;
pub mod recorded;
pub mod stamp;
mod thousands;
pub mod wall;
pub mod workers;

pub use thousands::thousands;
