//! The moments of a round at which somebody chooses.

use crate::analyze::Action;
use crate::hand::{Call, From, Meld};
use crate::replay::RoundLog;
use crate::round::{Drawn, Event, Illegal, Offer, Phase, Round};
use crate::rules::Rules;
use crate::shape;
use crate::tile::{Kind, Seat, Tile};

/// A moment at which a seat chooses: after its draw, or about another seat's discard.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// The round so far.
    pub round: &'a Round,
    /// Who chooses.
    pub seat: Seat,
    /// What it did. `None` where that does not show: another seat's call or win went first, or the hand
    /// was thrown in for nine terminals.
    pub done: Option<Action>,
}

/// Shows every decision of a round in order.
///
/// After its draw a seat has one; about a discard every seat that has the tiles to win, pon, kan or chi,
/// yaku not looked at. What follows a chi or pon is part of that decision. A seat in riichi has none, since
/// its hand is fixed; a kan that can be robbed offers none.
///
/// # Errors
/// When something happens that the rules do not allow.
pub fn points(log: &RoundLog, rules: &Rules, each: &mut dyn FnMut(Point<'_>)) -> Result<(), Illegal> {
    let mut round = Round::deal(log.raw.clone(), rules)?;
    for (i, event) in log.events.iter().enumerate() {
        let next = &log.events[i..];
        if let Phase::Act { seat, .. } = round.table().phase() {
            let choice = own_choice(next).filter(|_| round.table().player(seat).riichi().is_none());
            if let Some(done) = choice {
                each(Point { round: &round, seat, done });
            }
        }
        round.apply(event)?;
        if let Event::Discard { .. } = event {
            let Phase::Draw { offer: Some(offer), .. } = round.table().phase() else { continue };
            let taken = Taken::of(&log.events[i + 1..]);
            for seat in [1, 2, 3].map(|steps| offer.from.after(steps)) {
                if let Some(best) = chance(&round, seat, offer) {
                    each(Point { round: &round, seat, done: taken.done(seat, best) });
                }
            }
        }
    }
    Ok(())
}

/// What the seat that has drawn does next; `None` when this event is none of its choices.
fn own_choice(next: &[Event]) -> Option<Option<Action>> {
    let done = match next {
        [Event::Discard { tile, .. }, ..] => Action::Discard { tile: *tile, riichi: false },
        [Event::Riichi { .. }, Event::Discard { tile, .. }, ..] => {
            Action::Discard { tile: *tile, riichi: true }
        }
        [Event::Call { meld, .. }, ..] => match meld.call() {
            Call::Kakan { added, .. } => Action::Kakan { tile: added },
            _ => Action::Ankan { kind: meld.kind() },
        },
        [Event::Win(_), ..] => Action::Tsumo,
        [Event::Drawn { .. }, ..] => return Some(None),
        _ => return None,
    };
    Some(Some(done))
}

/// What a seat can do with a discard, by who goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Claim {
    Chi,
    Triplet,
    Ron,
}

/// The strongest claim that a seat has the tiles for.
fn chance(round: &Round, seat: Seat, offer: Offer) -> Option<Claim> {
    if round.table().player(seat).riichi().is_some() {
        return None;
    }
    let kind = offer.tile.kind();
    let held = round.concealed(seat);
    let wins = round.waiting_hand(seat).is_ok_and(|hand| shape::waits(&hand).contains(kind));
    if wins {
        return Some(Claim::Ron);
    }
    if round.table().tiles_left() == 0 {
        return None;
    }
    if held[kind] >= 2 {
        return Some(Claim::Triplet);
    }
    let left = From::of(offer.from, seat) == Some(From::Left);
    let holds = |step: isize| {
        let number = kind.number().checked_add_signed(step).filter(|_| !kind.is_honour());
        number.and_then(|number| Kind::of(kind.suit(), number)).is_some_and(|kind| held[kind] > 0)
    };
    let run = [(-2, -1), (-1, 1), (1, 2)].into_iter().any(|(a, b)| holds(a) && holds(b));
    (left && run).then_some(Claim::Chi)
}

/// What became of a discard.
enum Taken {
    Nobody,
    /// Who called it, and how.
    Call(Seat, Action),
    Wins(Vec<Seat>),
    /// So many wanted to win on it that the round was broken off.
    Void,
}

impl Taken {
    fn of(next: &[Event]) -> Taken {
        let mut next = next.iter().skip_while(|event| matches!(event, Event::RiichiAccepted { .. }));
        match next.next() {
            Some(Event::Call { seat, meld }) => {
                let discard = next.find_map(|event| match event {
                    Event::Discard { tile, .. } => Some(*tile),
                    _ => None,
                });
                called(meld, discard).map_or(Taken::Void, |action| Taken::Call(*seat, action))
            }
            Some(Event::Win(first)) => {
                let more = next.map_while(|event| match event {
                    Event::Win(win) => Some(win.seat),
                    _ => None,
                });
                Taken::Wins([first.seat].into_iter().chain(more).collect())
            }
            Some(Event::Drawn { how: Drawn::TripleRon, .. }) => Taken::Void,
            _ => Taken::Nobody,
        }
    }

    /// What a seat did that could have claimed the discard, in the best case by `best`.
    fn done(&self, seat: Seat, best: Claim) -> Option<Action> {
        match self {
            Taken::Nobody => Some(Action::Pass),
            Taken::Wins(winners) => winners.contains(&seat).then_some(Action::Ron),
            Taken::Call(caller, action) if *caller == seat => Some(*action),
            // whoever can claim before the caller and does not, passes
            Taken::Call(_, Action::Chi { .. }) => (best > Claim::Chi).then_some(Action::Pass),
            Taken::Call(..) => (best > Claim::Triplet).then_some(Action::Pass),
            Taken::Void => None,
        }
    }
}

/// The action behind a claimed meld and the discard that follows it.
fn called(meld: &Meld, discard: Option<Tile>) -> Option<Action> {
    let (_, claimed) = meld.claimed()?;
    let mut own: Vec<Tile> = meld.tiles().collect();
    own.remove(own.iter().position(|&tile| tile == claimed)?);
    let pair = <[Tile; 2]>::try_from(own).ok();
    match (meld.call(), pair.zip(discard)) {
        (Call::Chi { .. }, Some((own, discard))) => Some(Action::Chi { own, discard }),
        (Call::Pon { .. }, Some((own, discard))) => Some(Action::Pon { own, discard }),
        (Call::Daiminkan { .. }, _) => Some(Action::Daiminkan),
        _ => None,
    }
}
