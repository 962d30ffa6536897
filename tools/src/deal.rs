//! One round played: the wall gives, the players choose, and every event goes past the table's own judge.

use crate::player::{Act, Moment, Player, Thought};
use crate::wall::{Rest, Wall};
use arrayvec::ArrayVec;
use nanikiru::hand::Call;
use nanikiru::legal::{payments_of_draw, worths};
use nanikiru::replay::RoundLog;
use nanikiru::review::{Choice, Claims};
use nanikiru::round::{
    Carry, DrawReason, Event, Manner, Offer, Opening, Phase, RawRound, Robbable, Round, STICK, Source,
    WinEvent,
};
use nanikiru::rules::{Length, MultipleRon, Rules};
use nanikiru::shape::shanten_among;
use nanikiru::tile::{BySeat, Seat, Tile};
use std::collections::VecDeque;
use std::fmt;

/// A round to the end.
#[derive(Debug)]
pub struct PlayedRound {
    /// How it began.
    pub raw: RawRound,
    /// What happened.
    pub events: Vec<Event>,
    /// The round after the last event.
    pub round: Round,
}

impl PlayedRound {
    /// It as a record has it.
    pub fn log(&self) -> RoundLog {
        let PlayedRound { raw, events, .. } = self;
        RoundLog { raw: raw.clone(), events: events.clone(), claims: Vec::new(), absences: Vec::new() }
    }
}

/// Why a round cannot go on: a mistake of ours, never of chance.
#[derive(Debug)]
pub struct DealError(String);

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl DealError {
    /// A round that was left before its end.
    pub fn unfinished() -> DealError {
        DealError::of("the round has not ended")
    }

    fn of(what: impl fmt::Display) -> DealError {
        DealError(what.to_string())
    }
}

/// The one who deals, draws for all and turns indicators.
struct Deal<'a> {
    length: Length,
    rest: Rest,
    players: BySeat<&'a dyn Player>,
    thoughts: &'a mut BySeat<Thought>,
    round: Round,
    events: Vec<Event>,
    /// What a seat does before its player is asked.
    script: Option<(Seat, VecDeque<Act>)>,
}

/// Plays one round of as many players as the rules have; a player in an empty seat is never asked.
///
/// # Errors
/// When a player does what it cannot, or the table refuses an event or loses points.
pub fn play(
    begin: &Carry,
    wall: &Wall,
    (rules, length): (&Rules, Length),
    players: BySeat<&dyn Player>,
    thoughts: &mut BySeat<Thought>,
) -> Result<PlayedRound, DealError> {
    let &Carry { dealer, wind, honba, sticks, scores } = begin;
    let opening = Opening { wind, dealer, honba, sticks, scores, indicator: wall.indicator() };
    let raw = RawRound { opening, hands: wall.hands() };
    let round = Round::deal(raw.clone(), rules).map_err(DealError::of)?;
    let (round, events) =
        Deal { length, rest: wall.rest(), players, thoughts, round, events: Vec::new(), script: None }
            .end()?;
    Ok(PlayedRound { raw, events, round })
}

/// Plays a round on to its end, from a moment at which a seat has to choose: it does what the script says, and the
/// players choose everything else. The rest of a script is forgotten when another claim goes before its call.
///
/// # Errors
/// As [`play`], and when the script is not possible.
pub fn play_on(
    round: Round,
    rest: Rest,
    length: Length,
    (seat, script): (Seat, &[Act]),
    players: BySeat<&dyn Player>,
) -> Result<(Round, Vec<Event>), DealError> {
    let (mut thoughts, script) = (BySeat::default(), Some((seat, script.iter().copied().collect())));
    Deal { length, rest, players, thoughts: &mut thoughts, round, events: Vec::new(), script }.end()
}

impl Deal<'_> {
    /// Plays to the end, and looks whether every point is still there.
    fn end(mut self) -> Result<(Round, Vec<Event>), DealError> {
        let points = |round: &Round| {
            let table = round.table();
            table.scores().0.iter().sum::<i32>() + table.sticks() as i32 * STICK
        };
        let before = points(&self.round);
        self.finish()?;
        match points(&self.round) {
            after if after == before => Ok((self.round, self.events)),
            after => Err(DealError(format!("{before} points have become {after}"))),
        }
    }

    fn finish(&mut self) -> Result<(), DealError> {
        loop {
            match self.round.table().phase() {
                Phase::Draw { seat, offer: None } => self.draw(seat)?,
                Phase::Draw { seat, offer: Some(offer) } => {
                    self.offer(seat, offer)?;
                    self.forget_overridden();
                }
                Phase::Act { seat, .. } => self.turn(seat)?,
                Phase::Called { seat, .. } => {
                    let act = self.ask(seat)?;
                    self.discard(seat, act)?;
                }
                Phase::Declared { seat } => {
                    return Err(DealError(format!("seat {} declares and discards nothing", seat.index())));
                }
                Phase::Kan { seat, robbable } => self.kan(seat, robbable)?,
                Phase::Won { .. } | Phase::Over => return Ok(()),
            }
        }
    }

    /// A scripted call that another claim went before: what should follow it does not.
    fn forget_overridden(&mut self) {
        let called = match self.round.table().phase() {
            Phase::Called { seat, .. } => Some(seat),
            _ => None,
        };
        self.script = self.script.take().filter(|(seat, _)| called == Some(*seat));
    }

    fn apply(&mut self, event: Event) -> Result<(), DealError> {
        self.round.apply(&event).map_err(DealError::of)?;
        self.events.push(event);
        Ok(())
    }

    /// Applies it if the rules want it now: after an error nothing has changed.
    fn applies(&mut self, event: Event) -> bool {
        let applies = self.round.apply(&event).is_ok();
        if applies {
            self.events.push(event);
        }
        applies
    }

    fn draw(&mut self, seat: Seat) -> Result<(), DealError> {
        let tile = self.rest.draw(seat).ok_or_else(|| DealError::of("the wall has no tile left"))?;
        self.apply(Event::Draw { seat, tile })
    }

    /// Turns the dora indicators that are due.
    fn indicators(&mut self) {
        while let Some(indicator) = self.rest.next_indicator()
            && self.applies(Event::Dora { indicator })
        {
            self.rest.turn();
        }
    }

    /// What the seat does; it has something to choose.
    fn ask(&mut self, seat: Seat) -> Result<Act, DealError> {
        let nothing = || DealError(format!("seat {} has nothing to choose", seat.index()));
        let moment = Moment::of(&self.round, seat, self.length).ok_or_else(nothing)?;
        answer(&moment, self.players[seat], (&mut self.script, &mut self.thoughts[seat]))
    }

    fn turn(&mut self, seat: Seat) -> Result<(), DealError> {
        match self.ask(seat)? {
            Act::Tsumo => {
                let tile = self.round.drawn().ok_or_else(|| DealError::of("a tsumo without a draw"))?;
                self.wins(&[seat], Source::Tsumo, tile)
            }
            Act::NineTerminals => self.drawn(DrawReason::NineTerminals { seat }, BySeat::default()),
            Act::Call(meld) => self.apply(Event::Call { seat, meld }),
            Act::Kita => self.apply(Event::Kita { seat }),
            act => {
                // after the choice: nobody knows the indicator of an open kan before the discard
                self.indicators();
                self.discard(seat, act)
            }
        }
    }

    fn discard(&mut self, seat: Seat, act: Act) -> Result<(), DealError> {
        let Act::Discard { tile, riichi } = act else {
            return Err(DealError(format!("{act:?} is no discard")));
        };
        if riichi {
            self.apply(Event::Riichi { seat })?;
        }
        let manner = if self.round.drawn() == Some(tile) { Manner::Tsumogiri } else { Manner::Tedashi };
        self.apply(Event::Discard { seat, tile, manner })
    }

    /// A discard: wins before the riichi is accepted, then what breaks the round off, then calls, then the next draw.
    fn offer(&mut self, next: Seat, offer: Offer) -> Result<(), DealError> {
        let mut answers = BySeat::default();
        if self.rons(offer.from, offer.tile, &mut answers)? {
            return Ok(());
        }
        if offer.riichi.is_some() {
            self.apply(Event::RiichiAccepted { seat: offer.from })?;
        }
        let gains = BySeat::default();
        for how in [DrawReason::FourWinds, DrawReason::FourRiichi, DrawReason::FourKans] {
            if self.applies(Event::Drawn { how, gains }) {
                return Ok(());
            }
        }
        if self.calls(offer.from, &mut answers)? {
            return Ok(());
        }
        match self.round.table().tiles_left() {
            0 => self.exhausted(),
            _ => self.draw(next),
        }
    }

    fn kan(&mut self, seat: Seat, robbable: Option<Robbable>) -> Result<(), DealError> {
        if let Some(kan) = robbable
            && self.rons(seat, kan.tile(), &mut BySeat::default())?
        {
            return Ok(());
        }
        self.indicators();
        let tile = self.rest.replace().ok_or_else(|| DealError::of("no replacement is left"))?;
        self.apply(Event::Draw { seat, tile })
    }

    /// Asks all who can win on a tile; whether that ended the round.
    fn rons(&mut self, from: Seat, tile: Tile, answers: &mut BySeat<Option<Act>>) -> Result<bool, DealError> {
        let others = self.round.table().rules().players.others(from);
        for seat in others.clone() {
            let Some(moment) = Moment::of(&self.round, seat, self.length) else { continue };
            if matches!(moment.choice(), Choice::Offer(Claims { ron: true, .. })) {
                let act = answer(&moment, self.players[seat], (&mut self.script, &mut self.thoughts[seat]))?;
                answers[seat] = Some(act);
            }
        }
        let mut winners: ArrayVec<Seat, 3> = others.filter(|&seat| answers[seat] == Some(Act::Ron)).collect();
        match (winners.len(), self.round.table().rules().multiple_ron) {
            (0, _) => return Ok(false),
            (3, MultipleRon::Double) => {
                self.drawn(DrawReason::TripleRon, BySeat::default())?;
                return Ok(true);
            }
            (_, MultipleRon::HeadBump) => winners.truncate(1),
            _ => {}
        }
        self.wins(&winners, Source::Ron { from }, tile)?;
        Ok(true)
    }

    /// Asks all who can call, a pon or kan before a chi; whether somebody did.
    fn calls(&mut self, from: Seat, answers: &mut BySeat<Option<Act>>) -> Result<bool, DealError> {
        let mut chi = None;
        for seat in self.round.table().rules().players.others(from) {
            let act = match answers[seat] {
                Some(act) => act,
                None => match Moment::of(&self.round, seat, self.length) {
                    Some(moment) => {
                        answer(&moment, self.players[seat], (&mut self.script, &mut self.thoughts[seat]))?
                    }
                    None => continue,
                },
            };
            match act {
                Act::Call(meld) if matches!(meld.call(), Call::Chi { .. }) => chi = Some((seat, meld)),
                // two cannot: each needs two of the three tiles that are left
                Act::Call(meld) => return self.apply(Event::Call { seat, meld }).map(|()| true),
                _ => {}
            }
        }
        let Some((seat, meld)) = chi else { return Ok(false) };
        self.apply(Event::Call { seat, meld }).map(|()| true)
    }

    /// The first of several takes honba and sticks.
    fn wins(&mut self, winners: &[Seat], source: Source, tile: Tile) -> Result<(), DealError> {
        let table = self.round.table();
        let win = |&seat: &Seat| {
            let looks = table.rules().ura_dora && table.player(seat).riichi().is_some();
            let ura = self.rest.ura(if looks { table.indicators().len() } else { 0 });
            WinEvent { seat, source, tile, ura: ura.iter().copied().collect(), gains: BySeat::default() }
        };
        let wins: Vec<WinEvent> = winners.iter().map(win).collect();
        // all are worth what they are worth before the first of them is paid
        let worths = worths(&self.round, &wins).map_err(DealError::of)?;
        let mut paid = wins.into_iter().zip(worths).map(|(win, (_, gains))| WinEvent { gains, ..win });
        paid.try_for_each(|win| self.apply(Event::Win(win)))
    }

    fn drawn(&mut self, how: DrawReason, gains: BySeat<i32>) -> Result<(), DealError> {
        self.apply(Event::Drawn { how, gains })
    }

    /// The wall is used up: players in tenpai show it.
    fn exhausted(&mut self) -> Result<(), DealError> {
        let table = self.round.table();
        let players = table.rules().players;
        let tenpai = BySeat::from_fn(|seat| {
            let melds = table.player(seat).melds().len();
            let shanten = shanten_among(players, &self.round.concealed(seat), melds);
            players.has_seat(seat) && shanten.is_ok_and(|by| by.least().is_tenpai())
        });
        let how = match players.seats().any(|seat| table.nagashi(seat)) {
            true => DrawReason::NagashiMangan { tenpai },
            false => DrawReason::Exhausted { tenpai },
        };
        let gains = payments_of_draw(table, &how);
        self.drawn(how, gains)
    }
}

fn answer(
    moment: &Moment,
    player: &dyn Player,
    (script, thought): (&mut Option<(Seat, VecDeque<Act>)>, &mut Thought),
) -> Result<Act, DealError> {
    let scripted = script.as_mut().filter(|(seat, _)| *seat == moment.seat());
    let act = match scripted.and_then(|(_, acts)| acts.pop_front()) {
        Some(act) => act,
        None => player.act(moment, thought),
    };
    match moment.allows(act) {
        true => Ok(act),
        false => Err(DealError(format!("{act:?} is none of {:?}", moment.choice()))),
    }
}
