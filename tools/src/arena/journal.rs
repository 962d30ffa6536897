//! The games that have been played, one a line, so that an arena goes on where it was left.

use crate::arena::Setup;
use crate::arena::tally::Tally;
use nanikiru_tools::journal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The first line: what the games are of. Their number is not part of it, so that more of them can be played later.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    players: Vec<String>,
    rules: String,
    length: String,
    start: String,
    rotations: usize,
    seed: u64,
    fast: bool,
    budget_ms: Option<u64>,
}

/// Another line: a game by kind of player.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: usize,
    tallies: Vec<Tally>,
}

/// A file of games.
pub struct Journal {
    file: journal::Journal,
    /// Those that were in it.
    known: BTreeMap<usize, Vec<Tally>>,
}

impl Journal {
    /// Reads it, or begins it.
    ///
    /// # Errors
    /// When it cannot be read or written, is no journal, or of other games.
    pub fn open(path: &Path, setup: &Setup) -> Result<Journal, String> {
        let (file, lines) = journal::Journal::open::<Head, Line>(path, &Head::of(setup))?;
        let kinds = setup.lineup.kinds.len();
        if let Some(Line { game, .. }) = lines.iter().find(|line| line.tallies.len() != kinds) {
            return Err(format!("{}: game {game} has other players", path.display()));
        }
        Ok(Journal { file, known: lines.into_iter().map(|line| (line.game, line.tallies)).collect() })
    }

    /// A game that was in it.
    pub fn known(&self, game: usize) -> Option<&Vec<Tally>> {
        self.known.get(&game)
    }

    /// Notes a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&self, game: usize, tallies: &[Tally]) -> Result<(), String> {
        self.file.write(&Line { game, tallies: tallies.to_vec() })
    }
}

impl Head {
    fn of(setup: &Setup) -> Head {
        let Setup { contest, rules, lineup, rotations, fast, budget_ms, .. } = setup;
        Head {
            players: lineup.places.iter().map(|&kind| lineup.kinds[kind].0.clone()).collect(),
            rules: rules.clone(),
            length: format!("{:?}", contest.length),
            start: format!("{:?}", contest.start),
            rotations: *rotations,
            seed: contest.seed,
            fast: *fast,
            budget_ms: *budget_ms,
        }
    }
}
