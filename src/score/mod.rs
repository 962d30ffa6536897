//! What a win is worth: yaku, fu, dora, limits, and who pays.

mod payment;
mod points;
mod win;
mod yaku;

pub use payment::{Liable, Source, draw_payments, nagashi_payments, payments};
pub use points::{Limit, Pot, Value, income};
pub use win::{Claim, Draw, IndicatorError, Indicators, Ready, Riichi, Table, Win};
pub use yaku::{Worth, Yaku, YakuSet};

use crate::hand::{HandError, WaitingHand};
use crate::rules::Rules;
use crate::shape::forms::Form;
use crate::tile::Tile;
use arrayvec::ArrayVec;

/// What a win is worth, read as its most valuable form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// Its yaku; only its yakuman when it has any.
    pub yaku: YakuSet,
    /// Whether no meld opens the hand.
    pub closed: bool,
    /// The dora in it; they count nothing beside a yakuman or renhou.
    pub dora: Dora,
    /// Fu before rounding up, 25 for seven pairs; computed for yakuman, too.
    pub fu: u8,
    /// Han and rounded fu, or yakuman.
    pub value: Value,
    /// The form that was read.
    pub form: Form,
    /// Who is liable for which yakuman.
    pub liable: ArrayVec<Liable, 2>,
}

/// How many dora of each sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dora {
    /// By the dora indicators, a kind as often as it is shown.
    pub dora: u8,
    /// By the ura-dora indicators.
    pub ura: u8,
    /// Red fives.
    pub red: u8,
}

/// Why there is no score.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScoreError {
    /// The winning tile cannot exist beside the hand.
    #[error(transparent)]
    Tile(#[from] HandError),
    /// The tile does not complete the hand.
    #[error("{tile} does not complete the hand")]
    Incomplete {
        /// The tile.
        tile: Tile,
    },
    /// The hand is complete and has no yaku; dora are none.
    #[error("the hand is complete but has no yaku")]
    NoYaku,
    /// The hand or the table cannot be part of such a win.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

/// A win that cannot have come about with this hand at this table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// Riichi needs a closed hand.
    #[error("riichi with an open hand")]
    OpenRiichi,
    /// A replacement tile needs a kan.
    #[error("a replacement tile without a kan")]
    RinshanWithoutKan,
    /// Before any call nobody has melds.
    #[error("a win before any call, with a meld")]
    MeldBeforeCalls,
    /// The dealer has drawn before anybody discards.
    #[error("the dealer has no discard to win on before the first draw")]
    DealerBeforeDraw,
    /// The other three tiles of a robbed kan are not in the winner's hand.
    #[error("a robbed kan of a kind that the winner holds")]
    ChankanOfOwnKind,
}

/// The score of `hand` winning on `tile`.
///
/// # Errors
/// When the tile cannot exist beside the hand, does not complete it, or completes it without a
/// yaku; and when the hand contradicts the win.
pub fn score(
    hand: &WaitingHand,
    tile: Tile,
    win: &Win,
    table: &Table,
    rules: &Rules,
) -> Result<Score, ScoreError> {
    todo!()
}

impl Score {
    /// Each yaku with its han, or its yakuman.
    pub fn worths(&self, rules: &Rules) -> impl Iterator<Item = (Yaku, Value)> {
        std::iter::empty()
    }
}
