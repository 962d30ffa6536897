//! Two public engines, reproduced from their assumptions.
//!
//! One model on the crate's hands, shanten and scores; a value of [`model::Switches`] for each engine holds its
//! assumptions, and [`model::OURS`] those of this crate's search. The engines' recorded answers come out again,
//! value by value, and so do the values of the search.
//!
//! The records are of the engines' modes without deviations: only draws that lower the shanten, only discards
//! that keep it.

mod engine;
mod libriichi;
mod mahjong_cpp;
mod model;
mod ours;
mod payoff;
mod records;
