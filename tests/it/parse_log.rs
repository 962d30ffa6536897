//! Game records in the API: every decision of every record is a question that has an answer.

use crate::records;
use crate::shared;

use nanikiru::api::{ErrorCode, GameLog, Question, Request, danger_json, parse_log, request_from_json};
use nanikiru::replay::{Room, tenhou6};
use nanikiru::rules::Rules;
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
fn questions(game: &GameLog) -> Vec<(Request, Question)> {
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
        let told = |rounds: &[nanikiru::api::RoundOfLog]| serde_json::to_string(rounds).unwrap();
        assert_eq!(told(&cut.rounds), told(&game.rounds[..cut.rounds.len()]));
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
        ("<rss/>", "neither mjlog XML"),
        ("{broken", "neither mjlog XML"),
        ("https://tenhou.net/0/?log=2019010100gm-00a9-0000-00000000&tw=1", "an address"),
        ("tenhou.net/6/#json={}", "an address"),
        ("123m406p789s1122z", "neither mjlog XML"),
    ] {
        let error = parse_log(text.as_bytes()).map(|game| panic!("{text}: {game:?}")).unwrap_err();
        assert_eq!((error.code, error.field.as_str()), (ErrorCode::LogUnknown, "log"), "{text}: {error:?}");
        assert!(error.message.contains(word) && !error.message.contains("byte"), "{text}: {}", error.message);
    }
    // an XML declaration does no harm
    let record = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- a game --><mjloggm ver=\"2.3\"></mjloggm>";
    let game = parse_log(record.as_bytes()).unwrap();
    assert_eq!((game.rounds.len(), game.broken), (0, None));
}

/// A made-up game as each format writes it.
fn made_up() -> [String; 3] {
    let logs = records::game(5, 2, &Rules::TENHOU);
    let names = BySeat(["A", "ニシ", "C", "D"].map(String::from));
    [
        records::mjlog::write(&names, &logs),
        tenhou6::write(&Room::USUAL, Some(&names), &logs),
        records::mjai::write(records::mjai::Style::Terse, &Room::USUAL, &names, &logs),
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
    let told = |bytes: &[u8]| serde_json::to_string(&parse_log(bytes).unwrap()).unwrap();
    for text in made_up() {
        let plain = told(text.as_bytes());
        for mark in ["\u{feff}", ""] {
            let units: Vec<u16> = mark.encode_utf16().chain(text.encode_utf16()).collect();
            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            assert_eq!(told(&little), plain);
            assert_eq!(told(&big), plain);
        }
        assert_eq!(told(format!("\u{feff}{text}").as_bytes()), plain);
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
