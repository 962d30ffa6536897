//! The fuzz targets on stable Rust: the seeds, and random changes of them.

#[path = "../fuzz/targets.rs"] // the fuzzer is a crate of its own
mod targets;

use crate::size::size;
use proptest::prelude::*;

/// A change of a text: replace, insert, remove or repeat at a place.
#[derive(Clone, Debug)]
enum Change {
    Replace(usize, char),
    Insert(usize, char),
    Remove(usize, usize),
    Repeat(usize, usize),
}

fn any_change(places: usize) -> impl Strategy<Value = Change> {
    let letter = || {
        prop::sample::select(
            "0123456789mpszrESWNPFC ,()[]+-=*^{}\":.eNa\\東ｍ😀<>/".chars().collect::<Vec<_>>(),
        )
    };
    prop_oneof![
        (0..places, letter()).prop_map(|(at, c)| Change::Replace(at, c)),
        (0..places, letter()).prop_map(|(at, c)| Change::Insert(at, c)),
        (0..places, 1..9usize).prop_map(|(at, n)| Change::Remove(at, n)),
        (0..places, 1..30usize).prop_map(|(at, n)| Change::Repeat(at, n)),
    ]
}

fn changed(seed: &str, changes: &[Change]) -> String {
    let mut text: Vec<char> = seed.chars().collect();
    for change in changes {
        let len = text.len();
        let place = |at: usize| at % (len + 1);
        let range = |at: usize, n: usize| place(at)..(place(at) + n).min(len);
        match *change {
            Change::Replace(at, c) => drop(text.splice(range(at, 1), [c])),
            Change::Insert(at, c) => text.insert(place(at), c),
            Change::Remove(at, n) => drop(text.drain(range(at, n))),
            Change::Repeat(at, n) => text.extend_from_within(range(at, n)),
        }
    }
    text.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(1_000, 4_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn notation(seed in 0..2usize, changes in prop::collection::vec(any_change(400), 0..6)) {
        let seed = [include_str!("../fuzz/seeds/notation/hand"), include_str!("../fuzz/seeds/notation/lenient")][seed];
        targets::notation(changed(seed, &changes).as_bytes());
    }

    #[test]
    fn request(seed in 0..3usize, changes in prop::collection::vec(any_change(400), 0..6)) {
        let seed = [
            include_str!("../fuzz/seeds/request/parts"),
            include_str!("../fuzz/seeds/request/text"),
            include_str!("../fuzz/seeds/request/table"),
        ][seed];
        targets::request(changed(seed, &changes).as_bytes());
    }

    #[test]
    fn record(seed in 0..3usize, changes in prop::collection::vec(any_change(20_000), 0..6)) {
        let seed = [
            include_str!("../fuzz/seeds/record/mjlog"),
            include_str!("../fuzz/seeds/record/tenhou6"),
            include_str!("../fuzz/seeds/record/mjai"),
        ][seed];
        targets::record(changed(seed, &changes).as_bytes());
    }
}
