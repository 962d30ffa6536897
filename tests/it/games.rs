//! Several games in one input, records of converters, and majiang's own.

use crate::records;
use crate::shared;

use nanikiru::api::{ErrorCode, LogOptions, parse_log, parse_log_with};
use nanikiru::legal::worths;
use nanikiru::replay::{Format, Problem, ReadOptions, Room, RoundLog, open, open_with, tenhou6};
use nanikiru::round::{DrawReason, Event, Manner, Round, WinEvent};
use nanikiru::rules::{MultipleRon, Rules};
use nanikiru::tile::BySeat;
use records::{game, majiang, majsoul, mjai, mjlog};
use serde_json::{Value, json};

const TERSE: majsoul::Style = majsoul::Style { packed: true, zeros: false };

fn names(of: &str) -> BySeat<String> {
    BySeat(["A", "B", "C", "D"].map(|name| format!("{name}{of}")))
}

fn tenhou6_of(of: &str, logs: &[RoundLog]) -> Value {
    serde_json::from_str(&tenhou6::write(&Room::USUAL, Some(&names(of)), logs)).unwrap()
}

/// What happened, without points and ura-dora, which some writers leave out.
fn events(logs: &[RoundLog]) -> Vec<(String, Vec<Event>)> {
    let bare = |event: &Event| match event.clone() {
        Event::Win(win) => Event::Win(WinEvent { gains: BySeat::default(), ura: Default::default(), ..win }),
        Event::Drawn { how, .. } => Event::Drawn { how, gains: BySeat::default() },
        event => event,
    };
    let of = |log: &RoundLog| {
        let mut events: Vec<Event> = log.events.iter().map(bare).collect();
        // Mahjong Soul does not say whether the dealer's first discard is the tile that was drawn last
        if let Some(Event::Discard { manner, .. }) = events.get_mut(1) {
            *manner = Manner::Tsumogiri;
        }
        (format!("{:?}", log.raw), events)
    };
    logs.iter().map(of).collect()
}

/// The rounds of one game of an input, all of them.
fn nth(input: &[u8], game: Option<usize>) -> Result<Vec<RoundLog>, Problem> {
    let options = ReadOptions { game, ..ReadOptions::default() };
    open_with(input, options).and_then(Iterator::collect).map_err(|error| error.problem)
}

/// Three games in every format, in each way in which they stand behind one another.
fn several(logs: &[Vec<RoundLog>]) -> Vec<(&'static str, Vec<u8>)> {
    let each = |write: &dyn Fn(&str, &[RoundLog]) -> String| -> Vec<String> {
        logs.iter().enumerate().map(|(i, logs)| write(&i.to_string(), logs)).collect()
    };
    let tenhou6 = each(&|i, logs| tenhou6_of(i, logs).to_string());
    let majiang = each(&|i, logs| majiang::write(&names(i), 2, logs));
    let mjai = each(&|i, logs| mjai::write(mjai::Style::Wordy, &Room::USUAL, &names(i), logs));
    let mjlog = each(&|i, logs| format!("<?xml version=\"1.0\"?>\n{}", mjlog::write(&names(i), logs)));
    let list = |games: &[String]| format!("[{}]", games.join(",\n"));
    let array = |game: &String| format!("[{}]", game.trim().replace('\n', ","));
    let arrays: Vec<String> = mjai.iter().map(array).collect();
    let texts = |game: &String| game.lines().map(|line| json!(line).to_string()).collect::<Vec<_>>();
    let texts: Vec<String> = mjai.iter().flat_map(texts).collect();
    let frames: Vec<Vec<u8>> = logs
        .iter()
        .zip(0..)
        .map(|(logs, i)| {
            let head = majsoul::head(&names(&i.to_string()), 2, majsoul::Message::default());
            majsoul::frame(&majsoul::answer(&head, &majsoul::details(logs, TERSE), TERSE))
        })
        .collect();
    let all = [
        ("mjlog", mjlog.join("\n")),
        ("tenhou6, lines", tenhou6.join("\n")),
        ("tenhou6, list", list(&tenhou6)),
        ("majiang, lines", majiang.join("\n")),
        ("majiang, list", list(&majiang)),
        ("mjai, lines", mjai.concat()),
        ("mjai, arrays", arrays.join("\n")),
        ("mjai, list of arrays", list(&arrays)),
        ("mjai, list of texts", list(&texts)),
        ("Mahjong Soul, capture", majsoul::har(&frames, "secret")),
    ];
    all.into_iter().map(|(form, text)| (form, text.into_bytes())).collect()
}

#[test]
fn each_game_of_an_input_is_reached() {
    // three wins at once are what sites disagree about
    let triple =
        |log: &RoundLog| matches!(log.events.last(), Some(Event::Drawn { how: DrawReason::TripleRon, .. }));
    let games_of = (1..).map(|seed| game(seed, 3, &Rules::TENHOU)).filter(|logs| !logs.iter().any(triple));
    let logs: Vec<Vec<RoundLog>> = games_of.take(3).collect();
    for (form, input) in several(&logs) {
        let listed = parse_log(&input).unwrap().games;
        assert_eq!(listed.len(), 3, "{form}");
        for (i, logs) in logs.iter().enumerate() {
            assert_eq!(listed[i].names, Some(names(&i.to_string()).0), "{form}");
            let rounds = nth(&input, Some(i)).unwrap_or_else(|problem| panic!("{form}, game {i}: {problem}"));
            assert_eq!(events(&rounds), events(logs), "{form}, game {i}");
            let options = LogOptions { game: Some(i as u32), ..LogOptions::default() };
            let read = parse_log_with(&input, &options).unwrap();
            assert_eq!((read.game, read.games.len(), read.broken), (i as u32, 3, None), "{form}");
        }
        // nobody has asked for one: the first, and a word about the others
        assert_eq!(nth(&input, None), Err(Problem::SecondGame), "{form}");
        let first = parse_log(&input).unwrap();
        assert_eq!(first.rounds.len(), logs[0].len(), "{form}");
        assert!(first.broken.is_some_and(|broken| broken.message.contains("`game: 1`")), "{form}");
        assert_eq!(nth(&input, Some(3)), Err(Problem::NoGame { game: 3, games: 3 }), "{form}");
        let options = LogOptions { game: Some(3), ..LogOptions::default() };
        let error = parse_log_with(&input, &options).unwrap_err();
        assert_eq!((error.code, error.field.as_str()), (ErrorCode::RequestOutOfRange, "game"), "{form}");
    }
    // a game that breaks leaves the others whole
    let mut input =
        mjai::write(mjai::Style::Wordy, &Room::USUAL, &names(""), &logs[0]).replacen("tsumo", "tsuno", 1);
    input += &mjai::write(mjai::Style::Wordy, &Room::USUAL, &names(""), &logs[1]);
    assert!(nth(input.as_bytes(), Some(0)).is_err());
    assert_eq!(events(&nth(input.as_bytes(), Some(1)).unwrap()), events(&logs[1]));
}

/// The head of a record: number, date and room.
#[test]
fn what_stands_over_a_game_is_read() {
    let logs = game(5, 1, &Rules::TENHOU);
    let mut record = tenhou6_of("", &logs);
    record["ref"] = json!("2019050417gm-0029-0000-4f2a8622");
    record["rule"] = json!({"disp": "鳳南喰赤", "aka": 1});
    record["title"] = json!(["a title", "05/04/2019"]);
    let heading = |record: &Value| parse_log(record.to_string().as_bytes()).unwrap().games.remove(0);
    let read = heading(&record);
    let text = |text: &str| Some(text.to_string());
    assert_eq!(
        (read.name, read.date, read.room),
        (text("2019050417gm-0029-0000-4f2a8622"), text("2019-05-04"), text("鳳南喰赤"))
    );
    record["ref"] = json!("");
    let read = heading(&record);
    assert_eq!((read.name, read.date), (text("a title"), text("05/04/2019")));
    let read = parse_log(majiang::write(&names(""), 0, &logs).as_bytes()).unwrap();
    assert_eq!((read.format, read.games[0].name.as_deref()), (Format::Majiang, Some("a made-up game")));
}

/// The name of a room follows from the number that the record has.
#[test]
fn a_room_is_named() {
    let room = |go: &str| {
        let text = format!(r#"<mjloggm ver="2.3"><GO {go}/></mjloggm>"#);
        let mut reader = open(text.as_bytes()).unwrap();
        let _ = reader.next();
        reader.games().remove(0).heading.room
    };
    for (kind, name) in [
        (9, "般南喰赤"),
        (0x81, "上東喰赤"),
        (0x29, "特南喰赤"),
        (0xa9, "鳳南喰赤"),
        (0xe1, "鳳東喰赤速"),
        (0xb9, "三鳳南喰赤"),
        (7, "般東"),
        (0x209, "般南喰赤祝"),
    ] {
        assert_eq!(room(&format!(r#"type="{kind}" lobby="0""#)).as_deref(), Some(name));
        assert_eq!(room(&format!(r#"type="{kind}" lobby="1234""#)), None);
    }
}

/// `7s` for 27, `0p` for 52.
fn name(number: &Value) -> Value {
    match number.as_u64() {
        Some(number @ 51..=53) => json!(format!("0{}", ["m", "p", "s"][number as usize - 51])),
        Some(number @ 11..=47) => {
            json!(format!("{}{}", number % 10, ["m", "p", "s", "z"][number as usize / 10 - 1]))
        }
        _ => number.clone(),
    }
}

fn change(record: &Value, change: impl Fn(&mut Vec<Value>)) -> Value {
    let mut record = record.clone();
    for round in record["log"].as_array_mut().unwrap() {
        change(round.as_array_mut().unwrap());
    }
    record
}

/// The dealer's first draw among the tiles of the hand.
fn fourteen(round: &mut [Value]) {
    let hand = 4 + 3 * (round[0][0].as_u64().unwrap() as usize % 4);
    let first = round[hand + 1].as_array_mut().unwrap().remove(0);
    round[hand].as_array_mut().unwrap().push(first);
}

fn by_hundreds(round: &mut [Value]) {
    for points in round[1].as_array_mut().unwrap() {
        *points = json!(points.as_i64().unwrap() / 100);
    }
}

fn by_names(round: &mut [Value]) {
    for tiles in &mut round[2..16] {
        for tile in tiles.as_array_mut().unwrap() {
            *tile = name(tile);
        }
    }
}

#[test]
fn records_of_converters_are_read_as_the_viewers_own() {
    let mut rounds = 0;
    for seed in 0..12 {
        let logs = game(seed, 4, &Rules::TENHOU);
        let record = tenhou6_of("", &logs);
        let read = |record: &Value| -> Vec<RoundLog> {
            nth(record.to_string().as_bytes(), None)
                .unwrap_or_else(|problem| panic!("{seed}: {problem}\n{record}"))
        };
        let usual = events(&logs);
        for (quirk, record) in [
            ("names of tiles", change(&record, |round| by_names(round))),
            ("fourteen tiles", change(&record, |round| fourteen(round))),
            ("hundreds", change(&record, |round| by_hundreds(round))),
            ("rounds alone", record["log"].clone()),
        ] {
            assert_eq!(events(&read(&record)), usual, "{quirk}");
        }
        // a record a round, as viewers share them: in a list, behind one another, as addresses
        let single = |round: &Value| {
            let mut single = record.clone();
            single["log"] = json!([round]);
            single["title"] = json!([format!("round {round}"), ""]);
            single
        };
        let singles: Vec<Value> = record["log"].as_array().unwrap().iter().map(single).collect();
        assert_eq!(events(&read(&json!(singles))), usual);
        let lines: Vec<String> = singles.iter().map(Value::to_string).collect();
        assert_eq!(events(&nth(lines.join("\n").as_bytes(), None).unwrap()), usual);
        let address = |line: &String| format!("https://tenhou.net/6/#json={}&ts=0", encoded(line));
        let addresses: Vec<String> = lines.iter().map(address).collect();
        assert_eq!(events(&nth(addresses.join("\n").as_bytes(), None).unwrap()), usual);
        rounds += logs.len();
    }
    assert!(rounds > 30);
    // a fourth player without a name and without tiles: three play, who have no 2m to 8m
    let mut record = tenhou6_of("", &game(5, 1, &Rules::TENHOU));
    record["name"][3] = json!("");
    for part in 13..16 {
        record["log"][0][part] = json!([]);
    }
    assert!(matches!(
        nth(record.to_string().as_bytes(), None),
        Err(Problem::Order(_) | Problem::Value { .. })
    ));
}

fn encoded(text: &str) -> String {
    let sign = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(sign).collect()
}

/// A round as one converter writes it: points in the head, calls without a player, `r` for the tile just drawn and `t` for riichi
/// with another one, and an object at the end.
fn in_sixteen(round: &mut Vec<Value>, log: &RoundLog) {
    fourteen(round);
    by_hundreds(round);
    by_names(round);
    let points = round.remove(1);
    round[0].as_array_mut().unwrap().extend(points.as_array().unwrap().iter().cloned());
    let numbers = |text: &str| -> Vec<String> {
        let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
        let pairs = digits
            .chunks(2)
            .map(|pair| name(&json!(pair.iter().collect::<String>().parse::<u64>().unwrap())));
        pairs.map(|tile| tile.as_str().unwrap().to_string()).collect()
    };
    for seat in 0..4 {
        let (draws, discards) = (4 + 3 * seat, 5 + 3 * seat);
        let calls = round[draws].as_array_mut().unwrap().iter_mut();
        for call in calls.filter(|call| call.as_str().is_some_and(|text| text.len() > 2)) {
            let text = call.as_str().unwrap().to_string();
            let letter = text.chars().find(char::is_ascii_lowercase).unwrap();
            *call = json!(format!("{letter}{}", numbers(&text).join(",")));
        }
        // what the seat discarded, in order
        let mut discarded = log.events.iter().filter_map(|event| match event {
            Event::Discard { seat: by, tile, .. } if by.index() == seat => Some(*tile),
            _ => None,
        });
        let mut left = Vec::new();
        for entry in round[discards].as_array().unwrap() {
            let text = entry.as_str().unwrap_or_default().to_string();
            if text.contains('a') || text.contains('k') {
                let letter = if text.contains('a') { 'a' } else { 'k' };
                let tile = numbers(text.split(letter).nth(1).unwrap()).remove(0);
                left.push(json!(format!("{letter}{tile}")));
                continue;
            }
            if entry == 0 {
                continue;
            }
            let tile = discarded.next().unwrap();
            let mark = match &text[..] {
                _ if entry == 60 || text == "r60" => "r",
                text if text.starts_with('r') => "t",
                _ => "",
            };
            left.push(json!(format!("{mark}{tile}")));
        }
        round[discards] = Value::Array(left);
    }
    let result = round.pop().unwrap();
    match log.events.last().unwrap() {
        Event::Win(_) => {
            let wins = result.as_array().unwrap()[1..].chunks(2);
            let win = |win: &[Value]| json!({"who": win[1][0], "fromWho": win[1][1]});
            let paid = log.events.iter().fold([0; 4], |mut sum, event| {
                if let Event::Win(win) = event {
                    sum.iter_mut().zip(win.gains.0).for_each(|(sum, gain)| *sum += gain);
                }
                sum
            });
            round.push(json!({"agari": wins.map(win).collect::<Vec<_>>(), "owari": paid, "sc": []}));
        }
        Event::Drawn { how: DrawReason::Exhausted { .. }, .. } => {
            round.push(json!({"owari": [18, 12, 27000], "sc": []}));
        }
        _ => {}
    }
}

#[test]
fn rounds_of_sixteen_elements_are_read() {
    let mut calls = [0; 3];
    for seed in 0..40 {
        let logs = game(seed, 3, &Rules::TENHOU);
        // a riichi with the tile just drawn is not marked there
        let marked = |log: &&RoundLog| {
            !log.events.windows(2).any(|pair| {
                let drawn = |event: &Event| matches!(event, Event::Discard { manner: Manner::Tsumogiri, .. });
                matches!(pair[0], Event::Riichi { .. }) && drawn(&pair[1])
            })
        };
        for log in logs.iter().filter(marked) {
            let mut record = tenhou6_of("", std::slice::from_ref(log));
            in_sixteen(record["log"][0].as_array_mut().unwrap(), log);
            let read = nth(record.to_string().as_bytes(), None);
            let read = read.unwrap_or_else(|problem| panic!("{seed}: {problem}\n{record}"));
            assert_eq!(events(&read), events(std::slice::from_ref(log)), "{seed}\n{record}");
            for event in &log.events {
                if let Event::Call { meld, .. } = event {
                    calls[meld.is_kan() as usize + (meld.kinds().count() == 1) as usize] += 1;
                }
            }
        }
    }
    assert!(calls.iter().all(|&calls| calls > 5), "{calls:?}");
}

/// A record without rules in which three win at once: the error names the option and the sets; with one of them it is read.
#[test]
fn three_wins_without_rules_name_the_rule_sets() {
    let three =
        |log: &RoundLog| log.events.iter().filter(|event| matches!(event, Event::Win(_))).count() == 3;
    let rules = Rules { multiple_ron: MultipleRon::Triple, ..Rules::TENHOU };
    let log = (0..).flat_map(|seed| game(seed, 1, &rules)).find(three).unwrap();
    let mjai = mjai::write(mjai::Style::Wordy, &Room::USUAL, &names(""), std::slice::from_ref(&log));
    let without = |line: &&str| !line.contains("start_game");
    let mjai: Vec<&str> = mjai.lines().filter(without).collect();
    let mjai = mjai.join("\n");
    let broken = parse_log(mjai.as_bytes()).unwrap().broken.expect("Tenhou breaks the round off");
    assert_eq!((broken.code, broken.rounds), (ErrorCode::LogIllegal, 0));
    for word in ["`rules`", "`--rules`", "mahjong-soul", "ema"] {
        assert!(broken.message.contains(word), "{}", broken.message);
    }
    let options = |rules: &str| LogOptions { rules: Some(rules.into()), ..LogOptions::default() };
    let read = parse_log_with(mjai.as_bytes(), &options("mahjong-soul")).unwrap();
    assert_eq!((read.rounds.len(), read.broken), (1, None));
    // tenhou.net/6 shows it by the wins of the round
    let record = tenhou6_of("", std::slice::from_ref(&log));
    let read = parse_log(record.to_string().as_bytes()).unwrap();
    assert_eq!((read.rounds.len(), read.broken), (1, None));
}

/// What breaks a text is an error with a place, and the rounds before it are whole.
#[test]
fn damage_has_a_name_and_a_place() {
    let logs = game(5, 3, &Rules::TENHOU);
    let whole = events(&logs);
    for (form, input) in several(std::slice::from_ref(&logs)) {
        for tenths in [2, 5, 8] {
            let at = input.len() * tenths / 10;
            let damages: [&[u8]; 5] = [b"\0", b"\x01\xff\xfe", b"{", &[b'['; 5_000], b"]}"];
            for damage in damages {
                let damaged = [&input[..at], damage, &input[at..]].concat();
                let mut rounds = Vec::new();
                let mut failed = None;
                match open(&damaged) {
                    Ok(reader) => {
                        for round in reader {
                            match round {
                                Ok(round) => rounds.push(round),
                                Err(error) => failed = Some(error),
                            }
                        }
                    }
                    Err(error) => failed = Some(error),
                }
                assert!(rounds.len() <= logs.len(), "{form}");
                if let Some(error) = failed {
                    assert!(error.byte <= damaged.len() && error.line > 0, "{form}: {error}");
                    let before = error.rounds.min(rounds.len());
                    assert_eq!(events(&rounds[..before])[..], whole[..before], "{form} at {at}: {error}");
                }
            }
        }
    }
}

/// Rules come from the caller; three wins at once from the record.
#[test]
fn majiang_has_the_rules_of_the_caller() {
    let logs = game(5, 2, &Rules::MAHJONG_SOUL);
    let text = majiang::write(&names(""), 0, &logs);
    let options = LogOptions { rules: Some("mahjong-soul".into()), ..LogOptions::default() };
    let read = parse_log_with(text.as_bytes(), &options).unwrap();
    assert_eq!((read.format, &read.rules.name[..]), (Format::Majiang, "mahjong-soul"));
    let contexts = read.rounds.iter().flat_map(|round| &round.decisions).map(|decision| &decision.context);
    assert!(
        contexts.into_iter().all(|context| serde_json::to_value(context).unwrap()["rules"] == "mahjong-soul")
    );
}

#[test]
fn wrong_majiang_is_refused_by_name() {
    let logs = game(5, 1, &Rules::TENHOU);
    let record: Value = serde_json::from_str(&majiang::write(&names(""), 0, &logs)).unwrap();
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut record = record.clone();
        change(&mut record);
        nth(record.to_string().as_bytes(), None).unwrap_err().to_string()
    };
    let at = |record: &mut Value, i: usize, value: Value| record["log"][0][i] = value;
    for (word, message) in [
        ("`17`", wrong(&|record| record["log"][0][0]["qipai"]["jushu"] = json!(17))),
        ("qijia", wrong(&|record| record["qijia"] = json!(4))),
        ("player", wrong(&|record| record["player"] = json!(["A", "B", "C"]))),
        ("not shown", wrong(&|record| record["log"][0][0]["qipai"]["shoupai"][2] = json!("_____________"))),
        ("not shown", wrong(&|record| record["log"][0][1]["zimo"]["p"] = json!(""))),
        ("`\"m19\"`", wrong(&|record| record["log"][0][2]["dapai"]["p"] = json!("m19"))),
        ("no `koukan`", wrong(&|record| at(record, 3, json!({"koukan": {"l": 1}})))),
        ("fulou.m", wrong(&|record| at(record, 3, json!({"fulou": {"l": 1, "m": "m12+3"}})))),
        ("no meld", wrong(&|record| at(record, 3, json!({"fulou": {"l": 1, "m": "m124-"}})))),
        ("out of place", wrong(&|record| at(record, 3, json!({"qipai": {}})))),
        ("needs `l`", wrong(&|record| at(record, 3, json!({"zimo": {"p": "m1"}})))),
        ("unfinished", wrong(&|record| drop(record["log"][0].as_array_mut().unwrap().pop()))),
    ] {
        assert!(message.contains(word), "{message} has no {word}");
    }
}

/// The points of every win and draw of the record are those that our scoring finds.
#[test]
#[ignore = "needs ../shared"]
fn a_game_of_majiang_pays_what_we_score() {
    let bytes = std::fs::read(shared::shared("data/fixtures/other/majiang-single.json")).unwrap();
    let mut reader = open(&bytes).unwrap();
    assert_eq!(reader.format(), Format::Majiang);
    let logs: Vec<RoundLog> = reader.by_ref().collect::<Result<_, _>>().unwrap();
    // the player at the fourth place deals first
    assert_eq!(reader.names().unwrap().0, ["上家", "私", "下家", "対面"]);
    assert_eq!(reader.outcome().unwrap().points.0, [85300, 8900, 8900, -3100]);
    let mut wins = 0;
    for log in &logs {
        let mut round = Round::deal(log.raw.clone(), &Rules::TENHOU).unwrap();
        for event in &log.events {
            if let Event::Win(win) = event {
                let (_, gains) = worths(&round, std::slice::from_ref(win)).unwrap().remove(0);
                assert_eq!(gains, win.gains);
                wins += 1;
            }
            round.apply(event).unwrap();
        }
    }
    assert_eq!((logs.len(), wins), (2, 2));
    let read = parse_log(&bytes).unwrap();
    assert_eq!(read.broken, None);
    assert_eq!(read.points, Some([85300, 8900, 8900, -3100]));
}
