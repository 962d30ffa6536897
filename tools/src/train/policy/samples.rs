//! Discards and calls of recorded games, each among those that were possible.

use nanikiru::danger;
use nanikiru::ends::inputs::Scene;
use nanikiru::policy::discard;
use nanikiru::policy::inputs::Inputs;
use nanikiru::policy::net::Scope;
use nanikiru::policy::offer::OfferQuestion;
use nanikiru::review::{Choice, Decision};
use nanikiru::round::Schedule;
use nanikiru::rules::Length;
use nanikiru_tools::choice;
use nanikiru_tools::decisions::{hash, mix};
use nanikiru_tools::moment::Question;
use nanikiru_tools::recorded::each_decision;

/// A decision between discards, or between passing and calls.
pub struct Sample {
    /// What is known, those of the table first.
    numbers: Box<[i16]>,
    of_table: u8,
    choices: u8,
    made: u8,
    marked: u32,
}

/// The inputs lie between -1 and 2, most of them are 0 or 1: they are kept as whole numbers of this size.
const UNIT: f32 = 8192.0;

impl Sample {
    /// A decision: which choice was made, and with which of them riichi is declared, or which are calls.
    pub fn new(inputs: &Inputs, made: usize, marked: &[bool]) -> Sample {
        let rows = std::iter::once(&inputs.table).chain(&inputs.choices);
        let marks = marked.iter().enumerate().map(|(i, &marked)| u32::from(marked) << i);
        Sample {
            numbers: rows.flatten().map(|number| (number * UNIT).round() as i16).collect(),
            of_table: inputs.table.len() as u8,
            choices: inputs.choices.len() as u8,
            made: made as u8,
            marked: marks.sum(),
        }
    }

    /// What is known.
    pub fn inputs(&self) -> Inputs {
        let wide = |numbers: &[i16]| numbers.iter().map(|&number| f32::from(number) / UNIT).collect();
        let (table, choices) = self.numbers.split_at(self.of_table.into());
        let choices = choices.chunks_exact(choices.len() / usize::from(self.choices)).map(wide).collect();
        Inputs { table: wide(table), choices }
    }

    /// Which of them was made.
    pub fn made(&self) -> usize {
        self.made.into()
    }

    /// Whether riichi is declared with a choice, or it is a call.
    pub fn is_marked(&self, choice: usize) -> bool {
        self.marked >> choice & 1 == 1
    }

    /// None where another thing was done.
    fn offer(decision: &Decision, length: Length) -> Option<Sample> {
        let (offered, called, made) = choice::offered(decision)?;
        let (view, hand) =
            (decision.round.view(decision.seat), decision.round.waiting_hand(decision.seat).ok()?);
        let (danger, scene) =
            (danger::assess(&view, length), Scene::of(&view, Schedule::of(view.table(), length)));
        let question = OfferQuestion { view: &view, hand: &hand, offered, danger: &danger, scene: &scene };
        let marked: Vec<bool> = (0..=called.len()).map(|i| i > 0).collect();
        Some(Sample::new(&question.inputs(&called), made, &marked))
    }

    /// None where another thing was done, or there was no choice.
    fn discard(decision: &Decision, length: Length) -> Option<Sample> {
        let (among, made) = choice::discards(decision)?;
        let view = decision.round.view(decision.seat);
        let hand = decision.round.drawn_hand(decision.seat).ok()?;
        let (danger, schedule) = (danger::assess(&view, length), Schedule::of(view.table(), length));
        let drawn = decision.round.drawn();
        let question = discard::Question { view: &view, hand: &hand, drawn, danger: &danger, schedule };
        let marked: Vec<bool> = among.iter().map(|discard| discard.riichi).collect();
        Some(Sample::new(&question.inputs(&among), made, &marked))
    }
}

/// One decision in `share` of a game, of those that somebody made who was there.
pub fn samples(name: &str, record: &[u8], scope: Scope, share: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    let game = hash(name);
    each_decision(name, record, 0, &mut |recorded| {
        let (decision, length) = (recorded.decision, recorded.length);
        let asked = match scope {
            Scope::Any => true,
            Scope::Riichi => matches!(&decision.choice, Choice::Turn(turn) if !turn.riichi.is_empty()),
            Scope::Offer => Question::Call.is_answered_by(decision),
        };
        if asked && mix(game ^ mix(recorded.number)).is_multiple_of(share) {
            samples.extend(match scope {
                Scope::Any | Scope::Riichi => Sample::discard(decision, length),
                Scope::Offer => Sample::offer(decision, length),
            });
        }
    });
    samples
}
