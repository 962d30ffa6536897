//! A game as one seat follows it, event by event: the table, the own hand, what may be done now, and how to say it.
//!
//! [`Follower`] takes the events of mjai as a player hears them, the others' tiles hidden or shown. It asks `round` whether they
//! can be and `legal` what the seat may do: nothing here knows a rule of its own.

mod reply;

use crate::hand::From;
use crate::legal::{self, Action, ActionError, OfferedBy, Position, TileOffer};
use crate::replay::Length;
pub use crate::replay::Problem;
use crate::replay::mjai::{HeardDeal, HeardEvent, hear};
use crate::round::{Event, Fault, ImpossibleEvent, ObservedRound, Phase, STICK};
use crate::rules::{RedFives, Rules};
use crate::tile::{BySeat, Players, Seat};
use serde_json::{Map, Value};

/// A game that one seat follows.
#[derive(Clone, PartialEq, Debug)]
pub struct Follower {
    /// What it was given at the start, before any event.
    setup: GameSetup,
    rules: Rules,
    length: Length,
    seat: Option<Seat>,
    scores: BySeat<i32>,
    round: Option<ObservedRound>,
    /// Whether the host says `nukidora` where others say `kita`, as far as it has said either.
    nukidora: bool,
}

/// What is known before the first event; a game's first event says the rest.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSetup {
    /// The rules, with what `red_fives` and `kuitan` say.
    pub rules: Rules,
    /// Whether there are red fives, if that is known.
    pub red_fives: Option<bool>,
    /// Whether there is open tanyao, if that is known.
    pub kuitan: Option<bool>,
    /// How long the game is, if that is known.
    pub length: Option<Length>,
    /// Whose game it is, if that is known.
    pub seat: Option<Seat>,
    /// Whether replies say `nukidora` and not `kita`, until the host has said either.
    pub nukidora: bool,
}

/// Why an event cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FollowError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] Problem),
    /// It is not what can happen now.
    #[error(transparent)]
    Illegal(#[from] ImpossibleEvent),
    /// Nobody has said whose game it is.
    #[error("whose seat it is is not known: give `seat`, or an event start_game with `id`")]
    NoSeat,
    /// Nobody sits there.
    #[error("seat {} is nobody's: three play", seat.index())]
    EmptySeat {
        /// Whose game it is said to be.
        seat: Seat,
    },
    /// The own hand is hidden.
    #[error("the tiles of seat {}, whose game it is, are not shown", seat.index())]
    HiddenHand {
        /// Whose.
        seat: Seat,
    },
    /// The own hand cannot do this.
    #[error("the hand cannot do this: {0}")]
    Action(#[from] ActionError),
    /// Points and sticks that no game has.
    #[error(
        "{sticks} riichi sticks with {honba} honba, {points} points in all: rounds without a winner leave a stick of each player at \
         most and add a honba, and no stick is both owned and on the table"
    )]
    Sticks {
        /// On the table.
        sticks: u32,
        /// Counters.
        honba: u32,
        /// Of the players and the sticks.
        points: i64,
    },
    /// Something happens before a round has begun.
    #[error("no round has begun: start_kyoku comes first")]
    NoRound,
}

impl Follower {
    /// A game that has not begun.
    pub fn new(setup: GameSetup) -> Follower {
        let (rules, length) = (setup.rules(None, None), setup.length.unwrap_or(Length::Hanchan));
        let (seat, scores, nukidora) = (setup.seat, rules.starting_scores(), setup.nukidora);
        Follower { setup, rules, length, seat, scores, round: None, nukidora }
    }

    /// The round under way; none before the first and after the last event of one.
    pub fn round(&self) -> Option<&ObservedRound> {
        self.round.as_ref()
    }

    /// Whose game it is.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// How long the game is.
    pub fn length(&self) -> Length {
        self.length
    }

    /// Takes an event in; after an error nothing has changed.
    ///
    /// # Errors
    /// When it is no event of mjai, or cannot happen now.
    pub fn apply(&mut self, event: Map<String, Value>) -> Result<(), FollowError> {
        let nukidora = event.get("type").map(|word| word == "nukidora");
        let melds = |seat| self.round.as_ref().map_or(&[][..], |round| round.table().player(seat).melds());
        match hear(event, self.seat, melds)? {
            HeardEvent::Game { seat, red_fives, kuitan, length } => {
                self.seat = self.setup.seat.or(seat);
                self.rules = self.setup.rules(red_fives, kuitan);
                self.length = self.setup.length.or(length).unwrap_or(Length::Hanchan);
                self.scores = self.rules.starting_scores();
                self.round = None;
            }
            HeardEvent::Round(dealt) => self.deal(*dealt)?,
            HeardEvent::Over => self.round = None,
            HeardEvent::Event(event) => {
                self.allowed(&event)?;
                let round = self.round.as_mut().ok_or(FollowError::NoRound)?;
                round.apply(&event)?;
                if let (Event::Kita { .. }, Some(nukidora)) = (&event, nukidora) {
                    self.nukidora = nukidora;
                }
                let gains = match event {
                    Event::Win(win) => win.gains,
                    Event::Drawn { gains, .. } => gains,
                    _ => BySeat::default(),
                };
                let before = if round.is_over() { self.scores } else { *round.table().scores() };
                self.scores = BySeat::from_fn(|seat| before[seat].saturating_add(gains[seat]));
            }
        }
        Ok(())
    }

    /// What the own hand has to allow, which the table does not see: that it is tenpai after a riichi, and waits as before
    /// after a kan in riichi.
    fn allowed(&self, event: &Event) -> Result<(), FollowError> {
        let Some((round, held)) = self.held() else { return Ok(()) };
        let Position::Drawn { hand, .. } = &held else { return Ok(()) };
        let permit = round.table().permit(round.seat());
        let action = match *event {
            Event::Riichi { seat } if seat == round.seat() => {
                let declares = |tile| legal::check(&held, &permit, &Action::Discard { tile, riichi: true });
                let refused: Option<Vec<ActionError>> =
                    hand.discards().map(|tile| declares(tile).err()).collect();
                // what holds of a single tile says least
                let of_one = |why: &ActionError| {
                    matches!(why, ActionError::RiichiNoten { .. } | ActionError::SwapCalling { .. })
                };
                let why = refused.and_then(|all| all.into_iter().min_by_key(of_one));
                return why.map_or(Ok(()), |why| Err(why.into()));
            }
            Event::Discard { seat, tile, .. } if seat == round.seat() && round.declared() => {
                Action::Discard { tile, riichi: true }
            }
            Event::Call { seat, meld } if seat == round.seat() && permit.riichi.is_some() => {
                Action::Ankan { kind: meld.kind() }
            }
            _ => return Ok(()),
        };
        Ok(legal::check(&held, &permit, &action)?)
    }

    fn deal(
        &mut self,
        HeardDeal { mut opening, players, scored, hands }: HeardDeal,
    ) -> Result<(), FollowError> {
        let seat = self.seat.ok_or(FollowError::NoSeat)?;
        let rules = self.rules.players;
        // a hand that is shown in the fourth seat is one of four players
        let fourth = hands[Players::Four.last_seat()].map(|_| Players::Four);
        if let Some(record) = players.or(fourth).filter(|&record| record != rules) {
            return Err(Problem::Players { record, rules }.into());
        }
        if !rules.has_seat(seat) {
            return Err(FollowError::EmptySeat { seat });
        }
        let hand = hands[seat].ok_or(FollowError::HiddenHand { seat })?;
        if !scored {
            opening.scores = self.scores;
        }
        if rules == Players::Three {
            opening.scores[Players::Four.last_seat()] = 0;
        }
        let points = opening.scores.0.iter().map(|&points| i64::from(points)).sum::<i64>();
        let points = points + i64::from(STICK) * i64::from(opening.sticks);
        let count = rules.count();
        let off = points - count as i64 * i64::from(self.rules.start);
        if opening.sticks > count as u32 * opening.honba || off.abs() == i64::from(STICK) {
            return Err(FollowError::Sticks { sticks: opening.sticks, honba: opening.honba, points });
        }
        let dealt = |fault: Fault| ImpossibleEvent { seat: None, turn: 0, fault };
        self.round = Some(ObservedRound::deal(&opening, seat, &hand, &self.rules).map_err(dealt)?);
        self.scores = opening.scores;
        Ok(())
    }

    /// The hand and what lies on offer, where the seat can be asked.
    fn held(&self) -> Option<(&ObservedRound, Position)> {
        let round = self.round.as_ref().filter(|round| !round.is_over())?;
        let seat = round.seat();
        let offered = |from, tile, by| Some(TileOffer { tile, from: From::of(from, seat)?, by });
        let offered = match round.table().phase() {
            Phase::Act { seat: due, .. } | Phase::Called { seat: due, .. } if due == seat => {
                let hand = round.drawn_hand().ok()?;
                return Some((round, Position::Drawn { hand, drawn: round.drawn() }));
            }
            Phase::Draw { offer: Some(offer), .. } => offered(offer.from, offer.tile, OfferedBy::Discard),
            Phase::Kan { seat: from, robbable: Some(kan) } => {
                offered(from, kan.tile(), OfferedBy::robbing(kan))
            }
            _ => None,
        };
        Some((round, Position::Waiting { hand: round.waiting_hand().ok()?, offered: Some(offered?) }))
    }

    /// The tile of another seat that can be taken, if there is one.
    pub fn offered(&self) -> Option<TileOffer> {
        match self.held()?.1 {
            Position::Waiting { offered, .. } => offered,
            Position::Drawn { .. } => None,
        }
    }

    /// What the seat may do now: nothing where it has no choice but to wait. A chi or pon names the discard that follows it; after
    /// the own riichi has been declared there are its discards.
    pub fn actions(&self) -> Vec<Action> {
        let Some((round, held)) = self.held() else { return Vec::new() };
        let mut actions = legal::actions(&held, &round.table().permit(round.seat()));
        if round.declared() {
            actions.retain(|action| action.declared().is_some());
        }
        if actions == [Action::Pass] {
            actions.clear();
        }
        actions
    }

    /// Says an action in mjai: one event, `none` for a pass. Of a discard with riichi that is `reach` first and, once it has
    /// come back as an event, the discard; of a chi or pon the call; of a north set aside the host's own word.
    ///
    /// # Errors
    /// When it cannot be done now: why.
    pub fn reply(&self, action: &Action) -> Result<Value, ActionError> {
        let Some((round, held)) = self.held() else { return Err(ActionError::NoOffer) };
        let permit = round.table().permit(round.seat());
        legal::check(&held, &permit, action)?;
        if round.declared() && action.declared().is_none() {
            return Err(ActionError::InRiichi);
        }
        let kita = if self.nukidora { "nukidora" } else { "kita" };
        Ok(reply::reply(round, &held, action, kita))
    }
}

impl GameSetup {
    fn rules(&self, red_fives: Option<bool>, kuitan: Option<bool>) -> Rules {
        let red_fives = match self.red_fives.or(red_fives) {
            None => self.rules.red_fives,
            Some(true) => RedFives::of_each_suit(self.rules.players),
            Some(false) => RedFives::NONE,
        };
        let kuitan = self.kuitan.or(kuitan).unwrap_or(self.rules.kuitan);
        Rules { red_fives, kuitan, ..self.rules.clone() }
    }
}
