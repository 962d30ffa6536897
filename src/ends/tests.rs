use super::inputs::{INPUTS, LastAction, Scene};
use super::net::{Block, FIRST, Net, SECOND, WEIGHTS};
use super::{BUILTIN, EndsModel, LABEL};
use crate::hand::DrawnHand;
use crate::params::{Format, Params, ParamsError, Provenance, Section};
use crate::round::{Opening, Schedule, Table, View};
use crate::rules::{Length, Rules};
use crate::tile::{Seat, Tile};

/// Numbers without any pattern.
fn number(n: &mut u64) -> f32 {
    *n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*n >> 40) as f32 / (1u64 << 24) as f32 - 0.5
}

fn sections(seed: u64) -> Vec<Section> {
    let mut n = seed;
    let mut numbers = |block: Block| {
        let (rows, length) = block.size();
        (0..rows * length).map(|_| number(&mut n)).collect()
    };
    let section = |block: Block| Section {
        name: block.section(),
        layout: block.layout(),
        format: Format::F32,
        numbers: numbers(block),
        samples: 0,
    };
    Block::ALL.map(section).into()
}

#[test]
fn log_odds_are_the_equations() {
    for seed in 1..4 {
        let sections = sections(seed);
        let mut n = seed + 50;
        let inputs: Vec<f32> = (0..INPUTS).map(|_| number(&mut n).max(0.0)).collect();
        let weight = |block: Block, i: usize, j: usize| {
            f64::from(sections[block as usize].numbers[i * block.size().1 + j])
        };
        let times = |block: Block, numbers: &[f64], j: usize| {
            numbers.iter().enumerate().map(|(i, number)| number * weight(block, i, j)).sum::<f64>()
        };
        let wide: Vec<f64> = inputs.iter().map(|&n| f64::from(n)).collect();
        let first: Vec<f64> = (0..FIRST)
            .map(|j| (times(Block::Inputs, &wide, j) + weight(Block::First, 0, j)).max(0.0))
            .collect();
        let second: Vec<f64> = (0..SECOND)
            .map(|j| (times(Block::Second, &first, j) + weight(Block::Constants, 0, j)).max(0.0))
            .collect();
        let net = Net::new(&Params::new("a test", Provenance::default(), sections.clone())).unwrap();
        for (end, odds) in net.odds(&inputs).into_iter().enumerate() {
            let sum: f64 =
                second.iter().enumerate().map(|(j, unit)| unit * weight(Block::Ends, end, j)).sum();
            let expected = sum + weight(Block::Odds, 0, end);
            assert!((f64::from(odds) - expected).abs() < 1e-4 * expected.abs().max(1.0), "{odds} {expected}");
        }
    }
}

#[test]
fn a_block_that_lacks_or_has_another_size_is_refused() {
    for (i, block) in Block::ALL.into_iter().enumerate() {
        let (mut lacks, mut longer, mut other) = (sections(7), sections(7), sections(7));
        lacks.remove(i);
        longer[i].numbers.push(0.0);
        other[i].layout ^= 1;
        let refused =
            |sections| Net::new(&Params::new("a test", Provenance::default(), sections)).unwrap_err();
        assert_eq!(refused(lacks), ParamsError::Missing(block.section()));
        assert!(matches!(refused(longer), ParamsError::Length { .. }));
        assert!(matches!(refused(other), ParamsError::Layout { .. }));
    }
    assert_eq!(Block::ALL.iter().map(|block| block.range().len()).sum::<usize>(), WEIGHTS);
}

#[test]
fn the_file_that_the_crate_carries_is_read() {
    let params = Params::read(LABEL, BUILTIN).unwrap();
    assert_eq!(params.write(), BUILTIN);
    assert!(params.provenance.decisions > 500_000 && params.provenance.games > 10_000);
    EndsModel::new(&params).unwrap();
}

/// What the dealer knows with this hand before the first discard.
fn scene(hand: &DrawnHand, indicator: &str) -> Scene {
    let opening = Opening::first(&Rules::TENHOU, indicator.parse().unwrap());
    let table = Table::new(&opening, &Rules::TENHOU).unwrap();
    let view = View::new(&table, Seat::ALL[0], *hand.concealed(), hand.reds()).unwrap();
    Scene::of(&view, Schedule::of(&table, Length::Hanchan))
}

fn inputs(hand: &str, indicator: &str, discard: &str) -> Vec<f32> {
    let hand: DrawnHand = hand.parse().unwrap();
    let tile: Tile = discard.parse().unwrap();
    scene(&hand, indicator).inputs(&hand.discard(tile).unwrap(), LastAction::Discard)
}

/// Suits can change places, and the numbers of all of them can be counted from the other end.
#[test]
fn suits_are_alike() {
    let original = inputs("2340m4568p23367s1z", "3p", "1z");
    assert_eq!(original.len(), INPUTS);
    assert_eq!(original, inputs("4568m23367p2340s1z", "3m", "1z"));
    assert_ne!(original, inputs("4568m23367p2340s1z", "3p", "1z"), "another dora");
    assert_ne!(original, inputs("2340m4568p23367s1z", "3p", "8p"), "another discard");
    let counted = |hand, discard| inputs(hand, "6z", discard);
    assert_eq!(counted("23447m4568p2336s1z", "1z"), counted("36678m2456p4778s1z", "1z"));
}

/// Ends are all that there is, and who is nearer to a win wins more often.
#[test]
fn the_nearer_hand_wins_more_often() {
    let rates = |hand: &str, done| {
        let hand: DrawnHand = hand.parse().unwrap();
        let after = hand.discard("4z".parse().unwrap()).unwrap();
        let rates = EndsModel::builtin().rates(&scene(&hand, "3z"), &after, done, &mut None);
        assert!((rates.iter().sum::<f64>() - 1.0).abs() < 1e-12 && rates.iter().all(|rate| *rate > 0.0));
        rates[0]
    };
    let by_shanten = ["234m456p23678s114z", "234m456p2367s1134z", "234m457p2367s1134z", "238m457p2367s1134z"];
    let wins = by_shanten.map(|hand| rates(hand, LastAction::Discard));
    assert!(wins.is_sorted_by(|nearer, farther| *nearer > 1.2 * farther), "{wins:?}");
    assert!(rates(by_shanten[0], LastAction::Riichi) > 0.5);
}
