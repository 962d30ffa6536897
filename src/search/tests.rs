//! The search against itself and against games played out.

mod alike;
mod played;
mod targets;

use super::*;
use crate::hand::{DrawnHand, Melds, Unseen};
use crate::rules::Rules;
use crate::score::{Indicators, Pot, Table};
use crate::shape;
use crate::tile::{Counts, Kind, KindSet, Reds, Tile, Wind};
use std::collections::HashSet;
use std::sync::atomic::Ordering;

/// SplitMix64: tests need the same numbers everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// 0..1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

fn all_tiles() -> Vec<Tile> {
    let red = |kind: Kind| Tile::red_five(kind.suit()).filter(|_| kind.is_five());
    Kind::ALL
        .into_iter()
        .flat_map(|kind| {
            let first = red(kind).unwrap_or(Tile::plain(kind));
            [first, Tile::plain(kind), Tile::plain(kind), Tile::plain(kind)]
        })
        .collect()
}

/// What a player sees of a round.
struct Position {
    hand: DrawnHand,
    unseen: Unseen,
    chance: Chance,
    points: Points,
}

/// Three ways to end with this rate and mean.
fn ends(rate: f64, value: f64) -> Ends {
    let third = |value| End { rate: rate / 3.0, value };
    Ends { tsumo: third(value), rest: third(value / 2.0), deal_in: third(1.5 * value) }
}

fn step() -> ChanceStep {
    let ron = Offers::even(&Rates { honour: 1.0, number: [0.9, 0.7, 0.6, 0.5, 0.4] });
    let standing = |rate, value| HandChance { ron, ends: ends(rate, value) };
    ChanceStep {
        calls: Offers::even(&Rates { honour: 1.1, number: [1.0, 0.9, 0.8, 0.8, 0.7] }),
        closed: standing(0.03, -900.0),
        open: standing(0.035, -1_100.0),
        riichi: standing(0.05, -1_800.0),
        risks: Risks::NONE,
        thrown: Risks::NONE,
    }
}

/// Steps in which what is discarded can deal in, ever more: honours and low tiles are safe.
fn threatened(steps: &mut [ChanceStep], times: f64) {
    for (j, step) in steps.iter_mut().enumerate() {
        step.risks = Risks::from_fn(|tile| {
            let number = if tile.kind().is_honour() { 0 } else { tile.kind().number() };
            let rate = times * number.saturating_sub(3) as f64 * (0.02 + 0.002 * j as f64);
            End { rate, value: if tile.is_red() { -9_000.0 } else { -5_000.0 - 200.0 * number as f64 } }
        });
        step.thrown = Risks::from_fn(|tile| {
            let End { rate, value } = step.risks.of(tile);
            End { rate: 1.5 * rate, value }
        });
    }
}

/// A riichi that may come in each step: then wins of others are more frequent and discards deal in more often.
fn coming_riichi(chance: &Chance) -> ComingRiichi {
    let mut steps = chance.steps.clone();
    threatened(&mut steps, 1.3);
    for step in &mut steps {
        for standing in [&mut step.closed, &mut step.open, &mut step.riichi] {
            standing.ends = ends(2.0 * standing.ends.any().rate, -2_500.0);
        }
    }
    let declarer = |share: f64, safe: usize| Declarer {
        share,
        risks: steps
            .iter()
            .map(|step| {
                let safe = |tile: Tile| tile.kind().suit().index() == safe;
                Risks::from_fn(|tile| if safe(tile) { End::NEVER } else { step.risks.of(tile) })
            })
            .collect(),
    };
    let declarers = vec![declarer(0.3, 0), declarer(0.7, 1)];
    ComingRiichi { comes: (0..chance.draws).map(|j| 0.1 + 0.01 * j as f64).collect(), steps, declarers }
}

impl Position {
    /// A hand after some turns of a player who keeps shanten low and ukeire wide; the others'
    /// discards are visible.
    fn new(random: &mut Random) -> Position {
        let mut wall = all_tiles();
        random.shuffle(&mut wall);
        let indicator = wall.pop().unwrap();
        let mut seen = Counts::EMPTY.plus(indicator.kind()).unwrap();
        let mut reds = Reds::ALL;
        let mut see = |tile: Tile| {
            seen.add(tile.kind()).unwrap();
            if tile.is_red() {
                reds = reds.without(tile.kind().suit());
            }
            (seen, reds)
        };
        let mut unseen = (Counts::EMPTY, Reds::ALL);
        let mut held: Vec<Tile> = wall.split_off(wall.len() - 13);
        if indicator.is_red() {
            unseen.1 = unseen.1.without(indicator.kind().suit());
        }
        for tile in &held {
            unseen = see(*tile);
        }
        let turn = 4 + random.below(9);
        for now in 1..=turn {
            let tile = wall.pop().unwrap();
            held.push(tile);
            unseen = see(tile);
            if now < turn {
                let left = left(&unseen, indicator);
                let best = shape::discards(&drawn(&held), &left);
                let best =
                    best.iter().min_by_key(|d| (d.shanten, std::cmp::Reverse(d.ukeire.tiles))).unwrap();
                let at = held.iter().position(|tile| *tile == best.tile).unwrap();
                held.remove(at);
                for _ in 0..3 {
                    unseen = see(wall.pop().unwrap());
                }
            }
        }
        let unseen = left(&unseen, indicator);
        let dora = Indicators::new(&[indicator.kind()]).unwrap();
        Position {
            hand: drawn(&held),
            chance: Chance::even(18 - turn, random.below(4), step()),
            unseen,
            points: Points {
                rules: Rules::TENHOU,
                table: Table { round: Wind::East, seat: Wind::ALL[random.below(4)], dora },
                pot: Pot { honba: 1, sticks: 1 },
                riichi: true,
                others: OthersTenpai { tenpai: [0.2, 0.5, 0.2, 0.1], noten: [0.0, 0.5, 0.4, 0.1] },
                kans: 0,
                utility: None,
            },
        }
    }

    fn search(&self, options: &Options) -> Outcome {
        self.search_from(self.root(), options)
    }

    fn search_from(&self, root: Root<'_>, options: &Options) -> Outcome {
        let Position { unseen, chance, points, .. } = self;
        Search { root, unseen, chance, payoffs: points }.run_f64(options, &Progress::default()).unwrap()
    }

    /// What a search finds, and its rows as they are played.
    fn played_from(&self, root: Root<'_>, options: &Options) -> (Outcome, Vec<Play>) {
        let Position { unseen, chance, points, .. } = self;
        let calm = Progress::default();
        let mut playable =
            Search { root, unseen, chance, payoffs: points }.playable_f64(options, &calm).unwrap();
        let rows: Vec<usize> = (0..playable.outcome().rows.len()).collect();
        let plays = playable.play(&rows, &calm).unwrap();
        (playable.outcome().clone(), plays)
    }

    fn root(&self) -> Root<'_> {
        Root::Drawn { hand: &self.hand, forbidden: KindSet::EMPTY }
    }

    fn shanten(&self) -> usize {
        shape::shanten(&self.hand).get().max(0) as usize
    }
}

fn discard(row: &Row) -> (Tile, bool) {
    match row.action {
        Move::Discard { tile, riichi } => (tile, riichi),
        Move::Wait => panic!("a discard is due"),
    }
}

fn drawn(held: &[Tile]) -> DrawnHand {
    let (mut counts, mut reds) = (Counts::EMPTY, Reds::NONE);
    for tile in held {
        counts.add(tile.kind()).unwrap();
        if tile.is_red() {
            reds = reds.with(tile.kind().suit());
        }
    }
    DrawnHand::new(counts, reds, Melds::new()).unwrap()
}

fn left((seen, reds): &(Counts, Reds), indicator: Tile) -> Unseen {
    let reds = if indicator.is_red() { reds.without(indicator.kind().suit()) } else { *reds };
    Unseen::new(seen, reds).unwrap()
}

fn unseen_tiles(unseen: &Unseen) -> Vec<Tile> {
    tiles_of(unseen.counts(), unseen.reds())
}

fn tiles_of(counts: &Counts, reds: Reds) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for (kind, count) in counts.iter() {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five() && reds.contains(kind.suit()));
        tiles.extend(red);
        tiles.extend(std::iter::repeat_n(Tile::plain(kind), count - usize::from(red.is_some())));
    }
    tiles
}

/// The play of the plan adds up to the value that the retrograde pass gave the action.
#[test]
fn figures_of_an_action_describe_the_play_that_its_value_promises() {
    let mut random = Random(7);
    for i in 0..20 {
        let mut position = Position::new(&mut random);
        if i % 2 == 1 {
            let mut coming_riichi = coming_riichi(&position.chance);
            // risks are averaged a little otherwise where values are compared
            coming_riichi.steps.iter_mut().for_each(|step| step.risks = Risks::NONE);
            coming_riichi.declarers.clear();
            position.chance.coming_riichi = Some(coming_riichi);
        }
        let options = Options { exchanges: Exchanges::Beyond(0), ..Options::default() };
        let (outcome, plays) = position.played_from(position.root(), &options);
        position.solve(&options, |solved| {
            let model = solved.models[0];
            for (row, play) in outcome.rows.iter().zip(&plays) {
                let (tile, riichi) = discard(row);
                let node = model.graph.root(Some(tile));
                let promised = match riichi {
                    true => model.riichi(node, 0).unwrap(),
                    false => solved.going_on(0, node, 0),
                };
                assert!((row.play.value() - promised).abs() < 1e-9 * promised.abs().max(1_000.0));
                assert!((play.value() - promised).abs() < 1e-9 * promised.abs().max(1_000.0));
                let details = play.details.as_ref().unwrap();
                let last = details.by_turn.last().unwrap();
                let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
                assert_eq!((last.win_rate, last.tenpai_rate), (play.win_rate(), play.tenpai_rate));
                assert!((play.parts.win.value - last.value).abs() < 1e-6);
                assert!(near(details.han.iter().sum::<f64>(), play.win_rate()));
                assert!(play.win_rate() <= play.tenpai_rate + 1e-12 && play.tenpai_rate <= 1.0 + 1e-12);
                assert!(play.win_rate() + play.others_rate + play.tenpai_at_draw <= 1.0 + 1e-12);
                assert!(details.by_turn.windows(2).all(|w| w[0].win_rate <= w[1].win_rate));
            }
        });
    }
}

/// Found from the last draw back, or by playing the plan from the root: the same figures of every row.
#[test]
fn figures_found_backwards_are_those_of_the_plan_played_forwards() {
    let mut random = Random(19);
    let (mut called, mut folded, mut declared, mut doubled) = (0.0, 0.0, 0, 0);
    for i in 0..48 {
        let mut position = Position::new(&mut random);
        if i % 2 == 1 {
            threatened(&mut position.chance.steps, if i % 8 == 1 { 3.0 } else { 1.0 });
        }
        if i % 4 >= 2 {
            position.chance.coming_riichi = Some(coming_riichi(&position.chance));
        }
        let criterion = [Criterion::Value, Criterion::WinRate, Criterion::Tenpai][i % 3];
        let first_turn = i % 5 == 0;
        let exchanges = if position.shanten() < 2 { Exchanges::Beyond(1) } else { Exchanges::Beyond(0) };
        let options = Options { exchanges, criterion, first_turn, ..Options::default() };
        let mut check = |root: Root<'_>| {
            let (backwards, forwards) = position.played_from(root, &options);
            assert_eq!(position.search_from(root, &options), backwards, "kept or not: the same bits");
            assert_eq!(forwards.len(), backwards.rows.len());
            for (row, played) in backwards.rows.iter().zip(&forwards) {
                assert!(row.play.details.is_none() && played.details.is_some());
                let (a, b) = (figures(played), figures(&row.play));
                for (k, (a, b)) in a.into_iter().zip(b).enumerate() {
                    let near = (a - b).abs() < 1e-9 * a.abs().max(1.0);
                    assert!(near, "{i}, figure {k}: {a} {b} of {:?}", row.action);
                }
                called += row.play.call_rate;
                folded += row.play.fold_rate;
            }
            backwards
        };
        let rows = check(position.root()).rows;
        let (tile, _) = discard(&rows[0]);
        let hand = &position.hand.discard(tile).unwrap();
        for from in [Start::Offers(3), Start::Offers(1), Start::Replacement] {
            check(Root::Waiting { hand, from });
        }
        for riichi in rows.iter().filter(|row| discard(row).1) {
            let hand = &position.hand.discard(discard(riichi).0).unwrap();
            for (from, double) in
                [(Start::Offers(2), false), (Start::Offers(3), true), (Start::Replacement, true)]
            {
                check(Root::InRiichi { hand, from, declared: DeclaredRiichi { double, ippatsu: !double } });
            }
            declared += usize::from(!first_turn);
            doubled += usize::from(first_turn);
        }
    }
    // the positions have all that there is
    assert!(
        called > 1.0 && folded > 1.0 && declared > 5 && doubled > 0,
        "{called} {folded} {declared} {doubled}"
    );
}

/// Of three quads that each of the last draws can make, a second one right after the first is no further first call.
#[test]
fn two_kans_in_a_row_are_one_first_call() {
    let hand: DrawnHand = "111999m55p34s1222z".parse().unwrap();
    let unseen = Unseen::new(&hand.owned(), Reds::NONE).unwrap();
    let (left, chance) = (unseen.total() as f64, Chance::even(1, 3, ChanceStep::ALONE));
    let position = Position { hand, unseen, chance, ..Position::new(&mut Random(1)) };
    let options = Options { exchanges: Exchanges::Exactly(2), ..Options::default() };
    let (outcome, plays) = position.played_from(position.root(), &options);
    let silent = |row: &Row| discard(row) == (Tile::plain(Kind::ALL[27]), false);
    let at = outcome.rows.iter().position(silent).unwrap();
    for play in [&outcome.rows[at].play, &plays[at]] {
        assert!((play.call_rate - 3.0 / left).abs() < 1e-12, "{} {}", play.call_rate, 3.0 / left);
    }
}

/// All of them but the details.
fn figures(play: &Play) -> Vec<f64> {
    let rates = [play.value(), play.win_rate(), play.tenpai_rate, play.tenpai_at_draw, play.others_rate];
    let wins = [play.call_rate, play.fold_rate, play.parts.win.value, play.wins.tsumo, play.wins.riichi];
    let ends = play.parts.all().into_iter().flat_map(|part| [part.rate, part.value]);
    rates.into_iter().chain(wins).chain(ends).collect()
}

/// More exchanges are more choice, and so are more calls.
#[test]
fn more_exchanges_never_lower_the_best_value() {
    let mut random = Random(11);
    for _ in 0..30 {
        let position = Position::new(&mut random);
        let shanten = position.shanten();
        if shanten > 2 {
            continue;
        }
        let best = |(n, calls)| {
            let options = Options { exchanges: Exchanges::Exactly(n), calls, ..Options::default() };
            position.search(&options).rows[0].play.value()
        };
        let values = [(shanten, 0), (shanten, 1), (shanten + 1, 1), (shanten + 1, 2)].map(best);
        for pair in values.windows(2) {
            assert!(pair[1] >= pair[0] - 1e-9 * pair[0].abs(), "{values:?} in {:?}", position.hand);
        }
    }
}

/// The hands that are held are those of the whole search which hold no more of any other kind, and so they are worth no more.
#[test]
fn only_wanted_kinds_come_into_the_hand() {
    let mut random = Random(23);
    let (mut fewer, mut wins) = (0, 0);
    for _ in 0..30 {
        let position = Position::new(&mut random);
        if position.shanten() > 2 {
            continue;
        }
        let wanted: KindSet = Kind::ALL.into_iter().filter(|_| random.below(3) > 0).collect();
        let all = Options { exchanges: Exchanges::Beyond(0), ..Options::default() };
        let some = Options { wanted, ..all.clone() };
        let hands = |options: &Options| {
            let (_, exchanges, _) =
                solve::exchanges(&position.root(), &position.unseen, options, &mut Default::default())
                    .unwrap();
            let graph = graph::Graph::new(exchanges, &Progress::default()).unwrap();
            (0..graph.len()).map(|node| graph.hand(node)).collect::<HashSet<_>>()
        };
        let (held, whole) = (hands(&some), hands(&all));
        let owned = position.hand.owned();
        for hand in &held {
            let more = |kind: &Kind| hand.owned()[*kind] > owned[*kind];
            assert!(Kind::ALL.into_iter().filter(more).all(|kind| wanted.contains(kind)), "{hand}");
            assert!(whole.contains(hand), "{hand}");
        }
        fewer += usize::from(held.len() < whole.len());
        let [less, more] = [&some, &all].map(|options| position.search(options).rows[0].play.clone());
        let (less, more, wins_here) = (less.value(), more.value(), less.win_rate() > 0.0);
        assert!(less <= more + 1e-9 * more.abs(), "{less} {more} in {:?}", position.hand);
        wins += usize::from(wins_here);
    }
    assert!(fewer > 5 && wins > 5, "{fewer} {wins}");
}

#[test]
fn single_precision_is_enough() {
    let mut random = Random(5);
    for _ in 0..20 {
        let position = Position::new(&mut random);
        let options = Options { exchanges: Exchanges::Beyond(0), ..Options::default() };
        let Position { unseen, chance, points, .. } = &position;
        let double = position.search(&options);
        let search = Search { root: position.root(), unseen, chance, payoffs: points };
        let single = search.run(&options, &Progress::default()).unwrap();
        for row in &double.rows {
            let other = single.rows.iter().find(|other| other.action == row.action).unwrap();
            let near = |a: f64, b: f64, unit: f64| (a - b).abs() <= 1e-4 * a.abs().max(unit);
            assert!(near(row.play.value(), other.play.value(), 1_000.0), "{row:?} {other:?}");
            assert!(near(row.play.win_rate(), other.play.win_rate(), 0.1));
            assert!(near(row.play.tenpai_rate, other.play.tenpai_rate, 0.1));
        }
    }
}

#[test]
fn one_thread_and_many_give_the_same_bits() {
    let mut random = Random(3);
    for i in 0..6 {
        let mut position = Position::new(&mut random);
        if i % 2 == 1 {
            position.chance.coming_riichi = Some(coming_riichi(&position.chance));
        }
        let Position { unseen, chance, points, .. } = &position;
        let options = Options { exchanges: Exchanges::Beyond(0), ..Options::default() };
        let calm = Progress::default();
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let search = Search { root: position.root(), unseen, chance, payoffs: points };
                let mut playable = search.playable(&options, &calm).unwrap();
                let rows: Vec<usize> = (0..playable.outcome().rows.len()).collect();
                let plays = playable.play(&rows, &calm).unwrap();
                (playable.outcome().clone(), plays)
            })
        };
        let one = run(1);
        assert!(one.1.len() > 1);
        for threads in [2, 3, 8] {
            assert_eq!(run(threads), one, "{threads} threads");
        }
    }
}

#[test]
fn a_row_played_alone_or_after_others_has_the_bits_that_it_has_among_all() {
    let mut random = Random(23);
    let mut rows = 0;
    for i in 0..6 {
        let mut position = Position::new(&mut random);
        if i % 2 == 1 {
            position.chance.coming_riichi = Some(coming_riichi(&position.chance));
        }
        let Position { unseen, chance, points, .. } = &position;
        let options = Options { exchanges: Exchanges::Beyond(0), ..Options::default() };
        let calm = Progress::default();
        let search = Search { root: position.root(), unseen, chance, payoffs: points };
        let mut playable = search.playable(&options, &calm).unwrap();
        let places: Vec<usize> = (0..playable.outcome().rows.len()).collect();
        let all = playable.play(&places, &calm).unwrap();
        for (place, among) in places.iter().zip(&all) {
            let alone = playable.play(&[*place], &calm).unwrap().remove(0);
            assert_eq!(alone, *among, "{i}, row {place}");
        }
        let backwards: Vec<usize> = places.iter().rev().copied().collect();
        let turned = playable.play(&backwards, &calm).unwrap();
        assert!(turned.iter().rev().eq(&all));
        rows += all.len();
    }
    assert!(rows > 40, "{rows}");
}

/// One that was stopped while it was played can be played again.
#[test]
fn a_play_that_was_stopped_leaves_its_search_as_it_was() {
    let position = Position::new(&mut Random(3));
    let Position { unseen, chance, points, .. } = &position;
    let options = Options { exchanges: Exchanges::Beyond(0), ..Options::default() };
    let (calm, stopped) = (Progress::default(), Progress::default());
    stopped.cancel.store(true, Ordering::Relaxed);
    let search = Search { root: position.root(), unseen, chance, payoffs: points };
    let mut playable = search.playable(&options, &calm).unwrap();
    let before = playable.play(&[0], &calm).unwrap();
    assert_eq!(playable.play(&[0], &stopped), Err(SearchError::Cancelled));
    assert_eq!(playable.play(&[0], &calm).unwrap(), before);
}

#[test]
fn faults_are_errors() {
    let position = Position::new(&mut Random(1));
    let Position { unseen, chance, points, .. } = &position;
    let least = position.shanten();
    let run = |chance: &Chance, options: &Options, progress: &Progress| {
        let search = Search { root: position.root(), unseen, chance, payoffs: points };
        search.run(options, progress).unwrap_err()
    };
    let exactly =
        |n, max_hands| Options { exchanges: Exchanges::Exactly(n), max_hands, ..Options::default() };
    let calm = Progress::default();
    assert!(matches!(run(chance, &exactly(least + 1, 10), &calm), SearchError::TooLarge { hands: 11.. }));
    assert_eq!(run(chance, &exactly(14, 10), &calm), SearchError::ExchangesTooMany { given: 14 });
    if least > 0 {
        let given = least - 1;
        assert_eq!(run(chance, &exactly(given, 10), &calm), SearchError::ExchangesTooFew { given, least });
    }
    let many = Options { calls: 5, ..Options::default() };
    assert_eq!(run(chance, &many, &calm), SearchError::CallsTooMany { given: 5 });
    let (draws, total) = (unseen.total(), unseen.total());
    let long = Chance::even(draws, 0, step());
    assert!(matches!(
        run(&long, &Options::default(), &calm),
        SearchError::WallTooShort { unseen, .. } if unseen == total
    ));
    let odd = Chance { steps: vec![step()], ..chance.clone() };
    assert!(matches!(run(&odd, &Options::default(), &calm), SearchError::Steps { steps: 1, .. }));
    let short = |coming_riichi: ComingRiichi| Chance { coming_riichi: Some(coming_riichi), ..chance.clone() };
    let few = coming_riichi(chance)
        .declarers
        .into_iter()
        .map(|declarer| Declarer { risks: vec![Risks::NONE; 3], ..declarer })
        .collect();
    for (odd, steps) in [
        (short(ComingRiichi { comes: vec![0.1], ..coming_riichi(chance) }), 2),
        (short(ComingRiichi { steps: vec![step()], ..coming_riichi(chance) }), 1),
        (short(ComingRiichi { declarers: few, ..coming_riichi(chance) }), 3),
    ] {
        let err = run(&odd, &Options::default(), &calm);
        assert!(matches!(err, SearchError::Steps { steps: given, .. } if given == steps), "{err}");
    }
    let stopped = Progress::default();
    stopped.cancel.store(true, Ordering::Relaxed);
    assert_eq!(run(chance, &Options::default(), &stopped), SearchError::Cancelled);
}
