//! A round at the table: what happens, what everybody sees of it, and what the rules allow.
//!
//! Three layers, each checked by the one above it: an [`Event`] is what happens, a [`Table`] is what
//! everybody sees and judges what can be judged from that, and a [`Round`] knows all four hands as
//! well, as a game record does. None of them looks at the shape of a hand: whether a hand is tenpai,
//! complete or worth anything is for `shape` and `score`, which the layers above ask.
//!
//! [`ObservedRound`] is the table with one hand, as a player knows it while the round goes on. [`Layout`] is the other way
//! in: what lies on a table at one moment, without the hands, played from the start.
//!
//! [`Round::deal`] is the only door: a [`RawRound`] is anything a record says, a `Round` has 136 tiles.

mod event;
mod fault;
mod full;
mod game;
mod layout;
mod observed_round;
mod permit;
mod river;
mod schedule;
mod state;
mod table;
mod view;

pub use event::{DrawReason, Event, Manner, Opening, RawRound, Source, WinEvent};
pub use fault::{Fault, Illegal, Reason};
pub use full::{NINE_TERMINALS, Round};
pub use game::{FinishedRound, last_wind};
pub use layout::{Due, Layout, LayoutError, LayoutFault, Place, Side, by_seat, by_wind, melds_by_wind};
pub use observed_round::{ImpossibleEvent, ObservedRound};
pub use permit::{Brink, Forbidden, Permit, STICK};
pub use river::{River, RiverEntry};
pub use schedule::Schedule;
pub use state::{Carry, Ending, Offer, Phase, Player, Riichi, RiverTile, Robbable};
pub use table::Table;
pub use view::{View, ViewError};

#[cfg(test)]
mod tests;
