//! The rows of every report stand in the order of their values, and a value is what its parts add up to.

mod records;
mod shared;

use nanikiru::analyze::{Asked, Depth, Detailed, Objective, Options, Report, analyze_at_once};
use nanikiru::replay::RoundLog;
use nanikiru::review::decisions;
use nanikiru::rules::{Length, Rules};
use rayon::prelude::*;
use shared::shared;
use std::fs::File;
use std::io::Read;

/// All that seats are asked in some rounds.
fn asked<'a>(logs: impl Iterator<Item = &'a RoundLog>, rules: &Rules) -> Vec<Asked> {
    let of = |log: &RoundLog| {
        let decided = decisions(log, rules).map_while(Result::ok);
        decided.filter_map(|at| Asked::of(&at.round, at.seat, Length::Hanchan).ok()).collect::<Vec<_>>()
    };
    logs.flat_map(of).collect()
}

fn check(report: &Report, objective: Objective) {
    for candidate in &report.candidates {
        let said = candidate.searched + (candidate.play.value - candidate.searched) + candidate.choice;
        let tolerance = 1e-6 * (1.0 + candidate.value.abs());
        assert!((candidate.value - said).abs() < tolerance, "{candidate:?}");
        // the shares of all reasons are the whole correction; searches are in single precision
        let (reasons, added) = (candidate.because.sum(), candidate.value - candidate.searched);
        let ends = candidate
            .facts
            .map_or(0.0, |facts| facts.searched.all().iter().map(|part| part.value.abs()).sum::<f64>());
        assert!((reasons - added).abs() <= 1e-4 * ends + 1e-9, "{reasons} {added} {candidate:?}");
        let most = candidate.because.most();
        assert!(most.is_sorted_by(|(_, a), (_, b)| a.abs() >= b.abs()), "{most:?}");
        assert_eq!(candidate.facts.is_none() && added == 0.0, most.is_empty(), "{candidate:?}");
        // what is told of how far it is off belongs to what records correct
        assert!(candidate.value_error.is_none() || candidate.facts.is_some(), "{candidate:?}");
        // 0 where no place can change hands any more
        let positive = |error: f64| if objective == Objective::Points { error > 0.0 } else { error >= 0.0 };
        assert!(candidate.value_error.is_none_or(|error| positive(error) && error.is_finite()));
    }
    let first = &report.candidates[0];
    let below = report.candidates.iter().find(|row| first.value < row.value);
    assert!(
        below.is_none(),
        "{objective:?}: {:?} stands above {:?}",
        first.action,
        below.map(|row| row.action)
    );
    assert!(report.candidates.is_sorted_by(|a, b| a.value >= b.value), "{objective:?}");
}

/// How many reports of these are in order.
fn in_order(all: &[Asked]) -> usize {
    let objectives = [Objective::Points, Objective::Placement];
    all.par_iter().for_each(|asked| {
        for objective in objectives {
            let options = Options {
                depth: Depth::First,
                max_hands: 300,
                objective,
                detailed: Detailed::None,
                ..Options::default()
            };
            check(&analyze_at_once(&asked.position, &asked.situation, &options).unwrap(), objective);
        }
    });
    objectives.len() * all.len()
}

#[test]
fn the_first_row_of_a_made_up_decision_has_most_value() {
    let logs: Vec<RoundLog> = (300..306).flat_map(|seed| records::game(seed, 4, &Rules::TENHOU)).collect();
    let seen = in_order(&asked(logs.iter(), &Rules::TENHOU));
    assert!(seen > 1_000, "{seen} reports");
}

#[test]
#[ignore = "needs ../shared"]
fn the_first_row_of_a_recorded_decision_has_most_value() {
    let file = File::open(shared("data/train_xml_hanchan.tar.zst")).unwrap();
    let mut archive = tar::Archive::new(zstd::Decoder::new(file).unwrap());
    let mut seen = 0;
    for entry in archive.entries().unwrap() {
        let mut record = Vec::new();
        entry.unwrap().read_to_end(&mut record).unwrap();
        let Ok(game) = nanikiru::review::read(&record) else { continue };
        seen += in_order(&asked(game.rounds.iter(), &game.room.rules));
        if seen >= 6_000 {
            return;
        }
    }
    panic!("{seen} reports only");
}
