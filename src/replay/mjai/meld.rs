//! The meld of a call, from what its event says.

use super::Problem;
use super::fields::{Fields, seat, tile};
use crate::hand::{Call, From, Meld};
use crate::replay::Reading;
use crate::tile::{Seat, Tile};

/// The meld that a call makes; `melds` are those that its player has, `last` is the tile that was discarded last.
pub(super) fn meld(
    fields: &Fields,
    actor: Seat,
    mut melds: impl Iterator<Item = Meld>,
    last: Option<(Seat, Tile)>,
) -> Reading<Meld> {
    let called = match &fields.kind[..] {
        "ankan" => return fields.meld(Call::Ankan, &fields.tiles("consumed", actor)?),
        "kakan" => {
            let added = fields.tile("pai", actor)?;
            let pon = melds.find_map(|meld| match meld.call() {
                Call::Pon { from, claimed } if meld.kind() == added.kind() => Some((meld, from, claimed)),
                _ => None,
            });
            let (pon, from, claimed) = pon.ok_or_else(|| Problem::Misplaced(fields.kind.clone()))?;
            let mut tiles = match fields.maybe("consumed", |_| Some(()))? {
                Some(()) => fields.tiles("consumed", actor)?,
                None => pon.tiles().collect(),
            };
            tiles.push(added);
            return fields.meld(Call::Kakan { from, claimed, added }, &tiles);
        }
        claim => claim,
    };
    let mut tiles = fields.tiles("consumed", actor)?;
    let (by, discarded) = last.unzip();
    let from = fields.maybe("target", |value| From::of(seat(value)?, actor))?;
    let from = from.or(by.and_then(|by| From::of(by, actor)));
    let missing = |attribute| Problem::Missing { element: fields.kind.clone(), attribute };
    let from = from.ok_or_else(|| missing("target"))?;
    let claimed = fields.maybe("pai", tile)?.or(discarded).ok_or_else(|| missing("pai"))?;
    tiles.push(claimed);
    let call = match called {
        "chi" if from == From::Left => Call::Chi { claimed },
        "chi" => {
            let value = from.seat(actor).index().to_string();
            return Err(Problem::Value { attribute: "chi.target".to_string(), value });
        }
        "pon" => Call::Pon { from, claimed },
        _ => Call::Daiminkan { from, claimed },
    };
    fields.meld(call, &tiles)
}
