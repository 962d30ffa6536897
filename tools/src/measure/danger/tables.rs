//! The tables of one length of game.

use super::{CLASSES, GROUPS, PRICED, Price, Report, bins::Sharpness};
use nanikiru_tools::thousands;

/// Prints them: the information of estimates, how the discards that were made came out, and what deal-ins cost.
pub fn print(length: &str, names: &[&str], reports: &[Report], prices: &[[Price; PRICED.len()]]) {
    gains(length, names, reports);
    made(length, names, reports);
    costs(length, names, prices);
}

/// 1 - log-loss / log-loss of the constant rate, and the area under the curve, of every estimator.
fn gains(length: &str, names: &[&str], reports: &[Report]) {
    let Some(last) = reports.last() else { return };
    print!("| {length}: gain over the constant rate; AUC | tiles or players | rate, estimated |");
    names.iter().for_each(|name| print!(" {name} |"));
    println!("\n|---|---|---|{}", "---|".repeat(names.len()));
    let row = |name: &str, of: &dyn Fn(&Report) -> &Sharpness, classes: bool| {
        let model = of(last);
        if !model.is_mixed() {
            return;
        }
        let percent = |rate: f64| 100.0 * rate;
        print!(
            "| {name} | {} | {:.2}, {:.2} % |",
            thousands(model.count()),
            percent(model.rate()),
            percent(model.estimated())
        );
        for (name, report) in names.iter().zip(reports) {
            let sharpness = of(report);
            match *name == CLASSES && !classes {
                true => print!(" |"),
                false => print!(" {:.2} %; {:.3} |", percent(sharpness.gain()), sharpness.auc()),
            }
        }
        println!();
    };
    row("a held kind against the one riichi", &|report| &report.one_riichi, true);
    for (at, group) in GROUPS.iter().enumerate() {
        row(&format!("a held kind against: {group}"), &|report| &report.groups[at], false);
    }
    for (at, group) in GROUPS.iter().enumerate().skip(1) {
        row(&format!("tenpai: {group}"), &|report| &report.tenpai[at], false);
    }
    println!();
}

/// The discards that were made, by the estimate of the last estimator.
fn made(length: &str, names: &[&str], reports: &[Report]) {
    let (Some(name), Some(report)) = (names.last(), reports.last()) else { return };
    println!(
        "| {length}: discards that were made, by the {name}'s estimate | discards | estimated | dealt in, +- one standard error |"
    );
    println!("|---|---|---|---|");
    for bin in report.made.drawn() {
        let n = bin.count as f64;
        let at = (100.0 * bin.rates / n).floor();
        let rate = bin.yes as f64 / n;
        println!(
            "| {at} to {} % | {} | {:.2} % | {:.2} +- {:.2} % |",
            at + 1.0,
            thousands(bin.count),
            100.0 * bin.rates / n,
            100.0 * rate,
            100.0 * (rate * (1.0 - rate) / n).sqrt()
        );
    }
    for (name, report) in names.iter().zip(reports).filter(|(name, _)| **name != CLASSES) {
        println!(
            "| all: expected calibration error of {name} | {} | | {:.2} points |",
            thousands(report.made.count()),
            100.0 * report.made.error()
        );
    }
    println!();
}

/// What deal-ins cost and what was expected.
fn costs(length: &str, names: &[&str], prices: &[[Price; PRICED.len()]]) {
    print!("| {length}: deal-ins by whom | how many | paid on average |");
    let priced = || names.iter().zip(prices).filter(|(name, _)| **name != CLASSES);
    priced().for_each(|(name, _)| print!(" {name}: too much, +- one standard error |"));
    println!("\n|---|---|---|{}", "---|".repeat(priced().count()));
    for (at, group) in PRICED.iter().enumerate() {
        let Some(any) = prices.last().map(|prices| &prices[at]).filter(|price| price.count > 0) else {
            continue;
        };
        print!("| {group} | {} | {:.0} |", thousands(any.count), any.paid / any.count as f64);
        for (_, prices) in priced() {
            let Price { count, paid, expected, squares, .. } = &prices[at];
            let off = expected - paid;
            let error = (squares - off * off / *count as f64).max(0.0).sqrt() / paid.max(1.0);
            print!(" {:+.1} +- {:.1} % |", 100.0 * off / paid.max(1.0), 100.0 * error);
        }
        println!();
    }
    print!("| all: log-loss of the price | | |");
    for (_, prices) in priced() {
        let all = &prices[PRICED.len() - 1];
        print!(" {:.3} |", all.surprise / all.count.max(1) as f64);
    }
    println!("\n");
}
