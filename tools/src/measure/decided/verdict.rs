//! What we would have done in the place of a player.

use super::chances::{Chances, EQUAL};
use super::sample::SampledDecision;
use nanikiru::analyze::{Action, Candidate, Options, Position, Situation, Spot, analyze_at_once};
use nanikiru::review::{Choice, RecordedAction};
use nanikiru::search::Parts;
use nanikiru::shape;
use nanikiru::tile::{Seat, Tile};
use nanikiru_tools::moment::Question;
use nanikiru_tools::recorded::is_done;
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// An action with the figures that are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// The action.
    pub action: Action,
    /// Shanten after it.
    pub shanten: i32,
    /// Tiles that lower it.
    pub ukeire: u32,
    /// Its value, in the unit of the objective: what it is ranked by.
    pub value: f64,
    /// What its search says.
    pub searched: f64,
    /// How the round ends.
    pub parts: Parts,
    /// Probability of being tenpai at any time.
    pub tenpai: f64,
    /// Probability of being tenpai at the end of the wall.
    pub tenpai_at_draw: f64,
    /// Probability of giving the hand up.
    pub folds: f64,
    /// Probability that its discard deals in at once, if it has one.
    pub deal_in: Option<f64>,
    /// How likely a strong player is to discard so.
    pub policy: Option<f64>,
}

impl Row {
    fn new(candidate: &Candidate, situation: &Situation) -> Row {
        let Candidate { action, play, policy, value, searched, .. } = candidate;
        let danger = action.discard().zip(situation.danger());
        Row {
            action: *action,
            shanten: candidate.shanten.get(),
            ukeire: candidate.ukeire.tiles,
            value: *value,
            searched: *searched,
            parts: play.parts,
            tenpai: play.tenpai_rate,
            tenpai_at_draw: play.tenpai_at_draw,
            folds: play.fold_rate,
            deal_in: danger.map(|(tile, danger)| danger.rate(tile)),
            policy: *policy,
        }
    }
}

/// What we say about a decision.
pub struct Verdict<'a> {
    /// What the decision was.
    pub taken: &'a SampledDecision,
    /// Own discards made before it, plus one.
    pub turn: usize,
    /// Shanten before the action.
    pub shanten: i32,
    /// What was asked: for the dump.
    pub asked: Spot,
    /// Every action, the best first.
    pub rows: Vec<Row>,
    /// Which row is what the player did.
    pub done: usize,
    /// The player's discard among the plain player's.
    pub plain: Option<Chances>,
    /// Time of the analysis on one thread.
    pub time: Duration,
}

/// Why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoVerdict {
    /// The table is none that the analysis knows.
    NotAsked,
    /// The analysis gave up.
    Refused,
    /// What the player did is not among the actions.
    Unknown,
}

/// Asks about a decision.
pub fn judge<'a>(taken: &'a SampledDecision, options: &Options) -> Result<Verdict<'a>, NoVerdict> {
    let decision = &taken.decision;
    let asked = Spot::of(&decision.round, decision.seat, taken.length).map_err(|_| NoVerdict::NotAsked)?;
    let begin = Instant::now();
    let report = analyze_at_once(&asked.position, &asked.situation, options);
    let time = begin.elapsed();
    let report = report.map_err(|_| NoVerdict::Refused)?;
    let rows: Vec<Row> = report.candidates.iter().map(|row| Row::new(row, &asked.situation)).collect();
    let done = rows
        .iter()
        .position(|row| is_done(&decision.done, taken.discard, &row.action))
        .ok_or(NoVerdict::Unknown)?;
    let plain = plain(taken, &asked);
    let turn = decision.round.table().turn(decision.seat);
    let shanten = report.shanten.get();
    Ok(Verdict { turn, shanten, asked, rows, done, plain, time, taken })
}

fn plain(taken: &SampledDecision, asked: &Spot) -> Option<Chances> {
    let (RecordedAction::Discard { tile, .. }, Position::Drawn { hand, .. }) =
        (taken.decision.done, &asked.position)
    else {
        return None;
    };
    let among = match &taken.decision.choice {
        Choice::Turn(turn) => &turn.discards,
        Choice::AfterCall { discards } => discards,
        Choice::Offer(_) => return None,
    };
    let shapes = shape::discards(hand, asked.situation.unseen());
    let key = |shape: &shape::Discard| (shape.shanten, Reverse(shape.ukeire.tiles));
    let possible = || shapes.iter().filter(|shape| among.contains(&shape.tile));
    let theirs = key(shapes.iter().find(|shape| shape.tile == tile)?);
    let better = possible().filter(|shape| key(shape) < theirs).count();
    Some(Chances::new(better, possible().filter(|shape| key(shape) == theirs).count()))
}

/// What kind of thing an action is, whichever tiles it is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A discard without riichi.
    Discard,
    /// A discard with riichi.
    Riichi,
    /// Letting a tile go.
    Pass,
    /// Chi.
    Chi,
    /// Pon.
    Pon,
    /// An open kan.
    Daiminkan,
    /// A concealed kan.
    Ankan,
    /// An added kan.
    Kakan,
    /// Tsumo or ron.
    Win,
}

impl Kind {
    /// What an action is.
    pub fn of(action: &Action) -> Kind {
        match action {
            Action::Discard { riichi: false, .. } => Kind::Discard,
            Action::Discard { riichi: true, .. } => Kind::Riichi,
            Action::Pass => Kind::Pass,
            Action::Chi { .. } => Kind::Chi,
            Action::Pon { .. } => Kind::Pon,
            Action::Daiminkan => Kind::Daiminkan,
            Action::Ankan { .. } => Kind::Ankan,
            Action::Kakan { .. } => Kind::Kakan,
            Action::Kita => unreachable!("decisions are judged for four players only"),
            Action::Tsumo | Action::Ron | Action::NineTerminals => Kind::Win,
        }
    }

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Discard => "discard",
            Kind::Riichi => "riichi",
            Kind::Pass => "pass",
            Kind::Chi => "chi",
            Kind::Pon => "pon",
            Kind::Daiminkan => "open kan",
            Kind::Ankan => "concealed kan",
            Kind::Kakan => "added kan",
            Kind::Win => "win",
        }
    }
}

impl Verdict<'_> {
    /// What the player did, valued.
    pub fn theirs(&self) -> &Row {
        &self.rows[self.done]
    }

    /// What we would do.
    pub fn ours(&self) -> &Row {
        &self.rows[0]
    }

    /// Our first discard, riichi or not.
    pub fn discard(&self) -> Option<&Row> {
        self.rows.iter().find(|row| matches!(row.action, Action::Discard { .. }))
    }

    /// Whether it was chosen for a question.
    pub fn answers(&self, question: Question) -> bool {
        self.taken.questions.contains(&question)
    }

    /// Our order of tiles, each once with its better value, riichi or not.
    fn tiles(&self) -> Vec<(Tile, f64)> {
        let mut tiles: Vec<(Tile, f64)> = Vec::new();
        for row in &self.rows {
            if let Action::Discard { tile, .. } = row.action
                && !tiles.iter().any(|&(known, _)| known == tile)
            {
                tiles.push((tile, row.value));
            }
        }
        tiles
    }

    /// The player's tile in our order of tiles, from 0.
    pub fn place(&self) -> Option<usize> {
        let Action::Discard { tile: theirs, .. } = self.theirs().action else { return None };
        self.tiles().iter().position(|&(tile, _)| tile == theirs)
    }

    /// The same where tiles of equal value share the places.
    pub fn shared(&self) -> Option<Chances> {
        let Action::Discard { tile: theirs, .. } = self.theirs().action else { return None };
        let tiles = self.tiles();
        let (_, theirs) = *tiles.iter().find(|&&(tile, _)| tile == theirs)?;
        let better = tiles.iter().filter(|&&(_, value)| value > theirs + EQUAL).count();
        Some(Chances::new(
            better,
            tiles.iter().filter(|&&(_, value)| (value - theirs).abs() <= EQUAL).count(),
        ))
    }

    /// Whether the hand was tenpai before the draw: then the player has let riichi be before.
    pub fn was_tenpai(&self) -> bool {
        let Position::Drawn { hand, drawn: Some(drawn) } = &self.asked.position else { return false };
        hand.discard(*drawn).is_some_and(|before| shape::shanten(&before).is_tenpai())
    }

    /// Whether it is one of the first six turns, with nobody in riichi and no melds of the player.
    pub fn is_early(&self) -> bool {
        let table = self.taken.decision.round.table();
        let riichi = Seat::ALL.into_iter().any(|seat| table.player(seat).riichi().is_some());
        self.turn <= 6 && !riichi && table.player(self.taken.decision.seat).melds().is_empty()
    }

    /// What the player's action loses against ours, in the unit of the objective.
    pub fn loss(&self) -> f64 {
        self.ours().value - self.theirs().value
    }

    /// Whether the same call is made, and of the same tiles; a red five is another tile.
    pub fn same_call(&self, ours: &Row) -> bool {
        let theirs = self.theirs();
        match (theirs.action, ours.action) {
            (Action::Chi { own: a, .. }, Action::Chi { own: b, .. })
            | (Action::Pon { own: a, .. }, Action::Pon { own: b, .. }) => a == b,
            (a, b) => Kind::of(&a) == Kind::of(&b),
        }
    }
}
