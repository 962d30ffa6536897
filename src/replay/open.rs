//! One door for records of every format.

use super::unpack::unpack;
use super::{
    Format, MOST_ROUNDS, Outcome, Problem, ReadError, ReadOptions, Room, RoundLog, Stated, contained,
    majsoul, mjai, mjlog, tenhou6,
};
use crate::tile::BySeat;

/// Reads one game, round by round, whatever its format.
pub struct Reader<'a> {
    inner: Inner<'a>,
    /// Where the packing is broken: what the reader says at its end is a consequence of that.
    broken: Option<ReadError>,
    /// Whole rounds so far.
    rounds: usize,
    /// Whether there have been more than a game has.
    done: bool,
}

enum Inner<'a> {
    Mjlog(Box<mjlog::Reader<'a>>),
    Tenhou6(Box<tenhou6::Reader<'a>>),
    Mjai(Box<mjai::Reader<'a>>),
    MahjongSoul(Box<majsoul::Reader<'a>>),
}

/// Opens a record: mjlog, tenhou.net/6 JSON, mjai or Mahjong Soul (bytes, JSON, captures), plain or gzip'd, texts in UTF-8
/// or UTF-16; the content decides which.
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
    let (text, broken) = unpack(bytes)?;
    let unknown = |text: &[u8], what| ReadError::new(text, 0, 0, Problem::Unknown(what));
    // bytes are no text, of which spaces around could be left out
    let text = match majsoul::is_bytes(&text) {
        true => text,
        false => contained::content(text).map_err(|address| unknown(b"", address))?,
    };
    let inner = match Format::of(&text) {
        Ok(Format::Mjlog) => Inner::Mjlog(Box::new(mjlog::Reader::with(text, options))),
        Ok(Format::Tenhou6) => Inner::Tenhou6(Box::new(tenhou6::Reader::with(text, options))),
        Ok(Format::Mjai) => Inner::Mjai(Box::new(mjai::Reader::with(text, options))),
        Ok(Format::MahjongSoul) => Inner::MahjongSoul(Box::new(majsoul::Reader::with(text, options))),
        Err(what) => {
            return Err(broken.unwrap_or_else(|| unknown(&text, what)));
        }
    };
    Ok(Reader { inner, broken, rounds: 0, done: false })
}

impl Reader<'_> {
    /// The record's format.
    pub fn format(&self) -> Format {
        match self.inner {
            Inner::Mjlog(_) => Format::Mjlog,
            Inner::Tenhou6(_) => Format::Tenhou6,
            Inner::Mjai(_) => Format::Mjai,
            Inner::MahjongSoul(_) => Format::MahjongSoul,
        }
    }

    /// The rules of the game, once the first round has been asked for: always known when there is one.
    pub fn room(&self) -> Option<Room> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.room(),
            Inner::Tenhou6(reader) => reader.room(),
            Inner::Mjai(reader) => reader.room(),
            Inner::MahjongSoul(reader) => reader.room(),
        }
    }

    /// What the record itself says about its rules, once the first round has been asked for.
    pub fn stated(&self) -> Option<&Stated> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.stated(),
            Inner::Tenhou6(reader) => reader.stated(),
            Inner::Mjai(reader) => reader.stated(),
            Inner::MahjongSoul(reader) => reader.stated(),
        }
    }

    /// The players' names by seat, once the first round has been asked for; records can leave them out.
    pub fn names(&self) -> Option<&BySeat<String>> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.names(),
            Inner::Tenhou6(reader) => reader.names(),
            Inner::Mjai(reader) => reader.names(),
            Inner::MahjongSoul(reader) => reader.names(),
        }
    }

    /// The text, and where the next part of it begins.
    fn place(&self) -> (&[u8], usize) {
        match &self.inner {
            Inner::Mjlog(reader) => reader.place(),
            Inner::Tenhou6(reader) => reader.place(),
            Inner::Mjai(reader) => reader.place(),
            Inner::MahjongSoul(reader) => reader.place(),
        }
    }

    /// How the game ended, once all rounds have been read; mjai does not say.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.inner {
            Inner::Mjlog(reader) => reader.outcome(),
            Inner::Tenhou6(reader) => reader.outcome(),
            Inner::Mjai(_) => None,
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
            Inner::MahjongSoul(reader) => reader.next(),
        };
        match item {
            Some(Ok(_)) if self.rounds == MOST_ROUNDS => {
                self.done = true;
                let (text, at) = self.place();
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
                    let (text, _) = self.place();
                    (self.rounds == 0).then(|| ReadError::new(text, 0, 0, Problem::NoRounds))
                };
                return broken.or_else(empty).map(Err);
            }
        }
        item
    }
}
