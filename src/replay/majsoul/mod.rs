//! Records of Mahjong Soul, in every form in which people hold them.
//!
//! Bytes: the server's answer (`ResGameRecord`), its frame, and the details inside (`GameDetailRecords`, with `actions` or,
//! in older ones, `records`). JSON: the same messages by name, wherever they stand in it. Captures of a browser (HAR, lists
//! of frames): the same bytes in base64; of a capture nothing but the records is read, and errors quote nothing of it.
//!
//! Special modes are refused.

mod container;
mod game;
mod json;
mod message;
mod round;
mod rules;
mod wire;

use super::unpack::{Text, unmarked};
use super::{
    GameOfInput, Heading, Outcome, Players, Problem, ReadError, ReadOptions, RecordRules, Room, RoundLog,
};
use crate::rules::Rules;
use crate::tile::BySeat;
use container::Place;
use game::{Game, Games};

/// Whether these bytes are a record's, from its first byte on.
pub(super) fn is_bytes(bytes: &[u8]) -> bool {
    container::recognised(bytes)
}

/// Whether a JSON text is a record or a capture.
pub(super) fn is_json(text: &[u8]) -> bool {
    json::recognised(text)
}

/// Reads one game, round by round.
pub struct Reader<'a> {
    text: Text<'a>,
    options: ReadOptions,
    games: Vec<GameOfInput>,
    heading: Heading,
    stated: RecordRules,
    names: Option<BySeat<String>>,
    outcome: Option<Outcome>,
    rounds: std::vec::IntoIter<RoundLog>,
    /// Why there are no more, and where.
    failed: Option<(usize, Problem)>,
    /// Whether a round has been asked for.
    begun: bool,
    read: usize,
}

impl<'a> Reader<'a> {
    /// A reader of the first game in a file.
    pub fn new(bytes: impl Into<Text<'a>>) -> Reader<'a> {
        Reader::with(bytes, ReadOptions::default())
    }

    /// The same, with what the caller says where the record does not.
    pub fn with(bytes: impl Into<Text<'a>>, options: ReadOptions) -> Reader<'a> {
        let text: Text = bytes.into();
        let mut found = Games::with_rounds_of(options.game.unwrap_or(0));
        if !container::read(&mut found, &text, Place::In(&text)) {
            json::read(&mut found, unmarked(&text));
        }
        found.finish(text.len());
        let of_head = |game: &Game| match &game.head {
            Some(head) => GameOfInput { heading: head.heading.clone(), names: Some(head.names.clone()) },
            None => GameOfInput::default(),
        };
        let listed = found.games.iter().map(of_head).collect();
        let second = found.games.get(1).filter(|_| options.game.is_none());
        let second = second.map(|game| (game.at, Problem::SecondGame));
        let game = found.games.into_iter().nth(options.game.unwrap_or(0)).unwrap_or_default();
        let Game { head, rounds, failed, .. } = game;
        let named = head.is_some();
        let game::Head { heading, names, mut stated, outcome } = head.unwrap_or_else(game::Head::unknown);
        let dealt = rounds.first().map(|log| match log.raw.hands.len() {
            3 => Players::Three,
            _ => Players::Four,
        });
        let (mut rounds, mut failed) = (rounds, failed);
        match (dealt, stated.players) {
            (Some(record), Some(rules)) if record != rules => {
                rounds.clear();
                failed = Some((0, Problem::Players { record, rules }));
            }
            (Some(Players::Three), None) => {
                stated.players = Some(Players::Three);
                stated.rules = Some(Rules::MAHJONG_SOUL_SANMA);
            }
            _ => {}
        }
        Reader {
            text,
            options,
            games: listed,
            heading,
            stated,
            names: named.then_some(names),
            outcome: outcome.filter(|_| failed.is_none()),
            rounds: rounds.into_iter(),
            failed: failed.or(second),
            begun: false,
            read: 0,
        }
    }

    /// The games of the input, in order.
    pub(super) fn games(&self) -> &[GameOfInput] {
        &self.games
    }

    /// The number of the game and when it began.
    pub fn heading(&self) -> Heading {
        self.heading.clone()
    }

    /// The rules of the game, once the first round has been asked for.
    pub fn room(&self) -> Option<Room> {
        self.stated().map(|stated| stated.room(self.options.rules.as_ref()))
    }

    /// What the record says about its rules, once the first round has been asked for.
    pub fn stated(&self) -> Option<&RecordRules> {
        self.begun.then_some(&self.stated)
    }

    /// The players' names by seat, once the first round has been asked for.
    pub fn names(&self) -> Option<&BySeat<String>> {
        self.names.as_ref().filter(|_| self.begun)
    }

    /// How the game ended, once all rounds have been read.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref().filter(|_| self.rounds.len() == 0)
    }

    /// The text, and where it goes no further.
    pub(super) fn place(&self) -> (&[u8], usize) {
        (&self.text, self.failed.as_ref().map_or(self.text.len(), |(at, _)| *at))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<RoundLog, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if !std::mem::replace(&mut self.begun, true)
            && let Err(problem) = self.stated.agree(self.options.rules.as_ref())
        {
            self.rounds = Vec::new().into_iter();
            self.failed = Some((0, problem));
        }
        if let Some(round) = self.rounds.next() {
            self.read += 1;
            return Some(Ok(round));
        }
        let (at, problem) = self.failed.take()?;
        Some(Err(ReadError::new(&self.text, at, self.read, problem)))
    }
}
