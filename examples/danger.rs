//! What each discard risks, at the last decision of a recorded round: `cargo run --example danger`.

use nanikiru::danger::assess;
use nanikiru::review::{decisions, read};
use nanikiru::tile::{Seat, Tile};
use std::error::Error;

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let game = read(include_bytes!("../docs/example.mjson"))?;
    let round = game.rounds.first().ok_or("a record without a round")?;
    let last = decisions(round, &game.room.rules).last().ok_or("a round without a decision")??;
    let view = last.round.view(last.seat);
    let danger = assess(&view, game.room.length);
    for seat in Seat::ALL {
        if let Some(threat) = &danger.threats[seat] {
            println!("seat {} is tenpai with probability {:.0} %", seat.index(), 100.0 * threat.tenpai);
        }
    }
    for (kind, _) in view.concealed().iter() {
        let tile = Tile::plain(kind);
        let rate = danger.rate(tile);
        println!("{kind} deals in with {:.1} % and costs {:.0} points", 100.0 * rate, danger.loss(tile));
        assert!((0.0..1.0).contains(&rate));
    }
    Ok(())
}
