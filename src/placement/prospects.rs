//! What the ends of a round are worth to a seat, in placement points.

use super::places::Places;
use super::rounds_left::RoundsLeft;
use crate::round::{Carry, DrawReason, Ending, FinishedRound, STICK, Table};
use crate::rules::Rules;
use crate::score::{self, Pot, Source};
use crate::tile::{BySeat, Players, Seat, Wind};

/// How a round may end, as far as points go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// One player wins, and nobody is liable for it.
    Win {
        /// Who.
        winner: Seat,
        /// By tsumo, or on whose tile as the winner sees that player.
        source: Source,
        /// Points of the hand, honba and sticks apart.
        points: i32,
    },
    /// The wall is used up.
    Exhausted {
        /// Whose hands are tenpai.
        tenpai: BySeat<bool>,
    },
    /// The wall is used up, and these rivers are nagashi mangan.
    NagashiMangan {
        /// Whose rivers.
        nagashi: BySeat<bool>,
        /// Whose hands are tenpai.
        tenpai: BySeat<bool>,
    },
    /// The round is broken off.
    Aborted,
}

/// Expected placement points after every end of a round, seen from a table in the middle of it.
///
/// Where the game ends with the round they are those of the final places, exactly; where it goes on, those that
/// [`Places::before`] expects. Made once for a decision; each question takes a few microseconds and no allocation.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospects {
    now: Carry,
    last: Wind,
    rules: Rules,
    /// What is expected without the round.
    expected: BySeat<f64>,
}

impl Prospects {
    /// Of the round at this table; `last` is the wind of the last planned rounds.
    pub fn new(table: &Table, last: Wind) -> Prospects {
        let now = Carry {
            dealer: table.dealer(),
            wind: table.wind(),
            honba: table.honba(),
            sticks: table.sticks(),
            scores: *table.scores(),
        };
        Prospects::of(now, last, table.rules().clone())
    }

    /// Of a round with these points and sticks on the table; `last` is the wind of the last planned rounds.
    pub fn of(now: Carry, last: Wind, rules: Rules) -> Prospects {
        let places = Places::before(&now, last, &rules);
        let expected = BySeat::from_fn(|seat| places.points(seat, &rules));
        Prospects { now, last, rules, expected }
    }

    /// How many planned rounds follow.
    pub fn rounds_left(&self) -> RoundsLeft {
        RoundsLeft::of(&self.now, self.last, self.rules.players)
    }

    /// The same when this seat puts down a riichi stick.
    #[must_use]
    pub fn with_stick(&self, seat: Seat) -> Prospects {
        let mut now = self.now.clone();
        now.scores[seat] -= STICK;
        now.sticks += 1;
        Prospects::of(now, self.last, self.rules.clone())
    }

    /// Expected placement points (uma and oka of the rules, in points) of a seat as if this round were about to
    /// begin with the points and sticks that are on the table: what changes are measured from.
    pub fn now(&self, seat: Seat) -> f64 {
        self.expected[seat]
    }

    /// Expected placement points (uma and oka of the rules, in points) of a seat when the round ends so.
    pub fn worth(&self, seat: Seat, finish: &Finish) -> f64 {
        self.worth_after(seat, &self.over(finish))
    }

    /// The same when the round ends as it is over.
    pub fn worth_after(&self, seat: Seat, over: &FinishedRound) -> f64 {
        self.after(over).points(seat, &self.rules)
    }

    /// The round when it ends so: points moved with honba and sticks, and whether the dealer stays.
    pub fn over(&self, finish: &Finish) -> FinishedRound {
        let Carry { dealer, honba, sticks, .. } = self.now;
        match *finish {
            Finish::Win { winner, source, points } => {
                let small = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
                let pot = Pot { honba: small(honba), sticks: small(sticks) };
                self.won(
                    &score::shares(points, score::Payout { winner, dealer, source, pot }, &self.rules),
                    winner == dealer,
                )
            }
            Finish::Exhausted { tenpai } => {
                let stays = DrawReason::Exhausted { tenpai }.dealer_stays(dealer);
                self.drawn(&score::draw_payments(tenpai, self.rules.players), Ending::Exhausted, stays)
            }
            Finish::NagashiMangan { nagashi, tenpai } => {
                let stays = DrawReason::NagashiMangan { tenpai }.dealer_stays(dealer);
                self.drawn(&score::nagashi_payments(nagashi, dealer, &self.rules), Ending::Exhausted, stays)
            }
            Finish::Aborted => self.drawn(&BySeat([0; 4]), Ending::Aborted, true),
        }
    }

    /// The round when it is won with these changes of points, honba and sticks included: several wins on one
    /// tile, or one that somebody is liable for.
    pub fn won(&self, gains: &BySeat<i32>, by_dealer: bool) -> FinishedRound {
        FinishedRound { sticks: 0, ..self.drawn(gains, Ending::Won, by_dealer) }
    }

    /// The round when it ends without a win, with these changes of points.
    pub fn drawn(&self, gains: &BySeat<i32>, ending: Ending, dealer_stays: bool) -> FinishedRound {
        let Carry { dealer, wind, honba, sticks, scores } = self.now;
        let scores = BySeat::from_fn(|seat| scores[seat] + gains[seat]);
        FinishedRound {
            players: self.rules.players,
            dealer,
            wind,
            honba,
            sticks,
            scores,
            ending,
            dealer_stays,
        }
    }

    /// How many play.
    pub fn players(&self) -> Players {
        self.rules.players
    }

    /// The places after a round: exact when the game ends with it, estimated when it goes on.
    pub fn after(&self, over: &FinishedRound) -> Places {
        Places::after(over, self.last, &self.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::From;

    const A: Seat = Seat::ALL[0];
    const B: Seat = Seat::ALL[1];
    const D: Seat = Seat::ALL[3];

    fn last_round(scores: [i32; 4]) -> Prospects {
        let now = Carry { dealer: D, wind: Wind::South, honba: 1, sticks: 1, scores: BySeat(scores) };
        Prospects::of(now, Wind::South, Rules::TENHOU)
    }

    fn ron(winner: Seat, from: From, points: i32) -> Finish {
        Finish::Win { winner, source: Source::Ron(from), points }
    }

    #[test]
    fn the_last_win_is_worth_its_place() {
        let prospects = last_round([24_000, 30_000, 22_500, 22_500]);
        // A wins 3,900 from B, with honba and stick 5,200: 29,200 and 25,800, nobody has 30,000
        let short = prospects.over(&ron(A, From::Right, 3_900));
        assert_eq!(short.scores, BySeat([29_200, 25_800, 22_500, 22_500]));
        assert!(!short.ends_game(Wind::South, &Rules::TENHOU));
        let worth = prospects.worth(A, &ron(A, From::Right, 3_900));
        assert!(10_000.0 < worth && worth < 40_000.0, "{worth}");
        // 5,200 are enough
        assert_eq!(prospects.worth(A, &ron(A, From::Right, 5_200)), 40_000.0);
        assert_eq!(prospects.worth(B, &ron(A, From::Right, 5_200)), 10_000.0);
        // by tsumo, 1,300 and 2,600 with the honba: 24,000 + 5,200 + 300 + 1,000
        let tsumo = Finish::Win { winner: A, source: Source::Tsumo, points: 5_200 };
        assert_eq!(prospects.over(&tsumo).scores, BySeat([30_500, 28_600, 21_100, 19_800]));
        assert_eq!(prospects.worth(D, &tsumo), -20_000.0);
    }

    #[test]
    fn a_dealer_ends_the_game_when_it_leads() {
        let prospects = last_round([24_000, 30_000, 22_500, 22_500]);
        let tsumo = Finish::Win { winner: D, source: Source::Tsumo, points: 6_000 };
        assert_eq!(prospects.over(&tsumo).scores, BySeat([21_900, 27_900, 20_400, 29_800]));
        assert!(prospects.worth(D, &tsumo) < 40_000.0, "below the target it plays on");
        let more = Finish::Win { winner: D, source: Source::Tsumo, points: 12_000 };
        assert_eq!(prospects.worth(D, &more), 40_000.0);
        // not tenpai, the game is over: B has the target
        let noten = Finish::Exhausted { tenpai: BySeat([true, true, true, false]) };
        assert_eq!(prospects.worth(B, &noten), 40_000.0);
        assert_eq!(prospects.worth(D, &noten), -20_000.0);
        // tenpai, it goes on with another honba and the stick
        let tenpai = Finish::Exhausted { tenpai: BySeat([false, false, false, true]) };
        let carry = prospects.over(&tenpai).carry();
        assert_eq!((carry.dealer, carry.honba, carry.sticks), (D, 2, 1));
        assert!(prospects.worth(B, &tenpai) < prospects.worth(B, &noten));
        let carry = prospects.over(&Finish::Aborted).carry();
        assert_eq!(
            (carry.dealer, carry.honba, carry.scores),
            (D, 2, BySeat([24_000, 30_000, 22_500, 22_500]))
        );
    }

    #[test]
    fn a_bust_ends_the_game_anywhere() {
        let now = Carry {
            dealer: A,
            wind: Wind::East,
            honba: 0,
            sticks: 0,
            scores: BySeat([5_000, 40_000, 30_000, 25_000]),
        };
        let prospects = Prospects::of(now.clone(), Wind::South, Rules::TENHOU);
        let finish = ron(B, From::Left, 5_200);
        assert_eq!(prospects.worth(A, &finish), -20_000.0);
        assert_eq!(prospects.worth(D, &finish), -10_000.0);
        assert!(prospects.worth(A, &ron(B, From::Left, 3_900)) > -20_000.0);
        let m_league = Prospects::of(now, Wind::South, Rules::M_LEAGUE);
        assert!(m_league.worth(A, &finish) > -30_000.0, "the game goes on below zero");
    }

    #[test]
    fn a_stick_is_lost_and_won() {
        let prospects = last_round([24_000, 30_000, 22_500, 22_500]);
        let riichi = prospects.with_stick(A);
        assert!(riichi.now(A) < prospects.now(A) && riichi.now(B) > prospects.now(B));
        let finish = ron(A, From::Right, 3_900);
        assert_eq!(riichi.over(&finish).scores, prospects.over(&finish).scores);
        let all: f64 = Seat::ALL.iter().map(|&seat| prospects.now(seat)).sum();
        assert!((all - f64::from(Rules::TENHOU.oka)).abs() < 1e-6, "{all}");
    }
}
