//! Real games: every event legal, every win as recorded; and damaged ones, which are noticed.
//!
//! `npm test` validates all games; here are the first few hundred.

use crate::records::{Random, mjai};
use nanikiru::api::{parse_log, request_from_json};
use nanikiru::replay::mjlog::Reader;
use nanikiru::replay::{ClaimedLimit, RoundLog, open, tenhou6};
use nanikiru::review::{RecordedAction, decisions};
use nanikiru::round::{Event, Round};
use nanikiru::rules::{Length, Rules};
use nanikiru_tools::games::archive;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn validate(arguments: &[&str]) -> (Output, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nanikiru-tools"));
    let output = command.arg("validate").args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

/// The first four-player games of this length.
fn games(length: Length, n: usize) -> Vec<String> {
    let games = nanikiru_tools::archive::games(&archive(length).unwrap()).unwrap().take(n);
    games.map(|game| String::from_utf8(game.unwrap().1).unwrap()).collect()
}

#[test]
#[ignore = "needs ../shared"]
fn the_first_games_are_as_recorded() {
    let (output, text) = validate(&["--limit", "300"]);
    assert!(output.status.success(), "{text}");
    assert!(text.starts_with("900 games, "), "{text}");
    assert!(text.contains(" wins: 0 differences"), "{text}");
}

/// The door takes back all that the reader gives: every table of real games is one that it can rebuild.
#[test]
#[ignore = "needs ../shared"]
fn every_decision_of_the_first_games_is_a_question() {
    let mut decisions = 0;
    for xml in games(Length::Hanchan, 10) {
        let game = parse_log(xml.as_bytes()).unwrap();
        assert_eq!(game.broken, None);
        for decision in game.rounds.iter().flat_map(|round| &round.decisions) {
            let request = json!({"hand": decision.hand, "context": decision.context}).to_string();
            let question = request_from_json(&request).and_then(|request| request.check());
            let question = question.unwrap_or_else(|error| panic!("{error}: {request}"));
            assert!(question.seated.is_some());
            decisions += 1;
        }
    }
    assert!(decisions > 4_000, "only {decisions} decisions");
}

/// Every form of Mahjong Soul's records: yaku, han, fu and points of every win are those of the record.
#[test]
#[ignore = "needs ../shared"]
fn wins_of_mahjong_soul_are_as_recorded() {
    let folder = nanikiru_tools::project::shared("data/fixtures/majsoul").unwrap();
    let (output, text) = validate(&[folder.to_str().unwrap()]);
    assert!(output.status.success(), "{text}");
    assert!(
        text.starts_with("37 games, 349 rounds, ") && text.contains(" 278 wins: 0 differences"),
        "{text}"
    );
}

/// The table of the forms: no difference, no unknown form, and only those files refused that are known to be no record, each
/// with its code. The documents have what is printed.
#[test]
#[ignore = "needs ../shared"]
fn every_form_of_a_record_is_read() {
    let (output, text) = validate(&["--forms"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}{text}");
    let figures = text.lines().filter_map(|line| line.split(" | ").nth(2)?.rsplit(", ").next());
    let wins: u32 = figures.filter_map(|wins| wins.parse::<u32>().ok()).sum();
    assert!(wins > 250, "only {wins} wins");
    let document = fs::read_to_string(nanikiru_tools::project::file("docs/results.md")).unwrap();
    assert!(document.contains(text.trim()), "docs/results.md has another table than\n{text}");
}

#[test]
#[ignore = "needs ../shared"]
fn the_habits_are_those_of_the_games() {
    let (output, text) = validate(&["--check-habits"]);
    assert!(output.status.success(), "{text}");
    assert!(text.starts_with("habits.params is what --habits writes"), "{text}");
}

#[test]
fn wrong_arguments_and_missing_files_are_errors() {
    for arguments in [&["--wrong"][..], &["--limit"], &["--limit", "x"], &["no/such/file.xml"]] {
        let (output, text) = validate(arguments);
        assert_eq!(output.status.code(), Some(2), "{text}");
    }
}

/// Replaces `from` in the first element that begins with `element` and has it.
fn change(game: &str, element: &str, from: &str, to: &str) -> Option<String> {
    game.match_indices(element).find_map(|(start, _)| {
        let end = start + game[start..].find('>')?;
        let place = start + game[start..end].find(from)?;
        Some(format!("{}{to}{}", &game[..place], &game[place + from.len()..]))
    })
}

#[test]
#[ignore = "needs ../shared"]
fn a_changed_record_is_noticed() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("changed");
    let games = games(Length::Hanchan, 60);
    // what is changed, and what the tool says about it
    let changes = [
        ("<AGARI", "ten=\"30,", "ten=\"40,", "fu: recorded Some(40), ours Some(30)"),
        ("<AGARI", "yaku=\"1,1,", "yaku=\"1,2,", "yaku and their han: recorded ["),
        ("<AGARI", " doraHai=\"", " doraHai=\"0,", "indicators: recorded"),
        ("<AGARI", "ba=\"0,", "ba=\"1,", "honba and sticks"),
        ("<REACH", " step=\"2\"", " step=\"1\"", "not now"),
        ("<INIT", "seed=\"1,0", "seed=\"1,1", "start of the round"),
        ("<RYUUKYOKU ba", " hai0=", " hai1=", "tenpai of seat 0: recorded false, ours true"),
        ("<RYUUKYOKU", "-10,", "-20,", "add up to"),
        ("<DORA", "<DORA ", "<NOTHING ", "the format has no `NOTHING`"),
        ("<AGARI", "owari=\"", "owari=\"1", "final points"),
    ];
    for (element, from, to, said) in changes {
        let changed = games.iter().find_map(|game| change(game, element, from, to));
        let changed = changed.unwrap_or_else(|| panic!("no {element} has {from}"));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("changed.xml");
        fs::write(&file, changed).unwrap();
        let (output, text) = validate(&[file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{from} -> {to}: {text}");
        assert!(text.contains(said), "{from} -> {to}: {text}");
        assert!(text.starts_with("changed.xml "), "{text}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "needs ../shared"]
fn damaged_games_never_panic() {
    let mut random = Random(0);
    let mut random = || random.next() as usize;
    let mut refused = 0;
    for game in games(Length::Tonpuu, 40) {
        for _ in 0..25 {
            let mut bytes = game.clone().into_bytes();
            for _ in 0..1 + random() % 4 {
                let place = random() % bytes.len();
                match random() % 4 {
                    0 => bytes[place] = b'0' + (random() % 10) as u8,
                    1 => bytes[place] = random() as u8,
                    2 => drop(bytes.drain(place..(place + random() % 40).min(bytes.len()))),
                    _ => bytes.truncate(place),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            for log in Reader::new(&bytes) {
                let Ok(log) = log else {
                    refused += 1;
                    continue;
                };
                let Ok(mut round) = Round::deal(log.raw, &Rules::TENHOU) else {
                    refused += 1;
                    continue;
                };
                refused += usize::from(log.events.iter().any(|event| round.apply(event).is_err()));
            }
        }
    }
    assert!(refused > 500, "of 1,000 damaged games only {refused} were noticed");
}

/// Recorded games written as tenhou.net/6 and mjai and read back: the same events, and the same claims
/// where the format has them.
#[test]
#[ignore = "needs ../shared"]
fn other_formats_tell_the_same_games() {
    let (mut rounds, mut events) = (0, 0);
    for length in [Length::Hanchan, Length::Tonpuu] {
        for xml in games(length, 250) {
            let mut reader = open(xml.as_bytes()).unwrap();
            let logs: Vec<RoundLog> = reader.by_ref().map_while(Result::ok).collect();
            let (room, names) = (reader.room().unwrap(), reader.names().unwrap());
            let texts = [
                tenhou6::write(&room, Some(names), &logs),
                mjai::write(mjai::Style::Terse, &room, names, &logs),
                mjai::write(mjai::Style::Wordy, &room, names, &logs),
            ];
            for (i, text) in texts.iter().enumerate() {
                let mut reader = open(text.as_bytes()).unwrap();
                for log in &logs {
                    let read = reader.next().unwrap().unwrap_or_else(|error| panic!("{i}: {error}"));
                    assert_eq!(read.raw, log.raw);
                    assert_eq!(read.events, log.events, "{i}");
                    if i == 0 {
                        same_claims(&read, log);
                    }
                }
                assert!(reader.next().is_none());
                assert_eq!(reader.names(), Some(names));
                assert_eq!(reader.room().unwrap().length, room.length);
                // mjai has no open tanyao and no times
                assert!(i > 0 || reader.room().as_ref() == Some(&room));
            }
            rounds += logs.len();
            events += logs.iter().map(|log| log.events.len()).sum::<usize>();
        }
    }
    println!("{rounds} rounds, {events} events");
    assert!(rounds > 3_000);
}

fn same_claims(read: &RoundLog, written: &RoundLog) {
    assert_eq!(read.claims.len(), written.claims.len());
    for (read, written) in read.claims.iter().zip(&written.claims) {
        assert_eq!(read.limit, written.limit);
        assert_eq!(read.yaku, written.yaku);
        assert_eq!(read.points, written.points);
        assert_eq!(read.pao, written.pao);
        // beyond the limits fu are not written
        let has_fu = written.limit == Some(ClaimedLimit::None);
        assert_eq!(read.fu, written.fu.filter(|_| has_fu));
    }
}

/// A seat in riichi has a row for each thing that it can do: the tile drawn, its kans, a win, or to let it pass.
#[test]
#[ignore = "needs ../shared"]
fn decisions_in_riichi_have_a_row_for_everything_legal() {
    use nanikiru::analyze::{Action, Options, Spot, analyze_at_once};
    use nanikiru::review::Choice;
    let (mut decided, mut kans, mut wins) = (0, 0, 0);
    for xml in games(Length::Hanchan, 150) {
        let mut reader = open(xml.as_bytes()).unwrap();
        while let Some(Ok(log)) = reader.next() {
            let room = reader.room().unwrap();
            for decision in decisions(&log, &room.rules).map(Result::unwrap) {
                let table = decision.round.table();
                if table.player(decision.seat).riichi().is_none() {
                    continue;
                }
                let asked = Spot::of(&decision.round, decision.seat, room.length).unwrap();
                let report = analyze_at_once(&asked.position, &asked.situation, &Options::default());
                let report = report.unwrap_or_else(|error| panic!("{error}: {:?}", asked.position));
                let count =
                    |is: fn(&Action) -> bool| report.candidates.iter().filter(|c| is(&c.action)).count();
                let legal = match &decision.choice {
                    Choice::Turn(turn) => (turn.discards.len(), turn.kans.len(), turn.tsumo),
                    Choice::Offer(claims) => (1, 0, claims.ron),
                    Choice::AfterCall { .. } => panic!("{decision:?}"),
                };
                let rows = (
                    count(|a| matches!(a, Action::Discard { riichi: false, .. } | Action::Pass)),
                    count(|a| matches!(a, Action::Ankan { .. })),
                    count(|a| matches!(a, Action::Tsumo | Action::Ron)) == 1,
                );
                assert_eq!(rows, legal, "{decision:?}");
                assert_eq!(report.candidates.len(), rows.0 + rows.1 + usize::from(rows.2));
                assert!(
                    legal.2 <= (report.candidates[0].play.win_rate() == 1.0),
                    "a win comes first: {report:?}"
                );
                (decided, kans, wins) = (decided + 1, kans + legal.1, wins + usize::from(legal.2));
            }
        }
    }
    println!("{decided} decisions, {kans} kans, {wins} wins");
    assert!(decided > 4_000 && kans > 5 && wins > 300, "{decided} decisions, {kans} kans, {wins} wins");
}

/// Every win of the records was offered as a decision, and every recorded call and discard was.
#[test]
#[ignore = "needs ../shared"]
fn recorded_decisions_were_offered() {
    let mut decided = 0;
    for xml in games(Length::Hanchan, 100) {
        let mut reader = open(xml.as_bytes()).unwrap();
        while let Some(Ok(log)) = reader.next() {
            let mut did = 0;
            for decision in decisions(&log, &reader.room().unwrap().rules) {
                let decision = decision.unwrap();
                use nanikiru::review::Choice::*;
                let offered = match (&decision.choice, decision.done) {
                    (Turn(turn), RecordedAction::Discard { tile, riichi, .. }) => {
                        if riichi { &turn.riichi } else { &turn.discards }.contains(&tile)
                    }
                    (Turn(turn), RecordedAction::Call(meld)) => turn.kans.contains(&meld),
                    (Turn(turn), RecordedAction::Tsumo) => turn.tsumo,
                    (Turn(turn), RecordedAction::NineTerminals) => turn.nine_terminals,
                    (AfterCall { discards }, RecordedAction::Discard { tile, .. }) => {
                        discards.contains(&tile)
                    }
                    (Offer(claims), RecordedAction::Call(meld)) => claims.calls.contains(&meld),
                    (Offer(claims), RecordedAction::Ron) => claims.ron,
                    (Offer(claims), RecordedAction::Pass | RecordedAction::Overridden { .. }) => {
                        !claims.is_empty()
                    }
                    _ => false,
                };
                assert!(offered, "{decision:?}");
                did += usize::from(!matches!(
                    decision.done,
                    RecordedAction::Pass | RecordedAction::Overridden { .. }
                ));
                decided += 1;
            }
            let acts = |e: &&Event| matches!(e, Event::Discard { .. } | Event::Call { .. } | Event::Win(_));
            let acts = log.events.iter().filter(acts).count();
            assert!(did == acts || did == acts + 1 || did == acts + 3, "{did} decisions, {acts} acts");
        }
    }
    println!("{decided} decisions");
    assert!(decided > 50_000, "{decided}");
}
