//! A decision of a recorded game as the player saw it.

use nanikiru::analyze::{self, RawSituation, Situation, Viewpoint};
use nanikiru::hand::{Call, DrawnHand, Meld, Melds, WaitingHand};
use nanikiru::round::Round;
use nanikiru::rules::{Length, RedFives, Rules};
use nanikiru::shape::{Shanten, shanten};
use nanikiru::tile::{Reds, Seat, Tile};

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
        // its own river is left out: these figures are about the hand
        let seen = Viewpoint { table: round.table(), seat };
        let raw = RawSituation { history: None, ..seen.raw(false, Length::Hanchan) };
        Some(Position { hand, drawn, before, raw, discard, riichi })
    }

    /// What is asked about it.
    pub fn asked(&self) -> analyze::Position {
        analyze::Position::Drawn { hand: self.hand.clone(), drawn: Some(self.drawn) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meld_loses_its_red_five_and_nothing_else() {
        for (meld, plain) in
            [("p055+", "p555+"), ("m3-40", "m3-45"), ("s0555", "s5555"), ("z111=1", "z111=1")]
        {
            let [meld, plain]: [Meld; 2] = [meld, plain].map(|text| text.parse().unwrap());
            assert_eq!(without_red(&meld), plain);
        }
    }
}
