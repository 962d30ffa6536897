//! Three players in the API: their games are looked through, and what no such table has is refused.

use crate::records;
use crate::shared;

use nanikiru::analyze::habits::OTHERS_TENPAI_OF_THREE;
use nanikiru::analyze::{Depth, Options, Spot, analyze_at_once};
use nanikiru::api::{
    Context, ErrorCode, GameLog, Watch, analyze_json, danger_json, judge_json, parse_log, request_from_json,
};
use nanikiru::hand::Deck;
use nanikiru::legal::{self, Action, Position};
use nanikiru::replay::{Room, RoundLog, mjai, open};
use nanikiru::review::{Choice, Decision, decisions};
use nanikiru::round::{Drawn, Event};
use nanikiru::rules::{Length, Rules};
use nanikiru::score::{Indicators, Pot, Source, Table, Win, payments, score};
use nanikiru::search::{Chance, ChanceStep, Kans, OthersTenpai, Points, Progress, Root, Start, search_f64};
use nanikiru::tile::{Seat, Tile, Wind};
use serde_json::{Value, json};
use shared::shared;
use std::fs::File;
use std::io::Read;

/// What was seen of some games.
#[derive(Default, Debug, PartialEq)]
struct Seen {
    decisions: usize,
    kita: usize,
    robbed: usize,
    kans: usize,
}

/// Whether `parseLog` gives it: in riichi only where there is something to choose.
fn is_given(decision: &Decision) -> bool {
    let Choice::Turn(turn) = &decision.choice else { return true };
    let riichi = decision.round.table().player(decision.seat).riichi().is_some();
    !riichi || !turn.kans.is_empty() || turn.kita || turn.tsumo
}

/// Each decision's hand and context lead back to the same table: what the rules let the player do there is what they let it do in
/// the round, and what was done is among it.
fn look_through(game: &GameLog, logs: &[RoundLog], rules: &Rules, seen: &mut Seen) {
    assert_eq!(game.broken, None);
    assert_eq!(game.rounds.len(), logs.len());
    for (round, log) in game.rounds.iter().zip(logs) {
        assert!(round.places.is_none() && round.number <= 3 && round.scores[3] == 0);
        let decided = decisions(log, rules).map(|decision| decision.unwrap()).filter(is_given);
        let decided: Vec<Decision> =
            decided.filter(|d| Context::of(d.round.table(), d.seat).is_some()).collect();
        assert_eq!(decided.len(), round.decisions.len());
        for (told, decision) in round.decisions.iter().zip(decided) {
            let request = json!({"hand": told.hand, "context": told.context}).to_string();
            let request = request_from_json(&request).unwrap_or_else(|e| panic!("{request}\n{e:?}"));
            let asked = request.check().unwrap_or_else(|e| panic!("{request:?}\n{e:?}"));
            let spot = Spot::of(&decision.round, decision.seat, Length::Hanchan).unwrap();
            let (ours, theirs) = (&asked.situation, &spot.situation);
            assert_eq!(ours.unseen(), theirs.unseen(), "{request:?}");
            let numbers = |s: &nanikiru::analyze::Situation| {
                let own = [s.turn().number(), s.tiles_left(), s.honba() as usize, s.riichi_sticks() as usize];
                (own, s.seat_wind(), s.scores(), s.carry().dealer, s.is_first_turn())
            };
            assert_eq!(numbers(ours), numbers(theirs), "{request:?}");
            let actions = legal::actions(&asked.position, &ours.permit(&asked.position));
            let permit = decision.round.table().permit(decision.seat);
            assert_eq!(actions, legal::actions(&spot.position, &permit), "{request:?}");
            if let Some(done) = decision.action {
                assert!(actions.contains(&done), "{done:?} is none of {actions:?}: {request:?}");
                seen.kita += usize::from(done == Action::Kita);
                seen.kans += usize::from(done.kan().is_some());
            }
            let by = told.context.offered.as_ref().and_then(|offered| offered.by);
            seen.robbed += usize::from(by == Some(nanikiru::api::OfferedByName::Kita));
            seen.decisions += 1;
        }
    }
}

/// A made-up game as mjai.
fn made_up(seed: u64, rules: &Rules) -> (Vec<RoundLog>, String) {
    let logs = records::game(seed, 4, rules);
    let room = Room { rules: rules.clone(), ..Room::USUAL };
    let text = mjai::write(&room, None, &logs);
    (logs, text)
}

#[test]
fn decisions_of_three_players_are_questions() {
    let mut seen = Seen::default();
    for rules in Rules::SANMA.map(|set| set.rules) {
        for seed in 0..8 {
            let (logs, text) = made_up(seed, &rules);
            let options = serde_json::from_value(json!({"rules": rules.nearest().0.name})).unwrap();
            let game = nanikiru::api::parse_log_with(text.as_bytes(), &options).unwrap();
            assert_eq!(game.rules.name, rules.nearest().0.name);
            look_through(&game, &logs, &rules, &mut seen);
        }
    }
    assert!(seen.decisions > 1_000 && seen.kita > 40 && seen.kans > 2, "{seen:?}");
}

#[test]
#[ignore = "needs ../shared"]
fn all_recorded_games_of_three_are_looked_through() {
    let file = File::open(shared("data/train_xml_sanma.tar.zst")).unwrap();
    let mut archive = tar::Archive::new(zstd::Decoder::new(file).unwrap());
    let (mut seen, mut games) = (Seen::default(), 0);
    let mut tenpai = [[0u32; 4]; 2];
    for entry in archive.entries().unwrap() {
        let mut xml = Vec::new();
        entry.unwrap().read_to_end(&mut xml).unwrap();
        if xml.is_empty() {
            continue;
        }
        let mut reader = open(&xml).unwrap();
        let logs: Vec<RoundLog> = std::iter::from_fn(|| reader.next()).map(|log| log.unwrap()).collect();
        let rules = reader.room().unwrap().rules;
        look_through(&parse_log(&xml).unwrap(), &logs, &rules, &mut seen);
        for event in logs.iter().flat_map(|log| &log.events) {
            let Event::Drawn {
                how: Drawn::Exhausted { tenpai: shown } | Drawn::NagashiMangan { tenpai: shown },
                ..
            } = event
            else {
                continue;
            };
            let all = shown.0.iter().filter(|&&tenpai| tenpai).count();
            for seat in rules.players.seats() {
                tenpai[usize::from(!shown[seat])][all - usize::from(shown[seat])] += 1;
            }
        }
        games += 1;
    }
    println!("{games} games, {seen:?}");
    for (counted, constants) in tenpai.iter().zip(OTHERS_TENPAI_OF_THREE) {
        let all: u32 = counted.iter().sum();
        for (&count, constant) in counted.iter().zip(constants) {
            assert!((f64::from(count) / f64::from(all) - constant).abs() < 5e-5, "{tenpai:?}");
        }
    }
    assert!(games == 1_422 && seen.kita > 20_000 && seen.robbed > 10, "{games} games, {seen:?}");
}

fn refused(hand: &str, context: Value) -> (ErrorCode, String, String) {
    let request = json!({"hand": hand, "context": context}).to_string();
    let error = request_from_json(&request).unwrap().check().map(|_| panic!("{request}")).unwrap_err();
    (error.code, error.field, error.message)
}

/// By what is wrong: the code, the field, and a word of the sentence.
#[test]
fn what_no_table_of_three_has_is_refused_by_name() {
    use ErrorCode as C;
    let hand = "123406p789s1122z5z";
    let sanma = |context: Value| {
        let mut all = json!({"rules": "tenhou-sanma", "doraIndicators": "9p"});
        all.as_object_mut().unwrap().extend(context.as_object().unwrap().clone());
        all
    };
    let waiting = "123406p789s1122z";
    for (hand, context, code, field, word) in [
        ("12m3406p789s1122z5z", sanma(json!({})), C::HandNotInDeck, "hand", "2m does not exist"),
        ("123406p1122z5z,s78-9", sanma(json!({})), C::HandNotInDeck, "hand", "no chi"),
        (hand, sanma(json!({"visible": "1m5m"})), C::HandNotInDeck, "context.visible", "5m does not exist"),
        (hand, sanma(json!({"doraIndicators": "2m"})), C::HandNotInDeck, "context.doraIndicators", "2m does"),
        (hand, sanma(json!({"seat": "north"})), C::ContextPlayers, "context.seat", "nobody is North"),
        (
            hand,
            sanma(json!({"scores": [35000, 35000, 25000, 10000]})),
            C::ContextPlayers,
            "context.scores[3]",
            "North",
        ),
        (hand, sanma(json!({"roundNumber": 4})), C::RequestOutOfRange, "context.roundNumber", "1 to 3"),
        (hand, sanma(json!({"turn": 20})), C::RequestOutOfRange, "context.turn", "1 to 19"),
        (hand, sanma(json!({"tilesLeft": 56})), C::ContextTilesLeft, "context.tilesLeft", "55"),
        (hand, sanma(json!({"kita": 5})), C::RequestOutOfRange, "context.kita", "four norths"),
        ("123406p789s11224z", sanma(json!({"kita": 4})), C::HandTooManyCopies, "hand", "4z"),
        (hand, json!({"kita": 1}), C::ContextPlayers, "context.kita", "four players"),
        (
            waiting,
            sanma(json!({"offered": {"tile": "1p", "from": "left"}})),
            C::ContextPlayers,
            "context.offered",
            "North",
        ),
        (
            "123406p789s1122z",
            sanma(json!({"seat": "south", "players": {"east": {"river": "9p"}, "north": {"river": "1s"}}})),
            C::ContextPlayers,
            "context.players.north.river",
            "nobody is North",
        ),
        (
            waiting,
            sanma(json!({"seat": "south", "players": {"east": {"river": "9p", "melds": ["s78-9"]}}})),
            C::ContextPlayers,
            "context.players.east.melds[0]",
            "nobody is North",
        ),
        (
            waiting,
            json!({"seat": "south", "doraIndicators": "9p", "players": {"east": {"river": "f4z9p"}}}),
            C::ContextPlayers,
            "context.players.east.river",
            "four play",
        ),
        (
            waiting,
            sanma(json!({"seat": "south", "kita": 1, "players": {"east": {"river": "9p"}}})),
            C::ContextContradiction,
            "context.kita",
            "0 norths",
        ),
        (
            waiting,
            sanma(json!({"seat": "south", "players": {"east": {"river": "f4zf4zf4zf4zf4z9p"}}})),
            C::ContextIllegal,
            "context.players.east.river",
            "4z",
        ),
    ] {
        let (found, at, message) = refused(hand, context.clone());
        assert_eq!((found, &at[..]), (code, field), "{hand} {context}: {message}");
        assert!(message.contains(word), "{hand} {context}: {message}");
    }
}

/// The candidates of a hand alone are the legal actions, a north set aside among them.
#[test]
fn candidates_of_three_players_are_the_legal_actions() {
    let options =
        Options { depth: Depth::Fast, calls: 1, others: false, max_hands: 3_000, ..Options::default() };
    let (mut valued, mut kita) = (0, 0);
    for seed in 100..112 {
        let (logs, _) = made_up(seed, &Rules::TENHOU_SANMA);
        for log in &logs {
            for decision in decisions(log, &Rules::TENHOU_SANMA).map(|decision| decision.unwrap()) {
                let spot = Spot::of(&decision.round, decision.seat, Length::Hanchan).unwrap();
                if spot.position.shanten().get() > 1 {
                    continue;
                }
                let Ok(report) = analyze_at_once(&spot.position, &spot.situation, &options) else { continue };
                let permit = decision.round.table().permit(decision.seat);
                let mut legal = legal::actions(&spot.position, &permit);
                assert!(!report.estimated && report.candidates.iter().all(|row| row.policy.is_none()));
                for row in &report.candidates {
                    let place = legal.iter().position(|action| *action == row.action);
                    legal.remove(place.unwrap_or_else(|| panic!("{:?}: {:?}", row.action, spot.position)));
                    kita += usize::from(row.action == Action::Kita);
                    assert!(row.play.value.is_finite() && row.play.win_rate <= 1.0 + 1e-6, "{row:?}");
                }
                assert!(legal.is_empty(), "{legal:?}: {:?}", spot.position);
                valued += 1;
            }
        }
    }
    assert!(valued > 100 && kita > 10, "{valued} decisions, {kita} norths");
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

/// A north set aside with one tile left: the replacement draw wins by rinshan with a han for the north, or the hand is tenpai at the
/// draw. Written down from the rules, to 1e-9; the same by `analyze` in its precision.
#[test]
fn a_north_set_aside_is_worth_its_draw_and_its_han() {
    let rules = Rules::TENHOU_SANMA;
    let drawn = "123406p789s2355s4z";
    let context = json!({"rules": "tenhou-sanma", "seat": "south", "doraIndicators": "3z", "tilesLeft": 1, "turn": 18, "honba": 2});
    let request = json!({"hand": drawn, "context": context, "options": {"others": false}});
    let question = request_from_json(&request.to_string()).unwrap().check().unwrap();
    let Position::Drawn { hand, .. } = &question.position else { panic!("14 tiles") };
    let after = hand.kita().unwrap();
    assert_eq!(after.deck(), Deck::Three { kita: 1 });
    let unseen = question.situation.unseen();
    let dora = Indicators::new(&[tile("3z").kind()]).unwrap();
    let table = Table { round: Wind::East, seat: Wind::South, dora };
    let pot = Pot { honba: 2, sticks: 0 };
    let won = |wait: &str| {
        let win = Win::Rinshan { riichi: None };
        let score = score(&after, tile(wait), &win, &table, &rules).unwrap();
        // tsumo, rinshan, pinfu, the red five, and two for the north, which the west indicator shows
        assert_eq!((score.dora.kita, score.dora.dora), (1, 1));
        f64::from(payments(&score, Seat::ALL[1], Seat::ALL[0], Source::Tsumo, pot, &rules)[Seat::ALL[1]])
    };
    let [tenpai, noten] = OTHERS_TENPAI_OF_THREE;
    let at_the_draw = 2_000.0 * tenpai[0] + 1_000.0 * tenpai[1];
    let all = unseen.total() as f64;
    let (mut expected, mut rest) = (0.0, 1.0);
    for wait in ["1s", "4s"] {
        let share = f64::from(unseen.counts()[tile(wait).kind()]) / all;
        expected += share * won(wait);
        rest -= share;
    }
    expected += rest * at_the_draw;

    let chance = Chance { draws: 1, tail: 0, steps: vec![ChanceStep::ALONE; 2], coming_riichi: None };
    let others = OthersTenpai { tenpai, noten };
    let points = Points { rules: rules.clone(), table, pot, riichi: true, others, kans: 0, utility: None };
    let options = nanikiru::search::Options { kans: Kans::Held, ..Default::default() };
    let root = Root::Waiting { hand: &after, from: Start::Replacement };
    let outcome = search_f64(root, unseen, &chance, &points, &options, &Progress::default()).unwrap();
    let value = outcome.rows[0].play.value;
    assert!((value - expected).abs() < 1e-9 * expected, "{value}, by the rules {expected}");

    let report: Value = serde_json::from_str(&answer(&request).unwrap()).unwrap();
    let rows = report["candidates"].as_array().unwrap();
    let row = rows.iter().find(|row| row["action"]["type"] == "kita").unwrap();
    for field in ["value", "searchValue"] {
        let told = row[field].as_f64().unwrap();
        assert!((told - expected).abs() < 1e-4 * expected, "{field} {told}, by the rules {expected}");
    }
    assert!(row.get("dealInRate").is_none() && row.get("policy").is_none(), "{row}");
}

fn answer(request: &Value) -> Result<String, String> {
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    analyze_json(&request.to_string(), &mut watch)
}

/// What is known of four players only is refused by one code, and names its field.
#[test]
fn what_is_not_valued_with_three_players_is_refused() {
    let (hand, context) = ("123406p789s1122z5z", json!({"rules": "tenhou-sanma", "turn": 12}));
    let error = |answer: Result<String, String>| -> (String, String) {
        let error: Value = serde_json::from_str(&answer.unwrap_err()).unwrap();
        (error["code"].as_str().unwrap().into(), error["field"].as_str().unwrap().into())
    };
    let refused = |field: &str| ("context.three_players".to_string(), field.to_string());
    let with = |options: Value| json!({"hand": hand, "context": context, "options": options});
    assert_eq!(error(answer(&json!({"hand": hand, "context": context}))), refused("options.others"));
    let placement = with(json!({"others": false, "objective": "placement"}));
    assert_eq!(error(answer(&placement)), refused("options.objective"));
    assert!(answer(&with(json!({"others": false, "objective": "winRate"}))).is_ok());
    let kita =
        json!({"hand": hand, "context": context, "options": {"others": false}, "action": {"type": "kita"}});
    assert_eq!(error(answer(&kita)), ("action.no_kita".to_string(), "action".to_string()));
    assert_eq!(
        error(danger_json(&json!({"hand": hand, "context": context}).to_string())),
        refused("context.rules")
    );
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    let judged =
        json!({"hand": hand, "context": context, "done": {"type": "discard", "tile": "5z", "riichi": true}});
    assert_eq!(error(judge_json(&judged.to_string(), &mut watch)), refused("context.rules"));
    // a hand that is too far to be searched is not estimated by the averages of four players
    let far = json!({"hand": "159p147s19m12345z", "context": context, "options": {"others": false, "maxHands": 10}});
    assert_eq!(error(answer(&far)).0, "search.too_large");
}
