//! Any self-describing input as a tree, and the tree as input of the request: both JSON text and
//! JavaScript values go this way, so that they are refused in the same words.

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};
use std::borrow::Cow;
use std::fmt;

/// A field that is left out, null or undefined takes its default.
pub(super) fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    d: D,
) -> Result<T, D::Error> {
    Option::<T>::deserialize(d).map(Option::unwrap_or_default)
}

/// A value as it was given. Unlike [`Value`] it holds NaN and a field given twice.
#[derive(Clone, Debug)]
pub(super) enum Raw {
    Null,
    Bool(bool),
    Whole(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    /// A text longer than any field's: how it begins, and its bytes.
    TooLong(String, usize),
    List(Vec<Raw>),
    Map(Vec<(String, Raw)>),
}

/// The most bytes of a text. The longest that means anything is a river, with some 200.
pub(super) const MOST_TEXT: usize = 100_000;

/// The most entries of a list or fields of an object: the longest list that means anything has four.
const MOST_ENTRIES: usize = 1_000;

/// A text, or how it begins if it is too long.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.len() {
        0..=MOST_TEXT => text.into(),
        _ => text.chars().take(20).chain(['\u{2026}']).collect(),
    }
}

impl Raw {
    /// Reads any input that names its own types; refuses what nests deeper or has more entries than any request.
    pub(super) fn capture<'de, D: Deserializer<'de>>(input: D) -> Result<Raw, D::Error> {
        Capture { deeper: 16 }.deserialize(input)
    }

    /// The value at a path; `None` if the path leaves the tree.
    pub(super) fn at(&self, path: &Path) -> Option<&Raw> {
        path.iter().try_fold(self, |raw, segment| match (raw, segment) {
            (Raw::List(items), Segment::Seq { index }) => items.get(*index),
            (raw, Segment::Map { key }) => raw.field(key),
            (raw, Segment::Enum { .. } | Segment::Unknown) => Some(raw),
            _ => None,
        })
    }

    /// The value of an object's field; of a field given twice the last.
    pub(super) fn field(&self, key: &str) -> Option<&Raw> {
        let Raw::Map(fields) = self else { return None };
        fields.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The first text that is too long: where it stands, and its bytes.
    pub(super) fn too_long(&self) -> Option<(String, &Raw, usize)> {
        match self {
            Raw::TooLong(_, bytes) => Some((String::new(), self, *bytes)),
            Raw::List(items) => items.iter().enumerate().find_map(|(i, item)| {
                let (path, raw, bytes) = item.too_long()?;
                Some((format!("[{i}]{path}"), raw, bytes))
            }),
            Raw::Map(fields) => fields.iter().find_map(|(name, field)| {
                let (path, raw, bytes) = field.too_long()?;
                let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
                Some((format!("{name}{dot}{path}"), raw, bytes))
            }),
            _ => None,
        }
    }

    /// As JSON, with words for the numbers that JSON has not.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Raw::Null => Value::Null,
            Raw::Bool(b) => Value::from(*b),
            Raw::Whole(n) => Value::from(*n),
            Raw::Unsigned(n) => Value::from(*n),
            Raw::Float(x) if x.is_finite() => Value::from(*x),
            Raw::Float(x) if x.is_nan() => Value::from("NaN"),
            Raw::Float(x) => Value::from(if *x > 0.0 { "Infinity" } else { "-Infinity" }),
            Raw::Text(text) | Raw::TooLong(text, _) => Value::from(text.as_str()),
            Raw::List(items) => items.iter().map(Raw::to_value).collect(),
            Raw::Map(fields) => fields.iter().map(|(name, raw)| (name.clone(), raw.to_value())).collect(),
        }
    }
}

#[derive(Clone, Copy)]
struct Capture {
    deeper: usize,
}

impl Capture {
    fn next<E: de::Error>(self) -> Result<Capture, E> {
        let deeper = self.deeper.checked_sub(1).ok_or_else(|| E::custom("nested deeper than any request"))?;
        Ok(Capture { deeper })
    }
}

impl<'de> DeserializeSeed<'de> for Capture {
    type Value = Raw;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Raw, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Capture {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plain data: an object, a list, text, a number or a boolean")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, input: D) -> Result<Raw, D::Error> {
        input.deserialize_any(self)
    }

    fn visit_bool<E>(self, b: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(b))
    }

    fn visit_i64<E>(self, n: i64) -> Result<Raw, E> {
        Ok(Raw::Whole(n))
    }

    fn visit_u64<E>(self, n: u64) -> Result<Raw, E> {
        Ok(i64::try_from(n).map_or(Raw::Unsigned(n), Raw::Whole))
    }

    fn visit_f64<E>(self, x: f64) -> Result<Raw, E> {
        // JavaScript does not distinguish 3.0 from 3, so that JSON text does not either
        let whole = x.fract() == 0.0 && x.abs() < (1u64 << 63) as f64;
        Ok(if whole { Raw::Whole(x as i64) } else { Raw::Float(x) })
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
        match shortened(text) {
            Cow::Borrowed(text) => Ok(Raw::Text(text.into())),
            Cow::Owned(begin) => Ok(Raw::TooLong(begin, text.len())),
        }
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Raw, E> {
        if text.len() > MOST_TEXT { self.visit_str(&text) } else { Ok(Raw::Text(text)) }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
        let inner = self.next()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            entry(items.len())?;
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let inner = self.next()?;
        let mut fields = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            entry(fields.len())?;
            let name = if name.len() > MOST_TEXT { shortened(&name).into_owned() } else { name };
            fields.push((name, map.next_value_seed(inner)?));
        }
        Ok(Raw::Map(fields))
    }
}

/// Whether there is room for another entry.
fn entry<E: de::Error>(before: usize) -> Result<(), E> {
    match before {
        MOST_ENTRIES.. => Err(E::custom(format_args!("more than {MOST_ENTRIES} entries"))),
        _ => Ok(()),
    }
}

/// Why a tree is no request; what serde would say, kept apart instead of as a sentence.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Misfit {
    /// Another type than expected: what it is, and what was expected.
    Type(String, String),
    /// The right type but outside its range.
    Range(String),
    /// A word that is none of these.
    Word(&'static [&'static str]),
    /// A field that is none of these.
    UnknownField(String, &'static [&'static str]),
    MissingField(&'static str),
    DuplicateField(&'static str),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closest = |field: &str, fields: &'static [&'static str]| {
            let distance = |&&name: &&&str| strsim::osa_distance(&field.to_lowercase(), &name.to_lowercase());
            fields.iter().min_by_key(distance).filter(|name| distance(name) <= 2)
        };
        match self {
            Misfit::Type(found, expected) => write!(f, "expected {expected}, found {found}"),
            Misfit::Range(found) => write!(f, "{found} is out of range"),
            Misfit::Word(words) => write!(f, "expected one of: {}", words.join(", ")),
            Misfit::UnknownField(field, fields) => match closest(field, fields) {
                Some(name) => write!(f, "there is no field `{field}`: did you mean `{name}`?"),
                None => write!(f, "there is no field `{field}`; there are: {}", fields.join(", ")),
            },
            Misfit::MissingField(field) => write!(f, "the field `{field}` is missing"),
            Misfit::DuplicateField(field) => write!(f, "the field `{field}` is given twice"),
        }
    }
}

impl std::error::Error for Misfit {}

/// What is there in the place of what was expected, in the words of the request.
fn said(found: de::Unexpected<'_>) -> String {
    match found {
        de::Unexpected::Bool(is) => is.to_string(),
        de::Unexpected::Unsigned(n) => format!("the number {n}"),
        de::Unexpected::Signed(n) => format!("the number {n}"),
        de::Unexpected::Float(x) => format!("the number {x:?}"),
        de::Unexpected::Str(text) => format!("the text {text:?}"),
        de::Unexpected::Unit | de::Unexpected::Option => "null".into(),
        de::Unexpected::Seq => "a list".into(),
        de::Unexpected::Map => "an object".into(),
        other => other.to_string(),
    }
}

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Misfit {
        Misfit::Type("something else".into(), message.to_string())
    }

    fn invalid_type(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Misfit {
        let expected = match &expected.to_string()[..] {
            "u32" => "a whole number, 0 or more".into(),
            "i32" => "a whole number".into(),
            "f64" => "a number".into(),
            "a boolean" => "true or false".into(),
            "a string" => "text".into(),
            "a sequence" => "a list".into(),
            "a map" => "an object".into(),
            other if other.starts_with("struct ") => "an object".into(),
            other => other.to_owned(),
        };
        Misfit::Type(said(found), expected)
    }

    fn invalid_value(found: de::Unexpected<'_>, _: &dyn de::Expected) -> Misfit {
        Misfit::Range(said(found))
    }

    fn invalid_length(length: usize, expected: &dyn de::Expected) -> Misfit {
        Misfit::Type(format!("{length}"), expected.to_string())
    }

    fn unknown_variant(_: &str, words: &'static [&'static str]) -> Misfit {
        Misfit::Word(words)
    }

    fn unknown_field(field: &str, fields: &'static [&'static str]) -> Misfit {
        Misfit::UnknownField(field.into(), fields)
    }

    fn missing_field(field: &'static str) -> Misfit {
        Misfit::MissingField(field)
    }

    fn duplicate_field(field: &'static str) -> Misfit {
        Misfit::DuplicateField(field)
    }
}

impl<'de> IntoDeserializer<'de, Misfit> for &'de Raw {
    type Deserializer = &'de Raw;

    fn into_deserializer(self) -> &'de Raw {
        self
    }
}

impl Raw {
    fn unexpected(&self) -> de::Unexpected<'_> {
        match self {
            Raw::Null => de::Unexpected::Unit,
            Raw::Bool(b) => de::Unexpected::Bool(*b),
            Raw::Whole(n) => de::Unexpected::Signed(*n),
            Raw::Unsigned(n) => de::Unexpected::Unsigned(*n),
            Raw::Float(x) => de::Unexpected::Float(*x),
            Raw::Text(text) | Raw::TooLong(text, _) => de::Unexpected::Str(text),
            Raw::List(_) => de::Unexpected::Other("a list"),
            Raw::Map(_) => de::Unexpected::Other("an object"),
        }
    }
}

impl<'de> Deserializer<'de> for &'de Raw {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Raw::Null => visitor.visit_unit(),
            Raw::Bool(b) => visitor.visit_bool(*b),
            Raw::Whole(n) => visitor.visit_i64(*n),
            Raw::Unsigned(n) => visitor.visit_u64(*n),
            Raw::Float(x) => visitor.visit_f64(*x),
            Raw::Text(text) | Raw::TooLong(text, _) => visitor.visit_borrowed_str(text),
            Raw::List(items) => {
                let mut items = SeqDeserializer::new(items.iter());
                let value = visitor.visit_seq(&mut items)?;
                items.end().map(|()| value)
            }
            Raw::Map(fields) => {
                visitor.visit_map(MapDeserializer::new(fields.iter().map(|(name, raw)| (name.as_str(), raw))))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Raw::Null => visitor.visit_none(),
            raw => visitor.visit_some(raw),
        }
    }

    /// Only objects: serde would also read the fields from a list.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self {
            Raw::Map(_) => self.deserialize_any(visitor),
            raw => Err(de::Error::invalid_type(raw.unexpected(), &"an object")),
        }
    }

    /// Only words: serde would also read them from an object with one field.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self {
            Raw::Text(text) => visitor.visit_enum(StrDeserializer::new(text)),
            raw => Err(de::Error::invalid_type(raw.unexpected(), &"a word")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}
