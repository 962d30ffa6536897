//! Rounds as the JSON of tenhou.net/6.

use super::super::{ClaimedLimit, ClaimedYaku, Room, RoundLog, WinClaim, written::parts};
use super::result::{WORTHS, YAKU};
use crate::hand::{Call, From, Meld};
use crate::legal::recorded_worths;
use crate::round::{DrawReason, Event, Manner, Round, Source, WinEvent};
use crate::rules::{Length, RedFives, Rules};
use crate::score::{self, Pot, Score, Share, income};
use crate::tile::{BySeat, Players, Seat, Tile};
use serde_json::{Value, json};

/// A game as tenhou.net/6 has it: what its viewer opens.
///
/// What a win was worth, and its yaku, are those of the record; where it does not say them, as mjai does not, they are
/// computed. Of a drawn round there is no place for who threw in the hand. What the table has otherwise than its rule set is
/// `tableRules` of `rule`, which viewers leave out.
pub fn write(room: &Room, names: Option<&BySeat<String>>, rounds: &[RoundLog]) -> String {
    let (set, _) = room.rules.nearest();
    let red_fives = room.rules.red_fives != RedFives::NONE;
    let signs = [
        if set.rules == Rules::TENHOU { "" } else { set.japanese },
        if room.length == Length::Tonpuu { "東" } else { "南" },
        if room.rules.kuitan { "喰" } else { "" },
        if red_fives { "赤" } else { "" },
        if room.fast { "速" } else { "" },
    ];
    let mut rule = json!({ "disp": signs.concat(), "aka": u8::from(red_fives) });
    let own = room.rules.beside(&set.rules);
    if !own.is_empty() {
        rule["tableRules"] = json!(own);
    }
    let unnamed = BySeat::default();
    json!({
        "title": ["", ""],
        "name": names.unwrap_or(&unnamed).0,
        "rule": rule,
        "log": rounds.iter().map(|log| round(log, &room.rules)).collect::<Vec<_>>(),
    })
    .to_string()
}

fn numbers(tiles: &[Tile]) -> Vec<u8> {
    tiles.iter().map(|tile| tile.tenhou6()).collect()
}

/// Seventeen elements.
fn round(log: &RoundLog, rules: &Rules) -> Value {
    let opening = &log.raw.opening;
    let mut came: BySeat<Vec<Value>> = BySeat::default();
    let mut left: BySeat<Vec<Value>> = BySeat::default();
    let mut indicators = vec![opening.indicator];
    let mut ura: Vec<Tile> = Vec::new();
    let mut declared = false;
    let mut end: Vec<Value> = Vec::new();
    let claims = claims(log, rules);
    let mut claims = claims.iter();
    for event in &log.events {
        match event {
            Event::Draw { seat, tile } => came[*seat].push(tile.tenhou6().into()),
            Event::Riichi { .. } => declared = true,
            Event::RiichiAccepted { .. } => {}
            Event::Discard { seat, tile, manner } => {
                let number = if *manner == Manner::Tsumogiri { TSUMOGIRI } else { tile.tenhou6() };
                let riichi = std::mem::take(&mut declared);
                left[*seat].push(if riichi { format!("r{number}").into() } else { number.into() });
            }
            Event::Call { seat, meld } => {
                let text = call(meld).into();
                match meld.call() {
                    Call::Ankan | Call::Kakan { .. } => left[*seat].push(text),
                    Call::Daiminkan { .. } => {
                        came[*seat].push(text);
                        // the place of the discard that does not follow at once
                        left[*seat].push(0.into());
                    }
                    Call::Chi { .. } | Call::Pon { .. } => came[*seat].push(text),
                }
            }
            Event::Kita { seat } => left[*seat].push(KITA.into()),
            Event::Dora { indicator } => indicators.push(*indicator),
            Event::Win(win) => {
                if end.is_empty() {
                    end.push("和了".into());
                }
                if !win.ura.is_empty() {
                    ura = win.ura.to_vec();
                }
                end.push(json!(win.gains.0));
                end.push(how(log, win, &claims.next().cloned().unwrap_or_default(), rules.players));
            }
            Event::Drawn { how, gains } => {
                end.push(reason(how, rules.players).into());
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
        // with three players the fourth has nothing
        all.push(json!(log.raw.hands.get(seat.index()).map_or(Vec::new(), |hand| numbers(hand))));
        all.push(came[seat].clone().into());
        all.push(left[seat].clone().into());
    }
    all.push(end.into());
    all.into()
}

/// A north set aside, among the discards.
pub(super) const KITA: &str = "f44";

/// The number of a tile that is discarded as it was drawn.
const TSUMOGIRI: u8 = 60;

fn reason(how: &DrawReason, players: Players) -> &'static str {
    let all = |tenpai: &BySeat<bool>, ready| players.seats().all(|seat| tenpai[seat] == ready);
    match how {
        DrawReason::Exhausted { tenpai } if all(tenpai, true) => "全員聴牌",
        DrawReason::Exhausted { tenpai } if all(tenpai, false) => "全員不聴",
        DrawReason::Exhausted { .. } => "流局",
        DrawReason::NagashiMangan { .. } => "流し満貫",
        DrawReason::NineTerminals { .. } => "九種九牌",
        DrawReason::FourWinds => "四風連打",
        DrawReason::FourRiichi => "四家立直",
        DrawReason::FourKans => "四槓散了",
        DrawReason::TripleRon => "三家和了",
    }
}

/// `c141516`, `47p4747`, `393939m39`, `36k363636`, `161616a16`: the sign stands where the tile came from.
fn call(meld: &Meld) -> String {
    let (claimed, added, others) = parts(meld);
    let (letter, from) = match meld.call() {
        Call::Chi { .. } => ('c', From::Left),
        Call::Pon { from, .. } => ('p', from),
        Call::Daiminkan { from, .. } => ('m', from),
        Call::Kakan { from, .. } => ('k', from),
        // the last one, as if from the right
        Call::Ankan => ('a', From::Right),
    };
    let concealed = matches!(meld.call(), Call::Ankan);
    let mut texts: Vec<String> = others.iter().map(|tile| tile.tenhou6().to_string()).collect();
    let last = if concealed { texts.pop() } else { None };
    let place = match from {
        From::Left => 0,
        From::Across => 1,
        From::Right => texts.len(),
    };
    let tiles = added.into_iter().chain(claimed).map(|tile| tile.tenhou6().to_string());
    texts.insert(place, std::iter::once(letter.to_string()).chain(tiles).chain(last).collect());
    texts.concat()
}

/// What the record says about each win, and what it does not say.
fn claims(log: &RoundLog, rules: &Rules) -> Vec<WinClaim> {
    let wins: Vec<WinEvent> = log
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Win(win) => Some(win.clone()),
            _ => None,
        })
        .collect();
    let mut claims = log.claims.clone();
    claims.resize(wins.len(), WinClaim::default());
    if claims.iter().all(|claim| claim.points.is_some() && claim.limit.is_some() && claim.yaku.is_some()) {
        return claims;
    }
    // a round that cannot be played by these rules keeps what its record says
    let worths = before_the_wins(log, rules).and_then(|round| recorded_worths(&round, &wins).ok());
    let Some(worths) = worths else { return claims };
    for ((claim, scored), win) in claims.iter_mut().zip(&worths).zip(&wins) {
        let (dealer, tsumo) = (win.seat == log.raw.opening.dealer, win.source == Source::Tsumo);
        let points = income(scored.value, dealer, tsumo, rules, Pot::EMPTY);
        let liable = scored.liable.iter().map(|liable| liable.from.seat(win.seat));
        *claim = WinClaim {
            fu: match scored.value {
                score::Value::Han { fu, .. } => Some(fu.into()),
                score::Value::Yakuman(_) => None,
            },
            points: u32::try_from(points).ok(),
            limit: Some(scored.value.limit(rules).into()),
            yaku: Some(yaku(scored, rules)),
            pao: claim.pao.or_else(|| liable.into_iter().find(|&from| win.source != Source::Ron { from })),
            ..claim.clone()
        };
    }
    claims
}

fn before_the_wins(log: &RoundLog, rules: &Rules) -> Option<Round> {
    let mut round = Round::deal(log.raw.clone(), rules).ok()?;
    for event in log.events.iter().take_while(|event| !matches!(event, Event::Win(_))) {
        round.apply(event).ok()?;
    }
    Some(round)
}

/// Yaku by Tenhou's numbers; 52 to 54 are dora, ura-dora and red fives.
fn yaku(scored: &Score, rules: &Rules) -> ClaimedYaku {
    if let score::Value::Yakuman(_) = scored.value {
        return ClaimedYaku::Yakuman(scored.yaku.iter().map(|yaku| yaku.tenhou_id() as u8).collect());
    }
    let own = scored.shares(rules).map(|(yaku, share)| match share {
        Share::Han(han) | Share::Yakuman(han) => (yaku.tenhou_id() as u8, han),
    });
    // a north set aside is written as a dora
    let dora = [(52, scored.dora.dora + scored.dora.kita), (54, scored.dora.red), (53, scored.dora.ura)];
    ClaimedYaku::Han(own.chain(dora.into_iter().filter(|&(_, han)| han > 0)).collect())
}

/// Winner, who paid, who was liable, what the hand is worth, and its yaku.
fn how(log: &RoundLog, win: &WinEvent, claim: &WinClaim, players: Players) -> Value {
    let from = match win.source {
        Source::Tsumo => win.seat,
        Source::Ron { from } => from,
    };
    let liable = claim.pao.unwrap_or(win.seat);
    let mut all: Vec<Value> = [win.seat, from, liable].iter().map(|seat| seat.index().into()).collect();
    if let (Some(points), Some(limit), Some(yaku)) = (claim.points, claim.limit, &claim.yaku)
        && let Some(worth) = worth(limit, claim.fu, yaku)
    {
        let payers = players.count() as u32 - 1;
        let points = match win.source {
            Source::Ron { .. } => format!("{points}点"),
            Source::Tsumo if win.seat == log.raw.opening.dealer => format!("{}点∀", points / payers),
            Source::Tsumo => {
                let others = smaller_share(points, payers);
                format!("{others}-{}点", points - (payers - 1) * others)
            }
        };
        all.push(format!("{worth}{points}").into());
        all.extend(names(yaku).into_iter().map(Value::from));
    }
    all.into()
}

/// What each payer but the dealer pays where the dealer pays twice as much, both rounded up to hundreds: 500-1000, or
/// 400-700, where the dealer's share is a hundred less than twice the other.
fn smaller_share(points: u32, payers: u32) -> u32 {
    (points + 100) / (payers + 1) / 100 * 100
}

/// `30符2飜` or the name of the limit; a hand below the limits is nothing without its fu.
fn worth(limit: ClaimedLimit, fu: Option<u32>, yaku: &ClaimedYaku) -> Option<String> {
    if let Some((name, _)) = WORTHS.iter().find(|&&(_, known)| known == limit) {
        return Some((*name).to_string());
    }
    let han: u32 = match yaku {
        ClaimedYaku::Han(all) => all.iter().map(|&(_, han)| u32::from(han)).sum(),
        ClaimedYaku::Yakuman(_) => return None,
    };
    Some(format!("{}符{han}飜", fu?))
}

fn names(yaku: &ClaimedYaku) -> Vec<String> {
    let name = |id: u8| YAKU.get(usize::from(id)).copied().unwrap_or_default();
    match yaku {
        ClaimedYaku::Han(all) => all.iter().map(|&(id, han)| format!("{}({han}飜)", name(id))).collect(),
        ClaimedYaku::Yakuman(all) => all.iter().map(|&id| format!("{}(役満)", name(id))).collect(),
    }
}
