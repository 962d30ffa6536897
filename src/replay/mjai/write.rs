//! Rounds as lines of mjai.

use super::super::{Room, RoundLog, written::parts};
use crate::hand::{Call, From, Meld};
use crate::round::{DrawReason, Event, Manner, Source};
use crate::rules::{Length, RedFives, Rules};
use crate::tile::{BySeat, Kind, Seat, Tile};
use serde_json::{Map, Value, json};

/// How a north that is set aside is written: both words are in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KitaWord {
    /// `kita`.
    #[default]
    Kita,
    /// `nukidora`.
    Nukidora,
}

impl KitaWord {
    fn word(self) -> &'static str {
        match self {
            KitaWord::Kita => "kita",
            KitaWord::Nukidora => "nukidora",
        }
    }
}

/// A game as mjai has it: a JSON object a line, from `start_game` to `end_game`.
///
/// Indicators come where they were turned; a draw has its reason and says whose hands were shown. What a win was worth mjai
/// has no place for, but for the points.
///
/// ```
/// use nanikiru::replay::{Room, mjai, open};
///
/// let record = include_bytes!("../../../docs/example.mjson");
/// let rounds: Vec<_> = open(record)?.collect::<Result<_, _>>()?;
/// let text = mjai::write(&Room::USUAL, None, &rounds);
/// let again: Vec<_> = open(text.as_bytes())?.collect::<Result<_, _>>()?;
/// assert_eq!(again, rounds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(room: &Room, names: Option<&BySeat<String>>, rounds: &[RoundLog]) -> String {
    write_with(KitaWord::default(), room, names, rounds)
}

/// The same with another word for kita.
pub fn write_with(
    kita: KitaWord,
    room: &Room,
    names: Option<&BySeat<String>>,
    rounds: &[RoundLog],
) -> String {
    let first = if room.length == Length::Tonpuu { 4 } else { 0 };
    let Rules { red_fives, kuitan, .. } = room.rules;
    let mut game = json!({ "kyoku_first": first, "aka_flag": red_fives != RedFives::NONE });
    let (set, _) = room.rules.nearest();
    let own = room.rules.beside(&set.rules);
    if set.rules != Rules::TENHOU || !own.is_empty() {
        game["rules"] = set.name.into();
    }
    if !own.is_empty() {
        game["tableRules"] = json!(own);
    }
    if kuitan != set.rules.kuitan {
        game["kuitan"] = kuitan.into();
    }
    if let Some(names) = names {
        game["names"] = json!(names.0[..room.rules.players.count()]);
    }
    let mut lines = vec![line("start_game", game)];
    for round in rounds {
        lines.push(opening(round));
        let count = round.raw.hands.len();
        lines.extend(round.events.iter().map(|one| event(one, count, kita)));
        lines.push(line("end_kyoku", json!({})));
    }
    lines.push(line("end_game", json!({})));
    lines.concat()
}

/// The type first, as people read it.
fn line(word: &str, fields: Value) -> String {
    let fields: Map<String, Value> = match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let fields = fields.iter().map(|(name, value)| format!(",\"{name}\":{value}"));
    format!("{{\"type\":\"{word}\"{}}}\n", fields.collect::<String>())
}

fn names(tiles: &[Tile]) -> Vec<&'static str> {
    tiles.iter().map(|tile| tile.mjai()).collect()
}

fn opening(log: &RoundLog) -> String {
    let opening = &log.raw.opening;
    let hands: Vec<_> = log.raw.hands.iter().map(|hand| names(hand)).collect();
    let fields = json!({
        "bakaze": Tile::plain(Kind::wind(opening.wind)).mjai(), "dora_marker": opening.indicator.mjai(),
        "kyoku": opening.dealer.index() + 1, "honba": opening.honba, "kyotaku": opening.sticks,
        "oya": opening.dealer.index(), "scores": opening.scores.0[..hands.len()], "tehais": hands,
    });
    line("start_kyoku", fields)
}

/// Arrays have one value for each of so many players.
fn event(event: &Event, count: usize, kita: KitaWord) -> String {
    match event {
        Event::Draw { seat, tile } => line("tsumo", json!({ "actor": seat.index(), "pai": tile.mjai() })),
        Event::Riichi { seat } => line("reach", json!({ "actor": seat.index() })),
        Event::RiichiAccepted { seat } => line("reach_accepted", json!({ "actor": seat.index() })),
        Event::Discard { seat, tile, manner } => {
            let tsumogiri = *manner == Manner::Tsumogiri;
            line("dahai", json!({ "actor": seat.index(), "pai": tile.mjai(), "tsumogiri": tsumogiri }))
        }
        Event::Call { seat, meld } => call(*seat, meld),
        Event::Kita { seat } => line(kita.word(), json!({ "actor": seat.index(), "pai": "N" })),
        Event::Dora { indicator } => line("dora", json!({ "dora_marker": indicator.mjai() })),
        Event::Win(win) => {
            let from = match win.source {
                Source::Tsumo => win.seat,
                Source::Ron { from } => from,
            };
            let fields = json!({
                "actor": win.seat.index(), "target": from.index(), "pai": win.tile.mjai(),
                "deltas": win.gains.0[..count], "ura_markers": names(&win.ura),
            });
            line("hora", fields)
        }
        Event::Drawn { how, gains } => {
            let mut fields = json!({ "reason": reason(how), "deltas": gains.0[..count] });
            if let DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai } = how {
                fields["tenpais"] = json!(tenpai.0[..count]);
            }
            line("ryukyoku", fields)
        }
    }
}

fn reason(how: &DrawReason) -> &'static str {
    match how {
        DrawReason::Exhausted { .. } => "fanpai",
        DrawReason::NagashiMangan { .. } => "nagashimangan",
        DrawReason::NineTerminals { .. } => "kyushukyuhai",
        DrawReason::FourWinds => "sufonrenta",
        DrawReason::FourRiichi => "suchareach",
        DrawReason::FourKans => "sukaikan",
        DrawReason::TripleRon => "sanchaho",
    }
}

fn call(seat: Seat, meld: &Meld) -> String {
    let (claimed, added, mut consumed) = parts(meld);
    let (word, from) = match meld.call() {
        Call::Chi { .. } => ("chi", Some(From::Left)),
        Call::Pon { from, .. } => ("pon", Some(from)),
        Call::Daiminkan { from, .. } => ("daiminkan", Some(from)),
        Call::Kakan { .. } => ("kakan", None),
        Call::Ankan => ("ankan", None),
    };
    if added.is_some() {
        consumed.extend(claimed);
    }
    let mut fields = json!({ "actor": seat.index(), "consumed": names(&consumed) });
    if let Some(pai) = added.or(claimed) {
        fields["pai"] = pai.mjai().into();
    }
    if let Some(from) = from {
        fields["target"] = from.seat(seat).index().into();
    }
    line(word, fields)
}
