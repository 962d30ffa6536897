//! More to look at is never worse: neither a larger n nor a larger m_f lowers the value of the best action.
//!
//! On 1,000 seeded hands of a player who keeps shanten low and ukeire wide, near ones: 0 to 2-shanten
//! with few draws left.

use nanikiru::hand::{DrawnHand, Melds, Unseen};
use nanikiru::rules::Rules;
use nanikiru::score::{Indicators, Pot, Table};
use nanikiru::search::{
    Chance, End, Exchanges, Offers, Options, OthersTenpai, Points, Progress, Rates, Root, Standing, Step,
    search,
};
use nanikiru::shape;
use nanikiru::tile::{Counts, Kind, KindSet, Reds, Tile, Wind};
use rayon::prelude::*;

const HANDS: u64 = 1_000;
/// The search's rounding: relative to the value, and to this many points where it is smaller.
const ROUNDING: f64 = 1e-4;
const POINTS: f64 = 1_000.0;

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
}

/// 136 tiles with three red fives, shuffled.
fn wall(random: &mut Random) -> Vec<Tile> {
    let mut wall: Vec<Tile> = Kind::ALL
        .into_iter()
        .flat_map(|kind| {
            let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
            [red.unwrap_or(Tile::plain(kind)), Tile::plain(kind), Tile::plain(kind), Tile::plain(kind)]
        })
        .collect();
    for i in (1..wall.len()).rev() {
        wall.swap(i, random.below(i + 1));
    }
    wall
}

/// Tiles and the red fives among them.
#[derive(Clone, Copy)]
struct Heap(Counts, Reds);

impl Heap {
    fn of(tiles: &[Tile]) -> Heap {
        tiles.iter().fold(Heap(Counts::EMPTY, Reds::NONE), |Heap(counts, reds), tile| {
            let reds = if tile.is_red() { reds.with(tile.kind().suit()) } else { reds };
            Heap(counts.plus(tile.kind()).unwrap(), reds)
        })
    }
}

struct Position {
    hand: DrawnHand,
    unseen: Unseen,
    chance: Chance,
    points: Points,
}

impl Position {
    /// A hand after some turns; the others' discards are visible.
    fn new(random: &mut Random) -> Position {
        let mut wall = wall(random);
        let mut take = |n: usize| wall.split_off(wall.len() - n);
        let indicator = take(1)[0];
        let mut held = take(13);
        let mut seen = [vec![indicator], held.clone()].concat();
        let turn = 8 + random.below(7);
        for now in 1..=turn {
            let drawn = take(1)[0];
            held.push(drawn);
            seen.push(drawn);
            if now < turn {
                let (hand, unseen) = (hand(&held), unseen(&seen));
                let discards = shape::discards(&hand, &unseen);
                let best = discards.iter().min_by_key(|d| (d.shanten, std::cmp::Reverse(d.ukeire.tiles)));
                let at = held.iter().position(|tile| *tile == best.unwrap().tile).unwrap();
                held.remove(at);
                seen.extend(take(3));
            }
        }
        let dora = Indicators::new(&[indicator.kind()]).unwrap();
        Position {
            hand: hand(&held),
            unseen: unseen(&seen),
            chance: Chance::even(18 - turn, random.below(4), step()),
            points: Points {
                rules: Rules::TENHOU,
                table: Table { round: Wind::East, seat: Wind::ALL[random.below(4)], dora },
                pot: Pot { honba: 1, sticks: 1 },
                riichi: true,
                others: OthersTenpai { tenpai: [0.2, 0.5, 0.2, 0.1], noten: [0.0, 0.5, 0.4, 0.1] },
                kans: 0,
            },
        }
    }

    /// The value of the best action.
    fn best(&self, exchanges: usize, calls: usize) -> f64 {
        let options = Options {
            exchanges: Exchanges::Exactly(exchanges),
            calls,
            max_hands: 2_000_000,
            ..Options::default()
        };
        let root = Root::Drawn { hand: &self.hand, forbidden: KindSet::EMPTY };
        let Position { unseen, chance, points, .. } = self;
        search(root, unseen, chance, points, &options, &Progress::default()).unwrap().rows[0].play.value
    }
}

/// Others that discard what they do not need, and end a round now and then.
fn step() -> Step {
    let ron = Offers::even(&Rates { honour: 1.0, number: [0.9, 0.7, 0.6, 0.5, 0.4] });
    let standing = |value| Standing { ron, ends: End { rate: 0.04, value } };
    let calls = Offers::even(&Rates { honour: 1.1, number: [1.2, 1.0, 0.8, 0.7, 0.7] });
    Step { calls, closed: standing(-600.0), open: standing(-900.0), riichi: standing(-1_100.0) }
}

fn hand(held: &[Tile]) -> DrawnHand {
    let Heap(counts, reds) = Heap::of(held);
    DrawnHand::new(counts, reds, Melds::new()).unwrap()
}

fn unseen(seen: &[Tile]) -> Unseen {
    let Heap(counts, reds) = Heap::of(seen);
    Unseen::new(&counts, Reds::from_bits(Reds::ALL.bits() & !reds.bits()).unwrap()).unwrap()
}

/// n over the shanten number, and m_f; each pair with those that it contains.
const DEPTHS: [(usize, usize); 4] = [(0, 0), (0, 1), (1, 0), (1, 1)];

#[test]
fn a_larger_search_is_never_worth_less() {
    let near = |seed: u64| {
        let mut random = Random(seed);
        std::iter::repeat_with(move || Position::new(&mut random))
            .map(|position| (shape::shanten(&position.hand).get(), position))
            .find(|(shanten, position)| {
                (0..=1).contains(shanten) || (*shanten == 2 && position.chance.draws <= 6)
            })
            .unwrap()
    };
    let worse: Vec<String> = (0..HANDS)
        .into_par_iter()
        .flat_map_iter(|seed| {
            let (shanten, position) = near(seed);
            let values = DEPTHS.map(|(more, calls)| position.best(shanten as usize + more, calls));
            let mut worse = Vec::new();
            for (&(n, calls), value) in DEPTHS.iter().zip(values) {
                for (&(less_n, less_calls), less) in DEPTHS.iter().zip(values) {
                    let slack = ROUNDING * less.abs().max(POINTS);
                    if less_n <= n && less_calls <= calls && less > value + slack {
                        let hand = &position.hand;
                        worse.push(format!(
                            "seed {seed}, {shanten}-shanten {hand}: {less} with n = {} m_f = {less_calls}, {value} with n = {} m_f = {calls}",
                            shanten as usize + less_n,
                            shanten as usize + n,
                        ));
                    }
                }
            }
            worse
        })
        .collect();
    assert!(worse.is_empty(), "{} of {HANDS}:\n{}", worse.len(), worse.join("\n"));
}
