//! The JSON of majiang (電脳麻将): one object with the players and `log`, an array of rounds.
//!
//! A round is an array of events, each an object with one key: `qipai` (the deal), `zimo` and `gangzimo` (a draw), `dapai` (a
//! discard; `_` marks the tile just drawn and `*` riichi), `fulou` and `gang` (calls; `-`, `=` and `+` follow the claimed tile and
//! say whose it was: the left, opposite or right player's), `kaigang` (a new dora indicator), `hule` and `pingju` (the end). Tiles are
//! a letter and a digit, 0 is a red five. Players count from the dealer of the round (`l`); names and final points from a fixed
//! player, of whom `qijia` deals first.
//!
//! The record does not name its rules: they are the caller's, or [`Room::USUAL`].

use super::draw::RecordedDraw;
use super::end::{Closing, DrawEnd, End, WinEnd, close};
use super::outline::{Outline, parse};
use super::tenhou6::YAKU;
use super::unpack::{Text, unmarked};
use super::{
    ClaimedYaku, Heading, Outcome, Problem, ReadError, ReadOptions, RecordRules, Room, RoundLog, WinClaim,
    call,
};
use crate::hand::{Call, From, Meld};
use crate::replay::Reading;
use crate::round::{Event, Manner, Opening, RawRound, Source};
use crate::rules::{MultipleRon, RedFives, Rules};
use crate::tile::{BySeat, Seat, Tile, Wind};
use serde_json::{Map, Value};

/// Events of a round, above what is possible.
const MOST: usize = 300;

/// Whether an object is a record of majiang: its rounds are arrays of objects.
pub(super) fn recognised(text: &[u8], outline: &Outline) -> bool {
    match outline.rounds.first() {
        Some(round) => {
            let inside = text[round.clone()].strip_prefix(b"[").unwrap_or_default();
            inside.trim_ascii_start().first() == Some(&b'{')
        }
        None => outline.key("qijia").is_some(),
    }
}

/// Reads one game, round by round.
pub struct Reader<'a> {
    text: Text<'a>,
    outline: Outline,
    options: ReadOptions,
    stated: RecordRules,
    names: Option<BySeat<String>>,
    heading: Heading,
    outcome: Option<Outcome>,
    /// What is wrong with the head.
    failed: Option<(usize, Problem)>,
    rounds: usize,
    done: bool,
}

impl<'a> Reader<'a> {
    /// A reader of one game's JSON.
    pub fn new(json: impl Into<Text<'a>>) -> Reader<'a> {
        let text: Text = json.into();
        let start = text.len() - unmarked(&text).len();
        Reader::from(text, start, ReadOptions::default())
    }

    /// The same from this place on, with what the caller says where the record does not.
    pub(super) fn from(text: Text<'a>, start: usize, options: ReadOptions) -> Reader<'a> {
        let outline = Outline::of(&text, start);
        let stated = RecordRules {
            red_fives: outline
                .rounds
                .iter()
                .any(|round| shows_red(&text[round.clone()]))
                .then_some(RedFives::THREE),
            multiple_ron: outline.rounds.iter().find_map(|round| multiple_ron(&text[round.clone()])),
            ..RecordRules::default()
        };
        let mut reader = Reader {
            text,
            outline,
            options,
            stated,
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
        Some(self.stated.room(self.options.rules.as_ref()))
    }

    /// What the record says about its rules.
    pub fn stated(&self) -> Option<&RecordRules> {
        Some(&self.stated)
    }

    /// The players' names by seat.
    pub fn names(&self) -> Option<&BySeat<String>> {
        self.names.as_ref()
    }

    /// The record's title.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// How the game ended, once all rounds have been read.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref().filter(|_| self.done)
    }

    /// The text, and where the next round begins.
    pub(super) fn place(&self) -> (&[u8], usize) {
        let next = self.outline.rounds.get(self.rounds);
        (&self.text, next.map_or(self.text.len(), |round| round.start))
    }

    fn head(&mut self) -> Result<(), (usize, Problem)> {
        let value = |name: &str| match self.outline.key(name) {
            Some(range) => parse::<Value>(&self.text, range).map(|value| Some((range.start, value))),
            None => Ok(None),
        };
        let wrong = |(at, value): &(usize, Value), attribute: &str| {
            (*at, Problem::Value { attribute: attribute.to_string(), value: value.to_string() })
        };
        let title = value("title")?.and_then(|(_, title)| title.as_str().map(str::to_string));
        let name = title.map(|title| title.replace('\n', " ").trim().to_string());
        let heading = Heading { name: name.filter(|name| !name.is_empty()), ..Heading::default() };
        let first = match value("qijia")? {
            Some(given) => seat(&given.1).ok_or_else(|| wrong(&given, "qijia"))?,
            None => Seat::ALL[0],
        };
        let (player, defen, point) = (value("player")?, value("defen")?, value("point")?);
        let names = match &player {
            Some(given) => {
                let names = four(&given.1, |name| name.as_str().map(str::to_string));
                Some(names.ok_or_else(|| wrong(given, "player"))?)
            }
            None => None,
        };
        let outcome = match (&defen, &point) {
            (Some(points), Some(standing)) => Some(Outcome {
                points: from_first(four(&points.1, whole).ok_or_else(|| wrong(points, "defen"))?, first),
                standing: from_first(
                    four(&standing.1, decimal).ok_or_else(|| wrong(standing, "point"))?,
                    first,
                ),
            }),
            _ => None,
        };
        self.heading = heading;
        self.names = names.map(|names| from_first(names, first));
        self.outcome = outcome;
        Ok(())
    }

    fn advance(&mut self) -> Result<Option<RoundLog>, (usize, Problem)> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        let Some(range) = self.outline.rounds.get(self.rounds) else {
            return self.outline.broken.take().map_or(Ok(None), Err);
        };
        let events: Vec<Map<String, Value>> = parse(&self.text, range)?;
        let rules = self.stated.room(self.options.rules.as_ref()).rules;
        read_round(&events, self.rounds, &rules).map(Some).map_err(|problem| (range.start, problem))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<RoundLog, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let round = self.advance();
        let round = round.map_err(|(byte, problem)| ReadError::new(&self.text, byte, self.rounds, problem));
        match &round {
            Ok(Some(_)) => self.rounds += 1,
            _ => self.done = true,
        }
        round.transpose()
    }
}

/// Counted from the player who deals first, instead of a fixed one.
fn from_first<T: Clone>(values: [T; 4], first: Seat) -> BySeat<T> {
    BySeat::from_fn(|seat| values[first.after(seat.index()).index()].clone())
}

/// Whether a round has a red five: a zero behind the letter of a suit.
fn shows_red(round: &[u8]) -> bool {
    let mut in_tiles = false;
    round.iter().any(|byte| {
        match byte {
            b'm' | b'p' | b's' => in_tiles = true,
            b'0' if in_tiles => return true,
            b'1'..=b'9' | b'+' | b'=' | b'-' => {}
            _ => in_tiles = false,
        }
        false
    })
}

/// What three wins on one discard are at the table of this round, if it ended so.
fn multiple_ron(round: &[u8]) -> Option<MultipleRon> {
    let count = |word: &[u8]| round.windows(word.len()).filter(|part| *part == word).count();
    match (count(b"\"hule\""), count("三家和".as_bytes())) {
        (3.., _) => Some(MultipleRon::Triple),
        (_, 1..) => Some(MultipleRon::Double),
        _ => None,
    }
}

fn seat(value: &Value) -> Option<Seat> {
    Seat::new(usize::try_from(value.as_u64()?).ok()?)
}

fn whole(value: &Value) -> Option<i32> {
    i32::try_from(value.as_i64()?).ok()
}

fn number(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

/// A number, or its text with a sign.
fn decimal(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim_start_matches('+').parse().ok())
}

fn four<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<[T; 4]> {
    let values = value.as_array()?.iter().map(read).collect::<Option<Vec<T>>>()?;
    values.try_into().ok()
}

/// An event and where it stands.
struct Entry<'a> {
    kind: &'a str,
    content: &'a Map<String, Value>,
    path: String,
}

impl Entry<'_> {
    fn wrong(&self, name: &str, value: &Value) -> Problem {
        Problem::Value { attribute: format!("{}.{name}", self.path), value: value.to_string() }
    }

    fn maybe<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Reading<Option<T>> {
        match self.content.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| self.wrong(name, value)),
        }
    }

    fn required<T>(&self, attribute: &'static str, read: impl Fn(&Value) -> Option<T>) -> Reading<T> {
        let missing = || Problem::Missing { element: self.path.clone(), attribute };
        self.maybe(attribute, read)?.ok_or_else(missing)
    }

    /// One value for each player, who counts from the dealer in the record.
    fn by_seat<T: Clone>(
        &self,
        name: &str,
        dealer: Seat,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Reading<Option<BySeat<T>>> {
        let values = self.maybe(name, |value| four(value, &read))?;
        Ok(values.map(|values| BySeat::from_fn(|seat| values[seat.wind(dealer).index()].clone())))
    }
}

fn entry<'a>(event: &'a Map<String, Value>, path: String) -> Reading<Entry<'a>> {
    let (kind, content) = match event.iter().next() {
        Some((kind, Value::Object(content))) if event.len() == 1 => (kind, content),
        _ => {
            let value = Value::Object(event.clone()).to_string();
            return Err(Problem::Value { attribute: path, value });
        }
    };
    Ok(Entry { kind, content, path: format!("{path}.{kind}") })
}

/// Tiles as a letter and digits; other signs are left out.
fn tiles(text: &str) -> Option<Vec<Tile>> {
    let mut suit = None;
    let mut tiles = Vec::new();
    for letter in text.chars() {
        match letter {
            'm' | 'p' | 's' | 'z' => suit = Some(letter),
            '0'..='9' => tiles.push(format!("{letter}{}", suit?).parse().ok()?),
            '_' | '*' | '+' | '=' | '-' => {}
            _ => return None,
        }
    }
    Some(tiles)
}

fn tile(value: &Value) -> Option<Tile> {
    <[Tile; 1]>::try_from(tiles(value.as_str()?)?).ok().map(|[tile]| tile)
}

fn many(value: &Value) -> Option<Vec<Tile>> {
    value.as_array()?.iter().map(tile).collect()
}

/// The call that a meld is written as.
fn call_of(text: &str, tiles: &[Tile]) -> Option<Call> {
    let sign = text.find(['-', '=', '+']);
    let before = sign.map(|at| text[..at].bytes().filter(u8::is_ascii_digit).count());
    let from = match sign.map(|at| text.as_bytes()[at]) {
        Some(b'-') => From::Left,
        Some(b'=') => From::Across,
        Some(_) => From::Right,
        None => return (tiles.len() == 4).then_some(Call::Ankan),
    };
    let claimed = *tiles.get(before?.checked_sub(1)?)?;
    let alike = tiles.iter().all(|tile| tile.kind() == claimed.kind());
    match (tiles.len(), before?) {
        (3, _) if !alike && from == From::Left => Some(Call::Chi { claimed }),
        (3, _) if alike => Some(Call::Pon { from, claimed }),
        (4, 3) => Some(Call::Kakan { from, claimed, added: tiles[3] }),
        (4, _) => Some(Call::Daiminkan { from, claimed }),
        _ => None,
    }
}

fn meld(entry: &Entry) -> Reading<Meld> {
    let text = entry.required("m", |value| value.as_str().map(str::to_string))?;
    let (how, tiles) = tiles(&text)
        .and_then(|tiles| Some((call_of(&text, &tiles)?, tiles)))
        .ok_or_else(|| entry.wrong("m", &Value::from(text.clone())))?;
    call::whole(how, &tiles).map_err(|error| Problem::Meld { call: text, error })
}

/// The round being read.
struct PlayedRound {
    dealer: Seat,
    events: Vec<Event>,
    /// The tile that can be won: the last drawn, discarded or added one, and whose it is.
    last: Option<(Seat, Tile)>,
    /// Who has declared riichi with the last discard.
    declared: Option<Seat>,
    claims: Vec<WinClaim>,
    end: Option<End>,
}

fn read_round(events: &[Map<String, Value>], round: usize, rules: &Rules) -> Reading<RoundLog> {
    if events.len() > MOST {
        return Err(Problem::TooLong { what: "events", count: events.len() });
    }
    let mut entries = events.iter().enumerate().map(|(i, event)| entry(event, format!("log[{round}][{i}]")));
    let first = entries.next().ok_or(Problem::Unfinished)??;
    if first.kind != "qipai" {
        return Err(Problem::Misplaced(first.kind.to_string()));
    }
    let raw = deal(&first)?;
    let mut open = PlayedRound {
        dealer: raw.opening.dealer,
        events: Vec::with_capacity(160),
        last: None,
        declared: None,
        claims: Vec::new(),
        end: None,
    };
    for entry in entries {
        open.event(&entry?)?;
    }
    let end = open.end.ok_or(Problem::Unfinished)?;
    let scores = raw.opening.scores;
    let closing = Closing { end: &end, declared: open.declared, rules, scores, after: None };
    close(raw, open.events, open.claims, &closing)
}

fn deal(entry: &Entry) -> Reading<RawRound> {
    let dealer = entry.required("jushu", seat)?;
    let wind = entry
        .required("zhuangfeng", |value| Wind::ALL.get(usize::try_from(value.as_u64()?).ok()?).copied())?;
    let missing = |attribute| Problem::Missing { element: entry.path.clone(), attribute };
    let scores = entry.by_seat("defen", dealer, whole)?.ok_or_else(|| missing("defen"))?;
    let texts = entry.by_seat("shoupai", dealer, |hand| hand.as_str().map(str::to_string))?;
    let texts = texts.ok_or_else(|| missing("shoupai"))?;
    let indicator = entry.required("baopai", tile)?;
    let mut hands = BySeat([[indicator; 13]; 4]);
    for seat in Seat::ALL {
        let text = &texts[seat];
        // of a hand that a player does not see only its size is written
        if text.is_empty() || text.contains('_') {
            return Err(Problem::Hidden { seat });
        }
        let hand = tiles(text).and_then(|tiles| <[Tile; 13]>::try_from(tiles).ok());
        hands[seat] = hand.ok_or_else(|| entry.wrong("shoupai", &Value::from(text.clone())))?;
    }
    let (honba, sticks) = (entry.required("changbang", number)?, entry.required("lizhibang", number)?);
    Ok(RawRound {
        opening: Opening { wind, dealer, honba, sticks, scores, indicator },
        hands: hands.0.into(),
    })
}

impl PlayedRound {
    fn event(&mut self, entry: &Entry) -> Reading<()> {
        let misplaced = || Problem::Misplaced(entry.path.clone());
        let second_win = entry.kind == "hule" && matches!(self.end, Some(End::Won(_)));
        if self.end.is_some() && !second_win {
            return Err(misplaced());
        }
        let actor = || entry.required("l", seat).map(|l| self.dealer.after(l.index()));
        match entry.kind {
            "hule" => return self.hule(entry, actor()?),
            "pingju" => {
                self.end = Some(End::Drawn(self.pingju(entry)?));
                return Ok(());
            }
            "kaigang" => {
                self.events.push(Event::Dora { indicator: entry.required("baopai", tile)? });
                return Ok(());
            }
            "zimo" | "gangzimo" | "dapai" | "fulou" | "gang" => {}
            "qipai" => return Err(misplaced()),
            _ => return Err(Problem::Element(entry.kind.to_string())),
        }
        let actor = actor()?;
        if let Some(seat) = self.declared.take() {
            // nobody has won on it
            self.events.push(Event::RiichiAccepted { seat });
        }
        let hidden = || Problem::Hidden { seat: actor };
        match entry.kind {
            "zimo" | "gangzimo" => {
                if entry.content.get("p").is_none_or(|p| p == "" || p == "_") {
                    return Err(hidden());
                }
                let tile = entry.required("p", tile)?;
                self.last = Some((actor, tile));
                self.events.push(Event::Draw { seat: actor, tile });
            }
            "dapai" => {
                let tile = entry.required("p", tile)?;
                let has =
                    |sign| entry.content.get("p").and_then(Value::as_str).is_some_and(|p| p.contains(sign));
                if has('*') {
                    self.events.push(Event::Riichi { seat: actor });
                    self.declared = Some(actor);
                }
                self.last = Some((actor, tile));
                let manner = if has('_') { Manner::Tsumogiri } else { Manner::Tedashi };
                self.events.push(Event::Discard { seat: actor, tile, manner });
            }
            _ => {
                let meld = meld(entry)?;
                match meld.call() {
                    Call::Ankan => self.last = meld.tiles().next().map(|tile| (actor, tile)),
                    Call::Kakan { added, .. } => self.last = Some((actor, added)),
                    _ => {}
                }
                self.events.push(Event::Call { seat: actor, meld });
            }
        }
        Ok(())
    }

    fn hule(&mut self, entry: &Entry, seat: Seat) -> Reading<()> {
        let (whose, tile) = self.last.ok_or_else(|| Problem::Misplaced(entry.path.clone()))?;
        let from = entry.maybe("baojia", self::seat)?.map(|l| self.dealer.after(l.index()));
        if from.unwrap_or(seat) != whose {
            let value = from.unwrap_or(seat).index().to_string();
            return Err(Problem::Value { attribute: format!("{}.baojia", entry.path), value });
        }
        let win = WinEnd {
            seat,
            source: from.map_or(Source::Tsumo, |from| Source::Ron { from }),
            tile,
            ura: Some(entry.maybe("fubaopai", many)?.unwrap_or_default()),
            gains: entry.by_seat("fenpei", self.dealer, whole)?,
            scores: None,
        };
        self.claims.push(claim(entry)?);
        match &mut self.end {
            Some(End::Won(wins)) => wins.push(win),
            _ => self.end = Some(End::Won(vec![win])),
        }
        Ok(())
    }

    fn pingju(&self, entry: &Entry) -> Reading<DrawEnd> {
        let hands = entry.by_seat("shoupai", self.dealer, |hand| {
            Some(hand.as_str().is_some_and(|hand| !hand.is_empty()))
        })?;
        let recorded = RecordedDraw {
            name: entry.maybe("name", |value| value.as_str().map(str::to_string))?,
            tenpai: hands,
            gains: entry.by_seat("fenpei", self.dealer, whole)?,
        };
        Ok(DrawEnd { recorded, scores: None })
    }
}

/// What the record says of a win.
fn claim(entry: &Entry) -> Reading<WinClaim> {
    // the concealed tiles, the winning one last, and then the melds
    let concealed = entry.maybe("shoupai", |hand| tiles(hand.as_str()?.split(',').next()?))?;
    let mut han = Vec::new();
    let mut yakuman = Vec::new();
    let mut known = true;
    for item in entry.maybe("hupai", |value| value.as_array().cloned())?.unwrap_or_default() {
        let id = item["name"].as_str().and_then(yaku);
        match (id, &item["fanshu"]) {
            (Some(id), Value::String(_)) => yakuman.push(id),
            (Some(id), fan) if fan.as_u64().is_some_and(|fan| fan <= 100) => {
                han.push((id, fan.as_u64().unwrap_or_default() as u8));
            }
            _ => known = false,
        }
    }
    let yaku = match (known, han.is_empty(), yakuman.is_empty()) {
        (true, true, false) => Some(ClaimedYaku::Yakuman(yakuman)),
        (true, false, true) => Some(ClaimedYaku::Han(han)),
        _ => None,
    };
    Ok(WinClaim {
        concealed,
        fu: entry.maybe("fu", number)?,
        points: entry.maybe("defen", number)?,
        yaku,
        ..WinClaim::default()
    })
}

/// Tenhou's number of a yaku; the names are mostly the same.
fn yaku(name: &str) -> Option<u8> {
    let name = match name {
        "ダブル立直" => "両立直".to_string(),
        "国士無双十三面" => "国士無双１３面".to_string(),
        _ => name.replace("翻牌", "役牌"),
    };
    YAKU.iter().position(|&known| known == name).map(|id| id as u8)
}
