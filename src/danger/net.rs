//! A small net that sees an opponent's discards, melds and passed tiles as a whole.
//!
//! With `x` the features of a suit's nine kinds and `t` those of the table, every suit has the hidden units
//! `a = relu(K x + T t + b)`, then `h = relu(O a + S (a1 + a2 + a3) + c)`, and its nine log-odds are `W h + d`:
//! three suits with the same weights. Each number also looks around itself, with the same weights wherever it stands:
//! with `e_s` the features of the kind `s` steps away, `k = relu(sum over -4..4 of E_s e_s + P + R t)`, then
//! `g = relu(sum over -2..2 of F_s k_s + A a + B (a1 + a2 + a3) + Q)`, and `V g` is added to its log-odds; `P`, `Q` and
//! `V` are each place's own. Honours have a small layer of their own, that sees the suits' sum.
//! A suit mirrored (1 for 9) is the same question, so both are asked, and the mean is the answer.

use super::inputs::{Inputs, OF_KIND, OF_TABLE, SORTS};
use crate::dense::{add, add_times, dot, matrices, relu};
use crate::params::{Format, Params, ParamsError, layout_hash};
use crate::tile::Kind;

/// Units of a suit's first layer.
pub const FIRST: usize = 44;
/// Of its second.
pub const SECOND: usize = 48;
/// Of the honours' only one.
pub const HONOUR: usize = 16;
/// Of either layer of a number that looks around itself.
pub const NEAR: usize = 32;
/// Kinds of a suit.
pub const NUMBERS: usize = 9;
/// How far a number looks for features,
pub const FAR: usize = 4;
/// and for what others have seen.
pub const NEXT: usize = 2;

/// One matrix of weights, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Block {
    /// From a suit's features to its first layer: a row for each number and feature.
    Kinds,
    /// From the table's features.
    Table,
    /// The first layer's constants.
    First,
    /// From a suit's first layer to its second.
    Own,
    /// From the sum of all first layers.
    Sum,
    /// The second layer's constants.
    Second,
    /// From the second layer to each number's log-odds.
    Waits,
    /// Their constants.
    Constants,
    /// From features around a number to its own first layer: for each feature a row for each step.
    Around,
    /// From the table's features to it.
    AroundTable,
    /// Its constants, by place.
    AroundPlace,
    /// From first layers around a number to its second: for each unit a row for each step.
    Next,
    /// From its suit's first layer to it.
    NextOwn,
    /// From the sum of all suits' first layers.
    NextSum,
    /// Its constants, by place.
    NextPlace,
    /// From it to the log-odds, by place.
    NextWaits,
    /// From an honour's features to its layer.
    HonourKinds,
    /// From its sort.
    HonourSorts,
    /// From the table's features.
    HonourTable,
    /// From the sum of the suits' first layers.
    HonourSum,
    /// The layer's constants.
    HonourFirst,
    /// To its log-odds.
    HonourWaits,
    /// Their constant.
    HonourConstant,
}

matrices!(Block);

impl Block {
    /// All of them, in the order of the weights.
    pub const ALL: [Block; 23] = [
        Block::Kinds,
        Block::Table,
        Block::First,
        Block::Own,
        Block::Sum,
        Block::Second,
        Block::Waits,
        Block::Constants,
        Block::Around,
        Block::AroundTable,
        Block::AroundPlace,
        Block::Next,
        Block::NextOwn,
        Block::NextSum,
        Block::NextPlace,
        Block::NextWaits,
        Block::HonourKinds,
        Block::HonourSorts,
        Block::HonourTable,
        Block::HonourSum,
        Block::HonourFirst,
        Block::HonourWaits,
        Block::HonourConstant,
    ];

    /// Rows, and how long each is.
    pub const fn size(self) -> (usize, usize) {
        match self {
            Block::Kinds => (NUMBERS * OF_KIND, FIRST),
            Block::Table => (OF_TABLE, FIRST),
            Block::First => (1, FIRST),
            Block::Own | Block::Sum => (FIRST, SECOND),
            Block::Second => (1, SECOND),
            Block::Waits => (NUMBERS, SECOND),
            Block::Constants => (1, NUMBERS),
            Block::Around => (OF_KIND * (2 * FAR + 1), NEAR),
            Block::AroundTable => (OF_TABLE, NEAR),
            Block::Next => (NEAR * (2 * NEXT + 1), NEAR),
            Block::NextOwn | Block::NextSum => (FIRST, NEAR),
            Block::AroundPlace | Block::NextPlace | Block::NextWaits => (NUMBERS, NEAR),
            Block::HonourKinds => (OF_KIND, HONOUR),
            Block::HonourSorts => (SORTS, HONOUR),
            Block::HonourTable => (OF_TABLE, HONOUR),
            Block::HonourSum => (FIRST, HONOUR),
            Block::HonourFirst | Block::HonourWaits => (1, HONOUR),
            Block::HonourConstant => (1, 1),
        }
    }

    /// The name of its section in a parameter file.
    pub fn section(self) -> String {
        format!("net {self:?}").to_lowercase()
    }

    /// The hash of what its numbers mean.
    pub fn layout(self) -> u64 {
        layout_hash(&format!("{} {self:?} {:?}", super::inputs::MEANING, self.size()))
    }

    /// How it is written: a byte each, where there are many.
    pub const fn format(self) -> Format {
        if self.len() > 1000 { Format::I8 } else { Format::I16 }
    }
}

/// How many weights there are.
pub const WEIGHTS: usize = Block::HonourConstant.range().end;

/// The net with its weights.
#[derive(Clone, Debug)]
pub struct Net {
    weights: Vec<f32>,
}

impl Net {
    /// The net of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it of another size or for other features.
    pub fn new(params: &Params) -> Result<Net, ParamsError> {
        let mut weights = Vec::with_capacity(WEIGHTS);
        for block in Block::ALL {
            weights.extend(params.numbers(&block.section(), block.layout(), block.len())?);
        }
        Ok(Net { weights })
    }

    fn row(&self, block: Block, i: usize) -> &[f32] {
        &self.weights[block.row(i)]
    }

    /// The log-odds of each kind as a wait of an opponent that is tenpai; those of kinds that cannot be one mean
    /// nothing.
    pub fn odds(&self, inputs: &Inputs) -> [f64; 34] {
        let [a, b] = [false, true].map(|mirrored| self.pass(inputs, mirrored));
        std::array::from_fn(|i| f64::from(a[i] + b[i]) / 2.0)
    }

    fn pass(&self, inputs: &Inputs, mirrored: bool) -> [f32; 34] {
        let mut odds = [0.0; 34];
        let mut table = [0.0; FIRST];
        add(self.row(Block::First, 0), &mut table);
        inputs.table.iter().for_each(|&f| add(self.row(Block::Table, f.into()), &mut table));
        let mut suits = [table; 3];
        let numbers = inputs.kinds.iter().filter(|(kind, _)| !kind.is_honour());
        for &(kind, feature) in numbers {
            let row = place(kind, mirrored) * OF_KIND + usize::from(feature);
            add(self.row(Block::Kinds, row), &mut suits[kind.suit().index()]);
        }
        suits.iter_mut().for_each(|units| relu(units));
        let sum: [f32; FIRST] = std::array::from_fn(|i| suits[0][i] + suits[1][i] + suits[2][i]);
        let mut base = [0.0; SECOND];
        add(self.row(Block::Second, 0), &mut base);
        self.apply(Block::Sum, &sum, &mut base);
        let hidden = suits.map(|units| {
            let mut hidden = base;
            self.apply(Block::Own, &units, &mut hidden);
            relu(&mut hidden);
            hidden
        });
        let near = self.near(inputs, mirrored, &suits, &sum);
        let constants = self.row(Block::Constants, 0);
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.is_honour()) {
            let (suit, place) = (kind.suit().index(), place(kind, mirrored));
            let near = dot(self.row(Block::NextWaits, place), &near[suit][place]);
            odds[kind.index()] = constants[place] + dot(self.row(Block::Waits, place), &hidden[suit]) + near;
        }
        let mut base = [0.0; HONOUR];
        add(self.row(Block::HonourFirst, 0), &mut base);
        inputs.table.iter().for_each(|&f| add(self.row(Block::HonourTable, f.into()), &mut base));
        self.apply(Block::HonourSum, &sum, &mut base);
        let mut honours = [base; 7];
        for (units, &sort) in honours.iter_mut().zip(&inputs.sorts) {
            add(self.row(Block::HonourSorts, sort.into()), units);
        }
        for &(kind, feature) in inputs.kinds.iter().filter(|(kind, _)| kind.is_honour()) {
            add(self.row(Block::HonourKinds, feature.into()), &mut honours[kind.index() - 27]);
        }
        for (odds, units) in odds[27..].iter_mut().zip(&mut honours) {
            relu(units);
            *odds = self.row(Block::HonourConstant, 0)[0] + dot(self.row(Block::HonourWaits, 0), units);
        }
        odds
    }

    /// What each number sees around itself: by suit and place.
    fn near(
        &self,
        inputs: &Inputs,
        mirrored: bool,
        suits: &[[f32; FIRST]; 3],
        sum: &[f32; FIRST],
    ) -> [[[f32; NEAR]; NUMBERS]; 3] {
        let mut table = [0.0; NEAR];
        inputs.table.iter().for_each(|&f| add(self.row(Block::AroundTable, f.into()), &mut table));
        let mut first = [[table; NUMBERS]; 3];
        for &(kind, feature) in inputs.kinds.iter().filter(|(kind, _)| !kind.is_honour()) {
            let suit = &mut first[kind.suit().index()];
            for (place, step) in around::<FAR>(place(kind, mirrored)) {
                let row = usize::from(feature) * (2 * FAR + 1) + step;
                add(self.row(Block::Around, row), &mut suit[place]);
            }
        }
        let mut all = [0.0; NEAR];
        self.apply(Block::NextSum, sum, &mut all);
        let mut near = [[all; NUMBERS]; 3];
        for ((near, first), suit) in near.iter_mut().zip(&mut first).zip(suits) {
            let mut own = [0.0; NEAR];
            self.apply(Block::NextOwn, suit, &mut own);
            for (at, first) in first.iter_mut().enumerate() {
                add(self.row(Block::AroundPlace, at), first);
                relu(first);
                for (unit, &seen) in first.iter().enumerate().filter(|(_, seen)| **seen != 0.0) {
                    for (place, step) in around::<NEXT>(at) {
                        let row = unit * (2 * NEXT + 1) + step;
                        add_times(seen, self.row(Block::Next, row), &mut near[place]);
                    }
                }
            }
            for (at, near) in near.iter_mut().enumerate() {
                add(&own, near);
                add(self.row(Block::NextPlace, at), near);
                relu(near);
            }
        }
        near
    }

    /// Adds a matrix times units.
    fn apply(&self, block: Block, units: &[f32], to: &mut [f32]) {
        for (i, &unit) in units.iter().enumerate().filter(|(_, unit)| **unit != 0.0) {
            add_times(unit, self.row(block, i), to);
        }
    }
}

/// The places that see one of their suit from at most so far away, and by which step, counted from 0.
pub fn around<const REACH: usize>(place: usize) -> impl Iterator<Item = (usize, usize)> {
    let from = place.saturating_sub(REACH);
    (from..NUMBERS.min(place + REACH + 1)).map(move |at| (at, place + REACH - at))
}

/// The place of a number in its suit, from 0.
fn place(kind: Kind, mirrored: bool) -> usize {
    let number = kind.number() - 1;
    if mirrored { NUMBERS - 1 - number } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Provenance, Section};

    fn number(n: &mut u64) -> u64 {
        *n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *n >> 33
    }

    fn sections(seed: u64) -> Vec<Section> {
        let mut n = seed;
        let numbers = |block: Block, n: &mut u64| {
            (0..block.len()).map(|_| number(n) as f32 / (1u64 << 31) as f32 - 0.5).collect()
        };
        let section = |block: Block| Section {
            name: block.section(),
            layout: block.layout(),
            format: Format::F32,
            numbers: numbers(block, &mut n),
            samples: 0,
        };
        Block::ALL.into_iter().map(section).collect()
    }

    fn params(sections: Vec<Section>) -> Params {
        Params::new("a test", Provenance::default(), sections)
    }

    fn inputs(seed: u64) -> Inputs {
        let mut n = seed;
        let mut inputs = Inputs::default();
        for kind in Kind::ALL {
            for feature in (0..OF_KIND as u8).filter(|_| number(&mut n).is_multiple_of(9)).collect::<Vec<_>>()
            {
                inputs.kinds.push((kind, feature));
            }
        }
        inputs.table = (0..OF_TABLE as u16).filter(|_| number(&mut n).is_multiple_of(8)).collect();
        inputs.sorts = std::array::from_fn(|_| number(&mut n) as u8 % SORTS as u8);
        inputs
    }

    /// The module's equations, entry by entry, in double precision.
    fn by_definition(sections: &[Section], inputs: &Inputs, mirrored: bool) -> [f64; 34] {
        let weight = |block: Block, row: usize, column: usize| {
            f64::from(sections[block as usize].numbers[row * block.size().1 + column])
        };
        let on = |kind: usize, feature: usize| {
            f64::from(u8::from(inputs.kinds.contains(&(Kind::ALL[kind], feature as u8))))
        };
        let in_table = |feature: usize| f64::from(u8::from(inputs.table.contains(&(feature as u16))));
        let shown = |number: usize| if mirrored { 8 - number } else { number };
        let first = |suit: usize, unit: usize| {
            let kinds = (0..9).flat_map(|place| (0..OF_KIND).map(move |feature| (place, feature)));
            let kinds: f64 = kinds
                .map(|(p, f)| weight(Block::Kinds, p * OF_KIND + f, unit) * on(suit * 9 + shown(p), f))
                .sum();
            let table: f64 = (0..OF_TABLE).map(|f| weight(Block::Table, f, unit) * in_table(f)).sum();
            (kinds + table + weight(Block::First, 0, unit)).max(0.0)
        };
        let first: Vec<Vec<f64>> =
            (0..3).map(|suit| (0..FIRST).map(|unit| first(suit, unit)).collect()).collect();
        let sum: Vec<f64> = (0..FIRST).map(|i| first.iter().map(|units| units[i]).sum()).collect();
        let times = |block: Block, units: &[f64], column: usize| {
            units.iter().enumerate().map(|(i, unit)| unit * weight(block, i, column)).sum::<f64>()
        };
        // what lies so many steps from a place, and none beyond the ends of the suit
        let beside = |place: usize, step: usize, far: usize| {
            (place + step).checked_sub(far).filter(|&other| other < 9)
        };
        let seen = |suit: usize, place: usize, unit: usize| {
            let kinds: f64 = (0..9)
                .filter_map(|step| Some((step, beside(place, step, 4)?)))
                .flat_map(|(step, other)| (0..OF_KIND).map(move |feature| (step, other, feature)))
                .map(|(step, other, f)| {
                    weight(Block::Around, f * 9 + step, unit) * on(suit * 9 + shown(other), f)
                })
                .sum();
            let table: f64 = (0..OF_TABLE).map(|f| weight(Block::AroundTable, f, unit) * in_table(f)).sum();
            (kinds + table + weight(Block::AroundPlace, place, unit)).max(0.0)
        };
        let seen: Vec<Vec<Vec<f64>>> = (0..3)
            .map(|suit| (0..9).map(|place| (0..NEAR).map(|unit| seen(suit, place, unit)).collect()).collect())
            .collect();
        let near = |suit: usize, place: usize, unit: usize| {
            let others = (0..5).filter_map(|step| Some((step, beside(place, step, 2)?)));
            let others: f64 = others
                .flat_map(|(step, other)| (0..NEAR).map(move |from| (step, other, from)))
                .map(|(step, other, from)| {
                    seen[suit][other][from] * weight(Block::Next, from * 5 + step, unit)
                })
                .sum();
            let suits = times(Block::NextOwn, &first[suit], unit) + times(Block::NextSum, &sum, unit);
            (others + suits + weight(Block::NextPlace, place, unit)).max(0.0)
        };
        std::array::from_fn(|kind| {
            if kind < 27 {
                let (suit, place) = (kind / 9, shown(kind % 9));
                let around = (0..NEAR).map(|j| near(suit, place, j) * weight(Block::NextWaits, place, j));
                let second = (0..SECOND).map(|j| {
                    let own = times(Block::Own, &first[suit], j) + times(Block::Sum, &sum, j);
                    (own + weight(Block::Second, 0, j)).max(0.0) * weight(Block::Waits, place, j)
                });
                return weight(Block::Constants, 0, place) + second.sum::<f64>() + around.sum::<f64>();
            }
            let sort = usize::from(inputs.sorts[kind - 27]);
            let units = (0..HONOUR).map(|j| {
                let own: f64 = (0..OF_KIND).map(|f| weight(Block::HonourKinds, f, j) * on(kind, f)).sum();
                let table: f64 = (0..OF_TABLE).map(|f| weight(Block::HonourTable, f, j) * in_table(f)).sum();
                let rest = times(Block::HonourSum, &sum, j) + weight(Block::HonourSorts, sort, j);
                let unit = (own + table + rest + weight(Block::HonourFirst, 0, j)).max(0.0);
                unit * weight(Block::HonourWaits, 0, j)
            });
            weight(Block::HonourConstant, 0, 0) + units.sum::<f64>()
        })
    }

    #[test]
    fn odds_are_the_equations() {
        for seed in 1..4 {
            let (sections, inputs) = (sections(seed), inputs(seed + 100));
            let [a, b] = [false, true].map(|mirrored| by_definition(&sections, &inputs, mirrored));
            let net = Net::new(&params(sections)).unwrap();
            for (i, odds) in net.odds(&inputs).into_iter().enumerate() {
                let expected = (a[i] + b[i]) / 2.0;
                assert!((odds - expected).abs() < 1e-3 * expected.abs().max(1.0), "{i}: {odds} {expected}");
            }
        }
    }

    #[test]
    fn mirrored_and_exchanged_suits_are_the_same_question() {
        let net = Net::new(&params(sections(5))).unwrap();
        let (asked, mut turned, mut exchanged) = (inputs(6), inputs(6), inputs(6));
        // 1 for 9 in every suit; and every suit in the place of the next
        let mirror = |i: usize| if i < 27 { i / 9 * 9 + 8 - i % 9 } else { i };
        let exchange = |i: usize| if i < 27 { (i + 9) % 27 } else { i };
        turned.kinds.iter_mut().for_each(|(kind, _)| *kind = Kind::ALL[mirror(kind.index())]);
        exchanged.kinds.iter_mut().for_each(|(kind, _)| *kind = Kind::ALL[exchange(kind.index())]);
        let odds = [&asked, &turned, &exchanged].map(|inputs| net.odds(inputs));
        for i in 0..34 {
            // sums in another order
            assert!((odds[0][i] - odds[1][mirror(i)]).abs() < 1e-4, "{i}");
            assert!((odds[0][i] - odds[2][exchange(i)]).abs() < 1e-4, "{i}");
        }
    }

    #[test]
    fn a_block_that_lacks_or_has_another_size_is_refused() {
        for (i, block) in Block::ALL.into_iter().enumerate() {
            let (mut lacks, mut longer, mut other) = (sections(7), sections(7), sections(7));
            lacks.remove(i);
            longer[i].numbers.push(0.0);
            other[i].layout ^= 1;
            let refused = |sections| Net::new(&params(sections)).unwrap_err();
            assert_eq!(refused(lacks), ParamsError::Missing(block.section()));
            let (section, expected) = (block.section(), block.len());
            assert_eq!(refused(longer), ParamsError::Length { section, found: expected + 1, expected });
            assert!(matches!(refused(other), ParamsError::Layout { .. }));
        }
        assert_eq!(Block::ALL.iter().map(|block| block.len()).sum::<usize>(), WEIGHTS);
    }
}
