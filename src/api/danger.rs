//! What the table does to each tile.

use super::door::Question;
use super::fault::fault;
use super::{
    ApiError, Cause, DangerReport, DangerRequest, ErrorCode, Fact, Opponent, OpponentRisk, Options,
    PaymentShare, Request, TileRisk, WindName, danger_request_from_json,
};
use crate::danger::{self, Danger};
use crate::tile::{Seat, Tile};
use serde_json::Value;

/// How many facts of a risk are told.
const MOST_FACTS: usize = 4;

/// Checks a request and answers it: the risk of every kind, by the model that the crate carries.
///
/// Errors: every code that a request of [`analyze`](super::analyze) has for hand and context, and
/// `request.missing_field` without `context.players`.
pub fn danger(request: &DangerRequest) -> Result<DangerReport, ApiError> {
    let DangerRequest { hand, context } = request.clone();
    let question = Request { hand, context, options: Options::default(), action: None }.check()?;
    let missing = || {
        let message = "rivers and melds tell how dangerous a tile is: give the whole table";
        fault(ErrorCode::RequestMissingField, "context.players", Value::Null, message)
    };
    let Risks { seat, danger } = Risks::of(&question).ok_or_else(missing)?;
    let rules = question.situation.rules();
    let red = |tile: &Tile| !tile.is_red() || rules.red_fives.bits() >> tile.kind().suit().index() & 1 == 1;
    let risks = Risks { seat, danger };
    Ok(DangerReport {
        opponents: risks.opponents(),
        tiles: (0..Tile::COUNT).filter_map(Tile::new).filter(red).map(|tile| risks.tile(tile)).collect(),
    })
}

/// Answers JSON text: the report, or the error, as JSON text.
///
/// ```
/// let request = r#"{"hand": "123m406p789s1122z", "context": {"doraIndicators": "4p",
///     "players": {"east": {"river": "9m"}, "south": {"river": "1z*"}, "west": {"river": "2p-"}, "north": {"river": "4z"}}}}"#;
/// let report = nanikiru::api::danger_json(request).unwrap();
/// // South is in riichi
/// assert!(report.contains(r#"{"seat":"south","tenpaiRate":1.0}"#));
///
/// let error = nanikiru::api::danger_json(r#"{"hand": "123m406p789s1122z", "context": {}}"#).unwrap_err();
/// assert!(error.contains(r#""field":"context.players""#));
/// ```
pub fn danger_json(request: &str) -> Result<String, String> {
    let report = danger_request_from_json(request).and_then(|request| danger(&request));
    report
        .map(|report| serde_json::to_string(&report).expect("a report is plain data"))
        .map_err(|error| serde_json::to_string(&error).expect("an error is plain data"))
}

/// The risks of a player's discards.
pub(super) struct Risks {
    seat: Seat,
    danger: Danger,
}

impl Risks {
    /// None without the whole table.
    pub(super) fn of(question: &Question) -> Option<Risks> {
        let seated = question.seated.as_ref()?;
        Some(Risks { seat: seated.seat, danger: danger::assess(&seated.view(&question.hand)) })
    }

    /// In the order of turns.
    fn others(&self) -> impl Iterator<Item = (WindName, &danger::Threat)> {
        let seats = [1, 2, 3].map(|steps| self.seat.after(steps)).into_iter();
        seats.filter_map(|seat| Some((WindName::of(seat), self.danger.threats[seat].as_ref()?)))
    }

    pub(super) fn opponents(&self) -> Vec<Opponent> {
        self.others().map(|(seat, threat)| Opponent { seat, tenpai_rate: threat.tenpai }).collect()
    }

    pub(super) fn tile(&self, tile: Tile) -> TileRisk {
        let risk = |(seat, threat): (WindName, &danger::Threat)| {
            let risk = threat.risk(tile);
            OpponentRisk {
                seat,
                rate: risk.rate,
                mean: risk.mean(),
                payments: risk.payments.iter().map(PaymentShare::from).collect(),
                facts: risk.facts.iter().take(MOST_FACTS).map(Fact::from).collect(),
            }
        };
        TileRisk {
            tile: tile.to_string(),
            deal_in_rate: self.danger.rate(tile),
            expected_loss: self.danger.loss(tile),
            risks: self.others().map(risk).collect(),
        }
    }
}

impl From<&danger::Payment> for PaymentShare {
    fn from(payment: &danger::Payment) -> PaymentShare {
        PaymentShare { points: payment.points, share: payment.rate }
    }
}

impl From<&danger::Fact> for Fact {
    fn from(fact: &danger::Fact) -> Fact {
        Fact { cause: fact.cause.into(), effect: fact.effect }
    }
}

impl From<danger::Cause> for Cause {
    fn from(cause: danger::Cause) -> Cause {
        match cause {
            danger::Cause::Tile => Cause::Tile,
            danger::Cause::Suji => Cause::Suji,
            danger::Cause::Shapes => Cause::Shapes,
            danger::Cause::Walls => Cause::Walls,
            danger::Cause::River => Cause::River,
            danger::Cause::LastTile => Cause::LastTile,
            danger::Cause::Passed => Cause::Passed,
            danger::Cause::Dora => Cause::Dora,
            danger::Cause::Suit => Cause::Suit,
            danger::Cause::Melds => Cause::Melds,
            danger::Cause::Turn => Cause::Turn,
            danger::Cause::Table => Cause::Table,
        }
    }
}
