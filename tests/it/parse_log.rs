//! Game records in the API: every decision of every record is a question that has an answer.

use crate::records;
use crate::shared;

use nanikiru::api::{
    CheckedRequest, ErrorCode, GameLog, LogOptions, Request, RulesField, RulesSource, danger_json, parse_log,
    parse_log_with, request_from_json,
};
use nanikiru::replay::{Room, RoundLog, mjai, tenhou6};
use nanikiru::round::{DrawReason, Event};
use nanikiru::rules::{MultipleRon, Preset, RedFives, Rules, TableRules};
use nanikiru::tile::BySeat;
use serde_json::{Value, json};
use shared::shared;
use std::path::PathBuf;

fn fixtures() -> Vec<PathBuf> {
    let files =
        ["data/fixtures/mjai", "data/fixtures/tenhou6"].map(|f| std::fs::read_dir(shared(f)).unwrap());
    let mut files: Vec<PathBuf> = files.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 10, "only {} fixtures", files.len());
    files
}

/// Every decision as a request, read again from its JSON.
fn questions(game: &GameLog) -> Vec<(Request, CheckedRequest)> {
    let decisions = game.rounds.iter().flat_map(|round| &round.decisions);
    decisions
        .map(|decision| {
            let request =
                json!({"hand": decision.hand, "context": decision.context, "action": decision.done});
            let request =
                request_from_json(&request.to_string()).unwrap_or_else(|e| panic!("{request}\n{e:?}"));
            let question = request.check().unwrap_or_else(|e| panic!("{request:?}\n{e:?}"));
            assert_eq!(question.situation.turn().number() as u32, decision.turn);
            (request, question)
        })
        .collect()
}

#[test]
#[ignore = "needs ../shared"]
fn every_decision_of_a_record_is_a_question() {
    let mut decisions = 0;
    for file in fixtures() {
        let game = parse_log(&std::fs::read(&file).unwrap()).unwrap_or_else(|e| panic!("{file:?}: {e:?}"));
        let questions = questions(&game);
        decisions += questions.len();
        // and the risks have one, too: the first and the last of each round would do, every twentieth is more
        for (request, question) in questions.iter().step_by(20) {
            let request = json!({"hand": request.hand, "context": request.context}).to_string();
            let report: Value = serde_json::from_str(&danger_json(&request).unwrap()).unwrap();
            assert_eq!(report["opponents"].as_array().unwrap().len(), 3);
            assert_eq!(report["tiles"].as_array().unwrap().len(), 37, "{:?}", question.situation.rules());
        }
    }
    assert!(decisions > 500, "only {decisions} decisions");
}

/// A record that is cut gives the same rounds as far as they are whole, and says where it ends.
#[test]
#[ignore = "needs ../shared"]
fn a_cut_record_gives_the_whole_rounds() {
    let whole = fixtures().into_iter().find_map(|file| {
        let bytes = std::fs::read(file).unwrap();
        let game = parse_log(&bytes).ok()?;
        (game.rounds.len() >= 4 && game.broken.is_none()).then_some((bytes, game))
    });
    let (bytes, game) = whole.expect("one of them is whole");
    let mut rounds = Vec::new();
    for tenths in [3, 5, 7, 9] {
        let cut = parse_log(&bytes[..bytes.len() * tenths / 10]).unwrap();
        let broken = cut.broken.unwrap();
        assert_eq!(broken.rounds as usize, cut.rounds.len());
        assert!(broken.byte.is_some_and(|byte| byte as usize <= bytes.len()), "{broken:?}");
        assert!(broken.code.as_str().starts_with("log."), "{broken:?}");
        let json = |rounds: &[nanikiru::api::RoundOfLog]| serde_json::to_string(rounds).unwrap();
        assert_eq!(json(&cut.rounds), json(&game.rounds[..cut.rounds.len()]));
        rounds.push(cut.rounds.len());
    }
    assert!(rounds.is_sorted() && rounds[0] < rounds[3], "{rounds:?}");
}

/// Everything that a server or a person may give in the place of a record, said by name and not passed over.
#[test]
fn what_is_no_record_says_what_it_is() {
    for (text, word) in [
        ("", "empty"),
        (" \n ", "empty"),
        ("{}", "without the `log`"),
        (r#"{"error":"not found"}"#, "without the `log`"),
        (r#"{"type":"about:blank","title":"Not Found","status":404}"#, "without the `log`"),
        (
            r#"{"title":["",""],"name":["A","B","C","D"],"rule":{"disp":"","aka":1},"lgo":[]}"#,
            "without the `log`",
        ),
        ("<!DOCTYPE html><html><head><title>404</title></head></html>", "a web page"),
        ("<HTML><BODY>502 Bad Gateway</BODY></HTML>", "a web page"),
        ("<?xml version=\"1.0\"?>\n<!-- - -->\n<html>", "a web page"),
        ("PK\x03\x04\x14\0\0\0game.json", "an archive"),
        ("Rar!\x1a\x07\x01\0", "an archive"),
        ("<rss/>", "neither mjlog XML"),
        ("{broken", "neither mjlog XML"),
        ("123m406p789s1122z", "neither mjlog XML"),
    ] {
        let error = parse_log(text.as_bytes()).map(|game| panic!("{text}: {game:?}")).unwrap_err();
        assert_eq!((error.code, error.field.as_str()), (ErrorCode::LogUnknown, "log"), "{text}: {error:?}");
        assert!(error.message.contains(word) && !error.message.contains("byte"), "{text}: {}", error.message);
    }
    // an XML declaration does no harm
    let [record, ..] = made_up();
    let declared = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- a game -->{record}");
    assert_eq!(said(declared.as_bytes()), said(record.as_bytes()));
}

fn said(bytes: &[u8]) -> String {
    serde_json::to_string(&parse_log(bytes).unwrap()).unwrap()
}

/// A record that is whole and has no round is a fault, in every format.
#[test]
fn a_record_without_a_round_is_broken() {
    for text in [
        r#"<mjloggm ver="2.3"></mjloggm>"#,
        r#"<?xml version="1.0"?><mjloggm ver="2.3"><GO type="169" lobby="0"/></mjloggm>"#,
        r#"{"title":["",""],"name":["A","B","C","D"],"rule":{"disp":"","aka":1},"log":[]}"#,
        "{\"type\":\"end_game\"}",
        "{\"type\":\"start_game\"}\n{\"type\":\"end_game\"}\n",
        r#"[{"type":"start_game","names":[]},{"type":"end_game"}]"#,
        r#"{"title":"x","player":["A","B","C","D"],"qijia":0,"log":[],"defen":[0,0,0,0],"rank":[1,2,3,4],"point":["0","0","0","0"]}"#,
    ] {
        let game = parse_log(text.as_bytes()).unwrap();
        let broken = game.broken.unwrap_or_else(|| panic!("{text}"));
        assert_eq!((broken.code, broken.rounds, game.rounds.len()), (ErrorCode::LogEmpty, 0, 0), "{text}");
    }
}

fn packed(text: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}

/// The encodings of one text, plain and packed.
fn encoded(text: &str) -> Vec<Vec<u8>> {
    let units = |mark: &str| mark.encode_utf16().chain(text.encode_utf16()).collect::<Vec<u16>>();
    let little = |mark| units(mark).iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<u8>>();
    let big = |mark| units(mark).iter().flat_map(|unit| unit.to_be_bytes()).collect::<Vec<u8>>();
    let plain = [
        text.as_bytes().to_vec(),
        format!("\u{feff}{text}").into_bytes(),
        format!("\u{feff}\r\n {text}\r\n\r\n").into_bytes(),
        little("\u{feff}"),
        big("\u{feff}"),
        little(""),
        big(""),
    ];
    plain.iter().map(|bytes| packed(bytes)).chain(plain.clone()).collect()
}

/// One content in any container gives the same decisions.
#[test]
fn containers_of_one_content_are_one_record() {
    let [mjlog, tenhou6, mjai, _] = made_up();
    let events: Vec<Value> = mjai.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let texts: Vec<Value> = mjai.lines().map(Value::from).collect();
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
    let tenhou6_value: Value = serde_json::from_str(&tenhou6).unwrap();
    let coded =
        percent_encoding::utf8_percent_encode(&tenhou6, percent_encoding::NON_ALPHANUMERIC).to_string();
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let forms = [
        (&mjlog, vec![mjlog.clone(), quoted(&mjlog)]),
        (
            &tenhou6,
            vec![
                tenhou6.clone(),
                pretty(&tenhou6_value),
                quoted(&tenhou6),
                format!("https://tenhou.net/6/#json={coded}"),
                format!("http://tenhou.net/6/#json={coded}&ts=0"),
                format!("tenhou.net/6/#json={tenhou6}"),
                format!("https://tenhou.net/5/?json={coded}&ts=3"),
            ],
        ),
        (
            &mjai,
            vec![
                mjai.clone(),
                mjai.replace('\n', "\r\n"),
                mjai.replace('\n', "\n\n"),
                mjai.replace('\n', ""),
                Value::from(events.clone()).to_string(),
                pretty(&events.clone().into()),
                events.iter().map(pretty).collect::<Vec<_>>().join("\n"),
                Value::from(texts.clone()).to_string(),
                pretty(&texts.into()),
                quoted(&mjai),
            ],
        ),
    ];
    for (plain, forms) in forms {
        let wanted = said(plain.as_bytes());
        for form in forms {
            for bytes in encoded(&form) {
                let begin = || String::from_utf8_lossy(&bytes[..80.min(bytes.len())]).into_owned();
                let game = parse_log(&bytes).unwrap_or_else(|error| panic!("{}: {error:?}", begin()));
                assert_eq!(serde_json::to_string(&game).unwrap(), wanted, "{}", begin());
            }
        }
    }
}

/// A cut array gives its whole rounds, and the place.
#[test]
fn a_cut_array_of_events_gives_the_whole_rounds() {
    let [.., mjai, _] = made_up();
    let events: Vec<Value> = mjai.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let array = Value::from(events).to_string();
    let whole = parse_log(array.as_bytes()).unwrap();
    let mut most = 0;
    let last_round = array.rfind("end_kyoku\"}").unwrap() + "end_kyoku\"}".len();
    for cut in (400..last_round).step_by(131).chain([last_round]) {
        let game = parse_log(&array.as_bytes()[..cut]).unwrap();
        let broken = game.broken.unwrap_or_else(|| panic!("cut at {cut}"));
        assert_eq!((broken.code, broken.byte), (ErrorCode::LogUnfinished, Some(cut as u32)));
        assert_eq!(broken.rounds as usize, game.rounds.len());
        most = most.max(game.rounds.len());
        let json = |rounds: &[nanikiru::api::RoundOfLog]| serde_json::to_string(rounds).unwrap();
        assert_eq!(json(&game.rounds), json(&whole.rounds[..game.rounds.len()]));
    }
    assert_eq!(most, whole.rounds.len());
}

/// An address without the record says how to save that record, in three steps.
#[test]
fn addresses_that_only_point_say_how_to_save_the_record() {
    let tenhou = "2019010100gm-00a9-0000-00000000";
    for (text, word) in [
        (format!("https://tenhou.net/0/?log={tenhou}&tw=1"), tenhou),
        (format!("http://tenhou.net/3/?log={tenhou}"), tenhou),
        (format!("\u{feff}  tenhou.net/4/?tw=2&log={tenhou}\n"), tenhou),
        (format!("https://tenhou.net/6/?log={tenhou}"), tenhou),
        ("https://game.mahjongsoul.com/?paipu=210815-01234567-89ab-cdef-0123-456789abcdef_a1".into(), "HAR"),
        ("https://mahjongsoul.game.yo-star.com/?paipu=210815-aaaa".into(), "HAR"),
        ("雀魂牌谱: https://game.maj-soul.net/1/?paipu=jmjnmk-0v3x_a9_2".into(), "HAR"),
        ("https://example.com/record".into(), "browser"),
        ("//example.com/record".into(), "browser"),
    ] {
        let error = parse_log(text.as_bytes()).unwrap_err();
        assert_eq!((error.code, error.field.as_str()), (ErrorCode::LogAddress, "log"), "{text}: {error:?}");
        assert!(error.message.contains(word), "{text}: {}", error.message);
        for step in ["1. ", "2. ", "3. "] {
            assert!(error.message.contains(step), "{text}: {}", error.message);
        }
    }
}

/// Files of programs lie in folders of records, and begin as an address without a scheme does.
#[test]
fn a_comment_is_no_address() {
    for text in [
        "//! Real games.",
        "// see example.com",
        "//",
        "//go:build linux",
        "//todo.",
        "// https://example.com/",
    ] {
        let unknown = |text: &str| parse_log(text.as_bytes()).unwrap_err().code == ErrorCode::LogUnknown;
        assert!(unknown(text) && unknown(&format!("{text}\nfn main() {{}}\n")), "{text}");
    }
}

fn with_rules(name: &str) -> LogOptions {
    LogOptions { rules: Some(name.into()), ..LogOptions::default() }
}

/// Every context has the rules of its record: those that it names, else the caller's, else Tenhou's.
#[test]
fn every_decision_has_the_rules_of_its_record() {
    for Preset { name, rules, .. } in Rules::PRESETS {
        let names = BySeat(["A", "B", "C", "D"].map(String::from));
        let room = Room { rules: rules.clone(), ..Room::USUAL };
        for seed in 0..4 {
            let logs = records::game(seed, 4, &rules);
            let mjai = records::mjai::write(records::mjai::Style::Terse, &room, &names, &logs);
            let tenhou6 = tenhou6::write(&room, Some(&names), &logs);
            // as other programs write them: without a word of the rule set
            let mut events: Vec<Value> =
                mjai.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            for key in ["rules", "kuitan"] {
                events[0].as_object_mut().unwrap().remove(key);
            }
            let unnamed: String = events.iter().map(|event| format!("{event}\n")).collect();
            let mut record: Value = serde_json::from_str(&tenhou6).unwrap();
            record["rule"].as_object_mut().unwrap().remove("disp");
            record.as_object_mut().unwrap().remove("title");
            let source = if name == "tenhou" { RulesSource::Usual } else { RulesSource::Record };
            for (text, options, source) in [
                (&mjai, LogOptions::default(), source),
                (&tenhou6, LogOptions::default(), source),
                (&unnamed, with_rules(name), RulesSource::Caller),
                (&record.to_string(), with_rules(name), RulesSource::Caller),
            ] {
                let game = parse_log_with(text.as_bytes(), &options).unwrap();
                assert_eq!(game.broken, None, "{name}, seed {seed}");
                assert_eq!(game.rounds.len(), logs.len());
                assert_eq!((game.rules.name.as_str(), game.rules.source), (name, source));
                assert_eq!(game.rules.red_fives, rules.red_fives != RedFives::NONE, "{name}");
                assert_eq!((game.rules.contradictions.len(), game.rules.differences.len()), (0, 0));
                for (_, question) in questions(&game) {
                    assert_eq!(*question.situation.rules(), rules, "{name}, seed {seed}");
                }
            }
        }
    }
}

/// Each rule in which a table can differ, otherwise than Mahjong Soul has it.
fn own_rules() -> [Value; 26] {
    [
        json!({"uraDora": false}),
        json!({"kanDora": "atOnce"}),
        json!({"kuikae": "allowed"}),
        json!({"doubleWindPair": "two"}),
        json!({"rinshanFu": false}),
        json!({"kiriage": true}),
        json!({"kazoe": "sanbaiman"}),
        json!({"doubleYakuman": {
            "suuankouTanki": false, "kokushi13": true, "junseiChuuren": true, "daisuushii": true,
        }}),
        json!({"yakumanSum": "single"}),
        json!({"renhou": "mangan"}),
        json!({"multipleRon": "headBump"}),
        json!({"riichiKans": "otherWaits"}),
        json!({"kokushiRobsAnkan": false}),
        json!({"pao": {
            "daisangen": true, "daisuushii": true, "suukantsu": true, "scope": "yakuman", "honba": "liable",
        }}),
        json!({"abortive": {"nineKinds": true, "fourWinds": false, "fourKans": true, "fourRiichi": true}}),
        json!({"nagashi": "none"}),
        json!({"start": 30_000}),
        json!({"target": 25_000}),
        json!({"uma": [30_000, 10_000, -10_000, -30_000]}),
        json!({"oka": 20_000}),
        json!({"ties": "shared"}),
        json!({"bankruptcy": "continues"}),
        json!({"dealerStop": "never"}),
        json!({"extraRound": "none"}),
        json!({"riichiPoints": "notNeeded"}),
        json!({"riichiWall": 1}),
    ]
}

/// A table's own rules are in every context and in mjai, so that its rounds are read and judged by them.
#[test]
fn a_tables_own_rules_reach_every_decision() {
    let mut refused_by_the_set = 0;
    for own in own_rules() {
        let table: TableRules = serde_json::from_value(own.clone()).unwrap();
        assert_eq!(serde_json::to_value(&table).unwrap(), own);
        let rules = Rules::MAHJONG_SOUL.with(&table);
        assert_eq!(
            (rules.beside(&Rules::MAHJONG_SOUL), rules.differences(&Rules::MAHJONG_SOUL).len()),
            (table, 1)
        );
        let room = Room { rules: rules.clone(), ..Room::USUAL };
        for seed in 0..3 {
            let logs = records::game(seed, 3, &rules);
            let game = parse_log(mjai::write(&room, None, &logs).as_bytes()).unwrap();
            assert_eq!((game.broken.as_ref(), game.rounds.len()), (None, logs.len()), "{own}, seed {seed}");
            assert_eq!(game.rules.name, "mahjong-soul", "{own}");
            for (mut request, question) in questions(&game) {
                assert_eq!(*question.situation.rules(), rules, "{own}, seed {seed}");
                request.context.table_rules = None;
                refused_by_the_set += usize::from(request.check().is_err());
            }
        }
    }
    // swap calls, riichi at the end of the wall and without points, four winds after which play goes on
    assert!(refused_by_the_set > 0);
}

#[test]
fn own_rules_that_no_table_has_are_refused_by_their_place() {
    for (own, field, code) in [
        (json!({"start": -100}), "start", ErrorCode::RequestOutOfRange),
        (json!({"start": 25_050}), "start", ErrorCode::RequestOutOfRange),
        (json!({"target": 2_000_000}), "target", ErrorCode::RequestOutOfRange),
        (json!({"uma": [0, 0, 0, 2_000_000]}), "uma", ErrorCode::RequestOutOfRange),
        (json!({"oka": -2_000_000}), "oka", ErrorCode::RequestOutOfRange),
        (json!({"riichiWall": 0}), "riichiWall", ErrorCode::RequestOutOfRange),
        (json!({"riichiWall": 71}), "riichiWall", ErrorCode::RequestOutOfRange),
        (json!({"kuikae": "sometimes"}), "kuikae", ErrorCode::RequestUnknownValue),
        (json!({"redFives": false}), "redFives", ErrorCode::RequestUnknownField),
    ] {
        let request = json!({"hand": "123m406p789s1122z5z", "context": {"tableRules": own}}).to_string();
        let error = match request_from_json(&request) {
            Ok(request) => request.check().unwrap_err(),
            Err(error) => error,
        };
        assert_eq!((error.code, error.field), (code, format!("context.tableRules.{field}")), "{own}");
        // a record with them is refused, too
        let text = format!("{{\"type\":\"start_game\",\"rules\":\"tenhou\",\"tableRules\":{own}}}\n");
        let broken = parse_log(text.as_bytes()).unwrap().broken.unwrap();
        assert_eq!((broken.code, broken.rounds), (ErrorCode::LogValue, 0), "{own}");
    }
}

/// What a record says goes before what the caller says, and the difference is named.
#[test]
fn what_contradicts_the_record_is_named() {
    let [mjlog, tenhou6, _, _] = made_up();
    let game = parse_log_with(mjlog.as_bytes(), &with_rules("wrc")).unwrap();
    assert_eq!((game.rules.name.as_str(), game.rules.source), ("tenhou", RulesSource::Record));
    assert_eq!(game.rules.contradictions, [RulesField::Name, RulesField::RedFives]);
    assert_eq!(said(mjlog.as_bytes()), said(mjlog.as_bytes()));
    // the red fives are the record's, the rest is the caller's
    let game = parse_log_with(tenhou6.as_bytes(), &with_rules("wrc")).unwrap();
    assert_eq!((game.rules.name.as_str(), game.rules.source), ("wrc", RulesSource::Caller));
    assert_eq!(game.rules.contradictions, [RulesField::RedFives]);
    assert!(game.rules.red_fives);
    let game = parse_log_with(mjlog.as_bytes(), &with_rules("tenhou")).unwrap();
    assert_eq!(game.rules.contradictions, []);
    let error = parse_log_with(mjlog.as_bytes(), &with_rules("reno")).unwrap_err();
    assert_eq!((error.code, error.field.as_str()), (ErrorCode::ContextUnknownRules, "rules"));
}

/// The heads of records of tenhou.net/6 as sites and converters write them.
#[test]
fn heads_name_their_rules() {
    let [_, tenhou6, _, _] = made_up();
    let record: Value = serde_json::from_str(&tenhou6).unwrap();
    let head = |rule: Value, title: &str, reference: &str| {
        let mut record = record.clone();
        (record["rule"], record["title"], record["ref"]) = (rule, json!([title, ""]), json!(reference));
        let game = parse_log(record.to_string().as_bytes()).unwrap();
        let context = serde_json::to_value(&game.rounds[0].decisions[0].context).unwrap();
        let length = context["length"].as_str().unwrap().to_string();
        (game.rules.name, game.rules.source, length, game.rules.kuitan)
    };
    use RulesSource::{Record, Usual};
    for (disp, name, source, length, kuitan) in [
        ("鳳南喰赤", "tenhou", Record, "hanchan", true),
        ("上東喰赤速", "tenhou", Record, "tonpuu", true),
        ("特南赤", "tenhou", Record, "hanchan", false),
        ("南喰赤", "tenhou", Usual, "hanchan", true),
        ("東赤", "tenhou", Usual, "tonpuu", false),
        ("", "tenhou", Usual, "hanchan", true),
        ("玉の間南喰赤", "mahjong-soul", Record, "hanchan", true),
        ("金の間東喰赤", "mahjong-soul", Record, "tonpuu", true),
        ("王座の間南喰赤", "mahjong-soul", Record, "hanchan", true),
        ("友人戦南喰赤", "mahjong-soul", Record, "hanchan", true),
        ("Jade Room South Red Fives", "mahjong-soul", Record, "hanchan", true),
        ("Gold Room East Red", "mahjong-soul", Record, "tonpuu", true),
        ("玉之间四人南", "mahjong-soul", Record, "hanchan", true),
        ("金之間四人東", "mahjong-soul", Record, "tonpuu", true),
        ("Throne Room South", "mahjong-soul", Record, "hanchan", true),
        ("Mリーグ南喰赤", "m-league", Record, "hanchan", true),
        ("M-League", "m-league", Record, "hanchan", true),
        ("Tema 南喰赤", "tenhou", Usual, "hanchan", true),
    ] {
        let found = head(json!({"disp": disp, "aka": 1}), "", "");
        assert_eq!(found, (name.to_string(), source, length.to_string(), kuitan), "{disp}");
    }
    let plain = || json!({"aka": 1});
    assert_eq!(head(plain(), "", "2019050417gm-0029-0000-4f2a8622").1, Record);
    let game = head(plain(), "", "210815-01234567-89ab-cdef-0123-456789abcdef");
    assert_eq!((game.0.as_str(), game.1), ("mahjong-soul", Record));
    assert_eq!(head(plain(), "玉の間南喰赤", "").0, "mahjong-soul");
}

/// A round that ended with three wins on one discard shows what its table does with them, whatever the room.
#[test]
fn three_wins_on_one_discard_are_as_the_record_has_them() {
    let names = BySeat(["A", "B", "C", "D"].map(String::from));
    for (multiple_ron, wins) in [(MultipleRon::Double, 0), (MultipleRon::Triple, 3)] {
        let rules = Rules { multiple_ron, ..Rules::TENHOU };
        let ended = |log: &RoundLog| match log.events.last().unwrap() {
            Event::Drawn { how: DrawReason::TripleRon, .. } => true,
            Event::Win(_) => log.events.iter().filter(|event| matches!(event, Event::Win(_))).count() == 3,
            _ => false,
        };
        let log = (0..).map(|seed| records::game(seed, 1, &rules).remove(0)).find(ended).unwrap();
        let text = tenhou6::write(&Room::USUAL, Some(&names), &[log]);
        for disp in ["南喰赤", "玉の間南喰赤", "Mリーグ南喰赤"] {
            let mut record: Value = serde_json::from_str(&text).unwrap();
            record["rule"]["disp"] = disp.into();
            let game = parse_log(record.to_string().as_bytes()).unwrap();
            assert_eq!(game.broken, None, "{multiple_ron:?}, {disp}");
            assert_eq!(game.rounds[0].result.wins.len(), wins, "{multiple_ron:?}, {disp}");
        }
    }
}

/// The inputs of public bug reports, with what is right about each.
#[test]
#[ignore = "needs ../shared"]
fn records_of_public_bug_reports() {
    let read = |name: &str| {
        let bytes = std::fs::read(shared("reference/review-3/cases").join(name)).unwrap();
        let game = parse_log(&bytes).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(game.broken, None, "{name}");
        assert!(!questions(&game).is_empty(), "{name}");
        game
    };
    let draw =
        |name: &str| serde_json::to_value(&read(name).rounds.last().unwrap().result).unwrap()["draw"].clone();
    let game = read("07-mahjong-soul-triple-ron.tenhou6.json");
    assert_eq!((game.rules.name.as_str(), game.rounds[0].result.wins.len()), ("mahjong-soul", 3));
    for (name, word) in [
        ("Exhaustive-Draw", "exhausted"),
        ("Four-Riichi-Abortion", "fourRiichi"),
        ("Four-Wind-Abortion", "fourWinds"),
        ("Mangan-at-Draw", "nagashiMangan"),
        ("Nine-Terminal-Abortion", "nineTerminals"),
        ("Three-Ron-Abortion", "tripleRon"),
        ("三家和", "tripleRon"),
    ] {
        assert_eq!(draw(&format!("09-draw-named-{name}.tenhou6.json")), word, "{name}");
    }
    assert_eq!(draw("19-four-kans-on-the-last-discard-no-reason.mjson"), "fourKans");
    for name in
        ["10-hora-without-deltas.mjson", "11-riichi-hora-without-ura.mjson", "12-array-of-events.json"]
    {
        assert!(!read(name).rounds[0].result.wins.is_empty(), "{name}");
    }
    read("14-convert-to-tenhou6.mjson");
    read("15a-tenhou-chips.mjlog");
}

/// Chips, contests, a player who leaves: attributes that the format has beside those of the play are passed over.
#[test]
fn attributes_that_change_no_play_are_passed_over() {
    let [mjlog, ..] = made_up();
    let other = [
        ("<GO ", "<GO prize=\"1\" "),
        ("<INIT ", "<INIT chip=\"1,2,3,4\" "),
        ("<AGARI ", "<AGARI chip=\"0,1\" odd=\"x\" "),
    ]
    .into_iter()
    .fold(mjlog.clone(), |text, (tag, with)| text.replace(tag, with))
    .replacen("<INIT ", "<BYE who=\"2\"/><INIT ", 1);
    let with_chips = |text: String| {
        let changed = |text: &str, attribute: &str, change: &dyn Fn(&str) -> String| -> String {
            let mut parts = text.split(attribute);
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |all, part| {
                let (value, rest) = part.split_once('"').unwrap();
                format!("{all}{attribute}{}\"{rest}", change(value))
            })
        };
        // four numbers of chips after the eight of points
        let text = changed(&text, " sc=\"", &|scores| format!("{scores},0,0,0,0,0,0,0,0"));
        let (head, rest) = text.split_once("<GO ").unwrap();
        let (go, rest) = rest.split_once('>').unwrap();
        let go = changed(&format!(" {go}"), " type=\"", &|room| {
            (room.parse::<u32>().unwrap() | 0x200).to_string()
        });
        format!("{head}<GO{go}>{rest}")
    };
    let other = with_chips(other);
    assert!(other.len() > mjlog.len() + 40);
    let [plain, mut game] = [&mjlog, &other].map(|text| parse_log(text.as_bytes()).unwrap());
    assert_eq!(game.broken, None);
    for decision in game.rounds.iter_mut().flat_map(|round| &mut round.decisions) {
        // what the tables of such rooms have otherwise
        let own = decision.context.table_rules.take();
        assert_eq!(serde_json::to_value(own).unwrap(), json!({"kanDora": "atOnce", "kiriage": true}));
    }
    let [plain, game] = [plain, game].map(|game| serde_json::to_value(&game.rounds).unwrap());
    assert_eq!(game, plain);
}

/// What the host of a contest has set reaches every decision, and what is not known here is named.
#[test]
fn the_rules_of_a_contest_are_those_of_its_table() {
    let [mjlog, ..] = made_up();
    let contest = |csrule: &str| mjlog.replacen("<GO ", &format!("<GO csrule=\"{csrule}\" "), 1);
    let game = parse_log(contest("0800200A,00000003,,,,,,,,,,,,,,,,,,,,5,-5,-15").as_bytes());
    let broken = game.unwrap().broken.unwrap();
    assert_eq!(serde_json::to_value(broken.house_rule).unwrap(), json!("umaByPlayersAhead"));
    let game = parse_log(contest("0800200A,00000003").as_bytes()).unwrap();
    assert_eq!(
        (&game.rules.name[..], &game.rules.unknown[..]),
        ("tenhou", &["csrule 1: 08000000".into()][..])
    );
    let own = json!({
        "kanDora": "atOnce", "kiriage": true, "multipleRon": "headBump", "doubleWindPair": "two", "ties": "shared"
    });
    let decisions: Vec<_> = game.rounds.iter().flat_map(|round| &round.decisions).collect();
    assert!(decisions.len() > 50, "{}", decisions.len());
    for decision in decisions {
        assert_eq!(serde_json::to_value(&decision.context.table_rules).unwrap(), own);
    }
    let refused = parse_log(contest("zz").as_bytes()).unwrap().broken.unwrap();
    assert!(refused.message.contains("csrule"), "{}", refused.message);
}

/// Rooms with chips, contests, players who leave and come back: what changes no play is passed over.
#[test]
#[ignore = "needs ../shared"]
fn records_of_every_room_are_read() {
    let files = std::fs::read_dir(shared("data/fixtures/other")).unwrap().map(|file| file.unwrap().path());
    let mut games = 0;
    for file in files.filter(|file| file.to_string_lossy().contains("tenhou")) {
        let game = parse_log(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(game.broken, None, "{file:?}");
        assert!(questions(&game).len() > 50, "{file:?}");
        assert!(game.points.is_some(), "{file:?}");
        games += 1;
    }
    assert!(games >= 5, "only {games} games");
}

/// A made-up game as each format writes it.
fn made_up() -> [String; 4] {
    let logs = records::game(5, 2, &Rules::TENHOU);
    let names = BySeat(["A", "ニシ", "C", "D"].map(String::from));
    [
        records::mjlog::write(&names, &logs),
        tenhou6::write(&Room::USUAL, Some(&names), &logs),
        records::mjai::write(records::mjai::Style::Terse, &Room::USUAL, &names, &logs),
        records::majiang::write(&names, 1, &logs),
    ]
}

/// The chances of the places stand beside each round and behind the last: each player has one place, each place one player.
fn places_of(game: &GameLog) -> Vec<[[f64; 4]; 4]> {
    let places: Vec<[[f64; 4]; 4]> =
        game.rounds.iter().map(|round| round.places.0).chain(game.places.map(|places| places.0)).collect();
    assert_eq!(places.len(), game.rounds.len() + usize::from(!game.rounds.is_empty()));
    for chances in &places {
        for i in 0..4 {
            let (own, here) = (chances[i].iter().sum::<f64>(), chances.iter().map(|by| by[i]).sum::<f64>());
            assert!((own - 1.0).abs() < 1e-9 && (here - 1.0).abs() < 1e-9, "{chances:?}");
            assert!(chances[i].iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
        }
    }
    places
}

/// Who gains in a round has better chances after it; while a game goes on nothing is certain.
#[test]
fn the_chances_of_the_places_follow_the_points() {
    for record in made_up() {
        let game = parse_log(record.as_bytes()).unwrap();
        let (points, places) = (game.points.unwrap(), places_of(&game));
        let mean =
            |by: &[f64; 4]| by.iter().zip(1..).map(|(chance, place)| chance * f64::from(place)).sum::<f64>();
        let (before, after) = (places.first().unwrap(), places.last().unwrap());
        assert!(after.iter().flatten().all(|&chance| chance > 0.0 && chance < 1.0), "{after:?}");
        for (seat, &own) in points.iter().enumerate() {
            if points.iter().all(|&other| other <= own) && own > game.rounds[0].scores[seat] {
                assert!(mean(&after[seat]) < mean(&before[seat]), "{points:?} {before:?} {after:?}");
            }
        }
    }
}

/// A whole game ends with its places, and they are those by its points.
#[test]
#[ignore = "needs ../shared"]
fn a_whole_game_ends_with_its_places() {
    let mut over = 0;
    for file in fixtures() {
        let game = parse_log(&std::fs::read(&file).unwrap()).unwrap();
        let places = places_of(&game);
        let Some(end) =
            places.last().filter(|end| end.iter().flatten().all(|&chance| chance == 0.0 || chance == 1.0))
        else {
            continue;
        };
        over += 1;
        let points = game.points.unwrap();
        for (seat, own) in points.iter().enumerate() {
            let ahead =
                points.iter().enumerate().filter(|&(other, points)| (points, seat) > (own, other)).count();
            assert_eq!(end[seat][ahead], 1.0, "{file:?}: {points:?} {end:?}");
        }
    }
    assert!(over > 3, "only {over} whole games");
}

#[test]
fn utf16_is_read() {
    let json = |bytes: &[u8]| serde_json::to_string(&parse_log(bytes).unwrap()).unwrap();
    for text in made_up() {
        let plain = json(text.as_bytes());
        for mark in ["\u{feff}", ""] {
            let units: Vec<u16> = mark.encode_utf16().chain(text.encode_utf16()).collect();
            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            assert_eq!(json(&little), plain);
            assert_eq!(json(&big), plain);
        }
        assert_eq!(json(format!("\u{feff}{text}").as_bytes()), plain);
    }
}

#[test]
fn a_second_record_behind_the_first_is_named() {
    for text in made_up() {
        let one = parse_log(text.as_bytes()).unwrap();
        assert_eq!(one.broken, None);
        for between in ["", "\n\n"] {
            let game = parse_log(format!("{text}{between}{text}").as_bytes()).unwrap();
            let broken = game.broken.expect("the second game is not passed over");
            assert_eq!(game.rounds.len(), one.rounds.len());
            assert_eq!(
                (broken.code, broken.rounds as usize),
                (ErrorCode::LogUnknownElement, one.rounds.len())
            );
            assert_eq!(broken.byte.map(|byte| byte as usize), Some(text.len() + between.len()), "{broken:?}");
            assert!(broken.message.contains("a second one begins here"), "{broken:?}");
        }
    }
}

#[test]
fn what_is_no_record() {
    for (bytes, code) in [
        (&b""[..], ErrorCode::LogUnknown),
        (b"123m406p789s1122z", ErrorCode::LogUnknown),
        (b"\x1f\x8b\x08\x00broken", ErrorCode::LogUnfinished),
    ] {
        let error = parse_log(bytes).unwrap_err();
        assert_eq!((error.code, error.field.as_str()), (code, "log"), "{error:?}");
        assert!(error.value["byte"].is_u64() && error.value["line"].is_u64());
    }
    for (text, code) in [
        ("<mjloggm ver=\"2.3\">", ErrorCode::LogUnfinished),
        ("<mjloggm ver=\"2.3\"><", ErrorCode::LogSyntax),
        (r#"{"type":"start_game"}"#, ErrorCode::LogUnfinished),
        (
            r#"{"title":["",""],"name":["A","B","C","D"],"rule":{"disp":"","aka":1},"log":[[[0,0,0],["#,
            ErrorCode::LogUnfinished,
        ),
    ] {
        let game = parse_log(text.as_bytes()).unwrap();
        let broken = game.broken.unwrap();
        assert_eq!((broken.code, broken.rounds, game.rounds.len()), (code, 0, 0), "{text}: {broken:?}");
    }
}
