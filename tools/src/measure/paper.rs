//! Tables 2 and 3 of Kurita & Hoki (deal-in), on validation games, beside its own figures.

use nanikiru::danger::Estimator;
use nanikiru::danger::paper::Paper;
use nanikiru::dense::is;
use nanikiru::replay::Length;
use nanikiru::tile::Seat;
use nanikiru_tools::deal_in::price;
use nanikiru_tools::decisions::{DealIn, Decision, Look, Purpose, look};
use nanikiru_tools::games::each_game;
use std::path::PathBuf;

/// Bins of one point each; the last one takes what is above.
const BINS: usize = 9;
/// The paper's table 2: per cent that dealt in, and how many did.
const TABLE_2: [(f64, u32); 8] =
    [(0.2, 128), (1.7, 230), (2.8, 310), (4.3, 264), (5.4, 218), (5.8, 161), (7.5, 147), (8.4, 127)];
/// The paper's table 3: by real han (rows) and predicted han.
const TABLE_3: [[f64; 4]; 4] = [
    [0.231, 0.105, 0.025, 0.010],
    [0.126, 0.190, 0.029, 0.012],
    [0.034, 0.112, 0.028, 0.005],
    [0.012, 0.052, 0.012, 0.013],
];
/// The paper looks at each player's tenth discard.
const TENTH: usize = 10;

#[derive(Clone, Copy, Default)]
struct Bin {
    discards: f64,
    deal_ins: f64,
    estimated: f64,
}

/// What both tables count, in one length of game.
#[derive(Default)]
struct Counts {
    /// By estimator.
    bins: Vec<[Bin; BINS]>,
    /// By real and predicted han.
    han: [[f64; 4]; 4],
}

#[derive(Default)]
struct PaperCounts([Counts; 2]);

impl PaperCounts {
    fn merge(mut self, later: PaperCounts) -> PaperCounts {
        for (mine, theirs) in self.0.iter_mut().zip(later.0) {
            mine.bins.resize(mine.bins.len().max(theirs.bins.len()), Default::default());
            for (a, b) in mine.bins.iter_mut().flatten().zip(theirs.bins.into_iter().flatten()) {
                a.discards += b.discards;
                a.deal_ins += b.deal_ins;
                a.estimated += b.estimated;
            }
            let theirs = theirs.han.as_flattened().iter();
            mine.han.as_flattened_mut().iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        }
        self
    }
}

struct Counter<'a> {
    found: &'a mut PaperCounts,
    estimators: &'a [(&'static str, &'a dyn Estimator)],
}

impl Look for Counter<'_> {
    fn decision(&mut self, decision: &Decision) {
        let table = decision.round.table();
        let others = || Seat::ALL.into_iter().filter(|&seat| seat != decision.seat);
        let threatens = |seat: Seat| table.player(seat).riichi().is_some() || !table.player(seat).is_closed();
        if table.turn(decision.seat) != TENTH || !others().any(threatens) {
            return;
        }
        let dealt_in = others().any(|seat| decision.truths[seat].ron.contains(decision.tile.kind()));
        let view = decision.round.view(decision.seat);
        let bins = &mut self.found.0[decision.length as usize].bins;
        bins.resize(self.estimators.len(), Default::default());
        for ((_, estimator), bins) in self.estimators.iter().zip(bins) {
            let danger = estimator.danger(&view, decision.length);
            let threats = danger.threats.iter().filter_map(|(_, threat)| threat.as_ref());
            let rate: f64 = threats.map(|threat| threat.risk(decision.tile).rate).sum();
            let bin = &mut bins[((rate * 100.0) as usize).min(BINS - 1)];
            bin.discards += 1.0;
            bin.deal_ins += is(dealt_in);
            bin.estimated += rate;
        }
    }

    fn deal_in(&mut self, deal_in: &DealIn) {
        let Some(real) = price(deal_in) else { return };
        let view = deal_in.round.view(deal_in.seat);
        let (_, prices) = Paper::builtin().prices(&view, deal_in.winner);
        let mut rates = [0.0; 15];
        let red = u8::from(deal_in.tile.is_red());
        for (price, rate) in prices[deal_in.tile.kind().index()].iter() {
            rates[usize::from(price.plus(red).han())] += rate;
        }
        let likeliest =
            (1..rates.len()).fold(0, |best, han| if rates[han] > rates[best] { han } else { best });
        // a deal-in that the estimator takes for impossible has no prediction
        if likeliest > 0 {
            let place = |han: usize| han.min(4) - 1;
            let han = &mut self.found.0[deal_in.length as usize].han;
            han[place(usize::from(real.han()))][place(likeliest)] += 1.0;
        }
    }
}

/// Prints table 2 for these estimators and table 3 for the paper's.
pub fn print(paths: &[PathBuf], estimators: &[(&'static str, &dyn Estimator)]) -> Result<(), String> {
    let count = |mut found: PaperCounts, name: &str, xml: &[u8]| {
        if Purpose::of(name) == Purpose::Validation {
            look(name, xml, &mut Counter { found: &mut found, estimators });
        }
        found
    };
    let found = each_game(paths, usize::MAX, count, PaperCounts::merge)?;
    for length in [Length::Hanchan, Length::Tonpuu] {
        let counts = &found.0[length as usize];
        let name = if length == Length::Hanchan { "hanchan" } else { "tonpuu" };
        print!(
            "| Table 2 of Kurita & Hoki (deal-in), {name}: tenth discards with a riichi or a call among the others, estimated % | dealt in, the paper (how many) |"
        );
        estimators
            .iter()
            .for_each(|(name, _)| print!(" {name} (95 % interval of the count) | mean estimate |"));
        println!("\n|---|---|{}", "---|---|".repeat(estimators.len()));
        for bin in 0..BINS {
            let to = if bin + 1 < BINS { format!("{}", bin + 1) } else { String::new() };
            print!("| {bin} - {to} |");
            match TABLE_2.get(bin) {
                Some((rate, deal_ins)) => print!(" {rate} ({deal_ins}) |"),
                None => print!(" |"),
            }
            for bins in &counts.bins {
                let Bin { discards, deal_ins, estimated } = bins[bin];
                let of = discards.max(1.0) / 100.0;
                let (rate, error) = (deal_ins / of, 1.96 * deal_ins.sqrt() / of);
                print!(" {rate:.1} +- {error:.1} ({deal_ins} of {discards}) | {:.1} |", estimated / of);
            }
            println!();
        }
        let all: f64 = counts.han.as_flattened().iter().sum();
        println!(
            "\n| Table 3, {name}: {all} deal-ins by real han and the likeliest, the paper / here | 1 | 2 | 3 | 4 and more |"
        );
        println!("|---|---|---|---|---|");
        for (han, (paper, ours)) in TABLE_3.iter().zip(&counts.han).enumerate() {
            print!("| {} |", if han < 3 { format!("{}", han + 1) } else { "4 and more".into() });
            paper.iter().zip(ours).for_each(|(paper, n)| print!(" {paper:.3} / {:.3} |", n / all.max(1.0)));
            println!();
        }
        println!();
    }
    Ok(())
}
