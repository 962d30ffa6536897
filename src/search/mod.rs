//! What a hand is worth: single-player mahjong as a directed acyclic graph (Kurita & Hoki, DAG).
//!
//! [`Search::run`] values every discard of a drawn hand, or a waiting hand as it stands. It knows nothing
//! of the table: it is handed the hand, the unseen tiles, a chance model and payoffs.
//!
//! A search goes through its parts in this order:
//!
//! | part | what it finds |
//! |---|---|
//! | `set` | the hands between the root and every win within reach |
//! | `graph` | the draws, calls, discards and kans that lead from one to another |
//! | `values` | what each hand is worth in each step, from the last draw back |
//! | `riichi` | the same for hands in riichi, which decide nothing but kans |
//! | `outlook` | rates and ends by the plan of the values, of every hand back from the last draw, and so of every row |
//! | `forward` | when what happens and by which yaku, of the rows that are asked for: the plan played from the root |
//!
//! `solve` puts them together; `playable` keeps them for `forward`. `chance` and `payoff` are what the caller hands in, `points` the payoffs in points.

mod chance;
mod error;
mod figures;
mod float;
mod forward;
mod graph;
mod options;
mod outcome;
mod outlook;
mod payoff;
mod playable;
mod points;
pub(crate) mod pool;
mod progress;
mod riichi;
mod root;
mod set;
mod solve;
pub mod tabu;
#[cfg(test)]
mod tests;
mod values;

pub use chance::{Chance, ChanceStep, ComingRiichi, Declarer, End, Ends, HandChance, Offers, Rates, Risks};
pub use error::SearchError;
pub(crate) use figures::SureWin;
pub use figures::{Details, Part, Parts, Play, Target, TurnFigures, WinKinds};
pub use options::{BYTES_PER_DETAILED_HAND, BYTES_PER_HAND, Exchanges, Kans, Options};
pub use outcome::{Move, Outcome, Row};
pub use payoff::{BareLines, Criterion, Line, Payoffs, RiichiLines, WinLines};
pub use playable::Playable;
pub use points::{OthersTenpai, Points, Utility};
pub use progress::Progress;
pub use root::{DeclaredRiichi, Root, Start};
pub(crate) use set::KnownSuits;
pub(crate) use solve::CountedSet;
pub use solve::{Search, count_hands};
