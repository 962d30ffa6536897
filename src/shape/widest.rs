//! The widest discard of very many hands beside the same melds: what a suit says is kept.

use super::lanes::Lanes;
use super::limits::{self, Limits};
use super::lookup::{Class, SuitKey};
use super::special::Special;
use super::{Shanten, discards_where, shanten};
use crate::hand::{DrawnHand, Meld, Melds, Unseen};
use crate::tile::{Counts, Kind, Players, Suit};
use rustc_hash::FxHashMap;

/// Answers of a sort that are kept, a power of two: 64, 128 and 80 kB.
const KEPT: usize = 1 << 12;

/// Where an answer is kept by its name, on which every bit of it counts.
fn place(name: u64) -> usize {
    (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - KEPT.ilog2())) as usize
}

/// Shanten of drawn hands of four players beside the same melds, and the ukeire of their widest discards.
pub(crate) struct Widest {
    unseen: Unseen,
    melds: Melds,
    limits: Limits,
    groups: usize,
    is_closed: bool,
    /// Suits of which the melds hold nothing.
    free: [bool; 4],
    /// Unseen tiles by suit and set of its kinds.
    tiles: [[u8; 1 << 9]; 4],
    /// Classes of the other suits, under the limits.
    classes: FxHashMap<(usize, SuitKey), Class>,
    /// By suit, key and class of the rest the kinds of the suit that lower shanten; `None` where that has no class.
    kept: Vec<(u64, Option<u16>)>,
    /// By suit, key and class of the rest the discards of the suit that leave the replacement number.
    leaving: Vec<(u64, SuitDiscards)>,
    /// Ukeire of whole hands: runs come to the same ones again, most of all near the first.
    hands: Vec<([SuitKey; 4], u32)>,
}

/// Discards of a suit that leave the hand's replacement number, those together that leave the same class.
#[derive(Clone, Copy)]
struct SuitDiscards {
    /// Each class with the most unseen tiles of the suit that lower the number after such a discard.
    classes: [(Class, u8); 9],
    len: u8,
    /// Whether a suit that a discard leaves, with a tile more or not, has no class.
    lacks: bool,
}

impl SuitDiscards {
    const NONE: SuitDiscards = SuitDiscards { classes: [(Class::NONE, 0); 9], len: 0, lacks: false };

    fn add(&mut self, class: Class, tiles: u8) {
        let len = usize::from(self.len);
        match self.classes[..len].iter_mut().find(|(of, _)| *of == class) {
            Some((_, most)) => *most = tiles.max(*most),
            // a suit has at most nine kinds
            None => {
                self.classes[len] = (class, tiles);
                self.len += 1;
            }
        }
    }
}

impl Widest {
    /// The one that is kept, or another if it is of other melds or tiles.
    pub(crate) fn kept<'a>(kept: &'a mut Option<Widest>, melds: &[Meld], unseen: &Unseen) -> &'a mut Widest {
        if kept.as_ref().is_none_or(|kept| kept.melds[..] != *melds || kept.unseen != *unseen) {
            *kept = None;
        }
        kept.get_or_insert_with(|| Widest::beside(melds, unseen))
    }

    /// Of hands with these melds.
    pub(crate) fn beside(melds: &[Meld], unseen: &Unseen) -> Widest {
        let limits = Limits::beside(melds);
        let mut tiles = [[0; 1 << 9]; 4];
        for (suit, tiles) in Suit::ALL.into_iter().zip(&mut tiles) {
            let counts = unseen.counts().suit(suit);
            for set in 1usize..1 << suit.size() {
                let first = set.trailing_zeros() as usize;
                tiles[set] = tiles[set & (set - 1)] + counts[first];
            }
        }
        Widest {
            unseen: *unseen,
            melds: melds.iter().copied().collect(),
            limits,
            groups: 4 - melds.len(),
            is_closed: melds.is_empty(),
            free: Suit::ALL.map(|suit| limits.is_free(suit)),
            tiles,
            classes: FxHashMap::default(),
            kept: vec![(u64::MAX, None); KEPT],
            leaving: vec![(u64::MAX, SuitDiscards::NONE); KEPT],
            hands: vec![(SuitKey::of_hand(Counts::EMPTY.as_array(), Players::Four), 0); KEPT],
        }
    }

    /// The hand's shanten.
    pub(crate) fn shanten(&mut self, hand: &DrawnHand) -> Shanten {
        if self.is_closed {
            return shanten(hand);
        }
        let counts = hand.concealed();
        let keys = SuitKey::of_hand(counts.as_array(), Players::Four);
        let [man, pin, sou, honours] = [0, 1, 2, 3].map(|suit| self.class(suit, keys[suit], counts));
        let (left, right) = (man.join(pin), sou.join(honours));
        match left == Class::NONE || right == Class::NONE {
            true => limits::shanten(hand),
            false => Shanten::from_replacement(left.replacement(right, self.groups)),
        }
    }

    /// Unseen tiles that lower the hand's shanten after the discard for which they are most.
    pub(crate) fn ukeire(&mut self, hand: &DrawnHand, shanten: Shanten) -> u32 {
        let keys = SuitKey::of_hand(hand.concealed().as_array(), Players::Four);
        let name = keys.iter().fold(0u64, |name, key| name.rotate_left(17) ^ key.bits());
        let place = place(name);
        let (kept, ukeire) = self.hands[place];
        if kept == keys {
            return ukeire;
        }
        let ukeire = self.by_class(hand, keys, shanten).unwrap_or_else(|| {
            let ways = discards_where(hand, &self.unseen, |after| after == shanten);
            ways.iter().map(|way| way.ukeire.tiles).max().unwrap_or(0)
        });
        self.hands[place] = (keys, ukeire);
        ukeire
    }

    /// The ukeire after the widest discard once a hand of this shanten has drawn a tile that helps, or one that does not; 0 where
    /// the hand is complete.
    pub(crate) fn after_draw(&mut self, drawn: &DrawnHand, before: Shanten, helps: bool) -> u32 {
        match (before, helps) {
            (Shanten::TENPAI, true) => 0,
            (_, true) => self.ukeire(drawn, before.less()),
            (_, false) => self.ukeire(drawn, before),
        }
    }

    /// What the player cannot see.
    pub(crate) fn unseen(&self) -> &Unseen {
        &self.unseen
    }

    /// The ukeire of the widest discard from classes alone; none where one of them is missing.
    fn by_class(&mut self, hand: &DrawnHand, keys: [SuitKey; 4], shanten: Shanten) -> Option<u32> {
        let now = (shanten.get() + 1) as u8;
        let counts = hand.concealed();
        let classes = [0, 1, 2, 3].map(|suit| self.class(suit, keys[suit], counts));
        let rest = others(&classes)?;
        // a discard does not bring a form nearer
        if self.is_closed && Special::of(counts.as_array()).replacement() <= now {
            return self.with_forms(*counts, keys, classes, now);
        }
        let mut most = 0;
        for suit in 0..4 {
            let leaving = self.leaving(suit, keys[suit], rest[suit], now, counts);
            if leaving.lacks {
                return None;
            }
            for &(class, own) in &leaving.classes[..usize::from(leaving.len)] {
                let mut classes = classes;
                classes[suit] = class;
                let rest = others(&classes)?;
                let mut tiles = u32::from(own);
                for other in (0..4).filter(|&other| other != suit) {
                    let lower = self.lowering(other, keys[other], rest[other], now, counts)?;
                    tiles += u32::from(self.tiles[other][usize::from(lower)]);
                }
                most = most.max(tiles);
            }
        }
        Some(most)
    }

    /// Of a hand that is as near to seven pairs or thirteen orphans: kinds that help it to either count once.
    fn with_forms(
        &mut self,
        mut counts: Counts,
        keys: [SuitKey; 4],
        classes: [Class; 4],
        now: u8,
    ) -> Option<u32> {
        let rest = others(&classes)?;
        let mut most = 0;
        for kind in Kind::ALL {
            if counts[kind] == 0 {
                continue;
            }
            let suit = kind.suit().index();
            counts.remove(kind).ok()?;
            let (mut keys, mut classes) = (keys, classes);
            keys[suit] = keys[suit].minus(kind.number() - 1);
            classes[suit] = self.class(suit, keys[suit], &counts);
            if classes[suit] == Class::NONE {
                return None;
            }
            let mut lower = [0u16; 4];
            if classes[suit].replacement(rest[suit], self.groups) == now {
                let rest = others(&classes)?;
                for (suit, lower) in lower.iter_mut().enumerate() {
                    *lower = self.lowering(suit, keys[suit], rest[suit], now, &counts)?;
                }
            }
            let kinds = Special::of(counts.as_array()).lowering(now);
            for (suit, lower) in Suit::ALL.into_iter().zip(&mut lower) {
                *lower |= (kinds >> suit.first()) as u16 & ((1 << suit.size()) - 1);
            }
            let tiles = self.tiles.iter().zip(lower).map(|(tiles, set)| u32::from(tiles[usize::from(set)]));
            most = most.max(tiles.sum());
            counts.add(kind).ok()?;
        }
        Some(most)
    }

    /// A suit's class under the limits, if there is one.
    fn class(&mut self, suit: usize, key: SuitKey, counts: &Counts) -> Class {
        if self.free[suit] {
            return key.class();
        }
        let Widest { limits, groups, classes, .. } = self;
        *classes.entry((suit, key)).or_insert_with(|| {
            let lanes = limits.lanes(counts, Suit::ALL[suit]);
            Class::find(|class| Lanes::of(class).is_like(lanes, *groups)).unwrap_or(Class::NONE)
        })
    }

    /// The discards of a suit that leave the replacement number `now`, which the whole hand has.
    fn leaving(&mut self, suit: usize, key: SuitKey, rest: Class, now: u8, counts: &Counts) -> SuitDiscards {
        // suits have different unseen tiles
        let name = key.bits() | (rest.index() as u64) << 32 | (suit as u64) << 40;
        let place = place(name);
        let (kept, leaving) = self.leaving[place];
        if kept == name {
            return leaving;
        }
        let leaving = self
            .leaving_anew(suit, key, rest, now, counts)
            .unwrap_or(SuitDiscards { lacks: true, ..SuitDiscards::NONE });
        self.leaving[place] = (name, leaving);
        leaving
    }

    fn leaving_anew(
        &mut self,
        suit: usize,
        key: SuitKey,
        rest: Class,
        now: u8,
        counts: &Counts,
    ) -> Option<SuitDiscards> {
        let mut leaving = SuitDiscards::NONE;
        for i in 0..Suit::ALL[suit].size() {
            let kind = Kind::of(Suit::ALL[suit], i + 1)?;
            let Ok(counts) = counts.minus(kind) else { continue };
            let key = key.minus(i);
            let class = self.class(suit, key, &counts);
            if class == Class::NONE {
                return None;
            }
            if class.replacement(rest, self.groups) == now {
                let lower = self.lowering(suit, key, rest, now, &counts)?;
                leaving.add(class, self.tiles[suit][usize::from(lower)]);
            }
        }
        Some(leaving)
    }

    /// The kinds of a suit that lower the replacement number `now`; none where one of them has no class.
    fn lowering(&mut self, suit: usize, key: SuitKey, rest: Class, now: u8, counts: &Counts) -> Option<u16> {
        // suits that melds limit are not like others
        let salt = if self.free[suit] { 0 } else { suit as u64 + 1 };
        let name = key.bits() | (rest.index() as u64) << 32 | salt << 40;
        let place = place(name);
        let (kept, lower) = self.kept[place];
        if kept == name {
            return lower;
        }
        let lower = self.lowering_anew(suit, key, rest, now, counts);
        self.kept[place] = (name, lower);
        lower
    }

    fn lowering_anew(
        &mut self,
        suit: usize,
        key: SuitKey,
        rest: Class,
        now: u8,
        counts: &Counts,
    ) -> Option<u16> {
        let mut lower = 0;
        for i in 0..Suit::ALL[suit].size() {
            let kind = Kind::of(Suit::ALL[suit], i + 1)?;
            if counts[kind] >= self.limits.left(kind) {
                continue;
            }
            let class = self.class(suit, key.plus(i), &counts.plus(kind).ok()?);
            if class == Class::NONE {
                return None;
            }
            lower |= u16::from(class.replacement(rest, self.groups) < now) << i;
        }
        Some(lower)
    }
}

/// Of each suit the class of the other three together, if all have one.
fn others(&[man, pin, sou, honours]: &[Class; 4]) -> Option<[Class; 4]> {
    let (left, right) = (man.join(pin), sou.join(honours));
    let rest = [right.join(pin), right.join(man), left.join(honours), left.join(sou)];
    (!rest.contains(&Class::NONE)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::discards;
    use crate::tile::{Reds, Tile};

    /// Hands that differ from one another by a tile or two, and the answers of the plain way.
    fn walk(text: &str, steps: u32) -> [u32; 3] {
        let first: DrawnHand = text.parse().unwrap();
        let unseen = Unseen::new(&first.owned(), Reds::NONE).unwrap();
        let mut widest = Widest::beside(first.melds(), &unseen);
        let (mut hand, mut state) = (first, 7u64);
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % n
        };
        let (mut complete, mut by_class, mut special) = (0, 0, 0);
        for _ in 0..steps {
            let held: Vec<Tile> = hand.discards().collect();
            let comes = Tile::plain(Kind::ALL[below(34)]);
            // three of four steps do not lead away, so that near hands are met, too
            let away = below(4) == 0;
            let Some(next) = hand.discard(held[below(held.len())]).and_then(|left| left.draw(comes).ok())
            else {
                continue;
            };
            let plain = shanten(&next);
            if !away && plain > shanten(&hand) {
                continue;
            }
            hand = next;
            assert_eq!(widest.shanten(&hand), plain, "{hand:?}");
            complete += u32::from(plain == Shanten::COMPLETE);
            if plain == Shanten::COMPLETE {
                continue;
            }
            let ways = discards(&hand, &unseen);
            let most = ways.iter().filter(|way| way.shanten == plain).map(|way| way.ukeire.tiles).max();
            assert_eq!(Some(widest.ukeire(&hand, plain)), most, "{hand:?}");
            let keys = SuitKey::of_hand(hand.concealed().as_array(), Players::Four);
            let fast = widest.by_class(&hand, keys, plain);
            assert!(fast.is_none() || fast == most, "{hand:?}");
            by_class += u32::from(fast.is_some());
            special += u32::from(
                hand.melds().is_empty()
                    && i32::from(Special::of(hand.concealed().as_array()).replacement()) == plain.get() + 1,
            );
        }
        [complete, by_class, special]
    }

    #[test]
    fn closed_hands_have_the_ukeire_of_their_widest_discard() {
        for text in ["159m2579p148s1234z", "1122m3399p4477s12z", "19m19p19s12345677z", "11123456789999m"] {
            let [complete, by_class, special] = walk(text, 6_000);
            assert!(
                complete > 0 && by_class > 1_000 && special > 10,
                "{text}: {complete} {by_class} {special}"
            );
        }
    }

    #[test]
    fn so_have_hands_with_melds() {
        let texts = [
            "23m456p777899s,m12-3",
            "1112m3p55s1z,z111-,m12-3",
            "11m499p,m123-,m456-,m9999",
            "11z,z222-,z333-,z444-,z5555",
            "1356m2z,m2-34,z1111,p456-",
        ];
        for text in texts {
            let [complete, by_class, _] = walk(text, 3_000);
            assert!(complete > 0 && by_class > 500, "{text}: {complete} {by_class}");
        }
    }
}
