//! Plain or gzip'd bytes, in UTF-8 or UTF-16, to plain UTF-8, never too many.

use super::{LIMIT, Problem, ReadError};
use flate2::bufread::MultiGzDecoder;
use std::borrow::Cow;
use std::io::Read;

/// A record's text: borrowed, or owned when it was unpacked.
pub(super) type Text<'a> = Cow<'a, [u8]>;

/// What gzip begins with (RFC 1952, 2.3.1).
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The bytes as UTF-8, unpacked if they are gzip'd; and where the packing is broken, when it is: what came before
/// can still hold whole rounds.
pub(super) fn unpack(bytes: &[u8]) -> Result<(Cow<'_, [u8]>, Option<ReadError>), ReadError> {
    if !bytes.starts_with(&MAGIC) {
        return Ok((recoded(bytes)?, None));
    }
    let mut plain = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(LIMIT as u64 + 1).read_to_end(&mut plain);
    let plain = match recoded(&plain)? {
        Cow::Borrowed(_) => plain,
        Cow::Owned(text) => text,
    };
    let broken = read.err().map(|error| {
        // a cut file says so; everything else is damage
        let problem = match error.kind() {
            std::io::ErrorKind::UnexpectedEof => Problem::Unfinished,
            _ => Problem::Gzip(error.to_string()),
        };
        ReadError::new(&plain, plain.len(), 0, problem)
    });
    Ok((Cow::Owned(plain), broken))
}

/// The bytes, from UTF-16 to UTF-8 where that is what they are in.
fn recoded(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadError> {
    let too_large = |text: &[u8]| Err(ReadError::new(text, LIMIT, 0, Problem::TooLarge));
    if bytes.len() > LIMIT {
        return too_large(bytes);
    }
    let Some(unit) = utf16(bytes) else { return Ok(Cow::Borrowed(bytes)) };
    let (pairs, _) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len());
    text.extend(
        char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
            .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)),
    );
    if text.len() > LIMIT { too_large(text.as_bytes()) } else { Ok(Cow::Owned(text.into_bytes())) }
}

/// How to read a unit of UTF-16: by its byte order mark, or where every other byte of what begins a record is zero.
fn utf16(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match bytes {
        [0xff, 0xfe, ..] | [b'<' | b'{' | b'[' | b'"' | b'h' | b't', 0, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] | [0, b'<' | b'{' | b'[' | b'"' | b'h' | b't', ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// The bytes without a byte order mark.
pub(super) fn unmarked(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}
