//! The parts of a parameter file that [`super::DangerModel`] reads.

use super::opponent_view::{OpponentView, Standing};
use super::slots::Slots;
use super::threat::Cause;
use super::{curve, price, shapes, tenpai, waits};
use crate::params::layout_hash;
use crate::round::{Opening, Table, View};
use crate::rules::{Length, Rules};
use crate::tile::{Counts, Kind, Reds, Seat, Tile};
use std::sync::OnceLock;

/// One of these parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DangerSection {
    /// Log-odds of tenpai.
    Tenpai,
    /// Log-odds of shapes.
    Shapes,
    /// What is added to those of waits.
    Waits,
    /// A constant, and how much the log-odds of waits count, and those of the net.
    Scale,
    /// Shifts from what is held to what is discarded.
    Made,
    /// Means of the causes.
    Usual,
    /// Shares of prices.
    Prices,
}

impl DangerSection {
    /// The section's name.
    pub fn section(self, standing: Standing) -> String {
        let part = match self {
            DangerSection::Tenpai => "tenpai",
            DangerSection::Shapes => "shapes",
            DangerSection::Waits => "waits",
            DangerSection::Scale => "scale",
            DangerSection::Made => "made",
            DangerSection::Usual => "usual",
            DangerSection::Prices => "prices",
        };
        format!("{} {part}", standing.name())
    }

    /// How many numbers it has, and the hash of what they mean.
    pub fn layout(self) -> (usize, u64) {
        let sizes = sizes();
        let (len, meaning) = match self {
            DangerSection::Tenpai => (sizes.tenpai, tenpai::MEANING),
            DangerSection::Shapes => (sizes.shapes, shapes::MEANING),
            DangerSection::Waits => (sizes.waits, waits::MEANING),
            DangerSection::Scale => (3, waits::MEANING),
            DangerSection::Made => (curve::KNOTS.len(), curve::MEANING),
            DangerSection::Usual => (Cause::ALL.len(), waits::MEANING),
            DangerSection::Prices => (sizes.prices * price::PRICES.len(), price::MEANING),
        };
        (len, layout_hash(&format!("{self:?} {meaning} {len}")))
    }
}

/// How many features there are.
#[derive(Clone, Copy)]
struct Sizes {
    tenpai: usize,
    shapes: usize,
    waits: usize,
    prices: usize,
}

/// Counted on any table: slots do not depend on it.
fn sizes() -> Sizes {
    static SIZES: OnceLock<Sizes> = OnceLock::new();
    *SIZES.get_or_init(|| {
        let opening = Opening::first(&Rules::TENHOU, Tile::plain(Kind::ALL[0]));
        let table = Table::new(&opening, &Rules::TENHOU).expect("a table like any other");
        let mut hand = Counts::EMPTY;
        Kind::ALL[..13].iter().for_each(|&kind| hand.add(kind).expect("one of each"));
        let view = View::new(&table, Seat::ALL[0], hand, Reds::NONE).expect("13 tiles");
        let opponent_view = OpponentView::new(&view, Seat::ALL[1]);
        let size = |put: &dyn Fn(&mut Slots)| {
            let mut slots = Slots::default();
            put(&mut slots);
            slots.size()
        };
        Sizes {
            tenpai: size(&|slots| tenpai::features(&opponent_view, slots)),
            shapes: shapes::offsets(&opponent_view)[4] as usize,
            waits: size(&|slots| waits::features(&opponent_view, Kind::ALL[0], &[None; 34], slots)),
            prices: size(&|slots| {
                price::features(&opponent_view, Tile::plain(Kind::ALL[0]), Length::Hanchan, slots)
            }),
        }
    })
}
