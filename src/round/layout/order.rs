//! The order in which everything was discarded and claimed.

use super::fault::{LayoutError, LayoutFault, Place, wind};
use super::side::Side;
use crate::round::river::RiverEntry;
use crate::round::state::MOST_DISCARDS;
use crate::tile::{BySeat, Players, Seat, Tile, Wind};

/// A discard as the search for the order needs it.
#[derive(Clone, Copy)]
struct RiverDiscard {
    tile: Tile,
    called_by: Option<Wind>,
}

/// A meld that was claimed.
#[derive(Clone, Copy)]
struct MeldClaim {
    /// Its place among the melds.
    meld: usize,
    source: Seat,
    tile: Tile,
}

/// How a turn begins: with a draw, or with the claim of a meld.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Begin {
    pub(super) seat: Seat,
    /// The place of the claimed meld among the seat's.
    pub(super) meld: Option<usize>,
}

/// The search for the orders in which everything was discarded and claimed.
pub(super) struct Order {
    players: Players,
    discards: BySeat<Vec<RiverDiscard>>,
    claims: BySeat<Vec<MeldClaim>>,
    holding: Option<Seat>,
    /// Whether melds were claimed in the order in which they are given.
    sorted: bool,
    next: BySeat<usize>,
    made: BySeat<[bool; 4]>,
    turns: Vec<Begin>,
    /// At most two: a third one would change nothing.
    found: Vec<Vec<Begin>>,
    /// The failure that came latest in the round.
    failure: Option<(usize, LayoutError)>,
    steps: usize,
}

/// Four claims from one river can be in some dozens of orders; what takes more steps than this is no position
/// that occurs.
const MOST_STEPS: usize = 100_000;

impl Order {
    /// The search for the order behind these rivers and melds.
    pub(super) fn new(
        sides: &BySeat<Side>,
        holding: Option<Seat>,
        players: Players,
    ) -> Result<Order, LayoutError> {
        let mut discards: BySeat<Vec<RiverDiscard>> = BySeat::default();
        let mut claims: BySeat<Vec<MeldClaim>> = BySeat::default();
        for (seat, Side { river, melds }) in sides.iter() {
            discards[seat].extend(river.0.iter().filter_map(|step| match *step {
                RiverEntry::Discard { tile, called_by, .. } => Some(RiverDiscard { tile, called_by }),
                RiverEntry::Kan { .. } | RiverEntry::Kita => None,
            }));
            let (count, turn) = (discards[seat].len(), MOST_DISCARDS + 1);
            if count > MOST_DISCARDS {
                let fault = LayoutFault::RiverLength { count };
                return Err(LayoutError { place: Place::River { seat, turn }, fault });
            }
            if melds.len() > 4 {
                let fault = LayoutFault::Melds { count: melds.len() };
                return Err(LayoutError { place: Place::Meld { seat, index: 4 }, fault });
            }
            for (meld, made) in melds.iter().enumerate() {
                let Some((from, tile)) = made.claimed() else { continue };
                let source = from.seat(seat);
                if !sides[source].river.discards().any(|discard| discard == tile) {
                    let fault = LayoutFault::NeverDiscarded { tile, from: wind(source) };
                    return Err(LayoutError { place: Place::Meld { seat, index: meld }, fault });
                }
                claims[seat].push(MeldClaim { meld, source, tile });
            }
        }
        Ok(Order {
            players,
            discards,
            claims,
            holding,
            sorted: true,
            next: BySeat::default(),
            made: BySeat::default(),
            turns: Vec::new(),
            found: Vec::new(),
            failure: None,
            steps: 0,
        })
    }

    fn turn(&mut self, begin: Begin) {
        if self.found.len() == 2 || self.steps == MOST_STEPS {
            return;
        }
        self.steps += 1;
        self.turns.push(begin);
        let seat = begin.seat;
        match self.discards[seat].get(self.next[seat]).copied() {
            None => self.end(begin),
            Some(discard) => {
                self.next[seat] += 1;
                self.after(seat, discard);
                self.next[seat] -= 1;
            }
        }
        self.turns.pop();
    }

    /// What can follow a discard.
    fn after(&mut self, seat: Seat, discard: RiverDiscard) {
        let mut claimed = false;
        for other in self.players.others(seat) {
            if discard.called_by.is_some_and(|by| by != wind(other)) {
                continue;
            }
            for i in 0..self.claims[other].len() {
                let claim = self.claims[other][i];
                if self.made[other][claim.meld] {
                    continue;
                }
                if (claim.source, claim.tile) == (seat, discard.tile) {
                    claimed = true;
                    self.made[other][claim.meld] = true;
                    self.turn(Begin { seat: other, meld: Some(claim.meld) });
                    self.made[other][claim.meld] = false;
                }
                if self.sorted {
                    break;
                }
            }
        }
        match discard.called_by {
            None => self.turn(Begin { seat: self.players.after(seat, 1), meld: None }),
            Some(by) if !claimed => {
                let place = Place::River { seat, turn: self.next[seat] };
                self.fail(place, LayoutFault::NotCalled { tile: discard.tile, by });
            }
            Some(_) => {}
        }
    }

    /// Nobody can discard after this: is everything there?
    fn end(&mut self, due: Begin) {
        let rest = |seat: &Seat| self.next[*seat] < self.discards[*seat].len();
        if let Some(seat) = Seat::ALL.into_iter().find(rest) {
            let fault = LayoutFault::TooEarly { due: wind(due.seat), turn: self.next[due.seat] + 1 };
            return self.fail(Place::River { seat, turn: self.next[seat] + 1 }, fault);
        }
        for seat in Seat::ALL {
            let open = self.claims[seat].iter().find(|claim| !self.made[seat][claim.meld]).copied();
            if let Some(MeldClaim { meld, source, tile }) = open {
                let fault = LayoutFault::Unclaimed { tile, from: wind(source) };
                return self.fail(Place::Meld { seat, index: meld }, fault);
            }
        }
        match self.holding {
            Some(holding) if holding != due.seat => {
                let fault = LayoutFault::NotDue { holding: wind(holding), due: wind(due.seat) };
                self.fail(Place::Holding, fault);
            }
            _ => self.found.push(self.turns.clone()),
        }
    }

    fn fail(&mut self, place: Place, fault: LayoutFault) {
        let depth = self.turns.len();
        if self.failure.as_ref().is_none_or(|(deepest, _)| depth > *deepest) {
            self.failure = Some((depth, LayoutError { place, fault }));
        }
    }

    /// The one order that fits.
    pub(super) fn find(mut self) -> Result<Vec<Begin>, LayoutError> {
        for sorted in [true, false] {
            (self.sorted, self.steps) = (sorted, 0);
            self.turn(Begin { seat: Seat::ALL[0], meld: None });
            match &self.found[..] {
                [] if self.steps < MOST_STEPS => {}
                [_] if self.steps < MOST_STEPS => return Ok(self.found.remove(0)),
                found => return Err(self.ambiguous(found)),
            }
        }
        Err(self.failure.expect("a search that finds nothing has failed somewhere").1)
    }

    /// The claim with which two orders part; the first claim where the search gave up.
    fn ambiguous(&self, found: &[Vec<Begin>]) -> LayoutError {
        let (order, parting) = match found {
            [a, b] => (a, a.iter().zip(b).position(|(a, b)| a != b)),
            [a] => (a, a.iter().position(|begin| begin.meld.is_some())),
            _ => (&self.turns, None),
        };
        let begin = parting.map(|i| order[i]).filter(|begin| begin.meld.is_some());
        let first = || Seat::ALL.into_iter().find_map(|seat| Some((seat, *self.claims[seat].first()?)));
        let claimed = begin.and_then(|Begin { seat, meld }| {
            Some((seat, *self.claims[seat].iter().find(|claim| Some(claim.meld) == meld)?))
        });
        let (seat, claim) = claimed.or_else(first).expect("without claims there is one order");
        let before = parting.unwrap_or(0);
        let count = order[..before].iter().filter(|begin| begin.seat == claim.source).count();
        let fault = LayoutFault::Ambiguous { tile: claim.tile, by: wind(seat) };
        LayoutError { place: Place::River { seat: claim.source, turn: count.max(1) }, fault }
    }
}
