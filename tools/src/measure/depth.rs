//! How deep a search is asked to go.

use nanikiru::{analyze, search};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;

/// Exchange number n and call limit m_f (Kurita & Hoki, DAG), or what a question without options gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Depth {
    /// As the caller gets it who asks for nothing: from shallow to deep, in 256 MiB.
    Default,
    /// This far and no less.
    Exact {
        /// n.
        exchanges: usize,
        /// m_f.
        calls: usize,
    },
}

/// Memory of a search that is asked for by its depth, in MiB.
const MEMORY: usize = 4096;

impl Depth {
    /// The analysis that goes so far.
    pub fn analysis(self) -> analyze::Options {
        match self {
            Depth::Default => analyze::Options::default(),
            Depth::Exact { exchanges, calls } => analyze::Options {
                depth: analyze::Depth::Exactly { exchanges },
                calls,
                memory: MEMORY << 20,
                ..analyze::Options::default()
            },
        }
    }

    /// The options of a request to the public door.
    pub fn request(self) -> Value {
        match self {
            Depth::Default => json!({}),
            Depth::Exact { exchanges, calls } => json!({ "depth": exchanges, "calls": calls }),
        }
    }
}

/// The search whose hands are counted.
pub fn counted(exchanges: usize, calls: usize, kans: search::Kans) -> search::Options {
    search::Options {
        exchanges: search::Exchanges::Exactly(exchanges),
        calls,
        kans,
        max_hands: usize::MAX,
        ..search::Options::default()
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
