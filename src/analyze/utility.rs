//! What the ends of a round are worth to the player: points, or placement points.

use super::{Objective, Situation, habits};
use crate::danger::Forecast;
use crate::danger::price::{PRICES, points};
use crate::hand::WaitingHand;
use crate::placement::{Finish, Prospects};
use crate::score::{Pot, Source, draw_payments, nagashi_payments, shares};
use crate::search::{Payoffs, Points, Utility, WinLines};
use crate::tile::{BySeat, Counts, Seat, Tile};
use std::sync::OnceLock;

/// Hands' points that are looked up: up to this many hundreds, more than three yakuman of a dealer.
const HUNDREDS: usize = 1_500;

/// What is left of the noten payments that a tenpai hand gets, where others can threaten: strong players give up more
/// hands before the draw than the search does. Where they did what it recommends (`cargo tools measure decisions --fast --seed 2`,
/// own turns and offers of both lengths), with 1 it says that draws are worth +51 points a decision on average, and they have
/// -55 (815 of them, `--sample 400`); with 0.65 it says -80, and they have -54 (1,566, `--sample 800`). Being tenpai at the draw is
/// told as often, but for riichi, before calibration: 9.2 % for 8.4 and 9.1 for 8.0, where it was 13.7 for 5.7 and 14.3 for 9.2.
const KEPT: f64 = 0.65;

/// What the ends of a round are worth to the player. Opponents are named by their place: 1 right, 2 across,
/// 3 left.
#[derive(Debug)]
pub(super) struct RoundUtility {
    measure: Measure,
    seat: Seat,
    dealer: Seat,
    pot: Pot,
    /// An exhaustive draw, noten and tenpai.
    drawn: [f64; 2],
    /// An own nagashi mangan, noten and tenpai.
    nagashi: [f64; 2],
    /// How many tenpai hands are not given up before it, 0..1.
    kept: f64,
    /// An own riichi stick that is lost: asked for at every hand that can declare, and slow for placement points.
    stick: f64,
    /// What is paid for own wins: by ron and by tsumo, by hundreds of points.
    won: [Vec<OnceLock<f64>>; 2],
    /// By place: deal-ins at the prices there are, cheapest first.
    dealt: [Vec<(f64, f64)>; 3],
}

/// The unit.
#[derive(Debug)]
enum Measure {
    Points,
    Placement(Box<Prospects>),
}

impl RoundUtility {
    /// Of a situation; `others` says how likely each opponent is to be tenpai at the end, `lasting` by place, right first, how likely
    /// its river is a nagashi mangan then.
    pub(super) fn new(
        situation: &Situation,
        objective: Objective,
        others: Option<&Forecast>,
        lasting: [f64; 3],
    ) -> RoundUtility {
        let carry = situation.carry();
        let (seat, dealer) = (situation.seat(), carry.dealer);
        let small = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
        let pot = Pot { honba: small(carry.honba), sticks: small(carry.sticks) };
        let rules = situation.rules();
        let measure = match objective {
            Objective::Placement => {
                let prospects = Prospects::of(carry, situation.last_wind(), rules.clone());
                Measure::Placement(Box::new(prospects))
            }
            Objective::Points | Objective::WinRate | Objective::Tenpai => Measure::Points,
        };
        let unknown = || (0..=HUNDREDS).map(|_| OnceLock::new()).collect();
        let mut utility = RoundUtility {
            measure,
            seat,
            dealer,
            pot,
            drawn: [0.0; 2],
            nagashi: [0.0; 2],
            kept: if others.is_some() { KEPT } else { 1.0 },
            stick: 0.0,
            won: [unknown(), unknown()],
            dealt: Default::default(),
        };
        let [noten, tenpai] = [false, true].map(|tenpai| utility.draw(tenpai, others, (false, lasting)));
        utility.nagashi = [false, true].map(|tenpai| utility.draw(tenpai, others, (true, lasting)));
        utility.stick = utility.lost_stick();
        utility.drawn = [noten, noten + utility.kept * (tenpai - noten)];
        utility.dealt = [1, 2, 3].map(|place| {
            let winner = seat.after(place);
            let prices = PRICES.iter().map(|&price| points(price, winner == dealer, rules));
            prices.map(|price| (f64::from(price), utility.lost(place, price as i32))).collect()
        });
        utility
    }

    /// What is left of the tenpai hands that the search sees at an exhaustive draw: see [`KEPT`].
    pub(super) fn kept(&self) -> f64 {
        self.kept
    }

    /// What being tenpai at an exhaustive draw is worth more than not.
    pub(super) fn noten(&self) -> f64 {
        (self.drawn[1] - self.drawn[0]) / self.kept
    }

    /// What an exhaustive draw is worth to a hand that is not given up before.
    pub(super) fn exhaustive(&self, tenpai: bool) -> f64 {
        self.drawn[0] + if tenpai { self.noten() } else { 0.0 }
    }

    /// What an own nagashi mangan is worth.
    pub(super) fn nagashi(&self, tenpai: bool) -> f64 {
        self.nagashi[usize::from(tenpai)]
    }

    /// What a point is worth, on average between winning a hand of a common price and paying one.
    pub(super) fn point(&self) -> f64 {
        const COMMON: i32 = 3_900;
        if let Measure::Points = self.measure {
            return 1.0;
        }
        let paid = (1..4).map(|place| self.lost(place, COMMON)).sum::<f64>() / 3.0;
        (self.own_win(COMMON, false) - paid) / f64::from(2 * COMMON)
    }

    /// What a change of points is worth to the player.
    fn worth(&self, finish: &Finish, gains: impl FnOnce() -> BySeat<i32>) -> f64 {
        match &self.measure {
            Measure::Points => f64::from(gains()[self.seat]),
            Measure::Placement(prospects) => prospects.worth(self.seat, finish) - prospects.now(self.seat),
        }
    }

    fn win_of(&self, winner: Seat, source: Source, points: i32) -> f64 {
        let gains = || shares(points, winner, self.dealer, source, self.pot);
        self.worth(&Finish::Win { winner, source, points }, gains)
    }

    fn ron_of(&self, winner: Seat, loser: Seat, points: i32) -> f64 {
        let from = crate::hand::From::of(loser, winner).expect("nobody wins from themselves");
        self.win_of(winner, Source::Ron(from), points)
    }

    fn lost(&self, place: usize, points: i32) -> f64 {
        self.ron_of(self.seat.after(place), self.seat, points)
    }

    /// A deal-in to an opponent whose hand costs this on average.
    pub(super) fn deal_in(&self, place: usize, points: f64) -> f64 {
        let prices = &self.dealt[place - 1];
        let above = prices.partition_point(|&(price, _)| price < points).clamp(1, prices.len() - 1);
        let ((low, a), (high, b)) = (prices[above - 1], prices[above]);
        a + (b - a) * (points - low) / (high - low)
    }

    /// A tsumo of an opponent that costs the player this on average, honba apart.
    pub(super) fn tsumo(&self, place: usize, pays: f64) -> f64 {
        let winner = self.seat.after(place);
        if let Measure::Points = self.measure {
            return -pays - 100.0 * f64::from(self.pot.honba);
        }
        let hand = pays
            * match (winner == self.dealer, self.seat == self.dealer) {
                (true, _) => 3.0,
                (false, true) => 2.0,
                (false, false) => 4.0,
            };
        self.win_of(winner, Source::Tsumo, hundreds(hand))
    }

    /// A ron of an opponent from one of the other two, at this price on average.
    pub(super) fn ron(&self, place: usize, points: f64) -> f64 {
        if let Measure::Points = self.measure {
            return 0.0;
        }
        let losers = (1..4).filter(|&other| other != place);
        let worth = |loser| self.ron_of(self.seat.after(place), self.seat.after(loser), hundreds(points));
        losers.map(worth).sum::<f64>() / 2.0
    }

    fn lost_stick(&self) -> f64 {
        match &self.measure {
            Measure::Points => -1_000.0,
            Measure::Placement(prospects) => {
                prospects.with_stick(self.seat).now(self.seat) - prospects.now(self.seat)
            }
        }
    }

    /// The round is broken off: thrown in, or by a discard, with which riichi is declared or not: its stick stays on the table.
    pub(super) fn aborted(&self, riichi: bool) -> f64 {
        match &self.measure {
            Measure::Placement(prospects) if riichi => {
                prospects.with_stick(self.seat).worth(self.seat, &Finish::Aborted) - prospects.now(self.seat)
            }
            _ => self.worth(&Finish::Aborted, || BySeat([0; 4])) + if riichi { self.stick } else { 0.0 },
        }
    }

    /// An exhaustive draw, averaged over who else is tenpai, and whose rivers are nagashi mangan: the own one or not, the others' with
    /// these probabilities.
    fn draw(&self, tenpai: bool, others: Option<&Forecast>, (own, lasting): (bool, [f64; 3])) -> f64 {
        let each = |worth: &dyn Fn(u32) -> f64| (0..8u32).map(worth).sum::<f64>();
        let is = |places: u32, place: usize| places >> (place - 1) & 1 == 1;
        let seats = |own: bool, places: u32| {
            BySeat::from_fn(|seat| match (4 + seat.index() - self.seat.index()) % 4 {
                0 => own,
                place => is(places, place),
            })
        };
        let all = |rates: [f64; 3], places: u32| -> f64 {
            (1..4).map(|p| if is(places, p) { rates[p - 1] } else { 1.0 - rates[p - 1] }).product()
        };
        each(&|hands| {
            let share: f64 = match others.and_then(Forecast::at_the_end) {
                Some(rates) => all(rates, hands),
                None => {
                    let habit = &habits::OTHERS_TENPAI;
                    let count = hands.count_ones() as usize;
                    (if tenpai { habit.tenpai } else { habit.noten })[count] / [1.0, 3.0, 3.0, 1.0][count]
                }
            };
            let tenpai = seats(tenpai, hands);
            let worth = |rivers: u32| match (own, rivers) {
                (false, 0) => self.worth(&Finish::Exhausted { tenpai }, || draw_payments(tenpai)),
                _ => {
                    let nagashi = seats(own, rivers);
                    let gains = || nagashi_payments(nagashi, self.dealer);
                    self.worth(&Finish::NagashiMangan { nagashi, tenpai }, gains)
                }
            };
            if lasting == [0.0; 3] {
                return share * worth(0);
            }
            share * each(&|rivers| all(lasting, rivers) * worth(rivers))
        })
    }

    fn own_win(&self, points: i32, tsumo: bool) -> f64 {
        if tsumo {
            return self.win_of(self.seat, Source::Tsumo, points);
        }
        (1..4).map(|place| self.ron_of(self.seat, self.seat.after(place), points)).sum::<f64>() / 3.0
    }
}

fn hundreds(points: f64) -> i32 {
    100 * (points / 100.0).round() as i32
}

impl Utility for RoundUtility {
    fn win(&self, points: i32, tsumo: bool) -> f64 {
        let known = &self.won[usize::from(tsumo)];
        match usize::try_from(points / 100).ok().and_then(|hundreds| known.get(hundreds)) {
            Some(known) if points % 100 == 0 => *known.get_or_init(|| self.own_win(points, tsumo)),
            _ => self.own_win(points, tsumo),
        }
    }

    fn exhausted(&self, tenpai: bool) -> f64 {
        self.drawn[usize::from(tenpai)]
    }

    fn stick(&self) -> f64 {
        self.stick
    }
}

/// What ends pay when the stick lies on the table already, and nobody gives up the hand.
pub(super) struct Paid<'a> {
    pub(super) points: Points,
    pub(super) utility: &'a RoundUtility,
}

impl Payoffs for Paid<'_> {
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts, kans: usize) -> WinLines {
        self.points.win(hand, tile, unseen, kans)
    }

    fn exhaustive_draw(&self, tenpai: bool) -> f64 {
        self.utility.exhaustive(tenpai)
    }

    fn riichi_stick(&self) -> Option<f64> {
        Some(0.0)
    }
}
