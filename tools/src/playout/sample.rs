//! Which decisions are played out: so many of each kind and length of game, all equally likely.

use super::journal::{Games, Measure};
use super::kind::Kind;
use nanikiru::analyze::TableThreat;
use nanikiru::placement::{Prospects, RoundsLeft};
use nanikiru::review::Decision;
use nanikiru::round::last_wind;
use nanikiru::rules::Length;
use nanikiru::tile::{Players, Tile};
use nanikiru_tools::decisions::{Purpose, mix};
use nanikiru_tools::games::each_game;
use nanikiru_tools::recorded::{RecordedDecision, each_decision};
use std::collections::HashMap;
use std::path::PathBuf;

/// A decision of a recorded game, as one of a kind.
#[derive(Clone)]
pub struct SampledDecision {
    /// Another number for each decision, and the same in every run of a seed.
    pub key: u64,
    /// As what it is looked at.
    pub kind: Kind,
    /// The game's file.
    pub game: String,
    /// The decision's place in the game, from 1.
    pub number: u64,
    /// How long the game was planned to be.
    pub length: Length,
    /// What the others threaten with.
    pub threat: TableThreat,
    /// The decision.
    pub decision: Decision,
    /// What was discarded after a call.
    pub discard: Option<Tile>,
}

/// Lengths of games: a sample has as many decisions of each as there are.
const LENGTHS: [Length; 2] = [Length::Hanchan, Length::Tonpuu];

/// Places in the order of a group, and keys: those that come first.
type Selection = Vec<Vec<(u64, u64)>>;

/// A group is a kind and a length.
fn group(kinds: &[Kind], kind: usize, length: Length) -> usize {
    kind + kinds.len() * usize::from(length == LENGTHS[1])
}

impl Games {
    /// Whether a game by its name is one of these.
    pub fn include(self, name: &str) -> bool {
        match (self, Purpose::of(name)) {
            (Games::Validation, purpose) => purpose == Purpose::Validation,
            (Games::Training, purpose) => purpose == Purpose::Training,
        }
    }
}

/// Where decisions and rounds come from.
pub struct Corpus {
    /// Archives, folders or records.
    pub paths: Vec<PathBuf>,
    /// Training or validation.
    pub games: Games,
    /// Games of so many players.
    pub players: Players,
    /// What plays are counted in: of placement points only decisions of the last planned round and extra ones are there.
    pub measure: Measure,
    /// Another seed is another choice.
    pub seed: u64,
}

impl Corpus {
    /// Whether a decision of a chosen game is one of these.
    fn includes(&self, seen: &RecordedDecision) -> bool {
        let table = seen.decision.round.table();
        let last = || Prospects::new(table, last_wind(seen.length)).rounds_left();
        table.rules().players == self.players
            && (self.measure == Measure::Points || matches!(last(), RoundsLeft::LAST | RoundsLeft::EXTRA))
    }
}

/// The first `count` decisions of each kind and length in an order by a hash, the kinds by turns: a larger sample
/// begins with the smaller one.
///
/// # Errors
/// When a path cannot be read.
pub fn sample(corpus: &Corpus, kinds: &[Kind], count: usize) -> Result<Vec<SampledDecision>, String> {
    let Corpus { ref paths, games, seed, .. } = *corpus;
    let shrink = |chosen: &mut Selection| {
        chosen.resize(kinds.len() * LENGTHS.len(), Vec::new());
        for group in chosen {
            group.sort_unstable();
            group.truncate(count);
        }
    };
    let choose = |mut chosen: Selection, name: &str, record: &[u8]| {
        if games.include(name) {
            chosen.resize(kinds.len() * LENGTHS.len(), Vec::new());
            each_decision(name, record, seed, &mut |seen: &RecordedDecision| {
                if !corpus.includes(seen) {
                    return;
                }
                for (i, kind) in kinds.iter().enumerate() {
                    if kind.is_of(seen.decision) {
                        chosen[group(kinds, i, seen.length)].push((mix(seen.key ^ *kind as u64), seen.key));
                    }
                }
            });
            shrink(&mut chosen);
        }
        chosen
    };
    let join = |mut a: Selection, mut b: Selection| {
        a.resize(kinds.len() * LENGTHS.len(), Vec::new());
        b.resize(a.len(), Vec::new());
        a.iter_mut().zip(b).for_each(|(a, mut b)| a.append(&mut b));
        shrink(&mut a);
        a
    };
    let mut chosen = each_game(paths, usize::MAX, choose, join)?;
    shrink(&mut chosen);
    let mut places: Places = HashMap::new();
    for (group, keys) in chosen.iter().enumerate() {
        for (rank, &(_, key)) in keys.iter().enumerate() {
            let place = rank * chosen.len() + group;
            places.entry(key).or_default().push((place, kinds[group % kinds.len()]));
        }
    }
    taken(corpus, &places)
}

/// By key, the places in the sample, and as what a decision is looked at there.
pub type Places = HashMap<u64, Vec<(usize, Kind)>>;

/// These decisions, in the order of their places.
///
/// # Errors
/// When a path cannot be read.
pub fn taken(corpus: &Corpus, places: &Places) -> Result<Vec<SampledDecision>, String> {
    let Corpus { ref paths, games, seed, .. } = *corpus;
    let take = |mut taken: Vec<(usize, SampledDecision)>, name: &str, record: &[u8]| {
        if games.include(name) {
            each_decision(name, record, seed, &mut |seen: &RecordedDecision| {
                for &(place, kind) in places.get(&seen.key).into_iter().flatten() {
                    taken.push((place, SampledDecision::new(seen, name, kind)));
                }
            });
        }
        taken
    };
    let both = |mut a: Vec<_>, mut b: Vec<_>| {
        a.append(&mut b);
        a
    };
    let mut taken = each_game(paths, usize::MAX, take, both)?;
    taken.sort_by_key(|&(place, _)| place);
    Ok(taken.into_iter().map(|(_, sampled)| sampled).collect())
}

impl SampledDecision {
    fn new(seen: &RecordedDecision, name: &str, kind: Kind) -> SampledDecision {
        SampledDecision {
            key: seen.key,
            kind,
            game: name.to_string(),
            number: seen.number,
            length: seen.length,
            threat: TableThreat::of(seen.decision.round.table(), seen.decision.seat),
            decision: seen.decision.clone(),
            discard: seen.discard(),
        }
    }
}
