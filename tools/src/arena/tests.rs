//! Games of plain players, which take no time.

use super::*;
use crate::arena::plain::Plain;
use clap::Parser;
use nanikiru::review;
use nanikiru::round::{Event, Round, STICK};
use nanikiru::rules::{Preset, Rules};
use nanikiru::tile::{Seat, Wind};
use nanikiru_tools::deal::PlayedRound;
use nanikiru_tools::player::{Moment, Player};

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

fn parse(words: &str) -> Result<Setup, String> {
    let words = ["arena"].into_iter().chain(words.split_whitespace());
    let line = Line::try_parse_from(words).map_err(|error| error.to_string())?;
    Setup::new(line.arguments)
}

fn setup(words: &str) -> Setup {
    parse(words).unwrap()
}

fn plain(contest: &Contest, set: u64) -> Game {
    game::play(contest, set, BySeat([&Plain as &dyn Player; 4])).unwrap()
}

#[test]
fn threads_change_nothing() {
    let tallies = |threads| {
        let setup =
            setup(&format!("--games 24 --seed 5 --players plain,plain,plain,plain --threads {threads}"));
        play(&setup, |_| String::new()).unwrap()
    };
    let one = tallies(1);
    assert_eq!(one, tallies(2));
    assert_eq!(one.len(), 24);
    // all four are the same player: in a set each place is taken four times
    for set in one.chunks(4) {
        assert_eq!(set.iter().map(|game| game[0].ranks).sum::<f64>(), 40.0);
    }
}

#[test]
fn a_journal_goes_on_where_it_was_left() {
    let path = std::env::temp_dir().join(format!("nanikiru-arena-{}.jsonl", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let words = "--seed 5 --players plain,random-shanten,plain,random-shanten --pairs --threads 2";
    let played = |games: usize, journal: &str| {
        play(&setup(&format!("--games {games} {words} {journal}")), |_| String::new())
    };
    let journal = format!("--journal {}", path.display());
    let whole = played(12, "").unwrap();
    assert_eq!(played(4, &journal).unwrap(), whole[..4]);
    // ended in the middle of a line, and one game has another count than it would have if it were played again
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    assert_eq!(lines.len(), 5);
    let first = lines.iter().position(|line| line.starts_with("{\"game\":0,")).unwrap();
    lines[first] = lines[first].replacen("\"games\":2", "\"games\":7", 1);
    std::fs::write(&path, lines.join("\n") + "\n{\"game\":9,\"tal").unwrap();
    let on = played(12, &journal).unwrap();
    assert_eq!(on[0][0].games, 7);
    assert_eq!(on[1..], whole[1..]);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 13);
    let other = play(&setup(&format!("--games 4 {} {journal}", words.replace("5", "6"))), |_| String::new());
    assert!(other.unwrap_err().contains("other options"));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn games_end_by_the_rules_and_begin_where_the_round_before_ended() {
    for Preset { name, rules, .. } in Rules::PRESETS {
        for (length, planned) in [(Length::Tonpuu, 4), (Length::Hanchan, 8)] {
            let contest =
                Contest { rules: rules.clone(), deal: Deal::Repeats, length, seed: 11, start: Start::First };
            for set in 0..6 {
                let Game { rounds, scores, .. } = plain(&contest, set);
                assert_eq!(scores.0.iter().sum::<i32>(), 4 * rules.start, "{name}");
                let last = if length == Length::Tonpuu { Wind::East } else { Wind::South };
                for (played, next) in rounds.iter().zip(&rounds[1..]) {
                    let table = played.round.table();
                    assert!(!table.game_over(last));
                    let (carry, opening) = (table.carry().unwrap(), &next.raw.opening);
                    assert_eq!(carry.scores, opening.scores);
                    assert_eq!((carry.dealer, carry.wind), (opening.dealer, opening.wind));
                    assert_eq!((carry.honba, carry.sticks), (opening.honba, opening.sticks));
                }
                let table = rounds.last().unwrap().round.table();
                assert!(table.game_over(last));
                let bankrupt = table.scores().0.iter().any(|&points| points < 0);
                assert!(bankrupt || rounds.len() >= planned, "{name}: {} rounds", rounds.len());
            }
        }
    }
}

#[test]
fn games_from_the_last_round_begin_there_with_the_scores_of_their_set() {
    for (length, wind) in [(Length::Tonpuu, Wind::East), (Length::Hanchan, Wind::South)] {
        let contest =
            Contest { rules: Rules::TENHOU, deal: Deal::Repeats, length, seed: 4, start: Start::Last };
        let mut begun = Vec::new();
        for set in 0..12 {
            let game = plain(&contest, set);
            let opening = &game.rounds[0].raw.opening;
            assert_eq!((opening.wind, opening.dealer), (wind, Seat::ALL[3]));
            let points = opening.scores.0.iter().sum::<i32>() + opening.sticks as i32 * STICK;
            assert_eq!(points, 100_000);
            assert!(!begun.contains(&opening.scores), "each set has its own");
            let mut sorted = opening.scores.0;
            sorted.sort_unstable();
            assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] <= 8_000), "{sorted:?}");
            begun.push(opening.scores);
            assert_eq!(game.scores.0.iter().sum::<i32>(), 100_000);
        }
    }
}

/// What the arena plays is what `replay` reads and `review` finds legal.
fn read_back(rules: &Rules, names: [&str; 4], sets: u64) {
    for length in [Length::Tonpuu, Length::Hanchan] {
        let contest =
            Contest { rules: rules.clone(), deal: Deal::Repeats, length, seed: 3, start: Start::First };
        for set in 0..sets {
            let game = plain(&contest, set);
            let text = game.record(BySeat(names), &contest);
            let read = review::read(text.as_bytes()).unwrap();
            assert_eq!(read.broken, None);
            assert_eq!(read.rounds.len(), game.rounds.len());
            for (ours, theirs) in game.rounds.iter().zip(&read.rounds) {
                assert_eq!((&ours.raw, &ours.events), (&theirs.raw, &theirs.events));
            }
        }
    }
}

#[test]
fn games_are_read_back_from_their_records() {
    read_back(&Rules::TENHOU, ["a", "b", "c", "d"], 25);
}

#[test]
fn games_of_three_are_read_back_from_their_records() {
    read_back(&Rules::TENHOU_SANMA, ["a", "b", "c", ""], 10);
}

/// The seats' decisions, found again in what was played, are those that the players made.
#[test]
fn a_plain_player_declares_riichi_wins_and_calls_nothing() {
    let contest = Contest {
        rules: Rules::TENHOU,
        deal: Deal::Repeats,
        length: Length::Hanchan,
        seed: 8,
        start: Start::First,
    };
    let (mut wins, mut riichi, mut draws) = (0, 0, 0);
    for set in 0..20 {
        for played in plain(&contest, set).rounds {
            let log = played.log();
            for decision in review::decisions(&log, &contest.rules) {
                let decision = decision.unwrap();
                match (&decision.choice, decision.done) {
                    (review::Choice::Turn(turn), done) => {
                        assert_eq!(turn.tsumo, done == review::RecordedAction::Tsumo);
                        wins += usize::from(turn.tsumo);
                        if let review::RecordedAction::Discard { tile, riichi: declared, .. } = done {
                            assert_eq!(declared, turn.riichi.contains(&tile));
                            riichi += usize::from(declared);
                        }
                    }
                    (review::Choice::Offer(claims), review::RecordedAction::Ron) => {
                        assert!(claims.ron);
                        wins += 1;
                    }
                    (review::Choice::Offer(claims), done) => {
                        assert!(!claims.ron);
                        assert!(matches!(
                            done,
                            review::RecordedAction::Pass | review::RecordedAction::Overridden { .. }
                        ));
                    }
                    (review::Choice::AfterCall { .. }, _) => panic!("a plain player has called"),
                }
            }
            let mut round = Round::deal(log.raw.clone(), &contest.rules).unwrap();
            log.events.iter().for_each(|event| round.apply(event).unwrap());
            let table = round.table();
            draws += usize::from(table.ending() == Some(nanikiru::round::Ending::Exhausted));
            let before = log.raw.opening.scores.0.iter().sum::<i32>() + log.raw.opening.sticks as i32 * STICK;
            assert_eq!(table.scores().0.iter().sum::<i32>() + table.sticks() as i32 * STICK, before);
        }
    }
    assert!(wins > 100 && riichi > 100 && draws > 10, "{wins} wins, {riichi} riichi, {draws} draws");
}

#[test]
fn games_of_three_end_by_the_rules_with_every_point_and_their_places() {
    let (mut norths, mut robbed, mut replaced) = (0, 0, 0);
    for Preset { name, rules, .. } in Rules::SANMA {
        for (length, planned) in [(Length::Tonpuu, 3), (Length::Hanchan, 6)] {
            let contest =
                Contest { rules: rules.clone(), deal: Deal::Repeats, length, seed: 11, start: Start::First };
            let last = if length == Length::Tonpuu { Wind::East } else { Wind::South };
            for set in 0..25 {
                let Game { rounds, scores, .. } = plain(&contest, set);
                assert_eq!(scores.0.iter().sum::<i32>(), 3 * rules.start, "{name}");
                assert_eq!(scores[Seat::ALL[3]], 0);
                let placed = game::standings(&scores, &rules);
                let mut ranks: Vec<f64> = Players::Three.seats().map(|seat| placed[seat].rank).collect();
                ranks.sort_by(f64::total_cmp);
                assert_eq!(ranks, [1.0, 2.0, 3.0]);
                let points: f64 = Players::Three.seats().map(|seat| placed[seat].points).sum();
                // uma add up to nothing; Tenhou's oka is what the target is above the start, Mahjong Soul has none
                let oka = if rules == Rules::TENHOU_SANMA {
                    0.0
                } else {
                    f64::from(3 * (rules.start - rules.target))
                };
                assert_eq!(points, oka, "{name}");
                for (played, next) in rounds.iter().zip(&rounds[1..]) {
                    let (carry, opening) = (played.round.table().carry().unwrap(), &next.raw.opening);
                    assert!(!played.round.table().game_over(last));
                    assert_eq!(carry, opening.carry());
                }
                let table = rounds.last().unwrap().round.table();
                assert!(table.game_over(last));
                assert!(table.scores().0.iter().any(|&points| points < 0) || rounds.len() >= planned);
                for played in &rounds {
                    assert_eq!(played.raw.hands.len(), 3);
                    let table = played.round.table();
                    let aside: usize = Seat::ALL.map(|seat| table.player(seat).kita().len()).iter().sum();
                    let tsumo_loss = |event: &Event| match event {
                        Event::Win(win) => win.gains[Seat::ALL[3]] == 0,
                        _ => true,
                    };
                    assert!(played.events.iter().all(tsumo_loss));
                    let draws = played.events.iter().filter(|event| matches!(event, Event::Draw { .. }));
                    assert_eq!(table.tiles_left(), 55 - draws.count());
                    norths += aside;
                    replaced += usize::from(aside == 4);
                    let wins_on_kita = |pair: &[Event]| matches!(pair, [Event::Kita { seat }, Event::Win(win)] if win.seat != *seat);
                    robbed += usize::from(played.events.windows(2).any(wins_on_kita));
                }
            }
        }
    }
    assert!(norths > 1_000 && replaced > 20 && robbed > 0, "{norths} norths, {replaced}, {robbed} won on");
}

#[test]
fn threads_change_nothing_with_three_players_and_each_sits_everywhere() {
    let setup = |threads: usize| {
        setup(&format!(
            "--games 24 --seed 5 --rules tenhou-sanma --players plain,random-shanten,plain --threads {threads}"
        ))
    };
    let tallies = |threads| play(&setup(threads), |_| String::new()).unwrap();
    let one = tallies(1);
    assert_eq!(one, tallies(2));
    assert_eq!(setup(1).rotations, 3);
    let seats = (0..3).map(|rotation| setup(1).lineup.seated(rotation).0.iter().position(|&kind| kind == 1));
    assert_eq!(seats.collect::<Vec<_>>(), [Some(1), Some(2), Some(0)]);
    for game in &one {
        assert_eq!((game[0].games, game[1].games), (2, 1));
        assert_eq!(game[0].ranks + game[1].ranks, 6.0);
        assert_eq!(game[0].places[3] + game[1].places[3], 0);
    }
    // all three are the same player: in a set each place is taken three times
    let alike = "--games 6 --seed 5 --rules mahjong-soul-sanma --players plain,plain,plain";
    for set in play(&parse(alike).unwrap(), |_| String::new()).unwrap().chunks(3) {
        assert_eq!(set[0], set[1]);
        assert_eq!(set.iter().map(|game| game[0].ranks).sum::<f64>(), 18.0);
    }
}

#[test]
fn games_of_three_from_the_last_round_begin_there() {
    let contest = Contest {
        rules: Rules::TENHOU_SANMA,
        deal: Deal::Repeats,
        length: Length::Hanchan,
        seed: 4,
        start: Start::Last,
    };
    for set in 0..4 {
        let opening = &plain(&contest, set).rounds[0].raw.opening;
        assert_eq!((opening.wind, opening.dealer), (Wind::South, Seat::ALL[2]));
        let mut sorted = opening.scores.0[..3].to_vec();
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] <= 8_000), "{sorted:?}");
    }
}

/// The policy plays whole games of either number of players, calls, and sets norths aside.
#[test]
fn the_player_of_the_policy_alone_plays_games_of_three_and_of_four() {
    for (rules, players) in [("tenhou", "policy,plain,policy,plain"), ("tenhou-sanma", "policy,plain,plain")]
    {
        let rotations = players.split(',').count();
        let words =
            format!("--length tonpuu --rules {rules} --players {players} --games {rotations} --threads 1");
        let games = play(&setup(&words), |_| String::new()).unwrap();
        let mut policy = Tally::default();
        games.iter().for_each(|game| policy += &game[0]);
        assert!(policy.wins > 0 && policy.open > 0 && policy.thought.unanswered == 0, "{policy:?}");
        assert_eq!(policy.kita > 0, rules == "tenhou-sanma");
    }
}

/// "points" once was what an analyst did anyway: an ablation that took nothing away.
#[test]
fn every_change_makes_another_analyst_and_the_objective_is_placement() {
    let with = |changes: &[&str]| analyst::Analyst::with(changes.iter().copied(), None).unwrap();
    let mut different = vec![with(&[])];
    for (name, _) in analyst::CHANGES {
        let changed = with(&[name]);
        assert!(!different.contains(&changed), "{name} changes nothing of its own");
        different.push(changed);
    }
    assert_eq!(with(&[]).options().objective, nanikiru::analyze::Objective::Placement);
}

/// What "no-placement" is: the same hand at the same table, and nobody leads.
#[test]
fn who_goes_without_placement_sees_even_scores() {
    let contest = Contest {
        rules: Rules::TENHOU,
        deal: Deal::Repeats,
        length: Length::Hanchan,
        seed: 9,
        start: Start::Last,
    };
    let played = &plain(&contest, 0).rounds[0];
    let mut round = Round::deal(played.raw.clone(), &contest.rules).unwrap();
    let mut asked = 0;
    for event in &played.events {
        for moment in Seat::ALL.into_iter().filter_map(|seat| Moment::of(&round, seat, contest.length)) {
            let (Ok(knows), Ok(even)) = (moment.asked(), moment.asked_at_even_scores()) else { continue };
            assert_eq!(knows.position, even.position);
            assert_eq!(knows.situation.unseen(), even.situation.unseen());
            assert_eq!(even.situation.carry().scores, BySeat([25_000; 4]));
            assert_ne!(knows.situation.carry().scores, even.situation.carry().scores);
            asked += 1;
        }
        round.apply(event).unwrap();
    }
    assert!(asked > 10, "{asked} moments");
}

#[test]
fn what_the_tool_does_not_understand_it_refuses() {
    let refused = |words: &str| parse(words).err().unwrap();
    assert_eq!(refused("--games 6"), "6 games are no whole sets of 4");
    assert_eq!(refused("--players plain,plain"), "four players sit at a table, not 2");
    assert!(refused("--players plain:fast,plain,plain,plain").contains("there is no player"));
    assert!(refused("--players analyst:brave,plain,plain,plain").contains("cannot be \"brave\""));
    assert!(refused("--rules hanafuda").contains("hanafuda"));
    assert!(refused("--length sanma").contains("possible values: hanchan, tonpuu"));
    assert_eq!(setup("--players analyst,plain,analyst:fast+no-calls,plain").lineup.places, [0, 1, 2, 1]);
    assert_eq!(
        refused("--games 3 --rules tenhou-sanma --players plain,plain,plain,plain"),
        "three players sit at a table, not 4; rules for 4 are tenhou, mahjong-soul, m-league, wrc, ema"
    );
    assert_eq!(
        refused("--players plain,plain,plain"),
        "four players sit at a table, not 3; rules for 3 are tenhou-sanma, mahjong-soul-sanma"
    );
    assert_eq!(refused("--games 4 --rules tenhou-sanma"), "4 games are no whole sets of 3");
    for player in ["tabu", "tabu:yakuhai"] {
        let wrong = refused(&format!("--rules tenhou-sanma --players {player},plain,plain"));
        assert_eq!(wrong, format!("{player} is for four players only"));
    }
    assert!(
        refused("--pairs --games 2 --rules tenhou-sanma --players plain,policy,plain")
            .contains("two against two")
    );
    let three = setup("--rules tenhou-sanma");
    assert_eq!((three.games, &three.lineup.places[..]), (399, &[0, 1, 1][..]));
    assert_eq!((setup("").games, setup("").lineup.places), (400, vec![0, 1, 1, 1]));
}

/// The rounds of two games of the players `a,b,a,b`, by the rules of Yoshimura et al.
fn matched(players: &str) -> (Setup, Vec<PlayedRound>) {
    let setup =
        setup(&format!("--games 2 --seed 2 --pairs --rules yoshimura --length tonpuu --players {players}"));
    let mut rounds = Vec::new();
    for rotation in 0..2 {
        let kinds = setup.lineup.seated(rotation);
        let players = BySeat::from_fn(|seat| &*setup.lineup.kinds[kinds[seat]].1);
        let game = game::play(&setup.contest, 0, players).unwrap();
        assert_eq!(game.rounds.len(), 4);
        for (played, seat) in game.rounds.iter().zip(Seat::ALL) {
            assert_eq!((played.raw.opening.dealer, played.raw.opening.wind), (seat, Wind::East));
            let wins = |event: &&nanikiru::round::Event| matches!(event, nanikiru::round::Event::Win(_));
            assert!(played.events.iter().filter(wins).count() <= 1);
        }
        assert_eq!(game.scores.0.iter().sum::<i32>(), 100_000);
        rounds.extend(game.rounds);
    }
    (setup, rounds)
}

#[test]
fn in_matches_of_the_paper_each_deals_once_and_walls_are_played_twice() {
    let (_, rounds) = matched("tabu:discards+runs-3,random-shanten,tabu:discards+runs-3,random-shanten");
    for (first, second) in rounds[..4].iter().zip(&rounds[4..]) {
        assert_eq!(first.raw.hands, second.raw.hands);
    }
    let open = |seat: Seat| rounds.iter().any(|played| !played.round.table().player(seat).melds().is_empty());
    // without calls, kans or anything else that makes a meld
    assert!(!Seat::ALL.into_iter().any(open));
    let riichi =
        |seat: Seat| rounds.iter().any(|played| played.round.table().player(seat).riichi().is_some());
    assert!(Seat::ALL.into_iter().any(riichi));
}

#[test]
fn who_calls_after_yakuhai_begins_with_a_triplet_of_them() {
    let (setup, rounds) = matched("tabu:runs-100,tabu:yakuhai+runs-3,tabu:runs-100,tabu:yakuhai+runs-3");
    let (mut searched, mut yakuhai) = (0, 0);
    for (i, played) in rounds.iter().enumerate() {
        let table = played.round.table();
        for seat in Seat::ALL {
            let Some(first) = table.player(seat).melds().first() else { continue };
            let kind = first.kind();
            let worth = kind.is_dragon()
                || [Wind::East, seat.wind(table.dealer())].map(nanikiru::tile::Kind::wind).contains(&kind);
            if setup.lineup.seated(i / 4)[seat] == 1 {
                assert!(worth && first.is_open(), "{first}");
                yakuhai += 1;
            } else {
                searched += 1;
            }
            assert!(!table.player(seat).melds().iter().any(nanikiru::hand::Meld::is_kan));
        }
    }
    assert!(yakuhai > 0 && searched > 0, "{yakuhai} after yakuhai, {searched} by search");
}

#[test]
fn a_match_needs_two_against_two_and_changes_that_there_are() {
    let refused = |words: &str| parse(words).err().unwrap();
    assert!(refused("--pairs --players plain,plain,tabu,tabu").contains("two against two"));
    assert_eq!(
        refused("--pairs --games 3 --players tabu,plain,tabu,plain"),
        "3 games are no whole sets of 2"
    );
    assert!(refused("--players tabu:brave,plain,plain,plain").contains("cannot be \"brave\""));
    assert!(refused("--players tabu:runs-0,plain,plain,plain").contains("runs-N"));
}
