//! Tabu search (Yoshimura et al.): winning hands that are like the hand held, found by exchanging one tile after the other.
//!
//! A baseline for the exact search, which knows chances where this knows only hands. A run begins with the hand, looks at some
//! hands that differ in one tile, goes on with the best of them that it does not come from, and stops after some moves. Runs
//! are repeated. The discard is the tile that the best hand of all lacks and that runs gave away first most often.

mod ending;
mod random;
mod run;
mod solution;
#[cfg(test)]
mod tests;

pub use ending::{Ending, PricedWin};
pub use solution::{Evaluation, SimilarityOrder, Solution};

use crate::hand::{DrawnHand, Unseen};
use crate::rules::Rules;
use crate::score::Table;
use crate::shape::Shanten;
use crate::sort;
use crate::tile::{Kind, KindSet, Tile};
use ending::Tally;
use random::Random;
use solution::BySuits;
use std::cmp::{Ordering, Reverse};
use std::num::NonZeroU32;

/// How much is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Exchanges of a run; k of the paper.
    pub moves: NonZeroU32,
    /// Hands looked at for each of them; g of the paper.
    pub neighbours: NonZeroU32,
    /// Exchanges that are not undone; 0 forgets all.
    pub list: usize,
    /// Runs, unless the search is stopped earlier.
    pub runs: NonZeroU32,
    /// Another seed is another choice of exchanges.
    pub seed: u64,
}

impl Default for Options {
    /// The numbers that the paper settles on (section 5.2), and 10,000 runs.
    fn default() -> Options {
        let of = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Options { moves: of(6), neighbours: of(10), list: 6, runs: of(10_000), seed: 1 }
    }
}

/// What the search is asked.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The hand; a discard is due.
    pub hand: &'a DrawnHand,
    /// Kinds that may not be discarded, after a call (kuikae).
    pub forbidden: KindSet,
    /// What the player does not see.
    pub unseen: &'a Unseen,
    /// Winds and dora.
    pub table: &'a Table,
    /// What a win pays.
    pub rules: &'a Rules,
}

/// A discard, with how the runs took it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FirstDiscard {
    /// The tile.
    pub tile: Tile,
    /// Runs that gave it away first.
    pub times: u32,
    /// Points that these runs found on average; 0 for a run without a win.
    pub points: f64,
}

/// What the search found.
#[derive(Clone, Debug)]
pub struct Recommendation {
    /// The discards that lead to the best hand, best first. All discards where no hand was better than the one held.
    pub discards: Vec<FirstDiscard>,
    /// The best hand of all runs.
    pub best: TargetHand,
    /// Runs that were made.
    pub runs: u32,
    /// Runs that came to a complete hand.
    pub complete: u32,
    /// The complete hands that they ended on, the most frequent first.
    pub won: Vec<Ending>,
}

/// A hand to aim at.
#[derive(Clone, PartialEq, Debug)]
pub struct TargetHand {
    /// The hand.
    pub hand: DrawnHand,
    /// Its shanten: complete where a win was found.
    pub shanten: Shanten,
    /// Unseen tiles that bring it nearer.
    pub ukeire: u32,
    /// The chance of drawing the tiles that it needs, in any order of draws (eq. 8).
    pub similarity: f64,
    /// What it pays by ron; 0 where it is no win or has no yaku.
    pub points: u32,
}

/// Why nothing can be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TabuError {
    /// Every tile of the hand is forbidden.
    #[error("there is no tile that may be discarded")]
    NoDiscard,
}

/// Searches for the best discard of a hand. After each run `go_on` gets how many there have been; the search ends when it
/// says no. The same question and options, stopped after the same run, give the same answer.
///
/// # Errors
/// When no tile may be discarded.
pub fn search(
    question: &Task<'_>,
    options: &Options,
    go_on: &mut dyn FnMut(u32) -> bool,
) -> Result<Recommendation, TabuError> {
    let Task { hand, forbidden, unseen, table, rules } = *question;
    let allowed: KindSet = Kind::ALL.into_iter().filter(|&kind| !forbidden.contains(kind)).collect();
    if !hand.discards().any(|tile| allowed.contains(tile.kind())) {
        return Err(TabuError::NoDiscard);
    }
    let evaluation = BySuits::new(SimilarityOrder { first: hand, unseen, table, rules });
    let (mut times, mut points) = ([0u32; Tile::COUNT], [0u64; Tile::COUNT]);
    let (mut runs, mut complete, mut won) = (0, 0, Tally::default());
    let first = evaluation.see(hand.clone());
    let mut best = first.clone();
    for run in 0..options.runs.get() {
        let found =
            run::run(&evaluation, &first, unseen, allowed, options, Random::of_run(options.seed, run));
        runs += 1;
        let is_complete = found.best.shanten() == Shanten::COMPLETE;
        complete += u32::from(is_complete);
        if let Some(first) = found.first {
            if is_complete {
                won.add(first, found.best.hand());
            }
            times[first.index()] += 1;
            points[first.index()] += u64::from(evaluation.points(&found.best));
        }
        if evaluation.order(&found.best, &best) == Ordering::Greater {
            best = found.best;
        }
        if !go_on(runs) {
            break;
        }
    }
    let lacking = |tile: &Tile| {
        let gone = hand.concealed()[tile.kind()] > best.hand().concealed()[tile.kind()];
        let red =
            hand.reds().contains(tile.kind().suit()) && !best.hand().reds().contains(tile.kind().suit());
        if tile.is_red() { red } else { gone }
    };
    let allowed: Vec<Tile> = hand.discards().filter(|tile| allowed.contains(tile.kind())).collect();
    let leading: Vec<Tile> = allowed.iter().copied().filter(lacking).collect();
    let of = |tile: Tile| {
        let (times, points) = (times[tile.index()], points[tile.index()]);
        FirstDiscard { tile, times, points: if times == 0 { 0.0 } else { points as f64 / f64::from(times) } }
    };
    let ranked = if leading.is_empty() { allowed } else { leading };
    let mut discards: Vec<FirstDiscard> = ranked.into_iter().map(of).collect();
    // chance decides between equals, as in the paper
    let mut random = Random::of_run(options.seed, u32::MAX);
    let lot: [u32; Tile::COUNT] = std::array::from_fn(|_| random.below(u32::MAX));
    sort::by(&mut discards, |a, b| {
        let by_points = b.points.total_cmp(&a.points);
        let by_lot = lot[a.tile.index()].cmp(&lot[b.tile.index()]);
        Reverse(a.times).cmp(&Reverse(b.times)).then(by_points).then(by_lot)
    });
    let best = TargetHand {
        shanten: best.shanten(),
        ukeire: evaluation.ukeire(&best),
        similarity: evaluation.similarity(&best),
        points: evaluation.points(&best),
        hand: best.hand().clone(),
    };
    Ok(Recommendation { discards, best, runs, complete, won: won.into_won() })
}

/// Which of some calls to make (section 4.5): each is searched with half of the neighbours, and one that comes to a complete
/// hand with points is made, the best of several; none is to pass. A call is the hand right after it and the kinds that may
/// not be discarded; those that leave the shanten as it was are not looked at.
///
/// # Errors
/// When none of a call's discards is allowed.
pub fn search_calls(
    before: Shanten,
    calls: &[Task<'_>],
    options: &Options,
    go_on: &mut dyn FnMut(u32) -> bool,
) -> Result<Option<(usize, Recommendation)>, TabuError> {
    let half = NonZeroU32::new(options.neighbours.get() / 2).unwrap_or(NonZeroU32::MIN);
    let options = Options { neighbours: half, ..*options };
    let mut made: Option<(usize, Recommendation)> = None;
    for (at, call) in calls.iter().enumerate() {
        if crate::shape::shanten(call.hand) >= before {
            continue;
        }
        let found = search(call, &options, go_on)?;
        let wins = found.best.shanten == Shanten::COMPLETE && found.best.points > 0;
        if wins && made.as_ref().is_none_or(|(_, other)| found.best.is_better(&other.best)) {
            made = Some((at, found));
        }
    }
    Ok(made)
}

impl TargetHand {
    /// By similarity, then by points; both are complete.
    fn is_better(&self, other: &TargetHand) -> bool {
        (self.similarity, self.points) > (other.similarity, other.points)
    }
}
