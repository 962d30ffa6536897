//! Faults on demand, for tests/node: a request `{"hand":"test:<name>:<number>"}` has one.
use crate::api::Progress;
use js_sys::{JSON, Reflect};
use rayon::prelude::*;
use std::hint::black_box;
use std::sync::atomic::Ordering;
use wasm_bindgen::JsValue;

type Answer = Result<JsValue, JsValue>;

pub fn answer(request: &JsValue, progress: &Progress) -> Option<Answer> {
    let hand = Reflect::get(request, &"hand".into()).ok()?.as_string()?;
    let mut words = hand.strip_prefix("test:")?.split(':');
    let name = words.next()?;
    let number: u32 = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let result = match name {
        "threads" => rayon::current_num_threads() as u32,
        "panic-caller" => panic!("a panic on the calling thread"),
        // one of many tasks, so that it is a pool thread that panics while others work
        "panic-pool" => (0..1000u32)
            .into_par_iter()
            .map(|k| if k == 777 { panic!("a panic in task {k}") } else { k })
            .reduce(|| 0, u32::max),
        "deep-caller" => deep(number),
        "deep-pool" => rayon::join(|| deep(number), || 0).0,
        "storm" => storm(number),
        "fill" => fill(number),
        "spin" => return Some(spin(number, progress)),
        _ => return None,
    };
    Some(Ok(report(result)))
}

/// As much of a report as the tests look at.
fn report(hands: u32) -> JsValue {
    JSON::parse(&format!("{{\"search\":{{\"hands\":{hands}}}}}")).expect("it is JSON")
}

/// Recursion that takes about `kib` KiB of stack.
#[inline(never)]
fn deep(kib: u32) -> u32 {
    let mut frame = [0u8; 1024];
    black_box(&mut frame);
    if kib == 0 { frame[0] as u32 } else { deep(kib - 1) + black_box(&frame)[3] as u32 + 1 }
}

/// `rounds` rounds of small blocks on every thread, filled, compared and freed on another thread.
fn storm(rounds: u32) -> u32 {
    for round in 0..rounds {
        let mut blocks: Vec<Vec<u32>> = (0..20_000u32)
            .into_par_iter()
            .map(|i| vec![i; 1 + (i.wrapping_mul(2_654_435_761).wrapping_add(round) >> 24) as usize])
            .collect();
        blocks.par_sort_by_key(|block| (block.len(), block[0]));
        assert!(
            blocks.par_iter().all(|block| block.iter().all(|&x| x == block[0])),
            "a block was overwritten"
        );
        blocks.into_par_iter().for_each(drop);
    }
    rounds
}

/// Takes `mib` MiB, in a pool thread, the way a growing `Vec` does.
fn fill(mib: u32) -> u32 {
    rayon::join(|| (0..mib).map(|_| black_box(vec![1u8; 1 << 20])).collect::<Vec<_>>().len() as u32, || 0).0
}

/// Works for about `steps` milliseconds on one core, counts them as progress and minds `cancel`.
fn spin(steps: u32, progress: &Progress) -> Answer {
    progress.total.store(steps, Ordering::Relaxed);
    progress.done.store(0, Ordering::Relaxed);
    (0..steps).into_par_iter().for_each(|k| {
        if !progress.cancel.load(Ordering::Relaxed) {
            black_box((0..1_000_000u64).fold(k as u64, |x, i| black_box(x.rotate_left(5) ^ i)));
            let before = progress.done.fetch_add(1, Ordering::Relaxed);
            if let Some(watcher) = progress.watcher {
                watcher(before + 1, steps);
            }
        }
    });
    if progress.cancel.load(Ordering::Relaxed) {
        let error = r#"{"code":"search.cancelled","field":"","value":null,"message":"stopped"}"#;
        return Err(JSON::parse(error).expect("it is JSON"));
    }
    Ok(report(steps))
}
