//! How a round ends, with what its events leave out.

use super::draw::RecordedDraw;
use super::{Problem, RoundLog, WinClaim, indicators};
use crate::legal::worths;
use crate::replay::Reading;
use crate::round::{Event, Illegal, RawRound, Round, STICK, Source, WinEvent};
use crate::rules::Rules;
use crate::tile::{BySeat, Seat, Tile};
use arrayvec::ArrayVec;

/// The end of a round as its events say it.
pub(super) enum End {
    Won(Vec<WinEnd>),
    Drawn(DrawEnd),
}

/// A win; `None` is what its event leaves out.
pub(super) struct WinEnd {
    pub seat: Seat,
    pub source: Source,
    pub tile: Tile,
    pub ura: Option<Vec<Tile>>,
    pub gains: Option<BySeat<i32>>,
    /// The points after it.
    pub scores: Option<BySeat<i32>>,
}

/// A draw.
pub(super) struct DrawEnd {
    pub recorded: RecordedDraw,
    /// The points after it.
    pub scores: Option<BySeat<i32>>,
}

/// A round with all its events.
///
/// # Errors
/// At the first event that is not legal.
pub(super) fn played(log: &RoundLog, rules: &Rules) -> Result<Round, Illegal> {
    let mut round = Round::deal(log.raw.clone(), rules)?;
    log.events.iter().try_for_each(|event| round.apply(event))?;
    Ok(round)
}

fn minus(a: BySeat<i32>, b: BySeat<i32>) -> BySeat<i32> {
    BySeat::from_fn(|seat| a[seat].saturating_sub(b[seat]))
}

/// What a record says of a round beside its events, to close it by.
pub(super) struct Closing<'a> {
    pub end: &'a End,
    /// Who has declared riichi with the last discard, without a word of its being accepted.
    pub declared: Option<Seat>,
    pub rules: &'a Rules,
    /// The points before the round.
    pub scores: BySeat<i32>,
    /// Those that the next one begins with.
    pub after: Option<BySeat<i32>>,
}

/// A round whose wins are claimed to be these.
pub(super) fn close(
    raw: RawRound,
    events: Vec<Event>,
    claims: Vec<WinClaim>,
    closing: &Closing<'_>,
) -> Reading<RoundLog> {
    let events = indicators::settle(events, closing.rules.kan_dora);
    let mut log = RoundLog { raw, events, claims, absences: Vec::new() };
    let ends = ended(&log, closing)?;
    log.events.extend(ends);
    Ok(log)
}

/// The events that end a round whose others are in `log`.
fn ended(log: &RoundLog, closing: &Closing<'_>) -> Reading<Vec<Event>> {
    let Closing { end, declared, rules, scores, .. } = *closing;
    let accepted = log.events.iter().filter_map(|event| match event {
        Event::RiichiAccepted { seat } => Some(*seat),
        _ => None,
    });
    let scores = accepted.fold(scores, paid_stick);
    match end {
        End::Won(wins) => won(log, wins, &Closing { scores, ..*closing }),
        End::Drawn(drawn) => {
            let mut round = played(log, rules).map_err(Problem::Drawn)?;
            let mut events = Vec::new();
            let mut scores = scores;
            if let Some(seat) = declared.filter(|_| !drawn.recorded.is_triple_ron(&round)) {
                let event = Event::RiichiAccepted { seat };
                round.apply(&event).map_err(Problem::Drawn)?;
                events.push(event);
                scores = paid_stick(scores, seat);
            }
            let mut recorded = drawn.recorded.clone();
            recorded.gains = recorded.gains.or(drawn.scores.map(|after| minus(after, scores)));
            events.push(recorded.event(&round).map_err(Problem::Drawn)?);
            Ok(events)
        }
    }
}

fn paid_stick(scores: BySeat<i32>, seat: Seat) -> BySeat<i32> {
    BySeat::from_fn(|s| scores[s].saturating_sub(if s == seat { STICK } else { 0 }))
}

/// The wins of a round; the points before them are those after the riichi sticks.
fn won(log: &RoundLog, wins: &[WinEnd], closing: &Closing<'_>) -> Reading<Vec<Event>> {
    let Closing { rules, scores, after, .. } = *closing;
    let mut events = Vec::with_capacity(wins.len());
    for win in wins {
        // some writers show what lies under the indicators to every winner
        let riichi =
            log.events.iter().any(|event| matches!(event, Event::Riichi { seat } if *seat == win.seat));
        let shown = win.ura.as_deref().filter(|_| riichi && rules.ura_dora).unwrap_or_default();
        let ura = ArrayVec::try_from(shown).map_err(|_| Problem::Value {
            attribute: "hora.ura_markers".to_string(),
            value: format!("{} tiles", shown.len()),
        })?;
        let (seat, source, tile) = (win.seat, win.source, win.tile);
        events.push(WinEvent { seat, source, tile, ura, gains: BySeat::default() });
    }
    let mut computed = None;
    let mut now = scores;
    for (i, win) in wins.iter().enumerate() {
        let unseen = events[i].ura.is_empty() && rules.ura_dora;
        let next = after.filter(|_| unseen && wins.len() == 1).map(|after| minus(after, now));
        let gains = win.gains.or(win.scores.map(|after| minus(after, now))).or(next);
        let gains = match gains {
            Some(gains) => gains,
            None => {
                if computed.is_none() {
                    let round = played(log, rules).map_err(Problem::Drawn)?;
                    computed = Some(worths(&round, &events).map_err(Problem::Worth)?);
                }
                computed.as_ref().map_or(BySeat::default(), |all| all[i].1)
            }
        };
        events[i].gains = gains;
        now = BySeat::from_fn(|seat| now[seat].saturating_add(gains[seat]));
    }
    Ok(events.into_iter().map(Event::Win).collect())
}
