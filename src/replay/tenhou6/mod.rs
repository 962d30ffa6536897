//! The JSON of tenhou.net/6, the common currency of viewers and editors.
//!
//! One object: `name`, `rule` and `log`, an array of rounds. A round has 17 elements: number, honba and
//! sticks; points; dora indicators; ura-dora indicators; for each seat its hand, what came to it and what
//! left it; the end. Tiles are numbers (11 to 47, 51 to 53 the red fives), 60 is the tile just drawn, `r`
//! marks the riichi discard, and calls are texts (`c141516`, `47p4747`, `39m393939`, `3636k3636`,
//! `161616a16`). The order of play is not written down: see the module `order`.
//!
//! What the record names beside that: the winners' points, fu and yaku, and after a whole game the final
//! points. Records that name no rules are taken as [`Room::USUAL`].

mod entry;
mod order;
mod quirks;
mod result;
mod rule;
mod write;

pub(super) use result::YAKU;
pub use write::write;

use super::outline::{Outline, parse};
use super::unpack::{Text, unmarked};
use super::{
    Heading, NoRecord, Outcome, Players, Problem, ReadError, ReadOptions, RecordRules, Room, RoundLog,
};
use crate::replay::Reading;
use crate::round::{Opening, RawRound, Round};
use crate::tile::{BySeat, Seat, Tile, Wind};
use arrayvec::ArrayVec;
use order::RoundEntries;
use result::{RoundResult, by_seat};
use serde_json::{Map, Value};
use std::ops::Range;

/// Reads one game, round by round.
pub struct Reader<'a> {
    text: Text<'a>,
    outline: Outline,
    options: ReadOptions,
    stated: Option<RecordRules>,
    names: Option<BySeat<String>>,
    heading: Heading,
    outcome: Option<Outcome>,
    /// What is wrong with the head.
    failed: Option<(usize, Problem)>,
    /// Whole rounds so far.
    rounds: usize,
    done: bool,
}

/// Whether a JSON object is a record, or the beginning of one that was cut or damaged.
///
/// # Errors
/// What it is instead.
pub(super) fn recognised(outline: &Outline) -> Result<(), NoRecord> {
    let named = outline.keys.iter().any(|(key, _)| KEYS.contains(&&key[..]));
    match &outline.broken {
        _ if outline.has_log => Ok(()),
        Some((_, Problem::Unfinished)) => Ok(()),
        Some(_) if named => Ok(()),
        Some(_) => Err(NoRecord::Other),
        None => Err(NoRecord::NoLog),
    }
}

/// What stands beside `log`.
const KEYS: [&str; 6] = ["title", "name", "rule", "ref", "ver", "sc"];

impl<'a> Reader<'a> {
    /// A reader of one game's JSON.
    pub fn new(json: impl Into<Text<'a>>) -> Reader<'a> {
        Reader::with(json, ReadOptions::default())
    }

    /// The same, with what the caller says where the record does not.
    pub fn with(json: impl Into<Text<'a>>, options: ReadOptions) -> Reader<'a> {
        let text: Text = json.into();
        let whole = text.len() - unmarked(&text).len()..text.len();
        Reader::from(text, &[whole], options)
    }

    /// The same, of a game in several parts of the text.
    pub(super) fn from(text: Text<'a>, parts: &[Range<usize>], options: ReadOptions) -> Reader<'a> {
        let outline = Outline::of_parts(&text, parts);
        let mut reader = Reader {
            text,
            outline,
            options,
            stated: None,
            names: None,
            heading: Heading::default(),
            outcome: None,
            failed: None,
            rounds: 0,
            done: false,
        };
        reader.failed = reader.head().err();
        reader
    }

    /// The rules of the game.
    pub fn room(&self) -> Option<Room> {
        self.stated.as_ref().map(|stated| stated.room(self.options.rules.as_ref()))
    }

    /// What the record says about its rules.
    pub fn stated(&self) -> Option<&RecordRules> {
        self.stated.as_ref()
    }

    /// The players' names by seat.
    pub fn names(&self) -> Option<&BySeat<String>> {
        self.names.as_ref()
    }

    /// The record's name, date and room.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// How the game ended, once all rounds have been read; only records of whole games say so.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref().filter(|_| self.done)
    }

    /// The text, and where the next round begins.
    pub(super) fn place(&self) -> (&[u8], usize) {
        let next = self.outline.rounds.get(self.rounds);
        (&self.text, next.map_or(self.text.len(), |round| round.start))
    }

    fn head(&mut self) -> Result<(), (usize, Problem)> {
        let (mut start, mut rule) = (0, Map::new());
        if let Some(range) = self.outline.key("rule") {
            start = range.start;
            rule = parse(&self.text, range)?;
        }
        // of these two only known words matter
        let words = |name| self.outline.key(name).and_then(|range| parse::<Value>(&self.text, range).ok());
        let (title, reference) = (words("title"), words("ref"));
        let line = |i: usize| title.as_ref().and_then(|title| title.get(i)?.as_str());
        let title = line(0).or(title.as_ref().and_then(Value::as_str));
        let reference = reference.as_ref().and_then(Value::as_str);
        let word = |text: Option<&str>| text.filter(|text| !text.trim().is_empty()).map(str::to_string);
        self.heading = Heading {
            name: word(reference).or_else(|| word(title)),
            date: reference.and_then(rule::date).or_else(|| word(line(1))),
            room: word(rule.get("disp").and_then(Value::as_str)),
        };
        let mut stated = rule::read(&rule, title, reference).map_err(|problem| (start, problem))?;
        let first = self.outline.rounds.first().and_then(|round| parse::<Vec<Value>>(&self.text, round).ok());
        let is_empty = |i: usize| {
            let element = first.as_ref()?.get(i)?;
            element.as_array().map(Vec::is_empty)
        };
        // the fourth player is dealt nothing
        if (is_empty(4), is_empty(13)) == (Some(false), Some(true)) && stated.players.is_none() {
            stated.players = Some(Players::Three);
        }
        if is_empty(13) == Some(false) && stated.players == Some(Players::Three) {
            let problem = Problem::Players { record: Players::Four, rules: Players::Three };
            return Err((start, problem));
        }
        stated.agree(self.options.rules.as_ref()).map_err(|problem| (start, problem))?;
        stated.multiple_ron =
            self.outline.rounds.iter().find_map(|round| result::multiple_ron(&self.text[round.clone()]));
        let three = stated.players == Some(Players::Three);
        self.stated = Some(stated);
        if let Some(range) = self.outline.key("name") {
            let names: Vec<String> = parse(&self.text, range)?;
            let count = names.len();
            let names = names.into_iter().chain((three && count == 3).then(String::new)).collect::<Vec<_>>();
            let names = <[String; 4]>::try_from(names);
            let wrong = Problem::Value { attribute: "name".to_string(), value: format!("{count} names") };
            self.names = Some(BySeat(names.map_err(|_| (range.start, wrong))?));
        }
        if let Some(range) = self.outline.key("sc") {
            let numbers: Vec<f64> = parse(&self.text, range)?;
            let wrong = || Problem::Value { attribute: "sc".to_string(), value: format!("{numbers:?}") };
            self.outcome = Some(outcome(&numbers).ok_or_else(|| (range.start, wrong()))?);
        }
        Ok(())
    }

    fn advance(&mut self) -> Result<Option<RoundLog>, (usize, Problem)> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        let Some(range) = self.outline.rounds.get(self.rounds) else {
            return self.outline.broken.take().map_or(Ok(None), Err);
        };
        let elements: Vec<Value> = parse(&self.text, range)?;
        let room = self.room().unwrap_or(Room::USUAL);
        read_round(&elements, self.rounds, &room).map(Some).map_err(|problem| (range.start, problem))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<RoundLog, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let round = self.advance().map_err(|(byte, problem)| {
            let text = &self.text;
            ReadError::new(text, byte, self.rounds, problem)
        });
        match &round {
            Ok(Some(_)) => self.rounds += 1,
            _ => self.done = true,
        }
        round.transpose()
    }
}

fn outcome(numbers: &[f64]) -> Option<Outcome> {
    let (pairs, []) = numbers.as_chunks::<2>() else { return None };
    if !matches!(pairs.len(), 3 | 4) {
        return None;
    }
    let mut points = BySeat::default();
    let mut standing = BySeat::default();
    for (seat, &[earned, place]) in Seat::ALL.into_iter().zip(pairs) {
        // a game's points are far below i32's range, and whole
        if earned.fract() != 0.0 || earned.abs() > 1e9 {
            return None;
        }
        points[seat] = earned as i32;
        standing[seat] = place;
    }
    Some(Outcome { points, standing })
}

/// One round of 17 elements, or of 16 as one converter writes them.
fn read_round(elements: &[Value], number: usize, room: &Room) -> Reading<RoundLog> {
    let usual = quirks::usual(elements);
    let r_is_drawn = usual.is_some();
    let elements = usual.as_deref().unwrap_or(elements);
    let at = |i: usize| format!("log[{number}][{i}]");
    let wrong = |i: usize| Problem::Value {
        attribute: at(i),
        value: elements.get(i).map_or_else(|| "nothing".to_string(), Value::to_string),
    };
    let elements: &[Value; 17] = elements.try_into().map_err(|_| Problem::Value {
        attribute: format!("log[{number}]"),
        value: format!("{} elements", elements.len()),
    })?;
    let array = |i: usize| elements[i].as_array().ok_or_else(|| wrong(i));
    let [kyoku, honba, sticks] = elements[0]
        .as_array()
        .and_then(|numbers| <&[Value; 3]>::try_from(&numbers[..]).ok())
        .ok_or_else(|| wrong(0))?
        .each_ref()
        .map(|n| n.as_u64().and_then(|n| u32::try_from(n).ok()));
    let (Some(kyoku), Some(honba), Some(sticks)) = (kyoku, honba, sticks) else { return Err(wrong(0)) };
    let wind = *Wind::ALL.get(kyoku as usize / 4).ok_or_else(|| wrong(0))?;
    let scores = quirks::points(by_seat(&elements[1]).ok_or_else(|| wrong(1))?);
    let tiles = |i: usize| -> Reading<Vec<Tile>> {
        let tiles = array(i)?.iter().map(entry::tile);
        tiles.collect::<Option<Vec<_>>>().ok_or_else(|| wrong(i))
    };
    let indicators = tiles(2)?;
    let (&indicator, later) = indicators.split_first().ok_or_else(|| wrong(2))?;
    let ura = tiles(3)?;
    let dealer = Seat::ALL[kyoku as usize % 4];
    let mut hands = ArrayVec::new();
    let mut incoming = BySeat::default();
    let mut outgoing = BySeat::default();
    for seat in room.rules.players.seats() {
        let first = 4 + 3 * seat.index();
        let mut hand = tiles(first)?;
        incoming[seat] = entry::incoming(array(first + 1)?, &at(first + 1))?;
        if hand.len() == 14 && seat == dealer {
            // the last of them is the first draw
            let drawn = hand.pop().map(|tile| entry::drawn(tile, format!("{}[13]", at(first))));
            incoming[seat].splice(0..0, drawn);
        }
        hands.push(<[Tile; 13]>::try_from(hand).map_err(|_| wrong(first))?);
        outgoing[seat] = entry::outgoing(array(first + 2)?, &at(first + 2), &incoming[seat], r_is_drawn)?;
    }
    let ended = result::ended(array(16)?, room.rules.players)
        .map_err(|(place, value)| Problem::Value { attribute: at(16) + &place, value: value.to_string() })?;
    let claims = match &ended {
        RoundResult::Won(wins) => wins.iter().map(|win| win.claim.clone()).collect(),
        RoundResult::Drawn(..) => Vec::new(),
    };
    let opening = Opening { wind, dealer, honba, sticks, scores, indicator };
    let raw = RawRound { opening, hands };
    let round = Round::deal(raw.clone(), &room.rules).map_err(Problem::Order)?;
    let played = RoundEntries { incoming, outgoing, indicators: later.to_vec(), ura, ended };
    let events = order::events(round, &played).map_err(|problem| match (problem, &played.ended) {
        // an unknown word for an end that is none
        (Problem::Drawn(_), RoundResult::Drawn(drawn)) if !drawn.is_named() => {
            Problem::Value { attribute: at(16) + "[0]", value: elements[16][0].to_string() }
        }
        (problem, _) => problem,
    })?;
    Ok(RoundLog { raw, events, claims, absences: Vec::new() })
}
