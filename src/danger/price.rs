//! What a deal-in costs: the prices that hands have, and the features that their shares hang on.

use super::opponent_view::{OpponentView, YakuPath};
use super::slots::Slots;
use super::threat::Cause;
use crate::rules::{Length, Rules};
use crate::score::{Pot, Value, income};
use crate::tile::{Kind, Suit, Tile};

/// Raised when categories change their meaning and keep their number.
pub(super) const MEANING: &str = "prices 2";

const fn han(han: u8, fu: u8) -> Value {
    Value::Han { han, fu }
}

/// Every price of a ron, cheapest first, by a value that has it; more than two yakuman count as two.
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

/// The price of the same hand with so many han more.
pub fn dearer(price: Value, more: u8) -> Value {
    match price {
        Value::Han { han, fu } => Value::Han { han: han + more, fu },
        Value::Yakuman(_) => price,
    }
}

/// The logarithm of a price, 3,900 points as 0.
pub fn level(price: Value, rules: &Rules) -> f64 {
    libm::log(f64::from(points(price, false, rules)) / 3_900.0)
}

/// What a ron at this price pays, points, honba and sticks left out.
pub fn points(price: Value, dealer: bool, rules: &Rules) -> u32 {
    income(price, dealer, false, rules, Pot::EMPTY).unsigned_abs()
}

/// Puts the features of the price of a tile, red or not, in a game of this length: the same hands are built dearer
/// where there is more time.
pub fn features(opponent_view: &OpponentView, tile: Tile, length: Length, slots: &mut Slots) {
    let kind = tile.kind();
    let suit = kind.suit();
    let calls = opponent_view.player.melds().len();
    let yaku_path = opponent_view.yaku_path as usize;
    let dealer = usize::from(opponent_view.table.dealer() == opponent_view.seat);
    let mut put = |cause, value: usize, categories: usize| {
        slots.put(cause, value.min(categories - 1), categories);
    };
    put(Cause::Tile, 0, 1);
    let dora = usize::from(opponent_view.dora[kind.index()]) + usize::from(tile.is_red());
    let sort = match (kind.is_honour(), opponent_view.value(kind)) {
        (true, value) => 5 + value.min(2),
        (false, _) => kind.number().min(10 - kind.number()) - 1,
    };
    put(Cause::Tile, sort, 8);
    put(Cause::Dora, dora, 4);
    put(Cause::Dora, opponent_view.meld_dora, 6);
    put(Cause::Dora, dora.min(2) * 4 + opponent_view.meld_dora.min(3), 12);
    put(Cause::Melds, opponent_view.yakuhai, 4);
    put(Cause::Melds, opponent_view.yakuhai.min(2) * 4 + opponent_view.meld_dora.min(3), 12);
    put(Cause::Melds, yaku_path * 5 + calls, YakuPath::COUNT * 5);
    put(Cause::Table, dealer, 2);
    // dora that the opponent can still hold
    let shown = Kind::ALL.into_iter().filter(|k| opponent_view.dora[k.index()] > 0);
    let unseen: usize = shown
        .clone()
        .map(|k| usize::from(opponent_view.dora[k.index()]) * usize::from(opponent_view.unseen[k.index()]))
        .sum();
    put(Cause::Dora, unseen, 7);
    put(Cause::Dora, unseen.min(4) * 4 + opponent_view.meld_dora.min(3), 20);
    let place = match shown.clone().next() {
        Some(k) if k.is_honour() => 9 + usize::from(opponent_view.value(k) > 0),
        Some(k) if k.suit() == suit => k.number().abs_diff(kind.number()),
        Some(_) => 11,
        None => 12,
    };
    put(Cause::Dora, place, 13);
    put(Cause::Dora, opponent_view.table.indicators().len() - 1, 4);
    put(Cause::Dora, opponent_view.red_thrown.iter().filter(|&&red| red).count(), 3);
    put(Cause::Turn, opponent_view.riichi_turn() / 3, 7);
    put(Cause::Turn, opponent_view.turn() / 3, 7);
    let ippatsu =
        opponent_view.player.riichi().map_or(0, |r| 1 + usize::from(r.ippatsu) + 2 * usize::from(r.double));
    put(Cause::Turn, ippatsu, 5);
    let kans = opponent_view.player.melds().iter().filter(|m| m.is_kan());
    put(Cause::Melds, kans.map(|m| if m.kind().is_yaochu() { 2 } else { 1 }).sum(), 5);
    let triplets = opponent_view.player.melds().iter().filter(|m| m.kinds().count() == 1);
    put(Cause::Melds, triplets.map(|m| 1 + usize::from(m.kind().is_yaochu())).sum(), 6);
    let in_suit = match opponent_view.meld_suit {
        None => 0,
        Some(s) if s == suit => 1,
        Some(_) if suit == Suit::Honour => 2,
        Some(_) => 3,
    };
    let thrown = opponent_view.meld_suit.map_or(0, |s| 1 + opponent_view.thrown[s.index()].min(3));
    put(Cause::Suit, (in_suit * 5 + calls) * 5 + thrown, 100);
    put(Cause::Suit, opponent_view.thrown.get(suit.index()).copied().unwrap_or(0), 6);
    let unseen = usize::from(opponent_view.unseen[kind.index()]);
    put(Cause::Tile, usize::from(kind.is_honour()) * 4 + unseen.min(3), 8);
    let partner = |up: bool| {
        let number = if up { kind.number() + 3 } else { kind.number().checked_sub(3)? };
        Kind::of(suit, number).filter(|_| !kind.is_honour())
    };
    let open = [partner(true), partner(false)].into_iter().flatten();
    put(Cause::Suji, open.filter(|k| !opponent_view.furiten.contains(*k)).count(), 3);
    put(Cause::River, opponent_view.yaochu, 8);
    put(Cause::Table, opponent_view.riichi, 3);
    put(Cause::Table, opponent_view.table.wind().index().min(2), 3);
    put(Cause::Table, length as usize, 2);
}
