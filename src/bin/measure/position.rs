//! A decision of a recorded game as the player saw it.

use nanikiru::analyze::{self, RawSituation, Situation};
use nanikiru::hand::{Call, DrawnHand, Meld, Melds, WaitingHand};
use nanikiru::round::Round;
use nanikiru::rules::{RedFives, Rules};
use nanikiru::shape::{Shanten, shanten};
use nanikiru::tile::{Reds, Seat, Tile, Wind};

/// A hand after a draw, the table around it, and what its player discarded.
#[derive(Clone, Debug)]
pub struct Position {
    /// The hand with the tile drawn.
    pub hand: DrawnHand,
    /// The tile drawn.
    pub drawn: Tile,
    /// The hand before the draw.
    pub before: WaitingHand,
    /// The table, not yet checked.
    pub raw: RawSituation,
    /// What the player discarded.
    pub discard: Tile,
    /// Whether riichi was declared with it.
    pub riichi: bool,
}

impl Position {
    /// What `seat` sees before it discards; `None` unless it has drawn.
    pub fn new(round: &Round, seat: Seat, discard: Tile, riichi: bool) -> Option<Position> {
        let drawn = round.drawn()?;
        let hand = round.drawn_hand(seat).ok()?;
        let before = hand.discard(drawn)?;
        let table = round.table();
        let mut visible = Vec::new();
        for other in Seat::ALL {
            let player = table.player(other);
            // a called tile lies in its caller's meld
            visible.extend(player.river().iter().filter(|r| r.called_by.is_none()).map(|r| r.tile));
            if other != seat {
                visible.extend(player.melds().iter().flat_map(tiles_of));
            }
        }
        let by_wind = |wind: Wind| table.scores()[table.dealer().after(wind.index())];
        let raw = RawSituation {
            rules: table.rules().clone(),
            round_wind: table.wind(),
            seat_wind: seat.wind(table.dealer()),
            honba: table.honba(),
            riichi_sticks: table.sticks(),
            dora_indicators: table.indicators().to_vec(),
            visible,
            turn: table.turn(seat) as u32,
            tiles_left: Some(table.tiles_left() as u32),
            // after the first turn it does not matter
            interrupted: table.turn(seat) == 1 && !table.untouched(),
            scores: Some(Wind::ALL.map(by_wind)),
            round_number: None,
            length: Default::default(),
            history: None,
        };
        Some(Position { hand, drawn, before, raw, discard, riichi })
    }

    /// What is asked about it.
    pub fn asked(&self) -> analyze::Position<'_> {
        analyze::Position::Drawn { hand: &self.hand, drawn: Some(self.drawn) }
    }

    /// The table, checked.
    pub fn situation(&self) -> Result<Situation, String> {
        Situation::new(&self.asked(), self.raw.clone()).map_err(|error| error.to_string())
    }

    /// Shanten of the hand with the tile drawn.
    pub fn shanten(&self) -> Shanten {
        shanten(&self.hand)
    }

    /// The same position with plain fives in the place of red ones.
    pub fn without_reds(&self) -> Result<Position, String> {
        let plain = |tile: &Tile| Tile::plain(tile.kind());
        let melds: Melds = self.hand.melds().iter().map(without_red).collect();
        let hand = DrawnHand::new(*self.hand.concealed(), Reds::NONE, melds).map_err(|e| e.to_string())?;
        let drawn = plain(&self.drawn);
        let before = hand.discard(drawn).ok_or("the tile drawn is in the hand")?;
        let raw = RawSituation {
            rules: Rules { red_fives: RedFives::NONE, ..self.raw.rules.clone() },
            dora_indicators: self.raw.dora_indicators.iter().map(plain).collect(),
            visible: self.raw.visible.iter().map(plain).collect(),
            ..self.raw.clone()
        };
        Ok(Position { hand, drawn, before, raw, discard: plain(&self.discard), riichi: self.riichi })
    }
}

fn without_red(meld: &Meld) -> Meld {
    let plain = |tile: Tile| Tile::plain(tile.kind());
    let call = match meld.call() {
        Call::Chi { claimed } => Call::Chi { claimed: plain(claimed) },
        Call::Pon { from, claimed } => Call::Pon { from, claimed: plain(claimed) },
        Call::Ankan => Call::Ankan,
        Call::Daiminkan { from, claimed } => Call::Daiminkan { from, claimed: plain(claimed) },
        Call::Kakan { from, claimed, added } => {
            Call::Kakan { from, claimed: plain(claimed), added: plain(added) }
        }
    };
    Meld::new(call, meld.kind(), false).expect("a meld is one without its red five, too")
}

fn tiles_of(meld: &Meld) -> Vec<Tile> {
    let red = Tile::red_five(meld.kind().suit()).filter(|_| meld.has_red());
    let plain = meld.kinds().flat_map(|(kind, n)| std::iter::repeat_n(Tile::plain(kind), n));
    let mut tiles: Vec<Tile> = plain.collect();
    if let Some(red) = red
        && let Some(five) = tiles.iter_mut().find(|tile| tile.kind() == red.kind())
    {
        *five = red;
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanikiru::tile::notation::to_mpsz;

    #[test]
    fn a_meld_has_its_red_five_once() {
        for (meld, tiles) in [("p055+", "055p"), ("m3-40", "340m"), ("s0555", "0555s"), ("z111=1", "1111z")] {
            let meld: Meld = meld.parse().unwrap();
            assert_eq!(to_mpsz(tiles_of(&meld)), tiles);
            assert!(!without_red(&meld).has_red());
        }
    }
}
