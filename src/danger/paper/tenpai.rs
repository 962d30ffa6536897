//! How likely an opponent without riichi is tenpai: eq. 3 to 8, with the features of table 1.

use super::colour::Colour;
use super::numbers::{Numbers, Short};
use crate::danger::odds::logistic;
use crate::round::{Manner, Player, RiverTile, Table};
use crate::tile::{Kind, Seat, Suit};

/// Numbers of discards with a rate of their own: 0..=17, and 18 for more.
pub const DISCARDS: usize = 19;

/// The weights of logistic regressions on N features, by calls and discards.
#[derive(Clone, PartialEq, Debug)]
pub struct Regressions<const N: usize> {
    /// By calls and discards.
    pub weights: Vec<[[f64; N]; DISCARDS]>,
}

impl<const N: usize> Regressions<N> {
    fn rate(&self, calls: usize, discards: usize, features: [u8; N]) -> f64 {
        let weights = &self.weights[calls][discards.min(DISCARDS - 1)];
        let sum: f64 = weights.iter().zip(features).map(|(w, x)| w * f64::from(x)).sum();
        logistic(sum)
    }

    pub(super) fn read(calls: usize, numbers: &mut Numbers) -> Result<Regressions<N>, Short> {
        let mut weights = vec![[[0.0; N]; DISCARDS]; calls];
        for weight in weights.as_flattened_mut().as_flattened_mut() {
            *weight = numbers.next()?;
        }
        Ok(Regressions { weights })
    }

    pub(super) fn write(&self, numbers: &mut Vec<f32>) {
        numbers.extend(self.weights.as_flattened().as_flattened().iter().map(|&w| w as f32));
    }
}

/// The three regressions of 5.1.
#[derive(Clone, PartialEq, Debug)]
pub struct Tenpai {
    /// Type 1, eq. 5: the hand is of one suit and honours; by 1 to 3 calls.
    pub tinted: Regressions<5>,
    /// Type 2, eq. 6: such a hand is tenpai; by 1 to 3 calls.
    pub tenpai_tinted: Regressions<3>,
    /// Type 3, eq. 7: a mixed hand is tenpai; by 1 to 3 calls, and in the first place any hand without
    /// calls (5.4).
    pub tenpai_mixed: Regressions<5>,
}

/// Whether discards of a kind speak for a hand of this suit and honours: those of other suits do.
fn foreign(tile: &RiverTile, suit: Suit) -> bool {
    ![suit, Suit::Honour].contains(&tile.tile.kind().suit())
}

/// Type 1: what speaks for a hand of one suit and honours. With several longest rows of foreign discards the
/// first one counts.
pub fn tint_features(player: &Player, suit: Suit) -> [u8; 5] {
    let river = player.river();
    let (mut start, mut longest) = (0, 0);
    let mut row = 0;
    for (i, tile) in river.iter().enumerate() {
        row = if foreign(tile, suit) { row + 1 } else { 0 };
        if row > longest {
            (start, longest) = (i + 1 - row, row);
        }
    }
    let last_tedashi = river.iter().rev().find(|tile| tile.manner == Manner::Tedashi);
    let own = last_tedashi.is_some_and(|tile| !foreign(tile, suit));
    let before = |of: Suit| u8::from(river[..start].iter().any(|tile| tile.tile.kind().suit() == of));
    let longest = longest as u8;
    [1, longest, longest * u8::from(own), before(Suit::Honour), before(suit)]
}

/// How many kinds of those that are asked for have been discarded.
fn discarded(player: &Player, of: impl Fn(Kind) -> bool) -> u8 {
    player.discarded().iter().filter(|&kind| of(kind)).count() as u8
}

/// Type 2: what speaks for tenpai in a hand of one suit and honours.
pub fn tinted_features(player: &Player, suit: Suit) -> [u8; 3] {
    [1, discarded(player, Kind::is_honour), discarded(player, |kind| kind.suit() == suit)]
}

/// Type 3: what speaks for tenpai in any other hand.
pub fn mixed_features(table: &Table, seat: Seat) -> [u8; 5] {
    let player = table.player(seat);
    let riichi = |other: Seat| {
        let discard = table.player(other).riichi().filter(|_| other != seat)?.discard;
        Some(table.player(other).river()[discard].order)
    };
    let first = Seat::ALL.into_iter().filter_map(riichi).min().unwrap_or(usize::MAX);
    let tedashi = || player.river().iter().filter(|tile| tile.manner == Manner::Tedashi);
    let after = tedashi().filter(|tile| tile.order > first).count() as u8;
    let yaochu = discarded(player, Kind::is_yaochu);
    [1, tedashi().count() as u8, after, yaochu, player.discarded().len() as u8 - yaochu]
}

impl Tenpai {
    /// For an opponent without riichi: the probability that it is tenpai with a hand of each colour, as the
    /// products in eq. 3. A closed hand of any colour is judged as mixed.
    pub fn rates(&self, table: &Table, seat: Seat) -> [f64; Colour::COUNT] {
        let player = table.player(seat);
        let (calls, discards) = (player.melds().len(), player.river().len());
        let mixed = |calls| self.tenpai_mixed.rate(calls, discards, mixed_features(table, seat));
        let mut rates = [0.0; Colour::COUNT];
        if player.is_closed() {
            rates[Colour::Mixed.index()] = mixed(0);
            return rates;
        }
        if calls == 4 {
            rates[Colour::Mixed.index()] = 1.0;
            return rates;
        }
        let possible = |suit: &Suit| Colour::One(*suit).possible(player.melds());
        let mut tints = [0.0; 3];
        for suit in Suit::NUMBERS.into_iter().filter(possible) {
            tints[suit.index()] = self.tinted.rate(calls - 1, discards, tint_features(player, suit));
        }
        // three regressions of their own can add up to more than 1; then nothing is left for mixed hands
        let sum: f64 = tints.iter().sum::<f64>().max(1.0);
        for suit in Suit::NUMBERS.into_iter().filter(possible) {
            let tenpai = self.tenpai_tinted.rate(calls - 1, discards, tinted_features(player, suit));
            rates[suit.index()] = tints[suit.index()] / sum * tenpai;
        }
        rates[Colour::Mixed.index()] = (1.0 - tints.iter().sum::<f64>() / sum) * mixed(calls);
        rates
    }

    pub(super) fn read(numbers: &mut Numbers) -> Result<Tenpai, Short> {
        Ok(Tenpai {
            tinted: Regressions::read(3, numbers)?,
            tenpai_tinted: Regressions::read(3, numbers)?,
            tenpai_mixed: Regressions::read(4, numbers)?,
        })
    }

    pub(super) fn write(&self, numbers: &mut Vec<f32>) {
        self.tinted.write(numbers);
        self.tenpai_tinted.write(numbers);
        self.tenpai_mixed.write(numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round::{Event, Opening};
    use crate::rules::Rules;
    use crate::tile::Tile;

    /// A table on which everybody discards these, seat by seat; an exclamation mark is a tedashi, a question
    /// mark a riichi.
    fn table(turns: &[[&str; 4]]) -> Table {
        let opening = Opening::first(&Rules::TENHOU, Tile::plain(Kind::ALL[0]));
        let mut table = Table::new(&opening, &Rules::TENHOU).unwrap();
        for (seat, text) in turns.iter().flat_map(|turn| Seat::ALL.into_iter().zip(turn)) {
            let suit = Suit::ALL.into_iter().find(|s| text[1..].starts_with(s.letter())).unwrap();
            let tile = Tile::plain(Kind::of(suit, text[..1].parse().unwrap()).unwrap());
            let tedashi = text.ends_with('!');
            let manner = if tedashi { Manner::Tedashi } else { Manner::Tsumogiri };
            table.apply(&Event::Draw { seat, tile }).unwrap();
            if text.ends_with('?') {
                table.apply(&Event::Riichi { seat }).unwrap();
            }
            table.apply(&Event::Discard { seat, tile, manner }).unwrap();
            if text.ends_with('?') {
                table.apply(&Event::RiichiAccepted { seat }).unwrap();
            }
        }
        table
    }

    #[test]
    fn features_of_table_1() {
        let table = table(&[
            ["1z!", "9m", "9m", "9m"],
            ["2p!", "1p", "9p", "9p"],
            ["3s!", "1s", "2s", "3s"],
            ["9s!", "2m", "2m", "2m?"],
            ["4m!", "3m", "5m", "6m"],
            ["2p", "7z", "7z", "6m"],
            ["3z!", "8p", "8p", "8p"],
            ["5m", "7z", "1z", "8s"],
        ]);
        let player = table.player(Seat::ALL[0]);
        // man: 2p 3s 9s is the longest foreign row; the last tedashi is an honour; an honour came before
        assert_eq!(tint_features(player, Suit::Man), [1, 3, 3, 1, 0]);
        // pin: 3s 9s 4m, after an honour and a pin tile
        assert_eq!(tint_features(player, Suit::Pin), [1, 3, 3, 1, 1]);
        // sou: 2p, then 4m 2p
        assert_eq!(tint_features(player, Suit::Sou), [1, 2, 2, 1, 1]);
        assert_eq!(tinted_features(player, Suit::Pin), [1, 2, 1]);
        assert_eq!(tinted_features(player, Suit::Man), [1, 2, 2]);
        // tedashi: all but 2p and 5m; after seat 3's riichi 4m and 3z; 1z 9s 3z; 2p 3s 4m 5m
        assert_eq!(mixed_features(&table, Seat::ALL[0]), [1, 6, 2, 3, 4]);
        // no tedashi at all
        assert_eq!(tint_features(table.player(Seat::ALL[1]), Suit::Man)[2], 0);
        assert_eq!(mixed_features(&table, Seat::ALL[1])[1..3], [0, 0]);
    }
}
