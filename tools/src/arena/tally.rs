//! What came of the games, by kind of player.

use crate::arena::game::{Game, standings};
use nanikiru::hand::Meld;
use nanikiru::round::{Ending, Event, Source};
use nanikiru::rules::Rules;
use nanikiru::tile::{BySeat, Seat};
use nanikiru_tools::deal::PlayedRound;
use nanikiru_tools::player::Thought;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// What seats of one kind did in a number of games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games, once for each seat of this kind.
    pub games: u64,
    /// Ranks, 1 to the number of players.
    pub ranks: f64,
    /// Games that ended in each place; a shared place counts as the better one.
    pub places: [u64; 4],
    /// Points at the end.
    pub scores: f64,
    /// Points from the target, with uma and oka.
    pub placement: f64,
    /// Rounds, once for each seat of this kind.
    pub rounds: u64,
    /// Of these: won.
    pub wins: u64,
    /// Won by tsumo.
    pub tsumo: u64,
    /// Dealt in.
    pub deal_ins: u64,
    /// Declared riichi, accepted.
    pub riichi: u64,
    /// Opened the hand.
    pub open: u64,
    /// Norths set aside in all of them, with three players.
    #[serde(default)]
    pub kita: u64,
    /// Rounds that ended at the end of the wall.
    pub draws: u64,
    /// Tenpai at the end of the wall.
    pub tenpai: u64,
    /// Points got for wins, honba and sticks included.
    pub won: i64,
    /// Points paid for deal-ins, honba included.
    pub paid: i64,
    /// How much they had to think.
    pub thought: Thought,
}

impl Tally {
    /// Adds what the seat did in a game.
    pub fn add(&mut self, game: &Game, seat: Seat, rules: &Rules) {
        let standing = standings(&game.scores, rules)[seat];
        self.games += 1;
        self.ranks += standing.rank;
        self.places[standing.rank as usize - 1] += 1;
        self.scores += f64::from(game.scores[seat]);
        self.placement += standing.points;
        game.rounds.iter().for_each(|played| self.add_round(played, seat));
        self.thought = self.thought.merge(game.thoughts[seat]);
    }

    fn add_round(&mut self, played: &PlayedRound, seat: Seat) {
        let table = played.round.table();
        let player = table.player(seat);
        self.rounds += 1;
        self.riichi += u64::from(player.riichi().is_some());
        self.open += u64::from(player.melds().iter().any(Meld::is_open));
        self.kita += player.kita().len() as u64;
        self.draws += u64::from(table.ending() == Some(Ending::Exhausted));
        let mut dealt_in = false;
        for event in &played.events {
            match event {
                Event::Win(win) if win.seat == seat => {
                    self.wins += 1;
                    self.tsumo += u64::from(win.source == Source::Tsumo);
                    self.won += i64::from(win.gains[seat]);
                }
                Event::Win(win) if win.source == (Source::Ron { from: seat }) => {
                    dealt_in = true;
                    self.paid -= i64::from(win.gains[seat]);
                }
                Event::Drawn { how, .. } => {
                    use nanikiru::round::DrawReason::{Exhausted, NagashiMangan};
                    let shown = match how {
                        Exhausted { tenpai } | NagashiMangan { tenpai } => tenpai[seat],
                        _ => false,
                    };
                    self.tenpai += u64::from(shown);
                }
                _ => {}
            }
        }
        self.deal_ins += u64::from(dealt_in);
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, later: &Tally) {
        self.games += later.games;
        self.ranks += later.ranks;
        self.places.iter_mut().zip(later.places).for_each(|(a, b)| *a += b);
        self.scores += later.scores;
        self.placement += later.placement;
        self.rounds += later.rounds;
        self.wins += later.wins;
        self.tsumo += later.tsumo;
        self.deal_ins += later.deal_ins;
        self.riichi += later.riichi;
        self.open += later.open;
        self.kita += later.kita;
        self.draws += later.draws;
        self.tenpai += later.tenpai;
        self.won += later.won;
        self.paid += later.paid;
        self.thought = self.thought.merge(later.thought);
    }
}

/// One game by kind of player.
pub fn by_kind(game: &Game, kinds: BySeat<usize>, count: usize, rules: &Rules) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); count];
    rules.players.seats().for_each(|seat| tallies[kinds[seat]].add(game, seat, rules));
    tallies
}

/// A mean of independent numbers, and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the width; infinite for fewer than two numbers.
    pub half: f64,
}

impl Mean {
    /// Of these numbers; the interval is that of a normal distribution, a little narrow for fewer than 30.
    pub fn of(numbers: &[f64]) -> Mean {
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n;
        let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
        let half = if numbers.len() < 2 { f64::INFINITY } else { 1.96 * (squares / (n - 1.0) / n).sqrt() };
        Mean { mean, half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean() {
        let Mean { mean, half } = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(mean, 2.5);
        // variance 5/3, standard error of the mean sqrt(5/12)
        assert!((half - 1.96 * (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of(&[2.0]).half, f64::INFINITY);
    }
}
