//! The search against itself and against games played out.

use super::graph::Target;
use super::model::Model;
use super::now::Now;
use super::riichi::{InRiichi, later_of};
use super::tenpai::Luck;
use super::value::{self, Spots, Use};
use super::*;
use crate::hand::Melds;
use crate::rules::Rules;
use crate::score::{Indicators, Pot, Table};
use crate::tile::{Counts, Kind, Reds, Wind};

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

fn step() -> Step {
    let ron = Offers::even(&Rates { honour: 1.0, number: [0.9, 0.7, 0.6, 0.5, 0.4] });
    let standing = |rate, value| Standing { ron, ends: ends(rate, value) };
    Step {
        calls: Offers::even(&Rates { honour: 1.1, number: [1.0, 0.9, 0.8, 0.8, 0.7] }),
        closed: standing(0.03, -900.0),
        open: standing(0.035, -1_100.0),
        riichi: standing(0.05, -1_800.0),
        risks: Risks::NONE,
    }
}

/// Steps in which what is discarded can deal in, ever more: honours and low tiles are safe.
fn threatened(steps: &mut [Step]) {
    for (j, step) in steps.iter_mut().enumerate() {
        step.risks = Risks::from_fn(|tile| {
            let number = if tile.kind().is_honour() { 0 } else { tile.kind().number() };
            let rate = number.saturating_sub(3) as f64 * (0.02 + 0.002 * j as f64);
            End { rate, value: if tile.is_red() { -9_000.0 } else { -5_000.0 - 200.0 * number as f64 } }
        });
    }
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
                purse: None,
            },
        }
    }

    fn search(&self, options: &Options) -> Outcome {
        let Position { unseen, chance, points, .. } = self;
        search_f64(self.root(), unseen, chance, points, options, &Progress::default()).unwrap()
    }

    fn root(&self) -> Root<'_> {
        Root::Drawn { hand: &self.hand, forbidden: KindSet::EMPTY }
    }

    fn shanten(&self) -> usize {
        shape::shanten(&self.hand).get().max(0) as usize
    }

    /// What the search has inside.
    fn solve<T>(&self, options: &Options, then: impl FnOnce(&Solved<'_>) -> T) -> T {
        let (_, exchanges, _) = exchanges(&self.root(), &self.unseen, options).unwrap();
        let graph = graph::Graph::new(exchanges, &Progress::default()).unwrap();
        let odds = chance::Odds::new(&self.chance, self.unseen.total(), graph.most_kans()).unwrap();
        let replacement = options.kans == Kans::Replacement;
        let objective = (options.objective, replacement);
        let model = Model::new(&graph, &odds, &self.points, objective, &Progress::default());
        let model = model.and_then(|model| model.with_riichi(&Progress::default())).unwrap();
        then(&Solved::new(&model))
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

/// A graph with its values, for playing its policy by hand.
struct Solved<'a> {
    model: &'a Model<'a, f64>,
    /// What every spot is worth, from step 0.
    spots: Vec<Spots<f64>>,
}

impl<'a> Solved<'a> {
    fn new(model: &'a Model<'a, f64>) -> Solved<'a> {
        let values = model.values(&Progress::default()).unwrap();
        let spots = |(j, next): (usize, &Vec<f64>)| {
            let mut spots = Spots::of_play(model.graph);
            model.spots(next, j, &mut spots);
            spots
        };
        Solved { model, spots: values.hands.iter().enumerate().map(spots).collect() }
    }

    fn now(&self, j: usize) -> Now<'_, f64> {
        self.model.now(j, self.spots.get(j).map_or(&[], |spots| &spots.worth))
    }
}

/// A round against a shuffled wall.
struct Round<'a> {
    solved: &'a Solved<'a>,
    wall: Vec<Tile>,
    random: Random,
    /// Drawn and called since the last discard.
    gained: Vec<Tile>,
}

enum After {
    Over(f64, bool),
    Holds(usize),
}

impl Round<'_> {
    /// Takes a tile out of the wall, if it is still there.
    fn take(&mut self, tile: Tile) -> bool {
        let at = self.wall.iter().position(|other| *other == tile);
        at.map(|at| self.wall.swap_remove(at)).is_some()
    }

    /// The probability that a player discards a tile, by what is really left in the wall.
    fn discards(&self, tile: Tile, rate: f64) -> f64 {
        let copies = self.wall.iter().filter(|other| **other == tile).count();
        rate * copies as f64 / self.wall.len() as f64
    }

    /// What is paid if the discard with which step `j + 1` begins deals in: of all that was held and gained
    /// in step `j` the tile that is in the next hand no more.
    fn discard(&mut self, node: usize, next: usize, j: usize) -> Option<f64> {
        let graph = self.solved.model.graph;
        let (before, after) = (graph.hand(node), graph.hand(next));
        let mut owned: Vec<Tile> = tiles_of(&before.owned(), before.all_reds());
        owned.append(&mut self.gained);
        for tile in tiles_of(&after.owned(), after.all_reds()) {
            let at = owned.iter().position(|other| *other == tile).unwrap();
            owned.swap_remove(at);
        }
        // a kan takes the place of a discard
        let tile = owned.pop()?;
        assert_eq!(owned, []);
        self.thrown(tile, j + 1)
    }

    /// What is paid if the discard with which step `j` begins deals in.
    fn thrown(&mut self, tile: Tile, j: usize) -> Option<f64> {
        let End { rate, value } = self.solved.model.odds.chance.steps[j].risks.of(tile);
        (self.random.unit() < rate).then_some(value)
    }

    fn drawn(&mut self, spot: usize, j: usize) -> After {
        let model = self.solved.model;
        match model.graph.target(self.solved.spots[j].lead(spot)) {
            Target::Hand(node) => After::Holds(node),
            Target::Kan(place) => self.draw(model.graph.kan_node(place), j, Luck::Rinshan),
            Target::Drawn(_) => panic!("a discard or kan is due"),
        }
    }

    fn draw(&mut self, node: usize, j: usize, luck: Luck) -> After {
        let (solved, model) = (self.solved, self.solved.model);
        let now = solved.now(j);
        let at = self.random.below(self.wall.len());
        let tile = self.wall.swap_remove(at);
        let stay = now.spots[node];
        let wait = model.tenpai_at(node).and_then(|t| t.waits.iter().find(|wait| wait.tile == tile));
        if let Some((value, gain)) = wait.and_then(|wait| model.tsumo(node, wait, &now, luck))
            && value > stay
        {
            return After::Over(model.points(gain), true);
        }
        self.gained.push(tile);
        let edge = model.graph.edges(node).iter().zip(model.graph.edge_tiles(node)).find(|e| e.1 == tile);
        match edge {
            Some((edge, _)) if now.spots[edge.spot()] > stay => self.drawn(edge.spot(), j),
            _ => After::Holds(node),
        }
    }

    /// In riichi with a hand; `first` until the own next draw is over.
    fn riichi(&mut self, mut number: usize, from: usize) -> (f64, bool) {
        let model = self.solved.model;
        let lost = model.stick();
        let later = later_of(model);
        let riichi = InRiichi { double: 0, later_of: &later };
        for j in from..=model.odds.draws() {
            let ends = model.odds.chance.steps[j].riichi.ends.any();
            if self.random.unit() < ends.rate {
                return (ends.value + lost, false);
            }
            let han = usize::from(j == from);
            for k in (0..3).filter(|&k| model.discards(k, 3, j) && !model.tenpai[number].furiten) {
                let luck = usize::from(model.ron_luck(k, j) == Luck::Last);
                let mut chance = self.random.unit();
                for wait in &model.tenpai[number].waits {
                    let rate = model.odds.chance.steps[j].riichi.ron.0[k][wait.tile.kind().index()];
                    chance -= self.discards(wait.tile, rate);
                    if chance < 0.0 {
                        return (model.points(wait.riichi(false, han + luck).unwrap()), true);
                    }
                }
            }
            if j == model.odds.draws() {
                break;
            }
            let mut han = han + usize::from(model.odds.chance.is_haitei(j));
            loop {
                let at = self.random.below(self.wall.len());
                let tile = self.wall.swap_remove(at);
                let tenpai = &model.tenpai[number];
                if let Some(wait) = tenpai.waits.iter().find(|wait| wait.tile == tile) {
                    return (model.points(wait.riichi(true, han).unwrap()), true);
                }
                let then = model.after_thrown(tenpai, later(number)[j + 1], j);
                let kan = tenpai.kans.iter().find(|kan| kan.tile == tile);
                match kan.filter(|kan| model.riichi_kan(kan, &riichi, j).is_some_and(|after| after > then)) {
                    Some(kan) => number = kan.to as usize,
                    None => match self.thrown(tile, j + 1) {
                        Some(paid) => return (paid + lost, false),
                        None => break,
                    },
                }
                han = 1;
            }
        }
        (model.payoffs.exhaustive_draw(true) + lost, false)
    }

    /// The end of a folded hand, by its parts: they have a test of their own.
    fn fold(&mut self, parts: Parts) -> (f64, bool) {
        let mut chance = self.random.unit();
        let end = parts.all().into_iter().find(|part| {
            chance -= part.rate;
            chance < 0.0
        });
        (end.map_or(0.0, |part| part.value / part.rate), false)
    }

    /// Payoff and whether it was a win.
    fn play(&mut self, mut node: usize, riichi: bool) -> (f64, bool) {
        let (solved, model) = (self.solved, self.solved.model);
        'steps: for j in 0..=model.odds.draws() {
            let now = solved.now(j);
            let better = || model.riichi(node, j).is_some_and(|riichi| riichi > model.value_of(node, &now));
            let declares = if j == 0 { riichi } else { better() };
            let on = model.dama_value(node, &now);
            let folds = model.folded(node, j, on).is_some();
            if declares {
                return self.riichi(model.tenpai_number(node).unwrap(), j);
            }
            if folds {
                return self.fold(model.folds.as_ref().unwrap().parts(node, j));
            }
            let step = &model.odds.chance.steps[j];
            let standing = if model.is_closed(node) { &step.closed } else { &step.open };
            let ends = standing.ends.any();
            if self.random.unit() < ends.rate {
                return (ends.value, false);
            }
            let mut offers = value::Offers::new();
            let dama = model.dama(node, &now, 3, &mut offers);
            for k in (0..3).filter(|&k| model.discards(k, 3, j)) {
                let mut chance = self.random.unit();
                for offer in &offers {
                    let Some((value, what)) = model.used(node, offer, k, j) else { continue };
                    let rates =
                        if offer.wait.is_some() { &standing.ron } else { &model.odds.chance.steps[j].calls };
                    chance -= self.discards(offer.tile, rates.0[k][offer.tile.kind().index()]);
                    if chance >= 0.0 {
                        continue;
                    }
                    if value <= dama.stages[k + 1] {
                        break;
                    }
                    let after = match what {
                        Use::Ron(gain) => return (model.points(gain), true),
                        Use::Call(spot, _) => {
                            assert!(self.take(offer.tile));
                            self.gained.push(offer.tile);
                            self.drawn(spot as usize, j)
                        }
                    };
                    match after {
                        After::Over(value, won) => return (value, won),
                        After::Holds(next) => match self.discard(node, next, j) {
                            Some(paid) => return (paid, false),
                            None => node = next,
                        },
                    }
                    continue 'steps;
                }
            }
            if j == model.odds.draws() {
                break;
            }
            let luck = if model.odds.chance.is_haitei(j) { Luck::Last } else { Luck::Plain };
            match self.draw(node, j, luck) {
                After::Over(value, won) => return (value, won),
                After::Holds(next) => match self.discard(node, next, j) {
                    Some(paid) => return (paid, false),
                    None => node = next,
                },
            }
        }
        (model.payoffs.exhaustive_draw(model.tenpai_number(node).is_some()), false)
    }
}

/// How many standard errors a prediction is off.
struct Check {
    predicted: f64,
    sum: f64,
    squares: f64,
    games: f64,
}

impl Check {
    fn new(predicted: f64) -> Check {
        Check { predicted, sum: 0.0, squares: 0.0, games: 0.0 }
    }

    fn add(&mut self, result: f64) {
        self.games += 1.0;
        self.sum += result;
        self.squares += result * result;
    }

    fn off(&self) -> f64 {
        let mean = self.sum / self.games;
        let variance = (self.squares / self.games - mean * mean) / (self.games - 1.0);
        if variance == 0.0 { 0.0 } else { (self.predicted - mean) / variance.sqrt() }
    }
}

/// 100 positions, 4,000 games each against shuffled walls: predicted and realised win rate and value
/// lie within the 95 % interval as often as chance lets them (at least 89 of 100: a fair test fails
/// that once in 300), and are not off in one direction.
#[test]
fn games_played_by_the_policy_turn_out_as_predicted() {
    let mut random = Random(20_261_121);
    let (mut wins_off, mut values_off) = (Vec::new(), Vec::new());
    let mut calls = 0.0;
    while wins_off.len() < 100 {
        let mut position = Position::new(&mut random);
        if position.shanten() > 2 {
            continue;
        }
        // every other one
        if wins_off.len() % 2 == 1 {
            threatened(&mut position.chance.steps);
        }
        let exchanges = if position.shanten() < 2 { Exchanges::Full } else { Exchanges::First };
        let options = Options { exchanges, ..Options::default() };
        let best = position.search(&options).rows.swap_remove(0);
        calls += best.play.call_rate;
        let (tile, riichi) = discard(&best);
        let (mut win, mut value) = (Check::new(best.play.win_rate), Check::new(best.play.value));
        position.solve(&options, |solved| {
            let node = solved.model.graph.root(Some(tile));
            let wall = unseen_tiles(&position.unseen);
            for _ in 0..4_000 {
                let seed = Random(random.next());
                let mut round = Round { solved, wall: wall.clone(), random: seed, gained: Vec::new() };
                let (payoff, won) = match round.thrown(tile, 0) {
                    Some(paid) => (paid, false),
                    None => round.play(node, riichi),
                };
                win.add(f64::from(u8::from(won)));
                value.add(payoff);
            }
        });
        wins_off.push(win.off());
        values_off.push(value.off());
    }
    println!("calls in {:.1} % of the rounds", calls);
    for (what, off) in [("win rate", wins_off), ("value", values_off)] {
        let within = off.iter().filter(|z| z.abs() <= 1.96).count();
        let mean = off.iter().sum::<f64>() / off.len() as f64;
        println!("{what}: {within} of 100 within the 95 % interval, mean error {mean:.2} standard errors");
        assert!(within >= 89, "{what}: only {within} of 100 within the 95 % interval");
        assert!(mean.abs() < 0.35, "{what}: off by {mean} standard errors on average");
    }
}

/// The play of the policy adds up to the value that the retrograde pass gave the action.
#[test]
fn figures_of_an_action_describe_the_play_that_its_value_promises() {
    let mut random = Random(7);
    for _ in 0..20 {
        let position = Position::new(&mut random);
        let options = Options { exchanges: Exchanges::First, ..Options::default() };
        let outcome = position.search(&options);
        position.solve(&options, |solved| {
            let model = solved.model;
            for row in &outcome.rows {
                let (tile, riichi) = discard(row);
                let node = model.graph.root(Some(tile));
                let promised = match riichi {
                    true => model.riichi(node, 0).unwrap(),
                    false => model.dama_value(node, &solved.now(0)),
                };
                let play = &row.play;
                assert!((play.value - promised).abs() < 1e-9 * promised.abs().max(1_000.0));
                let last = play.by_turn.last().unwrap();
                let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
                assert_eq!((last.win_rate, last.tenpai_rate), (play.win_rate, play.tenpai_rate));
                let wins = &play.wins;
                assert!((wins.value - last.value).abs() < 1e-6);
                assert!(near(wins.han.iter().sum::<f64>(), play.win_rate));
                assert!(play.win_rate <= play.tenpai_rate + 1e-12 && play.tenpai_rate <= 1.0 + 1e-12);
                assert!(play.win_rate + play.others_rate + play.tenpai_at_draw <= 1.0 + 1e-12);
                assert!(play.by_turn.windows(2).all(|w| w[0].win_rate <= w[1].win_rate));
            }
        });
    }
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
            position.search(&options).rows[0].play.value
        };
        let values = [(shanten, 0), (shanten, 1), (shanten + 1, 1), (shanten + 1, 2)].map(best);
        for pair in values.windows(2) {
            assert!(pair[1] >= pair[0] - 1e-9 * pair[0].abs(), "{values:?} in {:?}", position.hand);
        }
    }
}

#[test]
fn single_precision_is_enough() {
    let mut random = Random(5);
    for _ in 0..20 {
        let position = Position::new(&mut random);
        let options = Options { exchanges: Exchanges::First, ..Options::default() };
        let Position { unseen, chance, points, .. } = &position;
        let double = position.search(&options);
        let single = search(position.root(), unseen, chance, points, &options, &Progress::default()).unwrap();
        for row in &double.rows {
            let other = single.rows.iter().find(|other| other.action == row.action).unwrap();
            let near = |a: f64, b: f64, unit: f64| (a - b).abs() <= 1e-4 * a.abs().max(unit);
            assert!(near(row.play.value, other.play.value, 1_000.0), "{row:?} {other:?}");
            assert!(near(row.play.win_rate, other.play.win_rate, 0.1));
            assert!(near(row.play.tenpai_rate, other.play.tenpai_rate, 0.1));
        }
    }
}

#[test]
fn one_thread_and_many_give_the_same_bits() {
    let mut random = Random(3);
    for _ in 0..6 {
        let position = Position::new(&mut random);
        let Position { unseen, chance, points, .. } = &position;
        let options = Options { exchanges: Exchanges::First, ..Options::default() };
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let root = position.root();
            pool.install(|| search(root, unseen, chance, points, &options, &Progress::default()))
        };
        let one = run(1);
        for threads in [2, 3, 8] {
            assert_eq!(run(threads), one, "{threads} threads");
        }
    }
}

#[test]
fn faults_are_errors() {
    let position = Position::new(&mut Random(1));
    let Position { unseen, chance, points, .. } = &position;
    let least = position.shanten();
    let run = |chance: &Chance, options: &Options, progress: &Progress| {
        search(position.root(), unseen, chance, points, options, progress).unwrap_err()
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
    let stopped = Progress::default();
    stopped.cancel.store(true, Ordering::Relaxed);
    assert_eq!(run(chance, &Options::default(), &stopped), SearchError::Cancelled);
}
