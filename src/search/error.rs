//! Why a search has no answer.

use super::Options;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The graph has more hands than `max_hands`, or than can be numbered.
    #[error(
        "at least {hands} hands would be searched, more than allowed: ask for fewer exchanges or allow more hands"
    )]
    TooLarge {
        /// How many there are at least: beyond 65,535 parts of a suit nobody counts on.
        hands: usize,
    },
    /// No winning hand is so near.
    #[error("{given} exchanges do not reach a winning hand: this hand needs at least {least}")]
    ExchangesTooFew {
        /// What was asked for.
        given: usize,
        /// The least that makes sense: the shanten number, or 0 for a complete hand.
        least: usize,
    },
    /// No hand is further than 13 exchanges from a win.
    #[error("{given} exchanges are more than a hand has tiles: 13 at the most")]
    ExchangesTooMany {
        /// What was asked for.
        given: usize,
    },
    /// There are not as many unseen tiles as draws.
    #[error("{draws} draws are left but only {unseen} tiles are unseen")]
    WallTooShort {
        /// Unseen tiles.
        unseen: usize,
        /// Draws left.
        draws: usize,
    },
    /// The chance model does not have a step for each draw, or more than three others.
    #[error("{steps} steps and {tail} last discards do not fit {draws} draws")]
    Steps {
        /// Draws left.
        draws: usize,
        /// Steps given.
        steps: usize,
        /// Others' discards after the last own one.
        tail: usize,
    },
    /// A hand has four groups.
    #[error("{given} calls are more than the {} groups of a hand", Options::MOST_CALLS)]
    CallsTooMany {
        /// What was asked for.
        given: usize,
    },
    /// A hand that is open, does not wait, or cannot win is in riichi, or the payoffs know no stick.
    #[error("the hand cannot be in riichi")]
    NoRiichi,
    /// Stopped by the caller.
    #[error("the search was stopped")]
    Cancelled,
}

impl SearchError {
    /// The same where so many hands were searched before.
    pub(crate) fn with_hands(self, before: usize) -> SearchError {
        match self {
            SearchError::TooLarge { hands } => SearchError::TooLarge { hands: hands.saturating_add(before) },
            other => other,
        }
    }
}
