//! Tenpai hands of a search: what they wait for, and what their wins pay.

use crate::search::float::Float;
use crate::tile::Tile;

/// No index.
pub(crate) const NONE: u32 = u32::MAX;

/// How a win comes about, as far as it adds han.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Luck {
    Plain,
    /// Haitei or houtei.
    Last,
    Rinshan,
}

impl Luck {
    /// The han that it adds.
    pub(crate) fn han(self) -> usize {
        usize::from(self != Luck::Plain)
    }
}

/// What one way to win pays.
#[derive(Clone, Copy)]
pub(crate) struct StoredLine<R> {
    pub(crate) values: [R; 4],
    /// Number of the sort.
    pub(crate) sort: u32,
}

/// What wins are made of, apart from what they pay.
#[derive(Clone, Copy)]
pub(crate) struct Sort<R> {
    pub(crate) more: [R; 5],
    /// Number of the set of yaku.
    pub(crate) yaku: u16,
    pub(crate) han: u8,
}

/// A tile that completes a tenpai hand.
#[derive(Clone, Copy)]
pub(crate) struct Wait {
    pub(crate) tile: Tile,
    /// Unseen copies.
    pub(crate) weight: u8,
    /// Where not winning with it leads, at best; `NONE` if nothing else can come of it.
    pub(crate) successor: u32,
    pub(crate) lines: [u32; 7],
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
pub(crate) struct Gain {
    pub(crate) line: u32,
    pub(crate) extra: u8,
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

    pub(crate) fn tsumo(&self, luck: Luck) -> Option<Gain> {
        let bare = if luck == Luck::Rinshan { Way::BareRinshan } else { Way::BareLastTsumo };
        self.gain(Way::Tsumo, bare, luck)
    }

    pub(crate) fn ron(&self, luck: Luck) -> Option<Gain> {
        self.gain(Way::Ron, Way::BareLastRon, luck)
    }

    /// Wins after riichi, with `extra` han for ippatsu, the tile and double riichi.
    pub(crate) fn riichi(&self, tsumo: bool, extra: usize) -> Option<Gain> {
        let line = self.line(if tsumo { Way::RiichiTsumo } else { Way::RiichiRon })?;
        Some(Gain { line, extra: extra.min(3) as u8 })
    }
}

/// A concealed kan that a riichi hand may declare, or a north that it may set aside.
#[derive(Clone, Copy)]
pub(crate) struct RiichiKan {
    /// The tile drawn for it.
    pub(crate) tile: Tile,
    /// Unseen copies.
    pub(crate) weight: u8,
    /// The hand after it, as a number among the tenpai hands.
    pub(crate) to: u32,
}

/// A tenpai hand of the graph.
pub(crate) struct Tenpai {
    pub(crate) node: u32,
    pub(crate) waits: Vec<Wait>,
    pub(crate) furiten: bool,
    /// Bit `i`: the hand's `i`-th edge draws one of the waits.
    pub(crate) wait_edges: u64,
    /// Concealed kans that riichi leaves open, and norths that can be set aside.
    pub(crate) kans: Vec<RiichiKan>,
}

impl Tenpai {
    /// The same with their copies among so many tiles left: wins come first, and together they are no more than that.
    pub(crate) fn kans_among<R: Float>(&self, left: R) -> impl Iterator<Item = (&RiichiKan, R)> {
        let wins = self.waits.iter().map(|wait| u32::from(wait.weight)).sum();
        let mut rest = left - R::of_count(wins);
        self.kans.iter().map(move |kan| {
            let copies = R::of_count(kan.weight.into());
            let copies = if copies > rest { rest } else { copies };
            rest -= copies;
            (kan, copies)
        })
    }
}

/// What riichi with a hand is worth.
#[derive(Default)]
pub(crate) struct Riichi<R> {
    /// Being in riichi after `j` steps, past the first turn: `draws + 1` of them.
    pub(crate) later: Vec<R>,
    /// Declaring it after `j` steps: `draws` of them.
    pub(crate) declared: Vec<R>,
}
