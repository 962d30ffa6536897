//! Events of mjai one by one, as a seat hears them while the game goes on: the others' tiles can be hidden.

use super::fields::{Fields, by_seat, number, points, seat, tile, tiles};
use super::meld::meld;
use super::{KNOWN, Length, Problem};
use crate::hand::Meld;
use crate::replay::Reading;
use crate::round::{DrawReason, Event, Manner, Opening, Robbable, Source, WinEvent};
use crate::tile::{BySeat, Kind, Players, Seat, Tile, Wind};
use arrayvec::ArrayVec;
use serde_json::{Map, Value};

/// What an event says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeardEvent {
    /// A game begins; each where the event says it.
    Game {
        /// The seat that hears it.
        seat: Option<Seat>,
        /// Whether there are red fives.
        red_fives: Option<bool>,
        /// Whether there is open tanyao.
        kuitan: Option<bool>,
        /// How long it is.
        length: Option<Length>,
    },
    /// A round begins.
    Round(Box<HeardDeal>),
    /// Something happens in the round.
    Event(Event),
    /// The round, or the game, is over.
    Over,
}

/// The start of a round as a seat hears it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeardDeal {
    /// What everybody sees; its points are those of `scores` where the event names them.
    pub opening: Opening,
    /// How many play, where the hands say it: three hands are those of three players, four can be either's.
    pub players: Option<Players>,
    /// Whether the event names the points.
    pub scored: bool,
    /// The hands that are shown.
    pub hands: BySeat<Option<[Tile; 13]>>,
}

/// Reads an event, `me` being the seat that hears it and `melds` what lies before each seat. A tile that another seat draws is
/// one of no meaning where it is hidden.
///
/// # Errors
/// When it is no event of mjai, or one without what it needs.
pub fn hear<'a>(
    object: Map<String, Value>,
    me: Option<Seat>,
    melds: impl Fn(Seat) -> &'a [Meld],
) -> Reading<HeardEvent> {
    let no_type = || Problem::Missing { element: "event".to_string(), attribute: "type" };
    let fields = Fields::new(object).ok_or_else(no_type)?;
    let event = match &fields.kind[..] {
        "start_game" => return start_game(&fields),
        "start_kyoku" => return Ok(HeardEvent::Round(Box::new(start_kyoku(&fields)?))),
        "end_kyoku" | "end_game" => return Ok(HeardEvent::Over),
        "nukidora" | "kita" => {
            let north = |value: &Value| tile(value).filter(|&tile| tile == Robbable::Kita.tile());
            fields.maybe("pai", north)?;
            Event::Kita { seat: fields.actor()? }
        }
        other if !KNOWN.contains(&other) => return Err(Problem::Element(other.to_string())),
        "tsumo" => {
            let seat = fields.actor()?;
            let tile = if Some(seat) == me { fields.tile("pai", seat)? } else { Tile::plain(Kind::ALL[0]) };
            Event::Draw { seat, tile }
        }
        "dahai" => {
            let seat = fields.actor()?;
            let tile = fields.tile("pai", seat)?;
            let tsumogiri = fields.required("tsumogiri", Value::as_bool)?;
            let manner = if tsumogiri { Manner::Tsumogiri } else { Manner::Tedashi };
            Event::Discard { seat, tile, manner }
        }
        "reach" => Event::Riichi { seat: fields.actor()? },
        "reach_accepted" => Event::RiichiAccepted { seat: fields.actor()? },
        "dora" => Event::Dora { indicator: fields.required("dora_marker", tile)? },
        "hora" => {
            let seat = fields.actor()?;
            let gains = fields.maybe("deltas", points)?.unwrap_or_default();
            let from = fields.maybe("target", self::seat)?.filter(|&from| from != seat);
            let source = from.map_or(Source::Tsumo, |from| Source::Ron { from });
            // a follower looks at the points alone
            let tile = Tile::plain(Kind::ALL[0]);
            Event::Win(WinEvent { seat, source, tile, ura: ArrayVec::new(), gains })
        }
        "ryukyoku" => {
            let gains = fields.maybe("deltas", points)?.unwrap_or_default();
            Event::Drawn { how: DrawReason::Exhausted { tenpai: BySeat::default() }, gains }
        }
        _ => {
            let seat = fields.actor()?;
            Event::Call { seat, meld: meld(&fields, seat, melds(seat).iter().copied(), None)? }
        }
    };
    Ok(HeardEvent::Event(event))
}

fn start_game(fields: &Fields) -> Reading<HeardEvent> {
    let length = fields.maybe("kyoku_first", |value| match value.as_u64()? {
        0 => Some(Length::Hanchan),
        4 => Some(Length::Tonpuu),
        _ => None,
    })?;
    let red_fives = fields.maybe("aka_flag", Value::as_bool)?;
    let kuitan = fields.maybe("kuitan", Value::as_bool)?;
    Ok(HeardEvent::Game { seat: fields.maybe("id", seat)?, red_fives, kuitan, length })
}

fn start_kyoku(fields: &Fields) -> Reading<HeardDeal> {
    let hands = fields.required("tehais", |value| Some(value.as_array()?.clone()))?;
    // a fourth hand without tiles fills up the table of three
    let empty = |hand: &Value| hand.as_array().is_some_and(Vec::is_empty);
    let players = match &hands[..] {
        [_, _, _] => Some(Players::Three),
        [.., last] if empty(last) => Some(Players::Three),
        _ => None,
    };
    let hidden =
        |hand: &Value| hand.as_array().is_none_or(|tiles| tiles.is_empty() || tiles.iter().any(super::hides));
    let hand = |hand: &Value| match hidden(hand) {
        true => Some(None),
        false => Some(Some(<[Tile; 13]>::try_from(tiles(hand)?).ok()?)),
    };
    let hands = fields.required("tehais", |value| by_seat(value, hand))?;
    let wind = fields.required("bakaze", |value| {
        let kind = tile(value)?.kind();
        Wind::ALL.into_iter().find(|&wind| Kind::wind(wind) == kind)
    })?;
    let scores = fields.maybe("scores", points)?;
    let opening = Opening {
        wind,
        dealer: fields.required("oya", seat)?,
        honba: fields.required("honba", number)?,
        sticks: fields.required("kyotaku", number)?,
        scores: scores.unwrap_or_default(),
        indicator: fields.required("dora_marker", tile)?,
    };
    Ok(HeardDeal { opening, players, scored: scores.is_some(), hands })
}
