//! On games that the seats of this command play among themselves.

use super::journal::PlayoutDecision;
use super::*;
use clap::Parser;
use nanikiru::danger::{self, DangerModel};
use nanikiru::hand::Call;
use nanikiru::policy::discard::Question;
use nanikiru::policy::{Discard, PolicyModel};
use nanikiru::replay::{Room, RoundLog, mjai};
use nanikiru::review::{Choice, Decision, Turn, decisions};
use nanikiru::round::{Carry, Event, Robbable, STICK, Schedule};
use nanikiru::rules::{Length, Rules};
use nanikiru::tile::notation::tiles;
use nanikiru::tile::{BySeat, KindSet, Seat, Tile, Wind};
use nanikiru_tools::deal::{self, PlayedRound, play_on};
use nanikiru_tools::decisions::{Purpose, is_validation};
use nanikiru_tools::outcome::RoundEnd;
use nanikiru_tools::player::{Act, Moment, Player, Thought};
use nanikiru_tools::policy_seat::PolicySeat;
use nanikiru_tools::wall::{Random, Rest, Wall};
use std::fs;
use std::path::Path;

/// The first rounds of a game between four equal players.
fn rounds(player: &dyn Player, seed: u64, count: u64) -> Vec<PlayedRound> {
    rounds_by(&Rules::TENHOU, player, seed, count)
}

/// The same between as many as these rules have.
fn rounds_by(rules: &Rules, player: &dyn Player, seed: u64, count: u64) -> Vec<PlayedRound> {
    let scores = rules.starting_scores();
    let first = Carry { dealer: Seat::ALL[0], wind: Wind::East, honba: 0, sticks: 0, scores };
    rounds_from(first, rules, player, seed, count)
}

/// The same from a round that begins so.
fn rounds_from(
    mut carry: Carry,
    rules: &Rules,
    player: &dyn Player,
    seed: u64,
    count: u64,
) -> Vec<PlayedRound> {
    let play = |number| {
        let wall = Wall::shuffled(Random::of(&[seed, number]), rules);
        let players = BySeat([player; 4]);
        let played = deal::play(&carry, &wall, (rules, Length::Hanchan), players, &mut BySeat::default());
        let played = played.unwrap();
        carry = played.round.table().carry().unwrap();
        played
    };
    (0..count).map(play).collect()
}

/// Discards the first tile that it may, wins, and calls nothing.
struct First;

/// The same, but calls a pon whenever it can.
struct Ponner;

/// Sets norths aside and makes kans whenever it can, and does not win.
struct Replacer;

fn first(moment: &Moment) -> Act {
    match moment.choice() {
        Choice::Turn(turn) if turn.tsumo => Act::Tsumo,
        Choice::Turn(turn) => Act::Discard { tile: turn.discards[0], riichi: false },
        Choice::AfterCall { discards } => Act::Discard { tile: discards[0], riichi: false },
        Choice::Offer(claims) if claims.ron => Act::Ron,
        Choice::Offer(_) => Act::Pass,
    }
}

impl Player for First {
    fn act(&self, moment: &Moment, _: &mut Thought) -> Act {
        first(moment)
    }
}

impl Player for Ponner {
    fn act(&self, moment: &Moment, _: &mut Thought) -> Act {
        let pon = match moment.choice() {
            Choice::Offer(claims) => claims.calls.iter().find(|meld| matches!(meld.call(), Call::Pon { .. })),
            _ => None,
        };
        pon.map_or_else(|| first(moment), |meld| Act::Call(*meld))
    }
}

impl Player for Replacer {
    fn act(&self, moment: &Moment, _: &mut Thought) -> Act {
        match moment.choice() {
            Choice::Turn(turn) if turn.kita => Act::Kita,
            Choice::Turn(Turn { kans, .. }) if !kans.is_empty() => Act::Call(kans[0]),
            Choice::Turn(turn) => Act::Discard { tile: turn.discards[0], riichi: false },
            Choice::Offer(_) => Act::Pass,
            Choice::AfterCall { .. } => first(moment),
        }
    }
}

fn all_decisions(logs: &[RoundLog]) -> Vec<Decision> {
    decisions_by(&Rules::TENHOU, logs)
}

fn decisions_by(rules: &Rules, logs: &[RoundLog]) -> Vec<Decision> {
    logs.iter().flat_map(|log| decisions(log, rules).map(Result::unwrap)).collect()
}

fn logs(played: &[PlayedRound]) -> Vec<RoundLog> {
    played.iter().map(PlayedRound::log).collect()
}

/// A folder with one made-up game of policy seats, which is a validation game by its name.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder::of(&Rules::TENHOU, name)
    }

    fn of(rules: &Rules, name: &str) -> Folder {
        Folder::with(rules, name, &rounds_by(rules, &PolicySeat::new(3), 3, 3))
    }

    fn with(rules: &Rules, name: &str, played: &[PlayedRound]) -> Folder {
        let folder = std::env::temp_dir().join(format!("nanikiru-playout-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let file = (0..).map(|n| format!("made-up-{n}.mjson")).find(|name| is_validation(name)).unwrap();
        let room = Room { length: Length::Hanchan, rules: rules.clone(), ..Room::USUAL };
        fs::write(folder.join(file), mjai::write(&room, None, &logs(played))).unwrap();
        Folder(folder)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[derive(clap::Parser)]
struct Program {
    #[command(flatten)]
    arguments: Arguments,
}

fn parse(words: &str) -> Part {
    let words = ["playout"].into_iter().chain(words.split_whitespace());
    Program::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).arguments.part
}

fn decisions_of(words: &str) -> Result<(Head, Vec<Line>), String> {
    match parse(&format!("decisions {words}")) {
        Part::Decisions(decisions) => decisions.play(),
        _ => unreachable!("the word says which part it is"),
    }
}

#[test]
fn a_made_up_game_gives_the_same_journal_on_one_thread_and_on_two_and_when_it_goes_on() {
    let folder = Folder::new("journal");
    let journal = |name: &str| folder.path().join(format!("{name}.journal"));
    let run = |name: &str, threads: usize, count: usize| {
        let words = format!(
            "--kinds push,call,discard --decisions {count} --plays 2 --depth fast --threads {threads} --seed 5 \
             --journal {} {}",
            journal(name).display(),
            folder.path().display()
        );
        decisions_of(&words).unwrap()
    };
    let text = |name: &str| fs::read_to_string(journal(name)).unwrap();
    let (head, lines) = run("one", 1, 3);
    assert_eq!(lines.len(), text("one").lines().count() - 1);
    let compared = |lines: &[Line], wanted: Kind| {
        let of_kind = lines.iter().filter(|line| matches!(line, Line::Compared(one) if one.kind == wanted));
        of_kind.count()
    };
    assert!(compared(&lines, Kind::Discard) >= 2 && compared(&lines, Kind::Call) >= 2, "{lines:?}");
    run("two", 2, 3);
    assert_eq!(text("two"), text("one"));
    // a smaller sample is where the larger one begins; a line that was cut off is played again
    run("grown", 2, 1);
    let whole = text("grown");
    assert!(text("one").starts_with(&whole) && whole.len() < text("one").len());
    fs::write(journal("grown"), &whole[..whole.len() - 9]).unwrap();
    assert_eq!(run("grown", 1, 3), (head.clone(), lines.clone()));
    assert_eq!(text("grown"), text("one"));
    let other = decisions_of(&format!(
        "--kinds push,call,discard --decisions 1 --plays 3 --depth fast --seed 5 --journal {} {}",
        journal("one").display(),
        folder.path().display()
    ));
    assert!(other.unwrap_err().contains("other options"));
    let printed = tables::tables(&head, &lines);
    for part in
        ["### discards: 3 decisions", "### call or pass", "log-probability", "points above their mean"]
    {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert_eq!(Journal::read::<Head, Line>(&journal("one")).unwrap(), (head, lines));
}

#[test]
fn games_of_three_players_are_played_out_and_nobody_else_is() {
    let folder = Folder::of(&Rules::TENHOU_SANMA, "three");
    let words = |players: u32| {
        format!(
            "--players {players} --kinds discard,call --decisions 3 --plays 2 --depth fast --seed 5 {}",
            folder.path().display()
        )
    };
    let (head, lines) = decisions_of(&words(3)).unwrap();
    assert_eq!(head.players(), Players::Three);
    let compared: Vec<&PlayoutDecision> = lines.iter().filter_map(Line::compared).collect();
    assert!(compared.len() >= 3, "{lines:?}");
    for one in &compared {
        assert!(one.actions.iter().all(|action| action.changes.len() == 2), "{one:?}");
    }
    assert!(tables::tables(&head, &lines).starts_with("Validation games of three players, seed 5"));
    assert!(decisions_of(&words(4)).unwrap_err().contains("no such decisions"));
    let world = |players: u32| match parse(&format!(
        "world --players {players} --rounds 3 {}",
        folder.path().display()
    )) {
        Part::World(world) => world.play(),
        _ => unreachable!("the word says which part it is"),
    };
    let three = world(3).unwrap();
    assert!(three.contains("| norths set aside a round | "), "{three}");
    // every round is the recorded one, on another wall
    assert_eq!(three.lines().filter(|line| line.starts_with("| ")).count(), 11, "{three}");
    assert!(world(4).unwrap_err().contains("no rounds"));
}

#[test]
fn placement_points_are_those_of_the_places_after_the_last_round() {
    let words = |folder: &Folder| {
        format!(
            "--measure placement --kinds discard --decisions 6 --plays 8 --depth fast --seed 5 {}",
            folder.path().display()
        )
    };
    // its rounds are the first of a hanchan
    assert!(decisions_of(&words(&Folder::new("first-rounds"))).unwrap_err().contains("no such decisions"));
    // the dealer leads: the game ends with this round, unless it is broken off
    let scores = BySeat([12_000, 11_000, 10_000, 67_000]);
    let last = Carry { dealer: Seat::ALL[3], wind: Wind::South, honba: 0, sticks: 0, scores };
    let played = rounds_from(last, &Rules::TENHOU, &PolicySeat::new(3), 3, 1);
    let folder = Folder::with(&Rules::TENHOU, "last-round", &played);
    let (head, lines) = decisions_of(&words(&folder)).unwrap();
    let compared: Vec<&PlayoutDecision> = lines.iter().filter_map(Line::compared).collect();
    assert!(compared.len() >= 4, "{lines:?}");
    let mut moved = 0;
    for one in &compared {
        let changes: Vec<i32> = one.actions.iter().flat_map(|action| action.changes.clone()).collect();
        let steps: Vec<i32> = changes.iter().map(|change| change - changes[0]).collect();
        // the uma of two places
        let ended = |step: &i32| step % 10_000 == 0 && step.abs() <= 40_000;
        let rest = RoundEnd::ALL.iter().position(|&end| end == RoundEnd::Rest).unwrap();
        let broken_off: u32 = one.actions.iter().map(|action| action.ends[rest]).sum();
        let others = steps.iter().filter(|step| !ended(step)).count();
        assert!(others <= broken_off as usize, "{one:?}");
        moved += steps.iter().filter(|step| **step != 0 && ended(step)).count();
    }
    assert!(moved > 0, "places change: {lines:?}");
    assert!(tables::tables(&head, &lines).contains("points are placement points"));
    let line = serde_json::to_string(&head).unwrap();
    assert!(line.contains("\"measure\":\"placement\""), "{line}");
    // a head of points says nothing of it: older journals have none
    let of_points = serde_json::to_string(&Head { measure: Measure::Points, ..head }).unwrap();
    assert!(!of_points.contains("measure"), "{of_points}");
}

#[test]
fn training_games_and_validation_games_stay_apart() {
    let folder = Folder::new("purpose");
    let words = format!("--kinds discard --decisions 1 --plays 2 --training {}", folder.path().display());
    assert!(decisions_of(&words).unwrap_err().contains("Training"));
    let names: Vec<String> = (0..200).map(|n| format!("{n}.xml")).collect();
    for name in &names {
        let both = [Games::Validation, Games::Training].map(|games| games.include(name));
        assert_ne!(both, [true; 2]);
        // games of scaling belong to neither
        assert_eq!(both == [false; 2], Purpose::of(name) == Purpose::Scaling);
    }
}

#[test]
fn whole_rounds_are_the_same_for_any_number_of_threads() {
    let folder = Folder::new("world");
    let world = |threads: usize| {
        let words = format!("world --rounds 2 --threads {threads} {}", folder.path().display());
        match parse(&words) {
            Part::World(world) => world.play().unwrap(),
            _ => unreachable!("the word says which part it is"),
        }
    };
    let one = world(1);
    assert_eq!(one, world(2));
    assert_eq!(one.lines().filter(|line| line.starts_with("| ")).count(), 10, "{one}");
    assert!(one.starts_with("2 rounds of Validation games"), "{one}");
}

#[test]
fn every_tile_is_held_seen_or_left() {
    is_held_seen_or_left(&Rules::TENHOU, &PolicySeat::new(8), 2);
    is_held_seen_or_left(&Rules::TENHOU_SANMA, &PolicySeat::new(8), 2);
    let most = is_held_seen_or_left(&Rules::TENHOU_SANMA, &Replacer, 40);
    assert!(most > 4, "at most {most} replacements: no dead wall was refilled");
}

/// The same of the first rounds of this player by these rules; most replacements of a round.
fn is_held_seen_or_left(rules: &Rules, player: &dyn Player, first: u64) -> usize {
    let logs = logs(&rounds_by(rules, player, 8, first));
    let mut most = 0;
    let mut full = [0i32; Tile::COUNT];
    let mut rest = Wall::shuffled(Random::of(&[1]), rules).rest();
    let dealt = Wall::shuffled(Random::of(&[1]), rules);
    dealt.hands().iter().flatten().for_each(|tile| full[tile.index()] += 1);
    full[dealt.indicator().index()] += 1;
    count(&mut rest, &mut full);
    for decision in decisions_by(rules, &logs) {
        let round = &decision.round;
        let mut rest = Rest::shuffled(round, Random::of(&[4])).unwrap();
        assert_eq!(rest, Rest::shuffled(round, Random::of(&[4])).unwrap());
        let mut all = [0; Tile::COUNT];
        let draws = count(&mut rest, &mut all);
        assert!(draws >= round.table().tiles_left());
        round.table().indicators().iter().for_each(|tile| all[tile.index()] += 1);
        let mut replaced = 0;
        for seat in Seat::ALL {
            let player = round.table().player(seat);
            all[Robbable::Kita.tile().index()] += player.kita().len() as i32;
            replaced += player.kita().len() + player.melds().iter().filter(|meld| meld.is_kan()).count();
            tiles(&round.concealed(seat), round.reds(seat)).for_each(|tile| all[tile.index()] += 1);
            player.melds().iter().flat_map(|meld| meld.tiles()).for_each(|tile| all[tile.index()] += 1);
            let river = player.river().iter().filter(|one| one.called_by.is_none());
            river.for_each(|one| all[one.tile.index()] += 1);
        }
        assert_eq!(all, full);
        most = most.max(replaced);
    }
    most
}

/// Counts everything that a rest has; how many of it are in the live wall.
fn count(rest: &mut Rest, all: &mut [i32; Tile::COUNT]) -> usize {
    let mut draws = 0;
    while let Some(tile) = rest.draw(Seat::ALL[draws % 3]) {
        all[tile.index()] += 1;
        draws += 1;
    }
    while let Some(tile) = rest.replace() {
        all[tile.index()] += 1;
    }
    while let Some(tile) = rest.next_indicator() {
        all[tile.index()] += 1;
        rest.turn();
    }
    rest.ura(Wall::INDICATORS).iter().for_each(|tile| all[tile.index()] += 1);
    draws
}

#[test]
fn a_decision_is_played_on_as_its_script_says_and_no_point_is_lost() {
    let logs = logs(&rounds(&PolicySeat::new(9), 9, 1));
    let points = |round: &nanikiru::round::Round| {
        round.table().scores().0.iter().sum::<i32>() + round.table().sticks() as i32 * STICK
    };
    let player = PolicySeat::new(1);
    let mut played = 0;
    for decision in all_decisions(&logs).iter().step_by(9) {
        let Choice::Turn(turn) = &decision.choice else { continue };
        let rest = Rest::shuffled(&decision.round, Random::of(&[2])).unwrap();
        let tile = *turn.discards.last().unwrap();
        let script = [Act::Discard { tile, riichi: false }];
        let players = BySeat([&player as &dyn Player; 4]);
        let begin = decision.round.clone();
        let on = play_on(begin, rest, Length::Hanchan, (decision.seat, &script), players);
        let (round, events) = on.unwrap();
        let discarded = events.iter().find_map(|event| match event {
            Event::Discard { seat, tile, .. } => Some((*seat, *tile)),
            _ => None,
        });
        assert_eq!(discarded, Some((decision.seat, tile)));
        assert!(round.table().ending().is_some());
        assert_eq!(points(&round), 100_000);
        played += 1;
    }
    assert!(played > 3, "only {played}");
}

#[test]
fn a_call_that_another_claim_goes_before_is_forgotten_with_its_discard() {
    let logs = logs(&rounds(&First, 2, 30));
    let mut overridden = 0;
    for log in &logs {
        let all = all_decisions(std::slice::from_ref(log));
        for chi in &all {
            let Choice::Offer(claims) = &chi.choice else { continue };
            let is_pon = |decision: &&Decision| match &decision.choice {
                Choice::Offer(claims) => {
                    let pon = claims.calls.iter().any(|meld| matches!(meld.call(), Call::Pon { .. }));
                    pon && !claims.ron && decision.events == chi.events && decision.seat != chi.seat
                }
                _ => false,
            };
            let Some(pon) = all.iter().find(is_pon) else { continue };
            let Some(meld) = claims.calls.iter().find(|meld| matches!(meld.call(), Call::Chi { .. })) else {
                continue;
            };
            // a tile that stays in the hand, so that it could be discarded later by mistake
            let tile = tiles(&chi.round.concealed(chi.seat), chi.round.reds(chi.seat)).last().unwrap();
            let script = [Act::Call(*meld), Act::Discard { tile, riichi: false }];
            let players =
                BySeat::from_fn(|seat| if seat == pon.seat { &Ponner as &dyn Player } else { &First });
            let rest = Rest::shuffled(&chi.round, Random::of(&[6])).unwrap();
            let begin = chi.round.clone();
            let (_, events) = play_on(begin, rest, Length::Hanchan, (chi.seat, &script), players).unwrap();
            assert!(matches!(events[0], Event::Call { seat, .. } if seat == pon.seat), "{:?}", events[0]);
            let next = events.iter().find_map(|event| match event {
                Event::Discard { seat, tile, .. } if *seat == chi.seat => Some(*tile),
                _ => None,
            });
            // its player discards the first tile of its hand, never the last one of this script
            overridden += usize::from(next.is_some());
            assert_ne!(next, Some(tile));
        }
    }
    assert!(overridden > 0, "no chi was overridden");
}

#[test]
fn the_danger_of_some_tiles_is_that_of_the_whole_table() {
    let logs = logs(&rounds(&PolicySeat::new(4), 4, 1));
    let mut asked = 0;
    for decision in all_decisions(&logs).iter().step_by(4) {
        let view = decision.round.view(decision.seat);
        let held: Vec<Tile> = tiles(view.concealed(), view.reds()).collect();
        let whole = danger::assess(&view, Length::Hanchan);
        let kinds: KindSet = held.iter().map(|tile| tile.kind()).collect();
        let some = DangerModel::builtin().danger_of(&view, Length::Hanchan, kinds, &held);
        for seat in Seat::ALL {
            let (Some(whole), Some(some)) = (&whole.threats[seat], &some.threats[seat]) else { continue };
            assert_eq!(some.tenpai, whole.tenpai);
            for tile in (0..Tile::COUNT).filter_map(Tile::new).filter(|tile| kinds.contains(tile.kind())) {
                let (whole, some) = (whole.risk(tile), some.risk(tile));
                assert_eq!(some.rate, whole.rate);
                assert_eq!(some.payments, if held.contains(&tile) { &whole.payments[..] } else { &[] });
            }
        }
        let Ok(hand) = decision.round.drawn_hand(decision.seat) else { continue };
        let among: Vec<Discard> = hand.discards().map(|tile| Discard { tile, riichi: false }).collect();
        let schedule = Schedule::of(view.table(), Length::Hanchan);
        let shares = |danger| {
            let question = Question { view: &view, hand: &hand, drawn: None, danger, schedule };
            PolicyModel::builtin().policy(question, among.clone()).shares(&among)
        };
        assert_eq!(shares(&some), shares(&whole));
        asked += 1;
    }
    assert!(asked > 5, "only {asked}");
}
