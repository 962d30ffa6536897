//! What a seat sees of a table, as a question to the analysis.

use super::situation::{History, RawSituation, Situation, SituationError};
use crate::hand::{Call, DrawnHand, HandError, Melds, WaitingHand};
use crate::legal::{OfferedBy, Position, TileOffer};
use crate::round::{Phase, Place, Robbable, Round, Table, by_wind, melds_by_wind};
use crate::rules::Length;
use crate::tile::{Seat, Tile, Wind};
use arrayvec::ArrayVec;

/// A seat of a round that has something to decide: its hand, and what it sees.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// Its hand, and the tile that it is about.
    pub position: Position,
    /// What it sees, with the dangers of the table.
    pub situation: Situation,
}

/// Why a seat of a round cannot be asked.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SpotError {
    /// Its hand has neither 13 nor 14 tiles at this moment.
    #[error("the hand is in the middle of an action: {0}")]
    Hand(#[from] HandError),
    /// The table is none that the analysis knows.
    #[error(transparent)]
    Situation(#[from] SituationError),
}

impl Spot {
    /// What a seat sees at this moment of a round, in which it has drawn, called, or can claim a tile.
    ///
    /// # Errors
    /// When its hand is in the middle of an action, or the round has lasted too long.
    pub fn of(round: &Round, seat: Seat, length: Length) -> Result<Spot, SpotError> {
        let table = round.table();
        let seen = Viewpoint { table, seat };
        let holding = match table.phase() {
            Phase::Act { seat: due, .. } | Phase::Called { seat: due, .. } => due == seat,
            _ => false,
        };
        // a situation knows seats by their winds
        let melds: Melds = melds_by_wind(table, seat).into_iter().collect();
        let (deck, concealed, reds) = (table.deck(seat), round.concealed(seat), round.reds(seat));
        let position = if holding {
            let drawn = round.drawn().filter(|_| matches!(table.phase(), Phase::Act { .. }));
            Position::Drawn { hand: DrawnHand::of(deck, concealed, reds, melds)?, drawn }
        } else {
            Position::Waiting {
                hand: WaitingHand::of(deck, concealed, reds, melds)?,
                offered: seen.offered(),
            }
        };
        let raw = seen.raw(position.is_offered(), length);
        let situation = Situation::new(&position, raw)?.with_view(&round.view(seat));
        Ok(Spot { position, situation })
    }
}

/// A table as one seat sees it.
#[derive(Clone, Copy, Debug)]
pub struct Viewpoint<'a> {
    /// What everybody sees.
    pub table: &'a Table,
    /// The place.
    pub seat: Seat,
}

impl Viewpoint<'_> {
    /// The last discard, or what can be robbed of a kan just declared, if it is another player's.
    pub fn offered(&self) -> Option<TileOffer> {
        let (from, tile, by) = match self.table.phase() {
            Phase::Draw { offer: Some(offer), .. } => (offer.from, offer.tile, OfferedBy::Discard),
            Phase::Kan { seat, robbable: Some(kan) } => (seat, kan.tile(), OfferedBy::robbing(kan)),
            _ => return None,
        };
        (from != self.seat).then(|| TileOffer { tile, from: by_wind(self.table, from, self.seat), by })
    }

    /// The tiles of rivers and others' melds with their places, without the one on offer where it is `offered`.
    pub fn visible(&self, offered: bool) -> Vec<(Tile, Place)> {
        let (last, robbed) = match self.table.phase() {
            Phase::Draw { offer: Some(offer), .. } if offered => (Some(offer.from), None),
            Phase::Kan { seat, robbable } if offered => (None, robbable.map(|kan| (seat, kan))),
            _ => (None, None),
        };
        let mut tiles = Vec::new();
        for seat in Seat::ALL {
            let player = self.table.player(seat);
            let river = player.river();
            let lying = if last == Some(seat) { &river[..river.len() - 1] } else { river };
            for (i, discard) in lying.iter().enumerate().filter(|(_, discard)| discard.called_by.is_none()) {
                tiles.push((discard.tile, Place::River { seat, turn: i + 1 }));
            }
            for (index, meld) in player.melds().iter().enumerate().filter(|_| seat != self.seat) {
                let mut shown: ArrayVec<Tile, 4> = meld.tiles().collect();
                let kan = match meld.call() {
                    Call::Kakan { added, .. } => Some(Robbable::Kakan(added)),
                    Call::Ankan => Some(Robbable::Ankan(meld.kind())),
                    _ => None,
                };
                if let Some(kan) = kan.filter(|&kan| robbed == Some((seat, kan))) {
                    let on_offer = shown.iter().position(|&tile| tile == kan.tile());
                    shown.remove(on_offer.expect("a kan has what can be robbed of it"));
                }
                tiles.extend(shown.into_iter().map(|tile| (tile, Place::Meld { seat, index })));
            }
            if seat != self.seat {
                let on_offer = usize::from(robbed == Some((seat, Robbable::Kita)));
                let place = Place::River { seat, turn: river.len().max(1) };
                let aside = player.kita().len() - on_offer;
                tiles.extend(std::iter::repeat_n((Robbable::Kita.tile(), place), aside));
            }
        }
        tiles
    }

    /// The table as the seat sees it, not yet checked; `offered`: the tile on offer is a question of its own.
    pub fn raw(&self, offered: bool, length: Length) -> RawSituation {
        let Viewpoint { table, seat } = *self;
        let players = table.rules().players;
        let points = |wind: Wind| match wind.index() < players.count() {
            true => table.scores()[players.after(table.dealer(), wind.index())],
            false => 0,
        };
        let history = self.history();
        RawSituation {
            rules: table.rules().clone(),
            round_wind: table.wind(),
            seat_wind: table.seat_wind(seat),
            honba: table.honba(),
            riichi_sticks: table.sticks(),
            dora_indicators: table.indicators().to_vec(),
            visible: self.visible(offered).into_iter().map(|(tile, _)| tile).collect(),
            turn: history.discards as u32 + 1,
            tiles_left: Some(table.tiles_left() as u32),
            interrupted: self.interrupted(),
            scores: Some(Wind::ALL.map(points)),
            round_number: Some(table.dealer().index() as u32 + 1),
            length,
            history: Some(history),
        }
    }

    /// What the seat knows from the course of the round.
    pub fn history(&self) -> History {
        let permit = self.table.permit(self.seat);
        History {
            discards: self.table.player(self.seat).river().len(),
            discarded: permit.discarded,
            passed: permit.passed,
            called: permit.called,
            replacement: permit.replacement,
            riichi: permit.riichi,
            kans: permit.kans,
            broken_off: permit.broken_off,
            brink: permit.brink,
            nagashi: std::array::from_fn(|place| {
                let players = self.table.rules().players;
                place < players.count() && self.table.can_nagashi(players.after(self.seat, place))
            }),
        }
    }

    /// Whether anybody had called before the seat's first discard.
    pub fn interrupted(&self) -> bool {
        let first = self.table.player(self.seat).river().first().map_or(usize::MAX, |discard| discard.order);
        let called = |seat: &Seat| {
            let player = self.table.player(*seat);
            player.melded().iter().chain(player.kita()).any(|&before| before <= first)
        };
        Seat::ALL.iter().any(called)
    }
}
