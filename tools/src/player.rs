//! What a player is asked, and what it can answer.

use nanikiru::analyze::{Position, Situation, Spot, SpotError, Viewpoint};
use nanikiru::hand::{DrawnHand, HandError, Meld, WaitingHand};
use nanikiru::review::{Choice, choice};
use nanikiru::round::{Round, View};
use nanikiru::rules::Length;
use nanikiru::tile::{Seat, Tile};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A discard, with riichi or without.
    Discard {
        /// Which tile.
        tile: Tile,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// A call or kan.
    Call(Meld),
    /// Setting a north aside, with three players.
    Kita,
    /// A win on the own draw.
    Tsumo,
    /// A win on the offered tile.
    Ron,
    /// Throwing in the hand for nine terminals and honours.
    NineTerminals,
    /// Letting the offered tile go.
    Pass,
}

/// A seat has to choose: the round as it sees it, and nothing that it does not see.
pub struct Moment<'a> {
    round: &'a Round,
    seat: Seat,
    length: Length,
    choice: Choice,
}

impl<'a> Moment<'a> {
    /// None when the seat has nothing to choose.
    pub fn of(round: &'a Round, seat: Seat, length: Length) -> Option<Moment<'a>> {
        Some(Moment { round, seat, length, choice: choice(round, seat)? })
    }

    /// What it can choose from.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Who chooses.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What it holds with the tile that it drew or called.
    ///
    /// # Errors
    /// When it waits.
    pub fn drawn_hand(&self) -> Result<DrawnHand, HandError> {
        self.round.drawn_hand(self.seat)
    }

    /// The tile that it drew; none after a call, and when it waits.
    pub fn drawn(&self) -> Option<Tile> {
        self.round.drawn().filter(|_| matches!(self.choice, Choice::Turn(_)))
    }

    /// What it holds while it waits.
    ///
    /// # Errors
    /// When it has to discard.
    pub fn waiting_hand(&self) -> Result<WaitingHand, HandError> {
        self.round.waiting_hand(self.seat)
    }

    /// How long the game is planned to be.
    pub fn length(&self) -> Length {
        self.length
    }

    /// What it sees.
    pub fn view(&self) -> View<'a> {
        self.round.view(self.seat)
    }

    /// Whether it has declared riichi.
    pub fn in_riichi(&self) -> bool {
        self.round.table().player(self.seat).riichi().is_some()
    }

    /// Whether somebody else has.
    pub fn others_in_riichi(&self) -> bool {
        let riichi = |seat: Seat| self.round.table().player(seat).riichi().is_some();
        Seat::ALL.into_iter().any(|seat| seat != self.seat && riichi(seat))
    }

    /// Its question to the analysis.
    ///
    /// # Errors
    /// When the table is none that the analysis knows.
    pub fn asked(&self) -> Result<Spot, SpotError> {
        Spot::of(self.round, self.seat, self.length)
    }

    /// The same of who does not know the score: everybody has the points of the start.
    ///
    /// # Errors
    /// As [`Self::asked`].
    pub fn asked_at_even_scores(&self) -> Result<Spot, SpotError> {
        let start = self.round.table().rules().starting_scores();
        let even = self.round.with_scores(start).expect("what a game starts with is not absurd");
        Spot::of(&even, self.seat, self.length)
    }

    /// What it holds, and what it sees of the table, without the dangers.
    ///
    /// # Errors
    /// As [`Self::asked`].
    pub fn seen(&self) -> Result<(Position, Situation), SpotError> {
        let seen = Viewpoint { table: self.round.table(), seat: self.seat };
        let offered = matches!(self.choice, Choice::Offer(_));
        let position = if offered {
            Position::Waiting { hand: self.waiting_hand()?, offered: seen.offered() }
        } else {
            Position::Drawn { hand: self.drawn_hand()?, drawn: self.drawn() }
        };
        let situation = Situation::new(&position, seen.raw(offered, self.length))?;
        Ok((position, situation))
    }

    /// Whether it can do this.
    pub fn allows(&self, act: Act) -> bool {
        match (&self.choice, act) {
            (Choice::Turn(turn), Act::Discard { tile, riichi: true }) => turn.riichi.contains(&tile),
            (Choice::Turn(turn), Act::Discard { tile, riichi: false }) => turn.discards.contains(&tile),
            (Choice::Turn(turn), Act::Call(meld)) => turn.kans.contains(&meld),
            (Choice::Turn(turn), Act::Kita) => turn.kita,
            (Choice::Turn(turn), Act::Tsumo) => turn.tsumo,
            (Choice::Turn(turn), Act::NineTerminals) => turn.nine_terminals,
            (Choice::AfterCall { discards }, Act::Discard { tile, riichi: false }) => {
                discards.contains(&tile)
            }
            (Choice::Offer(claims), Act::Call(meld)) => claims.calls.contains(&meld),
            (Choice::Offer(claims), Act::Ron) => claims.ron,
            (Choice::Offer(_), Act::Pass) => true,
            _ => false,
        }
    }
}

/// How much a player had to think.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thought {
    /// Analyses asked for.
    pub asked: u64,
    /// Those that gave no answer, so that it played like the plain player.
    pub unanswered: u64,
    /// Time that they took on one thread.
    pub time: Duration,
    /// The longest of them.
    pub longest: Duration,
    /// Calls of others' tiles that an analysis recommended.
    #[serde(default)]
    pub calls: u64,
    /// Those that leave the hand 3-shanten or farther, as one that wins with a yaku.
    #[serde(default)]
    pub far_calls: u64,
    /// Those after which more than nine plays in ten fold.
    #[serde(default)]
    pub folding_calls: u64,
}

/// What an analysis says of a call.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandAfterCall {
    /// Shanten after it, as a hand that wins with a yaku.
    pub away: i32,
    /// Share of plays that fold.
    pub folds: f64,
}

impl Thought {
    /// One more.
    pub fn add(&mut self, time: Duration, answered: bool) {
        self.asked += 1;
        self.unanswered += u64::from(!answered);
        self.time += time;
        self.longest = self.longest.max(time);
    }

    /// It was a call.
    pub fn called(&mut self, called: HandAfterCall) {
        self.calls += 1;
        self.far_calls += u64::from(called.away >= 3);
        self.folding_calls += u64::from(called.folds > 0.9);
    }

    /// Both together.
    pub fn merge(self, later: Thought) -> Thought {
        Thought {
            asked: self.asked + later.asked,
            unanswered: self.unanswered + later.unanswered,
            time: self.time + later.time,
            longest: self.longest.max(later.longest),
            calls: self.calls + later.calls,
            far_calls: self.far_calls + later.far_calls,
            folding_calls: self.folding_calls + later.folding_calls,
        }
    }
}

/// Plays one seat, and remembers nothing between two moments: the same moment has the same answer.
pub trait Player: Sync {
    /// What it does; one of the things that the moment allows.
    fn act(&self, moment: &Moment, thought: &mut Thought) -> Act;
}
