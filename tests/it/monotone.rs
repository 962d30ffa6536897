//! More to look at is never worse: neither a larger n nor a larger m_f lowers the value of the best action.
//!
//! On 1,000 seeded hands, or the first 100 of them, of a player who keeps shanten low and ukeire wide, near ones: 0 to 2-shanten
//! with few draws left.

use crate::random;
use crate::size::size;

use nanikiru::hand::{DrawnHand, Melds, Unseen};
use nanikiru::rules::Rules;
use nanikiru::score::{Indicators, Pot, Table};
use nanikiru::search::{
    Chance, ChanceStep, End, Ends, Exchanges, HandChance, Offers, Options, OthersTenpai, Points, Progress,
    Rates, Risks, Root, Search,
};
use nanikiru::shape;
use nanikiru::tile::{Counts, Kind, KindSet, Reds, Tile, Wind};
use random::Random;
use rayon::prelude::*;

/// The search's rounding: relative to the value, and to this many points where it is smaller.
const ROUNDING: f64 = 1e-4;
const POINTS: f64 = 1_000.0;

/// 136 tiles with three red fives, shuffled.
fn wall(random: &mut Random) -> Vec<Tile> {
    let mut wall: Vec<Tile> = Kind::ALL
        .into_iter()
        .flat_map(|kind| {
            let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
            [red.unwrap_or(Tile::plain(kind)), Tile::plain(kind), Tile::plain(kind), Tile::plain(kind)]
        })
        .collect();
    random.shuffle(&mut wall);
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
        let offers = Offers::even(&Rates { honour: 1.0, number: [0.9, 0.7, 0.6, 0.5, 0.4] });
        let standing = |rate, value| HandChance {
            ron: offers,
            ends: Ends { tsumo: End { rate, value }, ..Ends::NEVER },
        };
        let step = ChanceStep {
            calls: offers,
            closed: standing(0.05, -900.0),
            open: standing(0.06, -1_100.0),
            riichi: standing(0.08, -1_800.0),
            risks: Risks::NONE,
            thrown: Risks::NONE,
        };
        let dora = Indicators::new(&[indicator.kind()]).unwrap();
        Position {
            hand: hand(&held),
            unseen: unseen(&seen),
            chance: Chance::even(18 - turn, random.below(4), step),
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

    /// The value of the best action.
    fn best(&self, exchanges: usize, (calls, fewer_after_call): (usize, usize)) -> f64 {
        let options = Options {
            exchanges: Exchanges::Exactly(exchanges),
            calls,
            fewer_after_call,
            max_hands: 2_000_000,
            ..Options::default()
        };
        let Position { hand, unseen, chance, points } = self;
        let root = Root::Drawn { hand, forbidden: KindSet::EMPTY };
        let search = Search { root, unseen, chance, payoffs: points };
        search.run(&options, &Progress::default()).unwrap().rows[0].play.value()
    }
}

fn hand(held: &[Tile]) -> DrawnHand {
    let Heap(counts, reds) = Heap::of(held);
    DrawnHand::new(counts, reds, Melds::new()).unwrap()
}

fn unseen(seen: &[Tile]) -> Unseen {
    let Heap(counts, reds) = Heap::of(seen);
    Unseen::new(&counts, Reds::from_bits(Reds::ALL.bits() & !reds.bits()).unwrap()).unwrap()
}

/// n over the shanten number, m_f, and exchanges fewer after a call; each holds those before it that
/// have no more of the first two and no less of the last.
const DEPTHS: [(usize, usize, usize); 6] = [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 1), (1, 1, 0), (1, 2, 0)];

fn holds(larger: (usize, usize, usize), smaller: (usize, usize, usize)) -> bool {
    // the exchanges that a hand may have after a call; without calls there is no such hand
    let after_call =
        |(n, calls, fewer): (usize, usize, usize)| (calls > 0).then(|| n as isize - fewer as isize);
    smaller.0 <= larger.0 && smaller.1 <= larger.1 && after_call(smaller) <= after_call(larger)
}

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
    let hands = u64::from(size(100, 1_000));
    let worse: Vec<String> = (0..hands)
        .into_par_iter()
        .flat_map_iter(|seed| {
            let (shanten, position) = near(seed);
            // 2-shanten with a deviation and calls takes too long for a test of 1,000 hands
            let depths: Vec<_> = DEPTHS.into_iter().filter(|d| shanten < 2 || d.0 == 0 || d.1 == 0).collect();
            let value = |&(more, calls, fewer): &(usize, usize, usize)| {
                position.best(shanten as usize + more, (calls, fewer))
            };
            let values: Vec<f64> = depths.iter().map(value).collect();
            let mut worse = Vec::new();
            for (&larger, value) in depths.iter().zip(&values) {
                for (&smaller, less) in depths.iter().zip(&values) {
                    let slack = ROUNDING * less.abs().max(POINTS);
                    if holds(larger, smaller) && *less > value + slack {
                        let hand = &position.hand;
                        worse.push(format!(
                            "seed {seed}, {shanten}-shanten {hand}: {less} at {smaller:?}, {value} at {larger:?}"
                        ));
                    }
                }
            }
            worse
        })
        .collect();
    assert!(worse.is_empty(), "{} of {hands}:\n{}", worse.len(), worse.join("\n"));
}
