//! What records of strong players add to a search, and why.

pub use crate::analyze::Reason;

use crate::analyze;
use serde::Serialize;

/// What records of strong players add to what a search says, in points or placement points; 0 without `players`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// How rounds really ended in such situations: `value` less `searchValue`.
    pub outcome: f64,
    /// The reasons for it, the largest first: they add up to `outcome`. Only where anything is corrected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Because>>"))]
    pub because: Vec<Because>,
}

/// A reason for a correction, and what it adds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Because {
    /// The fact.
    pub reason: Reason,
    /// What it adds, in the unit of `value`.
    pub adds: f64,
}

impl From<&analyze::Candidate> for Correction {
    fn from(candidate: &analyze::Candidate) -> Correction {
        let because = candidate.because.most().into_iter();
        Correction {
            outcome: candidate.play.value() - candidate.searched,
            because: because.map(|(reason, adds)| Because { reason, adds }).collect(),
        }
    }
}
