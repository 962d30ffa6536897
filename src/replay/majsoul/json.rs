//! What records come in, as JSON: objects with a name and data, wherever they stand, and base64 of the bytes.
//!
//! The structure is walked without building it, because a capture is mostly something else: only records are parsed.

use super::super::{PART, Problem};
use super::container::{self, Place};
use super::game::Games;
use super::message::Message;
use super::round::Kind;
use super::rules::mode_of_record;
use super::wire::unpackaged;
use serde_json::{Map, Value};
use std::ops::Range;

/// Deeper than any record stands in a capture.
const DEEPEST: usize = 24;

/// A value in the text.
#[derive(Clone, Debug)]
struct Part {
    /// The key of an object's member, without its quotes.
    key: Range<usize>,
    value: Range<usize>,
    /// Whether the text ends in it.
    cut: bool,
}

/// The values in a stretch of text, with their keys where they have any.
struct Parts<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
}

impl Parts<'_> {
    fn spaces(&mut self, between: &[u8]) {
        let rest = &self.text[self.at..self.end];
        self.at +=
            rest.iter().take_while(|byte| byte.is_ascii_whitespace() || between.contains(byte)).count();
    }
}

impl Iterator for Parts<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        self.spaces(b",");
        if self.at == self.end || b"}]".contains(&self.text[self.at]) {
            return None;
        }
        let (mut value, mut cut) = skip(self.text, self.at, self.end);
        self.at = value.end;
        let mut key = 0..0;
        self.spaces(b"");
        if !cut && self.text[..self.end].get(self.at) == Some(&b':') && self.text[value.start] == b'"' {
            key = value.start + 1..value.end - 1;
            self.at += 1;
            self.spaces(b"");
            (value, cut) = skip(self.text, self.at, self.end);
            self.at = value.end;
        }
        // what is neither a value nor between two
        self.at = self.at.max(value.start + 1).min(self.end);
        Some(Part { key, value, cut })
    }
}

/// The value that begins here, and whether it has no end.
fn skip(text: &[u8], at: usize, end: usize) -> (Range<usize>, bool) {
    let mut depth = 0usize;
    let mut i = at;
    while i < end {
        match text[i] {
            b'"' => {
                let Some(closing) = closing(&text[..end], i + 1) else { return (at..end, true) };
                i = closing;
                if depth == 0 {
                    return (at..i + 1, false);
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return (at..i, false),
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return (at..i + 1, false);
                }
            }
            b',' | b':' if depth == 0 => return (at..i, false),
            byte if depth == 0 && byte.is_ascii_whitespace() => return (at..i, false),
            _ => {}
        }
        i += 1;
    }
    (at..end, depth > 0)
}

/// The closing quote of the text that begins here.
fn closing(text: &[u8], mut at: usize) -> Option<usize> {
    /// Bytes that are looked at at once: nearly all of a capture is base64.
    const STRIDE: usize = 32;
    let sign = |byte: u8| byte == b'"' || byte == b'\\';
    loop {
        let strides = text.get(at..)?.chunks_exact(STRIDE);
        at += STRIDE
            * strides.take_while(|stride| !stride.iter().fold(false, |any, &byte| any | sign(byte))).count();
        at += text[at..].iter().position(|&byte| sign(byte))?;
        if text[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// What shows that a text is a record or a capture: names of messages and keys of captures, from a quote on or up to one.
const SIGNS: [&[u8]; 7] = [
    b"RecordNewRound\"",
    b"GameDetailRecords\"",
    b"\"NewRound\"",
    b"\"_webSocketMessages\"",
    b"\"frames\"",
    b"\"payloadData\"",
    b"\"Network.webSocketFrameReceived\"",
];

/// Whether a text is a record of Mahjong Soul or a capture; `log` is a list at tenhou.net/6 and an object in a HAR.
pub(super) fn recognised(text: &[u8]) -> bool {
    if text.starts_with(b"{") {
        let log = inside(text, 0..text.len()).find(|part| text[part.key.clone()] == *b"log");
        match log.and_then(|part| text.get(part.value.start)) {
            Some(b'[') => return false,
            Some(b'{') => return true,
            _ => {}
        }
    }
    let quotes = (0..text.len()).filter(|&at| text[at] == b'"');
    let signed = |at: usize| SIGNS.iter().any(|sign| text[..=at].ends_with(sign));
    quotes.into_iter().any(signed)
}

/// What is inside an object or a list.
fn inside(text: &[u8], value: Range<usize>) -> Parts<'_> {
    Parts { text, at: (value.start + 1).min(value.end), end: value.end }
}

/// Reads all records in a text.
pub(super) fn read(games: &mut Games, text: &[u8]) {
    let mut walk = Walk { text, games };
    let parts = Parts { text, at: 0, end: text.len() };
    let mut cut = false;
    for part in parts {
        cut |= part.cut;
        walk.value(&part, DEEPEST);
    }
    if cut {
        games.fail(text.len(), Problem::Unfinished);
    }
}

struct Walk<'t, 'g> {
    text: &'t [u8],
    games: &'g mut Games,
}

impl Walk<'_, '_> {
    fn value(&mut self, part: &Part, depth: usize) {
        let value = part.value.clone();
        match self.text.get(value.start) {
            Some(b'{' | b'[') if depth == 0 => {
                self.games.fail(value.start, Problem::TooLong { what: "levels", count: DEEPEST });
            }
            Some(b'{') => self.object(part, depth),
            Some(b'[') => inside(self.text, value).for_each(|part| self.value(&part, depth - 1)),
            Some(b'"') => self.base64(part),
            _ => {}
        }
    }

    fn object(&mut self, part: &Part, depth: usize) {
        let text = self.text;
        let is_head = |part: &Part| [&b"head"[..], b"header"].contains(&&text[part.key.clone()]);
        // the first of each key; all in one pass, for each goes through all that is in the object
        let [mut name, mut wrapper, mut data, mut head] = [const { None }; 4];
        for part in inside(text, part.value.clone()) {
            let member = match &text[part.key.clone()] {
                b"name" => &mut name,
                b"_wrapper_type" => &mut wrapper,
                b"data" => &mut data,
                _ if is_head(&part) && text.get(part.value.start) == Some(&b'{') => &mut head,
                _ => continue,
            };
            member.get_or_insert(part);
        }
        let name = name.or(wrapper).map(|name| unpackaged(unquoted(text, &name)));
        let name = name.and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default();
        if let Some(kind) = Kind::of(name) {
            return self.record(kind, &data.unwrap_or_else(|| part.clone()));
        }
        if name.starts_with("Record") {
            return self.games.fail(part.value.start, Problem::HouseRule(mode_of_record(name)));
        }
        if let Some(head) = head {
            let object = self.parse(&head);
            let message = object.as_ref().map(|object| Message::in_json("head", object));
            self.games.head(head.value.start, message.map_err(Problem::clone));
        }
        inside(text, part.value.clone())
            .filter(|part| !is_head(part))
            .for_each(|part| self.value(&part, depth - 1));
    }

    fn record(&mut self, kind: Kind, data: &Part) {
        let at = data.value.start;
        if self.text.get(at) == Some(&b'"') {
            if data.cut {
                return self.games.fail(self.text.len(), Problem::Unfinished);
            }
            let bytes = self.decoded(data);
            return match bytes.as_deref().and_then(|bytes| Message::in_bytes(kind.name(), bytes)) {
                Some(message) => self.games.record(kind, at, message),
                None => self.games.fail(at, Problem::Protobuf),
            };
        }
        match self.parse(data) {
            Ok(object) => self.games.record(kind, at, Message::in_json(kind.name(), &object)),
            Err(_) if data.cut => self.games.fail(self.text.len(), Problem::Unfinished),
            Err(problem) => self.games.fail(at, problem),
        }
    }

    /// A small object; an error quotes nothing of it.
    fn parse(&self, part: &Part) -> Result<Map<String, Value>, Problem> {
        let json = &self.text[part.value.clone()];
        if json.len() > PART {
            return Err(Problem::TooLong { what: "bytes", count: json.len() });
        }
        serde_json::from_slice(json).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            Problem::Json(format!("line {line}, column {column} of the object that begins here"))
        })
    }

    /// A text can be the base64 of a container; of a cut one as much is read as is there.
    fn base64(&mut self, part: &Part) {
        let value = &part.value;
        // shorter than the smallest round, and not what a container begins with: 03, 0a or 1a
        let begins = |sign: &u8| b"ACG".contains(sign);
        if value.len() > 64
            && self.text.get(value.start + 1).is_some_and(begins)
            && let Some(bytes) = self.decoded(part)
        {
            container::read(self.games, &bytes, Place::Written(value.start));
        }
    }

    fn decoded(&self, Part { value, cut, .. }: &Part) -> Option<Vec<u8>> {
        let closing = usize::from(!cut);
        decode(self.text.get(value.start + 1..value.end.saturating_sub(closing))?)
    }
}

fn unquoted<'a>(text: &'a [u8], part: &Part) -> &'a [u8] {
    let value = &text[part.value.clone()];
    value.strip_prefix(b"\"").and_then(|value| value.strip_suffix(b"\"")).unwrap_or_default()
}

/// The bytes of a base64 text, of either alphabet; JSON can write its slashes with a backslash.
fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for &sign in text {
        let six = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'\\' => continue,
            b'=' => break,
            _ => return None,
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}
