//! Which decisions are looked at: so many of each sort, of all that were made in validation games.
//!
//! Every decision of a sort is as likely as any other, with any result: one of each round and seat would
//! prefer those of short rounds, which somebody's early win or deal-in made short. Two decisions of one
//! round are not independent; standard errors are by round.

use nanikiru::analyze::TableThreat;
use nanikiru::replay::Length;
use nanikiru::review::Decision;
use nanikiru::tile::Tile;
use nanikiru_tools::decisions::{hash, is_validation, mix};
use nanikiru_tools::games::{archive, each_game};
use nanikiru_tools::moment::{Question, is_last};
use nanikiru_tools::outcome::Outcome;
use nanikiru_tools::recorded::{RecordedDecision, each_decision};
use std::collections::HashMap;

/// A decision with what came before and after it.
pub struct SampledDecision {
    /// Another number for each decision, and the same in every run.
    pub key: u64,
    /// The same number for the decisions of a round.
    pub round: u64,
    /// The game's file and the round's place in it.
    pub game: (String, usize),
    /// The decision.
    pub decision: Decision,
    /// What was discarded after a call.
    pub discard: Option<Tile>,
    /// What became of the seat.
    pub outcome: Outcome,
    /// How long the game was planned to be.
    pub length: Length,
    /// What the others threatened with.
    pub threat: TableThreat,
    /// Whether it was the last round or later.
    pub last: bool,
    /// The sorts that it was chosen for.
    pub questions: Vec<Question>,
}

/// How many decisions there are of each sort.
pub type Counts = [u64; Question::ALL.len()];

/// The chosen decisions by key, with how many there were to choose from. `sample` discards
/// and fewer of the other sorts, or as many of the one that is asked for.
pub fn sample(
    length: Length,
    sample: usize,
    only: Option<Question>,
    seed: u64,
) -> Result<(Vec<SampledDecision>, Counts), String> {
    let paths = [archive(length)?];
    let wanted = Question::ALL.map(|question| match only {
        None => question.sample(sample),
        Some(only) if only == question => sample,
        Some(_) => 0,
    });
    let choose = |mut chosen: Selection, name: &str, record: &[u8]| {
        if is_validation(name) {
            each_decision(name, record, seed, &mut |seen| chosen.offer(seen.key, seen.decision));
            chosen.shrink(&wanted);
        }
        chosen
    };
    let join = |mut a: Selection, b: Selection| {
        a.append(b);
        a.shrink(&wanted);
        a
    };
    let chosen = each_game(&paths, usize::MAX, choose, join)?;
    let questions = chosen.questions();
    let take = |mut taken: Vec<SampledDecision>, name: &str, record: &[u8]| {
        if is_validation(name) {
            each_decision(name, record, seed, &mut |seen| {
                if let Some(questions) = questions.get(&seen.key) {
                    taken.extend(SampledDecision::new(seen, name, questions.clone()));
                }
            });
        }
        taken
    };
    let both = |mut a: Vec<SampledDecision>, mut b: Vec<SampledDecision>| {
        a.append(&mut b);
        a
    };
    let mut taken = each_game(&paths, usize::MAX, take, both)?;
    taken.sort_by_key(|taken| taken.key);
    Ok((taken, chosen.counts))
}

/// The decisions of each sort that come first in its own order.
#[derive(Default)]
struct Selection {
    /// Places in the order of the sort, and keys.
    keys: [Vec<(u64, u64)>; Question::ALL.len()],
    counts: Counts,
}

impl Selection {
    fn offer(&mut self, key: u64, decision: &Decision) {
        for (i, question) in Question::ALL.into_iter().enumerate() {
            if question.is_answered_by(decision) {
                self.counts[i] += 1;
                self.keys[i].push((mix(key ^ i as u64), key));
            }
        }
    }

    fn append(&mut self, later: Selection) {
        self.keys.iter_mut().zip(later.keys).for_each(|(a, mut b)| a.append(&mut b));
        self.counts.iter_mut().zip(later.counts).for_each(|(a, b)| *a += b);
    }

    fn shrink(&mut self, wanted: &[usize]) {
        for (keys, &wanted) in self.keys.iter_mut().zip(wanted) {
            keys.sort_unstable();
            keys.truncate(wanted);
        }
    }

    /// For what each chosen decision is chosen.
    fn questions(&self) -> HashMap<u64, Vec<Question>> {
        let mut questions: HashMap<u64, Vec<Question>> = HashMap::new();
        for (question, keys) in Question::ALL.into_iter().zip(&self.keys) {
            keys.iter().for_each(|&(_, key)| questions.entry(key).or_default().push(question));
        }
        questions
    }
}

impl SampledDecision {
    /// None where the record does not say the end.
    fn new(recorded: &RecordedDecision, name: &str, questions: Vec<Question>) -> Option<SampledDecision> {
        let &RecordedDecision { key, at, decision, length, .. } = recorded;
        Some(SampledDecision {
            key,
            round: mix(hash(name) ^ mix(at as u64)),
            game: (name.to_string(), at),
            discard: recorded.discard(),
            outcome: recorded.outcome()?,
            threat: TableThreat::of(decision.round.table(), decision.seat),
            length,
            last: is_last(decision.round.table(), length),
            questions,
            decision: decision.clone(),
        })
    }
}
