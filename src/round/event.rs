//! What can happen in a round, one event at a time.

use crate::hand::Meld;
use crate::rules::Rules;
use crate::tile::{BySeat, Seat, Tile, Wind};
use arrayvec::ArrayVec;

/// The public facts at the start of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The wind of the round.
    pub wind: Wind,
    /// Who deals.
    pub dealer: Seat,
    /// Honba counters.
    pub honba: u32,
    /// Riichi sticks left over from earlier rounds, 1,000 points each.
    pub sticks: u32,
    /// Points before the round.
    pub scores: BySeat<i32>,
    /// The first dora indicator.
    pub indicator: Tile,
}

impl Opening {
    /// The first round of a game by these rules: East, the first seat deals, nothing lies on the table.
    pub fn first(rules: &Rules, indicator: Tile) -> Opening {
        let scores = rules.starting_scores();
        Opening { wind: Wind::East, dealer: Seat::ALL[0], honba: 0, sticks: 0, scores, indicator }
    }
}

/// The start of a round with all hands as they are dealt, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawRound {
    /// What everybody sees.
    pub opening: Opening,
    /// The tiles dealt to each seat, in the order of seats, before the dealer's first draw.
    pub hands: ArrayVec<[Tile; 13], 4>,
}

/// Where a discard came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// Out of the hand.
    Tedashi,
    /// The tile that was just drawn.
    Tsumogiri,
}

/// One thing that happens at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A tile from the wall, or the replacement after a kan or kita.
    Draw {
        /// Who draws.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// Riichi is declared; the discard follows.
    Riichi {
        /// Who declares.
        seat: Seat,
    },
    /// A tile goes to the river.
    Discard {
        /// Who discards.
        seat: Seat,
        /// What.
        tile: Tile,
        /// From the hand or as drawn.
        manner: Manner,
    },
    /// Nobody won on the riichi discard: the stick is on the table.
    RiichiAccepted {
        /// Who had declared.
        seat: Seat,
    },
    /// Chi, pon or any kan.
    Call {
        /// Who calls.
        seat: Seat,
        /// The meld as it is afterwards; a kakan replaces its pon.
        meld: Meld,
    },
    /// A north is set aside, with three players: a replacement draw follows.
    Kita {
        /// Whose.
        seat: Seat,
    },
    /// A new dora indicator is turned.
    Dora {
        /// The indicator.
        indicator: Tile,
    },
    /// A win; several follow one another when a discard is won twice.
    Win(WinEvent),
    /// The round ends without a win.
    Drawn {
        /// Why.
        how: DrawReason,
        /// Points won and lost.
        gains: BySeat<i32>,
    },
}

/// A win as the table sees it; what it is worth is for `score` to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinEvent {
    /// Who wins.
    pub seat: Seat,
    /// On whose tile.
    pub source: Source,
    /// The winning tile.
    pub tile: Tile,
    /// Ura-dora indicators, turned only for a riichi winner; none where a record does not show them.
    pub ura: ArrayVec<Tile, 5>,
    /// Points won and lost, honba and sticks included.
    pub gains: BySeat<i32>,
}

/// Whose tile completes a winning hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The winner's own draw.
    Tsumo,
    /// Another seat's discard, or the tile it adds to a pon.
    Ron {
        /// Who pays.
        from: Seat,
    },
}

/// Why a round ends without a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The wall is used up; who showed a tenpai hand.
    Exhausted {
        /// Whose hands were shown.
        tenpai: BySeat<bool>,
    },
    /// The wall is used up and somebody has discarded nothing but terminals and honours, all unclaimed.
    NagashiMangan {
        /// Whose hands were shown.
        tenpai: BySeat<bool>,
    },
    /// Nine or more kinds of terminals and honours in the first hand (kyuushu kyuuhai).
    NineTerminals {
        /// Who throws the hand in.
        seat: Seat,
    },
    /// The first four discards are the same wind (suufon renda).
    FourWinds,
    /// All four have declared riichi (suucha riichi).
    FourRiichi,
    /// Four kans by more than one player (suukaikan).
    FourKans,
    /// Three players win on one discard (sanchahou).
    TripleRon,
}

impl DrawReason {
    /// Whether the dealer deals again: by a tenpai hand at an exhausted wall, and when the round is broken off.
    pub fn dealer_stays(&self, dealer: Seat) -> bool {
        match self {
            DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai } => tenpai[dealer],
            DrawReason::NineTerminals { .. }
            | DrawReason::FourWinds
            | DrawReason::FourRiichi
            | DrawReason::FourKans
            | DrawReason::TripleRon => true,
        }
    }
}

impl Event {
    /// Who acts; `None` for what happens to the table as a whole.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Event::Draw { seat, .. }
            | Event::Riichi { seat }
            | Event::Discard { seat, .. }
            | Event::RiichiAccepted { seat }
            | Event::Call { seat, .. }
            | Event::Kita { seat }
            | Event::Win(WinEvent { seat, .. })
            | Event::Drawn { how: DrawReason::NineTerminals { seat }, .. } => Some(*seat),
            Event::Dora { .. } | Event::Drawn { .. } => None,
        }
    }
}
