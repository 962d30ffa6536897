//! What the net is fitted on.

use nanikiru::danger::inputs::Inputs;
use nanikiru::danger::shapes::{Form, shapes};
use nanikiru::tile::{Counts, Kind};

/// An opponent as one seat sees it, and what it really held.
pub struct Sample {
    /// Kinds with their features.
    pub kinds: Box<[(u8, u8)]>,
    /// Features of the table.
    pub table: Box<[u16]>,
    /// Sorts of honours.
    pub sorts: [u8; 7],
    /// Kinds that may deal in, a bit each.
    pub possible: u64,
    /// Whether the hand was tenpai: otherwise it has neither waits nor shapes.
    pub tenpai: bool,
    /// Kinds that it could win on.
    pub ron: u64,
    /// Shapes that these completed.
    pub shapes: u128,
    /// Kinds of which it held one, and two.
    pub held: [u64; 2],
    /// What the model without the net says of each kind.
    pub taught: [f32; 34],
}

impl Sample {
    pub fn new(
        inputs: &Inputs,
        possible: impl IntoIterator<Item = Kind>,
        taught: [f64; 34],
        truth: &nanikiru_tools::decisions::Truth,
        concealed: &Counts,
    ) -> Sample {
        let bits = |kinds: &mut dyn Iterator<Item = Kind>| kinds.fold(0, |all, k| all | 1u64 << k.index());
        let of = |n: u8| bits(&mut Kind::ALL.into_iter().filter(|&k| concealed[k] >= n));
        Sample {
            kinds: inputs.kinds.iter().map(|&(kind, feature)| (kind.index() as u8, feature)).collect(),
            table: inputs.table.as_slice().into(),
            sorts: inputs.sorts,
            possible: bits(&mut possible.into_iter()),
            tenpai: truth.tenpai,
            ron: bits(&mut truth.ron.iter()),
            shapes: truth.shapes,
            held: [of(1), of(2)],
            taught: taught.map(|rate| rate as f32),
        }
    }

    /// Whether a kind was a wait, softened by what is taught: 1 leaves only that.
    pub fn target(&self, kind: usize, soft: f32) -> f32 {
        let soft = if self.tenpai { soft } else { 1.0 };
        (1.0 - soft) * (self.ron >> kind & 1) as f32 + soft * self.taught[kind]
    }
}

/// What else a suit is asked for, by places in it: one of a kind held, two held, shapes of every form.
pub const BESIDE: usize = 9 + 9 + SHAPES;
/// Shapes of a suit.
const SHAPES: usize = 6 + 9 + 9 + 9;
/// Where closed shapes begin: those around 2 to 8, then 12 and 89; pairs and single tiles come after them.
const CLOSED: usize = 9 + 9 + 6;
/// The same for an honour: one held, two held, a pair and a single tile that wait.
pub const HONOUR_BESIDE: usize = 4;

/// The same for a number: one held, two held, a closed wait for it, a pair and a single tile that wait.
pub const BESIDE_NUMBER: usize = 5;

/// For each suit, and each number of a suit not mirrored and mirrored, what the list of shapes calls it.
pub struct Places {
    shapes: [[[usize; SHAPES]; 2]; 3],
    honours: [[usize; 2]; 7],
}

impl Places {
    pub fn new() -> Places {
        let find = |form: Form, held: &[usize]| {
            let is =
                |kinds: &[Kind]| kinds.len() == held.len() && kinds.iter().all(|k| held.contains(&k.index()));
            let mut all = shapes().iter();
            all.position(|s| s.form == form && is(&s.held)).expect("every shape is listed")
        };
        let of_suit = |suit: usize, mirrored: bool| {
            let kind = |n: usize| suit * 9 + if mirrored { 8 - n } else { n };
            let two = |form: Form, a: usize, b: usize| {
                let (a, b) = (kind(a), kind(b));
                find(form, &[a.min(b), a.max(b)])
            };
            let ryanmen = (1..7).map(|n| two(Form::Ryanmen, n, n + 1));
            let edges = [(0, 1), (7, 8)].map(|(a, b)| two(Form::Closed, a, b));
            let closed = (0..7).map(|n| two(Form::Closed, n, n + 2)).chain(edges);
            let pairs = (0..9).map(|n| find(Form::Shanpon, &[kind(n), kind(n)]));
            let single = (0..9).map(|n| find(Form::Tanki, &[kind(n)]));
            let all: Vec<usize> = ryanmen.chain(closed).chain(pairs).chain(single).collect();
            all.try_into().expect("so many shapes")
        };
        Places {
            shapes: [0, 1, 2].map(|suit| [false, true].map(|mirrored| of_suit(suit, mirrored))),
            honours: std::array::from_fn(|i| {
                [find(Form::Shanpon, &[27 + i, 27 + i]), find(Form::Tanki, &[27 + i])]
            }),
        }
    }

    /// Whether something else is so for a suit, and whether it is about shapes; none when that is not known.
    pub fn suit(&self, sample: &Sample, suit: usize, mirrored: bool, i: usize) -> Option<bool> {
        let kind = |n: usize| suit * 9 + if mirrored { 8 - n } else { n };
        match i {
            0..18 => Some(sample.held[i / 9] >> kind(i % 9) & 1 == 1),
            _ => {
                let shape = self.shapes[suit][usize::from(mirrored)][i - 18];
                sample.tenpai.then_some(sample.shapes >> shape & 1 == 1)
            }
        }
    }

    /// The same for a number of a suit.
    pub fn number(
        &self,
        sample: &Sample,
        (suit, mirrored): (usize, bool),
        number: usize,
        i: usize,
    ) -> Option<bool> {
        let ask = |i: usize| self.suit(sample, suit, mirrored, i);
        match (i, number) {
            (0..2, _) => ask(9 * i + number),
            (2, 0 | 8) => None,
            (2, 2 | 6) => Some(ask(CLOSED + number - 1)? || ask(CLOSED + if number == 2 { 7 } else { 8 })?),
            (2, _) => ask(CLOSED + number - 1),
            _ => ask(CLOSED + 9 * (i - 2) + number),
        }
    }

    /// The same for an honour.
    pub fn honour(&self, sample: &Sample, honour: usize, i: usize) -> Option<bool> {
        match i {
            0..2 => Some(sample.held[i] >> (27 + honour) & 1 == 1),
            _ => sample.tenpai.then_some(sample.shapes >> self.honours[honour][i - 2] & 1 == 1),
        }
    }
}
