//! A whole game looked at afterwards: [`read`] gives its rounds, judged.
//!
//! [`decisions`] finds every moment of a recorded round at which a seat had a choice. It stands here and
//! not in `replay`, because whether a seat could have won, or declared riichi, is asked of `shape` and
//! `score`, which a reader of records has no business with. [`judge`] holds what was done against the best.

mod choice;
mod decision;
mod game;
mod verdict;

pub use crate::legal::circumstances;
pub use crate::replay::mjai::KitaWord;
pub use crate::replay::{
    Format, GameOfInput, Heading, HouseRule, LIMIT, MOST_ROUNDS, NoRecord, Problem, ReadError, ReadOptions,
    RecordRules, Room, RulesSource,
};
pub use choice::{Choice, Claims, Turn, choice};
pub use decision::{Decision, Decisions, RecordedAction, decisions};
pub use game::{Break, Game, read, read_with};
pub use verdict::{JudgeError, Judgement, Unjudged, Verdict, judge};
