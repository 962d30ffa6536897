//! What comes after a round: the next one, or the end of the game.

use super::state::{Carry, Ending};
use crate::rules::{Bankruptcy, DealerStop, ExtraRound, Length, Rules};
use crate::tile::{BySeat, Players, Seat, Wind};

/// The wind of the last planned rounds.
pub const fn last_wind(length: Length) -> Wind {
    match length {
        Length::Tonpuu => Wind::East,
        Length::Hanchan => Wind::South,
    }
}

/// A round that is over, as far as it matters to what comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedRound {
    /// How many play.
    pub players: Players,
    /// Who dealt.
    pub dealer: Seat,
    /// The wind of the round.
    pub wind: Wind,
    /// Honba counters that lay on the table.
    pub honba: u32,
    /// Riichi sticks that nobody has won.
    pub sticks: u32,
    /// Points after all payments.
    pub scores: BySeat<i32>,
    /// How it ended.
    pub ending: Ending,
    /// Whether the dealer deals again.
    pub dealer_stays: bool,
}

impl FinishedRound {
    /// How the next round begins, if there is one.
    pub fn carry(&self) -> Carry {
        let dealer = if self.dealer_stays { self.dealer } else { self.players.after(self.dealer, 1) };
        let next_wind = !self.dealer_stays && dealer.index() == 0;
        let wind = Wind::ALL[(self.wind.index() + usize::from(next_wind)) % 4];
        let more = self.dealer_stays || self.ending != Ending::Won;
        let honba = if more { self.honba + 1 } else { 0 };
        Carry { dealer, wind, honba, sticks: self.sticks, scores: self.scores }
    }

    /// Whether the game ends with this round; `last` is the wind of the last planned rounds.
    ///
    /// It ends when somebody is bankrupt; and in the last planned round or an extra one of one more wind,
    /// when the deal passes and somebody has the target, or when the dealer stays by a win or tenpai and
    /// leads with the target. Of equal points the seat that dealt first is ahead. All recorded Tenhou games
    /// end so.
    pub fn ends_game(&self, last: Wind, rules: &Rules) -> bool {
        let scores = &self.scores;
        if rules.bankruptcy == Bankruptcy::BelowZero && rules.players.seats().any(|seat| scores[seat] < 0) {
            return true;
        }
        let reached = rules.players.seats().any(|seat| scores[seat] >= rules.target);
        let dealer = self.dealer;
        let extra = self.wind > last;
        let last_dealer = dealer == rules.players.last_seat();
        if self.wind < last || !(extra || last_dealer) {
            return false;
        }
        if !self.dealer_stays {
            return reached || rules.extra_round == ExtraRound::None || (extra && last_dealer);
        }
        let leads = rules.players.others(dealer).all(|seat| scores[seat] < scores[dealer]);
        let stops = match self.ending {
            Ending::Won => matches!(rules.dealer_stop, DealerStop::Win | DealerStop::WinOrTenpai),
            Ending::Exhausted => matches!(rules.dealer_stop, DealerStop::Tenpai | DealerStop::WinOrTenpai),
            Ending::Aborted => false,
        };
        stops && leads && scores[dealer] >= rules.target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leading_dealer_ends_the_game_by_what_the_rules_say() {
        let round = |ending| FinishedRound {
            players: Players::Four,
            dealer: Seat::ALL[3],
            wind: Wind::South,
            honba: 0,
            sticks: 0,
            scores: BySeat([20_000, 20_000, 20_000, 40_000]),
            ending,
            dealer_stays: true,
        };
        for (win, tenpai) in [(false, false), (true, false), (false, true), (true, true)] {
            let rules = Rules { dealer_stop: DealerStop::after(win, tenpai), ..Rules::TENHOU };
            let ends = |ending| round(ending).ends_game(Wind::South, &rules);
            assert_eq!(
                (ends(Ending::Won), ends(Ending::Exhausted), ends(Ending::Aborted)),
                (win, tenpai, false)
            );
        }
    }
}
