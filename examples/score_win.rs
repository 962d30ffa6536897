//! Yaku, han, fu and points of a win: `cargo run --example score_win`.

use nanikiru::hand::WaitingHand;
use nanikiru::rules::Rules;
use nanikiru::score::{Indicators, Pot, Table, Value, Win, income, score};
use nanikiru::tile::{Tile, Wind};
use std::error::Error;

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let hand: WaitingHand = "23456m456p789s22s".parse()?;
    let (tile, indicator): (Tile, Tile) = ("1m".parse()?, "3p".parse()?);
    let indicators = Indicators::new(&[indicator.kind()])?;
    let table = Table { round: Wind::East, seat: Wind::South, dora: indicators };
    let won = score(&hand, tile, &Win::RIICHI_RON, &table, &Rules::TENHOU)?;
    for yaku in won.yaku.iter() {
        println!("{}", yaku.name());
    }
    let points = income(won.value, false, false, &Rules::TENHOU, Pot { honba: 1, sticks: 1 });
    println!("dora {}, {:?}: {points} points", won.dora.dora, won.value);
    // riichi, pinfu and a dora, with one honba and one riichi stick
    assert_eq!(won.value, Value::Han { han: 3, fu: 30 });
    assert_eq!(points, 3_900 + 300 + 1_000);
    Ok(())
}
