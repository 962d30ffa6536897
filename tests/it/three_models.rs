//! The models at tables of three players: those who sit there are judged, and nobody else.

use crate::records;
use nanikiru::danger::{Forecast, OpponentView, assess, forecast::Stance};
use nanikiru::ends::inputs::{INPUTS, LastAction, Scene};
use nanikiru::hand::From;
use nanikiru::legal::{HandAfterCall, Position, TileOffer};
use nanikiru::placement::{Finish, Places, Prospects};
use nanikiru::policy::discard::Question;
use nanikiru::policy::offer::OfferQuestion;
use nanikiru::policy::{Discard, PolicyModel};
use nanikiru::review::{Choice, decisions};
use nanikiru::round::{Round, Schedule, View, by_seat};
use nanikiru::rules::{Length, Rules};
use nanikiru::tile::{BySeat, Seat, Tile, Wind};

const NOBODY: Seat = Seat::ALL[3];

/// Checks everything that models say of one moment to one seat.
fn check(round: &Round, seat: Seat) {
    let view = round.view(seat);
    let (table, players) = (view.table(), view.table().rules().players);
    let danger = assess(&view, Length::Hanchan);
    let forecast = Forecast::new(&view, &danger).unwrap();
    for other in Seat::ALL {
        let sits = other != seat && other != NOBODY;
        assert_eq!((danger.threats[other].is_some(), forecast.others[other].is_some()), (sits, sits));
    }
    let at_the_end = forecast.at_the_end().unwrap();
    assert_eq!(at_the_end[2], 0.0);
    assert_eq!(forecast.steps(), (table.tiles_left() / 3 + 1).min(18));
    for (place, other) in players.others(seat).enumerate() {
        let threat = danger.threats[other].as_ref().unwrap();
        assert!((0.0..=1.0).contains(&threat.tenpai));
        for tile in (0..Tile::COUNT).filter_map(Tile::new) {
            let risk = threat.risk(tile);
            assert!((0.0..=threat.tenpai).contains(&risk.rate), "{tile}");
            assert!(players.has(tile.kind()) || risk.rate == 0.0, "{tile}");
            assert!(risk.payments.is_sorted_by_key(|payment| payment.points), "{tile}");
            for step in 0..forecast.steps() {
                let later = forecast.others[other].as_ref().unwrap().deal_in(step, Stance::Free, tile);
                assert!((0.0..=1.0).contains(&later), "{tile}");
            }
        }
        assert!((0.0..=1.0).contains(&at_the_end[place]) && at_the_end[place] > 0.0);
        let set_aside = table.player(other).kita().len() as u32;
        let cheapest = threat.risks.iter().flat_map(|risk| &risk.payments).map(|p| p.points).min();
        // one han of 30 fu, and another for each north
        let least = [1_000, 2_000, 3_900, 7_700, 8_000][set_aside as usize];
        assert!(cheapest.is_none_or(|points| points >= least), "{set_aside} norths: {cheapest:?}");
        let shapes = OpponentView::new(&view, other);
        assert!(shapes.possible.iter().all(|kind| players.has(kind)));
    }
}

fn ask(round: &Round, seat: Seat, choice: &Choice) {
    let view = round.view(seat);
    let danger = assess(&view, Length::Hanchan);
    let schedule = Schedule::of(view.table(), Length::Hanchan);
    let scene = Scene::of(&view, schedule);
    match choice {
        Choice::Turn(_) => {
            let hand = round.drawn_hand(seat).unwrap();
            let question =
                Question { view: &view, hand: &hand, drawn: round.drawn(), danger: &danger, schedule };
            let among: Vec<Discard> = hand.discards().map(|tile| Discard { tile, riichi: false }).collect();
            let shares = PolicyModel::builtin().policy(question, among.clone()).shares(&among);
            let all: f64 = shares.iter().map(|share| share.unwrap()).sum();
            assert!((all - 1.0).abs() < 1e-9, "{shares:?}");
            for tile in hand.discards() {
                let inputs = scene.inputs(&hand.discard(tile).unwrap(), LastAction::Discard);
                assert!(inputs.len() == INPUTS && inputs.iter().all(|n| n.is_finite()));
            }
        }
        Choice::Offer(_) => {
            let spot = nanikiru::analyze::Spot::of(round, seat, Length::Hanchan).unwrap();
            let Position::Waiting { hand, offered: Some(offered) } = &spot.position else { return };
            // a spot knows seats by their winds, a view by their chairs
            let from = From::of(by_seat(view.table(), offered.from, seat), seat).unwrap();
            let offered = TileOffer { from, ..*offered };
            let question = OfferQuestion { view: &view, hand, offered, danger: &danger, scene: &scene };
            let called: Vec<HandAfterCall> = Vec::new();
            assert_eq!(PolicyModel::builtin().offered(&question, &called), [1.0]);
        }
        _ => {}
    }
}

#[test]
fn the_empty_seat_is_nobody_to_any_model() {
    let mut moments = 0;
    for rules in Rules::SANMA.map(|set| set.rules) {
        for seed in 0..4 {
            for log in records::game(seed, 4, &rules) {
                for decision in decisions(&log, &rules).map(|decision| decision.unwrap()).step_by(9) {
                    check(&decision.round, decision.seat);
                    ask(&decision.round, decision.seat, &decision.choice);
                    moments += 1;
                }
            }
        }
    }
    assert!(moments > 100, "{moments}");
}

/// Each seat sees its two opponents in the order in which they play, whatever the number of its chair.
#[test]
fn seats_of_three_are_alike() {
    for rules in Rules::SANMA.map(|set| set.rules) {
        for log in records::game(5, 2, &rules) {
            let Some(decision) = decisions(&log, &rules).filter_map(Result::ok).nth(30) else { continue };
            let table = decision.round.table();
            for seat in rules.players.seats() {
                let view: View<'_> = decision.round.view(seat);
                let row = Scene::of(&view, Schedule::of(table, Length::Hanchan)).of_table().to_vec();
                // turn, tiles left, own wind and round: then six numbers for each place
                let places = &row[7..25];
                assert!(places[12..].iter().all(|&nobody| nobody == 0.0), "{places:?}");
                let deals = [places[5], places[11]].map(|deals| deals == 1.0);
                let others = [1, 2].map(|steps| rules.players.after(seat, steps) == table.dealer());
                assert_eq!(deals, others);
            }
        }
    }
}

#[test]
fn places_of_three_are_those_of_the_three_who_play() {
    let rules = Rules::TENHOU_SANMA;
    let scores = BySeat([61_000, -1_000, 45_000, 0]);
    let end = Places::at_the_end(&scores, rules.ties, rules.players);
    assert_eq!([0, 1, 2].map(|i| end.mean(Seat::ALL[i])), [1.0, 3.0, 2.0]);
    assert_eq!(end.of(NOBODY), [0.0, 0.0, 0.0, 1.0]);
    for (wind, dealer) in [(Wind::East, 0), (Wind::East, 2), (Wind::South, 2), (Wind::West, 1)] {
        let scores = BySeat([30_000, 35_000, 40_000, 0]);
        let carry = nanikiru::round::Carry { dealer: Seat::ALL[dealer], wind, honba: 1, sticks: 0, scores };
        let places = Places::before(&carry, Wind::South, &rules);
        for place in 0..3 {
            let column: f64 = rules.players.seats().map(|seat| places.of(seat)[place]).sum();
            assert!((column - 1.0).abs() < 1e-9, "{places:?}");
        }
        assert_eq!(places.of(NOBODY), [0.0, 0.0, 0.0, 1.0]);
        assert!(rules.players.seats().all(|seat| places.of(seat)[3] == 0.0));
        assert!(places.mean(Seat::ALL[2]) < places.mean(Seat::ALL[0]), "{places:?}");
        let prospects = Prospects::of(carry, Wind::South, rules.clone());
        let worth: f64 = rules.players.seats().map(|seat| prospects.worth(seat, &Finish::Aborted)).sum();
        assert!((worth - f64::from(rules.oka)).abs() < 1e-6, "{worth}");
    }
}
