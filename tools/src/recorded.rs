//! Every decision of a recorded game that somebody made who was there, with what came of it.

use crate::claim::meld_of;
use crate::decisions::{hash, mix};
use crate::outcome::{Outcome, follow};
use nanikiru::analyze::Action;
use nanikiru::replay::{self, Absence, RoundLog};
use nanikiru::review::{Decision, RecordedAction, decisions};
use nanikiru::round::{DrawReason, Event};
use nanikiru::rules::{Length, Rules};
use nanikiru::tile::{BySeat, Tile};

/// A decision in its record.
pub struct RecordedDecision<'a> {
    /// Another number for each decision, and the same in every run.
    pub key: u64,
    /// The decision's place in the game, from 1.
    pub number: u64,
    /// The round's place in the game.
    pub at: usize,
    /// The decision.
    pub decision: &'a Decision,
    /// How long the game was planned to be.
    pub length: Length,
    log: &'a RoundLog,
}

/// Shows every decision of a game; another seed is another lot of keys.
pub fn each_decision(name: &str, record: &[u8], seed: u64, look: &mut impl FnMut(&RecordedDecision)) {
    let Ok(mut reader) = replay::open(record) else { return };
    let game = mix(hash(name) ^ mix(seed));
    let mut gone: BySeat<bool> = BySeat::default();
    let (mut at, mut number) = (0, 0);
    let mut rules: Option<Rules> = None;
    while let (Some(Ok(log)), Some(room)) = (reader.next(), reader.room()) {
        let rules = rules.get_or_insert_with(|| room.rules.clone());
        let mut absences = log.absences.iter().peekable();
        for decision in decisions(&log, rules).map_while(Result::ok) {
            let before = |&&(before, ..): &&(usize, _, _)| before <= decision.events;
            while let Some(&(_, seat, absence)) = absences.next_if(before) {
                gone[seat] = absence == Absence::Left;
            }
            number += 1;
            if !gone[decision.seat] {
                let key = mix(game ^ mix(number));
                look(&RecordedDecision {
                    key,
                    number,
                    at,
                    decision: &decision,
                    length: room.length,
                    log: &log,
                });
            }
        }
        absences.for_each(|&(_, seat, absence)| gone[seat] = absence == Absence::Left);
        at += 1;
    }
}

impl RecordedDecision<'_> {
    fn rest(&self) -> &[Event] {
        &self.log.events[self.decision.events..]
    }

    /// What was discarded after a call.
    pub fn discard(&self) -> Option<Tile> {
        let next = |event: &Event| match *event {
            Event::Discard { seat, tile, .. } if seat == self.decision.seat => Some(tile),
            _ => None,
        };
        match self.decision.done {
            RecordedAction::Call(meld) if !meld.is_kan() => self.rest().iter().find_map(next),
            _ => None,
        }
    }

    /// Whether what was given away next, a discard or a north, is won on.
    pub fn is_won_on(&self) -> bool {
        matches!(self.rest().get(1), Some(Event::Win(_)))
    }

    /// How the round was drawn, if it was.
    pub fn drawn(&self) -> Option<&DrawReason> {
        self.log.events.iter().find_map(|event| match event {
            Event::Drawn { how, .. } => Some(how),
            _ => None,
        })
    }

    /// What became of the seat; none where the record does not say the end.
    pub fn outcome(&self) -> Option<Outcome> {
        follow(self.decision.round.clone(), self.decision.seat, self.rest())
    }
}

/// Whether an action is what a player did, who discarded this after a call.
pub fn is_done(done: &RecordedAction, discard: Option<Tile>, action: &Action) -> bool {
    match (*done, action) {
        (RecordedAction::Discard { tile, riichi, .. }, Action::Discard { tile: ours, riichi: declared }) => {
            tile == *ours && riichi == *declared
        }
        (RecordedAction::Call(meld), action) => {
            meld_of(action, &[meld]).is_some() && (meld.is_kan() || action.discard() == discard)
        }
        (RecordedAction::Tsumo, Action::Tsumo)
        | (RecordedAction::Ron, Action::Ron)
        | (RecordedAction::Pass, Action::Pass)
        | (RecordedAction::Kita, Action::Kita) => true,
        _ => false,
    }
}
