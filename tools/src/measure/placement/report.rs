//! Chances of places beside the places.

use crate::measure::markdown::Block;
use nanikiru::placement::{Places, RoundsLeft};
use nanikiru::round::Carry;
use nanikiru::rules::Rules;
use nanikiru::tile::{BySeat, Seat};
use nanikiru_tools::thousands;

/// Rounds left that are reported together: name, and the fewest and the most of them.
const GROUPS: [(&str, usize, usize); 4] =
    [("last round", 0, 0), ("1 left", 1, 1), ("2 or 3 left", 2, 3), ("4 to 7 left", 4, 7)];
/// The group of extra rounds, after those.
const EXTRA: usize = GROUPS.len();

fn group(stage: RoundsLeft) -> usize {
    let within = |left: usize| GROUPS.iter().position(|&(_, from, to)| (from..=to).contains(&left));
    stage.rounds_left().and_then(within).unwrap_or(EXTRA)
}

fn group_name(group: usize) -> &'static str {
    GROUPS.get(group).map_or("extra rounds", |group| group.0)
}

/// Points that are reported together, up to these.
const BANDS: [i32; 6] = [8_000, 16_000, 24_000, 32_000, 40_000, i32::MAX];

#[derive(Clone, Copy, Default)]
struct Loss {
    seats: u64,
    model: f64,
    ranking: f64,
}

/// One bin of a calibration.
#[derive(Clone, Copy, Default)]
struct Bin {
    seats: u64,
    chances: f64,
    came: u64,
}

impl Bin {
    fn share(&self) -> f64 {
        self.came as f64 / self.seats as f64
    }

    fn error(&self) -> f64 {
        (self.share() * (1.0 - self.share()) / self.seats as f64).sqrt()
    }
}

/// Expected points beside those that were won.
#[derive(Clone, Copy, Default)]
struct Prize {
    seats: u64,
    expected: f64,
    /// What they would be if the game were over now.
    now: f64,
    won: f64,
    squares: f64,
}

impl Prize {
    fn add(&mut self, expected: f64, now: f64, won: f64) {
        self.seats += 1;
        self.expected += expected;
        self.now += now;
        self.won += won;
        self.squares += (won - expected) * (won - expected);
    }

    fn print(&self, name: &str) {
        if self.seats > 0 {
            let n = self.seats as f64;
            println!(
                "  {name:28} {:6} seats: expected {:7.0}, won {:7.0} +- {:4.0}, {:+6.0}; by the points now {:7.0}",
                self.seats,
                self.expected / n,
                self.won / n,
                self.squares.sqrt() / n,
                (self.expected - self.won) / n,
                self.now / n,
            );
        }
    }
}

impl Loss {
    /// All of them together.
    fn sum<'a>(losses: impl Iterator<Item = &'a Loss>) -> Loss {
        losses.fold(Loss::default(), |sum, loss| Loss {
            seats: sum.seats + loss.seats,
            model: sum.model + loss.model,
            ranking: sum.ranking + loss.ranking,
        })
    }
}

/// One length of game.
#[derive(Default)]
pub struct Report {
    pub games: u64,
    /// By group of stages and place now.
    losses: [[Loss; 4]; EXTRA + 1],
    /// By group of stages, place and tenths.
    bins: [[[Bin; 10]; 4]; EXTRA + 1],
    /// By group and place now.
    by_place: [[Prize; 4]; EXTRA + 1],
    /// By group and points.
    by_points: [[Prize; BANDS.len()]; EXTRA + 1],
}

impl Report {
    /// A seat with its chances, and how often the ranking alone leads where it ended.
    pub fn add(&mut self, stage: RoundsLeft, now: usize, chances: [f64; 4], end: usize, by_ranking: f64) {
        let loss = &mut self.losses[group(stage)][now];
        loss.seats += 1;
        loss.model -= chances[end].max(1e-6).ln();
        loss.ranking -= by_ranking.ln();
        for (place, chance) in chances.into_iter().enumerate() {
            let bin = &mut self.bins[group(stage)][place][((chance * 10.0) as usize).min(9)];
            bin.seats += 1;
            bin.chances += chance;
            bin.came += u64::from(place == end);
        }
    }

    /// What was expected, and what was won.
    pub fn paid(
        &mut self,
        stage: RoundsLeft,
        carry: &Carry,
        places: &Places,
        ended: &Places,
        end: &BySeat<usize>,
        rules: &Rules,
    ) {
        for seat in Seat::ALL {
            let (expected, now) = (places.points(seat, rules), ended.points(seat, rules));
            let first = if end[seat] == 0 { rules.oka } else { 0 };
            let won = f64::from(rules.uma[end[seat]] + first);
            let points = carry.scores[seat];
            let place = ended.of(seat).iter().take_while(|&&chance| chance == 0.0).count();
            self.by_place[group(stage)][place].add(expected, now, won);
            let band = BANDS.iter().take_while(|&&up_to| points >= up_to).count();
            self.by_points[group(stage)][band].add(expected, now, won);
        }
    }

    pub fn print(&self) {
        println!("{} games; log-loss of a seat's place, constant {:.4}", self.games, 4f64.ln());
        let print = |name: &str, losses: &[&Loss]| {
            let sum = |f: fn(&Loss) -> f64| losses.iter().map(|loss| f(loss)).sum::<f64>();
            let seats = sum(|loss| loss.seats as f64);
            if seats > 0.0 {
                let (model, ranking) = (sum(|loss| loss.model) / seats, sum(|loss| loss.ranking) / seats);
                println!("  {name:28} {seats:6} seats: model {model:.4}, ranking now {ranking:.4}");
            }
        };
        print("all", &self.losses.iter().flatten().collect::<Vec<_>>());
        for (group, losses) in self.losses.iter().enumerate() {
            print(group_name(group), &losses.iter().collect::<Vec<_>>());
            for (place, loss) in losses.iter().enumerate() {
                print(&format!("{}, {} now", group_name(group), place + 1), &[loss]);
            }
        }
        self.calibration("all", 0..EXTRA + 1);
        self.calibration("last round", 0..1);
        println!("placement points");
        for group in 0..=EXTRA {
            for (place, prize) in self.by_place[group].iter().enumerate() {
                prize.print(&format!("{}, {} now", group_name(group), place + 1));
            }
            for (band, prize) in self.by_points[group].iter().enumerate() {
                let from = if band == 0 { "fewer".to_string() } else { BANDS[band - 1].to_string() };
                let to = if band + 1 == BANDS.len() { "more".to_string() } else { BANDS[band].to_string() };
                prize.print(&format!("{}, {from} to {to}", group_name(group)));
            }
        }
    }

    fn calibration(&self, name: &str, groups: std::ops::Range<usize>) {
        for place in 0..4 {
            let mut bins = [Bin::default(); 10];
            for (sum, bin) in groups.clone().flat_map(|g| bins_of(&self.bins[g][place])) {
                bins[sum].seats += bin.seats;
                bins[sum].chances += bin.chances;
                bins[sum].came += bin.came;
            }
            let seats: f64 = bins.iter().map(|bin| bin.seats as f64).sum();
            let off: f64 = bins.iter().map(|bin| (bin.chances - bin.came as f64).abs()).sum();
            println!(
                "place {}, {name}: expected calibration error {:.2} points",
                place + 1,
                off / seats * 100.0
            );
            for bin in bins.iter().filter(|bin| bin.seats > 0) {
                println!(
                    "    {:6} seats, predicted {:5.1} %, came {:5.1} % +- {:.1}",
                    bin.seats,
                    bin.chances / bin.seats as f64 * 100.0,
                    bin.share() * 100.0,
                    bin.error() * 100.0,
                );
            }
        }
    }
}

/// The log-loss of a seat's place by rounds left, hanchan and tonpuu side by side.
pub fn losses(hanchan: &Report, tonpuu: &Report) -> Block {
    let side =
        |name: &str, report: &Report| format!("{name}, {} games: ranking, model", thousands(report.games));
    let head = [
        format!("log-loss of a seat's place; constant {:.3}", 4f64.ln()),
        side("hanchan", hanchan),
        side("tonpuu", tonpuu),
    ];
    let mut block = Block::new("placement-loss", &head);
    let cell = |loss: Loss| {
        let seats = loss.seats as f64;
        match loss.seats {
            0 => String::new(),
            _ => format!("{:.3}, {:.3}", loss.ranking / seats, loss.model / seats),
        }
    };
    let both = |of: &dyn Fn(&Report) -> Loss| [hanchan, tonpuu].map(|report| cell(of(report)));
    for group in 0..=EXTRA {
        let [hanchan, tonpuu] = both(&|report| Loss::sum(report.losses[group].iter()));
        block.push(&[group_name(group).to_string(), hanchan, tonpuu]);
    }
    let [hanchan, tonpuu] = both(&|report| Loss::sum(report.losses.iter().flatten()));
    block.push(&["all rounds".to_string(), hanchan, tonpuu]);
    block
}

fn bins_of(bins: &[Bin; 10]) -> impl Iterator<Item = (usize, Bin)> {
    bins.iter().copied().enumerate()
}
