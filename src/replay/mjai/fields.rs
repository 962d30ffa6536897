//! The fields of an event.

use super::super::{Problem, call};
use crate::hand::{Call, Meld};
use crate::replay::Reading;
use crate::tile::{BySeat, Seat, Tile};
use serde_json::{Map, Value};

/// An event: a JSON object whose `type` says what happened.
pub(super) struct Fields {
    pub kind: String,
    object: Map<String, Value>,
}

impl Fields {
    /// The event, if the object has a type.
    pub fn new(object: Map<String, Value>) -> Option<Fields> {
        let kind = object.get("type")?.as_str()?.to_string();
        Some(Fields { kind, object })
    }

    /// A value that can be missing.
    pub fn maybe<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Reading<Option<T>> {
        match self.object.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| Problem::Value {
                attribute: format!("{}.{name}", self.kind),
                value: value.to_string(),
            }),
        }
    }

    /// A value that has to be there.
    pub fn required<T>(&self, attribute: &'static str, read: impl Fn(&Value) -> Option<T>) -> Reading<T> {
        let missing = || Problem::Missing { element: self.kind.clone(), attribute };
        self.maybe(attribute, read)?.ok_or_else(missing)
    }

    /// Who acts.
    pub fn actor(&self) -> Reading<Seat> {
        self.required("actor", seat)
    }

    /// A tile of the seat's; `?` says that the record does not show it.
    pub fn tile(&self, name: &'static str, seat: Seat) -> Reading<Tile> {
        self.shown(name, seat)?;
        self.required(name, tile)
    }

    /// Tiles of the seat's.
    pub fn tiles(&self, name: &'static str, seat: Seat) -> Reading<Vec<Tile>> {
        self.shown(name, seat)?;
        self.required(name, tiles)
    }

    fn shown(&self, name: &str, seat: Seat) -> Reading<()> {
        match self.object.get(name) {
            Some(value) if hides(value) => Err(Problem::Hidden { seat }),
            _ => Ok(()),
        }
    }

    /// The meld of a call with these tiles.
    pub fn meld(&self, how: Call, tiles: &[Tile]) -> Reading<Meld> {
        call::whole(how, tiles).map_err(|error| {
            let names: Vec<&str> = tiles.iter().map(|t| t.mjai()).collect();
            Problem::Meld { call: format!("{} {}", self.kind, names.join(" ")), error }
        })
    }
}

/// Whether a tile or one of several is not shown.
pub(super) fn hides(value: &Value) -> bool {
    match value {
        Value::String(name) => name == "?",
        Value::Array(values) => values.iter().any(hides),
        _ => false,
    }
}

pub(super) fn seat(value: &Value) -> Option<Seat> {
    Seat::new(usize::try_from(value.as_u64()?).ok()?)
}

pub(super) fn number(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

pub(super) fn tile(value: &Value) -> Option<Tile> {
    Tile::from_mjai(value.as_str()?)
}

pub(super) fn tiles(value: &Value) -> Option<Vec<Tile>> {
    value.as_array()?.iter().map(tile).collect()
}

/// One value for each seat; three players can have three.
pub(super) fn by_seat<T: Default>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<BySeat<T>> {
    let mut values = value.as_array()?.iter().map(read).collect::<Option<Vec<T>>>()?;
    if values.len() == 3 {
        values.push(T::default());
    }
    Some(BySeat(<[T; 4]>::try_from(values).ok()?))
}

pub(super) fn points(value: &Value) -> Option<BySeat<i32>> {
    by_seat(value, |v| i32::try_from(v.as_i64()?).ok())
}
