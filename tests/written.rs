//! A record that is written in another format is the same game.

mod records;

use nanikiru::api::{ConvertRequest, WrittenFormat, convert_log, parse_log};
use nanikiru::replay::{Room, RoundLog, mjai, open, tenhou6};
use nanikiru::rules::Rules;
use nanikiru::tile::BySeat;

fn names() -> BySeat<String> {
    BySeat(["A", "ニシ", "C \"x\"", "D"].map(String::from))
}

fn read(text: &str) -> Vec<RoundLog> {
    open(text.as_bytes()).unwrap().map(|round| round.unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// What no format but mjlog says is left out on both sides.
fn events(logs: &[RoundLog]) -> Vec<RoundLog> {
    logs.iter().map(|log| RoundLog { claims: Vec::new(), absences: Vec::new(), ..log.clone() }).collect()
}

#[test]
fn made_up_games_are_written_as_they_were() {
    let mut rounds = 0;
    for seed in 0..24 {
        let logs = records::game(seed, 8, &Room::USUAL.rules);
        rounds += logs.len();
        let lines = mjai::write(&Room::USUAL, Some(&names()), &logs);
        assert_eq!(events(&read(&lines)), events(&logs), "mjai of seed {seed}");
        let json = tenhou6::write(&Room::USUAL, Some(&names()), &logs);
        assert_eq!(events(&read(&json)), events(&logs), "tenhou.net/6 of seed {seed}");
        let mut reader = open(lines.as_bytes()).unwrap();
        reader.next().unwrap().unwrap();
        assert_eq!(reader.names(), Some(&names()));
    }
    assert!(rounds > 100, "only {rounds} rounds");
}

#[test]
fn decisions_are_those_of_the_record_it_was_written_from() {
    let logs = records::game(3, 8, &Rules::TENHOU);
    let mjlog = records::mjlog::write(&names(), &logs);
    let wanted = parse_log(mjlog.as_bytes()).unwrap();
    for format in [WrittenFormat::Mjai, WrittenFormat::Tenhou6] {
        let written = convert_log(mjlog.as_bytes(), ConvertRequest { format, rules: None }).unwrap();
        assert_eq!((written.rounds as usize, written.broken), (wanted.rounds.len(), None));
        let game = parse_log(written.text.as_bytes()).unwrap();
        assert_eq!(game.names, wanted.names);
        let told = |game: &nanikiru::api::GameLog| {
            let rounds = game.rounds.iter();
            rounds.map(|round| serde_json::to_string(round).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(told(&game), told(&wanted), "{format:?}");
    }
}

#[test]
fn results_and_points_are_those_of_the_events() {
    let logs = records::game(7, 8, &Rules::TENHOU);
    let game = parse_log(mjai::write(&Room::USUAL, None, &logs).as_bytes()).unwrap();
    assert_eq!(game.rounds.len(), logs.len());
    for pair in game.rounds.windows(2) {
        let [round, next] = pair else { unreachable!() };
        let after: i32 = next.scores.iter().sum();
        let before: i32 = round.scores.iter().sum();
        let gained: i32 = round.result.gains.iter().sum();
        // a stick that lies on the table is nobody's
        assert_eq!((after - before - gained) % 1000, 0);
        assert_eq!(round.result.wins.is_empty(), round.result.draw.is_some());
    }
    let points = game.points.unwrap();
    assert_eq!(points.iter().sum::<i32>() % 1000, 0);
    assert_ne!(points, game.rounds[0].scores);
}

#[test]
fn a_cut_record_is_written_as_far_as_it_goes() {
    let logs = records::game(3, 4, &Rules::TENHOU);
    let text = mjai::write(&Room::USUAL, Some(&names()), &logs);
    let cut = &text[..text.len() - 200];
    let written = convert_log(cut.as_bytes(), ConvertRequest { format: WrittenFormat::Mjai, rules: None }).unwrap();
    assert_eq!(written.rounds as usize, logs.len() - 1);
    assert_eq!(written.broken.unwrap().rounds as usize, logs.len() - 1);
    assert_eq!(read(&written.text), read(&text)[..logs.len() - 1]);
}
