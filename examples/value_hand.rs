//! The expected points of every discard of a hand: `cargo run --example value_hand`.

use nanikiru::analyze::{Action, Depth, Options, Position, RawSituation, Situation, analyze_at_once};
use nanikiru::hand::DrawnHand;
use nanikiru::tile::Wind;
use std::error::Error;

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let hand: DrawnHand = "2346m4067p2478s55z".parse()?;
    let position = Position::Drawn { hand, drawn: None };
    let raw = RawSituation { seat_wind: Wind::South, turn: 5, ..RawSituation::default() };
    let situation = Situation::new(&position, raw)?;
    let options = Options { depth: Depth::Fast, ..Options::default() };
    let report = analyze_at_once(&position, &situation, &options)?;
    for candidate in &report.candidates {
        if let Action::Discard { tile, riichi: false } = candidate.action {
            println!(
                "{tile} {:+6.0} points, wins {:.1} %",
                candidate.value,
                100.0 * candidate.play.win_rate()
            );
        }
    }
    assert!(report.candidates.is_sorted_by(|a, b| a.value >= b.value), "the best comes first");
    Ok(())
}
