//! Every moment of a recorded round at which a seat had a choice, and what it did.

use super::choice::{Choice, claims, own};
use crate::analyze::Action;
use crate::hand::{Call, Meld};
use crate::replay::RoundLog;
use crate::round::{DrawReason, Event, Illegal, Manner, Round};
use crate::rules::{MultipleRon, Rules};
use crate::sort;
use crate::tile::{Seat, Tile};
use std::collections::VecDeque;

/// A moment at which a seat had a choice.
#[derive(Clone, Debug)]
pub struct Decision {
    /// How many events of the round had happened.
    pub events: usize,
    /// The round at that moment; [`Round::view`] is what the seat saw.
    pub round: Round,
    /// Who had to choose.
    pub seat: Seat,
    /// From what.
    pub choice: Choice,
    /// What it did.
    pub done: RecordedAction,
    /// The same as the analysis values it: a chi or pon with the discard that followed. None where that does not
    /// show.
    pub action: Option<Action>,
}

/// What a seat did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordedAction {
    /// A discard, with riichi or without.
    Discard {
        /// Which tile.
        tile: Tile,
        /// From the hand or as drawn.
        manner: Manner,
        /// Whether it declared riichi.
        riichi: bool,
    },
    /// A call or kan.
    Call(Meld),
    /// Setting a north aside.
    Kita,
    /// A win on the own draw.
    Tsumo,
    /// A win on the offered tile.
    Ron,
    /// Throwing in the hand for nine terminals and honours.
    NineTerminals,
    /// Letting the offered tile go.
    Pass,
    /// Not known: another seat's claim went before any that this one could make, and a record does not have
    /// what it overrode.
    Overridden {
        /// Whose claim.
        by: Seat,
    },
}

/// The decisions of a round in order; of several seats about one tile the next to play first.
///
/// # Errors
/// When an event is illegal: the decisions before it, then the error.
pub fn decisions<'a>(log: &'a RoundLog, rules: &Rules) -> Decisions<'a> {
    let round = Round::deal(log.raw.clone(), rules);
    let (round, failed) = match round {
        Ok(round) => (Some(round), None),
        Err(illegal) => (None, Some(illegal)),
    };
    Decisions { log, round, next: 0, ready: VecDeque::new(), failed }
}

/// The iterator of [`decisions`].
pub struct Decisions<'a> {
    log: &'a RoundLog,
    round: Option<Round>,
    /// The next event.
    next: usize,
    ready: VecDeque<Decision>,
    failed: Option<Illegal>,
}

impl Decisions<'_> {
    /// Applies the next event and finds the decisions that it leads to; `false` at the end.
    fn step(&mut self) -> bool {
        let (Some(round), Some(event)) = (&mut self.round, self.log.events.get(self.next)) else {
            return false;
        };
        if let Err(illegal) = round.apply(event) {
            self.failed = Some(illegal);
            self.round = None;
            return false;
        }
        self.next += 1;
        let moment = Moment { round, events: self.next, rest: &self.log.events[self.next..] };
        match event {
            Event::Draw { seat, .. } => self.ready.extend(moment.own(*seat)),
            Event::Call { seat, meld } if !meld.is_kan() => self.ready.extend(moment.own(*seat)),
            Event::Discard { seat, .. } | Event::Call { seat, .. } | Event::Kita { seat } => {
                let others = round.table().rules().players.others(*seat);
                self.ready.extend(others.filter_map(|other| moment.offered(other)));
            }
            _ => {}
        }
        true
    }
}

impl Iterator for Decisions<'_> {
    type Item = Result<Decision, Illegal>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && self.step() {}
        let decision = self.ready.pop_front().map(Ok);
        decision.or_else(|| self.failed.take().map(Err))
    }
}

/// A round with what is going to happen.
struct Moment<'a> {
    round: &'a Round,
    events: usize,
    rest: &'a [Event],
}

impl Moment<'_> {
    fn decision(&self, seat: Seat, choice: Choice, done: RecordedAction) -> Decision {
        let action = self.action(&done);
        Decision { events: self.events, round: self.round.clone(), seat, choice, done, action }
    }

    fn action(&self, done: &RecordedAction) -> Option<Action> {
        match done {
            RecordedAction::Discard { tile, riichi, .. } => {
                Some(Action::Discard { tile: *tile, riichi: *riichi })
            }
            RecordedAction::Call(meld) => self.called(meld),
            RecordedAction::Kita => Some(Action::Kita),
            RecordedAction::Tsumo => Some(Action::Tsumo),
            RecordedAction::Ron => Some(Action::Ron),
            RecordedAction::Pass => Some(Action::Pass),
            RecordedAction::NineTerminals => Some(Action::NineTerminals),
            RecordedAction::Overridden { .. } => None,
        }
    }

    /// A call with the discard that follows it.
    fn called(&self, meld: &Meld) -> Option<Action> {
        let pair = || {
            let (_, claimed) = meld.claimed()?;
            let mut own: Vec<Tile> = meld.tiles().collect();
            own.remove(own.iter().position(|&tile| tile == claimed)?);
            // as the candidates name them: the lower one first, of a pair the red five
            sort::by_key(&mut own, |tile| (tile.kind(), !tile.is_red()));
            <[Tile; 2]>::try_from(own).ok()
        };
        let discard = || {
            self.rest.iter().find_map(|event| match event {
                Event::Discard { tile, .. } => Some(*tile),
                _ => None,
            })
        };
        Some(match meld.call() {
            Call::Chi { .. } => Action::Chi { own: pair()?, discard: discard()? },
            Call::Pon { .. } => Action::Pon { own: pair()?, discard: discard()? },
            Call::Ankan => Action::Ankan { kind: meld.kind() },
            Call::Kakan { added, .. } => Action::Kakan { tile: added },
            Call::Daiminkan { .. } => Action::Daiminkan,
        })
    }

    /// What comes next but for what happens by itself.
    fn acts(&self) -> impl Iterator<Item = &Event> {
        self.rest.iter().filter(|e| !matches!(e, Event::Dora { .. } | Event::RiichiAccepted { .. }))
    }

    /// The decision of a seat that has drawn or called; none when the record ends here.
    fn own(&self, seat: Seat) -> Option<Decision> {
        let mut acts = self.acts();
        let done = match (acts.next()?, acts.next()) {
            (Event::Discard { tile, manner, .. }, _) => {
                RecordedAction::Discard { tile: *tile, manner: *manner, riichi: false }
            }
            (Event::Riichi { .. }, Some(Event::Discard { tile, manner, .. })) => {
                RecordedAction::Discard { tile: *tile, manner: *manner, riichi: true }
            }
            (Event::Call { meld, .. }, _) => RecordedAction::Call(*meld),
            (Event::Kita { .. }, _) => RecordedAction::Kita,
            (Event::Win(_), _) => RecordedAction::Tsumo,
            (Event::Drawn { how: DrawReason::NineTerminals { .. }, .. }, _) => RecordedAction::NineTerminals,
            _ => return None,
        };
        Some(self.decision(seat, own(self.round, seat)?, done))
    }

    /// The decision about a tile on offer; none when there is nothing to decide.
    fn offered(&self, seat: Seat) -> Option<Decision> {
        let claims = claims(self.round, seat)?;
        let done = match self.acts().next()? {
            Event::Win(first) => {
                let mut wins = self.acts().map_while(|e| match e {
                    Event::Win(win) => Some(win.seat),
                    _ => None,
                });
                let head_bump = self.round.table().rules().multiple_ron == MultipleRon::HeadBump;
                match wins.any(|winner| winner == seat) {
                    true => RecordedAction::Ron,
                    // who could have won beside the winner did not want to
                    false if claims.ron && !head_bump => RecordedAction::Pass,
                    false => RecordedAction::Overridden { by: first.seat },
                }
            }
            Event::Drawn { how: DrawReason::TripleRon, .. } => RecordedAction::Ron,
            Event::Call { seat: caller, meld } if *caller == seat => RecordedAction::Call(*meld),
            Event::Call { seat: caller, meld } => {
                // a pon or kan comes before a chi, a win before both
                let only_chi = claims.calls.iter().all(|m| matches!(m.call(), Call::Chi { .. }));
                let overrides = !matches!(meld.call(), Call::Chi { .. }) && only_chi && !claims.ron;
                if overrides { RecordedAction::Overridden { by: *caller } } else { RecordedAction::Pass }
            }
            _ => RecordedAction::Pass,
        };
        let nothing =
            claims.is_empty() && matches!(done, RecordedAction::Pass | RecordedAction::Overridden { .. });
        (!nothing).then(|| self.decision(seat, Choice::Offer(claims), done))
    }
}
