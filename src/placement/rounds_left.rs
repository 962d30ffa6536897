//! How far a game has come.

use crate::round::Carry;
use crate::tile::{Players, Wind};

/// How many planned rounds follow the one that is about to begin, repeats not counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoundsLeft(usize);

impl RoundsLeft {
    /// How many there are: 0 to 7 rounds left, and extra rounds.
    pub const COUNT: usize = 9;
    /// No planned round is left.
    pub const EXTRA: RoundsLeft = RoundsLeft(RoundsLeft::COUNT - 1);
    /// The last planned round.
    pub const LAST: RoundsLeft = RoundsLeft(0);

    /// All of them: the last planned round, 1 to 7 rounds left, extra rounds.
    pub fn all() -> impl Iterator<Item = RoundsLeft> {
        (0..RoundsLeft::COUNT).map(RoundsLeft)
    }

    /// The stage of a round; `last` is the wind of the last planned rounds. More than 7 rounds left count as 7.
    pub fn of(carry: &Carry, last: Wind, players: Players) -> RoundsLeft {
        let number = |wind: Wind, dealer: usize| players.count() * wind.index() + dealer;
        let left =
            number(last, players.last_seat().index()).checked_sub(number(carry.wind, carry.dealer.index()));
        left.map_or(RoundsLeft::EXTRA, |left| RoundsLeft(left.min(7)))
    }

    /// 0 to 7 planned rounds that follow; `None` in extra rounds.
    pub fn rounds_left(self) -> Option<usize> {
        (self != RoundsLeft::EXTRA).then_some(self.0)
    }

    /// 0 up to [`RoundsLeft::COUNT`], as in [`RoundsLeft::all`].
    pub const fn index(self) -> usize {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{BySeat, Seat};

    #[test]
    fn stages_count_the_rounds_left() {
        let at = |wind, dealer: usize, last| {
            let dealer = Seat::ALL[dealer];
            let carry = Carry { dealer, wind, honba: 0, sticks: 0, scores: BySeat([25_000; 4]) };
            RoundsLeft::of(&carry, last, Players::Four).rounds_left()
        };
        assert_eq!(at(Wind::East, 0, Wind::South), Some(7));
        assert_eq!(at(Wind::East, 0, Wind::North), Some(7));
        assert_eq!(at(Wind::South, 0, Wind::South), Some(3));
        assert_eq!(at(Wind::South, 3, Wind::South), Some(0));
        assert_eq!(at(Wind::East, 3, Wind::East), Some(0));
        assert_eq!(at(Wind::South, 0, Wind::East), None);
        assert_eq!(RoundsLeft::all().last(), Some(RoundsLeft::EXTRA));
        assert!(RoundsLeft::all().enumerate().all(|(i, stage)| stage.index() == i));
    }
}
