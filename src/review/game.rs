//! A game record, read and judged.

use crate::placement::Places;
use crate::replay::mjai::KitaWord;
use crate::replay::{
    self, Format, GameOfInput, ReadError, ReadOptions, RecordRules, Room, RoundLog, whole_rounds,
};
use crate::round::{Event, FinishedRound, Illegal, Round, last_wind};
use crate::rules::{MultipleRon, Rules};
use crate::tile::BySeat;

/// A game record, read and judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// How it was written.
    pub format: Format,
    /// The games of its input, in order: name, date, room and players, where the records have them.
    pub games: Vec<GameOfInput>,
    /// The players by seat, where the record names them.
    pub names: Option<BySeat<String>>,
    /// Where it was played, and by which rules: what the record says, then the caller, then what is usual.
    pub room: Room,
    /// What the record itself says of that.
    pub stated: RecordRules,
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
    #[error("after {}: {illegal}", whole_rounds(*rounds))]
    Illegal {
        /// How many whole rounds come before.
        rounds: usize,
        /// What.
        illegal: Illegal,
    },
    /// Three win on one discard, and neither the record nor the caller names rules by which all of them are paid.
    #[error("after {}: {}", whole_rounds(*rounds), three_wins())]
    ThreeWins {
        /// How many whole rounds come before.
        rounds: usize,
    },
}

impl Break {
    /// What is wrong, without where.
    pub fn problem(&self) -> String {
        match self {
            Break::Read(error) => error.problem.to_string(),
            Break::Illegal { illegal, .. } => illegal.to_string(),
            Break::ThreeWins { .. } => three_wins(),
        }
    }
}

fn three_wins() -> String {
    format!(
        "three win on one discard, and the record does not name its rules. `rules` (`--rules`) chooses a set by which all \
         three are paid: {}",
        paying_three()
    )
}

/// The names of the rule sets by which three wins on one discard are paid.
fn paying_three() -> String {
    let paying = Rules::PRESETS.iter().filter(|set| set.rules.multiple_ron == MultipleRon::Triple);
    paying.map(|set| set.name).collect::<Vec<_>>().join(", ")
}

impl Game {
    /// The whole rounds as lines of mjai, with this word for a north that is set aside.
    pub fn to_mjai(&self, kita: KitaWord) -> String {
        replay::mjai::write_with(kita, &self.room, self.names.as_ref(), &self.rounds)
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
    read_with(bytes, ReadOptions::default())
}

/// The same, with what the caller says about the record.
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], options: ReadOptions) -> Result<Game, ReadError> {
    let mut reader = replay::open_with(bytes, options)?;
    let (mut rounds, mut broken) = (Vec::new(), None);
    let (mut room, mut points) = (Room::USUAL, None);
    let (mut places, mut end) = (Vec::new(), None);
    while let Some(next) = reader.next() {
        if let Some(known) = reader.room() {
            room = known;
        }
        let named = reader.stated().is_some_and(|stated| stated.rules.is_some());
        let judged = next.map_err(Break::from).and_then(|log| match judge(&log, &room.rules) {
            Ok(over) => {
                let last = last_wind(room.length);
                points = over.as_ref().map(|over| over.carry().scores);
                places.push(Places::before(&log.raw.opening.carry(), last, &room.rules));
                end = over.map(|over| Places::after(&over, last, &room.rules));
                Ok(log)
            }
            Err(_) if !named && wins(&log) == 3 && room.rules.multiple_ron != MultipleRon::Triple => {
                Err(Break::ThreeWins { rounds: rounds.len() })
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
    let stated = reader.stated().cloned().unwrap_or_default();
    let games = reader.games();
    Ok(Game { format, games, names, room, stated, rounds, points, places, end, broken })
}

fn wins(log: &RoundLog) -> usize {
    log.events.iter().filter(|event| matches!(event, Event::Win(_))).count()
}

/// How the round is over.
fn judge(log: &RoundLog, rules: &Rules) -> Result<Option<FinishedRound>, Illegal> {
    let mut round = Round::deal(log.raw.clone(), rules)?;
    log.events.iter().try_for_each(|event| round.apply(event))?;
    Ok(round.table().over())
}
