//! Decisions of validation games at random.

use nanikiru::review::{Choice, Decision};
use nanikiru::tile::Players;
use nanikiru_tools::decisions::{is_validation, mix};
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::recorded::{RecordedDecision, each_decision};

/// A decision that was drawn.
pub struct LotDecision<'a> {
    pub recorded: &'a RecordedDecision<'a>,
    /// The name of its game.
    pub name: &'a str,
    /// For how many decisions it stands.
    pub weight: f64,
}

/// What was found of them, in the order of games.
pub struct Lot<T> {
    /// Games that have any.
    pub games: usize,
    pub found: Vec<T>,
    /// Decisions of which nothing was found.
    pub unanswered: usize,
}

impl<T> Default for Lot<T> {
    fn default() -> Lot<T> {
        Lot { games: 0, found: Vec::new(), unanswered: 0 }
    }
}

/// How many decisions there are: common ones, and those where riichi or a kan is possible.
#[derive(Clone, Copy, Default)]
struct Counts([u64; 2]);

/// Whether it is one of those that are seldom.
fn is_seldom(decision: &Decision) -> bool {
    matches!(&decision.choice, Choice::Turn(turn) if !turn.riichi.is_empty() || !turn.kans.is_empty())
}

/// About so many decisions of games of so many players; where riichi or a kan is possible `seldom` times as likely as the
/// others.
pub fn draw<T: Send>(
    players: Players,
    (wanted, seldom): (usize, f64),
    seed: u64,
    is_wanted: impl Fn(&LotDecision) -> bool + Sync,
    judge: impl Fn(&LotDecision) -> Option<T> + Sync,
) -> Result<Lot<T>, String> {
    let paths = archives(players)?;
    let count = |mut all: Counts, name: &str, record: &[u8]| {
        if is_validation(name) {
            each_decision(name, record, seed, &mut |recorded| {
                if is_wanted(&LotDecision { recorded, name, weight: 1.0 }) {
                    all.0[usize::from(is_seldom(recorded.decision))] += 1;
                }
            });
        }
        all
    };
    let both = |a: Counts, b: Counts| Counts([a.0[0] + b.0[0], a.0[1] + b.0[1]]);
    let Counts([common, few]) = each_game(&paths, usize::MAX, count, both)?;
    let rate = wanted as f64 / (common as f64 + seldom * few as f64);
    let rates = [rate.min(1.0), (seldom * rate).min(1.0)];
    let look = |mut lot: Lot<T>, name: &str, record: &[u8]| {
        if is_validation(name) {
            let before = lot.found.len();
            each_decision(name, record, seed, &mut |recorded| {
                let rate = rates[usize::from(is_seldom(recorded.decision))];
                let ticket = (mix(recorded.key ^ 0x0a1e) >> 11) as f64 / (1u64 << 53) as f64;
                let seen = LotDecision { recorded, name, weight: rates[1] / rate };
                if is_wanted(&seen) && ticket < rate {
                    match judge(&seen) {
                        Some(found) => lot.found.push(found),
                        None => lot.unanswered += 1,
                    }
                }
            });
            lot.games += usize::from(lot.found.len() > before);
        }
        lot
    };
    let merge = |mut a: Lot<T>, mut b: Lot<T>| {
        a.found.append(&mut b.found);
        Lot { games: a.games + b.games, found: a.found, unanswered: a.unanswered + b.unanswered }
    };
    each_game(&paths, usize::MAX, look, merge)
}
