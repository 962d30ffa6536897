//! Partial replacement numbers of one suit (tomohxx, eq. 10), read kind by kind.
//!
//! `build.rs` makes the lookup of these; the crate itself reads suits of which melds limit the copies.

/// u_0..u_4, then t_0..t_4 of eq. 10: tiles to draw until a suit holds m groups, without and with a pair.
pub type Distances = [u8; 10];

/// No such set of groups exists under the limits: more than any real distance, which is at most 14.
pub const FAR: u8 = 16;

/// What is asked of a suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SuitReading {
    /// Whether it has runs.
    pub runs: bool,
    /// Sets of more groups than these, at most 4, are left out.
    pub groups: u8,
}

/// Cheapest ways to build groups from the kinds read so far: `[a][b]`, where a runs want the next kind
/// only, and b runs the next two. Three equal runs are three triplets, so a and b are at most 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Partial([[Ways; 3]; 3]);

impl Partial {
    /// Nothing read.
    pub const START: Partial = {
        let mut ways = [[Ways::NONE; 3]; 3];
        ways[0][0] = Ways(Ways::NONE.0 - FAR as u64);
        Partial(ways)
    };

    /// Reads one kind: `have` tiles of it, of which the finished groups may use `limit`.
    #[must_use]
    pub fn feed(&self, have: u8, limit: u8, reading: SuitReading) -> Partial {
        let limit = usize::from(limit);
        let draws = |uses: usize| uses.saturating_sub(have.into()) as u64;
        let mut out = [[Ways::NONE; 3]; 3];
        let most = if reading.runs { 2 } else { 0 }; // started here
        for (a, from) in self.0.iter().enumerate() {
            for (b, &from) in from.iter().enumerate() {
                if from == Ways::NONE || a + b > limit {
                    continue;
                }
                let (paired, tripled) = (from.paired(), from.grown(1));
                // a pair beside a triplet would be five tiles
                for uses in a + b..=limit.min(a + b + most) {
                    let mut ways = from.plus(draws(uses));
                    if uses + 2 <= limit {
                        ways = ways.min(paired.plus(draws(uses + 2)));
                    }
                    if uses + 3 <= limit {
                        ways = ways.min(tripled.plus(draws(uses + 3)));
                    }
                    let started = uses - a - b;
                    out[b][started] = out[b][started].min(ways);
                }
            }
        }
        for row in &mut out {
            *row = [row[0], row[1].grown(1), row[2].grown(2)];
        }
        Partial(out).of_use(reading.groups)
    }

    /// Without what helps no suit: sets of too many groups, and those as dear as one of as many groups that
    /// wants fewer tiles of the next two kinds. So halves the number of different partials.
    fn of_use(mut self, groups: u8) -> Partial {
        for (a, b) in (0..3).flat_map(|a| (0..3).map(move |b| (a, b))) {
            let mut ways = self.0[a][b].up_to(groups);
            for wants_less in (0..=a).flat_map(|x| (0..=b).map(move |y| (x, y))) {
                if wants_less != (a, b) {
                    ways = ways.below(self.0[wants_less.0][wants_less.1]);
                }
            }
            self.0[a][b] = ways;
        }
        self
    }

    /// The suit's partial replacement numbers after its last kind: no run is left open.
    pub fn finish(&self) -> Distances {
        let Ways(lanes) = self.0[0][0];
        std::array::from_fn(|set| (lanes >> (6 * set)) as u8 & 31)
    }
}

/// [`Distances`] in ten lanes of six bits: at most [`FAR`], so that four draws more leave the top bit free
/// for comparing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Ways(u64);

impl Ways {
    const ONES: u64 = (1 << 60) / 63;
    const NONE: Ways = Ways(Self::ONES * FAR as u64);
    /// Lanes that hold fewer than one, two groups.
    const SHORT: [u64; 3] = [0, 31 | 31 << 30, 0x7df | 0x7df << 30];

    /// `draws` is at most 4.
    fn plus(self, draws: u64) -> Ways {
        Ways(self.0 + Self::ONES * draws)
    }

    fn min(self, other: Ways) -> Ways {
        let lanes = self.not_below(other);
        Ways(other.0 & lanes | self.0 & !lanes)
    }

    /// Without the lanes that are not less than the other's.
    fn below(self, other: Ways) -> Ways {
        let lanes = self.not_below(other);
        Ways(Self::NONE.0 & lanes | self.0 & !lanes)
    }

    /// All bits but the top one of each lane that is not less than the other's.
    fn not_below(self, other: Ways) -> u64 {
        let tops = Self::ONES << 5;
        let not_less = ((self.0 | tops) - other.0) & tops;
        not_less - (not_less >> 5)
    }

    /// Without the lanes of more groups.
    fn up_to(self, groups: u8) -> Ways {
        let half = (1 << (6 * (groups + 1))) - 1;
        let lanes = half | half << 30;
        Ways(self.0 & lanes | Self::NONE.0 & !lanes)
    }

    /// With a pair more.
    fn paired(self) -> Ways {
        let half = (1 << 30) - 1;
        Ways((self.0 & half) << 30 | Self::NONE.0 & half)
    }

    /// With this many groups more, at most 2.
    fn grown(self, groups: usize) -> Ways {
        let short = Self::SHORT[groups];
        let lanes = (1 << 60) - 1;
        Ways(self.0 << (6 * groups) & lanes & !short | Self::NONE.0 & short)
    }
}
