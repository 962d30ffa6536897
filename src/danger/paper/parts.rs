//! What of a tenpai hand lies in one suit: every way in which 1 to 7 concealed tiles can be one tile from
//! groups and a pair (Kurita & Hoki, deal-in, 5.2), suit by suit.
//!
//! A hand of several suits is tenpai in one of two ways. Either one suit waits by itself and the others are
//! groups, or two suits hold two tiles more than groups: then each of them that has a pair lets the other
//! wait for a group. So waits, forms and furiten of a hand are known suit by suit, and no list of
//! hands is needed: a hundred thousand of them are products of a few thousand parts.

use crate::hand::Group;
use crate::tile::{Kind, Suit};
use arrayvec::ArrayVec;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// How the winning tile completes the part: what fu depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Manner {
    /// A run, at either end.
    Ryanmen,
    /// A run, in the middle or at its only end.
    Closed,
    /// A triplet.
    Shanpon,
    /// The pair.
    Tanki,
}

/// A group of a suit: runs by their lowest number from 0 on, triplets 7 further on.
pub(super) type Local = u8;
/// Local groups of a suit, with those that no suit has.
pub(super) const LOCALS: usize = 16;

/// The group of a suit.
fn group(suit: Suit, local: Local) -> Group {
    let kind = |number| Kind::ALL[suit.first() + usize::from(number)];
    if local < 7 { Group::Run(kind(local)) } else { Group::Triplet(kind(local - 7)) }
}

/// A group of any suit: [`LOCALS`] for each, and one place for no group.
pub(super) type Id = u8;
/// No group.
pub(super) const NONE: Id = 4 * LOCALS as Id;

/// The group with an id; `None` for [`NONE`], and for runs of honours and numbers that they lack.
pub(super) fn group_of(id: Id) -> Option<Group> {
    let (suit, local) = (Suit::ALL.get(usize::from(id) / LOCALS)?, id % LOCALS as u8);
    let exists = *suit != Suit::Honour || (7..14).contains(&local);
    exists.then(|| group(*suit, local))
}

/// Groups and perhaps a pair, with the place of the winning tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PartReading {
    /// The group that the tile completes comes first; [`NONE`] in the places that are left.
    pub groups: [Id; 2],
    pub pair: Option<Kind>,
    pub manner: Manner,
}

/// A tile that completes a part, and what it then is: mostly one reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PartWait {
    /// Its number, from 0 on.
    pub number: u8,
    pub readings: Vec<PartReading>,
}

/// Tiles of one suit that are part of a tenpai hand.
#[derive(Clone, Debug)]
pub(super) struct SuitPart {
    /// Numbers, from 0 on, with their counts.
    pub tiles: ArrayVec<(u8, u8), 7>,
    /// The groups of a part that is complete; [`NONE`] in the places that are left.
    pub groups: [Id; 2],
    /// The pair of a part that is complete with one.
    pub pair: Option<Kind>,
    pub waits: Vec<PartWait>,
    /// The numbers of the waits, as bits.
    pub mask: u16,
    /// Whether a two-sided wait or one on a triplet is among them: eq. 15. 3456 counts as two-sided, as
    /// the seed has it.
    pub good: bool,
}

/// All parts of a suit by what they do in a hand; the index is the number of whole groups in them.
#[derive(Debug)]
pub(super) struct Parts {
    /// Groups and nothing else.
    pub groups: [Vec<SuitPart>; 3],
    /// Groups and a pair. Their waits are those of a hand whose other suit has the pair.
    pub pairs: [Vec<SuitPart>; 2],
    /// Two tiles more than groups, one tile from one group more, and not groups and a pair.
    pub open: [Vec<SuitPart>; 2],
    /// One tile more than groups, one tile from groups and a pair.
    pub lone: [Vec<SuitPart>; 3],
}

/// The parts of a suit, made when they are first asked for.
pub(super) fn parts(suit: Suit) -> &'static Parts {
    static PARTS: [OnceLock<Parts>; 4] = [const { OnceLock::new() }; 4];
    PARTS[suit.index()].get_or_init(|| Parts::new(suit))
}

/// Counts by number.
type Tiles = [u8; 9];

/// A complete part.
#[derive(Clone)]
struct CompletePart {
    suit: Suit,
    tiles: Tiles,
    groups: ArrayVec<Local, 2>,
    pair: Option<u8>,
}

impl CompletePart {
    fn empty(suit: Suit) -> CompletePart {
        CompletePart { suit, tiles: [0; 9], groups: ArrayVec::new(), pair: None }
    }

    /// Its groups, that with the index first.
    fn ids(&self, first: usize) -> [Id; 2] {
        let mut groups = self.groups.clone();
        if first > 0 {
            groups.swap(0, first);
        }
        let mut ids = [NONE; 2];
        let id = |local: Local| self.suit.index() as Id * LOCALS as Id + local;
        ids.iter_mut().zip(groups).for_each(|(place, local)| *place = id(local));
        ids
    }

    fn pair_kind(&self) -> Option<Kind> {
        self.pair.map(|number| Kind::ALL[self.suit.first() + usize::from(number)])
    }

    fn with(&self, numbers: &[u8]) -> Option<CompletePart> {
        let mut whole = self.clone();
        for &number in numbers {
            whole.tiles[usize::from(number)] += 1;
        }
        whole.tiles.iter().all(|&n| n <= 4).then_some(whole)
    }

    /// With one group more; groups are added in order.
    fn with_group(&self, local: Local) -> Option<CompletePart> {
        let numbers = if local < 7 { [local, local + 1, local + 2] } else { [local - 7; 3] };
        let mut whole = self.with(&numbers)?;
        whole.groups.push(local);
        Some(whole)
    }

    fn with_pair(&self, number: u8) -> Option<CompletePart> {
        Some(CompletePart { pair: Some(number), ..self.with(&[number; 2])? })
    }
}

/// Each place of a winning tile in a complete part: its number, and the reading.
fn places(whole: &CompletePart) -> Vec<(u8, PartReading)> {
    let mut places = Vec::new();
    if let Some(pair) = whole.pair {
        let reading = PartReading { groups: whole.ids(0), pair: whole.pair_kind(), manner: Manner::Tanki };
        places.push((pair, reading));
    }
    for (i, &local) in whole.groups.iter().enumerate() {
        if i > 0 && whole.groups[i - 1] == local {
            continue;
        }
        let mut place = |number, manner| {
            places.push((number, PartReading { groups: whole.ids(i), pair: whole.pair_kind(), manner }));
        };
        if local >= 7 {
            place(local - 7, Manner::Shanpon);
            continue;
        }
        place(local, if local == 6 { Manner::Closed } else { Manner::Ryanmen });
        place(local + 1, Manner::Closed);
        place(local + 2, if local == 0 { Manner::Closed } else { Manner::Ryanmen });
    }
    places
}

/// The tiles that lack one tile of these, with all that completes them.
fn one_short(wholes: &[CompletePart]) -> BTreeMap<Tiles, Vec<PartWait>> {
    let mut found: BTreeMap<Tiles, BTreeMap<u8, Vec<PartReading>>> = BTreeMap::new();
    for whole in wholes {
        for (number, reading) in places(whole) {
            let mut tiles = whole.tiles;
            tiles[usize::from(number)] -= 1;
            found.entry(tiles).or_default().entry(number).or_default().push(reading);
        }
    }
    let waits = |waits: BTreeMap<u8, Vec<PartReading>>| {
        waits.into_iter().map(|(number, readings)| PartWait { number, readings }).collect()
    };
    found.into_iter().map(|(tiles, by_number)| (tiles, waits(by_number))).collect()
}

/// Eq. 15.
fn good(waits: &[PartWait]) -> bool {
    let good = |r: &PartReading| matches!(r.manner, Manner::Ryanmen | Manner::Shanpon);
    waits.iter().flat_map(|w| &w.readings).any(good) || run_of_four(waits)
}

/// Whether two of the waits are the ends of a run of four, the rest being groups.
fn run_of_four(waits: &[PartWait]) -> bool {
    let tanki = |wait: &PartWait| {
        let readings = wait.readings.iter().filter(|r| r.manner == Manner::Tanki);
        readings.map(|r| r.groups).collect::<Vec<_>>()
    };
    let is_run = |id: Id| id % (LOCALS as Id) < 7;
    let ends = |low: &PartWait, high: &PartWait| {
        tanki(low).into_iter().any(|groups| {
            (0..groups.len()).any(|i| {
                let run = groups[i];
                if run == NONE || !is_run(run) || run % LOCALS as Id != low.number + 1 {
                    return false;
                }
                let mut others = groups;
                others[i] = run - 1;
                others.sort_unstable();
                tanki(high).contains(&others)
            })
        })
    };
    waits.iter().any(|low| waits.iter().filter(|w| w.number == low.number + 3).any(|high| ends(low, high)))
}

impl SuitPart {
    /// How many tiles of a number it has.
    pub fn count(&self, number: u8) -> u8 {
        self.tiles.iter().find(|(n, _)| *n == number).map_or(0, |(_, count)| *count)
    }

    /// Whether one of these waits is good; the others are none, since the melds hold the rest of their tiles.
    pub fn good_of(&self, live: u16) -> bool {
        let live: Vec<PartWait> = self.waits.iter().filter(|w| live >> w.number & 1 == 1).cloned().collect();
        good(&live)
    }

    fn new(tiles: &Tiles, whole: &CompletePart, waits: Vec<PartWait>) -> SuitPart {
        let good = good(&waits);
        let tiles = tiles.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, &n)| (i as u8, n)).collect();
        let mask = waits.iter().fold(0, |mask, wait| mask | 1 << wait.number);
        SuitPart { tiles, groups: whole.ids(0), pair: whole.pair_kind(), waits, mask, good }
    }
}

impl Parts {
    fn new(suit: Suit) -> Parts {
        let numbers = suit.size() as u8;
        let runs = if suit == Suit::Honour { 0 } else { 7 };
        let locals: Vec<Local> = (0..runs).chain((0..numbers).map(|n| n + 7)).collect();
        let more = |wholes: &[CompletePart]| -> Vec<CompletePart> {
            let last = |whole: &CompletePart| whole.groups.last().copied().unwrap_or(0);
            let add = |whole: &CompletePart| {
                let next = locals.iter().filter(|&&local| local >= last(whole));
                next.filter_map(|&local| whole.with_group(local)).collect::<Vec<_>>()
            };
            wholes.iter().flat_map(add).collect()
        };
        let none = vec![CompletePart::empty(suit)];
        let one = more(&none);
        let groups = [none, one.clone(), more(&one)];
        let paired = groups.each_ref().map(|wholes| {
            let add =
                |whole: &CompletePart| (0..numbers).filter_map(|n| whole.with_pair(n)).collect::<Vec<_>>();
            wholes.iter().flat_map(add).collect::<Vec<_>>()
        });
        let complete = |wholes: &[CompletePart], waits: &BTreeMap<Tiles, Vec<PartWait>>| {
            let part = |w: &CompletePart| {
                SuitPart::new(&w.tiles, w, waits.get(&w.tiles).cloned().unwrap_or_default())
            };
            wholes.iter().map(part).collect::<Vec<_>>()
        };
        let waiting = |waits: &BTreeMap<Tiles, Vec<PartWait>>, but: &[CompletePart]| {
            let others = waits.iter().filter(|(tiles, _)| but.iter().all(|w| w.tiles != **tiles));
            others
                .map(|(tiles, waits)| SuitPart::new(tiles, &CompletePart::empty(suit), waits.clone()))
                .collect::<Vec<_>>()
        };
        let with_pair_elsewhere = [one_short(&groups[1]), one_short(&groups[2])];
        let pairs: [Vec<SuitPart>; 2] =
            std::array::from_fn(|k| complete(&paired[k], &with_pair_elsewhere[k]));
        let open = std::array::from_fn(|k| waiting(&with_pair_elsewhere[k], &paired[k]));
        let lone = paired.each_ref().map(|wholes| waiting(&one_short(wholes), &[]));
        Parts {
            groups: groups.each_ref().map(|wholes| complete(wholes, &BTreeMap::new())),
            pairs,
            open,
            lone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    type Hand = [u8; 34];

    /// The hands of four tiles, by the way in which the seed counts them: what is left of a group and a pair
    /// without one tile.
    fn four_tiles() -> BTreeSet<Hand> {
        let mut hands = BTreeSet::new();
        let runs = Kind::ALL.into_iter().filter(|k| !k.is_honour() && k.number() <= 7).map(Group::Run);
        for group in runs.chain(Kind::ALL.map(Group::Triplet)) {
            for pair in Kind::ALL {
                let mut whole = [0; 34];
                group.kinds().for_each(|(kind, n)| whole[kind.index()] += n as u8);
                whole[pair.index()] += 2;
                if whole[pair.index()] > 4 {
                    continue;
                }
                for kind in (0..34).filter(|&kind| whole[kind] > 0) {
                    let mut hand = whole;
                    hand[kind] -= 1;
                    hands.insert(hand);
                }
            }
        }
        hands
    }

    fn put(hand: &mut Hand, suit: Suit, part: &SuitPart) {
        part.tiles.iter().for_each(|&(number, n)| hand[suit.first() + usize::from(number)] += n);
    }

    fn of(parts: &[(Suit, &SuitPart)]) -> Hand {
        let mut hand = [0; 34];
        parts.iter().for_each(|(suit, part)| put(&mut hand, *suit, part));
        hand
    }

    #[test]
    fn hands_of_four_tiles_are_products_of_parts() {
        let mut hands = Vec::new();
        for a in Suit::ALL {
            hands.extend(parts(a).lone[1].iter().map(|part| of(&[(a, part)])));
            for b in Suit::ALL.into_iter().filter(|&b| b != a) {
                for part in &parts(a).lone[0] {
                    hands.extend(parts(b).groups[1].iter().map(|group| of(&[(a, part), (b, group)])));
                }
                for pair in &parts(b).pairs[0] {
                    hands.extend(parts(a).open[0].iter().map(|part| of(&[(a, part), (b, pair)])));
                    let both = parts(a).pairs[0].iter().filter(|_| a < b);
                    hands.extend(both.map(|part| of(&[(a, part), (b, pair)])));
                }
            }
        }
        let different: BTreeSet<Hand> = hands.iter().copied().collect();
        assert_eq!(hands.len(), different.len(), "a hand comes twice");
        assert_eq!(different, four_tiles());
        // Kurita & Hoki, deal-in, 5.2.2: less than 612 + 561 + 1836 + 918, since some hands are counted twice there
        assert!(different.len() < 3927, "{}", different.len());
        // hands of two suits or more are counted once: two-sided, two pairs, one-sided
        let apart = |a: Suit, b: Suit, manner: Manner| {
            let with =
                |part: &&SuitPart| part.waits.iter().flat_map(|w| &w.readings).all(|r| r.manner == manner);
            parts(a).open[0].iter().filter(with).count() * parts(b).pairs[0].len()
        };
        let (man, pin) = (Suit::Man, Suit::Pin);
        assert_eq!(apart(man, pin, Manner::Ryanmen), 6 * 9);
        assert_eq!(apart(man, pin, Manner::Closed), 9 * 9);
    }

    #[test]
    fn complete_parts_are_read_in_one_way() {
        for suit in Suit::ALL {
            let Parts { groups, pairs, open, lone } = parts(suit);
            for parts in groups.iter().chain(pairs).chain(open).chain(lone) {
                let tiles: BTreeSet<Vec<(u8, u8)>> = parts.iter().map(|p| p.tiles.to_vec()).collect();
                assert_eq!(tiles.len(), parts.len(), "{suit:?}");
            }
            assert!(open.iter().chain(lone).flatten().all(|part| part.mask != 0));
        }
        assert_eq!((parts(Suit::Man).groups[1].len(), parts(Suit::Honour).groups[1].len()), (16, 7));
    }

    #[test]
    fn a_run_of_four_is_a_good_wait() {
        let lone = |tiles: &[(u8, u8)]| {
            let part = parts(Suit::Pin).lone[1].iter().find(|part| part.tiles[..] == *tiles);
            part.map(|part| part.good)
        };
        assert_eq!(lone(&[(2, 1), (3, 1), (4, 1), (5, 1)]), Some(true));
        // 2 and 345: the single tile waits alone
        assert_eq!(lone(&[(0, 1), (3, 1), (4, 1), (5, 1)]), Some(false));
        assert_eq!(lone(&[(0, 4)]), None);
    }
}
