//! Which format a record has, by how it begins; and what a text is that is no record.

use super::outline::Outline;
use super::unpack::unmarked;
use super::{NoRecord, majiang, majsoul, mjai, tenhou6};
use serde::Serialize;

/// What zip (APPNOTE 4.3.7), 7z and rar files begin with.
const ARCHIVES: [&[u8]; 3] = [b"PK\x03\x04", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07"];

/// The formats of game records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LogFormat"))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Tenhou's XML, of version 2.3 (`<mjloggm ver="2.3">`).
    Mjlog,
    /// The JSON of tenhou.net/6: one object with `log`.
    Tenhou6,
    /// mjai: one JSON object an event, a line each or in an array.
    Mjai,
    /// Mahjong Soul: the messages of its server, as bytes, as JSON, or in the capture of a browser.
    MahjongSoul,
    /// The JSON of majiang (電脳麻将): one object with `log`, whose rounds are arrays of events.
    Majiang,
}

impl Format {
    /// The format of an unpacked record. XML begins with `<`; of the two that begin with `{`, the first object of mjai is one
    /// of its events, which can also stand in an array.
    ///
    /// # Errors
    /// When no format begins so: what it looks like instead.
    pub(super) fn of(text: &[u8]) -> Result<Format, NoRecord> {
        if majsoul::is_bytes(text) {
            return Ok(Format::MahjongSoul);
        }
        if ARCHIVES.iter().any(|sign| text.starts_with(sign)) {
            return Err(NoRecord::Archive);
        }
        let text = unmarked(text).trim_ascii_start();
        let Some(first) = text.first() else { return Err(NoRecord::Empty) };
        match first {
            b'<' => match after_prolog(text) {
                element if begins(element, b"<mjloggm") => Ok(Format::Mjlog),
                element if is_html(element) => Err(NoRecord::WebPage),
                _ => Err(NoRecord::Other),
            },
            b'{' => match mjai::is_event(text) {
                true => Ok(Format::Mjai),
                false if majsoul::is_json(text) => Ok(Format::MahjongSoul),
                false => Format::with_log(text),
            },
            b'[' if mjai::is_array(text) => Ok(Format::Mjai),
            b'[' if majsoul::is_json(text) => Ok(Format::MahjongSoul),
            b'[' => match inside(text) {
                // a list of records, or the rounds of one
                (1, [b'{', ..]) => Format::with_log(inside(text).1),
                (3, [b'0'..=b'9', ..]) => Ok(Format::Tenhou6),
                _ => Err(NoRecord::Other),
            },
            _ => Err(NoRecord::Other),
        }
    }

    /// Of the formats that are one object with `log`.
    fn with_log(text: &[u8]) -> Result<Format, NoRecord> {
        let outline = Outline::of(text, 0);
        if majiang::recognised(text, &outline) {
            return Ok(Format::Majiang);
        }
        tenhou6::recognised(&outline).map(|()| Format::Tenhou6)
    }
}

/// How many brackets a text begins with, and what follows them.
fn inside(mut text: &[u8]) -> (usize, &[u8]) {
    let mut brackets = 0;
    while let Some(rest) = text.strip_prefix(b"[") {
        text = rest.trim_ascii_start();
        brackets += 1;
    }
    (brackets, text)
}

/// Whether a text begins so, or was cut before that could be seen.
fn begins(text: &[u8], with: &[u8]) -> bool {
    text.starts_with(with) || with.starts_with(text)
}

/// What follows an XML declaration and comments.
fn after_prolog(mut text: &[u8]) -> &[u8] {
    loop {
        let (open, close): (&[u8], &[u8]) = match text {
            [b'<', b'?', ..] => (b"<?", b"?>"),
            [b'<', b'!', b'-', b'-', ..] => (b"<!--", b"-->"),
            _ => return text,
        };
        let inside = &text[open.len()..];
        let Some(end) = inside.windows(close.len()).position(|part| part == close) else { return b"" };
        text = inside[end + close.len()..].trim_ascii_start();
    }
}

fn is_html(element: &[u8]) -> bool {
    let begin = element[..element.len().min(16)].to_ascii_lowercase();
    [&b"<!doctype html"[..], b"<html", b"<head", b"<body"].iter().any(|tag| begin.starts_with(tag))
}
