//! What the decisions of a recorded round lost: `cargo run --example review_record`.

use nanikiru::analyze::{Depth, DetailScope, Options};
use nanikiru::review::{Verdict, decisions, judge, read};
use std::error::Error;

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let game = read(include_bytes!("../docs/example.mjson"))?;
    let options = Options { depth: Depth::First, detailed: DetailScope::None, ..Options::default() };
    let mut judged = 0;
    for decision in decisions(&game.rounds[0], &game.room.rules).take(12) {
        let decision = decision?;
        match judge(&decision, game.room.length, &options)? {
            Verdict::Judged(verdict) => {
                let best = &verdict.report.candidates[0];
                println!(
                    "seat {}: {:.0} points less than {:?}",
                    decision.seat.index(),
                    verdict.loss,
                    best.action
                );
                assert!(verdict.loss >= 0.0);
                judged += 1;
            }
            Verdict::Unjudged(why) => println!("seat {}: {why}", decision.seat.index()),
        }
    }
    assert!(judged > 5, "{judged} decisions are judged");
    Ok(())
}
