//! When a game ends.

use super::state::Ending;
use super::table::Table;
use crate::rules::{Bankruptcy, DealerStop, ExtraRound};
use crate::tile::{Seat, Wind};

impl Table {
    /// Whether the game ends with this round; `last` is the wind of the last planned rounds.
    ///
    /// It ends when somebody is bankrupt; and in the last planned round or an extra one of one more wind,
    /// when the deal passes and somebody has the target, or when the dealer stays by a win or tenpai and
    /// leads with the target. Of equal points the seat that dealt first is ahead. All Tenhou games of
    /// `../shared/data` end so.
    pub fn game_over(&self, last: Wind) -> bool {
        let rules = self.rules();
        let Some(ending) = self.ending() else { return false };
        let scores = self.scores();
        if rules.bankruptcy == Bankruptcy::BelowZero && scores.0.iter().any(|&points| points < 0) {
            return true;
        }
        let reached = scores.0.iter().any(|&points| points >= rules.target);
        let dealer = self.dealer();
        let extra = self.wind() > last;
        let last_dealer = dealer == Seat::ALL[3];
        if self.wind() < last || !(extra || last_dealer) {
            return false;
        }
        if !self.dealer_stays() {
            return reached || rules.extra_round == ExtraRound::None || (extra && last_dealer);
        }
        let leads = scores.iter().all(|(seat, &points)| seat == dealer || points < scores[dealer]);
        rules.dealer_stop == DealerStop::WinOrTenpai
            && ending != Ending::Aborted
            && leads
            && scores[dealer] >= rules.target
    }
}
