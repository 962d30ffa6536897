//! Counts how often tiles are waits of a riichi, by class and turn: `data/class.params`.

use crate::train::split::provenance;
use nanikiru::danger::class::{CLASSES, LABEL, SECTION, TURNS, cell, layout};
use nanikiru::params::{Params, Table};
use nanikiru::tile::Seat;
use nanikiru_tools::decisions::{DealIn, Decision, Look, Purpose, look};
use nanikiru_tools::digits::rounded;
use nanikiru_tools::games::each_game;
use nanikiru_tools::months::Months;
use nanikiru_tools::thousands;
use std::path::PathBuf;

/// Held kinds that could be a wait, and those that were one, by class and turn.
struct Counts {
    cells: Vec<[u64; 2]>,
    games: u64,
    months: Months,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { cells: vec![[0; 2]; CLASSES * TURNS], games: 0, months: Months::default() }
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

/// The parameter file, counted over the training games.
pub fn fit(paths: &[PathBuf], limit: usize) -> Result<Vec<u8>, String> {
    let count = |mut all: Counts, name: &str, xml: &[u8]| {
        if Purpose::of(name) != Purpose::Validation {
            all.games += u64::from(look(name, xml, &mut all));
            all.months.see(name);
        }
        all
    };
    let merge = |mut a: Counts, b: Counts| {
        a.cells.iter_mut().flatten().zip(b.cells.iter().flatten()).for_each(|(a, b)| *a += b);
        a.games += b.games;
        a.months.append(b.months);
        a
    };
    let counts = each_game(paths, limit, count, merge)?;
    let [tiles, waits] = [0, 1].map(|which| counts.cells.iter().map(|cell| cell[which]).sum::<u64>());
    println!("{} kinds held by others, {} of them waits", thousands(tiles + waits), thousands(waits));
    let rate = |&[no, yes]: &[u64; 2]| (yes as f64 + 0.1) / ((no + yes) as f64 + 1.0);
    let rates: [[f64; TURNS]; CLASSES] =
        std::array::from_fn(|class| std::array::from_fn(|turn| rate(&counts.cells[class * TURNS + turn])));
    let section = rounded(&rates).section(SECTION, layout(), tiles + waits);
    Ok(Params::new(LABEL, provenance(&counts.months, counts.games, 0), [section]).write())
}
