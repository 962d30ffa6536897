//! A shuffled wall: the same tiles for every player before it.

use arrayvec::ArrayVec;
use nanikiru::hand::Meld;
use nanikiru::round::{Phase, Robbable, Round};
use nanikiru::rules::Rules;
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

/// Draws after kans and kita that a dead wall has before the live wall refills it.
const REPLACEMENTS_IN_ALL: usize = 4;

/// All tiles of a game in a random order: the hands, the live wall, four replacements, five dora indicators and five
/// ura-dora indicators.
pub struct Wall {
    tiles: Vec<Tile>,
    players: Players,
}

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
        let players = table.rules().players;
        let replaces = |seat| kans(table.player(seat).melds()) + table.player(seat).kita().len();
        let waiting = usize::from(matches!(table.phase(), Phase::Kan { .. }));
        let replaced = players.seats().map(replaces).sum::<usize>() - waiting;
        let of_dead_wall = replaced.min(REPLACEMENTS_IN_ALL);
        let ura = std::array::from_fn(|_| tiles.pop().expect("a round leaves its dead wall"));
        let indicators = tiles.split_off(tiles.len() - (Wall::INDICATORS - table.indicators().len()));
        let replacements = tiles.split_off(tiles.len() - (REPLACEMENTS_IN_ALL - of_dead_wall));
        // every replacement moves the last tile of the live wall to the dead one, where the fifth draws it
        if tiles.len() != table.tiles_left() + of_dead_wall {
            return Err(format!("{} tiles are left where {} are drawn", tiles.len(), table.tiles_left()));
        }
        let mut rows: BySeat<Vec<Tile>> = BySeat::default();
        for (i, tile) in tiles.into_iter().enumerate() {
            rows[players.after(Seat::ALL[0], i)].push(tile);
        }
        Ok(Rest { live: Live::Seats(rows), replacements, indicators, ura })
    }

    /// A seat's next draw; none where no tile is left.
    pub fn draw(&mut self, seat: Seat) -> Option<Tile> {
        match &mut self.live {
            Live::Row(row) => row.pop(),
            Live::Seats(rows) => rows[seat].pop().or_else(|| longest(rows).pop()),
        }
    }

    /// The draw after a kan or kita: of the dead wall, and after its four tiles the one at the end of the live wall; none
    /// where that is used up.
    pub fn replace(&mut self) -> Option<Tile> {
        self.replacements.pop().or_else(|| {
            let row = match &mut self.live {
                Live::Row(row) => row,
                Live::Seats(rows) => longest(rows),
            };
            (!row.is_empty()).then(|| row.remove(0))
        })
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

fn longest(rows: &mut BySeat<Vec<Tile>>) -> &mut Vec<Tile> {
    rows.0.iter_mut().max_by_key(|row| row.len()).expect("there are seats")
}

fn kans(melds: &[Meld]) -> usize {
    melds.iter().filter(|meld| meld.is_kan()).count()
}

/// The tiles that nobody holds and nobody has seen, sorted.
fn unseen(round: &Round) -> Result<Vec<Tile>, String> {
    let table = round.table();
    let mut left = [0u8; Tile::COUNT];
    played(table.rules()).for_each(|tile| left[tile.index()] += 1);
    let mut seen: Vec<Tile> = table.indicators().to_vec();
    for seat in table.rules().players.seats() {
        let player = table.player(seat);
        seen.extend(tiles(&round.concealed(seat), round.reds(seat)));
        seen.extend(player.melds().iter().flat_map(Meld::tiles));
        seen.extend(player.kita().iter().map(|_| Robbable::Kita.tile()));
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

/// The tiles that are played with, sorted.
fn played(rules: &Rules) -> impl Iterator<Item = Tile> {
    let (players, reds) = (rules.players, rules.red_fives);
    Kind::ALL.into_iter().flat_map(move |kind| {
        let played = [reds.man, reds.pin, reds.sou].get(kind.suit().index()).copied().unwrap_or(false);
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five() && players.has(kind) && played);
        let plain = usize::from(players.copies(kind)) - usize::from(red.is_some());
        red.into_iter().chain(std::iter::repeat_n(Tile::plain(kind), plain))
    })
}

impl Wall {
    /// Indicators of each row on the dead wall.
    pub const INDICATORS: usize = 5;

    /// Every order is as likely as any other (Fisher and Yates).
    pub fn shuffled(mut random: Random, rules: &Rules) -> Wall {
        let mut tiles: Vec<Tile> = played(rules).collect();
        random.shuffle(&mut tiles);
        Wall { tiles, players: rules.players }
    }

    /// What comes after the hands and the first indicator.
    pub fn rest(&self) -> Rest {
        let backwards = |range: Range<usize>| self.tiles[range].iter().rev().copied().collect();
        let live = 13 * self.players.count();
        let replacements = live + self.players.wall();
        let indicators = self.indicators();
        let ura = indicators + Wall::INDICATORS;
        Rest {
            live: Live::Row(backwards(live..replacements)),
            replacements: backwards(replacements..indicators),
            indicators: backwards(indicators + 1..ura),
            ura: std::array::from_fn(|n| self.tiles[ura + n]),
        }
    }

    /// What each seat is dealt, in the order of seats.
    pub fn hands(&self) -> ArrayVec<[Tile; 13], 4> {
        let hand = |seat: Seat| std::array::from_fn(|i| self.tiles[13 * seat.index() + i]);
        self.players.seats().map(hand).collect()
    }

    /// The first dora indicator.
    pub fn indicator(&self) -> Tile {
        self.tiles[self.indicators()]
    }

    /// Where the dora indicators begin: the ura-dora indicators are the last tiles.
    fn indicators(&self) -> usize {
        self.tiles.len() - 2 * Wall::INDICATORS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanikiru::rules::RedFives;

    /// All tiles of a wall by the way that they come into play.
    fn all(wall: &Wall) -> Vec<Tile> {
        let mut rest = wall.rest();
        let mut tiles: Vec<Tile> = wall.hands().into_iter().flatten().collect();
        tiles.extend((0..wall.players.wall()).map(|_| rest.draw(Seat::ALL[0]).unwrap()));
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
        let without = Rules { red_fives: RedFives::NONE, ..Rules::TENHOU };
        for (rules, fives, count) in
            [(Rules::TENHOU, 3, 136), (without, 0, 136), (Rules::TENHOU_SANMA, 2, 108)]
        {
            let tiles = all(&Wall::shuffled(Random::of(&[1, 2]), &rules));
            assert_eq!(tiles.len(), count);
            assert_eq!(tiles.iter().filter(|t| t.is_red()).count(), fives);
            for kind in Kind::ALL {
                let copies = usize::from(rules.players.copies(kind));
                assert_eq!(tiles.iter().filter(|t| t.kind() == kind).count(), copies, "{kind}");
            }
        }
    }

    #[test]
    fn the_fifth_replacement_is_the_last_tile_of_the_live_wall() {
        let wall = Wall::shuffled(Random::of(&[5]), &Rules::TENHOU_SANMA);
        let (mut rest, last) = (wall.rest(), 3 * 13 + 55);
        let replaced: Vec<Tile> = (0..6).map(|_| rest.replace().unwrap()).collect();
        assert_eq!(replaced[..4], wall.tiles[last..last + 4]);
        assert_eq!(replaced[4..], [wall.tiles[last - 1], wall.tiles[last - 2]]);
        let drawn: Vec<Tile> = std::iter::from_fn(|| rest.draw(Seat::ALL[0])).collect();
        assert_eq!(drawn, wall.tiles[3 * 13..last - 2]);
    }

    #[test]
    fn another_key_is_another_wall_and_the_same_key_the_same() {
        let tiles = |key: &[u64]| all(&Wall::shuffled(Random::of(key), &Rules::TENHOU));
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
            let wall = Wall::shuffled(Random::of(&[7, n]), &Rules::TENHOU);
            first[wall.hands()[0][0].kind().index()] += 1;
            let mut rest = wall.rest();
            let last = (0..Players::Four.wall()).filter_map(|_| rest.draw(Seat::ALL[0])).last().unwrap();
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
