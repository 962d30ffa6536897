//! The table as one seat sees it.

use super::full::Round;
use super::table::Table;
use crate::tile::{Counts, Kind, Reds, Seat};

/// What one player knows in a round: what everybody sees, and the own concealed tiles.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    table: &'a Table,
    seat: Seat,
    concealed: Counts,
    reds: Reds,
    unseen: Counts,
}

/// Why tiles and a table are nothing that a player can see.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ViewError {
    /// Neither a waiting (13) nor a drawn (14) hand, a meld counted as three.
    #[error("seat {} holds {concealed} concealed tiles beside {melds} melds: 13 or 14 in all are needed", seat.index())]
    Size {
        /// Whose hand.
        seat: Seat,
        /// Concealed tiles given.
        concealed: usize,
        /// Its melds.
        melds: usize,
    },
    /// More than four of a kind in the hand, rivers, melds and dora indicators.
    #[error("{kind} is seen {count} times; there are four, and no 2m to 8m with three players")]
    TooManyCopies {
        /// The kind.
        kind: Kind,
        /// How often it is seen.
        count: usize,
    },
}

impl<'a> View<'a> {
    /// A seat's view of a table.
    ///
    /// # Errors
    /// When the hand has another size than the seat's melds leave, or a kind is seen five times.
    pub fn new(table: &'a Table, seat: Seat, concealed: Counts, reds: Reds) -> Result<View<'a>, ViewError> {
        let melds = table.player(seat).melds().len();
        let size = concealed.total();
        if ![13, 14].contains(&(size + 3 * melds)) {
            return Err(ViewError::Size { seat, concealed: size, melds });
        }
        let public = table.seen();
        let mut unseen = [0; 34];
        for kind in Kind::ALL {
            let count = public[kind.index()] + usize::from(concealed[kind]);
            let copies = usize::from(table.rules().players.copies(kind));
            let left = copies.checked_sub(count).ok_or(ViewError::TooManyCopies { kind, count })?;
            unseen[kind.index()] = left as u8;
        }
        let unseen = Counts::new(unseen).expect("four less what is seen");
        Ok(View { table, seat, concealed, reds, unseen })
    }

    /// What everybody sees.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The own concealed tiles, red fives counted as fives.
    pub fn concealed(&self) -> &Counts {
        &self.concealed
    }

    /// The red fives among the own concealed tiles.
    pub fn reds(&self) -> Reds {
        self.reds
    }

    /// How many tiles of each kind this seat does not see.
    pub fn unseen(&self) -> &Counts {
        &self.unseen
    }
}

impl Round {
    /// What a seat sees of the round.
    pub fn view(&self, seat: Seat) -> View<'_> {
        View::new(self.table(), seat, self.concealed(seat), self.reds(seat))
            .expect("a round has the tiles of its deck, and everybody holds 13 or 14")
    }
}
