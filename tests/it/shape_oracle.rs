//! The packed lookup against the slow generator: straight from tomohxx's definitions.

use crate::random;

use nanikiru::shape::lookup::{Class, SuitKey};
use nanikiru::shape::shanten_of;
use nanikiru::tile::{Counts, Kind, Suit};
use random::Random;

/// Sets of groups in one suit: V_0..V_4, then W_0..W_4 with a pair too (below eq. 7). Each w once.
fn groups(suit: Suit) -> [Vec<Vec<u8>>; 10] {
    let kinds = suit.size();
    let unit = |tiles: &[(usize, u8)]| {
        let mut w = vec![0; kinds];
        tiles.iter().for_each(|&(i, n)| w[i] += n);
        w
    };
    let triplets = (0..kinds).map(|i| unit(&[(i, 3)]));
    let runs = (0..if suit == Suit::Honour { 0 } else { 7 }).map(|i| unit(&[(i, 1), (i + 1, 1), (i + 2, 1)]));
    let groups: Vec<_> = triplets.chain(runs).collect();
    let pairs: Vec<_> = (0..kinds).map(|i| unit(&[(i, 2)])).collect();
    let sums = |left: &[Vec<u8>], right: &[Vec<u8>]| {
        let sum = |a: &Vec<u8>, b: &Vec<u8>| a.iter().zip(b).map(|(x, y)| x + y).collect::<Vec<u8>>();
        let mut all: Vec<_> = left.iter().flat_map(|a| right.iter().map(move |b| sum(a, b))).collect();
        all.retain(|w| w.iter().all(|&n| n <= 4));
        all.sort();
        all.dedup();
        all
    };
    let mut sets: [Vec<Vec<u8>>; 10] = Default::default();
    sets[0] = vec![vec![0; kinds]];
    for m in 1..5 {
        sets[m] = sums(&sets[m - 1], &groups);
    }
    for m in 0..5 {
        sets[5 + m] = sums(&sets[m], &pairs);
    }
    sets
}

/// Eq. 4 for one suit.
fn distance(h: &[u8], w: &[u8]) -> u8 {
    h.iter().zip(w).map(|(&h, &w)| w.saturating_sub(h)).sum()
}

fn digits(mut pattern: usize, kinds: usize) -> Vec<u8> {
    let digit = |_| {
        let n = (pattern % 5) as u8;
        pattern /= 5;
        n
    };
    (0..kinds).map(digit).collect()
}

/// Eq. 10 for all 5^kinds patterns at once. Eq. 4 is a sum over kinds, so the least distance to a set is
/// found one kind after another: D_i(h) = min over w_i of max(0, w_i - h_i) + D_{i-1}(h with w_i for h_i).
fn nearest(set: &[Vec<u8>], kinds: usize) -> Vec<u8> {
    let mut nearest = vec![99; 5usize.pow(kinds as u32)];
    for w in set {
        nearest[w.iter().rev().fold(0, |at, &n| at * 5 + usize::from(n))] = 0;
    }
    for kind in 0..kinds {
        let step = 5usize.pow(kind as u32);
        for pattern in 0..nearest.len() {
            if (pattern / step).is_multiple_of(5) {
                let line: [u8; 5] = std::array::from_fn(|n| nearest[pattern + n * step]);
                for h in 0..5usize {
                    let best = (0..5usize).map(|w| w.saturating_sub(h) as u8 + line[w]).min();
                    nearest[pattern + h * step] = best.unwrap();
                }
            }
        }
    }
    nearest
}

fn counts(suit: Suit, kinds: &[u8]) -> Counts {
    let mut all = [0; 34];
    all[suit.first()..suit.first() + kinds.len()].copy_from_slice(kinds);
    Counts::new(all).unwrap()
}

#[test]
fn every_suit_pattern() {
    for (suit, patterns) in [(Suit::Man, 405_350), (Suit::Honour, 43_130)] {
        let kinds = suit.size();
        let sets = groups(suit);
        let oracle = sets.each_ref().map(|set| nearest(set, kinds));
        let mut seen = 0;
        for pattern in 0..oracle[0].len() {
            let h = digits(pattern, kinds);
            let key = SuitKey::new(&counts(suit, &h), suit);
            assert_eq!(key.is_some(), h.iter().sum::<u8>() <= 14);
            let Some(key) = key else { continue };
            seen += 1;
            let expected: [u8; 10] = oracle.each_ref().map(|nearest| nearest[pattern]);
            assert_eq!(*key.class().distances(), expected, "{suit:?} {h:?}");
            if pattern % 1009 == 0 {
                let literal: [u8; 10] =
                    std::array::from_fn(|set| sets[set].iter().map(|w| distance(&h, w)).min().unwrap());
                assert_eq!(literal, expected, "{suit:?} {h:?}");
            }
        }
        assert_eq!(seen, patterns);
    }
}

/// `tiles` tiles of a wall with four of each of these kinds.
fn deal(random: &mut Random, kinds: &[Kind], tiles: usize) -> Counts {
    let mut hand = Counts::EMPTY;
    while hand.total() < tiles {
        let _ = hand.add(random.pick(kinds));
    }
    hand
}

/// Eq. 7: every way to share groups and the pair among the suits.
fn share(suits: &[[u8; 10]], groups: usize, pair: bool) -> u8 {
    let Some((first, rest)) = suits.split_first() else {
        return if groups == 0 && !pair { 0 } else { 99 };
    };
    let mut best = 99;
    for here in 0..=groups {
        best = best.min(first[here] + share(rest, groups - here, pair));
        if pair {
            best = best.min(first[5 + here] + share(rest, groups - here, false));
        }
    }
    best
}

#[test]
fn whole_hands_of_all_sizes() {
    let mut random = Random(1);
    let tables = [Suit::Man, Suit::Honour].map(|suit| groups(suit).map(|set| nearest(&set, suit.size())));
    for round in 0..20_000 {
        let (tiles, from) = (1 + random.below(14), [0, 9, 18][random.below(3)]);
        let hand = deal(&mut random, &Kind::ALL[from..], tiles);
        let suits = Suit::ALL.map(|suit| {
            let at = hand.suit(suit).iter().rev().fold(0, |at, &n| at * 5 + usize::from(n));
            let table = &tables[usize::from(suit == Suit::Honour)];
            std::array::from_fn(|set| table[set][at])
        });
        let melds = round % (1 + (14 - tiles) / 3);
        let forms = shanten_of(&hand, melds).unwrap();
        assert_eq!(forms.standard.get(), i32::from(share(&suits, 4 - melds, true)) - 1, "{hand:?} {melds}");
        assert_eq!(forms.seven_pairs.map(|s| s.get()), (melds == 0).then(|| seven_pairs(&hand)), "{hand:?}");
        assert_eq!(forms.thirteen_orphans.map(|s| s.get()), (melds == 0).then(|| orphans(&hand)), "{hand:?}");
    }
}

/// Seven different kinds, twice each: the seven that lack least.
fn seven_pairs(hand: &Counts) -> i32 {
    let mut lacks: Vec<i32> = hand.as_array().iter().map(|&n| 2 - i32::from(n.min(2))).collect();
    lacks.sort();
    lacks[..7].iter().sum::<i32>() - 1
}

/// Eq. 5 over the 13 winning forms.
fn orphans(hand: &Counts) -> i32 {
    let yaochu = || Kind::ALL.into_iter().filter(|k| k.is_yaochu());
    let lacks =
        |pair: Kind| yaochu().map(|k| (1 + i32::from(k == pair) - i32::from(hand[k])).max(0)).sum::<i32>();
    yaochu().map(lacks).min().unwrap() - 1
}

#[test]
fn joins_are_associative_and_commutative() {
    let mut random = Random(2);
    for _ in 0..20_000 {
        let hand = deal(&mut random, &Kind::ALL, 14);
        let [m, p, s, z] = Suit::ALL.map(|suit| SuitKey::new(&hand, suit).unwrap().class());
        let all = m.join(p).join(s.join(z));
        assert_eq!(all, z.join(p).join(m).join(s));
        for groups in 0..5 {
            assert_eq!(m.join(p).replacement(s.join(z), groups), all.distances()[5 + groups]);
            assert_eq!(s.replacement(z.join(p).join(m), groups), all.distances()[5 + groups]);
        }
    }
    assert_eq!(Class::COUNT, 180);
}
