//! How far a suit part is from its share of a winning hand, as a vector: the tiles to draw for every
//! share that it may have. Parts of different suits join by min-plus sums (as in tomohxx, eq. 13).

use crate::search::set::origin::SuitRoot;

/// "Out of reach" in a distance vector; sums of four stay below 256.
const FAR: u8 = 60;

/// Tiles to draw for `m` groups, melds included, without (`m`) and with the pair (`5 + m`), for `k`
/// of the seven pairs (`10 + k`), for the suit's orphans without and with the pair (18, 19).
pub(crate) type Needs = [u8; 20];

pub(crate) const NO_NEED: Needs = {
    let mut needs = [FAR; 20];
    needs[0] = 0;
    needs[10] = 0;
    needs[18] = 0;
    needs
};

/// Which winning hands count.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    /// Without melds at the root: seven pairs and thirteen orphans count.
    pub(crate) special: bool,
    /// A winning hand may have this many tiles that the root has not: n + 1.
    pub(crate) reach: u8,
}

impl Goal {
    /// Distance to the nearest winning hand when the tiles fall into two parts.
    pub(crate) fn distance(self, a: &Needs, b: &Needs) -> u8 {
        let mut best = FAR;
        for m in 0..=4 {
            best = best.min(a[m] + b[9 - m]).min(a[5 + m] + b[4 - m]);
        }
        if self.special {
            for k in 0..=7 {
                best = best.min(a[10 + k] + b[17 - k]);
            }
            best = best.min(a[18] + b[19]).min(a[19] + b[18]);
        }
        best
    }

    /// Distance vector of two parts together; entries beyond the reach are all `FAR`.
    pub(crate) fn join(self, a: &Needs, b: &Needs) -> Needs {
        let mut sum = [FAR; 20];
        for i in 0..=4 {
            for j in 0..=4 - i {
                sum[i + j] = sum[i + j].min(a[i] + b[j]);
                sum[5 + i + j] = sum[5 + i + j].min(a[5 + i] + b[j]).min(a[i] + b[5 + j]);
            }
        }
        if self.special {
            for i in 0..=7 {
                for j in 0..=7 - i {
                    sum[10 + i + j] = sum[10 + i + j].min(a[10 + i] + b[10 + j]);
                }
            }
            sum[18] = a[18] + b[18];
            sum[19] = (a[19] + b[18]).min(a[18] + b[19]);
        }
        self.cut(sum)
    }

    pub(crate) fn cut(self, needs: Needs) -> Needs {
        needs.map(|n| if n > self.reach { FAR } else { n })
    }
}

/// Range that a winning hand's count of a kind may have, given the counts in the root and in the
/// hand between them.
pub(crate) fn between(from: u8, via: u8, cap: u8) -> (u8, u8) {
    match via.cmp(&from) {
        std::cmp::Ordering::Greater => (via, cap),
        std::cmp::Ordering::Equal => (0, cap),
        std::cmp::Ordering::Less => (0, via),
    }
}

/// The melds of a suit as the walk sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Base {
    /// Tiles of each kind in melds, a kan counted three.
    pub(crate) tiles: [u8; 9],
    /// Most tiles of each kind in a winning hand: 3 where a kan is.
    pub(crate) cap: [u8; 9],
    pub(crate) melds: usize,
}

impl Base {
    pub(crate) const NONE: Base = Base { tiles: [0; 9], cap: [4; 9], melds: 0 };
}

/// Needs for `m` groups without the pair (`m`) and with it (`8 + m`), as sixteen numbers of one byte so that all of them are
/// added and compared at once; the places between, and those after, are always `FAR`.
type NeedRow = [u8; 16];

const NO_ROW: NeedRow = [FAR; 16];

/// At least this stands in each place of a row.
const LEAST: NeedRow = {
    let mut least = NO_ROW;
    let mut m = 0;
    while m <= 4 {
        least[m] = 0;
        least[8 + m] = 0;
        m += 1;
    }
    least
};

fn least(a: &NeedRow, b: &NeedRow) -> NeedRow {
    std::array::from_fn(|i| a[i].min(b[i]))
}

fn dearer(row: &NeedRow, price: u8) -> NeedRow {
    row.map(|n| n + price)
}

/// Nothing in a row is farther than that.
fn is_far(row: &NeedRow) -> bool {
    *row == NO_ROW
}

/// The row with each number moved between its neighbours: 0 to 3 groups more or fewer, a pair more or fewer.
struct ShiftedRow([u8; 48]);

impl ShiftedRow {
    fn new(row: &NeedRow) -> ShiftedRow {
        let mut wide = [FAR; 48];
        wide[16..32].copy_from_slice(row);
        ShiftedRow(wide)
    }

    /// From the place `places` before.
    fn up(&self, places: usize) -> NeedRow {
        *self.0[16 - places..].first_chunk().expect("as many on each side")
    }

    /// From the place `places` after.
    fn down(&self, places: usize) -> NeedRow {
        *self.0[16 + places..].first_chunk().expect("as many on each side")
    }
}

/// The walk along one suit, kind by kind: cheapest needs for every number of open runs.
/// State `3 * a + b`: `a` runs began two kinds ago, `b` one kind ago. Three equal runs are three
/// triplets, so that no more than two of them need to be tried.
#[derive(Clone)]
pub(crate) struct Walk {
    groups: [NeedRow; 9],
    pairs: [u8; 8],
    orphans: [u8; 2],
}

impl Walk {
    const FAR: Walk = Walk { groups: [NO_ROW; 9], pairs: [FAR; 8], orphans: [FAR; 2] };

    pub(crate) fn start(base: &Base) -> Walk {
        let mut walk = Walk::FAR;
        walk.groups[0][base.melds] = 0;
        if base.melds == 0 {
            walk.pairs[0] = 0;
            walk.orphans[0] = 0;
        }
        walk
    }

    /// One kind further: `low..=high` tiles of it are allowed in the winning hand.
    pub(crate) fn step(
        &self,
        root: &SuitRoot,
        base: &Base,
        i: usize,
        low: u8,
        high: u8,
        special: bool,
    ) -> Walk {
        let have = root.counts[i];
        let cost = |count: u8| count.saturating_sub(have);
        let mut next = Walk::FAR;
        let new_runs = if root.runs() && i < 7 { 2 } else { 0 };
        for (state, needs) in self.groups.iter().enumerate() {
            if is_far(needs) {
                continue;
            }
            let moved = ShiftedRow::new(needs);
            let (a, b) = (state / 3, state % 3);
            for run in 0..=new_runs {
                let out = &mut next.groups[3 * b + run];
                for (triplet, pair) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let count = base.tiles[i] + (a + b + run + 3 * triplet + 2 * pair) as u8;
                    if count < low || count > high {
                        continue;
                    }
                    *out = least(out, &dearer(&moved.up(run + triplet + 8 * pair), cost(count)));
                }
            }
        }
        for row in &mut next.groups {
            *row = std::array::from_fn(|i| row[i].max(LEAST[i]));
        }
        if special && base.melds == 0 {
            let within = |count: u8| (low..=high).contains(&count);
            for k in 0..8 {
                if within(0) {
                    next.pairs[k] = next.pairs[k].min(self.pairs[k]);
                }
                if k < 7 && within(2) {
                    next.pairs[k + 1] = next.pairs[k + 1].min(self.pairs[k] + cost(2));
                }
            }
            let (plain, paired) = if root.is_orphan(i) { (1, 2) } else { (0, 255) };
            if within(plain) {
                next.orphans = self.orphans.map(|n| (n + cost(plain)).min(FAR));
            }
            if within(paired) {
                next.orphans[1] = next.orphans[1].min(self.orphans[0] + cost(paired));
            }
        }
        next
    }

    /// The needs of the whole suit: no run is left open.
    pub(crate) fn needs(&self) -> Needs {
        let mut needs = [FAR; 20];
        needs[..5].copy_from_slice(&self.groups[0][..5]);
        needs[5..10].copy_from_slice(&self.groups[0][8..13]);
        needs[10..18].copy_from_slice(&self.pairs);
        needs[18..].copy_from_slice(&self.orphans);
        needs
    }

    /// The least that any winning hand through this state costs.
    pub(crate) fn bound(&self, rest: &Walk) -> u8 {
        let mut row = NO_ROW;
        for (ours, theirs) in self.groups.iter().zip(&rest.groups) {
            row = std::array::from_fn(|i| row[i].min(ours[i] + theirs[i]));
        }
        let mut best = row.into_iter().fold(FAR, u8::min);
        for (a, b) in self.pairs.iter().zip(&rest.pairs) {
            best = best.min(a + b);
        }
        for (a, b) in self.orphans.iter().zip(&rest.orphans) {
            best = best.min(a + b);
        }
        best
    }

    /// For each kind the cost of all that follows it, other suits included: the walk backwards.
    /// Entry `[m]` is the cost of the rest when `m` groups are made so far.
    pub(crate) fn rests(root: &SuitRoot, base: &Base, others: &Needs, special: bool) -> Vec<Walk> {
        let special = special && base.melds == 0;
        let mut rest = Walk::FAR;
        for m in 0..=4 {
            rest.groups[0][m] = others[9 - m];
            rest.groups[0][8 + m] = others[4 - m];
        }
        if special {
            for k in 0..=7 {
                rest.pairs[k] = others[17 - k];
            }
            rest.orphans = [others[19], others[18]];
        }
        let mut rests = vec![rest];
        for i in (0..root.size()).rev() {
            let after = rests.last().expect("starts with one");
            let cost = |count: u8| count.saturating_sub(root.counts[i]);
            let mut rest = Walk::FAR;
            let new_runs = if root.runs() && i < 7 { 2 } else { 0 };
            for (next, row) in after.groups.iter().enumerate() {
                let (b, run) = (next / 3, next % 3);
                if run > new_runs || is_far(row) {
                    continue;
                }
                let moved = ShiftedRow::new(row);
                for (triplet, pair) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let then = moved.down(run + triplet + 8 * pair);
                    for a in 0..3 {
                        let count = base.tiles[i] + (a + b + run + 3 * triplet + 2 * pair) as u8;
                        if count <= base.cap[i] {
                            let needs = &mut rest.groups[3 * a + b];
                            *needs = least(needs, &dearer(&then, cost(count)));
                        }
                    }
                }
            }
            for row in &mut rest.groups {
                *row = std::array::from_fn(|i| row[i].max(LEAST[i]));
            }
            if special {
                for k in 0..8 {
                    rest.pairs[k] = after.pairs[k];
                    if k < 7 {
                        rest.pairs[k] = rest.pairs[k].min(after.pairs[k + 1] + cost(2));
                    }
                }
                rest.orphans = after.orphans;
                if root.is_orphan(i) {
                    rest.orphans = after.orphans.map(|n| (n + cost(1)).min(FAR));
                    rest.orphans[0] = rest.orphans[0].min(after.orphans[1] + cost(2));
                }
            }
            rests.push(rest);
        }
        rests.reverse();
        rests
    }

    /// Needs of the suit when every winning hand counts.
    pub(crate) fn free(root: &SuitRoot, base: &Base, goal: Goal) -> Needs {
        let mut walk = Walk::start(base);
        for i in 0..root.size() {
            walk = walk.step(root, base, i, 0, base.cap[i], goal.special);
        }
        goal.cut(walk.needs())
    }
}
