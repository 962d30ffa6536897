//! What the points between two rounds say about the end of the game.

use super::rounds_left::RoundsLeft;
use crate::round::Carry;
use crate::rules::{ExtraRound, Rules};
use crate::tile::{Players, Seat, Wind};

/// Leads that count as mostly decided, in thousands of points: a lead enters as `tanh(lead / scale)`.
const SCALES: [f64; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
/// Points that are enough below the target for an extra round to be likely, in thousands.
const SHORT: f64 = 2.0;
/// How far the target lies above the mean in the games that the model learns from, in thousands.
const USUAL_TARGET: f64 = 5.0;

/// Changes with the meaning of the figures.
pub(super) const MEANING: &str = "placement 1: above the mean and with stakes, leads by six scales, with stakes by 4 \
     and 16, over the best by 2 to 16, over the dealer by 4 to 16, deal, honba, lead with the deal, third and fourth \
     to deal; points by 4 and 8, last's lead; over the target by 1 to 16, short: by 2 to 8, deal, leads by 4 and 16, \
     deal by 4";

/// Points, deal, honba and sticks before a round, ready to be compared seat by seat.
#[derive(Clone, Debug)]
pub struct Standings {
    players: Players,
    /// How far the game has come.
    stage: RoundsLeft,
    dealer: usize,
    /// At most 4.
    honba: f64,
    /// What lies on the table for the next winner: 0 to 1.5.
    stakes: f64,
    /// Thousands of points; of equal ones the seat that dealt first is ahead.
    points: [f64; 4],
    /// Over the mean, in tens of thousands.
    above: [f64; 4],
    /// The lead of one seat over another by [`SCALES`].
    leads: [[[f64; SCALES.len()]; 4]; 4],
    /// The lead over the target by the first five of them.
    target: [[f64; SCALES.len() - 1]; 4],
    /// How far everybody is from the target that ends the game: 0 to 1.
    short: f64,
    /// How far points of 4 and 8 thousand are from none.
    solid: [[f64; 2]; 4],
    lowest: usize,
}

/// tanh of x, 2 x, 4 x and so on, the last number first.
fn doubled<const N: usize>(x: f64) -> [f64; N] {
    let mut t = libm::tanh(x);
    let mut all = [0.0; N];
    for place in all.iter_mut().rev() {
        *place = t;
        t = 2.0 * t / (1.0 + t * t);
    }
    all
}

impl Standings {
    /// Before the round that begins so; `last` is the wind of the last planned rounds.
    pub fn new(carry: &Carry, last: Wind, rules: &Rules) -> Standings {
        let scores = carry.scores.0.map(|points| f64::from(points) / 1_000.0);
        // the smallest difference is a tenth
        let points: [f64; 4] = std::array::from_fn(|seat| scores[seat] - 0.01 * seat as f64);
        let players = rules.players;
        let count = players.count();
        let mean = scores[..count].iter().sum::<f64>() / count as f64;
        let most = scores[..count].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sudden = rules.extra_round == ExtraRound::SuddenDeath;
        // where nobody needs the target, the best has reached it
        let target =
            if sudden { f64::from(rules.target) / 1_000.0 } else { most.min(mean + USUAL_TARGET) } - 0.05;
        let honba = f64::from(carry.honba.min(4));
        let mut leads = [[[0.0; SCALES.len()]; 4]; 4];
        for a in 0..4 {
            for b in a + 1..4 {
                leads[a][b] = doubled((points[a] - points[b]) / SCALES[SCALES.len() - 1]);
                leads[b][a] = leads[a][b].map(|lead| -lead);
            }
        }
        let lowest = (0..count).fold(0, |low, seat| if points[seat] < points[low] { seat } else { low });
        Standings {
            players,
            stage: RoundsLeft::of(carry, last, players),
            dealer: carry.dealer.index(),
            honba,
            stakes: (honba + 2.0 * f64::from(carry.sticks.min(3))).min(6.0) / 4.0,
            points,
            above: scores.map(|own| (own - mean) / 10.0),
            leads,
            target: points.map(|own| doubled((own - target) / SCALES[SCALES.len() - 2])),
            short: if sudden { 0.5 - 0.5 * libm::tanh((most - target) / SHORT) } else { 0.0 },
            solid: points.map(|own| doubled(own / 8.0)),
            lowest,
        }
    }

    /// How many play.
    pub fn players(&self) -> Players {
        self.players
    }

    /// How far the game has come.
    pub fn stage(&self) -> RoundsLeft {
        self.stage
    }

    /// The figures of a seat that is compared with one, two or three others, as many as `N` needs.
    ///
    /// # Panics
    /// When there are other figures than `N`, which is a mistake in the program.
    pub fn figures<const N: usize>(&self, seat: Seat, rivals: &[Seat]) -> [f64; N] {
        let own = seat.index();
        let others = || rivals.iter().map(|rival| rival.index());
        let best = others().fold(None, |best: Option<usize>, other| match best {
            Some(best) if self.points[best] > self.points[other] => Some(best),
            _ => Some(other),
        });
        let over_best = best.map_or([0.0; SCALES.len()], |best| self.leads[own][best]);
        let over_dealer = if others().any(|other| other == self.dealer) {
            self.leads[own][self.dealer]
        } else {
            [0.0; SCALES.len()]
        };
        let mut leads = [0.0; SCALES.len()];
        others()
            .for_each(|other| leads.iter_mut().zip(self.leads[own][other]).for_each(|(sum, x)| *sum += x));
        let yes = |is: bool| if is { 1.0 } else { 0.0 };
        let deals = yes(own == self.dealer);

        let mut all = [0.0; N];
        let mut places = all.iter_mut();
        let mut put = |x: f64| *places.next().expect("no more figures than N") = x;
        put(self.above[own]);
        put(self.above[own] * self.stakes);
        leads.into_iter().for_each(&mut put);
        [leads[2], leads[4]].into_iter().for_each(|lead| put(lead * self.stakes));
        over_dealer[2..5].iter().for_each(|lead| put(*lead));
        [deals, deals * yes(self.honba > 0.0), deals * self.honba].into_iter().for_each(&mut put);
        over_best[1..5].iter().for_each(|lead| put(deals * lead));
        let count = self.players.count();
        [2, 3].into_iter().for_each(|step| put(yes(step < count && (self.dealer + step) % count == own)));
        if rivals.len() > 1 {
            over_best[1..5].iter().for_each(|lead| put(*lead));
        }
        if rivals.len() + 1 == count {
            let target = self.target[own];
            target.into_iter().for_each(&mut put);
            target[1..4].iter().for_each(|lead| put(self.short * lead));
            put(self.short * deals);
            [leads[2], leads[4]].into_iter().for_each(|lead| put(self.short * lead));
            put(self.short * deals * target[2]);
        } else {
            put(self.leads[own][self.lowest][2]);
            self.solid[own].into_iter().for_each(&mut put);
        }
        assert!(places.next().is_none(), "no fewer figures than N");
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_is_the_hyperbolic_tangent() {
        for lead in [-70.0, -3.3, -0.01, 0.0, 0.1, 1.0, 12.5, 200.0] {
            let all: [f64; 6] = doubled(lead / 32.0);
            for (t, scale) in all.into_iter().zip(SCALES) {
                assert!((t - f64::tanh(lead / scale)).abs() < 1e-12, "{lead} / {scale}: {t}");
            }
        }
    }
}
