//! How a seat stands between two of its discards.

pub use nanikiru::danger::Standing;

/// Turns with numbers of their own: own discards made, the later ones counted with the last.
pub const TURNS: usize = 18;

/// How a seat can stand, in the order of the tables.
pub const STANDINGS: [Standing; 3] = [Standing::Closed, Standing::Open, Standing::Riichi];

/// The row of a standing in the tables.
pub const fn table_row(standing: Standing) -> usize {
    match standing {
        Standing::Closed => 0,
        Standing::Open => 1,
        Standing::Riichi => 2,
    }
}
