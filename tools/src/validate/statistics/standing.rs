//! How a seat stands between two of its discards.

/// Turns that are told apart: own discards made, the later ones counted with the last.
pub const TURNS: usize = 18;

/// What the others see of a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// A closed hand without riichi.
    Closed,
    /// A hand with an open meld.
    Open,
    /// A riichi, from its discard on.
    Riichi,
}

impl Standing {
    /// All of them, in the order of the tables.
    pub const ALL: [Standing; 3] = [Standing::Closed, Standing::Open, Standing::Riichi];

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Closed => "closed",
            Standing::Open => "open",
            Standing::Riichi => "riichi",
        }
    }
}
