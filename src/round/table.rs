//! What everybody at the table sees, and the rules that can be judged from that alone.

mod ending;

use ending::sane;

use super::event::{DrawReason, Event, Manner, Opening, Source};
use super::fault::{Fault, Reason};
use super::game::FinishedRound;
use super::permit::{Brink, MOST_KANS, Permit, STICK};
use super::state::{Carry, Ending, Offer, Phase, Player, Riichi, RiverTile, Robbable};
use crate::hand::{Call, Deck, From, HandError, Meld};
use crate::rules::{KanDora, Kuikae, MultipleRon, Nagashi, Rules};
use crate::tile::{BySeat, Kind, KindSet, Players, Seat, Tile, Wind};
use arrayvec::ArrayVec;

/// The table as everybody sees it: rivers, melds, riichi, indicators, points, tiles left.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    rules: Rules,
    dealer: Seat,
    wind: Wind,
    honba: u32,
    sticks: u32,
    scores: BySeat<i32>,
    players: BySeat<Player>,
    indicators: ArrayVec<Tile, 5>,
    drawn: usize,
    discards: usize,
    kans: usize,
    /// No call has been made.
    untouched: bool,
    /// Indicators to turn before the next draw.
    due: usize,
    /// Indicators to turn before the next discard.
    due_later: usize,
    /// Indicators whose time has passed: some tables turn them only after the discard or the replacement draw.
    late: usize,
    phase: Phase,
    dealer_stays: bool,
    ending: Option<Ending>,
}

impl Table {
    /// The table before the dealer's first draw.
    ///
    /// # Errors
    /// When points or counters are absurd, or nobody sits where the dealer should.
    pub fn new(opening: &Opening, rules: &Rules) -> Result<Table, Fault> {
        if !rules.players.has_seat(opening.dealer) {
            return Err(Fault::EmptySeat { seat: opening.dealer });
        }
        opening.scores.0.iter().try_for_each(|&points| sane(points.into()))?;
        sane(opening.honba.into())?;
        sane(i64::from(opening.sticks) * i64::from(STICK))?;
        Ok(Table {
            rules: rules.clone(),
            dealer: opening.dealer,
            wind: opening.wind,
            honba: opening.honba,
            sticks: opening.sticks,
            scores: opening.scores,
            players: BySeat::default(),
            indicators: ArrayVec::from_iter([opening.indicator]),
            drawn: 0,
            discards: 0,
            kans: 0,
            untouched: true,
            due: 0,
            due_later: 0,
            late: 0,
            phase: Phase::Draw { seat: opening.dealer, offer: None },
            dealer_stays: false,
            ending: None,
        })
    }

    /// The same table with other points, as far as the round has come.
    ///
    /// # Errors
    /// When points are absurd.
    pub fn with_scores(&self, scores: BySeat<i32>) -> Result<Table, Fault> {
        scores.0.iter().try_for_each(|&points| sane(points.into()))?;
        Ok(Table { scores, ..self.clone() })
    }

    /// What the table plays by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who deals.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The wind of the round.
    pub fn wind(&self) -> Wind {
        self.wind
    }

    /// Honba counters.
    pub fn honba(&self) -> u32 {
        self.honba
    }

    /// Riichi sticks on the table.
    pub fn sticks(&self) -> u32 {
        self.sticks
    }

    /// Points now.
    pub fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// What a player's hand is dealt from, and the norths that it has set aside.
    pub fn deck(&self, seat: Seat) -> Deck {
        match self.rules.players {
            Players::Four => Deck::Four,
            Players::Three => Deck::Three { kita: self.players[seat].kita.len() as u8 },
        }
    }

    /// What everybody sees of a player.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// The dora indicators turned so far.
    pub fn indicators(&self) -> &[Tile] {
        &self.indicators
    }

    /// By kind how many dora a tile of it is, red fives left out.
    pub fn dora(&self) -> [u8; 34] {
        let mut dora = [0; 34];
        self.indicators.iter().for_each(|tile| dora[self.rules.players.dora(tile.kind()).index()] += 1);
        dora
    }

    /// How many han a triplet of the kind is worth to a seat: 2 where its wind is that of the round.
    pub fn yakuhai(&self, seat: Seat, kind: Kind) -> usize {
        let winds = [self.wind, self.seat_wind(seat)].map(Kind::wind);
        usize::from(kind.is_dragon()) + winds.iter().filter(|&&wind| wind == kind).count()
    }

    /// The wind of a seat in this round.
    pub fn seat_wind(&self, seat: Seat) -> Wind {
        self.rules.players.wind(seat, self.dealer)
    }

    /// Tiles that can still be drawn.
    pub fn tiles_left(&self) -> usize {
        self.rules.players.wall() - self.drawn
    }

    /// What the table lets a seat do at this moment with any hand.
    pub fn permit(&self, seat: Seat) -> Permit<'_> {
        let player = &self.players[seat];
        let (called, replacement) = match self.phase {
            Phase::Called { seat: due, forbidden } if due == seat => (Some(forbidden), false),
            Phase::Act { seat: due, replacement } if due == seat => (None, replacement),
            _ => (None, false),
        };
        Permit {
            rules: &self.rules,
            round_wind: self.wind,
            seat_wind: self.seat_wind(seat),
            tiles_left: self.tiles_left(),
            kans: self.kans,
            points: Some(self.scores[seat]),
            first_turn: self.untouched && player.river.is_empty(),
            discarded: player.discarded,
            passed: player.passed,
            called,
            replacement,
            riichi: player.riichi,
            broken_off: self.broken_off(),
            brink: self.brink(seat),
        }
    }

    /// How near the seat's next action is to breaking the round off.
    fn brink(&self, seat: Seat) -> Brink {
        let abortive = self.rules.abortive;
        let others = || self.rules.players.others(seat);
        let kans = |seat: Seat| self.players[seat].melds.iter().filter(|meld| meld.is_kan()).count();
        let first = |seat: Seat| self.players[seat].river.first().map(|tile| tile.tile.kind());
        let wind = first(seat.after(1)).filter(|kind| kind.is_wind());
        let equal = self.untouched && self.discards == 3 && others().all(|other| first(other) == wind);
        let [across, left] = [2, 3].map(|place| first(seat.after(place)).filter(|kind| kind.is_wind()));
        let two_equal = self.untouched && self.discards == 2 && across == left;
        Brink {
            wind: wind.filter(|_| abortive.four_winds && equal),
            third_wind: left.filter(|_| abortive.four_winds && two_equal),
            riichi: abortive.four_riichi && others().all(|other| self.players[other].riichi.is_some()),
            kan: abortive.four_kans && self.kans + 1 == MOST_KANS && others().any(|other| kans(other) > 0),
            discard: abortive.four_kans
                && self.kans == MOST_KANS
                && Seat::ALL.into_iter().all(|seat| kans(seat) < MOST_KANS),
        }
    }

    /// Why the round is broken off if nobody wins on the discard on offer.
    fn broken_off(&self) -> Option<Reason> {
        let Phase::Draw { offer: Some(offer), .. } = self.phase else { return None };
        let declares = |seat: Seat| {
            self.players[seat].riichi.is_some() || (seat == offer.from && offer.riichi.is_some())
        };
        self.abortive(declares)
    }

    /// How many tiles of each kind lie open: rivers, melds and dora indicators; a called tile counts once.
    /// A table with an impossible event shows more than four.
    pub(super) fn seen(&self) -> [usize; 34] {
        let mut seen = [0; 34];
        for player in &self.players.0 {
            let river = player.river.iter().filter(|r| r.called_by.is_none());
            river.for_each(|r| seen[r.tile.kind().index()] += 1);
            let melds = player.melds.iter().flat_map(|m| m.kinds());
            melds.for_each(|(kind, n)| seen[kind.index()] += n);
            seen[Kind::wind(Wind::North).index()] += player.kita.len();
        }
        self.indicators.iter().for_each(|t| seen[t.kind().index()] += 1);
        seen
    }

    /// Indicators that can be turned now: after a kan before the replacement draw, or before the discard.
    pub(super) fn indicators_due(&self) -> usize {
        match self.phase {
            Phase::Kan { .. } => self.due,
            Phase::Act { .. } => self.due_later,
            _ => 0,
        }
    }

    /// Indicators of kans that have been declared and are not turned yet.
    pub(super) fn indicators_to_come(&self) -> usize {
        self.due + self.due_later + self.late
    }

    /// The indicators that could be turned now come later; the next draw from the wall waits for them.
    pub(super) fn postpone_indicators(&mut self) {
        self.late += match self.phase {
            Phase::Kan { .. } => std::mem::take(&mut self.due),
            Phase::Act { .. } => std::mem::take(&mut self.due_later),
            _ => 0,
        };
    }

    /// What the table is waiting for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether no call, concealed kans included, has been made.
    pub fn untouched(&self) -> bool {
        self.untouched
    }

    /// The seat's turn: own discards made so far, plus one.
    pub fn turn(&self, seat: Seat) -> usize {
        self.players[seat].river.len() + 1
    }

    /// How the round ended; `None` while it goes on. After a ron there may be another one.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the dealer deals again: after winning, when showing a tenpai hand at an exhausted wall,
    /// and after an abortive draw.
    pub fn dealer_stays(&self) -> bool {
        self.dealer_stays
    }

    /// The round as it is over; `None` while it goes on. After a ron there may be another one.
    pub fn over(&self) -> Option<FinishedRound> {
        let ending = self.ending?;
        Some(FinishedRound {
            players: self.rules.players,
            dealer: self.dealer,
            wind: self.wind,
            honba: self.honba,
            sticks: self.sticks,
            scores: self.scores,
            ending,
            dealer_stays: self.dealer_stays,
        })
    }

    /// How the next round begins; `None` before this one is over.
    pub fn carry(&self) -> Option<Carry> {
        self.over().map(|over| over.carry())
    }

    /// Whether the game ends with this round, as [`FinishedRound::ends_game`]; not before the round is over.
    pub fn game_over(&self, last: Wind) -> bool {
        self.over().is_some_and(|over| over.ends_game(last, self.rules()))
    }

    /// Judges an event by what everybody sees, and moves on; after an error nothing has changed.
    pub fn apply(&mut self, event: &Event) -> Result<(), Fault> {
        if let Some(seat) = event.seat().filter(|&seat| !self.rules.players.has_seat(seat)) {
            return Err(Fault::EmptySeat { seat });
        }
        match event {
            Event::Draw { seat, .. } => self.draw(*seat),
            Event::Riichi { seat } => self.riichi(*seat),
            Event::Discard { seat, tile, manner } => self.discard(*seat, *tile, *manner),
            Event::RiichiAccepted { seat } => self.accept(*seat),
            Event::Call { seat, meld } => self.call(*seat, meld),
            Event::Kita { seat } => self.kita(*seat),
            Event::Dora { indicator } => self.turn_indicator(*indicator),
            Event::Win(win) => self.win(win),
            Event::Drawn { how, gains } => self.end(how, gains),
        }
    }

    fn wrong_phase(&self) -> Fault {
        Fault::Phase { phase: self.phase }
    }

    /// A passed discard can no longer be won: a seat that waits on it is furiten until its next draw.
    fn pass(&mut self, from: Seat, tile: Tile) {
        for seat in self.rules.players.others(from) {
            self.players[seat].passed.insert(tile.kind());
        }
    }

    /// A draw or a discard ends the furiten of passed tiles, unless the hand is fixed by riichi.
    fn changes_hand(&mut self, seat: Seat) {
        let player = &mut self.players[seat];
        if player.riichi.is_none() {
            player.passed = KindSet::EMPTY;
        }
    }

    /// Calls end the first go-round and everybody's ippatsu.
    fn interrupt(&mut self) {
        self.untouched = false;
        for player in &mut self.players.0 {
            if let Some(riichi) = &mut player.riichi {
                riichi.ippatsu = false;
            }
        }
    }

    fn draw(&mut self, seat: Seat) -> Result<(), Fault> {
        let replacement = match self.phase {
            Phase::Draw { seat: due, offer } if due == seat => {
                self.settled(offer)?;
                false
            }
            Phase::Kan { seat: due, .. } if due == seat => true,
            _ => return Err(self.wrong_phase()),
        };
        if self.tiles_left() == 0 {
            return Err(Fault::WallEmpty);
        }
        if self.due > 0 || (!replacement && self.late > 0) {
            return Err(Fault::IndicatorDue);
        }
        match self.phase {
            Phase::Draw { offer: Some(offer), .. } => self.pass(offer.from, offer.tile),
            Phase::Kan { seat, robbable } => {
                // thirteen orphans that let the last tiles of their wait pass have none left
                match robbable {
                    Some(tile @ (Robbable::Kakan(_) | Robbable::Kita)) => self.pass(seat, tile.tile()),
                    Some(Robbable::Ankan(_)) | None => {}
                }
                self.interrupt();
            }
            _ => {}
        }
        self.drawn += 1;
        self.changes_hand(seat);
        self.phase = Phase::Act { seat, replacement };
        Ok(())
    }

    /// Nothing is left to do about the last discard but to draw or to call.
    fn settled(&self, offer: Option<Offer>) -> Result<(), Fault> {
        match offer {
            Some(Offer { from, riichi: Some(_), .. }) => Err(Fault::RiichiPending { seat: from }),
            _ => self.must_end().map_or(Ok(()), |reason| Err(Fault::MustEnd(reason))),
        }
    }

    /// Why the round ends with the discard that nobody won, no riichi pending.
    fn must_end(&self) -> Option<Reason> {
        self.abortive(|seat| self.players[seat].riichi.is_some())
    }

    /// An abortive draw that everybody can see, after a discard that nobody won; `in_riichi` says who has declared.
    fn abortive(&self, in_riichi: impl Fn(Seat) -> bool) -> Option<Reason> {
        let first = |seat: Seat| self.players[seat].river.first().map(|r| r.tile.kind());
        let wind = first(self.dealer).filter(|k| k.is_wind());
        let abortive = self.rules.abortive;
        if abortive.four_winds
            && self.untouched
            && self.discards == 4
            && wind.is_some()
            && Seat::ALL.into_iter().all(|s| first(s) == wind)
        {
            return Some(Reason::FourWinds);
        }
        if abortive.four_riichi && Seat::ALL.into_iter().all(in_riichi) {
            return Some(Reason::FourRiichi);
        }
        let most = self.players.0.iter().map(|p| p.melds.iter().filter(|m| m.is_kan()).count()).max();
        (abortive.four_kans && self.kans == 4 && most < Some(4)).then_some(Reason::FourKans)
    }

    fn riichi(&mut self, seat: Seat) -> Result<(), Fault> {
        match self.phase {
            Phase::Act { seat: due, .. } if due == seat => {}
            _ => return Err(self.wrong_phase()),
        }
        self.permit(seat).riichi(self.players[seat].is_closed())?;
        self.phase = Phase::Declared { seat };
        Ok(())
    }

    fn discard(&mut self, seat: Seat, tile: Tile, manner: Manner) -> Result<(), Fault> {
        let declared = match self.phase {
            Phase::Act { seat: due, .. } if due == seat => {
                if self.players[seat].riichi.is_some() && manner == Manner::Tedashi {
                    return Err(Fault::HandFixed);
                }
                false
            }
            Phase::Declared { seat: due } if due == seat => true,
            Phase::Called { seat: due, forbidden } if due == seat => {
                if forbidden.contains(tile.kind()) {
                    return Err(Fault::Kuikae { tile });
                }
                if manner == Manner::Tsumogiri {
                    return Err(Fault::WrongTile { tile, expected: None });
                }
                false
            }
            _ => return Err(self.wrong_phase()),
        };
        if self.due_later > 0 {
            return Err(Fault::IndicatorDue);
        }
        self.changes_hand(seat);
        let order = self.discards;
        let untouched = self.untouched;
        let player = &mut self.players[seat];
        let riichi = declared.then_some(Riichi {
            discard: player.river.len(),
            double: untouched && player.river.is_empty(),
            ippatsu: true,
        });
        if let Some(riichi) = &mut player.riichi {
            riichi.ippatsu = false;
        }
        player.river.push(RiverTile { tile, manner, riichi: declared, called_by: None, order });
        player.discarded.insert(tile.kind());
        self.discards += 1;
        let next = self.rules.players.after(seat, 1);
        self.phase = Phase::Draw { seat: next, offer: Some(Offer { from: seat, tile, riichi }) };
        Ok(())
    }

    fn accept(&mut self, seat: Seat) -> Result<(), Fault> {
        match self.phase {
            Phase::Draw { seat: next, offer: Some(Offer { from, tile, riichi: Some(riichi) }) }
                if from == seat =>
            {
                self.players[seat].riichi = Some(riichi);
                self.scores[seat] -= STICK;
                self.sticks += 1;
                self.phase = Phase::Draw { seat: next, offer: Some(Offer { from, tile, riichi: None }) };
                Ok(())
            }
            _ => Err(self.wrong_phase()),
        }
    }

    fn call(&mut self, seat: Seat, meld: &Meld) -> Result<(), Fault> {
        match meld.call() {
            Call::Chi { .. } if self.rules.players == Players::Three => {
                Err(HandError::ChiOfThree { kind: meld.kind() }.into())
            }
            Call::Chi { claimed } => self.claim(seat, meld, From::Left, claimed),
            Call::Pon { from, claimed } | Call::Daiminkan { from, claimed } => {
                self.claim(seat, meld, from, claimed)
            }
            Call::Ankan | Call::Kakan { .. } => self.own_kan(seat, meld),
        }
    }

    fn claim(&mut self, seat: Seat, meld: &Meld, from: From, claimed: Tile) -> Result<(), Fault> {
        let Phase::Draw { offer: Some(offer), .. } = self.phase else {
            return Err(self.wrong_phase());
        };
        if seat == offer.from {
            return Err(self.wrong_phase());
        }
        if from.seat(seat) != offer.from {
            return Err(Fault::WrongSource { from, discarder: offer.from });
        }
        if claimed != offer.tile {
            return Err(Fault::WrongTile { tile: claimed, expected: Some(offer.tile) });
        }
        self.settled(Some(offer))?;
        let permit = self.permit(seat);
        permit.call()?;
        if meld.is_kan() {
            permit.kan()?;
        }
        if self.players[seat].melds.is_full() {
            return Err(Fault::FifthMeld);
        }
        self.pass(offer.from, offer.tile);
        self.interrupt();
        if let Some(last) = self.players[offer.from].river.last_mut() {
            last.called_by = Some(seat);
        }
        self.players[seat].melds.push(*meld);
        self.players[seat].melded.push(self.discards);
        if meld.is_kan() {
            self.kan(seat, meld.call(), None);
        } else {
            let forbidden = match self.rules.kuikae {
                Kuikae::Forbidden => meld.kuikae(claimed.kind()),
                Kuikae::Allowed => KindSet::EMPTY,
            };
            self.phase = Phase::Called { seat, forbidden };
        }
        Ok(())
    }

    fn own_kan(&mut self, seat: Seat, meld: &Meld) -> Result<(), Fault> {
        match self.phase {
            Phase::Act { seat: due, .. } if due == seat => {}
            _ => return Err(self.wrong_phase()),
        }
        self.permit(seat).kan()?;
        let melds = &mut self.players[seat].melds;
        let robbable = match meld.call() {
            Call::Kakan { from, claimed, added } => {
                let fits = |m: &&mut Meld| {
                    m.kind() == meld.kind()
                        && matches!(m.call(), Call::Pon { from: f, claimed: c } if (f, c) == (from, claimed))
                        && m.has_red() == (meld.has_red() && !added.is_red())
                };
                let pon = melds.iter_mut().find(fits).ok_or(Fault::NoPon { kind: meld.kind() })?;
                *pon = *meld;
                Some(Robbable::Kakan(added))
            }
            _ => {
                melds.try_push(*meld).map_err(|_| Fault::FifthMeld)?;
                self.players[seat].melded.push(self.discards);
                let orphan = self.rules.kokushi_robs_ankan && meld.kind().is_yaochu();
                orphan.then_some(Robbable::Ankan(meld.kind()))
            }
        };
        let player = &mut self.players[seat];
        player.own_kans.push((meld.kind(), self.discards));
        player.kita_before_kan.push(player.kita.len());
        self.kan(seat, meld.call(), robbable);
        Ok(())
    }

    fn kita(&mut self, seat: Seat) -> Result<(), Fault> {
        match self.phase {
            Phase::Act { seat: due, .. } if due == seat => {}
            _ => return Err(self.wrong_phase()),
        }
        self.permit(seat).kita()?;
        let north = Fault::NoSuchTile { tile: Robbable::Kita.tile() };
        self.players[seat].kita.try_push(self.discards).map_err(|_| north)?;
        self.due += std::mem::take(&mut self.due_later);
        self.phase = Phase::Kan { seat, robbable: Some(Robbable::Kita) };
        Ok(())
    }

    fn kan(&mut self, seat: Seat, call: Call, robbable: Option<Robbable>) {
        self.kans += 1;
        self.due += std::mem::take(&mut self.due_later);
        if self.rules.kan_dora == KanDora::AtOnce || call == Call::Ankan {
            self.due += 1;
        } else {
            self.due_later += 1;
        }
        self.phase = Phase::Kan { seat, robbable };
    }

    fn turn_indicator(&mut self, indicator: Tile) -> Result<(), Fault> {
        let due = match self.phase {
            _ if self.late > 0 => &mut self.late,
            Phase::Kan { .. } => &mut self.due,
            Phase::Act { .. } => &mut self.due_later,
            _ => return Err(self.wrong_phase()),
        };
        *due = due.checked_sub(1).ok_or(Fault::NoIndicatorDue)?;
        self.indicators.push(indicator);
        Ok(())
    }
}
