//! A shuffled wall: the same tiles for whoever sits before it.

use nanikiru::hand::Meld;
use nanikiru::round::{Phase, Round};
use nanikiru::rules::RedFives;
use nanikiru::tile::notation::tiles;
use nanikiru::tile::{BySeat, Kind, Players, Seat, Tile};
use std::ops::Range;

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
pub struct Random(u64);

impl Random {
    /// Another sequence for each list of numbers.
    pub fn of(key: &[u64]) -> Random {
        let mut random = Random(0);
        for &number in key {
            random.0 ^= number;
            random.0 = random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Every order is as likely as any other (Fisher and Yates).
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }

    /// 0..n; for n up to 136 no number is likelier by more than one part in 10^17.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

/// Draws after kans that a dead wall has.
const REPLACEMENTS_IN_ALL: usize = 4;

/// Where the tiles lie that nobody is dealt: the live wall, then four replacements, five dora indicators
/// and five ura-dora indicators.
const LIVE: usize = 4 * 13;
const REPLACEMENTS: usize = LIVE + WALL;
/// Tiles that four players can draw.
const WALL: usize = Players::Four.wall();
const INDICATORS: usize = REPLACEMENTS + REPLACEMENTS_IN_ALL;
const URA: usize = INDICATORS + 5;

/// 136 tiles in a random order.
pub struct Wall(Vec<Tile>);

/// The tiles that nobody holds and nobody has seen, in the order in which they come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rest {
    live: Live,
    /// The next one last.
    replacements: Vec<Tile>,
    /// Those that are not turned yet, the next one last.
    indicators: Vec<Tile>,
    /// Under every indicator, the open ones included.
    ura: [Tile; Wall::INDICATORS],
}

/// The live wall, the next tile last.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Live {
    /// One row for all.
    Row(Vec<Tile>),
    /// A row for each seat, so that a call moves no tile of the others.
    Seats(BySeat<Vec<Tile>>),
}

impl Rest {
    /// The tiles that a round has left, in an order in which every one is as likely as any other; each seat
    /// draws from a row of its own, and from the longest one where that is used up.
    ///
    /// # Errors
    /// When the round has other tiles than its rules.
    pub fn shuffled(round: &Round, mut random: Random) -> Result<Rest, String> {
        let table = round.table();
        let mut tiles = unseen(round)?;
        random.shuffle(&mut tiles);
        let kans: usize = Seat::ALL.map(|seat| kans(table.player(seat).melds())).iter().sum();
        let waiting = usize::from(matches!(table.phase(), Phase::Kan { .. }));
        let replaced = kans - waiting;
        let ura = std::array::from_fn(|_| tiles.pop().expect("a round leaves its dead wall"));
        let indicators = tiles.split_off(tiles.len() - (Wall::INDICATORS - table.indicators().len()));
        let replacements = tiles.split_off(tiles.len() - (REPLACEMENTS_IN_ALL - replaced));
        // every replacement moves the last tile of the live wall to the dead one
        if tiles.len() != table.tiles_left() + replaced {
            return Err(format!("{} tiles are left where {} are drawn", tiles.len(), table.tiles_left()));
        }
        let mut rows: BySeat<Vec<Tile>> = BySeat::default();
        for (i, tile) in tiles.into_iter().enumerate() {
            rows[Seat::ALL[i % 4]].push(tile);
        }
        Ok(Rest { live: Live::Seats(rows), replacements, indicators, ura })
    }

    /// A seat's next draw; none where no tile is left.
    pub fn draw(&mut self, seat: Seat) -> Option<Tile> {
        match &mut self.live {
            Live::Row(row) => row.pop(),
            Live::Seats(rows) => rows[seat].pop().or_else(|| {
                let longest = Seat::ALL.into_iter().max_by_key(|&other| rows[other].len())?;
                rows[longest].pop()
            }),
        }
    }

    /// The draw after a kan; none after the fourth.
    pub fn replace(&mut self) -> Option<Tile> {
        self.replacements.pop()
    }

    /// The indicator that is turned next; none after the fifth.
    pub fn next_indicator(&self) -> Option<Tile> {
        self.indicators.last().copied()
    }

    /// Turns it.
    pub fn turn(&mut self) {
        self.indicators.pop();
    }

    /// The ura-dora indicators under so many indicators.
    pub fn ura(&self, indicators: usize) -> &[Tile] {
        &self.ura[..indicators]
    }
}

fn kans(melds: &[Meld]) -> usize {
    melds.iter().filter(|meld| meld.is_kan()).count()
}

/// The tiles that nobody holds and nobody has seen, sorted.
fn unseen(round: &Round) -> Result<Vec<Tile>, String> {
    let table = round.table();
    let mut left = [0u8; Tile::COUNT];
    played(table.rules().red_fives).for_each(|tile| left[tile.index()] += 1);
    let mut seen: Vec<Tile> = table.indicators().to_vec();
    for seat in Seat::ALL {
        let player = table.player(seat);
        seen.extend(tiles(&round.concealed(seat), round.reds(seat)));
        seen.extend(player.melds().iter().flat_map(Meld::tiles));
        // a called tile is in the meld
        seen.extend(player.river().iter().filter(|one| one.called_by.is_none()).map(|one| one.tile));
    }
    for tile in seen {
        let left = &mut left[tile.index()];
        *left = left.checked_sub(1).ok_or_else(|| format!("there are more {tile} than its rules have"))?;
    }
    let every = (0..Tile::COUNT).filter_map(Tile::new);
    Ok(every.flat_map(|tile| std::iter::repeat_n(tile, left[tile.index()].into())).collect())
}

/// The 136 tiles that are played with, sorted.
fn played(reds: RedFives) -> impl Iterator<Item = Tile> {
    Kind::ALL.into_iter().flat_map(move |kind| {
        let played = [reds.man, reds.pin, reds.sou].get(kind.suit().index()).copied().unwrap_or(false);
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five() && played);
        let plain = 4 - usize::from(red.is_some());
        red.into_iter().chain(std::iter::repeat_n(Tile::plain(kind), plain))
    })
}

impl Wall {
    /// Indicators of each row on the dead wall.
    pub const INDICATORS: usize = 5;

    /// Every order is as likely as any other (Fisher and Yates).
    pub fn shuffled(mut random: Random, reds: RedFives) -> Wall {
        let mut tiles: Vec<Tile> = played(reds).collect();
        random.shuffle(&mut tiles);
        Wall(tiles)
    }

    /// What comes after the hands and the first indicator.
    pub fn rest(&self) -> Rest {
        let backwards = |range: Range<usize>| self.0[range].iter().rev().copied().collect();
        Rest {
            live: Live::Row(backwards(LIVE..REPLACEMENTS)),
            replacements: backwards(REPLACEMENTS..INDICATORS),
            indicators: backwards(INDICATORS + 1..URA),
            ura: std::array::from_fn(|n| self.0[URA + n]),
        }
    }

    /// What each seat is dealt.
    pub fn hands(&self) -> BySeat<[Tile; 13]> {
        BySeat::from_fn(|seat| std::array::from_fn(|i| self.0[13 * seat.index() + i]))
    }

    /// The first dora indicator.
    pub fn indicator(&self) -> Tile {
        self.0[INDICATORS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All tiles of a wall by the way that they come into play.
    fn all(wall: &Wall) -> Vec<Tile> {
        let mut rest = wall.rest();
        let mut tiles: Vec<Tile> = wall.hands().0.into_iter().flatten().collect();
        tiles.extend((0..WALL).map(|_| rest.draw(Seat::ALL[0]).unwrap()));
        assert_eq!(rest.draw(Seat::ALL[0]), None);
        tiles.extend((0..4).map(|_| rest.replace().unwrap()));
        assert_eq!(rest.replace(), None);
        tiles.push(wall.indicator());
        while let Some(tile) = rest.next_indicator() {
            tiles.push(tile);
            rest.turn();
        }
        tiles.extend(rest.ura(Wall::INDICATORS));
        tiles
    }

    #[test]
    fn every_tile_comes_into_play_once() {
        for (reds, fives) in [(RedFives::THREE, 3), (RedFives::NONE, 0)] {
            let wall = Wall::shuffled(Random::of(&[1, 2]), reds);
            let tiles = all(&wall);
            assert_eq!(tiles.len(), 136);
            assert_eq!(tiles.iter().filter(|t| t.is_red()).count(), fives);
            for kind in Kind::ALL {
                assert_eq!(tiles.iter().filter(|t| t.kind() == kind).count(), 4, "{kind}");
            }
        }
    }

    #[test]
    fn another_key_is_another_wall_and_the_same_key_the_same() {
        let tiles = |key: &[u64]| all(&Wall::shuffled(Random::of(key), RedFives::THREE));
        assert_eq!(tiles(&[1, 2]), tiles(&[1, 2]));
        assert_ne!(tiles(&[1, 2]), tiles(&[2, 1]));
        assert_ne!(tiles(&[1, 2]), tiles(&[1, 3]));
    }

    /// Over 20,000 walls each kind is dealt first in 1/34 of them: 588 times, +- 24.
    #[test]
    fn no_tile_has_a_favourite_place() {
        let mut first = [0; 34];
        let mut drawn = [0; 34];
        for n in 0..20_000 {
            let wall = Wall::shuffled(Random::of(&[7, n]), RedFives::THREE);
            first[wall.hands()[Seat::ALL[0]][0].kind().index()] += 1;
            let mut rest = wall.rest();
            let last = (0..WALL).filter_map(|_| rest.draw(Seat::ALL[0])).last().unwrap();
            drawn[last.kind().index()] += 1;
        }
        for counts in [first, drawn] {
            let off: f64 = counts.iter().map(|&n| (f64::from(n) - 20_000.0 / 34.0).powi(2)).sum::<f64>()
                / (20_000.0 / 34.0);
            // chi-squared with 33 degrees of freedom: above 63.9 once in a thousand
            assert!(off < 63.9, "{off}: {counts:?}");
        }
    }
}
