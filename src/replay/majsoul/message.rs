//! A message of a record, from bytes or from JSON: the same fields by number or by name.

use super::super::Problem;
use super::wire::{Value as Wire, WireFields, packed};
use crate::replay::Reading;
use crate::tile::{Players, Seat, Tile};
use serde_json::{Map, Value};

/// A field's number and name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Field(pub u32, pub &'static str);

/// A message whose fields are read on demand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<'a> {
    /// What an error calls it.
    name: &'static str,
    form: Form<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Form<'a> {
    Bytes(&'a [u8]),
    Json(&'a Map<String, Value>),
}

/// More than a field of a round has: a hand has 14 tiles.
const MOST: usize = 64;

impl<'a> Message<'a> {
    /// The message in these bytes, if they are one.
    pub fn in_bytes(name: &'static str, bytes: &'a [u8]) -> Option<Message<'a>> {
        let whole = |field| matches!(field, Ok((_, value)) if !matches!(value, Wire::Cut(_)));
        WireFields::new(bytes).all(whole).then_some(Message { name, form: Form::Bytes(bytes) })
    }

    /// The message of this JSON object.
    pub fn in_json(name: &'static str, object: &'a Map<String, Value>) -> Message<'a> {
        Message { name, form: Form::Json(object) }
    }

    /// What an error says about a field whose value makes no sense; it quotes nothing.
    pub fn wrong(&self, field: Field) -> Problem {
        Problem::Field { element: self.name, attribute: field.1 }
    }

    /// What an error says about a field that is not there.
    pub fn missing(&self, field: Field) -> Problem {
        Problem::Missing { element: self.name.to_string(), attribute: field.1 }
    }

    /// The values of a field.
    fn values(&self, field: Field) -> Reading<Vec<Content<'a>>> {
        let values: Vec<Content> = match self.form {
            Form::Bytes(bytes) => WireFields::new(bytes)
                .filter_map(Result::ok)
                .filter(|&(number, _)| number == field.0)
                .map(|(_, value)| Content::Wire(value))
                .take(MOST + 1)
                .collect(),
            Form::Json(object) => match object.get(field.1).or_else(|| object.get(&camel_case(field.1))) {
                None | Some(Value::Null) => Vec::new(),
                Some(Value::Array(values)) => values.iter().map(Content::Json).take(MOST + 1).collect(),
                Some(value) => vec![Content::Json(value)],
            },
        };
        if values.len() > MOST { Err(self.wrong(field)) } else { Ok(values) }
    }

    fn each<T>(&self, field: Field, read: impl Fn(Content<'a>) -> Option<T>) -> Reading<Vec<T>> {
        let values = self.values(field)?.into_iter().map(read).collect::<Option<Vec<T>>>();
        values.ok_or_else(|| self.wrong(field))
    }

    /// The last of a field's values counts, as Protocol Buffers have it.
    fn maybe<T>(&self, field: Field, read: impl Fn(Content<'a>) -> Option<T>) -> Reading<Option<T>> {
        Ok(self.each(field, read)?.pop())
    }

    /// Numbers, one by one or packed.
    pub fn numbers(&self, field: Field) -> Reading<Vec<i64>> {
        let lists = self.each(field, |part| match part {
            Content::Wire(Wire::Bytes(bytes)) => {
                packed(bytes).take(MOST + 1).map(|n| n.map(|n| n as i64)).collect()
            }
            _ => Some(vec![part.number()?]),
        })?;
        let numbers = lists.concat();
        if numbers.len() > MOST { Err(self.wrong(field)) } else { Ok(numbers) }
    }

    /// A number, if it is there.
    pub fn maybe_number(&self, field: Field) -> Reading<Option<i64>> {
        self.maybe(field, |part| part.number())
    }

    /// A number; what is left out is zero.
    pub fn number<T: TryFrom<i64>>(&self, field: Field) -> Reading<T> {
        let number = self.maybe_number(field)?.unwrap_or(0);
        T::try_from(number).map_err(|_| self.wrong(field))
    }

    /// A flag; what is left out is not set.
    pub fn flag(&self, field: Field) -> Reading<bool> {
        Ok(self.maybe_number(field)?.unwrap_or(0) != 0)
    }

    /// Who.
    pub fn seat(&self, field: Field) -> Reading<Seat> {
        Seat::new(self.number::<usize>(field)?).ok_or_else(|| self.wrong(field))
    }

    /// Points by seat, of three players 0 for the last; `None` where they are left out.
    pub fn points(&self, field: Field) -> Reading<Option<[i32; 4]>> {
        let numbers = self.numbers(field)?;
        if numbers.is_empty() {
            return Ok(None);
        }
        let fourth = (numbers.len() == Players::Three.count()).then_some(0);
        let points: Option<Vec<i32>> =
            numbers.into_iter().chain(fourth).map(|n| i32::try_from(n).ok()).collect();
        let points = points.and_then(|points| <[i32; 4]>::try_from(points).ok());
        points.map(Some).ok_or_else(|| self.wrong(field))
    }

    /// A text; what is left out is empty.
    pub fn text(&self, field: Field) -> Reading<&'a str> {
        Ok(self.maybe(field, Content::text)?.unwrap_or_default())
    }

    /// Tiles.
    pub fn tiles(&self, field: Field) -> Reading<Vec<Tile>> {
        self.each(field, |part| tile(part.text()?))
    }

    /// A tile that has to be there.
    pub fn tile(&self, field: Field) -> Reading<Tile> {
        self.tiles(field)?.pop().ok_or_else(|| self.missing(field))
    }

    /// Messages.
    pub fn messages(&self, field: Field) -> Reading<Vec<Message<'a>>> {
        self.each(field, |part| match part {
            Content::Wire(Wire::Bytes(bytes)) => Message::in_bytes(field.1, bytes),
            Content::Json(Value::Object(object)) => Some(Message::in_json(field.1, object)),
            _ => None,
        })
    }

    /// The names or numbers of fields beside these that say anything: zeros and empty values do not.
    pub fn others(&self, known: &[Field]) -> Vec<String> {
        let mut others: Vec<String> = match self.form {
            Form::Bytes(bytes) => WireFields::new(bytes)
                .filter_map(Result::ok)
                .filter(|&(number, value)| {
                    known.iter().all(|field| field.0 != number)
                        && !matches!(value, Wire::Varint(0) | Wire::Bytes([]))
                })
                .map(|(number, _)| number.to_string())
                .collect(),
            Form::Json(object) => object
                .iter()
                .filter(|(name, value)| {
                    known.iter().all(|field| *name != field.1 && **name != camel_case(field.1))
                        && !is_empty(value)
                })
                // a name is text of others: no more of it than names of fields have
                .map(|(name, _)| {
                    name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(MOST).collect()
                })
                .collect(),
        };
        others.truncate(MOST);
        others
    }

    /// Whether any field is more than zero or empty.
    pub fn says_anything(&self) -> bool {
        !self.others(&[]).is_empty()
    }

    /// A message, if it is there.
    pub fn message(&self, field: Field) -> Reading<Option<Message<'a>>> {
        Ok(self.messages(field)?.pop())
    }
}

#[derive(Clone, Copy)]
enum Content<'a> {
    Wire(Wire<'a>),
    Json(&'a Value),
}

impl<'a> Content<'a> {
    fn number(self) -> Option<i64> {
        match self {
            Content::Wire(Wire::Varint(number)) => Some(number as i64),
            Content::Json(Value::Bool(flag)) => Some(i64::from(*flag)),
            Content::Json(Value::Number(number)) => number.as_i64(),
            // as JSON of Protocol Buffers has 64-bit numbers
            Content::Json(Value::String(text)) => text.parse().ok(),
            _ => None,
        }
    }

    fn text(self) -> Option<&'a str> {
        match self {
            Content::Wire(Wire::Bytes(bytes)) => std::str::from_utf8(bytes).ok(),
            Content::Json(Value::String(text)) => Some(text),
            _ => None,
        }
    }
}

/// `delta_scores` as `deltaScores`: decoders of Protocol Buffers write either.
fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |name, part| match part.split_at_checked(1) {
        Some((letter, rest)) => name + &letter.to_ascii_uppercase() + rest,
        None => name,
    })
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty() || text == "0",
        Value::Array(values) => values.iter().all(is_empty),
        Value::Object(fields) => fields.values().all(is_empty),
    }
}

/// `0m` is the red five, as in our own notation.
fn tile(text: &str) -> Option<Tile> {
    if text.len() == 2 { text.parse().ok() } else { None }
}
