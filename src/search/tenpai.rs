//! Tenpai hands of a search: what they wait for, and what their wins pay.

use crate::tile::Tile;

/// No index.
pub(super) const NONE: u32 = u32::MAX;

/// How a win comes about, as far as it adds han.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Luck {
    Plain,
    /// Haitei or houtei.
    Last,
    Rinshan,
}

/// What one way to win pays.
#[derive(Clone, Copy)]
pub(super) struct StoredLine<R> {
    pub(super) values: [R; 4],
    /// Number of the sort.
    pub(super) sort: u32,
}

/// What wins are made of, apart from what they pay.
#[derive(Clone, Copy)]
pub(super) struct Sort<R> {
    pub(super) more: [R; 5],
    /// Number of the set of yaku.
    pub(super) yaku: u16,
    pub(super) han: u8,
}

/// A tile that completes a tenpai hand.
#[derive(Clone, Copy)]
pub(super) struct Wait {
    pub(super) tile: Tile,
    /// Unseen copies.
    pub(super) weight: u8,
    /// Where not winning with it leads, at best; `NONE` if nothing else can come of it.
    pub(super) spot: u32,
    pub(super) lines: [u32; 7],
}

/// Places in a wait's table of lines.
#[derive(Clone, Copy)]
enum Way {
    Tsumo,
    Ron,
    BareLastTsumo,
    BareLastRon,
    BareRinshan,
    RiichiTsumo,
    RiichiRon,
}

/// A line with so many han more than it counts itself.
#[derive(Clone, Copy)]
pub(super) struct Gain {
    pub(super) line: u32,
    pub(super) extra: u8,
}

impl Wait {
    fn line(&self, way: Way) -> Option<u32> {
        Some(self.lines[way as usize]).filter(|&line| line != NONE)
    }

    fn gain(&self, way: Way, bare: Way, luck: Luck) -> Option<Gain> {
        match (self.line(way), luck) {
            (Some(line), Luck::Plain) => Some(Gain { line, extra: 0 }),
            (Some(line), _) => Some(Gain { line, extra: 1 }),
            (None, Luck::Plain) => None,
            (None, _) => self.line(bare).map(|line| Gain { line, extra: 0 }),
        }
    }

    pub(super) fn tsumo(&self, luck: Luck) -> Option<Gain> {
        let bare = if luck == Luck::Rinshan { Way::BareRinshan } else { Way::BareLastTsumo };
        self.gain(Way::Tsumo, bare, luck)
    }

    pub(super) fn ron(&self, luck: Luck) -> Option<Gain> {
        self.gain(Way::Ron, Way::BareLastRon, luck)
    }

    /// Wins after riichi, with `extra` han for ippatsu, the tile and double riichi.
    pub(super) fn riichi(&self, tsumo: bool, extra: usize) -> Option<Gain> {
        let line = self.line(if tsumo { Way::RiichiTsumo } else { Way::RiichiRon })?;
        Some(Gain { line, extra: extra.min(3) as u8 })
    }
}

/// A concealed kan that a riichi hand may declare.
#[derive(Clone, Copy)]
pub(super) struct RiichiKan {
    /// The tile drawn for it.
    pub(super) tile: Tile,
    /// The hand after it, as a number among the tenpai hands.
    pub(super) to: u32,
}

/// A tenpai hand of the graph.
pub(super) struct Tenpai {
    pub(super) node: u32,
    pub(super) waits: Vec<Wait>,
    pub(super) furiten: bool,
    /// Bit `i`: the hand's `i`-th edge draws one of the waits.
    pub(super) wait_edges: u64,
    /// Concealed kans that riichi leaves open.
    pub(super) kans: Vec<RiichiKan>,
}

/// What riichi with a hand is worth.
pub(super) struct Riichi<R> {
    /// Being in riichi after `j` steps, past the first turn: `draws + 1` of them.
    pub(super) later: Vec<R>,
    /// Declaring it after `j` steps: `draws` of them.
    pub(super) declared: Vec<R>,
}
