//! Closed tenpai hands that are one and the same in riichi: only wins, kans and kita are left to come, so that hands
//! which wait for the same tiles, with as many unseen and the same pay, and whose kans lead to such hands, lead to the
//! same from every step on. Of 20,656 hands of a large search 3,015 differ.

use crate::search::values::tenpai::NONE;
use rustc_hash::FxHashMap;

/// Sorts of hands in riichi.
#[derive(Default)]
pub(crate) struct RiichiClasses {
    /// By tenpai hand its sort; `NONE` where there is no riichi with it.
    of: Vec<u32>,
    /// By sort its first hand, as a number among the tenpai hands.
    first: Vec<u32>,
}

impl RiichiClasses {
    /// `keys`: by tenpai hand all in which it differs in riichi from others; none where there is no riichi with it.
    pub(crate) fn new(keys: Vec<Option<Vec<u64>>>) -> RiichiClasses {
        let (mut first, mut sorts) = (Vec::new(), FxHashMap::default());
        let mut of = |(number, key): (usize, Option<Vec<u64>>)| {
            let Some(key) = key else { return NONE };
            *sorts.entry(key).or_insert_with(|| {
                first.push(number as u32);
                first.len() as u32 - 1
            })
        };
        let of = keys.into_iter().enumerate().map(&mut of).collect();
        RiichiClasses { of, first }
    }

    /// The sort of a tenpai hand, where there is riichi with it.
    pub(crate) fn of(&self, number: usize) -> Option<usize> {
        self.of.get(number).filter(|&&sort| sort != NONE).map(|&sort| sort as usize)
    }

    /// How many sorts there are.
    pub(crate) fn len(&self) -> usize {
        self.first.len()
    }

    /// The first hand of a sort, as a number among the tenpai hands.
    pub(crate) fn first(&self, sort: usize) -> usize {
        self.first[sort] as usize
    }
}
