//! How a round ended: the last element of a round.

use super::super::PART;
use super::super::draw::{RecordedDraw, named};
use super::super::{ClaimedLimit, ClaimedYaku, WinClaim};
use crate::round::{Reason, Source};
use crate::rules::MultipleRon;
use crate::tile::{BySeat, Players, Seat};
use serde_json::Value;
use serde_json::value::RawValue;

/// How a round ended.
#[derive(Clone, Debug)]
pub(super) enum RoundResult {
    /// Wins on one tile, in the order of the record.
    Won(Vec<TenhouWin>),
    /// No win.
    Drawn(RecordedDraw),
}

/// One win.
#[derive(Clone, Debug)]
pub(super) struct TenhouWin {
    pub seat: Seat,
    pub source: Source,
    pub gains: BySeat<i32>,
    pub claim: WinClaim,
}

/// What three wins on one discard are at the table of this round, if it ended so.
pub(super) fn multiple_ron(round: &[u8]) -> Option<MultipleRon> {
    if round.len() > PART {
        return None;
    }
    let elements: Vec<&RawValue> = serde_json::from_slice(round).ok()?;
    let result: Vec<Value> = serde_json::from_str(elements.last()?.get()).ok()?;
    let name = result.first()?.as_str()?;
    // the name, and for each win its points and what it is
    match (named(name), result.len()) {
        (Some(Reason::TripleRon), _) => Some(MultipleRon::Double),
        (None, 7) => Some(MultipleRon::Triple),
        _ => None,
    }
}

/// Tenhou's names of the yaku, by its own numbers.
pub(in crate::replay) const YAKU: [&str; 55] = [
    "門前清自摸和",
    "立直",
    "一発",
    "槍槓",
    "嶺上開花",
    "海底摸月",
    "河底撈魚",
    "平和",
    "断幺九",
    "一盃口",
    "自風 東",
    "自風 南",
    "自風 西",
    "自風 北",
    "場風 東",
    "場風 南",
    "場風 西",
    "場風 北",
    "役牌 白",
    "役牌 發",
    "役牌 中",
    "両立直",
    "七対子",
    "混全帯幺九",
    "一気通貫",
    "三色同順",
    "三色同刻",
    "三槓子",
    "対々和",
    "三暗刻",
    "小三元",
    "混老頭",
    "二盃口",
    "純全帯幺九",
    "混一色",
    "清一色",
    "人和",
    "天和",
    "地和",
    "大三元",
    "四暗刻",
    "四暗刻単騎",
    "字一色",
    "緑一色",
    "清老頭",
    "九蓮宝燈",
    "純正九蓮宝燈",
    "国士無双",
    "国士無双１３面",
    "大四喜",
    "小四喜",
    "四槓子",
    "ドラ",
    "裏ドラ",
    "赤ドラ",
];

/// Dora among the yaku; with three players a north set aside counts as one.
const DORA: u8 = 52;
/// What converters call norths set aside, where Tenhou writes dora.
const KITA: &str = "抜きドラ";

/// The limits by name; the longer name first, since it has the shorter one in it.
pub(super) const WORTHS: [(&str, ClaimedLimit); 5] = [
    ("三倍満", ClaimedLimit::Sanbaiman),
    ("倍満", ClaimedLimit::Baiman),
    ("跳満", ClaimedLimit::Haneman),
    ("満貫", ClaimedLimit::Mangan),
    ("役満", ClaimedLimit::Yakuman),
];

/// What a won round is called, in Japanese, Chinese and by converters.
const WON: [&str; 5] = ["和了", "和牌", "agari", "hora", "win"];

/// Reads the last element of a round; the error is the place in it and the value.
pub(super) fn ended(values: &[Value], players: Players) -> Result<RoundResult, (String, Value)> {
    let wrong = |i: usize| (format!("[{i}]"), values.get(i).cloned().unwrap_or(Value::Null));
    let name = values.first().and_then(Value::as_str).ok_or_else(|| wrong(0))?;
    if WON.contains(&name.to_lowercase().trim()) {
        let (pairs, []) = values[1..].as_chunks::<2>() else { return Err(wrong(values.len() - 1)) };
        let wins = pairs.iter().enumerate().map(|(i, [gains, how])| {
            let gains = by_seat(gains).ok_or_else(|| wrong(1 + 2 * i))?;
            win(gains, how, players).ok_or_else(|| wrong(2 + 2 * i))
        });
        let wins = wins.collect::<Result<Vec<_>, _>>()?;
        return if wins.is_empty() { Err(wrong(1)) } else { Ok(RoundResult::Won(wins)) };
    }
    let gains = match values.get(1) {
        None => None,
        Some(gains) => Some(by_seat(gains).ok_or_else(|| wrong(1))?),
    };
    Ok(RoundResult::Drawn(RecordedDraw { name: Some(name.to_string()), tenpai: None, gains }))
}

fn win(gains: BySeat<i32>, how: &Value, players: Players) -> Option<TenhouWin> {
    let how = how.as_array()?;
    let [winner, from, liable, said @ ..] = &how[..] else { return None };
    let (winner, from, liable) = (seat(winner)?, seat(from)?, seat(liable)?);
    let mut said = said.iter().map(Value::as_str);
    let mut claim = match said.next() {
        None => WinClaim::default(),
        Some(worth) => self::worth(worth?, winner == from, players),
    };
    let yaku: Option<Vec<&str>> = said.collect();
    claim.yaku = self::yaku(&yaku?);
    claim.pao = Some(liable).filter(|&seat| seat != winner && seat != from);
    let source = if from == winner { Source::Tsumo } else { Source::Ron { from } };
    Some(TenhouWin { seat: winner, source, gains, claim })
}

/// `30符2飜2000点`, `満貫2000-4000点`, `30符4飜3900点∀`: fu, limit and points; other words claim nothing.
fn worth(text: &str, tsumo: bool, players: Players) -> WinClaim {
    let payers = players.count() as u32 - 1;
    let (fu, rest) = match text.split_once('符') {
        Some((fu, rest)) => (fu.parse().ok(), rest),
        None => (None, text),
    };
    let digits = rest.rsplit('飜').next().unwrap_or(rest);
    let digits = digits.trim_start_matches(|c: char| !c.is_ascii_digit());
    let points = || {
        let (points, everybody) = digits.split_once('点')?;
        match (points.split_once('-'), everybody) {
            (Some((others, dealer)), "") if tsumo => {
                others.parse::<u32>().ok()?.checked_mul(payers - 1)?.checked_add(dealer.parse().ok()?)
            }
            (None, "∀") if tsumo => points.parse::<u32>().ok()?.checked_mul(payers),
            (None, "") if !tsumo => points.parse().ok(),
            _ => None,
        }
    };
    let limit = WORTHS.iter().find(|(name, _)| text.contains(name)).map(|&(_, limit)| limit);
    let limit = limit.or(fu.is_some().then_some(ClaimedLimit::None));
    WinClaim { fu, points: points(), limit, ..WinClaim::default() }
}

/// `立直(1飜)`, `四槓子(役満)`; `None` when there is none or a name that is not Tenhou's.
fn yaku(texts: &[&str]) -> Option<ClaimedYaku> {
    let mut han = Vec::new();
    let mut yakuman = Vec::new();
    for text in texts {
        let (name, worth) = text.strip_suffix(')')?.rsplit_once('(')?;
        let number = if name == KITA { DORA } else { YAKU.iter().position(|&known| known == name)? as u8 };
        match worth.strip_suffix('飜') {
            Some(n) => {
                let n: u8 = n.parse().ok()?;
                match han.iter_mut().find(|(known, _)| (*known, DORA) == (number, number)) {
                    Some((_, dora)) => *dora = u8::checked_add(*dora, n)?,
                    None => han.push((number, n)),
                }
            }
            None if worth == "役満" => yakuman.push(number),
            None => return None,
        }
    }
    match (han.is_empty(), yakuman.is_empty()) {
        (true, true) => None,
        (_, true) => Some(ClaimedYaku::Han(han)),
        _ => Some(ClaimedYaku::Yakuman(yakuman)),
    }
}

pub(super) fn seat(value: &Value) -> Option<Seat> {
    Seat::new(usize::try_from(value.as_u64()?).ok()?)
}

/// Points of the seats; of three players that of the last can be left out.
pub(super) fn by_seat(value: &Value) -> Option<BySeat<i32>> {
    let values = value.as_array().filter(|values| matches!(values.len(), 3 | 4))?;
    let mut points = BySeat::default();
    for (seat, value) in Seat::ALL.into_iter().zip(values) {
        points[seat] = i32::try_from(value.as_i64()?).ok()?;
    }
    Some(points)
}
