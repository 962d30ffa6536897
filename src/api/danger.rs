//! What the table does to each tile.

pub use crate::danger::Cause;

use super::door::{CheckedRequest, from_json};
use super::fault::{fault, to_json};
use super::table::wind_of;
use super::{ApiError, Context, ErrorCode, HandInput};
use crate::danger::paper::Paper;
use crate::danger::{self, ClassTable, Danger, DangerModel, Estimator};
use crate::tile::{Players, Seat, Tile, Wind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What `danger` is asked.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DangerRequest {
    /// The own hand, of 14 or 13 tiles: what it holds nobody else waits with.
    pub hand: HandInput,
    /// The table, with `players`.
    pub context: Context,
    /// Who estimates; `model` when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub estimator: Option<EstimatorName>,
}

/// Who estimates how likely tiles deal in: `model`, the one of this package, which `analyze` uses; `kurita-hoki`, the estimator of Kurita
/// & Hoki (deal-in), its numbers counted from recorded games anew, which names no facts; `class`, how often tiles of a class are waits of
/// a riichi, by the opponent's turn, as players know by heart: it says nothing of opponents without a riichi and names no facts, and
/// what a deal-in costs is the model's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EstimatorName {
    /// The model of this package.
    Model,
    /// Kurita & Hoki.
    KuritaHoki,
    /// By class and turn.
    Class,
}

impl EstimatorName {
    fn estimator(self) -> &'static dyn Estimator {
        match self {
            EstimatorName::Model => DangerModel::builtin(),
            EstimatorName::KuritaHoki => Paper::builtin(),
            EstimatorName::Class => ClassTable::builtin(),
        }
    }
}

/// What `danger` answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DangerReport {
    /// How likely each opponent is to be tenpai.
    pub opponents: Vec<Opponent>,
    /// All kinds that the rules have in the order of mpsz, then their red fives; also what the hand does not hold.
    pub tiles: Vec<TileRisk>,
}

/// One opponent, in the order of turns from the player's right.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Opponent {
    /// Its wind.
    pub seat: Wind,
    /// Probability 0..1 of being tenpai; 1 after riichi.
    pub tenpai_rate: f64,
}

/// What discarding a tile risks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TileRisk {
    /// The tile in mpsz.
    pub tile: String,
    /// Probability 0..1 that it deals in to anybody.
    pub deal_in_rate: f64,
    /// Expected loss by dealing in with it, points, honba and riichi sticks left out.
    pub expected_loss: f64,
    /// The same by opponent, in the order of the report's `opponents`.
    pub risks: Vec<OpponentRisk>,
}

/// What discarding a tile risks against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpponentRisk {
    /// Whose wind.
    pub seat: Wind,
    /// Probability 0..1 that it deals in to this opponent.
    pub rate: f64,
    /// Mean points that it costs when it does, honba and riichi sticks left out; 0 when it cannot.
    pub mean: f64,
    /// What it costs when it does, cheapest first; empty when it cannot.
    pub payments: Vec<PaymentShare>,
    /// What moves the rate most, at most four, the strongest first; empty when it cannot.
    pub facts: Vec<Fact>,
}

/// How much one cause makes a tile more or less dangerous than an average one that can deal in.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// The cause.
    pub cause: Cause,
    /// What it adds to the log-odds that the opponent waits for the tile; more than 0 is more dangerous.
    pub effect: f64,
}

/// How often a deal-in costs this much.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PaymentShare {
    /// Points, honba and riichi sticks left out.
    pub points: u32,
    /// 0..1; a risk's shares add up to 1.
    pub share: f64,
}

/// How many facts of a risk are given.
const MOST_FACTS: usize = 4;

/// Checks a request and answers it: the risk of every kind, by the estimator that it names.
///
/// Errors: every code that a request of [`analyze`](super::analyze) has for hand and context, and
/// `request.missing_field` without `context.players`.
pub fn danger(request: &DangerRequest) -> Result<DangerReport, ApiError> {
    let (position, situation, seated) = request.context.checked(&request.hand)?;
    let missing = || {
        let message = "rivers and melds tell how dangerous a tile is: give the whole table";
        fault(ErrorCode::RequestMissingField, "context.players", Value::Null, message)
    };
    let seated = seated.ok_or_else(missing)?;
    let rules = situation.rules();
    let exists = |tile: &Tile| {
        let red = !tile.is_red() || rules.red_fives.bits() >> tile.kind().suit().index() & 1 == 1;
        red && rules.players.has(tile.kind())
    };
    let estimator = request.estimator.unwrap_or(EstimatorName::Model).estimator();
    let danger = estimator.danger(&seated.view(&position), situation.length());
    let risks = Risks { players: rules.players, seat: seated.seat, danger };
    Ok(DangerReport {
        opponents: risks.opponents(),
        tiles: (0..Tile::COUNT).filter_map(Tile::new).filter(exists).map(|tile| risks.tile(tile)).collect(),
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
    to_json(from_json(request).and_then(|request| danger(&request)))
}

/// The risks of a player's discards.
pub(super) struct Risks {
    players: Players,
    seat: Seat,
    danger: Danger,
}

impl Risks {
    /// None without the whole table.
    pub(super) fn of(question: &CheckedRequest) -> Option<Risks> {
        let seated = question.seated.as_ref()?;
        let players = question.situation.rules().players;
        Some(Risks { players, seat: seated.seat, danger: question.situation.danger()?.clone() })
    }

    /// In the order of turns.
    fn others(&self) -> impl Iterator<Item = (Wind, &danger::Threat)> {
        let seats = self.players.others(self.seat);
        seats.filter_map(|seat| Some((wind_of(seat), self.danger.threats[seat].as_ref()?)))
    }

    pub(super) fn opponents(&self) -> Vec<Opponent> {
        self.others().map(|(seat, threat)| Opponent { seat, tenpai_rate: threat.tenpai }).collect()
    }

    /// Of a north that is set aside.
    pub(super) fn set_aside(&self, north: Tile) -> TileRisk {
        Risks { danger: self.danger.of_kita(), ..*self }.tile(north)
    }

    pub(super) fn tile(&self, tile: Tile) -> TileRisk {
        let risk = |(seat, threat): (Wind, &danger::Threat)| {
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
        Fact { cause: fact.cause, effect: fact.effect }
    }
}
