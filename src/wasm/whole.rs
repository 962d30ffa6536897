//! What the build `preview` leaves out.

use super::value::{answer, for_js, read, to_js};
use super::watch;
use crate::api::{self, ApiError, MOST_RECORD_BYTES};
use js_sys::Uint8Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Answers a `DangerRequest` with a `DangerReport`.
#[wasm_bindgen]
pub fn danger(request: JsValue) -> Result<JsValue, JsValue> {
    answer(read(request).and_then(|request| api::danger(&request)))
}

/// Answers a `TabuRequest` with a `TabuReport`.
#[wasm_bindgen]
pub fn tabu(request: JsValue) -> Result<JsValue, JsValue> {
    answer(read(request).and_then(|request| api::tabu(&request, &watch(None, u32::MAX))))
}

/// Answers each of some `JudgeRequest`s, side by side: with `{ answer }`, a `Verdict`, or with `{ error }`, an `ApiError`.
/// `memory` as in `analyze`, for all of them.
#[wasm_bindgen(js_name = judgeAll)]
pub fn judge_all(requests: Vec<JsValue>, memory: u32) -> Vec<JsValue> {
    let requests = requests.into_iter().map(read).collect();
    api::judge_all(requests, &watch(None, memory)).into_iter().map(answer_or_error).collect()
}

/// Reads a game record, with `LogOptions`, into a `GameLog`.
#[wasm_bindgen(js_name = parseLog)]
pub fn parse_log(record: &Uint8Array, options: JsValue) -> Result<JsValue, JsValue> {
    // a larger one is not even copied
    answer(match record.length() as usize {
        0..=MOST_RECORD_BYTES => {
            read(options).and_then(|options| api::parse_log_with(&record.to_vec(), &options))
        }
        bytes => Err(api::record_too_large(bytes)),
    })
}

/// Writes a game record in another format, as a `ConvertRequest` says: a `ConvertedLog`.
#[wasm_bindgen(js_name = convertLog)]
pub fn convert_log(record: &Uint8Array, request: JsValue) -> Result<JsValue, JsValue> {
    answer(match record.length() as usize {
        0..=MOST_RECORD_BYTES => {
            read(request).and_then(|request| api::convert_log(&record.to_vec(), request))
        }
        bytes => Err(api::record_too_large(bytes)),
    })
}

/// One answer of several, or its error.
fn answer_or_error<T: Serialize>(answer: Result<T, ApiError>) -> JsValue {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Either<T> {
        Answer(T),
        Error(ApiError),
    }
    to_js(&match answer {
        Ok(answer) => Either::Answer(answer),
        Err(error) => Either::Error(for_js(error)),
    })
}
