//! How a hand was won: circumstances that contradict each other cannot be written down.

use crate::tile::{Kind, Wind};

/// How a hand was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Win {
    /// On the own first draw, with no call before it: tenhou for the dealer, chiihou for others.
    FirstDraw,
    /// On a discard before the own first draw, with no call before it: renhou where the rules know it.
    FirstDiscard,
    /// On an own draw from the live wall.
    Tsumo {
        /// Dama or riichi.
        ready: Ready,
        /// Which draw.
        draw: Draw,
    },
    /// On the replacement tile after an own kan or kita, which ends any ippatsu.
    Rinshan {
        /// The riichi, if one was declared.
        riichi: Option<Riichi>,
    },
    /// On another player's tile.
    Ron {
        /// Dama or riichi.
        ready: Ready,
        /// Which tile.
        claim: Claim,
    },
}

/// Whether riichi was declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ready {
    /// No riichi: a silent or an open hand.
    Dama,
    /// Riichi.
    Riichi {
        /// The riichi.
        riichi: Riichi,
        /// The win came before the own next discard, with no call in between.
        ippatsu: bool,
    },
}

/// A declared riichi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Riichi {
    /// Declared with the own first discard, with no call before it.
    pub double: bool,
    /// The ura-dora indicators; none while they are unknown.
    pub ura: Indicators,
}

/// A draw from the live wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// Any but the last.
    Wall,
    /// The last tile of the wall.
    Haitei,
}

/// Another player's tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// A discard, or a north set aside, which is no yaku.
    Discard,
    /// The discard after the last draw.
    Houtei,
    /// The fourth tile of a kan.
    Chankan,
}

impl Win {
    /// An ordinary tsumo without riichi.
    pub const TSUMO: Win = Win::Tsumo { ready: Ready::Dama, draw: Draw::Wall };
    /// An ordinary ron without riichi.
    pub const RON: Win = Win::Ron { ready: Ready::Dama, claim: Claim::Discard };
    /// An ordinary tsumo after riichi: no ippatsu, ura-dora unknown.
    pub const RIICHI_TSUMO: Win =
        Win::Tsumo { ready: Ready::Riichi { riichi: Riichi::PLAIN, ippatsu: false }, draw: Draw::Wall };
    /// An ordinary ron after riichi: no ippatsu, ura-dora unknown.
    pub const RIICHI_RON: Win =
        Win::Ron { ready: Ready::Riichi { riichi: Riichi::PLAIN, ippatsu: false }, claim: Claim::Discard };

    /// Whether the winner drew the tile.
    pub const fn is_tsumo(&self) -> bool {
        matches!(self, Win::FirstDraw | Win::Tsumo { .. } | Win::Rinshan { .. })
    }

    /// The riichi, if one was declared.
    pub const fn riichi(&self) -> Option<Riichi> {
        match *self {
            Win::Tsumo { ready: Ready::Riichi { riichi, .. }, .. }
            | Win::Ron { ready: Ready::Riichi { riichi, .. }, .. }
            | Win::Rinshan { riichi: Some(riichi) } => Some(riichi),
            _ => None,
        }
    }

    /// Whether the win came within one turn of the riichi.
    pub const fn ippatsu(&self) -> bool {
        matches!(
            self,
            Win::Tsumo { ready: Ready::Riichi { ippatsu: true, .. }, .. }
                | Win::Ron { ready: Ready::Riichi { ippatsu: true, .. }, .. }
        )
    }
}

impl Riichi {
    /// Not double, ura-dora unknown.
    pub const PLAIN: Riichi = Riichi { double: false, ura: Indicators::NONE };
}

/// Up to five indicators of one row, the dora or the ura-dora.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Indicators {
    kinds: [Kind; 5],
    len: u8,
}

/// Indicators that cannot lie on the dead wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IndicatorError {
    /// One indicator, and one more for each of at most four kans.
    #[error("{count} indicators: there are at most five")]
    TooMany {
        /// How many were given.
        count: usize,
    },
    /// There are four of each kind.
    #[error("five indicators are all {kind}; there are four")]
    FiveCopies {
        /// The kind.
        kind: Kind,
    },
}

impl Indicators {
    /// No indicator.
    pub const NONE: Indicators = Indicators { kinds: [Kind::ALL[0]; 5], len: 0 };

    /// At most five kinds, at most four of them equal.
    pub fn new(kinds: &[Kind]) -> Result<Indicators, IndicatorError> {
        let mut all = Indicators::NONE;
        let place = all.kinds.get_mut(..kinds.len()).ok_or(IndicatorError::TooMany { count: kinds.len() })?;
        place.copy_from_slice(kinds);
        all.len = kinds.len() as u8;
        match kinds {
            [first, rest @ ..] if rest.len() == 4 && rest.iter().all(|k| k == first) => {
                Err(IndicatorError::FiveCopies { kind: *first })
            }
            _ => Ok(all),
        }
    }

    /// The indicators in order.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds[..self.len.into()]
    }
}

/// What a win needs to know of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    /// The wind of the round.
    pub round: Wind,
    /// The winner's wind; east deals.
    pub seat: Wind,
    /// The dora indicators.
    pub dora: Indicators,
}
