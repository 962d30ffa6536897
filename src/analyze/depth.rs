//! How deep an analysis goes: from a quick first answer to the deepest that time and memory allow.

use super::options::{Depth, DetailScope, Options};
use crate::search::{self, Exchanges};
use crate::shape::Shanten;

/// Why no deeper report follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// One does.
    Deeper,
    /// The depth that was asked for is reached.
    Depth,
    /// The next depth does not fit the memory.
    Memory {
        /// Hands that it has, at least.
        hands: usize,
    },
    /// The next depth has more hands than are searched: more than [`Options::max_hands`], or than
    /// [`Depth::Fast`] and, without a time budget, [`Depth::Full`] take on.
    Hands {
        /// Hands that it has, at least.
        hands: usize,
    },
    /// The next depth would take too long.
    Time {
        /// Hands that it has, at least.
        hands: usize,
    },
}

/// One search: exchanges beyond the shanten number, calls, and exchanges fewer after a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stage {
    /// None where nothing is searched.
    pub(super) exchanges: Option<Exchanges>,
    pub(super) calls: usize,
    pub(super) fewer: usize,
    pub(super) max_hands: usize,
    /// Most hands of all its searches together.
    pub(super) all_hands: usize,
}

/// Most exchanges beyond the shanten number that are tried: three replace a whole group.
const MOST_BEYOND: usize = 3;

/// Largest searches when nobody has set a time, the first of them and those after it: on two threads of
/// WebAssembly a tenth of a second each.
pub(crate) const UNTIMED_HANDS: [usize; 2] = [40_000, 25_000];

/// The same of fast analyses.
pub(crate) const FAST_HANDS: [usize; 2] = [11_000, 5_500];

/// Hands of all searches of a question together at [`Depth::First`]: at a known table each takes some 20 microseconds
/// of WebAssembly.
pub(crate) const FIRST_HANDS: usize = 1_000;

/// What an analysis takes beside its hands, in bytes: 1.5 MiB came with any question (`cargo bench --bench search -- --memory`).
const BESIDE_HANDS: usize = 2 << 20;

impl Options {
    /// Hands that the memory has room for.
    pub(super) const fn room(&self) -> usize {
        self.memory / self.bytes_per_hand()
    }

    /// The end of a search whose next stage has more hands than fit, at least so many.
    pub(super) const fn full(&self, most: usize, hands: usize) -> SearchEnd {
        if most < self.room() { SearchEnd::Hands { hands } } else { SearchEnd::Memory { hands } }
    }

    /// How many analyses with these options have room side by side in the memory of one; at least one.
    pub fn side_by_side(&self) -> usize {
        let hands = self.stages().iter().map(|stage| stage.max_hands).max().unwrap_or(0);
        let most = hands.saturating_mul(self.bytes_per_hand()).saturating_add(BESIDE_HANDS);
        (self.memory / most).max(1)
    }

    const fn bytes_per_hand(&self) -> usize {
        match self.detailed {
            DetailScope::All => search::BYTES_PER_DETAILED_HAND,
            _ => search::BYTES_PER_HAND,
        }
    }

    /// The searches from shallow to deep. Each holds what the one before it holds, and more.
    pub(super) fn stages(&self) -> Vec<Stage> {
        let most = self.max_hands.min(self.room());
        let [first, last] = match (self.depth, self.budget_ms) {
            (Depth::First, _) => [FIRST_HANDS; 2],
            (Depth::Fast, _) => FAST_HANDS,
            (Depth::Full, None) => UNTIMED_HANDS,
            _ => [most; 2],
        };
        let [first, last] = [first, last].map(|hands| hands.min(most));
        let stage = |beyond, calls, fewer, max_hands| Stage {
            exchanges: Some(Exchanges::Beyond(beyond)),
            calls,
            fewer,
            max_hands,
            all_hands: if self.depth == Depth::First { FIRST_HANDS } else { usize::MAX },
        };
        let mut stages = match self.depth {
            Depth::First => vec![stage(0, 0, 0, first)],
            Depth::Exactly { exchanges } => {
                let exchanges = Some(Exchanges::Exactly(exchanges));
                vec![Stage { exchanges, calls: self.calls, fewer: 0, max_hands: most, all_hands: usize::MAX }]
            }
            Depth::Fast | Depth::Full | Depth::Deepest => {
                vec![
                    stage(0, 0, 0, first),
                    stage(0, self.calls, 0, last),
                    stage(1, self.calls, 1, last),
                    stage(1, self.calls, 0, last),
                ]
            }
        };
        if self.depth == Depth::Deepest {
            for beyond in 2..=MOST_BEYOND {
                stages.extend([1, 0].map(|fewer| stage(beyond, self.calls, fewer, most)));
            }
        }
        if self.calls == 0 {
            stages.retain(|stage| stage.fewer == 0);
            stages.dedup_by_key(|stage| stage.exchanges);
        }
        stages
    }
}

/// The stage that is counted first. Each stage holds what the one before it holds, so that where it fits none before it need be
/// counted. Beginning here took the fewest instructions of eight ways, of 22 recorded decisions at [`Depth::Fast`]; any gives the same.
pub(super) fn likely(shanten: Shanten) -> usize {
    match shanten.get() {
        ..=1 => 3,
        2 => 2,
        3 => 1,
        _ => 0,
    }
}

/// How far the search after an action goes.
pub(super) struct Reach {
    pub(super) options: search::Options,
    /// Whether it has more exchanges than the others of its stage.
    pub(super) farther: bool,
}

impl Reach {
    /// With exchanges enough to reach a win.
    pub(super) fn of(options: &search::Options, shanten: Shanten) -> Reach {
        let least = usize::try_from(shanten.get()).unwrap_or(0);
        match options.exchanges {
            Exchanges::Exactly(n) if n < least => {
                let exchanges = Exchanges::Exactly(least);
                Reach { options: search::Options { exchanges, ..options.clone() }, farther: true }
            }
            _ => Reach { options: options.clone(), farther: false },
        }
    }
}
