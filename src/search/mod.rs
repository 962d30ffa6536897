//! What a hand is worth: single-player mahjong as a directed acyclic graph (seed 000, without calls).
//!
//! [`search`] values every discard of a drawn hand. It knows nothing of the table: it is handed the
//! hand, the unseen tiles, a chance model and payoffs.

mod chance;
mod exchange;
mod graph;
mod payoff;
mod play;
mod points;
#[cfg(test)]
mod tests;
mod value;

pub use chance::{Chance, Rates};
pub use payoff::{Line, Payoffs, RiichiLines, WinLines};
pub use play::{Mix, Play, Turn};
pub use points::{OthersTenpai, Points};

use crate::hand::{DrawnHand, Unseen};
use crate::shape;
use crate::tile::Tile;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The exchange number n: how many tiles may be exchanged (seed 000, eq. 9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Exchanges {
    /// The shanten number: only the shortest ways to a win. The quick first answer.
    First,
    /// One more than the shanten number, or the shanten number itself where that would be more
    /// than `full_hands`.
    #[default]
    Full,
    /// This many.
    Exactly(usize),
}

/// How far a search goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The exchange number n.
    pub exchanges: Exchanges,
    /// Largest number of hands to hold; memory is about 1.1 kB a hand.
    pub max_hands: usize,
    /// Largest number of hands for the deeper one of the full answer's two depths.
    pub full_hands: usize,
}

impl Default for Options {
    fn default() -> Options {
        // on two threads of WebAssembly 200,000 hands take about 1.5 s; 600,000 still fit into its
        // memory, and all but the farthest hands (6-shanten) need fewer for their first answer
        Options { exchanges: Exchanges::Full, max_hands: 600_000, full_hands: 200_000 }
    }
}

/// Shared with whoever waits for the search: it can be watched and stopped from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set to stop the search.
    pub cancel: AtomicBool,
    /// Steps done.
    pub done: AtomicU32,
    /// Steps in all; 0 until known.
    pub total: AtomicU32,
    /// Called after each step with steps done and in all, for whoever has no other thread to watch from.
    pub watcher: Option<fn(u32, u32)>,
}

impl Progress {
    fn check(&self) -> Result<(), SearchError> {
        if self.cancel.load(Ordering::Relaxed) { Err(SearchError::Cancelled) } else { Ok(()) }
    }

    fn advance(&self) {
        let before = self.done.fetch_add(1, Ordering::Relaxed);
        if let Some(watcher) = self.watcher {
            watcher(before + 1, self.total.load(Ordering::Relaxed));
        }
    }

    fn expect(&self, steps: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(steps as u32, Ordering::Relaxed);
    }
}

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
    /// Stopped by the caller.
    #[error("the search was stopped")]
    Cancelled,
}

/// One action at the root and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The tile discarded.
    pub discard: Tile,
    /// Whether riichi is declared with it.
    pub riichi: bool,
    /// What follows.
    pub play: Play,
}

/// All actions, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Every discard, with and without riichi where both are possible.
    pub rows: Vec<Row>,
    /// Number of 13-tile hands in the graph, copies for red fives and riichi included.
    pub hands: usize,
    /// Exchange number n.
    pub exchanges: usize,
    /// Whether n is more than the shanten number.
    pub complete: bool,
}

/// Values every discard of `hand`.
pub fn search(
    hand: &DrawnHand,
    unseen: &Unseen,
    chance: &Chance,
    payoffs: &dyn Payoffs,
    options: &Options,
    progress: &Progress,
) -> Result<Outcome, SearchError> {
    let odds = chance::Odds::new(chance, unseen.total())?;
    let shanten = shape::shanten(hand).get();
    let least = usize::try_from(shanten).unwrap_or(0);
    let list = |n, most| exchange::exchanges(hand, unseen, n, most);
    let too_large = |err: exchange::TooMany| SearchError::TooLarge { hands: err.hands };
    let exactly = |n| Ok((n, list(n, options.max_hands).map_err(too_large)?));
    let (n, exchanges) = match options.exchanges {
        Exchanges::Exactly(given) if given < least => {
            return Err(SearchError::ExchangesTooFew { given, least });
        }
        Exchanges::Exactly(given) if given > 13 => return Err(SearchError::ExchangesTooMany { given }),
        Exchanges::Exactly(n) => exactly(n)?,
        Exchanges::First => exactly(least)?,
        Exchanges::Full => {
            let full = list(least + 1, options.full_hands.min(options.max_hands));
            full.map(|found| (least + 1, found)).or_else(|_| exactly(least))?
        }
    };
    let discards: Vec<Tile> = hand.discards().collect();
    progress.expect(2 * odds.draws + 1);
    progress.check()?;
    let graph = graph::Graph::new(exchanges, hand, progress)?;
    let model = value::Model::new(&graph, &odds, payoffs, progress)?;
    let values = model.values(progress)?;

    let mut actions = Vec::new();
    for discard in discards {
        let node = graph.root_child(discard);
        actions.push((discard, node, false));
        if model.riichi(node, 0).is_some() {
            actions.push((discard, node, true));
        }
    }
    let roots: Vec<(usize, bool)> = actions.iter().map(|&(_, node, riichi)| (node, riichi)).collect();
    let plays = play::play(&model, &values, &roots, progress)?;
    let mut rows: Vec<Row> = actions
        .into_iter()
        .zip(plays)
        .map(|((discard, _, riichi), play)| Row { discard, riichi, play })
        .collect();
    // stable: equal values stay in the order of tiles
    rows.sort_by(|a, b| b.play.value.total_cmp(&a.play.value));
    let riichi_copies = model.tenpai.iter().filter(|tenpai| !tenpai.riichi.is_empty()).count();
    Ok(Outcome { rows, hands: graph.len() + riichi_copies, exchanges: n, complete: n > least })
}
