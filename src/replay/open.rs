//! One door for records of every format.

use super::unpack::{unmarked, unpack};
use super::{Outcome, Problem, ReadError, Room, RoundLog, mjai, mjlog, tenhou6};
use crate::tile::BySeat;

/// The formats of game records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// Tenhou's XML, of version 2.3 (`<mjloggm ver="2.3">`).
    Mjlog,
    /// The JSON of tenhou.net/6: one object with `log`.
    Tenhou6,
    /// mjai: one JSON object a line, beginning with `start_game`.
    Mjai,
}

/// Reads one game, round by round, whatever its format.
pub struct Reader<'a> {
    inner: Inner<'a>,
    /// Where the packing is broken: what the reader says at its end is a consequence of that.
    broken: Option<ReadError>,
    /// Whole rounds so far.
    rounds: usize,
}

enum Inner<'a> {
    Mjlog(Box<mjlog::Reader<'a>>),
    Tenhou6(Box<tenhou6::Reader<'a>>),
    Mjai(Box<mjai::Reader<'a>>),
}

/// Opens a record: mjlog, tenhou.net/6 JSON or mjai, plain or gzip'd; the content tells which.
///
/// The rounds come one by one. A cut or damaged record gives the rounds that are whole, then an error that
/// says where it broke, and nothing after it.
///
/// ```
/// use nanikiru::replay::{Format, Problem, open};
///
/// let cut = br#"{"title":["",""],"name":["A","B","C","D"],"rule":{"disp":"","aka":1},"log":[[[0,0,0],["#;
/// let mut rounds = open(cut).unwrap();
/// assert_eq!(rounds.format(), Format::Tenhou6);
/// let error = rounds.next().unwrap().unwrap_err();
/// assert_eq!((error.byte, error.rounds, error.problem), (cut.len(), 0, Problem::Unfinished));
/// assert!(rounds.next().is_none());
/// assert_eq!(open(b"1m").err().unwrap().problem, Problem::Unknown);
/// ```
///
/// # Errors
/// When no format begins so, and when the packed data is broken before any round or too large
/// ([`LIMIT`](super::LIMIT)).
pub fn open(bytes: &[u8]) -> Result<Reader<'_>, ReadError> {
    let (text, broken) = unpack(bytes)?;
    let inner = match Format::of(&text) {
        Some(Format::Mjlog) => Inner::Mjlog(Box::new(mjlog::Reader::new(text))),
        Some(Format::Tenhou6) => Inner::Tenhou6(Box::new(tenhou6::Reader::new(text))),
        Some(Format::Mjai) => Inner::Mjai(Box::new(mjai::Reader::new(text))),
        None => return Err(broken.unwrap_or_else(|| ReadError::new(&text, 0, 0, Problem::Unknown))),
    };
    Ok(Reader { inner, broken, rounds: 0 })
}

impl Format {
    /// The format of an unpacked record: XML begins with `<`; of the two that begin with `{`, only mjai
    /// closes its first object in the first line and has a `type` in it.
    fn of(text: &[u8]) -> Option<Format> {
        let text = unmarked(text).trim_ascii_start();
        match text.first()? {
            b'<' => Some(Format::Mjlog),
            b'{' => {
                let line = text.split(|&b| b == b'\n').next().unwrap_or(text);
                let is_event = mjai::is_event(line);
                Some(if is_event { Format::Mjai } else { Format::Tenhou6 })
            }
            _ => None,
        }
    }
}

impl Reader<'_> {
    /// The record's format.
    pub fn format(&self) -> Format {
        match self.inner {
            Inner::Mjlog(_) => Format::Mjlog,
            Inner::Tenhou6(_) => Format::Tenhou6,
            Inner::Mjai(_) => Format::Mjai,
        }
    }

    /// The rules of the game, once the first round has been asked for: always known when there is one.
    pub fn room(&self) -> Option<Room> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.room(),
            Inner::Tenhou6(reader) => reader.room(),
            Inner::Mjai(reader) => reader.room(),
        }
    }

    /// The players' names by seat, once the first round has been asked for; records can leave them out.
    pub fn names(&self) -> Option<&BySeat<String>> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.names(),
            Inner::Tenhou6(reader) => reader.names(),
            Inner::Mjai(reader) => reader.names(),
        }
    }

    /// How the game ended, once all rounds have been read; mjai does not say.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.outcome(),
            Inner::Tenhou6(reader) => reader.outcome(),
            Inner::Mjai(_) => None,
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<RoundLog, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = match &mut self.inner {
            Inner::Mjlog(reader) => reader.next(),
            Inner::Tenhou6(reader) => reader.next(),
            Inner::Mjai(reader) => reader.next(),
        };
        match item {
            Some(Ok(_)) => self.rounds += 1,
            // what the text lacks is the packing's fault
            Some(Err(error)) => {
                let broken = self.broken.take().filter(|_| error.problem == Problem::Unfinished);
                let rounds = error.rounds;
                return Some(Err(broken.map_or(error, |broken| ReadError { rounds, ..broken })));
            }
            None => {
                return self.broken.take().map(|broken| Err(ReadError { rounds: self.rounds, ..broken }));
            }
        }
        item
    }
}
