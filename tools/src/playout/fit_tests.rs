//! On made-up figures: known slopes, constants and errors come out of noise.

use super::bootstrap::{Estimate, estimates};
use super::fit::{CONSTANT, Sums};
use super::journal::{Action, Games, Head, Line, Measure, PlayoutDecision, Threat, VERSION, Witness};
use super::kind::{Kind, Side};
use super::{differences, summary};
use nanikiru_tools::wall::Random;

/// Noise with a standard deviation of 1: twelve uniform numbers less six.
fn noise(random: &mut Random) -> f64 {
    (0..12).map(|_| random.below(1_000_001) as f64 / 1e6).sum::<f64>() - 6.0
}

/// Decisions in which play-outs differ by `slope` of outcomes' differences (standard deviation 500 for each action), by something
/// that nobody sees (standard deviation 300), by `act` points for acting, and by noise of 2,000 points a play.
fn made_up(kind: Kind, count: usize, (slope, act): (f64, f64)) -> Vec<PlayoutDecision> {
    let mut random = Random::of(&[7, count as u64]);
    let plays = 6;
    let decision = |key| {
        let level: Vec<f64> = (0..plays).map(|_| 5_000.0 * noise(&mut random)).collect();
        let action = |at: usize| {
            let side = if kind.has_sides() && at == 0 { Side::Act } else { Side::Leave };
            let outcome = 500.0 * noise(&mut random);
            let mean =
                slope * outcome + 300.0 * noise(&mut random) + if side == Side::Act { act } else { 0.0 };
            let mut witnesses = [0.0; Witness::ALL.len()];
            witnesses[Witness::Outcome as usize] = outcome;
            witnesses[Witness::Value as usize] = 0.5 * outcome + 100.0 * noise(&mut random);
            witnesses[Witness::SearchValue as usize] = outcome + 500.0 * noise(&mut random);
            witnesses[Witness::LogProbability as usize] = outcome / 500.0 + noise(&mut random);
            let changes = level.iter().map(|level| (mean + level + 2_000.0 * noise(&mut random)) as i32);
            Action {
                action: at.to_string(),
                side,
                recorded: at == 0,
                witnesses,
                candidate: at,
                changes: changes.collect(),
                ends: [0, 0, 0, plays, 0],
            }
        };
        PlayoutDecision {
            key,
            kind,
            game: "made up".into(),
            number: key,
            tonpuu: false,
            turn: 3,
            shanten: 2,
            threat: Threat::Quiet,
            actions: (0..kind.actions()).map(action).collect(),
        }
    };
    (0..count as u64).map(decision).collect()
}

fn fit(decisions: &[PlayoutDecision], columns: &[usize]) -> Vec<Estimate> {
    let units: Vec<Sums> = decisions.iter().map(Sums::of).collect();
    estimates(&units, 1, |units| {
        let mut all = Sums::default();
        units.for_each(|one| all += one);
        let (mut slopes, explained) = all.fit(columns);
        slopes.push(explained);
        slopes
    })
}

/// Within three of its standard errors, which are not large.
fn is_near(found: Estimate, expected: f64, largest: f64) {
    assert!(found.error < largest, "{found:?}");
    assert!((found.mean - expected).abs() < 3.0 * found.error, "{found:?} is not {expected}");
}

#[test]
fn a_known_slope_and_a_known_share_come_out_of_noise() {
    let decisions = made_up(Kind::Discard, 4_000, (0.8, 0.0));
    let outcome = fit(&decisions, &[Witness::Outcome as usize]);
    is_near(outcome[0], 0.8, 0.05);
    // 400 squared of 400 squared and 300 squared
    is_near(outcome[1], 0.64, 0.08);
    // a witness that adds noise of its own has a smaller slope, and explains half as much
    let search = fit(&decisions, &[Witness::SearchValue as usize]);
    is_near(search[0], 0.4, 0.05);
    is_near(search[1], 0.32, 0.08);
    // beside the true witness the others say nothing
    let together = fit(&decisions, &Witness::ALL.map(|witness| witness as usize));
    is_near(together[Witness::Outcome as usize], 0.8, 0.25);
    is_near(together[Witness::Value as usize], 0.0, 0.4);
    is_near(together[Witness::SearchValue as usize], 0.0, 0.1);
    is_near(together[Witness::LogProbability as usize], 0.0, 60.0);
    is_near(together[4], 0.64, 0.08);
}

#[test]
fn the_constant_of_two_sides_is_distinguished_from_the_slope() {
    for kind in Kind::ALL.into_iter().filter(|kind| kind.has_sides()) {
        let decisions = made_up(kind, 4_000, (0.5, 600.0));
        let found = fit(&decisions, &[Witness::Outcome as usize, CONSTANT]);
        is_near(found[0], 0.5, 0.06);
        is_near(found[1], 600.0, 60.0);
    }
}

#[test]
fn noise_is_taken_off_and_signs_are_counted_where_they_are_sure() {
    let decisions = made_up(Kind::Discard, 4_000, (0.8, 0.0));
    let mut sums = Sums::default();
    decisions.iter().for_each(|one| sums += &Sums::of(one));
    let [_, noise, without] = sums.deviations();
    // of two actions: plays of 2,000 points, six of them; and 500 points of an action beside its noise
    assert!((noise / (2.0f64 / 6.0).sqrt() / 2_000.0 - 1.0).abs() < 0.03, "{noise}");
    assert!((without / 2f64.sqrt() / 500.0 - 1.0).abs() < 0.1, "{without}");
    let (sure, right) = sums.signs();
    assert!((0.08..0.3).contains(&sure), "{sure}");
    assert!(right[Witness::Outcome as usize] > right[Witness::SearchValue as usize]);
    assert!(right[Witness::SearchValue as usize] > 0.55, "{right:?}");
}

#[test]
fn a_summary_has_a_line_for_each_kind_whose_differences_are_fitted() {
    let kinds = [Kind::Discard, Kind::Push];
    let decisions = kinds.into_iter().flat_map(|kind| made_up(kind, 2_000, (0.8, 0.0)));
    let lines: Vec<Line> = decisions.map(Line::Compared).collect();
    let head = Head {
        playouts: VERSION,
        kinds: kinds.to_vec(),
        plays: 6,
        actions: None,
        depth: "fast".into(),
        games: Games::Validation,
        three_players: false,
        measure: Measure::Points,
        seed: 1,
    };
    let printed = summary::summary(&head, &lines);
    let rows: Vec<&str> = printed.lines().skip(2).collect();
    assert_eq!(rows.len(), 1, "{printed}");
    let cells: Vec<&str> = rows[0].trim_matches('|').split(" | ").map(str::trim).collect();
    assert_eq!(cells[..2], ["discards", "2000"]);
    let number = |text: &str| text.split(' ').next().unwrap().parse::<f64>().unwrap();
    // values of discards are what records say: outcomes, that explain 0.64 with their slope of 0.8, and less without a slope
    assert!((number(cells[2]) - 0.8).abs() < 0.1, "{printed}");
    let explained: Vec<f64> = cells[3].split("; ").map(number).collect();
    assert!((explained[0] - 0.6).abs() < 0.1 && (explained[2] - 0.64).abs() < 0.1, "{printed}");
    let points: Vec<f64> = cells[4].split("; ").map(number).collect();
    // rounded: the first by value is mostly that of its group
    assert!(points[0] >= points[1] && points[1] > points[2] && points[2] > 0.0, "{printed}");
    assert!(cells[4].ends_with(" above the mean of those compared"), "{printed}");
}

#[test]
fn errors_of_three_players_are_fitted_to_their_discards_alone() {
    let lines = |kind: Kind, (slope, act): (f64, f64)| -> Vec<Line> {
        made_up(kind, 4_000, (slope, act)).into_iter().map(Line::Compared).collect()
    };
    let (section, text) = differences::fit_of_three(&lines(Kind::Discard, (1.0, 0.0)), 1).unwrap();
    // Two actions, each with 300 points that nobody sees: 424. The noise of six plays is itself uncertain, and the median
    // counts a part of it as error: 575, by 200,000 drawn errors.
    for error in &section.numbers {
        assert!((error / 575.0 - 1.0).abs() < 0.1, "{text}");
    }
    assert_eq!((section.numbers.len(), section.samples), (4, 4_000));
    assert!(differences::fit_of_three(&lines(Kind::Riichi, (1.0, 0.0)), 1).is_err());
}
