//! The games that have been played, one a line, so that an arena goes on where it was left.

use crate::arena::Setup;
use crate::arena::tally::Tally;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

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
    path: PathBuf,
    file: Mutex<File>,
    /// Those that were in it.
    known: BTreeMap<usize, Vec<Tally>>,
}

impl Journal {
    /// Reads it, or begins it. A last line that was not written to its end is left out and goes.
    ///
    /// # Errors
    /// When it cannot be read or written, is no journal, or of other games.
    pub fn open(path: &Path, setup: &Setup) -> Result<Journal, String> {
        let of = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let head = Head::of(setup);
        let mut whole = 0;
        let mut known = BTreeMap::new();
        match File::open(path) {
            Ok(file) => {
                let mut lines = BufReader::new(file);
                let mut text = String::new();
                while lines.read_line(&mut text).map_err(|e| of(&e))? > 0 && text.ends_with('\n') {
                    if whole == 0 {
                        let found: Head = serde_json::from_str(&text).map_err(|e| of(&e))?;
                        if found != head {
                            return Err(of(&"it has other games; another journal is needed for these"));
                        }
                    } else {
                        let Line { game, tallies } = serde_json::from_str(&text).map_err(|e| of(&e))?;
                        if tallies.len() != setup.lineup.kinds.len() {
                            return Err(of(&format!("game {game} has other players")));
                        }
                        known.insert(game, tallies);
                    }
                    whole += text.len() as u64;
                    text.clear();
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(of(&error)),
        }
        let options = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        let mut file = options.map_err(|e| of(&e))?;
        file.set_len(whole).map_err(|e| of(&e))?;
        std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(whole)).map_err(|e| of(&e))?;
        let journal = Journal { path: path.to_path_buf(), file: Mutex::new(file), known };
        if whole == 0 {
            journal.write(&head)?;
        }
        Ok(journal)
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
        self.write(&Line { game, tallies: tallies.to_vec() })
    }

    fn write(&self, line: &impl Serialize) -> Result<(), String> {
        let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
        let mut file = self.file.lock().expect("a panic of a worker ends the program");
        file.write_all(text.as_bytes()).map_err(|error| format!("{}: {error}", self.path.display()))
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
