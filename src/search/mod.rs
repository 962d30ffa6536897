//! What a hand is worth: single-player mahjong as a directed acyclic graph (seed 000).
//!
//! [`search`] values every discard of a drawn hand, or a waiting hand as it stands. It knows nothing
//! of the table: it is handed the hand, the unseen tiles, a chance model and payoffs.

mod chance;
mod figures;
mod float;
mod forward;
mod graph;
mod payoff;
mod points;
mod riichi;
mod set;
#[cfg(test)]
mod tests;
mod values;

pub use chance::{Chance, ComingRiichi, Declarer, End, Ends, Offers, Rates, Risks, Standing, Step};
pub use figures::{Mix, Part, Parts, Play, Turn};
pub use payoff::{Bare, Line, Objective, Payoffs, RiichiLines, WinLines};
pub use points::{OthersTenpai, Points, Purse};

use crate::hand::{DrawnHand, Unseen, WaitingHand};
use crate::rules::Kuikae;
use crate::shape;
use crate::tile::{KindSet, Tile};
use float::Float;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The exchange number n: how many tiles may be exchanged (seed 000, eq. 9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Exchanges {
    /// The shanten number: only the shortest ways to a win. The quick first answer.
    First,
    /// One more than the shanten number, or the shanten number itself where that would be more
    /// than `full_hands`.
    #[default]
    Full,
    /// This many.
    Exactly(usize),
}

/// Kans in a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kans {
    /// None is declared.
    None,
    /// As in seed 000: a kan takes the place of a discard and has no replacement draw.
    Plain,
    /// With the replacement draw and one more dora indicator that is not known yet.
    #[default]
    Replacement,
}

/// Memory that a search takes for each of its hands: 650 to 950 bytes were measured, fewer in large graphs.
pub const BYTES_PER_HAND: usize = 900;

/// How far a search goes, and for what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The exchange number n.
    pub exchanges: Exchanges,
    /// The call limit m_f: chi, pon and kans on the way, 0..=4 (seed 000, 4.3.2).
    pub calls: usize,
    /// Kans on the way; each counts as a call, but for a fourth tile added to a pon.
    pub kans: Kans,
    /// Exchanges fewer for a hand that has called: with 1 a search holds Q_S(n, 0) and Q_S(n - 1, m_f),
    /// a fraction of Q_S(n, m_f), and is worth at least as much as either.
    pub fewer_after_call: usize,
    /// What may be discarded right after a call.
    pub kuikae: Kuikae,
    /// What the player strives for.
    pub objective: Objective,
    /// Kinds that the player has discarded before: a wait on one of them wins by no ron (furiten).
    pub discarded: KindSet,
    /// The own first turn, with no call before it: riichi now is a double riichi.
    pub first_turn: bool,
    /// Largest number of hands to hold.
    pub max_hands: usize,
    /// Largest number of hands for the deeper one of the full answer's two depths.
    pub full_hands: usize,
}

impl Options {
    /// Most calls of a search: a hand has four groups.
    pub const MOST_CALLS: usize = 4;
}

impl Default for Options {
    fn default() -> Options {
        Options {
            exchanges: Exchanges::Full,
            calls: 2,
            kans: Kans::Replacement,
            fewer_after_call: 0,
            kuikae: Kuikae::Forbidden,
            objective: Objective::Value,
            discarded: KindSet::EMPTY,
            first_turn: false,
            max_hands: 600_000,
            full_hands: 200_000,
        }
    }
}

/// The hand that a search starts from.
#[derive(Clone, Copy, Debug)]
pub enum Root<'a> {
    /// A discard is due.
    Drawn {
        /// The hand.
        hand: &'a DrawnHand,
        /// Kinds that may not be discarded, after a call (kuikae).
        forbidden: KindSet,
    },
    /// Others are to act, or a draw is due.
    Waiting {
        /// The hand.
        hand: &'a WaitingHand,
        /// What comes next.
        from: Start,
    },
    /// The same in riichi: nothing but wins and concealed kans is left to decide.
    InRiichi {
        /// The hand, a closed tenpai.
        hand: &'a WaitingHand,
        /// What comes next.
        from: Start,
        /// What has been declared.
        declared: Declared,
    },
}

/// A riichi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declared {
    /// With the first discard, before any call.
    pub double: bool,
    /// Whether a win up to the next own discard is ippatsu, if nobody calls.
    pub ippatsu: bool,
}

/// Where a step stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// So many of the other three (0..=3) discard before the own draw. Of three, the others may also
    /// end the round first.
    Offers(usize),
    /// The replacement draw after an own kan.
    Replacement,
}

/// Shared with whoever waits for the search: it can be watched and stopped from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set to stop the search.
    pub cancel: AtomicBool,
    /// Steps done.
    pub done: AtomicU32,
    /// Steps in all; 0 until known.
    pub total: AtomicU32,
    /// Called after each step with steps done and in all, for whoever has no other thread to watch from.
    pub watcher: Option<fn(u32, u32)>,
}

impl Progress {
    pub(crate) fn check(&self) -> Result<(), SearchError> {
        if self.cancel.load(Ordering::Relaxed) { Err(SearchError::Cancelled) } else { Ok(()) }
    }

    fn advance(&self) {
        let before = self.done.fetch_add(1, Ordering::Relaxed);
        if let Some(watcher) = self.watcher {
            watcher(before + 1, self.total.load(Ordering::Relaxed));
        }
    }

    fn expect(&self, steps: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(steps as u32, Ordering::Relaxed);
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The graph has more hands than `max_hands`, or than can be numbered.
    #[error(
        "at least {hands} hands would be searched, more than allowed: ask for fewer exchanges or allow more hands"
    )]
    TooLarge {
        /// How many there are at least: beyond 65,535 parts of a suit nobody counts on.
        hands: usize,
    },
    /// No winning hand is so near.
    #[error("{given} exchanges do not reach a winning hand: this hand needs at least {least}")]
    ExchangesTooFew {
        /// What was asked for.
        given: usize,
        /// The least that makes sense: the shanten number, or 0 for a complete hand.
        least: usize,
    },
    /// No hand is further than 13 exchanges from a win.
    #[error("{given} exchanges are more than a hand has tiles: 13 at the most")]
    ExchangesTooMany {
        /// What was asked for.
        given: usize,
    },
    /// There are not as many unseen tiles as draws.
    #[error("{draws} draws are left but only {unseen} tiles are unseen")]
    WallTooShort {
        /// Unseen tiles.
        unseen: usize,
        /// Draws left.
        draws: usize,
    },
    /// The chance model does not have a step for each draw, or more than three others.
    #[error("{steps} steps and {tail} last discards do not fit {draws} draws")]
    Steps {
        /// Draws left.
        draws: usize,
        /// Steps given.
        steps: usize,
        /// Others' discards after the last own one.
        tail: usize,
    },
    /// A hand has four groups.
    #[error("{given} calls are more than the {} groups of a hand", Options::MOST_CALLS)]
    CallsTooMany {
        /// What was asked for.
        given: usize,
    },
    /// A hand that is open, does not wait, or cannot win is in riichi, or the payoffs know no stick.
    #[error("the hand cannot be in riichi")]
    NoRiichi,
    /// Stopped by the caller.
    #[error("the search was stopped")]
    Cancelled,
}

/// What the player does at the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Discards a tile of a drawn hand.
    Discard {
        /// The tile.
        tile: Tile,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// Goes on with a waiting hand.
    Wait,
}

/// One action at the root and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What the player does.
    pub action: Move,
    /// What follows.
    pub play: Play,
}

/// All actions, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Every discard, with and without riichi where both are possible; a waiting hand has one row, in riichi too.
    pub rows: Vec<Row>,
    /// |Q_S|: number of 13-tile hands in the graph, those with a red five in another place counted apart.
    pub hands: usize,
    /// Exchange number n.
    pub exchanges: usize,
    /// Call limit m_f.
    pub calls: usize,
    /// Whether n is more than the shanten number.
    pub complete: bool,
}

/// Values every action of the root.
///
/// Figures are found in single precision; they err by less than 1e-4 of what [`search_f64`] gives.
///
/// # Errors
/// When the search would be too large or too shallow to reach a win, when the chance model does not
/// fit, or when it was stopped.
pub fn search(
    root: Root<'_>,
    unseen: &Unseen,
    chance: &Chance,
    payoffs: &dyn Payoffs,
    options: &Options,
    progress: &Progress,
) -> Result<Outcome, SearchError> {
    search_in::<f32>(root, unseen, chance, payoffs, options, progress)
}

/// The same in double precision: for comparisons, at twice the memory.
///
/// # Errors
/// As [`search`].
pub fn search_f64(
    root: Root<'_>,
    unseen: &Unseen,
    chance: &Chance,
    payoffs: &dyn Payoffs,
    options: &Options,
    progress: &Progress,
) -> Result<Outcome, SearchError> {
    search_in::<f64>(root, unseen, chance, payoffs, options, progress)
}

impl Root<'_> {
    fn start(&self) -> set::Start<'_> {
        let owned = match self {
            Root::Drawn { hand, .. } => {
                set::origin::Owned { concealed: hand.concealed(), reds: hand.reds(), melds: hand.melds() }
            }
            Root::Waiting { hand, .. } | Root::InRiichi { hand, .. } => {
                set::origin::Owned { concealed: hand.concealed(), reds: hand.reds(), melds: hand.melds() }
            }
        };
        set::Start { owned, surplus: u8::from(self.is_drawn()), discards: self.discards() }
    }

    fn is_drawn(&self) -> bool {
        matches!(self, Root::Drawn { .. })
    }

    /// What may be discarded.
    fn discards(&self) -> Vec<Tile> {
        match self {
            Root::Drawn { hand, forbidden } => {
                hand.discards().filter(|tile| !forbidden.contains(tile.kind())).collect()
            }
            Root::Waiting { .. } | Root::InRiichi { .. } => Vec::new(),
        }
    }

    fn shanten(&self) -> shape::Shanten {
        match self {
            Root::Drawn { hand, .. } => shape::shanten(*hand),
            Root::Waiting { hand, .. } | Root::InRiichi { hand, .. } => shape::shanten(*hand),
        }
    }
}

/// The searched hands and how far they go.
fn exchanges(
    root: &Root<'_>,
    unseen: &Unseen,
    options: &Options,
) -> Result<(usize, set::SearchSet, bool), SearchError> {
    let least = usize::try_from(root.shanten().get()).unwrap_or(0);
    let calling = set::suit::Calling {
        calls: options.calls,
        kans: options.kans != Kans::None,
        kuikae: options.kuikae,
        fewer: u8::try_from(options.fewer_after_call).unwrap_or(u8::MAX),
    };
    let start = root.start();
    let list = |n, most| set::exchanges(&start, unseen, n, calling, most);
    let too_large = |err: set::TooMany| SearchError::TooLarge { hands: err.hands };
    let exactly = |n| Ok((n, list(n, options.max_hands).map_err(too_large)?));
    let (n, exchanges) = match options.exchanges {
        Exchanges::Exactly(given) if given < least => {
            return Err(SearchError::ExchangesTooFew { given, least });
        }
        Exchanges::Exactly(given) if given > 13 => return Err(SearchError::ExchangesTooMany { given }),
        Exchanges::Exactly(n) => exactly(n)?,
        Exchanges::First => exactly(least)?,
        Exchanges::Full => {
            let full = list(least + 1, options.full_hands.min(options.max_hands));
            full.map(|found| (least + 1, found)).or_else(|_| exactly(least))?
        }
    };
    Ok((n, exchanges, n > least))
}

/// How many hands a search would hold: |Q_S|.
///
/// # Errors
/// As [`search`].
pub fn count_hands(root: Root<'_>, unseen: &Unseen, options: &Options) -> Result<usize, SearchError> {
    exchanges(&root, unseen, options).map(|(_, exchanges, _)| exchanges.hands.len())
}

fn search_in<R: Float>(
    root: Root<'_>,
    unseen: &Unseen,
    chance: &Chance,
    payoffs: &dyn Payoffs,
    options: &Options,
    progress: &Progress,
) -> Result<Outcome, SearchError> {
    // from inside the pool, so that none of the many small tasks has to wake it from outside
    rayon::join(|| solve::<R>(root, unseen, chance, payoffs, options, progress), || ()).0
}

fn solve<R: Float>(
    root: Root<'_>,
    unseen: &Unseen,
    chance: &Chance,
    payoffs: &dyn Payoffs,
    options: &Options,
    progress: &Progress,
) -> Result<Outcome, SearchError> {
    if options.calls > Options::MOST_CALLS {
        return Err(SearchError::CallsTooMany { given: options.calls });
    }
    progress.check()?;
    let (n, exchanges, complete) = exchanges(&root, unseen, options)?;
    progress.expect(2 * chance.draws + 1);
    progress.check()?;
    let graph = graph::Graph::new(exchanges, progress)?.with_discarded(options.discarded);
    let replacement = options.kans == Kans::Replacement;
    let course =
        chance::Course::new(chance, unseen.total(), if replacement { graph.most_kans() } else { 0 })?;
    let goals = values::goals::Goals::<R>::new(&graph, payoffs, progress)?;
    let aim = values::model::Aim { payoffs, objective: options.objective, replacement };
    let layers = values::model::Layers::new(&graph, &goals, &course, aim, progress)?;
    let values = layers.values(progress)?;
    let model = &layers.before_riichi;

    let mut actions = Vec::new();
    let mut declared = Declared { double: options.first_turn, ippatsu: true };
    match root {
        Root::InRiichi { from, declared: before, .. } => {
            declared = before;
            let node = graph.root(None);
            if !model.can_be_in_riichi(node) {
                return Err(SearchError::NoRiichi);
            }
            let discarded = values::risk::Discarded::SAFE;
            actions.push((Move::Wait, forward::policy::Root { node, riichi: true, start: from, discarded }));
        }
        Root::Waiting { from, .. } => {
            let node = graph.root(None);
            let discarded = values::risk::Discarded::SAFE;
            actions.push((Move::Wait, forward::policy::Root { node, riichi: false, start: from, discarded }));
        }
        Root::Drawn { .. } => {
            let start = Start::Offers(3);
            for tile in root.discards() {
                let node = graph.root(Some(tile));
                let discarded =
                    model.risk(0).map_or(values::risk::Discarded::SAFE, |risk| risk.tiles().of(tile));
                let can_declare = model.riichi(node, 0).is_some();
                for riichi in [false, true].into_iter().filter(|&riichi| !riichi || can_declare) {
                    let root = forward::policy::Root { node, riichi, start, discarded };
                    actions.push((Move::Discard { tile, riichi }, root));
                }
            }
        }
    }
    let roots: Vec<forward::policy::Root<R>> = actions.iter().map(|&(_, root)| root).collect();
    let plays = forward::play::play(&layers, &values, &roots, declared, progress)?;
    let mut rows: Vec<Row> =
        actions.into_iter().zip(plays).map(|((action, _), play)| Row { action, play }).collect();
    let worth = |play: &Play| match options.objective {
        Objective::Value => play.value,
        Objective::WinRate => play.win_rate,
        Objective::Tenpai => play.win_rate + play.tenpai_at_draw,
    };
    // stable: equal values stay in the order of tiles
    rows.sort_by(|a, b| worth(&b.play).total_cmp(&worth(&a.play)));
    Ok(Outcome { rows, hands: graph.len(), exchanges: n, calls: options.calls, complete })
}
