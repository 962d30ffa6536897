//! What a win pays under the engines' assumptions: [`score`] with their ippatsu and ura-dora.

use super::model::{Ippatsu, Switches, Ura};
use nanikiru::hand::WaitingHand;
use nanikiru::rules::Rules;
use nanikiru::score::{Pot, Table, Value, Win, income, score};
use nanikiru::tile::{Counts, Kind, Tile, Wind};

/// Points for winning by tsumo, averaged over the ura-dora.
#[derive(Clone, Copy, Debug)]
pub struct Pays {
    /// With the first draw after the waiting hand was reached.
    pub at_once: f64,
    /// With any later draw.
    pub later: f64,
}

/// `None` for a hand without a yaku. `wall` is what is left to draw before the winning tile, for which
/// the hand may have to be declared riichi.
pub fn pays(
    hand: &WaitingHand,
    tile: Tile,
    riichi: bool,
    wall: &Counts,
    table: &Table,
    switches: &Switches,
) -> Option<Pays> {
    let win = if riichi { Win::RIICHI_TSUMO } else { Win::TSUMO };
    let value = score(hand, tile, &win, table, &Rules::TENHOU).ok()?.value;
    let ura =
        if riichi { ura(hand, tile.kind(), wall, table, switches.ura) } else { [1.0, 0.0, 0.0, 0.0, 0.0] };
    let points = |value: Value| -> f64 {
        let dealer = table.seat == Wind::East;
        let income = |more| f64::from(income(value.plus_han(more), dealer, true, &Rules::TENHOU, Pot::EMPTY));
        (0..).zip(ura).map(|(more, probability)| probability * income(more)).sum()
    };
    let ippatsu = u8::from(riichi && switches.ippatsu == Ippatsu::NextDraw);
    Some(Pays { at_once: points(value.plus_han(ippatsu)), later: points(value) })
}

/// Probabilities of 0 to 4 ura-dora: all records have one indicator, so there is one ura indicator.
fn ura(hand: &WaitingHand, won: Kind, wall: &Counts, table: &Table, rule: Ura) -> [f64; 5] {
    assert_eq!(table.dora.kinds().len(), 1);
    let counted = match rule {
        Ura::WholeHand => hand.owned(),
        Ura::Concealed => *hand.concealed(),
    };
    let left = wall.minus(won).unwrap();
    let mut ways = [0.0; 5];
    for (indicator, n) in left.iter() {
        let dora = indicator.dora();
        ways[usize::from(counted[dora]) + usize::from(dora == won)] += n as f64;
    }
    ways.map(|n| n / left.total() as f64)
}
