//! How each round of a game begins, and how the game ended; nothing between is replayed.

use nanikiru::placement::Places;
use nanikiru::replay::{self, Length, Players};
use nanikiru::round::Carry;
use nanikiru::rules::{Rules, Ties};
use nanikiru::tile::{BySeat, Seat};

/// A whole game.
pub struct Openings {
    /// Hanchan or tonpuu.
    pub length: Length,
    /// What it is played by.
    pub rules: Rules,
    /// How each round began.
    pub rounds: Vec<Carry>,
    /// The place of each seat, 0 to 3.
    pub places: BySeat<usize>,
}

impl Openings {
    /// Reads a game; `None` if it is not one of four players, or has no end.
    pub fn read(record: &[u8]) -> Option<Openings> {
        Openings::of(Players::Four, record)
    }

    /// The same of a game of so many players.
    pub fn of(players: Players, record: &[u8]) -> Option<Openings> {
        let mut reader = replay::open(record).ok()?;
        let mut rounds = Vec::new();
        let mut room = None;
        while let Some(log) = reader.next() {
            let opening = log.ok()?.raw.opening;
            room = reader.room();
            rounds.push(opening.carry());
        }
        let room = room.filter(|room| room.rules.players == players)?;
        let places = final_places(&reader.outcome()?.points, room.rules.players);
        Some(Openings { length: room.length, rules: room.rules, rounds, places })
    }
}

/// The place of each seat, 0 to 3; of equal points the earlier seat is ahead.
pub fn final_places(points: &BySeat<i32>, players: Players) -> BySeat<usize> {
    let places = Places::at_the_end(points, Ties::SeatOrder, players);
    BySeat::from_fn(|seat: Seat| places.of(seat).iter().take_while(|&&chance| chance == 0.0).count())
}
