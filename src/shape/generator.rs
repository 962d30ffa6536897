//! Builds the packed lookup: a part of `build.rs`, not of the crate.
//!
//! tomohxx asks for the partial replacement numbers of every suit pattern (eq. 10). Read kind by kind, all
//! that a pattern's beginning contributes is a [`Partial`], and equal partials have equal futures: the
//! 405,350 patterns of a number suit fold into an automaton of about 10,000 states.

use super::distances::{Distances, FAR, Partial, SuitReading};
use std::collections::HashMap;

/// No pattern of more tiles is looked up.
const MAX_TILES: u8 = 14;

/// The contents of the lookup's tables; `lookup` says how they are read.
pub struct Tables {
    /// Where the row of a suit's upper half starts in `rows`: number suits, then honours.
    pub base: Vec<u32>,
    /// The column of a suit's lower half (kinds 1 to 4).
    pub column: Vec<u16>,
    /// Classes by row and column.
    pub rows: Vec<u8>,
    /// What a class stands for.
    pub distances: Vec<Distances>,
    /// The class of two parts together: 256 by 256.
    pub join: Vec<u8>,
    /// The replacement number of two parts, for 0 to 4 groups: 5 by 256 by 256.
    pub replacement: Vec<u8>,
}

/// Marks a class that no hand of at most 14 tiles has.
pub const NO_CLASS: u8 = 255;

/// Builds all tables.
pub fn tables() -> Tables {
    let mut classes = Classes::default();
    let (upper_numbers, number_rows) = halves(9, true, &mut classes);
    let (upper_honours, honour_rows) = halves(7, false, &mut classes);
    classes.close();

    let lower_total = |lower: usize| digits(lower, 4).iter().sum::<u8>();
    let mut lowers: Vec<usize> = (0..625).collect();
    lowers.sort_by_key(|&lower| lower_total(lower));
    let all: Vec<&Vec<u8>> = number_rows.iter().chain(&honour_rows).collect();
    let mut column = vec![0; 625];
    let mut seen: HashMap<Vec<u8>, u16> = HashMap::new();
    let mut kept = vec![];
    for lower in lowers {
        let content: Vec<u8> = all.iter().map(|row| row[lower]).collect();
        let fresh = seen.len() as u16;
        column[lower] = *seen.entry(content).or_insert_with(|| {
            kept.push(lower);
            fresh
        });
    }

    // columns are in order of tiles, so what a row lacks for having too many tiles is its tail
    let mut packed: Vec<(usize, Vec<u8>)> = (all.iter().enumerate())
        .map(|(i, row)| (i, kept.iter().map(|&l| row[l]).take_while(|&c| c != NO_CLASS).collect()))
        .collect();
    packed.sort_by_key(|(i, row)| (std::cmp::Reverse(row.len()), *i));
    let mut rows: Vec<u8> = vec![];
    let mut places: Vec<(u32, Vec<u8>)> = vec![];
    let mut place = vec![0; all.len()];
    for (i, row) in packed {
        place[i] = match places.iter().find(|(_, longer)| longer.starts_with(&row)) {
            Some(&(at, _)) => at,
            None => {
                let at = rows.len() as u32;
                rows.extend(&row);
                places.push((at, row));
                at
            }
        };
    }
    let numbers = upper_numbers.iter().map(|row| row.map_or(0, |r| place[r]));
    let honours = upper_honours.iter().map(|row| row.map_or(0, |r| place[number_rows.len() + r]));

    let list = &classes.list;
    let mut joined = vec![NO_CLASS; 256 * 256];
    let mut replacements = vec![NO_CLASS; 5 * 256 * 256];
    for (a, (da, _)) in list.iter().enumerate() {
        for (b, (db, _)) in list.iter().enumerate() {
            joined[a * 256 + b] = classes.ids.get(&join(da, db)).copied().unwrap_or(NO_CLASS);
            for groups in 0..5 {
                replacements[(groups * 256 + a) * 256 + b] = replacement(da, db, groups);
            }
        }
    }
    Tables {
        base: numbers.chain(honours).collect(),
        column,
        rows,
        distances: list.iter().map(|(d, _)| *d).collect(),
        join: joined,
        replacement: replacements,
    }
}

/// Distinct distances, with the fewest tiles that have them.
#[derive(Default)]
struct Classes {
    ids: HashMap<Distances, u8>,
    list: Vec<(Distances, u8)>,
}

impl Classes {
    fn id(&mut self, distances: Distances, tiles: u8) -> u8 {
        let fresh = self.list.len() as u8;
        let id = *self.ids.entry(distances).or_insert(fresh);
        if id == fresh {
            assert!(fresh < NO_CLASS, "classes fit a byte");
            self.list.push((distances, tiles));
        }
        let least = &mut self.list[id as usize].1;
        *least = tiles.min(*least);
        id
    }

    /// Adds what parts of a hand of at most 14 tiles can be joined to.
    fn close(&mut self) {
        let mut before = 0;
        while before < self.list.len() {
            before = self.list.len();
            for a in 0..before {
                for b in 0..before {
                    let ((da, ta), (db, tb)) = (self.list[a], self.list[b]);
                    if ta + tb <= MAX_TILES {
                        self.id(join(&da, &db), ta + tb);
                    }
                }
            }
        }
    }
}

/// For each upper half (kinds 5 and up) its row, if it has at most 14 tiles, and the rows: classes by lower half.
fn halves(kinds: usize, runs: bool, classes: &mut Classes) -> (Vec<Option<usize>>, Vec<Vec<u8>>) {
    let reading = SuitReading { runs, groups: 4 };
    let mut automaton = Automaton { reading, states: HashMap::new(), steps: vec![] };
    let start = automaton.state(Partial::START);
    let upper = kinds - 4;
    let mut states: Vec<(usize, u8)> = vec![]; // with the fewest tiles that lead there
    let mut row_of = HashMap::new();
    let rows_of_upper = (0..5usize.pow(upper as u32)).map(|half| {
        let counts = digits(half, upper);
        let tiles: u8 = counts.iter().sum();
        if tiles > MAX_TILES {
            return None;
        }
        let state = counts.iter().rev().fold(start, |state, &have| automaton.step(state, have));
        let row = *row_of.entry(state).or_insert_with(|| {
            states.push((state, tiles));
            states.len() - 1
        });
        states[row].1 = tiles.min(states[row].1);
        Some(row)
    });
    let rows_of_upper: Vec<Option<usize>> = rows_of_upper.collect();
    let row = |&(state, tiles): &(usize, u8)| {
        let class = |lower: usize| {
            let counts = digits(lower, 4);
            let tiles = tiles + counts.iter().sum::<u8>();
            if tiles > MAX_TILES {
                return NO_CLASS;
            }
            let end = counts.iter().rev().fold(state, |state, &have| automaton.step(state, have));
            classes.id(automaton.partial(end).finish(), tiles)
        };
        (0..625).map(class).collect()
    };
    let rows = states.iter().map(row).collect();
    (rows_of_upper, rows)
}

/// The base-5 digits of a half: counts of its kinds.
fn digits(half: usize, kinds: usize) -> Vec<u8> {
    (0..kinds).map(|i| (half / 5usize.pow(i as u32) % 5) as u8).collect()
}

/// Partials by number, and where the next kind's count leads, as far as it has been asked.
struct Automaton {
    reading: SuitReading,
    states: HashMap<Partial, usize>,
    steps: Vec<(Partial, [Option<usize>; 5])>,
}

impl Automaton {
    fn state(&mut self, partial: Partial) -> usize {
        *self.states.entry(partial).or_insert_with(|| {
            self.steps.push((partial, [None; 5]));
            self.steps.len() - 1
        })
    }

    fn partial(&self, state: usize) -> &Partial {
        &self.steps[state].0
    }

    fn step(&mut self, state: usize, have: u8) -> usize {
        if let Some(next) = self.steps[state].1[have as usize] {
            return next;
        }
        let next = self.state(self.steps[state].0.feed(have, 4, self.reading));
        self.steps[state].1[have as usize] = Some(next);
        next
    }
}

/// Eq. 13 and 14: the partial replacement numbers of two disjoint parts of a hand together.
fn join(a: &Distances, b: &Distances) -> Distances {
    let mut out = [FAR; 10];
    for i in 0..5 {
        for j in 0..5 - i {
            out[i + j] = out[i + j].min(a[i] + b[j]);
            out[5 + i + j] = out[5 + i + j].min(a[5 + i] + b[j]).min(a[i] + b[5 + j]);
        }
    }
    out
}

/// Eq. 16 for two disjoint parts: t_groups of both together.
fn replacement(a: &Distances, b: &Distances, groups: usize) -> u8 {
    (0..=groups)
        .map(|i| (a[5 + i] + b[groups - i]).min(a[i] + b[5 + groups - i]))
        .min()
        .unwrap_or(FAR)
        .min(FAR)
}
