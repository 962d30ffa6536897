//! A game record, read and judged.

use crate::replay::{self, Format, ReadError, RoundLog};
use crate::round::{Illegal, Round};
use crate::rules::{Length, Rules};
use crate::tile::BySeat;

/// A game record, read and judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// How it was written.
    pub format: Format,
    /// The players by seat, where the record names them.
    pub names: Option<BySeat<String>>,
    /// What the table played by.
    pub rules: Rules,
    /// How long the game was planned to be.
    pub length: Length,
    /// The rounds that are whole and legal, in order.
    pub rounds: Vec<RoundLog>,
    /// Why there are no more, if that is not the end of the game.
    pub broken: Option<Break>,
}

/// Why a record goes no further.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Break {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Something happens that the rules do not allow.
    #[error("after {rounds} whole rounds: {illegal}")]
    Illegal {
        /// How many whole rounds come before.
        rounds: usize,
        /// What.
        illegal: Illegal,
    },
}

/// Reads a record of any [`Format`], plain or gzip'd: the rounds that are whole and legal, and where it broke.
///
/// # Errors
/// When it is no record that can be read at all.
pub fn read(bytes: &[u8]) -> Result<Game, ReadError> {
    let mut reader = replay::open(bytes)?;
    let (mut rounds, mut broken) = (Vec::new(), None);
    let (mut rules, mut length) = (Rules::TENHOU, Length::Hanchan);
    while let Some(next) = reader.next() {
        if let Some(room) = reader.room() {
            (rules, length) = (room.rules(), room.length);
        }
        let judged = next.map_err(Break::from).and_then(|log| match judge(&log, &rules) {
            Ok(()) => Ok(log),
            Err(illegal) => Err(Break::Illegal { rounds: rounds.len(), illegal }),
        });
        match judged {
            Ok(log) => rounds.push(log),
            Err(error) => {
                broken = Some(error);
                break;
            }
        }
    }
    Ok(Game { format: reader.format(), names: reader.names().cloned(), rules, length, rounds, broken })
}

fn judge(log: &RoundLog, rules: &Rules) -> Result<(), Illegal> {
    let mut round = Round::deal(log.raw.clone(), rules)?;
    log.events.iter().try_for_each(|event| round.apply(event))
}
