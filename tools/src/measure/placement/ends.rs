//! Whether the ends of rounds are what the records say.

use nanikiru::hand::From;
use nanikiru::placement::{Finish, Prospects};
use nanikiru::replay::{Format, Outcome, Room, RoundLog, WinClaim};
use nanikiru::round::{Carry, DrawReason, Event, FinishedRound, Round, Source, last_wind};
use nanikiru::score;
use nanikiru::tile::{Seat, Wind};
use nanikiru_tools::decisions::Purpose;
use nanikiru_tools::games::each_game;
use nanikiru_tools::openings::final_places;
use nanikiru_tools::play::{Watch, play};
use std::path::PathBuf;

/// How often what, over all validation games.
#[derive(Default)]
struct Findings {
    games: u64,
    rounds: u64,
    /// Rounds whose end has no [`Finish`] of its own: several wins, pao, nagashi mangan.
    others: u64,
    /// Rounds after which points, deal, honba or sticks are not the record's.
    different: u64,
    /// Final places that are not the record's, and games that do not end when the record does.
    wrong: u64,
}

struct Judge<'a> {
    found: &'a mut Findings,
    last: Wind,
    claims: std::vec::IntoIter<WinClaim>,
    /// How the round ends, by what was known before its last event.
    ended: Option<(Prospects, FinishedRound)>,
    wins: usize,
}

impl Judge<'_> {
    /// What the event is, if it is one that ends a round.
    fn finish(&mut self, event: &Event) -> Option<Finish> {
        match event {
            Event::Win(win) => {
                let points = self.claims.next()?.points?;
                let payers = win.gains.0.iter().filter(|&&gain| gain < 0).count();
                if payers != if win.source == Source::Tsumo { 3 } else { 1 } {
                    return None; // pao
                }
                let source = match win.source {
                    Source::Tsumo => score::Source::Tsumo,
                    Source::Ron { from } => score::Source::Ron(From::of(from, win.seat)?),
                };
                Some(Finish::Win { winner: win.seat, source, points: i32::try_from(points).ok()? })
            }
            Event::Drawn { how: DrawReason::Exhausted { tenpai }, .. } => {
                Some(Finish::Exhausted { tenpai: *tenpai })
            }
            Event::Drawn { how: DrawReason::NagashiMangan { .. }, .. } => None,
            Event::Drawn { .. } => Some(Finish::Aborted),
            _ => None,
        }
    }
}

impl Watch for Judge<'_> {
    fn begin(&mut self, room: Room, log: &RoundLog, _: Option<&Carry>) {
        self.last = last_wind(room.length);
        self.claims = log.claims.clone().into_iter();
        self.ended = None;
        self.wins = 0;
    }

    fn before(&mut self, round: &Round, event: &Event) {
        if !matches!(event, Event::Win(_) | Event::Drawn { .. }) {
            return;
        }
        self.wins += 1;
        let prospects = Prospects::new(round.table(), self.last);
        self.ended = self.finish(event).map(|finish| {
            let over = prospects.over(&finish);
            (prospects, over)
        });
    }

    fn end(&mut self, round: &Round) {
        self.found.rounds += 1;
        let Some(real) = round.table().over() else { return };
        match &self.ended {
            Some((_, over)) if self.wins == 1 => self.found.different += u64::from(*over != real),
            _ => {
                self.found.others += 1;
                let prospects = Prospects::new(round.table(), self.last);
                self.ended = Some((prospects, real));
            }
        }
    }

    fn outcome(&mut self, _: Format, outcome: Option<&Outcome>, _: Option<&Carry>) {
        let (Some(outcome), Some((prospects, over))) = (outcome, &self.ended) else { return };
        self.found.games += 1;
        let places = final_places(&outcome.points, prospects.players());
        let after = prospects.after(over);
        let exact = |seat: Seat| after.of(seat)[places[seat]] == 1.0;
        self.found.wrong += u64::from(!Seat::ALL.into_iter().all(exact));
    }
}

/// Prints how many ends are as recorded.
pub fn print(paths: &[PathBuf]) -> Result<(), String> {
    let judge = |mut found: Findings, name: &str, record: &[u8]| {
        if Purpose::of(name) == Purpose::Validation {
            let claims = Vec::new().into_iter();
            play(record, &mut Judge { found: &mut found, last: Wind::East, claims, ended: None, wins: 0 });
        }
        found
    };
    let merge = |all: Findings, later: Findings| Findings {
        games: all.games + later.games,
        rounds: all.rounds + later.rounds,
        others: all.others + later.others,
        different: all.different + later.different,
        wrong: all.wrong + later.wrong,
    };
    let found = each_game(paths, usize::MAX, judge, merge)?;
    println!(
        "{} games end with the recorded places for certain, {} do not; of {} rounds, {} of them won twice, with pao or \
         by nagashi mangan, {} of the others leave other points, deal, honba or sticks than recorded",
        found.games - found.wrong,
        found.wrong,
        found.rounds,
        found.others,
        found.different,
    );
    Ok(())
}
