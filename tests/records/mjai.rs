//! mjai lines.

use super::parts;
use nanikiru::hand::{Call, From, Meld};
use nanikiru::replay::{Length, Room, RoundLog};
use nanikiru::round::{Drawn, Event, Manner, Source};
use nanikiru::tile::{BySeat, Kind, Seat, Tile};
use serde_json::{Value, json};

/// How programs that write mjai differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Only points tell why a round was drawn; indicators as soon as they are turned.
    Terse,
    /// The reason and who was tenpai are named; indicators after the discard.
    Wordy,
}

/// A game as mjai has it.
pub fn write(style: Style, room: &Room, names: &BySeat<String>, logs: &[RoundLog]) -> String {
    let first = if room.length == Length::Tonpuu { 4 } else { 0 };
    let mut lines = vec![json!({
        "type": "start_game", "names": names.0, "kyoku_first": first, "aka_flag": room.red_fives,
    })];
    for log in logs {
        let events = round(style, log);
        lines.extend(events);
        lines.push(json!({ "type": "end_kyoku" }));
    }
    lines.push(json!({ "type": "end_game" }));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn names(tiles: &[Tile]) -> Vec<&'static str> {
    tiles.iter().map(|t| t.mjai()).collect()
}

fn round(style: Style, log: &RoundLog) -> Vec<Value> {
    let opening = &log.raw.opening;
    let wind = Tile::plain(Kind::wind(opening.wind));
    let hands: Vec<_> = log.raw.hands.0.iter().map(|hand| names(hand)).collect();
    let mut lines = vec![json!({
        "type": "start_kyoku", "bakaze": wind.mjai(), "dora_marker": opening.indicator.mjai(),
        "kyoku": opening.dealer.index() + 1, "honba": opening.honba, "kyotaku": opening.sticks,
        "oya": opening.dealer.index(), "scores": opening.scores.0, "tehais": hands,
    })];
    let mut late: Vec<Value> = Vec::new();
    for event in &log.events {
        match event {
            Event::Draw { seat, tile } => {
                lines.push(json!({ "type": "tsumo", "actor": seat.index(), "pai": tile.mjai() }));
            }
            Event::Riichi { seat } => lines.push(json!({ "type": "reach", "actor": seat.index() })),
            Event::RiichiAccepted { seat } => {
                lines.push(json!({ "type": "reach_accepted", "actor": seat.index() }));
            }
            Event::Discard { seat, tile, manner } => {
                let tsumogiri = *manner == Manner::Tsumogiri;
                lines.push(json!({
                    "type": "dahai", "actor": seat.index(), "pai": tile.mjai(), "tsumogiri": tsumogiri,
                }));
                lines.append(&mut late);
            }
            Event::Call { seat, meld } => {
                // an indicator of the kan before is turned now at the latest
                lines.append(&mut late);
                lines.push(call(*seat, meld));
            }
            Event::Dora { indicator } => {
                let line = json!({ "type": "dora", "dora_marker": indicator.mjai() });
                if style == Style::Wordy { late.push(line) } else { lines.push(line) }
            }
            Event::Win(win) => {
                lines.append(&mut late);
                let from = match win.source {
                    Source::Tsumo => win.seat,
                    Source::Ron { from } => from,
                };
                lines.push(json!({
                    "type": "hora", "actor": win.seat.index(), "target": from.index(),
                    "deltas": win.gains.0, "ura_markers": names(&win.ura),
                }));
            }
            Event::Drawn { how, gains } => {
                lines.append(&mut late);
                let mut line = json!({ "type": "ryukyoku", "deltas": gains.0 });
                if style == Style::Wordy {
                    line["reason"] = reason(how).into();
                    if let Drawn::Exhausted { tenpai } | Drawn::NagashiMangan { tenpai } = how {
                        line["tenpais"] = json!(tenpai.0);
                    }
                }
                lines.push(line);
            }
        }
    }
    lines
}

fn reason(how: &Drawn) -> &'static str {
    match how {
        Drawn::Exhausted { .. } => "fanpai",
        Drawn::NagashiMangan { .. } => "nagashimangan",
        Drawn::NineTerminals { .. } => "kyushukyuhai",
        Drawn::FourWinds => "sufonrenta",
        Drawn::FourRiichi => "suchareach",
        Drawn::FourKans => "sukaikan",
        Drawn::TripleRon => "sanchaho",
    }
}

fn call(seat: Seat, meld: &Meld) -> Value {
    let (claimed, added, others) = parts(meld);
    let (kind, from) = match meld.call() {
        Call::Chi { .. } => ("chi", Some(From::Left)),
        Call::Pon { from, .. } => ("pon", Some(from)),
        Call::Daiminkan { from, .. } => ("daiminkan", Some(from)),
        Call::Kakan { .. } => ("kakan", None),
        Call::Ankan => ("ankan", None),
    };
    let mut consumed = others;
    let pai = match added {
        Some(added) => {
            consumed.extend(claimed);
            Some(added)
        }
        None => claimed,
    };
    let mut line = json!({ "type": kind, "actor": seat.index(), "consumed": names(&consumed) });
    if let Some(pai) = pai {
        line["pai"] = pai.mjai().into();
    }
    if let Some(from) = from {
        line["target"] = from.seat(seat).index().into();
    }
    line
}
