//! Discards of recorded games, each with how its round ended.

use nanikiru::ends::inputs::{LastAction, Scene};
use nanikiru::review;
use nanikiru::round::Schedule;
use nanikiru_tools::decisions::{hash, mix};
use nanikiru_tools::recorded::{RecordedDecision, each_decision};

/// A discard that has passed.
pub struct Sample {
    /// What is known.
    pub inputs: Box<[f32]>,
    /// How the round ended for who made it.
    pub end: usize,
    /// Own discards made so far, that one with them.
    pub turn: usize,
}

impl Sample {
    /// None where another thing was done, or where the discard was won.
    fn new(recorded: &RecordedDecision) -> Option<Sample> {
        let decision = recorded.decision;
        let review::RecordedAction::Discard { tile, riichi, .. } = decision.done else { return None };
        let view = decision.round.view(decision.seat);
        if view.table().player(decision.seat).riichi().is_some() {
            return None;
        }
        let after = decision.round.drawn_hand(decision.seat).ok()?.discard(tile)?;
        let outcome = recorded.outcome().filter(|outcome| !outcome.at_once)?;
        let done = if riichi { LastAction::Riichi } else { LastAction::Discard };
        let schedule = Schedule::of(view.table(), recorded.length);
        let inputs = Scene::of(&view, schedule).inputs(&after, done).into();
        Some(Sample { inputs, end: outcome.round_end as usize, turn: view.table().turn(decision.seat) })
    }
}

/// One decision in `share` of a game, of those that somebody made who was there.
pub fn samples(name: &str, record: &[u8], share: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    let game = hash(name);
    each_decision(name, record, 0, &mut |recorded| {
        if mix(game ^ mix(recorded.number ^ 0xe4d5)).is_multiple_of(share) {
            samples.extend(Sample::new(recorded));
        }
    });
    samples
}
