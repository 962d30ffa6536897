//! What a table lets a seat do with any hand: for events that happen and for possible actions alike.

use super::fault::{Fault, Reason};
use super::state::Riichi;
use crate::rules::{RiichiKans, RiichiPoints, Rules};
use crate::tile::{Kind, KindSet, Players, Wind};

/// The points of a riichi stick.
pub const STICK: i32 = 1000;
/// Kans of a round.
pub(super) const MOST_KANS: usize = 4;

/// What decides, beside a seat's hand, which actions it has at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Permit<'a> {
    /// What the table plays by.
    pub rules: &'a Rules,
    /// The wind of the round.
    pub round_wind: Wind,
    /// The wind of the seat.
    pub seat_wind: Wind,
    /// Tiles that can still be drawn.
    pub tiles_left: usize,
    /// Kans of all players so far.
    pub kans: usize,
    /// The seat's points, where they are known.
    pub points: Option<i32>,
    /// Whether the seat has not discarded yet and nobody has called.
    pub first_turn: bool,
    /// The kinds that the seat has discarded.
    pub discarded: KindSet,
    /// Kinds that others have discarded since its hand last changed.
    pub passed: KindSet,
    /// Right after its chi or pon: the kinds that it may not discard (kuikae).
    pub called: Option<KindSet>,
    /// Whether the tile just drawn replaces one of an own kan or a north set aside.
    pub replacement: bool,
    /// Its riichi: the hand is fixed.
    pub riichi: Option<Riichi>,
    /// Why the round is broken off with the discard on offer, if nobody wins on it.
    pub broken_off: Option<Reason>,
    /// Which actions of the seat break it off.
    pub brink: Brink,
}

/// How near a seat's next action is to breaking the round off, by the rules of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Brink {
    /// The other three have discarded this wind first: a fourth one ends the round.
    pub wind: Option<Kind>,
    /// The two before have discarded this wind first: after a third one the next player may end the round.
    pub third_wind: Option<Kind>,
    /// The other three are in riichi: a fourth riichi ends it.
    pub riichi: bool,
    /// Another kan would be the fourth, by more than one player: the discard after it ends the round.
    pub kan: bool,
    /// There are four kans by more than one player: any discard ends it.
    pub discard: bool,
}

/// Why a table does not let a seat do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// No tile is left to draw.
    WallEmpty,
    /// Too few tiles are left for riichi.
    WallShort {
        /// Tiles that can still be drawn.
        left: usize,
        /// Tiles that the rules ask for.
        needed: usize,
    },
    /// Only three players set norths aside.
    KitaOfFour,
    /// There are four kans.
    FifthKan,
    /// The hand is fixed by riichi.
    HandFixed,
    /// Riichi with an open hand.
    RiichiOpen,
    /// Riichi without a stick to put down.
    RiichiPoints {
        /// The seat's points.
        points: i32,
    },
    /// The round ends with the discard on offer.
    BrokenOff(Reason),
    /// The hand is thrown in too late, or not under these rules.
    NineTerminals,
}

impl From<Forbidden> for Fault {
    fn from(forbidden: Forbidden) -> Fault {
        match forbidden {
            Forbidden::WallEmpty => Fault::WallEmpty,
            Forbidden::WallShort { left, needed } => Fault::WallShort { left, needed },
            Forbidden::KitaOfFour => Fault::KitaOfFour,
            Forbidden::FifthKan => Fault::FifthKan,
            Forbidden::HandFixed => Fault::HandFixed,
            Forbidden::RiichiOpen => Fault::RiichiOpen,
            Forbidden::RiichiPoints { points } => Fault::RiichiPoints { points },
            Forbidden::BrokenOff(reason) => Fault::MustEnd(reason),
            Forbidden::NineTerminals => Fault::NoReason(Reason::NineTerminals),
        }
    }
}

impl Permit<'_> {
    /// A kan of any sort: it needs a replacement tile.
    ///
    /// # Errors
    /// When the wall is empty, there are four kans, or the hand is in riichi and the rules leave it none.
    pub fn kan(&self) -> Result<(), Forbidden> {
        match self {
            Permit { riichi: Some(_), rules, .. } if rules.riichi_kans == RiichiKans::Forbidden => {
                Err(Forbidden::HandFixed)
            }
            Permit { tiles_left: 0, .. } => Err(Forbidden::WallEmpty),
            Permit { kans, .. } if *kans >= MOST_KANS => Err(Forbidden::FifthKan),
            _ => Ok(()),
        }
    }

    /// Setting a north aside, which needs a replacement tile.
    ///
    /// # Errors
    /// When four play or the wall is empty.
    pub fn kita(&self) -> Result<(), Forbidden> {
        match self {
            Permit { rules, .. } if rules.players == Players::Four => Err(Forbidden::KitaOfFour),
            Permit { tiles_left: 0, .. } => Err(Forbidden::WallEmpty),
            _ => Ok(()),
        }
    }

    /// A chi or pon of the discard on offer, and what an open kan needs beside [`Permit::kan`].
    ///
    /// # Errors
    /// When the round ends with the discard, the hand is fixed, or the wall is empty.
    pub fn call(&self) -> Result<(), Forbidden> {
        match self {
            Permit { broken_off: Some(reason), .. } => Err(Forbidden::BrokenOff(*reason)),
            Permit { riichi: Some(_), .. } => Err(Forbidden::HandFixed),
            Permit { tiles_left: 0, .. } => Err(Forbidden::WallEmpty),
            _ => Ok(()),
        }
    }

    /// Riichi by a hand that is `closed`, whether it is tenpai or not.
    ///
    /// # Errors
    /// When it is declared already or the hand is open, without the points that the rules ask for, or without another own draw.
    pub fn riichi(&self, closed: bool) -> Result<(), Forbidden> {
        match self.points {
            _ if self.riichi.is_some() => Err(Forbidden::HandFixed),
            _ if !closed => Err(Forbidden::RiichiOpen),
            Some(points) if !self.has_stick() => Err(Forbidden::RiichiPoints { points }),
            _ if self.tiles_left < self.rules.riichi_wall => {
                Err(Forbidden::WallShort { left: self.tiles_left, needed: self.rules.riichi_wall })
            }
            _ => Ok(()),
        }
    }

    /// Whether the seat may put down a riichi stick; yes where its points are not known.
    pub fn has_stick(&self) -> bool {
        self.rules.riichi_points == RiichiPoints::NotNeeded || self.points.is_none_or(|own| own >= STICK)
    }

    /// Why the round ends with a discard of the seat that nobody wins on.
    pub fn ends_with(&self, kind: Kind, riichi: bool) -> Option<Reason> {
        match self.brink {
            Brink { wind: Some(wind), .. } if wind == kind => Some(Reason::FourWinds),
            Brink { riichi: true, .. } if riichi => Some(Reason::FourRiichi),
            Brink { discard: true, .. } => Some(Reason::FourKans),
            _ => None,
        }
    }

    /// Throwing in the hand for nine kinds of terminals and honours, however many it has.
    ///
    /// # Errors
    /// When the rules do not know it, or after the first draw or any call.
    pub fn nine_terminals(&self) -> Result<(), Forbidden> {
        let may = self.rules.abortive.nine_kinds && self.first_turn;
        if may { Ok(()) } else { Err(Forbidden::NineTerminals) }
    }
}
