//! The meld of a call, from what its event says.

use super::Problem;
use super::fields::{Fields, Read, seat, tile};
use crate::hand::{Call, From, Meld};
use crate::tile::Seat;

/// The meld that a call makes; `melds` are those that its player has.
pub(super) fn meld(fields: &Fields, actor: Seat, mut melds: impl Iterator<Item = Meld>) -> Read<Meld> {
    let mut tiles = fields.tiles("consumed", actor)?;
    let called = match &fields.kind[..] {
        "ankan" => Call::Ankan,
        "kakan" => {
            let added = fields.tile("pai", actor)?;
            tiles.push(added);
            let pon = melds.find_map(|meld| match meld.call() {
                Call::Pon { from, claimed } if meld.kind() == added.kind() => Some((from, claimed)),
                _ => None,
            });
            let (from, claimed) = pon.ok_or_else(|| Problem::Misplaced(fields.kind.clone()))?;
            Call::Kakan { from, claimed, added }
        }
        claim => {
            let from = fields.required("target", |value| From::of(seat(value)?, actor))?;
            let claimed = fields.required("pai", tile)?;
            tiles.push(claimed);
            match claim {
                "chi" if from == From::Left => Call::Chi { claimed },
                "chi" => {
                    let value = from.seat(actor).index().to_string();
                    return Err(Problem::Value { attribute: "chi.target".to_string(), value });
                }
                "pon" => Call::Pon { from, claimed },
                _ => Call::Daiminkan { from, claimed },
            }
        }
    };
    fields.meld(called, &tiles)
}
