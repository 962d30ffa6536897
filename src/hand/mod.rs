//! A player's hand: concealed tiles and melds, checked once, in two types for its two sizes.

mod meld;
pub mod notation;

pub use meld::{Call, From, Group, Meld, MeldError};

use crate::tile::{Counts, Kind, Players, Reds, Tile, Wind};
use arrayvec::ArrayVec;

/// At most four melds.
pub type Melds = ArrayVec<Meld, 4>;

/// The tiles that a hand is dealt from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deck {
    /// Of four players.
    Four,
    /// Of three players: without 2m to 8m, and without chi.
    Three {
        /// Norths that the player has set aside (kita).
        kita: u8,
    },
}

impl Deck {
    /// That of a table, when the player has set aside so many norths; none with four players.
    pub const fn of(players: Players, kita: u8) -> Option<Deck> {
        match (players, kita) {
            (Players::Four, 0) => Some(Deck::Four),
            (Players::Four, _) => None,
            (Players::Three, kita) => Some(Deck::Three { kita }),
        }
    }

    /// How many play.
    pub const fn players(self) -> Players {
        match self {
            Deck::Four => Players::Four,
            Deck::Three { .. } => Players::Three,
        }
    }

    /// Norths that the player has set aside.
    pub const fn kita(self) -> u8 {
        match self {
            Deck::Four => 0,
            Deck::Three { kita } => kita,
        }
    }
}

/// How many tiles they are, a meld counted as three.
pub(crate) fn counted(concealed: usize, melds: usize) -> String {
    let tiles = format!("{concealed} {}", if concealed == 1 { "tile" } else { "tiles" });
    match melds {
        0 => tiles,
        1 => format!("{tiles} and a meld, which counts as three, make {}", concealed + 3),
        _ => format!("{tiles} and {melds} melds, which count as three each, make {}", concealed + 3 * melds),
    }
}

/// Why tiles and melds are no hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HandError {
    /// Not 13 (waiting) or 14 (drawn) tiles, a meld counted as three.
    #[error("{}: {expected} are needed", counted(*concealed, *melds))]
    Size {
        /// Concealed tiles given.
        concealed: usize,
        /// Melds given.
        melds: usize,
        /// 13 or 14.
        expected: usize,
    },
    /// A tile that three players do not have.
    #[error("{kind} does not exist with three players: 2m to 8m are left out")]
    NotInDeck {
        /// The kind.
        kind: Kind,
    },
    /// A chi of three players.
    #[error("three players call no chi: {kind} cannot begin a run in a meld")]
    ChiOfThree {
        /// The lowest kind of the run.
        kind: Kind,
    },
    /// More than four of a kind in hand, melds and what is visible.
    #[error("{kind} occurs {count} times; there are four")]
    TooManyCopies {
        /// The kind.
        kind: Kind,
        /// How often it occurs.
        count: usize,
    },
    /// A red five twice, or one that is not among the tiles.
    #[error("the red five {tile} occurs {count} times; there is one, and it counts as one of the fives")]
    RedFive {
        /// The red five.
        tile: Tile,
        /// How often it occurs.
        count: usize,
    },
    /// All four fives of a suit are accounted for and none of them is the red one.
    #[error("all four {kind} are accounted for, and none of them is the red one")]
    MissingRed {
        /// The five.
        kind: Kind,
    },
}

/// Concealed tiles, their red fives and melds: the part that both sizes of hand share.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct HandTiles {
    concealed: Counts,
    reds: Reds,
    melds: Melds,
    deck: Deck,
}

impl HandTiles {
    fn new(
        deck: Deck,
        concealed: Counts,
        reds: Reds,
        melds: Melds,
        expected: usize,
    ) -> Result<HandTiles, HandError> {
        let tiles = concealed.total();
        if tiles + 3 * melds.len() != expected {
            return Err(HandError::Size { concealed: tiles, melds: melds.len(), expected });
        }
        let held = HandTiles { concealed, reds, melds, deck };
        let mut all = [0; 34];
        held.for_each(|kind, n| all[kind.index()] += n);
        if deck.players() == Players::Three {
            let missing = |kind: &Kind| all[kind.index()] > 0 && !Players::Three.has(*kind);
            if let Some(kind) = Kind::ALL.into_iter().find(missing) {
                return Err(HandError::NotInDeck { kind });
            }
            if let Some(chi) = held.melds.iter().find(|meld| matches!(meld.call(), Call::Chi { .. })) {
                return Err(HandError::ChiOfThree { kind: chi.kind() });
            }
        }
        all[Kind::wind(Wind::North).index()] += usize::from(deck.kita());
        if let Some(i) = all.iter().position(|&n| n > 4) {
            return Err(HandError::TooManyCopies { kind: Kind::ALL[i], count: all[i] });
        }
        for suit in crate::tile::Suit::NUMBERS {
            let (Some(five), Some(tile)) = (suit.five(), Tile::red_five(suit)) else { continue };
            let in_melds = held.melds.iter().filter(|m| m.has_red() && m.kind().suit() == suit).count();
            let count = in_melds + usize::from(reds.contains(suit));
            if count > 1 || (reds.contains(suit) && held.concealed[five] == 0) {
                return Err(HandError::RedFive { tile, count });
            }
        }
        Ok(held)
    }

    fn for_each(&self, mut f: impl FnMut(Kind, usize)) {
        self.concealed.iter().for_each(|(k, n)| f(k, n));
        self.melds.iter().flat_map(|m| m.kinds()).for_each(|(k, n)| f(k, n));
    }

    /// Tiles of each kind in the concealed part and the melds together.
    fn owned(&self) -> Counts {
        let mut all = [0; 34];
        self.for_each(|kind, n| all[kind.index()] += n as u8);
        Counts::new(all).expect("checked when the hand was made")
    }

    fn all_reds(&self) -> Reds {
        let melds = self.melds.iter().filter(|m| m.has_red());
        melds.fold(self.reds, |reds, meld| reds.with(meld.kind().suit()))
    }
}

macro_rules! hand {
    ($(#[$doc:meta])* $name:ident, $size:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct $name(HandTiles);

        impl $name {
            /// How many tiles it has, a meld counted as three.
            pub const SIZE: usize = $size;

            /// A hand of four players: checks the number of tiles, copies and red fives.
            ///
            /// `reds` are the red fives among the concealed tiles; `concealed` counts them as fives.
            pub fn new(concealed: Counts, reds: Reds, melds: Melds) -> Result<$name, HandError> {
                $name::of(Deck::Four, concealed, reds, melds)
            }

            /// The same from any deck.
            pub fn of(deck: Deck, concealed: Counts, reds: Reds, melds: Melds) -> Result<$name, HandError> {
                HandTiles::new(deck, concealed, reds, melds, $size).map($name)
            }

            /// The tiles that it is dealt from, and the norths set aside.
            pub const fn deck(&self) -> Deck {
                self.0.deck
            }

            /// The tiles that are not in melds, red fives counted as fives.
            pub const fn concealed(&self) -> &Counts {
                &self.0.concealed
            }

            /// The red fives among the concealed tiles.
            pub const fn reds(&self) -> Reds {
                self.0.reds
            }

            /// The melds in the order they were made.
            pub fn melds(&self) -> &[Meld] {
                &self.0.melds
            }

            /// Whether no meld opens it.
            pub fn is_closed(&self) -> bool {
                !self.0.melds.iter().any(Meld::is_open)
            }

            /// Tiles of each kind in the concealed part and the melds together; norths set aside are left out.
            pub fn owned(&self) -> Counts {
                self.0.owned()
            }

            /// Red fives in the concealed part and the melds together.
            pub fn all_reds(&self) -> Reds {
                self.0.all_reds()
            }
        }
    };
}

hand! {
    /// A hand between turns: 13 tiles, a meld counted as three.
    WaitingHand, 13
}

hand! {
    /// A hand that has drawn or claimed a tile: 14 tiles, a meld counted as three.
    DrawnHand, 14
}

impl WaitingHand {
    /// The hand with one tile more.
    pub fn draw(&self, tile: Tile) -> Result<DrawnHand, HandError> {
        let mut held = self.0.clone();
        let full = |_| HandError::TooManyCopies { kind: tile.kind(), count: 5 };
        held.concealed.add(tile.kind()).map_err(full)?;
        if tile.is_red() {
            if held.all_reds().contains(tile.kind().suit()) {
                return Err(HandError::RedFive { tile, count: 2 });
            }
            held.reds = held.reds.with(tile.kind().suit());
        }
        HandTiles::new(held.deck, held.concealed, held.reds, held.melds, DrawnHand::SIZE).map(DrawnHand)
    }
}

impl DrawnHand {
    /// The tiles that can be discarded, in order: each kind once, and a red five beside its plain five.
    pub fn discards(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..Tile::COUNT).filter_map(Tile::new).filter(|&tile| self.holds(tile))
    }

    fn holds(&self, tile: Tile) -> bool {
        let kind = tile.kind();
        let red = self.0.reds.contains(kind.suit()) && kind.is_five();
        if tile.is_red() { red } else { self.0.concealed[kind] > u8::from(red) }
    }

    /// The hand with one tile exchanged for another; `None` if it does not hold the one, or cannot hold the other beside the rest.
    pub(crate) fn exchange(&self, goes: Tile, comes: Tile) -> Option<DrawnHand> {
        let mut held = self.0.clone();
        held.concealed.remove(goes.kind()).ok()?;
        let kind = comes.kind();
        let in_melds: usize = held
            .melds
            .iter()
            .flat_map(Meld::kinds)
            .filter(|&(of, _)| of == kind)
            .map(|(_, tiles)| tiles)
            .sum();
        let aside = if kind == Kind::wind(Wind::North) { usize::from(held.deck.kita()) } else { 0 };
        let full = usize::from(held.concealed[kind]) + in_melds + aside > 3;
        if !self.holds(goes) || full || !held.deck.players().has(kind) {
            return None;
        }
        held.concealed.add(kind).ok()?;
        if goes.is_red() {
            held.reds = held.reds.without(goes.kind().suit());
        }
        if comes.is_red() {
            if held.all_reds().contains(kind.suit()) {
                return None;
            }
            held.reds = held.reds.with(kind.suit());
        }
        Some(DrawnHand(held))
    }

    /// The hand with a north set aside (kita); `None` if it holds none, or four play.
    pub fn kita(&self) -> Option<WaitingHand> {
        let mut held = self.0.clone();
        held.deck = match held.deck {
            Deck::Four => return None,
            Deck::Three { kita } => Deck::Three { kita: kita + 1 },
        };
        held.concealed.remove(Kind::wind(Wind::North)).ok()?;
        Some(WaitingHand(held))
    }

    /// The hand without one tile; `None` if it does not hold that tile.
    pub fn discard(&self, tile: Tile) -> Option<WaitingHand> {
        if !self.holds(tile) {
            return None;
        }
        let mut held = self.0.clone();
        held.concealed.remove(tile.kind()).ok()?;
        if tile.is_red() {
            held.reds = held.reds.without(tile.kind().suit());
        }
        Some(WaitingHand(held))
    }
}

/// The tiles that a seat cannot see: what it can still draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unseen {
    counts: Counts,
    reds: Reds,
}

impl Unseen {
    /// What is left of 136 tiles when `seen` (own tiles, melds, rivers, indicators) are known.
    ///
    /// `reds` are the red fives that exist and have not been seen. All four fives of a suit can
    /// only be seen together with the red one.
    pub fn new(seen: &Counts, reds: Reds) -> Result<Unseen, HandError> {
        Unseen::of(Players::Four, seen, reds)
    }

    /// The same of all tiles that so many players have; norths set aside are seen.
    pub fn of(players: Players, seen: &Counts, reds: Reds) -> Result<Unseen, HandError> {
        let mut left = [0; 34];
        for (left, kind) in left.iter_mut().zip(Kind::ALL) {
            let none = HandError::NotInDeck { kind };
            *left = players.copies(kind).checked_sub(seen[kind]).ok_or(none)?;
        }
        let counts = Counts::new(left).expect("4 - n is at most 4");
        for suit in crate::tile::Suit::NUMBERS {
            if let Some(kind) = suit.five().filter(|&k| reds.contains(suit) && counts[k] == 0) {
                return Err(HandError::MissingRed { kind });
            }
        }
        Ok(Unseen { counts, reds })
    }

    /// These tiles, where nobody asks which fives are red.
    pub const fn plain(counts: Counts) -> Unseen {
        Unseen { counts, reds: Reds::NONE }
    }

    /// Unseen tiles of each kind, red fives counted as fives.
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The red fives that have not been seen.
    pub const fn reds(&self) -> Reds {
        self.reds
    }

    /// The tiles with how many of each, a red five apart from plain ones.
    pub fn tiles(&self) -> impl Iterator<Item = (Tile, usize)> + '_ {
        self.counts.iter().flat_map(|(kind, count)| {
            let red =
                Tile::red_five(kind.suit()).filter(|_| kind.is_five() && self.reds.contains(kind.suit()));
            let plain = count - usize::from(red.is_some());
            red.map(|tile| (tile, 1)).into_iter().chain((plain > 0).then_some((Tile::plain(kind), plain)))
        })
    }

    /// Number of unseen tiles: the wall, the dead wall and the other hands.
    pub fn total(&self) -> usize {
        self.counts.total()
    }
}
