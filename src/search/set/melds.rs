//! The melds of one suit, as a search makes them (Kurita & Hoki, DAG, 4.3.2).

use crate::hand::{Call, From, Group, Meld};
use crate::tile::{Kind, Suit, Tile, Wind};
use arrayvec::ArrayVec;

/// A meld by its position in the suit: where a run begins, or which kind it is.
///
/// Who discarded the tile, which tile of a run was called and how an open kan was made are left
/// out: they change neither what follows nor what a win is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Local {
    Chi(u8),
    Pon(u8),
    Ankan(u8),
    OpenKan(u8),
}

impl Local {
    fn of(meld: &Meld) -> Local {
        let i = (meld.kind().number() - 1) as u8;
        match (meld.group(), meld.is_open()) {
            (Group::Run(_), _) => Local::Chi(i),
            (Group::Triplet(_), _) => Local::Pon(i),
            (Group::Quad(_), true) => Local::OpenKan(i),
            (Group::Quad(_), false) => Local::Ankan(i),
        }
    }

    /// Another number from 1 to 36 for each.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Local::Chi(i) => 1 + i,
            Local::Pon(i) => 10 + i,
            Local::Ankan(i) => 19 + i,
            Local::OpenKan(i) => 28 + i,
        }
    }

    pub(crate) const fn is_kan(self) -> bool {
        matches!(self, Local::Ankan(_) | Local::OpenKan(_))
    }

    const fn is_open(self) -> bool {
        !matches!(self, Local::Ankan(_))
    }

    const fn position(self) -> usize {
        match self {
            Local::Chi(i) | Local::Pon(i) | Local::Ankan(i) | Local::OpenKan(i) => i as usize,
        }
    }

    pub(crate) fn has_five(self) -> bool {
        match self {
            Local::Chi(i) => (2..=4).contains(&i),
            other => other.position() == 4,
        }
    }

    /// As a meld of the hand; the tile that was called stands for any of them.
    fn meld(self, suit: Suit, red: bool) -> Meld {
        let kind = Kind::of(suit, self.position() + 1).expect("a position of the suit");
        let claimed = if red && kind.is_five() { Tile::red_five(suit) } else { Some(Tile::plain(kind)) };
        let claimed = claimed.expect("number suits have a red five");
        let from = From::Across;
        let call = match self {
            Local::Chi(_) => Call::Chi { claimed },
            Local::Pon(_) => Call::Pon { from, claimed },
            Local::Ankan(_) => Call::Ankan,
            Local::OpenKan(_) => Call::Daiminkan { from, claimed },
        };
        Meld::new(call, kind, red).expect("a meld of the suit")
    }
}

/// The position of north among the honours.
pub(crate) const NORTH: usize = Wind::North as usize;

/// The melds of a suit in order, whether the red five lies in one of them, and how many norths have been set aside since the root.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct SuitMelds {
    pub(crate) list: ArrayVec<Local, 4>,
    pub(crate) red: bool,
    pub(crate) kita: u8,
}

impl SuitMelds {
    /// Those that the hand has already.
    pub(crate) fn of_hand(melds: &[Meld], suit: Suit) -> SuitMelds {
        let here = melds.iter().filter(|meld| meld.kind().suit() == suit);
        let mut list: ArrayVec<Local, 4> = here.clone().map(Local::of).collect();
        list.sort_unstable();
        SuitMelds { list, red: here.clone().any(Meld::has_red), kita: 0 }
    }

    /// These alone.
    pub(crate) fn of_list(list: &ArrayVec<Local, 4>) -> SuitMelds {
        SuitMelds { list: list.clone(), ..SuitMelds::default() }
    }

    /// Tiles of each kind; a kan counts three.
    pub(crate) fn tiles(&self) -> [u8; 9] {
        let mut tiles = [0; 9];
        for meld in &self.list {
            match *meld {
                Local::Chi(i) => (i..i + 3).for_each(|i| tiles[usize::from(i)] += 1),
                other => tiles[other.position()] += 3,
            }
        }
        tiles
    }

    /// Physical tiles of each kind, norths set aside too; a kan counts four.
    pub(crate) fn used(&self) -> [u8; 9] {
        let mut tiles = self.tiles();
        tiles[NORTH] += self.kita;
        self.list.iter().filter(|m| m.is_kan()).for_each(|m| tiles[m.position()] += 1);
        tiles
    }

    /// Kinds that are quads: they occur nowhere else.
    pub(crate) fn quads(&self) -> [bool; 9] {
        let mut quads = [false; 9];
        self.list.iter().filter(|m| m.is_kan()).for_each(|m| quads[m.position()] = true);
        quads
    }

    pub(crate) fn kans(&self) -> usize {
        self.list.iter().filter(|m| m.is_kan()).count()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.list.iter().any(|m| m.is_open())
    }

    /// The melds of a list that another one has not, or not as often.
    pub(crate) fn more<'a>(list: &'a [Local], than: &'a [Local]) -> impl Iterator<Item = Local> + 'a {
        let mut rest: ArrayVec<Local, 4> = than.iter().copied().collect();
        list.iter().copied().filter(move |meld| match rest.iter().position(|m| m == meld) {
            Some(at) => {
                rest.swap_remove(at);
                false
            }
            None => true,
        })
    }

    /// With one meld more; `None` for a fifth.
    pub(crate) fn plus(&self, meld: Local) -> Option<ArrayVec<Local, 4>> {
        let mut list = self.list.clone();
        list.try_push(meld).ok()?;
        list.sort_unstable();
        Some(list)
    }

    /// With one meld in the place of another that it has.
    pub(crate) fn exchanged(&self, from: Local, to: Local) -> Option<ArrayVec<Local, 4>> {
        let mut list = self.list.clone();
        let at = list.iter().position(|&m| m == from)?;
        list[at] = to;
        list.sort_unstable();
        Some(list)
    }

    /// Without one meld that it has.
    pub(crate) fn minus(&self, meld: Local) -> Option<ArrayVec<Local, 4>> {
        let mut list = self.list.clone();
        let at = list.iter().position(|&m| m == meld)?;
        list.remove(at);
        Some(list)
    }

    /// As melds of a hand.
    pub(crate) fn melds(&self, suit: Suit) -> impl Iterator<Item = Meld> + '_ {
        let red = self.list.iter().position(|m| self.red && m.has_five());
        self.list.iter().enumerate().map(move |(i, meld)| meld.meld(suit, Some(i) == red))
    }
}

/// The melds of a pattern.
pub(crate) struct MeldSet {
    pub(crate) set: SuitMelds,
    pub(crate) used: [u8; 9],
    /// Kans that the root does not have.
    pub(crate) kans: usize,
    pub(crate) open: bool,
}

impl MeldSet {
    /// Kans that the root does not have and norths set aside since: each has a replacement draw.
    pub(crate) fn replaced(&self) -> u8 {
        self.kans as u8 + self.set.kita
    }
}
