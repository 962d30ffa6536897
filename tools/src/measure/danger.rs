//! How good estimates of danger are, on the games that training leaves out.

pub mod bins;
mod plot;
mod tables;

use crate::measure::Trial;
use bins::{Bins, Sharpness};
use nanikiru::danger::paper::Paper;
use nanikiru::danger::{ClassTable, DangerModel, Estimator, OpponentView, Standing};
use nanikiru::replay::Length;
use nanikiru::round::View;
use nanikiru::tile::{Kind, Players, Seat, Tile};
use nanikiru_tools::decisions::{DealIn, Decision, Look, Purpose, look, mix};
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::thousands;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Groups that are reported apart: riichi, open with 1 to 4 calls, closed.
pub const GROUPS: [&str; 6] = ["riichi", "1 call", "2 calls", "3 calls", "4 calls", "closed"];

/// The table of rates by class and turn.
const CLASSES: &str = "class by turn";

/// The group of an opponent.
pub fn group(view: &View, opponent: Seat) -> usize {
    let player = view.table().player(opponent);
    match Standing::of(player) {
        Standing::Riichi => 0,
        Standing::Open => player.melds().len(),
        Standing::Closed => 5,
    }
}

/// What one estimator's estimates turned out to be, in one length of game.
#[derive(Default)]
struct Report {
    /// Held kinds that may deal in, against the one riichi player.
    one_riichi: Sharpness,
    /// Held kinds that may deal in, by group.
    groups: [Sharpness; 6],
    /// Tenpai or not, by group.
    tenpai: [Sharpness; 6],
    /// The discards that were made.
    made: Bins,
}

impl Report {
    fn append(&mut self, later: Report) {
        self.one_riichi.append(later.one_riichi);
        self.groups.iter_mut().zip(later.groups).for_each(|(a, b)| a.append(b));
        self.tenpai.iter_mut().zip(later.tenpai).for_each(|(a, b)| a.append(b));
        self.made.append(later.made);
    }
}

/// One group of the score table.
#[derive(Default, Clone)]
struct Price {
    count: u64,
    paid: f64,
    expected: f64,
    /// Squares of the differences.
    squares: f64,
    /// Minus the logarithm of the share that the price had.
    surprise: f64,
}

/// Groups of the score table.
const PRICED: [&str; 14] = [
    "riichi, not dealer",
    "riichi, dealer",
    "closed",
    "open",
    "open, dealer",
    "open, 0 dora",
    "open, 1 dora",
    "open, 2 dora",
    "open, 3+ dora",
    "open, no yakuhai",
    "open, 1 yakuhai",
    "open, 2+ yakuhai",
    "red or dora tile",
    "all",
];

#[derive(Default)]
struct Findings {
    games: u64,
    /// How long the last estimator took each time.
    times: Vec<Duration>,
    /// By length, then by estimator.
    reports: [Vec<Report>; 2],
    prices: [Vec<[Price; PRICED.len()]>; 2],
}

impl Findings {
    fn merge(mut self, later: Findings) -> Findings {
        self.games += later.games;
        self.times.extend(later.times);
        for (mine, later) in self.reports.iter_mut().zip(later.reports) {
            if mine.is_empty() {
                *mine = later;
            } else {
                mine.iter_mut().zip(later).for_each(|(a, b)| a.append(b));
            }
        }
        for (mine, later) in self.prices.iter_mut().zip(later.prices) {
            if mine.is_empty() {
                *mine = later;
                continue;
            }
            for (a, b) in mine.iter_mut().flatten().zip(later.iter().flatten()) {
                a.count += b.count;
                a.paid += b.paid;
                a.expected += b.expected;
                a.squares += b.squares;
                a.surprise += b.surprise;
            }
        }
        self
    }
}

struct Judge<'a> {
    found: &'a mut Findings,
    estimators: &'a [(&'static str, &'a dyn Estimator)],
    /// One decision in so many.
    share: u64,
}

impl Judge<'_> {
    fn reports(&mut self, length: Length) -> &mut Vec<Report> {
        let reports = &mut self.found.reports[length as usize];
        if reports.is_empty() {
            reports.resize_with(self.estimators.len(), Report::default);
        }
        reports
    }
}

impl Look for Judge<'_> {
    fn decision(&mut self, decision: &Decision) {
        if !mix(decision.id).is_multiple_of(self.share) {
            return;
        }
        let view = decision.round.view(decision.seat);
        let table = view.table();
        let others: Vec<Seat> = Seat::ALL.into_iter().filter(|&s| s != decision.seat).collect();
        let riichi = others.iter().filter(|&&s| table.player(s).riichi().is_some()).count();
        let own = table.player(decision.seat).riichi().is_some();
        let dealt = others.iter().any(|&s| decision.truths[s].ron.contains(decision.tile.kind()));
        let mut dangers = Vec::with_capacity(self.estimators.len());
        for (i, (_, estimator)) in self.estimators.iter().enumerate() {
            let began = Instant::now();
            dangers.push(estimator.danger(&view, decision.length));
            if i + 1 == self.estimators.len() {
                self.found.times.push(began.elapsed());
            }
        }
        for (report, danger) in self.reports(decision.length).iter_mut().zip(&dangers) {
            report.made.add(danger.rate(decision.tile), dealt);
            for &opponent in &others {
                let Some(threat) = &danger.threats[opponent] else { continue };
                let (truth, group) = (decision.truths[opponent], group(&view, opponent));
                report.tenpai[group].add(threat.tenpai, truth.tenpai);
                let possible = OpponentView::new(&view, opponent).possible;
                for kind in Kind::ALL.into_iter().filter(|&k| view.concealed()[k] > 0) {
                    if table.player(opponent).furiten().contains(kind) {
                        continue;
                    }
                    let rate =
                        if possible.contains(kind) { threat.risk(Tile::plain(kind)).rate } else { 0.0 };
                    report.groups[group].add(rate, truth.ron.contains(kind));
                    if group == 0 && riichi == 1 && !own {
                        report.one_riichi.add(rate, truth.ron.contains(kind));
                    }
                }
            }
        }
    }

    fn deal_in(&mut self, deal_in: &DealIn) {
        let view = deal_in.round.view(deal_in.seat);
        let opponent_view = OpponentView::new(&view, deal_in.winner);
        let player = view.table().player(deal_in.winner);
        let dealer = view.table().dealer() == deal_in.winner;
        let open = opponent_view.standing == Standing::Open;
        let (dora, yakuhai) = (opponent_view.open_dora(), opponent_view.open_yakuhai());
        let shown = usize::from(view.table().dora()[deal_in.tile.kind().index()]);
        let groups = [
            player.riichi().is_some() && !dealer,
            player.riichi().is_some() && dealer,
            opponent_view.standing == Standing::Closed,
            open && !dealer,
            open && dealer,
            open && dora == 0,
            open && dora == 1,
            open && dora == 2,
            open && dora > 2,
            open && yakuhai == 0,
            open && yakuhai == 1,
            open && yakuhai > 1,
            deal_in.tile.is_red() || shown > 0,
            true,
        ];
        let prices = &mut self.found.prices[deal_in.length as usize];
        prices.resize_with(self.estimators.len(), Default::default);
        for ((_, estimator), prices) in self.estimators.iter().zip(prices) {
            let danger = estimator.danger(&view, deal_in.length);
            let Some(threat) = &danger.threats[deal_in.winner] else { continue };
            let risk = threat.risk(deal_in.tile);
            let share: f64 =
                risk.payments.iter().filter(|p| p.points == deal_in.points).map(|p| p.rate).sum();
            for (price, _) in prices.iter_mut().zip(groups).filter(|(_, is)| *is) {
                price.count += 1;
                price.paid += f64::from(deal_in.points);
                price.expected += risk.mean();
                price.squares += (risk.mean() - f64::from(deal_in.points)).powi(2);
                price.surprise -= share.max(1e-6).ln();
            }
        }
    }
}

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    trial: Trial,
    /// Where the calibration is drawn as SVG
    #[arg(long, value_name = "PATH")]
    plot: Option<PathBuf>,
}

/// Prints everything about all estimators.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let paths = archives(Players::Four)?;
    let model = match &arguments.trial.params {
        None => DangerModel::builtin().clone(),
        Some(path) => {
            let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let bytes = std::fs::read(path).map_err(|e| fail(&e))?;
            let params =
                nanikiru::params::Params::read(nanikiru::danger::LABEL, &bytes).map_err(|e| fail(&e))?;
            DangerModel::new(&params).map_err(|e| fail(&e))?
        }
    };
    let mut estimators: Vec<(&'static str, &dyn Estimator)> =
        vec![(CLASSES, ClassTable::builtin()), ("Kurita & Hoki", Paper::builtin()), ("model", &model)];
    let share = arguments.trial.one_in;
    let judge = |mut found: Findings, name: &str, xml: &[u8]| {
        if Purpose::of(name) == Purpose::Validation {
            let mut judge = Judge { found: &mut found, estimators: &estimators, share };
            let games = u64::from(look(name, xml, &mut judge));
            found.games += games;
        }
        found
    };
    let found = each_game(&paths, usize::MAX, judge, Findings::merge)?;
    let mut times = found.times;
    times.sort_unstable();
    let median = times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6);
    println!("| validation games | {} |", thousands(found.games));
    println!("|---|---|\n| decisions looked at | one in {share} |");
    println!(
        "| the model takes for all tiles against three opponents, natively, one thread, median | {median:.0} microseconds |\n"
    );
    if let Some(path) = &arguments.plot {
        let curves: Vec<(&str, &bins::Bins)> = ["hanchan", "tonpuu"]
            .into_iter()
            .zip([Length::Hanchan, Length::Tonpuu])
            .filter_map(|(name, length)| Some((name, &found.reports[length as usize].last()?.made)))
            .collect();
        std::fs::write(path, plot::svg(&curves)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let names: Vec<&str> = estimators.iter().map(|(name, _)| *name).collect();
    for length in [Length::Hanchan, Length::Tonpuu] {
        let name = if length == Length::Hanchan { "hanchan" } else { "tonpuu" };
        tables::print(name, &names, &found.reports[length as usize], &found.prices[length as usize]);
    }
    estimators.retain(|(name, _)| *name != CLASSES);
    crate::measure::paper::print(&paths, &estimators)
}
