//! What a deal-in costs, by han and fu: sums of probabilities that become payments.

use crate::danger::{Payment, Risk};
use crate::rules::Rules;
use crate::score::{Pot, Value, income};
use crate::sort;

/// Places of [`Price::cell`].
pub const CELLS: usize = 16 * FU;
const FU: usize = 16; // 12 are used: a power of two is divided by quickly
/// Stands in the place of han for a yakuman; 13 han are counted.
pub const YAKUMAN: u8 = 14;

/// Han and fu as a place in a table, for wins by ron.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Price {
    han: u8,
    fu: u8,
}

impl Price {
    /// The price of a value.
    pub fn of(value: Value) -> Price {
        match value {
            Value::Han { han, fu } => Price { han: han.min(13), fu: (fu / 10).min(11) },
            Value::Yakuman(_) => Price { han: YAKUMAN, fu: 3 },
        }
    }

    /// Of 1..=13 han, or [`YAKUMAN`], and tens of fu; 2 stands for the 25 fu of seven pairs, since no ron
    /// has 20.
    pub const fn new(han: u8, tens: u8) -> Price {
        Price { han: if han < YAKUMAN { han } else { YAKUMAN }, fu: if tens < 11 { tens } else { 11 } }
    }

    /// With dora; 13 han are the most, and a yakuman stays one.
    #[must_use]
    pub fn plus(self, dora: u8) -> Price {
        if self.han == YAKUMAN { self } else { Price { han: (self.han + dora).min(13), ..self } }
    }

    /// Its place among [`CELLS`].
    pub fn cell(self) -> usize {
        usize::from(self.han) * FU + usize::from(self.fu)
    }

    /// The price of a place.
    pub fn at(cell: usize) -> Price {
        Price { han: (cell / FU) as u8, fu: (cell % FU) as u8 }
    }

    /// 1..=13, 14 for a yakuman.
    pub fn han(self) -> u8 {
        self.han
    }

    /// Tens of fu; 2 for 25, 11 for 110 and more.
    pub fn tens(self) -> u8 {
        self.fu
    }

    /// What a hand of this price is worth.
    pub fn value(self) -> Value {
        match self.han {
            YAKUMAN => Value::Yakuman(1),
            _ => Value::Han { han: self.han, fu: if self.fu == 2 { 25 } else { 10 * self.fu } },
        }
    }
}

/// The probabilities of a tile's prices; they add up to the probability that it deals in.
#[derive(Clone, PartialEq, Debug)]
pub struct Prices(pub(super) [f64; CELLS]);

impl Prices {
    /// The tile does not deal in.
    pub const NONE: Prices = Prices([0.0; CELLS]);

    /// The probability that the tile deals in.
    pub fn rate(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The probability of a price.
    pub fn of(&self, price: Price) -> f64 {
        self.0[price.cell()]
    }

    /// The prices that can be, with their probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (Price, f64)> + '_ {
        let possible = self.0.iter().enumerate().filter(|(_, rate)| **rate > 0.0);
        possible.map(|(cell, &rate)| (Price::at(cell), rate))
    }

    /// The risk of a tile with so many dora more than the plain one, paid to a dealer or not; without facts.
    pub fn risk(&self, more: u8, dealer: bool, rules: &Rules) -> Risk {
        let rate = self.rate();
        if rate == 0.0 {
            return Risk::NONE;
        }
        let points = |price: Price| income(price.plus(more).value(), dealer, false, rules, Pot::EMPTY);
        let mut payments: Vec<Payment> = self
            .iter()
            .map(|(price, p)| Payment { points: points(price).unsigned_abs(), rate: p / rate })
            .collect();
        sort::by_key(&mut payments, |p| p.points);
        payments.dedup_by(|next, kept| {
            let same = next.points == kept.points;
            kept.rate += if same { next.rate } else { 0.0 };
            same
        });
        Risk { rate, payments, facts: Vec::new() }
    }
}
