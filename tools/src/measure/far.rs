//! What far hands are worth on average, for those that are too far to be searched: the table of
//! `src/analyze/far.rs`.

use crate::measure::position::Position;
use crate::measure::{Scope, sample};
use nanikiru::analyze::{self, Depth, analyze_at_once};
use nanikiru::search::SearchError;
use nanikiru::tile::Players;
use nanikiru_tools::games::{archives, players_of};
use nanikiru_tools::workers;

/// Own draws left that are counted together: 0 to 3, 4 to 7 and so on.
const DRAWS: usize = 4;

/// A searched hand of that shanten: the best discard's figures.
struct FarHand {
    shanten: usize,
    draws: usize,
    ukeire: f64,
    figures: [f64; 6],
}

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    scope: Scope,
    /// Games of so many players
    #[arg(long, value_name = "3|4", default_value = "4", hide_default_value = true, value_parser = players_of)]
    players: Players,
}

/// Prints the table.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let Arguments { scope, players } = arguments;
    let early = |d: &sample::Decision| d.turn() <= 14 && !d.fixed();
    let positions = sample::positions(&archives(*players)?, scope.sample_or(20_000), scope.seed, early)?;
    let far: Vec<Position> =
        positions.into_iter().filter(|position| matches!(position.shanten().get(), 3..=5)).collect();
    let seen = workers::each(&far, scope.threads, look);
    let seen: Vec<FarHand> = seen.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    println!("## Far hands: means of the best discard at n = shanten, m_f = 2 (5-shanten: 0)\n");
    println!(
        "| shanten | draws left | hands | ukeire | value | win | tenpai | tenpai at draw | others | points of wins |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for shanten in 3..=5 {
        for group in 0..=17 / DRAWS {
            let of: Vec<&FarHand> =
                seen.iter().filter(|s| s.shanten == shanten && s.draws / DRAWS == group).collect();
            let mean = |figure: &dyn Fn(&FarHand) -> f64| {
                of.iter().map(|seen| figure(seen)).sum::<f64>() / of.len().max(1) as f64
            };
            let figures: Vec<String> = (0..6).map(|i| format!("{:.4}", mean(&|s| s.figures[i]))).collect();
            println!(
                "| {shanten} | {} to {} | {} | {:.1} | {} |",
                DRAWS * group,
                DRAWS * group + DRAWS - 1,
                of.len(),
                mean(&|s| s.ukeire),
                figures.join(" | ")
            );
        }
    }
    println!();
    Ok(())
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
        ukeire: f64::from(best.ukeire.tiles),
        figures: [
            play.value,
            play.win_rate(),
            play.tenpai_rate,
            play.tenpai_at_draw,
            play.others_rate,
            play.wins.value,
        ],
    }))
}
