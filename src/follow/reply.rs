//! Actions in the words of mjai.

use crate::hand::{Call, From};
use crate::legal::{Action, Position, TileOffer};
use crate::round::ObservedRound;
use crate::tile::{Kind, Tile};
use serde_json::{Value, json};

/// An action that can be done now, as an event of mjai; `kita` is the word for a north set aside.
pub(super) fn reply(round: &ObservedRound, held: &Position, action: &Action, kita: &str) -> Value {
    let actor = round.seat().index();
    let offered = match held {
        Position::Waiting { offered, .. } => *offered,
        Position::Drawn { .. } => None,
    };
    let claim = |word: &str, consumed: &[Tile]| {
        let (pai, target) = source(round, offered);
        json!({"type": word, "actor": actor, "target": target, "pai": pai, "consumed": names(consumed)})
    };
    match *action {
        Action::Discard { riichi: true, .. } if !round.declared() => json!({"type": "reach", "actor": actor}),
        Action::Discard { tile, .. } => {
            // where a held tile equals the drawn one, the drawn one goes: it reveals the least
            let tsumogiri = round.drawn() == Some(tile);
            json!({"type": "dahai", "actor": actor, "pai": tile.mjai(), "tsumogiri": tsumogiri})
        }
        Action::Tsumo | Action::Ron => {
            let (pai, target) = source(round, offered);
            json!({"type": "hora", "actor": actor, "target": target, "pai": pai})
        }
        Action::NineTerminals => json!({"type": "ryukyoku", "actor": actor, "reason": "kyushukyuhai"}),
        Action::Ankan { kind } => {
            json!({"type": "ankan", "actor": actor, "consumed": names(&copies(round, kind, 4))})
        }
        Action::Kakan { tile } => {
            let melds = round.table().player(round.seat()).melds();
            let pon = |meld: &&crate::hand::Meld| {
                meld.kind() == tile.kind() && matches!(meld.call(), Call::Pon { .. })
            };
            let consumed: Vec<Tile> =
                melds.iter().find(pon).into_iter().flat_map(|meld| meld.tiles()).collect();
            json!({"type": "kakan", "actor": actor, "pai": tile.mjai(), "consumed": names(&consumed)})
        }
        Action::Kita => json!({"type": kita, "actor": actor, "pai": "N"}),
        Action::Pass => json!({"type": "none"}),
        Action::Chi { own, .. } => claim("chi", &own),
        Action::Pon { own, .. } => claim("pon", &own),
        Action::Daiminkan => {
            let kind = offered.map(|offered| offered.tile.kind());
            claim("daiminkan", &kind.map_or_else(Vec::new, |kind| copies(round, kind, 3)))
        }
    }
}

fn names(tiles: &[Tile]) -> Vec<&'static str> {
    tiles.iter().map(|tile| tile.mjai()).collect()
}

/// The tile that a win or call takes, and whose it is.
fn source(round: &ObservedRound, offered: Option<TileOffer>) -> (Option<&'static str>, usize) {
    match offered {
        Some(TileOffer { tile, from, .. }) => (Some(tile.mjai()), From::seat(from, round.seat()).index()),
        None => (round.drawn().map(Tile::mjai), round.seat().index()),
    }
}

/// This many concealed tiles of a kind, a red five among them.
fn copies(round: &ObservedRound, kind: Kind, count: usize) -> Vec<Tile> {
    let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five() && round.reds().contains(kind.suit()));
    red.into_iter().chain(std::iter::repeat(Tile::plain(kind))).take(count).collect()
}
