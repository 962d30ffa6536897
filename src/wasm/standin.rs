//! Stands in for `api::analyze` and `search::Progress` until they land.
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

pub struct Progress {
    pub cancel: AtomicBool,
    pub done: AtomicU32,
    pub total: AtomicU32,
}

pub fn answer(request: &str, progress: &Progress) -> Result<String, String> {
    let request: crate::api::Request = serde_json::from_str(request).map_err(|e| {
        serde_json::json!({ "code": "request.type", "field": "", "value": null, "message": e.to_string() })
            .to_string()
    })?;
    let _ = request;
    progress.total.store(64, Ordering::Relaxed);
    progress.done.store(0, Ordering::Relaxed);
    let parts: Vec<f64> = (0..64u64)
        .into_par_iter()
        .map(|k| {
            let mut x = k;
            for _ in 0..50_000 {
                if progress.cancel.load(Ordering::Relaxed) {
                    return 0.0;
                }
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            }
            progress.done.fetch_add(1, Ordering::Relaxed);
            (x >> 11) as f64 / (1u64 << 53) as f64
        })
        .collect();
    if progress.cancel.load(Ordering::Relaxed) {
        return Err(
            r#"{"code":"search.cancelled","field":"","value":null,"message":"the search was stopped"}"#
                .into(),
        );
    }
    Ok(serde_json::json!({
        "candidates": [{
            "action": { "type": "discard", "tile": "1z", "riichi": false },
            "value": parts.iter().sum::<f64>(), "winRate": parts[0], "tenpaiRate": parts[1],
            "shanten": 1, "ukeire": { "kinds": "1m", "tiles": 4 },
            "byTurn": { "winRate": [], "tenpaiRate": [], "value": [] },
            "wins": { "meanPoints": 0.0, "tsumo": 0.0, "riichi": 0.0, "yaku": [], "han": [] },
        }],
        "shanten": 1, "unseen": 122, "drawsLeft": 17,
        "search": { "hands": 64, "exchanges": 1, "calls": 0, "complete": true },
    })
    .to_string())
}
