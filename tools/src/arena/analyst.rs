//! The player that asks `analyze` and does what it recommends.

use crate::arena::plain::Plain;
use nanikiru::analyze::{Action, Candidate, Depth, Objective, Options, Watch, analyze};
use nanikiru::review::{Choice, Claims, Turn};
use nanikiru::search::Progress;
use nanikiru_tools::claim;
use nanikiru_tools::player::{Act, HandAfterCall, Moment, Player, Thought};
use std::sync::LazyLock;
use std::time::Instant;

/// Does the first candidate of every analysis, for placement points. In riichi it wins where it can, sets norths aside,
/// and declares a kan while nobody else is in riichi; it throws in nine terminals and honours. What the analysis cannot
/// answer, it does like [`Plain`].
#[derive(Clone, PartialEq, Debug)]
pub struct Analyst {
    options: Options,
    score: Score,
}

/// What an analyst knows of the points of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Known,
    /// All look as they did at the start, so that neither value nor policy nor danger knows who leads.
    Even,
}

/// A name, and what it changes.
type Change = (&'static str, fn(&mut Analyst));

/// What an analyst can be without, by name.
pub const CHANGES: [Change; 7] = [
    ("fast", |analyst| analyst.options.depth = Depth::Fast),
    ("no-calls", |analyst| analyst.options.calls = 0),
    ("no-danger", |analyst| analyst.options.danger = false),
    ("no-policy", |analyst| analyst.options.policy = false),
    ("no-placement", |analyst| {
        analyst.options.objective = Objective::Points;
        analyst.score = Score::Even;
    }),
    ("points", |analyst| analyst.options.objective = Objective::Points),
    ("alone", |analyst| analyst.options.others = false),
];

impl Analyst {
    /// One with these changes.
    ///
    /// # Errors
    /// When there is no change of a name.
    pub fn with<'a>(
        changes: impl Iterator<Item = &'a str>,
        budget_ms: Option<f64>,
    ) -> Result<Analyst, String> {
        let options = Options { budget_ms, objective: Objective::Placement, ..Options::default() };
        let mut analyst = Analyst { options, score: Score::Known };
        for change in changes {
            let known = CHANGES.iter().find(|(name, _)| *name == change);
            let (_, change) = known.ok_or_else(|| {
                let names: Vec<&str> = CHANGES.iter().map(|(name, _)| *name).collect();
                format!("an analyst cannot be {change:?}; it can be {}", names.join(", "))
            })?;
            change(&mut analyst);
        }
        Ok(analyst)
    }

    /// What it asks with.
    #[cfg(test)]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What the analysis would do, if it says so, and what it says of it if it is a call.
    fn recommended(&self, moment: &Moment) -> Option<(Act, Option<HandAfterCall>)> {
        let asked = match self.score {
            Score::Known => moment.asked(),
            Score::Even => moment.asked_at_even_scores(),
        };
        let asked = asked.ok()?;
        let mut watch = Watch { progress: &Progress::default(), report: None, clock: milliseconds };
        let report = analyze(&asked.position, &asked.situation, &self.options, &mut watch).ok()?;
        let calls = self.options.calls > 0;
        report
            .candidates
            .iter()
            .find_map(|candidate| Some((act(moment.choice(), &candidate.action, calls)?, called(candidate))))
    }
}

/// Of a call on another's tile.
fn called(candidate: &Candidate) -> Option<HandAfterCall> {
    let is_call = matches!(candidate.action, Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan);
    let facts = candidate.facts.filter(|_| is_call)?;
    Some(HandAfterCall { away: facts.yaku, folds: facts.folds })
}

/// Since the program asked first.
fn milliseconds() -> f64 {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed().as_secs_f64() * 1e3
}

/// A candidate as an act; none for open calls of who does without them.
fn act(choice: &Choice, action: &Action, calls: bool) -> Option<Act> {
    match *action {
        Action::Discard { tile, riichi } => Some(Act::Discard { tile, riichi }),
        Action::Tsumo => Some(Act::Tsumo),
        Action::NineTerminals => Some(Act::NineTerminals),
        Action::Ron => Some(Act::Ron),
        Action::Pass => Some(Act::Pass),
        Action::Kita => Some(Act::Kita),
        Action::Ankan { .. } | Action::Kakan { .. } => {
            let Choice::Turn(turn) = choice else { return None };
            claim::meld_of(action, &turn.kans).map(Act::Call)
        }
        Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => {
            let Choice::Offer(claims) = choice else { return None };
            claim::meld_of(action, &claims.calls).filter(|_| calls).map(Act::Call)
        }
    }
}

impl Player for Analyst {
    fn act(&self, moment: &Moment, thought: &mut Thought) -> Act {
        match moment.choice() {
            Choice::Turn(turn) if moment.in_riichi() => return in_riichi(moment, turn),
            Choice::Turn(Turn { nine_terminals: true, tsumo: false, .. }) => return Act::NineTerminals,
            Choice::Offer(claims) if moment.in_riichi() => return win(claims),
            Choice::Offer(claims) if self.options.calls == 0 && !claims.ron => return Act::Pass,
            _ => {}
        }
        let begin = Instant::now();
        let found = self.recommended(moment).filter(|&(act, _)| moment.allows(act));
        thought.add(begin.elapsed(), found.is_some());
        if let Some((_, Some(called))) = found {
            thought.called(called);
        }
        found.map_or_else(|| Plain.act(moment, thought), |(act, _)| act)
    }
}

fn in_riichi(moment: &Moment, turn: &Turn) -> Act {
    match turn {
        Turn { tsumo: true, .. } => Act::Tsumo,
        Turn { kita: true, .. } => Act::Kita,
        Turn { kans, .. } if !kans.is_empty() && !moment.others_in_riichi() => Act::Call(kans[0]),
        Turn { discards, .. } => Act::Discard { tile: discards[0], riichi: false },
    }
}

fn win(claims: &Claims) -> Act {
    if claims.ron { Act::Ron } else { Act::Pass }
}
