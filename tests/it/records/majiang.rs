//! The JSON of majiang.

use super::{parts, reason};
use nanikiru::hand::{Call, From, Meld};
use nanikiru::replay::RoundLog;
use nanikiru::round::{DrawReason, Event, Manner, Reason, Source};
use nanikiru::tile::{BySeat, Seat, Tile};
use serde_json::{Value, json};

/// A game of players who count from the one at this place of the first dealer's.
pub fn write(names: &BySeat<String>, first: usize, logs: &[RoundLog]) -> String {
    let player: [&String; 4] = std::array::from_fn(|id| &names[Seat::ALL[(id + 4 - first) % 4]]);
    let log: Vec<Value> = logs.iter().map(round).collect();
    json!({"title": "a made-up game\n", "player": player, "qijia": first, "log": log}).to_string()
}

/// `m0`.
fn tile(tile: Tile) -> String {
    tile.to_string().chars().rev().collect()
}

fn text(tiles: Vec<Tile>) -> String {
    tiles.into_iter().map(tile).collect()
}

fn meld(meld: &Meld) -> String {
    let (claimed, added, others) = parts(meld);
    let sign = |from| match from {
        From::Left => "-",
        From::Across => "=",
        From::Right => "+",
    };
    let digit = |of: Tile| tile(of).split_off(1);
    let suit = tile(others[0]).remove(0);
    let mut digits: Vec<String> = others.into_iter().map(digit).collect();
    let claimed = claimed.map(digit).unwrap_or_default();
    match meld.call() {
        Call::Ankan => {}
        Call::Chi { .. } => {
            digits.push(claimed + "-");
            digits.sort_by_key(|digit| digit.replace('0', "5"));
        }
        Call::Pon { from, .. } | Call::Daiminkan { from, .. } | Call::Kakan { from, .. } => {
            digits.push(claimed + sign(from));
        }
    }
    format!("{suit}{}{}", digits.concat(), added.map(digit).unwrap_or_default())
}

fn round(log: &RoundLog) -> Value {
    let opening = &log.raw.opening;
    let dealer = opening.dealer;
    let l = |seat: Seat| (seat.index() + 4 - dealer.index()) % 4;
    let from_dealer = |points: &BySeat<i32>| -> [i32; 4] { std::array::from_fn(|i| points[dealer.after(i)]) };
    let hands: [String; 4] = std::array::from_fn(|i| text(log.raw.hands[dealer.after(i).index()].to_vec()));
    let mut events = vec![json!({"qipai": {
        "zhuangfeng": opening.wind as u8, "jushu": dealer.index(), "changbang": opening.honba,
        "lizhibang": opening.sticks, "defen": from_dealer(&opening.scores),
        "baopai": tile(opening.indicator), "shoupai": hands,
    }})];
    let (mut riichi, mut kan) = (false, false);
    for event in &log.events {
        let event = match event {
            Event::Draw { seat, tile: drawn } => {
                let kind = if std::mem::take(&mut kan) { "gangzimo" } else { "zimo" };
                json!({kind: {"l": l(*seat), "p": tile(*drawn)}})
            }
            Event::Riichi { .. } => {
                riichi = true;
                continue;
            }
            Event::RiichiAccepted { .. } => continue,
            Event::Discard { seat, tile: discarded, manner } => {
                let drawn = if *manner == Manner::Tsumogiri { "_" } else { "" };
                let mark = if std::mem::take(&mut riichi) { "*" } else { "" };
                json!({"dapai": {"l": l(*seat), "p": format!("{}{drawn}{mark}", tile(*discarded))}})
            }
            Event::Call { seat, meld: called } => {
                kan = called.is_kan();
                let own = matches!(called.call(), Call::Ankan | Call::Kakan { .. });
                json!({if own { "gang" } else { "fulou" }: {"l": l(*seat), "m": meld(called)}})
            }
            Event::Kita { .. } => panic!("majiang has four players"),
            Event::Dora { indicator } => json!({"kaigang": {"baopai": tile(*indicator)}}),
            Event::Win(win) => {
                let from = match win.source {
                    Source::Ron { from } => Some(l(from)),
                    Source::Tsumo => None,
                };
                let ura: Vec<String> = win.ura.iter().map(|&indicator| tile(indicator)).collect();
                json!({"hule": {
                    "l": l(win.seat), "baojia": from, "fenpei": from_dealer(&win.gains),
                    "fubaopai": (!ura.is_empty()).then_some(ura),
                }})
            }
            Event::Drawn { how, gains } => {
                let name = match reason(event).unwrap() {
                    Reason::Exhausted => "荒牌平局",
                    Reason::NagashiMangan => "流し満貫",
                    Reason::NineTerminals => "九種九牌",
                    Reason::FourWinds => "四風連打",
                    Reason::FourRiichi => "四家立直",
                    Reason::FourKans => "四開槓",
                    Reason::TripleRon => "三家和",
                };
                let shown: [&str; 4] = match how {
                    DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai } => {
                        std::array::from_fn(|i| if tenpai[dealer.after(i)] { "m1" } else { "" })
                    }
                    _ => [""; 4],
                };
                json!({"pingju": {"name": name, "shoupai": shown, "fenpei": from_dealer(gains)}})
            }
        };
        events.push(event);
    }
    Value::Array(events)
}
