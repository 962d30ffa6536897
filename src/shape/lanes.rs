//! Partial replacement numbers of a hand beside melds: all of them in one word.

use super::distances::{Distances, FAR};

/// u_0..u_3, then t_0..t_3 (tomohxx, eq. 10), a byte each: beside a meld no hand needs a fourth group.
///
/// Two of them together are at most 32 a lane, so that the top bits are free for comparing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lanes(u64);

const ONES: u64 = u64::from_le_bytes([1; 8]);
const TOPS: u64 = ONES << 7;
/// The lanes without a pair.
const LOW: u64 = u32::MAX as u64;

impl Lanes {
    /// More than any real distance.
    pub(super) const NONE: Lanes = Lanes(ONES * FAR as u64);

    pub(super) fn of(&[u0, u1, u2, u3, _, t0, t1, t2, t3, _]: &Distances) -> Lanes {
        Lanes(u64::from_le_bytes([u0, u1, u2, u3, t0, t1, t2, t3]))
    }

    pub(super) fn from_bits(bits: u64) -> Lanes {
        Lanes(bits)
    }

    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// Whether the first so many groups ask for the same.
    pub(super) fn is_like(self, other: Lanes, groups: usize) -> bool {
        (self.0 ^ other.0) & up_to(groups) == 0
    }

    /// Eq. 13 and 14: of two disjoint parts of a hand together.
    pub(super) fn join(self, other: Lanes) -> Lanes {
        let mut out = Lanes::NONE;
        for groups in 0..4 {
            let grown = other.grown(groups);
            out = out.min(Lanes(grown.0 + ONES * u64::from(self.lane(groups))));
            let paired = (grown.0 & LOW) << 32 | Lanes::NONE.0 & LOW;
            out = out.min(Lanes(paired + ((ONES << 32) * u64::from(self.lane(4 + groups)))));
        }
        out
    }

    /// What lane by lane is to be added to another part's for eq. 16: t_groups of both together is the least sum.
    pub(super) fn complement(self, groups: usize) -> Lanes {
        debug_assert!(groups < 4, "{groups} groups");
        // the other way round, u for t
        let turned = self.0.swap_bytes() >> (8 * (3 - groups)) & up_to(groups);
        Lanes(turned | Lanes::NONE.0 & !up_to(groups))
    }

    /// Eq. 16: the replacement number of this part beside another's complement.
    pub(super) fn replacement(self, complement: Lanes) -> u8 {
        let sums = Lanes(self.0 + complement.0);
        let fours = sums.min(Lanes(sums.0 >> 32));
        let twos = fours.min(Lanes(fours.0 >> 16));
        (twos.0 as u8).min((twos.0 >> 8) as u8).min(FAR)
    }

    /// Whether [`Lanes::replacement`] is less than `now`, which is at most [`FAR`].
    pub(super) fn is_nearer(self, complement: Lanes, now: u8) -> bool {
        let sums = self.0 + complement.0;
        ((sums | TOPS) - ONES * u64::from(now)) & TOPS != TOPS
    }

    fn lane(self, i: usize) -> u8 {
        (self.0 >> (8 * i)) as u8
    }

    fn min(self, other: Lanes) -> Lanes {
        let other_is_less = ((self.0 | TOPS) - other.0) & TOPS;
        let lanes = other_is_less - (other_is_less >> 7);
        Lanes(other.0 & lanes | self.0 & !lanes)
    }

    /// With this many groups more, at most 3.
    fn grown(self, groups: usize) -> Lanes {
        let short = LOW >> (8 * (4 - groups));
        let short = short | short << 32;
        Lanes(self.0 << (8 * groups) & !short | Lanes::NONE.0 & short)
    }
}

/// The bytes of at most so many groups.
fn up_to(groups: usize) -> u64 {
    let half = LOW >> (8 * (3 - groups));
    half | half << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::lookup::{Class, SuitKey};
    use crate::tile::{Counts, Kind, Suit};

    /// The classes of half a hand's tiles in one suit, with their lanes.
    fn parts() -> Vec<(Class, Lanes)> {
        let mut parts: Vec<(Class, Lanes)> = vec![];
        for pattern in 0..5usize.pow(9) {
            let have: [usize; 9] = std::array::from_fn(|i| pattern / 5usize.pow(i as u32) % 5);
            if have.iter().sum::<usize>() > 7 {
                continue;
            }
            let mut counts = Counts::EMPTY;
            for (&kind, &have) in Kind::ALL.iter().zip(&have) {
                (0..have).for_each(|_| counts.add(kind).unwrap());
            }
            let class = SuitKey::new(&counts, Suit::Man).unwrap().class();
            if parts.iter().all(|&(known, _)| known != class) {
                parts.push((class, Lanes::of(class.distances())));
            }
        }
        parts
    }

    #[test]
    fn lanes_join_and_end_as_classes_do() {
        let parts = parts();
        assert!(parts.len() > 32, "{}", parts.len());
        for &(a, x) in &parts {
            for &(b, y) in &parts {
                assert_eq!(x.join(y), Lanes::of(a.join(b).distances()), "{a:?} {b:?}");
                for groups in 0..4 {
                    let (fast, slow) = (x.replacement(y.complement(groups)), a.replacement(b, groups));
                    assert_eq!(fast, slow, "{a:?} {b:?} {groups}");
                    for now in 0..=FAR {
                        assert_eq!(x.is_nearer(y.complement(groups), now), slow < now, "{a:?} {b:?} {now}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_near_none() {
        for (_, lanes) in parts() {
            assert_eq!(lanes.join(Lanes::NONE), Lanes::NONE);
            for groups in 0..4 {
                assert_eq!(Lanes::NONE.replacement(lanes.complement(groups)), FAR);
                assert!(!Lanes::NONE.is_nearer(lanes.complement(groups), FAR));
            }
        }
    }
}
