//! The only room that knows JavaScript: values in, values out, and the addresses of what both sides share.
//!
//! A request is read entry by entry (`deserialize_any` of serde-wasm-bindgen sees every one), so that a misspelt field is
//! an error with its path, as in JSON text. Numbers are the same f64 on both sides; what is left out stays out.

#[cfg(feature = "test-hooks")]
mod hooks;
/// The build that runs in the caller's own thread has no others.
#[cfg(not(any(feature = "threads", feature = "preview")))]
mod table;
mod value;
#[cfg(not(feature = "preview"))]
mod whole;

use crate::api::{self, Progress, Report, Watch};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use value::{answer, read, to_js};
use wasm_bindgen::prelude::*;
#[cfg(feature = "threads")]
use wasm_bindgen_rayon as _; // exports initThreadPool

#[wasm_bindgen]
extern "C" {
    /// Without threads nobody else can look at `PROGRESS`: the worker posts it.
    #[wasm_bindgen(js_name = nanikiruProgress)]
    fn post_progress(done: u32, total: u32);

    /// Takes a report before the last; the worker posts it while the search goes on.
    #[wasm_bindgen(js_name = nanikiruReport)]
    fn post_report(report: JsValue);

    /// Milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

static PROGRESS: Progress = Progress {
    cancel: AtomicBool::new(false),
    done: AtomicU32::new(0),
    total: AtomicU32::new(0),
    watcher: if cfg!(feature = "threads") { None } else { Some(post_progress) },
};
/// The text of the first panic. Panics abort, and a caller that waits for an aborted thread waits for ever: the page
/// watches the length and ends the worker.
static PANIC: [AtomicU8; 1024] = [const { AtomicU8::new(0) }; 1024];
static PANIC_LENGTH: AtomicU32 = AtomicU32::new(0);

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        let length =
            PANIC.iter().zip(text.bytes()).map(|(to, byte)| to.store(byte, Ordering::Relaxed)).count();
        PANIC_LENGTH.store(length as u32, Ordering::Release);
        console_error_panic_hook::hook(info);
    }));
}

/// Addresses in linear memory: cancel (u8), done (u32), total (u32), length of the panic text (u32), its bytes.
#[wasm_bindgen]
pub fn addresses() -> Vec<u32> {
    let Progress { cancel, done, total, .. } = &PROGRESS;
    let [done, total, length] = [done, total, &PANIC_LENGTH].map(|a| a.as_ptr() as u32);
    vec![cancel.as_ptr() as u32, done, total, length, PANIC.as_ptr() as u32]
}

fn watch<'a>(report: Option<&'a mut dyn FnMut(Report)>, memory: u32) -> Watch<'a> {
    Watch { progress: &PROGRESS, report, clock: || now(), memory: memory as usize }
}

/// Answers a `Request` with a `Report`; throws an `ApiError`. `memory`: bytes that a search can have at most; `watched`:
/// somebody waits for the reports before the last.
#[wasm_bindgen]
pub fn analyze(request: JsValue, memory: u32, watched: bool) -> Result<JsValue, JsValue> {
    #[cfg(feature = "test-hooks")]
    if let Some(answer) = hooks::answer(&request, &PROGRESS) {
        return answer;
    }
    let mut pass_on = |report: Report| post_report(to_js(&report));
    let report: Option<&mut dyn FnMut(Report)> = if watched { Some(&mut pass_on) } else { None };
    answer(read(request).and_then(|request| api::analyze(&request, &mut watch(report, memory))))
}
