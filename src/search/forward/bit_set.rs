//! A set of small numbers: hands that are held, tenpai hands in riichi.

/// One bit a number.
pub(crate) struct BitSet(Vec<u64>);

impl BitSet {
    /// None of the numbers below `most`.
    pub(crate) fn none(most: usize) -> BitSet {
        BitSet(vec![0; most.div_ceil(64)])
    }

    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The members of some sets of as many numbers, in order.
    pub(crate) fn union<'a>(sets: impl Iterator<Item = &'a BitSet>, members: &mut Vec<u32>) {
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
