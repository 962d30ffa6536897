//! What lies before one player.

use super::fault::{LayoutError, LayoutFault, Place, wind};
use crate::hand::{From, Meld};
use crate::round::river::{River, RiverEntry};
use crate::round::state::Player;
use crate::round::table::Table;
use crate::tile::{BySeat, Players, Seat};

/// What lies before one player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Side {
    /// Discards, called ones included, own kans and norths set aside.
    pub river: River,
    /// The melds; of several orders that fit, the given one counts.
    pub melds: Vec<Meld>,
}

/// The own kans and norths of a player in order, each with how many discards all players had made before it.
pub(super) fn asides(player: &Player) -> Vec<(RiverEntry, usize)> {
    let mut kita = player.kita().iter().map(|&before| (RiverEntry::Kita, before));
    let (mut asides, mut norths) = (Vec::new(), 0);
    for (&(kind, before), &first) in player.own_kans().iter().zip(player.kita_before_kan()) {
        asides.extend(kita.by_ref().take(first - norths));
        norths = first;
        asides.push((RiverEntry::Kan { kind }, before));
    }
    asides.extend(kita);
    asides
}

/// A player's melds as they lie when the dealer sits in seat 0: with three players the empty seat then is North's, so that who was
/// across can be to the right.
pub fn melds_by_wind(table: &Table, seat: Seat) -> Vec<Meld> {
    let melds = table.player(seat).melds();
    melds.iter().map(|meld| meld.with_source(|from| by_wind(table, from.seat(seat), seat))).collect()
}

/// Where a player sees another one when the dealer sits in seat 0.
pub fn by_wind(table: &Table, other: Seat, seat: Seat) -> From {
    let winds = [other, seat].map(|seat| Seat::ALL[table.seat_wind(seat).index()]);
    From::of(winds[0], winds[1]).expect("nobody claims from oneself")
}

/// Who sits where a player sees another one when the dealer sits in seat 0: the reverse of [`by_wind`].
pub fn by_seat(table: &Table, from: From, seat: Seat) -> Seat {
    let own = Seat::ALL[table.seat_wind(seat).index()];
    table.rules().players.after(table.dealer(), from.seat(own).index())
}

/// Nothing may lie before a seat that nobody has, and nothing may come from there.
pub(super) fn check_seats(sides: &BySeat<Side>, players: Players) -> Result<(), LayoutError> {
    for (seat, Side { river, melds }) in sides.iter() {
        if !players.has_seat(seat) && (!river.0.is_empty() || !melds.is_empty()) {
            let fault = LayoutFault::EmptySeat { wind: wind(seat), players };
            let place = match melds.is_empty() {
                true => Place::River { seat, turn: 1 },
                false => Place::Meld { seat, index: 0 },
            };
            return Err(LayoutError { place, fault });
        }
        for (index, meld) in melds.iter().enumerate() {
            let source = meld.claimed().map(|(from, _)| from.seat(seat));
            if let Some(source) = source.filter(|&source| !players.has_seat(source)) {
                let fault = LayoutFault::EmptySeat { wind: wind(source), players };
                return Err(LayoutError { place: Place::Meld { seat, index }, fault });
            }
        }
    }
    Ok(())
}
