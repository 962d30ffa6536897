//! A call with all its tiles, as JSON formats name them, to a meld.

use crate::hand::{Call, Meld, MeldError};
use crate::tile::{Kind, Tile};

/// The meld of a call whose tiles are all named: they have to be the meld's.
pub(super) fn whole(call: Call, tiles: &[Tile]) -> Result<Meld, MeldError> {
    let Some(lowest) = tiles.iter().map(|t| t.kind()).min() else {
        return Err(MeldError::NoRun { lowest: Kind::ALL[0] });
    };
    let mut reds = tiles.iter().filter(|t| t.is_red());
    let meld = Meld::new(call, lowest, reds.next().is_some())?;
    if reds.next().is_some() {
        return Err(MeldError::NoRedFive { kind: lowest });
    }
    let mut places: Vec<Kind> = meld.kinds().flat_map(|(kind, n)| std::iter::repeat_n(kind, n)).collect();
    for &tile in tiles {
        let place = places.iter().position(|&kind| kind == tile.kind());
        places.swap_remove(place.ok_or(MeldError::Foreign { tile })?);
    }
    match places.first() {
        Some(&missing) => Err(MeldError::Foreign { tile: missing.into() }),
        None => Ok(meld),
    }
}
