//! A game as one player follows it, in the caller's own thread: `createTable` of the package wraps it.

use super::value::{answer, read, thrown, to_js};
use crate::api::FollowedTable;
use serde_wasm_bindgen::Deserializer;
use wasm_bindgen::prelude::*;

/// A table that follows events.
#[wasm_bindgen]
pub struct Table(FollowedTable);

#[wasm_bindgen]
impl Table {
    /// Takes `TableOptions`; throws an `ApiError`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Table, JsValue> {
        let made = read(options).and_then(|options| FollowedTable::new(&options));
        made.map(Table).map_err(thrown)
    }

    /// Takes an event of mjai in; throws an `ApiError`, and then nothing has changed.
    pub fn apply(&mut self, event: JsValue) -> Result<(), JsValue> {
        self.0.apply(Deserializer::from(event)).map_err(thrown)
    }

    /// The player's seat, if it is known.
    pub fn seat(&self) -> Option<u32> {
        self.0.seat()
    }

    /// A list of `Action`.
    pub fn actions(&self) -> JsValue {
        to_js(&self.0.actions())
    }

    /// A `Moment`, or null.
    pub fn moment(&self) -> JsValue {
        to_js(&self.0.moment())
    }

    /// An action as an event of mjai; throws an `ApiError`.
    #[wasm_bindgen(js_name = toMjai)]
    pub fn to_mjai(&self, action: JsValue) -> Result<JsValue, JsValue> {
        answer(read(action).and_then(|action| self.0.to_mjai(&action)))
    }
}
