//! Records of every format: made-up games written and read back, cut ones, damaged ones, packed ones,
//! the awkward ones of ../shared; and the decisions in them.

use crate::records;
use crate::shared;

use flate2::Compression;
use flate2::write::GzEncoder;
use nanikiru::legal::worths;
use nanikiru::replay::{ClaimedLimit, ClaimedYaku, Format, LIMIT, Problem, Room, RoundLog, open, tenhou6};
use nanikiru::review::{Choice, RecordedAction, choice, decisions};
use nanikiru::round::{Event, Phase, Reason, Round, Source};
use nanikiru::rules::Rules;
use nanikiru::tile::{BySeat, Players, Seat};
use records::mjai::Style;
use records::{Random, game, majiang, mjai, mjlog, reason};
use shared::shared;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

fn names() -> BySeat<String> {
    BySeat(["A", "ニシ", "C \"D\"", "%41"].map(str::to_string))
}

fn written(logs: &[RoundLog]) -> [(Format, String); 5] {
    let room = Room::USUAL;
    [
        (Format::Mjlog, mjlog::write(&names(), logs)),
        (Format::Tenhou6, tenhou6::write(&room, Some(&names()), logs)),
        (Format::Mjai, mjai::write(Style::Terse, &room, &names(), logs)),
        (Format::Mjai, mjai::write(Style::Wordy, &room, &names(), logs)),
        (Format::Majiang, majiang::write(&names(), 3, logs)),
    ]
}

/// The rounds of a record, and what is wrong after them.
fn read(record: &[u8]) -> (Vec<RoundLog>, Option<nanikiru::replay::ReadError>) {
    let mut rounds = Vec::new();
    match open(record) {
        Ok(reader) => {
            for round in reader {
                match round {
                    Ok(round) => rounds.push(round),
                    Err(error) => return (rounds, Some(error)),
                }
            }
            (rounds, None)
        }
        Err(error) => (rounds, Some(error)),
    }
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}

fn same(written: &[RoundLog], read: &[RoundLog], what: &str) {
    assert_eq!(written.len(), read.len(), "{what}");
    for (i, (a, b)) in written.iter().zip(read).enumerate() {
        assert_eq!(a.raw, b.raw, "{what}, round {i}");
        for (j, (a, b)) in a.events.iter().zip(&b.events).enumerate() {
            assert_eq!(a, b, "{what}, round {i}, event {j}");
        }
        assert_eq!(a.events.len(), b.events.len(), "{what}, round {i}");
    }
}

#[test]
fn made_up_games_are_read_as_they_were_written() {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut calls = [0; 5];
    for seed in 0..150 {
        let logs = game(seed, 8, &Rules::TENHOU);
        for (format, text) in written(&logs) {
            let what = format!("seed {seed} as {format:?}");
            let (rounds, error) = read(text.as_bytes());
            assert_eq!(error, None, "{what}");
            same(&logs, &rounds, &what);
            let mut reader = open(text.as_bytes()).unwrap();
            assert_eq!(reader.format(), format);
            assert!(reader.by_ref().all(|round| round.is_ok()));
            assert_eq!(reader.names(), Some(&names()), "{what}");
            assert_eq!(reader.room(), Some(Room::USUAL), "{what}");
        }
        for event in logs.iter().flat_map(|log| &log.events) {
            use nanikiru::hand::Call::*;
            if let Event::Call { meld, .. } = event {
                let kind = match meld.call() {
                    Chi { .. } => 0,
                    Pon { .. } => 1,
                    Ankan => 2,
                    Daiminkan { .. } => 3,
                    Kakan { .. } => 4,
                };
                calls[kind] += 1;
            }
        }
        for log in &logs {
            let wins = log.events.iter().filter(|e| matches!(e, Event::Win(_))).count();
            let robbed = log.events.windows(2).any(|pair| match pair {
                [Event::Call { .. }, Event::Win(win)] => matches!(win.source, Source::Ron { .. }),
                _ => false,
            });
            let end = match reason(log.events.last().unwrap()) {
                Some(reason) => format!("{reason:?}"),
                None if robbed => "chankan".to_string(),
                None => format!("{wins} wins"),
            };
            *ends.entry(end).or_default() += 1;
        }
    }
    // the play is varied enough to mean something
    println!("{ends:?} calls {calls:?}");
    for reason in [
        Reason::Exhausted,
        Reason::NagashiMangan,
        Reason::NineTerminals,
        Reason::FourWinds,
        Reason::FourRiichi,
        Reason::FourKans,
        Reason::TripleRon,
    ] {
        assert!(ends.contains_key(&format!("{reason:?}")), "{ends:?}");
    }
    for end in ["1 wins", "2 wins", "chankan"] {
        assert!(ends.contains_key(end), "{ends:?}");
    }
    assert!(calls.iter().all(|&n| n > 20), "{calls:?}");
}

#[test]
fn packed_records_are_unpacked() {
    let logs = game(1, 3, &Rules::TENHOU);
    for (format, text) in written(&logs) {
        let whole = packed(text.as_bytes());
        assert_eq!(open(&whole).unwrap().format(), format);
        let (rounds, error) = read(&whole);
        assert_eq!(error, None);
        same(&logs, &rounds, "packed");
        // a cut file gives what was unpacked, and says that it is cut
        for cut in (2..whole.len()).step_by(97) {
            let (rounds, error) = read(&whole[..cut]);
            assert!(rounds.len() <= logs.len());
            same(&logs[..rounds.len()], &rounds, "cut");
            assert!(error.is_some(), "{format:?} cut at {cut}");
        }
        let mut broken = whole.clone();
        let checksum = broken.len() - 6;
        broken[checksum] ^= 1;
        let (rounds, error) = read(&broken);
        same(&logs, &rounds, "broken checksum");
        assert!(matches!(error.unwrap().problem, Problem::Gzip(_)));
    }
    // 64 MiB of spaces in some kB
    let bomb = packed(&vec![b' '; LIMIT + 1]);
    assert!(bomb.len() < LIMIT / 80);
    assert_eq!(read(&bomb).1.unwrap().problem, Problem::TooLarge);
    assert!(matches!(read(&[0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]).1.unwrap().problem, Problem::Gzip(_)));
}

#[test]
fn a_cut_record_gives_the_whole_rounds_and_the_place() {
    let logs = game(5, 3, &Rules::TENHOU);
    assert_eq!(logs.len(), 3);
    for (format, text) in written(&logs) {
        let end = text.trim_end().len();
        let mut most = 0;
        for cut in (1..end).step_by(7) {
            let (rounds, error) = read(&text.as_bytes()[..cut]);
            let error = error.unwrap_or_else(|| panic!("{format:?} cut at {cut} has no error"));
            same(&logs[..rounds.len()], &rounds, "cut");
            assert!(rounds.len() >= most, "{format:?} cut at {cut}: {error}");
            most = rounds.len();
            assert!(error.byte <= cut, "{format:?} cut at {cut}: {error}");
            assert_eq!(error.rounds, rounds.len(), "{format:?} cut at {cut}: {error}");
            let line = 1 + text.as_bytes()[..error.byte].iter().filter(|&&b| b == b'\n').count();
            assert_eq!(error.line, line);
        }
        assert_eq!(most, 3, "{format:?}");
    }
}

#[test]
fn damaged_records_never_panic() {
    let random = &mut Random(7);
    let (mut refused, mut whole) = (0, 0);
    for seed in 0..12 {
        let logs = game(100 + seed, 2, &Rules::TENHOU);
        for (_, text) in written(&logs) {
            for _ in 0..60 {
                let mut bytes = text.clone().into_bytes();
                for _ in 0..1 + random.below(3) {
                    if bytes.is_empty() {
                        break;
                    }
                    let place = random.below(bytes.len());
                    match random.below(6) {
                        0 => bytes[place] = b'0' + random.below(10) as u8,
                        1 => bytes[place] = random.below(256) as u8,
                        2 => drop(bytes.drain(place..(place + random.below(60)).min(bytes.len()))),
                        3 => {
                            let end = (place + random.below(80)).min(bytes.len());
                            let part = bytes[place..end].to_vec();
                            bytes.splice(place..place, part);
                        }
                        4 => bytes[place] = b"\"[]{},:<>/=?-"[random.below(13)],
                        _ => bytes.truncate(place),
                    }
                }
                let (rounds, error) = read(&bytes);
                let legal = rounds.iter().all(|log| decisions(log, &Rules::TENHOU).all(|d| d.is_ok()));
                refused += usize::from(error.is_some() || !legal);
                whole += 1;
            }
        }
    }
    assert!(refused * 2 > whole, "of {whole} damaged records only {refused} were noticed");
}

#[test]
fn wrong_tenhou6_is_refused_by_name() {
    let logs = game(3, 1, &Rules::TENHOU);
    let text = tenhou6::write(&Room::USUAL, Some(&names()), &logs);
    let record: serde_json::Value = serde_json::from_str(&text).unwrap();
    let problem = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut changed = record.clone();
        change(&mut changed);
        let (rounds, error) = read(changed.to_string().as_bytes());
        assert!(rounds.is_empty());
        error.unwrap().problem
    };
    let value = |attribute: &str, value: &str| Problem::Value {
        attribute: attribute.to_string(),
        value: value.to_string(),
    };
    use serde_json::json;
    let three = Problem::Players { record: Players::Four, rules: Players::Three };
    assert_eq!(problem(&|r| r["rule"]["disp"] = json!("三鳳南喰赤")), three);
    assert_eq!(problem(&|r| r["name"] = json!(["A", "B", "C"])), value("name", "3 names"));
    assert_eq!(problem(&|r| r["rule"]["aka"] = json!(2)), value("rule.aka", "2"));
    assert_eq!(problem(&|r| r["rule"] = json!({"aka51": 1, "aka52": 0})), value("rule.aka52", "0"));
    assert_eq!(problem(&|r| r["log"][0][0][0] = json!(16)), value("log[0][0]", "[16,0,0]"));
    assert_eq!(problem(&|r| r["log"][0][1] = json!([25000])), value("log[0][1]", "[25000]"));
    assert_eq!(problem(&|r| r["log"][0][2] = json!([])), value("log[0][2]", "[]"));
    assert_eq!(problem(&|r| r["log"][0][4] = json!([11])), value("log[0][4]", "[11]"));
    assert_eq!(problem(&|r| r["log"][0][5][0] = json!(48)), value("log[0][5][0]", "48"));
    assert_eq!(problem(&|r| r["log"][0][5][0] = json!("x11")), value("log[0][5][0]", "\"x11\""));
    assert_eq!(problem(&|r| r["log"][0][5][0] = json!("1c1213")), value("log[0][5][0]", "\"1c1213\""));
    assert!(matches!(problem(&|r| r["log"][0][5][0] = json!("c111214")), Problem::Meld { .. }));
    assert!(matches!(problem(&|r| r["log"][0][5][0] = json!("p111112")), Problem::Meld { .. }));
    assert!(matches!(problem(&|r| r["log"][0][5][0] = json!("p515151")), Problem::Meld { .. }));
    assert_eq!(problem(&|r| r["log"][0][6][0] = json!("11k111111")), value("log[0][6][0]", "\"11k111111\""));
    assert_eq!(problem(&|r| r["log"][0][16] = json!(["昼食"])), value("log[0][16][0]", "\"昼食\""));
    assert_eq!(problem(&|r| r["log"][0][16] = json!(["和了"])), value("log[0][16][1]", "null"));
    assert_eq!(problem(&|r| r["log"][0] = json!([1, 2])), value("log[0]", "2 elements"));
    let long = |r: &mut serde_json::Value| r["log"][0][5] = vec![11; 101].into();
    assert_eq!(problem(&long), Problem::TooLong { what: "entries", count: 101 });
    let longer = |r: &mut serde_json::Value| r["log"][0][5] = vec![11; 30_000].into();
    assert!(matches!(problem(&longer), Problem::TooLong { what: "bytes", .. }));
    // a tile more than there is, and an entry that finds no place
    assert!(matches!(problem(&|r| r["log"][0][4] = vec![11; 13].into()), Problem::Order(_)));
    let more = |r: &mut serde_json::Value| r["log"][0][5].as_array_mut().unwrap().push(json!("p111111"));
    match problem(&more) {
        Problem::LeftOver { path, value, .. } => {
            assert!(path.starts_with("log[0][5]["), "{path}");
            assert_eq!(value, "\"p111111\"");
        }
        other => panic!("{other}"),
    }
}

#[test]
fn wrong_mjai_is_refused_by_name() {
    let logs = game(3, 1, &Rules::TENHOU);
    let text = mjai::write(Style::Terse, &Room::USUAL, &names(), &logs);
    let lines: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let first = |kind: &str| lines.iter().position(|l| l["type"] == kind).unwrap();
    let problem = |line: usize, change: &dyn Fn(&mut serde_json::Value)| {
        let mut changed = lines.clone();
        change(&mut changed[line]);
        let changed: String = changed.iter().map(|l| format!("{l}\n")).collect();
        let (rounds, error) = read(changed.as_bytes());
        assert!(rounds.is_empty());
        let error = error.unwrap();
        assert_eq!(error.line, line + 1, "{error}");
        error.problem
    };
    use serde_json::json;
    let value = |attribute: &str, value: &str| Problem::Value {
        attribute: attribute.to_string(),
        value: value.to_string(),
    };
    assert_eq!(problem(0, &|l| l["names"] = json!(7)), value("start_game.names", "7"));
    assert_eq!(problem(1, &|l| l["tehais"][2][0] = json!("?")), Problem::Hidden { seat: Seat::ALL[2] });
    assert_eq!(problem(1, &|l| l["bakaze"] = json!("P")), value("start_kyoku.bakaze", "\"P\""));
    assert_eq!(problem(1, &|l| l["type"] = json!("tsumo")), Problem::Misplaced("tsumo".to_string()));
    assert_eq!(problem(1, &|l| l["type"] = json!("lunch")), Problem::Element("lunch".to_string()));
    assert_eq!(problem(2, &|l| l["type"] = json!("lunch")), Problem::Element("lunch".to_string()));
    assert_eq!(problem(2, &|l| l["type"] = json!("nukidora")), Problem::Misplaced("nukidora".to_string()));
    assert_eq!(problem(2, &|l| l["actor"] = json!(4)), value("tsumo.actor", "4"));
    assert_eq!(problem(2, &|l| l["pai"] = json!("5z")), value("tsumo.pai", "\"5z\""));
    assert_eq!(problem(2, &|l| l["pai"] = json!("?")), Problem::Hidden { seat: Seat::ALL[0] });
    let missing = |element: &str, attribute| Problem::Missing { element: element.to_string(), attribute };
    // the tile of a discard as it was drawn follows from the draw
    let cut = lines.iter().position(|l| l["type"] == "dahai" && l["tsumogiri"] == false).unwrap();
    let without =
        |key: &'static str| move |l: &mut serde_json::Value| drop(l.as_object_mut().unwrap().remove(key));
    assert_eq!(problem(cut, &without("pai")), missing("dahai", "pai"));
    assert_eq!(problem(cut, &without("type")), missing("event", "type"));
    let end = first("end_kyoku");
    let mut endless = format!("{}\n{}\n", lines[0], lines[1]);
    (0..1000).for_each(|_| endless += &format!("{}\n", lines[2]));
    assert_eq!(read(endless.as_bytes()).1.unwrap().problem, Problem::TooLong { what: "events", count: 301 });
    assert_eq!(problem(end - 1, &|l| l["type"] = json!("end_kyoku")), Problem::Misplaced("end_kyoku".into()));
}

/// Referees and converters have their own words for why a round is drawn, in every format; some leave it out, or who was tenpai,
/// or use one word for all draws.
#[test]
fn every_writers_reasons_are_read() {
    const WORDS: [(Reason, &[&str]); 7] = [
        (
            Reason::Exhausted,
            &[
                "fanpai",
                "exhaustive_draw",
                "howanpai",
                "ryukyoku",
                "Exhausted",
                "Exhaustive Draw",
                "流局",
                "荒牌流局",
                "荒牌平局",
            ],
        ),
        (
            Reason::NagashiMangan,
            &[
                "nagashimangan",
                "nagashi_mangan",
                "exhaustive_draw",
                "Mangan at Draw",
                "流し満貫",
                "流局满贯",
                "流局",
            ],
        ),
        (
            Reason::NineTerminals,
            &[
                "kyushukyuhai",
                "kyushu_kyuhai",
                "Kyuushu Kyuuhai",
                "nine_terminals",
                "Nine Terminal Abortion",
                "九種九牌",
                "九种九牌",
                "九種么九牌",
                "流局",
            ],
        ),
        (
            Reason::FourWinds,
            &[
                "sufonrenta",
                "sufuurenta",
                "suufon_renda",
                "four_winds",
                "Four Wind Abortion",
                "四風連打",
                "四风连打",
                "流局",
            ],
        ),
        (
            Reason::FourRiichi,
            &[
                "suchareach",
                "suucha_riichi",
                "four_riichi",
                "Four Riichi Abortion",
                "四家立直",
                "四人リーチ",
                "流局",
            ],
        ),
        (
            Reason::FourKans,
            &[
                "sukaikan",
                "suukansan",
                "suukansansen",
                "four_kans",
                "Four Kan Abortion",
                "四槓散了",
                "四開槓",
                "四杠散了",
                "流局",
            ],
        ),
        (
            Reason::TripleRon,
            &[
                "sanchaho",
                "sancha_ron",
                "triple_ron",
                "Three Ron Abortion",
                "三家和",
                "三家和了",
                "三家荣和",
                "流局",
            ],
        ),
    ];
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..150 {
        let logs = game(seed, 8, &Rules::TENHOU);
        for log in &logs {
            let Some(why) = reason(log.events.last().unwrap()) else { continue };
            let times = met.entry(format!("{why:?}")).or_default();
            *times += 1;
            if *times > 3 {
                continue;
            }
            let (_, words) = WORDS.iter().find(|(reason, _)| *reason == why).unwrap();
            let one = std::slice::from_ref(log);
            let record: serde_json::Value =
                serde_json::from_str(&tenhou6::write(&Room::USUAL, Some(&names()), one)).unwrap();
            for word in [words, &["", "none of these"][..]].concat() {
                let mut record = record.clone();
                record["log"][0][16][0] = word.into();
                let (rounds, error) = read(record.to_string().as_bytes());
                assert_eq!(error, None, "{why:?} as {word:?} in tenhou.net/6, seed {seed}");
                same(one, &rounds, word);
            }
            for style in [Style::Terse, Style::Wordy] {
                let text = mjai::write(style, &Room::USUAL, &names(), one);
                for word in [words, &["", "none of these"][..]].concat() {
                    let mut lines: Vec<serde_json::Value> =
                        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
                    lines[0].as_object_mut().unwrap().remove("names");
                    for line in lines.iter_mut().filter(|line| line["type"] == "ryukyoku") {
                        line["reason"] = word.into();
                        line.as_object_mut().unwrap().remove("tenpais");
                    }
                    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
                    let (rounds, error) = read(lines.as_bytes());
                    assert_eq!(error, None, "{why:?} as {word:?}, seed {seed}");
                    same(one, &rounds, word);
                }
            }
        }
    }
    assert_eq!(met.len(), 7, "{met:?}");
}

/// Games whose points are what their wins are worth, as mjai; as far as all have the points for their riichi.
fn paid(seed: u64, rounds: usize) -> Vec<serde_json::Value> {
    let mut scores = BySeat([Rules::TENHOU.start; 4]);
    let mut sticks = 0;
    let mut logs = Vec::new();
    for mut log in game(seed, rounds, &Rules::TENHOU) {
        (log.raw.opening.scores, log.raw.opening.sticks) = (scores, sticks);
        let mut round = Round::deal(log.raw.clone(), &Rules::TENHOU).unwrap();
        let first =
            log.events.iter().position(|event| matches!(event, Event::Win(_))).unwrap_or(log.events.len());
        if log.events[..first].iter().any(|event| round.apply(event).is_err()) {
            break;
        }
        let wins: Vec<_> = log.events.drain(first..).collect();
        let wins = wins.into_iter().map(|event| match event {
            Event::Win(win) => win,
            other => panic!("{other:?} after a win"),
        });
        let wins: Vec<_> = wins.collect();
        for (win, (_, gains)) in wins.iter().zip(worths(&round, &wins).unwrap()) {
            let mut win = win.clone();
            win.gains = gains;
            let event = Event::Win(win);
            round.apply(&event).unwrap();
            log.events.push(event);
        }
        let carry = round.table().carry().unwrap();
        (scores, sticks) = (carry.scores, carry.sticks);
        logs.push(log);
    }
    let text = nanikiru::replay::mjai::write(&Room::USUAL, Some(&names()), &logs);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a writer of mjai may leave out is computed: the rounds are those of the whole record.
#[test]
fn what_mjai_leaves_out_follows_from_the_table() {
    let without = |lines: &[serde_json::Value], kind: &str, keys: &[&str]| {
        let mut lines = lines.to_vec();
        for line in lines.iter_mut().filter(|line| line["type"] == kind) {
            keys.iter().for_each(|key| drop(line.as_object_mut().unwrap().remove(*key)));
        }
        lines
    };
    let text = |lines: &[serde_json::Value]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut found = 0;
    for seed in 0..60 {
        let lines = paid(seed, 6);
        let (whole, error) = read(text(&lines).as_bytes());
        assert_eq!(error, None, "seed {seed}");
        found += whole.len();
        let as_whole = |lines: &[serde_json::Value], what: &str| {
            let (rounds, error) = read(text(lines).as_bytes());
            assert_eq!(error, None, "seed {seed} without {what}");
            same(&whole, &rounds, what);
        };
        for (kind, keys) in [
            ("start_game", &["names"][..]),
            ("start_game", &["kyoku_first", "aka_flag"]),
            ("start_kyoku", &["scores"]),
            ("start_kyoku", &["bakaze"]),
            ("start_kyoku", &["oya"]),
            ("start_kyoku", &["kyoku"]),
            ("start_kyoku", &["honba"]),
            ("start_kyoku", &["kyotaku"]),
            ("start_kyoku", &["scores", "bakaze", "oya", "kyoku", "honba", "kyotaku"]),
            ("chi", &["target", "pai"]),
            ("pon", &["target", "pai"]),
            ("daiminkan", &["target", "pai"]),
            ("kakan", &["consumed"]),
            ("hora", &["pai"]),
            ("hora", &["target"]),
            ("hora", &["deltas"]),
            ("hora", &["deltas", "target", "pai"]),
            ("ryukyoku", &["reason"]),
            ("ryukyoku", &["tenpais"]),
            ("ryukyoku", &["deltas"]),
            ("ryukyoku", &["reason", "tenpais"]),
            ("ryukyoku", &["reason", "tenpais", "deltas"]),
        ] {
            as_whole(&without(&lines, kind, keys), &format!("{kind} {keys:?}"));
        }
        let mut bare = without(&lines, "hora", &["deltas"]);
        bare = without(&bare, "ryukyoku", &["reason", "tenpais", "deltas"]);
        as_whole(
            &without(&bare, "start_kyoku", &["scores", "honba", "kyotaku", "bakaze", "oya"]),
            "points at all",
        );
        for kind in ["start_game", "reach_accepted", "end_kyoku"] {
            let some: Vec<_> = lines.iter().filter(|line| line["type"] != kind).cloned().collect();
            as_whole(&some, kind);
        }
        let mut unnamed = lines.clone();
        unnamed[0]["names"] = serde_json::json!([]);
        as_whole(&unnamed, "any name");
        for key in ["uradora_markers", "ura_dora_markers", "ura_dora_indicators", "ura_indicators"] {
            let mut other = lines.clone();
            for line in other.iter_mut().filter(|line| line["type"] == "hora") {
                let ura = line.as_object_mut().unwrap().remove("ura_markers").unwrap();
                line[key] = ura;
            }
            as_whole(&other, key);
        }
        // points after each end instead of what was won
        let mut after = lines.clone();
        let mut scores = [0; 4];
        for line in &mut after {
            match line["type"].as_str().unwrap() {
                "start_kyoku" => scores = serde_json::from_value(line["scores"].clone()).unwrap(),
                "reach_accepted" => scores[line["actor"].as_u64().unwrap() as usize] -= 1000,
                "hora" | "ryukyoku" => {
                    let deltas: [i32; 4] = serde_json::from_value(line["deltas"].clone()).unwrap();
                    scores = std::array::from_fn(|seat| scores[seat] + deltas[seat]);
                    line.as_object_mut().unwrap().remove("deltas");
                    line["scores"] = serde_json::json!(scores);
                }
                _ => {}
            }
        }
        as_whole(&after, "deltas, with scores");
        // a tile of the hand that is the drawn one as well does not show
        let (rounds, error) = read(text(&without(&lines, "dahai", &["tsumogiri"])).as_bytes());
        assert_eq!(error, None);
        for (log, wanted) in rounds.iter().zip(&whole) {
            assert_eq!(log.events.len(), wanted.events.len());
            assert!(decisions(log, &Rules::TENHOU).all(|decision| decision.is_ok()));
        }
        // without what lies under the indicators a riichi win is legal, and its points are those of the next round
        let hidden = without(&lines, "hora", &["ura_markers"]);
        let (rounds, error) = read(text(&hidden).as_bytes());
        assert_eq!(error, None);
        let (unpaid, error) = read(text(&without(&hidden, "hora", &["deltas"])).as_bytes());
        assert_eq!(error, None);
        for (i, ((log, unpaid), wanted)) in rounds.iter().zip(&unpaid).zip(&whole).enumerate() {
            assert!(
                decisions(log, &Rules::TENHOU).all(|decision| decision.is_ok()),
                "seed {seed}, round {i}"
            );
            let wins =
                |log: &RoundLog| log.events.iter().filter(|event| matches!(event, Event::Win(_))).count();
            if wins(wanted) == 1 && i + 1 < whole.len() {
                let gains = |log: &RoundLog| match log.events.last().unwrap() {
                    Event::Win(win) => win.gains,
                    other => panic!("{other:?}"),
                };
                assert_eq!(gains(unpaid), gains(wanted), "seed {seed}, round {i}");
            }
        }
    }
    assert!(found > 200, "only {found} rounds");
}

/// A draw that another end of the round goes before: the table's reason, not the empty wall's.
#[test]
fn the_table_gives_the_reason_of_a_draw() {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..150 {
        for log in game(seed, 8, &Rules::TENHOU) {
            let Some(why) = reason(log.events.last().unwrap()) else { continue };
            let one = std::slice::from_ref(&log);
            let text = mjai::write(Style::Terse, &Room::USUAL, &names(), one);
            let lines: Vec<serde_json::Value> =
                text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let bare: String = lines
                .iter()
                .map(|line| match line["type"] == "ryukyoku" {
                    true => "{\"type\":\"ryukyoku\"}\n".to_string(),
                    false => format!("{line}\n"),
                })
                .collect();
            let (rounds, error) = read(bare.as_bytes());
            assert_eq!(error, None, "{why:?}, seed {seed}");
            assert_eq!(reason(rounds[0].events.last().unwrap()), Some(why), "seed {seed}");
            *met.entry(format!("{why:?}")).or_default() += 1;
        }
    }
    assert_eq!(met.len(), 7, "{met:?}");
}

/// Claims as tenhou.net/6 words them, made up.
#[test]
fn what_a_win_is_worth_is_read() {
    let claim = |tsumo: bool, words: &[&str]| {
        let logs = (0..).map(|seed| game(seed, 1, &Rules::TENHOU).remove(0));
        let log = logs.into_iter().find(|log| match log.events.last().unwrap() {
            Event::Win(win) => (win.source == Source::Tsumo) == tsumo,
            _ => false,
        });
        let log = log.unwrap();
        let text = tenhou6::write(&Room::USUAL, Some(&names()), &[log]);
        let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
        let how = record["log"][0][16][2].as_array_mut().unwrap();
        how.truncate(3);
        how.extend(words.iter().map(|&w| serde_json::Value::from(w)));
        read(record.to_string().as_bytes()).0[0].claims[0].clone()
    };
    let ron = claim(false, &["30符4飜7700点", "役牌 發(1飜)", "混一色(2飜)", "赤ドラ(1飜)"]);
    assert_eq!((ron.fu, ron.points, ron.limit), (Some(30), Some(7700), Some(ClaimedLimit::None)));
    assert_eq!(ron.yaku, Some(ClaimedYaku::Han(vec![(19, 1), (34, 2), (54, 1)])));
    let tsumo = claim(true, &["満貫2000-4000点", "嶺上開花(1飜)"]);
    assert_eq!((tsumo.fu, tsumo.points, tsumo.limit), (None, Some(8000), Some(ClaimedLimit::Mangan)));
    let dealer = claim(true, &["三倍満12000点∀"]);
    assert_eq!((dealer.points, dealer.limit), (Some(36000), Some(ClaimedLimit::Sanbaiman)));
    let yakuman = claim(false, &["役満32000点", "四槓子(役満)"]);
    assert_eq!(yakuman.yaku, Some(ClaimedYaku::Yakuman(vec![51])));
    assert_eq!((yakuman.points, yakuman.limit), (Some(32000), Some(ClaimedLimit::Yakuman)));
    let foreign = claim(false, &["Mangan 8000", "Riichi(1 han)"]);
    assert_eq!((foreign.points, foreign.yaku), (None, None));
}

/// What the record says next is what the decision says was done, and everything that was done was offered.
#[test]
fn decisions_are_what_happened() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 200..240 {
        for log in game(seed, 6, &Rules::TENHOU) {
            let mut discards = 0;
            let mut last = (0, 0);
            for decision in decisions(&log, &Rules::TENHOU) {
                let decision = decision.unwrap();
                let seat = decision.seat;
                assert!(decision.events >= last.0, "in order");
                assert!(choice(&decision.round, seat) == Some(decision.choice.clone()));
                assert_eq!(decision.round.view(seat).seat(), seat);
                last = (decision.events, seat.index());
                let name = match (&decision.choice, decision.done) {
                    (Choice::Turn(turn), RecordedAction::Discard { tile, riichi, .. }) => {
                        discards += 1;
                        assert!(if riichi { &turn.riichi } else { &turn.discards }.contains(&tile));
                        if riichi { "riichi" } else { "discard" }
                    }
                    (
                        Choice::AfterCall { discards: tiles },
                        RecordedAction::Discard { tile, riichi: false, .. },
                    ) => {
                        discards += 1;
                        assert!(tiles.contains(&tile));
                        "discard after a call"
                    }
                    (Choice::Turn(turn), RecordedAction::Call(meld)) => {
                        assert!(turn.kans.contains(&meld));
                        "own kan"
                    }
                    (Choice::Turn(turn), RecordedAction::Tsumo) => {
                        assert!(turn.tsumo);
                        "tsumo"
                    }
                    (Choice::Turn(turn), RecordedAction::NineTerminals) => {
                        assert!(turn.nine_terminals);
                        "nine terminals"
                    }
                    (Choice::Offer(claims), RecordedAction::Ron) => {
                        assert!(claims.ron);
                        if matches!(decision.round.table().phase(), Phase::Kan { .. }) {
                            "chankan"
                        } else {
                            "ron"
                        }
                    }
                    (Choice::Offer(claims), RecordedAction::Call(meld)) => {
                        assert!(claims.calls.contains(&meld));
                        "call"
                    }
                    (Choice::Offer(claims), RecordedAction::Pass) => {
                        assert!(!claims.is_empty());
                        "pass"
                    }
                    (Choice::Offer(claims), RecordedAction::Overridden { by }) => {
                        assert!(!claims.is_empty() && by != seat);
                        "overridden"
                    }
                    other => panic!("{other:?}"),
                };
                *counts.entry(name).or_default() += 1;
            }
            let made = log.events.iter().filter(|e| matches!(e, Event::Discard { .. })).count();
            assert_eq!(discards, made, "every discard is a decision");
        }
    }
    println!("{counts:?}");
    assert!(counts.len() >= 9, "{counts:?}");
}

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(shared(&format!("data/fixtures/{folder}"))).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn legal(log: &RoundLog, rules: &Rules) -> Result<Round, String> {
    let mut round = Round::deal(log.raw.clone(), rules).map_err(|e| e.to_string())?;
    log.events.iter().try_for_each(|event| round.apply(event)).map_err(|e| e.to_string())?;
    Ok(round)
}

/// The awkward files, read whole and judged by the table; the tool `validate` judges wins and points, too.
#[test]
#[ignore = "needs ../shared"]
fn awkward_tenhou6_records_have_one_order() {
    let files = fixtures("tenhou6");
    assert_eq!(files.len(), 13);
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap().to_string();
        let mut text = fs::read_to_string(&file).unwrap();
        let (rounds, error) = read(text.as_bytes());
        if name == "confusing_nakis_2.json" {
            // drawn up by hand: four plain 5s beside a red one; with none the order is found, though the
            // winner named is not the one with the points
            assert!(rounds.is_empty() && matches!(error.unwrap().problem, Problem::Order(_)));
            text = text.replace("\"aka\":1", "\"aka\":0");
            let (rounds, error) = read(text.as_bytes());
            assert_eq!((rounds.len(), error), (1, None));
            let illegal =
                legal(&rounds[0], &Rules { red_fives: nanikiru::rules::RedFives::NONE, ..Rules::TENHOU });
            println!("{name}: {}", illegal.unwrap_err());
            continue;
        }
        assert_eq!(error, None, "{name}");
        for log in &rounds {
            let round = legal(log, &Rules::TENHOU);
            if name == "confusing_nakis_1.json" {
                // the riichi stick is missing in the points
                assert!(round.unwrap_err().contains("add up to 0, with 1000 points of sticks"));
                continue;
            }
            assert!(round.unwrap().table().ending().is_some(), "{name}");
            assert!(decisions(log, &Rules::TENHOU).all(|decision| decision.is_ok()), "{name}");
        }
    }
}

#[test]
#[ignore = "needs ../shared"]
fn mjai_records_of_other_programs() {
    let files = fixtures("mjai");
    assert_eq!(files.len(), 3);
    for file in files {
        let bytes = fs::read(&file).unwrap();
        let (rounds, error) = read(&bytes);
        if file.extension().unwrap() == "mjson" {
            // what one player saw
            assert_eq!(error.unwrap().problem, Problem::Hidden { seat: Seat::ALL[1] });
            continue;
        }
        assert_eq!((rounds.len(), error), (12, None));
        for log in &rounds {
            assert!(legal(log, &Rules::TENHOU).unwrap().table().ending().is_some());
            assert!(decisions(log, &Rules::TENHOU).all(|decision| decision.is_ok()));
        }
    }
}

/// The fuzzer's seeds are a made-up game of two rounds: `UPDATE_SEEDS=1 cargo test --test it replay::`.
#[test]
fn the_fuzzers_seeds_are_read() {
    let logs = game(7, 2, &Rules::TENHOU);
    let [mjlog, tenhou6, mjai, _, majiang] = written(&logs);
    let seeds = [mjlog, tenhou6, mjai, majiang].into_iter().zip(["mjlog", "tenhou6", "mjai", "majiang"]);
    for ((_, text), name) in seeds {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds/record").join(name);
        if std::env::var_os("UPDATE_SEEDS").is_some() {
            fs::write(&file, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{name}");
    }
}
