//! What far hands nearest to thirteen orphans come to, by shanten: predicted and real.

use super::Setup;
use nanikiru::analyze::{Depth, Detailed, Options};
use nanikiru::review::{Done, Verdict, judge};
use nanikiru::shape::shanten_by_form;
use nanikiru::tile::Players;
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::outcome::RoundEnd;
use nanikiru_tools::recorded::{RecordedDecision, each_decision};

/// The shanten that have a row of their own; what is farther counts with the last.
const ROWS: [i32; 4] = [2, 3, 4, 5];

/// Sums over decisions.
#[derive(Clone, Copy, Default)]
struct Sums {
    decisions: f64,
    /// Win rates: searched, predicted; real.
    wins: [f64; 3],
    /// Points: searched, predicted; real.
    points: [f64; 3],
    /// Squares of what happened.
    squares: f64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.decisions += other.decisions;
        self.squares += other.squares;
        for (sum, other) in self.wins.iter_mut().zip(other.wins) {
            *sum += other;
        }
        for (sum, other) in self.points.iter_mut().zip(other.points) {
            *sum += other;
        }
    }

    fn row(&self, name: &str) -> String {
        let each = |sum: f64| sum / self.decisions.max(1.0);
        let [searched, reported, won] = self.wins.map(|sum| 100.0 * each(sum));
        let [by_search, value, happened] = self.points.map(each);
        let error =
            (each(self.squares) - happened * happened).max(0.0).sqrt() / self.decisions.max(1.0).sqrt();
        format!(
            "| {name} | {} | {searched:.1} | {reported:.1} | {won:.1} | {by_search:.0} | {value:.0} | {happened:.0} +- {error:.0} |",
            self.decisions
        )
    }
}

/// The row and the figures of a discard that leaves such a hand.
fn discard(recorded: &RecordedDecision) -> Option<(usize, Sums)> {
    let decision = recorded.decision;
    let Done::Discard { tile, .. } = decision.done else { return None };
    let after = decision.round.drawn_hand(decision.seat).ok()?.discard(tile)?;
    let forms = shanten_by_form(&after);
    let orphans = forms.thirteen_orphans?;
    let others = [Some(forms.standard), forms.seven_pairs];
    if orphans.get() < ROWS[0] || others.into_iter().flatten().any(|other| other <= orphans) {
        return None;
    }
    let options = Options { depth: Depth::Fast, detailed: Detailed::None, ..Options::default() };
    let Ok(Verdict::Judged(judged)) = judge(decision, recorded.length, &options) else { return None };
    let (row, outcome) = (&judged.report.candidates[judged.done], recorded.outcome()?);
    let (searched, happened) = (row.facts?.searched.win.rate, f64::from(outcome.change));
    let won = f64::from(u8::from(outcome.round_end == RoundEnd::Win));
    let sums = Sums {
        decisions: 1.0,
        wins: [searched, row.play.win_rate, won],
        points: [row.searched, row.value, happened],
        squares: happened * happened,
    };
    let at = ROWS.iter().rposition(|&shanten| shanten <= orphans.get())?;
    Some((at, sums))
}

/// Every such discard of the archives, or of so many games of each.
pub fn print(setup: &Setup) -> Result<(), String> {
    let look = |mut all: [Sums; ROWS.len()], name: &str, record: &[u8]| {
        each_decision(name, record, 0, &mut |recorded| {
            if let Some((at, sums)) = discard(recorded) {
                all[at].add(&sums);
            }
        });
        all
    };
    let merge = |mut all: [Sums; ROWS.len()], later: [Sums; ROWS.len()]| {
        all.iter_mut().zip(&later).for_each(|(sums, later)| sums.add(later));
        all
    };
    let rows = each_game(&archives(Players::Four)?, setup.sample_or(usize::MAX), look, merge)?;
    println!(
        "| shanten | discards | wins by search, % | predicted | real | searchValue | value | real points |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut all = Sums::default();
    for (i, (sums, shanten)) in rows.iter().zip(ROWS).enumerate() {
        let more = if i + 1 == ROWS.len() { " and more" } else { "" };
        println!("{}", sums.row(&format!("{shanten}{more}")));
        all.add(sums);
    }
    println!("{}", all.row("all"));
    Ok(())
}
