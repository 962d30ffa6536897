//! How good the chances of the final places are, on the games that training leaves out.

mod ends;
mod report;

use crate::measure::markdown;
use nanikiru::placement::{Finish, PlacementModel, Places, Prospects, RoundsLeft};
use nanikiru::replay::Length;
use nanikiru::round::{Carry, last_wind};
use nanikiru::rules::{Rules, Ties};
use nanikiru::score::Source;
use nanikiru::tile::{BySeat, Players, Seat};
use nanikiru_tools::decisions::Purpose;
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::openings::Openings;
use report::Report;
use std::time::Instant;

/// The place of each seat by the points now, 0 to 3.
fn places_now(carry: &Carry, players: Players) -> BySeat<usize> {
    nanikiru_tools::openings::final_places(&carry.scores, players)
}

/// How often seats end in each place, by where they are: what a player knows who looks at the ranking alone.
#[derive(Clone, Default)]
struct Ranking {
    /// By length of game, stage, place now and place in the end.
    counts: [[[[u64; 4]; 4]; RoundsLeft::COUNT]; 2],
}

impl Ranking {
    fn add(&mut self, game: &Openings) {
        for carry in &game.rounds {
            let stage = RoundsLeft::of(carry, last_wind(game.length), game.rules.players);
            let cell = &mut self.counts[game.length as usize][stage.index()];
            places_now(carry, game.rules.players)
                .iter()
                .for_each(|(seat, &now)| cell[now][game.places[seat]] += 1);
        }
    }

    fn append(&mut self, later: &Ranking) {
        let sums = self.counts.iter_mut().flatten().flatten().flatten();
        sums.zip(later.counts.iter().flatten().flatten().flatten()).for_each(|(sum, n)| *sum += n);
    }

    /// The share of a final place.
    fn share(&self, length: Length, stage: RoundsLeft, now: usize, place: usize) -> f64 {
        let cell = self.counts[length as usize][stage.index()][now];
        (cell[place] as f64 + 0.25) / (cell.iter().sum::<u64>() as f64 + 1.0)
    }
}

#[derive(Default)]
struct PlacementData {
    ranking: Ranking,
    games: Vec<Openings>,
}

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    /// Writes its table into docs/results.md, with machine, day and commit
    #[arg(long)]
    markdown: bool,
}

/// Prints everything.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let paths = archives(Players::Four)?;
    let look = |mut all: PlacementData, name: &str, record: &[u8]| {
        if let Some(game) = Openings::read(record) {
            match Purpose::of(name) {
                Purpose::Validation => all.games.push(game),
                Purpose::Training | Purpose::Scaling => all.ranking.add(&game),
            }
        }
        all
    };
    let merge = |mut all: PlacementData, later: PlacementData| {
        all.ranking.append(&later.ranking);
        all.games.extend(later.games);
        all
    };
    let PlacementData { ranking, games } = each_game(&paths, usize::MAX, look, merge)?;
    let mut reports = Vec::new();
    for (name, length) in [("hanchan", Length::Hanchan), ("tonpuu", Length::Tonpuu)] {
        let mut report = Report::default();
        for game in games.iter().filter(|game| game.length == length) {
            report.games += 1;
            for carry in &game.rounds {
                let stage = RoundsLeft::of(carry, last_wind(length), game.rules.players);
                let places = PlacementModel::builtin().places(carry, last_wind(length), &game.rules);
                let (now, end) = (places_now(carry, game.rules.players), &game.places);
                for seat in Seat::ALL {
                    let by_ranking = ranking.share(length, stage, now[seat], end[seat]);
                    report.add(stage, now[seat], places.of(seat), end[seat], by_ranking);
                }
                let ended = Places::at_the_end(&carry.scores, Ties::SeatOrder, game.rules.players);
                report.paid(stage, carry, &places, &ended, end, &game.rules);
            }
        }
        reports.push((name, report));
    }
    if arguments.markdown {
        let [hanchan, tonpuu] = [0, 1].map(|i| &reports[i].1);
        let losses = report::losses(hanchan, tonpuu);
        return markdown::write("cargo tools measure placement --markdown", &[losses]);
    }
    println!("{} validation games", games.len());
    for (name, report) in &reports {
        println!("\n== {name}");
        report.print();
    }
    time(&games);
    ends::print(&paths)
}

/// How long the questions take.
fn time(games: &[Openings]) {
    let rounds: Vec<(&Carry, Length)> =
        games.iter().flat_map(|game| game.rounds.iter().map(|carry| (carry, game.length))).collect();
    let began = Instant::now();
    let mut sum = 0.0;
    for (carry, length) in &rounds {
        sum += PlacementModel::builtin().places(carry, last_wind(*length), &Rules::TENHOU).mean(Seat::ALL[0]);
    }
    let estimate = began.elapsed().as_nanos() as f64 / rounds.len().max(1) as f64 / 1e3;
    let prospects: Vec<Prospects> = rounds
        .iter()
        .map(|(carry, length)| Prospects::of((*carry).clone(), last_wind(*length), Rules::TENHOU))
        .collect();
    let began = Instant::now();
    for prospects in &prospects {
        let finish = Finish::Win { winner: Seat::ALL[1], source: Source::Tsumo, points: 5_200 };
        sum += prospects.worth(Seat::ALL[0], &finish);
    }
    let worth = began.elapsed().as_nanos() as f64 / prospects.len().max(1) as f64 / 1e3;
    println!("\nan estimate takes {estimate:.1} microseconds, the worth of an end {worth:.1} ({sum:.0})");
}
