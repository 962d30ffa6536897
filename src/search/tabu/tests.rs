use super::*;
use crate::hand::Unseen;
use crate::score::{Indicators, Win, score};
use crate::shape;
use crate::tile::{Reds, Wind};
use std::cell::RefCell;

const TABLE: Table = Table { round: Wind::East, seat: Wind::South, dora: Indicators::NONE };

fn hand(text: &str) -> DrawnHand {
    text.parse().unwrap()
}

fn unseen(hand: &DrawnHand) -> Unseen {
    let reds = Reds::from_bits(7 & !hand.all_reds().bits()).unwrap();
    Unseen::new(&hand.owned(), reds).unwrap()
}

fn question<'a>(hand: &'a DrawnHand, unseen: &'a Unseen) -> Task<'a> {
    Task { hand, forbidden: KindSet::EMPTY, unseen, table: &TABLE, rules: &Rules::TENHOU }
}

fn options(runs: u32, seed: u64) -> Options {
    Options { runs: NonZeroU32::new(runs).unwrap(), seed, ..Options::default() }
}

/// What a hand is worth, found out in full and in the plainest way.
fn plain(of: &DrawnHand, first: &DrawnHand, unseen: &Unseen) -> (i32, u32, f64, u32) {
    let shanten = shape::shanten(of);
    let ways = shape::discards(of, unseen);
    let ukeire =
        ways.iter().filter(|way| way.shanten == shanten).map(|way| way.ukeire.tiles).max().unwrap_or(0);
    let ukeire = if shanten == Shanten::COMPLETE { 0 } else { ukeire };
    let mut similarity = 1.0;
    for kind in Kind::ALL {
        for _ in first.concealed()[kind]..of.concealed()[kind] {
            similarity *= f64::from(unseen.counts()[kind]) / unseen.total() as f64;
        }
    }
    let mut points = 0;
    for tile in of.discards() {
        let win = if of.is_closed() { Win::RIICHI_RON } else { Win::RON };
        let waiting = of.discard(tile).unwrap();
        let new = of.concealed()[tile.kind()] > first.concealed()[tile.kind()]
            || tile.is_red() && !first.reds().contains(tile.kind().suit());
        if let (true, Ok(won)) = (new, score(&waiting, tile, &win, &TABLE, &Rules::TENHOU)) {
            let pot = crate::score::Pot { honba: 0, sticks: 0 };
            points = points.max(crate::score::income(won.value, false, false, &Rules::TENHOU, pot) as u32);
        }
    }
    (-shanten.get(), ukeire, similarity, points)
}

/// Remembers every hand that a run stands at.
struct Walk<'a> {
    similar: SimilarityOrder<'a>,
    seen: RefCell<Vec<DrawnHand>>,
    path: RefCell<Vec<DrawnHand>>,
    /// Wants to be back at the first hand.
    homesick: bool,
}

impl Evaluation for Walk<'_> {
    type Solution = Solution;

    fn see(&self, hand: DrawnHand) -> Solution {
        self.seen.borrow_mut().push(hand.clone());
        self.similar.see(hand)
    }

    fn hand<'a>(&self, solution: &'a Solution) -> &'a DrawnHand {
        let hand = solution.hand();
        let mut path = self.path.borrow_mut();
        if path.last() != Some(hand) {
            path.push(hand.clone());
        }
        hand
    }

    fn points(&self, solution: &Solution) -> u32 {
        self.similar.points(solution)
    }

    fn order(&self, one: &Solution, other: &Solution) -> Ordering {
        let home = |solution: &Solution| self.homesick && solution.hand() == self.similar.first;
        home(one).cmp(&home(other)).then_with(|| self.similar.order(one, other))
    }
}

fn walk(first: &DrawnHand, homesick: bool, options: &Options) -> (Vec<DrawnHand>, Vec<DrawnHand>) {
    let unseen = unseen(first);
    let similar = SimilarityOrder { first, unseen: &unseen, table: &TABLE, rules: &Rules::TENHOU };
    let walk = Walk { similar, seen: RefCell::default(), path: RefCell::default(), homesick };
    let kinds = Kind::ALL.into_iter().collect();
    let from = walk.see(first.clone());
    run::run(&walk, &from, &unseen, kinds, options, Random::of_run(options.seed, 0));
    (walk.seen.into_inner(), walk.path.into_inner())
}

#[test]
fn a_neighbour_differs_in_one_tile_and_holds_none_that_is_seen() {
    let first = hand("1155m2340p678s123z");
    let unseen = unseen(&first);
    for seed in 0..40 {
        let (seen, path) = walk(&first, false, &options(1, seed));
        let mut at = 0;
        for hand in &seen[1..] {
            let new = |from: &DrawnHand| -> u8 {
                Kind::ALL.iter().map(|&k| hand.concealed()[k].saturating_sub(from.concealed()[k])).sum()
            };
            let near = |from: &DrawnHand| new(from) <= 1 && from != hand;
            at = (at..path.len()).find(|&i| near(&path[i])).expect("a neighbour of where the run stands");
            assert_eq!(hand.concealed().total(), 14);
            for kind in Kind::ALL {
                let taken = hand.concealed()[kind].saturating_sub(first.concealed()[kind]);
                assert!(taken <= unseen.counts()[kind], "{hand:?}");
            }
        }
    }
}

#[test]
fn the_order_is_shanten_ukeire_similarity_points() {
    let first = hand("2346m4067p2478s55z");
    let unseen = unseen(&first);
    let similar = SimilarityOrder { first: &first, unseen: &unseen, table: &TABLE, rules: &Rules::TENHOU };
    let mut hands: Vec<DrawnHand> =
        (0..12).flat_map(|seed| walk(&first, false, &options(1, seed)).0).collect();
    hands.truncate(300);
    let worth: Vec<_> = hands.iter().map(|hand| plain(hand, &first, &unseen)).collect();
    let mut ties = [0; 5];
    for (i, one) in hands.iter().enumerate() {
        for (j, other) in hands.iter().enumerate().skip(i + 1) {
            let (a, b) = (worth[i], worth[j]);
            let parts = [a.0.cmp(&b.0), a.1.cmp(&b.1), a.2.total_cmp(&b.2), a.3.cmp(&b.3)];
            ties[parts.iter().position(|part| part.is_ne()).unwrap_or(4)] += 1;
            let expected = parts.into_iter().find(|part| part.is_ne()).unwrap_or(Ordering::Equal);
            let close = (a.2 - b.2).abs() < 1e-12 * a.2 && a.2 != b.2;
            let found = similar.order(&similar.see(one.clone()), &similar.see(other.clone()));
            assert!(found == expected || close, "{one:?} {other:?} {a:?} {b:?}");
        }
    }
    assert!(ties[..3].iter().all(|&count| count > 0), "{ties:?}");
}

/// A neighbour as the paper says it, tile by tile.
fn plain_neighbour(
    hand: &DrawnHand,
    (first, unseen): (&DrawnHand, &Unseen),
    may: KindSet,
    random: &mut Random,
) -> Option<(Tile, DrawnHand)> {
    let mut held = Vec::new();
    for tile in hand.discards().filter(|tile| may.contains(tile.kind())) {
        let red = tile.kind().is_five() && hand.reds().contains(tile.kind().suit());
        let copies = if tile.is_red() { 1 } else { hand.concealed()[tile.kind()] - u8::from(red) };
        held.extend((0..copies).map(|_| tile));
    }
    if held.is_empty() {
        return None;
    }
    let goes = held[random.below(held.len() as u32) as usize];
    let mut others = Vec::new();
    for kind in Kind::ALL {
        let taken = hand.concealed()[kind].saturating_sub(first.concealed()[kind]);
        let red = Tile::red_five(kind.suit())
            .filter(|red| red.kind() == kind && unseen.reds().contains(kind.suit()))
            .filter(|_| !hand.reds().contains(kind.suit()));
        others
            .extend((0..unseen.counts()[kind] - taken - u8::from(red.is_some())).map(|_| Tile::plain(kind)));
        others.extend(red);
    }
    others.retain(|&tile| tile != goes);
    others.sort_by_key(|tile| tile.index());
    if others.is_empty() {
        return None;
    }
    let comes = others[random.below(others.len() as u32) as usize];
    Some((goes, hand.discard(goes)?.draw(comes).ok()?))
}

/// Closed, with red fives, near, far, and with melds of all sorts.
const HANDS: [&str; 8] = [
    "1155m2340p678s123z",
    "159m2579p148s1234z",
    "19m19p19s12345677z",
    "1122m3399p4477s12z",
    "23m406p777899s,m12-3",
    "1112m3p55s1z,z111-,m12-3",
    "11m499p,m123-,m456-,m9999",
    "11z,z222-,z333-,z444-,z5555",
];

#[test]
fn neighbours_are_drawn_tile_by_tile() {
    for text in HANDS {
        let first: DrawnHand = text.parse().unwrap();
        let unseen = unseen(&first);
        let all: KindSet = Kind::ALL.into_iter().collect();
        let some: KindSet = first.discards().map(Tile::kind).skip(2).collect();
        let (mut one, mut other) = (Random::of_run(3, 1), Random::of_run(3, 1));
        let mut hand = first.clone();
        for step in 0..400 {
            let may = if step % 3 == 0 { some } else { all };
            let found = run::neighbour(&hand, &first, &unseen, may, &mut one);
            let plain = plain_neighbour(&hand, (&first, &unseen), may, &mut other);
            assert_eq!(found, plain, "{text}: {hand:?}");
            let next = found.map_or(hand, |(_, next)| next);
            hand = if step % 12 == 11 { first.clone() } else { next };
        }
    }
}

#[test]
fn what_is_kept_changes_no_run() {
    let mut complete = 0;
    for text in HANDS {
        let first: DrawnHand = text.parse().unwrap();
        let unseen = unseen(&first);
        let similar =
            SimilarityOrder { first: &first, unseen: &unseen, table: &TABLE, rules: &Rules::TENHOU };
        let kept = BySuits::new(similar);
        let all = Kind::ALL.into_iter().collect();
        let options = options(1, 1);
        for run in 0..60 {
            let random = || Random::of_run(9, run);
            let plain = run::run(&similar, &similar.see(first.clone()), &unseen, all, &options, random());
            let fast = run::run(&kept, &kept.see(first.clone()), &unseen, all, &options, random());
            assert_eq!((plain.first, plain.best.hand()), (fast.first, fast.best.hand()), "{text}");
            let worth = |of: &Solution| (of.shanten(), similar.ukeire(of), similar.points(of));
            assert_eq!(
                worth(&plain.best),
                (fast.best.shanten(), kept.ukeire(&fast.best), kept.points(&fast.best))
            );
            complete += u32::from(fast.best.shanten() == Shanten::COMPLETE);
        }
    }
    assert!(complete > 20, "{complete}");
}

#[test]
fn what_was_just_done_is_not_undone() {
    let first = hand("123m456p789s11223z");
    let many = Options { neighbours: NonZeroU32::new(2_000).unwrap(), ..options(1, 3) };
    let forgetful = Options { list: 0, ..many };
    let (_, path) = walk(&first, true, &forgetful);
    assert!(path.windows(3).any(|three| three[0] == three[2]), "without a list it goes home");
    let (_, path) = walk(&first, true, &many);
    assert!(path.len() > 3 && path.windows(3).all(|three| three[0] != three[2]));
}

#[test]
fn eq_8_by_hand() {
    let first = hand("123m456p789s11223z");
    let unseen = unseen(&first);
    let similar = SimilarityOrder { first: &first, unseen: &unseen, table: &TABLE, rules: &Rules::TENHOU };
    let similarity = |text: &str| similar.similarity(&similar.see(hand(text)));
    assert_eq!(similarity("123m456p789s11223z"), 1.0);
    // two of the 122 unseen tiles are East
    assert!((similarity("123m456p789s11122z") - 2.0 / 122.0).abs() < 1e-15);
    // three 1m and four 5m
    assert!((similarity("1135m456p789s1123z") - 3.0 / 122.0 * 4.0 / 122.0).abs() < 1e-15);
}

#[test]
fn a_tenpai_gives_away_what_its_win_lacks() {
    let hand = hand("123m456p789s11229m");
    let unseen = unseen(&hand);
    let found = search(&question(&hand, &unseen), &options(300, 5), &mut |_| true).unwrap();
    assert_eq!((found.best.shanten, found.runs), (Shanten::COMPLETE, 300));
    assert!(found.best.points > 0 && found.complete > 60, "{found:?}");
    assert_eq!(found.discards[0].tile.to_string(), "9m");
    let times: u32 = found.discards.iter().map(|ranked| ranked.times).sum();
    assert!(times <= 300 && found.discards[0].times > 100, "{found:?}");
}

#[test]
fn the_same_seed_finds_the_same_and_may_be_stopped() {
    let hand = hand("159m2579p148s1234z");
    let unseen = unseen(&hand);
    let ask = |options: &Options, most: u32| {
        search(&question(&hand, &unseen), options, &mut |runs| runs < most).unwrap()
    };
    let (whole, again) = (ask(&options(40, 7), 40), ask(&options(40, 7), 40));
    assert_eq!((&whole.discards, &whole.best), (&again.discards, &again.best));
    let stopped = ask(&options(40, 7), 15);
    assert_eq!(stopped.runs, 15);
    let short = ask(&options(15, 7), 100);
    assert_eq!((stopped.discards, stopped.best), (short.discards, short.best));
    assert_ne!(ask(&options(40, 8), 40).discards, whole.discards);
}

#[test]
fn a_forbidden_kind_is_not_discarded() {
    let hand = hand("23m456p777899s,m12-3");
    let unseen = unseen(&hand);
    let forbidden: KindSet = hand.discards().map(Tile::kind).filter(|kind| kind.index() != 25).collect();
    let asked = Task { forbidden, ..question(&hand, &unseen) };
    let found = search(&asked, &options(50, 1), &mut |_| true).unwrap();
    assert_eq!(found.discards.iter().map(|ranked| ranked.tile.kind().index()).collect::<Vec<_>>(), [25]);
    let all = Kind::ALL.into_iter().collect();
    let none = Task { forbidden: all, ..question(&hand, &unseen) };
    assert_eq!(search(&none, &options(50, 1), &mut |_| true).unwrap_err(), TabuError::NoDiscard);
}

#[test]
fn a_call_is_made_where_it_leads_to_a_yaku() {
    // pon of a dragon with the rest closed runs: a win with yaku; chi of a terminal run: none in reach
    let (dragon, run) = (hand("123m456p88999s,z555-"), hand("13m456p79s1155z,s12-3"));
    let (a, b) = (unseen(&dragon), unseen(&run));
    let before = shape::shanten(&hand("1355m2479p1568s34z"));
    let made = search_calls(before, &[question(&dragon, &a)], &options(300, 1), &mut |_| true).unwrap();
    assert!(made.is_some_and(|(at, found)| at == 0 && found.best.points > 0));
    let both = [question(&run, &b), question(&dragon, &a)];
    let (at, _) = search_calls(before, &both, &options(300, 1), &mut |_| true).unwrap().unwrap();
    assert_eq!(at, 1);
    let already = shape::shanten(&dragon);
    assert!(
        search_calls(already, &[question(&dragon, &a)], &options(50, 1), &mut |_| true).unwrap().is_none()
    );
}

#[test]
fn the_winning_hands_are_those_of_the_runs() {
    // closed, with red fives, and with a pon of no value, whose wins may have no yaku
    for text in ["1155m2340p678s123z", "234m067p2346s1122z", "2346m4067p248s,p888="] {
        let first = hand(text);
        let unseen = unseen(&first);
        let asked = question(&first, &unseen);
        let options = options(600, 3);
        let found = search(&asked, &options, &mut |_| true).unwrap();
        let evaluation =
            SimilarityOrder { first: &first, unseen: &unseen, table: &TABLE, rules: &Rules::TENHOU };
        let mut counted: Vec<(Tile, DrawnHand, u32)> = Vec::new();
        for number in 0..options.runs.get() {
            let random = Random::of_run(options.seed, number);
            let from = evaluation.see(first.clone());
            let run =
                run::run(&evaluation, &from, &unseen, Kind::ALL.into_iter().collect(), &options, random);
            let (Some(gone), Shanten::COMPLETE) = (run.first, run.best.shanten()) else { continue };
            let same = |(tile, hand, _): &&mut (Tile, DrawnHand, u32)| {
                *tile == gone && hand.concealed() == run.best.hand().concealed()
            };
            match counted.iter_mut().find(same) {
                Some((.., times)) => *times += 1,
                None => counted.push((gone, run.best.hand().clone(), 1)),
            }
        }
        assert!(counted.len() > 5, "{text}");
        assert_eq!(found.won.len(), counted.len(), "{text}");
        assert!(found.won.is_sorted_by(|a, b| a.times >= b.times));
        for (first, hand, times) in counted {
            assert!(found.won.contains(&Ending { first, times, hand }), "{text}");
        }
        for ranked in &found.discards {
            let targets = found.targets(&asked, ranked.tile);
            let here = || found.won.iter().filter(|won| won.first == ranked.tile);
            let with_yaku = here().filter(|won| won.paid(&asked).is_some()).count();
            assert_eq!(targets.len(), with_yaku.min(5), "{text}");
            assert!(targets.is_sorted_by_key(|(times, paid)| Reverse((*times, paid.points))));
            for (times, paid) in &targets {
                let whole = paid.hand.draw(paid.tile).unwrap();
                assert!(here().any(|won| won.hand == whole && won.times == *times), "{whole:?}");
                let (.., points) = plain(&whole, &first, &unseen);
                assert_eq!(paid.points, points, "{whole:?}");
                let win = if whole.is_closed() { Win::RIICHI_RON } else { Win::RON };
                let read = score(&paid.hand, paid.tile, &win, &TABLE, &Rules::TENHOU).unwrap();
                assert_eq!(paid.yaku, read.yaku);
            }
        }
    }
}
