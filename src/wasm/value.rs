//! Values of JavaScript to values of the api, and back.

use crate::api::{ApiError, read_from};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::prelude::*;

/// Reads a request.
pub fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, ApiError> {
    read_from(Deserializer::from(value))
}

/// Plain objects, lists, numbers and texts, as JSON would have them.
pub fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&Serializer::json_compatible()).expect("answers and errors are plain data")
}

/// An answer; its error is thrown.
pub fn answer<T: Serialize>(answer: Result<T, ApiError>) -> Result<JsValue, JsValue> {
    answer.map(|answer| to_js(&answer)).map_err(thrown)
}

/// An error as it is thrown.
pub fn thrown(error: ApiError) -> JsValue {
    to_js(&for_js(error))
}

/// An error with the value that was given.
pub fn for_js(error: ApiError) -> ApiError {
    ApiError { value: with_numbers_of_js(error.value), ..error }
}

/// The value as it was given: a whole number beyond 2^53 is an f64 over there, and no integer that could be written.
fn with_numbers_of_js(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(entries) => entries.into_iter().map(with_numbers_of_js).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, with_numbers_of_js(value))).collect()
        }
        other => other,
    }
}
