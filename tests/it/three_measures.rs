//! Recorded games of three players beside what is predicted of them: figures that are printed, not held.

use crate::random::Random;
use crate::shared::shared;
use nanikiru::analyze::{
    Action, Candidate, Depth, Detailed, Options, Position, RawSituation, Situation, Spot, TableThreat,
    Viewpoint, analyze_at_once,
};
use nanikiru::replay::{RoundLog, open};
use nanikiru::review::{Choice, Decision, decisions};
use nanikiru::round::{Drawn, Event, Source};
use nanikiru::rules::Length;
use nanikiru::score::Pot;
use nanikiru::search::{
    self, Chance, ChanceStep, Exchanges, Kans, OthersTenpai, Points, Progress, Root, search,
};
use nanikiru::tile::{KindSet, Tile};
use std::fs::File;
use std::io::Read;
use std::time::Instant;

/// The records of all games.
pub fn archive() -> Vec<Vec<u8>> {
    let file = File::open(shared("data/train_xml_sanma.tar.zst")).unwrap();
    let mut archive = tar::Archive::new(zstd::Decoder::new(file).unwrap());
    let read = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut xml = Vec::new();
        Read::read_to_end(&mut entry.unwrap(), &mut xml).unwrap();
        xml
    };
    archive.entries().unwrap().map(read).filter(|xml| !xml.is_empty()).collect()
}

/// Means of the best discard of far hands at n = shanten: the averages of three players in `src/analyze/far.rs`.
#[test]
#[ignore = "needs ../shared, and an hour"]
fn means_of_far_hands_of_three() {
    // by shanten less 3 and by four draws: hands, and sums of ukeire, win rate, tenpai rate, tenpai at the draw
    let mut sums = [[[0.0; 5]; 5]; 3];
    let random = &mut Random(48);
    let most = std::env::var("HANDS").map_or(400, |most| most.parse().unwrap());
    let mut games = archive();
    let mut looked = 0;
    while let Some(xml) =
        (looked < most && !games.is_empty()).then(|| games.swap_remove(random.below(games.len())))
    {
        let mut reader = open(&xml).unwrap();
        let logs: Vec<RoundLog> = std::iter::from_fn(|| reader.next()).map(|log| log.unwrap()).collect();
        let rules = reader.room().unwrap().rules;
        let mut far: [Vec<Decision>; 3] = Default::default();
        for own in logs.iter().flat_map(|log| decisions(log, &rules)).map(|own| own.unwrap()) {
            let (table, seat) = (own.round.table(), own.seat);
            let riichi = table.player(seat).riichi().is_some();
            if matches!(own.choice, Choice::Turn(_)) && !riichi && table.turn(seat) <= 14 {
                let shanten = Spot::of(&own.round, seat, Length::Hanchan).unwrap().position.shanten().get();
                if (3..=5).contains(&shanten) {
                    far[shanten as usize - 3].push(own);
                }
            }
        }
        for (shanten, mut far) in (3..).zip(far) {
            for _ in 0..if shanten == 4 { 2 } else { 1 } {
                if far.is_empty() {
                    continue;
                }
                let own = far.swap_remove(random.below(far.len()));
                let Position::Drawn { hand, drawn } =
                    Spot::of(&own.round, own.seat, Length::Hanchan).unwrap().position
                else {
                    continue;
                };
                let position = Position::Drawn { hand, drawn };
                let seen = Viewpoint { table: own.round.table(), seat: own.seat };
                let raw = RawSituation { history: None, ..seen.raw(false, Length::Hanchan) };
                let situation = Situation::new(&position, raw).unwrap();
                let options = Options {
                    depth: Depth::Exactly { exchanges: shanten },
                    calls: if shanten == 5 { 0 } else { 2 },
                    max_hands: 60_000,
                    detailed: Detailed::None,
                    ..Options::default()
                };
                let Ok(report) = analyze_at_once(&position, &situation, &options) else { continue };
                let best = report.candidates.iter().find(|row| row.action.discard().is_some()).unwrap();
                let figures = [best.play.win_rate, best.play.tenpai_rate, best.play.tenpai_at_draw];
                let sums = &mut sums[shanten - 3][report.draws_left / 4];
                sums[0] += 1.0;
                sums[1] += f64::from(best.ukeire.tiles);
                sums[2..].iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
                looked += 1;
            }
        }
    }
    for (shanten, groups) in (3..).zip(sums) {
        for (group, [hands, sums @ ..]) in groups.into_iter().enumerate() {
            let means = sums.map(|sum| format!("{:.4}", sum / f64::max(hands, 1.0)));
            println!("{shanten}-shanten, {} draws and more, {hands} hands: {}", 4 * group, means.join(", "));
        }
    }
    assert!(looked >= most.min(400));
}

/// How rounds of recorded games ended beside what is predicted of what was done, in the order of `outcomes`, and the points: predicted,
/// by the search alone, recorded.
#[test]
#[ignore = "needs ../shared, and minutes"]
fn ends_of_recorded_rounds_of_three() {
    let each = std::env::var("EACH").map_or(15, |each| each.parse().unwrap());
    let depth = if std::env::var("FAST").is_ok() { Depth::Fast } else { Depth::First };
    // quiet or threatened: decisions, and sums of rates and points predicted, searched, recorded
    let mut sums = [[[0.0; 6]; 3]; 2];
    let mut decided = [0.0; 2];
    let mut agree = [0.0; 3];
    for xml in archive().into_iter().step_by(each) {
        let mut reader = open(&xml).unwrap();
        let logs: Vec<RoundLog> = std::iter::from_fn(|| reader.next()).map(|log| log.unwrap()).collect();
        let rules = reader.room().unwrap().rules;
        for log in &logs {
            let own = decisions(log, &rules).map(|own| own.unwrap());
            for own in own.filter(|own| matches!(own.choice, Choice::Turn(_) | Choice::Offer(_))).step_by(9) {
                let (seat, Some(done)) = (own.seat, own.action) else { continue };
                let spot = Spot::of(&own.round, seat, Length::Hanchan).unwrap();
                let options = Options { depth, detailed: Detailed::None, ..Options::default() };
                let report = analyze_at_once(&spot.position, &spot.situation, &options).unwrap();
                let Some(row) = report.candidates.iter().find(|row| row.action == done) else { continue };
                let Some(facts) = row.facts else { continue };
                if matches!(done, Action::Discard { .. }) {
                    agree[0] += 1.0;
                    agree[1] += f64::from(u8::from(report.candidates[0].action == done));
                    let share = |row: &&Candidate| row.share.unwrap_or(0.0);
                    let most = report.candidates.iter().max_by(|a, b| share(a).total_cmp(&share(b)));
                    agree[2] += f64::from(u8::from(most.unwrap().action == done));
                }
                let (mut recorded, mut points) = (4, 0.0);
                for event in &log.events[own.events..] {
                    match event {
                        Event::RiichiAccepted { seat: declarer } if *declarer == seat => points -= 1_000.0,
                        Event::Win(win) => {
                            points += f64::from(win.gains[seat]);
                            recorded = match win.source {
                                _ if win.seat == seat => 0,
                                Source::Ron { from } if from == seat => 1,
                                Source::Tsumo => 2,
                                Source::Ron { .. } => recorded,
                            };
                        }
                        Event::Drawn {
                            how: Drawn::Exhausted { .. } | Drawn::NagashiMangan { .. },
                            gains,
                        } => {
                            recorded = 3;
                            points += f64::from(gains[seat]);
                        }
                        _ => {}
                    }
                }
                let threat = usize::from(facts.case.threat != TableThreat::None);
                decided[threat] += 1.0;
                for (sums, parts) in sums[threat].iter_mut().zip([row.play.parts, facts.searched]) {
                    for (sum, part) in sums.iter_mut().zip(parts.all()) {
                        *sum += part.rate;
                    }
                    sums[5] += parts.all().iter().map(|part| part.value).sum::<f64>();
                }
                sums[threat][2][recorded] += 1.0;
                sums[threat][2][5] += points;
            }
        }
    }
    for (threat, name) in ["quiet", "threatened"].into_iter().enumerate() {
        println!("{name}: {} decisions", decided[threat]);
        for (sums, name) in sums[threat].iter().zip(["predicted", "searched", "recorded"]) {
            let rates: Vec<String> =
                sums[..5].iter().map(|sum| format!("{:.1}", 100.0 * sum / decided[threat])).collect();
            println!("  {name}: {} %, {:.0} points", rates.join(" "), sums[5] / decided[threat]);
        }
    }
    println!(
        "{} discards: first by value {:.3}, by policy {:.3}",
        agree[0],
        agree[1] / agree[0],
        agree[2] / agree[0]
    );
    assert!(decided.iter().sum::<f64>() > 500.0);
}

/// How often a north that is set aside is won on, beside what danger predicts of it as a discard; by riichi of the others.
#[test]
#[ignore = "needs ../shared, and minutes"]
fn norths_that_are_won_on() {
    let mut seen = [[0.0; 3]; 3];
    for xml in archive() {
        let mut reader = open(&xml).unwrap();
        let logs: Vec<RoundLog> = std::iter::from_fn(|| reader.next()).map(|log| log.unwrap()).collect();
        let rules = reader.room().unwrap().rules;
        for log in &logs {
            for own in decisions(log, &rules).map(|own| own.unwrap()) {
                if own.action != Some(Action::Kita) {
                    continue;
                }
                let table = own.round.table();
                let riichi =
                    rules.players.others(own.seat).filter(|&seat| table.player(seat).riichi().is_some());
                let seen = &mut seen[riichi.count()];
                // as many of those that meet no riichi as of the others
                if seen[0] < 2_500.0 {
                    let danger = nanikiru::danger::assess(&own.round.view(own.seat), Length::Hanchan);
                    seen[0] += 1.0;
                    seen[1] += danger.rate("4z".parse::<Tile>().unwrap());
                    let next = log.events.get(own.events + 1);
                    seen[2] += f64::from(u8::from(matches!(next, Some(Event::Win(_)))));
                }
            }
        }
    }
    for (riichi, [norths, predicted, won]) in seen.into_iter().enumerate() {
        println!("{riichi} riichi: {norths} norths, {predicted:.1} predicted, {won} won on");
    }
    assert!(seen[1][0] > 1_000.0);
}

/// By shanten and exchanges beyond it what it takes to follow so many norths in a search, and how far the best discard's value is from
/// that with all of them.
#[test]
#[ignore = "needs ../shared, and minutes"]
fn norths_that_a_search_sets_aside() {
    let each = std::env::var("EACH").map_or(10, |each| each.parse().unwrap());
    let random = &mut Random(48);
    let mut games = archive();
    let mut found: [Vec<Position>; 4] = Default::default();
    let mut sums = [[[[0.0; 3]; 5]; 2]; 4];
    while found.iter().any(|hands| hands.len() < each) && !games.is_empty() {
        let xml = games.swap_remove(random.below(games.len()));
        let mut reader = open(&xml).unwrap();
        let logs: Vec<RoundLog> = std::iter::from_fn(|| reader.next()).map(|log| log.unwrap()).collect();
        let rules = reader.room().unwrap().rules;
        let own: Vec<Decision> =
            logs.iter().flat_map(|log| decisions(log, &rules)).map(|own| own.unwrap()).collect();
        let own = &own[random.below(own.len())];
        let (turn, spot) =
            (own.round.table().turn(own.seat), Spot::of(&own.round, own.seat, Length::Hanchan).unwrap());
        let Position::Drawn { hand, .. } = &spot.position else { continue };
        let shanten = spot.position.shanten().get();
        let riichi = own.round.table().player(own.seat).riichi().is_some();
        if riichi || turn > 8 || !(0..=3).contains(&shanten) || found[shanten as usize].len() == each {
            continue;
        }
        for (beyond, sums) in sums[shanten as usize].iter_mut().enumerate() {
            let mut best = [0.0; 5];
            for kita in 0..=4u8 {
                let options = search::Options {
                    exchanges: Exchanges::Beyond(beyond),
                    kans: Kans::Held,
                    fewer_after_call: beyond,
                    kita,
                    max_hands: 1_000_000,
                    ..search::Options::default()
                };
                let steps = vec![ChanceStep::ALONE; 18 - turn];
                let chance = Chance { draws: 17 - turn, tail: 1, steps, coming_riichi: None };
                let points = Points {
                    rules: rules.clone(),
                    table: spot.situation.table(),
                    pot: Pot::EMPTY,
                    riichi: true,
                    others: OthersTenpai { tenpai: [0.3, 0.5, 0.2, 0.0], noten: [0.2, 0.5, 0.3, 0.0] },
                    kans: 0,
                    utility: None,
                };
                let root = Root::Drawn { hand, forbidden: KindSet::EMPTY };
                let start = Instant::now();
                let unseen = spot.situation.unseen();
                let outcome = search(root, unseen, &chance, &points, &options, &Progress::default()).unwrap();
                best[usize::from(kita)] = outcome.rows[0].play.value;
                let sum = &mut sums[usize::from(kita)];
                sum[0] += outcome.hands as f64;
                sum[1] += 1e3 * start.elapsed().as_secs_f64();
            }
            for (sum, value) in sums.iter_mut().zip(best) {
                sum[2] += best[4] - value;
            }
        }
        found[shanten as usize].push(spot.position);
    }
    for (shanten, sums) in sums.iter().enumerate() {
        for (beyond, sums) in sums.iter().enumerate() {
            for (kita, sums) in sums.iter().enumerate() {
                let [hands, ms, error] = sums.map(|sum| sum / found[shanten].len() as f64);
                println!(
                    "{shanten}-shanten + {beyond}, {kita} norths: {hands:.0} hands, {ms:.1} ms, {error:.1} points"
                );
            }
        }
    }
    assert!(found.iter().all(|hands| hands.len() == each));
}
