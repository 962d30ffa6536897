//! What a deal-in costs: the prices that hands have, and the features that their shares hang on.

use super::sight::{Road, Sight};
use super::slots::Slots;
use super::threat::Cause;
use crate::rules::{Length, Rules};
use crate::score::{Pot, Value, income};
use crate::tile::{Kind, Suit, Tile};

/// Changes with what the categories mean, where their numbers do not tell.
pub(super) const MEANING: &str = "prices 2";

const fn han(han: u8, fu: u8) -> Value {
    Value::Han { han, fu }
}

/// Every price of a ron, cheapest first, by a value that has it; more than two yakuman are not told apart.
pub const PRICES: [Value; 22] = [
    han(1, 30),
    han(1, 40),
    han(1, 50),
    han(2, 30),
    han(1, 70),
    han(2, 40),
    han(1, 90),
    han(2, 50),
    han(1, 110),
    han(3, 30),
    han(2, 70),
    han(3, 40),
    han(2, 90),
    han(3, 50),
    han(2, 110),
    han(4, 30),
    han(5, 30),
    han(6, 30),
    han(8, 30),
    han(11, 30),
    Value::Yakuman(1),
    Value::Yakuman(2),
];

/// What a ron at this price pays, points, honba and sticks left out.
pub fn points(price: Value, dealer: bool, rules: &Rules) -> u32 {
    income(price, dealer, false, rules, Pot::EMPTY).unsigned_abs()
}

/// Puts the features of the price of a tile, red or not, in a game of this length: the same hands are built dearer
/// where there is more time.
pub fn features(sight: &Sight, tile: Tile, length: Length, slots: &mut Slots) {
    let kind = tile.kind();
    let suit = kind.suit();
    let calls = sight.player.melds().len();
    let road = sight.road as usize;
    let dealer = usize::from(sight.table.dealer() == sight.seat);
    let mut put = |cause, value: usize, categories: usize| {
        slots.put(cause, value.min(categories - 1), categories);
    };
    put(Cause::Tile, 0, 1);
    let dora = usize::from(sight.dora[kind.index()]) + usize::from(tile.is_red());
    let sort = match (kind.is_honour(), sight.value(kind)) {
        (true, value) => 5 + value.min(2),
        (false, _) => kind.number().min(10 - kind.number()) - 1,
    };
    put(Cause::Tile, sort, 8);
    put(Cause::Dora, dora, 4);
    put(Cause::Dora, sight.meld_dora, 6);
    put(Cause::Dora, dora.min(2) * 4 + sight.meld_dora.min(3), 12);
    put(Cause::Melds, sight.yakuhai, 4);
    put(Cause::Melds, sight.yakuhai.min(2) * 4 + sight.meld_dora.min(3), 12);
    put(Cause::Melds, road * 5 + calls, Road::COUNT * 5);
    put(Cause::Table, dealer, 2);
    // dora that the opponent can still hold
    let shown = Kind::ALL.into_iter().filter(|k| sight.dora[k.index()] > 0);
    let unseen: usize = shown
        .clone()
        .map(|k| usize::from(sight.dora[k.index()]) * usize::from(sight.unseen[k.index()]))
        .sum();
    put(Cause::Dora, unseen, 7);
    put(Cause::Dora, unseen.min(4) * 4 + sight.meld_dora.min(3), 20);
    let place = match shown.clone().next() {
        Some(k) if k.is_honour() => 9 + usize::from(sight.value(k) > 0),
        Some(k) if k.suit() == suit => k.number().abs_diff(kind.number()),
        Some(_) => 11,
        None => 12,
    };
    put(Cause::Dora, place, 13);
    put(Cause::Dora, sight.table.indicators().len() - 1, 4);
    put(Cause::Dora, sight.red_thrown.iter().filter(|&&red| red).count(), 3);
    put(Cause::Turn, sight.riichi_turn() / 3, 7);
    put(Cause::Turn, sight.turn() / 3, 7);
    let ippatsu = sight.player.riichi().map_or(0, |r| 1 + usize::from(r.ippatsu) + 2 * usize::from(r.double));
    put(Cause::Turn, ippatsu, 5);
    let kans = sight.player.melds().iter().filter(|m| m.is_kan());
    put(Cause::Melds, kans.map(|m| if m.kind().is_yaochu() { 2 } else { 1 }).sum(), 5);
    let triplets = sight.player.melds().iter().filter(|m| m.kinds().count() == 1);
    put(Cause::Melds, triplets.map(|m| 1 + usize::from(m.kind().is_yaochu())).sum(), 6);
    let in_suit = match sight.meld_suit {
        None => 0,
        Some(s) if s == suit => 1,
        Some(_) if suit == Suit::Honour => 2,
        Some(_) => 3,
    };
    let thrown = sight.meld_suit.map_or(0, |s| 1 + sight.thrown[s.index()].min(3));
    put(Cause::Suit, (in_suit * 5 + calls) * 5 + thrown, 100);
    put(Cause::Suit, sight.thrown.get(suit.index()).copied().unwrap_or(0), 6);
    let unseen = usize::from(sight.unseen[kind.index()]);
    put(Cause::Tile, usize::from(kind.is_honour()) * 4 + unseen.min(3), 8);
    let partner = |up: bool| {
        let number = if up { kind.number() + 3 } else { kind.number().checked_sub(3)? };
        Kind::of(suit, number).filter(|_| !kind.is_honour())
    };
    let open = [partner(true), partner(false)].into_iter().flatten();
    put(Cause::Suji, open.filter(|k| !sight.furiten.contains(*k)).count(), 3);
    put(Cause::River, sight.yaochu, 8);
    put(Cause::Table, sight.riichi, 3);
    put(Cause::Table, sight.table.wind().index().min(2), 3);
    put(Cause::Table, length as usize, 2);
}
