//! How far a search goes, and for what.

use super::Criterion;
use crate::rules::Kuikae;
use crate::tile::{Kind, KindSet};

/// The exchange number n: how many tiles may be exchanged (Kurita & Hoki, DAG, eq. 9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exchanges {
    /// So many more than the shanten number; with none, only the shortest ways to a win.
    Beyond(usize),
    /// This many.
    Exactly(usize),
}

impl Exchanges {
    /// n of a hand with this shanten number.
    pub const fn number(self, shanten: usize) -> usize {
        match self {
            Exchanges::Beyond(more) => shanten + more,
            Exchanges::Exactly(n) => n,
        }
    }
}

/// Kans in a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kans {
    /// None is declared.
    None,
    /// As in Kurita & Hoki (DAG): a kan takes the place of a discard and has no replacement draw.
    Plain,
    /// With the replacement draw and one more dora indicator that is not known yet.
    #[default]
    Replacement,
    /// The same, but concealed ones only of kinds of which the root has three tiles, open ones only of those of which it has two,
    /// melds included. Others are seldom worth anything, and many: rows are off by 3 points on average (`cargo tools measure kans`).
    Held,
}

impl Kans {
    /// Tiles of a kind that the root has at least where open or concealed kans of it are declared; none where no kans are.
    pub(crate) const fn least_held(self, open: bool) -> Option<u8> {
        match self {
            Kans::None => None,
            Kans::Plain | Kans::Replacement => Some(0),
            Kans::Held => Some(if open { 2 } else { 3 }),
        }
    }

    /// Whether what takes a tile out of the hand, a kan or kita, has a replacement draw.
    pub(crate) const fn has_replacement(self) -> bool {
        !matches!(self, Kans::Plain)
    }
}

/// Memory that a search takes for each of its hands, beside some 1.5 MiB that any question takes: 450 to 800 bytes were measured
/// with the details of one row or of none (`cargo bench --bench search -- --memory`).
pub const BYTES_PER_HAND: usize = 900;

/// The same with the details of all rows: up to 1,280 bytes.
pub const BYTES_PER_DETAILED_HAND: usize = 1_300;

/// How far a search goes, and for what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The exchange number n.
    pub exchanges: Exchanges,
    /// The call limit m_f: chi, pon and kans on the way, 0..=4 (Kurita & Hoki, DAG, 4.3.2).
    pub calls: usize,
    /// Kans on the way; each counts as a call, but for a fourth tile added to a pon.
    pub kans: Kans,
    /// Most norths that are set aside after the root (kita), with three players; none with [`Kans::Plain`], the game of
    /// the paper. There is a copy of a hand for each number of them.
    pub kita: u8,
    /// Exchanges fewer for a hand that has called: with 1 a search holds Q_S(n, 0) and Q_S(n - 1, m_f),
    /// a fraction of Q_S(n, m_f), and is worth at least as much as either.
    pub fewer_after_call: usize,
    /// What may be discarded right after a call.
    pub kuikae: Kuikae,
    /// What the player strives for.
    pub criterion: Criterion,
    /// Kinds that the player has discarded before: a wait on one of them wins by no ron (furiten).
    pub discarded: KindSet,
    /// The own first turn, with no call before it: riichi now is a double riichi.
    pub first_turn: bool,
    /// Kinds that may come into the hand; a tile of any other is thrown away when it is drawn. All of them, unless a search is
    /// to hold fewer hands than there are: then it says less of every row. What is unseen stays what it is.
    pub wanted: KindSet,
    /// Largest number of hands to hold.
    pub max_hands: usize,
}

impl Options {
    /// Most calls of a search: a hand has four groups.
    pub const MOST_CALLS: usize = 4;

    /// Norths that there are.
    pub const MOST_KITA: u8 = 4;
}

impl Default for Options {
    fn default() -> Options {
        Options {
            exchanges: Exchanges::Beyond(1),
            calls: 2,
            kans: Kans::Replacement,
            kita: Options::MOST_KITA,
            fewer_after_call: 0,
            kuikae: Kuikae::Forbidden,
            criterion: Criterion::Value,
            discarded: KindSet::EMPTY,
            first_turn: false,
            wanted: Kind::ALL.into_iter().collect(),
            max_hands: 600_000,
        }
    }
}
