//! Rounds as the messages of Mahjong Soul's server: as bytes, as JSON, and in the captures of browsers.

use super::parts;
use nanikiru::hand::{Call, Meld};
use nanikiru::replay::RoundLog;
use nanikiru::round::{DrawReason, Event, Manner, Source};
use nanikiru::tile::{BySeat, Seat, Tile};
use serde_json::{Map, Value as Json, json};

/// A field's value.
#[derive(Clone, Debug)]
pub enum Value {
    Number(i64),
    Text(String),
    Numbers(Vec<i64>),
    Texts(Vec<String>),
    Message(Message),
    Messages(Vec<Message>),
}

/// A message: number, name and value of its fields.
#[derive(Clone, Debug, Default)]
pub struct Message(pub Vec<(u32, &'static str, Value)>);

/// How bytes are written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Numbers of a list in one field.
    pub packed: bool,
    /// Zeros are written out.
    pub zeros: bool,
}

impl Message {
    pub fn with(mut self, number: u32, name: &'static str, value: Value) -> Message {
        self.0.push((number, name, value));
        self
    }

    pub fn number(self, number: u32, name: &'static str, value: i64) -> Message {
        self.with(number, name, Value::Number(value))
    }

    pub fn bytes(&self, style: Style) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (number, _, value) in &self.0 {
            match value {
                Value::Number(0) if !style.zeros => {}
                Value::Number(value) => varint_field(&mut bytes, *number, *value),
                Value::Text(text) => field(&mut bytes, *number, text.as_bytes()),
                Value::Numbers(values) if style.packed => {
                    let mut packed = Vec::new();
                    values.iter().for_each(|value| varint(&mut packed, *value as u64));
                    field(&mut bytes, *number, &packed);
                }
                Value::Numbers(values) => values.iter().for_each(|v| varint_field(&mut bytes, *number, *v)),
                Value::Texts(texts) => {
                    texts.iter().for_each(|text| field(&mut bytes, *number, text.as_bytes()))
                }
                Value::Message(message) => field(&mut bytes, *number, &message.bytes(style)),
                Value::Messages(all) => all.iter().for_each(|m| field(&mut bytes, *number, &m.bytes(style))),
            }
        }
        bytes
    }

    pub fn json(&self) -> Json {
        let json = |value: &Value| match value {
            Value::Number(value) => json!(value),
            Value::Text(text) => json!(text),
            Value::Numbers(values) => json!(values),
            Value::Texts(texts) => json!(texts),
            Value::Message(message) => message.json(),
            Value::Messages(all) => all.iter().map(Message::json).collect(),
        };
        Json::Object(
            self.0.iter().map(|(_, name, value)| ((*name).to_string(), json(value))).collect::<Map<_, _>>(),
        )
    }
}

fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn varint_field(bytes: &mut Vec<u8>, number: u32, value: i64) {
    varint(bytes, u64::from(number) << 3);
    varint(bytes, value as u64);
}

pub fn field(bytes: &mut Vec<u8>, number: u32, content: &[u8]) {
    varint(bytes, u64::from(number) << 3 | 2);
    varint(bytes, content.len() as u64);
    bytes.extend_from_slice(content);
}

pub fn wrapper(name: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    field(&mut bytes, 1, name.as_bytes());
    field(&mut bytes, 2, data);
    bytes
}

/// Who played, by which rules.
pub fn head(names: &BySeat<String>, mode: i64, detail: Message) -> Message {
    let accounts = Seat::ALL.map(|seat| {
        let account = Message::default().number(1, "account_id", 1000).number(2, "seat", seat.index() as i64);
        account.with(3, "nickname", Value::Text(names[seat].clone()))
    });
    let mode = Message::default().number(1, "mode", mode).with(6, "detail_rule", Value::Message(detail));
    let config = Message::default().number(1, "category", 2).with(2, "mode", Value::Message(mode));
    Message::default()
        .with(1, "uuid", Value::Text("000000-00000000-0000-4000-8000-000000000001".to_string()))
        .with(5, "config", Value::Message(config))
        .with(11, "accounts", Value::Messages(accounts.to_vec()))
}

fn texts(tiles: &[Tile]) -> Value {
    Value::Texts(tiles.iter().map(Tile::to_string).collect())
}

fn text(tile: Tile) -> Value {
    Value::Text(tile.to_string())
}

fn points(points: &BySeat<i32>) -> Value {
    Value::Numbers(points.0.iter().map(|&points| i64::from(points)).collect())
}

/// The records of a game, by name without the package.
pub fn records(logs: &[RoundLog]) -> Vec<(&'static str, Message)> {
    logs.iter().flat_map(round).collect()
}

fn round(log: &RoundLog) -> Vec<(&'static str, Message)> {
    let opening = &log.raw.opening;
    let mut indicators = vec![opening.indicator];
    let (mut turned, mut riichi, mut accepted) = (false, false, None);
    let mut events = log.events.iter().peekable();
    let mut first = Message::default()
        .number(1, "chang", opening.wind as i64)
        .number(2, "ju", opening.dealer.index() as i64)
        .number(3, "ben", i64::from(opening.honba))
        .with(5, "scores", points(&opening.scores))
        .number(6, "liqibang", i64::from(opening.sticks));
    let names = ["tiles0", "tiles1", "tiles2", "tiles3"];
    for (seat, name) in Seat::ALL.into_iter().zip(names) {
        let mut hand = log.raw.hands[seat.index()].to_vec();
        if seat == opening.dealer
            && let Some(Event::Draw { tile, .. }) =
                events.next_if(|event| matches!(event, Event::Draw { .. }))
        {
            hand.push(*tile);
        }
        first = first.with(7 + seat.index() as u32, name, texts(&hand));
    }
    first = first.number(15, "left_tile_count", 69).with(16, "doras", texts(&indicators));
    let mut all = vec![("RecordNewRound", first)];
    let by = |seat: Seat| Message::default().number(1, "seat", seat.index() as i64);
    let stick = |accepted: &mut Option<Seat>, record: Message| match accepted.take() {
        Some(seat) => record.with(
            5,
            "liqi",
            Value::Message(by(seat).number(2, "score", 24_000).number(3, "liqibang", 1)),
        ),
        None => record,
    };
    let mut wins: Vec<(Message, BySeat<i32>)> = Vec::new();
    for event in events {
        let doras =
            |record: Message, number: u32, turned: &mut bool, indicators: &[Tile]| match std::mem::take(
                turned,
            ) {
                true => record.with(number, "doras", texts(indicators)),
                false => record,
            };
        match event {
            Event::Draw { seat, tile } => {
                let record = by(*seat).with(2, "tile", text(*tile)).number(3, "left_tile_count", 60);
                let record = stick(&mut accepted, record);
                all.push(("RecordDealTile", doras(record, 6, &mut turned, &indicators)));
            }
            Event::Kita { seat } => all.push(("RecordBaBei", by(*seat))),
            Event::Riichi { .. } => riichi = true,
            Event::RiichiAccepted { seat } => accepted = Some(*seat),
            Event::Dora { indicator } => {
                indicators.push(*indicator);
                turned = true;
            }
            Event::Discard { seat, tile, manner } => {
                let record = by(*seat)
                    .with(2, "tile", text(*tile))
                    .number(3, "is_liqi", i64::from(std::mem::take(&mut riichi)))
                    .number(5, "moqie", i64::from(*manner == Manner::Tsumogiri))
                    .with(6, "zhenting", Value::Numbers(vec![0; 4]));
                all.push(("RecordDiscardTile", doras(record, 8, &mut turned, &indicators)));
            }
            Event::Call { seat, meld } => {
                let (name, record) = called(*seat, meld, by(*seat));
                let record = match name {
                    "RecordChiPengGang" => stick(&mut accepted, record),
                    _ => doras(record, 6, &mut turned, &indicators),
                };
                all.push((name, record));
            }
            Event::Win(win) => {
                let record = Message::default()
                    .with(3, "hu_tile", text(win.tile))
                    .number(4, "seat", win.seat.index() as i64)
                    .number(5, "zimo", i64::from(win.source == Source::Tsumo))
                    .with(9, "li_doras", texts(&win.ura));
                wins.push((record, win.gains));
            }
            Event::Drawn { how, gains } => all.push(drawn(how, gains, &mut accepted, stick)),
        }
    }
    if !wins.is_empty() {
        let gains = BySeat::from_fn(|seat| wins.iter().map(|(_, gains)| gains[seat]).sum());
        let hules = wins.into_iter().map(|(record, _)| record).collect();
        let record = Message::default().with(1, "hules", Value::Messages(hules));
        all.push(("RecordHule", record.with(3, "delta_scores", points(&gains))));
    }
    all
}

fn called(seat: Seat, meld: &Meld, record: Message) -> (&'static str, Message) {
    let (claimed, added, own) = parts(meld);
    let kind = match meld.call() {
        Call::Chi { .. } => 0,
        Call::Pon { .. } => 1,
        Call::Daiminkan { .. } => 2,
        Call::Kakan { .. } => {
            let record = record.number(2, "type", 2);
            return ("RecordAnGangAddGang", record.with(3, "tiles", text(added.unwrap())));
        }
        Call::Ankan => {
            let record = record.number(2, "type", 3);
            return ("RecordAnGangAddGang", record.with(3, "tiles", text(Tile::plain(meld.kind()))));
        }
    };
    let from = match meld.call() {
        Call::Pon { from, .. } | Call::Daiminkan { from, .. } => from.seat(seat),
        _ => seat.after(3),
    };
    let mut froms = vec![seat.index() as i64; own.len()];
    froms.push(from.index() as i64);
    let tiles: Vec<Tile> = own.into_iter().chain(claimed).collect();
    let record = record.number(2, "type", kind).with(3, "tiles", texts(&tiles));
    ("RecordChiPengGang", record.with(4, "froms", Value::Numbers(froms)))
}

fn drawn(
    how: &DrawReason,
    gains: &BySeat<i32>,
    accepted: &mut Option<Seat>,
    stick: impl Fn(&mut Option<Seat>, Message) -> Message,
) -> (&'static str, Message) {
    let record = Message::default();
    let kind = match how {
        DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai } => {
            let nagashi = matches!(how, DrawReason::NagashiMangan { .. });
            let players =
                tenpai.0.iter().map(|&ready| Message::default().number(3, "tingpai", i64::from(ready)));
            let scores = Message::default().with(3, "delta_scores", points(gains));
            // all or none ready: nobody pays, and the record leaves it out
            let scores = if *gains == BySeat([0; 4]) { Message::default() } else { scores };
            let record = record
                .number(1, "liujumanguan", i64::from(nagashi))
                .with(2, "players", Value::Messages(players.collect()))
                .with(3, "scores", Value::Messages(vec![scores]));
            return ("RecordNoTile", record);
        }
        DrawReason::NineTerminals { seat } => {
            let record = record.number(1, "type", 1).number(3, "seat", seat.index() as i64);
            return ("RecordLiuJu", record);
        }
        DrawReason::FourWinds => 2,
        DrawReason::FourKans => 3,
        DrawReason::FourRiichi => 4,
        DrawReason::TripleRon => 5,
    };
    ("RecordLiuJu", stick(accepted, record.number(1, "type", kind)))
}

/// `GameDetailRecords` in its wrapper, as they are today.
pub fn details(logs: &[RoundLog], style: Style) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint_field(&mut bytes, 2, 210_715);
    let mark = |bytes: &mut Vec<u8>, kind| {
        let action = Message::default().number(1, "passed", 21).number(2, "type", kind);
        field(bytes, 3, &action.bytes(style));
    };
    mark(&mut bytes, 4);
    for (name, record) in records(logs) {
        let mut action = Message::default().number(1, "passed", 300).number(2, "type", 1).bytes(style);
        field(&mut action, 3, &wrapper(&format!(".lq.{name}"), &record.bytes(style)));
        field(&mut bytes, 3, &action);
        mark(&mut bytes, 2);
    }
    wrapper(".lq.GameDetailRecords", &bytes)
}

/// The same before July 2021.
pub fn legacy(logs: &[RoundLog], style: Style) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, record) in records(logs) {
        field(&mut bytes, 1, &wrapper(&format!(".lq.{name}"), &record.bytes(style)));
    }
    wrapper(".lq.GameDetailRecords", &bytes)
}

/// The server's answer.
pub fn answer(head: &Message, details: &[u8], style: Style) -> Vec<u8> {
    let mut bytes = Vec::new();
    field(&mut bytes, 3, &head.bytes(style));
    field(&mut bytes, 4, details);
    bytes
}

/// The answer's frame.
pub fn frame(answer: &[u8]) -> Vec<u8> {
    let mut bytes = vec![3, 7, 0];
    bytes.extend_from_slice(&wrapper("", answer));
    bytes
}

pub fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for i in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= three.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

/// The records as JSON, with or without the package and `Record`.
pub fn named(logs: &[RoundLog], prefix: &str) -> Vec<Json> {
    let name = |name: &str| format!("{prefix}{name}");
    records(logs).iter().map(|(kind, record)| json!({"name": name(kind), "data": record.json()})).collect()
}

/// What a browser's developer tools save; `secret` stands where tokens do.
pub fn har(frames: &[Vec<u8>], secret: &str) -> String {
    let log_in = wrapper(".lq.Lobby.oauth2Login", secret.as_bytes());
    let asked: Vec<u8> = [&[2, 1, 0][..], &log_in].concat();
    let messages: Vec<Json> = std::iter::once(json!({"type": "send", "opcode": 2, "data": base64(&asked)}))
        .chain(frames.iter().map(|frame| json!({"type": "receive", "opcode": 2, "data": base64(frame)})))
        .collect();
    let headers = json!([{"name": "cookie", "value": secret}]);
    let entry = json!({"_resourceType": "websocket", "request": {"headers": headers}, "_webSocketMessages": messages});
    json!({"log": {"version": "1.2", "creator": {"name": "WebInspector"}, "pages": [], "entries": [entry]}})
        .to_string()
}

/// What browser extensions save.
pub fn frames(frames: &[Vec<u8>], secret: &str) -> String {
    let frames: Vec<Json> = frames
        .iter()
        .map(|frame| json!({"direction": "recv", "encoding": "base64", "data": base64(frame)}))
        .collect();
    json!({"source_url": secret, "frame_count": frames.len(), "frames": frames}).to_string()
}

/// What the DevTools protocol reports, an event a line.
pub fn lines(frames: &[Vec<u8>], secret: &str) -> String {
    let event = |frame: &Vec<u8>| {
        let response = json!({"opcode": 2, "payloadData": base64(frame), "token": secret});
        format!("{}\n", json!({"method": "Network.webSocketFrameReceived", "params": {"response": response}}))
    };
    frames.iter().map(event).collect()
}
