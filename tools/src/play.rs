//! Replays a game, round by round and event by event, before the eyes of a watcher.

use nanikiru::replay::{self, Format, Outcome, Players, ReadError, Room, RoundLog};
use nanikiru::round::{Carry, Event, Illegal, Round};
use nanikiru::rules::Rules;

/// Looks on while a game is replayed.
pub trait Watch {
    /// Whether it looks at games of so many players.
    fn wants(&self, players: Players) -> bool {
        players == Players::Four
    }
    /// A round begins, and how it should begin after the one before.
    fn begin(&mut self, _room: Room, _log: &RoundLog, _carry: Option<&Carry>) {}
    /// An event is about to happen.
    fn before(&mut self, _round: &Round, _event: &Event) {}
    /// It was legal as far as `round` knows, and has happened.
    fn after(&mut self, _round: &Round, _event: &Event) {}
    /// The record of a round is at its end.
    fn end(&mut self, _round: &Round) {}
    /// An event was illegal; the rest of the round is left out.
    fn illegal(&mut self, _illegal: Illegal) {}
    /// The record cannot be read any further.
    fn unreadable(&mut self, _error: ReadError) {}
    /// The game is over.
    fn outcome(&mut self, _format: Format, _outcome: Option<&Outcome>, _carry: Option<&Carry>) {}
}

/// Replays one game; `false` if it is not one that the watcher wants.
pub fn play(record: &[u8], watch: &mut impl Watch) -> bool {
    let mut reader = match replay::open(record) {
        Ok(reader) => reader,
        Err(error) => {
            watch.unreadable(error);
            return true;
        }
    };
    let mut carry: Option<Carry> = None;
    let mut table_rules: Option<Rules> = None;
    while let Some(log) = reader.next() {
        match (log, reader.room()) {
            (Ok(_), Some(room)) if !watch.wants(room.rules.players) => return false,
            (Ok(log), Some(room)) => {
                let rules = table_rules.get_or_insert_with(|| room.rules.clone());
                watch.begin(room, &log, carry.as_ref());
                carry = play_round(log, rules, watch);
            }
            (Ok(_), None) => unreachable!("a reader knows the room before the first round"),
            (Err(error), _) => {
                watch.unreadable(error);
                return true;
            }
        }
    }
    watch.outcome(reader.format(), reader.outcome(), carry.as_ref());
    true
}

fn play_round(log: RoundLog, rules: &Rules, watch: &mut impl Watch) -> Option<Carry> {
    let mut round = match Round::deal(log.raw, rules) {
        Ok(round) => round,
        Err(illegal) => {
            watch.illegal(illegal);
            return None;
        }
    };
    for event in &log.events {
        watch.before(&round, event);
        if let Err(illegal) = round.apply(event) {
            watch.illegal(illegal);
            return None;
        }
        watch.after(&round, event);
    }
    watch.end(&round);
    round.table().carry()
}
