//! Tenhou's XML.

use super::parts;
use nanikiru::hand::{Call, From, Meld};
use nanikiru::replay::RoundLog;
use nanikiru::round::{DrawReason, Event, Manner, STICK, Source};
use nanikiru::tile::{BySeat, Kind, Reds, Seat, Tile};
use std::fmt::Write;

/// A hanchan with red fives and open tanyao as mjlog has it.
pub fn write(names: &BySeat<String>, logs: &[RoundLog]) -> String {
    let mut xml = r#"<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN"#.to_string();
    for (seat, name) in names.iter() {
        let coded: String = name.bytes().map(|b| format!("%{b:02X}")).collect();
        write!(xml, r#" n{}="{coded}""#, seat.index()).unwrap();
    }
    xml.push_str(r#"/><TAIKYOKU oya="0"/>"#);
    logs.iter().for_each(|log| Round::new(log).write(&mut xml, log));
    xml + "</mjloggm>"
}

/// The physical tiles of a round.
struct Round {
    /// Not yet given to anybody.
    free: Vec<u8>,
    hands: BySeat<Vec<u8>>,
    drawn: Option<u8>,
    discarded: Option<u8>,
    /// The three tiles of each pon, the claimed one apart.
    pons: Vec<(Kind, [u8; 3], u8)>,
    scores: BySeat<i32>,
    sticks: u32,
}

fn tile(id: u8) -> Tile {
    Tile::from_tenhou_id(id, Reds::ALL).unwrap()
}

impl Round {
    fn new(log: &RoundLog) -> Round {
        let opening = &log.raw.opening;
        Round {
            free: (0..136).collect(),
            hands: BySeat::default(),
            drawn: None,
            discarded: None,
            pons: Vec::new(),
            scores: opening.scores,
            sticks: opening.sticks,
        }
    }

    fn take(&mut self, wanted: Tile) -> u8 {
        let at = self.free.iter().position(|&id| tile(id) == wanted).unwrap();
        self.free.remove(at)
    }

    /// A tile out of the hand; not the drawn one if it can be another.
    fn leave(&mut self, seat: Seat, wanted: Tile) -> u8 {
        let hand = &mut self.hands[seat];
        let other = hand.iter().position(|&id| tile(id) == wanted && Some(id) != self.drawn);
        let at = other.or_else(|| hand.iter().position(|&id| tile(id) == wanted)).unwrap();
        hand.remove(at)
    }

    fn write(mut self, xml: &mut String, log: &RoundLog) {
        let opening = &log.raw.opening;
        let indicator = self.take(opening.indicator);
        let number = opening.wind.index() * 4 + opening.dealer.index();
        let list = |ids: &[u8]| ids.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        write!(
            xml,
            r#"<INIT seed="{number},{},{},0,0,{indicator}" ten="{}" oya="{}""#,
            opening.honba,
            opening.sticks,
            opening.scores.0.map(|p| (p / 100).to_string()).join(","),
            opening.dealer.index(),
        )
        .unwrap();
        for seat in Seat::ALL {
            self.hands[seat] = log.raw.hands[seat.index()].map(|tile| self.take(tile)).to_vec();
            write!(xml, r#" hai{}="{}""#, seat.index(), list(&self.hands[seat])).unwrap();
        }
        xml.push_str("/>");
        let mut indicators = vec![indicator];
        for event in &log.events {
            match event {
                Event::Draw { seat, tile } => {
                    let id = self.take(*tile);
                    self.hands[*seat].push(id);
                    self.drawn = Some(id);
                    write!(xml, "<{}{id}/>", char::from(b"TUVW"[seat.index()])).unwrap();
                }
                Event::Discard { seat, tile, manner } => {
                    let id = match (manner, self.drawn) {
                        (Manner::Tsumogiri, Some(drawn)) => {
                            self.hands[*seat].retain(|&id| id != drawn);
                            drawn
                        }
                        _ => self.leave(*seat, *tile),
                    };
                    self.drawn = None;
                    self.discarded = Some(id);
                    write!(xml, "<{}{id}/>", char::from(b"DEFG"[seat.index()])).unwrap();
                }
                Event::Riichi { seat } => {
                    write!(xml, r#"<REACH who="{}" step="1"/>"#, seat.index()).unwrap();
                }
                Event::RiichiAccepted { seat } => {
                    self.scores[*seat] -= STICK;
                    self.sticks += 1;
                    write!(xml, r#"<REACH who="{}" step="2"/>"#, seat.index()).unwrap();
                }
                Event::Call { seat, meld } => {
                    let code = self.code(*seat, meld);
                    write!(xml, r#"<N who="{}" m="{code}"/>"#, seat.index()).unwrap();
                }
                Event::Kita { seat } => {
                    let id = self.leave(*seat, Tile::plain(Kind::ALL[30]));
                    write!(xml, r#"<N who="{}" m="{}"/>"#, seat.index(), u16::from(id) << 8 | 32).unwrap();
                }
                Event::Dora { indicator } => {
                    let id = self.take(*indicator);
                    indicators.push(id);
                    write!(xml, r#"<DORA hai="{id}"/>"#).unwrap();
                }
                Event::Win(win) => {
                    let from = match win.source {
                        Source::Tsumo => win.seat,
                        Source::Ron { from } => from,
                    };
                    let machi = win.tile.tenhou_ids(Reds::ALL).next().unwrap();
                    let ura: Vec<u8> =
                        win.ura.iter().map(|t| t.tenhou_ids(Reds::ALL).next().unwrap()).collect();
                    write!(
                        xml,
                        r#"<AGARI ba="{},{}" hai="{}" machi="{machi}" ten="30,1000,0" yaku="1,1" doraHai="{}""#,
                        opening.honba,
                        self.sticks,
                        list(&self.hands[win.seat]),
                        list(&indicators),
                    )
                    .unwrap();
                    if !ura.is_empty() {
                        write!(xml, r#" doraHaiUra="{}""#, list(&ura)).unwrap();
                    }
                    let sc = self.changes(&win.gains);
                    write!(xml, r#" who="{}" fromWho="{}" sc="{sc}"/>"#, win.seat.index(), from.index())
                        .unwrap();
                    self.sticks = 0;
                }
                Event::Drawn { how, gains } => {
                    xml.push_str("<RYUUKYOKU");
                    let kind = match how {
                        DrawReason::Exhausted { .. } => None,
                        DrawReason::NagashiMangan { .. } => Some("nm"),
                        DrawReason::NineTerminals { .. } => Some("yao9"),
                        DrawReason::FourWinds => Some("kaze4"),
                        DrawReason::FourRiichi => Some("reach4"),
                        DrawReason::FourKans => Some("kan4"),
                        DrawReason::TripleRon => Some("ron3"),
                    };
                    if let Some(kind) = kind {
                        write!(xml, r#" type="{kind}""#).unwrap();
                    }
                    if let DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai } = how {
                        for (seat, _) in tenpai.iter().filter(|(_, shown)| **shown) {
                            write!(xml, r#" hai{}="{}""#, seat.index(), list(&self.hands[seat])).unwrap();
                        }
                    }
                    let sc = self.changes(gains);
                    write!(xml, r#" ba="{},{}" sc="{sc}"/>"#, opening.honba, self.sticks).unwrap();
                }
            }
        }
    }

    fn changes(&mut self, gains: &BySeat<i32>) -> String {
        let pairs = BySeat::from_fn(|s| format!("{},{}", self.scores[s] / 100, gains[s] / 100));
        self.scores = BySeat::from_fn(|s| self.scores[s] + gains[s]);
        pairs.0.join(",")
    }

    /// The 16 bits of a call.
    fn code(&mut self, seat: Seat, meld: &Meld) -> u16 {
        let (_, _, others) = parts(meld);
        let side = |from: From| match from {
            From::Right => 1,
            From::Across => 2,
            From::Left => 3,
        };
        let claimed = self.discarded;
        let kind = meld.kind();
        let four = kind.index() as u16 * 4;
        match meld.call() {
            Call::Chi { .. } => {
                let claimed = claimed.unwrap();
                let mut ids: Vec<u8> = others.iter().map(|&t| self.leave(seat, t)).collect();
                ids.push(claimed);
                ids.sort_unstable();
                self.drawn = None;
                let place = ids.iter().position(|&id| id == claimed).unwrap() as u16;
                let low = kind.index() as u16;
                let run = low / 9 * 7 + low % 9;
                let offsets = ids.iter().zip([3, 5, 7]).map(|(&id, bit)| u16::from(id % 4) << bit);
                (run * 3 + place) << 10 | offsets.sum::<u16>() | 4 | 3
            }
            Call::Pon { from, .. } => {
                let claimed = claimed.unwrap();
                let mut ids = [claimed; 3];
                ids[0] = self.leave(seat, others[0]);
                ids[1] = self.leave(seat, others[1]);
                ids.sort_unstable();
                self.drawn = None;
                self.pons.push((kind, ids, claimed));
                triplet(ids, claimed) | 8 | side(from)
            }
            Call::Kakan { from, added, .. } => {
                self.leave(seat, added);
                self.drawn = None;
                let &(_, ids, claimed) = self.pons.iter().find(|(k, ..)| *k == kind).unwrap();
                triplet(ids, claimed) | 16 | side(from)
            }
            Call::Daiminkan { from, .. } => {
                for &tile in &others {
                    self.leave(seat, tile);
                }
                self.drawn = None;
                u16::from(claimed.unwrap()) << 8 | side(from)
            }
            Call::Ankan => {
                for &tile in &others {
                    self.leave(seat, tile);
                }
                self.drawn = None;
                four << 8
            }
        }
    }
}

fn triplet(ids: [u8; 3], claimed: u8) -> u16 {
    let kind = u16::from(ids[0] / 4);
    let place = ids.iter().position(|&id| id == claimed).unwrap() as u16;
    let fourth = (0..4).find(|i| !ids.contains(&(kind as u8 * 4 + i))).unwrap();
    (kind * 3 + place) << 9 | u16::from(fourth) << 5
}
