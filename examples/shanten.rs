//! Shanten of a hand, and the discards that keep it with the tiles that improve them: `cargo run --example shanten`.

use nanikiru::hand::{DrawnHand, Unseen};
use nanikiru::shape::{discards, shanten};
use nanikiru::tile::{Reds, Suit};
use std::error::Error;

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let hand: DrawnHand = "2346m4067p2478s55z".parse()?;
    let before = shanten(&hand);
    println!("{} tiles from tenpai", before.get());
    // all tiles but those of the hand are unseen, red fives of man and sou among them
    let reds = Reds::NONE.with(Suit::Man).with(Suit::Sou);
    let unseen = Unseen::new(&hand.owned(), reds)?;
    let mut keeping = discards(&hand, &unseen);
    keeping.retain(|discard| discard.shanten == before);
    keeping.sort_by_key(|discard| std::cmp::Reverse(discard.ukeire.tiles));
    for discard in &keeping {
        let kinds: Vec<String> = discard.ukeire.kinds.iter().map(|kind| kind.to_string()).collect();
        println!("{}: {} tiles: {}", discard.tile, discard.ukeire.tiles, kinds.join(" "));
    }
    assert_eq!(before.get(), 1);
    assert!(keeping.iter().all(|discard| discard.ukeire.tiles > 0));
    Ok(())
}
