//! Many searches side by side, each on one thread.

use crate::progress::Progress;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `work` for every item, on as many threads as asked for; the results are in the order of items.
///
/// Two searches on one thread each take less time than one after the other on two, and what a search
/// answers does not depend on its threads.
pub fn each<'a, T: Sync, R: Send>(
    items: &'a [T],
    threads: usize,
    work: impl Fn(&'a T) -> R + Sync,
) -> Vec<R> {
    each_and_say(items, threads, |_| String::new(), work)
}

/// As [`each`]; `say` gets each result as it comes, and what it answers stands beside the progress.
pub fn each_and_say<'a, T: Sync, R: Send>(
    items: &'a [T],
    threads: usize,
    say: impl Fn(&R) -> String + Sync,
    work: impl Fn(&'a T) -> R + Sync,
) -> Vec<R> {
    let progress = Progress::of(items.len() as u64);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let one = pool(1);
                while let Some((at, item)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    items.get(at).map(|item| (at, item))
                } {
                    let result = one.install(|| work(item));
                    let mut done = done.lock().expect("a panic of a worker ends the program");
                    progress.step_and_say(say(&result));
                    done.push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("a panic of a worker ends the program");
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// As many threads as asked for, or as there are processors.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// A pool of so many threads.
pub fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}
