//! A round that is being read, event by event.

use super::KNOWN;
use super::fields::{self, Fields, by_seat, points, tile, tiles};
use super::meld::meld;
use crate::hand::{Call, Meld};
use crate::replay::Reading;
use crate::replay::draw::RecordedDraw;
use crate::replay::end::{Closing, DrawEnd, End, WinEnd, close};
use crate::replay::{Problem, RoundLog, WinClaim};
use crate::round::{Event, Manner, RawRound, Robbable, Source};
use crate::rules::Rules;
use crate::tile::{BySeat, Players, Seat, Tile};
use serde_json::Value;

/// Events of a round, above what is possible: 70 draws with their discards, riichi, calls and indicators.
const MOST: usize = 300;

/// The keys that writers have for the ura-dora indicators.
const URA: [&str; 6] = [
    "ura_markers",
    "uradora_markers",
    "ura_dora_markers",
    "ura_dora_indicators",
    "ura_indicators",
    "uraMarkers",
];

/// The round being read.
pub(super) struct MjaiRound {
    raw: RawRound,
    events: Vec<Event>,
    /// The tile that can be won: the last drawn, discarded or added one, and whose it is.
    last: Option<(Seat, Tile)>,
    /// Who has declared riichi, and whether with the discard; until it is accepted.
    declared: Option<(Seat, bool)>,
    end: Option<End>,
}

impl MjaiRound {
    pub fn new(raw: RawRound) -> MjaiRound {
        MjaiRound { raw, events: Vec::with_capacity(160), last: None, declared: None, end: None }
    }

    pub fn ended(&self) -> bool {
        self.end.is_some()
    }

    /// Takes an event in.
    pub fn event(&mut self, fields: &Fields) -> Reading<()> {
        let misplaced = || Problem::Misplaced(fields.kind.clone());
        if !KNOWN.contains(&&fields.kind[..]) {
            return Err(Problem::Element(fields.kind.clone()));
        }
        let second_win = fields.kind == "hora" && matches!(self.end, Some(End::Won(_)));
        if self.ended() && !second_win {
            return Err(misplaced());
        }
        if self.events.len() >= MOST {
            return Err(Problem::TooLong { what: "events", count: MOST + 1 });
        }
        match &fields.kind[..] {
            "hora" => {
                let win = self.hora(fields)?;
                match &mut self.end {
                    Some(End::Won(wins)) => wins.push(win),
                    _ => self.end = Some(End::Won(vec![win])),
                }
                return Ok(());
            }
            "ryukyoku" => {
                self.end = Some(End::Drawn(ryukyoku(fields)?));
                return Ok(());
            }
            _ => {}
        }
        if let Some((seat, true)) = self.declared
            && !matches!(&fields.kind[..], "reach_accepted" | "dora")
        {
            // nobody has won on it
            self.events.push(Event::RiichiAccepted { seat });
            self.declared = None;
        }
        let event = match &fields.kind[..] {
            "tsumo" => {
                let seat = fields.actor()?;
                let tile = fields.tile("pai", seat)?;
                self.last = Some((seat, tile));
                Event::Draw { seat, tile }
            }
            "dahai" => self.dahai(fields)?,
            "reach" => {
                let seat = fields.actor()?;
                self.declared = Some((seat, false));
                Event::Riichi { seat }
            }
            "reach_accepted" => {
                self.declared = None;
                Event::RiichiAccepted { seat: fields.actor()? }
            }
            "kita" | "nukidora" if self.raw.hands.len() != Players::Three.count() => return Err(misplaced()),
            "kita" | "nukidora" => {
                let seat = fields.actor()?;
                self.last = Some((seat, Robbable::Kita.tile()));
                Event::Kita { seat }
            }
            "dora" => Event::Dora { indicator: fields.required("dora_marker", tile)? },
            _ => {
                let seat = fields.actor()?;
                Event::Call { seat, meld: self.meld(fields, seat)? }
            }
        };
        self.events.push(event);
        Ok(())
    }

    fn dahai(&mut self, fields: &Fields) -> Reading<Event> {
        let seat = fields.actor()?;
        let drawn = self.events.iter().rev().find_map(|event| match event {
            Event::Riichi { .. } | Event::Dora { .. } => None,
            Event::Draw { seat: by, tile } if *by == seat => Some(Some(*tile)),
            _ => Some(None),
        });
        let drawn = drawn.flatten();
        let stated = fields.maybe("tsumogiri", Value::as_bool)?;
        let tile = match (fields.maybe("pai", |_| Some(()))?, drawn.filter(|_| stated == Some(true))) {
            (None, Some(drawn)) => drawn,
            _ => fields.tile("pai", seat)?,
        };
        // a tile of the hand that is the same shows the same
        let tsumogiri = stated.unwrap_or(drawn == Some(tile));
        self.last = Some((seat, tile));
        if let Some((declared, discarded)) = &mut self.declared {
            *discarded = *declared == seat;
        }
        let manner = if tsumogiri { Manner::Tsumogiri } else { Manner::Tedashi };
        Ok(Event::Discard { seat, tile, manner })
    }

    fn meld(&mut self, fields: &Fields, actor: Seat) -> Reading<Meld> {
        let own = self.events.iter().filter_map(|event| match event {
            Event::Call { seat, meld } if *seat == actor => Some(*meld),
            _ => None,
        });
        let meld = meld(fields, actor, own, self.last)?;
        // what can be robbed
        match meld.call() {
            Call::Ankan => self.last = meld.tiles().next().map(|tile| (actor, tile)),
            Call::Kakan { added, .. } => self.last = Some((actor, added)),
            _ => {}
        }
        Ok(meld)
    }

    fn hora(&self, fields: &Fields) -> Reading<WinEnd> {
        let (whose, tile) = self.last.ok_or_else(|| Problem::Misplaced(fields.kind.clone()))?;
        let from = fields.maybe("target", fields::seat)?.unwrap_or(whose);
        let seat = fields.actor()?;
        if whose != from {
            let value = from.index().to_string();
            return Err(Problem::Value { attribute: "hora.target".to_string(), value });
        }
        let mut ura = None;
        for key in URA {
            ura = match ura {
                None => fields.maybe(key, tiles)?,
                found => found,
            };
        }
        let source = if from == seat { Source::Tsumo } else { Source::Ron { from } };
        let (gains, scores) = (fields.maybe("deltas", points)?, fields.maybe("scores", points)?);
        Ok(WinEnd { seat, source, tile, ura, gains, scores })
    }

    /// The whole round. `scores` are the points before it, `after` those of the next.
    pub fn close(self, rules: &Rules, scores: BySeat<i32>, after: Option<BySeat<i32>>) -> Reading<RoundLog> {
        let MjaiRound { raw, events, declared, end, .. } = self;
        let end = end.ok_or(Problem::Unfinished)?;
        let claims = match &end {
            End::Won(wins) => vec![WinClaim::default(); wins.len()],
            End::Drawn(_) => Vec::new(),
        };
        let declared = declared.filter(|&(_, discarded)| discarded).map(|(seat, _)| seat);
        close(raw, events, claims, &Closing { end: &end, declared, rules, scores, after })
    }
}

fn ryukyoku(fields: &Fields) -> Reading<DrawEnd> {
    let recorded = RecordedDraw {
        name: fields.maybe("reason", |value| Some(value.as_str()?.to_string()))?,
        tenpai: fields.maybe("tenpais", |value| by_seat(value, Value::as_bool))?,
        gains: fields.maybe("deltas", points)?,
    };
    Ok(DrawEnd { recorded, scores: fields.maybe("scores", points)? })
}
