//! Hands that are too far from a win to be searched.

use nanikiru::analyze::{
    Action, Candidate, Depth, DetailScope, OfferedBy, Options, Position, RawSituation, Report, SearchEnd,
    Situation, TileOffer, analyze_at_once,
};
use nanikiru::api::request_from_json;
use nanikiru::hand::{DrawnHand, From, WaitingHand};
use nanikiru::tile::notation::parse_tiles;

/// Any hand gets an answer: 6-shanten at the first turn needs over a million hands.
#[test]
fn a_hand_too_far_to_be_searched_is_estimated() {
    let hand: DrawnHand = "159m2579p148s1234z".parse().unwrap();
    let position = Position::Drawn { hand: hand.clone(), drawn: None };
    let situation = Situation::new(&position, RawSituation::default()).unwrap();
    let options = Options { memory: 1 << 20, detailed: DetailScope::All, ..Options::default() };
    let report = analyze_at_once(&position, &situation, &options).unwrap();
    assert!(report.estimated && report.shanten.get() >= 5, "{}-shanten", report.shanten.get());
    assert!(matches!(report.ended, SearchEnd::Memory { hands: 1_200.. }), "{:?}", report.ended);
    assert_eq!(report.candidates.len(), hand.discards().count());
    for candidate in &report.candidates {
        let play = &candidate.play;
        assert!(play.value().is_finite() && play.win_rate() <= play.tenpai_rate && play.tenpai_rate < 1.0);
        assert_eq!(play.details.as_ref().unwrap().by_turn.len(), report.draws_left);
    }
    // the widest of the nearest hands comes first
    let best = |a: &Candidate| (a.shanten, std::cmp::Reverse(a.ukeire.tiles));
    assert_eq!(report.candidates.iter().map(best).min(), report.candidates.first().map(best));
}

/// `first` is quick for every hand: what has more than 1,000 hands at n = shanten is estimated.
#[test]
fn the_first_depth_estimates_what_has_more_hands_than_its_limit() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("../../benches/search.json")).unwrap();
    let shortest = |case: &&serde_json::Value| {
        case["shanten"] == case["exchanges"] && case["request"]["options"]["calls"] == 0
    };
    let (mut searched, mut estimated) = (0, 0);
    for case in cases.as_array().unwrap().iter().filter(shortest) {
        let question = request_from_json(&case["request"].to_string()).unwrap().check().unwrap();
        let options = Options { depth: Depth::First, ..Options::default() };
        let report = analyze_at_once(&question.position, &question.situation, &options).unwrap();
        let hands = case["hands"].as_u64().unwrap() as usize;
        if hands <= 1_000 {
            assert_eq!((report.hands, report.estimated, report.ended), (hands, false, SearchEnd::Depth));
            searched += 1;
        } else {
            assert_eq!((report.hands, report.estimated), (0, true), "{hands} hands");
            assert!(matches!(report.ended, SearchEnd::Hands { hands: 1_001.. }), "{:?}", report.ended);
            estimated += 1;
        }
    }
    assert!(searched >= 2 && estimated >= 3, "{searched} searched, {estimated} estimated");
}

/// The limit holds for all searches of a question together: a tile on offer adds one for each call. A call that leads away
/// from a win does not count where it does not fit: it is estimated alone.
#[test]
fn the_first_depth_counts_the_hands_of_all_calls() {
    // with 3p on offer 809 hands of passing and 196 of calls; 199 of passing, and thousands of calls that lead away
    for (hand, tiles, estimated) in
        [("2355m24668p3568s", "35p", [true, false]), ("1357m24668p3568s", "35p", [false; 2])]
    {
        let hand: WaitingHand = hand.parse().unwrap();
        let report = |depth, tile| {
            let offered = TileOffer { tile, from: From::Left, by: OfferedBy::Discard };
            let position = Position::Waiting { hand: hand.clone(), offered: Some(offered) };
            let raw = RawSituation { turn: 5, ..RawSituation::default() };
            let situation = Situation::new(&position, raw).unwrap();
            let options = Options { depth, calls: 0, ..Options::default() };
            analyze_at_once(&position, &situation, &options).unwrap()
        };
        // nobody can call a wind that the hand does not have: passing is all there is
        let alone = report(Depth::First, "1z".parse().unwrap());
        assert!(alone.candidates.len() == 1 && !alone.estimated && alone.hands <= 1_000, "{}", alone.hands);
        for (tile, estimated) in parse_tiles(tiles).unwrap().into_iter().zip(estimated) {
            let asked = report(Depth::First, tile);
            let all = report(Depth::Exactly { exchanges: alone.exchanges }, tile).hands;
            assert_eq!(asked.estimated, estimated, "{hand:?} {tile}: {all} hands");
            let calls = asked.candidates.iter().filter(|candidate| candidate.action != Action::Pass);
            if estimated {
                let over = |hands| hands > 1_000 && hands <= all;
                assert!(
                    matches!(asked.ended, SearchEnd::Hands { hands } if over(hands)),
                    "{:?}",
                    asked.ended
                );
            } else {
                assert!((alone.hands..=1_000).contains(&asked.hands), "{}", asked.hands);
                assert_eq!(
                    calls.clone().any(|call| call.estimated),
                    all > 1_000,
                    "{hand:?} {tile}: {all} hands"
                );
            }
            assert!(calls.count() > 0);
        }
    }
}

/// A kokushi hand far from everything else is offered a pon: the pon is estimated, and whether to wait is searched as if
/// there were none. Not so once: all was estimated, and the hand one tile from tenpai won in 96 of 100 rounds.
#[test]
fn a_call_that_leads_away_from_a_win_is_estimated_alone() {
    let hand: WaitingHand = "199m19p19s1234z27p".parse().unwrap();
    let offered = Some(TileOffer { tile: "9m".parse().unwrap(), from: From::Across, by: OfferedBy::Discard });
    let options = Options { depth: Depth::Fast, ..Options::default() };
    let report = |offered| {
        let position = Position::Waiting { hand: hand.clone(), offered };
        let raw = RawSituation { turn: 5, ..RawSituation::default() };
        let situation = Situation::new(&position, raw).unwrap();
        analyze_at_once(&position, &situation, &options).unwrap()
    };
    let (asked, alone) = (report(offered), report(None));
    let pass = |report: &Report| report.candidates.iter().find(|c| c.action == Action::Pass).unwrap().clone();
    let calls = asked.candidates.iter().filter(|c| c.action != Action::Pass);
    assert!(calls.clone().count() > 5 && calls.clone().all(|call| call.estimated && call.shanten.get() >= 4));
    assert!(calls.clone().all(|call| call.play.tenpai_rate < 0.3 && call.play.win_rate() < 0.1));
    assert!(!asked.estimated && !pass(&asked).estimated && asked.shanten.get() == 2);
    assert_eq!((asked.depth, asked.ended), (alone.depth, alone.ended));
    assert!(pass(&asked).play.win_rate() < 0.2, "{}", pass(&asked).play.win_rate());
}

/// Nobody is tenpai at more draws than there are.
#[test]
fn estimates_are_tenpai_at_no_more_draws_than_there_are() {
    let hand: DrawnHand = "57m248p569s234z,z111-".parse().unwrap();
    let position = Position::Drawn { hand: hand.clone(), drawn: None };
    for turn in [1, 6, 12] {
        let raw = RawSituation { turn, ..RawSituation::default() };
        let situation = Situation::new(&position, raw).unwrap();
        let report =
            analyze_at_once(&position, &situation, &Options { max_hands: 1, ..Options::default() }).unwrap();
        assert!(report.estimated);
        for Candidate { play, .. } in &report.candidates {
            assert!(play.tenpai_at_draw <= play.parts.draw.rate + 1e-9, "{play:?}");
            assert!(play.tenpai_rate < 1.0 && play.win_rate() < 0.3, "{play:?}");
        }
    }
}

/// A pon of a guest wind in a far hand leaves no way to a yaku nearby: once such a call was said to win a quarter of the time.
#[test]
fn a_far_call_without_a_yaku_seldom_wins() {
    let hand: WaitingHand = "499m1134p6p4s44z67z".parse().unwrap();
    let offered = Some(TileOffer { tile: "4z".parse().unwrap(), from: From::Across, by: OfferedBy::Discard });
    let options = Options { depth: Depth::Fast, ..Options::default() };
    let position = Position::Waiting { hand: hand.clone(), offered };
    let situation = Situation::new(&position, RawSituation::default()).unwrap();
    let report = analyze_at_once(&position, &situation, &options).unwrap();
    for row in report.candidates.iter().filter(|row| row.action != Action::Pass) {
        assert!(row.play.win_rate() < 0.15, "{:?}: {}", row.action, row.play.win_rate());
    }
}

/// With nine kinds going on was worth 4,400 points once, with wins in 15 % that all paid a yakuman; records tell of a loss of some 1,000.
#[test]
fn a_hand_near_thirteen_orphans_is_no_treasure() {
    for (hand, dora) in [("159m258p147s13567z", "9m"), ("19m258p147s123567z", "6m")] {
        let request = format!(
            r#"{{"hand": "{hand}", "context": {{"seat": "east", "doraIndicators": "{dora}", "players": {{}}}}}}"#
        );
        let question = request_from_json(&request).unwrap().check().unwrap();
        let report = analyze_at_once(&question.position, &question.situation, &Options::default()).unwrap();
        let orphans = |row: &&Candidate| row.facts.is_some_and(|facts| facts.orphans);
        assert!(report.candidates.iter().filter(orphans).count() > 3, "{hand}");
        for row in report.candidates.iter().filter(orphans) {
            let play = &row.play;
            assert!(row.value < 0.0, "{hand}: {:?} {}", row.action, row.value);
            assert!(play.win_rate() < 0.06, "{hand}: {:?} wins {}", row.action, play.win_rate());
        }
        let throws = |row: &Candidate| row.action == Action::NineTerminals;
        assert_eq!(throws(&report.candidates[0]), report.candidates.iter().any(throws), "{hand}");
    }
}
