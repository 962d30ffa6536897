//! What carries a record beside files: an address with the record in it, a JSON text with JSON in it; and what addresses
//! say that only point to one.

use super::NoRecord;
use super::unpack::{Text, unmarked};
use percent_encoding::percent_decode;

/// More than any address that only points to a record, and the words around it.
const MOST: usize = 4096;

/// The record's own text.
///
/// # Errors
/// When it is an address of a record, which is not in it.
pub(super) fn content(text: Text<'_>) -> Result<Text<'_>, NoRecord> {
    let trimmed = unmarked(&text).trim_ascii();
    if trimmed.starts_with(b"\"") {
        return Ok(match serde_json::from_slice::<String>(trimmed) {
            Ok(inner) => inner.into_bytes().into(),
            Err(_) => text,
        });
    }
    if let Some(json) = is_address(trimmed).then(|| carried(trimmed)).flatten() {
        return Ok(json.into());
    }
    match pointed_to(trimmed) {
        Some(address) => Err(address),
        None => Ok(text),
    }
}

/// The records in addresses, each on a line of its own, if every address has one.
fn carried(text: &[u8]) -> Option<Vec<u8>> {
    let mut addresses: Vec<Vec<u8>> = Vec::new();
    for line in text.split(|&byte| byte == b'\n') {
        match addresses.last_mut().filter(|_| !is_address(line.trim_ascii_start())) {
            Some(address) => address.extend_from_slice(line),
            None => addresses.push(line.to_vec()),
        }
    }
    let records: Option<Vec<Vec<u8>>> = addresses.iter().map(|address| in_address(address)).collect();
    Some(records?.join(&b'\n'))
}

/// The record in an address of a viewer: `https://tenhou.net/6/#json={...}`, with other parameters behind it.
fn in_address(address: &[u8]) -> Option<Vec<u8>> {
    let begin = address.windows(5).position(|part| part == b"json=")?;
    let mut json: Vec<u8> = percent_decode(&address[begin + 5..]).collect();
    let end = json.iter().rposition(|&byte| byte == b'}')?;
    json.truncate(end + 1);
    Some(json)
}

fn is_address(text: &[u8]) -> bool {
    let begin = text[..text.len().min(16)].to_ascii_lowercase();
    [&b"http://"[..], b"https://", b"www.", b"tenhou.net/"].iter().any(|scheme| begin.starts_with(scheme))
        || text.strip_prefix(b"//").is_some_and(begins_with_host)
}

/// A host behind `//`; comments of programs begin so, too.
fn begins_with_host(text: &[u8]) -> bool {
    let host = text.split(|&byte| byte == b'/' || byte.is_ascii_whitespace()).next().unwrap_or_default();
    let labels: Vec<&[u8]> = host.split(|&byte| byte == b'.').collect();
    let is_label = |label: &&[u8]| {
        !label.is_empty() && label.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    labels.len() > 1 && labels.iter().all(is_label)
}

/// What an address points to; players share them with words around.
fn pointed_to(text: &[u8]) -> Option<NoRecord> {
    if text.len() > MOST || text.starts_with(b"{") || text.starts_with(b"[") || text.starts_with(b"<") {
        return is_address(text).then_some(NoRecord::Address);
    }
    let text = std::str::from_utf8(text).ok()?;
    let after = |name: &str| {
        let (_, value) = text.split_once(name)?;
        let id: String =
            value.chars().take_while(|sign| sign.is_ascii_alphanumeric() || "-_".contains(*sign)).collect();
        (!id.is_empty()).then_some(id)
    };
    let small = text.to_ascii_lowercase();
    if small.contains("paipu=") || small.contains("mahjongsoul") || small.contains("maj-soul") {
        return (text.contains('/') || text.contains("paipu=")).then_some(NoRecord::MahjongSoulAddress);
    }
    if small.contains("tenhou.net/")
        && let Some(log) = after("log=").or_else(|| after("log/?"))
    {
        return Some(NoRecord::TenhouAddress { log });
    }
    is_address(text.as_bytes()).then_some(NoRecord::Address)
}
