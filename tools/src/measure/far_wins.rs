//! How often strong players win from hands that are far from tenpai: the range that the page shows where nothing is known
//! of the table and no search stands behind a figure.
//!
//! Prints the JSON of `www/far-wins.json`, of training games: by shanten and own draws left the win rates of the third of
//! the discards that leave the fewest tiles that improve the hand, and of the third that leave the most. Open hands and
//! hands in riichi do not count.

use super::Scope;
use nanikiru::hand::Unseen;
use nanikiru::replay::{Room, RoundLog};
use nanikiru::round::{Carry, Event, Round};
use nanikiru::shape;
use nanikiru::tile::{BySeat, Players};
use nanikiru_tools::decisions::is_validation;
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::play::{Watch, play};
use std::collections::BTreeMap;

/// Of these shanten; of farther hands there are too few.
const SHANTEN: std::ops::RangeInclusive<i32> = 3..=5;

/// Own draws left that are counted together: 0 to 3, 4 to 7, 8 to 11, 12 to 15, 16 and more.
const DRAWS: usize = 4;
const GROUPS: usize = 5;

/// All numbers of tiles that can improve a hand: from none to all but those that it holds.
const TILES: usize = 124;

/// Fewer discards say nothing of a third of them.
const LEAST: u64 = 3_000;

/// Discards, and how many of them were of the round's winners.
#[derive(Clone, Copy, Default)]
struct Count {
    won: u64,
    of: u64,
}

impl Count {
    fn plus(self, other: Count) -> Count {
        Count { won: self.won + other.won, of: self.of + other.of }
    }
}

/// By shanten and draws left, by the number of tiles that improve the hand.
type Counts = BTreeMap<(i32, usize), [Count; TILES]>;

fn merge(mut all: Counts, other: Counts) -> Counts {
    for (key, counts) in other {
        let sums = all.entry(key).or_insert([Count::default(); TILES]);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum = sum.plus(count));
    }
    all
}

/// A discard that left a far hand.
struct FarDiscard {
    shanten: i32,
    group: usize,
    ukeire: usize,
}

struct Eye {
    players: Players,
    counts: Counts,
    discards: BySeat<Vec<FarDiscard>>,
    won: BySeat<bool>,
}

impl Watch for Eye {
    fn wants(&self, players: Players) -> bool {
        players == self.players
    }

    fn begin(&mut self, _: Room, _: &RoundLog, _: Option<&Carry>) {
        self.discards = BySeat::default();
        self.won = BySeat::default();
    }

    fn before(&mut self, round: &Round, event: &Event) {
        match event {
            &Event::Discard { seat, tile, .. } => {
                let player = round.table().player(seat);
                let Some(after) = round.drawn_hand(seat).ok().and_then(|hand| hand.discard(tile)) else {
                    return;
                };
                let shanten = shape::shanten(&after).get();
                if player.riichi().is_some() || !after.is_closed() || !SHANTEN.contains(&shanten) {
                    return;
                }
                let unseen = Unseen::plain(*round.view(seat).unseen());
                let draws = round.table().tiles_left() / self.players.count();
                self.discards[seat].push(FarDiscard {
                    shanten,
                    group: (draws / DRAWS).min(GROUPS - 1),
                    ukeire: shape::ukeire(&after, &unseen).tiles as usize,
                });
            }
            Event::Win(win) => self.won[win.seat] = true,
            _ => {}
        }
    }

    fn end(&mut self, _: &Round) {
        for seat in self.players.seats() {
            let won = u64::from(self.won[seat]);
            for FarDiscard { shanten, group, ukeire } in &self.discards[seat] {
                let counts = self.counts.entry((*shanten, *group)).or_insert([Count::default(); TILES]);
                counts[*ukeire] = counts[*ukeire].plus(Count { won, of: 1 });
            }
        }
    }
}

/// The win rate of the third that comes first; none of too few.
fn first_third<'c>(counts: impl Iterator<Item = &'c Count> + Clone) -> Option<f64> {
    let all = counts.clone().fold(Count::default(), |sum, &count| sum.plus(count)).of;
    let mut sum = Count::default();
    for &count in counts {
        sum = sum.plus(count);
        if all >= LEAST && 3 * sum.of >= all {
            return Some((1e3 * sum.won as f64 / sum.of as f64).round() / 1e3);
        }
    }
    None
}

/// By shanten, by draws left: the win rates of narrow and of wide hands; none of too few.
type Rates = BTreeMap<i32, [Option<[f64; 2]>; GROUPS]>;

fn rates(players: Players, scope: &Scope) -> Result<Rates, String> {
    let look = |counts: Counts, name: &str, record: &[u8]| {
        if is_validation(name) {
            return counts;
        }
        let mut eye = Eye { players, counts, discards: BySeat::default(), won: BySeat::default() };
        play(record, &mut eye);
        eye.counts
    };
    let counts = each_game(&archives(players)?, scope.sample_or(usize::MAX), look, merge)?;
    let rate = |shanten: i32, group: usize| {
        let counts = counts.get(&(shanten, group))?;
        Some([first_third(counts.iter())?, first_third(counts.iter().rev())?])
    };
    Ok(SHANTEN.map(|shanten| (shanten, std::array::from_fn(|group| rate(shanten, group)))).collect())
}

/// Prints the rates as JSON, of games of four players and of three.
pub fn print(scope: &Scope) -> Result<(), String> {
    let line = |name: &str, players: Players| {
        let rates = serde_json::to_string(&rates(players, scope)?).map_err(|error| error.to_string())?;
        Ok::<String, String>(format!("  \"{name}\": {rates}"))
    };
    println!("{{\n{},\n{}\n}}", line("four", Players::Four)?, line("three", Players::Three)?);
    Ok(())
}
