//! mjai: one JSON object a line, as game servers and bots exchange them.
//!
//! Read are the events `start_game`, `start_kyoku`, `tsumo`, `dahai`, `reach`, `reach_accepted`, `chi`,
//! `pon`, `daiminkan`, `ankan`, `kakan`, `dora`, `hora`, `ryukyoku`, `end_kyoku` and `end_game` of four
//! players. All hands have to be shown: a log of what one player saw, in which the others' tiles are `?`,
//! is refused as [`Problem::Hidden`], because a [`RoundLog`] is a whole round.
//!
//! mjai names neither the rules nor the yaku: the room is [`Room::USUAL`] but for `aka_flag` and
//! `kyoku_first` of `start_game` (4 in an east-only game), and the claims of wins are empty. Writers differ in
//! the words for the `reason` of a draw: see the module `reason`; without one, or with an unknown one, it is the reason
//! that the table allows. They also differ in when they name a new dora indicator; it is put where the table turns it.

mod fields;
mod heard;
mod indicators;
mod meld;
mod reason;
mod write;

pub use heard::{Dealt, Heard, hear};
pub use write::write;

use super::unpack::{Text, unmarked};
use super::{Length, PART, Problem, ReadError, ReadOptions, Room, RoundLog, Stated, WinClaim, tenpai};
use crate::hand::{Call, Meld};
use crate::round::{Drawn, Event, Manner, Opening, Phase, RawRound, Reason, Round, STICK, Source, WinEvent};
use crate::rules::{RedFives, Rules};
use crate::tile::{BySeat, Kind, Seat, Tile, Wind};
use arrayvec::ArrayVec;
use fields::{Fields, by_seat, hides, number, points, seat, tile, tiles};
use meld::meld;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

type Read<T> = Result<T, Problem>;

/// Reads one game, round by round.
pub struct Reader<'a> {
    text: Text<'a>,
    /// Where the next line begins.
    at: usize,
    options: ReadOptions,
    stated: Option<Stated>,
    names: Option<BySeat<String>>,
    open: Option<Open>,
    /// Points after the last round, for records that name them only at the start.
    scores: BySeat<i32>,
    /// What comes after the last whole round.
    failed: Option<ReadError>,
    rounds: usize,
    done: bool,
}

/// The round being read.
struct Open {
    log: RoundLog,
    /// The tile that can be won: the last drawn, discarded or added one, and whose it is.
    last: Option<(Seat, Tile)>,
    ended: bool,
}

/// Whether a line is an event of mjai, or the beginning of one.
pub(super) fn is_event(line: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Probe<'a> {
        #[serde(rename = "type", borrow)]
        kind: Option<Cow<'a, str>>,
    }
    const AROUND: [&str; 6] = ["start_game", "start_kyoku", "end_kyoku", "end_game", "nukidora", "kita"];
    match serde_json::from_slice::<Probe>(line) {
        Ok(Probe { kind: Some(kind) }) => AROUND.contains(&&*kind) || KNOWN.contains(&&*kind),
        Ok(Probe { kind: None }) => false,
        Err(_) => {
            let mut letters = line.iter().filter(|b| !b.is_ascii_whitespace());
            b"{\"type\":".iter().all(|b| letters.next() == Some(b))
        }
    }
}

/// Events of a round, above what is possible: 70 draws with their discards, riichi, calls and indicators.
const MOST: usize = 300;

impl<'a> Reader<'a> {
    /// A reader of one game's lines.
    pub fn new(lines: impl Into<Text<'a>>) -> Reader<'a> {
        Reader::with(lines, ReadOptions::default())
    }

    /// The same, with what the caller says where the record does not.
    pub fn with(lines: impl Into<Text<'a>>, options: ReadOptions) -> Reader<'a> {
        let text: Text = lines.into();
        let at = text.len() - unmarked(&text).len();
        Reader {
            text,
            at,
            options,
            stated: None,
            names: None,
            open: None,
            scores: BySeat([Rules::TENHOU.start; 4]),
            failed: None,
            rounds: 0,
            done: false,
        }
    }

    /// The rules of the game, once the first round has been asked for.
    pub fn room(&self) -> Option<Room> {
        self.stated.as_ref().map(|stated| stated.room(self.options.rules.as_ref()))
    }

    /// What the record says about its rules, once the first round has been asked for.
    pub fn stated(&self) -> Option<&Stated> {
        self.stated.as_ref()
    }

    /// The players' names by seat, once the first round has been asked for.
    pub fn names(&self) -> Option<&BySeat<String>> {
        self.names.as_ref()
    }

    /// The text, and where the next line begins.
    pub(super) fn place(&self) -> (&[u8], usize) {
        (&self.text, self.at)
    }

    /// Where another game begins behind this one.
    fn second_game(&self) -> Option<usize> {
        let (rest, begin) = (&self.text[self.at..], b"\"start_game\"");
        let more = rest.windows(begin.len()).position(|part| part == begin)?;
        Some(self.at + rest[..more].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1))
    }

    /// The next round; no more when the game has ended.
    fn advance(&mut self) -> Result<Option<RoundLog>, (usize, Problem)> {
        loop {
            let start = self.at;
            let rest = &self.text[start..];
            if rest.is_empty() {
                return Err((start, Problem::Unfinished));
            }
            let end = rest.iter().position(|&b| b == b'\n').map_or(self.text.len(), |i| start + i + 1);
            self.at = end;
            let line = self.text[start..end].trim_ascii();
            if line.is_empty() {
                continue;
            }
            if line.len() > PART {
                return Err((start, Problem::TooLong { what: "bytes", count: line.len() }));
            }
            let object: Map<String, Value> = match serde_json::from_slice(line) {
                Ok(object) => object,
                Err(error) if error.is_eof() && end == self.text.len() => {
                    return Err((end, Problem::Unfinished));
                }
                Err(error) => return Err((start, Problem::Json(error.to_string()))),
            };
            let no_type = || Problem::Missing { element: "event".to_string(), attribute: "type" };
            let fields = Fields::new(object).ok_or_else(|| (start, no_type()))?;
            if let Some(round) = self.event(&fields).map_err(|problem| (start, problem))? {
                return Ok(Some(round));
            }
            if fields.kind == "end_game" {
                return self.second_game().map_or(Ok(None), |at| Err((at, Problem::SecondGame)));
            }
        }
    }

    /// Takes an event in; the round that it closes, if it does.
    fn event(&mut self, fields: &Fields) -> Read<Option<RoundLog>> {
        let misplaced = || Problem::Misplaced(fields.kind.clone());
        match &fields.kind[..] {
            "start_game" => {
                if self.stated.is_some() {
                    return Err(misplaced());
                }
                self.start_game(fields)?;
                Ok(None)
            }
            "start_kyoku" => {
                if self.stated.is_none() {
                    return Err(misplaced());
                }
                let before = self.close();
                if self.open.is_some() {
                    return Err(Problem::Unfinished);
                }
                match self.start_kyoku(fields) {
                    Ok(fresh) => self.open = Some(fresh),
                    // the round before is whole all the same
                    Err(problem) if before.is_some() => self.failed = Some(self.error(fields, problem)),
                    Err(problem) => return Err(problem),
                }
                Ok(before)
            }
            "end_kyoku" => match self.close() {
                Some(log) => Ok(Some(log)),
                None => Err(misplaced()),
            },
            "end_game" => match self.close() {
                Some(log) => {
                    self.done = true;
                    self.failed = self
                        .second_game()
                        .map(|at| ReadError::new(&self.text, at, self.rounds + 1, Problem::SecondGame));
                    Ok(Some(log))
                }
                None if self.open.is_some() => Err(Problem::Unfinished),
                None => Ok(None),
            },
            "nukidora" | "kita" => Err(Problem::ThreePlayers),
            _ => {
                let rules = self.room().unwrap_or(Room::USUAL).rules;
                match &mut self.open {
                    Some(open) => open.event(fields, &rules).map(|()| None),
                    None if KNOWN.contains(&&fields.kind[..]) => Err(misplaced()),
                    None => Err(Problem::Element(fields.kind.clone())),
                }
            }
        }
    }

    fn error(&self, _: &Fields, problem: Problem) -> ReadError {
        let line = self.text[..self.at].trim_ascii_end();
        let start = line.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        ReadError::new(&self.text, start, self.rounds + 1, problem)
    }

    fn start_game(&mut self, fields: &Fields) -> Read<()> {
        let names = fields.maybe("names", |value| {
            value.as_array()?.iter().map(|name| name.as_str().map(str::to_string)).collect::<Option<Vec<_>>>()
        })?;
        if let Some(names) = names {
            let count = names.len();
            let wrong =
                Problem::Value { attribute: "start_game.names".to_string(), value: format!("{count} names") };
            let wrong = if count == 3 { Problem::ThreePlayers } else { wrong };
            self.names = Some(BySeat(<[String; 4]>::try_from(names).map_err(|_| wrong)?));
        }
        let red_fives = fields.maybe("aka_flag", Value::as_bool)?;
        let length = fields.maybe("kyoku_first", |value| match value.as_u64()? {
            0 => Some(Length::Hanchan),
            4 => Some(Length::Tonpuu),
            _ => None,
        })?;
        // another writer's word for other rules is as good as none
        let rules = fields.maybe("rules", |value| Some(value.as_str().and_then(|name| Rules::preset(name).ok())))?;
        self.stated = Some(Stated {
            rules: rules.flatten(),
            red_fives: red_fives.map(|red| if red { RedFives::THREE } else { RedFives::NONE }),
            kuitan: fields.maybe("kuitan", Value::as_bool)?,
            length,
            ..Stated::default()
        });
        Ok(())
    }

    fn start_kyoku(&mut self, fields: &Fields) -> Read<Open> {
        let hands = fields.required("tehais", |value| Some(value.as_array()?.clone()))?;
        if hands.len() == 3 {
            return Err(Problem::ThreePlayers);
        }
        if let Some((seat, _)) = Seat::ALL.into_iter().zip(&hands).find(|(_, hand)| hides(hand)) {
            return Err(Problem::Hidden { seat });
        }
        let hands = fields
            .required("tehais", |value| by_seat(value, |hand| <[Tile; 13]>::try_from(tiles(hand)?).ok()))?;
        let wind = fields.required("bakaze", |value| {
            let kind = tile(value)?.kind();
            Wind::ALL.into_iter().find(|&wind| Kind::wind(wind) == kind)
        })?;
        if let Some(scores) = fields.maybe("scores", points)? {
            self.scores = scores;
        }
        let opening = Opening {
            wind,
            dealer: fields.required("oya", seat)?,
            honba: fields.required("honba", number)?,
            sticks: fields.required("kyotaku", number)?,
            scores: self.scores,
            indicator: fields.required("dora_marker", tile)?,
        };
        let log = RoundLog {
            raw: RawRound { opening, hands },
            events: Vec::with_capacity(160),
            claims: Vec::new(),
            absences: Vec::new(),
        };
        Ok(Open { log, last: None, ended: false })
    }

    /// The open round, if it has ended.
    fn close(&mut self) -> Option<RoundLog> {
        let Open { mut log, .. } = self.open.take_if(|open| open.ended)?;
        log.events = indicators::settle(log.events);
        for event in &log.events {
            match event {
                Event::RiichiAccepted { seat } => {
                    self.pay(BySeat::from_fn(|s| i32::from(s == *seat) * -STICK))
                }
                Event::Win(WinEvent { gains, .. }) | Event::Drawn { gains, .. } => self.pay(*gains),
                _ => {}
            }
        }
        Some(log)
    }

    fn pay(&mut self, gains: BySeat<i32>) {
        // absurd points are for `round` to refuse
        self.scores = BySeat::from_fn(|seat| self.scores[seat].saturating_add(gains[seat]));
    }
}

/// What can happen inside a round.
const KNOWN: [&str; 12] = [
    "tsumo",
    "dahai",
    "reach",
    "reach_accepted",
    "chi",
    "pon",
    "daiminkan",
    "ankan",
    "kakan",
    "dora",
    "hora",
    "ryukyoku",
];

impl Open {
    fn event(&mut self, fields: &Fields, rules: &Rules) -> Read<()> {
        let misplaced = || Problem::Misplaced(fields.kind.clone());
        if !KNOWN.contains(&&fields.kind[..]) {
            return Err(Problem::Element(fields.kind.clone()));
        }
        let second_win = fields.kind == "hora" && matches!(self.log.events.last(), Some(Event::Win(_)));
        if self.ended && !second_win {
            return Err(misplaced());
        }
        if self.log.events.len() == MOST {
            return Err(Problem::TooLong { what: "events", count: MOST + 1 });
        }
        let event = match &fields.kind[..] {
            "tsumo" => {
                let seat = fields.actor()?;
                let tile = fields.tile("pai", seat)?;
                self.last = Some((seat, tile));
                Event::Draw { seat, tile }
            }
            "dahai" => {
                let seat = fields.actor()?;
                let tile = fields.tile("pai", seat)?;
                let tsumogiri = fields.required("tsumogiri", Value::as_bool)?;
                self.last = Some((seat, tile));
                let manner = if tsumogiri { Manner::Tsumogiri } else { Manner::Tedashi };
                Event::Discard { seat, tile, manner }
            }
            "reach" => Event::Riichi { seat: fields.actor()? },
            "reach_accepted" => Event::RiichiAccepted { seat: fields.actor()? },
            "dora" => Event::Dora { indicator: fields.required("dora_marker", tile)? },
            "hora" => {
                let win = self.hora(fields)?;
                self.log.claims.push(WinClaim::default());
                self.ended = true;
                Event::Win(win)
            }
            "ryukyoku" => {
                let event = self.ryukyoku(fields, rules)?;
                self.ended = true;
                event
            }
            _ => {
                let seat = fields.actor()?;
                Event::Call { seat, meld: self.meld(fields, seat)? }
            }
        };
        self.log.events.push(event);
        Ok(())
    }

    fn meld(&mut self, fields: &Fields, actor: Seat) -> Read<Meld> {
        let own = self.log.events.iter().filter_map(|event| match event {
            Event::Call { seat, meld } if *seat == actor => Some(*meld),
            _ => None,
        });
        let meld = meld(fields, actor, own)?;
        // what can be robbed
        match meld.call() {
            Call::Ankan => {
                self.last = fields.tiles("consumed", actor)?.first().map(|&tile| (actor, tile));
            }
            Call::Kakan { added, .. } => self.last = Some((actor, added)),
            _ => {}
        }
        Ok(meld)
    }

    fn hora(&self, fields: &Fields) -> Read<WinEvent> {
        let seat = fields.actor()?;
        let from = fields.required("target", fields::seat)?;
        let (whose, tile) = self.last.ok_or_else(|| Problem::Misplaced(fields.kind.clone()))?;
        if whose != from {
            let value = from.index().to_string();
            return Err(Problem::Value { attribute: "hora.target".to_string(), value });
        }
        let ura = match fields.maybe("ura_markers", tiles)? {
            Some(ura) => Some(ura),
            None => fields.maybe("uradora_markers", tiles)?,
        };
        let count = ura.as_ref().map_or(0, Vec::len);
        let ura = ArrayVec::try_from(&ura.unwrap_or_default()[..]).map_err(|_| Problem::Value {
            attribute: "hora.ura_markers".to_string(),
            value: format!("{count} tiles"),
        })?;
        let source = if from == seat { Source::Tsumo } else { Source::Ron { from } };
        Ok(WinEvent { seat, source, tile, ura, gains: fields.required("deltas", points)? })
    }

    fn ryukyoku(&self, fields: &Fields, rules: &Rules) -> Read<Event> {
        let gains = fields.maybe("deltas", points)?.unwrap_or_default();
        let told = fields.maybe("tenpais", |value| by_seat(value, Value::as_bool))?;
        let paid = gains.0.iter().any(|&points| points > 0);
        let shown = told.or(paid.then(|| BySeat::from_fn(|seat| gains[seat] > 0)));
        let reason = fields.maybe("reason", |value| Some(value.as_str()?.to_string()))?;
        let drawer = match self.log.events.last() {
            Some(Event::Draw { seat, .. }) => Some(*seat),
            _ => None,
        };
        let how = match (reason.as_deref().and_then(reason::of), drawer) {
            (Some(Reason::NineTerminals), Some(seat)) => Drawn::NineTerminals { seat },
            (Some(Reason::FourWinds), _) => Drawn::FourWinds,
            (Some(Reason::FourRiichi), _) => Drawn::FourRiichi,
            (Some(Reason::FourKans), _) => Drawn::FourKans,
            (Some(Reason::TripleRon), _) => Drawn::TripleRon,
            (Some(Reason::Exhausted), _) if told.is_some() => {
                Drawn::Exhausted { tenpai: told.unwrap_or_default() }
            }
            (Some(Reason::NagashiMangan), _) if told.is_some() => {
                Drawn::NagashiMangan { tenpai: told.unwrap_or_default() }
            }
            // none, one that only this writer has, or who was tenpai is not said: the table knows
            _ => self.drawn(shown, gains, rules)?,
        };
        Ok(Event::Drawn { how, gains })
    }

    /// Why a round is drawn that gives no reason: the first one that the table allows.
    fn drawn(&self, shown: Option<BySeat<bool>>, gains: BySeat<i32>, rules: &Rules) -> Read<Drawn> {
        let mut round = Round::deal(self.log.raw.clone(), rules).map_err(Problem::Drawn)?;
        for event in indicators::settle(self.log.events.clone()) {
            round.apply(&event).map_err(Problem::Drawn)?;
        }
        let table = round.table();
        if let Phase::Act { seat, .. } = table.phase() {
            return Ok(Drawn::NineTerminals { seat });
        }
        if table.tiles_left() == 0 {
            // the points of a nagashi mangan do not tell who was tenpai
            if Seat::ALL.into_iter().any(|seat| table.nagashi(seat)) {
                return Ok(Drawn::NagashiMangan { tenpai: tenpai::shown(&round) });
            }
            return Ok(Drawn::Exhausted { tenpai: shown.unwrap_or_else(|| tenpai::shown(&round)) });
        }
        let mut refused = None;
        for how in [Drawn::FourWinds, Drawn::FourRiichi, Drawn::FourKans, Drawn::TripleRon] {
            match round.clone().apply(&Event::Drawn { how, gains }) {
                Ok(()) => return Ok(how),
                Err(illegal) => refused = Some(illegal),
            }
        }
        Err(refused.map_or(Problem::Misplaced("ryukyoku".to_string()), Problem::Drawn))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<RoundLog, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.failed.take() {
            self.done = true;
            return Some(Err(error));
        }
        if self.done {
            return None;
        }
        let round = self.advance();
        let item = match round {
            Ok(round) => round.map(Ok),
            Err((byte, problem)) => {
                // a second win that cannot be read leaves the round unfinished
                let whole = if problem_in_win(&self.text, byte) { None } else { self.close() };
                let rounds = self.rounds + usize::from(whole.is_some());
                let error = ReadError::new(&self.text, byte, rounds, problem);
                match whole {
                    Some(log) => {
                        self.failed = Some(error);
                        Some(Ok(log))
                    }
                    None => Some(Err(error)),
                }
            }
        };
        match &item {
            Some(Ok(_)) => self.rounds += 1,
            _ => self.done = true,
        }
        item
    }
}

/// Whether the line that begins here tells of a win.
fn problem_in_win(text: &[u8], byte: usize) -> bool {
    let line = text[byte..].split(|&b| b == b'\n').next().unwrap_or_default();
    line.windows(6).any(|part| part == b"\"hora\"")
}
