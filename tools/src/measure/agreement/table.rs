//! The tables of one room.

use super::judgement::Judgement;
use crate::measure::class::Class;
use std::cmp::Ordering;

/// Losses by which disagreements are sorted, in points.
const LOSSES: [f64; 7] = [10.0, 30.0, 100.0, 200.0, 400.0, 800.0, f64::INFINITY];

/// Differences that the search hardly knows, in points.
const NEAR: f64 = 10.0;

/// Prints the first of them, or every one.
pub fn print(all: &[Judgement], every: bool) {
    let of = |judged: &[&Judgement]| Shares::of(judged);
    let everything: Vec<&Judgement> = all.iter().collect();
    let shares = of(&everything);
    println!("| player | first | in three |\n|---|---|---|");
    let row = |name: &str, first: f64, three: f64| {
        println!(
            "| {name} | {:.1} % (+- {:.1}) | {:.1} % |",
            100.0 * first,
            error(first, all.len()),
            100.0 * three
        );
    };
    row("the search, its order", shares.first, shares.three);
    row("the search, equal values (0.05 points) share places", shares.tied_first, shares.tied_three);
    row("plain: shanten, then ukeire", shares.plain_first, shares.plain_three);
    println!("| Yoshimura et al. | 43.3 % | 73.3 to 76.7 % |\n");

    let red = all.iter().filter(|j| j.place > 0 && j.only_red).count();
    let instead = all.iter().filter(|j| j.instead).count();
    println!(
        "Places are those among discards; in {instead} positions we would win or declare a kan instead."
    );
    println!("Only red or plain five differs: {red} ({:.2} %).", percent(red, all.len()));
    let both = all.iter().filter(|j| j.place == 0).map(|j| j.plain.first).sum::<f64>();
    println!(
        "Both agree with the player {:.1} %, only the search {:.1} %, only plain {:.1} %, neither {:.1} %.",
        100.0 * both / all.len() as f64,
        100.0 * shares.first - 100.0 * both / all.len() as f64,
        100.0 * shares.plain_first - 100.0 * both / all.len() as f64,
        100.0 * (1.0 - shares.first - shares.plain_first) + 100.0 * both / all.len() as f64,
    );
    let mut times: Vec<f64> = all.iter().map(|j| j.time.as_secs_f64() * 1e3).collect();
    times.sort_by(f64::total_cmp);
    println!(
        "A search took {:.0} ms on average on one thread, {:.0} ms at most.\n",
        times.iter().sum::<f64>() / times.len() as f64,
        times.last().unwrap_or(&0.0)
    );

    if !every {
        return;
    }
    groups("turn", all, |j| j.turn.to_string());
    groups("shanten", all, |j| j.shanten.to_string());
    groups("depth", all, |j| j.depth.clone());
    groups("discarded", all, |j| format!("{} {}", j.theirs as u8, j.theirs.name()));
    groups("our first", all, |j| format!("{} {}", j.ours as u8, j.ours.name()));

    let places = |at: usize| all.iter().filter(|j| j.place == at).count();
    println!(
        "| place of the real discard | 1 | 2 | 3 | 4 | 5 | 6 | later |\n|---|---|---|---|---|---|---|---|"
    );
    print!("| %");
    (0..6).for_each(|at| print!(" | {:.1}", percent(places(at), all.len())));
    println!(" | {:.1} |\n", percent(all.iter().filter(|j| j.place >= 6).count(), all.len()));

    let apart: Vec<&Judgement> = all.iter().filter(|j| j.place > 0).collect();
    println!("Disagreements in % of all disagreements: discarded (rows), our first (columns)\n");
    classes(&apart);
    println!("The same for disagreements of less than {NEAR} points\n");
    let near: Vec<&Judgement> = apart.iter().copied().filter(|j| j.loss < NEAR).collect();
    classes(&near);
    losses(&apart, all.len());
    shapes(&apart);
    riichi(all);
}

/// Shares of agreement.
struct Shares {
    first: f64,
    three: f64,
    tied_first: f64,
    tied_three: f64,
    plain_first: f64,
    plain_three: f64,
}

impl Shares {
    fn of(judged: &[&Judgement]) -> Shares {
        let mean = |f: &dyn Fn(&Judgement) -> f64| {
            judged.iter().map(|j| f(j)).sum::<f64>() / judged.len().max(1) as f64
        };
        let share = |f: &dyn Fn(&Judgement) -> bool| mean(&|j| if f(j) { 1.0 } else { 0.0 });
        Shares {
            first: share(&|j| j.place == 0),
            three: share(&|j| j.place < 3),
            tied_first: mean(&|j| j.ties.first),
            tied_three: mean(&|j| j.ties.three),
            plain_first: mean(&|j| j.plain.first),
            plain_three: mean(&|j| j.plain.three),
        }
    }
}

/// Half the width of the 95 % interval of a share, in percent.
fn error(share: f64, of: usize) -> f64 {
    196.0 * (share * (1.0 - share) / of.max(1) as f64).sqrt()
}

fn percent(n: usize, of: usize) -> f64 {
    100.0 * n as f64 / of.max(1) as f64
}

/// Agreement by something that positions have.
fn groups(name: &str, all: &[Judgement], key: impl Fn(&Judgement) -> String) {
    let mut keys: Vec<String> = all.iter().map(&key).collect();
    keys.sort();
    keys.dedup();
    println!("| {name} | positions | first | in three | plain first | plain in three | mean loss |");
    println!("|---|---|---|---|---|---|---|");
    for one in keys {
        let judged: Vec<&Judgement> = all.iter().filter(|j| key(j) == one).collect();
        let shares = Shares::of(&judged);
        let loss = judged.iter().map(|j| j.loss).sum::<f64>() / judged.len() as f64;
        let [a, b, c, d] =
            [shares.first, shares.three, shares.plain_first, shares.plain_three].map(|s| 100.0 * s);
        println!("| {one} | {} | {a:.1} % | {b:.1} % | {c:.1} % | {d:.1} % | {loss:.0} |", judged.len());
    }
    println!();
}

/// Disagreements by what was discarded and what we would discard.
fn classes(apart: &[&Judgement]) {
    print!("| discarded");
    Class::ALL.iter().for_each(|class| print!(" | {}", class.name()));
    println!(" | all | in our three | median loss |\n|---|---|---|---|---|---|---|---|---|---|---|");
    for theirs in Class::ALL {
        let row: Vec<&&Judgement> = apart.iter().filter(|j| j.theirs == theirs).collect();
        print!("| {}", theirs.name());
        for ours in Class::ALL {
            print!(" | {:.1}", percent(row.iter().filter(|j| j.ours == ours).count(), apart.len()));
        }
        let mut losses: Vec<f64> = row.iter().map(|j| j.loss).collect();
        losses.sort_by(f64::total_cmp);
        let median = losses.get(losses.len() / 2).copied().unwrap_or(0.0);
        let near = row.iter().filter(|j| j.place < 3).count();
        println!(
            " | {:.1} | {:.0} % | {median:.0} |",
            percent(row.len(), apart.len()),
            percent(near, row.len())
        );
    }
    print!("| all");
    for ours in Class::ALL {
        print!(" | {:.1}", percent(apart.iter().filter(|j| j.ours == ours).count(), apart.len()));
    }
    println!(" | 100.0 | | |\n");
}

/// Disagreements by what they cost.
fn losses(apart: &[&Judgement], all: usize) {
    println!(
        "| value that the real discard loses | disagreements | of all positions | the plain player is with the player |"
    );
    println!("|---|---|---|---|");
    let mut least = 0.0;
    for most in LOSSES {
        let here: Vec<&&Judgement> = apart.iter().filter(|j| j.loss >= least && j.loss < most).collect();
        let name = if most.is_finite() { format!("{least} to {most}") } else { format!("{least} and more") };
        // an empty sum is -0
        let plain = here.iter().fold(0.0, |sum, j| sum + j.plain.first) / here.len().max(1) as f64;
        println!(
            "| {name} | {:.1} % | {:.1} % | {:.0} % |",
            percent(here.len(), apart.len()),
            percent(here.len(), all),
            100.0 * plain
        );
        least = most;
    }
    println!();
}

/// Disagreements by shanten and ukeire after the two discards.
fn shapes(apart: &[&Judgement]) {
    println!(
        "| after the real discard, compared with ours | less ukeire | the same | more |\n|---|---|---|---|"
    );
    let names = [
        (Ordering::Less, "nearer to tenpai"),
        (Ordering::Equal, "the same shanten"),
        (Ordering::Greater, "farther from tenpai"),
    ];
    for (shanten, name) in names {
        print!("| {name}");
        for ukeire in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
            let here = apart.iter().filter(|j| j.shanten_after == shanten && j.ukeire_after == ukeire);
            print!(" | {:.1} %", percent(here.count(), apart.len()));
        }
        println!(" |");
    }
    println!();
}

/// Riichi or dama where the real discard leaves the choice.
fn riichi(all: &[Judgement]) {
    let choices: Vec<(bool, bool)> = all.iter().filter_map(|j| j.riichi).collect();
    let count = |theirs: bool, ours: bool| choices.iter().filter(|&&c| c == (theirs, ours)).count();
    println!(
        "| closed tenpai after the real discard: {} | we: riichi | we: dama |\n|---|---|---|",
        choices.len()
    );
    println!("| player: riichi | {} | {} |", count(true, true), count(true, false));
    println!("| player: dama | {} | {} |\n", count(false, true), count(false, false));
}
