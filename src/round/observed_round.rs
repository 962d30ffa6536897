//! A round as one seat follows it: the table, and its own hand.

use super::event::{Event, Manner, Opening};
use super::fault::Fault;
use super::full::{Sorts, counts_of, every_tile, from_hand, reds_of, take};
use super::state::{Phase, Robbable};
use super::table::Table;
use crate::hand::{DrawnHand, HandError, Meld, Melds, WaitingHand};
use crate::rules::Rules;
use crate::tile::{Counts, Reds, Seat, Tile};
use arrayvec::ArrayVec;

/// What a player knows of a round while it goes on.
///
/// Writers of events do not agree about when a new dora indicator is shown: it is taken before the table turns it, in time and
/// after the discard or the replacement draw. An own riichi is part of the discard that follows: until that comes, the table is as
/// it was before the declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct ObservedRound {
    table: Table,
    seat: Seat,
    hand: Sorts,
    /// Tiles that the seat has not seen.
    unseen: Sorts,
    drawn: Option<Tile>,
    declared: bool,
    /// Indicators that were shown before the table turns them.
    early: ArrayVec<Tile, 4>,
    over: bool,
}

/// An event that cannot be, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{fault}", by(*seat, *turn))]
pub struct ImpossibleEvent {
    /// Who acted; `None` for what happens to the table as a whole.
    pub seat: Option<Seat>,
    /// The acting seat's turn; 0 without a seat.
    pub turn: usize,
    /// What is wrong.
    pub fault: Fault,
}

fn by(seat: Option<Seat>, turn: usize) -> String {
    seat.map_or_else(String::new, |seat| format!("seat {}, turn {turn}: ", seat.index()))
}

impl ObservedRound {
    /// A round before the dealer's first draw.
    ///
    /// # Errors
    /// When a tile is dealt more often than the rules have it, and when points or counters are absurd.
    pub fn deal(
        opening: &Opening,
        seat: Seat,
        hand: &[Tile; 13],
        rules: &Rules,
    ) -> Result<ObservedRound, Fault> {
        let mut unseen = every_tile(rules);
        let mut held: Sorts = [0; Tile::COUNT];
        for &tile in hand {
            take(&mut unseen, tile, Fault::NoSuchTile { tile })?;
            held[tile.index()] += 1;
        }
        take(&mut unseen, opening.indicator, Fault::NoSuchTile { tile: opening.indicator })?;
        let table = Table::new(opening, rules)?;
        let early = ArrayVec::new();
        Ok(ObservedRound {
            table,
            seat,
            hand: held,
            unseen,
            drawn: None,
            declared: false,
            early,
            over: false,
        })
    }

    /// What everybody sees.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whose round it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The tile that the seat has drawn and not discarded yet.
    pub fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// Whether the seat has said riichi, and is to discard.
    pub fn declared(&self) -> bool {
        self.declared
    }

    /// Whether the round has ended.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The seat's concealed tiles, red fives counted as fives.
    pub fn concealed(&self) -> Counts {
        counts_of(&self.hand)
    }

    /// The red fives among them.
    pub fn reds(&self) -> Reds {
        reds_of(&self.hand)
    }

    /// The seat's hand while others act.
    ///
    /// # Errors
    /// When it has another size: the seat is to discard.
    pub fn waiting_hand(&self) -> Result<WaitingHand, HandError> {
        WaitingHand::of(self.table.deck(self.seat), self.concealed(), self.reds(), self.melds())
    }

    /// The seat's hand after its draw or call.
    ///
    /// # Errors
    /// When it has another size: others act.
    pub fn drawn_hand(&self) -> Result<DrawnHand, HandError> {
        DrawnHand::of(self.table.deck(self.seat), self.concealed(), self.reds(), self.melds())
    }

    fn melds(&self) -> Melds {
        self.table.player(self.seat).melds().iter().copied().collect()
    }

    /// Judges an event by what the seat knows, and moves on; after an error nothing has changed. The tile of another seat's draw
    /// is not looked at. What a win or a draw pays is not judged: nothing in the round hangs on it.
    ///
    /// # Errors
    /// When the event cannot be: why.
    pub fn apply(&mut self, event: &Event) -> Result<(), ImpossibleEvent> {
        let mut next = self.clone();
        next.step(event).map_err(|fault| ImpossibleEvent {
            seat: event.seat(),
            turn: event.seat().map_or(0, |seat| self.table.turn(seat)),
            fault,
        })?;
        *self = next;
        Ok(())
    }

    fn step(&mut self, event: &Event) -> Result<(), Fault> {
        // two can win with one tile
        if self.over && !matches!(event, Event::Win(_)) {
            return Err(Fault::Phase { phase: Phase::Over });
        }
        let own = event.seat() == Some(self.seat);
        match event {
            Event::Draw { tile, .. } => {
                if own {
                    self.show(*tile)?;
                }
                if matches!(self.table.phase(), Phase::Kan { .. }) {
                    self.turn_early()?;
                    self.table.postpone_indicators();
                }
                self.table.apply(event)?;
                self.turn_early()?;
                if own {
                    self.hand[tile.index()] += 1;
                    self.drawn = Some(*tile);
                }
            }
            Event::Riichi { .. } if own => {
                let again = Fault::Phase { phase: Phase::Declared { seat: self.seat } };
                if self.declared {
                    return Err(again);
                }
                self.table.clone().apply(event)?;
                self.declared = true;
            }
            Event::Discard { seat, tile, manner } => {
                if own {
                    take(&mut self.hand, *tile, Fault::NotInHand { tile: *tile })?;
                    if *manner == Manner::Tsumogiri && self.drawn != Some(*tile) {
                        return Err(Fault::WrongTile { tile: *tile, expected: self.drawn });
                    }
                    if std::mem::take(&mut self.declared) {
                        self.table.apply(&Event::Riichi { seat: *seat })?;
                    }
                    self.drawn = None;
                } else {
                    self.show(*tile)?;
                }
                self.table.postpone_indicators();
                self.table.apply(event)?;
            }
            Event::Call { meld, .. } => {
                self.call(own, meld)?;
                self.table.apply(event)?;
            }
            Event::Kita { .. } => {
                let north = Robbable::Kita.tile();
                if own {
                    take(&mut self.hand, north, Fault::NotInHand { tile: north })?;
                    if self.table.player(self.seat).riichi().is_some() && self.drawn != Some(north) {
                        return Err(Fault::HandFixed);
                    }
                    self.drawn = None;
                } else {
                    self.show(north)?;
                }
                self.table.apply(event)?;
            }
            Event::Dora { indicator } => {
                self.show(*indicator)?;
                if self.table.clone().apply(event).is_ok() {
                    self.table.apply(event)?;
                } else {
                    let explained = self.table.indicators_to_come() > self.early.len();
                    let kept = explained && self.early.try_push(*indicator).is_ok();
                    if !kept {
                        return Err(Fault::NoIndicatorDue);
                    }
                }
            }
            Event::Win(_) | Event::Drawn { .. } => self.over = true,
            Event::Riichi { .. } | Event::RiichiAccepted { .. } => self.table.apply(event)?,
        }
        Ok(())
    }

    /// Turns the indicators that were shown before their time, as far as it has come.
    fn turn_early(&mut self) -> Result<(), Fault> {
        while self.table.indicators_due() > 0
            && let Some(indicator) = self.early.pop_at(0)
        {
            self.table.apply(&Event::Dora { indicator })?;
        }
        Ok(())
    }

    /// A tile that the seat sees for the first time.
    fn show(&mut self, tile: Tile) -> Result<(), Fault> {
        take(&mut self.unseen, tile, Fault::NoSuchTile { tile })
    }

    fn call(&mut self, own: bool, meld: &Meld) -> Result<(), Fault> {
        let given = from_hand(meld);
        if !own {
            return given.iter().try_for_each(|&tile| self.show(tile));
        }
        for tile in given {
            take(&mut self.hand, tile, Fault::NotInHand { tile })?;
        }
        let fixed = self.table.player(self.seat).riichi().is_some();
        if fixed && self.drawn.map(Tile::kind) != Some(meld.kind()) {
            return Err(Fault::HandFixed);
        }
        self.drawn = None;
        Ok(())
    }
}
