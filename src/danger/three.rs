//! What tables of three players change: corrections of what is learned from games of four.
//!
//! Each is a straight line on top of log-odds, so that few games are enough: for tenpai, for each kind as a wait, and for
//! what a win costs. Last the rate of a deal-in is bent as for four players, by a curve of its own.

use super::curve::{self, Curve, KNOTS};
use super::opponent_view::{OpponentView, Standing};
use super::section::DangerSection;
use super::tile_class::{CLASSES, class};
use crate::dense::line;
use crate::params::{Params, ParamsError, layout_hash};
use crate::tile::{Kind, Suit, Wind};
use std::sync::OnceLock;

/// How many numbers describe a hand as tenpai.
pub const OF_TENPAI: usize = 19;
/// How many describe a kind as a wait.
pub const OF_WAIT: usize = 16 + CLASSES;
/// How many describe what a win costs.
pub const OF_PRICE: usize = 3;

const MEANING: &str = "three 1: tenpai 1, its log-odds, turn, norths, riichi, deal, melds, streak, pushes, discards out of the \
    hand; waits 1, log-odds of both, class, 1m and 9m, north, turn, dora, melds, suits; prices 1, norths, deal";

/// The corrections that the crate carries.
#[derive(Clone, Debug)]
pub struct ThreePlayerDanger {
    hands: [HandOfThree; 3],
}

#[derive(Clone, Debug)]
struct HandOfThree {
    tenpai: Vec<f32>,
    waits: Vec<f32>,
    prices: Vec<f32>,
    made: Curve,
}

/// The name of a section.
pub fn section(part: DangerSection, standing: Standing) -> String {
    format!("danger {}", part.section(standing))
}

/// How many numbers a section has, and the hash of what they mean; only tenpai, waits, prices and the curve have one.
pub fn layout(part: DangerSection) -> (usize, u64) {
    let (len, meaning) = match part {
        DangerSection::Tenpai => (OF_TENPAI, MEANING),
        DangerSection::Waits => (OF_WAIT, MEANING),
        DangerSection::Prices => (OF_PRICE, MEANING),
        _ => (KNOTS.len(), curve::MEANING),
    };
    (len, layout_hash(&format!("{part:?} {meaning} {len}")))
}

impl ThreePlayerDanger {
    /// Those of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other features.
    pub fn new(params: &Params) -> Result<ThreePlayerDanger, ParamsError> {
        let hand = |standing: Standing| {
            let numbers = |part: DangerSection| {
                let (len, layout) = layout(part);
                params.numbers(&section(part, standing), layout, len).map(<[f32]>::to_vec)
            };
            let shifts = numbers(DangerSection::Made)?
                .try_into()
                .expect("the section has the length that was asked for");
            Ok(HandOfThree {
                tenpai: numbers(DangerSection::Tenpai)?,
                waits: numbers(DangerSection::Waits)?,
                prices: numbers(DangerSection::Prices)?,
                made: Curve::new(&section(DangerSection::Made, standing), &shifts)?,
            })
        };
        Ok(ThreePlayerDanger {
            hands: [hand(Standing::Riichi)?, hand(Standing::Open)?, hand(Standing::Closed)?],
        })
    }

    /// Those that the crate carries.
    pub fn builtin() -> &'static ThreePlayerDanger {
        static OF_THREE: OnceLock<ThreePlayerDanger> = OnceLock::new();
        OF_THREE.get_or_init(|| Params::carried_of_three(ThreePlayerDanger::new))
    }

    fn hand(&self, view: &OpponentView) -> &HandOfThree {
        &self.hands[view.standing as usize]
    }

    /// What is added to the log-odds of tenpai.
    pub(super) fn tenpai(&self, view: &OpponentView, odds: f64) -> f64 {
        line(&self.hand(view).tenpai, &of_tenpai(view, odds))
    }

    /// What is added to those of a kind as a wait, by what the regression and the net say of it.
    pub(super) fn wait(&self, view: &OpponentView, kind: Kind, odds: [f64; 2]) -> f64 {
        line(&self.hand(view).waits, &of_wait(view, kind, odds))
    }

    /// By how much the logarithm of a price's share grows with the logarithm of the price.
    pub(super) fn dearer(&self, view: &OpponentView) -> f64 {
        line(&self.hand(view).prices, &of_price(view))
    }

    /// The rate of a deal-in that is meant by an estimated one.
    pub(super) fn bend(&self, view: &OpponentView, rate: f64) -> f64 {
        self.hand(view).made.bend(rate)
    }
}

fn yes(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// Numbers in the order in which they are put.
struct FeatureList<const N: usize>([f32; N], usize);

impl<const N: usize> FeatureList<N> {
    fn put(&mut self, number: f32) {
        self.0[self.1] = number;
        self.1 += 1;
    }

    /// 1 in one of so many places.
    fn is(&mut self, place: usize, places: usize) {
        (0..places).for_each(|i| self.put(yes(i == place.min(places - 1))));
    }

    fn all(self) -> [f32; N] {
        debug_assert_eq!(self.1, N);
        self.0
    }
}

/// What describes an opponent as tenpai, whose log-odds are these by games of four.
pub fn of_tenpai(view: &OpponentView, odds: f64) -> [f32; OF_TENPAI] {
    let mut row = FeatureList([0.0; OF_TENPAI], 0);
    row.put(1.0);
    row.put(odds as f32);
    row.is(view.turn() / 3, 6);
    (1..=3).for_each(|norths| row.put(yes(view.player.kita().len() >= norths)));
    row.put(yes(view.riichi > 0));
    row.put(yes(view.table.dealer() == view.seat));
    (1..=3).for_each(|melds| row.put(yes(view.player.melds().len() == melds)));
    row.put(view.streak.min(6) as f32 / 6.0);
    row.put(yes(view.pushes > 0));
    row.put(view.tedashi.min(12) as f32 / 12.0);
    row.all()
}

/// What describes a kind as a wait of a hand that is tenpai.
pub fn of_wait(view: &OpponentView, kind: Kind, odds: [f64; 2]) -> [f32; OF_WAIT] {
    let mut row = FeatureList([0.0; OF_WAIT], 0);
    row.put(1.0);
    odds.into_iter().for_each(|odds| row.put(odds as f32));
    let copies = usize::from(view.unseen[kind.index()]);
    row.is(class(view.table, view.seat, kind, copies), CLASSES);
    row.put(yes(kind.suit() == Suit::Man));
    row.put(yes(kind == Kind::wind(Wind::North)));
    row.is(view.riichi_turn() / 3, 6);
    row.put(f32::from(view.dora[kind.index()]));
    row.put(view.player.melds().len() as f32 / 4.0);
    row.put(yes(view.meld_suit == Some(kind.suit())));
    let thrown = view.thrown[kind.suit().index()].min(6) as f32 / 6.0;
    row.put(if kind.is_honour() { 0.0 } else { thrown });
    row.put(if kind.is_honour() { thrown } else { 0.0 });
    row.all()
}

/// What describes the price of a win.
pub fn of_price(view: &OpponentView) -> [f32; OF_PRICE] {
    [1.0, f32::from(view.set_aside()), yes(view.table.dealer() == view.seat)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Format, Provenance, Section};

    fn file(change: impl Fn(&mut Section)) -> Params {
        let mut sections = Vec::new();
        for standing in Standing::ALL {
            for part in
                [DangerSection::Tenpai, DangerSection::Waits, DangerSection::Prices, DangerSection::Made]
            {
                let (len, layout) = layout(part);
                let name = section(part, standing);
                let format = Format::F32;
                let mut section = Section { name, layout, format, numbers: vec![0.0; len], samples: 0 };
                change(&mut section);
                sections.push(section);
            }
        }
        Params::new("a test", Provenance::default(), sections)
    }

    #[test]
    fn a_file_of_other_features_is_refused() {
        assert!(ThreePlayerDanger::new(&file(|_| ())).is_ok());
        let error = ThreePlayerDanger::new(&file(|section| section.layout ^= 1)).unwrap_err();
        assert!(matches!(error, ParamsError::Layout { .. }), "{error}");
        let error = ThreePlayerDanger::new(&file(|section| section.numbers.push(0.0))).unwrap_err();
        assert!(matches!(error, ParamsError::Length { .. }), "{error}");
    }

    /// Also the last number of a section of any length.
    #[test]
    fn every_number_counts() {
        for part in [DangerSection::Tenpai, DangerSection::Waits, DangerSection::Prices] {
            let (len, _) = layout(part);
            for i in 0..len {
                let mut row = vec![0.0; len];
                row[i] = 3.0;
                assert_eq!(line(&vec![2.0; len], &row), 6.0, "{part:?} {i}");
            }
        }
    }

    #[test]
    fn the_file_that_the_crate_carries_is_read() {
        ThreePlayerDanger::new(Params::of_three()).unwrap();
    }
}
