//! What strong players do, and how it counts in the order of discards.

use crate::records;

use nanikiru::analyze::{
    Action, Depth, DetailScope, Objective, Options, Position, Report, Spot, analyze_at_once,
};
use nanikiru::api::{self, Candidate, Watch, analyze, request_from_json};
use nanikiru::danger::{Danger, assess};
use nanikiru::ends::inputs::Scene;
use nanikiru::hand::DrawnHand;
use nanikiru::hand::From;
use nanikiru::legal::{self, OfferedBy, TileOffer};
use nanikiru::policy::discard::Question;
use nanikiru::policy::inputs::Inputs;
use nanikiru::policy::net::Scope;
use nanikiru::policy::offer::OfferQuestion;
use nanikiru::policy::{Discard, Policy, PolicyModel};
use nanikiru::review::{Choice, decisions};
use nanikiru::round::{Event, Opening, RawRound, Round, Schedule};
use nanikiru::rules::{Length, Rules};
use nanikiru::tile::{BySeat, Kind, Seat, Tile};

/// Drawn hands of seats that are not in riichi.
fn asked() -> Vec<Spot> {
    let logs = [7, 19].iter().flat_map(|&seed| records::game(seed, 2, &Rules::TENHOU));
    let mut found = Vec::new();
    for log in logs {
        for decision in decisions(&log, &Rules::TENHOU).map(Result::unwrap) {
            if decision.round.table().player(decision.seat).riichi().is_none() {
                let asked = Spot::of(&decision.round, decision.seat, Length::Hanchan).unwrap();
                found.extend(matches!(asked.position, Position::Drawn { .. }).then_some(asked));
            }
        }
    }
    assert!(found.len() > 60, "{} decisions", found.len());
    found
}

fn report(asked: &Spot, objective: Objective, policy: bool) -> Report {
    let options = Options {
        depth: Depth::First,
        calls: 0,
        max_hands: 300,
        objective,
        policy,
        detailed: DetailScope::None,
        ..Options::default()
    };
    analyze_at_once(&asked.position, &asked.situation, &options).unwrap()
}

#[test]
fn shares_are_those_of_the_discards_and_order_the_first_group() {
    let (mut changed, mut riichi, mut kans) = (0, 0, 0);
    for asked in asked() {
        for objective in [Objective::Points, Objective::Placement] {
            let report = report(&asked, objective, true);
            let is_discard = |action: &Action| matches!(action, Action::Discard { .. });
            let (mut all, mut shares) = (0.0, 0.0);
            for row in &report.candidates {
                assert_eq!(row.policy.is_some(), is_discard(&row.action), "{:?}", row.action);
                all += row.policy.unwrap_or(0.0);
                shares += row.share.unwrap_or(0.0);
                assert_eq!(row.value, row.play.value(), "{:?}", row.action);
                let kan = matches!(row.action, Action::Ankan { .. } | Action::Kakan { .. });
                assert_eq!(row.share.is_some(), is_discard(&row.action) || kan, "{:?}", row.action);
                kans += usize::from(kan);
                riichi += usize::from(matches!(row.action, Action::Discard { riichi: true, .. }));
            }
            assert!((all - 1.0).abs() < 1e-9 && (shares - 1.0).abs() < 1e-9, "{all} {shares}");
            let first: Vec<_> = report.candidates.iter().filter(|row| row.group == 1).collect();
            assert!(first.is_sorted_by(|a, b| a.share >= b.share));
            assert!(report.candidates.iter().all(|row| row.ranked == row.value));
            changed += usize::from(!report.candidates.is_sorted_by(|a, b| a.value >= b.value));
        }
    }
    assert!(
        changed > 20 && riichi > 5 && kans > 0,
        "{changed} orders are changed, {riichi} riichi, {kans} kans"
    );
}

#[test]
fn figures_are_the_same_without_policy() {
    for asked in asked() {
        let with = report(&asked, Objective::Points, true);
        let without = report(&asked, Objective::Points, false);
        assert!(without.candidates.is_sorted_by(|a, b| a.play.value() >= b.play.value()));
        for row in &without.candidates {
            assert_eq!(row.value, row.play.value());
            let same = with.candidates.iter().find(|other| other.action == row.action).unwrap();
            assert_eq!((&same.play, same.policy), (&row.play, row.policy));
        }
        // these have no groups
        for objective in [Objective::WinRate, Objective::Tenpai] {
            let report = report(&asked, objective, true);
            assert!(report.candidates.iter().all(|row| row.ranked == objective.worth(&row.play)));
            assert!(report.candidates.iter().zip(1..).all(|(row, group)| row.group == group));
        }
        assert!(without.candidates.iter().zip(1..).all(|(row, group)| row.group == group));
    }
}

/// The dealer's first decision, with the tiles of the whole round exchanged one by one.
fn first(seed: u64, exchange: impl Fn(Tile) -> Tile) -> (Round, Seat) {
    let mut random = records::Random(seed);
    let mut tiles: Vec<Tile> = Vec::new();
    for kind in Kind::ALL {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        tiles.extend(red);
        tiles.extend(std::iter::repeat_n(Tile::plain(kind), 4 - usize::from(red.is_some())));
    }
    // an honour indicates an honour, whatever is exchanged
    let indicator = tiles.swap_remove(134);
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, random.below(i + 1));
    }
    let mut wall = tiles.into_iter().map(exchange);
    let hands = BySeat(std::array::from_fn(|_| std::array::from_fn(|_| wall.next().unwrap())));
    let dealer = Seat::ALL[0];
    let opening = Opening::first(&Rules::TENHOU, indicator);
    let mut round = Round::deal(RawRound { opening, hands: hands.0.into() }, &Rules::TENHOU).unwrap();
    round.apply(&Event::Draw { seat: dealer, tile: wall.next().unwrap() }).unwrap();
    (round, dealer)
}

/// What is asked of a seat that has drawn, and the net's answer.
fn ask(round: &Round, seat: Seat, danger: &Danger) -> (DrawnHand, Inputs, Policy) {
    let view = round.view(seat);
    let hand = round.drawn_hand(seat).unwrap();
    let schedule = Schedule::of(view.table(), Length::Tonpuu);
    let question = Question { view: &view, hand: &hand, drawn: round.drawn(), danger, schedule };
    let among: Vec<Discard> = hand.discards().map(|tile| Discard { tile, riichi: false }).collect();
    let inputs = question.inputs(&among);
    let policy = PolicyModel::builtin().policy(question, among);
    (hand, inputs, policy)
}

/// A five has no nearer end, and the danger of a tile is not quite the same in another suit: both are left out.
#[test]
fn exchanged_and_mirrored_suits_are_the_same_question() {
    let exchanged = |tile: Tile, to: fn(usize) -> usize| {
        if tile.kind().is_honour() {
            return tile;
        }
        let other = Kind::ALL[to(tile.kind().index())];
        if tile.is_red() { Tile::red_five(other.suit()).unwrap() } else { Tile::plain(other) }
    };
    let next: fn(usize) -> usize = |i| (i + 9) % 27;
    let mirror: fn(usize) -> usize = |i| i / 9 * 9 + 8 - i % 9;
    let safe = Danger { threats: BySeat::from_fn(|_| None), multiple_ron: Rules::TENHOU.multiple_ron };
    let mut compared = 0;
    for seed in 0..100 {
        let (round, seat) = first(seed, |tile| tile);
        let (hand, inputs, _) = ask(&round, seat, &safe);
        for (to, mirrored) in [(next, false), (mirror, true)] {
            let (round, seat) = first(seed, |tile| exchanged(tile, to));
            let (there, other, _) = ask(&round, seat, &safe);
            assert_eq!(inputs.table, other.table);
            for (i, tile) in hand.discards().enumerate() {
                if mirrored && tile.kind().is_five() {
                    continue;
                }
                let at = there.discards().position(|same| same == exchanged(tile, to)).unwrap();
                assert_eq!(inputs.choices[i], other.choices[at], "{tile} of {hand}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn inputs_are_small_numbers() {
    for seed in 0..200 {
        let (round, seat) = first(seed, |tile| tile);
        let (_, inputs, _) = ask(&round, seat, &assess(&round.view(seat), Length::Hanchan));
        assert_eq!(inputs.table.len(), nanikiru::policy::discard::OF_TABLE);
        for row in inputs.choices.iter().chain([&inputs.table]) {
            assert!(row.iter().all(|number| (-1.5..=2.5).contains(number)), "{row:?}");
        }
        assert!(inputs.choices.iter().all(|row| row.len() == nanikiru::policy::discard::OF_DISCARD));
    }
}

#[test]
fn what_was_not_asked_for_has_no_share() {
    let (round, seat) = first(3, |tile| tile);
    let (hand, _, policy) = ask(&round, seat, &assess(&round.view(seat), Length::Hanchan));
    let held = hand.discards().next().unwrap();
    let absent = (0..37).filter_map(Tile::new).find(|&tile| hand.discards().all(|t| t != tile)).unwrap();
    let among = [held, absent].map(|tile| Discard { tile, riichi: false });
    assert_eq!(policy.shares(&among), [Some(1.0), None]);
    assert!(policy.shares(&[]).is_empty());
}

/// What tiles on offer in made-up games are asked with, and what the player can do with them.
fn offers() -> Vec<(Spot, Inputs, Vec<f64>)> {
    let logs = [7, 19].iter().flat_map(|&seed| records::game(seed, 2, &Rules::TENHOU));
    let mut found = Vec::new();
    for log in logs {
        for decision in decisions(&log, &Rules::TENHOU).map(Result::unwrap) {
            let (round, seat) = (&decision.round, decision.seat);
            let Choice::Offer(claims) = &decision.choice else { continue };
            if round.table().player(seat).riichi().is_some() || claims.calls.is_empty() {
                continue;
            }
            let from = From::of(claims.from, seat).unwrap();
            let offered = TileOffer { tile: claims.tile, from, by: OfferedBy::Discard };
            let (view, hand) = (round.view(seat), round.waiting_hand(seat).unwrap());
            let called = legal::offered_calls(&hand, offered, &round.table().permit(seat));
            let (danger, scene) = (
                assess(&view, Length::Hanchan),
                Scene::of(&view, Schedule::of(view.table(), Length::Hanchan)),
            );
            let question =
                OfferQuestion { view: &view, hand: &hand, offered, danger: &danger, scene: &scene };
            let shares = PolicyModel::builtin().offered(&question, &called);
            let asked = Spot::of(round, seat, Length::Hanchan).unwrap();
            found.push((asked, question.inputs(&called), shares));
        }
    }
    assert!(found.len() > 20, "{} tiles on offer", found.len());
    found
}

#[test]
fn passing_and_calls_have_shares_and_small_inputs() {
    for (asked, inputs, shares) in offers() {
        assert_eq!(shares.len(), inputs.choices.len());
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9 && shares.iter().all(|&share| share > 0.0));
        let (of_table, of_choice) = Scope::Offer.inputs();
        assert_eq!(inputs.table.len(), of_table);
        for row in inputs.choices.iter().chain([&inputs.table]) {
            assert!(row.iter().all(|number| (-1.5..=2.5).contains(number)), "{row:?}");
        }
        assert!(inputs.choices.iter().all(|row| row.len() == of_choice));
        let report = report(&asked, Objective::Points, true);
        let rows = || report.candidates.iter();
        let all: f64 = rows().filter_map(|row| row.share).sum();
        assert!((all - 1.0).abs() < 1e-9, "{all}");
        for row in rows().filter(|row| !matches!(row.action, Action::Ron)) {
            let taken = row.facts.unwrap().offer.expect("it is one of the actions on the tile");
            assert_eq!(taken.share, shares[taken.call], "{:?}", row.action);
            assert_eq!(taken.call == 0, row.action == Action::Pass);
        }
    }
}

/// Both stood below keeping silent: the shares were those of riichi that are not double, 0.23 and 0.27.
#[test]
fn a_dealer_declares_a_double_riichi() {
    for hand in ["123m456m789p11s24s9p", "234m567p678s33p46s1z"] {
        let table =
            r#""seat":"east","doraIndicators":"4z","players":{"east":{},"south":{},"west":{},"north":{}}"#;
        let request = format!(r#"{{"hand":"{hand}","context":{{{table}}}}}"#);
        let request = request_from_json(&request).unwrap();
        let progress = Default::default();
        let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
        let report = analyze(&request, &mut watch).unwrap();
        let declares = |row: &&Candidate| matches!(row.action, api::Action::Discard { riichi: true, .. });
        let share: f64 = report.candidates.iter().filter(declares).filter_map(|row| row.policy).sum();
        assert!(share > 0.5, "{hand}: {share}");
        let all: f64 = report.candidates.iter().filter_map(|row| row.policy).sum();
        assert!((all - 1.0).abs() < 1e-9, "{hand}: {all}");
        assert!(declares(&&report.candidates[0]), "{hand}: {:?}", report.candidates[0].action);
    }
}
