//! Shanten of all three forms and ukeire, on random, half-flush and full-flush hands.
//!
//! `cargo bench --bench shape`, and in wasm (Node runs it, see `benches/wasi.mjs`):
//! `rustup target add wasm32-wasip1; cargo bench --bench shape --target wasm32-wasip1`.

use nanikiru::hand::{Call, DrawnHand, From, Meld, Melds, Unseen, WaitingHand};
use nanikiru::shape::{Ukeire, discards, shanten, ukeire};
use nanikiru::tile::{Counts, Kind, Reds, Tile};
use std::hint::black_box;
use std::time::Instant;

const HANDS: usize = 100_000;
const REPEATS: usize = 15;

fn main() {
    let simd = if cfg!(target_feature = "simd128") { " simd128" } else { "" };
    println!(
        "{}{simd}, 1 thread, {HANDS} closed hands of each sort, best of {REPEATS} passes; ns a hand",
        std::env::consts::ARCH
    );
    println!(
        "{:12} {:>10} {:>10} {:>10} {:>14}",
        "", "shanten 13", "shanten 14", "ukeire 13", "discards of 14"
    );
    let deals: [(&str, &[Kind]); 3] =
        [("random", &Kind::ALL), ("half flush", &Kind::ALL[18..]), ("full flush", &Kind::ALL[18..27])];
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let rows = deals.into_iter().map(|deal| (deal, 0)).chain([(("two melds", &Kind::ALL[..]), 2)]);
    for (seed, ((name, kinds), melds)) in rows.enumerate() {
        if !name.contains(&only) {
            continue;
        }
        let mut random = Random(seed as u64 + 1);
        let mut deal = |tiles| random.deal(kinds, tiles, melds);
        let waiting: Vec<WaitingHand> = (0..HANDS)
            .map(|_| deal(13))
            .map(|(concealed, melds)| WaitingHand::new(concealed, Reds::NONE, melds).expect("13 tiles"))
            .collect();
        let drawn: Vec<DrawnHand> = (0..HANDS)
            .map(|_| deal(14))
            .map(|(concealed, melds)| DrawnHand::new(concealed, Reds::NONE, melds).expect("14 tiles"))
            .collect();
        let unseen: Vec<Unseen> = (waiting.iter())
            .map(|hand| Unseen::new(&hand.owned(), Reds::NONE).expect("no red five"))
            .collect();
        check(&waiting, &unseen);
        let (few, fewer) = (HANDS / 10, HANDS / 100);
        let items = if melds == 0 { HANDS } else { few };
        let s13 = time(&waiting[..items], |_, hand| shanten(hand).get().into());
        let s14 = time(&drawn[..items], |_, hand| shanten(hand).get().into());
        let u13 = time(&waiting[..items], |i, hand| sum(&ukeire(hand, &unseen[i])));
        let d14 = time(&drawn[..if melds == 0 { few } else { fewer }], |i, hand| {
            discards(hand, &unseen[i]).iter().map(|d| i64::from(d.shanten.get()) + sum(&d.ukeire)).sum()
        });
        println!("{name:12} {s13:>10.1} {s14:>10.1} {u13:>10.1} {d14:>14.0}");
    }
}

/// Nanoseconds an item. Every pass walks all items and has the same sum; of each block of 500 items the
/// best pass counts, so that what else the machine does in the meantime does not.
fn time<T>(items: &[T], each: impl Fn(usize, &T) -> i64) -> f64 {
    const BLOCK: usize = 500;
    let mut sums = vec![];
    let mut best = vec![f64::INFINITY; items.len() / BLOCK];
    for _ in 0..REPEATS {
        let mut sum = 0;
        for (block, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            for (i, item) in items.iter().enumerate().skip(block * BLOCK).take(BLOCK) {
                sum += each(i, black_box(item));
            }
            *best = best.min(start.elapsed().as_nanos() as f64);
        }
        sums.push(sum);
    }
    assert!(sums.iter().all(|&s| s == sums[0]));
    best.iter().sum::<f64>() / items.len() as f64
}

fn sum(ukeire: &Ukeire) -> i64 {
    i64::from(ukeire.tiles) + (ukeire.kinds.bits() % 1009) as i64
}

/// On every hundredth hand: the shanten by definition, and the ukeire tile by tile.
fn check(hands: &[WaitingHand], unseen: &[Unseen]) {
    for (hand, unseen) in hands.iter().zip(unseen).step_by(100) {
        assert_eq!(shanten(hand).get(), slow_shanten(hand), "{hand:?}");
        let helps = |k: &Kind| hand.draw(Tile::plain(*k)).is_ok_and(|d| shanten(&d) < shanten(hand));
        let (kinds, dead) =
            Kind::ALL.into_iter().filter(helps).partition::<Vec<_>, _>(|&k| unseen.counts()[k] > 0);
        let tiles = kinds.iter().map(|&k| u32::from(unseen.counts()[k])).sum();
        let expected = Ukeire { kinds: kinds.into_iter().collect(), tiles, dead: dead.into_iter().collect() };
        assert_eq!(ukeire(hand, unseen), expected, "{hand:?}");
    }
}

/// tomohxx, eq. 5: the nearest of all winning hands, leaving out those that are too far already.
fn slow_shanten(hand: &WaitingHand) -> i32 {
    let have = hand.concealed();
    let melds = hand.melds().len();
    let mut melded = [0; 34];
    hand.melds().iter().flat_map(|m| m.kinds()).for_each(|(k, n)| melded[k.index()] += n as i32);
    let mut best = 14;
    groups(have, &melded, &mut [0; 34], 0, 4 - melds, &mut best);
    if melds == 0 {
        let mut lacks: Vec<i32> = have.as_array().iter().map(|&n| 2 - i32::from(n.min(2))).collect();
        lacks.sort_unstable();
        let orphans = Kind::ALL.into_iter().filter(|k| k.is_yaochu());
        let pair = orphans.clone().any(|k| have[k] > 1);
        let orphans = 14 - orphans.filter(|&k| have[k] > 0).count() as i32 - i32::from(pair);
        best = best.min(lacks[..7].iter().sum()).min(orphans);
    }
    best - 1
}

/// Groups from the 34 triplets and 21 runs, then a pair.
fn groups(hand: &Counts, melded: &[i32; 34], w: &mut [i32; 34], from: usize, left: usize, best: &mut i32) {
    let lacks: i32 = (0..34).map(|i| (w[i] - i32::from(hand.as_array()[i])).max(0)).sum();
    if lacks >= *best {
        return;
    }
    for group in if left == 0 { 0..34 } else { from..55 } {
        let low = (group - group.min(34)) / 7 * 9 + (group - group.min(34)) % 7;
        let run = [low, low + 1, low + 2];
        let tiles = match (left, group < 34) {
            (0, _) => &[group; 2][..],
            (_, true) => &[group; 3],
            (_, false) => &run,
        };
        tiles.iter().for_each(|&i| w[i] += 1);
        if tiles.iter().all(|&i| w[i] + melded[i] <= 4) {
            if left > 0 {
                groups(hand, melded, w, group, left - 1, best);
            } else {
                let lacks: i32 = (0..34).map(|i| (w[i] - i32::from(hand.as_array()[i])).max(0)).sum();
                *best = lacks.min(*best);
            }
        }
        tiles.iter().for_each(|&i| w[i] -= 1);
    }
}

/// xorshift64*: the same hands on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    fn deal(&mut self, kinds: &[Kind], tiles: usize, melds: usize) -> (Counts, Melds) {
        let mut called = Melds::new();
        let mut left = [0; 34];
        kinds.iter().for_each(|k| left[k.index()] = 4);
        while called.len() < melds {
            let kind = kinds[self.below(kinds.len())];
            let claimed = Tile::plain(kind);
            let pon = self.below(3) == 0;
            let call = if pon { Call::Pon { from: From::Left, claimed } } else { Call::Chi { claimed } };
            let Ok(meld) = Meld::new(call, kind, false) else { continue };
            if meld.kinds().all(|(k, n)| left[k.index()] >= n) {
                meld.kinds().for_each(|(k, n)| left[k.index()] -= n);
                called.push(meld);
            }
        }
        let mut wall: Vec<Kind> = kinds.iter().flat_map(|&k| vec![k; left[k.index()]]).collect();
        let mut hand = Counts::EMPTY;
        for _ in 0..tiles - 3 * melds {
            let kind = wall.swap_remove(self.below(wall.len()));
            hand.add(kind).expect("a wall has four of each");
        }
        (hand, called)
    }
}
