//! Norths of three players: how often one that is set aside is won on, and what it takes to follow so many in a search.

use crate::measure::position::Position;
use crate::measure::{Scope, sample};
use nanikiru::danger::{self, OF_NORTH};
use nanikiru::dense::is;
use nanikiru::review::RecordedAction;
use nanikiru::score::Pot;
use nanikiru::search::{
    Chance, ChanceStep, Exchanges, Kans, Options, OthersTenpai, Points, Progress, Root, Search,
};
use nanikiru::tile::{Kind, KindSet, Players, Seat, Tile, Wind};
use nanikiru_tools::decisions::is_validation;
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::recorded::each_decision;
use std::time::Instant;

/// Norths that a hand can set aside.
const MOST: usize = 4;
/// Hands that are searched of each shanten.
const HANDS: usize = 10;
/// Shanten that is searched at most, and exchanges beyond it.
const FARTHEST: usize = 3;
const BEYOND: usize = 1;

/// Prints both tables.
pub fn print(scope: &Scope) -> Result<(), String> {
    won_on()?;
    set_aside(scope)
}

/// Of norths that were set aside: how many, how many were expected to be won on, and were.
type WonOn = [f64; 3];

/// In training and in validation games, while so many others were in riichi.
type AllWonOn = [[WonOn; 3]; 2];

fn won_on() -> Result<(), String> {
    let look = |mut sums: AllWonOn, name: &str, record: &[u8]| {
        let of_games = &mut sums[usize::from(is_validation(name))];
        each_decision(name, record, 0, &mut |recorded| {
            let decision = recorded.decision;
            if decision.done != RecordedAction::Kita {
                return;
            }
            let table = decision.round.table();
            let declared = |&seat: &Seat| table.player(seat).riichi().is_some();
            let riichi = Players::Three.others(decision.seat).filter(declared).count();
            let danger = danger::assess(&decision.round.view(decision.seat), recorded.length);
            let north = Tile::plain(Kind::wind(Wind::North));
            let [norths, predicted, won] = &mut of_games[riichi];
            *norths += 1.0;
            *predicted += danger.rate(north);
            *won += is(recorded.is_won_on());
        });
        sums
    };
    let both = |mut all: AllWonOn, later: AllWonOn| {
        let later = later.as_flattened().as_flattened();
        all.as_flattened_mut().as_flattened_mut().iter_mut().zip(later).for_each(|(sum, n)| *sum += n);
        all
    };
    let sums = each_game(&archives(Players::Three)?, usize::MAX, look, both)?;
    println!(
        "| games | others in riichi | norths set aside | expected to be won on, as discards | by `OF_NORTH` | won on |\n|---|---|---|---|---|---|"
    );
    for (games, of) in ["training", "validation"].into_iter().zip(sums) {
        for (riichi, [norths, predicted, won]) in of.into_iter().enumerate() {
            let left = OF_NORTH * predicted;
            println!("| {games} | {riichi} | {norths} | {predicted:.1} | {left:.1} | {won} |");
        }
        let [_, predicted, won] = [0, 1, 2].map(|i| of.iter().map(|one| one[i]).sum::<f64>());
        println!("| {games} | won on / expected as discards | | | | {:.2} |", won / predicted);
    }
    Ok(())
}

/// What a search that sets so many norths aside takes, and finds.
#[derive(Clone, Copy, Default)]
struct SearchResult {
    hands: f64,
    ms: f64,
    value: f64,
}

/// By exchanges beyond the shanten and by norths.
type Searches = [[SearchResult; MOST + 1]; BEYOND + 1];

fn set_aside(scope: &Scope) -> Result<(), String> {
    let early = |decision: &sample::Decision| {
        let shanten =
            decision.round.drawn_hand(decision.seat).map(|hand| nanikiru::shape::shanten(&hand).get());
        !decision.fixed() && decision.turn() <= 8 && shanten.is_ok_and(|n| (0..=FARTHEST as i32).contains(&n))
    };
    let positions = sample::positions(&archives(Players::Three)?, usize::MAX, scope.seed, early)?;
    println!(
        "\n| shanten | n | norths | hands, mean | ms, mean | best discard: points less than with {MOST}, mean |\n|---|---|---|---|---|---|"
    );
    for shanten in 0..=FARTHEST {
        let of: Vec<_> = positions.iter().filter(|one| one.shanten().get() == shanten as i32).collect();
        let of = &of[..of.len().min(scope.sample_or(HANDS))];
        let found: Vec<Searches> =
            of.iter().map(|position| searches(position)).collect::<Result<_, String>>()?;
        for beyond in 0..=BEYOND {
            for norths in 0..=MOST {
                let mean = |figure: &dyn Fn(&[SearchResult; MOST + 1]) -> f64| {
                    found.iter().map(|one| figure(&one[beyond])).sum::<f64>() / found.len() as f64
                };
                println!(
                    "| {shanten} | {} | {norths} | {:.0} | {:.1} | {:.1} |",
                    shanten + beyond,
                    mean(&|one| one[norths].hands),
                    mean(&|one| one[norths].ms),
                    mean(&|one| one[MOST].value - one[norths].value)
                );
            }
        }
    }
    Ok(())
}

/// The others as they were on average in some game: what is compared does not depend on it.
const OTHERS: OthersTenpai = OthersTenpai { tenpai: [0.3, 0.5, 0.2, 0.0], noten: [0.2, 0.5, 0.3, 0.0] };

fn searches(position: &Position) -> Result<Searches, String> {
    let situation = position.situation()?;
    let least = position.shanten().get();
    // a turn has passed; of the eighteenth the discard is the last
    let draws = 17 - position.raw.turn as usize;
    let mut found = Searches::default();
    for (beyond, found) in found.iter_mut().enumerate() {
        for (kita, found) in (0u8..).zip(found) {
            let options = Options {
                exchanges: Exchanges::Beyond(beyond),
                kans: Kans::Held,
                fewer_after_call: beyond,
                kita,
                max_hands: 1_000_000,
                ..Options::default()
            };
            let steps = vec![ChanceStep::ALONE; draws + 1];
            let chance = Chance { draws, tail: 1, steps, coming_riichi: None };
            let points = Points {
                rules: position.raw.rules.clone(),
                table: situation.table(),
                pot: Pot::EMPTY,
                riichi: true,
                others: OTHERS,
                kans: 0,
                utility: None,
            };
            let root = Root::Drawn { hand: &position.hand, forbidden: KindSet::EMPTY };
            let start = Instant::now();
            let unseen = situation.unseen();
            let search = Search { root, unseen, chance: &chance, payoffs: &points };
            let outcome = search
                .run(&options, &Progress::default())
                .map_err(|error| format!("{least}-shanten: {error}"))?;
            *found = SearchResult {
                hands: outcome.hands as f64,
                ms: 1e3 * start.elapsed().as_secs_f64(),
                value: outcome.rows[0].play.value(),
            };
        }
    }
    Ok(found)
}
