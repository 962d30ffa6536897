//! A [`Kind`] is one of the 34 faces; a [`Tile`] is a physical tile, which can be a red five.

use std::fmt;

/// One of the three number suits, or the honours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Characters, `m`.
    Man = 0,
    /// Circles, `p`.
    Pin = 1,
    /// Bamboos, `s`.
    Sou = 2,
    /// Winds and dragons, `z`.
    Honour = 3,
}

impl Suit {
    /// All four, in the order of kinds.
    pub const ALL: [Suit; 4] = [Suit::Man, Suit::Pin, Suit::Sou, Suit::Honour];
    /// The three suits that have numbers, runs and red fives.
    pub const NUMBERS: [Suit; 3] = [Suit::Man, Suit::Pin, Suit::Sou];

    /// 0..4.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many kinds the suit has: 9, or 7 for the honours.
    pub const fn size(self) -> usize {
        match self {
            Suit::Honour => 7,
            _ => 9,
        }
    }

    /// The letter in mpsz notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Man => 'm',
            Suit::Pin => 'p',
            Suit::Sou => 's',
            Suit::Honour => 'z',
        }
    }

    /// The index of the suit's first kind.
    pub const fn first(self) -> usize {
        self as usize * 9
    }

    /// The five of a number suit; honours have none.
    pub const fn five(self) -> Option<Kind> {
        match self {
            Suit::Honour => None,
            _ => Some(Kind(self as u8 * 9 + 4)),
        }
    }
}

/// One of the 34 faces: 1m..9m, 1p..9p, 1s..9s, East, South, West, North, white, green, red.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 34;

    /// All 34 in order.
    pub const ALL: [Kind; 34] = {
        let mut all = [Kind(0); 34];
        let mut i = 0;
        while i < 34 {
            all[i] = Kind(i as u8);
            i += 1;
        }
        all
    };

    /// The kind with this index, 0..34.
    pub const fn new(index: usize) -> Option<Kind> {
        if index < 34 { Some(Kind(index as u8)) } else { None }
    }

    /// The kind of a suit by its number: 1..=9, for honours 1..=7 (ESWN, white, green, red).
    pub const fn of(suit: Suit, number: usize) -> Option<Kind> {
        if number >= 1 && number <= suit.size() {
            Some(Kind((suit.first() + number - 1) as u8))
        } else {
            None
        }
    }

    /// The round or seat wind's tile.
    pub const fn wind(wind: super::Wind) -> Kind {
        Kind(27 + wind as u8)
    }

    /// 0..34.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        match self.0 / 9 {
            0 => Suit::Man,
            1 => Suit::Pin,
            2 => Suit::Sou,
            _ => Suit::Honour,
        }
    }

    /// 1..=9; for honours 1..=7.
    pub const fn number(self) -> usize {
        self.0 as usize % 9 + 1
    }

    /// Winds and dragons.
    pub const fn is_honour(self) -> bool {
        self.0 >= 27
    }

    /// A wind tile.
    pub const fn is_wind(self) -> bool {
        self.0 >= 27 && self.0 < 31
    }

    /// A dragon tile.
    pub const fn is_dragon(self) -> bool {
        self.0 >= 31
    }

    /// A 1 or a 9.
    pub const fn is_terminal(self) -> bool {
        self.0 < 27 && matches!(self.0 % 9, 0 | 8)
    }

    /// A terminal or an honour (yaochuuhai).
    pub const fn is_yaochu(self) -> bool {
        self.is_honour() || self.is_terminal()
    }

    /// A five of a number suit: the only kinds that exist in red.
    pub const fn is_five(self) -> bool {
        self.0 < 27 && self.0 % 9 == 4
    }

    /// The dora that this kind shows when it is the indicator.
    pub const fn dora(self) -> Kind {
        Kind(match self.0 {
            8 | 17 | 26 => self.0 - 8,
            30 => 27,
            33 => 31,
            i => i + 1,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), self.suit().letter())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A physical tile: a kind, or a red five (`0m`, `0p`, `0s`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8); // 0..34 the kinds, 34..37 the red fives of m, p, s

impl Tile {
    /// How many there are: 34 kinds and 3 red fives.
    pub const COUNT: usize = 37;

    /// The tile with this index, 0..37: the 34 kinds, then the red fives of m, p, s.
    pub const fn new(index: usize) -> Option<Tile> {
        if index < 37 { Some(Tile(index as u8)) } else { None }
    }

    /// The tile that is not red.
    pub const fn plain(kind: Kind) -> Tile {
        Tile(kind.0)
    }

    /// The red five of a number suit; honours have none.
    pub const fn red_five(suit: Suit) -> Option<Tile> {
        match suit {
            Suit::Honour => None,
            _ => Some(Tile(34 + suit as u8)),
        }
    }

    /// 0..37.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its face.
    pub const fn kind(self) -> Kind {
        match self.0 {
            34 => Kind(4),
            35 => Kind(13),
            36 => Kind(22),
            i => Kind(i),
        }
    }

    /// Whether it is a red five.
    pub const fn is_red(self) -> bool {
        self.0 >= 34
    }
}

impl From<Kind> for Tile {
    fn from(kind: Kind) -> Tile {
        Tile::plain(kind)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_red() {
            write!(f, "0{}", self.kind().suit().letter())
        } else {
            fmt::Display::fmt(&self.kind(), f)
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of red fives: of the three number suits each has one or has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Reds(u8);

impl Reds {
    /// No red five.
    pub const NONE: Reds = Reds(0);
    /// All three.
    pub const ALL: Reds = Reds(7);

    /// The set with these bits: 1 for man, 2 for pin, 4 for sou.
    pub const fn from_bits(bits: u8) -> Option<Reds> {
        if bits < 8 { Some(Reds(bits)) } else { None }
    }

    /// 1 for man, 2 for pin, 4 for sou.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the red five of this suit is in the set; never for honours.
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> (suit as u8) & 1 == 1
    }

    /// The set with the red five of a number suit.
    #[must_use]
    pub const fn with(self, suit: Suit) -> Reds {
        Reds(self.0 | (1 << suit as u8) & 7)
    }

    /// The set without the red five of this suit.
    #[must_use]
    pub const fn without(self, suit: Suit) -> Reds {
        Reds(self.0 & !(1 << suit as u8))
    }

    /// 0..=3.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
