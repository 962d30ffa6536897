//! One door for records of every format.

use super::games::Parts;
use super::unpack::{Text, unpack};
use super::{
    Format, GameOfInput, Heading, MOST_ROUNDS, Outcome, Problem, ReadError, ReadOptions, RecordRules, Room,
    RoundLog, contained, majiang, majsoul, mjai, mjlog, tenhou6,
};
use crate::tile::BySeat;

/// Reads one game of any format, round by round.
pub struct Reader<'a> {
    inner: Inner<'a>,
    /// Where the packing is broken: what the reader says at its end is a consequence of that.
    broken: Option<ReadError>,
    /// Whole rounds so far.
    rounds: usize,
    /// Where a second game begins, when nobody has asked for one of several.
    second: Option<ReadError>,
    /// The games of an input with more than one.
    games: Vec<GameOfInput>,
    /// Whether there have been more than a game has.
    done: bool,
}

enum Inner<'a> {
    Mjlog(Box<mjlog::Reader<'a>>),
    Tenhou6(Box<tenhou6::Reader<'a>>),
    Mjai(Box<mjai::Reader<'a>>),
    Majiang(Box<majiang::Reader<'a>>),
    MahjongSoul(Box<majsoul::Reader<'a>>),
}

/// Opens a record: mjlog, tenhou.net/6 JSON, mjai, Mahjong Soul (bytes, JSON, captures) or majiang, plain or gzip'd, texts in
/// UTF-8 or UTF-16; the content decides which.
///
/// The rounds come one by one. A cut or damaged record gives the rounds that are whole, then an error that
/// says where it broke, and nothing after it.
///
/// ```
/// use nanikiru::replay::{Format, NoRecord, Problem, open};
///
/// let cut = br#"{"title":["",""],"name":["A","B","C","D"],"rule":{"disp":"","aka":1},"log":[[[0,0,0],["#;
/// let mut rounds = open(cut).unwrap();
/// assert_eq!(rounds.format(), Format::Tenhou6);
/// let error = rounds.next().unwrap().unwrap_err();
/// assert_eq!((error.byte, error.rounds, error.problem), (cut.len(), 0, Problem::Unfinished));
/// assert!(rounds.next().is_none());
/// assert_eq!(open(b"1m").err().unwrap().problem, Problem::Unknown(NoRecord::Other));
/// ```
///
/// # Errors
/// When no format begins so, when the packed data is broken before any round, and when it is too large
/// ([`LIMIT`](super::LIMIT)).
pub fn open(bytes: &[u8]) -> Result<Reader<'_>, ReadError> {
    open_with(bytes, ReadOptions::default())
}

/// The same, with what the caller says about the record.
///
/// # Errors
/// As [`open`].
pub fn open_with(bytes: &[u8], options: ReadOptions) -> Result<Reader<'_>, ReadError> {
    let Input { text, format, games, broken } = Input::of(bytes)?;
    let game = options.game.unwrap_or(0);
    if format == Format::MahjongSoul {
        let reader = majsoul::Reader::with(text, options);
        let games = reader.games().to_vec();
        let (text, _) = reader.place();
        return match game < games.len().max(1) {
            true => Ok(Reader::of(Inner::MahjongSoul(Box::new(reader)), games, broken)),
            false => Err(no_game(text, game, games.len())),
        };
    }
    let Some(parts) = games.get(game) else { return Err(no_game(&text, game, games.len())) };
    let listed = match &games[..] {
        [_] => Vec::new(),
        games => games.iter().map(|parts| of_input(&text, format, parts)).collect(),
    };
    let second = games.get(1).and_then(|parts| parts.first()).filter(|_| options.game.is_none());
    let second = second.map(|part| ReadError::new(&text, part.start, 0, Problem::SecondGame));
    // only the last game ends where the packing breaks
    let broken = broken.filter(|_| game + 1 == games.len());
    let inner = Inner::of(text, format, parts, options);
    Ok(Reader { second, ..Reader::of(inner, listed, broken) })
}

fn no_game(text: &[u8], game: usize, games: usize) -> ReadError {
    ReadError::new(text, text.len(), 0, Problem::NoGame { game, games })
}

/// What the record of one of several games says of it.
fn of_input(text: &[u8], format: Format, parts: &Parts) -> GameOfInput {
    let inner = Inner::of(Text::Borrowed(text), format, parts, ReadOptions::default());
    let mut reader = Reader::of(inner, Vec::new(), None);
    // what stands over a game is known with its first round
    let _ = reader.next();
    GameOfInput { heading: reader.heading(), names: reader.names().cloned() }
}

/// An unpacked input whose format is known.
struct Input<'a> {
    text: Text<'a>,
    format: Format,
    games: Vec<Parts>,
    broken: Option<ReadError>,
}

impl Input<'_> {
    fn of(bytes: &[u8]) -> Result<Input<'_>, ReadError> {
        let (text, broken) = unpack(bytes)?;
        let unknown = |text: &[u8], what| ReadError::new(text, 0, 0, Problem::Unknown(what));
        // bytes are no text, of which spaces around could be left out
        let text = match majsoul::is_bytes(&text) {
            true => text,
            false => contained::content(text).map_err(|address| unknown(b"", address))?,
        };
        match Format::of(&text) {
            Ok(format) => {
                let games = super::games::games(&text, format);
                Ok(Input { text, format, games, broken })
            }
            Err(what) => Err(broken.unwrap_or_else(|| unknown(&text, what))),
        }
    }
}

impl<'a> Inner<'a> {
    /// The reader of a game in these parts of the text.
    fn of(text: Text<'a>, format: Format, parts: &Parts, options: ReadOptions) -> Inner<'a> {
        let (start, end) = match (parts.first(), parts.last()) {
            (Some(first), Some(last)) => (first.start, last.end),
            _ => (0, text.len()),
        };
        let text = match text {
            Text::Borrowed(text) => Text::Borrowed(&text[..end]),
            Text::Owned(mut text) => {
                text.truncate(end);
                Text::Owned(text)
            }
        };
        match format {
            Format::Mjlog => Inner::Mjlog(Box::new(mjlog::Reader::from(text, start, options))),
            Format::Tenhou6 => Inner::Tenhou6(Box::new(tenhou6::Reader::from(text, parts, options))),
            Format::Mjai => Inner::Mjai(Box::new(mjai::Reader::from(text, start, options))),
            Format::Majiang => Inner::Majiang(Box::new(majiang::Reader::from(text, start, options))),
            Format::MahjongSoul => Inner::MahjongSoul(Box::new(majsoul::Reader::with(text, options))),
        }
    }

    /// The text, and where the next part of it begins.
    fn place(&self) -> (&[u8], usize) {
        match self {
            Inner::Mjlog(reader) => reader.place(),
            Inner::Tenhou6(reader) => reader.place(),
            Inner::Mjai(reader) => reader.place(),
            Inner::Majiang(reader) => reader.place(),
            Inner::MahjongSoul(reader) => reader.place(),
        }
    }
}

impl<'a> Reader<'a> {
    fn of(inner: Inner<'a>, games: Vec<GameOfInput>, broken: Option<ReadError>) -> Reader<'a> {
        Reader { inner, broken, rounds: 0, second: None, games, done: false }
    }

    /// The record's format.
    pub fn format(&self) -> Format {
        match self.inner {
            Inner::Mjlog(_) => Format::Mjlog,
            Inner::Tenhou6(_) => Format::Tenhou6,
            Inner::Mjai(_) => Format::Mjai,
            Inner::Majiang(_) => Format::Majiang,
            Inner::MahjongSoul(_) => Format::MahjongSoul,
        }
    }

    /// The rules of the game, once the first round has been asked for: always known when there is one.
    pub fn room(&self) -> Option<Room> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.room(),
            Inner::Tenhou6(reader) => reader.room(),
            Inner::Mjai(reader) => reader.room(),
            Inner::Majiang(reader) => reader.room(),
            Inner::MahjongSoul(reader) => reader.room(),
        }
    }

    /// What the record itself says about its rules, once the first round has been asked for.
    pub fn stated(&self) -> Option<&RecordRules> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.stated(),
            Inner::Tenhou6(reader) => reader.stated(),
            Inner::Mjai(reader) => reader.stated(),
            Inner::Majiang(reader) => reader.stated(),
            Inner::MahjongSoul(reader) => reader.stated(),
        }
    }

    /// The players' names by seat, once the first round has been asked for; records can leave them out.
    pub fn names(&self) -> Option<&BySeat<String>> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.names(),
            Inner::Tenhou6(reader) => reader.names(),
            Inner::Mjai(reader) => reader.names(),
            Inner::Majiang(reader) => reader.names(),
            Inner::MahjongSoul(reader) => reader.names(),
        }
    }

    /// What stands over the game, once the first round has been asked for.
    pub fn heading(&self) -> Heading {
        match &self.inner {
            Inner::Mjai(_) => Heading::default(),
            Inner::Mjlog(reader) => reader.heading().clone(),
            Inner::Tenhou6(reader) => reader.heading().clone(),
            Inner::Majiang(reader) => reader.heading().clone(),
            Inner::MahjongSoul(reader) => reader.heading(),
        }
    }

    /// The games of the input, in order; of a single one what stands over it, once the first round has been asked for.
    pub fn games(&self) -> Vec<GameOfInput> {
        match &self.games[..] {
            [] | [_] => vec![GameOfInput { heading: self.heading(), names: self.names().cloned() }],
            games => games.to_vec(),
        }
    }

    /// How the game ended, once all rounds have been read; mjai does not say.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.outcome(),
            Inner::Tenhou6(reader) => reader.outcome(),
            Inner::Mjai(_) => None,
            Inner::Majiang(reader) => reader.outcome(),
            Inner::MahjongSoul(reader) => reader.outcome(),
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<RoundLog, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let item = match &mut self.inner {
            Inner::Mjlog(reader) => reader.next(),
            Inner::Tenhou6(reader) => reader.next(),
            Inner::Mjai(reader) => reader.next(),
            Inner::Majiang(reader) => reader.next(),
            Inner::MahjongSoul(reader) => reader.next(),
        };
        match item {
            Some(Ok(_)) if self.rounds == MOST_ROUNDS => {
                self.done = true;
                let (text, at) = self.inner.place();
                return Some(Err(ReadError::new(text, at, self.rounds, Problem::TooManyRounds)));
            }
            Some(Ok(_)) => self.rounds += 1,
            // what the text lacks is the packing's fault
            Some(Err(error)) => {
                self.done = true;
                let broken = self.broken.take().filter(|_| error.problem == Problem::Unfinished);
                let rounds = error.rounds;
                return Some(Err(broken.map_or(error, |broken| ReadError { rounds, ..broken })));
            }
            None => {
                self.done = true;
                let broken = self.broken.take().map(|broken| ReadError { rounds: self.rounds, ..broken });
                let empty = || {
                    let (text, _) = self.inner.place();
                    (self.rounds == 0).then(|| ReadError::new(text, 0, 0, Problem::NoRounds))
                };
                let second = self.second.take().map(|second| ReadError { rounds: self.rounds, ..second });
                return broken.or_else(empty).or(second).map(Err);
            }
        }
        item
    }
}
