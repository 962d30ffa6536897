//! The graph with the others: how they meet a hand in each step, what discards risk, what folding and riichi are worth.

use crate::search::chance::{ChanceStep, Course, End, HandChance, Odds, Offers};
use crate::search::float::Float;
use crate::search::graph::{Graph, code_of_tile};
use crate::search::payoff::{Criterion, Payoffs};
use crate::search::values::fold::Folds;
use crate::search::values::goals::Goals;
use crate::search::values::risk::{DiscardRisk, StepRisk, TileRisk};
use crate::search::values::step_context::{RiichiChance, StepContext};
use crate::search::values::tenpai::{Gain, Riichi, Tenpai};
use crate::search::{Progress, SearchError};
use crate::tile::Tile;

/// How the others meet a hand in a step, in the search's precision.
pub(crate) struct OpponentRates<R> {
    /// How often a discard that the hand wins with is made: by player and kind.
    pub(crate) ron: [[R; 34]; 3],
    /// That they end the round, and what that is worth to the criterion.
    ends: (R, R),
}

/// The chances of a step that are the same for many hands.
pub(crate) struct StepTable<R> {
    /// Against a closed and an open hand, and after riichi.
    pub(crate) met: [OpponentRates<R>; 3],
    /// How often a discard that can be called is made: by player and kind.
    pub(crate) calls: [[R; 34]; 3],
    /// The largest of all these rates but those after riichi.
    pub(crate) most: R,
}

/// The graph with the others, before a coming riichi or after it.
pub(crate) struct ValuedGraph<'a, R> {
    pub(crate) graph: &'a Graph,
    pub(crate) odds: &'a Odds<'a>,
    pub(crate) payoffs: &'a dyn Payoffs,
    pub(crate) criterion: Criterion,
    /// Whether a kan has a replacement tile.
    pub(crate) replacement: bool,
    /// Per step.
    tables: Vec<StepTable<R>>,
    /// Per step what its first discard risks; none where nothing does.
    pub(crate) risks: Vec<Option<StepRisk<R>>>,
    /// The same in riichi.
    thrown: Vec<Option<TileRisk<R>>>,
    /// What folding is worth; none where nothing is risked.
    pub(crate) folds: Option<Folds<R>>,
    /// By place among the hands with kans: the kan that has just been made, and how many of its tiles were concealed.
    kan_tiles: Vec<Option<(Tile, u32)>>,
    pub(crate) goals: &'a Goals<R>,
    /// By sort of tenpai hand what riichi is worth.
    pub(crate) riichi: Vec<Riichi<R>>,
}

/// What a valued graph has beside what it refers to.
pub(crate) struct Inside<R> {
    tables: Vec<StepTable<R>>,
    risks: Vec<Option<StepRisk<R>>>,
    thrown: Vec<Option<TileRisk<R>>>,
    folds: Option<Folds<R>>,
    kan_tiles: Vec<Option<(Tile, u32)>>,
    riichi: Vec<Riichi<R>>,
}

/// Before a coming riichi, and after it.
pub(crate) struct Layers<'a, R> {
    pub(crate) before_riichi: ValuedGraph<'a, R>,
    pub(crate) after_riichi: Option<AfterRiichi<'a, R>>,
}

/// After a coming riichi.
pub(crate) struct AfterRiichi<'a, R> {
    /// By step the probability that the riichi comes, before the own draw.
    comes: &'a [f64],
    pub(crate) model: ValuedGraph<'a, R>,
}

impl<'a, R: Float> Layers<'a, R> {
    pub(crate) fn new(
        graph: &'a Graph,
        goals: &'a Goals<R>,
        course: &'a Course<'a>,
        aim: Aim<'a>,
        progress: &Progress,
    ) -> Result<Layers<'a, R>, SearchError> {
        let model = |odds| ValuedGraph::new(graph, goals, odds, aim, progress);
        let after = || {
            let after = course.after_riichi.as_ref();
            after.map(|(comes, odds)| Ok(AfterRiichi { comes, model: model(odds)? })).transpose()
        };
        let (before_riichi, after_riichi) = rayon::join(|| model(&course.before_riichi), after);
        Ok(Layers { before_riichi: before_riichi?, after_riichi: after_riichi? })
    }

    /// What they have inside, to be put [`Layers::around`] again.
    pub(crate) fn into_inside(self) -> [Option<Inside<R>>; 2] {
        [Some(self.before_riichi.into_inside()), self.after_riichi.map(|after| after.model.into_inside())]
    }

    /// The same as they were, around what they had inside.
    pub(crate) fn around(
        [before, after]: [Option<Inside<R>>; 2],
        (graph, goals): (&'a Graph, &'a Goals<R>),
        course: &'a Course<'a>,
        aim: Aim<'a>,
    ) -> Layers<'a, R> {
        let around = |inside, odds| ValuedGraph::around(inside, (graph, goals), odds, aim);
        let before = before.expect("there is always a layer before a coming riichi");
        let after = course.after_riichi.as_ref().zip(after);
        Layers {
            before_riichi: around(before, &course.before_riichi),
            after_riichi: after
                .map(|((comes, odds), inside)| AfterRiichi { comes, model: around(inside, odds) }),
        }
    }

    /// By their number.
    pub(crate) fn all(&self) -> impl Iterator<Item = &ValuedGraph<'a, R>> {
        std::iter::once(&self.before_riichi)
            .chain(self.after_riichi.as_ref().map(|after_riichi| &after_riichi.model))
    }

    /// The probability that a riichi comes before the own draw of step `j`; none where it cannot.
    pub(crate) fn comes(&self, j: usize) -> Option<R> {
        let rate = self.after_riichi.as_ref().and_then(|after_riichi| after_riichi.comes.get(j));
        rate.map(|&rate| R::of(rate))
    }

    /// What is known when step `j` is valued or played before a coming riichi; `drawn` is what each hand's draw is worth
    /// after one.
    pub(crate) fn before_riichi_now<'s>(
        &'s self,
        j: usize,
        successors: &'s [R],
        drawn: &'s [R],
    ) -> StepContext<'s, R> {
        let coming_riichi = self.comes(j).map(|rate| RiichiChance { rate, drawn });
        StepContext { coming_riichi, ..self.before_riichi.now(j, successors) }
    }
}

/// What the player weighs, and how kans go.
#[derive(Clone, Copy)]
pub(crate) struct Aim<'a> {
    pub(crate) payoffs: &'a dyn Payoffs,
    pub(crate) criterion: Criterion,
    /// Whether a kan has a replacement tile.
    pub(crate) replacement: bool,
}

impl<'a, R: Float> ValuedGraph<'a, R> {
    pub(crate) fn new(
        graph: &'a Graph,
        goals: &'a Goals<R>,
        odds: &'a Odds<'a>,
        aim: Aim<'a>,
        progress: &Progress,
    ) -> Result<ValuedGraph<'a, R>, SearchError> {
        let Aim { payoffs, criterion, replacement } = aim;
        let mut model = ValuedGraph {
            graph,
            goals,
            odds,
            payoffs,
            criterion,
            replacement,
            tables: Vec::new(),
            risks: StepRisk::of_steps(&graph.exchanges, odds, criterion),
            thrown: TileRisk::in_riichi(&graph.exchanges, odds),
            folds: Folds::new(graph, odds, payoffs, criterion),
            kan_tiles: Vec::new(),
            riichi: Vec::new(),
        };
        if model.risks.iter().any(Option::is_some) {
            model.kan_tiles =
                (0..graph.kan_len()).map(|place| graph.kan_made(graph.kan_node(place))).collect();
        }
        model.tables = odds.steps.iter().map(|step| model.table(step)).collect();
        model.with_riichi(progress)
    }

    fn into_inside(self) -> Inside<R> {
        let ValuedGraph { tables, risks, thrown, folds, kan_tiles, riichi, .. } = self;
        Inside { tables, risks, thrown, folds, kan_tiles, riichi }
    }

    fn around(
        inside: Inside<R>,
        (graph, goals): (&'a Graph, &'a Goals<R>),
        odds: &'a Odds<'a>,
        aim: Aim<'a>,
    ) -> ValuedGraph<'a, R> {
        let Inside { tables, risks, thrown, folds, kan_tiles, riichi } = inside;
        let Aim { payoffs, criterion, replacement } = aim;
        ValuedGraph {
            graph,
            odds,
            payoffs,
            criterion,
            replacement,
            tables,
            risks,
            thrown,
            folds,
            kan_tiles,
            goals,
            riichi,
        }
    }

    pub(crate) fn tenpai_number(&self, node: usize) -> Option<usize> {
        self.goals.tenpai_number(node)
    }

    pub(crate) fn tenpai_at(&self, node: usize) -> Option<&'a Tenpai> {
        self.tenpai_number(node).map(|number| &self.goals.tenpai[number])
    }

    pub(crate) fn kans(&self, node: usize) -> usize {
        self.goals.kans(node)
    }

    pub(crate) fn is_tenpai(&self, node: usize) -> bool {
        self.goals.is_tenpai(node)
    }

    pub(crate) fn is_closed(&self, node: usize) -> bool {
        self.goals.is_closed(node)
    }

    fn table(&self, step: &ChanceStep) -> StepTable<R> {
        let rates = |offers: &Offers| offers.0.map(|player| player.map(R::of));
        let met = |standing: &HandChance, lost: f64| {
            let End { rate, value } = standing.ends.any();
            OpponentRates { ron: rates(&standing.ron), ends: (R::of(rate), self.end_worth(value + lost)) }
        };
        let offers = [&step.calls, &step.closed.ron, &step.open.ron];
        let most =
            offers.iter().flat_map(|offers| offers.0.iter().flatten()).fold(0.0, |a, &b| Float::larger(a, b));
        StepTable {
            most: R::of(most),
            met: [met(&step.closed, 0.0), met(&step.open, 0.0), met(&step.riichi, self.stick())],
            calls: rates(&step.calls),
        }
    }

    /// What is known when step `j` is valued or played.
    pub(crate) fn now<'s>(&'s self, j: usize, successors: &'s [R]) -> StepContext<'s, R> {
        StepContext {
            j,
            successors,
            risk: self.risks.get(j + 1).and_then(Option::as_ref),
            coming_riichi: None,
        }
    }

    /// What folding from step `j` on is worth, if that is better than going on.
    pub(crate) fn folded(&self, node: usize, j: usize, going_on: R) -> Option<R> {
        self.folds.as_ref().map(|folds| folds.value(node, j)).filter(|&folded| folded >= going_on)
    }

    /// What the first discard of a step risks.
    pub(crate) fn risk(&self, j: usize) -> Option<&StepRisk<R>> {
        self.risks[j].as_ref()
    }

    /// What throwing away the tile risks that has been drawn in riichi in step `j`.
    pub(crate) fn thrown_in_riichi(&self, tenpai: &Tenpai, j: usize) -> Option<DiscardRisk<R>> {
        let risk = self.thrown.get(j + 1)?.as_ref()?;
        let thrown = tenpai.waits.iter().fold(risk.unseen(), |thrown, wait| {
            risk.keeping(thrown, code_of_tile(wait.tile), R::of_count(u32::from(wait.weight)))
        });
        Some(thrown.one())
    }

    pub(crate) fn step_table(&self, j: usize) -> &StepTable<R> {
        &self.tables[j]
    }

    /// The same as `standing` in the search's precision.
    pub(crate) fn met(&self, node: usize, j: usize) -> &OpponentRates<R> {
        &self.tables[j].met[usize::from(!self.is_closed(node))]
    }

    pub(crate) fn left(&self, node: usize, j: usize) -> R {
        R::of(self.odds.tiles_left(j, if self.replacement { self.kans(node) } else { 0 }))
    }

    /// What a win is worth to the criterion.
    pub(crate) fn worth(&self, gain: Gain) -> R {
        match self.criterion {
            Criterion::Value => self.points(gain),
            Criterion::WinRate | Criterion::Tenpai => R::ONE,
        }
    }

    /// What a win pays.
    pub(crate) fn points(&self, gain: Gain) -> R {
        self.goals.points(gain)
    }

    /// What any other end is worth to the criterion.
    pub(crate) fn end_worth(&self, payoff: f64) -> R {
        R::of(if self.criterion == Criterion::Value { payoff } else { 0.0 })
    }

    /// What an exhaustive draw is worth to the criterion.
    pub(crate) fn draw_worth(&self, tenpai: bool) -> R {
        R::of(match self.criterion {
            Criterion::Value => self.payoffs.exhaustive_draw(tenpai),
            Criterion::WinRate => 0.0,
            Criterion::Tenpai => f64::from(u8::from(tenpai)),
        })
    }

    pub(crate) fn stick(&self) -> f64 {
        self.payoffs.riichi_stick().unwrap_or(0.0)
    }

    /// What a kan leads to, as what can come of the same tiles is compared.
    pub(crate) fn normalised_kan(&self, value: R, place: usize, now: &StepContext<'_, R>) -> R {
        let normalised = |risk: &StepRisk<R>| {
            risk.normalised_kan(value, self.graph.key(self.graph.kan_node(place)), self.kan_tiles[place])
        };
        now.risk.map_or(value, normalised)
    }

    /// Whether a kan has a replacement tile, or is allowed at all, after `j` steps.
    pub(crate) fn kan_possible(&self, j: usize) -> bool {
        !self.odds.is_haitei(j)
    }
}

impl<R: Float> OpponentRates<R> {
    /// The chance that the round goes on.
    pub(crate) fn goes_on(&self) -> R {
        R::ONE - self.ends.0
    }

    /// With the chance that the others end the round first.
    pub(crate) fn ended(&self, value: R) -> R {
        value + self.ends.0 * (self.ends.1 - value)
    }
}
