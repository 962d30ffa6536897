//! Records of Mahjong Soul: made-up games in every form, cut and damaged ones, the rules in them, and the games of
//! ../shared.

use crate::records;
use crate::shared;

use nanikiru::api::{GameLog, parse_log};
use nanikiru::hand::{Call, Meld};
use nanikiru::replay::{Format, HouseRule, Problem, ReadError, Reader, Room, RoundLog, open};
use nanikiru::review::{Choice, choice};
use nanikiru::round::{Event, Manner, Round};
use nanikiru::rules::{
    Bankruptcy, DealerStop, KanDora, Kuikae, Length, MultipleRon, RedFives, Rules, YakumanSum,
};
use nanikiru::tile::{BySeat, Players, Seat, Tile};
use proptest::prelude::*;
use records::majsoul::{
    Message, Style, Value, answer, base64, details, field, frame, frames, har, head, legacy, lines, named,
    wrapper,
};
use serde_json::{Number, Value as Json, json};
use shared::shared;
use std::collections::BTreeSet;
use std::fs;

const TERSE: Style = Style { packed: true, zeros: false };
const WORDY: Style = Style { packed: false, zeros: true };
const SECRET: &str = "c0ffee00-5ec7-4e70-8000-0123456789ab";

fn names() -> BySeat<String> {
    BySeat(["A", "ニシ", "C \"x\"", "frames"].map(String::from))
}

fn game(seed: u64) -> Vec<RoundLog> {
    records::game(seed, 8, &Rules::MAHJONG_SOUL)
}

fn ranked() -> Message {
    head(&names(), 2, Message::default())
}

/// The rounds of a record, and what is wrong after them.
fn read(record: &[u8]) -> (Vec<RoundLog>, Option<ReadError>, Option<Room>) {
    let mut reader = match open(record) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error), None),
    };
    let (mut rounds, mut failed) = (Vec::new(), None);
    for round in reader.by_ref() {
        match round {
            Ok(round) => rounds.push(round),
            Err(error) => failed = Some(error),
        }
    }
    let room = reader.room();
    (rounds, failed, room)
}

/// What the made-up games leave out is left out on both sides. Records do not say whether the dealer's first discard is the tile
/// that was drawn last.
fn events(logs: &[RoundLog]) -> Vec<RoundLog> {
    let comparable = |log: &RoundLog| {
        let mut log = RoundLog { claims: Vec::new(), absences: Vec::new(), ..log.clone() };
        let first = log.events.iter_mut().find_map(|event| match event {
            Event::Discard { manner, .. } => Some(manner),
            _ => None,
        });
        if let Some(manner) = first {
            *manner = Manner::Tsumogiri;
        }
        log
    };
    logs.iter().map(comparable).collect()
}

/// JSON with other names and other numbers.
fn rewritten(json: &Json, name: fn(&str) -> String, number: fn(&Number) -> Json) -> Json {
    let again = |value: &Json| rewritten(value, name, number);
    match json {
        Json::Object(fields) => {
            Json::Object(fields.iter().map(|(key, value)| (name(key), again(value))).collect())
        }
        Json::Array(values) => Json::Array(values.iter().map(again).collect()),
        Json::Number(value) => number(value),
        other => other.clone(),
    }
}

/// `delta_scores` as `deltaScores`.
fn camel_case(name: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    let (first, rest) = name.split_once('_').unwrap_or((name, ""));
    first.to_string() + &rest.split('_').filter(|part| !part.is_empty()).map(capital).collect::<String>()
}

/// A game in every form that has a head, and in those that have none.
fn forms(logs: &[RoundLog]) -> Vec<(&'static str, bool, Vec<u8>)> {
    let (whole, wordy) = (details(logs, TERSE), details(logs, WORDY));
    let (answered, head) = (answer(&ranked(), &whole, TERSE), ranked().json());
    let framed = frame(&answered);
    let list = named(logs, ".lq.");
    let action = |record: &Json| json!({"passed": 1, "type": 1, "result": record});
    let actions: Vec<Json> = list.iter().map(action).collect();
    let bare: Vec<Json> = named(logs, "");
    let researchers: Vec<Json> = named(logs, "")
        .into_iter()
        .map(|record| json!({"name": record["name"].as_str().unwrap().replace("Record", ""), "data": record["data"]}))
        .collect();
    let flat: Vec<Json> = named(logs, "")
        .into_iter()
        .map(|record| {
            let mut object = record["data"].as_object().unwrap().clone();
            object.insert("_wrapper_type".to_string(), record["name"].clone());
            json!({"passed": 1, "type": 1, "result": object})
        })
        .collect();
    let text = |json: Json| json.to_string().into_bytes();
    let nested = json!({"name": ".lq.GameDetailRecords", "data": {"version": 210_715, "actions": actions}});
    let older = json!({"name": ".lq.GameDetailRecords", "data": {"records": list}});
    let per_line: Vec<String> = list.iter().map(Json::to_string).collect();
    let console = json!({"head": head, "data": nested});
    let camel = rewritten(&console, camel_case, |number| json!(number));
    let texts = rewritten(&console, str::to_string, |number| json!(number.to_string()));
    let content = json!({"log": {"entries": [{"response": {"content": {"encoding": "base64", "text": base64(&whole)}}}]}});
    vec![
        ("details", false, whole.clone()),
        ("wordy details", false, wordy.clone()),
        ("legacy", false, legacy(logs, TERSE)),
        ("answer", true, answered.clone()),
        ("wordy answer", true, answer(&ranked(), &wordy, WORDY)),
        ("frame", true, framed.clone()),
        ("console", true, text(console)),
        ("names of decoders", true, text(camel)),
        ("numbers as text", true, text(texts)),
        ("older console", true, text(json!({"head": head, "data": older}))),
        (
            "base64 in JSON",
            true,
            text(json!({"head": head, "data": base64(&whole), "name": "GameDetailRecords"})),
        ),
        ("data", true, text(json!({"head": head, "data": list}))),
        ("record", true, text(json!({"head": head, "record": list}))),
        ("records", true, text(json!({"head": head, "records": bare}))),
        ("actions", true, text(json!({"head": head, "actions": actions}))),
        ("list", false, text(json!(list))),
        ("list without package", false, text(json!(bare))),
        ("actions alone", false, text(json!(actions))),
        ("flat", false, text(json!({"actions": flat}))),
        ("rounds", true, text(json!({"header": head, "rounds": [researchers]}))),
        ("a line each", false, per_line.join("\n").into_bytes()),
        ("HAR", true, har(&[b"\x01\x0a\x00".to_vec(), framed.clone()], SECRET).into_bytes()),
        ("HAR of an old record", false, text(content)),
        ("frames", true, frames(std::slice::from_ref(&framed), SECRET).into_bytes()),
        ("lines of frames", true, lines(&[framed], SECRET).into_bytes()),
    ]
}

#[test]
fn made_up_games_are_read_in_every_form() {
    let mut multiple = 0;
    for seed in 0..30 {
        let logs = game(seed);
        multiple += logs
            .iter()
            .filter(|log| log.events.iter().filter(|e| matches!(e, Event::Win(_))).count() > 1)
            .count();
        for (form, headed, bytes) in forms(&logs) {
            let mut reader: Reader = open(&bytes).unwrap_or_else(|error| panic!("{form}: {error}"));
            let rounds: Vec<RoundLog> = reader
                .by_ref()
                .map(|round| round.unwrap_or_else(|error| panic!("seed {seed}, {form}: {error}")))
                .collect();
            assert_eq!(events(&rounds), events(&logs), "seed {seed}, {form}");
            assert_eq!(reader.format(), Format::MahjongSoul);
            assert_eq!(reader.names(), headed.then_some(&names()), "{form}");
            assert_eq!(reader.room().unwrap().rules, Rules::MAHJONG_SOUL, "{form}");
            assert_eq!(reader.stated().unwrap().length, headed.then_some(Length::Hanchan), "{form}");
        }
    }
    assert!(multiple > 0, "no discard was won twice");
}

/// The seeds of the fuzzer are made-up rounds as these writers write them: nobody's game. `UPDATE_SEEDS=1` writes them.
#[test]
fn seeds_of_the_fuzzer_are_made_up() {
    let has = |log: &RoundLog, event: fn(&Event) -> bool| log.events.iter().any(event);
    let round = (0..).flat_map(game).find(|log| {
        has(log, |event| matches!(event, Event::Win(_)))
            && has(log, |event| matches!(event, Event::Call { .. }))
            && has(log, |event| matches!(event, Event::RiichiAccepted { .. }))
            && has(log, |event| matches!(event, Event::Dora { .. }))
    });
    let logs = &[round.unwrap()][..];
    let answered = answer(&ranked(), &details(logs, TERSE), TERSE);
    let json = json!({"head": ranked().json(), "data": named(logs, ".lq.")}).to_string().into_bytes();
    let capture = har(&[frame(&answer(&ranked(), &legacy(logs, WORDY), WORDY))], SECRET).into_bytes();
    for (name, made) in [("majsoul-bytes", answered), ("majsoul-json", json), ("majsoul-capture", capture)] {
        let file = format!("{}/tests/fuzz/seeds/record/{name}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_SEEDS").is_some() {
            fs::write(&file, &made).unwrap();
        }
        assert!(fs::read(&file).unwrap() == made, "{name} is not as it was made");
        let (rounds, failed, _) = read(&made);
        assert_eq!((events(&rounds), failed), (events(logs), None), "{name}");
    }
}

#[test]
fn cut_records_give_the_rounds_before() {
    let logs = game(5);
    for (form, _, bytes) in forms(&logs) {
        let (mut most, mut at) = (0, 0);
        while at < bytes.len() {
            let (rounds, failed, _) = read(&bytes[..at]);
            assert!(failed.is_some() || rounds.len() == logs.len(), "{form} cut at {at}");
            assert_eq!(events(&rounds), events(&logs[..rounds.len()]), "{form} cut at {at}");
            most = most.max(rounds.len());
            at += 1 + bytes.len() / 97;
        }
        // what this form is stands at its end alone
        let named = form != "base64 in JSON";
        assert!(!named || most + 1 >= logs.len(), "{form}: {most} of {}", logs.len());
    }
}

#[test]
fn several_games_are_distinguished_and_the_same_one_counts_once() {
    let (first, second) = (game(1), game(2));
    let framed = |logs: &[RoundLog]| frame(&answer(&ranked(), &details(logs, TERSE), TERSE));
    let capture = har(&[framed(&first), framed(&first)], SECRET);
    let (rounds, failed, _) = read(capture.as_bytes());
    assert_eq!((events(&rounds), failed), (events(&first), None));
    let capture = har(&[framed(&first), framed(&second), framed(&first)], SECRET);
    let (rounds, failed, _) = read(capture.as_bytes());
    assert_eq!(
        (events(&rounds), failed.map(|error| error.problem)),
        (events(&first), Some(Problem::SecondGame))
    );
}

#[test]
fn nothing_of_a_capture_but_the_record_comes_out() {
    let framed = frame(&answer(&ranked(), &details(&game(1), TERSE), TERSE));
    for capture in [
        har(std::slice::from_ref(&framed), SECRET),
        frames(std::slice::from_ref(&framed), SECRET),
        lines(&[framed], SECRET),
    ] {
        let read = serde_json::to_string(&parse_log(capture.as_bytes()).unwrap()).unwrap();
        assert!(!read.contains(SECRET));
    }
    // broken ones and those without a record, too
    let broken = [
        har(&[], SECRET),
        frames(&[], SECRET),
        lines(&[b"\x01\x00".to_vec()], SECRET),
        json!([{"name": ".lq.RecordNewRound", "data": {"tiles0": [SECRET], "chang": SECRET, "scores": SECRET}}]).to_string(),
        json!([{"name": format!(".lq.Record{SECRET}"), "data": {}}, {"name": ".lq.RecordNewRound", "data": {}}]).to_string(),
        json!({"log": {"entries": [SECRET, {"name": "RecordNewRound", "data": SECRET}]}}).to_string(),
    ];
    for capture in broken {
        for end in [capture.len(), capture.len() - 1, capture.len() / 2] {
            let answer = parse_log(&capture.as_bytes()[..end]);
            let shown = match &answer {
                Ok(game) => serde_json::to_string(game).unwrap(),
                Err(error) => serde_json::to_string(error).unwrap(),
            };
            assert!(!shown.contains(SECRET) && !shown.contains("c0ffee"), "{shown}");
        }
    }
}

#[test]
fn special_modes_are_refused_by_name() {
    let logs = game(1);
    let of = |mode, detail: Message| {
        let head = head(&names(), mode, detail);
        [
            answer(&head, &details(&logs, TERSE), TERSE),
            json!({"head": head.json(), "data": named(&logs, ".lq.")}).to_string().into_bytes(),
        ]
    };
    let rule = |number, name| Message::default().with(number, name, Value::Number(1));
    for (mode, detail, wanted) in [
        (12, Message::default(), Problem::Players { record: Players::Four, rules: Players::Three }),
        (2, rule(43, "dora3_mode"), Problem::HouseRule(HouseRule::ManyDora)),
        (2, rule(51, "reveal_discard"), Problem::HouseRule(HouseRule::HiddenDiscards)),
        (1, rule(50, "chuanma"), Problem::HouseRule(HouseRule::Sichuan)),
        (2, rule(42, "guyi_mode"), Problem::HouseRule(HouseRule::OldYaku)),
        (4, Message::default(), Problem::HouseRule(HouseRule::SingleRound)),
    ] {
        for record in of(mode, detail) {
            let (rounds, failed, _) = read(&record);
            assert_eq!((rounds.len(), failed.unwrap().problem), (0, wanted.clone()));
            let Problem::HouseRule(rule) = wanted else { continue };
            let game = parse_log(&record).unwrap();
            let broken = serde_json::to_value(game.broken).unwrap();
            assert_eq!((&broken["code"], &broken["rounds"]), (&json!("log.house_rule"), &json!(0)));
            assert_eq!(broken["houseRule"], serde_json::to_value(rule).unwrap());
            assert_eq!(broken["message"], format!("games with this rule are not read: {rule}"));
        }
    }
    // by what a round begins with, without a head
    for (field, said, wanted) in [
        ("doras", json!(["1m", "2m", "3m"]), HouseRule::ManyDora),
        ("opens", json!([{"seat": 0, "tiles": ["1m"], "count": [1]}]), HouseRule::OpenStart),
        ("muyu", json!({"seat": 1, "count": 3}), HouseRule::DragonEye),
        ("field_spell", json!(3), HouseRule::FieldSpells),
        ("yongchang", json!({"seat": 1, "moqie_count": 2}), HouseRule::Chants),
    ] {
        let mut list = named(&logs, ".lq.");
        list[0]["data"][field] = said;
        assert_eq!(read(json!(list).to_string().as_bytes()).1.unwrap().problem, Problem::HouseRule(wanted));
    }
    // the usual game names its seats there, and has the other fields with nothing in them
    let mut usual = named(&logs, ".lq.");
    for (field, said) in
        [("opens", json!([{"seat": 0}, {"seat": 1, "tiles": []}])), ("muyu", json!({"seat": 0}))]
    {
        usual[0]["data"][field] = said;
    }
    assert_eq!(read(json!(usual).to_string().as_bytes()).1, None);
    // by its records, without a head and after whole rounds
    let mut list = named(&logs, ".lq.");
    for (record, wanted) in [
        (json!({"name": ".lq.RecordChangeTile", "data": {}}), Problem::HouseRule(HouseRule::Exchange)),
        (json!({"name": ".lq.RecordHuleXueZhanMid", "data": {}}), Problem::HouseRule(HouseRule::PlayOn)),
        (json!({"name": ".lq.RecordOfTomorrow", "data": {}}), Problem::HouseRule(HouseRule::OtherMode)),
    ] {
        let mut list = named(&logs, ".lq.");
        list.insert(list.len() - 3, record);
        let (rounds, failed, _) = read(json!(list).to_string().as_bytes());
        assert_eq!((rounds.len(), failed.unwrap().problem), (0, wanted));
    }
    // four players set no norths aside
    list.insert(list.len() - 4, json!({"name": ".lq.RecordBaBei", "data": {"seat": 1}}));
    let problem = read(json!(list).to_string().as_bytes()).1.unwrap().problem;
    assert_eq!(problem, Problem::Misplaced("RecordBaBei".to_string()));
}

#[test]
fn the_rules_are_those_of_the_room() {
    let room = |fields: &[(u32, &'static str, i64)]| {
        let detail = fields
            .iter()
            .fold(Message::default(), |m, &(n, name, value)| m.with(n, name, Value::Number(value)));
        let logs = game(1);
        read(&answer(&head(&names(), 1, detail), &details(&logs, TERSE), TERSE)).2.unwrap()
    };
    let site = Rules::MAHJONG_SOUL;
    assert_eq!(room(&[]).rules, site);
    assert_eq!(room(&[]).length, Length::Tonpuu);
    // a friends' room says its points and leaves zeros out
    let friends = room(&[(5, "init_point", 30_000), (6, "fandian", 35_000), (4, "shiduan", 1)]).rules;
    assert_eq!(friends, Rules { red_fives: RedFives::NONE, start: 30_000, target: 35_000, ..site.clone() });
    assert!(!room(&[(5, "init_point", 25_000), (3, "dora_count", 3)]).rules.kuitan);
    // a contest says everything: what is off is left out
    let contest = [
        (3, "dora_count", 3),
        (4, "shiduan", 1),
        (5, "init_point", 25_000),
        (14, "have_liujumanguan", 1),
        (16, "have_biao_dora", 1),
        (17, "have_gang_biao_dora", 1),
        (18, "ming_dora_immediately_open", 1),
        (19, "have_li_dora", 1),
        (20, "have_gang_li_dora", 1),
        (26, "have_toutiao", 1),
        (27, "have_helelianzhuang", 1),
        (29, "have_tingpailianzhuang", 1),
        (31, "have_yifa", 1),
        (28, "have_helezhongju", 1),
        (34, "shunweima_2", 10),
        (35, "shunweima_3", -10),
        (36, "shunweima_4", -20),
        (63, "disable_composite_yakuman", 1),
        (64, "enable_shiti", 1),
    ];
    let rules = room(&contest).rules;
    assert_eq!(rules.kan_dora, KanDora::AtOnce);
    assert_eq!(rules.multiple_ron, MultipleRon::HeadBump);
    assert_eq!(rules.uma, [20_000, 10_000, -10_000, -20_000]);
    assert_eq!(rules.kuikae, Kuikae::Allowed);
    assert_eq!(rules.dealer_stop, DealerStop::Win);
    assert_eq!(rules.yakuman_sum, YakumanSum::Single);
    assert_eq!(rules.bankruptcy, Bankruptcy::Continues);
    // what contexts can say of such rules reaches every one of them, and the rest is named
    let detail = contest.iter().fold(Message::default(), |m, &(n, name, value)| match n {
        4 => m,
        _ => m.with(n, name, Value::Number(value)),
    });
    let record = answer(&head(&names(), 1, detail), &details(&game(1), TERSE), TERSE);
    let game = parse_log(&record).unwrap();
    assert_eq!(
        (&game.rules.name[..], game.rules.red_fives, game.rules.kuitan),
        ("mahjong-soul", true, false)
    );
    let differences = serde_json::to_value(&game.rules.differences).unwrap();
    for field in ["kanDora", "multipleRon", "uma", "kuikae", "yakumanSum", "bankruptcy"] {
        assert!(differences.as_array().unwrap().contains(&json!(field)), "{field}: {differences}");
    }
    let contexts = game.rounds.iter().flat_map(|round| &round.decisions).map(|decision| &decision.context);
    let mut count = 0;
    for context in contexts {
        let context = serde_json::to_value(context).unwrap();
        // red fives are what the rule set has, and are left out
        let said = [&context["rules"], &context["redFives"], &context["kuitan"]];
        assert_eq!(said, [&json!("mahjong-soul"), &serde_json::Value::Null, &json!(false)]);
        count += 1;
    }
    assert!(count > 10, "{count} decisions");
    assert!(!rules.abortive.four_winds && !rules.abortive.nine_kinds && !rules.kiriage);
}

/// What a later version of the game adds, and what a test of its makers sets, is named and not passed over.
#[test]
fn rules_that_are_not_known_are_named() {
    let logs = game(1);
    let detail = Message::default().number(1, "time_fixed", 5).number(74, "new_mode", 1).number(75, "off", 0);
    let head = head(&names(), 2, detail.number(3, "dora_count", 3));
    let bytes = answer(&head, &details(&logs, TERSE), TERSE);
    let json = json!({"head": head.json(), "data": named(&logs, ".lq.")}).to_string().into_bytes();
    for (record, name) in [(bytes, "74"), (json, "new_mode")] {
        let game = parse_log(&record).unwrap();
        assert_eq!(game.rules.unknown, [format!("detail_rule: {name}")]);
        assert!(game.broken.is_none() && !game.rounds.is_empty());
    }
}

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let begin = prop::sample::select(vec![
        Vec::new(),
        b"\x0a\x15.lq.GameDetailRecords\x12".to_vec(),
        b"\x03\x07\x00\x0a\x00\x12".to_vec(),
        b"\x1a\x20".to_vec(),
        b"[{\"name\":\"RecordNewRound\",\"data\":".to_vec(),
    ]);
    (begin, prop::collection::vec(any::<u8>(), 0..400)).prop_map(|(mut begin, rest)| {
        begin.extend(rest);
        begin
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_refused(bytes in any_bytes()) {
        let _ = parse_log(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_give_rounds_or_an_error(form in 0..25usize, changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..8)) {
        let logs = records::game(9, 2, &Rules::MAHJONG_SOUL);
        let (_, _, mut bytes) = forms(&logs).swap_remove(form);
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        if let Ok(reader) = open(&bytes) {
            let mut after_error = false;
            for round in reader {
                assert!(!after_error, "nothing comes after an error");
                after_error = round.is_err();
            }
        }
    }
}

#[test]
fn nested_and_endless_lengths_end() {
    let mut bytes = b"x".to_vec();
    for _ in 0..2000 {
        bytes = wrapper(".lq.GameDetailRecords", &bytes);
    }
    let _ = read(&bytes);
    let deep = format!("{}\"RecordNewRound\"{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(read(deep.as_bytes()).1.is_some());
    let mut huge = Vec::new();
    field(&mut huge, 1, b".lq.GameDetailRecords");
    huge.extend_from_slice(b"\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    assert!(read(&huge).1.is_some());
}

// ---- the games of ../shared

fn fixture(name: &str) -> Vec<u8> {
    fs::read(shared("data/fixtures/majsoul").join(name)).unwrap()
}

/// The decisions, without what the form of a record leaves out.
fn decisions(game: &GameLog) -> Vec<String> {
    assert!(game.broken.is_none(), "{:?}", game.broken);
    game.rounds.iter().map(|round| serde_json::to_string(&round.decisions).unwrap()).collect()
}

const GAMES: [&str; 4] = ["4p-hanchan-a", "4p-generated-b", "4p-tenhou-real-a", "4p-tenhou-real-b"];

#[test]
#[ignore = "needs ../shared"]
fn all_forms_of_one_game_have_the_same_decisions() {
    for name in GAMES {
        let wanted = decisions(&parse_log(&fixture(&format!("{name}.console.json"))).unwrap());
        assert!(wanted.len() >= 4);
        let mut forms = 0;
        for entry in fs::read_dir(shared("data/fixtures/majsoul")).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let form = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
            if !form.is_some_and(|form| !form.starts_with("tenhou6") && !form.starts_with("mjai")) {
                continue;
            }
            // without a head the length is not known; Tenhou's second game is of East only
            let length = |all: &[String]| -> Vec<String> {
                all.iter()
                    .map(|text| {
                        text.replace(r#","length":"tonpuu""#, "").replace(r#","length":"hanchan""#, "")
                    })
                    .collect()
            };
            let game = parse_log(&fixture(&file)).unwrap_or_else(|error| panic!("{file}: {error:?}"));
            assert_eq!(length(&decisions(&game)), length(&wanted), "{file}");
            forms += 1;
        }
        println!("{name}: {forms} forms, {} rounds", wanted.len());
        assert!(forms >= if name == "4p-hanchan-a" { 10 } else { 2 });
    }
}

#[test]
#[ignore = "needs ../shared"]
fn an_independent_converter_reads_the_same() {
    let heading = |file: String| parse_log(&fixture(&file)).unwrap().games.remove(0);
    for name in GAMES {
        let [ours, theirs] = ["console.json", "tenhou6.json"].map(|form| heading(format!("{name}.{form}")));
        assert_eq!(ours.room, theirs.room, "{name}");
        assert!(ours.room.is_some());
        let (ours, _, _) = read(&fixture(&format!("{name}.details.bin")));
        for other in ["tenhou6.json", "mjai.jsonl"] {
            if name == "4p-hanchan-a" && other == "mjai.jsonl" {
                continue;
            }
            let (theirs, failed, _) = read(&fixture(&format!("{name}.{other}")));
            assert_eq!(failed, None, "{name}.{other}");
            assert_eq!(ours.len(), theirs.len());
            for (ours, theirs) in events(&ours).iter().zip(&events(&theirs)) {
                assert_eq!(ours.events.len(), theirs.events.len(), "{name}.{other}: {:?}", ours.raw.opening);
                for (ours, theirs) in ours.events.iter().zip(&theirs.events) {
                    assert_eq!(ours, theirs, "{name}.{other}");
                }
            }
        }
    }
}

/// What can be chosen: the server's number of it (1 discard 2 chi 3 pon 4 ankan 5 daiminkan 6 kakan 7 riichi 8 tsumo 9 ron
/// 10 nine terminals), and with which tiles.
type Offered = BTreeSet<(u64, String)>;

/// Own tiles of a call as the server joins them.
fn joined(tiles: impl Iterator<Item = Tile>) -> String {
    let mut names: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
    names.sort_unstable();
    names.join("|")
}

/// What we offer; after a call the kinds in hand that may not be discarded.
fn ours(round: &Round, seat: Seat) -> Offered {
    let each = |kind: u64, tiles: &[Tile]| -> Vec<(u64, String)> {
        tiles.iter().map(|tile| (kind, tile.to_string())).collect()
    };
    match choice(round, seat) {
        None => Offered::new(),
        Some(Choice::AfterCall { discards }) => {
            let held = round.drawn_hand(seat).unwrap();
            let kept = held
                .concealed()
                .iter()
                .map(|(kind, _)| kind)
                .filter(|kind| !discards.iter().any(|tile| tile.kind() == *kind));
            let kept: Vec<Tile> = kept.map(Tile::plain).collect();
            [vec![(1, String::new())], each(1, &kept)].concat().into_iter().collect()
        }
        Some(Choice::Turn(turn)) => {
            let kan = |meld: &Meld| {
                let own = meld.call() == Call::Ankan;
                (if own { 4 } else { 6 }, Tile::plain(meld.kind()).to_string())
            };
            let mut all = vec![(1, String::new())];
            all.extend(turn.kans.iter().map(kan));
            all.extend(each(7, &turn.riichi));
            all.extend(turn.tsumo.then(|| (8, String::new())));
            all.extend(turn.nine_terminals.then(|| (10, String::new())));
            all.into_iter().collect()
        }
        Some(Choice::Offer(claims)) => {
            let call = |meld: &Meld| {
                let kind = match meld.call() {
                    Call::Chi { .. } => 2,
                    Call::Pon { .. } => 3,
                    _ => 5,
                };
                let mut own: Vec<Tile> = meld.tiles().collect();
                let at = own.iter().position(|&tile| tile == claims.tile).unwrap();
                own.remove(at);
                (kind, joined(own.into_iter()))
            };
            claims.calls.iter().map(call).chain(claims.ron.then(|| (9, String::new()))).collect()
        }
    }
}

/// What the server offers; of what may not be discarded after a call those kinds that the hand has.
fn theirs(list: &Json, round: &Round, seat: Seat) -> Offered {
    let held = |name: &str| {
        let kind = name.parse::<Tile>().unwrap().kind();
        round.drawn_hand(seat).is_ok_and(|hand| hand.concealed()[kind] > 0)
    };
    let mut all = Offered::new();
    for one in list.as_array().into_iter().flatten() {
        let kind = one["type"].as_u64().unwrap();
        let names = one["combination"].as_array().into_iter().flatten();
        let names: Vec<&str> = names.map(|name| name.as_str().unwrap()).collect();
        match kind {
            1 => {
                all.insert((1, String::new()));
                all.extend(names.iter().filter(|name| held(name)).map(|name| (1, name.to_string())));
            }
            2 | 3 | 5 => all.extend(
                names.iter().map(|tiles| (kind, joined(tiles.split('|').map(|tile| tile.parse().unwrap())))),
            ),
            4 | 6 => all.extend(names.iter().map(|tiles| {
                let tile: Tile = tiles.split('|').next().unwrap().parse().unwrap();
                (kind, Tile::plain(tile.kind()).to_string())
            })),
            7 => all.extend(names.iter().map(|name| (7, name.to_string()))),
            _ => all.extend([(kind, String::new())]),
        }
    }
    all
}

#[test]
#[ignore = "needs ../shared"]
fn the_server_offers_what_is_legal() {
    let json: Json = serde_json::from_slice(&fixture("4p-hanchan-a.console.json")).unwrap();
    let actions = json["data"]["data"]["actions"].as_array().unwrap();
    let mut offers: Vec<[Json; 4]> = Vec::new();
    for action in actions.iter().filter(|action| action["type"] == 1) {
        let data = &action["result"]["data"];
        let one = data.get("operation").into_iter();
        let several = data["operations"].as_array().into_iter().flatten();
        let mut seats: [Json; 4] = Default::default();
        for operation in one.chain(several) {
            let seat = operation["seat"].as_u64().unwrap_or(0) as usize;
            seats[seat] = operation["operation_list"].clone();
        }
        let name = action["result"]["name"].as_str().unwrap();
        if !name.ends_with("Hule") && !name.ends_with("NoTile") && !name.ends_with("LiuJu") {
            offers.push(seats);
        }
    }
    let mut offers = offers.into_iter();
    let (rounds, failed, room) = read(&fixture("4p-hanchan-a.console.json"));
    assert_eq!(failed, None);
    let (rules, mut compared, mut combinations) = (room.unwrap().rules, 0, 0);
    for log in rounds {
        let mut round = Round::deal(log.raw.clone(), &rules).unwrap();
        for event in &log.events {
            round.apply(event).unwrap();
            // the records that can offer something
            if !matches!(event, Event::Draw { .. } | Event::Discard { .. } | Event::Call { .. }) {
                continue;
            }
            let wanted = offers.next().unwrap();
            for seat in Seat::ALL {
                let (mut ours, mut theirs) =
                    (ours(&round, seat), theirs(&wanted[seat.index()], &round, seat));
                // after riichi the drawn tile goes by itself: no offer
                if round.table().player(seat).riichi().is_some() {
                    ours.retain(|(kind, _)| *kind != 1);
                    theirs.retain(|(kind, _)| *kind != 1);
                }
                assert_eq!(ours, theirs, "seat {} after {event:?}", seat.index());
                compared += usize::from(!theirs.is_empty());
                combinations += theirs.iter().filter(|(_, tiles)| !tiles.is_empty()).count();
            }
        }
    }
    assert!(offers.next().is_none());
    println!("{compared} offers compared, {combinations} combinations of tiles in them");
    assert!(compared > 400 && combinations > 100);
}
