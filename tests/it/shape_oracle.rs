//! The packed lookup against the slow generator: straight from tomohxx's definitions.

use crate::random;

use nanikiru::hand::{Call, Deck, DrawnHand, From, HandError, Meld, Melds, Unseen, WaitingHand};
use nanikiru::shape::lookup::{Class, SuitKey};
use nanikiru::shape::{discards, shanten, shanten_of, ukeire};
use nanikiru::tile::{Counts, Kind, KindSet, Players, Reds, Suit, Tile};
use random::Random;

/// Sets of groups in one suit: V_0..V_4, then W_0..W_4 with a pair too (below eq. 7). Each w once.
fn groups(suit: Suit) -> [Vec<Vec<u8>>; 10] {
    let all: Vec<usize> = (0..suit.size()).collect();
    groups_of(suit.size(), &all, suit != Suit::Honour)
}

/// The same of the suit that three players have of man: 1m and 9m.
fn groups_of_two_kinds() -> [Vec<Vec<u8>>; 10] {
    groups_of(9, &[0, 8], false)
}

/// The same of these kinds.
fn groups_of(kinds: usize, existing: &[usize], has_runs: bool) -> [Vec<Vec<u8>>; 10] {
    let unit = |tiles: &[(usize, u8)]| {
        let mut w = vec![0; kinds];
        tiles.iter().for_each(|&(i, n)| w[i] += n);
        w
    };
    let triplets = existing.iter().map(|&i| unit(&[(i, 3)]));
    let runs = (0..if has_runs { 7 } else { 0 }).map(|i| unit(&[(i, 1), (i + 1, 1), (i + 2, 1)]));
    let groups: Vec<_> = triplets.chain(runs).collect();
    let pairs: Vec<_> = existing.iter().map(|&i| unit(&[(i, 2)])).collect();
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

/// Replacement number by definition: every set of groups that the melds leave tiles for.
fn slow(hand: &Counts, left: &Counts, sets: &[[Vec<Vec<u8>>; 10]; 4], groups: usize) -> u8 {
    let suits = Suit::ALL.map(|suit| {
        let (h, most) = (hand.suit(suit), left.suit(suit));
        sets[suit.index()].each_ref().map(|sets| {
            let fitting = sets.iter().filter(|w| w.iter().zip(most).all(|(w, most)| w <= most));
            fitting.map(|w| distance(h, w)).min().unwrap_or(99)
        })
    });
    share(&suits, groups, true)
}

fn of_three_players(counts: Counts, melds: Melds, kita: u8) -> WaitingHand {
    WaitingHand::of(Deck::Three { kita }, counts, Reds::NONE, melds).unwrap()
}

#[test]
fn closed_hands_of_three_players_never_use_tiles_that_are_not_there() {
    let mut random = Random(48);
    let kinds: Vec<Kind> = Players::Three.kinds().iter().collect();
    assert_eq!(kinds.len(), 27);
    let two = groups_of_two_kinds();
    let [numbers, honours] =
        [Suit::Pin, Suit::Honour].map(|suit| groups(suit).map(|set| nearest(&set, suit.size())));
    let by_definition = |hand: &Counts| {
        let suits = Suit::ALL.map(|suit| {
            let at = hand.suit(suit).iter().rev().fold(0, |at, &n| at * 5 + usize::from(n));
            match suit {
                Suit::Man => two
                    .each_ref()
                    .map(|sets| sets.iter().map(|w| distance(hand.suit(suit), w)).min().unwrap_or(99)),
                Suit::Pin | Suit::Sou => numbers.each_ref().map(|table| table[at]),
                Suit::Honour => honours.each_ref().map(|table| table[at]),
            }
        });
        let standard = i32::from(share(&suits, 4, true)) - 1;
        standard.min(seven_pairs(hand)).min(orphans(hand))
    };
    let mut changed = 0;
    for round in 0..4_000 {
        // every second hand is rich in terminals and honours
        let rich: Vec<Kind> = kinds.iter().copied().filter(|kind| kind.is_yaochu()).collect();
        let hand = deal(&mut random, if round % 2 == 0 { &kinds } else { &rich }, 13);
        let now = by_definition(&hand);
        let ours = of_three_players(hand, Melds::new(), 0);
        assert_eq!(shanten(&ours).get(), now, "{hand:?}");
        let unseen = Unseen::of(Players::Three, &hand, Reds::NONE).unwrap();
        let found = ukeire(&ours, &unseen);
        let of_four = WaitingHand::new(hand, Reds::NONE, Melds::new()).unwrap();
        let unseen_by_four = Unseen::of(Players::Four, &hand, Reds::NONE).unwrap();
        changed += usize::from(ukeire(&of_four, &unseen_by_four).kinds != found.kinds);
        let helps = |kind: &Kind| {
            Players::Three.has(*kind) && hand.plus(*kind).is_ok_and(|more| by_definition(&more) < now)
        };
        let expected: KindSet = Kind::ALL.into_iter().filter(helps).collect();
        assert_eq!(found.kinds, expected, "{hand:?}");
        for way in discards(
            &ours
                .draw(random.pick(&kinds).into())
                .unwrap_or_else(|_| ours.draw(expected.iter().next().unwrap().into()).unwrap()),
            &unseen,
        ) {
            assert!(way.ukeire.kinds.iter().all(|kind| Players::Three.has(kind)), "{hand:?}");
        }
    }
    assert!(changed > 100, "only {changed} hands have other ukeire with four players");
}

#[test]
fn hands_of_three_players_with_melds_never_do_either() {
    let mut random = Random(49);
    let kinds: Vec<Kind> = Players::Three.kinds().iter().collect();
    let sets = [groups_of_two_kinds(), groups(Suit::Pin), groups(Suit::Sou), groups(Suit::Honour)];
    let full = Counts::new(Kind::ALL.map(|kind| Players::Three.copies(kind))).unwrap();
    for round in 0..60 {
        let (mut wall, mut melds) = (full, Melds::new());
        while melds.len() < 1 + round % 3 {
            let kind =
                if round % 2 == 0 { random.pick(&kinds) } else { Kind::ALL[[0, 8, 27][random.below(3)]] };
            let (call, tiles) = match random.below(2) {
                0 => (Call::Ankan, 4),
                _ => (Call::Pon { from: From::Left, claimed: kind.into() }, 3),
            };
            if wall[kind] == 4 {
                melds.push(Meld::new(call, kind, false).unwrap());
                (0..tiles).for_each(|_| wall.remove(kind).unwrap());
            }
        }
        let mut hand = Counts::EMPTY;
        while hand.total() + 3 * melds.len() < 13 {
            let kind = random.pick(&kinds);
            if hand[kind] < wall[kind] {
                hand.add(kind).unwrap();
            }
        }
        let groups = 4 - melds.len();
        let now = slow(&hand, &wall, &sets, groups);
        let ours = of_three_players(hand, melds, 0);
        assert_eq!(shanten(&ours).get(), i32::from(now) - 1, "{hand:?} {:?}", ours.melds());
        let found = ukeire(&ours, &Unseen::of(Players::Three, &ours.owned(), Reds::NONE).unwrap());
        let helps = |kind: &Kind| {
            hand[*kind] < wall[*kind] && slow(&hand.plus(*kind).unwrap(), &wall, &sets, groups) < now
        };
        let expected: KindSet = Kind::ALL.into_iter().filter(helps).collect();
        assert_eq!(found.kinds, expected, "{hand:?} {:?}", ours.melds());
    }
}

#[test]
fn four_of_a_terminal_and_of_east_are_two_from_tenpai_for_three_players() {
    let four: WaitingHand = "1111m111122233z".parse().unwrap();
    let three = of_three_players(*four.concealed(), Melds::new(), 0);
    assert_eq!((shanten(&four).get(), shanten(&three).get()), (1, 2));
}

#[test]
fn a_hand_of_three_players_has_only_their_tiles() {
    let hand = |text: &str| {
        let hand: WaitingHand = text.parse().unwrap();
        WaitingHand::of(
            Deck::Three { kita: 1 },
            *hand.concealed(),
            hand.reds(),
            hand.melds().iter().copied().collect(),
        )
    };
    for missing in 2..=8 {
        let kind = Kind::of(Suit::Man, missing).unwrap();
        assert_eq!(hand(&format!("1119{missing}m123456p12s")), Err(HandError::NotInDeck { kind }));
    }
    let low = Kind::of(Suit::Pin, 1).unwrap();
    assert_eq!(hand("123s456p1122z,p1-23"), Err(HandError::ChiOfThree { kind: low }));
    let north = Kind::ALL[30];
    assert_eq!(hand("123s456p112z4444z"), Err(HandError::TooManyCopies { kind: north, count: 5 }));
    assert!(hand("123s456p1122z444z").is_ok());
    let drawn = hand("123s456p1122z444z").unwrap().draw(Kind::ALL[31].into()).unwrap();
    let aside = drawn.kita().unwrap();
    assert_eq!((aside.deck(), aside.concealed()[north]), (Deck::Three { kita: 2 }, 2));
    assert_eq!("123s456p1122z444z5z".parse::<DrawnHand>().unwrap().kita(), None);
}

#[test]
fn indicators_of_three_players_turn_from_1m_to_9m() {
    let dora = |text: &str| Players::Three.dora(text.parse::<Tile>().unwrap().kind()).to_string();
    let all = ["1m", "9m", "9p", "9s", "3z", "4z", "7z"].map(dora);
    assert_eq!(all, ["9m", "1m", "1p", "1s", "4z", "1z", "5z"]);
    let shown: KindSet = Players::Three.kinds().iter().map(|kind| Players::Three.dora(kind)).collect();
    assert_eq!(shown, Players::Three.kinds());
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
