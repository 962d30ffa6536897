//! Wins as the forwards count them.

use crate::score::{Yaku, YakuSet};
use crate::search::values::tenpai::{Gain, Luck};

/// How a win came about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Circumstances {
    pub(crate) tsumo: bool,
    pub(crate) riichi: bool,
    pub(crate) ippatsu: bool,
    pub(crate) double: bool,
    pub(crate) luck: Luck,
}

pub(crate) const DAMA: Circumstances =
    Circumstances { tsumo: false, riichi: false, ippatsu: false, double: false, luck: Luck::Plain };

/// A win out of a hand.
#[derive(Clone, Copy)]
pub(crate) struct GraphWin<R> {
    pub(crate) share: R,
    pub(crate) gain: Gain,
    pub(crate) how: Circumstances,
}

impl Circumstances {
    /// Sorts of circumstances as far as they add yaku.
    pub(crate) const SORTS: usize = 24;

    pub(crate) fn sort(self) -> usize {
        let bits = [self.tsumo, self.ippatsu, self.double].map(usize::from);
        (self.luck as usize * 2 + bits[0]) * 4 + bits[1] * 2 + bits[2]
    }

    pub(crate) fn of_sort(sort: usize) -> Circumstances {
        let luck = [Luck::Plain, Luck::Last, Luck::Rinshan][sort / 8];
        let [tsumo, ippatsu, double] = [4, 2, 1].map(|bit| sort & bit != 0);
        Circumstances { tsumo, ippatsu, double, luck, riichi: false }
    }

    /// A line's yaku with those of ippatsu, double riichi and the tile.
    pub(crate) fn with_luck(self, yaku: u64) -> u64 {
        let mut set = YakuSet::EMPTY;
        if self.ippatsu {
            set = set.with(Yaku::Ippatsu);
        }
        set = match (self.luck, self.tsumo) {
            (Luck::Plain, _) => set,
            (Luck::Last, true) => set.with(Yaku::Haitei),
            (Luck::Last, false) => set.with(Yaku::Houtei),
            (Luck::Rinshan, _) => set.with(Yaku::Rinshan),
        };
        let riichi = YakuSet::EMPTY.with(Yaku::Riichi).bits();
        if self.double { yaku & !riichi | set.with(Yaku::DoubleRiichi).bits() } else { yaku | set.bits() }
    }
}
