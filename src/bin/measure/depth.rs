//! How deep a search is asked to go.

use nanikiru::{api, search};
use std::fmt;

/// Exchange number n and call limit m_f (seed 000), or what a question without options gets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// As the caller gets it who asks for nothing.
    Default,
    /// This far and no less.
    Exact {
        /// n.
        exchanges: usize,
        /// m_f.
        calls: usize,
    },
}

/// Largest number of hands of a search that is asked for by its depth.
const MOST_HANDS: usize = 3_000_000;

impl Depth {
    /// The search that goes so far; `None` if the engine cannot.
    pub fn search(self) -> Option<search::Options> {
        match self {
            Depth::Default => Some(search::Options::default()),
            Depth::Exact { exchanges, calls: 0 } => Some(search::Options {
                exchanges: search::Exchanges::Exactly(exchanges),
                max_hands: MOST_HANDS,
                full_hands: MOST_HANDS,
            }),
            // no engine with calls yet
            Depth::Exact { .. } => None,
        }
    }

    /// The same for the public door.
    pub fn api(self) -> Option<api::Options> {
        match self {
            Depth::Default => Some(api::Options::default()),
            Depth::Exact { exchanges, calls: 0 } => Some(api::Options {
                exchanges: Some(api::Exchanges::Number(exchanges as u32)),
                max_hands: Some(MOST_HANDS as u32),
            }),
            Depth::Exact { .. } => None,
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Default => f.write_str("default"),
            Depth::Exact { exchanges, calls } => write!(f, "n = {exchanges}, m_f = {calls}"),
        }
    }
}
