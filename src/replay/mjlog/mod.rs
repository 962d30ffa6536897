//! Tenhou's mjlog XML.
//!
//! Tiles are numbered 0..136 by kind, four of each; the first of each kind of five (16, 52, 88) is
//! the red one. Elements with a letter and a number are draws (T, U, V, W for the four seats) and
//! discards (D, E, F, G); `N` is a call whose tiles and source are packed into 16 bits.

mod contest;
mod pack;

pub use super::{Problem, ReadError};

use super::{
    Absence, ClaimedLimit, ClaimedYaku, Heading, Length, Outcome, Players, ReadOptions, RecordRules, Room,
    RoundLog, WinClaim, draw,
};
use crate::replay::Reading;
use crate::round::{DrawReason, Event, Manner, Opening, RawRound, Reason, Round, Source, WinEvent};
use crate::rules::{KanDora, RedFives, Rules};
use crate::tile::{BySeat, Seat, Tile, Wind};
use arrayvec::ArrayVec;
use contest::Contest;
use pack::{PackedCall, called, sort};
use percent_encoding::percent_decode;
use quick_xml::events::{BytesStart, Event as Xml};
use std::borrow::Cow;
use std::io::Cursor;

/// Reads one game, round by round.
///
/// ```
/// use nanikiru::replay::{Length, mjlog::{Problem, Reader}};
///
/// let mut rounds = Reader::new(br#"<mjloggm ver="2.3"><GO type="169" lobby="0"/><T12/></mjloggm>"#);
/// let error = rounds.next().unwrap().unwrap_err();
/// assert_eq!((error.byte, error.problem), (45, Problem::Misplaced("T12".to_string())));
/// assert_eq!(rounds.room().map(|r| r.length), Some(Length::Hanchan));
/// assert!(rounds.next().is_none());
/// ```
pub struct Reader<'a> {
    xml: quick_xml::Reader<Cursor<Cow<'a, [u8]>>>,
    /// Where the game begins in the text.
    start: usize,
    /// The element being read.
    buffer: Vec<u8>,
    options: ReadOptions,
    stated: Option<RecordRules>,
    heading: Heading,
    names: Option<BySeat<String>>,
    /// Whole rounds so far.
    rounds: usize,
    /// The round being read, with the last tile drawn by each seat and the last discard.
    open: Option<(RoundLog, Last)>,
    waiting_absences: Vec<(Seat, Absence)>,
    outcome: Option<Outcome>,
    /// What comes after the last whole round.
    failed: Option<ReadError>,
    done: bool,
}

/// What later elements of a round refer to.
#[derive(Clone, Copy, Default)]
struct Last {
    drawn: Option<(Seat, u8)>,
    ended: bool,
}

impl<'a> Reader<'a> {
    /// A reader of one game's XML.
    pub fn new(xml: impl Into<Cow<'a, [u8]>>) -> Reader<'a> {
        Reader::with(xml, ReadOptions::default())
    }

    /// The same, with what the caller says where the record does not.
    pub fn with(xml: impl Into<Cow<'a, [u8]>>, options: ReadOptions) -> Reader<'a> {
        Reader::from(xml.into(), 0, options)
    }

    /// The same, from this place on.
    pub(super) fn from(xml: Cow<'a, [u8]>, start: usize, options: ReadOptions) -> Reader<'a> {
        let mut cursor = Cursor::new(xml);
        cursor.set_position(start as u64);
        Reader {
            options,
            xml: quick_xml::Reader::from_reader(cursor),
            start,
            buffer: Vec::with_capacity(1024),
            stated: None,
            heading: Heading::default(),
            names: None,
            rounds: 0,
            open: None,
            waiting_absences: Vec::new(),
            outcome: None,
            failed: None,
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

    /// The room, once the first round has been asked for; the file's name has the game's number and date.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// The players' names by seat, once the first round has been asked for; records can leave them out.
    pub fn names(&self) -> Option<&BySeat<String>> {
        self.names.as_ref()
    }

    /// How the game ended, once all rounds have been read.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The text, and how far it has been read.
    pub(super) fn place(&self) -> (&[u8], usize) {
        (self.xml.get_ref().get_ref(), self.at())
    }

    fn at(&self) -> usize {
        self.start + self.xml.buffer_position() as usize
    }

    fn advance(&mut self) -> Result<Option<RoundLog>, ReadError> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let round = self.read_round(&mut buffer);
        self.buffer = buffer;
        round.map_err(|(position, problem)| {
            let text: &[u8] = self.xml.get_ref().get_ref();
            ReadError::new(text, position, self.rounds, problem)
        })
    }

    fn read_round(&mut self, buffer: &mut Vec<u8>) -> Result<Option<RoundLog>, (usize, Problem)> {
        loop {
            let position = self.at();
            let at = |problem| (position, problem);
            buffer.clear();
            let element = match self.xml.read_event_into(buffer) {
                Ok(Xml::Start(element) | Xml::Empty(element)) => element,
                Ok(Xml::End(end)) if end.name().as_ref() == b"mjloggm" => {
                    self.done = true;
                    return match self.open.take() {
                        Some((log, Last { ended: true, .. })) => Ok(Some(log)),
                        Some(_) => Err(at(Problem::Unfinished)),
                        None => Ok(None),
                    };
                }
                Ok(Xml::Eof) => return Err(at(Problem::Unfinished)),
                Ok(_) => continue,
                Err(error) => return Err(at(Problem::Xml(error.to_string()))),
            };
            if element.name().as_ref() == b"INIT" {
                let fresh = self.start(&element).map_err(at)?;
                match self.open.replace((fresh, Last::default())) {
                    Some((log, Last { ended: true, .. })) => return Ok(Some(log)),
                    Some(_) => return Err(at(Problem::Unfinished)),
                    None => continue,
                }
            }
            if let Err(problem) = self.element(&element) {
                // a second win that cannot be read leaves the round unfinished
                if let Some((_, last)) = self.open.as_mut().filter(|_| element.name().as_ref() == b"AGARI") {
                    last.ended = false;
                }
                return Err(at(problem));
            }
        }
    }

    fn start(&mut self, element: &BytesStart) -> Reading<RoundLog> {
        match &self.stated {
            None => return Err(Problem::Misplaced("INIT".to_string())),
            Some(stated) => stated.agree(self.options.rules.as_ref())?,
        }
        let red = self.red_fives();
        let mut seed = None;
        let mut scores = None;
        let mut dealer = None;
        let mut hands: [Option<[Tile; 13]>; 4] = [None; 4];
        for_attributes(element, |key, value| {
            match key {
                b"seed" => seed = Some(numbers::<6>(value)?),
                b"ten" => scores = Some(points(value)?),
                b"oya" => dealer = Some(seat(value)?),
                // with three players the fourth hand is empty
                [b'h', b'a', b'i', b'0'..=b'3'] if value.is_empty() => {}
                [b'h', b'a', b'i', who @ b'0'..=b'3'] => {
                    let tiles = list(value).map(|id| sort(id?, red));
                    hands[usize::from(who - b'0')] = Some(collect_exactly(tiles)?);
                }
                _ => {}
            }
            Some(())
        })?;
        let missing = |attribute| Problem::Missing { element: "INIT".to_string(), attribute };
        let [number, honba, sticks, _, _, indicator] = seed.ok_or(missing("seed"))?;
        let value = |attribute: &str, value: u32| Problem::Value {
            attribute: attribute.to_string(),
            value: value.to_string(),
        };
        let opening = Opening {
            wind: *Wind::ALL.get(number as usize / 4).ok_or(value("seed", number))?,
            dealer: dealer.ok_or(missing("oya"))?,
            honba,
            sticks,
            scores: scores.ok_or(missing("ten"))?,
            indicator: u8::try_from(indicator)
                .ok()
                .and_then(|id| sort(id, red))
                .ok_or(value("seed", indicator))?,
        };
        let players = self.room().unwrap_or(Room::USUAL).rules.players;
        let hands: Option<ArrayVec<_, 4>> = players.seats().map(|seat| hands[seat.index()]).collect();
        let raw = RawRound { opening, hands: hands.ok_or(missing("hai0 to hai3"))? };
        let absences = self.waiting_absences.drain(..).map(|(seat, absence)| (0, seat, absence)).collect();
        Ok(RoundLog { raw, events: Vec::with_capacity(160), claims: Vec::new(), absences })
    }

    fn red_fives(&self) -> bool {
        self.stated.as_ref().is_some_and(|stated| stated.red_fives != Some(RedFives::NONE))
    }

    fn element(&mut self, element: &BytesStart) -> Reading<()> {
        let name = element.name();
        let name = name.as_ref();
        if let [letter @ (b'T'..=b'W' | b'D'..=b'G'), digits @ ..] = name
            && digits.first().is_some_and(u8::is_ascii_digit)
        {
            return self.tile(*letter, digits);
        }
        match name {
            b"mjloggm" | b"SHUFFLE" | b"TAIKYOKU" => Ok(()),
            b"GO" => self.go(element),
            b"UN" => self.players(element),
            b"BYE" => {
                let who = required(element, "who", seat)?;
                self.absence(who, Absence::Left);
                Ok(())
            }
            b"N" | b"REACH" | b"DORA" | b"AGARI" | b"RYUUKYOKU" => {
                let red = self.red_fives();
                let rules = self.room().unwrap_or(Room::USUAL).rules;
                let Some((log, last)) = &mut self.open else {
                    return Err(Problem::Misplaced(text(name)));
                };
                let second_win = name == b"AGARI" && !log.claims.is_empty();
                if last.ended && !second_win {
                    return Err(Problem::Misplaced(text(name)));
                }
                let event = match name {
                    b"N" => {
                        let seat = required(element, "who", seat)?;
                        let code = required(element, "m", number)?;
                        last.drawn = None;
                        match called(code, red)? {
                            PackedCall::Meld(meld) => Event::Call { seat, meld },
                            PackedCall::Kita => Event::Kita { seat },
                        }
                    }
                    b"REACH" => {
                        let seat = required(element, "who", seat)?;
                        match required(element, "step", number)? {
                            1u8 => Event::Riichi { seat },
                            2 => Event::RiichiAccepted { seat },
                            step => return Err(bad("step", step.to_string().as_bytes())),
                        }
                    }
                    b"DORA" => {
                        Event::Dora { indicator: required(element, "hai", |v| sort(number(v)?, red))? }
                    }
                    b"AGARI" => {
                        let (win, claim) = agari(element, red)?;
                        last.ended = true;
                        log.claims.push(claim);
                        Event::Win(win)
                    }
                    _ => {
                        let event = ryuukyoku(element, *last, log, &rules)?;
                        last.ended = true;
                        event
                    }
                };
                log.events.push(event);
                if last.ended {
                    self.owari(element)?;
                }
                Ok(())
            }
            _ => Err(Problem::Element(text(name))),
        }
    }

    fn tile(&mut self, letter: u8, digits: &[u8]) -> Reading<()> {
        let red = self.red_fives();
        let name = || text(&[&[letter], digits].concat());
        let id: u8 = number(digits).ok_or_else(|| bad(&text(&[letter]), digits))?;
        let tile = sort(id, red).ok_or_else(|| bad(&text(&[letter]), digits))?;
        let Some((log, last)) = self.open.as_mut().filter(|(_, last)| !last.ended) else {
            return Err(Problem::Misplaced(name()));
        };
        let draws = letter >= b'T';
        let seat = Seat::ALL[usize::from(letter - if draws { b'T' } else { b'D' })];
        log.events.push(if draws {
            last.drawn = Some((seat, id));
            Event::Draw { seat, tile }
        } else {
            let same = last.drawn == Some((seat, id));
            last.drawn = None;
            Event::Discard { seat, tile, manner: if same { Manner::Tsumogiri } else { Manner::Tedashi } }
        });
        Ok(())
    }

    /// `type`: 2 no red fives, 4 no open tanyao, 8 hanchan, 16 three players, 32 and 128 the level, 64 fast, 512 chips.
    /// The records of rooms with chips show kan dora at once and 4 han 30 fu paid as a mangan.
    fn go(&mut self, element: &BytesStart) -> Reading<()> {
        let kind: u16 = required(element, "type", number)?;
        let has = |bit| kind & bit != 0;
        let mut lobby = None;
        let mut csrule = String::new();
        for_attributes(element, |key, value| {
            match key {
                b"lobby" => lobby = number::<u32>(value),
                b"csrule" => csrule = text(value),
                _ => {}
            }
            Some(())
        })?;
        self.heading.room = (lobby == Some(0)).then(|| room_name(kind));
        let site = if has(16) { Rules::TENHOU_SANMA } else { Rules::TENHOU };
        let with_chips = Rules { kan_dora: KanDora::AtOnce, kiriage: true, ..site.clone() };
        let Contest { rules, unknown } = contest::rules(&csrule, if has(512) { &with_chips } else { &site })?;
        self.stated = Some(RecordRules {
            rules: Some(rules),
            unknown,
            red_fives: Some(if has(2) { RedFives::NONE } else { RedFives::THREE }),
            kuitan: Some(!has(4)),
            length: Some(if has(8) { Length::Hanchan } else { Length::Tonpuu }),
            players: Some(if has(16) { Players::Three } else { Players::Four }),
            fast: Some(has(64)),
            ..RecordRules::default()
        });
        Ok(())
    }

    /// All four names begin the game; a single one comes back to it.
    fn players(&mut self, element: &BytesStart) -> Reading<()> {
        let mut named = ArrayVec::<(Seat, String), 4>::new();
        for_attributes(element, |key, value| {
            if let [b'n', who] = key {
                let name = percent_decode(value).decode_utf8_lossy().into_owned();
                named.try_push((seat(&[*who])?, name)).ok()?;
            }
            Some(())
        })?;
        if named.len() < 3 {
            named.into_iter().for_each(|(seat, _)| self.absence(seat, Absence::Back));
        } else {
            let mut names = BySeat::<String>::default();
            named.into_iter().for_each(|(seat, name)| names[seat] = name);
            self.names = Some(names);
        }
        Ok(())
    }

    fn absence(&mut self, seat: Seat, absence: Absence) {
        match &mut self.open {
            Some((log, last)) if !last.ended => log.absences.push((log.events.len(), seat, absence)),
            _ => self.waiting_absences.push((seat, absence)),
        }
    }

    /// `owari` on the last element of a game: points and standing of each seat.
    fn owari(&mut self, element: &BytesStart) -> Reading<()> {
        let mut found = None;
        for_attributes(element, |key, value| {
            if key == b"owari" {
                let mut points = BySeat::default();
                let mut standing = BySeat::default();
                let flat: [f64; 8] = without_chips(value)?;
                for (seat, &[hundreds, place]) in Seat::ALL.into_iter().zip(flat.as_chunks::<2>().0) {
                    // a game's points are far below i32's range, and whole
                    if hundreds.fract() != 0.0 || hundreds.abs() > 1e7 {
                        return None;
                    }
                    points[seat] = hundreds as i32 * 100;
                    standing[seat] = place;
                }
                found = Some(Outcome { points, standing });
            }
            Some(())
        })?;
        if found.is_some() {
            self.outcome = found;
        }
        Ok(())
    }
}

/// A room of Tenhou's own lobby as its viewer writes it: 鳳南喰赤. Other lobbies belong to their hosts.
fn room_name(kind: u16) -> String {
    let has = |bit| kind & bit != 0;
    let level = match (has(128), has(32)) {
        (false, false) => "般",
        (true, false) => "上",
        (false, true) => "特",
        (true, true) => "鳳",
    };
    let when = |yes, sign| if yes { sign } else { "" };
    let signs = [
        when(has(16), "三"),
        level,
        if has(8) { "南" } else { "東" },
        when(!has(4), "喰"),
        when(!has(2), "赤"),
        when(has(64), "速"),
        when(has(512), "祝"),
    ];
    signs.concat()
}

impl Iterator for Reader<'_> {
    type Item = Result<RoundLog, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let round = match self.failed.take() {
            Some(error) => Err(error),
            None if self.done => return None,
            None => self.advance(),
        };
        let whole = self.open.take_if(|(_, last)| round.is_err() && last.ended);
        let item = match (round, whole) {
            (Err(error), Some((log, _))) => {
                self.failed = Some(ReadError { rounds: self.rounds + 1, ..error });
                Some(Ok(log))
            }
            (round, _) => round.transpose(),
        };
        match &item {
            Some(Ok(_)) => self.rounds += 1,
            _ => self.done = true,
        }
        item
    }
}

fn agari(element: &BytesStart, red: bool) -> Reading<(WinEvent, WinClaim)> {
    let who: Seat = required(element, "who", seat)?;
    let from: Seat = required(element, "fromWho", seat)?;
    let tile = required(element, "machi", |v| sort(number(v)?, red))?;
    let (before, gains) = required(element, "sc", deltas)?;
    let [fu, points, limit] = required(element, "ten", numbers::<3>)?;
    let [honba, sticks] = required(element, "ba", numbers::<2>)?;
    let mut ura = ArrayVec::new();
    let limit = limit_of(limit).ok_or_else(|| bad("ten", limit.to_string().as_bytes()))?;
    let concealed = required(element, "hai", |v| tiles(v, red))?;
    let indicators = required(element, "doraHai", |v| tiles(v, red))?;
    let mut pao = None;
    let mut called = Vec::new();
    let mut melds = Ok(());
    let mut yakuman = Vec::new();
    let mut han = Vec::new();
    for_attributes(element, |key, value| {
        match key {
            b"doraHaiUra" => ura.try_extend_from_slice(&tiles(value, red)?).ok()?,
            b"paoWho" => pao = Some(seat(value)?),
            b"yakuman" => yakuman = list(value).collect::<Option<Vec<u8>>>()?,
            b"yaku" => {
                let flat = list(value).collect::<Option<Vec<u8>>>()?;
                let (pairs, []) = flat.as_chunks::<2>() else { return None };
                han = pairs.iter().map(|&[yaku, han]| (yaku, han)).collect();
            }
            b"m" => {
                for code in list::<u16>(value) {
                    match pack::called(code?, red) {
                        Ok(PackedCall::Meld(meld)) => called.push(meld),
                        Ok(PackedCall::Kita) => {}
                        Err(problem) => melds = Err(problem),
                    }
                }
                called.reverse(); // the record names the latest first
            }
            _ => {}
        }
        Some(())
    })?;
    melds?;
    let yaku = if yakuman.is_empty() { ClaimedYaku::Han(han) } else { ClaimedYaku::Yakuman(yakuman) };
    let claim = WinClaim {
        concealed: Some(concealed),
        melds: Some(called),
        indicators: Some(indicators),
        fu: Some(fu),
        points: Some(points),
        limit: Some(limit),
        yaku: Some(yaku),
        pao,
        table: Some((honba, sticks)),
        before: Some(before),
    };
    let source = if from == who { Source::Tsumo } else { Source::Ron { from } };
    Ok((WinEvent { seat: who, source, tile, ura, gains }, claim))
}

fn limit_of(number: u32) -> Option<ClaimedLimit> {
    use ClaimedLimit::*;
    [None, Mangan, Haneman, Baiman, Sanbaiman, Yakuman].get(number as usize).copied()
}

/// A draw; without a `type` the wall is used up, and one that is not Tenhou's is the table's reason.
fn ryuukyoku(element: &BytesStart, last: Last, log: &RoundLog, rules: &Rules) -> Reading<Event> {
    let (_, gains) = required(element, "sc", deltas)?;
    let mut shown = BySeat::default();
    let mut kind = None;
    for_attributes(element, |key, value| {
        match key {
            b"type" => kind = Some(text(value)),
            [b'h', b'a', b'i', who @ b'0'..=b'3'] => shown[seat(&[*who])?] = true,
            _ => {}
        }
        Some(())
    })?;
    let how = match kind.as_deref().map(draw::named) {
        None | Some(Some(Reason::Exhausted)) => DrawReason::Exhausted { tenpai: shown },
        Some(Some(Reason::NagashiMangan)) => DrawReason::NagashiMangan { tenpai: shown },
        Some(Some(Reason::NineTerminals)) => {
            let (seat, _) = last.drawn.ok_or_else(|| Problem::Misplaced("RYUUKYOKU".to_string()))?;
            DrawReason::NineTerminals { seat }
        }
        Some(Some(Reason::FourWinds)) => DrawReason::FourWinds,
        Some(Some(Reason::FourRiichi)) => DrawReason::FourRiichi,
        Some(Some(Reason::FourKans)) => DrawReason::FourKans,
        Some(Some(Reason::TripleRon)) => DrawReason::TripleRon,
        Some(None) => {
            let unknown = || bad("type", kind.as_deref().unwrap_or_default().as_bytes());
            let mut round = Round::deal(log.raw.clone(), rules).map_err(|_| unknown())?;
            log.events.iter().try_for_each(|event| round.apply(event)).map_err(|_| unknown())?;
            let recorded = draw::RecordedDraw { name: None, tenpai: Some(shown), gains: Some(gains) };
            return recorded.event(&round).map_err(|_| unknown());
        }
    };
    Ok(Event::Drawn { how, gains })
}

fn tiles(value: &[u8], red_fives: bool) -> Option<Vec<Tile>> {
    list(value).map(|id| sort(id?, red_fives)).collect()
}

fn seat(value: &[u8]) -> Option<Seat> {
    number(value).and_then(Seat::new)
}

fn points(value: &[u8]) -> Option<BySeat<i32>> {
    let scores: [i32; 4] = collect_exactly(list(value))?;
    let mut points = BySeat::default();
    for (seat, hundreds) in Seat::ALL.into_iter().zip(scores) {
        points[seat] = hundreds.checked_mul(100)?;
    }
    Some(points)
}

/// Two numbers for each seat; rooms with chips add two more, which change no points.
fn without_chips<T: std::str::FromStr>(value: &[u8]) -> Option<[T; 8]> {
    match value.split(|&b| b == b',').count() {
        8 | 16 => collect_exactly(list(value).take(8)),
        _ => None,
    }
}

/// `sc`: points before and gained, seat by seat, in hundreds.
fn deltas(value: &[u8]) -> Option<(BySeat<i32>, BySeat<i32>)> {
    let flat: [i32; 8] = without_chips(value)?;
    let (mut before, mut gained) = (BySeat::default(), BySeat::default());
    for (seat, pair) in Seat::ALL.into_iter().zip(flat.as_chunks::<2>().0) {
        before[seat] = pair[0].checked_mul(100)?;
        gained[seat] = pair[1].checked_mul(100)?;
    }
    Some((before, gained))
}

fn number<T: std::str::FromStr>(value: &[u8]) -> Option<T> {
    std::str::from_utf8(value).ok()?.parse().ok()
}

fn list<T: std::str::FromStr>(value: &[u8]) -> impl Iterator<Item = Option<T>> {
    value.split(|&b| b == b',').map(number)
}

fn numbers<const N: usize>(value: &[u8]) -> Option<[u32; N]> {
    collect_exactly(list(value))
}

fn collect_exactly<T, const N: usize>(items: impl Iterator<Item = Option<T>>) -> Option<[T; N]> {
    let mut array = ArrayVec::<T, N>::new();
    for item in items {
        array.try_push(item?).ok()?;
    }
    array.into_inner().ok()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn bad(attribute: &str, value: &[u8]) -> Problem {
    Problem::Value { attribute: attribute.to_string(), value: text(value) }
}

/// Calls `f` with each attribute; its `None` means that the value makes no sense.
fn for_attributes(element: &BytesStart, mut f: impl FnMut(&[u8], &[u8]) -> Option<()>) -> Reading<()> {
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| Problem::Xml(error.to_string()))?;
        let (key, value) = (attribute.key.as_ref(), attribute.value.as_ref());
        f(key, value).ok_or_else(|| bad(&text(key), value))?;
    }
    Ok(())
}

fn required<T>(
    element: &BytesStart,
    attribute: &'static str,
    parse: impl Fn(&[u8]) -> Option<T>,
) -> Reading<T> {
    let mut found = None;
    for_attributes(element, |key, value| {
        if key == attribute.as_bytes() {
            found = Some(parse(value)?);
        }
        Some(())
    })?;
    found.ok_or_else(|| Problem::Missing { element: text(element.name().as_ref()), attribute })
}

#[cfg(test)]
mod tests;
