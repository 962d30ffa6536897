//! Chances of the four places.

use crate::rules::{Rules, Ties};
use crate::tile::{BySeat, Players, Seat};

/// The chances (0..1) of each seat to end the game first, second, third and fourth. Each seat's add up to 1,
/// and so do each place's. With three players seat 3 is fourth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Places(BySeat<[f64; 4]>);

impl Places {
    /// Of the order's chances: `first` that a seat ends first, `second` that one of the others ends second
    /// after a seat, `third` that the first of two seats ends before the other when both are left.
    pub(super) fn of_choices(
        first: [f64; 4],
        second: impl Fn(usize) -> [f64; 4],
        third: impl Fn(usize, usize) -> f64,
    ) -> Places {
        let mut places = [[0.0; 4]; 4];
        for (a, one) in first.into_iter().enumerate() {
            let second = second(a);
            places[a][0] += one;
            for step in 1..4 {
                let b = (a + step) % 4;
                let [c, d] = [(a + step % 3 + 1) % 4, (a + (step + 1) % 3 + 1) % 4];
                let two = one * second[b];
                let before = third(c, d);
                places[b][1] += two;
                places[c][2] += two * before;
                places[d][3] += two * before;
                places[d][2] += two * (1.0 - before);
                places[c][3] += two * (1.0 - before);
            }
        }
        Places(BySeat(places))
    }

    /// The places of a game that is over: 0 and 1, or equal shares where equal points share places.
    pub fn at_the_end(scores: &BySeat<i32>, ties: Ties, players: Players) -> Places {
        Places(BySeat::from_fn(|seat| {
            if !players.has_seat(seat) {
                return Places::NOBODY;
            }
            let points = scores[seat];
            let better = players.seats().filter(|&other| scores[other] > points).count();
            let equal = players.seats().filter(|&other| scores[other] == points);
            let mut places = [0.0; 4];
            match ties {
                Ties::SeatOrder => places[better + equal.filter(|&other| other < seat).count()] = 1.0,
                Ties::Shared => {
                    let equal = equal.count();
                    places[better..better + equal].fill(1.0 / equal as f64);
                }
            }
            places
        }))
    }

    /// Where nobody sits: fourth for sure.
    const NOBODY: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

    /// The chances of a seat, first to fourth place.
    pub fn of(&self, seat: Seat) -> [f64; 4] {
        self.0[seat]
    }

    /// Expected placement points of a seat, in points: the place's uma, and for the first the oka. The points
    /// that the seat ends with are left out: a result adds `score - target`. All four together expect the oka.
    pub fn points(&self, seat: Seat, rules: &Rules) -> f64 {
        let prize = |place: usize| f64::from(rules.uma[place] + if place == 0 { rules.oka } else { 0 });
        self.0[seat].iter().enumerate().map(|(place, chance)| chance * prize(place)).sum()
    }

    /// The expected place of a seat, 1 to 4.
    pub fn mean(&self, seat: Seat) -> f64 {
        self.0[seat].iter().zip(1..).map(|(chance, place)| chance * f64::from(place)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_no_estimate() {
        let scores = BySeat([20_000, 40_000, 20_000, 20_000]);
        let ordered = Places::at_the_end(&scores, Ties::SeatOrder, Players::Four);
        assert_eq!(ordered.of(Seat::ALL[0]), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(ordered.of(Seat::ALL[3]), [0.0, 0.0, 0.0, 1.0]);
        let third = 1.0 / 3.0;
        let shared = Places::at_the_end(&scores, Ties::Shared, Players::Four);
        assert_eq!(shared.of(Seat::ALL[2]), [0.0, third, third, third]);
        assert_eq!(shared.of(Seat::ALL[1]), [1.0, 0.0, 0.0, 0.0]);
        // Tenhou: 20 thousand each of uma and oka for the first; equal second to fourth share 10 - 10 - 20
        assert_eq!(ordered.points(Seat::ALL[1], &Rules::TENHOU), 40_000.0);
        assert!((shared.points(Seat::ALL[0], &Rules::TENHOU) + 20_000.0 / 3.0).abs() < 1e-9);
        assert_eq!([0, 1, 2, 3].map(|i| ordered.mean(Seat::ALL[i])), [2.0, 1.0, 3.0, 4.0]);
        assert!((shared.mean(Seat::ALL[0]) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn choices_are_counted_once_each() {
        // the order B D A C for certain
        let second = |first: usize| if first == 1 { [0.0, 0.0, 0.0, 1.0] } else { [f64::NAN; 4] };
        let places = Places::of_choices(
            [0.0, 1.0, 0.0, 0.0],
            |a| second(a).map(|p| if p.is_nan() { 0.25 } else { p }),
            |c, d| f64::from(u8::from(c < d)),
        );
        assert_eq!([1, 3, 0, 2].map(|i| places.mean(Seat::ALL[i])), [1.0, 2.0, 3.0, 4.0]);
        // a fair choice each time
        let fair = Places::of_choices([0.25; 4], |_| [1.0 / 3.0; 4], |_, _| 0.5);
        assert!(Seat::ALL.iter().all(|&s| fair.of(s).iter().all(|p| (p - 0.25).abs() < 1e-12)));
    }
}
