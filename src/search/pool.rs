//! The threads that a search shares its work with.

use rayon::Yield;
use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a thread stays awake for some work. There is one at a time: two could each wait for what lies below the other on its stack.
static AWAKE: AtomicBool = AtomicBool::new(false);

/// Ends what stays awake, also where the work ends by a panic.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
        AWAKE.store(false, Ordering::Release);
    }
}

/// Does some work in the thread pool, so that none of its many small tasks has to wake the pool from outside. Another thread stays
/// awake until it is done: most tasks of a small search are shorter than a thread takes to wake. Work that is in a pool already
/// is done there.
pub(crate) fn within<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if rayon::current_thread_index().is_some() {
        return work();
    }
    if AWAKE.swap(true, Ordering::Acquire) {
        return rayon::join(work, || ()).0;
    }
    let over = AtomicBool::new(false);
    let stay_awake = || {
        while !over.load(Ordering::Acquire) {
            if rayon::yield_now() != Some(Yield::Executed) {
                hint::spin_loop();
            }
        }
    };
    let work = || {
        let _over = Over(&over);
        work()
    };
    rayon::join(work, stay_awake).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn work_is_done_in_the_pool_and_in_the_same_thread_where_it_is_there_already() {
        let thread = || rayon::current_thread_index();
        assert_eq!(thread(), None);
        let [outer, inner] = within(|| [thread(), within(thread)]);
        assert!(outer.is_some());
        assert_eq!(outer, inner);
    }

    #[test]
    fn many_callers_at_once_wait_for_none_of_the_others() {
        fn sum(numbers: &[u64]) -> u64 {
            match numbers {
                [] => 0,
                [one] => *one,
                _ => {
                    let (a, b) = numbers.split_at(numbers.len() / 2);
                    let (a, b) = rayon::join(|| sum(a), || sum(b));
                    a + b
                }
            }
        }
        let numbers: Vec<u64> = (1..=300).collect();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..100).for_each(|_| assert_eq!(within(|| sum(&numbers)), 45_150)));
            }
        });
    }

    #[test]
    fn a_panic_ends_the_thread_that_stays_awake() {
        let ended = catch_unwind(AssertUnwindSafe(|| within(|| panic!("on purpose"))));
        assert!(ended.is_err());
        // the pool is as it was
        assert_eq!(within(|| rayon::join(|| 1, || 2)), (1, 2));
    }
}
