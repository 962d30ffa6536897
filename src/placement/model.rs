//! The learned model: who of those that are left ends the game before the others.

use super::places::Places;
use super::rounds_left::RoundsLeft;
use super::standings::{MEANING, Standings};
use crate::dense::softmax;
use crate::params::{Params, ParamsError, layout_hash};
use crate::round::{Carry, FinishedRound};
use crate::rules::Rules;
use crate::tile::{Players, Seat, Wind};
use arrayvec::ArrayVec;
use std::sync::OnceLock;

/// What the parameter file begins with.
pub const LABEL: &str = "nanikiru placement";

/// The file that the crate carries.
static BUILTIN: &[u8] = include_bytes!("../../data/placement.params");

/// Figures of a seat beside three others, beside two, and beside one.
const FIRST: usize = 38;
const SECOND: usize = 29;
const THIRD: usize = 25;

/// A choice that the order of a game is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceChoice {
    /// Who of four ends the game first.
    First,
    /// Who of the other three ends second.
    Second,
    /// Who of the last two ends third.
    Third,
}

impl PlaceChoice {
    /// In the order of the places.
    pub const ALL: [PlaceChoice; 3] = [PlaceChoice::First, PlaceChoice::Second, PlaceChoice::Third];

    /// The section's name in the parameter file.
    pub const fn section(self) -> &'static str {
        match self {
            PlaceChoice::First => "first",
            PlaceChoice::Second => "second",
            PlaceChoice::Third => "third",
        }
    }

    /// How many figures a seat has in it.
    pub const fn figures(self) -> usize {
        match self {
            PlaceChoice::First => FIRST,
            PlaceChoice::Second => SECOND,
            PlaceChoice::Third => THIRD,
        }
    }

    /// How many seats are chosen from.
    pub const fn seats(self) -> usize {
        match self {
            PlaceChoice::First => 4,
            PlaceChoice::Second => 3,
            PlaceChoice::Third => 2,
        }
    }

    /// A hash of what its weights mean: stage by stage, one for each figure.
    pub fn layout(self) -> u64 {
        layout_hash(&format!("{} {MEANING} {} x {}", self.section(), RoundsLeft::COUNT, self.figures()))
    }

    /// Appends the figures of a seat that is compared with the others that are chosen from.
    pub fn append(self, standings: &Standings, seat: Seat, rivals: &[Seat], figures: &mut Vec<f64>) {
        match self {
            PlaceChoice::First => figures.extend(standings.figures::<FIRST>(seat, rivals)),
            PlaceChoice::Second => figures.extend(standings.figures::<SECOND>(seat, rivals)),
            PlaceChoice::Third => figures.extend(standings.figures::<THIRD>(seat, rivals)),
        }
    }
}

/// Weights of every figure in every stage.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacementModel {
    first: [[f64; FIRST]; RoundsLeft::COUNT],
    second: [[f64; SECOND]; RoundsLeft::COUNT],
    third: [[f64; THIRD]; RoundsLeft::COUNT],
}

fn weights<const N: usize>(
    params: &Params,
    name: &str,
    step: PlaceChoice,
) -> Result<[[f64; N]; RoundsLeft::COUNT], ParamsError> {
    let numbers = params.numbers(name, step.layout(), N * RoundsLeft::COUNT)?;
    let mut weights = [[0.0; N]; RoundsLeft::COUNT];
    weights.iter_mut().flatten().zip(numbers).for_each(|(weight, number)| *weight = f64::from(*number));
    Ok(weights)
}

fn strength<const N: usize>(weights: &[f64; N], figures: &[f64; N]) -> f64 {
    weights.iter().zip(figures).map(|(w, x)| w * x).sum()
}

/// Chances with these log-odds.
fn chances<const N: usize>(mut strengths: [f64; N]) -> [f64; N] {
    softmax(&mut strengths);
    strengths
}

impl PlacementModel {
    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other figures.
    pub fn new(params: &Params) -> Result<PlacementModel, ParamsError> {
        Ok(PlacementModel {
            first: weights(params, PlaceChoice::First.section(), PlaceChoice::First)?,
            second: weights(params, PlaceChoice::Second.section(), PlaceChoice::Second)?,
            third: weights(params, PlaceChoice::Third.section(), PlaceChoice::Third)?,
        })
    }

    /// The model that the crate carries.
    pub fn builtin() -> &'static PlacementModel {
        static MODEL: OnceLock<PlacementModel> = OnceLock::new();
        MODEL.get_or_init(|| Params::carried(LABEL, BUILTIN, PlacementModel::new))
    }

    /// That of three players: who ends the game first, and who of the other two second.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other figures.
    pub fn of_three(params: &Params) -> Result<PlacementModel, ParamsError> {
        let second = [[0.0; SECOND]; RoundsLeft::COUNT];
        let [first, third] = [PlaceChoice::First, PlaceChoice::Third];
        let name = |step: PlaceChoice| format!("places {}", step.section());
        Ok(PlacementModel {
            first: weights(params, &name(first), first)?,
            second,
            third: weights(params, &name(third), third)?,
        })
    }

    /// The model of games of so many players.
    pub fn of(players: Players) -> &'static PlacementModel {
        static OF_THREE: OnceLock<PlacementModel> = OnceLock::new();
        match players {
            Players::Four => PlacementModel::builtin(),
            Players::Three => OF_THREE.get_or_init(|| Params::carried_of_three(PlacementModel::of_three)),
        }
    }

    /// What the figures of a seat count in a choice: one weight for each, in this stage.
    pub fn weights(&self, step: PlaceChoice, stage: RoundsLeft) -> &[f64] {
        match step {
            PlaceChoice::First => &self.first[stage.index()],
            PlaceChoice::Second => &self.second[stage.index()],
            PlaceChoice::Third => &self.third[stage.index()],
        }
    }

    /// The chances of each place before the round that begins so; `last` is the wind of the last planned rounds.
    pub fn places(&self, carry: &Carry, last: Wind, rules: &Rules) -> Places {
        let standings = Standings::new(carry, last, rules);
        let stage = standings.stage().index();
        let players = standings.players();
        let after = |seat: Seat| players.others(seat).collect::<ArrayVec<Seat, 3>>();
        let mut first = [0.0; 4];
        for (strength_of, seat) in first.iter_mut().zip(players.seats()) {
            *strength_of = strength(&self.first[stage], &standings.figures(seat, &after(seat)));
        }
        softmax(&mut first[..players.count()]);
        let weights = &self.third[stage];
        // where nobody sits comes last
        let mut third = [0, 1, 2, 3].map(|_| [0.0, 0.0, 0.0, 1.0]);
        for (a, one) in players.seats().enumerate() {
            for (b, other) in players.seats().enumerate().skip(a + 1) {
                let strength =
                    |seat: Seat, rival: Seat| strength(weights, &standings.figures(seat, &[rival]));
                [third[a][b], third[b][a]] = chances([strength(one, other), strength(other, one)]);
            }
        }
        let second = |winner: usize| {
            let left = after(Seat::ALL[winner]);
            let mut by_seat = [0.0; 4];
            if let [one, other] = left[..] {
                by_seat[one.index()] = third[one.index()][other.index()];
                by_seat[other.index()] = third[other.index()][one.index()];
            }
            if left.len() < 3 {
                return by_seat;
            }
            let strength = |i: usize| {
                let rivals = [left[(i + 1) % 3], left[(i + 2) % 3]];
                strength(&self.second[stage], &standings.figures(left[i], &rivals))
            };
            for (seat, chance) in left.iter().zip(chances([strength(0), strength(1), strength(2)])) {
                by_seat[seat.index()] = chance;
            }
            by_seat
        };
        Places::of_choices(first, second, |a, b| third[a][b])
    }
}

impl Places {
    /// The chances by the model that the crate carries, before the round that begins so; `last` is the wind of the
    /// last planned rounds.
    pub fn before(carry: &Carry, last: Wind, rules: &Rules) -> Places {
        PlacementModel::of(rules.players).places(carry, last, rules)
    }

    /// The places after a round: exact where the game ends with it, and else the chances [before](Places::before) the next.
    pub fn after(over: &FinishedRound, last: Wind, rules: &Rules) -> Places {
        if over.ends_game(last, rules) {
            Places::at_the_end(&over.scores, rules.ties, rules.players)
        } else {
            Places::before(&over.carry(), last, rules)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Format, Provenance, Section};
    use crate::rules::Ties;
    use crate::tile::BySeat;

    fn carry(scores: [i32; 4], wind: Wind, dealer: usize) -> Carry {
        Carry { dealer: Seat::ALL[dealer], wind, honba: 0, sticks: 0, scores: BySeat(scores) }
    }

    /// Numbers with no pattern between -1 and 1.
    fn made_up(len: usize) -> Vec<f32> {
        (0..len as u32).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 8) as f32 / (1 << 23) as f32 - 1.0).collect()
    }

    fn file(change: impl Fn(&mut Section)) -> Params {
        let sections = PlaceChoice::ALL.map(|step| {
            let numbers = made_up(step.figures() * RoundsLeft::COUNT);
            let format = Format::F32;
            let mut section =
                Section { name: step.section().into(), layout: step.layout(), format, numbers, samples: 0 };
            change(&mut section);
            section
        });
        Params::new(LABEL, Provenance::default(), sections)
    }

    #[test]
    fn a_file_of_other_figures_is_refused() {
        let model = PlacementModel::new(&file(|_| ())).unwrap();
        assert_eq!(model.first[1][0], f64::from(made_up(FIRST + 1)[FIRST]));
        assert_eq!(model.third[8][24], f64::from(made_up(THIRD * 9)[THIRD * 9 - 1]));
        let error = PlacementModel::new(&file(|section| section.layout ^= 1)).unwrap_err();
        assert!(matches!(error, ParamsError::Layout { .. }), "{error}");
        let error = PlacementModel::new(&file(|section| section.numbers.truncate(5))).unwrap_err();
        assert!(matches!(error, ParamsError::Length { .. }), "{error}");
    }

    /// Every order's chance by its definition, with weights that nobody would learn.
    #[test]
    fn places_are_the_sum_over_all_orders() {
        let model = PlacementModel::new(&file(|_| ())).unwrap();
        for (scores, wind, dealer) in
            [([25_000, 31_000, 8_000, 36_000], Wind::South, 3), ([25_000; 4], Wind::East, 0)]
        {
            let carry = carry(scores, wind, dealer);
            let places = model.places(&carry, Wind::South, &Rules::TENHOU);
            let standings = Standings::new(&carry, Wind::South, &Rules::TENHOU);
            let stage = standings.stage().index();
            let odds = |seat: usize, left: &[usize]| {
                let rivals: Vec<Seat> = left.iter().filter(|&&r| r != seat).map(|&r| Seat::ALL[r]).collect();
                let seat = Seat::ALL[seat];
                match rivals.len() {
                    3 => strength(&model.first[stage], &standings.figures(seat, &rivals)),
                    2 => strength(&model.second[stage], &standings.figures(seat, &rivals)),
                    _ => strength(&model.third[stage], &standings.figures(seat, &rivals)),
                }
                .exp()
            };
            let share = |seat: usize, left: &[usize]| {
                odds(seat, left) / left.iter().map(|&other| odds(other, left)).sum::<f64>()
            };
            let mut expected = [[0.0; 4]; 4];
            for code in 0..256usize {
                let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
                if (0..4).any(|i| order[..i].contains(&order[i])) {
                    continue;
                }
                let chance = share(order[0], &[0, 1, 2, 3])
                    * share(order[1], &order[1..])
                    * share(order[2], &order[2..]);
                (0..4).for_each(|place| expected[order[place]][place] += chance);
            }
            for seat in Seat::ALL {
                for (a, b) in places.of(seat).into_iter().zip(expected[seat.index()]) {
                    assert!((a - b).abs() < 1e-12, "{places:?} {expected:?}");
                }
            }
        }
    }

    #[test]
    fn the_weights_of_three_players_are_read() {
        PlacementModel::of_three(Params::of_three()).unwrap();
        let error = PlacementModel::of_three(&file(|_| ())).unwrap_err();
        assert_eq!(error, ParamsError::Missing("places first".into()));
    }

    #[test]
    fn seats_differ_by_their_deals_alone() {
        let model = PlacementModel::builtin();
        let scores = [31_000, 18_000, 26_000, 25_000];
        // extra rounds are one stage, for every dealer
        let here = model.places(&carry(scores, Wind::South, 1), Wind::East, &Rules::TENHOU);
        for steps in 1..4 {
            let turned = std::array::from_fn(|i| scores[(i + 4 - steps) % 4]);
            let there =
                model.places(&carry(turned, Wind::South, (1 + steps) % 4), Wind::East, &Rules::TENHOU);
            for seat in Seat::ALL {
                for (a, b) in here.of(seat).into_iter().zip(there.of(seat.after(steps))) {
                    // the order of the seats counts less than 100 points
                    assert!((a - b).abs() < 0.01, "{here:?} {there:?}");
                }
            }
        }
    }

    #[test]
    fn a_decided_game_is_nearly_its_end() {
        let scores = [68_000, 20_000, 9_000, 3_000];
        let places =
            PlacementModel::builtin().places(&carry(scores, Wind::South, 3), Wind::South, &Rules::TENHOU);
        let end = Places::at_the_end(&BySeat(scores), Ties::SeatOrder, Players::Four);
        for seat in [Seat::ALL[0], Seat::ALL[1]] {
            assert!((places.mean(seat) - end.mean(seat)).abs() < 0.25, "{places:?}");
        }
        assert!(places.of(Seat::ALL[0])[0] > 0.99);
    }
}
