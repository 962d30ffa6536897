//! The only room that knows JavaScript: JSON text in, JSON text out, and the addresses of what both sides share.
//!
//! Text and not `JsValue`: serde-wasm-bindgen reads only the fields it expects, so that a misspelt one would be
//! silence, and `JSON.parse` gives every f64 back bit for bit.
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use wasm_bindgen::prelude::*;

#[cfg(feature = "test-hooks")]
mod hooks;
use crate::api::{Progress, Watch, analyze_json, danger_json, judge_json, parse_log_json};
#[cfg(feature = "threads")]
use wasm_bindgen_rayon as _; // exports initThreadPool

#[wasm_bindgen]
extern "C" {
    /// Without threads nobody else can look at `PROGRESS`: the worker posts it.
    #[wasm_bindgen(js_name = nanikiruProgress)]
    fn post_progress(done: u32, total: u32);

    /// Takes the JSON of a report before the last; the worker posts it while the search goes on.
    #[wasm_bindgen(js_name = nanikiruReport)]
    fn post_report(report: &str);

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
/// The text of the first panic. Panics abort, and whoever waits for an aborted thread waits for ever: the page
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

/// Answers a request, both as JSON; throws an error as JSON. `what`: `analyze`, `danger` or `judge`; `memory`: bytes that
/// a search can have at most; `watched`: somebody waits for the reports before the last.
#[wasm_bindgen]
pub fn ask(what: &str, request: &str, memory: u32, watched: bool) -> Result<String, String> {
    #[cfg(feature = "test-hooks")]
    if let Some(answer) = hooks::answer(request, &PROGRESS) {
        return answer;
    }
    let mut report = |report: crate::api::Report| post_report(&report.to_json());
    let report: Option<&mut dyn FnMut(crate::api::Report)> = if watched { Some(&mut report) } else { None };
    let mut watch = Watch { progress: &PROGRESS, report, clock: || now(), memory: memory as usize };
    match what {
        "danger" => danger_json(request),
        "judge" => judge_json(request, &mut watch),
        _ => analyze_json(request, &mut watch),
    }
}

/// Reads a game record; answers as `ask` does.
#[wasm_bindgen(js_name = parseLog)]
pub fn parse_log(record: &[u8]) -> Result<String, String> {
    parse_log_json(record)
}
