//! What stands in the arrays of draws and discards.

use super::super::{Problem, call};
use super::write::KITA;
use crate::hand::{Call, From, Meld, MeldError};
use crate::replay::Reading;
use crate::tile::Tile;
use arrayvec::ArrayVec;
use serde_json::Value;

/// What comes to a hand.
#[derive(Clone, Debug)]
pub(super) enum Incoming {
    /// A tile from the wall.
    Draw(Tile),
    /// A discard of another seat; where the record does not say whose, each that it can be.
    Claim(ArrayVec<Claim, MOST_CLAIMS>),
}

/// A pon of a five whose players and red tile are open: three players, red or plain.
const MOST_CLAIMS: usize = 6;

/// A claimed discard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub meld: Meld,
    pub from: From,
    pub tile: Tile,
}

/// What leaves a hand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outgoing {
    /// A discard.
    Discard {
        /// The tile; none where the record says only that it was just drawn.
        tile: Option<Tile>,
        /// Whether it was just drawn; none where the record does not say.
        drawn: Option<bool>,
        /// Whether it declares riichi.
        riichi: bool,
    },
    /// A concealed or added kan.
    Kan(Meld),
    /// A tile added to a pon, of which only the tile is written.
    Added(Tile),
    /// A north set aside, with three players.
    Kita,
    /// What stands for the discard that an open kan has not.
    Nothing,
}

/// An entry and where it stands.
#[derive(Clone, Debug)]
pub(super) struct EntryAt<T> {
    pub entry: T,
    /// Like `log[0][5][7]`.
    pub path: String,
    pub text: String,
}

/// The number of the tile that was just drawn.
const TSUMOGIRI: u64 = 60;

/// More entries than a seat's array can have: 70 tiles are drawn in a round, by all four.
const MOST: usize = 100;

fn place<T>(
    values: &[Value],
    path: &str,
    read: impl Fn(&Value) -> Option<Reading<T>>,
) -> Reading<Vec<EntryAt<T>>> {
    if values.len() > MOST {
        return Err(Problem::TooLong { what: "entries", count: values.len() });
    }
    let placed = |(i, value): (usize, &Value)| {
        let path = format!("{path}[{i}]");
        match read(value) {
            Some(entry) => Ok(EntryAt { entry: entry?, path, text: value.to_string() }),
            None => Err(Problem::Value { attribute: path, value: value.to_string() }),
        }
    };
    values.iter().enumerate().map(placed).collect()
}

/// The array of draws.
pub(super) fn incoming(values: &[Value], path: &str) -> Reading<Vec<EntryAt<Incoming>>> {
    place(values, path, |value| match value {
        Value::String(text) if named(text).is_none() => {
            let claims = if text.contains(',') { open_claims(text)? } else { claim(text)?.map(only) };
            Some(claims.map(Incoming::Claim).map_err(|error| Problem::Meld { call: text.clone(), error }))
        }
        _ => Some(Ok(Incoming::Draw(tile(value)?))),
    })
}

/// A tile that was drawn before the first entry.
pub(super) fn drawn(tile: Tile, path: String) -> EntryAt<Incoming> {
    EntryAt { entry: Incoming::Draw(tile), path, text: tile.to_string() }
}

fn only(claim: Claim) -> ArrayVec<Claim, MOST_CLAIMS> {
    [claim].into_iter().collect()
}

/// The array of discards; a kan adds to one of the claims. Where `r` marks the tile just drawn, `t` marks riichi with
/// another one.
pub(super) fn outgoing(
    values: &[Value],
    path: &str,
    claims: &[EntryAt<Incoming>],
    r_is_drawn: bool,
) -> Reading<Vec<EntryAt<Outgoing>>> {
    let as_name = |text: &str| {
        let (mark, tile) = match named(text) {
            Some(tile) => (None, tile),
            None => (text.chars().next(), named(text.get(1..)?)?),
        };
        let discard = |drawn, riichi| Some(Outgoing::Discard { tile: Some(tile), drawn, riichi });
        match mark {
            None => discard(r_is_drawn.then_some(false), false),
            Some('r') if r_is_drawn => discard(Some(true), false),
            Some('t') if r_is_drawn => discard(Some(false), true),
            Some('r') => discard(None, true),
            Some('k') => Some(Outgoing::Added(tile)),
            Some('a') => {
                // the sites that write so have red fives
                let plain = Tile::plain(tile.kind());
                let last = if tile.kind().is_five() { Tile::red_five(tile.kind().suit())? } else { plain };
                call::whole(Call::Ankan, &[plain, plain, plain, last]).ok().map(Outgoing::Kan)
            }
            Some(_) => None,
        }
    };
    place(values, path, |value| match value {
        Value::String(text) if text == KITA => Some(Ok(Outgoing::Kita)),
        Value::String(text) if as_name(text).is_some() => as_name(text).map(Ok),
        Value::String(text) => match text.strip_prefix('r') {
            Some(number) => discard(number.parse().ok()?, true).map(Ok),
            None => match kan(text, claims)? {
                Ok(meld) => Some(Ok(Outgoing::Kan(meld))),
                Err(error) => Some(Err(Problem::Meld { call: text.clone(), error })),
            },
        },
        _ => match value.as_u64()? {
            0 => Some(Ok(Outgoing::Nothing)),
            number => discard(number, false).map(Ok),
        },
    })
}

fn discard(number: u64, riichi: bool) -> Option<Outgoing> {
    let tile = if number == TSUMOGIRI { None } else { Some(numbered(number)?) };
    Some(Outgoing::Discard { tile, drawn: Some(tile.is_none()), riichi })
}

/// A tile by its number, or by its name as some converters write it.
pub(super) fn tile(value: &Value) -> Option<Tile> {
    match value {
        Value::String(text) => named(text),
        _ => numbered(value.as_u64()?),
    }
}

/// `7s`, `0p`, `2z`.
fn named(text: &str) -> Option<Tile> {
    let is_name = matches!(text.as_bytes(), [b'0'..=b'9', b'm' | b'p' | b's' | b'z']);
    if is_name { text.parse().ok() } else { None }
}

/// `p7z,7z,7z`, `c6p,8p,7p`: which of the tiles was claimed, and whose it was, is open.
fn open_claims(text: &str) -> Option<Result<ArrayVec<Claim, MOST_CLAIMS>, MeldError>> {
    let (letter, rest) = text.split_at_checked(1)?;
    let tiles = rest.split(',').map(named).collect::<Option<Vec<Tile>>>()?;
    let mut claims = ArrayVec::new();
    let mut failed = None;
    let different = tiles.iter().enumerate().filter(|(i, tile)| !tiles[..*i].contains(tile));
    for (_, &claimed) in different {
        for from in From::ALL {
            let call = match (letter, tiles.len()) {
                ("c", 3) if from == From::Left => Call::Chi { claimed },
                ("c", 3) => continue,
                ("p", 3) => Call::Pon { from, claimed },
                ("m", 4) => Call::Daiminkan { from, claimed },
                _ => return None,
            };
            match call::whole(call, &tiles) {
                Ok(meld) => claims.try_push(Claim { meld, from, tile: claimed }).ok()?,
                Err(error) => failed = Some(error),
            }
        }
    }
    Some(failed.map_or(Ok(claims), Err))
}

fn numbered(number: u64) -> Option<Tile> {
    Tile::from_tenhou6(u8::try_from(number).ok()?)
}

/// The letter of a call, its place in tiles, and the tiles.
fn spell(text: &str) -> Option<(u8, usize, Vec<Tile>)> {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(u8::is_ascii_lowercase)?;
    let (before, rest) = bytes.split_at(at);
    let (letter, after) = rest.split_first()?;
    let mut tiles = Vec::with_capacity(4);
    for half in [before, after] {
        let (pairs, []) = half.as_chunks::<2>() else { return None };
        for pair in pairs {
            tiles.push(numbered(std::str::from_utf8(pair).ok()?.parse().ok()?)?);
        }
    }
    Some((*letter, at / 2, tiles))
}

/// `c141516`, `47p4747`, `39m393939`: the claimed tile follows the letter, which stands on the side that
/// the tile came from.
fn claim(text: &str) -> Option<Result<Claim, MeldError>> {
    let (letter, place, tiles) = spell(text)?;
    let from = match (letter, place) {
        (b'c' | b'p' | b'm', 0) => From::Left,
        (b'p' | b'm', 1) => From::Across,
        (b'p', 2) | (b'm', 3) => From::Right,
        _ => return None,
    };
    let claimed = *tiles.get(place)?;
    let call = match (letter, tiles.len()) {
        (b'c', 3) => Call::Chi { claimed },
        (b'p', 3) => Call::Pon { from, claimed },
        (b'm', 4) => Call::Daiminkan { from, claimed },
        _ => return None,
    };
    Some(call::whole(call, &tiles).map(|meld| Claim { meld, from, tile: claimed }))
}

/// `161616a16` and `3636k3636`: the added tile follows the k, which stands where the pon had its p.
fn kan(text: &str, claims: &[EntryAt<Incoming>]) -> Option<Result<Meld, MeldError>> {
    let (letter, place, tiles) = spell(text)?;
    if tiles.len() != 4 {
        return None;
    }
    match letter {
        b'a' => Some(call::whole(Call::Ankan, &tiles)),
        b'k' => {
            let added = *tiles.get(place)?;
            let kind = added.kind();
            let pon = claims.iter().find_map(|claim| match claim.entry {
                Incoming::Claim(ref claims) => match claims[..] {
                    [Claim { meld, .. }] if meld.kind() == kind => match meld.call() {
                        Call::Pon { from, claimed } => Some((from, claimed)),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            });
            let (from, claimed) = pon?;
            let stands = match from {
                From::Left => 0,
                From::Across => 1,
                From::Right => 2,
            };
            (place == stands).then(|| call::whole(Call::Kakan { from, claimed, added }, &tiles))
        }
        _ => None,
    }
}
