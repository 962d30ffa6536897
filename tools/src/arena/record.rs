//! A game as mjai writes it, one JSON object a line: what `replay` and the page can open.

use crate::arena::deal::Played;
use nanikiru::hand::{Call, Meld};
use nanikiru::replay::Length;
use nanikiru::round::{Drawn, Event, Manner, Source, WinEvent};
use nanikiru::rules::{RedFives, Rules};
use nanikiru::tile::{BySeat, Seat, Tile};
use serde_json::{Value, json};

/// A game's record; mjai has no place for rules other than Tenhou's with or without red fives.
pub fn mjai(names: &BySeat<&str>, rounds: &[Played], length: Length, rules: &Rules) -> String {
    let first = if length == Length::Tonpuu { 4 } else { 0 };
    let red_fives = rules.red_fives != RedFives::NONE;
    let mut lines =
        vec![json!({"type": "start_game", "names": names.0, "kyoku_first": first, "aka_flag": red_fives})];
    for played in rounds {
        let opening = &played.raw.opening;
        lines.push(json!({
            "type": "start_kyoku",
            "bakaze": &"ESWN"[opening.wind.index()..=opening.wind.index()],
            "kyoku": opening.dealer.index() + 1,
            "honba": opening.honba,
            "kyotaku": opening.sticks,
            "oya": opening.dealer.index(),
            "scores": opening.scores.0,
            "dora_marker": opening.indicator.mjai(),
            "tehais": played.raw.hands.0.map(|hand| hand.map(Tile::mjai)),
        }));
        lines.extend(played.events.iter().map(line));
        lines.push(json!({"type": "end_kyoku"}));
    }
    lines.push(json!({"type": "end_game"}));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn names(tiles: impl IntoIterator<Item = Tile>) -> Vec<&'static str> {
    tiles.into_iter().map(Tile::mjai).collect()
}

fn line(event: &Event) -> Value {
    match event {
        Event::Draw { seat, tile } => json!({"type": "tsumo", "actor": seat.index(), "pai": tile.mjai()}),
        Event::Riichi { seat } => json!({"type": "reach", "actor": seat.index()}),
        Event::Discard { seat, tile, manner } => json!({
            "type": "dahai",
            "actor": seat.index(),
            "pai": tile.mjai(),
            "tsumogiri": *manner == Manner::Tsumogiri,
        }),
        Event::RiichiAccepted { seat } => json!({"type": "reach_accepted", "actor": seat.index()}),
        Event::Call { seat, meld } => call(*seat, meld),
        Event::Dora { indicator } => json!({"type": "dora", "dora_marker": indicator.mjai()}),
        Event::Win(WinEvent { seat, source, tile, ura, gains }) => {
            let target = match source {
                Source::Tsumo => *seat,
                Source::Ron { from } => *from,
            };
            json!({
                "type": "hora",
                "actor": seat.index(),
                "target": target.index(),
                "pai": tile.mjai(),
                "ura_markers": names(ura.iter().copied()),
                "deltas": gains.0,
            })
        }
        Event::Drawn { how, gains } => {
            let mut line = json!({"type": "ryukyoku", "reason": reason(how), "deltas": gains.0});
            if let Drawn::Exhausted { tenpai } | Drawn::NagashiMangan { tenpai } = how {
                line["tenpais"] = json!(tenpai.0);
            }
            line
        }
    }
}

const fn reason(how: &Drawn) -> &'static str {
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
    let actor = seat.index();
    let mut own: Vec<Tile> = meld.tiles().collect();
    let mut take = |tile: Tile| {
        if let Some(at) = own.iter().position(|&t| t == tile) {
            own.remove(at);
        }
    };
    match meld.call() {
        Call::Ankan => json!({"type": "ankan", "actor": actor, "consumed": names(own)}),
        Call::Kakan { added, .. } => {
            take(added);
            json!({"type": "kakan", "actor": actor, "pai": added.mjai(), "consumed": names(own)})
        }
        Call::Chi { claimed } | Call::Pon { claimed, .. } | Call::Daiminkan { claimed, .. } => {
            take(claimed);
            let (kind, from) = match meld.call() {
                Call::Pon { from, .. } => ("pon", from),
                Call::Daiminkan { from, .. } => ("daiminkan", from),
                _ => ("chi", nanikiru::hand::From::Left),
            };
            json!({
                "type": kind,
                "actor": actor,
                "target": from.seat(seat).index(),
                "pai": claimed.mjai(),
                "consumed": names(own),
            })
        }
    }
}
