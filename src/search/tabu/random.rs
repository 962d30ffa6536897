//! Numbers that follow from a seed, the same everywhere.

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
pub(super) struct Random(u64);

impl Random {
    /// The numbers of one run; those of others do not depend on it.
    pub(super) fn of_run(seed: u64, run: u32) -> Random {
        let mut random = Random(seed);
        Random(random.next() ^ Random(u64::from(run)).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Less than `n`, which is not 0.
    pub(super) fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u32
    }
}
