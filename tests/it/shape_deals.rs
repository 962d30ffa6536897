//! The shanten of all deals of 13 and 14 tiles, counted, not sampled.
//!
//! A deal is a pattern for each suit; a pattern occurs in prod C(4, n_i) ways. Patterns that no form can
//! tell apart are counted together: by class (standard form), by tiles, kinds and pairs (seven pairs), by
//! orphans and whether one of them is a pair (thirteen orphans).

use nanikiru::shape::lookup::{Class, SuitKey};
use nanikiru::tile::{Counts, Suit};
use rustc_hash::FxHashMap;

/// What the three forms see of a part of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    class: Class,
    tiles: u8,
    /// As many as matter: 7.
    kinds: u8,
    pairs: u8,
    orphans: u8,
    orphan_pair: bool,
}

impl Part {
    fn join(self, other: Part) -> Part {
        Part {
            class: self.class.join(other.class),
            tiles: self.tiles + other.tiles,
            kinds: (self.kinds + other.kinds).min(7),
            pairs: self.pairs + other.pairs,
            orphans: self.orphans + other.orphans,
            orphan_pair: self.orphan_pair | other.orphan_pair,
        }
    }
}

type Ways = FxHashMap<Part, u64>;

fn suit(suit: Suit) -> Ways {
    let mut ways = Ways::default();
    let size = suit.size() as u32;
    for pattern in 0..5usize.pow(size) {
        let mut counts = [0; 34];
        for i in 0..size {
            counts[suit.first() + i as usize] = (pattern / 5usize.pow(i) % 5) as u8;
        }
        let counts = Counts::new(counts).unwrap();
        let Some(key) = SuitKey::new(&counts, suit) else { continue };
        let orphans = || counts.iter().filter(|(kind, _)| kind.is_yaochu());
        let part = Part {
            class: key.class(),
            tiles: counts.total() as u8,
            kinds: counts.iter().count().min(7) as u8,
            pairs: counts.iter().filter(|&(_, n)| n > 1).count() as u8,
            orphans: orphans().count() as u8,
            orphan_pair: orphans().any(|(_, n)| n > 1),
        };
        *ways.entry(part).or_default() += counts.iter().map(|(_, n)| [1, 4, 6, 4, 1][n]).product::<u64>();
    }
    ways
}

fn join(a: &Ways, b: &Ways) -> Ways {
    let mut ways = Ways::default();
    for (part, n) in a {
        for (other, m) in b.iter().filter(|(other, _)| part.tiles + other.tiles <= 14) {
            *ways.entry(part.join(*other)).or_default() += n * m;
        }
    }
    ways
}

fn replacement(a: &Part, b: &Part) -> u8 {
    let all = a.join(*b);
    let seven_pairs = 7 - all.pairs + 7 - all.kinds;
    let thirteen_orphans = 14 - all.orphans - u8::from(all.orphan_pair);
    a.class.replacement(b.class, 4).min(seven_pairs).min(thirteen_orphans)
}

/// Deals by shanten, from -1.
fn distribution(left: &Ways, right: &Ways, tiles: u8) -> [u64; 8] {
    let mut deals = [0; 8];
    for (a, n) in left {
        for (b, m) in right.iter().filter(|(b, _)| a.tiles + b.tiles == tiles) {
            deals[usize::from(replacement(a, b))] += n * m;
        }
    }
    deals
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1u128, |c, i| c * u128::from(n - i) / u128::from(i + 1)) as u64
}

#[test]
fn all_deals() {
    let (number, honours) = (suit(Suit::Man), suit(Suit::Honour));
    let (left, right) = (join(&number, &number), join(&number, &honours));
    // tiles, mean (cut off after five decimals), and of 10^8 random deals those with shanten -1 to 6 (tomohxx)
    let expected: [(u8, f64, [u64; 8]); 2] = [
        (13, 3.57967, [0, 8196, 621_271, 9_357_183, 36_197_590, 39_876_941, 13_102_859, 835_960]),
        (14, 3.15593, [315, 69_900, 2_333_875, 19_496_567, 43_932_086, 28_515_676, 5_496_180, 155_401]),
    ];
    for (tiles, mean, sample) in expected {
        let deals = distribution(&left, &right, tiles);
        let all: u64 = deals.iter().sum();
        assert_eq!(all, choose(136, tiles.into()));
        let sum: u128 = deals.iter().zip(0u128..).map(|(&n, t)| u128::from(n) * t).sum();
        let exact = sum as f64 / all as f64 - 1.0;
        println!("{tiles} tiles: {deals:?} mean shanten {exact}");
        assert_eq!((exact * 1e5).floor() / 1e5, mean, "{tiles} tiles: {exact}");
        for (n, seen) in deals.into_iter().zip(sample) {
            let p = n as f64 / all as f64;
            let deviation = (1e8 * p * (1.0 - p)).sqrt();
            assert!((seen as f64 - 1e8 * p).abs() <= 5.0 * deviation, "{tiles} tiles: {n} against {seen}");
        }
    }
}
