//! Three players in the API: their games are looked through, and what no such table has is refused.

use crate::records;
use crate::shared;

use nanikiru::analyze::habits::Habits;
use nanikiru::analyze::{Depth, DetailScope, Options, Spot, analyze_at_once};
use nanikiru::api::{
    CheckedRequest, Context, ErrorCode, FinalPlaces, GameLog, Watch, analyze_json, danger_json, judge_json,
    parse_log, request_from_json, tabu,
};
use nanikiru::danger::OF_NORTH;
use nanikiru::hand::Deck;
use nanikiru::legal::{self, Action, Position};
use nanikiru::replay::{Room, RoundLog, mjai, open};
use nanikiru::review::{Choice, Decision, Verdict, decisions};
use nanikiru::round::{DrawReason, Event};
use nanikiru::rules::{Length, Rules};
use nanikiru::score::{Indicators, Payout, Pot, Source, Table, Win, payments, score};
use nanikiru::search::{Chance, ChanceStep, Kans, OthersTenpai, Points, Progress, Root, Search, Start};
use nanikiru::tile::{Players, Seat, Tile, Wind};
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
        assert!(round.number <= 3 && round.scores[3] == 0);
        let FinalPlaces(places) = round.places;
        let last = places.map(|chances| chances[3]);
        assert!(last.iter().zip([0.0, 0.0, 0.0, 1.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{places:?}");
        let decided = decisions(log, rules).map(|decision| decision.unwrap()).filter(is_given);
        let decided: Vec<Decision> =
            decided.filter(|d| Context::of(d.round.table(), d.seat).is_some()).collect();
        assert_eq!(decided.len(), round.decisions.len());
        for (logged, decision) in round.decisions.iter().zip(decided) {
            let request = json!({"hand": logged.hand, "context": logged.context}).to_string();
            let request = request_from_json(&request).unwrap_or_else(|e| panic!("{request}\n{e:?}"));
            let asked = request.check().unwrap_or_else(|e| panic!("{request:?}\n{e:?}"));
            let spot = Spot::of(&decision.round, decision.seat, Length::Hanchan).unwrap();
            let (ours, theirs) = (&asked.situation, &spot.situation);
            assert_eq!(asked.position, spot.position, "{request:?}");
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
            let by = logged.context.offered.as_ref().and_then(|offered| offered.by);
            seen.robbed += usize::from(by == Some(nanikiru::api::OfferedBy::Kita));
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

/// The records of all games.
fn archive() -> Vec<Vec<u8>> {
    let file = File::open(shared("data/train_xml_sanma.tar.zst")).unwrap();
    let mut archive = tar::Archive::new(zstd::Decoder::new(file).unwrap());
    let read = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut xml = Vec::new();
        Read::read_to_end(&mut entry.unwrap(), &mut xml).unwrap();
        xml
    };
    archive.entries().unwrap().map(read).filter(|xml| !xml.is_empty()).collect()
}

#[test]
#[ignore = "needs ../shared"]
fn all_recorded_games_of_three_are_looked_through() {
    let (mut seen, mut games) = (Seen::default(), 0);
    let mut tenpai = [[0u32; 4]; 2];
    for xml in archive() {
        let mut reader = open(&xml).unwrap();
        let logs: Vec<RoundLog> = std::iter::from_fn(|| reader.next()).map(|log| log.unwrap()).collect();
        let rules = reader.room().unwrap().rules;
        look_through(&parse_log(&xml).unwrap(), &logs, &rules, &mut seen);
        for event in logs.iter().flat_map(|log| &log.events) {
            let Event::Drawn {
                how: DrawReason::Exhausted { tenpai: shown } | DrawReason::NagashiMangan { tenpai: shown },
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
    for (counted, constants) in tenpai.iter().zip(Habits::of(Players::Three).others_tenpai) {
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

/// Chi is no action of three players, with tiles in the hand or without.
#[test]
fn three_players_call_no_chi() {
    let context = json!({
        "rules": "tenhou-sanma", "seat": "south", "doraIndicators": "9p", "players": {"east": {"river": "7p"}}
    });
    for own in ["89p", "56p"] {
        let action = json!({"type": "chi", "tiles": own, "discard": "1z"});
        let request = json!({"hand": "123406p789s1122z", "context": context, "action": action});
        let error: Value = serde_json::from_str(&answer(&request).unwrap_err()).unwrap();
        assert_eq!(error["code"], "action.no_chi", "{error}");
        assert!(error["message"].as_str().unwrap().contains("three players call no chi"), "{error}");
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
                for row in &report.candidates {
                    let place = legal.iter().position(|action| *action == row.action);
                    legal.remove(place.unwrap_or_else(|| panic!("{:?}: {:?}", row.action, spot.position)));
                    kita += usize::from(row.action == Action::Kita);
                    assert!(row.play.value().is_finite() && row.play.win_rate() <= 1.0 + 1e-6, "{row:?}");
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
        f64::from(
            payments(
                &score,
                Payout { winner: Seat::ALL[1], dealer: Seat::ALL[0], source: Source::Tsumo, pot },
                &rules,
            )[Seat::ALL[1]],
        )
    };
    let [tenpai, noten] = Habits::of(Players::Three).others_tenpai;
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
    let outcome = Search { root, unseen, chance: &chance, payoffs: &points }
        .run_f64(&options, &Progress::default())
        .unwrap();
    let value = outcome.rows[0].play.value();
    assert!((value - expected).abs() < 1e-9 * expected, "{value}, by the rules {expected}");

    let report: Value = serde_json::from_str(&answer(&request).unwrap()).unwrap();
    let rows = report["candidates"].as_array().unwrap();
    let row = rows.iter().find(|row| row["action"]["type"] == "kita").unwrap();
    for field in ["value", "searchValue"] {
        let figure = row[field].as_f64().unwrap();
        assert!((figure - expected).abs() < 1e-4 * expected, "{field} {figure}, by the rules {expected}");
    }
    assert!(row.get("dealInRate").is_none() && row.get("policy").is_none(), "{row}");
}

fn answer(request: &Value) -> Result<String, String> {
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    analyze_json(&request.to_string(), &mut watch)
}

/// Tabu search alone is for four players.
#[test]
fn tabu_search_of_three_players_is_refused() {
    let context = json!({"rules": "tenhou-sanma", "turn": 12});
    let request = json!({"hand": "123406p789s1122z5z", "context": context}).to_string();
    let progress = Default::default();
    let watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    let error = tabu(&serde_json::from_str(&request).unwrap(), &watch).unwrap_err();
    assert_eq!((error.code, &error.field[..]), (ErrorCode::ContextThreePlayers, "context.rules"));
}

#[test]
fn a_north_that_is_not_there_is_not_set_aside() {
    let context = json!({"rules": "tenhou-sanma", "turn": 12});
    let request = json!({"hand": "123406p789s1122z5z", "context": context, "action": {"type": "kita"}});
    let error: Value = serde_json::from_str(&answer(&request).unwrap_err()).unwrap();
    assert_eq!((error["code"].as_str(), error["field"].as_str()), (Some("action.no_kita"), Some("action")));
}

/// A record and rules of another number of players, either way: it is refused as a whole, no place of it is at fault, and
/// the rules that it is not read by contradict nothing.
#[test]
fn records_and_rules_have_as_many_players() {
    let pairs =
        [(Rules::TENHOU_SANMA, "tenhou", "three", "four"), (Rules::TENHOU, "tenhou-sanma", "four", "three")];
    for (played, asked, own, other) in pairs {
        let (_, named) = made_up(3, &played);
        let unnamed = std::iter::once(r#"{"type":"start_game"}"#).chain(named.lines().skip(1));
        let unnamed = unnamed.collect::<Vec<&str>>().join("\n");
        for text in [named, unnamed] {
            let options = serde_json::from_value(json!({"rules": asked})).unwrap();
            let game = nanikiru::api::parse_log_with(text.as_bytes(), &options).unwrap();
            let broken = game.broken.unwrap();
            assert_eq!(
                (broken.code, broken.refused, broken.rounds),
                (ErrorCode::LogPlayers, true, 0),
                "{asked}"
            );
            let said = format!("a game of {own} players, and the rules given are for {other} players");
            assert_eq!((&broken.message, &broken.problem), (&said, &said));
            assert!(game.rounds.is_empty() && game.rules.contradictions.is_empty(), "{asked}");
            assert_eq!(game.rules.name, played.nearest().0.name, "{asked}");
        }
    }
}

/// What one verdict says of all that could have been done: each legal action once, and ends that add up.
fn adds_up(verdict: &Value, question: &CheckedRequest) {
    let rows = verdict["candidates"].as_array().unwrap();
    let actions = legal::actions(&question.position, &question.situation.permit(&question.position));
    let mut legal: Vec<Value> = actions
        .iter()
        .map(|action| serde_json::to_value(nanikiru::api::Action::from(action)).unwrap())
        .collect();
    assert_eq!(verdict["actions"].as_u64(), Some(legal.len() as u64));
    let riichi = question.situation.history().is_some_and(|history| history.riichi.is_some());
    for row in rows {
        let place = legal.iter().position(|action| *action == row["action"]);
        legal.remove(place.unwrap_or_else(|| panic!("{} is none of {actions:?}", row["action"])));
        let ends: Vec<[f64; 2]> = ["win", "dealIn", "tsumo", "draw", "rest"]
            .iter()
            .map(|end| ["rate", "mean"].map(|of| row["outcomes"][end][of].as_f64().unwrap()))
            .collect();
        let (rates, value) = ends.iter().fold((0.0, 0.0), |(r, v), [rate, mean]| (r + rate, v + rate * mean));
        assert!(
            (rates - 1.0).abs() < 1e-4 && ends.iter().all(|[rate, _]| (0.0..=1.0).contains(rate)),
            "{row}"
        );
        let figure = row["value"].as_f64().unwrap();
        assert!((value - figure).abs() < 1e-3 * figure.abs().max(1_000.0), "{value}: {row}");
        let exposed = ["discard", "chi", "pon", "kita"].contains(&row["action"]["type"].as_str().unwrap());
        assert_eq!(row["dealInRate"].is_f64(), exposed, "{row}");
        if let Some(policy) = row["policy"].as_f64() {
            assert!((0.0..=1.0).contains(&policy), "{row}");
        }
        let searched = row["searchValue"].as_f64().unwrap();
        assert!(!riichi || (figure - searched).abs() < 1e-9, "{row}");
    }
    assert!(legal.is_empty(), "{legal:?}");
}

/// Judges every decision of a record, as `review` asks.
fn judged(
    game: &GameLog,
    options: &Value,
    mut look: impl FnMut(&nanikiru::api::Decision, &Value, &CheckedRequest),
) {
    for logged in game.rounds.iter().flat_map(|round| &round.decisions) {
        let request = json!({
            "hand": logged.hand, "context": logged.context, "options": options, "done": logged.done, "rows": 100,
        });
        let question = json!({"hand": logged.hand, "context": logged.context}).to_string();
        let question = request_from_json(&question).unwrap().check().unwrap();
        let progress = Default::default();
        let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
        let verdict =
            judge_json(&request.to_string(), &mut watch).unwrap_or_else(|e| panic!("{e}\n{request}"));
        look(logged, &serde_json::from_str(&verdict).unwrap(), &question);
    }
}

#[test]
fn every_decision_of_three_players_is_judged_among_all_that_could_be_done() {
    let (mut found, mut kita, mut better, mut estimated) = (0, 0, 0, 0);
    for (rules, seeds) in Rules::SANMA.map(|set| set.rules).into_iter().zip([0..2, 2..3]) {
        for seed in seeds {
            let logs = records::game(seed, 2, &rules);
            let text = mjai::write(&Room { rules: rules.clone(), ..Room::USUAL }, None, &logs);
            let options = serde_json::from_value(json!({"rules": rules.nearest().0.name})).unwrap();
            let game = nanikiru::api::parse_log_with(text.as_bytes(), &options).unwrap();
            judged(&game, &json!({"depth": "first"}), |logged, verdict, question| {
                if let Some(why) = verdict["unjudged"].as_str() {
                    assert!(["inRiichi", "afterCall", "hidden"].contains(&why), "{why}");
                    return;
                }
                adds_up(verdict, question);
                let done = serde_json::to_value(logged.done.as_ref().unwrap()).unwrap();
                kita += usize::from(done["type"] == "kita");
                let best = verdict["candidates"][0]["action"]["type"].as_str();
                better += usize::from(best == Some("kita") && done["type"] != "kita");
                estimated += usize::from(verdict["candidates"][0]["estimated"] == true);
                found += 1;
            });
        }
    }
    println!(
        "{found} judged, {kita} norths set aside, {better} that should have been, {estimated} estimated"
    );
    assert!(found > 150 && kita > 5 && better > 2, "{found} judged, {kita} and {better} norths");
}

/// The crate's own review of the same game.
#[test]
fn the_crate_judges_three_players_as_the_api_does() {
    let rules = Rules::MAHJONG_SOUL_SANMA;
    // each of them deals
    let logs = records::game(5, 3, &rules);
    let text = mjai::write(&Room { rules: rules.clone(), ..Room::USUAL }, None, &logs);
    let options = serde_json::from_value(json!({"rules": "mahjong-soul-sanma"})).unwrap();
    let game = nanikiru::api::parse_log_with(text.as_bytes(), &options).unwrap();
    let mut by_crate = logs.iter().flat_map(|log| decisions(log, &rules)).map(|own| own.unwrap());
    let options = Options { depth: Depth::First, detailed: DetailScope::None, ..Options::default() };
    let mut compared = 0;
    judged(&game, &json!({"depth": "first"}), |logged, verdict, _| {
        // parseLog leaves out what no context can tell
        let own = by_crate.find(|own| {
            let wind = own.round.table().seat_wind(own.seat).index();
            own.action.as_ref().map(nanikiru::api::Action::from) == logged.done
                && own.round.table().turn(own.seat) as u32 == logged.turn
                && serde_json::to_value(logged.seat).unwrap() == ["east", "south", "west"][wind]
        });
        let own = own.expect("the crate has it, too");
        if let Verdict::Judged(own) = nanikiru::review::judge(&own, Length::Hanchan, &options).unwrap() {
            assert_eq!(verdict["loss"].as_f64().map(f64::to_bits), Some(own.loss.to_bits()));
            assert_eq!(verdict["rank"].as_u64(), Some(own.done as u64 + 1));
            compared += 1;
        }
    });
    assert!(compared > 20, "{compared}");
}

/// Every tile that exists is listed once, against both opponents.
#[test]
fn dangers_of_three_players() {
    let request = json!({"hand": "123406p789s1122z6z", "context": {
        "rules": "tenhou-sanma", "seat": "south", "doraIndicators": "9p", "players": {
            "east": {"river": "9p1m5s*2z-"}, "south": {"river": "1z9m3z"}, "west": {"river": "f4z2p-6z3z"}}}});
    let report: Value = serde_json::from_str(&danger_json(&request.to_string()).unwrap()).unwrap();
    let seats: Vec<&str> =
        report["opponents"].as_array().unwrap().iter().map(|one| one["seat"].as_str().unwrap()).collect();
    assert_eq!(seats, ["west", "east"]);
    assert_eq!(report["opponents"][1]["tenpaiRate"], 1.0);
    let tiles = report["tiles"].as_array().unwrap();
    let names: Vec<&str> = tiles.iter().map(|tile| tile["tile"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 27 + 2, "{names:?}");
    assert!(
        !names.contains(&"5m") && !names.contains(&"0m") && names.contains(&"9m") && names.contains(&"4z")
    );
    for tile in tiles {
        let risks = tile["risks"].as_array().unwrap();
        assert_eq!(risks.iter().map(|risk| risk["seat"].as_str().unwrap()).collect::<Vec<_>>(), seats);
        let safe: f64 = risks.iter().map(|risk| 1.0 - risk["rate"].as_f64().unwrap()).product();
        assert!((1.0 - safe - tile["dealInRate"].as_f64().unwrap()).abs() < 1e-9, "{tile}");
    }
    // what the declarer has discarded is safe against it, and another tile is not
    let rate = |name: &str| {
        let tile = tiles.iter().find(|tile| tile["tile"] == name).unwrap();
        tile["risks"][1]["rate"].as_f64().unwrap()
    };
    assert!(rate("1m") == 0.0 && rate("5s") == 0.0 && rate("6s") > 0.02, "{} {}", rate("1m"), rate("6s"));
}

/// A north set aside is won on more seldom than one that is discarded, and pays the same.
#[test]
fn a_north_set_aside_risks_a_part_of_its_discard() {
    let hand = "123406p789s11224z";
    let context = json!({
        "rules": "tenhou-sanma", "seat": "south", "doraIndicators": "9p", "players": {
            "east": {"river": "9p1m5s*2z-"}, "south": {"river": "1z9m3z"}, "west": {"river": "f4z2p-6z3z"}}});
    let parse = |text: String| serde_json::from_str::<Value>(&text).unwrap();
    let tiles = parse(danger_json(&json!({"hand": hand, "context": context}).to_string()).unwrap());
    let report =
        parse(answer(&json!({"hand": hand, "context": context, "options": {"depth": "first"}})).unwrap());
    let number = |of: &Value| of.as_f64().unwrap();
    let discarded = tiles["tiles"].as_array().unwrap().iter().find(|tile| tile["tile"] == "4z").unwrap();
    let rows = report["candidates"].as_array().unwrap();
    let kita = rows.iter().find(|row| row["action"]["type"] == "kita").unwrap();
    let mut safe = 1.0;
    for (one, other) in kita["risks"].as_array().unwrap().iter().zip(discarded["risks"].as_array().unwrap()) {
        assert!((number(&one["rate"]) - OF_NORTH * number(&other["rate"])).abs() < 1e-12, "{kita}");
        assert_eq!((&one["payments"], &one["mean"]), (&other["payments"], &other["mean"]));
        safe *= 1.0 - number(&one["rate"]);
    }
    let rate = number(&kita["dealInRate"]);
    assert!(rate > 0.001 && (1.0 - safe - rate).abs() < 1e-12, "{kita}");
    assert!(number(&kita["expectedLoss"]).abs() < 0.3 * number(&discarded["expectedLoss"]).abs());
    assert!(number(&kita["outcomes"]["dealIn"]["rate"]) >= rate, "{kita}");
}

/// By tsumo both others pay, and 100 more for each honba.
#[test]
fn honba_and_sticks_of_three_players_are_in_the_values() {
    let tsumo = |honba: u32, sticks: u32| {
        let context = json!({"rules": "tenhou-sanma", "seat": "south", "doraIndicators": "4s", "turn": 12,
            "honba": honba, "riichiSticks": sticks});
        let request = json!({"hand": "123406p789s11222z", "context": context});
        let report: Value = serde_json::from_str(&answer(&request).unwrap()).unwrap();
        let rows = report["candidates"].as_array().unwrap();
        let row = rows.iter().find(|row| row["action"]["type"] == "tsumo").unwrap();
        row["value"].as_f64().unwrap()
    };
    // menzen tsumo, the wind of the seat and a red five: 3 han 40 fu of a player beside the dealer, without what North would pay
    assert_eq!(tsumo(0, 0), 1_300.0 + 2_600.0);
    assert_eq!(tsumo(2, 1), 1_300.0 + 2_600.0 + 2.0 * 200.0 + 1_000.0);
}

/// Some recorded games of both sites, every decision judged.
#[test]
#[ignore = "needs ../shared"]
fn recorded_games_of_three_are_judged() {
    let mut games: Vec<Vec<u8>> = archive().into_iter().step_by(700).collect();
    for name in ["generated-a", "generated-b", "tenhou-real"] {
        games.push(std::fs::read(shared(&format!("data/fixtures/majsoul/3p-{name}.details.bin"))).unwrap());
    }
    let (read, mut found, mut kita) = (games.len(), 0, 0);
    for record in games {
        let game = parse_log(&record).unwrap();
        assert!(game.rules.name.contains("sanma") && game.broken.is_none());
        judged(&game, &json!({"depth": "first"}), |logged, verdict, question| {
            if verdict["unjudged"].is_null() {
                adds_up(verdict, question);
                kita += usize::from(logged.done == Some(nanikiru::api::Action::from(&Action::Kita)));
                found += 1;
            }
        });
    }
    println!("{read} games, {found} judged, {kita} norths");
    assert!(read > 2 && found > 1_000 && kita > 20, "{read} games, {found} judged, {kita} norths");
}
