//! The hands whose searches are timed, as requests to the public door have them.

use crate::measure::position::Position;
use crate::measure::{Scope, sample};
use nanikiru::analyze::{RawSituation, Situation};
use nanikiru::hand::DrawnHand;
use nanikiru::hand::notation::RawHand;
use nanikiru::rules::Rules;
use nanikiru::shape::shanten;
use nanikiru::tile::notation::{parse_tiles, tiles, to_mpsz};
use nanikiru::tile::{Players, Tile, Wind};
use nanikiru_tools::games::archives;
use nanikiru_tools::project;
use serde::{Deserialize, Serialize};

/// A hand at a table under Tenhou's rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Concealed tiles, the one drawn last, then the melds.
    pub hand: String,
    /// The table.
    pub context: Context,
}

/// The table; what is not known is left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Context {
    pub round_wind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_number: Option<u32>,
    pub seat: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub honba: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub riichi_sticks: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<[i32; 4]>,
    pub dora_indicators: String,
    pub visible: String,
    pub turn: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles_left: Option<u32>,
    #[serde(default)]
    pub interrupted: bool,
}

/// A case, checked.
pub struct Question {
    /// The hand.
    pub hand: DrawnHand,
    /// The tile drawn last.
    pub drawn: Option<Tile>,
    /// The table.
    pub situation: Situation,
}

/// Where a hand is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The reference hands beside the project, on which other engines were measured.
    Reference,
    /// Recorded games.
    Logs,
}

impl Source {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Reference => "reference",
            Source::Logs => "logs",
        }
    }
}

const WINDS: [&str; 4] = ["east", "south", "west", "north"];

impl Case {
    fn of(position: &Position) -> Case {
        let before = tiles(position.before.concealed(), position.before.reds());
        let mut hand = to_mpsz(before.chain([position.drawn]));
        position.hand.melds().iter().for_each(|meld| hand += &format!(",{meld}"));
        let raw = &position.raw;
        let context = Context {
            round_wind: WINDS[raw.round_wind.index()].into(),
            round_number: raw.round_number,
            seat: WINDS[raw.seat_wind.index()].into(),
            honba: Some(raw.honba),
            riichi_sticks: Some(raw.riichi_sticks),
            scores: raw.scores,
            dora_indicators: to_mpsz(raw.dora_indicators.iter().copied()),
            visible: to_mpsz(raw.visible.iter().copied()),
            turn: raw.turn,
            tiles_left: raw.tiles_left,
            interrupted: raw.interrupted,
        };
        Case { hand, context }
    }

    /// The checked hand and table.
    pub fn question(&self) -> Result<Question, String> {
        let raw: RawHand = self.hand.parse().map_err(|error| format!("{}: {error}", self.hand))?;
        let hand = raw.drawn().map_err(|error| format!("{}: {error}", self.hand))?;
        let drawn = raw.tiles.last().copied();
        let context = &self.context;
        let wind = |name: &str| {
            let wind = Wind::ALL.into_iter().find(|wind| WINDS[wind.index()] == name);
            wind.ok_or_else(|| format!("no wind {name}"))
        };
        let seen = |text: &str| parse_tiles(text).map_err(|error| error.to_string());
        let raw = RawSituation {
            rules: Rules::TENHOU,
            round_wind: wind(&context.round_wind)?,
            round_number: context.round_number,
            seat_wind: wind(&context.seat)?,
            honba: context.honba.unwrap_or(0),
            riichi_sticks: context.riichi_sticks.unwrap_or(0),
            dora_indicators: seen(&context.dora_indicators)?,
            visible: seen(&context.visible)?,
            turn: context.turn,
            tiles_left: context.tiles_left,
            interrupted: context.interrupted,
            scores: context.scores,
            ..RawSituation::default()
        };
        let situation =
            Situation::new(&nanikiru::analyze::Position::Drawn { hand: hand.clone(), drawn }, raw);
        Ok(Question { situation: situation.map_err(|error| error.to_string())?, hand, drawn })
    }
}

/// A case that is timed.
pub struct TimedCase {
    /// Where it is from.
    pub source: Source,
    /// Shanten of the drawn hand.
    pub shanten: i32,
    /// The hand at its table.
    pub case: Case,
}

/// The reference hands, and hands of recorded games at the third to sixth turn, open ones among them.
pub fn all(scope: &Scope) -> Result<Vec<TimedCase>, String> {
    let mut cases = reference()?;
    let wanted = |d: &sample::Decision| (3..=6).contains(&d.turn()) && !d.fixed();
    for position in sample::positions(&archives(Players::Four)?, scope.sample_or(200), scope.seed, wanted)? {
        let case = Case::of(&position);
        // a request knows rules by name: a room without red fives is not among them
        if position.raw.rules == Rules::TENHOU && case.question()?.situation != position.situation()? {
            return Err(format!("the case does not say what the position is: {case:?}"));
        }
        cases.push(TimedCase { source: Source::Logs, shanten: position.shanten().get(), case });
    }
    Ok(cases)
}

#[derive(Deserialize)]
struct Reference {
    hands: Vec<ReferenceHand>,
}

/// A hand of `../shared/reference/ev/hands.json`; winds are kinds from 27 for east.
#[derive(Deserialize)]
struct ReferenceHand {
    hand: String,
    melds: Vec<ReferenceMeld>,
    dora_indicators_mpsz: String,
    visible_mpsz: String,
    bakaze: usize,
    jikaze: usize,
    turn: u32,
    shanten: i32,
}

#[derive(Deserialize)]
struct ReferenceMeld {
    r#type: String,
    mpsz: String,
}

fn reference() -> Result<Vec<TimedCase>, String> {
    let path = project::shared("reference/ev/hands.json")?;
    let fail = |error: String| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| fail(error.to_string()))?;
    let reference: Reference = serde_json::from_str(&text).map_err(|error| fail(error.to_string()))?;
    reference.hands.iter().map(|hand| case(hand).map_err(fail)).collect()
}

fn case(given: &ReferenceHand) -> Result<TimedCase, String> {
    let mut hand = given.hand.clone();
    for meld in &given.melds {
        let (digits, suit) = meld.mpsz.split_at(meld.mpsz.len() - 1);
        // from whom does not matter to a search
        let (first, rest) = digits.split_at(1);
        hand += &match meld.r#type.as_str() {
            "chi" => format!(",{suit}{first}-{rest}"),
            "pon" => format!(",{suit}{digits}="),
            "ankan" => format!(",{suit}{digits}"),
            other => return Err(format!("unknown meld {other}")),
        };
    }
    let wind = |kind: usize| {
        let wind = kind.checked_sub(27).and_then(|wind| WINDS.get(wind));
        wind.map(|wind| wind.to_string()).ok_or_else(|| format!("no wind {kind}"))
    };
    let context = Context {
        round_number: None,
        round_wind: wind(given.bakaze)?,
        seat: wind(given.jikaze)?,
        honba: None,
        riichi_sticks: None,
        scores: None,
        dora_indicators: given.dora_indicators_mpsz.clone(),
        visible: given.visible_mpsz.clone(),
        turn: given.turn,
        tiles_left: None,
        interrupted: false,
    };
    let case = Case { hand, context };
    let shanten = shanten(&case.question()?.hand).get();
    if shanten != given.shanten {
        return Err(format!("{}: shanten {shanten} is not {}", given.hand, given.shanten));
    }
    Ok(TimedCase { source: Source::Reference, shanten, case })
}
