//! Whole games: the same walls once with each player in each seat.

use crate::deal::{self, Played, Wrong};
use crate::player::{Player, Thought};
use crate::wall::{Random, Wall};
use nanikiru::replay::Length;
use nanikiru::round::{Carry, STICK};
use nanikiru::rules::{Rules, Ties};
use nanikiru::tile::{BySeat, Seat, Wind};

/// What is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// What the tables play by.
    pub rules: Rules,
    /// Hanchan or tonpuu.
    pub length: Length,
    /// Another seed is another lot of walls.
    pub seed: u64,
}

/// One game.
#[derive(Debug)]
pub struct Game {
    /// Its rounds in order.
    pub rounds: Vec<Played>,
    /// Points at the end; sticks left on the table went to the first place.
    pub scores: BySeat<i32>,
    /// How much each seat had to think.
    pub thoughts: BySeat<Thought>,
}

/// Games of the same walls, which are each played with every player in every seat.
pub const ROTATIONS: usize = 4;

/// Where the players of a line-up sit in a rotation: place -> seat.
pub fn seat_of(place: usize, rotation: usize) -> Seat {
    Seat::ALL[(place + rotation) % ROTATIONS]
}

/// Plays one game of a set of walls.
///
/// Which wall a round has depends on the set, the wind, the dealer and how often that dealer has dealt in
/// this wind, so that the games of a set have as many rounds as possible in common.
///
/// # Errors
/// When something happens that cannot be.
pub fn play(contest: &Contest, set: u64, players: BySeat<&dyn Player>) -> Result<Game, Wrong> {
    let Contest { rules, length, seed } = contest;
    let last = match length {
        Length::Tonpuu => Wind::East,
        Length::Hanchan => Wind::South,
    };
    let mut thoughts = BySeat::default();
    let mut rounds: Vec<Played> = Vec::new();
    let mut carry = Carry {
        dealer: Seat::ALL[0],
        wind: Wind::East,
        honba: 0,
        sticks: 0,
        scores: BySeat([rules.start; 4]),
    };
    let mut repeat = 0;
    loop {
        let Carry { dealer, wind, .. } = carry;
        let key = [*seed, set, wind.index() as u64, dealer.index() as u64, repeat];
        let wall = Wall::shuffled(Random::of(&key), rules.red_fives);
        let played = deal::play(&carry, &wall, (rules, *length), players, &mut thoughts)?;
        let table = played.round.table();
        let (over, next) = (table.game_over(last), table.carry());
        rounds.push(played);
        carry = next.ok_or_else(Wrong::unfinished)?;
        if over {
            let scores = with_sticks(&carry);
            return Ok(Game { rounds, scores, thoughts });
        }
        repeat = if (carry.dealer, carry.wind) == (dealer, wind) { repeat + 1 } else { 0 };
    }
}

fn with_sticks(carry: &Carry) -> BySeat<i32> {
    let left = carry.sticks as i32 * STICK;
    let first = Seat::ALL.into_iter().rev().max_by_key(|&seat| carry.scores[seat]);
    BySeat::from_fn(|seat| carry.scores[seat] + if Some(seat) == first { left } else { 0 })
}

/// A seat's place at the end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// 1 to 4; between two where they share.
    pub rank: f64,
    /// Points from the target, with uma and oka.
    pub points: f64,
}

/// Who came where.
pub fn standings(scores: &BySeat<i32>, rules: &Rules) -> BySeat<Standing> {
    BySeat::from_fn(|seat| {
        let better = Seat::ALL.into_iter().filter(|&other| scores[other] > scores[seat]).count();
        let equal = Seat::ALL.into_iter().filter(|&other| scores[other] == scores[seat]);
        let places = match rules.ties {
            Ties::SeatOrder => {
                let place = better + equal.filter(|&other| other < seat).count();
                place..place + 1
            }
            Ties::Shared => better..better + equal.count(),
        };
        let n = places.len() as f64;
        let prize = |place: usize| rules.uma[place] + if place == 0 { rules.oka } else { 0 };
        let prizes: i32 = places.clone().map(prize).sum();
        Standing {
            rank: 1.0 + places.sum::<usize>() as f64 / n,
            points: f64::from(scores[seat] - rules.target) + f64::from(prizes) / n,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_points_share_or_the_earlier_seat_is_ahead() {
        let scores = BySeat([25_000, 40_000, 25_000, 10_000]);
        let ranks = |rules: &Rules| standings(&scores, rules).0.map(|s| s.rank);
        assert_eq!(ranks(&Rules::TENHOU), [2.0, 1.0, 3.0, 4.0]);
        assert_eq!(ranks(&Rules::M_LEAGUE), [2.5, 1.0, 2.5, 4.0]);
        for rules in [Rules::TENHOU, Rules::M_LEAGUE] {
            let sum: f64 = standings(&scores, &rules).0.iter().map(|s| s.points).sum();
            assert_eq!(sum, f64::from(4 * (rules.start - rules.target) + rules.oka));
        }
        let points = standings(&scores, &Rules::M_LEAGUE).0.map(|s| s.points);
        assert_eq!(points, [-5_000.0, 60_000.0, -5_000.0, -50_000.0]);
    }

    #[test]
    fn every_player_sits_everywhere_once() {
        for place in 0..4 {
            let mut seats: Vec<Seat> = (0..ROTATIONS).map(|rotation| seat_of(place, rotation)).collect();
            seats.sort();
            assert_eq!(seats, Seat::ALL);
        }
        for rotation in 0..ROTATIONS {
            let mut seats: Vec<Seat> = (0..4).map(|place| seat_of(place, rotation)).collect();
            seats.sort();
            assert_eq!(seats, Seat::ALL);
        }
    }

    #[test]
    fn sticks_left_go_to_the_first_place() {
        let scores = BySeat([29_000, 31_000, 31_000, 7_000]);
        let carry = Carry { dealer: Seat::ALL[0], wind: Wind::West, honba: 0, sticks: 2, scores };
        assert_eq!(with_sticks(&carry), BySeat([29_000, 33_000, 31_000, 7_000]));
    }
}
