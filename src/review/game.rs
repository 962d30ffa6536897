//! A game record, read and judged.

use crate::placement::Places;
use crate::replay::{self, Format, ReadError, Room, RoundLog};
use crate::round::{Illegal, Over, Round, last_wind};
use crate::rules::{Length, Rules};
use crate::tile::BySeat;

/// A game record, read and judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// How it was written.
    pub format: Format,
    /// The players by seat, where the record names them.
    pub names: Option<BySeat<String>>,
    /// Where it was played: what the record says, and else what is usual.
    pub room: Room,
    /// What the table played by.
    pub rules: Rules,
    /// How long the game was planned to be.
    pub length: Length,
    /// The rounds that are whole and legal, in order.
    pub rounds: Vec<RoundLog>,
    /// The points by seat after the last of them, as the record has them at the end of a whole game: with the sticks left on
    /// the table.
    pub points: Option<BySeat<i32>>,
    /// The chances of the final places before each of these rounds.
    pub places: Vec<Places>,
    /// The same after the last of them: where the game ended with it the places themselves.
    pub end: Option<Places>,
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

impl Game {
    /// The whole rounds as lines of mjai.
    pub fn to_mjai(&self) -> String {
        replay::mjai::write(&self.room, self.names.as_ref(), &self.rounds)
    }

    /// The whole rounds as the JSON of tenhou.net/6.
    pub fn to_tenhou6(&self) -> String {
        replay::tenhou6::write(&self.room, self.names.as_ref(), &self.rounds)
    }
}

/// Reads a record of any [`Format`], plain or gzip'd: the rounds that are whole and legal, and where it broke.
///
/// # Errors
/// When it is no record that can be read at all.
pub fn read(bytes: &[u8]) -> Result<Game, ReadError> {
    let mut reader = replay::open(bytes)?;
    let (mut rounds, mut broken) = (Vec::new(), None);
    let (mut rules, mut length) = (Rules::TENHOU, Length::Hanchan);
    let (mut place, mut points) = (Room::USUAL, None);
    let (mut places, mut end) = (Vec::new(), None);
    while let Some(next) = reader.next() {
        if let Some(room) = reader.room() {
            (rules, length, place) = (room.rules(), room.length, room);
        }
        let judged = next.map_err(Break::from).and_then(|log| match judge(&log, &rules) {
            Ok(over) => {
                let last = last_wind(length);
                points = over.as_ref().map(|over| over.carry().scores);
                places.push(Places::before(&log.raw.opening.carry(), last, &rules));
                end = over.map(|over| Places::after(&over, last, &rules));
                Ok(log)
            }
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
    if let Some(outcome) = reader.outcome().filter(|_| broken.is_none()) {
        points = Some(outcome.points);
    }
    let (format, names) = (reader.format(), reader.names().cloned());
    Ok(Game { format, names, room: place, rules, length, rounds, points, places, end, broken })
}

/// How the round is over.
fn judge(log: &RoundLog, rules: &Rules) -> Result<Option<Over>, Illegal> {
    let mut round = Round::deal(log.raw.clone(), rules)?;
    log.events.iter().try_for_each(|event| round.apply(event))?;
    Ok(round.table().over())
}
