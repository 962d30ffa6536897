//! Any hand at any table gets figures that can be, or an error with a code.

use crate::size::size;
use nanikiru::api::{Action, Candidate, ErrorCode, Report, Watch, analyze, request_from_json};
use nanikiru::hand::{Call, From, Meld, WaitingHand};
use nanikiru::shape;
use nanikiru::tile::{Kind, Suit, Tile};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A shuffled wall with three red fives, by tile index.
fn wall() -> impl Strategy<Value = Vec<Tile>> {
    let tiles: Vec<Tile> = (0..136)
        .map(|id| {
            let kind = Kind::ALL[id / 4];
            let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five() && id % 4 == 0);
            red.unwrap_or(Tile::plain(kind))
        })
        .collect();
    Just(tiles).prop_shuffle()
}

/// Takes a pon or a run out of the wall, if the wall still has its tiles.
fn meld(wall: &mut Vec<Tile>, kind: Kind, run: bool) -> Option<Meld> {
    let kinds = if run { [0, 1, 2].map(|i| Kind::new(kind.index() + i)) } else { [Some(kind); 3] };
    let mut taken = Vec::new();
    for kind in kinds {
        let at = wall.iter().position(|tile| Some(tile.kind()) == kind)?;
        taken.push(wall[at]);
        wall.remove(at);
    }
    let claimed = taken[0];
    let call = if run { Call::Chi { claimed } } else { Call::Pon { from: From::Across, claimed } };
    Meld::new(call, kind, taken.iter().any(|tile| tile.is_red())).ok()
}

fn text(tiles: &[Tile]) -> String {
    tiles.iter().map(|tile| tile.to_string()).collect()
}

/// Of all wins these are the likeliest, each with a hand that its tile completes.
fn check_targets(candidate: &Candidate) {
    let Some(targets) = &candidate.targets else { return };
    let shares: f64 = targets.iter().map(|target| target.share).sum();
    assert!(shares < 1.0 + 1e-6 && targets.len() <= 5, "{targets:?}");
    if candidate.win_rate > 0.0 && !candidate.estimated && targets.len() < 5 {
        assert!((shares - 1.0).abs() < 1e-6, "{candidate:?}");
    }
    assert!(targets.is_sorted_by(|a, b| a.share >= b.share), "{targets:?}");
    for target in targets {
        let (hand, tile): (WaitingHand, Tile) = (target.hand.parse().unwrap(), target.tile.parse().unwrap());
        assert!(shape::shanten(&hand.draw(tile).unwrap()).is_complete(), "{target:?}");
        assert!(target.mean_points.is_finite() && (1..=13).contains(&target.han), "{target:?}");
        assert!(target.share > 0.0 && !target.yaku.is_empty(), "{target:?}");
    }
}

/// Figures that can be; `all` candidates have details, or the first alone.
fn check(report: &Report, all: bool) {
    let rate = |p: f64| (-1e-6..=1.0 + 1e-5).contains(&p);
    let mut last = f64::INFINITY;
    for (i, candidate) in report.candidates.iter().enumerate() {
        assert!(candidate.value.is_finite() && candidate.value <= last);
        last = candidate.value;
        assert!(rate(candidate.win_rate) && rate(candidate.tenpai_rate), "{candidate:?}");
        assert!(candidate.win_rate <= candidate.tenpai_rate + 1e-5, "{candidate:?}");
        assert!(candidate.tenpai_at_draw <= candidate.outcomes.draw.rate + 1e-5, "{candidate:?}");
        assert!(candidate.estimated || !report.search.estimated);
        if let Action::Discard { riichi: true, .. } = candidate.action {
            assert_eq!((candidate.shanten, candidate.tenpai_rate), (0, 1.0));
        }
        let wins = &candidate.wins;
        assert!(wins.yaku.is_some() == (all || i == 0) && wins.han.is_some() == wins.yaku.is_some());
        assert_eq!(candidate.by_turn.is_some(), wins.yaku.is_some(), "{candidate:?}");
        assert_eq!(candidate.targets.is_some(), wins.yaku.is_some(), "{candidate:?}");
        check_targets(candidate);
        let Some((turns, han)) = candidate.by_turn.as_ref().zip(wins.han.as_ref()) else { continue };
        assert_eq!(turns.win_rate.len(), report.draws_left as usize);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let at_last = turns.win_rate.last().zip(turns.tenpai_rate.last());
        assert!(at_last.is_none_or(|(&win, &tenpai)| {
            near(win, candidate.win_rate) && near(tenpai, candidate.tenpai_rate)
        }));
        assert!(turns.win_rate.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6));
        assert!(turns.tenpai_rate.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6));
        let han: f64 = han.iter().map(|han| han.share).sum();
        let unknown = candidate.win_rate == 0.0 || candidate.estimated;
        assert!(unknown || (han - 1.0).abs() < 1e-4, "{candidate:?}");
    }
    assert!(!report.candidates.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(24, 96), ..ProptestConfig::default() })]

    #[test]
    fn any_hand_gets_possible_figures(
        mut wall in wall(),
        melds in prop::collection::vec((0usize..34, any::<bool>()), 0..=4),
        flush in prop::option::of(0usize..3),
        (turn, visible, indicators) in (8u32..=18, 0usize..40, 0usize..=5),
        exchanges in prop::sample::select(vec![json!("first"), json!("full"), json!(2)]),
        all in any::<bool>(),
    ) {
        let melds: Vec<Meld> =
            melds.into_iter().filter_map(|(kind, run)| meld(&mut wall, Kind::ALL[kind], run)).collect();
        if let Some(suit) = flush {
            // many of one suit: near hands, and kinds held four times
            wall.sort_by_key(|tile| tile.kind().suit() != Suit::NUMBERS[suit]);
            let many = 14.min(wall.len());
            wall[..36.min(many + 10)].rotate_left(visible % 5);
        }
        let size = 14 - 3 * melds.len();
        let hand: Vec<Tile> = wall.drain(..size).collect();
        let indicators: Vec<Tile> = wall.drain(..indicators).collect();
        let melds: String = melds.iter().map(|meld| format!(",{meld}")).collect();
        let request = json!({
            "hand": text(&hand) + &melds,
            "context": {
                "turn": turn, "doraIndicators": text(&indicators), "visible": text(&wall[..visible]),
                "seat": "west", "honba": 1,
            },
            "options": { "depth": exchanges, "maxHands": 3_000, "details": if all { "all" } else { "first" } },
        });
        let progress = Default::default();
        let mut partial = |report: Report| check(&report, all);
        let mut watch =
            Watch { progress: &progress, report: Some(&mut partial), clock: || 0.0, memory: usize::MAX };
        let watched = request_from_json(&request.to_string()).and_then(|r| analyze(&r, &mut watch));
        let mut unwatched = Watch { report: None, ..watch };
        let alone = request_from_json(&request.to_string()).and_then(|r| analyze(&r, &mut unwatched));
        match watched {
            Ok(report) => {
                check(&report, all);
                // what nobody sees is not searched, and changes nothing
                prop_assert_eq!(report.to_json(), alone.unwrap().to_json());
            }
            Err(error) => prop_assert!(
                matches!(error.code, ErrorCode::SearchTooLarge | ErrorCode::SearchExchangesTooSmall),
                "{request}: {error}"
            ),
        }
    }
}

/// What nobody sees is not searched.
#[test]
fn an_unwatched_analysis_searches_only_the_deepest_and_says_the_same() {
    use nanikiru::analyze::{self, Position, RawSituation, Situation};
    use std::sync::atomic::{AtomicUsize, Ordering};
    static STEPS: AtomicUsize = AtomicUsize::new(0);
    for hand in ["123m406p789s1122z5z", "123m4068p789s112z5z", "123m4068p79s1125z6z"] {
        let hand: nanikiru::hand::DrawnHand = hand.parse().unwrap();
        let position = Position::Drawn { hand, drawn: None };
        let situation = Situation::new(&position, RawSituation { turn: 9, ..Default::default() }).unwrap();
        let options = analyze::Options { depth: analyze::Depth::Fast, ..Default::default() };
        let mut reports = 0;
        let mut count = |_: &analyze::Report| {
            reports += 1;
        };
        let mut found = Vec::new();
        let watcher: Option<fn(u32, u32)> = Some(|_, _| {
            STEPS.fetch_add(1, Ordering::Relaxed);
        });
        let progress = nanikiru::search::Progress { watcher, ..Default::default() };
        for report in [Some(&mut count as &mut dyn FnMut(&analyze::Report)), None] {
            STEPS.store(0, Ordering::Relaxed);
            let mut watch = analyze::Watch { progress: &progress, report, clock: || 0.0 };
            let report = analyze::analyze(&position, &situation, &options, &mut watch).unwrap();
            found.push((report, STEPS.load(Ordering::Relaxed)));
        }
        let [(watched, all), (alone, least)] = <[_; 2]>::try_from(found).unwrap();
        assert_eq!(watched, alone);
        assert!(reports > 0 && least < all, "{reports} reports before the last: {all} steps, alone {least}");
    }
}

fn answer(request: &Value) -> Report {
    let progress = Default::default();
    let mut unwatched = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    let request = request_from_json(&request.to_string()).unwrap();
    analyze(&request, &mut unwatched).unwrap_or_else(|error| panic!("{request:?}: {error:?}"))
}

/// A candidate with nothing of when and by which yaku.
fn plain(candidate: &Candidate) -> Value {
    let mut plain = serde_json::to_value(candidate).unwrap();
    plain.as_object_mut().unwrap().remove("byTurn");
    plain.as_object_mut().unwrap().remove("targets");
    for field in ["yaku", "han"] {
        plain["wins"].as_object_mut().unwrap().remove(field);
    }
    plain
}

fn details_of(candidate: &Candidate) -> Value {
    let Candidate { by_turn, targets, wins, .. } = candidate;
    serde_json::to_value((by_turn, targets, &wins.yaku, &wins.han)).unwrap()
}

/// A meld that lies before the player stands as it was given, and a later one as it can be.
#[test]
fn targets_keep_the_melds_of_the_hand() {
    let melds = ",s40-6,z777=";
    let hand = format!("23m4588p22z{melds}");
    let best = &answer(&json!({"hand": hand, "context": {"turn": 6}})).candidates[0];
    let targets = best.targets.as_ref().unwrap();
    assert_eq!(targets.len(), 5);
    assert!(targets.iter().all(|target| target.hand.contains(melds)), "{targets:?}");
    let called = targets.iter().filter(|target| target.hand.matches(',').count() > 2).count();
    assert!(called > 0, "{targets:?}");
}

/// Discards, kans with their own searches, a call on offer, and a hand in riichi.
fn questions() -> Vec<Value> {
    let rivers = json!({
        "east": {"river": "9m*"}, "south": {"river": "9m"}, "west": {"river": "4z"}, "north": {"river": "4z"},
    });
    vec![
        json!({"hand": "123m4068p789s112z5z", "context": {"turn": 9}}),
        json!({"hand": "1111m40678p22s556z", "context": {"turn": 10, "doraIndicators": "4p"}}),
        json!({"hand": "23m406p789s11122z", "context": {"turn": 9, "offered": {"tile": "1z", "from": "left"}}}),
        json!({"hand": "123m406p789s1122z5z", "context": {"seat": "east", "doraIndicators": "9s", "players": rivers}}),
    ]
}

/// A request for details of one candidate gets the same figures of all candidates, and of that one the details that it has among all.
#[test]
fn figures_are_the_same_bits_whichever_rows_have_details() {
    for mut request in questions() {
        let with = |details: Value, request: &mut Value| {
            request["options"] = json!({"details": details});
            answer(request).candidates
        };
        let all = with(json!("all"), &mut request);
        assert!(all.iter().all(|row| row.by_turn.is_some() && row.wins.yaku.is_some()), "{request}");
        let asked = [json!("none"), json!("first")].into_iter();
        let actions = all.iter().map(|row| serde_json::to_value(&row.action).unwrap());
        for (place, details) in asked.chain(actions).enumerate() {
            let rows = with(details.clone(), &mut request);
            assert_eq!(rows.len(), all.len());
            for (i, (row, among)) in rows.iter().zip(&all).enumerate() {
                assert_eq!(plain(row), plain(among), "{request}");
                let detailed = match place {
                    0 => false,
                    1 => i == 0,
                    _ => i == place - 2,
                };
                assert_eq!(row.by_turn.is_some(), detailed, "{request}, row {i}");
                assert!(!detailed || details_of(row) == details_of(among), "{request}, row {i}");
            }
        }
        // an action that is asked for alone has details unless that is not wanted
        let mut alone = request.clone();
        alone["action"] = serde_json::to_value(&all.last().unwrap().action).unwrap();
        for (details, detailed) in [(json!(null), true), (json!("first"), true), (json!("none"), false)] {
            alone["options"] = json!({"details": details});
            let rows = answer(&alone).candidates;
            assert_eq!((rows.len(), rows[0].by_turn.is_some()), (1, detailed));
            assert_eq!(plain(&rows[0]), plain(all.last().unwrap()));
            assert!(!detailed || details_of(&rows[0]) == details_of(all.last().unwrap()));
        }
    }
}

#[test]
fn details_of_an_action_that_is_not_possible_are_an_error_that_says_why() {
    let request = json!({"hand": "123m406p789s1122z5z", "options": {"details": {"type": "ron"}}});
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    let error = analyze(&request_from_json(&request.to_string()).unwrap(), &mut watch).unwrap_err();
    assert_eq!((error.code, &error.field[..]), (ErrorCode::ActionNotWaiting, "options.details"));
    assert_eq!(error.value, json!({"type": "ron"}));
}

/// With no room for several searches at a time a candidate is searched again, with the same details.
#[test]
fn rows_have_the_same_details_where_memory_keeps_no_search() {
    use nanikiru::analyze::{self, DetailScope, analyze_at_once};
    let request =
        json!({"hand": "1111m40678p22s556z", "context": {"turn": 10}, "options": {"depth": "first"}});
    let question = request_from_json(&request.to_string()).unwrap().check().unwrap();
    let options = analyze::Options { detailed: DetailScope::All, ..question.options.clone() };
    let rows = |options: &analyze::Options| {
        analyze_at_once(&question.position, &question.situation, options).unwrap()
    };
    let ample = rows(&options);
    // room for the larger of the two, and not for both
    let tight = (1..20).map(|part| ample.hands * part / 20 * nanikiru::search::BYTES_PER_DETAILED_HAND);
    let tight = tight.map(|memory| rows(&analyze::Options { memory, ..options.clone() }));
    let mut searched = 0;
    for report in tight.filter(|report| report.hands == ample.hands) {
        assert_eq!(report.candidates, ample.candidates);
        searched += 1;
    }
    assert!(searched > 0, "{} hands in all", ample.hands);
}
