//! Counts how often tiles are waits of a riichi, by class and turn, and writes `src/danger/class/rates.rs`.

use nanikiru::danger::class::{CLASSES, TURNS, cell};
use nanikiru::tile::Seat;
use nanikiru_tools::decisions::{DealIn, Decision, Look, Purpose, look};
use nanikiru_tools::games::each_game;
use nanikiru_tools::thousands;
use std::fmt::Write;
use std::path::PathBuf;

/// Held kinds that could be a wait, and those that were one, by class and turn.
struct Counts {
    cells: Vec<[u64; 2]>,
    games: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { cells: vec![[0; 2]; CLASSES * TURNS], games: 0 }
    }
}

impl Look for Counts {
    fn decision(&mut self, decision: &Decision) {
        let table = decision.round.table();
        let mut riichi = Seat::ALL.into_iter().filter(|&seat| table.player(seat).riichi().is_some());
        let (Some(opponent), None) = (riichi.next(), riichi.next()) else { return };
        if opponent == decision.seat {
            return;
        }
        let view = decision.round.view(decision.seat);
        for (kind, _) in view.concealed().iter() {
            if !table.player(opponent).furiten().contains(kind) {
                let (class, turn) = cell(&view, opponent, kind);
                let wait = decision.truths[opponent].ron.contains(kind);
                self.cells[class * TURNS + turn][usize::from(wait)] += 1;
            }
        }
    }

    fn deal_in(&mut self, _: &DealIn) {}
}

/// The source of the rates, counted over the training games.
pub fn fit(paths: &[PathBuf], limit: usize) -> Result<String, String> {
    let count = |mut all: Counts, name: &str, xml: &[u8]| {
        if Purpose::of(name) != Purpose::Validation {
            all.games += u64::from(look(name, xml, &mut all));
        }
        all
    };
    let merge = |mut a: Counts, b: Counts| {
        a.cells.iter_mut().flatten().zip(b.cells.iter().flatten()).for_each(|(a, b)| *a += b);
        a.games += b.games;
        a
    };
    let counts = each_game(paths, limit, count, merge)?;
    source(&counts).map_err(|error| error.to_string())
}

fn source(counts: &Counts) -> Result<String, std::fmt::Error> {
    let [tiles, waits] = [0, 1].map(|which| counts.cells.iter().map(|cell| cell[which]).sum::<u64>());
    let mut text = String::new();
    write!(
        text,
        "//! How often a kind that could be a wait of the only riichi is one: {} kinds held by others, {} of them waits, in {}
//! training games (four players, Tenhou's top room, hanchan and tonpuu of 2018 to 2024).
//!
//! Written by `cargo tools train --class`, not by hand. A row is a class, a column a turn; a tenth of a wait is added to
//! what was counted.

use super::ClassTable;

pub(super) static RATES: ClassTable = ClassTable([
",
        thousands(tiles + waits),
        thousands(waits),
        thousands(counts.games)
    )?;
    for class in counts.cells.chunks(TURNS) {
        let rate = |&[no, yes]: &[u64; 2]| (yes as f64 + 0.1) / ((no + yes) as f64 + 1.0);
        let rates: Vec<String> = class.iter().map(|cell| format!("{:.5}", rate(cell))).collect();
        writeln!(text, "    [{}],", rates.join(", "))?;
    }
    writeln!(text, "]);")?;
    Ok(text)
}
