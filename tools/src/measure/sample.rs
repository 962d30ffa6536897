//! Which positions are measured: one of each game, of as many games as are asked for.
//!
//! Games are taken in the order of a hash of their names and the seed, so that the choice does not
//! depend on the order in an archive, and a larger sample contains the smaller one.

use crate::measure::position::Position;
use nanikiru::replay::{Absence, Players, Room, RoundLog};
use nanikiru::round::{Carry, Event, Phase, Round};
use nanikiru::tile::{BySeat, Seat, Tile};
use nanikiru_tools::games::each_game;
use nanikiru_tools::play::{Watch, play};
use std::path::PathBuf;

/// A decision that may be measured: what `wanted` is asked about.
pub struct Decision<'a> {
    /// The round before the discard.
    pub round: &'a Round,
    /// Who discards.
    pub seat: Seat,
}

impl Decision<'_> {
    /// Own discards made so far, plus one.
    pub fn turn(&self) -> usize {
        self.round.table().turn(self.seat)
    }

    /// Whether the player has declared riichi before: then nothing is left to decide.
    pub fn fixed(&self) -> bool {
        self.round.table().player(self.seat).riichi().is_some()
    }

    /// Whether nobody has declared riichi before this turn.
    pub fn no_riichi(&self) -> bool {
        Seat::ALL.into_iter().all(|seat| self.round.table().player(seat).riichi().is_none())
    }

    /// Whether the player has no melds.
    pub fn no_melds(&self) -> bool {
        self.round.table().player(self.seat).melds().is_empty()
    }
}

/// Positions of these archives that `wanted` accepts.
///
/// Of each game that has one, one is taken, of `most` games.
pub fn positions(
    paths: &[PathBuf],
    most: usize,
    seed: u64,
    wanted: impl Fn(&Decision) -> bool + Sync,
) -> Result<Vec<Position>, String> {
    let look = |mut all: Vec<(u64, Position)>, name: &str, xml: &[u8]| {
        let game = name.bytes().fold(mix(seed), |hash, byte| mix(hash ^ u64::from(byte)));
        let mut chooser = Chooser::new(game, &wanted);
        play(xml, &mut chooser);
        all.extend(chooser.chosen.map(|(_, position)| (game, position)));
        all
    };
    let both = |mut all: Vec<_>, mut later: Vec<_>| {
        all.append(&mut later);
        all
    };
    let mut chosen = each_game(paths, usize::MAX, look, both)?;
    chosen.sort_by_key(|&(game, _)| game);
    chosen.truncate(most);
    Ok(chosen.into_iter().map(|(_, position)| position).collect())
}

/// SplitMix64's output function.
fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Takes one position of a game, each with the same probability.
struct Chooser<'a, W> {
    game: u64,
    wanted: &'a W,
    /// Seats whose players have lost the connection: each tile that they draw is discarded for them.
    gone: BySeat<bool>,
    absences: Vec<(usize, Seat, Absence)>,
    event: usize,
    declaring: bool,
    decisions: u64,
    chosen: Option<(u64, Position)>,
}

impl<'a, W: Fn(&Decision) -> bool> Chooser<'a, W> {
    fn new(game: u64, wanted: &'a W) -> Chooser<'a, W> {
        Chooser {
            game,
            wanted,
            gone: BySeat::default(),
            absences: Vec::new(),
            event: 0,
            declaring: false,
            decisions: 0,
            chosen: None,
        }
    }

    fn consider(&mut self, round: &Round, seat: Seat, tile: Tile) {
        let drawn = matches!(round.table().phase(), Phase::Act { .. } | Phase::Declared { .. });
        if !drawn || self.gone[seat] || !(self.wanted)(&Decision { round, seat }) {
            return;
        }
        self.decisions += 1;
        let key = mix(self.game ^ mix(self.decisions));
        if self.chosen.as_ref().is_none_or(|&(least, _)| key < least) {
            let position = Position::new(round, seat, tile, self.declaring);
            self.chosen = position.map(|position| (key, position)).or(self.chosen.take());
        }
    }
}

impl<W: Fn(&Decision) -> bool> Watch for Chooser<'_, W> {
    fn wants(&self, _: Players) -> bool {
        true
    }

    fn begin(&mut self, _: Room, log: &RoundLog, _: Option<&Carry>) {
        // what the rest of the round before brought
        self.absent(usize::MAX);
        self.absences.clone_from(&log.absences);
        self.event = 0;
        self.declaring = false;
    }

    fn before(&mut self, round: &Round, event: &Event) {
        self.absent(self.event);
        self.event += 1;
        match event {
            Event::Riichi { .. } => self.declaring = true,
            Event::Discard { seat, tile, .. } => {
                self.consider(round, *seat, *tile);
                self.declaring = false;
            }
            _ => {}
        }
    }
}

impl<W> Chooser<'_, W> {
    /// Notes who left and came back up to an event.
    fn absent(&mut self, event: usize) {
        let gone = &mut self.gone;
        self.absences.retain(|&(before, seat, absence)| {
            if before <= event {
                gone[seat] = absence == Absence::Left;
            }
            before > event
        });
    }
}
