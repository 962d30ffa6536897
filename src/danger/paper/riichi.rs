//! Where an opponent in riichi waits, and for what: 5.3, eq. 19 to 34.

use super::numbers::{Numbers, Short};
use super::prices::{Price, Prices};
use super::waits::{ClosedWait, PLACES, WaitForm};
use crate::round::{Manner, Player, RiverTile, Table};
use crate::tile::{Counts, Kind, KindSet, Seat, Suit};

/// Conditions y on the river and a suit: its red five is discarded; a number is discarded; a number is
/// discarded and later an honour out of the hand. See [`conditions`].
pub const CONDITIONS: usize = 1 + 9 + 9;

/// How often closed tenpai hands wait in which form and place.
#[derive(Clone, PartialEq, Debug)]
pub struct RiichiWaits {
    /// Eq. 26: hands with a two-sided wait, by the number of two-sided waits that are not furiten.
    pub two_sided: [f64; 19],
    /// Eq. 28: each form among hands without a two-sided wait; 0 for the two-sided one.
    pub forms: [f64; WaitForm::COUNT],
    /// Eq. 31 for waits in number suits: by [`ClosedWait::place`].
    pub places: [f64; PLACES],
    /// Eq. 31 for pairs, then single tiles, of honours, by the han of a triplet.
    pub honours: [[f64; 3]; 2],
    /// Eq. 33: by place and condition, how much more often such a hand waits there.
    pub odds: Vec<[f64; CONDITIONS]>,
    /// Eq. 29: by form, for waits that cannot be when one or two more tiles are seen.
    pub spare: [[f64; 2]; WaitForm::COUNT],
}

/// What deal-ins cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Bill {
    /// Eq. 24: by han that the wait has no part in, 0..=13; 14 for a yakuman.
    pub han: [f64; 15],
    /// Eq. 24: by tens of fu, 2 for seven pairs.
    pub fu: [f64; 12],
}

/// How many two-sided waits are not furiten: the number l of suji left, 0..=18.
pub fn suji_left(furiten: KindSet) -> usize {
    let waits = ClosedWait::all().filter(|wait| wait.form() == WaitForm::TwoSided);
    waits.filter(|wait| !wait.kinds().any(|kind| furiten.contains(kind))).count()
}

/// Which conditions on a suit the discards fulfil: those up to the riichi tile, or all without riichi.
pub fn conditions(player: &Player, suit: Suit) -> [bool; CONDITIONS] {
    let end = player.riichi().map_or(player.river().len(), |riichi| riichi.discard + 1);
    let river = &player.river()[..end];
    let honour = |tile: &RiverTile| tile.manner == Manner::Tedashi && tile.tile.kind().is_honour();
    let last_honour = river.iter().rposition(honour);
    let mut fulfilled = [false; CONDITIONS];
    for (i, tile) in river.iter().enumerate().filter(|(_, tile)| tile.tile.kind().suit() == suit) {
        let number = tile.tile.kind().number() - 1;
        fulfilled[0] |= tile.tile.is_red();
        fulfilled[1 + number] = true;
        fulfilled[10 + number] |= last_honour > Some(i);
    }
    fulfilled
}

/// The han of a triplet of this kind.
pub fn yakuhai(kind: Kind, table: &Table, seat: Seat) -> u8 {
    let winds = [table.wind(), seat.wind(table.dealer())].map(Kind::wind);
    u8::from(kind.is_dragon()) + winds.into_iter().filter(|&wind| wind == kind).count() as u8
}

/// The han that a wait and its winning tile bring: s in eq. 23; dora among their tiles, and a triplet of
/// yakuhai.
pub fn shift(wait: ClosedWait, kind: Kind, shown: &[u8; 34], yakuhai: u8) -> u8 {
    let dora: u8 = wait.needs().map(|(kind, n)| n * shown[kind.index()]).sum();
    let triplet = if matches!(wait, ClosedWait::Pair(_)) { yakuhai } else { 0 };
    dora + shown[kind.index()] + triplet
}

/// The factors of all waits that can be, eq. 34, and what they make of eq. 22.
pub(super) struct ClosedPrices<'a> {
    waits: &'a RiichiWaits,
    bill: &'a Bill,
}

impl<'a> ClosedPrices<'a> {
    pub fn new(waits: &'a RiichiWaits, bill: &'a Bill) -> ClosedPrices<'a> {
        ClosedPrices { waits, bill }
    }

    /// The prices of each kind against a closed tenpai hand: eq. 25.
    pub fn prices(&self, table: &Table, seat: Seat, unseen: &Counts, shown: &[u8; 34]) -> Vec<Prices> {
        let mut prices = vec![Prices::NONE; Kind::COUNT];
        for (wait, rate) in self.waits.rates(table, seat, unseen) {
            for kind in wait.kinds() {
                let shift = shift(wait, kind, shown, yakuhai(kind, table, seat));
                self.bill.charge(&mut prices[kind.index()], rate, shift);
            }
        }
        for kind in &mut prices {
            // waits of different forms are added as if no hand had both: late in a round that can pass 1
            let rate = kind.rate();
            if rate > 1.0 {
                kind.0.iter_mut().for_each(|p| *p /= rate);
            }
        }
        prices
    }
}

impl RiichiWaits {
    /// The probability of each wait given that the hand is tenpai: eq. 22. They add up to more than 1, a hand
    /// can have several.
    pub fn rates(&self, table: &Table, seat: Seat, unseen: &Counts) -> Vec<(ClosedWait, f64)> {
        let player = table.player(seat);
        let forms = self.form_rates(suji_left(player.furiten()));
        let factors = self.factors(table, seat, unseen);
        let mut sums = [0.0; WaitForm::COUNT];
        factors.iter().for_each(|(wait, factor)| sums[wait.form() as usize] += factor);
        let rate = |(wait, factor): (ClosedWait, f64)| {
            let form = wait.form();
            (wait, forms[form as usize] * form.times() * factor / sums[form as usize])
        };
        factors.into_iter().map(rate).collect()
    }

    /// The probability of each form: eq. 26 and 28.
    fn form_rates(&self, suji: usize) -> [f64; WaitForm::COUNT] {
        let two_sided = self.two_sided[suji];
        WaitForm::ALL.map(|form| match form {
            WaitForm::TwoSided => two_sided,
            other => (1.0 - two_sided) * self.forms[other as usize],
        })
    }

    /// The factors f of eq. 34 that are not 0.
    pub fn factors(&self, table: &Table, seat: Seat, unseen: &Counts) -> Vec<(ClosedWait, f64)> {
        let furiten = table.player(seat).furiten();
        let possible = ClosedWait::all().filter(|wait| !wait.kinds().any(|kind| furiten.contains(kind)));
        let habits = self.habits(table, seat);
        let factor = |wait: ClosedWait| {
            let spare = match wait.spare(unseen) {
                0 => 0.0,
                3 => 1.0,
                n => self.spare[wait.form() as usize][n - 1],
            };
            (wait, spare * habits(wait))
        };
        possible.map(factor).filter(|(_, factor)| *factor > 0.0).collect()
    }

    /// The factor of eq. 33.
    pub fn habits(&self, table: &Table, seat: Seat) -> impl Fn(ClosedWait) -> f64 {
        let player = table.player(seat);
        let fulfilled = Suit::NUMBERS.map(|suit| conditions(player, suit));
        let odds: Vec<[f64; PLACES]> = fulfilled
            .iter()
            .map(|fulfilled| {
                std::array::from_fn(|place| {
                    let odds = self.odds[place].iter().zip(fulfilled).filter(|(_, y)| **y);
                    odds.map(|(odds, _)| odds).product::<f64>() * self.places[place]
                })
            })
            .collect();
        let honours = Kind::ALL.map(|kind| usize::from(yakuhai(kind, table, seat)));
        move |wait: ClosedWait| match wait.place() {
            Some(place) => odds[wait.suit().index()][place],
            None => {
                let kind = wait.kinds().next().map_or(0, Kind::index);
                self.honours[usize::from(wait.form() == WaitForm::Single)][honours[kind]]
            }
        }
    }

    pub(super) fn read(numbers: &mut Numbers) -> Result<RiichiWaits, Short> {
        Ok(RiichiWaits {
            two_sided: numbers.row()?,
            forms: numbers.row()?,
            places: numbers.row()?,
            honours: [numbers.row()?, numbers.row()?],
            odds: (0..PLACES).map(|_| numbers.row()).collect::<Result<_, _>>()?,
            spare: [numbers.row()?, numbers.row()?, numbers.row()?, numbers.row()?],
        })
    }

    pub(super) fn write(&self, numbers: &mut Vec<f32>) {
        let rows = [&self.two_sided[..], &self.forms, &self.places, self.honours.as_flattened()];
        let rows =
            rows.into_iter().flatten().chain(self.odds.as_flattened()).chain(self.spare.as_flattened());
        numbers.extend(rows.map(|&number| number as f32));
    }
}

impl Bill {
    /// Adds the prices of a wait of this probability that brings so many han: eq. 23.
    fn charge(&self, prices: &mut Prices, rate: f64, shift: u8) {
        for (han, han_rate) in self.han.iter().enumerate().filter(|(_, rate)| **rate > 0.0) {
            for (tens, fu_rate) in self.fu.iter().enumerate().filter(|(_, rate)| **rate > 0.0) {
                // seven pairs are two han themselves: one han has 30 fu
                let tens = if tens == 2 && han + usize::from(shift) < 2 { 3 } else { tens };
                let price = Price::new(han as u8, tens as u8).plus(shift);
                prices.0[price.cell()] += rate * han_rate * fu_rate;
            }
        }
    }

    pub(super) fn read(numbers: &mut Numbers) -> Result<Bill, Short> {
        Ok(Bill { han: numbers.row()?, fu: numbers.row()? })
    }

    pub(super) fn write(&self, numbers: &mut Vec<f32>) {
        numbers.extend(self.han.iter().chain(&self.fu).map(|&number| number as f32));
    }
}
