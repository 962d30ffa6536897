//! A search that is over and kept, so that the plan of its values can be played from any of its rows.

use super::float::Float;
use super::forward::{plan, play};
use super::graph::Graph;
use super::values::Values;
use super::values::goals::Goals;
use super::values::model::{Aim, Inside, Layers};
use super::{Chance, DeclaredRiichi, Outcome, Play, Progress, SearchError, chance, pool};

/// A search that is over and can still replay an action: what happens when, and by which yaku.
pub struct Playable<'p> {
    outcome: Outcome,
    kept: Box<dyn Playback + 'p>,
}

impl<'p> Playable<'p> {
    pub(super) fn new<R: Float>(outcome: Outcome, kept: FinishedSearch<'p, R>) -> Playable<'p> {
        Playable { outcome, kept: Box::new(kept) }
    }

    /// What it has found.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Plays the plan after some of the rows, by their places in the outcome: the rows' figures but for rounding, with
    /// [details](Play::details). They are the same bits whichever other rows are played.
    ///
    /// # Errors
    /// When it was stopped.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn play(&mut self, rows: &[usize], progress: &Progress) -> Result<Vec<Play>, SearchError> {
        self.kept.play(rows, progress)
    }
}

/// Whatever plays rows, in single or double precision.
trait Playback: Send + Sync {
    fn play(&mut self, rows: &[usize], progress: &Progress) -> Result<Vec<Play>, SearchError>;
}

/// What playing takes.
pub(super) struct FinishedSearch<'p, R> {
    pub(super) graph: Graph,
    pub(super) goals: Goals<R>,
    pub(super) aim: Aim<'p>,
    pub(super) chance: Chance,
    /// Unseen tiles, and the most replacement tiles that a searched hand takes.
    pub(super) unseen: usize,
    pub(super) kans: usize,
    pub(super) inside: [Option<Inside<R>>; 2],
    pub(super) values: Vec<Values<R>>,
    /// By row.
    pub(super) roots: Vec<plan::RowRoot<R>>,
    pub(super) declared: DeclaredRiichi,
}

impl<R: Float> Playback for FinishedSearch<'_, R> {
    fn play(&mut self, rows: &[usize], progress: &Progress) -> Result<Vec<Play>, SearchError> {
        let roots: Vec<plan::RowRoot<R>> = rows.iter().map(|&row| self.roots[row]).collect();
        let course = chance::Course::new(&self.chance, self.unseen, self.kans)?;
        let inside = std::mem::take(&mut self.inside);
        let layers = Layers::around(inside, (&self.graph, &self.goals), &course, self.aim);
        progress.expect(self.chance.draws + 1);
        let (values, declared) = (&self.values, self.declared);
        let plays = pool::within(|| play::play(&layers, values, &roots, declared, progress));
        self.inside = layers.into_inside();
        plays
    }
}
