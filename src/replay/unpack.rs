//! Plain or gzip'd bytes to plain ones, never too many.

use super::{LIMIT, Problem, ReadError};
use flate2::bufread::MultiGzDecoder;
use std::borrow::Cow;
use std::io::Read;

/// A record's text: borrowed, or owned when it was unpacked.
pub(super) type Text<'a> = Cow<'a, [u8]>;

/// What gzip begins with (RFC 1952, 2.3.1).
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The bytes, unpacked if they are gzip'd; and where the packing is broken, when it is: what came before
/// can still hold whole rounds.
pub(super) fn unpack(bytes: &[u8]) -> Result<(Cow<'_, [u8]>, Option<ReadError>), ReadError> {
    if !bytes.starts_with(&MAGIC) {
        return Ok((Cow::Borrowed(bytes), None));
    }
    let mut plain = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(LIMIT as u64 + 1).read_to_end(&mut plain);
    if plain.len() > LIMIT {
        return Err(ReadError::new(&plain, LIMIT, 0, Problem::TooLarge));
    }
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

/// The bytes without a byte order mark.
pub(super) fn unmarked(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}
