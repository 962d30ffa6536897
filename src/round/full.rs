//! A round with all four hands known.

use super::event::{DrawReason, Event, Manner, RawRound, Source};
use super::fault::{Fault, Illegal};
use super::state::{Phase, Robbable};
use super::table::Table;
use crate::hand::{Call, DrawnHand, HandError, Meld, WaitingHand};
use crate::rules::Rules;
use crate::tile::{BySeat, Counts, Kind, Reds, Seat, Suit, Tile};
use arrayvec::ArrayVec;

/// Kinds of terminals and honours with which a hand can be thrown in.
pub const NINE_TERMINALS: usize = 9;

/// Tiles of each of the 37 sorts.
pub(super) type Sorts = [u8; Tile::COUNT];

/// A round of a record: the table and all concealed hands.
///
/// ```
/// use nanikiru::round::{Event, Opening, RawRound, Round};
/// use nanikiru::rules::Rules;
/// use nanikiru::tile::{BySeat, Kind, Seat, Tile};
///
/// // 34 kinds dealt round and round: seat 0 holds 1m 5m 9m 4p 8p 3s 7s 2z 6z 3m 7m 2p 6p
/// let hand = |first: usize| std::array::from_fn(|i| Kind::new((first + 4 * i) % 34).unwrap().into());
/// let opening = Opening::first(&Rules::TENHOU, Tile::plain(Kind::ALL[33]));
/// let mut round = Round::deal(RawRound { opening, hands: (0..4).map(hand).collect() }, &Rules::TENHOU).unwrap();
/// let illegal = round.apply(&Event::Riichi { seat: Seat::ALL[0] }).unwrap_err();
/// assert_eq!(illegal.turn, 1);
/// round.apply(&Event::Draw { seat: Seat::ALL[0], tile: Tile::plain(Kind::ALL[33]) }).unwrap();
/// assert_eq!(round.table().tiles_left(), 69);
/// ```
#[derive(Clone, Debug)]
pub struct Round {
    table: Table,
    hands: BySeat<Sorts>,
    /// Tiles that have not turned up anywhere.
    hidden: Sorts,
    drawn: Option<Tile>,
    events: usize,
}

impl Round {
    /// The only door: checks that the tiles exist.
    ///
    /// # Errors
    /// When a tile is dealt more often than the rules have it, and when points or counters are absurd.
    pub fn deal(raw: RawRound, rules: &Rules) -> Result<Round, Illegal> {
        let dealing = |seat, fault| Illegal { event: 0, seat, turn: 0, fault };
        if raw.hands.len() != rules.players.count() {
            let fault = Fault::Hands { given: raw.hands.len(), players: rules.players };
            return Err(dealing(None, fault));
        }
        let mut hidden = every_tile(rules);
        let mut show = |seat, tile| {
            take(&mut hidden, tile, Fault::NoSuchTile { tile }).map_err(|fault| dealing(seat, fault))
        };
        show(None, raw.opening.indicator)?;
        let mut hands = BySeat([[0; Tile::COUNT]; 4]);
        for (seat, tiles) in rules.players.seats().zip(&raw.hands) {
            for &tile in tiles {
                show(Some(seat), tile)?;
                hands[seat][tile.index()] += 1;
            }
        }
        let table = Table::new(&raw.opening, rules).map_err(|fault| dealing(None, fault))?;
        Ok(Round { table, hands, hidden, drawn: None, events: 0 })
    }

    /// The same round with other points at this moment: what a player would see who has to do without the score.
    ///
    /// # Errors
    /// When points are absurd.
    pub fn with_scores(&self, scores: BySeat<i32>) -> Result<Round, Fault> {
        Ok(Round { table: self.table.with_scores(scores)?, ..self.clone() })
    }

    /// What everybody sees.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Judges an event by the table and the hands, and moves on; after an error nothing has changed.
    pub fn apply(&mut self, event: &Event) -> Result<(), Illegal> {
        self.step(event).map_err(|fault| Illegal {
            event: self.events,
            seat: event.seat(),
            turn: event.seat().map_or(0, |seat| self.table.turn(seat)),
            fault,
        })?;
        self.events += 1;
        Ok(())
    }

    fn step(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::Draw { seat, tile } => {
                self.must_be_hidden(*tile)?;
                self.table.apply(event)?;
                self.hidden[tile.index()] -= 1;
                self.hands[*seat][tile.index()] += 1;
                self.drawn = Some(*tile);
            }
            Event::Discard { seat, tile, manner } => {
                self.must_hold(*seat, *tile, 1)?;
                if *manner == Manner::Tsumogiri && self.drawn != Some(*tile) {
                    return Err(Fault::WrongTile { tile: *tile, expected: self.drawn });
                }
                self.table.apply(event)?;
                self.hands[*seat][tile.index()] -= 1;
                self.drawn = None;
            }
            Event::Call { seat, meld } => self.call(event, *seat, meld)?,
            Event::Kita { seat } => {
                let north = Robbable::Kita.tile();
                self.must_hold(*seat, north, 1)?;
                if self.table.player(*seat).riichi().is_some() && self.drawn != Some(north) {
                    return Err(Fault::HandFixed);
                }
                self.table.apply(event)?;
                self.hands[*seat][north.index()] -= 1;
                self.drawn = None;
            }
            Event::Dora { indicator } => {
                self.must_be_hidden(*indicator)?;
                self.table.apply(event)?;
                self.hidden[indicator.index()] -= 1;
            }
            Event::Win(win) => {
                if win.source == Source::Tsumo && self.drawn != Some(win.tile) {
                    return Err(Fault::WrongTile { tile: win.tile, expected: self.drawn });
                }
                let mut hidden = self.hidden;
                for &tile in &win.ura {
                    take(&mut hidden, tile, Fault::NoSuchTile { tile })?;
                }
                self.table.apply(event)?;
            }
            Event::Drawn { how: DrawReason::NineTerminals { seat }, .. } => {
                let kinds = Kind::ALL.into_iter().filter(|k| k.is_yaochu());
                let kinds = kinds.filter(|k| self.hands[*seat][k.index()] > 0).count();
                if kinds < NINE_TERMINALS {
                    return Err(Fault::NineTerminals { kinds });
                }
                self.table.apply(event)?;
            }
            Event::Riichi { .. } | Event::RiichiAccepted { .. } | Event::Drawn { .. } => {
                self.table.apply(event)?
            }
        }
        Ok(())
    }

    fn call(&mut self, event: &Event, seat: Seat, meld: &Meld) -> Result<(), Fault> {
        let mut hand = self.hands[seat];
        for tile in from_hand(meld) {
            take(&mut hand, tile, Fault::NotInHand { tile })?;
        }
        if self.table.player(seat).riichi().is_some() && self.drawn.map(Tile::kind) != Some(meld.kind()) {
            return Err(Fault::HandFixed);
        }
        self.table.apply(event)?;
        self.hands[seat] = hand;
        self.drawn = None;
        Ok(())
    }

    fn must_be_hidden(&self, tile: Tile) -> Result<(), Fault> {
        if self.hidden[tile.index()] == 0 { Err(Fault::NoSuchTile { tile }) } else { Ok(()) }
    }

    fn must_hold(&self, seat: Seat, tile: Tile, n: u8) -> Result<(), Fault> {
        if self.hands[seat][tile.index()] < n { Err(Fault::NotInHand { tile }) } else { Ok(()) }
    }

    /// The tile that the acting seat has just drawn.
    pub fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// Who has drawn and is to act.
    pub fn acting(&self) -> Option<Seat> {
        match self.table.phase() {
            Phase::Act { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// The concealed tiles of a seat, red fives counted as fives.
    pub fn concealed(&self, seat: Seat) -> Counts {
        counts_of(&self.hands[seat])
    }

    /// The red fives among the concealed tiles of a seat.
    pub fn reds(&self, seat: Seat) -> Reds {
        reds_of(&self.hands[seat])
    }

    /// The hand of a seat that is not acting.
    pub fn waiting_hand(&self, seat: Seat) -> Result<WaitingHand, HandError> {
        WaitingHand::of(self.table.deck(seat), self.concealed(seat), self.reds(seat), self.melds(seat))
    }

    /// The hand of the seat that has drawn or called.
    pub fn drawn_hand(&self, seat: Seat) -> Result<DrawnHand, HandError> {
        DrawnHand::of(self.table.deck(seat), self.concealed(seat), self.reds(seat), self.melds(seat))
    }

    fn melds(&self, seat: Seat) -> crate::hand::Melds {
        self.table.player(seat).melds().iter().copied().collect()
    }
}

/// Tiles by kind, red fives counted as fives.
pub(super) fn counts_of(hand: &Sorts) -> Counts {
    let mut counts: [u8; 34] = std::array::from_fn(|i| hand[i]);
    for (five, red) in Suit::NUMBERS.into_iter().filter_map(|s| s.five().zip(Tile::red_five(s))) {
        counts[five.index()] += hand[red.index()];
    }
    Counts::new(counts).expect("no more than 136 tiles were dealt and drawn")
}

/// The red fives among some tiles.
pub(super) fn reds_of(hand: &Sorts) -> Reds {
    let held = |suit: Suit| Tile::red_five(suit).is_some_and(|t| hand[t.index()] > 0);
    Suit::NUMBERS.into_iter().filter(|&s| held(s)).fold(Reds::NONE, Reds::with)
}

/// How often each of the 37 sorts exists.
pub(super) fn every_tile(rules: &Rules) -> Sorts {
    let reds = rules.red_fives;
    let mut sorts = [0; Tile::COUNT];
    for (sort, kind) in sorts.iter_mut().zip(Kind::ALL) {
        *sort = rules.players.copies(kind);
    }
    let red = [reds.man, reds.pin, reds.sou];
    for (suit, _) in Suit::NUMBERS.into_iter().zip(red).filter(|(_, red)| *red) {
        if let (Some(five), Some(red)) = (suit.five(), Tile::red_five(suit)) {
            sorts[five.index()] -= 1;
            sorts[red.index()] += 1;
        }
    }
    sorts
}

pub(super) fn take(sorts: &mut Sorts, tile: Tile, or: Fault) -> Result<(), Fault> {
    let n = &mut sorts[tile.index()];
    *n = n.checked_sub(1).ok_or(or)?;
    Ok(())
}

/// The tiles of a meld that the call takes out of the hand.
pub(super) fn from_hand(meld: &Meld) -> ArrayVec<Tile, 4> {
    let mut tiles: ArrayVec<Tile, 4> = meld.tiles().collect();
    match meld.call() {
        Call::Chi { claimed } | Call::Pon { claimed, .. } | Call::Daiminkan { claimed, .. } => {
            if let Some(i) = tiles.iter().position(|&t| t == claimed) {
                tiles.remove(i);
            }
        }
        Call::Kakan { added, .. } => tiles.retain(|t| *t == added),
        Call::Ankan => {}
    }
    if matches!(meld.call(), Call::Kakan { .. }) {
        tiles.truncate(1);
    }
    tiles
}
