//! A seat that follows a game event by event may do what the record's decisions say, whatever the writer's habits.

use crate::records;

use nanikiru::api::{FollowedTable, TableOptions, parse_log};
use nanikiru::follow::{FollowError, Follower, GameSetup};
use nanikiru::legal::{Action, ActionError};
use nanikiru::replay::{Room, RoundLog};
use nanikiru::review::{self, Choice};
use nanikiru::round::{Forbidden, Opening};
use nanikiru::rules::Rules;
use nanikiru::shape;
use nanikiru::tile::{BySeat, Kind, Seat, Tile};
use records::mjai::{Style, write};
use serde_json::{Map, Value, json};

fn setup(seat: Seat, rules: &Rules) -> GameSetup {
    GameSetup {
        rules: rules.clone(),
        red_fives: None,
        kuitan: None,
        length: None,
        seat: Some(seat),
        nukidora: false,
    }
}

fn object(value: Value) -> Map<String, Value> {
    serde_json::from_value(value).unwrap()
}

/// An event as this seat hears it: the others' tiles are hidden.
fn masked(event: &Value, seat: Seat) -> Value {
    let mut event = event.clone();
    match event["type"].as_str().unwrap() {
        "tsumo" if event["actor"] != seat.index() => event["pai"] = "?".into(),
        "start_kyoku" => {
            let hands = event["tehais"].as_array().unwrap().len();
            for other in (0..hands).filter(|&other| other != seat.index()) {
                event["tehais"][other] = json!(vec!["?"; 13]);
            }
        }
        _ => {}
    }
    event
}

/// Whether two lists hold the same actions, of calls what they take.
fn fits(choice: &Choice, actions: &[Action]) -> bool {
    match choice {
        Choice::Turn(turn) => {
            let discards = |declared| {
                let found = actions.iter().filter(
                    move |action| matches!(action, Action::Discard { riichi, .. } if *riichi == declared),
                );
                found.count()
            };
            let kans = actions.iter().filter(|action| action.kan().is_some()).count();
            discards(false) == turn.discards.len()
                && discards(true) == turn.riichi.len()
                && kans == turn.kans.len()
                && actions.contains(&Action::Kita) == turn.kita
                && actions.contains(&Action::Tsumo) == turn.tsumo
                && actions.contains(&Action::NineTerminals) == turn.nine_terminals
        }
        Choice::AfterCall { discards } => actions.len() == discards.len(),
        Choice::Offer(claims) => {
            let calls = actions
                .iter()
                .any(|action| matches!(action, Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan));
            actions.contains(&Action::Pass)
                && actions.contains(&Action::Ron) == claims.ron
                && calls != claims.calls.is_empty()
        }
    }
}

/// The moments of a round at which a seat has to choose, in the order of events.
fn decisions(log: &RoundLog, seat: Seat, rules: &Rules) -> Vec<(Choice, Option<Action>)> {
    let all = review::decisions(log, rules).map(|decision| decision.unwrap());
    all.filter(|decision| decision.seat == seat).map(|decision| (decision.choice, decision.action)).collect()
}

#[derive(Default)]
struct Counted {
    decisions: usize,
    replies: usize,
}

/// Follows a game from one seat, and holds every choice against the record's.
fn follow(text: &str, logs: &[RoundLog], seat: Seat, rules: &Rules) -> Counted {
    let mut counted = Counted::default();
    let mut follower = Follower::new(setup(seat, rules));
    let mut expected = Vec::new().into_iter();
    let mut rounds = logs.iter();
    for line in text.lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        let word = event["type"].as_str().unwrap();
        follower
            .apply(object(masked(&event, seat)))
            .unwrap_or_else(|error| panic!("seat {}: {line}: {error}", seat.index()));
        if word == "start_kyoku" {
            assert_eq!(expected.len(), 0, "choices that nobody was asked for");
            expected = decisions(rounds.next().unwrap(), seat, rules).into_iter();
        }
        let actions = follower.actions();
        let own = event["actor"] == seat.index();
        let asks = match word {
            "tsumo" | "chi" | "pon" => own,
            "dahai" | "ankan" | "kakan" | "kita" => !own,
            _ => false,
        };
        if !asks {
            // an indicator or an accepted riichi leaves what was on offer
            assert!(
                actions.is_empty() || ["dora", "reach_accepted", "reach"].contains(&word),
                "{line}: {actions:?}"
            );
            continue;
        }
        if actions.is_empty() {
            continue;
        }
        let (choice, done) =
            expected.next().unwrap_or_else(|| panic!("{line}: nothing to choose: {actions:?}"));
        assert!(fits(&choice, &actions), "{line}: {choice:?} against {actions:?}");
        if let Some(done) = done {
            assert!(actions.contains(&done), "{line}: {done:?} is not in {actions:?}");
        }
        counted.decisions += 1;
        for action in &actions {
            follower.reply(action).unwrap_or_else(|error| panic!("{line}: {action:?}: {error}"));
            counted.replies += 1;
        }
    }
    assert_eq!(expected.len(), 0, "choices that nobody was asked for");
    counted
}

/// Made-up games with every rare end, kan and call, in both habits of writers: indicators in time and after the discard.
#[test]
fn a_seat_that_hears_a_game_may_do_what_its_record_says() {
    let names = BySeat(["a", "b", "c", "d"].map(String::from));
    let room = Room::USUAL;
    let mut all = Counted::default();
    for game in 0..24 {
        let logs = records::game(game, 8, &room.rules);
        for style in [Style::Terse, Style::Wordy] {
            let text = write(style, &room, &names, &logs);
            for seat in Seat::ALL {
                let counted = follow(&text, &logs, seat, &room.rules);
                all.decisions += counted.decisions;
                all.replies += counted.replies;
            }
        }
    }
    assert!(all.decisions > 10_000, "only {} decisions", all.decisions);
    assert!(all.replies > 50_000, "only {} replies", all.replies);
}

/// The events that a seat got are those it gives, as far as the game has come.
#[test]
fn a_reply_says_what_the_record_has() {
    let text = include_str!("../../docs/example.mjson");
    let mut replies = 0;
    for seat in Seat::ALL {
        let mut follower = Follower::new(setup(seat, &Rules::TENHOU));
        let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for (event, next) in events.iter().zip(&events[1..]) {
            follower.apply(object(masked(event, seat))).unwrap();
            if next["actor"] != seat.index() || next["type"] != "dahai" || event["type"] != "tsumo" {
                continue;
            }
            let said: Vec<Value> =
                follower.actions().iter().map(|action| follower.reply(action).unwrap()).collect();
            let pai = &next["pai"];
            let found = said.iter().find(|reply| reply["type"] == "dahai" && reply["pai"] == *pai);
            let found = found.unwrap_or_else(|| panic!("{next} is not in {said:?}"));
            assert_eq!(found["actor"], next["actor"]);
            replies += 1;
        }
    }
    assert!(replies > 3, "only {replies} discards");
}

#[test]
fn what_cannot_be_heard_is_an_error_and_changes_nothing() {
    let mut follower = Follower::new(setup(Seat::ALL[0], &Rules::TENHOU));
    let early = follower.apply(object(json!({"type": "tsumo", "actor": 0, "pai": "1m"})));
    assert_eq!(early, Err(FollowError::NoRound));
    let hands = json!([
        ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "S", "S"],
        vec!["?"; 13],
        vec!["?"; 13],
        vec!["?"; 13]
    ]);
    let start = json!({"type": "start_kyoku", "bakaze": "E", "dora_marker": "1p", "kyoku": 1, "honba": 0,
        "kyotaku": 0, "oya": 0, "tehais": hands});
    follower.apply(object(start.clone())).unwrap();
    let before = follower.clone();
    let cases = [
        json!({"type": "tsumo", "actor": 0, "pai": "?"}),
        json!({"type": "tsumo", "actor": 1, "pai": "?"}),
        json!({"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": false}),
        json!({"type": "dora", "dora_marker": "2p"}),
        json!({"type": "nukidora", "actor": 0}),
        json!({"type": "hello"}),
        json!({"actor": 0}),
    ];
    for event in cases {
        assert!(follower.apply(object(event.clone())).is_err(), "{event}");
        assert_eq!(follower, before, "{event}");
    }
    follower.apply(object(json!({"type": "tsumo", "actor": 0, "pai": "9m"}))).unwrap();
    assert_eq!(follower.actions().len(), 13, "{:?}", follower.actions());
    let not_held = follower.reply(&Action::Tsumo);
    assert!(not_held.is_err(), "{not_held:?}");

    let mut nobody = Follower::new(GameSetup { seat: None, ..setup(Seat::ALL[0], &Rules::TENHOU) });
    assert_eq!(nobody.apply(object(start.clone())), Err(FollowError::NoSeat));
    nobody.apply(object(json!({"type": "start_game", "id": 1}))).unwrap();
    let hidden = nobody.apply(object(start));
    assert_eq!(hidden, Err(FollowError::HiddenHand { seat: Seat::ALL[1] }));
}

/// At every own turn: a riichi that cannot be is refused for what forbids it, and for a hand that is not tenpai only where nothing
/// else does whatever the tile.
#[test]
fn a_refused_riichi_names_its_reason() {
    // one seat has less than a stick in two games of three
    let mut poor = Opening::first(&Rules::MAHJONG_SOUL, Tile::plain(Kind::ALL[0]));
    poor.scores = BySeat([900, 99_100, 0, 0]);
    let [mut fixed, mut open, mut points, mut wall, mut noten, mut legal] = [0; 6];
    for (rules, opening) in [
        (Rules::TENHOU, Opening::first(&Rules::TENHOU, Tile::plain(Kind::ALL[0]))),
        (Rules::MAHJONG_SOUL, poor),
        (Rules::MAHJONG_SOUL_SANMA, Opening::first(&Rules::MAHJONG_SOUL_SANMA, Tile::plain(Kind::ALL[0]))),
    ] {
        let room = Room { rules: rules.clone(), ..Room::USUAL };
        for game in 0..8 {
            let text = nanikiru::replay::mjai::write(
                &room,
                None,
                &records::game_with(game, 6, opening.clone(), &rules),
            );
            for seat in rules.players.seats() {
                let mut follower = Follower::new(setup(seat, &rules));
                for line in text.lines() {
                    follower.apply(object(masked(&serde_json::from_str(line).unwrap(), seat))).unwrap();
                    let round = follower.round().filter(|round| !round.is_over() && !round.declared());
                    let Some(round) = round.filter(|_| !follower.actions().is_empty()) else { continue };
                    let Ok(hand) = round.drawn_hand() else { continue };
                    let table = round.table().permit(seat).riichi(hand.is_closed());
                    let kept =
                        |tile| hand.discard(tile).is_some_and(|after| !shape::waits(&after).is_empty());
                    let tenpai = hand.discards().any(kept);
                    let said =
                        follower.clone().apply(object(json!({"type": "reach", "actor": seat.index()})));
                    let count = match (said, table, tenpai) {
                        (Err(FollowError::Action(ActionError::InRiichi)), Err(Forbidden::HandFixed), _) => {
                            &mut fixed
                        }
                        (
                            Err(FollowError::Action(ActionError::RiichiOpen)),
                            Err(Forbidden::RiichiOpen),
                            _,
                        ) => &mut open,
                        (
                            Err(FollowError::Action(ActionError::RiichiPoints { points: said })),
                            Err(Forbidden::RiichiPoints { points: held }),
                            true,
                        ) if said == held => &mut points,
                        (
                            Err(FollowError::Action(ActionError::RiichiTooLate { tiles })),
                            Err(Forbidden::WallShort { left, .. }),
                            true,
                        ) if tiles == left => &mut wall,
                        (Err(FollowError::Action(ActionError::RiichiNoten { .. })), _, false) => &mut noten,
                        (Ok(()), Ok(()), true) => &mut legal,
                        (said, ..) => panic!("{line}: {said:?}, the table {table:?}, tenpai {tenpai}"),
                    };
                    *count += 1;
                }
            }
        }
    }
    let all = [fixed, open, points, wall, noten, legal];
    assert!(all.into_iter().all(|count| count > 3), "{all:?}");
}

/// A host's own word for a north set aside, once it has said one; before, as the caller says.
#[test]
fn a_north_is_set_aside_in_the_words_of_the_host() {
    let rules = Rules::TENHOU_SANMA;
    let room = Room { rules: rules.clone(), ..Room::USUAL };
    let mut asked = [0; 2];
    for (game, (host, before)) in
        (0..).zip([("kita", false), ("nukidora", false), ("kita", true), ("nukidora", true)])
    {
        let text = nanikiru::replay::mjai::write(&room, None, &records::game(game, 4, &rules));
        for seat in rules.players.seats() {
            let mut follower = Follower::new(GameSetup { nukidora: before, ..setup(seat, &rules) });
            let mut heard = false;
            for line in text.lines() {
                let mut event: Value = serde_json::from_str(line).unwrap();
                if event["type"] == "kita" {
                    event["type"] = host.into();
                    heard = true;
                }
                follower.apply(object(masked(&event, seat))).unwrap();
                if follower.actions().contains(&Action::Kita) {
                    let said = follower.reply(&Action::Kita).unwrap();
                    let first = if before { "nukidora" } else { "kita" };
                    assert_eq!(said["type"], if heard { host } else { first }, "{line}");
                    asked[usize::from(heard)] += 1;
                }
            }
        }
    }
    assert!(asked.into_iter().all(|count| count > 3), "{asked:?}");
}

/// Hand and context of every decision that `parseLog` gives are what the table says while it follows.
#[test]
fn a_followed_table_says_what_the_record_is_asked() {
    let names = BySeat(["a", "b", "c", "d"].map(String::from));
    let mut found = 0;
    for game in 0..6 {
        let logs = records::game(game, 8, &Room::USUAL.rules);
        let text = write(Style::Terse, &Room::USUAL, &names, &logs);
        found += says_what_is_asked(&text, &Rules::TENHOU);
    }
    assert!(found > 1_500, "only {found} decisions");
}

#[test]
fn a_followed_table_of_three_does_so_too() {
    let mut found = 0;
    for rules in Rules::SANMA.map(|set| set.rules) {
        let room = Room { rules: rules.clone(), ..Room::USUAL };
        for game in 0..4 {
            let text = nanikiru::replay::mjai::write(&room, None, &records::game(game, 6, &rules));
            found += says_what_is_asked(&text, &rules);
        }
    }
    assert!(found > 800, "only {found} decisions");
}

fn says_what_is_asked(text: &str, rules: &Rules) -> usize {
    let mut found = 0;
    let log = parse_log(text.as_bytes()).unwrap();
    for seat in rules.players.seats() {
        let name = Some(rules.nearest().0.name.to_string());
        let options =
            TableOptions { rules: name, seat: Some(seat.index() as u32), ..TableOptions::default() };
        let mut table = FollowedTable::new(&options).unwrap();
        let mut rounds = log.rounds.iter();
        let mut expected = Vec::new().into_iter().peekable();
        for line in text.lines() {
            let event = masked(&serde_json::from_str(line).unwrap(), seat);
            let start = event["type"] == "start_kyoku";
            table.apply(event).unwrap_or_else(|error| panic!("{line}: {error}"));
            if start {
                assert_eq!(expected.next(), None, "{line}: the table came to another round first");
                let wind = table.wind();
                let all = rounds.next().unwrap().decisions.iter();
                let own = all.filter(|decision| Some(decision.seat) == wind);
                let asked: Vec<Value> =
                    own.map(|decision| json!({"hand": decision.hand, "context": decision.context})).collect();
                expected = asked.into_iter().peekable();
            }
            let Some(moment) = table.moment().filter(|_| !table.actions().is_empty()) else { continue };
            if expected.next_if_eq(&serde_json::to_value(&moment).unwrap()).is_some() {
                found += 1;
            }
        }
        assert_eq!(expected.next(), None, "the table never came to this");
    }
    found
}

/// Games of three players, in the words and arrays of every writer: `kita` and `nukidora`, three hands or a fourth one hidden.
#[test]
fn three_players_are_followed() {
    let mut all = Counted::default();
    let mut kita = 0;
    for rules in Rules::SANMA.map(|set| set.rules) {
        let room = Room { rules: rules.clone(), ..Room::USUAL };
        for game in 0..3 {
            let logs = records::game(game, 4, &rules);
            let text = nanikiru::replay::mjai::write(&room, None, &logs);
            kita += text.matches(r#""kita""#).count();
            let filled = |line: &str| {
                let mut event: Value = serde_json::from_str(line).unwrap();
                if event["type"] == "start_kyoku" {
                    event["tehais"].as_array_mut().unwrap().push(json!(vec!["?"; 13]));
                    event["scores"].as_array_mut().unwrap().push(json!(rules.start));
                }
                event.to_string().replace(r#""kita""#, r#""nukidora""#)
            };
            let filled: Vec<String> = text.lines().map(filled).collect();
            for text in [text, filled.join("\n")] {
                for seat in rules.players.seats() {
                    let counted = follow(&text, &logs, seat, &rules);
                    all.decisions += counted.decisions;
                    all.replies += counted.replies;
                }
            }
        }
    }
    assert!(all.decisions > 800 && all.replies > 4_000 && kita > 20, "{} {kita}", all.decisions);
}

/// A game of another number of players than the rules have is refused, and so is a seat that nobody has.
#[test]
fn players_and_rules_agree() {
    let hand = ["1m", "9m", "3p", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "S", "S"];
    let start = |hands: Vec<Value>| {
        object(json!({"type": "start_kyoku", "bakaze": "E", "dora_marker": "1p", "kyoku": 1, "honba": 0,
            "kyotaku": 0, "oya": 0, "tehais": hands}))
    };
    let hidden = || json!(vec!["?"; 13]);
    let said = |rules: &Rules, hands: Vec<Value>| {
        let mut follower = Follower::new(setup(Seat::ALL[0], rules));
        follower.apply(start(hands)).map(|()| follower.actions()).map_err(|error| error.to_string())
    };
    let three = || vec![json!(hand), hidden(), hidden()];
    assert!(said(&Rules::TENHOU_SANMA, three()).is_ok());
    let filled = |fourth: Value| three().into_iter().chain([fourth]).collect::<Vec<_>>();
    assert!(said(&Rules::TENHOU_SANMA, filled(hidden())).is_ok());
    assert!(said(&Rules::TENHOU_SANMA, filled(json!([]))).is_ok());
    assert!(said(&Rules::TENHOU, filled(hidden())).is_ok());
    let shown = filled(json!(vec!["1p"; 13]));
    for (rules, hands) in
        [(Rules::TENHOU, three()), (Rules::TENHOU, filled(json!([]))), (Rules::TENHOU_SANMA, shown)]
    {
        let error = said(&rules, hands).unwrap_err();
        assert!(error.contains("three") && error.contains("four"), "{error}");
    }
    let mut nobody = Follower::new(setup(Seat::ALL[3], &Rules::TENHOU_SANMA));
    assert_eq!(nobody.apply(start(three())), Err(FollowError::EmptySeat { seat: Seat::ALL[3] }));
    let rules = Some("tenhou-sanma".to_string());
    let options = TableOptions { rules, seat: Some(3), ..TableOptions::default() };
    let error = FollowedTable::new(&options).unwrap_err();
    assert_eq!((error.field.as_str(), error.message.as_str()), ("seat", "seats are 0 to 2"));
}
