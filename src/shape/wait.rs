//! The names of waits.

/// How a tile completes a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wait {
    /// A run, at either end, with the other end open too.
    Ryanmen,
    /// A run, in the middle.
    Kanchan,
    /// A run, by the 3 of 1-2-3 or the 7 of 7-8-9.
    Penchan,
    /// A triplet, of one of two pairs.
    Shanpon,
    /// The pair of four groups and a pair.
    Tanki,
    /// The seventh pair.
    SevenPairs,
    /// The one terminal or honour that thirteen orphans lack.
    ThirteenOrphans,
    /// Any terminal or honour, as the pair of thirteen orphans.
    ThirteenSided,
}

impl Wait {
    /// All of them.
    pub const ALL: [Wait; 8] = [
        Wait::Ryanmen,
        Wait::Kanchan,
        Wait::Penchan,
        Wait::Shanpon,
        Wait::Tanki,
        Wait::SevenPairs,
        Wait::ThirteenOrphans,
        Wait::ThirteenSided,
    ];
}
