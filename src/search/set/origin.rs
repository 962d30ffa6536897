//! One suit of the root of a search, and how a suit's tiles are packed.

use crate::hand::{Deck, Meld, Unseen};
use crate::search::Kans;
use crate::search::set::melds::{Local, MeldSet, NORTH, SuitMelds};
use crate::tile::{Counts, Kind, KindSet, Reds, Suit, Tile};
use arrayvec::ArrayVec;

/// Bit of packed counts that says the red five is among the concealed fives (27 bits hold the counts).
pub(crate) const RED: u32 = 1 << 27;

/// The ten tiles of a suit: nine kinds and the red five.
pub(crate) const TILES: usize = 10;

/// Where the red five of the suit is at the root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RedFive {
    Concealed,
    InMeld,
    Unseen,
    /// There is none, or it lies elsewhere on the table.
    Gone,
}

/// One suit of the root.
pub(crate) struct SuitRoot {
    pub(crate) suit: Suit,
    /// Tiles in hand and melds, a kan counted three.
    pub(crate) counts: [u8; 9],
    /// Physical tiles, a kan counted four.
    pub(crate) used: [u8; 9],
    pub(crate) unseen: [u8; 9],
    /// Most tiles of each kind in a winning hand: 0 where the kind does not exist.
    pub(crate) cap: [u8; 9],
    /// Whether a tile of the kind may come into the hand.
    wanted: [bool; 9],
    pub(crate) red: RedFive,
    /// Concealed tiles.
    pub(crate) packed: u32,
    pub(crate) melds: SuitMelds,
}

/// What a player owns, in either size of hand.
pub(crate) struct OwnTiles<'a> {
    pub(crate) concealed: &'a Counts,
    pub(crate) reds: Reds,
    pub(crate) melds: &'a [Meld],
    pub(crate) deck: Deck,
}

impl SuitRoot {
    pub(crate) fn new(owned: &OwnTiles<'_>, unseen: &Unseen, wanted: KindSet, suit: Suit) -> SuitRoot {
        let spread = |counts: &[u8]| std::array::from_fn(|i| counts.get(i).copied().unwrap_or(0));
        let concealed: [u8; 9] = spread(owned.concealed.suit(suit));
        let melds = SuitMelds::of_hand(owned.melds, suit);
        let (tiles, used) = (melds.tiles(), melds.used());
        let red = match (owned.reds.contains(suit), melds.red, unseen.reds().contains(suit)) {
            (true, _, _) => RedFive::Concealed,
            (_, true, _) => RedFive::InMeld,
            (_, _, true) => RedFive::Unseen,
            _ => RedFive::Gone,
        };
        let packed = concealed.iter().rev().fold(0, |bits, &n| bits << 3 | u32::from(n));
        SuitRoot {
            suit,
            counts: std::array::from_fn(|i| concealed[i] + tiles[i]),
            used: std::array::from_fn(|i| concealed[i] + used[i]),
            unseen: spread(unseen.counts().suit(suit)),
            cap: std::array::from_fn(|i| {
                Kind::of(suit, i + 1).map_or(4, |kind| owned.deck.players().copies(kind))
            }),
            wanted: std::array::from_fn(|i| Kind::of(suit, i + 1).is_some_and(|kind| wanted.contains(kind))),
            red,
            packed: packed | if red == RedFive::Concealed { RED } else { 0 },
            melds,
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.suit.size()
    }

    pub(crate) fn runs(&self) -> bool {
        self.suit != Suit::Honour
    }

    pub(crate) fn is_orphan(&self, i: usize) -> bool {
        !self.runs() || i == 0 || i == 8
    }

    /// Copies that the player has at the root or can still get, as far as they are wanted.
    pub(crate) fn copies(&self, i: usize) -> u8 {
        self.used[i] + if self.wanted[i] { self.unseen[i] } else { 0 }
    }

    /// How many norths can be set aside beside these tiles, `most` at the most; none but of honours.
    pub(crate) fn kita_beside(&self, packed: u32, melds: &SuitMelds, most: u8) -> u8 {
        if self.runs() {
            return 0;
        }
        let held = count(packed, NORTH) + melds.used()[NORTH];
        (self.used[NORTH] + self.unseen[NORTH]).saturating_sub(held).min(most)
    }

    /// The melds that a searched hand can have: those of the root, with pons made kans, and at most
    /// `calls` more, as far as the copies go and a winning hand may be `reach` tiles away.
    pub(crate) fn meld_sets(
        &self,
        calls: usize,
        chi: bool,
        kans: Kans,
        reach: u8,
    ) -> Vec<ArrayVec<Local, 4>> {
        let quad = |open: bool, i: u8| {
            kans.least_held(open).is_some_and(|least| self.counts[usize::from(i)] >= least)
        };
        let mut sets = vec![self.melds.list.clone()];
        for &meld in &self.melds.list {
            let Local::Pon(i) = meld else { continue };
            if !quad(true, i) || self.copies(usize::from(i)) < 4 {
                continue;
            }
            for at in 0..sets.len() {
                let melds = SuitMelds::of_list(&sets[at]);
                sets.extend(melds.exchanged(meld, Local::OpenKan(i)));
            }
        }
        let size = self.size() as u8;
        let runs = if self.runs() && chi { (0..7).map(Local::Chi).collect() } else { Vec::new() };
        let more: Vec<Local> = runs
            .into_iter()
            .chain((0..size).map(Local::Pon))
            .chain((0..size).filter(|&i| quad(false, i)).map(Local::Ankan))
            .chain((0..size).filter(|&i| quad(true, i)).map(Local::OpenKan))
            .collect();
        let mut layer: Vec<(ArrayVec<Local, 4>, usize)> = sets.iter().map(|set| (set.clone(), 0)).collect();
        for _ in 0..calls {
            let mut next = Vec::new();
            for (set, from) in &layer {
                for (at, &meld) in more.iter().enumerate().skip(*from) {
                    let melds = SuitMelds::of_list(set);
                    if let Some(list) = melds.plus(meld).filter(|list| self.allows(list, reach)) {
                        next.push((list, at));
                    }
                }
            }
            sets.extend(next.iter().map(|(set, _)| set.clone()));
            layer = next;
        }
        sets
    }

    fn allows(&self, list: &ArrayVec<Local, 4>, reach: u8) -> bool {
        let melds = SuitMelds::of_list(list);
        let (tiles, used, quads) = (melds.tiles(), melds.used(), melds.quads());
        let more: u8 = (0..9).map(|i| tiles[i].saturating_sub(self.counts[i])).sum();
        more <= reach
            && (0..self.size())
                .all(|i| used[i] <= self.copies(i) && used[i] <= 4 && (!quads[i] || tiles[i] == 3))
    }

    /// Unseen copies of a tile while the player holds this part of the suit: what was drawn or called
    /// is gone, everything else is where it was at the root.
    pub(crate) fn weight(&self, packed: u32, melds: &MeldSet, local: usize) -> u8 {
        let i = position(local);
        let gained = (count(packed, i) + melds.used[i]).saturating_sub(self.used[i]);
        let left = self.unseen[i] - gained;
        let red_left = self.red == RedFive::Unseen && packed & RED == 0 && !melds.set.red;
        let red = u8::from(i == 4 && red_left).min(left);
        if local == 9 { red } else { left - red }
    }
}

/// Count of the `i`-th kind in packed counts.
pub(crate) const fn count(packed: u32, i: usize) -> u8 {
    (packed >> (3 * i) & 7) as u8
}

/// The kind of one of the ten tiles.
pub(crate) const fn position(local: usize) -> usize {
    if local == 9 { 4 } else { local }
}

pub(crate) fn tile_of(suit: Suit, local: usize) -> Option<Tile> {
    match local {
        9 => Tile::red_five(suit),
        _ => Kind::of(suit, local + 1).map(Tile::plain),
    }
}

pub(crate) fn local_of(tile: Tile) -> usize {
    if tile.is_red() { 9 } else { tile.kind().number() - 1 }
}

/// Packed counts with one tile more; `None` for a fifth copy or a second red five.
pub(crate) fn plus(packed: u32, local: usize) -> Option<u32> {
    let (i, red) = (position(local), local == 9);
    if count(packed, i) >= 4 || (red && packed & RED != 0) {
        return None;
    }
    Some((packed + (1 << (3 * i))) | if red { RED } else { 0 })
}

/// Packed counts with one tile less; `None` if that tile is not there.
pub(crate) fn minus(packed: u32, local: usize) -> Option<u32> {
    let (i, red) = (position(local), local == 9);
    let held_red = i == 4 && packed & RED != 0;
    let there = if red { held_red } else { count(packed, i) > u8::from(held_red) };
    there.then(|| (packed - (1 << (3 * i))) & if red { !RED } else { !0 })
}

/// Without one of a kind, the red five first; also whether it was the red one.
pub(crate) fn minus_any(packed: u32, i: usize) -> Option<(u32, bool)> {
    let red = if i == 4 { minus(packed, 9) } else { None };
    red.map(|packed| (packed, true)).or_else(|| minus(packed, i).map(|packed| (packed, false)))
}
