//! The chances of the final places, asked before the last event of recorded rounds.

use nanikiru::hand::From;
use nanikiru::placement::{Finish, Prospects};
use nanikiru::replay::{Length, RoundLog, open};
use nanikiru::round::{DrawReason, Event, Round, Source};
use nanikiru::score;
use nanikiru::tile::{Players, Seat, Wind};
use nanikiru_tools::games::archives;

/// How a round ends, as far as the last event says it; `None` for several wins, pao and nagashi mangan.
fn finish(log: &RoundLog) -> Option<Finish> {
    let wins = log.events.iter().filter(|event| matches!(event, Event::Win(_))).count();
    match log.events.last()? {
        Event::Win(win) if wins == 1 => {
            let source = match win.source {
                Source::Tsumo => score::Source::Tsumo,
                Source::Ron { from } => score::Source::Ron(From::of(from, win.seat)?),
            };
            let payers = win.gains.0.iter().filter(|&&gain| gain < 0).count();
            let plain = payers == if win.source == Source::Tsumo { 3 } else { 1 };
            let points = i32::try_from(log.claims.first()?.points?).ok()?;
            plain.then_some(Finish::Win { winner: win.seat, source, points })
        }
        Event::Drawn { how: DrawReason::Exhausted { tenpai }, .. } => {
            Some(Finish::Exhausted { tenpai: *tenpai })
        }
        Event::Drawn { how: DrawReason::NagashiMangan { .. }, .. } | Event::Win(_) => None,
        _ => Some(Finish::Aborted),
    }
}

/// Every round of recorded games leaves what the record says, asked before its last event; and the game's last one
/// the recorded places.
#[test]
#[ignore = "needs ../shared"]
fn recorded_games_end_as_they_did() {
    let (mut games, mut rounds) = (0, 0);
    for archive in archives(Players::Four).unwrap() {
        for game in nanikiru_tools::archive::games(&archive).unwrap().take(400) {
            let (_, xml) = game.unwrap();
            let mut reader = open(&xml).unwrap();
            let mut last = None;
            while let Some(Ok(log)) = reader.next() {
                let room = reader.room().unwrap();
                let wind = if room.length == Length::Tonpuu { Wind::East } else { Wind::South };
                let mut round = Round::deal(log.raw.clone(), &room.rules).unwrap();
                let (end, before) = log.events.split_last().unwrap();
                before.iter().for_each(|event| round.apply(event).unwrap());
                let prospects = Prospects::new(round.table(), wind);
                round.apply(end).unwrap();
                let over = round.table().over().unwrap();
                if let Some(finish) = finish(&log) {
                    assert_eq!(prospects.over(&finish), over);
                    rounds += 1;
                }
                last = Some(prospects.after(&over));
            }
            let Some((outcome, places)) = reader.outcome().zip(last) else { continue };
            games += 1;
            // a certain place each: sticks that are left go to the first, who is first without them
            for seat in Seat::ALL {
                let ahead = |other: Seat| {
                    (outcome.points[other], std::cmp::Reverse(other))
                        > (outcome.points[seat], std::cmp::Reverse(seat))
                };
                let place = Seat::ALL.into_iter().filter(|&other| ahead(other)).count();
                assert_eq!(places.of(seat)[place], 1.0, "{places:?} {outcome:?}");
            }
        }
    }
    assert!(games > 700 && rounds > 4_000, "{games} games, {rounds} rounds");
}
