//! Plays the actions of a decision out: each on the same walls, with hidden hands as they were.

use super::comparison::{compared, words};
use super::journal::{Action, Head, Line, Measure, PlayoutDecision, Reason, Witness};
use super::sample::SampledDecision;
use nanikiru::analyze::{self, Options, Spot, analyze_at_once};
use nanikiru::placement::Prospects;
use nanikiru::review::{Choice, Decision};
use nanikiru::round::last_wind;
use nanikiru::rules::Length;
use nanikiru::tile::BySeat;
use nanikiru_tools::claim::meld_of;
use nanikiru_tools::deal::play_on;
use nanikiru_tools::decisions::mix;
use nanikiru_tools::journal::Journal;
use nanikiru_tools::outcome::{RoundEnd, follow};
use nanikiru_tools::player::{Act, Player};
use nanikiru_tools::policy_seat::PolicySeat;
use nanikiru_tools::recorded::is_done;
use nanikiru_tools::wall::{Random, Rest};
use nanikiru_tools::workers;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// How decisions are worked on.
pub struct Work<'a> {
    /// What the journal says of itself.
    pub head: &'a Head,
    /// How they are analysed.
    pub options: &'a Options,
    /// Decisions at a time.
    pub threads: usize,
}

/// The lines of a sample, in its order; those that are known are not played again, the others are written in order.
///
/// # Errors
/// When the known lines are of other decisions, or a line cannot be written.
pub fn play(
    sample: &[SampledDecision],
    known: Vec<Line>,
    work: &Work<'_>,
    journal: Option<&Journal>,
) -> Result<Vec<Line>, String> {
    let Work { head, options, threads } = *work;
    let same = |(line, one): (&Line, &SampledDecision)| (line.key(), line.kind()) == (one.key, one.kind);
    if !known.iter().zip(sample).all(same) {
        return Err("the journal has other decisions: were the games others?".into());
    }
    let writer = Mutex::new(LineWriter { next: 0, early: BTreeMap::new(), journal });
    let begin = known.len().min(sample.len());
    let numbers: Vec<usize> = (begin..sample.len()).collect();
    let played = workers::each(&numbers, threads, |&number| {
        let line = line(&sample[number], head, options);
        let mut writer = writer.lock().expect("a panic of a worker ends the program");
        writer.write(number - begin, &line).map(|()| line)
    });
    let mut lines = known;
    lines.truncate(begin);
    for line in played {
        lines.push(line?);
    }
    Ok(lines)
}

/// Writes lines in their order, from any order of coming.
struct LineWriter<'a> {
    next: usize,
    early: BTreeMap<usize, Line>,
    journal: Option<&'a Journal>,
}

impl LineWriter<'_> {
    fn write(&mut self, at: usize, line: &Line) -> Result<(), String> {
        let Some(journal) = self.journal else { return Ok(()) };
        self.early.insert(at, line.clone());
        while let Some(line) = self.early.remove(&self.next) {
            journal.write(&line)?;
            self.next += 1;
        }
        Ok(())
    }
}

impl Line {
    /// The decision.
    pub fn key(&self) -> u64 {
        match self {
            Line::Compared(compared) => compared.key,
            Line::Left { key, .. } => *key,
        }
    }

    /// What was played of it, if anything.
    #[cfg(test)]
    pub const fn compared(&self) -> Option<&super::journal::PlayoutDecision> {
        match self {
            Line::Compared(compared) => Some(compared),
            Line::Left { .. } => None,
        }
    }

    /// What it decides.
    pub fn kind(&self) -> super::kind::Kind {
        match self {
            Line::Compared(compared) => compared.kind,
            Line::Left { kind, .. } => *kind,
        }
    }
}

fn line(sampled: &SampledDecision, head: &Head, options: &Options) -> Line {
    match compare(sampled, head, options) {
        Ok(compared) => Line::Compared(compared),
        Err(reason) => Line::Left { key: sampled.key, kind: sampled.kind, reason },
    }
}

fn compare(sampled: &SampledDecision, head: &Head, options: &Options) -> Result<PlayoutDecision, Reason> {
    let SampledDecision { key, kind, decision, length, .. } = sampled;
    let asked = Spot::of(&decision.round, decision.seat, *length).map_err(|_| Reason::Table)?;
    let report = analyze_at_once(&asked.position, &asked.situation, options).map_err(|_| Reason::Refused)?;
    let done = |action: &analyze::Action| is_done(&decision.done, sampled.discard, action);
    let most = head.actions.unwrap_or_else(|| kind.actions());
    let actions = compared(*kind, &report.candidates, &asked.situation, done, (most, *key));
    let mut actions = actions.ok_or(Reason::NoChoice)?;
    let scripts: Option<Vec<Vec<Act>>> =
        actions.iter().map(|one| script(&report.candidates[one.candidate].action, decision)).collect();
    let scripts = scripts.ok_or(Reason::Record)?;
    for number in 0..head.plays {
        let wall = Wall { seed: head.seed, key: *key, number: number as u64 };
        wall.play(sampled, head.measure, &scripts, &mut actions).map_err(|_| Reason::Record)?;
    }
    Ok(PlayoutDecision {
        key: *key,
        kind: *kind,
        game: sampled.game.clone(),
        number: sampled.number,
        tonpuu: *length == Length::Tonpuu,
        turn: decision.round.table().turn(decision.seat),
        shanten: report.shanten.get(),
        threat: sampled.threat.into(),
        actions,
    })
}

/// The lines of these decisions with what this build says of their actions; the plays stay.
///
/// # Errors
/// When a decision of the lines is missing, or the analysis no longer has one of its actions.
pub fn again(lines: Vec<Line>, sample: &[SampledDecision], work: &Work<'_>) -> Result<Vec<Line>, String> {
    let Work { options, threads, .. } = *work;
    let same = |(line, one): (&Line, &SampledDecision)| (line.key(), line.kind()) == (one.key, one.kind);
    if lines.len() != sample.len() || !lines.iter().zip(sample).all(same) {
        return Err("the journal has other decisions: were the games others?".into());
    }
    let both: Vec<(Line, &SampledDecision)> = lines.into_iter().zip(sample).collect();
    let lines = workers::each(&both, threads, |(line, sampled)| match line {
        Line::Compared(compared) => seen(compared, sampled, options).map(Line::Compared),
        Line::Left { .. } => Ok(line.clone()),
    });
    lines.into_iter().collect()
}

fn seen(
    compared: &PlayoutDecision,
    sampled: &SampledDecision,
    options: &Options,
) -> Result<PlayoutDecision, String> {
    let fail =
        |why: &dyn std::fmt::Display| format!("decision {} of {}: {why}", sampled.number, sampled.game);
    let SampledDecision { decision, length, .. } = sampled;
    let asked = Spot::of(&decision.round, decision.seat, *length).map_err(|error| fail(&error))?;
    let report = analyze_at_once(&asked.position, &asked.situation, options).map_err(|error| fail(&error))?;
    let mut seen = compared.clone();
    for action in &mut seen.actions {
        let same = |candidate: &analyze::Candidate| words(&candidate.action) == action.action;
        let at = report.candidates.iter().position(same).ok_or_else(|| fail(&action.action))?;
        let candidate = &report.candidates[at];
        action.witnesses = Witness::of(candidate).ok_or_else(|| fail(&"no probability"))?;
        action.candidate = at;
    }
    Ok(seen)
}

/// What a seat does to take an action; none for a call that is not possible.
fn script(action: &analyze::Action, decision: &Decision) -> Option<Vec<Act>> {
    use analyze::Action::{
        Ankan, Chi, Daiminkan, Discard, Kakan, Kita, NineTerminals, Pass, Pon, Ron, Tsumo,
    };
    let melds = match &decision.choice {
        Choice::Turn(turn) => &turn.kans[..],
        Choice::Offer(claims) => &claims.calls[..],
        Choice::AfterCall { .. } => &[],
    };
    let call = || meld_of(action, melds).map(Act::Call);
    Some(match *action {
        Discard { tile, riichi } => vec![Act::Discard { tile, riichi }],
        Chi { discard, .. } | Pon { discard, .. } => {
            vec![call()?, Act::Discard { tile: discard, riichi: false }]
        }
        Ankan { .. } | Kakan { .. } | Daiminkan => vec![call()?],
        Kita => vec![Act::Kita],
        Pass => vec![Act::Pass],
        Ron => vec![Act::Ron],
        Tsumo => vec![Act::Tsumo],
        NineTerminals => vec![Act::NineTerminals],
    })
}

/// A wall of a decision: all its actions are played on it.
struct Wall {
    seed: u64,
    key: u64,
    number: u64,
}

impl Wall {
    fn play(
        &self,
        SampledDecision { decision, length, .. }: &SampledDecision,
        measure: Measure,
        scripts: &[Vec<Act>],
        actions: &mut [Action],
    ) -> Result<(), String> {
        let &Wall { seed, key, number } = self;
        let prospects = Prospects::new(decision.round.table(), last_wind(*length));
        let rest = Rest::shuffled(&decision.round, Random::of(&[seed, key, number]))?;
        let player = PolicySeat::new(mix(mix(seed ^ mix(key)) ^ mix(number + 1)));
        let players = BySeat([&player as &dyn Player; 4]);
        for (script, action) in scripts.iter().zip(actions) {
            let begin = decision.round.clone();
            let (end, events) = play_on(begin, rest.clone(), *length, (decision.seat, script), players)
                .map_err(|wrong| wrong.to_string())?;
            let outcome = follow(decision.round.clone(), decision.seat, &events);
            let (outcome, over) = outcome.zip(end.table().over()).ok_or("the round has no end")?;
            action.changes.push(match measure {
                Measure::Points => outcome.change,
                Measure::Placement => (prospects.worth_after(decision.seat, &over)
                    - prospects.now(decision.seat))
                .round() as i32,
            });
            let end = RoundEnd::ALL.iter().position(|&end| end == outcome.round_end);
            action.ends[end.expect("all ends are listed")] += 1;
        }
        Ok(())
    }
}
