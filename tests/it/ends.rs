//! Ends of a round without a winner: abortive draws and nagashi mangan.

use crate::random::Random;
use crate::records;

use nanikiru::analyze::{
    Candidate, Depth, History, Options, Position, RawSituation, Situation, Viewpoint, analyze_at_once,
};
use nanikiru::api::{Watch, analyze, request_from_json};
use nanikiru::legal::Action;
use nanikiru::review::{RecordedAction, Verdict, decisions, judge};
use nanikiru::round::{Brink, DrawReason, Event, Manner, Opening, RawRound, Reason, Round};
use nanikiru::rules::{Length, Rules};
use nanikiru::tile::notation::parse_tiles;
use nanikiru::tile::{KindSet, Reds, Seat, Tile};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The report on a question, as JSON.
fn report(hand: &str, context: &Value, options: &Value) -> Value {
    let request = json!({"hand": hand, "context": context, "options": options});
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    let question =
        request_from_json(&request.to_string()).unwrap_or_else(|error| panic!("{request}: {error:?}"));
    let report = analyze(&question, &mut watch).unwrap_or_else(|error| panic!("{request}: {error}"));
    serde_json::to_value(report).unwrap()
}

fn candidates(report: &Value) -> &[Value] {
    report["candidates"].as_array().unwrap()
}

fn discard<'r>(report: &'r Value, tile: &str, riichi: bool) -> &'r Value {
    let action = json!({"type": "discard", "tile": tile, "riichi": riichi});
    row(report, &action)
}

fn row<'r>(report: &'r Value, action: &Value) -> &'r Value {
    let is = |candidate: &&Value| {
        action.as_object().unwrap().iter().all(|(name, value)| candidate["action"][name] == *value)
    };
    candidates(report).iter().find(is).unwrap_or_else(|| panic!("{action} in {report}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn rate(candidate: &Value, end: &str) -> f64 {
    number(&candidate["outcomes"][end]["rate"])
}

fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found} is not {expected}");
}

/// Somebody wins on the tile, or nothing is paid but a stick; nothing else happens.
fn ends_the_round(candidate: &Value, paid: f64) {
    let dealt = &candidate["outcomes"]["dealIn"];
    let [rate_of, mean] = ["rate", "mean"].map(|of| number(&dealt[of]));
    let rest = &candidate["outcomes"]["rest"];
    near(number(&rest["rate"]), 1.0 - rate_of, 1e-9);
    near(number(&rest["mean"]), paid, 1e-6);
    near(number(&candidate["winRate"]), 0.0, 0.0);
    let value = rate_of * mean + (1.0 - rate_of) * paid;
    near(number(&candidate["value"]), value, 1e-6);
    near(number(&candidate["searchValue"]), value, 1e-6);
}

/// By preset: whether four winds, four riichi and four kans break a round off.
const PRESETS: [(&str, bool); 5] =
    [("tenhou", true), ("mahjong-soul", true), ("m-league", false), ("wrc", false), ("ema", false)];

fn three_riichi(rules: &str) -> Value {
    json!({
        "rules": rules, "seat": "south", "doraIndicators": "1p",
        "players": {
            "east": {"river": "1z9m1s*2z-"}, "south": {"river": "4z9s1m"},
            "west": {"river": "3z9s8p*"}, "north": {"river": "9m1p9p*"},
        },
    })
}

#[test]
fn a_fourth_riichi_ends_the_round_where_the_rules_have_it() {
    for (rules, breaks_off) in PRESETS {
        let report = report("234m345p22s67s777z9p", &three_riichi(rules), &json!({"depth": "first"}));
        let riichi = discard(&report, "9p", true);
        if breaks_off {
            ends_the_round(riichi, -1_000.0);
            near(rate(riichi, "dealIn"), 0.0, 0.0);
            near(number(&riichi["tenpaiRate"]), 1.0, 1e-9);
        } else {
            assert!(number(&riichi["winRate"]) > 0.1, "{rules}: {riichi}");
        }
        let silent = discard(&report, "9p", false);
        assert!(number(&silent["winRate"]) > 0.1, "{rules}: {silent}");
    }
}

/// Nobody wins in a fourth riichi: no plan has one to come.
#[test]
fn a_fourth_riichi_to_come_is_no_way_to_win() {
    for (rules, breaks_off) in PRESETS {
        // against average players: before three in riichi such a hand folds
        let options = json!({"depth": "first", "danger": false});
        let report = report("234m345p22567s8p9m1z", &three_riichi(rules), &options);
        let riichi = |candidate: &Value| number(&candidate["wins"]["riichi"]) > 0.0;
        assert_eq!(candidates(&report).iter().any(riichi), !breaks_off, "{rules}: {report}");
    }
}

#[test]
fn a_fourth_equal_wind_ends_the_round_where_the_rules_have_it() {
    let context = |rules: &str, winds: [&str; 3]| {
        json!({
            "rules": rules, "seat": "north", "doraIndicators": "1p",
            "players": {
                "east": {"river": winds[0]}, "south": {"river": winds[1]},
                "west": {"river": winds[2]}, "north": {"river": ""},
            },
        })
    };
    let hand = "19m258p369s223471z";
    let first = json!({"depth": "first"});
    for (rules, breaks_off) in PRESETS {
        let report = report(hand, &context(rules, ["1z", "1z", "1z"]), &first);
        let wind = discard(&report, "1z", false);
        if breaks_off {
            ends_the_round(wind, 0.0);
            assert_eq!(&candidates(&report)[0], wind, "{rules}");
        } else {
            assert!(number(&wind["winRate"]) > 0.0 && number(&wind["value"]) < -500.0, "{rules}: {wind}");
        }
        assert!(number(&discard(&report, "2z", false)["winRate"]) > 0.0);
    }
    // two of them and another one: play goes on
    let report = report(hand, &context("tenhou", ["1z", "1z", "2z"]), &first);
    assert!(number(&discard(&report, "1z", false)["winRate"]) > 0.0);
}

/// The next player may discard the fourth, if there is one.
#[test]
fn a_third_equal_wind_may_end_the_round() {
    let rest = |rules: &str, hand: &str| {
        let context = json!({
            "rules": rules, "seat": "west", "doraIndicators": "1p",
            "players": {
                "east": {"river": "1z"}, "south": {"river": "1z"}, "west": {"river": ""}, "north": {"river": ""},
            },
        });
        let report = report(hand, &context, &json!({"depth": "first", "danger": false}));
        rate(discard(&report, "1z", false), "rest")
    };
    let hand = "19m258p369s223471z";
    let usual = rest("m-league", hand);
    near(rest("tenhou", hand), 0.109 + 0.891 * usual, 0.005);
    // the player has the fourth
    let both = "19m258p369s223411z";
    near(rest("tenhou", both), rest("m-league", both), 0.005);
}

/// The hand is thrown in, or the fourth wind discarded: the same end, for placement points, too.
#[test]
fn a_broken_off_round_has_one_worth() {
    for objective in ["points", "placement"] {
        let context = json!({
            "seat": "north", "doraIndicators": "1p", "roundWind": "south", "roundNumber": 4, "honba": 1,
            "scores": [31_000, 27_000, 24_000, 18_000],
            "players": {
                "east": {"river": "1z"}, "south": {"river": "1z"}, "west": {"river": "1z"}, "north": {"river": ""},
            },
        });
        let options = json!({"depth": "first", "objective": objective});
        let report = report("19m258p19s2234671z", &context, &options);
        let thrown_in = number(&row(&report, &json!({"type": "nineTerminals"}))["value"]);
        let wind = discard(&report, "1z", false);
        near(number(&wind["outcomes"]["rest"]["mean"]), thrown_in, 1e-9);
        near(number(&wind["value"]), thrown_in, 100.0);
    }
}

/// A hand with four tiles of a kind, after one kan of each of the others.
fn three_kans(rules: &str) -> Value {
    let river = "2z3z8m9m1p";
    json!({
        "rules": rules, "seat": "east", "doraIndicators": "1z1z3z6z",
        "players": {
            "east": {"river": "1s1s2z6z7z"},
            "south": {"river": river, "melds": ["z5555"]},
            "west": {"river": river, "melds": ["s9999"]},
            "north": {"river": river, "melds": ["z4444"]},
        },
    })
}

#[test]
fn a_fourth_kan_leaves_one_draw_and_one_discard_where_the_rules_have_it() {
    for (rules, breaks_off) in PRESETS {
        let report =
            report("1111m234567p2234s", &three_kans(rules), &json!({"depth": "first", "details": "all"}));
        let kan = row(&report, &json!({"type": "ankan"}));
        // 2s and 5s of a hand that waits with 22s34s
        let unseen = number(&report["unseen"]);
        if breaks_off {
            near(number(&kan["winRate"]), (2.0 + 4.0) / unseen, 1e-9);
            near(rate(kan, "win") + rate(kan, "rest") + rate(kan, "dealIn"), 1.0, 1e-9);
            let yaku = kan["wins"]["yaku"].as_array().unwrap();
            let rinshan = yaku.iter().find(|yaku| yaku["name"].as_str().unwrap().starts_with("rinshan"));
            near(number(&rinshan.expect("a win on a replacement tile")["share"]), 1.0, 1e-9);
        } else {
            assert!(number(&kan["winRate"]) > 0.2 && rate(kan, "draw") > 0.0, "{rules}: {kan}");
        }
    }
}

/// A round in which three players have declared a kan each and the first seat, about to discard, holds four tiles of a kind.
/// Nobody holds the tiles that are still to come; of what the others hold the first seat sees the kans alone.
fn before_a_fourth_kan(to_come: &[Tile]) -> Round {
    let tiles = |text: &str| parse_tiles(text).unwrap();
    let tile = |text: &str| tiles(text)[0];
    let kans = [("z5555", "5555z", "2z"), ("s9999", "9999s", "3z"), ("z4444", "4444z", "6z")];
    let seen = tiles("1111m234567p2234s1z7z555s5555z9999s4444z2z3z6z");
    let reds = Reds::from_bits(Rules::TENHOU.red_fives.bits()).unwrap();
    let mut rest: Vec<Tile> = (0..136).map(|id| Tile::from_tenhou_id(id, reds).unwrap()).collect();
    for gone in seen.iter().chain(to_come) {
        rest.swap_remove(rest.iter().position(|tile| tile == gone).unwrap());
    }
    let mut hands = vec![tiles("1111m23456p2234s")];
    hands.extend(kans.map(|(_, four, _)| [tiles(four), rest.split_off(rest.len() - 9)].concat()));
    let opening = Opening::first(&Rules::TENHOU, tile("1z"));
    let hands = hands.iter().map(|hand| hand[..].try_into().unwrap()).collect();
    let mut round = Round::deal(RawRound { opening, hands }, &Rules::TENHOU).unwrap();
    let mut apply = |event| round.apply(&event).unwrap();
    let drawn = |seat, tile| Event::Draw { seat, tile };
    let discard = |seat, tile| Event::Discard { seat, tile, manner: Manner::Tsumogiri };
    let east = Seat::ALL[0];
    apply(drawn(east, tile("7z")));
    apply(discard(east, tile("7z")));
    for (&seat, (meld, _, indicator)) in Seat::ALL[1..].iter().zip(kans) {
        apply(drawn(seat, rest.pop().unwrap()));
        apply(Event::Call { seat, meld: meld.parse().unwrap() });
        apply(Event::Dora { indicator: tile(indicator) });
        apply(drawn(seat, tile("5s")));
        apply(discard(seat, tile("5s")));
    }
    apply(drawn(east, tile("7p")));
    round
}

/// The first seat's hand and what it knows.
fn first_seat(round: &Round) -> (Position, Situation) {
    let seat = Seat::ALL[0];
    let position = Position::Drawn { hand: round.drawn_hand(seat).unwrap(), drawn: round.drawn() };
    let raw = Viewpoint { table: round.table(), seat }.raw(false, Length::Hanchan);
    let situation = Situation::new(&position, raw).unwrap().with_view(&round.view(seat));
    (position, situation)
}

/// What the first seat can do, in the single-player game.
fn alone_at(round: &Round) -> Vec<Candidate> {
    let (position, situation) = first_seat(round);
    let options = Options { depth: Depth::First, others: false, danger: false, ..Options::default() };
    analyze_at_once(&position, &situation, &options).unwrap().candidates
}

/// Brute force: the kan, every indicator and every replacement tile are played at the table, and the best action after
/// them is a win or a discard that ends the round.
#[test]
fn a_fourth_kan_is_worth_the_mean_of_all_replacement_tiles() {
    let before = before_a_fourth_kan(&[]);
    let seat = Seat::ALL[0];
    let candidates = alone_at(&before);
    let kan = candidates.iter().find(|one| matches!(one.action, Action::Ankan { .. })).unwrap();
    assert_eq!(kan.ends, Some(Reason::FourKans));
    let (_, situation) = first_seat(&before);
    let (mut weight, mut value, mut wins) = (0.0, 0.0, 0.0);
    for (indicator, copies) in situation.unseen().tiles() {
        for (tile, left) in situation.unseen().tiles() {
            let left = left - usize::from(tile == indicator);
            if left == 0 {
                continue;
            }
            let mut round = before_a_fourth_kan(&[indicator, tile]);
            round.apply(&Event::Call { seat, meld: "m1111".parse().unwrap() }).unwrap();
            round.apply(&Event::Dora { indicator }).unwrap();
            round.apply(&Event::Draw { seat, tile }).unwrap();
            let ways = (copies * left) as f64;
            let best = &alone_at(&round)[0];
            weight += ways;
            value += ways * best.value;
            wins += ways * f64::from(u8::from(best.action == Action::Tsumo));
        }
    }
    near(kan.play.win_rate(), wins / weight, 1e-12);
    near(kan.value, value / weight, 1e-6);
}

/// After the fourth kan every discard ends the round: the search has nothing to look at.
#[test]
fn any_discard_after_four_kans_ends_the_round() {
    let hand = "234m345p22s67s777z9p".parse().unwrap();
    let position = Position::Drawn { hand, drawn: None };
    for discards_end in [true, false] {
        let history = History {
            discards: 5,
            discarded: KindSet::EMPTY,
            passed: KindSet::EMPTY,
            called: None,
            replacement: true,
            riichi: None,
            kans: 4,
            broken_off: None,
            brink: Brink { discard: discards_end, ..Brink::default() },
            nagashi: [false; 4],
        };
        let raw = RawSituation { turn: 6, history: Some(history), ..RawSituation::default() };
        let situation = Situation::new(&position, raw).unwrap();
        let report = analyze_at_once(&position, &situation, &Options::default()).unwrap();
        for candidate in &report.candidates {
            assert_eq!(candidate.ends, discards_end.then_some(Reason::FourKans));
            let stick = if candidate.action.declared().is_some() { -1_000.0 } else { 0.0 };
            assert_eq!(candidate.value == stick && candidate.play.win_rate() == 0.0, discards_end);
        }
    }
}

const ORPHANS: &str = "1z2z3z4z5z6z7z1m9m1p9p1s9s1z2z3z4z";
const SIMPLES: &str = "2m3m4m6m7m8m2p3p4p6p7p8p2s3s4s6s7s";
const LAST_HAND: &str = "5m5m5p5p5s5s5z8s8s8s9s9m1p1s";

fn last_turn(rules: &str, east: &str, south: &str) -> Value {
    json!({
        "rules": rules, "seat": "east", "doraIndicators": "9p",
        "players": {
            "east": {"river": east}, "south": {"river": south},
            "west": {"river": SIMPLES}, "north": {"river": SIMPLES},
        },
    })
}

fn drawn(candidate: &Value) -> f64 {
    number(&candidate["outcomes"]["draw"]["mean"])
}

#[test]
fn the_last_discard_of_a_nagashi_mangan_is_worth_it_where_the_rules_have_it() {
    for (rules, pays) in [("tenhou", true), ("mahjong-soul", true), ("m-league", false), ("wrc", false)] {
        let report = report(LAST_HAND, &last_turn(rules, ORPHANS, SIMPLES), &json!({"depth": "first"}));
        for tile in ["9m", "1p", "1s", "9s", "5z"] {
            let row = discard(&report, tile, false);
            if pays {
                assert!(number(&row["value"]) > 10_000.0 && number(&row["searchValue"]) > 10_000.0, "{row}");
                assert!((11_000.0..=12_000.0).contains(&drawn(row)), "{row}");
            } else {
                assert!(number(&row["value"]).abs() < 1_500.0 && drawn(row) < 1_500.0, "{rules}: {row}");
            }
        }
        for tile in ["5m", "5p", "5s", "8s"] {
            let row = discard(&report, tile, false);
            assert!(number(&row["value"]).abs() < 1_500.0 && drawn(row) < 1_500.0, "{rules}: {row}");
        }
        let outcomes = |row: &Value| -> f64 {
            let ends = row["outcomes"].as_object().unwrap().values();
            ends.map(|end| number(&end["rate"]) * number(&end["mean"])).sum()
        };
        for row in candidates(&report) {
            near(
                number(&row["value"]),
                number(&row["searchValue"]) + number(&row["correction"]["outcome"]),
                1e-6,
            );
            near(outcomes(row), number(&row["value"]), 1e-6);
        }
    }
    // a simple in the river: nothing is left of it
    let broken = ORPHANS.replace("7z", "5m");
    let hand = LAST_HAND.replace("5m5m", "5m7z");
    let report = report(&hand, &last_turn("tenhou", &broken, SIMPLES), &json!({"depth": "first"}));
    assert!(candidates(&report).iter().all(|row| drawn(row) < 1_500.0));
}

/// What a nagashi mangan of another player costs is part of every draw.
#[test]
fn the_river_of_another_player_is_paid_for() {
    let other = "2z3z4z5z6z7z1m9m1p9p1s9s9s1s9p1p9m";
    let own = SIMPLES;
    let hand = "5m5m5p5p5s5s5z6z6z2m3m4m7p8p";
    let first = json!({"depth": "first"});
    let with = report(hand, &last_turn("tenhou", own, other), &first);
    let without = report(hand, &last_turn("m-league", own, other), &first);
    for row in candidates(&with) {
        let usual = self::row(&without, &row["action"]);
        let chance = (drawn(usual) - drawn(row)) / 4_000.0;
        assert!((0.1..0.95).contains(&chance), "{row} beside {usual}");
    }
}

/// The single-player game: nobody calls, wins or is dealt in to.
fn alone(hand: &str, river: &str) -> Value {
    let context = json!({
        "seat": "south", "doraIndicators": "9p",
        "players": {
            "east": {"river": &SIMPLES[..river.len() + 2]},
            "south": {"river": river},
            "west": {"river": &SIMPLES[..river.len()]}, "north": {"river": &SIMPLES[..river.len()]},
        },
    });
    report(hand, &context, &json!({"depth": "first", "others": false, "danger": false}))
}

/// The probability that a river lasts for so many more draws, with so many terminals and honours in the hand: of all draws, in
/// order and without replacement.
fn lasts(draws: usize, held: usize, yaochu: usize, others: usize) -> f64 {
    if draws == 0 {
        return 1.0;
    }
    let all = (yaochu + others) as f64;
    let with =
        if yaochu > 0 { yaochu as f64 / all * lasts(draws - 1, held, yaochu - 1, others) } else { 0.0 };
    let without = if held > 0 && others > 0 {
        others as f64 / all * lasts(draws - 1, held - 1, yaochu, others - 1)
    } else {
        0.0
    };
    with + without
}

/// A hand that can only wait, so that a draw is a nagashi mangan or noten: all draws looked at.
#[test]
fn alone_at_the_table_a_nagashi_mangan_comes_as_often_as_all_draws_say() {
    let hand = "2m5m8m2p5p8p2s5s8s5z6z7z7z1m";
    let held = 5;
    for draws in [1, 2, 3] {
        // South has 18 turns
        let river = &ORPHANS[..2 * (17 - draws)];
        let report = alone(hand, river);
        let [unseen, left] = [&report["unseen"], &report["drawsLeft"]].map(|value| number(value) as usize);
        assert_eq!(left, draws);
        let seen = |tile: &str| {
            let pairs =
                |text: &str| text.as_bytes().chunks(2).filter(|pair| *pair == tile.as_bytes()).count();
            pairs(hand) + pairs(river) + usize::from(tile == "9p")
        };
        let orphans = ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"];
        let yaochu: usize = orphans.iter().map(|tile| 4 - seen(tile)).sum();
        let noten = number(&discard(&report, "5m", false)["value"]);
        let row = discard(&report, "1m", false);
        let lasting = lasts(draws, held - 1, yaochu, unseen - yaochu);
        let expected = lasting * 8_000.0 + (1.0 - lasting) * noten;
        let by = if draws == 1 { 1e-6 } else { 80.0 };
        near(number(&row["value"]), expected, by);
        assert_eq!(&candidates(&report)[0]["value"], &row["value"]);
    }
}

/// A round whose first seat, about to discard, has discarded terminals and honours alone, so many; all others drew and
/// discarded other tiles.
fn unbroken(random: &mut Random, turns: usize, rules: &Rules) -> Round {
    let reds = Reds::from_bits(rules.red_fives.bits()).unwrap();
    let all = (0..136).map(|id| Tile::from_tenhou_id(id, reds).unwrap());
    let mut wall: Vec<Tile> = all.filter(|tile| rules.players.has(tile.kind())).collect();
    random.shuffle(&mut wall);
    let mut take = |yaochu: bool| {
        let at = wall.iter().position(|tile| tile.kind().is_yaochu() == yaochu).unwrap();
        wall.swap_remove(at)
    };
    let (first, players) = (Seat::ALL[0], rules.players);
    let mut hand = |seat: Seat| (0..13).map(|i| take(seat == first && i < 9)).collect::<Vec<_>>();
    let hands: Vec<Vec<Tile>> = players.seats().map(&mut hand).collect();
    let mut held = hands[0].clone();
    let opening = Opening::first(rules, take(false));
    let hands = hands.iter().map(|hand| hand[..].try_into().unwrap()).collect();
    let mut round = Round::deal(RawRound { opening, hands }, rules).unwrap();
    for turn in 0..=turns {
        for seat in players.seats() {
            let drawn = take(seat == first && random.chance(75));
            round.apply(&Event::Draw { seat, tile: drawn }).unwrap();
            if turn == turns {
                break;
            }
            let (mut tile, mut manner) = (drawn, Manner::Tsumogiri);
            if seat == first && !drawn.kind().is_yaochu() {
                held.push(drawn);
                let at = held.iter().position(|tile| tile.kind().is_yaochu()).unwrap();
                (tile, manner) = (held.swap_remove(at), Manner::Tedashi);
            }
            round.apply(&Event::Discard { seat, tile, manner }).unwrap();
        }
    }
    round
}

/// A plan stands on the level of the searches beside it: records change it by as much as its own search.
#[test]
fn a_plan_for_nagashi_mangan_is_corrected_as_its_search_is() {
    let random = &mut Random(48);
    let mut planned = [0; 2];
    for (planned, rules) in planned.iter_mut().zip([Rules::TENHOU, Rules::TENHOU_SANMA]) {
        for i in 0..12 {
            let round = unbroken(random, 4 + i % 5, &rules);
            let seat = Seat::ALL[0];
            let position = Position::Drawn { hand: round.drawn_hand(seat).unwrap(), drawn: round.drawn() };
            let of = |nagashi: bool| {
                let mut raw = Viewpoint { table: round.table(), seat }.raw(false, Length::Hanchan);
                let history = raw.history.as_mut().unwrap();
                assert!(history.nagashi[0]);
                history.nagashi[0] = nagashi;
                let situation = Situation::new(&position, raw).unwrap().with_view(&round.view(seat));
                let options = Options { depth: Depth::First, max_hands: 300, ..Options::default() };
                analyze_at_once(&position, &situation, &options).unwrap().candidates
            };
            let (with, without) = (of(true), of(false));
            for one in with.iter().filter(|one| one.action.declared().is_none()) {
                let usual = without.iter().find(|usual| usual.action == one.action).unwrap();
                let [added, usually] = [one, usual].map(|one| one.value - one.searched);
                if one.searched == usual.searched {
                    assert_eq!(one.value, usual.value);
                    continue;
                }
                *planned += 1;
                assert!(one.searched > usual.searched && usually != 0.0, "{one:?} {usual:?}");
                near(added, usually, 1e-6);
                assert_eq!(one.because, usual.because);
                let parts: f64 = one.play.parts.all().iter().map(|part| part.value).sum();
                near(parts, one.value, 1e-6);
                assert!(one.value_error.is_some());
            }
        }
    }
    assert!(planned.into_iter().all(|planned| planned > 10), "{planned:?}");
}

/// A call takes the river away, also from a player who has called nothing.
#[test]
fn a_called_river_pays_nothing() {
    let mut context = last_turn("tenhou", &ORPHANS.replacen("2z", "2z^S", 1), SIMPLES);
    context["players"]["south"]["melds"] = json!(["z222-"]);
    let report = report(LAST_HAND, &context, &json!({"depth": "first"}));
    for row in candidates(&report) {
        assert!(drawn(row) < 1_500.0, "{row}");
    }
}

#[test]
fn a_nagashi_mangan_counts_for_placement_points() {
    let options = json!({"depth": "first", "objective": "placement"});
    let least = |report: &Value, tiles: &[&str]| {
        tiles.iter().map(|tile| number(&discard(report, tile, false)["value"])).fold(f64::INFINITY, f64::min)
    };
    let most = |report: &Value, tiles: &[&str]| {
        tiles.iter().map(|tile| number(&discard(report, tile, false)["value"])).fold(-f64::INFINITY, f64::max)
    };
    let (lasting, breaking) = (["9m", "1p", "1s", "5z"], ["5m", "5p", "5s", "8s"]);
    let with = report(LAST_HAND, &last_turn("tenhou", ORPHANS, SIMPLES), &options);
    let gain = least(&with, &lasting) - most(&with, &breaking);
    assert!(gain > 2_000.0, "{gain} placement points for 12,000 points");
    let without = report(LAST_HAND, &last_turn("m-league", ORPHANS, SIMPLES), &options);
    assert!(least(&without, &lasting) - most(&without, &breaking) < 2_000.0);
}

/// In riichi the drawn tile goes, and the river lasts if that is a terminal or honour.
#[test]
fn a_nagashi_mangan_in_riichi_follows_from_the_draw() {
    let river = ORPHANS.replacen("9s1z2z3z4z", "9s*1z-2z-3z-4z-", 1);
    for (tile, lasts) in [("1p", true), ("6m", false)] {
        let hand = format!("5m5m5m5p5p5p5s5s5s8s8s8s9m{tile}");
        let mean = |rules: &str| {
            let context = last_turn(rules, &river, SIMPLES);
            drawn(discard(&report(&hand, &context, &json!({"depth": "first"})), tile, false))
        };
        let more = mean("tenhou") - mean("m-league");
        assert_eq!(more > 6_000.0, lasts, "{tile}: {more}");
        assert!(lasts || more.abs() < 500.0, "{tile}: {more}");
    }
}

/// The tile added as the fourth kan can be robbed: the rest of the round comes after that.
#[test]
fn a_fourth_kan_by_an_added_tile_can_be_robbed() {
    let hand = "1m234567p2234s,m111-";
    for (rules, breaks_off) in PRESETS {
        let mut context = three_kans(rules);
        context["players"]["east"]["melds"] = json!(["m111-"]);
        context["players"]["north"]["river"] = json!("2z3z8m1m^E1p");
        context["players"]["south"]["river"] = json!("2z3z8m9m9p*");
        context["players"]["south"]["melds"] = json!(["z5555"]);
        let report = report(hand, &context, &json!({"depth": "first"}));
        let kan = row(&report, &json!({"type": "kakan"}));
        if breaks_off {
            let unseen = number(&report["unseen"]);
            let robbed_or_dealt = rate(kan, "dealIn");
            assert!(robbed_or_dealt > 0.0, "{kan}");
            // a robbed kan draws no replacement tile
            let won = number(&kan["winRate"]);
            assert!(won < (2.0 + 4.0) / unseen && won > 0.8 * (2.0 + 4.0) / unseen, "{rules}: {won}");
            near(rate(kan, "win") + rate(kan, "rest") + robbed_or_dealt, 1.0, 1e-9);
        } else {
            assert!(rate(kan, "draw") > 0.0, "{rules}: {kan}");
        }
    }
}

/// In a review what ended the round is judged as such, and loses what the best is worth more.
#[test]
fn reviews_judge_what_ended_a_round() {
    let options = Options { depth: Depth::First, ..Options::default() };
    let mut found: BTreeMap<&'static str, usize> = BTreeMap::new();
    for log in (0..5_000).flat_map(|seed| records::game(seed, 1, &Rules::TENHOU)) {
        if found.len() == 4 {
            break;
        }
        let Some(Event::Drawn { how, .. }) = log.events.last() else { continue };
        let (reason, name) = match how {
            DrawReason::NineTerminals { .. } => (Reason::NineTerminals, "nine terminals"),
            DrawReason::FourWinds => (Reason::FourWinds, "four winds"),
            DrawReason::FourRiichi => (Reason::FourRiichi, "four riichi"),
            DrawReason::FourKans => (Reason::FourKans, "four kans"),
            _ => continue,
        };
        let decisions: Vec<_> = decisions(&log, &Rules::TENHOU).map(Result::unwrap).collect();
        let last = decisions.iter().rfind(|decision| match decision.done {
            RecordedAction::Discard { .. } => reason != Reason::NineTerminals,
            done => done == RecordedAction::NineTerminals,
        });
        let Some(last) = last else { continue };
        let Ok(Verdict::Judged(judged)) = judge(last, Length::Hanchan, &options) else { continue };
        let done = &judged.report.candidates[judged.done];
        assert_eq!(done.ends, Some(reason), "{name}");
        near(judged.loss, judged.report.candidates[0].ranked - done.ranked, 0.0);
        assert!(judged.loss >= 0.0 && done.play.win_rate() == 0.0, "{name}: {}", judged.loss);
        *found.entry(name).or_default() += 1;
    }
    assert_eq!(found.len(), 4, "{found:?}");
}

/// The value of an exhaustive draw after a decision of a review has the nagashi mangan that came.
#[test]
fn reviews_know_a_nagashi_mangan_at_the_last_discard() {
    let options = Options { depth: Depth::First, ..Options::default() };
    let mut judged_rounds = 0;
    for log in (0..).flat_map(|seed| records::game(seed, 1, &Rules::TENHOU)) {
        let Some(Event::Drawn { how: DrawReason::NagashiMangan { .. }, gains }) = log.events.last() else {
            continue;
        };
        let winner = Seat::ALL.into_iter().max_by_key(|&seat| gains[seat]).unwrap();
        let decisions: Vec<_> = decisions(&log, &Rules::TENHOU).map(Result::unwrap).collect();
        let discards = |done| matches!(done, RecordedAction::Discard { riichi: false, .. });
        let last = decisions.iter().rfind(|decision| decision.seat == winner && discards(decision.done));
        let Ok(Verdict::Judged(judged)) = judge(last.unwrap(), Length::Hanchan, &options) else { continue };
        let draw = judged.report.candidates[judged.done].play.parts.draw;
        assert!(draw.value > 6_000.0 * draw.rate, "{draw:?} and {gains:?}");
        assert!(judged.loss < 200.0, "to keep the river lost {}", judged.loss);
        judged_rounds += 1;
        if judged_rounds == 2 {
            break;
        }
    }
    assert!(judged_rounds > 0);
}
