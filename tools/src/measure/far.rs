//! What far hands are worth on average, for those that are too far to be searched: `data/far.params`.

use crate::measure::position::Position;
use crate::measure::{Scope, sample};
use nanikiru::analyze::far_averages::{DRAWS, FarAverages, FarHands, GROUPS, LABEL, layout, section};
use nanikiru::analyze::{self, Depth, analyze_at_once};
use nanikiru::hand::Meld;
use nanikiru::params::{Params, Section, Table};
use nanikiru::replay::{Room, RoundLog, WinClaim};
use nanikiru::round::{Carry, Event, Round};
use nanikiru::search::SearchError;
use nanikiru::tile::Players;
use nanikiru_tools::digits::digits;
use nanikiru_tools::games::{archives, each_game, players_of};
use nanikiru_tools::play::{Watch, play};
use nanikiru_tools::{project, workers};

/// A searched hand of that shanten: the best discard's figures.
#[derive(Clone, Copy)]
struct FarHand {
    shanten: usize,
    draws: usize,
    figures: FarHands,
    value: f64,
    others_rate: f64,
    points_of_wins: f64,
}

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    scope: Scope,
    /// Games of so many players
    #[arg(long, value_name = "3|4", default_value = "4", hide_default_value = true, value_parser = players_of)]
    players: Players,
    /// Writes the averages of so many players into data/far.params
    #[arg(long)]
    write: bool,
}

/// Prints the table, and writes what estimates take of it.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let Arguments { scope, players, write } = arguments;
    let early = |d: &sample::Decision| d.turn() <= 14 && !d.fixed();
    let positions = sample::positions(&archives(*players)?, scope.sample_or(20_000), scope.seed, early)?;
    let far: Vec<Position> =
        positions.into_iter().filter(|position| matches!(position.shanten().get(), 3..=5)).collect();
    let seen = workers::each(&far, scope.threads, look);
    let seen: Vec<FarHand> = seen.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    print!("{}", table(&seen));
    if *write {
        let wins = Wins::counted(*players)?;
        println!("\nwins, closed and open: {:?} of {:?} points", wins.count, wins.means());
        let averages = averages(&seen, *players, wins.means())?;
        let section = averages.section(section(*players), layout(), seen.len() as u64);
        put(section)?;
    }
    Ok(())
}

/// Puts a section into the file that the crate carries.
fn put(section: Section) -> Result<(), String> {
    let file = project::file("data/far.params");
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = std::fs::read(&file).map_err(|error| fail(&error))?;
    let mut params = Params::read(LABEL, &bytes).map_err(|error| fail(&error))?;
    params.put(section);
    params.provenance.decisions = params.sections().iter().map(|section| section.samples).sum();
    std::fs::write(&file, params.write()).map_err(|error| fail(&error))
}

fn mean<'h>(hands: impl Iterator<Item = &'h FarHand>, of: impl Fn(&FarHand) -> f64) -> f64 {
    let all: Vec<f64> = hands.map(of).collect();
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

/// Those of a shanten with so many draws left.
fn among(seen: &[FarHand], shanten: usize, group: usize) -> impl Iterator<Item = &FarHand> + Clone {
    seen.iter().filter(move |hand| hand.shanten == shanten && (hand.draws / DRAWS).min(GROUPS - 1) == group)
}

fn table(seen: &[FarHand]) -> String {
    let mut text = String::from(
        "## Far hands: means of the best discard at n = shanten, m_f = 2 (5-shanten: 0)\n\n\
         | shanten | draws left, from | hands | ukeire | value | win | tenpai | tenpai at draw | others | points of wins |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for shanten in 3..=5 {
        for group in 0..GROUPS {
            let here = among(seen, shanten, group);
            let figures: [fn(&FarHand) -> f64; 6] = [
                |hand| hand.value,
                |hand| hand.figures.win_rate,
                |hand| hand.figures.tenpai_rate,
                |hand| hand.figures.tenpai_at_draw,
                |hand| hand.others_rate,
                |hand| hand.points_of_wins,
            ];
            let figures = figures.map(|of| format!("{:.4}", mean(here.clone(), of)));
            text += &format!(
                "| {shanten} | {} | {} | {:.1} | {} |\n",
                DRAWS * group,
                here.clone().count(),
                mean(here.clone(), |hand| hand.figures.ukeire),
                figures.join(" | ")
            );
        }
    }
    text
}

/// What estimates take of searched hands. With fewer than four draws nobody wins. Where no hand of three players was searched, the
/// hands one shanten nearer have the ratios of four players.
///
/// # Errors
/// When there are no hands of four players somewhere.
fn averages(seen: &[FarHand], players: Players, recorded: [f64; 2]) -> Result<FarAverages, String> {
    let rows = |shanten: usize| -> [Option<FarHands>; GROUPS] {
        std::array::from_fn(|group| {
            let here = among(seen, shanten, group);
            let of = |figure: fn(&FarHands) -> f64, places| {
                digits(mean(here.clone(), |hand| figure(&hand.figures)), places)
            };
            let rate = |figure| if group == 0 { 0.0 } else { of(figure, 4) };
            here.clone().next().map(|_| FarHands {
                ukeire: of(|figures| figures.ukeire, 1),
                win_rate: rate(|figures| figures.win_rate),
                tenpai_rate: rate(|figures| figures.tenpai_rate),
                tenpai_at_draw: rate(|figures| figures.tenpai_at_draw),
            })
        })
    };
    let none =
        |shanten: usize, group: usize| format!("no {shanten}-shanten hand, {} draws left", DRAWS * group);
    let whole = |shanten: usize, nearer: Option<[FarHands; GROUPS]>| {
        let rows = rows(shanten);
        let four = FarAverages::of(Players::Four);
        let each = (0..GROUPS).map(|group| match (rows[group], nearer, players) {
            (Some(row), ..) => Ok(row),
            // nobody wins, so that the width does not count
            (None, ..) if group == 0 => Ok(FarHands { ukeire: 1.0, ..FarHands::default() }),
            (None, Some(nearer), Players::Three) => {
                let farther = if shanten == 4 { four.four_shanten } else { four.five_shanten };
                let near = if shanten == 4 { four.three_shanten } else { four.four_shanten };
                Ok(scaled(nearer[group], farther[group], near[group]))
            }
            (None, ..) => Err(none(shanten, group)),
        });
        let rows: Vec<FarHands> = each.collect::<Result<_, String>>()?;
        Ok::<_, String>(std::array::from_fn(|group| rows[group]))
    };
    let three_shanten = whole(3, None)?;
    let four_shanten = whole(4, Some(three_shanten))?;
    let five_shanten = whole(5, Some(four_shanten))?;
    // searches of three leave out norths that are drawn later: wins are dearer than they say
    let closed = match players {
        Players::Four => mean(among(seen, 4, GROUPS - 1), |hand| hand.points_of_wins),
        Players::Three => recorded[0],
    };
    let win = [closed, recorded[1]].map(|points| 100.0 * (points / 100.0).round());
    Ok(FarAverages { three_shanten, four_shanten, five_shanten, win })
}

/// A row times the ratio of two others.
fn scaled(row: FarHands, by: FarHands, over: FarHands) -> FarHands {
    let times = |of: fn(&FarHands) -> f64, places| digits(of(&row) * of(&by) / of(&over), places);
    FarHands {
        ukeire: times(|row| row.ukeire, 1),
        win_rate: times(|row| row.win_rate, 4),
        tenpai_rate: times(|row| row.tenpai_rate, 4),
        tenpai_at_draw: times(|row| row.tenpai_at_draw, 4),
    }
}

/// Recorded wins of closed hands and of open ones, without honba and sticks.
#[derive(Default)]
struct Wins {
    count: [u64; 2],
    points: [u64; 2],
}

/// Counts the wins of a game of so many players.
struct WinCounter {
    players: Players,
    wins: Wins,
    claims: std::vec::IntoIter<WinClaim>,
}

impl Wins {
    /// Of all games of so many players.
    fn counted(players: Players) -> Result<Wins, String> {
        let look = |wins: Wins, _: &str, record: &[u8]| {
            let mut counter = WinCounter { players, wins, claims: Vec::new().into_iter() };
            play(record, &mut counter);
            counter.wins
        };
        let both = |mut all: Wins, later: Wins| {
            all.count.iter_mut().zip(later.count).for_each(|(sum, count)| *sum += count);
            all.points.iter_mut().zip(later.points).for_each(|(sum, points)| *sum += points);
            all
        };
        each_game(&archives(players)?, usize::MAX, look, both)
    }

    fn means(&self) -> [f64; 2] {
        [0, 1].map(|open| self.points[open] as f64 / self.count[open].max(1) as f64)
    }
}

impl Watch for WinCounter {
    fn wants(&self, players: Players) -> bool {
        players == self.players
    }

    fn begin(&mut self, _: Room, log: &RoundLog, _: Option<&Carry>) {
        self.claims = log.claims.clone().into_iter();
    }

    fn before(&mut self, round: &Round, event: &Event) {
        let Event::Win(win) = event else { return };
        let Some(points) = self.claims.next().and_then(|claim| claim.points) else { return };
        let open = usize::from(round.table().player(win.seat).melds().iter().any(Meld::is_open));
        self.wins.count[open] += 1;
        self.wins.points[open] += u64::from(points);
    }
}

fn look(position: &Position) -> Result<Option<FarHand>, String> {
    let shanten = usize::try_from(position.shanten().get()).unwrap_or(0);
    let options = analyze::Options {
        depth: Depth::Exactly { exchanges: shanten },
        calls: if shanten <= 4 { 2 } else { 0 },
        max_hands: 150_000,
        ..analyze::Options::default()
    };
    let report = match analyze_at_once(&position.asked(), &position.situation()?, &options) {
        Ok(report) => report,
        Err(SearchError::TooLarge { .. }) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let best = &report.candidates[0];
    let play = &best.play;
    Ok(Some(FarHand {
        shanten,
        draws: report.draws_left,
        figures: FarHands {
            ukeire: f64::from(best.ukeire.tiles),
            win_rate: play.win_rate(),
            tenpai_rate: play.tenpai_rate,
            tenpai_at_draw: play.tenpai_at_draw,
        },
        value: play.value(),
        others_rate: play.others_rate,
        points_of_wins: play.parts.win.value,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hands(shanten: usize, group: usize, win_rate: f64) -> impl Iterator<Item = FarHand> {
        let figures =
            FarHands { ukeire: 40.0, win_rate, tenpai_rate: 2.0 * win_rate, tenpai_at_draw: win_rate };
        let hand = FarHand {
            shanten,
            draws: DRAWS * group,
            figures,
            value: 0.0,
            others_rate: 0.5,
            points_of_wins: 5_990.0,
        };
        // as many below the mean as above it
        [0.5, 1.5]
            .into_iter()
            .map(move |times| FarHand { figures: FarHands { win_rate: times * win_rate, ..figures }, ..hand })
    }

    fn all(shanten: usize) -> impl Iterator<Item = FarHand> {
        (0..GROUPS).flat_map(move |group| hands(shanten, group, 0.1 / shanten as f64))
    }

    #[test]
    fn averages_are_means_of_searched_hands_and_nobody_wins_late() {
        let seen: Vec<FarHand> = (3..=5).flat_map(all).collect();
        let found = averages(&seen, Players::Four, [7_000.0, 4_269.0]).unwrap();
        let expected = FarHands { ukeire: 40.0, win_rate: 0.025, tenpai_rate: 0.05, tenpai_at_draw: 0.025 };
        assert_eq!(found.four_shanten[1..], [expected; GROUPS - 1]);
        assert_eq!(found.four_shanten[0], FarHands { ukeire: 40.0, ..FarHands::default() });
        assert_eq!(found.win, [6_000.0, 4_300.0]);
        assert!(table(&seen).contains("| 4 | 16 | 2 | 40.0 | 0.0000 | 0.0250 |"), "{}", table(&seen));
    }

    #[test]
    fn hands_of_three_that_nobody_searched_have_the_ratios_of_four() {
        let seen: Vec<FarHand> = all(3).chain(all(4)).collect();
        let error = averages(&seen, Players::Four, [0.0; 2]).unwrap_err();
        assert_eq!(error, "no 5-shanten hand, 4 draws left");
        let found = averages(&seen, Players::Three, [8_944.0, 6_710.0]).unwrap();
        let four = FarAverages::of(Players::Four);
        let ratio = four.five_shanten[4].win_rate / four.four_shanten[4].win_rate;
        assert_eq!(found.five_shanten[4].win_rate, digits(found.four_shanten[4].win_rate * ratio, 4));
        assert_eq!(found.win, [8_900.0, 6_700.0]);
    }

    #[test]
    fn another_section_of_the_file_stays() {
        let bytes = std::fs::read(project::file("data/far.params")).unwrap();
        let params = Params::read(LABEL, &bytes).unwrap();
        let of = |players| params.table::<FarAverages>(section(players), layout()).unwrap();
        let mut put = params.clone();
        put.put(of(Players::Four).section(section(Players::Three), layout(), 1));
        assert_eq!(put.table(section(Players::Four), layout()), Ok(of(Players::Four)));
        assert_eq!(put.table(section(Players::Three), layout()), Ok(of(Players::Four)));
    }
}
