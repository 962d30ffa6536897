//! The hand that a search starts from.

use super::set;
use crate::hand::{Deck, DrawnHand, WaitingHand};
use crate::shape;
use crate::tile::{KindSet, Tile};

/// The hand that a search starts from.
#[derive(Clone, Copy, Debug)]
pub enum Root<'a> {
    /// A discard is due.
    Drawn {
        /// The hand.
        hand: &'a DrawnHand,
        /// Kinds that may not be discarded, after a call (kuikae).
        forbidden: KindSet,
    },
    /// Others are to act, or a draw is due.
    Waiting {
        /// The hand.
        hand: &'a WaitingHand,
        /// What comes next.
        from: Start,
    },
    /// The same in riichi: nothing but wins and concealed kans is left to decide.
    InRiichi {
        /// The hand, a closed tenpai.
        hand: &'a WaitingHand,
        /// What comes next.
        from: Start,
        /// What has been declared.
        declared: DeclaredRiichi,
    },
}

/// A riichi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeclaredRiichi {
    /// With the first discard, before any call.
    pub double: bool,
    /// Whether a win up to the next own discard is ippatsu, if nobody calls.
    pub ippatsu: bool,
}

/// Where a step stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// So many of the other three (0..=3) discard before the own draw. Of three, the others may also
    /// end the round first.
    Offers(usize),
    /// The replacement draw after an own kan.
    Replacement,
}

impl Root<'_> {
    pub(crate) fn start(&self) -> set::SetRoot<'_> {
        let owned = match self {
            Root::Drawn { hand, .. } => set::origin::OwnTiles {
                concealed: hand.concealed(),
                reds: hand.reds(),
                melds: hand.melds(),
                deck: hand.deck(),
            },
            Root::Waiting { hand, .. } | Root::InRiichi { hand, .. } => set::origin::OwnTiles {
                concealed: hand.concealed(),
                reds: hand.reds(),
                melds: hand.melds(),
                deck: hand.deck(),
            },
        };
        set::SetRoot { owned, surplus: u8::from(self.is_drawn()), discards: self.discards() }
    }

    /// What the hand is dealt from.
    pub(crate) fn deck(&self) -> Deck {
        match self {
            Root::Drawn { hand, .. } => hand.deck(),
            Root::Waiting { hand, .. } | Root::InRiichi { hand, .. } => hand.deck(),
        }
    }

    pub(crate) fn is_drawn(&self) -> bool {
        matches!(self, Root::Drawn { .. })
    }

    /// What may be discarded.
    pub(crate) fn discards(&self) -> Vec<Tile> {
        match self {
            Root::Drawn { hand, forbidden } => {
                hand.discards().filter(|tile| !forbidden.contains(tile.kind())).collect()
            }
            Root::Waiting { .. } | Root::InRiichi { .. } => Vec::new(),
        }
    }

    pub(crate) fn shanten(&self) -> shape::Shanten {
        match self {
            Root::Drawn { hand, .. } => shape::shanten(*hand),
            Root::Waiting { hand, .. } | Root::InRiichi { hand, .. } => shape::shanten(*hand),
        }
    }
}
