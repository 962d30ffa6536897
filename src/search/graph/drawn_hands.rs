//! Where hands meet: the 14-tile hands between the searched ones.
//!
//! The 14-tile hands are found by hashing: every searched hand names those that it comes from, and
//! two that name the same one meet there. Hands are sorted by their parts of the last two suits, so
//! that those which can meet in a 14-tile hand with given parts of these suits lie in a few stretches:
//! such a 14-tile hand is looked up among its own kind only, in a table that fits into the nearest
//! cache. Numbers are by these two parts and then by first mention, for any number of threads.

use crate::search::graph::mentions::{Hands, Segment};
use crate::search::graph::{Successor, tile_code};
use crate::search::set::origin::position;
use crate::search::set::suit::CallKind;
use crate::search::values::tenpai::NONE;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// In the place of a discard's tile: a kan or kita.
const KAN: u8 = u8::MAX;

/// Some of the 14-tile hands.
#[derive(Default)]
pub(crate) struct Batch {
    /// Class, soonest, and number of children.
    pub(crate) drawn: Vec<(u8, u8, u8)>,
    pub(crate) children: Vec<Successor>,
    /// Hands in each class.
    pub(crate) sizes: [u32; CLASSES],
}

/// Numbers of kans and norths set aside, 0..=8, and the hands after a call.
pub(crate) const CLASSES: usize = 10;
pub(crate) const AFTER_CALL: usize = CLASSES - 1;

/// Bits of a batch's own number for a 14-tile hand: the marker, the class, the position.
pub(crate) const DRAWN: u32 = 1 << 31;
pub(crate) const CLASS_SHIFT: u32 = 27;

impl Batch {
    /// Gives back the memory that nothing has come into.
    pub(crate) fn fit(&mut self) {
        self.drawn.shrink_to_fit();
        self.children.shrink_to_fit();
    }

    fn push(&mut self, class: usize, soonest: u8, children: impl Iterator<Item = Successor>) -> u32 {
        let before = self.children.len();
        self.children.extend(children);
        self.drawn.push((class as u8, soonest, (self.children.len() - before) as u8));
        self.sizes[class] += 1;
        DRAWN | (class as u32) << CLASS_SHIFT | (self.sizes[class] - 1)
    }
}

/// What is found once for a set of 14-tile hands and then used again.
#[derive(Default)]
pub(crate) struct Scratch {
    table: Vec<(u32, u32)>,
    counts: Vec<u32>,
    classes: Vec<u8>,
    start: Vec<u32>,
    at: Vec<u32>,
    children: Vec<Successor>,
    tiles: Vec<u8>,
    codes: Vec<u32>,
    variants: FxHashMap<(u32, u8, u16), u32>,
}

impl Hands<'_> {
    /// The 14-tile hands with the same parts of the last two suits, whose mentions these are. Additions and calls are told what they lead to, in the
    /// order of the segments: a successor, or one of the batch's 14-tile hands.
    pub(crate) fn meet(
        &self,
        segments: &[Segment],
        (led_adds, led_calls): (&mut [u32], &mut [u32]),
        scratch: &mut Scratch,
        batch: &mut Batch,
    ) {
        let Scratch { table, counts, classes, start, at, children, tiles, codes, variants } = scratch;
        let adds = segments.iter().filter(|segment| segment.what.is_adds());
        let bits = (2 * led_adds.len()).next_power_of_two().trailing_zeros().max(1);
        table.clear();
        table.resize(1 << bits, (0, NONE));
        let place = |key: u32| (key.wrapping_mul(0x9e37_79b1) >> (32 - bits)) as usize;
        let mask = (1usize << bits) - 1;
        counts.clear();
        classes.clear();
        let mut led = led_adds.iter_mut();
        for segment in adds.clone() {
            self.each_add(segment, |key, node, add, _| {
                let mut at = place(key);
                let number = loop {
                    let entry = &mut table[at & mask];
                    if entry.1 == NONE {
                        *entry = (key, counts.len() as u32);
                        counts.push(0);
                        classes.push(self.kans(node) - u8::from(add.local.is_none()));
                        break entry.1;
                    }
                    if entry.0 == key {
                        break entry.1;
                    }
                    at += 1;
                };
                counts[number as usize] += 1;
                *led.next().expect("one of each mention") = number;
            });
        }
        let called = !led_calls.is_empty();
        start.clear();
        let mut sum = 0;
        // where nothing but taking the tile back can be done there is no choice
        start.extend(counts.iter().map(|&count| {
            sum += if count > 1 || called { count } else { 0 };
            sum - if count > 1 || called { count } else { 0 }
        }));
        at.clone_from(start);
        children.clear();
        children.resize(sum as usize, 0);
        tiles.clear();
        tiles.resize(if called { sum as usize } else { 0 }, 0);
        let mut mentions = led_adds.iter();
        for segment in adds {
            self.each_add(segment, |_, node, add, s| {
                let number = *mentions.next().expect("as many as before") as usize;
                if counts[number] == 1 && !called {
                    return;
                }
                let place = at[number] as usize;
                at[number] += 1;
                children[place] = match add.local {
                    Some(_) => node as u32,
                    None => self.exchanges.hands.len() as u32 + self.kan_places[node],
                };
                if called {
                    tiles[place] = add.local.map_or(KAN, |local| tile_code(s, local));
                }
            });
        }
        let range = |number: usize| start[number] as usize..(start[number] + counts[number]) as usize;
        let soonest = |range: Range<usize>| {
            children[range].iter().map(|&child| self.soonest(child)).min().expect("a hand has made it")
        };
        codes.clear();
        codes.resize(counts.len(), NONE);
        variants.clear();
        let mut led = led_calls.iter_mut();
        for segment in segments {
            self.each_call(segment, |key, call, s| {
                let led = led.next().expect("one of each mention");
                let mut at = place(key);
                let number = loop {
                    let entry = table[at & mask];
                    if entry.1 == NONE || entry.0 == key {
                        break entry.1;
                    }
                    at += 1;
                };
                if number == NONE || call.claim == CallKind::Kan {
                    *led = NONE;
                    return;
                }
                let range = range(number as usize);
                let barred = |code: u8| {
                    let local = usize::from(code % 10);
                    code == KAN || (usize::from(code / 10) == s && call.forbidden >> position(local) & 1 == 1)
                };
                let left = tiles[range.clone()].iter().filter(|&&code| !barred(code)).count();
                let mut allowed = range.clone().filter(|&at| !barred(tiles[at])).map(|at| children[at]);
                let code = match left {
                    0 => NONE,
                    1 => allowed.next().expect("one is left"),
                    _ if left == range.len() => {
                        let code = &mut codes[number as usize];
                        if *code == NONE {
                            let class = usize::from(classes[number as usize]);
                            *code = batch.push(class, soonest(range.clone()).saturating_sub(1), allowed);
                        }
                        *code
                    }
                    _ => *variants.entry((number, s as u8, call.forbidden)).or_insert_with(|| {
                        batch.push(AFTER_CALL, soonest(range.clone()).saturating_sub(1), allowed)
                    }),
                };
                *led = code;
            });
        }
        for number in 0..counts.len() {
            if counts[number] > 2 && codes[number] == NONE {
                let range = range(number);
                let kids = children[range.clone()].iter().copied();
                codes[number] = batch.push(usize::from(classes[number]), soonest(range), kids);
            }
        }
        for mention in led_adds {
            let number = *mention as usize;
            *mention = match counts[number] {
                1 => NONE,
                2 => {
                    // the first mention leads to the second hand, the second one to the first
                    let (first, end) = (start[number] as usize, start[number] + 2);
                    let again = at[number] != end;
                    at[number] = end + 1;
                    children[if again { first } else { first + 1 }]
                }
                _ => codes[number],
            };
        }
    }
}
