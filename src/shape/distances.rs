//! Partial replacement numbers of one suit and how they add up (seed 001, eq. 10, 13, 14, 16).
//!
//! `build.rs` makes the lookup of these; the crate itself needs them where melds limit the copies.

/// u_0..u_4, then t_0..t_4 of eq. 10: tiles to draw until a suit holds m groups, without and with a pair.
pub type Distances = [u8; 10];

/// No such set of groups exists under the limits; two of these still add up within a byte.
pub const FAR: u8 = 64;

/// Cheapest ways to build groups from the kinds read so far: `[a][b]`, where a runs want the next kind
/// only, and b runs the next two. Three equal runs are three triplets, so a and b are at most 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Partial([[Distances; 3]; 3]);

impl Partial {
    /// Nothing read.
    pub const START: Partial = {
        let mut ways = [[[FAR; 10]; 3]; 3];
        ways[0][0][0] = 0;
        Partial(ways)
    };

    /// Reads one kind: `have` tiles of it, of which the finished groups may use `limit`.
    pub fn feed(&self, have: u8, limit: u8, runs: bool) -> Partial {
        let mut out = [[[FAR; 10]; 3]; 3];
        for (a, from) in self.0.iter().enumerate() {
            for (b, from) in from.iter().enumerate() {
                if from.iter().all(|&d| d == FAR) {
                    continue;
                }
                for started in 0..if runs { 3 } else { 1 } {
                    for triplet in 0..2 {
                        for pair in 0..2 {
                            let uses = (a + b + started + 3 * triplet + 2 * pair) as u8;
                            if uses <= limit {
                                let draws = uses.saturating_sub(have);
                                extend(&mut out[b][started], from, draws, started + triplet, pair);
                            }
                        }
                    }
                }
            }
        }
        Partial(out)
    }

    /// The suit's partial replacement numbers after its last kind: no run is left open.
    pub fn finish(&self) -> Distances {
        self.0[0][0]
    }
}

fn extend(into: &mut Distances, from: &Distances, draws: u8, groups: usize, pair: usize) {
    for m in groups..5 {
        let (u, t) = (from[m - groups], from[5 + m - groups]);
        if pair == 0 {
            into[m] = into[m].min(u + draws);
            into[5 + m] = into[5 + m].min(t + draws);
        } else {
            into[5 + m] = into[5 + m].min(u + draws);
        }
    }
}

/// Eq. 13 and 14: the partial replacement numbers of two disjoint parts of a hand together.
pub fn join(a: &Distances, b: &Distances) -> Distances {
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
pub fn replacement(a: &Distances, b: &Distances, groups: usize) -> u8 {
    (0..=groups)
        .map(|i| (a[5 + i] + b[groups - i]).min(a[i] + b[5 + groups - i]))
        .min()
        .unwrap_or(FAR)
        .min(FAR)
}
