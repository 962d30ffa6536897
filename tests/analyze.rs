//! Any hand at any table gets figures that can be, or an error with a code.

use nanikiru::api::{Action, ErrorCode, Report, Watch, analyze, request_from_json};
use nanikiru::hand::{Call, From, Meld};
use nanikiru::tile::{Kind, Suit, Tile};
use proptest::prelude::*;
use serde_json::json;

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

fn check(report: &Report) {
    let rate = |p: f64| (-1e-6..=1.0 + 1e-5).contains(&p);
    let mut last = f64::INFINITY;
    for candidate in &report.candidates {
        assert!(candidate.value.is_finite() && candidate.value <= last);
        last = candidate.value;
        assert!(rate(candidate.win_rate) && rate(candidate.tenpai_rate), "{candidate:?}");
        assert!(candidate.win_rate <= candidate.tenpai_rate + 1e-5, "{candidate:?}");
        assert!(candidate.tenpai_at_draw <= candidate.outcomes.draw.rate + 1e-5, "{candidate:?}");
        assert!(candidate.estimated || !report.search.estimated);
        let turns = &candidate.by_turn;
        assert_eq!(turns.win_rate.len(), report.draws_left as usize);
        assert!(turns.win_rate.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6));
        assert!(turns.tenpai_rate.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6));
        let han: f64 = candidate.wins.han.iter().map(|han| han.share).sum();
        let unknown = candidate.win_rate == 0.0 || candidate.estimated;
        assert!(unknown || (han - 1.0).abs() < 1e-4, "{candidate:?}");
        if let Action::Discard { riichi: true, .. } = candidate.action {
            assert_eq!((candidate.shanten, candidate.tenpai_rate), (0, 1.0));
        }
    }
    assert!(!report.candidates.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_hand_gets_possible_figures(
        mut wall in wall(),
        melds in prop::collection::vec((0usize..34, any::<bool>()), 0..=4),
        flush in prop::option::of(0usize..3),
        (turn, visible, indicators) in (8u32..=18, 0usize..40, 0usize..=5),
        exchanges in prop::sample::select(vec![json!("first"), json!("full"), json!(2)]),
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
            "options": { "depth": exchanges, "maxHands": 3_000 },
        });
        let progress = Default::default();
        let mut partial = |report: Report| check(&report);
        let mut watch =
            Watch { progress: &progress, report: Some(&mut partial), clock: || 0.0, memory: usize::MAX };
        let watched = request_from_json(&request.to_string()).and_then(|r| analyze(&r, &mut watch));
        let mut unwatched = Watch { report: None, ..watch };
        let alone = request_from_json(&request.to_string()).and_then(|r| analyze(&r, &mut unwatched));
        match watched {
            Ok(report) => {
                check(&report);
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
