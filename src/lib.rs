//! nanikiru: what would you discard?
//!
//! A riichi mahjong analyser: exact shanten and ukeire, every winning form and its score, and the
//! expected value of every discard by search over the directed acyclic graph of hands.
#![forbid(unsafe_code)]

pub mod analyze;
pub mod api;
pub mod danger;
pub mod dense;
pub mod hand;
pub mod params;
pub mod placement;
pub mod practice;
pub mod replay;
pub mod review;
pub mod round;
pub mod rules;
pub mod score;
pub mod search;
pub mod shape;
pub mod tile;
#[cfg(target_arch = "wasm32")]
mod wasm;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
