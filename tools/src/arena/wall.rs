//! A shuffled wall: the same tiles for whoever sits before it.

use nanikiru::round::WALL;
use nanikiru::rules::RedFives;
use nanikiru::tile::{BySeat, Kind, Tile};

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

    /// 0..n; for n up to 136 no number is likelier by more than one part in 10^17.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

/// Where the tiles lie that nobody is dealt: the live wall, then four replacements, five dora indicators
/// and five ura-dora indicators.
const LIVE: usize = 4 * 13;
const REPLACEMENTS: usize = LIVE + WALL;
const INDICATORS: usize = REPLACEMENTS + 4;
const URA: usize = INDICATORS + 5;

/// 136 tiles in a random order.
pub struct Wall(Vec<Tile>);

impl Wall {
    /// Indicators of each row on the dead wall.
    pub const INDICATORS: usize = 5;

    /// Every order is as likely as any other (Fisher and Yates).
    pub fn shuffled(mut random: Random, reds: RedFives) -> Wall {
        let mut tiles = Vec::with_capacity(136);
        for kind in Kind::ALL {
            let played = [reds.man, reds.pin, reds.sou].get(kind.suit().index()).copied().unwrap_or(false);
            let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five() && played);
            tiles.extend(red);
            tiles.resize(4 * (kind.index() + 1), Tile::plain(kind));
        }
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, random.below(last + 1));
        }
        Wall(tiles)
    }

    /// What each seat is dealt.
    pub fn hands(&self) -> BySeat<[Tile; 13]> {
        BySeat::from_fn(|seat| std::array::from_fn(|i| self.0[13 * seat.index() + i]))
    }

    /// The tile drawn after `n` others, replacements not counted: n in 0..70.
    pub fn live(&self, n: usize) -> Tile {
        self.0[LIVE..REPLACEMENTS][n]
    }

    /// The replacement after `n` others: n in 0..4.
    pub fn replacement(&self, n: usize) -> Tile {
        self.0[REPLACEMENTS..INDICATORS][n]
    }

    /// The dora indicator that is turned after `n` others: n in 0..5.
    pub fn indicator(&self, n: usize) -> Tile {
        self.0[INDICATORS..URA][n]
    }

    /// The ura-dora indicator under it.
    pub fn ura(&self, n: usize) -> Tile {
        self.0[URA..][n]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanikiru::tile::Seat;

    /// All tiles of a wall by the way that they come into play.
    fn all(wall: &Wall) -> Vec<Tile> {
        let dealt = wall.hands().0.into_iter().flatten();
        let live = (0..WALL).map(|n| wall.live(n));
        let dead = (0..4).map(|n| wall.replacement(n));
        let shown = (0..5).flat_map(|n| [wall.indicator(n), wall.ura(n)]);
        dealt.chain(live).chain(dead).chain(shown).collect()
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
            drawn[wall.live(69).kind().index()] += 1;
        }
        for counts in [first, drawn] {
            let off: f64 = counts.iter().map(|&n| (f64::from(n) - 20_000.0 / 34.0).powi(2)).sum::<f64>()
                / (20_000.0 / 34.0);
            // chi-squared with 33 degrees of freedom: above 63.9 once in a thousand
            assert!(off < 63.9, "{off}: {counts:?}");
        }
    }
}
