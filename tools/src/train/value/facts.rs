//! The rows of a table of decisions as the analysis knows them.

use super::table::{At, Row, Sample};
use nanikiru::analyze::facts::OfferShare;
use nanikiru::analyze::{Act, Case, Facts, TableThreat};
use nanikiru::search::{End, Part, Parts};

/// What is known of a row.
pub fn facts(sample: &Sample, row: &Row, large: bool, call_share: Option<f64>) -> Facts {
    let riichi: Vec<&Row> = sample.rows.iter().filter(|row| row.at(At::Action) == 1.0).collect();
    let declared = riichi.iter().map(|row| row.at(At::Policy).max(0.0)).sum();
    let at = |at: At| row.at(at) as i32;
    let searched = row.parts();
    Facts {
        case: Case {
            threat: TableThreat::ALL[sample.threat],
            shanten: sample.shanten,
            tiles_left: sample.left,
            open: sample.open,
            // a win has none, and nothing is made of its figures
            act: Act::ALL.get(at(At::Act) as usize).copied().unwrap_or(Act::Silent),
        },
        shanten: at(At::Shanten),
        groups: at(At::Groups),
        pairs: at(At::Pairs),
        orphans: row.at(At::Orphans) > 0.0,
        open: row.at(At::Open) > 0.0,
        yaku: at(At::Yaku),
        kan: (5..8).contains(&at(At::Action)),
        estimated: row.at(At::Estimated) > 0.0,
        riichi_share: (!riichi.is_empty()).then_some(declared),
        call_share,
        offer: (row.at(At::Call) >= 0.0).then(|| OfferShare {
            call: at(At::Call) as usize,
            share: row.at(At::CallShare),
            discard: row.at(At::DiscardShare),
        }),
        depth: at(At::Depth) as usize,
        beyond: at(At::Beyond) as usize,
        large,
        hanchan: sample.hanchan,
        dealer: sample.dealer,
        risk: End { rate: row.at(At::Risk), value: row.at(At::RiskValue) },
        searched,
        tenpai: row.at(At::Tenpai),
        at_draw: row.at(At::TenpaiAtDraw),
        paid: row.at(At::Paid),
        noten: row.at(At::Noten),
        point: 1.0,
        recorded: row.five(At::Recorded),
        by_table: searched,
        folds: row.at(At::Folds),
    }
}

impl Row {
    /// What the search says.
    pub fn parts(&self) -> Parts {
        let (rates, values) = (self.five(At::Rates), self.five(At::Values));
        let part = |i: usize| Part { rate: rates[i], value: values[i] };
        Parts { win: part(0), deal_in: part(1), tsumo: part(2), draw: part(3), rest: part(4) }
    }
}
