//! Where hand and table meet: what each action is worth in a situation.

pub mod because;
mod broken_off;
pub mod calibration;
pub mod choice;
mod correction;
mod counted;
mod depth;
mod detailed;
pub mod differences;
mod facts;
mod far;
mod found;
mod habits;
mod in_riichi;
pub mod logit;
mod nagashi;
mod objective;
mod opponents;
mod orphans;
mod others;
pub mod outcome;
pub mod own_kan;
mod payments;
mod ranking;
mod recorded;
mod report;
mod scale;
mod searched;
mod seen;
mod situation;
mod table_threat;
pub mod taken;
mod utility;
pub mod value_error;
mod wins;

pub use crate::legal::{Action, ActionError, Offered, OfferedBy, Position};
pub use because::{Because, Reason};
pub use depth::{Depth, Detailed, Ended, Options};
#[cfg(test)]
pub(crate) use depth::{FAST_HANDS, UNTIMED_HANDS};
pub use facts::Facts;
pub use objective::Objective;
pub use report::{Candidate, Report};
pub use seen::{AskError, Asked, SeenTable};
pub use situation::{History, Place, RawSituation, Situation, SituationError, Turn};
pub use table_threat::TableThreat;

use crate::hand::{DrawnHand, WaitingHand};
use crate::legal::{self, Called};
use crate::round::Permit;
use crate::search::{self, Chance, End, Kans, Move, Payoffs, Points, Progress, Root, SearchError, Start};
use crate::shape;
use crate::tile::{KindSet, Tile};
use counted::CountedHands;
use depth::{Reach, Stage};
use found::{Found, Rows};
use recorded::Recorded;
use scale::Scale;
use std::{cell::RefCell, sync::Arc};
use utility::RoundUtility;

/// Takes reports.
pub type Watcher<'a> = &'a mut dyn FnMut(&Report);

/// Whoever waits for an analysis.
pub struct Watch<'a> {
    /// To see how far it is, and to stop it.
    pub progress: &'a Progress,
    /// Takes every report that a deeper one may follow, as soon as it is there. The report that is returned is
    /// another one, or repeats the last of these where nothing deeper fitted. Where nobody takes them, and no time is set, only
    /// the deepest is searched: the same report, sooner.
    pub report: Option<Watcher<'a>>,
    /// Milliseconds since any fixed moment.
    pub clock: fn() -> f64,
}

/// Values every action at a position, from a quick first report to the depth that `options` ask for.
///
/// Points are the expected change of the player's score in this round: wins with honba and sticks,
/// what others' wins cost on average, noten payments at an exhaustive draw, and the own riichi stick where it is lost.
///
/// ```
/// use nanikiru::analyze::{Action, Position, RawSituation, Situation, analyze_at_once};
/// use nanikiru::hand::DrawnHand;
/// use nanikiru::tile::{Kind, Suit, Tile};
///
/// let hand: DrawnHand = "123m406p789s11222z".parse().unwrap();
/// let drawn = Kind::of(Suit::Honour, 2).map(Tile::plain);
/// let position = Position::Drawn { hand, drawn };
/// let situation = Situation::new(&position, RawSituation { turn: 17, ..Default::default() }).unwrap();
/// let report = analyze_at_once(&position, &situation, &Default::default()).unwrap();
/// assert!(report.shanten.is_complete());
/// let best = &report.candidates[0];
/// // menzen tsumo and a red five, 2 han 40 fu: 1,300 from each
/// assert_eq!((best.action, best.play.value), (Action::Tsumo, 3_900.0));
/// ```
///
/// # Errors
/// When the exchange number asked for does not fit or makes no sense, when there are more draws than
/// unseen tiles, or when it was stopped.
pub fn analyze(
    position: &Position,
    situation: &Situation,
    options: &Options,
    watch: &mut Watch<'_>,
) -> Result<Report, SearchError> {
    let others = situation.opponents().filter(|_| options.others && options.danger);
    let forecast = others.map(|others| &others.forecast);
    let lasting = if options.others { nagashi::others(position, situation) } else { [0.0; 3] };
    let utility = RoundUtility::new(situation, position.melds(), options.objective, forecast, lasting);
    let mut analysis = Analysis {
        position,
        situation,
        options,
        utility: Arc::new(utility),
        progress: watch.progress,
        way: Way::Search,
        counted: Default::default(),
        recorded: Default::default(),
    };
    let begin = (watch.clock)();
    let mut last: Option<Report> = None;
    let stages = options.stages();
    let full =
        |most, hands| if most < options.room() { Ended::Hands { hands } } else { Ended::Memory { hands } };
    let mut ended = Ended::Depth;
    // what nobody sees is not searched
    let (first, too_large) = match (&watch.report, options.budget_ms) {
        (None, None) => analysis.deepest(&stages)?,
        _ => (0, None),
    };
    for (depth, &stage) in stages.iter().enumerate().skip(first) {
        let spent = (watch.clock)() - begin;
        let most = stage.max_hands;
        let affordable = match (&last, options.budget_ms) {
            // a hand costs at least as much as in the searches so far
            (Some(last), Some(budget)) if spent > 0.0 => {
                (last.hands as f64 * (budget - spent).max(0.0) / spent) as usize
            }
            _ => usize::MAX,
        };
        match analysis.report(stage, depth, most.min(affordable)) {
            Ok(report) => {
                let report = Report { depth, ..report };
                // at once, not when the next depth is there: that may take a hundred times as long
                if let Some(watcher) = watch.report.as_mut().filter(|_| depth + 1 < stages.len()) {
                    watcher(&report);
                }
                last = Some(report);
                ended = Ended::Depth;
            }
            Err(SearchError::TooLarge { hands }) if last.is_some() => {
                ended = if hands > most { full(most, hands) } else { Ended::Time { hands } };
                // what comes after it is larger still
                break;
            }
            Err(SearchError::TooLarge { hands }) if options.depth.is_free() => {
                analysis.way = Way::Estimate;
                last = Some(analysis.report(Stage { exchanges: None, ..stage }, depth, 0)?);
                ended = full(most, hands);
                break;
            }
            Err(error) => return Err(error),
        }
        if let Some(hands) = too_large {
            ended = full(most, hands);
            break;
        }
    }
    let last = last.expect("the first stage gives a report or an error");
    Ok(Report { ended, ..last })
}

/// [`analyze`] without anybody watching: only the last report.
///
/// # Errors
/// As [`analyze`].
pub fn analyze_at_once(
    position: &Position,
    situation: &Situation,
    options: &Options,
) -> Result<Report, SearchError> {
    let begin = || 0.0;
    let mut watch = Watch { progress: &Progress::default(), report: None, clock: begin };
    analyze(position, situation, options, &mut watch)
}

/// The report of one action alone, which [`crate::legal::check`] has found to be possible.
///
/// # Panics
/// When it is not, which is a mistake in the program.
pub fn only(mut report: Report, action: &Action) -> Report {
    report.candidates.retain(|candidate| candidate.action == *action);
    assert!(!report.candidates.is_empty(), "every legal action has a row");
    report
}

/// One question at one depth after the other.
struct Analysis<'a> {
    position: &'a Position,
    situation: &'a Situation,
    options: &'a Options,
    utility: Arc<RoundUtility>,
    progress: &'a Progress,
    way: Way,
    counted: RefCell<CountedHands>,
    recorded: Recorded,
}

/// How actions are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// By searches.
    Search,
    /// Searches are only counted: whether they fit.
    Count,
    /// By averages of searched hands: the hand is too far.
    Estimate,
}

impl Analysis<'_> {
    /// The deepest of these stages that fits, as those before it do, and how many hands the next one has at least.
    fn deepest(&mut self, stages: &[Stage]) -> Result<(usize, Option<usize>), SearchError> {
        if self.situation.history().is_some_and(|history| history.riichi.is_some()) {
            // the same at every depth
            return Ok((stages.len() - 1, None));
        }
        self.way = Way::Count;
        let mut at = depth::likely(self.position.shanten()).min(stages.len() - 1);
        let mut too_large = self.too_large(stages[at], at)?;
        if too_large.is_none() {
            while at + 1 < stages.len() {
                too_large = self.too_large(stages[at + 1], at + 1)?;
                if too_large.is_some() {
                    break;
                }
                at += 1;
            }
        } else {
            loop {
                if at == 0 {
                    // the first one says itself that it is too large
                    too_large = None;
                    break;
                }
                at -= 1;
                match self.too_large(stages[at], at)? {
                    None => break,
                    hands => too_large = hands,
                }
            }
        }
        self.counted.get_mut().end();
        self.way = Way::Search;
        Ok((at, too_large))
    }

    /// How many hands a stage has at least that does not fit; one that does is kept.
    fn too_large(&mut self, stage: Stage, depth: usize) -> Result<Option<usize>, SearchError> {
        let counted = self.report(stage, depth, stage.max_hands);
        let kept = self.counted.get_mut();
        match counted {
            Ok(_) => {
                kept.keep();
                Ok(None)
            }
            Err(SearchError::TooLarge { hands }) => {
                kept.forget();
                Ok(Some(hands))
            }
            Err(error) => Err(error),
        }
    }

    fn report(&self, stage: Stage, depth: usize, max_hands: usize) -> Result<Report, SearchError> {
        let shanten = self.position.shanten();
        let least = usize::try_from(shanten.get()).unwrap_or(0);
        let n = stage.exchanges.map_or(0, |exchanges| exchanges.number(least));
        let payments = self.payments();
        let mut found = Found::new(&payments);
        let riichi = self.situation.history().and_then(|history| history.riichi);
        match (self.position, riichi) {
            (&Position::Drawn { ref hand, drawn: Some(drawn) }, Some(riichi)) => {
                self.drawn_in_riichi(riichi, hand, drawn, &mut found)?;
            }
            (&Position::Waiting { ref hand, offered }, Some(riichi)) => {
                self.waiting_in_riichi(riichi, hand, offered, &mut found)?;
            }
            (&Position::Drawn { ref hand, drawn }, _) => {
                self.drawn(hand, drawn, &self.options(n, stage, max_hands), &mut found)?
            }
            (&Position::Waiting { ref hand, offered }, None) => {
                self.waiting(hand, offered, n, &self.options(n, stage, max_hands), &mut found)?;
            }
        }
        debug_assert!(
            self.way == Way::Count || found.is_all_of(&legal::actions(self.position, &self.permit()))
        );
        self.may_end(&mut found);
        self.go_for_nagashi(&mut found);
        self.correct(&mut found, depth, n.saturating_sub(least));
        self.tell(&mut found)?;
        Ok(Report {
            candidates: found.candidates,
            shanten,
            unseen: self.situation.unseen().total(),
            tiles_left: self.situation.tiles_left(),
            draws_left: found.draws,
            estimated: self.way == Way::Estimate,
            hands: found.hands,
            exchanges: n,
            calls: stage.calls,
            complete: n > least,
            depth,
            ended: Ended::Deeper,
        })
    }

    /// What the table lets the player do.
    fn permit(&self) -> Permit<'_> {
        self.situation.permit(self.position)
    }

    /// What an action's discard risks at once.
    fn risk(&self, action: &Action) -> End {
        let risk = |tile| Some(others::risk_of(self.situation.opponents()?, &self.utility, tile));
        action.discard().and_then(risk).unwrap_or(End::NEVER)
    }

    fn options(&self, n: usize, stage: Stage, max_hands: usize) -> search::Options {
        search::Options {
            exchanges: search::Exchanges::Exactly(n),
            calls: stage.calls,
            kans: if stage.calls == 0 { Kans::None } else { self.options.kans },
            fewer_after_call: stage.fewer,
            kuikae: self.situation.rules().kuikae,
            criterion: self.options.objective.searched(),
            discarded: self.situation.history().map_or(KindSet::EMPTY, |history| history.discarded),
            first_turn: self.situation.is_first_turn(),
            wanted: self.options.wanted,
            max_hands,
        }
    }

    fn search(
        &self,
        root: Root<'_>,
        chance: &Chance,
        kans: usize,
        options: &search::Options,
        found: &mut Found<'_>,
    ) -> Result<Rows, SearchError> {
        match self.way {
            Way::Search => self.searched((root, chance, &found.payments.points[kans]), options, found),
            Way::Count => {
                self.progress.check()?;
                self.counted.borrow_mut().count(root, self.situation.unseen(), options)?;
                Ok(Rows { rows: Vec::new(), estimated: false, search: None })
            }
            Way::Estimate => Ok(self.estimate(root, chance, &found.payments.points[kans], Scale::NONE)),
        }
    }

    /// The rows of a search, which is kept where some may have to tell more.
    fn searched<'p>(
        &self,
        (root, chance, payoffs): (Root<'_>, &Chance, &'p dyn Payoffs),
        options: &search::Options,
        found: &mut Found<'p>,
    ) -> Result<Rows, SearchError> {
        let (rows, search) = match self.options.detailed {
            Detailed::None => {
                let question = (root, self.situation.unseen(), chance, payoffs);
                let mut counted = self.counted.borrow_mut().take(root, options);
                let outcome = search::search_counted(question, options, &mut counted, self.progress)?;
                found.hands += outcome.hands;
                (outcome.rows, None)
            }
            Detailed::First | Detailed::All | Detailed::Of(_) => {
                (self.keep((root, chance, payoffs), options, found)?, Some(found.searches.len() - 1))
            }
        };
        Ok(Rows { rows, estimated: false, search })
    }

    /// A search after an action. One that leads away from a win, and does not fit, is estimated alone: it says nothing of how
    /// deep the others are searched.
    fn search_after(
        &self,
        root: Root<'_>,
        chance: &Chance,
        kans: usize,
        reach: &Reach,
        found: &mut Found<'_>,
    ) -> Result<Rows, SearchError> {
        match self.search(root, chance, kans, &reach.options, found) {
            Err(SearchError::TooLarge { .. }) if reach.farther && self.options.depth.is_free() => {
                Ok(self.estimate(root, chance, &found.payments.points[kans], found.scale))
            }
            rows => rows,
        }
    }

    fn estimate(&self, root: Root<'_>, chance: &Chance, points: &Points, scale: Scale) -> Rows {
        Rows { rows: far::rows(root, self.situation, chance, points, scale), estimated: true, search: None }
    }

    fn drawn(
        &self,
        hand: &DrawnHand,
        drawn: Option<Tile>,
        options: &search::Options,
        found: &mut Found<'_>,
    ) -> Result<(), SearchError> {
        let chance = others::after_discard(self.situation, self.options, &self.utility);
        found.draws = chance.draws;
        let called = self.situation.history().and_then(|history| history.called);
        let reach = Reach { options: options.clone(), farther: false };
        if self.permit().brink.discard {
            self.last_discards(hand, &chance, found);
        } else {
            self.discards(hand, called.unwrap_or_default(), &chance, &reach, found, |tile, riichi| {
                Action::Discard { tile, riichi }
            })?;
        }
        for (action, after) in legal::kans(hand, drawn, &self.permit()) {
            self.kan(action, &after, options, found)?;
        }
        self.wins(Action::Tsumo, found);
        if legal::actions(self.position, &self.permit()).contains(&Action::NineTerminals) {
            self.thrown_in(hand, found);
        }
        Ok(())
    }

    /// A row for every discard of a hand, in the order of tiles.
    fn discards(
        &self,
        hand: &DrawnHand,
        forbidden: KindSet,
        chance: &Chance,
        reach: &Reach,
        found: &mut Found<'_>,
        action: impl Fn(Tile, bool) -> Action,
    ) -> Result<(), SearchError> {
        let root = Root::Drawn { hand, forbidden };
        let rows = self.search_after(root, chance, 0, reach, found)?;
        let shapes = shape::discards(hand, self.situation.unseen());
        for (row, source) in rows.sourced() {
            let Move::Discard { tile, riichi } = row.action else { continue };
            let shape = shapes.iter().find(|shape| shape.tile == tile);
            let shape = shape.expect("shape and search list the same discards");
            let after = hand.discard(tile);
            let action = action(tile, riichi);
            let shape = (shape.shanten, shape.ukeire);
            match legal::end_of(&action, &self.permit()) {
                Some(why) => self.last_discard((action, why), shape, after, chance, found),
                None => found.push_known(action, shape, after, row.play).come_from(source),
            }
        }
        Ok(())
    }

    /// An own kan: the replacement draw, then as usual.
    fn kan(
        &self,
        action: Action,
        after: &WaitingHand,
        options: &search::Options,
        found: &mut Found<'_>,
    ) -> Result<(), SearchError> {
        if self.permit().brink.kan {
            self.last_kan(action, after, found);
            return Ok(());
        }
        let chance = others::after_kan(self.situation, self.options, &self.utility);
        let root = Root::Waiting { hand: after, from: Start::Replacement };
        let options = search::Options { first_turn: false, ..options.clone() };
        let reach = Reach::of(&options, shape::shanten(after));
        for (row, source) in self.search_after(root, &chance, 1, &reach, found)?.sourced() {
            let play = row.play.without_first_draw();
            found.push(action, after, self.situation, play).come_from(source);
        }
        Ok(())
    }

    fn waiting(
        &self,
        hand: &WaitingHand,
        offered: Option<Offered>,
        n: usize,
        options: &search::Options,
        found: &mut Found<'_>,
    ) -> Result<(), SearchError> {
        let options = search::Options { first_turn: false, ..options.clone() };
        let (chance, players) =
            others::before_draw(self.position, self.situation, self.options, &self.utility);
        found.draws = chance.draws;
        if let Some(why) = self.permit().broken_off {
            self.passed_last(hand, why, found);
            self.wins(Action::Ron, found);
            return Ok(());
        }
        let root = Root::Waiting { hand, from: Start::Offers(players) };
        let rows = self.search(root, &chance, 0, &options, found)?;
        let estimated = rows.estimated;
        for (row, source) in rows.sourced() {
            if !estimated {
                let points = &found.payments.points[0];
                found.scale = far::scale(&row.play, root, self.situation, &chance, points);
            }
            found.push(Action::Pass, hand, self.situation, row.play).come_from(source);
        }
        let Some(offered) = offered else { return Ok(()) };
        self.wins(Action::Ron, found);
        // the call is one of the exchanges, and one of the calls
        let options = search::Options {
            exchanges: search::Exchanges::Exactly(n.saturating_sub(1 + options.fewer_after_call)),
            calls: options.calls.saturating_sub(1),
            fewer_after_call: 0,
            ..options
        };
        let after = others::after_discard(self.situation, self.options, &self.utility);
        for called in legal::calls(hand, offered, &self.permit()) {
            let Called::Open { hand, own, forbidden } = &called else { continue };
            let reach = Reach::of(&options, shape::shanten(hand));
            let action = |discard, _| called.with(*own, discard);
            self.discards(hand, *forbidden, &after, &reach, found, action)?;
        }
        if let Some(Called::Kan { hand }) = legal::daiminkan(hand, offered, &self.permit()) {
            self.kan(Action::Daiminkan, &hand, &options, found)?;
        }
        Ok(())
    }
}
