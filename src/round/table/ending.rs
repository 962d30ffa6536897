//! How a round ends: wins, draws, and what they pay.

use super::*;
use crate::round::event::WinEvent;

impl Table {
    pub(super) fn win(&mut self, win: &WinEvent) -> Result<(), Fault> {
        let seat = win.seat;
        let wrong = |tile: Tile, expected: Tile| {
            if tile == expected { Ok(()) } else { Err(Fault::WrongTile { tile, expected: Some(expected) }) }
        };
        let next = match (win.source, self.phase) {
            (Source::Tsumo, Phase::Act { seat: due, .. }) if due == seat => Phase::Over,
            (Source::Ron { from }, Phase::Draw { offer: Some(offer), .. })
                if from == offer.from && from != seat =>
            {
                wrong(win.tile, offer.tile)?;
                Phase::Won { from, tile: offer.tile, last: seat, wins: 1 }
            }
            (Source::Ron { from }, Phase::Kan { seat: by, robbable: Some(robbable) })
                if from == by && from != seat =>
            {
                let tile = robbable.tile();
                wrong(win.tile, tile)?;
                Phase::Won { from, tile, last: seat, wins: 1 }
            }
            (Source::Ron { from }, Phase::Won { from: by, tile, last, wins })
                if from == by
                    && from != seat
                    && self.rules.players.wind(last, from) < self.rules.players.wind(seat, from) =>
            {
                wrong(win.tile, tile)?;
                match (self.rules.multiple_ron, wins) {
                    (MultipleRon::Triple, _) | (MultipleRon::Double, 1) => {}
                    (MultipleRon::Double, _) => return Err(Fault::MustEnd(Reason::TripleRon)),
                    (MultipleRon::HeadBump, _) => return Err(self.wrong_phase()),
                }
                Phase::Won { from, tile, last: seat, wins: wins + 1 }
            }
            _ => return Err(self.wrong_phase()),
        };
        let riichi = self.rules.ura_dora && self.players[seat].riichi.is_some();
        let expected = if riichi { self.indicators.len() } else { 0 };
        // a record need not show them
        if win.ura.len() != expected && !win.ura.is_empty() {
            return Err(Fault::Ura { given: win.ura.len(), expected });
        }
        let total = total(&win.gains)?;
        let sticks = self.sticks as i32 * STICK;
        if total != sticks {
            return Err(Fault::Total { gains: win.gains, total, expected: sticks });
        }
        self.pay(&win.gains);
        self.sticks = 0;
        self.dealer_stays |= seat == self.dealer;
        self.ending = Some(Ending::Won);
        self.phase = next;
        Ok(())
    }

    fn pay(&mut self, gains: &BySeat<i32>) {
        self.scores = BySeat::from_fn(|seat| self.scores[seat] + gains[seat]);
    }

    pub(super) fn end(&mut self, how: &DrawReason, gains: &BySeat<i32>) -> Result<(), Fault> {
        match how {
            DrawReason::Exhausted { tenpai } => {
                self.exhausted(tenpai)?;
                if self.rules.players.seats().any(|s| self.nagashi(s)) {
                    return Err(Fault::MustEnd(Reason::NagashiMangan));
                }
            }
            DrawReason::NagashiMangan { tenpai } => {
                self.exhausted(tenpai)?;
                if !self.rules.players.seats().any(|s| self.nagashi(s)) {
                    return Err(Fault::NoReason(Reason::NagashiMangan));
                }
            }
            DrawReason::NineTerminals { seat } => {
                match self.phase {
                    Phase::Act { seat: due, .. } if due == *seat => {}
                    _ => return Err(self.wrong_phase()),
                }
                self.permit(*seat).nine_terminals()?;
            }
            DrawReason::FourWinds => self.aborted(Reason::FourWinds)?,
            DrawReason::FourRiichi => self.aborted(Reason::FourRiichi)?,
            DrawReason::FourKans => self.aborted(Reason::FourKans)?,
            DrawReason::TripleRon => match (self.rules.multiple_ron, self.phase) {
                (
                    MultipleRon::Double,
                    Phase::Draw { offer: Some(_), .. } | Phase::Kan { robbable: Some(_), .. },
                ) => {}
                (MultipleRon::Double, _) => return Err(self.wrong_phase()),
                _ => return Err(Fault::NoReason(Reason::TripleRon)),
            },
        }
        let total = total(gains)?;
        let paid = matches!(how, DrawReason::Exhausted { .. } | DrawReason::NagashiMangan { .. });
        if total != 0 || (!paid && *gains != BySeat::default()) {
            return Err(Fault::Total { gains: *gains, total, expected: 0 });
        }
        self.pay(gains);
        self.dealer_stays = how.dealer_stays(self.dealer);
        self.ending = Some(if paid { Ending::Exhausted } else { Ending::Aborted });
        self.phase = Phase::Over;
        Ok(())
    }

    fn aborted(&self, reason: Reason) -> Result<(), Fault> {
        match self.phase {
            Phase::Draw { offer: Some(Offer { from, riichi: Some(_), .. }), .. } => {
                Err(Fault::RiichiPending { seat: from })
            }
            Phase::Draw { offer: Some(_), .. } if self.must_end() == Some(reason) => Ok(()),
            Phase::Draw { offer: Some(_), .. } => Err(Fault::NoReason(reason)),
            _ => Err(self.wrong_phase()),
        }
    }

    fn exhausted(&self, shown: &BySeat<bool>) -> Result<(), Fault> {
        let Phase::Draw { offer: Some(offer), .. } = self.phase else {
            return Err(self.wrong_phase());
        };
        self.settled(Some(offer))?;
        if self.tiles_left() > 0 {
            return Err(Fault::NoReason(Reason::Exhausted));
        }
        match self.rules.players.seats().find(|&s| self.players[s].riichi.is_some() && !shown[s]) {
            Some(seat) => Err(Fault::RiichiNotShown { seat }),
            None => Ok(()),
        }
    }

    /// Whether the rules know nagashi mangan and all of the seat's discards are terminals and honours,
    /// none of them called.
    pub fn nagashi(&self, seat: Seat) -> bool {
        self.can_nagashi(seat) && !self.players[seat].river.is_empty()
    }

    /// The same of the discards so far, if there are any.
    pub fn can_nagashi(&self, seat: Seat) -> bool {
        let mut river = self.players[seat].river.iter();
        self.rules.nagashi != Nagashi::None
            && river.all(|r| r.tile.kind().is_yaochu() && r.called_by.is_none())
    }
}

/// No game comes near a million points.
pub(super) fn sane(points: i64) -> Result<(), Fault> {
    if points.abs() < 1_000_000 { Ok(()) } else { Err(Fault::Absurd { points }) }
}

pub(super) fn total(gains: &BySeat<i32>) -> Result<i32, Fault> {
    gains.0.iter().try_for_each(|&points| sane(points.into()))?;
    Ok(gains.0.iter().sum())
}
