//! tenhou.net/6 JSON.

use super::parts;
use nanikiru::hand::{Call, From, Meld};
use nanikiru::replay::{ClaimedLimit, ClaimedYaku, Length, Room, RoundLog, WinClaim};
use nanikiru::round::{Drawn, Event, Manner, Source, WinEvent};
use nanikiru::score::Yaku;
use nanikiru::tile::{BySeat, Seat, Tile};
use serde_json::{Value, json};

/// A game as tenhou.net/6 has it.
pub fn write(room: &Room, names: &BySeat<String>, logs: &[RoundLog]) -> String {
    let signs = [
        if room.length == Length::Tonpuu { "東" } else { "南" },
        if room.kuitan { "喰" } else { "" },
        if room.red_fives { "赤" } else { "" },
        if room.fast { "速" } else { "" },
    ];
    let log: Vec<Value> = logs.iter().map(round).collect();
    json!({
        "title": ["", ""],
        "name": names.0,
        "rule": { "disp": format!("鳳{}", signs.concat()), "aka": u8::from(room.red_fives) },
        "log": log,
    })
    .to_string()
}

fn numbers(tiles: &[Tile]) -> Vec<u8> {
    tiles.iter().map(|t| t.tenhou6()).collect()
}

fn round(log: &RoundLog) -> Value {
    let opening = &log.raw.opening;
    let mut came: BySeat<Vec<Value>> = BySeat::default();
    let mut left: BySeat<Vec<Value>> = BySeat::default();
    let mut indicators = vec![opening.indicator];
    let mut ura: Vec<Tile> = Vec::new();
    let mut declared = false;
    let mut end: Vec<Value> = Vec::new();
    let mut claims = log.claims.iter();
    for event in &log.events {
        match event {
            Event::Draw { seat, tile } => came[*seat].push(tile.tenhou6().into()),
            Event::Riichi { .. } => declared = true,
            Event::RiichiAccepted { .. } => {}
            Event::Discard { seat, tile, manner } => {
                let number = if *manner == Manner::Tsumogiri { 60 } else { tile.tenhou6() };
                let riichi = std::mem::take(&mut declared);
                left[*seat].push(if riichi { format!("r{number}").into() } else { number.into() });
            }
            Event::Call { seat, meld } => {
                let text = call(meld).into();
                match meld.call() {
                    Call::Ankan | Call::Kakan { .. } => left[*seat].push(text),
                    Call::Daiminkan { .. } => {
                        came[*seat].push(text);
                        left[*seat].push(0.into());
                    }
                    _ => came[*seat].push(text),
                }
            }
            Event::Dora { indicator } => indicators.push(*indicator),
            Event::Win(win) => {
                if end.is_empty() {
                    end.push("和了".into());
                }
                if !win.ura.is_empty() {
                    ura = win.ura.to_vec();
                }
                end.push(json!(win.gains.0));
                end.push(how(log, win, claims.next().expect("one for each win")));
            }
            Event::Drawn { how, gains } => {
                let name = match how {
                    Drawn::Exhausted { tenpai: BySeat([true, true, true, true]) } => "全員聴牌",
                    Drawn::Exhausted { tenpai: BySeat([false, false, false, false]) } => "全員不聴",
                    Drawn::Exhausted { .. } => "流局",
                    Drawn::NagashiMangan { .. } => "流し満貫",
                    Drawn::NineTerminals { .. } => "九種九牌",
                    Drawn::FourWinds => "四風連打",
                    Drawn::FourRiichi => "四家立直",
                    Drawn::FourKans => "四槓散了",
                    Drawn::TripleRon => "三家和了",
                };
                end.push(name.into());
                if *gains != BySeat::default() {
                    end.push(json!(gains.0));
                }
            }
        }
    }
    let kyoku = opening.wind.index() * 4 + opening.dealer.index();
    let mut all = vec![
        json!([kyoku, opening.honba, opening.sticks]),
        json!(opening.scores.0),
        json!(numbers(&indicators)),
        json!(numbers(&ura)),
    ];
    for seat in Seat::ALL {
        all.push(json!(numbers(&log.raw.hands[seat])));
        all.push(came[seat].clone().into());
        all.push(left[seat].clone().into());
    }
    all.push(end.into());
    all.into()
}

/// `c141516`, `47p4747`, `393939m39`, `36k363636`, `161616a16`.
fn call(meld: &Meld) -> String {
    let (claimed, added, others) = parts(meld);
    let (letter, from) = match meld.call() {
        Call::Chi { .. } => ('c', From::Left),
        Call::Pon { from, .. } => ('p', from),
        Call::Daiminkan { from, .. } => ('m', from),
        Call::Kakan { from, .. } => ('k', from),
        Call::Ankan => {
            let n = numbers(&others);
            return format!("{}{}{}a{}", n[0], n[1], n[2], n[3]);
        }
    };
    let place = match from {
        From::Left => 0,
        From::Across => 1,
        From::Right => others.len(),
    };
    let mut text = String::new();
    for (i, tile) in others.iter().enumerate() {
        if i == place {
            text.push_str(&marked(letter, added, claimed));
        }
        text.push_str(&tile.tenhou6().to_string());
    }
    if place == others.len() {
        text.push_str(&marked(letter, added, claimed));
    }
    text
}

fn marked(letter: char, added: Option<Tile>, claimed: Option<Tile>) -> String {
    let tiles: String = added.into_iter().chain(claimed).map(|t| t.tenhou6().to_string()).collect();
    format!("{letter}{tiles}")
}

/// Winner, who paid, who was liable, what the hand is worth, and its yaku.
fn how(log: &RoundLog, win: &WinEvent, claim: &WinClaim) -> Value {
    let from = match win.source {
        Source::Tsumo => win.seat,
        Source::Ron { from } => from,
    };
    let liable = claim.pao.unwrap_or(win.seat);
    let mut all: Vec<Value> = [win.seat, from, liable].iter().map(|s| s.index().into()).collect();
    if let (Some(points), Some(limit), Some(yaku)) = (claim.points, claim.limit, &claim.yaku) {
        let (names, han) = self::yaku(yaku);
        let worth = match limit {
            ClaimedLimit::None => format!("{}符{han}飜", claim.fu.unwrap()),
            ClaimedLimit::Mangan => "満貫".to_string(),
            ClaimedLimit::Haneman => "跳満".to_string(),
            ClaimedLimit::Baiman => "倍満".to_string(),
            ClaimedLimit::Sanbaiman => "三倍満".to_string(),
            ClaimedLimit::Yakuman => "役満".to_string(),
        };
        let dealer = log.raw.opening.dealer;
        let points = match win.source {
            Source::Ron { .. } => format!("{points}点"),
            Source::Tsumo if win.seat == dealer => format!("{}点∀", points / 3),
            Source::Tsumo => {
                // the dealer pays twice as much, rounded up: 400-700, 500-1000
                let mut others = points / 4 / 100 * 100;
                while 2 * others + (2 * others).max(100) > points && others > 0 {
                    others -= 100;
                }
                format!("{others}-{}点", points - 2 * others)
            }
        };
        all.push(format!("{worth}{points}").into());
        all.extend(names.into_iter().map(Value::from));
    }
    all.into()
}

fn yaku(claimed: &ClaimedYaku) -> (Vec<String>, u32) {
    let name = |id: u8| match id {
        52 => "ドラ".to_string(),
        53 => "裏ドラ".to_string(),
        54 => "赤ドラ".to_string(),
        10..=13 => format!("自風 {}", "東南西北".chars().nth(usize::from(id) - 10).unwrap()),
        14..=17 => format!("場風 {}", "東南西北".chars().nth(usize::from(id) - 14).unwrap()),
        18..=20 => format!("役牌 {}", "白發中".chars().nth(usize::from(id) - 18).unwrap()),
        id => Yaku::from_tenhou_id(id.into()).unwrap().japanese().to_string(),
    };
    match claimed {
        ClaimedYaku::Han(all) => {
            let han = all.iter().map(|&(_, han)| u32::from(han)).sum();
            (all.iter().map(|&(id, han)| format!("{}({han}飜)", name(id))).collect(), han)
        }
        ClaimedYaku::Yakuman(all) => (all.iter().map(|&id| format!("{}(役満)", name(id))).collect(), 13),
    }
}
