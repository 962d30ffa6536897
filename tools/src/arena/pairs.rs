//! Two players against two others, beside the matches of Yoshimura et al. (tables 4 to 6).

use crate::arena::tally::{Mean, Tally};
use crate::arena::{Setup, percent};

/// A row of the paper: games, mean rank and rounds won by either of the two, in percent.
type PaperRow = (u32, f64, f64);

/// Tables 4 to 6.
const PRINTED: [[(&str, PaperRow); 2]; 3] = [
    [("tabu:discards", (116, 2.16, 52.80)), ("random-shanten", (116, 2.81, 31.47))],
    [("tabu:discards", (34, 2.66, 33.09)), ("tabu", (34, 2.28, 61.03))],
    [("tabu", (46, 2.34, 50.00)), ("tabu:yakuhai", (46, 2.63, 42.39))],
];

/// The paper's row of the first of two players; runs are not in their names there.
fn printed(player: &str, other: &str) -> Option<PaperRow> {
    let plain = |name: &str| {
        let (kind, changes) = name.split_once(':').unwrap_or((name, ""));
        let kept = changes.split('+').find(|change| !change.is_empty() && !change.starts_with("runs-"));
        kept.map_or_else(|| kind.to_string(), |change| format!("{kind}:{change}"))
    };
    let (player, other) = (plain(player), plain(other));
    PRINTED.iter().find_map(|rows| {
        let at = rows.iter().position(|(name, _)| *name == player)?;
        (rows[1 - at].0 == other).then_some(rows[at].1)
    })
}

/// Two rows, nothing but a table.
pub fn print(setup: &Setup, games: &[Vec<Tally>]) {
    println!(
        "| player | games | mean rank | rounds won by the two | a player: deals in | riichi | opens | points a win | the paper: games, rank, won |"
    );
    println!("|{}", "---|".repeat(9));
    let kinds = &setup.lineup.kinds;
    for (kind, (name, _)) in kinds.iter().enumerate() {
        let over_walls = |of: fn(&Tally) -> f64| {
            let wall = |games: &[Vec<Tally>]| {
                games.iter().map(|game| of(&game[kind])).sum::<f64>() / games.len() as f64
            };
            Mean::of(&games.chunks(setup.rotations).map(wall).collect::<Vec<f64>>())
        };
        let rank = over_walls(|tally| tally.ranks / tally.games as f64);
        // each of the two has a row of every round
        let won = over_walls(|tally| 200.0 * tally.wins as f64 / tally.rounds as f64);
        let mut sum = Tally::default();
        games.iter().for_each(|game| sum += &game[kind]);
        let paper = printed(name, &kinds[1 - kind].0)
            .map_or("-".into(), |(games, rank, won)| format!("{games}, {rank:.2}, {won:.1} %"));
        println!(
            "| {name} | {} | {:.3} +- {:.3} | {:.1} +- {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.0} | {paper} |",
            games.len(),
            rank.mean,
            rank.half,
            won.mean,
            won.half,
            percent(sum.deal_ins, sum.rounds),
            percent(sum.riichi, sum.rounds),
            percent(sum.open, sum.rounds),
            sum.won as f64 / sum.wins.max(1) as f64,
        );
        if sum.thought.asked > 0 {
            let each = sum.thought.time.as_secs_f64() * 1e3 / sum.thought.asked as f64;
            let of_rounds = |calls: u64| 100.0 * calls as f64 / sum.rounds as f64;
            eprintln!(
                "{name}: {} decisions, {each:.1} ms each, {:.3} % without an answer; calls in 100 rounds {:.1}, of them far {:.1}, in order to fold {:.1}",
                sum.thought.asked,
                percent(sum.thought.unanswered, sum.thought.asked),
                of_rounds(sum.thought.calls),
                of_rounds(sum.thought.far_calls),
                of_rounds(sum.thought.folding_calls),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_rows_are_found_by_both_players() {
        assert_eq!(printed("tabu:discards+runs-50", "random-shanten"), Some((116, 2.16, 52.80)));
        assert_eq!(printed("tabu:discards", "tabu:runs-7"), Some((34, 2.66, 33.09)));
        assert_eq!(printed("tabu:yakuhai", "tabu"), Some((46, 2.63, 42.39)));
        assert_eq!(printed("tabu", "analyst:fast"), None);
        assert_eq!(printed("tabu:yakuhai", "random-shanten"), None);
    }
}
