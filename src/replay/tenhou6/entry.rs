//! What stands in the arrays of draws and discards.

use super::super::{Problem, call};
use crate::hand::{Call, From, Meld, MeldError};
use crate::tile::Tile;
use serde_json::Value;

/// What comes to a hand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Incoming {
    /// A tile from the wall.
    Draw(Tile),
    /// A discard of another seat.
    Claim(Claim),
}

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
        /// The tile; none for the one just drawn.
        tile: Option<Tile>,
        /// Whether it declares riichi.
        riichi: bool,
    },
    /// A concealed or added kan.
    Kan(Meld),
    /// What stands for the discard that an open kan has not.
    Nothing,
}

/// An entry and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    pub entry: T,
    /// Like `log[0][5][7]`.
    pub path: String,
    pub text: String,
}

type Read<T> = Result<T, Problem>;

/// The number of the tile that was just drawn.
const TSUMOGIRI: u64 = 60;

/// More entries than a seat's array can have: 70 tiles are drawn in a round, by all four.
const MOST: usize = 100;

fn place<T>(values: &[Value], path: &str, read: impl Fn(&Value) -> Option<Read<T>>) -> Read<Vec<Placed<T>>> {
    if values.len() > MOST {
        return Err(Problem::TooLong { what: "entries", count: values.len() });
    }
    let placed = |(i, value): (usize, &Value)| {
        let path = format!("{path}[{i}]");
        match read(value) {
            Some(entry) => Ok(Placed { entry: entry?, path, text: value.to_string() }),
            None => Err(Problem::Value { attribute: path, value: value.to_string() }),
        }
    };
    values.iter().enumerate().map(placed).collect()
}

/// The array of draws.
pub(super) fn incoming(values: &[Value], path: &str) -> Read<Vec<Placed<Incoming>>> {
    place(values, path, |value| match value {
        Value::String(text) => Some(Ok(Incoming::Claim(match claim(text)? {
            Ok(claim) => claim,
            Err(error) => return Some(Err(Problem::Meld { call: text.clone(), error })),
        }))),
        _ => Some(Ok(Incoming::Draw(tile(value)?))),
    })
}

/// The array of discards; a kan adds to one of the claims.
pub(super) fn outgoing(
    values: &[Value],
    path: &str,
    claims: &[Placed<Incoming>],
) -> Read<Vec<Placed<Outgoing>>> {
    place(values, path, |value| match value {
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
    Some(Outgoing::Discard { tile, riichi })
}

pub(super) fn tile(value: &Value) -> Option<Tile> {
    numbered(value.as_u64()?)
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
fn kan(text: &str, claims: &[Placed<Incoming>]) -> Option<Result<Meld, MeldError>> {
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
                Incoming::Claim(claim) if claim.meld.kind() == kind => match claim.meld.call() {
                    Call::Pon { from, claimed } => Some((from, claimed)),
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
