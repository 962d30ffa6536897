//! What a deal-in was worth in han and fu, which the records' points alone do not show.

use crate::decisions::DealIn;
use nanikiru::danger::paper::Price;
use nanikiru::score::{self, Indicators, Pot, Ready, Value, Win, income, score};
use nanikiru::tile::Kind;

/// Han and fu of a deal-in: our own score's, with as many ura-dora as the points need.
pub fn price(deal_in: &DealIn) -> Option<Price> {
    let table = deal_in.round.table();
    let seat = deal_in.winner;
    let player = table.player(seat);
    let indicators: Vec<Kind> = table.indicators().iter().map(|tile| tile.kind()).collect();
    let dora = Indicators::new(&indicators).ok()?;
    let at = score::Table { round: table.wind(), seat: seat.wind(table.dealer()), dora };
    let claim = if table.tiles_left() == 0 { score::Claim::Houtei } else { score::Claim::Discard };
    let ready = player.riichi().map_or(Ready::Dama, |riichi| Ready::Riichi {
        riichi: score::Riichi { double: riichi.double, ura: Indicators::NONE },
        ippatsu: riichi.ippatsu,
    });
    let hand = deal_in.round.waiting_hand(seat).ok()?;
    let value = score(&hand, deal_in.tile, &Win::Ron { ready, claim }, &at, table.rules()).ok()?.value;
    let pays =
        |value: Value| income(value, seat == table.dealer(), false, table.rules(), Pot::EMPTY).unsigned_abs();
    let most = if player.riichi().is_some() { 20 } else { 0 };
    let values = (0..=most).map(|ura| value.plus_han(ura));
    values.into_iter().find(|&value| pays(value) == deal_in.points).map(Price::of)
}
