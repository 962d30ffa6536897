//! nanikiru: which tile would you discard?
//!
//! A riichi mahjong analyser. Given what one player can see, it says what each legal action is worth and what it risks:
//! exact shanten and ukeire, scores under seven rule sets, an exact search for the expected value of every action, and models
//! of the other players fitted to recorded games.
//!
//! # Which module to start with
//!
//! | question | start with |
//! |---|---|
//! | What is each action worth here? | [`analyze`]: [`analyze_at_once`](analyze::analyze_at_once) |
//! | How far is this hand from tenpai, and what improves it? | [`shape`]: [`shanten`](shape::shanten), [`ukeire`](shape::ukeire) |
//! | What is this win worth? | [`score`]: [`score`](fn@score::score), with [`rules`] |
//! | Which discards are dangerous? | [`danger`], with a [`round`] |
//! | What is in this game record? | [`replay`]: [`open`](replay::open) |
//! | What did each decision of a game lose? | [`review`]: [`read`](review::read), [`judge`](review::judge) |
//! | I have JSON, or want the package's interface | [`api`] |
//!
//! Programs to start from: `cargo run --example value_hand`, `shanten`, `score_win`, `danger`, `review_record`.
//!
//! # Map
//!
//! | | modules |
//! |---|---|
//! | vocabulary | [`tile`] kinds, tiles, winds, seats · [`rules`] rule sets and presets · [`hand`] melds and checked hands |
//! | what is my hand worth? | [`shape`] shanten, ukeire, winning forms · [`score`] yaku, fu, points, payments · [`search`] the graph of hands and its values |
//! | what can I do? | [`round`] events, rivers, what the table allows · [`legal`] the actions of a hand at it |
//! | what can the table do to me? | [`danger`] deal-in rates and prices · [`policy`] what strong players discard · [`placement`] chances of the final places |
//! | where both meet | [`analyze`] one decision · [`review`] a whole game · [`api`] requests and answers |
//! | records | [`replay`] mjlog, tenhou.net/6, mjai, majiang and Mahjong Soul · [`follow`] a game as one seat follows it, event by event |
//!
//! # Example
//!
//! ```
//! use nanikiru::analyze::{Position, RawSituation, Situation, analyze_at_once};
//! use nanikiru::hand::DrawnHand;
//! use nanikiru::shape::shanten;
//! use nanikiru::tile::Wind;
//!
//! let hand: DrawnHand = "2346m4067p2478s55z".parse()?;
//! assert_eq!(shanten(&hand).get(), 1);
//!
//! let position = Position::Drawn { hand, drawn: None };
//! let situation = Situation::new(&position, RawSituation { seat_wind: Wind::South, turn: 5, ..Default::default() })?;
//! let report = analyze_at_once(&position, &situation, &Default::default())?;
//! for candidate in report.candidates.iter().take(3) {
//!     println!("{:?}: {:.0} points, wins {:.3}", candidate.action, candidate.play.value(), candidate.play.win_rate());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A record, decision by decision:
//!
//! ```
//! use nanikiru::replay::open;
//! use nanikiru::review::decisions;
//!
//! let record = include_bytes!("../docs/example.mjson");
//! let mut rounds = open(record)?;
//! while let Some(round) = rounds.next() {
//!     let rules = rounds.room().expect("known with the first round").rules;
//!     for decision in decisions(&round?, &rules) {
//!         let decision = decision?;
//!         println!("seat {}: {:?}", decision.seat.index(), decision.done);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # More
//!
//! - [`docs::model`]: what the figures include, leave out, and why.
//! - [`docs::glossary`]: the words, of the game and of the code.
//! - [`docs::references`]: the sources, and how the code cites them.
//! - [`docs::architecture`]: the way of one question through the modules, and recipes for changes.
#![forbid(unsafe_code)]

pub mod analyze;
pub mod api;
pub mod danger;
// not part of the interface: public for the crate's own tools, which fit what they read and write (and so below)
#[doc(hidden)]
pub mod dense;
pub mod ends;
pub mod follow;
pub mod hand;
pub mod legal;
#[doc(hidden)]
pub mod params;
pub mod placement;
pub mod policy;
mod reach;
pub mod replay;
pub mod review;
pub mod round;
pub mod rules;
pub mod score;
pub mod search;
pub mod shape;
mod sort;
pub mod tile;
#[cfg(target_arch = "wasm32")]
mod wasm;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The documents of the project.
#[cfg(doc)]
pub mod docs {
    #[doc = include_str!("../docs/ARCHITECTURE.md")]
    pub mod architecture {}
    #[doc = include_str!("../docs/GLOSSARY.md")]
    pub mod glossary {}
    #[doc = include_str!("../docs/MODEL.md")]
    pub mod model {}
    #[doc = include_str!("../docs/REFERENCES.md")]
    pub mod references {}
}
