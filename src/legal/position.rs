//! A hand when its player has to decide, and the tile that it is about.

use crate::hand::{Deck, DrawnHand, From, Meld, WaitingHand};
use crate::round::Robbable;
use crate::score::Claim;
use crate::shape::{self, Shanten};
use crate::tile::Tile;
use serde::{Deserialize, Serialize};

/// A hand at the moment of a decision.
#[derive(Clone, PartialEq, Debug)]
pub enum Position {
    /// A discard is due.
    Drawn {
        /// The hand.
        hand: DrawnHand,
        /// The tile drawn last, if it is known: what a tsumo would win with.
        drawn: Option<Tile>,
    },
    /// The others are to act.
    Waiting {
        /// The hand.
        hand: WaitingHand,
        /// The tile that the player may take.
        offered: Option<TileOffer>,
    },
}

impl Position {
    /// Whether the decision is about another player's tile.
    pub const fn is_offered(&self) -> bool {
        matches!(self, Position::Waiting { offered: Some(_), .. })
    }

    /// The shanten of the hand.
    pub fn shanten(&self) -> Shanten {
        match self {
            Position::Drawn { hand, .. } => shape::shanten(hand),
            Position::Waiting { hand, .. } => shape::shanten(hand),
        }
    }

    /// Whether the hand has no melds but concealed kans.
    pub fn is_closed(&self) -> bool {
        match self {
            Position::Drawn { hand, .. } => hand.is_closed(),
            Position::Waiting { hand, .. } => hand.is_closed(),
        }
    }

    /// The tiles that the hand is dealt from, and the norths set aside.
    pub const fn deck(&self) -> Deck {
        match self {
            Position::Drawn { hand, .. } => hand.deck(),
            Position::Waiting { hand, .. } => hand.deck(),
        }
    }

    /// The melds of the hand.
    pub fn melds(&self) -> &[Meld] {
        match self {
            Position::Drawn { hand, .. } => hand.melds(),
            Position::Waiting { hand, .. } => hand.melds(),
        }
    }
}

/// A tile of another player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileOffer {
    /// The tile.
    pub tile: Tile,
    /// Whose it is.
    pub from: From,
    /// How it came on offer.
    pub by: OfferedBy,
}

/// How a tile comes on offer: as a discard; or added to a pon, so that it can be won with and nothing else (chankan); or in a
/// concealed kan, which only thirteen orphans can rob, and only where the rules let them; or as a north set aside (kita), which can
/// be won with and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "OfferedByName"))]
#[serde(rename_all = "lowercase")]
pub enum OfferedBy {
    /// As a discard: it can be called, and won with.
    Discard,
    /// It is added to a pon: it can be won with, and nothing else (chankan).
    Kakan,
    /// It is in a concealed kan: thirteen orphans can win with it, where the rules let them, and nothing else.
    Ankan,
    /// It is a north set aside: it can be won with, and nothing else.
    Kita,
}

impl OfferedBy {
    /// By a kan that can be robbed, or by a north set aside.
    pub const fn robbing(kan: Robbable) -> OfferedBy {
        match kan {
            Robbable::Kakan(_) => OfferedBy::Kakan,
            Robbable::Ankan(_) => OfferedBy::Ankan,
            Robbable::Kita => OfferedBy::Kita,
        }
    }

    /// What a ron with such a tile is; `left` tiles are left in the wall.
    pub const fn claim(self, left: usize) -> Claim {
        match self {
            OfferedBy::Discard if left == 0 => Claim::Houtei,
            OfferedBy::Discard | OfferedBy::Kita => Claim::Discard,
            OfferedBy::Kakan | OfferedBy::Ankan => Claim::Chankan,
        }
    }
}

impl TileOffer {
    /// How many of the others discard before the own draw if the tile is left; a kan draws a replacement first.
    pub const fn players(&self) -> usize {
        match self.by {
            OfferedBy::Discard => 2 - self.from.place(),
            OfferedBy::Kakan | OfferedBy::Ankan | OfferedBy::Kita => 3 - self.from.place(),
        }
    }

    /// What can be robbed, if it is on offer by a kan.
    pub const fn robbable(&self) -> Option<Robbable> {
        match self.by {
            OfferedBy::Discard => None,
            OfferedBy::Kakan => Some(Robbable::Kakan(self.tile)),
            OfferedBy::Ankan => Some(Robbable::Ankan(self.tile.kind())),
            OfferedBy::Kita => Some(Robbable::Kita),
        }
    }

    /// Whether a hand that the tile completes may win with it.
    pub fn is_for(&self, hand: &WaitingHand) -> bool {
        !self.robbable().is_some_and(Robbable::is_for_orphans) || shape::is_thirteen_orphans_tenpai(hand)
    }
}
