//! What a seat can do at a moment of a round.

use crate::hand::{Call, From, Meld, WaitingHand};
use crate::legal::{self, Action, OfferedBy, Position, TileOffer};
use crate::round::{Offer, Phase, Round};
use crate::sort;
use crate::tile::{Seat, Tile};

/// What a seat can choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// It has drawn.
    Turn(Turn),
    /// It has called, and discards a tile.
    AfterCall {
        /// The tiles that it may discard, each once.
        discards: Vec<Tile>,
    },
    /// Another seat's tile can be claimed.
    Offer(Claims),
}

/// What a seat can do with its draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The tiles that it may discard, each once; in riichi only the drawn one.
    pub discards: Vec<Tile>,
    /// Those with which it may declare riichi.
    pub riichi: Vec<Tile>,
    /// Concealed and added kans.
    pub kans: Vec<Meld>,
    /// Whether a north may be set aside.
    pub kita: bool,
    /// Whether the hand wins.
    pub tsumo: bool,
    /// Whether it may be thrown in for nine terminals and honours.
    pub nine_terminals: bool,
}

/// How a seat can claim another one's tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claims {
    /// Whose tile.
    pub from: Seat,
    /// Which.
    pub tile: Tile,
    /// Chi, pon and open kan, with and without the red five where both are possible.
    pub calls: Vec<Meld>,
    /// Whether the hand wins with it.
    pub ron: bool,
}

impl Claims {
    /// Nothing to choose.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty() && !self.ron
    }
}

/// What a seat can choose from at this moment of a round; none when it has nothing to choose.
pub fn choice(round: &Round, seat: Seat) -> Option<Choice> {
    let offer = || claims(round, seat).filter(|claims| !claims.is_empty()).map(Choice::Offer);
    own(round, seat).or_else(offer)
}

/// What a seat that has drawn or called can do; none for other seats.
pub(super) fn own(round: &Round, seat: Seat) -> Option<Choice> {
    let (due, drawn) = match round.table().phase() {
        Phase::Act { seat, .. } => (seat, round.drawn()),
        Phase::Called { seat, .. } => (seat, None),
        _ => return None,
    };
    let hand = round.drawn_hand(seat).ok().filter(|_| due == seat)?;
    let permit = round.table().permit(seat);
    let kans = legal::kans(&hand, drawn, &permit);
    let actions = legal::actions(&Position::Drawn { hand, drawn }, &permit);
    let discards = |declared: bool| {
        let tile = |action: &Action| match *action {
            Action::Discard { tile, riichi } if riichi == declared => Some(tile),
            _ => None,
        };
        let mut tiles: Vec<Tile> = actions.iter().filter_map(tile).collect();
        sort::by_key(&mut tiles, |tile| (tile.kind(), tile.is_red()));
        tiles
    };
    if permit.called.is_some() {
        return Some(Choice::AfterCall { discards: discards(false) });
    }
    let made = |(action, after): (Action, WaitingHand)| {
        // an added tile changes a meld, a concealed kan is the last
        let of = |meld: &&Meld| meld.is_kan() && Some(meld.kind()) == action.kan();
        after.melds().iter().find(of).copied()
    };
    Some(Choice::Turn(Turn {
        discards: discards(false),
        riichi: discards(true),
        kans: kans.into_iter().filter_map(made).collect(),
        kita: actions.contains(&Action::Kita),
        tsumo: actions.contains(&Action::Tsumo),
        nine_terminals: actions.contains(&Action::NineTerminals),
    }))
}

/// How a seat can claim what lies on offer: a discard, or a tile of a kan.
pub(super) fn claims(round: &Round, seat: Seat) -> Option<Claims> {
    let table = round.table();
    let (from, tile, by) = match table.phase() {
        Phase::Draw { offer: Some(Offer { from, tile, .. }), .. } => (from, tile, OfferedBy::Discard),
        Phase::Kan { seat: from, robbable: Some(kan) } => (from, kan.tile(), OfferedBy::robbing(kan)),
        _ => return None,
    };
    let offered = TileOffer { tile, from: From::of(from, seat)?, by };
    let hand = round.waiting_hand(seat).ok()?;
    let permit = table.permit(seat);
    let called = legal::offered_calls(&hand, offered, &permit);
    let mut calls: Vec<Meld> = called.iter().filter_map(|called| called.meld().copied()).collect();
    let sort = |meld: &Meld| match meld.call() {
        Call::Chi { .. } => 0,
        Call::Pon { .. } => 1,
        _ => 2,
    };
    sort::by_key(&mut calls, |meld| (meld.has_red(), sort(meld), meld.kind()));
    let position = Position::Waiting { hand, offered: Some(offered) };
    Some(Claims { from, tile, calls, ron: !legal::wins(&position, &permit).is_empty() })
}
