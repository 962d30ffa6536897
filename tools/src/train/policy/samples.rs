//! Discards of recorded games, each among those that were possible.

use nanikiru::danger;
use nanikiru::policy::Discard;
use nanikiru::policy::inputs::{Inputs, Question};
use nanikiru::policy::net::Scope;
use nanikiru::review::{Choice, Decision, Done};
use nanikiru::rules::Length;
use nanikiru::tile::Tile;
use nanikiru_tools::decisions::{hash, mix};
use nanikiru_tools::recorded::each_decision;

/// A decision between discards.
pub struct Sample {
    /// What is known.
    pub inputs: Inputs,
    /// Which of them was made.
    pub made: usize,
    /// With which of them riichi is declared.
    pub declares: Vec<bool>,
}

impl Sample {
    /// None where another thing was done, or there was no choice.
    fn new(decision: &Decision, length: Length) -> Option<Sample> {
        let Done::Discard { tile, riichi, .. } = decision.done else { return None };
        let (silent, declaring) = match &decision.choice {
            Choice::Turn(turn) => (&turn.discards, &turn.riichi[..]),
            Choice::AfterCall { discards } => (discards, &[][..]),
            Choice::Offer(_) => return None,
        };
        let all = |tiles: &[Tile], riichi| tiles.iter().map(move |&tile| Discard { tile, riichi }).collect();
        let [mut among, declared]: [Vec<Discard>; 2] = [all(silent, false), all(declaring, true)];
        among.extend(declared);
        let made = among.iter().position(|discard| *discard == Discard { tile, riichi })?;
        if among.len() < 2 {
            return None;
        }
        let view = decision.round.view(decision.seat);
        let hand = decision.round.drawn_hand(decision.seat).ok()?;
        let danger = danger::assess(&view, length);
        let question =
            Question { view: &view, hand: &hand, drawn: decision.round.drawn(), danger: &danger, length };
        let declares = among.iter().map(|discard| discard.riichi).collect();
        Some(Sample { inputs: Inputs::of(question, &among), made, declares })
    }
}

/// Where riichi is possible, which is seldom, so many times as many decisions are looked at.
const RIICHI: u64 = 6;

/// One decision in `share` of a game, of those that somebody made who was there; more where riichi is possible, or those only.
pub fn samples(name: &str, record: &[u8], scope: Scope, share: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    let game = hash(name);
    each_decision(name, record, 0, &mut |recorded| {
        let riichi = matches!(&recorded.decision.choice, Choice::Turn(turn) if !turn.riichi.is_empty());
        let one_in = match (scope, riichi) {
            (Scope::Any, true) => share.div_ceil(RIICHI),
            (Scope::Any, false) | (Scope::Riichi, true) => share,
            (Scope::Riichi, false) => return,
        };
        if mix(game ^ mix(recorded.number)).is_multiple_of(one_in) {
            samples.extend(Sample::new(recorded.decision, recorded.length));
        }
    });
    samples
}
