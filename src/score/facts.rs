//! What the tests of yaku look at: a won hand, and one of its forms, as sets of bits.

use super::win::{Table, Win};
use crate::hand::{Deck, Group, Meld, WaitingHand};
use crate::rules::Rules;
use crate::shape::Wait;
use crate::shape::forms::{Form, Standard};
use crate::tile::{Kind, Reds, Tile, Wind};

/// A set of kinds: bit `i` is the kind with index `i`.
pub(super) type Kinds = u64;

/// The 27 kinds of the number suits.
pub(super) const NUMBERS: Kinds = (1 << 27) - 1;
/// The seven honours.
pub(super) const HONOURS: Kinds = 0x7f << 27;
/// The four winds.
pub(super) const WINDS: Kinds = 0xf << 27;
/// The three dragons.
pub(super) const DRAGONS: Kinds = 7 << 31;
/// Ones and nines.
pub(super) const TERMINALS: Kinds = (1 | 1 << 8) * (1 | 1 << 9 | 1 << 18);
/// Terminals and honours.
pub(super) const YAOCHU: Kinds = TERMINALS | HONOURS;

/// The bit of a kind.
pub(super) const fn bit(kind: Kind) -> Kinds {
    1 << kind.index()
}

/// How a hand is won, at which table, and by which rules.
#[derive(Clone, Copy)]
pub struct Circumstances<'a> {
    /// How it is won.
    pub win: &'a Win,
    /// The table.
    pub table: &'a Table,
    /// The rules.
    pub rules: &'a Rules,
}

/// The tiles of a hand.
struct HandTiles<'a> {
    deck: Deck,
    melds: &'a [Meld],
    /// The concealed ones.
    held: [u8; 34],
    reds: Reds,
}

/// A hand with its winning tile, and how it was won.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub win: &'a Win,
    pub table: &'a Table,
    pub rules: &'a Rules,
    pub melds: &'a [Meld],
    pub deck: Deck,
    /// The concealed tiles before the win.
    pub held: [u8; 34],
    /// Red fives in the hand and its melds, the winning tile left out.
    pub reds: Reds,
    pub tile: Tile,
    pub closed: bool,
    /// Kinds in the hand, its melds and the winning tile.
    pub kinds: Kinds,
    /// How many of each kind, in the same places.
    pub owned: [u8; 34],
    pub kans: u8,
    /// Runs in melds, by their lowest kind.
    runs: Kinds,
    /// Triplets and kans in melds.
    triplets: Kinds,
    /// Those of them that are concealed.
    ankan: u8,
    /// Their fu.
    fu: u8,
}

/// One form of a hand.
pub(super) struct FormReading {
    /// Runs by their lowest kind.
    pub runs: Kinds,
    /// Pairs of equal runs among the concealed ones.
    pub twins: u8,
    /// Triplets and kans.
    pub triplets: Kinds,
    /// How many of them are concealed; a triplet that a ron completes is not.
    pub ankou: u8,
    /// The pair of a standard form, or nothing.
    pub pair: Kinds,
    pub wait: Wait,
    /// Fu of triplets and kans.
    pub group_fu: u8,
}

/// Fu of a concealed triplet.
const fn triplet_fu(kind: Kind) -> u8 {
    if kind.is_yaochu() { 8 } else { 4 }
}

impl<'a> Facts<'a> {
    pub fn new(hand: &'a WaitingHand, tile: Tile, won: Circumstances<'a>) -> Facts<'a> {
        let held = *hand.concealed().as_array();
        let tiles = HandTiles { deck: hand.deck(), melds: hand.melds(), held, reds: hand.all_reds() };
        Facts::of_tiles(&tiles, tile, won)
    }

    /// The facts of a hand that is known by its groups alone, without red fives.
    pub fn of_groups(melds: &'a [Meld], form: &Standard, tile: Kind, won: Circumstances<'a>) -> Facts<'a> {
        let mut held = [0; 34];
        held[form.pair.index()] += 2;
        form.groups().iter().flat_map(|g| g.kinds()).for_each(|(kind, n)| held[kind.index()] += n as u8);
        held[tile.index()] -= 1;
        let tiles = HandTiles { deck: Deck::Four, melds, held, reds: Reds::NONE };
        Facts::of_tiles(&tiles, Tile::plain(tile), won)
    }

    fn of_tiles(tiles: &HandTiles<'a>, tile: Tile, won: Circumstances<'a>) -> Facts<'a> {
        let HandTiles { deck, melds, held, reds } = *tiles;
        let Circumstances { win, table, rules } = won;
        let mut owned = held;
        owned[tile.kind().index()] += 1;
        let (mut runs, mut triplets, mut kans, mut ankan, mut fu) = (0, 0, 0, 0, 0);
        let mut closed = true;
        for meld in melds {
            let open = meld.is_open();
            closed &= !open;
            let i = meld.kind().index();
            match meld.group() {
                Group::Run(low) => {
                    runs |= bit(low);
                    owned[i..i + 3].iter_mut().for_each(|n| *n += 1);
                }
                Group::Triplet(kind) => {
                    triplets |= bit(kind);
                    owned[i] += 3;
                    fu += triplet_fu(kind) / 2;
                }
                Group::Quad(kind) => {
                    triplets |= bit(kind);
                    owned[i] += 4;
                    kans += 1;
                    ankan += u8::from(!open);
                    fu += triplet_fu(kind) * if open { 2 } else { 4 };
                }
            }
        }
        let kinds = owned.iter().enumerate().fold(0, |set, (i, &n)| set | Kinds::from(n > 0) << i);
        Facts {
            win,
            table,
            rules,
            melds,
            deck,
            held,
            reds,
            tile,
            closed,
            kinds,
            owned,
            kans,
            runs,
            triplets,
            ankan,
            fu,
        }
    }

    /// Of the same tiles, won otherwise.
    pub fn won(self, win: &'a Win) -> Facts<'a> {
        Facts { win, ..self }
    }

    pub fn read(&self, form: Form) -> FormReading {
        let mut reading = FormReading {
            runs: self.runs,
            twins: 0,
            triplets: self.triplets,
            ankou: self.ankan,
            pair: 0,
            wait: form.wait(self.tile.kind()),
            group_fu: self.fu,
        };
        let Form::Standard(standard) = form else { return reading };
        reading.pair = bit(standard.pair);
        let mut single = 0;
        for group in standard.groups() {
            match *group {
                Group::Run(low) => {
                    reading.runs |= bit(low);
                    reading.twins += u8::from(single & bit(low) != 0);
                    single ^= bit(low);
                }
                Group::Triplet(kind) | Group::Quad(kind) => {
                    reading.triplets |= bit(kind);
                    reading.ankou += 1;
                    reading.group_fu += triplet_fu(kind);
                }
            }
        }
        if reading.wait == Wait::Shanpon && !self.win.is_tsumo() {
            reading.ankou -= 1;
            reading.group_fu -= triplet_fu(self.tile.kind()) / 2;
        }
        reading
    }

    /// Whether all tiles are among these kinds.
    pub fn only(&self, kinds: Kinds) -> bool {
        self.kinds & !kinds == 0
    }

    /// How often the kinds that these indicators show are in the hand or among the norths set aside.
    pub fn dora(&self, indicators: &[Kind]) -> u8 {
        let north = Kind::wind(Wind::North);
        let players = self.deck.players();
        let count = |kind: Kind| self.owned[kind.index()] + if kind == north { self.deck.kita() } else { 0 };
        indicators.iter().map(|&indicator| count(players.dora(indicator))).sum()
    }
}
