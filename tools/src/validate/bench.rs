//! How long a score takes, measured on the wins of the records.

use crate::validate::judge::ScoredWin;
use nanikiru::rules::Rules;
use nanikiru::score::{self, Pot};
use std::hint::black_box;
use std::time::Instant;

/// Scores all wins on one thread, three times over, and prints the best time; every answer has to be
/// the recorded one.
pub fn score_again(wins: &[ScoredWin]) -> Result<(), String> {
    let rules = Rules::TENHOU;
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let began = Instant::now();
        for win in wins {
            let score = score::score(&win.hand, win.tile, &win.win, &win.table, &rules);
            let score = black_box(score).map_err(|error| error.to_string())?;
            let ours = score::income(score.value, win.dealer, win.win.is_tsumo(), &rules, Pot::EMPTY);
            if ours != win.points {
                return Err(format!("{:?} on {}: recorded {}, ours {ours}", win.hand, win.tile, win.points));
            }
        }
        best = best.min(began.elapsed().as_secs_f64());
    }
    println!("{} wins scored on 1 thread: {:.0} ns each", wins.len(), best / wins.len() as f64 * 1e9);
    Ok(())
}
