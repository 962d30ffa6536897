//! Decisions of recorded games with every action that could have been taken, as the analysis sees them, and what came of it.

use nanikiru::analyze::facts::nearest_to_orphans;
use nanikiru::analyze::{
    self, Action, Candidate, Depth, Options, Report, Spot, TableThreat, Watch, analyze_at_once,
};
use nanikiru::dense::is;
use nanikiru::replay::Length;
use nanikiru::review::{Choice, RecordedAction};
use nanikiru::search::Progress;
use nanikiru_tools::decisions::{hash, is_validation, mix};
use nanikiru_tools::games::each_game;
use nanikiru_tools::moment::Question;
use nanikiru_tools::recorded::{RecordedDecision, each_decision, is_done};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Of so many decisions of tonpuu three are looked at: decisions of one round end alike, so that a few of every game have more information
/// than many of some.
const OF: u64 = 250;
/// The same in hanchan, of which there are fewer.
const OF_HANCHAN: u64 = 80;
/// How many of them.
const LOOKED_AT: u64 = 3;
/// Where riichi or a kan is possible, and where a tile was called: one in a so many times smaller number of decisions is looked
/// at, and counts less for it.
const SELDOM: u64 = 10;
/// One decision in so many is searched to every depth: only what large searches add is fitted to these.
const DEPTHS: u64 = 64;

/// Numbers of a row.
pub const NUMBERS: usize = 40;

/// One action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row(pub [f32; NUMBERS]);

/// What a number of a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// 0 to 10: the sort of action.
    Action,
    /// The act of its case; -1 where it has none.
    Act,
    Shanten,
    Groups,
    Pairs,
    Open,
    Yaku,
    Depth,
    Beyond,
    Risk,
    RiskValue,
    Folds,
    Policy,
    Estimated,
    Ukeire,
    /// The five rates and the five values of the search.
    Rates,
    Values = Self::Rates as isize + 5,
    /// The five rates by the net of all recorded discards.
    Recorded = Self::Rates as isize + 10,
    /// How often the hand is tenpai by the search: ever, at a draw, and at one that its values count.
    Tenpai = Self::Rates as isize + 15,
    TenpaiAtDraw,
    Paid,
    /// Points that being tenpai there is worth.
    Noten,
    Orphans,
    /// Which call of a tile on offer it belongs to, 0 for passing; -1 where none is. What the nets say of the call, and of its discard.
    Call,
    CallShare,
    DiscardShare,
}

impl Row {
    /// A number.
    pub fn at(&self, at: At) -> f64 {
        f64::from(self.0[at as usize])
    }

    /// Five numbers.
    pub fn five(&self, at: At) -> [f64; 5] {
        std::array::from_fn(|i| f64::from(self.0[at as usize + i]))
    }

    fn of(candidate: &Candidate) -> Row {
        let mut row = [0.0; NUMBERS];
        let mut put = |at: At, number: f64| row[at as usize] = number as f32;
        put(At::Action, f64::from(sort(&candidate.action)));
        put(At::Act, candidate.facts.map_or(-1.0, |facts| f64::from(facts.case.act as u8)));
        put(At::Policy, candidate.policy.unwrap_or(-1.0));
        put(At::Estimated, is(candidate.estimated));
        put(At::Ukeire, f64::from(candidate.ukeire.tiles));
        put(At::Folds, candidate.play.fold_rate);
        put(At::Shanten, f64::from(candidate.shanten.get()));
        let taken = candidate.facts.and_then(|facts| facts.offer);
        put(At::Call, taken.map_or(-1.0, |taken| taken.call as f64));
        put(At::CallShare, taken.map_or(0.0, |taken| taken.share));
        put(At::DiscardShare, taken.map_or(0.0, |taken| taken.discard));
        if let Some(facts) = &candidate.facts {
            put(At::Groups, f64::from(facts.groups));
            put(At::Pairs, f64::from(facts.pairs));
            put(At::Open, is(facts.open));
            put(At::Yaku, f64::from(facts.yaku));
            put(At::Depth, facts.depth as f64);
            put(At::Beyond, facts.beyond as f64);
            put(At::Risk, facts.risk.rate);
            put(At::RiskValue, facts.risk.value);
            put(At::Tenpai, facts.tenpai);
            put(At::TenpaiAtDraw, facts.at_draw);
            put(At::Paid, facts.paid);
            put(At::Noten, facts.noten);
            put(At::Orphans, is(facts.orphans));
        }
        let searched = candidate.facts.map_or(candidate.play.parts, |facts| facts.searched);
        let recorded = candidate.facts.map_or([0.0; 5], |facts| facts.recorded);
        for (i, (part, recorded)) in searched.all().into_iter().zip(recorded).enumerate() {
            row[At::Rates as usize + i] = part.rate as f32;
            row[At::Values as usize + i] = part.value as f32;
            row[At::Recorded as usize + i] = recorded as f32;
        }
        Row(row)
    }
}

fn sort(action: &Action) -> u8 {
    match action {
        Action::Discard { riichi: false, .. } => 0,
        Action::Discard { riichi: true, .. } => 1,
        Action::Pass => 2,
        Action::Chi { .. } => 3,
        Action::Pon { .. } => 4,
        Action::Daiminkan => 5,
        Action::Ankan { .. } => 6,
        Action::Kakan { .. } => 7,
        Action::Tsumo => 8,
        Action::Ron => 9,
        Action::NineTerminals => 10,
        Action::Kita => 11,
    }
}

/// A decision, at one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Another number for each decision.
    pub key: u64,
    /// The same for decisions of one round.
    pub round: u64,
    /// Whether nothing is fitted on it.
    pub validation: bool,
    /// For how many decisions it stands.
    pub weight: f64,
    /// Whether it is the report that `fast` gives; others are of the same decision at other depths.
    pub fast: bool,
    /// How the round ended.
    pub end: usize,
    /// What the points changed by.
    pub change: f64,
    /// Whether its discard dealt in.
    pub at_once: bool,
    /// Whether the hand was tenpai before the round ended.
    pub tenpai: bool,
    /// Whether it was tenpai at an exhaustive draw.
    pub tenpai_at_draw: bool,
    /// Shanten before.
    pub shanten: i32,
    /// Own discards made so far, plus one.
    pub turn: usize,
    /// Tiles left.
    pub left: usize,
    /// What threatens: 0 to 3.
    pub threat: usize,
    /// Whether the hand was open before.
    pub open: bool,
    /// Hanchan.
    pub hanchan: bool,
    /// The dealer.
    pub dealer: bool,
    /// Which row was done.
    pub done: usize,
    /// All rows, best first.
    pub rows: Vec<Row>,
}

/// Numbers of a sample beside its rows.
const HEAD: usize = 19;

/// What a table begins with: it is of this layout.
fn title() -> Vec<u8> {
    format!("nanikiru decisions 2, {HEAD} and {NUMBERS} numbers\n").into_bytes()
}

impl Sample {
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let head: [f64; HEAD] = [
            f64::from_bits(self.key),
            f64::from_bits(self.round),
            is(self.validation),
            self.weight,
            is(self.fast),
            self.end as f64,
            self.change,
            is(self.at_once),
            f64::from(self.shanten),
            self.turn as f64,
            self.left as f64,
            self.threat as f64,
            is(self.open),
            is(self.hanchan),
            is(self.dealer),
            self.done as f64,
            self.rows.len() as f64,
            is(self.tenpai),
            is(self.tenpai_at_draw),
        ];
        for number in head {
            out.write_all(&number.to_bits().to_le_bytes())?;
        }
        for row in &self.rows {
            for number in row.0 {
                out.write_all(&number.to_le_bytes())?;
            }
        }
        Ok(())
    }

    fn read(bytes: &mut impl Read) -> std::io::Result<Sample> {
        let mut head = [0u64; HEAD];
        let mut eight = [0; 8];
        for number in &mut head {
            bytes.read_exact(&mut eight)?;
            *number = u64::from_le_bytes(eight);
        }
        let at = |i: usize| f64::from_bits(head[i]);
        let mut rows = Vec::with_capacity(at(16) as usize);
        for _ in 0..at(16) as usize {
            let mut row = [0.0; NUMBERS];
            let mut four = [0; 4];
            for number in &mut row {
                bytes.read_exact(&mut four)?;
                *number = f32::from_le_bytes(four);
            }
            rows.push(Row(row));
        }
        Ok(Sample {
            key: head[0],
            round: head[1],
            validation: at(2) > 0.0,
            weight: at(3),
            fast: at(4) > 0.0,
            end: at(5) as usize,
            change: at(6),
            at_once: at(7) > 0.0,
            tenpai: at(17) > 0.0,
            tenpai_at_draw: at(18) > 0.0,
            shanten: at(8) as i32,
            turn: at(9) as usize,
            left: at(10) as usize,
            threat: at(11) as usize,
            open: at(12) > 0.0,
            hanchan: at(13) > 0.0,
            dealer: at(14) > 0.0,
            done: at(15) as usize,
            rows,
        })
    }

    /// What was done.
    pub fn theirs(&self) -> &Row {
        &self.rows[self.done]
    }

    fn of(recorded: &RecordedDecision, name: &str, weight: f64) -> Vec<Sample> {
        let decision = recorded.decision;
        let Ok(asked) = Spot::of(&decision.round, decision.seat, recorded.length) else { return Vec::new() };
        let Some(outcome) = recorded.outcome() else { return Vec::new() };
        let position = &asked.position;
        let options = Options { depth: Depth::Fast, ..Options::default() };
        let Ok(fast) = analyze_at_once(position, &asked.situation, &options) else { return Vec::new() };
        let mut reports: Vec<Report> = Vec::new();
        if mix(recorded.key ^ 0xdee9).is_multiple_of(DEPTHS) {
            let mut take = |report: &Report| reports.push(report.clone());
            let progress = Progress::default();
            let mut watch = Watch { progress: &progress, report: Some(&mut take), clock: || 0.0 };
            let options = Options { depth: Depth::Full, ..options };
            let last = analyze::analyze(position, &asked.situation, &options, &mut watch);
            let repeated = |last: &Report| reports.iter().any(|report| report.depth == last.depth);
            if let Ok(last) = last
                && !repeated(&last)
            {
                reports.push(last);
            }
            reports.retain(|report| report.depth != fast.depth);
        }
        let history = asked.situation.history();
        if history.is_some_and(|history| history.riichi.is_some()) {
            return Vec::new();
        }
        let table = decision.round.table();
        let sample = |report: &Report, is_fast: bool| {
            let done = report
                .candidates
                .iter()
                .position(|row| is_done(&decision.done, recorded.discard(), &row.action))?;
            Some(Sample {
                key: recorded.key,
                round: mix(hash(name) ^ mix(recorded.at as u64)),
                validation: is_validation(name),
                weight,
                fast: is_fast,
                end: outcome.round_end as usize,
                change: f64::from(outcome.change),
                at_once: outcome.at_once,
                tenpai: outcome.tenpai,
                tenpai_at_draw: outcome.tenpai_at_draw,
                shanten: report.shanten.get(),
                turn: table.turn(decision.seat),
                left: report.tiles_left,
                threat: TableThreat::of(table, decision.seat) as usize,
                open: !table.player(decision.seat).is_closed(),
                hanchan: recorded.length == Length::Hanchan,
                dealer: table.dealer() == decision.seat,
                done,
                rows: report.candidates.iter().map(Row::of).collect(),
            })
        };
        let deeper = reports.iter().filter_map(|report| sample(report, false));
        sample(&fast, true).into_iter().chain(deeper).collect()
    }
}

/// Whether a discard left a far hand that is nearest to thirteen orphans. They are too few for figures of their own unless all are
/// looked at.
fn leaves_orphans(recorded: &RecordedDecision) -> bool {
    let decision = recorded.decision;
    let RecordedAction::Discard { tile, .. } = decision.done else { return false };
    let drawn = decision.round.drawn_hand(decision.seat);
    drawn.is_ok_and(|hand| hand.discard(tile).is_some_and(|after| nearest_to_orphans(&after)))
}

/// Looks at one in `share` of the decisions of games, and writes what is found to a file, which is there only once it is whole.
pub fn gather(paths: &[PathBuf], limit: usize, share: u64, path: &Path) -> Result<(), String> {
    let part = path.with_added_extension("part");
    let fail = |error: std::io::Error| format!("{}: {error}", part.display());
    let mut file = BufWriter::new(File::create(&part).map_err(fail)?);
    file.write_all(&title()).map_err(fail)?;
    let out = Mutex::new(file);
    let look = |_: (), name: &str, record: &[u8]| {
        each_decision(name, record, 0, &mut |recorded| {
            let seldom = match &recorded.decision.choice {
                Choice::Turn(turn) => !turn.riichi.is_empty() || !turn.kans.is_empty(),
                _ => matches!(recorded.decision.done, RecordedAction::Call(_)),
            };
            let of = match recorded.length {
                Length::Hanchan => OF_HANCHAN,
                Length::Tonpuu => OF,
            };
            let (looked_at, of) = match () {
                () if leaves_orphans(recorded) => (1, 1),
                () if seldom => (1, of / SELDOM),
                () => (LOOKED_AT, of),
            };
            let wanted = [Question::Discard, Question::Call, Question::Kan];
            if mix(recorded.key ^ 0x5a1e) % of < looked_at
                && mix(recorded.key ^ 0x54a1).is_multiple_of(share)
                && wanted.iter().any(|question| question.is_answered_by(recorded.decision))
            {
                let stands_for = of as f64 / looked_at as f64;
                let samples = Sample::of(recorded, name, stands_for * LOOKED_AT as f64 / OF as f64);
                let mut out = out.lock().expect("a panic of a worker ends the program");
                samples.iter().for_each(|sample| sample.write(&mut *out).expect("the table can be written"));
            }
        });
    };
    each_game(paths, limit, look, |(), ()| ())?;
    let mut out = out.into_inner().expect("a panic of a worker ends the program");
    out.flush().map_err(fail)?;
    std::fs::rename(&part, path).map_err(fail)
}

/// What a file has, in an order that does not depend on when it was found.
pub fn read(path: &Path) -> Result<Vec<Sample>, String> {
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(|error| fail(&error))?;
    parse(&mut BufReader::new(file)).map_err(|error| fail(&error))
}

fn parse(bytes: &mut impl BufRead) -> Result<Vec<Sample>, String> {
    let expected = title();
    let mut found = vec![0; expected.len()];
    if bytes.read_exact(&mut found).is_err() || found != expected {
        return Err("no table of decisions of this layout: remove it, and it is gathered anew".into());
    }
    let mut all = Vec::new();
    while !bytes.fill_buf().map_err(|error| error.to_string())?.is_empty() {
        let sample = Sample::read(bytes).map_err(|error| format!("decision {}: {error}", all.len() + 1))?;
        all.push(sample);
    }
    all.sort_by_key(|sample: &Sample| {
        (sample.round, sample.key, sample.rows.first().map(|r| r.0[At::Depth as usize] as i32))
    });
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(key: u64) -> Sample {
        Sample {
            key,
            round: 7,
            validation: false,
            weight: 1.0,
            fast: true,
            end: 1,
            change: -2_000.0,
            at_once: false,
            tenpai: true,
            tenpai_at_draw: false,
            shanten: 2,
            turn: 5,
            left: 50,
            threat: 0,
            open: false,
            hanchan: true,
            dealer: false,
            done: 0,
            rows: vec![Row([0.5; NUMBERS]); 2],
        }
    }

    #[test]
    fn a_table_is_read_whole_or_not_at_all() {
        let mut bytes = title();
        [1, 2].iter().for_each(|&key| sample(key).write(&mut bytes).unwrap());
        assert_eq!(parse(&mut &bytes[..]).unwrap(), [sample(1), sample(2)]);
        let cut = parse(&mut &bytes[..bytes.len() - 1]).unwrap_err();
        assert!(cut.starts_with("decision 2: "), "{cut}");
        let older = parse(&mut &bytes[1..]).unwrap_err();
        assert!(older.contains("of this layout"), "{older}");
    }
}
