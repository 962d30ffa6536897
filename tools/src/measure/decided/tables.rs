//! How often strong players do what we would, by question and situation, and what disagreements have in common.

use super::verdict::{Kind, Row, Verdict};
use crate::measure::class::Class;
use nanikiru::analyze::{Action, RawSituation, TableThreat};
use nanikiru_tools::moment::{Question, threat_name};
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// Losses in points below which two actions hardly differ.
const NEAR: f64 = 50.0;

/// Deal-in rates that are nearer than this count as equal.
const AS_SAFE: f64 = 0.01;

/// Turns that are reported together.
pub const TURNS: [(&str, RangeInclusive<usize>); 6] = [
    ("turns 1 to 3", 1..=3),
    ("turns 4 to 6", 4..=6),
    ("turns 7 to 9", 7..=9),
    ("turns 10 to 12", 10..=12),
    ("turns 13 to 15", 13..=15),
    ("turn 16 and later", 16..=usize::MAX),
];

/// Prints all tables of one length of game.
pub fn print(all: &[Verdict]) {
    let of = |question: Question| -> Vec<&Verdict> {
        all.iter().filter(|verdict| verdict.answers(question)).collect()
    };
    discards(&of(Question::Discard));
    riichi(&of(Question::Riichi));
    offers(&of(Question::Call));
    kans(&of(Question::Kan));
    wins(&of(Question::Win));
    times(all);
}

/// The verdicts in a situation.
pub fn situations<'a, 'b>(all: &[&'a Verdict<'b>]) -> Vec<Group<'a, 'b>> {
    let mut groups = vec![("all", all.to_vec())];
    for threat in TableThreat::ALL {
        let here = all.iter().copied().filter(|v| v.taken.threat == threat).collect();
        groups.push((threat_name(threat), here));
    }
    groups.push(("last round", all.iter().copied().filter(|v| v.taken.last).collect()));
    groups.retain(|(_, verdicts)| !verdicts.is_empty());
    groups
}

/// A share of verdicts in percent.
pub fn share(verdicts: &[&Verdict], of: impl Fn(&Verdict) -> bool) -> f64 {
    mean(verdicts, |v| if of(v) { 100.0 } else { 0.0 })
}

fn mean(verdicts: &[&Verdict], of: impl Fn(&Verdict) -> f64) -> f64 {
    // an empty sum is -0
    verdicts.iter().fold(0.0, |sum, v| sum + of(v)) / verdicts.len().max(1) as f64
}

/// Half the width of the 95 % interval of a share in percent.
pub fn half(share: f64, of: usize) -> f64 {
    1.96 * (share * (100.0 - share) / of.max(1) as f64).sqrt()
}

fn count(verdicts: &[&Verdict], of: impl Fn(&Verdict) -> bool) -> usize {
    verdicts.iter().filter(|v| of(v)).count()
}

fn class(row: &Row, verdict: &Verdict) -> Option<Class> {
    let Action::Discard { tile, .. } = row.action else { return None };
    let situation = &verdict.asked.situation;
    let table = RawSituation {
        round_wind: situation.round_wind(),
        seat_wind: situation.seat_wind(),
        dora_indicators: situation.dora_indicators().to_vec(),
        ..RawSituation::default()
    };
    Some(Class::of(tile, &table))
}

fn discards(all: &[&Verdict]) {
    println!("#### Discards\n");
    println!(
        "Of equal values (0.05 points) the tiles share the places in \"shared\"; so they do for the plain player.\n"
    );
    println!(
        "| situation | positions | first | in three | first, shared | plain first | plain in three | mean loss |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let row = |name: &str, group: &[&Verdict]| {
        let first = share(group, |v| v.place() == Some(0));
        println!(
            "| {name} | {} | {first:.1} % +- {:.1} | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.0} |",
            group.len(),
            half(first, group.len()),
            share(group, |v| v.place().is_some_and(|place| place < 3)),
            mean(group, |v| v.shared().map_or(0.0, |shared| 100.0 * shared.first)),
            mean(group, |v| v.plain.map_or(0.0, |plain| 100.0 * plain.first)),
            mean(group, |v| v.plain.map_or(0.0, |plain| 100.0 * plain.three)),
            mean(group, |v| v.loss()),
        );
    };
    situations(all).iter().for_each(|(name, group)| row(name, group));
    let by = |name: &str, key: &dyn Fn(&Verdict) -> usize, most: usize| {
        for at in 0..=most {
            let group: Vec<&Verdict> = all.iter().copied().filter(|v| key(v).min(most) == at).collect();
            if !group.is_empty() {
                row(&format!("{name} {at}{}", if at == most { "+" } else { "" }), &group);
            }
        }
    };
    for (name, turns) in TURNS {
        let group: Vec<&Verdict> = all.iter().copied().filter(|v| turns.contains(&v.turn)).collect();
        row(name, &group);
    }
    // what the paper on tabu search compares
    let early: Vec<&Verdict> = all.iter().copied().filter(|v| v.is_early()).collect();
    row("turns 1 to 6, nobody in riichi, no own melds", &early);
    by("shanten", &|v| v.shanten.max(0) as usize, 5);
    by("own melds", &|v| v.taken.decision.round.table().player(v.taken.decision.seat).melds().len(), 3);
    println!(
        "\nIn {:.1} % we would win or declare a kan instead; in {:.1} % only red or plain five differs.\n",
        share(all, |v| !matches!(v.ours().action, Action::Discard { .. })),
        share(all, only_red),
    );
    let apart: Vec<&Verdict> = all.iter().copied().filter(|v| v.place() != Some(0)).collect();
    println!("Disagreements by what threatens, in % of them: theirs against our first discard\n");
    println!(
        "| situation | disagreements | safer by 1 point or more | as safe | more dangerous | farther from tenpai | nearer | less ukeire | more ukeire | ours hardly better (< {NEAR} points) | median loss |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, group) in situations(&apart) {
        let safer = |order: Ordering| share(&group, |v| compare(v, safety) == Some(order));
        let shanten =
            |order: Ordering| share(&group, |v| compare(v, |a, b| a.shanten.cmp(&b.shanten)) == Some(order));
        let ukeire = |order: Ordering| {
            share(&group, |v| {
                compare(v, |a, b| a.shanten.cmp(&b.shanten)) == Some(Ordering::Equal)
                    && compare(v, |a, b| a.ukeire.cmp(&b.ukeire)) == Some(order)
            })
        };
        let mut losses: Vec<f64> = group.iter().map(|v| loss(v)).collect();
        losses.sort_by(f64::total_cmp);
        println!(
            "| {name} | {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} |",
            group.len(),
            safer(Ordering::Less),
            safer(Ordering::Equal),
            safer(Ordering::Greater),
            shanten(Ordering::Greater),
            shanten(Ordering::Less),
            ukeire(Ordering::Less),
            ukeire(Ordering::Greater),
            share(&group, |v| loss(v) < NEAR),
            losses[losses.len() / 2],
        );
    }
    println!();
    for (name, group) in [
        ("nobody threatens", apart.iter().copied().filter(|v| v.taken.threat == TableThreat::None).collect()),
        (
            "somebody does",
            apart.iter().copied().filter(|v| v.taken.threat != TableThreat::None).collect::<Vec<_>>(),
        ),
    ] {
        classes(name, &group);
    }
    retreats(all);
}

/// The player's discard against our first one.
fn compare(verdict: &Verdict, by: impl Fn(&Row, &Row) -> Ordering) -> Option<Ordering> {
    verdict.discard().map(|ours| by(verdict.theirs(), ours))
}

fn safety(a: &Row, b: &Row) -> Ordering {
    let apart = a.deal_in.unwrap_or(0.0) - b.deal_in.unwrap_or(0.0);
    if apart.abs() < AS_SAFE { Ordering::Equal } else { apart.total_cmp(&0.0) }
}

fn loss(verdict: &Verdict) -> f64 {
    verdict.discard().map_or(0.0, |ours| ours.value - verdict.theirs().value)
}

fn only_red(verdict: &Verdict) -> bool {
    let tiles = (verdict.ours().action.discard(), verdict.theirs().action.discard());
    matches!(tiles, (Some(a), Some(b)) if a != b && a.kind() == b.kind())
}

/// Disagreements by what was discarded and what we would discard.
fn classes(name: &str, apart: &[&Verdict]) {
    println!("While {name}, in % of {} disagreements: discarded (rows), our first (columns)\n", apart.len());
    print!("| discarded");
    Class::ALL.iter().for_each(|class| print!(" | {}", class.name()));
    println!(" | all |\n|---|---|---|---|---|---|---|---|---|");
    let line = |name: &str, group: &[&Verdict]| {
        print!("| {name}");
        for ours in Class::ALL {
            let n = count(group, |v| v.discard().and_then(|row| class(row, v)) == Some(ours));
            print!(" | {:.1}", 100.0 * n as f64 / apart.len().max(1) as f64);
        }
        println!(" | {:.1} |", 100.0 * group.len() as f64 / apart.len().max(1) as f64);
    };
    for theirs in Class::ALL {
        let group: Vec<&Verdict> =
            apart.iter().copied().filter(|v| class(v.theirs(), v) == Some(theirs)).collect();
        line(theirs.name(), &group);
    }
    line("all", apart);
    println!();
}

/// Whether a discard leads away from tenpai.
fn retreats(all: &[&Verdict]) {
    println!(
        "| discards that lead away from tenpai | positions | both | only theirs | only ours | neither |"
    );
    println!("|---|---|---|---|---|---|");
    for (name, group) in situations(all) {
        let away = |v: &Verdict, row: &Row| row.shanten > v.shanten;
        let cell = |theirs: bool, ours: bool| {
            share(&group, |v| {
                away(v, v.theirs()) == theirs && v.discard().is_some_and(|row| away(v, row)) == ours
            })
        };
        println!(
            "| {name} | {} | {:.1} % | {:.1} % | {:.1} % | {:.1} % |",
            group.len(),
            cell(true, true),
            cell(true, false),
            cell(false, true),
            cell(false, false)
        );
    }
    println!();
}

/// Verdicts of one sort, with its name.
pub type Group<'a, 'b> = (&'static str, Vec<&'a Verdict<'b>>);

/// A table of yes and no: theirs and ours.
fn two_by_two(
    word: &str,
    groups: Vec<Group>,
    theirs: impl Fn(&Verdict) -> bool,
    ours: impl Fn(&Verdict) -> bool,
    same: Option<&dyn Fn(&Verdict) -> bool>,
) {
    print!("| situation | positions | the same | both {word} | only they | only we | neither |");
    println!("{}", if same.is_some() { " both, and the same | which, too |" } else { "" });
    println!("|---|---|---|---|---|---|---|{}", if same.is_some() { "---|---|" } else { "" });
    for (name, group) in groups {
        let cell = |a: bool, b: bool| count(&group, |v| theirs(v) == a && ours(v) == b);
        let agree = share(&group, |v| theirs(v) == ours(v));
        print!(
            "| {name} | {} | {agree:.1} % +- {:.1} | {} | {} | {} | {} |",
            group.len(),
            half(agree, group.len()),
            cell(true, true),
            cell(true, false),
            cell(false, true),
            cell(false, false),
        );
        if let Some(same) = same {
            let both = count(&group, |v| theirs(v) && ours(v) && same(v));
            print!(" {both} | {:.1} % |", share(&group, |v| theirs(v) == ours(v) && (!theirs(v) || same(v))));
        }
        println!();
    }
    println!();
}

/// Whether an action is a riichi.
pub fn declares(row: &Row) -> bool {
    Kind::of(&row.action) == Kind::Riichi
}

/// Whether it is a call of another player's tile.
pub fn calls(row: &Row) -> bool {
    matches!(Kind::of(&row.action), Kind::Chi | Kind::Pon | Kind::Daiminkan)
}

/// Whether it is an own kan.
pub fn kan(row: &Row) -> bool {
    matches!(Kind::of(&row.action), Kind::Ankan | Kind::Kakan)
}

fn riichi(all: &[&Verdict]) {
    println!("#### Riichi, where it is possible and the player discards\n");
    let mut groups = situations(all);
    groups.push(("just tenpai", all.iter().copied().filter(|v| !v.was_tenpai()).collect()));
    two_by_two("declare", groups, |v| declares(v.theirs()), |v| declares(v.ours()), None);
}

fn offers(all: &[&Verdict]) {
    println!("#### Calls, where one is possible and the player does not win\n");
    let same = |v: &Verdict| v.same_call(v.ours());
    two_by_two("call", situations(all), |v| calls(v.theirs()), |v| calls(v.ours()), Some(&same));
    println!("Who always passed would agree in {:.1} %.\n", share(all, |v| !calls(v.theirs())));
    println!("| they (rows), we (columns) | pass | chi | pon | open kan | win |\n|---|---|---|---|---|---|");
    let kinds = [Kind::Pass, Kind::Chi, Kind::Pon, Kind::Daiminkan, Kind::Win];
    for theirs in &kinds[..4] {
        print!("| {}", theirs.name());
        for ours in &kinds {
            let is =
                |v: &Verdict| Kind::of(&v.theirs().action) == *theirs && Kind::of(&v.ours().action) == *ours;
            print!(" | {}", count(all, is));
        }
        println!(" |");
    }
    println!();
    println!("Of calls that only one of us makes, by shanten before and the offered tile\n");
    println!("| | only they | only we | mean loss when only they do |\n|---|---|---|---|");
    let keys = |v: &Verdict| {
        let offered = match &v.taken.decision.choice {
            nanikiru::review::Choice::Offer(claims) => claims.tile,
            _ => return Vec::new(),
        };
        let kind = if offered.kind().is_honour() { "honour" } else { "number" };
        let open = v.taken.decision.round.table().player(v.taken.decision.seat).melds().len();
        vec![
            format!("shanten {}", v.shanten),
            kind.to_string(),
            format!("{open} melds before"),
            TURNS.iter().find(|(_, turns)| turns.contains(&v.turn)).map_or("", |(name, _)| name).to_string(),
        ]
    };
    let mut names: Vec<String> = all.iter().flat_map(|v| keys(v)).collect();
    names.sort();
    names.dedup();
    for name in names {
        let group: Vec<&Verdict> = all.iter().copied().filter(|v| keys(v).contains(&name)).collect();
        let only: Vec<&Verdict> =
            group.iter().copied().filter(|v| calls(v.theirs()) && !calls(v.ours())).collect();
        println!(
            "| {name} | {} | {} | {:.0} |",
            only.len(),
            count(&group, |v| !calls(v.theirs()) && calls(v.ours())),
            mean(&only, |v| v.loss()),
        );
    }
    println!();
}

fn kans(all: &[&Verdict]) {
    println!("#### Own kans, where one is possible and the player does not win\n");
    two_by_two("declare", situations(all), |v| kan(v.theirs()), |v| kan(v.ours()), None);
}

fn wins(all: &[&Verdict]) {
    println!("#### Wins, where one is possible before riichi\n");
    let wins = |row: &Row| Kind::of(&row.action) == Kind::Win;
    two_by_two("win", situations(all), |v| wins(v.theirs()), |v| wins(v.ours()), None);
}

fn times(all: &[Verdict]) {
    println!("| time of an analysis, ms on one thread | decisions | mean | 50 % | 99 % | 99.9 % | most |");
    println!("|---|---|---|---|---|---|---|");
    for question in Question::ALL {
        let here = all.iter().filter(|v| v.answers(question));
        let mut times: Vec<f64> = here.map(|v| v.time.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        let Some(most) = times.last() else { continue };
        let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)];
        println!(
            "| {question:?} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {most:.1} |",
            times.len(),
            times.iter().sum::<f64>() / times.len() as f64,
            at(0.5),
            at(0.99),
            at(0.999),
        );
    }
    println!();
}
