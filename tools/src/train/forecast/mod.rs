//! Fits what the others do from a decision on, and when a riichi comes: `data/forecast.params`.

pub mod coming;
mod product;

use crate::train::split::provenance;
use nanikiru::danger::Standing;
use nanikiru::danger::forecast::{
    AHEAD, Clock, Figures, Hazard, LaterRates, Moves, Product, Sort, Stance, ahead,
};
use nanikiru::dense::is;
use nanikiru::params::{Provenance, Section, Table};
use nanikiru::tile::Players;
use nanikiru_tools::decisions::{Purpose, look_at};
use nanikiru_tools::digits::rounded;
use nanikiru_tools::futures::{End, Follower, Future};
use nanikiru_tools::games::each_game;
use nanikiru_tools::months::Months;
use nanikiru_tools::thousands;
use product::Trials;
use std::path::PathBuf;

/// What the figures come from.
#[derive(Default)]
pub struct Futures {
    /// Of every decision that was looked at.
    pub all: Vec<Future>,
    games: u64,
    months: Months,
}

/// How many observations stand behind a table: steps or discards, and events.
pub type Counts = (u64, u64);

/// The figures with what stands behind them.
pub struct FittedFigures {
    figures: Figures,
    decisions: u64,
    moves: Counts,
    tsumo: [Counts; 3],
    ron: [Counts; 3],
    later: [Counts; 3],
    paid: [u64; 3],
}

/// What became of one decision in `share` of the training games of so many.
pub fn gather(players: Players, paths: &[PathBuf], limit: usize, share: u64) -> Result<Futures, String> {
    let gather = |mut all: Futures, name: &str, xml: &[u8]| {
        if Purpose::of(name) != Purpose::Validation {
            let mut follower = Follower::new(players, share, |future| all.all.push(future));
            let games = look_at(players, name, xml, &mut follower);
            all.games += u64::from(games);
            all.months.see(name);
        }
        all
    };
    let merge = |mut a: Futures, b: Futures| {
        a.all.extend(b.all);
        a.games += b.games;
        a.months.append(b.months);
        a
    };
    let futures = each_game(paths, limit, gather, merge)?;
    println!("{} games, {} decisions", futures.games, futures.all.len());
    Ok(futures)
}

/// The section of the figures, learned from one decision in `share` of the training games, and what they come from.
pub fn fit(paths: &[PathBuf], limit: usize, share: u64) -> Result<(Section, Provenance), String> {
    let futures = gather(Players::Four, paths, limit, share)?;
    let fitted = FittedFigures::of(&futures);
    fitted.print();
    let section = rounded(&fitted.figures).section(Figures::SECTION, Figures::layout(), fitted.decisions);
    Ok((section, provenance(&futures.months, futures.games, fitted.decisions)))
}

/// Counts as text: all of which events.
fn of_which((all, events): Counts) -> String {
    format!("{} of which {}", thousands(all), thousands(events))
}

impl FittedFigures {
    fn of(futures: &Futures) -> FittedFigures {
        let mut figures = Figures::builtin().clone();
        let moves = fit_moves(&futures.all, &mut figures);
        let [tsumo, ron] = fit_hazards(&futures.all, &mut figures);
        let later = fit_later(&futures.all, &mut figures);
        let paid = fit_prices(&futures.all, &mut figures);
        let decisions = futures.all.len() as u64;
        FittedFigures { figures, decisions, moves, tsumo, ron, later, paid }
    }
}

impl FittedFigures {
    /// What stands behind the tables.
    fn print(&self) {
        println!("steps of opponents not in riichi, changes of tenpai: {}", of_which(self.moves));
        let tables = [("tsumo", &self.tsumo), ("ron", &self.ron), ("later deal-ins", &self.later)];
        for (name, counts) in tables {
            for (standing, &counts) in ["riichi", "open", "closed"].into_iter().zip(counts) {
                println!("{name}, {standing}: {}", of_which(counts));
            }
        }
        println!("payments of tsumo, ron, later deal-ins: {}", self.paid.map(thousands).join(", "));
    }
}

/// A share that few observations draw to the usual one.
fn drawn(counted: f64, of: f64, usual: f64, prior: f64) -> f64 {
    (counted + prior * usual) / (of + prior)
}

fn fit_moves(futures: &[Future], figures: &mut Figures) -> Counts {
    const CELLS: usize = 2 * Clock::COUNT;
    // [noten, tenpai][goes on, all]; [becomes tenpai of noten, stops of tenpai][moved, all]
    let mut goes = vec![[[[0.0f64; 2]; 2]; CELLS]; 5];
    let mut moved = vec![[[[0.0f64; 2]; 2]; CELLS]; 5];
    let mut ups: [Trials<2>; 5] = std::array::from_fn(|_| Trials::new([CELLS, AHEAD]));
    let mut counts = (0, 0);
    for future in futures {
        for (i, opponent) in future.outlook.opponents.iter().enumerate() {
            if opponent.standing == Standing::Riichi {
                continue;
            }
            for (n, step) in future.steps.iter().enumerate().take(future.outlook.steps()) {
                if matches!(step.end, End::OwnRon | End::OwnTsumo | End::DealIn { .. }) {
                    continue;
                }
                let riichi = step.stance == Stance::Riichi || future.outlook.other_riichi(i) > 0;
                let clock = Clock::new(future.outlook.left, n).index();
                let cell = usize::from(riichi) * Clock::COUNT + clock;
                let now = step.tenpai[i];
                let next = future.steps.get(n + 1);
                let goes = &mut goes[opponent.melds][cell][usize::from(now)];
                goes[1] += 1.0;
                counts.0 += 1;
                let Some(next) = next else { continue };
                goes[0] += 1.0;
                let moves = now != next.tenpai[i];
                counts.1 += u64::from(moves);
                let moved = &mut moved[opponent.melds][cell][usize::from(now)];
                moved[1] += 1.0;
                moved[0] += is(moves);
                if !now {
                    ups[opponent.melds].add([cell, ahead(n)], 1.0, is(moves));
                }
            }
        }
    }
    let table = |of: &dyn Fn(usize, usize) -> f64| -> Moves {
        std::array::from_fn(|melds| {
            std::array::from_fn(|riichi| {
                std::array::from_fn(|clock| of(melds, riichi * Clock::COUNT + clock))
            })
        })
    };
    let overall = |cells: &[[[f64; 2]; 2]], sort: usize| {
        let [part, all] =
            cells.iter().fold([0.0, 0.0], |[a, b], cell| [a + cell[sort][0], b + cell[sort][1]]);
        if all > 0.0 { part / all } else { 0.0 }
    };
    let fits = ups.each_ref().map(Trials::fit);
    figures.up = table(&|melds, cell| fits[melds][0][cell]);
    figures.up_ahead = std::array::from_fn(|melds| std::array::from_fn(|group| fits[melds][1][group]));
    // a hand with four melds is always tenpai
    figures.up[4] = [[1.0; Clock::COUNT]; 2];
    figures.up_ahead[4] = [1.0; AHEAD];
    figures.down = table(&|melds, cell| {
        let [part, all] = moved[melds][cell][1];
        drawn(part, all, overall(&moved[melds], 1), 100.0)
    });
    figures.stay = table(&|melds, cell| {
        let share = |sort: usize| {
            let [part, all] = goes[melds][cell][sort];
            drawn(part, all, overall(&goes[melds], sort), 100.0)
        };
        let noten = if melds == 4 { 1.0 } else { share(0) };
        if noten > 0.0 { (share(1) / noten).min(1.0) } else { 1.0 }
    });
    (0..4).for_each(|_| straighten(futures, figures));
    counts
}

/// Moves the chances of becoming tenpai so that, by melds and steps ahead, the predicted tenpai is as often as the
/// real one: opponents of whom one sees the same differ, and those that are slow remain.
fn straighten(futures: &[Future], figures: &mut Figures) {
    let mut groups = [[[0.0f64; 2]; AHEAD]; 5];
    for future in futures {
        let outlook = &future.outlook;
        let tenpai = Stance::ALL.map(|stance| outlook.tenpai(stance, figures));
        let pairs = future.steps.iter().zip(future.steps.iter().skip(1)).enumerate();
        for (n, (step, next)) in pairs.take(outlook.steps() - 1) {
            let [now, then] = [n, n + 1].map(|n| &tenpai[step.stance as usize][n]);
            for (i, opponent) in outlook.opponents.iter().enumerate() {
                if opponent.standing == Standing::Riichi {
                    continue;
                }
                let riichi = usize::from(step.stance == Stance::Riichi || outlook.other_riichi(i) > 0);
                let clock = Clock::new(outlook.left, n).index();
                let stay = now[i] * figures.stay[opponent.melds][riichi][clock];
                let goes_on = stay / (stay + 1.0 - now[i]);
                let [sum, up] = &mut groups[opponent.melds][ahead(n)];
                *sum += (is(next.tenpai[i]) - then[i]) - (is(step.tenpai[i]) - goes_on);
                *up += (1.0 - goes_on) * figures.up[opponent.melds][riichi][clock];
            }
        }
    }
    for (factors, groups) in figures.up_ahead.iter_mut().zip(groups).take(4) {
        for (factor, [sum, up]) in factors.iter_mut().zip(groups) {
            // as if 50 more had become tenpai as often as predicted
            *factor += sum / (up + 50.0);
        }
    }
}

fn product(tables: &[Vec<f64>]) -> Product {
    fn table<const N: usize>(from: &[f64]) -> [f64; N] {
        std::array::from_fn(|i| from[i])
    }
    Product {
        clock: table(&tables[0]),
        ahead: table(&tables[1]),
        riichi: table(&tables[2]),
        silent: table(&tables[3]),
        melds: table(&tables[4]),
        dealer: table(&tables[5]),
        from: table(&tables[6]),
    }
}

fn fit_hazards(futures: &[Future], figures: &mut Figures) -> [[Counts; 3]; 2] {
    let trials = || Standing::ALL.map(|_| Trials::new(Hazard::SIZES));
    let [mut tsumo, mut ron] = [trials(), trials()];
    for future in futures {
        let outlook = &future.outlook;
        let tenpai = Stance::ALL.map(|stance| outlook.tenpai(stance, figures));
        for (n, step) in future.steps.iter().enumerate().take(outlook.steps()) {
            let weight = match step.end {
                End::DealIn { .. } => continue,
                End::OwnRon => 0.5,
                _ => 1.0,
            };
            let now = &tenpai[step.stance as usize][n];
            let winners = match step.end {
                End::Ron { pays } => pays.iter().flatten().count(),
                _ => 1,
            };
            for i in 0..3 {
                let places = outlook.hazard(i, n, step.stance, now).places();
                let standing = outlook.opponents[i].standing as usize;
                let (draws, discards) = outlook.acts(i, n);
                let won = matches!(step.end, End::Tsumo { by, .. } if by == i);
                if draws {
                    tsumo[standing].add(places, weight * now[i], is(won));
                }
                let won = matches!(step.end, End::Ron { pays } if pays[i].is_some());
                if discards > 0.0 {
                    let event = is(won) / winners as f64;
                    ron[standing].add(places, weight * now[i] * discards, event);
                }
            }
        }
    }
    figures.tsumo = tsumo.each_ref().map(|trials| product(&trials.fit()));
    figures.ron = ron.each_ref().map(|trials| product(&trials.fit()));
    [tsumo, ron].map(|trials| trials.each_ref().map(Trials::counts))
}

fn fit_later(futures: &[Future], figures: &mut Figures) -> [Counts; 3] {
    let [a, b, c, d, e, f, g] = Hazard::SIZES;
    let mut trials = Standing::ALL.map(|_| Trials::new([a, b, c, d, e, f, g, Sort::COUNT, 1 + AHEAD]));
    for future in futures {
        let outlook = &future.outlook;
        let tenpai = Stance::ALL.map(|stance| outlook.tenpai(stance, figures));
        for (n, step) in future.steps.iter().enumerate().take(outlook.steps()).skip(1) {
            let now = &tenpai[step.before as usize][n];
            for i in 0..3 {
                // not the discard: players choose what is safe by what they see then
                let discard = &step.any[i];
                let Some((sort, rate)) = discard.wait else { continue };
                let [a, b, c, d, e, f, g] = outlook.hazard(i, n, step.before, now).places();
                let exposure = now[i] * f64::from(rate);
                let hit = is(discard.hit);
                let standing = outlook.opponents[i].standing as usize;
                let passed = if sort.is_passed() { 1 + b } else { 0 };
                trials[standing].add([a, b, c, d, e, f, g, sort.index(), passed], exposure, hit);
            }
        }
    }
    figures.later = trials.each_ref().map(|trials| {
        let tables = trials.fit();
        let level = tables[8][0];
        let steps = product(&tables);
        LaterRates {
            steps: Product { clock: steps.clock.map(|factor| factor * level), ..steps },
            passed: std::array::from_fn(|i| tables[8][1 + i] / level),
            sorts: std::array::from_fn(|i| tables[7][i]),
        }
    });
    trials.each_ref().map(Trials::counts)
}

/// Paid, expected and how often, of each group.
#[derive(Clone, Copy, Default)]
struct Payments([f64; 3]);

impl Payments {
    fn add(&mut self, paid: i32, expected: f64) {
        let one = [f64::from(paid), expected, 1.0];
        self.0.iter_mut().zip(one).for_each(|(sum, n)| *sum += n);
    }

    fn sum<'a>(all: impl IntoIterator<Item = &'a Payments>) -> Payments {
        let add = |mut sum: Payments, one: &Payments| {
            sum.0.iter_mut().zip(one.0).for_each(|(sum, n)| *sum += n);
            sum
        };
        all.into_iter().fold(Payments::default(), add)
    }

    /// Paid over expected; few are drawn to the ratio of a larger group.
    fn ratio(&self, usual: &Payments) -> f64 {
        let all = if usual.0[1] > 0.0 { usual.0[0] / usual.0[1] } else { 1.0 };
        let [paid, expected, n] = self.0;
        let prior = if n > 0.0 { 30.0 * expected / n } else { 1.0 };
        (paid + prior * all) / (expected + prior)
    }
}

fn fit_prices(futures: &[Future], figures: &mut Figures) -> [u64; 3] {
    let mut tsumo = [[[Payments::default(); 4]; 3]; 3];
    let mut ron = [[[Payments::default(); 4]; 2]; 3];
    let mut deal_in = [[Payments::default(); 2]; 3];
    for future in futures {
        let outlook = &future.outlook;
        for (n, step) in future.steps.iter().enumerate() {
            let of = |i: usize| {
                let o = &outlook.opponents[i];
                (
                    o.standing as usize,
                    usize::from(o.dealer),
                    o.relation(outlook.dealer),
                    o.price_group(),
                    o.price,
                )
            };
            match step.end {
                End::Tsumo { by, pays } => {
                    let (standing, _, relation, group, price) = of(by);
                    tsumo[standing][relation][group].add(pays, price);
                }
                End::Ron { pays } => {
                    for (i, pays) in pays.into_iter().enumerate() {
                        let (standing, dealer, _, group, price) = of(i);
                        if let Some(pays) = pays {
                            ron[standing][dealer][group].add(pays, price);
                        }
                    }
                }
                End::DealIn { pays } if n > 0 => {
                    for (i, pays) in pays.into_iter().enumerate() {
                        let (standing, dealer, _, _, mean) = of(i);
                        let Some(pays) = pays else { continue };
                        let price = f64::from(step.discards[i].price);
                        deal_in[standing][dealer].add(pays, if price > 0.0 { price } else { mean });
                    }
                }
                _ => {}
            }
        }
    }
    for standing in 0..3 {
        for (to, from) in figures.tsumo_pays[standing].iter_mut().zip(&tsumo[standing]) {
            let usual = Payments::sum(from);
            *to = from.map(|paid| paid.ratio(&usual));
        }
        for (to, from) in figures.ron_pays[standing].iter_mut().zip(&ron[standing]) {
            let usual = Payments::sum(from);
            *to = from.map(|paid| paid.ratio(&usual));
        }
        let usual = Payments::sum(&deal_in[standing]);
        figures.deal_in_pays[standing] = deal_in[standing].map(|paid| paid.ratio(&usual));
    }
    let count = |sum: Payments| sum.0[2] as u64;
    [
        count(Payments::sum(tsumo.as_flattened().as_flattened())),
        count(Payments::sum(ron.as_flattened().as_flattened())),
        count(Payments::sum(deal_in.as_flattened())),
    ]
}
