//! The chances of the final places: laws that hold for all scores.

use nanikiru::hand::From;
use nanikiru::params::{Params, ParamsError};
use nanikiru::placement::{Finish, LABEL, PlacementModel, Places, Prospects, RoundsLeft};
use nanikiru::round::Carry;
use nanikiru::rules::{Rules, Ties};
use nanikiru::score;
use nanikiru::tile::{BySeat, Seat, Wind};
use proptest::prelude::*;

/// Points of a table of Tenhou, in hundreds, beside the sticks.
fn carries() -> impl Strategy<Value = Carry> {
    let parts = (0..1000i32, 0..1000i32, 0..1000i32);
    (parts, 0..4usize, 0..3usize, 0..6u32, 0..4u32).prop_map(|((a, b, c), dealer, wind, honba, sticks)| {
        let total = 1000 - 10 * sticks as i32;
        let mut cuts = [a % (total + 1), b % (total + 1), c % (total + 1)];
        cuts.sort_unstable();
        let hundreds = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], total - cuts[2]];
        let scores = BySeat(hundreds.map(|n| 100 * n));
        Carry { dealer: Seat::ALL[dealer], wind: Wind::ALL[wind], honba, sticks, scores }
    })
}

fn presets() -> impl Strategy<Value = Rules> {
    (0..Rules::PRESETS.len()).prop_map(|i| Rules::PRESETS[i].rules.clone())
}

fn lasts() -> impl Strategy<Value = Wind> {
    (0..2usize).prop_map(|i| Wind::ALL[i])
}

fn finishes() -> impl Strategy<Value = Finish> {
    let win = (0..4usize, 0..4usize, 10..481i32).prop_map(|(winner, from, hundreds)| {
        let winner = Seat::ALL[winner];
        let source = From::of(Seat::ALL[from], winner).map_or(score::Source::Tsumo, score::Source::Ron);
        Finish::Win { winner, source, points: 100 * hundreds }
    });
    let drawn = any::<[bool; 4]>().prop_map(|tenpai| Finish::Exhausted { tenpai: BySeat(tenpai) });
    prop_oneof![4 => win, 2 => drawn, 1 => Just(Finish::Aborted)]
}

fn add_up(places: &Places) -> Result<(), TestCaseError> {
    for place in 0..4 {
        let column: f64 = Seat::ALL.iter().map(|&seat| places.of(seat)[place]).sum();
        prop_assert!((column - 1.0).abs() < 1e-9, "{places:?}");
    }
    for seat in Seat::ALL {
        prop_assert!((places.of(seat).iter().sum::<f64>() - 1.0).abs() < 1e-9, "{places:?}");
        prop_assert!(places.of(seat).iter().all(|p| (0.0..=1.0 + 1e-12).contains(p)), "{places:?}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn seats_and_places_add_up_to_one(carry in carries(), last in lasts(), rules in presets()) {
        add_up(&Places::before(&carry, last, &rules))?;
        add_up(&Places::at_the_end(&carry.scores, rules.ties, rules.players))?;
    }

    /// Points from any other seat make nobody's prospects worse.
    #[test]
    fn more_points_are_never_worse(
        carry in carries(), last in lasts(), seat in 0..4usize, step in 1..4usize, hundreds in 1..160i32,
    ) {
        let (seat, rules) = (Seat::ALL[seat], &Rules::TENHOU);
        let from = seat.after(step);
        let points = (100 * hundreds).min(carry.scores[from]);
        let mut richer = carry.clone();
        richer.scores[seat] += points;
        richer.scores[from] -= points;
        // an extra round is not begun when somebody has the target
        let reached = [&carry, &richer].iter().any(|c| c.scores.0.iter().any(|&p| p >= rules.target));
        if RoundsLeft::of(&carry, last, rules.players) == RoundsLeft::EXTRA && reached {
            return Ok(());
        }
        let [before, after] = [&carry, &richer].map(|c| Places::before(c, last, rules));
        let (worth, more) = (before.points(seat, rules), after.points(seat, rules));
        // fitted weights are no proof: a hundredth of what lies between first and last is allowed
        prop_assert!(more >= worth - 600.0, "{worth} {more}: {carry:?} {richer:?}");
        let [end, then] = [&carry, &richer].map(|c| Places::at_the_end(&c.scores, Ties::SeatOrder, rules.players));
        prop_assert!(then.mean(seat) <= end.mean(seat));
    }

    /// Whatever happens, the oka is shared out; a game that is over has its places for certain.
    #[test]
    fn an_end_is_exact_where_the_game_is_over(
        carry in carries(), last in lasts(), rules in presets(), finish in finishes(),
    ) {
        let prospects = Prospects::of(carry.clone(), last, rules.clone());
        let worth = BySeat::from_fn(|seat| prospects.worth(seat, &finish));
        prop_assert!((worth.0.iter().sum::<f64>() - f64::from(rules.oka)).abs() < 1e-6);
        let over = prospects.over(&finish);
        let points = |scores: &BySeat<i32>, sticks: u32| scores.0.iter().sum::<i32>() + 1_000 * sticks as i32;
        // three tenpai hands or three that are not share 3,000 without a rest
        prop_assert_eq!(points(&over.scores, over.sticks), points(&carry.scores, carry.sticks));
        if over.ends_game(last, &rules) {
            let places = Places::at_the_end(&over.scores, rules.ties, rules.players);
            prop_assert!(Seat::ALL.into_iter().all(|seat| worth[seat] == places.points(seat, &rules)));
        } else {
            let next = Prospects::of(over.carry(), last, rules.clone());
            prop_assert!(Seat::ALL.into_iter().all(|seat| worth[seat] == next.now(seat)));
        }
    }
}

#[test]
fn the_carried_parameters_are_small_and_say_where_they_come_from() {
    let bytes = include_bytes!("../../data/placement.params");
    assert!(bytes.len() <= 20_000, "{} bytes", bytes.len());
    let params = Params::read(LABEL, bytes).unwrap();
    assert_eq!(PlacementModel::new(&params).as_ref(), Ok(PlacementModel::builtin()));
    assert_eq!(params.write(), bytes);
    assert!(params.provenance.games > 10_000, "{:?}", params.provenance);
    assert!(params.provenance.from < params.provenance.to);
    let danger = include_bytes!("../../data/danger.params");
    let error = Params::read(LABEL, danger).unwrap_err();
    assert_eq!(error, ParamsError::Label { found: "nanikiru danger".into(), expected: LABEL });
}
