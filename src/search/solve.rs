//! One search from its hand to its figures: set, graph, values, and what the plan of the values leads to.

use super::float::Float;
use super::forward::plan;
use super::outlook::pass;
use super::playable::{FinishedSearch, Playable};
use super::set::KnownSuits;
use super::values::{goals, model, risk};
use super::{
    Chance, Criterion, DeclaredRiichi, Kans, Move, Options, Outcome, Payoffs, Play, Progress, Root, Row,
    SearchError, Start, chance, graph, pool, set,
};
use crate::hand::Unseen;
use crate::sort;
use crate::tile::Players;

/// A hand and what it meets: what is searched.
#[derive(Clone, Copy)]
pub struct Search<'q, 'p> {
    /// The hand, and what it can do now.
    pub root: Root<'q>,
    /// The tiles that the player does not see.
    pub unseen: &'q Unseen,
    /// The draws to come, and what the others do.
    pub chance: &'q Chance,
    /// What wins, deal-ins and draws pay.
    pub payoffs: &'p dyn Payoffs,
}

impl<'p> Search<'_, 'p> {
    /// Values every action of the root.
    ///
    /// Figures are found in single precision; they err by less than 1e-4 of what [`Self::run_f64`] gives.
    ///
    /// # Errors
    /// When the search would be too large or too shallow to reach a win, when the chance model does not
    /// fit, or when it was stopped.
    pub fn run(self, options: &Options, progress: &Progress) -> Result<Outcome, SearchError> {
        self.run_counted(options, &mut None, progress)
    }

    /// The same in double precision: for comparisons, at twice the memory.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_f64(self, options: &Options, progress: &Progress) -> Result<Outcome, SearchError> {
        Ok(solved::<f64>(self, options, false, &mut None, progress)?.0)
    }

    /// [`Self::run`], stored so that its rows can be played: in time a little more, in memory some 4 bytes a hand and draw.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn playable(self, options: &Options, progress: &Progress) -> Result<Playable<'p>, SearchError> {
        self.playable_counted(options, &mut None, progress)
    }

    /// The same in double precision.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn playable_f64(self, options: &Options, progress: &Progress) -> Result<Playable<'p>, SearchError> {
        stored::<f64>(self, options, &mut None, progress)
    }

    /// [`Self::run`] of hands that may have been found with the same options before; they are taken if they fit.
    pub(crate) fn run_counted(
        self,
        options: &Options,
        counted: &mut Option<CountedSet>,
        progress: &Progress,
    ) -> Result<Outcome, SearchError> {
        Ok(solved::<f32>(self, options, false, counted, progress)?.0)
    }

    /// [`Self::playable`] of the same.
    pub(crate) fn playable_counted(
        self,
        options: &Options,
        counted: &mut Option<CountedSet>,
        progress: &Progress,
    ) -> Result<Playable<'p>, SearchError> {
        stored::<f32>(self, options, counted, progress)
    }
}

/// The searched hands and how far they go.
pub(crate) fn exchanges(
    root: &Root<'_>,
    unseen: &Unseen,
    options: &Options,
    known: &mut KnownSuits,
) -> Result<(usize, set::SearchSet, bool), SearchError> {
    let least = usize::try_from(root.shanten().get()).unwrap_or(0);
    let calling = set::class::CallLimits {
        calls: options.calls,
        chi: root.deck().players() == Players::Four,
        kans: options.kans,
        kuikae: options.kuikae,
        fewer: u8::try_from(options.fewer_after_call).unwrap_or(u8::MAX),
        kita: match root.deck().players() {
            Players::Three if options.kans != Kans::Plain => options.kita,
            _ => 0,
        },
    };
    let start = root.start();
    let n = options.exchanges.number(least);
    if n < least {
        return Err(SearchError::ExchangesTooFew { given: n, least });
    }
    if n > 13 {
        return Err(SearchError::ExchangesTooMany { given: n });
    }
    let found = set::exchanges(&start, unseen, options.wanted, n, calling, options.max_hands, known);
    let found = found.map_err(|err: set::TooMany| SearchError::TooLarge { hands: err.hands })?;
    Ok((n, found, n > least))
}

/// How many hands a search would hold: |Q_S|.
///
/// # Errors
/// As [`Search::run`].
pub fn count_hands(root: Root<'_>, unseen: &Unseen, options: &Options) -> Result<usize, SearchError> {
    let counted = CountedSet::of(root, unseen, options, &mut KnownSuits::default())?;
    Ok(counted.hands())
}

/// The hands of a search, found before it: the search need not find them again.
pub(crate) struct CountedSet {
    n: usize,
    set: set::SearchSet,
    complete: bool,
}

impl CountedSet {
    /// `known` is of the same root, unseen and wanted tiles.
    pub(crate) fn of(
        root: Root<'_>,
        unseen: &Unseen,
        options: &Options,
        known: &mut KnownSuits,
    ) -> Result<CountedSet, SearchError> {
        let (n, set, complete) = exchanges(&root, unseen, options, known)?;
        Ok(CountedSet { n, set, complete })
    }

    /// |Q_S|.
    pub(crate) fn hands(&self) -> usize {
        self.set.hands.len()
    }
}

fn stored<'p, R: Float>(
    search: Search<'_, 'p>,
    options: &Options,
    counted: &mut Option<CountedSet>,
    progress: &Progress,
) -> Result<Playable<'p>, SearchError> {
    let (outcome, kept) = solved::<R>(search, options, true, counted, progress)?;
    Ok(Playable::new(outcome, kept.expect("it was to be kept")))
}

fn solved<'p, R: Float>(
    search: Search<'_, 'p>,
    options: &Options,
    keep: bool,
    counted: &mut Option<CountedSet>,
    progress: &Progress,
) -> Result<(Outcome, Option<FinishedSearch<'p, R>>), SearchError> {
    pool::within(|| solve::<R>(search, options, keep, counted, progress))
}

fn solve<'p, R: Float>(
    Search { root, unseen, chance, payoffs }: Search<'_, 'p>,
    options: &Options,
    keep: bool,
    counted: &mut Option<CountedSet>,
    progress: &Progress,
) -> Result<(Outcome, Option<FinishedSearch<'p, R>>), SearchError> {
    if options.calls > Options::MOST_CALLS {
        return Err(SearchError::CallsTooMany { given: options.calls });
    }
    progress.check()?;
    let CountedSet { n, set, complete } =
        match counted.take_if(|known| known.set.hands.len() <= options.max_hands) {
            Some(known) => known,
            None => CountedSet::of(root, unseen, options, &mut KnownSuits::default())?,
        };
    progress.expect(chance.draws + 1);
    progress.check()?;
    let graph = graph::Graph::new(set, progress)?.with_discarded(options.discarded);
    let replacement = options.kans.has_replacement();
    let kans = if replacement { graph.most_kans() } else { 0 };
    let course = chance::Course::new(chance, unseen.total(), kans)?;
    let goals = goals::Goals::<R>::new(&graph, payoffs, progress)?;
    let aim = model::Aim { payoffs, criterion: options.criterion, replacement };
    let layers = model::Layers::new(&graph, &goals, &course, aim, progress)?;
    let actions = actions(&root, &layers.before_riichi)?;
    let declared = match root {
        Root::InRiichi { declared, .. } => declared,
        Root::Waiting { .. } | Root::Drawn { .. } => {
            DeclaredRiichi { double: options.first_turn, ippatsu: true }
        }
    };
    let roots: Vec<plan::RowRoot<R>> = actions.iter().map(|&(_, root)| root).collect();
    let mut values = keep.then(Vec::new);
    let outlooks = pass::outlooks(&layers, &roots, declared, values.as_mut(), progress)?;
    let plays = outlooks.iter().map(|outlook| outlook.play());
    let rows = actions.into_iter().zip(plays);
    let mut rows: Vec<(Row, plan::RowRoot<R>)> =
        rows.map(|((action, root), play)| (Row { action, play }, root)).collect();
    let worth = |play: &Play| match options.criterion {
        Criterion::Value => play.value(),
        Criterion::WinRate => play.win_rate(),
        Criterion::Tenpai => play.win_rate() + play.tenpai_at_draw,
    };
    // stable: equal values stay in the order of tiles
    sort::by(&mut rows, |(a, _), (b, _)| worth(&b.play).total_cmp(&worth(&a.play)));
    let (rows, roots) = rows.into_iter().unzip();
    let outcome = Outcome { rows, hands: graph.len(), exchanges: n, calls: options.calls, complete };
    let inside = layers.into_inside();
    let (chance, unseen) = (values.is_some().then(|| chance.clone()), unseen.total());
    let kept = values.zip(chance).map(|(values, chance)| FinishedSearch {
        aim,
        chance,
        unseen,
        kans,
        inside,
        values,
        roots,
        declared,
        goals,
        graph,
    });
    Ok((outcome, kept))
}

/// What can be done at the root.
fn actions<R: Float>(
    root: &Root<'_>,
    model: &model::ValuedGraph<'_, R>,
) -> Result<Vec<(Move, plan::RowRoot<R>)>, SearchError> {
    let safe = risk::DiscardRisk::SAFE;
    let waiting = |riichi, start| {
        let root = plan::RowRoot { node: model.graph.root(None), riichi, start, discarded: safe };
        vec![(Move::Wait, root)]
    };
    Ok(match *root {
        Root::InRiichi { from, .. } => {
            if !model.can_be_in_riichi(model.graph.root(None)) {
                return Err(SearchError::NoRiichi);
            }
            waiting(true, from)
        }
        Root::Waiting { from, .. } => waiting(false, from),
        Root::Drawn { .. } => {
            let mut actions = Vec::new();
            for tile in root.discards() {
                let node = model.graph.root(Some(tile));
                let discarded = model.risk(0).map_or(safe, |risk| risk.tiles().of(tile));
                let can_declare = model.riichi(node, 0).is_some();
                for riichi in [false, true].into_iter().filter(|&riichi| !riichi || can_declare) {
                    let root = plan::RowRoot { node, riichi, start: Start::Offers(3), discarded };
                    actions.push((Move::Discard { tile, riichi }, root));
                }
            }
            actions
        }
    })
}
