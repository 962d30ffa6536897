//! One position: what its player did, and what the search and the plain player say.

use crate::measure::class::Class;
use crate::measure::position::Position;
use nanikiru::analyze::{Action, Options, analyze_at_once};
use nanikiru::search::SearchError;
use nanikiru::shape;
use nanikiru::tile::Tile;
use std::cmp::Ordering;
use std::time::{Duration, Instant};

/// Values that are nearer than this count as equal, in points: the search's rounding.
pub const EQUAL: f64 = 0.05;

/// A position with everything that the tables ask.
pub struct Judgement {
    /// Own discards made so far, plus one.
    pub turn: usize,
    /// Shanten of the drawn hand.
    pub shanten: i32,
    /// How deep the search went.
    pub depth: String,
    /// Whether we would do something else than discard: win, or declare a kan.
    pub instead: bool,
    /// Place of the real discard in the order of the search, from 0: tiles, not candidates.
    pub place: usize,
    /// Chances that the real discard is among the first one and three, where tiles of equal value
    /// have equal chances.
    pub ties: Chances,
    /// The same for the plain player.
    pub plain: Chances,
    /// Value of our first choice less that of the real discard, in points.
    pub loss: f64,
    /// Whether the two are a red five and a plain one of the same kind.
    pub only_red: bool,
    /// What was discarded.
    pub theirs: Class,
    /// What we would discard.
    pub ours: Class,
    /// Shanten after the real discard, compared with that after ours.
    pub shanten_after: Ordering,
    /// Ukeire after the real discard, compared with that after ours.
    pub ukeire_after: Ordering,
    /// Where the real discard leaves a closed tenpai: whether the player declared riichi, and whether
    /// the search would after the same discard.
    pub riichi: Option<(bool, bool)>,
    /// Time of the search on one thread.
    pub time: Duration,
}

/// Chances to be the first, and among the first three.
#[derive(Clone, Copy, Debug)]
pub struct Chances {
    /// The first.
    pub first: f64,
    /// Among the first three.
    pub three: f64,
}

impl Chances {
    /// Of one of `equal` tiles that come after `better` others.
    pub fn new(better: usize, equal: usize) -> Chances {
        let within = |places: usize| {
            let free = places.saturating_sub(better).min(equal);
            free as f64 / equal as f64
        };
        Chances { first: within(1), three: within(3) }
    }
}

/// A tile with its better candidate: riichi or not.
struct TileValue {
    tile: Tile,
    value: f64,
    riichi: Option<f64>,
    dama: Option<f64>,
}

/// Searches a position; `None` if it is too large for an answer.
pub fn judge(position: &Position, options: &Options) -> Result<Option<Judgement>, String> {
    let situation = position.situation()?;
    let begin = Instant::now();
    let report = analyze_at_once(&position.asked(), &situation, options);
    let time = begin.elapsed();
    let report = match report {
        Err(SearchError::TooLarge { .. }) => return Ok(None),
        report => report.map_err(|error| error.to_string())?,
    };

    let mut ranked: Vec<TileValue> = Vec::new();
    for candidate in &report.candidates {
        let Action::Discard { tile, riichi } = candidate.action else { continue };
        let value = candidate.play.value;
        if !value.is_finite() {
            return Err(format!("{tile} has the value {value}"));
        }
        let at = ranked.iter().position(|known| known.tile == tile).unwrap_or_else(|| {
            ranked.push(TileValue { tile, value, riichi: None, dama: None });
            ranked.len() - 1
        });
        let both = &mut ranked[at];
        *(if riichi { &mut both.riichi } else { &mut both.dama }) = Some(value);
    }
    let place = ranked.iter().position(|r| r.tile == position.discard);
    let place = place.ok_or_else(|| format!("{} is no candidate", position.discard))?;
    let (first, real) = (&ranked[0], &ranked[place]);
    let best = &report.candidates[0];
    let instead = !matches!(best.action, Action::Discard { .. });
    let better = ranked.iter().filter(|r| r.value > real.value + EQUAL).count();
    let equal = ranked.iter().filter(|r| (r.value - real.value).abs() <= EQUAL).count();

    let shapes = shape::discards(&position.hand, situation.unseen());
    let shape_of = |tile: Tile| shapes.iter().find(|s| s.tile == tile).ok_or("no such discard");
    let (theirs, ours) = (shape_of(real.tile)?, shape_of(first.tile)?);
    let key = |s: &shape::Discard| (s.shanten, std::cmp::Reverse(s.ukeire.tiles));
    let plain = Chances::new(
        shapes.iter().filter(|s| key(s) < key(theirs)).count(),
        shapes.iter().filter(|s| key(s) == key(theirs)).count(),
    );
    let riichi = real.riichi.map(|value| (position.riichi, real.dama.is_none_or(|dama| value > dama)));
    Ok(Some(Judgement {
        turn: position.raw.turn as usize,
        shanten: report.shanten.get(),
        depth: format!(
            "n = shanten + {}, m_f = {}",
            report.exchanges as i32 - report.shanten.get().max(0),
            report.calls
        ),
        instead,
        place,
        ties: Chances::new(better, equal),
        plain,
        loss: first.value - real.value,
        only_red: first.tile != real.tile && first.tile.kind() == real.tile.kind(),
        theirs: Class::of(real.tile, &position.raw),
        ours: Class::of(first.tile, &position.raw),
        shanten_after: theirs.shanten.cmp(&ours.shanten),
        ukeire_after: theirs.ukeire.tiles.cmp(&ours.ukeire.tiles),
        riichi,
        time,
    }))
}

#[cfg(test)]
mod tests {
    use super::Chances;

    #[test]
    fn equal_tiles_share_the_places() {
        let chances = |better, equal| {
            let Chances { first, three } = Chances::new(better, equal);
            (first, three)
        };
        assert_eq!(chances(0, 1), (1.0, 1.0));
        assert_eq!(chances(0, 4), (0.25, 0.75));
        assert_eq!(chances(2, 1), (0.0, 1.0));
        assert_eq!(chances(2, 2), (0.0, 0.5));
        assert_eq!(chances(3, 1), (0.0, 0.0));
    }
}
