//! Watching a search, and stopping it.

use super::SearchError;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Shared with the caller that waits for the search: it can be watched and stopped from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set to stop the search.
    pub cancel: AtomicBool,
    /// Steps done.
    pub done: AtomicU32,
    /// Steps in all; 0 until known.
    pub total: AtomicU32,
    /// Called after each step with steps done and in all, for callers without another thread to watch from.
    pub watcher: Option<fn(u32, u32)>,
}

impl Progress {
    pub(crate) fn check(&self) -> Result<(), SearchError> {
        if self.cancel.load(Ordering::Relaxed) { Err(SearchError::Cancelled) } else { Ok(()) }
    }

    pub(crate) fn advance(&self) {
        let before = self.done.fetch_add(1, Ordering::Relaxed);
        if let Some(watcher) = self.watcher {
            watcher(before + 1, self.total.load(Ordering::Relaxed));
        }
    }

    pub(crate) fn expect(&self, steps: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(steps as u32, Ordering::Relaxed);
    }
}
