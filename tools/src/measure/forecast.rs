//! What the others do in later steps: predicted and real, on the games that training leaves out.

use crate::measure::three;
use nanikiru::danger::forecast::{Figures, ForecastStep, Opponent, Stance, WaitRate};
use nanikiru::danger::{DangerModel, Standing};
use nanikiru::danger::{Estimator, Forecast};
use nanikiru::dense::is;
use nanikiru::rules::Length;
use nanikiru::tile::Players;
use nanikiru_tools::decisions::{Purpose, look_at};
use nanikiru_tools::futures::{End, Follower, Future};
use nanikiru_tools::games::{archives, each_game, players_of};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// Sums of one group: how many, predicted, real.
type Row = [f64; 3];
/// A figure, what groups it, and the group.
type Key = (&'static str, &'static str, String);

#[derive(Default)]
struct ForecastRows {
    games: u64,
    decisions: u64,
    rows: BTreeMap<Key, Row>,
}

impl ForecastRows {
    fn add(&mut self, figure: &'static str, groups: &[(&'static str, String)], predicted: f64, real: f64) {
        for (by, group) in groups {
            let row = self.rows.entry((figure, by, group.clone())).or_default();
            row.iter_mut().zip([1.0, predicted, real]).for_each(|(sum, n)| *sum += n);
        }
    }

    fn merge(mut self, later: ForecastRows) -> ForecastRows {
        self.games += later.games;
        self.decisions += later.decisions;
        for (key, row) in later.rows {
            let mine = self.rows.entry(key).or_default();
            mine.iter_mut().zip(row).for_each(|(sum, n)| *sum += n);
        }
        self
    }

    fn future(&mut self, future: &Future, figures: &Figures) {
        self.decisions += 1;
        let outlook = &future.outlook;
        let steps = Stance::ALL.map(|stance| outlook.steps_of(stance, figures));
        let riichi = outlook.opponents.iter().filter(|o| o.standing == Standing::Riichi).count();
        let open = outlook.opponents.iter().any(|o| o.standing == Standing::Open && o.melds > 1);
        let threat = match (riichi, open) {
            (0, false) => "quiet",
            (0, true) => "open threat",
            (1, false) => "one riichi",
            (1, true) => "one riichi and open",
            _ => "two riichi",
        };
        let stance = if future.steps[0].stance == Stance::Riichi { "in riichi" } else { "free" };
        let turn = match future.turn {
            0..3 => "1 to 3",
            3..6 => "4 to 6",
            6..9 => "7 to 9",
            9..12 => "10 to 12",
            12..15 => "13 to 15",
            _ => "16 and later",
        };
        let groups = [
            ("all", String::new()),
            ("turn", turn.into()),
            ("stance", stance.into()),
            ("threat", threat.into()),
            ("stance and threat", format!("{stance}, {threat}")),
            ("turn and threat", format!("{turn}, {threat}")),
        ];
        self.wins(future, figures, &steps, &groups);
        for n in [1, 2, 3, 5, 8] {
            let (Some(step), true) = (future.steps.get(n), n < outlook.steps()) else { continue };
            let stance = step.before as usize;
            for (i, o) in outlook.opponents.iter().enumerate() {
                if o.standing != Standing::Riichi {
                    let now = &steps[stance][n][i];
                    let standing = format!("{n} ahead, {} melds", o.melds);
                    let groups = [("all", String::new()), ("ahead and melds", standing)];
                    self.add("tenpai", &groups, now.tenpai, is(step.tenpai[i]));
                }
            }
            let rate = |(i, opponent): (usize, &Opponent)| {
                let discard = &step.discards[i];
                let wait = discard.wait.map_or(WaitRate::Never, |(sort, rate)| {
                    figures.wait(opponent.standing, sort, rate.into())
                });
                steps[stance][n - 1][i].deal_in(wait)
            };
            let passes = outlook.opponents.iter().enumerate().map(|opponent| 1.0 - rate(opponent));
            let predicted = 1.0 - passes.product::<f64>();
            let hit = is(step.discards.iter().any(|d| d.hit));
            let figure = if step.held { "deal-in, tile held" } else { "deal-in, tile drawn" };
            let mut groups = groups.to_vec();
            groups.push(("ahead", n.to_string()));
            groups.push(("ahead and threat", format!("{n} ahead, {threat}")));
            groups.push((
                "ahead and stance",
                format!("{n} ahead, {}", if step.before == Stance::Free { "free" } else { "in riichi" }),
            ));
            self.add(figure, &groups, predicted, hit);
            if step.held {
                let passed = (0..3).any(|i| step.discards[i].wait.is_some_and(|(sort, _)| sort.is_passed()));
                let safe = (0..3).all(|i| step.discards[i].rate == 0.0);
                let sort = match (safe, passed) {
                    (true, true) => "safe now, not for good",
                    (true, false) => "safe for good",
                    (false, true) => "safe now against one",
                    (false, false) => "may deal in",
                };
                self.add("deal-in, tile held", &[("tile", sort.into())], predicted, hit);
            }
        }
    }

    fn wins(
        &mut self,
        future: &Future,
        figures: &Figures,
        steps: &[impl AsRef<[[ForecastStep; 3]]>; 3],
        groups: &[(&'static str, String)],
    ) {
        let outlook = &future.outlook;
        let (mut tsumo, mut ron) = (0.0, 0.0);
        for (n, step) in future.steps.iter().enumerate() {
            let weight = match step.end {
                End::DealIn { .. } => 0.0,
                End::OwnRon => 0.5,
                _ => 1.0,
            };
            let mut now = [0.0; 2];
            if let Some(others) = steps[step.stance as usize].as_ref().get(n) {
                now = others.iter().fold(now, |[a, b], o| [a + weight * o.tsumo, b + weight * o.ron]);
            }
            tsumo += now[0];
            ron += now[1];
            let real = [is(matches!(step.end, End::Tsumo { .. })), is(matches!(step.end, End::Ron { .. }))];
            let ahead = match n {
                0..4 => n.to_string(),
                4..6 => "4 to 5".into(),
                6..9 => "6 to 8".into(),
                _ => "9 and more".into(),
            };
            let by = [("ahead", ahead)];
            self.add("others' tsumo, one step", &by, now[0], real[0]);
            self.add("others' ron, one step", &by, now[1], real[1]);
            if n == 0 {
                self.add("others' tsumo, this step", groups, now[0], real[0]);
                self.add("others' ron, this step", groups, now[1], real[1]);
            }
            if n + 1 == future.steps.len() {
                self.add("others' tsumo, to the end", groups, tsumo, real[0]);
                self.add("others' ron, to the end", groups, ron, real[1]);
            }
            let of = |i: usize| {
                let o = &outlook.opponents[i];
                let deals = ["neither deals", "it deals", "the viewer deals"][o.relation(outlook.dealer)];
                let standing = o.standing.name();
                [
                    ("all", String::new()),
                    ("standing", standing.into()),
                    ("dealer", format!("{standing}, {deals}")),
                    ("ahead", ahead_of(n).into()),
                ]
            };
            match step.end {
                End::Tsumo { by, pays } => {
                    let o = &outlook.opponents[by];
                    let predicted = o.price * figures.tsumo_pays(o, outlook.dealer);
                    self.add("tsumo pays", &of(by), predicted, pays.into());
                }
                End::Ron { pays } => {
                    for (i, pays) in pays.into_iter().enumerate() {
                        let Some(pays) = pays else { continue };
                        let o = &outlook.opponents[i];
                        self.add("ron pays", &of(i), o.price * figures.ron_pays(o), pays.into());
                    }
                }
                End::DealIn { pays } if n > 0 => {
                    for (i, pays) in pays.into_iter().enumerate() {
                        let Some(pays) = pays else { continue };
                        let o = &outlook.opponents[i];
                        let price = f64::from(step.discards[i].price);
                        let price = if price > 0.0 { price } else { o.price };
                        self.add("deal-in pays", &of(i), price * figures.deal_in_pays(o), pays.into());
                    }
                }
                _ => {}
            }
        }
    }
}

fn ahead_of(n: usize) -> &'static str {
    match n {
        0 => "0",
        1..4 => "1 to 3",
        4..8 => "4 to 7",
        _ => "8 and more",
    }
}

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    /// One decision in so many is looked at
    #[arg(long = "sample", value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    one_in: u64,
    /// Games of so many players
    #[arg(long, value_name = "3|4", default_value = "4", hide_default_value = true, value_parser = players_of)]
    players: Players,
    /// Of another file of three players than the one that the crate carries
    #[arg(long, value_name = "PATH")]
    params: Option<PathBuf>,
}

/// Prints predicted and real figures, and the groups of at least 2,000 that differ most.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let Arguments { one_in: share, players, .. } = *arguments;
    three::read_params(arguments.params.as_deref())?;
    let paths = archives(players)?;
    let figures = Figures::at(players);
    let judge = |mut found: ForecastRows, name: &str, xml: &[u8]| {
        if Purpose::of(name) == Purpose::Validation {
            let mut follower = Follower::new(players, share, |future| found.future(&future, figures));
            let games = look_at(players, name, xml, &mut follower);
            found.games += u64::from(games);
        }
        found
    };
    let found = each_game(&paths, usize::MAX, judge, ForecastRows::merge)?;
    println!("{} validation games, {} decisions: one in {share}", found.games, found.decisions);
    time();
    println!(
        "| figure | by | group | number | predicted | real | difference |\n|---|---|---|---|---|---|---|"
    );
    let mut worst: Vec<(f64, String)> = Vec::new();
    for ((figure, by, group), [n, predicted, real]) in &found.rows {
        let points = figure.ends_with("pays");
        let unit = if points { 1.0 } else { 100.0 };
        let [predicted, real] = [predicted, real].map(|sum| unit * sum / n);
        let text = format!(
            "| {figure} | {by} | {group} | {n} | {predicted:.2} | {real:.2} | {:+.2} |",
            predicted - real
        );
        println!("{text}");
        if !points && *n >= 2000.0 {
            worst.push(((predicted - real).abs(), text));
        }
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("\nRates of groups of 2,000 and more, the worst first:");
    worst.iter().take(15).for_each(|(_, text)| println!("{text}"));
    Ok(())
}

/// How long a forecast takes.
fn time() {
    use nanikiru::round::{Opening, Table, View};
    use nanikiru::tile::{Counts, Kind, Reds, Seat, Tile};
    let opening = Opening::first(&nanikiru::rules::Rules::TENHOU, Tile::plain(Kind::ALL[0]));
    let table = Table::new(&opening, &nanikiru::rules::Rules::TENHOU).expect("a table like any other");
    let mut hand = Counts::EMPTY;
    Kind::ALL[..13].iter().for_each(|&kind| hand.add(kind).expect("one of each"));
    let view = View::new(&table, Seat::ALL[0], hand, Reds::NONE).expect("13 tiles");
    let danger = DangerModel::builtin().danger(&view, Length::Hanchan);
    let began = Instant::now();
    let sum: f64 = (0..1000)
        .filter_map(|_| Forecast::new(std::hint::black_box(&view), &danger))
        .map(|forecast| forecast.ends(0, Stance::Free))
        .sum();
    let micros = began.elapsed().as_secs_f64() * 1e3;
    println!("a forecast takes {micros:.1} microseconds natively ({sum:.0})");
}
