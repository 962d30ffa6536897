//! Whole games: the same walls once with each player in each seat.

use crate::arena::plain::Plain;
use nanikiru::replay::{Length, Room, mjai};
use nanikiru::round::{Carry, Ending, STICK};
use nanikiru::rules::{Rules, Ties};
use nanikiru::tile::{BySeat, Players, Seat, Wind};
use nanikiru_tools::deal::{self, DealError, PlayedRound};
use nanikiru_tools::player::{Player, Thought};
use nanikiru_tools::wall::{Random, Wall};

/// What is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// What the tables play by.
    pub rules: Rules,
    /// Who deals after a round.
    pub deal: Deal,
    /// Hanchan or tonpuu.
    pub length: Length,
    /// Another seed is another lot of walls.
    pub seed: u64,
    /// Where the games begin.
    pub start: Start,
}

/// Who deals after a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deal {
    /// As the rules have it: a dealer who wins or is tenpai deals again.
    Repeats,
    /// Always the next player, each once in a wind; the game ends with the last of these rounds. Honba lie after
    /// a draw.
    Passes,
}

/// Where games begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// With the first round.
    First,
    /// With the last one planned, from scores that plain players came to before it, while every place is still open.
    Last,
}

/// One game.
#[derive(Debug)]
pub struct Game {
    /// Its rounds in order.
    pub rounds: Vec<PlayedRound>,
    /// Points at the end; sticks left on the table went to the first place.
    pub scores: BySeat<i32>,
    /// How much each seat had to think.
    pub thoughts: BySeat<Thought>,
}

impl Game {
    /// Its record in mjai.
    pub fn record(&self, names: BySeat<&str>, contest: &Contest) -> String {
        let room = Room { length: contest.length, rules: contest.rules.clone(), ..Room::USUAL };
        let rounds: Vec<_> = self.rounds.iter().map(PlayedRound::log).collect();
        mjai::write(&room, Some(&BySeat(names.0.map(String::from))), &rounds)
    }
}

/// Where the players of a line-up sit in a rotation: place -> seat. As many rotations as players have every player in
/// every seat.
pub fn seat_of(players: Players, place: usize, rotation: usize) -> Seat {
    players.after(Seat::ALL[0], place + rotation)
}

/// Plays one game of a set of walls; a player in an empty seat is never asked.
///
/// Which wall a round has depends on the set, the wind, the dealer and how often that dealer has dealt in
/// this wind, so that the games of a set have as many rounds as possible in common.
///
/// # Errors
/// When something happens that cannot be.
pub fn play(contest: &Contest, set: u64, players: BySeat<&dyn Player>) -> Result<Game, DealError> {
    let carry = match contest.start {
        Start::First => contest.first(),
        Start::Last => contest.last(set)?,
    };
    let mut thoughts = BySeat::default();
    let mut rounds: Vec<PlayedRound> = Vec::new();
    let mut course = contest.course(vec![contest.seed, set], carry);
    while let Some(played) = course.next(players, &mut thoughts)? {
        rounds.push(played);
    }
    Ok(Game { rounds, scores: with_sticks(&course.carry, contest.rules.players), thoughts })
}

impl Contest {
    /// Before the first round.
    fn first(&self) -> Carry {
        let scores = self.rules.starting_scores();
        Carry { dealer: Seat::ALL[0], wind: Wind::East, honba: 0, sticks: 0, scores }
    }

    /// Before the last round planned, after plain players' rounds; games of theirs that end earlier do not count, nor those
    /// where one place lies further from the next than [`OPEN`].
    fn last(&self, set: u64) -> Result<Carry, DealError> {
        for attempt in 0.. {
            let mut course = self.course(vec![self.seed, set, attempt], self.first());
            while course.next(BySeat([&Plain as &dyn Player; 4]), &mut BySeat::default())?.is_some() {
                let Carry { dealer, wind, .. } = course.carry;
                if !course.over && (wind, dealer) == (self.last_wind(), self.rules.players.last_seat()) {
                    if is_open(&course.carry.scores, self.rules.players) {
                        return Ok(course.carry);
                    }
                    break;
                }
            }
        }
        unreachable!("every seed has a game that comes to an open last round")
    }

    const fn last_wind(&self) -> Wind {
        match self.length {
            Length::Tonpuu => Wind::East,
            Length::Hanchan => Wind::South,
        }
    }

    fn course(&self, walls: Vec<u64>, carry: Carry) -> Course<'_> {
        Course { contest: self, walls, carry, repeat: 0, over: false }
    }
}

/// A place is open which a mangan of the one behind takes, from whomever.
const OPEN: i32 = 8_000;

/// Whether each place can still be taken by the one behind it.
fn is_open(scores: &BySeat<i32>, players: Players) -> bool {
    let mut sorted: Vec<i32> = players.seats().map(|seat| scores[seat]).collect();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[1] - pair[0] <= OPEN)
}

/// A game on its way.
struct Course<'a> {
    contest: &'a Contest,
    /// What makes its walls differ from those of others.
    walls: Vec<u64>,
    carry: Carry,
    /// How often the dealer has dealt before in this wind.
    repeat: u64,
    over: bool,
}

impl Course<'_> {
    /// Plays the next round, if there is one.
    fn next(
        &mut self,
        players: BySeat<&dyn Player>,
        thoughts: &mut BySeat<Thought>,
    ) -> Result<Option<PlayedRound>, DealError> {
        if self.over {
            return Ok(None);
        }
        let Contest { rules, length, .. } = self.contest;
        let Carry { dealer, wind, .. } = self.carry;
        let mut key = self.walls.clone();
        key.extend([wind.index() as u64, dealer.index() as u64, self.repeat]);
        let wall = Wall::shuffled(Random::of(&key), rules);
        let played = deal::play(&self.carry, &wall, (rules, *length), players, thoughts)?;
        let table = played.round.table();
        let carry = table.carry().ok_or_else(DealError::unfinished)?;
        (self.over, self.carry) = match self.contest.deal {
            Deal::Repeats => (table.game_over(self.contest.last_wind()), carry),
            Deal::Passes => {
                let next = rules.players.after(dealer, 1);
                let winds = usize::from(next == Seat::ALL[0]);
                let honba = if table.ending() == Some(Ending::Won) { 0 } else { carry.honba };
                let over = winds == 1 && wind == self.contest.last_wind();
                (over, Carry { dealer: next, wind: Wind::ALL[(wind.index() + winds) % 4], honba, ..carry })
            }
        };
        let again = (self.carry.dealer, self.carry.wind) == (dealer, wind);
        self.repeat = if again { self.repeat + 1 } else { 0 };
        Ok(Some(played))
    }
}

fn with_sticks(carry: &Carry, players: Players) -> BySeat<i32> {
    let left = carry.sticks as i32 * STICK;
    let first = players.seats().rev().max_by_key(|&seat| carry.scores[seat]);
    BySeat::from_fn(|seat| carry.scores[seat] + if Some(seat) == first { left } else { 0 })
}

/// A seat's place at the end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FinalPlace {
    /// 1 to the number of players; between two where they share.
    pub rank: f64,
    /// Points from the target, with uma and oka.
    pub points: f64,
}

/// Who came where; an empty seat's place means nothing.
pub fn standings(scores: &BySeat<i32>, rules: &Rules) -> BySeat<FinalPlace> {
    BySeat::from_fn(|seat| {
        let better = rules.players.seats().filter(|&other| scores[other] > scores[seat]).count();
        let equal = rules.players.seats().filter(|&other| scores[other] == scores[seat]);
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
        FinalPlace {
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
        for players in [Players::Three, Players::Four] {
            let all: Vec<Seat> = players.seats().collect();
            for fixed in 0..players.count() {
                let sorted = |seat: &dyn Fn(usize) -> Seat| {
                    let mut seats: Vec<Seat> = (0..players.count()).map(seat).collect();
                    seats.sort();
                    seats
                };
                assert_eq!(sorted(&|rotation| seat_of(players, fixed, rotation)), all);
                assert_eq!(sorted(&|place| seat_of(players, place, fixed)), all);
            }
        }
    }

    #[test]
    fn of_three_players_nobody_is_fourth_and_the_empty_seat_is_ahead_of_nobody() {
        let scores = BySeat([-3_000, 78_000, 30_000, 0]);
        let standings = standings(&scores, &Rules::TENHOU_SANMA).0;
        assert_eq!(standings.map(|s| s.rank)[..3], [3.0, 1.0, 2.0]);
        // 40,000 points of the target, 20,000 and 0 and -20,000 of uma, 15,000 of oka
        assert_eq!(standings.map(|s| s.points)[..3], [-63_000.0, 73_000.0, -10_000.0]);
    }

    #[test]
    fn sticks_left_go_to_the_first_place() {
        let scores = BySeat([29_000, 31_000, 31_000, 7_000]);
        let carry = Carry { dealer: Seat::ALL[0], wind: Wind::West, honba: 0, sticks: 2, scores };
        assert_eq!(with_sticks(&carry, Players::Four), BySeat([29_000, 33_000, 31_000, 7_000]));
    }
}
