//! Scores of wins, with all their forms.
//!
//! `cargo bench --bench score`: seeded hands, half of them with melds; as dealt (any four groups and a pair,
//! which read one way, mostly) and out of one suit and honours (which read in several).

use nanikiru::hand::{Call, From, Meld, Melds, WaitingHand};
use nanikiru::rules::Rules;
use nanikiru::score::{Indicators, Score, ScoreError, Table, Win, score};
use nanikiru::shape::forms::forms;
use nanikiru::tile::{Counts, Kind, Reds, Tile, Wind};
use std::hint::black_box;
use std::time::Instant;

const WINS: usize = 50_000;
const REPEATS: usize = 15;

fn main() {
    println!("{}, 1 thread, {WINS} wins each, best of {REPEATS} passes", std::env::consts::ARCH);
    println!("{:24} {:>10} {:>12} {:>14}", "", "ns a win", "ns its forms", "forms a win");
    for (name, first, seed) in [("all kinds", 0, 1), ("one suit and honours", 18, 2)] {
        let mut random = Random(seed);
        let wins: Vec<_> = std::iter::repeat_with(|| random.win(first)).flatten().take(WINS).collect();
        let readings: usize = wins.iter().map(|(hand, tile, ..)| forms(hand, tile.kind()).len()).sum();
        let all = time(|| wins.iter().map(|win| base(&scored(black_box(win)))).sum());
        let only_forms =
            time(|| wins.iter().map(|(hand, tile, ..)| black_box(forms(hand, tile.kind())).len()).sum());
        let each = readings as f64 / WINS as f64;
        println!("{name:24} {all:>10.0} {only_forms:>12.0} {each:>14.2}");
    }
}

type Case = (WaitingHand, Tile, Win, Table);

fn scored((hand, tile, win, table): &Case) -> Result<Score, ScoreError> {
    score(hand, *tile, win, table, &Rules::TENHOU)
}

/// Base points; a hand without yaku has none. Any other error is a fault of this bench.
fn base(score: &Result<Score, ScoreError>) -> usize {
    match score {
        Ok(score) => score.value.base(&Rules::TENHOU) as usize,
        Err(ScoreError::NoYaku) => 0,
        Err(error) => panic!("{error}"),
    }
}

/// Nanoseconds a win in the best pass; every pass has the same sum.
fn time(mut pass: impl FnMut() -> usize) -> f64 {
    let expected = pass();
    assert!(expected > WINS);
    let mut best = f64::INFINITY;
    for _ in 0..REPEATS {
        let start = Instant::now();
        let sum = pass();
        best = best.min(start.elapsed().as_nanos() as f64);
        assert_eq!(sum, expected);
    }
    best / WINS as f64
}

/// xorshift64: Marsaglia, Xorshift RNGs, 2003.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    /// Four groups and a pair of the kinds from `first` on, riichi if the hand is closed; `None` on a fifth copy.
    fn win(&mut self, first: usize) -> Option<Case> {
        let kind = |random: &mut Random| Kind::ALL[first + random.below(34 - first)];
        let mut all = [0u8; 34];
        let mut concealed = [0u8; 34];
        let mut melds = Melds::new();
        let open = if self.below(2) == 0 { 0 } else { 1 + self.below(3) };
        for i in 0..4 {
            let low = kind(self);
            let run = !low.is_honour() && low.number() <= 7 && self.below(3) > 0;
            let tiles = if run { [0, 1, 2] } else { [0; 3] }.map(|step| low.index() + step);
            tiles.iter().for_each(|&t| all[t] += 1);
            if i < open {
                let claimed = Tile::plain(low);
                let call = if run { Call::Chi { claimed } } else { Call::Pon { from: From::Left, claimed } };
                melds.push(Meld::new(call, low, false).ok()?);
            } else {
                tiles.iter().for_each(|&t| concealed[t] += 1);
            }
        }
        let pair = kind(self).index();
        all[pair] += 2;
        concealed[pair] += 2;
        if all.iter().any(|&n| n > 4) {
            return None;
        }
        let held: Vec<Kind> = Kind::ALL.into_iter().filter(|k| concealed[k.index()] > 0).collect();
        let tile = held[self.below(held.len())];
        let waiting = Counts::new(concealed).ok()?.minus(tile).ok()?;
        let hand = WaitingHand::new(waiting, Reds::NONE, melds).ok()?;
        let win = match (hand.is_closed(), self.below(2)) {
            (true, 0) => Win::RIICHI_RON,
            (true, _) => Win::RIICHI_TSUMO,
            (false, 0) => Win::RON,
            (false, _) => Win::TSUMO,
        };
        let dora = Indicators::new(&[kind(self)]).ok()?;
        let table = Table { round: Wind::ALL[self.below(2)], seat: Wind::ALL[self.below(4)], dora };
        Some((hand, Tile::plain(tile), win, table))
    }
}
