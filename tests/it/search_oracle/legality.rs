//! The moves of the oracle are those that the rules allow. The search is held to the oracle, and so to the rules.

use super::hands::Hand;
use crate::random::Random;
use nanikiru::hand::{DrawnHand, From, Melds, WaitingHand};
use nanikiru::legal::{self, Action, HandAfterCall, OfferedBy, TileOffer};
use nanikiru::round::{Brink, Permit, Riichi};
use nanikiru::rules::{Kuikae, Rules};
use nanikiru::shape;
use nanikiru::tile::{Counts, Kind, KindSet, Reds, Tile, Wind};
use std::collections::HashSet;

const GAMES: usize = 6_000;
const FROM: [From; 3] = [From::Left, From::Across, From::Right];

/// Nothing of the table is in the way.
fn permit(rules: &Rules) -> Permit<'_> {
    Permit {
        rules,
        round_wind: Wind::East,
        seat_wind: Wind::South,
        tiles_left: 40,
        kans: 0,
        points: None,
        first_turn: false,
        discarded: KindSet::EMPTY,
        passed: KindSet::EMPTY,
        called: None,
        replacement: false,
        riichi: None,
        broken_off: None,
        brink: Brink::default(),
    }
}

/// All copies of two suits and three honours, in any order: few kinds, so that calls and kans are frequent.
fn wall(random: &mut Random) -> Vec<Tile> {
    let of = |kind: Kind| {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        red.into_iter().chain(std::iter::repeat_n(Tile::plain(kind), 4 - usize::from(red.is_some())))
    };
    let mut tiles: Vec<Tile> = (0..18).chain(27..30).flat_map(|i| of(Kind::ALL[i])).collect();
    random.shuffle(&mut tiles);
    tiles
}

fn dealt(tiles: &[Tile]) -> WaitingHand {
    let (mut counts, mut reds) = ([0; 34], Reds::NONE);
    for tile in tiles {
        counts[tile.kind().index()] += 1;
        if tile.is_red() {
            reds = reds.with(tile.kind().suit());
        }
    }
    WaitingHand::new(Counts::new(counts).unwrap(), reds, Melds::new()).unwrap()
}

fn waiting(hand: &WaitingHand) -> Hand {
    Hand::new(hand.concealed(), hand.reds(), hand.melds())
}

fn drawn(hand: &DrawnHand) -> Hand {
    Hand::new(hand.concealed(), hand.reds(), hand.melds())
}

fn after_calls(found: &[HandAfterCall]) -> HashSet<(Hand, Vec<usize>)> {
    let of = |called: &HandAfterCall| match called {
        HandAfterCall::Open { hand, forbidden, .. } => {
            (drawn(hand), forbidden.iter().map(Kind::index).collect())
        }
        HandAfterCall::Kan { hand } => (waiting(hand), Vec::new()),
    };
    let all: Vec<(Hand, Vec<usize>)> = found.iter().map(of).collect();
    // the search lays a red five into the meld where it can: concealed or not, it counts the same
    let redder = |hand: &Hand| {
        let same = |(other, _): &(Hand, Vec<usize>)| {
            other.concealed == hand.concealed && other.melds == hand.melds && other.exposed > hand.exposed
        };
        all.iter().any(same)
    };
    all.iter().filter(|(hand, _)| !redder(hand)).cloned().collect()
}

fn sorted(found: Vec<(Hand, Vec<usize>)>) -> HashSet<(Hand, Vec<usize>)> {
    let sort = |(hand, mut kinds): (Hand, Vec<usize>)| {
        kinds.sort_unstable();
        (hand, kinds)
    };
    found.into_iter().map(sort).collect()
}

#[derive(Default)]
struct Seen {
    calls: usize,
    forbidden: usize,
    open_kans: usize,
    own_kans: usize,
    riichi_kans: usize,
    refused: usize,
}

/// A hand that draws, calls and makes kans as it comes; each time all that it could do is compared.
fn play(random: &mut Random, seen: &mut Seen) -> Option<()> {
    let kuikae = random.pick(&[Kuikae::Allowed, Kuikae::Forbidden]);
    let rules = Rules { kuikae, ..Rules::TENHOU };
    let permit = permit(&rules);
    let mut wall = wall(random);
    let mut hand = dealt(&wall.split_off(wall.len() - 13));
    // towards tenpai, where a riichi can follow, or anywhere
    let (wanders, calls_seldom) = (random.one_in(3), random.one_in(2));
    for _ in 0..14 {
        let tile = wall.pop()?;
        let from = random.pick(&FROM);
        let offered = TileOffer { tile, from, by: OfferedBy::Discard };
        let oracle = waiting(&hand);

        let calls = legal::calls(&hand, offered, &permit);
        let expected = oracle.calls(tile, from == From::Left, kuikae);
        assert_eq!(after_calls(&calls), sorted(expected), "{tile} for {hand:?}");
        let kan = legal::daiminkan(&hand, offered, &permit);
        let expected = oracle.open_kan(tile).into_iter().map(|hand| (hand, vec![])).collect();
        assert_eq!(after_calls(kan.as_slice()), expected, "{tile} for {hand:?}");
        seen.calls += calls.len();
        seen.open_kans += usize::from(kan.is_some());

        if !calls.is_empty() && random.one_in(if calls_seldom { 12 } else { 3 }) {
            let HandAfterCall::Open { hand: open, forbidden, .. } = &calls[random.below(calls.len())] else {
                unreachable!()
            };
            let kinds: Vec<usize> = forbidden.iter().map(Kind::index).collect();
            let held = |kind: &usize| open.concealed()[Kind::ALL[*kind]] > 0;
            seen.forbidden += usize::from(kinds.iter().any(held));
            let allowed: Vec<Tile> =
                open.discards().filter(|tile| !forbidden.contains(tile.kind())).collect();
            let expected: HashSet<Tile> =
                drawn(open).discards(&kinds).into_iter().map(|(tile, _)| tile).collect();
            assert_eq!(allowed.iter().copied().collect::<HashSet<_>>(), expected, "{open:?}");
            if !allowed.is_empty() {
                hand = open.discard(random.pick(&allowed))?;
            }
            continue;
        }

        let full = hand.draw(tile).unwrap();
        let kans = legal::kans(&full, Some(tile), &permit);
        let after: HashSet<Hand> = kans.iter().map(|(_, after)| waiting(after)).collect();
        assert_eq!(after, drawn(&full).own_kans().into_iter().collect(), "{full:?}");
        seen.own_kans += kans.len();
        if oracle.is_closed() && !oracle.waits().is_empty() {
            in_riichi(&hand, &full, tile, &permit, seen);
        }
        hand = match random.one_in(2) {
            true if !kans.is_empty() => kans[random.below(kans.len())].1.clone(),
            _ if wanders => full.discard(random.pick(&full.discards().collect::<Vec<_>>()))?,
            _ => full.discards().filter_map(|tile| full.discard(tile)).min_by_key(shape::shanten)?,
        };
    }
    Some(())
}

/// In riichi the rules ask that the waits stay as they are; the search makes such a kan only where it breaks up no other
/// reading of the hand, either.
fn in_riichi(hand: &WaitingHand, full: &DrawnHand, tile: Tile, permit: &Permit<'_>, seen: &mut Seen) {
    let riichi = Some(Riichi { discard: 0, double: false, ippatsu: false });
    let permit = Permit { riichi, ..*permit };
    let allowed = legal::kans(full, Some(tile), &permit);
    let oracle = waiting(hand).riichi_kan(tile);
    for (action, after) in &allowed {
        assert_eq!(action, &Action::Ankan { kind: tile.kind() });
        match &oracle {
            Some(kan) => assert_eq!(kan, &waiting(after)),
            None => seen.refused += 1,
        }
    }
    assert!(oracle.is_none() || !allowed.is_empty(), "{full:?}");
    seen.riichi_kans += allowed.len();
}

#[test]
fn calls_kuikae_and_kans_are_those_that_the_rules_allow() {
    let mut random = Random(20_261_123);
    let mut seen = Seen::default();
    for _ in 0..GAMES {
        play(&mut random, &mut seen);
    }
    let Seen { calls, forbidden, open_kans, own_kans, riichi_kans, refused } = seen;
    println!(
        "{calls} calls, {forbidden} with kuikae, {open_kans}, {own_kans} and {riichi_kans} kans, {refused}"
    );
    assert!(calls > 10_000 && forbidden > 300 && open_kans > 200 && own_kans > 300 && riichi_kans > 20);
    assert!(refused < riichi_kans);
}
