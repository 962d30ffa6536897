//! Hands as the search distinguishes them, and what one tile makes of them.

use super::shape::{Counts34, Group, five, forms, is_win};
use arrayvec::ArrayVec;
use nanikiru::hand::{self, Call, Deck, From, Meld, Melds, Unseen, WaitingHand};
use nanikiru::rules::Kuikae;
use nanikiru::tile::{Counts, Kind, Reds, Tile};

/// What a meld is; who discarded the tile and how an open kan was made is all the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Block {
    Chi(usize),
    Pon(usize),
    Ankan(usize),
    Kan(usize),
}

impl Block {
    fn of(meld: &Meld) -> Block {
        let kind = meld.kind().index();
        match meld.group() {
            hand::Group::Run(_) => Block::Chi(kind),
            hand::Group::Triplet(_) => Block::Pon(kind),
            hand::Group::Quad(_) if meld.is_open() => Block::Kan(kind),
            hand::Group::Quad(_) => Block::Ankan(kind),
        }
    }

    /// The group that it is of a winning hand: a kan counts three tiles.
    pub fn group(self) -> Group {
        match self {
            Block::Chi(low) => Group::Run(low),
            Block::Pon(kind) | Block::Ankan(kind) | Block::Kan(kind) => Group::Triplet(kind),
        }
    }

    /// The kind of a kan.
    pub fn kan(self) -> Option<usize> {
        match self {
            Block::Ankan(kind) | Block::Kan(kind) => Some(kind),
            Block::Chi(_) | Block::Pon(_) => None,
        }
    }

    pub fn has_five(self, suit: usize) -> bool {
        self.group().tiles().contains(&five(suit))
    }

    fn meld(self, red: bool) -> Meld {
        // a run may hold the red five only where another of its tiles was claimed
        let claimed = |kind: usize| Tile::plain(Kind::ALL[kind]);
        let (call, kind) = match self {
            Block::Chi(low) if Kind::ALL[low].is_five() => (Call::Chi { claimed: claimed(low + 1) }, low),
            Block::Chi(low) => (Call::Chi { claimed: claimed(low) }, low),
            Block::Pon(kind) => (Call::Pon { from: From::Across, claimed: claimed(kind) }, kind),
            Block::Ankan(kind) => (Call::Ankan, kind),
            Block::Kan(kind) => (Call::Daiminkan { from: From::Across, claimed: claimed(kind) }, kind),
        };
        Meld::new(call, Kind::ALL[kind], red).unwrap()
    }
}

pub type Blocks = ArrayVec<Block, 4>;

/// Concealed tiles and their red fives, sorted melds and the red fives among them. Red fives are
/// bits: 1 for man, 2 for pin, 4 for sou. And the norths that have been set aside since the root.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hand {
    pub concealed: Counts34,
    pub reds: u8,
    pub melds: Blocks,
    pub exposed: u8,
    pub kita: u8,
}

pub const NORTH: usize = 30;

/// A tile's kind and the bit of its red five; 0 for tiles that are not red.
pub fn parts(tile: Tile) -> (usize, u8) {
    let red = if tile.is_red() { 1 << tile.kind().suit().index() } else { 0 };
    (tile.kind().index(), red)
}

pub fn all_tiles() -> impl Iterator<Item = Tile> {
    (0..Tile::COUNT).filter_map(Tile::new)
}

fn bit_of(kind: usize) -> u8 {
    if Kind::ALL[kind].is_five() { 1 << (kind / 9) } else { 0 }
}

impl Hand {
    pub fn new(concealed: &Counts, reds: Reds, melds: &[Meld]) -> Hand {
        let red = melds.iter().filter(|m| m.has_red()).map(|m| 1u8 << m.kind().suit().index());
        let mut blocks: Blocks = melds.iter().map(Block::of).collect();
        blocks.sort();
        let exposed = red.fold(0, |bits, bit| bits | bit);
        Hand { concealed: *concealed.as_array(), reds: reds.bits(), melds: blocks, exposed, kita: 0 }
    }

    /// Tiles of each kind, three for a kan.
    pub fn totals(&self) -> Counts34 {
        let mut sum = self.concealed;
        self.melds.iter().flat_map(|b| b.group().tiles()).for_each(|t| sum[t] += 1);
        sum
    }

    /// Tiles of each kind, four for a kan.
    pub fn owned(&self) -> Counts34 {
        let mut sum = self.totals();
        self.melds.iter().filter_map(|b| b.kan()).for_each(|t| sum[t] += 1);
        sum
    }

    pub fn is_closed(&self) -> bool {
        self.melds.iter().all(|b| matches!(b, Block::Ankan(_)))
    }

    pub fn kans(&self) -> usize {
        self.melds.iter().filter(|b| b.kan().is_some()).count()
    }

    /// The kinds that complete it, unseen or not, as long as it does not hold all four.
    pub fn waits(&self) -> Vec<usize> {
        let owned = self.owned();
        let completes = |&kind: &usize| {
            let mut tiles = self.concealed;
            tiles[kind] += 1;
            owned[kind] < 4 && is_win(&tiles, self.melds.len())
        };
        (0..34).filter(completes).collect()
    }

    pub fn waiting(&self, deck: Deck) -> WaitingHand {
        let mut exposed = self.exposed;
        let mut meld = |block: &Block| {
            let suit = (0..3).find(|&suit| exposed >> suit & 1 == 1 && block.has_five(suit));
            suit.inspect(|suit| exposed &= !(1 << suit));
            block.meld(suit.is_some())
        };
        let melds: Melds = self.melds.iter().map(&mut meld).collect();
        assert_eq!(exposed, 0, "no place for a red five in {self:?}");
        let concealed = Counts::new(self.concealed).unwrap();
        let deck = Deck::of(deck.players(), deck.kita() + self.kita).unwrap();
        WaitingHand::of(deck, concealed, Reds::from_bits(self.reds).unwrap(), melds).unwrap()
    }

    pub fn with(&self, tile: Tile) -> Hand {
        let (kind, red) = parts(tile);
        let mut hand = self.clone();
        hand.concealed[kind] += 1;
        hand.reds |= red;
        hand
    }

    pub fn without(&self, tile: Tile) -> Option<Hand> {
        let (kind, red) = parts(tile);
        let held = self.reds & bit_of(kind);
        let there = if red > 0 { held > 0 } else { self.concealed[kind] > u8::from(held > 0) };
        there.then(|| {
            let mut hand = self.clone();
            hand.concealed[kind] -= 1;
            hand.reds &= !red;
            hand
        })
    }

    /// All discards that are not forbidden, and what is left.
    pub fn discards(&self, forbidden: &[usize]) -> Vec<(Tile, Hand)> {
        all_tiles()
            .filter(|tile| !forbidden.contains(&tile.kind().index()))
            .filter_map(|tile| Some((tile, self.without(tile)?)))
            .collect()
    }

    /// Lays these kinds from the hand into a meld, the red five first; `claimed` comes with them.
    fn expose(&self, kinds: &[usize], claimed: Option<Tile>, block: Block) -> Option<Hand> {
        let mut hand = self.clone();
        for &kind in kinds {
            hand.concealed[kind] = hand.concealed[kind].checked_sub(1)?;
            hand.exposed |= hand.reds & bit_of(kind);
            hand.reds &= !bit_of(kind);
        }
        hand.exposed |= claimed.map_or(0, |tile| parts(tile).1);
        hand.melds.push(block);
        hand.melds.sort();
        Some(hand)
    }

    /// What chi and pon of a tile lead to, before the discard, and the kinds that may not be discarded.
    pub fn calls(&self, tile: Tile, from_left: bool, kuikae: Kuikae) -> Vec<(Hand, Vec<usize>)> {
        let kind = tile.kind().index();
        let mut found = vec![(self.expose(&[kind; 2], Some(tile), Block::Pon(kind)), vec![kind])];
        for place in 0..3 {
            let Some(low) = kind.checked_sub(place) else { continue };
            if !from_left || kind >= 27 || low / 9 != kind / 9 || low % 9 > 6 {
                continue;
            }
            let others: Vec<usize> = (low..low + 3).filter(|&k| k != kind).collect();
            let mut forbidden = vec![kind];
            if place == 0 && low % 9 < 6 {
                forbidden.push(low + 3);
            }
            if place == 2 && low % 9 > 0 {
                forbidden.push(low - 1);
            }
            found.push((self.expose(&others, Some(tile), Block::Chi(low)), forbidden));
        }
        found
            .into_iter()
            .filter_map(|(hand, forbidden)| {
                Some((hand?, if kuikae == Kuikae::Forbidden { forbidden } else { vec![] }))
            })
            .collect()
    }

    /// The open kan of a tile that another player discards.
    pub fn open_kan(&self, tile: Tile) -> Option<Hand> {
        let kind = tile.kind().index();
        self.expose(&[kind; 3], Some(tile), Block::Kan(kind))
    }

    /// The concealed kans and added kans of a drawn hand.
    pub fn own_kans(&self) -> Vec<Hand> {
        let concealed = (0..34).filter_map(|kind| self.expose(&[kind; 4], None, Block::Ankan(kind)));
        let added = self.melds.iter().filter_map(|&block| {
            let Block::Pon(kind) = block else { return None };
            let mut hand = self.clone();
            hand.melds.retain(|&mut b| b != block);
            hand.expose(&[kind], None, Block::Kan(kind))
        });
        concealed.chain(added).collect()
    }

    /// A drawn hand with a north set aside.
    pub fn set_aside(&self) -> Option<Hand> {
        let mut hand = self.clone();
        hand.concealed[NORTH] = hand.concealed[NORTH].checked_sub(1)?;
        hand.kita += 1;
        Some(hand)
    }

    /// The hand after a concealed kan under riichi with a drawn fourth tile: the waits stay what they
    /// are, and the three were a triplet however the hand wins.
    pub fn riichi_kan(&self, tile: Tile) -> Option<Hand> {
        let (kind, red) = parts(tile);
        if self.concealed[kind] != 3 {
            return None;
        }
        let mut kan = self.expose(&[kind; 3], None, Block::Ankan(kind))?;
        kan.exposed |= red;
        let waits = self.waits();
        let always = waits.iter().all(|&wait| {
            let mut tiles = self.concealed;
            tiles[wait] += 1;
            forms(&tiles).iter().all(|form| form.contains(&Group::Triplet(kind)))
        });
        (always && waits == kan.waits()).then_some(kan)
    }
}

/// Where the search starts.
pub struct Scene {
    /// 13 or 14 tiles.
    pub root: Hand,
    pub deck: Deck,
    pub unseen: Counts34,
    pub unseen_reds: u8,
    pub total: usize,
}

impl Scene {
    pub fn new(root: Hand, deck: Deck, unseen: &Unseen) -> Scene {
        let total = unseen.total();
        Scene { root, deck, unseen: *unseen.counts().as_array(), unseen_reds: unseen.reds().bits(), total }
    }

    /// Unseen tiles of each kind while the hand is held: what it has thrown away counts as unseen
    /// only if it was so at the root.
    pub fn left(&self, hand: &Hand) -> Counts34 {
        let (before, mut now) = (self.root.owned(), hand.owned());
        now[NORTH] += hand.kita;
        std::array::from_fn(|i| self.unseen[i] - now[i].saturating_sub(before[i]))
    }

    /// Unseen copies of each tile while the hand is held.
    pub fn copies(&self, hand: &Hand) -> [f64; Tile::COUNT] {
        let left = self.left(hand);
        let mut copies = [0.0; Tile::COUNT];
        for tile in all_tiles() {
            let kind = tile.kind().index();
            let red = bit_of(kind) & self.unseen_reds & !(hand.reds | hand.exposed);
            let red = u8::from(red > 0 && left[kind] > 0);
            copies[tile.index()] = f64::from(if tile.is_red() { red } else { left[kind] - red });
        }
        copies
    }

    /// Whether a wait was thrown away since the root.
    pub fn furiten(&self, hand: &Hand, waits: &[usize]) -> bool {
        let (before, mut now) = (self.root.totals(), hand.totals());
        now[NORTH] += hand.kita;
        waits.iter().any(|&i| now[i] < before[i])
    }
}
