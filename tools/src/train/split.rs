//! What games give to fit on, and what others give to judge by.

use nanikiru::params::Provenance;
use nanikiru_tools::decisions::Purpose;
use nanikiru_tools::games::each_game;
use nanikiru_tools::months::Months;
use std::path::PathBuf;

/// What parameters are learned from that need no games kept for a last step.
const CORPUS: &str = "Tenhou houou, four players, hanchan and tonpuu; 9 games in 10 by a hash of their names";

/// Samples of training games, those of validation games, and what they come from.
pub struct Split<S> {
    /// What is fitted on.
    pub training: Vec<S>,
    /// What is not.
    pub unseen: Vec<S>,
    /// Training games.
    pub games: u64,
    months: Months,
}

impl<S> Default for Split<S> {
    fn default() -> Split<S> {
        Split { training: Vec::new(), unseen: Vec::new(), games: 0, months: Months::default() }
    }
}

impl<S: Send> Split<S> {
    /// Of the games of these archives; `samples` gives none for what is no game.
    pub fn gather(
        paths: &[PathBuf],
        limit: usize,
        samples: impl Fn(&str, &[u8]) -> Option<Vec<S>> + Sync,
    ) -> Result<Split<S>, String> {
        let look = |mut all: Split<S>, name: &str, record: &[u8]| {
            let Some(samples) = samples(name, record) else { return all };
            match Purpose::of(name) {
                Purpose::Validation => all.unseen.extend(samples),
                Purpose::Training | Purpose::Scaling => {
                    all.training.extend(samples);
                    all.games += 1;
                    all.months.see(name);
                }
            }
            all
        };
        let merge = |mut all: Split<S>, later: Split<S>| {
            all.training.extend(later.training);
            all.unseen.extend(later.unseen);
            all.games += later.games;
            all.months.append(later.months);
            all
        };
        each_game(paths, limit, look, merge)
    }

    /// What a parameter file says of it; samples are decisions.
    pub fn provenance(&self) -> Provenance {
        provenance(&self.months, self.games, self.training.len() as u64)
    }
}

/// What a parameter file says of the games and decisions that it was fitted to.
pub fn provenance(months: &Months, games: u64, decisions: u64) -> Provenance {
    Provenance {
        corpus: CORPUS.into(),
        from: months.from.clone(),
        to: months.to.clone(),
        games,
        rounds: 0,
        decisions,
    }
}
