//! One analysis: one stage after the other, from a quick first report to the deepest.

use super::analysis::{Analysis, Way};
use super::depth::{self, SearchEnd, Stage};
use super::options::Options;
use super::report::Report;
use super::searches::Draft;
use super::situation::Situation;
use super::utility::Payments;
use crate::legal::{self, Action, Position};
use crate::search::{Progress, SearchError, pool};

/// Callback for intermediate reports.
pub type Watcher<'a> = &'a mut dyn FnMut(&Report);

/// Progress, callback and clock of one analysis.
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
/// assert_eq!((best.action, best.play.value()), (Action::Tsumo, 3_900.0));
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
    let mut analysis = Analysis::new(position, situation, options, watch.progress);
    let stages = options.stages();
    if watch.report.is_none() && options.budget_ms.is_none() {
        // what nobody sees is not searched
        return pool::within(|| analysis.deepest_report(&stages));
    }
    let begin = (watch.clock)();
    let mut last: Option<Report> = None;
    let mut ended = SearchEnd::Depth;
    for (depth, &stage) in stages.iter().enumerate() {
        let spent = (watch.clock)() - begin;
        let most = stage.max_hands;
        let affordable = match (&last, options.budget_ms) {
            // a hand costs at least as much as in the searches so far
            (Some(last), Some(budget)) if spent > 0.0 => {
                (last.hands as f64 * (budget - spent).max(0.0) / spent) as usize
            }
            _ => usize::MAX,
        };
        match pool::within(|| analysis.report(stage, depth, most.min(affordable))) {
            Ok(report) => {
                // at once, not when the next depth is there: that may take a hundred times as long
                if let Some(watcher) = watch.report.as_mut().filter(|_| depth + 1 < stages.len()) {
                    watcher(&report);
                }
                last = Some(report);
            }
            Err(SearchError::TooLarge { hands }) if last.is_some() => {
                ended = if hands > most { options.full(most, hands) } else { SearchEnd::Time { hands } };
                // what comes after it is larger still
                break;
            }
            Err(SearchError::TooLarge { hands }) if analysis.may_estimate() => {
                return analysis.estimated(stage, depth, hands);
            }
            Err(error) => return Err(error),
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

impl Analysis<'_> {
    /// The report of the deepest of these stages that fits.
    fn deepest_report(&mut self, stages: &[Stage]) -> Result<Report, SearchError> {
        match self.deepest(stages) {
            Ok((depth, too_large)) => {
                let most = stages[depth].max_hands;
                let report = self.report(stages[depth], depth, most)?;
                let ended = too_large.map_or(SearchEnd::Depth, |hands| self.options.full(most, hands));
                Ok(Report { ended, ..report })
            }
            Err(SearchError::TooLarge { hands }) if self.may_estimate() => {
                self.estimated(stages[0], 0, hands)
            }
            Err(error) => Err(error),
        }
    }

    /// The deepest of these stages that fits, as those before it do, and how many hands the next one has at least; an error
    /// where not even the first one fits.
    fn deepest(&mut self, stages: &[Stage]) -> Result<(usize, Option<usize>), SearchError> {
        if self.riichi().is_some() {
            // the same at every depth
            return Ok((stages.len() - 1, None));
        }
        self.way = Way::Count;
        let deepest = self.deepest_counted(stages);
        self.counted().end();
        self.way = Way::Search;
        deepest
    }

    fn deepest_counted(&mut self, stages: &[Stage]) -> Result<(usize, Option<usize>), SearchError> {
        let mut at = depth::likely(self.position.shanten()).min(stages.len() - 1);
        let mut too_large = self.too_large(stages[at])?;
        if too_large.is_none() {
            while at + 1 < stages.len() {
                too_large = self.too_large(stages[at + 1])?;
                if too_large.is_some() {
                    break;
                }
                at += 1;
            }
        } else {
            loop {
                if let Some(hands) = too_large.filter(|_| at == 0) {
                    return Err(SearchError::TooLarge { hands });
                }
                at -= 1;
                match self.too_large(stages[at])? {
                    None => break,
                    hands => too_large = hands,
                }
            }
        }
        Ok((at, too_large))
    }

    /// The report of averages, where nothing is searched, since a stage has so many hands at least.
    fn estimated(&mut self, stage: Stage, depth: usize, hands: usize) -> Result<Report, SearchError> {
        self.way = Way::Estimate;
        let report = self.report(Stage { exchanges: None, ..stage }, depth, 0)?;
        Ok(Report { ended: self.options.full(stage.max_hands, hands), ..report })
    }

    /// How many hands a stage has at least that does not fit.
    fn too_large(&mut self, stage: Stage) -> Result<Option<usize>, SearchError> {
        let counted = {
            let payments = self.payments();
            self.candidates(stage, stage.max_hands, &payments).map(drop)
        };
        let mut kept = self.counted();
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

    fn payments(&self) -> Payments<'_> {
        Payments::new(self.position, self.situation, &self.utility)
    }

    /// Shanten, 0 for a complete hand, and the exchange number of a stage.
    fn exchanges(&self, stage: Stage) -> (usize, usize) {
        let least = usize::try_from(self.position.shanten().get()).unwrap_or(0);
        (least, stage.exchanges.map_or(0, |exchanges| exchanges.number(least)))
    }

    /// A candidate for every action, by searches alone.
    fn candidates<'p>(
        &self,
        stage: Stage,
        max_hands: usize,
        payments: &'p Payments<'p>,
    ) -> Result<Draft<'p>, SearchError> {
        let (_, n) = self.exchanges(stage);
        let mut draft = Draft::new(payments, stage.all_hands);
        match (self.position, self.riichi()) {
            (&Position::Drawn { ref hand, drawn: Some(drawn) }, Some(riichi)) => {
                self.drawn_in_riichi(riichi, hand, drawn, &mut draft)?;
            }
            (&Position::Waiting { ref hand, offered }, Some(riichi)) => {
                self.waiting_in_riichi(riichi, hand, offered, &mut draft)?;
            }
            (&Position::Drawn { ref hand, drawn }, _) => {
                self.drawn(hand, drawn, &self.options(n, stage, max_hands), &mut draft)?
            }
            (&Position::Waiting { ref hand, offered }, None) => {
                self.waiting(hand, offered, n, &self.options(n, stage, max_hands), &mut draft)?;
            }
        }
        Ok(draft)
    }

    fn report(&self, stage: Stage, depth: usize, max_hands: usize) -> Result<Report, SearchError> {
        let (least, n) = self.exchanges(stage);
        let payments = self.payments();
        let mut draft = self.candidates(stage, max_hands, &payments)?;
        debug_assert!(draft.is_all_of(&legal::actions(self.position, &self.permit())));
        self.may_end(&mut draft);
        self.go_for_nagashi(&mut draft);
        self.correct(&mut draft, depth, n.saturating_sub(least));
        self.add_details(&mut draft)?;
        Ok(Report {
            candidates: draft.candidates,
            shanten: self.position.shanten(),
            unseen: self.situation.unseen().total(),
            tiles_left: self.situation.tiles_left(),
            draws_left: draft.draws,
            estimated: self.way == Way::Estimate,
            hands: draft.hands,
            exchanges: n,
            calls: stage.calls,
            complete: n > least,
            depth,
            ended: SearchEnd::Deeper,
        })
    }
}
