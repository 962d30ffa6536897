//! What records come in, as bytes: frames, answers, wrappers.

use super::super::Problem;
use super::game::Games;
use super::message::Message;
use super::round::Kind;
use super::rules::mode_of_record;
use super::wire::{Value, WireError, WireFields, Wrapper};

const DETAILS: &[u8] = b"GameDetailRecords";

/// What a file of bytes is.
#[derive(Clone, Copy)]
enum Container<'a> {
    /// `ResGameRecord`.
    Answer(&'a [u8]),
    /// `GameDetailRecords`.
    Details(&'a [u8]),
}

/// The container that begins so.
fn container(bytes: &[u8]) -> Option<Container<'_>> {
    // an answer's frame: its kind, the number of the question, a wrapper without a name
    let bytes = match bytes {
        [3, _, _, wrapper @ ..] => {
            let wrapper = Wrapper::of(wrapper).filter(|wrapper| wrapper.name.is_empty())?;
            return answer(wrapper.data);
        }
        _ => bytes,
    };
    if let Some(wrapper) = Wrapper::of(bytes).filter(|wrapper| wrapper.name == DETAILS) {
        return Some(Container::Details(wrapper.data));
    }
    answer(bytes).or_else(|| bare(bytes))
}

/// An answer has a record in its fourth field, or at least a head with the number of the game.
fn answer(bytes: &[u8]) -> Option<Container<'_>> {
    let found = WireFields::new(bytes).map_while(Result::ok).any(|field| match field {
        (3, Value::Bytes(head)) => {
            let id = WireFields::new(head).next();
            matches!(id, Some(Ok((1, Value::Bytes(id)))) if id.len() >= 20 && id.iter().all(u8::is_ascii_graphic))
        }
        (4, Value::Bytes(data) | Value::Cut(data)) => Wrapper::of(data).is_some_and(|data| data.name == DETAILS),
        _ => false,
    });
    found.then_some(Container::Answer(bytes))
}

/// Details without a wrapper: their first record is one of ours.
fn bare(bytes: &[u8]) -> Option<Container<'_>> {
    let first = WireFields::new(bytes).map_while(Result::ok).find_map(|field| match field {
        (1, Value::Bytes(record)) => Some(record),
        (3, Value::Bytes(action)) => result(action).ok().flatten(),
        _ => None,
    })?;
    let name = Wrapper::of(first)?.name;
    name.starts_with(b"Record").then_some(Container::Details(bytes))
}

/// Whether the last field of a container, or of what is in it, has no end.
fn is_cut(bytes: &[u8]) -> bool {
    let bytes = match bytes {
        [3, _, _, wrapper @ ..] => wrapper,
        _ => bytes,
    };
    WireFields::new(bytes).any(|field| matches!(field, Ok((_, Value::Cut(_))) | Err(WireError)))
}

/// Whether these bytes are a record's.
pub(super) fn recognised(bytes: &[u8]) -> bool {
    container(bytes).is_some()
}

/// Reads what is in these bytes, if they are a container; `at` is their place in the file, `inside` the place of all that
/// they contain where they are written otherwise in it.
pub(super) fn read(games: &mut Games, bytes: &[u8], place: Place) -> bool {
    match container(bytes) {
        Some(Container::Answer(answer)) => read_answer(games, answer, place),
        Some(Container::Details(details)) => read_details(games, details, place),
        None => return false,
    }
    // a cut between two records leaves both whole
    if is_cut(bytes) {
        games.fail(
            place.of(bytes) + if matches!(place, Place::In(_)) { bytes.len() } else { 0 },
            Problem::Unfinished,
        );
    }
    true
}

/// Where bytes stand in the file.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// They are part of it.
    In(&'a [u8]),
    /// They are written in base64, from here on.
    Written(usize),
}

impl Place<'_> {
    fn of(self, part: &[u8]) -> usize {
        match self {
            Place::In(file) => (part.as_ptr().addr().saturating_sub(file.as_ptr().addr())).min(file.len()),
            Place::Written(at) => at,
        }
    }
}

fn read_answer(games: &mut Games, answer: &[u8], place: Place) {
    let fields = || WireFields::new(answer).map_while(Result::ok);
    for (number, value) in fields() {
        if let (3, Value::Bytes(head)) = (number, value) {
            games.head(place.of(head), Message::in_bytes("head", head).ok_or(Problem::Protobuf));
        }
    }
    for (number, value) in fields() {
        if let (4, Value::Bytes(data) | Value::Cut(data)) = (number, value)
            && let Some(wrapper) = Wrapper::of(data)
        {
            read_details(games, wrapper.data, place);
        }
    }
}

fn read_details(games: &mut Games, details: &[u8], place: Place) {
    let mut at = place.of(details);
    for field in WireFields::new(details) {
        let record = match field {
            Ok((1, Value::Bytes(record))) => Some(record),
            Ok((3, Value::Bytes(action))) => match result(action) {
                Ok(record) => record,
                Err(WireError) => return games.fail(place.of(action), Problem::Protobuf),
            },
            Ok((_, Value::Cut(rest))) => return games.fail(place.of(rest) + rest.len(), Problem::Unfinished),
            Ok(_) => None,
            Err(WireError) => return games.fail(at, Problem::Protobuf),
        };
        if let Some(record) = record {
            at = place.of(record);
            read_record(games, record, at);
        }
    }
}

/// The record of an action; others are what a player pressed, and the marks of the beginning and the end.
fn result(action: &[u8]) -> Result<Option<&[u8]>, WireError> {
    const RECORD: u64 = 1;
    let (mut kind, mut result) = (0, None);
    for field in WireFields::new(action) {
        match field? {
            (2, Value::Varint(number)) => kind = number,
            (3, Value::Bytes(bytes)) => result = Some(bytes),
            (_, Value::Cut(_)) => return Err(WireError),
            _ => {}
        }
    }
    Ok(result.filter(|_| kind == RECORD))
}

fn read_record(games: &mut Games, record: &[u8], at: usize) {
    let Some(wrapper) = Wrapper::of(record).filter(|wrapper| !wrapper.cut) else {
        return games.fail(at, Problem::Protobuf);
    };
    let name = std::str::from_utf8(wrapper.name).unwrap_or_default();
    let Some(kind) = Kind::of(name) else {
        return games.fail(at, Problem::HouseRule(mode_of_record(name)));
    };
    match Message::in_bytes(kind.name(), wrapper.data) {
        Some(message) => games.record(kind, at, message),
        None => games.fail(at, Problem::Protobuf),
    }
}
