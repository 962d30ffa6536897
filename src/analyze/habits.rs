//! What other players do on average, counted in recorded games.
//!
//! `cargo tools validate --habits` writes `data/habits.params`; `--statistics` prints the counts behind it and how the
//! smoothing was chosen. Entry `turn - 1` of a table is for the interval between a seat's own discard number `turn`, 1 to 18
//! (all later ones are counted with the last), and its next discard or the end of the round. Rates by class: honours, 1 and
//! 9, 2 and 8, 3 and 7, 4 and 6, 5. A discard of another player in that interval is one trial; a rate is the share that hits
//! a kind over the share that blind discards from the tiles that the seat does not see would have.

use crate::params::{Params, layout_hash, table};
use crate::search::{ChanceStep, End, Ends, HandChance, Offers, OthersTenpai, Rates, Risks};
use crate::tile::{Kind, Players};
use std::sync::OnceLock;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru habits";
/// The section's name in it.
pub const fn section(players: Players) -> &'static str {
    match players {
        Players::Three => "habits of three",
        Players::Four => "habits",
    }
}

const BUILTIN: &[u8] = include_bytes!("../../data/habits.params");

/// What the numbers are, in order.
const MEANING: &str = "callable kinds right, across, left by turn; waits closed, open, in riichi by turn; those by riichi \
    of others; ends closed, open, in riichi by dealer and turn: rate, deal-in share and points, tsumo \
    share and points; those after the last discard by draws to come; others tenpai beside a tenpai hand \
    and a noten one";

/// A hash of what the numbers mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

const TURNS: usize = 18;
type ByTurn = [[f64; 6]; TURNS];

/// A closed hand without riichi, an open one, and one in riichi, in the tables.
const CLOSED: usize = 0;
const OPEN: usize = 1;
const RIICHI: usize = 2;

/// What players do.
#[derive(Clone, PartialEq, Debug)]
pub struct Habits {
    /// Kinds that a seat does not wait for, while it is not in riichi, discarded by the player to the right, across, and to
    /// the left. Turn and kind as they are, nothing smoothed.
    pub callable: [ByTurn; 3],
    /// Kinds that a seat waits for, not furiten, by its hand. For each class the rate of a callable kind times a factor whose
    /// logarithm is a quadratic in the turn (Poisson regression).
    pub waits: [ByTurn; 3],
    /// How often others discard what a seat waits for, by its hand, and by how many of them are in riichi (0, 1, 2 and 3),
    /// relative to how often they do at that turn.
    pub waits_by_riichi: [[f64; 3]; 3],
    /// Others end the round, by the seat's hand, dealer or not, and turn: how often they would if it could not win by ron,
    /// its own draw being the last that happens.
    pub ends: [[[EndHabit; TURNS]; 2]; 3],
    /// The same after the seat's last discard only, by how many of the others draw once more, 0 to 3.
    pub last: [[[EndHabit; 4]; 2]; 3],
    /// Shares of exhaustive draws in which 0, 1, 2, 3 of the others are tenpai, for a seat that is tenpai and for one that is
    /// not.
    pub others_tenpai: [[f64; 4]; 2],
}

/// How others end the round. What is neither a deal-in of the seat nor another's tsumo are rons among them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EndHabit {
    /// Per interval.
    pub rate: f64,
    /// The share of own deal-ins, and their mean points, honba included, the own riichi stick apart.
    pub deal_in: [f64; 2],
    /// The same of the others' tsumo.
    pub tsumo: [f64; 2],
}

table!(EndHabit { rate: f64, deal_in: [f64; 2], tsumo: [f64; 2] });
table!(Habits {
    callable: [ByTurn; 3],
    waits: [ByTurn; 3],
    waits_by_riichi: [[f64; 3]; 3],
    ends: [[[EndHabit; TURNS]; 2]; 3],
    last: [[[EndHabit; 4]; 2]; 3],
    others_tenpai: [[f64; 4]; 2],
});

impl EndHabit {
    fn ends(&self) -> Ends {
        let EndHabit { rate, deal_in, tsumo } = *self;
        Ends {
            tsumo: End { rate: rate * tsumo[0], value: tsumo[1] },
            rest: End { rate: rate * (1.0 - deal_in[0] - tsumo[0]), value: 0.0 },
            deal_in: End { rate: rate * deal_in[0], value: deal_in[1] },
        }
    }
}

impl Habits {
    /// Those that the crate carries, of so many players. With three the first two of the others play.
    pub fn of(players: Players) -> &'static Habits {
        static HABITS: [OnceLock<Habits>; 2] = [OnceLock::new(), OnceLock::new()];
        let read = |params: &Params| params.table(section(players), layout());
        HABITS[players as usize].get_or_init(|| Params::carried(LABEL, BUILTIN, read))
    }
}

/// How many others are tenpai at an exhaustive draw.
pub(super) fn others_tenpai(players: Players) -> OthersTenpai {
    let [tenpai, noten] = Habits::of(players).others_tenpai;
    OthersTenpai { tenpai, noten }
}

/// What the others do between the seat's discard of a turn (1 to 18) and its next one.
pub(super) fn step(players: Players, turn: usize, dealer: bool) -> ChanceStep {
    let (habits, at, seat) = (Habits::of(players), turn.clamp(1, TURNS) - 1, usize::from(dealer));
    let chance = |hand: usize| HandChance {
        ron: Offers::even(&rates(&habits.waits[hand][at])),
        ends: habits.ends[hand][seat][at].ends(),
    };
    ChanceStep {
        calls: Offers(habits.callable.map(|other| Kind::ALL.map(|kind| rates(&other[at]).of(kind)))),
        closed: chance(CLOSED),
        open: chance(OPEN),
        riichi: chance(RIICHI),
        risks: Risks::NONE,
        thrown: Risks::NONE,
    }
}

/// What the others do after the seat's last discard, when 0 to 3 of them draw and discard once more.
pub(super) fn last_step(players: Players, tail: usize, dealer: bool) -> ChanceStep {
    let mut step = step(players, TURNS, dealer);
    let [tail, seat] = [tail.min(3), usize::from(dealer)];
    let last = |hand: usize| Habits::of(players).last[hand][seat][tail].ends();
    (step.closed.ends, step.open.ends, step.riichi.ends) = (last(CLOSED), last(OPEN), last(RIICHI));
    step
}

/// What the waits of a step are multiplied with when so many others are in riichi now: closed, open, in riichi.
/// Where nobody is, somebody may be `ahead` steps later.
pub(super) fn by_riichi(players: Players, riichi: usize, ahead: usize) -> [f64; 3] {
    let fades = if riichi == 0 { libm::pow(LASTS, ahead as f64) } else { 1.0 };
    Habits::of(players).waits_by_riichi.map(|row| 1.0 + (row[riichi.min(2)] - 1.0) * fades)
}

/// Share of the rounds without a riichi in which there is still none one step later, about.
const LASTS: f64 = 0.85;

fn rates(row: &[f64; 6]) -> Rates {
    let [honour, number @ ..] = *row;
    Rates { honour, number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_the_crate_carries_is_one_of_habits() {
        let params = Params::read(LABEL, BUILTIN).unwrap();
        assert_eq!(params.write(), BUILTIN);
        let Habits { callable, waits, waits_by_riichi, ends, last, others_tenpai } = Habits::of(Players::Four);
        // numbers of each table, as they were counted
        assert_eq!((callable[0][0][0], waits[RIICHI][17][0]), (2.852, 0.432));
        assert_eq!(waits_by_riichi[RIICHI], [0.912, 1.306, 2.006]);
        let end = EndHabit { rate: 0.00124, deal_in: [0.117, -5643.3], tsumo: [0.3043, -2463.7] };
        assert_eq!(ends[CLOSED][0][1], end);
        assert_eq!(last[RIICHI][0][1].deal_in, [0.6289, -6514.9]);
        assert_eq!(others_tenpai[1], [0.0323, 0.4884, 0.3998, 0.0795]);
        let shares = |of: &[f64; 4]| of.iter().sum::<f64>();
        assert!(others_tenpai.iter().all(|row| (shares(row) - 1.0).abs() < 1e-3));
        let three = Habits::of(Players::Three);
        // of 1,522 draws of 1,422 games, and nobody sits in the third place
        assert_eq!(three.others_tenpai, [[0.3897, 0.5138, 0.0965, 0.0], [0.0818, 0.6906, 0.2276, 0.0]]);
        assert!(three.callable[2].as_flattened().iter().all(|&rate| rate == 0.0));
    }
}
