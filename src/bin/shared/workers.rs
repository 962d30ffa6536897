//! Many searches side by side, each on one thread.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `work` for every item, on as many threads as asked for; the results are in the order of items.
/// `watch` is told of each result as it comes, and how many there are.
///
/// Two searches on one thread each take less time than one after the other on two, and what a search
/// answers does not depend on its threads.
pub fn each<'a, T: Sync, R: Send>(
    items: &'a [T],
    threads: usize,
    watch: impl Fn(usize, &R) + Sync,
    work: impl Fn(&'a T) -> R + Sync,
) -> Vec<R> {
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
                    watch(done.len() + 1, &result);
                    done.push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("a panic of a worker ends the program");
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A line for every hundredth result.
#[allow(dead_code)] // each tool takes what it needs
pub fn hundreds<R>(of: usize) -> impl Fn(usize, &R) + Sync {
    move |done, _: &R| {
        if done.is_multiple_of(100) {
            eprintln!("{done} of {of}");
        }
    }
}

/// A pool of so many threads.
pub fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}
