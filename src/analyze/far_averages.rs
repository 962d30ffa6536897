//! What far hands are worth on average: means over searched hands of recorded games, by shanten and own draws left.
//!
//! `cargo tools measure far --write` searches the hands and writes `data/far.params`, the section of three players with
//! `--players 3`.

use crate::params::{Params, layout_hash, table};
use crate::tile::Players;
use std::sync::OnceLock;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru far";

/// The section's name in it.
pub const fn section(players: Players) -> &'static str {
    match players {
        Players::Three => "far hands of three",
        Players::Four => "far hands",
    }
}

const BUILTIN: &[u8] = include_bytes!("../../data/far.params");

/// What the numbers are, in order.
const MEANING: &str = "3-, 4- and 5-shanten by own draws left: 0 to 3, 4 to 7, 8 to 11, 12 to 15, 16 and more: ukeire, win rate, \
    tenpai rate, tenpai at the draw; points of a win, closed and open";

/// A hash of what the numbers mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// Own draws left that are counted together, but for the last group, which has no end.
pub const DRAWS: usize = 4;
/// How many groups there are.
pub const GROUPS: usize = 5;

/// Means over hands of one shanten and a number of own draws left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FarHands {
    /// Unseen tiles that lower the shanten.
    pub ukeire: f64,
    /// Wins, by the best discard.
    pub win_rate: f64,
    /// Tenpai at any time.
    pub tenpai_rate: f64,
    /// Tenpai at the exhaustive draw.
    pub tenpai_at_draw: f64,
}

/// Averages of so many players. In the first group nobody wins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FarAverages {
    /// Hands of 3-shanten by groups of draws left.
    pub three_shanten: [FarHands; GROUPS],
    /// Of 4-shanten.
    pub four_shanten: [FarHands; GROUPS],
    /// Of 5-shanten.
    pub five_shanten: [FarHands; GROUPS],
    /// What a win pays in points, of closed hands and of open ones.
    pub win: [f64; 2],
}

table!(FarHands { ukeire: f64, win_rate: f64, tenpai_rate: f64, tenpai_at_draw: f64 });
table!(FarAverages {
    three_shanten: [FarHands; GROUPS],
    four_shanten: [FarHands; GROUPS],
    five_shanten: [FarHands; GROUPS],
    win: [f64; 2],
});

impl FarAverages {
    /// Those that the crate carries, of so many players.
    pub fn of(players: Players) -> &'static FarAverages {
        static AVERAGES: [OnceLock<FarAverages>; 2] = [OnceLock::new(), OnceLock::new()];
        let read = |params: &Params| params.table(section(players), layout());
        AVERAGES[players as usize].get_or_init(|| Params::carried(LABEL, BUILTIN, read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{ParamsError, Table};

    #[test]
    fn the_file_that_the_crate_carries_is_one_of_far_hands() {
        let params = Params::read(LABEL, BUILTIN).unwrap();
        assert_eq!(params.write(), BUILTIN);
        let four = FarAverages::of(Players::Four);
        let wide = FarHands { ukeire: 63.1, win_rate: 0.0863, tenpai_rate: 0.3272, tenpai_at_draw: 0.1053 };
        assert_eq!(four.four_shanten[4], wide);
        assert_eq!((four.five_shanten[1].win_rate, four.win), (0.0002, [6_000.0, 4_300.0]));
        let three = FarAverages::of(Players::Three);
        assert_eq!((three.three_shanten[4].tenpai_rate, three.win), (0.4968, [8_900.0, 6_700.0]));
        for averages in [four, three] {
            for shanten in [averages.three_shanten, averages.four_shanten, averages.five_shanten] {
                assert_eq!(shanten[0].win_rate, 0.0, "{averages:?}");
                assert!(shanten.is_sorted_by_key(|hands| hands.win_rate), "{averages:?}");
            }
        }
    }

    #[test]
    fn a_file_of_another_layout_is_refused() {
        let four = FarAverages::of(Players::Four).section(section(Players::Four), layout() + 1, 1);
        let params = Params::new(LABEL, Default::default(), [four]);
        let error = params.table::<FarAverages>(section(Players::Four), layout()).unwrap_err();
        assert!(matches!(error, ParamsError::Layout { .. }), "{error}");
    }
}
