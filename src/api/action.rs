//! Actions in JSON, both ways.

use super::fault::{fault, tile_of, tiles_of};
use super::{ApiError, ErrorCode};
use crate::analyze;
use crate::sort;
use crate::tile::Tile;
use crate::tile::notation::to_mpsz;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What to do: the first six with a hand of 14 tiles, the others with one of 13.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Action {
    /// Discard a tile, declaring riichi or not.
    Discard {
        /// The tile in mpsz, `0p` for a red five.
        tile: String,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// Win with the tile drawn.
    Tsumo,
    /// Throw in the hand for nine kinds of terminals and honours.
    NineTerminals,
    /// Declare a concealed kan.
    Ankan {
        /// One of the four tiles; the red five is part of a kan of fives.
        tile: String,
    },
    /// Add the fourth tile to a pon.
    Kakan {
        /// The tile that is added.
        tile: String,
    },
    /// Set a north aside, with three players.
    Kita,
    /// Call nothing; without an offer: go on.
    Pass,
    /// Win with the tile offered.
    Ron,
    /// Make a run with the tile offered.
    Chi {
        /// The two own tiles.
        tiles: String,
        /// The discard that follows.
        discard: String,
    },
    /// Make a triplet with the tile offered.
    Pon {
        /// The two own tiles.
        tiles: String,
        /// The discard that follows.
        discard: String,
    },
    /// Make a kan with the tile offered and three own tiles.
    Daiminkan,
}

/// The type of an [`Action`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum ActionWord {
    Discard,
    Tsumo,
    NineTerminals,
    Ankan,
    Kakan,
    Kita,
    Pass,
    Ron,
    Chi,
    Pon,
    Daiminkan,
}

/// An action as it is asked for: the fields of [`Action`], not yet known to fit the type.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActionInput {
    /// What to do.
    #[serde(rename = "type")]
    pub word: ActionWord,
    /// The tile to discard, or of the kan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// Whether riichi is declared with a discard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub riichi: Option<bool>,
    /// The two own tiles of a chi or pon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// The discard after a chi or pon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discard: Option<String>,
}

impl From<&analyze::Action> for Action {
    fn from(action: &analyze::Action) -> Action {
        use analyze::Action as Act;
        let text = |tile: Tile| tile.to_string();
        match *action {
            Act::Discard { tile, riichi } => Action::Discard { tile: text(tile), riichi },
            Act::Tsumo => Action::Tsumo,
            Act::NineTerminals => Action::NineTerminals,
            Act::Ankan { kind } => Action::Ankan { tile: text(Tile::plain(kind)) },
            Act::Kakan { tile } => Action::Kakan { tile: text(tile) },
            Act::Kita => Action::Kita,
            Act::Pass => Action::Pass,
            Act::Ron => Action::Ron,
            Act::Chi { own, discard } => Action::Chi { tiles: to_mpsz(own), discard: text(discard) },
            Act::Pon { own, discard } => Action::Pon { tiles: to_mpsz(own), discard: text(discard) },
            Act::Daiminkan => Action::Daiminkan,
        }
    }
}

impl ActionInput {
    /// The action, if its fields are those of its type and hold tiles; `at` is the request's field that has it.
    pub(super) fn check(&self, at: &str) -> Result<analyze::Action, ApiError> {
        use ActionWord as Word;
        use analyze::Action as Act;
        let needed: &[&str] = match self.word {
            Word::Discard | Word::Ankan | Word::Kakan => &["tile"],
            Word::Chi | Word::Pon => &["tiles", "discard"],
            Word::Tsumo | Word::NineTerminals | Word::Kita | Word::Pass | Word::Ron | Word::Daiminkan => &[],
        };
        let texts = [("tile", &self.tile), ("tiles", &self.tiles), ("discard", &self.discard)];
        for (name, text) in texts {
            let field = format!("{at}.{name}");
            match (needed.contains(&name), text) {
                (true, None) => {
                    let message = format!("the field `{name}` is missing");
                    return Err(fault(ErrorCode::RequestMissingField, field, Value::Null, message));
                }
                (false, Some(text)) => return Err(self.superfluous(at, name, text.as_str())),
                _ => {}
            }
        }
        if let (false, Some(riichi)) = (self.word == Word::Discard, self.riichi) {
            return Err(self.superfluous(at, "riichi", riichi));
        }
        let tile = |name: &str, text: &Option<String>| {
            tile_of(&format!("{at}.{name}"), text.as_deref().unwrap_or_default())
        };
        let own = || -> Result<[Tile; 2], ApiError> {
            let (field, text) = (format!("{at}.tiles"), self.tiles.as_deref().unwrap_or_default());
            let mut own = <[Tile; 2]>::try_from(tiles_of(&field, text)?).map_err(|tiles| {
                let code = if tiles.len() < 2 {
                    ErrorCode::NotationIncomplete
                } else {
                    ErrorCode::NotationUnexpected
                };
                fault(code, &field, text, "a call takes two tiles of the hand")
            })?;
            // as the candidates name them: the lower one first, of a pair the red five
            sort::by_key(&mut own, |tile| (tile.kind(), !tile.is_red()));
            Ok(own)
        };
        Ok(match self.word {
            Word::Discard => {
                Act::Discard { tile: tile("tile", &self.tile)?, riichi: self.riichi.unwrap_or(false) }
            }
            Word::Tsumo => Act::Tsumo,
            Word::NineTerminals => Act::NineTerminals,
            Word::Ankan => Act::Ankan { kind: tile("tile", &self.tile)?.kind() },
            Word::Kakan => Act::Kakan { tile: tile("tile", &self.tile)? },
            Word::Kita => Act::Kita,
            Word::Pass => Act::Pass,
            Word::Ron => Act::Ron,
            Word::Chi => Act::Chi { own: own()?, discard: tile("discard", &self.discard)? },
            Word::Pon => Act::Pon { own: own()?, discard: tile("discard", &self.discard)? },
            Word::Daiminkan => Act::Daiminkan,
        })
    }

    fn superfluous(&self, at: &str, name: &str, value: impl Into<Value>) -> ApiError {
        let word = serde_json::to_value(self.word).unwrap_or(Value::Null);
        let message = format!("a {} has no field `{name}`", word.as_str().unwrap_or("action"));
        fault(ErrorCode::RequestUnknownField, format!("{at}.{name}"), value, message)
    }

    pub(super) fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}
