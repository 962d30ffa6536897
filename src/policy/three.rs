//! What tables of three players change: straight lines on top of what the nets of four say, and kita.

use super::discard::{OF_DISCARD, Question};
use super::inputs::Inputs;
use super::net::Scope;
use super::offer::{OF_CHOICE, OfferQuestion};
use super::{Discard, discard, offer};
use crate::dense::line;
use crate::hand::Deck;
use crate::params::{Params, ParamsError, layout_hash};
use crate::round::Table;
use crate::shape;
use crate::tile::{Kind, Players, Suit, Wind};
use std::sync::OnceLock;

/// How many numbers describe a discard: those of the net, what it says, the tile, and the danger beside a riichi.
pub const OF_LEAN: usize = OF_DISCARD + 9;
/// How many describe passing or a call.
pub const OF_CALL: usize = OF_CHOICE + 5;
/// How many describe a north that can be set aside.
pub const OF_KITA: usize = 16;

const NORTH: Kind = Kind::wind(Wind::North);

/// What the sections are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicySection {
    /// Every discard.
    Discards,
    /// Those where riichi was possible.
    Riichi,
    /// Calls and passing.
    Offers,
    /// Setting a north aside.
    Kita,
}

impl PolicySection {
    /// All of them.
    pub const ALL: [PolicySection; 4] =
        [PolicySection::Discards, PolicySection::Riichi, PolicySection::Offers, PolicySection::Kita];

    /// The section's name.
    pub fn section(self) -> String {
        format!("policy {self:?}").to_lowercase()
    }

    /// How many numbers it has, and the hash of what they mean.
    pub fn layout(self) -> (usize, u64) {
        let (len, meaning) = match self {
            PolicySection::Discards | PolicySection::Riichi => (OF_LEAN, discard::MEANING),
            PolicySection::Offers => (OF_CALL, offer::MEANING),
            PolicySection::Kita => (OF_KITA, "turn, shanten, norths, riichi, terminals and honours"),
        };
        (len, layout_hash(&format!("three 1 {self:?} {meaning} {len}")))
    }
}

/// The corrections, by part.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreePlayerPolicy([Vec<f32>; 4]);

impl ThreePlayerPolicy {
    /// Those of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other inputs.
    pub fn new(params: &Params) -> Result<ThreePlayerPolicy, ParamsError> {
        let numbers = |part: PolicySection| {
            let (len, layout) = part.layout();
            params.numbers(&part.section(), layout, len).map(<[f32]>::to_vec)
        };
        let [discards, riichi, offers, kita] = PolicySection::ALL;
        Ok(ThreePlayerPolicy([numbers(discards)?, numbers(riichi)?, numbers(offers)?, numbers(kita)?]))
    }

    /// Those that the crate carries.
    pub fn builtin() -> &'static ThreePlayerPolicy {
        static OF_THREE: OnceLock<ThreePlayerPolicy> = OnceLock::new();
        OF_THREE.get_or_init(|| Params::carried_of_three(ThreePlayerPolicy::new))
    }

    /// The same at a table of three; none at another.
    pub(super) fn at(table: &Table) -> Option<&'static ThreePlayerPolicy> {
        (table.rules().players == Players::Three).then(ThreePlayerPolicy::builtin)
    }

    /// Adds what three players change to the log-weights of some discards.
    pub(super) fn lean_to_discards(
        &self,
        scope: Scope,
        question: &Question,
        among: &[Discard],
        inputs: &Inputs,
        weights: &mut [f32],
    ) {
        let part = if scope == Scope::Riichi { PolicySection::Riichi } else { PolicySection::Discards };
        for ((weight, discard), row) in weights.iter_mut().zip(among).zip(&inputs.choices) {
            *weight += line(&self.0[part as usize], &of_discard(question, *discard, row, *weight)) as f32;
        }
    }

    /// Adds what they change to those of passing and of calls.
    pub(super) fn lean_to_calls(&self, question: &OfferQuestion, inputs: &Inputs, weights: &mut [f32]) {
        for (i, (weight, row)) in weights.iter_mut().zip(&inputs.choices).enumerate() {
            *weight +=
                line(&self.0[PolicySection::Offers as usize], &of_call(question, i > 0, row, *weight)) as f32;
        }
    }

    /// The probability that a north is set aside.
    pub(super) fn kita(&self, question: &Question) -> f64 {
        let odds = line(&self.0[PolicySection::Kita as usize], &of_kita(question));
        1.0 / (1.0 + libm::exp(-odds))
    }
}

fn yes(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn threatened(table: &Table, seat: crate::tile::Seat) -> bool {
    table.rules().players.others(seat).any(|other| table.player(other).riichi().is_some())
}

/// What describes a discard, whose inputs and log-weight are these.
pub fn of_discard(question: &Question, discard: Discard, row: &[f32], weight: f32) -> Vec<f32> {
    let kind = discard.tile.kind();
    let copies = question.hand.concealed()[kind];
    let seat = question.view.seat();
    let table = question.view.table();
    let (north, man) = (kind == NORTH, kind.suit() == Suit::Man);
    let mut numbers = row.to_vec();
    numbers.extend([
        weight,
        yes(north),
        yes(north && copies > 1),
        yes(man),
        yes(man && copies > 1),
        yes(man && copies > 2),
    ]);
    let riichi = yes(threatened(table, seat));
    let rate = question.danger.rate(discard.tile) as f32;
    let turn = (table.turn(seat) as f32 / 18.0).min(1.0);
    numbers.extend([
        riichi * super::around::log(rate),
        riichi * (5.0 * rate).min(2.0),
        turn * yes(kind.is_yaochu()),
    ]);
    debug_assert_eq!(numbers.len(), OF_LEAN);
    numbers
}

/// What describes passing or of a call, whose inputs and log-weight are these.
pub fn of_call(question: &OfferQuestion, call: bool, row: &[f32], weight: f32) -> Vec<f32> {
    let (table, seat) = (question.view.table(), question.view.seat());
    let call = yes(call);
    let mut numbers = row.to_vec();
    numbers.extend([
        weight,
        call * yes(threatened(table, seat)),
        call * (table.turn(seat) as f32 / 18.0).min(1.0),
        call * yes(table.dealer() == seat),
        call * table.player(seat).kita().len() as f32 / 4.0,
    ]);
    debug_assert_eq!(numbers.len(), OF_CALL);
    numbers
}

/// What describes a north that can be set aside.
pub fn of_kita(question: &Question) -> Vec<f32> {
    let (table, seat, hand) = (question.view.table(), question.view.seat(), question.hand);
    let norths = hand.concealed()[NORTH];
    let least = shape::shanten(hand).get();
    let honours: usize = hand.concealed().iter().filter(|(kind, _)| kind.is_honour()).map(|(_, n)| n).sum();
    let yaochu = hand.concealed().iter().filter(|(kind, _)| kind.is_yaochu()).count();
    let Deck::Three { kita } = hand.deck() else { unreachable!("kita is of three players") };
    let turn = table.turn(seat);
    let numbers = vec![
        1.0,
        yes(norths == 2),
        yes(norths == 3),
        yes(norths == 4),
        yes(least <= 0),
        yes(least == 1),
        yes(least >= 4),
        yes(threatened(table, seat)),
        yes(turn <= 2),
        yes(turn >= 10),
        yes(yaochu >= 9),
        yes(yaochu >= 11),
        yes(honours >= 7),
        yes(question.drawn.is_some_and(|tile| tile.kind() == NORTH)),
        yes(!hand.is_closed()),
        f32::from(kita) / 4.0,
    ];
    debug_assert_eq!(numbers.len(), OF_KITA);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Format, Provenance, Section};

    fn file(change: impl Fn(&mut Section)) -> Result<ThreePlayerPolicy, ParamsError> {
        let sections = PolicySection::ALL.map(|part| {
            let (len, layout) = part.layout();
            let (name, format) = (part.section(), Format::F32);
            let mut section = Section { name, layout, format, numbers: vec![0.0; len], samples: 0 };
            change(&mut section);
            section
        });
        ThreePlayerPolicy::new(&Params::new("a test", Provenance::default(), sections))
    }

    #[test]
    fn the_file_that_the_crate_carries_is_read_and_another_refused() {
        ThreePlayerPolicy::new(Params::of_three()).unwrap();
        assert!(file(|_| ()).is_ok());
        assert!(matches!(file(|section| section.layout ^= 1), Err(ParamsError::Layout { .. })));
        assert!(matches!(file(|section| section.numbers.push(1.0)), Err(ParamsError::Length { .. })));
    }
}
