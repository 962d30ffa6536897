//! A set of small numbers: hands that are held, tenpai hands in riichi.

/// One bit a number.
pub(super) struct Members(Vec<u64>);

impl Members {
    /// None of the numbers below `most`.
    pub(super) fn none(most: usize) -> Members {
        Members(vec![0; most.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The members of some sets of as many numbers, in order.
    pub(super) fn union<'a>(sets: impl Iterator<Item = &'a Members>, members: &mut Vec<u32>) {
        members.clear();
        let sets: Vec<&[u64]> = sets.map(|set| &set.0[..]).collect();
        for at in 0..sets.first().map_or(0, |set| set.len()) {
            let mut bits = sets.iter().fold(0, |bits, set| bits | set[at]);
            while bits != 0 {
                members.push(64 * at as u32 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}
