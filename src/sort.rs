//! Lists in order. Each type that `slice::sort` sorts costs 5 to 20 kB of WebAssembly; here all types share one sort.

use std::cmp::Ordering;

/// Sorts a list; equal ones stay as they were. For the hot loops of the search, `slice::sort` is quicker.
pub(crate) fn by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut from = places(list.len(), &mut |a, b| compare(&list[a], &list[b]));
    for at in 0..from.len() {
        let mut now = from[at];
        while now < at {
            now = from[now];
        }
        from[at] = now;
        list.swap(at, now);
    }
}

/// Sorts a list by what `key` finds; equal ones stay as they were.
pub(crate) fn by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    by(list, |a, b| key(a).cmp(&key(b)));
}

/// The indices of a list in the order of what they stand for.
fn places(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_sorted_as_the_standard_library_does(keys in prop::collection::vec(0u8..8, 0..80)) {
            let mut sorted: Vec<(u8, usize)> = keys.iter().copied().zip(0..).collect();
            let mut expected = sorted.clone();
            by_key(&mut sorted, |&(key, _)| key);
            expected.sort_by_key(|&(key, _)| key);
            prop_assert_eq!(sorted, expected);
        }
    }
}
