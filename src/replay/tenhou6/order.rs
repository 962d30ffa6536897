//! The order of play: the record has what came to each hand and what left it, seat by seat, and not when.
//!
//! The table says whose turn it is; what is left open is whether a discard was claimed by somebody whose
//! next entry is such a call, or whether that call claims a later discard of the same tile by the same
//! seat. Each of these is tried, the claim before the draw and the seats in turn, until everything has its
//! place and is legal: the first order found is the answer, the same every time.

use super::super::{Problem, call};
use super::entry::{Claim, EntryAt, Incoming, Outgoing};
use super::result::RoundResult;
use crate::hand::Call;
use crate::round::{Event, Illegal, Manner, Offer, Phase, Robbable, Round, Source, WinEvent};
use crate::tile::{BySeat, Seat, Tile};
use arrayvec::ArrayVec;

/// Events tried before the search is given up. A round has at most some 250 events, and of the recorded
/// rounds none needs more than twice its own.
const MOST: usize = 20_000;

/// What a record says of one round.
pub(super) struct RoundEntries {
    pub incoming: BySeat<Vec<EntryAt<Incoming>>>,
    pub outgoing: BySeat<Vec<EntryAt<Outgoing>>>,
    /// The dora indicators turned after the first.
    pub indicators: Vec<Tile>,
    pub ura: Vec<Tile>,
    pub ended: RoundResult,
}

/// How far an order has come.
#[derive(Clone)]
struct Order {
    round: Round,
    events: Vec<Event>,
    came: BySeat<usize>,
    left: BySeat<usize>,
    turned: usize,
}

/// What can happen next.
#[derive(Clone, Copy)]
enum Step {
    Claim(Seat, Claim),
    Draw(Seat, Tile),
}

/// Why the longest order so far does not work out, and its length.
struct Failure {
    events: usize,
    problem: Problem,
}

struct Search<'a> {
    played: &'a RoundEntries,
    steps: usize,
    furthest: Option<Failure>,
}

/// The events of a round, from its deal to its end.
pub(super) fn events(round: Round, played: &RoundEntries) -> Result<Vec<Event>, Problem> {
    let start = Order {
        round,
        events: Vec::with_capacity(160),
        came: BySeat::default(),
        left: BySeat::default(),
        turned: 0,
    };
    let mut search = Search { played, steps: 0, furthest: None };
    // orders still to be followed, the next one last
    let mut open = vec![(start, None)];
    while let Some((order, step)) = open.pop() {
        match search.follow(order, step, &mut open) {
            Ok(Some(events)) => return Ok(events),
            Ok(None) => {}
            Err(failure) => search.failed(failure),
        }
        if search.steps > MOST {
            return Err(Problem::Tangled { steps: search.steps });
        }
    }
    Err(search.furthest.map_or(Problem::Tangled { steps: search.steps }, |failure| failure.problem))
}

impl Search<'_> {
    fn failed(&mut self, failure: Failure) {
        if self.furthest.as_ref().is_none_or(|furthest| furthest.events < failure.events) {
            self.furthest = Some(failure);
        }
    }

    /// Follows an order until it ends or forks; the prongs go to `open`.
    fn follow(
        &mut self,
        mut order: Order,
        step: Option<Step>,
        open: &mut Vec<(Order, Option<Step>)>,
    ) -> Result<Option<Vec<Event>>, Failure> {
        if let Some(step) = step {
            self.take(&mut order, step)?;
        }
        loop {
            match order.round.table().phase() {
                Phase::Draw { seat, offer } => {
                    self.accept(&mut order, offer)?;
                    let steps = self.steps_after(&order, seat, offer);
                    match &steps[..] {
                        [] => return self.finish(order).map(Some),
                        [step] => self.take(&mut order, *step)?,
                        _ => {
                            let forks = steps.iter().rev().map(|&step| (order.clone(), Some(step)));
                            open.extend(forks);
                            return Ok(None);
                        }
                    }
                }
                Phase::Act { seat, .. } | Phase::Called { seat, .. } | Phase::Declared { seat } => {
                    let Some(placed) = self.played.outgoing[seat].get(order.left[seat]) else {
                        return self.finish(order).map(Some);
                    };
                    self.leave(&mut order, seat, &placed.entry)?;
                }
                Phase::Kan { seat, .. } => match self.next_incoming(&order, seat) {
                    Some(Incoming::Draw(tile)) => self.take(&mut order, Step::Draw(seat, tile))?,
                    _ => return self.finish(order).map(Some),
                },
                Phase::Won { .. } | Phase::Over => return self.finish(order).map(Some),
            }
        }
    }

    fn next_incoming(&self, order: &Order, seat: Seat) -> Option<Incoming> {
        self.played.incoming[seat].get(order.came[seat]).map(|placed| placed.entry.clone())
    }

    /// A riichi is accepted unless its discard is won, which ends the round.
    fn accept(&mut self, order: &mut Order, offer: Option<Offer>) -> Result<(), Failure> {
        let Some(Offer { from, riichi: Some(_), .. }) = offer else { return Ok(()) };
        let won = |order: &Order| match &self.played.ended {
            RoundResult::Won(wins) => wins.iter().any(|win| win.source == Source::Ron { from }),
            RoundResult::Drawn(drawn) => drawn.is_triple_ron(&order.round),
        };
        if self.first_left_over(order).is_none() && won(order) {
            return Ok(());
        }
        self.play(order, Event::RiichiAccepted { seat: from })
    }

    /// Who can claim the discard, then the draw.
    fn steps_after(&self, order: &Order, due: Seat, offer: Option<Offer>) -> ArrayVec<Step, 4> {
        let mut steps = ArrayVec::new();
        if let Some(offer) = offer {
            for seat in (1..4).map(|i| offer.from.after(i)) {
                if let Some(Incoming::Claim(claims)) = self.next_incoming(order, seat) {
                    let is = |claim: &&Claim| claim.from.seat(seat) == offer.from && claim.tile == offer.tile;
                    steps.extend(claims.iter().find(is).map(|&claim| Step::Claim(seat, claim)));
                }
            }
        }
        if let Some(Incoming::Draw(tile)) = self.next_incoming(order, due) {
            steps.push(Step::Draw(due, tile));
        }
        steps
    }

    fn take(&mut self, order: &mut Order, step: Step) -> Result<(), Failure> {
        match step {
            Step::Draw(seat, tile) => {
                order.came[seat] += 1;
                self.turn_indicators(order);
                self.play(order, Event::Draw { seat, tile })
            }
            Step::Claim(seat, claim) => {
                order.came[seat] += 1;
                self.play(order, Event::Call { seat, meld: claim.meld })?;
                let next = self.played.outgoing[seat].get(order.left[seat]);
                let nothing = next.is_some_and(|placed| matches!(placed.entry, Outgoing::Nothing));
                order.left[seat] += usize::from(claim.meld.is_kan() && nothing);
                Ok(())
            }
        }
    }

    fn leave(&mut self, order: &mut Order, seat: Seat, entry: &Outgoing) -> Result<(), Failure> {
        order.left[seat] += 1;
        match *entry {
            Outgoing::Discard { tile, drawn, riichi } => {
                self.turn_indicators(order);
                if riichi {
                    self.play(order, Event::Riichi { seat })?;
                }
                let (tile, manner) = match (tile, drawn, order.round.drawn()) {
                    (None, _, Some(last)) => (last, Manner::Tsumogiri),
                    (Some(tile), Some(true), Some(last)) if tile == last => (tile, Manner::Tsumogiri),
                    (Some(tile), None, Some(last)) if tile == last && is_only(&order.round, seat, tile) => {
                        (tile, Manner::Tsumogiri)
                    }
                    (Some(tile), Some(false) | None, _) => (tile, Manner::Tedashi),
                    _ => return Err(self.stuck(order, seat)),
                };
                self.play(order, Event::Discard { seat, tile, manner })
            }
            Outgoing::Kan(meld) => self.play(order, Event::Call { seat, meld }),
            Outgoing::Added(added) => {
                let melds = order.round.table().player(seat).melds();
                let kakan = melds.iter().find_map(|pon| match pon.call() {
                    Call::Pon { from, claimed } if pon.kind() == added.kind() => {
                        let tiles: Vec<Tile> = pon.tiles().chain([added]).collect();
                        call::whole(Call::Kakan { from, claimed, added }, &tiles).ok()
                    }
                    _ => None,
                });
                match kakan {
                    Some(meld) => self.play(order, Event::Call { seat, meld }),
                    None => Err(self.stuck(order, seat)),
                }
            }
            Outgoing::Kita => self.play(order, Event::Kita { seat }),
            Outgoing::Nothing => Err(self.stuck(order, seat)),
        }
    }

    /// The entry that has just been taken from the discards has no place here.
    fn stuck(&self, order: &mut Order, seat: Seat) -> Failure {
        order.left[seat] -= 1;
        let placed = &self.played.outgoing[seat][order.left[seat]];
        left_over(order, &placed.path, &placed.text)
    }

    /// Indicators are turned as soon as they are due; a record has only their order.
    fn turn_indicators(&mut self, order: &mut Order) {
        while let Some(&indicator) = self.played.indicators.get(order.turned) {
            let event = Event::Dora { indicator };
            if order.round.apply(&event).is_err() {
                break;
            }
            order.events.push(event);
            order.turned += 1;
        }
    }

    fn play(&mut self, order: &mut Order, event: Event) -> Result<(), Failure> {
        self.steps += 1;
        order.round.apply(&event).map_err(|illegal| order.illegal(illegal))?;
        order.events.push(event);
        Ok(())
    }

    /// The first entry that has not found its place, with its path.
    fn first_left_over(&self, order: &Order) -> Option<(&str, &str)> {
        let by_seat = |seat: Seat| {
            let came = self.played.incoming[seat].get(order.came[seat]).map(|p| (&p.path[..], &p.text[..]));
            came.or_else(|| {
                self.played.outgoing[seat].get(order.left[seat]).map(|p| (&p.path[..], &p.text[..]))
            })
        };
        Seat::ALL.into_iter().find_map(by_seat)
    }

    /// The end of the round, if nothing is left over and the end fits. Points are not looked at.
    fn finish(&mut self, mut order: Order) -> Result<Vec<Event>, Failure> {
        if let Some((path, text)) = self.first_left_over(&order) {
            return Err(left_over(&order, path, text));
        }
        // what is due is turned before a win when the record has it
        self.turn_indicators(&mut order);
        let round = &order.round;
        match &self.played.ended {
            RoundResult::Won(wins) => {
                for won in wins {
                    let tile = match (won.source, round.table().phase()) {
                        (Source::Tsumo, Phase::Act { seat, .. }) if seat == won.seat => round.drawn(),
                        (Source::Ron { from }, Phase::Draw { offer: Some(offer), .. })
                            if from == offer.from =>
                        {
                            Some(offer.tile)
                        }
                        (Source::Ron { from }, Phase::Kan { seat, robbable }) if from == seat => {
                            let robbed =
                                || round.table().player(seat).melds().last().map(|m| m.kind().into());
                            robbable.map(Robbable::tile).or_else(robbed)
                        }
                        _ => None,
                    };
                    let Some(tile) = tile else { return Err(unfit(&order, "和了")) };
                    let riichi = round.table().player(won.seat).riichi().is_some();
                    let ura = if riichi { &self.played.ura[..] } else { &[] };
                    let ura = ArrayVec::try_from(ura).map_err(|_| unfit(&order, "和了"))?;
                    let gains = won.gains;
                    order.events.push(Event::Win(WinEvent {
                        seat: won.seat,
                        source: won.source,
                        tile,
                        ura,
                        gains,
                    }));
                }
            }
            RoundResult::Drawn(drawn) => {
                let event = drawn.event(round).map_err(|illegal| Failure {
                    events: order.events.len(),
                    problem: Problem::Drawn(illegal),
                })?;
                order.events.push(event);
            }
        }
        Ok(order.events)
    }
}

impl Order {
    fn illegal(&self, illegal: Illegal) -> Failure {
        Failure { events: self.events.len(), problem: Problem::Order(illegal) }
    }
}

fn left_over(order: &Order, path: &str, value: &str) -> Failure {
    let events = order.events.len();
    let (path, value) = (path.to_string(), value.to_string());
    Failure { events, problem: Problem::LeftOver { path, value, events } }
}

/// The record's end does not fit the last event.
fn unfit(order: &Order, end: &str) -> Failure {
    left_over(order, "the end", end)
}

/// Whether a hand has no other such tile.
fn is_only(round: &Round, seat: Seat, tile: Tile) -> bool {
    let held = round.concealed(seat)[tile.kind()];
    let red = tile.kind().is_five() && round.reds(seat).contains(tile.kind().suit());
    tile.is_red() || held - u8::from(red) == 1
}
