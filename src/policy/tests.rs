use super::discard::{OF_DISCARD, OF_TABLE, Question};
use super::inputs::Inputs;
use super::net::{Block, Net, Places, Scope};
use super::{Discard, LABEL, PolicyModel};
use crate::danger;
use crate::hand::DrawnHand;
use crate::params::{Format, Params, ParamsError, Provenance, Section};
use crate::round::{Event, Manner, Opening, Schedule, Table, View};
use crate::rules::{Length, Rules};
use crate::tile::{Seat, Tile};

/// Numbers without any pattern.
fn number(n: &mut u64) -> f32 {
    *n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*n >> 40) as f32 / (1u64 << 24) as f32 - 0.5
}

fn sections(seed: u64, scope: Scope) -> Vec<Section> {
    let mut n = seed;
    let mut numbers = |block: Block| {
        let (rows, length) = block.size(scope);
        (0..rows * length).map(|_| number(&mut n)).collect()
    };
    let section = |block: Block| Section {
        name: block.section(scope),
        layout: block.layout(scope),
        format: Format::F32,
        numbers: numbers(block),
        samples: 0,
    };
    Block::ALL.map(section).into()
}

fn params(sections: Vec<Section>) -> Params {
    Params::new("a test", Provenance::default(), sections)
}

#[test]
fn log_weights_are_the_equations() {
    for (seed, scope) in [(1, Scope::Any), (2, Scope::Riichi), (3, Scope::Offer)] {
        let sections = sections(seed, scope);
        let ((of_table, of_choice), units) = (scope.inputs(), scope.units());
        let mut n = seed + 50;
        let mut row = |len: usize| (0..len).map(|_| number(&mut n).max(0.0)).collect::<Vec<f32>>();
        let inputs = Inputs { table: row(of_table), choices: (0..4).map(|_| row(of_choice)).collect() };
        let weight = |block: Block, i: usize, j: usize| {
            f64::from(sections[block as usize].numbers[i * block.size(scope).1 + j])
        };
        let times = |block: Block, numbers: &[f64], j: usize| {
            numbers.iter().enumerate().map(|(i, number)| number * weight(block, i, j)).sum::<f64>()
        };
        let wide = |numbers: &[f32]| numbers.iter().map(|&n| f64::from(n)).collect::<Vec<f64>>();
        let expected = |choice: &Vec<f32>| {
            let first: Vec<f64> = (0..units.0)
                .map(|j| {
                    let sum =
                        times(Block::Choice, &wide(choice), j) + times(Block::Table, &wide(&inputs.table), j);
                    (sum + weight(Block::First, 0, j)).max(0.0)
                })
                .collect();
            let second = (0..units.1).map(|j| {
                (times(Block::Second, &first, j) + weight(Block::Constants, 0, j)).max(0.0)
                    * weight(Block::Weight, 0, j)
            });
            second.sum::<f64>()
        };
        let expected: Vec<f64> = inputs.choices.iter().map(expected).collect();
        let found = Net::new(&params(sections.clone()), scope).unwrap().weights(&inputs);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((f64::from(found) - expected).abs() < 1e-3 * expected.abs().max(1.0));
        }
    }
}

#[test]
fn a_block_that_lacks_or_has_another_size_is_refused() {
    for (i, block) in Block::ALL.into_iter().enumerate() {
        let [mut lacks, mut longer, mut other] = [(); 3].map(|()| sections(7, Scope::Any));
        lacks.remove(i);
        longer[i].numbers.push(0.0);
        other[i].layout ^= 1;
        let refused = |sections| Net::new(&params(sections), Scope::Any).unwrap_err();
        assert_eq!(refused(lacks), ParamsError::Missing(block.section(Scope::Any)));
        assert!(matches!(refused(longer), ParamsError::Length { .. }));
        assert!(matches!(refused(other), ParamsError::Layout { .. }));
    }
    let places = Places::of(Scope::Any);
    assert_eq!(Block::ALL.iter().map(|&block| places.range(block).len()).sum::<usize>(), places.weights);
}

#[test]
fn the_file_that_the_crate_carries_is_read() {
    let params = Params::read(LABEL, super::BUILTIN).unwrap();
    assert!(params.provenance.decisions > 100_000 && params.provenance.games > 10_000);
    PolicyModel::new(&params).unwrap();
}

/// The inputs of the dealer's discards, after turns in which everybody discarded an honour as it was drawn.
fn dealer_inputs(hand: &str, drawn: &str, turns: usize) -> (Inputs, Vec<Discard>) {
    let opening = Opening::first(&Rules::TENHOU, "1z".parse().unwrap());
    let mut table = Table::new(&opening, &Rules::TENHOU).unwrap();
    let drawn: Tile = drawn.parse().unwrap();
    let draw = |table: &mut Table, seat, tile| table.apply(&Event::Draw { seat, tile }).unwrap();
    for _ in 0..turns {
        for (seat, tile) in Seat::ALL.into_iter().zip(["2z", "3z", "4z", "7z"]) {
            let tile = tile.parse().unwrap();
            draw(&mut table, seat, tile);
            table.apply(&Event::Discard { seat, tile, manner: Manner::Tsumogiri }).unwrap();
        }
    }
    draw(&mut table, Seat::ALL[0], drawn);
    let hand: DrawnHand = hand.parse().unwrap();
    let view = View::new(&table, Seat::ALL[0], *hand.concealed(), hand.reds()).unwrap();
    let (danger, schedule) = (danger::assess(&view, Length::Hanchan), Schedule::of(&table, Length::Hanchan));
    let question = Question { view: &view, hand: &hand, drawn: Some(drawn), danger: &danger, schedule };
    let among: Vec<Discard> =
        hand.discards().flat_map(|tile| [false, true].map(|riichi| Discard { tile, riichi })).collect();
    (question.inputs(&among), among)
}

/// A place among the numbers that came to the earlier ones: what there is for a hand that waits.
const FURITEN_NOW: usize = 140;
const SILENT: usize = 70;

#[test]
fn a_discard_that_is_itself_waited_for_is_furiten() {
    let (inputs, _) = dealer_inputs("123m456m789m55s234p", "4p", 1);
    assert_eq!((inputs.table.len(), inputs.choices[0].len()), (OF_TABLE, OF_DISCARD));
    // the hand is complete: any discard would complete it again
    assert!(inputs.choices.iter().all(|choice| choice[FURITEN_NOW] == 1.0));
    // an incomplete hand: 1p goes, 4p and 7p are waited for
    let (inputs, _) = dealer_inputs("123m456m789m55s156p", "1p", 1);
    assert!(inputs.choices.iter().all(|choice| choice[FURITEN_NOW] == 0.0));
}

#[test]
fn who_was_tenpai_before_the_draw_and_stayed_silent_is_marked() {
    let silent =
        |drawn: &str, turns: usize| dealer_inputs("123m456m789m55s156p", drawn, turns).0.table[SILENT];
    assert_eq!(silent("1p", 1), 1.0);
    // dealt so, and the tile that made it tenpai
    assert_eq!(silent("1p", 0), 0.0);
    assert_eq!(silent("5p", 1), 0.0);
}
