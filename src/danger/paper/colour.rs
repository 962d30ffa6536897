//! What a hand is tinted in: one suit and honours, or several suits.

use crate::hand::Meld;
use crate::tile::Suit;

/// The colour of a hand; three of one suit with honours (honitsu and chinitsu), one of all the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// The number suit and honours, nothing else.
    One(Suit),
    /// More than one number suit.
    Mixed,
}

impl Colour {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// All, in the order of [`Colour::index`].
    pub const ALL: [Colour; 4] =
        [Colour::One(Suit::Man), Colour::One(Suit::Pin), Colour::One(Suit::Sou), Colour::Mixed];

    /// 0..4.
    pub fn index(self) -> usize {
        match self {
            Colour::One(suit) => suit.index(),
            Colour::Mixed => 3,
        }
    }

    /// Whether hands with these melds can have the colour: the seed's S_Color. A hand with melds of two
    /// number suits is mixed; any other can still be.
    pub fn possible(self, melds: &[Meld]) -> bool {
        match self {
            Colour::One(suit) => melds.iter().all(|m| [suit, Suit::Honour].contains(&m.kind().suit())),
            Colour::Mixed => true,
        }
    }

    /// The colours of a hand of these suits, bit by bit: one; all three for honours alone.
    pub(super) fn of_suits(suits: u8) -> std::ops::Range<usize> {
        match suits & 0b111 {
            0 => 0..3,
            0b001 => 0..1,
            0b010 => 1..2,
            0b100 => 2..3,
            _ => 3..4,
        }
    }
}
