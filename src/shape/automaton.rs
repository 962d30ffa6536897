//! Suits of which melds hold tiles, read kind by kind as states of one automaton.
//!
//! A suit's beginning contributes a [`Partial`], and equal partials have equal futures. All suits that can
//! stand beside one to four melds lead to 4,813 of them by 34,802 steps. To make them all takes longer than most
//! processes ask about melds, and they are of no use to hands without; so a step is made when it is first asked for, once
//! for all threads, and a suit that was read before takes a load a kind. Which thread makes a state, and
//! its number, depends on chance; what is read does not.
//!
//! The table is 205 kB of zeros until it is used: not in the package. What is needed to make further states
//! is at most another 0.9 MB.

use super::distances::{Partial, SuitReading};
use super::lanes::Lanes;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// States that have room: more than the hands of the game lead to, as a test says.
const STATES: usize = 5_120;

/// Pairs of a count and a limit that is no less, padded.
const SYMBOLS: usize = 16;

/// The automaton, one for all readings.
struct SuitStates {
    /// By state and symbol the next state; 0 where it has not been asked for.
    steps: &'static [Steps],
    /// By state what a suit is worth that ends there.
    ends: &'static [AtomicU64],
    made: Mutex<StateTable>,
}

type Steps = [AtomicU16; SYMBOLS];

// alone, so that they are all zeros, which no program's file holds
static STEPS: [Steps; STATES] = [const { [const { AtomicU16::new(0) }; SYMBOLS] }; STATES];
static ENDS: [AtomicU64; STATES] = [const { AtomicU64::new(0) }; STATES];
static SUIT_STATES: SuitStates = SuitStates::over(&STEPS, &ENDS);

struct StateTable {
    numbers: FxHashMap<State, u16>,
    /// By number; the first is no state.
    states: Vec<State>,
}

type State = (SuitReading, Partial);

/// The readings, in the order of their first states: without and with runs, of up to 0, 1, 2, 3 groups.
fn readings() -> impl Iterator<Item = SuitReading> {
    (0..4).flat_map(|groups| [false, true].map(|runs| SuitReading { runs, groups }))
}

/// The state in which nothing is read.
fn start(reading: SuitReading) -> u16 {
    1 + 2 * u16::from(reading.groups) + u16::from(reading.runs)
}

fn symbol(have: u8, limit: u8) -> usize {
    // what is more than the limit is of no use
    usize::from(limit * (limit + 1) / 2 + have.min(limit))
}

/// What a suit is worth: of each kind `have` tiles, of which groups may use `limit`.
pub(super) fn read(kinds: impl Iterator<Item = (u8, u8)> + Clone, reading: SuitReading) -> Lanes {
    SUIT_STATES.read(kinds, reading)
}

/// The same, and with one tile more of each kind; [`Lanes::NONE`] where the limit does not let it have one.
pub(super) fn read_more(kinds: &[(u8, u8)], reading: SuitReading) -> (Lanes, [Lanes; 9]) {
    SUIT_STATES.read_more(kinds, reading)
}

impl SuitStates {
    /// With room for as many states as these have places.
    const fn over(steps: &'static [Steps], ends: &'static [AtomicU64]) -> SuitStates {
        let made = StateTable { numbers: FxHashMap::with_hasher(FxBuildHasher), states: Vec::new() };
        SuitStates { steps, ends, made: Mutex::new(made) }
    }

    fn read(&self, mut kinds: impl Iterator<Item = (u8, u8)> + Clone, reading: SuitReading) -> Lanes {
        let all = kinds.clone();
        let end =
            kinds.try_fold(start(reading), |state, (have, limit)| self.step(state, have, limit, reading));
        end.map_or_else(|| slowly(all, reading), |end| self.end(end))
    }

    fn read_more(&self, kinds: &[(u8, u8)], reading: SuitReading) -> (Lanes, [Lanes; 9]) {
        let mut more = [Lanes::NONE; 9];
        let mut state = Some(start(reading));
        for (i, &(have, limit)) in kinds.iter().enumerate() {
            if have < limit {
                let next = state.and_then(|state| self.step(state, have + 1, limit, reading));
                let rest = |state: u16| {
                    kinds[i + 1..]
                        .iter()
                        .try_fold(state, |state, &(have, limit)| self.step(state, have, limit, reading))
                };
                more[i] = next.and_then(rest).map_or_else(
                    || {
                        let one_more =
                            |(at, &(have, limit)): (usize, &(u8, u8))| (have + u8::from(at == i), limit);
                        slowly(kinds.iter().enumerate().map(one_more), reading)
                    },
                    |end| self.end(end),
                );
            }
            state = state.and_then(|state| self.step(state, have, limit, reading));
        }
        (state.map_or_else(|| slowly(kinds.iter().copied(), reading), |end| self.end(end)), more)
    }

    fn end(&self, state: u16) -> Lanes {
        Lanes::from_bits(self.ends[usize::from(state)].load(Ordering::Relaxed))
    }

    /// The next state; none if it is not made yet and cannot be now.
    fn step(&self, state: u16, have: u8, limit: u8, reading: SuitReading) -> Option<u16> {
        // acquired: the next state's end was stored before its number
        match self.steps[usize::from(state)][symbol(have, limit)].load(Ordering::Acquire) {
            0 => self.make(state, have, limit, reading),
            next => Some(next),
        }
    }

    /// Makes it, unless there is no room or another thread makes one: nobody waits, as a suit can be read without.
    #[cold]
    fn make(&self, state: u16, have: u8, limit: u8, reading: SuitReading) -> Option<u16> {
        let mut made = self.made.try_lock().ok()?;
        let StateTable { numbers, states } = &mut *made;
        if states.is_empty() {
            let starts = readings().map(|reading| (reading, Partial::START));
            states.push((reading, Partial::START));
            states.extend(starts);
        }
        let next = (reading, states[usize::from(state)].1.feed(have, limit, reading));
        let number = match numbers.get(&next) {
            Some(&number) => number,
            None => {
                if states.len() == self.ends.len() {
                    return None;
                }
                let number = states.len() as u16;
                let end = Lanes::of(&next.1.finish()).bits();
                self.ends[usize::from(number)].store(end, Ordering::Relaxed);
                numbers.insert(next, number);
                states.push(next);
                number
            }
        };
        self.steps[usize::from(state)][symbol(have, limit)].store(number, Ordering::Release);
        Some(number)
    }
}

/// The same without the automaton.
fn slowly(kinds: impl Iterator<Item = (u8, u8)>, reading: SuitReading) -> Lanes {
    let read = |read: Partial, (have, limit)| read.feed(have, limit, reading);
    Lanes::of(&kinds.fold(Partial::START, read).finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::distances::{Distances, FAR};
    use std::collections::BTreeSet;

    type Suit = Vec<(u8, u8)>;

    fn with_room(states: usize) -> SuitStates {
        let steps: Vec<Steps> = (0..states).map(|_| [const { AtomicU16::new(0) }; SYMBOLS]).collect();
        let ends: Vec<AtomicU64> = (0..states).map(|_| AtomicU64::new(0)).collect();
        SuitStates::over(steps.leak(), ends.leak())
    }

    /// SplitMix64 (Steele et al.), below `n`.
    fn below(state: &mut u64, n: u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % n
    }

    /// Limits that melds leave in a suit, by the number of melds in the hand.
    fn limits(melds: usize, runs: bool) -> BTreeSet<Vec<u8>> {
        let kinds = if runs { 9 } else { 7 };
        let mut groups: Vec<Vec<u8>> = vec![];
        for kind in 0..kinds {
            for tiles in [3, 4] {
                groups.push((0..kinds).map(|i| if i == kind { tiles } else { 0 }).collect());
            }
            if runs && kind < 7 {
                groups.push((0..kinds).map(|i| u8::from((kind..kind + 3).contains(&i))).collect());
            }
        }
        let mut all = BTreeSet::from([vec![4u8; kinds]]);
        for _ in 0..melds {
            let less: Vec<Vec<u8>> = (all.iter())
                .flat_map(|left| groups.iter().map(move |group| left.iter().zip(group)))
                .filter_map(|pairs| pairs.map(|(left, used)| left.checked_sub(*used)).collect())
                .collect();
            all.extend(less);
        }
        all
    }

    /// A suit of a hand with so many melds.
    fn suit(random: &mut u64, limits: &[Vec<u8>], melds: usize) -> Suit {
        let limit = &limits[below(random, limits.len() as u64) as usize];
        let mut have = vec![0; limit.len()];
        for _ in 0..below(random, 15 - 3 * melds as u64) {
            let kind = below(random, limit.len() as u64) as usize;
            have[kind] = limit[kind].min(have[kind] + 1);
        }
        have.into_iter().zip(limit.iter().copied()).collect()
    }

    /// Eq. 10 by trying every set of groups.
    fn by_definition(suit: &[(u8, u8)], reading: SuitReading) -> Lanes {
        fn add(
            suit: &[(u8, u8)],
            w: &mut [u8],
            runs: bool,
            from: usize,
            groups: usize,
            best: &mut Distances,
        ) {
            let far = |w: &[u8]| suit.iter().zip(w).any(|(&(_, limit), &w)| w > limit);
            let lacks =
                |w: &[u8]| suit.iter().zip(w).map(|(&(have, _), &w)| w.saturating_sub(have)).sum::<u8>();
            if far(w) {
                return;
            }
            best[groups] = best[groups].min(lacks(w));
            for pair in 0..w.len() {
                w[pair] += 2;
                if !far(w) {
                    best[5 + groups] = best[5 + groups].min(lacks(w));
                }
                w[pair] -= 2;
            }
            if groups == 3 {
                return;
            }
            for group in from..if runs { 16 } else { 7 } {
                let tiles =
                    if runs && group >= 9 { vec![group - 9, group - 8, group - 7] } else { vec![group; 3] };
                tiles.iter().for_each(|&i| w[i] += 1);
                add(suit, w, runs, group, groups + 1, best);
                tiles.iter().for_each(|&i| w[i] -= 1);
            }
        }
        let mut best = [FAR; 10];
        add(suit, &mut vec![0; suit.len()], reading.runs, 0, 0, &mut best);
        Lanes::of(&best)
    }

    #[test]
    fn suits_read_by_steps_are_worth_what_they_are_by_definition() {
        let little = with_room(40);
        let mut random = 3;
        for melds in 1..=4 {
            for runs in [false, true] {
                let limits: Vec<_> = limits(melds, runs).into_iter().collect();
                let reading = SuitReading { runs, groups: 4 - melds as u8 };
                for _ in 0..400 {
                    let suit = suit(&mut random, &limits, melds);
                    let expected = by_definition(&suit, reading);
                    let is_like = |lanes: Lanes| lanes.is_like(expected, 4 - melds);
                    assert!(is_like(read(suit.iter().copied(), reading)), "{suit:?}");
                    assert!(is_like(slowly(suit.iter().copied(), reading)), "{suit:?}");
                    // without room for more states
                    assert!(is_like(little.read(suit.iter().copied(), reading)), "{suit:?}");
                    let (now, more) = read_more(&suit, reading);
                    assert!(is_like(now), "{suit:?}");
                    assert_eq!(little.read_more(&suit, reading), (now, more));
                    for (i, more) in more.into_iter().enumerate() {
                        let mut suit = suit.clone();
                        match suit.get_mut(i) {
                            Some((have, limit)) if *have < *limit => *have += 1,
                            _ => {
                                assert_eq!(more, Lanes::NONE);
                                continue;
                            }
                        }
                        assert!(more.is_like(by_definition(&suit, reading), 4 - melds), "{suit:?}");
                    }
                }
            }
        }
        assert_eq!(little.made.lock().unwrap().states.len(), 40);
    }

    #[test]
    fn all_hands_of_the_game_have_room() {
        let whole = with_room(STATES);
        for melds in 1..=4 {
            for reading in [false, true].map(|runs| SuitReading { runs, groups: 4 - melds as u8 }) {
                for limits in limits(melds, reading.runs) {
                    // states with the fewest tiles that lead there
                    let mut states = FxHashMap::from_iter([(start(reading), 0)]);
                    for limit in limits {
                        let mut next = FxHashMap::default();
                        for (&state, &tiles) in &states {
                            for have in
                                (0..=limit).take_while(|have| tiles + usize::from(*have) <= 14 - 3 * melds)
                            {
                                let least: &mut usize = next
                                    .entry(whole.step(state, have, limit, reading).unwrap())
                                    .or_insert(14);
                                *least = (*least).min(tiles + usize::from(have));
                            }
                        }
                        states = next;
                    }
                }
            }
        }
        let steps = whole.steps.iter().flatten().filter(|step| step.load(Ordering::Relaxed) > 0).count();
        assert_eq!((whole.made.lock().unwrap().numbers.len(), steps), (4_813, 34_802));
    }

    #[test]
    fn threads_that_ask_at_once_read_the_same() {
        let shared = with_room(STATES);
        let reading = SuitReading { runs: true, groups: 3 };
        let limits: Vec<_> = limits(1, true).into_iter().collect();
        let mut random = 5;
        let suits: Vec<Suit> = (0..2_000).map(|_| suit(&mut random, &limits, 1)).collect();
        let all = || suits.iter().map(|suit| shared.read(suit.iter().copied(), reading)).collect::<Vec<_>>();
        let read: Vec<Vec<Lanes>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(all)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let slow: Vec<Lanes> = suits.iter().map(|suit| slowly(suit.iter().copied(), reading)).collect();
        assert!(read.iter().all(|read| *read == slow));
    }
}
