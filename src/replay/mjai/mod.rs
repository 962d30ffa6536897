//! mjai: one JSON object an event, as game servers and bots exchange them: a line each, or in one array.
//!
//! Read are the events `start_game`, `start_kyoku`, `tsumo`, `dahai`, `reach`, `reach_accepted`, `chi`,
//! `pon`, `daiminkan`, `ankan`, `kakan`, `dora`, `hora`, `ryukyoku`, `end_kyoku` and `end_game` of four
//! players. All hands have to be shown: a log of what one player saw, in which the others' tiles are `?`,
//! is refused as [`Problem::Hidden`], because a [`RoundLog`] is a whole round.
//!
//! mjai names neither the rules nor the yaku: of the room are read `aka_flag` (or that there are red fives) and `kyoku_first`
//! (4 in an east-only game) of `start_game`, and `rules`, `tableRules` and `kuitan`, which [`write`](fn@write) adds; the claims of
//! wins are empty.
//!
//! Writers leave out much that follows from the table, and it is computed here: which points a win or a draw moves, why a
//! round is drawn, who was tenpai, whether a discard was the tile drawn, whose tile is called, that a riichi was accepted, and
//! of a later round its number, honba, sticks and points. Without the ura-dora of a riichi win its points are those that the
//! next round begins with, and after the last round those of the hand without them. Writers also differ in when they name a
//! new dora indicator; it is put where the table turns it.

mod fields;
mod heard;
mod meld;
mod round;
mod write;

pub use heard::{HeardDeal, HeardEvent, hear};
pub use write::{KitaWord, write, write_with};

use super::end;
use super::unpack::{Text, unmarked};
use super::{Length, PART, Problem, ReadError, ReadOptions, RecordRules, Room, RoundLog};
use crate::replay::Reading;
use crate::round::{Event, Opening, RawRound, STICK, WinEvent};
use crate::rules::{RedFives, Rules, TableRules};
use crate::tile::{BySeat, Kind, Players, Seat, Tile, Wind};
use arrayvec::ArrayVec;
use fields::{Fields, hides, number, points, seat, tile, tiles};
use round::MjaiRound;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Reads one game, round by round.
pub struct Reader<'a> {
    text: Text<'a>,
    /// Where the event that is being read begins.
    start: usize,
    /// Where the next one begins.
    at: usize,
    options: ReadOptions,
    stated: Option<RecordRules>,
    names: Option<BySeat<String>>,
    open: Option<MjaiRound>,
    /// The round before, for records that do not say how the next one begins.
    previous: Option<RoundLog>,
    /// Points after the last round, for records that name them only at the start.
    scores: BySeat<i32>,
    /// What comes after the last whole round.
    failed: Option<ReadError>,
    rounds: usize,
    done: bool,
}

/// Whether a text begins with an event of mjai, or with the beginning of one.
pub(super) fn is_event(text: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Probe<'a> {
        #[serde(rename = "type", borrow)]
        kind: Option<Cow<'a, str>>,
    }
    const AROUND: [&str; 6] = ["start_game", "start_kyoku", "end_kyoku", "end_game", "nukidora", "kita"];
    match serde_json::Deserializer::from_slice(text).into_iter::<Probe>().next() {
        Some(Ok(Probe { kind: Some(kind) })) => AROUND.contains(&&*kind) || KNOWN.contains(&&*kind),
        Some(Ok(Probe { kind: None })) | None => false,
        // a type that is no text is another format's
        Some(Err(error)) if error.is_data() => false,
        Some(Err(_)) => {
            let mut letters = text.iter().filter(|b| !b.is_ascii_whitespace());
            b"{\"type\":".iter().all(|b| letters.next() == Some(b))
        }
    }
}

/// The first event of an array, which can be a text of its own, or of an array of arrays.
pub(super) fn is_array(text: &[u8]) -> bool {
    let Some(inside) = text.strip_prefix(b"[") else { return false };
    let inside = inside.trim_ascii_start();
    let inside = inside.strip_prefix(b"[").unwrap_or(inside).trim_ascii_start();
    match serde_json::Deserializer::from_slice(inside).into_iter::<String>().next() {
        Some(Ok(event)) => is_event(event.as_bytes()),
        _ => is_event(inside),
    }
}

impl<'a> Reader<'a> {
    /// A reader of one game's lines.
    pub fn new(lines: impl Into<Text<'a>>) -> Reader<'a> {
        Reader::with(lines, ReadOptions::default())
    }

    /// The same, with what the caller says where the record does not.
    pub fn with(lines: impl Into<Text<'a>>, options: ReadOptions) -> Reader<'a> {
        let text: Text = lines.into();
        let at = text.len() - unmarked(&text).len();
        Reader::from(text, at, options)
    }

    /// The same, from this place on.
    pub(super) fn from(text: Text<'a>, at: usize, options: ReadOptions) -> Reader<'a> {
        Reader {
            text,
            start: at,
            at,
            options,
            stated: None,
            names: None,
            open: None,
            previous: None,
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
    pub fn stated(&self) -> Option<&RecordRules> {
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

    /// The next event, with its place; it begins at `self.start` and ends before `self.at`.
    fn next_event(&mut self) -> Result<Fields, (usize, Problem)> {
        // the brackets and commas of an array
        let between = |byte: &u8| byte.is_ascii_whitespace() || b"[],".contains(byte);
        let rest = &self.text[self.at..];
        self.start = self.at + rest.iter().take_while(|byte| between(byte)).count();
        let rest = &self.text[self.start..];
        let part = &rest[..rest.len().min(PART + 1)];
        let mut values = serde_json::Deserializer::from_slice(part).into_iter::<Value>();
        let value = match values.next() {
            None => return Err((self.text.len(), Problem::Unfinished)),
            Some(Ok(value)) => value,
            Some(Err(error)) if error.is_eof() && part.len() < rest.len() => {
                let line = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                return Err((self.start, Problem::TooLong { what: "bytes", count: line.max(part.len()) }));
            }
            Some(Err(error)) if error.is_eof() => return Err((self.text.len(), Problem::Unfinished)),
            Some(Err(error)) => return Err((self.start, Problem::Json(error.to_string()))),
        };
        self.at = self.start + values.byte_offset();
        let object = match value {
            Value::Object(object) => Ok(object),
            Value::String(text) => {
                serde_json::from_str(&text).map_err(|error| Problem::Json(error.to_string()))
            }
            other => Err(Problem::Value { attribute: "event".to_string(), value: other.to_string() }),
        };
        let no_type = || Problem::Missing { element: "event".to_string(), attribute: "type" };
        let fields = object.and_then(|object: Map<String, Value>| Fields::new(object).ok_or_else(no_type));
        fields.map_err(|problem| (self.start, problem))
    }

    /// The next round; no more when the game has ended.
    fn advance(&mut self) -> Result<Option<RoundLog>, (usize, Problem)> {
        loop {
            let fields = self.next_event()?;
            if let Some(round) = self.event(&fields).map_err(|problem| (self.start, problem))? {
                return Ok(Some(round));
            }
            if fields.kind == "end_game" {
                return Ok(None);
            }
        }
    }

    /// Takes an event in; the round that it closes, if it does.
    fn event(&mut self, fields: &Fields) -> Reading<Option<RoundLog>> {
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
                    // some writers begin with the first round
                    self.state(RecordRules::default());
                }
                let before = self.close(Some(fields))?;
                if self.open.is_some() {
                    return Err(Problem::Unfinished);
                }
                match self.start_kyoku(fields) {
                    Ok(fresh) => self.open = Some(fresh),
                    // the round before is whole all the same
                    Err(problem) if before.is_some() => {
                        self.failed = Some(ReadError::new(&self.text, self.start, self.rounds + 1, problem));
                    }
                    Err(problem) => return Err(problem),
                }
                Ok(before)
            }
            "end_kyoku" => match self.close(None)? {
                Some(log) => Ok(Some(log)),
                None => Err(misplaced()),
            },
            "end_game" => match self.close(None)? {
                Some(log) => {
                    self.done = true;
                    Ok(Some(log))
                }
                None if self.open.is_some() => Err(Problem::Unfinished),
                None => Ok(None),
            },
            _ => match &mut self.open {
                Some(open) => open.event(fields).map(|()| None),
                None if KNOWN.contains(&&fields.kind[..]) => Err(misplaced()),
                None => Err(Problem::Element(fields.kind.clone())),
            },
        }
    }

    fn state(&mut self, mut stated: RecordRules) {
        // a record that shows red fives has them
        let shows = |tile: &[u8]| self.text.windows(tile.len()).any(|part| part == tile);
        if stated.red_fives.is_none() && [b"5mr", b"5pr", b"5sr"].iter().any(|tile| shows(*tile)) {
            stated.red_fives = Some(RedFives::THREE);
        }
        self.scores = stated.room(self.options.rules.as_ref()).rules.starting_scores();
        self.stated = Some(stated);
    }

    fn start_game(&mut self, fields: &Fields) -> Reading<()> {
        let names = fields.maybe("names", |value| {
            // a player without a name
            let name = |name: &Value| {
                if name.is_null() { Some(String::new()) } else { name.as_str().map(str::to_string) }
            };
            value.as_array()?.iter().map(name).collect::<Option<Vec<_>>>()
        })?;
        let three = names.as_ref().is_some_and(|names| names.len() == Players::Three.count());
        if let Some(names) = names.filter(|names| !names.is_empty()) {
            let count = names.len();
            let wrong =
                Problem::Value { attribute: "start_game.names".to_string(), value: format!("{count} names") };
            let names = names.into_iter().chain((count == 3).then(String::new)).collect::<Vec<_>>();
            self.names = Some(BySeat(<[String; 4]>::try_from(names).map_err(|_| wrong)?));
        }
        let red_fives = fields.maybe("aka_flag", Value::as_bool)?;
        let length = fields.maybe("kyoku_first", |value| match value.as_u64()? {
            0 => Some(Length::Hanchan),
            4 => Some(Length::Tonpuu),
            _ => None,
        })?;
        // another writer's word for other rules is as good as none
        let rules =
            fields.maybe("rules", |value| Some(value.as_str().and_then(|name| Rules::preset(name).ok())))?;
        let own = fields.maybe("tableRules", |value| {
            let own = TableRules::deserialize(value).ok()?;
            own.check().ok().map(|()| own)
        })?;
        let rules = rules.flatten().map(|set| set.with(&own.unwrap_or_default()));
        self.state(RecordRules {
            rules,
            red_fives: red_fives.map(|red| if red { RedFives::THREE } else { RedFives::NONE }),
            kuitan: fields.maybe("kuitan", Value::as_bool)?,
            players: three.then_some(Players::Three),
            length,
            ..RecordRules::default()
        });
        Ok(())
    }

    /// How many play, as the hands of a round say.
    fn seat_players(&mut self, players: Players) -> Reading<()> {
        let Some(stated) = &mut self.stated else { return Ok(()) };
        match stated.players {
            Some(before) if before == players && self.rounds > 0 => return Ok(()),
            Some(rules) if rules != players => return Err(Problem::Players { record: players, rules }),
            _ => stated.players = Some(players),
        }
        stated.agree(stated.rules.as_ref())?;
        stated.agree(self.options.rules.as_ref())?;
        self.scores = stated.room(self.options.rules.as_ref()).rules.starting_scores();
        Ok(())
    }

    fn start_kyoku(&mut self, fields: &Fields) -> Reading<MjaiRound> {
        let hands = fields.required("tehais", |value| Some(value.as_array()?.clone()))?;
        // a fourth hand that alone is hidden fills up the table of three
        let filled = |hand: &Value| hides(hand) || hand.as_array().is_some_and(Vec::is_empty);
        let players = match &hands[..] {
            [_, _, _] => Players::Three,
            [first @ .., last] if filled(last) && !first.iter().any(hides) => Players::Three,
            _ => Players::Four,
        };
        self.seat_players(players)?;
        if let Some((seat, _)) = players.seats().zip(&hands).find(|(_, hand)| hides(hand)) {
            return Err(Problem::Hidden { seat });
        }
        let hand = |hand: &Value| <[Tile; 13]>::try_from(tiles(hand)?).ok();
        let hands = fields.required("tehais", |value| {
            let hands = value.as_array()?;
            let count = hands.len().min(players.count());
            hands[..count].iter().map(hand).collect::<Option<ArrayVec<_, 4>>>()
        })?;
        let indicator = fields.required("dora_marker", tile)?;
        let wind = fields.maybe("bakaze", |value| {
            let kind = tile(value)?.kind();
            Wind::ALL.into_iter().find(|&wind| Kind::wind(wind) == kind)
        })?;
        if let Some(scores) = fields.maybe("scores", points)? {
            self.scores = of_table(scores, players);
        }
        let number_of_dealer =
            |value: &Value| Seat::new(usize::try_from(value.as_u64()?.checked_sub(1)?).ok()?);
        let dealer = match fields.maybe("oya", seat)? {
            Some(dealer) => Some(dealer),
            None => fields.maybe("kyoku", number_of_dealer)?,
        };
        let (honba, sticks) = (fields.maybe("honba", number)?, fields.maybe("kyotaku", number)?);
        let opening = match (wind, dealer, honba, sticks) {
            (Some(wind), Some(dealer), Some(honba), Some(sticks)) => {
                Opening { wind, dealer, honba, sticks, scores: self.scores, indicator }
            }
            _ => {
                let carried = self.carried(indicator)?;
                Opening {
                    wind: wind.unwrap_or(carried.wind),
                    dealer: dealer.unwrap_or(carried.dealer),
                    honba: honba.unwrap_or(carried.honba),
                    sticks: sticks.unwrap_or(carried.sticks),
                    scores: self.scores,
                    indicator,
                }
            }
        };
        Ok(MjaiRound::new(RawRound { opening, hands }))
    }

    /// How the next round begins, by the end of the one before.
    fn carried(&self, indicator: Tile) -> Reading<Opening> {
        let rules = self.rules();
        let first = Opening::first(&rules, indicator);
        let Some(log) = &self.previous else { return Ok(first) };
        let round = end::played(log, &rules).map_err(Problem::Drawn)?;
        let Some(carry) = round.table().carry() else { return Ok(first) };
        Ok(Opening {
            wind: carry.wind,
            dealer: carry.dealer,
            honba: carry.honba,
            sticks: carry.sticks,
            ..first
        })
    }

    fn rules(&self) -> Rules {
        self.room().unwrap_or(Room::USUAL).rules
    }

    /// The open round, if it has ended; `next` begins the next one.
    fn close(&mut self, next: Option<&Fields>) -> Reading<Option<RoundLog>> {
        let rules = self.rules();
        if self.open.as_ref().is_none_or(|open| !open.ended()) {
            return Ok(None);
        }
        let after = match next {
            Some(fields) => fields.maybe("scores", points)?,
            None => self.next_scores(),
        };
        let Some(open) = self.open.take() else { return Ok(None) };
        let after = after.map(|after| of_table(after, rules.players));
        let log = open.close(&rules, self.scores, after)?;
        for event in &log.events {
            match event {
                Event::RiichiAccepted { seat } => {
                    self.pay(BySeat::from_fn(|s| i32::from(s == *seat) * -STICK))
                }
                Event::Win(WinEvent { gains, .. }) | Event::Drawn { gains, .. } => self.pay(*gains),
                _ => {}
            }
        }
        self.previous = Some(log.clone());
        Ok(Some(log))
    }

    /// The points that the next round begins with, if there is one and it says so.
    fn next_scores(&mut self) -> Option<BySeat<i32>> {
        let here = (self.start, self.at);
        let next = self.next_event().ok();
        (self.start, self.at) = here;
        next.filter(|fields| fields.kind == "start_kyoku")?.maybe("scores", points).ok()?
    }

    fn pay(&mut self, gains: BySeat<i32>) {
        // absurd points are for `round` to refuse
        self.scores = BySeat::from_fn(|seat| self.scores[seat].saturating_add(gains[seat]));
    }
}

/// Without the points that fill up a table of three.
fn of_table(points: BySeat<i32>, players: Players) -> BySeat<i32> {
    BySeat::from_fn(|seat| if players.has_seat(seat) { points[seat] } else { 0 })
}

/// What can happen inside a round.
const KNOWN: [&str; 14] = [
    "kita",
    "nukidora",
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
                let whole =
                    if problem_in_win(&self.text, byte) { None } else { self.close(None).ok().flatten() };
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

/// Whether the event that begins here is a win.
fn problem_in_win(text: &[u8], byte: usize) -> bool {
    let event = text[byte..].split(|&b| b == b'}').next().unwrap_or_default();
    event.windows(6).any(|part| part == b"\"hora\"")
}
