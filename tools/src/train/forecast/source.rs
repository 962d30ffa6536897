//! The figures as Rust.

use super::{Counts, Fitted};
use nanikiru::danger::forecast::{Moves, Product};
use nanikiru_tools::thousands;
use std::fmt::{self, Write};

/// The whole of `src/danger/forecast/figures.rs`.
pub fn write(fitted: &Fitted) -> Result<String, fmt::Error> {
    let figures = &fitted.figures;
    let mut text = String::new();
    let [games, decisions] = [fitted.games, fitted.decisions].map(thousands);
    let [steps, moves] = both(fitted.moves);
    write!(
        text,
        "//! What the others do from a decision on: {decisions} decisions of {games} training games (four players,
//! Tenhou's top room, hanchan and tonpuu of 2018 to 2024), each followed to the end of its round.
//!
//! Written by `cargo tools train --forecast`, not by hand. Rates are products of factors; each
//! factor makes its group's expected events equal to those counted (iterative proportional fitting).
#![allow(clippy::approx_constant)] // a factor of 0.318 is counted, not 1 / pi

use super::factors::{{Figures, Later, Product}};

pub(super) static FIGURES: Figures = Figures {{
    // {steps} steps of opponents not in riichi, {moves} changes of tenpai
"
    )?;
    for (name, table) in [("up", &figures.up), ("down", &figures.down), ("stay", &figures.stay)] {
        moves_table(&mut text, name, table)?;
    }
    writeln!(text, "    up_ahead: [")?;
    figures.up_ahead.iter().try_for_each(|row| writeln!(text, "        {},", row_of(row)))?;
    writeln!(text, "    ],")?;
    let standings = ["riichi", "open", "closed"];
    for (name, tables, counts, of) in [
        ("tsumo", &figures.tsumo, &fitted.tsumo, "wins by tsumo"),
        ("ron", &figures.ron, &fitted.ron, "wins by ron from the other two"),
    ] {
        writeln!(text, "    {name}: [")?;
        for ((standing, table), counts) in standings.into_iter().zip(tables).zip(counts) {
            let [steps, events] = both(*counts);
            writeln!(text, "        // {standing}: {steps} steps, {events} {of}")?;
            product(&mut text, table, "        ")?;
        }
        writeln!(text, "    ],")?;
    }
    writeln!(text, "    later: [")?;
    for ((standing, table), counts) in standings.into_iter().zip(&figures.later).zip(&fitted.later) {
        let [discards, hits] = both(*counts);
        writeln!(text, "        // {standing}: {discards} later discards, {hits} deal-ins")?;
        writeln!(text, "        Later {{\n            steps:")?;
        product(&mut text, &table.steps, "            ")?;
        writeln!(text, "            passed: {},", row_of(&table.passed))?;
        writeln!(text, "            sorts: {},\n        }},", row_of(&table.sorts))?;
    }
    writeln!(text, "    ],")?;
    let [tsumo, ron, deal_ins] = fitted.paid.map(thousands);
    writeln!(text, "    // {tsumo} wins by tsumo\n    tsumo_pays: [")?;
    for standing in &figures.tsumo_pays {
        let rows: Vec<String> = standing.iter().map(|row| row_of(row)).collect();
        writeln!(text, "        [{}],", rows.join(", "))?;
    }
    writeln!(text, "    ],\n    // {ron} wins by ron from the other two\n    ron_pays: [")?;
    for standing in &figures.ron_pays {
        let rows: Vec<String> = standing.iter().map(|row| row_of(row)).collect();
        writeln!(text, "        [{}],", rows.join(", "))?;
    }
    let rows: Vec<String> = figures.deal_in_pays.iter().map(|row| row_of(row)).collect();
    writeln!(
        text,
        "    ],\n    // {deal_ins} later deal-ins\n    deal_in_pays: [{}],\n}};",
        rows.join(", ")
    )?;
    Ok(text)
}

fn moves_table(text: &mut String, name: &str, table: &Moves) -> fmt::Result {
    writeln!(text, "    {name}: [")?;
    for melds in table {
        writeln!(text, "        [")?;
        melds.iter().try_for_each(|row| writeln!(text, "            {},", row_of(row)))?;
        writeln!(text, "        ],")?;
    }
    writeln!(text, "    ],")
}

fn product(text: &mut String, product: &Product, indent: &str) -> fmt::Result {
    writeln!(text, "{indent}Product {{")?;
    let tables: [(&str, &[f64]); 7] = [
        ("clock", &product.clock),
        ("ahead", &product.ahead),
        ("riichi", &product.riichi),
        ("silent", &product.silent),
        ("melds", &product.melds),
        ("dealer", &product.dealer),
        ("from", &product.from),
    ];
    for (name, table) in tables {
        writeln!(text, "{indent}    {name}: {},", row_of(table))?;
    }
    writeln!(text, "{indent}}},")
}

pub(super) fn row_of(row: &[f64]) -> String {
    let numbers: Vec<String> = row.iter().map(|n| format!("{n:.5}")).collect();
    format!("[{}]", numbers.join(", "))
}

pub(super) fn both((all, events): Counts) -> [String; 2] {
    [all, events].map(thousands)
}
