//! The hands whose searches are timed.

use crate::position::wind_name;
use crate::{Setup, sample};
use nanikiru::api::{self, Context, HandInput, Options};
use nanikiru::replay::Length;
use nanikiru::shape::shanten;
use nanikiru::tile::Wind;
use serde::Deserialize;
use std::path::Path;

/// A hand at a table.
pub struct Case {
    /// Where it is from.
    pub source: Source,
    /// Shanten of the drawn hand.
    pub shanten: i32,
    /// The question without options.
    pub request: api::Request,
}

/// Where a hand is from.
#[derive(Clone, Copy, PartialEq, Eq)]
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

/// The reference hands, and hands of recorded games at the third to sixth turn, open ones among them;
/// `None` where there are none.
pub fn all(setup: &Setup) -> Result<Option<Vec<Case>>, String> {
    let Some(mut cases) = reference()? else { return Ok(None) };
    let wanted = |d: &sample::Decision| (3..=6).contains(&d.turn()) && !d.fixed();
    let lengths = [Length::Hanchan, Length::East];
    let Some(positions) = sample::positions(&lengths, setup.sample_or(200), setup.seed, wanted)? else {
        return Ok(None);
    };
    for position in positions {
        let request = position.request(Options::default())?;
        cases.push(Case { source: Source::Logs, shanten: position.shanten().get(), request });
    }
    Ok(Some(cases))
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

fn reference() -> Result<Option<Vec<Case>>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference/ev/hands.json");
    if !path.exists() {
        return Ok(None);
    }
    let fail = |error: String| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| fail(error.to_string()))?;
    let reference: Reference = serde_json::from_str(&text).map_err(|error| fail(error.to_string()))?;
    reference.hands.iter().map(|hand| case(hand).map_err(fail)).collect::<Result<_, _>>().map(Some)
}

fn case(given: &ReferenceHand) -> Result<Case, String> {
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
        let wind = kind.checked_sub(27).and_then(|wind| Wind::ALL.get(wind));
        wind.map(|&wind| wind_name(wind)).ok_or_else(|| format!("no wind {kind}"))
    };
    let context = Context {
        round_wind: Some(wind(given.bakaze)?),
        seat: Some(wind(given.jikaze)?),
        dora_indicators: Some(given.dora_indicators_mpsz.clone()),
        visible: Some(given.visible_mpsz.clone()),
        turn: Some(given.turn),
        ..Context::default()
    };
    let request = api::Request { hand: HandInput::Text(hand), context, options: Options::default() };
    let question = request.check().map_err(|error| format!("{}: {}", given.hand, error.message))?;
    if shanten(&question.hand).get() != given.shanten {
        return Err(format!("{}: shanten {} is not {}", given.hand, shanten(&question.hand), given.shanten));
    }
    Ok(Case { source: Source::Reference, shanten: given.shanten, request })
}
