//! Winning forms against a search that tries every multiset of groups.

use crate::hands;

use hands::{complete, groups, meld, winning_kinds};
use nanikiru::hand::{Group, Melds, WaitingHand};
use nanikiru::shape::forms::{Form, MOST_FORMS, Place, Standard, forms};
use nanikiru::shape::{Wait, wait_forms};
use nanikiru::tile::{Counts, Kind, Reds};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn take(counts: &[u8; 34], group: Group) -> Option<[u8; 34]> {
    let mut left = *counts;
    for (kind, n) in group.kinds() {
        left[kind.index()] = left[kind.index()].checked_sub(n as u8)?;
    }
    Some(left)
}

/// All multisets of groups, in the order of `from`, that are exactly these tiles.
fn multisets(counts: &[u8; 34], from: &[Group], chosen: &mut Vec<Group>, found: &mut Vec<Vec<Group>>) {
    if counts.iter().all(|&n| n == 0) {
        found.push(chosen.clone());
        return;
    }
    for (i, &group) in from.iter().enumerate() {
        if let Some(left) = take(counts, group) {
            chosen.push(group);
            multisets(&left, &from[i..], chosen, found);
            chosen.pop();
        }
    }
}

/// What a form means: its pair, its sorted groups, and the group (or pair) that the tile completed.
type Plain = (Option<Kind>, Vec<Group>, Option<Group>, Wait);

fn plain(form: &Form, tile: Kind) -> Plain {
    let wait = form.wait(tile);
    match form {
        Form::SevenPairs => (None, vec![], None, wait),
        Form::ThirteenOrphans { pair } => (Some(*pair), vec![], None, wait),
        Form::Standard(Standard { pair, won: Place::Pair, .. }) if *pair != tile => panic!("not the pair"),
        Form::Standard(standard) => {
            let mut groups = standard.groups().to_vec();
            groups.sort();
            let won = match standard.won {
                Place::Pair => None,
                Place::Group(index) => Some(standard.groups()[usize::from(index)]),
            };
            (Some(standard.pair), groups, won, wait)
        }
    }
}

/// What a run or triplet waits for without this tile, from the two tiles that stay.
fn wait_of(group: Group, tile: Kind) -> Wait {
    let stay: Vec<usize> =
        group.kinds().flat_map(|(k, n)| vec![k; n]).filter(|k| *k != tile).map(|k| k.number()).collect();
    match stay[..] {
        [] => Wait::Shanpon,
        [low, high] if high - low == 2 => Wait::Kanchan,
        [1, 2] | [8, 9] => Wait::Penchan,
        _ => Wait::Ryanmen,
    }
}

fn oracle(counts: &[u8; 34], melds: usize, tile: Kind) -> BTreeSet<Plain> {
    let mut all = BTreeSet::new();
    let groups = groups();
    for pair in Kind::ALL {
        let mut left = *counts;
        let Some(two) = left[pair.index()].checked_sub(2) else { continue };
        left[pair.index()] = two;
        let mut found = vec![];
        multisets(&left, &groups, &mut vec![], &mut found);
        for mut set in found.into_iter().filter(|set| set.len() + melds == 4) {
            set.sort();
            if pair == tile {
                all.insert((Some(pair), set.clone(), None, Wait::Tanki));
            }
            for &group in set.iter().filter(|g| g.kinds().any(|(k, _)| k == tile)) {
                all.insert((Some(pair), set.clone(), Some(group), wait_of(group, tile)));
            }
        }
    }
    if melds == 0 && counts.iter().filter(|&&n| n == 2).count() == 7 {
        all.insert((None, vec![], None, Wait::SevenPairs));
    }
    let yaochu =
        |n| Kind::ALL.into_iter().filter(|k| k.is_yaochu() && counts[k.index()] == n).collect::<Vec<_>>();
    if melds == 0 && yaochu(1).len() == 12 && yaochu(2).len() == 1 {
        let wait = if yaochu(2)[0] == tile { Wait::ThirteenSided } else { Wait::ThirteenOrphans };
        all.insert((Some(yaochu(2)[0]), vec![], None, wait));
    }
    all
}

fn check(counts: [u8; 34], melds: Melds, tile: Kind) -> usize {
    let melded = melds.len();
    let concealed = Counts::new(counts).unwrap().minus(tile).unwrap();
    let hand = WaitingHand::new(concealed, Reds::NONE, melds).unwrap();
    let found = forms(&hand, tile);
    let set: BTreeSet<Plain> = found.iter().map(|f| plain(f, tile)).collect();
    assert_eq!(set.len(), found.len(), "a form twice: {found:?}");
    assert_eq!(set, oracle(&counts, melded, tile), "{counts:?} {tile}");
    // the same waits by way of the shanten
    let waits: BTreeSet<Wait> = found.iter().map(|f| f.wait(tile)).collect();
    let by_shanten = wait_forms(&hand).into_iter().find(|w| w.kind == tile);
    assert_eq!(by_shanten.map_or_else(BTreeSet::new, |w| w.iter().collect()), waits, "{counts:?} {tile}");
    found.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn complete_hands(hand in complete()) {
        for tile in winning_kinds(&hand.concealed) {
            prop_assert!(check(hand.concealed, hand.melds.clone(), tile) > 0);
        }
    }

    #[test]
    fn any_hands(order in Just((0..136usize).collect::<Vec<_>>()).prop_shuffle(), suits in 1..=4usize) {
        // from one suit only, random hands are often complete
        let tiles = order.into_iter().map(|id| id / 4).filter(|k| *k < 9 * suits).take(14);
        let mut counts = [0; 34];
        tiles.for_each(|k| counts[k] += 1);
        let tile = Kind::ALL.into_iter().find(|k| counts[k.index()] > 0).unwrap();
        check(counts, Melds::new(), tile);
    }

    #[test]
    fn pairs_and_orphans(kinds in prop::sample::subsequence(Kind::ALL.to_vec(), 7), twice in 0..13usize) {
        let mut pairs = [0; 34];
        kinds.iter().for_each(|k| pairs[k.index()] = 2);
        prop_assert!(check(pairs, Melds::new(), kinds[3]) > 0);
        let yaochu: Vec<Kind> = Kind::ALL.into_iter().filter(|k| k.is_yaochu()).collect();
        let mut orphans = [0; 34];
        yaochu.iter().for_each(|k| orphans[k.index()] = 1);
        orphans[yaochu[twice].index()] = 2;
        prop_assert_eq!(check(orphans, Melds::new(), yaochu[0]), 1);
    }
}

/// The most forms of `tiles` tiles in one suit, with the pair among them or as honours apart; the
/// rest of the hand is melds.
fn most_in_a_suit(tiles: u8, paired: bool) -> usize {
    fn walk(counts: &mut [u8; 34], kind: usize, left: u8, visit: &mut impl FnMut(&[u8; 34])) {
        if left == 0 {
            visit(counts);
        } else if kind < 9 {
            for n in 0..=left.min(4) {
                counts[kind] = n;
                walk(counts, kind + 1, left - n, visit);
            }
            counts[kind] = 0;
        }
    }
    let groups = usize::from(tiles / 3);
    let melds: Melds = (0..4 - groups).map(|i| meld(Group::Triplet(Kind::ALL[27 + i]), 0).unwrap()).collect();
    let mut counts = [0; 34];
    counts[33] = if paired { 0 } else { 2 };
    let mut most = 0;
    walk(&mut counts, 0, tiles, &mut |counts| {
        for tile in Kind::ALL.into_iter().take(9).filter(|k| counts[k.index()] > 0) {
            let concealed = Counts::new(*counts).unwrap().minus(tile).unwrap();
            let hand = WaitingHand::new(concealed, Reds::NONE, melds.clone()).unwrap();
            most = most.max(forms(&hand, tile).len());
        }
    });
    most
}

/// No hand has more forms than [`MOST_FORMS`]: every pattern of one suit, and for hands of several
/// suits the product of what each suit has, with every place of a winning tile in each.
#[test]
fn the_most_forms() {
    let with_pair = [2, 5, 8, 11, 14].map(|n| most_in_a_suit(n, true));
    let groups = [0, 3, 6, 9, 12].map(|n| if n == 0 { 1 } else { most_in_a_suit(n, false) });
    assert_eq!(with_pair[4], 8, "the most in one suit");
    for (n, a, b) in (0..5).flat_map(|n| (0..5).flat_map(move |a| (0..5).map(move |b| (n, a, b)))) {
        if n + a + b <= 4 {
            assert!(with_pair[n] * groups[a] * groups[b] <= MOST_FORMS, "{with_pair:?} {groups:?}");
        }
    }
}

/// The hands that kobalab shows, with how many forms each has there and what they differ by.
#[test]
fn the_hands_of_the_article() {
    let pairs = |forms: &[Form]| -> BTreeSet<Kind> {
        forms
            .iter()
            .filter_map(|form| if let Form::Standard(of) = form { Some(of.pair) } else { None })
            .collect()
    };
    let hands = [
        // three triplets, or three equal runs
        ("111222333m8999p", "7p", 2, 1, 1),
        // the pair is 2m or 5m
        ("2234455m234p234s", "3m", 2, 2, 2),
        // 2m completes 13 or 34
        ("12334m567p88s777z", "2m", 2, 1, 2),
        // one set of groups, of twelve tiles; 9p is the pair
        ("111233344455m9p", "9p", 1, 1, 1),
    ];
    for (hand, tile, count, different_pairs, waits) in hands {
        let waiting: WaitingHand = hand.parse().unwrap();
        let tile = tile.parse::<nanikiru::tile::Tile>().unwrap().kind();
        let found = forms(&waiting, tile);
        assert_eq!(found.len(), count, "{hand}");
        assert_eq!(pairs(&found).len(), different_pairs, "{hand}");
        assert_eq!(found.iter().map(|form| form.wait(tile)).collect::<BTreeSet<_>>().len(), waits, "{hand}");
    }
}
