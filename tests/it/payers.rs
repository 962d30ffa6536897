//! Who pays for wins, and what rules and melds allow in riichi and in the first turn.

use nanikiru::api::{Action, FollowedTable, Report, TableOptions, Watch, analyze, request_from_json};
use nanikiru::danger::assess;
use nanikiru::rules::{Length, MultipleRon, RiichiKans, Rules};
use nanikiru::search::Progress;
use nanikiru::tile::{Seat, Tile};
use serde_json::{Value, json};

fn answered(request: &Value) -> Report {
    let request = request_from_json(&request.to_string()).unwrap();
    let progress = Progress::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    analyze(&request, &mut watch).unwrap()
}

/// South 4, west has three dragons and wins 32,000; the third was fed by the player that the mark says.
fn dragons(tiles: &str, fed: char, more: Value) -> Report {
    let mut context = json!({
        "rules": "tenhou", "roundWind": "south", "roundNumber": 4, "seat": "west",
        "scores": [15_000, 15_000, 10_000, 60_000], "doraIndicators": "9p",
    });
    context.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    answered(&json!({
        "hand": format!("{tiles},z555=,z666-,z777{fed}"), "context": context,
        "options": {"objective": "placement", "depth": "first"},
    }))
}

fn value_of(report: &Report, wanted: impl Fn(&Action) -> bool) -> f64 {
    report.candidates.iter().find(|row| wanted(&row.action)).expect("the row is there").value
}

/// North (to the right) falls behind west only when it pays all.
#[test]
fn the_liable_player_pays_a_tsumo_alone() {
    let tsumo = |fed| value_of(&dragons("22p34s5s", fed, json!({})), |action| *action == Action::Tsumo);
    assert!((tsumo('+') - tsumo('=') - 30_000.0).abs() < 1e-6, "{} {}", tsumo('+'), tsumo('='));
    assert_eq!(tsumo('-'), tsumo('='));
}

#[test]
fn the_discarder_and_the_liable_player_share_a_ron() {
    let ron = |fed, from| {
        let offered = json!({"offered": {"tile": "5s", "from": from}, "turn": 5});
        value_of(&dragons("22p34s", fed, offered), |action| *action == Action::Ron)
    };
    let first = ron('+', "right");
    for (fed, from) in [('+', "left"), ('+', "across"), ('-', "right"), ('=', "right"), ('=', "left")] {
        assert!((first - ron(fed, from) - 30_000.0).abs() < 1e-6, "{fed} {from}: {}", ron(fed, from));
    }
}

/// Who fed the fourth wind, and who fed the fourth kan, by the rules; a tile added to a pon, a concealed kan and an
/// earlier kan make nobody liable.
#[test]
fn the_feeder_of_the_fourth_wind_or_kan_pays_where_the_rules_have_it() {
    let tsumo = |rules: &str, melds: &str| {
        let request = json!({
            "hand": format!("22p,{melds}"),
            "context": {
                "rules": rules, "roundWind": "south", "roundNumber": 4, "seat": "west",
                "scores": [15_000, 15_000, 10_000, 60_000], "doraIndicators": "9p",
            },
            "options": {"objective": "placement", "depth": "first"},
        });
        value_of(&answered(&request), |action| *action == Action::Tsumo)
    };
    for (rules, winds, kans) in [("tenhou", 30_000.0, 0.0), ("m-league", 40_000.0, 40_000.0)] {
        let more = |by_north: &str, by_east: &str| tsumo(rules, by_north) - tsumo(rules, by_east);
        let of_winds = more("z111=,z222-,z333=,z444+", "z111=,z222-,z333=,z444=");
        let of_kans = more("z1111=,m2222-,p3333=,s4444+", "z1111=,m2222-,p3333=,s4444=");
        assert!((of_winds - winds).abs() < 1e-6, "{rules}: {of_winds}");
        assert!((of_kans - kans).abs() < 1e-6, "{rules}: {of_kans}");
        for (by_north, by_east) in [
            ("z111+,z222-,z333=,z444=", "z111=,z222-,z333=,z444="),
            ("z111=,z222-,z333+,z4444", "z111=,z222-,z333=,z4444"),
            ("z1111+,m2222-,p3333=,s4444=", "z1111=,m2222-,p3333=,s4444="),
            ("z1111=,m2222-,p3333=,s444+4", "z1111=,m2222-,p3333=,s444=4"),
        ] {
            assert_eq!(more(by_north, by_east), 0.0, "{rules}: {by_north}");
        }
    }
}

#[test]
fn a_win_at_once_is_paid_by_the_player_whose_tile_it_is() {
    let from_east = ron_value("across");
    let from_north = ron_value("right");
    assert!(from_east > from_north + 5_000.0, "{from_east} {from_north}");
}

/// West wins 8,000 with 23,000 points in the last round, east leads with 37,000: first by a ron from east, else second.
fn ron_value(from: &str) -> f64 {
    let request = json!({
        "hand": "22p34s,z555=,z666-,m222+",
        "context": {
            "roundWind": "south", "roundNumber": 4, "seat": "west", "scores": [37_000, 20_000, 23_000, 20_000],
            "offered": {"tile": "5s", "from": from}, "turn": 9, "doraIndicators": "1m",
        },
        "options": {"objective": "placement", "depth": "first"},
    });
    value_of(&answered(&request), |action| *action == Action::Ron)
}

#[test]
fn a_search_knows_who_is_liable_for_the_melds_of_the_hand() {
    let mean = |fed| {
        let report = dragons("22p34s1m", fed, json!({"turn": 6}));
        let row = report
            .candidates
            .iter()
            .find(|row| matches!(&row.action, Action::Discard { tile, .. } if tile == "1m"));
        let outcomes = row.expect("1m can be discarded").outcomes;
        assert!(outcomes.win.rate > 0.2, "{outcomes:?}");
        outcomes.win.mean
    };
    // by tsumo or from north it makes west the first
    assert!(mean('+') > mean('=') + 5_000.0, "{} {}", mean('+'), mean('='));
    assert!((mean('-') - mean('=')).abs() < 1.0, "{} {}", mean('-'), mean('='));
}

/// West has three dragons, the last one fed by north, who is to discard, or by east.
fn beside_dragons(by_north: bool, rules: &str) -> Value {
    let (rivers, melds) = match by_north {
        true => (["5z9s", "6z", "1m1m9m", "9s7z"], ["z555=", "z666-", "z777+"]),
        false => (["9s7z", "6z", "1m1m9m", "5z9s"], ["z666-", "z555+", "z777="]),
    };
    json!({
        "hand": "234m567m345p678s13z",
        "context": {
            "rules": rules, "roundWind": "south", "roundNumber": 2, "seat": "north", "doraIndicators": "9p",
            "players": {
                "east": {"river": rivers[0]}, "south": {"river": rivers[1]},
                "west": {"river": rivers[2], "melds": melds}, "north": {"river": rivers[3]},
            },
        },
        "options": {"depth": "first"},
    })
}

#[test]
fn others_yakuman_cost_those_who_are_liable() {
    let risk = |by_north| {
        let request = request_from_json(&beside_dragons(by_north, "tenhou").to_string()).unwrap();
        let question = request.check().unwrap();
        let seated = question.seated.as_ref().unwrap();
        let danger = assess(&seated.view(&question.position), Length::Hanchan);
        let west = danger.threats[Seat::ALL[2]].as_ref().unwrap();
        let means = (0..Tile::COUNT)
            .filter_map(Tile::new)
            .map(|tile| west.risk(tile).mean())
            .filter(|&mean| mean > 0.0);
        means.collect::<Vec<f64>>()
    };
    let (own, shared) = (risk(true), risk(false));
    assert!(own.len() > 10 && own.iter().all(|&mean| mean == 32_000.0), "{own:?}");
    assert!(shared.len() > 10 && shared.iter().all(|&mean| mean == 16_000.0), "{shared:?}");
    let tsumo = |by_north| {
        let report = answered(&beside_dragons(by_north, "tenhou"));
        let row = report
            .candidates
            .into_iter()
            .max_by(|a, b| a.outcomes.tsumo.rate.total_cmp(&b.outcomes.tsumo.rate));
        row.unwrap().outcomes
    };
    let (own, other) = (tsumo(true), tsumo(false));
    assert!(own.tsumo.mean < other.tsumo.mean - 3_000.0, "{own:?} {other:?}");
    // the liable player pays half of a ron from others
    assert!(own.rest.mean < -3_000.0 && other.rest.mean > -3_000.0, "{own:?} {other:?}");
}

/// All ways in which three players can win or not, one by one.
fn enumerated(rule: MultipleRon, rates: [f64; 3]) -> ([f64; 3], [f64; 3], f64) {
    let (mut first, mut later, mut broken_off) = ([0.0; 3], [0.0; 3], 0.0);
    for set in 1..8u32 {
        let wins = |i: usize| set >> i & 1 == 1;
        let rate: f64 = (0..3).map(|i| if wins(i) { rates[i] } else { 1.0 - rates[i] }).product();
        match (rule, set) {
            (MultipleRon::Double, 7) => broken_off += rate,
            _ => {
                let mut winners = (0..3).filter(|&i| wins(i));
                first[winners.next().unwrap()] += rate;
                if rule != MultipleRon::HeadBump {
                    winners.for_each(|i| later[i] += rate);
                }
            }
        }
    }
    (first, later, broken_off)
}

const RULES: [MultipleRon; 3] = [MultipleRon::HeadBump, MultipleRon::Double, MultipleRon::Triple];

#[test]
fn winners_of_a_discard_are_those_of_every_way_to_win() {
    for rates in [[0.1, 0.2, 0.3], [1.0, 1.0, 1.0], [0.0, 0.5, 1.0], [0.9, 0.0, 0.4], [0.0; 3]] {
        for rule in RULES {
            let (found, (first, later, broken_off)) = (rule.winners(rates), enumerated(rule, rates));
            for i in 0..3 {
                assert!((found.first[i] - first[i]).abs() < 1e-12, "{rule:?} {rates:?} {found:?} {first:?}");
                assert!((found.later[i] - later[i]).abs() < 1e-12, "{rule:?} {rates:?} {found:?} {later:?}");
            }
            assert!((found.broken_off - broken_off).abs() < 1e-12, "{rule:?} {rates:?}");
        }
    }
}

/// Three riichi against the discarder.
#[test]
fn a_loss_is_that_of_those_who_are_paid() {
    let table = |rules: &str| {
        json!({
            "hand": "147m258p369s12345z",
            "context": {
                "rules": rules, "seat": "north", "doraIndicators": "9p", "riichiSticks": 3, "honba": 2,
                "scores": [24_000, 24_000, 24_000, 25_000],
                "players": {
                    "east": {"river": "1z9m1p9s*4z-"}, "south": {"river": "1z9p1s9m*4z-"},
                    "west": {"river": "2z9p9s1m*3z-"}, "north": {"river": "2z9p1m3z"},
                },
            },
            "options": {"depth": "first"},
        })
    };
    let mut losses = Vec::new();
    for (name, rule) in [("m-league", RULES[0]), ("tenhou", RULES[1]), ("mahjong-soul", RULES[2])] {
        let request = request_from_json(&table(name).to_string()).unwrap();
        let question = request.check().unwrap();
        let danger = assess(&question.seated.as_ref().unwrap().view(&question.position), Length::Hanchan);
        let mut sum = 0.0;
        for tile in (0..Tile::COUNT).filter_map(Tile::new) {
            let risk = |seat: usize| danger.threats[Seat::ALL[seat]].as_ref().unwrap().risk(tile);
            let risks = [0, 1, 2].map(risk);
            let (first, later, _) = enumerated(rule, risks.map(|risk| risk.rate));
            let expected: f64 = (0..3).map(|i| (first[i] + later[i]) * risks[i].mean()).sum();
            assert!((danger.loss(tile) - expected).abs() < 1e-6, "{name} {tile}");
            let simple: f64 = risks.iter().map(|risk| risk.loss()).sum();
            assert!(danger.loss(tile) <= simple + 1e-9);
            sum += simple - danger.loss(tile);
        }
        losses.push(sum);
    }
    assert!(losses[0] > losses[1] && losses[1] > 0.0 && losses[2].abs() < 1e-6, "{losses:?}");
}

/// A river with riichi by the tenth tile.
fn declared(tiles: &str) -> String {
    let tile = |(i, tile): (usize, &[u8])| {
        let mark = ["", "*", "-"][usize::from(i >= 9) + usize::from(i > 9)];
        format!("{}{mark}", std::str::from_utf8(tile).unwrap())
    };
    tiles.as_bytes().chunks(2).enumerate().map(tile).collect()
}

/// The last discard of a round, before three riichi: somebody wins on it, all three do, or the round is drawn.
#[test]
fn three_wins_on_the_last_discard_count_in_its_value() {
    const SIMPLES: &str = "2m3m4m6m7m8m2p3p4p6p7p8p2s3s4s6s7s";
    for (name, rule) in [("m-league", RULES[0]), ("tenhou", RULES[1]), ("mahjong-soul", RULES[2])] {
        let question = json!({
            "hand": "12569m155p55s1467z",
            "context": {
                "rules": name, "seat": "south", "doraIndicators": "9p", "riichiSticks": 3,
                "scores": [24_000, 25_000, 24_000, 24_000],
                "players": {
                    "east": {"river": declared(&format!("{SIMPLES}8s"))},
                    "south": {"river": "5m2z3z4z5z6z7z1m9m1p9p1s9s1z2z3z4z"},
                    "west": {"river": declared(SIMPLES)}, "north": {"river": declared(SIMPLES)},
                },
            },
            "options": {"depth": "first"},
        });
        let report = serde_json::to_value(answered(&question)).unwrap();
        let value = |tile: &str| {
            let is = |row: &&Value| row["action"]["tile"] == tile;
            let row = report["candidates"].as_array().unwrap().iter().find(is).unwrap();
            row["searchValue"].as_f64().unwrap()
        };
        let request = request_from_json(&question.to_string()).unwrap();
        let checked = request.check().unwrap();
        let danger = assess(&checked.seated.as_ref().unwrap().view(&checked.position), Length::Hanchan);
        // all three have discarded it: the round is drawn
        let drawn = value("2m");
        for tile in ["5m", "1m", "9m", "5p", "5s", "7z"] {
            let risks = [0, 2, 3]
                .map(|seat| danger.threats[Seat::ALL[seat]].as_ref().unwrap().risk(tile.parse().unwrap()));
            let rates = risks.map(|risk| risk.rate);
            // the next player is the first to be paid
            let order = [1, 2, 0];
            let (first, later, broken_off) = enumerated(rule, order.map(|i| rates[i]));
            let lost: f64 = (0..3).map(|i| (first[i] + later[i]) * risks[order[i]].mean()).sum();
            assert_eq!(broken_off > 0.0, name == "tenhou");
            let nobody: f64 = rates.iter().map(|rate| 1.0 - rate).product();
            let expected = nobody * drawn - lost;
            let searched = value(tile);
            assert!(
                (searched - expected).abs() < 1.0,
                "{name} {tile}: {searched} is not {expected}, {drawn}"
            );
        }
    }
}

const PRESETS: [&str; 5] = ["tenhou", "mahjong-soul", "m-league", "wrc", "ema"];

/// Whether a hand in riichi may make a kan of the tile that it has drawn.
fn may_kan(hand: &str, tile: &str, rules: &str) -> bool {
    let request = json!({
        "hand": hand, "action": {"type": "ankan", "tile": tile}, "options": {"depth": "first"},
        "context": {
            "rules": rules, "seat": "south", "doraIndicators": "9p",
            "players": {
                "east": {"river": "1z9m2z"}, "south": {"river": "4z6z*"}, "west": {"river": "1s9s"},
                "north": {"river": "9m1p"},
            },
        },
    });
    let request = request_from_json(&request.to_string()).unwrap();
    let progress = Progress::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    match analyze(&request, &mut watch) {
        Ok(_) => true,
        Err(error) => {
            let code = serde_json::to_value(&error).unwrap()["code"].clone();
            assert_eq!(code, "context.in_riichi", "{hand} {rules}");
            false
        }
    }
}

#[test]
fn kans_in_riichi_follow_the_rules() {
    // three triplets in a row are three runs, too
    assert_eq!(
        PRESETS.map(|rules| may_kan("111222333m456p8p1m", "1m", rules)),
        [true, true, true, false, false]
    );
    assert_eq!(
        PRESETS.map(|rules| may_kan("456p777888999s8p8s", "8s", rules)),
        [true, true, true, false, false]
    );
    // a triplet in every reading
    assert_eq!(PRESETS.map(|rules| may_kan("555z456p234m78s99p5z", "5z", rules)), [true; 5]);
    // other waits without it
    assert_eq!(PRESETS.map(|rules| may_kan("2223m456p789s555z2m", "2m", rules)), [false; 5]);
    // not the tile drawn
    assert_eq!(PRESETS.map(|rules| may_kan("111123m456p789s9p9s", "1m", rules)), [false; 5]);
}

#[test]
fn a_search_knows_the_kans_in_riichi_of_the_rules() {
    use nanikiru::analyze::{Depth, Options, Position, RawSituation, Situation, analyze_at_once};
    let value = |hand: &str, riichi_kans: RiichiKans| {
        let position = Position::Drawn { hand: hand.parse().unwrap(), drawn: None };
        let rules = Rules { riichi_kans, ..Rules::TENHOU };
        let raw = RawSituation {
            rules,
            turn: 4,
            dora_indicators: vec!["9p".parse().unwrap()],
            ..Default::default()
        };
        let situation = Situation::new(&position, raw).unwrap();
        let options = Options { depth: Depth::Fast, ..Options::default() };
        let report = analyze_at_once(&position, &situation, &options).unwrap();
        let is_riichi = |action: &nanikiru::analyze::Action| {
            matches!(action, nanikiru::analyze::Action::Discard { riichi: true, .. })
        };
        report
            .candidates
            .iter()
            .filter(|row| is_riichi(&row.action))
            .map(|row| row.searched)
            .fold(f64::MIN, f64::max)
    };
    let of = |hand| {
        [RiichiKans::Forbidden, RiichiKans::SameWaits, RiichiKans::EveryReading].map(|rule| value(hand, rule))
    };
    let [none, same, every] = of("111222333m456p8p4z");
    assert!(same > none && same > every, "{none} {same} {every}");
    let [none, same, every] = of("555z456p234m78s99p4z");
    assert!(same > none && every > none, "{none} {same} {every}");
}

/// An answer without what was taken from the clock.
fn text(hand: &str, context: Value) -> Value {
    let report =
        answered(&json!({"hand": hand, "context": context, "options": {"depth": "first", "details": "all"}}));
    serde_json::to_value(&report.candidates).unwrap()
}

#[test]
fn after_a_meld_or_another_kan_no_turn_is_the_first() {
    let cases = [
        ("123m456p78s11z9p,m9999", json!({"seat": "south", "turn": 1})),
        (
            "123m456p78s11z,m9999",
            json!({"seat": "south", "turn": 1, "offered": {"tile": "9s", "from": "left"}}),
        ),
        ("456p78s11z9p,m9999,p1111", json!({"seat": "west", "turn": 1})),
        ("19m19p19s1234567z5m", json!({"seat": "south", "turn": 1, "doraIndicators": "3m4m"})),
        ("123m456p78s11z", json!({"seat": "east", "turn": 1, "doraIndicators": "3m4m"})),
        // nine terminals and honours, after an own meld
        ("19m19p19s12345z,z6666", json!({"seat": "south", "turn": 1, "doraIndicators": "3m4m"})),
    ];
    for (hand, context) in cases {
        let hand = if hand == "123m456p78s11z" { "123m456p78s11z999m9p" } else { hand };
        let mut interrupted = context.clone();
        interrupted["interrupted"] = true.into();
        assert_eq!(text(hand, context.clone()), text(hand, interrupted), "{hand} {context}");
    }
    // without a meld it is
    let first = text("123m456p78s11z999m9p", json!({"seat": "south", "turn": 1}));
    let later = text("123m456p78s11z999m9p", json!({"seat": "south", "turn": 1, "interrupted": true}));
    assert!(first != later);
}

fn table(events: &[Value]) -> (FollowedTable, Vec<Result<(), Value>>) {
    let mut table = FollowedTable::new(&TableOptions { seat: Some(0), ..Default::default() }).unwrap();
    let applied = events.iter().map(|event| {
        let before = table.clone();
        let applied =
            table.apply(event).map_err(|error| serde_json::to_value(&error).unwrap()["code"].clone());
        assert!(applied.is_ok() || table == before, "{event}");
        applied
    });
    let applied = applied.collect();
    (table, applied)
}

fn begin(honba: u32, sticks: u32, scores: [i32; 4], hand: [&str; 13]) -> Value {
    let hidden = ["?"; 13];
    json!({
        "type": "start_kyoku", "bakaze": "E", "dora_marker": "9p", "kyoku": 1, "honba": honba, "kyotaku": sticks, "oya": 0,
        "scores": scores, "tehais": [hand, hidden, hidden, hidden],
    })
}

const FAR: [&str; 13] = ["1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "E", "S", "W", "N"];
const NEAR: [&str; 13] = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "3s", "W", "W"];

#[test]
fn a_table_refuses_sticks_that_no_game_has() {
    let of = |honba, sticks, scores| table(&[begin(honba, sticks, scores, FAR)]).1[0].clone();
    let even = [25_000; 4];
    assert_eq!(of(0, 0, even), Ok(()));
    assert_eq!(of(1, 1, [24_000, 25_000, 25_000, 25_000]), Ok(()));
    assert_eq!(of(1, 4, [24_000; 4]), Ok(()));
    for (honba, sticks, scores) in [
        (0, 1, [24_000, 25_000, 25_000, 25_000]),
        (0, 1, even),
        (1, 5, [23_000, 24_000, 24_000, 24_000]),
        (1, 1, even),
        (1, 0, [24_000, 25_000, 25_000, 25_000]),
    ] {
        assert_eq!(of(honba, sticks, scores), Err("event.illegal".into()), "{honba} {sticks} {scores:?}");
    }
}

#[test]
fn a_table_refuses_a_riichi_of_a_hand_that_is_not_tenpai() {
    let draw = |tile: &str| json!({"type": "tsumo", "actor": 0, "pai": tile});
    let reach = json!({"type": "reach", "actor": 0});
    let discard =
        |tile: &str, drawn: bool| json!({"type": "dahai", "actor": 0, "pai": tile, "tsumogiri": drawn});
    let begin = |hand| begin(0, 0, [25_000; 4], hand);
    let (_, far) = table(&[begin(FAR), draw("P"), reach.clone(), discard("P", true)]);
    assert_eq!(far, [Ok(()), Ok(()), Err("event.illegal".into()), Ok(())]);
    let (_, near) = table(&[begin(NEAR), draw("P"), reach.clone(), discard("W", false), discard("P", true)]);
    assert_eq!(near, [Ok(()), Ok(()), Ok(()), Err("event.illegal".into()), Ok(())]);
}
