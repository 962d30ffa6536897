//! What players know by heart: how often a tile is a wait of a hand in riichi, by the class of the tile and the turn.
//!
//! Books on defence print such tables; this one is counted from recorded games. It says nothing of opponents without a
//! riichi, and what a deal-in costs comes from [`DangerModel`].

use super::tile_class::class;
use super::{Danger, DangerModel, Estimator, Risk, Threat};
use crate::dense::is;
use crate::params::{Params, layout_hash};
use crate::round::{Player, View};
use crate::rules::Length;
use crate::tile::{BySeat, Kind, Seat, Tile};
use std::sync::OnceLock;

pub use super::tile_class::CLASSES;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru class";
/// The section's name in it.
pub const SECTION: &str = "rates";

const BUILTIN: &[u8] = include_bytes!("../../data/class.params");

/// What the numbers are.
const MEANING: &str = "probability that a held kind is a wait of the only riichi, by class of tile and own discards of the \
    opponent; a tenth of a wait is added to what was counted";

/// A hash of what the numbers mean.
pub fn layout() -> u64 {
    layout_hash(MEANING)
}

/// Discards of the opponent: 0 to 18 and more.
pub const TURNS: usize = 19;

/// The rates by class and turn.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassTable(pub [[f64; TURNS]; CLASSES]);

/// The cell of a kind that an opponent may wait for.
pub fn cell(view: &View<'_>, opponent: Seat, kind: Kind) -> (usize, usize) {
    let copies = usize::from(view.unseen()[kind]);
    (class(view.table(), opponent, kind, copies), turn(view.table().player(opponent)))
}

fn turn(player: &Player) -> usize {
    player.river().len().min(TURNS - 1)
}

impl ClassTable {
    /// The table that the crate carries.
    pub fn builtin() -> &'static ClassTable {
        static TABLE: OnceLock<ClassTable> = OnceLock::new();
        let read = |params: &Params| params.table(SECTION, layout()).map(ClassTable);
        TABLE.get_or_init(|| Params::carried(LABEL, BUILTIN, read))
    }
}

impl Estimator for ClassTable {
    fn danger(&self, view: &View<'_>, length: Length) -> Danger {
        let priced = DangerModel::builtin().danger(view, length);
        let threat = |seat: Seat| {
            let priced = priced.threats[seat].as_ref()?;
            let riichi = view.table().player(seat).riichi().is_some();
            let risk = |(tile, risk): (Tile, &Risk)| {
                if !riichi || risk.rate == 0.0 {
                    return Risk::NONE;
                }
                let (class, turn) = cell(view, seat, tile.kind());
                Risk { rate: self.0[class][turn], payments: risk.payments.clone(), facts: Vec::new() }
            };
            let tiles = (0..Tile::COUNT).filter_map(Tile::new);
            let risks = tiles.zip(&priced.risks).map(risk).collect();
            Some(Threat { tenpai: is(riichi), risks })
        };
        Danger { threats: BySeat::from_fn(threat), multiple_ron: view.table().rules().multiple_ron }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_the_crate_carries_is_one_of_rates() {
        let params = Params::read(LABEL, BUILTIN).unwrap();
        assert_eq!(params.write(), BUILTIN);
        let rates = ClassTable::builtin().0.as_flattened();
        assert!(rates.iter().all(|rate| (0.0..0.3).contains(rate)), "{rates:?}");
        // an open tile and one behind both suji, on the tenth turn
        assert_eq!((ClassTable::builtin().0[0][10], ClassTable::builtin().0[10][10]), (0.13881, 0.02413));
    }
}
