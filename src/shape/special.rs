//! Seven pairs and thirteen orphans: sets of kinds and their sizes.

/// Bit i: kind i is a terminal or honour.
const ORPHANS: u64 = {
    let mut bits = 0;
    let mut i = 0;
    while i < 34 {
        if i >= 27 || i % 9 == 0 || i % 9 == 8 {
            bits |= 1 << i;
        }
        i += 1;
    }
    bits
};

const KINDS: u64 = (1 << 34) - 1;

/// The kinds of a hand by how many it has; bit i is kind i.
#[derive(Clone, Copy)]
pub(super) struct Special {
    one: u64,
    /// At least two.
    two: u64,
    /// All four.
    pub(super) full: u64,
}

impl Special {
    #[inline]
    pub(super) fn of(counts: &[u8; 34]) -> Special {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let (mut one, mut two, mut full) = (0, 0, 0);
        for i in 0..5 {
            let word = match counts[i * 8..].first_chunk() {
                Some(eight) => u64::from_le_bytes(*eight),
                None => u64::from(u16::from_le_bytes([counts[32], counts[33]])),
            };
            // a count is at most 4: bit 2 of count + 3 says at least 1, of count + 2 at least 2
            one |= gather((word + 3 * ONES) >> 2) << (i * 8);
            two |= gather((word + 2 * ONES) >> 2) << (i * 8);
            full |= gather(word >> 2) << (i * 8);
        }
        Special { one, two, full }
    }

    /// Exactly one.
    #[inline]
    pub(super) fn single(self) -> u64 {
        self.one & !self.two
    }

    /// None.
    #[inline]
    pub(super) fn absent(self) -> u64 {
        KINDS & !self.one
    }

    /// How many kinds.
    #[inline]
    pub(super) fn kinds(self) -> u32 {
        self.one.count_ones()
    }

    /// Replacement number of the nearer form.
    #[inline]
    pub(super) fn replacement(self) -> u8 {
        self.seven_pairs().min(self.thirteen_orphans())
    }

    /// The kinds that lower the replacement number of a form for which it is `now`.
    #[inline]
    pub(super) fn lowering(self, now: u8) -> u64 {
        let mut bits = 0;
        if self.seven_pairs() == now {
            bits |= self.single() | if self.kinds() < 7 { self.absent() } else { 0 };
        }
        if self.thirteen_orphans() == now {
            let pair = self.two & ORPHANS != 0;
            bits |= ORPHANS & (self.absent() | if pair { 0 } else { self.single() });
        }
        bits
    }

    /// Replacement number (tomohxx, eq. 1).
    #[inline]
    pub(super) fn seven_pairs(self) -> u8 {
        let lacking = 7u32.saturating_sub(self.kinds());
        (7 + lacking - self.two.count_ones()) as u8
    }

    /// Replacement number (tomohxx, eq. 2).
    #[inline]
    pub(super) fn thirteen_orphans(self) -> u8 {
        (14 - (self.one & ORPHANS).count_ones() - u32::from(self.two & ORPHANS != 0)) as u8
    }
}

/// The lowest bits of eight bytes as one byte.
#[inline]
fn gather(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
